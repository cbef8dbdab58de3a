/* summary_change_test.c - what `summary --against` reports for each robot, against the oracle.
 *
 * Of two random texts, a robot is named in no change if and only if all paths of a small world have
 * the same verdict for it in both, and the delays too.  A path that is shown has the reported
 * verdicts.  Where the budget ends, that is said, and thousands of robots end soon.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "analysis/report/summary_formats.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WORLDS 500
#define TEXT 80000

static uint64_t whole = ROBOTSC_SUMMARY_BUDGET; /* of a summary */

static const struct robotsc_crawler crawlers[] = {
	{.token = "Googlebot", .purpose = "search", .dialect = ROBOTSC_GOOGLE},
	{.token = "Image", .purpose = "search", .obeys = "Googlebot", .dialect = ROBOTSC_GOOGLE},
	{.token = "GPTBot", .purpose = "ai"},
	{.token = "AdsBot", .purpose = "ads", .dialect = ROBOTSC_GOOGLE, .ignores_star = 1},
	{.token = "rare", .purpose = "other", .only_named = 1},
};
#define CRAWLERS (sizeof crawlers / sizeof crawlers[0])

struct side {
	char text[600];
	size_t len;
};

/* Two summaries, and what changed. */
struct compared {
	struct arena arena;
	struct summary_changes changes;
};

static void compare(struct compared *c, const struct robotsc_report_file *old, const struct robotsc_report_file *now,
                    uint64_t budget)
{
	const struct robotsc_summary_question question = {.crawlers = crawlers, .ncrawlers = CRAWLERS, .budget = whole};
	struct robotsc_summary_question for_changes = question;

	memset(c, 0, sizeof *c);
	for_changes.budget = budget;
	robotsc__arena_init(&c->arena, NULL);
	c->changes.arena = &c->arena;
	CHECK(robotsc_summarize(&question, old->robots, old->len, &c->changes.s[0]) == ROBOTSC_OK);
	CHECK(robotsc_summarize(&question, now->robots, now->len, &c->changes.s[1]) == ROBOTSC_OK);
	CHECK(robotsc__summary_changes(&for_changes, old, now, &c->changes) == ROBOTSC_OK);
}

static void end(struct compared *c)
{
	robotsc_free_summary(c->changes.s[0]);
	robotsc_free_summary(c->changes.s[1]);
	robotsc__arena_free(&c->arena);
}

/* ---- small worlds ---------------------------------------------------------------------- */

static void make(struct side *s, uint64_t *state)
{
	static const char *const names[] = {"*",    "Googlebot", "googlebot", "image", "GPTBOT", "adsbot",
	                                    "Rare", "a",         "A",         "b",     "ab"};
	static const char *const rules[] = {"Disallow: /", "Disallow: /a", "Allow: /a",     "Disallow: /*b",
	                                    "Allow: /$",   "Disallow:",    "Disallow: /b/", "Crawl-delay: 5"};

	s->len = 0;
	for (size_t groups = product_below(state, 5); groups; groups--) {
		for (size_t n = 1 + product_below(state, 2); n; n--)
			s->len += (size_t)sprintf(s->text + s->len, "User-agent: %s\n", names[product_below(state, 11)]);
		for (size_t n = product_below(state, 3); n; n--)
			s->len += (size_t)sprintf(s->text + s->len, "%s\n", rules[product_below(state, 8)]);
	}
}

/* What the oracle says of a path to a robot. */
static int verdict(const struct side *s, const struct robotsc_summary_robot *robot, const char *path, size_t len)
{
	const struct oracle_options options = {.dialect = (enum oracle_dialect)robot->dialect};
	const char *const obeys = robot->crawler ? robot->crawler->obeys : NULL;
	const struct oracle_text tokens[2] = {{robot->token.at, robot->token.len}, {obeys, obeys ? strlen(obeys) : 0}};
	struct oracle_file *file = oracle_parse(&options, s->text, s->len);
	struct oracle_policy *policy = oracle_select(file, tokens, robot->token.len ? 1 + (obeys != NULL) : 0);
	const int ignored =
		robot->crawler && robot->crawler->ignores_star && oracle_selected_by(policy, NULL) != ORACLE_SELECTED_TOKEN;
	char url[100] = "http://h";
	int allowed;

	memcpy(url + 8, path, len);
	allowed = ignored || oracle_check(policy, url, 8 + len, NULL);
	oracle_free_policy(policy);
	oracle_free_file(file);
	return allowed;
}

static const struct summary_change *change_of(const struct summary_changes *c, const struct robotsc_summary_robot *robot, size_t *n)
{
	const struct summary_change *found = NULL;

	*n = 0;
	for (size_t i = 0; i < c->n; i++)
		for (size_t k = 0; k < c->all[i].nrobots; k++) {
			const struct robotsc_text token = c->all[i].robots[k];
			if (token.at != robot->token.at)
				continue;
			found = &c->all[i];
			++*n;
		}
	return found;
}

static unsigned long changed, unchanged, delayed, paths;

static void judge(const struct side *sides, const struct summary_changes *c, const struct robotsc_summary_robot *robot)
{
	static const char *const world[] = {"/", "/a", "/b", "/ab", "/b/", "/c", "/ca", "/cb", "/b/c", "/ac"};
	size_t n;
	const struct summary_change *change = change_of(c, robot, &n);
	int differs = 0;

	for (size_t i = 0; i < sizeof world / sizeof world[0]; i++)
		differs |= verdict(&sides[0], robot, world[i], strlen(world[i])) !=
		           verdict(&sides[1], robot, world[i], strlen(world[i]));
	CHECK_MSG(n <= 1, "%.*s is named %zu times", (int)robot->token.len, robot->token.at, n);
	CHECK_MSG(!differs == !(change && change->answer == ROBOTSC_DIFFERENT), "%.*s in dialect %d, %d:\n%.*s----\n%.*s",
	          (int)robot->token.len, robot->token.at, (int)robot->dialect, differs, (int)sides[0].len, sides[0].text,
	          (int)sides[1].len, sides[1].text);
	changed += (unsigned long)differs;
	unchanged += !change;
	if (!change)
		return;
	CHECK(differs || change->delays);
	delayed += change->delays && !differs;
	for (int to = 0; to < 2; to++)
		if (change->paths[to].at) {
			CHECK(verdict(&sides[0], robot, change->paths[to].at, change->paths[to].len) == !to);
			CHECK(verdict(&sides[1], robot, change->paths[to].at, change->paths[to].len) == to);
			paths++;
		}
}

static void small_worlds(void)
{
	static struct side sides[2];
	uint64_t state = 5;

	for (int i = 0; i < WORLDS; i++) {
		struct robotsc_report_file files[2] = {{.name = {"a", 1}}, {.name = {"b", 1}}};
		struct compared c;

		for (int side = 0; side < 2; side++) {
			make(&sides[side], &state);
			files[side].robots = sides[side].text;
			files[side].len = sides[side].len;
		}
		compare(&c, &files[0], &files[1], ROBOTSC_SUMMARY_BUDGET);
		for (size_t k = 0; k < c.changes.s[1]->nrobots; k++)
			judge(sides, &c.changes, &c.changes.s[1]->robots[k]);
		end(&c);
	}
	printf("%lu robots changed, %lu only by a delay, %lu did not; %lu paths\n", changed, delayed, unchanged, paths);
	CHECK(changed > 500 && delayed > 50 && unchanged > 500 && paths > 500);
}

/* ---- many robots ----------------------------------------------------------------------- */

static char texts[2][TEXT];

/* Make a text of numbered lines, until it is full or has `most` lines. */
static struct robotsc_report_file fill(int side, unsigned most, const char *line, const char *after)
{
	size_t len = 0;

	for (unsigned i = 0; i < most && len + 100 < TEXT; i++)
		len += (size_t)snprintf(texts[side] + len, 100, line, i, i);
	len += (size_t)sprintf(texts[side] + len, "%s", after);
	return (struct robotsc_report_file){.name = {"f", 1}, .robots = texts[side], .len = len};
}

/* Each comparison subtracts the octets of both texts from the budget. */
static void ends(void)
{
	const struct robotsc_report_file old = fill(0, 50, "User-agent: x%u\nDisallow: /%u/\n", "");
	const struct robotsc_report_file now = fill(1, 50, "User-agent: x%u\nDisallow: /%u/y\n", "");
	struct compared c;
	size_t done = 0, left = 0;

	compare(&c, &old, &now, 20 * (old.len + now.len));
	for (size_t i = 0; i < c.changes.n; i++) {
		done += c.changes.all[i].compared;
		left += !c.changes.all[i].compared;
		CHECK(c.changes.all[i].compared || (c.changes.all[i].answer == ROBOTSC_UNKNOWN && !c.changes.all[i].paths[0].at));
	}
	CHECK_MSG(done > 5 && done <= 20 && done + left >= 50, "%zu compared, %zu not", done, left);
	end(&c);
}

static double seconds(clock_t from)
{
	return (double)(clock() - from) / CLOCKS_PER_SEC;
}

/* To compare two texts takes at most as long as some ten summaries of one text. */
static void hold_many(const char *name, const char *const lines[2], const char *after)
{
	const struct robotsc_report_file old = fill(0, 100000, lines[0], after), now = fill(1, 100000, lines[1], after);
	const struct robotsc_summary_question question = {.crawlers = crawlers, .ncrawlers = CRAWLERS, .budget = whole};
	const struct robotsc_summary *s = NULL;
	struct compared c;
	double alone, both;
	clock_t from = clock();

	CHECK(robotsc_summarize(&question, now.robots, now.len, &s) == ROBOTSC_OK);
	robotsc_free_summary(s);
	alone = seconds(from);
	from = clock();
	compare(&c, &old, &now, whole);
	both = seconds(from);
	printf("%s: %zu changes, %.2f s, one text %.2f s\n", name, c.changes.n, both, alone);
	CHECK(both < 12 * alone + 0.2);
	end(&c);
}

static void many(void)
{
	static const char *const same[] = {"User-agent: a%u\nDisallow: /%u/\n", "User-agent: a%u\nDisallow: /%u/x\n"};
	static const char *const others[] = {"User-agent: a%u\nDisallow: /%u/\n", "User-agent: b%u\nDisallow: /%u/\n"};
	static const char *const names[] = {"User-agent: a%u\n", "User-agent: b%u\n"};

	whole /= 8;
	hold_many("the same robots", same, "");
	hold_many("other robots", others, "");
	hold_many("names", names, "Disallow: /x\n");
}

int main(void)
{
	CHECK_PART(small_worlds);
	CHECK_PART(ends);
	CHECK_PART(many);
	return check_done();
}
