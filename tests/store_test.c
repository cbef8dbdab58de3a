/* store_test.c - the store: what is written is read, by whom and when; what is refused, and how.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <lmdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "robotsc/compile.h"
#include "robotsc/store.h"
#include "store/layout.h"

static char top[64];
static char folder[128];

/* A folder for a store that is not there yet. */
static void fresh(void)
{
	static int number;

	snprintf(folder, sizeof folder, "%s/%d", top, ++number);
}

static struct robotsc_store *open_store(enum robotsc_store_mode mode, const struct robotsc_store_settings *settings)
{
	struct robotsc_store *store = NULL;

	CHECK(robotsc_store_open(&store, folder, mode, settings) == ROBOTSC_STORE_OK);
	return store;
}

static struct robotsc_reader *open_reader(struct robotsc_store *store)
{
	struct robotsc_reader *reader = NULL;

	CHECK(robotsc_reader_open(&reader, store) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_begin(reader, NULL) == ROBOTSC_STORE_OK);
	return reader;
}

struct made {
	void *bytes;
	size_t len;
};

static struct made make(const char *rule)
{
	char text[256];
	struct made m = {NULL, 0};

	snprintf(text, sizeof text, "User-agent: *\nDisallow: %s\n", rule);
	CHECK(robotsc_compile(NULL, text, strlen(text), &m.bytes, &m.len) == ROBOTSC_OK);
	return m;
}

static struct robotsc_store_change change(const char *origin, const struct made *m, int64_t fetched)
{
	return (struct robotsc_store_change){
		.origin = {origin, strlen(origin)},
		.blob = m ? m->bytes : NULL,
		.blob_len = m ? m->len : 0,
		.entry = {.decision = {.fetched = fetched,
	                               .since = fetched % 100 ? fetched : fetched - 100, /* sometimes of an earlier time */
	                               .expires = fetched < INT64_MAX - 86400 ? fetched + 86400 : INT64_MAX,
	                               .status = 200,
	                               .row = 9,
	                               .revalidate = 1,
	                               .length = 77,
	                               .digest = 5}}};
}

static struct robotsc_store_report put(struct robotsc_store *store, const char *origin, const char *rule, int64_t fetched)
{
	struct made m = make(rule);
	const struct robotsc_store_change c = change(origin, &m, fetched);
	struct robotsc_store_report report = {.added = 99};

	CHECK(robotsc_store_write(store, &c, 1, &report) == ROBOTSC_STORE_OK);
	robotsc_free_blob(NULL, m.bytes, m.len);
	return report;
}

/* 1 allow, 0 disallow, -1 not in the store. */
static int ask(struct robotsc_reader *reader, const char *url)
{
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	struct robotsc_group group;
	const enum robotsc_store_status status = robotsc_reader_find(reader, url, strlen(url), &entry);

	if (status == ROBOTSC_STORE_NOT_FOUND)
		return -1;
	CHECK(status == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_OK);
	CHECK(robotsc_select(&blob, NULL, 0, &group) == ROBOTSC_OK);
	return robotsc_check_url(&group, url, strlen(url)) == ROBOTSC_ALLOW;
}

static void count_fault(void *ctx, const char *line)
{
	(void)line;
	++*(int *)ctx;
}

static int faults(struct robotsc_store *store)
{
	struct robotsc_reader *reader = open_reader(store);
	int n = 0;
	const enum robotsc_store_status status = robotsc_reader_verify(reader, count_fault, &n);

	CHECK(status == (n ? ROBOTSC_STORE_DAMAGED : ROBOTSC_STORE_OK));
	robotsc_reader_close(reader);
	return n;
}

/* ---- writing and reading ---------------------------------------------------------- */

static void test_round_trip(void)
{
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	struct robotsc_store_entry entry;
	struct robotsc_store_report r;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	r = put(store, "https://Example.com:443/some/page", "/a", 1000);
	CHECK(r.added == 1 && r.replaced == 0 && r.blobs == 1 && r.refused == 0);
	r = put(store, "http://example.com", "/a", 1000);
	CHECK(r.added == 1 && r.blobs == 0);
	reader = open_reader(store);
	CHECK(ask(reader, "https://example.com/a") == 0);
	CHECK(ask(reader, "https://example.com/b") == 1);
	CHECK(ask(reader, "HTTP://user@EXAMPLE.com:80/a") == 0);
	CHECK(ask(reader, "https://example.com:8443/a") == -1);
	CHECK(ask(reader, "ftp://example.com/a") == -1);
	CHECK(robotsc_reader_find(reader, "mailto:x", 8, &entry) == ROBOTSC_STORE_ORIGIN);
	CHECK(robotsc_reader_find(reader, "https://example.com/", 20, &entry) == ROBOTSC_STORE_OK);
	CHECK(entry.decision.fetched == 1000 && entry.decision.expires == 87400 && entry.decision.status == 200 &&
	      entry.decision.row == 9 && entry.decision.revalidate == 1 && entry.decision.length == 77 &&
	      entry.decision.digest == 5);
	CHECK(entry.decision.since == 900);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	reader = open_reader(store);
	CHECK(ask(reader, "https://example.com/a") == 0);
	CHECK(robotsc_store_write(store, NULL, 0, NULL) == ROBOTSC_STORE_READONLY);
	robotsc_reader_close(reader);
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
}

/* The latest fetch wins, whatever the order. */
static void test_latest(void)
{
	struct made a = make("/a"), b = make("/b");
	struct robotsc_store_change both[2];
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	struct robotsc_store_report r;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "http://h", "/old", 50);
	CHECK(put(store, "http://h", "/older", 49).kept == 1);
	CHECK(put(store, "http://h", "/same", 50).replaced == 1);
	both[0] = change("http://h", &a, 70);
	both[1] = change("http://h", &b, 60);
	CHECK(robotsc_store_write(store, both, 2, &r) == ROBOTSC_STORE_OK && r.replaced == 1 && r.kept == 1);
	both[0] = change("http://h", &b, 80);
	both[0].keep = 1;
	both[1] = change("http://i", &b, 80);
	both[1].keep = 1;
	both[1].entry.decision.outcome = ROBOTSC_OUTCOME_DENY;
	CHECK(robotsc_store_write(store, both, 2, &r) == ROBOTSC_STORE_OK && r.added == 1 && r.kept == 1);
	reader = open_reader(store);
	CHECK(ask(reader, "http://h/a") == 0 && ask(reader, "http://h/b") == 1 && ask(reader, "http://i/b") == 0);
	robotsc_reader_close(reader);
	both[1].entry.decision.fetched = 81;
	CHECK(robotsc_store_write(store, both + 1, 1, &r) == ROBOTSC_STORE_OK && r.replaced == 1);
	both[0] = change("http://h", NULL, 69);
	both[1] = change("http://i", NULL, INT64_MAX);
	CHECK(robotsc_store_write(store, both, 2, &r) == ROBOTSC_STORE_OK && r.removed == 1 && r.kept == 1);
	reader = open_reader(store);
	CHECK(ask(reader, "http://h/a") == 0 && ask(reader, "http://i/b") == -1);
	robotsc_reader_close(reader);
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
	robotsc_free_blob(NULL, a.bytes, a.len);
	robotsc_free_blob(NULL, b.bytes, b.len);
}

static void test_refused(void)
{
	struct made a = make("/a");
	struct robotsc_store_change c[3];
	struct robotsc_store *store;
	struct robotsc_store_report r;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	c[0] = change("mailto:x", &a, 1);
	c[1] = change("http://h", &a, 1);
	c[1].blob_len--;
	c[2] = change("http://i", &a, 1);
	CHECK(robotsc_store_write(store, c, 3, &r) == ROBOTSC_STORE_OK);
	CHECK(r.refused == 2 && r.added == 1 && r.blobs == 1);
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
	robotsc_free_blob(NULL, a.bytes, a.len);
}

static void test_scan(void)
{
	static const char *const sorted[] = {
		"http://a", "https://a", "http://a.b", "https://a:8443", "ftp://b", "https://b.com", "http://xn--bcher-kva.example",
		"https://z"};
	const size_t n = sizeof sorted / sizeof sorted[0];
	char origin[ROBOTSC_ORIGIN_MAX];
	struct robotsc_store_entry entry;
	struct robotsc_reader *reader;
	struct robotsc_store *store;
	size_t len, i = 0;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	for (size_t k = 0; k < n; k++)
		put(store, sorted[k * 5 % n], "/a", (int64_t)(k * 5 % n));
	reader = open_reader(store);
	CHECK(robotsc_reader_next(reader, origin, &len, &entry) == ROBOTSC_STORE_NOT_FOUND);
	CHECK(robotsc_reader_seek(reader, NULL, 0) == ROBOTSC_STORE_OK);
	for (; robotsc_reader_next(reader, origin, &len, &entry) == ROBOTSC_STORE_OK; i++)
		CHECK(i < n && len == strlen(sorted[i]) && memcmp(origin, sorted[i], len) == 0 &&
		      entry.decision.fetched == (int64_t)i);
	CHECK(i == n);
	CHECK(robotsc_reader_seek(reader, "http://b/", 9) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_next(reader, origin, &len, &entry) == ROBOTSC_STORE_OK && entry.decision.fetched == 4);
	CHECK(robotsc_reader_next(reader, origin, &len, &entry) == ROBOTSC_STORE_OK && entry.decision.fetched == 5);
	CHECK(robotsc_reader_seek(reader, "http://zz", 9) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_next(reader, origin, &len, &entry) == ROBOTSC_STORE_NOT_FOUND);
	CHECK(robotsc_reader_seek(reader, "junk", 4) == ROBOTSC_STORE_ORIGIN);
	robotsc_reader_end(reader);
	CHECK(robotsc_reader_begin(reader, NULL) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_next(reader, origin, &len, &entry) == ROBOTSC_STORE_NOT_FOUND);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
}

/* A session sees what was there when it began. */
static void test_sessions(void)
{
	struct robotsc_store *store;
	struct robotsc_reader *old, *new;
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	uint8_t copy[4096];
	int changed = 7;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "http://h", "/first", 1);
	old = open_reader(store);
	CHECK(robotsc_reader_find(old, "http://h", 8, &entry) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_blob(old, entry.policy, &blob) == ROBOTSC_STORE_OK && blob.size < sizeof copy);
	memcpy(copy, blob.bytes, blob.size);
	for (unsigned i = 0; i < 200; i++) {
		char rule[32];

		snprintf(rule, sizeof rule, "/rule%u", i);
		put(store, "http://h", rule, 2 + i);
	}
	CHECK(memcmp(copy, blob.bytes, blob.size) == 0);
	CHECK(ask(old, "http://h/first") == 0 && ask(old, "http://h/rule199") == 1);
	new = open_reader(store);
	CHECK(ask(new, "http://h/first") == 1 && ask(new, "http://h/rule199") == 0);
	robotsc_reader_end(new);
	CHECK(robotsc_reader_begin(new, &changed) == ROBOTSC_STORE_OK && changed == 0);
	robotsc_reader_close(new);
	robotsc_reader_end(old);
	CHECK(robotsc_reader_begin(old, &changed) == ROBOTSC_STORE_OK && changed == 1);
	CHECK(ask(old, "http://h/first") == 1);
	robotsc_reader_close(old);
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
}

/* ---- many origins, few blobs -------------------------------------------------------- */

#define HOSTS 20000u
#define RULES 4000u

static void fill_many(struct robotsc_store *store, unsigned from, unsigned to)
{
	static char origins[HOSTS][40];
	struct robotsc_store_change *c = calloc(HOSTS, sizeof *c);
	struct made *m = calloc(RULES, sizeof *m);

	CHECK(c && m);
	for (unsigned i = 0; i < RULES; i++) {
		char rule[160];

		snprintf(rule, sizeof rule, "/%u/%0*u", i, (int)(i % 100), i * 7919);
		m[i] = make(rule);
	}
	for (unsigned i = from; i < to; i++) {
		snprintf(origins[i], sizeof origins[i], "https://h%u.example", i * 7919 % HOSTS);
		c[i] = change(origins[i], &m[i % RULES], i);
	}
	CHECK(robotsc_store_write(store, c + from, to - from, NULL) == ROBOTSC_STORE_OK);
	for (unsigned i = 0; i < RULES; i++)
		robotsc_free_blob(NULL, m[i].bytes, m[i].len);
	free(m);
	free(c);
}

static int many_right(struct robotsc_store *store, unsigned n)
{
	struct robotsc_reader *reader = open_reader(store);
	int right = 1;

	for (unsigned i = 0; i < n; i++) {
		char url[200];

		snprintf(url, sizeof url, "https://h%u.example/%u/%0*u", i * 7919 % HOSTS, i % RULES, (int)(i % RULES % 100),
		         i % RULES * 7919);
		right &= ask(reader, url) == 0;
		url[strlen(url) - 1] = 'x';
		right &= ask(reader, url) == 1;
	}
	robotsc_reader_close(reader);
	return right;
}

static void test_many(void)
{
	struct robotsc_store_stats st, after;
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	char copy[sizeof folder];

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	fill_many(store, 0, HOSTS / 2);
	fill_many(store, HOSTS / 2, HOSTS);
	CHECK(many_right(store, HOSTS));
	CHECK(faults(store) == 0);
	put(store, "https://h1.example", "/gone", HOSTS);
	put(store, "https://h1.example", "/here", HOSTS);
	reader = open_reader(store);
	CHECK(robotsc_reader_stats(reader, &st) == ROBOTSC_STORE_OK);
	CHECK(st.origins == HOSTS && st.policies == RULES + 1 && st.blobs == RULES + 2);
	CHECK(st.policy_bytes < st.blob_bytes && st.blob_bytes < st.file_bytes);
	snprintf(copy, sizeof copy, "%.60s/copy", top);
	CHECK(robotsc_reader_copy(reader, copy) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_copy(reader, copy) == ROBOTSC_STORE_EXISTS);
	CHECK(robotsc_reader_copy(reader, "/nowhere/at/all") == ROBOTSC_STORE_SYSTEM);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
	memcpy(folder, copy, sizeof folder);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	reader = open_reader(store);
	CHECK(robotsc_reader_stats(reader, &after) == ROBOTSC_STORE_OK);
	CHECK(after.origins == HOSTS && after.policies == RULES + 1 && after.blobs == RULES + 1);
	CHECK(after.file_bytes < st.file_bytes);
	CHECK(ask(reader, "https://h1.example/here") == 0 && ask(reader, "https://h2.example/here") == 1);
	robotsc_reader_close(reader);
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
}

/* ---- what a store is made for --------------------------------------------------------- */

static void test_settings(void)
{
	const struct robotsc_text a[] = {{"OneBot", 6}, {"TwoBot", 6}}, b[] = {{"twobot", 6}, {"ONEBOT", 6}, {"OneBot", 6}};
	struct robotsc_store_settings s = {.dialect = ROBOTSC_GOOGLE, .limit = 600000, .agents = a, .nagents = 2}, other;
	struct robotsc_store *store;

	fresh();
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_READ, NULL) == ROBOTSC_STORE_ABSENT);
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_WRITE, NULL) == ROBOTSC_STORE_ABSENT);
	store = open_store(ROBOTSC_STORE_CREATE, &s);
	CHECK(robotsc_store_settings(store)->nagents == 2 && robotsc_store_settings(store)->agents[1].len == 6);
	CHECK(memcmp(robotsc_store_settings(store)->agents[1].at, "TwoBot", 6) == 0);
	CHECK(robotsc_store_settings(store)->dialect == ROBOTSC_GOOGLE && robotsc_store_settings(store)->limit == 600000);
	robotsc_store_close(store);
	other = s;
	other.agents = b;
	other.nagents = 3;
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, &other)); /* the same set */
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
	other.nagents = 1;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	other = s;
	other.strict_fields = 1;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	other = s;
	other.conner2_rest_deny = 1;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	other = s;
	other.aipref_rule = 1;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	other = s;
	other.extensions = 1;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	other = s;
	other.nagents = 0;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	other = s;
	other.dialect = ROBOTSC_RFC9309;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	other = s;
	other.limit++;
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &other) == ROBOTSC_STORE_SETTINGS);
	for (int flags = 0; flags < 16; flags++) {
		const struct robotsc_store_settings *kept;

		other = (struct robotsc_store_settings){.dialect = ROBOTSC_CONNER2,
		                                        .strict_fields = flags & 1,
		                                        .limit = ROBOTSC_MIN_LIMIT,
		                                        .conner2_rest_deny = flags >> 1 & 1,
		                                        .extensions = flags >> 2 & 1,
		                                        .aipref_rule = flags >> 3};
		fresh();
		robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, &other));
		store = open_store(ROBOTSC_STORE_READ, NULL);
		kept = robotsc_store_settings(store);
		CHECK(kept->strict_fields == other.strict_fields && kept->conner2_rest_deny == other.conner2_rest_deny &&
		      kept->extensions == other.extensions && kept->aipref_rule == other.aipref_rule);
		robotsc_store_close(store);
	}
}

/* ---- damage, with LMDB itself ----------------------------------------------------------- */

struct raw {
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
};

static struct raw raw_open(const char *name, unsigned flags, size_t map)
{
	struct raw r;

	CHECK(mdb_env_create(&r.env) == 0 && mdb_env_set_maxdbs(r.env, 4) == 0);
	CHECK(map == 0 || mdb_env_set_mapsize(r.env, map) == 0);
	CHECK(mdb_env_open(r.env, folder, 0, 0666) == 0 && mdb_txn_begin(r.env, NULL, 0, &r.txn) == 0);
	CHECK(mdb_dbi_open(r.txn, name, flags, &r.dbi) == 0);
	return r;
}

static void raw_close(struct raw *r)
{
	CHECK(mdb_txn_commit(r->txn) == 0);
	mdb_env_close(r->env);
}

/* Change the octet of the header at this place. */
static void set_header(size_t at, uint8_t octet)
{
	struct raw r = raw_open("meta", 0, 0);
	MDB_val key = {sizeof HEADER_KEY - 1, (void *)HEADER_KEY}, value;
	uint8_t copy[256];

	CHECK(mdb_get(r.txn, r.dbi, &key, &value) == 0 && value.mv_size <= sizeof copy);
	memcpy(copy, value.mv_data, value.mv_size);
	copy[at] = octet;
	value.mv_data = copy;
	CHECK(mdb_put(r.txn, r.dbi, &key, &value, 0) == 0);
	raw_close(&r);
}

static void test_versions(void)
{
	static const struct {
		size_t at;
		uint8_t octet;
		enum robotsc_store_status status;
	} cases[] = {{HEADER_AT_FORMAT, 0, ROBOTSC_STORE_VERSION},
	             {HEADER_AT_FORMAT, ROBOTSC_STORE_FORMAT - 1, ROBOTSC_STORE_VERSION},
	             {HEADER_AT_FORMAT, ROBOTSC_STORE_FORMAT + 1, ROBOTSC_STORE_VERSION},
	             {HEADER_AT_MAJOR, 0, ROBOTSC_STORE_BLOBS},
	             {HEADER_AT_MAJOR, 99, ROBOTSC_STORE_BLOBS},
	             {0, 'R', ROBOTSC_STORE_DAMAGED},
	             {HEADER_AT_FLAGS, FLAGS + 1, ROBOTSC_STORE_DAMAGED},
	             {HEADER_AT_AGENTS, 1, ROBOTSC_STORE_DAMAGED},
	             {HEADER_AT_AGENTS + 3, 255, ROBOTSC_STORE_DAMAGED}};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct robotsc_store *store;

		fresh();
		robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
		set_header(cases[i].at, cases[i].octet);
		for (int mode = ROBOTSC_STORE_READ; mode <= ROBOTSC_STORE_CREATE; mode++)
			CHECK(robotsc_store_open(&store, folder, (enum robotsc_store_mode)mode, NULL) == cases[i].status);
	}
}

/* Two blobs whose digests are said to be equal stay two. */
static void test_collision(void)
{
	struct made a = make("/a"), b = make("/b");
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	struct robotsc_store_entry entry;
	uint8_t digest[ROBOTSC_STORE_DIGEST], name[NAME_SIZE];
	MDB_val key = {sizeof digest, digest}, value = {sizeof name, name};
	struct raw r;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "http://a", "/a", 1);
	reader = open_reader(store);
	CHECK(robotsc_reader_find(reader, "http://a", 8, &entry) == ROBOTSC_STORE_OK);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
	r = raw_open("digests", MDB_DUPSORT | MDB_DUPFIXED, 0);
	robotsc_store_digest(b.bytes, b.len, digest);
	put_le(name, sizeof name, entry.policy);
	CHECK(mdb_put(r.txn, r.dbi, &key, &value, 0) == 0);
	raw_close(&r);
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	CHECK(put(store, "http://b", "/b", 1).blobs == 1);
	CHECK(put(store, "http://c", "/b", 1).blobs == 0);
	reader = open_reader(store);
	CHECK(ask(reader, "http://a/a") == 0 && ask(reader, "http://b/b") == 0 && ask(reader, "http://c/b") == 0);
	CHECK(ask(reader, "http://b/a") == 1);
	robotsc_reader_close(reader);
	CHECK(faults(store) == 1); /* the digest that was forged */
	robotsc_store_close(store);
	robotsc_free_blob(NULL, a.bytes, a.len);
	robotsc_free_blob(NULL, b.bytes, b.len);
}

static void damage_pack(size_t at, uint8_t bits)
{
	struct raw r = raw_open("packs", MDB_INTEGERKEY, 0);
	unsigned number = 1;
	MDB_val key = {sizeof number, &number}, value;
	uint8_t copy[4096];

	CHECK(mdb_get(r.txn, r.dbi, &key, &value) == 0 && value.mv_size <= sizeof copy && at < value.mv_size);
	memcpy(copy, value.mv_data, value.mv_size);
	copy[at] ^= bits;
	value.mv_data = copy;
	CHECK(mdb_put(r.txn, r.dbi, &key, &value, 0) == 0);
	raw_close(&r);
}

static void test_damage(void)
{
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	static const size_t places[] = {0, PACK_HEAD, PACK_HEAD + 3, 60};

	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		fresh();
		store = open_store(ROBOTSC_STORE_CREATE, NULL);
		put(store, "http://h", "/a", 1);
		CHECK(faults(store) == 0);
		robotsc_store_close(store);
		damage_pack(places[i], 1);
		store = open_store(ROBOTSC_STORE_READ, NULL);
		CHECK(faults(store) > 0);
		reader = open_reader(store);
		CHECK(robotsc_reader_find(reader, "http://h", 8, &entry) == ROBOTSC_STORE_OK);
		CHECK(robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_DAMAGED);
		CHECK(robotsc_reader_blob(reader, entry.policy + 1, &blob) == ROBOTSC_STORE_DAMAGED);
		CHECK(robotsc_reader_blob(reader, entry.policy + 65536, &blob) == ROBOTSC_STORE_DAMAGED);
		robotsc_reader_close(reader);
		robotsc_store_close(store);
	}
}

/* A blob that a later version made is not called damaged. */
static void test_later_blob(void)
{
	struct robotsc_store_entry entry;
	struct robotsc_reader *reader;
	struct robotsc_store *store;
	struct robotsc_blob blob;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "http://h", "/a", 1);
	robotsc_store_close(store);
	damage_pack(PACK_HEAD + PACK_END + 5, 64); /* its minor version */
	store = open_store(ROBOTSC_STORE_READ, NULL);
	reader = open_reader(store);
	CHECK(robotsc_reader_find(reader, "http://h", 8, &entry) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_BLOBS);
	robotsc_reader_close(reader);
	CHECK(faults(store) > 0);
	robotsc_store_close(store);
}

/* A file that was cut anywhere is refused or, where no page that is in use was lost, read; nobody crashes. */
static void test_cut(void)
{
	char path[sizeof folder + 16];
	size_t refused = 0, read = 0;
	struct robotsc_store *store;
	struct stat whole;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	fill_many(store, 0, 3000);
	robotsc_store_close(store);
	snprintf(path, sizeof path, "%s/data.mdb", folder);
	CHECK(stat(path, &whole) == 0);
	for (off_t cut = 1; cut < whole.st_size; cut += cut < 20000 ? 1234 : whole.st_size / 40) {
		enum robotsc_store_status status;

		CHECK(truncate(path, whole.st_size - cut) == 0);
		status = robotsc_store_open(&store, folder, cut % 2 ? ROBOTSC_STORE_READ : ROBOTSC_STORE_CREATE, NULL);
		CHECK(status == ROBOTSC_STORE_OK || status == ROBOTSC_STORE_DAMAGED);
		refused += status != ROBOTSC_STORE_OK;
		if (status != ROBOTSC_STORE_OK)
			continue;
		CHECK(many_right(store, 3000) && faults(store) == 0);
		read++;
		robotsc_store_close(store);
	}
	CHECK_MSG(refused > 30, "%zu refused, %zu read", refused, read);
}

/* ---- growth and limits ------------------------------------------------------------------- */

/* A store that begins with a map of a few pages. */
static void make_small(void)
{
	struct raw r;

	fresh();
	CHECK(mkdir(folder, 0777) == 0);
	r = raw_open("meta", MDB_CREATE, 65536);
	raw_close(&r);
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
}

static size_t map_size(void)
{
	MDB_env *env;
	MDB_envinfo info;

	CHECK(mdb_env_create(&env) == 0 && mdb_env_open(env, folder, MDB_RDONLY, 0666) == 0);
	mdb_env_info(env, &info);
	mdb_env_close(env);
	return info.me_mapsize;
}

/* A reader of this process, and one of another, see the map outgrown. */
static void test_growth(void)
{
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	size_t before;
	int status = -1, changed = 0;
	pid_t child;

	make_small();
	before = map_size();
	CHECK(before < 100000);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	reader = open_reader(store);
	CHECK(ask(reader, "https://h1.example/") == -1);
	robotsc_reader_end(reader);
	child = fork();
	if (child == 0) { /* what was open before the fork is left alone */
		struct robotsc_store *writer = open_store(ROBOTSC_STORE_WRITE, NULL);
		struct robotsc_reader *own = open_reader(writer);

		robotsc_reader_end(own);
		fill_many(writer, 0, HOSTS);
		CHECK(robotsc_reader_begin(own, &changed) == ROBOTSC_STORE_OK && changed);
		robotsc_reader_close(own);
		CHECK(many_right(writer, HOSTS));
		robotsc_store_close(writer);
		_exit(check_failed ? 1 : 0);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
	CHECK(robotsc_reader_begin(reader, &changed) == ROBOTSC_STORE_OK && changed);
	CHECK(ask(reader, "https://h0.example/0/0") == 0);
	robotsc_reader_close(reader);
	CHECK(many_right(store, HOSTS));
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
	CHECK(map_size() > 10 * before);
}

/* A file that may not grow is a full disk: nothing of the batch is there, what was before it is. */
static void test_space(void)
{
	const struct rlimit small = {1 << 20, 1 << 20};
	struct robotsc_store *store;
	int status = -1;
	pid_t child;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "https://kept.example", "/kept", 1);
	robotsc_store_close(store);
	child = fork();
	if (child == 0) {
		struct robotsc_store_change *c = calloc(1, sizeof *c);
		struct made m = make("/x");
		char origin[40];
		size_t n = 0;

		signal(SIGXFSZ, SIG_IGN);
		CHECK(c && setrlimit(RLIMIT_FSIZE, &small) == 0);
		store = open_store(ROBOTSC_STORE_WRITE, NULL);
		for (;; n++) {
			enum robotsc_store_status s;

			snprintf(origin, sizeof origin, "https://h%zu.example", n);
			*c = change(origin, &m, 1);
			c->entry.decision.fetched = (int64_t)n;
			s = robotsc_store_write(store, c, 1, NULL);
			if (s != ROBOTSC_STORE_OK) {
				CHECK(s == ROBOTSC_STORE_SPACE);
				break;
			}
		}
		robotsc_store_close(store);
		robotsc_free_blob(NULL, m.bytes, m.len);
		free(c);
		_exit(check_failed ? 1 : n > 100 ? 42 : 2);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42);
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	CHECK(faults(store) == 0);
	put(store, "https://again.example", "/again", 1);
	robotsc_store_close(store);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	struct robotsc_reader *reader = open_reader(store);
	CHECK(ask(reader, "https://kept.example/kept") == 0 && ask(reader, "https://again.example/again") == 0);
	CHECK(ask(reader, "https://h99.example/x") == 0);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
}

/* Sanitizers themselves need more addresses than this test leaves. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static void test_addresses(void)
{
#if !SANITIZED
	const struct rlimit few = {48 << 20, 48 << 20};
	int status = -1;
	pid_t child;

	fresh();
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
	child = fork();
	if (child == 0) {
		struct robotsc_store *store;

		CHECK(setrlimit(RLIMIT_AS, &few) == 0);
		CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_READ, NULL) == ROBOTSC_STORE_ADDRESSES);
		_exit(check_failed ? 1 : 42);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42);
#endif
}

static void test_words(void)
{
	for (int i = 0; i <= ROBOTSC_STORE_SYSTEM; i++)
		CHECK(strcmp(robotsc_store_strerror((enum robotsc_store_status)i), "unknown status") != 0);
	CHECK(strcmp(robotsc_store_strerror((enum robotsc_store_status)(ROBOTSC_STORE_SYSTEM + 1)), "unknown status") == 0);
}

int main(void)
{
	char command[80];

	/* in memory where that is possible: there are many transactions */
	snprintf(top, sizeof top, "%s/robotsc-store-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	CHECK(mkdtemp(top) != NULL);
	test_round_trip();
	test_latest();
	test_refused();
	test_scan();
	test_sessions();
	test_many();
	test_settings();
	test_versions();
	test_collision();
	test_damage();
	test_later_blob();
	test_cut();
	test_growth();
	test_space();
	test_addresses();
	test_words();
	snprintf(command, sizeof command, "rm -rf %s", top);
	CHECK(system(command) == 0);
	return check_done();
}
