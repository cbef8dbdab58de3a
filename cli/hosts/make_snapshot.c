/* make_snapshot.c - robotsc snapshot make: merges stores, snapshots and imports into a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/answers.h"
#include "cli/args.h"
#include "cli/command_time.h"
#include "cli/messages.h"
#include "cli/parallel.h"
#include "snapshot_files.h"
#include "store_input.h"

#define PATH_ROOM 4096

/* A store, a snapshot, or a store into which files were imported. */
struct input {
	const char *name;
	const struct robotsc_store_settings *settings;
	struct robotsc_store *store;
	struct robotsc_snapshot_files snapshot;
};

struct making {
	struct cli_settings *s;
	struct input *inputs;
	size_t n;
	char **imported; /* names of files that import reads */
	size_t nimported;
	bool skipped; /* some of it */
	struct progress progress;
};

/* ---- inputs ------------------------------------------------------------------------------ */

/* True if a file begins with these octets. */
static bool begins_with(const char *path, const char *octets, size_t n)
{
	char found[16];
	FILE *const file = fopen(path, "rb");
	const size_t len = file ? fread(found, 1, n, file) : 0;
	if (file)
		fclose(file);
	return len == n && memcmp(found, octets, n) == 0;
}

static bool is_snapshot_file(const char *path)
{
	return begins_with(path, "\x8DRSN\r\n\x1A\n", 8);
}

enum input_kind {
	INPUT_STORE,
	INPUT_SNAPSHOT,
	INPUT_IMPORT
};

static enum input_kind kind_of(const char *name)
{
	char manifest[PATH_ROOM], data[PATH_ROOM];
	struct stat st;
	if (strcmp(name, "-") == 0)
		return INPUT_IMPORT;
	if (stat(name, &st) < 0 || snprintf(manifest, sizeof manifest, "%s/manifest", name) >= PATH_ROOM ||
	    snprintf(data, sizeof data, "%s/data.mdb", name) >= PATH_ROOM)
		return INPUT_SNAPSHOT; /* opening it says what is wrong */
	if (!S_ISDIR(st.st_mode))
		return S_ISREG(st.st_mode) && is_snapshot_file(name) ? INPUT_SNAPSHOT : INPUT_IMPORT;
	if (begins_with(manifest, "\x8DRSM\r\n\x1A\n", 8))
		return INPUT_SNAPSHOT;
	return stat(data, &st) == 0 ? INPUT_STORE : INPUT_IMPORT;
}

static int open_input(struct making *m, char *name)
{
	struct input *const input = &m->inputs[m->n];
	const enum input_kind kind = kind_of(name);
	if (kind == INPUT_IMPORT) {
		m->imported[m->nimported++] = name;
		return 0;
	}
	m->n++;
	input->name = name;
	if (kind == INPUT_STORE) {
		input->store = cli_input_open(name, &input->settings);
		return input->store ? 0 : CLI_TROUBLE;
	}
	input->settings = &input->snapshot.settings;
	return cli_snapshot_open(&input->snapshot, m->s, name);
}

/* Import all other names into one store, which is one input. */
static int import_others(struct making *m)
{
	struct input *const input = &m->inputs[m->n];
	if (m->nimported == 0)
		return 0;
	input->name = m->imported[0];
	input->store = cli_input_import(m->s, m->imported, m->nimported, m->n > 0 ? m->inputs->settings : NULL, &input->settings,
	                                &m->skipped);
	if (!input->store)
		return CLI_TROUBLE;
	m->n++;
	return 0;
}

/* Refuse an input whose settings differ from those of the first. */
static int compare_settings(const struct making *m)
{
	for (size_t i = 1; i < m->n; i++) {
		const char *const other = robotsc_settings_difference(m->inputs[i].settings, m->inputs->settings);
		if (other)
			return cli_complain("%s: its %s differs from that of %s; 'stat' prints both", m->inputs[i].name, other,
			                    m->inputs->name);
	}
	return 0;
}

static enum robotsc_store_status add_input(struct robotsc_maker *maker, const struct input *input)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	if (input->store)
		return cli_input_add(input->store, maker);
	for (size_t i = 0; i < input->snapshot.n && status == ROBOTSC_STORE_OK; i++)
		status = robotsc_maker_add_snapshot(maker, &input->snapshot.shards[i]);
	return status;
}

static int show_progress(void *ctx, enum robotsc_maker_phase phase, uint64_t done, uint64_t total)
{
	struct making *const m = ctx;
	m->progress.doing = phase == ROBOTSC_MAKER_READING ? "read" : phase == ROBOTSC_MAKER_SORTING ? "sorted" : "written";
	m->progress.files = total;
	m->progress.done = done;
	cli_progress_show(&m->progress);
	return 0;
}

static void print_report(const struct making *m, const struct robotsc_maker_report *r)
{
	const double seconds = cli_progress_seconds(&m->progress);
	const struct cli_cell row[] = {{"entries", 0, CLI_NUMBER, .number = r->added},
	                               {"origins", 0, CLI_NUMBER, .number = r->origins},
	                               {"policies", 0, CLI_NUMBER, .number = r->policies},
	                               {"octets", 0, CLI_NUMBER, .number = r->octets},
	                               {"seconds", 0, CLI_MILLISECONDS, .time = (int64_t)(1000 * seconds + 0.5)}};
	if (cli_is_structured(m->s)) {
		cli_answers_row(&(struct cli_answers){0}, row, sizeof row / sizeof row[0]);
	} else if (!m->s->quiet) {
		fprintf(stderr, "robotsc: %llu entries, %llu origins, %llu policies; %llu octets, %.1f an origin; %.1f s\n",
		        (unsigned long long)r->added, (unsigned long long)r->origins, (unsigned long long)r->policies,
		        (unsigned long long)r->octets, r->origins ? (double)r->octets / (double)r->origins : 0, seconds);
	}
}

static int run(struct making *m, const struct robotsc_maker_options *options)
{
	struct robotsc_maker *maker = NULL;
	struct robotsc_maker_report report;
	const char *name = options->output;
	enum robotsc_store_status status;
	int error;
	cli_progress_begin(&m->progress, m->s->quiet);
	status = robotsc_maker_open(&maker, options);
	for (size_t i = 0; i < m->n && status == ROBOTSC_STORE_OK; i++) {
		status = add_input(maker, &m->inputs[i]);
		if (status == ROBOTSC_STORE_DAMAGED)
			name = m->inputs[i].name;
	}
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_maker_finish(maker, &report);
	error = errno;
	cli_progress_clear(&m->progress);
	robotsc_maker_close(maker);
	errno = error;
	if (status != ROBOTSC_STORE_OK)
		return cli_maker_trouble(name, status);
	print_report(m, &report);
	return CLI_OK;
}

/* ---- options ----------------------------------------------------------------------------- */

/* Read a size such as 64M.  0, or CLI_TROUBLE after a message. */
static int take_memory(const char *text, uint64_t *octets)
{
	static const char units[] = "KMGT";
	const size_t digits = strspn(text, "0123456789");
	const char *const unit = text[digits] ? strchr(units, text[digits]) : NULL;
	const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
	unsigned long long n;
	errno = 0;
	n = digits ? strtoull(text, NULL, 10) : 0;
	if (n == 0 || errno || n > UINT64_MAX >> shift >> 1 || text[digits + (unit != NULL)] != '\0')
		return cli_complain("--memory takes a number of octets, or one with K, M, G or T after it, not '%s'", text);
	*octets = (uint64_t)n << shift;
	return 0;
}

/* Refuse an output that is missing, or that is a file of another kind. */
static int check_output(const struct cli_settings *s)
{
	const bool is_folder = ((const struct cli_snapshot_own *)s->own)->shards > 0;
	struct stat st;
	if (!s->output)
		return cli_complain("--output=PATH is missing: the snapshot to make");
	if (stat(s->output, &st) < 0)
		return 0;
	if (S_ISDIR(st.st_mode) != is_folder)
		return cli_complain("%s: %s", s->output,
		                    is_folder ? "--shards writes a folder, and this is none"
		                              : "this is a folder; with --shards=N it gets a snapshot of N files");
	if (S_ISDIR(st.st_mode) || s->force || st.st_size == 0 || is_snapshot_file(s->output))
		return 0;
	return cli_complain("%s: not replaced, since it is no snapshot; --force replaces it", s->output);
}

static int make(struct making *m)
{
	const struct cli_settings *const s = m->s;
	const struct cli_snapshot_own *const own = s->own;
	struct robotsc_maker_options options = {.output = s->output,
	                                        .settings = m->inputs->settings,
	                                        .shards = (uint32_t)own->shards,
	                                        .timed = s->at != NULL,
	                                        .jobs = cli_jobs(s),
	                                        .ctx = m,
	                                        .progress = show_progress};
	if (own->memory && take_memory(own->memory, &options.memory) != 0)
		return CLI_TROUBLE;
	if (s->at && cli_take_time("at", s->at, &options.time) < 0)
		return CLI_TROUBLE;
	if (options.timed && options.time < 0)
		return cli_complain("--at takes a time from 1970 on");
	return run(m, &options);
}

static int make_of(struct making *m, char **inputs, size_t n)
{
	int result = check_output(m->s);
	for (size_t i = 0; i < n && result == 0; i++)
		result = open_input(m, inputs[i]);
	if (result == 0)
		result = import_others(m);
	if (result == 0)
		result = compare_settings(m);
	return result == 0 ? make(m) : result;
}

int cli_make_snapshot(struct cli_settings *s, char **inputs, size_t n)
{
	struct making m = {.s = s, .inputs = calloc(n + 1, sizeof *m.inputs), .imported = calloc(n + 1, sizeof *m.imported)};
	const int result = m.inputs && m.imported ? make_of(&m, inputs, n) : cli_complain("out of memory");
	for (size_t i = 0; i < m.n; i++) {
		if (m.inputs[i].store)
			cli_input_close(m.inputs[i].store);
		robotsc_snapshot_files_close(&m.inputs[i].snapshot);
	}
	free(m.inputs);
	free(m.imported);
	return result == CLI_OK && m.skipped ? CLI_DISALLOWED : result;
}
