/* canonical_test.c - the canonical octets made many at a time equal those read one by one.
 *
 * Paths are all of up to 5 pieces, and random longer ones.  An unreadable page is before or after
 * each.  Octets are read from a random place on, and made in steps of random length.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "tests/support/product.h"
#include "runtime/match/canonical.h"

#define LONGEST 400 /* octets of a path */
#define RANDOM 40000

static const char *const pieces[] = {
	"a",    "%41",  "%e3", "%E3",      "%2f", "%3F",       "?",      "%",        "%2",
	"\xE3", "\xFF", "#",   "/",        " ",   "%4G",       "%00",    "%7e",      "F",
	"%7F",  "*",    "g",   "aaaaaaaa", "2f",  "%41%41%41", "%C3%A9", "\xE3\x83", "0123456789abcdef"};
#define PIECES (sizeof pieces / sizeof pieces[0])
#define SHORT 11 /* number of pieces that short paths are made of */

/* Read the canonical octets from a place on, one by one. */
static size_t read_all(struct path path, const uint8_t *at, uint8_t *out)
{
	struct cursor c = {.at = at};
	size_t n = 0;
	for (int octet; (octet = next_octet(&path, &c)) != PATH_END; n++)
		out[n] = (uint8_t)octet;
	return n;
}

static void hold_from(struct path path, const uint8_t *from, size_t most, const char *shown)
{
	uint8_t want[3 * LONGEST], made[1 + 3 * LONGEST + CANONICAL_ROOM - CANONICAL_MAX] = {'/'};
	const size_t n = read_all(path, from, want), limit = 3 * LONGEST;
	struct path again = path, once = path;
	const uint8_t *at = from, *to = made;

	while (to < made + limit) { /* in steps */
		const size_t steps = (size_t)(to - made) + most;
		const uint8_t *end =
			robotsc__canonical_make(&again, &at, made + (to - made), made + (steps < limit ? steps : limit));
		if (end == to)
			break;
		to = end;
	}
	CHECK_MSG((size_t)(to - made) == n && memcmp(made, want, n) == 0 && at == again.end, "form %u, from %td, by %zu: %s",
	          (unsigned)path.form, from - path.begin, most, shown);
	uint64_t both[2] = {0, 0};
	size_t first;
	made[0] = '/';
	at = from;
	const struct prefix_octets octets = robotsc__canonical_first(&once, &at, made + 1, &first);
	for (size_t i = 0; i < PREFIX_MAX; i++)
		both[i / 8] |= (uint64_t)(i < n ? want[i] : 0) << (i % 8 * 8);
	const uint8_t prefix[PREFIX_MAX] = {0};
	CHECK_MSG(first == n || (first >= PREFIX_MAX && first < n), "form %u, %zu of %zu first ones: %s", (unsigned)path.form,
	          first, n, shown);
	CHECK_MSG(octets.word == both[0] && memcmp(made + 1, want, first) == 0, "form %u, the first from %td: %s",
	          (unsigned)path.form, from - path.begin, shown);
	uint8_t stands[PREFIX_MAX];
	memcpy(stands, both, sizeof stands);
	CHECK_MSG(same_octets(&octets, stands) >= PREFIX_MAX && (n == 0 || same_octets(&octets, prefix) < PREFIX_MAX),
	          "form %u, a prefix from %td: %s", (unsigned)path.form, from - path.begin, shown);
}

/* Make octets in the steps of a walk until the room is full, and all at once. */
static void hold_room(struct path path, const char *shown)
{
	uint8_t want[3 * LONGEST + 1], steps[CANONICAL_ROOM], all[CANONICAL_ROOM];
	struct cursor start = path_start(&path);
	size_t n = start.pending ? 1 : 0;
	struct path again = path, once = path;
	struct canonical c = canonical_begin(&again, again.begin, steps), whole = canonical_begin(&once, once.begin, all);

	want[0] = '/';
	n += read_all(path, path.begin, want + n);
	while (robotsc__canonical_more(&c))
		continue;
	CHECK_MSG((size_t)(c.end - steps) == n && memcmp(steps, want, n) == 0 && !canonical_full(&c), "form %u, in steps: %s",
	          (unsigned)path.form, shown);
	CHECK_MSG(canonical_all(&whole, CANONICAL_MAX) && (size_t)(whole.end - all) == n && memcmp(all, want, n) == 0,
	          "form %u, at once: %s", (unsigned)path.form, shown);
}

static void hold(const struct fence *fence, const char *text, size_t len, uint64_t *state)
{
	char shown[LONGEST + 1];
	memcpy(shown, text, len);
	shown[len] = 0;
	for (uint8_t form = 0; form < FORMS; form++) {
		const char *at = product_below(state, 2) ? at_end(fence, text, len) : at_begin(fence, text, len);
		struct path path = path_of(at, len, form);
		const uint8_t *from = path.begin + product_below(state, len + 1);
		hold_from(path, path.begin, 1 + product_below(state, 70), shown);
		hold_room(path, shown);
		if (in_query(&path, from)) /* the path may know its '?' from an earlier walk */
			hold_from(path, from, 1 + product_below(state, 70), shown);
		hold_from(path_of(at, len, form), from, 1 + product_below(state, 70), shown);
	}
}

static size_t put(char *text, size_t n, const char *piece)
{
	const size_t size = strlen(piece);
	if (n + size > LONGEST)
		return n;
	memcpy(text + n, piece, size);
	return n + size;
}

int main(void)
{
	const struct fence fence = fence_make(LONGEST);
	char text[LONGEST];
	uint64_t state = 5;

	for (size_t count = 0; count <= 5; count++) {
		size_t paths = 1;
		for (size_t k = 0; k < count; k++)
			paths *= SHORT;
		for (size_t path = 0; path < paths; path++) {
			size_t n = 0;
			for (size_t k = 0, rest = path; k < count; k++, rest /= SHORT)
				n = put(text, n, pieces[rest % SHORT]);
			hold(&fence, text, n, &state);
		}
	}
	for (int i = 0; i < RANDOM; i++) {
		const size_t room = product_below(&state, 4) ? product_below(&state, 60) : product_below(&state, LONGEST);
		const size_t kinds = 1 + product_below(&state, PIECES), first = product_below(&state, PIECES);
		size_t n = 0;
		for (size_t tries = room; tries-- > 0 && n < room;)
			n = put(text, n, pieces[(first + product_below(&state, kinds)) % PIECES]);
		hold(&fence, text, n, &state);
	}
	return check_done();
}
