/* fix_same.c - whether a rule still decides the same after a fix, found without a search.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_text.h"

#include <string.h>

#include "access/text.h"
#include "front/lex.h"
#include "pattern/pattern.h"
#include "support/sort.h"

#define FIX_RANKS 3 /* ways to rank a rule */

/* Translate a rule as the dialect does.  False: nomem is set. */
static bool normalize(struct fixer *x, const struct rule *rule, struct normal *out)
{
	*out = (struct normal){.text = (uint8_t *)robotsc__fix_take(x, 3 * rule->value.len)};
	if (out->text)
		x->dialect->normalize(rule, out);
	return out->text;
}

/* Rank a rule in three ways: as the dialect does; by its octets as written; and as rfc9309 does,
 * which ranks labels.  False: nomem is set. */
static bool take_ranks(struct fixer *x, const struct rule *rule, uint32_t ranks[FIX_RANKS])
{
	const struct robotsc__dialect *const other = robotsc__dialect_find(ROBOTSC_RFC9309);
	const struct arena_mark mark = robotsc__arena_mark(x->arena);
	struct normal pattern;
	if (!normalize(x, rule, &pattern))
		return false;
	ranks[0] = x->dialect->rank(rule, &pattern);
	ranks[1] = 2 * (uint32_t)rule->value.len + (rule->verdict == ROBOTSC_ALLOW);
	if (other != x->dialect) {
		pattern = (struct normal){.text = pattern.text};
		other->normalize(rule, &pattern);
	}
	ranks[2] = other->rank(rule, &pattern);
	robotsc__arena_reset(x->arena, mark);
	return true;
}

bool robotsc__fix_learn_ranks(struct fixer *x)
{
	struct fix_facts *const facts = &x->facts;
	const size_t n = x->doc->nrules * FIX_RANKS;
	facts->ranks = robotsc__arena_zeroed(x->arena, n, sizeof *facts->ranks);
	for (size_t i = 0; facts->ranks && i < x->doc->nrules; i++)
		if (!take_ranks(x, &x->doc->rules[i], facts->ranks + i * FIX_RANKS))
			return false;
	if (!facts->ranks || !robotsc__sort(x->arena, facts->ranks, n, robotsc__sort_by_number, NULL))
		return false;
	facts->nranks = robotsc__sort_unique(facts->ranks, n);
	return true;
}

/* True if a rule of the opposite verdict ranks between two ranks of one verdict. */
static bool has_rival(const struct fixer *x, uint32_t a, uint32_t b)
{
	const uint32_t first = a < b ? a : b, last = a < b ? b : a;
	size_t low = 0, high = x->facts.nranks;
	BISECT(low, high, i, x->facts.ranks[i] <= first);
	for (; low < x->facts.nranks && x->facts.ranks[low] < last; low++)
		if ((x->facts.ranks[low] ^ last) & 1)
			return true;
	return false;
}

/* Drop the stars that change nothing: a star after a star, and a star at the end. */
static void drop_stars(struct normal *pattern)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < pattern->len; i++)
		if (n == 0 || pattern->text[i] != OP_STAR || pattern->text[n - 1] != OP_STAR)
			pattern->text[n++] = pattern->text[i];
	n -= n > 1 && pattern->text[n - 1] == OP_END && pattern->text[n - 2] == OP_STAR;
	n -= n > 1 && pattern->text[n - 1] == OP_STAR;
	pattern->len = n;
}

/* True if two rules of one line match the same paths, and no opposite rule ranks between them.
 * others: also for robots that count octets in another way. */
static bool is_same(struct fixer *x, const struct rule *before, const struct rule *after, bool others)
{
	uint32_t first[FIX_RANKS], second[FIX_RANKS];
	struct normal a, b;
	if (!take_ranks(x, before, first) || !take_ranks(x, after, second) || !normalize(x, before, &a) || !normalize(x, after, &b))
		return false;
	if (x->dialect->wildcards) {
		drop_stars(&a);
		drop_stars(&b);
	}
	if (a.len != b.len || memcmp(a.text, b.text, a.len) != 0)
		return false;
	for (int i = 0; i < (others ? FIX_RANKS : 1); i++)
		if (has_rival(x, first[i], second[i]))
			return false;
	return !x->dialect->index_html || robotsc__pattern_folder(&a) == robotsc__pattern_folder(&b);
}

/* The line of a finding as the fix leaves it; .at NULL: the fix is not one edit of that line. */
static struct robotsc_text changed_line(struct fixer *x, const struct fix_line *line)
{
	const struct robotsc_edit *const edit = x->edits;
	char *room;
	if (x->fix.nedits != 1 || edit->from < line->start || edit->to > line->end)
		return (struct robotsc_text){NULL, 0};
	room = robotsc__fix_take(x, line->end - line->start + edit->text.len);
	if (!room)
		return (struct robotsc_text){NULL, 0};
	char *to = put_octets(room, (const char *)x->at + line->start, edit->from - line->start);
	to = put_octets(to, edit->text.at, edit->text.len);
	to = put_octets(to, (const char *)x->at + edit->to, line->end - edit->to);
	return (struct robotsc_text){room, (size_t)(to - room)};
}

/* The rule in the line of a finding, or NULL. */
static const struct rule *rule_of(const struct fixer *x)
{
	const struct rule *const rule = x->doc->nrules ? robotsc__text_rules_line(x->doc, x->f->line) : NULL;
	return rule && rule->line == x->f->line ? rule : NULL;
}

bool robotsc__fix_keeps_rule(struct fixer *x, bool others)
{
	const struct rule *const rule = rule_of(x);
	struct fix_line line;
	struct lexer lexer;
	struct line read;
	if (!rule || !robotsc__fix_look(x, rule->line, &line))
		return false;
	const struct robotsc_text changed = changed_line(x, &line);
	const size_t mark = line.start == 0 ? x->mark : 0;
	if (!changed.at)
		return false;
	(void)robotsc__lex_begin(&lexer, x->dialect, (const uint8_t *)changed.at + mark, changed.len - mark, x->strict);
	if (!robotsc__lex_next(&lexer, &read) || !lexer.last || read.kind != LINE_DIRECTIVE ||
	    read.field != (rule->verdict == ROBOTSC_ALLOW ? FIELD_ALLOW : FIELD_DISALLOW) ||
	    (rule->value.len == 0) != (read.value.len == 0))
		return false;
	struct rule after = *rule;
	after.value = read.value;
	return is_same(x, rule, &after, others);
}
