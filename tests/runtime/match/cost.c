/* cost.c - see cost.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cost.h"

#include <stdlib.h>

#include "tests/support/product.h"

#define DEFAULT_LEVELS 4

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

static uint64_t of_machine(const struct decode_machine *m, uint64_t octets)
{
	if (m->filter)
		return octets * ((uint64_t)m->code + m->globs_size) + m->prefix_table_size + m->nliterals;
	return prefixes(m) + octets * 2 * (DEFAULT_LEVELS + 1);
}

uint64_t cost_most(const struct decode_blob *b, uint32_t policy, const char *path, size_t len)
{
	const struct decode_policy *p = policy ? &b->policies[policy - 1] : NULL;
	uint8_t *octets = product_alloc(NULL, 3 * len + 1);
	const size_t n = decode_canonical(b, path, len, octets);
	uint64_t most = 0;
	free(octets);
	for (uint32_t i = 0; p && i < p->nmachines; i++)
		most += of_machine(&b->machines[p->machines[i]], n);
	return most;
}
