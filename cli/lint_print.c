/* lint_print.c - see lint_print.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_print.h"

#include <inttypes.h>
#include <string.h>

#define SHOWN 160 /* octets of a line that are shown */

static const char *const severities[] = {"", "note", "warning", "error"};

/* The text of a line, without its end.  Calls must be in the order of lines. */
static struct robotsc_text line_text(struct cli_lint *lint, uint32_t number)
{
	const unsigned char *bytes = lint->file->bytes;
	const size_t len = lint->file->len;
	size_t end;

	if (!lint->line)
		lint->line = 1;
	while (lint->line < number && lint->at < len) {
		const unsigned char c = bytes[lint->at++];

		if (c == '\n' || (c == '\r' && !(lint->at < len && bytes[lint->at] == '\n')))
			lint->line++;
	}
	end = lint->at;
	while (end < len && bytes[end] != '\n' && bytes[end] != '\r')
		end++;
	return (struct robotsc_text){(const char *)bytes + lint->at, end - lint->at};
}

/* The length of the character at an index; 1 for an octet that belongs to none. */
static size_t character(struct robotsc_text line, size_t at)
{
	const size_t n = cli_character((struct robotsc_text){line.at + at, line.len - at});

	return n ? n : 1;
}

/* The column in characters, which other programs count.  robotsc counts octets. */
static unsigned long character_column(struct cli_lint *lint, const struct robotsc_finding *f)
{
	const struct robotsc_text line = line_text(lint, f->line);
	unsigned long n = 1;

	for (size_t i = 0; i < f->column - 1 && i < line.len; n++)
		i += character(line, i);
	return n;
}

/* ---- what is beside the text of a finding: "(google: allowed; path /x; lines 3, 5)" ---- */

typedef void put_text(struct robotsc_text text);

static void put_plain(struct robotsc_text text)
{
	cli_print_text(stdout, text);
}

/* Print text with some characters as %HH. */
static void put_escaped(struct robotsc_text text, const char *escaped)
{
	for (size_t i = 0, from = 0; i <= text.len; i++) {
		const int escape = i < text.len && text.at[i] && strchr(escaped, text.at[i]);

		if (i < text.len && !escape)
			continue;
		cli_print_text(stdout, (struct robotsc_text){text.at + from, i - from});
		if (escape)
			printf("%%%02X", (unsigned)text.at[i]);
		from = i + 1;
	}
}

/* Workflow commands: a message, and the value of a property. */
void cli_github_text(struct robotsc_text text)
{
	put_escaped(text, "%\r\n");
}

void cli_github_property(struct robotsc_text text)
{
	put_escaped(text, "%\r\n:,");
}

static void put_lines(const struct robotsc_finding *f, const char *between)
{
	for (uint32_t i = 0; i < f->nlines && i < ROBOTSC_LINT_LINES; i++)
		printf("%s%lu", i ? between : "", (unsigned long)f->lines[i]);
}

static void put_message(const struct robotsc_finding *f, put_text *put)
{
	const char *between = " (";

	put(cli_text(f->rule->text));
	if (f->said) {
		fputs(between, stdout);
		put(cli_text(f->said));
		between = "; ";
	}
	if (f->path.len) {
		printf("%spath %s", between, cli_host_prefix(f->path));
		put(f->path);
		between = "; ";
	}
	if (f->nlines) {
		printf("%s%s ", between, f->nlines > 1 ? "lines" : "line");
		put_lines(f, ", ");
		if (f->nlines > ROBOTSC_LINT_LINES)
			printf(" and %lu more", (unsigned long)(f->nlines - ROBOTSC_LINT_LINES));
		between = "; ";
	}
	if (between[0] == ';')
		putchar(')');
}

/* ---- for people ---- */

static const enum cli_color colors[] = {[ROBOTSC_NOTE] = CLI_BLUE, [ROBOTSC_WARNING] = CLI_YELLOW, [ROBOTSC_ERROR] = CLI_RED};

/* The width of the characters between two indices, as cli_print_text prints them. */
static size_t columns(struct robotsc_text line, size_t from, size_t to)
{
	size_t n = 0;

	for (; from < to && from < line.len; from += character(line, from)) {
		const struct robotsc_text rest = {line.at + from, line.len - from};

		n += cli_is_printed(rest) ? 1 : strlen("\\xHH") * character(line, from);
	}
	return n;
}

/* Of a long line, print the part around the finding.  "|" keeps a line that begins with "::" from
 * being a workflow command of GitHub. */
static void print_caret(const struct robotsc_finding *f, struct robotsc_text line)
{
	const size_t column = f->column - 1, from = column < SHOWN ? 0 : column - SHOWN / 2;
	size_t at = 0;

	if (line.len == 0 || column > line.len)
		return;
	while (at < from)
		at += character(line, at);
	if (line.len > at + SHOWN)
		line.len = at + SHOWN;
	fputs(at ? "  | ..." : "  | ", stdout);
	cli_print_text(stdout, (struct robotsc_text){line.at + at, line.len - at});
	fputs(at ? "\n  |    " : "\n  | ", stdout);
	for (size_t n = columns(line, at, column); n; n--)
		putchar(' ');
	cli_color(CLI_GREEN);
	putchar('^');
	for (size_t n = columns(line, column, column + f->length); n > 1; n--)
		putchar('~');
	cli_color(CLI_NO_COLOR);
	putchar('\n');
}

static void human_finding(struct cli_lint *lint, const struct robotsc_finding *f)
{
	const unsigned long before = lint->of_kind[f->rule - robotsc_lint_rule(0)]++;

	if (lint->most && before >= lint->most)
		return;
	cli_print_start(stdout, cli_text(lint->file->name));
	printf(":%lu:%lu: ", (unsigned long)f->line, (unsigned long)f->column);
	cli_print_colored(colors[f->rule->severity], severities[f->rule->severity]);
	fputs(": ", stdout);
	put_message(f, put_plain);
	printf(" [%s]\n", f->rule->id);
	print_caret(f, line_text(lint, f->line));
	printf("    hint: %s\n", f->rule->hint);
}

static void human_end(struct cli_lint *lint, const struct robotsc_lint_summary *summary)
{
	const char *between = "";
	const struct robotsc_lint_rule *rule;

	(void)summary;
	for (size_t i = 0; lint->most && (rule = robotsc_lint_rule(i)); i++) {
		if (lint->of_kind[i] <= lint->most)
			continue;
		cli_print_start(stdout, cli_text(*between ? "" : lint->file->name));
		printf("%s%lu more of %s", *between ? between : ": ", lint->of_kind[i] - (unsigned long)lint->most, rule->id);
		between = ", ";
	}
	fputs(*between ? "; --most=0 shows them\n" : "", stdout);
	between = ": ";
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--) {
		if (lint->of_severity[i] == 0)
			continue;
		cli_print_start(stdout, cli_text(*between == ':' ? lint->file->name : ""));
		printf("%s%lu %s%s", between, lint->of_severity[i], severities[i], lint->of_severity[i] == 1 ? "" : "s");
		between = ", ";
	}
	fputs(lint->n ? "\n" : "", stdout);
}

/* "3 files: 1 with errors, 2 with warnings, 0 with notes, 1 without findings" */
static void print_total(const struct cli_lint_total *t)
{
	if (!t->many)
		return;
	printf("%lu file%s: ", t->files, t->files == 1 ? "" : "s");
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--)
		printf("%lu with %ss, ", t->with[i], severities[i]);
	printf("%lu without findings", t->clean);
	if (t->unread)
		printf("; %lu not read", t->unread);
	putchar('\n');
}

static void no_start(void)
{
}

static void nothing(struct cli_lint *lint)
{
	(void)lint;
}

static void no_end(struct cli_lint *lint, const struct robotsc_lint_summary *summary)
{
	(void)lint;
	(void)summary;
}

/* ---- github ---- */

static void github_finding(struct cli_lint *lint, const struct robotsc_finding *f)
{
	printf("::%s file=", f->rule->severity == ROBOTSC_NOTE ? "notice" : severities[f->rule->severity]);
	cli_github_property(cli_text(lint->file->name));
	printf(",line=%lu,col=%lu,title=%s::", (unsigned long)f->line, character_column(lint, f), f->rule->id);
	put_message(f, cli_github_text);
	fputs("; hint: ", stdout);
	cli_github_text(cli_text(f->rule->hint));
	putchar('\n');
}

/* ---- json ---- */

static void json_start(void)
{
	printf("{\"files\":[");
}

static void json_begin(struct cli_lint *lint)
{
	printf("%s\n{\"file\":", lint->before->files ? "," : "");
	cli_print_json(cli_text(lint->file->name));
	printf(",\"findings\":[");
}

static void json_finding(struct cli_lint *lint, const struct robotsc_finding *f)
{
	printf("%s\n{\"id\":\"%s\",\"severity\":\"%s\",\"line\":%lu,\"column\":%lu,\"length\":%lu,\"text\":", lint->n ? "," : "",
	       f->rule->id, severities[f->rule->severity], (unsigned long)f->line, (unsigned long)f->column,
	       (unsigned long)f->length);
	cli_print_json(cli_text(f->rule->text));
	printf(",\"hint\":");
	cli_print_json(cli_text(f->rule->hint));
	if (f->said) {
		printf(",\"said\":");
		cli_print_json(cli_text(f->said));
	}
	if (f->path.len) {
		printf(",\"path\":");
		cli_print_json(f->path);
	}
	printf(",\"lines\":[");
	put_lines(f, ",");
	printf("],\"all_lines\":%lu}", (unsigned long)f->nlines);
}

static void json_end(struct cli_lint *lint, const struct robotsc_lint_summary *summary)
{
	(void)lint;
	printf("],\"undecided\":%lu,\"steps\":%" PRIu64 "}", (unsigned long)summary->undecided, summary->steps);
}

/* The members of an object. */
static void json_total(const struct cli_lint_total *t)
{
	printf("\"files\":%lu,", t->files);
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--)
		printf("\"with_%ss\":%lu,", severities[i], t->with[i]);
	printf("\"without_findings\":%lu,\"not_read\":%lu,\"undecided\":%lu", t->clean, t->unread, t->undecided);
}

static void json_finish(const struct cli_lint_total *total)
{
	printf("],\n\"summary\":{");
	json_total(total);
	puts("}}");
}

/* ---- SARIF 2.1.0 ---- */

static void sarif_start(void)
{
	const struct robotsc_lint_rule *rule;

	printf("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n"
	       "\"tool\":{\"driver\":{\"name\":\"robotsc\",\"version\":\"%s\",\"rules\":[",
	       robotsc_version());
	for (size_t i = 0; (rule = robotsc_lint_rule(i)); i++) {
		printf("%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":", i ? "," : "", rule->id);
		cli_print_json(cli_text(rule->text));
		printf("},\"help\":{\"text\":");
		cli_print_json(cli_text(rule->hint));
		printf("},\"defaultConfiguration\":{\"level\":\"%s\"}}", severities[rule->severity]);
	}
	printf("]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[");
}

/* Print a file name as a URI reference, or a URL. */
static void print_uri(const char *name, bool is_url)
{
	const char *const escaped = is_url ? "\"<>\\^`{|}" : "\"%<>[\\]^`{|}?#:";

	for (; *name; name++) {
		const unsigned char c = (unsigned char)*name;

		if (c <= 0x20 || c >= 0x7F || strchr(escaped, c))
			printf("%%%02X", c);
		else
			putchar(c);
	}
}

static void sarif_place(const struct cli_lint *lint, uint32_t line, unsigned long column)
{
	printf("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
	print_uri(lint->file->name, lint->is_url);
	printf("\"},\"region\":{\"startLine\":%lu", (unsigned long)line);
	if (column)
		printf(",\"startColumn\":%lu", column);
	printf("}}}");
}

static void sarif_finding(struct cli_lint *lint, const struct robotsc_finding *f)
{
	printf("%s\n{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":\"", lint->n || lint->before->findings ? "," : "",
	       f->rule->id, severities[f->rule->severity]);
	put_message(f, cli_put_json);
	printf("\"},\"locations\":[");
	sarif_place(lint, f->line, character_column(lint, f));
	printf("],\"relatedLocations\":[");
	for (uint32_t i = 0; i < f->nlines && i < ROBOTSC_LINT_LINES; i++) {
		if (i)
			putchar(',');
		sarif_place(lint, f->lines[i], 0);
	}
	printf("]}");
}

static void sarif_finish(const struct cli_lint_total *total)
{
	printf("],\n\"invocations\":[{\"executionSuccessful\":%s}],\"properties\":{",
	       total->unread || total->trouble ? "false" : "true");
	json_total(total);
	puts("}}]}");
}

const struct cli_lint_format cli_lint_formats[] = {
	{no_start, nothing, human_finding, human_end, print_total},
	{json_start, json_begin, json_finding, json_end, json_finish},
	{sarif_start, nothing, sarif_finding, no_end, sarif_finish},
	{no_start, nothing, github_finding, no_end, print_total},
};
