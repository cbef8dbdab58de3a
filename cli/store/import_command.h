/* import_command.h - the parts of robotsc import.  Inputs are read as items, items become outcomes,
 * outcomes go into the store.
 *
 *     inputs.c (one thread) -> items -> decide.c (all cores) -> outcomes -> commit.c (one thread)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_IMPORT_COMMAND_H
#define ROBOTSC_IMPORT_COMMAND_H

#include "import/http.h"
#include "import/warc_reader.h"
#include "store_common.h"

/* A buffer that grows.  Its parts are named by their offsets, because it may move. */
struct buffer {
	uint8_t *at;
	size_t len, room;
};

/* Append octets.  Returns their offset, or SIZE_MAX without memory. */
size_t cli_buffer_add(struct buffer *h, const void *octets, size_t len);

/* A place in an input, for messages. */
struct position {
	const char *input; /* its name */
	bool known;        /* false: the name is all */
	/* Offset in the file, or number of a line.  inner: offset in the gzip member there. */
	uint64_t at, inner;
};

/* A part of an input. */
struct item {
	enum {
		ITEM_RESPONSE,
		ITEM_TEXT,
		ITEM_FAULT
	} kind;
	struct position place;
	size_t url, url_len, block, block_len; /* url and block are offsets in the job's input */
	int64_t date;
	enum warc_cut cut;
	const char *why; /* of a fault */
};

/* What an item means. */
struct outcome {
	enum {
		OUTCOME_POLICY,
		OUTCOME_REDIRECT,
		OUTCOME_NO_TEXT, /* only texts are wanted, and there is none */
		OUTCOME_FAULT
	} kind;
	struct position place;
	const char *why; /* of a fault */
	bool robots;     /* the URL is that of a robots.txt */
	bool keep;       /* as in robotsc_store_change */
	/* In the job's output: the URL's key (resolve_url.h); of a fault, the URL or nothing. */
	size_t name, name_len;
	size_t value, value_len; /* the blob, or the text; of a redirect, the key of its target */
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
	uint64_t read; /* octets of all inputs that were read before it was full */
	bool failed;   /* there was no memory */
};

/* ---- compile_cache.c: blobs of texts, which hosts may share */

struct compile_cache;

/* NULL without memory. */
struct compile_cache *cli_compile_cache_new(const struct robotsc_options *options);
void cli_compile_cache_free(struct compile_cache *c);

/* Find or compile the blob of a text; it is borrowed until the next call.  0, or -1 without
 * memory. */
int cli_compile_cache_blob(struct compile_cache *c, struct robotsc_text text, const void **blob, size_t *len);

/* ---- decide.c: what a fetch means */

struct decider;

/* With texts, nothing is compiled: the texts themselves are the outcomes.  NULL without memory. */
struct decider *cli_decider_new(const struct robotsc_options *options, bool texts);

/* Follow only redirects within a scope; at first all are followed.  suffixes: as in
 * robotsc_redirect_in_scope, borrowed. */
void cli_decider_scope(struct decider *d, enum robotsc_redirect_scope scope, struct robotsc_text suffixes);
void cli_decider_free(struct decider *d);

/* Fill the outcomes of a job. */
void cli_decide_job(struct decider *d, struct job *job);

/* True for a fetch that failed.  It does not replace a robots.txt that was found before. */
bool cli_is_failure(const struct robotsc_decision *decision);

/* The blob of a decision without a text: "allow all" or "deny all".  0, or -1 without memory. */
int cli_decide_constant(struct decider *d, const struct robotsc_decision *decision, const void **blob, size_t *len);

/* ---- text_folder.c: texts go into a folder */

/* Room for a name whose host is escaped. */
#define TEXT_NAME_ROOM (3 * ROBOTSC_ORIGIN_MAX + 1)

struct text_folder {
	const char *name;
	int fd;
	char part[32]; /* name of the file that is being written */
	/* kept: there is a later one; skipped: the name of the host is too long */
	size_t written, kept, skipped;
};

/* Open a folder; make it if it does not exist.  0, or CLI_TROUBLE after a message. */
int cli_text_folder_open(struct text_folder *f, const char *name);
void cli_text_folder_close(struct text_folder *f);

/* Write the text of an origin, unless there is one that was fetched later.  0, or CLI_TROUBLE after
 * a message. */
int cli_text_folder_put(struct text_folder *f, struct robotsc_text origin, struct robotsc_text text, int64_t fetched);

/* Write the text that another origin has in the folder.  1; 0: there is none; or -CLI_TROUBLE after
 * a message. */
int cli_text_folder_copy(struct text_folder *f, struct robotsc_text from, struct robotsc_text origin, int64_t fetched);

/* ---- commit.c: outcomes go into the store */

struct committer;

/* Print where a fault is and what it is. */
void cli_report_fault(const struct outcome *o, const uint8_t *octets);

/* store  NULL: the values of outcomes are texts, which go into the folder.  NULL without memory. */
struct committer *cli_committer_new(const struct cli_settings *s, struct robotsc_store *store, struct text_folder *texts,
                                    const struct robotsc_options *options, uint64_t total);

/* Take the outcomes of a job.  0, or CLI_TROUBLE after a message. */
int cli_commit_job(struct committer *c, struct job *job);

/* Resolve the redirects, write the last batch, print the totals.  Returns the exit status. */
int cli_commit_end(struct committer *c);
void cli_committer_free(struct committer *c);

/* ---- redirects.c: redirects of robots.txt, and the responses that they lead to */

struct hop {
	enum {
		HOP_WANTED,
		HOP_REDIRECT,
		HOP_PAGE
	} kind; /* wanted: a redirect leads there, and it was not read yet */
	bool robots;
	struct robotsc_decision decision; /* of a redirect only the time of the fetch */
	size_t name_len, value_len;
	uint8_t octets[]; /* the key; then the blob of a page, or the key of a redirect's target */
};

struct redirects {
	struct hop **hops; /* open addressing; NULL: empty */
	size_t room, n;
};

/* Keep a redirect or a page; of two with the same key the later one.  A URL other than that of a
 * robots.txt is kept only when a redirect leads there.  0, or -1 without memory. */
int cli_redirects_add(struct redirects *c, const struct outcome *o, const uint8_t *octets);
const struct hop *cli_redirects_find(const struct redirects *c, const void *name, size_t len);
void cli_redirects_free(struct redirects *c);

/* ---- inputs.c: reads archives, folders and lists */

struct cli_inputs {
	char **names; /* "-": standard input */
	size_t n;
	bool follow;            /* symbolic links in folders; otherwise these are reported */
	struct input *standard; /* standard input, which was begun to see what it is */
};

/* Look whether one of the inputs at least can be read and is of a kind that is read.  Otherwise no
 * store needs to be made.  0, or CLI_TROUBLE after a message for each. */
int cli_inputs_open(struct cli_inputs *in);
void cli_inputs_close(struct cli_inputs *in);

/* Read all inputs into the pipeline.  0, or CLI_TROUBLE after a message about one of them. */
struct cli_pipeline;
int cli_inputs_read(const struct cli_inputs *in, size_t limit, struct cli_pipeline *p, struct job *jobs);

/* The size of all inputs, or 0 when one is not known. */
uint64_t cli_inputs_size(const struct cli_inputs *in);

/* ---- progress.c: the line that shows how far an import is */

struct progress {
	bool quiet, terminal;
	double start, last;
	uint64_t total, read, records, policies, errors;
};

void cli_progress_begin(struct progress *p, bool quiet, uint64_t total);
void cli_progress_show(struct progress *p);  /* not too often */
void cli_progress_clear(struct progress *p); /* before other messages */
double cli_progress_seconds(const struct progress *p);

/* Write the line.  seconds are above 0.  On a terminal it has at most width columns, and a bar if
 * there is room and the size of the input is known. */
#define PROGRESS_ROOM 256u
void cli_progress_line(const struct progress *p, double seconds, size_t width, char out[PROGRESS_ROOM]);

#endif
