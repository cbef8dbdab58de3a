/* manifest_test.c - a folder of shards is opened and verified as by the second reader; a folder
 * whose manifest or shards were forged is refused by both, or by neither.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "second_manifest.h"
#include "snapshot_world.h"
#include "tests/support/product.h"
#include "tests/support/test.h"

#define SHARDS 3u
#define MANIFEST (32 + 48 * SHARDS + 32)
#define ROW(i) (32 + 48 * (size_t)(i))

static char folder[64], robotsc[256];
static unsigned opened, verified, tried;

/* The shards of a world, and those of the same world with other settings. */
static struct shard {
	uint8_t *bytes;
	size_t len;
	uint64_t entries, time;
} shards[2][SHARDS];

static const uint8_t *root_of(const struct shard *s)
{
	return s->bytes + second_load(s->bytes + 12, 4) - 32;
}

static void write_file(const char *name, const void *octets, size_t len)
{
	char path[256];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "wb");

	if (CHECK(file != NULL)) {
		CHECK(fwrite(octets, 1, len, file) == len);
		fclose(file);
	}
}

static void write_shard(uint32_t number, const struct shard *s)
{
	char name[SECOND_SHARD_NAME];

	second_shard_name(name, number, root_of(s));
	write_file(name, s->bytes, s->len);
}

static void put_row(uint8_t *manifest, uint32_t i, const struct shard *s)
{
	second_store(manifest + ROW(i), s->len, 8);
	second_store(manifest + ROW(i) + 8, s->entries, 8);
	memcpy(manifest + ROW(i) + 16, root_of(s), 32);
}

static void seal(uint8_t *manifest, size_t len)
{
	second_digest(manifest, len - 32, manifest + len - 32);
}

/* Write the good manifest of shards[0]. */
static void write_good(uint8_t manifest[MANIFEST])
{
	static const uint8_t begins[] = {0x8D, 0x52, 0x53, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A, 1, 0, 0, 0, SHARDS, 0, 0, 0};
	uint64_t time = 0;

	memset(manifest, 0, MANIFEST);
	memcpy(manifest, begins, sizeof begins);
	for (uint32_t i = 0; i < SHARDS; i++) {
		put_row(manifest, i, &shards[0][i]);
		time = shards[0][i].time > time ? shards[0][i].time : time;
	}
	second_store(manifest + 16, time, 8);
	seal(manifest, MANIFEST);
}

/* True if the command succeeds with this action on the folder. */
static int runs(const char *action)
{
	char command[512];

	snprintf(command, sizeof command, "'%s' snapshot -q %s '%s' >/dev/null 2>&1", robotsc, action, folder);
	const int status = system(command);

	CHECK_MSG(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2), "%s: status %d", action, status);
	return status == 0;
}

/* Check that both readers agree about the folder.  good: 0 refused, 1 opened, 2 also verified; -1:
 * not known. */
static void compare(const char *what, int good)
{
	const char *second = second_manifest(folder, 0), *whole = second_manifest(folder, 1);
	const int opens = runs("stat"), verifies = runs("verify");

	CHECK_MSG(opens == (second == NULL), "%s: stat %d, second reader %s", what, opens, second ? second : "opens");
	CHECK_MSG(verifies == (whole == NULL), "%s: verify %d, second reader %s", what, verifies, whole ? whole : "verifies");
	CHECK_MSG(good < 0 || good == opens + verifies, "%s: opens %d, verified %d", what, opens, verifies);
	tried++;
	opened += (unsigned)opens;
	verified += (unsigned)verifies;
}

/* Compare with a manifest that has another number of n octets at an offset. */
static void compare_with(const char *what, size_t at, size_t n, uint64_t value, int good)
{
	uint8_t m[MANIFEST];

	write_good(m);
	second_store(m + at, value, n);
	seal(m, MANIFEST);
	write_file("manifest", m, MANIFEST);
	compare(what, good);
}

static void numbers(void)
{
	uint8_t m[MANIFEST];

	write_good(m);
	const uint64_t time = second_load(m + 16, 8), size = shards[0][1].len, entries = shards[0][1].entries;

	compare_with("as it is", 0, 1, 0x8D, 2);
	compare_with("magic", 3, 1, 'N', 0);
	compare_with("major version 0", 8, 2, 0, 0);
	compare_with("major version 2", 8, 2, 2, 0);
	compare_with("minor version", 10, 2, 7, 2);
	compare_with("no shards", 12, 4, 0, 0);
	compare_with("fewer shards", 12, 4, SHARDS - 1, 0);
	compare_with("more shards", 12, 4, SHARDS + 1, 0);
	compare_with("too many shards", 12, 4, 1025, 0);
	compare_with("shards", 12, 4, UINT32_MAX, 0);
	compare_with("later", 16, 8, time + 1, 1);
	compare_with("earlier", 16, 8, time - 1, 1);
	compare_with("time", 16, 8, UINT64_MAX, 1);
	compare_with("zeros", 24, 8, 1, 1);
	compare_with("smaller", ROW(1), 8, size - 1, 0);
	compare_with("larger", ROW(1), 8, size + (UINT64_C(1) << 32), 0);
	compare_with("fewer entries", ROW(1) + 8, 8, entries - 1, 0);
	compare_with("more entries", ROW(1) + 8, 8, entries + 1, 0);
}

/* Each octet is changed, with the digest put right or not. */
static void bits(void)
{
	uint8_t m[MANIFEST];
	char what[64];
	uint64_t state = 1;

	for (size_t i = 0; i < MANIFEST; i++) {
		write_good(m);
		m[i] ^= (uint8_t)(1u << product_below(&state, 8));
		snprintf(what, sizeof what, "octet %zu", i);
		if (i % 2 == 0 || i >= MANIFEST - 32) {
			write_file("manifest", m, MANIFEST);
			compare(what, 0);
		}
		if (i < MANIFEST - 32) {
			seal(m, MANIFEST);
			write_file("manifest", m, MANIFEST);
			compare(what, -1);
		}
	}
}

static void lengths(void)
{
	uint8_t m[MANIFEST + 64] = {0};

	for (size_t n = 0; n < MANIFEST; n += n < 80 ? 7 : 48) {
		write_good(m);
		if (n > 32 && n % 3 == 0)
			seal(m, n);
		write_file("manifest", m, n);
		compare("cut", 0);
	}
	write_good(m);
	memset(m + MANIFEST, 0, 48);
	seal(m, MANIFEST + 48);
	write_file("manifest", m, MANIFEST + 48);
	compare("an octet too many", 0);
}

/* Open a manifest in memory of its own; the result must be that of the second reader. */
static enum robotsc_status ask(const uint8_t *octets, size_t len)
{
	uint8_t *copy = product_alloc(NULL, len + 1);
	struct robotsc_manifest m = {.shards = 77};

	memcpy(copy + 1, octets, len); /* at an odd address, with no memory after it */
	const enum robotsc_status status = robotsc_manifest_open(&m, copy + 1, len);

	CHECK((status == ROBOTSC_OK) == (second_manifest_head(octets, len) == NULL));
	CHECK(status == ROBOTSC_OK || m.shards == 77);
	for (uint32_t i = 0; status == ROBOTSC_OK && i < m.shards; i++) {
		const struct robotsc_manifest_row row = robotsc_manifest_row(&m, i);
		char name[ROBOTSC_SHARD_NAME], second[SECOND_SHARD_NAME];

		robotsc_shard_name(name, i, row.root);
		second_shard_name(second, i, octets + ROW(i) + 16);
		CHECK(strcmp(name, second) == 0 && memcmp(row.root, octets + ROW(i) + 16, 32) == 0);
		CHECK(row.size == second_load(octets + ROW(i), 8) && row.entries == second_load(octets + ROW(i) + 8, 8));
	}
	if (status == ROBOTSC_OK)
		CHECK(m.minor == second_load(octets + 10, 2) && (uint64_t)m.time == second_load(octets + 16, 8) &&
		      m.zero == second_load(octets + 24, 8) && memcmp(m.root, octets + len - 32, 32) == 0);
	free(copy);
	return status;
}

/* Each number of shards, and one above the most; with an octet more or less, or a shard too few. */
static void statuses(void)
{
	enum {
		MOST = 32 + 48 * 1024 + 32
	};
	static uint8_t m[MOST + 49];

	for (uint32_t n = 0; n <= 1025; n++) {
		const size_t len = 32 + 48 * (size_t)n + 32;
		const enum robotsc_status size = n < 1 ? ROBOTSC_ERR_TRUNCATED : n > 1024 ? ROBOTSC_ERR_CORRUPT : ROBOTSC_OK;

		for (size_t i = 16; i < len; i++)
			m[i] = (uint8_t)(i * 7 + n);
		memcpy(m, "\x8DRSM\r\n\x1A\n\1\0\7\0", 12);
		second_store(m + 12, n, 4);
		seal(m, len);
		CHECK_MSG(ask(m, len) == size, "%u shards", (unsigned)n);
		CHECK(ask(m, len - 1) != ROBOTSC_OK && ask(m, len + 1) != ROBOTSC_OK);
		second_store(m + 12, n + 1, 4);
		seal(m, len);
		CHECK_MSG(ask(m, len) != ROBOTSC_OK, "%u shards, one too few", (unsigned)n);
	}
	memcpy(m, "\x8DRSM\r\n\x1A\n\1\0\0\0\1\0\0", 16);
	seal(m, 112);
	CHECK(ask(m, 112) == ROBOTSC_OK);
	m[111] ^= 1;
	CHECK(ask(m, 112) == ROBOTSC_ERR_CHECKSUM);
	m[8] = 2;
	CHECK(ask(m, 112) == ROBOTSC_ERR_VERSION);
	m[7] = 0;
	CHECK(ask(m, 112) == ROBOTSC_ERR_MAGIC && ask(m, 111) == ROBOTSC_ERR_TRUNCATED);
}

/* Manifests that are right except for the shards that they name. */
static void shards_of_others(void)
{
	uint8_t m[MANIFEST];
	char name[SECOND_SHARD_NAME];

	for (uint32_t i = 0; i < SHARDS; i++) {
		write_good(m);
		put_row(m, i, &shards[1][i]); /* a shard with other settings */
		seal(m, MANIFEST);
		write_shard(i, &shards[1][i]);
		write_file("manifest", m, MANIFEST);
		compare("other settings", 0);
		write_good(m);
		put_row(m, i, &shards[0][(i + 1) % SHARDS]); /* another shard at its place */
		seal(m, MANIFEST);
		write_shard(i, &shards[0][(i + 1) % SHARDS]);
		write_file("manifest", m, MANIFEST);
		compare("another number", 0);
	}
	write_good(m);
	write_file("manifest", m, MANIFEST);
	compare("good again", 2);
	second_shard_name(name, 1, root_of(&shards[0][1]));
	for (size_t at = 700; at < shards[0][1].len; at += 1009) {
		shards[0][1].bytes[at] ^= 4;
		write_file(name, shards[0][1].bytes, shards[0][1].len);
		compare("a bit of a shard", 1);
		shards[0][1].bytes[at] ^= 4;
	}
	write_file(name, shards[0][1].bytes, shards[0][1].len - 1);
	compare("a shard that is cut", 0);
	write_file(name, shards[0][2].bytes, shards[0][2].len);
	compare("a shard of another name", 0);
	world_remove(folder);
	CHECK(mkdir(folder, 0700) == 0);
	write_file("manifest", m, MANIFEST);
	compare("shards that are missing", 0);
	for (uint32_t i = 0; i < SHARDS; i++)
		write_shard(i, &shards[0][i]);
	compare("good at the end", 2);
}

/* Compare with changed shards in the places whose bits are set in `which`. */
static void compare_shards(const char *what, struct shard *changed, unsigned which, int opens)
{
	uint8_t m[MANIFEST];
	const unsigned before = opened;

	write_good(m);
	for (uint32_t i = 0; i < SHARDS; i++)
		if (which >> i & 1) {
			uint8_t *root = changed[i].bytes + second_load(changed[i].bytes + 12, 4) - 32;

			second_digest(changed[i].bytes, (size_t)(root - changed[i].bytes), root);
			put_row(m, i, &changed[i]);
			write_shard(i, &changed[i]);
		}
	seal(m, MANIFEST);
	write_file("manifest", m, MANIFEST);
	compare(what, opens ? -1 : 0);
	CHECK_MSG(opened == before + (unsigned)opens, "%s: opens %d", what, !opens);
}

/* Copies of the shards, to be changed. */
static struct shard *copy_shards(void)
{
	static struct shard copies[SHARDS];

	for (uint32_t i = 0; i < SHARDS; i++) {
		const struct shard *from = &shards[0][i];
		uint8_t *bytes = product_alloc(copies[i].bytes, from->len);

		memcpy(bytes, from->bytes, from->len);
		copies[i] = *from;
		copies[i].bytes = bytes;
	}
	return copies;
}

/* Change a number in the head of the first shard, or of the last one. */
static void settings(void)
{
	static const struct {
		const char *what;
		size_t at, n;
		uint64_t by;
		int opens;
	} changes[] = {{"dialect", 264, 1, 1, 0},
	               {"strict fields", 265, 1, 1, 0},
	               {"rest", 265, 1, 2, 0},
	               {"extensions", 265, 1, 4, 0},
	               {"rule of AIPREF", 265, 1, 8, 0},
	               {"settings that are not known", 265, 1, 0xF0, 1},
	               {"scope", 266, 1, 1, 0},
	               {"challenge", 267, 1, 1, 0},
	               {"fewer agents", 268, 4, 0x2 ^ 1, 0},
	               {"limit", 272, 8, 1, 0},
	               {"large limit", 272, 8, UINT64_C(1) << 32, 0},
	               {"octet of an agent", 282, 1, 1, 0},
	               {"octet of the last agent", 294, 1, 1, 0}};

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
		for (uint32_t k = 0; k < SHARDS; k += SHARDS - 1) {
			struct shard *s = copy_shards();
			uint8_t *at = s[k].bytes + changes[i].at;

			second_store(at, second_load(at, changes[i].n) ^ changes[i].by, changes[i].n);
			compare_shards(changes[i].what, s, 1u << k, changes[i].opens);
			write_shard(k, &shards[0][k]);
		}
}

/* Each of a shard's two agents is one of the usual two: good if they differ.  Then all shards have
 * one agent, which is another one, or not, in shard 1. */
static void agents_of_shards(void)
{
	static const char both[] = "ExampleBotSecondBotX";

	for (unsigned i = 0; i < 4; i++) {
		struct shard *s = copy_shards();

		memcpy(s[1].bytes + 282, both + 10 * (i & 1), 10);
		memcpy(s[1].bytes + 294, both + 10 * (i >> 1), 10);
		compare_shards("agents", s, 2, i == 1 || i == 2);
	}
	for (uint64_t size = 9; size <= 10; size++) {
		struct shard *s = copy_shards();

		for (uint32_t i = 0; i < SHARDS; i++)
			second_store(s[i].bytes + 268, 1, 4);
		second_store(s[1].bytes + 280, size, 2);
		compare_shards("one agent", s, 7, size == 10);
	}
	for (uint32_t i = 0; i < SHARDS; i++)
		write_shard(i, &shards[0][i]);
}

/* Make the shards of a world with the plain writer. */
static int make_shards(struct world *w, struct shard *made)
{
	struct plain_entry *entries = product_alloc(NULL, (w->all + 1) * sizeof *entries);

	for (uint32_t k = 0; k < SHARDS; k++) {
		size_t n = 0;

		for (size_t i = 0; i < w->all; i++)
			if (robotsc_shard(w->entries[i].origin.at, w->entries[i].origin.len, SHARDS, NULL) == k)
				entries[n++] = w->entries[i];
		w->settings.shard = k;
		w->settings.shards = SHARDS;
		if (!CHECK(plain_snapshot(&w->settings, entries, n, &made[k].bytes, &made[k].len) == 0))
			return 0;
		made[k].time = second_load(made[k].bytes + 24, 8);
		made[k].entries = second_load(made[k].bytes + 32, 8);
	}
	free(entries);
	return 1;
}

int main(int argc, char **argv)
{
	static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"SecondBotX", 10}};
	const struct world_plan plan = {150, 30, 21, ROBOTSC_RFC9309, agents, 2};
	struct world w;
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;

	snprintf(robotsc, sizeof robotsc, "%.*s/../robotsc", slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
	snprintf(folder, sizeof folder, "/tmp/robotsc-manifest-XXXXXX");
	if (!mkdtemp(folder) || !CHECK(world_make(&w, &plan) == 0) || !make_shards(&w, shards[0]))
		return 1;
	w.settings.limit++;
	if (!make_shards(&w, shards[1]))
		return 1;
	for (uint32_t i = 0; i < SHARDS; i++)
		write_shard(i, &shards[0][i]);
	CHECK_PART(statuses);
	CHECK_PART(numbers);
	CHECK_PART(bits);
	CHECK_PART(lengths);
	CHECK_PART(shards_of_others);
	CHECK_PART(settings);
	CHECK_PART(agents_of_shards);
	printf("%u folders, %u opened, %u verified\n", tried, opened, verified);
	world_remove(folder);
	for (uint32_t i = 0; i < 2 * SHARDS; i++)
		free(shards[i / SHARDS][i % SHARDS].bytes);
	world_free(&w);
	return check_done();
}
