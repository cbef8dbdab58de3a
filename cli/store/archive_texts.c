/* archive_texts.c - the texts of archives, for commands that read many robots.txt files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli/collection.h"
#include "import_command.h"
#include "pipeline.h"

#define SLOTS 4u

/* Inputs are read as items, items become texts, texts go into the collection. */
struct reading {
	struct cli_collection *collection;
	struct decider *decider;
	struct job jobs[SLOTS];
};

static void work(void *ctx, unsigned worker, unsigned slot)
{
	struct reading *r = ctx;

	(void)worker;
	cli_decide_job(r->decider, &r->jobs[slot]);
}

static int sink(void *ctx, unsigned slot)
{
	struct reading *r = ctx;
	const struct job *const job = &r->jobs[slot];
	const char *const octets = (const char *)job->output.at;

	if (job->failed)
		return cli_complain("out of memory");
	for (size_t i = 0; i < job->n; i++) {
		const struct outcome *o = &job->outcomes[i];

		if (o->kind == OUTCOME_FAULT) {
			cli_report_fault(o, job->output.at);
			r->collection->trouble = true;
		} else if (o->kind == OUTCOME_POLICY && o->robots &&
		           cli_collection_add(r->collection, (struct robotsc_text){octets + o->name, o->name_len},
		                              job->items[i].date, (struct robotsc_text){octets + o->value, o->value_len}) < 0) {
			return CLI_TROUBLE;
		}
	}
	return 0;
}

static int read_all(struct reading *r, const struct cli_inputs *in, size_t limit)
{
	const struct cli_stages stages = {1, SLOTS, work, sink, r};
	struct cli_pipeline *p = cli_pipeline_start(&stages);

	if (!p)
		return CLI_TROUBLE;
	if (cli_inputs_read(in, limit, p, r->jobs))
		r->collection->trouble = true;
	return cli_pipeline_finish(p);
}

int cli_collection_add_archives(struct cli_collection *c, const struct cli_settings *s, char **operands, size_t n)
{
	struct cli_inputs in = {.names = operands, .n = n};
	struct reading *r = calloc(1, sizeof *r);
	int result = CLI_TROUBLE;

	if (r) {
		r->collection = c;
		r->decider = cli_decider_new(&s->options, true);
	}
	if (!r || !r->decider)
		cli_complain("out of memory");
	else if (cli_inputs_open(&in) == 0)
		result = read_all(r, &in, s->options.limit);
	cli_inputs_close(&in);
	for (size_t i = 0; r && i < SLOTS; i++) {
		free(r->jobs[i].input.at);
		free(r->jobs[i].output.at);
	}
	cli_decider_free(r ? r->decider : NULL);
	free(r);
	return result;
}
