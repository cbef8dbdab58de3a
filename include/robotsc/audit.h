/* robotsc/audit.h - who obeys a robots.txt, by the access logs of a server.  docs/audit.md
 *
 *     robotsc_audit_open(&audit, &question, NULL);
 *     robotsc_audit_lines_new(audit, &lines);
 *     while (there are whole lines) {
 *             robotsc_audit_read(lines, text, len);
 *             robotsc_audit_count(audit, lines);
 *     }
 *     robotsc_audit_answer(audit, &answer);
 *     robotsc_audit_report(&report, answer);
 *
 * Lines can be read in many threads; they are counted one after the other, in the order of time.
 * Memory depends on the crawlers and the files, and, beside ROBOTSC_AUDIT_NAMES, not on the logs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUDIT_H
#define ROBOTSC_AUDIT_H

#include "robotsc/access.h"
#include "robotsc/compile.h"
#include "robotsc/report.h"
#include "robotsc/summary.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_AUDIT_ALWAYS INT64_MIN /* as the time of a file: it was always there */
#define ROBOTSC_AUDIT_NO_TIME INT64_MIN
#define ROBOTSC_AUDIT_GRACE 86400 /* seconds: RFC 9309 §2.4 */

/* A robots.txt, and the time since when it was served. */
struct robotsc_audit_file {
	struct robotsc_text name; /* any octets */
	const void *robots;
	size_t len;
	int64_t from; /* seconds since 1970, or ROBOTSC_AUDIT_ALWAYS */
};

/* Addresses that a crawler is said to come from: JSON as makers publish it.  Each string in it that
 * is an address of IPv4 or IPv6, with the bits of its network or without, counts. */
struct robotsc_audit_ranges {
	struct robotsc_text token; /* of the crawler; in any case of letters */
	struct robotsc_text json;
};

/* The policies of many hosts, in place of files: for a log that says which host was asked. */
struct robotsc_audit_hosts {
	struct robotsc_text name; /* of their source, such as a snapshot; any octets */
	/* Find the policy of a URL's origin, as robotsc_snapshot_policy does; it is called in any
	 * thread.
	 *
	 * origin    out: as robotsc_origin writes it; valid as long as the audit.
	 * decision  out: only its outcome is used.
	 * blob      out: made in the dialect, for the agents; valid during the request.
	 *
	 * Errors: ROBOTSC_ERR_UNKNOWN or _SHARD: it has no policy; _SCHEME, _HOST, _PORT: the URL
	 * has no origin; all others end the audit. */
	enum robotsc_status (*find)(void *ctx, const char *url, size_t len, struct robotsc_text *origin,
	                            struct robotsc_decision *decision, struct robotsc_blob *blob);
	void *ctx;
	enum robotsc_dialect dialect;
	const struct robotsc_text *agents; /* tokens that the policies were made for */
	size_t nagents;                    /* 0: for all robots */
	/* "http" or "https", where the log does not say it; NULL: http at port 80, else https. */
	const char *scheme;
	uint64_t reserved[2]; /* 0 */
};

/* How to audit.  All of it is borrowed as long as the audit.  One of files and hosts must be set;
 * all other members may be 0. */
struct robotsc_audit_question {
	/* Of the texts; NULL for the defaults; agents, one_robot and form are ignored.  Its dialect
	 * is that of robots that are no crawlers of the list.  alloc must be safe in many threads.
	 * With hosts, only alloc is used: all robots are judged in the dialect of the hosts. */
	const struct robotsc_options *options;
	const struct robotsc_audit_file *files; /* each later than the one before */
	size_t nfiles;
	const struct robotsc_crawler *crawlers; /* each has a row if it is in the logs */
	size_t ncrawlers;
	/* "common", "combined" (the default, at NULL), "vhost_combined", "json", or "json:" and
	 * FIELD=KEY, with commas between; else a log_format of nginx or a LogFormat of Apache.
	 * docs/audit.md, "Formats" */
	const char *format;
	uint32_t examples; /* disallowed requests that are kept for each row */
	int queries;       /* not 0: examples keep their queries */
	int anonymize;     /* not 0: only the network of an address is kept */
	/* Several for one crawler add up. */
	const struct robotsc_audit_ranges *ranges;
	size_t nranges;
	const struct robotsc_audit_hosts *hosts;
	/* The field that has the client's address, where a proxy stands before the server: a
	 * variable of nginx, "%{X-Forwarded-For}i", or a key of JSON; NULL: the usual ones. */
	const char *address;
	uint64_t reserved[2]; /* 0 */
};

/* Whether a request comes from an address of its crawler.  Values are ABI. */
enum robotsc_audit_address {
	ROBOTSC_AUDIT_VERIFIED = 0,
	ROBOTSC_AUDIT_UNVERIFIED = 1, /* its crawler has no ranges, or the log no address */
	ROBOTSC_AUDIT_FALSE = 2       /* the address is in none of the ranges */
};

/* What may be found out about a request.  Values are ABI. */
enum robotsc_audit_verdict {
	ROBOTSC_AUDIT_ALLOWED = 0,
	ROBOTSC_AUDIT_DISALLOWED = 1,
	/* The file of its time disallows it, and a file that held in the day before allows it. */
	ROBOTSC_AUDIT_IN_GRACE = 2,
	ROBOTSC_AUDIT_UNKNOWN = 3 /* for a reason below */
};

/* Why a verdict is unknown.  Values are ABI. */
enum robotsc_audit_reason {
	ROBOTSC_AUDIT_NO_TARGET = 0, /* no request line, or not one of HTTP; "*"; CONNECT */
	ROBOTSC_AUDIT_DECODED = 1,   /* the log has the path as the server decoded it: $uri */
	ROBOTSC_AUDIT_BEFORE = 2,    /* it is older than the first file */
	ROBOTSC_AUDIT_UNTIMED = 3,   /* it has no time, and there are several files */
	ROBOTSC_AUDIT_NO_HOST = 4,   /* the log names no host, or no valid one */
	ROBOTSC_AUDIT_ABSENT = 5,    /* the hosts do not have its origin */
	ROBOTSC_AUDIT_UNREACHED = 6, /* its origin gave no rules: outcome deny or defer */
	ROBOTSC_AUDIT_AGENT = 7,     /* the policies were made for other robots */
	ROBOTSC_AUDIT_REASONS
};

/* A disallowed request. */
struct robotsc_audit_example {
	struct robotsc_text target;  /* without a user; if it is long, its beginning */
	struct robotsc_text address; /* of the client, without a port; the last of a list */
	struct robotsc_text origin;  /* with hosts; else empty */
	int64_t time;                /* or ROBOTSC_AUDIT_NO_TIME */
	uint32_t file;               /* index; with hosts 0 */
	uint32_t line;               /* that decides, from 1; 0: none, or not known: audit.md */
	struct robotsc_text rule;    /* that line */
	uint16_t status;             /* 0: the log does not say */
	uint8_t cut;                 /* 1: target is a beginning */
	uint8_t reserved[5];         /* 0 */
};

/* How often robots.txt was answered with a status. */
struct robotsc_audit_status {
	uint16_t status; /* 0: all others, or unknown */
	uint64_t count;
};
#define ROBOTSC_AUDIT_STATUSES 12

/* What a robot did after a file took the place of another. */
struct robotsc_audit_change {
	uint32_t file;        /* index of the new one */
	int64_t from;         /* when it came */
	int64_t read;         /* when the robot first fetched robots.txt after that, or NO_TIME */
	uint64_t in_grace;    /* requests that the new file newly disallows, within a day of it */
	uint64_t after_grace; /* requests that it newly disallows later, until the next file */
};

/* A robot: a crawler of the list, or one that a file names or the hosts have as an agent, or all
 * others together. */
struct robotsc_audit_row {
	struct robotsc_text token;             /* empty: all others */
	const struct robotsc_crawler *crawler; /* NULL: it is not in the list */
	int named;                             /* 1: a file names it, or the hosts' agents do */
	uint64_t requests, octets;
	uint64_t verdicts[4]; /* requests, by enum robotsc_audit_verdict */
	/* Requests, and the disallowed ones among them, by enum robotsc_audit_address. */
	uint64_t addresses[3], disallowed_from[3];
	uint64_t unknown[ROBOTSC_AUDIT_REASONS]; /* by enum robotsc_audit_reason */
	int64_t first, last;                     /* seconds since 1970, or ROBOTSC_AUDIT_NO_TIME */

	/* GET requests for /robots.txt, and how often they were answered with which status, in the
	 * order of statuses. */
	uint64_t fetches;
	struct robotsc_audit_status statuses[ROBOTSC_AUDIT_STATUSES];
	size_t nstatuses;
	/* excused: disallowed requests after an answer to robots.txt that allows all, such as 404.
	 * unreachable: requests for other paths after an answer that allows nothing, such as 503.
	 * With hosts, these and the times between requests are 0: hosts are not told apart. */
	uint64_t excused, unreachable;

	/* Crawl-delay in milliseconds of the last file, 0: none.  Times between requests in whole
	 * seconds: how many there are, how many are too short even with their fractions, the
	 * shortest, the median (ROBOTSC_AUDIT_GAPS: this or longer).  A request that is older than
	 * one before it (unordered) ends no such time. */
	uint32_t delay;
	uint64_t gaps, too_short;
	uint64_t shortest, median;

	const struct robotsc_audit_change *changes; /* one for each file but the first */
	size_t nchanges;
	const struct robotsc_audit_example *examples; /* the first with different targets */
	size_t nexamples;
	/* Requests that are older than one of the same robot before them: the lines of the logs are
	 * not in the order of time.  Where there are any, gaps and too_short miss some, and excused
	 * and unreachable may be wrong. */
	uint64_t unordered;
	uint64_t reserved[3]; /* 0 */
};
#define ROBOTSC_AUDIT_GAPS 128

/* What robots among all others call themselves: the first product of a User-Agent header that no
 * browser has, with a version, at the beginning, or after "compatible;".  Letter case does not
 * count; a word longer than 64 octets is no name.  Since 0.2. */
struct robotsc_audit_other {
	struct robotsc_text name; /* as it was first written: letters, digits, '-', '_', '.' */
	uint64_t requests, disallowed;
	uint64_t fetches; /* GET requests for /robots.txt */
};
#define ROBOTSC_AUDIT_OTHERS 20   /* how many are listed at most */
#define ROBOTSC_AUDIT_NAMES 65536 /* names that are counted, in at most 12 MiB */

/* The answer.  Rows are in the order of disallowed requests, then of requests, then of tokens; the
 * row of all other robots is last, and is missing if there were none. */
struct robotsc_audit_answer {
	const struct robotsc_audit_question *question;
	const struct robotsc_audit_row *rows;
	size_t nrows;
	uint64_t lines;        /* all lines that were read */
	uint64_t unread;       /* lines that are not of the format */
	uint64_t too_long;     /* lines that the caller has skipped: robotsc_audit_skip */
	uint64_t first_unread; /* number of the first such line, from 1; or 0 */
	int64_t first, last;   /* times of requests */
	/* The nothers most frequent names that robots among all others call themselves; how many
	 * names were counted; requests under names that were not counted.  Since 0.2. */
	const struct robotsc_audit_other *others;
	size_t nothers;
	uint64_t names, left_out;
};

struct robotsc_audit;       /* counts */
struct robotsc_audit_lines; /* lines that wait to be counted; for one thread at a time */

/* Prepare an audit: compile the files, read the format.
 *
 * audit     out: release it with robotsc_audit_close.  Untouched on error.
 * question  how.
 * wrong     out, or NULL: on ROBOTSC_ERR_ARGUMENT what is wrong with the format, a phrase in static
 *           storage; NULL if something else is wrong.
 *
 * Errors: ROBOTSC_ERR_NOMEM, _TOO_LARGE, _DIALECT; _ARGUMENT: the format, no file, files that are
 * not in the order of time, or files and hosts.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_audit_open(struct robotsc_audit **audit, const struct robotsc_audit_question *question,
                                                   const char **wrong);

/* Release an audit; NULL: nothing.  Release its lines before.  Since 0.1. */
ROBOTSC_API void robotsc_audit_close(struct robotsc_audit *audit);

/* Make room for lines that are read, and release it; NULL: nothing.
 * Errors: ROBOTSC_ERR_NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_audit_lines_new(const struct robotsc_audit *audit, struct robotsc_audit_lines **lines);
ROBOTSC_API void robotsc_audit_lines_free(struct robotsc_audit_lines *lines);

/* Read whole lines, and judge their requests.
 *
 * lines  out: takes the requests, in place of what it held.
 * text   lines that end with LF or CRLF, the last with or without; any octets.  Borrowed for the
 *        call.  len is at most UINT32_MAX.
 *
 * Any thread, also while others read other lines or robotsc_audit_count is called.  Cost O(len).
 * Memory: about as much as text.
 * Errors: ROBOTSC_ERR_NOMEM, _TOO_LARGE; or one of the hosts, after which to close the audit.
 * Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_audit_read(struct robotsc_audit_lines *lines, const char *text, size_t len);

/* Find the time of the first line that has one, to put files in order.
 *
 * Returns 1 and the time, or 0.  Since 0.1. */
ROBOTSC_API int robotsc_audit_time(const struct robotsc_audit *audit, const char *text, size_t len, int64_t *time);

/* Count lines that were read.  One thread at a time; the order of calls is that of the log.
 * Errors: ROBOTSC_ERR_NOMEM: a row was not made; the audit is to be given up.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_audit_count(struct robotsc_audit *audit, const struct robotsc_audit_lines *lines);

/* Count a line that the caller has skipped since it is too long.  Since 0.1. */
ROBOTSC_API void robotsc_audit_skip(struct robotsc_audit *audit);

/* Say what was found so far.
 *
 * answer  out: valid until the next call for this audit.
 *
 * Errors: ROBOTSC_ERR_NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_audit_answer(struct robotsc_audit *audit, const struct robotsc_audit_answer **answer);

/* Write an answer as text, JSON, JSONL (a row a line), CSV (a row a line, without examples), or a
 * page of HTML that loads nothing.
 *
 * Fields of logs inject into none of them: control characters are spelled, markup is escaped, and
 * a cell that a spreadsheet would take for a formula begins with an apostrophe.  Any thread.
 * Since 0.1. */
ROBOTSC_API void robotsc_audit_report(const struct robotsc_report *report, const struct robotsc_audit_answer *answer);

/* Return the word for a verdict ("grace"), a reason ("decoded") and an address ("verified"); NULL
 * for other values: a loop from 0 on ends there.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_audit_verdict_name(enum robotsc_audit_verdict verdict);
ROBOTSC_API const char *robotsc_audit_reason_name(enum robotsc_audit_reason reason);
ROBOTSC_API const char *robotsc_audit_address_name(enum robotsc_audit_address address);

#ifdef __cplusplus
}
#endif
#endif
