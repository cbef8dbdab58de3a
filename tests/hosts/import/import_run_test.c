/* import_run_test.c - an import as a program uses it: inputs, a store or texts, callbacks, and
 * errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>

#include "tests/hosts/store/store_setup.h"
#include "tests/support/failing_alloc.h"
#include "robotsc/import.h"

/* ---- inputs -------------------------------------------------------------------------------- */

static char archive[1 << 20];
static size_t archive_len;

static void record(const char *uri, const char *date, const char *response)
{
	archive_len += (size_t)snprintf(archive + archive_len, sizeof archive - archive_len,
	                                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n"
	                                "Content-Length: %zu\r\n\r\n%s\r\n\r\n",
	                                uri, date, strlen(response), response);
}

#define OK "HTTP/1.1 200 OK\r\n\r\n"
#define MOVED "HTTP/1.1 301 Moved\r\nLocation: "

/* Make an archive: five origins; three redirects, one to nowhere; two faults. */
static void make_archive(void)
{
	archive_len = 0;
	record("http://a.example/robots.txt", "2026-01-01T00:00:00Z", OK "User-agent: *\nDisallow: /a\n");
	record("http://b.example/robots.txt", "2026-01-01T00:00:00Z", MOVED "http://a.example/robots.txt\r\n\r\n");
	record("http://c.example/robots.txt", "2026-01-01T00:00:00Z", MOVED "/there\r\n\r\n");
	record("http://c.example/there", "2026-01-01T00:00:00Z", OK "User-agent: *\nDisallow: /c\n");
	record("http://d.example/robots.txt", "2026-01-01T00:00:00Z", MOVED "http://e.example/robots.txt\r\n\r\n");
	record("http://f.example/robots.txt", "2026-01-01T00:00:00Z", "HTTP/1.1 404 Gone\r\n\r\n");
	record("http://g.example/robots.txt", "not a date", OK);
	record("http://h.example/robots.txt", "2026-01-01T00:00:00Z", "no HTTP");
	record("http://i.example/robots.txt", "2026-01-01T00:00:00Z", OK "User-agent: *\nDisallow: /i\n");
}

/* Write a file.  Its name is in static storage. */
static const char *file(const char *name, const char *octets, size_t len)
{
	static char path[200];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", top, name);
	f = fopen(path, "wb");
	CHECK(f != NULL && fwrite(octets, 1, len, f) == len && fclose(f) == 0);
	return path;
}

static const char *text_file(const char *name, const char *text)
{
	return file(name, text, strlen(text));
}

/* ---- callbacks ------------------------------------------------------------------------------ */

struct seen {
	int stop_fault, stop_progress, stop_text; /* the call, from 1, that ends the run; 0: none */
	int faults, progress, texts, missing, redirected;
	struct robotsc_import_fault fault; /* the last fault; name has its text */
	char name[100], input[200];
	char said[1000]; /* of each text: origin, time, and the text or the origin that has it */
	uint64_t read;
};

static int on_fault(void *ctx, const struct robotsc_import_fault *fault)
{
	struct seen *s = ctx;

	s->fault = *fault;
	snprintf(s->input, sizeof s->input, "%s", fault->input);
	snprintf(s->name, sizeof s->name, "%.*s", (int)fault->name.len, fault->name.at);
	CHECK(fault->why != NULL && fault->input != NULL);
	return ++s->faults == s->stop_fault;
}

static int on_progress(void *ctx, const struct robotsc_import_report *so_far)
{
	struct seen *s = ctx;

	CHECK(so_far->read >= s->read);
	s->read = so_far->read;
	return ++s->progress == s->stop_progress;
}

static int on_text(void *ctx, const struct robotsc_import_text *t)
{
	struct seen *s = ctx;
	const size_t len = strlen(s->said);

	s->redirected += t->redirected;
	if (++s->texts == s->stop_text)
		return -1;
	if (t->same_as.len && strncmp(t->same_as.at, "http://a.example", t->same_as.len) != 0) {
		s->missing++;
		return 1;
	}
	snprintf(s->said + len, sizeof s->said - len, "%.*s %lld %.*s%.*s|", (int)t->origin.len, t->origin.at,
	         (long long)t->fetched, (int)t->text.len, t->text.len ? t->text.at : "", (int)t->same_as.len,
	         t->same_as.len ? t->same_as.at : "");
	return 0;
}

static struct seen seen;

static struct robotsc_import *open_import(void)
{
	static const struct robotsc_import_options options = {
		.jobs = 2, .ctx = &seen, .fault = on_fault, .progress = on_progress, .text = on_text};
	struct robotsc_import *import = NULL;

	memset(&seen, 0, sizeof seen);
	CHECK(robotsc_import_open(&import, &options) == ROBOTSC_STORE_OK);
	return import;
}

static struct robotsc_store *new_store(void)
{
	fresh();
	return open_store(ROBOTSC_STORE_CREATE, NULL);
}

static int verdict(struct robotsc_store *store, const char *url)
{
	struct robotsc_reader *reader = open_reader(store);
	const int result = ask(reader, url);

	robotsc_reader_close(reader);
	return result;
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void check_policies(struct robotsc_store *store)
{
	CHECK(verdict(store, "http://a.example/a") == 0 && verdict(store, "http://a.example/c") == 1);
	CHECK(verdict(store, "http://b.example/a") == 0 && verdict(store, "http://c.example/c") == 0);
	CHECK(verdict(store, "http://d.example/") == -1 && verdict(store, "http://f.example/") == 1);
	CHECK(verdict(store, "http://h.example/") == -1 && verdict(store, "http://i.example/i") == 0);
	CHECK(faults(store) == 0);
}

static void check_store(void)
{
	struct robotsc_store *store = new_store();
	struct robotsc_import *import = open_import();
	struct robotsc_import_report r;

	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, store, &r) == ROBOTSC_STORE_OK);
	CHECK(r.total == archive_len && r.read == archive_len && r.records == 9 && r.faults == 2 && r.lost == 0);
	CHECK(r.policies == 5 && r.added == 5 && r.replaced == 0 && r.redirects == 3 && r.unresolved == 1 && r.blobs > 0);
	CHECK(seen.faults == 2 && seen.progress > 0 && seen.read == r.read && seen.texts == 0);
	CHECK(strcmp(seen.name, "http://h.example/robots.txt") == 0 && seen.fault.located && !seen.fault.lost);
	check_policies(store);
	/* a second run has nothing to do; then the same archive is added again */
	CHECK(robotsc_import_run(import, store, &r) == ROBOTSC_STORE_OK && r.records == 0);
	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, store, &r) == ROBOTSC_STORE_OK && r.added == 0 && r.replaced == 5);
	robotsc_import_close(import);
	robotsc_import_close(NULL);
	robotsc_store_close(store);
}

/* An archive with nothing but a fault without a URL. */
static void check_only_fault(void)
{
	static const char record_of_nothing[] = "WARC/1.0\r\nWARC-Type: response\r\n"
						"WARC-Target-URI: http://a.example/robots.txt\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
	struct robotsc_store *store = new_store();
	struct robotsc_import *import = open_import();
	struct robotsc_import_report r;

	CHECK(robotsc_import_add(import, text_file("a.warc", record_of_nothing), -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, store, &r) == ROBOTSC_STORE_OK && r.faults == 1 && r.policies == 0);
	CHECK(seen.faults == 1 && seen.fault.name.len == 0 && seen.name[0] == '\0' && seen.fault.why != NULL);
	robotsc_import_close(import);
	robotsc_store_close(store);
}

/* Inputs are read in this order: a list and a WARC file, both from descriptors, then a folder. */
static void check_inputs(void)
{
	struct robotsc_store *store = new_store();
	struct robotsc_import *import = open_import();
	struct robotsc_import_report r;
	char list[400];
	int fds[2], fd;

	snprintf(list, sizeof list, "# a list\nhttp://z.example\t%s\nhttp://y.example\n",
	         text_file("rules", "User-agent: *\nDisallow: /z\n"));
	CHECK(pipe(fds) == 0 && write(fds[1], list, strlen(list)) == (ssize_t)strlen(list) && close(fds[1]) == 0);
	fd = open(file("b.warc", archive, archive_len), O_RDONLY);
	snprintf(list, sizeof list, "%s/hosts", top);
	CHECK(mkdir(list, 0777) == 0);
	text_file("hosts/http:x.example", "User-agent: *\nDisallow: /x\n");
	CHECK(robotsc_import_add(import, "the list", fds[0]) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_add(import, "the archive", fd) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_add(import, list, -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, store, &r) == ROBOTSC_STORE_OK);
	CHECK(r.total == 0 && r.read > archive_len && r.records == 12 && r.faults == 3 && r.added == 7);
	CHECK(verdict(store, "http://z.example/z") == 0 && verdict(store, "http://x.example/x") == 0);
	check_policies(store);
	CHECK(close(fds[0]) == 0 && close(fd) == 0);
	robotsc_import_close(import);
	robotsc_store_close(store);
}

static void check_texts(void)
{
	struct robotsc_import *import = open_import();
	struct robotsc_import_report r;

	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, NULL, &r) == ROBOTSC_STORE_OK);
	CHECK(r.records == 9 && r.policies == 4 && r.redirects == 3 && r.unresolved == 1 && r.added == 0 && seen.missing == 1);
	CHECK(seen.redirected == 3);
	CHECK(strstr(seen.said, "http://a.example 1767225600 User-agent: *\nDisallow: /a\n|") != NULL);
	CHECK(strstr(seen.said, "http://b.example 1767225600 http://a.example|") != NULL);
	CHECK(strstr(seen.said, "http://c.example 1767225600 User-agent: *\nDisallow: /c\n|") != NULL);
	CHECK(strstr(seen.said, "http://i.example ") != NULL && strstr(seen.said, "http://f.example ") == NULL);
	robotsc_import_close(import);
}

/* ---- what goes wrong ----------------------------------------------------------------------- */

static void check_refused(void)
{
	struct robotsc_import *import = open_import();
	struct robotsc_import_report r;
	const int folder_fd = open(top, O_RDONLY);

	errno = 0;
	CHECK(robotsc_import_add(import, "/nowhere/at/all", -1) == ROBOTSC_STORE_SYSTEM && errno == ENOENT);
	CHECK(robotsc_import_add(import, text_file("robots.txt", "User-agent: *\n"), -1) == ROBOTSC_STORE_INPUT);
	errno = 0;
	CHECK(robotsc_import_add(import, "a folder", folder_fd) == ROBOTSC_STORE_SYSTEM && errno == EISDIR);
	CHECK(robotsc_import_add(import, text_file("empty", ""), -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, NULL, &r) == ROBOTSC_STORE_OK && r.records == 0 && seen.faults == 0);
	CHECK(close(folder_fd) == 0);
	robotsc_import_close(import);
}

/* One input is gone when it is read, and another turns out to be no input; the rest is imported. */
static void check_lost(void)
{
	struct robotsc_store *store = new_store();
	struct robotsc_import *import = open_import();
	struct robotsc_import_report r;
	const char *path;

	path = text_file("gone", "http://z.example\tx\n");
	CHECK(robotsc_import_add(import, path, -1) == ROBOTSC_STORE_OK && unlink(path) == 0);
	path = text_file("changed", "http://z.example\tx\n");
	CHECK(robotsc_import_add(import, path, -1) == ROBOTSC_STORE_OK);
	text_file("changed", "User-agent: *\n");
	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	seen.stop_fault = 2;
	CHECK(robotsc_import_run(import, store, &r) == ROBOTSC_STORE_STOPPED && r.lost == 2 && r.faults == 0);
	CHECK(seen.fault.lost && !seen.fault.located && strstr(seen.input, "changed") && seen.fault.error == 0);
	robotsc_import_close(import);
	import = open_import();
	path = text_file("gone", "http://z.example\tx\n");
	CHECK(robotsc_import_add(import, path, -1) == ROBOTSC_STORE_OK && unlink(path) == 0);
	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	seen.stop_fault = 1;
	CHECK(robotsc_import_run(import, store, NULL) == ROBOTSC_STORE_STOPPED && seen.fault.error == ENOENT);
	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, store, &r) == ROBOTSC_STORE_OK && r.added == 5);
	check_policies(store);
	robotsc_import_close(import);
	robotsc_store_close(store);
}

static void check_stopped(void)
{
	struct robotsc_store *store = new_store();
	struct robotsc_import *import = open_import();

	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	seen.stop_progress = 1;
	CHECK(robotsc_import_run(import, store, NULL) == ROBOTSC_STORE_STOPPED && seen.progress == 1);
	CHECK(verdict(store, "http://a.example/a") == -1 && faults(store) == 0);
	for (int stop = 1; stop <= 4; stop++) {
		CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
		memset(&seen, 0, sizeof seen);
		seen.stop_text = stop;
		CHECK(robotsc_import_run(import, NULL, NULL) == ROBOTSC_STORE_STOPPED && seen.texts == stop);
	}
	robotsc_import_close(import);
	robotsc_store_close(store);
}

/* A store that is open for reading only. */
static void check_readonly(void)
{
	struct robotsc_store *store;
	struct robotsc_import *import = open_import();

	robotsc_store_close(new_store());
	store = open_store(ROBOTSC_STORE_READ, NULL);
	CHECK(robotsc_import_add(import, file("a.warc", archive, archive_len), -1) == ROBOTSC_STORE_OK);
	CHECK(robotsc_import_run(import, store, NULL) == ROBOTSC_STORE_READONLY);
	robotsc_import_close(import);
	robotsc_store_close(store);
}

/* Each allocation fails once.  The store is good afterwards; if the run reports success, all is in
 * it, except responses that are reported as skipped for want of memory. */
static void check_memory(void)
{
	const struct robotsc_import_options options = {.jobs = 2};
	enum robotsc_store_status status = ROBOTSC_STORE_NOMEM;
	struct robotsc_import_report r = {.faults = 0};
	long n = 0, failed = 0, skipped = 0;
	char path[200];

	snprintf(path, sizeof path, "%s", file("a.warc", archive, archive_len));
	for (int left = 1; left > 0 && n < 2000; n++) {
		struct robotsc_store *store = new_store();
		struct robotsc_import *import = NULL;

		atomic_store(&allocations_left, n);
		status = robotsc_import_open(&import, &options);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc_import_add(import, path, -1);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc_import_run(import, store, &r);
		left = atomic_load(&allocations_left) < 0;
		atomic_store(&allocations_left, -1);
		CHECK_MSG(status == ROBOTSC_STORE_OK || status == ROBOTSC_STORE_NOMEM, "%ld: %s", n,
		          robotsc_store_strerror(status));
		failed += status != ROBOTSC_STORE_OK;
		CHECK(faults(store) == 0);
		if (status == ROBOTSC_STORE_OK && r.faults == 2)
			check_policies(store);
		skipped += status == ROBOTSC_STORE_OK && r.faults != 2;
		robotsc_import_close(import);
		robotsc_store_close(store);
	}
	CHECK_MSG(failed > 40 && skipped < 10 && n < 2000 && status == ROBOTSC_STORE_OK, "%ld, %ld of %ld", failed, skipped, n);
}

int main(void)
{
	setup_begin();
	make_archive();
	CHECK_PART(check_store);
	CHECK_PART(check_only_fault);
	CHECK_PART(check_inputs);
	CHECK_PART(check_texts);
	CHECK_PART(check_refused);
	CHECK_PART(check_lost);
	CHECK_PART(check_stopped);
	CHECK_PART(check_readonly);
	CHECK_PART(check_memory);
	setup_end();
	return check_done();
}
