/* oracle_fields.c - the oracle's reading of extension values: regular expressions, for all of them.
 *
 * Octet 01 stands in place of NUL, since regexec wants a string.  Each expression treats 01 as NUL
 * must be treated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"
#include "oracle_records.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REST "[^\x01- \x7f]"
#define URL "[A-Za-z][A-Za-z0-9+.-]*://" REST "+"
#define TIME "(([01][0-9]|2[0-3]):?[0-5][0-9]|24:?00)"
#define TIMES TIME "([ \t]*-[ \t]*|[ \t]+)" TIME
#define WORD "[^ \t,=]+"
#define PAIR WORD "[ \t]*=[ \t]*" WORD
#define SIGNAL PAIR "([ \t]*,[ \t]*" PAIR ")*"
#define NAMES "[^\x01- &\x7f]+(&[^\x01- &\x7f]+)*"

/* RFC 9651 */
#define KEY "[a-z*][a-z0-9_.*-]*"
#define INTEGER "-?[0-9]{1,15}"
#define DECIMAL "-?[0-9]{1,12}\\.[0-9]{1,3}"
#define STRING "\"([]!#-[^-~ ]|\\\\[\"\\])*\""
#define TOKEN "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*"
#define B64 "[A-Za-z0-9+/]"
#define BYTES ":(" B64 "{4})*(" B64 "{2}(==)?|" B64 "{3}=?)?:"
#define BOOLEAN "\\?[01]"
#define DATE "@" INTEGER
#define HEX "[0-9a-f]"
#define MORE "%[89ab]" HEX
#define UTF8                                                                                                       \
	"([]!#$&-[^-~\\ ]|%[0-7]" HEX "|%(c[2-9a-f]|d" HEX ")" MORE "|%e0%[ab]" HEX MORE "|%e[1-9a-cef]" MORE MORE \
	"|%ed%[89]" HEX MORE "|%f0%[9ab]" HEX MORE MORE "|%f[1-3]" MORE MORE MORE "|%f4%8" HEX MORE MORE ")"
#define DISPLAY "%\"" UTF8 "*\""
#define BARE "(" DECIMAL "|" INTEGER "|" STRING "|" TOKEN "|" BYTES "|" BOOLEAN "|" DATE "|" DISPLAY ")"
#define PARAMETERS "(; *" KEY "(=" BARE ")?)*"
#define INNER "\\( *(" BARE PARAMETERS "( +" BARE PARAMETERS ")* *)?\\)" PARAMETERS
#define MEMBER KEY "(=(" BARE PARAMETERS "|" INNER ")|" PARAMETERS ")"
#define DICTIONARY " *(" MEMBER "([ \t]*,[ \t]*" MEMBER ")*[ \t]*)?"

/* True if a pattern matches a whole text. */
static int is(const char *pattern, struct oracle_text t)
{
	static struct {
		const char *pattern;
		regex_t regex;
	} known[24];
	char *whole, *text = oracle__alloc(NULL, t.len + 1, 1);
	size_t i = 0;
	int found;

	while (known[i].pattern != NULL && known[i].pattern != pattern)
		i++;
	if (known[i].pattern == NULL) {
		whole = oracle__alloc(NULL, strlen(pattern) + 5, 1);
		sprintf(whole, "^(%s)$", pattern);
		if (regcomp(&known[i].regex, whole, REG_EXTENDED | REG_NOSUB) != 0) {
			fprintf(stderr, "oracle: %s is no regular expression\n", whole);
			exit(2);
		}
		known[i].pattern = pattern;
		free(whole);
	}
	for (size_t k = 0; k < t.len; k++)
		text[k] = t.at[k] != '\0' ? t.at[k] : '\x01';
	text[t.len] = '\0';
	found = regexec(&known[i].regex, text, 0, NULL, 0) == 0;
	free(text);
	return found;
}

int oracle__fields_known(const struct oracle_file *file, const struct oracle_note *note)
{
	static const char *const names[] = {
		"",          "sitemap",     "crawl-delay", "request-rate",   "visit-time",    "comment", "robot-version",
		"host",      "clean-param", "noindex",     "content-signal", "content-usage", "license", "agentmap",
		"schemamap", "llm-policy"};
	const int lenient = file->dialect == ORACLE_GOOGLE || (file->dialect == ORACLE_RFC9309 && !file->strict_fields);

	for (int i = 1; i < 16; i++)
		if (oracle__same_as(note->field, names[i]))
			return i;
	if (lenient && oracle__same_as(note->field, "site-map"))
		return ORACLE_FIELD_SITEMAP;
	if (file->dialect == ORACLE_GOOGLE)
		for (size_t n = 7; n <= 8 && n <= note->field.len; n++)
			if (oracle__same_as(oracle__slice(note->field, 0, n), n == 7 ? "sitemap" : "site-map"))
				return ORACLE_FIELD_SITEMAP;
	return note->colon ? ORACLE_FIELD_UNKNOWN : -1;
}

void oracle__fields_path(struct oracle_text value, struct oracle_text *path, struct oracle_text *rest)
{
	size_t end = 0, begin;

	if (value.len > 0 && value.at[0] == '/')
		while (end < value.len && value.at[end] != ' ' && value.at[end] != '\t')
			end++;
	begin = end;
	while (begin < value.len && end > 0 && (value.at[begin] == ' ' || value.at[begin] == '\t'))
		begin++;
	*path = oracle__slice(value, 0, end);
	*rest = oracle__slice(value, begin, value.len);
}

/* A port is 1 to 65535. */
static int host_is_valid(struct oracle_text v)
{
	unsigned long port = 0;
	size_t colon = v.len;

	if (is("(\\[[0-9A-Za-z:.]+\\]|[0-9A-Za-z._\x80-\xff-]+)", v))
		return 1;
	if (!is("(\\[[0-9A-Za-z:.]+\\]|[0-9A-Za-z._\x80-\xff-]+):[0-9]+", v))
		return 0;
	while (v.at[colon - 1] != ':')
		colon--;
	for (; colon < v.len && port < 100000; colon++)
		port = port * 10 + (unsigned long)(v.at[colon] - '0');
	return port > 0 && port < 65536;
}

int oracle__fields_valid(int field, struct oracle_text v)
{
	struct oracle_text path, rest;

	switch (field) {
	case ORACLE_FIELD_SITEMAP:
	case ORACLE_FIELD_LICENSE:
	case ORACLE_FIELD_AGENTMAP:
	case ORACLE_FIELD_SCHEMAMAP:
		return is(URL, v);
	case ORACLE_FIELD_LLM_POLICY:
		return is(URL "|/" REST "*", v);
	case ORACLE_FIELD_CRAWL_DELAY:
		return is("[0-9]+\\.?[0-9]*|\\.[0-9]+", v);
	case ORACLE_FIELD_REQUEST_RATE:
		return is("0*[1-9][0-9]*/0*[1-9][0-9]*[smhdSMHD]?([ \t]+" TIMES ")?", v);
	case ORACLE_FIELD_VISIT_TIME:
		return is(TIMES, v);
	case ORACLE_FIELD_ROBOT_VERSION:
		return is("0*[1-9][0-9]*(\\.[0-9]+(\\.[0-9]+)?)?", v);
	case ORACLE_FIELD_HOST:
		return host_is_valid(v);
	case ORACLE_FIELD_CLEAN_PARAM:
		return is(NAMES "([ \t]+/[^\x01- \x7f]*)?", v);
	case ORACLE_FIELD_COMMENT:
	case ORACLE_FIELD_NOINDEX:
		return v.len > 0;
	case ORACLE_FIELD_CONTENT_SIGNAL:
		oracle__fields_path(v, &path, &rest);
		return is(SIGNAL, rest);
	case ORACLE_FIELD_CONTENT_USAGE:
		oracle__fields_path(v, &path, &rest);
		return is(DICTIONARY, rest);
	default:
		return 1;
	}
}

/* Cut the next item, which ends at a comma, from a list. */
static struct oracle_text next_item(struct oracle_text *list)
{
	size_t n = 0;
	struct oracle_text item;

	while (n < list->len && list->at[n] != ',')
		n++;
	item = oracle__slice(*list, 0, n);
	*list = oracle__slice(*list, n < list->len ? n + 1 : n, list->len);
	return item;
}

/* True if a pair is this key and value, in any letter case. */
static int pair_is(struct oracle_text pair, const char *key, const char *value)
{
	char want[64];
	struct oracle_text low = {NULL, pair.len};
	char *copy = oracle__alloc(NULL, pair.len + 1, 1), *to = copy;

	for (size_t i = 0; i < pair.len; i++)
		if (pair.at[i] != ' ' && pair.at[i] != '\t')
			*to++ = oracle__lower(pair.at[i]);
	low.at = copy;
	low.len = (size_t)(to - copy);
	snprintf(want, sizeof want, "%s=%s", key, value);
	const int same = oracle__same_as(low, want);
	free(copy);
	return same;
}

int oracle__fields_signal(struct oracle_text signal, const char *label)
{
	static const char *const answers[] = {"no", "yes", NULL}, *const levels[] = {"immediate", "reference", "full", NULL};
	const char *const *values = strcmp(label, "use") == 0 ? levels : answers;

	for (int i = 0; values[i] != NULL; i++)
		for (struct oracle_text rest = signal; rest.len > 0;)
			if (pair_is(next_item(&rest), label, values[i]))
				return i + 1;
	return ORACLE_UNSTATED;
}

int oracle_is_dictionary(struct oracle_text dictionary)
{
	return is(DICTIONARY, dictionary);
}

/* The size of the longest beginning of a text that is a member; 0: there is none. */
static size_t member_end(struct oracle_text t)
{
	for (size_t n = t.len; n > 0; n--)
		if (is(MEMBER, oracle__slice(t, 0, n)))
			return n;
	return 0;
}

enum oracle_preference oracle_dictionary(struct oracle_text dictionary, const char *label)
{
	enum oracle_preference preference = ORACLE_UNSTATED;
	const size_t key = strlen(label);
	struct oracle_text t = dictionary;

	if (!oracle_is_dictionary(dictionary))
		return ORACLE_UNSTATED;
	for (;;) {
		while (t.len > 0 && (t.at[0] == ' ' || t.at[0] == '\t' || t.at[0] == ','))
			t = oracle__slice(t, 1, t.len);
		if (t.len == 0)
			return preference;
		const struct oracle_text member = oracle__slice(t, 0, member_end(t));
		if (member.len >= key && memcmp(member.at, label, key) == 0 &&
		    (member.len == key || member.at[key] == '=' || member.at[key] == ';')) {
			const struct oracle_text value = oracle__slice(member, key, member.len);

			preference = is("=y" PARAMETERS, value)   ? ORACLE_YES
			             : is("=n" PARAMETERS, value) ? ORACLE_NO
			                                          : ORACLE_UNSTATED;
		}
		t = oracle__slice(t, member.len, t.len);
	}
}
