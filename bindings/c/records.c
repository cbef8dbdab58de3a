/* records.c - see records.h; also answers the question records.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include <stdlib.h>
#include <string.h>

#include "tools.h"

/* ---- of a blob ---------------------------------------------------------------------------- */

static struct robotsc_text name_of(const struct robotsc_line *line)
{
	const char *const name = robotsc_field_name(line->field);
	return name ? robotsc__text_of(name) : line->name;
}

static void pack(struct call *c, const struct robotsc_line *line, bool resolved)
{
	const int64_t numbers[] = {line->field,   line->line, line->group, line->delay, line->documents,
	                           line->seconds, line->from, line->to,    resolved};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		robotsc__pack_number(c, numbers[i]);
	robotsc__pack_text(c, name_of(line));
	robotsc__pack_text(c, line->value);
	robotsc__pack_text(c, line->path);
	robotsc__pack_text(c, line->rest);
}

static int64_t count(const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	int64_t n = 0;
	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line))
		n++;
	return n;
}

/* Pack the records of a group or of the file together with n resolved links, in the order of
 * lines. */
static void pack_all(struct call *c, const struct robotsc_extensions *ext, const struct robotsc_group *group,
                     const struct robotsc_line *links, size_t n)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	size_t i = 0;
	robotsc__pack_number(c, count(ext, group) + (int64_t)n);
	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line)) {
		for (; i < n && links[i].line < line.line; i++)
			pack(c, &links[i], true);
		pack(c, &line, false);
	}
	for (; i < n; i++)
		pack(c, &links[i], true);
}

void robotsc__pack_records(struct call *c, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	pack_all(c, ext, group, NULL, 0);
}

void robotsc__pack_usage(struct call *c, const struct robotsc_extensions *ext, const struct robotsc_group *group,
                         struct robotsc_text url)
{
	struct robotsc_usage usage;
	struct robotsc_label label;
	int64_t stated = 0;
	robotsc__pack_number(c, robotsc_check_usage(ext, group, url.at, url.len, &usage));
	for (size_t i = 0; i < ROBOTSC_LABELS_MAX; i++)
		stated += usage.preferences[i] != ROBOTSC_UNSTATED;
	robotsc__pack_number(c, stated);
	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		if (usage.preferences[i] == ROBOTSC_UNSTATED)
			continue;
		robotsc__pack_text(c, robotsc__text_of(robotsc_field_name(label.field)));
		robotsc__pack_text(c, label.name);
		robotsc__pack_text(c, robotsc_label_value(ext, i, usage.preferences[i]));
	}
}

/* ---- of a text ---------------------------------------------------------------------------- */

/* Sitemap lines with relative URLs, which a blob does not keep. */
struct relative_links {
	struct robotsc_line *found; /* the values are from malloc */
	size_t n, room;
	bool failed;
};

/* Keep a link, with a copy of its value. */
static void keep_link(void *ctx, const struct robotsc_line *line)
{
	struct relative_links *const r = ctx;
	char *const url = malloc(line->value.len);
	if (r->n == r->room && url) {
		struct robotsc_line *const more = realloc(r->found, (2 * r->room + 8) * sizeof *more);
		r->found = more ? more : r->found;
		r->room = more ? 2 * r->room + 8 : r->room;
	}
	r->failed = r->failed || !url || r->n == r->room;
	if (r->failed) {
		free(url);
		return;
	}
	memcpy(url, line->value.at, line->value.len);
	r->found[r->n] = *line;
	r->found[r->n++].value.at = url;
}

/* Open a blob that was just compiled, and pack its records. */
static enum robotsc_status pack_blob(struct call *c, struct robotsc_text octets, const struct robotsc_options *options,
                                     const struct relative_links *r, bool of_robot)
{
	struct robotsc_blob blob;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	enum robotsc_status status = robotsc_open(&blob, octets.at, octets.len);
	if (status == ROBOTSC_OK)
		status = robotsc_open_extensions(&blob, &ext);
	if (status == ROBOTSC_OK && of_robot)
		status = robotsc_select(&blob, options->agents, options->nagents, &group);
	if (status == ROBOTSC_OK)
		pack_all(c, &ext, of_robot ? &group : NULL, r->found, r->n);
	return status;
}

/* Texts: dialect, robots.txt, its URL or "", product tokens.  Answer: the packed records of the
 * file or of a robot.  With a URL, the file's Sitemap lines with relative URLs are included,
 * resolved against it: their resolved is 1, and rest is the value as written. */
enum robotsc_status robotsc__tool_records(struct call *c, uint32_t flags, bool of_robot)
{
	const struct robotsc_text robots = robotsc__text_at(c, 1), base = robotsc__text_at(c, 2);
	struct relative_links r = {.n = 0};
	struct robotsc_options options;
	void *blob = NULL;
	size_t len = 0;
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags | FLAG_EXTENSIONS, &options);
	options.agents = robotsc__texts_from(c, 3, &options.nagents);
	if (status == ROBOTSC_OK)
		status = robotsc_compile(&options, robots.at, robots.len, &blob, &len);
	if (status == ROBOTSC_OK && base.len && !of_robot)
		status = robotsc_relative_sitemaps(&options, robots.at, robots.len, base, keep_link, &r);
	if (status == ROBOTSC_OK)
		status = r.failed ? ROBOTSC_ERR_NOMEM : pack_blob(c, (struct robotsc_text){blob, len}, &options, &r, of_robot);
	for (size_t i = 0; i < r.n; i++)
		free((char *)(uintptr_t)r.found[i].value.at);
	free(r.found);
	if (blob)
		robotsc_free_blob(NULL, blob, len);
	return robotsc__ended(c, status);
}
