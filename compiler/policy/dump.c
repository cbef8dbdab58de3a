/* dump.c - see dump.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dump.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "access/text.h"
#include "match/attributes.h"
#include "pattern/glob_set.h"

static bool is_asked(const struct robotsc_options *options, enum robotsc_pass pass)
{
	bool asked = options->dump && options->dump_after == pass;
#ifdef ROBOTSC_JSON_ALONE /* a module that never dumps */
	asked = false;
#endif
	return asked;
}

LIKE_PRINTF(2, 3) static void print(const struct robotsc_options *options, const char *format, ...)
{
	char text[256];
	va_list args;
	va_start(args, format);
	const int n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (n > 0)
		options->dump(options->dump_ctx, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* Print a space and octets in quotes; operators as <*>, <$>, </>, <?>, <1> and <[ranges]>. */
static void print_octets(const struct robotsc_options *options, const uint8_t *at, size_t len, bool operators)
{
	print(options, " \"");
	for (size_t i = 0; i < len; i++) {
		if (operators && at[i] == OP_SET) {
			print(options, "<[");
			for (size_t k = 0; k < 2 * (size_t)at[i + 1]; k++)
				print(options, "%s%02X", k % 2 ? "-" : k ? " " : "", at[i + 2 + k]);
			print(options, "]>");
			i += glob_item_size(at + i) - 1;
		} else if (operators && at[i] >= OP_ONE)
			print(options, "<%c>", "1$*/?"[at[i] - OP_ONE]);
		else if (at[i] < 0x20 || at[i] >= 0x7F || at[i] == '"' || at[i] == '\\')
			print(options, "\\x%02X", at[i]);
		else
			print(options, "%c", at[i]);
	}
	print(options, "\"");
}

/* Print the name of a field in lower case. */
static void print_field(const struct robotsc_options *options, enum field field)
{
#define FIELD(name, spelling) [FIELD_##name] = (spelling),
	static const char *const names[FIELDS] = {[FIELD_UNKNOWN] = "unknown",
	                                          [FIELD_AGENT] = "user-agent",
	                                          [FIELD_DISALLOW] = "disallow",
	                                          [FIELD_ALLOW] = "allow",
	                                          RECORD_FIELD_LIST(FIELD)};
#undef FIELD
	for (const char *c = names[field]; *c; c++)
		print(options, "%c", ascii_lower((uint8_t)*c));
}

void robotsc__dump_lines(const struct robotsc_options *options, const struct robotsc__dialect *dialect, const uint8_t *text,
                         size_t len)
{
	static const char *const kinds[] = {"blank", "comment", "directive", "junk"};
	struct lexer lexer;
	struct line line;
	if (!is_asked(options, ROBOTSC_PASS_LEX))
		return;
	robotsc__lex_begin(&lexer, dialect, text, robotsc__parse_limit(dialect, text, len, options->limit), options->strict_fields);
	while (robotsc__lex_next(&lexer, &line)) {
		print(options, "%" PRIu32 " %s", line.number, kinds[line.kind]);
		if (line.kind == LINE_DIRECTIVE) {
			print(options, " ");
			print_field(options, line.field);
			if (line.field == FIELD_UNKNOWN)
				print_octets(options, line.name.at, line.name.len, false);
			print_octets(options, line.value.at, line.value.len, false);
			print(options, "%s%s%s", line.misspelt ? " misspelt" : "", line.colonless ? " colonless" : "",
			      line.cut ? " cut" : "");
		}
		print(options, "\n");
	}
}

void robotsc__dump_document(const struct robotsc_options *options, const struct document *doc)
{
	size_t agent = 0, rule = 0;
	if (!is_asked(options, ROBOTSC_PASS_PARSE))
		return;
	for (uint32_t group = 0; group < doc->ngroups; group++) {
		print(options, "group %" PRIu32 "\n", group);
		for (; agent < doc->nagents && doc->agents[agent].group == group; agent++) {
			print(options, "  %" PRIu32 " agent", doc->agents[agent].line);
			print_octets(options, doc->agents[agent].token.at, doc->agents[agent].token.len, false);
			print(options, "%s\n", doc->agents[agent].star ? " star" : "");
		}
		for (; rule < doc->nrules && doc->rules[rule].group == group; rule++) {
			print(options, "  %" PRIu32 " %s", doc->rules[rule].line,
			      doc->rules[rule].verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
			print_octets(options, doc->rules[rule].value.at, doc->rules[rule].value.len, false);
			print(options, "\n");
		}
	}
}

static void print_policy(const struct robotsc_options *options, uint32_t policy)
{
	print(options, policy == NO_POLICY ? " none\n" : " policy %" PRIu32 "\n", policy);
}

void robotsc__dump_grouping(const struct robotsc_options *options, const struct grouping *grouping)
{
	if (!is_asked(options, ROBOTSC_PASS_GROUP))
		return;
	for (uint32_t i = 0; i < grouping->nnames; i++) {
		print(options, "name");
		print_octets(options, grouping->names[i].token, grouping->names[i].len, false);
		print(options, "%s", grouping->names[i].named ? "" : " falls back");
		print_policy(options, grouping->names[i].policy);
	}
	print(options, "star");
	print_policy(options, grouping->star);
	for (uint32_t i = 0; i < grouping->npolicies; i++) {
		print(options, "policy %" PRIu32 ":", i);
		for (uint32_t k = 0; k < grouping->policies[i].nsets; k++) {
			const struct ruleset *set = &grouping->sets[grouping->policies[i].sets[k]];
			print(options, " set %" PRIu32 "%s (groups", grouping->policies[i].sets[k], set->shared ? " shared" : "");
			for (uint32_t g = 0; g < set->ngroups; g++)
				print(options, " %" PRIu32, set->groups[g]);
			print(options, ")");
		}
		print(options, "\n");
	}
}

void robotsc__dump_rules(const struct robotsc_options *options, uint32_t set, const struct rules *rules)
{
	if (!is_asked(options, ROBOTSC_PASS_NORMALIZE))
		return;
	print(options, "set %" PRIu32 ": fallback %" PRIu32 " stop %" PRIu32 " %" PRIu32 "\n", set, rules->fallback, rules->stop[0],
	      rules->stop[1]);
	for (uint32_t i = 0; i < rules->n; i++) {
		print(options, "  rank %" PRIu32, rules->patterns[i].rank);
		print_octets(options, rules->patterns[i].text, rules->patterns[i].len, true);
		print(options, "\n");
	}
}

void robotsc__dump_segments(const struct robotsc_options *options, const struct segments *segments)
{
	if (!is_asked(options, ROBOTSC_PASS_SEGMENTS))
		return;
	if (!segments)
		print(options, "no stars: the automaton is made of the patterns\n");
	for (uint32_t gap = 0; segments && gap < segments->ngaps; gap++) {
		print(options, "gap %" PRIu32 "\n", gap);
		for (uint32_t i = segments->first[gap]; i < segments->first[gap + 1]; i++) {
			const struct segment *segment = &segments->items[i];
			print(options, " ");
			print_octets(options, segment->text, segment->len, false);
			if (segment->rank)
				print(options, " rank %" PRIu32, segment->rank);
			if (segment->end)
				print(options, " end %" PRIu32, segment->end);
			if (segment->opens)
				print(options, " opens %" PRIu32, segment->opens);
			print(options, "\n");
		}
	}
}

static void print_way(const struct robotsc_options *options, const uint8_t *octets, size_t len, uint32_t to)
{
	print_octets(options, octets, len, false);
	print(options, ">%" PRIu32, to);
}

void robotsc__dump_dfa(const struct robotsc_options *options, enum robotsc_pass pass, const struct dfa *dfa)
{
	if (!is_asked(options, pass))
		return;
	print(options, "start %" PRIu32 "\n", dfa->start);
	for (uint32_t s = 0; s < dfa->n; s++) {
		print(options, "%" PRIu32 " %s", s, dfa->end[s] ? "allow" : "disallow");
		for (uint32_t e = dfa->first[s]; e < dfa->first[s + 1]; e++)
			print_way(options, &dfa->octet[e], 1, dfa->target[e]);
		print(options, " other>%" PRIu32 "\n", dfa->other[s]);
	}
}

void robotsc__dump_radix(const struct robotsc_options *options, enum robotsc_pass pass, const struct radix *radix, uint32_t start)
{
	if (!is_asked(options, pass))
		return;
	print(options, "start %" PRIu32 "\n", start);
	for (uint32_t s = 0; s < radix->n; s++) {
		const struct radix_state *const state = &radix->states[s];
		if (!state->used && s >= DFA_SINKS)
			continue;
		print(options, "%" PRIu32 " %s", s, state->kind & 1 ? "allow" : "disallow");
		if (state->run)
			print_way(options, state->text, state->n, state->next);
		for (uint32_t i = 0; !state->run && i < state->n; i++)
			print_way(options, &radix->octet[state->next + i], 1, radix->target[state->next + i]);
		print(options, " other>%" PRIu32 "\n", state->kind >> 1);
	}
}

static void print_mark(const struct robotsc_options *options, uint32_t mark)
{
	if (mark)
		print(options, mark & MARK_LITERAL ? " literal %" PRIu32 : " rank %" PRIu32, mark >> 1);
}

static void print_globs(const struct robotsc_options *options, const struct machine *m)
{
	uint32_t literal = 0;
	for (uint32_t i = 0; i < m->nglobs; i++) {
		if (literal < m->nliterals && m->literals[literal] == i)
			print(options, "literal %" PRIu32 "\n", literal++);
		print(options, "  rank %" PRIu32, m->globs[i].rank);
		if (m->globs[i].known)
			print(options, " behind %u", m->globs[i].known);
		print_octets(options, m->globs[i].text, m->globs[i].len, true);
		print(options, "\n");
	}
}

void robotsc__dump_machine(const struct robotsc_options *options, const struct machine *m)
{
	if (!is_asked(options, ROBOTSC_PASS_FILTER))
		return;
	print(options, "filter: top %" PRIu32 " alone %" PRIu32 " stop %" PRIu32 " %" PRIu32, m->top, m->alone, m->stop[0],
	      m->stop[1]);
	print_mark(options, m->first_mark);
	print(options, "\n");
	for (uint32_t s = 0; s < m->n; s++) {
		if (machine_is_settled(m, s))
			continue; /* nothing leads to it */
		print(options, "%" PRIu32 "%s", s, s == m->root ? " floats" : "");
		print_mark(options, m->mark[s]);
		if (m->run[s])
			print_way(options, m->run[s], m->count[s], m->target[m->first[s]]);
		for (uint32_t e = m->first[s]; !m->run[s] && e < m->first[s] + m->count[s]; e++)
			print_way(options, &m->octet[e], 1, m->target[e]);
		print(options, "\n");
	}
	print_globs(options, m);
}
