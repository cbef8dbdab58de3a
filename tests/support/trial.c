/* trial.c - one question put to the library and to the oracle; a question they differ on, made
 * small.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHRINK_TRIALS 4000

/* What the library or the oracle says. */
struct answer {
	enum robotsc_status status;
	int allowed;
	int selected;
	size_t token;
};

static struct answer ask_library(const struct trial *t)
{
	struct answer a = {ROBOTSC_OK, 0, 0, 0};
	struct robotsc_group group;
	struct product p;

	a.status = product_open(&p, t->dialect, t->form, t->robots, t->robots_len, t->partial ? t->token : NULL,
	                        t->partial ? t->tokens : 0);
	if (a.status == ROBOTSC_OK)
		a.status = robotsc_select(&p.blob, t->token, t->tokens, &group);
	if (a.status == ROBOTSC_OK) {
		a.allowed = (int)robotsc_check_url(&group, t->url, t->url_len);
		a.selected = group.selected;
		a.token = group.token;
	}
	product_close(&p);
	return a;
}

static struct answer ask_oracle(const struct trial *t)
{
	const struct oracle_options options = {.dialect = t->dialect};
	struct oracle_file *file = oracle_parse(&options, t->robots, t->robots_len);
	struct oracle_text token[TRIAL_TOKENS];
	struct answer a = {ROBOTSC_OK, 0, 0, 0};
	struct oracle_policy *policy;

	for (size_t i = 0; i < t->tokens; i++) {
		token[i].at = t->token[i].at;
		token[i].len = t->token[i].len;
	}
	policy = oracle_select(file, token, t->tokens);
	a.allowed = oracle_check(policy, t->url, t->url_len, NULL);
	a.selected = (int)oracle_selected_by(policy, &a.token);
	oracle_free_policy(policy);
	oracle_free_file(file);
	return a;
}

static int same(struct answer a, struct answer b)
{
	return a.status == b.status && a.allowed == b.allowed && a.selected == b.selected && a.token == b.token;
}

int trial_differs(const struct trial *t)
{
	return !same(ask_library(t), ask_oracle(t));
}

/* Take out of *at, *len each run of octets that can go, long runs first.  at is part of *t. */
static void shrink(struct trial *t, char *at, size_t *len, int *budget)
{
	char *saved = product_alloc(NULL, *len);

	for (size_t run = *len; run > 0; run /= 2) {
		for (size_t from = 0; from + run <= *len && *budget > 0;) {
			const size_t before = *len;

			memcpy(saved, at, before);
			memmove(at + from, at + from + run, before - from - run);
			*len = before - run;
			--*budget;
			if (!trial_differs(t)) {
				memcpy(at, saved, before);
				*len = before;
				from += run;
			}
		}
	}
	free(saved);
}

static void print(const struct trial *t)
{
	const struct answer library = ask_library(t), oracle = ask_oracle(t);
	static const char *const name[ORACLE_DIALECTS] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};

	printf("    dialect %s, form %s, blob for %s\n    robots \"", name[t->dialect], product_forms[t->form],
	       t->partial ? "the tokens" : "all agents");
	product_show(t->robots, t->robots_len);
	printf("\"\n    tokens");
	for (size_t i = 0; i < t->tokens; i++) {
		printf(" \"");
		product_show(t->token[i].at, t->token[i].len);
		printf("\"");
	}
	printf("\n    url \"");
	product_show(t->url, t->url_len);
	printf("\"\n    library: %s, allowed %d, selected %d, token %zu\n    oracle:  %s, allowed %d, selected %d, token %zu\n",
	       robotsc_strerror(library.status), library.allowed, library.selected, library.token, robotsc_strerror(oracle.status),
	       oracle.allowed, oracle.selected, oracle.token);
	fflush(stdout);
}

void trial_report(const struct trial *t)
{
	struct trial small = *t;
	char *robots = product_alloc(NULL, t->robots_len), *url = product_alloc(NULL, t->url_len);
	int budget = SHRINK_TRIALS;

	memcpy(robots, t->robots, t->robots_len);
	memcpy(url, t->url, t->url_len);
	small.robots = robots;
	small.url = url;
	if (!trial_differs(&small)) {
		printf("    (one question alone does not show it)\n");
	} else {
		shrink(&small, robots, &small.robots_len, &budget);
		shrink(&small, url, &small.url_len, &budget);
	}
	print(&small);
	free(robots);
	free(url);
}
