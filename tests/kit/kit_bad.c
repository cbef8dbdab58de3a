/* kit_bad.c - bad-blobs.kit: the blobs of tests/runtime/match/bad-blobs/, one for each check of a
 * reader, and changes of the good ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <stdlib.h>
#include <string.h>

#include "kit_decode.h"
#include "tests/support/archive.h"

#define FOLDER "tests/runtime/match/bad-blobs"
#define NAME 80
#define CHECKSUM 8 /* octets at the end of a blob */

static const char *presence(int found)
{
	return found > 0 ? "ok" : found < 0 ? "corrupt" : "absent";
}

static void put_change(struct kit *k, const uint8_t *bytes, size_t len, size_t at)
{
	static const char *const words[] = {"ok", "truncated", "magic", "version", "corrupt", "checksum"};
	struct decode_blob b;
	struct decode_extensions e = {0};
	struct decode_fetch f;
	const enum decode_status status = decode_open(&b, bytes, len);
	kit_word(k, "change");
	kit_name(k, words[status]);
	kit_unsigned(k, at);
	kit_unsigned(k, bytes[at]);
	if (status == DECODE_OK) {
		kit_name(k, presence(decode_fetch(&b, &f)));
		kit_name(k, presence(decode_extensions_open(&e, &b)));
	}
	kit_end(k);
	decode_extensions_close(&e);
	decode_close(&b);
}

/* The blob with each of its octets changed in turn, and with the right checksum. */
static void put_changes(struct kit *k, const char *original, size_t len)
{
	uint8_t *bytes = malloc(len);
	if (bytes == NULL)
		exit(1);
	memcpy(bytes, original, len);
	for (size_t at = 0; at + CHECKSUM < len; at++) {
		const uint8_t was = bytes[at],
			      values[] = {0, (uint8_t)(was + 1), (uint8_t)(was - 1), was ^ 0x20, was ^ 0x40, was ^ 0x80};
		for (size_t i = 0; i < sizeof values; i++) {
			if (values[i] == was || (i > 0 && values[i] == 0))
				continue;
			bytes[at] = values[i];
			const uint64_t sum = decode_checksum(bytes, len - CHECKSUM);
			for (size_t n = 0; n < CHECKSUM; n++)
				bytes[len - CHECKSUM + n] = (uint8_t)(sum >> 8 * n);
			put_change(k, bytes, len, at);
		}
		bytes[at] = was;
	}
	free(bytes);
}

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
	if (strcmp(call, "open") == 0)
		put_changes(k, member.bytes, member.len);
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
