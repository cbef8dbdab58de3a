/* tool_compare.c - the questions compare and generate: questions about all paths.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

#include "robotsc/report.h"

/* Texts: dialect of a, a, name of a; the same three of b; product tokens.  Answer: the report of
 * diff or, with FLAG_PROVE, of verify, in this format; JSON has an object in each line. */
enum robotsc_status robotsc__tool_compare(struct call *c, uint32_t flags, double budget, uint32_t most,
                                          enum robotsc_report_format format)
{
	const bool is_json = format == ROBOTSC_REPORT_JSON || format == ROBOTSC_REPORT_JSONL || format == ROBOTSC_REPORT_OBJECT;
	const struct robotsc_report report = robotsc__answer_report(c, is_json ? ROBOTSC_REPORT_OBJECT : format);
	const struct robotsc_question question = {.budget = (uint64_t)budget, .most = most, .usual = (flags & FLAG_USUAL) != 0};
	struct robotsc_report_pair pair = {.labels = {robotsc__text_at(c, 2), robotsc__text_at(c, 5)}};
	struct robotsc_diff_total total = {.written = 0};
	struct side sides[2];
	enum robotsc_status status = robotsc__read_side(c, 1, 0, flags, (flags & FLAG_A_IS_BLOB) != 0, &sides[0]);
	if (status == ROBOTSC_OK)
		status = robotsc__read_side(c, 4, 3, flags, (flags & FLAG_B_IS_BLOB) != 0, &sides[1]);
	if (status != ROBOTSC_OK)
		return status;
	pair.agents = robotsc__texts_from(c, 6, &pair.nagents);
	for (size_t i = 0; i < 2; i++) {
		robotsc__name_robot(&sides[i].options, pair.agents, pair.nagents);
		pair.sides[i] = sides[i].side;
	}
	/* The pair has no agents: each side answers for the one robot of its options. */
	if (flags & FLAG_ONE_ROBOT)
		pair.nagents = 0;
	status = (flags & FLAG_PROVE ? robotsc_verify_report : robotsc_diff_report_pair)(&report, &pair, &question, NULL, &total);
	return is_json ? robotsc__ended_json(c, status) : robotsc__ended(c, status);
}

static void put_path(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict)
{
	struct call *const c = ctx;
	robotsc__put_member(c, c->answer[c->len - 1] == '[' ? "{\"path\":" : ",{\"path\":", path);
	robotsc__put_bool(c, ",\"allowed\":", verdict == ROBOTSC_ALLOW);
	robotsc__put(c, "}");
}

/* Texts: dialect, robots.txt or blob, product tokens.  seed below 0: the paths are not random.
 * Answer: a list of objects with path and verdict. */
enum robotsc_status robotsc__tool_generate(struct call *c, uint32_t flags, double budget, uint32_t count, uint32_t verdicts,
                                           double seed)
{
	struct side side;
	int budget_ended = 0;
	const struct robotsc_sampling how = {.budget = (uint64_t)budget,
	                                     .count = count,
	                                     .verdicts = verdicts,
	                                     .random = seed >= 0,
	                                     .seed = seed >= 0 ? (uint64_t)seed : 0,
	                                     .path = put_path,
	                                     .ctx = c,
	                                     .ended = &budget_ended};
	uint32_t given = 0;
	size_t n;
	const struct robotsc_text *tokens = robotsc__texts_from(c, 2, &n);
	enum robotsc_status status = robotsc__read_side(c, 1, 0, flags, (flags & FLAG_A_IS_BLOB) != 0, &side);
	robotsc__name_robot(&side.options, tokens, n);
	robotsc__put(c, "{\"paths\":[");
	if (status == ROBOTSC_OK && !c->failed)
		status = robotsc_generate(&side.side, tokens, n, &how, &given);
	robotsc__put_bool(c, "],\"complete\":", !budget_ended);
	robotsc__put(c, "}");
	return robotsc__ended_json(c, status);
}
