/* paths.c - what is asked of every host: URLs people really linked, and paths near its rules.
 *
 * Half and half: real paths mostly match nothing, derived ones exercise the rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define LONGEST 400      /* octets of a path made up */
#define LONGEST_URL 2000 /* and of one found */

/* The part of an absolute URL from its path on. */
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

/* Where a host's URLs begin among those sorted by host. */
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
	if (len > LONGEST - n)
		len = LONGEST - n;
	memcpy(out + n, at, len);
	return n + len;
}

/* A path near a rule: something in place of the stars, something behind the end. */
static struct robotsc_text near_rule(const struct corpus *corpus, struct robotsc_text value, uint64_t *seed)
{
	static const char *const fill[] = {"", "a", "item", "2024", "x/y", "en"};
	static const char *const tail[] = {"", "", "index.html", "/", "42", "?page=2", "s"};
	char out[LONGEST];
	size_t i, n = 0;
	const char *s;

	if (value.len > 0 && value.at[value.len - 1] == '$')
		value.len--;
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
	return keep(out, n);
}

static void host_paths(const struct corpus *corpus, struct host *host, uint64_t seed)
{
	size_t i, at = first_url(corpus, host->name);
	char out[3 * LONGEST_URL + 1];

	for (i = 0; i < PATHS; i++) {
		if (i % 2 == 1 && host->rules.n > 1) /* the first is about /robots.txt */
			host->path[i] = near_rule(
				corpus, host->rules.rule[1 + bench_random(&seed, (uint32_t)host->rules.n - 1)].value, &seed);
		else if (at < corpus->nurls && by_text(host_part(corpus->url[at]), host->name) == 0)
			host->path[i] = path_of(corpus->url[at++]);
		else
			host->path[i] = path_of(corpus->url[bench_random(&seed, (uint32_t)corpus->nurls)]);
		if (host->path[i].len > LONGEST_URL)
			host->path[i].len = LONGEST_URL;
		host->canonical[i] = keep(out, rules_path(host->path[i].at, host->path[i].len, out));
	}
}

void corpus_paths(struct corpus *corpus)
{
	size_t i;

	qsort(corpus->url, corpus->nurls, sizeof *corpus->url, by_host);
	for (i = 0; i < corpus->n; i++) {
		if (!rules_of(corpus->host[i].robots, corpus->agent, &corpus->host[i].rules))
			bench_die("rules", "out of memory");
		host_paths(corpus, &corpus->host[i], i);
	}
}
