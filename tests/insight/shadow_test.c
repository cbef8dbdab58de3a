/* shadow_test.c - how the answers of another reader come about, beside the oracle's: real texts and
 * paths, and answers of each dialect, of robots without a group, and at random.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle/oracle.h"
#include "support/product.h"
#include "support/test.h"

#include <robotsc/explain.h>

#define URLS 200 /* more than are looked at together */

static const char *const texts[] = {
	("User-agent: *\nDisallow: /cart\nAllow: /cart/open\nDisallow: /*.pdf$\n\nUser-agent: bot\nDisallow: /private/\n"
         "Allow: /private/press/\nDisallow: /*/draft/\nDisalow: /old\n"),
	"User-agent: bot/1.0\nDisallow: /a\nAllow: /a/b\n\nUser-agent: *\nRobot-version: 2.0.0\nAllow: /x*\nDisallow: *\n",
	"User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow: /%61/%2f\n",
	"",
};

static const char *const parts[] = {"/",       "/cart", "/cart/open",  "/x.pdf", "/private/", "/private/press/1", "/a",  "/a/b",
                                    "/draft/", "/old",  "/robots.txt", "/x",     "/xy",       "/%61/%2F",         "/zzz"};

static char rooms[URLS][64];
static struct robotsc_text urls[URLS];
static uint8_t others[URLS];
static struct robotsc_shadow shadows[URLS];

/* What the oracle says of a URL in a dialect; with star, of a robot that no group names. */
static int by_oracle(const char *text, enum oracle_dialect dialect, int star, struct robotsc_text url, size_t *line)
{
	const struct oracle_options options = {.dialect = dialect};
	const struct oracle_text me = {"bot", 3};
	struct oracle_file *file = oracle_parse(&options, text, strlen(text));
	struct oracle_policy *policy = oracle_select(file, &me, star ? 0 : 1);
	struct oracle_reason reason;
	const int allowed = oracle_check(policy, url.at, url.len, &reason);

	*line = reason.line;
	oracle_free_policy(policy);
	oracle_free_file(file);
	return allowed;
}

/* Whether the robot's own group holds. */
static int has_group(const char *text, enum oracle_dialect dialect)
{
	const struct oracle_options options = {.dialect = dialect};
	const struct oracle_text me = {"bot", 3};
	struct oracle_file *file = oracle_parse(&options, text, strlen(text));
	struct oracle_policy *policy = oracle_select(file, &me, 1);
	const int named = oracle_selected_by(policy, NULL) == ORACLE_SELECTED_TOKEN;

	oracle_free_policy(policy);
	oracle_free_file(file);
	return named;
}

static void check_line(uint32_t line, size_t expected, const char *text, struct robotsc_text url)
{
	CHECK_MSG(line == expected || (line == ROBOTSC_LINE_IMPLIED && expected == 0), "%.20s, %.*s: line %lu, not %zu", text,
	          (int)url.len, url.at, (unsigned long)line, expected);
}

/* One answer: the first reading that gives it, in the order of the header. */
static void check_one(const char *text, enum oracle_dialect own, size_t i)
{
	const struct robotsc_shadow *s = &shadows[i];
	size_t line, other_line = 0;
	const int ours = by_oracle(text, own, 0, urls[i], &line);
	enum robotsc_shadow_kind kind = others[i] ? ROBOTSC_SHADOW_OPEN : ROBOTSC_SHADOW_CLOSED;
	int dialect = 0;

	CHECK_MSG((int)s->verdict == ours, "%.20s, %.*s", text, (int)urls[i].len, urls[i].at);
	if (ours == others[i]) {
		CHECK(s->kind == ROBOTSC_SHADOW_SAME && s->line == 0 && s->other_line == 0);
		return;
	}
	for (int d = 0; d < ORACLE_DIALECTS && kind >= ROBOTSC_SHADOW_OPEN; d++)
		if (d != (int)own && by_oracle(text, (enum oracle_dialect)d, 0, urls[i], &other_line) == others[i]) {
			kind = ROBOTSC_SHADOW_DIALECT;
			dialect = d;
		}
	if (kind >= ROBOTSC_SHADOW_OPEN && has_group(text, own) && by_oracle(text, own, 1, urls[i], &other_line) == others[i])
		kind = ROBOTSC_SHADOW_STAR;
	CHECK_MSG(s->kind == kind && (int)s->dialect == dialect, "%.20s, %.*s: %s, not %s", text, (int)urls[i].len, urls[i].at,
	          robotsc_shadow_name(s->kind), robotsc_shadow_name(kind));
	check_line(s->line, line, text, urls[i]);
	check_line(s->other_line, kind >= ROBOTSC_SHADOW_OPEN ? 0 : other_line, text, urls[i]);
}

/* The answers of a reader: of a dialect (below ORACLE_DIALECTS), of "*", all at random. */
static void make_answers(const char *text, enum oracle_dialect own, int reader, uint64_t *random)
{
	size_t line;

	for (size_t i = 0; i < URLS; i++) {
		snprintf(rooms[i], sizeof rooms[i], "%s%s", parts[product_below(random, sizeof parts / sizeof parts[0])],
		         product_below(random, 2) ? parts[product_below(random, sizeof parts / sizeof parts[0])] : "");
		urls[i] = (struct robotsc_text){rooms[i], strlen(rooms[i])};
		if (reader < ORACLE_DIALECTS)
			others[i] = (uint8_t)by_oracle(text, (enum oracle_dialect)reader, 0, urls[i], &line);
		else if (reader == ORACLE_DIALECTS)
			others[i] = (uint8_t)by_oracle(text, own, 1, urls[i], &line);
		else
			others[i] = (uint8_t)product_below(random, 2);
	}
}

static void all_readers(void)
{
	const struct robotsc_text me = {"bot", 3};
	struct robotsc_options options;
	uint64_t random = 7;

	robotsc_options_init(&options);
	for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
		for (int own = 0; own < ORACLE_DIALECTS; own++)
			for (int reader = 0; reader <= ORACLE_DIALECTS + 1; reader++) {
				options.dialect = product_dialect((enum oracle_dialect)own);
				make_answers(texts[t], (enum oracle_dialect)own, reader, &random);
				CHECK(robotsc_shadow(&options, texts[t], strlen(texts[t]), &me, 1, urls, others, URLS, shadows) ==
				      ROBOTSC_OK);
				for (size_t i = 0; i < URLS; i++)
					check_one(texts[t], (enum oracle_dialect)own, i);
			}
}

static void arguments(void)
{
	struct robotsc_options options;
	const struct robotsc_text url = {"/", 1};
	const uint8_t none = 2, allow = 1;

	CHECK(robotsc_shadow(NULL, "", 0, NULL, 0, &url, &none, 1, shadows) == ROBOTSC_ERR_ARGUMENT);
	CHECK(robotsc_shadow(NULL, NULL, 0, NULL, 0, &url, &allow, 1, shadows) == ROBOTSC_OK &&
	      shadows[0].kind == ROBOTSC_SHADOW_SAME);
	CHECK(robotsc_shadow(NULL, "", 0, NULL, 0, NULL, NULL, 0, NULL) == ROBOTSC_OK);
	robotsc_options_init(&options);
	options.limit = 1;
	CHECK(robotsc_shadow(&options, "", 0, NULL, 0, &url, &allow, 1, shadows) == ROBOTSC_ERR_ARGUMENT);
	CHECK(strcmp(robotsc_shadow_name(ROBOTSC_SHADOW_STAR), "star") == 0 &&
	      robotsc_shadow_name((enum robotsc_shadow_kind)5) == NULL);
}

int main(void)
{
	CHECK_PART(all_readers);
	CHECK_PART(arguments);
	return check_done();
}
