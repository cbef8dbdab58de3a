/* extensions_api_test.c - the promises of robotsc/extensions.h: refusals of
 * robotsc_open_extensions, labels, the merging of many groups, the first and last times, and other
 * guarantees.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/support/product.h"

#include <robotsc/extensions.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/match/blob_layout.h"
#include "runtime/match/checksum.h"

static const char text[] =
	"Sitemap: http://h/s\nFnord: 1\nUser-agent: a\nCrawl-delay: 2.5\nRequest-rate: 1/9m 0600-0845\n"
	"Content-Usage: train-ai=n\nDisallow: /a\nContent-Usage: /x search=y\n\nUser-agent: *\nVisit-time: 2200-0300\n"
	"Noindex: /n\nContent-Signal: ai-train=no, use=full\nDisallow:\n\nUser-agent: a\nComment: twice\nCrawl-delay: 1\n";

static void open_text(struct product *p, struct robotsc_extensions *ext, const char *robots, enum robotsc_dialect dialect)
{
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = dialect;
	options.extensions = 1;
	CHECK(product_open_with(p, &options, robots, strlen(robots)) == ROBOTSC_OK);
	CHECK(robotsc_open_extensions(&p->blob, ext) == ROBOTSC_OK);
}

static struct robotsc_group select_robot(const struct product *p, const char *name)
{
	const struct robotsc_text token = {name, strlen(name)};
	struct robotsc_group group;

	CHECK(robotsc_select(&p->blob, &token, 1, &group) == ROBOTSC_OK);
	return group;
}

/* ---- refusals ---- */

static void store(uint8_t *at, uint32_t value, unsigned n)
{
	for (; n > 0; n--, value >>= 8)
		*at++ = (uint8_t)value;
}

/* The offset of a section's entry in the table. */
static uint32_t entry_of(const uint8_t *b, uint32_t type)
{
	uint32_t at = BLOB_HEADER;

	while (b[at] != type)
		at += SECTION_ENTRY;
	return at;
}

/* Change a field of the blob.  Returns the status of robotsc_open_extensions. */
static enum robotsc_status forged(const struct product *p, uint32_t at, uint32_t value, unsigned octets)
{
	const enum robotsc_status untouched = (enum robotsc_status)99;
	enum robotsc_status status = untouched;
	uint8_t *copy = product_alloc(NULL, p->len);
	struct robotsc_extensions ext;
	struct robotsc_blob blob;

	memcpy(copy, p->bytes, p->len);
	store(copy + at, value, octets);
	const uint64_t sum = robotsc_checksum(copy, p->len - BLOB_TRAILER);
	store(copy + p->len - 8, (uint32_t)sum, 4);
	store(copy + p->len - 4, (uint32_t)(sum >> 32), 4);
	if (CHECK_MSG(robotsc_open(&blob, copy, p->len) == ROBOTSC_OK, "the core is refused too, at %u", at))
		status = robotsc_open_extensions(&blob, &ext);
	free(copy);
	return status;
}

static void refusals(void)
{
	struct robotsc_extensions ext;
	struct product p;

	open_text(&p, &ext, text, ROBOTSC_RFC9309);
	const uint32_t table = entry_of(p.bytes, SECTION_EXTENSIONS), section = ext.names - EXT_HEADER;
	const uint32_t set = SET_AT_POLICIES + SET_ANSWER * ext.nanswers;
	uint32_t timed = 0;

	for (uint32_t i = 0; i < ext.nrecords; i++)
		if (ld32((const uint8_t *)p.bytes + ext.records + EXT_RECORD * i) == ROBOTSC_FIELD_REQUEST_RATE)
			timed = ext.data + ld32((const uint8_t *)p.bytes + ext.records + EXT_RECORD * i + RECORD_AT_DATA);
	const struct {
		const char *what;
		uint32_t at, value;
		unsigned octets;
	} bad[] = {
		{"one name too many", section + EXT_AT_NAMES, ext.nnames + 1, 4},
		{"a name too few", section + EXT_AT_NAMES, ext.nnames - 1, 4},
		{"more sets than fit", section + EXT_AT_SETS, UINT32_MAX, 4},
		{"members that are in no set", section + EXT_AT_MEMBERS, ext.nmembers + 1, 4},
		{"no groups", section + EXT_AT_GROUPS, 0, 4},
		{"too many labels", section + EXT_AT_LABELS, ROBOTSC_LABELS_MAX + 1, 2},
		{"an answer too many", section + EXT_AT_MORE, 2, 2},
		{"an answer too few", section + EXT_AT_MORE, 0, 2},
		{"records that are in no group", section + EXT_AT_RECORDS, ext.nrecords + 1, 4},
		{"more records than fit", section + EXT_AT_RECORDS, UINT32_MAX, 4},
		{"a set that is not there", ext.names, ext.nsets + 1, 4},
		{"members behind the last", ext.sets + SET_AT_MEMBERS, ext.nmembers + 1, 4},
		{"members that end before they begin", ext.sets + set + SET_AT_MEMBERS, 0, 4},
		{"a policy that is not there", ext.sets + SET_AT_POLICIES, 1000, 4},
		{"the file as a member", ext.members, 0, 4},
		{"a group that is not there", ext.members, ext.ngroups, 4},
		{"members that do not ascend", ext.members + 2 * EXT_MEMBER, 1, 4},
		{"records behind the last", ext.groups + GROUP_AT_RECORDS, ext.nrecords + 1, 4},
		{"records that end before they begin", ext.groups + EXT_GROUP + GROUP_AT_RECORDS, 0, 4},
		{"a label of no such field", ext.labels + LABEL_AT_FIELD, ROBOTSC_FIELD_SITEMAP, 2},
		{"a label with values that it lacks", ext.labels + LABEL_AT_MORE, 1, 2},
		{"a label with too many values", ext.labels + LABEL_AT_MORE, LABEL_VALUES - 1, 2},
		{"a label's name outside", ext.labels + LABEL_AT_NAME, ext.size + 1, 4},
		{"a label's name that is too long", ext.labels + LABEL_AT_SIZE, ext.size + 1, 4},
		{"an unknown field", ext.records + RECORD_AT_FIELD, RECORD_FIELDS, 4},
		{"line 0", ext.records + RECORD_AT_LINE, 0, 4},
		{"line 0 of the last record", ext.records + EXT_RECORD * (ext.nrecords - 1) + RECORD_AT_LINE, 0, 4},
		{"data that descend", ext.records + RECORD_AT_DATA, ext.size, 4},
		{"data outside", ext.records + EXT_RECORD * (ext.nrecords - 1) + RECORD_AT_DATA, ext.size + 1, 4},
		{"a name longer than the data", ext.records + RECORD_AT_NAME, ext.size, 4},
		{"no documents", timed + NUMBERS_AT_COUNT, 0, 4},
		{"a minute too late to begin", timed + NUMBERS_AT_FROM, MINUTES, 2},
		{"a minute too late to end", timed + NUMBERS_AT_TO, MINUTES, 2},
		{"half a window", timed + NUMBERS_AT_FROM, MINUTE_NONE, 2},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK_MSG(forged(&p, bad[i].at, bad[i].value, bad[i].octets) == ROBOTSC_ERR_CORRUPT, "%s", bad[i].what);
	/* Only the changes of the lines above make the forged blob bad. */
	CHECK(forged(&p, timed + NUMBERS_AT_SECONDS, 7, 4) == ROBOTSC_OK);
	CHECK(forged(&p, ext.records + RECORD_AT_LINE, UINT32_MAX, 4) == ROBOTSC_OK);
	CHECK(forged(&p, table + SECTION_AT_TYPE, 77, 1) == ROBOTSC_ERR_ABSENT);
	CHECK(forged(&p, table + SECTION_AT_OFFSET, (uint32_t)p.len - BLOB_TRAILER - 3, 4) == ROBOTSC_ERR_CORRUPT);
	product_close(&p);
}

/* ---- what is there ---- */

static void keep(void *ctx, const char *more, size_t len)
{
	strncat(ctx, more, len);
}

/* The lexer, lex.re, reads the name that fields.h gives a field as that field. */
static void names(void)
{
	unsigned field = 1;

	for (const char *name; (name = robotsc_field_name((enum robotsc_line_field)field)); field++) {
		char line[64], want[96], got[96] = "";
		void *blob;
		size_t size;
		struct robotsc_options options;
		robotsc_options_init(&options);
		options.dump_after = ROBOTSC_PASS_LEX;
		options.dump = keep;
		options.dump_ctx = got;
		snprintf(line, sizeof line, "%s: x", name);
		snprintf(want, sizeof want, "1 directive %s \"x\"\n", name);
		CHECK(robotsc_compile(&options, line, strlen(line), &blob, &size) == ROBOTSC_OK);
		robotsc_free_blob(NULL, blob, size);
		for (char *c = want; *c; c++)
			*c = (char)tolower(*c);
		CHECK_MSG(strcmp(got, want) == 0, "lex.re has no such word for %s: %s", name, got);
	}
	CHECK(field == RECORD_FIELDS);
}

static void labels(void)
{
	const struct robotsc_text train = {"train-ai", 8}, search = {"search", 6}, none = {"", 0};
	struct robotsc_extensions ext;
	struct robotsc_label label;
	struct product p;
	uint32_t n = 0;

	open_text(&p, &ext, "", ROBOTSC_RFC9309);
	for (; robotsc_label_at(&ext, n, &label); n++)
		CHECK(robotsc_find_label(&ext, label.field, label.name) == n);
	CHECK(n == 6 && !robotsc_label_at(&ext, UINT32_MAX, &label));
	CHECK(robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_USAGE, train) < n);
	CHECK(robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_SIGNAL, train) == ROBOTSC_LABELS_MAX);
	CHECK(robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_SIGNAL, search) !=
	      robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_USAGE, search));
	CHECK(robotsc_find_label(&ext, ROBOTSC_FIELD_NOINDEX, none) == ROBOTSC_LABELS_MAX);
	CHECK(robotsc_field_name(ROBOTSC_FIELD_UNKNOWN) == NULL &&
	      robotsc_field_name((enum robotsc_line_field)RECORD_FIELDS) == NULL);
	CHECK(strcmp(robotsc_field_name(ROBOTSC_FIELD_CONTENT_USAGE), "Content-Usage") == 0);
	product_close(&p);
}

static int is_value(const struct robotsc_extensions *ext, uint32_t label, uint32_t value, const char *want)
{
	const struct robotsc_text got = robotsc_label_value(ext, label, value);

	return got.len == strlen(want) && memcmp(got.at, want, got.len) == 0;
}

/* A label is in the blob where a line states it; its values ascend from the most restrictive. */
static void levels(void)
{
	static const char *const unstated[] = {"", "User-agent: *\nContent-Signal: use=partial\n", "Content-Signal: use=full\n"};
	const struct robotsc_text use = {"use", 3}, search = {"search", 6};
	struct robotsc_extensions ext;
	struct robotsc_label label;
	struct product p;

	for (size_t i = 0; i < sizeof unstated / sizeof *unstated; i++) {
		open_text(&p, &ext, unstated[i], ROBOTSC_RFC9309);
		CHECK(robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_SIGNAL, use) == ROBOTSC_LABELS_MAX);
		product_close(&p);
	}
	open_text(&p, &ext, "User-agent: *\nContent-Signal: use=full\n", ROBOTSC_RFC9309);
	const uint32_t at = robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_SIGNAL, use);
	CHECK(robotsc_label_at(&ext, at, &label) && label.values == 3);
	CHECK(is_value(&ext, at, 1, "immediate") && is_value(&ext, at, 2, "reference") && is_value(&ext, at, 3, "full"));
	CHECK(is_value(&ext, at, 0, "") && is_value(&ext, at, 4, "") && is_value(&ext, ROBOTSC_LABELS_MAX, 1, ""));
	const uint32_t words = robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_SIGNAL, search);
	CHECK(is_value(&ext, words, ROBOTSC_NO, "no") && is_value(&ext, words, ROBOTSC_YES, "yes") && is_value(&ext, words, 3, ""));
	const uint32_t letters = robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_USAGE, search);
	CHECK(is_value(&ext, letters, ROBOTSC_NO, "n") && is_value(&ext, letters, ROBOTSC_YES, "y"));
	CHECK(robotsc_combine((enum robotsc_preference)3, (enum robotsc_preference)2) == 2);
	CHECK(robotsc_combine((enum robotsc_preference)3, ROBOTSC_UNSTATED) == 3);
	product_close(&p);
}

/* The lines that a robot gets, as numbers. */
static void lines_of(const struct robotsc_extensions *ext, const struct robotsc_group *group, char *out)
{
	struct robotsc_lines lines;
	struct robotsc_line line;

	*out = '\0';
	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line))
		out += sprintf(out, "%u ", (unsigned)line.line);
	memset(&line, 0x55, sizeof line);
	CHECK(!robotsc_next_line(&lines, &line) && line.line == 0x55555555);
}

/* Robots with equal rules and different lines; a robot that two groups name. */
static void whose(void)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct product p;
	char got[100];

	open_text(&p, &ext, text, ROBOTSC_RFC9309);
	lines_of(&ext, NULL, got);
	CHECK_MSG(strcmp(got, "1 2 ") == 0, "%s", got);
	group = select_robot(&p, "a");
	lines_of(&ext, &group, got);
	CHECK_MSG(strcmp(got, "4 5 6 8 17 18 ") == 0, "%s", got);
	group = select_robot(&p, "nobody");
	lines_of(&ext, &group, got);
	CHECK_MSG(strcmp(got, "11 12 13 ") == 0, "%s", got);
	product_close(&p);
	open_text(&p, &ext, "User-agent: a\nCrawl-delay: 1\nDisallow: /x\n\nUser-agent: b\nCrawl-delay: 2\nDisallow: /x\n",
	          ROBOTSC_RFC9309);
	group = select_robot(&p, "a");
	CHECK(robotsc_next_fetch(&ext, &group, 0, 0, 0, NULL) == 1000);
	group = select_robot(&p, "b");
	CHECK(robotsc_next_fetch(&ext, &group, 0, 0, 0, NULL) == 2000);
	group = select_robot(&p, "c");
	CHECK(robotsc_next_fetch(&ext, &group, 0, 0, 0, NULL) == 10000);
	lines_of(&ext, &group, got);
	CHECK(strcmp(got, "") == 0);
	product_close(&p);
}

/* A large group and many small ones, so that policies are lists.  The longest matching line of all
 * groups decides. */
static void many_groups(void)
{
	char *robots = product_alloc(NULL, 400000), *at = robots, path[16];
	struct robotsc_extensions ext;
	struct robotsc_usage usage;
	struct product p;

	for (int i = 0; i < 400; i++)
		at += sprintf(at, "User-agent: r%d\n", i);
	for (int i = 0; i < 400; i++)
		at += sprintf(at, "Content-Usage: /p%d/ train-ai=%c\n", i, i % 2 ? 'y' : 'n');
	at += sprintf(at, "Content-Usage: train-ai=n\nDisallow: /z\n");
	for (int i = 0; i < 400; i++)
		at += sprintf(
			at, "User-agent: r%d\nContent-Usage: /p%d/x search=y\nCrawl-delay: %d\nContent-Usage: search=n\nAllow: /\n",
			i, i, i + 1);
	open_text(&p, &ext, robots, ROBOTSC_RFC9309);
	for (int i = 0; i < 400; i += 7) {
		char name[16];
		struct robotsc_group group;

		sprintf(name, "r%d", i);
		group = select_robot(&p, name);
		for (int k = 0; k < 3; k++) {
			const int want_train = k == 0 ? (i % 2 ? ROBOTSC_YES : ROBOTSC_NO) : k == 1 ? ROBOTSC_UNSTATED : ROBOTSC_NO;
			const int want_search = k == 0 ? ROBOTSC_UNSTATED : k == 1 ? ROBOTSC_YES : ROBOTSC_NO;

			sprintf(path, k == 0 ? "/p%d/y" : k == 1 ? "/p%d/x" : "/q%d", i);
			robotsc_check_usage(&ext, &group, path, strlen(path), &usage);
			CHECK_MSG(usage.preferences[0] == want_train && usage.preferences[1] == want_search, "%s: %s: %d %d", name,
			          path, usage.preferences[0], usage.preferences[1]);
		}
		CHECK(robotsc_next_fetch(&ext, &group, 0, 0, 0, NULL) == (i + 1) * 1000);
	}
	product_close(&p);
	free(robots);
}

/* ---- times ---- */

static void ends_of_time(void)
{
	static const int64_t ends[] = {INT64_MIN, INT64_MIN + 1, -ROBOTSC_TIME_MAX, -1, 0, 1, ROBOTSC_TIME_MAX, INT64_MAX};
	const size_t n = sizeof ends / sizeof *ends;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct robotsc_pace pace;
	struct product p;

	open_text(&p, &ext, "User-agent: *\nVisit-time: 1200-1200\nRequest-rate: 1/99999999999d 1200-1230\nCrawl-delay: 1e\n",
	          ROBOTSC_RFC9309);
	group = select_robot(&p, "a");
	for (size_t i = 0; i < n * n * n; i++) {
		const int64_t now = ends[i % n], last = ends[i / n % n], took = ends[i / n / n];
		const int64_t limit = now > ROBOTSC_TIME_MAX ? ROBOTSC_TIME_MAX : now < -ROBOTSC_TIME_MAX ? -ROBOTSC_TIME_MAX : now;
		const int64_t at = robotsc_next_fetch(&ext, &group, now, last, took, &pace);

		CHECK(at >= limit && (at / 60000 % 1440 + 1440) % 1440 == 720);
		CHECK(pace.reason == ROBOTSC_PACE_REQUEST_RATE && pace.pause == (int64_t)UINT32_MAX - 1);
	}
	product_close(&p);
	open_text(&p, &ext, "", ROBOTSC_RFC9309);
	group = select_robot(&p, "a");
	CHECK(robotsc_next_fetch(&ext, &group, 5, ROBOTSC_NEVER, 0, &pace) == 5 && pace.reason == ROBOTSC_PACE_NONE && !pace.shut);
	CHECK(robotsc_next_fetch(&ext, &group, 5, 0, 0, NULL) == 10000);
	CHECK(robotsc_next_fetch(&ext, &group, 5, 0, 6000, NULL) == 12000);
	CHECK(robotsc_next_fetch(&ext, &group, 0, 0, INT64_MAX, NULL) == 2 * ROBOTSC_TIME_MAX);
	product_close(&p);
}

int main(void)
{
	CHECK_PART(refusals);
	CHECK_PART(names);
	CHECK_PART(labels);
	CHECK_PART(levels);
	CHECK_PART(whose);
	CHECK_PART(many_groups);
	CHECK_PART(ends_of_time);
	return check_done();
}
