/* check_snapshot.c - check many URLs: each step runs for a window of URLs and prefetches the lines
 * for the next step.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/plain_origin.h"
#include "match/prefetch.h"
#include "snapshot_lookup.h"

_Static_assert(sizeof(struct robotsc_snapshot_answer) == 16, "the size of an answer");

#if ROBOTSC_SMALL
#define WINDOW 1
#else
#define WINDOW 32
#endif
#define ROOM (ROBOTSC_ORIGIN_MAX + 16 * WINDOW)

/* A URL of the window, and the state of its search. */
struct asked {
	const char *url;
	size_t rest; /* where path and query begin; 0: the URL has no origin */
	struct lookup lookup;
	const uint8_t *entry;
	const struct robotsc_group *group;
	uint64_t policy;
	uint8_t status; /* enum robotsc_status */
	uint8_t same;   /* the URL begins as the previous one */
};

struct url_window {
	struct asked asked[1 + WINDOW]; /* the first is the last URL of the previous window */
	struct robotsc_group groups[1 + WINDOW];
	const uint8_t *next[WINDOW], *bits[WINDOW]; /* the addresses that the next step reads */
	char room[ROOM];                            /* origins that write_origin wrote */
	size_t used;
};

/* Prefetches lines at n addresses, the first line of each before the second.  So the slow
 * translations of the addresses overlap. */
SPECIALIZED void fetch_lines(const uint8_t *const *at, size_t n, size_t lines)
{
	for (size_t line = 0; line < lines; line++)
		for (size_t i = 0; i < n; i++)
			PREFETCH(at[i] + line * CACHE_LINE);
}

/* True if a URL has the scheme and the authority of another one. */
static inline int begins_as(const struct robotsc_text *url, const struct asked *other)
{
	const size_t n = other->rest;
	return n > 0 && url->len >= n && same_octets_as(url->at, other->url, n) &&
	       (url->len == n || url->at[n] == '/' || url->at[n] == '?' || url->at[n] == '#');
}

/* The origin of a URL that spells it in another way, written into the room of the window. */
NOT_INLINE static enum robotsc_status write_origin(struct robotsc_text url, struct url_window *w, struct robotsc_text *origin,
                                                   size_t *rest)
{
	const enum robotsc_status status = robotsc__find_origin(url.at, url.len, w->room + w->used, origin, rest);
	if (status == ROBOTSC_OK)
		w->used += origin->len;
	else
		*rest = 0;
	return status;
}

/* Finds the origins of URLs, and where their searches begin.  Returns how many URLs fit into the
 * window. */
static size_t find_origins(const struct robotsc_snapshot *s, const struct robotsc_text *urls, size_t n, struct url_window *w)
{
	size_t i = 0, next = 0;
	w->used = 0;
	for (; i < n && i < WINDOW && w->used <= ROOM - ROBOTSC_ORIGIN_MAX; i++) {
		struct asked *const a = &w->asked[1 + i];
		struct robotsc_text origin = urls[i];
		a->same = (uint8_t)begins_as(&urls[i], a - 1);
		a->url = urls[i].at;
		if (a->same) {
			a->rest = a[-1].rest;
			continue;
		}
		a->status = ROBOTSC_OK;
		origin.len = a->rest = robotsc__plain_origin(urls[i].at, urls[i].len);
		if (!a->rest)
			a->status = (uint8_t)write_origin(urls[i], w, &origin, &a->rest);
		if (a->status != ROBOTSC_OK)
			continue;
		begin_lookup(s, origin, &a->lookup);
		w->next[next++] = bucket_at(s, a->lookup.bucket);
	}
	fetch_lines(w->next, next, (uintptr_t)s->index % CACHE_LINE ? 2 : 1);
	return i;
}

/* Reads buckets until each search has hit a slot or has no buckets left. */
static void read_buckets(const struct robotsc_snapshot *s, struct url_window *w, size_t n)
{
	struct asked *open[WINDOW];
	size_t left = 0;
	for (struct asked *a = w->asked + 1; a <= w->asked + n; a++)
		if (!a->same && a->status == ROBOTSC_OK)
			open[left++] = a;
	while (left > 0) {
		const size_t some = left;
		size_t next = 0;
		left = 0;
		for (size_t i = 0; i < some; i++) {
			struct asked *const a = open[i];
			a->status = (uint8_t)read_bucket(s, &a->lookup);
			if (a->status != ROBOTSC_OK)
				continue;
			if (a->lookup.hits) {
				const uint64_t offset = first_hit(&a->lookup);
				if (offset < s->entries_size)
					w->next[next++] = s->entries + (size_t)offset;
			} else if (a->lookup.left) {
				PREFETCH(bucket_at(s, a->lookup.bucket) + BUCKET_SIZE - 1);
				open[left++] = a;
			}
		}
		fetch_lines(w->next, next, 2);
	}
}

/* As robotsc__lookup_finish, but quick when the first hit is the entry. */
static inline enum robotsc_status find_hit(const struct robotsc_snapshot *s, struct lookup *l, struct entry_octets *entry)
{
	if (l->hits && read_entry(s, first_hit(l), entry) == ROBOTSC_OK && same_texts(entry->origin, l->origin))
		return ROBOTSC_OK;
	return robotsc__lookup_finish(s, l, entry);
}

static void read_entries(const struct robotsc_snapshot *s, struct url_window *w, size_t n)
{
	size_t next = 0;
	for (struct asked *a = w->asked + 1; a <= w->asked + n; a++) {
		struct entry_octets octets;
		if (a->same || a->status != ROBOTSC_OK)
			continue;
		a->status = (uint8_t)find_hit(s, &a->lookup, &octets);
		if (a->status == ROBOTSC_OK && !entry_values_ok(s, octets.at))
			a->status = ROBOTSC_ERR_CORRUPT;
		if (a->status != ROBOTSC_OK)
			continue;
		a->entry = octets.at;
		a->policy = entry_policy(octets.at);
		if (a->policy < s->policies_size) {
			if (s->used)
				w->bits[next] = used_octet(s, used_number(s, a->policy));
			w->next[next++] = s->policies + (size_t)a->policy;
		}
	}
	if (s->used)
		fetch_lines(w->bits, next, 1);
	fetch_lines(w->next, next, 3);
}

/* Makes the groups, and copies the answer of the previous URL to those that begin like it. */
static void make_groups(const struct robotsc_snapshot *s, struct url_window *w, size_t n)
{
	for (size_t i = 1; i <= n; i++) {
		struct asked *const a = &w->asked[i];
		if (a->same) {
			a->status = a[-1].status;
			a->entry = a[-1].entry;
			a->group = a[-1].group;
		} else if (a->status == ROBOTSC_OK) {
			a->group = &w->groups[i];
			a->status = (uint8_t)robotsc__policy_group(s, a->policy, &w->groups[i]);
		}
	}
}

/* The part of a URL that rules match: all after the authority.  The dialect google finds it by its
 * own rules. */
static inline struct robotsc_text path_of(const struct asked *a, struct robotsc_text url, int google)
{
	struct robotsc_text path = {url.at + a->rest, url.len - a->rest};
	if (google)
		robotsc_url_path(ROBOTSC_GOOGLE, url.at, url.len, &path);
	else if (path.len > 0 && path.at[0] == '#')
		path.len = 0;
	return path;
}

static void check_window(const struct robotsc_snapshot *s, const struct url_window *w, const struct robotsc_text *urls, size_t n,
                         struct robotsc_snapshot_answer *answers)
{
	struct robotsc_query queries[WINDOW];
	uint8_t verdicts[WINDOW];
	size_t asked = 0;
	for (const struct asked *a = w->asked + 1; a <= w->asked + n; a++, urls++)
		if (a->status == ROBOTSC_OK)
			queries[asked++] = (struct robotsc_query){a->group, path_of(a, *urls, s->dialect == ROBOTSC_GOOGLE)};
	robotsc_check_batch(queries, asked, verdicts);
	asked = 0;
	for (const struct asked *a = w->asked + 1; a <= w->asked + n; a++, answers++) {
		*answers = (struct robotsc_snapshot_answer){.status = a->status};
		if (a->status != ROBOTSC_OK)
			continue;
		answers->verdict = verdicts[asked++];
		answers->outcome = a->entry[ENTRY_AT_OUTCOME];
		answers->revalidate = a->entry[ENTRY_AT_FLAGS] & ENTRY_REVALIDATE;
		answers->challenge = (a->entry[ENTRY_AT_FLAGS] & ENTRY_CHALLENGE) != 0;
		answers->expires = (int64_t)ld40(a->entry + ENTRY_AT_EXPIRES);
	}
}

void robotsc_snapshot_check_urls(const struct robotsc_snapshot *snapshot, const struct robotsc_text *urls, size_t n,
                                 struct robotsc_snapshot_answer *answers)
{
	struct url_window w;
	w.asked[0].rest = 0;
	while (n > 0) {
		const size_t some = find_origins(snapshot, urls, n, &w);
		read_buckets(snapshot, &w, some);
		read_entries(snapshot, &w, some);
		make_groups(snapshot, &w, some);
		check_window(snapshot, &w, urls, some, answers);
		w.asked[0] = w.asked[some];
		if (w.asked[0].status == ROBOTSC_OK) {
			w.groups[0] = *w.asked[0].group;
			w.asked[0].group = &w.groups[0];
		}
		urls += some;
		answers += some;
		n -= some;
	}
}
