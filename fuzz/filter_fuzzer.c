/* filter_fuzzer.c - Whatever the bytes, filter gives each line the verdict of a separate look-up in
 * the store, for any part of the line as the URL, with the host in its cache or not.
 *
 * The bytes are lines that robotsc filter accepts.  There are two stores with a few hosts, of the
 * two dialects that cut a URL differently.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/compile.h"
#include "robotsc/filter.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define STORES 2

static const char *const origins[] = {"http://h/", "https://h/", "http://h:81/", "http://a.example/", "ftp://h/"};
static const char *const rules[] = {"User-agent: *\nDisallow: /a\nAllow: /a/b$\n", "User-agent: *\nDisallow: /\n",
                                    "User-agent: bot\nDisallow: /*?q\nDisallow: /%2F\n",
                                    "User-agent: *\nDisallow: /a\nAllow: /a/b$\n", "User-agent: *\nDisallow: *.gif\n"};
#define ORIGINS (sizeof origins / sizeof origins[0])

static const struct robotsc_text token = {"bot", 3};
static const enum robotsc_dialect dialects[STORES] = {ROBOTSC_RFC9309, ROBOTSC_GOOGLE};
static struct robotsc_store *stores[STORES];
static const int64_t now = 20; /* the third of the origins expires */

/* Make a store, and remove its files, which it keeps open. */
static void make_store(enum robotsc_dialect dialect, struct robotsc_store **store)
{
	const struct robotsc_store_settings settings = {.dialect = dialect, .limit = ROBOTSC_MIN_LIMIT};
	struct robotsc_store_change changes[ORIGINS];
	char folder[] = "/tmp/robotsc-filter-XXXXXX", file[sizeof folder + 16];
	struct robotsc_options options;

	must(mkdtemp(folder) != NULL);
	must(robotsc_store_open(store, folder, ROBOTSC_STORE_CREATE, &settings) == ROBOTSC_STORE_OK);
	robotsc_options_init(&options);
	options.dialect = dialect;
	memset(changes, 0, sizeof changes);
	for (size_t i = 0; i < ORIGINS; i++) {
		void *blob;

		must(robotsc_compile(&options, rules[i], strlen(rules[i]), &blob, &changes[i].blob_len) == ROBOTSC_OK);
		changes[i].blob = blob;
		changes[i].origin = (struct robotsc_text){origins[i], strlen(origins[i])};
		changes[i].entry.decision.outcome = (uint8_t)(i % 3);
		changes[i].entry.decision.expires = (int64_t)i * 10;
	}
	must(robotsc_store_write(*store, changes, ORIGINS, NULL) == ROBOTSC_STORE_OK);
	for (size_t i = 0; i < ORIGINS; i++)
		robotsc_free_blob(NULL, (void *)(uintptr_t)changes[i].blob, changes[i].blob_len);
	for (int i = 0; i < 2; i++) {
		sprintf(file, "%s/%s", folder, i == 0 ? "data.mdb" : "lock.mdb");
		must(unlink(file) == 0);
	}
	must(rmdir(folder) == 0);
}

/* ---- one line at a time ---- */

struct answers {
	char *out;
	size_t out_len;
	struct robotsc_filter_report report;
};

static struct robotsc_text url_of(const struct robotsc_filter_options *o, struct robotsc_text line)
{
	const char *end;

	if (o->end == '\n' && line.len > 0 && line.at[line.len - 1] == '\r')
		line.len--;
	end = line.at + line.len;
	for (size_t field = 1; o->field > 0; field++) {
		const char *stop = line.at;

		while (stop < end && *stop != o->delimiter)
			stop++;
		line.len = (size_t)(stop - line.at);
		if (field == o->field)
			break;
		line.at = stop < end ? stop + 1 : end;
	}
	return line;
}

static void put(struct answers *b, const char *at, size_t len)
{
	b->out = product_alloc(b->out, b->out_len + len + 1);
	if (len > 0)
		memcpy(b->out + b->out_len, at, len);
	b->out_len += len;
}

static void answer(struct robotsc_reader *reader, const struct robotsc_filter_options *o, struct robotsc_text line,
                   struct answers *b)
{
	static const char *const words[] = {"disallow\t", "allow\t", "unknown\t"};
	static const unsigned wanted[] = {ROBOTSC_ALLOW, ROBOTSC_DISALLOW, ROBOTSC_VERDICT_UNKNOWN};
	static const char too_long[] = "unknown\ttoo-long\t";
	const struct robotsc_text url = url_of(o, line);
	struct robotsc_store_entry entry;

	b->report.lines++;
	if (line.len > o->max_line) {
		b->report.skipped++;
		if (o->print == ROBOTSC_PRINT_ALL) {
			put(b, too_long, o->reason ? sizeof too_long - 1 : 8);
			put(b, &o->end, 1);
		}
		return;
	}
	const enum robotsc_store_status status = robotsc_reader_find(reader, url.at, url.len, &entry);
	const char *reason = status == ROBOTSC_STORE_ORIGIN ? "no-origin" : "unknown";
	unsigned verdict = (unsigned)o->unknown;

	if (status == ROBOTSC_STORE_OK && entry.decision.expires <= now)
		b->report.stale++;
	b->report.challenges += status == ROBOTSC_STORE_OK && entry.decision.challenge;
	if (status == ROBOTSC_STORE_OK && entry.decision.expires <= now && o->stale != ROBOTSC_STALE_USE) {
		reason = "stale";
		verdict = o->stale == ROBOTSC_STALE_DENY ? ROBOTSC_DISALLOW : verdict;
	} else if (status == ROBOTSC_STORE_OK) {
		struct robotsc_group group;
		struct robotsc_blob blob;

		must(robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_OK);
		must(robotsc_select(&blob, &token, 1, &group) == ROBOTSC_OK);
		verdict = (unsigned)robotsc_check_url(&group, url.at, url.len);
		reason = robotsc_outcome_name((enum robotsc_outcome)entry.decision.outcome);
	} else {
		b->report.unknown++;
		b->report.no_origin += status == ROBOTSC_STORE_ORIGIN;
	}
	b->report.allowed += verdict == ROBOTSC_ALLOW;
	b->report.disallowed += verdict == ROBOTSC_DISALLOW;
	if (o->print != ROBOTSC_PRINT_ALL && wanted[o->print] != verdict)
		return;
	if (o->print == ROBOTSC_PRINT_ALL)
		put(b, words[verdict], strlen(words[verdict]));
	if (o->reason) {
		put(b, reason, strlen(reason));
		put(b, "\t", 1);
	}
	put(b, line.at, line.len);
	put(b, &o->end, 1);
}

static void answer_lines(struct robotsc_store *store, const struct robotsc_filter_options *o, const char *at, size_t len,
                         struct answers *b)
{
	const char *end = at + len;
	struct robotsc_reader *reader;

	must(robotsc_reader_open(&reader, store) == ROBOTSC_STORE_OK && robotsc_reader_begin(reader, NULL) == ROBOTSC_STORE_OK);
	while (at < end) {
		const char *stop = at;

		while (stop < end && *stop != o->end)
			stop++;
		answer(reader, o, (struct robotsc_text){at, (size_t)(stop - at)}, b);
		at = stop < end ? stop + 1 : end;
	}
	robotsc_reader_close(reader);
}

/* ---- all of them, as filter does ---- */

static void compare(struct robotsc_store *store, const struct robotsc_filter_options *o, const char *text, size_t len)
{
	struct answers want = {.out = NULL};
	struct robotsc_filter_answers got;
	struct robotsc_filter *filter;

	must(robotsc_filter_open(&filter, store, o) == ROBOTSC_STORE_OK);
	answer_lines(store, o, text, len, &want);
	for (int again = 0; again < 2; again++) { /* the second time all hosts are in its cache */
		must(robotsc_filter_lines(filter, text, len, &got) == ROBOTSC_STORE_OK);
		must(memcmp(&got.report, &want.report, sizeof got.report) == 0 && got.len == want.out_len);
		must(want.out_len == 0 || memcmp(got.at, want.out, want.out_len) == 0);
	}
	robotsc_filter_close(filter);
	free(want.out);
}

static const struct robotsc_filter_options ways[] = {
	{.print = ROBOTSC_PRINT_ALL, .reason = 1, .end = '\n', .unknown = ROBOTSC_VERDICT_UNKNOWN},
	{.print = ROBOTSC_PRINT_ALL, .reason = 1, .end = '\n', .unknown = ROBOTSC_VERDICT_UNKNOWN, .stale = ROBOTSC_STALE_DENY},
	{.print = ROBOTSC_PRINT_ALLOWED, .end = '\n', .field = 2, .delimiter = '\t', .unknown = ROBOTSC_DISALLOW},
	{.print = ROBOTSC_PRINT_DISALLOWED,
         .reason = 1,
         .end = '\0',
         .field = 1,
         .delimiter = ' ',
         .unknown = ROBOTSC_DISALLOW,
         .stale = ROBOTSC_STALE_UNKNOWN},
	{.print = ROBOTSC_PRINT_UNKNOWN, .end = ' ', .unknown = ROBOTSC_VERDICT_UNKNOWN},
};
#define WAYS (sizeof ways / sizeof ways[0])

static void compare_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	const size_t s = nth % STORES;
	struct robotsc_filter_options o = ways[nth / STORES];
	char *text = harness_copy(bytes, len);

	(void)state;
	o.tokens = &token;
	o.ntokens = 1;
	o.timed = 1;
	o.now = now;
	o.max_line = len % 2 ? SIZE_MAX : 40;
	compare(stores[s], &o, text, len);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	for (size_t s = 0; s < STORES; s++)
		if (stores[s] == NULL)
			make_store(dialects[s], &stores[s]);
	harness_try(bytes, len, STORES * WAYS, compare_case);
	return 0;
}
