/* source.h - something that decides about paths, one canonical octet after the other.
 *
 * A source is stepped from state to state; a state is a short run of octets, and two equal states have the
 * same future.  There are two kinds: the rules of a text (rules.h) and the machines of a blob
 * (machine.h).  They share the stepper of globs (glob_set.h) and no other code, and neither uses the passes that
 * make a blob of a text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SOURCE_H
#define ROBOTSC_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#define SOURCE_OPEN (-1) /* not settled */

struct source {
	uint8_t form;     /* FORM_..., of the canonical octets it reads */
	size_t state_max; /* octets of its largest state */
	uint64_t steps;   /* work done so far, in positions looked at; what opening it took at first */
	/* Set named[] of every octet that it tells from others. */
	void (*name_octets)(const struct source *s, uint8_t named[256]);
	/* Set named[] of every octet that a state tells from others; all others lead to one state. */
	void (*name_next)(struct source *s, const uint8_t *state, size_t len, uint8_t named[256]);
	/* The state before the first octet.  Returns its octets. */
	size_t (*start)(struct source *s, uint8_t *state);
	/* The state behind an octet.  Returns its octets. */
	size_t (*step)(struct source *s, const uint8_t *state, size_t len, uint8_t octet, uint8_t *next);
	/* The verdict if the path ends here. */
	int (*verdict)(struct source *s, const uint8_t *state, size_t len);
	/* The verdict of all paths that begin so, or SOURCE_OPEN. */
	int (*settled)(const struct source *s, const uint8_t *state, size_t len);
};

#endif
