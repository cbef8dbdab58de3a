/* bind.h - the functions that bindings of other languages call beside robotsc.h: policies that own
 * their octets, lists of URLs, and one call for all questions about texts.
 *
 * Nothing here has state of its own: calls of any threads share nothing but the policies, which
 * stay as they are.  A list of texts is a struct robotsc_texts; a list whose ends do not ascend is
 * refused with ROBOTSC_ERR_ARGUMENT, as are unknown dialects, flags and questions, and texts that
 * should be product tokens but are not (robotsc_is_token).
 *
 * Answers are octets that robotsc_answer_free frees, with a NUL behind them.  JSON is UTF-8.  If
 * the text of a member NAME is not UTF-8, NAME has the spelling of ROBOTSC_REPORT_JSON, and a
 * member NAME_base64 follows with the octets; after a list of texts, NAME_base64 is a list with
 * null for each text that is UTF-8.  A packed answer has a number as 8 octets, little-endian, and a
 * text as its length and its octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BIND_H
#define ROBOTSC_BIND_H

#include "flags.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/extensions.h"

/* n texts, one after the other: text i ends before octets[ends[i]], where the next text begins. */
struct robotsc_texts {
	const char *octets;
	const uint32_t *ends;
	size_t n;
};

/* An open blob with its records.  It does not change, so any threads may use it. */
struct robotsc_policy;

/* Compile a robots.txt.
 *
 * compiler  keeps memory for the next call, for one thread at a time; NULL: no memory is kept.
 * tokens    product tokens to compile for; none: the policy answers for all robots.
 * policy    out: free it with robotsc_policy_free.  Untouched on error.
 *
 * Errors: those of robotsc_compile. */
enum robotsc_status robotsc_policy_compile(struct robotsc_compiler *compiler, enum robotsc_dialect dialect, uint32_t flags,
                                           const void *robots, size_t len, const struct robotsc_texts *tokens,
                                           struct robotsc_policy **policy);

/* Copy a blob from anybody, verify it with its records and its stamp, and open it.  Errors: those
 * of robotsc_open, and ROBOTSC_ERR_NOMEM. */
enum robotsc_status robotsc_policy_open(const void *octets, size_t len, struct robotsc_policy **policy);

/* policy: may be NULL.  Its groups must not be used afterwards. */
void robotsc_policy_free(struct robotsc_policy *policy);

/* The octets of the blob, *len of them. */
const void *robotsc_policy_octets(const struct robotsc_policy *policy, size_t *len);
enum robotsc_dialect robotsc_policy_dialect(const struct robotsc_policy *policy);

/* Fill group for a robot with these tokens, as robotsc_select.  The group borrows the policy.
 *
 * Errors: ROBOTSC_ERR_ARGUMENT for a text that is no product token; ROBOTSC_ERR_AGENT for a token
 * for which the blob was not made. */
enum robotsc_status robotsc_policy_agent(const struct robotsc_policy *policy, const struct robotsc_texts *tokens,
                                         struct robotsc_group *group);

/* Fill group for the sender of a whole User-Agent header.  ROBOTSC_ERR_AGENT, too, if the header
 * has no token for which the blob was made: then it is not known whether "*" applies. */
enum robotsc_status robotsc_policy_header(const struct robotsc_policy *policy, const char *header, size_t len,
                                          struct robotsc_group *group);

/* verdicts[i]: the enum robotsc_verdict that robotsc_check_url gives for URL i.  Errors:
 * _ARGUMENT. */
enum robotsc_status robotsc_group_check(const struct robotsc_group *group, const struct robotsc_texts *urls, uint8_t *verdicts);

/* Check URLs, each with its own group: groups[i] for URL i.  Errors: _ARGUMENT. */
enum robotsc_status robotsc_groups_check(const struct robotsc_group *const *groups, const struct robotsc_texts *urls,
                                         uint8_t *verdicts);

/* The records of the policy: NULL if it was compiled without ROBOTSC_POLICY_EXTENSIONS. */
const struct robotsc_extensions *robotsc_policy_extensions(const struct robotsc_policy *policy);

/* The records of a group of the policy, or of the file where group is NULL, packed: their number,
 * then, for each, the numbers field, line, group, delay, documents, seconds, from, to, resolved,
 * and the texts name, value, path, rest: as in struct robotsc_line.  name is the usual spelling of
 * a known field; resolved is 0.
 *
 * Errors: ROBOTSC_ERR_ABSENT without records; ROBOTSC_ERR_NOMEM. */
enum robotsc_status robotsc_policy_records(const struct robotsc_policy *policy, const struct robotsc_group *group, char **answer,
                                           size_t *len);

/* The verdict about a URL and the preferences for its content, packed: the verdict, the number of
 * labels, and for each label the texts field, label, value.  Errors: as above. */
enum robotsc_status robotsc_policy_usage(const struct robotsc_policy *policy, const struct robotsc_group *group,
                                         struct robotsc_text url, char **answer, size_t *len);

/* Questions.  tools.h says which texts, flags and numbers each question takes, in the order of its
 * arguments.  Answers are JSON, except those of compile, dot and content, and packed ones. */
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
	ROBOTSC_ASK_RECORDS,     /* packed as robotsc_policy_records; number 0: 1 for a robot */
	ROBOTSC_ASK_DECISION,    /* as access; packed: the numbers status, fetched, since, expires,
	                       * revalidate, challenge, the texts outcome, profile, reason, end */
	ROBOTSC_ASK_PAGE_ANSWER, /* of a robots.txt and a page */
	ROBOTSC_ASK_RULES,       /* a list of objects */
	ROBOTSC_ASK_SITEMAP,
	ROBOTSC_ASK_EDIT,
	ROBOTSC_ASK_KINDS
};

#define ROBOTSC_ASK_NUMBERS 5

/* Ask a question.  answer: untouched on error.  If the question reads a robots.txt, its last number
 * says how many octets of this count; 0: ROBOTSC_MIN_LIMIT.  The token "*" stands for a robot
 * without a name.  NaN and a negative count are read as 0, too large a number as the largest one.
 * Errors: those of the question. */
enum robotsc_status robotsc_ask(enum robotsc_question_kind kind, uint32_t flags, const double numbers[ROBOTSC_ASK_NUMBERS],
                                const struct robotsc_texts *texts, char **answer, size_t *len);
void robotsc_answer_free(char *answer);

#endif
