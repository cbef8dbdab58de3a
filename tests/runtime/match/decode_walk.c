/* decode_walk.c - see decode.h: looks up names and walks paths.  docs/formats/blob.md, "Agents",
 * "The walk", "Path forms"
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

/* The part of a name that is compared. */
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

/* True if n octets of a text are those of a name of the index, apart from letter case. */
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

/* The field that a look-up finds, and its owner: an entry's number plus 1, or 0 for "*". */
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

/* Rows of the page's table of path forms: what becomes of an octet. */
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
	uint8_t becomes[5]; /* columns: raw; R, escaped; K, escaped */
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

/* Put the canonical octets of an octet that is written or escaped.  by_part: what BY_PART means. */
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

/* Where the first of some octets stands from a place on, or len. */
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

#define NOTHING (-1)

struct walk {
	const struct decode_machine *m;
	unsigned form;
	const uint8_t *path;
	size_t len, i;
	uint32_t best;
	unsigned char *seen; /* literals */
	uint32_t node;
	uint64_t steps;
};

/* Returns a verdict, or NOTHING if the walk goes on. */
static int follow(struct walk *w, uint32_t target)
{
	if (target < DECODE_NODE)
		return (int)target;
	w->node = target - DECODE_NODE;
	return NOTHING;
}

/* ---- "Prefix tables" ------------------------------------------------------------------ */

uint32_t decode_hash(const struct decode_node *prefix_table, const uint8_t *octets, size_t n)
{
	const unsigned keys = prefix_table->keys[(n ? octets[0] : 0) % 16];
	uint64_t key = 0;
	for (unsigned i = keys; i-- > 0;)
		key = key * 256 + (i < n ? octets[i] : 0);
	const uint64_t product = key * (0x9E3779B97F4A7C15u * (2 * (uint64_t)prefix_table->seed + 1));
	return (uint32_t)((product >> 32) * prefix_table->count >> 32);
}

/* The prefix that the path has where the walk is, or NULL. */
static const struct decode_node *prefix_at(const struct walk *w, const struct decode_node *prefix_table)
{
	const struct decode_node *l =
		&w->m->nodes[prefix_table->targets[decode_hash(prefix_table, w->path + w->i, w->len - w->i)] - DECODE_NODE];
	while (l->count > w->len - w->i || memcmp(l->octets, w->path + w->i, l->count) != 0) {
		if (!l->more)
			return NULL;
		l++;
	}
	return l;
}

/* ---- DFAs ---------------------------------------------------------------------- */

/* Walk from one node to the next.  Returns a verdict, or NOTHING if the walk goes on. */
static int walk_node(struct walk *w)
{
	const struct decode_node *n = &w->m->nodes[w->node];
	const size_t start = w->i;
	uint32_t k = 0;
	if (w->i == w->len)
		return n->e;
	if (n->prefix_table) {
		const struct decode_node *prefix = prefix_at(w, n);
		if (prefix) {
			w->i += prefix->count;
			return follow(w, prefix->to);
		}
	} else if (n->branch) {
		while (k < n->count && n->octets[k] != w->path[w->i])
			k++;
		w->i++;
		if (k < n->count)
			return follow(w, n->targets[k]);
		if (n->otherwise == DECODE_ELSE_GOTO)
			return follow(w, n->other);
		if (n->otherwise == DECODE_ELSE_SELF)
			return NOTHING;
	} else {
		for (; k < n->count && w->i < w->len && w->path[w->i] == n->octets[k]; k++)
			w->i++;
		if (k == n->count)
			return follow(w, n->to);
		if (w->i == w->len)
			return n->e;
	}
	if (n->otherwise <= DECODE_ELSE_ALLOW)
		return (int)n->otherwise;
	w->i = start;
	return follow(w, n->other);
}

static int walk_dfa(struct walk *w)
{
	int verdict;
	w->node = w->m->first;
	w->i = 1;
	do {
		w->steps++;
		verdict = walk_node(w);
	} while (verdict == NOTHING);
	return verdict;
}

/* ---- "Globs" --------------------------------------------------------------------- */

/* The unit that is read at i: 256 and more for %2F and %25, -1 where none begins. */
static int read_unit(const uint8_t *path, size_t len, size_t *i)
{
	const size_t at = *i;
	if (at == len || (path[at] >= 0x10 && path[at] < 0x20))
		return -1;
	*i = at + 1;
	if (path[at] >= 0x20)
		return path[at];
	if (*i < len)
		++*i;
	const int octet = path[at] << 4 | (*i == at + 2 ? path[at + 1] & 15 : 15);
	return octet == 0x2F || octet == 0x25 ? 256 + octet : octet;
}

/* True if one instruction can read the path at a place.  *to: where it ends. */
static int reads(const uint8_t *op, unsigned form, const uint8_t *path, size_t len, size_t *to)
{
	const uint8_t *query = memchr(path, '?', len);
	const int behind = query && path + *to > query;
	const char *text = op[0] == 0xFE ? behind ? "/" : "%2F" : behind ? "?" : "%3F";
	int unit, ok;
	if (form == 2 ? op[0] >= 0xFE : op[0] == 0xFA || op[0] == 0xFB)
		return 0; /* an instruction of another form */
	switch (op[0]) {
	case 0xF9: /* only as the first instruction; does not end inside a pair */
		*to += op[1];
		return *to <= len && (form != 2 || path[*to - 1] >= 0x10);
	case 0xFC:
		return *to == len;
	case 0xFA:
	case 0xFB:
		unit = read_unit(path, len, to);
		ok = op[0] == 0xFB && unit >= 0;
		for (int k = 0; op[0] == 0xFA && k < op[1]; k++)
			ok |= unit >= op[2 + 2 * k] && unit <= op[3 + 2 * k];
		return ok;
	case 0xFE:
	case 0xFF:
		ok = len - *to >= strlen(text) && memcmp(path + *to, text, strlen(text)) == 0;
		*to += strlen(text);
		return ok;
	default:
		ok = *to < len && path[*to] == op[0];
		++*to;
		return ok;
	}
}

/* True if a glob matches.  reach[i]: the instructions so far can have read up to i. */
static int match(const struct decode_glob *glob, unsigned form, const uint8_t *path, size_t len, uint64_t *steps)
{
	unsigned char *reach = calloc(len + 1, 1), *next = malloc(len + 1);
	if (!reach || !next)
		abort();
	reach[0] = 1;
	const uint8_t *op = glob->text;
	while (op < glob->text + glob->size) {
		memset(next, 0, len + 1);
		for (size_t i = 0; i <= len; i++) {
			size_t to = i;
			*steps += reach[i];
			if (reach[i] && *op == 0xFD)
				memset(next + i, 1, len + 1 - i);
			else if (reach[i] && reads(op, form, path, len, &to))
				next[to] = 1;
		}
		memcpy(reach, next, len + 1);
		op += *op == 0xFA ? 2 + 2 * op[1] : *op == 0xF9 ? 2 : 1;
	}
	const int found = memchr(reach, 1, len + 1) != NULL;
	free(reach);
	free(next);
	return found;
}

int decode_match(const struct decode_glob *glob, unsigned form, const uint8_t *path, size_t len)
{
	uint64_t steps = 0;
	return match(glob, form, path, len, &steps);
}

/* ---- filters ----------------------------------------------------------------------- */

static void complete(struct walk *w, uint32_t mark)
{
	if (mark % 2)
		w->seen[mark / 2] = 1;
	else if (mark / 2 > w->best)
		w->best = mark / 2;
}

/* Walk from a node, with the octets from w->i on.  The node's own mark does not count here. */
static void walk_trie(struct walk *w, uint32_t node)
{
	for (;;) {
		const struct decode_node *n = &w->m->nodes[node];
		uint32_t k = 0, to = 0;
		w->steps += n->size;
		if (n->prefix_table) {
			const struct decode_node *prefix = w->i < w->len ? prefix_at(w, n) : NULL;
			if (!prefix)
				return;
			w->i += prefix->count;
			to = prefix->to;
		} else if (n->branch) {
			while (k < n->count && (w->i == w->len || n->octets[k] != w->path[w->i]))
				k++;
			if (k == n->count)
				return;
			w->i++;
			to = n->targets[k];
		} else {
			while (k < n->count && w->i < w->len && w->path[w->i] == n->octets[k])
				k++, w->i++;
			if (k < n->count)
				return;
			to = n->to;
		}
		node = to - DECODE_NODE;
		if (w->m->nodes[node].marked)
			complete(w, w->m->nodes[node].mark);
	}
}

int decode_may_start(const struct decode_machine *m, const uint8_t *path, size_t len, size_t place)
{
	unsigned bits = 0xFF;
	for (size_t j = 0; j < 3; j++) {
		const unsigned c = place + j < len ? path[place + j] : 0xFF;
		bits &= m->starts[16 * j + c % 16] & m->starts[48 + 8 * j + c / 16 % 8];
	}
	return bits != 0;
}

static void try_globs(struct walk *w)
{
	for (uint32_t l = 0; l < w->m->nliterals; l++)
		for (uint32_t g = w->m->literals[l]; w->seen[l] && g < w->m->literals[l + 1]; g++) {
			const struct decode_glob *glob = &w->m->globs[g];
			if (glob->rank <= w->best && g == w->m->literals[l])
				return;
			if (glob->rank <= w->best)
				break;
			if (!match(glob, w->form, w->path, w->len, &w->steps))
				continue;
			w->best = glob->rank;
			break;
		}
}

static void walk_filter(struct walk *w)
{
	const struct decode_machine *m = w->m;
	w->seen = calloc(m->nliterals + 1, 1);
	if (!w->seen)
		abort();
	complete(w, m->every);
	w->i = 1;
	if (m->first != DECODE_NONE) {
		if (m->nodes[m->first].marked)
			complete(w, m->nodes[m->first].mark);
		walk_trie(w, m->first);
	}
	if (m->root != DECODE_NONE && w->best <= m->stop[w->best % 2])
		for (size_t place = 1; place < w->len; place++)
			if (decode_may_start(m, w->path, w->len, place)) {
				w->i = place;
				walk_trie(w, m->root);
			}
	try_globs(w);
	free(w->seen);
}

int decode_check(const struct decode_blob *b, uint32_t policy, const char *path, size_t len)
{
	uint64_t steps;
	return decode_check_steps(b, policy, path, len, &steps);
}

int decode_check_steps(const struct decode_blob *b, uint32_t policy, const char *path, size_t len, uint64_t *steps)
{
	*steps = 0;
	if (policy == 0)
		return 1;
	const struct decode_policy *p = &b->policies[policy - 1];
	if (p->kind == 2)
		return (int)p->value;
	uint8_t *octets = malloc(3 * len + 1);
	if (!octets)
		abort();
	struct walk w = {
		.m = &b->machines[p->machines[0]], .form = b->form, .path = octets, .len = decode_canonical(b, path, len, octets)};
	w.best = (uint32_t)w.m->fallback;
	if (!w.m->filter)
		w.best = (uint32_t)walk_dfa(&w);
	for (uint32_t i = 0; w.m->filter && i < p->nmachines; i++) {
		w.m = &b->machines[p->machines[i]];
		if (w.best >= w.m->top)
			break;
		walk_filter(&w);
	}
	free(octets);
	*steps = w.steps;
	return (int)(w.best % 2);
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

/* The state after octet, where n octets of a prefix were read: inside a prefix that begins with all
 * of them, or where the prefix table leads without a prefix. */
static uint32_t step_prefix_table(const struct decode_machine *m, const uint8_t *read, uint32_t n, uint8_t octet)
{
	const struct decode_node *prefix_table = &m->nodes[m->prefix_table];
	for (uint32_t i = m->prefix_table + 1; i < m->nnodes; i++) {
		const struct decode_node *p = &m->nodes[i];
		if (p->count > n && (n == 0 || memcmp(p->octets, read, n) == 0) && p->octets[n] == octet)
			return n + 1 < p->count ? p->state + n + 1 : state_of(m, p->to);
	}
	if (prefix_table->otherwise <= DECODE_ELSE_ALLOW)
		return prefix_table->otherwise;
	uint32_t state = state_of(m, prefix_table->other);
	for (uint32_t k = 0; k < n; k++)
		state = decode_step(m, state, read[k]);
	return decode_step(m, state, octet);
}

uint32_t decode_start(const struct decode_machine *m)
{
	return m->nodes[m->first].state;
}

uint32_t decode_step(const struct decode_machine *m, uint32_t state, uint8_t octet)
{
	uint32_t position;
	if (state < DECODE_STATES)
		return state;
	const struct decode_node *n = decode_place(m, state, &position);
	if (n->prefix_table || n->prefix)
		return step_prefix_table(m, n->octets, position, octet);
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
		return n->otherwise;
	case DECODE_ELSE_SELF:
		return state;
	case DECODE_ELSE_GOTO:
		return state_of(m, n->other);
	default: /* the default edge's node reads what was read here, then the octet */
		state = state_of(m, n->other);
		for (uint32_t k = 0; k < position; k++)
			state = decode_step(m, state, n->octets[k]);
		return decode_step(m, state, octet);
	}
}

int decode_end(const struct decode_machine *m, uint32_t state)
{
	uint32_t position;
	if (state < DECODE_STATES)
		return (int)state;
	const struct decode_node *n = decode_place(m, state, &position);
	if (!n->prefix)
		return n->e;
	if (n->otherwise <= DECODE_ELSE_ALLOW) /* the path does not have the prefix */
		return (int)n->otherwise;
	state = state_of(m, n->other);
	for (uint32_t k = 0; k < position; k++)
		state = decode_step(m, state, n->octets[k]);
	return decode_end(m, state);
}
