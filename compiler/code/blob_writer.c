/* blob_writer.c - see blob_writer.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "blob_writer.h"

#include <stdbool.h>
#include <string.h>

#include "match/checksum.h"

#define SECTIONS 2 /* sections of every blob */

/* The sizes are computed first, to allocate the blob once. */
struct sizes {
	uint64_t head, machines, policies, agents, text, total;
	uint32_t width; /* octets of a field of the agent index */
};

/* A blob with one machine and no other entry needs no policies section, unless it has no names:
 * then the section supplies the BLOB_OVERREAD octets after the machine. */
static bool has_policies(const struct content *c)
{
	return c->nmachines != 1 || c->nentries || !c->grouping->nnames;
}

static uint64_t policies_size(const struct content *c)
{
	if (!has_policies(c))
		return 0;
	uint64_t size = POLICIES_AT_ENTRIES + (uint64_t)POLICY_ENTRY * (c->nmachines + (uint64_t)c->nentries);
	for (uint32_t i = 0; i < c->nentries; i++)
		if (c->entries[i].kind == POLICY_LIST)
			size += 4 + 4 * (uint64_t)c->entries[i].nmachines;
	return size;
}

static struct sizes measure(const struct content *c)
{
	struct sizes s = {.policies = policies_size(c)};
	const uint64_t names = c->grouping->nnames;
	for (uint32_t i = 0; i < c->nmachines; i++)
		s.machines += c->machines[i].len;
	for (uint32_t i = 0; i < names; i++)
		s.text += c->grouping->names[i].len;
	const uint64_t largest = 2 * ((uint64_t)c->nmachines + c->nentries) + 3;
	const uint64_t most = s.text > names ? (s.text > largest ? s.text : largest) : names > largest ? names : largest;
	s.width = most <= UINT8_MAX ? 1 : most <= UINT16_MAX ? 2 : 4;
	s.agents = AGENTS_AT_COUNT + s.width * (2 + 2 * names) + s.text;
	/* readers need BLOB_OVERREAD octets after the machines */
	if (s.policies + s.agents + BLOB_TRAILER < BLOB_OVERREAD) {
		s.width = 2;
		s.agents = AGENTS_AT_COUNT + s.width * (2 + 2 * names) + s.text;
	}
	s.head = BLOB_HEADER + SECTION_ENTRY * (SECTIONS + (uint64_t)has_policies(c) + c->nextras);
	s.total = s.head + s.machines + s.policies + s.agents + BLOB_TRAILER;
	for (uint32_t i = 0; i < c->nextras; i++)
		s.total += c->extras[i].octets.len;
	return s;
}

static uint8_t *put(uint8_t *p, uint64_t value, unsigned width)
{
	for (unsigned i = 0; i < width; i++, value >>= 8)
		p[i] = (uint8_t)value;
	return p + width;
}

static uint8_t *put_section(uint8_t *p, uint32_t type, uint64_t *offset, uint64_t size)
{
	p = put(p, type, 1);
	p = put(p, *offset, 4);
	*offset += size;
	return p;
}

static uint8_t *put_header(uint8_t *p, const struct content *c, const struct sizes *s)
{
	uint64_t offset = s->head;
	p = put(p, BLOB_MAGIC, 4);
	p = put(p, BLOB_MAJOR, 1);
	p = put(p, BLOB_MINOR, 1);
	p = put(p, c->dialect->id, 1);
	p = put(p, c->dialect->form, 1);
	p = put(p, s->total, 4);
	p = put(p, c->grouping->match, 1);
	p = put(p, c->grouping->partial ? BLOB_PARTIAL : 0, 1);
	p = put_section(p, SECTION_MACHINES, &offset, s->machines);
	if (has_policies(c))
		p = put_section(p, SECTION_POLICIES, &offset, s->policies);
	p = put_section(p, SECTION_AGENTS, &offset, s->agents);
	for (uint32_t i = 0; i < c->nextras; i++)
		p = put_section(p, c->extras[i].type, &offset, c->extras[i].octets.len);
	return p;
}

/* Write the entries of machines, then the other entries, then the lists that these refer to. */
static uint8_t *put_policies(uint8_t *p, const struct content *c)
{
	uint32_t machine = 0;
	uint64_t list = POLICIES_AT_ENTRIES + (uint64_t)POLICY_ENTRY * (c->nmachines + c->nentries);
	p = put(p, c->nmachines + c->nentries, 4);
	for (uint32_t i = 0; i < c->nmachines; i++) {
		p = put(p, POLICY_MACHINE | machine, 4);
		machine += c->machines[i].len;
	}
	for (uint32_t i = 0; i < c->nentries; i++) {
		const struct blob_entry *entry = &c->entries[i];
		p = put(p, entry->kind | (entry->kind == POLICY_LIST ? (uint32_t)list : entry->verdict), 4);
		if (entry->kind == POLICY_LIST)
			list += 4 + 4 * (uint64_t)entry->nmachines;
	}
	for (uint32_t i = 0; i < c->nentries; i++) {
		const struct blob_entry *entry = &c->entries[i];
		if (entry->kind != POLICY_LIST)
			continue;
		p = put(p, entry->nmachines, 4);
		for (uint32_t k = 0; k < entry->nmachines; k++)
			p = put(p, entry->machines[k], 4);
	}
	return p;
}

/* The field of a policy in the agent index. */
static uint32_t policy_field(const struct content *c, uint32_t policy, bool named)
{
	const uint32_t entry = policy == NO_POLICY ? 0 : c->entry_of[policy] + 1;
	return entry << 1 | (named ? AGENT_NAMED : 0);
}

static uint8_t *put_agents(uint8_t *p, const struct content *c, const struct sizes *s)
{
	const struct grouping *g = c->grouping;
	uint32_t text = 0;
	p = put(p, s->width, 1);
	p = put(p, g->nnames, s->width);
	p = put(p, policy_field(c, g->star, g->star_answered), s->width);
	for (uint32_t i = 0; i < g->nnames; i++) {
		p = put(p, text, s->width);
		text += g->names[i].len;
	}
	for (uint32_t i = 0; i < g->nnames; i++)
		p = put(p, policy_field(c, g->names[i].policy, g->names[i].named), s->width);
	for (uint32_t i = 0; i < g->nnames; i++) {
		if (g->names[i].len)
			memcpy(p, g->names[i].token, g->names[i].len);
		p += g->names[i].len;
	}
	return p;
}

enum robotsc_status robotsc__blob_writer_run(const struct robotsc_alloc *alloc, const struct content *content, void **blob,
                                             size_t *len)
{
	const struct sizes s = measure(content);
	if (s.total > UINT32_MAX || s.machines >= POLICY_LIST || s.policies >= POLICY_LIST)
		return ROBOTSC_ERR_TOO_LARGE;
	uint8_t *const begin = alloc->resize(alloc->ctx, NULL, 0, (size_t)s.total);
	if (!begin)
		return ROBOTSC_ERR_NOMEM;
	uint8_t *p = put_header(begin, content, &s);
	for (uint32_t i = 0; i < content->nmachines; i++) {
		memcpy(p, content->machines[i].at, content->machines[i].len);
		p += content->machines[i].len;
	}
	if (has_policies(content))
		p = put_policies(p, content);
	p = put_agents(p, content, &s);
	for (uint32_t i = 0; i < content->nextras; i++) {
		memcpy(p, content->extras[i].octets.at, content->extras[i].octets.len);
		p += content->extras[i].octets.len;
	}
	put(p, robotsc_checksum(begin, (size_t)s.total - BLOB_TRAILER), 8);
	*blob = begin;
	*len = (size_t)s.total;
	return ROBOTSC_OK;
}
