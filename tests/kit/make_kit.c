/* make_kit.c - makes the kit that readers in any language are held against: tests/kit/README.md
 *
 *     make_kit FOLDER
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

static void make(const char *folder, const char *name, void (*part)(struct kit *k))
{
	struct kit k;
	kit_open(&k, folder, name);
	part(&k);
	kit_close(&k);
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: make_kit FOLDER\n", stderr);
		return 2;
	}
	make(argv[1], "blobs.kit", kit_blobs);
	make(argv[1], "edges.kit", kit_edges);
	make(argv[1], "layout.kit", kit_layout);
	make(argv[1], "bad-blobs.kit", kit_bad);
	make(argv[1], "snapshots.kit", kit_snapshots);
	make(argv[1], "bad-snapshots.kit", kit_bad_snapshots);
	return 0;
}
