/* audit_others.c - counts robots that no list and no file names, by the name that they give
 * themselves.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "audit_parts.h"
#include "support/sort.h"

/* Products of browsers, and words before a '/' in their comments. */
static const char *const browsers[] = {
	"Android", "AppleWebKit",    "Build",   "Chrome", "Chromium",  "CriOS",   "Edg",   "EdgA",  "Edge",   "EdgiOS",
	"Fedora",  "Firefox",        "FxiOS",   "GSA",    "Gecko",     "KHTML",   "Linux", "MSIE",  "Mobile", "Mozilla",
	"OPR",     "Opera",          "Presto",  "Safari", "Silk",      "Trident", "U",     "UCWEB", "Ubuntu", "Version",
	"Vivaldi", "SamsungBrowser", "Windows", "X11",    "YaBrowser",
};

static bool is_browser(struct robotsc_text word)
{
	for (size_t i = 0; i < sizeof browsers / sizeof browsers[0]; i++)
		if (equal(word, browsers[i]))
			return true;
	return false;
}

/* True if "compatible;" and blanks are before a place. */
static bool is_after_compatible(const char *begin, const char *at)
{
	static const char word[] = "compatible;";
	while (at > begin && at[-1] == ' ')
		at--;
	return (size_t)(at - begin) >= sizeof word - 1 && memcmp(at - (sizeof word - 1), word, sizeof word - 1) == 0;
}

/* The first product that has a version, stands first, or stands after "compatible;". */
struct robotsc_text robotsc__audit_product(struct robotsc_text header)
{
	const char *const end = header.at + header.len;
	for (const char *at = header.at; at < end;) {
		const char *const begin = at;
		struct robotsc_text word;
		while (at < end && is_token_octet((unsigned char)*at))
			at++;
		word = (struct robotsc_text){begin, (size_t)(at - begin)};
		if (word.len && word.len <= AUDIT_PRODUCT && is_alpha((unsigned char)*begin) && !is_browser(word) &&
		    ((at < end && *at == '/') || begin == header.at || is_after_compatible(header.at, begin)))
			return word;
		while (at < end && !strchr(" (;,", *at))
			at++;
		at += at < end;
	}
	return (struct robotsc_text){NULL, 0};
}

/* ---- count --------------------------------------------------------------------------------- */

/* Add a name at its place in the index; it is not there yet.  False: there is no memory. */
static bool add(struct arena *arena, struct audit_others *others, struct robotsc_text name, uint32_t *place)
{
	char *const copy = robotsc__arena_take(arena, name.len);
	if (!copy ||
	    (others->n == others->room && !robotsc__arena_grow(arena, (void **)&others->at, &others->room, sizeof *others->at)))
		return false;
	memcpy(copy, name.at, name.len);
	others->at[others->n] = (struct robotsc_audit_other){.name = {copy, name.len}};
	*place = (uint32_t)++others->n;
	return true;
}

enum robotsc_status robotsc__audit_count_other(struct robotsc_audit *audit, const struct audit_event *event, const char *text)
{
	struct audit_others *const others = &audit->others;
	const struct robotsc_text name = {text + event->product, event->product_len};
	struct robotsc_audit_other *other;
	uint32_t *place;
	if (name.len == 0)
		return ROBOTSC_OK;
	if (!robotsc__audit_enlarge(&audit->arena, &others->index, others->at, others->n, sizeof *others->at))
		return ROBOTSC_ERR_NOMEM;
	place = robotsc__audit_place(&others->index, others->at, name);
	if (!*place && others->n == ROBOTSC_AUDIT_NAMES) {
		others->left_out++;
		return ROBOTSC_OK;
	}
	if (!*place && !add(&audit->arena, others, name, place))
		return ROBOTSC_ERR_NOMEM;
	other = &others->at[*place - 1];
	other->requests++;
	other->disallowed += event->verdict == ROBOTSC_AUDIT_DISALLOWED;
	other->fetches += (event->flags & AUDIT_FETCH) != 0;
	return ROBOTSC_OK;
}

/* ---- the answer ---------------------------------------------------------------------------- */

static int compare_others(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robotsc_audit_other *const at = ctx, *const a = &at[x], *const b = &at[y];
	return a->requests != b->requests ? (a->requests > b->requests ? -1 : 1) : compare_folded(a->name, b->name);
}

enum robotsc_status robotsc__audit_answer_others(struct robotsc_audit *audit, struct robotsc_audit_answer *answer)
{
	const struct audit_others *const others = &audit->others;
	const size_t listed = others->n < ROBOTSC_AUDIT_OTHERS ? others->n : ROBOTSC_AUDIT_OTHERS;
	struct robotsc_audit_other *const first = robotsc__arena_zeroed(&audit->answering, ROBOTSC_AUDIT_OTHERS, sizeof *first);
	uint32_t *const order = robotsc__arena_zeroed(&audit->answering, others->n + 1, sizeof *order);
	if (!first || !order)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < others->n; i++)
		order[i] = (uint32_t)i;
	if (!robotsc__sort(&audit->answering, order, others->n, compare_others, others->at))
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < listed; i++)
		first[i] = others->at[order[i]];
	answer->others = first;
	answer->nothers = listed;
	answer->names = others->n;
	answer->left_out = others->left_out;
	return ROBOTSC_OK;
}
