/* kit_bad_snapshots.c - bad-snapshots.kit: one snapshot, changed in one place each.
 *
 * The answers are those of the plain readers (kit_second.h), which are written from
 * docs/snapshot.md.  Asked is only where the page leaves a reader no choice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <stdlib.h>
#include <string.h>

#include "kit_site.h"

#define ORIGINS 5
#define LEVEL(trust) (1u << (trust))
#define HEAD_ONLY 0u
#define VERIFIED (LEVEL(SECOND_INTACT) | LEVEL(SECOND_FORGED))
#define FORGED LEVEL(SECOND_FORGED)
#define EVERY (VERIFIED | LEVEL(SECOND_KNOWN))

/* Which sums are put right after a change; that of the head always is, unless it says so. */
enum fix {
	FIX_NOTHING,
	FIX_ENTRY,
	FIX_BUCKET,
	FIX_FRONTS,
	FIX_BLOB,
	FIX_NOT_ROOT
};

struct bad {
	struct kit_site site;
	uint8_t bytes[MAKER_ROOM];
	size_t len;
	struct kit *k;
	unsigned number;
};

static struct bad bad;
static const char *const origins[ORIGINS] = {"https://a.example", "http://b.example:8080", "https://www.a.example",
                                             "http://192.0.2.1", "ftp://c.example"};

/* ---- questions ------------------------------------------------------------------- */

static void ask_all(struct kit_second *second, enum second_trust trust)
{
	static const char *const others[] = {"https://unknown.example", "gopher://a.example"};
	for (size_t i = 0; i < ORIGINS + 2; i++) {
		const char *origin = i < ORIGINS ? origins[i] : others[i - ORIGINS], *selected = "none";
		struct second_entry e;
		char url[80];
		int verdict = 0;
		sprintf(url, "%s/a", origin);
		const char *found = kit_second_find(second, url, strlen(url), &e);
		kit_put_find(bad.k, found, url, strlen(url), &e);
		const char *status = kit_second_check(second, url, strlen(url), &verdict, &selected);
		kit_put_check(bad.k, status, verdict, selected, url, strlen(url));
	}
	if (trust != SECOND_KNOWN)
		kit_put_domain(bad.k, second, "", 0);
}

static void ask_level(enum second_trust trust, int whole)
{
	static const struct decode_text bot = {"ExampleBot", 10};
	struct kit_second second = {.ntokens = 1, .tokens = {bot}};
	uint32_t head = bad.len > 16 ? (uint32_t)second_load(bad.bytes + 12, 4) : 0;
	head = head <= bad.len && head > SECOND_DIGEST ? head : SECOND_DIGEST;
	const uint8_t *root = trust == SECOND_KNOWN ? bad.bytes + head - SECOND_DIGEST : NULL;
	const char *status = kit_second_open(&second, bad.bytes, bad.len, trust, root);
	kit_put_open(bad.k, status, trust, root, &bot, 1);
	if (strcmp(status, "ok") == 0 && whole)
		ask_all(&second, trust);
}

static void put(const char *what, unsigned levels)
{
	char name[100];
	snprintf(name, sizeof name, "bad-%u-%s", bad.number++, what);
	kit_put_snapshot(bad.k, name, bad.bytes, bad.len);
	for (int trust = SECOND_KNOWN; trust <= SECOND_FORGED; trust++)
		if (levels & LEVEL(trust))
			ask_level((enum second_trust)trust, 1);
	if (levels == HEAD_ONLY)
		ask_level(SECOND_INTACT, 0);
}

/* ---- changes --------------------------------------------------------------------- */

static void seal(void)
{
	const uint32_t head = (uint32_t)second_load(bad.bytes + 12, 4);
	if (head >= SECOND_DIGEST && head <= bad.len)
		second_digest(bad.bytes, head - SECOND_DIGEST, bad.bytes + head - SECOND_DIGEST);
}

static void fix(enum fix what, size_t at)
{
	const struct snapshot_map *map = &bad.site.map;
	const size_t before = 8 + 8 * (size_t)map->nagents;
	uint8_t *p = bad.bytes + at;
	if (what == FIX_ENTRY) {
		const size_t size = (SECOND_ENTRY + (size_t)second_load(p + 4, 2) + (p[6] & 4 ? 5 : 0) + 7) / 8 * 8;
		if (at + size <= bad.len)
			second_store(p, second_checksum32(p + 4, size - 4), 4);
	}
	if (what == FIX_BUCKET)
		second_store(p, second_bucket_checksum((at - map->section[SECOND_INDEX]) / SECOND_BUCKET, p), 4);
	if (what == FIX_FRONTS || what == FIX_BLOB)
		second_store(p, second_checksum32(p + 4, before - 4), 4);
	if (what == FIX_BLOB) {
		const size_t size = (size_t)second_load(p + 4, 4);
		second_store(p + before + size - 8, second_checksum(p + before, size - 8), 8);
	}
	if (what != FIX_NOT_ROOT)
		seal();
}

/* Write a number of n octets at a place of a part, put its sums right, and ask. */
static void change(const char *what, size_t part, size_t at, size_t n, uint64_t value, enum fix fixed, unsigned levels)
{
	bad.len = bad.site.len;
	memcpy(bad.bytes, bad.site.bytes, bad.len);
	second_store(bad.bytes + part + at, value, n);
	if (memcmp(bad.bytes, bad.site.bytes, bad.len) == 0)
		return;
	fix(fixed, part);
	put(what, levels);
}

/* Add to what stands there. */
static void add(const char *what, size_t part, size_t at, size_t n, uint64_t by, enum fix fixed, unsigned levels)
{
	change(what, part, at, n, second_load(bad.site.bytes + part + at, n) + by, fixed, levels);
}

static void cut(void)
{
	static const size_t lengths[] = {0, 7, 8, 11, 200, 319, 320};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		memcpy(bad.bytes, bad.site.bytes, bad.site.len);
		bad.len = lengths[i];
		put("cut", HEAD_ONLY);
	}
	bad.len = bad.site.len - 1;
	put("cut", HEAD_ONLY);
	bad.len = bad.site.len + 1;
	bad.bytes[bad.site.len] = 0;
	put("longer", HEAD_ONLY);
}

static void heads(void)
{
	const uint64_t n = bad.site.plan.nentries, size = bad.site.len;
	static const uint64_t sizes[] = {0, 64, 256, 319, 321, 448, 65536, 65600};
	for (size_t i = 0; i < 8; i++)
		add("magic", 0, i, 1, 1, FIX_NOTHING, HEAD_ONLY);
	change("major", 0, 8, 2, 0, FIX_NOTHING, HEAD_ONLY);
	change("major", 0, 8, 2, 2, FIX_NOTHING, HEAD_ONLY);
	change("major", 0, 8, 2, 257, FIX_NOTHING, HEAD_ONLY);
	change("minor", 0, 10, 2, 1, FIX_NOTHING, VERIFIED);
	change("minor", 0, 10, 2, 65535, FIX_NOTHING, HEAD_ONLY);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		change("head", 0, 12, 4, sizes[i], FIX_NOTHING, HEAD_ONLY);
	add("head", 0, 12, 4, (uint64_t)-8, FIX_NOTHING, HEAD_ONLY);
	change("size", 0, 16, 8, size - 1, FIX_NOTHING, HEAD_ONLY);
	change("size", 0, 16, 8, size + 1, FIX_NOTHING, HEAD_ONLY);
	change("size", 0, 16, 8, size + ((uint64_t)1 << 32), FIX_NOTHING, HEAD_ONLY);
	change("time", 0, 24, 8, UINT64_MAX, FIX_NOTHING, HEAD_ONLY);
	change("entries", 0, 32, 8, 0, FIX_NOTHING, HEAD_ONLY);
	change("entries", 0, 32, 8, n + 1, FIX_NOTHING, HEAD_ONLY);
	change("entries", 0, 32, 8, n + 2, FIX_NOTHING, HEAD_ONLY);
	change("entries", 0, 32, 8, n + 60, FIX_NOTHING, HEAD_ONLY);
	change("entries", 0, 32, 8, UINT64_MAX, FIX_NOTHING, HEAD_ONLY);
	for (uint64_t i = 0; i < 8; i++)
		add("policies", 0, 40, 8, i, FIX_NOTHING, HEAD_ONLY);
	change("policies", 0, 40, 8, UINT64_MAX / 64 + 1, FIX_NOTHING, HEAD_ONLY);
	change("probe", 0, 56, 4, 0, FIX_NOTHING, HEAD_ONLY);
	change("probe", 0, 56, 4, 16, FIX_NOTHING, VERIFIED);
	change("probe", 0, 56, 4, 17, FIX_NOTHING, HEAD_ONLY);
	change("homes", 0, 60, 4, 0, FIX_NOTHING, HEAD_ONLY);
	change("homes", 0, 60, 4, 2, FIX_NOTHING, HEAD_ONLY);
	change("shard", 0, 64, 4, 1, FIX_NOTHING, HEAD_ONLY);
	change("shards", 0, 68, 4, 0, FIX_NOTHING, HEAD_ONLY);
	change("shards", 0, 68, 4, 2, FIX_NOTHING, VERIFIED);
	change("shards", 0, 68, 4, 1024, FIX_NOTHING, VERIFIED);
	change("shards", 0, 68, 4, 1025, FIX_NOTHING, HEAD_ONLY);
	change("root", 0, bad.site.map.head - 1, 1, 7, FIX_NOT_ROOT, HEAD_ONLY);
	change("root", 0, 24, 1, 7, FIX_NOT_ROOT, HEAD_ONLY);
	change("root", 0, 265, 1, 16, FIX_NOT_ROOT, HEAD_ONLY);
}

static void sections(void)
{
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		const size_t at = 72 + 48 * i;
		static const uint64_t by[] = {1, 8, 64, 128, UINT64_MAX, UINT64_MAX - 63, (uint64_t)1 << 32};
		for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
			add("section-offset", 0, at, 8, by[k], FIX_NOTHING, HEAD_ONLY);
			add("section-size", 0, at + 8, 8, by[k], FIX_NOTHING, HEAD_ONLY);
		}
		change("section-offset", 0, at, 8, 0, FIX_NOTHING, HEAD_ONLY);
		change("section-size", 0, at + 8, 8, 0, FIX_NOTHING, HEAD_ONLY);
		change("section-size", 0, at + 8, 8, UINT64_MAX, FIX_NOTHING, HEAD_ONLY);
	}
	for (uint64_t i = 1; i < 6; i++)
		change("dialect", 0, 264, 1, i, FIX_NOTHING, i < 5 ? VERIFIED : HEAD_ONLY);
	change("settings", 0, 265, 1, 255, FIX_NOTHING, VERIFIED);
	change("scope", 0, 266, 1, 2, FIX_NOTHING, HEAD_ONLY);
	change("scope", 0, 266, 1, 3, FIX_NOTHING, HEAD_ONLY);
	change("challenge", 0, 267, 1, 2, FIX_NOTHING, HEAD_ONLY);
	change("challenge", 0, 267, 1, 3, FIX_NOTHING, HEAD_ONLY);
	change("agents", 0, 268, 4, UINT32_MAX, FIX_NOTHING, HEAD_ONLY);
	change("agents", 0, 268, 4, 1000, FIX_NOTHING, HEAD_ONLY);
	change("agent-size", 0, 280, 2, 65535, FIX_NOTHING, HEAD_ONLY);
	change("agent-size", 0, 280, 2, bad.site.map.head - 280 - 2 - 32 + 1, FIX_NOTHING, HEAD_ONLY);
	change("agent-size", 0, 280 + 2 + 10, 2, 65535, FIX_NOTHING, HEAD_ONLY);
	change("agent-octets", 0, 282, 1, 'x', FIX_NOTHING, HEAD_ONLY);
	change("digest", 0, 100, 1, 7, FIX_NOTHING, VERIFIED);
}

/* Zeros between what is before a place and what is after it; sections there move. */
static void insert(size_t at, size_t n)
{
	memmove(bad.bytes + at + n, bad.bytes + at, bad.len - at);
	memset(bad.bytes + at, 0, n);
	bad.len += n;
	second_store(bad.bytes + 16, bad.len, 8);
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		const uint64_t section = second_load(bad.bytes + 72 + 48 * i, 8);
		if (section >= at)
			second_store(bad.bytes + 72 + 48 * i, section + n, 8);
	}
}

static void begin(void)
{
	bad.len = bad.site.len;
	memcpy(bad.bytes, bad.site.bytes, bad.len);
}

/* Sections with 64 octets more between them, and octets after the last one. */
static void gaps(void)
{
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		begin();
		insert(bad.site.map.section[i], 64);
		seal();
		put("section-gap", HEAD_ONLY);
	}
	for (uint64_t minor = 0; minor < 3; minor++) {
		begin();
		insert(bad.len, 64);
		second_store(bad.bytes + 10, minor, 2);
		seal();
		put("octets-after", minor ? VERIFIED : HEAD_ONLY);
	}
}

/* A large head, and whether its last agent has all that is left of it. */
static void large_head(size_t size, size_t left, int empty, unsigned levels)
{
	const size_t end = bad.site.map.agents_end, last = end - 5 - 2, room = size - SECOND_DIGEST - end;
	begin();
	insert(end, size - bad.site.map.head);
	second_store(bad.bytes + 12, size, 4);
	second_store(bad.bytes + last, 5 + room - left, 2);
	memset(bad.bytes + end, 'x', room);
	if (empty) {
		second_store(bad.bytes + 268, 3, 4);
		memset(bad.bytes + size - SECOND_DIGEST - 2, 0, 2);
	}
	seal();
	put("large-head", levels);
}

static void large_heads(void)
{
	large_head(65536, 0, 0, LEVEL(SECOND_INTACT));
	large_head(65536, (size_t)-1, 0, HEAD_ONLY);
	large_head(65536, 2, 1, HEAD_ONLY);
	large_head(65536, 1, 1, HEAD_ONLY);
	large_head(65600, 100, 0, HEAD_ONLY);
}

/* As many entries as the section can hold, of 48 octets each, and one more.  It goes on where zeros
 * fill the space up to the marks. */
static void counts(void)
{
	const size_t index = bad.site.map.section[SECOND_INDEX];
	const uint64_t most = (bad.site.map.section[SECOND_MARKS] - bad.site.map.section[SECOND_ENTRIES]) / 48;
	for (uint64_t n = most; n <= most + 1; n++) {
		const uint64_t homes = second_homes(n);
		begin();
		insert(index + SECOND_BUCKET, (size_t)(homes - 1) * SECOND_BUCKET);
		second_store(bad.bytes + 32, n, 8);
		second_store(bad.bytes + 60, homes, 4);
		second_store(bad.bytes + 80, 48 * most, 8);
		second_store(bad.bytes + 72 + 48 * SECOND_INDEX + 8, (homes + SECOND_MORE_BUCKETS) * SECOND_BUCKET, 8);
		seal();
		put("all-entries", HEAD_ONLY);
	}
}

/* The longest probe is 1, and the bucket after it, which is damaged, is no matter. */
static void longest_probe(void)
{
	const size_t b = bad.site.map.section[SECOND_INDEX];
	begin();
	bad.bytes[b + 5] = 1;
	bad.bytes[b + SECOND_BUCKET + 8] ^= 1;
	fix(FIX_BUCKET, b);
	put("beyond-the-probe", VERIFIED);
	second_store(bad.bytes + 56, 2, 4);
	seal();
	put("within-the-probe", VERIFIED);
}

static void entries(void)
{
	const size_t e = bad.site.map.entry[1], entries_size = bad.site.map.size[SECOND_ENTRIES];
	for (size_t at = 0; at < 44; at += 3)
		add("entry-accident", e, at, 1, 1, FIX_NOTHING, VERIFIED);
	add("entry-accident", e, 44, 1, 1, FIX_NOTHING, VERIFIED);
	change("entry-origin-size", e, 4, 2, 0, FIX_ENTRY, HEAD_ONLY);
	change("entry-origin-size", e, 4, 2, 269, FIX_ENTRY, VERIFIED);
	change("entry-origin-size", bad.site.map.section[SECOND_ENTRIES], 4, 2, 269, FIX_ENTRY, VERIFIED);
	change("entry-origin-size", e, 4, 2, entries_size, FIX_ENTRY, VERIFIED);
	change("entry-origin-size", e, 4, 2, 65535, FIX_ENTRY, VERIFIED);
	for (size_t i = 0; i < 3; i++) {
		static const size_t places[] = {20, 21, 22};
		static const uint64_t most[] = {8, 3, 10};
		change("entry-decision", e, places[i], 1, most[i], FIX_ENTRY, VERIFIED);
		change("entry-decision", e, places[i], 1, most[i] + 1, FIX_ENTRY, FORGED);
		change("entry-decision", e, places[i], 1, 255, FIX_ENTRY, FORGED);
	}
	change("entry-outcome", e, 7, 1, 5, FIX_ENTRY, VERIFIED);
	change("entry-outcome", e, 7, 1, 6, FIX_ENTRY, FORGED);
	change("entry-flags", e, 6, 1, 3, FIX_ENTRY, VERIFIED);
	change("entry-flags", e, 6, 1, 8, FIX_ENTRY, VERIFIED);
	change("entry-time", e, 8, 5, ((uint64_t)1 << 40) - 1, FIX_ENTRY, VERIFIED);
	change("entry-time", e, 13, 5, ((uint64_t)1 << 40) - 1, FIX_ENTRY, VERIFIED);
	change("entry-length", e, 23, 5, ((uint64_t)1 << 40) - 1, FIX_ENTRY, VERIFIED);
	change("entry-digest", e, 28, 8, UINT64_MAX, FIX_ENTRY, VERIFIED);
	change("entry-policy", e, 36, 5, ((uint64_t)1 << 40) - 1, FIX_ENTRY, EVERY);
	change("entry-policy", e, 36, 5, bad.site.map.size[SECOND_POLICIES] / 8, FIX_ENTRY, EVERY);
	change("entry-policy", e, 36, 5, bad.site.map.size[SECOND_POLICIES] / 8 - 1, FIX_ENTRY, EVERY);
	add("entry-policy", e, 36, 5, 1, FIX_ENTRY, VERIFIED);
	change("entry-origin", e, 44, 1, 'H', FIX_ENTRY, FORGED);
	change("entry-origin", e, 44 + 7, 1, '.', FIX_ENTRY, FORGED);
	change("entry-origin", e, 44 + 7, 1, 0, FIX_ENTRY, FORGED);
}

/* The bucket that has an entry, and the slot there. */
static size_t slot_of(size_t entry, size_t *slot)
{
	const struct snapshot_map *map = &bad.site.map;
	for (size_t b = map->section[SECOND_INDEX]; b < map->section[SECOND_INDEX] + map->size[SECOND_INDEX]; b += SECOND_BUCKET)
		for (*slot = 8; *slot < 8 + 8 * (size_t)bad.site.bytes[b + 4]; *slot += 8)
			if (second_load(bad.site.bytes + b + *slot, 5) * 8 == entry - map->section[SECOND_ENTRIES])
				return b;
	exit(1);
}

static void buckets(void)
{
	size_t slot;
	const size_t b = slot_of(bad.site.map.entry[1], &slot);
	for (size_t at = 0; at < SECOND_BUCKET; at += 5)
		add("bucket-accident", b, at, 1, 1, FIX_NOTHING, VERIFIED);
	change("bucket-slots", b, 4, 1, 0, FIX_BUCKET, VERIFIED);
	change("bucket-slots", b, 4, 1, 7, FIX_BUCKET, VERIFIED);
	change("bucket-slots", b, 4, 1, 8, FIX_BUCKET, EVERY);
	change("bucket-slots", b, 4, 1, 255, FIX_BUCKET, EVERY);
	change("bucket-more", b, 5, 1, 1, FIX_BUCKET, VERIFIED);
	change("bucket-zero", b, 6, 2, 0x0101, FIX_BUCKET, VERIFIED);
	add("slot-tag", b, slot + 5, 3, 1, FIX_BUCKET, EVERY);
	change("slot-entry", b, slot, 5, ((uint64_t)1 << 40) - 1, FIX_BUCKET, EVERY);
	change("slot-entry", b, slot, 5, bad.site.map.size[SECOND_ENTRIES] / 8, FIX_BUCKET, EVERY);
	change("slot-entry", b, slot, 5, 0, FIX_BUCKET, VERIFIED);
	add("slot-entry", b, slot, 5, 1, FIX_BUCKET, VERIFIED);
}

static void records(void)
{
	const struct snapshot_map *map = &bad.site.map;
	const size_t r = map->record[0], before = 8 + 8 * (size_t)map->nagents,
		     size = (size_t)second_load(bad.site.bytes + r + 4, 4);
	for (size_t at = 0; at < before; at += 3)
		add("front-accident", r, at, 1, 1, FIX_NOTHING, VERIFIED);
	for (size_t at = 0; at < size; at += 7)
		add("blob-accident", r, before + at, 1, 1, FIX_FRONTS, VERIFIED);
	change("blob-size", r, 4, 4, UINT32_MAX, FIX_FRONTS, EVERY);
	change("blob-size", r, 4, 4, map->size[SECOND_POLICIES] - before + 1, FIX_FRONTS, EVERY);
	change("blob-size", r, 4, 4, 0, FIX_FRONTS, VERIFIED);
	change("blob-size", r, 4, 4, 7, FIX_FRONTS, VERIFIED);
	add("blob-size", r, 4, 4, 1, FIX_FRONTS, VERIFIED);
	for (size_t at = 0; at < before - 8; at++) {
		change("front", r, 8 + at, 1, 255, FIX_FRONTS, FORGED);
		change("front", r, 8 + at, 1, 0, FIX_FRONTS, FORGED);
		add("front", r, 8 + at, 1, 1, FIX_FRONTS, FORGED);
	}
	change("blob-dialect", r, before + 6, 1, 1, FIX_BLOB, VERIFIED);
	change("blob-dialect", r, before + 6, 1, 2, FIX_BLOB, VERIFIED);
	change("blob-match", r, before + 12, 1, 1, FIX_BLOB, VERIFIED);
	change("blob-minor", r, before + 5, 1, 1, FIX_BLOB, FORGED);
	for (size_t at = 0; at < size - 8; at++)
		add("blob-forged", r, before + at, 1, at % 2 ? 1 : 128, FIX_BLOB, FORGED);
}

static void plan(void)
{
	static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"a-bot", 5}};
	struct snapshot_plan *p = &bad.site.plan;
	memset(p, 0, sizeof *p);
	/* Blobs without extensions: some readers verify those, too, as they open a blob. */
	*p = (struct snapshot_plan){.settings = 9,
	                            .scope = 1,
	                            .challenge = 1,
	                            .limit = 512000,
	                            .time = -1,
	                            .shards = 1,
	                            .nagents = 2,
	                            .agents = agents,
	                            .nentries = ORIGINS,
	                            .nblobs = 3};
	for (size_t i = 0; i < ORIGINS; i++) {
		struct maker_entry *e = &p->entries[i];
		*e = (struct maker_entry){.len = strlen(origins[i]),
		                          .fetched = 1800000000 + i,
		                          .expires = 1800086400 + i,
		                          .since = 1700000000,
		                          .length = 100 * i,
		                          .digest = i,
		                          .status = (uint16_t)(200 + i),
		                          .flags = (uint8_t)(i == 3 ? 4 : 0),
		                          .blob = i % 3};
		memcpy(e->origin, origins[i], e->len);
	}
}

void kit_bad_snapshots(struct kit *k)
{
	uint64_t state = 21;
	bad.k = k;
	plan();
	kit_site_make(&bad.site, &state);
	begin();
	put("nothing", EVERY);
	cut();
	heads();
	sections();
	gaps();
	large_heads();
	counts();
	entries();
	buckets();
	longest_probe();
	records();
	kit_site_free(&bad.site);
}
