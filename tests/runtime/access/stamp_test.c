/* stamp_test.c - decisions in blobs: what is written is read back, by the second reader too;
 * verdicts and all other octets stay; no forged section is read beyond its end.  And the two
 * constant blobs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include <stdint.h>

#include "match/blob_layout.h"
#include "tests/support/test.h"
#include "match/checksum.h"
#include "tests/runtime/match/decode.h"
#include "tests/support/fence.h"
#include "tests/support/doc_page.h"
#include "robotsc/access.h"
#include "robotsc/compile.h"

static struct fence for_blob, for_out;

static uint64_t seed = 1;

static uint64_t any(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 33 ^ seed << 31;
}

static struct robotsc_decision random_decision(void)
{
	struct robotsc_decision d = {.fetched = (int64_t)any(),
	                             .status = (uint16_t)any(),
	                             .end = (uint8_t)(any() % 9),
	                             .profile = (uint8_t)(any() % 4),
	                             .outcome = (uint8_t)(any() % 6),
	                             .row = (uint8_t)(any() % 11),
	                             .revalidate = any() & 1,
	                             .length = any(),
	                             .digest = any()};

	d.since = any() % 2 || d.fetched < 0 ? d.fetched : (int64_t)(any() % ((uint64_t)d.fetched + 1));
	d.expires = any() % 8 ? d.fetched : INT64_MAX;
	if (d.fetched < INT64_MAX - 100000)
		d.expires = d.fetched + (int64_t)(any() % 100000);
	return d;
}

static int same(const struct robotsc_decision *x, const struct robotsc_decision *y)
{
	return x->fetched == y->fetched && x->expires == y->expires && x->since == y->since && x->status == y->status &&
	       x->end == y->end && x->profile == y->profile && x->outcome == y->outcome && x->row == y->row &&
	       x->revalidate == y->revalidate && x->length == y->length && x->digest == y->digest;
}

/* Check that both readers say the same of a fetch section. */
static enum robotsc_status read_both(const struct robotsc_blob *blob, struct robotsc_decision *d)
{
	const enum robotsc_status status = robotsc_stamp_read(blob, d);
	struct decode_blob b;
	struct decode_fetch f;

	if (!CHECK(decode_open(&b, blob->bytes, blob->size) == DECODE_OK))
		return status;
	const int read = decode_fetch(&b, &f);
	CHECK_MSG(status == (read > 0   ? ROBOTSC_OK
	                     : read < 0 ? ROBOTSC_ERR_CORRUPT
	                                : ROBOTSC_ERR_ABSENT),
	          "%s, second reader %d", robotsc_strerror(status), read);
	if (status == ROBOTSC_OK && read > 0) {
		const struct robotsc_decision theirs = {.fetched = f.fetched,
		                                        .since = f.since,
		                                        .expires = f.expires,
		                                        .status = (uint16_t)f.status,
		                                        .end = (uint8_t)f.end,
		                                        .profile = (uint8_t)f.profile,
		                                        .outcome = (uint8_t)f.outcome,
		                                        .row = (uint8_t)f.row,
		                                        .revalidate = (uint8_t)f.revalidate,
		                                        .length = f.length,
		                                        .digest = f.digest};
		CHECK(same(d, &theirs));
	}
	decode_close(&b);
	return status;
}

/* Stamp a blob, with exactly the room that the copy takes.  Returns the copy, or NULL. */
static void *stamp(const struct robotsc_blob *blob, const struct robotsc_decision *d, size_t want)
{
	size_t n = 0;

	CHECK(robotsc_stamp(blob, d, NULL, 0, &n) == ROBOTSC_ERR_ROOM && n == want);
	for (size_t room = 1; room < want; room = 2 * room + 1) {
		memset(for_out.begin, 'X', room);
		CHECK(robotsc_stamp(blob, d, for_out.begin, room, &n) == ROBOTSC_ERR_ROOM && for_out.begin[0] == 'X');
	}
	char *out = for_out.begin + for_out.room - want;
	return CHECK(robotsc_stamp(blob, d, out, want, &n) == ROBOTSC_OK && n == want) ? out : NULL;
}

/* The three sections that every blob has, and the header but for size and version, are what they
 * were. */
static void check_rest(const struct robotsc_blob *x, const struct robotsc_blob *y)
{
	const uint32_t xs[] = {x->machines, x->policies, x->agents, x->agents_end}, ys[] = {y->machines, y->policies, y->agents};

	for (int i = 0; i < 3; i++)
		CHECK(memcmp(x->bytes + xs[i], y->bytes + ys[i], xs[i + 1] - xs[i]) == 0);
	CHECK(memcmp(x->bytes + BLOB_AT_DIALECT, y->bytes + BLOB_AT_DIALECT, 2) == 0);
	CHECK(memcmp(x->bytes + BLOB_AT_MATCH, y->bytes + BLOB_AT_MATCH, 2) == 0);
}

static void round_trip(const void *bytes, size_t len)
{
	struct robotsc_decision d = random_decision(), got;
	struct robotsc_blob plain, stamped, again;
	void *copy;

	if (!CHECK(robotsc_open(&plain, at_end(&for_blob, bytes, len), len) == ROBOTSC_OK))
		return;
	CHECK(read_both(&plain, &got) == ROBOTSC_ERR_ABSENT);
	copy = stamp(&plain, &d, len + ROBOTSC_STAMP_SIZE);
	if (!copy || !CHECK(robotsc_open(&stamped, copy, len + ROBOTSC_STAMP_SIZE) == ROBOTSC_OK))
		return;
	CHECK(read_both(&stamped, &got) == ROBOTSC_OK && same(&got, &d));
	check_rest(&plain, &stamped);
	/* A new decision replaces the old one; stamped with no decision, the blob is the first one
	 * again. */
	CHECK(robotsc_open(&stamped, at_end(&for_blob, copy, len + ROBOTSC_STAMP_SIZE), len + ROBOTSC_STAMP_SIZE) == ROBOTSC_OK);
	d = random_decision();
	copy = stamp(&stamped, &d, len + ROBOTSC_STAMP_SIZE);
	if (copy && CHECK(robotsc_open(&again, copy, len + ROBOTSC_STAMP_SIZE) == ROBOTSC_OK)) {
		CHECK(read_both(&again, &got) == ROBOTSC_OK && same(&got, &d));
		check_rest(&stamped, &again);
	}
	copy = stamp(&stamped, NULL, len);
	CHECK(copy && memcmp(copy, bytes, len) == 0);
}

/* ---- forged blobs ----------------------------------------------------------------- */

/* A section that is added to a blob: its type, and its octets. */
struct more {
	unsigned type;
	uint32_t size;
};

static void put(uint8_t *p, uint64_t v, unsigned n)
{
	for (; n > 0; n--, v >>= 8)
		*p++ = (uint8_t)v;
}

/* Entries of the section table, which ends where the first section begins. */
static size_t sections(const uint8_t *bytes)
{
	return (ld32(bytes + BLOB_HEADER + SECTION_AT_OFFSET) - BLOB_HEADER) / SECTION_ENTRY;
}

static size_t forge(const uint8_t *bytes, size_t len, const struct more *more, size_t n, uint8_t *out)
{
	const size_t old = sections(bytes), table = BLOB_HEADER + SECTION_ENTRY * old, shift = n * SECTION_ENTRY;
	size_t at = len - BLOB_TRAILER + shift;

	memcpy(out, bytes, table);
	memcpy(out + table + shift, bytes + table, len - table - BLOB_TRAILER);
	for (size_t i = 0; i < old; i++)
		put(out + BLOB_HEADER + SECTION_ENTRY * i + SECTION_AT_OFFSET,
		    ld32(bytes + BLOB_HEADER + SECTION_ENTRY * i + SECTION_AT_OFFSET) + shift, 4);
	for (size_t i = 0; i < n; at += more[i++].size) {
		put(out + table + SECTION_ENTRY * i, more[i].type, 1);
		put(out + table + SECTION_ENTRY * i + SECTION_AT_OFFSET, at, 4);
		memset(out + at, 0, more[i].size);
	}
	put(out + BLOB_AT_SIZE, at + BLOB_TRAILER, 4);
	put(out + at, robotsc_checksum(out, at), 8);
	return at + BLOB_TRAILER;
}

static void open_forged(struct robotsc_blob *blob, const uint8_t *bytes, size_t len, const struct more *more, size_t n)
{
	static uint8_t room[8192];
	const size_t size = forge(bytes, len, more, n, room);

	CHECK(robotsc_open(blob, at_end(&for_blob, room, size), size) == ROBOTSC_OK);
}

static void forged(const uint8_t *bytes, size_t len)
{
	struct robotsc_decision d = {.length = 77}, was = d;
	struct robotsc_blob blob, stamped;
	struct more many[300];

	/* A fetch section of another size is refused, and nothing is read after the section. */
	for (uint32_t size = 0; size < 100; size++) {
		open_forged(&blob, bytes, len, &(struct more){SECTION_FETCH, size}, 1);
		CHECK_MSG(read_both(&blob, &d) == (size == FETCH_SIZE ? ROBOTSC_OK : ROBOTSC_ERR_CORRUPT), "%u octets", size);
		CHECK(size == FETCH_SIZE || same(&d, &was));
		was = d;
	}
	open_forged(&blob, bytes, len, (struct more[]){{SECTION_FETCH, FETCH_SIZE}, {SECTION_FETCH, FETCH_SIZE}}, 2);
	CHECK(read_both(&blob, &d) == ROBOTSC_ERR_CORRUPT);
	/* A new decision replaces both fetch sections. */
	char *copy = stamp(&blob, &was, len + ROBOTSC_STAMP_SIZE);
	CHECK(copy && robotsc_open(&stamped, copy, len + ROBOTSC_STAMP_SIZE) == ROBOTSC_OK &&
	      read_both(&stamped, &d) == ROBOTSC_OK);
	/* Sections of other types stay, in their order, and the decision is put where its type
	 * belongs. */
	open_forged(&blob, bytes, len, (struct more[]){{9, 5}, {255, 0}}, 2);
	CHECK(read_both(&blob, &d) == ROBOTSC_ERR_ABSENT);
	copy = stamp(&blob, &was, blob.size + ROBOTSC_STAMP_SIZE);
	if (copy && CHECK(robotsc_open(&stamped, copy, blob.size + ROBOTSC_STAMP_SIZE) == ROBOTSC_OK)) {
		const uint8_t *table = stamped.bytes + BLOB_HEADER;

		CHECK(sections(stamped.bytes) == 6 && table[3 * SECTION_ENTRY] == SECTION_FETCH);
		CHECK(table[4 * SECTION_ENTRY] == 9 && table[5 * SECTION_ENTRY] == 255);
		CHECK(read_both(&stamped, &d) == ROBOTSC_OK && same(&d, &was));
	}
	/* More sections than an octet can count. */
	for (size_t i = 0; i < 300; i++)
		many[i] = (struct more){SECTION_EXTENSIONS + 1 + (unsigned)i % 250, 1};
	size_t n = 5;
	open_forged(&blob, bytes, len, many, 300);
	CHECK(robotsc_stamp(&blob, NULL, for_out.begin, for_out.room, &n) == ROBOTSC_OK && n == blob.size);
	copy = stamp(&blob, &was, blob.size + ROBOTSC_STAMP_SIZE);
	if (copy && CHECK(robotsc_open(&stamped, copy, blob.size + ROBOTSC_STAMP_SIZE) == ROBOTSC_OK))
		CHECK(sections(stamped.bytes) == 304 && read_both(&stamped, &d) == ROBOTSC_OK && same(&d, &was));
}

/* A blob of an older minor version, which has no fetch section, becomes a blob of this version. */
static void older(const uint8_t *bytes, size_t len)
{
	const struct robotsc_decision d = {.expires = 300, .fetched = 200};
	struct robotsc_blob blob, stamped;
	uint8_t old[8192], *copy;

	memcpy(old, bytes, len);
	old[BLOB_AT_MINOR] = 0;
	put(old + len - BLOB_TRAILER, robotsc_checksum(old, len - BLOB_TRAILER), 8);
	if (!CHECK(robotsc_open(&blob, old, len) == ROBOTSC_OK))
		return;
	copy = stamp(&blob, &d, len + ROBOTSC_STAMP_SIZE);
	if (copy && CHECK(robotsc_open(&stamped, copy, len + ROBOTSC_STAMP_SIZE) == ROBOTSC_OK)) {
		CHECK(stamped.bytes[BLOB_AT_MINOR] == BLOB_MINOR);
		check_rest(&blob, &stamped);
	}
}

/* Every value of every octet of the section: both readers agree, and what is read can be
 * written. */
static void octets(const struct robotsc_blob *blob)
{
	const struct robotsc_decision d = {.expires = 300, .fetched = 200};
	const size_t size = blob->size + ROBOTSC_STAMP_SIZE;
	uint8_t *copy = stamp(blob, &d, size);
	unsigned long good = 0;

	for (size_t i = 0; copy && i < FETCH_SIZE; i++)
		for (unsigned value = 0; value < 256; value++) {
			uint8_t *const at = copy + size - BLOB_TRAILER - FETCH_SIZE + i, old = *at;
			struct robotsc_decision got;
			struct robotsc_blob changed;
			size_t n;

			*at = (uint8_t)value;
			put(copy + size - BLOB_TRAILER, robotsc_checksum(copy, size - BLOB_TRAILER), 8);
			if (CHECK(robotsc_open(&changed, copy, size) == ROBOTSC_OK) && read_both(&changed, &got) == ROBOTSC_OK) {
				good++;
				CHECK(robotsc_stamp(&changed, &got, for_blob.begin, for_blob.room, &n) == ROBOTSC_OK && n == size &&
				      memcmp(for_blob.begin, copy, size) == 0);
			}
			*at = old;
		}
	CHECK_MSG(good > 6000 && good < 10000, "%lu good ones", good);
}

static void refused(const struct robotsc_blob *blob)
{
	static const struct robotsc_decision bad[] = {
		{.fetched = 1}, {.end = 9},       {.profile = 4},
		{.outcome = 6}, {.row = 11},      {.revalidate = 2},
		{.end = 255},   {.profile = 255}, {.fetched = INT64_MAX, .expires = INT64_MIN},
		{.since = 1}};
	size_t n = 5;

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		CHECK_MSG(robotsc_stamp(blob, &bad[i], for_out.begin, for_out.room, &n) == ROBOTSC_ERR_ARGUMENT && n == 5, "%zu",
		          i);
}

/* ---- the example of the page -------------------------------------------------------- */

static void example(const struct robotsc_blob *blob)
{
	const struct robotsc_text name = {"Cache-Control", 13}, value = {"max-age=600", 11};
	const struct robotsc_header_field field = {name, value};
	const struct robotsc_fetch fetch = {.status = 200, .at = 1800000000, .fields = &field, .nfields = 1};
	struct robotsc_decision d;
	struct page p;
	size_t len, n = 0;
	uint8_t octets_of[64], *copy;

	page_open(&p, "docs/formats/blob.md");
	const char *block = page_block(&p, "fetch", &len);
	for (const char *line = block; CHECK(block != NULL) && line < block + len; line = strchr(line, '\n') + 1) {
		char *at = NULL;

		CHECK(strtoul(line, &at, 16) == n);
		while (*at == ' ' && n < sizeof octets_of)
			octets_of[n++] = (uint8_t)strtoul(at, &at, 16);
	}
	robotsc_access(&fetch, &d);
	d.length = 8;
	d.digest = robotsc_digest("Allow: /", 8);
	CHECK(d.digest == decode_checksum((const uint8_t *)"Allow: /", 8));
	copy = stamp(blob, &d, blob->size + ROBOTSC_STAMP_SIZE);
	CHECK(copy && n == FETCH_SIZE);
	for (size_t i = 0; copy && i < FETCH_SIZE; i++)
		CHECK_MSG(copy[blob->size + SECTION_ENTRY - BLOB_TRAILER + i] == octets_of[i], "octet %zu is %02X", i,
		          copy[blob->size + SECTION_ENTRY - BLOB_TRAILER + i]);
	page_close(&p);
}

/* ---- constant blobs ------------------------------------------------------------------ */

static void constant(enum robotsc_dialect dialect, const char *text, enum robotsc_verdict verdict)
{
	const struct robotsc_text robot = {"AnyBot", 6};
	struct robotsc_options options;
	struct robotsc_group group;
	struct robotsc_blob blob;
	void *made = NULL;
	size_t len = 0, n;
	const void *ready = robotsc_constant_blob(dialect, verdict, &n);

	robotsc_options_init(&options);
	options.dialect = dialect;
	CHECK(robotsc_compile(&options, text, strlen(text), &made, &len) == ROBOTSC_OK);
	CHECK_MSG(n == len && memcmp(ready, made, n) == 0, "dialect %d: constant.c must be written anew", dialect);
	CHECK(robotsc_open(&blob, ready, n) == ROBOTSC_OK && robotsc_select(&blob, &robot, 1, &group) == ROBOTSC_OK);
	CHECK(robotsc_is_constant(&blob));
	CHECK(robotsc_check_path(&group, "/a", 2) == verdict && robotsc_check_path(&group, "", 0) == verdict);
	CHECK(robotsc_check_path(&group, "/robots.txt", 11) == (dialect == ROBOTSC_GOOGLE ? verdict : ROBOTSC_ALLOW));
	robotsc_free_blob(NULL, made, len);
}

static void constants(void)
{
	size_t n = 1;

	for (int dialect = 0; robotsc_dialect_name((enum robotsc_dialect)dialect); dialect++) {
		constant((enum robotsc_dialect)dialect, "", ROBOTSC_ALLOW);
		constant((enum robotsc_dialect)dialect, "User-agent: *\nDisallow: /", ROBOTSC_DISALLOW);
	}
	CHECK(!robotsc_constant_blob((enum robotsc_dialect)5, ROBOTSC_ALLOW, &n) && n == 0);
	CHECK(!robotsc_constant_blob((enum robotsc_dialect) - 1, ROBOTSC_DISALLOW, &n) && n == 0);
}

int main(void)
{
	static const char *const texts[] = {
		"", "User-agent: *\nDisallow: /a*b\nDisallow: /*c*d\n\nUser-agent: x\nUser-agent: y\nAllow: /a$\n"};
	struct robotsc_blob blob;
	void *bytes = NULL;
	size_t len = 0;

	for_blob = fence_make(8192);
	for_out = fence_make(8192);
	constants();
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		for (int dialect = ROBOTSC_RFC9309; dialect <= ROBOTSC_GOOGLE; dialect++) {
			struct robotsc_options options;

			robotsc_options_init(&options);
			options.dialect = (enum robotsc_dialect)dialect;
			if (!CHECK(robotsc_compile(&options, texts[i], strlen(texts[i]), &bytes, &len) == ROBOTSC_OK))
				continue;
			for (int k = 0; k < 1000; k++)
				round_trip(bytes, len);
			forged(bytes, len);
			older(bytes, len);
			if (CHECK(robotsc_open(&blob, bytes, len) == ROBOTSC_OK)) {
				octets(&blob);
				refused(&blob);
				example(&blob);
			}
			robotsc_free_blob(NULL, bytes, len);
		}
	}
	return check_done();
}
