/* product.c - the library as the tests that hold it against the oracle use it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "product.h"

#include "splitmix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 6000

const char *const product_forms[4] = {"auto", "dfa", "filter", "quick"};

enum robotsc_dialect product_dialect(enum oracle_dialect dialect)
{
	switch (dialect) {
	case ORACLE_GOOGLE:
		return ROBOTSC_GOOGLE;
	case ORACLE_NEXOR1994:
		return ROBOTSC_NEXOR1994;
	case ORACLE_KOSTER1996:
		return ROBOTSC_KOSTER1996;
	case ORACLE_CONNER2:
		return ROBOTSC_CONNER2;
	case ORACLE_RFC9309:
	case ORACLE_DIALECTS:
		break;
	}
	return ROBOTSC_RFC9309;
}

enum robotsc_status product_open_with(struct product *p, const struct robotsc_options *options, const char *robots, size_t len)
{
	enum robotsc_status status;
	void *blob = NULL;
	size_t blob_len = 0;

	p->bytes = NULL;
	p->len = 0;
	status = robotsc_compile(options, robots, len, &blob, &blob_len);
	if (status != ROBOTSC_OK)
		return status;
	p->bytes = product_alloc(NULL, blob_len);
	p->len = blob_len;
	memcpy(p->bytes, blob, blob_len);
	robotsc_free_blob(options->alloc, blob, blob_len);
	return robotsc_open(&p->blob, p->bytes, p->len);
}

enum robotsc_status product_open(struct product *p, enum oracle_dialect dialect, enum robotsc_form form, const char *robots,
                                 size_t len, const struct robotsc_text *agents, size_t nagents)
{
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.form = form;
	options.agents = agents;
	options.nagents = nagents;
	return product_open_with(p, &options, robots, len);
}

static void *poisoned_resize(void *ctx, void *old, size_t old_size, size_t new_size)
{
	const unsigned char *poison = ctx;
	unsigned char *p;

	if (new_size == 0) {
		free(old);
		return NULL;
	}
	p = realloc(old, new_size);
	if (p != NULL && new_size > old_size)
		memset(p + old_size, *poison, new_size - old_size);
	return p;
}

enum robotsc_status product_open_poisoned(struct product *p, enum oracle_dialect dialect, enum robotsc_form form,
                                          const char *robots, size_t len, unsigned char poison)
{
	const struct robotsc_alloc alloc = {poisoned_resize, &poison};
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.form = form;
	options.alloc = &alloc;
	return product_open_with(p, &options, robots, len);
}

void product_close(struct product *p)
{
	free(p->bytes);
	p->bytes = NULL;
}

void product_show(const char *at, size_t len)
{
	for (size_t i = 0; i < len && i < SHOWN; i++) {
		const unsigned char c = (unsigned char)at[i];

		if (c == '\n')
			fputs("\\n", stdout);
		else if (c == '"' || c == '\\')
			printf("\\%c", c);
		else if (c >= 0x20 && c < 0x7F)
			putchar(c);
		else
			printf("\\%03o", c);
	}
	if (len > SHOWN)
		printf("... (%zu octets)", len);
}

uint64_t product_random(uint64_t *state)
{
	return splitmix(state);
}

size_t product_below(uint64_t *state, size_t n)
{
	return (size_t)(product_random(state) >> 11) % n;
}

void *product_alloc(void *old, size_t size)
{
	void *p = realloc(old, size > 0 ? size : 1);

	if (p == NULL) {
		fprintf(stderr, "out of memory\n");
		exit(2);
	}
	return p;
}
