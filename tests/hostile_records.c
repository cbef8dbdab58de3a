/* hostile_records.c - hostile files for the dialects with records: many records, and globs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hostile.h"

#include <stdio.h>
#include <string.h>

static int put(struct hostile_text *t, const char *at)
{
	const size_t len = strlen(at);

	if (len > t->room - t->len)
		return 0;
	memcpy(t->at + t->len, at, len);
	t->len += len;
	return 1;
}

/* A record for each number: whoever asks, all agents are looked through. */
void hostile_records(struct hostile_text *t, uint32_t unused)
{
	char text[80];
	uint32_t i = 0;

	(void)unused;
	do
		snprintf(text, sizeof text, "User-agent: x%u\nDisallow: /%u\n\n", i, i);
	while (put(t, text) && i++ < UINT32_MAX);
}

/* Patterns of conner2: one of a unit again and again, or one after the other with numbers in them. */
void hostile_globs(struct hostile_text *t, uint32_t kind)
{
	static const struct {
		const char *before, *after; /* after NULL: one line */
	} kinds[] = {
		{"?", NULL}, {"[a-z]", NULL},     {"*?", NULL},  {"[", NULL},        {"[!%C3]", NULL}, {"*a????????????????b", ""},
		{"?", ""},   {"*?[a-cx-z]", "*"}, {"*[!", "]?"}, {"*??", "?*[0-9]"},
	};
	const char *before = kinds[kind].before, *after = kinds[kind].after;
	char text[120];
	uint32_t i = 0;

	put(t, "User-agent: *\nRobot-version: 2.0\nAllow: /a*\n");
	if (!after) {
		put(t, "Disallow: *");
		while (t->room - t->len > strlen(before))
			put(t, before);
		put(t, "\n");
	}
	do
		snprintf(text, sizeof text, "Disallow: %s%u%s\n", before, i, after ? after : "");
	while (after && put(t, text) && i++ < UINT32_MAX);
}
