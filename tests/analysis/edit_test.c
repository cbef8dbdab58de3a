/* edit_test.c - edits of random texts that shut crawlers out or let them in: if an edit is proved,
 * each robot and URL has the verdict that was asked for, or the old one, by the oracle.
 *
 *     edit_test [SEED [TEXTS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "robotsc/summary.h"
#include "tests/oracle/oracle.h"
#include "tests/support/random_gen.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

#define URLS 12
#define CRAWLERS 8
#define NAMES 2
#define OTHERS 6

static const char *const purposes[] = {"search", "ads"};

struct world {
	uint64_t state;
	struct draft text, tokens[CRAWLERS], others[OTHERS], url, after;
	struct robotsc_crawler crawlers[CRAWLERS];
	struct robotsc_text names[2][NAMES]; /* names to shut out, and to let in */
	struct oracle_file *files[2][ORACLE_DIALECTS];
	enum robotsc_dialect dialect;
	int outcome;
	unsigned long proved, failed, changed, compared;
};

static bool same(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && strncasecmp(a.at, b.at, a.len) == 0;
}

static struct robotsc_text text_of(const char *string)
{
	return (struct robotsc_text){string, strlen(string)};
}

/* Make a product token: the first letters of a name in the file.  No two crawlers have the same. */
static void make_token(struct world *w, struct draft *d, size_t others)
{
	size_t n = 0;
	random_gen_robot(d, &w->state, w->files[0][0]);
	while (n < d->len && ((d->at[n] | 32) >= 'a' && (d->at[n] | 32) <= 'z'))
		n++;
	if (n + 4 >= d->room)
		d->at = realloc(d->at, d->room += 4);
	if (n == 0)
		d->at[n++] = 'f';
	d->at[d->len = n] = '\0';
	for (size_t i = 0; i < others; i++)
		if (strcasecmp(w->tokens[i].at, d->at) == 0) {
			if (d->len + 2 >= d->room)
				d->at = realloc(d->at, d->room += 4);
			d->at[d->len++] = 'x';
			d->at[d->len] = '\0';
			i = (size_t)-1;
		}
}

static void make_world(struct world *w)
{
	random_gen_file(&w->text, &w->state);
	for (int d = 0; d < ORACLE_DIALECTS; d++)
		w->files[0][d] = oracle_parse(&(struct oracle_options){.dialect = (enum oracle_dialect)d}, w->text.at, w->text.len);
	w->dialect = (enum robotsc_dialect)splitmix_below(&w->state, 2);
	for (size_t i = 0; i < CRAWLERS; i++) {
		make_token(w, &w->tokens[i], i);
		w->crawlers[i] = (struct robotsc_crawler){
			.token = w->tokens[i].at,
			.purpose = purposes[splitmix_below(&w->state, 2)],
			.obeys = i && splitmix_below(&w->state, 3) == 0 ? w->crawlers[splitmix_below(&w->state, (uint32_t)i)].token
		                                                        : NULL,
			.dialect = (enum robotsc_dialect)splitmix_below(&w->state,
		                                                        splitmix_below(&w->state, 50) ? 2 : ORACLE_DIALECTS),
			.ignores_star = splitmix_below(&w->state, 4) == 0,
			.only_named = splitmix_below(&w->state, 4) == 0};
	}
	for (size_t i = 0; i < 2 * (size_t)NAMES; i++) {
		const uint32_t which = splitmix_below(&w->state, CRAWLERS + 3);
		w->names[i / NAMES][i % NAMES] = text_of(which < CRAWLERS        ? w->crawlers[which].token
		                                         : which == CRAWLERS + 2 ? (i < NAMES ? "nobody" : "somebody")
		                                                                 : purposes[which - CRAWLERS]);
	}
	for (size_t i = 0; i < OTHERS; i++)
		make_token(w, &w->others[i], 0);
}

/* The first row that has the token, or NULL. */
static const struct robotsc_crawler *row_of(const struct world *w, struct robotsc_text token)
{
	for (size_t i = 0; i < CRAWLERS; i++)
		if (same(text_of(w->crawlers[i].token), token))
			return &w->crawlers[i];
	return NULL;
}

/* What was asked for a robot.  0: nothing, 1: to shut it out, 2: to let it in. */
static int asked_of(const struct world *w, struct robotsc_text token, const struct robotsc_crawler *row)
{
	int by_purpose = 0;
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < NAMES; i++) {
			const struct robotsc_text name = w->names[k][i];
			const bool is_purpose = same(name, text_of("search")) || same(name, text_of("ads"));
			if (same(name, token) && !is_purpose)
				return 1 + k;
			if (row && !row->only_named && same(name, text_of(row->purpose)))
				by_purpose = 1 + k;
		}
	return by_purpose;
}

/* True if a robot may fetch the URL, by the oracle. */
static bool is_open(const struct world *w, int side, struct robotsc_text token, const struct robotsc_crawler *row)
{
	struct oracle_text tokens[ROBOTSC_CRAWLER_TOKENS] = {{token.at, token.len}};
	size_t n = 1, which;
	for (const struct robotsc_crawler *at = row; at && at->obeys && n < ROBOTSC_CRAWLER_TOKENS; n++) {
		tokens[n] = (struct oracle_text){at->obeys, strlen(at->obeys)};
		at = row_of(w, text_of(at->obeys));
	}
	struct oracle_policy *const policy = oracle_select(w->files[side][row ? row->dialect : w->dialect], tokens, n);
	const bool ignores = row && row->ignores_star && oracle_selected_by(policy, &which) != ORACLE_SELECTED_TOKEN;
	const bool open = ignores || oracle_check(policy, w->url.at, w->url.len, NULL);
	oracle_free_policy(policy);
	return open;
}

static void judge(struct world *w, struct robotsc_text token, const struct robotsc_crawler *row)
{
	const int asked = asked_of(w, token, row);
	const bool after = is_open(w, 1, token, row), before = is_open(w, 0, token, row);
	const bool expected = asked == 0 ? before : asked == 2;
	w->compared++;
	w->changed += after != before;
	CHECK_MSG(after == expected, "robot %.*s, asked %d, was %d: %.*s\n%.*s\n----\n%.*s", (int)token.len, token.at, asked,
	          before, (int)w->url.len, w->url.at, (int)w->text.len, w->text.at, (int)w->after.len, w->after.at);
}

/* True for the path of /robots.txt, which is never closed; with a query it may be. */
static bool is_robots_txt(const struct world *w)
{
	static const char *const rules = "User-agent: *\nDisallow: /\nAllow: /robots.txt$\n";
	return oracle_allowed(ORACLE_RFC9309, rules, strlen(rules), NULL, 0, w->url.at, w->url.len);
}

static void judge_all(struct world *w)
{
	for (size_t url = 0; url < URLS; url++) {
		random_gen_url(&w->url, &w->state, w->files[url % 2][0]);
		if (is_robots_txt(w))
			continue;
		for (size_t i = 0; i < CRAWLERS; i++)
			if (row_of(w, text_of(w->crawlers[i].token)) == &w->crawlers[i])
				judge(w, text_of(w->crawlers[i].token), &w->crawlers[i]);
		for (size_t i = 0; i < OTHERS; i++) {
			const struct robotsc_text token = text_of(w->others[i].at);
			if (!row_of(w, token) && robotsc_is_token(w->dialect, token.at, token.len))
				judge(w, token, NULL);
		}
		judge(w, text_of("nobody"), NULL);
		judge(w, text_of("unheard-of"), NULL);
	}
}

/* The comments of the old text stand, in order, in the new one. */
static void keep_comments(const struct world *w)
{
	const char *at = w->after.at, *const end = at + w->after.len;
	for (size_t i = 0; i < w->text.len; i++) {
		if (w->text.at[i] != '#' || (i && w->text.at[i - 1] != '\n'))
			continue;
		size_t n = 0;
		while (i + n < w->text.len && w->text.at[i + n] != '\n' && w->text.at[i + n] != '\r')
			n++;
		while ((size_t)(end - at) >= n && memcmp(at, w->text.at + i, n) != 0)
			at++;
		if (!CHECK_MSG((size_t)(end - at) >= n, "comment %.*s is lost", (int)n, w->text.at + i))
			return;
		at += n;
	}
}

static void see(void *ctx, const struct robotsc_access_edit *edit)
{
	struct world *const w = ctx;
	w->outcome = (int)edit->outcome;
	if (edit->outcome != ROBOTSC_EDIT_PROVED) {
		w->failed++;
		return;
	}
	w->proved++;
	if (w->after.room < edit->text.len + 1)
		w->after.at = realloc(w->after.at, w->after.room = edit->text.len + 1);
	memcpy(w->after.at, edit->text.at, w->after.len = edit->text.len);
	for (int d = 0; d < ORACLE_DIALECTS; d++)
		w->files[1][d] =
			oracle_parse(&(struct oracle_options){.dialect = (enum oracle_dialect)d}, w->after.at, w->after.len);
	judge_all(w);
	keep_comments(w);
	for (int d = 0; d < ORACLE_DIALECTS; d++)
		oracle_free_file(w->files[1][d]);
}

static enum robotsc_status ask(struct world *w)
{
	struct robotsc_options options;
	robotsc_options_init(&options);
	options.dialect = w->dialect;
	const struct robotsc_summary_question question = {
		.options = &options, .crawlers = w->crawlers, .ncrawlers = CRAWLERS, .budget = ROBOTSC_SUMMARY_BUDGET};
	return robotsc_edit_access(&question, w->text.at, w->text.len, w->names[0], NAMES, w->names[1], NAMES, see, w);
}

static bool is_refused(const struct world *w)
{
	for (size_t i = 0; i < NAMES; i++)
		for (size_t k = 0; k < NAMES; k++)
			if (same(w->names[0][i], w->names[1][k]))
				return true;
	return false;
}

int main(int argc, char **argv)
{
	const long texts = argc > 2 ? atol(argv[2]) : 150;
	static struct world w;
	w.state = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
	for (long i = 0; i < texts; i++) {
		make_world(&w);
		const enum robotsc_status status = ask(&w);
		CHECK_MSG(status == (is_refused(&w) ? ROBOTSC_ERR_ARGUMENT : ROBOTSC_OK), "status %d", (int)status);
		for (int d = 0; d < ORACLE_DIALECTS; d++)
			oracle_free_file(w.files[0][d]);
	}
	printf("%lu edits, %lu not proved; %lu verdicts, %lu changed\n", w.proved, w.failed, w.compared, w.changed);
	CHECK(texts < 150 || (w.proved > 2 * w.failed && w.changed > 1000));
	return check_done();
}
