/* machine_reader.h - one machine of a blob, taken apart.  docs/format.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_READER_H
#define ROBOTSC_MACHINE_READER_H

#include "arena.h"
#include "code.h"
#include "glob_set.h"

/* A node's fields. */
struct node {
	uint8_t head;
	uint32_t count, mark, linked, target;
	const uint8_t *octets;
	unsigned otherwise;
};

/* A fan, as what it stands for: its labels, tried one after the other, and what they do when none follows. */
struct fan_reader {
	uint32_t at;      /* offset of its node; 0: there is none */
	uint32_t *labels; /* offsets of theirs, ascending */
	uint32_t n;
	uint8_t *is_label; /* by offset */
	struct node back;  /* a run without octets that does with others what the fan does */
};

/* A machine, and what of its registers matters. */
struct machine_reader {
	const uint8_t *at, *code, *hub;
	unsigned width;
	int ranked;
	uint32_t registers, age_max; /* no gate looks back further */
	uint32_t *reach;             /* of each node, by offset: octets before it in which a segment may have begun */
	uint32_t *top;               /* of each register: the highest rank that it is needed for */
	struct fan_reader fan;
	struct glob *globs; /* the programs, where they are in place of nodes */
	uint32_t nglobs;
};

static inline int has_programs(const struct machine_reader *m)
{
	return m->at[0] & MACHINE_PROGRAMS;
}

/* Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__machine_read(struct arena *a, const uint8_t *machine, struct machine_reader *m);

/* Fill m->fan. */
enum robotsc_status robotsc__fan_read(struct arena *a, struct machine_reader *m);

/* The first label that begins with n octets, which begin label, or nothing, and one more; UINT32_MAX: none. */
uint32_t robotsc__fan_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet);

/* Does the fan do what its labels say, whatever the hash? */
int robotsc__fan_holds(const struct machine_reader *m, uint8_t slow);

/* The node, or label, at an offset of the code; where the one behind it begins; and a way out of a branch. */
struct node robotsc__node_read(const struct machine_reader *m, uint32_t at);
uint32_t robotsc__node_end(const struct machine_reader *m, uint32_t at);
uint32_t robotsc__node_way(const struct machine_reader *m, const struct node *branch, uint32_t i);

/* Is what the machine says of itself, beside its nodes, true?  before: the one before it in a list, or NULL. */
int robotsc__hints_hold(const struct machine_reader *m, const struct machine_reader *before, uint8_t form);

/* In a list that begins with first: does no other machine contradict the verdicts that nodes of this one lead to? */
int robotsc__hints_verdicts_hold(const struct machine_reader *m, const struct machine_reader *first);

#endif
