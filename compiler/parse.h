/* parse.h - lines to a document: groups with their agents and rules.  SPEC A.6-A.9, B.2-B.6
 *
 * In    a robots.txt.
 * Out   the document; spans borrow the text.  Diagnostics go out in line order.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(len).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PARSE_H
#define ROBOTSC_PARSE_H

#include "arena.h"
#include "extensions/record.h"
#include "lex.h"

/* A User-agent line. */
struct agent {
	struct span token; /* what is compared; for "*" the star */
	uint32_t group;
	uint32_t line;
	int star;
};

/* An Allow or Disallow line with a value, or a Disallow line without one where that says something. */
struct rule {
	struct span value;   /* trimmed */
	const uint8_t *text; /* where the line begins */
	uint32_t line;
	uint32_t group;
	enum robotsc_verdict verdict;
	int glob; /* the value is a glob for the whole path: SPEC B.4 */
};

/* A group; in the dialects that have them, a record. */
struct group {
	enum robotsc_verdict fallback; /* where no rule matches */
	int passed;                    /* a record that is not read: who is named there gets "*" */
	int globs;                     /* its rules are globs */
};

/* Groups are numbered from 0 in file order; agents and rules stand in file order. */
struct document {
	const struct robotsc__dialect *dialect;
	struct agent *agents;
	struct rule *rules;
	struct group *groups;
	struct record *records; /* if the options ask for them, in file order */
	size_t nagents, nrules, nrecords;
	uint32_t ngroups;
};

enum robotsc_status robotsc__parse_run(struct arena *a, const struct robotsc_options *options,
                                       const struct robotsc__dialect *dialect, const uint8_t *text, size_t len,
                                       struct document *out);

/* The first agent line, not of "*", that means a robot, or NULL; robot as dialect->robot has it. */
const struct agent *robotsc__parse_record(const struct document *doc, const struct span *robot);

/* How many rules of a kind a record of version 2.0 has. */
struct census {
	size_t disallows, allows, globs, closed; /* globs: Allow with an operator; closed: "Disallow: *" */
};

/* Count one more rule. */
void robotsc__parse_count(const struct rule *rule, struct census *n);

/* SPEC B.4: where no rule of such a record matches, Allow rules decide by what they are.  Where explicit
 * ones stand beside Disallow, they are taken for exceptions from it, unless options say otherwise. */
enum robotsc_verdict robotsc__parse_rest(const struct robotsc_options *options, const struct census *n);

/* The lines that end a group's list of agents: bits 1 << FIELD_...  SPEC C23 */
uint32_t robotsc__parse_closes(const struct robotsc__dialect *dialect, const struct robotsc_options *options);

/* How much of a text is read: to the limit, and no line that the limit cuts. */
size_t robotsc__parse_limit(const struct robotsc__dialect *dialect, const uint8_t *text, size_t len, size_t limit);

#endif
