/* store_compat_test.c - stores of each released version are read, written to and verified; their
 * snapshots are verified.
 *
 * A store works only on machines like the one that made it: 64 bits, little-endian.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/hosts/store/store_setup.h"
#include "tests/compat/compat_answers.h"
#include "robotsc/snapshot_make.h"

static struct robotsc_store *store;
static struct robotsc_reader *reader;

static void count_line(void *ctx, const char *line)
{
	printf("%s\n", line);
	++*(unsigned *)ctx;
}

/* Write a member of the set to a file. */
static void unpack(struct compat *c, const char *member_name, const char *path)
{
	const struct compat_text octets = compat_member(&c->set, "", (struct compat_text){member_name, strlen(member_name)});
	FILE *f = fopen(path, "wb");

	if (CHECK_MSG(f != NULL && octets.len > 0, "%s", path)) {
		CHECK(fwrite(octets.at, 1, octets.len, f) == octets.len);
		CHECK(fclose(f) == 0);
	}
}

static void close_store(void)
{
	if (reader)
		robotsc_reader_end(reader);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
	reader = NULL;
	store = NULL;
}

/* Verifying the set's snapshot finds no fault. */
static void verify_snapshot(struct compat *c)
{
	const struct compat_text octets = compat_member(&c->set, "", (struct compat_text){"snapshot", 8});
	struct robotsc_snapshot snapshot;
	unsigned found = 0;

	CHECK(robotsc_snapshot_open(&snapshot, octets.at, octets.len, NULL) == ROBOTSC_OK);
	CHECK(robotsc_snapshot_verify(&snapshot, count_line, &found) == ROBOTSC_STORE_OK && found == 0);
}

/* Open the store of a set, in a folder of its own. */
static void open_old(struct compat *c)
{
	struct robotsc_store_stats stats;
	unsigned found = 0;
	char path[160];

	close_store();
	fresh();
	CHECK(mkdir(folder, 0700) == 0);
	snprintf(path, sizeof path, "%s/data.mdb", folder);
	unpack(c, "store.mdb", path);
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	reader = open_reader(store);
	CHECK(robotsc_store_settings(store)->extensions == 1 && robotsc_store_settings(store)->dialect == ROBOTSC_RFC9309);
	CHECK(robotsc_reader_stats(reader, &stats) == ROBOTSC_STORE_OK && stats.origins == 10);
	CHECK(robotsc_reader_verify(reader, count_line, &found) == ROBOTSC_STORE_OK && found == 0);
	verify_snapshot(c);
}

static enum robotsc_status ask_store(struct compat *c, struct robotsc_group *group)
{
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;

	if (!c->is_host)
		return ROBOTSC_ERR_ABSENT;
	if (!CHECK(robotsc_reader_find(reader, c->what.at, c->what.len, &entry) == ROBOTSC_STORE_OK) ||
	    !CHECK(robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_OK))
		return ROBOTSC_ERR_UNKNOWN;
	CHECK(entry.decision.fetched == 1769860800);
	return robotsc_select(&blob, &c->token, 1, group);
}

/* An old store takes a new policy, and keeps the others. */
static void write_old(void)
{
	struct robotsc_store_change change = {.origin = {"https://new.example", 19}};
	struct robotsc_store_report report;
	struct robotsc_store_stats stats;

	change.blob = robotsc_constant_blob(ROBOTSC_RFC9309, ROBOTSC_DISALLOW, &change.blob_len);
	change.entry.decision = (struct robotsc_decision){.fetched = 1800000000, .expires = 1800086400, .status = 200};
	robotsc_reader_end(reader);
	CHECK(robotsc_store_write(store, &change, 1, &report) == ROBOTSC_STORE_OK);
	CHECK_MSG(report.added == 1, "%zu added", report.added);
	CHECK(robotsc_reader_begin(reader, NULL) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_stats(reader, &stats) == ROBOTSC_STORE_OK && stats.origins == 11);
}

int main(void)
{
	static const struct compat_asker asker = {open_old, ask_store, NULL};
	const unsigned one = 1;

	if (sizeof(void *) != 8 || *(const unsigned char *)&one != 1) {
		printf("skipped: old stores: they are for 64 bits and the lowest octet first\n");
		CHECK(check_case(""));
		return check_done();
	}
	setup_begin();
	compat_each(&asker);
	write_old();
	close_store();
	setup_end();
	return check_done();
}
