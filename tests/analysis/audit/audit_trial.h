/* audit_trial.h - a log that is audited in one piece, for the tests of audits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUDIT_TRIAL_H
#define ROBOTSC_AUDIT_TRIAL_H

#include "tests/support/test.h"

#include <robotsc/audit.h>

static const char robots[] = "User-agent: *\nDisallow: /no\n\nUser-agent: ABot\nDisallow: /no\nCrawl-delay: 3\n";
static const struct robotsc_crawler crawlers[] = {{.token = "ListBot", .maker = "A & B", .purpose = "search"}};

/* The state of an audit that was read to its end. */
struct tried {
	struct robotsc_audit *audit;
	const struct robotsc_audit_answer *answer;
};

static inline enum robotsc_status try_log(struct tried *t, const struct robotsc_audit_question *question, const char *log)
{
	struct robotsc_audit_lines *lines = NULL;
	enum robotsc_status status = robotsc_audit_open(&t->audit, question, NULL);

	if (status != ROBOTSC_OK)
		return status;
	status = robotsc_audit_lines_new(t->audit, &lines);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_read(lines, log, strlen(log));
	if (status == ROBOTSC_OK)
		status = robotsc_audit_count(t->audit, lines);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_answer(t->audit, &t->answer);
	robotsc_audit_lines_free(lines);
	return status;
}

static inline struct robotsc_audit_question question_of(const struct robotsc_audit_file *files, size_t n, const char *format)
{
	return (struct robotsc_audit_question){
		.files = files, .nfiles = n, .crawlers = crawlers, .ncrawlers = 1, .format = format, .examples = 100};
}

static inline int is(struct robotsc_text text, const char *string)
{
	return text.len == strlen(string) && (text.len == 0 || memcmp(text.at, string, text.len) == 0);
}

/* An allocator that fails after some allocations.  ctx: a long, how many are left. */
static inline void *limited_alloc(void *ctx, void *p, size_t old_size, size_t new_size)
{
	long *const left = ctx;

	(void)old_size;
	if (new_size == 0) {
		free(p);
		return NULL;
	}
	return (*left)-- > 0 ? realloc(p, new_size) : NULL;
}

#endif
