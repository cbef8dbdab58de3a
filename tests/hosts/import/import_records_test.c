/* import_records_test.c - how the records of small archives are read: from a plain file, from a
 * gzip member, and from members of an octet each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/support/test.h"
#include "fuzz/import_agrees.h"

#define KEEP 1000
#define ROOM 400000

#define NAME "WARC-Target-URI: http://h/robots.txt\n"
#define DATE "WARC-Date: 2026-01-31T12:00:00Z\n"
#define HEAD "WARC/1.0\nWARC-Type: response\n" NAME DATE
#define UNSIZED "! the record's Content-Length is no number, or too large a one"
#define NEXT "\n\nWARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://next\r\n" DATE "Content-Length: 4\r\n\r\nnext"
#define READ "http://h/robots.txt 1769860800 0 "
#define TORN "! the record has two different WARC-Target-URIs"
#define GOES_ON "; http://next 1769860800 0 next"

static const struct {
	const char *archive, *want;
} cases[] = {
	/* header fields that continue in further lines */
	{HEAD "Content-Length:\n 4\n\nbody", READ "body"},
	{HEAD "Content-Length:\r\n\t4\r\n\r\nbody", READ "body"},
	{HEAD "Content-Length:\n \n\t\n 4 \n \t\n\nbody" NEXT, READ "body" GOES_ON},
	{HEAD "Content-Length: 4\n 4\n\nbody", UNSIZED},
	{HEAD "Content-Length: 100000000000000000000000\n\nbody", UNSIZED},
	{HEAD "Content-Length: 18446744073709551616\n\nbody", UNSIZED},
	{HEAD "Content-Length: -1\n\nbody", UNSIZED},
	{HEAD "Content-Length:\n\nbody", UNSIZED},
	{HEAD "\nbody", "! the record does not say its Content-Length"},
	{HEAD "Content-Length: 4\nX: y\n Content-Length: 5\n\nbody!", READ "body; ! the file ends inside a record"},
	{HEAD "Content-Length: 4\n\n bod" NEXT, READ " bod" GOES_ON},
	{HEAD "Content-Length: 0\n\n", READ},
	{HEAD "Content-Length: 4\n\r\n\tbod", READ "\tbod"},
	{HEAD "Content-Length: 4\n ", "! the file ends inside a record"},
	{HEAD "Content-Length: 4\n", "! the file ends inside a record"},
	{"WARC/1.0\n WARC-Type: request\nWARC-Type:\n response\nWARC-Target-URI:\n <http://h/robots.txt>\nWARC-Date:\r\n \r\n"
         "\t2026-01-31T12:00:00Z\nWARC-Truncated:\n\t length \nContent-Length: 4\n\nbody" NEXT,
         "http://h/robots.txt 1769860800 1 body" GOES_ON},
	{"WARC/1.0\nWARC-Type: response\n" DATE "WARC-Target-URI: http://h/a\r\n\tb \nContent-Length: 4\n\nbody",
         "http://h/a  \tb 1769860800 0 body"},
	{"WARC/1.0\nWARC-Type: response\n" NAME "WARC-Date: 2026-01-31\n T12:00:00Z\nContent-Length: 4\n\nbody" NEXT,
         "! the record has no WARC-Date" GOES_ON},
	{HEAD "Content-Length\n : 4\n\nbody", "! the record does not say its Content-Length"},
	/* two targets: the same one twice, or two different ones */
	{HEAD NAME "Content-Length: 4\n\nbody" NEXT, READ "body" GOES_ON},
	{HEAD "warc-target-uri:<http://h/robots.txt>\nContent-Length: 4\n\nbody" NEXT, READ "body" GOES_ON},
	{HEAD "WARC-Target-URI: http://i/robots.txt\nContent-Length: 4\n\nbody" NEXT, TORN GOES_ON},
	{HEAD "WARC-Target-URI: http://h/robots.tx\nContent-Length: 4\n\nbody" NEXT, TORN GOES_ON},
	{HEAD "WARC-Target-URI: http://H/robots.txt\nContent-Length: 4\n\nbody" NEXT, TORN GOES_ON},
	{HEAD "WARC-Target-URI: \n" NAME "Content-Length: 4\n\nbody" NEXT, TORN GOES_ON},
	{HEAD "WARC-Target-URI: http://i\n" NAME "Content-Length: 4\n\nbody" NEXT, TORN GOES_ON},
	{"WARC/1.0\nWARC-Type: request\n" NAME DATE "WARC-Target-URI: http://i\nContent-Length: 4\n\nbody" NEXT,
         "http://next 1769860800 0 next"},
	/* a record with further segments */
	{HEAD "WARC-Segment-Number: 1\nContent-Length: 4\n\nbody" NEXT, "http://h/robots.txt 1769860800 1 body" GOES_ON},
	{HEAD "WARC-Truncated: time\nWARC-Segment-Number: 1\nContent-Length: 4\n\nbody", "http://h/robots.txt 1769860800 2 body"},
};

/* Print what a file holds into said: URI, date, cut and block of each response, and why of each
 * fault. oracle: NULL if the file has gzip members, which the oracle cannot read. */
static void read_file(const char *archive, size_t len, struct oracle_warc *oracle, char said[2000])
{
	static struct stream stream;
	struct warc_response r;
	struct warc w;
	enum warc_result result;
	size_t n = 0;
	FILE *const file = tmpfile();

	CHECK(file != NULL && fwrite(archive, 1, len, file) == len && fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0);
	CHECK(robotsc__stream_init(&stream, fileno(file)) == 0);
	robotsc__warc_init(&w, &stream, KEEP);
	CHECK(robotsc__warc_is(&w));
	said[0] = '\0';
	do {
		result = robotsc__warc_next(&w, &r);
		CHECK(oracle == NULL || warc_agrees(oracle, &w, result, &r));
		if (result == WARC_RESPONSE)
			n += (size_t)sprintf(said + n, "%s%.*s %lld %d %.*s", n ? "; " : "", (int)r.uri.len, r.uri.at,
			                     (long long)r.date, (int)r.cut, (int)r.block.len, r.block.at);
		if (result == WARC_DAMAGED)
			n += (size_t)sprintf(said + n, "%s! %s", n ? "; " : "", w.why);
	} while (result != WARC_END && n < 1000);
	robotsc__warc_free(&w);
	robotsc__stream_free(&stream);
	fclose(file);
}

static size_t compress_to(char *out, const char *at, size_t len)
{
	z_stream z;

	memset(&z, 0, sizeof z);
	CHECK(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	z.next_in = (Bytef *)(uintptr_t)at;
	z.avail_in = (uInt)len;
	z.next_out = (Bytef *)out;
	z.avail_out = ROOM / 2;
	CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

int main(void)
{
	static char member[ROOM], members[ROOM];
	char said[2000];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *const archive = cases[i].archive;
		const size_t len = strlen(archive), packed = compress_to(member, archive, len);
		const struct oracle_warc oracle = {.bytes = archive, .len = len, .keep = KEEP};
		size_t small = 0;

		for (size_t at = 0; at < len; at++)
			small += compress_to(members + small, archive + at, 1);
		const struct {
			const char *at;
			size_t len;
		} files[] = {{archive, len}, {member, packed}, {members, small}};
		for (size_t k = 0; k < 3; k++) {
			struct oracle_warc again = oracle;

			read_file(files[k].at, files[k].len, k < 2 ? &again : NULL, said);
			CHECK_MSG(strcmp(said, cases[i].want) == 0, "%zu, %zu:\n%s, not\n%s", i, k, said, cases[i].want);
		}
	}
	return check_done();
}
