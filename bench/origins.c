/* origins.c - many hosts made from the few thousand of a corpus.
 *
 *     origins [--corpus FOLDER | --hosts N] [--origins N] FOLDER
 *
 * Writes to FOLDER:
 *     robots.warc.gz  their robots.txt, a gzip member for each record, in random order of hosts
 *     random.txt      URLs, each of a random host: URLS for each origin
 *
 * Without a corpus (--corpus, or ROBOTSC_CORPUS) the files are those of corpus_generate.c for 3,000
 * hosts, or for --hosts.  The same arguments give the same files.
 *
 * sharing_model.c decides which origins share a policy for the bench's agent, and which share a
 * text. An origin with the policy of a file has that file's text.  For a new policy, the letters in
 * the values of the file's rules are replaced one for one, by an alphabet that belongs to the
 * policy.  For a new text of a known policy, the first User-agent line ends with a comment.  So
 * every file has the shape of a file of the corpus.  In a file that names its host, the name is
 * replaced too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "measure.h"
#include "robotsc/access.h"
#include "sharing_model.h"

#define URLS 10         /* for each origin */
#define CODE 5          /* letters that make a name unique */
#define CODES 11881376u /* 26^5 */
#define NAME_ROOM 300u

struct text {
	char *at;
	size_t len, room;
};

struct world {
	struct corpus corpus;
	struct sharing_model sharing;
	uint32_t n; /* origins */
};

/* An origin; it is made whenever it is needed. */
struct origin {
	const struct host *like;
	uint32_t policy, text; /* 0: that of the file */
	char alphabet[26];
	char name[NAME_ROOM];
	size_t name_len;
};

static void add(struct text *t, const char *at, size_t len)
{
	if (len == 0)
		return;
	if (t->at == NULL || len > t->room - t->len) {
		t->room = 2 * t->room + len;
		t->at = realloc(t->at, t->room);
	}
	if (t->at == NULL)
		bench_die("origins", "out of memory");
	memcpy(t->at + t->len, at, len);
	t->len += len;
}

/* ---- the files ----------------------------------------------------------------------- */

/* The next line, with its end of line. */
static struct robotsc_text take_line(struct robotsc_text *rest)
{
	const char *lf = memchr(rest->at, '\n', rest->len);
	const struct robotsc_text line = {rest->at, lf ? (size_t)(lf + 1 - rest->at) : rest->len};

	rest->at += line.len;
	rest->len -= line.len;
	return line;
}

static int begins(struct robotsc_text line, const char *name)
{
	const size_t n = strlen(name);

	return line.len >= n && strncasecmp(line.at, name, n) == 0;
}

static int is_rule(struct robotsc_text line)
{
	return begins(line, "allow") || begins(line, "disallow");
}

static uint64_t digest_rules(struct robotsc_text robots)
{
	uint64_t digest = 0;

	while (robots.len > 0) {
		const struct robotsc_text line = take_line(&robots);

		if (is_rule(line) || begins(line, "user-agent"))
			digest = (digest << 7 | digest >> 57) ^ robotsc_digest(line.at, line.len);
	}
	return digest;
}

static void know_files(struct world *w)
{
	const size_t n = w->corpus.nfiles;
	struct sharing_file *files = bench_alloc(n * sizeof *files);

	for (size_t i = 0; i < n; i++) {
		const struct robotsc_text robots = w->corpus.file[i].robots;
		size_t size;
		void *blob = blob_make(robots, &w->corpus.agent, NULL, &size);

		files[i] = (struct sharing_file){robotsc_digest(blob, size), digest_rules(robots), (uint32_t)size};
		blob_free(blob, size, NULL);
	}
	sharing_draw(&w->sharing, files, (uint32_t)n, w->n, 6);
	free(files);
}

/* ---- origins ------------------------------------------------------------------------ */

static void make_alphabet(char alphabet[26], uint64_t seed)
{
	for (uint32_t i = 0; i < 26; i++) {
		const uint32_t j = bench_random(&seed, i + 1);

		alphabet[i] = alphabet[j];
		alphabet[j] = (char)('a' + i);
	}
}

static char letter(const char alphabet[26], char c)
{
	if (c >= 'a' && c <= 'z')
		return alphabet[c - 'a'];
	return c >= 'A' && c <= 'Z' ? (char)(alphabet[c - 'A'] - 'a' + 'A') : c;
}

/* The letters for a number; the same only for numbers that differ by a multiple of CODES. */
static void make_code(char code[CODE], uint32_t k)
{
	uint32_t rest = (uint32_t)((uint64_t)k * 7368787 % CODES);

	for (unsigned i = 0; i < CODE; i++, rest /= 26)
		code[i] = (char)('a' + rest % 26);
}

/* Replace the letters of a rule's value or a path, but not the digits of escapes. */
static void add_spelt(struct text *t, const struct origin *o, const char *at, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		const int digit = (i > 0 && at[i - 1] == '%') || (i > 1 && at[i - 2] == '%');
		const char c = o->policy == 0 || digit ? at[i] : letter(o->alphabet, at[i]);

		add(t, &c, 1);
	}
}

/* Make a name from that of the file's host: the letters for k replace its longest label's first. */
static void make_name(struct origin *o, uint32_t k)
{
	const struct robotsc_text like = o->like->name;
	const int number = like.len == 0 || (like.at[like.len - 1] >= '0' && like.at[like.len - 1] <= '9');
	const struct robotsc_text from = number || like.len > NAME_ROOM - CODE ? (struct robotsc_text){"host.example", 12} : like;
	size_t longest = 0, len = 0, i, n;
	char alphabet[26];

	for (i = 0; i < from.len; i += n + 1) {
		const char *dot = memchr(from.at + i, '.', from.len - i);

		n = dot ? (size_t)(dot - from.at) - i : from.len - i;
		if (n > len) {
			longest = i;
			len = n;
		}
	}
	memcpy(o->name, from.at, longest);
	make_code(o->name + longest, k);
	make_alphabet(alphabet, k);
	n = longest + (len < CODE ? len : CODE);
	for (i = 0; n + i < longest + len; i++)
		o->name[longest + CODE + i] = letter(alphabet, from.at[n + i]);
	memcpy(o->name + longest + CODE + i, from.at + longest + len, from.len - longest - len);
	o->name_len = longest + CODE + i + from.len - longest - len;
}

static void make_origin(struct origin *o, const struct world *w, uint32_t k)
{
	const struct sharing_model *s = &w->sharing;
	const struct sharing_origin *is = &s->origin[k];

	o->like = &w->corpus.file[is->file];
	o->policy = is->policy < s->policies ? 0 : is->policy;
	o->text = is->text < s->texts ? 0 : is->text;
	make_alphabet(o->alphabet, (uint64_t)o->policy << 20);
	make_name(o, k);
}

/* ---- the archive ---------------------------------------------------------------------- */

/* Copy a line that is no rule, with the new host in place of the old one. */
static void add_named(struct text *t, const struct origin *o, struct robotsc_text line)
{
	const struct robotsc_text name = o->like->name;

	for (size_t i = 0; i < line.len;) {
		if (name.len > 0 && line.len - i >= name.len && line.at[i] == name.at[0] &&
		    memcmp(line.at + i, name.at, name.len) == 0) {
			add(t, o->name, o->name_len);
			i += name.len;
		} else {
			add(t, line.at + i++, 1);
		}
	}
}

/* Copy a User-agent line, with the comment that makes the text unique. */
static void add_marked(struct text *t, const struct origin *o, struct robotsc_text line)
{
	char mark[3 + CODE] = " # ";
	size_t n = line.len;

	make_code(mark + 3, o->text);
	while (n > 0 && (line.at[n - 1] == '\n' || line.at[n - 1] == '\r'))
		n--;
	add(t, line.at, n);
	add(t, mark, sizeof mark);
	add(t, line.at + n, line.len - n);
}

static void add_robots(struct text *t, const struct origin *o)
{
	struct robotsc_text rest = o->like->robots;
	int marked = o->text == 0;

	while (rest.len > 0) {
		const struct robotsc_text line = take_line(&rest);
		const char *colon = is_rule(line) ? memchr(line.at, ':', line.len) : NULL;
		const size_t field = colon ? (size_t)(colon - line.at) : 0;

		if (!marked && begins(line, "user-agent")) {
			add_marked(t, o, line);
			marked = 1;
		} else if (!colon) {
			add_named(t, o, line);
		} else {
			add(t, line.at, field);
			add_spelt(t, o, line.at + field, line.len - field);
		}
	}
}

static void add_random(struct text *t, uint64_t *seed, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

	for (size_t i = 0; i < n; i++)
		add(t, &digits[bench_random(seed, 32)], 1);
}

static void add_words(struct text *t, const char *words)
{
	add(t, words, strlen(words));
}

/* A record in the form that large crawls have. */
static void add_record(struct text *t, const struct origin *o, uint32_t k, const struct text *robots)
{
	struct text http = {NULL, 0, 0};
	uint64_t seed = k;
	char line[100];

	add_words(&http, "HTTP/1.1 200 OK\r\nDate: Wed, 01 Jan 2020 00:00:00 GMT\r\nServer: Apache\r\n"
	                 "Last-Modified: Tue, 31 Dec 2019 00:00:00 GMT\r\nETag: \"");
	add_random(&http, &seed, 12);
	snprintf(line, sizeof line, "\"\r\nAccept-Ranges: bytes\r\nContent-Length: %zu\r\n", robots->len);
	add_words(&http, line);
	add_words(&http, "Vary: Accept-Encoding\r\nContent-Type: text/plain\r\n\r\n");
	add_words(t, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:");
	add_random(t, &seed, 32);
	snprintf(line, sizeof line, ">\r\nContent-Length: %zu\r\n", http.len + robots->len);
	add_words(t, line);
	add_words(t, "Content-Type: application/http; msgtype=response\r\nWARC-IP-Address: 192.0.2.1\r\nWARC-Target-URI: https://");
	add(t, o->name, o->name_len);
	add_words(t, "/robots.txt\r\nWARC-Payload-Digest: sha1:");
	add_random(t, &seed, 32);
	add_words(t, "\r\nWARC-Block-Digest: sha1:");
	add_random(t, &seed, 32);
	add_words(t, "\r\nWARC-Identified-Payload-Type: text/plain\r\n\r\n");
	add(t, http.at, http.len);
	add(t, robots->at, robots->len);
	add_words(t, "\r\n\r\n");
	free(http.at);
}

static FILE *create(const char *folder, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "wb");
	if (f == NULL)
		bench_die(path, "cannot be written");
	return f;
}

static void finish(FILE *f, const char *name)
{
	if (fflush(f) != 0 || ferror(f) || fclose(f) != 0)
		bench_die(name, "cannot be written");
}

static void write_member(FILE *f, z_stream *z, const struct text *record)
{
	unsigned char out[65536];
	int rc;

	deflateReset(z);
	z->next_in = (unsigned char *)record->at;
	z->avail_in = (unsigned)record->len;
	do {
		z->next_out = out;
		z->avail_out = sizeof out;
		rc = deflate(z, Z_FINISH);
		fwrite(out, 1, sizeof out - z->avail_out, f);
	} while (rc == Z_OK);
}

static void write_archive(const struct world *w, const char *folder)
{
	FILE *f = create(folder, "robots.warc.gz");
	struct text robots = {NULL, 0, 0}, record = {NULL, 0, 0};
	uint64_t octets = 0, records = 0;
	z_stream z;

	memset(&z, 0, sizeof z);
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		bench_die("zlib", "out of memory");
	for (uint32_t k = 0; k < w->n; k++) {
		struct origin o;

		make_origin(&o, w, k);
		robots.len = record.len = 0;
		add_robots(&robots, &o);
		add_record(&record, &o, k, &robots);
		write_member(f, &z, &record);
		octets += robots.len;
		records += record.len;
	}
	deflateEnd(&z);
	finish(f, "robots.warc.gz");
	free(robots.at);
	free(record.at);
	printf("%u origins like those of a %s corpus of %zu files; %llu octets of robots.txt, %llu of records\n", w->n,
	       w->corpus.title, w->corpus.nfiles, (unsigned long long)octets, (unsigned long long)records);
}

/* ---- URLs ------------------------------------------------------------------------------ */

static void write_url(FILE *f, struct text *t, const struct origin *o, uint32_t path)
{
	const struct robotsc_text at = o->like->path[path % PATHS];

	t->len = 0;
	add_words(t, "https://");
	add(t, o->name, o->name_len);
	add_spelt(t, o, at.at, at.len);
	add_words(t, "\n");
	fwrite(t->at, 1, t->len, f);
}

static void write_random(const struct world *w, const char *folder)
{
	FILE *f = create(folder, "random.txt");
	struct text t = {NULL, 0, 0};
	uint64_t seed = 6;

	for (uint64_t i = 0; i < (uint64_t)URLS * w->n; i++) {
		struct origin o;

		make_origin(&o, w, bench_random(&seed, w->n));
		write_url(f, &t, &o, bench_random(&seed, PATHS));
	}
	finish(f, "random.txt");
	free(t.at);
}

int main(int argc, char **argv)
{
	const char *from = getenv("ROBOTSC_CORPUS"), *origins = "1000000", *hosts = "3000", *folder = NULL;
	static struct world w; /* borrowed to the end, never freed */

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--corpus") == 0 && i + 1 < argc)
			from = argv[++i];
		else if (strcmp(argv[i], "--origins") == 0 && i + 1 < argc)
			origins = argv[++i];
		else if (strcmp(argv[i], "--hosts") == 0 && i + 1 < argc)
			hosts = argv[++i];
		else if (argv[i][0] != '-' && folder == NULL)
			folder = argv[i];
		else
			bench_die(argv[i], "unknown, or lacks its value; see the top of bench/origins.c");
	}
	w.n = (uint32_t)strtoul(origins, NULL, 10);
	if (folder == NULL || w.n == 0 || w.n >= CODES)
		bench_die("arguments", "a folder is missing, or --origins is not from 1 to 11881375");
	w.corpus.agent = (struct robotsc_text){"ExampleBot", 10};
	if (from != NULL && from[0] != '\0')
		corpus_load(&w.corpus, from);
	else
		corpus_generate(&w.corpus, strtoul(hosts, NULL, 10), 9309);
	corpus_paths(&w.corpus);
	know_files(&w);
	sharing_print(&w.sharing, w.n);
	write_archive(&w, folder);
	write_random(&w, folder);
	return 0;
}
