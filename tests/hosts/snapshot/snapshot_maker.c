/* snapshot_maker.c - see snapshot_maker.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_maker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/oracle_origin.h"
#include "robotsc/compile.h"
#include "tests/support/product.h"

#define DIALECTS 5u
#define CLASHES 130u /* entries with one home bucket, at most */
#define SOMETIME 1800000000u

/* ---- blobs ------------------------------------------------------------------- */

#define GAPS "User-agent: *\nDisallow: /*x*y\nAllow: /*.html$\nDisallow: /p*q*r%2Fs\nAllow: /*pub\nDisallow: /\xC3\xA9*\n"
#define NAMES                                                                                                               \
	"User-agent: a-bot\nUser-agent: bot\nDisallow: /a\n\nUser-agent: none\nDisallow:\n\nUser-agent: all\nDisallow: /\n" \
	"\n" GAPS "\nUser-agent: a-bot\nDisallow: /*more*gaps$\n\nUser-agent: c\nDisallow: /*x\nDisallow: /c\n"
#define RECORDS                                                                                                   \
	"Sitemap: http://h/s\nUser-agent: a-bot\nUser-agent: ExampleBot\nCrawl-delay: 2.5\nRequest-rate: 1/9m\n"  \
	"Content-Usage: train-ai=n, fnord=y\nDisallow: /a\n\nUser-agent: *\nDisallow: /*x*y\nNoindex: /*.html$\n" \
	"Content-Signal: search=yes, ai-train=no\nHost: h\nClean-param: a&b /c\n"
#define VERSIONED "User-agent: a-bot\nRobot-version: 9\nDisallow: /\n\nUser-agent: *\nRobot-version: 2.0\nAllow: */info[a-c]?x\n"

static const char *const texts[] = {
	"",
	"User-agent: *\nDisallow: /\n",
	"User-agent: *\nDisallow:\n",
	"User-agent: ExampleBot\nDisallow: /b\n",
	"User-agent: a-bot\nDisallow: /a\nAllow: /ab\n\nUser-agent: *\nDisallow: /x\n",
	GAPS,
	NAMES, /* NOLINT(bugprone-suspicious-missing-comma): it has lines */
	RECORDS,
	VERSIONED,
	"User-agent: *\nDisallow: /private/\nDisallow: /a%2Fb\nAllow: /private/open$\nDisallow: /tmp?x=\n",
	"User-agent: *\nDisallow: /*.gif$\nDisallow: /*.png$\nDisallow: /*?sid=\nDisallow: /*aab\nAllow: /b*aab\n",
	"User-agent: bot\nAllow: /c\nDisallow: /\n\nUser-agent: c-bot\nDisallow: /c\n"};
#define TEXTS (sizeof texts / sizeof *texts)

#define SETS 4u
static const struct robotsc_text agents[SETS][MAKER_AGENTS] = {
	{{NULL, 0}}, {{"ExampleBot", 10}}, {{"a-bot", 5}, {"bot", 3}}, {{"ExampleBot", 10}, {"c-bot", 5}, {"nobody", 6}}};

static struct product compiled[DIALECTS][SETS][2][TEXTS];

struct maker_blob snapshot_blob(const struct snapshot_plan *plan, enum robotsc_dialect dialect, size_t text)
{
	const int extensions = plan->settings & 4 ? 1 : 0;
	const uint32_t nagents = text / TEXTS % 2 == 0 ? plan->nagents : 0;
	struct product *p = &compiled[dialect][nagents][extensions][text % TEXTS];
	struct robotsc_options options;

	if (p->bytes == NULL) {
		robotsc_options_init(&options);
		options.dialect = dialect;
		options.agents = agents[nagents];
		options.nagents = nagents;
		options.extensions = extensions ? 1 : 0;
		options.form = text % 3 == 0 ? ROBOTSC_FORM_FILTER : ROBOTSC_FORM_AUTO;
		if (product_open_with(p, &options, texts[text % TEXTS], strlen(texts[text % TEXTS])) != ROBOTSC_OK)
			abort();
	}
	return (struct maker_blob){p->bytes, p->len};
}

/* ---- origins ----------------------------------------------------------------- */

static size_t add_label(char *at, size_t most, uint64_t *state)
{
	static const char octets[] = "abcxyz019abcxyz019abcxyz019-_~!$&'()*+,;=";
	const size_t len = 1 + product_below(state, product_below(state, 16) == 0 ? most : most < 9 ? most : 9);

	for (size_t i = 0; i < len; i++)
		at[i] = octets[product_below(state, sizeof octets - 1)];
	return len;
}

/* Make a host under one of these domains; some domains begin or end with another one. */
static size_t add_name(char *at, uint64_t *state)
{
	static const char *const under[] = {"example.com",    "com",           "a",         "a.b",  "b",
	                                    "-b.example.com", "example.co.uk", "xn--tda.b", "b.",   "a.b.",
	                                    "1.example",      "example.com.",  "a-b",       "0.a.b"};
	const char *end = under[product_below(state, sizeof under / sizeof *under)];
	const size_t target = product_below(state, 24) == 0 ? 253 : product_below(state, 3) * 12, rest = strlen(end);
	size_t n = 0;

	while (n + rest < target) {
		const size_t left = target - rest - n;

		n += add_label(at + n, left - 1 > 63 ? 63 : left > 1 ? left - 1 : 1, state);
		at[n++] = '.';
	}
	memcpy(at + n, end, rest);
	return n + rest;
}

static size_t add_address(char *at, uint64_t *state)
{
	static const char *const six[] = {"[::1]",
	                                  "[2001:db8::1]",
	                                  "[2001:db8::2]",
	                                  "[::]",
	                                  "[2001:db8:1:2:3:4:5:6789]",
	                                  "[fe80:1111:2222:3333:4444:5555:6666:7777]"};
	const char *address = six[product_below(state, sizeof six / sizeof *six)];

	if (product_below(state, 2) == 0) {
		const unsigned number = (unsigned)product_below(state, 256 * 256);

		return (size_t)sprintf(at, "%u.%u.1.%u", number / 256, number % 3, number % 256);
	}
	memcpy(at, address, strlen(address));
	return strlen(address);
}

static size_t add_origin(char origin[MAKER_ORIGIN_ROOM], uint64_t *state)
{
	static const char *const schemes[] = {"https://", "http://", "https://", "http://", "https://", "ftp://"};
	const char *scheme = schemes[product_below(state, 6)];
	size_t n = strlen(scheme);

	memcpy(origin, scheme, n);
	n += product_below(state, 8) == 0 ? add_address(origin + n, state) : add_name(origin + n, state);
	if (product_below(state, 5) == 0) {
		static const int ports[] = {0, 1, 80, 443, 21, 8080, 255, 256, 65535, 40000};

		n += (size_t)sprintf(origin + n, ":%d", ports[product_below(state, 10)]);
	}
	return n;
}

/* True if an origin is canonical. */
static int is_canonical(const char *origin, size_t len)
{
	char own[ORACLE_ORIGIN_ROOM];

	return oracle_origin(origin, len, own) == ORACLE_ORIGIN_OK && strlen(own) == len && memcmp(own, origin, len) == 0;
}

size_t snapshot_origin(char origin[MAKER_ORIGIN_ROOM], uint64_t *state)
{
	size_t len;

	do
		len = add_origin(origin, state);
	while (!is_canonical(origin, len));
	return len;
}

/* ---- plans ------------------------------------------------------------------- */

static int compare_entries(const void *a, const void *b)
{
	const struct maker_entry *x = a, *y = b;
	uint8_t key[SECOND_KEY_MAX], other[SECOND_KEY_MAX];
	const size_t n = second_key(x->origin, x->len, key), m = second_key(y->origin, y->len, other);
	const int order = memcmp(key, other, n < m ? n : m);

	return order != 0 ? order : n < m ? -1 : n > m;
}

static uint64_t a_time(uint64_t *state)
{
	const uint64_t most = ((uint64_t)1 << 40) - 1;

	switch (product_below(state, 8)) {
	case 0:
		return product_random(state) & most;
	case 1:
		return product_below(state, 2) == 0 ? 0 : most;
	default:
		return SOMETIME + product_below(state, 100000);
	}
}

static void fill_entry(struct maker_entry *e, uint64_t *state)
{
	static const uint16_t statuses[] = {200, 404, 500, 0, 304, 999, 65535};

	e->fetched = a_time(state);
	e->expires = a_time(state);
	if (e->expires < e->fetched)
		e->expires = e->fetched;
	e->since = product_below(state, 4) == 0 ? e->fetched - e->fetched / (2 + product_below(state, 9)) : e->fetched;
	e->flags = (uint8_t)(product_below(state, 4) | (e->since != e->fetched ? 4 : 0));
	e->status = statuses[product_below(state, 7)];
	e->outcome = (uint8_t)product_below(state, 6);
	e->end = (uint8_t)product_below(state, 9);
	e->profile = (uint8_t)product_below(state, 4);
	e->row = (uint8_t)product_below(state, 11);
	e->length = product_below(state, 9) == 0 ? ((uint64_t)1 << 40) - 1 : product_below(state, 100000);
	e->digest = product_below(state, 3) == 0 ? 0 : product_random(state);
}

static int has_origin(const struct snapshot_plan *plan, const char *origin, size_t len)
{
	for (size_t i = 0; i < plan->nentries; i++)
		if (plan->entries[i].len == len && memcmp(plan->entries[i].origin, origin, len) == 0)
			return 1;
	return 0;
}

/* The number of the plan's blob for a text; texts with equal blobs share one. */
static size_t add_blob(struct snapshot_plan *plan, size_t text)
{
	const struct maker_blob blob = snapshot_blob(plan, plan->dialect, text);

	for (size_t i = 0; i < plan->nblobs; i++)
		if (plan->blobs[i].len == blob.len && memcmp(plan->blobs[i].bytes, blob.bytes, blob.len) == 0)
			return i;
	plan->blobs[plan->nblobs] = blob;
	return plan->nblobs++;
}

static void add_entry(struct snapshot_plan *plan, const char *origin, size_t len, size_t ntexts, uint64_t *state)
{
	struct maker_entry *e = &plan->entries[plan->nentries];

	if (has_origin(plan, origin, len))
		return;
	memcpy(e->origin, origin, len);
	e->len = len;
	fill_entry(e, state);
	e->blob = add_blob(plan, product_below(state, ntexts));
	plan->nentries++;
}

/* Entries that have the same home bucket with seed 0.  More than fit into 16 buckets need another
 * seed. */
static void add_clashes(struct snapshot_plan *plan, size_t n, uint64_t *state)
{
	const uint32_t homes = second_homes(n), home = (uint32_t)product_below(state, homes);
	char origin[MAKER_ORIGIN_ROOM];

	for (uint64_t i = product_below(state, 1000000); plan->nentries < n; i++) {
		const size_t len = (size_t)sprintf(origin, "https://h%u.example", (unsigned)i);
		const uint64_t hash = second_hash(0, (const uint8_t *)origin, len);

		if ((hash >> 32) * homes >> 32 == home)
			add_entry(plan, origin, len, 2, state);
	}
}

static size_t how_many(uint64_t *state)
{
	const size_t kind = product_below(state, 32);

	return kind == 0 ? 0 : product_below(state, kind < 18 ? 9 : kind < 28 ? 40 : MAKER_ENTRIES + 1);
}

void snapshot_make_plan(struct snapshot_plan *plan, uint64_t *state)
{
	static const uint32_t shards[] = {2, 3, 16, 1000, 1024};
	const size_t n = how_many(state), ntexts = 1 + product_below(state, 2 * TEXTS);
	char origin[MAKER_ORIGIN_ROOM];
	size_t len = snapshot_origin(origin, state);

	plan->dialect = (enum robotsc_dialect)product_below(state, DIALECTS);
	plan->settings = (uint8_t)product_below(state, 16);
	plan->scope = (uint8_t)product_below(state, 3);
	plan->challenge = (uint8_t)product_below(state, 3);
	plan->limit = product_below(state, 4) == 0 ? product_random(state) : 512000;
	plan->time = product_below(state, 4) == 0 ? (int64_t)a_time(state) : -1;
	plan->nagents = (uint32_t)product_below(state, SETS);
	plan->agents = agents[plan->nagents];
	plan->nentries = plan->nblobs = 0;
	plan->as_is = 0;
	plan->more = plan->nameless = 0;
	plan->seed = 0;
	plan->shards = product_below(state, 4) == 0 ? shards[product_below(state, 5)] : 1;
	plan->shard = second_shard(origin, len, plan->shards);
	if (plan->shards == 1 && product_below(state, 24) == 0)
		add_clashes(plan, CLASHES - product_below(state, 40), state);
	for (size_t tries = 0; plan->nentries < n && tries < 4 * n; tries++) {
		if (second_shard(origin, len, plan->shards) == plan->shard)
			add_entry(plan, origin, len, ntexts, state);
		len = snapshot_origin(origin, state);
	}
}

/* ---- writing ----------------------------------------------------------------- */

static size_t up(size_t n, size_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* Begin a section at a multiple of 64. */
static void begin_section(struct snapshot_map *map, size_t section, size_t *end)
{
	map->section[section] = *end = up(*end, 64);
}

static void write_entry(const struct snapshot_plan *plan, const struct maker_entry *e, uint8_t *p, uint64_t policy, uint64_t size)
{
	(void)plan;
	second_store(p + 4, e->len, 2);
	p[6] = e->flags;
	p[7] = e->outcome;
	second_store(p + 8, e->expires, 5);
	second_store(p + 13, e->fetched, 5);
	second_store(p + 18, e->status, 2);
	p[20] = e->end;
	p[21] = e->profile;
	p[22] = e->row;
	second_store(p + 23, e->length, 5);
	second_store(p + 28, e->digest, 8);
	second_store(p + 36, policy / 8, 5);
	second_store(p + 41, size / 8 < SECOND_NO_SIZE ? size / 8 : SECOND_NO_SIZE, 3);
	memcpy(p + SECOND_ENTRY, e->origin, e->len);
	if (e->flags & 4)
		second_store(p + SECOND_ENTRY + e->len, e->since, 5);
}

/* Choose places for the records, in the order in which entries first name them. */
static size_t place_records(const struct snapshot_plan *plan, struct snapshot_map *map, size_t place[MAKER_BLOBS])
{
	size_t end = 0;

	for (size_t i = 0; i < plan->nblobs; i++)
		place[i] = SIZE_MAX;
	for (size_t i = 0; i < plan->nentries; i++) {
		const size_t blob = plan->entries[i].blob;
		const size_t size = up(8 + 8 * (size_t)plan->nagents + plan->blobs[blob].len, 8);

		if (place[blob] != SIZE_MAX)
			continue;
		place[blob] = end;
		map->record[map->nrecords] = end;
		map->record_size[map->nrecords] = size > SECOND_RECORD_MIN ? size : SECOND_RECORD_MIN;
		end += map->record_size[map->nrecords++];
	}
	return end;
}

static void write_record(const struct snapshot_plan *plan, const struct maker_blob *blob, uint8_t *p)
{
	const size_t before = 8 + 8 * (size_t)plan->nagents;

	second_store(p + 4, blob->len, 4);
	for (uint32_t i = 0; i < plan->nagents; i++) {
		struct second_front front = {0, 0, 0};

		second_select(blob->bytes, blob->len, plan->agents[i].at, plan->agents[i].len, &front);
		second_store(p + 8 + 8 * i, front.policy, 4);
		second_store(p + 12 + 8 * i, front.entry, 3);
		p[15 + 8 * i] = front.selected;
	}
	second_store(p, second_checksum32(p + 4, before - 4), 4);
	memcpy(p + before, blob->bytes, blob->len);
}

static void write_entries(const struct snapshot_plan *plan, struct snapshot_map *map, const size_t place[MAKER_BLOBS], uint8_t *out,
                          size_t *end)
{
	begin_section(map, SECOND_ENTRIES, end);
	for (size_t i = 0; i < plan->nentries; i++) {
		const struct maker_entry *e = &plan->entries[i];
		const size_t size = up(SECOND_ENTRY + e->len + (e->flags & 4 ? 5 : 0), 8);
		size_t record = 0;

		while (map->record[record] != place[e->blob])
			record++;
		write_entry(plan, e, out + *end, place[e->blob], map->record_size[record]);
		second_store(out + *end, second_checksum32(out + *end + 4, size - 4), 4);
		map->entry[i] = *end;
		*end += size;
	}
	map->size[SECOND_ENTRIES] = *end - map->section[SECOND_ENTRIES];
	begin_section(map, SECOND_MARKS, end);
	for (size_t i = 0; i < plan->nentries; i += 64, *end += 8)
		second_store(out + *end, map->entry[i] - map->section[SECOND_ENTRIES], 8);
	map->size[SECOND_MARKS] = *end - map->section[SECOND_MARKS];
}

/* Write the index.  Returns its seed. */
static uint64_t write_index(const struct snapshot_plan *plan, struct snapshot_map *map, uint8_t *out, size_t *end,
                            uint32_t *longest)
{
	struct second_indexed indexed[MAKER_ENTRIES + 1];
	uint64_t seed = plan->seed;

	for (size_t i = 0; i < plan->nentries; i++)
		indexed[i] = (struct second_indexed){map->entry[i] - map->section[SECOND_ENTRIES], plan->entries[i].origin,
		                                     plan->entries[i].len};
	begin_section(map, SECOND_INDEX, end);
	while ((*longest = second_index(indexed, plan->nentries, seed, out + *end)) == 0)
		seed++;
	map->nbuckets = second_homes(plan->nentries) + SECOND_MORE_BUCKETS;
	map->size[SECOND_INDEX] = (size_t)map->nbuckets * SECOND_BUCKET;
	*end += map->size[SECOND_INDEX];
	return seed;
}

static void write_head(const struct snapshot_plan *plan, struct snapshot_map *map, uint8_t *out, size_t len, uint64_t seed,
                       uint32_t longest)
{
	static const uint8_t magic[8] = {0x8D, 0x52, 0x53, 0x4E, 0x0D, 0x0A, 0x1A, 0x0A};
	uint64_t latest = 0;
	size_t at = map->agents;

	for (size_t i = 0; i < plan->nentries; i++)
		latest = plan->entries[i].fetched > latest ? plan->entries[i].fetched : latest;
	memcpy(out, magic, sizeof magic);
	second_store(out + 8, 1, 2);
	out[10] = plan->more > 0;
	second_store(out + 12, map->head, 4);
	second_store(out + 16, len, 8);
	second_store(out + 24, plan->time >= 0 ? (uint64_t)plan->time : latest, 8);
	second_store(out + 32, plan->nentries, 8);
	second_store(out + 40, map->nrecords, 8);
	second_store(out + 48, seed, 8);
	second_store(out + 56, longest, 4);
	second_store(out + 60, second_homes(plan->nentries), 4);
	second_store(out + 64, plan->shard, 4);
	second_store(out + 68, plan->shards, 4);
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		second_store(out + 72 + 48 * i, map->section[i], 8);
		second_store(out + 80 + 48 * i, map->size[i], 8);
		second_digest(out + map->section[i], map->size[i], out + 88 + 48 * i);
	}
	out[264] = (uint8_t)plan->dialect;
	out[265] = plan->settings;
	out[266] = plan->scope;
	out[267] = plan->challenge;
	second_store(out + 268, plan->nagents + plan->nameless, 4);
	second_store(out + 272, plan->limit, 8);
	for (uint32_t i = 0; i < plan->nagents; i++) {
		second_store(out + at, plan->agents[i].len, 2);
		memcpy(out + at + 2, plan->agents[i].at, plan->agents[i].len);
		at += 2 + plan->agents[i].len;
	}
	second_digest(out, map->head - SECOND_DIGEST, out + map->head - SECOND_DIGEST);
}

size_t snapshot_write(struct snapshot_plan *plan, uint8_t *out, struct snapshot_map *map)
{
	size_t place[MAKER_BLOBS], end, policies;
	uint32_t longest;
	uint64_t seed;

	memset(out, 0, MAKER_ROOM);
	memset(map, 0, sizeof *map);
	if (!plan->as_is)
		qsort(plan->entries, plan->nentries, sizeof *plan->entries, compare_entries);
	map->agents = map->agents_end = 280;
	for (uint32_t i = 0; i < plan->nagents; i++)
		map->agents_end += 2 + plan->agents[i].len;
	map->head = end = up(map->agents_end + SECOND_DIGEST, 64) + plan->more;
	map->nagents = plan->nagents;
	map->nentries = plan->nentries;
	policies = place_records(plan, map, place);
	write_entries(plan, map, place, out, &end);
	seed = write_index(plan, map, out, &end, &longest);
	begin_section(map, SECOND_POLICIES, &end);
	map->size[SECOND_POLICIES] = policies;
	for (size_t i = 0; i < plan->nblobs; i++)
		if (place[i] != SIZE_MAX)
			write_record(plan, &plan->blobs[i], out + end + place[i]);
	for (size_t i = 0; i < map->nrecords; i++)
		map->record[i] += end;
	end += policies;
	write_head(plan, map, out, end, seed, longest);
	return end;
}
