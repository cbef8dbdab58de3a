/* kit_ask_blobs.c - see kit_asked.h: the words about blobs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_asked.h"

#include <time.h>

void kit_ask_blob(void)
{
	const struct kit_octets bytes = kit_decode_base64(&kit_asked.lines, 3);
	kit_name_blob();
	kit_asked.has_group = kit_asked.nlabels = 0;
	const char *status = kit_asked.reader->open(kit_blob_at(bytes), bytes.len);
	kit_asked.opened = kit_says(status, 2) && strcmp(status, "ok") == 0;
	kit_asked.last = (const uint8_t *)bytes.at;
	kit_asked.last_len = bytes.len;
}

/* "Checksum" of docs/format.md. */
static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0xD6E8FEB86659FD93u;
	return h ^ h >> 32;
}

static uint64_t load(const uint8_t *at, size_t n)
{
	uint64_t value = 0;
	for (size_t i = 0; i < n && i < 8; i++)
		value |= (uint64_t)at[i] << 8 * i;
	return value;
}

static void put_checksum(uint8_t *bytes, size_t len)
{
	const size_t n = len - 8;
	uint64_t a = 0x9E3779B97F4A7C15u, b = ~a;
	for (size_t at = 0; at <= n; at += 16) {
		a = mix(a, load(bytes + at, n - at));
		b = mix(b, at + 8 < n ? load(bytes + at + 8, n - at - 8) : 0);
	}
	const uint64_t sum = mix(mix(a, b), n);
	for (size_t i = 0; i < 8; i++)
		bytes[n + i] = (uint8_t)(sum >> 8 * i);
}

/* The last blob with one octet changed. */
void kit_ask_change(void)
{
	const size_t at = (size_t)kit_natural(&kit_asked.lines, 2);
	struct kit_decision d;
	uint8_t *bytes = kit_blob_at((struct kit_octets){(const char *)kit_asked.last, kit_asked.last_len});
	bytes[at] = (uint8_t)kit_natural(&kit_asked.lines, 3);
	put_checksum(bytes, kit_asked.last_len);
	const char *status = kit_asked.reader->open(bytes, kit_asked.last_len);
	if (kit_says(status, 1) && strcmp(status, "ok") == 0) {
		kit_says(kit_asked.reader->fetch(&d), 4);
		kit_says(kit_asked.reader->extensions(), 5);
	}
}

void kit_ask_fetch(void)
{
	struct kit_decision d;
	if (kit_says(kit_asked.reader->fetch(&d), 1) && kit_is(&kit_asked.lines, 1, "ok"))
		kit_same_decision(&d, 2);
}

void kit_ask_extensions(void)
{
	kit_says(kit_asked.reader->extensions(), 1);
}

void kit_ask_label(void)
{
	static struct kit_octets values[KIT_FIELDS];
	const struct kit_octets own = kit_decode_text(&kit_asked.lines, 2);
	const size_t n = kit_texts(3, values);
	kit_ok(kit_asked.reader->label((uint32_t)kit_asked.nlabels++, (unsigned)kit_natural(&kit_asked.lines, 1), own, values, n),
	       "label");
}

static void ask_group(const char *(*select)(const struct kit_octets *tokens, size_t n, int64_t *token))
{
	static struct kit_octets tokens[KIT_FIELDS];
	const size_t n = kit_texts(3, tokens);
	int64_t token = -1;
	const char *selected = select(tokens, n, &token);
	kit_asked.has_group = kit_says(selected, 1) && strcmp(selected, "unanswered") != 0;
	kit_ok(kit_same_number(token, 2), "which token");
}

void kit_ask_group(void)
{
	ask_group(kit_asked.reader->group);
}

void kit_ask_names(void)
{
	ask_group(kit_asked.reader->names);
}

void kit_ask_header(void)
{
	struct kit_octets token = {"", 0};
	kit_asked.has_group = kit_asked.reader->header != NULL && kit_says(kit_asked.reader->header(kit_text_at(3), &token), 1);
	if (kit_asked.has_group)
		kit_ok(kit_same_text(token, 2), "which token");
}

void kit_ask_url(void)
{
	if (kit_asked.has_group)
		kit_same_verdict(kit_asked.reader->url(kit_text_at(2)), 1);
}

void kit_ask_path(void)
{
	if (kit_asked.has_group)
		kit_same_verdict(kit_asked.reader->path(kit_text_at(2)), 1);
}

/* A reader that does not count may take this long: a step is some nanoseconds, with sanitizers a
 * hundred.  The rest is the call. */
#define NANOSECONDS_A_STEP 200.0
#define NANOSECONDS_A_CALL 2e8

void kit_ask_steps(void)
{
	const double most = (double)kit_natural(&kit_asked.lines, 1);
	if (!kit_asked.has_group)
		return;
	const clock_t begin = clock();
	kit_same_verdict(kit_asked.reader->path(kit_text_at(3)), 2);
	if (kit_asked.reader->steps != NULL)
		kit_ok((double)kit_asked.reader->steps() <= most, "steps");
	else
		kit_ok((double)(clock() - begin) / CLOCKS_PER_SEC * 1e9 <= most * NANOSECONDS_A_STEP + NANOSECONDS_A_CALL, "time");
}

void kit_ask_usage(void)
{
	int is = -1;
	const struct kit_octets own = kit_decode_text(&kit_asked.lines, 3);
	kit_same_verdict(kit_asked.reader->usage((unsigned)kit_natural(&kit_asked.lines, 2), own, kit_text_at(5), &is), 1);
	kit_ok(is == (int)kit_integer(&kit_asked.lines, 4), "usage");
}

void kit_no_more_records(void)
{
	struct kit_record r;
	if (kit_asked.whole >= 0 && kit_asked.reader->record)
		kit_ok(!kit_asked.reader->record(&r), "more records");
	kit_asked.whole = -1;
}

void kit_ask_records(void)
{
	kit_asked.whole = kit_is(&kit_asked.lines, 1, "whole");
	kit_asked.reader->records(kit_asked.whole);
}

void kit_ask_record(void)
{
	struct kit_record r;
	if (!kit_ok(kit_asked.reader->record(&r), "no record"))
		return;
	kit_ok(r.field == kit_natural(&kit_asked.lines, 1) && r.line == kit_natural(&kit_asked.lines, 2) &&
	               r.group == kit_natural(&kit_asked.lines, 3) && kit_same_text(r.name, 4) && kit_same_text(r.value, 5),
	       "record");
	kit_ok(kit_same_number(r.delay, 6) && kit_same_number(r.documents, 7) && kit_same_number(r.seconds, 8) &&
	               kit_same_number(r.from, 9) && kit_same_number(r.to, 10),
	       "numbers of a record");
}

void kit_ask_next(void)
{
	const int64_t last = kit_integer(&kit_asked.lines, 3);
	kit_ok(kit_asked.reader->next(kit_integer(&kit_asked.lines, 2), kit_is(&kit_asked.lines, 3, "-") ? NULL : &last,
	                              kit_integer(&kit_asked.lines, 4)) == kit_integer(&kit_asked.lines, 1),
	       "next");
}
