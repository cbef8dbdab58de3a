/* build.c - see build.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "build.h"

#include <string.h>

#include "chain.h"
#include "determ.h"
#include "dump.h"
#include "link.h"
#include "minim.h"
#include "program.h"
#include "ranked.h"
#include "serial.h"
#include "subset.h"

/* Steps that the decided form may cost: so many for an octet of the patterns, and some for all.
 * Measured on 2,995 files: 16 save 0.3 % of the blobs and cost 3 % of the time, 8 cost 1.8 % and save
 * 8 %, and their machines answer more slowly. */
#define BUDGET_OCTET 14
#define BUDGET_FREE 1024
/* Small rule sets with stars get more, as many of them as a document usually has: of 165 files that were left
 * to ranked machines, 69 are; blobs grow by 0.7 %, compiling takes 11 % longer. */
#define BUDGET_SPARE 15360
#define SPARES 16
/* And what a caller gets who asks for the decided form: more than any other, and still no seconds. */
#define BUDGET_FORCED ((uint64_t)1 << 18)
#define BUDGET_FORCED_PROGRAMS ((uint64_t)1 << 15)
#define SUBSET_SHARE 32      /* subset looks at every octet, so its steps are smaller */
#define DECIDED_OCTETS 16384 /* rule sets with more are not tried */

/* Ranked machines.  A pattern whose stars are its own is better off alone: every segment that
 * a register waits for is looked at wherever it ends.  Targets in the code grow with its size. */
#define PART_OCTETS ((uint32_t)1 << 19) /* of patterns */
#define PART_STARS 8                    /* that a pattern does not share with its neighbour */

/* So few patterns are tried one by one. */
#define FEW 20

static enum robotsc_status reserve_machine(const struct builder *b, struct product *out)
{
	if (out->n == out->room && !robotsc__arena_grow(b->keep, (void **)&out->machines, &out->room, sizeof *out->machines))
		return ROBOTSC_ERR_NOMEM;
	return ROBOTSC_OK;
}

static enum robotsc_status add_machine(const struct builder *b, const struct machine *machine, struct product *out)
{
	enum robotsc_status status = reserve_machine(b, out);
	if (status == ROBOTSC_OK)
		status = robotsc__encode_run(b->arena, b->keep, machine, b->dialect->form, &out->machines[out->n]);
	out->n += status == ROBOTSC_OK;
	return status;
}

/* The steps that the decided form of a rule set may cost. */
static uint64_t decided_budget(const struct builder *b, const struct rules *rules, uint64_t octets)
{
	const uint64_t budget = BUDGET_FREE + BUDGET_OCTET * octets;
	int stars = 0;
	if (b->options->form == ROBOTSC_FORM_DECIDED)
		return budget + (rules->programs ? BUDGET_FORCED_PROGRAMS : BUDGET_FORCED);
	for (uint32_t i = 0; i < rules->n && !stars; i++)
		stars = memchr(rules->patterns[i].text, OP_STAR, rules->patterns[i].len) != NULL;
	const int spare = stars && !rules->programs && *b->spares < SPARES;
	*b->spares += (uint32_t)spare;
	return budget + (spare ? BUDGET_SPARE : 0);
}

static enum robotsc_status make_dfa(const struct builder *b, const struct rules *rules, uint64_t budget, struct dfa *dfa)
{
	struct chain chain;
	if (rules->programs)
		return robotsc__subset_run(b->arena, rules, SUBSET_SHARE * budget, dfa);
	enum robotsc_status status = robotsc__chain_run(b->arena, rules->patterns, rules->n, &chain);
	if (status == ROBOTSC_OK)
		robotsc__dump_chain(b->options, &chain);
	return status == ROBOTSC_OK ? robotsc__determ_run(b->arena, &chain, rules->fallback, budget, dfa) : status;
}

/* Try the decided form.  *done is set when it was made. */
static enum robotsc_status build_decided(const struct builder *b, const struct rules *rules, struct product *out, int *done)
{
	struct dfa dfa, minimal;
	struct machine machine;
	uint64_t octets = 0;
	for (uint32_t i = 0; i < rules->n; i++)
		octets += rules->patterns[i].len;
	if (octets > DECIDED_OCTETS)
		return ROBOTSC_OK;
	const uint64_t budget = decided_budget(b, rules, octets);
	enum robotsc_status status = make_dfa(b, rules, budget, &dfa);
	if (status != ROBOTSC_OK || dfa.n == 0)
		return status;
	robotsc__dump_dfa(b->options, ROBOTSC_PASS_DETERM, &dfa);
	status = robotsc__minim_run(b->arena, &dfa, 4 * budget, &minimal);
	if (status != ROBOTSC_OK || minimal.n == 0)
		return status;
	robotsc__dump_dfa(b->options, ROBOTSC_PASS_MINIM, &minimal);
	*done = 1;
	if (minimal.start < DFA_SINKS) {
		out->verdict = minimal.start;
		return ROBOTSC_OK;
	}
	status = robotsc__link_run(b->arena, &minimal, &machine);
	machine.fallback = rules->fallback;
	return status == ROBOTSC_OK ? add_machine(b, &machine, out) : status;
}

static enum robotsc_status build_ranked(const struct builder *b, const struct rules *rules, const struct pattern *patterns,
                                        uint32_t n, struct product *out)
{
	struct chain chain;
	struct machine machine;
	const struct arena_mark mark = robotsc__arena_mark(b->arena);
	enum robotsc_status status = robotsc__chain_run(b->arena, patterns, n, &chain);
	if (status == ROBOTSC_OK)
		robotsc__dump_chain(b->options, &chain);
	if (status == ROBOTSC_OK)
		status = robotsc__ranked_run(b->arena, &chain, rules, !b->shared && n == rules->n, &machine);
	if (status == ROBOTSC_OK) {
		robotsc__dump_machine(b->options, &machine);
		status = add_machine(b, &machine, out);
	}
	robotsc__arena_reset(b->arena, mark);
	return status;
}

/* Stars of a pattern, and how many of them stand in octets that it shares with another. */
static uint32_t count_stars(const struct pattern *pattern, const struct pattern *other, uint32_t *shared)
{
	uint32_t stars = 0, i = 0;
	*shared = 0;
	for (; other && i < pattern->len && i < other->len && pattern->text[i] == other->text[i]; i++)
		*shared += pattern->text[i] == OP_STAR;
	for (i = 0; i < pattern->len; i++)
		stars += pattern->text[i] == OP_STAR;
	return stars;
}

static enum robotsc_status build_serial(const struct builder *b, const struct rules *rules, const struct pattern *pattern,
                                        struct product *out)
{
	struct machine machine;
	const struct arena_mark mark = robotsc__arena_mark(b->arena);
	enum robotsc_status status = robotsc__serial_run(b->arena, pattern, rules, &machine);
	if (status == ROBOTSC_OK) {
		robotsc__dump_machine(b->options, &machine);
		status = add_machine(b, &machine, out);
	}
	robotsc__arena_reset(b->arena, mark);
	return status;
}

static enum robotsc_status build_programs(const struct builder *b, const struct rules *rules, const struct pattern *patterns,
                                          uint32_t n, struct product *out)
{
	const struct arena_mark mark = robotsc__arena_mark(b->arena);
	enum robotsc_status status = reserve_machine(b, out);
	if (status == ROBOTSC_OK)
		status = robotsc__program_run(b->arena, b->keep, rules, patterns, n, &out->machines[out->n]);
	out->n += status == ROBOTSC_OK;
	robotsc__arena_reset(b->arena, mark);
	return status;
}

/* Patterns by what becomes of them. */
struct parts {
	struct pattern *tried, *ranked; /* programs; neighbours in one machine while its registers suffice */
	uint32_t ntried, nranked;
	uint32_t regions, octets; /* of the ranked ones */
};

static enum robotsc_status end_part(const struct builder *b, const struct rules *rules, struct parts *p, struct product *out)
{
	const uint32_t n = p->nranked;
	p->nranked = p->regions = p->octets = 0;
	return n ? build_ranked(b, rules, p->ranked, n, out) : ROBOTSC_OK;
}

/* Is a pattern to be tried on its own?  Always, if it has no other form; where there are few; if it needs more
 * stars of its own than a machine for several may have; and, beside such ones, if it outranks all others: a
 * machine that it were in would be walked first, and to the end. */
static enum robotsc_status choose_trial(const struct builder *b, const struct rules *rules, const struct pattern *pattern,
                                        int alone, int *tried)
{
	*tried = pattern->program;
	if (*tried || b->dialect->form == FORM_K ||
	    !(alone || (rules->n <= FEW && !rules->either && b->options->form != ROBOTSC_FORM_RANKED)))
		return ROBOTSC_OK;
	return robotsc__program_suits(b->arena, pattern, tried);
}

static enum robotsc_status add_pattern(const struct builder *b, const struct rules *rules, const struct pattern *pattern,
                                       struct parts *p, struct product *out)
{
	uint32_t shared;
	const uint32_t stars = count_stars(pattern, p->nranked ? &p->ranked[p->nranked - 1] : NULL, &shared);
	const int alone = !pattern->program && (pattern->serial || stars - shared > PART_STARS),
		  above = rules->serial && !stars && pattern->rank >= rules->stop[0] && pattern->rank >= rules->stop[1];
	int tried;
	enum robotsc_status status = choose_trial(b, rules, pattern, alone || above, &tried);
	if (status == ROBOTSC_OK && tried) {
		p->tried[p->ntried++] = *pattern;
		return ROBOTSC_OK;
	}
	if (status == ROBOTSC_OK && alone)
		return build_serial(b, rules, pattern, out);
	if (status == ROBOTSC_OK && (p->regions + stars - shared > REGISTERS_MAX || p->octets + pattern->len > PART_OCTETS)) {
		status = end_part(b, rules, p, out);
		shared = 0;
	}
	p->ranked[p->nranked++] = *pattern;
	p->regions += stars - shared;
	p->octets += pattern->len;
	return status;
}

/* Ranked machines: neighbouring patterns share one while its registers suffice; serial patterns get
 * one each, programs one for all. */
static enum robotsc_status build_parts(const struct builder *b, const struct rules *rules, struct product *out)
{
	struct parts parts = {.tried = robotsc__arena_take(b->arena, rules->n * sizeof *parts.tried),
	                      .ranked = robotsc__arena_take(b->arena, rules->n * sizeof *parts.ranked)};
	enum robotsc_status status = parts.tried && parts.ranked ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < rules->n && status == ROBOTSC_OK; i++)
		status = add_pattern(b, rules, &rules->patterns[i], &parts, out);
	if (status == ROBOTSC_OK)
		status = end_part(b, rules, &parts, out);
	if (status == ROBOTSC_OK && parts.ntried)
		status = build_programs(b, rules, parts.tried, parts.ntried, out);
	return status;
}

enum robotsc_status robotsc__build_run(const struct builder *b, const struct rules *rules, struct product *out)
{
	*out = (struct product){.verdict = rules->fallback & 1};
	if (rules->n == 0)
		return ROBOTSC_OK;
	if (!b->shared && !rules->serial && !rules->either && b->options->form != ROBOTSC_FORM_RANKED) {
		const struct arena_mark mark = robotsc__arena_mark(b->arena);
		int done = 0;
		const enum robotsc_status status = build_decided(b, rules, out, &done);
		robotsc__arena_reset(b->arena, mark);
		if (status != ROBOTSC_OK || done)
			return status;
	}
	return build_parts(b, rules, out);
}
