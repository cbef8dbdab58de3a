/* robotsc/summary.h - what a robots.txt means, for all crawlers at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_H
#define ROBOTSC_SUMMARY_H

#include "robotsc/access.h"
#include "robotsc/extensions.h"
#include "robotsc/lint.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A budget of steps for one file, about a second; most files take far less. */
#define ROBOTSC_SUMMARY_BUDGET 40000000u

/* A crawler that a summary is to name.  All of it is borrowed as long as the summary. */
struct robotsc_crawler {
	const char *token;   /* its product token */
	const char *maker;   /* or NULL */
	const char *purpose; /* such as "ai-training"; crawlers of one purpose stand together */
	const char *obeys;   /* the token whose group it obeys if no group names it, or NULL */
	const char *note;    /* or NULL */
	enum robotsc_dialect dialect;
	int ignores_star;     /* not 0: the groups of "*" do not hold for it */
	int only_named;       /* not 0: it is left out unless a User-agent line names it */
	uint64_t reserved[2]; /* 0 */
};

/* Return the list of crawlers that this library has, *n of them, as the pages of their makers
 * describe them.  docs/site-owners.md.  Static storage.  Any thread.  Since 0.2. */
ROBOTSC_API const struct robotsc_crawler *robotsc_crawlers(size_t *n);

/* The most tokens whose groups a crawler looks for, one after the other. */
#define ROBOTSC_CRAWLER_TOKENS 4

/* List the tokens whose groups a robot obeys: the first that a robots.txt names counts.
 *
 * crawlers  a list, and n: how many it has.
 * robot     its product token; letter case does not count.
 * tokens    out: the robot's own token, then that of the crawler whose group it obeys where none
 *           names it, as the list says, and so on.  They borrow robot and the list.
 *
 * Returns how many there are, at least 1.  Cost O(n).  Any thread.  Cannot fail.  Since 0.2. */
ROBOTSC_API size_t robotsc_crawler_tokens(const struct robotsc_crawler *crawlers, size_t n, struct robotsc_text robot,
                                          struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS]);

/* How to summarize.  All may be 0 but the budget. */
struct robotsc_summary_question {
	/* Of the text; NULL for the defaults; agents, one_robot and form are ignored.  Its dialect
	 * is that of robots that are no crawlers of the list. */
	const struct robotsc_options *options;
	const struct robotsc_crawler *crawlers;
	size_t ncrawlers;
	uint64_t budget;      /* steps, usually ROBOTSC_SUMMARY_BUDGET; bounds time and memory */
	uint64_t reserved[4]; /* 0 */
};

/* Lines of a group that a robot obeys. */
struct robotsc_summary_lines {
	uint32_t first, last;              /* from its first User-agent line to its last rule */
	uint32_t allow, disallow;          /* rules */
	const struct robotsc_text *agents; /* its User-agent lines, as they are compared */
	size_t nagents;
};

/* A line of another field. */
struct robotsc_summary_record {
	enum robotsc_line_field field;
	uint32_t line;
	uint32_t milliseconds; /* of Crawl-delay */
	struct robotsc_text value;
};

/* The preference for a label of Content-Usage, Content-Signal or Noindex, for the front page. */
struct robotsc_summary_preference {
	enum robotsc_line_field field;
	struct robotsc_text label, value;
};

/* What holds for some robots: those that obey the same lines, and get the same verdicts. */
struct robotsc_summary_answer {
	enum robotsc_extent extent;                /* of the whole site but /robots.txt */
	enum robotsc_verdict root;                 /* of "/" */
	const struct robotsc_summary_lines *lines; /* of their groups; none: no rule holds */
	size_t nlines;
	const struct robotsc_part *parts; /* as of robotsc_parts; the last is the rest */
	size_t nparts;
	/* Lines of "*" that close what is open to these robots, as lint names them: the first
	 * ROBOTSC_LINT_LINES, and how many there are. */
	uint32_t not_inherited[ROBOTSC_LINT_LINES], nnot_inherited;
	/* Crawl-delay, Request-rate, Visit-time: the first of them, if they are many. */
	const struct robotsc_summary_record *delays;
	size_t ndelays;
	const struct robotsc_summary_preference *preferences; /* those that are stated */
	size_t npreferences;
	uint32_t preferences_below; /* lines of preferences that are for some paths only */
	uint32_t robots, known;     /* how many robots; of these, crawlers of the list */
};

/* A robot: a crawler of the list, one that the file names, or all others. */
struct robotsc_summary_robot {
	struct robotsc_text token;             /* as the list or the file has it; empty: others */
	const struct robotsc_crawler *crawler; /* NULL: it is not in the list */
	enum robotsc_dialect dialect;
	/* Whose group it obeys: its own, that of another token, that of "*"; empty: nobody's. */
	struct robotsc_text obeys;
	uint32_t answer; /* index */
};

/* What lint finds, kind by kind. */
struct robotsc_summary_finding {
	const struct robotsc_lint_rule *rule;
	uint32_t line;  /* the first line with it */
	uint32_t count; /* how many there are */
};

/* A summary.  Answers that close most come first; of equal ones, that for all others, then those
 * for crawlers of the list.  Robots have the order of their answers, then that of the list, purpose
 * by purpose, then that of the file.  What lint finds is in the order of severity, then of
 * lines. */
struct robotsc_summary {
	enum robotsc_content content;               /* what the text looks like */
	uint32_t octets, nlines;                    /* of the text, as far as it is read */
	const struct robotsc_summary_lines *groups; /* in the dialect of the options */
	const struct robotsc_summary_answer *answers;
	const struct robotsc_summary_robot *robots;
	/* Of the file as a whole: Sitemap, Host and so on; the first thousand. */
	const struct robotsc_summary_record *records;
	const struct robotsc_summary_finding *findings;
	size_t ngroups, nanswers, nrobots, nrecords, nfindings;
	uint32_t severities[4]; /* findings, by enum robotsc_severity */
	uint32_t undecided;     /* questions that the budget did not suffice for */
	uint32_t left_out;      /* robots of the file that were not looked up */
	uint64_t steps;         /* work done */
	uint64_t reserved[4];
};

/* Say what a robots.txt means, for each crawler of a list, each robot that the file names, and all
 * others.
 *
 * question  how.
 * robots    the file's octets, any content.  Borrowed as long as the summary.
 * len       octets.
 * summary   out: release it with robotsc_free_summary.  Untouched on error.
 *
 * A crawler is answered in its own dialect.  Extents are proved over all paths, as robotsc_parts
 * does; where the budget does not suffice they are ROBOTSC_EXTENT_UNKNOWN.
 * Any thread; calls share nothing.
 * Errors: ROBOTSC_ERR_NOMEM, _TOO_LARGE, _ARGUMENT, _DIALECT.  Never the text's fault.  Since
 * 0.1. */
ROBOTSC_API enum robotsc_status robotsc_summarize(const struct robotsc_summary_question *question, const void *robots, size_t len,
                                                  const struct robotsc_summary **summary);

/* The Allow patterns that alone open an answer: without its Allow lines no path but /robots.txt is
 * open, with them not every path, and none of the patterns matches every path.
 *
 * answer  an index of summary->answers.
 * n       out: how many there are, at most 100; 0: it is open, closed, or partly open otherwise.
 * more    out: how many are left out.  May be NULL.
 *
 * Returns them as the file has them, in its order.  Those that open nothing are left out where the
 * budget sufficed to prove it.  They live as long as the summary.  Any thread.  Since 0.2. */
ROBOTSC_API const struct robotsc_text *robotsc_summary_closed_but(const struct robotsc_summary *summary, size_t answer, size_t *n,
                                                                  size_t *more);

/* Release a summary; NULL: nothing.  Since 0.1. */
ROBOTSC_API void robotsc_free_summary(const struct robotsc_summary *summary);

/* A line that closes a URL to robots. */
struct robotsc_closed {
	size_t url;                        /* an index of the URLs */
	struct robotsc_text text;          /* the line without terminator; borrows the robots.txt */
	const struct robotsc_text *robots; /* product tokens, in the order of the question */
	size_t nrobots;
	uint32_t line; /* that decides; 0: the dialect closes what no rule matches */
	uint32_t reserved[3];
};

/* Say which of many URLs, such as those of a sitemap, a robots.txt closes, to whom, and by which
 * line.
 *
 * question      as for robotsc_summarize; its budget is not used.
 * robots, len   the file's octets, any content.
 * names         whom to ask for, and nnames: product tokens, and purposes, each for all crawlers of
 *               the list that a page describes.  A crawler is asked for in its own dialect, by
 *               the groups that robotsc_crawler_tokens says; any other in that of the options.
 * urls, nurls   each as the url of robotsc_check_url.  The host is not looked at.
 * closed        called in the order of the URLs, for each line that closes one to some of them;
 *               what it gets is valid during the call.
 *
 * Time is linear in the URLs for each policy that these robots have, and as robotsc_deciding_lines
 * for what is closed.  Any thread.
 * Errors: as robotsc_compile; closed is then not called.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_closed_urls(const struct robotsc_summary_question *question, const void *robots, size_t len,
                                                    const struct robotsc_text *names, size_t nnames,
                                                    const struct robotsc_text *urls, size_t nurls,
                                                    void (*closed)(void *ctx, const struct robotsc_closed *closed), void *ctx);

/* What an edit means to a robot.  Values are ABI. */
enum robotsc_edit_effect {
	ROBOTSC_EDIT_CLOSED = 0,
	ROBOTSC_EDIT_WAS_CLOSED = 1, /* it was closed before, and stays so */
	ROBOTSC_EDIT_OPEN = 2,
	ROBOTSC_EDIT_WAS_OPEN = 3,
	/* Nothing changes for it: it got a name in the group that it obeyed, since it would obey
	 * the new group of another robot. */
	ROBOTSC_EDIT_KEPT = 4
};

struct robotsc_edited_robot {
	struct robotsc_text token;
	enum robotsc_edit_effect effect;
	uint32_t reserved;
};

/* What was proved of an edit.  Values are ABI. */
enum robotsc_edit_outcome {
	ROBOTSC_EDIT_PROVED = 0,     /* it does what was asked for, and nothing else */
	ROBOTSC_EDIT_NOT_CLOSED = 1, /* a robot would not be closed */
	ROBOTSC_EDIT_NOT_OPEN = 2,
	ROBOTSC_EDIT_CHANGES = 3, /* verdicts would change for another robot */
	ROBOTSC_EDIT_RECORDS = 4, /* other lines, such as Crawl-delay, would hold for another */
	ROBOTSC_EDIT_UNKNOWN = 5  /* the budget did not suffice */
};

/* An edit.  Valid during the call that gets it. */
struct robotsc_access_edit {
	enum robotsc_edit_outcome outcome;
	uint32_t reserved;
	struct robotsc_text text;                  /* the text after the edit */
	const struct robotsc_edited_robot *robots; /* robots that were named, or kept */
	size_t nrobots;
	/* Unless PROVED: the robot that the outcome is about (empty: robots that nobody names), and
	 * a path on which the verdict would change, or empty. */
	struct robotsc_text robot, path;
	uint64_t more[2]; /* 0 */
};

/* Change a text so that some crawlers may fetch nothing, and others everything.
 *
 * question      as for robotsc_summarize; its budget is for all proofs together.
 * robots, len   the file's octets, any content.
 * shut_out      who may fetch nothing but /robots.txt, and nshut_out: purposes and tokens, as for
 *               robotsc_closed_urls.
 * let_in        who may fetch everything, and nlet_in.  A token says more than a purpose.
 * edited        called once, with ROBOTSC_OK.
 *
 * Lines that stay keep their octets; new ones end as the first does.  It is proved over all paths
 * that each robot that is named is closed or open, in its own dialect; and that for no other robot
 * a verdict, a record or a preference for the front page changes: crawlers of the list, those that
 * a text names, and all others, in the dialects of the list and of the options.
 * Any thread.
 * Errors: as robotsc_compile; ROBOTSC_ERR_ARGUMENT also for a name that is in both lists, that is
 * empty, or that begins with '*'.  edited is then not called.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_edit_access(const struct robotsc_summary_question *question, const void *robots, size_t len,
                                                    const struct robotsc_text *shut_out, size_t nshut_out,
                                                    const struct robotsc_text *let_in, size_t nlet_in,
                                                    void (*edited)(void *ctx, const struct robotsc_access_edit *edit), void *ctx);

/* Part the URLs of a sitemap: those of the site, and those of other hosts, which have a robots.txt
 * of their own.
 *
 * alloc  NULL for malloc.
 * urls   in and out: n of them, at most UINT32_MAX.  URLs with the scheme, host and port that most
 *        have, and all paths, come first, then the others; both keep their order.
 * own    out: how many are the site's.
 *
 * Takes n log n.  Any thread.  Errors: ROBOTSC_ERR_NOMEM, _TOO_LARGE; urls stay as they are.  Since
 * 0.2. */
ROBOTSC_API enum robotsc_status robotsc_part_urls(const struct robotsc_alloc *alloc, struct robotsc_text *urls, size_t n,
                                                  size_t *own);

/* Summarize a file, and write it: as text, JSON, an object, or a page of HTML.
 *
 * report    how.  Text has up to report->width columns; 0: 100.
 * question  as for robotsc_summarize.
 * file      its finding is not called.
 * against   the text before, to say what changed for whom; NULL: there is none.
 *
 * JSONL is JSON on one line.  HTML is a whole page, which loads nothing.
 * What changed is proved as by robotsc_compare, within question->budget for all robots together.
 * Each comparison takes a step for each octet of both texts; what the budget does not suffice for
 * is reported as not compared.
 * Errors: those of robotsc_summarize; nothing is written then.  Any thread.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_summary_report(const struct robotsc_report *report,
                                                       const struct robotsc_summary_question *question,
                                                       const struct robotsc_report_file *file,
                                                       const struct robotsc_report_file *against);

#ifdef __cplusplus
}
#endif
#endif
