/* oracle_resolve_url.c - see oracle_import.h: RFC 3986, word for word.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_origin.h"

/* Octets of a text, or an undefined part. */
struct part {
	const char *at; /* NULL: undefined */
	size_t len;
};

/* §3: the components. */
struct parts {
	struct part scheme, authority, path, query;
};

static int begins(const char *at, const char *end, const char *with)
{
	return (size_t)(end - at) >= strlen(with) && memcmp(at, with, strlen(with)) == 0;
}

/* The octets up to the first of set. */
static struct part until(const char *at, const char *end, const char *set)
{
	struct part p = {at, 0};

	while (at + p.len < end && (at[p.len] == '\0' || strchr(set, at[p.len]) == NULL))
		p.len++;
	return p;
}

/* True for a scheme, §3.1: a letter, then letters, digits, '+', '-', '.'. */
static int is_scheme(struct part p)
{
	for (size_t i = 0; i < p.len; i++) {
		const unsigned char c = (unsigned char)p.at[i];

		if (!(c < 128 && isalpha(c)) && (i == 0 || !(c < 128 && (isdigit(c) || c == '+' || c == '-' || c == '.'))))
			return 0;
	}
	return p.len > 0;
}

/* The parts of a reference, by Appendix B.  The fragment is left out. */
static struct parts take_apart(const char *at, size_t len)
{
	const char *const end = at + until(at, at + len, "#").len;
	const struct part scheme = until(at, end, ":/?#");
	struct parts p;

	memset(&p, 0, sizeof p);
	if (begins(at + scheme.len, end, ":") && is_scheme(scheme)) {
		p.scheme = scheme;
		at += scheme.len + 1;
	}
	if (begins(at, end, "//")) {
		p.authority = until(at + 2, end, "/?");
		at += 2 + p.authority.len;
	}
	p.path = until(at, end, "?");
	at += p.path.len;
	if (at < end)
		p.query = (struct part){at + 1, (size_t)(end - at - 1)};
	return p;
}

/* ---- §5.2.4 ------------------------------------------------------------------ */

/* Step 2C: remove the last segment of the output, and its '/'. */
static void remove_last(char *out, size_t *n)
{
	while (*n > 0) {
		--*n;
		if (out[*n] == '/')
			return;
	}
}

/* Steps 2A to 2E, one at a time.  at is written to: step 2B and 2C put a '/' in place of what they
 * take. */
static size_t remove_dots(char *at, size_t len, char *out)
{
	const char *const end = at + len;
	size_t n = 0;

	while (at < end) {
		if (begins(at, end, "../")) {
			at += 3;
		} else if (begins(at, end, "./")) {
			at += 2;
		} else if (begins(at, end, "/./")) {
			at += 2;
		} else if (end - at == 2 && begins(at, end, "/.")) {
			*++at = '/';
		} else if (begins(at, end, "/../")) {
			at += 3;
			remove_last(out, &n);
		} else if (end - at == 3 && begins(at, end, "/..")) {
			*(at += 2) = '/';
			remove_last(out, &n);
		} else if ((end - at == 1 && begins(at, end, ".")) || (end - at == 2 && begins(at, end, ".."))) {
			at += end - at;
		} else {
			do
				out[n++] = *at++;
			while (at < end && *at != '/');
		}
	}
	return n;
}

/* ---- §5.2.2 ------------------------------------------------------------------ */

static void add(char *out, size_t *n, const char *at, size_t len)
{
	if (len > 0)
		memcpy(out + *n, at, len);
	*n += len;
}

/* §5.2.3: all of the base's path but its last segment; "/" for a base without a path. */
static void merge(char *out, size_t *n, struct part base, struct part ref)
{
	if (base.len == 0)
		add(out, n, "/", 1);
	while (base.len > 0 && base.at[base.len - 1] != '/')
		base.len--;
	add(out, n, base.at, base.len);
	add(out, n, ref.at, ref.len);
}

size_t oracle_resolve_url(const char *base_at, size_t base_len, const char *ref_at, size_t ref_len, char *out)
{
	const struct parts base = take_apart(base_at, base_len), ref = take_apart(ref_at, ref_len);
	char *const path = calloc(1, base_len + ref_len + 2);
	struct parts t = ref;
	size_t n = 0, m = 0;

	if (path == NULL)
		abort();
	if (ref.scheme.at != NULL || ref.authority.at != NULL) {
		add(path, &m, ref.path.at, ref.path.len);
	} else if (ref.path.len == 0) {
		add(path, &m, base.path.at, base.path.len);
		t.query = ref.query.at != NULL ? ref.query : base.query;
	} else if (ref.path.at[0] == '/') {
		add(path, &m, ref.path.at, ref.path.len);
	} else {
		merge(path, &m, base.path, ref.path);
	}
	if (ref.scheme.at == NULL) {
		t.scheme = base.scheme;
		if (ref.authority.at == NULL)
			t.authority = base.authority;
	}
	/* Without authority there is no server to ask: a reference without authority stands as it
	 * is, a base without authority leads nowhere. */
	if (t.scheme.at != NULL && (t.authority.at != NULL || ref.scheme.at != NULL)) {
		add(out, &n, t.scheme.at, t.scheme.len);
		add(out, &n, ":", 1);
		if (t.authority.at != NULL) {
			add(out, &n, "//", 2);
			add(out, &n, t.authority.at, t.authority.len);
			if (m == 0)
				path[m++] = '/'; /* §6.2.3 */
			n += remove_dots(path, m, out + n);
		} else {
			add(out, &n, path, m);
		}
		if (t.query.at != NULL) {
			add(out, &n, "?", 1);
			add(out, &n, t.query.at, t.query.len);
		}
	}
	free(path);
	return n;
}

/* ---- names ------------------------------------------------------------------- */

size_t oracle_url_key(const char *url, size_t len, char *out, int *robots)
{
	const struct parts p = take_apart(url, len);
	size_t n;

	if (oracle_origin(url, len, out) != ORACLE_ORIGIN_OK)
		return 0;
	n = strlen(out);
	*robots = p.path.len == 11 && memcmp(p.path.at, "/robots.txt", 11) == 0 && p.query.at == NULL;
	if (p.path.len == 0)
		add(out, &n, "/", 1);
	add(out, &n, p.path.at, p.path.len);
	if (p.query.at != NULL) {
		add(out, &n, "?", 1);
		add(out, &n, p.query.at, p.query.len);
	}
	return n;
}
