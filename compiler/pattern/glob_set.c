/* glob_set.c - see glob_set.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "glob_set.h"

/* The state of one glob during a step. */
struct stepping {
	const struct glob *glob;
	struct positions *out;
	uint32_t index, first; /* of the glob; of its positions in out */
	bool matched;          /* whatever follows */
};

static bool is_unit(uint8_t item)
{
	return item == OP_SET || item == OP_ONE;
}

/* The item that a position reads next.  A star passes the octet to the item after it. */
static const uint8_t *item_at(const struct glob *globs, struct position p)
{
	const uint8_t *item = globs[p.glob].text + p.at / POSITION_PARTS;
	return item + (*item == OP_STAR);
}

/* The octet that a literal matches, or that the given part of OP_SLASH or OP_QUERY matches. */
static uint8_t expected_octet(uint8_t item, uint32_t part, bool query)
{
	if (!op_is_variant(item))
		return item;
	if (query && !part)
		return item == OP_SLASH ? '/' : '?';
	return (uint8_t)(item == OP_SLASH ? "%2F" : "%3F")[part];
}

/* True if OP_ONE or OP_SET matches an octet.  paired: a pair encodes it; then no set contains '/'
 * and '%'. */
static bool takes(const uint8_t *item, unsigned octet, bool paired)
{
	if (*item == OP_ONE)
		return true;
	if (paired && (octet == '/' || octet == '%'))
		return false;
	for (unsigned i = 0; i < item[1]; i++)
		if (octet >= item[2 + 2 * i] && octet <= item[3 + 2 * i])
			return true;
	return false;
}

/* Move a glob to an item, or to its end. */
static void arrive(struct stepping *s, uint32_t at)
{
	const struct glob *g = s->glob;
	const uint32_t star = at < g->len && g->text[at] == OP_STAR;
	while (star && at + 1 < g->len && g->text[at + 1] == OP_STAR)
		at++;
	s->matched = at + star == g->len;
	if (s->matched)
		return;
	if (star)
		s->out->n = s->first;
	position_add(s->out, s->index, at * POSITION_PARTS);
}

/* Read an octet of a unit.  Any octet completes a pair: a trail always follows a lead, and a state
 * has fewer edges if this is not checked. */
static void read_unit(struct stepping *s, uint32_t at, uint32_t part, uint8_t octet)
{
	const uint8_t *item = s->glob->text + at;
	if (!part && octet < FORM_K_TRAIL)
		position_add(s->out, s->index, at * POSITION_PARTS + POSITION_PAIR + octet);
	else if (part ? takes(item, (part - POSITION_PAIR) << 4 | (octet & 15u), 1)
	              : octet >= FORM_K_LIMIT && takes(item, octet, 0))
		arrive(s, at + glob_item_size(item));
}

/* Read an octet at an item that is not a star. */
static inline void read_octet(struct stepping *s, uint32_t at, uint32_t part, uint8_t octet, bool query)
{
	const uint8_t item = s->glob->text[at];
	if (item < OP_SET ? item != octet : item == OP_END)
		return;
	if (is_unit(item))
		read_unit(s, at, part, octet);
	else if (octet != expected_octet(item, part, query))
		return;
	else if (op_is_variant(item) && part < 2 && (part || !query))
		position_add(s->out, s->index, at * POSITION_PARTS + part + 1);
	else
		arrive(s, at + 1);
}

static inline void step(struct stepping *s, struct position p, uint8_t octet, bool query)
{
	const uint32_t at = p.at / POSITION_PARTS, star = s->glob->text[at] == OP_STAR;
	if (star)
		position_add(s->out, p.glob, p.at);
	read_octet(s, at + star, p.at % POSITION_PARTS, octet, query);
}

/* True if item is a star that passes over the octet, and the next item does not match it. */
static inline bool stays(const uint8_t *item, uint8_t octet)
{
	return *item == OP_STAR && item[1] < OP_SET && item[1] != octet;
}

/* Return the best rank after one glob's step.  Drop the positions of a glob that has matched. */
static uint32_t finish(struct stepping *s, uint32_t best)
{
	if (!s->matched)
		return best;
	s->out->n = s->first;
	return s->glob->rank > best ? s->glob->rank : best;
}

uint32_t robotsc__glob_set_start(const struct glob *globs, uint32_t n, struct positions *out, uint32_t best)
{
	out->n = 0;
	for (uint32_t i = 0; i < n; i++) {
		struct stepping s = {&globs[i], out, i, out->n, false};
		arrive(&s, 0);
		best = finish(&s, best);
	}
	return best;
}

uint32_t robotsc__glob_set_step(const struct glob *globs, const struct positions *from, uint8_t octet, bool query,
                                struct positions *out, uint32_t best)
{
	out->n = 0;
	if (from->n == 0)
		return best;
	const uint32_t first = position_get(from, 0).glob;
	struct stepping s = {&globs[first], out, first, 0, false};
	for (uint32_t i = 0; i < from->n; i++) {
		const struct position p = position_get(from, i);
		const uint8_t *item = globs[p.glob].text + p.at / POSITION_PARTS;
		if (*item < OP_SET && *item != octet)
			continue; /* most positions stand at a literal that is not this octet */
		if (p.glob != s.index && stays(item, octet) && (i + 1 == from->n || position_get(from, i + 1).glob != p.glob)) {
			best = finish(&s, best);
			s.matched = false;
			position_add(out, p.glob, p.at);
			continue;
		}
		if (p.glob != s.index) {
			best = finish(&s, best);
			s = (struct stepping){&globs[p.glob], out, p.glob, out->n, false};
		}
		if (!s.matched)
			step(&s, p, octet, query);
	}
	return finish(&s, best);
}

uint32_t robotsc__glob_set_end(const struct glob *globs, const struct positions *at, uint32_t best)
{
	for (uint32_t i = 0; i < at->n; i++) {
		const struct position p = position_get(at, i);
		if (*item_at(globs, p) == OP_END && globs[p.glob].rank > best)
			best = globs[p.glob].rank;
	}
	return best;
}

void robotsc__glob_set_prune(const struct glob *globs, struct positions *at, uint32_t best, uint32_t verdict, bool alone)
{
	const uint32_t n = at->n;
	uint32_t lowest = UINT32_MAX; /* lowest rank that can reverse the verdict */
	uint32_t least = UINT32_MAX;  /* of all, */
	uint32_t same = UINT32_MAX;   /* lowest rank of the given verdict */
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t rank = globs[position_get(at, i).glob].rank;
		least = rank < least ? rank : least;
		if ((rank & 1) == verdict)
			same = rank < same ? rank : same;
		else if (rank > best && rank < lowest)
			lowest = rank;
	}
	if (!n || (least > best && (!alone || same > lowest)))
		return; /* as mostly */
	at->n = 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct position p = position_get(at, i);
		const uint32_t rank = globs[p.glob].rank;
		if (rank > best && (!alone || (rank & 1) != verdict || rank > lowest))
			position_add(at, p.glob, p.at);
	}
}

static void name(const uint8_t *item, uint32_t part, bool query, uint8_t named[256])
{
	if (!is_unit(*item) && !op_ends_literal(*item))
		named[expected_octet(*item, part, query)] = 1;
	if (!is_unit(*item))
		return;
	memset(named, 1, part < POSITION_PAIR ? FORM_K_LIMIT : 256);
	for (unsigned i = 0; *item == OP_SET && i < item[1]; i++)
		memset(named + item[2 + 2 * i], 1, (size_t)(item[3 + 2 * i] - item[2 + 2 * i]) + 1);
}

void robotsc__glob_set_name(const struct glob *globs, const struct positions *at, bool query, uint8_t named[256])
{
	for (uint32_t i = 0; i < at->n; i++) {
		const struct position p = position_get(at, i);
		const uint8_t *item = item_at(globs, p);
		if (*item < OP_SET)
			named[*item] = 1;
		else
			name(item, p.at % POSITION_PARTS, query, named);
	}
}

void robotsc__glob_set_name_all(const struct glob *globs, uint32_t n, uint8_t named[256])
{
	for (uint32_t i = 0; i < n; i++)
		for (const uint8_t *item = globs[i].text, *end = item + globs[i].len; item < end; item += glob_item_size(item)) {
			for (const char *p = "%2F3/?"; *p && op_is_variant(*item); p++)
				named[(uint8_t)*p] = 1;
			if (!op_is_variant(*item))
				name(item, 0, false, named);
		}
}
