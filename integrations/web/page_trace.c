/* page_trace.c - exports of the page's late module, for trace.h.  Answers are JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exports.h"
#include "trace.h"

static void put_array(bool *more, const uint32_t *numbers, size_t n)
{
	robotsc__put(&call, *more ? ",[" : "[");
	*more = true;
	for (size_t i = 0; i < n; i++) {
		robotsc__put(&call, i ? "," : "");
		robotsc__put_number(&call, numbers[i]);
	}
	robotsc__put(&call, "]");
}

static void put_path(void *ctx, const uint8_t *octets, size_t len)
{
	(void)ctx;
	robotsc__put(&call, "{\"path\":[");
	for (size_t i = 0; i < len; i++) {
		robotsc__put(&call, i ? "," : "");
		robotsc__put_number(&call, octets[i]);
	}
	robotsc__put(&call, "],\"steps\":[");
}

static void put_step(void *ctx, const struct trace_step *step)
{
	const uint32_t numbers[] = {step->octets, (uint32_t)step->kind, step->number, step->read, step->verdict};
	put_array(ctx, numbers, 5);
}

static void put_range(void *ctx, const struct trace_range *range)
{
	const uint32_t numbers[] = {range->number, range->begin, range->end};
	put_array(ctx, numbers, 3);
}

/* Open text 0, a blob, and select its group for the tokens from text number `from` on. */
static enum robotsc_status open_group(struct robotsc_blob *blob, struct robotsc_group *group, uint32_t from)
{
	size_t n;
	const struct robotsc_text *tokens = robotsc__texts_from(&call, from, &n);
	const enum robotsc_status status = robotsc_open(blob, robotsc__text_at(&call, 0).at, robotsc__text_at(&call, 0).len);
	return status == ROBOTSC_OK ? robotsc_select(blob, tokens, n, group) : status;
}

/* Texts: a blob, a URL, tokens.
 * {"path": octets, "steps": [octets, kind, number, read, verdict]} */
EXPORT(trace) enum robotsc_status trace(void)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	bool more = false;
	enum robotsc_status status = open_group(&blob, &group, 2);
	if (status == ROBOTSC_OK)
		status = trace_path(&group, robotsc__text_at(&call, 1), put_path, put_step, &more);
	robotsc__put(&call, "]}");
	return robotsc__ended(&call, status);
}

/* Texts: a blob, tokens.  {"parts": [part, begin, end], "nodes": [number, begin, end], "machine":
 * [0, begin, end]}. */
EXPORT(parts) enum robotsc_status parts(void)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	struct trace_range machine;
	bool more = false;
	const enum robotsc_status status = open_group(&blob, &group, 1);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__put(&call, "{\"parts\":[");
	trace_parts(&blob, put_range, &more);
	robotsc__put(&call, "],\"nodes\":[");
	more = false;
	trace_nodes(&blob, &group, put_range, &more);
	robotsc__put(&call, "],\"machine\":");
	machine = trace_machine(&blob, &group);
	more = false;
	put_range(&more, &machine);
	robotsc__put(&call, "}");
	return robotsc__ended(&call, ROBOTSC_OK);
}
