/* machine_reader.h - one machine of a blob, taken apart.  docs/format.md, "Nodes", "Fans"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_READER_H
#define ROBOTSC_MACHINE_READER_H

#include "arena.h"
#include "code.h"

/* A node's fields. */
struct node {
	uint8_t head;
	uint32_t count, mark, linked, target;
	const uint8_t *octets;
	unsigned otherwise;
};

struct machine_reader {
	const uint8_t *at, *code;
	unsigned width;
	int filter;
	const uint8_t *fan;    /* or NULL */
	const uint8_t **label; /* those of the fan, in octet order */
	uint32_t labels;
};

/* Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__machine_read(struct arena *a, const uint8_t *machine, struct machine_reader *m);

/* Fill the labels.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__fan_read(struct arena *a, struct machine_reader *m);

/* A label, as a run that does with other octets what the fan does. */
struct node robotsc__fan_label(const struct machine_reader *m, uint32_t label);

/* The first label that begins with n octets and one more; UINT32_MAX: none. */
uint32_t robotsc__fan_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet);

/* Does the fan do what its labels say, whatever the hash? */
int robotsc__fan_holds(const struct machine_reader *m, uint8_t slow);

/* The node at an offset of the code; where the one behind it begins; and a way out of a branch. */
struct node robotsc__node_read(const struct machine_reader *m, uint32_t at);
uint32_t robotsc__node_end(const struct machine_reader *m, uint32_t at);
uint32_t robotsc__node_way(const struct machine_reader *m, const struct node *branch, uint32_t i);

/* Is what a DFA says of itself, beside its nodes, true? */
int robotsc__hints_hold(const struct machine_reader *m, uint8_t form);

#endif
