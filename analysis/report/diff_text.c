/* diff_text.c - results of comparisons as text for people and as annotations of GitHub.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "diff_formats.h"

#define SHOWN 6 /* most names of robots that are written */

const char *const robotsc__diff_directions[2] = {[ROBOTSC_DISALLOW] = "newly disallowed", [ROBOTSC_ALLOW] = "newly allowed"};

/* Write names.  If there are more than `most`, the last ones are only counted: ", 5 more". */
static void put_robots(struct report_writer *w, const struct robotsc_robots *robots, size_t most, enum robotsc_spelling spelling)
{
	const size_t shown = robots->n > most ? most - 1 : robots->n;
	for (size_t i = 0; i < shown; i++) {
		const struct robotsc_text token = robots->tokens[i];
		robotsc__writer_string(w, i ? ", " : "");
		robotsc__spelling_put(w, token.len ? token : robotsc__writer_text("an empty name"), spelling);
	}
	if (robots->n > shown)
		robotsc__writer_format(w, ", %zu more", robots->n - shown);
	if (robots->others)
		robotsc__writer_string(w, robots->n ? ", all others" : "all others");
}

void robotsc__diff_robots(struct report_writer *w, const struct robotsc_robots *robots)
{
	put_robots(w, robots, SHOWN, ROBOTSC_SPELL_LINE);
}

void robotsc_spell_robots(const struct robotsc_robots *robots, void (*write)(void *ctx, const char *text, size_t len), void *ctx)
{
	const struct robotsc_report report = {.write = write, .ctx = ctx};
	struct report_writer w;
	robotsc__writer_start(&w, &report);
	robotsc__diff_robots(&w, robots);
	robotsc__writer_flush(&w);
}

/* Write a reason: ": line 7: Disallow: /a". */
static void put_reason(struct report_writer *w, const struct robotsc_reason *reason, enum robotsc_spelling spelling)
{
	if (reason->kind == ROBOTSC_REASON_LINE) {
		robotsc__writer_format(w, ": line %lu: ", (unsigned long)reason->line);
		robotsc__spelling_put(w, reason->text, spelling);
	} else {
		robotsc__writer_format(w, ": %s", robotsc_reason_text(reason->kind));
	}
}

/* ---- diff for people ---- */

/* Write the name of a side, and after it the reason. */
static void text_reason(struct diff_page *page, int side, const struct robotsc_reason *reason)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_side *sides = page->pair->sides;
	const enum robotsc_dialect dialect = robotsc__diff_dialect(&sides[side]);
	robotsc__writer_string(w, "      ");
	robotsc__spelling_put(w, page->pair->labels[side], ROBOTSC_SPELL_LINE);
	if (dialect != robotsc__diff_dialect(&sides[!side]) && !sides[side].blob)
		robotsc__writer_format(w, " (%s)", robotsc_dialect_name(dialect));
	put_reason(w, reason, ROBOTSC_SPELL_TEXT);
	robotsc__writer_string(w, "\n");
}

static void text_examples(struct diff_page *page, int to)
{
	const struct diff_example *e;
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++) {
		robotsc__writer_string(&page->writer, "    ");
		robotsc__spelling_put(&page->writer, robotsc__diff_path(page, e), ROBOTSC_SPELL_SHELL);
		robotsc__writer_string(&page->writer, "\n");
		for (int side = 0; side < 2; side++)
			text_reason(page, side, &e->reason[side]);
	}
}

bool robotsc__diff_direction(struct diff_page *page, int to, bool color, const struct robotsc_comparison *c)
{
	static const char *const colors[2] = {[ROBOTSC_DISALLOW] = "1;31", [ROBOTSC_ALLOW] = "32"};
	robotsc__writer_colored(&page->writer, color ? colors[to] : NULL, robotsc__diff_directions[to]);
	return c->found[to] == (page->question->most ? page->question->most : 1);
}

static void text_direction(struct diff_page *page, int to, const struct robotsc_comparison *c)
{
	struct report_writer *w = &page->writer;
	robotsc__writer_string(w, "  ");
	const bool all = robotsc__diff_direction(page, to, c->found[to], c);
	if (c->found[to])
		robotsc__writer_string(w, all ? ", among others\n" : "\n");
	else
		robotsc__writer_string(w, c->complete ? ": nothing\n" : ": nothing found, but not all was explored\n");
	text_examples(page, to);
}

static void put_name(struct diff_page *page)
{
	if (page->pair->name.at && !page->named) {
		robotsc__spelling_put(&page->writer, page->pair->name, ROBOTSC_SPELL_LINE);
		robotsc__writer_string(&page->writer, ":\n");
	}
	page->named = true;
}

/* Write which fields differ that are not compared. */
static void text_end(struct diff_page *page)
{
	if (!page->records)
		return;
	put_name(page);
	robotsc__writer_string(&page->writer, "not compared, but different: ");
	robotsc__diff_fields(&page->writer, page->records);
	robotsc__writer_string(&page->writer, " lines; 'robotsc summary --against=A B' says how\n");
}

void robotsc__diff_say(struct report_writer *w, enum robotsc_answer answer, bool explored)
{
	robotsc__writer_string(w, answer == ROBOTSC_SAME        ? ": same for every URL"
	                          : answer == ROBOTSC_DIFFERENT ? ": different"
	                          : explored                    ? ": no difference found, but not all was explored"
	                                                        : ": not explored, the budget was used up before");
}

/* Write a result.  Of pairs with names, results that are the same are left out. */
static void text_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *w = &page->writer;
	if (page->pair->name.at && c->answer == ROBOTSC_SAME)
		return;
	put_name(page);
	robotsc__diff_robots(w, robots);
	robotsc__diff_say(w, c->answer, c->states);
	if (c->answer == ROBOTSC_UNKNOWN && c->states)
		robotsc__writer_format(w, " (%lu states)", (unsigned long)c->states);
	robotsc__writer_string(w, c->answer == ROBOTSC_SAME && page->question->usual ? " that crawlers write\n" : "\n");
	for (int to = 0; to < 2 && c->answer == ROBOTSC_DIFFERENT; to++)
		text_direction(page, to, c);
}

static void text_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                      struct robotsc_text file)
{
	(void)file;
	robotsc__spelling_put(w, name, ROBOTSC_SPELL_LINE);
	robotsc__spelling_between(w, ": only in ", before->labels[side], "\n");
}

/* Write the counts: "7 pairs: 4 same, 2 changed, 1 not known; 0 only in A, 3 only in B". */
static void text_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_diff_total *t)
{
	const uint64_t same = t->answers[ROBOTSC_SAME], changed = t->answers[ROBOTSC_DIFFERENT],
		       unknown = t->answers[ROBOTSC_UNKNOWN], pairs = same + changed + unknown + t->unread;
	if (!report->many)
		return;
	robotsc__writer_format(w, "%" PRIu64 " pair%s: %" PRIu64 " same, %" PRIu64 " changed", pairs, pairs == 1 ? "" : "s", same,
	                       changed);
	if (unknown)
		robotsc__writer_format(w, ", %" PRIu64 " not known", unknown);
	if (t->unread)
		robotsc__writer_format(w, ", %" PRIu64 " not compared", t->unread);
	for (int side = 0; side < 2; side++) {
		robotsc__writer_format(w, "%s %" PRIu64 " only in ", side ? "," : ";", t->only[side]);
		robotsc__spelling_put(w, t->labels[side], ROBOTSC_SPELL_TEXT);
	}
	robotsc__writer_string(w, "\n");
}

const struct diff_format robotsc__diff_text = {NULL, NULL, text_result, text_end, text_only, text_finish};

/* ---- diff as annotations of GitHub ---- */

static void github_robots(struct report_writer *w, const struct robotsc_robots *robots)
{
	put_robots(w, robots, SIZE_MAX, ROBOTSC_SPELL_GITHUB);
}

/* Write "::error file=B,line=7,title=newly disallowed::"; the line is that of B which decides. */
static void github_place(struct report_writer *w, const char *severity, struct robotsc_text file, uint32_t line, const char *title)
{
	robotsc__writer_format(w, "::%s file=", severity);
	robotsc__spelling_put(w, file, ROBOTSC_SPELL_GITHUB_PROPERTY);
	if (line)
		robotsc__writer_format(w, ",line=%lu", (unsigned long)line);
	robotsc__writer_format(w, ",title=%s::", title);
}

static void github_example(struct diff_page *page, int to, const struct robotsc_robots *robots, const struct diff_example *e)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_text path = robotsc__diff_path(page, e);
	github_place(w, page->pair->errors & 1u << to ? "error" : "notice", page->pair->files[1], e->reason[1].line,
	             robotsc__diff_directions[to]);
	robotsc__writer_string(w, robotsc__spelling_host(path));
	robotsc__spelling_put(w, path, ROBOTSC_SPELL_GITHUB);
	robotsc__writer_string(w, " for ");
	github_robots(w, robots);
	for (int side = 0; side < 2; side++) {
		robotsc__writer_string(w, "; ");
		robotsc__spelling_put(w, page->pair->labels[side], ROBOTSC_SPELL_GITHUB);
		put_reason(w, &e->reason[side], ROBOTSC_SPELL_GITHUB);
	}
	robotsc__writer_string(w, "\n");
}

static void github_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *w = &page->writer;
	const struct diff_example *e;
	if (c->answer == ROBOTSC_UNKNOWN) {
		github_place(w, "warning", page->pair->files[1], 0, "not all was explored");
		robotsc__writer_string(w, "the budget did not suffice for ");
		github_robots(w, robots);
		robotsc__writer_string(w, "\n");
	}
	for (int to = 0; to < 2; to++)
		for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++)
			github_example(page, to, robots, e);
}

static void github_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                        struct robotsc_text file)
{
	(void)name;
	github_place(w, "warning", file, 0, "not compared");
	robotsc__writer_string(w, "only in ");
	robotsc__spelling_put(w, before->labels[side], ROBOTSC_SPELL_GITHUB);
	robotsc__writer_string(w, "\n");
}

static void github_end(struct diff_page *page)
{
	if (!page->records)
		return;
	github_place(&page->writer, "notice", page->pair->files[1], 0, "not compared");
	robotsc__diff_fields(&page->writer, page->records);
	robotsc__writer_string(&page->writer, " lines differ\n");
}

const struct diff_format robotsc__diff_github = {NULL, NULL, github_result, github_end, github_only, text_finish};

/* ---- verify for people ---- */

static const char *word(bool allowed)
{
	return allowed ? "allow" : "disallow";
}

static void verify_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *w = &page->writer;
	const struct diff_example *e = robotsc__diff_first(page);
	if (e) {
		robotsc__writer_string(w, "differs   on ");
		robotsc__spelling_put(w, robotsc__diff_path(page, e), ROBOTSC_SPELL_SHELL);
		robotsc__writer_format(w, ": %s by the text, %s by the blob: ", word(!page->first), word(page->first));
	}
	if (c->answer == ROBOTSC_SAME)
		robotsc__writer_format(w, "proved    (%lu states) for ", (unsigned long)c->states);
	else if (c->answer == ROBOTSC_UNKNOWN && !c->states)
		robotsc__writer_string(w, "not explored (the budget was used up before) for ");
	else if (c->answer == ROBOTSC_UNKNOWN)
		robotsc__writer_format(w, "not proved (%lu states explored, no difference found) for ", (unsigned long)c->states);
	robotsc__diff_robots(w, robots);
	robotsc__writer_string(w, "\n");
}

static void verify_end(struct diff_page *page)
{
	if (page->status == ROBOTSC_OK)
		robotsc__writer_format(&page->writer, "%" PRIu64 " of %" PRIu64 " proved\n", page->results[ROBOTSC_SAME],
		                       robotsc__diff_results(page));
}

const struct diff_format robotsc__verify_text = {NULL, NULL, verify_result, verify_end, NULL, NULL};
