/* cmd_import.c - robotsc import: compile the robots.txt of many hosts into a store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/agent.h"
#include "cli/answers.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/fetch.h"
#include "cli/hosts/metrics.h"
#include "cli/hosts/snapshot_files.h"
#include "cli/hosts/store_input.h"
#include "cli/messages.h"
#include "cli/parallel.h"
#include "cli/read_file.h"
#include "robotsc/import.h"
#include "store_common.h"
#include "text_folder.h"

#define PATH_ROOM 4096

/* What the callbacks need and note. */
struct importer {
	const struct cli_settings *s;
	struct progress progress;
	struct text_folder texts;
	struct cli_file suffixes; /* the public suffix list, if it was needed */
	bool complained;          /* a message said why the run has ended */
	bool is_part;             /* it runs for another command, which prints what was done */
};

/* ---- callbacks --------------------------------------------------------------------- */

static int show_progress(void *ctx, const struct robotsc_import_report *so_far)
{
	struct importer *const im = ctx;
	im->progress.report = *so_far;
	cli_progress_show(&im->progress);
	return 0;
}

static int print_fault(void *ctx, const struct robotsc_import_fault *fault)
{
	struct importer *const im = ctx;
	cli_progress_clear(&im->progress);
	cli_print_fault(fault);
	return 0;
}

static int put_text(void *ctx, const struct robotsc_import_text *text)
{
	struct importer *const im = ctx;
	const int result = text->same_as.len ? cli_text_folder_copy(&im->texts, text->same_as, text->origin, text->fetched)
	                                     : cli_text_folder_put(&im->texts, text->origin, text->text, text->fetched);
	im->complained |= result == CLI_TROUBLE;
	return result;
}

/* ---- runs ---------------------------------------------------------------------------- */

static void print_totals(const struct importer *im, const struct robotsc_import_report *r)
{
	const double seconds = cli_progress_seconds(&im->progress);
	const bool texts = im->s->text != NULL;
	fprintf(stderr, "robotsc: %llu records, ", (unsigned long long)r->records);
	if (texts)
		fprintf(stderr, "%zu texts written; %zu kept, which were fetched later\n", im->texts.written, im->texts.kept);
	else
		fprintf(stderr, "%llu policies: %llu origins added, %llu replaced, %llu kept; %llu new blobs\n",
		        (unsigned long long)r->policies, (unsigned long long)r->added, (unsigned long long)r->replaced,
		        (unsigned long long)r->kept, (unsigned long long)r->blobs);
	if (r->challenges)
		fprintf(stderr,
		        "robotsc: %llu responses may be challenges: a 202, or a web page; --challenge says what they count as\n",
		        (unsigned long long)r->challenges);
	fprintf(stderr,
	        "robotsc: %llu redirects, %llu of them to places that %s; %llu errors\n"
	        "robotsc: %.1f s, %.1f MB/s, %.0f %s/s\n",
	        (unsigned long long)r->redirects, (unsigned long long)r->unresolved, texts ? "have no text" : "were not captured",
	        (unsigned long long)r->faults, seconds, (double)r->read / seconds / 1e6, (double)r->policies / seconds,
	        texts ? "texts" : "policies");
}

static void print_object(const struct importer *im, const struct robotsc_import_report *r)
{
	struct cli_answers j = {0};
	cli_answers_open(&j);
	cli_answers_number(&j, "records", r->records);
	if (im->s->text) {
		cli_answers_number(&j, "written", im->texts.written);
		cli_answers_number(&j, "kept", im->texts.kept);
	} else {
		cli_answers_number(&j, "policies", r->policies);
		cli_answers_number(&j, "added", r->added);
		cli_answers_number(&j, "replaced", r->replaced);
		cli_answers_number(&j, "kept", r->kept);
		cli_answers_number(&j, "blobs", r->blobs);
	}
	cli_answers_number(&j, "redirects", r->redirects);
	cli_answers_number(&j, "unresolved", r->unresolved);
	cli_answers_number(&j, "errors", r->faults);
	cli_answers_number(&j, "octets", r->read);
	cli_answers_key(&j, "seconds");
	printf("%.3f", cli_progress_seconds(&im->progress));
	cli_answers_close(&j);
}

static int write_metrics(const char *path, const struct robotsc_import_report *r, bool damaged)
{
	struct cli_metrics m;
	if (cli_metrics_begin(&m, path) < 0)
		return -1;
	cli_metrics_of(&m, "robotsc_origins_total", "Origins whose policies were read, by what the store did.");
	cli_metrics_count(&m, "state", "added", r->added);
	cli_metrics_count(&m, "state", "replaced", r->replaced);
	cli_metrics_count(&m, "state", "kept", r->kept);
	cli_metrics_of(&m, "robotsc_records_total", "Records that were read, and what was wrong with some.");
	cli_metrics_count(&m, "state", "read", r->records);
	cli_metrics_count(&m, "state", "skipped", r->faults);
	cli_metrics_count(&m, "state", "unresolved", r->unresolved);
	cli_metrics_count(&m, "state", "challenge", r->challenges);
	cli_metrics_of(&m, "robotsc_ended_total", "Runs that damage has ended.");
	cli_metrics_count(&m, "state", "damaged", damaged);
	return cli_metrics_end(&m);
}

static int run_import(struct importer *im, struct robotsc_import *import, struct robotsc_store *store)
{
	struct robotsc_import_report r = {.total = 0};
	enum robotsc_store_status status;
	cli_progress_begin(&im->progress, im->s->quiet);
	status = robotsc_import_run(import, store, &r);
	cli_progress_clear(&im->progress);
	if (im->s->metrics && write_metrics(im->s->metrics, &r, status == ROBOTSC_STORE_DAMAGED) < 0)
		return CLI_TROUBLE;
	if (status != ROBOTSC_STORE_OK)
		return im->complained ? CLI_TROUBLE
		       : im->is_part  ? cli_maker_trouble(im->s->output, status)
		                      : cli_store_trouble(im->s, status);
	if (im->is_part)
		;
	else if (cli_is_structured(im->s))
		print_object(im, &r);
	else if (!im->s->quiet)
		print_totals(im, &r);
	if (r.lost)
		return CLI_TROUBLE;
	return r.faults || im->texts.skipped ? CLI_DISALLOWED : CLI_OK;
}

/* Read the public suffix list, if this scope needs it and it was not read.  0, or -1 after a
 * message. */
static int read_suffixes(struct importer *im, struct robotsc_import *import, int scope)
{
	if (scope != ROBOTSC_REDIRECT_SITE || im->suffixes.bytes)
		return 0;
	if (cli_read_suffixes(im->s, &im->suffixes) < 0)
		return -1;
	robotsc_import_suffixes(import, (struct robotsc_text){(const char *)im->suffixes.bytes, im->suffixes.len});
	return 0;
}

static int run_into_store(struct importer *im, struct robotsc_import *import, const struct robotsc_store_settings *wanted)
{
	struct robotsc_store *store = cli_open_store(im->s, ROBOTSC_STORE_CREATE, wanted);
	int result = CLI_TROUBLE;
	if (store && read_suffixes(im, import, (int)robotsc_store_settings(store)->redirect_scope) == 0)
		result = run_import(im, import, store);
	robotsc_store_close(store);
	return result;
}

static int run_into_folder(struct importer *im, struct robotsc_import *import)
{
	int result = cli_text_folder_open(&im->texts, im->s->text);
	if (result)
		return result;
	result = run_import(im, import, NULL);
	cli_text_folder_close(&im->texts);
	return result;
}

static int open_import(struct importer *im, struct robotsc_import **import)
{
	const struct cli_settings *const s = im->s;
	const struct robotsc_import_options options = {.jobs = cli_jobs(s),
	                                               .follow = s->follow,
	                                               .ctx = im,
	                                               .fault = print_fault,
	                                               .progress = show_progress,
	                                               .text = put_text,
	                                               .redirect_scope = (enum robotsc_redirect_scope)s->fetch.redirect_scope,
	                                               .dialect = s->options.dialect,
	                                               .limit = s->options.limit,
	                                               .challenge = (enum robotsc_challenge)s->fetch.challenge};
	return robotsc_import_open(import, &options) == ROBOTSC_STORE_OK ? 0 : cli_complain("out of memory");
}

/* Run an import.  If there is nothing to import, no store and no folder is made. */
static int import_inputs(struct cli_settings *s, const struct robotsc_store_settings *wanted)
{
	static char *standard_input[] = {(char *)"-"};
	char **const names = s->noperands ? s->operands : standard_input;
	const size_t n = s->noperands ? s->noperands : 1;
	struct importer im = {.s = s};
	struct robotsc_import *import;
	int result = CLI_TROUBLE;
	size_t refused;
	if (open_import(&im, &import) != 0)
		return CLI_TROUBLE;
	refused = cli_add_inputs(import, names, n);
	if (refused < n && read_suffixes(&im, import, s->fetch.redirect_scope) == 0)
		result = s->text ? run_into_folder(&im, import) : run_into_store(&im, import, wanted);
	robotsc_import_close(import);
	free(im.suffixes.bytes);
	return refused ? CLI_TROUBLE : result;
}

/* ---- settings ------------------------------------------------------------------------ */

static struct robotsc_store_settings asked_settings(const struct cli_settings *s)
{
	return (struct robotsc_store_settings){.dialect = s->options.dialect,
	                                       .strict_fields = s->options.strict_fields,
	                                       .limit = s->options.limit,
	                                       .agents = s->agents.at,
	                                       .nagents = s->options.nagents,
	                                       .conner2_rest_deny = s->options.conner2_rest_deny,
	                                       .extensions = s->options.extensions,
	                                       .aipref_rule = s->options.aipref_rule,
	                                       .redirect_scope = (enum robotsc_redirect_scope)s->fetch.redirect_scope,
	                                       .challenge = (enum robotsc_challenge)s->fetch.challenge};
}

/* True if options say how policies are compiled. */
static bool are_given(const struct cli_settings *s, const struct robotsc_store_settings *wanted)
{
	return s->given[CLI_OPT_DIALECT] || wanted->strict_fields || wanted->conner2_rest_deny || wanted->extensions ||
	       wanted->aipref_rule || wanted->redirect_scope || wanted->challenge || wanted->nagents ||
	       wanted->limit != ROBOTSC_MIN_LIMIT;
}

/* Refuse settings that the compiler refuses, before a store is made. */
static int check_settings(const struct cli_settings *s, const struct robotsc_store_settings *wanted)
{
	void *blob;
	size_t len;
	if (robotsc_compile(&s->options, "", 0, &blob, &len) != ROBOTSC_OK)
		return cli_complain("this version does not take this --dialect or --limit");
	robotsc_free_blob(NULL, blob, len);
	for (size_t i = 0; i < wanted->nagents; i++)
		if (cli_check_agent(wanted->dialect, wanted->agents[i]) < 0)
			return CLI_TROUBLE;
	return 0;
}

/* ---- an import for snapshot make ----------------------------------------------------- */

/* Make a store whose files have no names: it is gone when it is closed, or by a signal. */
static struct robotsc_store *open_nameless(const char *output, const struct robotsc_store_settings *settings)
{
	static const char *const files[] = {"/data.mdb", "/lock.mdb", ""};
	char folder[PATH_ROOM], path[PATH_ROOM];
	const char *const slash = strrchr(output, '/');
	struct robotsc_store *store = NULL;
	enum robotsc_store_status status;
	if (snprintf(folder, sizeof folder, "%.*s.robotsc-XXXXXX", slash ? (int)(slash + 1 - output) : 0, output) >=
	            (int)(sizeof folder - sizeof "/data.mdb") ||
	    !mkdtemp(folder)) {
		cli_complain("%s: cannot write beside it: %s", output, strerror(errno));
		return NULL;
	}
	status = robotsc_store_open(&store, folder, ROBOTSC_STORE_CREATE, settings);
	if (status != ROBOTSC_STORE_OK)
		cli_maker_trouble(output, status);
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		if (snprintf(path, sizeof path, "%s%s", folder, files[i]) < (int)sizeof path)
			remove(path);
	return store;
}

struct robotsc_store *cli_input_import(struct cli_settings *s, char **names, size_t n, const struct robotsc_store_settings *others,
                                       const struct robotsc_store_settings **settings, bool *skipped)
{
	const struct robotsc_store_settings wanted = asked_settings(s);
	struct importer im = {.s = s, .is_part = true};
	struct robotsc_import *import;
	struct robotsc_store *store = NULL;
	int result = CLI_TROUBLE;
	if (check_settings(s, &wanted) != 0 || open_import(&im, &import) != 0)
		return NULL;
	if (cli_add_inputs(import, names, n) == 0)
		store = open_nameless(s->output, others && !are_given(s, &wanted) ? others : &wanted);
	if (store) {
		*settings = robotsc_store_settings(store);
		if (read_suffixes(&im, import, (int)(*settings)->redirect_scope) == 0)
			result = run_import(&im, import, store);
	}
	robotsc_import_close(import);
	free(im.suffixes.bytes);
	*skipped = result == CLI_DISALLOWED;
	if (result != CLI_TROUBLE)
		return store;
	robotsc_store_close(store);
	return NULL;
}

/* ---- the command --------------------------------------------------------------------- */

static int run(struct cli_settings *s)
{
	const struct robotsc_store_settings wanted = asked_settings(s);
	if (s->store && s->text)
		return cli_complain("--store and --text exclude each other; import twice");
	if (check_settings(s, &wanted) != 0)
		return CLI_TROUBLE;
	return import_inputs(s, are_given(s, &wanted) ? &wanted : NULL);
}

static const unsigned char options[] = {
	CLI_OPT_STORE,      CLI_OPT_TEXT,           CLI_OPT_AGENT,    CLI_OPT_DIALECT, CLI_OPT_LIMIT, CLI_OPTS_RULES,
	CLI_OPT_EXTENSIONS, CLI_OPT_REDIRECT_SCOPE, CLI_OPT_SUFFIXES, CLI_OPT_FOLLOW,  CLI_OPT_JOBS,  CLI_OPT_QUIET,
	CLI_OPT_METRICS,    CLI_OPT_CHALLENGE,      CLI_OPT_FORMAT,   CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_import = {
	.name = "import",
	.operands = "[INPUT...]",
	.summary = "compile the robots.txt of many hosts into a store",
	.text = cli_help_import,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
