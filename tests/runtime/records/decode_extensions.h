/* decode_extensions.h - a second reader of the extensions section, written from
 * docs/formats/blob.md alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DECODE_EXTENSIONS_H
#define ROBOTSC_DECODE_EXTENSIONS_H

#include "tests/runtime/match/decode.h"

#define DECODE_LABELS 16
#define DECODE_VALUES 8

struct decode_set {
	uint32_t members_begin, members_end;
	uint32_t answers[DECODE_VALUES * DECODE_LABELS];
};

struct decode_group {
	uint32_t records_begin, records_end, number;
};

struct decode_prefix {
	uint32_t field, answer, values; /* answer: index of its first answer */
	struct decode_text name;
	struct decode_text value[DECODE_VALUES]; /* if there are more than two */
};

struct decode_record {
	uint32_t field, line;
	uint32_t count, seconds, from, to; /* from and to as in the blob */
	struct decode_text name, value;
};

struct decode_extensions {
	const struct decode_blob *b;
	uint32_t nnames, nsets, nmembers, ngroups, nlabels, nanswers, nrecords;
	uint32_t *names, *members;
	struct decode_set *sets;
	struct decode_group *groups;
	struct decode_prefix labels[DECODE_LABELS];
	struct decode_record *records;
};

/* Read the section of a blob, which stays borrowed.  Returns 1; 0 if there is none; -1 if it is
 * corrupt.  Call decode_extensions_close in any case. */
int decode_extensions_open(struct decode_extensions *e, const struct decode_blob *b);
void decode_extensions_close(struct decode_extensions *e);

/* The set of an entry of the agent index, from decode_entry; NULL if there is none. */
const struct decode_set *decode_extensions_set(const struct decode_extensions *e, uint32_t entry);

/* The preference of a label for a path: 0 none, else a value, from 1. */
int decode_extensions_says(const struct decode_extensions *e, const struct decode_set *set, uint32_t label, const char *path,
                           size_t len);

#endif
