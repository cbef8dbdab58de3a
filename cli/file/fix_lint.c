/* fix_lint.c - robotsc lint --fix: writes the text that fixes make.
 *
 * A fix is proved for one text only.  So one fix is made at a time, and then the new text is
 * searched again.  A fix that opens or closes something is made only if its kind was asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "file_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/messages.h"
#include "cli/output.h"
#include "cli/text_print.h"

#define FIXES 1000 /* most fixes, since a fix may cause another finding */

struct fixing {
	const char *ids;
	const char *name;
	char *text;
	size_t len;
	/* of one search */
	char *fixed; /* the text with the last fix that was found, or NULL */
	size_t fixed_len;
	bool fixed_changes; /* that fix opens or closes something */
	char *said;         /* of that */
	bool naming;        /* print the fixes that are not made */
	bool failed;        /* no memory */
	size_t left;        /* findings */
	int severity;       /* severity of the worst of them */
	/* of all */
	bool counting;  /* the first search */
	size_t changes; /* fixes of the first search that may open or close something */
	char *lines[FIXES];
	size_t n;
};

/* True if findings of a kind are to be fixed. */
static bool is_asked(const char *ids, const char *id)
{
	const size_t len = strlen(id);
	for (const char *at = ids; *at; at += strcspn(at, ","), at += *at == ',')
		if (strcspn(at, ",") == len && memcmp(at, id, len) == 0)
			return true;
	return !*ids;
}

/* Refuse a kind that does not exist.  Returns 0, or CLI_TROUBLE after a message. */
static int check_ids(const char *ids)
{
	for (const char *at = ids; *at; at += strcspn(at, ","), at += *at == ',') {
		char word[64] = "", room[CLI_GUESS_ROOM];
		struct cli_guess guess = {word, NULL, 0};
		const struct robotsc_lint_rule *rule;
		bool found = false;
		const size_t len = strcspn(at, ",");
		memcpy(word, at, len < sizeof word ? len : sizeof word - 1);
		for (size_t i = 0; (rule = robotsc_lint_rule(i)) != NULL; i++) {
			found |= strcmp(rule->id, word) == 0;
			cli_guess(&guess, rule->id);
		}
		if (!found)
			return cli_complain("--fix: lint finds nothing that is called '%s'%s docs/lint.md lists what it finds",
			                    word, cli_guessed(&guess, "", room));
	}
	return 0;
}

/* Write a fix: "FILE:LINE: WORD: LABEL: EFFECTWHY [ID]". */
static void say(FILE *f, const struct fixing *x, const char *word, const struct robotsc_finding *finding, const char *why)
{
	cli_print_string(f, x->name);
	fprintf(f, ":%lu: %s: ", (unsigned long)finding->line, word);
	cli_print_string(f, finding->fix->label);
	fputs(": ", f);
	cli_print_string(f, finding->fix->effect);
	fprintf(f, "%s [%s]\n", why, finding->rule->id);
}

/* Write the text with a fix; to NULL: do not write.  Returns the number of octets. */
static size_t put(const struct fixing *x, const struct robotsc_fix *fix, char *to)
{
	size_t from = 0, n = 0;
	for (uint32_t i = 0; i <= fix->nedits; i++) {
		const struct robotsc_edit end = {x->len, x->len, {"", 0}}, *const edit = i < fix->nedits ? &fix->edits[i] : &end;
		if (to) {
			memcpy(to + n, x->text + from, edit->from - from);
			memcpy(to + n + edit->from - from, edit->text.at, edit->text.len);
		}
		n += edit->from - from + edit->text.len;
		from = edit->to;
	}
	return n;
}

/* Make a fix: x->fixed, with its words in x->said. */
static void make(struct fixing *x, const struct robotsc_finding *finding, bool changes)
{
	const size_t len = put(x, finding->fix, NULL);
	char *const text = malloc(len + 1), *said = NULL;
	FILE *const f = open_memstream(&said, &(size_t){0});
	if (f)
		say(f, x, "fixed", finding, "");
	x->failed |= !f || fclose(f) != 0 || !text;
	if (!x->failed)
		put(x, finding->fix, text);
	if (x->failed) {
		free(text);
		free(said);
		return;
	}
	free(x->fixed);
	free(x->said);
	x->fixed = text;
	x->fixed_len = len;
	x->said = said;
	x->fixed_changes = changes;
}

static void see(void *ctx, const struct robotsc_finding *finding)
{
	struct fixing *const x = ctx;
	x->left++;
	x->severity = (int)finding->rule->severity > x->severity ? (int)finding->rule->severity : x->severity;
	if (!finding->fix || !is_asked(x->ids, finding->rule->id))
		return;
	const bool changes = finding->fix->changes;
	const bool is_made = finding->fix->proved && (!changes || (*x->ids && (x->counting || x->changes)));
	x->changes += x->counting && is_made && changes;
	if (x->naming)
		say(cli_messages(), x, "not fixed", finding,
		    !finding->fix->proved ? "; --budget did not suffice"
		    : !*x->ids            ? "; name it to --fix"
		                          : "; a fix before brought it");
	else if (is_made && (!x->fixed || !changes))
		make(x, finding, changes);
}

/* Search once.  Returns 0, or CLI_TROUBLE after a message. */
static int search(struct fixing *x, const struct cli_settings *s, bool naming)
{
	enum robotsc_status status;
	x->fixed = x->said = NULL;
	x->naming = naming;
	x->left = 0;
	x->severity = 0;
	status = robotsc_lint(&s->options, x->text, x->len, s->steps, see, x, NULL);
	if (status == ROBOTSC_OK && x->failed)
		status = ROBOTSC_ERR_NOMEM;
	return status == ROBOTSC_OK ? 0 : cli_complain("%s: cannot be linted: %s", x->name, cli_why(status));
}

/* Make all fixes, the last lines first, so that other lines keep their numbers; then those that
 * open or close something, the first lines first. */
static int fix_all(struct fixing *x, const struct cli_settings *s)
{
	int result;
	x->counting = true;
	result = search(x, s, false);
	x->counting = false;
	while (result == 0 && x->fixed) {
		free(x->text);
		x->text = x->fixed;
		x->len = x->fixed_len;
		x->lines[x->n++] = x->said;
		x->changes -= x->fixed_changes;
		if (x->n == FIXES) {
			cli_complain("%s: %d fixes are made; fix the new text once more", x->name, FIXES);
			break;
		}
		result = search(x, s, false);
	}
	if (result != 0) {
		free(x->fixed);
		free(x->said);
	}
	return result;
}

int cli_fix_lint(const struct cli_settings *s, const char *ids, int worst)
{
	struct cli_file file = {.name = ""};
	struct fixing *const x = calloc(1, sizeof *x);
	if (!x)
		return cli_complain("out of memory");
	int result = check_ids(ids);
	if (result == 0)
		result = cli_read_text(s, s->operands[0], &file);
	x->ids = ids;
	x->name = file.name;
	x->text = (char *)file.bytes;
	x->len = file.len;
	if (result == 0)
		result = fix_all(x, s);
	if (result == 0)
		result = cli_write_text(s, &file, x->text, x->len);
	for (size_t i = x->n; i-- > 0; free(x->lines[i]))
		if (result == 0)
			fputs(x->lines[i], cli_messages());
	if (result == 0)
		result = search(x, s, true);
	if (result == 0) {
		fprintf(cli_messages(), "%zu fixed, %zu left\n", x->n, x->left);
		result = x->severity >= worst ? CLI_FOUND : CLI_OK;
	}
	free(x->text);
	free(x);
	return result;
}
