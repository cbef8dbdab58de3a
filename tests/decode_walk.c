/* decode_walk.c - see decode.h: names to policies, paths to verdicts.  docs/format.md, "Agents", "The
 * walk", "Path forms"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- "Agents", look-up ------------------------------------------------------- */

static uint8_t lower(uint8_t c)
{
	return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 'a' - 'A') : c;
}

static int in_token(uint8_t c)
{
	return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

static int is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* What of a name is compared. */
static struct decode_text cut(const struct decode_blob *b, struct decode_text name)
{
	size_t len = 0;
	if (b->match == 1)
		return name;
	while (len < name.len && (b->match == 0 ? in_token((uint8_t)name.at[len]) : name.at[len] != '/'))
		len++;
	name.len = len;
	for (; name.len > 0 && is_blank(*name.at); name.len--)
		name.at++;
	while (name.len > 0 && is_blank(name.at[name.len - 1]))
		name.len--;
	return name;
}

/* Is the name in the index at this place of the text that is asked for, letter case apart? */
static int same(const char *x, const uint8_t *y, size_t n)
{
	size_t k = 0;
	while (k < n && lower((uint8_t)x[k]) == y[k])
		k++;
	return k == n;
}

static int meets(const struct decode_blob *b, struct decode_text asked, const struct decode_name *name)
{
	if (b->match < 3)
		return asked.len == name->len && same(asked.at, name->at, name->len);
	if (asked.len == 0 || name->len == 0)
		return 0;
	if (b->match == 5)
		return name->len <= asked.len && same(asked.at, name->at, name->len);
	for (size_t at = 0; b->match == 3 && at + name->len <= asked.len; at++)
		if (same(asked.at + at, name->at, name->len))
			return 1;
	for (size_t at = 0; b->match == 4 && at + asked.len <= name->len; at++)
		if (same(asked.at, name->at + at, asked.len))
			return 1;
	return 0;
}

static const struct decode_name *find(const struct decode_blob *b, const struct decode_text *name)
{
	for (uint32_t i = 0; i < b->nnames; i++)
		if (meets(b, cut(b, *name), &b->names[i]))
			return &b->names[i];
	return NULL;
}

/* The field that a look-up comes to, and whose it is: an entry's number plus 1; 0 for "*". */
static int look_up(const struct decode_blob *b, const struct decode_text *names, size_t n, uint32_t *field, uint32_t *entry)
{
	const int partial = b->flags & 1;
	uint32_t value = partial && n ? 0 : b->star;
	int named = 0;
	*entry = 0;
	for (size_t i = 0; i < n; i++) {
		const struct decode_name *found = find(b, &names[i]);
		if (!found && partial)
			return 0;
		if (!found || named || !(found->policy & 1 || value == 0))
			continue;
		value = found->policy;
		named = value & 1;
		*entry = (uint32_t)(found - b->names) + 1;
	}
	if (partial && n == 0 && !(b->star & 1))
		return 0;
	if (value == 1) {
		value = b->star;
		*entry = 0;
	}
	*field = value;
	return 1;
}

int decode_select(const struct decode_blob *b, const struct decode_text *names, size_t n, uint32_t *policy)
{
	uint32_t field, entry;
	const int found = look_up(b, names, n, &field, &entry);
	if (found)
		*policy = field >> 1;
	return found;
}

int decode_entry(const struct decode_blob *b, const struct decode_text *names, size_t n, uint32_t *entry)
{
	uint32_t field;
	return look_up(b, names, n, &field, entry);
}

/* ---- "Path forms" ------------------------------------------------------------ */

/* Rows of the page's table. */
enum becomes {
	ITSELF,
	ESCAPED,
	ENDS,
	KEPT,
	DECODED,
	BY_PART,
	PAIRED
};

struct row {
	const char *octets; /* ranges, each of two octets */
	size_t n;
	uint8_t becomes[5]; /* raw; R, escaped; K, escaped */
};

#define RANGES(text) text, sizeof text - 1

static const struct row rows[] = {
	{RANGES("\x00\x00"), {ENDS, ESCAPED, KEPT, PAIRED, PAIRED}},
	{RANGES("\x01\x1F\x80\xFF"), {ITSELF, ESCAPED, KEPT, PAIRED, PAIRED}},
	{RANGES("\x20\x20\x22\x22\x3C\x3C\x3E\x3E\x5C\x5C\x5E\x5E\x60\x60\x7B\x7D\x7F\x7F"),
         {ITSELF, ESCAPED, KEPT, ITSELF, DECODED}},
	{RANGES("\x21\x21\x24\x24\x27\x2A\x2C\x2E\x30\x3A\x40\x5B\x5D\x5D\x5F\x5F\x61\x7A\x7E\x7E"),
         {ITSELF, ITSELF, DECODED, ITSELF, DECODED}},
	{RANGES("\x23\x23"), {ENDS, ENDS, KEPT, ENDS, DECODED}},
	{RANGES("\x25\x25"), {ITSELF, ITSELF, KEPT, PAIRED, PAIRED}},
	{RANGES("\x26\x26\x2B\x2B\x3B\x3B\x3D\x3D"), {ITSELF, ITSELF, KEPT, ITSELF, DECODED}},
	{RANGES("\x2F\x2F"), {ITSELF, ITSELF, BY_PART, ITSELF, PAIRED}},
	{RANGES("\x3F\x3F"), {ITSELF, ITSELF, BY_PART, ITSELF, DECODED}},
};

static enum becomes becomes(uint8_t octet, int column)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (size_t k = 0; k < rows[i].n; k += 2)
			if (octet >= (uint8_t)rows[i].octets[k] && octet <= (uint8_t)rows[i].octets[k + 1])
				return (enum becomes)rows[i].becomes[column];
	abort(); /* the rows hold all octets */
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (lower((uint8_t)c) >= 'a' && lower((uint8_t)c) <= 'f')
		return lower((uint8_t)c) - 'a' + 10;
	return -1;
}

/* An octet that becomes something: kept is what BY_PART means here. */
static size_t put(uint8_t *out, uint8_t octet, enum becomes how, enum becomes by_part)
{
	char text[4];
	how = how == BY_PART ? by_part : how;
	out[0] = octet;
	if (how == PAIRED) {
		out[0] = octet >> 4;
		out[1] = 0x10 + (octet & 0x0F);
		return 2;
	}
	if (how != ESCAPED && how != KEPT)
		return 1;
	snprintf(text, sizeof text, "%%%02X", octet);
	memcpy(out, text, 3);
	return 3;
}

size_t decode_canonical(const struct decode_blob *b, const char *path, size_t len, uint8_t *out)
{
	const int column = b->form == 0 ? 0 : b->form == 1 ? 1 : 3;
	size_t n = 0;
	int query = 0;
	if (len == 0 || path[0] != '/')
		out[n++] = '/';
	for (size_t i = 0; i < len; i++) {
		const uint8_t octet = (uint8_t)path[i];
		const int high = octet == '%' && column && len - i > 2 ? digit(path[i + 1]) : -1;
		const int low = high >= 0 ? digit(path[i + 2]) : -1;
		if (low >= 0) {
			const uint8_t value = (uint8_t)(high << 4 | low);
			n += put(out + n, value, becomes(value, column + 1), query ? DECODED : KEPT);
			i += 2;
			continue;
		}
		const enum becomes how = becomes(octet, column);
		if (how == ENDS)
			break;
		query |= octet == '?';
		n += put(out + n, octet, how, how);
	}
	return n;
}

/* The first of some octets from a place on, or len. */
static size_t first_of(const char *octets, const char *url, size_t at, size_t len)
{
	while (at < len && (url[at] == 0 || !strchr(octets, url[at])))
		at++;
	return at;
}

static int is_separator(const char *url, size_t at, size_t len)
{
	return len - at >= 3 && memcmp(url + at, "://", 3) == 0;
}

static size_t cut_google(const char *url, size_t len)
{
	const size_t skipped = len >= 2 && url[0] == '/' && url[1] == '/' ? 2 : 0;
	size_t at = skipped;
	while (at < len && !is_separator(url, at, len) && (url[at] == 0 || !strchr("/?;", url[at])))
		at++;
	if (at < len && is_separator(url, at, len))
		at = first_of("/?;", url, at + 3, len);
	return first_of("#", url, skipped, at) < at ? len : at;
}

size_t decode_cut(const struct decode_blob *b, const char *url, size_t len)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", others[] = "0123456789+-.";
	size_t at = 0;
	if (b->dialect == 1)
		return cut_google(url, len);
	while (at < len && url[at] && (strchr(letters, url[at]) || (at > 0 && strchr(others, url[at]))))
		at++;
	if (at == 0 || !is_separator(url, at, len))
		return 0;
	at = first_of("/?#", url, at + 3, len);
	return at < len && url[at] == '#' ? len : at;
}

/* ---- "The walk" -------------------------------------------------------------- */

#define REGISTERS 512
#define NOTHING (-1)

struct walk {
	const struct decode_machine *m;
	const uint8_t *path;
	size_t len, i;
	uint32_t best;
	unsigned char open[REGISTERS + 1];
	size_t from[REGISTERS + 1];
	uint32_t node;
	int arrived;
};

static void raise(struct walk *w, uint32_t rank)
{
	if (rank > w->best)
		w->best = rank;
}

static int open_at(const struct walk *w, uint32_t reg, size_t begin)
{
	return w->open[reg] && w->from[reg] <= begin;
}

static void take_mark(struct walk *w, uint32_t mark, int end)
{
	if (mark % 2 == 0) {
		if (!end)
			raise(w, mark / 2);
		return;
	}
	const uint32_t *m = w->m->marks[(mark - 1) / 2];
	raise(w, end ? m[1] : m[0]);
	for (uint32_t g = m[2]; g != 0;) {
		const uint32_t *gate = w->m->gates[g - 1], from = gate[0], before = gate[1], opens = gate[2];
		const size_t begin = w->i - gate[3];
		g = gate[6];
		if ((from != 0 && !open_at(w, from, begin)) || (before != 0 && open_at(w, before, begin)))
			continue;
		raise(w, end ? gate[5] : gate[4]);
		if (opens != 0 && !w->open[opens]) {
			w->open[opens] = 1;
			w->from[opens] = w->i;
		}
	}
}

/* Returns a verdict, or NOTHING when the walk goes on. */
static int follow(struct walk *w, uint32_t target)
{
	if (target < DECODE_NODE)
		return (int)target;
	w->node = target - DECODE_NODE;
	w->arrived = 1;
	return NOTHING;
}

/* ---- "Fans" ------------------------------------------------------------------ */

uint32_t decode_hash(const struct decode_node *fan, const uint8_t *octets, size_t n)
{
	const unsigned keys = fan->keys[(n ? octets[0] : 0) % 16];
	uint64_t key = 0;
	for (unsigned i = keys; i-- > 0;)
		key = key * 256 + (i < n ? octets[i] : 0);
	const uint64_t product = key * (0x9E3779B97F4A7C15u * (2 * (uint64_t)fan->seed + 1));
	return (uint32_t)((product >> 32) * fan->count >> 32);
}

/* The label that stands where the walk is, or NULL. */
static const struct decode_node *label_at(const struct walk *w, const struct decode_node *fan)
{
	const struct decode_node *l = &w->m->nodes[fan->targets[decode_hash(fan, w->path + w->i, w->len - w->i)] - DECODE_NODE];
	while (l->count > w->len - w->i || memcmp(l->octets, w->path + w->i, l->count) != 0) {
		if (!l->more)
			return NULL;
		l++;
	}
	return l;
}

/* The path ended in a node. */
static int end_in(struct walk *w, const struct decode_node *n, size_t start)
{
	if (!w->m->ranked)
		return n->e;
	if (n->marked && w->i == start)
		take_mark(w, n->mark, 1);
	return NOTHING;
}

/* Walk from one node to the next.  *done: the walk is over, with the verdict returned, or NOTHING. */
static int walk_node(struct walk *w, int *done)
{
	const struct decode_node *n = &w->m->nodes[w->node];
	const size_t start = w->i;
	uint32_t k = 0;
	*done = 1;
	if (n->marked && w->arrived) {
		take_mark(w, n->mark, 0);
		if (w->best > w->m->stop[w->best % 2])
			return (int)(w->best % 2);
	}
	if (n->branch && w->i == w->len)
		return end_in(w, n, start);
	if (n->fan) {
		const struct decode_node *label = label_at(w, n);
		if (label) {
			w->i += label->count;
			const int verdict = follow(w, label->to);
			*done = verdict != NOTHING;
			return verdict;
		}
	} else if (n->branch) {
		while (k < n->count && n->octets[k] != w->path[w->i])
			k++;
		w->i++;
		const int verdict = k < n->count                       ? follow(w, n->targets[k])
		                    : n->otherwise == DECODE_ELSE_GOTO ? follow(w, n->link)
		                                                       : NOTHING;
		*done = verdict != NOTHING;
		if (*done || k < n->count || n->otherwise >= DECODE_ELSE_SELF)
			return verdict;
	} else {
		for (; k < n->count && w->i < w->len && w->path[w->i] == n->octets[k]; k++)
			w->i++;
		if (k < n->count && w->i == w->len)
			return end_in(w, n, start);
		if (k == n->count) {
			const int verdict = follow(w, n->to);
			*done = verdict != NOTHING;
			return verdict;
		}
	}
	*done = n->otherwise <= DECODE_ELSE_ALLOW;
	if (*done)
		return w->m->ranked ? NOTHING : (int)n->otherwise;
	w->node = n->link - DECODE_NODE;
	w->i = start;
	w->arrived = 0;
	return NOTHING;
}

/* "Programs".  The octet that is read at i, 256 and more for %2F and %25; -1 where none begins. */
static int read_unit(const struct walk *w, size_t *i)
{
	const size_t at = *i;
	if (at == w->len || (w->path[at] >= 0x10 && w->path[at] < 0x20))
		return -1;
	*i = at + 1;
	if (w->path[at] >= 0x20)
		return w->path[at];
	if (*i < w->len)
		++*i;
	const int octet = w->path[at] << 4 | (*i == at + 2 ? w->path[at + 1] & 15 : 15);
	return octet == 0x2F || octet == 0x25 ? 256 + octet : octet;
}

/* Do the instructions match what is behind i?  reach[i]: they may have come to i. */
static int match_program(struct walk *w, const uint8_t *p, const uint8_t *end, unsigned char *reach)
{
	memset(reach, 0, w->len + 1);
	reach[0] = 1;
	for (; p < end; p += *p == 0xFA ? 2 + 2 * p[1] : 1) {
		unsigned char *next = calloc(w->len + 2, 1);
		if (!next)
			abort();
		for (size_t i = 0; i <= w->len; i++) {
			size_t to = i;
			int ok = 0, unit;
			if (!reach[i])
				continue;
			if (*p == 0xFD) {
				memset(next + i, 1, w->len + 1 - i);
				break;
			}
			if (*p == 0xFC) {
				ok = i == w->len;
			} else if (*p < 0x80) {
				ok = i < w->len && w->path[i] == *p;
				to = i + 1;
			} else {
				unit = read_unit(w, &to);
				ok = *p == 0xFB && unit >= 0;
				for (int k = 0; *p == 0xFA && k < p[1]; k++)
					ok |= unit >= p[2 + 2 * k] && unit <= p[3 + 2 * k];
			}
			if (ok)
				next[to] = 1;
		}
		memcpy(reach, next, w->len + 1);
		free(next);
	}
	return memchr(reach, 1, w->len + 1) != NULL;
}

static int walk_programs(struct walk *w, const struct decode_machine *m)
{
	unsigned char *reach = malloc(w->len + 1);
	int verdict = NOTHING;
	if (!reach)
		abort();
	for (uint32_t at = 0; at < m->code && verdict == NOTHING;) {
		uint32_t rank = 0, size = 0;
		for (unsigned k = 0; k < m->unit; k++) {
			rank |= (uint32_t)m->text[at + k] << 8 * k;
			size |= (uint32_t)m->text[at + m->unit + k] << 8 * k;
		}
		at += 2 * m->unit;
		if (rank > w->best && match_program(w, m->text + at, m->text + at + size, reach))
			raise(w, rank);
		if (w->best > m->stop[w->best % 2])
			verdict = (int)(w->best % 2);
		at += size;
	}
	free(reach);
	return verdict;
}

static int walk_machine(struct walk *w, const struct decode_machine *m)
{
	int verdict, done;
	if (m->is_programs)
		return walk_programs(w, m);
	w->m = m;
	w->node = 0;
	w->i = 0;
	w->arrived = 1;
	memset(w->open, 0, sizeof w->open);
	do
		verdict = walk_node(w, &done);
	while (!done);
	return verdict;
}

int decode_check(const struct decode_blob *b, uint32_t policy, const char *path, size_t len)
{
	if (policy == 0)
		return 1;
	const struct decode_policy *p = &b->policies[policy - 1];
	if (p->kind == 2)
		return (int)p->value;
	uint8_t *octets = malloc(3 * len + 1);
	struct walk *w = malloc(sizeof *w);
	if (!octets || !w)
		abort();
	w->path = octets;
	w->len = decode_canonical(b, path, len, octets);
	w->best = (uint32_t)b->machines[p->machines[0]].fallback;
	int verdict = NOTHING;
	for (uint32_t i = 0; i < p->nmachines && verdict == NOTHING; i++) {
		const struct decode_machine *m = &b->machines[p->machines[i]];
		if (m->ranked && w->best >= m->top)
			break;
		verdict = walk_machine(w, m);
	}
	if (verdict == NOTHING)
		verdict = (int)(w->best % 2);
	free(octets);
	free(w);
	return verdict;
}

/* ---- Explicit automata ------------------------------------------------------- */

const struct decode_node *decode_place(const struct decode_machine *m, uint32_t state, uint32_t *position)
{
	const struct decode_node *n = &m->nodes[m->node_of[state]];
	*position = state - n->state;
	return n;
}

static uint32_t state_of(const struct decode_machine *m, uint32_t target)
{
	return target < DECODE_NODE ? target : m->nodes[target - DECODE_NODE].state;
}

/* From inside a fan, where n octets of a label were read: on in a label that begins with them and octet, or
 * where another octet leads from all labels. */
static uint32_t step_fan(const struct decode_machine *m, const uint8_t *read, uint32_t n, uint8_t octet)
{
	const struct decode_node *fan = NULL;
	for (uint32_t i = 0; i < m->nnodes; i++) {
		const struct decode_node *l = &m->nodes[i];
		if (l->fan)
			fan = l;
		if (l->label && l->count > n && (n == 0 || memcmp(l->octets, read, n) == 0) && l->octets[n] == octet)
			return n + 1 < l->count ? l->state + n + 1 : state_of(m, l->to);
	}
	if (fan->otherwise <= DECODE_ELSE_ALLOW)
		return m->ranked ? DECODE_STOP : fan->otherwise;
	uint32_t state = state_of(m, fan->link);
	for (uint32_t k = 0; k < n; k++)
		state = decode_step(m, state, read[k]);
	return decode_step(m, state, octet);
}

uint32_t decode_step(const struct decode_machine *m, uint32_t state, uint8_t octet)
{
	uint32_t position;
	if (state < DECODE_START)
		return state;
	const struct decode_node *n = decode_place(m, state, &position);
	if (n->fan || n->label)
		return step_fan(m, n->octets, position, octet);
	if (n->branch) {
		for (uint32_t k = 0; k < n->count; k++)
			if (n->octets[k] == octet)
				return state_of(m, n->targets[k]);
	} else if (n->octets[position] == octet) {
		return position + 1 < n->count ? state + 1 : state_of(m, n->to);
	}
	switch (n->otherwise) {
	case DECODE_ELSE_DISALLOW:
	case DECODE_ELSE_ALLOW:
		return m->ranked ? DECODE_STOP : n->otherwise;
	case DECODE_ELSE_SELF:
		return state;
	case DECODE_ELSE_GOTO:
		return state_of(m, n->link);
	default: /* the linked node reads what was read here, then the octet */
		state = state_of(m, n->link);
		for (uint32_t k = 0; k < position; k++)
			state = decode_step(m, state, n->octets[k]);
		return decode_step(m, state, octet);
	}
}

int decode_end(const struct decode_machine *m, uint32_t state)
{
	uint32_t position;
	if (state < DECODE_START)
		return (int)state;
	const struct decode_node *n = decode_place(m, state, &position);
	if (!n->label)
		return n->e;
	if (n->otherwise <= DECODE_ELSE_ALLOW) /* a path that ends inside a label is as one in which it does not follow */
		return (int)n->otherwise;
	state = state_of(m, n->link);
	for (uint32_t k = 0; k < position; k++)
		state = decode_step(m, state, n->octets[k]);
	return decode_end(m, state);
}
