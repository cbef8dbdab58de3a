/* compat_test.c - blobs and snapshots of each version that was released are read, with the answers
 * of the oracle: tests/compat/compat_set.py says what a set has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/compat/compat_answers.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"
#include "robotsc/snapshot.h"

#define SHARDS 3

/* The blob of a case, opened in each way that there is. */
static enum robotsc_status open_blob(struct compat *c, struct robotsc_blob *blob)
{
	const struct compat_text octets = compat_member(&c->set, "blobs/", c->what);
	struct robotsc_info info;

	CHECK_MSG(octets.len > 0, "%.*s", (int)c->what.len, c->what.at);
	CHECK(robotsc_open_intact(blob, octets.at, octets.len) == ROBOTSC_OK);
	CHECK(robotsc_reopen(blob, octets.at, octets.len) == ROBOTSC_OK);
	if (!CHECK(robotsc_open(blob, octets.at, octets.len) == ROBOTSC_OK))
		return ROBOTSC_ERR_CORRUPT;
	robotsc_blob_info(blob, &info);
	CHECK(info.format_major == 2 && info.size == octets.len);
	return ROBOTSC_OK;
}

static enum robotsc_status ask_blob(struct compat *c, struct robotsc_group *group)
{
	struct robotsc_blob blob;
	enum robotsc_status status = c->is_host ? ROBOTSC_ERR_ABSENT : open_blob(c, &blob);

	return status == ROBOTSC_OK ? robotsc_select(&blob, &c->token, 1, group) : status;
}

/* How many records a robot has, and what a label says of each URL. */
static void ask_records(struct compat *c, const struct robotsc_group *group, struct compat_text asked, struct compat_text expected)
{
	static const enum robotsc_line_field fields[] = {ROBOTSC_FIELD_CONTENT_USAGE, ROBOTSC_FIELD_CONTENT_SIGNAL,
	                                                 ROBOTSC_FIELD_NOINDEX};
	static const char *const names[] = {"train-ai", "ai-train", "index"};
	struct robotsc_extensions ext;
	struct robotsc_usage usage;
	struct robotsc_blob blob;
	struct robotsc_lines lines;
	struct robotsc_line line;
	size_t n = 0;

	if (open_blob(c, &blob) != ROBOTSC_OK || !CHECK(robotsc_open_extensions(&blob, &ext) == ROBOTSC_OK))
		return;
	if (compat_is(asked, "records")) {
		for (robotsc_begin_lines(&ext, group, &lines); robotsc_next_line(&lines, &line);)
			n++;
		CHECK_MSG(n == strtoul(expected.at, NULL, 10), "%.*s: %zu", (int)c->what.len, c->what.at, n);
		return;
	}
	for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
		for (size_t i = 0; compat_is(asked, names[k]) && i < c->nurls && i < expected.len; i++) {
			const uint32_t label =
				robotsc_find_label(&ext, fields[k], (struct robotsc_text){names[k], strlen(names[k])});
			robotsc_check_usage(&ext, group, c->urls[i].at, c->urls[i].len, &usage);
			n = label < ROBOTSC_LABELS_MAX ? usage.preferences[label] : 0;
			CHECK_MSG(n == (size_t)(expected.at[i] - '0'), "%.*s, %s, %.*s: %zu", (int)c->what.len, c->what.at,
			          names[k], (int)c->urls[i].len, c->urls[i].at, n);
		}
}

/* The decision that a blob was made with: tests/compat/compat_set.py, "fetched". */
static void check_stamp(struct compat *c)
{
	static const char name[] = "rfc9309-fetched-shop";
	struct robotsc_decision decision;
	struct robotsc_blob blob;

	c->what = (struct compat_text){name, sizeof name - 1};
	if (open_blob(c, &blob) == ROBOTSC_OK && CHECK(robotsc_stamp_read(&blob, &decision) == ROBOTSC_OK))
		CHECK(decision.fetched == 1700000000 && decision.expires == 1700003600 && decision.status == 200 &&
		      decision.outcome == ROBOTSC_OUTCOME_PARSE && decision.row == ROBOTSC_ROW_FOUND);
}

/* ---- snapshots ---- */

static enum robotsc_trust trust;
static unsigned shards; /* 0: the file */

/* The snapshot of an origin. */
static enum robotsc_status open_snapshot(struct compat *c, struct robotsc_snapshot *snapshot)
{
	const struct robotsc_snapshot_options options = {.tokens = &c->token, .ntokens = 1, .trust = trust};
	const unsigned nth = shards ? robotsc_shard(c->what.at, c->what.len, shards, NULL) : 0;
	struct archive_member member = {"", NULL, 0};
	char path[32];

	snprintf(path, sizeof path, shards ? "shards/%04u-" : "snapshot", nth);
	for (c->set.at = 0; archive_next(&c->set, &member) == 1 && strncmp(member.name, path, strlen(path)) != 0;)
		member.len = 0;
	CHECK_MSG(member.len > 0, "%s", path);
	return robotsc_snapshot_open(snapshot, member.bytes, member.len, &options);
}

/* What is kept of the fetch, as the line of "hosts" has it. */
static void check_entry(struct compat *c, const struct robotsc_snapshot_entry *entry)
{
	struct compat_text lines[64], f[4] = {{NULL, 0}};
	const size_t n = compat_lines(&c->set, "hosts", lines, 64);

	CHECK(entry->origin.len == c->what.len && memcmp(entry->origin.at, c->what.at, c->what.len) == 0);
	CHECK(entry->decision.fetched == 1769860800);
	for (size_t i = 0; i < n && compat_fields(lines[i], f, 4); i++)
		if (f[0].len == c->what.len && memcmp(f[0].at, c->what.at, f[0].len) == 0)
			CHECK_MSG(compat_is(f[2], robotsc_outcome_name(entry->decision.outcome)) &&
			                  entry->decision.status == strtoul(f[3].at, NULL, 10),
			          "%.*s", (int)c->what.len, c->what.at);
}

/* A check of many URLs at once gives the same answers as a check of each. */
static void check_answers(struct compat *c, const struct robotsc_snapshot *snapshot, const struct robotsc_group *group)
{
	static struct robotsc_snapshot_answer answers[COMPAT_URLS];

	robotsc_snapshot_check_urls(snapshot, c->urls, c->nurls, answers);
	for (size_t i = 0; i < c->nurls; i++)
		if (c->urls[i].at == c->at[i])
			CHECK_MSG(answers[i].status == ROBOTSC_OK &&
			                  answers[i].verdict == robotsc_check_url(group, c->at[i], c->urls[i].len),
			          "%.*s", (int)c->urls[i].len, c->urls[i].at);
}

static enum robotsc_status ask_snapshot(struct compat *c, struct robotsc_group *group)
{
	struct robotsc_snapshot_entry entry;
	struct robotsc_snapshot snapshot;
	enum robotsc_status status;

	if (!c->is_host)
		return ROBOTSC_ERR_ABSENT;
	status = open_snapshot(c, &snapshot);
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_find(&snapshot, c->what.at, c->what.len, &entry);
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_group(&snapshot, &entry, group);
	if (status == ROBOTSC_OK) {
		check_entry(c, &entry);
		check_answers(c, &snapshot, group);
	}
	return status;
}

int main(void)
{
	static const struct compat_asker of_blobs = {check_stamp, ask_blob, ask_records}, of_snapshots = {NULL, ask_snapshot, NULL};

	if (check_case("blobs"))
		compat_each(&of_blobs);
	if (check_case("snapshot"))
		for (trust = ROBOTSC_TRUST_INTACT; trust <= ROBOTSC_TRUST_FORGED; trust++)
			compat_each(&of_snapshots);
	shards = SHARDS;
	trust = ROBOTSC_TRUST_INTACT;
	if (check_case("shards"))
		compat_each(&of_snapshots);
	return check_done();
}
