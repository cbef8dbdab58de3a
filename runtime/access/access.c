/* access.c - what the result of a fetch means, and how long that holds.  docs/access.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "freshness.h"
#include "robotsc/access.h"

#define HOUR 3600u
#define DAY (24 * HOUR)
#define PROFILES 4
#define ROWS 11

/* ---- outcome --------------------------------------------------------------------- */

/* Cells of the table of outcomes. */
enum cell {
	PARSE,
	PARSE_OR_EMPTY, /* an empty file allows everything */
	ALLOW,
	DENY,
	DENY_429, /* unless the caller treats 429 like other 4xx */
	DEFER,
	CACHED,
	CACHED_OR_ALLOW,
	CACHED_OR_DENY,
	FOLLOW,       /* if refused: deny */
	FOLLOW_DEFER, /* if refused: defer */
	DOWN          /* google_down() decides */
};

/* clang-format off */
static const uint8_t table[ROWS][PROFILES] = {
	/*                                 rfc9309          google  1996            draft2019 */
	[ROBOTSC_ROW_FOUND] =            { PARSE,           PARSE,  PARSE_OR_EMPTY, PARSE           },
	[ROBOTSC_ROW_NOT_MODIFIED] =     { CACHED,          CACHED, CACHED,         CACHED          },
	[ROBOTSC_ROW_REDIRECT] =         { FOLLOW,          FOLLOW, FOLLOW_DEFER,   FOLLOW          },
	[ROBOTSC_ROW_NOWHERE] =          { ALLOW,           ALLOW,  DEFER,          ALLOW           },
	[ROBOTSC_ROW_FORBIDDEN] =        { ALLOW,           ALLOW,  DENY,           ALLOW           },
	[ROBOTSC_ROW_GONE] =             { ALLOW,           ALLOW,  ALLOW,          ALLOW           },
	[ROBOTSC_ROW_TOO_MANY] =         { DENY_429,        DOWN,   DEFER,          DENY_429        },
	[ROBOTSC_ROW_CLIENT_ERROR] =     { ALLOW,           ALLOW,  ALLOW,          ALLOW           },
	[ROBOTSC_ROW_UNREACHABLE] =      { CACHED_OR_DENY,  DOWN,   DEFER,          CACHED_OR_DENY  },
	[ROBOTSC_ROW_LONG_UNREACHABLE] = { CACHED_OR_ALLOW, DOWN,   DEFER,          CACHED_OR_ALLOW },
	[ROBOTSC_ROW_MALFORMED] =        { DENY,            DOWN,   DEFER,          DENY            },
};
/* clang-format on */

static enum robotsc_outcome google_down(const struct robotsc_fetch *f)
{
	if (f->unreachable <= 12 * HOUR)
		return ROBOTSC_OUTCOME_DEFER;
	if (f->unreachable > 30 * DAY)
		return f->site_up ? ROBOTSC_OUTCOME_ALLOW : ROBOTSC_OUTCOME_DEFER;
	return f->cached ? ROBOTSC_OUTCOME_CACHED : ROBOTSC_OUTCOME_ALLOW;
}

static enum robotsc_outcome outcome_of(const struct robotsc_fetch *f, enum cell cell)
{
	switch (cell) {
	case PARSE:
		return ROBOTSC_OUTCOME_PARSE;
	case PARSE_OR_EMPTY:
		return f->empty ? ROBOTSC_OUTCOME_ALLOW : ROBOTSC_OUTCOME_PARSE;
	case ALLOW:
		return ROBOTSC_OUTCOME_ALLOW;
	case DENY:
		return ROBOTSC_OUTCOME_DENY;
	case DENY_429:
		return f->allow_429 ? ROBOTSC_OUTCOME_ALLOW : ROBOTSC_OUTCOME_DENY;
	case DEFER:
		return ROBOTSC_OUTCOME_DEFER;
	case CACHED:
		return ROBOTSC_OUTCOME_CACHED;
	case CACHED_OR_ALLOW:
		return f->cached ? ROBOTSC_OUTCOME_CACHED : ROBOTSC_OUTCOME_ALLOW;
	case CACHED_OR_DENY:
		return f->cached ? ROBOTSC_OUTCOME_CACHED : ROBOTSC_OUTCOME_DENY;
	case FOLLOW:
		return f->refused ? ROBOTSC_OUTCOME_DENY : ROBOTSC_OUTCOME_FOLLOW;
	case FOLLOW_DEFER:
		return f->refused ? ROBOTSC_OUTCOME_DEFER : ROBOTSC_OUTCOME_FOLLOW;
	case DOWN:
		return google_down(f);
	}
	return ROBOTSC_OUTCOME_DENY;
}

/* True for a response that may be a challenge. */
static int is_challenge(const struct robotsc_fetch *f)
{
	const int has_status = f->end == ROBOTSC_END_RESPONSE || f->end == ROBOTSC_END_TRUNCATED;
	return has_status && f->status / 100 == 2 && (f->status == 202 || f->page);
}

/* The row of the table of outcomes for a 2xx response. */
static enum robotsc_row row_of_found(const struct robotsc_fetch *f, enum robotsc_row unreachable)
{
	if (!is_challenge(f) || f->challenge == ROBOTSC_CHALLENGE_PARSE)
		return ROBOTSC_ROW_FOUND;
	return f->challenge == ROBOTSC_CHALLENGE_UNAVAILABLE ? ROBOTSC_ROW_CLIENT_ERROR : unreachable;
}

static enum robotsc_row row_of_status(const struct robotsc_fetch *f, enum robotsc_row unreachable)
{
	const unsigned most = f->profile == ROBOTSC_PROFILE_1996 ? 10 : 5;
	const int redirect = f->status / 100 == 3 && f->status != 304;
	if (f->redirects > most || (redirect && f->redirects == most && !f->refused))
		return ROBOTSC_ROW_NOWHERE;
	if (redirect)
		return ROBOTSC_ROW_REDIRECT;
	switch (f->status) {
	case 304: /* without a copy, 304 answers no request of ours */
		return f->cached ? ROBOTSC_ROW_NOT_MODIFIED : ROBOTSC_ROW_MALFORMED;
	case 401:
	case 403:
		return ROBOTSC_ROW_FORBIDDEN;
	case 404:
	case 410:
		return ROBOTSC_ROW_GONE;
	case 429:
		return ROBOTSC_ROW_TOO_MANY;
	default:
		break;
	}
	switch (f->status / 100) {
	case 2:
		return row_of_found(f, unreachable);
	case 4:
		return ROBOTSC_ROW_CLIENT_ERROR;
	case 5:
		return unreachable;
	default:
		return ROBOTSC_ROW_MALFORMED;
	}
}

static enum robotsc_row row_of(const struct robotsc_fetch *f)
{
	const enum robotsc_row unreachable = f->unreachable > 30 * DAY ? ROBOTSC_ROW_LONG_UNREACHABLE : ROBOTSC_ROW_UNREACHABLE;
	switch (f->end) {
	case ROBOTSC_END_RESPONSE:
		return row_of_status(f, unreachable);
	case ROBOTSC_END_TRUNCATED: /* a body matters only where a file was found */
		return f->status / 100 == 3 || f->status / 100 == 4 ? row_of_status(f, unreachable) : unreachable;
	case ROBOTSC_END_DNS:
	case ROBOTSC_END_CONNECT:
	case ROBOTSC_END_TLS:
	case ROBOTSC_END_TIMEOUT:
		return unreachable;
	case ROBOTSC_END_LOOP:
	case ROBOTSC_END_NO_LOCATION:
		return ROBOTSC_ROW_NOWHERE;
	case ROBOTSC_END_MALFORMED:
		break;
	}
	return ROBOTSC_ROW_MALFORMED;
}

/* ---- lifetime -------------------------------------------------------------------- */

/* Seconds to wait before the next request, after a failure of the server. */
static uint64_t until_retry(const struct freshness *said)
{
	return said->retry_after == DELTA_NONE ? HOUR : said->retry_after < DAY ? said->retry_after : DAY;
}

/* How many seconds an answer of the server holds. */
static uint64_t lifetime(enum robotsc_profile profile, const struct freshness *said)
{
	uint64_t f = said->max_age;
	if (f == DELTA_NONE && profile != ROBOTSC_PROFILE_GOOGLE)
		f = said->until;
	if (f == DELTA_NONE)
		return profile == ROBOTSC_PROFILE_1996 ? 7 * DAY : DAY;
	f = f > said->age ? f - said->age : 0;
	return f > DAY && (profile == ROBOTSC_PROFILE_RFC9309 || profile == ROBOTSC_PROFILE_DRAFT2019) ? DAY : f;
}

/* 429 is a failure, unless the caller treats it like other 4xx. */
static int is_too_many(const struct robotsc_fetch *f, const struct robotsc_decision *r)
{
	return r->row == ROBOTSC_ROW_TOO_MANY && !(f->allow_429 && table[r->row][f->profile] == DENY_429);
}

/* True if the server failed or must not be asked for now. */
static int is_failure(const struct robotsc_fetch *f, const struct robotsc_decision *r)
{
	return r->row >= ROBOTSC_ROW_UNREACHABLE || is_too_many(f, r) || r->outcome == ROBOTSC_OUTCOME_DEFER;
}

/* When the rules in force were fetched. */
static int64_t since(const struct robotsc_fetch *f, const struct robotsc_decision *d)
{
	if (d->outcome != ROBOTSC_OUTCOME_CACHED || d->row == ROBOTSC_ROW_NOT_MODIFIED)
		return f->at;
	return f->cached_age > (uint64_t)f->at - (uint64_t)INT64_MIN ? INT64_MIN : (int64_t)((uint64_t)f->at - f->cached_age);
}

void robotsc_access(const struct robotsc_fetch *fetch, struct robotsc_decision *decision)
{
	struct robotsc_fetch f = *fetch;
	struct freshness said;
	uint64_t seconds;
	if ((unsigned)f.profile >= PROFILES)
		f.profile = ROBOTSC_PROFILE_RFC9309;
	if ((unsigned)f.end > ROBOTSC_END_NO_LOCATION)
		f.end = ROBOTSC_END_MALFORMED;
	if (!f.refused && robotsc_leads_nowhere(&f))
		f.end = ROBOTSC_END_NO_LOCATION;
	const enum robotsc_row row = row_of(&f);
	*decision = (struct robotsc_decision){.fetched = f.at,
	                                      .status = (uint16_t)(f.status > UINT16_MAX ? 0 : f.status),
	                                      .end = (uint8_t)f.end,
	                                      .profile = (uint8_t)f.profile,
	                                      .row = (uint8_t)row,
	                                      .challenge = (uint8_t)is_challenge(&f),
	                                      .outcome = (uint8_t)outcome_of(&f, (enum cell)table[row][f.profile])};
	decision->since = since(&f, decision);
	robotsc__freshness_read(&f, &said);
	if (decision->outcome == ROBOTSC_OUTCOME_FOLLOW) {
		seconds = 0;
	} else if (is_failure(&f, decision)) {
		seconds = until_retry(&said);
	} else {
		seconds = lifetime(f.profile, &said);
		decision->revalidate = said.revalidate && f.profile != ROBOTSC_PROFILE_GOOGLE;
	}
	decision->expires = f.at > INT64_MAX - (int64_t)seconds ? INT64_MAX : f.at + (int64_t)seconds;
}

int robotsc_fresh(const struct robotsc_decision *decision, int64_t now)
{
	return !decision->revalidate && now >= decision->fetched && now < decision->expires;
}

enum robotsc_profile robotsc_profile_of(enum robotsc_dialect dialect)
{
	switch (dialect) {
	case ROBOTSC_GOOGLE:
		return ROBOTSC_PROFILE_GOOGLE;
	case ROBOTSC_NEXOR1994:
	case ROBOTSC_KOSTER1996:
	case ROBOTSC_CONNER2:
		return ROBOTSC_PROFILE_1996;
	case ROBOTSC_RFC9309:
		break;
	}
	return ROBOTSC_PROFILE_RFC9309;
}

/* ---- words ----------------------------------------------------------------------- */

const char *robotsc_row_text(enum robotsc_row row)
{
	static const char *const texts[ROWS] = {
		[ROBOTSC_ROW_FOUND] = "found (2xx)",
		[ROBOTSC_ROW_NOT_MODIFIED] = "not modified (304), and there is a copy",
		[ROBOTSC_ROW_REDIRECT] = "redirected (3xx)",
		[ROBOTSC_ROW_NOWHERE] = "redirected too often, in a loop, or nowhere",
		[ROBOTSC_ROW_FORBIDDEN] = "forbidden (401, 403)",
		[ROBOTSC_ROW_GONE] = "not there (404, 410)",
		[ROBOTSC_ROW_TOO_MANY] = "too many requests (429)",
		[ROBOTSC_ROW_CLIENT_ERROR] = "not available (4xx)",
		[ROBOTSC_ROW_UNREACHABLE] = "server error (5xx), no response, or only a part of it",
		[ROBOTSC_ROW_LONG_UNREACHABLE] = "server errors (5xx) or no response for more than 30 days",
		[ROBOTSC_ROW_MALFORMED] = "not a response that HTTP knows",
	};
	return (unsigned)row < ROWS ? texts[row] : "unknown";
}

const char *robotsc_outcome_name(enum robotsc_outcome outcome)
{
	static const char *const names[] = {"parse", "allow", "deny", "defer", "cached", "follow"};
	return (unsigned)outcome < sizeof names / sizeof names[0] ? names[outcome] : "unknown";
}

const char *robotsc_profile_name(enum robotsc_profile profile)
{
	static const char *const names[PROFILES] = {"rfc9309", "google", "1996", "draft2019"};
	return (unsigned)profile < PROFILES ? names[profile] : NULL;
}

const char *robotsc_challenge_name(enum robotsc_challenge challenge)
{
	static const char *const names[] = {"parse", "unavailable", "unreachable"};
	return (unsigned)challenge < sizeof names / sizeof names[0] ? names[challenge] : NULL;
}

const char *robotsc_end_name(enum robotsc_end end)
{
	static const char *const names[] = {"response",  "dns",       "connect", "tls",        "timeout",
	                                    "truncated", "malformed", "loop",    "no-location"};
	return (unsigned)end < sizeof names / sizeof names[0] ? names[end] : NULL;
}
