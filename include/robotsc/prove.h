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
	/* Of the text; NULL for the defaults.  agents are ignored, but with one_robot the side is
	 * as a blob for them: it answers for no other robot. */
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
	/* Called for each difference, shorter paths first; or NULL. */
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
 * Errors: ROBOTSC_ERR_NOMEM, _ARGUMENT, _DIALECT, _AGENT (a side that does not answer).  Since
 * 0.1. */
ROBOTSC_API enum robotsc_status robotsc_compare(const struct robotsc_side *a, const struct robotsc_side *b,
                                                const struct robotsc_text *tokens, size_t n,
                                                const struct robotsc_question *question, struct robotsc_comparison *comparison);

/* Robots that on each side have the same rules as each other. */
struct robotsc_robots {
	/* Those that a side names, in lower case; valid during the call. */
	const struct robotsc_text *tokens;
	size_t n;
	int others; /* 1: also all robots that neither side names */
};

/* As robotsc_compare, for every robot that a side names, and for all others.
 *
 * before   called before each comparison, with its robots; may be NULL.
 * after    called with its result.
 *
 * Robots with the same rules are compared once.  Names that a side does not answer for are skipped;
 * with one_robot, so are all other robots.
 * There is one budget for all robots: a comparison may take seven eighths of what those before it
 * left.  When it is used up, the answer for the rest is ROBOTSC_UNKNOWN, with no states.  In
 * dialects that compare names one by one, it also takes steps to find out which robots have the
 * same rules.  Robots for which the steps did not suffice are reported together, just before all
 * others.  Reading the sides takes O(n log n) of their octets; no budget bounds that.
 * Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_compare_all(const struct robotsc_side *a, const struct robotsc_side *b,
                                                    const struct robotsc_question *question,
                                                    void (*before)(void *ctx, const struct robotsc_robots *robots),
                                                    void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                                  const struct robotsc_comparison *comparison));

/* How much of a part of a site a robot may fetch.  Values are ABI. */
enum robotsc_extent {
	ROBOTSC_EXTENT_UNKNOWN = 0, /* the budget did not suffice to prove it */
	ROBOTSC_EXTENT_OPEN = 1,    /* every path of the part may be fetched */
	ROBOTSC_EXTENT_PARTLY = 2,  /* some may, and some may not */
	ROBOTSC_EXTENT_CLOSED = 3   /* none may */
};

/* Return the word for an extent ("partly"); NULL for any other value.  Static storage.  Any thread.
 * Since 0.1. */
ROBOTSC_API const char *robotsc_extent_name(enum robotsc_extent extent);

/* A part of a site: the paths that begin with one text, without those that begin with others.  All
 * texts are as in a URL, with their first '/'; escapes are compared as the dialect does. */
struct robotsc_region {
	struct robotsc_text prefix;
	const struct robotsc_text *without;
	size_t nwithout;
	uint64_t reserved[2]; /* 0 */
};

/* Find how much of a part of a site a robot may fetch.
 *
 * side       a blob or a text.
 * tokens, n  as for robotsc_select.
 * region     the part.  /robots.txt itself is left out of every part.
 * budget     in and out: steps, usually ROBOTSC_BUDGET; what was done is taken from it.
 * extent     out.  Of a part without any path it may be OPEN or CLOSED.
 *
 * The answer holds for all paths of the part, of any length.  Takes as long as robotsc_compare.
 * Memory comes from side->options->alloc.  Any thread.
 * Errors: as robotsc_compare; *extent is then untouched.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_closed_below(const struct robotsc_side *side, const struct robotsc_text *tokens, size_t n,
                                                     const struct robotsc_region *region, uint64_t *budget,
                                                     enum robotsc_extent *extent);

/* A part that rules name, and how much of it is open. */
struct robotsc_part {
	/* What its paths begin with, as in a URL: the first folder of a rule, up to the second '/',
	 * the first '?' or the first operator.  Empty: the rest, all paths of no other part. */
	struct robotsc_text prefix;
	int exact; /* 1: it is the one path of a rule that ends with '$' */
	enum robotsc_extent extent;
	uint32_t rules;       /* rules that name it; for the rest: rules that name no part */
	uint32_t line;        /* of the first of these rules, from 1; 0: there is none */
	uint64_t reserved[2]; /* 0 */
};

/* Find how much of each part that the rules of a robot name it may fetch, and how much of the rest.
 *
 * side          a text.
 * tokens, n     as for robotsc_select.
 * budget        as for robotsc_closed_below, for all parts; each part takes at most a quarter
 *               of what is left.
 * part          called for each part, in the order of their octets; the rest is last.  A part may
 *               lie in another: "/a" and "/ab".  What it points to is valid during the call.
 *
 * Reading the text takes O(n log n) of its octets; no budget bounds that.  Any thread.
 * Errors: as robotsc_compare; ROBOTSC_ERR_ARGUMENT for a blob.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_parts(const struct robotsc_side *side, const struct robotsc_text *tokens, size_t n,
                                              uint64_t *budget, void (*part)(void *ctx, const struct robotsc_part *part),
                                              void *ctx);

/* Which paths to give. */
struct robotsc_sampling {
	uint64_t budget;   /* steps, as of a question */
	uint32_t count;    /* how many paths at most */
	unsigned verdicts; /* which verdicts: bits 1 << ROBOTSC_ALLOW, 1 << ROBOTSC_DISALLOW */
	/* 0: a path for each way from state to state, shorter paths first; 1: random paths, some
	 * more than once. */
	int random;
	uint64_t seed; /* of the random paths: the same seed gives the same paths */
	/* Valid during the call. */
	void (*path)(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict);
	void *ctx;
	const struct robotsc_alloc *alloc; /* NULL: malloc */
	/* out: 1 if the budget ended before count paths, or all paths, were given; NULL: not
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
