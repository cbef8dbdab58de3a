/* host_cache.c - caches the policies of hosts for a thread of filter, so that it asks the store
 * seldom.
 *
 * One table maps the beginning of a URL, "scheme://authority" as written, to a host; an entry is a
 * cache line.  A second table maps the name of a policy to its group, which many hosts share.  When
 * the first table is full and hosts came back, it grows.  Otherwise, or at its greatest size, both
 * tables are emptied.  So URLs in the order of hosts need little memory, which stays in the
 * processor's cache, and for other orders many hosts are kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "hosts/table_key.h"
#include "filter_source.h"

#define ENTRIES_FIRST (1u << 12)
#define ENTRIES_MAX (1u << 21) /* entries of 64 octets; at most half of them are used */
#define PREFIX_MAX 52u
#define ASKED_MAX 64u
#define EXPIRES_MAX ((UINT64_C(1) << 40) - 1)
#define MET (1u << 23) /* bits, a power of 2; each host that was looked up sets one */

struct cached_host {
	uint64_t expires : 40; /* as in the store */
	uint64_t len : 8;      /* 0: empty */
	uint64_t outcome : 8;
	uint64_t challenge : 8;
	uint32_t policy;
	char prefix[PREFIX_MAX];
};

_Static_assert(sizeof(struct cached_host) == 64, "an entry is a cache line");

struct host_cache {
	struct robotsc_reader *reader;
	const struct robotsc_text *tokens;
	size_t ntokens;
	struct cached_host *entries;
	size_t room, used; /* room is a power of 2 */
	uint64_t seed;     /* seed of the hash of prefixes */
	uint8_t *met;
	size_t nmet, back; /* bits that are set; hosts that came back since the table was full */
	struct policy {
		uint64_t name;
		uint32_t index; /* of the group, plus 1; 0: empty */
	} * policies;
	struct robotsc_group *groups;
	size_t policies_room, ngroups, groups_room;
	uint64_t asked[ASKED_MAX]; /* names of the last policies, whose groups are not open yet */
	size_t nasked;
	struct robotsc_blob blobs[ASKED_MAX];
};

static int make_entries(struct host_cache *h, size_t room)
{
	void *p;
	if (posix_memalign(&p, sizeof(struct cached_host), room * sizeof(struct cached_host)) != 0)
		return -1;
	memset(p, 0, room * sizeof(struct cached_host));
	h->entries = p;
	h->room = room;
	return 0;
}

struct host_cache *robotsc__host_cache_new(struct robotsc_reader *reader, const struct robotsc_text *tokens, size_t n)
{
	struct host_cache *h = calloc(1, sizeof *h);
	if (!h)
		return NULL;
	h->seed = table_key(h);
	h->reader = reader;
	h->tokens = tokens;
	h->ntokens = n;
	h->policies_room = ENTRIES_FIRST;
	h->policies = calloc(h->policies_room, sizeof *h->policies);
	h->met = calloc(MET / 8, 1);
	if (h->policies && h->met && make_entries(h, ENTRIES_FIRST) == 0)
		return h;
	robotsc__host_cache_free(h);
	return NULL;
}

void robotsc__host_cache_free(struct host_cache *h)
{
	if (!h)
		return;
	free(h->entries);
	free(h->met);
	free(h->policies);
	free(h->groups);
	free(h);
}

void robotsc__host_cache_clear(struct host_cache *h)
{
	if (h->used)
		memset(h->entries, 0, h->room * sizeof *h->entries);
	if (h->ngroups)
		memset(h->policies, 0, h->policies_room * sizeof *h->policies);
	h->used = h->ngroups = h->nasked = 0;
}

/* ---- policies ------------------------------------------------------------------- */

static struct policy *find_policy(const struct host_cache *h, uint64_t name)
{
	size_t i = (name * UINT64_C(0x9E3779B97F4A7C15) >> 24) & (h->policies_room - 1);
	while (h->policies[i].index && h->policies[i].name != name)
		i = (i + 1) & (h->policies_room - 1);
	return &h->policies[i];
}

static int grow_policies(struct host_cache *h)
{
	struct policy *old = h->policies, *larger;
	const size_t room = h->policies_room;
	if (h->ngroups == h->groups_room) {
		struct robotsc_group *groups = realloc(h->groups, (2 * h->groups_room + 256) * sizeof *groups);
		if (!groups)
			return -1;
		h->groups = groups;
		h->groups_room = 2 * h->groups_room + 256;
	}
	if (h->ngroups < room / 2)
		return 0;
	larger = calloc(2 * room, sizeof *larger);
	if (!larger)
		return -1;
	h->policies = larger;
	h->policies_room = 2 * room;
	for (size_t i = 0; i < room; i++)
		if (old[i].index)
			*find_policy(h, old[i].name) = old[i];
	free(old);
	return 0;
}

enum robotsc_store_status robotsc__host_cache_open(struct host_cache *h)
{
	const size_t n = h->nasked;
	struct robotsc_group *groups;
	enum robotsc_store_status status;
	if (n == 0)
		return ROBOTSC_STORE_OK;
	groups = h->groups + (h->ngroups - n);
	h->nasked = 0;
	status = robotsc_reader_blobs(h->reader, h->asked, n, h->blobs);
	for (size_t i = 0; i < n && status == ROBOTSC_STORE_OK; i++)
		if (robotsc_select(&h->blobs[i], h->tokens, h->ntokens, &groups[i]) != ROBOTSC_OK)
			status = ROBOTSC_STORE_DAMAGED;
	if (status != ROBOTSC_STORE_OK)
		robotsc__host_cache_clear(h);
	return status;
}

/* The index of a policy's group.  A new group is not valid before robotsc__host_cache_open. */
static enum robotsc_store_status get_policy(struct host_cache *h, uint64_t name, uint32_t *index)
{
	struct policy *p = find_policy(h, name);
	if (p->index) {
		*index = p->index - 1;
		return ROBOTSC_STORE_OK;
	}
	if (grow_policies(h) < 0)
		return ROBOTSC_STORE_NOMEM;
	*index = (uint32_t)h->ngroups++;
	h->asked[h->nasked++] = name;
	p = find_policy(h, name);
	*p = (struct policy){name, *index + 1};
	return h->nasked == ASKED_MAX ? robotsc__host_cache_open(h) : ROBOTSC_STORE_OK;
}

const struct robotsc_group *robotsc__host_cache_group(const struct host_cache *h, uint32_t policy)
{
	return &h->groups[policy];
}

/* ---- hosts ------------------------------------------------------------------------ */

uint64_t robotsc__host_cache_prepare(const struct host_cache *h, struct robotsc_text prefix)
{
	const uint64_t number = XXH3_64bits_withSeed(prefix.at, prefix.len, h->seed);
#if defined(__GNUC__)
	__builtin_prefetch(&h->entries[number & (h->room - 1)]);
	__builtin_prefetch(&h->met[(number >> 32 & (MET - 1)) / 8]);
#endif
	return number;
}

/* The entry of a prefix, or the empty entry where it belongs. */
static struct cached_host *find_entry(const struct host_cache *h, uint64_t number, struct robotsc_text prefix)
{
	size_t i = number & (h->room - 1);
	while (h->entries[i].len && (h->entries[i].len != prefix.len || memcmp(h->entries[i].prefix, prefix.at, prefix.len) != 0))
		i = (i + 1) & (h->room - 1);
	return &h->entries[i];
}

static enum robotsc_store_status ask(struct host_cache *h, struct robotsc_text prefix, struct host *host)
{
	struct robotsc_store_entry e;
	const enum robotsc_store_status status = robotsc_reader_find(h->reader, prefix.at, prefix.len, &e);
	*host = (struct host){status == ROBOTSC_STORE_ORIGIN ? HOST_NONE : HOST_UNKNOWN, 0, 0, 0};
	if (status == ROBOTSC_STORE_ORIGIN || status == ROBOTSC_STORE_NOT_FOUND)
		return ROBOTSC_STORE_OK;
	host->outcome = e.decision.outcome;
	host->challenge = e.decision.challenge;
	host->expires = e.decision.expires;
	return status == ROBOTSC_STORE_OK ? get_policy(h, e.policy, &host->policy) : status;
}

/* Note a host that the table does not have; count it if it was looked up before.  The count is
 * rough, because hosts share bits. */
static void meet(struct host_cache *h, uint64_t number)
{
	const size_t bit = number >> 32 & (MET - 1);
	if (h->met[bit / 8] >> bit % 8 & 1) {
		h->back++;
		return;
	}
	if (h->nmet == MET / 4) {
		memset(h->met, 0, MET / 8);
		h->nmet = 0;
	}
	h->met[bit / 8] |= (uint8_t)(1u << bit % 8);
	h->nmet++;
}

enum robotsc_store_status robotsc__host_cache_find(struct host_cache *h, uint64_t number, struct robotsc_text prefix,
                                                   struct host *host)
{
	enum robotsc_store_status status;
	struct cached_host *e;
	if (prefix.len == 0 || prefix.len > PREFIX_MAX)
		return ask(h, prefix, host);
	e = find_entry(h, number, prefix);
	if (e->len) {
		h->back++;
		*host = (struct host){e->policy, e->outcome, e->challenge, e->expires};
		return ROBOTSC_STORE_OK;
	}
	meet(h, number);
	status = ask(h, prefix, host);
	if (status != ROBOTSC_STORE_OK)
		return status;
	e->policy = host->policy;
	e->outcome = host->outcome;
	e->challenge = host->challenge;
	e->expires = (uint64_t)host->expires & EXPIRES_MAX;
	e->len = (uint8_t)prefix.len;
	memcpy(e->prefix, prefix.at, prefix.len);
	h->used++;
	return ROBOTSC_STORE_OK;
}

int robotsc__host_cache_begin(struct host_cache *h)
{
	struct cached_host *old = h->entries;
	const size_t room = h->room;
	if (h->used < room / 2 && h->ngroups < ENTRIES_MAX)
		return 0;
	if (room == ENTRIES_MAX || h->ngroups >= ENTRIES_MAX || h->back < h->used / 8) {
		robotsc__host_cache_clear(h);
		h->back = 0;
		return 1;
	}
	h->back = 0;
	if (make_entries(h, 2 * room) < 0)
		return -1;
	for (size_t i = 0; i < room; i++)
		if (old[i].len) {
			const struct robotsc_text prefix = {old[i].prefix, old[i].len};
			*find_entry(h, XXH3_64bits_withSeed(prefix.at, prefix.len, h->seed), prefix) = old[i];
		}
	free(old);
	return 0;
}
