/* rust_layout.c - sizes and places of members that src/sys.rs repeats; a test compares them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc.h"

extern const size_t robotsc_rust_layout[];

const size_t robotsc_rust_layout[] = {
	sizeof(struct robotsc_group),          offsetof(struct robotsc_group, selected),
	offsetof(struct robotsc_group, token), sizeof(struct robotsc_query),
	offsetof(struct robotsc_query, path),  sizeof(struct robotsc_line),
	offsetof(struct robotsc_line, name),   offsetof(struct robotsc_line, rest),
	offsetof(struct robotsc_line, to),     sizeof(struct robotsc_lines),
	sizeof(struct robotsc_label),          offsetof(struct robotsc_label, name),
	sizeof(struct robotsc_usage),          sizeof(struct robotsc_pace),
	offsetof(struct robotsc_pace, shut),
};
