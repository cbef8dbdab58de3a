/* filter_command.h - the parts of robotsc filter: blocks of lines come in, blocks of answers go out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_FILTER_COMMAND_H
#define CLI_FILTER_COMMAND_H

#include "store_common.h"

/* What is done with a line. */
enum print {
	PRINT_ALLOWED,
	PRINT_DISALLOWED,
	PRINT_UNKNOWN,
	PRINT_ALL
};

struct filter_options {
	enum print print;
	int reason;     /* a column with it */
	size_t field;   /* of the line, from 1; 0: the line is the URL */
	char delimiter; /* of fields */
	char end;       /* of lines */
	int unknown;    /* a verdict, or VERDICT_UNKNOWN */
	size_t most;    /* octets of a line; a longer one is skipped */
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
	uint64_t lines;   /* all */
	uint64_t *longs;  /* those that are too long: their numbers, from 1 */
	size_t nlongs, longs_room;
	enum robotsc_store_status status;
	int failed; /* without memory */
};

/* ---- host_cache.c: what this thread knows about the hosts of its URLs */

enum {
	HOST_UNKNOWN = 0xFFFFFFFE,
	HOST_NONE = 0xFFFFFFFF
}; /* not in the store; no URL of one */

/* The answer for a host: its policy, or one of the above; and what became of its fetch. */
struct host {
	uint32_t policy;
	uint8_t outcome;
};

struct host_cache;

/* NULL without memory. */
struct host_cache *cli_host_cache_new(struct robotsc_reader *reader, const struct cli_crawler *crawler);
void cli_host_cache_free(struct host_cache *h);

/* Forget everything: the store has changed. */
void cli_host_cache_clear(struct host_cache *h);

/* Make room for a few more hosts.  1: what was found before is forgotten, and not valid any more.  -1 without memory. */
int cli_host_cache_begin(struct host_cache *h);

/* A host's number for cli_host_cache_find, whose memory is fetched meanwhile.  prefix: "scheme://authority" as the URL has it. */
uint64_t cli_host_cache_prepare(const struct host_cache *h, struct robotsc_text prefix);
enum robotsc_store_status cli_host_cache_find(struct host_cache *h, uint64_t number, struct robotsc_text prefix, struct host *host);

/* Open the policies that were found and are new, all together. */
enum robotsc_store_status cli_host_cache_open(struct host_cache *h);

/* The group of a policy that was found since cli_host_cache_begin, and opened, until the next call of cli_host_cache_find. */
const struct robotsc_group *cli_host_cache_group(const struct host_cache *h, uint32_t policy);

/* ---- filter_worker.c: a worker */

struct filter_worker;

struct filter_worker *cli_filter_worker_new(struct robotsc_store *store, const struct filter_options *options);
void cli_filter_worker_free(struct filter_worker *w);

/* Answer a block's lines. */
void cli_filter_worker_run(struct filter_worker *w, struct block *b);

#endif
