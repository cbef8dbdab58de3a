/* kit_blobs.c - blobs.kit: texts at random, of real shapes, with extensions, and hostile ones, in
 * five dialects.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "tests/compiler/hostile.h"
#include "kit_texts.h"
#include "tests/runtime/records/extensions_gen.h"
#include "tests/support/random_gen.h"

#define RANDOM_TEXTS 300
#define SHAPES 25        /* files, and the largest of them are left out */
#define SHAPE_MOST 16000 /* octets */
#define EXTENDED 60
#define HOSTILE_MOST 3000 /* octets of a hostile text */

static void ask(struct kit *k, struct kit_text *t, const char *kind, size_t number)
{
	static const char *const dialects[] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};
	char name[100];
	snprintf(name, sizeof name, "%s-%zu-%s-%s%s", kind, number, dialects[t->dialect], product_forms[t->form],
	         t->nagents ? "-partial" : "");
	t->name = name;
	kit_text_questions(k, t);
}

/* The agents of a text, each once, for a blob that is made for them alone. */
static void random_texts(struct kit *k)
{
	static const struct robotsc_text agents[] = {{"foo", 3}, {"a", 1}};
	struct draft d = {0};
	uint64_t state = 1;
	for (size_t i = 0; i < RANDOM_TEXTS; i++) {
		random_gen_file(&d, &state);
		struct kit_text t = {.at = d.len ? d.at : "",
		                     .len = d.len,
		                     .dialect = (enum oracle_dialect)(i % ORACLE_DIALECTS),
		                     .form = (enum robotsc_form)(i / ORACLE_DIALECTS % 3),
		                     .strict_fields = i % 7 == 0,
		                     .rest_deny = i % 11 == 0,
		                     .robots = 4,
		                     .urls = 6,
		                     .state = i};
		if (i % 13 == 0) {
			t.agents = agents;
			t.nagents = 1 + i % 2;
		}
		ask(k, &t, "random", i);
	}
	free(d.at);
}

static void shapes(struct kit *k)
{
	static struct corpus corpus; /* kept until the program ends */
	corpus_generate(&corpus, SHAPES, 3);
	for (size_t i = 0; i < SHAPES; i++) {
		struct kit_text t = {.at = corpus.file[i].robots.at,
		                     .len = corpus.file[i].robots.len,
		                     .dialect = i % 3 ? ORACLE_RFC9309 : ORACLE_GOOGLE,
		                     .robots = 3,
		                     .urls = 20,
		                     .extensions = i % 4 == 0,
		                     .state = i};
		if (t.len <= SHAPE_MOST)
			ask(k, &t, "shape", i);
	}
}

static void extended(struct kit *k)
{
	static struct extensions_gen gen;
	gen.state = 5;
	for (size_t i = 0; i < EXTENDED; i++) {
		extensions_gen(&gen);
		struct kit_text t = {.at = gen.file,
		                     .len = gen.len,
		                     .dialect = (enum oracle_dialect)(i % ORACLE_DIALECTS),
		                     .extensions = 1,
		                     .usage_rules = i % 2,
		                     .robots = 4,
		                     .urls = 3,
		                     .state = i};
		ask(k, &t, "extended", i);
	}
}

static void hostile(struct kit *k)
{
	for (size_t i = 0; i < hostile_ncases; i++) {
		struct hostile_case small = hostile_cases[i];
		size_t len;
		small.room = small.room < HOSTILE_MOST ? small.room : HOSTILE_MOST;
		char *text = hostile_make(&small, &len);
		if (text == NULL)
			exit(1);
		struct kit_text t = {.at = text,
		                     .len = len,
		                     .dialect = (enum oracle_dialect)(i % ORACLE_DIALECTS),
		                     .form = (enum robotsc_form)(i % 3),
		                     .robots = 2,
		                     .urls = 3,
		                     .hostile = 1,
		                     .state = i};
		ask(k, &t, "hostile", i);
		free(text);
	}
}

void kit_blobs(struct kit *k)
{
	random_texts(k);
	shapes(k);
	extended(k);
	hostile(k);
}
