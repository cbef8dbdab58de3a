/* robotsc/import.h - reads robots.txt captures, compiles them on all processors, and writes them
 * into a store.  It is what `robotsc import` does; docs/fleet.md describes it.
 *
 *     robotsc_import_open(&import, &options);
 *     robotsc_import_add(import, "crawl.warc.gz", -1);
 *     robotsc_import_run(import, store, &report);
 *     robotsc_import_close(import);
 *
 * Link librobotsc_store (pkg-config robotsc-store).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_IMPORT_H
#define ROBOTSC_IMPORT_H

#include "robotsc/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Something that could not be imported.  Borrowed for the call that reports it. */
struct robotsc_import_fault {
	const char *input; /* its name, as it was added */
	/* Where in the input: an offset, or the number of a line.  inner: the offset in the gzip
	 * member that begins there, or 0. */
	uint64_t at, inner;
	int located;              /* 0: the place is not known */
	int lost;                 /* 1: the rest of the input was not read; 0: one record or file */
	struct robotsc_text name; /* the URL or the file; may be empty; any octets */
	const char *why;          /* phrase */
	int error;                /* errno that says more, or 0 */
};

/* How far a run is, or what it did. */
struct robotsc_import_report {
	uint64_t total;           /* octets of all inputs; 0: not known */
	uint64_t read;            /* octets of inputs that were read */
	uint64_t records;         /* captures, files and lines; faults too */
	uint64_t policies;        /* records that gave an origin its policy, or its text */
	uint64_t faults;          /* records and files that were skipped */
	uint64_t lost;            /* inputs that were not read to their end */
	uint64_t redirects;       /* of robots.txt */
	uint64_t unresolved;      /* redirects to URLs not captured and not in the store */
	uint64_t added, replaced; /* origins */
	uint64_t kept;            /* as in robotsc_store_report */
	uint64_t blobs;           /* new in the store */
	uint64_t challenges;      /* responses that may be challenges: robotsc_challenge */
	uint64_t reserved[3];     /* 0 */
};

/* A text, for a run without a store.  Borrowed for the call that hands it out. */
struct robotsc_import_text {
	struct robotsc_text origin; /* as robotsc_reader_next returns it */
	int64_t fetched;            /* seconds since 1970 */
	struct robotsc_text text;   /* decoded */
	int redirected;             /* 1: it comes from where a redirect leads */
	/* Not empty: the redirect leads to the robots.txt of this origin, whose latest text counts.
	 * text is empty. */
	struct robotsc_text same_as;
};

/* All zero is valid, and each callback may be NULL.  Callbacks are called one at a time, but not
 * all in the thread that called robotsc_import_run. */
struct robotsc_import_options {
	unsigned jobs; /* threads that compile; 0: one for each processor */
	int follow;    /* 1: follow symbolic links in folders; 0: they are faults */
	void *ctx;     /* for the callbacks */

	/* Called for each fault.  Another result than 0 ends the run, here and below. */
	int (*fault)(void *ctx, const struct robotsc_import_fault *fault);
	/* Called after each megabyte of input or so. */
	int (*progress)(void *ctx, const struct robotsc_import_report *so_far);

	/* Without a store: takes each text; an origin may come several times.  Returns 0; 1 when
	 * there is no text of same_as; another value to end the run. */
	int (*text)(void *ctx, const struct robotsc_import_text *text);
	/* Without a store, which has settings of its own: which redirects are followed; whose
	 * access rules hold; octets that are read of a text, where 0 means ROBOTSC_MIN_LIMIT; what
	 * challenges count as. */
	enum robotsc_redirect_scope redirect_scope;
	enum robotsc_dialect dialect;
	size_t limit;
	enum robotsc_challenge challenge;
	uint64_t reserved[3]; /* 0 */
};

struct robotsc_import; /* for one thread at a time */

/* Prepare an import.  options are copied.  robotsc_import_close releases it; NULL is allowed.
 * Errors: NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_import_open(struct robotsc_import **import,
                                                          const struct robotsc_import_options *options);
ROBOTSC_API void robotsc_import_close(struct robotsc_import *import);

/* Add an input: a WARC file, compressed or not; a list of origins and files; or, by its name, a
 * folder of robots.txt files.  docs/fleet.md says what these look like.
 *
 * name  path of the input, or any name if fd is given.  Copied.
 * fd    -1; or a descriptor to read from: the caller keeps it, open until the run has ended.
 *
 * Looks at the first octets of files and descriptors; other inputs are opened by the run.  On an
 * error the input is not added.
 * Errors: INPUT: it is no WARC file and no list; NOMEM; SYSTEM: it cannot be opened or read.
 * Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_import_add(struct robotsc_import *import, const char *name, int fd);

/* Set the public suffix list for the scope ROBOTSC_REDIRECT_SITE, as for robotsc_redirect_in_scope.
 * Borrowed until the runs have ended.  Since 0.1. */
ROBOTSC_API void robotsc_import_suffixes(struct robotsc_import *import, struct robotsc_text suffixes);

/* Read the inputs that were added since the last run, in this order.
 *
 * store   opened for writing; blobs are compiled as its settings say.  NULL: texts are handed out.
 * report  out, may be NULL: what was done, also after an error.
 *
 * Origins are written in batches, each in one transaction; for each origin the latest fetch wins.
 * The calling thread must not be in a session of a reader.  Memory does not depend on the size of
 * the inputs, except for redirects.
 * Errors: those of robotsc_store_write; STOPPED: a callback has ended the run.  What was written
 * before the error stays.  Damaged inputs are faults, not errors.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_import_run(struct robotsc_import *import, struct robotsc_store *store,
                                                         struct robotsc_import_report *report);

#ifdef __cplusplus
}
#endif
#endif
