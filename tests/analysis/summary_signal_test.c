/* summary_signal_test.c - in a summary the token __usage_ai-training is no robot, but a label that
 * each robot has.
 *
 * What its groups say of the front page is compared with robotsc_explain, for all robots and in all
 * dialects.  The texts have no rules whose order matters: the signal's precedence is that of
 * RFC 9309.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"

#include <robotsc/explain.h>
#include <robotsc/summary.h>

#include <string.h>

#define SIGNAL "__usage_ai-training"

static const struct robotsc_crawler crawlers[] = {
	{.token = "Googlebot", .dialect = ROBOTSC_GOOGLE},
	{.token = "GPTBot"},
	{.token = "AdsBot-Google", .dialect = ROBOTSC_GOOGLE, .ignores_star = 1},
};

static const struct {
	const char *name, *text;
	uint32_t below; /* rules of the signal that are for some paths only, in rfc9309 */
} texts[] = {
	{"star", "User-agent: *\nDisallow: /x\nContent-Signal: ai-train=no\n\nUser-agent: " SIGNAL "\nDisallow: /\nAllow: /y\n", 1},
	{"closed", "User-agent: *\nDisallow: /\n\nUser-agent: " SIGNAL "\nDisallow: /\n", 0},
	{"alone", "User-agent: __Usage_AI-training\nAllow: /\n", 0},
	{"of some paths", "User-agent: " SIGNAL "\nDisallow: /a\nAllow: /b\n", 2},
	{"with a robot", "User-agent: GPTBot\nUser-agent: " SIGNAL "\nDisallow: /y\nAllow: /\n", 1},
	{"adsbot", "User-agent: AdsBot-Google\nDisallow: /\n\nUser-agent: " SIGNAL "\nDisallow: /\n", 0},
};

static int is_signal(struct robotsc_text text)
{
	return text.len == strlen(SIGNAL) && memcmp(text.at, SIGNAL, text.len) == 0;
}

/* Explain the front page to a robot, or to all others if it has no name. */
static struct robotsc_explanation explain(const char *text, enum robotsc_dialect dialect, struct robotsc_text token)
{
	const struct robotsc_text root = {"/", 1};
	struct robotsc_options options;
	struct robotsc_explanation e;

	robotsc_options_init(&options);
	options.dialect = dialect;
	CHECK(robotsc_explain(&options, text, strlen(text), &token, token.len > 0, root, NULL, NULL, &e) == ROBOTSC_OK);
	return e;
}

static void hold_robot(const char *text, const struct robotsc_summary *s, const struct robotsc_summary_robot *r)
{
	const struct robotsc_summary_answer *const a = &s->answers[r->answer];
	const struct robotsc_explanation signal = explain(text, r->dialect, (struct robotsc_text){SIGNAL, strlen(SIGNAL)});
	const struct robotsc_explanation own = explain(text, r->dialect, r->token);
	const int none = r->crawler && r->crawler->ignores_star && own.selected != ROBOTSC_SELECTED_TOKEN;
	const char *wanted = NULL;
	size_t found = 0;

	if (signal.selected == ROBOTSC_SELECTED_TOKEN && signal.deciding && (none || own.verdict == ROBOTSC_ALLOW))
		wanted = signal.verdict == ROBOTSC_ALLOW ? "y" : "n";
	for (size_t i = 0; i < a->npreferences; i++) {
		const struct robotsc_summary_preference *const p = &a->preferences[i];

		found += (size_t)is_signal(p->label);
		CHECK(is_signal(p->label) ? wanted && p->value.len == 1 && *p->value.at == *wanted : !none);
	}
	CHECK_MSG(found == (wanted != NULL), "%.*s: %zu labels of %s", (int)r->token.len, r->token.at, found, text);
	CHECK(!is_signal(r->token));
}

static void hold(const char *text, uint32_t below, enum robotsc_dialect dialect)
{
	const struct robotsc_summary *s = NULL;
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = dialect;
	const struct robotsc_summary_question question = {.options = &options,
	                                                  .crawlers = crawlers,
	                                                  .ncrawlers = sizeof crawlers / sizeof crawlers[0],
	                                                  .budget = ROBOTSC_SUMMARY_BUDGET};
	CHECK(robotsc_summarize(&question, text, strlen(text), &s) == ROBOTSC_OK);
	CHECK(s->nrobots == question.ncrawlers + 1);
	for (size_t i = 0; i < s->nrobots; i++)
		hold_robot(text, s, &s->robots[i]);
	for (size_t i = 0; i < s->nanswers && dialect == ROBOTSC_RFC9309; i++)
		CHECK_MSG(s->answers[i].preferences_below == below, "%u below in %s", s->answers[i].preferences_below, text);
	robotsc_free_summary(s);
}

int main(void)
{
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		for (int d = 0; check_case(texts[i].name) && robotsc_dialect_name((enum robotsc_dialect)d); d++)
			hold(texts[i].text, texts[i].below, (enum robotsc_dialect)d);
	return check_done();
}
