/* cmd_store.c - robotsc store: what a store holds, and its upkeep.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_common.h"
#include "cli/command.h"
#include "cli/command_time.h"
#include "cli/hosts/entry_print.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/read_file.h"
#include "cli/text_print.h"

/* ---- get, list -------------------------------------------------------------------- */

static int get(struct job *j)
{
	const char *url = j->operands[0];
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	enum robotsc_store_status status = robotsc_reader_find(j->reader, url, strlen(url), &entry);
	if (status == ROBOTSC_STORE_NOT_FOUND || status == ROBOTSC_STORE_ORIGIN)
		return cli_complain("'%s': %s; %s", url, robotsc_store_strerror(status),
		                    status == ROBOTSC_STORE_ORIGIN ? "write it as https://example.com"
		                                                   : "'robotsc store list' lists those that are");
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(j->reader, entry.policy, &blob);
	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(j->s, status);
	if (j->s->output)
		return cli_check_output(j->s) < 0 ? CLI_TROUBLE : cli_write_blob(j->s, NULL, blob.bytes, blob.size);
	cli_print_found(&j->json, &(struct cli_entry){cli_text(url), &entry.decision, entry.policy}, blob.size);
	return CLI_OK;
}

static int print_entry(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx)
{
	(void)ctx;
	return cli_print_entry(&j->json, &(struct cli_entry){origin, &entry->decision, entry->policy});
}

static int list(struct job *j)
{
	return cli_store_scan(j, j->noperands ? j->operands[0] : NULL, print_entry, NULL);
}

/* ---- expire ---------------------------------------------------------------------- */

/* Most origins that are removed in one batch. */
#define FORGET 4096u

struct stale {
	struct robotsc_store_change *changes;
	char (*origins)[ROBOTSC_ORIGIN_MAX + 1];
	size_t n;
};

static int expire_entry(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx)
{
	struct stale *stale = ctx;
	if (entry->decision.expires > j->now)
		return CLI_OK;
	if (!stale)
		return print_entry(j, origin, entry, NULL);
	memcpy(stale->origins[stale->n], origin.at, origin.len);
	stale->origins[stale->n][origin.len] = '\0';
	stale->changes[stale->n] = (struct robotsc_store_change){.origin = {stale->origins[stale->n], origin.len}, .entry = *entry};
	return ++stale->n < FORGET ? CLI_OK : CLI_DISALLOWED;
}

/* Remove stale origins: scan until a batch is full, remove it between sessions, and go on from
 * there.  Origins that were fetched again in the meantime stay. */
static int forget(struct job *j, struct stale *stale)
{
	struct robotsc_store_report report;
	char from[ROBOTSC_ORIGIN_MAX + 1] = "";
	size_t removed = 0;
	int result;
	do {
		enum robotsc_store_status status;
		stale->n = 0;
		result = cli_store_scan(j, from[0] ? from : NULL, expire_entry, stale);
		if (result == CLI_TROUBLE)
			return result;
		if (stale->n)
			memcpy(from, stale->origins[stale->n - 1], sizeof from);
		robotsc_reader_end(j->reader);
		status = robotsc_store_write(j->store, stale->changes, stale->n, &report);
		if (status == ROBOTSC_STORE_OK) {
			removed += report.removed;
			status = robotsc_reader_begin(j->reader, NULL);
		}
		if (status != ROBOTSC_STORE_OK)
			return cli_store_trouble(j->s, status);
	} while (result != CLI_OK);
	if (!j->s->quiet)
		fprintf(stderr, "robotsc: %zu origins removed; 'robotsc store compact' frees the room of their policies\n",
		        removed);
	return CLI_OK;
}

static int expire(struct job *j)
{
	struct stale stale = {NULL, NULL, 0};
	int result;
	if (!j->s->remove)
		return cli_store_scan(j, NULL, expire_entry, NULL);
	stale.changes = calloc(FORGET, sizeof *stale.changes);
	stale.origins = calloc(FORGET, sizeof *stale.origins);
	result = stale.changes && stale.origins ? forget(j, &stale) : cli_complain("out of memory");
	free(stale.changes);
	free(stale.origins);
	return result;
}

/* ---- compact, verify ------------------------------------------------------------- */

static int compact(struct job *j)
{
	enum robotsc_store_status status;
	if (!j->s->output)
		return cli_complain("--output=FOLDER is missing: the folder of the compact store");
	status = robotsc_reader_copy(j->reader, j->s->output);
	if (status == ROBOTSC_STORE_OK)
		return CLI_OK;
	j->s->store = j->s->output;
	return cli_store_trouble(j->s, status);
}

static void print_fault(void *ctx, const char *line)
{
	struct job *const j = ctx;
	cli_print_damage(&j->json, line);
	fflush(stdout); /* show this before the next step, which may crash */
}

static int verify(struct job *j)
{
	const enum robotsc_store_status status = robotsc_reader_verify(j->reader, print_fault, j);
	if (status == ROBOTSC_STORE_OK) {
		if (!j->s->quiet && !cli_is_structured(j->s))
			puts("good");
		return CLI_OK;
	}
	if (status != ROBOTSC_STORE_DAMAGED)
		return cli_store_trouble(j->s, status);
	return cli_complain("%s: %s; import again into a new store", j->s->store, robotsc_store_strerror(status));
}

/* ---- the command ------------------------------------------------------------------ */

static const struct action {
	const char *name;
	size_t min, max; /* operands after the name */
	bool many;       /* may print many answers, an array for --format=json */
	int (*run)(struct job *j);
} actions[] = {
	{"stat", 0, 0, false, cli_store_stat},
	{"get", 1, 1, false, get},
	{"check", 1, SIZE_MAX, true, cli_store_check},
	{"list", 0, 1, true, list},
	{"expire", 0, 0, true, expire},
	{"compact", 0, 0, false, compact},
	{"verify", 0, 0, true, verify},
};

static bool writes(const struct job *j)
{
	return j->action->run == expire && j->s->remove;
}

static int perform(void *ctx)
{
	struct job *j = ctx;
	int result = CLI_TROUBLE;
	j->store = cli_open_store(j->s, writes(j) ? ROBOTSC_STORE_WRITE : ROBOTSC_STORE_READ, NULL);
	if (j->store)
		j->reader = cli_open_reader(j->s, j->store);
	if (j->reader && j->action->many)
		cli_answers_begin(&j->json, j->s, NULL);
	if (j->reader)
		result = j->action->run(j);
	cli_answers_end(&j->json);
	robotsc_reader_close(j->reader);
	robotsc_store_close(j->store);
	return result;
}

/* Perform an action.  A store that may be damaged is read only in a child process. */
static int perform_apart(struct job *j)
{
	return writes(j) || j->action->run == compact ? perform(j) : cli_in_child(j->s->store, perform, j);
}

/* With --snapshot, actions that read do the same as in 'robotsc snapshot'. */
static int run_snapshot(struct cli_settings *s)
{
	if (s->store)
		return cli_complain("--store and --snapshot exclude each other");
	if (strcmp(s->operands[0], "make") == 0)
		return cli_complain("store has no action 'make'; 'robotsc snapshot make' makes a snapshot");
	/* cli_parse has left room for one more operand */
	memmove(s->operands + 2, s->operands + 1, (s->noperands - 1) * sizeof *s->operands);
	s->operands[1] = (char *)s->snapshot.name;
	s->noperands++;
	return cli_snapshot.run(s);
}

static int run(struct cli_settings *s)
{
	struct job j = {.s = s,
	                .json = {.is_text = !cli_is_structured(s)},
	                .now = cli_now(),
	                .operands = s->operands + 1,
	                .noperands = s->noperands - 1};
	if (s->snapshot.name)
		return run_snapshot(s);
	if (s->at && cli_take_time("at", s->at, &j.now) < 0)
		return CLI_TROUBLE;
	for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
		const struct action *a = &actions[i];
		if (strcmp(s->operands[0], a->name) != 0)
			continue;
		if (j.noperands < a->min || j.noperands > a->max)
			return cli_complain("store %s: %s; see 'robotsc help store'", a->name,
			                    j.noperands < a->min ? "an operand is missing" : "there is an operand too many");
		j.action = a;
		return perform_apart(&j);
	}
	if (cli_folder_has(s->operands[0], "data.mdb"))
		return cli_complain("the store is an option: 'robotsc store %s --store=%s'",
		                    j.noperands ? s->operands[1] : "ACTION", s->operands[0]);
	return cli_complain("store has no action '%s'; 'robotsc help store' lists them", s->operands[0]);
}

static const unsigned char options[] = {CLI_OPT_STORE, CLI_OPT_SNAPSHOT, CLI_OPT_AGENT,  CLI_OPT_FALLBACK, CLI_OPT_AT,
                                        CLI_OPT_USAGE, CLI_OPT_STALE,    CLI_OPT_DELETE, CLI_OPT_OUTPUT,   CLI_OPTS_TRUST,
                                        CLI_OPT_FORCE, CLI_OPT_QUIET,    CLI_OPT_FORMAT, CLI_OPT_HELP,     CLI_OPT_END};

const struct cli_command cli_store = {
	.name = "store",
	.operands = "ACTION [OPERAND...]",
	.summary = "show and maintain a store",
	.text = cli_help_store,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
