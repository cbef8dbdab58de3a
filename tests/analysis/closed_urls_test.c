/* closed_urls_test.c - which URLs a text closes to which robots of a list, whatever the text: of
 * each robot and URL, the verdict and the line are the oracle's, in the crawler's own dialect.
 *
 *     closed_urls_test [SEED [TEXTS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "robotsc/summary.h"
#include "tests/oracle/oracle.h"
#include "tests/support/counting.h"
#include "tests/support/random_gen.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

#define URLS 20
#define CRAWLERS 8
#define NAMES 4

static const char *const purposes[] = {"search", "ads"};

/* A question; and for each of its robots and each URL the line that must close it. */
struct question {
	uint64_t state;
	struct draft text, tokens[CRAWLERS], urls[URLS];
	struct robotsc_crawler crawlers[CRAWLERS];
	struct oracle_file *files[ORACLE_DIALECTS];
	struct robotsc_text names[NAMES], places[URLS];
	const struct robotsc_crawler *robots[CRAWLERS];
	struct robotsc_text robot_tokens[CRAWLERS];
	size_t nrobots;
	uint32_t lines[CRAWLERS][URLS]; /* 0: open; else the line plus 1 */
	size_t last;                    /* the last URL that was reported */
	size_t closed;
};

static int same(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && strncasecmp(a.at, b.at, a.len) == 0;
}

static struct robotsc_text text_of(const char *string)
{
	return (struct robotsc_text){string, strlen(string)};
}

/* Make a random token, which ends with NUL. */
static void make_token(struct question *q, struct draft *d)
{
	random_gen_robot(d, &q->state, q->files[0]);
	for (size_t i = 0; i < d->len; i++)
		if (d->at[i] == '\0')
			d->at[i] = 'x';
	if (d->len == d->room)
		d->at = realloc(d->at, d->room += 1);
	d->at[d->len] = '\0';
}

static void make_question(struct question *q)
{
	random_gen_file(&q->text, &q->state);
	for (int d = 0; d < ORACLE_DIALECTS; d++)
		q->files[d] = oracle_parse(&(struct oracle_options){.dialect = (enum oracle_dialect)d}, q->text.at, q->text.len);
	for (size_t i = 0; i < CRAWLERS; i++) {
		make_token(q, &q->tokens[i]);
		q->crawlers[i] = (struct robotsc_crawler){
			.token = q->tokens[i].at,
			.purpose = purposes[splitmix_below(&q->state, 2)],
			.obeys = i && splitmix_below(&q->state, 3) == 0 ? q->crawlers[splitmix_below(&q->state, (uint32_t)i)].token
		                                                        : NULL,
			.dialect = (enum robotsc_dialect)splitmix_below(&q->state, ORACLE_DIALECTS),
			.ignores_star = splitmix_below(&q->state, 4) == 0,
			.only_named = splitmix_below(&q->state, 4) == 0};
	}
	for (size_t i = 0; i < NAMES; i++) {
		const uint32_t which = splitmix_below(&q->state, CRAWLERS + 3);
		q->names[i] = text_of(which < CRAWLERS        ? q->crawlers[which].token
		                      : which == CRAWLERS + 2 ? "nobody"
		                                              : purposes[which - CRAWLERS]);
	}
	for (size_t i = 0; i < URLS; i++) {
		random_gen_url(&q->urls[i], &q->state, q->files[0]);
		q->places[i] = (struct robotsc_text){q->urls[i].at, q->urls[i].len};
	}
}

/* The row of a robot in the list, or NULL. */
static const struct robotsc_crawler *row_of(const struct question *q, struct robotsc_text token)
{
	const struct robotsc_crawler *found = NULL;
	for (size_t i = 0; i < CRAWLERS; i++)
		if (same(text_of(q->crawlers[i].token), token))
			found = &q->crawlers[i];
	return found;
}

/* Note what is expected for a robot, by the oracle. */
static void expect_robot(struct question *q, struct robotsc_text token, const struct robotsc_crawler *row)
{
	struct oracle_text tokens[ROBOTSC_CRAWLER_TOKENS] = {{token.at, token.len}};
	size_t n = 1, which;
	for (size_t i = 0; i < q->nrobots; i++)
		if (same(q->robot_tokens[i], token))
			return;
	for (struct robotsc_text at = token; n < ROBOTSC_CRAWLER_TOKENS; n++) {
		const struct robotsc_crawler *first = NULL;
		for (size_t i = CRAWLERS; i-- > 0;)
			if (same(text_of(q->crawlers[i].token), at))
				first = &q->crawlers[i];
		if (!first || !first->obeys)
			break;
		at = text_of(first->obeys);
		tokens[n] = (struct oracle_text){at.at, at.len};
	}
	struct oracle_policy *const policy = oracle_select(q->files[row ? row->dialect : ROBOTSC_RFC9309], tokens, n);
	const bool ignores = row && row->ignores_star && oracle_selected_by(policy, &which) != ORACLE_SELECTED_TOKEN;
	for (size_t i = 0; i < URLS; i++) {
		struct oracle_reason reason = {0, 0};
		const bool open = ignores || oracle_check(policy, q->places[i].at, q->places[i].len, &reason);
		q->lines[q->nrobots][i] = open ? 0 : (uint32_t)reason.line + 1;
	}
	oracle_free_policy(policy);
	q->robot_tokens[q->nrobots++] = token;
}

static void expect(struct question *q)
{
	q->nrobots = 0;
	for (size_t i = 0; i < NAMES; i++) {
		bool purpose = false;
		for (size_t k = 0; k < CRAWLERS; k++) {
			if (q->crawlers[k].only_named || !same(text_of(q->crawlers[k].purpose), q->names[i]))
				continue;
			purpose = true;
			expect_robot(q, text_of(q->crawlers[k].token), &q->crawlers[k]);
		}
		if (!purpose)
			expect_robot(q, q->names[i], row_of(q, q->names[i]));
	}
}

/* Check that a report was expected, and expect it no more. */
static void see(void *ctx, const struct robotsc_closed *c)
{
	struct question *const q = ctx;
	CHECK(c->url >= q->last && c->url < URLS && c->nrobots > 0);
	q->last = c->url;
	q->closed++;
	if (c->line)
		CHECK_MSG(c->text.at >= q->text.at && c->text.at + c->text.len <= q->text.at + q->text.len, "text of line %u",
		          c->line);
	size_t from = 0;
	for (size_t i = 0; i < c->nrobots; i++) {
		while (from < q->nrobots && !same(q->robot_tokens[from], c->robots[i]))
			from++;
		if (!CHECK_MSG(from < q->nrobots, "robot %.*s, in order", (int)c->robots[i].len, c->robots[i].at))
			return;
		CHECK_MSG(q->lines[from][c->url] == c->line + 1, "line %u of %.*s, not %u", c->line, (int)c->robots[i].len,
		          c->robots[i].at, q->lines[from][c->url] - 1);
		q->lines[from][c->url] = 0;
	}
}

static enum robotsc_status ask(struct question *q)
{
	struct robotsc_options options;
	robotsc_options_init(&options);
	const struct robotsc_summary_question question = {.options = &options, .crawlers = q->crawlers, .ncrawlers = CRAWLERS};
	return robotsc_closed_urls(&question, q->text.at, q->text.len, q->names, NAMES, q->places, URLS, see, q);
}

/* ---- the site's own ---- */

#define PARTED 12

/* The origin of a URL of part_urls, by its number; 0: a path. */
static const char *const parted[][2] = {{"https://a.example/x", "1"},
                                        {"HTTPS://A.example:443/y", "1"},
                                        {"http://a.example/x", "2"},
                                        {"https://b.example/", "3"},
                                        {"/path", "0"},
                                        {"https://a.example", "1"},
                                        {"//a.example/x", "0"},
                                        {"https://b.example:8080/", "4"}};

/* The digit of the origin that most URLs have, the first of several; '0': all are paths. */
static char find_most(const size_t *which, size_t n)
{
	size_t most = 0;
	char found = '0';
	for (size_t i = 0; i < n; i++) {
		const char origin = parted[which[i]][1][0];
		size_t count = 0;
		for (size_t k = 0; k < n; k++)
			count += parted[which[k]][1][0] == origin;
		if (origin != '0' && count > most) {
			most = count;
			found = origin;
		}
	}
	return found;
}

/* robotsc_part_urls puts paths and URLs of the most frequent origin first, then all other URLs. */
static void part_urls(uint64_t *state)
{
	const size_t n = splitmix_below(state, PARTED + 1);
	size_t which[PARTED], own = 99, at = 0, expected = 0;
	struct robotsc_text urls[PARTED];
	for (size_t i = 0; i < n; i++) {
		which[i] = splitmix_below(state, (uint32_t)(sizeof parted / sizeof parted[0]));
		urls[i] = text_of(parted[which[i]][0]);
	}
	const char site = find_most(which, n);
	struct counting memory = {.refuse = 1 + splitmix_below(state, 4)};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	const enum robotsc_status status = robotsc_part_urls(&alloc, urls, n, &own);
	CHECK(memory.live == 0 && memory.wrong == 0);
	for (int other = 0; other < 2; other++)
		for (size_t i = 0; i < n; i++) {
			const char origin = parted[which[i]][1][0];
			const int is_other = origin != '0' && origin != site;
			if (status == ROBOTSC_OK ? is_other != other : other)
				continue;
			CHECK(strcmp(urls[at++].at, parted[which[i]][0]) == 0);
			expected += !is_other;
		}
	CHECK(status == ROBOTSC_ERR_NOMEM || own == expected);
}

int main(int argc, char **argv)
{
	const long texts = argc > 2 ? atol(argv[2]) : 1500;
	static struct question q;
	q.state = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
	for (long i = 0; i < texts; i++) {
		part_urls(&q.state);
		make_question(&q);
		expect(&q);
		q.last = 0;
		CHECK(ask(&q) == ROBOTSC_OK);
		for (size_t k = 0; k < q.nrobots; k++)
			for (size_t url = 0; url < URLS; url++)
				CHECK_MSG(q.lines[k][url] == 0, "text %ld: line %u closes URL %zu to robot %zu, unsaid", i,
				          q.lines[k][url] - 1, url, k);
		for (int d = 0; d < ORACLE_DIALECTS; d++)
			oracle_free_file(q.files[d]);
	}
	CHECK_MSG(texts < 1000 || q.closed > 2000, "%zu lines that close", q.closed);
	return check_done();
}
