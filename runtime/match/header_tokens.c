/* header_tokens.c - the product tokens in a User-Agent header that a blob knows.  In the core
 * archive, linked only where it is used.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/text.h"
#include "agent_index.h"

void *memchr(const void *at, int octet, size_t n); /* <string.h> need not exist */

/* A header, and what was found in it: the longest tokens first. */
struct finding {
	const uint8_t *at;
	size_t len;
	struct robotsc_text *tokens;
	size_t room, n;
};

/* True where a product may begin: after white space, or after a delimiter of RFC 9110 §5.6.2 that
 * stands in no version and hardly in a URL. */
static int may_begin(const struct finding *f, size_t at)
{
	static const char delimiters[] = "\"(),;<>[]{}";
	const uint8_t before = at ? f->at[at - 1] : ' ';
	return f->at[at] > ' ' && (before <= ' ' || memchr(delimiters, before, sizeof delimiters - 1) != NULL);
}

/* True where a product may end.  A word before ':' or '@' begins a URL or an e-mail address. */
static int may_end(const struct finding *f, size_t at)
{
	return at == f->len || (!token_octet(f->at[at]) && f->at[at] != ':' && f->at[at] != '@');
}

static size_t token_end(const struct finding *f, size_t at)
{
	while (at < f->len && token_octet(f->at[at]))
		at++;
	return at;
}

/* Compares n octets, ignoring case. */
static int is_same(const uint8_t *x, const uint8_t *y, size_t n)
{
	size_t i = 0;
	while (i < n && ascii_lower(x[i]) == ascii_lower(y[i]))
		i++;
	return i == n;
}

/* Keeps a token unless it is kept already.  Without room, the shortest one is dropped. */
static void keep(struct finding *f, size_t from, size_t to)
{
	const struct robotsc_text token = {(const char *)f->at + from, to - from};
	size_t i = 0;
	for (; i < f->n && f->tokens[i].len >= token.len; i++)
		if (f->tokens[i].len == token.len && is_same((const uint8_t *)f->tokens[i].at, f->at + from, token.len))
			return;
	if (i == f->room)
		return;
	f->n += f->n < f->room;
	for (size_t k = f->n - 1; k > i; k--)
		f->tokens[k] = f->tokens[k - 1];
	f->tokens[i] = token;
}

/* The size of an entry of the index up to its first '/', without blanks before that: koster1996
 * keeps the whole value. */
static size_t name_size(const uint8_t *name, size_t size)
{
	const uint8_t *const slash = memchr(name, '/', size);
	if (slash)
		size = (size_t)(slash - name);
	while (slash && size && is_blank(name[size - 1]))
		size--;
	return size;
}

/* Returns where the product at from ends if it has the name, or 0.  It has the name if it equals
 * the name, begins with it (MATCH_PREFIX) or contains it (MATCH_WITHIN). */
static size_t product_end(const struct finding *f, size_t from, const uint8_t *name, size_t size, uint8_t match)
{
	for (size_t at = from; size && size <= f->len - at; at++) {
		if (is_same(f->at + at, name, size)) {
			const int longer = match == MATCH_PREFIX || match == MATCH_WITHIN;
			const size_t end = longer ? token_end(f, at + size) : at + size;
			return may_end(f, end) ? end : 0;
		}
		if (match != MATCH_WITHIN || !token_octet(f->at[at]))
			break;
	}
	return 0;
}

/* Compares every entry of the index with the product at from: names may have blanks in them. */
static void try_entries(struct finding *f, const struct agent_index *x, size_t from, uint8_t match)
{
	for (uint32_t i = 0; i < x->count; i++) {
		const uint8_t *const name = x->text + entry_at(x, i);
		const size_t end = product_end(f, from, name, name_size(name, entry_at(x, i + 1) - entry_at(x, i)), match);
		if (end)
			keep(f, from, end);
	}
}

size_t robotsc_header_tokens(const struct robotsc_blob *blob, const char *header, size_t len, struct robotsc_text *tokens,
                             size_t room)
{
	const struct agent_index x = read_agent_index(blob);
	struct finding f = {.at = (const uint8_t *)header, .len = len, .tokens = tokens, .room = room};
	for (size_t from = 0; room && from < len; from++) {
		if (!may_begin(&f, from))
			continue;
		if (blob->match > MATCH_WHOLE) {
			try_entries(&f, &x, from, blob->match);
			continue;
		}
		const size_t end = token_end(&f, from);
		if (end > from && may_end(&f, end) && search_entry(&x, (struct robotsc_text){header + from, end - from}) < x.count)
			keep(&f, from, end);
	}
	return f.n;
}
