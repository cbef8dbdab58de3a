/* spelling.c - see spelling.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spelling.h"

#include <stdarg.h>
#include <string.h>

#include "access/text.h"
#include "access/utf8.h"
#include "support/sort.h"

/* ---- the columns of a character on a terminal.  Unicode 14: UAX #11 East Asian Width, and the
 * categories Mn and Me, of the Basic Multilingual Plane ---- */

struct width_range {
	uint32_t first, last;
};

/* clang-format off */
/* Characters without a column: marks that stand on the character before, and joiners. */
static const struct width_range zero_width[] = {
	{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2}, {0x05C4, 0x05C5},
	{0x05C7, 0x05C7}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4},
	{0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x0711, 0x0711}, {0x0730, 0x074A}, {0x07A6, 0x07B0}, {0x07EB, 0x07F3},
	{0x07FD, 0x07FD}, {0x0816, 0x0819}, {0x081B, 0x0823}, {0x0825, 0x0827}, {0x0829, 0x082D}, {0x0859, 0x085B},
	{0x0898, 0x089F}, {0x08CA, 0x08E1}, {0x08E3, 0x0902}, {0x093A, 0x093A}, {0x093C, 0x093C}, {0x0941, 0x0948},
	{0x094D, 0x094D}, {0x0951, 0x0957}, {0x0962, 0x0963}, {0x0981, 0x0981}, {0x09BC, 0x09BC}, {0x09C1, 0x09C4},
	{0x09CD, 0x09CD}, {0x09E2, 0x09E3}, {0x09FE, 0x0A02}, {0x0A3C, 0x0A3C}, {0x0A41, 0x0A51}, {0x0A70, 0x0A71},
	{0x0A75, 0x0A75}, {0x0A81, 0x0A82}, {0x0ABC, 0x0ABC}, {0x0AC1, 0x0AC8}, {0x0ACD, 0x0ACD}, {0x0AE2, 0x0AE3},
	{0x0AFA, 0x0B01}, {0x0B3C, 0x0B3C}, {0x0B3F, 0x0B3F}, {0x0B41, 0x0B44}, {0x0B4D, 0x0B56}, {0x0B62, 0x0B63},
	{0x0B82, 0x0B82}, {0x0BC0, 0x0BC0}, {0x0BCD, 0x0BCD}, {0x0C00, 0x0C00}, {0x0C04, 0x0C04}, {0x0C3C, 0x0C3C},
	{0x0C3E, 0x0C40}, {0x0C46, 0x0C56}, {0x0C62, 0x0C63}, {0x0C81, 0x0C81}, {0x0CBC, 0x0CBC}, {0x0CBF, 0x0CBF},
	{0x0CC6, 0x0CC6}, {0x0CCC, 0x0CCD}, {0x0CE2, 0x0CE3}, {0x0D00, 0x0D01}, {0x0D3B, 0x0D3C}, {0x0D41, 0x0D44},
	{0x0D4D, 0x0D4D}, {0x0D62, 0x0D63}, {0x0D81, 0x0D81}, {0x0DCA, 0x0DCA}, {0x0DD2, 0x0DD6}, {0x0E31, 0x0E31},
	{0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x0EB1, 0x0EB1}, {0x0EB4, 0x0EBC}, {0x0EC8, 0x0ECD}, {0x0F18, 0x0F19},
	{0x0F35, 0x0F35}, {0x0F37, 0x0F37}, {0x0F39, 0x0F39}, {0x0F71, 0x0F7E}, {0x0F80, 0x0F84}, {0x0F86, 0x0F87},
	{0x0F8D, 0x0FBC}, {0x0FC6, 0x0FC6}, {0x102D, 0x1030}, {0x1032, 0x1037}, {0x1039, 0x103A}, {0x103D, 0x103E},
	{0x1058, 0x1059}, {0x105E, 0x1060}, {0x1071, 0x1074}, {0x1082, 0x1082}, {0x1085, 0x1086}, {0x108D, 0x108D},
	{0x109D, 0x109D}, {0x1160, 0x11FF}, {0x135D, 0x135F}, {0x1712, 0x1714}, {0x1732, 0x1733}, {0x1752, 0x1753},
	{0x1772, 0x1773}, {0x17B4, 0x17B5}, {0x17B7, 0x17BD}, {0x17C6, 0x17C6}, {0x17C9, 0x17D3}, {0x17DD, 0x17DD},
	{0x180B, 0x180D}, {0x180F, 0x180F}, {0x1885, 0x1886}, {0x18A9, 0x18A9}, {0x1920, 0x1922}, {0x1927, 0x1928},
	{0x1932, 0x1932}, {0x1939, 0x193B}, {0x1A17, 0x1A18}, {0x1A1B, 0x1A1B}, {0x1A56, 0x1A56}, {0x1A58, 0x1A60},
	{0x1A62, 0x1A62}, {0x1A65, 0x1A6C}, {0x1A73, 0x1A7F}, {0x1AB0, 0x1B03}, {0x1B34, 0x1B34}, {0x1B36, 0x1B3A},
	{0x1B3C, 0x1B3C}, {0x1B42, 0x1B42}, {0x1B6B, 0x1B73}, {0x1B80, 0x1B81}, {0x1BA2, 0x1BA5}, {0x1BA8, 0x1BA9},
	{0x1BAB, 0x1BAD}, {0x1BE6, 0x1BE6}, {0x1BE8, 0x1BE9}, {0x1BED, 0x1BED}, {0x1BEF, 0x1BF1}, {0x1C2C, 0x1C33},
	{0x1C36, 0x1C37}, {0x1CD0, 0x1CD2}, {0x1CD4, 0x1CE0}, {0x1CE2, 0x1CE8}, {0x1CED, 0x1CED}, {0x1CF4, 0x1CF4},
	{0x1CF8, 0x1CF9}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x2060, 0x2060}, {0x20D0, 0x20F0}, {0x2CEF, 0x2CF1},
	{0x2D7F, 0x2D7F}, {0x2DE0, 0x2DFF}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xA66F, 0xA672}, {0xA674, 0xA67D},
	{0xA69E, 0xA69F}, {0xA6F0, 0xA6F1}, {0xA802, 0xA802}, {0xA806, 0xA806}, {0xA80B, 0xA80B}, {0xA825, 0xA826},
	{0xA82C, 0xA82C}, {0xA8C4, 0xA8C5}, {0xA8E0, 0xA8F1}, {0xA8FF, 0xA8FF}, {0xA926, 0xA92D}, {0xA947, 0xA951},
	{0xA980, 0xA982}, {0xA9B3, 0xA9B3}, {0xA9B6, 0xA9B9}, {0xA9BC, 0xA9BD}, {0xA9E5, 0xA9E5}, {0xAA29, 0xAA2E},
	{0xAA31, 0xAA32}, {0xAA35, 0xAA36}, {0xAA43, 0xAA43}, {0xAA4C, 0xAA4C}, {0xAA7C, 0xAA7C}, {0xAAB0, 0xAAB0},
	{0xAAB2, 0xAAB4}, {0xAAB7, 0xAAB8}, {0xAABE, 0xAABF}, {0xAAC1, 0xAAC1}, {0xAAEC, 0xAAED}, {0xAAF6, 0xAAF6},
	{0xABE5, 0xABE5}, {0xABE8, 0xABE8}, {0xABED, 0xABED}, {0xFB1E, 0xFB1E}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
	{0xFEFF, 0xFEFF}, {0x1D167, 0x1D169}, {0xE0100, 0xE01EF},
};

/* Characters of two columns: of East Asia, and emoji. */
static const struct width_range double_width[] = {
	{0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC}, {0x23F0, 0x23F0}, {0x23F3, 0x23F3},
	{0x25FD, 0x25FE}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x267F, 0x267F}, {0x2693, 0x2693}, {0x26A1, 0x26A1},
	{0x26AA, 0x26AB}, {0x26BD, 0x26BE}, {0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4}, {0x26EA, 0x26EA},
	{0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26FA, 0x26FA}, {0x26FD, 0x26FD}, {0x2705, 0x2705}, {0x270A, 0x270B},
	{0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
	{0x27B0, 0x27B0}, {0x27BF, 0x27BF}, {0x2B1B, 0x2B1C}, {0x2B50, 0x2B50}, {0x2B55, 0x2B55}, {0x2E80, 0x303E},
	{0x3041, 0x3247}, {0x3250, 0x4DBF}, {0x4E00, 0xA4C6}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAD9},
	{0xFE10, 0xFE19}, {0xFE30, 0xFE6B}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x16FE0, 0x16FE3}, {0x16FF0, 0x1B2FB},
	{0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
	{0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
	{0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
	{0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC},
	{0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A},
	{0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAF6}, {0x20000, 0x3FFFD},
};
/* clang-format on */

static bool width_in(const struct width_range *ranges, size_t n, uint32_t point)
{
	size_t low = 0, high = n;
	BISECT(low, high, i, ranges[i].last < point);
	return low < n && ranges[low].first <= point;
}

/* The columns of a character: 0, 1 or 2. */
static size_t width_of(uint32_t point)
{
	if (width_in(zero_width, sizeof zero_width / sizeof *zero_width, point))
		return 0;
	return width_in(double_width, sizeof double_width / sizeof *double_width, point) ? 2 : 1;
}

/* ---- octets of others ---- */

/* How many octets the UTF-8 character at the beginning of a text has; 0: there is none. */
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

/* True when the text begins with a character that is written as it is. */
static bool stays(struct robotsc_text text)
{
	const unsigned char *p = (const unsigned char *)text.at;
	const size_t n = character(text);
	if (is_spelled_octet(text) || is_directing(p, n))
		return false;
	return n > 2 || (n == 2 && (*p != 0xC2 || p[1] >= 0xA0)) || (n == 1 && *p >= 0x20 && *p != 0x7F);
}

/* The code point of a UTF-8 character of n octets. */
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

size_t robotsc__spelling_columns(struct robotsc_text text)
{
	size_t n = 0;
	while (text.len) {
		const size_t character = robotsc__spelling_character(text);
		n += robotsc__spelling_width(text);
		text = (struct robotsc_text){text.at + character, text.len - character};
	}
	return n;
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

/* Write text of a JSON string.  exact: octets that are no UTF-8, and "\xHH", stay as they are. */
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

/* True if the character has no meaning for shells, wherever it is in a path. */
static bool is_bare(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("0123456789/%._~:@=+,-", c));
}

const char *robotsc__spelling_host(struct robotsc_text path)
{
	return path.len > 1 && path.at[0] == '/' && path.at[1] == '/' ? "http://h" : "";
}

/* Write a path as it stands between $' and '. */
static void put_quoted(struct report_writer *w, struct robotsc_text path)
{
	bool after_hex = false;
	for (size_t i = 0; i < path.len; i++) {
		const char c = path.at[i];
		/* Shells differ in how many hexadecimal digits they read after "\x". */
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

void robotsc__spelling_between(struct report_writer *w, const char *before, struct robotsc_text text, const char *after)
{
	robotsc__writer_string(w, before);
	robotsc__spelling_put(w, text, ROBOTSC_SPELL_TEXT);
	robotsc__writer_string(w, after);
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

static void put_optional(struct report_writer *w, const struct robotsc_text *text)
{
	if (text)
		robotsc__spelling_json(w, *text);
	else
		robotsc__writer_string(w, "null");
}

/* Write the value of a conversion; at: after its '%'.  Returns the place after it. */
static const char *put_value(struct report_writer *w, const char *at, va_list *ap)
{
	struct robotsc_text word;
	switch (*at) {
	case 's':
		word.at = va_arg(*ap, const char *);
		word.len = word.at ? strlen(word.at) : 0;
		put_optional(w, word.at ? &word : NULL);
		return at + 1;
	case 'p':
		put_optional(w, va_arg(*ap, const void *));
		return at + 1;
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
	put_optional(w, text.at ? &text : NULL);
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
