/* layout_readers.c - see layout_readers.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_readers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "insight/machine.h"
#include "robotsc/dot.h"
#include "robotsc/inspect.h"
#include "runtime/select.h"
#include "splitmix.h"

#define PATHS 6     /* of each policy */
#define LONGEST 400 /* octets of a path */

/* ---- inspect.h ------------------------------------------------------------------ */

/* The program at *at in a machine's code; then *at is where the next one begins.  Returns its rank. */
static uint32_t next_program(const struct decode_machine *m, uint32_t *at, const uint8_t **begin)
{
	uint32_t rank = 0, size = 0;

	for (unsigned k = 0; k < m->unit; k++) {
		rank |= (uint32_t)m->text[*at + k] << 8 * k;
		size |= (uint32_t)m->text[*at + m->unit + k] << 8 * k;
	}
	*begin = m->text + *at + 2 * m->unit;
	*at += 2 * m->unit + size;
	return rank;
}

static const char *inspect_machine(const struct robotsc_machine_info *info, const struct decode_machine *m, uint32_t number)
{
	uint32_t nodes = m->nnodes - m->nlabels, states = m->is_programs ? 0 : m->nstates - DECODE_START;
	const uint8_t *p;

	for (uint32_t at = 0; m->is_programs && at < m->code; nodes++)
		for (next_program(m, &at, &p); p < m->text + at; states++)
			p += *p == PROGRAM_SET ? 2 + 2 * p[1] : 1;
	if (info->index != number || info->bytes != m->size || info->ranked != m->ranked || info->programs != m->is_programs)
		return "a machine";
	return info->registers != m->registers || info->nodes != nodes || info->states != states ? "counts of a machine" : NULL;
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
		const uint32_t field = b->names[i].policy == 1 ? b->star & ~1u : b->names[i].policy; /* passed over: as "*" */

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

static int shows_edge(const struct decode_machine *m, uint32_t number, uint32_t from, uint32_t target)
{
	if (target < DECODE_NODE)
		return shows("\tm%un%u -> %s%u ", number, from, target ? "allow" : "disallow", number);
	return shows("\tm%un%u -> m%un%u ", number, from, number, m->nodes[target - DECODE_NODE].at);
}

/* A node with its mark, but not the gates of that, and edges to all that it names. */
static int shows_node(const struct decode_machine *m, uint32_t number, const struct decode_node *n)
{
	const uint32_t *of = n->marked && n->mark & 1 ? m->marks[n->mark >> 1] : (uint32_t[]){n->marked ? n->mark >> 1 : 0, 0};
	char rank[40] = "", end[40] = "";
	int ok = n->link == DECODE_NONE || shows_edge(m, number, n->at, n->link);

	if (of[0])
		snprintf(rank, sizeof rank, "\\nrank %u", of[0]);
	if (of[1])
		snprintf(end, sizeof end, "\\nrank at end %u", of[1]);
	for (uint32_t i = 0; n->branch && !n->fan && i < n->count; i++)
		ok &= shows_edge(m, number, n->at, n->targets[i]);
	for (uint32_t i = m->nnodes - m->nlabels; n->fan && i < m->nnodes; i++)
		ok &= shows_edge(m, number, n->at, m->nodes[i].to);
	return ok & (n->branch || shows_edge(m, number, n->at, n->to)) &&
	       shows("\tm%un%u [label=\"%u%s%s%s", number, n->at, n->at, rank, end, n->marked && n->mark & 1 ? "" : "\"");
}

static const char *look_at(const struct robotsc_group *group, const struct decode_blob *b, const struct decode_policy *p)
{
	int ok = 1;

	drawn = 0;
	if (robotsc_dot(group, (struct robotsc_text){"g", 1}, draw, NULL, NULL) != ROBOTSC_OK)
		return "no picture";
	for (uint32_t i = 0; i < p->nmachines; i++) {
		const struct decode_machine *m = &b->machines[p->machines[i]];
		const uint8_t *begin;
		unsigned fans = 0;

		for (uint32_t k = 0; k < m->nnodes; k++)
			fans += m->nodes[k].fan != 0;
		for (uint32_t k = 0; k < m->nnodes - m->nlabels && fans < 2; k++) /* of two, one has labels in a picture */
			ok &= shows_node(m, i, &m->nodes[k]);
		for (uint32_t at = 0; m->is_programs && at < m->code;)
			ok &= shows("\\nrank %u\"", next_program(m, &at, &begin));
	}
	return ok ? NULL : "a picture";
}
/* ---- insight ---------------------------------------------------------------------- */

/* A path of what nodes and programs of the machine read, and of other octets. */
static size_t make_path(const struct decode_machine *m, uint64_t *seed, char path[LONGEST])
{
	static const char *const others[] = {"%2F", "?", "a", "x", "/", "\x7F", "%C3", "q", "c", "%61"};
	size_t len = 1;

	path[0] = '/';
	for (unsigned pieces = splitmix_below(seed, 8); pieces > 0; pieces--) {
		const struct decode_node *n = m->nnodes ? &m->nodes[splitmix_below(seed, m->nnodes)] : NULL;
		const char *from = others[splitmix_below(seed, 10)];
		size_t size = strlen(from);

		if (m->is_programs && splitmix_below(seed, 3)) {
			from = (const char *)m->text + splitmix_below(seed, m->code);
			size = 1;
		} else if (n && !n->fan && n->count && splitmix_below(seed, 4)) {
			from = (const char *)n->octets + (n->branch ? splitmix_below(seed, n->count) : 0);
			size = n->branch ? 1 : n->count - (splitmix_below(seed, 4) == 0);
		}
		if (size < LONGEST - len)
			memcpy(path + len, from, size), len += size;
	}
	return len;
}

/* The verdict that stepping through the canonical octets of a path comes to. */
static int step_all(struct source *s, const uint8_t *octets, size_t n, uint8_t *room)
{
	uint8_t *state = room, *next = room + s->state_max;
	size_t len = s->start(s, state);

	for (size_t i = 0; i < n && s->settled(s, state, len) == SOURCE_OPEN; i++) {
		uint8_t *const last = state, named[256] = {0};

		s->name_next(s, state, len, named);
		len = s->step(s, state, len, octets[i], next);
		state = next;
		next = last;
	}
	return s->settled(s, state, len) == SOURCE_OPEN ? s->verdict(s, state, len) : s->settled(s, state, len);
}

static const char *walk(const struct robotsc_group *group, const struct decode_blob *b, uint32_t policy,
                        struct layout_readers *walked)
{
	const struct decode_policy *p = &b->policies[policy];
	uint8_t octets[3 * LONGEST + 1], *room;
	struct machine_source source;
	struct arena arena;
	uint64_t seed = decode_checksum(b->bytes, b->size) + policy;
	int same = 1;

	robotsc__arena_init(&arena, NULL);
	if (robotsc__machine_open(&arena, group, &source) != ROBOTSC_OK ||
	    !(room = robotsc__arena_take(&arena, 2 * source.source.state_max)))
		abort();
	for (int i = 0; i < PATHS && p->nmachines; i++) {
		char path[LONGEST];
		const size_t len = make_path(&b->machines[p->machines[0]], &seed, path), n = decode_canonical(b, path, len, octets);

		same &= step_all(&source.source, octets, n, room) == decode_check(b, policy + 1, path, len);
	}
	const struct decode_machine *m = p->nmachines ? &b->machines[p->machines[0]] : NULL;
	if (m)
		*(source.doubtful  ? &walked->rest
		  : m->is_programs ? &walked->programs
		  : m->nlabels     ? &walked->fans
		  : m->ranked      ? &walked->marks
		                   : &walked->nodes) += PATHS;
	walked->lists += p->nmachines > 1 && !source.doubtful ? PATHS : 0;
	robotsc__arena_free(&arena);
	return same || source.doubtful ? NULL : "verdict";
}

const char *layout_readers(const uint8_t *bytes, size_t len, struct layout_readers *walked)
{
	struct robotsc_group group;
	struct robotsc_blob blob;
	struct decode_blob b;
	const char *wrong = "opening";

	if (robotsc_open(&blob, bytes, len) == ROBOTSC_OK && decode_open(&b, bytes, len) == DECODE_OK) {
		wrong = inspect(&blob, &b);
		for (uint32_t i = 0; i < b.npolicies && !wrong; i++) {
			robotsc__select_policy(&blob, i, blob.form, &group);
			wrong = look_at(&group, &b, &b.policies[i]);
			wrong = wrong ? wrong : walk(&group, &b, i, walked);
		}
	}
	decode_close(&b);
	return wrong;
}
