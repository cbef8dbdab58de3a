/* snapshot_parts_test.c - a search in parts finds what robotsc_snapshot_find and _blob find, in
 * intact and damaged snapshots, and wants few octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_ask.h"
#include "tests/support/test.h"

/* The end of a search. */
struct ended {
	enum robotsc_status status;
	struct robotsc_snapshot_entry entry;
	struct robotsc_blob blob;
	uint8_t *parts[8]; /* the parts, each in memory of its size */
	unsigned count;    /* of parts */
	uint64_t largest;  /* octets of the largest part but the last */
	struct robotsc_snapshot_search search;
};

static void search_parts(const struct robotsc_snapshot *head, const struct world *w, struct robotsc_text url, struct ended *e)
{
	struct robotsc_snapshot_search *const search = &e->search;

	*e = (struct ended){.count = 0};
	e->status = robotsc_snapshot_search_begin(head, url.at, url.len, search);
	while (e->status == ROBOTSC_OK && search->size > 0) {
		if (!CHECK_MSG(search->at < w->len && search->size <= w->len - search->at && e->count < 8, "%.*s", (int)url.len,
		               url.at))
			return;
		if (search->size > e->largest && e->count < 2)
			e->largest = search->size;
		e->parts[e->count] = malloc((size_t)search->size);
		memcpy(e->parts[e->count], w->bytes + search->at, (size_t)search->size);
		e->status = robotsc_snapshot_search_next(search, e->parts[e->count++], &e->entry, &e->blob);
	}
	CHECK(search->size == 0);
	CHECK(robotsc_snapshot_search_next(search, w->bytes, &e->entry, &e->blob) == ROBOTSC_ERR_ARGUMENT ||
	      e->status != ROBOTSC_OK);
}

static void forget(struct ended *e)
{
	while (e->count > 0)
		free(e->parts[--e->count]);
}

static int same_entry(const struct robotsc_snapshot_entry *a, const struct robotsc_snapshot_entry *b)
{
	return a->origin.len == b->origin.len && memcmp(a->origin.at, b->origin.at, a->origin.len) == 0 && a->policy == b->policy &&
	       memcmp(&a->decision, &b->decision, sizeof a->decision) == 0;
}

/* How many parts a search has: if the origin is not there, it ends after the buckets. */
static unsigned parts_of(enum robotsc_status status)
{
	return status == ROBOTSC_OK ? 3 : status == ROBOTSC_ERR_UNKNOWN || status == ROBOTSC_ERR_SHARD ? 1 : 0;
}

static int is_damage(enum robotsc_status status)
{
	return status >= ROBOTSC_ERR_TRUNCATED && status <= ROBOTSC_ERR_CHECKSUM;
}

/* Both ways give the same result for a URL.  But when a size is damaged, the status in parts may
 * differ, and at the level KNOWN nothing checks for damage. */
static void compare(const struct robotsc_snapshot *whole, const struct robotsc_snapshot *head, const struct world *w,
                    struct robotsc_text url, int damaged)
{
	struct robotsc_snapshot_entry entry;
	struct robotsc_blob blob;
	struct ended e;
	enum robotsc_status status = robotsc_snapshot_find(whole, url.at, url.len, &entry);

	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_blob(whole, &entry, &blob);
	search_parts(head, w, url, &e);
	if (!damaged || whole->trust != ROBOTSC_TRUST_KNOWN)
		CHECK_MSG(e.status == status || (damaged && is_damage(status) && is_damage(e.status)), "%.*s: %d, in parts %d",
		          (int)url.len, url.at, status, e.status);
	if (status == ROBOTSC_OK && e.status == ROBOTSC_OK)
		CHECK_MSG(same_entry(&entry, &e.entry) && blob.size == e.blob.size &&
		                  memcmp(blob.bytes, e.blob.bytes, blob.size) == 0,
		          "%.*s", (int)url.len, url.at);
	CHECK(e.largest <= 1024 && (damaged || e.count == parts_of(status)));
	forget(&e);
}

/* The head in memory of its size. */
static uint8_t *copy_head(const struct world *w)
{
	uint8_t *const head = malloc(head_size(w->bytes));

	memcpy(head, w->bytes, head_size(w->bytes));
	return head;
}

static enum robotsc_status open_both(const struct world *w, enum robotsc_trust trust, const uint8_t *octets,
                                     struct robotsc_snapshot *whole, struct robotsc_snapshot *head)
{
	const struct robotsc_snapshot_options options = {.tokens = robots, .ntokens = 0, .trust = trust, .root = root_of(w->bytes)};
	const enum robotsc_status status = robotsc_snapshot_open(whole, w->bytes, w->len, &options);

	CHECK(robotsc_snapshot_open_head(head, octets, head_size(w->bytes), w->len, &options) == status);
	return status;
}

static void ask_urls(const struct robotsc_snapshot *whole, const struct robotsc_snapshot *head, const struct world *w, int damaged)
{
	static const char *const others[] = {"http://not-there.example/", "ftp://[::9]/",        "mailto:a@b.c",
	                                     "http://a:99999/",           "https://example.com", "http://sub.example.net:81/x"};
	char url[400];
	size_t i;

	for (i = 0; i < w->n; i++)
		compare(whole, head, w, (struct robotsc_text){url, put_url(url, w->entries[i].origin, "/a?b")}, damaged);
	for (i = 0; i < sizeof others / sizeof *others; i++)
		compare(whole, head, w, (struct robotsc_text){others[i], strlen(others[i])}, damaged);
}

static void whole(void)
{
	static const struct world_plan plans[] = {
		{0, 0, 20, ROBOTSC_RFC9309, robots, 1},    {1, 1, 1, ROBOTSC_RFC9309, robots, 1},
		{2, 2, 2, ROBOTSC_RFC9309, robots, 3},     {300, 90, 4, ROBOTSC_GOOGLE, robots, 1},
		{300, 90, 5, ROBOTSC_CONNER2, robots, 3},  {5000, 600, 8, ROBOTSC_RFC9309, robots, 1},
		{300, 90, 9, ROBOTSC_KOSTER1996, NULL, 0},
	};
	size_t i, t;

	for (i = 0; i < sizeof plans / sizeof *plans; i++) {
		struct robotsc_snapshot all, head;
		struct world w;
		uint8_t *octets;

		if (!CHECK(world_make(&w, &plans[i]) == 0))
			continue;
		octets = copy_head(&w);
		for (t = 0; t < 3; t++)
			if (CHECK(open_both(&w, trusts[t], octets, &all, &head) == ROBOTSC_OK))
				ask_urls(&all, &head, &w, 0);
		free(octets);
		world_free(&w);
	}
}

/* A file of another size is refused, and so is a head that is cut. */
static void sizes(void)
{
	const struct world_plan plan = {7, 3, 42, ROBOTSC_RFC9309, robots, 1};
	struct robotsc_snapshot s;
	struct world w;
	size_t len;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	for (len = 0; len < head_size(w.bytes); len++) {
		uint8_t *const cut = malloc(len + 1);

		memcpy(cut, w.bytes, len);
		CHECK(robotsc_snapshot_open_head(&s, cut, len, w.len, NULL) ==
		      (len < 320 ? ROBOTSC_ERR_TRUNCATED : ROBOTSC_ERR_CORRUPT));
		free(cut);
	}
	CHECK(robotsc_snapshot_open_head(&s, w.bytes, len, w.len - 1, NULL) == ROBOTSC_ERR_TRUNCATED);
	CHECK(robotsc_snapshot_open_head(&s, w.bytes, len, w.len + ((uint64_t)1 << 32), NULL) == ROBOTSC_ERR_CORRUPT);
	CHECK(robotsc_snapshot_open_head(&s, w.bytes, len, w.len, NULL) == ROBOTSC_OK);
	world_free(&w);
}

/* Each flipped bit after the head: both ways say the same. */
static void every_bit(void)
{
	const struct world_plan plan = {7, 3, 42, ROBOTSC_RFC9309, robots, 1};
	struct robotsc_snapshot all, head;
	struct world w;
	uint8_t *octets;
	size_t bit, t;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	octets = copy_head(&w);
	for (bit = 8 * (size_t)head_size(w.bytes); bit < 8 * w.len; bit++) {
		w.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
		for (t = 0; t < 3; t++)
			if (CHECK(open_both(&w, trusts[t], octets, &all, &head) == ROBOTSC_OK))
				ask_urls(&all, &head, &w, 1);
		w.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	free(octets);
	world_free(&w);
}

int main(void)
{
	CHECK_PART(whole);
	CHECK_PART(sizes);
	CHECK_PART(every_bit);
	return check_done();
}
