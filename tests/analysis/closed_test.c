/* closed_test.c - star-closed, closed-but and site-closed, against every path of small worlds.
 *
 *     closed_test [WORLDS]
 *
 * A random text is linted in each dialect.  "*" is reported as closed if and only if the oracle
 * finds no path open to it, but those that begin with /robots.txt; as closed but for some patterns
 * if that holds without its Allow lines only, and something else is closed.  The patterns are those
 * of Allow lines that are left when each is tried to be left out.  The site is closed if all
 * crawlers of search may fetch nothing, or only what patterns that end in '$' match.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"

#include <robotsc/lint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4  /* most units of a path, after the first '/' */
#define SHORT 3    /* LONGEST, if many texts are asked */
#define WORLDS 300 /* number of worlds, unless an argument gives it */
#define LINES 40
#define ROBOTS 3

static const char *const units[] = {"a", "b", "c", "/", "?", "$", "robots.txt"};
#define UNITS (sizeof units / sizeof units[0])
/* Most patterns close or open everything, or nearly everything. */
static const char *const patterns[] = {"/",      "/",      "/*",     "*",       "/**", "/$",           "",
                                       "/a",     "/a*",    "/*a",    "/*a$",    "/?",  "/robots.txt",  "/robots.txt$",
                                       "/[b-a]", "/[ab]*", "/[!ab]", "/[!ab]*", "/*/", "/*/robots.txt"};
#define PATTERNS (sizeof patterns / sizeof patterns[0])
static const char *const names[ROBOTS] = {"*", "Googlebot", "bingbot"};

struct world {
	char text[1200];
	size_t len;
};

static void append(struct world *w, const char *before, const char *value)
{
	w->len += (size_t)snprintf(w->text + w->len, sizeof w->text - w->len, "%s%s\n", before, value);
}

static void make_world(struct world *w, uint64_t *state)
{
	const size_t groups = 1 + product_below(state, 3);

	w->len = 0;
	for (size_t g = 0; g < groups; g++) {
		const size_t rules = product_below(state, 5);

		append(w, "User-agent: ", names[product_below(state, 2) ? 0 : product_below(state, ROBOTS)]);
		if (product_below(state, 5) == 0)
			append(w, "User-agent: ", names[product_below(state, ROBOTS)]);
		if (product_below(state, 2))
			append(w, "Robot-version: 2.0", "");
		for (size_t i = 0; i < rules; i++) {
			const char *const field = product_below(state, 3) ? "Disallow: " : "Allow: ";

			append(w, field, patterns[product_below(state, product_below(state, 2) ? 4 : PATTERNS)]);
		}
		if (product_below(state, 2))
			append(w, "", "");
	}
}

/* ---- what the oracle says ------------------------------------------------------- */

struct says {
	int open, closed;  /* some path is open, some path is closed */
	uint64_t verdicts; /* a number made of the verdicts of all paths */
	int decides[LINES];
};

static void walk(const struct oracle_policy *policy, char *url, size_t len, int left, struct says *out)
{
	struct oracle_reason reason;
	const int allowed = oracle_check(policy, url, len, &reason);

	if (len < 19 || memcmp(url + 8, "/robots.txt", 11) != 0) {
		out->open |= allowed;
		out->closed |= !allowed;
		out->verdicts = (out->verdicts ^ (unsigned)allowed) * 1099511628211u;
		out->decides[reason.line < LINES ? reason.line : 0] = 1;
	}
	for (size_t i = 0; i < UNITS && left > 0; i++) {
		const size_t n = strlen(units[i]);

		memcpy(url + len, units[i], n);
		walk(policy, url, len + n, left - 1, out);
	}
}

/* Ask what a robot may fetch; "*": any robot that the text does not name.  Returns 0 if the robot
 * has no group. */
static int ask(const struct oracle_file *file, const char *robot, int longest, struct says *out)
{
	const struct oracle_text token = {robot, strlen(robot)};
	const int is_star = strcmp(robot, "*") == 0;
	struct oracle_policy *policy = oracle_select(file, &token, is_star ? 0 : 1);
	const int selected = oracle_selected_by(policy, NULL) != ORACLE_SELECTED_NONE;
	char url[80] = "http://h/";

	memset(out, 0, sizeof *out);
	walk(policy, url, 9, longest, out);
	/* Patterns as paths, too: in some dialects their operators are ordinary octets. */
	for (size_t i = 0; i < PATTERNS; i++)
		if (patterns[i][0] == '/') {
			strcpy(url + 8, patterns[i]);
			walk(policy, url, strlen(url), 1, out);
		}
	oracle_free_policy(policy);
	return selected;
}

/* ---- closed, but for what some patterns match ------------------------------------- */

/* Whether a robot may fetch nothing, or only what the patterns of Allow lines match. */
enum kept {
	KEPT_NOT,
	KEPT_BUT,      /* patterns of lines, and one of them does not end in '$' */
	KEPT_BUT_ENDS, /* patterns of lines that all end in '$' */
	KEPT_CLOSED
};

/* Copy a world without the Allow lines whose bits are set in `lines`.  Allow lines of /robots.txt
 * stay unless robots_txt is set. */
static void leave_out(const struct world *from, uint64_t lines, int robots_txt, struct world *to)
{
	unsigned number = 0;

	to->len = 0;
	for (const char *at = from->text, *end; at < from->text + from->len; at = end + 1, number++) {
		end = strchr(at, '\n');
		if (strncmp(at, "Allow: ", 7) == 0 && (robots_txt || strncmp(at, "Allow: /robots.txt", 18) != 0) &&
		    lines >> number & 1) {
			to->len += (size_t)snprintf(to->text + to->len, 3, "#\n");
		} else {
			memcpy(to->text + to->len, at, (size_t)(end + 1 - at));
			to->len += (size_t)(end + 1 - at);
		}
	}
	to->text[to->len] = '\0';
}

static void ask_world(const struct world *w, enum oracle_dialect dialect, const char *robot, struct says *out)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *const file = oracle_parse(&options, w->text, w->len);

	(void)ask(file, robot, SHORT, out);
	oracle_free_file(file);
}

/* True for a pattern that matches every path. */
static int opens_all(enum oracle_dialect dialect, const char *at, size_t len)
{
	const size_t slash = len > 0 && *at == '/', stars = strspn(at, "/*") - slash;

	if (dialect == ORACLE_KOSTER1996)
		return len == 1 && slash;
	for (size_t i = slash; i < len; i++)
		if (at[i] != '*')
			return 0;
	return dialect == ORACLE_CONNER2 ? stars > 0 : len > 0;
}

/* listed: out, of KEPT_BUT and KEPT_BUT_ENDS, as lint names them. */
static enum kept ask_kept(const struct world *w, enum oracle_dialect dialect, const char *robot, char *listed)
{
	struct says all, without;
	struct world less;
	uint64_t out = 0;
	enum kept kept = KEPT_BUT_ENDS;
	size_t len = 0;
	unsigned number = 0;

	ask_world(w, dialect, robot, &all);
	/* In conner2 an Allow closes all that no rule matches. */
	leave_out(w, ~0ull, dialect == ORACLE_CONNER2, &less);
	ask_world(&less, dialect, robot, &without);
	listed[0] = '\0';
	if (!all.open)
		return KEPT_CLOSED;
	if (without.open || !all.closed)
		return KEPT_NOT;
	for (const char *at = w->text, *end; at < w->text + w->len; at = end + 1, number++) {
		end = strchr(at, '\n');
		if (strncmp(at, "Allow: ", 7) != 0 || strncmp(at, "Allow: /robots.txt", 18) == 0)
			continue;
		leave_out(w, out | 1ull << number, 0, &less);
		ask_world(&less, dialect, robot, &without);
		if (without.verdicts == all.verdicts) {
			out |= 1ull << number;
			continue;
		}
		len += (size_t)sprintf(listed + len, "%s%.*s", len ? ", " : "", (int)(end - at - 7), at + 7);
		if (opens_all(dialect, at + 7, (size_t)(end - at - 7)))
			return KEPT_NOT;
		if (end[-1] != '$')
			kept = KEPT_BUT;
	}
	return kept;
}

/* True if no crawler of search may fetch more than single pages.  robots[] has each crawler, or the
 * robot whose group it obeys; own is the crawler's dialect. */
static int is_site_closed(const struct world *w, enum oracle_dialect dialect)
{
	static const char *const robots[] = {"*", "bingbot", "Googlebot", "*", "Googlebot"};
	char listed[1200];

	for (size_t i = 0; i < 5; i++) {
		const enum oracle_dialect own = dialect > ORACLE_GOOGLE ? dialect : i < 3 ? ORACLE_RFC9309 : ORACLE_GOOGLE;

		if (ask_kept(w, own, robots[i], listed) < KEPT_BUT_ENDS)
			return 0;
	}
	return 1;
}

/* ---- what lint says --------------------------------------------------------------- */

struct told {
	unsigned star, site, but;
	uint32_t line;
	char said[1200]; /* of closed-but */
};

static void take(void *ctx, const struct robotsc_finding *f)
{
	struct told *t = ctx;
	const int star = strcmp(f->rule->id, "star-closed") == 0, site = strcmp(f->rule->id, "site-closed") == 0;

	t->star += (unsigned)star;
	t->site += (unsigned)site;
	if (star || site)
		t->line = f->line;
	if (strcmp(f->rule->id, "closed-but") == 0) {
		t->but++;
		snprintf(t->said, sizeof t->said, "%s", f->said ? f->said : "");
	}
}

static struct told lint(const struct world *w, enum oracle_dialect dialect, int public_site)
{
	struct robotsc_options options;
	struct robotsc_lint_summary summary;
	struct told told = {0, 0, 0, 0, ""};

	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.public_site = public_site != 0;
	CHECK(robotsc_lint(&options, w->text, w->len, ROBOTSC_LINT_BUDGET, take, &told, &summary) == ROBOTSC_OK);
	CHECK(summary.undecided == 0);
	return told;
}

/* ---- the two ---------------------------------------------------------------------- */

static unsigned long buts[ORACLE_DIALECTS], stars[ORACLE_DIALECTS], sites[ORACLE_DIALECTS], beside[ORACLE_DIALECTS],
	others[ORACLE_DIALECTS];

static void judge(const struct world *w, enum oracle_dialect dialect)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *const file = oracle_parse(&options, w->text, w->len);
	struct says star;
	char listed[1200], where[2600];
	const int is_star = ask(file, "*", LONGEST, &star) && !star.open;
	const enum kept kept = ask_kept(w, dialect, "*", listed);
	const int is_but = kept == KEPT_BUT || kept == KEPT_BUT_ENDS, is_site = is_site_closed(w, dialect);

	snprintf(where, sizeof where, "dialect %d, %s\n%.*s", (int)dialect, listed, (int)w->len, w->text);
	for (int public_site = 0; public_site < 2; public_site++) {
		const struct told told = lint(w, dialect, public_site);
		const unsigned site = is_site && public_site;

		CHECK_MSG(told.site == site, "%u sites, not %u: %s", told.site, site, where);
		CHECK_MSG(told.star == (is_star && !site), "%u stars, not %u: %s", told.star, is_star && !site, where);
		CHECK_MSG(told.but == (unsigned)is_but, "%u closed-but, not %d: %s", told.but, is_but, where);
		CHECK_MSG(!told.but || strstr(told.said, " more") || strcmp(told.said, listed) == 0, "%s: %s", told.said, where);
		CHECK_MSG(!told.star || star.decides[told.line] || star.decides[0], "line %u decides nothing: %s", told.line,
		          where);
	}
	buts[dialect] += (unsigned long)is_but;
	stars[dialect] += (unsigned long)is_star;
	sites[dialect] += (unsigned long)is_site;
	beside[dialect] += is_star && strstr(w->text, "Allow: ");
	others[dialect] += !is_star;
	oracle_free_file(file);
}

/* ---- known ones -------------------------------------------------------------------- */

struct told_lines {
	const char *id;
	char lines[64];
};

static void take_known(void *ctx, const struct robotsc_finding *f)
{
	struct told_lines *k = ctx;
	const size_t len = strlen(k->lines);

	if (strcmp(f->rule->id, k->id) == 0)
		snprintf(k->lines + len, sizeof k->lines - len, "%s%u", len ? " " : "", (unsigned)f->line);
}

/* Texts of public sites.  site-closed is reported unless a crawler of search is let in. */
static const struct {
	const char *id, *lines, *text;
	enum robotsc_dialect dialect;
} known[] = {
	{"site-closed", "2", "User-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"site-closed", "2", "User-agent: *\nDisallow: /\n\nUser-agent: b\nUser-agent: c\nDisallow: /\n", ROBOTSC_KOSTER1996},
	/* The site is found only if a crawler of search is let in, by its name or by that of its
	 * family. */
	{"site-closed", "2", "User-agent: *\nDisallow: /\n\nUser-agent: b\nDisallow: /a\n", ROBOTSC_RFC9309},
	{"site-closed", "", "User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /a\n", ROBOTSC_RFC9309},
	{"site-closed", "", "User-agent: *\nDisallow: /\n\nUser-agent: msnbot\nDisallow: /a\n", ROBOTSC_RFC9309},
	{"site-closed", "4", "User-agent: google\nUser-agent: bing\nUser-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"site-closed", "5", "User-agent: google\nUser-agent: bing\nDisallow:\nUser-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"search-closed", "2", "User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /a\n", ROBOTSC_RFC9309},
	{"search-closed", "2", "User-agent: Yandex\nDisallow: /\n", ROBOTSC_RFC9309},
	{"search-closed", "", "User-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	{"search-closed", "", "User-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"star-closed", "2", "User-agent: *\nDisallow: /\n\nUser-agent: Slurp\nDisallow: /a\n", ROBOTSC_RFC9309},
	{"star-closed", "2", "User-agent: *\nDisallow: /\n\nUser-agent: Slurp\nAllow: /a\nDisallow: /\n", ROBOTSC_RFC9309},
	/* Single pages are no site, but a folder may be. */
	{"site-closed", "2", "User-agent: *\nDisallow: /\nAllow: /$\n", ROBOTSC_RFC9309},
	{"site-closed", "2", "User-agent: *\nDisallow: /\nAllow: /$\nAllow: /*.css$\nAllow: /robots.txt\n", ROBOTSC_RFC9309},
	{"site-closed", "", "User-agent: *\nDisallow: /\nAllow: /$\nAllow: /de/\n", ROBOTSC_RFC9309},
	{"star-closed", "", "User-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"site-closed", "", "User-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	/* An Allow that opens no page: of robots.txt, outweighed, too late, or not read. */
	{"site-closed", "2", "User-agent: *\nDisallow: /\nAllow: /robots.txt$\n", ROBOTSC_RFC9309},
	{"site-closed", "2", "User-agent: *\nDisallow: /*\nAllow: /\nUser-agent: b\nAllow: /robots.txt\nDisallow: *\n",
         ROBOTSC_GOOGLE},
	{"site-closed", "3", "User-agent: *\nAllow: /robots.txt\nDisallow: /\nAllow: /a\n", ROBOTSC_KOSTER1996},
	{"site-closed", "3", "User-agent: *\nAllow: /a\nDisallow: /\n", ROBOTSC_NEXOR1994},
	{"site-closed", "1", "User-agent: *\nRobot-version: 2.0\nAllow: /[b-a]\n", ROBOTSC_CONNER2},
	{"site-closed", "", "User-agent: *\nDisallow: /\nAllow: /r\n", ROBOTSC_RFC9309},
	{"site-closed", "", "User-agent: *\nAllow: /a\nDisallow: /\n", ROBOTSC_KOSTER1996},
	{"site-closed", "", "User-agent: *\nDisallow: /\nUser-agent: Googlebot\nDisallow: /*\nAllow: /**a\n", ROBOTSC_GOOGLE},
	{"closed-but", "2", "User-agent: *\nDisallow: /\nAllow: /$\n", ROBOTSC_RFC9309},
	{"closed-but", "3", "User-agent: *\nAllow: /de/\nDisallow: *\n", ROBOTSC_GOOGLE},
	{"closed-but", "3", "User-agent: *\nRobot-version: 2.0\nDisallow: *\nAllow: /a\n", ROBOTSC_RFC9309},
	{"closed-but", "", "User-agent: *\nDisallow: /\nAllow: /*\n", ROBOTSC_RFC9309},
	{"closed-but", "", "User-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"closed-but", "", "User-agent: *\nDisallow: /a\nAllow: /a$\n", ROBOTSC_RFC9309},
	{"closed-but", "", "User-agent: *\nDisallow: /\nAllow: /robots.txt\n", ROBOTSC_RFC9309},
	/* What pages need: where a rule names it, or in folders where it usually is. */
	{"assets-closed", "2", "User-agent: *\nDisallow: /wp-includes/\nDisallow: /admin/\n", ROBOTSC_RFC9309},
	{"assets-closed", "2 3", "User-agent: *\nDisallow: /*.js$\nDisallow: /shop/static\nDisallow: /a.json\n", ROBOTSC_RFC9309},
	{"assets-closed", "", "User-agent: *\nDisallow: /static/img/\nDisallow: /\n", ROBOTSC_RFC9309},
	{"assets-closed", "", "User-agent: *\nDisallow: /css/\nAllow: /css/*.css\n", ROBOTSC_RFC9309},
	{"assets-closed", "", "User-agent: *\nDisallow: /css/\nUser-agent: Googlebot\nDisallow: /a\n", ROBOTSC_RFC9309},
	/* What Lighthouse counts and lint has no other word for; the first of several lines. */
	{"lighthouse", "2", "User-agent: *\nContent-Usage: train-ai=n\nAllow: /\nContent-Usage: search=y\n", ROBOTSC_RFC9309},
	{"lighthouse", "", "User-agent: *\nDisallow: a\nCache-delay: 2\n\xC2\xA0# x\nDisallow: /$a\nx\n", ROBOTSC_RFC9309},
	{"lighthouse", "",
         "\xEF\xBB\xBFuser-AGENT:*\r\nDisallow:\rHost: x\nVisit-time: 0800-0900\nSitemap: http:///h\nLicense: https://h/l\n",
         ROBOTSC_RFC9309},
};

static void known_sites(void)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		struct told_lines told = {.id = known[i].id};
		struct robotsc_options options;

		robotsc_options_init(&options);
		options.dialect = known[i].dialect;
		options.public_site = 1;
		CHECK(robotsc_lint(&options, known[i].text, strlen(known[i].text), ROBOTSC_LINT_BUDGET, take_known, &told, NULL) ==
		      ROBOTSC_OK);
		CHECK_MSG(strcmp(told.lines, known[i].lines) == 0, "%s: lines '%s', not '%s', of\n%s", told.id, told.lines,
		          known[i].lines, known[i].text);
	}
}

int main(int argc, char **argv)
{
	const unsigned long worlds = argc == 2 ? strtoul(argv[1], NULL, 10) : WORLDS;
	uint64_t state = 11;

	known_sites();
	for (unsigned long i = 0; i < worlds; i++) {
		struct world world;

		make_world(&world, &state);
		for (int dialect = 0; dialect < (int)ORACLE_DIALECTS; dialect++)
			judge(&world, (enum oracle_dialect)dialect);
	}
	for (int d = 0; d < (int)ORACLE_DIALECTS; d++) {
		printf("dialect %d: \"*\" is closed in %lu texts, %lu with an Allow, to all in %lu, but for patterns in %lu, and "
		       "not in %lu\n",
		       d, stars[d], beside[d], sites[d], buts[d], others[d]);
		CHECK(20 * sites[d] > worlds && 50 * beside[d] > worlds && 3 * others[d] > worlds && stars[d] > sites[d]);
	}
	return check_done();
}
