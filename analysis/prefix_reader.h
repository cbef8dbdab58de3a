/* prefix_reader.h - the prefix table of a machine, and its prefixes.  docs/format.md, "Prefix
 * tables"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PREFIX_READER_H
#define ROBOTSC_PREFIX_READER_H

#include "machine_reader.h"

/* Fill in the prefixes of a machine that has a prefix table.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__prefix_reader_run(struct arena *a, struct machine_reader *m);

/* A prefix as a run.  With other octets it does what the prefix table does. */
struct node robotsc__prefix_reader_node(const struct machine_reader *m, uint32_t prefix);

/* The first prefix that begins with n octets and one more; UINT32_MAX: none. */
uint32_t robotsc__prefix_reader_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet);

/* True if the hash leads to every prefix and none begins with another.  robotsc_open has found that
 * the octets of prefixes are canonical. */
bool robotsc__prefix_reader_holds(const struct machine_reader *m);

#endif
