/* tool_compare.c - the exports compare and generate: questions about all paths.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

#include "robotsc/inspect.h"

struct comparing {
	unsigned results, examples;
};

static const char *const answers[] = {[ROBOTSC_SAME] = "same", [ROBOTSC_DIFFERENT] = "different", [ROBOTSC_UNKNOWN] = "unknown"};

static void put_robots(void *ctx, const struct robotsc_robots *robots)
{
	struct comparing *const c = ctx;

	put(c->results++ ? ",{\"agents\":[" : "{\"agents\":[");
	for (size_t i = 0; i < robots->n; i++)
		put_member(i ? "," : "", robots->tokens[i]);
	put_bool("],\"others\":", robots->others);
	put(",\"examples\":[");
	c->examples = 0;
}

static void put_reason(const char *before, const struct robotsc_reason *reason)
{
	static const char *const kinds[] = {[ROBOTSC_REASON_LINE] = "line",
	                                    [ROBOTSC_REASON_NO_RULE] = "no-rule",
	                                    [ROBOTSC_REASON_ROBOTS_TXT] = "robots-txt",
	                                    [ROBOTSC_REASON_BLOB] = "blob",
	                                    [ROBOTSC_REASON_UNKNOWN] = "unknown"};

	put_member(before, text_of(kinds[reason->kind]));
	if (reason->kind == ROBOTSC_REASON_LINE) {
		put_count(",\"line\":", reason->line);
		put_member(",\"text\":", reason->text);
	}
	put("}");
}

static void put_difference(void *ctx, const struct robotsc_difference *d)
{
	struct comparing *const c = ctx;

	put_member(c->examples++ ? ",{\"path\":" : "{\"path\":", d->path);
	put_bool(",\"allowed\":", d->verdict[1] == ROBOTSC_ALLOW);
	put_reason(",\"a\":{\"kind\":", &d->reason[0]);
	put_reason(",\"b\":{\"kind\":", &d->reason[1]);
	put("}");
}

static void put_result(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	(void)ctx;
	(void)robots;
	put_member("],\"answer\":", text_of(answers[c->answer]));
	put_bool(",\"complete\":", c->answer == ROBOTSC_SAME || c->complete);
	put_count(",\"states\":", c->states);
	put("}");
}

/* Compares for each token by itself, with the rest of the budget. */
static enum robotsc_status compare_each(const struct side sides[2], const struct robotsc_text *tokens, size_t n,
                                        const struct robotsc_question *question)
{
	struct robotsc_question rest = *question;
	enum robotsc_status status = ROBOTSC_OK;

	for (size_t i = 0; i < n && status == ROBOTSC_OK; i++) {
		const struct robotsc_robots robots = {&tokens[i], 1, 0};
		struct robotsc_comparison comparison;

		put_robots(question->ctx, &robots);
		status = robotsc_compare(&sides[0].side, &sides[1].side, &tokens[i], 1, &rest, &comparison);
		if (status != ROBOTSC_OK)
			break;
		put_result(question->ctx, &robots, &comparison);
		rest.budget -= comparison.steps < rest.budget ? comparison.steps : rest.budget;
	}
	return status;
}

static const char *dialect_of(const struct side *side)
{
	const char *name;
	struct robotsc_info info;

	if (!side->side.blob)
		return robotsc_dialect_name(side->options.dialect);
	robotsc_blob_info(&side->blob, &info);
	name = robotsc_dialect_name(info.dialect);
	return name ? name : "of another version";
}

/* Texts: dialect of a, a, dialect of b, b, product tokens.  Examples say whether b allows. */
EXPORT(compare) enum robotsc_status compare(uint32_t flags, double budget, uint32_t most)
{
	struct comparing c = {0, 0};
	const struct robotsc_question question = {.budget = (uint64_t)budget,
	                                          .most = most,
	                                          .difference = put_difference,
	                                          .ctx = &c,
	                                          .usual = (flags & FLAG_USUAL) != 0};
	struct side sides[2];
	size_t n;
	const struct robotsc_text *tokens = texts_from(4, &n);
	enum robotsc_status status = read_side(text_at(1), text_at(0), flags, (flags & FLAG_A_IS_BLOB) != 0, &sides[0]);

	if (status == ROBOTSC_OK)
		status = read_side(text_at(3), text_at(2), flags, (flags & FLAG_B_IS_BLOB) != 0, &sides[1]);
	if (status != ROBOTSC_OK)
		return status;
	put_member("{\"a\":{\"dialect\":", text_of(dialect_of(&sides[0])));
	put_member("},\"b\":{\"dialect\":", text_of(dialect_of(&sides[1])));
	put("},\"results\":[");
	status = n ? compare_each(sides, tokens, n, &question)
	           : robotsc_compare_all(&sides[0].side, &sides[1].side, &question, put_robots, put_result);
	put("]}");
	return ended(status);
}

static void put_path(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict)
{
	unsigned *const n = ctx;

	put_member((*n)++ ? ",{\"path\":" : "{\"path\":", path);
	put_bool(",\"allowed\":", verdict == ROBOTSC_ALLOW);
	put("}");
}

/* Texts: dialect, robots.txt or blob, product tokens.  seed below 0: the paths are not random. */
EXPORT(generate) enum robotsc_status generate(uint32_t flags, double budget, uint32_t count, uint32_t verdicts, double seed)
{
	struct side side;
	unsigned put_paths = 0;
	int budget_ended = 0;
	const struct robotsc_sampling how = {.budget = (uint64_t)budget,
	                                     .count = count,
	                                     .verdicts = verdicts,
	                                     .random = seed >= 0,
	                                     .seed = seed >= 0 ? (uint64_t)seed : 0,
	                                     .path = put_path,
	                                     .ctx = &put_paths,
	                                     .ended = &budget_ended};
	uint32_t given = 0;
	size_t n;
	const struct robotsc_text *tokens = texts_from(2, &n);
	enum robotsc_status status = read_side(text_at(1), text_at(0), flags, (flags & FLAG_A_IS_BLOB) != 0, &side);

	put("{\"paths\":[");
	if (status == ROBOTSC_OK)
		status = robotsc_generate(&side.side, tokens, n, &how, &given);
	put_bool("],\"complete\":", !budget_ended);
	put("}");
	return ended(status);
}
