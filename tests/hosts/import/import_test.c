/* import_test.c - reading archives: streams and records, whole and damaged; HTTP messages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/support/test.h"
#include "fuzz/import_agrees.h"
#include "hosts/import/items.h"

static struct robotsc_text text(const char *s)
{
	return (struct robotsc_text){s, strlen(s)};
}

static int equal(struct robotsc_text t, const char *s)
{
	return t.len == strlen(s) && memcmp(t.at, s, t.len) == 0;
}

/* ---- archives ------------------------------------------------------------------------ */

#define RECORDS 12u

struct octets {
	uint8_t at[400000];
	size_t len;
	size_t starts[RECORDS + 1]; /* of records */
};

static void add(struct octets *o, const void *at, size_t len)
{
	memcpy(o->at + o->len, at, len);
	o->len += len;
}

/* Make record i: every fifth record is a request, the others are responses with i in the body. */
static size_t make_record(char *out, size_t room, unsigned i, int length_error)
{
	char body[9000];
	size_t n = (size_t)snprintf(body, sizeof body, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nrecord %u\n", i);

	for (; n < (i * 701) % 8000; n++)
		body[n] = (char)('a' + n % 26);
	return (size_t)snprintf(out, room,
	                        "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %shttp://h%u.example/robots.txt%s\r\n"
	                        "WARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: %zu\r\n\r\n%.*s\r\n\r\n",
	                        i % 5 == 4 ? "request" : "response", i % 2 ? "<" : "", i, i % 2 ? ">" : "",
	                        n + (size_t)length_error, (int)n, body);
}

static void compress_to(struct octets *o, const void *at, size_t len)
{
	z_stream z;

	memset(&z, 0, sizeof z);
	CHECK(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	z.next_in = (Bytef *)(uintptr_t)at;
	z.avail_in = (uInt)len;
	z.next_out = o->at + o->len;
	z.avail_out = (uInt)(sizeof o->at - o->len);
	CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
	o->len = sizeof o->at - z.avail_out;
	deflateEnd(&z);
}

enum packing {
	PLAIN,
	MEMBERS,
	ONE_MEMBER,
	PIECES
};

/* An archive.  The length in the header of record `wrong` is false by error octets. */
static void make_archive(struct octets *o, enum packing packing, unsigned wrong, int error)
{
	static struct octets plain;
	char record[12000];

	plain.len = o->len = 0;
	for (unsigned i = 0; i < RECORDS; i++) {
		const size_t n = make_record(record, sizeof record, i, i == wrong ? error : 0);

		o->starts[i] = packing == MEMBERS ? o->len : plain.len;
		add(&plain, record, n);
		if (packing == MEMBERS)
			compress_to(o, record, n);
	}
	o->starts[RECORDS] = packing == MEMBERS ? o->len : plain.len;
	if (packing == PLAIN)
		add(o, plain.at, plain.len);
	if (packing == ONE_MEMBER)
		compress_to(o, plain.at, plain.len);
	for (size_t at = 0; packing == PIECES && at < plain.len; at += 777)
		compress_to(o, plain.at + at, plain.len - at < 777 ? plain.len - at : 777);
}

struct found {
	unsigned responses, faults;
	unsigned char seen[RECORDS];
	uint64_t record, inner; /* place of the first fault */
};

static void read_archive(const struct octets *o, size_t keep, struct found *f)
{
	struct oracle_warc want = {.bytes = (const char *)o->at, .len = o->len, .keep = keep};
	static struct stream stream;
	struct warc_response r;
	struct warc w;
	FILE *file = tmpfile();
	enum warc_result result;

	memset(f, 0, sizeof *f);
	CHECK(file && fwrite(o->at, 1, o->len, file) == o->len && fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0);
	CHECK(robotsc__stream_init(&stream, fileno(file)) == 0);
	robotsc__warc_init(&w, &stream, keep);
	(void)robotsc__warc_is(&w);
	do {
		unsigned i = 0, j = 0;

		result = robotsc__warc_next(&w, &r);
		if (o->len < 2 || o->at[0] != 0x1F)
			CHECK(warc_agrees(&want, &w, result, &r));
		if (result == WARC_END)
			break;
		if (result == WARC_DAMAGED) {
			if (f->faults++ == 0) {
				f->record = w.record;
				f->inner = w.inner;
			}
			CHECK(w.why && w.why[0]);
			continue;
		}
		CHECK(result == WARC_RESPONSE && r.date == 1767323045 && r.block.len <= keep);
		f->responses++;
		if (sscanf(r.uri.at, "http://h%u.", &i) == 1 && i < RECORDS && r.block.len >= 54 &&
		    sscanf(r.block.at + 45, "record %u", &j) == 1 && i == j)
			f->seen[i] = 1;
	} while (f->faults < 1000);
	CHECK(f->faults < 1000);
	robotsc__warc_free(&w);
	robotsc__stream_free(&stream);
	fclose(file);
}

static unsigned responses_before(unsigned i)
{
	unsigned n = 0;

	for (unsigned k = 0; k < i; k++)
		n += k % 5 != 4;
	return n;
}

/* True if all responses but that of one record were found. */
static int all_but(const struct found *f, unsigned but)
{
	for (unsigned i = 0; i < RECORDS; i++)
		if (i % 5 != 4 && i != but && !f->seen[i])
			return 0;
	return 1;
}

static void test_whole(void)
{
	static struct octets o;
	struct found f;

	for (int packing = PLAIN; packing <= PIECES; packing++) {
		make_archive(&o, (enum packing)packing, RECORDS, 0);
		read_archive(&o, 1 << 20, &f);
		CHECK_MSG(f.responses == responses_before(RECORDS) && f.faults == 0 && all_but(&f, RECORDS), "packing %d: %u, %u",
		          packing, f.responses, f.faults);
		read_archive(&o, 100, &f);
		CHECK(f.responses == responses_before(RECORDS) && f.faults == 0 && all_but(&f, RECORDS));
	}
}

/* A record with a wrong length is reported, and the next one is found. */
static void test_wrong_length(void)
{
	static const int errors[] = {-200, -7, 5, 300, 5000, 100000000};
	static struct octets o;
	struct found f;

	for (int packing = PLAIN; packing <= MEMBERS; packing++)
		for (size_t e = 0; e < sizeof errors / sizeof errors[0]; e++) {
			if (packing == PLAIN && errors[e] > 0)
				/* The length covers the next records, and nothing shows that it is
				 * wrong. */
				continue;
			make_archive(&o, (enum packing)packing, 6, errors[e]);
			read_archive(&o, 1 << 20, &f);
			CHECK_MSG(f.faults >= 1 && all_but(&f, 6), "packing %d, error %d: %u faults", packing, errors[e], f.faults);
		}
	make_archive(&o, PLAIN, 6, 100000000);
	read_archive(&o, 1 << 20, &f);
	CHECK(f.faults == 1 && f.record == 0 && f.inner == o.starts[6]);
}

/* One octet of a record is changed: at most this record is lost, and the place is reported. */
static void test_flipped(void)
{
	static struct octets o;
	struct found f;

	for (int packing = PLAIN; packing <= MEMBERS; packing++) {
		make_archive(&o, (enum packing)packing, RECORDS, 0);
		for (size_t at = o.starts[3]; at < o.starts[4]; at += packing == PLAIN && at > o.starts[3] + 300 ? 97 : 1) {
			o.at[at] ^= 0x55;
			read_archive(&o, 1 << 20, &f);
			/* In a plain file, the octet may be part of the record's length. */
			if (packing == MEMBERS || at > o.starts[3] + 200)
				CHECK_MSG(all_but(&f, 3), "packing %d, octet %zu: %u, %u faults", packing, at, f.responses,
				          f.faults);
			if (packing == MEMBERS && f.faults)
				CHECK(f.record == o.starts[3]);
			o.at[at] ^= 0x55;
		}
	}
}

/* A member lacks its end, as when a crawler was stopped and began again: at most its record is
 * lost, and this is reported. */
static void test_cut(void)
{
	static struct octets o, cut;
	struct found f;

	make_archive(&o, MEMBERS, RECORDS, 0);
	for (size_t missing = 1; missing < o.starts[4] - o.starts[3]; missing++) {
		cut.len = 0;
		add(&cut, o.at, o.starts[4] - missing);
		add(&cut, o.at + o.starts[4], o.len - o.starts[4]);
		read_archive(&cut, 1 << 20, &f);
		CHECK_MSG(all_but(&f, 3) && f.faults > 0 && f.record == o.starts[3], "%zu octets less: %u, %u faults", missing,
		          f.responses, f.faults);
	}
}

/* The file ends anywhere: all records before are found, and the end is reported unless it is
 * between records. */
static void test_truncated(void)
{
	static struct octets o;
	struct found f;

	for (int packing = PLAIN; packing <= PIECES; packing++) {
		make_archive(&o, (enum packing)packing, RECORDS, 0);
		for (size_t len = o.len; len > 0; len -= len > 300 ? 83 : 1) {
			unsigned whole = 0;

			o.len = len;
			while (whole < RECORDS && o.starts[whole + 1] <= len)
				whole++;
			read_archive(&o, 1 << 20, &f);
			if (packing <= MEMBERS)
				CHECK(f.responses >= responses_before(whole) && f.responses <= responses_before(whole) + 1);
			if (packing == MEMBERS)
				CHECK(f.faults == (len != o.starts[whole]));
		}
	}
}

/* Octets that are no archive are reported once, and the records after them are found. */
static void test_junk(void)
{
	static struct octets o, junk;
	struct found f;

	make_archive(&o, PLAIN, RECORDS, 0);
	junk.len = 0;
	add(&junk, "WARC/1.0\r\nWARC-Type: response\r\n\r\nWARC-Type WARC/1 junk\n\n", 56);
	add(&junk, o.at, o.len);
	read_archive(&junk, 1 << 20, &f);
	CHECK_MSG(f.faults == 1 && all_but(&f, RECORDS), "%u faults", f.faults);
	make_archive(&o, MEMBERS, RECORDS, 0);
	junk.len = 0;
	add(&junk, o.at, o.starts[2]);
	for (unsigned i = 0; i < 3000; i++)
		add(&junk, "\x1F\x8B\x08 no member \x1F", 15);
	add(&junk, o.at + o.starts[2], o.len - o.starts[2]);
	read_archive(&junk, 1 << 20, &f);
	CHECK_MSG(f.faults >= 1 && all_but(&f, RECORDS), "%u faults", f.faults);
}

/* A header may have at most 65,536 octets, in lines of any length, folded or not. */
static void test_long_headers(void)
{
	static const char begin[] = "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://h\nWARC-Date: 2026-01-02T03:04:05Z\n"
				    "Content-Length: 17\nX: y\n",
			  end[] = "\n\nHTTP/1.1 200 OK\n\nWARC/1.0\n";
	static struct octets o;
	struct found f;

	for (size_t line = 2; line < 200000; line *= 3)
		for (size_t len = 65530; len < 65543; len++)
			/* 2: all lines continue the first one. */
			for (int kind = 0; kind < 3; kind++) {
				o.len = 0;
				add(&o, begin, kind < 2 ? sizeof begin - 1 : 9);
				while (o.len < len - 2)
					add(&o, o.len % line == 0 && o.at[o.len - 1] != '\n' ? "\n" : kind ? " " : "x", 1);
				o.at[o.len - 1] = 'x';
				add(&o, end, sizeof end - 1);
				read_archive(&o, 1 << 20, &f);
				CHECK_MSG(f.responses == (kind < 2 && len <= 65536) && f.faults > 0, "%zu in lines of %zu, %d: %u",
				          len, line, kind, f.responses);
			}
}

/* ---- HTTP -------------------------------------------------------------------------------- */

static void test_bodies(void)
{
	static const struct {
		const char *message, *body;
		unsigned status;
		int truncated;
	} cases[] = {
		{"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", "body", 200, 0},
		{"HTTP/1.0 404 Not Found\nA: b\n\nbody\n", "body\n", 404, 0},
		{"HTTP/2 503\r\n\r\n", "", 503, 0},
		{"HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nbody", "body", 200, 0},
		{"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nbody", "body", 200, 0},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", "body", 200, 0},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2;x=y\r\nbo\r\n02\r\ndy\r\n0\r\n\r\n", "body", 200, 0},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n9\r\ndy", "body", 200, 1},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n", "bo", 200, 1},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nUser-agent: *\n", "User-agent: *\n", 200, 0},
		{"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nUser-agent: *\n", "User-agent: *\n", 200, 0},
		{"HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\n\r\nbody", "body", 200, 0},
		{"HTTP/1.1 404 Not Found\r\nContent-Encoding: compress\r\n\r\nx", "x", 404, 0},
		{"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nUser-agent: *\n", "User-agent: *\n", 200, 0},
		{"HTTP/1.1 200 OK\r\nno field\r\n: x\r\n\r\nbody", "body", 200, 0},
		{"HTTP/1.1 200 OK\r\nA: b", "", 200, 1},
		{"HTTP/1.1 200 OK\r\nA: b\r\n", "", 200, 1},
		{"HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 103 Early\n\nHTTP/1.1 200 OK\r\n\r\nbody", "body", 200, 0},
		{"HTTP/1.1 100 Continue\r\n\r\nbody", "body", 100, 0},
		{"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 No\r\n", "", 404, 1},
		{"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 404 No\r\n\r\n", "HTTP/1.1 404 No\r\n\r\n", 200, 0},
		{"HTTP/1.1 200 OK\r\n x\r\nA: b\r\n\r\n body", " body", 200, 0},
		{"HTTP/1.1 200 OK\r\nA: b\r\n \r\n\tTransfer-Encoding: compress\r\n\r\nbody", "body", 200, 0},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n4\t;x\r\nbody\r\n0\r\n\r\n", "body", 200, 0},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\n1\r\nab\r\n0\r\n",
	         "1\r\nab", 200, 0},
		{"HTTP/1.1 404 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\nbody", "body", 404, 0},
		{"HTTP/1.1 200 OK\r\nContent-Encoding: none\r\nContent-Encoding: gzip\r\ncontent-encoding: GZIP\r\n\r\nbody",
	         "body", 200, 0},
	};
	static const char *const bad[] = {"",
	                                  "GET / HTTP/1.1\r\n\r\n",
	                                  "HTTP/1.1 OK\r\n\r\n",
	                                  "HTTP/1.1 20\r\n\r\n",
	                                  "HTTP/1.1 2000 OK\r\n\r\n",
	                                  "HTTP/1.1\r\n 200 OK\r\n\r\n",
	                                  "HTTP/1.1 200 OK\r\nContent-Encoding: compress\r\n\r\nx",
	                                  "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: deflate\r\n\r\nx",
	                                  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 OK\r\n\r\n"};
	struct http h;

	memset(&h, 0, sizeof h);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		CHECK_MSG(robotsc__http_read(&h, text(cases[i].message), 1000) == 0, "case %zu: %s", i, h.why);
		CHECK_MSG(h.status == cases[i].status && equal(h.body, cases[i].body) && h.truncated == cases[i].truncated,
		          "case %zu", i);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		CHECK(robotsc__http_read(&h, text(bad[i]), 1000) == -1 && h.why);
	CHECK(robotsc__http_read(&h, text("HTTP/1.1 301 X\r\nlocation:  /a \r\nLocation: /b\r\n\r\n"), 1000) == 0 &&
	      equal(h.location, "/a"));
	CHECK(robotsc__http_read(&h, text("HTTP/1.1 301 X\r\nAge: b,\r\n\tLocation: /c\r\nLocation:\n\t/a\nDate: e\n\n"), 1000) ==
	      0);
	CHECK(h.nfields == 3 && equal(h.fields[0].value, "b,  \tLocation: /c") && equal(h.location, "/a") &&
	      equal(h.fields[2].value, "e"));
	CHECK(robotsc__http_read(&h, text("HTTP/1.1 301 X\r\nLocation: /a\r\nB: c\r\n d"), 1000) == 0 && h.nfields == 1 &&
	      h.truncated);
	CHECK(robotsc__http_read(&h, text("HTTP/1.1 301 X\r\nLocation: /a"), 1000) == 0 && h.location.len == 0);
	CHECK(h.truncated && h.cut);
	CHECK(robotsc__http_read(&h, text("HTTP/1.1 302 X\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndy"), 1000) == 0);
	CHECK(h.truncated && !h.cut);
	robotsc__http_free(&h);
}

/* A header may have any number of fields.  More than HTTP_FIELDS fields to keep are refused, unless
 * the status needs none of them. */
static void test_fields(void)
{
	static const char *const heard[] = {"Age",     "Cache-Control", "Content-Encoding", "Date",
	                                    "Expires", "location",      "Retry-After",      "TRANSFER-ENCODING"};
	static char message[40 * HTTP_FIELDS];
	struct http h;
	size_t n = (size_t)sprintf(message, "HTTP/1.1 301 X\n");

	memset(&h, 0, sizeof h);
	for (unsigned i = 0; i < 8; i++)
		n += (size_t)sprintf(message + n, "A:b\n%s: identity\nDates: x\n", heard[i]);
	for (unsigned fields = 0; fields < 3 * HTTP_FIELDS; fields++) {
		const struct robotsc_text block = {message, n + (size_t)sprintf(message + n, "Age: 1\nno field\n\nbody")};
		const int result = robotsc__http_read(&h, block, 1000);

		CHECK(result == 0 && h.nfields == 9 && equal(h.location, "identity") && http_agrees(&h, result, block, 1000));
		CHECK(equal(h.fields[8].name, "Age"));
		for (size_t i = 0; i < 8; i++)
			CHECK(equal(h.fields[i].name, heard[i]));
		n += (size_t)sprintf(message + n, "A:b\n");
	}
	for (unsigned fields = 8; fields < HTTP_FIELDS + 3; fields++) {
		const struct robotsc_text block = {message, n + (size_t)sprintf(message + n, "\nbody")};

		for (int status = '2'; status <= '5'; status++) {
			message[9] = (char)status;
			const int result = robotsc__http_read(&h, block, 1000);

			CHECK(http_agrees(&h, result, block, 1000));
			CHECK_MSG((result == 0) == (fields <= HTTP_FIELDS || status > '3'), "%u fields, %c01", fields, status);
			CHECK(result == 0 ? equal(h.body, "body") : strstr(h.why, "128") != NULL);
		}
		n += (size_t)sprintf(message + n, "Age:1\n");
	}
	robotsc__http_free(&h);
}

/* Bodies in gzip, whole, cut, too long; in zlib; in raw deflate. */
static void test_codings(void)
{
	static struct octets o;
	static char rules[50000];
	struct http h;
	size_t head;

	memset(&h, 0, sizeof h);
	memset(rules, 'x', sizeof rules - 1);
	o.len = 0;
	add(&o, "HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\n\r\n", 45);
	head = o.len;
	compress_to(&o, rules, sizeof rules - 1);
	CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, o.len}, 1 << 20) == 0 && equal(h.body, rules) &&
	      !h.truncated);
	CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, o.len}, 1000) == 0 && h.body.len == 1000 && !h.truncated);
	for (size_t len = head; len < o.len; len++) {
		CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, len}, 1 << 20) == 0);
		CHECK(h.truncated || len < head + 3);
	}
	compress_to(&o, "more", 4);
	CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, o.len}, 1 << 20) == 0 &&
	      h.body.len == sizeof rules - 1 + 4);
	for (int raw = 0; raw < 2; raw++) {
		uLongf n = 1000;

		o.len = 0;
		add(&o, "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n", 46);
		CHECK(compress(o.at + o.len, &n, (const Bytef *)"deflated", 8) == Z_OK);
		if (raw) /* without zlib's two octets before the data and four after it */
			memmove(o.at + o.len, o.at + o.len + 2, n -= 6);
		o.len += n;
		/* Octets after the stream do not matter, even if they begin like gzip. */
		for (size_t more = 0; more < 3; more++) {
			CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, o.len + more}, 1000) == 0);
			CHECK(equal(h.body, "deflated") && !h.truncated);
			o.at[o.len + more] = 0x1F;
		}
	}
	robotsc__http_free(&h);
}

/* A body in Brotli, whole, cut and damaged; a build without the library refuses it and says why. */
static void test_brotli(void)
{
	static const char head[] = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n",
			  coded[] = "\x1B\x36\x00\xE0\x2D\x0E\xEC\x36\x2F\xBB\x28\x82\x70\xD3\x25\x1A\x97\x4E\xF8\x52"
				    "\xA1\x6A\xAE\x88\xF0\xF2\x45\x45\x2E\x41\xCA\xD2\xAA\x45\x07\x36\xE0\x04\x3C\x0F"
				    "\x28\x5C\xF0\x5C\x9D\x42\x75\xA3\xDC\xE2\x75\xCC\xF0\x0A\x02";
	static struct octets o;
	struct http h;

	memset(&h, 0, sizeof h);
	add(&o, head, sizeof head - 1);
	add(&o, coded, sizeof coded - 1);
#ifdef HAVE_BROTLI
	static const char body[] = "User-agent: *\nDisallow: /private/\nDisallow: /private/x\n";

	for (size_t len = sizeof head - 1; len <= o.len; len++) {
		CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, len}, 1000) == 0);
		CHECK(h.body.len < sizeof body && memcmp(h.body.at, body, h.body.len) == 0);
		CHECK_MSG(h.truncated == (len < o.len && len >= sizeof head), "cut to %zu of %zu", len, o.len);
	}
	CHECK(equal(h.body, body) && !h.truncated);
	CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, o.len}, 20) == 0 && h.body.len == 20 && !h.truncated);
	o.at[sizeof head + 2] ^= 0xFF;
	CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, o.len}, 1000) == 0 && h.truncated);
#else
	CHECK(robotsc__http_read(&h, (struct robotsc_text){(char *)o.at, o.len}, 1000) == -1 && strstr(h.why, "libbrotlidec"));
#endif
	robotsc__http_free(&h);
}

/* ---- redirects --------------------------------------------------------------------------- */

#define COLLIDING 1000u

/* Names with the same lower bits of a public hash do not fill neighbouring slots of the table. */
static void test_colliding_names(void)
{
	struct redirects table = {0};
	size_t longest = 0, run = 0;

	for (unsigned n = 0, i = 0; n < COLLIDING; i++) {
		uint8_t octets[24];
		const int len = snprintf((char *)octets, sizeof octets, "%u.example", i);
		const struct outcome o = {.kind = OUTCOME_REDIRECT, .robots = 1, .name_len = (size_t)len, .value_len = (size_t)len};

		if (robotsc_digest(octets, (size_t)len) % 4096 != 7)
			continue;
		CHECK(robotsc__redirects_add(&table, &o, octets) == 0);
		CHECK(robotsc__redirects_find(&table, octets, (size_t)len) != NULL);
		n++;
	}
	for (size_t i = 0; i < table.room; i++) {
		run = table.hops[i] ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	CHECK_MSG(table.n == COLLIDING && longest < COLLIDING / 5, "%zu in a row of %zu", longest, table.n);
	robotsc__redirects_free(&table);
}

int main(void)
{
	CHECK_PART(test_whole);
	CHECK_PART(test_wrong_length);
	CHECK_PART(test_flipped);
	CHECK_PART(test_cut);
	CHECK_PART(test_truncated);
	CHECK_PART(test_junk);
	CHECK_PART(test_long_headers);
	CHECK_PART(test_bodies);
	CHECK_PART(test_fields);
	CHECK_PART(test_codings);
	CHECK_PART(test_brotli);
	CHECK_PART(test_colliding_names);
	return check_done();
}
