/* whose.h - whom the rules of a text are for: robots, or a label for all robots.
 * docs/extensions.md, "A token for all robots"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WHOSE_H
#define ROBOTSC_WHOSE_H

#include "text/usage_labels.h"
#include "text_rules.h"

/* Whom a policy is for. */
struct whose {
	/* That its rules state; NULL: none, or the dialect compares them otherwise. */
	const struct label *label;
	bool robots; /* robots have them */
};

/* Find out whom each policy of a text is for.  NULL: no memory. */
struct whose *robotsc__whose_find(struct arena *a, const struct text *text);

/* The label that a name is; NULL: it is a robot. */
static inline const struct label *whose_label(const struct name *name)
{
	return label_of_token((struct span){name->token, name->len});
}

/* The label that a group states in a dialect that compares the rules of robots otherwise; NULL:
 * none. */
const struct label *robotsc__whose_other(const struct document *doc, uint32_t group);

#endif
