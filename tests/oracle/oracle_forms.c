/* oracle_forms.c - the oracle's percent-canonical forms K, R and google's, for rules and URLs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"

#include <string.h>

/* Where in a URL an octet of rule text can stand. */
enum place {
	IN_PATH,
	IN_QUERY,
	PAST_RUN /* after a '*' and no '?': in either */
};

/* The canonical form of the data octets that stand at some point of a text. */
struct unit {
	size_t taken; /* octets of the text */
	enum oracle_item_kind kind;
	unsigned symbol[3];
	size_t symbols;
};

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (oracle__lower(c) >= 'a' && oracle__lower(c) <= 'f')
		return oracle__lower(c) - 'a' + 10;
	return -1;
}

/* The octet that a triplet at i stands for, -1 where there is none. */
static int triplet(struct oracle_text t, size_t i)
{
	if (t.len - i < 3 || t.at[i] != '%' || hex(t.at[i + 1]) < 0 || hex(t.at[i + 2]) < 0)
		return -1;
	return hex(t.at[i + 1]) * 16 + hex(t.at[i + 2]);
}

static int is_in(int c, const char *set)
{
	return c > 0 && strchr(set, c) != NULL;
}

static int is_unreserved(int c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_in(c, "-._~");
}

static struct unit as_is(size_t taken, unsigned symbol)
{
	struct unit u = {taken, ORACLE_IS, {symbol, 0, 0}, 1};

	return u;
}

static struct unit encoded(size_t taken, int octet)
{
	static const char digits[] = "0123456789ABCDEF";
	struct unit u = {taken, ORACLE_IS, {'%', (unsigned)digits[octet / 16], (unsigned)digits[octet % 16]}, 3};

	return u;
}

/* '/' or '?' that was encoded: a delimiter only where the query has begun. */
static struct unit encoded_delimiter(int octet, enum place place)
{
	struct unit u = encoded(3, octet);

	if (place == IN_QUERY)
		return as_is(3, (unsigned)octet);
	if (place == PAST_RUN)
		u.kind = octet == '/' ? ORACLE_OPEN_SLASH : ORACLE_OPEN_MARK;
	return u;
}

static struct unit unit_r(struct oracle_text t, size_t i, enum place place)
{
	const int octet = triplet(t, i);
	const int c = (unsigned char)t.at[i];

	if (octet == '/' || octet == '?')
		return encoded_delimiter(octet, place);
	if (octet >= 0)
		return is_unreserved(octet) || is_in(octet, ":@!'(),[]*$") ? as_is(3, (unsigned)octet) : encoded(3, octet);
	if (c <= 0x20 || c >= 0x7F || is_in(c, "\"<>\\^{|}`"))
		return encoded(1, c);
	return as_is(1, (unsigned)c);
}

static struct unit unit_k(struct oracle_text t, size_t i)
{
	const int octet = triplet(t, i);

	if (octet < 0)
		return as_is(1, t.at[i] == '%' ? ORACLE_SYM_PERCENT : (unsigned)(unsigned char)t.at[i]);
	return as_is(3, octet == '%' ? ORACLE_SYM_PERCENT : octet == '/' ? ORACLE_SYM_SLASH : (unsigned)octet);
}

/* A unit of google's rules, where nothing is decoded. */
static struct unit unit_g(struct oracle_text t, size_t i)
{
	const int octet = triplet(t, i);
	const int c = (unsigned char)t.at[i];

	if (octet >= 0)
		return encoded(3, octet);
	return c >= 0x80 ? encoded(1, c) : as_is(1, (unsigned)c);
}

static struct unit unit_of(enum oracle_dialect dialect, struct oracle_text t, size_t i, enum place place)
{
	if (dialect == ORACLE_RFC9309)
		return unit_r(t, i, place);
	return dialect == ORACLE_GOOGLE ? unit_g(t, i) : unit_k(t, i);
}

static struct oracle_item *add_item(struct oracle_rule *rule, enum oracle_item_kind kind, unsigned symbol)
{
	struct oracle_item *item;

	rule->item = oracle__grow(rule->item, rule->items, sizeof *rule->item);
	item = &rule->item[rule->items++];
	memset(item, 0, sizeof *item);
	item->kind = kind;
	item->symbol = symbol;
	return item;
}

static void add_unit(struct oracle_rule *rule, const struct unit *u)
{
	if (u->kind != ORACLE_IS)
		add_item(rule, u->kind, 0);
	else
		for (size_t i = 0; i < u->symbols; i++)
			add_item(rule, ORACLE_IS, u->symbol[i]);
}

/* Read a pattern of rfc9309 or google: '*' is an operator anywhere, '$' at the end. */
static void pattern(struct oracle_rule *rule, enum oracle_dialect dialect)
{
	const struct oracle_text t = rule->value;
	enum place place = IN_PATH;

	for (size_t i = 0; i < t.len;) {
		struct unit u = unit_of(dialect, t, i, place);

		if (t.at[i] == '*') {
			add_item(rule, ORACLE_RUN, 0);
			place = place == IN_PATH ? PAST_RUN : place;
		} else if (t.at[i] == '$' && i + 1 == t.len) {
			rule->whole = 1;
		} else {
			add_unit(rule, &u);
			place = t.at[i] == '?' ? IN_QUERY : place;
		}
		i += u.taken;
	}
}

/* The index of the ']' that closes the '[' at i, or t.len.  A ']' that comes first is a member. */
static size_t set_end(struct oracle_text t, size_t i)
{
	i++;
	if (i < t.len && (t.at[i] == '!' || t.at[i] == '^'))
		i++;
	if (i < t.len && t.at[i] == ']')
		i++;
	while (i < t.len && t.at[i] != ']')
		i++;
	return i;
}

/* Add a set of conner2: the members between '[' and ']'; triplets stand for octets here too. */
static void add_set(struct oracle_rule *rule, struct oracle_text t)
{
	struct oracle_item *item = add_item(rule, ORACLE_SET, 0);
	const int negated = t.len > 0 && (t.at[0] == '!' || t.at[0] == '^');

	for (size_t i = (size_t)negated; i < t.len;) {
		struct unit low = unit_k(t, i), high = low;

		i += low.taken;
		if (t.len - i >= 2 && t.at[i] == '-') {
			high = unit_k(t, i + 1);
			i += 1 + high.taken;
		}
		/* A unit that is no octet matches nothing. */
		for (unsigned c = low.symbol[0]; high.symbol[0] < 256 && c <= high.symbol[0]; c++)
			item->set[c / 8] |= (unsigned char)(1u << c % 8);
	}
	if (negated)
		for (size_t i = 0; i < sizeof item->set; i++)
			item->set[i] ^= 0xFF;
}

/* Read a pattern of conner2's 2.0 sets: a Bourne-shell pattern over the whole URL. */
static void glob(struct oracle_rule *rule)
{
	const struct oracle_text t = rule->value;
	size_t last = t.len; /* behind the last ']': no '[' from there on is closed */

	while (last > 0 && t.at[last - 1] != ']')
		last--;
	rule->whole = 1;
	for (size_t i = 0; i < t.len;) {
		const size_t close = t.at[i] == '[' && i < last ? set_end(t, i) : t.len;
		struct unit u;

		if (t.at[i] == '*' || t.at[i] == '?') {
			add_item(rule, t.at[i] == '*' ? ORACLE_RUN : ORACLE_ONE, 0);
			rule->glob = 1;
			i++;
		} else if (close < t.len) {
			add_set(rule, oracle__slice(t, i + 1, close));
			rule->glob = 1;
			i = close + 1;
		} else {
			if (t.at[i] == '\\' && i + 1 < t.len)
				i++;
			u = unit_k(t, i);
			add_unit(rule, &u);
			i += u.taken;
		}
	}
}

static void literal(struct oracle_rule *rule)
{
	for (size_t i = 0; i < rule->value.len;) {
		struct unit u = unit_k(rule->value, i);

		add_unit(rule, &u);
		i += u.taken;
	}
}

void oracle__forms_rule(struct oracle_rule *rule, enum oracle_dialect dialect, int conner_glob)
{
	rule->items = 0;
	rule->whole = rule->glob = 0;
	if (dialect == ORACLE_RFC9309 || dialect == ORACLE_GOOGLE)
		pattern(rule, dialect);
	else if (dialect == ORACLE_CONNER2 && conner_glob)
		glob(rule);
	else
		literal(rule);
}

size_t oracle__forms_length(const struct oracle_rule *rule)
{
	size_t n = rule->whole ? 1 : 0;

	for (size_t i = 0; i < rule->items; i++)
		n += rule->item[i].kind == ORACLE_OPEN_SLASH || rule->item[i].kind == ORACLE_OPEN_MARK ? 3 : 1;
	return n;
}

static size_t find_any(struct oracle_text t, size_t from, const char *set)
{
	while (from < t.len && !is_in(t.at[from], set))
		from++;
	return from;
}

/* Where "://" begins at or after from; t.len if nowhere. */
static size_t find_mark(struct oracle_text t, size_t from)
{
	while (from < t.len && !(t.len - from >= 3 && memcmp(t.at + from, "://", 3) == 0))
		from++;
	return from;
}

/* After an RFC 3986 scheme and "://": what follows the authority.  Otherwise the whole text. */
static struct oracle_text strip_origin(struct oracle_text t)
{
	size_t i = 0;

	while (i < t.len &&
	       (is_in(oracle__lower(t.at[i]), "abcdefghijklmnopqrstuvwxyz") || (i > 0 && is_in(t.at[i], "0123456789+-."))))
		i++;
	if (i == 0 || find_mark(t, i) != i || i == t.len)
		return t;
	return oracle__slice(t, find_any(t, i + 3, "/?"), t.len);
}

/* google's own search for the path; it may find none. */
static struct oracle_text google_path(struct oracle_text t)
{
	const size_t start = t.len >= 2 && t.at[0] == '/' && t.at[1] == '/' ? 2 : 0;
	const size_t mark = find_mark(t, start);
	const size_t begin = mark < t.len && mark < find_any(t, start, "/?;") ? mark + 3 : start;
	const size_t path = find_any(t, begin, "/?;");
	const size_t hash = find_any(t, start, "#");

	return path < hash ? oracle__slice(t, path, hash) : oracle__slice(t, 0, 0);
}

static void add_symbol(struct oracle_symbols *s, unsigned symbol)
{
	s->symbol[s->n++] = symbol;
}

void oracle__forms_url(struct oracle_symbols *out, enum oracle_dialect dialect, struct oracle_text url)
{
	struct oracle_text t = url;

	if (dialect == ORACLE_GOOGLE)
		t = google_path(url);
	else
		t = strip_origin(oracle__slice(url, 0, find_any(url, 0, "#")));
	out->symbol = oracle__alloc(NULL, 3 * t.len + 1, sizeof *out->symbol);
	out->n = 0;
	if (t.len == 0 || t.at[0] != '/')
		add_symbol(out, '/');
	out->query = SIZE_MAX;
	for (size_t i = 0; i < t.len;) {
		/* google takes a URL as it is, up to a NUL. */
		struct unit u = as_is(1, (unsigned char)t.at[i]);

		if (dialect == ORACLE_GOOGLE && t.at[i] == '\0')
			break;
		if (t.at[i] == '?' && out->query == SIZE_MAX)
			out->query = out->n;
		if (dialect != ORACLE_GOOGLE)
			u = unit_of(dialect, t, i, out->query == SIZE_MAX ? IN_PATH : IN_QUERY);
		for (size_t k = 0; k < u.symbols; k++)
			add_symbol(out, u.symbol[k]);
		i += u.taken;
	}
	if (out->query == SIZE_MAX)
		out->query = out->n;
}
