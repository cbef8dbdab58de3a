/* ask_whole.c - see ask_whole.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask_whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "second_reader.h"
#include "robotsc/snapshot_make.h"
#include "tests/support/product.h"
#include "robotsc/audit.h"
#include "robotsc/snapshot.h"
#include "snapshot_urls.h"

#define WRONG 400 /* octets of the text that says what differs */

/* The first fault that verify reports, or what differs. */
static char line[WRONG];

static void keep_first(void *ctx, const char *fault)
{
	int *faults = ctx;

	if ((*faults)++ == 0)
		snprintf(line, sizeof line, "%s", fault);
}

static const char *verify(const struct robotsc_snapshot *s, const struct snapshot_octets *o)
{
	const char *second = second_verify(o->bytes, o->len);
	int faults = 0;
	const enum robotsc_store_status status = o->len % (8 * MADE_AGAIN) == 0
	                                                 ? robotsc_snapshot_verify_jobs(s, 2, keep_first, &faults)
	                                                 : robotsc_snapshot_verify(s, keep_first, &faults);

	if ((status == ROBOTSC_STORE_OK) != (faults == 0) || (status != ROBOTSC_STORE_OK && status != ROBOTSC_STORE_DAMAGED)) {
		snprintf(line, sizeof line, "verify %d, %d faults", (int)status, faults);
		return line;
	}
	if ((faults == 0) == (second == NULL))
		return NULL;
	if (faults == 0)
		snprintf(line, sizeof line, "verified, second reader: %s", second);
	return line;
}

/* Read the settings, which must be those in the head. */
static const char *settings(const struct robotsc_snapshot *s, struct robotsc_store_settings *found, struct robotsc_text **agents)
{
	struct robotsc_snapshot_info info;

	robotsc_snapshot_info(s, &info);
	*agents = product_alloc(NULL, (info.agents + 1) * sizeof **agents);
	robotsc_snapshot_settings(s, found, *agents);
	if (found->dialect != info.dialect || found->limit != info.limit || found->nagents != info.agents ||
	    robotsc_settings_difference(found, found) != NULL)
		return "settings";
	for (uint32_t i = 0; i < info.agents; i++)
		if (found->agents[i].len > 0 && found->agents[i].at != robotsc_snapshot_agent(s, i).at)
			return "agents of settings";
	return NULL;
}

/* True if a file opens by its name, and has the octets of a snapshot. */
static int has_octets(const char *path, const struct robotsc_snapshot_info *info, const struct snapshot_octets *o)
{
	const struct robotsc_files_options options = {.trust = ROBOTSC_TRUST_FORGED, .preload = o->len / 8 % 2};
	struct robotsc_snapshot_files files;
	struct robotsc_files_trouble trouble;
	struct robotsc_snapshot_info found;
	int same;

	if (robotsc_snapshot_files_open(&files, path, &options, &trouble) != ROBOTSC_FILES_OPEN)
		return 0;
	robotsc_snapshot_files_rest(&files);
	robotsc_snapshot_info(files.shards, &found);
	same = robotsc_snapshot_files_choose(&files, NULL, 0, files.shards) == ROBOTSC_OK && found.size == info->size &&
	       memcmp(files.shards->bytes, o->bytes, (size_t)found.size) == 0;
	robotsc_snapshot_files_close(&files);
	return same;
}

/* Make a snapshot from a snapshot.  If it is good and keeps its time, the octets are the same. */
static const char *make_again(const struct robotsc_snapshot *s, const struct robotsc_store_settings *found, int good,
                              const struct snapshot_octets *o)
{
	char path[64];
	struct robotsc_snapshot_info info;
	struct robotsc_maker *maker;
	struct robotsc_maker_options options = {.output = path, .settings = found, .memory = 1, .jobs = 1, .timed = 1};
	const char *wrong = NULL;

	robotsc_snapshot_info(s, &info);
	options.time = info.time;
	snprintf(path, sizeof path, "/tmp/robotsc-whole-%ld", (long)getpid());
	FILE *file = fopen(path, "wb");
	if (!file || fwrite(o->bytes, 1, o->len, file) != o->len || fclose(file) != 0 || !has_octets(path, &info, o))
		return "a file that is not opened by its name";
	unlink(path);
	if (robotsc_maker_open(&maker, &options) != ROBOTSC_STORE_OK)
		return good ? "a maker for the settings of a snapshot" : NULL;
	enum robotsc_store_status status = robotsc_maker_add_snapshot(maker, s);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_maker_finish(maker, NULL);
	robotsc_maker_close(maker);
	if (good && status != ROBOTSC_STORE_OK)
		wrong = "a good snapshot is not made again";
	else if (good && info.shards == 1 && o->bytes[10] == 0 && !has_octets(path, &info, o))
		wrong = "a snapshot that is made again has other octets";
	unlink(path);
	return wrong;
}

const char *ask_whole(const struct snapshot_octets *octets, uint64_t *state)
{
	const struct robotsc_snapshot_options options = {.trust = ROBOTSC_TRUST_FORGED};
	struct robotsc_store_settings found = {.limit = 0};
	struct robotsc_text *agents = NULL;
	struct robotsc_snapshot s;
	const char *wrong;

	if (robotsc_snapshot_open(&s, octets->bytes, octets->len, &options) != ROBOTSC_OK)
		return NULL;
	wrong = verify(&s, octets);
	if (wrong == NULL)
		wrong = settings(&s, &found, &agents);
	if (wrong == NULL && product_below(state, MADE_AGAIN) == 0)
		wrong = make_again(&s, &found, second_verify(octets->bytes, octets->len) == NULL, octets);
	free(agents);
	return wrong;
}

#define ASKED 6 /* URLs of a snapshot; each is asked with its own log */

/* Read a report to its end. */
static void take(void *ctx, const char *text, size_t len)
{
	uint64_t *const sum = ctx;

	for (size_t i = 0; i < len; i++)
		*sum += (unsigned char)text[i];
}

/* Compare an audit of one request with the look-up of its host.  Returns NULL, or what differs. */
static const char *compare(const struct robotsc_audit_row *row, enum robotsc_status found,
                           const struct robotsc_snapshot_entry *entry, int is_http)
{
	uint64_t sum = 0, reasons = 0;

	for (int i = 0; i < 4; i++)
		sum += row->verdicts[i];
	for (int i = 0; i < ROBOTSC_AUDIT_REASONS; i++)
		reasons += row->unknown[i];
	if (row->requests != 1 || sum != 1 || reasons != row->verdicts[ROBOTSC_AUDIT_UNKNOWN])
		return "audit: sums of a request";
	if (row->unknown[ROBOTSC_AUDIT_NO_TARGET] == 1)
		return is_http && found < ROBOTSC_ERR_SCHEME ? "audit: a request is none" : NULL;
	if ((found == ROBOTSC_ERR_UNKNOWN || found == ROBOTSC_ERR_SHARD) != (row->unknown[ROBOTSC_AUDIT_ABSENT] == 1))
		return "audit: a host that is absent";
	if (found == ROBOTSC_OK &&
	    (entry->decision.outcome == ROBOTSC_OUTCOME_DENY || entry->decision.outcome == ROBOTSC_OUTCOME_DEFER) !=
	            (row->unknown[ROBOTSC_AUDIT_UNREACHED] == 1))
		return "audit: a host that was not reached";
	return NULL;
}

static const char *report(struct robotsc_audit *audit, enum robotsc_status found, const struct robotsc_snapshot_entry *entry,
                          int is_http)
{
	const struct robotsc_audit_answer *answer;
	uint64_t sum = 0;

	if (robotsc_audit_answer(audit, &answer) != ROBOTSC_OK || answer->lines != 1)
		return "audit: the answer";
	for (int format = ROBOTSC_REPORT_TEXT; format <= ROBOTSC_REPORT_HTML; format++) {
		const struct robotsc_report page = {.write = take, .ctx = &sum, .format = (enum robotsc_report_format)format};

		robotsc_audit_report(&page, answer);
	}
	if (sum == 0)
		return "audit: no report";
	if (answer->unread == 1)
		return NULL;
	return answer->nrows == 1 ? compare(&answer->rows[0], found, entry, is_http) : "audit: rows";
}

/* True for a URL that stands in a log without escapes. */
static int is_plain(struct robotsc_text url)
{
	for (size_t i = 0; i < url.len; i++)
		if ((unsigned char)url.at[i] <= ' ' || strchr("\"\\\x7F", url.at[i]))
			return 0;
	return 1;
}

/* Audit a request for a URL, by a robot that the snapshot may know. */
static const char *ask_url(const struct robotsc_audit_question *question, const struct robotsc_snapshot *s, struct robotsc_text url,
                           struct robotsc_text robot)
{
	char *const log = product_alloc(NULL, url.len + robot.len + 100);
	struct robotsc_snapshot_entry entry;
	const enum robotsc_status found = robotsc_snapshot_find(s, url.at, url.len, &entry);
	struct robotsc_audit_lines *lines = NULL;
	struct robotsc_audit *audit = NULL;
	const char *wrong = NULL;
	const size_t len =
		(size_t)sprintf(log, "192.0.2.1 - - [01/Nov/2026:10:00:00 +0000] \"GET %.*s HTTP/1.1\" 200 9 \"-\" \"%.*s/1\"\n",
	                        (int)url.len, url.at, (int)robot.len, robot.at);
	enum robotsc_status status = robotsc_audit_open(&audit, question, NULL);

	if (status == ROBOTSC_OK)
		status = robotsc_audit_lines_new(audit, &lines);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_read(lines, log, len);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_count(audit, lines);
	if (status == ROBOTSC_OK)
		wrong = report(audit, found, &entry, url.len > 0 && (url.at[0] == 'h' || url.at[0] == 'H'));
	else if (found == ROBOTSC_ERR_UNKNOWN || found == ROBOTSC_ERR_SHARD)
		wrong = "audit: a host that is absent is refused";
	robotsc_audit_lines_free(lines);
	robotsc_audit_close(audit);
	free(log);
	return wrong;
}

const char *ask_audit(const struct snapshot_octets *octets, uint64_t *state)
{
	static struct snapshot_urls urls;
	const struct robotsc_snapshot_options options = {.trust = ROBOTSC_TRUST_FORGED};
	struct second_snapshot second;
	struct robotsc_snapshot_info info;
	struct robotsc_snapshot snapshot;
	struct robotsc_shards shards = {&snapshot, 1};
	struct robotsc_audit_hosts hosts = {.name = {"forged", 6}, .find = robotsc_snapshot_policy, .ctx = &shards};
	struct robotsc_text *agents = NULL;
	const struct robotsc_audit_question question = {.hosts = &hosts, .examples = 2};
	struct robotsc_text robot = {"AnyBot", 6};
	const char *wrong = NULL;

	if (robotsc_snapshot_open(&snapshot, octets->bytes, octets->len, &options) != ROBOTSC_OK)
		return NULL;
	robotsc_snapshot_info(&snapshot, &info);
	agents = product_alloc(NULL, (info.agents + 1) * sizeof *agents);
	for (uint32_t i = 0; i < info.agents; i++)
		agents[i] = robotsc_snapshot_agent(&snapshot, i);
	hosts.dialect = info.dialect;
	hosts.agents = agents;
	hosts.nagents = info.agents;
	if (product_below(state, 2) == 0 && robotsc_snapshot_agent(&snapshot, 0).len > 0 &&
	    is_plain(robotsc_snapshot_agent(&snapshot, 0)))
		robot = robotsc_snapshot_agent(&snapshot, 0);
	snapshot_urls_make(&urls, second_open(&second, octets->bytes, octets->len, NULL) == SECOND_OK ? &second : NULL, 1, state);
	for (size_t i = 0; i < urls.n && i < ASKED && wrong == NULL; i++)
		if (is_plain(urls.urls[i]))
			wrong = ask_url(&question, &snapshot, urls.urls[i], robot);
	free(agents);
	return wrong;
}
