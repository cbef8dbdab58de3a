/* machine_reader.h - one machine of a blob, taken apart.  docs/formats/blob.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_READER_H
#define ROBOTSC_MACHINE_READER_H

#include <stdbool.h>

#include "match/nodes.h"
#include "support/arena.h"

struct machine_reader {
	const uint8_t *at, *code;
	unsigned width;
	bool filter;
	const uint8_t *prefix_table; /* or NULL */
	const uint8_t **prefix;      /* those of the prefix table, in octet order */
	uint32_t prefixes;
};

/* Reads a machine, without the prefixes of its prefix table. */
struct machine_reader robotsc__machine_reader_of(const uint8_t *machine);

/* A node of the code, which for ELSE_ROOT has a target, too; and where the next node begins. */
struct node robotsc__machine_reader_node(const struct machine_reader *m, uint32_t at);
uint32_t robotsc__machine_reader_end(const struct machine_reader *m, uint32_t at);

/* ---- the prefix table of a machine, and its prefixes ---- */

/* Fill in the prefixes of a machine that has a prefix table.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__prefix_reader_run(struct arena *a, struct machine_reader *m);

/* A prefix as a run.  At any other octet it does what the prefix table does. */
struct node robotsc__prefix_reader_node(const struct machine_reader *m, uint32_t prefix);

/* The first prefix that begins with n octets and one more; UINT32_MAX: none. */
uint32_t robotsc__prefix_reader_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet);

/* True if the hash leads to every prefix and none begins with another.  robotsc_open has found that
 * the octets of prefixes are canonical. */
bool robotsc__prefix_reader_holds(const struct machine_reader *m);

#endif
