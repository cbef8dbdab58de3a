/* explain_more.c - see explain_more.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain_more.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET 2000000u /* steps: some 20 ms */

struct search {
	const struct cli_texts *texts;
	struct cli_more *more;
};

static void keep_path(void *ctx, const struct robotsc_difference *d)
{
	const struct search *const search = ctx;
	const struct robotsc_text own = search->texts->own;
	struct cli_more *const more = search->more;

	if (more->path || (d->path.len == own.len && memcmp(d->path.at, own.at, own.len) == 0))
		return;
	more->path = malloc(d->path.len + 1);
	if (more->path)
		memcpy(more->path, d->path.at, d->path.len);
	more->len = d->path.len;
}

void cli_more_find(const struct cli_settings *s, const struct cli_texts *texts, struct cli_more *more)
{
	const struct robotsc_side before = {NULL, texts->options, texts->before.at, texts->before.len};
	const struct robotsc_side after = {NULL, texts->options, texts->after.at, texts->after.len};
	struct search search = {texts, more};
	struct robotsc_question question = {.budget = BUDGET, .most = 2, .difference = keep_path, .ctx = &search, .usual = 1};
	struct robotsc_comparison c = {.answer = ROBOTSC_SAME};

	*more = (struct cli_more){.answer = ROBOTSC_UNKNOWN};
	if (!texts->before.at || !texts->after.at)
		return;
	for (; question.usual >= 0 && c.answer == ROBOTSC_SAME; question.usual--)
		if (robotsc_compare(&before, &after, s->tokens.at, s->tokens.n, &question, &c) != ROBOTSC_OK)
			return;
	more->answer = c.answer;
}
