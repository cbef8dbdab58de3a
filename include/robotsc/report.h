/* robotsc/report.h - answers as text for people and for other programs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REPORT_H
#define ROBOTSC_REPORT_H

#include "robotsc/access.h"
#include "robotsc/explain.h"
#include "robotsc/lint.h"
#include "robotsc/page.h"
#include "robotsc/prove.h"

#ifdef __cplusplus
extern "C" {
#endif

/* docs/lint.md and docs/analysis.md show them.  A format that an answer does not have is text. */
enum robotsc_report_format {
	ROBOTSC_REPORT_TEXT = 0,   /* for people */
	ROBOTSC_REPORT_JSON = 1,   /* one document */
	ROBOTSC_REPORT_SARIF = 2,  /* SARIF 2.1.0: one document */
	ROBOTSC_REPORT_GITHUB = 3, /* workflow commands of GitHub, a line each */
	ROBOTSC_REPORT_JSONL = 4,  /* JSON, an answer a line */
	/* JSON with all members, for programs that make objects of it; of comparisons an object a
	 * line.  Texts keep their octets, so it is UTF-8 only when they are. */
	ROBOTSC_REPORT_OBJECT = 5,
	ROBOTSC_REPORT_CSV = 6, /* a table: RFC 4180, but lines end with LF */
	ROBOTSC_REPORT_HTML = 7 /* a whole page, which loads nothing */
};

/* How a report is written, and where to. */
struct robotsc_report {
	/* Receives the report in pieces, in order. */
	void (*write)(void *ctx, const char *text, size_t len);
	void *ctx;
	enum robotsc_report_format format;
	int color;            /* not 0: text has the color codes of terminals */
	uint32_t width;       /* octets of a line that text shows; 0: lint 160, explain all */
	int many;             /* not 0: there may be many files, and text counts them */
	uint64_t most;        /* findings of each kind that text shows for a file; 0: all */
	uint64_t reserved[2]; /* 0 */
};

/* A robots.txt to report on. */
struct robotsc_report_file {
	struct robotsc_text name; /* of a file, or its URL; any octets */
	int is_url;               /* the name is a URL: SARIF keeps its scheme */
	const void *robots;       /* the file's octets, any content */
	size_t len;
	/* Called with each finding after it was written, as robotsc_lint does; NULL: not wanted. */
	void (*finding)(void *ctx, const struct robotsc_finding *finding);
	void *ctx;
};

/* What was found in all files of a report.  All 0 at its beginning.  The report counts, except for
 * unread and trouble, which are the caller's. */
struct robotsc_lint_total {
	uint64_t files;    /* linted */
	uint64_t clean;    /* files without findings */
	uint64_t unread;   /* files that could not be read, or not linted */
	uint64_t findings; /* of all files */
	uint64_t undecided;
	uint64_t with[4];            /* files with a finding of enum robotsc_severity */
	enum robotsc_severity worst; /* 0 without findings */
	int trouble;                 /* not 0: something else went wrong, and SARIF is to say so */
	uint64_t steps;              /* work done */
	uint64_t reserved;           /* 0 */
};

/* Write what stands before the first file.
 *
 * report  borrowed during the call, as in the next two calls.
 *
 * The format needs one call of this, one of robotsc_lint_report_file for each file, and one of
 * robotsc_lint_report_end, in this order.  No allocation.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_lint_report_begin(const struct robotsc_report *report);

/* Lint a file, and write its findings.
 *
 * options, budget  as for robotsc_lint.
 * file             borrowed during the call.
 * total            in and out: counts this file too.
 *
 * The report is whole also after an error; nothing is added to total->unread.  Cost and errors are
 * those of robotsc_lint.  Any thread; calls share only what they are given.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_lint_report_file(const struct robotsc_report *report, const struct robotsc_options *options,
                                                         const struct robotsc_report_file *file, uint64_t budget,
                                                         struct robotsc_lint_total *total);

/* Write what stands after the last file.  Since 0.1. */
ROBOTSC_API void robotsc_lint_report_end(const struct robotsc_report *report, const struct robotsc_lint_total *total);

/* Two sides whose verdicts are compared.  All of it is borrowed during a call. */
struct robotsc_report_pair {
	struct robotsc_text name; /* of the pair, if there are many; at is NULL: it has none */
	struct robotsc_side sides[2];
	struct robotsc_text files[2];  /* the names of their files; any octets */
	struct robotsc_text labels[2]; /* what text calls them; any octets */
	/* Product tokens to compare for, each by itself with what the others left of the budget;
	 * 0: all robots that a side names, and all others.  A side with one_robot answers for its
	 * own names alone. */
	const struct robotsc_text *agents;
	size_t nagents;
	const struct robotsc_text *fallbacks; /* tokens for those of agents that no group names */
	size_t nfallbacks;
	unsigned errors;      /* GitHub: new verdicts that are errors, as bits 1 << ROBOTSC_ALLOW */
	uint64_t reserved[2]; /* 0 */
};

/* The results of all pairs of a report.  All 0 at its beginning, but for labels.  The report
 * counts, except for unread, which is the caller's. */
struct robotsc_diff_total {
	struct robotsc_text labels[2]; /* what text calls the sides of all pairs */
	uint64_t written;              /* pairs, and files of one side, that are in the report */
	uint64_t answers[3];           /* pairs, by enum robotsc_answer: one result decides */
	uint64_t only[2];              /* files that only one side has */
	uint64_t unread;               /* pairs that could not be compared */
	uint64_t results[3];           /* results for robots, by enum robotsc_answer */
	/* Results, by verdict: the second side gives it newly to a path, or may do so. */
	uint64_t changed[2];
	uint64_t reserved[2]; /* 0 */
};

/* Write what stands before the first pair.
 *
 * report  borrowed during the call, as in the next calls.
 *
 * A report needs one call of this, one of robotsc_diff_report_pair for each pair, one of _only for
 * each file that one side alone has, and one of robotsc_diff_report_end.  Any thread.
 * Since 0.1. */
ROBOTSC_API void robotsc_diff_report_begin(const struct robotsc_report *report);

/* Compare two sides, and write what differs.
 *
 * pair      the sides, and how they are called.
 * question  how to compare, as for robotsc_compare_all; not NULL.
 * after     called with question->ctx and each result, after question->difference was called for
 *           what differs; both may be NULL.
 * total     in and out: counts this pair too, unless there was an error or no result.
 *
 * Errors: those of robotsc_compare.  The report is whole also after an error.  Allocates what
 * comparing does, and room for the paths of a result.  Any thread; calls share only what they are
 * given.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_diff_report_pair(
	const struct robotsc_report *report, const struct robotsc_report_pair *pair, const struct robotsc_question *question,
	void (*after)(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison),
	struct robotsc_diff_total *total);

/* Write that only one side has a file.
 *
 * side  0 or 1.
 * name  of the pair that it would be in.
 * file  the name of the file.
 *
 * No allocation.  Since 0.1. */
ROBOTSC_API void robotsc_diff_report_only(const struct robotsc_report *report, int side, struct robotsc_text name,
                                          struct robotsc_text file, struct robotsc_diff_total *total);

/* Write what stands after the last pair.  Since 0.1. */
ROBOTSC_API void robotsc_diff_report_end(const struct robotsc_report *report, const struct robotsc_diff_total *total);

/* Prove that a blob gives the verdicts of its text, and write what is proved.
 *
 * pair  the text, then the blob.
 *
 * The rest is as for robotsc_diff_report_pair; this is a whole report.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_verify_report(const struct robotsc_report *report, const struct robotsc_report_pair *pair,
                                                      const struct robotsc_question *question,
                                                      void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                                    const struct robotsc_comparison *comparison),
                                                      struct robotsc_diff_total *total);

/* Return the word for an answer ("same"), and for why a side decides ("no-rule"), as JSON has them,
 * and why in words ("no rule matches"); NULL for any other value, and in words where a line
 * decides.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_answer_name(enum robotsc_answer answer);
ROBOTSC_API const char *robotsc_reason_name(enum robotsc_reason_kind kind);
ROBOTSC_API const char *robotsc_reason_text(enum robotsc_reason_kind kind);

/* Flags of struct robotsc_report_url.  Values may be added up. */
enum robotsc_report_url_flag {
	ROBOTSC_URL_UNKNOWN = 1,    /* it is no URL and no path; no more is said */
	ROBOTSC_URL_NO_CHANGES = 2, /* what would change the verdict is not looked for */
	ROBOTSC_URL_DIALECT = 4     /* text names the dialect; JSON always does */
};

/* A URL to explain.  All of it is as for robotsc_explain, and borrowed during the call. */
struct robotsc_report_url {
	struct robotsc_text url;
	const struct robotsc_options *options; /* NULL for the defaults */
	const void *robots;
	size_t len;
	const struct robotsc_text *tokens;
	size_t n;
	unsigned flags;       /* enum robotsc_report_url_flag */
	uint64_t reserved[2]; /* 0 */
};

/* The answers of a report so far.  All 0 at its beginning. */
struct robotsc_explain_total {
	uint64_t allowed;
	uint64_t disallowed;
	uint64_t unknown;
	uint64_t reserved[1]; /* 0 */
};

/* Write what stands before the first answer.  As for lint, the format needs one call of this, one
 * of robotsc_explain_report_url for each URL, and one of robotsc_explain_report_end.  Since 0.1. */
ROBOTSC_API void robotsc_explain_report_begin(const struct robotsc_report *report);

/* Explain a verdict, and write the answer: the group, the line that decides, others that match, and
 * what would change the verdict, with another URL whose verdict that changes.
 *
 * url    borrowed during the call.
 * total  in and out: counts this URL too.
 *
 * After an error nothing is written.  Takes as long as robotsc_explain and robotsc_changes, and
 * some 20 ms for each change that may turn other verdicts around.  Memory comes from
 * options->alloc.  Any thread; calls share only what they are given.
 * Errors: as robotsc_explain.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_explain_report_url(const struct robotsc_report *report,
                                                           const struct robotsc_report_url *url,
                                                           struct robotsc_explain_total *total);

/* Write what stands after the last answer.  Since 0.1. */
ROBOTSC_API void robotsc_explain_report_end(const struct robotsc_report *report);

/* Write what a page says to a robot.
 *
 * directives  of robotsc_page_end.
 * policy      the room that robotsc_page_policy got; NULL: the URL of tdm-policy is not written.
 *
 * No allocation.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_page_report(const struct robotsc_report *report, const struct robotsc_directives *directives,
                                     const char *policy);

/* As robotsc_page_report, and before it whether the page may be fetched and is to be indexed.
 * answer: of robotsc_answer_page.  Since 0.2. */
ROBOTSC_API void robotsc_page_answer_report(const struct robotsc_report *report, const struct robotsc_directives *directives,
                                            const char *policy, const struct robotsc_page_answer *answer);

/* ---- what became of origins ---- */

/* How two times differ in what is known of an origin.  The last value that applies counts. */
enum robotsc_became {
	ROBOTSC_BECAME_SAME = 0,
	ROBOTSC_BECAME_TIMES = 1,    /* it was fetched again, and nothing else */
	ROBOTSC_BECAME_TEXT = 2,     /* another text, the same verdicts */
	ROBOTSC_BECAME_OUTCOME = 3,  /* another outcome of the fetch, the same verdicts */
	ROBOTSC_BECAME_UNKNOWN = 4,  /* the budget did not suffice to compare the verdicts */
	ROBOTSC_BECAME_VERDICTS = 5, /* a URL is newly allowed or disallowed */
	ROBOTSC_BECAME_ADDED = 6,
	ROBOTSC_BECAME_REMOVED = 7
};
#define ROBOTSC_BECAME_COUNT 8

/* Return the name of a change ("verdicts"); NULL for other values.  Static storage.  Any thread.
 * Since 0.1. */
ROBOTSC_API const char *robotsc_became_name(enum robotsc_became became);

/* An origin at two times.  All of it is borrowed during a call. */
struct robotsc_origin_change {
	struct robotsc_text origin;
	const struct robotsc_decision *decisions[2]; /* NULL: it is not there */
	const struct robotsc_blob *blobs[2];         /* of the times when it is there */
	/* The robots to compare for, as in struct robotsc_report_pair. */
	const struct robotsc_text *agents;
	size_t nagents;
	const struct robotsc_text *fallbacks;
	size_t nfallbacks;
	struct robotsc_text version; /* in a history: where the second is from; at is NULL: none */
	uint64_t reserved[2];        /* 0 */
};

/* The results of all origins of a report.  All 0 at its beginning.  The report counts, but a caller
 * may add its own findings to the member changes. */
struct robotsc_change_total {
	uint64_t changes[ROBOTSC_BECAME_COUNT]; /* origins, by enum robotsc_became */
	uint64_t written;                       /* origins that are in the report */
	/* Results for robots, as changed in struct robotsc_diff_total. */
	uint64_t verdicts[2];
	uint64_t reserved[2]; /* 0 */
};

/* Write what stands before the first origin; an origin, if more than its times differ; what stands
 * after the last.
 *
 * report    text, JSON or JSONL; the last has no summary at its end.
 * question  as for robotsc_diff_report_pair: for each origin.
 * total     in and out: counts this origin too.
 *
 * Verdicts are compared where blobs differ, over all paths.  Of records that differ the fields are
 * named: those of the file, and of the robots to compare for, or else of robots without a name.
 * Errors: those of robotsc_compare, and NOMEM.  The report is whole also after an error.  Any
 * thread; calls share only what they are given.  Since 0.1. */
ROBOTSC_API void robotsc_change_report_begin(const struct robotsc_report *report);
ROBOTSC_API enum robotsc_status robotsc_change_report_origin(const struct robotsc_report *report,
                                                             const struct robotsc_origin_change *change,
                                                             const struct robotsc_question *question,
                                                             struct robotsc_change_total *total);
ROBOTSC_API void robotsc_change_report_end(const struct robotsc_report *report, const struct robotsc_change_total *total);

/* How octets that somebody else wrote are spelled inside a text. */
enum robotsc_spelling {
	/* UTF-8 stays.  Control characters, what changes the direction of text, octets that are not
	 * UTF-8, and a backslash that could be taken for one of these become \xHH. */
	ROBOTSC_SPELL_TEXT = 0,
	/* As TEXT, at the beginning of a line: of "::", which begins a workflow command of GitHub,
	 * the first octet becomes \x3A. */
	ROBOTSC_SPELL_LINE = 1,
	/* The inside of a JSON string.  Octets that are not UTF-8 become \\xHH. */
	ROBOTSC_SPELL_JSON = 2,
	/* The message of a workflow command of GitHub, and the value of a property. */
	ROBOTSC_SPELL_GITHUB = 3,
	ROBOTSC_SPELL_GITHUB_PROPERTY = 4,
	/* A path that robotsc found, so that 'robotsc check' takes it: $'...' where it has spaces
	 * or octets outside of ASCII; after http://h where it could be taken for a host. */
	ROBOTSC_SPELL_PATH = 5,
	/* As PATH, as a word of a shell: '...' where it has characters that shells read. */
	ROBOTSC_SPELL_SHELL = 6
};

/* Write any octets so that they control nothing.
 *
 * write  receives the spelled text in pieces.
 *
 * Cost O(len).  No allocation.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_spell(struct robotsc_text text, enum robotsc_spelling spelling,
                               void (*write)(void *ctx, const char *text, size_t len), void *ctx);

/* Write whose rules were compared: "a, b, 7 more", "all others".
 *
 * No allocation.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_spell_robots(const struct robotsc_robots *robots, void (*write)(void *ctx, const char *text, size_t len),
                                      void *ctx);

#define ROBOTSC_TIME_ROOM 32u /* octets of a time */

/* Write a time as ISO 8601 has it, such as 2026-01-31T12:00:00Z.
 *
 * seconds  since 1970, UTC.
 * out      out: the time, and a NUL.  The number if it is over a day outside the years 0 to 9999.
 *
 * Cost O(1).  No allocation.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_write_time(int64_t seconds, char out[ROBOTSC_TIME_ROOM]);

#ifdef __cplusplus
}
#endif
#endif
