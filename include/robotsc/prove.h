/* robotsc/prove.h - questions about all paths at once, answered exactly, with examples.
 *
 * Rules and machines are finite automata, so it can be decided whether two of them give every
 * possible path the same verdict.  These calls explore both side by side, shortest paths first.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PROVE_H
#define ROBOTSC_PROVE_H

#include "robotsc/check.h"
#include "robotsc/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What decides on one side: the machines of a blob, or the rules of a text, which is not compiled.
 * All of it is borrowed. */
struct robotsc_side {
	const struct robotsc_blob *blob; /* an opened blob, or NULL for the text below */
	/* Of the text; NULL for the defaults; agents are ignored. */
	const struct robotsc_options *options;
	const void *robots; /* the text */
	size_t len;         /* its octets */
};

/* A budget of steps, one to two seconds of work; most questions take far less.  Whatever the
 * budget, exploring ends when it has taken 128 MiB.  No question about real files that this budget
 * answers takes as much. */
#define ROBOTSC_BUDGET 100000000u

enum robotsc_answer {
	ROBOTSC_SAME = 0,      /* proved: the verdicts are the same for every path */
	ROBOTSC_DIFFERENT = 1, /* there is a path on which they differ */
	/* Neither, within the budget and the memory that exploring may take. */
	ROBOTSC_UNKNOWN = 2
};

/* Why a side gives a path its verdict. */
enum robotsc_reason_kind {
	ROBOTSC_REASON_LINE = 0,    /* a line decides */
	ROBOTSC_REASON_NO_RULE = 1, /* no rule matches */
	/* /robots.txt may always be fetched: a rule that no line holds. */
	ROBOTSC_REASON_ROBOTS_TXT = 2,
	ROBOTSC_REASON_BLOB = 3,   /* the side is a blob, which has no lines */
	ROBOTSC_REASON_UNKNOWN = 4 /* the budget did not suffice to find out */
};

struct robotsc_reason {
	enum robotsc_reason_kind kind;
	uint32_t line;            /* from 1; 0 unless a line decides */
	struct robotsc_text text; /* of that line, without terminator; borrows the robots.txt */
};

/* A path on which two sides differ. */
struct robotsc_difference {
	struct robotsc_text path;        /* as written in a URL; valid during the call */
	enum robotsc_verdict verdict[2]; /* of each side */
	struct robotsc_reason reason[2]; /* of each side */
};

/* How to ask.  All but the budget may be zero. */
struct robotsc_question {
	uint64_t budget; /* steps for the whole call, usually ROBOTSC_BUDGET; bounds time */
	/* Most differences to report in each direction; 0 means 1; no reported path begins with
	 * another. */
	uint32_t most;
	/* For each, shorter paths first; or NULL. */
	void (*difference)(void *ctx, const struct robotsc_difference *d);
	void *ctx;
	const struct robotsc_alloc *alloc; /* NULL: malloc */
	/* 1: only paths as crawlers write them, and not /robots.txt.  Such a path escapes what a
	 * URL cannot hold, in capital digits, and nothing else; and it has no '*'. */
	int usual;
};

/* The result of a comparison. */
struct robotsc_comparison {
	enum robotsc_answer answer;
	/* 1: all paths were explored, so a direction without differences has none. */
	int complete;
	/* Differences reported, by the second side's verdict: disallowed there, allowed there. */
	uint32_t found[2];
	uint32_t states; /* pairs of states explored */
	uint64_t steps;  /* work done: at most what was left of the budget */
};

/* Compare what a robot may fetch, over all paths.
 *
 * a, b        the sides; they may have different dialects.
 * tokens, n   as for robotsc_select.
 * question    how; NULL for ROBOTSC_BUDGET and no calls.
 * comparison  out.
 *
 * Sides with the same rules, in whatever spelling and order, or with the same machines are
 * recognized at once.  The search ends early once question->most differences are known in both
 * directions, or when difference sets the budget to 0.  Where the budget does not suffice, random
 * paths are tried too.
 * Errors: ROBOTSC_ERR_NOMEM, _ARGUMENT, _DIALECT, _AGENT (a blob that does not answer).  Since
 * 0.1. */
ROBOTSC_API enum robotsc_status robotsc_compare(const struct robotsc_side *a, const struct robotsc_side *b,
                                                const struct robotsc_text *tokens, size_t n,
                                                const struct robotsc_question *question, struct robotsc_comparison *comparison);

/* Robots that on each side have the same rules as each other. */
struct robotsc_robots {
	/* Those that a side names, in lower case; valid during the call. */
	const struct robotsc_text *tokens;
	size_t n;
	int others; /* 1: and all robots that neither side names */
};

/* As robotsc_compare, for every robot that a side names, and for all others.
 *
 * before   called before each comparison, with its robots; may be NULL.
 * after    called with its result.
 *
 * Robots with the same rules are compared once.  Names that a blob does not answer for are skipped.
 * There is one budget for all robots: a comparison may take seven eighths of what those before it
 * left.  When it is used up, the answer for the rest is ROBOTSC_UNKNOWN, with no states.  In
 * dialects that compare names one by one, it also takes steps to find out which robots have the
 * same rules.  Robots for which these did not suffice are reported together, just before all
 * others.  Reading the sides takes O(n log n) of their octets; no budget bounds that.
 * Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_compare_all(const struct robotsc_side *a, const struct robotsc_side *b,
                                                    const struct robotsc_question *question,
                                                    void (*before)(void *ctx, const struct robotsc_robots *robots),
                                                    void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                                  const struct robotsc_comparison *comparison));

/* Which paths to give. */
struct robotsc_sampling {
	uint64_t budget;   /* steps, as of a question */
	uint32_t count;    /* how many paths at most */
	unsigned verdicts; /* which verdicts: bits 1 << ROBOTSC_ALLOW, 1 << ROBOTSC_DISALLOW */
	/* 0: a path for each way from state to state, shorter ones first; 1: random ones, some
	 * more than once. */
	int random;
	uint64_t seed; /* of the random paths: the same seed gives the same paths */
	/* Valid during the call. */
	void (*path)(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict);
	void *ctx;
	const struct robotsc_alloc *alloc; /* NULL: malloc */
	/* out: 1 if the budget ended before count paths, or all there are, were given; NULL: not
	 * wanted. */
	int *ended;
};

/* Give paths with their verdicts for a robot, for instance to test another crawler.
 *
 * side       a blob, whose verdicts are those of the runtime, or a text.
 * tokens, n  as for robotsc_select.
 * how        which ones.
 * given      out: how many paths were given.
 *
 * Errors: ROBOTSC_ERR_NOMEM, _ARGUMENT, _DIALECT, _AGENT.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_generate(const struct robotsc_side *side, const struct robotsc_text *tokens, size_t n,
                                                 const struct robotsc_sampling *how, uint32_t *given);

#ifdef __cplusplus
}
#endif
#endif
