/* oracle_html.c - a page as a whole: tags found by looking ahead, attributes as lists of strings.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"
#include "oracle_page.h"

#include <stdlib.h>
#include <string.h>

/* A string that grows. */
struct string {
	char *at;
	size_t len;
};

/* A page being read.  Behind its end, octets are read as '\0', and met_end is set. */
struct page {
	struct string text;
	size_t i;
	int met_end;
	int in_body; /* wanted */
	unsigned long in_templates;
	int ended;
	struct oracle_said *said;
	const struct oracle_text *robot;
	size_t robots;
};

struct tag {
	int closing;
	struct string name, robot, content;
	int has_robot, has_content;
};

static void put(struct string *s, char c)
{
	s->at = oracle__grow(s->at, s->len, 1);
	s->at[s->len++] = c;
}

static int is(const struct string *s, const char *word)
{
	return oracle__same_as((struct oracle_text){s->at, s->len}, word);
}

static int is_one_of(const struct string *s, const char *const *words)
{
	while (*words != NULL && !is(s, *words))
		words++;
	return *words != NULL;
}

static int space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static int ends_name(char c)
{
	return space(c) || c == '/' || c == '>';
}

static int digit(char c)
{
	return c >= '0' && c <= '9';
}

static int alpha(char c)
{
	return oracle__lower(c) >= 'a' && oracle__lower(c) <= 'z';
}

static char at(struct page *p, size_t i)
{
	p->met_end |= i >= p->text.len;
	return i < p->text.len ? p->text.at[i] : '\0';
}

static int ahead(struct page *p, size_t i, const char *word)
{
	size_t n = 0;

	while (word[n] != '\0' && oracle__lower(at(p, i + n)) == word[n])
		n++;
	return word[n] == '\0';
}

/* The octets of a file; of UTF-16, those of ASCII, with \xFF for other characters. */
static struct string decode(const unsigned char *b, size_t len)
{
	const int big = len >= 2 && b[0] == 0xFE && b[1] == 0xFF, little = len >= 2 && b[0] == 0xFF && b[1] == 0xFE;
	struct string s = {NULL, 0};

	put(&s, '\0'); /* so that there is a string */
	s.len = 0;
	/* The beginning of a byte order mark is not yet text. */
	if (len < 3 && (memcmp(b, "\xEF\xBB", len) == 0 || (len == 1 && *b >= 0xFE)))
		return s;
	if (!big && !little) {
		for (size_t i = len >= 3 && memcmp(b, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; i < len; i++)
			put(&s, (char)b[i]);
		return s;
	}
	for (size_t i = 2; i + 1 < len; i += 2) {
		const int unit = big ? b[i] * 256 + b[i + 1] : b[i + 1] * 256 + b[i];

		put(&s, unit < 128 ? (char)unit : (char)0xFF);
	}
	return s;
}

/* ---- character references -------------------------------------------------- */

/* All names for characters of ASCII. */
static const char *const names[][2] = {
	{"AMP;", "&"},      {"DiacriticalGrave;", "`"},
	{"GT;", ">"},       {"Hat;", "^"},
	{"LT;", "<"},       {"NewLine;", "\n"},
	{"QUOT;", "\""},    {"Tab;", "\t"},
	{"UnderBar;", "_"}, {"VerticalLine;", "|"},
	{"amp;", "&"},      {"apos;", "'"},
	{"ast;", "*"},      {"bsol;", "\\"},
	{"colon;", ":"},    {"comma;", ","},
	{"commat;", "@"},   {"dollar;", "$"},
	{"equals;", "="},   {"excl;", "!"},
	{"fjlig;", "fj"},   {"grave;", "`"},
	{"gt;", ">"},       {"lbrace;", "{"},
	{"lbrack;", "["},   {"lcub;", "{"},
	{"lowbar;", "_"},   {"lpar;", "("},
	{"lsqb;", "["},     {"lt;", "<"},
	{"midast;", "*"},   {"num;", "#"},
	{"percnt;", "%"},   {"period;", "."},
	{"plus;", "+"},     {"quest;", "?"},
	{"quot;", "\""},    {"rbrace;", "}"},
	{"rbrack;", "]"},   {"rcub;", "}"},
	{"rpar;", ")"},     {"rsqb;", "]"},
	{"semi;", ";"},     {"sol;", "/"},
	{"verbar;", "|"},   {"vert;", "|"},
};

/* "&#..." at i: its character, and its length in *len; -1 if it is none. */
static long number_at(struct page *p, size_t i, size_t *len)
{
	const int hex = oracle__lower(at(p, i + 2)) == 'x';
	size_t k = i + 2 + (size_t)hex, from = k;
	long code = 0;

	for (;; k++) {
		static const char digits[] = "0123456789abcdef";
		const char *d = at(p, k) == '\0' ? NULL : strchr(digits, oracle__lower(at(p, k)));

		if (d == NULL || (!hex && d - digits > 9))
			break;
		code = code > 0x110000 ? code : code * (hex ? 16 : 10) + (d - digits);
	}
	if (k == from)
		return -1;
	*len = k - i + (at(p, k) == ';');
	return code > 0 && code < 128 ? code : 0xFF;
}

/* Append what '&' at i stands for to s.  Returns how many octets of the page that takes. */
static size_t reference(struct page *p, size_t i, struct string *s)
{
	size_t len = 1, n = 1;

	if (at(p, i + 1) == '#') {
		const long code = number_at(p, i, &len);

		put(s, code < 0 ? '&' : (char)code);
		return code < 0 ? 1 : len;
	}
	while (alpha(at(p, i + n)) || digit(at(p, i + n)))
		n++;
	for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
		if (at(p, i + n) == ';' && strlen(names[k][0]) == n && memcmp(names[k][0], p->text.at + i + 1, n) == 0) {
			for (const char *c = names[k][1]; *c != '\0'; c++)
				put(s, *c);
			return n + 1;
		}
	put(s, '&');
	return 1;
}

static struct string resolved(struct page *p, size_t from, size_t to)
{
	struct page part = {.text = {p->text.at + from, to - from}};
	struct string s = {NULL, 0};

	put(&s, '\0');
	s.len = 0;
	while (part.i < part.text.len)
		if (part.text.at[part.i] == '&')
			part.i += reference(&part, part.i, &s);
		else
			put(&s, part.text.at[part.i++]);
	return s;
}

/* ---- tags ------------------------------------------------------------------ */

/* The end of a value that begins at i: its quote; without one, white space or '>'. */
static size_t value_end(struct page *p, size_t i, char quote)
{
	if (quote != '\0')
		while (i < p->text.len && p->text.at[i] != quote)
			i++;
	else
		while (i < p->text.len && !space(p->text.at[i]) && p->text.at[i] != '>')
			i++;
	return i;
}

/* Read the attribute at p->i. */
static void read_attribute(struct page *p, struct tag *tag)
{
	struct string name = {NULL, 0};
	size_t from, to;
	char quote = '\0';

	put(&name, p->text.at[p->i++]);
	while (p->i < p->text.len && !ends_name(p->text.at[p->i]) && p->text.at[p->i] != '=')
		put(&name, p->text.at[p->i++]);
	while (space(at(p, p->i)))
		p->i++;
	from = to = p->i;
	if (at(p, p->i) == '=') {
		p->i++;
		while (space(at(p, p->i)))
			p->i++;
		if (at(p, p->i) == '"' || at(p, p->i) == '\'')
			quote = at(p, p->i++);
		from = p->i;
		to = value_end(p, from, quote);
		p->i = to + (quote != '\0' && to < p->text.len);
	}
	p->met_end |= p->i >= p->text.len;
	if (is(&name, "name") && !tag->has_robot) {
		tag->has_robot = 1;
		tag->robot = resolved(p, from, to);
	} else if (is(&name, "content") && !tag->has_content) {
		tag->has_content = 1;
		tag->content = resolved(p, from, to);
	}
	free(name.at);
}

/* Read the tag at p->i: '<' and a letter, or '</' and a letter.  0 when the page ends in it. */
static int read_tag(struct page *p, struct tag *tag)
{
	memset(tag, 0, sizeof *tag);
	tag->closing = at(p, p->i + 1) == '/';
	p->i += 1 + (size_t)tag->closing;
	while (p->i < p->text.len && !ends_name(p->text.at[p->i]))
		put(&tag->name, p->text.at[p->i++]);
	for (;;) {
		while (space(at(p, p->i)) || at(p, p->i) == '/')
			p->i++;
		if (p->i >= p->text.len)
			return 0;
		if (p->text.at[p->i] == '>') {
			p->i++;
			return 1;
		}
		read_attribute(p, tag);
	}
}

static void free_tag(struct tag *tag)
{
	free(tag->name.at);
	free(tag->robot.at);
	free(tag->content.at);
}

/* ---- what is skipped ------------------------------------------------------- */

/* True if "</name" stands at i, and the name ends there. */
static int closes(struct page *p, size_t i, const char *before, const char *name)
{
	char mark[32];
	const size_t n = strlen(before) + strlen(name);

	strcat(strcpy(mark, before), name);
	return ahead(p, i, mark) && ends_name(at(p, i + n));
}

static void skip_raw(struct page *p, const char *name)
{
	while (p->i < p->text.len && !closes(p, p->i, "</", name))
		p->i++;
}

/* depth 0: in the script; 1: in its comment; 2: in a script in the comment. */
static void skip_script(struct page *p)
{
	int depth = 0;

	for (; p->i < p->text.len; p->i++) {
		if (depth < 2 && closes(p, p->i, "</", "script"))
			return;
		if (depth == 0 && ahead(p, p->i, "<!--")) {
			depth = 1;
			p->i += 3;
		} else if (depth > 0 && at(p, p->i) == '>' && p->text.at[p->i - 1] == '-' && p->text.at[p->i - 2] == '-') {
			depth = 0;
		} else if (depth == 1 && closes(p, p->i, "<", "script")) {
			depth = 2;
			p->i += 7;
		} else if (depth == 2 && closes(p, p->i, "</", "script")) {
			depth = 1;
			p->i += 8;
		}
	}
}

/* Skip the comment whose "<!--" is at p->i. */
static void skip_comment(struct page *p)
{
	p->i += 4;
	if (ahead(p, p->i, ">") || ahead(p, p->i, "->")) {
		p->i += at(p, p->i) == '>' ? 1 : 2;
		return;
	}
	for (; p->i < p->text.len; p->i++)
		if (ahead(p, p->i, "-->") || ahead(p, p->i, "--!>")) {
			p->i += ahead(p, p->i, "-->") ? 3 : 4;
			return;
		}
}

/* Skip what ends at the next '>'. */
static void skip_bogus(struct page *p)
{
	while (p->i < p->text.len && p->text.at[p->i++] != '>')
		;
}

/* ---- the page -------------------------------------------------------------- */

static void obey_meta(struct page *p, const struct tag *tag)
{
	const int is_policy = is(&tag->robot, "tdm-policy");

	if (is_policy || is(&tag->robot, "tdm-reservation"))
		oracle_said_tdm(p->said, 1, is_policy, tag->content.at, tag->content.len);
	else if (oracle__said_is_for(p->robot, p->robots, (struct oracle_text){tag->robot.at, tag->robot.len}))
		oracle__said_content(p->said, tag->content.at, tag->content.len);
}

static void obey(struct page *p, const struct tag *tag)
{
	static const char *const of_head[] = {"html",  "head",     "base",     "basefont", "bgsound", "link",     "meta",
	                                      "title", "noscript", "noframes", "style",    "script",  "template", NULL};
	static const char *const end_head[] = {"head", "body", "html", "br", NULL};
	static const char *const raw[] = {"title", "noscript", "noframes", "style", "textarea", "xmp", "iframe", "noembed", NULL};
	const int in_head = !p->in_body && p->in_templates == 0;

	if (tag->closing) {
		p->ended |= in_head && is_one_of(&tag->name, end_head);
		if (is(&tag->name, "template") && p->in_templates > 0)
			p->in_templates--;
		return;
	}
	p->ended |= is(&tag->name, "plaintext") || (in_head && !is_one_of(&tag->name, of_head));
	if (p->ended)
		return;
	if (is(&tag->name, "meta") && p->in_templates == 0 && tag->has_robot && tag->has_content)
		obey_meta(p, tag);
	if (is(&tag->name, "template"))
		p->in_templates++;
	if (is(&tag->name, "script"))
		skip_script(p);
	for (size_t k = 0; raw[k] != NULL; k++)
		if (is(&tag->name, raw[k]))
			skip_raw(p, raw[k]);
}

/* Read text, which is no tag and no comment. */
static void read_text(struct page *p)
{
	struct string s = {NULL, 0};

	p->met_end = 0;
	if (p->text.at[p->i] == '&')
		p->i += reference(p, p->i, &s);
	else
		put(&s, p->text.at[p->i++]);
	/* A reference that may go on behind the end is not yet a character. */
	if (p->met_end)
		p->i = p->text.len;
	else
		p->ended |= !space(s.at[0]) && !p->in_body && p->in_templates == 0;
	free(s.at);
}

static void walk(struct page *p)
{
	while (p->i < p->text.len && !p->ended) {
		const size_t i = p->i;
		struct tag tag;

		if (p->text.at[i] != '<') {
			read_text(p);
		} else if (ahead(p, i, "<!--")) {
			skip_comment(p);
		} else if (ahead(p, i, "<!") || ahead(p, i, "<?") ||
		           (ahead(p, i, "</") && !alpha(at(p, i + 2)) && i + 2 < p->text.len)) {
			skip_bogus(p);
		} else if (alpha(at(p, i + 1)) || (ahead(p, i, "</") && alpha(at(p, i + 2)))) {
			if (read_tag(p, &tag))
				obey(p, &tag);
			else
				p->i = p->text.len;
			free_tag(&tag);
		} else if (i + 1 >= p->text.len || (ahead(p, i, "</") && i + 2 >= p->text.len)) {
			p->i = p->text.len;
		} else {
			read_text(p);
		}
	}
}

int oracle_html_ended(const void *html, size_t len, int in_body)
{
	struct oracle_said said;
	struct page p = {.text = decode(html, len), .in_body = in_body, .said = &said};

	oracle_said_begin(&said);
	walk(&p);
	free(p.text.at);
	return p.ended;
}

void oracle_said_html(struct oracle_said *said, const struct oracle_text *robot, size_t robots, const void *html, size_t len,
                      int in_body)
{
	struct page p = {.text = decode(html, len), .in_body = in_body, .said = said, .robot = robot, .robots = robots};

	walk(&p);
	free(p.text.at);
}
