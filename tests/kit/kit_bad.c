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

/* Beginnings of a blob: which is looked at first, the octets that there are, or what they are. */
static void put_tiny(struct kit *k)
{
	static const struct {
		size_t len;
		uint8_t first, major;
		const char *status;
	} tiny[] = {{0, 0x8D, 2, "truncated"}, {3, 0x8D, 2, "truncated"},  {3, 0, 2, "truncated"},     {4, 0x8D, 2, "truncated"},
	            {4, 0, 2, "magic"},        {21, 0x8D, 2, "truncated"}, {21, 0x8D, 3, "truncated"}, {21, 0, 2, "magic"},
	            {22, 0x8D, 3, "version"},  {22, 0x8D, 1, "version"},   {22, 0, 3, "magic"},        {22, 0x8D, 2, "corrupt"},
	            {23, 0x8D, 2, "corrupt"}};
	for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
		uint8_t bytes[23] = {tiny[i].first, 0x52, 0x42, 0x43, tiny[i].major, 0, 0, 0, 22};
		char name[NAME];
		snprintf(name, sizeof name, "tiny-%zu-%zu", tiny[i].len, i);
		/* Its sections are corrupt, not its checksum. */
		for (size_t at = 14; tiny[i].len == 22 && at < 22; at++)
			bytes[at] = (uint8_t)(decode_checksum(bytes, 14) >> 8 * (at - 14));
		kit_word(k, "blob");
		kit_name(k, name);
		kit_name(k, tiny[i].status);
		kit_base64(k, bytes, tiny[i].len);
		kit_end(k);
	}
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
	put_tiny(k);
	archive_close(&blobs);
	fclose(expected);
}
