/* kit_decode.c - see kit_decode.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_decode.h"

#include <stdio.h>
#include <stdlib.h>

#define TOKENS 16
#define DEFAULT_LEVELS 4

static void stop(const char *why)
{
	fprintf(stderr, "make_kit: %s\n", why);
	exit(1);
}

void kit_decoded_open(struct kit_decoded *d, const uint8_t *bytes, size_t len)
{
	if (decode_open(&d->blob, bytes, len) != DECODE_OK || decode_extensions_open(&d->extensions, &d->blob) < 0)
		stop("the plain reader refuses a blob");
}

void kit_decoded_close(struct kit_decoded *d)
{
	decode_extensions_close(&d->extensions);
	decode_close(&d->blob);
}

/* The prefixes of the longest entry of a prefix table. */
static uint64_t prefixes(const struct decode_machine *m)
{
	uint64_t n = 1, most = 1;
	for (uint32_t i = m->ncode; i < m->nnodes; i++) {
		n = m->nodes[i].prefix && m->nodes[i].more ? n + 1 : 1;
		most = n > most ? n : most;
	}
	return most;
}

static uint64_t machine_steps(const struct decode_machine *m, uint64_t octets)
{
	if (m->filter)
		return octets * ((uint64_t)m->code + m->globs_size) + m->prefix_table_size + m->nliterals;
	return prefixes(m) + octets * 2 * (DEFAULT_LEVELS + 1);
}

uint64_t kit_decoded_most(const struct decode_blob *b, uint32_t policy, const char *path, size_t len)
{
	if (policy == 0 || b->policies[policy - 1].kind == 2)
		return 0;
	uint8_t *octets = malloc(3 * len + 1);
	if (octets == NULL)
		stop("out of memory");
	const size_t n = decode_canonical(b, path, len, octets);
	uint64_t steps = 0;
	free(octets);
	for (uint32_t i = 0; i < b->policies[policy - 1].nmachines; i++)
		steps += machine_steps(&b->machines[b->policies[policy - 1].machines[i]], n);
	return steps;
}

uint64_t kit_decoded_steps(const struct kit_decoded *d, const struct oracle_text *tokens, size_t n, const char *path, size_t len)
{
	struct decode_text names[TOKENS];
	uint32_t policy = 0;
	for (size_t i = 0; i < n && i < TOKENS; i++)
		names[i] = (struct decode_text){tokens[i].at, tokens[i].len};
	if (!decode_select(&d->blob, names, n, &policy))
		stop("the plain reader does not answer");
	return kit_decoded_most(&d->blob, policy, path, len);
}

void kit_beside(struct kit *k, const struct decode_blob *b)
{
	struct decode_extensions e;
	struct decode_fetch f;
	const int fetch = decode_fetch(b, &f);
	kit_word(k, "fetch");
	kit_name(k, fetch > 0 ? "ok" : fetch < 0 ? "corrupt" : "absent");
	if (fetch > 0) {
		kit_number(k, f.fetched);
		kit_number(k, f.expires);
		kit_number(k, f.since);
		kit_unsigned(k, f.length);
		kit_unsigned(k, f.digest);
		const unsigned rest[] = {f.status, f.end, f.profile, f.outcome, f.row, f.revalidate, 0};
		for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
			kit_unsigned(k, rest[i]);
	}
	kit_end(k);
	const int extensions = decode_extensions_open(&e, b);
	kit_word(k, "extensions");
	kit_name(k, extensions > 0 ? "ok" : extensions < 0 ? "corrupt" : "absent");
	kit_end(k);
	decode_extensions_close(&e);
}

void kit_star(struct kit *k, const struct decode_blob *b, uint32_t *policy)
{
	const int answered = decode_select(b, NULL, 0, policy);
	kit_word(k, "group");
	kit_name(k, !answered ? "unanswered" : *policy ? "star" : "none");
	kit_none(k);
	kit_end(k);
	if (!answered)
		*policy = 0;
}
