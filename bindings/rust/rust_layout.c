/* rust_layout.c - sizes and offsets of members that src/sys.rs repeats; a test compares them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc.h"

extern const size_t robotsc_rust_layout[];

const size_t robotsc_rust_layout[] = {
	sizeof(struct robotsc_group),        offsetof(struct robotsc_group, selected), offsetof(struct robotsc_group, token),
	sizeof(struct robotsc_query),        offsetof(struct robotsc_query, path),     sizeof(struct robotsc_pace),
	offsetof(struct robotsc_pace, shut),
};
