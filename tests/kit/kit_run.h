/* kit_run.h - holds a reader against the kit.
 *
 *     static const struct kit_reader reader = {.open = open_blob, ...};
 *     return kit_run(&reader, argc, argv);
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_RUN_H
#define ROBOTSC_KIT_RUN_H

#include "kit_lines.h"

struct kit_record {
	unsigned field;
	uint32_t line, group;
	struct kit_octets name, value;
	int64_t delay, documents, seconds, from, to; /* -1: the field has none */
};

/* Fetched to revalidate, as the page has them. */
struct kit_decision {
	int64_t number[12];
};

struct kit_answer {
	int verdict;
	const char *selected;
};

/* What a reader answers.  A status or what is selected is a word of the page.  Octets end before an
 * unreadable page, and stay as they are until the next call with octets of the same kind.  NULL:
 * the reader does not answer such questions. */
struct kit_reader {
	const char *(*open)(const uint8_t *bytes, size_t len);
	const char *(*fetch)(struct kit_decision *d);
	const char *(*extensions)(void);
	int (*label)(uint32_t number, unsigned field, struct kit_octets name, const struct kit_octets *values, size_t n);
	const char *(*group)(const struct kit_octets *tokens, size_t n, int64_t *token);
	const char *(*names)(const struct kit_octets *tokens, size_t n, int64_t *token);
	const char *(*header)(struct kit_octets header, struct kit_octets *token);
	int (*url)(struct kit_octets url);
	int (*path)(struct kit_octets path);
	/* Of the last path.  NULL: the reader does not count, and its time is bounded. */
	uint64_t (*steps)(void);
	int (*usage)(unsigned field, struct kit_octets label, struct kit_octets url, int *says);
	void (*records)(int whole);
	int (*record)(struct kit_record *r); /* 0: no more */
	int64_t (*next)(int64_t now, const int64_t *last, int64_t took);

	const char *(*origin)(struct kit_octets url, struct kit_octets *origin);
	const char *(*shard)(struct kit_octets url, uint32_t shards, uint32_t *number);
	/* level: known, intact, forged.  root: 32 octets, or NULL. */
	const char *(*snapshot)(const uint8_t *bytes, size_t len, const char *level, const uint8_t *root,
	                        const struct kit_octets *tokens, size_t n);
	void (*info)(int64_t number[12], uint8_t root[32]);
	struct kit_octets (*agent)(uint32_t number);
	const char *(*find)(struct kit_octets url, struct kit_octets *origin, struct kit_decision *d);
	const char *(*check)(struct kit_octets url, struct kit_answer *answer);
	/* The origins of a domain, each by a call of next_origin; the status at the end. */
	const char *(*domain)(struct kit_octets domain);
	const char *(*next_origin)(struct kit_octets *origin);
	/* folder: has the manifest and its members as files. */
	const char *(*manifest)(const char *folder);
};

/* Ask all questions of the folder that is the first argument, or of the kit of the build.  With a
 * second argument the first failure ends the program; a third one has the names of the only files
 * that are read.  Returns what main returns. */
int kit_run(const struct kit_reader *reader, int argc, char **argv);

#endif
