/* robotsc/explain.h - why a URL is allowed or disallowed, from the text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPLAIN_H
#define ROBOTSC_EXPLAIN_H

#include "check.h"
#include "compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A rule of the selected groups that matches the URL. */
struct robotsc_match {
	uint32_t line;                /* from 1 */
	enum robotsc_verdict verdict; /* what the rule says */
	uint32_t rank;                /* precedence among matching rules: the greatest decides */
	struct robotsc_text text;     /* the line without terminator; borrows the robots.txt */
	int deciding;                 /* 1 for the line that decides, of equal ones the first */
	uint32_t octets;              /* length of the pattern as precedence counts it; 0 in dialects in which it does not */
};

/* The answer.  Borrows the robots.txt. */
struct robotsc_explanation {
	enum robotsc_verdict verdict;
	enum robotsc_selected selected;
	uint32_t token;      /* index into tokens, for ROBOTSC_SELECTED_TOKEN */
	uint32_t agent_line; /* first User-agent line of the selected groups; 0 for none */
	uint32_t deciding;   /* line that decides; 0 when no rule matches */
	uint32_t rules;      /* rules in the selected groups */
	uint32_t matches;    /* rules among them that match */
	int implied;         /* 1: decided by the rule that /robots.txt may always be fetched */
};

/* Explain a verdict.
 *
 * options      NULL for the defaults; agents and form are not looked at.
 * robots, len  as for robotsc_compile.
 * tokens, n    as for robotsc_select.
 * url          as for robotsc_check_url.
 * match        called for every rule that matches, in line order; NULL: not called.
 * explanation  out.
 *
 * Tries one rule after the other: O(len * url_len), for people, not for frontiers.
 * Errors: as robotsc_compile.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_explain(const struct robotsc_options *options, const void *robots, size_t len,
                                                const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                                void (*match)(void *ctx, const struct robotsc_match *match), void *ctx,
                                                struct robotsc_explanation *explanation);

/* In words, which of several lines that match decides; NULL for no dialect.  Static storage.  Since 0.1. */
ROBOTSC_API const char *robotsc_precedence(enum robotsc_dialect dialect);

/* What can be done to a robots.txt.  Values are ABI. */
enum robotsc_change_kind {
	ROBOTSC_CHANGE_REMOVE = 0,    /* a line goes, together with all other lines of this kind that are told */
	ROBOTSC_CHANGE_ADD = 1,       /* a line is put before another */
	ROBOTSC_CHANGE_ADD_GROUP = 2, /* a blank line and a group for "*" are put at the end */
	ROBOTSC_CHANGE_SHORTEST = 3   /* a line is put before another: the shortest rule that does it */
};

/* A change that turns a verdict around. */
struct robotsc_change {
	enum robotsc_change_kind kind;
	uint32_t line;            /* REMOVE: which; ADD, SHORTEST: that before which it stands; ADD_GROUP: 0 */
	struct robotsc_text text; /* what goes or comes, without last terminator; valid during the call */
	uint32_t then;            /* REMOVE: the line that decides after that, as numbered before; 0: no rule matches */
};

/* Find what would turn a verdict around.
 *
 * options      NULL for the defaults; agents, form and diag are not looked at.
 * robots, len, tokens, n, url  as for robotsc_explain.
 * change       called for every line to remove, all of which must go, in line order; then for a rule to add
 *              instead, which names the URL's path and, where the dialect has '$' and can spell it, no other; then for
 *              the shortest rule that does it, a beginning of the path, which turns other URLs too.
 *              Not called for what would not do: each way is applied and explained before it is told.
 *
 * Nothing is told of /robots.txt where it may always be fetched; no rule is told where the dialect has none, or
 * where a longer one decides.  The verdict for this URL turns; verdicts for others may, too.
 * Takes as long as some twenty calls of robotsc_explain.  Any thread.
 * Errors: as robotsc_explain.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_changes(const struct robotsc_options *options, const void *robots, size_t len,
                                                const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                                void (*change)(void *ctx, const struct robotsc_change *change), void *ctx);

#ifdef __cplusplus
}
#endif
#endif
