/* random_gen.c - random robots.txt files and URLs, with many rare cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "random_gen.h"

#include "product.h"

#include <stdlib.h>
#include <string.h>

#define PICK(state, list) (list)[product_below(state, sizeof(list) / sizeof(list)[0])]

static void put(struct draft *d, const char *at, size_t len)
{
	if (d->at == NULL || d->room - d->len < len) {
		d->room = 2 * (d->len + len);
		d->at = product_alloc(d->at, d->room);
	}
	if (len > 0)
		memcpy(d->at + d->len, at, len);
	d->len += len;
}

static void put_text(struct draft *d, const char *text)
{
	put(d, text, strlen(text));
}

static void put_octet(struct draft *d, uint64_t octet)
{
	const char c = (char)(unsigned char)octet;

	put(d, &c, 1);
}

static int chance(uint64_t *state, size_t one_in)
{
	return product_below(state, one_in) == 0;
}

/* ---- what patterns and paths are made of: a file keeps to one or two of these ---- */

static const char *const plain[] = {"a", "b", "/", "a", "b", "ab", "*"};
static const char *const words[] = {"/a", "/b", "shop", "/", "?", "=", "&", "*", "id", ".php", "-", "$"};
static const char *const stars[] = {"*", "a", "*", "b", "*", "$", "ab", "ba", "aab"};
static const char *const delimiters[] = {"%2F", "%2f", "/", "?", "%3F", "%3f", "*", "a", "*", "%25", "%", "$", "%%32F"};
static const char *const triplets[] = {"%", "2", "F", "f", "3", "5", "%2A", "%24", "*", "$", "%61", "a", "%41", "A", "%7e", "~"};
static const char *const reserved[] = {":", "%3A", "%3a", "@", "%40", "=", "%3D", "&", "%26", ";", "%3B",
                                       "+", "!",   "%21", "'", "(",   ")", ",",   "[", "%5D", "*", "?"};
static const char *const wide[] = {"\xC3\xA9", "%C3%A9", "%c3%a9", "\xE9", "%E9", "%e9",  "\xE3\x83\x84",
                                   "%E3",      "\x83",   "a",      "*",    "/",   "\x80", "\xFF"};
static const char *const odd[] = {" ", "\t", "\v", "\f", "\x01", "\x7F", "<",   ">",   "\"", "\\", "^",
                                  "{", "|",  "}",  "`",  "%00",  "%0A",  "%23", "%20", "*",  "a"};
static const char *const index_htm[] = {"/", "index.htm", "index.html", "index.htmx", "a", "*", "$", "/index.html"};
static const char *const robots_txt[] = {"/robots.txt", "robots", ".txt", "%2Etxt", "/", "*", "$", "?", "a"};

static const char *const shell[] = {"?",    "?",     "*",      "a",        "b",   "[ab]", "[!a]", "[^a-]", "[]a]", "[%2Fa%41-B]",
                                    "\\*",  "\\?",   "\\[",    "\\",       "/",   "%2F",  "%25",  "%",     "[",    "]",
                                    "[a-c", "[b-a]", "[\xC3]", "[!%C3-z]", "%C3", "\xA9", "ab",   "[!]-]", "\x01", "A"};

struct alphabet {
	const char *const *atom;
	size_t atoms;
};

#define ALPHABET(list)                               \
	{                                            \
		list, sizeof(list) / sizeof(list)[0] \
	}

static const struct alphabet alphabets[] = {
	ALPHABET(plain),    ALPHABET(words),     ALPHABET(words),      ALPHABET(stars),    ALPHABET(delimiters),
	ALPHABET(triplets), ALPHABET(shell),     ALPHABET(shell),      ALPHABET(reserved), ALPHABET(wide),
	ALPHABET(odd),      ALPHABET(index_htm), ALPHABET(robots_txt),
};

static const char *const agents[] = {"foo",  "Foo",  "FOO",       "bar",     "foobar",  "*",    "*",     "* foo", "*\tx",
                                     "*\vx", "*foo", "foo/1.0",   "foo bar", "foo2",    "2foo", "foo.x", "foo-x", "foo_x",
                                     "",     "fo",   "f\xC3\xA9", "foo*",    "foo,bar", "baz",  " foo",  "\tbar "};
static const char *const agent_fields[] = {"User-agent", "User-agent", "user-agent",  "USER-AGENT",
                                           "useragent",  "user agent", "user-agents", "User-Agent "};
static const char *const rule_fields[] = {"Disallow",  "Disallow",  "Disallow", "Allow",   "Allow",    "disallow",
                                          "ALLOW",     "dissallow", "dissalow", "disalow", "diasllow", "disallaw",
                                          "Disallow ", "disallows", "allowed",  "desallow"};
/* clang-format off */
static const char *const other_lines[] = {
	"Crawl-delay: 5", "Sitemap: http://h/s.xml", "", "", " \t", "# a comment", "  # another", "Noindex: /a",
	"junk", "two words", "three of them", ": /a", ":", "Robot-version: 2.0", "Robot-version: 1.0.0",
	"Robot-version: 2.1", "Robot-version: 1.1", "Comment: hello", "Visit-time: 0600-0845", "<html>",
	"Request-rate: 1/10m", "Content-Usage: train-ai=n"
};
/* clang-format on */
static const char *const versions[] = {"2.0", "2.0", "2.0",  "2.0", "2.2.0", "1",       "2.1", "3.0", "2.0.1", "2.0.x",
                                       "x",   "",    "10.0", "2",   "2.",    "02.10.5", "1.1", "1.2", "0.1",   "00"};
static const char *const ends[] = {"\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "\n\r", "\n\n", "\r\r\n", "\r\n\r\n"};
static const char *const colons[] = {": ", ":", ": ", " : ", ":\t", "\t:", " ", "\t ", ": :"};

static void put_word(struct draft *d, uint64_t *state, const struct alphabet *a, size_t longest)
{
	for (size_t n = product_below(state, longest + 1); n > 0; n--)
		if (chance(state, 60))
			put_octet(d, product_below(state, 256));
		else
			put_text(d, a->atom[product_below(state, a->atoms)]);
}

static void put_pattern(struct draft *d, uint64_t *state, const struct alphabet *a)
{
	static const char *const leads[] = {"/", "/", "/", "/", "/", "/", "*", "/*", "*", "", "$", "%2F"};

	if (chance(state, 20))
		return;
	put_text(d, PICK(state, leads));
	put_word(d, state, a, chance(state, 10) ? 24 : 6);
	if (chance(state, 6))
		put_text(d, "$");
}

static void put_line(struct draft *d, uint64_t *state, const char *field, const struct alphabet *a)
{
	static const char *const spaces[] = {"", "", "", "", " ", "\t", "  ", "\v", "\f "};

	put_text(d, PICK(state, spaces));
	put_text(d, field);
	put_text(d, chance(state, 6) ? PICK(state, colons) : ": ");
	if (a == NULL)
		put_text(d, PICK(state, agents));
	else
		put_pattern(d, state, a);
	if (chance(state, 25))
		put_octet(d, 0);
	put_text(d, PICK(state, spaces));
	if (chance(state, 15))
		put_text(d, "# x");
}

static void put_end(struct draft *d, uint64_t *state, const char *usual)
{
	put_text(d, chance(state, 12) ? PICK(state, ends) : usual);
}

/* A line about as long as the longest that google keeps. */
static void put_long_line(struct draft *d, uint64_t *state)
{
	const size_t len = 16640 + product_below(state, 40);

	put_text(d, chance(state, 2) ? "Disallow: /" : "Allow: /");
	for (size_t i = 0; i < len; i++)
		put_octet(d, chance(state, 5000) ? '*' : 'x');
	put_text(d, chance(state, 2) ? "$\n" : "y\n");
}

/* Comments up to about the size that every reader must read. */
static void put_padding(struct draft *d, uint64_t *state)
{
	const size_t len = ORACLE_LIMIT - 60 + product_below(state, 64);

	while (d->len + 100 < len)
		put_text(d, "# ------------------------------------------------------------\n");
	while (d->len + 1 < len)
		put_text(d, "#");
	put_text(d, "\n");
}

static void put_group(struct draft *d, uint64_t *state, const struct alphabet *const a[2], const char *end)
{
	for (size_t n = 1 + product_below(state, 3); n > 0; n--) {
		put_line(d, state, PICK(state, agent_fields), NULL);
		put_end(d, state, end);
		if (chance(state, 8)) {
			put_text(d, PICK(state, other_lines));
			put_end(d, state, end);
		}
	}
	if (chance(state, 3)) {
		put_text(d, "Robot-version: ");
		put_text(d, PICK(state, versions));
		put_end(d, state, end);
	}
	for (size_t n = product_below(state, chance(state, 8) ? 40 : 9); n > 0; n--) {
		if (chance(state, 12)) {
			put_text(d, PICK(state, other_lines));
			put_end(d, state, end);
		}
		/* Drawn first: the order of arguments is undefined. */
		const char *field = PICK(state, rule_fields);
		put_line(d, state, field, a[product_below(state, 2)]);
		put_end(d, state, end);
	}
}

void random_gen_file(struct draft *d, uint64_t *state)
{
	static const char *const usual_ends[] = {"\n", "\n", "\n", "\r\n", "\r"};
	const struct alphabet *a[2];
	const char *end = PICK(state, usual_ends);

	a[0] = &PICK(state, alphabets);
	a[1] = chance(state, 2) ? a[0] : &PICK(state, alphabets);
	d->len = 0;
	if (chance(state, 12))
		put(d, "\xEF\xBB\xBF", 1 + product_below(state, 3));
	if (chance(state, 10)) {
		put_line(d, state, "Disallow", a[0]);
		put_end(d, state, end);
	}
	if (chance(state, 1500))
		put_padding(d, state);
	for (size_t n = 1 + product_below(state, 5); n > 0; n--) {
		put_group(d, state, a, end);
		if (chance(state, 300))
			put_long_line(d, state);
		if (chance(state, 3))
			put_text(d, end);
	}
	if (chance(state, 6) && d->len > 0)
		d->len -= product_below(state, d->len < 30 ? d->len : 30);
}

/* ---- URLs ---- */

/* The place of the next ']' of a rule, or of its last octet if there is none. */
static size_t set_end(struct oracle_text rule, size_t i)
{
	while (i + 1 < rule.len && rule.at[i] != ']')
		i++;
	return i;
}

/* A rule as a path: stars filled, an octet for a set, an anchor dropped. */
static void put_filled(struct draft *d, uint64_t *state, struct oracle_text rule, const struct alphabet *a)
{
	for (size_t i = 0; i < rule.len; i++)
		if (rule.at[i] == '*' && !chance(state, 8))
			put_word(d, state, a, 3);
		else if (rule.at[i] == '?' && chance(state, 2))
			put_word(d, state, a, 1);
		else if (rule.at[i] == '[' && chance(state, 2)) {
			const size_t close = set_end(rule, i);

			put_octet(d, (unsigned char)rule.at[i + product_below(state, close - i + 1)]);
			i = close;
		} else if (rule.at[i] == '\\' && chance(state, 2))
			continue;
		else if (rule.at[i] != '$' || i + 1 < rule.len || chance(state, 8))
			put_octet(d, (unsigned char)rule.at[i]);
}

static void put_triplet(struct draft *d, uint64_t *state, unsigned octet)
{
	const char *digits = chance(state, 2) ? "0123456789ABCDEF" : "0123456789abcdef";

	put_text(d, "%");
	put_octet(d, (unsigned char)digits[octet / 16]);
	put_octet(d, (unsigned char)digits[octet % 16]);
}

/* Change some octets of d from an offset on: encode, drop, replace, repeat. */
static void mutate(struct draft *d, uint64_t *state, size_t from)
{
	struct draft old = {0};

	put(&old, d->at + from, d->len - from);
	d->len = from;
	for (size_t i = 0; i < old.len; i++) {
		const unsigned c = (unsigned char)old.at[i];

		switch (product_below(state, 60)) {
		case 0:
			break;
		case 1:
			put_octet(d, product_below(state, 256));
			break;
		case 2:
			put_octet(d, c);
			put_octet(d, c);
			break;
		case 3:
			put_octet(d, chance(state, 8) ? 0 : c ^ 0x20);
			break;
		case 4:
			put_text(d, chance(state, 2) ? "?" : "/");
			put_octet(d, c);
			break;
		default:
			/* An octet here and there is written as a triplet. */
			if (c != '%' && chance(state, 12))
				put_triplet(d, state, c);
			else
				put_octet(d, c);
		}
	}
	free(old.at);
}

void random_gen_url(struct draft *d, uint64_t *state, const struct oracle_file *file)
{
	static const char *const origins[] = {
		"", "", "", "", "http://h", "https://u@h:80", "HTTP://H.x", "//h", "h", "x-y+z.1://h", "://", "1a://b", "a?b://"};
	static const char *const fixed[] = {"/robots.txt",
	                                    "/robots%2etxt",
	                                    "/robots.txt?",
	                                    "/robots.txt#x",
	                                    "/robots.tx",
	                                    "/ROBOTS.TXT",
	                                    "/",
	                                    "",
	                                    "?",
	                                    ";a",
	                                    "#",
	                                    "*"};
	const struct alphabet *a = &PICK(state, alphabets);
	struct oracle_text rule;
	size_t from;

	d->len = 0;
	put_text(d, PICK(state, origins));
	if (chance(state, 40))
		put_octet(d, 0);
	from = d->len;
	if (chance(state, 20)) {
		put_text(d, PICK(state, fixed));
	} else if (!chance(state, 6) && oracle_rule_at(file, product_below(state, oracle_rules(file) + 1), &rule)) {
		if (rule.len > 0 && rule.at[0] != '/' && chance(state, 2))
			put_text(d, "/");
		put_filled(d, state, rule, a);
	} else {
		put_text(d, "/");
		put_word(d, state, a, 8);
	}
	if (!chance(state, 3))
		mutate(d, state, from);
	if (chance(state, 4) && d->len > from)
		d->len -= product_below(state, d->len - from);
	if (chance(state, 3))
		put_word(d, state, a, 4);
	if (chance(state, 15))
		put_text(d, "#f/a");
}

static void put_robot(struct draft *d, uint64_t *state, const struct oracle_file *file)
{
	const size_t from = d->len;
	struct oracle_text agent;
	size_t named = 0;

	while (oracle_agent_at(file, named, &agent))
		named++;
	if (named > 0 && !chance(state, 3)) {
		oracle_agent_at(file, product_below(state, named), &agent);
		put(d, agent.at, agent.len);
		if (chance(state, 4) && d->len > from)
			d->at[from] = (char)(d->at[from] ^ 0x20);
	} else {
		put_text(d, PICK(state, agents));
	}
	if (chance(state, 10))
		put_text(d, "/2.0 (+http://h)");
}

void random_gen_robot(struct draft *d, uint64_t *state, const struct oracle_file *file)
{
	d->len = 0;
	put_robot(d, state, file);
}

void random_gen_header(struct draft *d, uint64_t *state, const struct oracle_file *file)
{
	static const char *const pieces[] = {" ", "/", "; ",   " (",   ")",        ", ",      "+",        ":",           "@",
	                                     "-", ".", "_",    "\t",   "[",        "\"",      "*",        "/2.1",        "foo",
	                                     "#", "x", "foo ", "\x01", "\xC3\xA9", "http://", "Mozilla/", "compatible; "};

	d->len = 0;
	for (size_t i = product_below(state, 9); i > 0; i--) {
		put_text(d, PICK(state, pieces));
		if (!chance(state, 2))
			put_robot(d, state, file);
	}
}
