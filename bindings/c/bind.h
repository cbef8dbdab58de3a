/* bind.h - what a binding of another language calls beside robotsc.h: policies that own their
 * octets, lists of URLs, and all questions about texts in one call.
 *
 * Nothing here has state of its own: calls of any threads share nothing but the policies, which
 * stay as they are.  A list of texts is a struct robotsc_texts; one whose ends do not ascend is
 * refused with ROBOTSC_ERR_ARGUMENT, as are unknown dialects, flags and questions, and what is
 * given as a product token but is none (robotsc_is_token).
 *
 * Answers are octets that robotsc_answer_free frees, with a NUL behind them.  JSON is UTF-8.  If
 * the text of a member NAME is not, NAME has it spelled as in ROBOTSC_REPORT_JSON, and a member
 * NAME_base64 follows with its octets; after a list of texts, a list with null for each that is
 * UTF-8.  A packed answer has a number as 8 octets, the lowest first, and a text as its length and
 * its octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BIND_H
#define ROBOTSC_BIND_H

#include "flags.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/extensions.h"

/* n texts, one behind the other: text i ends before octets[ends[i]], where the next one begins. */
struct robotsc_texts {
	const char *octets;
	const uint32_t *ends;
	size_t n;
};

/* A blob, opened, with its records.  Read-only: any threads. */
struct robotsc_policy;

/* Compile a robots.txt.
 *
 * compiler  keeps memory from one call to the next, for one thread at a time; NULL: none is kept.
 * tokens    product tokens to compile for; none: all of the file.
 * policy    out: free it with robotsc_policy_free.  Untouched on error.
 *
 * Errors: those of robotsc_compile. */
enum robotsc_status robotsc_policy_compile(struct robotsc_compiler *compiler, enum robotsc_dialect dialect, uint32_t flags,
                                           const void *robots, size_t len, const struct robotsc_texts *tokens,
                                           struct robotsc_policy **policy);

/* Verify a blob from anybody, with its records and its fetch, and open a copy of it.  Errors: those
 * of robotsc_open, and ROBOTSC_ERR_NOMEM. */
enum robotsc_status robotsc_policy_open(const void *octets, size_t len, struct robotsc_policy **policy);

/* policy: may be NULL.  Its groups must not be used afterwards. */
void robotsc_policy_free(struct robotsc_policy *policy);

/* The octets of the blob, *len of them. */
const void *robotsc_policy_octets(const struct robotsc_policy *policy, size_t *len);
enum robotsc_dialect robotsc_policy_dialect(const struct robotsc_policy *policy);

/* Fill group for a robot of these names: robotsc_select.  It borrows the policy.
 *
 * Errors: ROBOTSC_ERR_ARGUMENT for a text that is no product token; ROBOTSC_ERR_AGENT for one that
 * the blob was not made for. */
enum robotsc_status robotsc_policy_agent(const struct robotsc_policy *policy, const struct robotsc_texts *tokens,
                                         struct robotsc_group *group);

/* The same for a whole User-Agent header.  ROBOTSC_ERR_AGENT, too, if it names none of the tokens
 * that the blob was made for: whether "*" holds is not known. */
enum robotsc_status robotsc_policy_header(const struct robotsc_policy *policy, const char *header, size_t len,
                                          struct robotsc_group *group);

/* verdicts[i]: enum robotsc_verdict of URL i, as of robotsc_check_url.  Errors: _ARGUMENT. */
enum robotsc_status robotsc_group_check(const struct robotsc_group *group, const struct robotsc_texts *urls, uint8_t *verdicts);

/* The same with a group for each URL. */
enum robotsc_status robotsc_groups_check(const struct robotsc_group *const *groups, const struct robotsc_texts *urls,
                                         uint8_t *verdicts);

/* The records of the policy: NULL if it was compiled without ROBOTSC_POLICY_EXTENSIONS. */
const struct robotsc_extensions *robotsc_policy_extensions(const struct robotsc_policy *policy);

/* The records of a group of the policy, or of the file where group is NULL, packed: their number,
 * then of each the numbers field, line, group, delay, documents, seconds, from, to, resolved, and
 * the texts name, value, path, rest: as of struct robotsc_line.  name is the usual spelling of a
 * known field; resolved is 0.
 *
 * Errors: ROBOTSC_ERR_ABSENT without records; ROBOTSC_ERR_NOMEM. */
enum robotsc_status robotsc_policy_records(const struct robotsc_policy *policy, const struct robotsc_group *group, char **answer,
                                           size_t *len);

/* The verdict about a URL and what is stated about its content, packed: the verdict, how many
 * labels, of each the texts field, label, value.  Errors: the same. */
enum robotsc_status robotsc_policy_usage(const struct robotsc_policy *policy, const struct robotsc_group *group,
                                         struct robotsc_text url, char **answer, size_t *len);

/* Questions.  tools.h says which texts, flags and numbers each takes, in the order of its
 * arguments; answers are JSON but those of compile, dot and content, and those that are packed. */
enum robotsc_question_kind {
	ROBOTSC_ASK_COMPILE,
	ROBOTSC_ASK_LINT,
	ROBOTSC_ASK_DOT,
	ROBOTSC_ASK_EXPLAIN,
	ROBOTSC_ASK_SUMMARY,
	ROBOTSC_ASK_COMPARE,
	ROBOTSC_ASK_GENERATE,
	ROBOTSC_ASK_PAGE,
	ROBOTSC_ASK_ACCESS,
	ROBOTSC_ASK_CONTENT,
	ROBOTSC_ASK_RECORDS,     /* packed as robotsc_policy_records; number 0 is 1 for a robot's */
	ROBOTSC_ASK_DECISION,    /* as access; packed: the numbers status, fetched, since, expires,
	                       * revalidate, challenge, the texts outcome, profile, reason, end */
	ROBOTSC_ASK_PAGE_ANSWER, /* of a robots.txt and a page */
	ROBOTSC_ASK_RULES,       /* a list of objects */
	ROBOTSC_ASK_SITEMAP,
	ROBOTSC_ASK_EDIT,
	ROBOTSC_ASK_KINDS
};

#define ROBOTSC_ASK_NUMBERS 5

/* Ask.  answer: untouched on error.  Of a question that reads a robots.txt, the last number is how
 * many octets of it count; 0: ROBOTSC_MIN_LIMIT.  The token "*" stands for a robot without a name.
 * NaN and a negative count are read as 0, a number that is too large as the largest allowed.
 * Errors: those of the question. */
enum robotsc_status robotsc_ask(enum robotsc_question_kind kind, uint32_t flags, const double numbers[ROBOTSC_ASK_NUMBERS],
                                const struct robotsc_texts *texts, char **answer, size_t *len);
void robotsc_answer_free(char *answer);

#endif
