/* kit_texts.c - see kit_texts.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_texts.h"

#include <stdlib.h>
#include <string.h>

#include "tests/compiler/hostile.h"
#include "kit_decode.h"
#include "tests/oracle/oracle_records.h"
#include "tests/support/random_gen.h"

#define HEADER_TOKENS 16
#define HOSTILE_ROOM 900 /* octets of a path */

/* What one text is asked. */
struct asker {
	struct kit *k;
	struct kit_text *t;
	struct oracle_file *file;
	struct kit_decoded decoded;
	struct draft draft;
};

const char *kit_selected(enum oracle_selected selected)
{
	static const char *const names[] = {"none", "star", "token"};
	return names[selected];
}

/* ---- paths and URLs -------------------------------------------------------------- */

static void ask_url(struct asker *a, const struct oracle_policy *policy, const char *url, size_t len)
{
	kit_word(a->k, "url");
	kit_number(a->k, oracle_check(policy, url, len, NULL));
	kit_text(a->k, url, len);
	kit_end(a->k);
}

/* The verdict of a path: that of a URL which ends with it. */
static int path_verdict(const struct oracle_policy *policy, const char *path, size_t len)
{
	const char *before = len > 0 && path[0] == '/' ? "http://h" : "http://h/";
	const size_t n = strlen(before);
	char *url = product_alloc(NULL, n + len);
	memcpy(url, before, n);
	memcpy(url + n, path, len);
	const int verdict = oracle_check(policy, url, n + len, NULL);
	free(url);
	return verdict;
}

static void ask_path(struct asker *a, const struct oracle_policy *policy, const char *path, size_t len)
{
	kit_word(a->k, "path");
	kit_number(a->k, path_verdict(policy, path, len));
	kit_text(a->k, path, len);
	kit_end(a->k);
}

static void ask_hostile(struct asker *a, const struct oracle_policy *policy, const struct oracle_text *tokens, size_t n)
{
	char path[HOSTILE_ROOM];
	for (int kind = 0; kind < HOSTILE_PATH_KINDS; kind++) {
		const size_t room = 1 + product_below(&a->t->state, sizeof path);
		const size_t len =
			hostile_path((enum hostile_path)kind, a->t->at, a->t->len, product_random(&a->t->state), path, room);
		kit_word(a->k, "steps");
		kit_unsigned(a->k, kit_decoded_steps(&a->decoded, tokens, n, path, len));
		kit_number(a->k, path_verdict(policy, path, len));
		kit_text(a->k, path, len);
		kit_end(a->k);
	}
}

/* ---- records --------------------------------------------------------------------- */

static void put_known(struct kit *k, int known, int64_t number)
{
	if (known)
		kit_number(k, number);
	else
		kit_none(k);
}

static void ask_records(struct asker *a, const struct oracle_policy *policy)
{
	struct oracle_record *records;
	const size_t n = oracle_records(a->file, policy, &records);
	kit_word(a->k, "records");
	kit_name(a->k, policy ? "group" : "whole");
	kit_unsigned(a->k, n);
	kit_end(a->k);
	for (size_t i = 0; i < n; i++) {
		const struct oracle_record *r = &records[i];
		const int rate = r->field == ORACLE_FIELD_REQUEST_RATE;
		kit_word(a->k, "record");
		kit_number(a->k, r->field);
		kit_unsigned(a->k, r->line);
		kit_unsigned(a->k, r->group);
		kit_text(a->k, r->name.at, r->name.len);
		kit_text(a->k, r->value.at, r->value.len);
		put_known(a->k, r->field == ORACLE_FIELD_CRAWL_DELAY, r->ms);
		put_known(a->k, rate, r->documents);
		put_known(a->k, rate, r->seconds);
		put_known(a->k, r->from != ORACLE_UNTIMED, r->from);
		put_known(a->k, r->from != ORACLE_UNTIMED, r->to);
		kit_end(a->k);
	}
	free(records);
}

static void ask_usage(struct asker *a, const struct oracle_policy *policy, const char *url, size_t len)
{
	for (uint32_t i = 0; i < a->decoded.extensions.nlabels; i++) {
		const struct decode_prefix *label = &a->decoded.extensions.labels[i];
		char name[64];
		snprintf(name, sizeof name, "%.*s", (int)label->name.len, label->name.at);
		kit_word(a->k, "usage");
		kit_number(a->k, oracle_check(policy, url, len, NULL));
		kit_unsigned(a->k, label->field);
		kit_text(a->k, name, strlen(name));
		kit_number(a->k, oracle_usage(a->file, policy, (enum oracle_field)label->field, name, url, len));
		kit_text(a->k, url, len);
		kit_end(a->k);
	}
}

static void ask_next(struct asker *a, const struct oracle_policy *policy)
{
	struct oracle_record *records;
	const size_t n = oracle_records(a->file, policy, &records);
	for (int i = 0; i < 3; i++) {
		const int64_t now = (int64_t)product_below(&a->t->state, 1u << 31) * 500;
		const int64_t last = now - (int64_t)product_below(&a->t->state, 200000),
			      took = (int64_t)product_below(&a->t->state, 9000);
		kit_word(a->k, "next");
		kit_number(a->k, oracle_next_fetch(records, n, now, i > 0, last, took));
		kit_number(a->k, now);
		put_known(a->k, i > 0, last);
		kit_number(a->k, took);
		kit_end(a->k);
	}
	free(records);
}

/* ---- robots ---------------------------------------------------------------------- */

static void ask_urls(struct asker *a, const struct oracle_policy *policy)
{
	static const char *const fixed[] = {"", "/robots.txt", "http://h", "http://h/?", "/%", "/a%2"};
	ask_path(a, policy, "", 0);
	ask_path(a, policy, "/", 1);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (product_below(&a->t->state, 4) == 0)
			ask_url(a, policy, fixed[i], strlen(fixed[i]));
	for (size_t i = 0; i < a->t->urls; i++) {
		random_gen_url(&a->draft, &a->t->state, a->file);
		ask_url(a, policy, a->draft.at, a->draft.len);
		if (a->t->extensions)
			ask_usage(a, policy, a->draft.at, a->draft.len);
		random_gen_url(&a->draft, &a->t->state, a->file);
		if (i % 2 && a->draft.len > 0 && a->draft.at[0] == '/')
			ask_path(a, policy, a->draft.at, a->draft.len);
	}
}

/* True for what a dialect compares whole as a product token: docs/dialects.md, "agent compares". */
static int is_token(enum oracle_dialect dialect, struct oracle_text t)
{
	size_t taken = 0;
	for (size_t i = 0; i < t.len; i++) {
		const char c = t.at[i];
		const int is_outer = i == 0 || i + 1 == t.len;
		const int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
		const int other = (c >= '0' && c <= '9') || c == '.', blank = is_outer && (c == ' ' || c == '\t');
		taken += (size_t)(dialect == ORACLE_GOOGLE    ? letter
		                  : dialect == ORACLE_RFC9309 ? letter || other
		                                              : c != '/' && !blank);
	}
	return taken == t.len && (t.len > 0 || dialect == ORACLE_GOOGLE);
}

static int are_tokens(enum oracle_dialect dialect, const struct oracle_text *tokens, size_t n)
{
	size_t taken = 0;
	for (size_t i = 0; i < n; i++)
		taken += (size_t)is_token(dialect, tokens[i]);
	return taken == n;
}

static struct oracle_policy *put_group(struct asker *a, const struct oracle_text *tokens, size_t n)
{
	struct oracle_policy *policy = oracle_select(a->file, tokens, n);
	size_t token = 0;
	const enum oracle_selected by = oracle_selected_by(policy, &token);
	kit_word(a->k, are_tokens(a->t->dialect, tokens, n) ? "group" : "names");
	kit_name(a->k, kit_selected(by));
	put_known(a->k, by == ORACLE_SELECTED_TOKEN, (int64_t)token);
	for (size_t i = 0; i < n; i++)
		kit_text(a->k, tokens[i].at, tokens[i].len);
	kit_end(a->k);
	return policy;
}

static void ask_group(struct asker *a, const struct oracle_text *tokens, size_t n)
{
	struct oracle_policy *policy = put_group(a, tokens, n);
	ask_urls(a, policy);
	if (a->t->extensions) {
		ask_records(a, policy);
		ask_next(a, policy);
	}
	if (a->t->hostile)
		ask_hostile(a, policy, tokens, n);
	oracle_free_policy(policy);
}

static void ask_header(struct asker *a)
{
	struct oracle_text found[HEADER_TOKENS], header;
	struct draft draft = {0};
	size_t token = 0, n;
	random_gen_header(&draft, &a->t->state, a->file);
	header = (struct oracle_text){draft.len ? draft.at : "", draft.len};
	n = oracle_header_tokens(a->file, header, found, HEADER_TOKENS);
	struct oracle_policy *policy = oracle_select(a->file, found, n);
	const enum oracle_selected by = oracle_selected_by(policy, &token);
	kit_word(a->k, "header");
	kit_name(a->k, kit_selected(by));
	kit_text(a->k, n ? found[token].at : "", by == ORACLE_SELECTED_TOKEN ? found[token].len : 0);
	kit_text(a->k, header.at, header.len);
	kit_end(a->k);
	random_gen_url(&a->draft, &a->t->state, a->file);
	ask_url(a, policy, a->draft.at, a->draft.len);
	oracle_free_policy(policy);
	free(draft.at);
}

/* A blob that was compiled for some agents says nothing to others. */
static void ask_stranger(struct asker *a)
{
	kit_word(a->k, "group");
	kit_name(a->k, "unanswered");
	kit_none(a->k);
	kit_text(a->k, "a-stranger", 10);
	kit_end(a->k);
}

static void ask_robots(struct asker *a)
{
	const struct kit_text *t = a->t;
	struct oracle_text tokens[KIT_AGENTS];
	struct draft drafts[KIT_AGENTS] = {{0}};
	for (size_t i = 0; i < t->nagents; i++) {
		tokens[0] = (struct oracle_text){t->agents[i].at, t->agents[i].len};
		ask_group(a, tokens, 1);
	}
	if (t->nagents) {
		uint32_t policy;
		ask_stranger(a);
		kit_star(a->k, &a->decoded.blob, &policy);
		return;
	}
	for (size_t i = 0; i < t->robots; i++) {
		const size_t n = i % KIT_AGENTS;
		for (size_t j = 0; j < n; j++)
			do {
				random_gen_robot(&drafts[j], &a->t->state, a->file);
				tokens[j] = (struct oracle_text){drafts[j].len ? drafts[j].at : "", drafts[j].len};
			} while (i % 4 != 1 && !is_token(t->dialect, tokens[j]));
		ask_group(a, tokens, n);
		ask_header(a);
	}
	for (size_t j = 0; j < KIT_AGENTS; j++)
		free(drafts[j].at);
}

/* ---- a text ---------------------------------------------------------------------- */

static void put_labels(struct kit *k, const struct decode_extensions *e)
{
	for (uint32_t i = 0; i < e->nlabels; i++) {
		const struct decode_prefix *label = &e->labels[i];
		kit_word(k, "label");
		kit_unsigned(k, label->field);
		kit_text(k, label->name.at, label->name.len);
		for (uint32_t v = 0; v < label->values && label->values > 2; v++)
			kit_text(k, label->value[v].at, label->value[v].len);
		kit_end(k);
	}
}

static void compile(struct product *p, const struct kit_text *t)
{
	struct robotsc_options options;
	robotsc_options_init(&options);
	options.dialect = product_dialect(t->dialect);
	options.form = t->form;
	options.extensions = t->extensions != 0;
	options.strict_fields = t->strict_fields != 0;
	options.conner2_rest_deny = t->rest_deny != 0;
	options.aipref_rule = t->usage_rules != 0;
	options.agents = t->agents;
	options.nagents = t->nagents;
	if (product_open_with(p, &options, t->at, t->len) != ROBOTSC_OK) {
		fprintf(stderr, "make_kit: %s does not compile\n", t->name);
		exit(1);
	}
}

static void begin(struct asker *a, struct product *p)
{
	const struct kit_text *t = a->t;
	struct kit *k = a->k;
	compile(p, t);
	a->file = oracle_parse(&(struct oracle_options){.dialect = t->dialect,
	                                                .strict_fields = t->strict_fields,
	                                                .rest_deny = t->rest_deny,
	                                                .usage_rules = t->usage_rules},
	                       t->at, t->len);
	kit_word(k, "blob");
	kit_name(k, t->name);
	kit_name(k, "ok");
	kit_base64(k, p->bytes, p->len);
	kit_end(k);
	kit_decoded_open(&a->decoded, p->bytes, p->len);
	kit_word(k, "fetch");
	kit_name(k, "absent");
	kit_end(k);
	kit_word(k, "extensions");
	kit_name(k, t->extensions ? "ok" : "absent");
	kit_end(k);
	put_labels(k, &a->decoded.extensions);
}

static void end(struct asker *a, struct product *p)
{
	kit_decoded_close(&a->decoded);
	oracle_free_file(a->file);
	free(a->draft.at);
	product_close(p);
}

void kit_text_questions(struct kit *k, struct kit_text *t)
{
	struct asker a = {.k = k, .t = t};
	struct product p;
	begin(&a, &p);
	if (t->extensions)
		ask_records(&a, NULL);
	ask_robots(&a);
	end(&a, &p);
}

/* ---- questions one by one -------------------------------------------------------- */

static struct {
	struct asker a;
	struct kit_text t;
	struct product p;
	struct oracle_policy *policy;
} by_hand;

void kit_text_begin(struct kit *k, const struct kit_text *t)
{
	by_hand.t = *t;
	by_hand.a = (struct asker){.k = k, .t = &by_hand.t};
	begin(&by_hand.a, &by_hand.p);
}

void kit_text_group(const struct oracle_text *tokens, size_t n)
{
	if (by_hand.policy)
		oracle_free_policy(by_hand.policy);
	by_hand.policy = put_group(&by_hand.a, tokens, n);
}

void kit_text_path(const char *path, size_t len)
{
	ask_path(&by_hand.a, by_hand.policy, path, len);
}

void kit_text_url(const char *url, size_t len)
{
	ask_url(&by_hand.a, by_hand.policy, url, len);
}

void kit_text_usage(const char *url, size_t len)
{
	ask_usage(&by_hand.a, by_hand.policy, url, len);
}

void kit_text_end(void)
{
	if (by_hand.policy)
		oracle_free_policy(by_hand.policy);
	by_hand.policy = NULL;
	end(&by_hand.a, &by_hand.p);
}
