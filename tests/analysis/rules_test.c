/* rules_test.c - the rules of a text as data are those that the oracle reads, with their lines and
 * groups; and a canonical pattern matches what the written one does.
 *
 *     rules_test [SEED [TEXTS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc/explain.h"
#include "tests/oracle/oracle.h"
#include "tests/support/random_gen.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

#define URLS 6

struct world {
	uint64_t state;
	enum oracle_dialect dialect;
	struct draft text, url;
	struct oracle_file *file;
	size_t rules;
	uint32_t line, group;
	unsigned long compared, rewritten;
};

/* The verdict of a text with one rule. */
static int verdict_of(const struct world *w, const char *pattern, size_t len, enum robotsc_verdict verdict)
{
	const char *const head = verdict == ROBOTSC_ALLOW ? "User-agent: *\nDisallow: /\nAllow: " : "User-agent: *\nDisallow: ";
	const size_t n = strlen(head);
	char *const text = malloc(n + len + 1);
	if (!text)
		abort();
	memcpy(text, head, n);
	memcpy(text + n, pattern, len);
	text[n + len] = '\n';
	const int allowed = oracle_allowed(w->dialect, text, n + len + 1, NULL, 0, w->url.at, w->url.len);
	free(text);
	return allowed;
}

/* The number of the line that has an octet of the text. */
static uint32_t line_of(const struct draft *text, const char *octet)
{
	uint32_t line = 1;
	for (const char *at = text->at; at < octet; at++)
		line += *at == '\r' || (*at == '\n' && !(at > text->at && at[-1] == '\r'));
	return line;
}

/* True if the oracle lists rules that the library does not.  google: the folder of an Allow of
 * index.html; conner2: rules of records that are not read. */
static bool has_more(enum oracle_dialect dialect)
{
	return dialect == ORACLE_GOOGLE || dialect == ORACLE_CONNER2;
}

static void see(void *ctx, const struct robotsc_rule *rule)
{
	struct world *const w = ctx;
	struct oracle_text value;
	CHECK(rule->line > w->line && rule->group >= w->group);
	w->line = rule->line;
	w->group = rule->group;
	bool found, same = false;
	do {
		found = oracle_rule_at(w->file, w->rules++, &value);
		same = found && value.len == rule->pattern.len && memcmp(value.at, rule->pattern.at, value.len) == 0;
	} while (has_more(w->dialect) && found && !same);
	CHECK_MSG(same, "dialect %d: line %u: %.*s", w->dialect, rule->line, (int)rule->pattern.len, rule->pattern.at);
	const char *const end = w->text.at + w->text.len;
	CHECK(rule->pattern.at >= w->text.at && rule->pattern.at + rule->pattern.len <= end);
	CHECK_MSG(rule->line == line_of(&w->text, rule->pattern.at), "line %u", rule->line);
	if (w->dialect != ORACLE_RFC9309 && w->dialect != ORACLE_GOOGLE)
		return;
	w->rewritten +=
		rule->canonical.len != rule->pattern.len || memcmp(rule->canonical.at, rule->pattern.at, rule->pattern.len) != 0;
	for (int i = 0; i < URLS; i++) {
		random_gen_url(&w->url, &w->state, w->file);
		w->compared++;
		CHECK_MSG(verdict_of(w, rule->pattern.at, rule->pattern.len, rule->verdict) ==
		                  verdict_of(w, rule->canonical.at, rule->canonical.len, rule->verdict),
		          "line %u: %.*s is not %.*s on %.*s", rule->line, (int)rule->pattern.len, rule->pattern.at,
		          (int)rule->canonical.len, rule->canonical.at, (int)w->url.len, w->url.at);
	}
}

/* Agents, groups and the order of a known text. */
static void see_sample(void *ctx, const struct robotsc_rule *rule)
{
	char **const at = ctx;
	*at += sprintf(*at, "%u %u %s", rule->group, rule->line, rule->verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
	for (size_t i = 0; i < rule->nagents; i++)
		*at += sprintf(*at, " %.*s", (int)rule->agents[i].len, rule->agents[i].at);
	*at += sprintf(*at, " %.*s %.*s\n", (int)rule->pattern.len, rule->pattern.at, (int)rule->canonical.len, rule->canonical.at);
}

static void sample(enum robotsc_dialect dialect, const char *text, const char *expected)
{
	struct robotsc_options options;
	char said[1000] = "", *at = said;
	robotsc_options_init(&options);
	options.dialect = dialect;
	CHECK(robotsc_rules(&options, text, strlen(text), see_sample, &at) == ROBOTSC_OK);
	CHECK_MSG(strcmp(said, expected) == 0, "%s", said);
}

int main(int argc, char **argv)
{
	const long texts = argc > 2 ? atol(argv[2]) : 2000;
	static struct world w;
	w.state = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
	sample(ROBOTSC_RFC9309,
	       "Disallow: /no\nUser-agent: A\nuser-agent: b/1\nDisallow: /a%2fb*c$\nAllow:\nAllow: /%7Euser/\xC3\xA9 # "
	       "x\n\nUser-agent: *\nDisallow: x*\n",
	       "0 4 disallow A b /a%2fb*c$ /a%2Fb*c$\n0 6 allow A b /%7Euser/\xC3\xA9 /~user/%C3%A9\n1 9 disallow * x* x*\n");
	sample(ROBOTSC_CONNER2, "User-agent: x\nRobot-version: 2.0\nDisallow: /[a-c]?/*\n\n",
	       "0 3 disallow x /[a-c]?/* /[%61-%63]?/\n");
	for (long i = 0; i < texts; i++) {
		struct robotsc_options options;
		robotsc_options_init(&options);
		w.dialect = (enum oracle_dialect)splitmix_below(&w.state, ORACLE_DIALECTS);
		options.dialect = (enum robotsc_dialect)w.dialect;
		random_gen_file(&w.text, &w.state);
		w.file = oracle_parse(&(struct oracle_options){.dialect = w.dialect}, w.text.at, w.text.len);
		w.rules = w.line = w.group = 0;
		CHECK(robotsc_rules(&options, w.text.at, w.text.len, see, &w) == ROBOTSC_OK);
		CHECK_MSG(w.rules == oracle_rules(w.file) || has_more(w.dialect), "dialect %d: %zu, not %zu", w.dialect, w.rules,
		          oracle_rules(w.file));
		oracle_free_file(w.file);
	}
	printf("%lu verdicts of %lu patterns in another spelling\n", w.compared, w.rewritten);
	CHECK(texts < 1000 || w.rewritten > 1000);
	return check_done();
}
