/* layout_readers.c - see layout_readers.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_readers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cost.h"
#include "questions.h"
#include "analysis/lazy_machines.h"
#include "tests/support/product.h"
#include "robotsc/dot.h"
#include "robotsc/inspect.h"
#include "runtime/match/checksum.h"
#include "runtime/match/select.h"
#include "tests/support/splitmix.h"

#define PATHS 6     /* of each policy */
#define LONGEST 400 /* octets of a path */

/* ---- inspect.h ------------------------------------------------------------------ */

/* inspect.h counts one more state of a DFA, before the '/'. */
static const char *inspect_machine(const struct robotsc_machine_info *info, const struct decode_machine *m, uint32_t number)
{
	const uint32_t nodes = m->ncode + (m->prefix_table != DECODE_NONE), states = m->nstates - DECODE_STATES + !m->filter;

	if (info->index != number || info->bytes != m->size || info->filter != m->filter || info->globs != m->nglobs)
		return "a machine";
	return info->nodes != nodes || info->states != states ? "counts of a machine" : NULL;
}

static uint32_t size_of(const struct decode_section *s)
{
	return s->type ? s->end - s->at : 0;
}

static uint32_t index_of(uint32_t field)
{
	return field >> 1 ? (field >> 1) - 1 : ROBOTSC_NO_POLICY;
}

static const char *inspect(const struct robotsc_blob *blob, const struct decode_blob *b)
{
	struct robotsc_agent_info agent;
	struct robotsc_machine_info machine;
	struct robotsc_info info;
	const char *wrong = NULL;

	robotsc_blob_info(blob, &info);
	if (info.size != b->size || info.format_major != b->major || info.format_minor != b->minor ||
	    (unsigned)info.dialect != b->dialect || (unsigned)info.partial != b->flags)
		return "the header";
	if (info.machines_bytes != size_of(&b->machines_at) || info.policies_bytes != size_of(&b->policies_at) ||
	    info.agents_bytes != size_of(&b->agents_at) || info.header_bytes != BLOB_HEADER + SECTION_ENTRY * b->nsections)
		return "sizes of sections";
	if (info.agents != b->nnames || info.policies != b->npolicies || info.machines != b->nmachines ||
	    info.star_policy != index_of(b->star))
		return "counts of a blob";
	for (uint32_t i = 0; i < b->nnames; i++) {
		/* A name that is passed over has the policy of "*". */
		const uint32_t field = b->names[i].policy == 1 ? b->star & ~1u : b->names[i].policy;

		if (!robotsc_agent_at(blob, i, &agent) || agent.token.at != (const char *)b->names[i].at ||
		    agent.token.len != b->names[i].len || agent.policy != index_of(field) || (unsigned)agent.named != (field & 1))
			return "an agent";
	}
	for (uint32_t i = 0; i < b->npolicies; i++) {
		const struct decode_policy *p = &b->policies[i];

		for (uint32_t k = 0; k < p->nmachines && !wrong; k++)
			wrong = !robotsc_machine_at(blob, i, k, &machine)
			                ? "a policy"
			                : inspect_machine(&machine, &b->machines[p->machines[k]], p->machines[k]);
		wrong = robotsc_machine_at(blob, i, p->nmachines, &machine) ? "the end of a policy" : wrong;
	}
	return robotsc_agent_at(blob, b->nnames, &agent) ? "the end of the agents" : wrong;
}

/* ---- robotsc_dot ------------------------------------------------------------------ */

static char picture[1 << 17];
static size_t drawn;

static void draw(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	if (len < sizeof picture - drawn)
		memcpy(picture + drawn, text, len), drawn += len;
	picture[drawn] = '\0';
}

static int shows(const char *format, ...)
{
	char line[200];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	return strstr(picture, line) != NULL;
}

static int shows_edge(uint32_t from, const struct decode_machine *m, uint32_t target)
{
	const struct decode_node *n = &m->nodes[from], *to = target < DECODE_NODE ? NULL : &m->nodes[target - DECODE_NODE];
	char name[20] = "prefixes";

	if (!n->prefix_table)
		snprintf(name, sizeof name, "n%u", n->at);
	if (!to)
		return shows("\t%s -> %s ", name, target ? "allow" : "disallow");
	return shows("\t%s -> n%u ", name, to->at);
}

/* True if a picture shows a node of a DFA and its edges. */
static int shows_node(const struct decode_machine *m, uint32_t number)
{
	const struct decode_node *n = &m->nodes[number];
	int ok = n->other == DECODE_NONE || shows_edge(number, m, n->other);

	for (uint32_t i = 0; n->branch && !n->prefix_table && i < n->count; i++)
		ok &= shows_edge(number, m, n->targets[i]);
	for (uint32_t i = m->ncode + 1; n->prefix_table && i < m->nnodes; i++)
		ok &= shows_edge(number, m, m->nodes[i].to);
	if (n->prefix_table)
		return ok & shows("\tprefixes [label=\"/\", fillcolor=%s", n->e ? "\"#d3f2d8" : "\"#fbd9d3");
	return ok & (n->branch || shows_edge(number, m, n->to)) &&
	       shows("\tn%u [label=\"%u\", fillcolor=%s", n->at, n->at, n->e ? "\"#d3f2d8" : "\"#fbd9d3");
}

/* True if a picture shows the globs that outrank the fallback, the verdict if nothing matches. */
static int shows_globs(const struct decode_machine *m)
{
	int ok = 1;

	for (uint32_t i = 0; i < m->nglobs; i++)
		ok &= m->globs[i].rank <= (uint32_t)m->fallback || shows("\\nrank %u\"", m->globs[i].rank);
	return ok;
}

static const char *look_at(const struct robotsc_group *group, const struct decode_blob *b, const struct decode_policy *p,
                           int unproven)
{
	int ok = 1;

	drawn = 0;
	if (robotsc_dot(group, (struct robotsc_text){"g", 1}, draw, NULL, NULL) != ROBOTSC_OK)
		return "no picture";
	for (uint32_t i = 0; i < p->nmachines; i++) {
		const struct decode_machine *m = &b->machines[p->machines[i]];

		for (uint32_t k = 0; !m->filter && k < m->nnodes; k++)
			ok &= m->nodes[k].prefix || shows_node(m, k);
		ok &= !m->filter || unproven || shows_globs(m);
	}
	return ok ? NULL : "a picture";
}

/* ---- analysis/ -------------------------------------------------------------------- */

/* Make a path from octets that the machine's nodes and globs read, and others. */
static size_t make_path(const struct decode_machine *m, uint64_t *seed, char path[LONGEST])
{
	static const char *const others[] = {"%2F", "?", "a", "x", "/", "\x7F", "%C3", "q", "c", "%61"};
	size_t len = 1;

	path[0] = '/';
	for (unsigned pieces = splitmix_below(seed, 8); pieces > 0; pieces--) {
		const struct decode_node *n = m->nnodes ? &m->nodes[splitmix_below(seed, m->nnodes)] : NULL;
		const struct decode_glob *g = m->nglobs ? &m->globs[splitmix_below(seed, m->nglobs)] : NULL;
		const char *from = others[splitmix_below(seed, 10)];
		size_t size = strlen(from);

		if (g && g->size && splitmix_below(seed, 3) == 0) {
			from = (const char *)g->text + splitmix_below(seed, g->size);
			size = 1;
		} else if (n && !n->prefix_table && n->count && splitmix_below(seed, 4)) {
			from = (const char *)n->octets + (n->branch ? splitmix_below(seed, n->count) : 0);
			size = n->branch ? 1 : n->count - (splitmix_below(seed, 4) == 0);
		}
		if (size < LONGEST - len)
			memcpy(path + len, from, size), len += size;
	}
	return len;
}

/* The verdict of stepping through the canonical octets of a path. */
static int step_all(struct lazy_dfa *s, const uint8_t *octets, size_t n, uint8_t *room)
{
	uint8_t *state = room, *next = room + s->state_max;
	size_t len = s->start(s, state);

	for (size_t i = 0; i < n && s->settled(s, state, len) == LAZY_DFA_OPEN; i++) {
		uint8_t *const last = state, named[256] = {0};

		s->name_next(s, state, len, named);
		len = s->step(s, state, len, octets[i], next);
		state = next;
		next = last;
	}
	return s->settled(s, state, len) == LAZY_DFA_OPEN ? s->verdict(s, state, len) : s->settled(s, state, len);
}

static const char *walk(struct lazy_dfa *s, const struct decode_blob *b, uint32_t policy, uint8_t *room)
{
	const struct decode_policy *p = &b->policies[policy];
	uint64_t seed = decode_checksum(b->bytes, b->size) + policy;
	uint8_t octets[3 * LONGEST + 1];
	int same = 1;

	for (int i = 0; i < PATHS && p->nmachines; i++) {
		char path[LONGEST];
		const size_t len = make_path(&b->machines[p->machines[0]], &seed, path), n = decode_canonical(b, path, len, octets);

		same &= step_all(s, octets, n, room) == decode_check(b, policy + 1, path, len);
	}
	return same ? NULL : "a verdict";
}

/* ---- the walk --------------------------------------------------------------------- */

/* True if all readers must give the same verdicts.  No reader verifies what a skip table says, or
 * that each glob contains the literal that leads to it. */
static int is_plain(const struct decode_blob *b, const struct decode_policy *p)
{
	const struct decode_machine *m = p->nmachines ? &b->machines[p->machines[0]] : NULL;

	return m == NULL || (!m->filter && m->scan == NULL && m->pairs == NULL);
}

/* Make a path of octets that are the same in every form, which the nodes read, and others. */
static size_t make_plain_path(const struct decode_machine *m, uint64_t *seed, char path[LONGEST])
{
	static const char octets[] = "abcdxyz/.-_09AZ~!$*,:";
	size_t len = 1;

	path[0] = '/';
	for (size_t more = splitmix_below(seed, 60); more > 0; more--) {
		const struct decode_node *n = m->nnodes ? &m->nodes[splitmix_below(seed, m->nnodes)] : NULL;
		const char other = octets[splitmix_below(seed, sizeof octets - 1)];
		uint8_t c = (uint8_t)other;

		if (n && n->octets && n->count && splitmix_below(seed, 4))
			c = n->octets[splitmix_below(seed, n->count)];
		path[len++] = memchr(octets, c, sizeof octets - 1) ? (char)c : other;
	}
	return len;
}

static void write_path(FILE *to, int verdict, const char *path, size_t len)
{
	question_word(to, verdict ? "path 1" : "path 0");
	question_octets(to, path, len);
	question_end(to);
}

/* The runtime and the second reader walk the same way, in as few steps as the page says.  policy:
 * from decode_select. */
static const char *walk_both(const struct robotsc_group *group, const struct decode_blob *b, uint32_t policy, FILE *to)
{
	const struct decode_policy *p = policy ? &b->policies[policy - 1] : NULL;
	uint64_t seed = decode_checksum(b->bytes, b->size) + policy, steps;
	int same = 1, cheap = 1;

	for (int i = 0; i < PATHS && (p == NULL || is_plain(b, p)); i++) {
		char path[LONGEST] = "/";
		const size_t len = p && p->nmachines ? make_plain_path(&b->machines[p->machines[0]], &seed, path) : 1;
		const int verdict = decode_check_steps(b, policy, path, len, &steps);

		same &= (int)robotsc_check_path(group, path, len) == verdict;
		cheap &= steps <= cost_most(b, policy, path, len);
		if (to)
			write_path(to, verdict, path, len);
	}
	return !same ? "a walk" : cheap ? NULL : "too many steps";
}

/* Ask without a name.  to: for questions, or NULL. */
static const char *ask_star(const struct robotsc_blob *blob, const struct decode_blob *b, FILE *to)
{
	struct robotsc_group group;
	uint32_t policy = 0;
	const int answered = decode_select(b, NULL, 0, &policy);

	if (to) {
		question_word(to, "blob");
		question_octets(to, b->bytes, b->size);
		question_end(to);
		question_word(to, answered ? "robot" : "stranger");
		question_end(to);
	}
	if ((robotsc_select(blob, NULL, 0, &group) == ROBOTSC_OK) != answered)
		return "selecting";
	return answered ? walk_both(&group, b, policy, to) : NULL;
}

static void count(const struct lazy_machines *machines, const struct decode_blob *b, const struct decode_policy *p,
                  struct layout_readers *walked)
{
	const struct decode_machine *m = p->nmachines ? &b->machines[p->machines[0]] : NULL;

	if (m)
		*(machines->unproven               ? &walked->unproven
		  : p->nmachines > 1               ? &walked->lists
		  : m->filter                      ? &walked->filters
		  : m->prefix_table != DECODE_NONE ? &walked->prefix_tables
		                                   : &walked->nodes) += PATHS;
}

static const char *look_into(const struct robotsc_group *group, const struct decode_blob *b, uint32_t policy,
                             struct layout_readers *walked)
{
	struct lazy_machines machines;
	struct arena arena;
	const char *wrong;
	uint8_t *room;

	robotsc__arena_init(&arena, NULL);
	if (robotsc__lazy_machines_open(&arena, group, &machines) != ROBOTSC_OK ||
	    !(room = robotsc__arena_take(&arena, 2 * machines.rules.dfa.state_max)))
		abort();
	wrong = look_at(group, b, &b->policies[policy], machines.unproven);
	if (!wrong && !machines.unproven)
		wrong = walk(&machines.rules.dfa, b, policy, room);
	count(&machines, b, &b->policies[policy], walked);
	robotsc__arena_free(&arena);
	return wrong;
}

const char *layout_readers(const uint8_t *bytes, size_t len, struct layout_readers *walked)
{
	struct robotsc_group group;
	struct robotsc_blob blob;
	struct decode_blob b;
	const char *wrong = "opening";

	if (robotsc_open(&blob, bytes, len) == ROBOTSC_OK && decode_open(&b, bytes, len) == DECODE_OK) {
		wrong = inspect(&blob, &b);
		if (!wrong)
			wrong = ask_star(&blob, &b, walked->questions);
		for (uint32_t i = 0; i < b.npolicies && !wrong; i++) {
			robotsc__select_policy(&blob, i, blob.form, &group);
			wrong = walk_both(&group, &b, i + 1, NULL);
			if (!wrong)
				wrong = look_into(&group, &b, i, walked);
		}
	}
	decode_close(&b);
	return wrong;
}

/* ---- filters ---------------------------------------------------------------------- */

static int differs(uint8_t *bytes, size_t len, struct layout_readers *walked, const char **wrong)
{
	const uint64_t sum = robotsc_checksum(bytes, len - BLOB_TRAILER);
	struct robotsc_blob blob;
	const char *what;

	for (unsigned i = 0; i < BLOB_TRAILER; i++)
		bytes[len - BLOB_TRAILER + i] = (uint8_t)(sum >> 8 * i);
	if (robotsc_open(&blob, bytes, len) != ROBOTSC_OK)
		return 0;
	what = layout_readers(bytes, len, walked);
	*wrong = what ? what : *wrong;
	return what != NULL;
}

unsigned long layout_readers_filters(struct layout_readers *walked, const char **wrong)
{
	static const struct {
		enum robotsc_dialect dialect;
		const char *text;
	} files[] = {
		{ROBOTSC_RFC9309,
	         "User-agent: *\nDisallow: /\nAllow: /ab\nDisallow: /a*xx\nAllow: /*q\nAllow: /x*a*x$\nDisallow: /*c*q\n"},
		{ROBOTSC_RFC9309, "User-agent: *\nDisallow: /a%2F\nAllow: /a*%2Fx\nDisallow: /?*%3Fq$\nAllow: /*?c\n"},
		{ROBOTSC_CONNER2,
	         "User-agent: *\nRobot-version: 2.0\nAllow: /a?[ab]*\nDisallow: *x[!a]*a\nAllow: /?\nDisallow: /[b-x]*\n"},
	};
	unsigned long n = 0;

	*wrong = NULL;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		struct robotsc_options options;
		struct product p;

		robotsc_options_init(&options);
		options.dialect = files[i].dialect;
		options.form = ROBOTSC_FORM_FILTER;
		if (product_open_with(&p, &options, files[i].text, strlen(files[i].text)) != ROBOTSC_OK)
			abort();
		uint8_t *bytes = p.bytes;
		for (uint32_t bit = 8 * p.blob.machines; bit < 8 * p.blob.policies; bit++) {
			bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
			n += (unsigned long)differs(bytes, p.len, walked, wrong);
			bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		n += (unsigned long)differs(bytes, p.len, walked, wrong);
		product_close(&p);
	}
	return n;
}
