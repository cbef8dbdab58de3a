/* window_test.c - compares verdicts on long paths with the oracle.  Some of their octets are not
 * canonical: up to a length the walk copies canonical octets, beyond it it reads them one by one.
 *
 * The rules become DFAs, and filters with globs that share literals, overlap themselves or have
 * %2F. The octets that are not canonical stand around the lengths at which the walk changes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "support/product.h"

#define LONGEST 20000
#define PATHS 400

/* Each has a literal after a star that is longer than a step of the walk, and a pattern for the end
 * of the path. */
#define STARS "1*1*1*2*2*2*3*3*3*"
#define LITERAL "needle-needle-needle-needle-needle-needle-needle-needle-needle-needle-needle-needle/"
static const char *const files[] = {
	"User-agent: *\nDisallow: /*a*" LITERAL "\nAllow: /*a*" LITERAL "*end$\nDisallow: /*\xC3\xA9*?*%2F\nAllow: /x/\n",
	"User-agent: *\nDisallow: /*1*2*3*4*5*6*7*8*9*" LITERAL "\nAllow: /*1*2*3*4*5*6*7*8*9*\xC3\xA9%41*end$\nDisallow: /*end$\n",
	"User-agent: *\nDisallow: /*1*2*3*4*5*6*7*8*9*%2F*end$\nAllow: /*1*2*3*4*5*6*7*8*9*" LITERAL "\nAllow: /*\xC3\xA9*%41\n",
	"User-agent: *\nDisallow: /*" STARS "xyxyxyxyxyxyxyxyxyxyxyxyz\nAllow: /*" STARS "xyxyz$\nAllow: /a*a*b\n",
};
static const char *const pieces[] = {"x", "a",     "%41",     "\xC3\xA9", "%c3%a9", "%2f", "?", "123456789",
                                     "%", LITERAL, "needle-", "xyxyxy",   "xyxyz",  "%2",  "/", "end"};
#define PIECES (sizeof pieces / sizeof pieces[0])
static const size_t rooms[] = {10,   60,   70,   130,  200,  260,  1000, 1024,  1030,
                               2000, 2060, 2150, 2250, 6144, 6155, 6180, 12000, LONGEST};

struct text {
	char at[LONGEST + 100];
	size_t len;
};

static void put(struct text *t, const char *piece)
{
	const size_t n = strlen(piece);
	if (t->len + n <= sizeof t->at) {
		memcpy(t->at + t->len, piece, n);
		t->len += n;
	}
}

/* Make a path of one piece again and again, and then of random ones. */
static void make_path(struct text *t, uint64_t *state)
{
	const size_t room = rooms[product_below(state, sizeof rooms / sizeof rooms[0])] - product_below(state, 10);
	const char *filling = pieces[product_below(state, 6)];
	t->len = 0;
	if (product_below(state, 8))
		put(t, "/");
	for (size_t n = product_below(state, 4); n-- > 0;)
		put(t, pieces[product_below(state, PIECES)]);
	while (t->len + 200 < room)
		put(t, filling);
	for (size_t n = product_below(state, 12); n-- > 0;)
		put(t, pieces[product_below(state, PIECES)]);
	if (product_below(state, 2))
		put(t, "end");
}

static void hold(const char *robots, enum robotsc_form form, uint64_t *state, unsigned long verdicts[2])
{
	static struct text path;
	const struct oracle_options options = {.dialect = ORACLE_RFC9309};
	struct oracle_file *file = oracle_parse(&options, robots, strlen(robots));
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	struct robotsc_group group;
	struct product p;
	CHECK(product_open(&p, ORACLE_RFC9309, form, robots, strlen(robots), NULL, 0) == ROBOTSC_OK);
	CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	for (int i = 0; i < PATHS; i++) {
		make_path(&path, state);
		path.at[path.len] = 0;
		/* A sanitizer finds reads beyond memory of the exact size. */
		char *exact = product_alloc(NULL, path.len + !path.len);
		memcpy(exact, path.at, path.len);
		const int want = oracle_check(policy, exact, path.len, NULL);
		CHECK_MSG((int)robotsc_check_path(&group, exact, path.len) == want, "form %d, %zu octets, %s: %.*s...%s", (int)form,
		          path.len, robots, path.len < 100 ? (int)path.len : 100, path.at,
		          path.len < 150 ? "" : path.at + path.len - 150);
		verdicts[want]++;
		free(exact);
	}
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

int main(void)
{
	unsigned long verdicts[2] = {0, 0};
	uint64_t state = 11;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++)
			hold(files[i], (enum robotsc_form)form, &state, verdicts);
	CHECK_MSG(verdicts[0] > verdicts[1] / 8 && verdicts[1] > verdicts[0] / 8, "%lu disallowed, %lu allowed", verdicts[0],
	          verdicts[1]);
	return check_done();
}
