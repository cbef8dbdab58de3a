/* store_damage_test.c - stores of other versions, and stores that were changed, forged or cut:
 * which are refused, and how.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "store_setup.h"

#include "hosts/store/databases.h"

/* Set the octet at this place of the header. */
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
	             {HEADER_AT_SCOPE, ROBOTSC_REDIRECT_ORIGIN + 1, ROBOTSC_STORE_DAMAGED},
	             {HEADER_AT_DIALECT, ROBOTSC_GOOGLE, ROBOTSC_STORE_DAMAGED},
	             {HEADER_AT_LIMIT + 4, 1, ROBOTSC_STORE_DAMAGED},
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

/* Two blobs stay two, though a forged digest says that they are equal. */
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
	put_little(name, sizeof name, entry.policy);
	CHECK(mdb_put(r.txn, r.dbi, &key, &value, 0) == 0);
	raw_close(&r);
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	CHECK(put(store, "http://b", "/b", 1).blobs == 1);
	CHECK(put(store, "http://c", "/b", 1).blobs == 0);
	reader = open_reader(store);
	CHECK(ask(reader, "http://a/a") == 0 && ask(reader, "http://b/b") == 0 && ask(reader, "http://c/b") == 0);
	CHECK(ask(reader, "http://b/a") == 1);
	robotsc_reader_close(reader);
	CHECK(faults(store) == 1); /* the forged digest is the fault */
	robotsc_store_close(store);
	robotsc_free_blob(NULL, a.bytes, a.len);
	robotsc_free_blob(NULL, b.bytes, b.len);
}

/* Replace the entry of http://h by this value; NULL: remove the entry. */
static void set_entry(const MDB_val *value)
{
	struct raw r = raw_open("origins", 0, 0);
	MDB_val key = {2, (void *)(uintptr_t) "h\1"}, copy = value ? *value : key;

	CHECK((value ? mdb_put(r.txn, r.dbi, &key, &copy, 0) : mdb_del(r.txn, r.dbi, &key, NULL)) == 0);
	raw_close(&r);
}

static size_t get_entry(uint8_t octets[ENTRY_LONG])
{
	struct raw r = raw_open("origins", 0, 0);
	MDB_val key = {2, (void *)(uintptr_t) "h\1"}, value = {0, NULL};

	CHECK(mdb_get(r.txn, r.dbi, &key, &value) == 0 && value.mv_size <= ENTRY_LONG);
	memcpy(octets, value.mv_data, value.mv_size);
	raw_close(&r);
	return value.mv_size;
}

/* A look-up and a scan of http://h return this status; verifying finds a fault unless it is OK. */
static void check_entry(enum robotsc_store_status status)
{
	struct robotsc_store *store = open_store(ROBOTSC_STORE_WRITE, NULL);
	struct robotsc_reader *reader = open_reader(store);
	struct robotsc_store_entry entry;
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t len;

	CHECK(robotsc_reader_find(reader, "http://h/a", 10, &entry) == status);
	CHECK(robotsc_reader_seek(reader, "http://h", 8) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_next(reader, origin, &len, &entry) == status);
	robotsc_reader_close(reader);
	CHECK((faults(store) == 0) == (status == ROBOTSC_STORE_OK));
	robotsc_store_close(store);
}

/* Flip each bit of an entry, of a short and of a long one: nothing accepts it. */
static void test_damaged_entry(void)
{
	for (int64_t fetched = 199; fetched <= 200; fetched++) {
		uint8_t octets[ENTRY_LONG];
		MDB_val value = {0, octets};

		fresh();
		robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
		{
			struct robotsc_store *store = open_store(ROBOTSC_STORE_WRITE, NULL);

			put(store, "http://h", "/a", fetched);
			put(store, "http://g", "/b", fetched);
			robotsc_store_close(store);
		}
		value.mv_size = get_entry(octets);
		CHECK(value.mv_size == (fetched == 199 ? ENTRY_SIZE : ENTRY_LONG));
		check_entry(ROBOTSC_STORE_OK);
		for (size_t bit = 0; bit < 8 * value.mv_size; bit++) {
			octets[bit / 8] ^= (uint8_t)(1u << bit % 8);
			set_entry(&value);
			check_entry(ROBOTSC_STORE_DAMAGED);
			octets[bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		set_entry(&value);
		check_entry(ROBOTSC_STORE_OK);
	}
}

static int faults_of(void)
{
	struct robotsc_store *store = open_store(ROBOTSC_STORE_READ, NULL);
	const int n = faults(store);

	robotsc_store_close(store);
	return n;
}

/* An entry that is good in itself but from an earlier batch; an entry that is gone; a tally of
 * another transaction. */
static void test_lost(void)
{
	uint8_t earlier[ENTRY_LONG], later[ENTRY_LONG];
	MDB_val before = {0, earlier}, after = {0, later}, key = {sizeof TALLY_KEY - 1, (void *)TALLY_KEY}, value;
	struct robotsc_store *store;
	struct raw r;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "http://h", "/a", 1);
	robotsc_store_close(store);
	before.mv_size = get_entry(earlier);
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	put(store, "http://h", "/b", 2);
	put(store, "http://i", "/b", 2);
	robotsc_store_close(store);
	after.mv_size = get_entry(later);
	CHECK(faults_of() == 0);
	set_entry(&before);
	CHECK(faults_of() == 1);
	set_entry(NULL);
	CHECK(faults_of() == 1);
	set_entry(&after);
	CHECK(faults_of() == 0);
	r = raw_open("meta", 0, 0);
	CHECK(mdb_get(r.txn, r.dbi, &key, &value) == 0);
	/* The value names an earlier transaction than this one. */
	CHECK(mdb_put(r.txn, r.dbi, &key, &value, 0) == 0 && mdb_txn_commit(r.txn) == 0);
	mdb_env_close(r.env);
	CHECK(faults_of() == 1);
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

/* A store of one policy, with an octet of its pack changed, and a session in it that has found the
 * entry. */
static struct robotsc_reader *open_damaged(size_t at, uint8_t bits, struct robotsc_store **store, struct robotsc_store_entry *entry)
{
	struct robotsc_reader *reader;

	fresh();
	*store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(*store, "http://h", "/a", 1);
	CHECK(faults(*store) == 0);
	robotsc_store_close(*store);
	damage_pack(at, bits);
	*store = open_store(ROBOTSC_STORE_READ, NULL);
	CHECK(faults(*store) > 0);
	reader = open_reader(*store);
	CHECK(robotsc_reader_find(reader, "http://h", 8, entry) == ROBOTSC_STORE_OK);
	return reader;
}

/* Change each octet of a blob: the blob is not opened, on the second attempt either. */
static void test_damaged_blob(void)
{
	struct made m = make("/a");

	for (size_t i = 0; i < m.len; i++) {
		struct robotsc_store *store;
		struct robotsc_store_entry entry;
		struct robotsc_reader *reader = open_damaged(PACK_HEAD + PACK_END + i, (uint8_t)(1u << i % 8), &store, &entry);
		struct robotsc_blob blob;

		for (int again = 0; again < 2; again++)
			CHECK(robotsc_reader_blob(reader, entry.policy, &blob) != ROBOTSC_STORE_OK);
		robotsc_reader_close(reader);
		robotsc_store_close(store);
	}
	robotsc_free_blob(NULL, m.bytes, m.len);
}

/* A blob that robotsc_open refuses is refused even if the store already has it. */
static void test_stored_before(void)
{
	struct made m = make("/a");
	uint8_t digest[ROBOTSC_STORE_DIGEST], name[NAME_SIZE];
	MDB_val key = {sizeof digest, digest}, value = {sizeof name, name};
	struct robotsc_store_change c = change("http://h", &m, 1);
	struct robotsc_store_report report;
	struct robotsc_store *store;
	struct raw r;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	CHECK(robotsc_store_write(store, &c, 1, &report) == ROBOTSC_STORE_OK && report.added == 1);
	robotsc_store_close(store);
	((uint8_t *)m.bytes)[m.len - 1] ^= 1;
	damage_pack(PACK_HEAD + PACK_END + m.len - 1, 1);
	r = raw_open("digests", MDB_DUPSORT | MDB_DUPFIXED, 0);
	robotsc_store_digest(m.bytes, m.len, digest);
	put_little(name, sizeof name, 1u << 16);
	CHECK(mdb_put(r.txn, r.dbi, &key, &value, 0) == 0);
	raw_close(&r);
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	c.entry.decision.fetched++;
	CHECK(robotsc_store_write(store, &c, 1, &report) == ROBOTSC_STORE_OK && report.refused == 1 && report.replaced == 0);
	robotsc_store_close(store);
	robotsc_free_blob(NULL, m.bytes, m.len);
}

static void test_damage(void)
{
	static const size_t places[] = {0, PACK_HEAD, PACK_HEAD + 3, 60};

	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		struct robotsc_store *store;
		struct robotsc_store_entry entry;
		struct robotsc_reader *reader = open_damaged(places[i], 1, &store, &entry);
		struct robotsc_blob blob;

		CHECK(robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_DAMAGED);
		CHECK(robotsc_reader_blob(reader, entry.policy + 1, &blob) == ROBOTSC_STORE_DAMAGED);
		CHECK(robotsc_reader_blob(reader, entry.policy + 65536, &blob) == ROBOTSC_STORE_DAMAGED);
		robotsc_reader_close(reader);
		robotsc_store_close(store);
	}
}

/* A blob of a later version is not called damaged. */
static void test_later_blob(void)
{
	struct robotsc_store *store;
	struct robotsc_store_entry entry;
	/* The minor version of the blob. */
	struct robotsc_reader *reader = open_damaged(PACK_HEAD + PACK_END + 5, 64, &store, &entry);
	struct robotsc_blob blob;

	CHECK(robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_BLOBS);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
}

/* A file that was cut anywhere is refused; or it is read, if no page in use was lost.  Nothing
 * crashes. */
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

int main(void)
{
	setup_begin();
	CHECK_PART(test_versions);
	CHECK_PART(test_collision);
	CHECK_PART(test_damaged_entry);
	CHECK_PART(test_lost);
	CHECK_PART(test_damage);
	CHECK_PART(test_damaged_blob);
	CHECK_PART(test_stored_before);
	CHECK_PART(test_later_blob);
	CHECK_PART(test_cut);
	setup_end();
	return check_done();
}
