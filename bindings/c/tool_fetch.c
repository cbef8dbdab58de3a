/* tool_fetch.c - the questions page and access, about responses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools.h"
#include "robotsc/access.h"

#define POLICY_ROOM 16384u /* octets of a tdm-policy from a field or a tag, as in the command */

/* Read a page, text i, and the header fields after it.  *policy: the URL of its policy, to be
 * freed. */
static enum robotsc_status read_page(const struct call *c, uint32_t flags, uint32_t i, uint32_t fields, char **policy,
                                     struct robotsc_directives *directives)
{
	const unsigned options =
		(flags & FLAG_BODY ? ROBOTSC_PAGE_BODY : 0) | (flags & FLAG_ROBOTS_TAG ? ROBOTSC_PAGE_ROBOTS_TAG : 0);
	const struct robotsc_text html = robotsc__text_at(c, i);
	struct robotsc_page reader;
	size_t n;
	const struct robotsc_text *tokens = robotsc__texts_from(c, i + 1 + fields, &n);
	*policy = malloc(POLICY_ROOM);
	if (!*policy)
		return ROBOTSC_ERR_NOMEM;
	robotsc_page_begin(&reader, tokens, n, options);
	robotsc_page_policy(&reader, *policy, POLICY_ROOM);
	for (uint32_t k = i + 1; k <= i + fields; k++)
		robotsc_page_header(&reader, robotsc__text_at(c, k).at, robotsc__text_at(c, k).len);
	robotsc_page_html(&reader, html.at, html.len);
	robotsc_page_end(&reader, directives);
	return ROBOTSC_OK;
}

/* Texts: HTML, header fields, product tokens.  Answer: an object, or text for people. */
enum robotsc_status robotsc__tool_page(struct call *c, uint32_t flags, uint32_t fields, int is_object)
{
	const struct robotsc_report report = robotsc__answer_report(c, is_object ? ROBOTSC_REPORT_OBJECT : ROBOTSC_REPORT_TEXT);
	struct robotsc_directives directives;
	char *policy;
	const enum robotsc_status status = read_page(c, flags, 0, fields, &policy, &directives);
	if (status == ROBOTSC_OK)
		robotsc_page_report(&report, &directives, policy);
	free(policy);
	return is_object ? robotsc__ended_json(c, status) : robotsc__ended(c, status);
}

/* Texts: dialect, robots.txt, URL, HTML, header fields, product tokens.  Answer: that of page, with
 * the members of robotsc_answer_page before it. */
enum robotsc_status robotsc__tool_page_answer(struct call *c, uint32_t flags, uint32_t fields, int is_object)
{
	const struct robotsc_report report = robotsc__answer_report(c, is_object ? ROBOTSC_REPORT_OBJECT : ROBOTSC_REPORT_TEXT);
	const struct robotsc_text robots = robotsc__text_at(c, 1);
	struct robotsc_page_answer answer;
	struct robotsc_directives directives;
	struct robotsc_options options;
	char *policy = NULL;
	size_t n;
	const struct robotsc_text *tokens = robotsc__texts_from(c, 4 + fields, &n);
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, &options);
	robotsc__name_robot(&options, tokens, n);
	if (status == ROBOTSC_OK)
		status = read_page(c, flags, 3, fields, &policy, &directives);
	if (status == ROBOTSC_OK)
		status = robotsc_answer_page(&options, robots.at, robots.len, tokens, n, robotsc__text_at(c, 2), &directives,
		                             &answer);
	if (status == ROBOTSC_OK)
		robotsc_page_answer_report(&report, &directives, policy, &answer);
	free(policy);
	return is_object ? robotsc__ended_json(c, status) : robotsc__ended(c, status);
}

static bool is(struct robotsc_text text, const char *name)
{
	return text.len == strlen(name) && memcmp(text.at, name, text.len) == 0;
}

/* The index of a name in a list, or -1 if it is not there. */
static int find(struct robotsc_text name, const char *(*name_of)(int))
{
	for (int i = 0; name_of(i); i++)
		if (is(name, name_of(i)))
			return i;
	return -1;
}

static const char *profile_name(int i)
{
	return robotsc_profile_name((enum robotsc_profile)i);
}

static const char *end_name(int i)
{
	return robotsc_end_name((enum robotsc_end)i);
}

static const char *challenge_name(int i)
{
	return robotsc_challenge_name((enum robotsc_challenge)i);
}

static void put_decision(struct call *c, const struct robotsc_decision *d)
{
	robotsc__put_member(c, "{\"outcome\":", robotsc__text_of(robotsc_outcome_name((enum robotsc_outcome)d->outcome)));
	robotsc__put_member(c, ",\"profile\":", robotsc__text_of(robotsc_profile_name((enum robotsc_profile)d->profile)));
	robotsc__put_member(c, ",\"reason\":", robotsc__text_of(robotsc_row_text((enum robotsc_row)d->row)));
	robotsc__put_member(c, ",\"end\":", robotsc__text_of(robotsc_end_name((enum robotsc_end)d->end)));
	robotsc__put_count(c, ",\"status\":", d->status);
	robotsc__put_count(c, ",\"fetched\":", d->fetched);
	robotsc__put_count(c, ",\"since\":", d->since);
	robotsc__put_count(c, ",\"expires\":", d->expires);
	robotsc__put_bool(c, ",\"revalidate\":", d->revalidate);
	robotsc__put_bool(c, ",\"challenge\":", d->challenge);
	robotsc__put(c, "}");
}

/* The profile whose name is text 0; if that is empty, the profile of the dialect in text 1. */
static enum robotsc_status read_profile(const struct call *c, enum robotsc_profile *profile)
{
	const struct robotsc_text name = robotsc__text_at(c, 0);
	struct robotsc_options options;
	const int found = find(name, profile_name);
	const enum robotsc_status status = name.len ? ROBOTSC_OK : robotsc__read_options(c, robotsc__text_at(c, 1), 0, &options);
	if (status != ROBOTSC_OK)
		return status;
	*profile = name.len ? (enum robotsc_profile)found : robotsc_profile_of(options.dialect);
	return name.len && found < 0 ? ROBOTSC_ERR_ARGUMENT : ROBOTSC_OK;
}

/* Read the profile of a fetch, its end, what challenges count as, and its header fields, which the
 * caller frees. */
static enum robotsc_status read_fetch(const struct call *c, struct robotsc_fetch *fetch, struct robotsc_header_field **fields)
{
	const int end = find(robotsc__text_at(c, 2), end_name), challenge = find(robotsc__text_at(c, 3), challenge_name);
	const enum robotsc_status known = read_profile(c, &fetch->profile);
	size_t n;
	if (known != ROBOTSC_OK || end < 0 || challenge < 0)
		return known != ROBOTSC_OK ? known : ROBOTSC_ERR_ARGUMENT;
	robotsc__texts_from(c, 4, &n);
	*fields = calloc(n / 2 + 1, sizeof **fields);
	if (!*fields)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n / 2; i++)
		(*fields)[i] = (struct robotsc_header_field){robotsc__text_at(c, 4 + 2 * i), robotsc__text_at(c, 5 + 2 * i)};
	fetch->end = (enum robotsc_end)end;
	fetch->challenge = (unsigned)challenge & 3;
	fetch->fields = *fields;
	fetch->nfields = n / 2;
	return ROBOTSC_OK;
}

/* Pack a decision: six numbers and four texts. */
static void pack_decision(struct call *c, const struct robotsc_decision *d)
{
	const int64_t numbers[] = {d->status, d->fetched, d->since, d->expires, d->revalidate, d->challenge};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		robotsc__pack_number(c, numbers[i]);
	robotsc__pack_text(c, robotsc__text_of(robotsc_outcome_name((enum robotsc_outcome)d->outcome)));
	robotsc__pack_text(c, robotsc__text_of(robotsc_profile_name((enum robotsc_profile)d->profile)));
	robotsc__pack_text(c, robotsc__text_of(robotsc_row_text((enum robotsc_row)d->row)));
	robotsc__pack_text(c, robotsc__text_of(robotsc_end_name((enum robotsc_end)d->end)));
}

/* Texts: name of the profile or "", dialect, name of the end, what challenges count as, then name
 * and value of each header field.  Answer: an object, or packed. */
enum robotsc_status robotsc__tool_access(struct call *c, uint32_t flags, uint32_t status, uint32_t redirects, double at,
                                         double unreachable, double cached_age, bool packed)
{
	struct robotsc_header_field *fields;
	struct robotsc_decision decision;
	struct robotsc_fetch fetch = {.status = status,
	                              .redirects = redirects,
	                              .at = (int64_t)at,
	                              .unreachable = (uint64_t)unreachable,
	                              .cached_age = (uint64_t)cached_age,
	                              .cached = (flags & FLAG_CACHED) != 0,
	                              .empty = (flags & FLAG_EMPTY) != 0,
	                              .page = (flags & FLAG_PAGE) != 0,
	                              .site_up = (flags & FLAG_SITE_UP) != 0,
	                              .allow_429 = (flags & FLAG_ALLOW_429) != 0,
	                              .refused = (flags & FLAG_REFUSED) != 0};
	const enum robotsc_status read = read_fetch(c, &fetch, &fields);
	if (read != ROBOTSC_OK)
		return read;
	robotsc_access(&fetch, &decision);
	(packed ? pack_decision : put_decision)(c, &decision);
	free(fields);
	return robotsc__ended(c, ROBOTSC_OK);
}
