/* parse.h - build a document from lines: groups with their agents and rules.
 *
 * RFC 9309 §2.2; docs/dialects.md
 *
 * In    a robots.txt.
 * Out   the document; its spans borrow the text.  Diagnostics are reported in line order.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(len).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PARSE_H
#define ROBOTSC_PARSE_H

#include <stdbool.h>

#include "support/arena.h"
#include "record.h"
#include "robotsc/access.h"
#include "lex.h"
#include "text/line.h"

/* A User-agent line. */
struct agent {
	struct span token; /* the part that is compared; "*" for the star */
	uint32_t group, run;
	uint32_t line;
	bool star;
};

/* A group.  Some dialects call it a record. */
struct group {
	enum robotsc_verdict fallback; /* the verdict where no rule matches */
	bool skipped;                  /* the record is not read; a robot that it names gets "*" */
	bool globs;                    /* its rules are globs */
};

/* Groups and runs are numbered from 0.  Groups, agents and rules are in file order.
 *
 * A run is a list of User-agent lines and what stands below it.  A rule closes it, and so does a
 * record: the next User-agent line begins another one.  The rules of a group hold for all of its
 * runs, a record for its own run only.  In record dialects a group is one run. */
struct document {
	const struct robotsc__dialect *dialect;
	struct agent *agents;
	struct rule *rules;
	struct group *groups;
	/* in file order; only if options ask for records */
	struct record *records;
	uint32_t *run_groups; /* the group of each run */
	size_t nagents, nrules, nrecords, nruns;
	uint32_t ngroups;
};

enum robotsc_status robotsc__parse_run(struct arena *a, const struct robotsc_options *options,
                                       const struct robotsc__dialect *dialect, const uint8_t *text, size_t len,
                                       struct document *out);

/* What a text looks like.  Compressed data with a User-agent line is a text. */
enum robotsc_content robotsc__parse_content(const struct robotsc__dialect *dialect, const uint8_t *text, size_t len);

/* The first agent line, except "*", that names a robot, or NULL.  robot is what dialect->robot
 * returns. */
const struct agent *robotsc__parse_record(const struct document *doc, const struct span *robot);

/* The rules of a version 2.0 record, counted by kind. */
struct census {
	/* globs: Allow with an operator; closed: "Disallow: *" */
	size_t disallows, allows, globs, closed;
};

/* Count one rule. */
void robotsc__parse_count(const struct rule *rule, struct census *n);

/* The verdict where no rule of a record of conner2 matches.  It depends on the Allow rules: beside
 * Disallow, those without operators count as exceptions, unless options say otherwise. */
enum robotsc_verdict robotsc__parse_rest(const struct robotsc_options *options, const struct census *n);

/* The lines that end a group's list of agents, as bits 1 << FIELD_....
 * docs/dialects.md, "it ends at" */
uint32_t robotsc__parse_closes(const struct robotsc__dialect *dialect, const struct robotsc_options *options);

/* How much of a text is read.  A line that the limit cuts is left out, unless
 * dialect->cut_line_kept. */
size_t robotsc__parse_limit(const struct robotsc__dialect *dialect, const uint8_t *text, size_t len, size_t limit);

#endif
