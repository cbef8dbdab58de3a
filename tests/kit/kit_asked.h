/* kit_asked.h - what the parts of a runner share: the reader that is asked, the line, and a
 * question for each word.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_ASKED_H
#define ROBOTSC_KIT_ASKED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit_run.h"

struct kit_asked {
	const struct kit_reader *reader;
	struct kit_lines lines;
	const char *file;
	char blob[128]; /* its name */
	int first;      /* a failure ends the program */
	int opened, has_group, whole, nlabels;
	const uint8_t *bytes, *last; /* a snapshot; the octets of a blob */
	size_t len, last_len;
	unsigned long asked;
};

extern struct kit_asked kit_asked;

/* Count an answer.  Returns 1 if it is right. */
int kit_ok(int condition, const char *what);

/* The same: a word, text, number ("-" for -1), decision or verdict is that of a field. */
int kit_says(const char *word, size_t field);
int kit_same_text(struct kit_octets answer, size_t i);
int kit_same_number(int64_t answer, size_t i);
void kit_same_decision(const struct kit_decision *d, size_t from);
void kit_same_verdict(int answer, size_t field);

/* A text of the line, or a blob, at the end of readable memory; all texts from a field on. */
struct kit_octets kit_text_at(size_t i);
uint8_t *kit_blob_at(struct kit_octets bytes);
size_t kit_texts(size_t from, struct kit_octets *to);

/* Keep the name of what the lines below are about. */
void kit_name_blob(void);

/* The questions, by word. */
void kit_ask_blob(void);
void kit_ask_change(void);
void kit_ask_fetch(void);
void kit_ask_extensions(void);
void kit_ask_label(void);
void kit_ask_group(void);
void kit_ask_names(void);
void kit_ask_header(void);
void kit_ask_url(void);
void kit_ask_path(void);
void kit_ask_steps(void);
void kit_ask_usage(void);
void kit_ask_records(void);
void kit_ask_record(void);
void kit_ask_next(void);
void kit_ask_snapshot(void);
void kit_ask_open(void);
void kit_ask_info(void);
void kit_ask_origin(void);
void kit_ask_shard(void);
void kit_ask_find(void);
void kit_ask_check(void);
void kit_ask_domain(void);
void kit_ask_manifest(void);
void kit_ask_member(void);

/* Before a line of another word, and at the end of a file. */
void kit_no_more_records(void);
void kit_end_folder(void);
void kit_forget_snapshots(void);

#endif
