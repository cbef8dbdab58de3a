/* import_command.h - the parts of robotsc import: what is read becomes items, items become outcomes, outcomes go into the store.
 *
 *     inputs.c (one thread) -> items -> decide.c (all cores) -> outcomes -> commit.c (one thread) -> store
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_IMPORT_COMMAND_H
#define CLI_IMPORT_COMMAND_H

#include "import/http.h"
#include "import/warc_reader.h"
#include "store_common.h"

/* Octets that grow; what stands in them is named by where it begins. */
struct buffer {
	uint8_t *at;
	size_t len, room;
};

/* Where octets were put; SIZE_MAX when there is no memory. */
size_t cli_buffer_add(struct buffer *h, const void *octets, size_t len);

/* Where in an input something stands. */
struct position {
	const char *input;   /* its name */
	int known;           /* 0: the name is all */
	uint64_t at, behind; /* octets into the file, or the number of a line; so many octets behind the compressed part there */
};

/* What was read. */
struct item {
	enum {
		ITEM_RESPONSE,
		ITEM_TEXT,
		ITEM_FAULT
	} kind;
	struct position place;
	size_t url, url_len, block, block_len; /* in the job's input */
	int64_t date;
	enum warc_cut cut;
	const char *why; /* of a fault */
};

/* What it means. */
struct outcome {
	enum {
		OUTCOME_POLICY,
		OUTCOME_REDIRECT,
		OUTCOME_FAULT
	} kind;
	struct position place;
	const char *why;         /* of a fault */
	int robots;              /* the URL is that of a robots.txt */
	int keep;                /* as in robotsc_store_change */
	size_t name, name_len;   /* of the URL, in the job's output: resolve_url.h; of a fault the URL as it is, if there is one */
	size_t value, value_len; /* the blob; of a redirect, the name of where it leads */
	struct robotsc_store_entry entry;
};

/* A slot of the pipeline. */
#define JOB_ITEMS 256u
#define JOB_OCTETS (1u << 20)
struct job {
	struct item items[JOB_ITEMS];
	struct outcome outcomes[JOB_ITEMS];
	size_t n;
	struct buffer input, output;
	uint64_t read; /* octets of all inputs that were taken when it was filled */
	int failed;    /* without memory */
};

/* ---- compile_cache.c: a text's blob, from the compiler or from memory */

struct compile_cache;

/* NULL without memory. */
struct compile_cache *cli_compile_cache_new(const struct robotsc_options *options);
void cli_compile_cache_free(struct compile_cache *t);

/* The blob of a text, borrowed until the next call.  -1 without memory. */
int cli_compile_cache_blob(struct compile_cache *t, struct robotsc_text text, const void **blob, size_t *len);

/* ---- decide.c */

struct decider;

/* NULL without memory. */
struct decider *cli_decider_new(const struct robotsc_options *options);
void cli_decider_free(struct decider *j);

/* Fill the outcomes of a job. */
void cli_decide_job(struct decider *j, struct job *job);

/* A fetch that failed, and does not displace a robots.txt that was found before. */
bool cli_is_failure(const struct robotsc_decision *decision);

/* What a decision says without a text: the blob of "allow all" or "deny all". -1 without memory. */
int cli_decide_constant(struct decider *j, const struct robotsc_decision *decision, const void **blob, size_t *len);

/* ---- commit.c */

struct committer;

struct committer *cli_committer_new(const struct cli_settings *s, struct robotsc_store *store, const struct robotsc_options *options,
                                uint64_t total);

/* Take what a job has brought.  0, or CLI_TROUBLE after a message. */
int cli_commit_job(struct committer *h, struct job *job);

/* Follow the redirects, write the rest, print the sum.  The exit status. */
int cli_commit_end(struct committer *h);
void cli_committer_free(struct committer *h);

/* ---- redirects.c: redirects of robots.txt, and the pages that they lead to */

struct hop {
	enum {
		HOP_WANTED,
		HOP_REDIRECT,
		HOP_PAGE
	} kind; /* wanted: a redirect leads there */
	int robots;
	struct robotsc_decision decision; /* of a page; of a redirect only the time of the fetch */
	size_t name_len, value_len;
	uint8_t octets[]; /* the name; of a page the blob, of a redirect the name of where it leads */
};

struct redirects {
	struct hop **links; /* open addressing; NULL: empty */
	size_t room, n;
};

/* Keep a redirect, or a page; of two with one name the later.  What is no robots.txt is kept only when
 * a redirect has led there.  -1 without memory. */
int cli_redirects_add(struct redirects *c, const struct outcome *o, const uint8_t *octets);
const struct hop *cli_redirects_find(const struct redirects *c, const void *name, size_t len);
void cli_redirects_free(struct redirects *c);

/* ---- inputs.c */

/* Read all inputs into the pipeline.  In folders, follow symbolic links or report them.  0, or CLI_TROUBLE after a
 * message about one of the inputs. */
struct cli_pipeline;
int cli_inputs_read(char **inputs, size_t n, size_t limit, int follow, struct cli_pipeline *p, struct job *jobs);

/* Octets of all inputs, where that is known; else 0. */
uint64_t cli_inputs_size(char **inputs, size_t n);

/* ---- progress.c */

struct progress {
	int quiet, terminal;
	double start, last;
	uint64_t total, read, records, policies, errors;
};

void cli_progress_begin(struct progress *p, int quiet, uint64_t total);
void cli_progress_show(struct progress *p);  /* now and then */
void cli_progress_clear(struct progress *p); /* before other messages */
double cli_progress_seconds(const struct progress *p);

/* The line after so many seconds, which are above 0; on a terminal no wider than width columns, with a bar if there is
 * room and the size of the input is known. */
#define PROGRESS_ROOM 256u
void cli_progress_line(const struct progress *p, double seconds, size_t width, char out[PROGRESS_ROOM]);

#endif
