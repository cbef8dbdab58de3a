/* wander.c - see wander.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "wander.h"

#include <string.h>

#define LONGEST 512 /* octets of a path */
#define TRIES 64    /* to find a unit that a side names, before any other will do */

/* One side on its way: its state is in one of two places. */
struct walker {
	struct source *source;
	uint8_t *state[2];
	int now;
	size_t len;
};

static void feed(struct walker *w, const struct becomes *becomes)
{
	for (unsigned i = 0; i < becomes->n; i++) {
		w->len = w->source->step(w->source, w->state[w->now], w->len, becomes->octets[i], w->state[!w->now]);
		w->now = !w->now;
	}
}

static int is_settled(const struct walker *w)
{
	return w->source->settled(w->source, w->state[w->now], w->len) != SOURCE_OPEN;
}

uint64_t robotsc__wander_draw(uint64_t *seed)
{
	uint64_t z = *seed += 0x9E3779B97F4A7C15u;
	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

/* A unit that may follow; NULL: none was found at once. */
static const struct unit *choose(struct wandering *w, const struct units *units, struct walker side[2], uint8_t context)
{
	uint8_t named[2][256] = {{0}};
	for (int i = 0; i < 2; i++)
		side[i].source->name_next(side[i].source, side[i].state[side[i].now], side[i].len, named[i]);
	for (int tries = 0; tries < TRIES; tries++) {
		const uint64_t drawn = robotsc__wander_draw(&w->seed);
		const struct unit *unit = &units->all[(drawn >> 8) % units->n];
		const struct becomes *becomes = unit->becomes[0];
		if (robotsc__units_follow(context, unit) == CONTEXT_REFUSED)
			continue;
		if (named[0][becomes[0].octets[0]] || named[1][unit->becomes[1][0].octets[0]] || drawn % TRIES == 0)
			return unit;
	}
	return NULL;
}

/* One walk; returns what visit says last. */
static int walk(struct wandering *w, const struct units *units, struct walker side[2])
{
	static const struct becomes slash = {{'/'}, 1};
	uint8_t path[LONGEST + 4] = {'/'}, context = CONTEXT_START;
	size_t len = 1;
	for (int i = 0; i < 2; i++) {
		side[i].now = 0;
		side[i].len = side[i].source->start(side[i].source, side[i].state[0]);
		feed(&side[i], &slash);
	}
	for (;;) {
		int verdict[2];
		for (int i = 0; i < 2; i++)
			verdict[i] = side[i].source->verdict(side[i].source, side[i].state[side[i].now], side[i].len);
		const struct unit *unit =
			len > LONGEST || (is_settled(&side[0]) && is_settled(&side[1])) ? NULL : choose(w, units, side, context);
		const int answer = w->visit(w->ctx, path, len, verdict, !unit);
		if (answer || !unit)
			return answer;
		for (int i = 0; i < 2; i++)
			feed(&side[i], &unit->becomes[i][context & CONTEXT_QUERY]);
		context = robotsc__units_follow(context, unit);
		memcpy(path + len, unit->written, unit->n);
		len += unit->n;
	}
}

enum robotsc_status robotsc__wander(struct arena *a, struct wandering *w)
{
	uint8_t form[2], named[2][256] = {{0}};
	struct units units;
	struct walker side[2];
	for (int i = 0; i < 2; i++) {
		struct source *s = w->source[i];
		form[i] = s->form;
		s->name_octets(s, named[i]);
		s->steps = 0;
		side[i] = (struct walker){s, {robotsc__arena_take(a, s->state_max), robotsc__arena_take(a, s->state_max)}, 0, 0};
		if (!side[i].state[0] || !side[i].state[1])
			return ROBOTSC_ERR_NOMEM;
	}
	if (robotsc__units_make(a, form, (const uint8_t(*)[256])named, w->which, &units) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (int answer = WANDER_ON; answer != WANDER_END && side[0].source->steps + side[1].source->steps < w->budget;)
		answer = walk(w, &units, side);
	return ROBOTSC_OK;
}
