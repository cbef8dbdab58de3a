/* layout_bases.h - blobs to begin with, and the values of their fields that are tried.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_BASES_H
#define ROBOTSC_LAYOUT_BASES_H

#include "layout_make.h"

#define LAYOUT_VALUES 64 /* most values of a row that are tried */
#define LAYOUT_PREFIX_TABLES 5u

extern const struct layout_base layout_plain;
extern const struct layout_node layout_root_node, layout_leaf, layout_trie_root;
extern const struct layout_prefix_table layout_prefix_tables[LAYOUT_PREFIX_TABLES];

/* A machine with these flags.  The last node of a filter is a leaf. */
struct layout_base layout_with_nodes(unsigned flags, unsigned root, struct layout_node second, struct layout_node third);

/* The values of a field that are tried: lowest, highest, one outside of each, the typical one, and
 * for offsets all nodes and the octets beside them.  made: the blob without changes. */
size_t layout_boundaries(const struct layout_made *made, const struct layout_base *base, const struct layout_field *field,
                         uint64_t values[LAYOUT_VALUES]);

#endif
