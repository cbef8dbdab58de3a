/* fix_effect.c - what an edit of a text opens and closes, proved over all paths and robots: the
 * edit is made in a copy, which is compared with the text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_text.h"

#include <stdio.h>
#include <string.h>

#include "arena_text.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"

#define STEPS 300000u /* most steps of one comparison: some 5 ms */
#define READ_STEPS 2  /* reading an octet of a text counts as two steps */
#define TOLD 3        /* the words name at most three sets of robots */

static const char NOT_FOUND_OUT[] = "what it opens or closes was not found out";

static void put_string(struct arena_text *to, const char *text)
{
	put_text(to, text, strlen(text));
}

/* The text with all edits made; NULL: no memory. */
static uint8_t *change(const struct fix_effect *e, const struct robotsc_fix *fix, size_t *len)
{
	size_t from = 0, room = e->len + 1;
	char *out, *to;
	for (uint32_t i = 0; i < fix->nedits; i++)
		room += fix->edits[i].text.len;
	out = to = robotsc__arena_take(e->arena, room);
	if (!out)
		return NULL;
	for (uint32_t i = 0; i < fix->nedits; i++) {
		const struct robotsc_edit *const edit = &fix->edits[i];
		to = put_octets(to, (const char *)e->at + from, edit->from - from);
		to = put_octets(to, edit->text.at, edit->text.len);
		from = edit->to;
	}
	to = put_octets(to, (const char *)e->at + from, e->len - from);
	*len = (size_t)(to - out);
	return (uint8_t *)out;
}

/* What the words say about a comparison for all robots. */
struct telling {
	struct arena_text words;
	char paths[2][128]; /* newly disallowed, newly allowed */
	size_t lens[2];
	uint32_t reported; /* sets of robots */
	uint32_t ways;     /* sets with newly closed paths, plus sets with newly open ones */
	bool unknown;
	uint64_t steps;
};

static void take_difference(void *ctx, const struct robotsc_difference *d)
{
	struct telling *const t = ctx;
	const int to = d->verdict[1] == ROBOTSC_ALLOW;
	if (t->lens[to] == 0 && d->path.len <= sizeof t->paths[to]) {
		memcpy(t->paths[to], d->path.at, d->path.len);
		t->lens[to] = d->path.len;
	}
}

/* Add to the words what opens and closes for these robots. */
static void tell(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison)
{
	static const char *const verbs[2] = {"closes ", "opens "};
	struct telling *const t = ctx;
	bool any = false;
	t->unknown |= comparison->answer == ROBOTSC_UNKNOWN || (comparison->answer == ROBOTSC_DIFFERENT && !comparison->complete &&
	                                                        !(comparison->found[0] && comparison->found[1]));
	t->steps += comparison->steps;
	t->reported += comparison->answer == ROBOTSC_DIFFERENT;
	t->ways += (comparison->found[0] ? 1u : 0) + (comparison->found[1] ? 1u : 0);
	for (int to = 0; to < 2 && t->reported <= TOLD && comparison->answer == ROBOTSC_DIFFERENT; to++) {
		if (comparison->found[to] == 0)
			continue;
		put_string(&t->words, any ? ", " : t->words.len ? "; " : "");
		put_string(&t->words, verbs[to]);
		if (t->lens[to])
			robotsc_spell((struct robotsc_text){t->paths[to], t->lens[to]}, ROBOTSC_SPELL_TEXT, put_text, &t->words);
		else
			put_string(&t->words, "a long path");
		any = true;
	}
	if (any) {
		put_string(&t->words, " for ");
		robotsc_spell_robots(robots, put_text, &t->words);
	}
	t->lens[0] = t->lens[1] = 0;
}

/* Compare, within what is left of the budget. */
static enum robotsc_status compare(struct fix_effect *e, const struct robotsc_side sides[2], int usual, struct telling *t)
{
	const uint64_t reads = READ_STEPS * ((uint64_t)sides[0].len + sides[1].len);
	struct robotsc_question question = {
		.most = 1, .difference = take_difference, .ctx = t, .usual = usual, .alloc = e->options->alloc};
	enum robotsc_status status = ROBOTSC_OK;
	*t = (struct telling){.words = {.arena = e->arena}, .unknown = e->left <= reads};
	if (t->unknown)
		return ROBOTSC_OK;
	question.budget = e->left - reads < STEPS ? e->left - reads : STEPS;
	status = robotsc_compare_all(&sides[0], &sides[1], &question, NULL, tell);
	t->steps += reads;
	e->left -= t->steps < e->left ? t->steps : e->left;
	e->steps += t->steps;
	return status;
}

/* Compare all paths.  If some differ, prefer as examples paths that crawlers write. */
static enum robotsc_status compare_twice(struct fix_effect *e, const struct robotsc_side sides[2], struct telling *t)
{
	struct telling usual;
	enum robotsc_status status = compare(e, sides, 0, t);
	if (status != ROBOTSC_OK || t->reported == 0)
		return status;
	status = compare(e, sides, 1, &usual);
	if (usual.reported == t->reported && usual.ways == t->ways)
		t->words = usual.words;
	return status;
}

const char *robotsc__fix_effect_of(struct fix_effect *e, const struct robotsc_fix *fix)
{
	size_t len = 0;
	struct telling t;
	e->proved = e->changes = false;
	if (e->left <= READ_STEPS * 2 * (uint64_t)e->len)
		return NOT_FOUND_OUT;
	uint8_t *const after = change(e, fix, &len);
	const struct robotsc_side sides[2] = {{NULL, e->options, e->at, e->len}, {NULL, e->options, after, len}};
	if (!after || compare_twice(e, sides, &t) != ROBOTSC_OK)
		return NOT_FOUND_OUT;
	if (t.reported > TOLD) {
		char more[64];
		snprintf(more, sizeof more, "; and so on for %lu other sets of robots", (unsigned long)(t.reported - TOLD));
		put_string(&t.words, more);
	}
	if (t.unknown)
		put_string(&t.words, t.reported ? "; perhaps more" : NOT_FOUND_OUT);
	else if (!t.reported)
		put_string(&t.words, FIX_OPENS_NOTHING);
	e->proved = !t.unknown && !t.words.failed;
	e->changes = t.reported > 0;
	return t.words.failed ? NOT_FOUND_OUT : t.words.at;
}
