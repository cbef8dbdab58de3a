/* entry_order.c - iterates over entries in order: all, or those of a domain.
 * docs/formats/snapshot.md, "Keys and order"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/plain_origin.h"
#include "access/text.h"
#include "snapshot_lookup.h"

#define KEY_MAX (ROBOTSC_ORIGIN_MAX + 4) /* octets of a key's labels, and an octet after them */
#define KEY_TAIL 3                       /* the port and the scheme, after the labels */

void robotsc_snapshot_begin(const struct robotsc_snapshot *snapshot, struct robotsc_snapshot_cursor *cursor)
{
	*cursor = (struct robotsc_snapshot_cursor){snapshot, 0, snapshot->entries_size};
}

/* At FORGED: true if robotsc_origin writes the origin like this. */
static int origin_ok(const struct robotsc_snapshot *s, struct robotsc_text text)
{
	char room[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text origin;
	size_t rest;
	return s->trust != ROBOTSC_TRUST_FORGED ||
	       (robotsc__find_origin(text.at, text.len, room, &origin, &rest) == ROBOTSC_OK && same_texts(origin, text));
}

/* After an error, the cursor is at its end. */
enum robotsc_status robotsc_snapshot_next(struct robotsc_snapshot_cursor *cursor, struct robotsc_snapshot_entry *entry)
{
	const struct robotsc_snapshot *const s = cursor->snapshot;
	struct entry_octets octets = {.size = 0};
	struct robotsc_snapshot_entry found;
	if (cursor->at >= cursor->end)
		return ROBOTSC_ERR_UNKNOWN;
	enum robotsc_status status = read_entry(s, cursor->at, &octets);
	if (status == ROBOTSC_OK)
		status = robotsc__entry_decode(s, &octets, &found);
	if (status == ROBOTSC_OK && !origin_ok(s, octets.origin))
		status = ROBOTSC_ERR_CORRUPT;
	cursor->at = status == ROBOTSC_OK ? cursor->at + octets.size : cursor->end;
	if (status == ROBOTSC_OK)
		*entry = found;
	return status;
}

/* ---- domains --------------------------------------------------------------------------- */

/* True for a host that is one label: in brackets, or with digits only in its last label. */
static int is_address(struct robotsc_text host)
{
	size_t n = host.len;
	if (n > 0 && host.at[0] == '[')
		return 1;
	while (n > 0 && is_digit(host.at[n - 1]))
		n--;
	return n < host.len && (n == 0 || host.at[n - 1] == '.');
}

/* Writes the labels of a host from last to first, KEY_DOT between them, and the octet last at the
 * end.  Returns how many octets. */
static size_t put_labels(struct robotsc_text host, uint8_t last, uint8_t key[KEY_MAX])
{
	size_t n = 0, end = host.len;
	const int address = is_address(host);
	for (;;) {
		size_t begin = end;
		while (begin > 0 && (address || host.at[begin - 1] != '.'))
			begin--;
		for (size_t i = begin; i < end; i++)
			key[n++] = (uint8_t)host.at[i];
		if (begin == 0)
			break;
		key[n++] = KEY_DOT;
		end = begin - 1;
	}
	key[n++] = last;
	return n;
}

/* A place in the order of entries: before the first host whose labels and KEY_END are not less than
 * these octets. */
struct bound {
	uint8_t key[KEY_MAX];
	size_t len;
};

/* True if an entry stands before a bound. */
static int is_before(const struct entry_octets *entry, const struct bound *bound)
{
	uint8_t key[KEY_MAX];
	const size_t n = put_labels(robotsc__origin_host(entry->origin), KEY_END, key);
	for (size_t i = 0; i < n && i < bound->len; i++)
		if (key[i] != bound->key[i])
			return key[i] < bound->key[i];
	return 0;
}

/* Finds the last mark before a bound; 0: the first entry.  A wrong result costs only time. */
static enum robotsc_status find_mark(const struct robotsc_snapshot *s, const struct bound *bound, uint64_t *offset)
{
	uint64_t low = 0, high = (s->nentries + MARK_STEP - 1) / MARK_STEP;
	*offset = 0;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2, mark = ld64(s->marks + (size_t)(middle * MARK_SIZE));
		struct entry_octets entry;
		const enum robotsc_status status = read_entry(s, mark, &entry);
		if (status != ROBOTSC_OK)
			return status;
		if (is_before(&entry, bound)) {
			*offset = mark;
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return ROBOTSC_OK;
}

/* Finds the first entry that is not before a bound.  There are MARK_STEP entries from a mark to the
 * next, so when the bound is further away, the mark is wrong. */
static enum robotsc_status find_bound(const struct robotsc_snapshot *s, const struct bound *bound, uint64_t *offset)
{
	enum robotsc_status status = find_mark(s, bound, offset);
	for (unsigned i = 0; status == ROBOTSC_OK && *offset < s->entries_size; i++) {
		struct entry_octets entry;
		status = read_entry(s, *offset, &entry);
		if (status == ROBOTSC_OK && !is_before(&entry, bound))
			return ROBOTSC_OK;
		if (status == ROBOTSC_OK && i == MARK_STEP)
			return ROBOTSC_ERR_CORRUPT;
		*offset += status == ROBOTSC_OK ? entry.size : 0;
	}
	return status;
}

enum robotsc_status robotsc_snapshot_domain(const struct robotsc_snapshot *snapshot, const char *domain, size_t len,
                                            struct robotsc_snapshot_cursor *cursor)
{
	struct bound bound;
	uint64_t at = 0, end = 0;
	if (len > ROBOTSC_ORIGIN_MAX)
		len = 0;
	if (len > 0) {
		bound.len = put_labels((struct robotsc_text){domain, len}, KEY_END, bound.key);
		enum robotsc_status status = find_bound(snapshot, &bound, &at);
		bound.key[bound.len - 1] = KEY_DOT + 1;
		if (status == ROBOTSC_OK)
			status = find_bound(snapshot, &bound, &end);
		if (status != ROBOTSC_OK)
			return status;
	}
	*cursor = (struct robotsc_snapshot_cursor){snapshot, at, end};
	return ROBOTSC_OK;
}

/* ---- origins --------------------------------------------------------------------------- */

/* Writes the key of an origin of at most ROBOTSC_ORIGIN_MAX octets.  Returns how many octets. */
static size_t put_key(struct robotsc_text origin, uint8_t key[KEY_MAX + KEY_TAIL])
{
	static const uint32_t ports[] = {80, 443, 21};
	const struct robotsc_text host = robotsc__origin_host(origin);
	const unsigned scheme = origin.at[0] == 'f' ? 2 : origin.len > 4 && origin.at[4] == 's';
	const size_t n = put_labels(host, KEY_END, key), after = (size_t)(host.at - origin.at) + host.len;
	uint32_t port = after < origin.len ? 0 : ports[scheme];
	for (size_t i = after + 1; i < origin.len; i++)
		port = 10 * port + (uint32_t)((uint8_t)origin.at[i] - '0');
	key[n] = (uint8_t)(port >> 8);
	key[n + 1] = (uint8_t)port;
	key[n + 2] = (uint8_t)(scheme + 1);
	return n + KEY_TAIL;
}

static int compare_octets(const uint8_t *a, size_t alen, const uint8_t *b, size_t blen)
{
	const size_t n = alen < blen ? alen : blen;
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return (alen > blen) - (alen < blen);
}

int robotsc_origin_order(const struct robotsc_text *a, const struct robotsc_text *b)
{
	uint8_t keys[2][KEY_MAX + KEY_TAIL];
	size_t n;
	int order;
	if (same_texts(*a, *b))
		return 0;
	if (a->len == 0 || b->len == 0 || a->len > ROBOTSC_ORIGIN_MAX || b->len > ROBOTSC_ORIGIN_MAX)
		return compare_octets((const uint8_t *)a->at, a->len, (const uint8_t *)b->at, b->len);
	n = put_key(*a, keys[0]);
	order = compare_octets(keys[0], n, keys[1], put_key(*b, keys[1]));
	return order ? order : compare_octets((const uint8_t *)a->at, a->len, (const uint8_t *)b->at, b->len);
}
