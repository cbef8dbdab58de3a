/* diff_print.c - see diff_print.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diff_print.h"

bool cli_fails(const struct cli_diffing *d, int to)
{
	return d->fail_on == CLI_FAIL_ANY || d->fail_on == (to == ROBOTSC_DISALLOW ? CLI_FAIL_DISALLOWED : CLI_FAIL_ALLOWED);
}

/* Why a side decides as it does, when no line does. */
static const char *const reasons[] = {[ROBOTSC_REASON_NO_RULE] = "no rule matches",
                                      [ROBOTSC_REASON_ROBOTS_TXT] = "/robots.txt may always be fetched",
                                      [ROBOTSC_REASON_BLOB] = "a blob, without lines",
                                      [ROBOTSC_REASON_UNKNOWN] = "the budget did not suffice to find the line"};

static struct robotsc_text path_of(const struct cli_example *e)
{
	return (struct robotsc_text){e->path, e->len};
}

/* ---- for people ---- */

/* Print the verdict of a side about a path, and the line that decides. */
static void print_reason(const struct cli_diffing *d, int side, const struct robotsc_reason *reason)
{
	const struct cli_side *from = &d->sides[side];

	fputs("      ", stdout);
	cli_print_start(stdout, cli_text(from->label));
	if (d->sides[0].options.dialect != d->sides[1].options.dialect && !from->side.blob)
		printf(" (%s)", robotsc_dialect_name(from->options.dialect));
	if (reason->kind == ROBOTSC_REASON_LINE) {
		printf(": line %lu: ", (unsigned long)reason->line);
		cli_print_text(stdout, reason->text);
	} else {
		printf(": %s", reasons[reason->kind]);
	}
	putchar('\n');
}

static void print_examples(const struct cli_diffing *d, int to)
{
	for (size_t i = 0; i < d->n[to]; i++) {
		const struct cli_example *e = &d->examples[to][i];

		fputs("    ", stdout);
		cli_print_path(path_of(e), true);
		putchar('\n');
		for (int side = 0; side < 2; side++)
			print_reason(d, side, &e->reason[side]);
	}
}

/* Of many pairs, only those that are not the same are printed. */
static void print_name(struct cli_diffing *d)
{
	if (d->name && !d->begun) {
		cli_print_start(stdout, cli_text(d->name));
		puts(":");
	}
	d->begun = true;
}

static void human_result(struct cli_diffing *d, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	static const char *const directions[2] = {"newly disallowed", "newly allowed"};

	if (d->name && c->answer == ROBOTSC_SAME)
		return;
	print_name(d);
	cli_print_robots(stdout, robots);
	if (c->answer == ROBOTSC_SAME)
		puts(d->usual ? ": same for every URL that crawlers write" : ": same for every URL");
	else if (c->answer == ROBOTSC_UNKNOWN && !c->states)
		puts(": not explored, the budget was used up before");
	else if (c->answer == ROBOTSC_UNKNOWN)
		printf(": no difference found, but not all was explored (%lu states)\n", (unsigned long)c->states);
	else
		puts(": different");
	for (int to = 0; to < 2 && c->answer == ROBOTSC_DIFFERENT; to++) {
		fputs("  ", stdout);
		if (c->found[to])
			cli_color(to == ROBOTSC_DISALLOW ? CLI_RED : CLI_GREEN);
		fputs(directions[to], stdout);
		if (c->found[to]) {
			cli_color(CLI_NO_COLOR);
			puts(c->found[to] == CLI_EXAMPLES ? ", among others" : "");
		} else {
			puts(c->complete ? ": nothing" : ": nothing found, but not all was explored");
		}
		print_examples(d, to);
	}
}

static void human_only(const struct cli_diff_total *before, int side, const char *name, const char *file)
{
	(void)file;
	cli_print_start(stdout, cli_text(name));
	fputs(": only in ", stdout);
	cli_print_string(stdout, before->labels[side]);
	putchar('\n');
}

/* "7 pairs: 4 same, 2 changed, 1 not known; 0 only in A, 3 only in B" */
static void print_total(const struct cli_diff_total *t)
{
	const unsigned long pairs =
		t->answers[ROBOTSC_SAME] + t->answers[ROBOTSC_DIFFERENT] + t->answers[ROBOTSC_UNKNOWN] + t->unread;

	if (!t->many)
		return;
	printf("%lu pair%s: %lu same, %lu changed", pairs, pairs == 1 ? "" : "s", t->answers[ROBOTSC_SAME],
	       t->answers[ROBOTSC_DIFFERENT]);
	if (t->answers[ROBOTSC_UNKNOWN])
		printf(", %lu not known", t->answers[ROBOTSC_UNKNOWN]);
	if (t->unread)
		printf(", %lu not compared", t->unread);
	for (int side = 0; side < 2; side++) {
		printf("%s %lu only in ", side ? "," : ";", t->only[side]);
		cli_print_string(stdout, t->labels[side]);
	}
	putchar('\n');
}

static void no_start(void)
{
}

static void nothing(const struct cli_diffing *d)
{
	(void)d;
}

/* ---- github ---- */

static void github_robots(const struct robotsc_robots *robots)
{
	for (size_t i = 0; i < robots->n; i++) {
		fputs(i ? ", " : "", stdout);
		cli_github_text(robots->tokens[i]);
	}
	if (robots->others)
		fputs(robots->n ? ", all others" : "all others", stdout);
}

/* "::error file=B,line=7,title=newly disallowed::", at the line of B that decides. */
static void github_place(const struct cli_diffing *d, const char *severity, const char *title, uint32_t line)
{
	printf("::%s file=", severity);
	cli_github_property(cli_text(d->sides[1].file.name));
	if (line)
		printf(",line=%lu", (unsigned long)line);
	printf(",title=%s::", title);
}

static void github_reason(const struct cli_diffing *d, int side, const struct robotsc_reason *reason)
{
	fputs("; ", stdout);
	cli_github_text(cli_text(d->sides[side].label));
	if (reason->kind == ROBOTSC_REASON_LINE) {
		printf(": line %lu: ", (unsigned long)reason->line);
		cli_github_text(reason->text);
	} else {
		printf(": %s", reasons[reason->kind]);
	}
}

static void github_result(struct cli_diffing *d, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	static const char *const directions[2] = {"newly disallowed", "newly allowed"};

	if (c->answer == ROBOTSC_UNKNOWN) {
		github_place(d, "warning", "not all was explored", 0);
		fputs("the budget did not suffice for ", stdout);
		github_robots(robots);
		putchar('\n');
	}
	for (int to = 0; to < 2; to++)
		for (size_t i = 0; i < d->n[to]; i++) {
			const struct cli_example *e = &d->examples[to][i];

			github_place(d, cli_fails(d, to) ? "error" : "notice", directions[to], e->reason[1].line);
			fputs(cli_host_prefix(path_of(e)), stdout);
			cli_github_text(path_of(e));
			fputs(" for ", stdout);
			github_robots(robots);
			for (int side = 0; side < 2; side++)
				github_reason(d, side, &e->reason[side]);
			putchar('\n');
		}
}

static void github_only(const struct cli_diff_total *before, int side, const char *name, const char *file)
{
	(void)name;
	printf("::warning file=");
	cli_github_property(cli_text(file));
	fputs(",title=not compared::only in ", stdout);
	cli_github_text(cli_text(before->labels[side]));
	putchar('\n');
}

/* ---- json ---- */

static void json_start(void)
{
	printf("{\"pairs\":[");
}

/* The beginning of a pair's object. */
static void json_name(const struct cli_diff_total *t, const char *name)
{
	printf("%s\n{\"name\":", t->printed ? "," : "");
	if (name)
		cli_print_json(cli_text(name));
	else
		printf("null");
}

static void json_begin(const struct cli_diffing *d)
{
	json_name(d->before, d->name);
	for (int side = 0; side < 2; side++) {
		const char *const dialect = robotsc_dialect_name(d->sides[side].options.dialect);

		printf(",\"%c\":{\"file\":", 'a' + side);
		cli_print_json(cli_text(d->sides[side].file.name));
		printf(",\"dialect\":\"%s\"}", dialect ? dialect : "of another version");
	}
	fputs(",\"results\":[", stdout);
}

static void json_reason(const struct robotsc_reason *reason)
{
	static const char *const kinds[] = {[ROBOTSC_REASON_LINE] = "line",
	                                    [ROBOTSC_REASON_NO_RULE] = "no-rule",
	                                    [ROBOTSC_REASON_ROBOTS_TXT] = "robots-txt",
	                                    [ROBOTSC_REASON_BLOB] = "blob",
	                                    [ROBOTSC_REASON_UNKNOWN] = "unknown"};

	printf("{\"kind\":\"%s\"", kinds[reason->kind]);
	if (reason->kind == ROBOTSC_REASON_LINE) {
		printf(",\"line\":%lu,\"text\":", (unsigned long)reason->line);
		cli_print_json(reason->text);
	}
	putchar('}');
}

static const char *const answers[] = {[ROBOTSC_SAME] = "same", [ROBOTSC_DIFFERENT] = "different", [ROBOTSC_UNKNOWN] = "unknown"};

static void json_result(struct cli_diffing *d, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	static const char *const directions[2] = {"newly_disallowed", "newly_allowed"};

	printf("%s\n{\"agents\":[", d->compared > 1 ? "," : "");
	for (size_t i = 0; i < robots->n; i++) {
		fputs(i ? "," : "", stdout);
		cli_print_json(robots->tokens[i]);
	}
	printf("],\"others\":%s,\"answer\":\"%s\",\"complete\":%s", robots->others ? "true" : "false", answers[c->answer],
	       c->answer == ROBOTSC_SAME || c->complete ? "true" : "false");
	for (int to = 0; to < 2; to++) {
		printf(",\"%s\":[", directions[to]);
		for (size_t i = 0; i < d->n[to]; i++) {
			const struct cli_example *e = &d->examples[to][i];

			printf("%s{\"path\":", i ? "," : "");
			cli_print_json(path_of(e));
			for (int side = 0; side < 2; side++) {
				printf(",\"%c\":", 'a' + side);
				json_reason(&e->reason[side]);
			}
			putchar('}');
		}
		putchar(']');
	}
	putchar('}');
}

static void json_end(const struct cli_diffing *d)
{
	printf("],\"answer\":\"%s\"}", answers[d->answer]);
}

static void json_only(const struct cli_diff_total *before, int side, const char *name, const char *file)
{
	json_name(before, name);
	printf(",\"a\":%s{\"file\":", side ? "null,\"b\":" : "");
	cli_print_json(cli_text(file));
	printf("}%s,\"answer\":\"only-%c\"}", side ? "" : ",\"b\":null", 'a' + side);
}

static void json_finish(const struct cli_diff_total *t)
{
	printf("],\n\"summary\":{\"same\":%lu,\"changed\":%lu,\"not_known\":%lu,\"not_compared\":%lu,", t->answers[ROBOTSC_SAME],
	       t->answers[ROBOTSC_DIFFERENT], t->answers[ROBOTSC_UNKNOWN], t->unread);
	printf("\"only_a\":%lu,\"only_b\":%lu}}\n", t->only[0], t->only[1]);
}

const struct cli_diff_format cli_diff_formats[] = {
	[ROBOTSC_REPORT_TEXT] = {no_start, nothing, human_result, nothing, human_only, print_total},
	[ROBOTSC_REPORT_JSON] = {json_start, json_begin, json_result, json_end, json_only, json_finish},
	[ROBOTSC_REPORT_GITHUB] = {no_start, nothing, github_result, nothing, github_only, print_total},
};
