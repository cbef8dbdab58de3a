/* snapshot_test.c - what the reader finds in snapshots of the plain writer: all that was put into
 * them, and nothing else.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "plain_parts.h"
#include "snapshot_ask.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

static const char *const paths[] = {"/", "/a", "/ab", "/b/a", "/c/x/d", "/d?x#y", "", "?a/b", "#/a"};

#define PATHS (sizeof paths / sizeof *paths)

/* ---- what was put in ------------------------------------------------------------------- */

static int same_decision(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return a->fetched == b->fetched && a->expires == b->expires && a->since == b->since && a->status == b->status &&
	       a->end == b->end && a->profile == b->profile && a->outcome == b->outcome && a->row == b->row &&
	       a->revalidate == b->revalidate && a->challenge == b->challenge && a->length == b->length && a->digest == b->digest;
}

static int same_text(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* The entry, the blob and the group of an origin. */
static void check_entry(const struct robotsc_snapshot *s, const struct plain_entry *e)
{
	struct robotsc_snapshot_entry found;
	struct robotsc_group group, expected;
	struct robotsc_blob blob, own;
	char url[400];
	const size_t len = put_url(url, e->origin, "/a?b");
	enum robotsc_status status;
	size_t i;

	if (!CHECK_MSG(robotsc_snapshot_find(s, url, len, &found) == ROBOTSC_OK, "%s", url))
		return;
	CHECK(same_text(found.origin, e->origin) && same_decision(&found.decision, &e->decision));
	if (!CHECK(robotsc_snapshot_blob(s, &found, &blob) == ROBOTSC_OK) ||
	    !CHECK(blob.size == e->blob_len && memcmp(blob.bytes, e->blob, e->blob_len) == 0) ||
	    !CHECK(robotsc_open(&own, e->blob, e->blob_len) == ROBOTSC_OK))
		return;
	status = robotsc_select(&own, s->tokens, s->ntokens, &expected);
	if (!CHECK(robotsc_snapshot_group(s, &found, &group) == status) || status != ROBOTSC_OK)
		return;
	CHECK_MSG(group.token == expected.token && group.name == expected.name && group.selected == expected.selected &&
	                  group.dialect == expected.dialect && group.form == expected.form,
	          "%s", url);
	for (i = 0; i < PATHS; i++) {
		const size_t n = put_url(url, e->origin, paths[i]);

		CHECK_MSG(robotsc_check_url(&group, url, n) == robotsc_check_url(&expected, url, n), "%s", url);
	}
}

static void check_misses(const struct robotsc_snapshot *s, const struct world *w)
{
	static const char *const urls[] = {"http://not-there.example/",
	                                   "https://example.com/",
	                                   "ftp://[::9]/",
	                                   "http://10.0.0.1:7",
	                                   "mailto:a@b.c",
	                                   "/a",
	                                   "http://",
	                                   "http://a..b/",
	                                   "http://a:99999/",
	                                   "HTTPS://Not.There"};
	struct robotsc_snapshot_entry found;
	char url[400], origin[ROBOTSC_ORIGIN_MAX];
	size_t i, len;

	for (i = 0; i < sizeof urls / sizeof *urls; i++) {
		const enum robotsc_status status = robotsc_origin(urls[i], strlen(urls[i]), origin, sizeof origin, &len);

		CHECK_MSG(robotsc_snapshot_find(s, urls[i], strlen(urls[i]), &found) ==
		                  (status == ROBOTSC_OK ? ROBOTSC_ERR_UNKNOWN : status),
		          "%s", urls[i]);
	}
	for (i = 0; i < w->n; i += 1 + w->n / 100) {
		len = put_url(url, w->entries[i].origin, "x/a"); /* another port or another name */
		if (robotsc_origin(url, len, origin, sizeof origin, &len) == ROBOTSC_OK)
			CHECK_MSG(robotsc_snapshot_find(s, url, strlen(url), &found) == ROBOTSC_ERR_UNKNOWN, "%s", url);
		len = put_url(url, w->entries[i].origin, "");
		url[4] = url[4] == 's' ? 'x' : url[4];
		CHECK(robotsc_snapshot_find(s, url, len - 1, &found) != ROBOTSC_OK || found.origin.len != w->entries[i].origin.len);
	}
}

/* ---- in order ---------------------------------------------------------------------------- */

/* True for a host of a domain: the domain itself, or a name that ends with a dot and the domain. */
static int in_domain(struct robotsc_text origin, const char *domain)
{
	uint8_t key[300], other[300];
	char url[400];

	sprintf(url, "http://%s", domain);
	/* The key of the labels, without port and scheme. */
	const size_t n = plain_key((struct robotsc_text){url, strlen(url)}, other) - 4;
	const size_t k = plain_key(origin, key) - 4;
	return k >= n && memcmp(key, other, n) == 0 && (k == n || key[n] <= 1);
}

/* Origins are in the order of their keys; if these are equal, in that of their octets. */
static void check_origin_order(const struct robotsc_text *a, const struct robotsc_text *b)
{
	uint8_t keys[2][300];
	const size_t lens[] = {plain_key(*a, keys[0]), plain_key(*b, keys[1])};
	const int order = memcmp(keys[0], keys[1], lens[0] < lens[1] ? lens[0] : lens[1]);
	const int wanted = order ? order : (int)lens[0] - (int)lens[1], found = robotsc_origin_order(a, b);

	CHECK_MSG((found > 0) - (found < 0) == (wanted > 0) - (wanted < 0), "%.*s %.*s", (int)a->len, a->at, (int)b->len, b->at);
}

static void check_order(const struct robotsc_snapshot *s, const struct world *w)
{
	static const char *const domains[] = {
		"example.com",           "com",       "a",   "b.a", "n3",           "uk",      "co.uk", "10.0.0.1", "[2001:db8::]",
		"xn--bcher-kva.example", "not.there", "zzz", "",    "example.com.", "example", "net"};
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
	enum robotsc_status status;
	uint8_t last[300], key[300];
	size_t last_len = 0, count = 0, i, k;

	robotsc_snapshot_begin(s, &cursor);
	while ((status = robotsc_snapshot_next(&cursor, &entry)) == ROBOTSC_OK) {
		const size_t len = plain_key(entry.origin, key);
		const int d = memcmp(last, key, len < last_len ? len : last_len);

		CHECK(last_len == 0 || d < 0 || (d == 0 && last_len < len));
		CHECK(robotsc_origin_order(&(struct robotsc_text){"", 0}, &entry.origin) < 0);
		memcpy(last, key, len);
		last_len = len;
		count++;
		for (i = 0; i < w->n; i += 1 + w->n / 7)
			check_origin_order(&entry.origin, &w->entries[i].origin);
	}
	CHECK(status == ROBOTSC_ERR_UNKNOWN && count == w->n);
	CHECK(robotsc_snapshot_next(&cursor, &entry) == ROBOTSC_ERR_UNKNOWN);
	for (i = 0; i < sizeof domains / sizeof *domains; i++) {
		size_t expected = 0;

		for (k = 0; k < w->n && domains[i][0]; k++)
			expected += (size_t)in_domain(w->entries[k].origin, domains[i]);
		CHECK(robotsc_snapshot_domain(s, domains[i], strlen(domains[i]), &cursor) == ROBOTSC_OK);
		for (count = 0; (status = robotsc_snapshot_next(&cursor, &entry)) == ROBOTSC_OK; count++)
			CHECK_MSG(in_domain(entry.origin, domains[i]), "%.*s in %s", (int)entry.origin.len, entry.origin.at,
			          domains[i]);
		CHECK_MSG(status == ROBOTSC_ERR_UNKNOWN && count == expected, "%s: %zu, not %zu", domains[i], count, expected);
	}
	for (i = 0; i < w->n; i += 1 + w->n / 200) { /* a host is in its own domain */
		const char *host = strstr(w->entries[i].origin.at, "://") + 3;
		const size_t len = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
		const size_t left = (size_t)(w->entries[i].origin.at + w->entries[i].origin.len - host);

		CHECK(robotsc_snapshot_domain(s, host, len < left ? len : left, &cursor) == ROBOTSC_OK);
		while ((status = robotsc_snapshot_next(&cursor, &entry)) == ROBOTSC_OK &&
		       !same_text(entry.origin, w->entries[i].origin))
			;
		CHECK_MSG(status == ROBOTSC_OK, "%.*s", (int)w->entries[i].origin.len, w->entries[i].origin.at);
	}
}

/* ---- many URLs ---- */

/* A URL: mostly of an origin that is there, in one of its spellings. */
static size_t random_url(uint64_t *state, const struct world *w, char *url)
{
	static const char *const others[] = {
		"http://not-there.example/a", "https://not-there.example:8080", "mailto:a", "/a", "", "http://a..b/"};
	const char *path = paths[splitmix_below(state, PATHS)];
	size_t len, i;

	if (w->n == 0 || splitmix_below(state, 8) == 0) {
		strcpy(url, others[splitmix_below(state, 6)]);
		return strlen(url);
	}
	len = put_url(url, w->entries[splitmix_below(state, (uint32_t)w->n)].origin, path);
	if (splitmix_below(state, 8) == 0)
		for (i = 0; i < 12 && i < len; i++)
			url[i] = (char)(url[i] >= 'a' && url[i] <= 'z' ? url[i] - 32 : url[i]);
	return len;
}

static void check_many(const struct robotsc_snapshot *s, const struct world *w, uint64_t seed)
{
	enum {
		MOST = 300
	};
	struct robotsc_snapshot_answer answers[MOST + 1];
	struct robotsc_text urls[MOST];
	char *text = malloc(MOST * 400);
	uint64_t state = seed;
	size_t n, i;

	for (n = 0; n <= MOST && CHECK(text != NULL); n += n < 70 ? 1 : 33) {
		for (i = 0; i < n; i++) {
			char *url = text + 400 * i;

			urls[i].at = url;
			if (i > 0 && splitmix_below(&state, 4) == 0) { /* nearly the previous one */
				memcpy(url, urls[i - 1].at, urls[i - 1].len);
				urls[i].len = urls[i - 1].len;
				if (splitmix_below(&state, 2))
					urls[i].len +=
						(size_t)sprintf(url + urls[i].len, "%s", paths[splitmix_below(&state, PATHS)]);
				else if (urls[i].len > 0)
					urls[i].len--;
				if (urls[i].len > 380)
					urls[i].len = 380;
			} else {
				urls[i].len = random_url(&state, w, url);
			}
		}
		memset(answers, 0x55, sizeof answers);
		robotsc_snapshot_check_urls(s, urls, n, answers);
		for (i = 0; i < n; i++) {
			const struct robotsc_snapshot_answer alone = answer_alone(s, urls[i]);

			CHECK_MSG(same_answer(&answers[i], &alone), "%.*s: status %d, alone %d", (int)urls[i].len, urls[i].at,
			          answers[i].status, alone.status);
		}
		CHECK(answers[n].status == 0x55);
	}
	free(text);
}

/* ---- worlds ------------------------------------------------------------------------------ */

static void check_info(const struct robotsc_snapshot *s, const struct world *w)
{
	struct robotsc_snapshot_info info;
	int64_t latest = 0;
	size_t i;

	for (i = 0; i < w->n; i++)
		latest = w->entries[i].decision.fetched > latest ? w->entries[i].decision.fetched : latest;
	robotsc_snapshot_info(s, &info);
	CHECK(info.size == w->len && info.entries == w->n && info.time == latest && info.shard == w->settings.shard);
	CHECK(info.shards == (w->settings.shards ? w->settings.shards : 1) && memcmp(info.root, root_of(w->bytes), 32) == 0);
	CHECK(info.dialect == w->settings.dialect && info.redirect_scope == w->settings.scope);
	CHECK(info.challenge == w->settings.challenge && info.limit == w->settings.limit && info.agents == w->settings.nagents);
	CHECK((unsigned)(info.strict_fields | info.conner2_rest_deny << 1 | info.extensions << 2 | info.aipref_rule << 3) ==
	      w->settings.settings);
	CHECK(info.policies <= info.entries && info.longest_probe >= 1 && info.longest_probe <= 16);
	CHECK(info.section[1] == (info.entries + 63) / 64 * 8 && info.section[0] % 8 == 0 && info.section[2] % 64 == 0);
	for (i = 0; i < w->settings.nagents; i++)
		CHECK(same_text(robotsc_snapshot_agent(s, (uint32_t)i), w->settings.agents[i]));
	CHECK(robotsc_snapshot_agent(s, w->settings.nagents).len == 0);
}

/* Ask all questions, for robots that are agents of the snapshot. */
static void check_world(const struct world *w, const struct robotsc_text *tokens, size_t ntokens)
{
	size_t t, use, i;

	for (t = 0; t < 3; t++)
		for (use = 0; use < 2; use++) {
			uint64_t *used = use ? make_used(w) : NULL;
			struct robotsc_snapshot s;
			const enum robotsc_status status = open_world(&s, w, trusts[t], tokens, ntokens, used);

			if (CHECK_MSG(status == ROBOTSC_OK, "%s", robotsc_strerror(status))) {
				check_info(&s, w);
				for (i = 0; i < w->n; i++)
					check_entry(&s, &w->entries[i]);
				check_misses(&s, w);
				if (t == 0 || use == 0)
					check_order(&s, w);
				check_many(&s, w, t);
			}
			free(used);
		}
}

static void with_agents(void)
{
	static const struct world_plan plans[] = {
		{1, 1, 1, ROBOTSC_RFC9309, robots, 1},        {2, 2, 2, ROBOTSC_RFC9309, robots, 3},
		{65, 20, 3, ROBOTSC_RFC9309, robots, 1},      {300, 90, 4, ROBOTSC_GOOGLE, robots, 1},
		{300, 90, 5, ROBOTSC_CONNER2, robots, 3},     {300, 90, 6, ROBOTSC_NEXOR1994, robots, 2},
		{300, 90, 7, ROBOTSC_KOSTER1996, robots, 1},  {5000, 600, 8, ROBOTSC_RFC9309, robots, 1},
		{300, 90, 9, ROBOTSC_RFC9309, robots + 4, 1},
	};
	static const struct robotsc_text upper[] = {TEXT("A-BoT"), TEXT("a-bot/3")};
	size_t i;

	for (i = 0; i < sizeof plans / sizeof *plans; i++) {
		const struct world_plan *p = &plans[i];
		struct robotsc_snapshot s;
		struct world w;

		if (!CHECK(world_make(&w, p) == 0))
			continue;
		check_world(&w, p->agents, 1);
		if (p->n < 1000 && p->nagents > 1)
			check_world(&w, p->agents + 1, p->nagents - 1);
		if (p->n < 1000)
			check_world(&w, p->agents, 0);
		if (p->n < 1000 && p->dialect != ROBOTSC_GOOGLE) {
			check_world(&w, &upper[0], 1);
			check_world(&w, &upper[1], 1);
		}
		CHECK(open_world(&s, &w, ROBOTSC_TRUST_INTACT, &robots[3], 1, NULL) == ROBOTSC_ERR_AGENT);
		CHECK(open_world(&s, &w, ROBOTSC_TRUST_INTACT, robots, 4, NULL) == ROBOTSC_ERR_AGENT);
		world_free(&w);
	}
}

static void every_agent(void)
{
	enum robotsc_dialect dialect;
	size_t i;

	for (dialect = ROBOTSC_RFC9309; dialect <= ROBOTSC_CONNER2; dialect++) {
		const struct world_plan plan = {100, 60, 10 + dialect, dialect, NULL, 0};
		struct world w;

		if (!CHECK(world_make(&w, &plan) == 0))
			continue;
		check_world(&w, NULL, 0);
		for (i = 0; i < sizeof robots / sizeof *robots; i++)
			check_world(&w, robots + i, 1);
		check_world(&w, robots, 3);
		world_free(&w);
	}
}

static void empty(void)
{
	const struct world_plan plan = {0, 0, 20, ROBOTSC_RFC9309, robots, 1};
	struct world w;

	if (CHECK(world_make(&w, &plan) == 0)) {
		check_world(&w, robots, 1);
		world_free(&w);
	}
}

/* A snapshot may begin at any address. */
static void any_alignment(void)
{
	const struct world_plan plan = {100, 60, 21, ROBOTSC_RFC9309, robots, 1};
	struct world w, moved;
	uint8_t *room;
	size_t shift;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	room = malloc(w.len + 8);
	for (shift = 1; shift < 8 && CHECK(room != NULL); shift++) {
		moved = w;
		moved.bytes = memcpy(room + shift, w.bytes, w.len);
		check_world(&moved, robots, 1);
	}
	free(room);
	world_free(&w);
}

/* ---- threads ---- */

#define THREADS 4

static void *ask_in_thread(void *ctx)
{
	const struct robotsc_snapshot *s = ctx;
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
	size_t answers = 0;

	robotsc_snapshot_begin(s, &cursor);
	while (robotsc_snapshot_next(&cursor, &entry) == ROBOTSC_OK)
		answers += answer_alone(s, entry.origin).status == ROBOTSC_OK;
	return (void *)(uintptr_t)answers;
}

/* Threads share a snapshot and its bits of used policies. */
static void threads(void)
{
	const struct world_plan plan = {2000, 500, 70, ROBOTSC_RFC9309, robots, 1};
	pthread_t thread[THREADS];
	struct robotsc_snapshot s;
	uint64_t *used;
	struct world w;
	void *answers;
	size_t i;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	used = make_used(&w);
	if (CHECK(used != NULL && open_world(&s, &w, ROBOTSC_TRUST_INTACT, robots, 1, used) == ROBOTSC_OK)) {
		for (i = 0; i < THREADS; i++)
			CHECK(pthread_create(&thread[i], NULL, ask_in_thread, &s) == 0);
		for (i = 0; i < THREADS; i++)
			CHECK(pthread_join(thread[i], &answers) == 0 && (uintptr_t)answers == w.n);
	}
	free(used);
	world_free(&w);
}

/* ---- shards --------------------------------------------------------------------------------- */

static void shards(void)
{
	const struct world_plan plan = {500, 90, 30, ROBOTSC_RFC9309, robots, 1};
	struct plain_entry mine[625];
	struct robotsc_snapshot s;
	struct robotsc_snapshot_entry found;
	struct world w, shard;
	size_t i, n = 0, others = 0;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	for (i = 0; i < w.all; i++)
		if (robotsc_shard(w.entries[i].origin.at, w.entries[i].origin.len, 5, NULL) == 3)
			mine[n++] = w.entries[i];
	shard = w;
	shard.settings.shard = 3;
	shard.settings.shards = 5;
	if (CHECK(plain_snapshot(&shard.settings, mine, n, &shard.bytes, &shard.len) == 0) &&
	    CHECK(open_world(&s, &shard, ROBOTSC_TRUST_INTACT, robots, 1, NULL) == ROBOTSC_OK)) {
		for (i = 0; i < w.n; i++) {
			const struct robotsc_text origin = w.entries[i].origin;
			const int is_mine = robotsc_shard(origin.at, origin.len, 5, NULL) == 3;

			CHECK(robotsc_snapshot_find(&s, origin.at, origin.len, &found) ==
			      (is_mine ? ROBOTSC_OK : ROBOTSC_ERR_SHARD));
			others += (size_t)!is_mine;
		}
		CHECK(others > 300 && others < 500);
		for (i = 0; i < 100; i++) { /* origins that no shard has; some belong to this one */
			char url[50];
			const size_t len = (size_t)sprintf(url, "http://not-there-%zu.example", i);

			CHECK(robotsc_snapshot_find(&s, url, len, &found) ==
			      (robotsc_shard(url, len, 5, NULL) == 3 ? ROBOTSC_ERR_UNKNOWN : ROBOTSC_ERR_SHARD));
		}
		check_many(&s, &w, 3);
		free(shard.bytes);
	}
	world_free(&w);
}

/* ---- options ---- */

static void options(void)
{
	const struct world_plan plan = {3, 2, 60, ROBOTSC_RFC9309, robots, 1};
	struct robotsc_snapshot_options o = {.trust = ROBOTSC_TRUST_KNOWN};
	struct robotsc_snapshot s;
	uint8_t other[32] = {0};
	struct world w;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, &o) == ROBOTSC_ERR_ARGUMENT);
	o.root = other;
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, &o) == ROBOTSC_ERR_CHECKSUM);
	o.root = root_of(w.bytes);
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, &o) == ROBOTSC_OK);
	o.trust = (enum robotsc_trust)3;
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, &o) == ROBOTSC_ERR_ARGUMENT);
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_OK);
	w.bytes[0] ^= 1;
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_ERR_MAGIC);
	w.bytes[0] ^= 1;
	w.bytes[8] ^= 2;
	plain_seal(w.bytes);
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_ERR_VERSION);
	w.bytes[8] ^= 2;
	w.bytes[10] ^= 2; /* another minor version can be read */
	plain_seal(w.bytes);
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_OK);
	w.bytes[56] = 17; /* a longest probe beyond the limit */
	plain_seal(w.bytes);
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_ERR_CORRUPT);
	world_free(&w);
}

int main(void)
{
	CHECK_PART(with_agents);
	CHECK_PART(every_agent);
	CHECK_PART(empty);
	CHECK_PART(shards);
	CHECK_PART(any_alignment);
	CHECK_PART(threads);
	CHECK_PART(options);
	return check_done();
}
