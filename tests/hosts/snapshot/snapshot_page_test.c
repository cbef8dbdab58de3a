/* snapshot_page_test.c - docs/formats/snapshot.md has the right offsets and hashes, and its example
 * is what the plain writer makes and the reader reads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "plain_hashes.h"
#include "plain_writer.h"
#include "robotsc/compile.h"
#include "robotsc/snapshot.h"
#include "runtime/match/half_sip_hash.h"
#include "hosts/snapshot/reader/snapshot_layout.h"
#include "tests/support/doc_page.h"
#include "tests/support/test.h"

static struct page page;

/* ---- tables of offsets ---- */

/* The rows that the page must have, in its order: their offsets and sizes, as texts. */
static const struct {
	unsigned offset;
	const char *size;
} places[] = {
	{HEAD_AT_MAGIC, "8"},        {HEAD_AT_MAJOR, "2"},          {HEAD_AT_MINOR, "2"},          {HEAD_AT_HEAD_SIZE, "4"},
	{HEAD_AT_FILE_SIZE, "8"},    {HEAD_AT_TIME, "8"},           {HEAD_AT_ENTRIES, "8"},        {HEAD_AT_POLICIES, "8"},
	{HEAD_AT_SEED, "8"},         {HEAD_AT_PROBES, "4"},         {HEAD_AT_BUCKETS, "4"},        {HEAD_AT_SHARD, "4"},
	{HEAD_AT_SHARDS, "4"},       {HEAD_AT_SECTIONS, "48 each"}, {HEAD_AT_DIALECT, "1"},        {HEAD_AT_SETTINGS, "1"},
	{HEAD_AT_SCOPE, "1"},        {HEAD_AT_CHALLENGE, "1"},      {HEAD_AT_AGENTS, "4"},         {HEAD_AT_LIMIT, "8"},
	{HEAD_AT_TOKENS, "…"},       {ENTRY_AT_SUM, "4"},           {ENTRY_AT_SIZE, "2"},          {ENTRY_AT_FLAGS, "1"},
	{ENTRY_AT_OUTCOME, "1"},     {ENTRY_AT_EXPIRES, "5"},       {ENTRY_AT_FETCHED, "5"},       {ENTRY_AT_STATUS, "2"},
	{ENTRY_AT_END, "1"},         {ENTRY_AT_PROFILE, "1"},       {ENTRY_AT_ROW, "1"},           {ENTRY_AT_LENGTH, "5"},
	{ENTRY_AT_DIGEST, "8"},      {ENTRY_AT_POLICY, "5"},        {ENTRY_AT_RECORD, "3"},        {ENTRY_AT_ORIGIN, "*s*"},
	{BUCKET_AT_SUM, "4"},        {BUCKET_AT_COUNT, "1"},        {BUCKET_AT_MORE, "1"},         {BUCKET_AT_MORE + 1, "2"},
	{BUCKET_AT_SLOTS, "8 each"}, {RECORD_AT_SUM, "4"},          {RECORD_AT_SIZE, "4"},         {RECORD_AT_FRONTS, "8 each"},
	{MANIFEST_AT_MAGIC, "8"},    {MANIFEST_AT_MAJOR, "2"},      {MANIFEST_AT_MINOR, "2"},      {MANIFEST_AT_SHARDS, "4"},
	{MANIFEST_AT_TIME, "8"},     {MANIFEST_AT_TIME + 8, "8"},   {MANIFEST_AT_ROWS, "48 each"},
};

static void offsets(void)
{
	size_t i, n = 0;
	uint64_t offset;

	for (i = 0; i < page.nrows; i++) {
		const struct page_row *row = &page.rows[i];

		if (strcmp(row->head[0], "offset") != 0 || !page_number(row->cell[0], &offset))
			continue; /* it has no fixed offset, because it follows parts of any size */
		if (CHECK_MSG(n < sizeof places / sizeof *places, "line %u", row->line)) {
			CHECK_MSG(offset == places[n].offset && strcmp(row->cell[1], places[n].size) == 0, "line %u: not at %u",
			          row->line, places[n].offset);
			n++;
		}
	}
	CHECK(n == sizeof places / sizeof *places);
	CHECK(HEAD_SECTION == 48 && SLOT_SIZE == 8 && FRONT_SIZE == 8 && MANIFEST_ROW == 48 && BUCKET_SLOTS == 7 &&
	      PROBES_MAX == 16);
}

/* ---- hashes ---- */

static uint64_t cell_number(const struct page_row *row, const char *heading)
{
	const unsigned column = page_column(row, heading);

	return column < row->ncells ? strtoull(row->cell[column], NULL, strcmp(heading, "hash") == 0 ? 16 : 10) : UINT64_MAX;
}

static void hashes(void)
{
	unsigned origins = 0, hosts = 0;
	enum robotsc_status status;
	char url[400];
	size_t i;

	for (i = 0; i < page.nrows; i++) {
		const struct page_row *row = &page.rows[i];
		const int is_host = strcmp(row->head[0], "host") == 0;
		char *text = is_host || strcmp(row->head[0], "origin") == 0 ? page_code(row->cell[0]) : NULL;
		const size_t len = text ? strlen(text) : 0;

		if (!text)
			continue;
		if (!is_host) {
			const uint64_t hash = half_sip_hash(cell_number(row, "seed"), (const uint8_t *)text, len);

			CHECK_MSG(hash == cell_number(row, "hash"), "line %u", row->line);
			CHECK_MSG((hash >> 32) * 1000 >> 32 == cell_number(row, "home of 1000"), "line %u", row->line);
			origins++;
			free(text);
			continue;
		}
		sprintf(url, "https://%s/", text);
		CHECK_MSG(half_sip_hash(SHARD_KEY, (const uint8_t *)text, len) == cell_number(row, "hash"), "line %u", row->line);
		CHECK_MSG(robotsc_shard(url, strlen(url), 2, &status) == cell_number(row, "of 2"), "line %u", row->line);
		CHECK_MSG(robotsc_shard(url, strlen(url), 10, &status) == cell_number(row, "of 10"), "line %u", row->line);
		CHECK_MSG(robotsc_shard(url, strlen(url), 1024, &status) == cell_number(row, "of 1024"), "line %u", row->line);
		hosts++;
		free(text);
	}
	CHECK(origins > 3 && hosts > 4);
}

/* ---- the example ---- */

/* The page leaves out all empty buckets but the first. */
#define LEFT_OUT 0x280
#define FIRST_BUCKET 0x200
#define LEFT_OUT_END 0x600

/* Read the octets of the block: its lines have an offset and up to 16 octets.  Octets of missing
 * lines are 0. */
static size_t read_example(uint8_t *out, size_t room)
{
	size_t len, size = 0;
	const char *at = page_block(&page, "snapshot", &len), *end = at ? at + len : NULL;

	memset(out, 0, room);
	while (at && at < end) {
		char *next;
		size_t offset = strtoul(at, &next, 16);

		while (*next == ' ' && offset < room) {
			out[offset++] = (uint8_t)strtoul(next, &next, 16);
			while (*next == ' ' && next[1] == ' ')
				next++;
		}
		size = offset > size ? offset : size;
		at = strchr(next, '\n') + 1;
	}
	return size;
}

/* With any argument, print the example as it should be. */
static void print_example(const uint8_t *bytes, size_t len)
{
	size_t at, i;

	for (at = 0; at < len; at += 16) {
		int zero = 1;

		for (i = at; i < at + 16 && i < len; i++)
			zero &= bytes[i] == 0;
		if ((zero && at + 16 < len) || (at >= LEFT_OUT && at < LEFT_OUT_END))
			continue;
		printf("%04zX ", at);
		for (i = at; i < at + 16 && i < len; i++)
			printf("%s%02X", i == at + 8 ? "  " : " ", bytes[i]);
		printf("\n");
	}
}

static void example(int print)
{
	static const char text[] = "User-agent: *\nDisallow: /private\n";
	const struct robotsc_text agents[] = {{"ExampleBot", 10}};
	const struct plain_settings settings = {.limit = 512000, .agents = agents, .nagents = 1};
	struct plain_entry entry = {.origin = {"https://example.com", 19},
	                            .decision = {.fetched = 1800000000,
	                                         .expires = 1800086400,
	                                         .since = 1800000000,
	                                         .status = 200,
	                                         .length = sizeof text - 1}};
	static uint8_t expected[8192];
	struct robotsc_snapshot_options options = {.tokens = agents, .ntokens = 1, .trust = ROBOTSC_TRUST_FORGED};
	struct robotsc_options compiling;
	struct robotsc_snapshot snapshot;
	struct robotsc_text url = {"https://example.com/private/a", 29};
	struct robotsc_snapshot_answer answer;
	void *blob;
	uint8_t *bytes;
	size_t len;

	robotsc_options_init(&compiling);
	compiling.agents = agents;
	compiling.nagents = 1;
	entry.decision.digest = robotsc_digest(text, sizeof text - 1);
	if (!CHECK(robotsc_compile(&compiling, text, sizeof text - 1, &blob, &entry.blob_len) == ROBOTSC_OK))
		return;
	entry.blob = blob;
	if (CHECK(plain_snapshot(&settings, &entry, 1, &bytes, &len) == 0)) {
		if (print)
			print_example(bytes, len);
		CHECK(read_example(expected, sizeof expected) == len);
		/* The page states the checksums of the buckets that it leaves out; else they are
		 * zero. */
		for (size_t at = LEFT_OUT; at < LEFT_OUT_END; at += BUCKET_SIZE) {
			uint8_t summed[8 + BUCKET_SIZE - BUCKET_AT_COUNT] = {(uint8_t)((at - FIRST_BUCKET) / BUCKET_SIZE)};
			const uint64_t sum = robotsc_digest(summed, sizeof summed);
			for (size_t i = 0; i < BUCKET_AT_COUNT; i++)
				expected[at + i] = (uint8_t)(sum >> 8 * i);
		}
		CHECK(memcmp(bytes, expected, len) == 0);
		if (CHECK(robotsc_snapshot_open(&snapshot, bytes, len, &options) == ROBOTSC_OK)) {
			robotsc_snapshot_check_urls(&snapshot, &url, 1, &answer);
			CHECK(answer.status == ROBOTSC_OK && answer.verdict == ROBOTSC_DISALLOW && answer.expires == 1800086400);
		}
		free(bytes);
	}
	robotsc_free_blob(NULL, blob, entry.blob_len);
}

int main(int argc, char **argv)
{
	(void)argv;
	page_open(&page, "docs/formats/snapshot.md");
	CHECK_PART(offsets);
	CHECK_PART(hashes);
	if (check_case("example"))
		example(argc > 1);
	page_close(&page);
	return check_done();
}
