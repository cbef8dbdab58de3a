/* maker.c - makes snapshots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hosts/agent_order.h"
#include "maker_state.h"
#include "hosts/snapshot/reader/snapshot_layout.h"
#include "spool.h"
#include "hosts/pipeline.h"

#define MEMORY_USUAL (UINT64_C(512) << 20)
#define WORKERS_MAX 64u

/* ---- opening --------------------------------------------------------------------------- */

static enum robotsc_store_status copy_output(struct robotsc_maker *m)
{
	size_t len = strlen(m->options.output);
	while (len > 1 && m->options.output[len - 1] == '/' && m->options.shards)
		len--;
	m->output = strndup(m->options.output, len);
	m->folder = !m->output ? NULL : m->options.shards ? strdup(m->output) : robotsc__folder_of(m->output);
	if (!m->output || !m->folder)
		return ROBOTSC_STORE_NOMEM;
	m->options.output = m->output;
	if (m->options.shards && mkdir(m->folder, 0777) < 0 && errno != EEXIST)
		return robotsc__spool_status(errno);
	return ROBOTSC_STORE_OK;
}

static int compare_agents(const void *a, const void *b)
{
	return agent_order(a, b);
}

/* Copy the tokens, in order, into one block of memory: the array, then the text of all. */
static enum robotsc_store_status copy_settings(struct robotsc_maker *m)
{
	const struct robotsc_store_settings *const from = m->options.settings;
	struct robotsc_text *agents;
	size_t octets = 0;
	char *text;
	for (size_t i = 0; i < from->nagents; i++)
		octets += from->agents[i].len;
	agents = malloc(from->nagents * sizeof *agents + octets + 1);
	if (!agents)
		return ROBOTSC_STORE_NOMEM;
	text = (char *)(agents + from->nagents);
	for (size_t i = 0; i < from->nagents; i++) {
		const size_t len = from->agents[i].len;
		memcpy(text, from->agents[i].at, len);
		agents[i] = (struct robotsc_text){text, len};
		text += len;
	}
	m->settings = *from;
	if (from->nagents > 0)
		qsort(agents, from->nagents, sizeof *agents, compare_agents);
	m->settings.agents = agents;
	m->options.settings = &m->settings;
	return ROBOTSC_STORE_OK;
}

static bool options_ok(const struct robotsc_maker_options *o)
{
	size_t head = HEAD_AT_TOKENS + HEAD_ROOT;
	if (!o->output || !*o->output || !o->settings || o->shards > ROBOTSC_SNAPSHOT_SHARDS_MAX)
		return false;
	for (size_t i = 0; i < o->settings->nagents; i++) {
		if (o->settings->agents[i].len > UINT16_MAX)
			return false;
		head += 2 + o->settings->agents[i].len;
		if (head > ROBOTSC_SNAPSHOT_HEAD_MAX)
			return false;
	}
	return robotsc_dialect_name(o->settings->dialect) != NULL;
}

enum robotsc_store_status robotsc_maker_open(struct robotsc_maker **maker, const struct robotsc_maker_options *options)
{
	struct robotsc_maker *m;
	enum robotsc_store_status status;
	if (!options_ok(options))
		return ROBOTSC_STORE_ARGUMENT;
	m = calloc(1, sizeof *m);
	if (!m)
		return ROBOTSC_STORE_NOMEM;
	m->options = *options;
	m->workers = robotsc__workers(options->jobs);
	if (m->workers > WORKERS_MAX)
		m->workers = WORKERS_MAX;
	m->memory = (options->memory ? options->memory : MEMORY_USUAL) / 2;
	status = copy_settings(m);
	if (status == ROBOTSC_STORE_OK)
		status = copy_output(m);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__sorter_open(&m->origins, m->folder, m->memory, m->workers);
	if (status == ROBOTSC_STORE_OK)
		*maker = m;
	else
		robotsc_maker_close(m);
	return status;
}

void robotsc_maker_close(struct robotsc_maker *m)
{
	const int error = errno; /* why */
	if (!m)
		return;
	robotsc__sorter_close(m->origins);
	free((void *)m->settings.agents);
	free(m->output);
	free(m->folder);
	free(m);
	errno = error;
}

/* ---- adding ---------------------------------------------------------------------------- */

enum robotsc_store_status robotsc_maker_add(struct robotsc_maker *m, const char *url, size_t len,
                                            const struct robotsc_decision *decision, const void *blob, size_t blob_len)
{
	char text[ROBOTSC_ORIGIN_MAX];
	size_t n;
	enum robotsc_store_status status;
	uint32_t shard = 0;
	if (robotsc_origin(url, len, text, sizeof text, &n) != ROBOTSC_OK)
		return ROBOTSC_STORE_ORIGIN;
	if (m->options.shards > 1)
		shard = robotsc_shard(text, n, m->options.shards, NULL);
	status = robotsc__winners_add(m->origins, shard, (struct robotsc_text){text, n}, decision, blob, blob_len);
	if (status == ROBOTSC_STORE_OK && ++m->added % PROGRESS_STEP == 0)
		status = call_progress(m, ROBOTSC_MAKER_READING, m->added, 0);
	return status;
}

/* ---- finishing --------------------------------------------------------------------------- */

static bool is_expected(const struct robotsc_maker *m, const struct shard_row *rows, uint32_t n)
{
	for (uint32_t i = 0; m->expected && i < n; i++)
		if (memcmp(rows[i].root, m->expected + m->expected_step * i, sizeof rows[i].root) != 0)
			return false;
	return true;
}

/* Write all shards into parts. */
static enum robotsc_store_status write_parts(struct robotsc_maker *m, struct part *parts, struct shard_row *rows, uint32_t n)
{
	struct winners winners = {0};
	enum robotsc_store_status status = robotsc__sorter_sort(m->origins);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__winners_begin(&winners, m->origins);
	for (uint32_t i = 0; i < n && status == ROBOTSC_STORE_OK; i++) {
		status = robotsc__part_open(&parts[i], m->folder);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc__shard_write(m, &winners, i, parts[i].fd, &rows[i]);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc__part_close(&parts[i]);
	}
	robotsc__winners_free(&winners);
	return status;
}

static enum robotsc_store_status publish(struct robotsc_maker *m, struct part *parts, const struct shard_row *rows)
{
	enum robotsc_store_status status;
	if (m->options.shards)
		return robotsc__publish_shards(m->folder, parts, rows, m->options.shards);
	status = robotsc__part_rename(parts, m->folder, m->output);
	return status == ROBOTSC_STORE_OK ? robotsc__sync_folder(m->folder) : status;
}

enum robotsc_store_status robotsc_maker_finish(struct robotsc_maker *m, struct robotsc_maker_report *report)
{
	const uint32_t n = m->options.shards ? m->options.shards : 1;
	struct part *const parts = calloc(n, sizeof *parts);
	struct shard_row *const rows = calloc(n, sizeof *rows);
	enum robotsc_store_status status = ROBOTSC_STORE_NOMEM;
	robotsc__parts_clear(m->folder);
	for (uint32_t i = 0; parts && i < n; i++)
		parts[i].fd = -1;
	if (parts && rows)
		status = write_parts(m, parts, rows, n);
	if (status == ROBOTSC_STORE_OK && !is_expected(m, rows, n))
		status = ROBOTSC_STORE_DAMAGED;
	if (status == ROBOTSC_STORE_OK)
		status = publish(m, parts, rows);
	for (uint32_t i = 0; parts && i < n; i++)
		robotsc__part_drop(&parts[i], m->folder);
	if (status == ROBOTSC_STORE_OK && report) {
		*report = (struct robotsc_maker_report){.added = m->added};
		for (uint32_t i = 0; i < n; i++) {
			report->origins += rows[i].entries;
			report->policies += rows[i].policies;
			report->octets += rows[i].size;
		}
	}
	free(parts);
	free(rows);
	return status;
}
