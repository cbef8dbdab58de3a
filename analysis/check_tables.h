/* check_tables.h - the tables of a DFA against its nodes.  docs/format.md, "Prefix tables", "Scan"
 *
 * Walks use the prefix table, the skip tables and RUN_CAREFUL.  Lazy DFAs are stepped by the nodes,
 * so a proof needs both to agree.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHECK_TABLES_H
#define ROBOTSC_CHECK_TABLES_H

#include "machine_reader.h"

/* True if they agree. */
bool robotsc__check_tables_hold(const struct machine_reader *m, uint8_t form);

#endif
