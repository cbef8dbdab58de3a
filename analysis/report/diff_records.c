/* diff_records.c - which fields differ that a comparison of verdicts does not look at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "change_formats.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"
#include "support/arena.h"

#define MOST_NAMES 2000 /* robots of a side whose records are compared */
#define TOKENS 8        /* of a robot: its own, and those in its place */

/* A side, with its records. */
struct record_side {
	struct robotsc_blob blob;
	struct robotsc_extensions ext;
	void *bytes; /* of a blob that was made of the text */
	size_t len;
};

/* False: it has no records, or there is no memory. */
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
		if (!options.one_robot) {
			options.agents = NULL;
			options.nagents = 0;
		}
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
		robotsc__change_begin(&hashes[side]);
		if (!of_file && robotsc_select(&sides[side].blob, tokens, n, &group) != ROBOTSC_OK)
			return 0; /* compiled for others */
		robotsc__change_hash(&hashes[side], &sides[side].ext, of_file ? NULL : &group);
	}
	return robotsc__change_fields(hashes);
}

static uint32_t compare_file(const struct record_side sides[2])
{
	return compare_one(sides, NULL, 0, true);
}

static uint32_t compare_robot(const struct record_side sides[2], const struct robotsc_text *tokens, size_t n)
{
	return compare_one(sides, tokens, n, false);
}

static uint32_t compare_robots(const struct robotsc_report_pair *pair, const struct record_side sides[2])
{
	struct robotsc_text tokens[TOKENS];
	uint32_t fields = compare_file(sides);
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
