/* extent.c - see extent.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "extent.h"

#include <string.h>

#include "explore.h"
#include "pattern/rule_match.h"
#include "operand.h"
#include "robotsc/inspect.h"

#define EXTENT_FLAT 4000 /* an exploration counts as at least 4000 steps */
#define TEXT_STEPS 10000 /* most steps for the texts of the rules, before exploring */
#define RANK_INSIDE 1    /* odd: the region allows */
#define RANK_OUTSIDE 2
#define BOTH 3u /* both verdicts, as bits */

/* ---- regions ----------------------------------------------------------------------- */

static const char robots_txt[] = "/robots.txt";
#define ROBOTS_TXT_LEN (sizeof robots_txt - 1)

enum robotsc_status robotsc__extent_region(struct arena *a, const uint8_t *octets, uint32_t len, bool exact, size_t more,
                                           struct extent_region *out)
{
	uint8_t *text = robotsc__arena_take(a, len), *file = robotsc__arena_take(a, ROBOTS_TXT_LEN + 1);
	struct glob *rules = robotsc__arena_take(a, (more + 2) * sizeof *rules);
	*out = (struct extent_region){.paths.rules = rules, .octets = text, .len = len, .exact = exact};
	if (!text || !file || !rules)
		return ROBOTSC_ERR_NOMEM;
	memcpy(text, octets, len);
	memcpy(file, robots_txt, ROBOTS_TXT_LEN);
	file[ROBOTS_TXT_LEN] = OP_END;
	rules[out->paths.n++] = (struct glob){file, ROBOTS_TXT_LEN + 1, RANK_OUTSIDE, 0};
	rules[out->paths.n++] = (struct glob){text, len, RANK_INSIDE, 0};
	return ROBOTSC_OK;
}

void robotsc__extent_leave_out(struct extent_region *region, const uint8_t *literal, uint32_t len)
{
	region->paths.rules[region->paths.n++] = (struct glob){literal, len, RANK_OUTSIDE, 0};
}

/* ---- one part ---------------------------------------------------------------------- */

/* The verdicts of the paths of the part that were seen so far: bits 1 << verdict. */
struct seeing {
	unsigned seen;
};

static int visit(void *ctx, const struct explored *at)
{
	struct seeing *s = ctx;
	if (at->verdict[0])
		s->seen |= 1u << at->verdict[1];
	return s->seen == BOTH ? EXPLORE_END : EXPLORE_ON;
}

/* A walk of a lazy DFA over a path: its state. */
struct extent_walk {
	struct lazy_dfa *dfa;
	uint8_t *state, *next;
	size_t len;
};

static bool begin_walk(struct arena *a, struct lazy_dfa *dfa, struct extent_walk *out)
{
	*out = (struct extent_walk){dfa, robotsc__arena_take(a, dfa->state_max), robotsc__arena_take(a, dfa->state_max), 0};
	if (!out->state || !out->next)
		return false;
	out->len = dfa->start(dfa, out->state);
	return true;
}

static void walk_octet(struct extent_walk *w, uint8_t octet)
{
	uint8_t *state = w->next;
	w->len = w->dfa->step(w->dfa, w->state, w->len, octet, state);
	w->next = w->state;
	w->state = state;
}

static int verdict_of(struct extent_walk *w)
{
	return w->dfa->verdict(w->dfa, w->state, w->len);
}

/* Walk over the text of a rule as a path, without its operators.  False: it is no path. */
static bool walk_text(struct extent_walk *w, const struct glob *rule)
{
	w->len = w->dfa->start(w->dfa, w->state);
	if (!rule->len || rule->text[0] != '/')
		return false;
	for (uint32_t i = 0; i < rule->len; i++) {
		if (op_ends_literal(rule->text[i]))
			continue;
		if (!is_plain_octet(rule->text[i]))
			return false;
		walk_octet(w, rule->text[i]);
	}
	return true;
}

/* Ask for the verdicts of the rules' own texts, until both are seen or the steps are used up. */
static enum robotsc_status ask_texts(struct arena *a, const struct lazy_rules *rules, struct lazy_dfa *region, struct lazy_dfa *dfa,
                                     uint64_t steps, struct seeing *s)
{
	struct extent_walk in, says;
	const uint64_t before = region->steps + dfa->steps;
	if (!begin_walk(a, region, &in) || !begin_walk(a, dfa, &says))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < rules->n && s->seen != BOTH && region->steps + dfa->steps - before < steps; i++)
		if (walk_text(&in, &rules->rules[i]) && verdict_of(&in) && walk_text(&says, &rules->rules[i]))
			s->seen |= 1u << verdict_of(&says);
	return ROBOTSC_OK;
}

/* Find the verdict without exploring, if the part is one path, or if the octets that it begins with
 * settle the verdict; *settled says so. */
static enum robotsc_status ask_beginning(struct arena *a, const struct extent_region *region, struct lazy_dfa *dfa,
                                         struct seeing *s, bool *settled)
{
	struct extent_walk w;
	if (!begin_walk(a, dfa, &w))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < region->len; i++)
		walk_octet(&w, region->octets[i]);
	const int verdict = dfa->settled(dfa, w.state, w.len);
	*settled = region->exact || verdict != LAZY_DFA_OPEN;
	if (*settled)
		s->seen = 1u << (verdict == LAZY_DFA_OPEN ? verdict_of(&w) : verdict);
	return ROBOTSC_OK;
}

static enum robotsc_status explore(struct arena *a, struct extent_region *region, struct lazy_dfa *dfa, uint64_t *budget,
                                   struct seeing *s, bool *complete)
{
	struct lazy_dfa *paths = &region->paths.dfa;
	const struct lazy_rules *rules = (const struct lazy_rules *)dfa;
	robotsc__lazy_rules_prepare(&region->paths, dfa->form);
	enum robotsc_status status = ask_texts(a, rules, paths, dfa, *budget < TEXT_STEPS ? *budget : TEXT_STEPS, s);
	uint64_t steps = lazy_rules_steps(&region->paths) + dfa->steps + paths->steps;
	const uint64_t left = *budget > steps + EXTENT_FLAT ? *budget - steps - EXTENT_FLAT : 0;
	if (s->seen != BOTH && status == ROBOTSC_OK) {
		struct exploration e = {.dfa = {paths, dfa}, .budget = left, .visit = visit, .ctx = s, .only_first_allows = 1};
		region->paths.reactions = robotsc__reactions_make(a);
		status = region->paths.reactions ? robotsc__explore(a, &e) : ROBOTSC_ERR_NOMEM;
		steps += EXTENT_FLAT + e.steps;
		*complete = e.complete;
	}
	if (status == ROBOTSC_OK && !*complete && s->seen != BOTH && left) {
		dfa->steps = paths->steps = 0;
		status = ask_texts(a, rules, paths, dfa, left / 8, s);
		steps += dfa->steps + paths->steps;
	}
	pay_steps(budget, steps);
	return status;
}

enum robotsc_status robotsc__extent_run(struct arena *a, struct extent_region *region, struct lazy_dfa *dfa, uint64_t *budget,
                                        enum robotsc_extent *out)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct seeing s = {0};
	bool complete = true, settled = false;
	enum robotsc_status status = ask_beginning(a, region, dfa, &s, &settled);
	if (status == ROBOTSC_OK && !settled)
		status = explore(a, region, dfa, budget, &s, &complete);
	else
		pay_steps(budget, dfa->steps);
	region->paths.reactions = NULL;
	robotsc__arena_reset(a, mark);
	if (s.seen == BOTH)
		*out = ROBOTSC_EXTENT_PARTLY;
	else if (!complete)
		*out = ROBOTSC_EXTENT_UNKNOWN;
	else
		*out = s.seen == 1u << ROBOTSC_DISALLOW ? ROBOTSC_EXTENT_CLOSED : ROBOTSC_EXTENT_OPEN;
	return status;
}

const char *robotsc_extent_name(enum robotsc_extent extent)
{
	static const char *const names[] = {"unknown", "open", "partly", "closed"};
	return (unsigned)extent < sizeof names / sizeof names[0] ? names[extent] : NULL;
}

/* ---- the public call --------------------------------------------------------------- */

/* The canonical octets of a path.  NULL: no memory. */
static const uint8_t *canonical_of(struct arena *a, const struct robotsc__dialect *dialect, struct robotsc_text path, uint32_t *len)
{
	struct canonical_path c;
	if (!robotsc__rule_match_path(a, dialect, (const uint8_t *)path.at, path.len, &c))
		return NULL;
	*len = (uint32_t)c.len;
	return c.text;
}

static const struct robotsc__dialect *dialect_of(const struct operand *operand)
{
	struct robotsc_info info;
	if (!operand->blob)
		return operand->text.dialect;
	robotsc_blob_info(operand->blob, &info);
	return robotsc__dialect_find(info.dialect);
}

/* Make the region that the caller asked for. */
static enum robotsc_status read_region(struct arena *a, const struct robotsc__dialect *dialect, const struct robotsc_region *from,
                                       struct extent_region *out)
{
	uint32_t len;
	const uint8_t *octets = canonical_of(a, dialect, from->prefix, &len);
	enum robotsc_status status = octets ? robotsc__extent_region(a, octets, len, 0, from->nwithout, out) : ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < from->nwithout && status == ROBOTSC_OK; i++) {
		octets = canonical_of(a, dialect, from->without[i], &len);
		if (octets)
			robotsc__extent_leave_out(out, octets, len);
		else
			status = ROBOTSC_ERR_NOMEM;
	}
	return status;
}

static enum robotsc_status find(struct arena *a, const struct robotsc_side *side, const struct robotsc_text *tokens, size_t n,
                                const struct robotsc_region *region, uint64_t *budget, enum robotsc_extent *extent)
{
	struct operand operand;
	struct decider decider;
	struct extent_region paths;
	enum robotsc_status status = robotsc__operand_read(a, side, &operand);
	if (status == ROBOTSC_OK)
		status = robotsc__operand_open(a, &operand, tokens, n, &decider);
	if (status == ROBOTSC_OK)
		status = read_region(a, dialect_of(&operand), region, &paths);
	if (status != ROBOTSC_OK)
		return status;
	if (operand.blob && decider.machine.unproven) {
		*extent = ROBOTSC_EXTENT_UNKNOWN;
		return ROBOTSC_OK;
	}
	struct lazy_rules *rules = (struct lazy_rules *)decider.dfa;
	rules->reactions = robotsc__reactions_make(a);
	return rules->reactions ? robotsc__extent_run(a, &paths, decider.dfa, budget, extent) : ROBOTSC_ERR_NOMEM;
}

enum robotsc_status robotsc_closed_below(const struct robotsc_side *side, const struct robotsc_text *tokens, size_t n,
                                         const struct robotsc_region *region, uint64_t *budget, enum robotsc_extent *extent)
{
	struct arena arena;
	enum robotsc_extent found = ROBOTSC_EXTENT_UNKNOWN;
	robotsc__arena_init(&arena, side->options ? side->options->alloc : NULL);
	const enum robotsc_status status = find(&arena, side, tokens, n, region, budget, &found);
	robotsc__arena_free(&arena);
	if (status == ROBOTSC_OK)
		*extent = found;
	return status;
}
