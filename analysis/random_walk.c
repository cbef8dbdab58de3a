/* random_walk.c - see random_walk.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "random_walk.h"

#include <string.h>

#define LONGEST 512 /* about the most octets of a path */
#define TRIES 64    /* most draws for a symbol that a DFA names; one draw in 64 takes any symbol */

/* A walk of one DFA: its state is in one of two buffers. */
struct random_walker {
	struct lazy_dfa *dfa;
	uint8_t *state[2];
	int now;
	size_t len;
};

static void feed(struct random_walker *w, const struct image *image)
{
	for (unsigned i = 0; i < image->n; i++) {
		w->len = w->dfa->step(w->dfa, w->state[w->now], w->len, image->octets[i], w->state[!w->now]);
		w->now = !w->now;
	}
}

static bool is_settled(const struct random_walker *w)
{
	return w->dfa->settled(w->dfa, w->state[w->now], w->len) != LAZY_DFA_OPEN;
}

uint64_t robotsc__random_walk_draw(uint64_t *seed)
{
	uint64_t z = *seed += 0x9E3779B97F4A7C15u;
	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

/* Draw the next symbol of the path; NULL: none was found in TRIES draws. */
static const struct symbol *choose(struct random_walk *w, const struct alphabet *symbols, struct random_walker side[2],
                                   uint8_t context)
{
	uint8_t named[2][256] = {{0}};
	for (int i = 0; i < 2; i++)
		side[i].dfa->name_next(side[i].dfa, side[i].state[side[i].now], side[i].len, named[i]);
	for (int tries = 0; tries < TRIES; tries++) {
		const uint64_t drawn = robotsc__random_walk_draw(&w->seed);
		const struct symbol *symbol = &symbols->all[(drawn >> 8) % symbols->n];
		const struct image *image = symbol->image[0];
		if (robotsc__alphabet_follow(context, symbol) == CONTEXT_REFUSED)
			continue;
		if (named[0][image[0].octets[0]] || named[1][symbol->image[1][0].octets[0]] || drawn % TRIES == 0)
			return symbol;
	}
	return NULL;
}

/* Walk over one random path.  Returns what the last visit returned. */
static int walk(struct random_walk *w, const struct alphabet *symbols, struct random_walker side[2])
{
	static const struct image slash = {{'/'}, 1};
	uint8_t path[LONGEST + 4] = {'/'}, context = CONTEXT_START;
	size_t len = 1;
	for (int i = 0; i < 2; i++) {
		side[i].now = 0;
		side[i].len = side[i].dfa->start(side[i].dfa, side[i].state[0]);
		feed(&side[i], &slash);
	}
	for (;;) {
		int verdict[2];
		for (int i = 0; i < 2; i++)
			verdict[i] = side[i].dfa->verdict(side[i].dfa, side[i].state[side[i].now], side[i].len);
		const struct symbol *symbol =
			len > LONGEST || (is_settled(&side[0]) && is_settled(&side[1])) ? NULL : choose(w, symbols, side, context);
		const int answer = w->visit(w->ctx, path, len, verdict, !symbol);
		if (answer || !symbol)
			return answer;
		for (int i = 0; i < 2; i++)
			feed(&side[i], &symbol->image[i][context & CONTEXT_QUERY]);
		context = robotsc__alphabet_follow(context, symbol);
		memcpy(path + len, symbol->written, symbol->n);
		len += symbol->n;
	}
}

enum robotsc_status robotsc__random_walk_run(struct arena *a, struct random_walk *w)
{
	uint8_t form[2], named[2][256] = {{0}};
	struct alphabet symbols;
	struct random_walker side[2];
	for (int i = 0; i < 2; i++) {
		struct lazy_dfa *s = w->dfa[i];
		form[i] = s->form;
		s->name_octets(s, named[i]);
		s->steps = 0;
		side[i] = (struct random_walker){
			s, {robotsc__arena_take(a, s->state_max), robotsc__arena_take(a, s->state_max)}, 0, 0};
		if (!side[i].state[0] || !side[i].state[1])
			return ROBOTSC_ERR_NOMEM;
	}
	if (robotsc__alphabet_make(a, form, (const uint8_t(*)[256])named, w->which, &symbols) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (int answer = RANDOM_WALK_ON; answer != RANDOM_WALK_END && side[0].dfa->steps + side[1].dfa->steps < w->budget;)
		answer = walk(w, &symbols, side);
	return ROBOTSC_OK;
}
