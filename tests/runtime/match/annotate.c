/* annotate.c - see annotate.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "annotate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define WIDTH 16  /* octets of a line */
#define SHOWN 128 /* most octets of a run in words */

struct printer {
	FILE *to;
	const struct decode_blob *b;
	uint32_t at; /* octets written so far */
};

/* Write the next n octets of the blob, and what they are.  Lines after the first have no words. */
__attribute__((format(printf, 3, 4))) static void put(struct printer *p, uint32_t n, const char *format, ...)
{
	va_list args;
	uint32_t i = 0;
	do {
		char hex[3 * WIDTH + 1] = "";
		const uint32_t line = p->at;
		for (uint32_t k = 0; k < WIDTH && i < n; k++, i++, p->at++)
			snprintf(hex + 3 * k, 4, "%02X ", p->b->bytes[p->at]);
		if (i > WIDTH) {
			hex[strlen(hex) - 1] = 0;
			fprintf(p->to, "%04" PRIX32 "  %s\n", line, hex);
			continue;
		}
		fprintf(p->to, "%04" PRIX32 "  %-24s ", line, hex);
		va_start(args, format);
		vfprintf(p->to, format, args);
		va_end(args);
		putc('\n', p->to);
	} while (i < n);
}

static void put_header(struct printer *p)
{
	const struct decode_blob *b = p->b;
	static const char *const types[] = {"", "machines", "policies", "agents"};
	put(p, 4, "magic");
	put(p, 2, "version %u.%u", b->major, b->minor);
	put(p, 1, "dialect %u", b->dialect);
	put(p, 1, "path form %u", b->form);
	put(p, 4, "size %" PRIu32, b->size);
	put(p, 1, "match kind %u", b->match);
	put(p, 1, "flags");
	for (uint32_t i = 0; i < b->nsections; i++)
		put(p, 5, "section %" PRIu32 ", %s, at %04" PRIX32, b->sections[i].type,
		    b->sections[i].type < 4 ? types[b->sections[i].type] : "?", b->sections[i].at);
}

/* The name of a target. */
static const char *target_name(const struct decode_machine *m, uint32_t target)
{
	static char text[8][24];
	static unsigned turn;
	if (target < DECODE_NODE)
		return target ? "allow" : "disallow";
	char *to = text[turn++ % 8];
	snprintf(to, sizeof text[0], "@%" PRIu32, m->nodes[target - DECODE_NODE].at);
	return to;
}

static const char *octet_name(uint8_t octet)
{
	static char text[8][8];
	static unsigned turn;
	char *to = text[turn++ % 8];
	snprintf(to, sizeof text[0], octet > 0x20 && octet < 0x7F ? "%c" : "%02X", octet);
	return to;
}

/* The first SHOWN octets in quotes; octets that cannot be printed are \xNN. */
static const char *quoted(const uint8_t *octets, uint32_t n)
{
	static char text[4 * SHOWN + 8];
	size_t at = 0;
	text[at++] = '"';
	for (uint32_t i = 0; i < n && i < SHOWN; i++)
		at += (size_t)snprintf(text + at, sizeof text - at,
		                       octets[i] >= 0x20 && octets[i] < 0x7F && octets[i] != '"' && octets[i] != '\\' ? "%c"
		                                                                                                      : "\\x%02X",
		                       octets[i]);
	snprintf(text + at, sizeof text - at, n > SHOWN ? "\"..." : "\"");
	return text;
}

/* A mark in words. */
static const char *mark_name(uint32_t mark)
{
	static char text[32];
	snprintf(text, sizeof text, mark & 1 ? "literal %" PRIu32 : "rank %" PRIu32, mark / 2);
	return text;
}

/* Write what another octet does. */
static const char *other_name(const struct decode_machine *m, const struct decode_node *n)
{
	static const char *const others[] = {"disallow", "allow", "root", "default", "self", "goto"};
	return m->filter ? "stop" : others[n->otherwise];
}

static void put_prefix_table(struct printer *p, const struct decode_machine *m)
{
	static const char *const leads[] = {"", "", ", then disallow", ", then allow"};
	const struct decode_node *n = &m->nodes[m->prefix_table];
	const uint32_t begin = p->at;
	put(p, 1, "prefix table%s; else %s", n->e ? ", E: allow \"/\"" : "", other_name(m, n));
	put(p, 1, "  %" PRIu32 " entries of %s", n->count, n->unit == 4 ? "2 octets" : "1 octet");
	put(p, 1, "  seed: %u", n->seed);
	put(p, 8, "  octets of 8 that are not hashed, for each slot");
	for (uint32_t i = n->count; i-- > 0;)
		put(p, n->unit == 4 ? 2 : 1, "    %" PRIu32 " to prefix %" PRIu32, i,
		    n->targets[i] - DECODE_NODE - m->prefix_table);
	for (uint32_t i = m->prefix_table + 1; i < m->nnodes; i++) {
		const struct decode_node *l = &m->nodes[i];
		if (l->at > p->at - begin)
			put(p, l->at - (p->at - begin), "  nothing");
		put(p, 1, "  prefix %" PRIu32 " of %" PRIu32 "%s%s", i - m->prefix_table, l->count, leads[l->next],
		    l->more ? "; else the next" : "");
		put(p, l->count, "    %s", quoted(l->octets, l->count));
		if (l->next == 1)
			put(p, m->width, "    then %s", target_name(m, l->to));
	}
	if (m->prefix_table_size > p->at - begin)
		put(p, m->prefix_table_size - (p->at - begin), "  nothing");
}

static void put_node(struct printer *p, const struct decode_machine *m, const struct decode_node *n)
{
	static const char *const nexts[] = {", then the node that follows", ", then a target", ", then disallow", ", then allow"};
	put(p, 1, "@%" PRIu32 " %s%s%s; else %s%s", n->at, n->branch ? "branch" : "run", n->branch ? "" : nexts[n->next],
	    !n->e       ? ""
	    : m->filter ? ", marked"
	                : ", E: allow at the end",
	    other_name(m, n), n->careful ? "; careful" : "");
	put(p, 1, "  %s: %" PRIu32, n->branch ? "ways out" : "octets", n->count);
	if (n->marked)
		put(p, m->width, "  mark: %s", mark_name(n->mark));
	if (n->otherwise == DECODE_ELSE_DEFAULT || n->otherwise == DECODE_ELSE_GOTO)
		put(p, m->width, "  else %s", target_name(m, n->other));
	if (!n->branch && n->next == 1)
		put(p, m->width, "  then %s", target_name(m, n->to));
	if (!n->branch)
		put(p, n->count, "  %s", quoted(n->octets, n->count));
	else if (n->count)
		put(p, n->count, "  over %s", quoted(n->octets, n->count));
	for (uint32_t i = 0; n->branch && i < n->count; i++)
		put(p, m->width, "    %s to %s", octet_name(n->octets[i]), target_name(m, n->targets[i]));
}

static void put_filter_fields(struct printer *p, const struct decode_machine *m)
{
	put(p, m->unit, "floating literals while disallow has at most rank %" PRIu32, m->stop[0]);
	put(p, m->unit, "floating literals while allow has at most rank %" PRIu32, m->stop[1]);
	put(p, m->unit, "top: rank %" PRIu32, m->top);
	put(p, m->unit, "alone: rank %" PRIu32, m->alone);
	put(p, m->unit, "every path: %s", m->every ? mark_name(m->every) : "nothing");
	put(p, m->unit, "literals: %" PRIu32, m->nliterals);
	put(p, m->unit, "octets of globs: %" PRIu32, m->globs_size);
}

static void put_tables(struct printer *p, const struct decode_machine *m)
{
	if (m->scan)
		put(p, 16, "scan table");
	if (m->pairs) {
		put(p, 16, "pair table: first, low");
		put(p, 16, "pair table: second, low");
		put(p, 8, "pair table: first, high");
		put(p, 8, "pair table: second, high");
	}
	for (unsigned j = 0; m->starts && j < 3; j++)
		put(p, 16, "start table: octet %u, low", j);
	for (unsigned j = 0; m->starts && j < 3; j++)
		put(p, 8, "start table: octet %u, high", j);
}

/* Write an instruction of a glob, or in one line a run of octets that stand for themselves.
 * Returns the next instruction. */
static uint32_t put_instruction(struct printer *p, const struct decode_glob *g, uint32_t at)
{
	static const char *const names[] = {"any unit", "the path ends", "any octets", "\"/\" or \"%2F\"", "\"?\" or \"%3F\""};
	const uint8_t *text = g->text + at;
	uint32_t n = 0;
	if (text[0] == 0xF9) {
		put(p, 2, "  known octets: %u", text[1]);
		return at + 2;
	}
	if (text[0] == 0xFA) {
		put(p, 2, "  a unit of a set, ranges: %u", text[1]);
		for (unsigned i = 0; i < text[1]; i++)
			put(p, 2, "    %s to %s", octet_name(text[2 + 2 * i]), octet_name(text[3 + 2 * i]));
		return at + 2 + 2 * (uint32_t)text[1];
	}
	if (text[0] > 0xFA) {
		put(p, 1, "  %s", names[text[0] - 0xFB]);
		return at + 1;
	}
	while (at + n < g->size && text[n] < 0x80)
		n++;
	put(p, n, "  %s", quoted(text, n));
	return at + n;
}

static void put_globs(struct printer *p, const struct decode_machine *m)
{
	for (uint32_t i = 0; i < m->nglobs; i++) {
		const struct decode_glob *g = &m->globs[i];
		put(p, m->unit, "glob at %" PRIu32 ": rank %" PRIu32, g->at, g->rank);
		put(p, m->unit, "  octets: %" PRIu32, g->size);
		for (uint32_t at = 0; at < g->size;)
			at = put_instruction(p, g, at);
	}
}

static void put_machine(struct printer *p, const struct decode_machine *m)
{
	static const char *const roots[] = {"root", "floating literals"};
	put(p, 1, "machine %td: %s, %s fields, int7s of %u octets, fallback %s%s%s", m - p->b->machines,
	    m->filter ? "filter" : "DFA", m->unit == 2 ? "narrow" : "wide", m->width, m->fallback ? "allow" : "disallow",
	    m->prefix_table_size ? ", prefix table" : "",
	    m->starts  ? ", start table"
	    : m->pairs ? ", scan and pair tables"
	    : m->scan  ? ", scan table"
	               : "");
	put(p, m->unit, "octets of code: %" PRIu32, m->code);
	if (m->root == DECODE_NONE)
		put(p, m->unit, "no %s", roots[m->filter]);
	else
		put(p, m->unit, "%s: @%" PRIu32, roots[m->filter], m->nodes[m->root].at);
	if (m->filter)
		put_filter_fields(p, m);
	if (m->prefix_table_size) {
		put(p, m->unit, "octets of the prefix table: %" PRIu32, m->prefix_table_size);
		put_prefix_table(p, m);
	}
	put_tables(p, m);
	for (uint32_t i = 0; i < m->nliterals; i++)
		put(p, m->unit, "literal %" PRIu32 ": globs from %" PRIu32, i, m->globs[m->literals[i]].at);
	for (uint32_t i = 0; i < m->ncode; i++)
		put_node(p, m, &m->nodes[i]);
	put_globs(p, m);
}

static void put_policies(struct printer *p)
{
	put(p, 4, "%" PRIu32 " policies", p->b->npolicies);
	for (uint32_t i = 0; i < p->b->npolicies; i++) {
		const struct decode_policy *policy = &p->b->policies[i];
		if (policy->kind == 2)
			put(p, 4, "policy %" PRIu32 ": %s", i, policy->value ? "allow" : "disallow");
		else if (policy->kind == 1)
			put(p, 4, "policy %" PRIu32 ": the list at %" PRIu32, i, policy->value);
		else
			put(p, 4, "policy %" PRIu32 ": the machine at %" PRIu32, i, policy->value);
	}
	for (uint32_t i = 0; i < p->b->npolicies; i++) {
		const struct decode_policy *policy = &p->b->policies[i];
		if (policy->kind != 1)
			continue;
		put(p, 4, "list of %" PRIu32, policy->nmachines);
		for (uint32_t k = 0; k < policy->nmachines; k++)
			put(p, 4, "  machine %" PRIu32, policy->machines[k]);
	}
}

static void put_agent_policy(struct printer *p, const char *name, int len, uint32_t policy)
{
	if (policy >> 1)
		put(p, p->b->agents_unit, "\"%.*s\": policy %" PRIu32 "%s", len, name, (policy >> 1) - 1,
		    policy & 1 ? ", named" : "");
	else
		put(p, p->b->agents_unit, "\"%.*s\": no policy%s", len, name, policy & 1 ? ", named" : "");
}

static void put_agents(struct printer *p)
{
	const struct decode_blob *b = p->b;
	uint32_t text = 0;
	put(p, 1, "fields of %u octet%s", b->agents_unit, b->agents_unit == 1 ? "" : "s");
	put(p, b->agents_unit, "names: %" PRIu32, b->nnames);
	put_agent_policy(p, "*", 1, b->star);
	for (uint32_t i = 0; i < b->nnames; text += b->names[i++].len)
		put(p, b->agents_unit, "name %" PRIu32 " at %" PRIu32, i, text);
	for (uint32_t i = 0; i < b->nnames; i++)
		put_agent_policy(p, (const char *)b->names[i].at, (int)b->names[i].len, b->names[i].policy);
	for (uint32_t i = 0; i < b->nnames; i++)
		if (b->names[i].len)
			put(p, b->names[i].len, "\"%.*s\"", (int)b->names[i].len, (const char *)b->names[i].at);
}

void annotate(FILE *to, const struct decode_blob *b)
{
	struct printer p = {.to = to, .b = b};
	put_header(&p);
	for (uint32_t i = 0; i < b->nmachines; i++)
		put_machine(&p, &b->machines[i]);
	if (b->policies_at.type)
		put_policies(&p);
	put_agents(&p);
	if (b->size - 8 > p.at)
		put(&p, b->size - 8 - p.at, "sections that a reader may do without");
	put(&p, 8, "checksum");
}
