/* store_setup.h - shared by the tests of the store: folders, stores of small policies, and access
 * by LMDB itself.
 *
 * For one source file per program, as test.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_SETUP_H
#define ROBOTSC_STORE_SETUP_H

#include <lmdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "robotsc/compile.h"
#include "robotsc/store.h"

/* ---- folders ---------------------------------------------------------------------------- */

static char top[64];     /* the folder of all stores */
static char folder[128]; /* of the store that open_store opens */

/* Use memory instead of a disk if possible: there are many transactions. */
static inline void setup_begin(void)
{
	snprintf(top, sizeof top, "%s/robotsc-store-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	CHECK(mkdtemp(top) != NULL);
}

static inline void setup_end(void)
{
	char command[80];

	snprintf(command, sizeof command, "rm -rf %s", top);
	CHECK(system(command) == 0);
}

/* Choose a folder for a new store. */
static inline void fresh(void)
{
	static int number;

	snprintf(folder, sizeof folder, "%s/%d", top, ++number);
}

/* ---- stores of small policies ------------------------------------------------------------- */

static inline struct robotsc_store *open_store(enum robotsc_store_mode mode, const struct robotsc_store_settings *settings)
{
	struct robotsc_store *store = NULL;

	CHECK(robotsc_store_open(&store, folder, mode, settings) == ROBOTSC_STORE_OK);
	return store;
}

static inline struct robotsc_reader *open_reader(struct robotsc_store *store)
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

static inline struct made make(const char *rule)
{
	char text[256];
	struct made m = {NULL, 0};

	snprintf(text, sizeof text, "User-agent: *\nDisallow: %s\n", rule);
	CHECK(robotsc_compile(NULL, text, strlen(text), &m.bytes, &m.len) == ROBOTSC_OK);
	return m;
}

static inline struct robotsc_store_change change(const char *origin, const struct made *m, int64_t fetched)
{
	return (struct robotsc_store_change){
		.origin = {origin, strlen(origin)},
		.blob = m ? m->bytes : NULL,
		.blob_len = m ? m->len : 0,
		.entry = {.decision = {.fetched = fetched,
	                               .since = fetched % 100 ? fetched : fetched - 100,
	                               .expires = fetched < INT64_MAX - 86400 ? fetched + 86400 : INT64_MAX,
	                               .status = 200,
	                               .row = 9,
	                               .revalidate = 1,
	                               .length = 77,
	                               .digest = 5}}};
}

static inline struct robotsc_store_report put(struct robotsc_store *store, const char *origin, const char *rule, int64_t fetched)
{
	struct made m = make(rule);
	const struct robotsc_store_change c = change(origin, &m, fetched);
	struct robotsc_store_report report = {.added = 99};

	CHECK(robotsc_store_write(store, &c, 1, &report) == ROBOTSC_STORE_OK);
	robotsc_free_blob(NULL, m.bytes, m.len);
	return report;
}

/* The verdict: 1 allow, 0 disallow; -1: the store does not have the URL's origin. */
static inline int ask(struct robotsc_reader *reader, const char *url)
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

static inline void count_fault(void *ctx, const char *line)
{
	(void)line;
	++*(int *)ctx;
}

static inline int faults(struct robotsc_store *store)
{
	struct robotsc_reader *reader = open_reader(store);
	int n = 0;
	const enum robotsc_store_status status = robotsc_reader_verify(reader, count_fault, &n);

	CHECK(status == (n ? ROBOTSC_STORE_DAMAGED : ROBOTSC_STORE_OK));
	robotsc_reader_close(reader);
	return n;
}

/* ---- many origins, few blobs ---------------------------------------------------------------- */

#define HOSTS 20000u
#define RULES 4000u

static inline void fill_many(struct robotsc_store *store, unsigned from, unsigned to)
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

static inline int many_right(struct robotsc_store *store, unsigned n)
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

/* ---- LMDB itself ---------------------------------------------------------------------------- */

struct raw {
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
};

static inline struct raw raw_open(const char *name, unsigned flags, size_t map)
{
	struct raw r;

	CHECK(mdb_env_create(&r.env) == 0 && mdb_env_set_maxdbs(r.env, 4) == 0);
	CHECK(map == 0 || mdb_env_set_mapsize(r.env, map) == 0);
	CHECK(mdb_env_open(r.env, folder, 0, 0666) == 0 && mdb_txn_begin(r.env, NULL, 0, &r.txn) == 0);
	CHECK(mdb_dbi_open(r.txn, name, flags, &r.dbi) == 0);
	return r;
}

/* Make the tally name this transaction, as it must. */
static inline void raw_tally(struct raw *r)
{
	MDB_val key = {5, (void *)(uintptr_t) "tally"}, value;
	uint64_t number = mdb_txn_id(r->txn);
	uint8_t octets[64];
	MDB_dbi meta;

	if (mdb_dbi_open(r->txn, "meta", 0, &meta) || mdb_get(r->txn, meta, &key, &value))
		return;
	CHECK(value.mv_size >= 8 && value.mv_size <= sizeof octets);
	memcpy(octets, value.mv_data, value.mv_size);
	for (int i = 0; i < 8; i++, number >>= 8)
		octets[i] = (uint8_t)number;
	value.mv_data = octets;
	CHECK(mdb_put(r->txn, meta, &key, &value, 0) == 0);
}

static inline void raw_close(struct raw *r)
{
	raw_tally(r);
	CHECK(mdb_txn_commit(r->txn) == 0);
	mdb_env_close(r->env);
}

/* A store that begins with a map of a few pages. */
static inline void make_small(void)
{
	struct raw r;

	fresh();
	CHECK(mkdir(folder, 0777) == 0);
	r = raw_open("meta", MDB_CREATE, 65536);
	raw_close(&r);
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
}

#endif
