/* hostile_path.c - paths aimed at the rules of a text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hostile.h"

#include <string.h>

struct out {
	char *at;
	size_t len, room;
};

static void put(struct out *o, const char *at, size_t len)
{
	if (len > o->room - o->len)
		len = o->room - o->len;
	if (len > 0)
		memcpy(o->at + o->len, at, len);
	o->len += len;
}

/* The text, and the value found last, so that files of one line are not searched each time. */
struct aim {
	const char *text, *end;
	const char *start, *stop; /* its line, and the lines before it that have no value */
	const char *value;
	size_t len, first; /* of the value, and of its first segment */
};

/* Find the value of a line: it begins with '/' or '*' after the colon.  Returns 0 if there is
 * none. */
static int value_of(struct aim *a, const char *line, const char *stop)
{
	const char *p = memchr(line, ':', (size_t)(stop - line));

	if (p == NULL)
		return 0;
	for (p++; p < stop && *p == ' '; p++)
		continue;
	if (p == stop || (*p != '/' && *p != '*'))
		return 0;
	a->value = p;
	a->len = (size_t)(stop - p);
	return 1;
}

/* Octets of the segment at p, at most `most`: it ends at a star, an end anchor or the end. */
static size_t segment(const char *p, size_t len, size_t most)
{
	const size_t looked = len < most ? len : most;
	const char *const star = looked > 0 ? memchr(p, '*', looked) : NULL;

	if (star != NULL)
		return (size_t)(star - p);
	return looked - (looked > 0 && looked == len && p[len - 1] == '$');
}

static const char *line_end(const struct aim *a, const char *line)
{
	/* Search in pieces: if all lines end with CR, there is no LF in the whole text, and the
	 * reverse. */
	for (const char *p = line; p < a->end;) {
		const size_t left = (size_t)(a->end - p), n = left < 256 ? left : 256;
		const char *const lf = memchr(p, '\n', n), *const cr = memchr(p, '\r', lf ? (size_t)(lf - p) : n);

		if (cr || lf)
			return cr ? cr : lf;
		p += n;
	}
	return a->end;
}

/* Find the value of the line around an offset, or of the next line that has one. */
static void aim_at(struct aim *a, size_t offset)
{
	const char *p = a->text + offset, *const known = a->start, *start, *stop;

	if (known != NULL && p >= known && p < a->stop)
		return;
	while (p > a->text && p[-1] != '\n' && p[-1] != '\r')
		p--;
	for (start = p; p < a->end && p != known; p = stop + 1) {
		stop = line_end(a, p);
		if (value_of(a, p, stop))
			break;
	}
	a->start = start;
	if (p == known)
		return;
	if (p >= a->end) {
		a->value = a->text;
		a->len = 0;
	}
	a->first = segment(a->value, a->len, a->len);
	a->stop = a->len > 0 ? a->value + a->len : a->end;
}

/* Put one floating segment of the value: the first or the last. */
static void put_segment(struct out *o, const struct aim *a, int last)
{
	const char *const v = a->value;
	const size_t len = a->len;
	size_t i = a->first, n, at = 0, found = i;

	if (last) {
		for (i = len > 4000 ? len - 4000 : 0; i < len; i += n + 1) {
			n = segment(v + i, len - i, len);
			if (n > 0) {
				at = i;
				found = n;
			}
		}
	} else if (i < len) {
		at = i + 1;
		found = segment(v + at, len - at, 300);
	}
	put(o, v + at, found > 300 ? 300 : found);
}

/* Put a value until `most` octets are put: `between` takes the place of its operators. */
static void put_plain(struct out *o, const char *v, size_t len, size_t most, const char *between)
{
	const size_t start = o->len;
	size_t i = 0, n, tries;

	for (tries = 0; i < len && o->len - start < most && tries < 2 * most; tries++) {
		n = segment(v + i, len - i, most);
		put(o, v + i, n);
		i += n + 1;
		if (i < len)
			put(o, between, strlen(between));
	}
}

/* The most frequent octet of values that is no separator. */
static char commonest(struct aim *a, uint64_t *seed)
{
	uint32_t count[256] = {0};
	size_t i, j, best = 'a';

	for (i = 0; i < 200; i++) {
		aim_at(a, hostile_random(seed, (uint32_t)(a->end - a->text)));
		for (j = 0; j < a->len && j < 2000; j++)
			count[(uint8_t)a->value[j]]++;
	}
	count['/'] = count['*'] = count['$'] = count['#'] = 0;
	for (i = 0; i < 256; i++)
		if (count[i] > count[best])
			best = i;
	return (char)best;
}

static void put_longest(struct out *o, struct aim *a, uint64_t *seed)
{
	const char *best = a->text;
	size_t i, most = 0;

	for (i = 0; i < 500; i++) {
		aim_at(a, hostile_random(seed, (uint32_t)(a->end - a->text)));
		if (a->len > most) {
			most = a->len;
			best = a->value;
		}
	}
	put_plain(o, best, most, o->room, "");
	if (o->len > 1)
		o->at[o->len - 1] ^= 1;
}

/* Fill o up to a length. */
static void put_run(struct out *o, char c, size_t until)
{
	while (o->len < until)
		put(o, &c, 1);
}

static void put_escaped(struct out *o, struct aim *a, uint64_t *seed)
{
	aim_at(a, hostile_random(seed, (uint32_t)(a->end - a->text)));
	put_segment(o, a, 1);
	put(o, "?", 1);
	put_run(o, '/', o->room / 3);
	put_run(o, 'a', o->room * 2 / 3);
	put_segment(o, a, 1);
	put_run(o, '\x01', o->room);
}

/* Put an octet, or an escape, that the percent-canonical forms treat specially. */
static void put_spice(struct out *o, uint64_t *seed)
{
	static const char *const spice[] = {"%2F", "%2f", "?", "%3F", "%", "%2", "\xE3\x83\x84", "%E3%83%84",
	                                    "%41", "/",   "&", "%26", "$", "*",  "%2A"};

	const char *s = spice[hostile_random(seed, sizeof spice / sizeof *spice)];

	put(o, s, strlen(s));
}

/* Fill o with pieces of values. */
static void put_pieces(struct out *o, enum hostile_path kind, struct aim *a, uint64_t *seed)
{
	const size_t len = (size_t)(a->end - a->text), step = len / 400 + 1;
	size_t at = hostile_random(seed, (uint32_t)len);
	int turn;

	for (turn = 0; o->len < o->room && turn < 4000; turn++) {
		aim_at(a, at);
		switch (kind) {
		case HOSTILE_PATH_FIRSTS:
			put_segment(o, a, 0);
			break;
		case HOSTILE_PATH_LASTS:
			put_segment(o, a, 1);
			break;
		case HOSTILE_PATH_BACK:
			put_segment(o, a, 1);
			put_segment(o, a, 0);
			break;
		default:
			put_plain(o, a->value, a->len, 60, hostile_random(seed, 2) ? "" : "/q");
			break;
		}
		if (kind == HOSTILE_PATH_QUERY)
			put_spice(o, seed);
		if (kind == HOSTILE_PATH_MIX || kind == HOSTILE_PATH_QUERY)
			at = hostile_random(seed, (uint32_t)len);
		else
			at = kind == HOSTILE_PATH_BACK ? (at + len - step) % len : (at + step) % len;
	}
}

size_t hostile_path(enum hostile_path kind, const char *text, size_t len, uint64_t seed, char *out, size_t room)
{
	struct aim a = {.text = text, .end = text + len};
	struct out o = {out, 0, room};
	char c;

	put(&o, "/", 1);
	if (len == 0)
		return o.len;
	switch (kind) {
	case HOSTILE_PATH_RUN:
		for (c = commonest(&a, &seed); o.len < room;)
			put(&o, &c, 1);
		break;
	case HOSTILE_PATH_LONGEST:
		put_longest(&o, &a, &seed);
		break;
	case HOSTILE_PATH_ESCAPED:
		put_escaped(&o, &a, &seed);
		break;
	default:
		put_pieces(&o, kind, &a, &seed);
		break;
	}
	/* The value begins with a slash, too. */
	if (o.len > 1 && o.at[0] == '/' && o.at[1] == '/') {
		memmove(o.at, o.at + 1, o.len - 1);
		o.len--;
	}
	return o.len;
}

const char *hostile_path_name(enum hostile_path kind)
{
	static const char *const names[HOSTILE_PATH_KINDS] = {"run",     "firsts", "lasts", "back",
	                                                      "longest", "mix",    "query", "escaped"};

	return names[kind];
}
