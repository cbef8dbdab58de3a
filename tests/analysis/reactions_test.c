/* reactions_test.c - a step from a learned state gives the same as a step of glob_set.h, and the
 * state names the same octets.
 *
 * Globs and octets are random, of few letters, so that globs reach their stars and ends.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "analysis/reactions.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

#define GLOBS 40
#define LONGEST 8
#define ROUNDS 400
#define OCTETS 30

static uint64_t seed = 7;
static uint8_t texts[GLOBS][LONGEST];
static struct glob globs[GLOBS];

/* Make a glob: a star, letters, '/' and stars, at the end perhaps "$"; if odd, other items, too. */
static void make_glob(uint32_t i, bool odd)
{
	static const uint8_t items[] = {'/', 'a', 'b', 'a', 'b', OP_STAR, OP_STAR, OP_ONE, OP_SLASH};
	const uint32_t len = 1 + splitmix_below(&seed, LONGEST - 1), kinds = odd ? sizeof items : sizeof items - 2;
	globs[i] = (struct glob){texts[i], len, 1 + splitmix_below(&seed, 60), i};
	for (uint32_t k = 0; k < len; k++)
		texts[i][k] = k ? items[splitmix_below(&seed, kinds)] : OP_STAR;
	if (splitmix_below(&seed, 3) == 0)
		texts[i][len - 1] = OP_END;
}

static uint32_t lowest_of(const struct positions *p, uint32_t verdict)
{
	uint32_t lowest = UINT32_MAX;
	for (uint32_t i = 0; i < p->n; i++) {
		const uint32_t rank = globs[position_get(p, i).glob].rank;
		lowest = (rank & 1) == verdict && rank < lowest ? rank : lowest;
	}
	return lowest;
}

/* Step, and compare.  Returns whether the state was known. */
static bool step(struct reactions *r, const struct positions *from, uint8_t octet, struct positions *to)
{
	struct position room[GLOBS * (2 * LONGEST + 1)];
	struct positions out = {room, 0};
	uint32_t best = 99, lowest[2];
	const uint32_t want = robotsc__glob_set_step(globs, from, octet, false, to, 0);
	if (!robotsc__reactions_step(r, globs, from, octet, false, &out, &best, lowest))
		return false;
	CHECK(best == want && out.n == to->n && memcmp(room, to->all, out.n * sizeof *room) == 0);
	CHECK(best || (lowest[0] == lowest_of(to, 0) && lowest[1] == lowest_of(to, 1)));
	return true;
}

/* Walk over random octets.  Returns how many states were known. */
static unsigned walk(struct reactions *r)
{
	static const uint8_t octets[] = "/ab%2Fc";
	struct position room[2][GLOBS * (2 * LONGEST + 1)];
	struct positions at[2] = {{room[0], 0}, {room[1], 0}};
	unsigned known = 0;
	robotsc__glob_set_start(globs, GLOBS, &at[0], 0);
	for (int i = 0; i < OCTETS; i++) {
		uint8_t named[256] = {0}, want[256] = {0};
		struct positions *from = &at[i & 1], *to = &at[!(i & 1)];
		robotsc__glob_set_name(globs, from, false, want);
		robotsc__reactions_learn(r, globs, from, false, named);
		CHECK(memcmp(named, want, sizeof want) == 0);
		for (unsigned k = 0; octets[k]; k++)
			step(r, from, octets[k], to);
		known += step(r, from, octets[splitmix_below(&seed, sizeof octets - 1)], to);
		/* Another state at the same address is not taken for the one that was learned. */
		if (i % 5 == 0 && from->n) {
			from->n--;
			CHECK(!step(r, from, 'a', to));
			from->n++;
			step(r, from, 'a', to);
		}
	}
	return known;
}

int main(void)
{
	unsigned known[2] = {0, 0};
	struct arena arena;
	robotsc__arena_init(&arena, NULL);
	struct reactions *r = robotsc__reactions_make(&arena);
	for (int round = 0; round < ROUNDS && r; round++) {
		for (uint32_t i = 0; i < GLOBS; i++)
			make_glob(i, round & 1);
		known[round & 1] += walk(r);
	}
	/* Odd globs have items that are no literals: fewer of their states are known. */
	CHECK_MSG(known[0] > ROUNDS * OCTETS / 4 && known[1] < known[0] / 2, "%u and %u states were known", known[0], known[1]);
	robotsc__arena_free(&arena);
	return check_done();
}
