/* shadow.c - the answers of another reader beside those of robotsc, and how they come about.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "front/options.h"
#include "robotsc/explain.h"

_Static_assert(sizeof(struct robotsc_shadow) == 32, "robotsc_shadow is ABI");

#define MOST 64     /* URLs whose lines are looked for together */
#define READINGS 16 /* the dialect that was asked for, "*" in it, the other dialects */

/* A way to read the text. */
struct shadow_reading {
	enum robotsc_shadow_kind kind;
	struct robotsc_options options;
	const struct robotsc_text *tokens;
	size_t n;
	void *octets; /* NULL where another reading has the blob */
	size_t len;
	struct robotsc_group group;
};

struct shadow_readings {
	struct shadow_reading at[READINGS];
	size_t n;
	const void *robots;
	size_t len;
};

/* Compile the text and select a robot. */
static enum robotsc_status add_reading(struct shadow_readings *all, const struct shadow_reading *like, enum robotsc_dialect dialect,
                                       struct robotsc_blob *blob)
{
	struct shadow_reading *const r = &all->at[all->n];
	enum robotsc_status status;
	*r = *like;
	r->options.dialect = dialect;
	r->octets = NULL;
	status = robotsc_compile(&r->options, all->robots, all->len, &r->octets, &r->len);
	if (status != ROBOTSC_OK)
		return status;
	all->n++;
	status = robotsc_open(blob, r->octets, r->len);
	return status == ROBOTSC_OK ? robotsc_select(blob, r->tokens, r->n, &r->group) : status;
}

/* Read the text in the dialect that was asked for, in the others, and for robots that no group
 * names. */
static enum robotsc_status read_all(struct shadow_readings *all, const struct shadow_reading *own)
{
	const enum robotsc_dialect dialect = own->options.dialect;
	struct shadow_reading other = *own;
	struct robotsc_blob blob, of_other;
	enum robotsc_status status = add_reading(all, own, dialect, &blob);
	other.kind = ROBOTSC_SHADOW_DIALECT;
	for (int d = 0; robotsc_dialect_name((enum robotsc_dialect)d) && all->n < READINGS - 1 && status == ROBOTSC_OK; d++)
		if ((enum robotsc_dialect)d != dialect)
			status = add_reading(all, &other, (enum robotsc_dialect)d, &of_other);
	if (status != ROBOTSC_OK || all->at[0].group.selected != ROBOTSC_SELECTED_TOKEN)
		return status;
	other = *own;
	other.kind = ROBOTSC_SHADOW_STAR;
	other.octets = NULL;
	other.n = 0;
	status = robotsc_select(&blob, NULL, 0, &other.group);
	all->at[all->n++] = other;
	return status;
}

/* Find how an answer comes about.  Returns the reading that gives it, or all->n. */
static size_t find_reading(const struct shadow_readings *all, struct robotsc_text url, enum robotsc_verdict other,
                           struct robotsc_shadow *shadow)
{
	size_t i = 0;
	memset(shadow, 0, sizeof *shadow);
	shadow->verdict = robotsc_check_url(&all->at[0].group, url.at, url.len);
	while (i < all->n && robotsc_check_url(&all->at[i].group, url.at, url.len) != other)
		i++;
	if (i < all->n)
		shadow->kind = all->at[i].kind;
	else
		shadow->kind = other == ROBOTSC_ALLOW ? ROBOTSC_SHADOW_OPEN : ROBOTSC_SHADOW_CLOSED;
	if (shadow->kind == ROBOTSC_SHADOW_DIALECT)
		shadow->dialect = all->at[i].options.dialect;
	return i;
}

/* URLs whose answers differ, and the reading that gives the other's. */
struct differing {
	struct robotsc_text urls[MOST];
	struct robotsc_shadow *shadows[MOST];
	size_t readings[MOST];
	size_t n;
};

/* Fill in the lines of a reading: the first for all, another for those that it gives. */
static enum robotsc_status find_lines(const struct shadow_readings *all, size_t reading, const struct differing *d)
{
	const struct shadow_reading *const r = &all->at[reading];
	struct robotsc_text urls[MOST];
	uint32_t lines[MOST];
	size_t of[MOST], n = 0;
	enum robotsc_status status;
	for (size_t i = 0; i < d->n; i++)
		if (reading == 0 || d->readings[i] == reading) {
			urls[n] = d->urls[i];
			of[n++] = i;
		}
	if (n == 0)
		return ROBOTSC_OK;
	status = robotsc_deciding_lines(&r->options, all->robots, all->len, r->tokens, r->n, urls, n, lines);
	for (size_t i = 0; i < n && status == ROBOTSC_OK; i++)
		*(reading == 0 ? &d->shadows[of[i]]->line : &d->shadows[of[i]]->other_line) = lines[i];
	return status;
}

static enum robotsc_status end_differing(const struct shadow_readings *all, struct differing *d)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < all->n && status == ROBOTSC_OK; i++)
		status = find_lines(all, i, d);
	d->n = 0;
	return status;
}

static enum robotsc_status answer(const struct shadow_readings *all, const struct robotsc_text *urls, const uint8_t *others,
                                  size_t count, struct robotsc_shadow *shadows)
{
	struct differing d = {.n = 0};
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < count && status == ROBOTSC_OK; i++) {
		if (others[i] > ROBOTSC_ALLOW)
			return ROBOTSC_ERR_ARGUMENT;
		d.readings[d.n] = find_reading(all, urls[i], (enum robotsc_verdict)others[i], &shadows[i]);
		if (shadows[i].kind == ROBOTSC_SHADOW_SAME)
			continue;
		d.urls[d.n] = urls[i];
		d.shadows[d.n++] = &shadows[i];
		if (d.n == MOST)
			status = end_differing(all, &d);
	}
	return status == ROBOTSC_OK ? end_differing(all, &d) : status;
}

enum robotsc_status robotsc_shadow(const struct robotsc_options *options, const void *robots, size_t len,
                                   const struct robotsc_text *tokens, size_t n, const struct robotsc_text *urls,
                                   const uint8_t *others, size_t count, struct robotsc_shadow *shadows)
{
	struct shadow_readings all = {.robots = robots, .len = len};
	struct shadow_reading own = {.kind = ROBOTSC_SHADOW_SAME, .tokens = tokens, .n = n};
	struct robotsc_options defaults;
	const struct robotsc__dialect *dialect;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &dialect);
	if (status != ROBOTSC_OK)
		return status;
	own.options = *options;
	own.options.agents = NULL;
	own.options.nagents = 0;
	own.options.extensions = 0;
	own.options.diag = NULL;
	own.options.dump = NULL;
	status = read_all(&all, &own);
	if (status == ROBOTSC_OK)
		status = answer(&all, urls, others, count, shadows);
	for (size_t i = 0; i < all.n; i++)
		if (all.at[i].octets)
			robotsc_free_blob(own.options.alloc, all.at[i].octets, all.at[i].len);
	return status;
}

const char *robotsc_shadow_name(enum robotsc_shadow_kind kind)
{
	static const char *const names[] = {"same", "dialect", "star", "open", "closed"};
	return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : NULL;
}
