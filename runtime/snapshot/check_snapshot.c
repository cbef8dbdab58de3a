/* check_snapshot.c - check many URLs: each step for a window of URLs, while the next step's cache
 * lines arrive.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/prefetch.h"
#include "plain_origin.h"
#include "snapshot_lookup.h"

_Static_assert(sizeof(struct robotsc_snapshot_answer) == 16, "the size of an answer");

#if ROBOTSC_SMALL
#define WINDOW 1
#else
#define WINDOW 64
#endif
#define ROOM (ROBOTSC_ORIGIN_MAX + 16 * WINDOW)

/* A URL of the window, and how far its search is. */
struct asked {
	const char *url;
	size_t rest; /* where path and query begin; 0: the URL has no origin */
	const struct robotsc_group *group;
	struct lookup lookup;
	uint64_t at; /* of the entry, then of its policy */
	struct robotsc_snapshot_answer answer;
	uint8_t same; /* the URL begins as the one before */
};

struct window {
	struct asked asked[1 + WINDOW]; /* the first is the last one of the last window */
	struct robotsc_group groups[1 + WINDOW];
	char room[ROOM]; /* origins that are no part of their URLs */
	size_t used;
};

/* Two lines: what begins there may cross a line's end. */
SPECIALIZED void fetch_lines(const uint8_t *at)
{
	PREFETCH(at);
	PREFETCH(at + CACHE_LINE);
}

/* True if a URL has the scheme and the authority of another one. */
static inline int begins_as(const struct robotsc_text *url, const struct asked *other)
{
	const size_t n = other->rest;
	return n > 0 && url->len >= n && same_octets_as(url->at, other->url, n) &&
	       (url->len == n || url->at[n] == '/' || url->at[n] == '?' || url->at[n] == '#');
}

/* Finds the origins of URLs, and where their searches begin.  Returns how many fit. */
static size_t find_origins(const struct robotsc_snapshot *s, const struct robotsc_text *urls, size_t n, struct window *w)
{
	size_t i = 0;
	w->used = 0;
	for (; i < n && i < WINDOW && w->used <= ROOM - ROBOTSC_ORIGIN_MAX; i++) {
		struct asked *const a = &w->asked[1 + i];
		struct robotsc_text origin;
		a->same = (uint8_t)begins_as(&urls[i], a - 1);
		a->url = urls[i].at;
		if (a->same) {
			a->rest = a[-1].rest;
			continue;
		}
		a->answer = (struct robotsc_snapshot_answer){.status = 0};
		a->answer.status = (uint8_t)robotsc__find_origin(urls[i].at, urls[i].len, w->room + w->used, &origin, &a->rest);
		if (a->answer.status != ROBOTSC_OK) {
			a->rest = 0;
			continue;
		}
		w->used += origin.at == a->url ? 0 : origin.len;
		a->lookup = begin_lookup(s, origin);
		PREFETCH(bucket_at(s, a->lookup.bucket));
		PREFETCH(bucket_at(s, a->lookup.bucket) + BUCKET_SIZE - 1);
	}
	return i;
}

/* Reads buckets until each search has hit a slot or has come to its end. */
static void read_buckets(const struct robotsc_snapshot *s, struct window *w, size_t n)
{
	struct asked *open[WINDOW];
	size_t left = 0;
	for (struct asked *a = w->asked + 1; a <= w->asked + n; a++)
		if (!a->same && a->answer.status == ROBOTSC_OK)
			open[left++] = a;
	while (left > 0) {
		const size_t some = left;
		left = 0;
		for (size_t i = 0; i < some; i++) {
			struct asked *const a = open[i];
			a->answer.status = (uint8_t)read_bucket(s, &a->lookup);
			if (a->answer.status != ROBOTSC_OK)
				continue;
			if (a->lookup.hits) {
				a->at = first_hit(&a->lookup);
				if (a->at < s->entries_size)
					fetch_lines(s->entries + (size_t)a->at);
			} else if (a->lookup.left) {
				PREFETCH(bucket_at(s, a->lookup.bucket) + BUCKET_SIZE - 1);
				open[left++] = a;
			}
		}
	}
}

static void read_entries(const struct robotsc_snapshot *s, struct window *w, size_t n)
{
	for (struct asked *a = w->asked + 1; a <= w->asked + n; a++) {
		struct entry_octets octets;
		struct robotsc_snapshot_entry entry;
		if (a->same || a->answer.status != ROBOTSC_OK)
			continue;
		enum robotsc_status status = robotsc__lookup_finish(s, &a->lookup, &octets);
		if (status == ROBOTSC_OK)
			status = robotsc__entry_decode(s, &octets, &entry);
		a->answer.status = (uint8_t)status;
		if (status != ROBOTSC_OK)
			continue;
		a->answer.outcome = entry.decision.outcome;
		a->answer.revalidate = entry.decision.revalidate;
		a->answer.expires = entry.decision.expires;
		a->at = entry.policy;
		if (a->at < s->policies_size) {
			fetch_lines(s->policies + (size_t)a->at);
			if (s->used)
				PREFETCH(used_octet(s, used_number(s, a->at)));
		}
	}
}

/* Makes the groups, and the answers of URLs that begin as the one before. */
static void make_groups(const struct robotsc_snapshot *s, struct window *w, size_t n)
{
	for (size_t i = 1; i <= n; i++) {
		struct asked *const a = &w->asked[i];
		if (a->same) {
			a->answer = a[-1].answer;
			a->group = a[-1].group;
		} else if (a->answer.status == ROBOTSC_OK) {
			a->group = &w->groups[i];
			a->answer.status = (uint8_t)robotsc__policy_group(s, a->at, &w->groups[i]);
		}
	}
}

/* The part of a URL that rules match: all after the authority.  The dialect google finds it in its
 * own way. */
static inline struct robotsc_text path_of(const struct asked *a, struct robotsc_text url, int google)
{
	struct robotsc_text path = {url.at + a->rest, url.len - a->rest};
	if (google)
		robotsc_url_path(ROBOTSC_GOOGLE, url.at, url.len, &path);
	else if (path.len > 0 && path.at[0] == '#')
		path.len = 0;
	return path;
}

static void check_window(const struct robotsc_snapshot *s, const struct window *w, const struct robotsc_text *urls, size_t n,
                         struct robotsc_snapshot_answer *answers)
{
	struct robotsc_query queries[WINDOW];
	uint8_t verdicts[WINDOW];
	size_t asked = 0;
	for (size_t i = 0; i < n; i++) {
		answers[i] = w->asked[1 + i].answer;
		if (answers[i].status == ROBOTSC_OK)
			queries[asked++] = (struct robotsc_query){w->asked[1 + i].group,
			                                          path_of(&w->asked[1 + i], urls[i], s->dialect == ROBOTSC_GOOGLE)};
	}
	robotsc_check_batch(queries, asked, verdicts);
	asked = 0;
	for (size_t i = 0; i < n; i++) {
		const int ok = answers[i].status == ROBOTSC_OK;
		if (ok)
			answers[i].verdict = verdicts[asked++];
		else
			answers[i] = (struct robotsc_snapshot_answer){.status = answers[i].status};
	}
}

void robotsc_snapshot_check_urls(const struct robotsc_snapshot *snapshot, const struct robotsc_text *urls, size_t n,
                                 struct robotsc_snapshot_answer *answers)
{
	struct window w;
	w.asked[0].rest = 0;
	while (n > 0) {
		const size_t some = find_origins(snapshot, urls, n, &w);
		read_buckets(snapshot, &w, some);
		read_entries(snapshot, &w, some);
		make_groups(snapshot, &w, some);
		check_window(snapshot, &w, urls, some, answers);
		w.asked[0] = w.asked[some];
		if (w.asked[0].answer.status == ROBOTSC_OK) {
			w.groups[0] = *w.asked[0].group;
			w.asked[0].group = &w.groups[0];
		}
		urls += some;
		answers += some;
		n -= some;
	}
}
