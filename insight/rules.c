/* rules.c - see rules.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

#include <string.h>

#include "norm.h"

/* A state: the verdict if no rule of interest matches, whether '?' was read, and the places. */
#define AT_VERDICT 0
#define AT_QUERY 1
#define AT_PLACES 2

/* How far a rule has come: the octet of its text that is next, times PARTS, plus how much of an operator
 * was read that takes several octets: one or two of three, or PART_PAIR and the first octet of a pair. */
#define PARTS 32
#define PART_PAIR 16

struct place {
	uint32_t rule, next;
};

static size_t places_in(size_t len)
{
	return (len - AT_PLACES) / sizeof(struct place);
}

static struct place place_at(const uint8_t *state, size_t i)
{
	struct place p;
	memcpy(&p, state + AT_PLACES + i * sizeof p, sizeof p);
	return p;
}

static void put_place(uint8_t *state, size_t i, struct place p)
{
	memcpy(state + AT_PLACES + i * sizeof p, &p, sizeof p);
}

/* What a step of one rule gives. */
struct progress {
	uint8_t *state;
	size_t first, n; /* its places are first to n - 1 */
	int completed;
};

/* A rule has come to a place of its text: completed, at a star that forgets what was before it, or at
 * another octet. */
static void arrive(struct progress *to, const struct rule_steps *rule, uint32_t index, uint32_t at)
{
	const int star = at < rule->len && rule->text[at] == OP_STAR;
	while (star && at + 1 < rule->len && rule->text[at + 1] == OP_STAR)
		at++;
	if (at == rule->len || (star && at + 1 == rule->len)) {
		to->completed = 1;
		return;
	}
	if (star)
		to->n = to->first;
	put_place(to->state, to->n++, (struct place){index, at * PARTS});
}

static uint32_t size_at(const struct rule_steps *rule, uint32_t at)
{
	return rule->text[at] == OP_SET ? 2 + 2 * (uint32_t)rule->text[at + 1] : 1;
}

/* Is an octet, or the one that a pair stands for, in the set at a place, or any that may be? */
static int is_member(const struct rule_steps *rule, uint32_t at, unsigned value, int paired)
{
	const uint8_t *range = rule->text + at + 2;
	if (rule->text[at] == OP_ONE)
		return 1;
	for (unsigned i = 0; i < rule->text[at + 1] && !(paired && (value == '/' || value == '%')); i++, range += 2)
		if (value >= range[0] && value <= range[1])
			return 1;
	return 0;
}

/* Read an octet of a unit that OP_SET or OP_ONE takes: itself, or one of a pair. */
static void read_unit(struct progress *to, const struct rule_steps *rule, struct place p, uint8_t octet)
{
	const uint32_t at = p.next / PARTS, part = p.next % PARTS;
	const int first = octet < FORM_K_TRAIL, second = !first && octet < FORM_K_LIMIT;
	if (part == 0 && first)
		put_place(to->state, to->n++, (struct place){p.rule, p.next + PART_PAIR + (octet & 15u)});
	else if ((part != 0) == second && is_member(rule, at, part ? (part - PART_PAIR) << 4 | (octet & 15u) : octet, part != 0))
		arrive(to, rule, p.rule, at + size_at(rule, at));
}

/* Read an octet at a place that is no star. */
static void read_octet(struct progress *to, const struct rule_steps *rule, struct place p, uint8_t octet, int query)
{
	const uint32_t at = p.next / PARTS, part = p.next % PARTS;
	const uint8_t wanted = rule->text[at];
	if (wanted == OP_END)
		return;
	if (wanted == OP_SET || wanted == OP_ONE) {
		read_unit(to, rule, p, octet);
		return;
	}
	if (!op_is_either(wanted)) {
		if (wanted == octet)
			arrive(to, rule, p.rule, at + 1);
		return;
	}
	if (query && part == 0) {
		if (octet == (wanted == OP_SLASH ? '/' : '?'))
			arrive(to, rule, p.rule, at + 1);
		return;
	}
	if (octet != (uint8_t)(wanted == OP_SLASH ? "%2F" : "%3F")[part])
		return;
	if (part == 2)
		arrive(to, rule, p.rule, at + 1);
	else
		put_place(to->state, to->n++, (struct place){p.rule, p.next + 1});
}

/* Step one rule, all its places.  Returns how many places were read. */
static size_t step_rule(const struct rules_source *s, const uint8_t *state, size_t i, size_t n, uint8_t octet, struct progress *to)
{
	const struct place first = place_at(state, i);
	const struct rule_steps *rule = &s->rules[first.rule];
	size_t read = 0;
	to->first = to->n;
	to->completed = 0;
	for (; i + read < n && !to->completed; read++) {
		struct place p = place_at(state, i + read);
		if (p.rule != first.rule)
			break;
		if (rule->text[p.next / PARTS] == OP_STAR) {
			put_place(to->state, to->n++, p);
			p.next += PARTS;
		}
		read_octet(to, rule, p, octet, state[AT_QUERY]);
	}
	if (!to->completed)
		return read;
	to->n = to->first;
	while (i + read < n && place_at(state, i + read).rule == first.rule)
		read++;
	return read;
}

/* Drop the rules that cannot change the verdict: those that do not outrank the best match, and those
 * that say what the best match says and are outranked by every rule that does not. */
static size_t prune(const struct rules_source *s, uint8_t *state, size_t n, uint32_t best)
{
	uint32_t lowest = UINT32_MAX;
	size_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		const uint32_t rank = s->rules[place_at(state, i).rule].rank;
		if (rank > best && (int)(rank & 1) != state[AT_VERDICT] && rank < lowest)
			lowest = rank;
	}
	for (size_t i = 0; i < n; i++) {
		const struct place p = place_at(state, i);
		const uint32_t rank = s->rules[p.rule].rank;
		if (rank > best && lowest != UINT32_MAX && ((int)(rank & 1) != state[AT_VERDICT] || rank > lowest))
			put_place(state, kept++, p);
	}
	return kept;
}

static size_t size_of(size_t places)
{
	return AT_PLACES + places * sizeof(struct place);
}

static size_t step(struct source *source, const uint8_t *state, size_t len, uint8_t octet, uint8_t *next)
{
	const struct rules_source *s = (const struct rules_source *)source;
	const size_t n = places_in(len);
	struct progress to = {.state = next};
	uint32_t best = 0;
	next[AT_VERDICT] = state[AT_VERDICT];
	next[AT_QUERY] = state[AT_QUERY] || octet == '?';
	for (size_t i = 0; i < n;) {
		const uint32_t rule = place_at(state, i).rule;
		i += step_rule(s, state, i, n, octet, &to);
		if (to.completed && s->rules[rule].rank > best)
			best = s->rules[rule].rank;
	}
	source->steps += 1 + n;
	if (best)
		next[AT_VERDICT] = (uint8_t)(best & 1);
	const size_t kept = prune(s, next, to.n, best);
	if (!kept)
		next[AT_QUERY] = 0;
	return size_of(kept);
}

static size_t start(struct source *source, uint8_t *state)
{
	const struct rules_source *s = (const struct rules_source *)source;
	struct progress to = {.state = state};
	uint32_t best = 0;
	state[AT_VERDICT] = (uint8_t)s->fallback;
	state[AT_QUERY] = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		to.first = to.n;
		to.completed = 0;
		arrive(&to, &s->rules[i], i, 0);
		if (to.completed && s->rules[i].rank > best)
			best = s->rules[i].rank;
	}
	source->steps += 1 + s->n;
	if (best)
		state[AT_VERDICT] = (uint8_t)(best & 1);
	return size_of(prune(s, state, to.n, best));
}

static int verdict(struct source *source, const uint8_t *state, size_t len)
{
	const struct rules_source *s = (const struct rules_source *)source;
	uint32_t best = 0;
	for (size_t i = 0; i < places_in(len); i++) {
		const struct place p = place_at(state, i);
		const struct rule_steps *rule = &s->rules[p.rule];
		const uint32_t at = p.next / PARTS + (rule->text[p.next / PARTS] == OP_STAR);
		if (rule->text[at] == OP_END && rule->rank > best)
			best = rule->rank;
	}
	return best ? (int)(best & 1) : state[AT_VERDICT];
}

static int settled(const struct source *source, const uint8_t *state, size_t len)
{
	(void)source;
	return places_in(len) ? SOURCE_OPEN : state[AT_VERDICT];
}

/* Pairs, and what a set tells from others. */
static void name_members(const struct rule_steps *rule, uint32_t at, uint8_t named[256])
{
	const uint8_t *range = rule->text + at + 2;
	memset(named, 1, FORM_K_LIMIT);
	for (unsigned i = 0; rule->text[at] == OP_SET && i < rule->text[at + 1]; i++, range += 2)
		memset(named + range[0], 1, (size_t)(range[1] - range[0]) + 1);
}

static void name_octets(const struct source *source, uint8_t named[256])
{
	const struct rules_source *s = (const struct rules_source *)source;
	for (uint32_t i = 0; i < s->n; i++)
		for (uint32_t k = 0; k < s->rules[i].len; k += size_at(&s->rules[i], k)) {
			const uint8_t octet = s->rules[i].text[k];
			if (octet < OP_SET)
				named[octet] = 1;
			if (octet == OP_SET || octet == OP_ONE)
				name_members(&s->rules[i], k, named);
			if (op_is_either(octet))
				named['%'] = named['2'] = named['3'] = named['F'] = named['/'] = named['?'] = 1;
		}
}

static void name_next(struct source *source, const uint8_t *state, size_t len, uint8_t named[256])
{
	const struct rules_source *s = (const struct rules_source *)source;
	const size_t n = places_in(len);
	if (n && !state[AT_QUERY])
		named['?'] = 1;
	for (size_t i = 0; i < n; i++) {
		const struct place p = place_at(state, i);
		const struct rule_steps *rule = &s->rules[p.rule];
		const uint8_t octet = rule->text[p.next / PARTS + (rule->text[p.next / PARTS] == OP_STAR)];
		if (octet < OP_SET)
			named[octet] = 1;
		else if (octet == OP_SET || octet == OP_ONE)
			name_members(rule, p.next / PARTS + (rule->text[p.next / PARTS] == OP_STAR), named);
		else if (op_is_either(octet) && state[AT_QUERY] && p.next % PARTS == 0)
			named[octet == OP_SLASH ? '/' : '?'] = 1;
		else if (op_is_either(octet))
			named[(uint8_t)(octet == OP_SLASH ? "%2F" : "%3F")[p.next % PARTS]] = 1;
	}
	source->steps += n;
}

void robotsc__rules_prepare(struct rules_source *s, uint8_t form)
{
	size_t places = 0;
	for (uint32_t i = 0; i < s->n; i++)
		places += 2 * (size_t)s->rules[i].len + 1;
	s->source = (struct source){form, size_of(places), 0, name_octets, name_next, start, step, verdict, settled};
}
