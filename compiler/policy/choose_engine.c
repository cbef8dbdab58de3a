/* choose_engine.c - see choose_engine.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "choose_engine.h"

#include <string.h>

#include "pattern/segments.h"
#include "automaton/determinize.h"
#include "dump.h"
#include "code/machine.h"
#include "code/radix.h"
#include "automaton/dfa.h"

/* Steps that a DFA may cost: per octet of the patterns, and in any case.  Measured on 2,995 files:
 * 16 make blobs 0.3 % smaller and compiling 3 % slower.  8 make compiling 8 % faster but blobs
 * 1.8 % larger, and their machines answer more slowly. */
#define BUDGET_OCTET 14
#define BUDGET_FREE 1024
/* Further steps for small rule sets with stars, for up to EXTRAS of a document.  Of 165 files that
 * needed filters, 69 become DFAs.  Blobs grow by 0.7 %, compiling takes 11 % longer. */
#define BUDGET_EXTRA 15360
#define EXTRAS 16
/* Further steps if options demand a DFA: more than in any other case, but not enough to take
 * seconds. */
#define BUDGET_FORCED ((uint64_t)1 << 18)
#define BUDGET_FORCED_SETS ((uint64_t)1 << 15)
#define SUBSET_SHARE 32 /* determinize_glob.c steps every octet, so its steps are smaller */
/* A rule set with stars gets no DFA if its patterns have more octets than this: if options demand a
 * DFA, and if not.  1500 for the latter, not 16384: on 2,594 hosts, checks take 5 % longer in the
 * mean, blobs grow by 3 %, and a file for one agent compiles in 0.69 of the time. */
#define DFA_OCTETS 16384
#define AUTO_OCTETS 1500

#define PART_PATTERNS LITERALS_MAX /* patterns of one filter: it cannot number more literals */

static enum robotsc_status add_machine(const struct engine_input *in, const struct machine *machine, struct engine_output *out)
{
	if (out->n == out->room && !robotsc__arena_grow(in->keep, (void **)&out->machines, &out->room, sizeof *out->machines))
		return ROBOTSC_ERR_NOMEM;
	return robotsc__encode_run(in->arena, in->keep, machine, in->dialect->form, &out->machines[out->n++]);
}

/* True if a pattern has a star or a set. */
static bool has_stars(const struct rules *rules)
{
	if (rules->with_sets)
		return true;
	for (uint32_t i = 0; i < rules->n; i++)
		if (!rules->patterns[i].plain && memchr(rules->patterns[i].text, OP_STAR, rules->patterns[i].len))
			return true;
	return false;
}

/* The steps that the DFA of a rule set may cost. */
static uint64_t dfa_budget(const struct engine_input *in, const struct rules *rules, uint64_t octets)
{
	const uint64_t budget = BUDGET_FREE + BUDGET_OCTET * octets;
	if (in->options->form == ROBOTSC_FORM_DFA)
		return budget + (rules->with_sets ? BUDGET_FORCED_SETS : BUDGET_FORCED);
	const bool extra = !rules->with_sets && *in->extras < EXTRAS;
	*in->extras += (uint32_t)extra;
	return budget + (extra ? BUDGET_EXTRA : 0);
}

static enum robotsc_status make_dfa(const struct engine_input *in, const struct rules *rules, uint64_t budget, struct dfa *dfa)
{
	struct segments segments;
	if (rules->with_sets)
		return robotsc__determinize_glob_run(in->arena, rules, SUBSET_SHARE * budget, dfa);
	enum robotsc_status status = robotsc__segments_run(in->arena, rules->patterns, rules->n, &segments);
	if (status == ROBOTSC_OK)
		robotsc__dump_segments(in->options, &segments);
	return status == ROBOTSC_OK ? robotsc__determinize_run(in->arena, &segments, rules->fallback, budget, dfa) : status;
}

/* Minimize a DFA and encode it.  Sets *done if it fits the budget. */
static enum robotsc_status finish_dfa(const struct engine_input *in, const struct rules *rules, const struct dfa *dfa,
                                      uint64_t budget, struct engine_output *out, bool *done)
{
	struct dfa minimal;
	struct machine machine;
	enum robotsc_status status = robotsc__minimize_run(in->arena, dfa, budget, &minimal);
	if (status != ROBOTSC_OK || minimal.n == 0)
		return status;
	robotsc__dump_dfa(in->options, ROBOTSC_PASS_MINIMIZE, &minimal);
	*done = true;
	if (minimal.start < DFA_SINKS) {
		out->verdict = minimal.start;
		return ROBOTSC_OK;
	}
	status = robotsc__default_edges_run(in->arena, &minimal, &machine);
	machine.fallback = rules->fallback;
	return status == ROBOTSC_OK ? add_machine(in, &machine, out) : status;
}

/* The DFA of patterns without stars, straight from their sorted texts. */
static enum robotsc_status build_plain(const struct engine_input *in, const struct rules *rules, struct engine_output *out)
{
	struct radix radix;
	struct machine machine = {.root = NO_STATE, .fallback = rules->fallback};
	struct radix_word *words = robotsc__arena_take(in->arena, rules->n * sizeof *words);
	if (!words)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < rules->n; i++) { /* every path begins with '/' */
		const struct pattern *const p = &rules->patterns[i];
		const bool ends = p->text[p->len - 1] == OP_END;
		words[i] = (struct radix_word){p->text + 1, p->len - 1 - ends, ends ? 0 : p->rank, ends ? p->rank : 0};
	}
	robotsc__dump_segments(in->options, NULL);
	robotsc__radix_init(&radix, in->arena, false);
	enum robotsc_status status = robotsc__radix_add(&radix, words, rules->n, rules->fallback, &machine.start);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__dump_radix(in->options, ROBOTSC_PASS_DETERMINIZE, &radix, machine.start);
	status = robotsc__radix_share(&radix);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__dump_radix(in->options, ROBOTSC_PASS_MINIMIZE, &radix, machine.start);
	if (machine.start < DFA_SINKS) {
		out->verdict = machine.start;
		return ROBOTSC_OK;
	}
	status = robotsc__prefix_table_of_radix(&radix, &machine);
	if (status == ROBOTSC_OK)
		status = robotsc__radix_machine(&radix, &machine);
	return status == ROBOTSC_OK ? add_machine(in, &machine, out) : status;
}

/* Try to make a DFA of patterns with stars or sets.  Sets *done if it fits the budget. */
static enum robotsc_status build_dfa(const struct engine_input *in, const struct rules *rules, struct engine_output *out,
                                     bool *done)
{
	struct dfa dfa;
	uint64_t octets = 0;
	if (in->options->form == ROBOTSC_FORM_QUICK)
		return ROBOTSC_OK;
	for (uint32_t i = 0; i < rules->n; i++)
		octets += rules->patterns[i].len;
	if (octets > (in->options->form == ROBOTSC_FORM_DFA ? DFA_OCTETS : AUTO_OCTETS))
		return ROBOTSC_OK;
	const uint64_t budget = dfa_budget(in, rules, octets);
	const enum robotsc_status status = make_dfa(in, rules, budget, &dfa);
	if (status != ROBOTSC_OK || dfa.n == 0)
		return status;
	robotsc__dump_dfa(in->options, ROBOTSC_PASS_DETERMINIZE, &dfa);
	dfa.start = dfa_step(&dfa, dfa.start, '/'); /* every path begins with '/' */
	return finish_dfa(in, rules, &dfa, 4 * budget, out, done);
}

/* Make one filter for all patterns, or several if there are too many. */
static enum robotsc_status build_filters(const struct engine_input *in, const struct rules *rules, struct engine_output *out)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = 0; i < rules->n && status == ROBOTSC_OK; i += PART_PATTERNS) {
		const uint32_t left = rules->n - i, n = left < PART_PATTERNS ? left : PART_PATTERNS;
		const struct arena_mark mark = robotsc__arena_mark(in->arena);
		struct machine machine;
		status = robotsc__filter_run(in->arena, rules, rules->patterns + i, n, in->shared || n < rules->n, &machine);
		if (status == ROBOTSC_OK) {
			robotsc__dump_machine(in->options, &machine);
			status = add_machine(in, &machine, out);
		}
		robotsc__arena_reset(in->arena, mark);
	}
	return status;
}

enum robotsc_status robotsc__choose_engine_run(const struct engine_input *in, const struct rules *rules, struct engine_output *out)
{
	*out = (struct engine_output){.verdict = rules->fallback & 1};
	if (rules->n == 0)
		return ROBOTSC_OK;
	if (!in->shared && !rules->variants && in->options->form != ROBOTSC_FORM_FILTER) {
		const struct arena_mark mark = robotsc__arena_mark(in->arena);
		bool done = !has_stars(rules);
		const enum robotsc_status status = done ? build_plain(in, rules, out) : build_dfa(in, rules, out, &done);
		robotsc__arena_reset(in->arena, mark);
		if (status != ROBOTSC_OK || done)
			return status;
	}
	return build_filters(in, rules, out);
}
