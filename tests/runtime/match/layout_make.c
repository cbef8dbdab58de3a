/* layout_make.c - see layout_make.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_make.h"

#include <string.h>

#include "decode.h"

#define SECTIONS_MAX 8
#define BLANK 7 /* octets of a section of unknown type: others are longer */

struct section {
	unsigned type;
	struct layout_buffer *octets; /* NULL: none */
};

/* ---- policies and agents -------------------------------------------------------- */

static void put_list(struct layout_making *w)
{
	uint64_t members[LAYOUT_MACHINES], last = 0, n = 0;

	for (unsigned i = w->base->flags & MACHINE_IS_FILTER ? 0 : 1; i < w->base->machines; i++)
		members[n++] = i;
	const uint64_t count = layout_put(w, LAYOUT_LIST_COUNT, n, 1, n);
	for (uint64_t i = 0; i < n && count != 0; i++) {
		const uint64_t v = layout_put_any(w, LAYOUT_LIST_INDEX, members[i]);
		const int is_filter = v < w->nmachines && w->machine_filter[v];
		const int follows = is_filter && (i == 0 || last >= w->nmachines || w->machine_top[v] < w->machine_top[last] ||
		                                  (w->machine_top[v] == w->machine_top[last] && v > last));

		if (is_filter && follows) /* layout_take counted it as good */
			;
		else
			layout_note(w, LAYOUT_LIST_INDEX, 0);
		last = v;
	}
}

static void put_policies(struct layout_making *w)
{
	const struct layout_base *b = w->base;
	const unsigned n = b->empty ? 0 : w->nmachines + 1 + (b->list != 0);
	const unsigned members = b->flags & MACHINE_IS_FILTER ? b->machines : b->machines - 1;
	const size_t lists = POLICIES_AT_ENTRIES + (size_t)POLICY_ENTRY * n;

	w->npolicies = n;
	layout_put(w, LAYOUT_POLICIES_AT_COUNT, n, 0, n + (b->list ? 1 + members : 0));
	for (unsigned i = 0; i < w->nmachines && !b->empty; i++)
		layout_put(w, LAYOUT_POLICY_MACHINE, w->machine_at[i], w->machine_at[i], w->machine_at[i]);
	if (!b->empty)
		layout_put_any(w, LAYOUT_POLICY_CONSTANT, POLICY_CONSTANT | 1);
	if (b->list) {
		layout_put(w, LAYOUT_POLICY_LIST, POLICY_LIST | lists, POLICY_LIST | lists, POLICY_LIST | lists);
		put_list(w);
	}
	layout_put_end(w, LAYOUT_POLICIES_END, 0, w->to->n, w->to->n);
}

static void put_agents(struct layout_making *w)
{
	const unsigned n = w->base->names, text = 3 * n;
	const uint64_t most = 2 * (uint64_t)w->npolicies + 1;
	const unsigned typical = w->base->width ? w->base->width : 2;
	const uint64_t width = layout_put_any(w, LAYOUT_AGENTS_AT_WIDTH, typical);

	w->unit = width == 1 || width == 2 || width == 4 ? (unsigned)width : typical;
	layout_put(w, LAYOUT_AGENT_COUNT, n, 0, n + text / (2 * w->unit));
	layout_put(w, LAYOUT_AGENT_STAR, w->npolicies ? 3 : 0, 0, most);
	for (uint64_t i = 0, low = 0; i < n; i++)
		low = layout_put(w, LAYOUT_AGENT_NAME, 3 * i, low, i ? text : 0);
	for (unsigned i = 0; i < n; i++)
		layout_put(w, LAYOUT_AGENT_POLICY, w->npolicies ? 2 : 0, 0, most);
	for (unsigned i = 0; i < text; i++)
		layout_put_octets(w, 'a' + i / 3, 1);
	layout_put_end(w, LAYOUT_AGENTS_END, 0, w->to->n - (n > 0 ? 3 : 0), UINT32_MAX);
}

/* ---- fetch and extensions --------------------------------------------------------- */

static void put_fetch(struct layout_making *w)
{
	const uint64_t fetched = layout_put_any(w, LAYOUT_FETCH_AT_FETCHED, 1000);

	layout_put(w, LAYOUT_FETCH_AT_EXPIRES, 2000, fetched, INT64_MAX);
	for (enum layout_id id = LAYOUT_FETCH_AT_LENGTH; id <= LAYOUT_FETCH_AT_RESERVED; id++)
		layout_put_any(w, id, 0);
	layout_put(w, LAYOUT_FETCH_AT_SINCE, 900, (uint64_t)1 << 63, fetched);
	layout_put_end(w, LAYOUT_FETCH_SIZE, 0, FETCH_SIZE, FETCH_SIZE);
}

#define SETS 2
#define MEMBERS 3 /* group 1; groups 1 and 2 */
#define GROUPS 3
#define LABELS 2 /* the second has VALUES values, all empty in the first record */
#define VALUES 3
#define RECORDS 4

/* The records' fields, and the size of their data. */
static const unsigned fields[RECORDS] = {1, 2, 3, 4}, sizes[RECORDS] = {4, NUMBERS + 2, NUMBERS, NUMBERS + 1};

static void put_sets(struct layout_making *w, uint64_t labels)
{
	static const unsigned ends[SETS] = {1, MEMBERS}, members[MEMBERS] = {1, 1, 2};
	uint64_t effective[SETS], low = 0;

	for (unsigned i = 0; i < SETS; i++) {
		low = effective[i] = layout_put(w, LAYOUT_SET_AT_MEMBERS, ends[i], i + 1 < SETS ? low : MEMBERS, MEMBERS);
		for (uint64_t k = 0; k < 2 * labels + (labels > 1); k++)
			if (k < 3)
				layout_put(w, LAYOUT_SET_AT_POLICIES, k, 0, ANSWER_POLICY + (uint64_t)w->npolicies - 1);
			else
				layout_put_octets(w, ANSWER_NO, 4);
	}
	low = 0;
	for (unsigned i = 0; i < MEMBERS; i++) {
		low = i == effective[0] ? 0 : low;
		low = layout_put(w, LAYOUT_EXT_GROUP, members[i], low + 1, GROUPS - 1);
	}
}

static void put_groups(struct layout_making *w)
{
	static const unsigned ends[GROUPS] = {1, 2, RECORDS};
	uint64_t low = 0;

	for (unsigned i = 0; i < GROUPS; i++) {
		low = layout_put(w, LAYOUT_GROUP_AT_RECORDS, ends[i], i + 1 < GROUPS ? low : RECORDS, RECORDS);
		layout_put_any(w, LAYOUT_GROUP_AT_NUMBER, i);
	}
}

static void put_labels(struct layout_making *w, uint64_t labels, uint64_t data)
{
	for (uint64_t i = 0; i < labels; i++) {
		if (i > 1) {
			layout_put_octets(w, ROBOTSC_FIELD_NOINDEX, 8), layout_put_octets(w, 0, 4);
			continue;
		}
		layout_put_any(w, LAYOUT_LABEL_AT_FIELD, ROBOTSC_FIELD_NOINDEX + i);
		layout_put(w, LAYOUT_LABEL_AT_MORE, i, i, i);
		const uint64_t room = data - i * VALUES, at = layout_put(w, LAYOUT_LABEL_AT_NAME, 1 - i, 0, room);
		const uint64_t size = layout_put(w, LAYOUT_LABEL_AT_SIZE, 2 - i, 0, at <= room ? room - at : UINT32_MAX);
		if (i > 0 && (at != 0 || size != 1))
			w->made->unknown = 1; /* then other octets are its values */
	}
}

static unsigned numbers_of(uint64_t field)
{
	return field >= ROBOTSC_FIELD_CRAWL_DELAY && field <= ROBOTSC_FIELD_VISIT_TIME ? NUMBERS : 0;
}

static void put_records(struct layout_making *w, uint64_t data, uint64_t field[RECORDS])
{
	uint64_t low = 0, at = 0;

	for (unsigned i = 0; i < RECORDS; i++) {
		field[i] = layout_put_any(w, LAYOUT_RECORD_AT_FIELD, fields[i]);
		layout_put_any(w, LAYOUT_RECORD_AT_LINE, i + 1);
		const uint64_t v = layout_put(w, LAYOUT_RECORD_AT_DATA, at, low, data), end = at + sizes[i];
		if (v != at)
			w->made->unknown = 1; /* then fields have other data */
		layout_note(w, LAYOUT_RECORD_AT_DATA, sizes[i] >= numbers_of(field[i]));
		const unsigned room = sizes[i] < numbers_of(field[i]) ? 0 : sizes[i] - numbers_of(field[i]);
		layout_put(w, LAYOUT_RECORD_AT_NAME, 0, 0, room);
		low = v;
		at = end;
	}
}

static void put_numbers(struct layout_making *w, uint64_t field, unsigned size)
{
	layout_put(w, LAYOUT_NUMBERS_AT_COUNT, 1, field == ROBOTSC_FIELD_REQUEST_RATE, UINT32_MAX);
	layout_put_any(w, LAYOUT_NUMBERS_AT_SECONDS, 9);
	const uint64_t from = layout_put(w, LAYOUT_NUMBERS_AT_FROM, 5, 0, MINUTES - 1);
	const uint64_t to = layout_put(w, LAYOUT_NUMBERS_AT_TO, 5, 0, MINUTES - 1);
	const int none = from == MINUTE_NONE && to == MINUTE_NONE && field != ROBOTSC_FIELD_VISIT_TIME;
	if (numbers_of(field)) {
		layout_note(w, LAYOUT_NUMBERS_AT_FROM, from < MINUTES || none);
		layout_note(w, LAYOUT_NUMBERS_AT_TO, to < MINUTES || none);
	}
	layout_put_octets(w, 0, size - NUMBERS);
}

/* The data of the first record: the name of the second label and its values, which are empty. */
static void put_values(struct layout_making *w, uint64_t labels, uint64_t data)
{
	layout_put_octets(w, 0, VALUES);
	layout_put(w, LAYOUT_EXT_VALUE, 0, 0, labels > 1 ? data - VALUES - 1 : UINT8_MAX);
}

/* Extensions that are only names and the group of the file. */
static void put_bare_extensions(struct layout_making *w)
{
	const unsigned names = w->base->names + 1;

	layout_put(w, LAYOUT_EXT_AT_NAMES, names, names, names);
	layout_put_octets(w, 0, 8);
	const uint64_t groups = layout_put(w, LAYOUT_EXT_AT_GROUPS, 1, 1, 1);
	layout_put_octets(w, 0, 8);
	for (unsigned i = 0; i < names; i++)
		layout_put_octets(w, 0, EXT_NAME);
	if (groups > 0)
		layout_put_octets(w, 0, EXT_GROUP);
	layout_put_end(w, LAYOUT_EXT_END, 0, w->to->n, UINT32_MAX);
}

static void put_extensions(struct layout_making *w)
{
	const unsigned names = w->base->names + 1;
	uint64_t data = 0, field[RECORDS];

	for (unsigned i = 0; i < RECORDS; i++)
		data += sizes[i];
	layout_put(w, LAYOUT_EXT_AT_NAMES, names, names, names);
	layout_put(w, LAYOUT_EXT_AT_SETS, SETS, 0, SETS + data / (SET_AT_POLICIES + SET_ANSWER * (2 * LABELS + 1)));
	layout_put(w, LAYOUT_EXT_AT_MEMBERS, MEMBERS, 0, MEMBERS + data / EXT_MEMBER);
	layout_put(w, LAYOUT_EXT_AT_GROUPS, GROUPS, 1, GROUPS + data / EXT_GROUP);
	const uint64_t stated = layout_put_any(w, LAYOUT_EXT_AT_LABELS, LABELS),
		       labels = stated > ROBOTSC_LABELS_MAX ? LABELS : stated;
	layout_put(w, LAYOUT_EXT_AT_MORE, labels > 1, labels > 1, labels > 1);
	layout_put(w, LAYOUT_EXT_AT_RECORDS, RECORDS, 0, RECORDS + data / EXT_RECORD);
	for (unsigned i = 0; i < names; i++)
		layout_put(w, LAYOUT_EXT_SET, i, 0, SETS);
	put_sets(w, labels);
	put_groups(w);
	put_labels(w, labels, data);
	put_records(w, data, field);
	put_values(w, labels, data);
	for (unsigned i = 1; i < RECORDS; i++)
		put_numbers(w, field[i], sizes[i]);
}

/* ---- the blob --------------------------------------------------------------------- */

/* Plan the sections.  Two of unknown types stand first: their offsets can be changed. */
static unsigned plan_sections(struct layout_making *w, struct section plan[SECTIONS_MAX])
{
	static struct layout_buffer none, machines, policies, agents, fetch, extensions, tail;
	const struct layout_base *b = w->base;
	unsigned n = 0;

	none.n = BLANK;
	machines.n = policies.n = agents.n = fetch.n = extensions.n = tail.n = 0;
	w->in = IN_BLOB;
	w->to = &machines;
	layout_put_machines(w);
	w->nmachines = b->machines;
	w->npolicies = 1;
	w->to = &policies;
	if (b->policies)
		put_policies(w);
	w->to = &agents;
	put_agents(w);
	plan[n++] = (struct section){99, &none};
	plan[n++] = (struct section){100, &none};
	if (!b->machines_end)
		plan[n++] = (struct section){SECTION_MACHINES, &machines};
	if (b->policies)
		plan[n++] = (struct section){SECTION_POLICIES, &policies};
	plan[n++] = (struct section){SECTION_AGENTS, &agents};
	if (b->machines_end) {
		const uint64_t over = layout_take_any(w, LAYOUT_BLOB_OVERREAD, BLOB_OVERREAD);

		plan[n++] = (struct section){SECTION_MACHINES, &machines};
		plan[n++] = (struct section){101, &tail};
		w->to = &tail;
		w->made->skip |= over < BLOB_TRAILER || over > LAYOUT_CUT;
		for (uint64_t i = BLOB_TRAILER; i < over && over <= LAYOUT_CUT; i++)
			layout_put_octets(w, 0, 1);
	}
	w->to = &fetch;
	if (b->fetch) {
		put_fetch(w);
		plan[n++] = (struct section){SECTION_FETCH, &fetch};
	}
	w->to = &extensions;
	if (b->extensions) {
		b->extensions > 1 ? put_bare_extensions(w) : put_extensions(w);
		plan[n++] = (struct section){SECTION_EXTENSIONS, &extensions};
	}
	return n;
}

/* Note whether each type of section is there as often as its row says. */
static void note_types(struct layout_making *w, const unsigned *types, unsigned n)
{
	static const enum layout_id ids[] = {LAYOUT_SECTION_MACHINES, LAYOUT_SECTION_POLICIES, LAYOUT_SECTION_AGENTS,
	                                     LAYOUT_SECTION_FETCH, LAYOUT_SECTION_EXTENSIONS};

	for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
		uint64_t times = 0;

		for (unsigned i = 0; i < n; i++)
			times += types[i] == layout[ids[k]].at;
		layout_note(w, ids[k], times >= layout[ids[k]].low && times <= layout[ids[k]].high);
	}
}

/* True if this type would give a section of unknown type a meaning. */
static int is_known(const struct layout_making *w, unsigned type)
{
	return (type <= SECTION_AGENTS && type > 0) || (type == SECTION_FETCH && !w->base->fetch) ||
	       (type == SECTION_EXTENSIONS && !w->base->extensions);
}

/* Write the section table, then the sections. */
static void put_sections(struct layout_making *w, const struct section *plan, unsigned n, uint64_t entries)
{
	unsigned types[UINT8_MAX];
	uint64_t machines_end = 0, at = BLOB_HEADER + SECTION_ENTRY * entries, low = at, limit = at;

	for (uint64_t i = 0; i < n && i < entries; i++)
		limit += plan[i].octets->n;
	for (uint64_t i = 0; i < entries; i++) {
		const struct section *s = i < n ? &plan[i] : NULL;
		const uint64_t size = s ? s->octets->n : 0;

		if (s == NULL) {
			types[i] = 200;
			layout_put_octets(w, 200, 1);
			layout_put_octets(w, at, 4);
			continue;
		}
		types[i] = (unsigned)layout_put_any(w, LAYOUT_SECTION_AT_TYPE, s->type);
		w->made->unknown |= types[i] != s->type && (s->octets->n != BLANK || is_known(w, types[i]));
		const uint64_t v = layout_put(w, LAYOUT_SECTION_AT_OFFSET, at, low, i == 0 ? at : at + size);
		if (v != at && i >= 2)
			w->made->unknown = 1;
		if (i == 0 && v != at && v <= limit && v % SECTION_ENTRY == BLOB_HEADER % SECTION_ENTRY)
			w->made->skip = 1; /* the table would have another size */
		low = v;
		at += size;
		machines_end = s->type == SECTION_MACHINES ? at : machines_end;
	}
	if (machines_end)
		layout_note(w, LAYOUT_BLOB_OVERREAD, at + BLOB_TRAILER - machines_end >= BLOB_OVERREAD);
	if (entries >= layout[LAYOUT_SECTIONS].low)
		note_types(w, types, (unsigned)entries);
	for (uint64_t i = 0; i < n && i < entries; i++)
		for (size_t k = 0; k < plan[i].octets->n; k++)
			layout_put_octets(w, plan[i].octets->bytes[k], 1);
}

static void put_blob(struct layout_making *w)
{
	static struct layout_buffer whole;
	struct section plan[SECTIONS_MAX];
	struct layout_made *made = w->made;

	w->in = IN_BLOB;
	w->form = (unsigned)layout_take_any(w, LAYOUT_BLOB_AT_FORM, w->base->form);
	const unsigned n = plan_sections(w, plan);
	whole.n = 0;
	w->to = &whole;
	layout_put_any(w, LAYOUT_BLOB_AT_MAGIC, BLOB_MAGIC);
	layout_put_any(w, LAYOUT_BLOB_AT_MAJOR, BLOB_MAJOR);
	layout_put_any(w, LAYOUT_BLOB_AT_MINOR, BLOB_MINOR);
	layout_put_any(w, LAYOUT_BLOB_AT_DIALECT, 0);
	layout_put_octets(w, w->form, 1);
	layout_put_octets(w, 0, 4); /* the blob's size, which is written in the end */
	layout_put_any(w, LAYOUT_BLOB_AT_MATCH, 0);
	layout_put_any(w, LAYOUT_BLOB_AT_FLAGS, 0);
	/* The section table gets as many entries as the changed number says. */
	const uint64_t sections = layout_take_any(w, LAYOUT_SECTIONS, n);
	made->skip |= sections > UINT8_MAX;
	put_sections(w, plan, n, sections > UINT8_MAX ? n : sections);
	const uint64_t len = whole.n + BLOB_TRAILER;
	const uint64_t cut = layout_take(w, LAYOUT_LENGTH, len, 4, UINT32_MAX);
	layout_note(w, LAYOUT_WHOLE, cut >= layout[LAYOUT_WHOLE].low);
	const uint64_t size = layout_take(w, LAYOUT_BLOB_AT_SIZE, len, cut, cut);
	if (size < cut && made->violated[CALL_OPEN] == LAYOUT_BLOB_AT_SIZE)
		made->status[CALL_OPEN] = ROBOTSC_ERR_CORRUPT;
	for (unsigned i = 0; i < 4; i++)
		whole.bytes[BLOB_AT_SIZE + i] = (uint8_t)(size >> 8 * i);
	w->to = &whole;
	const uint64_t sum = decode_checksum(whole.bytes, whole.n);
	layout_put(w, LAYOUT_CHECKSUM, sum, sum, sum);
	made->skip |= cut > len + 1;
	if (cut > len)
		layout_put_octets(w, 0, 1);
	made->len = cut < whole.n ? (size_t)cut : whole.n;
	memcpy(made->bytes, whole.bytes, made->len);
}

void layout_make(struct layout_made *made, const struct layout_base *base, const struct layout_change *changes, size_t n)
{
	struct layout_making w = {.base = base, .changes = changes, .nchanges = n, .made = made};

	memset(made->offsets, 0, sizeof made->offsets);
	for (w.last = 0; w.last < 2; w.last++) {
		memset(w.seen, 0, sizeof w.seen);
		memset(made->tried, 0, sizeof made->tried);
		memset(made->refused, 0, sizeof made->refused);
		made->nfields = 0;
		made->unknown = made->skip = 0;
		for (unsigned i = 0; i < LAYOUT_CALLS; i++) {
			made->violations[i] = 0;
			made->violated[i] = LAYOUT_COUNT;
			made->status[i] = ROBOTSC_OK;
		}
		put_blob(&w);
	}
}
