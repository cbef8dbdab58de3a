/* store_test.c - the store: what was written is read, which sessions see it, and the settings of
 * stores.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosts/store/handle.h"
#include "store_setup.h"

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

/* The latest fetch wins, in any order of changes. */
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

/* Blobs for other settings are refused: each would stop every filter that meets its origin. */
static void test_blobs_of_other_stores(void)
{
	static const char text[] = "User-agent: a\nDisallow: /a\nUser-agent: b\nDisallow: /b\n";
	const struct robotsc_text a = {"a", 1}, b = {"B", 1}, both[] = {a, b};
	const struct {
		enum robotsc_dialect dialect;
		const struct robotsc_text *agents;
		size_t nagents, refused_by_all, refused_by_ab;
	} rows[] = {
		{ROBOTSC_RFC9309, NULL, 0, 0, 0}, {ROBOTSC_RFC9309, both, 2, 1, 0}, {ROBOTSC_RFC9309, &a, 1, 1, 1},
		{ROBOTSC_RFC9309, &b, 1, 1, 1},   {ROBOTSC_GOOGLE, NULL, 0, 1, 1},
	};
	const struct robotsc_store_settings ab = {.agents = both, .nagents = 2, .limit = ROBOTSC_MIN_LIMIT};

	for (size_t i = 0; i < 2 * (sizeof rows / sizeof rows[0]); i++) {
		const size_t row = i / 2, refused = i % 2 ? rows[row].refused_by_ab : rows[row].refused_by_all;
		struct robotsc_options options;
		struct robotsc_store_change c;
		struct robotsc_store_report r;
		struct robotsc_store *store;
		struct made m = {0};

		robotsc_options_init(&options);
		options.dialect = rows[row].dialect;
		options.agents = rows[row].agents;
		options.nagents = rows[row].nagents;
		CHECK(robotsc_compile(&options, text, sizeof text - 1, &m.bytes, &m.len) == ROBOTSC_OK);
		fresh();
		store = open_store(ROBOTSC_STORE_CREATE, i % 2 ? &ab : NULL);
		c = change("http://h", &m, 1);
		CHECK(robotsc_store_write(store, &c, 1, &r) == ROBOTSC_STORE_OK);
		CHECK_MSG(r.refused == refused && r.added == 1 - refused, "row %zu", i);
		robotsc_store_close(store);
		robotsc_free_blob(NULL, m.bytes, m.len);
	}
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

/* A call for several policies gives what a call for each gives, whether they are new or were opened
 * before, in any order. */
static void test_together(void)
{
	enum {
		POLICIES = 50
	};
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	struct robotsc_store_entry entry;
	struct robotsc_blob alone, together[2 * POLICIES];
	uint64_t names[2 * POLICIES];

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	for (unsigned i = 0; i < POLICIES; i++) {
		char origin[32], rule[1024];
		const int len = snprintf(origin, sizeof origin, "http://h%u", i);

		memset(rule, 'a' + (int)(i % 26), sizeof rule);
		rule[0] = '/';
		rule[i * 20 + 2] = '\0';
		put(store, origin, rule, 1);
		reader = open_reader(store);
		CHECK(robotsc_reader_find(reader, origin, (size_t)len, &entry) == ROBOTSC_STORE_OK);
		names[(i * 7) % POLICIES] = names[POLICIES + i] = entry.policy;
		robotsc_reader_close(reader);
	}
	robotsc_store_close(store);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	reader = open_reader(store);
	CHECK(robotsc_reader_blobs(reader, names, 0, together) == ROBOTSC_STORE_OK);
	for (unsigned n = 1; n <= 2 * POLICIES; n += 3) {
		memset(together, 0, sizeof together);
		CHECK(robotsc_reader_blobs(reader, names, n, together) == ROBOTSC_STORE_OK);
		for (unsigned i = 0; i < n; i++) {
			CHECK(robotsc_reader_blob(reader, names[i], &alone) == ROBOTSC_STORE_OK);
			CHECK(together[i].bytes == alone.bytes && together[i].size == alone.size);
		}
	}
	names[20] += 1u << 24; /* this name is not in the store */
	CHECK(robotsc_reader_blobs(reader, names, 20, together) == ROBOTSC_STORE_OK);
	for (unsigned n = 21; n < 40; n++)
		CHECK(robotsc_reader_blobs(reader, names, n, together) == ROBOTSC_STORE_DAMAGED);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
}

/* A session sees the store as it was when the session began. */
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
	CHECK(pthread_rwlock_trywrlock(&store->map_lock) == 0); /* the session ended, too */
	pthread_rwlock_unlock(&store->map_lock);
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
}

/* ---- many origins, few blobs -------------------------------------------------------- */

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
	CHECK(after.file_bytes < st.file_bytes && after.free_bytes == 0);
	CHECK(ask(reader, "https://h1.example/here") == 0 && ask(reader, "https://h2.example/here") == 1);
	robotsc_reader_close(reader);
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
}

/* ---- what a store is made for --------------------------------------------------------- */

static void test_settings(void)
{
	const struct robotsc_text a[] = {{"OneBot", 6}, {"TwoBot", 6}}, b[] = {{"twobot", 6}, {"ONEBOT", 6}, {"OneBot", 6}};
	const struct robotsc_store_settings s = {.dialect = ROBOTSC_GOOGLE, .limit = 600000, .agents = a, .nagents = 2};
	struct robotsc_store_settings other = s, others[] = {s, s, s, s, s, s, s, s, s};
	struct robotsc_store *store;

	fresh();
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_READ, NULL) == ROBOTSC_STORE_ABSENT);
	CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_WRITE, NULL) == ROBOTSC_STORE_ABSENT);
	store = open_store(ROBOTSC_STORE_CREATE, &s);
	CHECK(robotsc_store_settings(store)->nagents == 2 && robotsc_store_settings(store)->agents[1].len == 6);
	CHECK(memcmp(robotsc_store_settings(store)->agents[1].at, "TwoBot", 6) == 0);
	CHECK(robotsc_store_settings(store)->dialect == ROBOTSC_GOOGLE && robotsc_store_settings(store)->limit == 600000);
	robotsc_store_close(store);
	other.agents = b;
	other.nagents = 3;
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, &other)); /* the same set of agents */
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
	others[0].nagents = 1;
	others[1].nagents = 0;
	others[2].strict_fields = 1;
	others[3].conner2_rest_deny = 1;
	others[4].aipref_rule = 1;
	others[5].extensions = 1;
	others[6].dialect = ROBOTSC_RFC9309;
	others[7].limit++;
	others[8].redirect_scope = ROBOTSC_REDIRECT_SITE;
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		CHECK_MSG(robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, &others[i]) == ROBOTSC_STORE_SETTINGS, "%zu", i);
	for (int flags = 0; flags < 16; flags++) {
		const struct robotsc_store_settings *kept;

		other = (struct robotsc_store_settings){.dialect = ROBOTSC_CONNER2,
		                                        .strict_fields = flags & 1,
		                                        .limit = ROBOTSC_MIN_LIMIT,
		                                        .conner2_rest_deny = flags >> 1 & 1,
		                                        .extensions = flags >> 2 & 1,
		                                        .aipref_rule = flags >> 3,
		                                        .redirect_scope = (enum robotsc_redirect_scope)(flags % 3)};
		fresh();
		robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, &other));
		store = open_store(ROBOTSC_STORE_READ, NULL);
		kept = robotsc_store_settings(store);
		CHECK(kept->strict_fields == other.strict_fields && kept->conner2_rest_deny == other.conner2_rest_deny &&
		      kept->extensions == other.extensions && kept->aipref_rule == other.aipref_rule &&
		      kept->redirect_scope == other.redirect_scope);
		robotsc_store_close(store);
	}
}

static void test_words(void)
{
	for (int i = 0; i <= ROBOTSC_STORE_ARGUMENT; i++)
		CHECK(strcmp(robotsc_store_strerror((enum robotsc_store_status)i), "unknown status") != 0);
	CHECK(strcmp(robotsc_store_strerror((enum robotsc_store_status)(ROBOTSC_STORE_ARGUMENT + 1)), "unknown status") == 0);
}

int main(void)
{
	setup_begin();
	CHECK_PART(test_round_trip);
	CHECK_PART(test_latest);
	CHECK_PART(test_refused);
	CHECK_PART(test_blobs_of_other_stores);
	CHECK_PART(test_scan);
	CHECK_PART(test_together);
	CHECK_PART(test_sessions);
	CHECK_PART(test_many);
	CHECK_PART(test_settings);
	CHECK_PART(test_words);
	setup_end();
	return check_done();
}
