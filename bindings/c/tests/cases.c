/* cases.c - answers the cases of bindings/tests/cases.py by calls of bind.h.
 *
 *	cases TABLE
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/c/bind.h"
#include "bindings/c/tools.h"
#include "robotsc/access.h"

#define FIELDS 8

/* The answer so far. */
static char said[1 << 16];
static size_t said_len;

static void put(struct robotsc_text text)
{
	if (text.len && text.len <= sizeof said - said_len)
		memcpy(said + said_len, text.at, text.len);
	said_len += text.len;
}

static void say(const char *string)
{
	put((struct robotsc_text){string, strlen(string)});
}

static struct robotsc_text of(const char *string)
{
	return (struct robotsc_text){string, strlen(string)};
}

static bool is_same(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

static enum robotsc_dialect dialect_of(struct robotsc_text name)
{
	enum robotsc_dialect dialect = (enum robotsc_dialect)99;
	robotsc_dialect_by_name(name.at, &dialect);
	return dialect;
}

/* A list of texts, and its memory. */
struct list {
	char octets[1 << 16];
	uint32_t ends[64];
	struct robotsc_texts texts;
};

static void add(struct list *list, struct robotsc_text text)
{
	const uint32_t from = list->texts.n ? list->ends[list->texts.n - 1] : 0;
	memcpy(list->octets + from, text.at, text.len);
	list->ends[list->texts.n++] = from + (uint32_t)text.len;
	list->texts.octets = list->octets;
	list->texts.ends = list->ends;
}

/* Add the parts of a text between its line feeds. */
static void add_tokens(struct list *list, struct robotsc_text text)
{
	const char *end;
	for (; (end = text.len ? memchr(text.at, '\n', text.len) : NULL);
	     text.len -= (size_t)(end + 1 - text.at), text.at = end + 1)
		add(list, (struct robotsc_text){text.at, (size_t)(end - text.at)});
	add(list, text);
}

/* ---- policies ---- */

static const struct robotsc_texts none = {NULL, NULL, 0};
static struct list tokens;

/* Compile for the tokens or for all robots, and open a copy of the blob. */
static enum robotsc_status policy_of(const struct robotsc_text *f, uint32_t flags, bool for_tokens, struct robotsc_policy **policy)
{
	struct robotsc_policy *made;
	size_t len;
	enum robotsc_status status = robotsc_policy_compile(NULL, dialect_of(f[0]), flags | ROBOTSC_POLICY_EXTENSIONS, f[1].at,
	                                                    f[1].len, for_tokens ? &tokens.texts : &none, &made);
	if (status != ROBOTSC_OK)
		return status;
	const void *const octets = robotsc_policy_octets(made, &len);
	status = robotsc_policy_open(octets, len, policy);
	robotsc_policy_free(made);
	return status;
}

static void say_verdict(const struct robotsc_group *group, struct robotsc_text url)
{
	struct list urls = {.texts = {NULL, NULL, 0}};
	uint8_t verdict;
	add(&urls, url);
	robotsc_group_check(group, &urls.texts, &verdict);
	say(verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
	if (verdict != robotsc_check_url(group, url.at, url.len))
		say(" and not");
}

static void verdict(const struct robotsc_text *f, uint32_t flags, bool for_tokens)
{
	struct robotsc_policy *policy = NULL;
	struct robotsc_group group;
	if (policy_of(f, flags, for_tokens, &policy) != ROBOTSC_OK ||
	    robotsc_policy_agent(policy, &tokens.texts, &group) != ROBOTSC_OK)
		say("error");
	else
		say_verdict(&group, f[3]);
	robotsc_policy_free(policy);
}

/* Say the verdict once if it is the same for all robots, for these tokens, and with _QUICK. */
static void check(const struct robotsc_text *f)
{
	verdict(f, 0, false);
	const size_t len = said_len;
	verdict(f, 0, true);
	verdict(f, ROBOTSC_POLICY_QUICK, true);
	if (said_len == 3 * len && memcmp(said, said + len, 2 * len) == 0)
		said_len = len;
}

static void names(const struct robotsc_text *f)
{
	verdict(f, ROBOTSC_POLICY_ONE_ROBOT, true);
}

static void by_header(const struct robotsc_text *f, bool for_tokens)
{
	struct robotsc_policy *policy = NULL;
	struct robotsc_group group;
	tokens.texts.n = 0;
	add_tokens(&tokens, of("ExampleBot\nSomeBot"));
	if (policy_of(f, 0, for_tokens, &policy) != ROBOTSC_OK ||
	    robotsc_policy_header(policy, f[2].at, f[2].len, &group) != ROBOTSC_OK)
		say("error");
	else
		say_verdict(&group, f[3]);
	robotsc_policy_free(policy);
}

static void header(const struct robotsc_text *f)
{
	by_header(f, false);
}

static void partial(const struct robotsc_text *f)
{
	by_header(f, true);
}

static void open_(const struct robotsc_text *f)
{
	struct robotsc_policy *policy = NULL;
	say(robotsc_policy_open(f[0].at, f[0].len, &policy) == ROBOTSC_OK ? "opened" : "error");
	robotsc_policy_free(policy);
}

/* ---- packed answers ---- */

struct packed {
	const char *at;
};

static uint64_t number(struct packed *p)
{
	uint64_t n = 0;
	for (unsigned i = 0; i < 8; i++)
		n |= (uint64_t)(unsigned char)*p->at++ << 8 * i;
	return n;
}

static struct robotsc_text text(struct packed *p)
{
	const size_t len = (size_t)number(p);
	p->at += len;
	return (struct robotsc_text){p->at - len, len};
}

static void usage(const struct robotsc_text *f)
{
	struct robotsc_policy *policy = NULL;
	struct robotsc_group group;
	char *answer;
	size_t len;
	policy_of(f, 0, false, &policy);
	robotsc_policy_agent(policy, &tokens.texts, &group);
	robotsc_policy_usage(policy, &group, f[3], &answer, &len);
	struct packed p = {answer};
	say(number(&p) == ROBOTSC_ALLOW ? "allow " : "disallow ");
	const uint64_t n = number(&p);
	put((struct robotsc_text){&"0123456789"[n], 1});
	say(" ");
	for (uint64_t i = 0; i < n; i++) {
		const bool is_field = is_same(text(&p), f[4]), is_label = is_same(text(&p), f[5]);
		const struct robotsc_text value = text(&p);
		if (is_field && is_label)
			put(value);
	}
	robotsc_answer_free(answer);
	robotsc_policy_free(policy);
}

static void say_lines(const char *answer)
{
	struct packed p = {answer};
	for (uint64_t n = number(&p); n; n--) {
		p.at += 9 * sizeof(uint64_t);
		put(text(&p));
		say(": ");
		put(text(&p));
		text(&p);
		text(&p);
		say(n > 1 ? " | " : "");
	}
}

static void lines(const struct robotsc_text *f)
{
	struct robotsc_policy *policy = NULL;
	struct robotsc_group group;
	char *answer;
	size_t len;
	policy_of(f, 0, false, &policy);
	if (f[2].len)
		robotsc_policy_agent(policy, &tokens.texts, &group);
	robotsc_policy_records(policy, f[2].len ? &group : NULL, &answer, &len);
	say_lines(answer);
	robotsc_answer_free(answer);
	robotsc_policy_free(policy);
}

/* ---- questions ---- */

#define NUMBERS(...) ((const double[ROBOTSC_ASK_NUMBERS]){__VA_ARGS__})

/* The answer to a question about texts; after an error NULL, and the error was said. */
static char *ask(enum robotsc_question_kind kind, uint32_t flags, const double *numbers, const struct robotsc_text *texts, size_t n,
                 struct robotsc_text of_tokens)
{
	static struct list list;
	char *answer = NULL;
	size_t len;
	list.texts.n = 0;
	for (size_t i = 0; i < n; i++)
		add(&list, texts[i]);
	if (of_tokens.len)
		add_tokens(&list, of_tokens);
	if (robotsc_ask(kind, flags, numbers, &list.texts, &answer, &len) != ROBOTSC_OK)
		say("error");
	return answer;
}

static unsigned digit_of(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	return (unsigned)(strchr(digits, c) - digits) & 63;
}

static void put_base64(const char *at)
{
	for (; *at != '"'; at += 4) {
		const unsigned bits = digit_of(at[0]) << 18 | digit_of(at[1]) << 12 | digit_of(at[2]) << 6 | digit_of(at[3]);
		const char octets[] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
		put((struct robotsc_text){octets, at[2] == '=' ? 1 : at[3] == '=' ? 2 : 3});
	}
}

/* Say the JSON value at this place; of a string the octets, from NAME_base64 if this follows. */
static void say_value(const char *at)
{
	const char *end = at;
	if (*at != '"') {
		put((struct robotsc_text){at, strcspn(at, ",}")});
		return;
	}
	do
		end += *end == '\\' ? 2 : 1;
	while (*end != '"');
	const size_t name = strcspn(end + (end[1] == ',' ? 3 : 0), "_\"");
	const char *const next = end + 3 + name;
	if (end[1] == ',' && strncmp(next, "_base64\":\"", 10) == 0) {
		put_base64(next + 10);
		return;
	}
	for (at++; at < end; at++)
		put((struct robotsc_text){at += *at == '\\', 1});
}

/* Say the values of all members with this key, separated by spaces. */
static void say_members(const char *json, const char *key)
{
	for (const char *at = json; (at = strstr(at, key)); at++) {
		if (at != strstr(json, key))
			say(" ");
		say_value(at + strlen(key));
	}
}

static void explain(const struct robotsc_text *f)
{
	char key[40], *const json = ask(ROBOTSC_ASK_EXPLAIN, 0, NUMBERS(1), (struct robotsc_text[]){f[0], f[1], f[3]}, 3, f[2]);
	if (!json)
		return;
	say_members(json, "\"dialect\":\"rfc9309\",\"verdict\":");
	const size_t from = said_len;
	say(" ");
	say_members(json, "\"deciding\":");
	snprintf(key, sizeof key, "{\"line\":%.*s,\"verdict\"", (int)(said_len - from - 1), said + from + 1);
	say("\n");
	say_value(strstr(json, "\"url\":") + 6);
	say("\n");
	if (strstr(json, key))
		say_value(strstr(strstr(json, key), "\"text\":") + 7);
	robotsc_answer_free(json);
}

static void lint(const struct robotsc_text *f)
{
	char *const json = ask(ROBOTSC_ASK_LINT, 0, NUMBERS(40e6, 1), (struct robotsc_text[]){f[0], f[1], of("")}, 3, of(""));
	say_members(json, "{\"id\":");
	robotsc_answer_free(json);
}

static void summary(const struct robotsc_text *f)
{
	char *const json =
		ask(ROBOTSC_ASK_SUMMARY, 0, NUMBERS(40e6, 1), (struct robotsc_text[]){f[0], f[1], of(""), of("")}, 4, of(""));
	for (const char *at = json; (at = strstr(at, "{\"extent\":\"")); at++) {
		const size_t n = strcspn(at + 11, "\"");
		if (strncmp(at + 11 + n, "\",\"front_page\"", 14) != 0)
			continue;
		say(said_len ? " " : "");
		put((struct robotsc_text){at + 11, n});
	}
	robotsc_answer_free(json);
}

static void diff(const struct robotsc_text *f)
{
	char *const json = ask(ROBOTSC_ASK_COMPARE, 0, NUMBERS(1e8, 3, ROBOTSC_REPORT_OBJECT),
	                       (struct robotsc_text[]){f[0], f[1], of("a"), f[0], f[2], of("b")}, 6, f[3]);
	say_members(json, "\"answer\":");
	robotsc_answer_free(json);
}

static void verify(const struct robotsc_text *f)
{
	struct robotsc_policy *policy = NULL;
	struct robotsc_text blob;
	policy_of(f, 0, false, &policy);
	blob.at = robotsc_policy_octets(policy, &blob.len);
	char *const json = ask(ROBOTSC_ASK_COMPARE, FLAG_PROVE | FLAG_B_IS_BLOB, NUMBERS(1e8, 1, ROBOTSC_REPORT_OBJECT),
	                       (struct robotsc_text[]){f[0], f[1], of(""), f[0], blob, of("")}, 6, f[2]);
	say_members(json, "\"answer\":");
	robotsc_answer_free(json);
	robotsc_policy_free(policy);
}

static void page(const struct robotsc_text *f)
{
	char *const json = ask(ROBOTSC_ASK_PAGE, 0, NUMBERS(f[1].len ? 1 : 0, 1), f, f[1].len ? 2 : 1, f[2]);
	say(strstr(json, "\"index\":true") ? "index" : "noindex");
	say(strstr(json, "\"follow\":true") ? " follow" : " nofollow");
	robotsc_answer_free(json);
}

static void listed(const struct robotsc_text *f)
{
	const bool maps = strcmp(f[-1].at, "sitemap") == 0;
	char *const json =
		ask(maps ? ROBOTSC_ASK_SITEMAP : ROBOTSC_ASK_RULES, 0, NUMBERS(0), f, maps ? 3 : 2, maps ? f[3] : of(""));
	say_members(json, maps ? "\"url\":" : "\"pattern\":");
	say("\n");
	say_members(json, maps ? "\"line\":" : "\"canonical\":");
	say(maps ? "\n" : "");
	say_members(json, maps ? "\"closed\":" : "\"none\":");
	robotsc_answer_free(json);
}

static void edited(const struct robotsc_text *f)
{
	char names[100];
	uint32_t n = 1;
	for (const char *at = f[2].at; (at = strchr(at, '\n')); at++)
		n++;
	snprintf(names, sizeof names, "%s\n%s", f[2].at, f[3].at);
	char *const json = ask(ROBOTSC_ASK_EDIT, 0, NUMBERS(40e6, n), (struct robotsc_text[]){f[0], f[1], of("")}, 3, of(names));
	if (!json)
		return;
	say_members(json, "\"outcome\":");
	say("\n");
	say_members(json, "\"effect\":");
	robotsc_answer_free(json);
}

static void links(const struct robotsc_text *f)
{
	char *const answer = ask(ROBOTSC_ASK_RECORDS, 0, NUMBERS(0), f, 3, of(""));
	say_lines(answer);
	robotsc_answer_free(answer);
}

static void access_(const struct robotsc_text *f)
{
	const char *const colon = strstr(f[2].at, ": ");
	const struct robotsc_text texts[] = {of(""),
	                                     of("rfc9309"),
	                                     of("response"),
	                                     of("parse"),
	                                     {f[2].at, colon ? (size_t)(colon - f[2].at) : 0},
	                                     of(colon ? colon + 2 : "")};
	char expires[24], *const answer = ask(ROBOTSC_ASK_DECISION, 0, NUMBERS(strtod(f[0].at, NULL), 0, strtod(f[1].at, NULL)),
	                                      texts, colon ? 6 : 4, of(""));
	struct packed p = {answer + 3 * sizeof(uint64_t)};
	snprintf(expires, sizeof expires, " %lld", (long long)number(&p));
	p.at += 2 * sizeof(uint64_t);
	put(text(&p));
	say(expires);
	robotsc_answer_free(answer);
}

static void content(const struct robotsc_text *f)
{
	say(robotsc_content_name(robotsc_content_kind(f[0].at, f[0].len)));
}

static void url(const struct robotsc_text *f)
{
	say(robotsc_url_kind(dialect_of(f[0]), f[1].at, f[1].len) == ROBOTSC_URL_GOOD ? "good" : "bad");
}

static void origin(const struct robotsc_text *f)
{
	char room[ROBOTSC_ROBOTS_URL_MAX];
	size_t len;
	if (robotsc_robots_url(f[0].at, f[0].len, room, sizeof room, &len) == ROBOTSC_OK)
		put((struct robotsc_text){room, len});
	else
		say("error");
}

/* ---- the table ---- */

static const struct {
	const char *name;
	void (*answer)(const struct robotsc_text *f);
} kinds[] = {
	{"check", check},     {"names", names},    {"header", header},   {"partial", partial}, {"open", open_},
	{"content", content}, {"url", url},        {"origin", origin},   {"usage", usage},     {"lines", lines},
	{"links", links},     {"access", access_}, {"explain", explain}, {"lint", lint},       {"summary", summary},
	{"diff", diff},       {"verify", verify},  {"page", page},       {"rules", listed},    {"sitemap", listed},
	{"edit", edited},
};

/* Decode a field in place: %HH is an octet.  A NUL follows the text. */
static struct robotsc_text decode(char *field)
{
	char *to = field;
	for (const char *at = field; *at; to++) {
		const bool is_octet = *at == '%';
		const char pair[] = {is_octet ? at[1] : '0', is_octet ? at[2] : '0', '\0'};
		*to = is_octet ? (char)strtoul(pair, NULL, 16) : *at;
		at += is_octet ? 3 : 1;
	}
	*to = '\0';
	return (struct robotsc_text){field, (size_t)(to - field)};
}

static bool holds(char *line)
{
	struct robotsc_text fields[FIELDS];
	size_t n = 0;
	for (char *at = line, *end; n < FIELDS; at = end + 1) {
		const size_t len = strcspn(at, "\t\n");
		const bool is_last = at[len] != '\t';
		end = at + len;
		*end = '\0';
		fields[n++] = decode(at);
		if (is_last)
			break;
	}
	tokens.texts.n = 0;
	if (n > 3)
		add_tokens(&tokens, fields[3]);
	said_len = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(fields[0].at, kinds[i].name) == 0)
			kinds[i].answer(fields + 1);
	return is_same((struct robotsc_text){said, said_len}, fields[n - 1]);
}

int main(int argc, char **argv)
{
	static char line[1 << 20], kept[1 << 20];
	unsigned long passed = 0, failed = 0;
	FILE *const table = argc == 2 ? fopen(argv[1], "r") : NULL;
	while (table && fgets(line, sizeof line, table)) {
		memcpy(kept, line, strlen(line) + 1);
		const bool good = holds(line);
		passed += good;
		failed += !good;
		if (!good)
			printf("FAILED: %.300s\n    said: %.*s\n", kept, (int)said_len, said);
	}
	printf("%lu passed, %lu failed\n", passed, failed);
	return failed || !passed;
}
