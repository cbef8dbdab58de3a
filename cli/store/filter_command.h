/* filter_command.h - the parts of robotsc filter, which turns blocks of lines into blocks of
 * answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_COMMAND_H
#define ROBOTSC_FILTER_COMMAND_H

#include "store_common.h"

/* Which lines are printed. */
enum print {
	PRINT_ALLOWED,
	PRINT_DISALLOWED,
	PRINT_UNKNOWN,
	PRINT_ALL
};

/* What an origin counts for whose robots.txt is stale: not fresh any more. */
enum stale {
	STALE_USED,
	STALE_UNKNOWN,
	STALE_DENIED
};

struct filter_options {
	enum print print;
	bool reason;    /* print it, too */
	size_t field;   /* of the line, from 1; 0: the line is the URL */
	char delimiter; /* of fields */
	char end;       /* of lines */
	int unknown;    /* a verdict, or VERDICT_UNKNOWN */
	enum stale stale;
	const int64_t *at; /* the present, as for robotsc_fresh; NULL: the clock is asked */
	size_t most;       /* octets of a line; a longer one is skipped */
	enum robotsc_dialect dialect;
	const struct cli_crawler *crawler;
};

/* Beside enum robotsc_verdict. */
#define VERDICT_UNKNOWN 2

/* A slot of the pipeline. */
struct block {
	char *in, *out;
	size_t len, room, out_len, out_room;
	uint64_t unknown; /* lines whose origin is not in the store */
	uint64_t stale;   /* lines whose origin is, but not fresh */
	uint64_t lines;   /* all */
	uint64_t *longs;  /* numbers of lines that are too long, from 1 */
	size_t nlongs, longs_room;
	enum robotsc_store_status status;
	bool failed; /* there was no memory */
};

/* ---- host_cache.c: the policies of hosts, for one thread */

enum {
	HOST_UNKNOWN = 0xFFFFFFFE,
	HOST_NONE = 0xFFFFFFFF
}; /* not in the store; no URL of one */

/* The answer for a host: its policy, or one of the above; and the outcome of its fetch, and until
 * when that is fresh. */
struct host {
	uint32_t policy;
	uint8_t outcome;
	int64_t expires;
};

struct host_cache;

/* NULL without memory. */
struct host_cache *cli_host_cache_new(struct robotsc_reader *reader, const struct cli_crawler *crawler);
void cli_host_cache_free(struct host_cache *h);

/* Empty the cache, because the store has changed. */
void cli_host_cache_clear(struct host_cache *h);

/* Make room for a few more hosts.  1: the cache was emptied, and what was found before is not valid
 * any more; 0: it was not; -1 without memory. */
int cli_host_cache_begin(struct host_cache *h);

/* Prefetch a host.  prefix: "scheme://authority" as the URL has it.  Returns a hash for
 * cli_host_cache_find. */
uint64_t cli_host_cache_prepare(const struct host_cache *h, struct robotsc_text prefix);
enum robotsc_store_status cli_host_cache_find(struct host_cache *h, uint64_t number, struct robotsc_text prefix, struct host *host);

/* Open all policies that were found since the last call. */
enum robotsc_store_status cli_host_cache_open(struct host_cache *h);

/* The group of a policy that was found since cli_host_cache_begin and is open.  Valid until the
 * next cli_host_cache_find. */
const struct robotsc_group *cli_host_cache_group(const struct host_cache *h, uint32_t policy);

/* ---- filter_worker.c: answers blocks of lines */

struct filter_worker;

struct filter_worker *cli_filter_worker_new(struct robotsc_store *store, const struct filter_options *options);
void cli_filter_worker_free(struct filter_worker *w);

/* Answer a block's lines. */
void cli_filter_worker_run(struct filter_worker *w, struct block *b);

#endif
