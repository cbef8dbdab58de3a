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

/* Patterns of conner2: one rule that repeats a unit, or many rules, each with a number after one or
 * more copies of the unit. */
void hostile_globs(struct hostile_text *t, uint32_t kind)
{
	static const struct {
		const char *before, *after; /* after NULL: one line */
		uint32_t times;
	} kinds[] = {
		{"?", NULL, 0},        {"[a-z]", NULL, 0},     {"*?", NULL, 0},
		{"[", NULL, 0},        {"[!%C3]", NULL, 0},    {"*a????????????????b", "", 1},
		{"?", "", 1},          {"*?[a-cx-z]", "*", 1}, {"*[!", "]?", 1},
		{"*??", "?*[0-9]", 1}, {"[a-z]", "", 200},     {"a?", "", 400},
	};
	const char *before = kinds[kind].before, *after = kinds[kind].after;
	char text[40];
	uint32_t i = 0, k;

	put(t, "User-agent: *\nRobot-version: 2.0\nAllow: /a*\n");
	if (!after) {
		put(t, "Disallow: *");
		while (t->room - t->len > strlen(before))
			put(t, before);
		put(t, "\n");
	}
	do {
		put(t, kinds[kind].times > 1 ? "Disallow: *" : "Disallow: ");
		for (k = 0; after && k < kinds[kind].times; k++)
			put(t, before);
		snprintf(text, sizeof text, "%u%s\n", i, after ? after : "");
	} while (after && put(t, text) && i++ < UINT32_MAX);
}

/* Patterns of conner2 that differ only in sets: their segments nearly stand at each place, and they
 * share their only literal. */
void hostile_needles(struct hostile_text *t, uint32_t unused)
{
	char text[200];

	(void)unused;
	put(t, "User-agent: *\nRobot-version: 2.0\n");
	for (uint32_t i = 0, n; i < 1u << 16; i++) {
		n = (uint32_t)snprintf(text, sizeof text, "Disallow: *a??????????????????????????????");
		for (uint32_t k = 0; k < 16; k++)
			n += (uint32_t)snprintf(text + n, sizeof text - n, "[a%c]", i >> k & 1 ? 'y' : 'z');
		snprintf(text + n, sizeof text - n, "b*needle*\n");
		if (!put(t, text))
			break;
	}
}
