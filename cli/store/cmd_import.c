/* cmd_import.c - robotsc import: compile the robots.txt of many hosts into a store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/fetch.h"
#include "import_command.h"
#include "pipeline.h"

struct stages {
	struct job *jobs;
	struct decider **judges;
	struct committer *harvest;
};

static void work(void *ctx, unsigned worker, unsigned slot)
{
	struct stages *st = ctx;

	cli_decide_job(st->judges[worker], &st->jobs[slot]);
}

static int sink(void *ctx, unsigned slot)
{
	struct stages *st = ctx;

	return cli_commit_job(st->harvest, &st->jobs[slot]);
}

/* Compile with the options of the store, which may have been made with others than those given
 * now. */
static struct robotsc_options options_of(const struct robotsc_store *store)
{
	const struct robotsc_store_settings *made_for = robotsc_store_settings(store);
	struct robotsc_options o;

	robotsc_options_init(&o);
	o.dialect = made_for->dialect;
	o.strict_fields = made_for->strict_fields != 0;
	o.conner2_rest_deny = made_for->conner2_rest_deny != 0;
	o.aipref_rule = made_for->aipref_rule != 0;
	o.extensions = made_for->extensions != 0;
	o.limit = (size_t)made_for->limit;
	o.agents = made_for->nagents ? made_for->agents : NULL;
	o.nagents = made_for->nagents;
	return o;
}

static int import_all(const struct cli_inputs *in, struct stages *st, const struct cli_stages *stages, size_t limit)
{
	struct cli_pipeline *p = cli_pipeline_start(stages);
	int trouble, result;

	if (!p)
		return CLI_TROUBLE;
	trouble = cli_inputs_read(in, limit, p, st->jobs);
	result = cli_pipeline_finish(p);
	if (result)
		return result;
	result = cli_commit_end(st->harvest);
	return trouble ? CLI_TROUBLE : result;
}

/* Keep freed memory for the next compilation, so that the system does not take it and clear it in
 * between. */
static void keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
	/* Setting one of them stops malloc from adapting both. */
	mallopt(M_MMAP_THRESHOLD, 16 << 20);
#endif
}

/* Import into a store, or into a folder of texts.  suffixes: the public suffix list, if the scope
 * needs it. */
static int import_into(struct cli_settings *s, const struct cli_inputs *in, struct robotsc_store *store, struct text_folder *texts,
                       struct robotsc_text suffixes)
{
	const struct robotsc_options options = store ? options_of(store) : s->options;
	const enum robotsc_redirect_scope scope =
		store ? robotsc_store_settings(store)->redirect_scope : (enum robotsc_redirect_scope)s->redirect_scope;
	const unsigned workers = cli_workers(s), slots = 2 * workers + 2;
	struct stages st = {calloc(slots, sizeof *st.jobs), calloc(workers, sizeof *st.judges), NULL};
	const struct cli_stages stages = {workers, slots, work, sink, &st};
	int result = 0;

	keep_memory();
	st.harvest = cli_committer_new(s, store, texts, &options, cli_inputs_size(in));
	for (unsigned i = 0; st.judges && i < workers; i++)
		if ((st.judges[i] = cli_decider_new(&options, store == NULL)) == NULL)
			result = CLI_TROUBLE;
		else
			cli_decider_scope(st.judges[i], scope, suffixes);
	if (result || !st.jobs || !st.judges || !st.harvest)
		result = cli_complain("out of memory");
	else
		result = import_all(in, &st, &stages, options.limit);
	cli_committer_free(st.harvest);
	for (unsigned i = 0; st.judges && i < workers; i++)
		cli_decider_free(st.judges[i]);
	for (unsigned i = 0; st.jobs && i < slots; i++) {
		free(st.jobs[i].input.at);
		free(st.jobs[i].output.at);
	}
	free(st.judges);
	free(st.jobs);
	return result;
}

/* Read the public suffix list, if this scope needs it and it was not read.  0, or -1 after a
 * message. */
static int read_suffixes(const struct cli_settings *s, int scope, struct cli_file *list)
{
	return scope == ROBOTSC_REDIRECT_SITE && !list->bytes ? cli_read_suffixes(s, list) : 0;
}

static struct robotsc_text text_of(const struct cli_file *list)
{
	return (struct robotsc_text){(const char *)list->bytes, list->len};
}

static int import_policies(struct cli_settings *s, const struct cli_inputs *in, const struct robotsc_store_settings *wanted,
                           struct cli_file *list)
{
	struct robotsc_store *store = cli_open_store(s, ROBOTSC_STORE_CREATE, wanted);
	int result = CLI_TROUBLE;

	if (store && read_suffixes(s, robotsc_store_settings(store)->redirect_scope, list) == 0)
		result = import_into(s, in, store, NULL, text_of(list));
	robotsc_store_close(store);
	return result;
}

static int import_texts(struct cli_settings *s, const struct cli_inputs *in, const struct cli_file *list)
{
	struct text_folder texts;
	int result = cli_text_folder_open(&texts, s->text);

	if (result)
		return result;
	result = import_into(s, in, NULL, &texts, text_of(list));
	cli_text_folder_close(&texts);
	return result == CLI_OK && texts.skipped ? CLI_DISALLOWED : result;
}

static int import_inputs(struct cli_settings *s, const struct robotsc_store_settings *wanted)
{
	static char *standard_input[] = {(char *)"-"};
	struct cli_inputs in = {
		.names = s->noperands ? s->operands : standard_input, .n = s->noperands ? s->noperands : 1, .follow = s->follow};
	struct cli_file list = {0};
	int result = cli_inputs_open(&in);

	if (result == 0 && read_suffixes(s, s->redirect_scope, &list) < 0)
		result = CLI_TROUBLE;
	if (result == 0)
		result = s->text ? import_texts(s, &in, &list) : import_policies(s, &in, wanted, &list);
	cli_inputs_close(&in);
	free(list.bytes);
	return result;
}

static int run(struct cli_settings *s)
{
	const struct robotsc_store_settings wanted = {.dialect = s->options.dialect,
	                                              .strict_fields = s->options.strict_fields,
	                                              .limit = s->options.limit,
	                                              .agents = s->agents.at,
	                                              .nagents = s->options.nagents,
	                                              .conner2_rest_deny = s->options.conner2_rest_deny,
	                                              .extensions = s->options.extensions,
	                                              .aipref_rule = s->options.aipref_rule,
	                                              .redirect_scope = (enum robotsc_redirect_scope)s->redirect_scope};
	const int given = s->given[CLI_OPT_DIALECT] || wanted.strict_fields || wanted.conner2_rest_deny || wanted.extensions ||
	                  wanted.aipref_rule || wanted.redirect_scope || wanted.limit != ROBOTSC_MIN_LIMIT || wanted.nagents;
	void *blob;
	size_t len;

	if (s->store && s->text)
		return cli_complain("--store and --text exclude each other; import twice");
	/* refuse what the compiler refuses before there is a store */
	if (robotsc_compile(&s->options, "", 0, &blob, &len) != ROBOTSC_OK)
		return cli_complain("this version does not take this --dialect or --limit");
	robotsc_free_blob(NULL, blob, len);
	for (size_t i = 0; i < wanted.nagents; i++)
		cli_warn_agent(wanted.dialect, wanted.agents[i]);
	return import_inputs(s, given ? &wanted : NULL);
}

static const unsigned char options[] = {CLI_OPT_STORE,      CLI_OPT_TEXT,           CLI_OPT_AGENT,       CLI_OPT_DIALECT,
                                        CLI_OPT_LIMIT,      CLI_OPT_STRICT_FIELDS,  CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST,
                                        CLI_OPT_EXTENSIONS, CLI_OPT_REDIRECT_SCOPE, CLI_OPT_SUFFIXES,    CLI_OPT_FOLLOW,
                                        CLI_OPT_JOBS,       CLI_OPT_QUIET,          CLI_OPT_HELP,        CLI_OPT_END};

const struct cli_command cli_import = {
	.name = "import",
	.operands = "[INPUT...]",
	.summary = "compile the robots.txt of many hosts into a store",
	.text = "An INPUT ('-', or none: standard input) is\n"
		"  a WARC file, compressed or not, with responses to requests for robots.txt;\n"
		"  a folder of files named HOST or HOST:PORT, for http and https, or with the scheme in front as\n"
		"  in http:HOST; or of folders of such names with a robots.txt in each;\n"
		"  a list of lines: an origin, a tab, the name of a file.\n"
		"The store is made if it does not exist.  --agent, --dialect, --limit, --strict-fields,\n"
		"--aipref-rule, --conner2-rest and --extensions say how all its policies are compiled,\n"
		"--redirect-scope which redirects count; an existing store keeps its own.  For an origin the\n"
		"latest fetch counts.  Damaged inputs are reported and skipped; so are symbolic links in\n"
		"folders, and what is no file or folder.\n"
		"\n"
		"With --text, nothing is compiled.  The latest text of each origin becomes a file of the folder,\n"
		"named http:HOST or http:HOST:PORT, with the time of its fetch.  import reads such a folder.\n"
		"\n"
		"Exit status: 0 all is in the store, 1 all but what was reported, 2 trouble.\n",
	.options = options,
	.min_operands = 0,
	.max_operands = SIZE_MAX,
	.run = run,
};
