/* spelling.c - see spelling.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spelling.h"

#include <stdarg.h>
#include <string.h>

#include "access/text.h"
#include "access/utf8.h"
#include "width.h"

/* The length of the UTF-8 character at the beginning of a text; 0: there is none. */
static size_t character(struct robotsc_text text)
{
	const unsigned char *at = (const unsigned char *)text.at;
	return utf8_length(at, at + text.len);
}

size_t robotsc__spelling_character(struct robotsc_text text)
{
	const size_t n = character(text);
	return n ? n : 1;
}

/* True for "\xHH", which would be read back as an octet. */
static bool is_spelled_octet(struct robotsc_text text)
{
	return text.len > 3 && text.at[0] == '\\' && text.at[1] == 'x' && hex_digit(text.at[2]) >= 0 && hex_digit(text.at[3]) >= 0;
}

/* True for a character of n octets that changes the direction of text, or begins a line: U+061C,
 * 200E, 200F, 2028 to 202E, 2066 to 2069. */
static bool is_directing(const unsigned char *p, size_t n)
{
	if (n == 2)
		return p[0] == 0xD8 && p[1] == 0x9C;
	if (n != 3 || p[0] != 0xE2)
		return false;
	return (p[1] == 0x80 && (p[2] == 0x8E || p[2] == 0x8F || (p[2] >= 0xA8 && p[2] <= 0xAE))) ||
	       (p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9);
}

/* True when the text begins with a character, and that controls nothing. */
static bool stays(struct robotsc_text text)
{
	const unsigned char *p = (const unsigned char *)text.at;
	const size_t n = character(text);
	if (is_spelled_octet(text) || is_directing(p, n))
		return false;
	return n > 2 || (n == 2 && (*p != 0xC2 || p[1] >= 0xA0)) || (n == 1 && *p >= 0x20 && *p != 0x7F);
}

/* The number of a character of n octets. */
static unsigned long code_point(const char *at, size_t n)
{
	uint32_t point = utf8_first_bits((unsigned char)*at, n);
	for (size_t i = 1; i < n; i++)
		point = utf8_next_bits(point, (unsigned char)at[i]);
	return point;
}

size_t robotsc__spelling_width(struct robotsc_text text)
{
	if (!stays(text))
		return strlen("\\xHH") * robotsc__spelling_character(text);
	return width_of((uint32_t)code_point(text.at, character(text)));
}

static void put_plain(struct report_writer *w, struct robotsc_text text)
{
	while (text.len) {
		const bool as_it_is = stays(text);
		const size_t n = as_it_is ? character(text) : 1;
		if (as_it_is)
			robotsc__writer_put(w, text.at, n);
		else
			robotsc__writer_format(w, "\\x%02X", (unsigned char)*text.at);
		text.at += n;
		text.len -= n;
	}
}

static void put_line(struct report_writer *w, struct robotsc_text text)
{
	size_t n = 0;
	while (n < text.len && is_blank(text.at[n]))
		n++;
	put_plain(w, (struct robotsc_text){text.at, n});
	if (n + 1 < text.len && text.at[n] == ':' && text.at[n + 1] == ':') {
		robotsc__writer_string(w, "\\x3A");
		n++;
	}
	put_plain(w, (struct robotsc_text){text.at + n, text.len - n});
}

/* exact: octets that are no UTF-8 stay, and so does what looks like one that is spelled. */
static void put_json(struct report_writer *w, struct robotsc_text text, bool exact)
{
	while (text.len) {
		const size_t whole = character(text), n = whole ? whole : 1;
		const char c = *text.at;
		if (!whole && exact)
			robotsc__writer_put(w, text.at, 1);
		else if (!exact && (!whole || is_spelled_octet(text)))
			robotsc__writer_format(w, "\\\\x%02X", (unsigned char)c);
		else if (c == '"' || c == '\\')
			robotsc__writer_format(w, "\\%c", c);
		else if (stays(text))
			robotsc__writer_put(w, text.at, n);
		else
			robotsc__writer_format(w, "\\u%04lX", code_point(text.at, n));
		text.at += n;
		text.len -= n;
	}
}

static void put_percent(struct report_writer *w, char c)
{
	robotsc__writer_format(w, "%%%02X", (unsigned char)c);
}

/* Write text as put_plain does, with some characters as %HH. */
static void put_workflow(struct report_writer *w, struct robotsc_text text, const char *escaped)
{
	for (size_t i = 0, from = 0; i <= text.len; i++) {
		const bool escape = i < text.len && text.at[i] && strchr(escaped, text.at[i]);
		if (i < text.len && !escape)
			continue;
		put_plain(w, (struct robotsc_text){text.at + from, i - from});
		if (escape)
			put_percent(w, text.at[i]);
		from = i + 1;
	}
}

static bool is_plain(unsigned char c)
{
	return c > 0x20 && c < 0x7F;
}

/* True when shells give the character no meaning, anywhere in a path. */
static bool is_bare(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("0123456789/%._~:@=+,-", c));
}

const char *robotsc__spelling_host(struct robotsc_text path)
{
	return path.len > 1 && path.at[0] == '/' && path.at[1] == '/' ? "http://h" : "";
}

/* Between $' and '. */
static void put_quoted(struct report_writer *w, struct robotsc_text path)
{
	bool after_hex = false;
	for (size_t i = 0; i < path.len; i++) {
		const char c = path.at[i];
		/* Shells differ in the number of hexadecimal digits that they read. */
		const bool escaped = !is_plain((unsigned char)c) || (after_hex && hex_digit(c) >= 0);
		if (escaped)
			robotsc__writer_format(w, "\\x%02X", (unsigned char)c);
		else
			robotsc__writer_format(w, "%s%c", c == '\'' || c == '\\' ? "\\" : "", c);
		after_hex = escaped;
	}
}

static void put_path(struct report_writer *w, struct robotsc_text path, bool shell)
{
	bool bare = true, plain = true, quote = false;
	const char *open;
	for (size_t i = 0; i < path.len; i++) {
		bare &= is_bare(path.at[i]);
		plain &= is_plain((unsigned char)path.at[i]);
		quote |= path.at[i] == '\'';
	}
	open = plain && (bare || !shell) ? "" : plain && !quote ? "'" : "$'";
	robotsc__writer_string(w, open);
	robotsc__writer_string(w, robotsc__spelling_host(path));
	if (*open == '$')
		put_quoted(w, path);
	else
		robotsc__writer_put(w, path.at, path.len);
	robotsc__writer_string(w, *open ? "'" : "");
}

void robotsc__spelling_put(struct report_writer *w, struct robotsc_text text, enum robotsc_spelling spelling)
{
	if (text.len == 0)
		return;
	switch (spelling) {
	case ROBOTSC_SPELL_TEXT:
		put_plain(w, text);
		break;
	case ROBOTSC_SPELL_LINE:
		put_line(w, text);
		break;
	case ROBOTSC_SPELL_JSON:
		put_json(w, text, false);
		break;
	case ROBOTSC_SPELL_GITHUB:
		put_workflow(w, text, "%\r\n");
		break;
	case ROBOTSC_SPELL_GITHUB_PROPERTY:
		put_workflow(w, text, "%\r\n:,");
		break;
	case ROBOTSC_SPELL_PATH:
	case ROBOTSC_SPELL_SHELL:
		put_path(w, text, spelling == ROBOTSC_SPELL_SHELL);
		break;
	}
}

void robotsc__spelling_json(struct report_writer *w, struct robotsc_text text)
{
	robotsc__writer_string(w, "\"");
	put_json(w, text, w->exact);
	robotsc__writer_string(w, "\"");
}

void robotsc__spelling_exact_json(struct report_writer *w, struct robotsc_text text)
{
	robotsc__writer_string(w, "\"");
	put_json(w, text, true);
	robotsc__writer_string(w, "\"");
}

void robotsc__spelling_uri(struct report_writer *w, struct robotsc_text text, const char *escaped)
{
	for (size_t i = 0; i < text.len; i++) {
		const unsigned char c = (unsigned char)text.at[i];
		if (c <= 0x20 || c >= 0x7F || strchr(escaped, c))
			put_percent(w, text.at[i]);
		else
			robotsc__writer_put(w, text.at + i, 1);
	}
}

void robotsc_spell(struct robotsc_text text, enum robotsc_spelling spelling, void (*write)(void *ctx, const char *text, size_t len),
                   void *ctx)
{
	const struct robotsc_report report = {.write = write, .ctx = ctx};
	struct report_writer w;
	robotsc__writer_start(&w, &report);
	robotsc__spelling_put(&w, text, spelling);
	robotsc__writer_flush(&w);
}

/* ---- values of JSON, each with the comma before it that it needs ---- */

static void put_name(struct report_writer *w, const char *name, size_t len)
{
	robotsc__writer_string(w, w->comma ? "," : "");
	if (name) {
		robotsc__writer_string(w, "\"");
		robotsc__writer_put(w, name, len);
		robotsc__writer_string(w, "\":");
	}
	w->comma = true;
}

void robotsc__json_name(struct report_writer *w, const char *name)
{
	put_name(w, name, name ? strlen(name) : 0);
}

void robotsc__json_open(struct report_writer *w, const char *name, char bracket)
{
	robotsc__json_name(w, name);
	robotsc__writer_put(w, &bracket, 1);
	w->comma = false;
}

void robotsc__json_close(struct report_writer *w, const char *brackets)
{
	robotsc__writer_string(w, brackets);
	w->comma = true;
}

void robotsc__json_line(struct report_writer *w)
{
	robotsc__writer_string(w, w->comma ? ",\n" : "\n");
	w->comma = false;
}

void robotsc__json_end(struct report_writer *w)
{
	robotsc__writer_string(w, "}\n");
	w->comma = false;
}

static void put_optional(struct report_writer *w, struct robotsc_text text)
{
	if (text.at)
		robotsc__spelling_json(w, text);
	else
		robotsc__writer_string(w, "null");
}

/* Write the value that a conversion is, after its '%'.  Returns what follows that. */
static const char *put_value(struct report_writer *w, const char *at, va_list *ap)
{
	struct robotsc_text text;
	switch (*at) {
	case 's':
		text.at = va_arg(*ap, const char *);
		text.len = text.at ? strlen(text.at) : 0;
		put_optional(w, text);
		return at + 1;
	case '.': /* "%.*s" */
		text.len = (size_t)va_arg(*ap, int);
		text.at = va_arg(*ap, const char *);
		put_optional(w, text);
		return at + 3;
	case 'd':
		robotsc__writer_string(w, va_arg(*ap, int) ? "true" : "false");
		return at + 1;
	default:
		robotsc__writer_format(w, U64,
		                       strncmp(at, PRIu32, strlen(PRIu32)) == 0 ? va_arg(*ap, uint32_t) : va_arg(*ap, uint64_t));
		return strchr(at, 'u') + 1;
	}
}

void robotsc__json_put(struct report_writer *w, const char *value, ...)
{
	va_list ap;
	va_start(ap, value);
	for (const char *at = value; *at; at += *at == ' ') {
		size_t n = 0;
		while (at[n] && !strchr(":{[%]}", at[n]))
			n++;
		const bool is_member = at[n] == ':', ends = *at == ']' || *at == '}';
		if (!ends)
			put_name(w, is_member ? at : NULL, n);
		at += n + is_member;
		if (*at == '%') {
			at = put_value(w, at + 1, &ap);
			continue;
		}
		robotsc__writer_put(w, at++, 1);
		w->comma = ends;
	}
	va_end(ap);
}

void robotsc__json_text(struct report_writer *w, const char *name, struct robotsc_text text)
{
	robotsc__json_name(w, name);
	robotsc__spelling_json(w, text);
}

void robotsc__json_optional(struct report_writer *w, const char *name, struct robotsc_text text)
{
	robotsc__json_name(w, name);
	put_optional(w, text);
}

void robotsc__json_texts(struct report_writer *w, const char *name, const struct robotsc_text *texts, size_t n)
{
	robotsc__json_open(w, name, '[');
	for (size_t i = 0; i < n; i++)
		robotsc__json_text(w, NULL, texts[i]);
	robotsc__json_close(w, "]");
}

void robotsc__json_word(struct report_writer *w, const char *name, const char *word)
{
	robotsc__json_optional(w, name, word ? robotsc__writer_text(word) : (struct robotsc_text){NULL, 0});
}

void robotsc__json_number(struct report_writer *w, const char *name, uint64_t number)
{
	robotsc__json_name(w, name);
	robotsc__writer_format(w, "%" PRIu64, number);
}

void robotsc__json_signed(struct report_writer *w, const char *name, int64_t number)
{
	robotsc__json_name(w, name);
	robotsc__writer_format(w, "%s%" PRIu64, number < 0 ? "-" : "", number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void robotsc__json_bool(struct report_writer *w, const char *name, bool is)
{
	robotsc__json_name(w, name);
	robotsc__writer_string(w, is ? "true" : "false");
}

void robotsc__json_exact(struct report_writer *w, const char *name, struct robotsc_text text)
{
	robotsc__json_name(w, name);
	robotsc__spelling_exact_json(w, text);
}
