/* snapshot_edges_test.c - numbers of a snapshot are set, one by one, to their bounds and beyond,
 * and the reader agrees with the second reader; so it does about hosts and sizes that are easily
 * misread.
 *
 * After each change, no checksum is put right, or that of the head, or all.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask_snapshot.h"
#include "snapshot_forger.h"
#include "robotsc/snapshot.h"
#include "tests/support/product.h"
#include "tests/support/test.h"

#define ORIGINS 5
#define U40 (((uint64_t)1 << 40) - 1)

static const char *const origins[ORIGINS] = {"https://a.example", "http://b.example:8080", "https://www.a.example",
                                             "http://192.0.2.1", "ftp://c.example"};
/* The agents of snapshot_blob's blobs. */
static const struct robotsc_text one[] = {{"ExampleBot", 10}}, two[] = {{"a-bot", 5}, {"bot", 3}};

static struct snapshot_forgery made, changed;
static struct snapshot_counts counts;
static unsigned long tried;
static uint64_t state = 21;

/* ---- asking ----------------------------------------------------------------------- */

static const enum robotsc_trust levels[] = {ROBOTSC_TRUST_KNOWN, ROBOTSC_TRUST_INTACT, ROBOTSC_TRUST_FORGED};

/* The answer that a status stands for: every refusal is damage. */
static enum second_answer answer_of(enum robotsc_status status)
{
	return status == ROBOTSC_OK            ? SECOND_OK
	       : status == ROBOTSC_ERR_UNKNOWN ? SECOND_UNKNOWN
	       : status == ROBOTSC_ERR_SHARD   ? SECOND_SHARD
	                                       : SECOND_DAMAGED;
}

/* Both readers find each origin, or neither does. */
static void find_all(const char *what, const struct snapshot_forgery *f)
{
	struct second_snapshot s;

	if (second_open(&s, f->bytes, f->len, NULL) != SECOND_OK)
		return;
	for (int trust = SECOND_KNOWN; trust <= SECOND_FORGED; trust++) {
		const struct robotsc_snapshot_options options = {.trust = levels[trust], .root = s.root};
		struct robotsc_snapshot snapshot;

		s.trust = (enum second_trust)trust;
		if (!CHECK_MSG(robotsc_snapshot_open(&snapshot, f->bytes, f->len, &options) == ROBOTSC_OK, "%s", what))
			continue;
		for (size_t i = 0; i < f->plan.nentries; i++) {
			const struct maker_entry *own = &f->plan.entries[i];
			struct robotsc_snapshot_entry e;
			struct second_entry second;
			const enum robotsc_status status = robotsc_snapshot_find(&snapshot, own->origin, own->len, &e);
			const enum second_answer answer = second_find(&s, own->origin, own->len, &second);

			CHECK_MSG(answer_of(status) == answer, "%s, trust %d: find %d, second reader %d of %.*s", what, trust,
			          (int)status, (int)answer, (int)own->len, own->origin);
		}
	}
}

static void ask(const char *what, const struct snapshot_forgery *f, int valid)
{
	const struct snapshot_octets octets = {f->bytes, f->len, valid, !valid, 0};
	const char *wrong = ask_snapshot(&octets, &state, &counts);

	tried++;
	CHECK_MSG(wrong == NULL, "%s: %s", what, wrong ? wrong : "");
	if (!valid || tried % 3 == 0)
		find_all(what, f);
}

/* Ask three times: with no checksum put right, then with the head's root, then with all. */
static void ask_repaired(const char *what)
{
	ask(what, &changed, 0);
	snapshot_repair(&changed, 0, 0, 1);
	ask(what, &changed, 0);
	snapshot_repair(&changed, 1, 0, 1);
	ask(what, &changed, 0);
}

static void begin(void)
{
	memcpy(&changed, &made, sizeof made);
}

/* Write a number of n octets at an offset, and ask. */
static void change(const char *what, size_t at, size_t n, uint64_t value)
{
	begin();
	second_store(changed.bytes + at, value, n);
	if (memcmp(changed.bytes, made.bytes, made.len) != 0)
		ask_repaired(what);
}

static void add(const char *what, size_t at, size_t n, uint64_t by)
{
	change(what, at, n, second_load(made.bytes + at, n) + by);
}

/* ---- changes ---------------------------------------------------------------------- */

/* Numbers of the head: offset, octets, and values to try. */
static const struct {
	const char *what;
	size_t at, n;
	uint64_t values[8];
	size_t nvalues;
} heads[] = {
	{"major", 8, 2, {0, 2, 257}, 3},
	{"minor", 10, 2, {1, 65535}, 2},
	{"head", 12, 4, {0, 64, 256, 319, 321, 448, 65536, 65600}, 8},
	{"time", 24, 8, {UINT64_MAX}, 1},
	{"entries", 32, 8, {0, ORIGINS + 1, ORIGINS + 2, ORIGINS + 60, UINT64_MAX}, 5},
	{"policies", 40, 8, {UINT64_MAX / 64 + 1, 4, 5, 6, 7, 8, 9, 10}, 8},
	{"probe", 56, 4, {0, 16, 17}, 3},
	{"homes", 60, 4, {0, 2}, 2},
	{"shard", 64, 4, {1}, 1},
	{"shards", 68, 4, {0, 2, 1024, 1025}, 4},
	{"dialect", 264, 1, {1, 2, 3, 4, 5}, 5},
	{"settings", 265, 1, {255}, 1},
	{"scope", 266, 1, {2, 3}, 2},
	{"challenge", 267, 1, {2, 3}, 2},
	{"agents", 268, 4, {UINT32_MAX, 1000}, 2},
	{"size of an agent", 280, 2, {65535}, 1},
	{"size of the last agent", 287, 2, {65535}, 1},
	{"octets of an agent", 282, 1, {'x'}, 1},
	{"digest of a section", 100, 1, {7}, 1},
};

static void change_heads(void)
{
	static const uint64_t by[] = {1, 8, 64, 128, UINT64_MAX, UINT64_MAX - 63, (uint64_t)1 << 32};

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		for (size_t k = 0; k < heads[i].nvalues; k++)
			change(heads[i].what, heads[i].at, heads[i].n, heads[i].values[k]);
	for (size_t i = 0; i < 8; i++)
		add("magic", i, 1, 1);
	for (size_t i = 0; i < sizeof by / sizeof *by; i++)
		add("size", 16, 8, by[i]);
	add("head", 12, 4, (uint64_t)-8);
	change("size of an agent", 280, 2, made.map.head - 280 - 2 - 32 + 1);
	change("root", made.map.head - 1, 1, 7);
	for (size_t at = 72; at < 72 + 48 * SECOND_SECTIONS; at += 48) {
		for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
			add("place of a section", at, 8, by[i]);
			add("size of a section", at + 8, 8, by[i]);
		}
		change("place of a section", at, 8, 0);
		change("size of a section", at + 8, 8, 0);
		change("size of a section", at + 8, 8, UINT64_MAX);
	}
}

static void cut(void)
{
	static const size_t lengths[] = {0, 7, 8, 11, 200, 319, 320};

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		begin();
		changed.len = lengths[i];
		ask("cut", &changed, 0);
	}
	for (size_t len = made.len - 1; len <= made.len + 1; len += 2) {
		begin();
		changed.len = len;
		ask("another length", &changed, 0);
	}
}

/* Insert zeros at an offset; the sections after it move. */
static void insert(size_t at, size_t n)
{
	begin();
	memmove(changed.bytes + at + n, changed.bytes + at, changed.len - at);
	memset(changed.bytes + at, 0, n);
	changed.len += n;
	second_store(changed.bytes + 16, changed.len, 8);
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		const uint64_t section = second_load(changed.bytes + 72 + 48 * i, 8);

		if (section >= at)
			second_store(changed.bytes + 72 + 48 * i, section + n, 8);
	}
}

static void seal(const char *what)
{
	snapshot_repair(&changed, 0, 0, 1);
	ask(what, &changed, 0);
}

/* Insert 64 octets before each section, and octets after the last section. */
static void gaps(void)
{
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		insert(made.map.section[i], 64);
		seal("a gap before a section");
	}
	for (uint64_t minor = 0; minor < 3; minor++) {
		insert(made.len, 64);
		second_store(changed.bytes + 10, minor, 2);
		seal("octets after the sections");
	}
}

/* A head of this size; its last agent leaves `left` octets before the root. */
static void large_head(size_t size, size_t left, int empty)
{
	const size_t end = made.map.agents_end, room = size - SECOND_DIGEST - end;

	insert(end, size - made.map.head);
	second_store(changed.bytes + 12, size, 4);
	second_store(changed.bytes + end - two[1].len - 2, two[1].len + room - left, 2);
	memset(changed.bytes + end, 'x', room);
	if (empty) {
		second_store(changed.bytes + 268, 3, 4);
		memset(changed.bytes + size - SECOND_DIGEST - 2, 0, 2);
	}
	seal("a large head");
}

static void large_heads(void)
{
	large_head(65536, 0, 0);
	large_head(65536, (size_t)-1, 0);
	large_head(65536, 2, 1);
	large_head(65536, 1, 1);
	large_head(65600, 100, 0);
}

/* The head names all entries, of 48 octets each, for which the section has room, then one more.
 * The section includes the zeros that fill the space up to the marks. */
static void most_entries(void)
{
	const uint64_t most = (made.map.section[SECOND_MARKS] - made.map.section[SECOND_ENTRIES]) / 48;

	for (uint64_t n = most; n <= most + 1; n++) {
		const uint64_t homes = second_homes(n);

		insert(made.map.section[SECOND_INDEX] + SECOND_BUCKET, (size_t)(homes - 1) * SECOND_BUCKET);
		second_store(changed.bytes + 32, n, 8);
		second_store(changed.bytes + 60, homes, 4);
		second_store(changed.bytes + 80, 48 * most, 8);
		second_store(changed.bytes + 72 + 48 * SECOND_INDEX + 8, (homes + SECOND_MORE_BUCKETS) * SECOND_BUCKET, 8);
		seal("most entries");
	}
}

static void change_entries(void)
{
	const size_t e = made.map.entry[1], policies = made.map.size[SECOND_POLICIES] / 8;
	const struct {
		const char *what;
		size_t at, n;
		uint64_t values[6];
		size_t nvalues;
	} fields[] = {{"size of an origin", 4, 2, {0, 269, made.map.size[SECOND_ENTRIES], 65535}, 4},
	              {"flags", 6, 1, {3, 8}, 2},
	              {"outcome", 7, 1, {5, 6}, 2},
	              {"expires", 8, 5, {U40}, 1},
	              {"fetched", 13, 5, {U40}, 1},
	              {"end", 20, 1, {8, 9, 255}, 3},
	              {"profile", 21, 1, {3, 4, 255}, 3},
	              {"row", 22, 1, {10, 11, 255}, 3},
	              {"length", 23, 5, {U40}, 1},
	              {"digest", 28, 8, {UINT64_MAX}, 1},
	              {"policy", 36, 5, {U40, policies, policies - 1}, 3},
	              {"origin", 44, 1, {'H'}, 1},
	              {"origin", 51, 1, {'.', 0}, 2}};

	for (size_t at = 0; at <= 44; at++)
		add("an octet of an entry", e + at, 1, 1);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		for (size_t k = 0; k < fields[i].nvalues; k++)
			change(fields[i].what, e + fields[i].at, fields[i].n, fields[i].values[k]);
	change("size of the first origin", made.map.section[SECOND_ENTRIES] + 4, 2, 269);
	add("policy", e + 36, 5, 1);
}

/* Find the bucket and the slot of an entry. */
static size_t slot_of(size_t entry, size_t *slot)
{
	const size_t begins = made.map.section[SECOND_INDEX];

	for (size_t b = begins; b < begins + made.map.size[SECOND_INDEX]; b += SECOND_BUCKET)
		for (*slot = b + 8; *slot < b + 8 + 8 * (size_t)made.bytes[b + 4]; *slot += 8)
			if (second_load(made.bytes + *slot, 5) * 8 == entry - made.map.section[SECOND_ENTRIES])
				return b;
	abort();
}

static void change_buckets(void)
{
	size_t slot;
	const size_t b = slot_of(made.map.entry[1], &slot);
	static const uint64_t slots[] = {0, 7, 8, 255};
	const uint64_t places[] = {U40, made.map.size[SECOND_ENTRIES] / 8, 0};

	for (size_t at = 0; at < SECOND_BUCKET; at += 5)
		add("an octet of a bucket", b + at, 1, 1);
	for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
		change("slots", b + 4, 1, slots[i]);
	change("bucket goes on", b + 5, 1, 1);
	change("zeros of a bucket", b + 6, 2, 0x0101);
	add("tag", slot + 5, 3, 1);
	add("entry of a slot", slot, 5, 1);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		change("entry of a slot", slot, 5, places[i]);
	/* The longest probe is 1, so damage in the next bucket does not matter; with 2 it
	 * matters. */
	begin();
	changed.bytes[made.map.section[SECOND_INDEX] + 5] = 1;
	snapshot_repair(&changed, 1, 0, 0);
	changed.bytes[made.map.section[SECOND_INDEX] + SECOND_BUCKET + 8] ^= 1;
	seal("beyond the probe");
	second_store(changed.bytes + 56, 2, 4);
	seal("within the probe");
}

/* Change one octet in the blob of a record, and put the checksums right. */
static void change_blob(size_t record, size_t before, size_t at, uint8_t by)
{
	const size_t size = (size_t)second_load(made.bytes + record + 4, 4);
	uint8_t *blob = changed.bytes + record + before;

	begin();
	blob[at] = (uint8_t)(blob[at] + by);
	second_store(blob + size - 8, second_checksum(blob, size - 8), 8);
	snapshot_repair(&changed, 1, 0, 1);
	ask("an octet of a blob", &changed, 0);
}

static void change_records(void)
{
	const size_t r = made.map.record[0], before = 8 + 8 * (size_t)made.map.nagents;
	const uint64_t sizes[] = {UINT32_MAX, made.map.size[SECOND_POLICIES] - before + 1, 0, 7};
	const size_t size = (size_t)second_load(made.bytes + r + 4, 4);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		change("size of a blob", r + 4, 4, sizes[i]);
	add("size of a blob", r + 4, 4, 1);
	for (size_t at = 8; at < before; at++) {
		change("a front", r + at, 1, 255);
		change("a front", r + at, 1, 0);
		add("a front", r + at, 1, 1);
	}
	for (size_t at = 0; at < size; at += 7)
		add("an octet of a blob", r + before + at, 1, 1);
	for (size_t at = 0; at < size - 8; at++)
		change_blob(r, before, at, at % 2 ? 1 : 128);
	change_blob(r, before, 6, 1);
	change_blob(r, before, 12, 1);
}

/* ---- other snapshots --------------------------------------------------------------- */

static void add_origin(struct snapshot_plan *p, const char *origin, size_t len)
{
	struct maker_entry *e = &p->entries[p->nentries];

	*e = (struct maker_entry){.len = len,
	                          .fetched = 1800000000 + p->nentries,
	                          .expires = 1800086400 + p->nentries,
	                          .since = 1700000000,
	                          .length = 100 * p->nentries,
	                          .digest = p->nentries,
	                          .status = (uint16_t)(200 + p->nentries),
	                          .flags = p->nentries == 3 ? 4 : 0,
	                          .blob = p->nentries % p->nblobs};
	memcpy(e->origin, origin, len);
	p->nentries++;
}

static void begin_plan(struct snapshot_forgery *f, uint32_t nagents, uint64_t seed)
{
	memset(&f->plan, 0, sizeof f->plan);
	f->plan = (struct snapshot_plan){.settings = 9,
	                                 .scope = 1,
	                                 .challenge = 1,
	                                 .limit = 512000,
	                                 .time = -1,
	                                 .shards = 1,
	                                 .nagents = nagents,
	                                 .agents = nagents == 2 ? two : one,
	                                 .seed = seed,
	                                 .nblobs = 3};
	for (size_t i = 0; i < f->plan.nblobs; i++)
		f->plan.blobs[i] = snapshot_blob(&f->plan, f->plan.dialect, 4 + i);
}

static void write_plan(struct snapshot_forgery *f)
{
	f->len = snapshot_write(&f->plan, f->bytes, &f->map);
}

/* The entries of a domain are those whose keys belong to it by the second reader. */
static void domain(const struct snapshot_forgery *f, const char *at, size_t len)
{
	const struct robotsc_snapshot_options options = {.trust = ROBOTSC_TRUST_FORGED};
	uint8_t key[SECOND_KEY_MAX], of[SECOND_KEY_MAX];
	const size_t of_len = second_domain_key(at, len, of);
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot snapshot;
	struct robotsc_snapshot_entry e;
	struct second_snapshot s;
	struct second_entry second;
	uint64_t place = 0;

	if (!CHECK(robotsc_snapshot_open(&snapshot, f->bytes, f->len, &options) == ROBOTSC_OK) ||
	    !CHECK(second_open(&s, f->bytes, f->len, NULL) == SECOND_OK) ||
	    !CHECK(robotsc_snapshot_domain(&snapshot, at, len, &cursor) == ROBOTSC_OK))
		return;
	while (second_next(&s, &place, &second) == SECOND_OK)
		if (second_in_domain(key, second_key(second.origin, second.origin_len, key), of, of_len))
			CHECK_MSG(robotsc_snapshot_next(&cursor, &e) == ROBOTSC_OK && e.origin.at == second.origin, "domain %.*s",
			          (int)len, at);
	CHECK_MSG(robotsc_snapshot_next(&cursor, &e) == ROBOTSC_ERR_UNKNOWN, "the end of domain %.*s", (int)len, at);
}

/* Domains consist of labels, so the last octets of an address are no domain. */
static void domains(const struct snapshot_forgery *f, const char *longest)
{
	static const char *const all[] = {"9",  "10",       "109",     "0.9",      "10.0.0.9", "10.0.0.10",
	                                  "b2", "example2", "example", "example.", "2",        "[2001:db8::9]"};
	char longer[300];

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		domain(f, all[i], strlen(all[i]));
	memset(longer, 'a', sizeof longer);
	domain(f, longer, sizeof longer);
	domain(f, longest, 254);
}

/* Hosts that are easily misread, and an origin of the greatest length. */
static void hosts(void)
{
	static const char *const names[] = {"http://10.0.0.9",       "http://10.0.0.10",  "https://192.0.2.109",
	                                    "http://a.b2",           "https://b2",        "ftp://h1.example2",
	                                    "http://9x.example",     "http://a.example.", "http://[2001:db8::9]",
	                                    "http://a.example:8080", "https://a.example"};
	char longest[268];

	memset(longest, 'a', sizeof longest);
	memcpy(longest, "https://", 8);
	for (size_t k = 1; k <= 3; k++)
		longest[8 + 64 * k - 1] = '.';
	memcpy(longest + 8 + 253, ".:65535", 7);
	begin_plan(&changed, 1, 7);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add_origin(&changed.plan, names[i], strlen(names[i]));
	add_origin(&changed.plan, longest, sizeof longest);
	write_plan(&changed);
	for (int i = 0; i < 12; i++)
		ask("hosts", &changed, 1);
	domains(&changed, longest + 8);
}

/* Numbers of entries for which the sizes of marks and index are easily wrong. */
static void sizes(void)
{
	static const size_t numbers[] = {17, 56, 64, 65, 113, 128, 129};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		begin_plan(&changed, 0, 0);
		for (unsigned n = 0; n < numbers[i]; n++) {
			char origin[40];

			add_origin(&changed.plan, origin, (size_t)sprintf(origin, "http://%u.h%u", n, n / 9));
		}
		write_plan(&changed);
		for (int k = 0; k < 6; k++)
			ask("sizes", &changed, 1);
	}
}

/* Hosts whose shard depends on the lower half of the product. */
static void shards(void)
{
	static const char *const carry[] = {"http://h8930234.example", "http://h5919.example"};

	for (size_t i = 0; i < 2; i++)
		CHECK(robotsc_shard(carry[i], strlen(carry[i]), 1000, NULL) == second_shard(carry[i], strlen(carry[i]), 1000));
}

int main(void)
{
	begin_plan(&made, 2, 0);
	for (size_t i = 0; i < ORIGINS; i++)
		add_origin(&made.plan, origins[i], strlen(origins[i]));
	write_plan(&made);
	ask("as it is", &made, 1);
	CHECK_PART(cut);
	CHECK_PART(change_heads);
	CHECK_PART(gaps);
	CHECK_PART(large_heads);
	CHECK_PART(most_entries);
	CHECK_PART(change_entries);
	CHECK_PART(change_buckets);
	CHECK_PART(change_records);
	CHECK_PART(hosts);
	CHECK_PART(sizes);
	CHECK_PART(shards);
	printf("%lu snapshots, %lu times opened, %lu found, %lu damaged\n", tried, counts.opened, counts.found, counts.damaged);
	if (check_all_cases())
		CHECK(tried > 600 && counts.opened > tried && counts.found > tried && counts.damaged > tried / 4);
	return check_done();
}
