/* corpus.c - hosts from a folder with robots.warc.gz and urls.txt.gz.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "robotsc/compile.h"

#ifdef HAVE_ZLIB
#include <zlib.h>

/* A compressed file, decompressed; *len: its octets.  Never freed: the corpus borrows it. */
static char *read_gz(const char *folder, const char *name, size_t *len)
{
	size_t room = 1u << 20, n = 0;
	char path[4096], *at;
	gzFile f;
	int got;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = gzopen(path, "rb");
	if (f == NULL)
		bench_die(path, "cannot be opened");
	at = bench_alloc(room);
	while ((got = gzread(f, at + n, (unsigned)(room - n < 1u << 20 ? room - n : 1u << 20))) > 0) {
		n += (size_t)got;
		if (n == room && (at = realloc(at, room *= 2)) == NULL)
			bench_die(path, "out of memory");
	}
	if (got < 0 || gzclose(f) != Z_OK)
		bench_die(path, "is damaged");
	*len = n;
	return at;
}
#else
static char *read_gz(const char *folder, const char *name, size_t *len)
{
	(void)name;
	(void)len;
	bench_die(folder, "cannot be read: built without zlib");
	return NULL;
}
#endif

static const char *find(const char *at, const char *end, const char *what)
{
	const size_t n = strlen(what);

	for (; (size_t)(end - at) >= n; at++)
		if (memcmp(at, what, n) == 0)
			return at;
	return NULL;
}

/* The value of the header of this name between at and end; empty if there is none. */
static struct robotsc_text header(const char *at, const char *end, const char *name)
{
	const char *p = find(at, end, name), *stop;

	if (p == NULL)
		return (struct robotsc_text){NULL, 0};
	for (p += strlen(name); p < end && *p == ' '; p++)
		continue;
	for (stop = p; stop < end && *stop != '\r'; stop++)
		continue;
	return (struct robotsc_text){p, (size_t)(stop - p)};
}

static struct robotsc_text host_of(struct robotsc_text url)
{
	const char *end = url.at + url.len, *p = find(url.at, end, "://"), *stop;

	p = p == NULL ? url.at : p + 3;
	for (stop = p; stop < end && *stop != '/'; stop++)
		continue;
	return (struct robotsc_text){p, (size_t)(stop - p)};
}

static void add_host(struct corpus *corpus, struct robotsc_text name, struct robotsc_text robots)
{
	if (corpus->nfiles % 1024 == 0) {
		struct host *more = realloc(corpus->file, (corpus->nfiles + 1024) * sizeof *more);

		if (more == NULL)
			bench_die("corpus", "out of memory");
		corpus->file = more;
	}
	memset(&corpus->file[corpus->nfiles], 0, sizeof *corpus->file);
	corpus->file[corpus->nfiles].name = name;
	corpus->file[corpus->nfiles++].robots = robots;
	corpus->octets += robots.len < ROBOTSC_MIN_LIMIT ? robots.len : ROBOTSC_MIN_LIMIT;
}

/* Load the responses of a WARC file. */
static void load_warc(struct corpus *corpus, const char *at, const char *end)
{
	while (at < end) {
		const char *body = find(at, end, "\r\n\r\n"), *content;
		struct robotsc_text length, type, url;
		unsigned long n;

		if (body == NULL)
			return;
		length = header(at, body, "\r\nContent-Length:");
		type = header(at, body, "\r\nWARC-Type:");
		url = header(at, body, "\r\nWARC-Target-URI:");
		body += 4;
		n = length.len > 0 ? strtoul(length.at, NULL, 10) : 0;
		if (n > (size_t)(end - body))
			bench_die("robots.warc.gz", "ends within a record");
		if (type.len == 8 && memcmp(type.at, "response", 8) == 0 && (content = find(body, body + n, "\r\n\r\n")) != NULL)
			add_host(corpus, host_of(url), (struct robotsc_text){content + 4, (size_t)(body + n - content - 4)});
		at = body + n + (body + n + 4 <= end ? 4 : (size_t)(end - body - (long)n));
	}
}

static void load_urls(struct corpus *corpus, char *at, const char *end)
{
	size_t room = 0;
	char *stop;

	for (; at < end; at = stop + 1) {
		stop = memchr(at, '\n', (size_t)(end - at));
		if (stop == NULL)
			break;
		if (corpus->nurls == room) {
			room = room * 2 + 1024;
			corpus->url = realloc(corpus->url, room * sizeof *corpus->url);
			if (corpus->url == NULL)
				bench_die("urls.txt.gz", "out of memory");
		}
		if (stop > at)
			corpus->url[corpus->nurls++] = (struct robotsc_text){at, (size_t)(stop - at)};
	}
}

void corpus_load(struct corpus *corpus, const char *folder)
{
	size_t len = 0;
	char *text = read_gz(folder, "robots.warc.gz", &len);

	load_warc(corpus, text, text + len);
	text = read_gz(folder, "urls.txt.gz", &len);
	load_urls(corpus, text, text + len);
	corpus->title = "recorded";
	if (corpus->nfiles == 0 || corpus->nurls == 0)
		bench_die(folder, "holds no robots.txt or no URL");
}
