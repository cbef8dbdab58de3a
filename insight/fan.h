/* fan.h - the ways out of one state of a source.
 *
 * A state tells few octets from others, so of the many units that may follow, most lead to a state that
 * is known already.  A fan steps the source once for each that is not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FAN_H
#define ROBOTSC_FAN_H

#include "source.h"
#include "units.h"

/* A state behind some octets, and what is behind that, as far as it was asked for. */
struct leaf {
	const uint8_t *state;
	size_t len;
	struct leaf **next; /* by octet; the last one for all octets that the state does not name */
	uint8_t *named;
};

struct fan {
	struct arena arena;
	struct arena_mark mark;
	struct source *source;
	uint8_t *room; /* for one state */
	struct leaf root;
};

/* A fan has an arena of its own, which it empties for each state. */
void robotsc__fan_make(struct fan *fan, const struct robotsc_alloc *alloc);
void robotsc__fan_free(struct fan *fan);

/* The ways out of a state, which stays borrowed until another one begins.  A fan serves one source.
 * 0: no memory. */
int robotsc__fan_begin(struct fan *fan, struct source *source, const uint8_t *state, size_t len);

/* Is a unit one octet that the state does not tell from others? */
static inline int robotsc__fan_is_other(const struct fan *fan, const struct becomes *becomes)
{
	return becomes->n == 1 && !fan->root.named[becomes->octets[0]];
}

/* The state behind a unit; the same for all units that the source cannot tell apart there.  NULL: no memory. */
const struct leaf *robotsc__fan_step(struct fan *fan, const struct becomes *becomes);

#endif
