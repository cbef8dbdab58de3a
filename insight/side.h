/* side.h - what a caller calls a side: its robots, and the source of each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SIDE_H
#define ROBOTSC_SIDE_H

#include "machine.h"
#include "robotsc/prove.h"
#include "rules.h"

/* A side, read. */
struct side {
	const struct robotsc_blob *blob; /* or NULL */
	struct text text;
};

/* What decides for one robot. */
struct decider {
	struct rules_source rules;
	struct machine_source machine;
	struct robotsc_group group;
	struct source *source; /* one of the two */
};

#define SIDE_REFUSED (UINT32_MAX - 1) /* a blob that does not answer for a robot */

enum robotsc_status robotsc__side_read(struct arena *a, const struct robotsc_side *from, struct side *out);

/* A number for the rules of a robot: robots with the same number have the same. */
uint32_t robotsc__side_policy(const struct side *side, const struct robotsc_text *tokens, size_t n);

/* How many names are looked at to find those rules. */
uint32_t robotsc__side_looks(const struct side *side);

/* The i-th name of a side; 0 when there are not so many. */
int robotsc__side_name(const struct side *side, uint32_t i, struct robotsc_text *name);

/* Fails ROBOTSC_ERR_NOMEM, _AGENT. */
enum robotsc_status robotsc__side_open(struct arena *a, const struct side *side, const struct robotsc_text *tokens, size_t n,
                                       struct decider *out);

#endif
