/* usage_print.c - see usage_print.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "usage_print.h"

#include <stdio.h>

#include "answers.h"
#include "text_print.h"

void cli_print_usage(FILE *f, const struct robotsc_extensions *ext, const struct robotsc_usage *usage)
{
	enum robotsc_line_field last = ROBOTSC_FIELD_UNKNOWN;
	struct robotsc_label label;
	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		if (usage->preferences[i] == ROBOTSC_UNSTATED)
			continue;
		if (label.field == last)
			fputs(", ", f);
		else
			fprintf(f, "%s%s", last ? "; " : "", robotsc_field_name(label.field));
		if (label.field != ROBOTSC_FIELD_NOINDEX) {
			fputs(label.field == last ? "" : ": ", f);
			cli_print_text(f, label.name);
			putc('=', f);
			cli_print_text(f, robotsc_label_value(ext, i, usage->preferences[i]));
		}
		last = label.field;
	}
	if (!last)
		putc('-', f);
}

void cli_answers_usage(struct cli_answers *j, const struct robotsc_extensions *ext, const struct robotsc_usage *usage)
{
	struct robotsc_label label;
	cli_answers_inner(j, "usage", '[');
	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		if (usage->preferences[i] == ROBOTSC_UNSTATED)
			continue;
		cli_answers_inner(j, NULL, '{');
		cli_answers_word(j, "field", robotsc_field_name(label.field));
		if (label.field != ROBOTSC_FIELD_NOINDEX) {
			cli_answers_text(j, "label", label.name);
			cli_answers_text(j, "value", robotsc_label_value(ext, i, usage->preferences[i]));
		}
		cli_answers_outer(j, '}');
	}
	cli_answers_outer(j, ']');
}
