/* standalone.c - runs a harness over files, without a fuzzer: NAME_fuzzer FILE...
 *
 * A FILE that ends in .tar is an archive of inputs.  The name of each input is printed before the
 * run, in case the harness aborts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

#include "tests/support/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* Run over a copy that ends where its memory does: a sanitizer reports any read beyond it. */
static void run(const char *bytes, size_t len)
{
	uint8_t *exact = malloc(len > 0 ? len : 1);

	if (exact == NULL)
		abort();
	memcpy(exact, bytes, len);
	LLVMFuzzerTestOneInput(exact, len);
	free(exact);
}

static int run_file(const char *path)
{
	size_t len;
	char *bytes = archive_load(path, &len);

	if (bytes == NULL)
		return 0;
	printf("%s\n", path);
	fflush(stdout);
	run(bytes, len);
	free(bytes);
	return 1;
}

static int run_archive(const char *path)
{
	struct archive a;
	struct archive_member member;
	int more;

	if (!archive_open(&a, path))
		return 0;
	while ((more = archive_next(&a, &member)) == 1) {
		printf("%s: %s\n", path, member.name);
		fflush(stdout);
		run(member.bytes, member.len);
	}
	archive_close(&a);
	return more == 0;
}

static int is_archive(const char *path)
{
	const size_t len = strlen(path);

	return len > 4 && strcmp(path + len - 4, ".tar") == 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!(is_archive(argv[i]) ? run_archive(argv[i]) : run_file(argv[i]))) {
			fprintf(stderr, "cannot read %s\n", argv[i]);
			return 2;
		}
	return 0;
}
