/* diff_page.c - what the formats of comparisons share: examples that are kept, words, and which
 * fields differ that do not change verdicts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "diff_formats.h"
#include "robotsc/inspect.h"

const struct diff_example *robotsc__diff_example(const struct diff_page *page, int to, size_t index)
{
	const struct diff_kept *kept = &page->examples[to];
	const struct diff_example *all = (const void *)kept->at;
	return index < kept->len / sizeof *all ? &all[index] : NULL;
}

struct robotsc_text robotsc__diff_path(const struct diff_page *page, const struct diff_example *e)
{
	return (struct robotsc_text){page->paths.at + e->path, e->len};
}

const struct diff_example *robotsc__diff_first(const struct diff_page *page)
{
	return robotsc__diff_example(page, page->first, 0);
}

uint64_t robotsc__diff_results(const struct diff_page *page)
{
	return page->results[ROBOTSC_SAME] + page->results[ROBOTSC_DIFFERENT] + page->results[ROBOTSC_UNKNOWN];
}

enum robotsc_answer robotsc__diff_answer(const struct diff_page *page)
{
	if (page->results[ROBOTSC_DIFFERENT])
		return ROBOTSC_DIFFERENT;
	return page->results[ROBOTSC_UNKNOWN] ? ROBOTSC_UNKNOWN : ROBOTSC_SAME;
}

enum robotsc_dialect robotsc__diff_dialect(const struct robotsc_side *side)
{
	struct robotsc_info info;
	if (!side->blob)
		return side->options ? side->options->dialect : ROBOTSC_RFC9309;
	robotsc_blob_info(side->blob, &info);
	return info.dialect;
}

const char *robotsc_answer_name(enum robotsc_answer answer)
{
	static const char *const names[] = {
		[ROBOTSC_SAME] = "same", [ROBOTSC_DIFFERENT] = "different", [ROBOTSC_UNKNOWN] = "unknown"};
	return (unsigned)answer < sizeof names / sizeof names[0] ? names[answer] : NULL;
}

/* The name of each kind of reason, and its words; NULL: the text of the line instead. */
static const char *const reasons[][2] = {[ROBOTSC_REASON_LINE] = {"line", NULL},
                                         [ROBOTSC_REASON_NO_RULE] = {"no-rule", "no rule matches"},
                                         [ROBOTSC_REASON_ROBOTS_TXT] = {"robots-txt", "/robots.txt may always be fetched"},
                                         [ROBOTSC_REASON_BLOB] = {"blob", "a blob, without lines"},
                                         [ROBOTSC_REASON_UNKNOWN] = {"unknown", "the budget did not suffice to find the line"}};

const char *robotsc_reason_name(enum robotsc_reason_kind kind)
{
	return (unsigned)kind < sizeof reasons / sizeof reasons[0] ? reasons[kind][0] : NULL;
}

const char *robotsc_reason_text(enum robotsc_reason_kind kind)
{
	return (unsigned)kind < sizeof reasons / sizeof reasons[0] ? reasons[kind][1] : NULL;
}

/* ---- hashes of records ---- */

#define FIRST_HASH UINT64_C(0xCBF29CE484222325) /* FNV-1a */
#define NEXT_HASH UINT64_C(0x100000001B3)

static void hash_text(uint64_t *hash, struct robotsc_text text)
{
	for (size_t i = 0; i < text.len; i++)
		*hash = (*hash ^ (uint8_t)text.at[i]) * NEXT_HASH;
	*hash = (*hash ^ 0x100) * NEXT_HASH;
}

void robotsc__records_begin(struct field_hashes *h)
{
	for (unsigned i = 0; i < CHANGE_FIELDS; i++)
		h->of[i] = FIRST_HASH;
}

void robotsc__records_add(struct field_hashes *h, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line)) {
		uint64_t *const hash = &h->of[line.field < CHANGE_FIELDS ? line.field : ROBOTSC_FIELD_UNKNOWN];
		hash_text(hash, line.name);
		hash_text(hash, line.value);
	}
}

void robotsc__records_name(struct field_hashes *h, struct robotsc_text name)
{
	for (unsigned i = 0; i < CHANGE_FIELDS; i++)
		hash_text(&h->of[i], name);
}

uint32_t robotsc__records_differ(const struct field_hashes hashes[2])
{
	uint32_t fields = 0;
	for (unsigned i = 0; i < CHANGE_FIELDS; i++)
		fields |= (uint32_t)(hashes[0].of[i] != hashes[1].of[i]) << i;
	return fields;
}

/* ---- which fields differ that a comparison of verdicts does not look at ---- */

#define MOST_NAMES 2000 /* most robots of a side whose records are compared */
#define TOKENS 8        /* most tokens of a robot: its own, and fallbacks */

/* A side, with its records. */
struct record_side {
	struct robotsc_blob blob;
	struct robotsc_extensions ext;
	void *bytes; /* octets of a blob that was made of a text */
	size_t len;
};

/* Open a side's blob, or make one of its text.  False: it has no records, or there is no memory. */
static bool open_side(const struct robotsc_side *from, struct record_side *out)
{
	struct robotsc_options options;
	*out = (struct record_side){.bytes = NULL};
	if (from->blob) {
		out->blob = *from->blob;
	} else {
		robotsc_options_init(&options);
		if (from->options)
			options = *from->options;
		if (!options.one_robot)
			options.nagents = 0;
		options.diag = NULL;
		options.dump_after = (enum robotsc_pass)0;
		options.extensions = 1;
		if (robotsc_compile(&options, from->robots, from->len, &out->bytes, &out->len) != ROBOTSC_OK ||
		    robotsc_open(&out->blob, out->bytes, out->len) != ROBOTSC_OK)
			return false;
	}
	return robotsc_open_extensions(&out->blob, &out->ext) == ROBOTSC_OK;
}

static void close_side(const struct robotsc_side *from, struct record_side *side)
{
	robotsc_free_blob(from->options ? from->options->alloc : NULL, side->bytes, side->len);
}

/* The fields whose records differ for a robot, or for the file, as bits. */
static uint32_t compare_one(const struct record_side sides[2], const struct robotsc_text *tokens, size_t n, bool of_file)
{
	struct field_hashes hashes[2];
	for (int side = 0; side < 2; side++) {
		struct robotsc_group group;
		robotsc__records_begin(&hashes[side]);
		if (!of_file && robotsc_select(&sides[side].blob, tokens, n, &group) != ROBOTSC_OK)
			return 0; /* compiled for others */
		robotsc__records_add(&hashes[side], &sides[side].ext, of_file ? NULL : &group);
	}
	return robotsc__records_differ(hashes);
}

static uint32_t compare_robot(const struct record_side sides[2], const struct robotsc_text *tokens, size_t n)
{
	return compare_one(sides, tokens, n, false);
}

static uint32_t compare_robots(const struct robotsc_report_pair *pair, const struct record_side sides[2])
{
	struct robotsc_text tokens[TOKENS];
	uint32_t fields = compare_one(sides, NULL, 0, true);
	size_t n = 1;
	for (size_t i = 0; i < pair->nfallbacks && n < TOKENS; i++)
		tokens[n++] = pair->fallbacks[i];
	for (size_t i = 0; i < pair->nagents; i++) {
		tokens[0] = pair->agents[i];
		fields |= compare_robot(sides, tokens, n);
	}
	if (pair->nagents)
		return fields;
	for (int side = 0; side < 2; side++) {
		struct robotsc_agent_info agent;
		for (uint32_t i = 0; i < MOST_NAMES && robotsc_agent_at(&sides[side].blob, i, &agent); i++)
			fields |= compare_robot(sides, &agent.token, 1);
	}
	return fields | compare_robot(sides, NULL, 0);
}

uint32_t robotsc__diff_records(const struct robotsc_report_pair *pair)
{
	struct record_side sides[2];
	uint32_t fields = 0;
	if (JSON_ALONE || robotsc__diff_dialect(&pair->sides[0]) != robotsc__diff_dialect(&pair->sides[1]))
		return 0;
	const bool first = open_side(&pair->sides[0], &sides[0]), second = open_side(&pair->sides[1], &sides[1]);
	if (first && second)
		fields = compare_robots(pair, sides);
	for (int side = 0; side < 2; side++)
		close_side(&pair->sides[side], &sides[side]);
	return fields;
}

void robotsc__diff_fields(struct report_writer *w, uint32_t fields)
{
	const char *before = "";
	for (unsigned i = 0; i < CHANGE_FIELDS; i++) {
		const char *name = robotsc_field_name((enum robotsc_line_field)i);
		if (!(fields >> i & 1))
			continue;
		robotsc__writer_format(w, "%s%s", before, name ? name : "unknown");
		before = ", ";
	}
}
