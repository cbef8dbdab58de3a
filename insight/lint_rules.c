/* lint_rules.c - rules on which no verdict depends.
 *
 * A line may speak to several robots, with other lines beside it for each: it is dead if it never decides for
 * any of them.  First all dead lines are found, then, without these and one after the other, those that
 * may go too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lint.h"
#include "norm.h"
#include "overlap.h"
#include "sort.h"
#include "trial.h"

#define TRIAL_BUDGET 2000000u /* steps for one question */
#define RULE_STEPS 16         /* what it counts to take a rule into a trial */
#define COVER_TRIALS 500      /* of a file, to say which line covers another one */
#define SHARES 4              /* policies together have so many times the rules of the text, at most */
#define SHARES_FREE 65536u

/* A rule in one of the policies. */
struct entry {
	uint32_t policy, rule, line;
};

struct rules_linter {
	struct linter *l;
	const struct text *text;
	struct overlap *policies;
	uint32_t npolicies;
	struct entry *entries; /* by line */
	uint32_t *order;
	uint32_t n;
	uint32_t *room;  /* for the rules of a policy */
	uint32_t *left;  /* by group: rules that are not dead or redundant */
	uint32_t covers; /* trials that were spent on saying which line covers one */
	int passed;      /* policies were left out */
};

static int compare(const void *ctx, uint32_t x, uint32_t y)
{
	const struct entry *all = ctx;
	return all[x].line == all[y].line ? 0 : all[x].line < all[y].line ? -1 : 1;
}

/* Read the rules of all policies. */
static enum robotsc_status open_policies(struct rules_linter *r)
{
	struct arena *a = r->l->arena;
	const size_t most = SHARES * r->text->doc.nrules + SHARES_FREE;
	size_t total = 0;
	uint32_t widest = 0;
	r->policies = robotsc__arena_zeroed(a, r->text->grouping.npolicies, sizeof *r->policies);
	if (!r->policies)
		return ROBOTSC_ERR_NOMEM;
	for (; r->npolicies < r->text->grouping.npolicies && total <= most; r->npolicies++) {
		struct overlap *o = &r->policies[r->npolicies];
		enum robotsc_status status = robotsc__rules_open(a, r->text, r->npolicies, &o->source);
		if (status == ROBOTSC_OK)
			status = robotsc__overlap_make(a, o);
		if (status != ROBOTSC_OK)
			return status;
		total += o->source.n;
		widest = o->source.n > widest ? o->source.n : widest;
	}
	r->passed = r->npolicies < r->text->grouping.npolicies;
	r->room = robotsc__arena_zeroed(a, widest, sizeof *r->room);
	r->left = robotsc__arena_zeroed(a, r->text->doc.ngroups, sizeof *r->left);
	r->entries = robotsc__arena_zeroed(a, total, sizeof *r->entries);
	r->order = robotsc__arena_zeroed(a, total, sizeof *r->order);
	for (size_t i = 0; r->left && i < r->text->doc.nrules; i++)
		r->left[r->text->doc.rules[i].group]++;
	return r->room && r->left && r->entries && r->order ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* Number the rules that lines say. */
static int sort_entries(struct rules_linter *r)
{
	for (uint32_t p = 0; p < r->npolicies; p++)
		for (uint32_t i = 0; i < r->policies[p].source.n; i++)
			if (r->policies[p].source.rules[i].line) {
				r->order[r->n] = r->n;
				r->entries[r->n++] = (struct entry){p, i, r->policies[p].source.rules[i].line};
			}
	return robotsc__sort(r->l->arena, r->order, r->n, compare, r->entries);
}

static const struct entry *entry_at(const struct rules_linter *r, uint32_t i)
{
	return &r->entries[r->order[i]];
}

/* Behind the entries of a line. */
static uint32_t line_end(const struct rules_linter *r, uint32_t i)
{
	const uint32_t line = entry_at(r, i)->line;
	while (i < r->n && entry_at(r, i)->line == line)
		i++;
	return i;
}

static enum robotsc_status run(struct rules_linter *r, struct trial *t, enum trial_answer *answer)
{
	*answer = TRIAL_UNKNOWN;
	if (!robotsc__lint_pay(r->l, RULE_STEPS * (1 + (uint64_t)t->nhigher + t->nlower)))
		return ROBOTSC_OK;
	t->budget = r->l->budget < TRIAL_BUDGET ? r->l->budget : TRIAL_BUDGET;
	const enum robotsc_status status = robotsc__trial_run(r->l->arena, t);
	(void)robotsc__lint_pay(r->l, t->steps);
	*answer = t->answer;
	return status;
}

/* Does an entry decide about a path?  And if alone is not set: about one where the verdict would else be
 * another? */
static enum robotsc_status ask(struct rules_linter *r, const struct entry *e, int alone, struct trial *t, enum trial_answer *answer)
{
	const struct overlap *o = &r->policies[e->policy];
	*t = (struct trial){.rules = o->source.rules, .form = o->source.source.form, .rule = e->rule, .higher = r->room};
	if (!robotsc__lint_pay(r->l, 1)) {
		*answer = TRIAL_UNKNOWN;
		return ROBOTSC_OK;
	}
	robotsc__overlap_find(o, e->rule, r->room, &t->nhigher, &t->nlower);
	t->lower = r->room + (o->source.n - t->nlower);
	t->fallback = o->source.fallback;
	if (alone) {
		t->nlower = 0;
		t->fallback = !(t->rules[e->rule].rank & 1);
	}
	return run(r, t, answer);
}

/* Does any entry of a line?  One that does is enough. */
static enum robotsc_status ask_line(struct rules_linter *r, uint32_t from, uint32_t to, int alone, enum trial_answer *answer)
{
	enum robotsc_status status = ROBOTSC_OK;
	enum trial_answer all = TRIAL_NO;
	for (uint32_t i = from; i < to && all != TRIAL_YES && status == ROBOTSC_OK; i++) {
		struct trial t;
		status = ask(r, entry_at(r, i), alone, &t, answer);
		if (*answer != TRIAL_NO)
			all = *answer;
		else
			r->policies[entry_at(r, i)->policy].gone[entry_at(r, i)->rule] = 1; /* for the entries after it */
	}
	for (uint32_t i = from; i < to && (alone || all != TRIAL_NO); i++)
		r->policies[entry_at(r, i)->policy].gone[entry_at(r, i)->rule] = 0;
	*answer = all;
	return status;
}

static struct robotsc_finding *tell(const struct rules_linter *r, unsigned kind, uint32_t line)
{
	const struct rule *rule = robotsc__text_rule_at(&r->text->doc, line);
	return robotsc__lint_add(r->l, kind, line, (uint32_t)(rule->value.at - rule->text) + 1, rule->value.len);
}

static int same_text(const struct rule_steps *a, const struct rule_steps *b)
{
	return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

/* Do two lines spell their patterns alike? */
static int same_value(const struct rules_linter *r, uint32_t x, uint32_t y)
{
	const struct span a = robotsc__text_rule_at(&r->text->doc, x)->value, b = robotsc__text_rule_at(&r->text->doc, y)->value;
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Leave only rules that are needed to keep a rule from deciding: the more at once, the better. */
static enum robotsc_status shrink(struct rules_linter *r, struct trial *t, uint32_t *higher)
{
	enum robotsc_status status = ROBOTSC_OK;
	uint32_t *without = robotsc__arena_take(r->l->arena, t->nhigher * sizeof *without);
	if (!without)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t size = t->nhigher; size; size /= 2)
		for (uint32_t at = 0; at < t->nhigher && status == ROBOTSC_OK;) {
			const uint32_t n = t->nhigher, some = size < n - at ? size : n - at;
			enum trial_answer answer;
			memcpy(without, higher, at * sizeof *without);
			memcpy(without + at, higher + at + some, (n - at - some) * sizeof *without);
			t->higher = without;
			t->nhigher = n - some;
			status = run(r, t, &answer);
			if (answer == TRIAL_NO)
				memcpy(higher, without, t->nhigher * sizeof *without);
			else
				t->nhigher = n, at += some;
		}
	t->higher = higher;
	return status;
}

/* A rule never decides: why? */
static enum robotsc_status tell_dead(struct rules_linter *r, const struct entry *e)
{
	struct trial t;
	enum trial_answer answer;
	enum robotsc_status status = ask(r, e, 1, &t, &answer);
	const struct rule_steps *rule = &t.rules[e->rule];
	if (status != ROBOTSC_OK || answer != TRIAL_NO) {
		(void)tell(r, LINT_DEAD_RULE, e->line); /* the budget does not suffice to say more */
		return status;
	}
	for (uint32_t i = 0; i < t.nhigher; i++) {
		const struct rule_steps *other = &t.rules[t.higher[i]];
		if (!other->line || !same_text(rule, other))
			continue;
		struct robotsc_finding *f = tell(r,
		                                 (rule->rank & 1) != (other->rank & 1)    ? LINT_CONFLICTING_RULES
		                                 : same_value(r, rule->line, other->line) ? LINT_DUPLICATE_RULE
		                                                                          : LINT_DUPLICATE_SPELLING,
		                                 e->line);
		if (f)
			robotsc__lint_name(f, other->line);
		return status;
	}
	const struct arena_mark mark = robotsc__arena_mark(r->l->arena);
	status = shrink(r, &t, r->room);
	robotsc__arena_reset(r->l->arena, mark);
	if (status != ROBOTSC_OK || (!t.nhigher && rule->text[0] != '/' && rule->text[0] < OP_SET))
		return status; /* of a pattern that begins with another octet it is said already */
	struct robotsc_finding *f = tell(r, t.nhigher ? LINT_DEAD_RULE : LINT_NO_PATH, e->line);
	for (uint32_t i = 0; f && i < t.nhigher; i++) {
		if (t.rules[t.higher[i]].line)
			robotsc__lint_name(f, t.rules[t.higher[i]].line);
		else
			f->said = "/robots.txt may always be fetched";
	}
	return status;
}

static enum robotsc_status find_dead(struct rules_linter *r)
{
	enum robotsc_status status = ROBOTSC_OK;
	uint8_t *dead = robotsc__arena_zeroed(r->l->arena, r->n, 1);
	if (!dead)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0, end; i < r->n && status == ROBOTSC_OK; i = end) {
		enum trial_answer answer;
		end = line_end(r, i);
		status = ask_line(r, i, end, 1, &answer);
		r->l->undecided += answer == TRIAL_UNKNOWN;
		memset(dead + i, answer == TRIAL_NO, end - i);
		r->left[robotsc__text_rule_at(&r->text->doc, entry_at(r, i)->line)->group] -= answer == TRIAL_NO;
		if (answer == TRIAL_NO && status == ROBOTSC_OK)
			status = tell_dead(r, entry_at(r, i));
	}
	for (uint32_t i = 0; i < r->n; i++)
		r->policies[entry_at(r, i)->policy].gone[entry_at(r, i)->rule] = dead[i];
	return status;
}

/* Does a rule that is a plain beginning of paths match wherever another one does? */
static int begins(const struct rule_steps *other, uint32_t literal, const struct rule_steps *rule)
{
	return literal == other->len && literal <= rule->len && memcmp(other->text, rule->text, literal) == 0;
}

/* A rule of lower precedence that says the same wherever this one matches; NULL: none was found. */
static enum robotsc_status find_cover(struct rules_linter *r, const struct entry *e, const struct rule_steps **cover)
{
	const struct overlap *o = &r->policies[e->policy];
	const struct rule_steps *rule = &o->source.rules[e->rule];
	struct trial t = {.rules = o->source.rules, .form = o->source.source.form, .rule = e->rule, .fallback = !(rule->rank & 1)};
	uint32_t nlower;
	enum robotsc_status status = ROBOTSC_OK;
	robotsc__overlap_find(o, e->rule, r->room, &t.nhigher, &nlower);
	const uint32_t *lower = r->room + (o->source.n - nlower);
	t.nhigher = 0;
	t.nlower = 1;
	for (uint32_t i = nlower; i-- > 0 && !*cover;)
		if (!((rule->rank ^ o->source.rules[lower[i]].rank) & 1) &&
		    begins(&o->source.rules[lower[i]], o->literal[lower[i]], rule))
			*cover = &o->source.rules[lower[i]];
	for (uint32_t i = nlower; i-- > 0 && !*cover && status == ROBOTSC_OK && r->covers < COVER_TRIALS;) {
		enum trial_answer answer = TRIAL_UNKNOWN;
		if ((rule->rank ^ o->source.rules[lower[i]].rank) & 1)
			continue;
		t.lower = &lower[i];
		status = run(r, &t, &answer);
		r->covers++;
		if (answer == TRIAL_NO)
			*cover = &o->source.rules[lower[i]];
	}
	return status;
}

/* A line is covered by another one if all it says is, for all robots. */
static enum robotsc_status tell_redundant(struct rules_linter *r, uint32_t from, uint32_t to)
{
	const struct entry *e = entry_at(r, to - 1);
	const struct rules_source *rules = &r->policies[e->policy].source;
	enum robotsc_status status = ROBOTSC_OK;
	uint32_t line = 0, none = 0;
	for (uint32_t i = from; i < to && status == ROBOTSC_OK; i++) {
		const struct rule_steps *cover = NULL;
		status = find_cover(r, entry_at(r, i), &cover);
		none += !cover || !cover->line || (i > from && cover->line != line);
		line = cover ? cover->line : 0;
	}
	struct robotsc_finding *f = tell(r, LINT_REDUNDANT_RULE, e->line);
	if (f && !none)
		robotsc__lint_name(f, line);
	else if (f && none == to - from && (uint32_t)rules->fallback == (rules->rules[e->rule].rank & 1))
		f->said = rules->fallback ? "what no line matches is allowed anyway" : "what no line matches is disallowed anyway";
	return status;
}

/* From the last line on, so that of lines that can do without each other the first stays.  The last rule of a group
 * is there to make it one. */
static enum robotsc_status find_redundant(struct rules_linter *r)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t end = r->n, i; end && status == ROBOTSC_OK; end = i) {
		const struct entry *e = entry_at(r, end - 1);
		enum trial_answer answer;
		for (i = end; i && entry_at(r, i - 1)->line == e->line;)
			i--;
		uint32_t *left = &r->left[robotsc__text_rule_at(&r->text->doc, e->line)->group];
		if (r->policies[e->policy].gone[e->rule] || *left < 2)
			continue;
		status = ask_line(r, i, end, 0, &answer);
		r->l->undecided += answer == TRIAL_UNKNOWN;
		*left -= answer == TRIAL_NO;
		if (answer == TRIAL_NO)
			status = tell_redundant(r, i, end);
	}
	return status;
}

enum robotsc_status robotsc__lint_text(struct linter *l, const struct text *text)
{
	struct rules_linter r = {.l = l, .text = text};
	enum robotsc_status status = open_policies(&r);
	if (status != ROBOTSC_OK)
		return status;
	if (r.passed) {
		l->undecided++;
		return ROBOTSC_OK;
	}
	if (!sort_entries(&r))
		return ROBOTSC_ERR_NOMEM;
	status = find_dead(&r);
	if (status != ROBOTSC_OK || text->dialect->versions) /* there, what no rule matches hangs on what rules there are */
		return status;
	return find_redundant(&r);
}
