/* robotsc/report.h - answers as text for people and for other programs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REPORT_H
#define ROBOTSC_REPORT_H

#include "robotsc/lint.h"

#ifdef __cplusplus
extern "C" {
#endif

/* docs/lint.md shows each. */
enum robotsc_report_format {
	ROBOTSC_REPORT_TEXT = 0,   /* for people */
	ROBOTSC_REPORT_JSON = 1,   /* one document */
	ROBOTSC_REPORT_SARIF = 2,  /* SARIF 2.1.0: one document */
	ROBOTSC_REPORT_GITHUB = 3, /* workflow commands of GitHub, a line each */
	ROBOTSC_REPORT_JSONL = 4   /* JSON, an answer a line */
};

/* How a report is written, and where to. */
struct robotsc_report {
	/* Receives the report in pieces, in order. */
	void (*write)(void *ctx, const char *text, size_t len);
	void *ctx;
	enum robotsc_report_format format;
	int color;            /* not 0: text has the color codes of terminals */
	uint32_t width;       /* octets of a line of robots.txt that text shows; 0: 160 */
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
	uint64_t reserved[2]; /* 0 */
};

/* What was found in all files of a report.  All 0 at its beginning.  The report counts, except for
 * unread and trouble, which are the caller's. */
struct robotsc_lint_total {
	uint64_t files;    /* linted */
	uint64_t clean;    /* of these without findings */
	uint64_t unread;   /* files that could not be read, or not linted */
	uint64_t findings; /* of all files */
	uint64_t undecided;
	uint64_t with[4];            /* files with a finding of enum robotsc_severity */
	enum robotsc_severity worst; /* 0 without findings */
	int trouble;                 /* not 0: something else went wrong, which SARIF says */
	uint64_t reserved[2];        /* 0 */
};

/* Write what stands before the first file.
 *
 * report  borrowed during the call, as in the next two.
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

/* How octets of others are spelled inside a text. */
enum robotsc_spelling {
	/* UTF-8 stays.  Control characters, what changes the direction of text, octets that are not
	 * UTF-8, and a backslash that could be taken for one of these become \xHH. */
	ROBOTSC_SPELL_TEXT = 0,
	/* The same where a line begins: of "::", which begins a workflow command of GitHub, the
	 * first becomes \x3A. */
	ROBOTSC_SPELL_LINE = 1,
	/* The inside of a JSON string.  Octets that are not UTF-8 become \\xHH. */
	ROBOTSC_SPELL_JSON = 2,
	/* The message of a workflow command of GitHub, and the value of a property. */
	ROBOTSC_SPELL_GITHUB = 3,
	ROBOTSC_SPELL_GITHUB_PROPERTY = 4
};

/* Write any octets so that they control nothing.
 *
 * write  receives the spelled text in pieces.
 *
 * Cost O(len).  No allocation.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_spell(struct robotsc_text text, enum robotsc_spelling spelling,
                               void (*write)(void *ctx, const char *text, size_t len), void *ctx);

#ifdef __cplusplus
}
#endif
#endif
