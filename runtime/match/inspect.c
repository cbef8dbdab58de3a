/* inspect.c - list the content of an opened blob.  Not part of the core archive.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/inspect.h"

#include "nodes.h"
#include "select.h"

static uint32_t policy_of(uint32_t value)
{
	return value >> 1 ? (value >> 1) - 1 : ROBOTSC_NO_POLICY;
}

/* The size of a section: up to the next entry's offset. */
static uint32_t section_size(const struct robotsc_blob *blob, uint32_t type)
{
	const uint8_t *entry = blob->bytes + BLOB_HEADER;
	const uint32_t count = section_count(blob->bytes);
	uint32_t i = 0;
	for (; i < count && entry[SECTION_AT_TYPE] != type; i++)
		entry += SECTION_ENTRY;
	if (i == count)
		return 0;
	const uint32_t end = i + 1 < count ? ld32(entry + SECTION_ENTRY + SECTION_AT_OFFSET) : blob->size - BLOB_TRAILER;
	return end - ld32(entry + SECTION_AT_OFFSET);
}

void robotsc_blob_info(const struct robotsc_blob *blob, struct robotsc_info *info)
{
	const uint8_t *b = blob->bytes, *fields = b + blob->agents + AGENTS_AT_COUNT;
	const uint32_t w = b[blob->agents + AGENTS_AT_WIDTH];
	*info = (struct robotsc_info){.size = blob->size,
	                              .format_major = b[BLOB_AT_MAJOR],
	                              .format_minor = b[BLOB_AT_MINOR],
	                              .dialect = (enum robotsc_dialect)blob->dialect,
	                              .partial = (blob->flags & BLOB_PARTIAL) != 0,
	                              .agents = field_at(fields, 0, w),
	                              .policies = policy_count(blob),
	                              .star_policy = policy_of(field_at(fields, 1, w)),
	                              .machines_bytes = section_size(blob, SECTION_MACHINES),
	                              .policies_bytes = section_size(blob, SECTION_POLICIES),
	                              .agents_bytes = blob->agents_end - blob->agents,
	                              .trailer_bytes = BLOB_TRAILER};
	for (uint32_t at = 0; at < info->machines_bytes; at += machine_size(b + blob->machines + at))
		info->machines++;
	info->header_bytes = BLOB_HEADER + section_count(b) * SECTION_ENTRY;
	info->other_bytes = info->size - info->header_bytes - info->machines_bytes - info->policies_bytes - info->agents_bytes -
	                    info->trailer_bytes;
}

int robotsc_agent_at(const struct robotsc_blob *blob, uint32_t index, struct robotsc_agent_info *agent)
{
	const uint8_t *agents = blob->bytes + blob->agents, *fields = agents + AGENTS_AT_COUNT;
	const uint32_t w = agents[AGENTS_AT_WIDTH], n = field_at(fields, 0, w);
	if (index >= n)
		return 0;
	const uint8_t *text = fields + (size_t)w * (2 + 2 * (size_t)n);
	const uint32_t size = (uint32_t)(blob->bytes + blob->agents_end - text), at = field_at(fields, 2 + index, w);
	uint32_t value = field_at(fields, 2 + n + index, w);
	if (value == AGENT_PASSED)
		value = field_at(fields, 1, w) & ~AGENT_NAMED;
	agent->token.at = (const char *)text + at;
	agent->token.len = (index + 1 < n ? field_at(fields, 3 + index, w) : size) - at;
	agent->policy = policy_of(value);
	agent->named = (value & AGENT_NAMED) != 0;
	return 1;
}

/* The prefix table counts as one state; each prefix as one state an octet. */
static uint32_t prefix_table_states(const uint8_t *machine)
{
	const uint8_t *const prefix_table = machine_prefix_table(machine), *const end = machine_tables(machine);
	uint32_t states = 1;
	for (const uint8_t *prefix = prefix_table_first(prefix_table); prefix < end;) {
		states += *prefix ? prefix_count(*prefix) : 0;
		prefix += *prefix ? prefix_size(*prefix, machine_width(machine)) : 1;
	}
	return states;
}

/* Counts the nodes of a machine and the states that they stand for. */
static void count_nodes(const uint8_t *machine, struct robotsc_machine_info *info)
{
	const uint8_t *code = machine_code(machine), *const end = machine_globs(machine);
	if (machine[0] & MACHINE_PREFIXES) {
		info->nodes++;
		info->states += prefix_table_states(machine);
	}
	while (code < end) {
		info->nodes++;
		info->states += code[0] & NODE_BRANCH ? 1 : code[1];
		do
			code++;
		while (code < end && !(*code & NODE_BIT));
	}
}

static void count_globs(const uint8_t *machine, struct robotsc_machine_info *info)
{
	const uint8_t *glob = machine_globs(machine), *const end = machine + info->bytes;
	const uint32_t field_size = machine_field_size(machine);
	for (; glob < end; info->globs++)
		glob += GLOB_FIELDS * field_size + field_at(glob, GLOB_SIZE, field_size);
}

/* Describes the machine with a policy's index.  A DFA has one more state, before the '/'. */
static void describe(const struct robotsc_blob *blob, uint32_t policy, struct robotsc_machine_info *info)
{
	const uint8_t *machine = blob->bytes + blob->machines + policy_entry(blob, policy);
	const int filter = machine_is_filter(machine) != 0;
	*info = (struct robotsc_machine_info){
		.index = policy, .filter = filter, .bytes = machine_size(machine), .states = filter ? 0 : 1};
	count_nodes(machine, info);
	if (filter)
		count_globs(machine, info);
}

int robotsc_machine_at(const struct robotsc_blob *blob, uint32_t policy, uint32_t nth, struct robotsc_machine_info *machine)
{
	if (policy >= policy_count(blob))
		return 0;
	const uint32_t entry = policy_entry(blob, policy);
	if ((entry & POLICY_KIND) == POLICY_CONSTANT)
		return 0;
	if ((entry & POLICY_KIND) == POLICY_LIST) {
		const uint8_t *list = blob->bytes + blob->policies + (entry & ~POLICY_KIND);
		if (nth >= ld32(list))
			return 0;
		policy = ld32(list + 4 + (size_t)nth * 4);
	} else if (nth > 0) {
		return 0;
	}
	describe(blob, policy, machine);
	return 1;
}
