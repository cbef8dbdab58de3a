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

#define WRONG 400 /* octets of what differs */

/* What verify reports, or what differs. */
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

/* The settings are those of the head. */
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

/* True if a file is opened by its name, and has the octets of a snapshot. */
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

/* A snapshot of a snapshot: of one that is good, with its time, the same octets. */
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
