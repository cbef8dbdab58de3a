/* page_fuzzer.c - Whatever the bytes, the directives of a page or of a field are the oracle's, read
 * in one piece or in many.
 *
 * The bytes are a page that robotsc page accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "robotsc/page.h"
#include "robotsc/sitemap.h"
#include "tests/oracle/oracle_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static const struct robotsc_text agents[] = {{"examplebot", 10}, {"example.bot/1", 13}};
static const struct oracle_text robots[] = {{"examplebot", 10}, {"example.bot/1", 13}};

static char policy[ORACLE_POLICY];

static void compare(const struct robotsc_page *page, struct oracle_said *said)
{
	const struct oracle_text want = oracle_said_policy(said);
	struct robotsc_directives d;

	robotsc_page_end(page, &d);
	oracle_said_end(said);
	if (d.flags != (said->words | (said->has_date ? ROBOTSC_UNAVAILABLE_AFTER : 0u)) || d.max_snippet != said->snippet ||
	    d.max_video_preview != said->video || (int)d.max_image_preview != said->image || d.ignored != said->ignored)
		abort();
	if ((int)d.tdm_reservation != oracle_said_reservation(said) || d.tdm_policy_len != want.len ||
	    memcmp(policy, want.at, want.len) != 0)
		abort();
	if (said->has_date && d.unavailable_after != said->date)
		abort();
}

static void read_page(const uint8_t *bytes, size_t len, size_t chunk, unsigned options)
{
	struct robotsc_page page;
	struct oracle_said said;
	int more = 1;

	robotsc_page_begin(&page, agents, 2, options);
	robotsc_page_policy(&page, policy, sizeof policy);
	for (size_t i = 0; i < len; i += chunk)
		more = robotsc_page_html(&page, bytes + i, len - i < chunk ? len - i : chunk);
	oracle_said_begin(&said);
	oracle_said_html(&said, robots, 2, bytes, len, (options & ROBOTSC_PAGE_BODY) != 0);
	compare(&page, &said);
	if (more == oracle_html_ended(bytes, len, (options & ROBOTSC_PAGE_BODY) != 0))
		abort();
}

/* Kinds of fields. */
enum field {
	FIELD_X_ROBOTS_TAG,
	FIELD_ROBOTS_TAG,
	FIELD_RESERVATION,
	FIELD_POLICY
};

/* name: with its colon, and perhaps the beginning of a value. */
static void read_field(const uint8_t *bytes, size_t len, const char *name, enum field kind)
{
	const size_t n = strlen(name), value = strcspn(name, ":") + 1;
	char *field = malloc(n + len);
	struct robotsc_page page;
	struct oracle_said said;

	if (field == NULL)
		abort();
	memcpy(field, name, n);
	if (len > 0)
		memcpy(field + n, bytes, len);
	robotsc_page_begin(&page, agents, 2, ROBOTSC_PAGE_ROBOTS_TAG);
	robotsc_page_policy(&page, policy, sizeof policy);
	if (!robotsc_page_header(&page, field, n + len))
		abort();
	oracle_said_begin(&said);
	if (kind >= FIELD_RESERVATION)
		oracle_said_tdm(&said, 0, kind == FIELD_POLICY, field + value, n + len - value);
	else if (kind == FIELD_ROBOTS_TAG)
		oracle_said_robots_tag(&said, robots, 2, field + value, n + len - value);
	else
		oracle_said_x_robots_tag(&said, robots, 2, field + value, n + len - value);
	compare(&page, &said);
	free(field);
}

/* A sitemap is read to its end or a fault, and URLs lie in it. */
static void read_sitemap(const uint8_t *bytes, size_t len)
{
	char *const text = malloc(len ? len : 1);
	struct robotsc_sitemap map;
	struct robotsc_text url;
	size_t last = 0;

	if (text == NULL)
		abort();
	if (len > 0)
		memcpy(text, bytes, len);
	robotsc_sitemap_begin(&map, text, len);
	while (robotsc_sitemap_next(&map, &url)) {
		if (map.at <= last || map.at > len || url.len == 0 || url.at < text || url.at + url.len > text + len)
			abort();
		last = map.at;
	}
	if (map.fault ? map.at > len : map.at != len)
		abort();
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	read_sitemap(bytes, len);
	for (unsigned options = 0; options <= ROBOTSC_PAGE_BODY; options++) {
		read_page(bytes, len, len + 1, options);
		read_page(bytes, len, 1, options);
		read_page(bytes, len, 7, options);
	}
	read_field(bytes, len, "X-Robots-Tag:", FIELD_X_ROBOTS_TAG);
	read_field(bytes, len, "X-Robots-Tag:unavailable_after:", FIELD_X_ROBOTS_TAG);
	read_field(bytes, len, "Robots-Tag:", FIELD_ROBOTS_TAG);
	read_field(bytes, len, "tdm-reservation:", FIELD_RESERVATION);
	read_field(bytes, len, "tdm-policy:", FIELD_POLICY);
	return 0;
}
