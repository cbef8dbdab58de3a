/* standalone.c - runs a harness over files, where there is no fuzzer: NAME_fuzzer FILE...
 *
 * Says which file it is at, for when the harness stops the program.  The octets of a file end where their memory does, so that a
 * sanitizer sees what is read behind them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static uint8_t *read_file(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes = NULL, *exact;
	size_t room = 0, n;

	*len = 0;
	if (f == NULL)
		return NULL;
	do {
		uint8_t *p = realloc(bytes, room + 65536);

		if (p == NULL)
			abort();
		bytes = p;
		room += 65536;
		n = fread(bytes + *len, 1, room - *len, f);
		*len += n;
	} while (*len == room);
	fclose(f);
	exact = malloc(*len > 0 ? *len : 1);
	if (exact == NULL)
		abort();
	memcpy(exact, bytes, *len);
	free(bytes);
	return exact;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		size_t len;
		uint8_t *bytes = read_file(argv[i], &len);

		if (bytes == NULL) {
			fprintf(stderr, "cannot read %s\n", argv[i]);
			return 2;
		}
		printf("%s\n", argv[i]);
		fflush(stdout);
		LLVMFuzzerTestOneInput(bytes, len);
		free(bytes);
	}
	return 0;
}
