/* dump.h - print the result of a pass as text, for golden tests and the curious.
 *
 * Each call does nothing unless the options ask for its pass.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DUMP_H
#define ROBOTSC_DUMP_H

#include "pattern/segments.h"
#include "automaton/dfa.h"
#include "code/radix.h"

void robotsc__dump_lines(const struct robotsc_options *options, const struct robotsc__dialect *dialect, const uint8_t *text,
                         size_t len);
void robotsc__dump_document(const struct robotsc_options *options, const struct document *doc);
void robotsc__dump_grouping(const struct robotsc_options *options, const struct grouping *grouping);
void robotsc__dump_rules(const struct robotsc_options *options, uint32_t set, const struct rules *rules);
/* segments: NULL for patterns without stars, which have none. */
void robotsc__dump_segments(const struct robotsc_options *options, const struct segments *segments);
void robotsc__dump_dfa(const struct robotsc_options *options, enum robotsc_pass pass, const struct dfa *dfa);
void robotsc__dump_radix(const struct robotsc_options *options, enum robotsc_pass pass, const struct radix *radix, uint32_t start);
void robotsc__dump_machine(const struct robotsc_options *options, const struct machine *machine);

#endif
