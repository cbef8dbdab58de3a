/* operand.h - a side of a question: the robots that it names, and the lazy DFA of each robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OPERAND_H
#define ROBOTSC_OPERAND_H

#include "lazy_machines.h"
#include "robotsc/prove.h"
#include "text_rules.h"

/* A side that was read: a blob or a text. */
struct operand {
	const struct robotsc_blob *blob; /* or NULL */
	struct text text;
};

/* What decides for one robot: its rules or its machine. */
struct decider {
	struct lazy_rules rules;
	struct lazy_machines machine;
	struct robotsc_group group;
	struct lazy_dfa *dfa; /* that of the rules, or that of the machine */
};

/* policy of a robot that the side has no answer for */
#define OPERAND_REFUSED TEXT_RULES_REFUSED

enum robotsc_status robotsc__operand_read(struct arena *a, const struct robotsc_side *from, struct operand *out);

/* A number for the rules of a robot; robots with the same number have the same rules. */
uint32_t robotsc__operand_policy(const struct operand *operand, const struct robotsc_text *tokens, size_t n);

/* How many names are compared to find a robot's rules. */
uint32_t robotsc__operand_looks(const struct operand *operand);

/* The i-th name of a side.  False: there are fewer. */
bool robotsc__operand_name(const struct operand *operand, uint32_t i, struct robotsc_text *name);

/* Fails ROBOTSC_ERR_NOMEM, _AGENT. */
enum robotsc_status robotsc__operand_open(struct arena *a, const struct operand *operand, const struct robotsc_text *tokens,
                                          size_t n, struct decider *out);

#endif
