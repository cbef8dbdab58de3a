/* robotsc/filter.h - answers lines with URLs by the policies of a store or a snapshot, a million
 * and more a second.  It is what `robotsc filter` does; docs/fleet.md describes it.
 *
 * robotsc_filter_lines answers lines in memory, for one thread.  robotsc_filter_run reads lines,
 * answers them on all processors, and writes the answers in order.
 *
 * LMDB may crash on a damaged file.  If the store is in doubt, call robotsc_reader_verify first, in
 * a child process, as `robotsc filter --verify` does.
 *
 * Link librobotsc_store (pkg-config robotsc-store).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_H
#define ROBOTSC_FILTER_H

#include "robotsc/snapshot.h"
#include "robotsc/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which lines are answered. */
enum robotsc_filter_print {
	ROBOTSC_PRINT_ALLOWED = 0,
	ROBOTSC_PRINT_DISALLOWED = 1,
	ROBOTSC_PRINT_UNKNOWN = 2,
	ROBOTSC_PRINT_ALL = 3 /* all lines, with the verdict and a tab in front */
};

/* The verdict for a policy that is not fresh any more. */
enum robotsc_filter_stale {
	ROBOTSC_STALE_USE = 0,     /* the verdict of the policy */
	ROBOTSC_STALE_UNKNOWN = 1, /* as for an origin that is not in the store */
	ROBOTSC_STALE_DENY = 2     /* disallow */
};

/* A verdict beside those of enum robotsc_verdict. */
#define ROBOTSC_VERDICT_UNKNOWN 2

struct robotsc_filter_options {
	const struct robotsc_text *tokens; /* product tokens as for robotsc_select; borrowed */
	size_t ntokens;
	enum robotsc_filter_print print;
	enum robotsc_filter_stale stale;
	int unknown;          /* the verdict for a line without an origin, or with an unknown one */
	int reason;           /* 1: put the reason and a tab before the line */
	size_t field;         /* the field of a line that is the URL, from 1; 0: all of the line */
	char delimiter;       /* between fields */
	char end;             /* of lines; if it is LF, a CR before it is no part of the URL */
	size_t max_line;      /* octets; a longer line is skipped */
	int timed;            /* 1: the member now is the present; 0: the clock is asked */
	int64_t now;          /* seconds since 1970 */
	unsigned jobs;        /* robotsc_filter_run: threads; 0: one for each processor */
	uint64_t reserved[4]; /* 0 */
};

/* Fill in the defaults: allowed lines, stale policies used, unknown origins reported, whole lines
 * that end with LF and have at most 1 MiB; no tokens, which are still to be set.  Since 0.1. */
ROBOTSC_API void robotsc_filter_options_init(struct robotsc_filter_options *options);

struct robotsc_filter_report {
	uint64_t lines;
	uint64_t unknown;   /* lines whose origin is not in the store, or that have none */
	uint64_t stale;     /* lines whose origin has a policy that is not fresh any more */
	uint64_t skipped;   /* lines that are too long */
	uint64_t no_origin; /* lines among the unknown without a URL of http, https or ftp */
	uint64_t allowed;   /* lines with this verdict */
	uint64_t disallowed;
	uint64_t challenges; /* lines whose origin gave a response that may be a challenge */
};

/* ---- in memory ---- */

struct robotsc_filter; /* for one thread at a time */

/* Prepare to answer lines.
 *
 * store    stays open until robotsc_filter_close, which releases the filter; NULL is allowed.
 * options  copied; the tokens are borrowed until then.
 *
 * Errors: AGENT: the store was made for other product tokens, or none is given; ARGUMENT; NOMEM.
 * Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_filter_open(struct robotsc_filter **filter, struct robotsc_store *store,
                                                          const struct robotsc_filter_options *options);
ROBOTSC_API void robotsc_filter_close(struct robotsc_filter *filter);

/* Prepare to answer lines by a snapshot.
 *
 * shards  n snapshots: one, or all shards of one in their order.  Opened for the robot that is
 *         asked about: the tokens of the options are not read.  Borrowed until
 *         robotsc_filter_close; filters may share them, and the bits at used of their options.
 *
 * Errors: ARGUMENT, also for some of the shards; NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_filter_open_snapshot(struct robotsc_filter **filter,
                                                                   const struct robotsc_snapshot *shards, size_t n,
                                                                   const struct robotsc_filter_options *options);

struct robotsc_filter_answers {
	const char *at; /* lines, each with its end */
	size_t len;
	const uint64_t *skipped; /* numbers of the lines that were skipped, from 1, in order */
	struct robotsc_filter_report report;
};

/* Answer lines.
 *
 * lines    borrowed for the call; the last may lack its end.
 * answers  out: filled on ROBOTSC_STORE_OK; valid until the next call with this filter.
 *
 * Each call is a session of a reader.  Hosts and policies are kept from one call to the next, up to
 * 128 MiB, unless the store has changed.
 * Errors: READERS, DAMAGED, BLOBS, NOMEM, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_filter_lines(struct robotsc_filter *filter, const char *lines, size_t len,
                                                           struct robotsc_filter_answers *answers);

/* ---- from input to output ---- */

struct robotsc_filter_streams {
	void *ctx;
	/* Read up to room octets.  Returns their number; 0 at the end; -1: the run ends.  read and
	 * ready are called in the thread that called robotsc_filter_run. */
	long (*read)(void *ctx, char *at, size_t room);
	/* Returns 0 when read would wait: then all lines so far are answered first.  May be NULL:
	 * answers come after 256 KiB of lines, and at the end. */
	int (*ready)(void *ctx);
	/* Take answers.  A result other than 0 ends the run.  Called in another thread; so is
	 * skipped. */
	int (*write)(void *ctx, const char *at, size_t len);
	/* Called for each line that is too long, with its number from 1.  May be NULL. */
	void (*skipped)(void *ctx, uint64_t line);
};

/* Answer all lines of the input, in order.
 *
 * report  out, may be NULL: what was answered, also after an error.
 *
 * Memory is bounded by jobs and max_line.  The calling thread must not be in a session of a reader.
 * Errors: those above; STOPPED: a callback has ended the run.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_filter_run(struct robotsc_store *store, const struct robotsc_filter_options *options,
                                                         const struct robotsc_filter_streams *streams,
                                                         struct robotsc_filter_report *report);

/* As robotsc_filter_run, by a snapshot as for robotsc_filter_open_snapshot.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_filter_run_snapshot(const struct robotsc_snapshot *shards, size_t n,
                                                                  const struct robotsc_filter_options *options,
                                                                  const struct robotsc_filter_streams *streams,
                                                                  struct robotsc_filter_report *report);

#ifdef __cplusplus
}
#endif
#endif
