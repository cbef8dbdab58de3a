/* utf8.c - turns answers that are JSON into UTF-8.
 *
 * Strings in an answer may have octets that are no UTF-8.  Such an answer is read and written again
 * from its beginning.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools.h"

struct json {
	const char *at, *end;
	struct call *out;
	struct call text; /* the string that was read last, without escapes */
};

/* ---- UTF-8 ---- */

/* How many octets the UTF-8 character at the beginning has; 0: there is no character. */
static size_t character(const char *text, size_t len)
{
	const uint8_t *const at = (const uint8_t *)text;
	const size_t n = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : at[0] < 0xF5 ? 4 : 0;
	if (n > len)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((at[i] & 0xC0) != 0x80)
			return 0;
	const bool is_long = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
	const bool is_none = (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF4 && at[1] > 0x8F);
	return is_long || is_none ? 0 : n;
}

static bool is_utf8(const char *text, size_t len)
{
	for (size_t at = 0, n; at < len; at += n) {
		n = character(text + at, len - at);
		if (n == 0)
			return false;
	}
	return true;
}

static void put_character(struct call *c, unsigned u)
{
	const char octets[3] = {(char)(u < 0x80    ? u
	                               : u < 0x800 ? 0xC0 | u >> 6
	                                           : 0xE0 | u >> 12),
	                        (char)(u < 0x800 ? 0x80 | (u & 0x3F) : 0x80 | (u >> 6 & 0x3F)), (char)(0x80 | (u & 0x3F))};
	robotsc__put_octets(c, octets, u < 0x80 ? 1 : u < 0x800 ? 2 : 3);
}

static void put_base64(struct call *c, struct robotsc_text text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	robotsc__put(c, "\"");
	for (size_t i = 0; i < text.len; i += 3) {
		const size_t n = text.len - i < 3 ? text.len - i : 3;
		uint32_t bits = 0;
		for (size_t k = 0; k < 3; k++)
			bits = bits << 8 | (k < n ? (uint8_t)text.at[i + k] : 0);
		const char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], n > 1 ? digits[bits >> 6 & 63] : '=',
		                      n > 2 ? digits[bits & 63] : '='};
		robotsc__put_octets(c, four, sizeof four);
	}
	robotsc__put(c, "\"");
}

/* ---- JSON as the library writes it ---- */

static unsigned hex(char c)
{
	return c <= '9' ? (unsigned)(c - '0') : ((unsigned)c & 7) + 9;
}

/* Read a string into j->text, decoded.  Returns it as it is written, with its quotes. */
static struct robotsc_text read_string(struct json *j)
{
	const char *const from = j->at++;
	j->text.len = 0;
	while (*j->at != '"') {
		const char *const run = j->at;
		while (*j->at != '"' && *j->at != '\\')
			j->at++;
		robotsc__put_octets(&j->text, run, (size_t)(j->at - run));
		if (*j->at == '"')
			break;
		const bool is_number = j->at[1] == 'u';
		if (is_number)
			put_character(&j->text, hex(j->at[2]) << 12 | hex(j->at[3]) << 8 | hex(j->at[4]) << 4 | hex(j->at[5]));
		else
			robotsc__put_octets(&j->text, j->at + 1, 1);
		j->at += is_number ? 6 : 2;
	}
	j->at++;
	return (struct robotsc_text){from, (size_t)(j->at - from)};
}

static struct robotsc_text text_of(const struct json *j)
{
	return (struct robotsc_text){j->text.answer, j->text.len};
}

/* Write the string that was read; if it is no UTF-8, spelled.  Returns whether it is UTF-8. */
static bool put_string(struct json *j, struct robotsc_text written)
{
	if (is_utf8(written.at, written.len)) {
		robotsc__put_octets(j->out, written.at, written.len);
		return true;
	}
	robotsc__put(j->out, "\"");
	robotsc_spell(text_of(j), ROBOTSC_SPELL_JSON, robotsc__put_piece, j->out);
	robotsc__put(j->out, "\"");
	return false;
}

/* Write a comma, the name with _base64 appended, and a colon. */
static void put_name(struct json *j, struct robotsc_text name)
{
	robotsc__put(j->out, ",");
	robotsc__put_octets(j->out, name.at, name.len - 1);
	robotsc__put(j->out, "_base64\":");
}

/* Write the list that begins at from once more, as the member NAME_base64. */
static void put_list(struct json *j, struct robotsc_text name, const char *from)
{
	const char *const to = j->at;
	put_name(j, name);
	for (j->at = from; j->at < to;) {
		if (*j->at != '"') {
			robotsc__put_octets(j->out, j->at++, 1);
			continue;
		}
		const struct robotsc_text written = read_string(j);
		if (is_utf8(written.at, written.len))
			robotsc__put(j->out, "null");
		else
			put_base64(j->out, text_of(j));
	}
}

/* Copy the whole answer, and add NAME_base64 where a string is no UTF-8.  Each open list or object
 * has a level; answers have at most six. */
static void rewrite(struct json *j)
{
	struct {
		struct robotsc_text name; /* the member that has the list as value */
		const char *from;
		bool is_list, bad;
	} levels[16] = {{.is_list = true}};
	struct robotsc_text name = {NULL, 0};
	size_t depth = 0;
	while (j->at < j->end) {
		const char c = *j->at;
		if (c == '"') {
			const struct robotsc_text written = read_string(j);
			const bool good = put_string(j, written);
			if (levels[depth].is_list) {
				levels[depth].bad |= !good;
			} else if (*j->at == ':') {
				name = written;
			} else if (!good) {
				put_name(j, name);
				put_base64(j->out, text_of(j));
			}
			continue;
		}
		robotsc__put_octets(j->out, j->at, 1);
		if ((c == '{' || c == '[') && depth + 1 < sizeof levels / sizeof levels[0]) {
			levels[++depth].is_list = c == '[';
			levels[depth].bad = false;
			levels[depth].name = name;
			levels[depth].from = j->at;
		}
		j->at++;
		if (c != '}' && c != ']')
			continue;
		if (levels[depth].bad)
			put_list(j, levels[depth].name, levels[depth].from);
		depth--;
	}
}

enum robotsc_status robotsc__ended_json(struct call *c, enum robotsc_status status)
{
	struct call made = {.n = 0};
	struct json j = {.out = &made};
	if (status != ROBOTSC_OK || c->failed || is_utf8(c->answer, c->len))
		return robotsc__ended(c, status);
	j.at = c->answer;
	j.end = c->answer + c->len;
	rewrite(&j);
	c->failed = made.failed || j.text.failed;
	free(j.text.answer);
	free(c->answer);
	c->answer = made.answer;
	c->len = made.len;
	c->room = made.room;
	return robotsc__ended(c, status);
}
