/* access_test.c - what the end of a fetch means: every cell of the table in docs/access.md, taken
 * word by word, for every status and state.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/support/doc_page.h"
#include "robotsc/access.h"

#define PAGE "docs/access.md"
#define ROWS 11
#define PROFILES 4

/* ---- the table --------------------------------------------------------------------- */

static const char *cells[ROWS][PROFILES]; /* the cells as the page has them */

static void read_table(const struct page *p)
{
	static const char *const rows[ROWS] = {"`ROBOTSC_ROW_FOUND`",       "`ROBOTSC_ROW_NOT_MODIFIED`",
	                                       "`ROBOTSC_ROW_REDIRECT`",    "`ROBOTSC_ROW_NOWHERE`",
	                                       "`ROBOTSC_ROW_FORBIDDEN`",   "`ROBOTSC_ROW_GONE`",
	                                       "`ROBOTSC_ROW_TOO_MANY`",    "`ROBOTSC_ROW_CLIENT_ERROR`",
	                                       "`ROBOTSC_ROW_UNREACHABLE`", "`ROBOTSC_ROW_LONG_UNREACHABLE`",
	                                       "`ROBOTSC_ROW_MALFORMED`"};
	for (size_t i = 0; i < p->nrows; i++)
		for (int r = 0; r < ROWS; r++)
			if (strcmp(p->rows[i].cell[0], rows[r]) == 0)
				for (int f = 0; f < PROFILES; f++) {
					const unsigned column =
						page_column(&p->rows[i], robotsc_profile_name((enum robotsc_profile)f));

					if (CHECK_MSG(column < PAGE_CELLS && !cells[r][f], "%s:%u", PAGE, p->rows[i].line))
						cells[r][f] = p->rows[i].cell[column];
				}
}

/* The outcome that the words of a cell mean. */
static enum robotsc_outcome meaning(const char *words, const struct robotsc_fetch *f)
{
	static const char *const names[] = {"parse", "allow", "deny", "defer", "copy"};

	for (int i = 0; i < 5; i++)
		if (strcmp(words, names[i]) == 0)
			return (enum robotsc_outcome)i;
	if (strcmp(words, "parse, if empty allow") == 0)
		return f->empty ? ROBOTSC_OUTCOME_ALLOW : ROBOTSC_OUTCOME_PARSE;
	if (strcmp(words, "copy, else allow") == 0)
		return f->cached ? ROBOTSC_OUTCOME_CACHED : ROBOTSC_OUTCOME_ALLOW;
	if (strcmp(words, "copy, else deny") == 0)
		return f->cached ? ROBOTSC_OUTCOME_CACHED : ROBOTSC_OUTCOME_DENY;
	if (strcmp(words, "deny, if asked allow") == 0)
		return f->allow_429 ? ROBOTSC_OUTCOME_ALLOW : ROBOTSC_OUTCOME_DENY;
	if (strcmp(words, "follow, if refused deny") == 0)
		return f->refused ? ROBOTSC_OUTCOME_DENY : ROBOTSC_OUTCOME_FOLLOW;
	if (strcmp(words, "follow, if refused defer") == 0)
		return f->refused ? ROBOTSC_OUTCOME_DEFER : ROBOTSC_OUTCOME_FOLLOW;
	CHECK_MSG(strcmp(words, "down") == 0, "%s: '%s'", PAGE, words);
	if (f->unreachable <= 12 * 3600)
		return ROBOTSC_OUTCOME_DEFER;
	if (f->unreachable > 30 * 24 * 3600)
		return f->site_up ? ROBOTSC_OUTCOME_ALLOW : ROBOTSC_OUTCOME_DEFER;
	return f->cached ? ROBOTSC_OUTCOME_CACHED : ROBOTSC_OUTCOME_ALLOW;
}

/* The row, by the words of its second column. */
static enum robotsc_row row_of(const struct robotsc_fetch *f)
{
	const unsigned s = f->status;
	const int no_body_needed = f->end == ROBOTSC_END_TRUNCATED && s >= 300 && s <= 499;
	const int redirected = s >= 300 && s <= 399 && s != 304;
	const uint64_t hops = (uint64_t)f->redirects + (redirected && !f->refused ? 1 : 0);

	if (f->end == ROBOTSC_END_LOOP || f->end == ROBOTSC_END_NO_LOCATION)
		return ROBOTSC_ROW_NOWHERE;
	if (redirected && f->nfields == 0 && !f->refused && (f->end == ROBOTSC_END_RESPONSE || no_body_needed))
		return ROBOTSC_ROW_NOWHERE;
	if (f->end == ROBOTSC_END_MALFORMED)
		return ROBOTSC_ROW_MALFORMED;
	if (f->end != ROBOTSC_END_RESPONSE && !no_body_needed)
		return f->unreachable > 30 * 24 * 3600 ? ROBOTSC_ROW_LONG_UNREACHABLE : ROBOTSC_ROW_UNREACHABLE;
	if (hops > (f->profile == ROBOTSC_PROFILE_1996 ? 10 : 5))
		return ROBOTSC_ROW_NOWHERE;
	if (redirected)
		return ROBOTSC_ROW_REDIRECT;
	if (s == 304)
		return f->cached ? ROBOTSC_ROW_NOT_MODIFIED : ROBOTSC_ROW_MALFORMED;
	if (s >= 200 && s <= 299)
		return ROBOTSC_ROW_FOUND;
	if (s == 401 || s == 403)
		return ROBOTSC_ROW_FORBIDDEN;
	if (s == 404 || s == 410)
		return ROBOTSC_ROW_GONE;
	if (s == 429)
		return ROBOTSC_ROW_TOO_MANY;
	if (s >= 400 && s <= 499)
		return ROBOTSC_ROW_CLIENT_ERROR;
	if (s >= 500 && s <= 599)
		return f->unreachable > 30 * 24 * 3600 ? ROBOTSC_ROW_LONG_UNREACHABLE : ROBOTSC_ROW_UNREACHABLE;
	return ROBOTSC_ROW_MALFORMED;
}

static unsigned long seen[ROWS][PROFILES];

static void check_fetch(const struct robotsc_fetch *f)
{
	const enum robotsc_row row = row_of(f);
	const char *words = cells[row][f->profile];
	struct robotsc_decision r;

	memset(&r, 0xAA, sizeof r);
	robotsc_access(f, &r);
	seen[row][f->profile]++;
	CHECK_MSG(r.row == row && words && r.outcome == meaning(words, f), "%s, end %d, status %u, %u redirects: %s, %s",
	          robotsc_profile_name(f->profile), (int)f->end, f->status, f->redirects, robotsc_row_text((enum robotsc_row)r.row),
	          robotsc_outcome_name((enum robotsc_outcome)r.outcome));
	CHECK(r.fetched == f->at && (r.end == f->end || (r.end == ROBOTSC_END_NO_LOCATION && f->nfields == 0)) &&
	      r.profile == f->profile && r.status == (f->status > 65535 ? 0 : f->status));
}

/* Check one end and status in every state. */
static void all_states(enum robotsc_end end, unsigned status)
{
	static const uint64_t ages[] = {0, 86400, 86401};
	static const uint64_t gone[] = {0, 43200, 43201, 2592000, 2592001, UINT64_MAX};

	static const struct robotsc_header_field location = {{"Location", 8}, {"/a", 2}};

	for (unsigned flags = 0; flags < 256; flags++)
		for (size_t age = 0; age < (flags & 1 ? sizeof ages / sizeof ages[0] : 1); age++)
			for (size_t away = 0; away < sizeof gone / sizeof gone[0]; away++) {
				const struct robotsc_fetch f = {.profile = (enum robotsc_profile)(flags >> 4 & 3),
				                                .end = end,
				                                .status = status,
				                                .cached = flags & 1,
				                                .empty = flags >> 1 & 1,
				                                .site_up = flags >> 2 & 1,
				                                .allow_429 = flags >> 3 & 1,
				                                .refused = flags >> 6 & 1,
				                                .fields = &location,
				                                .nfields = flags >> 7,
				                                .cached_age = ages[age],
				                                .unreachable = gone[away]};
				check_fetch(&f);
			}
}

static void every_cell(void)
{
	static const unsigned statuses[] = {200, 204, 299, 304, 301, 302, 303, 307, 308, 399, 400, 401, 402, 403, 404, 405,
	                                    410, 418, 428, 429, 430, 451, 499, 500, 503, 599, 600, 999, 0,   100, 199};
	struct robotsc_fetch f = {.profile = ROBOTSC_PROFILE_RFC9309};
	struct robotsc_decision r;

	for (int end = ROBOTSC_END_RESPONSE; end <= ROBOTSC_END_NO_LOCATION; end++)
		for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
			all_states((enum robotsc_end)end, statuses[i]);
	for (int i = 0; i < 2 * PROFILES; i++) {
		f.profile = (enum robotsc_profile)(i / 2);
		f.refused = (i & 1) != 0;
		for (f.status = 0; f.status < 1100; f.status++)
			for (f.redirects = 0; f.redirects < 13; f.redirects++)
				check_fetch(&f);
		f.redirects = UINT32_MAX;
		for (f.status = 200; f.status < 600; f.status += 100)
			check_fetch(&f);
		f.status = UINT32_MAX;
		check_fetch(&f);
	}
	for (int row = 0; row < ROWS; row++)
		for (int profile = 0; profile < PROFILES; profile++)
			CHECK_MSG(seen[row][profile] > 0, "row %d, profile %d", row, profile);
	f = (struct robotsc_fetch){.profile = (enum robotsc_profile)77, .end = (enum robotsc_end)99, .status = 200};
	robotsc_access(&f, &r);
	CHECK(r.profile == ROBOTSC_PROFILE_RFC9309 && r.end == ROBOTSC_END_MALFORMED && r.outcome == ROBOTSC_OUTCOME_DENY);
	f = (struct robotsc_fetch){.profile = (enum robotsc_profile)PROFILES, .end = ROBOTSC_END_RESPONSE, .status = 401};
	robotsc_access(&f, &r);
	CHECK(r.profile == ROBOTSC_PROFILE_RFC9309 && r.outcome == ROBOTSC_OUTCOME_ALLOW);
	f = (struct robotsc_fetch){.end = (enum robotsc_end)(ROBOTSC_END_NO_LOCATION + 1), .status = 200};
	robotsc_access(&f, &r);
	CHECK(r.end == ROBOTSC_END_MALFORMED && r.row == ROBOTSC_ROW_MALFORMED);
}

static void words(void)
{
	static const enum robotsc_profile of[] = {ROBOTSC_PROFILE_RFC9309, ROBOTSC_PROFILE_GOOGLE, ROBOTSC_PROFILE_1996,
	                                          ROBOTSC_PROFILE_1996,    ROBOTSC_PROFILE_1996,   ROBOTSC_PROFILE_RFC9309};

	for (int i = 0; i < 6; i++)
		CHECK(robotsc_profile_of((enum robotsc_dialect)i) == of[i]);
	for (int i = -1; i <= ROWS; i++)
		CHECK((strcmp(robotsc_row_text((enum robotsc_row)i), "unknown") == 0) == (i < 0 || i == ROWS));
	for (int i = -1; i <= 6; i++)
		CHECK((strcmp(robotsc_outcome_name((enum robotsc_outcome)i), "unknown") == 0) == (i < 0 || i == 6));
	for (int i = -1; i <= PROFILES; i++)
		CHECK((robotsc_profile_name((enum robotsc_profile)i) == NULL) == (i < 0 || i == PROFILES));
	for (int i = -1; i <= ROBOTSC_END_NO_LOCATION + 1; i++)
		CHECK((robotsc_end_name((enum robotsc_end)i) == NULL) == (i < 0 || i > ROBOTSC_END_NO_LOCATION));
}

int main(void)
{
	struct page p;

	page_open(&p, PAGE);
	read_table(&p);
	CHECK_PART(every_cell);
	page_close(&p);
	CHECK_PART(words);
	return check_done();
}
