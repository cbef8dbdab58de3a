/* select.c - find the rules for a robot.  RFC 9309 §2.2.1
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"
#include "robotsc/check.h"

/* The agent index, taken apart. */
struct index {
	const uint8_t *offsets, *policies, *text;
	uint32_t count, star, width, text_size;
};

static struct index read_index(const struct robotsc_blob *blob)
{
	const uint8_t *agents = blob->bytes + blob->agents, *fields = agents + AGENTS_AT_COUNT;
	const uint32_t w = agents[AGENTS_AT_WIDTH], n = field_at(fields, 0, w);
	struct index x = {.count = n, .star = field_at(fields, 1, w), .width = w};
	x.offsets = fields + 2 * (size_t)w;
	x.policies = x.offsets + (size_t)n * w;
	x.text = x.policies + (size_t)n * w;
	x.text_size = (uint32_t)(blob->bytes + blob->agents_end - x.text);
	return x;
}

static uint8_t lower(uint8_t c)
{
	return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

static int token_octet(uint8_t c)
{
	const uint8_t l = lower(c);
	return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

/* What of a robot's name is compared: for MATCH_TOKEN its leading product token. */
static size_t name_size(const struct robotsc_text *name, uint8_t match)
{
	size_t n = 0;
	if (match == MATCH_WHOLE)
		return name->len;
	while (n < name->len && token_octet((uint8_t)name->at[n]))
		n++;
	return n;
}

/* Order of a name, lower-cased, against entry i of the index. */
static int compare(const struct index *x, uint32_t i, const char *name, size_t len)
{
	const uint32_t at = field_at(x->offsets, i, x->width);
	const uint32_t end = i + 1 < x->count ? field_at(x->offsets, i + 1, x->width) : x->text_size;
	const size_t n = end - at, m = len < n ? len : n;
	for (size_t k = 0; k < m; k++) {
		const int d = (int)lower((uint8_t)name[k]) - (int)x->text[at + k];
		if (d)
			return d;
	}
	return len == n ? 0 : len < n ? -1 : 1;
}

/* The policy field of a name; *entry receives which entry it is, plus 1, or 0 when the index lacks it. */
static uint32_t look_up(const struct index *x, const char *name, size_t len, uint32_t *entry)
{
	uint32_t low = 0, high = x->count;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		const int d = compare(x, middle, name, len);
		if (d == 0) {
			*entry = middle + 1;
			return field_at(x->policies, middle, x->width);
		}
		if (d < 0)
			high = middle;
		else
			low = middle + 1;
	}
	*entry = 0;
	return 0;
}

/* The node behind the '/' that every path begins with, when the machine begins with just that. */
static const uint8_t *entry_of(const uint8_t *machine)
{
	const uint8_t *code = machine_code(machine);
	const uint8_t plain = NODE_BRANCH | RUN_NEXT | RUN_CAREFUL;
	if (machine_ranked(machine) || (code[0] & plain) != NEXT_FALL << RUN_NEXT_SHIFT || else_has_target(node_else(code[0])) ||
	    code[1] != 1 || code[2] != '/')
		return NULL;
	return code + 3;
}

/* Point the group at its first machine, or make it constant. */
static void attach(const struct robotsc_blob *blob, uint32_t value, struct robotsc_group *group)
{
	const uint8_t *policies = blob->bytes + blob->policies, *entries = policies + POLICIES_AT_ENTRIES;
	uint32_t entry = value >> 1 ? ld32(entries + (size_t)((value >> 1) - 1) * POLICY_ENTRY) : POLICY_CONSTANT | ROBOTSC_ALLOW;
	if ((entry & POLICY_KIND) == POLICY_CONSTANT) {
		group->verdict = entry & 1;
		return;
	}
	if ((entry & POLICY_KIND) == POLICY_LIST) {
		const uint8_t *list = policies + (entry & ~POLICY_KIND);
		group->more = ld32(list) - 1;
		group->list = (uint32_t)(list + 8 - blob->bytes);
		entry = ld32(entries + (size_t)ld32(list + 4) * POLICY_ENTRY);
	}
	const uint8_t *machine = blob->bytes + blob->machines + entry, *code = machine_code(machine), *node = entry_of(machine);
	group->machine = machine;
	group->flags = machine[0];
	group->code = (uint32_t)(code - machine);
	group->hub = group->code + machine_field(machine, MACHINE_HUB);
	group->scan = machine[0] & MACHINE_SCAN ? (uint32_t)(machine_scan(machine) - machine) : 0;
	group->entry = node ? (uint32_t)(node - machine) : 0;
	group->verdict = (machine[0] & MACHINE_FALLBACK) != 0;
}

enum robotsc_status robotsc_select(const struct robotsc_blob *blob, const struct robotsc_text *tokens, size_t n,
                                   struct robotsc_group *group)
{
	const struct index x = read_index(blob);
	struct robotsc_group g = {.form = blob->form,
	                          .dialect = blob->dialect,
	                          .verdict = ROBOTSC_ALLOW,
	                          .blob = blob->bytes,
	                          .machines = blob->machines,
	                          .policies = blob->policies};
	const int partial = blob->flags & BLOB_PARTIAL;
	uint32_t value = partial && n ? 0 : x.star;
	int named = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t entry;
		const uint32_t v = look_up(&x, tokens[i].at, name_size(&tokens[i], blob->match), &entry);
		if (!entry && partial)
			return ROBOTSC_ERR_AGENT;
		if (!entry || named)
			continue;
		if (v & AGENT_NAMED || !value) {
			value = v;
			g.name = entry;
			g.token = (uint32_t)i;
			named = v & AGENT_NAMED;
		}
	}
	if (partial && !n && !(x.star & AGENT_NAMED))
		return ROBOTSC_ERR_AGENT;
	g.selected = named ? ROBOTSC_SELECTED_TOKEN : value >> 1 ? ROBOTSC_SELECTED_STAR : ROBOTSC_SELECTED_NONE;
	if (!named)
		g.token = 0;
	attach(blob, value, &g);
	*group = g;
	return ROBOTSC_OK;
}
