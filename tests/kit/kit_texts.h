/* kit_texts.h - a robots.txt of the kit: its blob, and questions that the oracle answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_TEXTS_H
#define ROBOTSC_KIT_TEXTS_H

#include "kit_write.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"

#define KIT_AGENTS 3

/* A text, how it is compiled, and what is asked. */
struct kit_text {
	const char *name;
	const char *at;
	size_t len;
	enum oracle_dialect dialect;
	enum robotsc_form form;
	int extensions, strict_fields, rest_deny, usage_rules;
	const struct robotsc_text *agents; /* compiled for these only, or NULL */
	size_t nagents;
	size_t robots, urls; /* how many are asked about; URLs for each of them */
	int hostile;         /* and paths that are made to hurt */
	uint64_t state;      /* of the random numbers */
};

void kit_text_questions(struct kit *k, struct kit_text *t);

/* The same with questions one by one: begin, a group, paths and URLs, another group, end. */
void kit_text_begin(struct kit *k, const struct kit_text *t);
void kit_text_group(const struct oracle_text *tokens, size_t n);
void kit_text_path(const char *path, size_t len);
void kit_text_url(const char *url, size_t len);
void kit_text_usage(const char *url, size_t len);
void kit_text_end(void);

/* A name of an oracle's selection. */
const char *kit_selected(enum oracle_selected selected);

#endif
