/* tools.c - see tools.h; also answers the question content.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

#include <string.h>

#include "robotsc/access.h"

void robotsc__options_of_flags(uint32_t flags, struct robotsc_options *options)
{
	options->strict_fields = (flags & FLAG_STRICT_FIELDS) != 0;
	options->conner2_rest_deny = (flags & FLAG_CONNER2_REST_DENY) != 0;
	options->extensions = (flags & FLAG_EXTENSIONS) != 0;
	options->aipref_rule = (flags & FLAG_AIPREF_RULE) != 0;
	options->public_site = (flags & FLAG_PUBLIC_SITE) != 0;
	options->one_robot = (flags & FLAG_ONE_ROBOT) != 0;
	options->form = flags & FLAG_SOON ? ROBOTSC_FORM_QUICK : ROBOTSC_FORM_AUTO;
}

enum robotsc_status robotsc__read_options(const struct call *c, struct robotsc_text dialect, uint32_t flags,
                                          struct robotsc_options *options)
{
	char name[16] = {0};
	robotsc_options_init(options);
	robotsc__options_of_flags(flags, options);
	options->limit = c->limit ? c->limit : ROBOTSC_MIN_LIMIT;
	if (dialect.len >= sizeof name)
		return ROBOTSC_ERR_DIALECT;
	if (dialect.len)
		memcpy(name, dialect.at, dialect.len);
	return robotsc_dialect_by_name(name, &options->dialect);
}

void robotsc__name_robot(struct robotsc_options *options, const struct robotsc_text *tokens, size_t n)
{
	if (!options->one_robot)
		return;
	options->agents = tokens;
	options->nagents = n;
}

enum robotsc_status robotsc__read_side(const struct call *c, uint32_t i, uint32_t name, uint32_t flags, bool is_blob,
                                       struct side *side)
{
	const struct robotsc_text text = robotsc__text_at(c, i);
	const enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, name), flags, &side->options);
	side->side = (struct robotsc_side){.options = &side->options, .robots = text.at, .len = text.len};
	if (status != ROBOTSC_OK || !is_blob)
		return status;
	side->side.blob = &side->blob;
	return robotsc_open(&side->blob, text.at, text.len);
}

void robotsc__put_piece(void *ctx, const char *text, size_t len)
{
	robotsc__put_octets(ctx, text, len);
}

struct robotsc_report robotsc__answer_report(struct call *c, enum robotsc_report_format format)
{
	return (struct robotsc_report){.write = robotsc__put_piece, .ctx = c, .format = format};
}

enum robotsc_status robotsc__ended(const struct call *c, enum robotsc_status status)
{
	return status == ROBOTSC_OK && c->failed ? ROBOTSC_ERR_NOMEM : status;
}

/* Texts: dialect, robots.txt.  Answer: two octets, the dialect and the kind of content. */
enum robotsc_status robotsc__tool_content(struct call *c)
{
	const struct robotsc_text robots = robotsc__text_at(c, 1);
	struct robotsc_options options;
	const enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), 0, &options);
	if (status == ROBOTSC_OK)
		robotsc__put_octets(c, (uint8_t[]){(uint8_t)options.dialect, (uint8_t)robotsc_content_kind(robots.at, robots.len)},
		                    2);
	return robotsc__ended(c, status);
}
