/* kit_write.c - see kit_write.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_write.h"

#include <inttypes.h>
#include <stdlib.h>

static void stop(const char *what)
{
	perror(what);
	exit(1);
}

void kit_open(struct kit *k, const char *folder, const char *name)
{
	char path[4096];
	if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
		exit(1);
	*k = (struct kit){.file = fopen(path, "wb")};
	if (k->file == NULL)
		stop(path);
	kit_word(k, "kit");
	kit_number(k, 1);
	kit_end(k);
}

void kit_close(struct kit *k)
{
	const unsigned long lines = k->lines;
	kit_word(k, "end");
	kit_unsigned(k, lines);
	kit_end(k);
	if (ferror(k->file) || fclose(k->file) != 0)
		stop("kit");
}

void kit_word(struct kit *k, const char *word)
{
	fputs(word, k->file);
}

void kit_name(struct kit *k, const char *name)
{
	fprintf(k->file, "\t%s", name);
}

void kit_none(struct kit *k)
{
	kit_name(k, "-");
}

void kit_number(struct kit *k, int64_t number)
{
	fprintf(k->file, "\t%" PRId64, number);
}

void kit_unsigned(struct kit *k, uint64_t number)
{
	fprintf(k->file, "\t%" PRIu64, number);
}

void kit_text(struct kit *k, const char *at, size_t len)
{
	putc('\t', k->file);
	for (size_t i = 0; i < len; i++) {
		const unsigned char c = (unsigned char)at[i];
		if (c > 0x20 && c < 0x7F && c != '\\')
			putc(c, k->file);
		else
			fprintf(k->file, "\\%02X", c);
	}
}

void kit_base64(struct kit *k, const uint8_t *octets, size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	putc('\t', k->file);
	for (size_t i = 0; i < len; i += 3) {
		uint32_t word = (uint32_t)octets[i] << 16;
		word |= i + 1 < len ? (uint32_t)octets[i + 1] << 8 : 0;
		word |= i + 2 < len ? octets[i + 2] : 0;
		putc(digits[word >> 18], k->file);
		putc(digits[word >> 12 & 63], k->file);
		putc(i + 1 < len ? digits[word >> 6 & 63] : '=', k->file);
		putc(i + 2 < len ? digits[word & 63] : '=', k->file);
	}
}

void kit_end(struct kit *k)
{
	putc('\n', k->file);
	k->lines++;
}
