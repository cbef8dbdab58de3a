/* walk_long.c - walk a path that is longer than the buffer through filters.
 *
 * The path moves through the buffer: once for the literals of a filter, and once for each group of
 * globs, whose trials go on side by side.  A group leaves out globs that the buffer's first octets
 * or the path's last ones decide.  A segment longer than LONG does not stay in the buffer: its last
 * octets are looked for there, and where they stand long_segment.c looks for all of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "filter_parts.h"
#include "path_window.h"
#include "walk.h"

#if !ROBOTSC_SMALL

void *memchr(const void *at, int octet, size_t n); /* <string.h> need not exist */
void *memcpy(void *restrict to, const void *restrict from, size_t n);

#define LITERAL_SPAN 128  /* octets that compiled tries read at most; longer literals take longer */
#define LONG 2560         /* octets or units of a segment that the window keeps when it moves */
#define TRIALS 44         /* globs that are tried side by side */
#define TRIAL_OCTETS 1024 /* octets of globs in the first group; later groups have more */
#define ENDING 8          /* last octets or units of a long segment: they are looked for first */
#define TAIL 64           /* octets or units of the path's end that are kept, and at most 63 more */
#define TAIL_ROOM (TAIL + 64)

/* The path and the window on it. */
struct long_walk {
	struct path *path;
	struct window w;
	struct mark mark, next; /* mark is not after the window's start, next later */
	uint64_t escaped[FILTER_PATH_MAX / 64 + 2];
	struct window tail; /* the path's end */
	uint8_t tail_text[TAIL_ROOM + PADDING];
	uint64_t tail_escaped[TAIL_ROOM / 64 + 1];
	size_t total; /* octets of the path, units in form K; 0: not measured yet */
	size_t query; /* offset of the first '?', or total */
	uint8_t form;
};

/* A glob on trial. */
struct trial {
	const uint8_t *glob, *end; /* the instructions that are left */
	size_t at;                 /* offset from which on the next segment may begin */
	uint32_t rank;
	uint8_t first;      /* it is the first glob of its literal */
	uint8_t after_star; /* the next segment may begin later than at */
	uint8_t state;      /* GOES_ON, NO or YES */
};
enum {
	GOES_ON,
	NO,
	YES
};

/* ---- the window --------------------------------------------------------------------- */

/* Puts the window at the path's start.  units: it holds units. */
RARE static void begin_path(struct long_walk *l, int units)
{
	l->mark = l->next = (struct mark){l->path->begin, 0};
	l->w.escaped = units ? l->escaped : NULL;
	robotsc__path_window_put(&l->w, l->mark);
	robotsc__path_window_fill(&l->w);
}

/* Moves the window on.  Keeps at least the last n octets, n at most 2 LONG. */
RARE static void move_on(struct long_walk *l, size_t n)
{
	robotsc__path_window_drop(&l->w, window_size(&l->w) - n);
	l->mark = l->next;
	l->next = (struct mark){l->w.from, window_end(&l->w)};
	robotsc__path_window_fill(&l->w);
}

/* Keeps the path's end, which the window has. */
RARE static void keep_tail(struct long_walk *l)
{
	const size_t size = window_size(&l->w), first = size > TAIL ? (size - TAIL) / 64 * 64 : 0, n = size - first;
	memcpy(l->tail_text, l->w.text + first, n);
	pad(l->tail_text + n);
	l->tail = l->w;
	l->tail.text = l->tail_text;
	l->tail.end = l->tail_text + n;
	l->tail.offset += first;
	if (l->w.escaped)
		l->tail.escaped = memcpy(l->tail_escaped, l->escaped + first / 64, sizeof l->tail_escaped);
}

/* Finds what globs need to know of the whole path. */
RARE static void measure(struct long_walk *l)
{
	l->query = NOWHERE;
	for (begin_path(l, l->form == FORM_K);; move_on(l, TAIL)) {
		const uint8_t *const query = l->query == NOWHERE ? memchr(l->w.text, '?', window_size(&l->w)) : NULL;
		if (query)
			l->query = l->w.offset + (size_t)(query - l->w.text);
		if (window_last(&l->w))
			break;
	}
	l->total = window_end(&l->w);
	l->query = l->query < l->total ? l->query : l->total;
	keep_tail(l);
}

/* ---- literals ----------------------------------------------------------------------- */

/* walk_trie from an offset on, one octet at a time: for a trie that leads out of the window. */
RARE static void walk_far(const struct long_walk *l, const struct filter *f, const uint8_t *node, size_t offset,
                          struct found *found)
{
	uint8_t room[SIDE_ROOM + 16 + PADDING];
	struct window w = {.path = l->path, .text = room, .room = SIDE_ROOM};
	struct mark mark = l->mark;
	robotsc__path_window_put(&w, mark);
	for (;;) {
		const struct node n = read_node(f->code, (uint32_t)(node - f->code), f->width, 1);
		robotsc__path_window_reach(&w, offset, RUN_MAX, 0, &mark);
		const uint8_t *const at = w.text + (offset - w.offset);
		uint32_t target = n.target;
		if (n.head & NODE_E)
			complete(found, n.mark);
		if (n.head & NODE_BRANCH) {
			const uint32_t way = find_way(n.octets, n.count, *at);
			if (way >= n.count)
				return;
			target = node_way(&n, way, f->width);
		} else if (!run_stands(n.octets, n.count, at)) {
			return;
		}
		offset += n.head & NODE_BRANCH ? 1 : n.count;
		node = f->code + (target - TARGET_NODE);
	}
}

/* Finds the anchored literals in the first window. */
RARE static void find_anchored(const struct long_walk *l, const struct filter *f, struct found *found)
{
	const struct path_part octets = {l->w.text, l->w.end};
	if (!robotsc__filter_parts_anchored(f, &octets, l->w.end, found))
		return;
	const uint8_t *const prefix = f->prefix_table ? find_prefix(f->prefix_table, f->width, octets.begin + 1) : NULL;
	walk_far(l, f, prefix ? f->code + (prefix_target(prefix, f->width) - TARGET_NODE) : f->first,
	         1 + (prefix ? prefix_count(prefix[0]) : 0), found);
}

/* Finds the floating literals that begin from at on and before stop. */
static void find_between(const struct long_walk *l, const struct filter *f, uint32_t alone, const uint8_t *at, const uint8_t *stop,
                         struct found *found)
{
	const uint8_t *const end = window_last(&l->w) ? NULL : l->w.end;
	while (at && at < stop) {
		at = robotsc__filter_parts_places(f, alone, at, stop, end, found);
		if (at)
			walk_far(l, f, f->root, l->w.offset + (size_t)(at++ - l->w.text), found);
	}
}

/* Finds the floating literals. */
RARE static void find_floating(struct long_walk *l, const struct filter *f, uint32_t alone, struct found *found)
{
	for (size_t at = 1;;) {
		const int last = window_last(&l->w);
		const size_t stop = window_end(&l->w) - (last ? 0 : LITERAL_SPAN);
		find_between(l, f, alone, l->w.text + (at - l->w.offset), l->w.text + (stop - l->w.offset), found);
		if (last || found_all(found, alone))
			return;
		move_on(l, LITERAL_SPAN);
		at = stop;
	}
}

/* ---- segments ----------------------------------------------------------------------- */

/* The last octets or units of a long segment, without operators. */
RARE static struct glob_segment ending_of(const struct glob_text *text, const struct glob_segment *s)
{
	struct glob_segment ending = {s->stop - ENDING, s->stop, {ENDING, ENDING}, s->plain};
	const uint8_t *item = s->item;
	if (s->plain)
		return ending;
	ending.item = s->item;
	for (unsigned i = 0; item < s->stop; item += item_size(text, item), i++)
		if (i >= ENDING)
			ending.item += item_size(text, ending.item);
	return ending;
}

static size_t find_long(const struct long_walk *l, const struct glob_segment *s, int query, size_t first, size_t last)
{
	const struct long_path path = {l->path, l->mark, l->form};
	return robotsc__long_segment_find(&path, s, query, first, last);
}

/* Looks for the next segment of a trial at the places from *first to last, as far as a window has
 * them.  Returns its offset, or NOWHERE; then *first is the first place that is left. */
RARE static size_t find_here(const struct long_walk *l, const struct window *w, const struct glob_segment *s, int query,
                             size_t *first, size_t last)
{
	const size_t n = s->n[query], end = window_end(w), stop = n > end ? 0 : end - n < last ? end - n : last;
	const struct glob_text text = window_text(w);
	const int is_long = n > LONG, has_operators = !s->plain && l->form != FORM_K;
	const struct glob_segment part = is_long && !has_operators ? ending_of(&text, s) : *s;
	const size_t before = n - part.n[query], from = *first;
	if (is_long && has_operators) {
		*first = last + 1;
		return find_long(l, s, query, from, last);
	}
	if (n > end || from > stop)
		return NOWHERE;
	*first = stop + 1;
	const uint8_t *const found = robotsc__glob_match_find(&text, &part, query, w->text + (from + before - w->offset),
	                                                      w->text + (stop + before - w->offset));
	if (!found)
		return NOWHERE;
	if (!is_long)
		return w->offset + (size_t)(found - w->text);
	*first = last + 1;
	return find_long(l, s, query, w->offset + (size_t)(found - w->text) - before, last);
}

/* ---- trials ------------------------------------------------------------------------- */

/* Matches the next segment.  Returns GOES_ON if the window must move first, NO, or YES if *found is
 * its place and *query its side of the first '?'. */
RARE static int match_segment(const struct long_walk *l, const struct window *w, struct trial *t, const struct glob_segment *s,
                              size_t *found, int *query)
{
	const int ends = s->stop < t->end && *s->stop == GLOB_END, sides = s->plain || l->form == FORM_K ? 1 : 2;
	for (*query = 0; *query < sides; ++*query) {
		const size_t n = s->n[*query];
		if (n > l->total || l->total - n < t->at)
			continue;
		size_t first = ends ? l->total - n : t->at, last = ends || t->after_star ? l->total - n : t->at;
		if (ends && !t->after_star)
			last = t->at;
		if (sides == 2 && *query && first <= l->query)
			first = l->query + 1;
		if (sides == 2 && !*query && last > l->query)
			last = l->query;
		if (first > last)
			continue;
		*found = find_here(l, w, s, *query, &first, last);
		if (*found != NOWHERE)
			return YES;
		if (first > last)
			continue;
		if (!ends)
			t->at = first;
		return GOES_ON;
	}
	return NO;
}

/* Goes on with a trial as far as a window goes. */
RARE static void try_on(const struct long_walk *l, const struct window *w, struct trial *t)
{
	const struct glob_text text = window_text(w);
	while (t->state == GOES_ON) {
		struct glob_segment s;
		size_t found = 0;
		int query = 0;
		t->state = NO;
		if (!robotsc__glob_match_segment(&text, t->glob, t->end, l->total - t->at, &s))
			return;
		t->state = (uint8_t)match_segment(l, w, t, &s, &found, &query);
		if (t->state != YES)
			return;
		t->at = found + s.n[query];
		t->state = s.stop == t->end || *s.stop == GLOB_END ? YES : GOES_ON;
		t->glob = s.stop + 1;
		t->after_star = 1;
	}
}

/* The offset of the unit after the first n canonical octets, or NOWHERE.  The window is at the
 * path's start. */
static size_t skip_octets(const struct long_walk *l, unsigned n)
{
	size_t at = 0;
	if (l->form != FORM_K)
		return n;
	for (unsigned read = 0; read < n; at++) {
		const uint8_t unit = l->w.text[at];
		const int pair = unit < FORM_K_LIMIT || unit >= 0x80 || (l->escaped[at / 64] >> at % 64 & 1);
		read += pair ? 2 : 1;
		if (read > n)
			return NOWHERE;
	}
	return at;
}

/* True if the path's end shows that a glob with GLOB_END does not match. */
RARE static int ends_otherwise(const struct long_walk *l, const struct trial *t)
{
	const struct glob_text text = window_text(&l->tail);
	const uint8_t *item = t->glob;
	struct glob_segment s;
	/* a quick test: another octet ends the path */
	if (l->form != FORM_K && t->end - item > 1 && t->end[-1] == GLOB_END && t->end[-2] < 0x80 && t->end[-2] != text.end[-1])
		return 1;
	for (;; item = s.stop + 1) {
		robotsc__glob_match_segment(&text, item, t->end, SIZE_MAX, &s);
		if (s.stop == t->end || *s.stop == GLOB_END)
			break;
	}
	if (s.stop == t->end || s.n[0] > TAIL)
		return 0;
	for (int query = 0; query < (s.plain || l->form == FORM_K ? 1 : 2); query++) {
		const size_t n = s.n[query];
		if (n <= l->total && (s.plain || l->form == FORM_K || (l->total - n > l->query) == query) &&
		    robotsc__glob_match_find(&text, &s, query, text.end - n, text.end - n))
			return 0;
	}
	return 1;
}

/* Begins a trial.  The window is at the path's start. */
RARE static void begin_trial(const struct long_walk *l, struct trial *t)
{
	if (t->glob < t->end && *t->glob == GLOB_KNOWN) {
		t->at = skip_octets(l, t->glob[1]);
		t->glob += 2;
	}
	if (t->at == NOWHERE || ends_otherwise(l, t))
		t->state = NO;
	else
		try_on(l, &l->w, t);
}

/* True if a trial goes on and can still raise the rank. */
static int is_open(const struct trial *t, const struct found *found)
{
	return t->state == GOES_ON && t->rank > found->best;
}

/* Goes on with n trials side by side, to the path's end.  A match raises the rank if the globs are
 * in order. */
RARE static void try_group(struct long_walk *l, struct trial *trials, unsigned n, int in_order, struct found *found)
{
	for (unsigned open = n; open;) {
		open = 0;
		for (unsigned i = 0; i < n && !open; i++)
			open = (unsigned)is_open(&trials[i], found);
		if (open)
			move_on(l, LONG + 63);
		for (unsigned i = 0; open && i < n; i++) {
			if (!is_open(&trials[i], found))
				continue;
			try_on(l, &l->w, &trials[i]);
			if (in_order && trials[i].state == YES)
				found->best = trials[i].rank;
		}
	}
}

/* ---- the globs of a filter, in their order --------------------------------------------- */

/* A place among the globs of the literals that were found. */
struct globs {
	const struct filter *f;
	const struct found *found;
	const uint8_t *at, *end; /* the next glob of the literal, and the end of its globs */
	uint32_t literal;        /* the next literal */
	int first;               /* at is the first of its literal */
};

/* Goes to the next literal that was found.  Returns 0 if there is none. */
static int next_literal(struct globs *g)
{
	const struct filter *const f = g->f;
	for (; g->literal < f->nliterals; g->literal++)
		if (g->found->seen[g->literal / 64] >> g->literal % 64 & 1)
			break;
	if (g->literal >= f->nliterals)
		return 0;
	g->at = f->globs + field_at(f->literals, g->literal, f->field_size);
	g->literal++;
	g->end = f->globs + (g->literal < f->nliterals ? field_at(f->literals, g->literal, f->field_size) : f->globs_size);
	g->first = 1;
	return 1;
}

/* Takes the next glob of a rank above best.  Returns 0 if there is none. */
RARE static int next_glob(struct globs *g, uint32_t best, struct trial *t)
{
	const struct filter *const f = g->f;
	for (;;) {
		if (g->at == g->end && !next_literal(g))
			return 0;
		const uint32_t rank = field_at(g->at, GLOB_RANK, f->field_size);
		const uint8_t *const glob = g->at + GLOB_FIELDS * f->field_size, *const end = glob + field_at(g->at, GLOB_SIZE,
		                                                                                              f->field_size);
		if (rank <= best && g->first)
			return 0;
		*t = (struct trial){.glob = glob, .end = end, .rank = rank, .first = (uint8_t)g->first};
		g->at = rank <= best ? g->end : end;
		g->first = 0;
		if (rank > best)
			return 1;
	}
}

/* True if ranks descend as the compiler writes them: among the globs of a literal, and among the
 * literals' first globs.  Then the best match decides. */
RARE static int are_in_order(struct globs g)
{
	uint32_t before = UINT32_MAX, first = UINT32_MAX;
	for (struct trial t; next_glob(&g, 0, &t); before = t.rank) {
		if (t.rank > (t.first ? first : before))
			return 0;
		first = t.first ? t.rank : first;
	}
	return 1;
}

/* Takes the results of globs that are not in order, as "The walk" of docs/formats/blob.md says.
 * Returns 0 if no other literal is tried. */
RARE static int take_in_turn(struct globs *g, const struct trial *trials, unsigned n, struct found *found)
{
	int passed = 0; /* the walk has left this literal */
	for (const struct trial *t = trials; t < trials + n; t++) {
		passed = passed && !t->first;
		if (passed)
			continue;
		if (t->rank <= found->best && t->first)
			return 0;
		passed = t->rank <= found->best || t->state == YES;
		if (t->rank > found->best && t->state == YES)
			found->best = t->rank;
	}
	g->at = passed ? g->end : g->at;
	return 1;
}

RARE static void try_globs(struct long_walk *l, const struct filter *f, struct found *found)
{
	struct trial trials[TRIALS];
	struct globs g = {.f = f, .found = found};
	const int in_order = are_in_order(g);
	size_t octets = TRIAL_OCTETS;
	for (int more = 1; more;) {
		size_t sum = 0;
		unsigned n = 0;
		begin_path(l, l->form == FORM_K);
		while (n < TRIALS && sum < octets && (more = next_glob(&g, found->best, &trials[n]))) {
			begin_trial(l, &trials[n]);
			if (in_order && trials[n].state == YES)
				found->best = trials[n].rank;
			if (in_order && trials[n].state != GOES_ON)
				continue;
			sum += (size_t)(trials[n].end - trials[n].glob);
			n++;
		}
		try_group(l, trials, n, in_order, found);
		if (!in_order && !take_in_turn(&g, trials, n, found))
			return;
		octets += sum;
	}
}

/* ---- filters ------------------------------------------------------------------------ */

RARE static void walk_filter(struct long_walk *l, const uint8_t *machine, struct found *found)
{
	const uint32_t field_size = machine_field_size(machine);
	const struct filter f = filter_of(machine, field_size, machine_width(machine));
	forget_literals(found, &f);
	complete(found, field_at(machine + 1, MACHINE_FIRST, field_size));
	begin_path(l, 0);
	find_anchored(l, &f, found);
	if (f.root && found->best <= field_at(machine + 1, MACHINE_STOP + (found->best & 1), field_size))
		find_floating(l, &f, field_at(machine + 1, MACHINE_ALONE, field_size), found);
	if (found->unseen == f.nliterals)
		return;
	if (!l->total)
		measure(l);
	try_globs(l, &f, found);
}

RARE int robotsc__walk_long(const struct robotsc_group *group, struct path *path, uint8_t *room)
{
	struct long_walk l;
	struct found found;
	const uint8_t *machine = group->machine;
	l.path = path;
	l.form = group->form;
	l.w = (struct window){.path = path, .text = room, .room = FILTER_PATH_MAX};
	l.total = 0;
	found.best = group->verdict;
	for (uint32_t i = 0; found.best < machine_field(machine, MACHINE_TOP); machine = next_machine(group, i++)) {
		walk_filter(&l, machine, &found);
		if (i == group->more)
			break;
	}
	return (int)(found.best & 1);
}

#endif
