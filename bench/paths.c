/* paths.c - the paths that every host is asked about: half are real URLs, half are made from its
 * rules.
 *
 * Most real paths match no rule; those made from rules exercise them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define LONGEST_MADE 400 /* octets of a path made from a rule */
#define LONGEST_URL 2000 /* octets of a path from a real URL */

/* What an absolute URL has from its path on. */
static struct robotsc_text path_of(struct robotsc_text url)
{
	const char *end = url.at + url.len, *p = url.at;
	int slashes = 0;

	for (; p < end; p++)
		if (*p == '/' && ++slashes == 3)
			return (struct robotsc_text){p, (size_t)(end - p)};
	return (struct robotsc_text){"/", 1};
}

static struct robotsc_text host_part(struct robotsc_text url)
{
	const char *end = url.at + url.len, *p = url.at, *stop;
	int slashes = 0;

	while (p < end && slashes < 2)
		slashes += *p++ == '/';
	for (stop = p; stop < end && *stop != '/'; stop++)
		continue;
	return (struct robotsc_text){p, (size_t)(stop - p)};
}

static int by_text(struct robotsc_text a, struct robotsc_text b)
{
	const size_t n = a.len < b.len ? a.len : b.len;
	const int order = n > 0 ? memcmp(a.at, b.at, n) : 0;

	return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

static int by_host(const void *a, const void *b)
{
	const struct robotsc_text *x = a, *y = b;
	const int order = by_text(host_part(*x), host_part(*y));

	return order != 0 ? order : by_text(*x, *y);
}

/* The index of a host's first URL; URLs are sorted by host. */
static size_t first_url(const struct corpus *corpus, struct robotsc_text name)
{
	size_t low = 0, high = corpus->nurls, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (by_text(host_part(corpus->url[middle]), name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct robotsc_text keep(const char *at, size_t len)
{
	char *copy = bench_alloc(len + 1);

	memcpy(copy, at, len);
	return (struct robotsc_text){copy, len};
}

static size_t append(char *out, size_t n, const char *at, size_t len)
{
	if (len > LONGEST_MADE - n)
		len = LONGEST_MADE - n;
	memcpy(out + n, at, len);
	return n + len;
}

/* A path near a rule: it has texts in place of the stars and after the end. */
static struct robotsc_text near_rule(const struct corpus *corpus, struct robotsc_text value, uint64_t *seed, char out[LONGEST_MADE])
{
	static const char *const fill[] = {"", "a", "item", "2024", "x/y", "en"};
	static const char *const tail[] = {"", "", "index.html", "/", "42", "?page=2", "s"};
	size_t i, n = 0;
	const char *s;

	if (value.len > 0 && value.at[value.len - 1] == '$')
		value.len--;
	if (value.len == 0 || value.at[0] != '/') /* every URL's path begins so */
		n = append(out, n, "/", 1);
	for (i = 0; i < value.len; i++) {
		s = value.at[i] == '*' ? fill[bench_random(seed, sizeof fill / sizeof *fill)] : "";
		n = value.at[i] == '*' ? append(out, n, s, strlen(s)) : append(out, n, value.at + i, 1);
	}
	s = tail[bench_random(seed, sizeof tail / sizeof *tail)];
	n = append(out, n, s, strlen(s));
	if (bench_random(seed, 3) != 0) {
		const struct robotsc_text more = path_of(corpus->url[bench_random(seed, (uint32_t)corpus->nurls)]);

		n = append(out, n, more.at, more.len);
	}
	if (bench_random(seed, 8) == 0 && n > 3) /* a near miss */
		n -= 1 + bench_random(seed, 2);
	return (struct robotsc_text){out, n};
}

/* The number-th path of a host.  Odd numbers are made from its rules; even ones are from its own
 * URLs, then from those of other hosts.  The text borrows out or the corpus. */
static struct robotsc_text path_number(const struct corpus *corpus, const struct host *host, size_t number, uint64_t *seed,
                                       char out[LONGEST_MADE])
{
	const size_t at = host->first_url + number / 2;

	if (number % 2 == 1 && host->rules.n > 1) /* the first is about /robots.txt */
		return near_rule(corpus, host->rules.rule[1 + bench_random(seed, (uint32_t)host->rules.n - 1)].value, seed, out);
	if (at < corpus->nurls && by_text(host_part(corpus->url[at]), host->name) == 0)
		return path_of(corpus->url[at]);
	return path_of(corpus->url[bench_random(seed, (uint32_t)corpus->nurls)]);
}

static void host_paths(const struct corpus *corpus, struct host *host, uint64_t seed)
{
	char made[LONGEST_MADE], out[3 * LONGEST_URL + 1];

	host->first_url = first_url(corpus, host->name);
	for (size_t i = 0; i < PATHS; i++) {
		const struct robotsc_text path = path_number(corpus, host, i, &seed, made);

		host->path[i] = keep(path.at, path.len < LONGEST_URL ? path.len : LONGEST_URL);
		host->canonical[i] = keep(out, rules_path(host->path[i].at, host->path[i].len, out));
	}
}

void corpus_paths(struct corpus *corpus)
{
	qsort(corpus->url, corpus->nurls, sizeof *corpus->url, by_host);
	corpus->host = bench_alloc(corpus->nfiles * sizeof *corpus->host);
	for (size_t i = 0; i < corpus->nfiles; i++) {
		struct host *host = &corpus->file[i];

		if (!rules_of(host->robots, corpus->agent, &host->rules))
			bench_die("rules", "out of memory");
		host_paths(corpus, host, i);
		if (host->rules.n > 0)
			corpus->host[corpus->n++] = host;
	}
	if (corpus->n == 0)
		bench_die("corpus", "no file has rules for the robot");
}

/* ---- the paths of a hot policy ---- */

#define FRESH 500 /* paths */

static int is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static size_t encode_half(const char *at, size_t len, char *out)
{
	static const char digits[] = "0123456789ABCDEF0123456789abcdef"; /* either case */
	size_t i, n = 0, words = 0;

	for (i = 0; i < len; i++)
		if (is_word(at[i]) && words++ % 2 == 0) {
			out[n++] = '%';
			out[n++] = digits[(unsigned char)at[i] >> 4];
			out[n++] = digits[(unsigned char)at[i] % 16 + words / 2 % 2 * 16];
		} else {
			out[n++] = at[i];
		}
	return n;
}

static size_t raise_half(const char *at, size_t len, char *out)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++)
		if (i >= len / 2 && is_word(at[i])) { /* U+00C1 and on, as UTF-8 */
			out[n++] = '\xC3';
			out[n++] = (char)(0x80 | (at[i] & 0x3F));
		} else {
			out[n++] = at[i];
		}
	return n;
}

/* Write a path of a kind to out, which has room for three times its octets. */
static size_t ask(const struct corpus *corpus, const struct host *host, enum workload kind, size_t i, uint64_t *seed, char *out)
{
	char made[LONGEST_MADE];
	const struct robotsc_text path = kind == WORK_FRESH ? path_number(corpus, host, i, seed, made) : host->path[i];
	const size_t len = path.len < LONGEST_URL ? path.len : LONGEST_URL;

	switch (kind) {
	case WORK_PERCENT:
		return encode_half(path.at, len, out);
	case WORK_HIGH:
		return raise_half(path.at, len, out);
	case WORK_HOT:
	case WORK_FRESH:
	case WORKLOADS:
		break;
	}
	memcpy(out, path.at, len);
	return len;
}

void asked_make(struct asked *asked, const struct corpus *corpus, const struct host *host, enum workload kind, uint64_t round)
{
	const size_t n = kind == WORK_FRESH ? FRESH : PATHS, most = 12 * (size_t)LONGEST_URL + 16,
		     first = kind == WORK_FRESH ? PATHS + (size_t)round * FRESH : 0;
	uint64_t seed = (uint64_t)(host - corpus->file) << 8 | round;
	char *p, *canonical;

	*asked = (struct asked){bench_alloc(n * sizeof *asked->path), bench_alloc(n * sizeof *asked->path), n,
	                        bench_alloc(2 * n * most)};
	p = asked->store;
	canonical = p + n * most;
	for (size_t i = 0; i < n; i++) {
		asked->path[i] = (struct robotsc_text){p, ask(corpus, host, kind, first + i, &seed, p)};
		p += asked->path[i].len;
		asked->canonical[i] =
			(struct robotsc_text){canonical, rules_path(asked->path[i].at, asked->path[i].len, canonical)};
		canonical += asked->canonical[i].len;
	}
}

void asked_free(struct asked *asked)
{
	free(asked->path);
	free(asked->canonical);
	free(asked->store);
}
