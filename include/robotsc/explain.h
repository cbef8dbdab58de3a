/* robotsc/explain.h - why a URL is allowed or disallowed, from the text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPLAIN_H
#define ROBOTSC_EXPLAIN_H

#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/extensions.h"
#include "robotsc/page.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A rule of the selected groups that matches the URL. */
struct robotsc_match {
	uint32_t line;                /* from 1 */
	enum robotsc_verdict verdict; /* what the rule says */
	uint32_t rank;                /* precedence among matching rules: the greatest decides */
	/* The line without terminator; borrows the robots.txt.  google: the last line that is read
	 * ends where options->limit cuts it. */
	struct robotsc_text text;
	/* 1 for the line that decides: of lines with equal ranks, the first. */
	int deciding;
	/* Length of the pattern as precedence counts it; 0 in dialects without such a count. */
	uint32_t octets;
};

/* The answer.  Borrows the robots.txt. */
struct robotsc_explanation {
	enum robotsc_verdict verdict;
	enum robotsc_selected selected;
	/* Index into tokens, for ROBOTSC_SELECTED_TOKEN.  With one_robot: that of the first token
	 * that the file names, or 0. */
	uint32_t token;
	uint32_t agent_line; /* first User-agent line of the selected groups; 0 for none */
	uint32_t deciding;   /* line that decides; 0 when no rule matches */
	uint32_t rules;      /* rules in the selected groups */
	uint32_t matches;    /* rules among them that match */
	int implied;         /* 1: decided by the rule that /robots.txt may always be fetched */
};

/* Explain a verdict.
 *
 * options      NULL for the defaults; form is ignored, and agents are without one_robot.
 * robots, len  as for robotsc_compile.
 * tokens, n    as for robotsc_select; with one_robot, of a blob that was compiled so.
 * url          as for robotsc_check_url.
 * match        called for every rule that matches, in line order; NULL: not called.
 * explanation  out.
 *
 * Tries one rule after the other, each at 64 places of the path at once.  Time is linear in len, in
 * url.len, and in the canonical octets of the group's rules times those of the path, divided by 64
 * (docs/limits.md); memory in len and url.len.  For people; robotsc_check_url is for crawlers.
 * Any thread.
 * Errors: as robotsc_compile; with one_robot, ROBOTSC_ERR_AGENT for a token that is none of agents.
 * Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_explain(const struct robotsc_options *options, const void *robots, size_t len,
                                                const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                                void (*match)(void *ctx, const struct robotsc_match *match), void *ctx,
                                                struct robotsc_explanation *explanation);

/* The result of robotsc_deciding_lines where no line decides, but the rule that /robots.txt may
 * always be fetched. */
#define ROBOTSC_LINE_IMPLIED UINT32_MAX

/* Find the line that decides, for each of many URLs.
 *
 * options, robots, len, tokens, n  as for robotsc_explain.
 * urls, count  each as the url of robotsc_explain.
 * lines        out: count numbers of lines; 0 where no rule matches, or ROBOTSC_LINE_IMPLIED.
 *
 * Says what robotsc_explain says, and reads the text once.  Any thread.
 * Errors: as robotsc_explain; lines are then undefined.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_deciding_lines(const struct robotsc_options *options, const void *robots, size_t len,
                                                       const struct robotsc_text *tokens, size_t n, const struct robotsc_text *urls,
                                                       size_t count, uint32_t *lines);

/* Whether a page may be fetched, and whether it is to be indexed. */
struct robotsc_page_answer {
	enum robotsc_verdict verdict; /* whether it may be fetched */
	/* The line that decides; 0 where no rule matches, or ROBOTSC_LINE_IMPLIED. */
	uint32_t line;
	struct robotsc_text text; /* of that line; borrows the robots.txt */
	int indexed;              /* 1: it may be fetched, and nothing forbids to index it */
	int never_read;           /* 1: the page restricts robots that may not read it */
	uint64_t reserved[2];     /* 0 */
};

/* Answer for a page by its robots.txt and by what it says itself.
 *
 * options, robots, len, tokens, n, url  as for robotsc_explain; without tokens, for robots that no
 *                                       group names.
 * directives  of robotsc_page_end, for the same robot.
 * answer      out.
 *
 * unavailable_after is not compared with a clock.  A page that may not be fetched may be listed all
 * the same, without its content: noindex keeps it out only where robots can read it.
 * Takes as long as robotsc_explain.  Any thread.  Errors: as robotsc_explain.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_answer_page(const struct robotsc_options *options, const void *robots, size_t len,
                                                    const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                                    const struct robotsc_directives *directives,
                                                    struct robotsc_page_answer *answer);

/* Which of several matching lines decides, in words; NULL: there is no such dialect.  Static
 * storage.  Since 0.1. */
ROBOTSC_API const char *robotsc_precedence(enum robotsc_dialect dialect);

/* A rule of a text, valid during the call. */
struct robotsc_rule {
	uint32_t group;                    /* from 0, in file order */
	uint32_t line;                     /* from 1 */
	const struct robotsc_text *agents; /* its group's User-agent lines, as compared */
	size_t nagents;
	struct robotsc_text pattern; /* as it is written; borrows the robots.txt */
	/* As it is compared: octets are equal here even if they were escaped in different ways, and
	 * so are patterns.  '*' and '$' are operators in dialects that have them; a set of conner2
	 * has its octets as escapes. */
	struct robotsc_text canonical;
	enum robotsc_verdict verdict; /* what the rule says */
	uint32_t reserved;            /* 0 */
};

/* List the rules of a text, in file order: all lines that say something about paths.
 *
 * options      NULL for the defaults; form is ignored, and agents are without one_robot.
 * robots, len  as for robotsc_compile.
 * rule         called for each.
 *
 * A rule that every group has, such as that of /robots.txt, is not listed.  O(len).  Any thread.
 * Errors: as robotsc_compile.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_rules(const struct robotsc_options *options, const void *robots, size_t len,
                                              void (*rule)(void *ctx, const struct robotsc_rule *rule), void *ctx);

/* How the URLs that a line closes differ from those that it seems to close.  Values are ABI. */
enum robotsc_unexpected_kind {
	ROBOTSC_UNEXPECTED_PREFIX = 0, /* it ends inside a name: "/c" closes /communities */
	ROBOTSC_UNEXPECTED_CASE = 1,   /* a parameter in other letter case stays open */
	ROBOTSC_UNEXPECTED_SIGN = 2    /* a parameter after the other sign ('?', '&') stays open */
};
#define ROBOTSC_UNEXPECTED_KINDS 3

/* A Disallow line, and the URLs that show it. */
struct robotsc_unexpected {
	uint32_t kind;               /* enum robotsc_unexpected_kind */
	uint32_t line;               /* from 1 */
	struct robotsc_text pattern; /* as it is written; borrows the robots.txt */
	size_t url, urls;            /* the first of the URLs, and how many there are */
	uint64_t reserved;           /* 0 */
};

/* Name the lines that close more or fewer of given URLs than they seem to.
 *
 * options, robots, len, tokens, n  as for robotsc_explain.
 * urls, nurls                      each as the url of robotsc_explain.
 * call                             called for each line and kind, in file order.
 *
 * Nothing is said without a URL that shows it: one that the line closes, or one that is open and
 * that the line would match but for letter case or the sign.  Work is bounded; with very many lines
 * and URLs the last URLs are not looked at.  Any thread.
 * Errors: as robotsc_explain.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_unexpected(const struct robotsc_options *options, const void *robots, size_t len,
                                                   const struct robotsc_text *tokens, size_t n, const struct robotsc_text *urls,
                                                   size_t nurls,
                                                   void (*call)(void *ctx, const struct robotsc_unexpected *unexpected), void *ctx);

/* Say what a line of this kind does, after its pattern: "ends inside a name that it closes".  NULL
 * for other values.  Static storage.  Any thread.  Since 0.2. */
ROBOTSC_API const char *robotsc_unexpected_text(enum robotsc_unexpected_kind kind);

/* Find Sitemap lines that a blob drops, since their values are no whole URLs, such as "/map.xml".
 *
 * options      as for robotsc_compile; extensions, diag and agents are not used.
 * robots, len  the file's octets, any content.
 * base         the URL that the file came from.
 * link         called for each whose value leads to a URL with a host, in file order: value is that
 *              URL, without fragment; rest is what is written.  The line is valid during the call.
 *
 * Linear in len, and in base.len for each line.  Any thread.
 * Errors: ROBOTSC_ERR_NOMEM, _DIALECT, _ARGUMENT.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_relative_sitemaps(const struct robotsc_options *options, const void *robots, size_t len,
                                                          struct robotsc_text base,
                                                          void (*link)(void *ctx, const struct robotsc_line *line), void *ctx);

/* What can be done to a robots.txt.  Values are ABI. */
enum robotsc_change_kind {
	/* Remove a line, and all other lines that are reported with this kind. */
	ROBOTSC_CHANGE_REMOVE = 0,
	ROBOTSC_CHANGE_ADD = 1,       /* put a line before another */
	ROBOTSC_CHANGE_ADD_GROUP = 2, /* put a blank line and a group for "*" at the end */
	/* Put a line before another: the shortest rule that suffices. */
	ROBOTSC_CHANGE_SHORTEST = 3
};

/* A change that turns a verdict around. */
struct robotsc_change {
	enum robotsc_change_kind kind;
	/* REMOVE: the line; ADD, SHORTEST: the line after the new one; ADD_GROUP: 0. */
	uint32_t line;
	/* What is removed or added, without its last terminator; valid during the call. */
	struct robotsc_text text;
	/* REMOVE: the line that then decides, by its old number; 0: no rule matches. */
	uint32_t then;
	/* The robots.txt after the change (REMOVE: after all of them); valid during the call. */
	struct robotsc_text with;
};

/* Find what would turn a verdict around.
 *
 * options      as for robotsc_explain; diag is ignored.
 * robots, len, tokens, n, url  as for robotsc_explain.
 * change       called for each line to remove, in line order; all of them must go.  Then for a rule
 *              to add instead: it matches the URL's path and, where the dialect has '$' and can
 *              spell it, no other.  Then for the shortest rule that suffices: it matches a prefix
 *              of the path, so other verdicts turn around too.  "/" is not reported where the rule
 *              for the path suffices.
 *              Each way is applied and explained before it is reported; one that does not suffice
 *              is left out.
 *
 * Nothing is reported for /robots.txt where it may always be fetched.  No rule is reported where
 * the dialect has no fitting one, or where a longer one decides.  The verdict for this URL turns
 * around; verdicts for others may, too.
 * Takes as long as some twenty calls of robotsc_explain.  Any thread.
 * Errors: as robotsc_explain.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_changes(const struct robotsc_options *options, const void *robots, size_t len,
                                                const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                                void (*change)(void *ctx, const struct robotsc_change *change), void *ctx);

#ifdef __cplusplus
}
#endif
#endif
