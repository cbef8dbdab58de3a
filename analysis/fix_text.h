/* fix_text.h - a text whose findings are fixed: its lines, and the edits of a fix.
 *
 * Lines are read in two ways: as all robots read them, that is User-agent, Allow and Disallow in
 * any case of letters, spelled right; and as the dialect reads them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIX_TEXT_H
#define ROBOTSC_FIX_TEXT_H

#include "linter.h"
#include "support/hash.h"

#define FIX_OPENS_NOTHING "opens nothing, closes nothing as robots are read here"
#define FIX_EDITS (2 + ROBOTSC_LINT_LINES) /* most edits of a fix */
#define FIX_LINES 1000u                    /* most lines that are read for one fix */
#define FIX_STEPS 2000000u                 /* most steps to prove what all fixes of a text change */

enum fix_field {
	FIX_OTHER,
	FIX_AGENT,
	FIX_ALLOW,
	FIX_DISALLOW
};

struct fix_line {
	size_t start, end;         /* without its line end */
	struct robotsc_text text;  /* without white space around it, and a mark before it */
	struct robotsc_text value; /* of a field, without a comment */
	enum fix_field field;      /* as all robots read it */
	enum fix_field read;       /* as the dialect reads it */
};

static inline bool fix_is_rule(const struct fix_line *line)
{
	return line->field == FIX_ALLOW || line->field == FIX_DISALLOW;
}

/* True for a line that ends a record, or begins the next one: a blank one or User-agent. */
static inline bool fix_is_border(const struct fix_line *line)
{
	return line->text.len == 0 || line->field == FIX_AGENT;
}

static inline struct robotsc_text fix_words(const char *text)
{
	return (struct robotsc_text){text, strlen(text)};
}

/* A name in User-agent lines, and the numbers of its first and last line. */
struct fix_name {
	struct robotsc_text name;
	uint32_t first, last;
};

/* Which fixes of a line are doubtful: they would make an accident part of the file. */
enum fix_doubt {
	FIX_DOUBT_NONE,
	FIX_DOUBT_ESCAPES, /* fixes that escape octets of a list, a comment or an entity */
	FIX_DOUBT_ALL      /* all fixes but a line break before another field */
};

/* What all lines of a text say. */
struct fix_facts {
	bool star_named;  /* a group names "*" */
	bool star_allows; /* a group of "*" has an Allow line with a path */
	bool unread;      /* some line was meant as a field, and is not read as one */
	uint8_t *doubts;  /* by line: enum fix_doubt */
	uint32_t first_agent;
	uint32_t *ranks; /* of all rules, ascending */
	size_t nranks;
	struct fix_name *names;
	size_t names_room;
	struct hash_table table; /* of names */
};

/* A text, and the steps that may be spent on proofs about it. */
struct fix_effect {
	struct arena *arena;
	const struct robotsc_options *options;
	const uint8_t *at;
	size_t len;
	uint64_t left;  /* steps for the proofs of all fixes */
	uint64_t steps; /* out: work done */
	bool proved;    /* out: the last effect is complete; false: there may be more */
	bool changes;   /* out: the last effect opens or closes something */
};

/* A text whose findings are fixed. */
struct fixer {
	const struct linter *l;
	struct arena *arena;
	const struct robotsc__dialect *dialect;
	const struct document *doc;
	const uint8_t *at;
	size_t len;
	bool strict;   /* misspelt fields are refused */
	size_t mark;   /* octets of a byte order mark, which columns do not count */
	size_t *marks; /* where each 64th line begins */
	uint32_t lines;
	uint32_t line; /* the last line that was asked for, from 1 */
	size_t start;  /* where it begins */
	struct fix_facts facts;
	/* Of one fix. */
	const struct robotsc_finding *f;
	size_t from, to; /* the octets that the finding is about */
	uint32_t looked; /* lines */
	struct robotsc_edit edits[FIX_EDITS];
	struct robotsc_fix fix;
	bool proved; /* it is proved that no verdict changes */
	struct fix_effect effect;
	bool failed; /* there is none */
	bool nomem;
};

/* Begin to fix the text of a lint.  mark: octets of its byte order mark.  False: no memory. */
bool robotsc__fixer_begin(struct fixer *x, const struct linter *l, size_t mark);

bool robotsc__fix_is_white(int c);

/* True if a byte order mark is at a place. */
bool robotsc__fix_is_marked(const struct fixer *x, size_t at);

/* Set from and to: the octets that the finding is about. */
void robotsc__fix_place(struct fixer *x);

/* Read a line.  False: the text has none of this number, or FIX_LINES were read already. */
bool robotsc__fix_look(struct fixer *x, uint32_t number, struct fix_line *line);

/* Read a line as the dialect does.  False: as above. */
bool robotsc__fix_read(struct fixer *x, uint32_t number, struct line *line);

/* How lines of the text end. */
struct robotsc_text robotsc__fix_line_break(const struct fixer *x);

/* The first and the last line of a name that User-agent lines have. */
const struct fix_name *robotsc__fix_named(struct fixer *x, struct robotsc_text name);

/* Room for len octets; NULL: nomem is set. */
char *robotsc__fix_take(struct fixer *x, size_t len);
/* Join two texts.  The result is empty if there is no memory. */
struct robotsc_text robotsc__fix_joined(struct fixer *x, struct robotsc_text a, struct robotsc_text b);

/* Replace octets by a text.  Insertions at one place keep their order. */
void robotsc__fix_put(struct fixer *x, size_t from, size_t to, struct robotsc_text text);

/* Put a text in, with line ends before and after it: how many of each. */
void robotsc__fix_put_lines(struct fixer *x, size_t at, size_t before, struct robotsc_text text, size_t after);

/* Remove a line with its line end; if it is the last line, with the line end before it. */
void robotsc__fix_remove(struct fixer *x, const struct fix_line *line);

/* ---- fix_effect.c, fix_same.c ---- */

/* Say in words what the edits open and close, or that this was not found out, since too few steps
 * are left or there is no memory.  The words may be in the arena. */
const char *robotsc__fix_effect_of(struct fix_effect *e, const struct robotsc_fix *fix);

/* Learn the precedence of all rules.  False: no memory. */
bool robotsc__fix_learn_ranks(struct fixer *x);

/* True if the line of the finding has, after the edits, a rule that decides the same as before.  No
 * search is needed.  others: also for robots that count octets in another way. */
bool robotsc__fix_keeps_rule(struct fixer *x, bool others);

/* ---- fix_values.c ---- */

/* Fixes that write into a line what its author meant. */
void robotsc__fix_break_line(struct fixer *x);
void robotsc__fix_write_characters(struct fixer *x);
void robotsc__fix_line_for_each(struct fixer *x);
void robotsc__fix_mend_hidden(struct fixer *x);
void robotsc__fix_begin_path(struct fixer *x);

/* Remove the rule of the finding, or all rules that it names. */
void robotsc__fix_remove_rule(struct fixer *x);
void robotsc__fix_remove_together(struct fixer *x);

/* ---- lint_fix.c ---- */

/* The fix of a finding; NULL: there is none, or nomem is set.  It is valid until the next call, or
 * until the arena is reset to an earlier mark. */
const struct robotsc_fix *robotsc__fixer_fix(struct fixer *x, const struct robotsc_finding *f);

#endif
