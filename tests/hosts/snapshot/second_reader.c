/* second_reader.c - see second_reader.h: opens a snapshot and looks origins up.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "second_reader.h"

#include <string.h>

#include "tests/oracle/oracle_origin.h"

#define HEAD_LEAST 320u /* 280 octets and the root, rounded up to a multiple of 64 */
#define HEAD_MOST 65536u
#define AT_SECTIONS 72u
#define AT_AGENTS 280u
#define ENTRY_LEAST 48u /* an entry that has an origin */
#define DIALECTS 5u
#define SHARDS_MOST 1024u
#define PROBE_MOST 16u

/* A fuzzer's build computes checksums, but does not compare them. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define COMPARES 0
#else
#define COMPARES 1
#endif

static const uint8_t magic[8] = {0x8D, 0x52, 0x53, 0x4E, 0x0D, 0x0A, 0x1A, 0x0A};

uint64_t second_load(const uint8_t *at, size_t n)
{
	uint64_t value = 0;

	for (size_t i = 0; i < n; i++)
		value |= (uint64_t)at[i] << 8 * i;
	return value;
}

void second_store(uint8_t *at, uint64_t value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

uint32_t second_homes(uint64_t n)
{
	const uint64_t homes = n / 56 * 10 + (n % 56 * 10 + 55) / 56;

	return homes > UINT32_MAX ? 0 : homes > 0 ? (uint32_t)homes : 1;
}

/* ---- head -------------------------------------------------------------------- */

/* Read the four sections, which follow each other.  A later minor version may have more octets. */
static int read_sections(struct second_snapshot *s)
{
	uint64_t end = s->head;

	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		const uint8_t *p = s->bytes + AT_SECTIONS + 48 * i;
		struct second_place *section = &s->section[i];

		section->at = second_load(p, 8);
		section->size = second_load(p + 8, 8);
		if (section->at % 64 != 0 || section->at < end || section->at - end >= 64 || section->at > s->len ||
		    section->size > s->len - section->at)
			return 0;
		section->octets = s->bytes + section->at;
		end = section->at + section->size;
	}
	return end == s->len || s->minor > 0;
}

static int read_counts(const struct second_snapshot *s)
{
	if (s->nentries > s->section[SECOND_ENTRIES].size / ENTRY_LEAST ||
	    s->npolicies > s->section[SECOND_POLICIES].size / SECOND_RECORD_MIN)
		return 0;
	if (s->longest < 1 || s->longest > PROBE_MOST || s->homes != second_homes(s->nentries))
		return 0;
	if (s->shards < 1 || s->shards > SHARDS_MOST || s->shard >= s->shards)
		return 0;
	return s->section[SECOND_MARKS].size == (s->nentries + 63) / 64 * 8 &&
	       s->section[SECOND_INDEX].size == ((uint64_t)s->homes + SECOND_MORE_BUCKETS) * SECOND_BUCKET;
}

static int read_agents(struct second_snapshot *s)
{
	const uint32_t end = s->head - SECOND_DIGEST;
	uint32_t at = AT_AGENTS;

	for (uint32_t i = 0; i < s->nagents; i++) {
		if (end - at < 2)
			return 0;
		const uint32_t size = (uint32_t)second_load(s->bytes + at, 2);

		if (end - at - 2 < size)
			return 0;
		at += 2 + size;
	}
	s->agents_end = at;
	return 1;
}

static void read_numbers(struct second_snapshot *s)
{
	const uint8_t *p = s->bytes;

	s->time = (int64_t)second_load(p + 24, 8);
	s->nentries = second_load(p + 32, 8);
	s->npolicies = second_load(p + 40, 8);
	s->seed = second_load(p + 48, 8);
	s->longest = (uint32_t)second_load(p + 56, 4);
	s->homes = (uint32_t)second_load(p + 60, 4);
	s->shard = (uint32_t)second_load(p + 64, 4);
	s->shards = (uint32_t)second_load(p + 68, 4);
	s->dialect = p[264];
	s->settings = p[265];
	s->scope = p[266];
	s->challenge = p[267];
	s->nagents = (uint32_t)second_load(p + 268, 4);
	s->limit = second_load(p + 272, 8);
}

enum second_answer second_open(struct second_snapshot *s, const uint8_t *bytes, size_t len, const uint8_t *root)
{
	uint8_t digest[SECOND_DIGEST];

	*s = (struct second_snapshot){.bytes = bytes, .len = len, .trust = SECOND_INTACT};
	if (len < sizeof magic)
		return SECOND_TRUNCATED;
	if (memcmp(bytes, magic, sizeof magic) != 0)
		return SECOND_MAGIC;
	if (len < HEAD_LEAST)
		return SECOND_TRUNCATED;
	if (second_load(bytes + 8, 2) != 1)
		return SECOND_VERSION;
	s->minor = (uint32_t)second_load(bytes + 10, 2);
	s->head = (uint32_t)second_load(bytes + 12, 4);
	if (second_load(bytes + 16, 8) > len)
		return SECOND_TRUNCATED;
	if (s->head % 64 != 0 || s->head < HEAD_LEAST || s->head > HEAD_MOST)
		return SECOND_CORRUPT;
	if (second_load(bytes + 16, 8) < len || s->head > len)
		return SECOND_CORRUPT;
	read_numbers(s);
	if (!read_sections(s) || !read_counts(s) || s->dialect >= DIALECTS || bytes[266] > 2 || bytes[267] > 2 || !read_agents(s))
		return SECOND_CORRUPT;
	s->root = bytes + s->head - SECOND_DIGEST;
	second_digest(bytes, s->head - SECOND_DIGEST, digest);
	if (COMPARES && memcmp(digest, s->root, SECOND_DIGEST) != 0)
		return SECOND_ROOT;
	if (root != NULL && memcmp(s->root, root, SECOND_DIGEST) != 0)
		return SECOND_ROOT;
	return SECOND_OK;
}

const char *second_agent(const struct second_snapshot *s, uint32_t number, uint32_t *len)
{
	uint32_t at = AT_AGENTS;

	for (uint32_t i = 0; i < number; i++)
		at += 2 + (uint32_t)second_load(s->bytes + at, 2);
	*len = (uint32_t)second_load(s->bytes + at, 2);
	return (const char *)s->bytes + at + 2;
}

/* ---- keys -------------------------------------------------------------------- */

/* The host, the scheme and the port of an origin.  Returns 0 if it is no origin. */
struct origin_parts {
	const char *host;
	size_t len;
	unsigned scheme, port;
};

static int take_apart(const char *origin, size_t len, struct origin_parts *parts)
{
	static const char *const schemes[] = {"http://", "https://", "ftp://"};
	static const unsigned ports[] = {80, 443, 21};
	size_t end = len;

	for (unsigned i = 0; i < 3; i++) {
		const size_t n = strlen(schemes[i]);

		if (len <= n || memcmp(origin, schemes[i], n) != 0)
			continue;
		*parts = (struct origin_parts){origin + n, 0, i + 1, ports[i]};
		while (end > n && origin[end - 1] >= '0' && origin[end - 1] <= '9')
			end--;
		if (end > n && end < len && origin[end - 1] == ':') {
			parts->port = 0;
			for (size_t k = end; k < len && parts->port <= 65535; k++)
				parts->port = parts->port * 10 + (unsigned)(origin[k] - '0');
			end--;
		} else {
			end = len;
		}
		parts->len = (size_t)(origin + end - parts->host);
		return parts->len > 0 && parts->port <= 65535;
	}
	return 0;
}

/* True if a host is one label: in brackets, or with digits only in its last label. */
static int is_whole(const char *host, size_t len)
{
	size_t at = len;

	while (at > 0 && host[at - 1] >= '0' && host[at - 1] <= '9')
		at--;
	return host[0] == '[' || (at < len && (at == 0 || host[at - 1] == '.'));
}

size_t second_domain_key(const char *domain, size_t len, uint8_t key[SECOND_KEY_MAX])
{
	size_t n = 0, end = len;

	if (len == 0 || len > SECOND_ORIGIN_MAX)
		return 0;
	if (is_whole(domain, len)) {
		memcpy(key, domain, len);
		return len;
	}
	for (;;) {
		size_t begin = end;

		while (begin > 0 && domain[begin - 1] != '.')
			begin--;
		memcpy(key + n, domain + begin, end - begin);
		n += end - begin;
		if (begin == 0)
			return n;
		key[n++] = 1;
		end = begin - 1;
	}
}

size_t second_key(const char *origin, size_t len, uint8_t key[SECOND_KEY_MAX])
{
	struct origin_parts parts;

	if (len > SECOND_ORIGIN_MAX || !take_apart(origin, len, &parts))
		return 0;
	const size_t n = second_domain_key(parts.host, parts.len, key);

	key[n] = 0;
	key[n + 1] = (uint8_t)(parts.port >> 8);
	key[n + 2] = (uint8_t)parts.port;
	key[n + 3] = (uint8_t)parts.scheme;
	return n + 4;
}

int second_in_domain(const uint8_t *key, size_t len, const uint8_t *domain, size_t domain_len)
{
	return domain_len > 0 && len > domain_len && memcmp(key, domain, domain_len) == 0 && key[domain_len] <= 1;
}

/* hash * n / 2^64, rounded down. */
static uint32_t scale(uint64_t hash, uint32_t n)
{
	return (uint32_t)(((hash >> 32) * n + ((hash & 0xFFFFFFFF) * n >> 32)) >> 32);
}

uint32_t second_shard(const char *origin, size_t len, uint32_t shards)
{
	static const uint8_t key[8] = {0x72, 0x6F, 0x62, 0x6F, 0x74, 0x73, 0x63, 0x31};
	struct origin_parts parts;

	if (!take_apart(origin, len, &parts))
		return 0;
	return scale(second_hash(second_load(key, 8), (const uint8_t *)parts.host, parts.len), shards);
}

/* ---- entries ----------------------------------------------------------------- */

/* True if an entry has known values and a valid origin.  Only the level FORGED asks for this. */
static int is_possible(const struct second_snapshot *s, const struct second_entry *e)
{
	char own[ORACLE_ORIGIN_ROOM];

	if (s->trust != SECOND_FORGED)
		return 1;
	if (e->outcome > 5 || e->end > 8 || e->profile > 3 || e->row > 10)
		return 0;
	return oracle_origin(e->origin, e->origin_len, own) == ORACLE_ORIGIN_OK && strlen(own) == e->origin_len &&
	       memcmp(own, e->origin, e->origin_len) == 0;
}

enum second_answer second_entry_at(const struct second_snapshot *s, uint64_t at, struct second_entry *e)
{
	const struct second_place *in = &s->section[SECOND_ENTRIES];

	if (at % 8 != 0 || at > in->size || in->size - at < SECOND_ENTRY)
		return SECOND_DAMAGED;
	const uint8_t *p = in->octets + at;
	const uint32_t len = (uint32_t)second_load(p + 4, 2), since = p[6] & 4 ? 5 : 0;
	const uint64_t size = (SECOND_ENTRY + (uint64_t)len + since + 7) / 8 * 8;

	if (len > SECOND_ORIGIN_MAX || size > in->size - at)
		return SECOND_DAMAGED;
	if (COMPARES && s->trust != SECOND_KNOWN && second_checksum32(p + 4, (size_t)size - 4) != second_load(p, 4))
		return SECOND_DAMAGED;
	*e = (struct second_entry){
		.at = at,
		.size = size,
		.origin = (const char *)p + SECOND_ENTRY,
		.origin_len = len,
		.flags = p[6],
		.outcome = p[7],
		.expires = second_load(p + 8, 5),
		.fetched = second_load(p + 13, 5),
		.status = (uint16_t)second_load(p + 18, 2),
		.end = p[20],
		.profile = p[21],
		.row = p[22],
		.length = second_load(p + 23, 5),
		.digest = second_load(p + 28, 8),
		.policy = second_load(p + 36, 5) * 8,
		.policy_size = second_load(p + 41, 3) == SECOND_NO_SIZE ? SECOND_NO_SIZE : second_load(p + 41, 3) * 8,
	};
	e->since = since ? second_load(p + SECOND_ENTRY + len, 5) : e->fetched;
	return SECOND_OK;
}

enum second_answer second_next(const struct second_snapshot *s, uint64_t *at, struct second_entry *e)
{
	if (*at >= s->section[SECOND_ENTRIES].size)
		return SECOND_UNKNOWN;
	if (second_entry_at(s, *at, e) != SECOND_OK || !is_possible(s, e))
		return SECOND_DAMAGED;
	*at += e->size;
	return SECOND_OK;
}

/* ---- index ------------------------------------------------------------------- */

uint32_t second_bucket_checksum(uint64_t number, const uint8_t *bucket)
{
	uint8_t octets[68];

	second_store(octets, number, 8);
	memcpy(octets + 8, bucket + 4, SECOND_BUCKET - 4);
	return second_checksum32(octets, sizeof octets);
}

enum second_answer second_find(const struct second_snapshot *s, const char *origin, size_t len, struct second_entry *e)
{
	const uint64_t hash = second_hash(s->seed, (const uint8_t *)origin, len);
	const uint64_t home = (hash >> 32) * s->homes >> 32;

	for (uint64_t i = 0; i < s->longest; i++) {
		const uint8_t *bucket = s->section[SECOND_INDEX].octets + (home + i) * SECOND_BUCKET;

		if (COMPARES && s->trust != SECOND_KNOWN && second_bucket_checksum(home + i, bucket) != second_load(bucket, 4))
			return SECOND_DAMAGED;
		if (bucket[4] > SECOND_SLOTS)
			return SECOND_DAMAGED;
		for (uint32_t k = 0; k < bucket[4]; k++) {
			const uint8_t *slot = bucket + 8 + 8 * k;

			if (second_load(slot + 5, 3) != (hash & 0xFFFFFF))
				continue;
			if (second_entry_at(s, second_load(slot, 5) * 8, e) != SECOND_OK)
				return SECOND_DAMAGED;
			if (e->origin_len == len && memcmp(e->origin, origin, len) == 0)
				return is_possible(s, e) ? SECOND_OK : SECOND_DAMAGED;
		}
		if (bucket[5] == 0)
			break;
	}
	return second_shard(origin, len, s->shards) == s->shard ? SECOND_UNKNOWN : SECOND_SHARD;
}

uint32_t second_index(const struct second_indexed *entries, size_t n, uint64_t seed, uint8_t *buckets)
{
	const uint32_t homes = second_homes(n), all = homes + SECOND_MORE_BUCKETS;
	uint32_t longest = 1, placed = 0;

	memset(buckets, 0, (size_t)all * SECOND_BUCKET);
	/* Place the entries in the order of their homes; entries of one home stay in their own
	 * order. */
	for (uint32_t home = 0, bucket = 0; home < homes; home++)
		for (size_t i = 0; i < n; i++) {
			const uint64_t hash = second_hash(seed, (const uint8_t *)entries[i].origin, entries[i].len);

			if ((hash >> 32) * homes >> 32 != home)
				continue;
			if (bucket < home)
				bucket = home;
			if (buckets[(size_t)bucket * SECOND_BUCKET + 4] == SECOND_SLOTS)
				bucket++;
			if (bucket - home + 1 > PROBE_MOST)
				return 0;
			if (bucket - home + 1 > longest)
				longest = bucket - home + 1;
			uint8_t *to = buckets + (size_t)bucket * SECOND_BUCKET;

			second_store(to + 8 + 8 * (size_t)to[4], entries[i].at / 8, 5);
			second_store(to + 8 + 8 * (size_t)to[4] + 5, hash, 3);
			to[4]++;
			placed++;
			for (uint32_t before = home; before < bucket; before++)
				buckets[(size_t)before * SECOND_BUCKET + 5] = 1;
		}
	for (uint32_t i = 0; i < all; i++)
		second_store(buckets + (size_t)i * SECOND_BUCKET, second_bucket_checksum(i, buckets + (size_t)i * SECOND_BUCKET),
		             4);
	return placed == n ? longest : 0;
}

/* ---- policies ---------------------------------------------------------------- */

enum second_answer second_record_at(const struct second_snapshot *s, uint64_t at, struct second_record *r)
{
	const struct second_place *in = &s->section[SECOND_POLICIES];
	const uint64_t before = 8 + 8 * (uint64_t)s->nagents;

	if (at % 8 != 0 || at > in->size || in->size - at < before)
		return SECOND_DAMAGED;
	const uint8_t *p = in->octets + at;
	const uint64_t b = second_load(p + 4, 4), size = (before + b + 7) / 8 * 8;

	if (b > in->size - at - before)
		return SECOND_DAMAGED;
	*r = (struct second_record){p + 8, p + before, (uint32_t)b, size > SECOND_RECORD_MIN ? size : SECOND_RECORD_MIN};
	if (s->trust == SECOND_KNOWN)
		return SECOND_OK;
	if (COMPARES && s->trust == SECOND_INTACT && second_checksum32(p + 4, (size_t)before - 4) != second_load(p, 4))
		return SECOND_DAMAGED;
	/* robotsc_open opens blobs of another minor version; a fuzzer's build compares no
	 * checksums. */
	if (b < 8 || ((COMPARES || (s->trust == SECOND_INTACT && r->blob[5] == 0)) &&
	              second_checksum(r->blob, (size_t)b - 8) != second_load(r->blob + b - 8, 8)))
		return SECOND_DAMAGED;
	return SECOND_OK;
}

enum second_answer second_record(const struct second_snapshot *s, const struct second_entry *e, struct second_record *r)
{
	return second_record_at(s, e->policy, r);
}

struct second_front second_front(const struct second_record *r, uint32_t agent)
{
	const uint8_t *p = r->fronts + 8 * (size_t)agent;

	return (struct second_front){(uint32_t)second_load(p, 4), (uint32_t)second_load(p + 4, 3), p[7]};
}
