/* hostile_gen - write hostile robots.txt files, for use by hand.
 *
 *     hostile_gen               list the cases with their sizes
 *     hostile_gen NAME          one case to standard output
 *     hostile_gen NAME KIND     a path of 2,000 octets aimed at it
 *     hostile_gen -d FOLDER     all cases, as FOLDER/NAME.txt
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int save(const char *folder, const char *name, const char *at, size_t len)
{
	char path[1024];
	FILE *f;
	int bad;

	snprintf(path, sizeof path, "%s/%s.txt", folder, name);
	f = fopen(path, "wb");
	if (f == NULL) {
		perror(path);
		return 1;
	}
	bad = fwrite(at, 1, len, f) != len;
	bad |= fclose(f) != 0;
	return bad;
}

static int path_to_stdout(const char *text, size_t len, const char *kind_name)
{
	char path[2000];
	unsigned kind;

	for (kind = 0; kind < HOSTILE_PATH_KINDS; kind++)
		if (strcmp(kind_name, hostile_path_name((enum hostile_path)kind)) == 0) {
			size_t n = hostile_path((enum hostile_path)kind, text, len, 1, path, sizeof path);

			return fwrite(path, 1, n, stdout) != n;
		}
	fprintf(stderr, "hostile_gen: no such kind of path: %s\n", kind_name);
	return 2;
}

int main(int argc, char **argv)
{
	const char *folder = argc == 3 && strcmp(argv[1], "-d") == 0 ? argv[2] : NULL;
	int found = argc == 1 || folder != NULL, bad = 0;
	size_t i, len;

	for (i = 0; i < hostile_ncases; i++) {
		const struct hostile_case *c = &hostile_cases[i];
		char *text;

		if (argc > 1 && folder == NULL && strcmp(argv[1], c->name) != 0)
			continue;
		found = 1;
		text = hostile_make(c, &len);
		if (text == NULL)
			return 1;
		if (argc == 1)
			printf("%-24s %8zu\n", c->name, len);
		else if (folder != NULL)
			bad |= save(folder, c->name, text, len);
		else if (argc == 3)
			bad |= path_to_stdout(text, len, argv[2]);
		else
			bad |= fwrite(text, 1, len, stdout) != len;
		free(text);
	}
	if (!found)
		fprintf(stderr, "hostile_gen: no such case: %s\n", argv[1]);
	return found ? bad : 2;
}
