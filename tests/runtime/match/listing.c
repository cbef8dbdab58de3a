/* listing.c - prints the octets of a blob on standard input with words.  docs/pipeline.py draws
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "annotate.h"

int main(void)
{
	struct decode_blob b;
	uint8_t *bytes = malloc(1u << 20);
	if (!bytes)
		return 2;
	const size_t len = fread(bytes, 1, 1u << 20, stdin);
	const enum decode_status status = decode_open(&b, bytes, len);
	if (status == DECODE_OK)
		annotate(stdout, &b);
	else
		fprintf(stderr, "listing: decode_open says %d\n", (int)status);
	decode_close(&b);
	free(bytes);
	return status == DECODE_OK ? 0 : 1;
}
