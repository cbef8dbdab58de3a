/* extensions_hostile_test.c - hostile extension lines: docs/limits.md, "Extensions".
 *
 * For 512,000 octets of each kind, memory and blob stay within the bounds of the page, and the
 * section opens.  For the first SMALL octets, the library agrees with the oracle.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/support/counting.h"
#include "extensions_trial.h"
#include "tests/support/product.h"

#include <robotsc/compile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM ROBOTSC_MIN_LIMIT
#define SMALL 12000 /* octets for the oracle */
#define MEMORY ((size_t)64 << 20)
#define TIMES_FILE 8 /* octets of the blob for one octet of the file */

/* A hostile file: its first lines, then lines made from numbers. */
struct hostile {
	const char *name, *head;
	int (*line)(char *out, unsigned i);
};

static int unknown(char *out, unsigned i)
{
	(void)i;
	return sprintf(out, "a:\n");
}

static int groups(char *out, unsigned i)
{
	return sprintf(out, "user-agent:%x\na:\nallow:\n", i);
}

/* A group that names thousands of robots.  Each has a group of its own, too. */
static int names(char *out, unsigned i)
{
	if (i < 7000)
		return sprintf(out, "user-agent:%x\n", i);
	if (i < 10000)
		return sprintf(out, "request-rate:1/%u %02u00-%02u59\n", i, i % 24, i * 7 % 24);
	if (i < 11000)
		return sprintf(out, "content-usage:/%x/ train-ai=y\ncontent-usage:train-ai=n\n", i);
	return sprintf(out, "allow:\nuser-agent:%x\ncrawl-delay:%u\ncontent-usage:/%x train-ai=n\n", i - 11000, i % 90, i);
}

static int usage(char *out, unsigned i)
{
	return sprintf(out, "content-usage:/%x train-ai=%c,search=%c\n", i, "yn"[i % 2], "ny"[i / 2 % 2]);
}

static int stars(char *out, unsigned i)
{
	return sprintf(out, "content-usage:/*%x*%x*%x train-ai=%c,search=%c\n", i, i * 7919 % 65536, i % 17, "yn"[i % 2],
	               "ny"[i / 2 % 2]);
}

static int signals(char *out, unsigned i)
{
	return sprintf(out, "content-signal:/*%x*b ai-train=%s,search=%s,ai-input=%s\n", i, i % 2 ? "no" : "yes",
	               i / 2 % 2 ? "no" : "yes", i / 4 % 2 ? "no" : "yes");
}

static int levels(char *out, unsigned i)
{
	static const char *const values[] = {"immediate", "reference", "full"};

	return sprintf(out, "content-signal:/*%x*b use=%s\n", i, values[i % 3]);
}

static int noindex(char *out, unsigned i)
{
	return sprintf(out, "noindex:/*%x*b*%x\n", i, i * 31 % 977);
}

static int rates(char *out, unsigned i)
{
	return sprintf(out, "request-rate:1/%u 0000-2359\n", i % 999 + 1);
}

static int sitemaps(char *out, unsigned i)
{
	return sprintf(out, "sitemap:a://%u\n", i % 5000);
}

static int nested(char *out, unsigned i)
{
	int n = sprintf(out, "content-usage:/");

	for (unsigned k = 0; k < i % 400; k++)
		n += sprintf(out + n, "a");
	return n + sprintf(out + n, " train-ai=%c\n", "yn"[i % 2]);
}

static const struct hostile cases[] = {
	{"unknown", "", unknown},
	{"groups", "", groups},
	{"names", "", names},
	{"usage", "user-agent:*\n", usage},
	{"stars", "user-agent:*\n", stars},
	{"signals", "user-agent:*\n", signals},
	{"levels", "user-agent:*\n", levels},
	{"noindex", "user-agent:*\n", noindex},
	{"rates", "user-agent:*\n", rates},
	{"sitemaps", "", sitemaps},
	{"nested", "user-agent:*\n", nested},
};

static size_t make(const struct hostile *h, char *out, size_t room)
{
	size_t len = (size_t)sprintf(out, "%s", h->head);
	char line[600];

	for (unsigned i = 0;; i++) {
		const size_t n = (size_t)h->line(line, i);

		if (len + n > room)
			return len;
		memcpy(out + len, line, n);
		len += n;
	}
}

static void check_bounds(const struct hostile *h, const char *text, size_t len)
{
	struct counting memory = {0};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	struct robotsc_options options;
	struct robotsc_extensions ext;
	struct robotsc_blob blob;
	void *bytes;
	size_t size;

	robotsc_options_init(&options);
	options.extensions = 1;
	options.alloc = &alloc;
	if (!CHECK(robotsc_compile(&options, text, len, &bytes, &size) == ROBOTSC_OK))
		return;
	CHECK_MSG(size <= TIMES_FILE * len, "%s: a blob of %zu octets", h->name, size);
	CHECK_MSG(memory.peak <= MEMORY, "%s: %zu octets of memory", h->name, memory.peak);
	CHECK(robotsc_open(&blob, bytes, size) == ROBOTSC_OK && robotsc_open_extensions(&blob, &ext) == ROBOTSC_OK);
	printf("%-9s %zu octets: blob %zu, memory %zu\n", h->name, len, size, memory.peak);
	robotsc_free_blob(&alloc, bytes, size);
	CHECK(memory.live == 0);
}

static void check_answers(const struct hostile *h, const char *text, size_t len)
{
	static const char *const urls[] = {"/",         "/7/",         "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
	                                   "/x2a*b*1f", "/0b5b1abb2b", "/2af8?b3"};
	static const char *const robots[] = {"0", "1", "nobody"};
	const struct oracle_options how = {.dialect = ORACLE_RFC9309};
	struct oracle_file *file = oracle_parse(&how, text, len);
	struct robotsc_options options;
	struct robotsc_extensions ext;
	struct product p;

	robotsc_options_init(&options);
	options.extensions = 1;
	if (CHECK(product_open_with(&p, &options, text, len) == ROBOTSC_OK) &&
	    CHECK(robotsc_open_extensions(&p.blob, &ext) == ROBOTSC_OK))
		for (size_t i = 0; i < 3; i++) {
			const struct robotsc_text token = {robots[i], strlen(robots[i])};
			const struct oracle_text name = {robots[i], strlen(robots[i])};
			struct oracle_policy *policy = oracle_select(file, &name, 1);
			struct robotsc_group group;
			struct extensions_trial t = {.ext = &ext, .group = &group, .file = file, .policy = policy};

			CHECK(robotsc_select(&p.blob, &token, 1, &group) == ROBOTSC_OK);
			CHECK_MSG(extensions_trial_lines(&t), "%s: %s", h->name, t.what);
			for (size_t u = 0; u < sizeof urls / sizeof *urls; u++)
				CHECK_MSG(extensions_trial_url(&t, urls[u], strlen(urls[u])), "%s: %s", h->name, t.what);
			oracle_free_policy(policy);
		}
	product_close(&p);
	oracle_free_file(file);
}

int main(void)
{
	char *text = product_alloc(NULL, ROOM);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		check_bounds(&cases[i], text, make(&cases[i], text, ROOM));
		check_answers(&cases[i], text, make(&cases[i], text, SMALL));
	}
	free(text);
	return check_done();
}
