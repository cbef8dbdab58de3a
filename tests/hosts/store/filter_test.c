/* filter_test.c - a filter as a program uses it: lines in memory, lines from input to output, and
 * errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "store_setup.h"
#include "tests/support/failing_alloc.h"
#include "robotsc/filter.h"

static const struct robotsc_text me = {"ExampleBot", 10};

static struct robotsc_filter_options options_for(enum robotsc_filter_print print)
{
	struct robotsc_filter_options o;

	robotsc_filter_options_init(&o);
	o.tokens = &me;
	o.ntokens = 1;
	o.print = print;
	o.timed = 1;
	o.now = 1000;
	return o;
}

/* The answers of a filter with these options; in static storage. */
static const char *answer(struct robotsc_store *store, const struct robotsc_filter_options *o, const char *lines,
                          struct robotsc_filter_report *report)
{
	static char said[4096];
	struct robotsc_filter *filter = NULL;
	struct robotsc_filter_answers a;

	CHECK(robotsc_filter_open(&filter, store, o) == ROBOTSC_STORE_OK);
	CHECK(robotsc_filter_lines(filter, lines, strlen(lines), &a) == ROBOTSC_STORE_OK && a.len < sizeof said);
	if (a.len)
		memcpy(said, a.at, a.len);
	said[a.len] = '\0';
	*report = a.report;
	robotsc_filter_close(filter);
	return said;
}

/* ---- in memory ------------------------------------------------------------------------------ */

static void check_lines(struct robotsc_store *store)
{
	static const char lines[] = "http://a/x\nhttp://a/y\nhttp://b/x\nhttp://none/\n\n";
	struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_filter_report r;

	CHECK(strcmp(answer(store, &o, lines, &r),
	             "disallow\thttp://a/x\nallow\thttp://a/y\nallow\thttp://b/x\nunknown\thttp://none/\nunknown\t\n") == 0);
	CHECK(r.lines == 5 && r.unknown == 2 && r.no_origin == 1 && r.stale == 0 && r.skipped == 0);
	o.print = ROBOTSC_PRINT_ALLOWED;
	CHECK(strcmp(answer(store, &o, lines, &r), "http://a/y\nhttp://b/x\n") == 0);
	o.print = ROBOTSC_PRINT_DISALLOWED;
	o.unknown = ROBOTSC_DISALLOW;
	o.reason = 1;
	CHECK(strcmp(answer(store, &o, lines, &r), "parse\thttp://a/x\nunknown\thttp://none/\nno-origin\t\n") == 0);
	o.print = ROBOTSC_PRINT_UNKNOWN;
	CHECK(strcmp(answer(store, &o, lines, &r), "") == 0 && r.unknown == 2 && r.no_origin == 1);
	o.field = 2;
	o.delimiter = ' ';
	o.print = ROBOTSC_PRINT_ALLOWED;
	CHECK(strcmp(answer(store, &o, "1 http://a/x 2\n3 http://a/y", &r), "parse\t3 http://a/y\n") == 0);
}

/* The policy of http://a is fresh until 86500, that of http://b until 86600, in seconds. */
static void check_stale(struct robotsc_store *store)
{
	static const char lines[] = "http://a/x\nhttp://b/y\n";
	struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_filter_report r;

	o.reason = 1;
	o.now = 86499;
	o.stale = ROBOTSC_STALE_DENY;
	CHECK(strcmp(answer(store, &o, lines, &r), "disallow\tparse\thttp://a/x\ndisallow\tparse\thttp://b/y\n") == 0);
	CHECK(r.stale == 0);
	o.now = 86500;
	CHECK(strcmp(answer(store, &o, lines, &r), "disallow\tstale\thttp://a/x\ndisallow\tparse\thttp://b/y\n") == 0);
	CHECK(r.stale == 1 && r.unknown == 0);
	o.stale = ROBOTSC_STALE_UNKNOWN;
	CHECK(strcmp(answer(store, &o, lines, &r), "unknown\tstale\thttp://a/x\ndisallow\tparse\thttp://b/y\n") == 0);
	o.stale = ROBOTSC_STALE_USE;
	o.timed = 0; /* now is the system's time: both are stale */
	CHECK(strcmp(answer(store, &o, lines, &r), "disallow\tparse\thttp://a/x\ndisallow\tparse\thttp://b/y\n") == 0);
	CHECK(r.stale == 2 && r.unknown == 0);
}

static void check_skipped(struct robotsc_store *store)
{
	static const char lines[] = "http://a/y\nhttp://a/yy\nhttp://b/z\nhttp://b/zz\n";
	struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_filter *filter = NULL;
	struct robotsc_filter_answers a;

	o.max_line = 10;
	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_OK);
	CHECK(robotsc_filter_lines(filter, lines, strlen(lines), &a) == ROBOTSC_STORE_OK);
	CHECK(a.report.skipped == 2 && a.skipped[0] == 2 && a.skipped[1] == 4 && a.report.lines == 4);
	robotsc_filter_close(filter);
}

/* A filter sees changes since its last call. */
static void check_change(struct robotsc_store *store)
{
	const struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_filter *filter = NULL;
	struct robotsc_filter_answers a;

	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_OK);
	CHECK(robotsc_filter_lines(filter, "http://c/1", 10, &a) == ROBOTSC_STORE_OK);
	CHECK(a.len == 19 && memcmp(a.at, "unknown\thttp://c/1\n", a.len) == 0);
	put(store, "http://c", "/1", 100);
	CHECK(robotsc_filter_lines(filter, "http://c/1", 10, &a) == ROBOTSC_STORE_OK);
	CHECK(a.len == 20 && memcmp(a.at, "disallow\thttp://c/1\n", a.len) == 0);
	put(store, "http://c", "/2", 200);
	CHECK(robotsc_filter_lines(filter, "http://c/1", 10, &a) == ROBOTSC_STORE_OK);
	CHECK(a.len == 17 && memcmp(a.at, "allow\thttp://c/1\n", a.len) == 0);
	robotsc_filter_close(filter);
	robotsc_filter_close(NULL);
}

static void check_options(struct robotsc_store *store)
{
	const struct robotsc_text other = {"OtherBot", 8};
	const struct robotsc_store_settings settings = {.limit = ROBOTSC_MIN_LIMIT, .agents = &other, .nagents = 1};
	const struct robotsc_filter_options good = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_filter_options o = good;
	struct robotsc_filter *filter = NULL;
	struct robotsc_store *others;

	o.ntokens = 0;
	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_AGENT);
	o = good;
	o.unknown = 3;
	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_ARGUMENT);
	o = good;
	o.print = (enum robotsc_filter_print)4;
	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_ARGUMENT);
	o = good;
	o.stale = (enum robotsc_filter_stale)3;
	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_ARGUMENT);
	CHECK(robotsc_filter_run(store, &o, NULL, NULL) == ROBOTSC_STORE_ARGUMENT);
	fresh();
	others = open_store(ROBOTSC_STORE_CREATE, &settings);
	CHECK(robotsc_filter_open(&filter, others, &good) == ROBOTSC_STORE_AGENT && filter == NULL);
	CHECK(robotsc_filter_run(others, &good, NULL, NULL) == ROBOTSC_STORE_AGENT);
	robotsc_store_close(others);
}

/* ---- from input to output ----------------------------------------------------------------- */

#define LINES 30000u
#define INPUT_ROOM (LINES * 40u)

struct stream {
	const char *in;
	size_t len, at, piece;
	size_t stop_read, stop_write; /* octets after which the callback stops the run */
	char out[2 * INPUT_ROOM];
	size_t out_len, writes;
	uint64_t skipped, sum; /* number of lines, and the sum of their numbers */
};

static long read_some(void *ctx, char *at, size_t room)
{
	struct stream *s = ctx;
	size_t n = s->len - s->at;

	if (s->at >= s->stop_read)
		return -1;
	n = n < s->piece ? n : s->piece;
	n = n < room ? n : room;
	memcpy(at, s->in + s->at, n);
	s->at += n;
	return (long)n;
}

static int is_ready(void *ctx)
{
	const struct stream *s = ctx;

	return s->at % 3 != 0;
}

static int write_some(void *ctx, const char *at, size_t len)
{
	struct stream *s = ctx;

	s->writes++;
	if (s->out_len >= s->stop_write)
		return 1;
	CHECK(len > 0 && s->out_len + len <= sizeof s->out);
	memcpy(s->out + s->out_len, at, len);
	s->out_len += len;
	return 0;
}

static void count_skipped(void *ctx, uint64_t line)
{
	struct stream *s = ctx;

	s->skipped++;
	s->sum += line;
}

static char input[INPUT_ROOM];
static struct stream stream;

static enum robotsc_store_status run(struct robotsc_store *store, const struct robotsc_filter_options *o, size_t piece,
                                     struct robotsc_filter_report *report)
{
	const struct robotsc_filter_streams streams = {&stream, read_some, piece % 2 ? is_ready : NULL, write_some, count_skipped};

	stream.at = stream.out_len = stream.writes = stream.skipped = stream.sum = 0;
	stream.piece = piece;
	return robotsc_filter_run(store, o, &streams, report);
}

/* Lines of many hosts; one line in 1,000 is too long. */
static size_t make_input(void)
{
	size_t len = 0;

	for (unsigned i = 0; i < LINES; i++)
		len += (size_t)sprintf(input + len, "http://%c/%s%u\n", "abcd"[i * 7 % 11 % 4],
		                       i % 1000 == 5 ? "0123456789012" : "", i % 3);
	return len;
}

static void check_run(struct robotsc_store *store)
{
	struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_filter_report r, want;
	struct robotsc_filter *filter = NULL;
	struct robotsc_filter_answers a;

	stream.stop_read = stream.stop_write = SIZE_MAX;
	o.max_line = 20;
	o.reason = 1;
	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_OK);
	CHECK(robotsc_filter_lines(filter, input, stream.len, &a) == ROBOTSC_STORE_OK);
	want = a.report;
	CHECK(want.lines == LINES && want.skipped == LINES / 1000 && want.unknown > 1000);
	for (unsigned jobs = 0; jobs < 4; jobs++)
		for (size_t piece = 1; piece < 3000000; piece = piece * 17 + 2) {
			o.jobs = jobs;
			CHECK(run(store, &o, piece, &r) == ROBOTSC_STORE_OK && memcmp(&r, &want, sizeof r) == 0);
			CHECK(stream.out_len == a.len && memcmp(stream.out, a.at, a.len) == 0);
			CHECK(stream.skipped == 30 && stream.sum == 30 * 6 + 1000 * (29 * 30 / 2));
		}
	robotsc_filter_close(filter);
	stream.len = 0;
	CHECK(run(store, &o, 100, &r) == ROBOTSC_STORE_OK && r.lines == 0 && stream.writes == 0);
}

/* ---- what goes wrong ------------------------------------------------------------------------ */

static void check_stopped(struct robotsc_store *store)
{
	const struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_filter_report r;

	stream.len = make_input();
	stream.stop_read = 100000;
	CHECK(run(store, &o, 4097, &r) == ROBOTSC_STORE_STOPPED && r.lines > 0 && r.lines < LINES);
	stream.stop_read = SIZE_MAX;
	stream.stop_write = 1;
	CHECK(run(store, &o, 4097, &r) == ROBOTSC_STORE_STOPPED && stream.writes == 2);
	stream.stop_write = SIZE_MAX;
}

/* Each allocation fails once. */
static void check_memory(struct robotsc_store *store)
{
	struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	enum robotsc_store_status status = ROBOTSC_STORE_NOMEM;
	struct robotsc_filter *filter;
	struct robotsc_filter_answers a;
	long n = 0;

	for (; status != ROBOTSC_STORE_OK && n < 1000; n++) {
		filter = NULL;
		atomic_store(&allocations_left, n);
		status = robotsc_filter_open(&filter, store, &o);
		CHECK((status == ROBOTSC_STORE_OK) == (filter != NULL));
		if (status == ROBOTSC_STORE_OK)
			status = robotsc_filter_lines(filter, input, stream.len, &a);
		atomic_store(&allocations_left, -1);
		CHECK(status == ROBOTSC_STORE_OK || status == ROBOTSC_STORE_NOMEM);
		robotsc_filter_close(filter);
	}
	CHECK_MSG(n > 5 && n < 1000, "%ld", n);
	o.jobs = 2;
	status = ROBOTSC_STORE_NOMEM;
	for (n = 0; status != ROBOTSC_STORE_OK && n < 1000; n++) {
		atomic_store(&allocations_left, n);
		status = run(store, &o, 5000, NULL);
		atomic_store(&allocations_left, -1);
		CHECK(status == ROBOTSC_STORE_OK || status == ROBOTSC_STORE_NOMEM);
	}
	CHECK_MSG(n > 10 && n < 1000, "%ld", n);
}

/* When an entry was changed behind the store's back, there is no answer. */
static void check_damaged(void)
{
	const struct robotsc_filter_options o = options_for(ROBOTSC_PRINT_ALL);
	struct robotsc_store *store;
	struct robotsc_filter *filter = NULL;
	struct robotsc_filter_answers a;
	struct robotsc_filter_report r;
	MDB_val key, value;
	MDB_cursor *cursor;
	uint8_t copy[256];
	struct raw raw;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "http://a", "/x", 100);
	robotsc_store_close(store);
	raw = raw_open("origins", 0, 0);
	CHECK(mdb_cursor_open(raw.txn, raw.dbi, &cursor) == 0 && mdb_cursor_get(cursor, &key, &value, MDB_FIRST) == 0);
	CHECK(value.mv_size <= sizeof copy);
	memcpy(copy, value.mv_data, value.mv_size);
	copy[12] ^= 1;
	value.mv_data = copy;
	CHECK(mdb_cursor_put(cursor, &key, &value, MDB_CURRENT) == 0);
	mdb_cursor_close(cursor);
	raw_close(&raw);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	CHECK(robotsc_filter_open(&filter, store, &o) == ROBOTSC_STORE_OK);
	CHECK(robotsc_filter_lines(filter, "http://a/x", 10, &a) == ROBOTSC_STORE_DAMAGED);
	robotsc_filter_close(filter);
	CHECK(run(store, &o, 100, &r) == ROBOTSC_STORE_DAMAGED && stream.out_len == 0);
	robotsc_store_close(store);
}

int main(void)
{
	struct robotsc_store *store;

	setup_begin();
	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "http://a", "/x", 100);
	put(store, "http://b", "/y", 200);
	stream.in = input;
	stream.len = make_input();
	if (check_case("check_lines"))
		check_lines(store);
	if (check_case("check_stale"))
		check_stale(store);
	if (check_case("check_skipped"))
		check_skipped(store);
	if (check_case("check_change"))
		check_change(store);
	if (check_case("check_options"))
		check_options(store);
	const int runs = check_case("check_run"); /* the next cases compare with its output */

	if (runs) {
		check_run(store);
		check_stopped(store);
		check_memory(store);
	}
	robotsc_store_close(store);
	if (runs)
		check_damaged();
	setup_end();
	return check_done();
}
