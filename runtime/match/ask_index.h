/* ask_index.h - which policy the agent index has for a robot.  RFC 9309 §2.2.1;
 * docs/formats/blob.md, "Agents"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_INDEX_H
#define ROBOTSC_ASK_INDEX_H

#include "access/text.h"
#include "agent_index.h"
#include "nodes.h"

/* Returns the part of a robot's name that is compared. */
static inline struct robotsc_text cut_name(struct robotsc_text name, uint8_t match)
{
	size_t n = 0;
	if (match == MATCH_WHOLE)
		return name;
	while (n < name.len && (match == MATCH_TOKEN ? token_octet((uint8_t)name.at[n]) : name.at[n] != '/'))
		n++;
	name.len = n;
	while (name.len && is_blank(name.at[0]))
		name = (struct robotsc_text){name.at + 1, name.len - 1};
	while (name.len && is_blank(name.at[name.len - 1]))
		name.len--;
	return name;
}

/* Compares two names, ignoring case.  Below MATCH_WITHIN, true if they are equal.  Otherwise true
 * if `part` is not empty and `whole` begins with it (MATCH_PREFIX) or contains it. */
static inline int holds_name(const uint8_t *whole, size_t n, const uint8_t *part, size_t size, uint8_t match)
{
	if (match < MATCH_WITHIN ? size != n : !size || size > n)
		return 0;
	for (size_t at = 0, last = match == MATCH_PREFIX ? 0 : n - size; at <= last; at++) {
		size_t k = 0;
		while (k < size && ascii_lower(whole[at + k]) == ascii_lower(part[k]))
			k++;
		if (k == size)
			return 1;
	}
	return 0;
}

/* Linear search for the first entry that matches the name.  Returns it, or x->count. */
static inline uint32_t look_through(const struct agent_index *x, struct robotsc_text name, uint8_t match)
{
	const uint8_t *robot = (const uint8_t *)name.at;
	uint32_t i = 0;
	for (; i < x->count; i++) {
		const uint8_t *entry = x->text + entry_at(x, i);
		const size_t size = entry_at(x, i + 1) - entry_at(x, i);
		if (match == MATCH_HOLDS ? holds_name(entry, size, robot, name.len, match)
		                         : holds_name(robot, name.len, entry, size, match))
			break;
	}
	return i;
}

/* Returns the entry of a name, or x->count.  Small code uses the linear search only. */
static inline uint32_t find_entry(const struct agent_index *x, struct robotsc_text name, uint8_t match)
{
#if !ROBOTSC_SMALL
	if (match < MATCH_WITHIN)
		return search_entry(x, name);
#endif
	return look_through(x, name, match);
}

/* What the index answers: the policy field, and members of struct robotsc_group. */
struct index_answer {
	uint32_t field, name, token;
	uint8_t selected;
};

/* Finds the policy of a robot with these tokens.  Returns OK; AGENT: the blob lacks a token. */
static inline enum robotsc_status ask_index(const struct robotsc_blob *blob, const struct robotsc_text *tokens, size_t n,
                                            struct index_answer *answer)
{
	const struct agent_index x = read_agent_index(blob);
	const int partial = blob->flags & BLOB_PARTIAL;
	uint32_t value = partial && n ? 0 : x.star, chosen = 0, token = 0;
	int named = 0;
	for (size_t i = 0; i < n; i++) {
		const struct robotsc_text name = cut_name(tokens[i], blob->match);
		const uint32_t entry = find_entry(&x, name, blob->match);
		if (entry == x.count && partial)
			return ROBOTSC_ERR_AGENT;
		if (entry == x.count || named)
			continue;
		const uint32_t v = field_at(x.policies, entry, x.width);
		if (v & AGENT_NAMED || !value) {
			value = v;
			chosen = entry + 1;
			token = (uint32_t)i;
			named = v & AGENT_NAMED;
		}
	}
	if (partial && !n && !(x.star & AGENT_NAMED))
		return ROBOTSC_ERR_AGENT;
	if (value == AGENT_PASSED) {
		value = x.star;
		chosen = 0;
		named = 0;
	}
	answer->field = value;
	answer->name = chosen;
	answer->token = named ? token : 0;
	answer->selected = named ? ROBOTSC_SELECTED_TOKEN : value >> 1 ? ROBOTSC_SELECTED_STAR : ROBOTSC_SELECTED_NONE;
	return ROBOTSC_OK;
}

#endif
