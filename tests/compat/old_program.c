/* old_program.c - a program of an earlier version: its structs have that version's sizes, and its
 * constants that version's values.
 *
 *     old_program SNAPSHOT
 *
 * tests/compat/compat.sh compiles it with the headers of a set and runs it with today's library.
 * Octets around each struct that the library fills tell whether it writes beyond.  Prints each
 * place that is wrong; then the exit status is 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/explain.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"
#include "robotsc/lint.h"
#include "robotsc/page.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"
#include "robotsc/snapshot.h"

#define TEXT                                                                                                             \
	"User-agent: ExampleBot\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 2\nContent-Usage: train-ai=n\n" \
	"\nUser-agent: *\nDisallow: /\nNonsense\n"
#define GUARD 0xa5
#define GUARD_SIZE 256

static int wrong;

#define HOLDS(what) ((what) ? (void)0 : (void)(wrong++, printf("%s:%d: %s\n", __FILE__, __LINE__, #what)))

/* A struct for the library to fill, in the middle of a block of guards. */
static void *guarded(size_t size)
{
	unsigned char *block = malloc(size + (size_t)2 * GUARD_SIZE);

	if (block == NULL)
		abort();
	memset(block, GUARD, size + (size_t)2 * GUARD_SIZE);
	return block + GUARD_SIZE;
}

static int whole(const void *at, size_t size)
{
	const unsigned char *before = (const unsigned char *)at - GUARD_SIZE, *after = (const unsigned char *)at + size;

	for (size_t i = 0; i < GUARD_SIZE; i++)
		if (before[i] != GUARD || after[i] != GUARD)
			return 0;
	return 1;
}

#define NEW(type, name) type *name = guarded(sizeof(type))
#define GONE(name) (HOLDS(whole(name, sizeof *(name))), free((unsigned char *)(name)-GUARD_SIZE))

static const struct robotsc_text me = {"ExampleBot", 10};

static void count(void *ctx, const char *text, size_t len)
{
	(void)text;
	*(size_t *)ctx += len;
}

static void count_finding(void *ctx, const struct robotsc_finding *finding)
{
	*(size_t *)ctx += finding->line > 0 && finding->rule->severity <= ROBOTSC_ERROR;
}

static void count_diag(void *ctx, const struct robotsc_diag *diag)
{
	*(size_t *)ctx += diag->kind == ROBOTSC_DIAG_JUNK && diag->line == 9;
}

static void records(const struct robotsc_blob *blob, const struct robotsc_group *group)
{
	NEW(struct robotsc_extensions, ext);
	NEW(struct robotsc_lines, lines);
	NEW(struct robotsc_line, line);
	NEW(struct robotsc_usage, usage);
	NEW(struct robotsc_pace, pace);
	NEW(struct robotsc_label, label);
	unsigned n = 0;

	HOLDS(robotsc_open_extensions(blob, ext) == ROBOTSC_OK);
	for (robotsc_begin_lines(ext, group, lines); robotsc_next_line(lines, line);)
		n += line->field == ROBOTSC_FIELD_CRAWL_DELAY && line->delay == 2000;
	HOLDS(n == 1);
	HOLDS(robotsc_check_usage(ext, group, "/x", 2, usage) == ROBOTSC_ALLOW && usage->preferences[0] == ROBOTSC_NO);
	HOLDS(robotsc_label_at(ext, 0, label) == 1 && label->field == ROBOTSC_FIELD_CONTENT_USAGE);
	HOLDS(robotsc_next_fetch(ext, group, 1000, 0, 10, pace) == 2000 && pace->pause == 2000);
	GONE(ext), GONE(lines), GONE(line), GONE(usage), GONE(pace), GONE(label);
}

static void inspect(const struct robotsc_blob *blob, size_t len)
{
	NEW(struct robotsc_info, info);
	NEW(struct robotsc_agent_info, agent);
	NEW(struct robotsc_machine_info, machine);

	robotsc_blob_info(blob, info);
	HOLDS(info->size == len && info->format_major == 2 && info->dialect == ROBOTSC_RFC9309 && info->agents == 1);
	HOLDS(robotsc_agent_at(blob, 0, agent) == 1 && agent->named == 1 && agent->token.len == 10);
	HOLDS(robotsc_machine_at(blob, agent->policy, 0, machine) == 1 && machine->nodes > 0);
	GONE(info), GONE(agent), GONE(machine);
}

static void fetched(const struct robotsc_blob *blob)
{
	struct robotsc_fetch fetch = {.status = 404, .at = 1000};
	char origin[ROBOTSC_ORIGIN_MAX], stamped[65536];
	NEW(struct robotsc_decision, decision);
	NEW(struct robotsc_decision, again);
	NEW(struct robotsc_blob, copy);
	size_t len = 0;

	robotsc_access(&fetch, decision);
	HOLDS(decision->outcome == ROBOTSC_OUTCOME_ALLOW && decision->row == ROBOTSC_ROW_GONE && decision->fetched == 1000);
	HOLDS(robotsc_fresh(decision, 1001) == 1);
	HOLDS(robotsc_stamp(blob, decision, stamped, sizeof stamped, &len) == ROBOTSC_OK);
	HOLDS(robotsc_open(copy, stamped, len) == ROBOTSC_OK && robotsc_stamp_read(copy, again) == ROBOTSC_OK);
	HOLDS(again->status == 404 && again->expires == decision->expires);
	HOLDS(robotsc_origin("HTTP://A.Example:80/x", 21, origin, sizeof origin, &len) == ROBOTSC_OK && len == 16);
	HOLDS(robotsc_origin("x", 1, origin, sizeof origin, &len) == ROBOTSC_ERR_SCHEME);
	GONE(decision), GONE(again), GONE(copy);
}

static void insight(const struct robotsc_blob *blob)
{
	const struct robotsc_side sides[2] = {{.blob = blob}, {.robots = TEXT, .len = sizeof TEXT - 1}};
	const struct robotsc_text url = {"/private/open", 13};
	NEW(struct robotsc_explanation, why);
	NEW(struct robotsc_lint_summary, lint);
	NEW(struct robotsc_comparison, same);
	size_t written = 0;
	struct robotsc_report report = {.write = count, .ctx = &written, .format = ROBOTSC_REPORT_JSON};

	HOLDS(robotsc_explain(NULL, TEXT, sizeof TEXT - 1, &me, 1, url, NULL, NULL, why) == ROBOTSC_OK);
	HOLDS(why->verdict == ROBOTSC_ALLOW && why->deciding == 3 && why->selected == ROBOTSC_SELECTED_TOKEN);
	HOLDS(robotsc_lint(NULL, TEXT, sizeof TEXT - 1, ROBOTSC_LINT_BUDGET, count_finding, &written, lint) == ROBOTSC_OK);
	HOLDS(lint->findings == written && written > 0);
	written = 0;
	HOLDS(robotsc_compare(&sides[0], &sides[1], &me, 1, NULL, same) == ROBOTSC_OK && same->answer == ROBOTSC_SAME);
	robotsc_lint_report_begin(&report);
	HOLDS(written > 0);
	GONE(why), GONE(lint), GONE(same);
}

static void page(void)
{
	NEW(struct robotsc_page, p);
	NEW(struct robotsc_directives, said);

	robotsc_page_begin(p, &me, 1, 0);
	HOLDS(robotsc_page_header(p, "X-Robots-Tag: noindex", 21) == 1);
	robotsc_page_html(p, "<meta name=robots content=nofollow>", 35);
	robotsc_page_end(p, said);
	HOLDS(said->flags == (ROBOTSC_NOINDEX | ROBOTSC_NOFOLLOW) && said->max_snippet == -1);
	GONE(p), GONE(said);
}

static void snapshot(const char *name)
{
	const struct robotsc_snapshot_options options = {.tokens = &me, .ntokens = 1, .trust = ROBOTSC_TRUST_FORGED};
	const struct robotsc_text url = {"http://a.example/private/", 25};
	static char octets[1 << 20];
	FILE *f = fopen(name, "rb");
	const size_t len = f ? fread(octets, 1, sizeof octets, f) : 0;
	NEW(struct robotsc_snapshot, s);
	NEW(struct robotsc_snapshot_info, info);
	NEW(struct robotsc_snapshot_entry, entry);
	NEW(struct robotsc_snapshot_cursor, cursor);
	NEW(struct robotsc_snapshot_answer, answer);
	NEW(struct robotsc_group, group);
	unsigned n = 0;

	if (f)
		fclose(f);
	HOLDS(robotsc_snapshot_open(s, octets, len, &options) == ROBOTSC_OK);
	robotsc_snapshot_info(s, info);
	HOLDS(robotsc_snapshot_find(s, url.at, url.len, entry) == ROBOTSC_OK &&
	      robotsc_snapshot_group(s, entry, group) == ROBOTSC_OK);
	HOLDS(robotsc_check_url(group, url.at, url.len) == ROBOTSC_DISALLOW && group->selected == ROBOTSC_SELECTED_TOKEN);
	robotsc_snapshot_check_urls(s, &url, 1, answer);
	HOLDS(answer->status == ROBOTSC_OK && answer->verdict == ROBOTSC_DISALLOW && answer->outcome == ROBOTSC_OUTCOME_PARSE);
	for (robotsc_snapshot_begin(s, cursor); robotsc_snapshot_next(cursor, entry) == ROBOTSC_OK;)
		n++;
	HOLDS(n == info->entries && n > 0);
	GONE(s), GONE(info), GONE(entry), GONE(cursor), GONE(answer), GONE(group);
}

int main(int argc, char **argv)
{
	NEW(struct robotsc_options, options);
	NEW(struct robotsc_blob, blob);
	NEW(struct robotsc_group, group);
	const struct robotsc_text urls[2] = {{"/private/", 9}, {"/x", 2}};
	uint8_t verdicts[2] = {9, 9};
	void *octets = NULL;
	size_t len = 0, remarks = 0;

	robotsc_options_init(options);
	HOLDS(options->size == sizeof *options && options->limit == ROBOTSC_MIN_LIMIT);
	options->extensions = 1;
	options->diag = count_diag;
	options->diag_ctx = &remarks;
	HOLDS(robotsc_compile(options, TEXT, sizeof TEXT - 1, &octets, &len) == ROBOTSC_OK && remarks == 1);
	HOLDS(robotsc_open(blob, octets, len) == ROBOTSC_OK && robotsc_select(blob, &me, 1, group) == ROBOTSC_OK);
	HOLDS(robotsc_open(blob, octets, len - 1) == ROBOTSC_ERR_TRUNCATED);
	robotsc_check_urls(group, urls, 2, verdicts);
	HOLDS(verdicts[0] == ROBOTSC_DISALLOW && verdicts[1] == ROBOTSC_ALLOW);
	records(blob, group);
	inspect(blob, len);
	fetched(blob);
	insight(blob);
	page();
	if (argc == 2)
		snapshot(argv[1]);
	robotsc_free_blob(NULL, octets, len);
	GONE(options), GONE(blob), GONE(group);
	puts(wrong ? "wrong" : "all hold");
	return wrong != 0;
}
