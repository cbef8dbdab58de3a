/* filter_snapshot.c - answers URLs by a snapshot, or by all its shards.
 *
 * The URLs of a window are asked shard by shard, so that each shard gets several at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "filter_source.h"

#define WINDOW 64u
#define WINDOW_OF_SHARDS 1024u

struct snapshot_source {
	struct filter_source is;
	const struct robotsc_snapshot *shards;
	size_t n;
	/* for a window of URLs; used only with several shards */
	size_t *ends;                        /* for each shard, the index after its URLs */
	uint32_t shard_of[WINDOW_OF_SHARDS]; /* shards: none */
	struct robotsc_text urls[WINDOW_OF_SHARDS];
	struct robotsc_snapshot_answer answers[WINDOW_OF_SHARDS];
	size_t place[WINDOW_OF_SHARDS]; /* of each URL in urls and answers */
};

static enum robotsc_store_status begin(struct filter_source *source)
{
	(void)source;
	return ROBOTSC_STORE_OK;
}

static void end(struct filter_source *source)
{
	(void)source;
}

static void close_source(struct filter_source *source)
{
	struct snapshot_source *const s = (struct snapshot_source *)source;
	free(s->ends);
	free(s);
}

/* OK if all answers are those of an undamaged snapshot, else DAMAGED.  When the shard of a URL is
 * not there, its answer becomes UNKNOWN. */
static enum robotsc_store_status take_answers(struct robotsc_snapshot_answer *answers, size_t n)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	for (size_t i = 0; i < n; i++)
		switch (answers[i].status) {
		case ROBOTSC_OK:
		case ROBOTSC_ERR_UNKNOWN:
		case ROBOTSC_ERR_SCHEME:
		case ROBOTSC_ERR_HOST:
		case ROBOTSC_ERR_PORT:
			break;
		case ROBOTSC_ERR_SHARD:
			answers[i].status = ROBOTSC_ERR_UNKNOWN;
			break;
		default:
			status = ROBOTSC_STORE_DAMAGED;
		}
	return status;
}

static enum robotsc_store_status check_one(struct filter_source *source, const struct robotsc_text *urls, size_t n,
                                           struct robotsc_snapshot_answer *answers)
{
	const struct snapshot_source *const s = (const struct snapshot_source *)source;
	robotsc_snapshot_check_urls(s->shards, urls, n, answers);
	return take_answers(answers, n);
}

/* Find the shards of URLs, and sort the URLs by shard.  URLs without origin come last. */
static void sort_urls(struct snapshot_source *s, const struct robotsc_text *urls, size_t n)
{
	size_t before = 0;
	memset(s->ends, 0, (s->n + 1) * sizeof *s->ends);
	for (size_t i = 0; i < n; i++) {
		enum robotsc_status status;
		const uint32_t shard = robotsc_shard(urls[i].at, urls[i].len, (uint32_t)s->n, &status);
		s->shard_of[i] = status == ROBOTSC_OK ? shard : (uint32_t)s->n;
		s->ends[s->shard_of[i]]++;
	}
	for (size_t i = 0; i <= s->n; i++) {
		const size_t count = s->ends[i];
		s->ends[i] = before;
		before += count;
	}
	for (size_t i = 0; i < n; i++) {
		s->place[i] = s->ends[s->shard_of[i]]++;
		s->urls[s->place[i]] = urls[i];
	}
}

static enum robotsc_store_status check_shards(struct filter_source *source, const struct robotsc_text *urls, size_t n,
                                              struct robotsc_snapshot_answer *answers)
{
	struct snapshot_source *const s = (struct snapshot_source *)source;
	size_t at = 0;
	sort_urls(s, urls, n);
	for (size_t i = 0; i < s->n; at = s->ends[i++])
		if (s->ends[i] > at)
			robotsc_snapshot_check_urls(&s->shards[i], s->urls + at, s->ends[i] - at, s->answers + at);
	for (; at < n; at++)
		s->answers[at] = (struct robotsc_snapshot_answer){.status = ROBOTSC_ERR_HOST};
	for (size_t i = 0; i < n; i++)
		answers[i] = s->answers[s->place[i]];
	return take_answers(answers, n);
}

/* True for one snapshot, and for all shards of a snapshot in their order. */
static bool are_all(const struct robotsc_snapshot *shards, size_t n)
{
	for (size_t i = 0; n > 1 && i < n; i++) {
		struct robotsc_snapshot_info info;
		robotsc_snapshot_info(&shards[i], &info);
		if (info.shards != n || info.shard != i)
			return false;
	}
	return n > 0;
}

enum robotsc_store_status robotsc_filter_open_snapshot(struct robotsc_filter **filter, const struct robotsc_snapshot *shards,
                                                       size_t n, const struct robotsc_filter_options *options)
{
	struct snapshot_source *s;
	if (!robotsc__filter_takes(options) || !are_all(shards, n))
		return ROBOTSC_STORE_ARGUMENT;
	s = calloc(1, sizeof *s);
	if (!s)
		return ROBOTSC_STORE_NOMEM;
	s->is = (struct filter_source){n > 1 ? WINDOW_OF_SHARDS : WINDOW, begin, end, n > 1 ? check_shards : check_one,
	                               close_source};
	s->shards = shards;
	s->n = n;
	s->ends = calloc(n + 1, sizeof *s->ends);
	if (s->ends)
		return robotsc__filter_new(filter, &s->is, options);
	close_source(&s->is);
	return ROBOTSC_STORE_NOMEM;
}

static enum robotsc_store_status open_filter(const struct filter_opener *o, struct robotsc_filter **filter)
{
	return robotsc_filter_open_snapshot(filter, o->shards, o->n, o->options);
}

enum robotsc_store_status robotsc_filter_run_snapshot(const struct robotsc_snapshot *shards, size_t n,
                                                      const struct robotsc_filter_options *options,
                                                      const struct robotsc_filter_streams *streams,
                                                      struct robotsc_filter_report *report)
{
	const struct filter_opener opener = {.open = open_filter, .options = options, .shards = shards, .n = n};
	return robotsc__filter_run_lines(&opener, streams, report);
}
