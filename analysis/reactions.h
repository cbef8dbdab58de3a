/* reactions.h - notes which octets move which positions of a state: steps then copy the others.
 *
 * Most positions of a state stand before a star, and stay there whatever octet is read.  A state
 * that is stepped by many octets is looked through once.
 *
 * In    globs, and the positions of a state.
 * Out   the same steps as robotsc__glob_set_step.
 * Cost  O(positions) once; then each step O(positions of globs that the octet moves), and a copy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REACTIONS_H
#define ROBOTSC_REACTIONS_H

#include "pattern/glob_set.h"
#include "support/arena.h"

struct reactions;

/* Make memory for a few states.  NULL: there is no memory. */
struct reactions *robotsc__reactions_make(struct arena *a);

/* Look through the positions of a state, and set named[] as robotsc__glob_set_name. */
void robotsc__reactions_learn(struct reactions *r, const struct glob *globs, const struct positions *at, bool query,
                              uint8_t named[256]);

/* Step from a state that was learned not long ago.  False: the state is not known; nothing was
 * done.
 *
 * best    out: what robotsc__glob_set_step returns for best 0
 * lowest  out: where best is 0, the lowest rank of each verdict that has a position, or
 *         UINT32_MAX */
bool robotsc__reactions_step(struct reactions *r, const struct glob *globs, const struct positions *from, uint8_t octet, bool query,
                             struct positions *out, uint32_t *best, uint32_t lowest[2]);

#endif
