/* kit_bad.c - bad-blobs.kit: the blobs of tests/match/bad-blobs/, one for each check of a reader.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <stdlib.h>
#include <string.h>

#include "kit_decode.h"
#include "support/archive.h"

#define FOLDER "tests/match/bad-blobs"
#define NAME 80

static void put_blob(struct kit *k, struct archive *blobs, const char *name, const char *call, const char *status)
{
	const int good = strcmp(call, "beside") == 0 || strcmp(status, "ok") == 0;
	struct archive_member member;
	struct decode_blob b;
	uint32_t policy;
	char file[NAME + 8];
	snprintf(file, sizeof file, "%s.robots", name);
	if (!archive_find(blobs, file, &member))
		exit(1);
	kit_word(k, "blob");
	kit_name(k, name);
	kit_name(k, good ? "ok" : status);
	kit_base64(k, (const uint8_t *)member.bytes, member.len);
	kit_end(k);
	if (!good)
		return;
	if (decode_open(&b, (const uint8_t *)member.bytes, member.len) != DECODE_OK)
		exit(1);
	kit_beside(k, &b);
	kit_star(k, &b, &policy);
	decode_close(&b);
}

void kit_bad(struct kit *k)
{
	char name[NAME], call[NAME], status[NAME];
	struct archive blobs;
	FILE *expected = fopen(FOLDER "/expected.txt", "r");
	if (expected == NULL || !archive_open(&blobs, FOLDER "/blobs.tar")) {
		perror(FOLDER);
		exit(1);
	}
	while (fscanf(expected, "%79s %79s %79s", name, call, status) == 3)
		put_blob(k, &blobs, name, call, status);
	archive_close(&blobs);
	fclose(expected);
}
