/* serial.c - see serial.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "serial.h"

/* Where the chains' pieces are: piece i is what follows star i, piece 0 what begins the path. */
struct serial {
	const struct pattern *pattern;
	struct machine *m;
	uint32_t *piece; /* offset of each piece in the pattern; one more: its end */
	uint32_t npieces;
	uint32_t last;   /* the last piece with an either-operator; 0: none */
	uint32_t *query; /* first state of each piece of the query's chain */
	uint32_t nedges;
};

/* Octets of a piece's literal, as the path or the query has it. */
static uint32_t piece_size(const struct serial *x, uint32_t i, int query)
{
	const uint8_t *text = x->pattern->text;
	uint32_t n = 0;
	for (uint32_t k = x->piece[i]; k < x->piece[i + 1] && !op_ends_literal(text[k]); k++)
		n += op_is_either(text[k]) && !query ? 3 : 1;
	return n;
}

/* Cut the pattern at its stars. */
static enum robotsc_status cut(struct arena *a, struct serial *x)
{
	const struct pattern *p = x->pattern;
	uint32_t n = 1;
	for (uint32_t k = 0; k < p->len; k++)
		n += p->text[k] == OP_STAR;
	x->piece = robotsc__arena_take(a, ((size_t)n + 1) * sizeof *x->piece);
	x->query = robotsc__arena_take(a, ((size_t)n + 1) * sizeof *x->query);
	if (!x->piece || !x->query)
		return ROBOTSC_ERR_NOMEM;
	x->piece[x->npieces++] = 0;
	for (uint32_t k = 0; k < p->len; k++) {
		if (p->text[k] == OP_STAR)
			x->piece[x->npieces++] = k + 1;
		if (op_is_either(p->text[k]))
			x->last = x->npieces - 1;
	}
	x->piece[x->npieces] = p->len;
	return ROBOTSC_OK;
}

/* The state an octet leads to from a state of a chain, or from those it links to. */
static uint32_t follow(const struct machine *m, uint32_t s, uint8_t octet)
{
	for (;; s = m->link[s]) {
		for (uint32_t e = m->first[s]; e < m->first[s] + m->count[s]; e++)
			if (m->octet[e] == octet)
				return m->target[e];
		if (m->otherwise[s] != ELSE_LINK)
			return s; /* the piece's first state stays */
	}
}

static void add_edge(struct serial *x, uint32_t s, uint8_t octet, uint32_t target)
{
	struct machine *m = x->m;
	uint32_t e = m->first[s] + m->count[s]++;
	for (; e > m->first[s] && m->octet[e - 1] > octet; e--) {
		m->octet[e] = m->octet[e - 1];
		m->target[e] = m->target[e - 1];
	}
	m->octet[e] = octet;
	m->target[e] = target;
	x->nedges++;
}

/* Where state s + 1 links to, s being the piece's k-th: the longest other beginning of the piece
 * that ends there, or the chain that waits for it. */
static uint32_t link_after(const struct serial *x, uint32_t first, uint32_t s, uint8_t octet, uint32_t wait)
{
	if (s > first)
		return follow(x->m, x->m->link[s], octet);
	return wait != NO_STATE && octet == '?' ? wait : first;
}

/* The states of one piece, from state s on; done is where its end leads.  The first state of a piece
 * that waits for the query goes there over '?'. */
static void add_piece(struct serial *x, uint32_t i, int query, const uint8_t *octets, uint32_t size, uint32_t s, uint32_t done)
{
	struct machine *m = x->m;
	const uint32_t first = s, wait = !query && i > 0 && i <= x->last ? x->query[i] : NO_STATE;
	const int ends = i + 1 == x->npieces && x->pattern->text[x->pattern->len - 1] == OP_END;
	for (uint32_t k = 0; k < size; k++, s++) {
		m->first[s] = x->nedges;
		m->otherwise[s] = (uint8_t)(i == 0 ? ELSE_DISALLOW : k == 0 ? ELSE_SELF : ELSE_LINK);
		add_edge(x, s, octets[k], k + 1 < size ? s + 1 : done);
		if (k == 0 && wait != NO_STATE && octets[0] != '?')
			add_edge(x, s, '?', wait);
		if (i > 0 && k + 1 < size)
			m->link[s + 1] = link_after(x, first, s, octets[k], wait);
		else if (ends && k + 1 == size)
			m->link[done] = link_after(x, first, s, octets[k], wait);
	}
}

/* The state where the pattern is complete. */
static void add_end(struct serial *x, uint32_t s, const struct rules *rules)
{
	struct machine *m = x->m;
	const uint32_t rank = m->top = x->pattern->rank;
	m->first[s] = x->nedges;
	if (x->pattern->text[x->pattern->len - 1] == OP_END) {
		m->otherwise[s] = ELSE_LINK;
		m->marks[m->nmarks] = (struct mark){.end = rank};
		m->mark[s] = m->nmarks++ << 1 | 1;
	} else if (rank > rules->stop[rank & 1]) {
		m->flags[s] = (uint8_t)(STATE_SETTLED | (rank & 1 ? STATE_E : 0));
	} else {
		m->otherwise[s] = ELSE_DISALLOW;
		m->mark[s] = rank << 1;
	}
}

/* One chain: pieces from the last to the first, so that ends are there before what leads to them. */
static void add_chain(struct serial *x, int query, uint32_t end, uint8_t *octets)
{
	uint32_t done = end; /* the pieces stand before it, without gaps */
	for (uint32_t i = x->npieces; i-- > (query ? 1u : 0u);) {
		const uint32_t size = piece_size(x, i, query), s = done - size;
		const uint8_t *text = x->pattern->text + x->piece[i];
		robotsc__pattern_resolve(octets, text, robotsc__pattern_literal(text, x->piece[i + 1] - x->piece[i]), query);
		if (query)
			x->query[i] = s;
		add_piece(x, i, query, octets, size, s, done);
		done = s;
	}
}

static enum robotsc_status reserve(struct arena *a, struct serial *x, uint32_t n)
{
	struct machine *m = x->m;
	const size_t edges = (size_t)n + x->npieces;
	m->n = n;
	m->first = robotsc__arena_zeroed(a, n, sizeof *m->first);
	m->count = robotsc__arena_zeroed(a, n, sizeof *m->count);
	m->octet = robotsc__arena_take(a, edges);
	m->target = robotsc__arena_take(a, edges * sizeof *m->target);
	m->otherwise = robotsc__arena_zeroed(a, n, 1);
	m->link = robotsc__arena_zeroed(a, n, sizeof *m->link);
	m->mark = robotsc__arena_zeroed(a, n, sizeof *m->mark);
	m->flags = robotsc__arena_zeroed(a, n, 1);
	m->marks = robotsc__arena_take(a, 2 * sizeof *m->marks);
	return m->first && m->count && m->octet && m->target && m->otherwise && m->link && m->mark && m->flags && m->marks
	               ? ROBOTSC_OK
	               : ROBOTSC_ERR_NOMEM;
}

enum robotsc_status robotsc__serial_run(struct arena *a, const struct pattern *pattern, const struct rules *rules,
                                        struct machine *out)
{
	struct serial x = {.pattern = pattern, .m = out};
	uint32_t sizes[2] = {0, 0}, longest = 0;
	*out = (struct machine){.start = 0, .hub = NO_STATE, .stop = {rules->stop[0], rules->stop[1]}, .fallback = rules->fallback};
	if (cut(a, &x) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < x.npieces; i++) {
		const uint32_t size = piece_size(&x, i, 0);
		longest = size > longest ? size : longest;
		sizes[0] += size;
		sizes[1] += i > 0 && x.last > 0 ? piece_size(&x, i, 1) : 0;
	}
	/* States: the path's chain, its end, and where there is one the query's chain and its end. */
	const uint32_t end = sizes[0], query_end = end + 1 + sizes[1];
	uint8_t *octets = robotsc__arena_take(a, longest);
	if (!octets || reserve(a, &x, x.last > 0 ? query_end + 1 : end + 1) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	if (x.last > 0) {
		add_end(&x, query_end, rules);
		add_chain(&x, 1, query_end, octets);
	}
	add_end(&x, end, rules);
	add_chain(&x, 0, end, octets);
	return robotsc__machine_glue(a, out);
}
