/* items.h - the parts of an import.  Inputs are read as items, items become outcomes, outcomes go
 * into the store.
 *
 *     inputs.c (one thread) -> items -> decide.c (all cores) -> outcomes -> commit.c (one thread)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ITEMS_H
#define ROBOTSC_ITEMS_H

#include <sys/stat.h>

#include "robotsc/compile.h"
#include "robotsc/import.h"
#include "warc_reader.h"

/* A buffer that grows.  Its parts are named by their offsets, because it may move. */
struct buffer {
	uint8_t *at;
	size_t len, room;
};

/* Append octets.  Returns their offset, or SIZE_MAX without memory. */
size_t robotsc__buffer_add(struct buffer *h, const void *octets, size_t len);

/* A place in an input, for messages. */
struct input_position {
	const char *input; /* its name */
	bool known;        /* false: only the name is known */
	/* Offset in the file, or number of a line.  inner: offset in the gzip member that begins at
	 * it. */
	uint64_t at, inner;
};

/* A part of an input. */
struct item {
	enum {
		ITEM_RESPONSE,
		ITEM_TEXT,
		ITEM_FAULT
	} kind;
	struct input_position place;
	size_t url, url_len, block, block_len; /* url and block are offsets in the job's input */
	int64_t date;
	enum warc_cut cut;
	const char *why; /* of a fault */
	int error;       /* an errno that tells the reason, or 0 */
	bool lost;       /* a fault, after which nothing of the input is read */
};

/* The result of an item. */
struct outcome {
	enum {
		OUTCOME_POLICY,
		OUTCOME_REDIRECT,
		OUTCOME_NO_TEXT, /* only texts are wanted, and there is none */
		OUTCOME_FAULT
	} kind;
	struct input_position place;
	const char *why; /* of a fault */
	int error;       /* why and error have the meaning that they have in an item */
	bool lost;
	bool robots; /* the URL is that of a robots.txt */
	bool keep;   /* as in robotsc_store_change */
	/* In the job's output: the URL's key (url_key.h); for a fault, the URL or nothing. */
	size_t name, name_len;
	size_t value, value_len; /* the blob, or the text; for a redirect, the key of its target */
	struct robotsc_store_entry entry;
};

/* A slot of the pipeline: up to JOB_ITEMS items, begun only below JOB_OCTETS of input. */
#define JOB_ITEMS 256u
#define JOB_OCTETS (1u << 20)
struct job {
	struct item items[JOB_ITEMS];
	struct outcome outcomes[JOB_ITEMS];
	size_t n;
	struct buffer input, output;
	uint64_t read; /* octets of input that were read before the job was full */
	bool failed;   /* there was not enough memory */
};

/* ---- compile_cache.c: blobs of texts, which hosts may share */

struct compile_cache;

/* NULL without memory. */
struct compile_cache *robotsc__compile_cache_new(const struct robotsc_options *options);
void robotsc__compile_cache_free(struct compile_cache *c);

/* Find or compile the blob of a text; it is borrowed until the next call.  0, or -1 without
 * memory. */
int robotsc__compile_cache_blob(struct compile_cache *c, struct robotsc_text text, const void **blob, size_t *len);

/* ---- decide.c: what a fetch means */

struct fetch_decider;

/* texts: nothing is compiled, and the outcomes hold texts.  NULL without memory. */
struct fetch_decider *robotsc__decider_new(const struct robotsc_options *options, bool texts);
void robotsc__decider_free(struct fetch_decider *d);

/* Follow only redirects within a scope; at first all are followed.  suffixes: as in
 * robotsc_redirect_in_scope, borrowed. */
void robotsc__decider_scope(struct fetch_decider *d, enum robotsc_redirect_scope scope, struct robotsc_text suffixes);

/* Set what challenges count as; at first as a robots.txt. */
void robotsc__decider_challenge(struct fetch_decider *d, enum robotsc_challenge challenge);

/* Decide the items of a job, and fill its outcomes. */
void robotsc__decide_job(struct fetch_decider *d, struct job *job);

/* True for a fetch that failed.  It does not replace a robots.txt that was found before. */
bool robotsc__is_failure(const struct robotsc_decision *decision);

/* The blob of a decision without a text: "allow all" or "deny all".  0, or -1 without memory. */
int robotsc__decide_constant(struct fetch_decider *d, const struct robotsc_decision *decision, const void **blob, size_t *len);

/* ---- commit.c: outcomes go into the store */

struct committer;

/* store  NULL: the values of outcomes are texts, which are handed out.  total: as in the report.
 * NULL without memory. */
struct committer *robotsc__committer_new(const struct robotsc_import_options *options, struct robotsc_store *store,
                                         const struct robotsc_options *compile, uint64_t total);

/* Take the outcomes of a job. */
enum robotsc_store_status robotsc__commit_job(struct committer *c, struct job *job);

/* Resolve the redirects, and commit the last batch. */
enum robotsc_store_status robotsc__commit_end(struct committer *c);

/* Free the committer, and fill the report. */
void robotsc__committer_free(struct committer *c, struct robotsc_import_report *report);

/* ---- redirects.c: redirects of robots.txt, and the responses that they lead to */

struct hop {
	enum {
		HOP_ASKED,
		HOP_REDIRECT,
		HOP_PAGE
	} kind; /* ASKED: a redirect leads there, and it was not read yet */
	bool robots;
	struct robotsc_decision decision; /* of a redirect, only the time of its fetch */
	size_t name_len, value_len;
	uint8_t octets[]; /* the key; then the blob of a page, or the key of a redirect's target */
};

struct redirects {
	struct hop **hops; /* open addressing; NULL: empty */
	size_t room, n;
	uint64_t key; /* of the hash: servers choose the names, but must not choose the slots */
};

/* Keep a redirect or a page; the later of two with the same key is kept.  A URL other than that of
 * a robots.txt is kept only when a redirect leads there.  0, or -1 without memory. */
int robotsc__redirects_add(struct redirects *c, const struct outcome *o, const uint8_t *octets);
const struct hop *robotsc__redirects_find(const struct redirects *c, const void *name, size_t len);
void robotsc__redirects_free(struct redirects *c);

/* The current input, and where its items go. */
struct pipeline;
struct source {
	struct pipeline *pipeline;
	struct job *jobs;
	struct job *job;      /* the job that is filled now, or NULL */
	size_t limit;         /* octets of a robots.txt */
	bool follow;          /* follow symbolic links in folders */
	struct http http;     /* the head of a message in chunks */
	struct buffer joined; /* a message whose chunks were joined into one */
	uint64_t read;        /* octets of inputs that are finished */
	const char *name;
	bool nomem; /* out of memory: the run ends */
};

/* Pass the current job to the workers. */
void robotsc__source_submit(struct source *s, uint64_t read);

/* Add an item: any, a fault, a fault that ends the input, or a text.  0, or -1 when the import has
 * stopped. */
int robotsc__source_add(struct source *s, struct item item, struct robotsc_text url, struct robotsc_text block, uint64_t read);
int robotsc__source_fault(struct source *s, struct input_position place, const char *why, uint64_t read);
int robotsc__source_lose(struct source *s, const char *why, int error, uint64_t read);
int robotsc__source_text(struct source *s, struct input_position place, struct robotsc_text url, const struct buffer *text,
                         const struct stat *st);
/* Report a file that cannot be read. */
int robotsc__source_no_text(struct source *s, struct input_position place, const char *path, const char *why);

/* A WARC file or a list that was begun. */
struct begun {
	struct stream stream;
	struct warc warc;
	bool is_warc, foreign; /* foreign: it is neither */
	/* For a list: its first line that names a file, and its number; or why there is no line. */
	enum warc_result result;
	struct warc_response line;
	uint64_t number;
};

/* An input. */
struct input {
	char *name;          /* for messages; also the path to open where fd is -1 */
	int fd;              /* owned by the caller, or -1 */
	struct begun *begun; /* or NULL */
};

/* Read the first octets, to tell a WARC file from a list.  NULL without memory. */
struct begun *robotsc__input_begin(int fd);
void robotsc__input_end(struct begun *b);

/* Read an input into the pipeline. */
void robotsc__input_read(struct source *s, const struct input *in);

#endif
