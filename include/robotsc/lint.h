/* robotsc/lint.h - what is worth telling the author of a robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_H
#define ROBOTSC_LINT_H

#include "robotsc/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A budget of steps for one file.  A finding says if it did not suffice.  It lasts below 0.6
 * seconds for each of 2,995 real files, below 3 seconds for hostile files. */
#define ROBOTSC_LINT_BUDGET 40000000u

/* How many other lines a finding names at most.  If there are more, only their number is given. */
#define ROBOTSC_LINT_LINES 6

enum robotsc_severity {
	ROBOTSC_NOTE = 1,    /* good to know */
	ROBOTSC_WARNING = 2, /* some robots will not do what was meant, or a line is useless */
	ROBOTSC_ERROR = 3    /* what was written has no effect */
};

/* A kind of finding.  docs/lint.md has an example of each. */
struct robotsc_lint_rule {
	const char *id; /* stable */
	enum robotsc_severity severity;
	const char *text; /* what was found */
	const char *hint; /* what to do about it */
};

/* Octets of the file that go, and what is put in their place. */
struct robotsc_edit {
	size_t from, to;          /* offsets; if equal, nothing is removed */
	struct robotsc_text text; /* UTF-8; in the way lines of the file end */
};

/* The change of the file that the hint of a finding advises.  docs/lint.md, "Fixes" */
struct robotsc_fix {
	const char *label;  /* what is done: "Remove this line" */
	const char *effect; /* in words: what it opens and closes, or that this is not known */
	/* In the order of places; no edit begins before the one before it ends. */
	const struct robotsc_edit *edits;
	uint32_t nedits; /* at least 1 */
	/* proved 1: the effect is proved, over all paths and robots; 0: the fix may do more.
	 * changes 0: it opens and closes nothing, as far as that is proved.  Since 0.2. */
	uint16_t proved, changes;
};

/* One finding.  Valid during the call that gets it. */
struct robotsc_finding {
	const struct robotsc_lint_rule *rule;
	uint32_t line;                      /* from 1 */
	uint32_t column;                    /* from 1, in octets */
	uint32_t length;                    /* octets that it is about; 0: a place */
	uint32_t lines[ROBOTSC_LINT_LINES]; /* other lines that it is about, ascending */
	uint32_t nlines;                    /* how many: may be more than there is room for */
	/* More on the line, such as what it was taken for, or how dialects decide; or NULL. */
	const char *said;
	/* An example of a path, as written in a URL; or empty. */
	struct robotsc_text path;
	/* NULL: people must decide. */
	const struct robotsc_fix *fix;
};

/* The result of a lint. */
struct robotsc_lint_summary {
	uint32_t findings;
	/* Questions about rules and dialects that the budget did not suffice for. */
	uint32_t undecided;
	uint64_t steps; /* work done */
};

/* The kinds of findings, from 0 on; NULL after the last.  Static storage.  Any thread.  Since
 * 0.1. */
ROBOTSC_API const struct robotsc_lint_rule *robotsc_lint_rule(size_t index);

/* Look for everything that is worth telling.
 *
 * options  NULL for the defaults; agents, one_robot, form, extensions and diag are ignored.
 *          public_site turns the note that "*" is kept out of everything into an error, unless a
 *          group lets its robot in.
 * robots   the file's octets, any content.
 * len      octets.
 * budget   steps, usually ROBOTSC_LINT_BUDGET; bounds time and memory.  0: only what single lines
 *          look like, in O(len); a summary then has an undecided question.
 * finding  called for each, in the order of lines and columns.
 * summary  out; may be NULL.
 *
 * Findings about rules are proved over all paths and for every robot.  Each is true by itself: a
 * line that is reported as dead, duplicate, conflicting or redundant can be removed, and so can all
 * lines of a redundant-together, and no verdict changes; if there is a condition, said names it.
 * All these lines may also be replaced at once by lines that say nothing.
 * Any thread; calls share nothing.
 * Errors: ROBOTSC_ERR_NOMEM, _ARGUMENT, _DIALECT.  Never the text's fault.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_lint(const struct robotsc_options *options, const void *robots, size_t len, uint64_t budget,
                                             void (*finding)(void *ctx, const struct robotsc_finding *finding), void *ctx,
                                             struct robotsc_lint_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
