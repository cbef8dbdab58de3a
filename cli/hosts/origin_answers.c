/* origin_answers.c - see origin_answers.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "origin_answers.h"

#include "cli/args.h"
#include "cli/exit_status.h"
#include "cli/parallel.h"

struct answer_total {
	uint64_t answers;
	bool trouble;
};

struct answering {
	struct cli_origins *origins;
	const struct cli_answers *how;
	cli_print_origin *print;
	const void *ctx;
	struct answer_total total;
};

static size_t read_next(void *ctx, void *input)
{
	return cli_origins_read(((struct answering *)ctx)->origins, input);
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct answering *const a = ctx;
	struct cli_origin *const origin = input;
	struct answer_total *const sum = total;
	struct cli_answers j = *a->how;
	j.out = out;
	j.answers = sum->answers;
	if (origin->unread || a->print(a->ctx, origin, &j) != 0)
		sum->trouble = true;
	sum->answers = j.answers;
}

/* An array needs to know whether an answer stands before. */
static void begin(const void *ctx, void *part, bool first)
{
	(void)ctx;
	((struct answer_total *)part)->answers = !first;
}

static bool add(void *ctx, const void *part, bool first)
{
	struct answer_total *const all = &((struct answering *)ctx)->total;
	const struct answer_total *const t = part;
	const uint64_t answers = t->answers - !first;
	if (answers && (all->answers == 0) != first)
		return false;
	all->answers += answers;
	all->trouble |= t->trouble;
	return true;
}

int cli_answer_origins(struct cli_origins *origins, const struct cli_settings *s, struct cli_answers *j, cli_print_origin *print,
                       const void *ctx)
{
	struct answering a = {.origins = origins, .how = j, .print = print, .ctx = ctx};
	const struct cli_parallel p = {.n = origins->n,
	                               .jobs = cli_jobs(s),
	                               .input = sizeof(struct cli_origin),
	                               .total = sizeof a.total,
	                               .ctx = &a,
	                               .all = &a.total,
	                               .read = read_next,
	                               .release = cli_origins_release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add,
	                               .things = "origins"};
	const int result = p.n > 0 ? cli_parallel_run(&p) : 0;
	j->answers = a.total.answers;
	cli_answers_end(j);
	return result == 0 && !a.total.trouble && !origins->texts.trouble ? CLI_OK : CLI_TROUBLE;
}
