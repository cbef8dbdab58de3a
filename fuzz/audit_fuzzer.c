/* audit_fuzzer.c - Whatever the bytes, a log counts the same in one piece and line by line, each
 * line is counted once, and no report of it has a control character.
 *
 * The bytes are the first line of a file, which is the format, and the log after it; or a combined
 * log; or one of JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "robotsc/audit.h"

#define FORMAT_ROOM 5000

static void collect(void *ctx, const char *text, size_t len)
{
	harness_add(ctx, text, len);
}

static void read_and_count(struct robotsc_audit *audit, struct robotsc_audit_lines *lines, const char *text, size_t len)
{
	char *const copy = harness_copy(text, len);

	if (robotsc_audit_read(lines, copy, len) != ROBOTSC_OK || robotsc_audit_count(audit, lines) != ROBOTSC_OK)
		abort();
	free(copy);
}

static void check_report(const struct robotsc_audit_answer *answer, enum robotsc_report_format format, struct harness_octets *out)
{
	const struct robotsc_report report = {.write = collect, .ctx = out, .format = format};

	out->len = 0;
	robotsc_audit_report(&report, answer);
	for (size_t i = 0; i < out->len; i++)
		if (((unsigned char)out->at[i] < 0x20 && out->at[i] != '\n') || out->at[i] == 0x7F)
			abort();
}

/* Audit a log.  Returns false if the format is not valid. */
static int audit(const struct robotsc_audit_question *question, const char *text, size_t len, int by_line,
                 struct harness_octets *out)
{
	struct robotsc_audit *a = NULL;
	struct robotsc_audit_lines *lines = NULL;
	const struct robotsc_audit_answer *answer;
	uint64_t requests = 0;

	if (robotsc_audit_open(&a, question, NULL) != ROBOTSC_OK)
		return 0;
	if (robotsc_audit_lines_new(a, &lines) != ROBOTSC_OK)
		abort();
	while (by_line && len > 0) {
		const char *const end = memchr(text, '\n', len);
		const size_t n = end ? (size_t)(end - text) + 1 : len;

		read_and_count(a, lines, text, n);
		text += n;
		len -= n;
	}
	if (len > 0)
		read_and_count(a, lines, text, len);
	if (robotsc_audit_answer(a, &answer) != ROBOTSC_OK)
		abort();
	for (size_t i = 0; i < answer->nrows; i++)
		requests += answer->rows[i].requests;
	if (requests + answer->unread != answer->lines)
		abort();
	for (int format = ROBOTSC_REPORT_HTML; format >= ROBOTSC_REPORT_TEXT; format--)
		check_report(answer, (enum robotsc_report_format)format, out);
	check_report(answer, ROBOTSC_REPORT_JSON, out);
	robotsc_audit_lines_free(lines);
	robotsc_audit_close(a);
	return 1;
}

static void try_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	static const char old[] = "User-agent: *\nDisallow: /no\n\nUser-agent: ABot\nDisallow: /a\nCrawl-delay: 2\n";
	static const char new[] = "User-agent: *\nDisallow: /no\nDisallow: /*b\n";
	static const char *const formats[] = {NULL, "combined", "json"};
	const struct robotsc_audit_file files[] = {{{"old", 3}, old, sizeof old - 1, ROBOTSC_AUDIT_ALWAYS},
	                                           {{"new", 3}, new, sizeof new - 1, 1767225600}};
	const struct robotsc_crawler crawlers[] = {{.token = "ListBot", .obeys = "ABot"}};
	struct robotsc_audit_question question = {.files = files,
	                                          .nfiles = 1 + product_random(state) % 2,
	                                          .crawlers = crawlers,
	                                          .ncrawlers = 1,
	                                          .format = formats[nth],
	                                          .examples = 3,
	                                          .anonymize = 1,
	                                          .address = product_random(state) % 2 ? "http_x_forwarded_for" : NULL};
	const char *text = (const char *)bytes;
	const char *const end = len ? memchr(text, '\n', len) : NULL;
	char format[FORMAT_ROOM];
	struct harness_octets whole = {NULL, 0, 0}, apart = {NULL, 0, 0};

	if (nth == 0) {
		const size_t n = end ? (size_t)(end - text) : len;

		if (n >= sizeof format)
			return;
		memcpy(format, text, n);
		format[n] = '\0';
		question.format = format;
		text += n + (end != NULL);
		len -= n + (end != NULL);
	}
	if (audit(&question, text, len, 0, &whole)) {
		if (!audit(&question, text, len, 1, &apart) || whole.len != apart.len || memcmp(whole.at, apart.at, whole.len) != 0)
			abort();
	}
	free(whole.at);
	free(apart.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, 3, try_case);
	return 0;
}
