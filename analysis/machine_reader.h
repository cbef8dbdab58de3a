/* machine_reader.h - reads one machine of a blob: its nodes and its prefixes.
 * docs/formats/blob.md, "Nodes"
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
	const uint8_t **prefix;      /* the prefix table's prefixes, in octet order */
	uint32_t prefixes;
};

/* Reads a machine, without the prefixes of its prefix table. */
struct machine_reader robotsc__machine_reader_of(const uint8_t *machine);

/* A node of the code, and where the next one begins.  ELSE_ROOT gets a target, too: the root. */
struct node robotsc__machine_reader_node(const struct machine_reader *m, uint32_t at);
uint32_t robotsc__machine_reader_end(const struct machine_reader *m, uint32_t at);

/* ---- the prefix table of a machine, and its prefixes ---- */

/* Fill in the prefixes of a machine that has a prefix table.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__prefix_reader_run(struct arena *a, struct machine_reader *m);

/* A prefix as a run.  Where an octet does not fit, the run does what the prefix table does. */
struct node robotsc__prefix_reader_node(const struct machine_reader *m, uint32_t prefix);

/* The index of the first prefix that begins with n octets and then `octet`; UINT32_MAX: none. */
uint32_t robotsc__prefix_reader_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet);

/* True if the hash leads to every prefix, and no prefix begins with another.  robotsc_open has
 * already found that their octets are canonical. */
bool robotsc__prefix_reader_holds(const struct machine_reader *m);

#endif
