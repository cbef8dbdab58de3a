/* snapshot_make_test.c - the maker writes the same octets as the plain writer, with any order,
 * memory and number of threads; verify finds each flipped bit.
 *
 *     snapshot_make_test [MOST]    worlds of up to MOST origins
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plain_parts.h"
#include "robotsc/filter.h"
#include "robotsc/snapshot_make.h"
#include "second_reader.h"
#include "hosts/snapshot/maker/origin_key.h"
#include "snapshot_world.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

static char folder[64]; /* folder for the files */

static struct robotsc_store_settings settings_of(const struct world *w)
{
	const struct plain_settings *const p = &w->settings;

	return (struct robotsc_store_settings){.dialect = p->dialect,
	                                       .strict_fields = (p->settings & 1) != 0,
	                                       .conner2_rest_deny = (p->settings & 2) != 0,
	                                       .extensions = (p->settings & 4) != 0,
	                                       .aipref_rule = (p->settings & 8) != 0,
	                                       .redirect_scope = p->scope,
	                                       .challenge = p->challenge,
	                                       .limit = p->limit,
	                                       .agents = p->agents,
	                                       .nagents = p->nagents};
}

/* Read a file; *out is for free(). */
static size_t read_file(const char *path, uint8_t **out)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	size_t n = 0;

	*out = NULL;
	if (file && fstat(fileno(file), &st) == 0 && (*out = malloc((size_t)st.st_size + 1)) != NULL)
		n = fread(*out, 1, (size_t)st.st_size, file);
	if (file)
		fclose(file);
	return n;
}

/* The lines that verify reports. */
struct lines {
	char text[1 << 16];
	size_t len;
};

static void keep_line(void *ctx, const char *line)
{
	struct lines *l = ctx;
	const size_t len = strlen(line) + 1;

	if (len <= sizeof l->text - l->len)
		memcpy(l->text + l->len, line, len);
	l->len += len <= sizeof l->text - l->len ? len : 0;
}

static void ignore(void *ctx, const char *line)
{
	if (!ctx)
		printf("fault: %s\n", line);
}

/* A way to make a snapshot. */
struct way {
	uint64_t memory, order; /* order: seed of a random permutation */
	unsigned jobs;
	uint32_t shards;
};

/* Add all entries of a world in a random order, and the agents, too. */
static void add_all(struct robotsc_maker *maker, const struct world *w, uint64_t order)
{
	size_t *place = calloc(w->all + 1, sizeof *place), i;

	for (i = 0; i < w->all; i++)
		place[i] = i;
	for (i = w->all; i > 1; i--) {
		const size_t other = splitmix_below(&order, (uint32_t)i), kept = place[i - 1];

		place[i - 1] = place[other];
		place[other] = kept;
	}
	for (i = 0; i < w->all; i++) {
		const struct plain_entry *e = &w->entries[place[i]];

		CHECK(robotsc_maker_add(maker, e->origin.at, e->origin.len, &e->decision, e->blob, e->blob_len) ==
		      ROBOTSC_STORE_OK);
	}
	free(place);
}

static enum robotsc_store_status make(const struct world *w, const struct way *way, const char *path)
{
	struct robotsc_store_settings settings = settings_of(w);
	struct robotsc_text turned[4];
	const struct robotsc_maker_options options = {
		.output = path, .settings = &settings, .shards = way->shards, .memory = way->memory, .jobs = way->jobs};
	struct robotsc_maker *maker;
	struct robotsc_maker_report report;
	size_t i;
	enum robotsc_store_status status;

	for (i = 0; i < settings.nagents; i++)
		turned[i] = settings.agents[(i + way->order) % settings.nagents];
	settings.agents = turned;
	status = robotsc_maker_open(&maker, &options);

	if (!CHECK(status == ROBOTSC_STORE_OK))
		return status;
	add_all(maker, w, way->order);
	status = robotsc_maker_finish(maker, &report);
	robotsc_maker_close(maker);
	CHECK(status != ROBOTSC_STORE_OK || (report.added == w->all && report.origins == w->n));
	return status;
}

/* How many names, except those that begin with a dot, a folder has. */
static size_t count_names(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *e;
	size_t n = 0;

	while (dir && (e = readdir(dir)) != NULL)
		n += e->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return n;
}

/* A file has the octets of the plain writer, and is good. */
static void compare(const char *path, const uint8_t *expected, size_t len)
{
	struct robotsc_snapshot s;
	uint8_t *bytes;
	const size_t n = read_file(path, &bytes);

	static const uint8_t *verified; /* what the second reader, which is slow, verified last */
	const char *wrong = verified == expected ? NULL : second_verify(bytes, n);

	verified = expected;
	CHECK_MSG(n == len && memcmp(bytes, expected, len) == 0, "%s", path);
	CHECK_MSG(wrong == NULL, "%s: %s", path, wrong);
	if (CHECK(robotsc_snapshot_open(&s, bytes, n, NULL) == ROBOTSC_OK))
		CHECK(robotsc_snapshot_verify(&s, ignore, NULL) == ROBOTSC_STORE_OK);
	free(bytes);
}

static void compare_ways(const struct world *w)
{
	static const struct way ways[] = {{0, 1, 1, 0}, {0, 2, 4, 0}, {1, 3, 1, 0}, {1, 4, 3, 0}, {1 << 20, 5, 2, 0}};
	char path[128];
	size_t i;

	snprintf(path, sizeof path, "%s/one.snapshot", folder);
	for (i = 0; i < sizeof ways / sizeof *ways; i++) {
		CHECK(make(w, &ways[i], path) == ROBOTSC_STORE_OK);
		compare(path, w->bytes, w->len);
	}
	CHECK(count_names(folder) == 1);
	unlink(path);
}

static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"a-bot", 5}, {"b-bot", 5}};

static void worlds(size_t most)
{
	static const struct world_plan plans[] = {
		{0, 0, 1, ROBOTSC_RFC9309, NULL, 0},          {1, 1, 2, ROBOTSC_RFC9309, agents, 1},
		{63, 7, 3, ROBOTSC_GOOGLE, agents, 1},        {64, 64, 4, ROBOTSC_CONNER2, NULL, 0},
		{65, 9, 5, ROBOTSC_RFC9309, agents, 3},       {2000, 900, 6, ROBOTSC_RFC9309, agents, 1},
		{3000, 3000, 7, ROBOTSC_RFC9309, NULL, 0},    {20000, 300, 8, ROBOTSC_RFC9309, agents, 2},
		{1500, 400, 9, ROBOTSC_NEXOR1994, agents, 3},
	};
	size_t i;

	for (i = 0; i < sizeof plans / sizeof *plans; i++) {
		struct world w;

		if (plans[i].n > most)
			continue;
		if (CHECK(world_make(&w, &plans[i]) == 0))
			compare_ways(&w);
		world_free(&w);
	}
}

/* ---- shards ---------------------------------------------------------------------------- */

/* A shard of a world equals that of the plain writer. */
static void compare_shard(const struct world *w, const char *path, uint32_t shard, uint32_t shards)
{
	struct plain_entry *entries = calloc(w->all + 1, sizeof *entries);
	struct plain_settings settings = w->settings;
	char name[512];
	uint8_t *expected;
	size_t n = 0, len, i;

	for (i = 0; i < w->all; i++)
		if (robotsc_shard(w->entries[i].origin.at, w->entries[i].origin.len, shards, NULL) == shard)
			entries[n++] = w->entries[i];
	settings.shard = shard;
	settings.shards = shards;
	if (CHECK(plain_snapshot(&settings, entries, n, &expected, &len) == 0)) {
		const uint8_t *root = expected + (expected[12] | expected[13] << 8) - 32;

		i = (size_t)snprintf(name, sizeof name, "%s/%04u-", path, (unsigned)shard);
		for (n = 0; n < 8; n++)
			i += (size_t)snprintf(name + i, sizeof name - i, "%02x", root[n]);
		snprintf(name + i, sizeof name - i, ".snapshot");
		compare(name, expected, len);
		free(expected);
	}
	free(entries);
}

/* A filter takes all shards of a snapshot in their order, and nothing else. */
static void filter_shards(const struct world *w)
{
	static const unsigned orders[][2] = {{0, 1}, {1, 0}, {0, 0}, {1, 1}};
	struct plain_settings settings = w->settings;
	struct robotsc_filter_options options;
	struct robotsc_snapshot s[2];
	struct robotsc_filter *filter;
	uint8_t *bytes[2];
	size_t len;

	settings.shards = 2;
	for (uint32_t k = 0; k < 2; k++) {
		settings.shard = k;
		CHECK(plain_snapshot(&settings, NULL, 0, &bytes[k], &len) == 0);
		CHECK(robotsc_snapshot_open(&s[k], bytes[k], len, NULL) == ROBOTSC_OK);
	}
	robotsc_filter_options_init(&options);
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		const struct robotsc_snapshot given[] = {s[orders[i][0]], s[orders[i][1]]};
		const enum robotsc_store_status status = robotsc_filter_open_snapshot(&filter, given, 2, &options);

		CHECK_MSG(status == (i ? ROBOTSC_STORE_ARGUMENT : ROBOTSC_STORE_OK), "order %zu", i);
		if (status == ROBOTSC_STORE_OK)
			robotsc_filter_close(filter);
	}
	free(bytes[0]);
	free(bytes[1]);
}

/* More shards than before, and fewer: files of other shards are removed. */
static void shards(void)
{
	static const uint32_t counts[] = {7, 1, 40, 3};
	const struct world_plan plan = {1000, 200, 11, ROBOTSC_RFC9309, agents, 1};
	struct world w;
	char path[128];
	uint32_t i, k;

	snprintf(path, sizeof path, "%s/shards", folder);
	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	for (i = 0; i < sizeof counts / sizeof *counts; i++) {
		const struct way way = {1, i, 2, counts[i]};

		CHECK(make(&w, &way, path) == ROBOTSC_STORE_OK);
		for (k = 0; k < counts[i]; k++)
			compare_shard(&w, path, k, counts[i]);
		CHECK(count_names(path) == counts[i] + 1);
	}
	world_remove(path);
	filter_shards(&w);
	world_free(&w);
}

/* ---- what is refused --------------------------------------------------------------------- */

static void refused(void)
{
	const struct world_plan plan = {100, 20, 12, ROBOTSC_RFC9309, agents, 1};
	const struct way way = {0, 1, 1, 0};
	struct robotsc_store_settings settings;
	struct robotsc_maker_options options = {.output = NULL};
	struct robotsc_maker *maker;
	struct world w;
	char path[128], other[128];
	uint8_t *before, *after;
	size_t n;

	snprintf(path, sizeof path, "%s/kept.snapshot", folder);
	if (!CHECK(world_make(&w, &plan) == 0) || !CHECK(make(&w, &way, path) == ROBOTSC_STORE_OK))
		return;
	n = read_file(path, &before);
	w.settings.dialect = ROBOTSC_GOOGLE; /* another dialect than its blobs have */
	CHECK(make(&w, &way, path) == ROBOTSC_STORE_BLOB);
	CHECK(read_file(path, &after) == n && memcmp(before, after, n) == 0);
	free(before);
	free(after);
	CHECK(count_names(folder) == 1);
	settings = settings_of(&w);
	CHECK(robotsc_maker_open(&maker, &options) == ROBOTSC_STORE_ARGUMENT);
	options.output = path;
	CHECK(robotsc_maker_open(&maker, &options) == ROBOTSC_STORE_ARGUMENT);
	options.settings = &settings;
	options.shards = ROBOTSC_SNAPSHOT_SHARDS_MAX + 1;
	CHECK(robotsc_maker_open(&maker, &options) == ROBOTSC_STORE_ARGUMENT);
	options.shards = 0;
	snprintf(other, sizeof other, "%s/missing/file", folder);
	options.output = other;
	CHECK(robotsc_maker_open(&maker, &options) == ROBOTSC_STORE_OK);
	CHECK(robotsc_maker_add(maker, "mailto:x", 8, &w.entries->decision, w.entries->blob, w.entries->blob_len) ==
	      ROBOTSC_STORE_ORIGIN);
	CHECK(robotsc_maker_finish(maker, NULL) == ROBOTSC_STORE_SYSTEM);
	robotsc_maker_close(maker);
	unlink(path);
	world_free(&w);
}

/* ---- blobs for every agent ------------------------------------------------------------------ */

/* A snapshot for some agents takes blobs for every agent, too, since they answer for these. */
static void every_agent(void)
{
	const struct robotsc_store_settings settings = {
		.dialect = ROBOTSC_RFC9309, .limit = 512000, .agents = agents, .nagents = 2};
	const struct robotsc_snapshot_options mine = {.tokens = agents, .ntokens = 1, .trust = ROBOTSC_TRUST_FORGED};
	const struct robotsc_decision decision = {.fetched = 7, .expires = 9, .since = 7};
	struct robotsc_maker_options options = {.settings = &settings};
	struct robotsc_snapshot_answer answer;
	const struct robotsc_text url = {"https://example.com/x", 21};
	struct robotsc_maker *maker;
	struct robotsc_snapshot s;
	char path[128];
	uint8_t *bytes;
	size_t len, n;
	const void *blob = robotsc_constant_blob(ROBOTSC_RFC9309, ROBOTSC_DISALLOW, &len);

	snprintf(path, sizeof path, "%s/every.snapshot", folder);
	options.output = path;
	CHECK(robotsc_maker_open(&maker, &options) == ROBOTSC_STORE_OK);
	CHECK(robotsc_maker_add(maker, url.at, url.len, &decision, blob, len) == ROBOTSC_STORE_OK);
	CHECK(robotsc_maker_finish(maker, NULL) == ROBOTSC_STORE_OK);
	robotsc_maker_close(maker);
	n = read_file(path, &bytes);
	if (CHECK(robotsc_snapshot_open(&s, bytes, n, &mine) == ROBOTSC_OK)) {
		robotsc_snapshot_check_urls(&s, &url, 1, &answer);
		CHECK(answer.status == ROBOTSC_OK && answer.verdict == ROBOTSC_DISALLOW && answer.expires == 9);
		CHECK(robotsc_snapshot_verify(&s, ignore, NULL) == ROBOTSC_STORE_OK);
	}
	free(bytes);
	unlink(path);
}

/* The key of an origin has the octets of the page; an invalid origin has no key. */
static void keys(void)
{
	static const struct {
		const char *origin;
		uint8_t key[24];
		size_t len;
	} cases[] = {
		{"https://www.example.com", "com\1example\1www\0\1\xBB\2", 19},
		{"http://192.0.2.1:8080", "192.0.2.1\0\x1F\x90\1", 13},
		{"ftp://a.", "\1a\0\0\x15\3", 6},
		{"http://[::1]", "[::1]\0\0P\1", 9},
		{"mailto:x", "", 0},
		{"", "", 0},
	};
	uint8_t key[ORIGIN_KEY_MAX];
	size_t i;

	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		const size_t n = robotsc__origin_key((struct robotsc_text){cases[i].origin, strlen(cases[i].origin)}, key);

		CHECK_MSG(n == cases[i].len && memcmp(key, cases[i].key, n) == 0, "%s", cases[i].origin);
	}
}

/* ---- damage -------------------------------------------------------------------------------- */

/* Flip each bit of a small snapshot: it does not open, or verify reports it. */
static void flips(void)
{
	const struct world_plan plan = {70, 9, 13, ROBOTSC_RFC9309, agents, 1};
	struct robotsc_snapshot s;
	struct world w;
	size_t i;
	unsigned missed = 0;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	for (i = 0; i < 8 * w.len; i++) {
		w.bytes[i / 8] ^= (uint8_t)(1u << i % 8);
		if (robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_OK &&
		    robotsc_snapshot_verify(&s, ignore, &w) != ROBOTSC_STORE_DAMAGED)
			missed++;
		w.bytes[i / 8] ^= (uint8_t)(1u << i % 8);
	}
	CHECK_MSG(missed == 0, "%u bits", missed);
	world_free(&w);
}

/* The report of verify does not depend on the number of threads. */
static void threads(void)
{
	static const unsigned jobs[] = {2, 5, 0};
	static struct lines alone, several;
	const struct world_plan plan = {20000, 4000, 14, ROBOTSC_RFC9309, agents, 1};
	struct robotsc_snapshot s;
	struct world w;
	uint64_t random = 1;
	size_t i, k;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	for (i = 0; i < 40; i++) {
		for (k = 0; k < i; k++)
			w.bytes[1000 + splitmix_below(&random, (uint32_t)w.len - 1000)] ^= 1;
		if (!CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_OK))
			break;
		alone.len = several.len = 0;
		CHECK(robotsc_snapshot_verify(&s, keep_line, &alone) == (i > 0 ? ROBOTSC_STORE_DAMAGED : ROBOTSC_STORE_OK));
		CHECK((alone.len > 0) == (i > 0));
		robotsc_snapshot_verify_jobs(&s, jobs[i % 3], keep_line, &several);
		CHECK_MSG(alone.len == several.len && memcmp(alone.text, several.text, alone.len) == 0, "%zu octets changed", i);
	}
	world_free(&w);
}

int main(int argc, char **argv)
{
	snprintf(folder, sizeof folder, "/tmp/robotsc-make-XXXXXX");
	if (!mkdtemp(folder))
		return 1;
	if (check_case("worlds"))
		worlds(argc > 1 ? strtoul(argv[1], NULL, 10) : SIZE_MAX);
	CHECK_PART(shards);
	CHECK_PART(refused);
	CHECK_PART(every_agent);
	CHECK_PART(keys);
	CHECK_PART(flips);
	CHECK_PART(threads);
	world_remove(folder);
	return check_done();
}
