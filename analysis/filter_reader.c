/* filter_reader.c - see filter_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "filter_reader.h"

#include <stdbool.h>

#include "machine_reader.h"
#include "match/percent.h"

/* How many strings a filter may spell: these, and one more for each of its octets. */
#define STRINGS_FREE ((size_t)1 << 18)
#define TEXT_FREE ((size_t)4 << 20) /* octets of globs that a filter may stand for */
#define TEXT_SHARE 16               /* and 16 more for each of its octets */
/* A floating literal of more octets is not searched for in globs.  This bounds the work. */
#define FLOATS_MAX 255
#define NONE UINT32_MAX

/* What a trie spells on the way to a node: a shorter string, then some octets. */
struct string {
	const uint8_t *octets;
	uint32_t n, len; /* octets after the shorter string; octets of the whole string */
	uint32_t from;   /* the shorter string, or NONE */
	uint32_t node;
	bool floats; /* the string may stand anywhere after the path's first octet */
};

/* A string as a glob: "/" and the string; or "/", a star and the string, if it floats. */
struct written_string {
	const uint8_t *text;
	uint32_t len;
	bool floats;
};

struct reading {
	struct arena *arena;
	const struct machine_reader *m;
	struct filter_globs *out;
	uint8_t form;
	struct string *strings;
	size_t n, room;
	struct written_string *literals; /* the string that completes each; text NULL: none yet */
	unsigned any[START_PLACES];      /* by place: the buckets that all octets have there */
	size_t text;                     /* octets of globs that are left */
	/* By verdict: from this best rank on, floating literals are not searched for. */
	uint64_t enough[2];
	uint32_t floats[2]; /* by verdict: the highest rank of a floating glob */
	/* By verdict: the lowest rank above `enough` of a glob with the opposite verdict and an
	 * anchored literal. */
	uint64_t tried[2];
};

static uint32_t field(const struct reading *r, uint32_t number)
{
	return machine_field(r->m->at, number);
}

/* Note a condition: if it does not hold, the walk may not find the best of all globs. */
static void expect(struct reading *r, bool holds)
{
	r->out->unproven |= !holds;
}

/* ---- strings ----------------------------------------------------------------- */

/* Add a string.  A trie may spell more than it has octets: its equal nodes are merged. */
static bool add_string(struct reading *r, struct string s)
{
	const size_t most = STRINGS_FREE + machine_size(r->m->at);
	expect(r, r->n < most);
	if (r->n == most)
		return true;
	if (r->n == r->room && !robotsc__arena_grow(r->arena, (void **)&r->strings, &r->room, sizeof *r->strings))
		return false;
	r->strings[r->n++] = s;
	return true;
}

/* Add the strings that go on by one node from the node where a string ends. */
static bool add_longer(struct reading *r, uint32_t from)
{
	const struct string s = r->strings[from];
	const struct node n = robotsc__machine_reader_node(r->m, s.node);
	const bool branch = n.head & NODE_BRANCH;
	const uint32_t ways = branch ? n.count : 1, octets = branch ? 1 : n.count;
	for (uint32_t i = 0; i < ways; i++) {
		const uint32_t to = (branch ? node_way(&n, i, r->m->width) : n.target) - TARGET_NODE;
		if (!add_string(r, (struct string){n.octets + i, octets, s.len + octets, from, to, s.floats}))
			return false;
	}
	return true;
}

static bool spell(struct reading *r)
{
	const uint32_t root = field(r, MACHINE_ROOT);
	const struct string anchored = {.octets = r->m->code, .from = NONE};
	const struct string floating = {.octets = r->m->code, .from = NONE, .node = root - 1, .floats = 1};
	for (uint32_t i = 0; i < r->m->prefixes; i++) {
		const struct node prefix = robotsc__prefix_reader_node(r->m, i);
		if (!add_string(r,
		                (struct string){prefix.octets, prefix.count, prefix.count, NONE, prefix.target - TARGET_NODE, 0}))
			return false;
	}
	if (!r->m->prefix_table && field(r, MACHINE_CODE) && root != 1 && !add_string(r, anchored))
		return false;
	if (root && !add_string(r, floating))
		return false;
	for (uint32_t i = 0; i < r->n; i++)
		if (!add_longer(r, i))
			return false;
	return true;
}

/* ---- globs ------------------------------------------------------------------- */

/* Take room for the text of a glob; *out is NULL if TEXT_FREE and TEXT_SHARE are used up. */
static bool take_text(struct reading *r, size_t len, uint8_t **out)
{
	*out = NULL;
	expect(r, len <= r->text);
	if (len > r->text)
		return true;
	r->text -= len;
	*out = robotsc__arena_take(r->arena, len);
	return *out != NULL;
}

static bool add_glob(struct reading *r, const uint8_t *text, uint32_t len, uint32_t rank)
{
	struct filter_globs *out = r->out;
	expect(r, rank <= field(r, MACHINE_TOP));
	if (rank <= out->fallback)
		return true;
	if (out->n == out->room && !robotsc__arena_grow(r->arena, (void **)&out->all, &out->room, sizeof *out->all))
		return false;
	out->all[out->n++] = (struct glob){text, len, rank, 0};
	return true;
}

static void note_floating(struct reading *r, uint32_t rank)
{
	if (rank > r->floats[rank & 1])
		r->floats[rank & 1] = rank;
}

/* Note that a string completes a mark: that of a literal, or of a glob. */
static bool add_mark(struct reading *r, uint32_t mark, struct written_string string)
{
	const uint32_t rank = mark >> 1;
	if (mark & MARK_LITERAL) {
		expect(r, !r->literals[rank].text);
		r->literals[rank] = string;
		return true;
	}
	if (string.floats) {
		note_floating(r, rank);
		expect(r, rank <= field(r, MACHINE_ALONE));
	}
	return add_glob(r, string.text, string.len, rank);
}

/* The buckets of the start table that an octet has at a place. */
static unsigned buckets_of(const struct reading *r, uint32_t place, unsigned octet)
{
	const uint8_t *table = machine_tables(r->m->at);
	return start_bits(table, place, octet);
}

/* True if the start table lets a floating string begin, whatever follows it. */
static bool may_begin(const struct reading *r, const uint8_t *string, uint32_t len)
{
	unsigned buckets = 0xFF;
	for (uint32_t j = 0; j < START_PLACES; j++)
		buckets &= j < len ? buckets_of(r, j, string[j]) : r->any[j];
	return buckets != 0;
}

/* Write out a string that ends at a mark, and add its glob. */
static bool read_string(struct reading *r, const struct string *s, uint32_t mark)
{
	const uint32_t before = s->floats ? 2 : 1;
	uint8_t *text;
	if (!take_text(r, (size_t)before + s->len, &text))
		return false;
	if (!text)
		return true;
	const struct written_string shown = {text, before + s->len, s->floats};
	text[0] = '/';
	if (s->floats)
		text[1] = OP_STAR;
	for (;; s = &r->strings[s->from]) {
		memcpy(text + before + s->len - s->n, s->octets, s->n);
		if (s->from == NONE)
			break;
	}
	expect(r, !shown.floats || may_begin(r, text + before, shown.len - before));
	return add_mark(r, mark, shown);
}

/* Add the glob of the mark MACHINE_FIRST, which every path completes. */
static bool read_first(struct reading *r)
{
	static const uint8_t slash[] = {'/'};
	const uint32_t first = field(r, MACHINE_FIRST);
	return !first || add_mark(r, first, (struct written_string){slash, 1, 0});
}

/* ---- literals ---------------------------------------------------------------- */

/* True if a glob holds these octets side by side.  At the beginning of the path they do not count:
 * walks do not search there. */
static bool holds_inside(const uint8_t *text, const uint8_t *end, const uint8_t *octets, size_t n)
{
	bool inside = octets[0] != '/';
	for (; text < end; text += glob_item_size(text)) {
		if (inside && *text == octets[0] && (size_t)(end - text) >= n && memcmp(text, octets, n) == 0)
			return true;
		inside |= *text != OP_STAR;
	}
	return false;
}

/* True if every path that a glob matches has the literal in it. */
static bool holds(const uint8_t *text, uint32_t len, const struct written_string *literal)
{
	if (!literal->floats)
		return literal->len == 1 || (len >= literal->len && memcmp(text, literal->text, literal->len) == 0);
	return literal->len - 2 <= FLOATS_MAX && holds_inside(text, text + len, literal->text + 2, literal->len - 2);
}

/* True if the stepper reads a glob as the walk does.  In form K "%2F" and "%3F" read nothing, but
 * the stepper of globs would read '/' and '?' after a '?'. */
static bool fits_form(const struct reading *r, const uint8_t *text, const uint8_t *end)
{
	while (text < end && !(r->form == FORM_K && op_is_variant(*text)))
		text += glob_item_size(text);
	return text == end;
}

/* True if a literal gives at least `known` first octets of the path, and does not split a pair
 * after them. */
static bool shows(const struct written_string *literal, uint32_t known)
{
	return literal->text && known <= (literal->floats ? 1 : literal->len) &&
	       (!known || literal->text[known - 1] >= FORM_K_TRAIL);
}

/* Read a glob of a literal.  The octets that GLOB_KNOWN stands for are written out. */
static bool read_glob(struct reading *r, const uint8_t *code, uint32_t size, uint32_t rank, const struct written_string *literal)
{
	const uint32_t known = size && *code == GLOB_KNOWN ? code[1] : 0, skipped = known ? 2 : 0;
	uint8_t *text;
	expect(r, shows(literal, known));
	if (!shows(literal, known))
		return true;
	if (!take_text(r, (size_t)known + size - skipped, &text))
		return false;
	if (!text)
		return true;
	memcpy(text, literal->text, known);
	memcpy(text + known, code + skipped, size - skipped);
	const uint32_t len = known + size - skipped;
	const unsigned other = !(rank & 1);
	expect(r, holds(text, len, literal) && fits_form(r, text, text + len));
	if (literal->floats)
		note_floating(r, rank);
	else if (rank > r->enough[other] && rank < r->tried[other])
		r->tried[other] = rank;
	return add_glob(r, text, len, rank);
}

/* Read the globs of all literals.  The first globs of the literals descend in rank, and so do the
 * globs of each literal. */
static bool read_literals(struct reading *r)
{
	const uint32_t field_size = machine_field_size(r->m->at), n = field(r, MACHINE_LITERALS);
	const uint8_t *const globs = machine_globs(r->m->at);
	uint32_t first = UINT32_MAX, last = 0, k = 0;
	for (uint32_t at = 0, size; at < field(r, MACHINE_GLOBS); at += size) {
		const bool begins = k < n && field_at(machine_literals(r->m->at), k, field_size) == at;
		const uint32_t rank = field_at(globs + at, GLOB_RANK, field_size);
		expect(r, rank <= (begins ? first : last));
		last = rank;
		first = begins ? rank : first;
		k += (uint32_t)begins;
		at += GLOB_FIELDS * field_size;
		size = field_at(globs + at - GLOB_FIELDS * field_size, GLOB_SIZE, field_size);
		if (!read_glob(r, globs + at, size, rank, &r->literals[k - 1]))
			return false;
	}
	return true;
}

/* ---- ranks ------------------------------------------------------------------- */

/* With a best rank above STOP, floating literals are not searched for.  True if this changes no
 * verdict: floating globs of the opposite verdict are outranked; those of the same verdict may
 * outrank best, if no tried glob ranks between them. */
static bool stop_holds(const struct reading *r, unsigned verdict)
{
	const uint32_t floats = r->floats[verdict];
	return r->floats[!verdict] < r->enough[verdict] && r->tried[verdict] > floats;
}

static bool begin(struct reading *r)
{
	const size_t text = TEXT_FREE + TEXT_SHARE * (size_t)machine_size(r->m->at);
	r->text = text < UINT32_MAX / POSITION_PARTS ? text : UINT32_MAX / POSITION_PARTS;
	for (unsigned verdict = 0; verdict < 2; verdict++) {
		r->enough[verdict] = (uint64_t)field(r, MACHINE_STOP + verdict) + 1;
		r->enough[verdict] += (r->enough[verdict] & 1) != verdict;
		r->tried[verdict] = UINT64_MAX;
	}
	memset(r->any, 0xFF, sizeof r->any);
	for (unsigned c = 0; field(r, MACHINE_ROOT) && c < START_PLACES * 0x80; c++)
		r->any[c >> 7] &= buckets_of(r, c >> 7, c & 0x7F);
	r->literals = robotsc__arena_zeroed(r->arena, field(r, MACHINE_LITERALS), sizeof *r->literals);
	return r->literals != NULL;
}

enum robotsc_status robotsc__filter_reader_run(struct arena *a, const struct machine_reader *m, uint8_t form, bool in_list,
                                               struct filter_globs *out)
{
	struct reading r = {.arena = a, .m = m, .out = out, .form = form};
	if (!begin(&r) || !spell(&r))
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < r.n; i++) {
		const struct node n = robotsc__machine_reader_node(m, r.strings[i].node);
		if (n.head & NODE_E && !read_string(&r, &r.strings[i], n.mark))
			return ROBOTSC_ERR_NOMEM;
	}
	if (!read_first(&r) || !read_literals(&r))
		return ROBOTSC_ERR_NOMEM;
	/* In a list, globs of later machines may rank between them, so all floating globs must be
	 * outranked. */
	for (unsigned verdict = 0; verdict < 2; verdict++)
		expect(&r, stop_holds(&r, verdict) && (!in_list || r.floats[verdict] <= r.enough[verdict]));
	expect(&r, robotsc__prefix_reader_holds(m));
	return ROBOTSC_OK;
}
