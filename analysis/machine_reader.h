/* machine_reader.h - one machine of a blob, taken apart.  docs/format.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_READER_H
#define ROBOTSC_MACHINE_READER_H

#include <stdbool.h>

#include "support/arena.h"
#include "match/nodes.h"

struct machine_reader {
	const uint8_t *at, *code;
	unsigned width;
	bool filter;
	const uint8_t *prefix_table; /* or NULL */
	const uint8_t **prefix;      /* those of the prefix table, in octet order */
	uint32_t prefixes;
};

/* Leaves the prefixes out; see prefix_reader.h. */
struct machine_reader robotsc__machine_reader_of(const uint8_t *machine);

/* A node of the code, where ELSE_ROOT has a target too, and where the next begins. */
struct node robotsc__machine_reader_node(const struct machine_reader *m, uint32_t at);
uint32_t robotsc__machine_reader_end(const struct machine_reader *m, uint32_t at);

#endif
