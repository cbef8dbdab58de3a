/* robotsc/dot.h - the automata of a robot as a picture.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DOT_H
#define ROBOTSC_DOT_H

#include "robotsc/check.h"
#include "robotsc/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draw the machines of a group in the language of Graphviz.  A DFA has a node for each node of its
 * code; runs, and octets that lead to the same node, are one edge.  Filters are drawn as their
 * globs.  Colours show verdicts.
 *
 * group    as robotsc_select filled it; stays borrowed.
 * name     of the graph; any octets.
 * write    receives the text in pieces.
 * alloc    NULL: malloc.
 *
 * Cost O(octets of the machines).  Errors: ROBOTSC_ERR_NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_dot(const struct robotsc_group *group, struct robotsc_text name,
                                            void (*write)(void *ctx, const char *text, size_t len), void *ctx,
                                            const struct robotsc_alloc *alloc);

#ifdef __cplusplus
}
#endif
#endif
