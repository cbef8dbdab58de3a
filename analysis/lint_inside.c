/* lint_inside.c - a field in the value of another, as "Disallow: /a Allow: /b" has it.
 *
 * A path may hold the word of a field and a ':'.  So a field right after the path must begin with a
 * capital letter, or the text after its ':' must look like the beginning of a value.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_words.h"

#include <string.h>

#include "access/text.h"

enum inside_value {
	VALUE_ANY,
	VALUE_URL,
	VALUE_DIGIT
};

static const struct inside_field {
	const char *word, *name;
	enum inside_value value;
	bool apart; /* right after a path: only with a capital letter, and a blank after its ':' */
} fields[] = {
	{"user-agent", "User-agent", VALUE_ANY, false},
	{"useragent", "User-agent", VALUE_ANY, false},
	{"disallow", "Disallow", VALUE_ANY, false},
	{"disalow", "Disallow", VALUE_ANY, false},
	{"dissallow", "Disallow", VALUE_ANY, false},
	{"allow", "Allow", VALUE_ANY, false},
	{"sitemap", "Sitemap", VALUE_URL, false},
	{"crawl-delay", "Crawl-delay", VALUE_DIGIT, false},
	{"request-rate", "Request-rate", VALUE_DIGIT, true},
	{"visit-time", "Visit-time", VALUE_DIGIT, true},
	{"noindex", "Noindex", VALUE_URL, true},
	{"host", "Host", VALUE_ANY, true},
	{"clean-param", "Clean-param", VALUE_ANY, true},
	{"license", "License", VALUE_URL, true},
	{"content-signal", "Content-Signal", VALUE_ANY, true},
	{"content-usage", "Content-Usage", VALUE_ANY, true},
};

static const char *const partings[] = {"\\r\\n", "\\n",    "\\r", "\\t", "<br>", "<br/>", "<br />",
                                       "</br>",  "&nbsp;", ";",   "|",   ",",    " ",     "\t"};

static bool begins_with(const uint8_t *at, const uint8_t *end, const char *word)
{
	const size_t n = strlen(word);
	if ((size_t)(end - at) < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (ascii_lower(at[i]) != (uint8_t)word[i])
			return false;
	return true;
}

static const uint8_t *skip_blanks(const uint8_t *at, const uint8_t *end)
{
	while (at < end && is_blank(*at))
		at++;
	return at;
}

const uint8_t *robotsc__lint_before_parting(struct span text)
{
	const uint8_t *end = text.at + text.len;
	for (size_t i = 0; i < sizeof partings / sizeof partings[0];) {
		const size_t n = strlen(partings[i]);
		const bool ends = (size_t)(end - text.at) >= n && begins_with(end - n, end, partings[i]);
		end -= ends ? n : 0;
		i = ends ? 0 : i + 1;
	}
	return end;
}

/* True if a field's value may begin with the octets at a place. */
static bool is_value(const uint8_t *at, const uint8_t *end, enum inside_value value)
{
	switch (value) {
	case VALUE_URL:
		return begins_with(at, end, "http") || begins_with(at, end, "www.") || begins_with(at, end, "/");
	case VALUE_DIGIT:
		return at < end && is_digit(*at);
	case VALUE_ANY:
		return true;
	}
	return false;
}

/* Find out whether a field begins at a place. */
static bool is_field(struct span text, const uint8_t *at, const struct inside_field *f, struct inside *out)
{
	const uint8_t *const end = text.at + text.len;
	if (!begins_with(at, end, f->word))
		return false;
	const uint8_t *colon = skip_blanks(at + strlen(f->word), end);
	if (colon == end || *colon != ':')
		return false;
	const uint8_t *const from = robotsc__lint_before_parting((struct span){text.at, (size_t)(at - text.at)});
	const uint8_t *const value = skip_blanks(colon + 1, end);
	const bool apart = from < at || at == text.at, capital = *at >= 'A' && *at <= 'Z';
	const bool begins = value == end || value > colon + 1 || *value == '/' || *value == '*' || f->value != VALUE_ANY;
	*out = (struct inside){from, at, colon + 1, f->name};
	return is_value(value, end, f->value) && (apart || (f->apart ? capital && value > colon + 1 : capital || begins));
}

bool robotsc__lint_inside(struct span text, const uint8_t *at, struct inside *out)
{
	for (const uint8_t *const end = text.at + text.len; at < end; at++) {
		if (!is_alpha(*at) || !memchr("uUdDaAsScCrRvVnNhHlL", *at, 20))
			continue;
		for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
			if (is_field(text, at, &fields[i], out))
				return true;
	}
	return false;
}

bool robotsc__lint_inside_part(const struct line *line, struct span *part)
{
	const uint8_t *const end = line->value.at + line->value.len;
	*part = line->value;
	if (line->kind != LINE_DIRECTIVE || line->field == FIELD_COMMENT)
		return false;
	if (line->field != FIELD_UNKNOWN)
		return true;
	/* "User-agent * Disallow: /": the field's name ends at the only ':'. */
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
		const size_t n = strlen(fields[i].word);
		if (line->name.len > n && begins_with(line->name.at, end, fields[i].word) && is_blank(line->name.at[n])) {
			*part = (struct span){line->name.at + n, (size_t)(end - line->name.at) - n};
			return true;
		}
	}
	return false;
}
