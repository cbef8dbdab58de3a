/* bind.c - see bind.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bind.h"

#include <stdlib.h>
#include <string.h>

#include "robotsc/access.h"
#include "robotsc/inspect.h"
#include "records.h"
#include "tools.h"

#define AT_ONCE 128 /* URLs that are cut out of a list before they are checked */
#define FLAGS_ALL (2 * (uint32_t)FLAG_ONE_ROBOT - 1)
#define FLAGS_COMPILE                                                                                  \
	(ROBOTSC_POLICY_STRICT_FIELDS | ROBOTSC_POLICY_CONNER2_REST_DENY | ROBOTSC_POLICY_EXTENSIONS | \
	 ROBOTSC_POLICY_AIPREF_RULE | ROBOTSC_POLICY_QUICK | ROBOTSC_POLICY_ONE_ROBOT)

struct robotsc_policy {
	struct robotsc_blob blob;
	struct robotsc_extensions extensions;
	bool has_extensions;
	size_t len;
	void *octets; /* from malloc */
};

static bool ascend(const struct robotsc_texts *texts)
{
	for (size_t i = 1; i < texts->n; i++)
		if (texts->ends[i] < texts->ends[i - 1])
			return false;
	return true;
}

static struct robotsc_text text_of_list(const struct robotsc_texts *texts, size_t i)
{
	const uint32_t from = i ? texts->ends[i - 1] : 0;
	return (struct robotsc_text){from ? texts->octets + from : texts->octets, texts->ends[i] - from};
}

/* The texts of a list, as an array from malloc; *list is NULL if there are none. */
static enum robotsc_status cut(const struct robotsc_texts *texts, struct robotsc_text **list)
{
	*list = NULL;
	if (texts->n == 0)
		return ROBOTSC_OK;
	if (!ascend(texts) || texts->n > SIZE_MAX / sizeof **list)
		return ROBOTSC_ERR_ARGUMENT;
	*list = malloc(texts->n * sizeof **list);
	for (size_t i = 0; *list && i < texts->n; i++)
		(*list)[i] = text_of_list(texts, i);
	return *list ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

static bool is_star(struct robotsc_text text)
{
	return text.len == 1 && *text.at == '*';
}

static enum robotsc_status hold_tokens(enum robotsc_dialect dialect, const struct robotsc_text *tokens, size_t n, bool or_star)
{
	for (size_t i = 0; i < n; i++)
		if (!robotsc_is_token(dialect, tokens[i].at, tokens[i].len) && !(or_star && is_star(tokens[i])))
			return ROBOTSC_ERR_ARGUMENT;
	return ROBOTSC_OK;
}

/* As cut, but ROBOTSC_ERR_ARGUMENT for a text that is no product token of the dialect. */
static enum robotsc_status cut_tokens(enum robotsc_dialect dialect, const struct robotsc_texts *texts, struct robotsc_text **list)
{
	enum robotsc_status status = cut(texts, list);
	if (status == ROBOTSC_OK)
		status = hold_tokens(dialect, *list, texts->n, false);
	if (status != ROBOTSC_OK) {
		free(*list);
		*list = NULL;
	}
	return status;
}

/* Open a policy with its records, and check its stamp.  own: the blob was compiled here. */
static enum robotsc_status open_all(struct robotsc_policy *policy, bool own)
{
	struct robotsc_decision decision;
	enum robotsc_status status = (own ? robotsc_open_intact : robotsc_open)(&policy->blob, policy->octets, policy->len);
	if (status != ROBOTSC_OK)
		return status;
	status = robotsc_open_extensions(&policy->blob, &policy->extensions);
	policy->has_extensions = status == ROBOTSC_OK;
	if (status != ROBOTSC_OK && status != ROBOTSC_ERR_ABSENT)
		return status;
	status = robotsc_stamp_read(&policy->blob, &decision);
	return status == ROBOTSC_ERR_ABSENT ? ROBOTSC_OK : status;
}

/* Pass the policy to the caller if it opens, else free it. */
static enum robotsc_status opened(struct robotsc_policy *made, bool own, struct robotsc_policy **policy)
{
	const enum robotsc_status status = open_all(made, own);
	if (status == ROBOTSC_OK)
		*policy = made;
	else
		robotsc_policy_free(made);
	return status;
}

enum robotsc_status robotsc_policy_compile(struct robotsc_compiler *compiler, enum robotsc_dialect dialect, uint32_t flags,
                                           const void *robots, size_t len, const struct robotsc_texts *tokens,
                                           struct robotsc_policy **policy)
{
	struct robotsc_text *agents;
	struct robotsc_options options;
	enum robotsc_status status = ROBOTSC_ERR_DIALECT;
	if (robotsc_dialect_name(dialect))
		status = flags & ~(uint32_t)FLAGS_COMPILE ? ROBOTSC_ERR_ARGUMENT : cut_tokens(dialect, tokens, &agents);
	if (status != ROBOTSC_OK)
		return status;
	struct robotsc_policy *const made = calloc(1, sizeof *made);
	robotsc_options_init(&options);
	robotsc__options_of_flags(flags, &options);
	options.dialect = dialect;
	options.agents = agents;
	options.nagents = tokens->n;
	if (!made)
		status = ROBOTSC_ERR_NOMEM;
	else if (compiler)
		status = robotsc_compiler_compile(compiler, &options, robots, len, &made->octets, &made->len);
	else
		status = robotsc_compile(&options, robots, len, &made->octets, &made->len);
	free(agents);
	if (status == ROBOTSC_OK)
		return opened(made, true, policy);
	free(made);
	return status;
}

enum robotsc_status robotsc_policy_open(const void *octets, size_t len, struct robotsc_policy **policy)
{
	struct robotsc_policy *const made = calloc(1, sizeof *made);
	if (made)
		made->octets = malloc(len + 1);
	if (!made || !made->octets) {
		free(made);
		return ROBOTSC_ERR_NOMEM;
	}
	if (len)
		memcpy(made->octets, octets, len);
	made->len = len;
	return opened(made, false, policy);
}

void robotsc_policy_free(struct robotsc_policy *policy)
{
	if (policy)
		free(policy->octets);
	free(policy);
}

const void *robotsc_policy_octets(const struct robotsc_policy *policy, size_t *len)
{
	*len = policy->len;
	return policy->octets;
}

static struct robotsc_info info_of(const struct robotsc_policy *policy)
{
	struct robotsc_info info;
	robotsc_blob_info(&policy->blob, &info);
	return info;
}

enum robotsc_dialect robotsc_policy_dialect(const struct robotsc_policy *policy)
{
	return info_of(policy).dialect;
}

enum robotsc_status robotsc_policy_agent(const struct robotsc_policy *policy, const struct robotsc_texts *tokens,
                                         struct robotsc_group *group)
{
	struct robotsc_text *list;
	enum robotsc_status status = cut_tokens(robotsc_policy_dialect(policy), tokens, &list);
	if (status == ROBOTSC_OK)
		status = robotsc_select(&policy->blob, list, tokens->n, group);
	free(list);
	return status;
}

enum robotsc_status robotsc_policy_header(const struct robotsc_policy *policy, const char *header, size_t len,
                                          struct robotsc_group *group)
{
	struct robotsc_text some[8], *tokens = some, *more = NULL;
	size_t room = 8, n;
	while ((n = robotsc_header_tokens(&policy->blob, header, len, tokens, room)) == room) {
		tokens = realloc(more, (room *= 4) * sizeof *tokens);
		if (!tokens) {
			free(more);
			return ROBOTSC_ERR_NOMEM;
		}
		more = tokens;
	}
	const enum robotsc_status status =
		n == 0 && info_of(policy).partial ? ROBOTSC_ERR_AGENT : robotsc_select(&policy->blob, tokens, n, group);
	free(more);
	return status;
}

enum robotsc_status robotsc_group_check(const struct robotsc_group *group, const struct robotsc_texts *urls, uint8_t *verdicts)
{
	struct robotsc_text texts[AT_ONCE];
	if (!ascend(urls))
		return ROBOTSC_ERR_ARGUMENT;
	for (size_t from = 0, n; from < urls->n; from += n) {
		n = urls->n - from < AT_ONCE ? urls->n - from : AT_ONCE;
		for (size_t i = 0; i < n; i++)
			texts[i] = text_of_list(urls, from + i);
		robotsc_check_urls(group, texts, n, verdicts + from);
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_groups_check(const struct robotsc_group *const *groups, const struct robotsc_texts *urls,
                                         uint8_t *verdicts)
{
	struct robotsc_query queries[AT_ONCE];
	if (!ascend(urls))
		return ROBOTSC_ERR_ARGUMENT;
	for (size_t from = 0, n; from < urls->n; from += n) {
		n = urls->n - from < AT_ONCE ? urls->n - from : AT_ONCE;
		for (size_t i = 0; i < n; i++)
			queries[i] = (struct robotsc_query){groups[from + i], text_of_list(urls, from + i)};
		robotsc_check_url_batch(queries, n, verdicts + from);
	}
	return ROBOTSC_OK;
}

const struct robotsc_extensions *robotsc_policy_extensions(const struct robotsc_policy *policy)
{
	return policy->has_extensions ? &policy->extensions : NULL;
}

/* Pass the answer of a call to the caller, or free it. */
static enum robotsc_status answered(struct call *c, enum robotsc_status status, char **answer, size_t *len)
{
	robotsc__put_octets(c, "", 1);
	status = robotsc__ended(c, status);
	if (status != ROBOTSC_OK) {
		free(c->answer);
		return status;
	}
	*answer = c->answer;
	*len = c->len - 1;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_policy_records(const struct robotsc_policy *policy, const struct robotsc_group *group, char **answer,
                                           size_t *len)
{
	struct call c = {.n = 0};
	if (!policy->has_extensions)
		return ROBOTSC_ERR_ABSENT;
	robotsc__pack_records(&c, &policy->extensions, group);
	return answered(&c, ROBOTSC_OK, answer, len);
}

enum robotsc_status robotsc_policy_usage(const struct robotsc_policy *policy, const struct robotsc_group *group,
                                         struct robotsc_text url, char **answer, size_t *len)
{
	struct call c = {.n = 0};
	if (!policy->has_extensions)
		return ROBOTSC_ERR_ABSENT;
	robotsc__pack_usage(&c, &policy->extensions, group, url);
	return answered(&c, ROBOTSC_OK, answer, len);
}

/* A number of a question, brought into the range from 0 to most; 0 for NaN. */
static double within(double number, double most)
{
	return number >= most ? most : number > 0 ? number : 0;
}

static uint32_t count_of(double number)
{
	return (uint32_t)within(number, UINT32_MAX);
}

/* Steps or seconds, at most 2^53: a double can count these exactly. */
static double steps_of(double number)
{
	return within(number, 9007199254740992.0);
}

/* The index of a question's first product token among its texts; UINT32_MAX: it takes none. */
static uint32_t tokens_at(enum robotsc_question_kind kind, const double *v)
{
	static const uint8_t at[ROBOTSC_ASK_KINDS] = {
		[ROBOTSC_ASK_COMPILE] = 2,  [ROBOTSC_ASK_DOT] = 2,     [ROBOTSC_ASK_EXPLAIN] = 3, [ROBOTSC_ASK_COMPARE] = 6,
		[ROBOTSC_ASK_GENERATE] = 2, [ROBOTSC_ASK_RECORDS] = 3, [ROBOTSC_ASK_SITEMAP] = 3, [ROBOTSC_ASK_EDIT] = 3,
	};
	if (kind == ROBOTSC_ASK_PAGE || kind == ROBOTSC_ASK_PAGE_ANSWER) {
		const uint32_t first = kind == ROBOTSC_ASK_PAGE ? 1 : 4;
		return count_of(v[0]) <= UINT32_MAX - first ? first + count_of(v[0]) : UINT32_MAX;
	}
	return kind < ROBOTSC_ASK_KINDS && at[kind] ? at[kind] : UINT32_MAX;
}

/* The dialect of text i: a blob has its own; that of a robots.txt is named by text `name`. */
static enum robotsc_status dialect_of(const struct call *c, uint32_t i, bool is_blob, uint32_t name, enum robotsc_dialect *dialect)
{
	const struct robotsc_text octets = robotsc__text_at(c, i);
	struct robotsc_blob blob;
	struct robotsc_info info;
	struct robotsc_options options;
	const enum robotsc_status status = is_blob ? robotsc_open(&blob, octets.at, octets.len)
	                                           : robotsc__read_options(c, robotsc__text_at(c, name), 0, &options);
	if (status != ROBOTSC_OK)
		return status;
	if (is_blob)
		robotsc_blob_info(&blob, &info);
	*dialect = is_blob ? info.dialect : options.dialect;
	return ROBOTSC_OK;
}

/* ROBOTSC_ERR_ARGUMENT for a token that is no product token in the dialect of the question's text;
 * for a comparison, in the dialect of either text. */
static enum robotsc_status hold_tokens_of(const struct call *c, enum robotsc_question_kind kind, uint32_t flags, const double *v)
{
	size_t n;
	const struct robotsc_text *const tokens = robotsc__texts_from(c, tokens_at(kind, v), &n);
	const bool a_is_blob = kind == ROBOTSC_ASK_DOT ||
	                       ((kind == ROBOTSC_ASK_COMPARE || kind == ROBOTSC_ASK_GENERATE) && (flags & FLAG_A_IS_BLOB) != 0);
	enum robotsc_dialect dialect = ROBOTSC_RFC9309;
	enum robotsc_status status = ROBOTSC_OK;
	if (n == 0)
		return ROBOTSC_OK;
	if (kind != ROBOTSC_ASK_PAGE)
		status = dialect_of(c, kind == ROBOTSC_ASK_DOT ? 0 : 1, a_is_blob, 0, &dialect);
	if (status == ROBOTSC_OK)
		status = hold_tokens(dialect, tokens, n, true);
	if (status != ROBOTSC_OK || kind != ROBOTSC_ASK_COMPARE)
		return status;
	status = dialect_of(c, 4, (flags & FLAG_B_IS_BLOB) != 0, 3, &dialect);
	return status == ROBOTSC_OK ? hold_tokens(dialect, tokens, n, true) : status;
}

static enum robotsc_status asked(struct call *c, enum robotsc_question_kind kind, uint32_t flags, const double *v)
{
	switch (kind) {
	case ROBOTSC_ASK_COMPILE:
		return robotsc__tool_compile(c, flags);
	case ROBOTSC_ASK_LINT:
		return robotsc__tool_lint(c, flags, steps_of(v[0]), v[1] != 0, steps_of(v[2]));
	case ROBOTSC_ASK_DOT:
		return robotsc__tool_dot(c);
	case ROBOTSC_ASK_EXPLAIN:
		return robotsc__tool_explain(c, flags, v[0] != 0);
	case ROBOTSC_ASK_SUMMARY:
		return robotsc__tool_summary(c, flags, steps_of(v[0]), v[1] != 0);
	case ROBOTSC_ASK_COMPARE:
		return v[2] >= 0 && v[2] <= ROBOTSC_REPORT_HTML ? robotsc__tool_compare(c, flags, steps_of(v[0]), count_of(v[1]),
		                                                                        (enum robotsc_report_format)(int)v[2])
		                                                : ROBOTSC_ERR_ARGUMENT;
	case ROBOTSC_ASK_GENERATE:
		return robotsc__tool_generate(c, flags, steps_of(v[0]), count_of(v[1]), count_of(v[2]),
		                              v[3] < 0 ? -1 : steps_of(v[3]));
	case ROBOTSC_ASK_PAGE:
		return count_of(v[0]) < c->n ? robotsc__tool_page(c, flags, count_of(v[0]), v[1] != 0) : ROBOTSC_ERR_ARGUMENT;
	case ROBOTSC_ASK_PAGE_ANSWER:
		return count_of(v[0]) < c->n ? robotsc__tool_page_answer(c, flags, count_of(v[0]), v[1] != 0)
		                             : ROBOTSC_ERR_ARGUMENT;
	case ROBOTSC_ASK_RULES:
		return robotsc__tool_rules(c, flags);
	case ROBOTSC_ASK_SITEMAP:
		return robotsc__tool_sitemap(c, flags);
	case ROBOTSC_ASK_EDIT:
		return robotsc__tool_edit(c, flags, steps_of(v[0]), count_of(v[1]));
	case ROBOTSC_ASK_ACCESS:
	case ROBOTSC_ASK_DECISION:
		return robotsc__tool_access(c, flags, count_of(v[0]), count_of(v[1]), steps_of(v[2]), steps_of(v[3]),
		                            steps_of(v[4]), kind == ROBOTSC_ASK_DECISION);
	case ROBOTSC_ASK_RECORDS:
		return robotsc__tool_records(c, flags, v[0] != 0);
	case ROBOTSC_ASK_CONTENT:
		return robotsc__tool_content(c);
	case ROBOTSC_ASK_KINDS:
		break;
	}
	return ROBOTSC_ERR_ARGUMENT;
}

enum robotsc_status robotsc_ask(enum robotsc_question_kind kind, uint32_t flags, const double numbers[ROBOTSC_ASK_NUMBERS],
                                const struct robotsc_texts *texts, char **answer, size_t *len)
{
	struct robotsc_text *list;
	enum robotsc_status status = flags & ~FLAGS_ALL ? ROBOTSC_ERR_ARGUMENT : cut(texts, &list);
	if (status != ROBOTSC_OK)
		return status;
	const bool is_fetch = kind == ROBOTSC_ASK_ACCESS || kind == ROBOTSC_ASK_DECISION;
	struct call c = {.texts = list, .n = texts->n, .limit = is_fetch ? 0 : count_of(numbers[4])};
	status = hold_tokens_of(&c, kind, flags, numbers);
	if (status == ROBOTSC_OK)
		status = asked(&c, kind, flags, numbers);
	free(list);
	return answered(&c, status, answer, len);
}

void robotsc_answer_free(char *answer)
{
	free(answer);
}
