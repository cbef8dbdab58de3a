/* tools.c - exports of tools.wasm: compile, lint, dot; see also tools.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

#include <string.h>

#include "robotsc/access.h"
#include "robotsc/dot.h"

enum robotsc_status read_options(struct robotsc_text dialect, uint32_t flags, struct robotsc_options *options)
{
	char name[16] = {0};
	robotsc_options_init(options);
	options->strict_fields = (flags & FLAG_STRICT_FIELDS) != 0;
	options->conner2_rest_deny = (flags & FLAG_CONNER2_REST_DENY) != 0;
	options->extensions = (flags & FLAG_EXTENSIONS) != 0;
	options->aipref_rule = (flags & FLAG_AIPREF_RULE) != 0;
	options->public_site = (flags & FLAG_PUBLIC_SITE) != 0;
	if (dialect.len >= sizeof name)
		return ROBOTSC_ERR_DIALECT;
	memcpy(name, dialect.at, dialect.len);
	return robotsc_dialect_by_name(name, &options->dialect);
}

enum robotsc_status read_side(struct robotsc_text text, struct robotsc_text dialect, uint32_t flags, int is_blob, struct side *side)
{
	const enum robotsc_status status = read_options(dialect, flags, &side->options);
	side->side = (struct robotsc_side){.options = &side->options, .robots = text.at, .len = text.len};
	if (status != ROBOTSC_OK || !is_blob)
		return status;
	side->side.blob = &side->blob;
	return robotsc_open(&side->blob, text.at, text.len);
}

static void put_piece(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	put_octets(text, len);
}

struct robotsc_report answer_report(enum robotsc_report_format format)
{
	return (struct robotsc_report){.write = put_piece, .format = format};
}

enum robotsc_status ended(enum robotsc_status status)
{
	return status == ROBOTSC_OK && answer_failed() ? ROBOTSC_ERR_NOMEM : status;
}

EXPORT(version) enum robotsc_status version(void)
{
	put(robotsc_version());
	return ended(ROBOTSC_OK);
}

/* The phrase for a status; for an unknown dialect also those that there are. */
EXPORT(status_text) enum robotsc_status status_text(enum robotsc_status status)
{
	const char *name;
	put(robotsc_strerror(status));
	for (int d = 0; status == ROBOTSC_ERR_DIALECT && (name = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		put(d == 0 ? "; take " : robotsc_dialect_name((enum robotsc_dialect)(d + 1)) ? ", " : " or ");
		put(name);
	}
	return ended(ROBOTSC_OK);
}

/* Texts: dialect, robots.txt.  Answer: two octets, the dialect and the kind of content. */
EXPORT(content) enum robotsc_status content(void)
{
	const struct robotsc_text robots = text_at(1);
	struct robotsc_options options;
	const enum robotsc_status status = read_options(text_at(0), 0, &options);
	if (status == ROBOTSC_OK)
		put_octets((uint8_t[]){(uint8_t)options.dialect, (uint8_t)robotsc_content_kind(robots.at, robots.len)}, 2);
	return ended(status);
}

/* Texts: dialect, robots.txt, product tokens.  Answer: the blob; with FLAG_SOON another one that
 * gives the same answers, takes half the time, and a little more for each question. */
EXPORT(compile) enum robotsc_status compile(uint32_t flags)
{
	const struct robotsc_text robots = text_at(1);
	struct robotsc_options options;
	enum robotsc_status status = read_options(text_at(0), flags, &options);
	size_t len = 0;
	void *blob;
	options.agents = texts_from(2, &options.nagents);
	options.form = flags & FLAG_SOON ? ROBOTSC_FORM_FILTER : ROBOTSC_FORM_AUTO;
	if (status == ROBOTSC_OK)
		status = robotsc_compile(&options, robots.at, robots.len, &blob, &len);
	if (status != ROBOTSC_OK)
		return status;
	put_octets(blob, len);
	robotsc_free_blob(NULL, blob, len);
	return ended(ROBOTSC_OK);
}

/* The name of a kind of content, a space, and the phrase for it. */
EXPORT(content_text) enum robotsc_status content_text(enum robotsc_content kind)
{
	put(robotsc_content_name(kind));
	put(" ");
	put(robotsc_content_text(kind));
	return ended(ROBOTSC_OK);
}

/* Texts: dialect, robots.txt, its name.  Answer: what the command prints, as JSON or for people. */
EXPORT(lint) enum robotsc_status lint(uint32_t flags, double steps, int is_json, double most)
{
	const struct robotsc_text robots = text_at(1);
	struct robotsc_report report = answer_report(is_json ? ROBOTSC_REPORT_JSON : ROBOTSC_REPORT_TEXT);
	const struct robotsc_report_file file = {.name = text_at(2), .robots = robots.at, .len = robots.len};
	struct robotsc_lint_total total = {.files = 0};
	struct robotsc_options options;
	enum robotsc_status status = read_options(text_at(0), flags, &options);
	report.most = (uint64_t)most;
	robotsc_lint_report_begin(&report);
	if (status == ROBOTSC_OK)
		status = robotsc_lint_report_file(&report, &options, &file, (uint64_t)steps, &total);
	robotsc_lint_report_end(&report, &total);
	return ended(status);
}

/* Texts: a blob, the name of the graph, product tokens.  Answer: a graph for Graphviz. */
EXPORT(dot) enum robotsc_status dot(void)
{
	const struct robotsc_text bytes = text_at(0);
	struct robotsc_blob blob;
	struct robotsc_group group;
	size_t n;
	const struct robotsc_text *tokens = texts_from(2, &n);
	enum robotsc_status status = robotsc_open(&blob, bytes.at, bytes.len);
	if (status == ROBOTSC_OK)
		status = robotsc_select(&blob, tokens, n, &group);
	if (status == ROBOTSC_OK)
		status = robotsc_dot(&group, text_at(1), put_piece, NULL, NULL);
	return ended(status);
}
