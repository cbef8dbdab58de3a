/* import_fuzzer.c - Whatever the bytes, an archive has the oracle's responses and faults at the
 * oracle's places, each response and redirect is read as by the oracle, and gzip, reads in pieces
 * and a smaller limit give the same responses.
 *
 * The bytes are a file that robotsc import accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "hosts/import/iso8601.h"
#include "hosts/import/url_key.h"
#include "import_agrees.h"
#include "robotsc/report.h"
#include "tests/oracle/oracle_origin.h"

#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define KEEP 2000 /* octets of a block */
#define LESS 60   /* octets of a block or body that is cut */
#define BODY 5000 /* octets of a decoded body */
#define PIECES 8
#define MOST_PIECES 65536
#define MOST 4000 /* faults and responses of one input: above any number */

/* The results of a reader, and a digest of them. */
struct found {
	unsigned responses, faults;
	uint64_t digest;
};

/* Open a file with these octets, at its beginning.  Returns its descriptor. */
static int open_file(const void *bytes, size_t len)
{
	static FILE *file;

	if (file == NULL)
		file = tmpfile();
	must(file != NULL && ftruncate(fileno(file), 0) == 0 && pwrite(fileno(file), bytes, len, 0) == (ssize_t)len);
	must(lseek(fileno(file), 0, SEEK_SET) == 0);
	return fileno(file);
}

/* Open a socket from which these octets are read in random pieces.  Returns its descriptor. */
static int open_pieces(const uint8_t *bytes, size_t len)
{
	uint64_t chance = harness_seed(bytes, len);
	int ends[2];

	must(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
	for (size_t left = PIECES, n; len > 0; left--, bytes += n, len -= n) {
		n = left > 1 ? 1 + product_below(&chance, 2 * len / left + 1) : len;
		n = n < len ? n : len;
		must(send(ends[0], bytes, n, 0) == (ssize_t)n);
	}
	close(ends[0]);
	return ends[1];
}

static void mix(struct found *f, const void *at, size_t len)
{
	f->digest = (f->digest + len) * 31 + robotsc_digest(at, len);
}

/* ---- responses ---- */

/* The name of a URL is the oracle's, and the name of that name is the same. */
static void read_name(struct robotsc_text url)
{
	char name[URL_ROOM], again[URL_ROOM], *want = product_alloc(NULL, url.len + ORACLE_ORIGIN_ROOM);
	bool robots = false, again_robots = false;
	int oracle_robots = 0;
	const size_t n = robotsc__url_key(url, name, &robots), m = oracle_url_key(url.at, url.len, want, &oracle_robots);

	must(n <= URL_ROOM && (m > URL_ROOM ? n == 0 : n == m && memcmp(name, want, n) == 0));
	if (n > 0) {
		must(robots == oracle_robots);
		must(robotsc__url_key((struct robotsc_text){name, n}, again, &again_robots) == n && again_robots == robots);
		must(memcmp(name, again, n) == 0);
	}
	free(want);
}

/* A reference is resolved as by the oracle, and the result resolves to itself.  Only a long one may
 * be refused, because its length counts before dot segments are removed. */
static void read_place(struct robotsc_text base, struct robotsc_text reference)
{
	char place[URL_ROOM], again[URL_ROOM], *want = product_alloc(NULL, base.len + reference.len + 1);
	const size_t n = robotsc_resolve_url(base, reference, place, sizeof place);
	const size_t m = oracle_resolve_url(base.at, base.len, reference.len > 0 ? reference.at : "", reference.len, want);
	const struct robotsc_text found = {place, n};

	must(n <= URL_ROOM && ((n == 0 && base.len + reference.len >= URL_ROOM) || import_same(found, want, m)));
	if (n > 0) {
		must(robotsc_resolve_url(base, found, again, sizeof again) == n && memcmp(place, again, n) == 0);
		read_name(found);
	}
	free(want);
}

/* A shorter limit gives the beginning of the same body. */
static void read_http(struct robotsc_text block, struct http *h, struct robotsc_text uri)
{
	struct http brief;

	memset(&brief, 0, sizeof brief);
	const int whole = robotsc__http_read(h, block, BODY), part = robotsc__http_read(&brief, block, LESS);
	must(whole == part && (whole == 0 || (h->why != NULL && h->why[0] != '\0')));
	must(http_agrees(h, whole, block, BODY));
	if (whole == 0) {
		must(h->status <= 999 && h->nfields <= HTTP_FIELDS && h->status == brief.status && h->nfields == brief.nfields);
		must(brief.body.len <= h->body.len && (brief.body.len == h->body.len || brief.body.len == LESS));
		must(brief.body.len == 0 || memcmp(brief.body.at, h->body.at, brief.body.len) == 0);
		read_name(uri);
		read_place(uri, h->location);
		for (size_t i = 0; i < h->nfields; i++) {
			read_name(h->fields[i].value);
			read_place(uri, h->fields[i].value);
		}
	}
	robotsc__http_free(&brief);
}

static void read_date(int64_t date)
{
	char written[ROBOTSC_TIME_ROOM];
	int64_t again;

	robotsc_write_time(date, written);
	must(robotsc__iso8601_read(written, strlen(written), &again) && again == date);
}

/* ---- archives ---- */

/* plain: the octets, if they are no gzip file.  responses_too: read the responses, too. */
static void read_archive(struct found *f, int fd, const uint8_t *plain, size_t plain_len, size_t keep, int responses_too)
{
	static struct stream stream;
	enum warc_result result;
	struct warc_response r;
	struct oracle_warc want = {.bytes = (const char *)plain, .len = plain_len, .keep = keep};
	struct warc w;
	struct http h;

	memset(f, 0, sizeof *f);
	memset(&h, 0, sizeof h);
	must(robotsc__stream_init(&stream, fd) == 0);
	robotsc__warc_init(&w, &stream, keep);
	const int is = robotsc__warc_is(&w);
	must(plain == NULL || is == (plain_len >= 7 && memcmp(plain, "WARC/1.", 7) == 0));
	do {
		result = robotsc__warc_next(&w, &r);
		must(f->faults + f->responses < MOST);
		must(plain == NULL || warc_agrees(&want, &w, result, &r));
		if (result == WARC_DAMAGED) {
			must(w.why != NULL && w.why[0] != '\0');
			f->faults++;
			continue;
		}
		if (result == WARC_END)
			continue;
		must(result == WARC_RESPONSE && r.block.len <= keep && r.uri.len > 0 && r.uri.len <= WARC_URI_ROOM);
		f->responses++;
		mix(f, r.uri.at, r.uri.len);
		mix(f, r.block.at, r.block.len < LESS ? r.block.len : LESS);
		read_date(r.date);
		read_place(r.uri, (struct robotsc_text){"", 0});
		if (!responses_too)
			read_http(r.block, &h, r.uri);
	} while (result != WARC_END);
	robotsc__http_free(&h);
	robotsc__warc_free(&w);
	robotsc__stream_free(&stream);
}

/* The octets as a gzip member without compression; to be freed. */
static uint8_t *as_member(const uint8_t *bytes, size_t len, size_t *size)
{
	z_stream z;
	uint8_t *out;

	memset(&z, 0, sizeof z);
	must(deflateInit2(&z, 0, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	*size = deflateBound(&z, len);
	out = product_alloc(NULL, *size);
	z.next_in = (Bytef *)(uintptr_t)bytes;
	z.avail_in = (uInt)len;
	z.next_out = out;
	z.avail_out = (uInt)*size;
	must(deflate(&z, Z_FINISH) == Z_STREAM_END);
	*size = z.total_out;
	deflateEnd(&z);
	return out;
}

/* ---- lines ---- */

/* Read the bytes as lines: each line has the octets that stand at its place. */
static void read_lines(const uint8_t *bytes, size_t len)
{
	static struct stream stream;
	struct warc_response r;
	struct warc w;
	size_t at = 0;

	must(robotsc__stream_init(&stream, open_file(bytes, len)) == 0);
	robotsc__warc_init(&w, &stream, KEEP);
	robotsc__warc_is(&w);
	while (robotsc__warc_line(&w, &r) == WARC_RESPONSE) {
		const uint8_t *lf = at < len ? memchr(bytes + at, '\n', len - at) : NULL;
		const size_t n = lf != NULL ? (size_t)(lf - bytes) - at : len - at;

		must(r.block.len == n - (n > 0 && bytes[at + n - 1] == '\r'));
		must(memcmp(r.block.at, bytes + at, r.block.len) == 0);
		at += n + (lf != NULL);
	}
	must(at == len);
	robotsc__warc_free(&w);
	robotsc__stream_free(&stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const int gzip = len >= 3 && memcmp(bytes, "\x1F\x8B\x08", 3) == 0;
	const uint8_t *plain = gzip ? NULL : bytes;
	const int pieces = len <= MOST_PIECES ? open_pieces(bytes, len) : -1;
	struct found whole, brief, packed;
	size_t size;

	read_archive(&whole, open_file(bytes, len), plain, len, KEEP, 0);
	read_archive(&brief, pieces >= 0 ? pieces : open_file(bytes, len), plain, len, LESS, 1);
	if (pieces >= 0)
		close(pieces);
	must(brief.responses >= whole.responses && brief.faults >= whole.faults);
	must(brief.responses > whole.responses || brief.digest == whole.digest);
	if (gzip)
		return 0;
	read_lines(bytes, len);
	if (len == 0)
		return 0;
	uint8_t *member = as_member(bytes, len, &size);
	read_archive(&packed, open_file(member, size), bytes, len, KEEP, 1);
	must(packed.responses == whole.responses && packed.faults == whole.faults && packed.digest == whole.digest);
	free(member);
	return 0;
}
