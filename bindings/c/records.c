/* records.c - see records.h; and the question records.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include <stdlib.h>
#include <string.h>

#include "robotsc/access.h"
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

/* Pack the records of a group, or of the file, with n links that were resolved, in the order of
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

/* Sitemap lines that a blob drops, since their values are no whole URLs. */
struct relative_links {
	struct robotsc_text robots, base;
	size_t line_at; /* where line number begins */
	uint32_t number;
	struct robotsc_line *found; /* the values are from malloc */
	size_t n, room;
	bool failed;
};

/* The octets of a byte order mark, or of its beginning, which some dialects skip; columns do not
 * count them. */
static size_t mark_of(struct robotsc_text t)
{
	size_t n = 0;
	while (n < 3 && n < t.len && t.at[n] == "\xEF\xBB\xBF"[n])
		n++;
	return n;
}

/* Move to a line that is not before the present one. */
static void seek(struct relative_links *r, uint32_t number)
{
	const struct robotsc_text t = r->robots;
	for (; r->number < number; r->number++) {
		while (r->line_at < t.len && t.at[r->line_at] != '\n' && t.at[r->line_at] != '\r')
			r->line_at++;
		r->line_at += r->line_at + 1 < t.len && t.at[r->line_at] == '\r' && t.at[r->line_at + 1] == '\n' ? 2 : 1;
	}
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Whether a text begins with a name in small letters. */
static bool begins(struct robotsc_text text, const char *name)
{
	size_t i = 0;
	while (name[i] && i < text.len && (text.at[i] | 0x20) == (name[i] | 0x20))
		i++;
	return name[i] == '\0';
}

static struct robotsc_text without(struct robotsc_text text, size_t n)
{
	return (struct robotsc_text){text.at + n, text.len - n};
}

/* The value of a line that ends with it; of no octets if the line is none of Sitemap. */
static struct robotsc_text link_of(struct robotsc_text line)
{
	while (line.len && !((*line.at | 0x20) >= 'a' && (*line.at | 0x20) <= 'z'))
		line = without(line, 1);
	const size_t name = begins(line, "sitemap") ? strlen("sitemap") : begins(line, "site-map") ? strlen("site-map") : line.len;
	line = without(line, name);
	while (line.len && (is_blank(*line.at) || *line.at == ':'))
		line = without(line, 1);
	for (size_t i = 0; i < line.len; i++)
		if ((unsigned char)line.at[i] <= ' ')
			line.len = 0;
	return line;
}

/* Whether a URL has an authority: "mailto:x" has none. */
static bool has_host(const char *url, size_t len)
{
	const char *const colon = memchr(url, ':', len);
	return colon && begins((struct robotsc_text){colon + 1, len - (size_t)(colon + 1 - url)}, "//");
}

/* Keep a link that leads somewhere.  rest: the value as written. */
static void keep_link(struct relative_links *r, uint32_t line, struct robotsc_text written)
{
	const size_t room = r->base.len + written.len + 1;
	if (r->n == r->room) {
		struct robotsc_line *const more = realloc(r->found, (2 * r->room + 8) * sizeof *more);
		r->failed = r->failed || !more;
		if (!more)
			return;
		r->found = more;
		r->room = 2 * r->room + 8;
	}
	char *const url = malloc(room);
	const size_t len = url ? robotsc_resolve_url(r->base, written, url, room) : 0;
	r->failed = r->failed || !url;
	if (len == 0 || !has_host(url, len))
		free(url);
	else
		r->found[r->n++] = (struct robotsc_line){.field = ROBOTSC_FIELD_SITEMAP,
		                                         .line = line,
		                                         .value = {url, len},
		                                         .rest = written,
		                                         .from = ROBOTSC_UNTIMED,
		                                         .to = ROBOTSC_UNTIMED};
}

static void look(void *ctx, const struct robotsc_diag *diag)
{
	struct relative_links *const r = ctx;
	if (diag->kind != ROBOTSC_DIAG_BAD_VALUE)
		return;
	seek(r, diag->line);
	const struct robotsc_text value =
		link_of((struct robotsc_text){r->robots.at + r->line_at, diag->column - 1 + diag->length});
	if (value.len)
		keep_link(r, diag->line, value);
}

/* Pack the records of a blob that was just compiled with them. */
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

/* Texts: dialect, robots.txt, the URL that it came from or "", product tokens.  Answer: the packed
 * records of the file or of a robot.  With a URL, the Sitemap lines of the file that are relative
 * to it are there too: resolved is 1, rest is the value as written. */
enum robotsc_status robotsc__tool_records(struct call *c, uint32_t flags, bool of_robot)
{
	struct relative_links r = {.robots = robotsc__text_at(c, 1), .base = robotsc__text_at(c, 2), .number = 1};
	r.line_at = mark_of(r.robots);
	struct robotsc_options options;
	void *blob = NULL;
	size_t len = 0;
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags | FLAG_EXTENSIONS, &options);
	options.agents = robotsc__texts_from(c, 3, &options.nagents);
	options.diag = r.base.len && !of_robot ? look : NULL;
	options.diag_ctx = &r;
	if (status == ROBOTSC_OK)
		status = robotsc_compile(&options, r.robots.at, r.robots.len, &blob, &len);
	if (status == ROBOTSC_OK)
		status = r.failed ? ROBOTSC_ERR_NOMEM : pack_blob(c, (struct robotsc_text){blob, len}, &options, &r, of_robot);
	for (size_t i = 0; i < r.n; i++)
		free((char *)(uintptr_t)r.found[i].value.at);
	free(r.found);
	if (blob)
		robotsc_free_blob(NULL, blob, len);
	return robotsc__ended(c, status);
}
