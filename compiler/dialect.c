/* dialect.c - the rows of dialect.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dialect.h"

#include <string.h>

#include "blob_layout.h"
#include "norm.h"
#include "robotsc/compile.h"

/* RFC 9309 §2.2.2: the longest match wins, of equally long ones allow. */
static uint32_t rank_longest(uint32_t octets, enum robotsc_verdict verdict)
{
	return 2 * octets + (uint32_t)verdict;
}

static int is_letter(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int token_rfc9309(uint8_t c)
{
	return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

static int token_google(uint8_t c)
{
	return is_letter(c) || c == '_' || c == '-';
}

/* SPEC B.5 */
static const struct robotsc__dialect rfc9309 = {
	.id = ROBOTSC_RFC9309,
	.name = "rfc9309",
	.form = FORM_R,
	.match = MATCH_TOKEN,
	.lenient = 1,
	.may_be_strict = 1,
	.robots_txt = 1,
	.token_octet = token_rfc9309,
	.normalize = robotsc__norm_r,
	.rank = rank_longest,
};

/* SPEC B.6 */
static const struct robotsc__dialect google = {
	.id = ROBOTSC_GOOGLE,
	.name = "google",
	.form = FORM_RAW,
	.match = MATCH_WHOLE,
	.line_max = 16663,
	.lenient = 1,
	.prefix_fields = 1,
	.nul_ends_line = 1,
	.wide_space = 1,
	.partial_bom = 1,
	.cut_line_kept = 1,
	.empty_agent = 1,
	.index_html = 1,
	.token_octet = token_google,
	.normalize = robotsc__norm_g,
	.rank = rank_longest,
};

static const struct robotsc__dialect *const rows[] = {&rfc9309, &google};

const struct robotsc__dialect *robotsc__dialect_find(enum robotsc_dialect id)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (rows[i]->id == id)
			return rows[i];
	return NULL;
}

const char *robotsc_dialect_name(enum robotsc_dialect dialect)
{
	const struct robotsc__dialect *row = robotsc__dialect_find(dialect);
	return row ? row->name : NULL;
}

enum robotsc_status robotsc_dialect_by_name(const char *name, enum robotsc_dialect *dialect)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(rows[i]->name, name) == 0) {
			*dialect = rows[i]->id;
			return ROBOTSC_OK;
		}
	return ROBOTSC_ERR_DIALECT;
}
