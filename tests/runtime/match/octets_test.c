/* octets_test.c - every octet in a rule and in a URL, as it stands and escaped, in every dialect.
 *
 *     octets_test [DIALECT | EVERY]    one dialect; or all signs, and every EVERYth other octet
 *
 * A layout is a few rules with one place for an octet.  The rules are compiled in each form, for
 * each octet and spelling at that place, and asked for paths with each octet and spelling; the
 * oracle has the right answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/support/product.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ORIGIN "http://h" /* a path alone could be read as something else */
#define SPELLINGS 3       /* the octet, %XX, %xx */
#define TEXT 256
#define OTHERS 8 /* octets of URLs for each octet of a rule, beside special ones */

/* '@' marks the place of the octet. */
static const char *const layouts[] = {
	/* a prefix table after the first '/': at its end, inside, at the beginning */
	"User-agent: *\nAllow: /a@b\nDisallow: /\n",
	"User-agent: *\nDisallow: /@\nDisallow: /xy\nAllow: /xyz\n",
	"User-agent: *\nAllow: /longer@octets\nDisallow: /longer\n",
	/* ends of paths, and stars before and after */
	"User-agent: *\nDisallow: /a@$\nDisallow: /@b$\n",
	"User-agent: *\nDisallow: /*a@\nAllow: /*@b\n",
	"User-agent: *\nDisallow: /a*@*b\nAllow: /a\nDisallow: /*@b*@a\n",
	/* whole strings of conner2, and its patterns */
	"Robot-version: 2.0.0\nUser-agent: *\nAllow: /a@b*\nDisallow: *ab*cd*ef*ca*@d*\nDisallow: *cb*ad*fe*ac*@a*\n",
	"Robot-version: 2.0.0\nUser-agent: *\nAllow: /a@b\nDisallow: /?@*\n",
	"Robot-version: 2.0.0\nUser-agent: *\nDisallow: /[@-z]b*\nDisallow: /a[!@]\n",
};

static const char *const urls[] = {"/@",   "/a@",      "/a@b",           "/@b",          "/a@#b", "/a@b?a@b", "/xy@",
                                   "/b@a", "/longer@", "/longer@octets", "/ab@cdefca@d", "@"};

#define LAYOUTS (sizeof layouts / sizeof layouts[0])
#define URLS (sizeof urls / sizeof urls[0])

/* Put a spelling of an octet into each place of a layout.  Returns the length. */
static size_t fill(const char *layout, unsigned octet, int spelling, char out[TEXT])
{
	size_t n = 0;

	for (; *layout; layout++)
		if (*layout != '@')
			out[n++] = *layout;
		else if (spelling == 0)
			out[n++] = (char)octet;
		else
			n += (size_t)sprintf(out + n, spelling == 1 ? "%%%02X" : "%%%02x", octet);
	return n;
}

#define OCTETS (sizeof often + 3 + OTHERS)
#define QUESTIONS (URLS * OCTETS * SPELLINGS)

/* Octets with a special meaning somewhere. */
static const unsigned char often[] = {0, '#', '%', '?', '/', '*', '$', '[', ']', '!', '-', '\\', ' ', 0x7F, 0x80, 0xFF};

/* URLs, their paths, and answers. */
struct questions {
	struct robotsc_text url[QUESTIONS], path[QUESTIONS];
	struct robotsc_query query[QUESTIONS];
	uint8_t want[QUESTIONS], got[QUESTIONS];
	char text[QUESTIONS * 64];
	size_t n;
};

static struct questions questions;

static void add_url(struct questions *q, size_t *used, const char *url, unsigned octet, int spelling)
{
	char *const at = q->text + *used;
	const size_t origin = strlen(ORIGIN);

	memcpy(at, ORIGIN, origin);
	q->url[q->n++] = (struct robotsc_text){at, origin + fill(url, octet, spelling, at + origin)};
	*used += q->url[q->n - 1].len;
}

/* Make URLs for a rule with an octet: with this octet, with those of other letter case or bit 7,
 * and with others, so that all rules together meet all octets. */
static void ask_about(struct questions *q, enum oracle_dialect dialect, unsigned octet)
{
	unsigned char octets[OCTETS] = {(unsigned char)octet, (unsigned char)(octet ^ 0x20), (unsigned char)(octet ^ 0x80)};
	size_t used = 0;

	memcpy(octets + 3, often, sizeof often);
	for (unsigned i = 0; i < OTHERS; i++)
		octets[3 + sizeof often + i] = (unsigned char)(octet * OTHERS + i);
	q->n = 0;
	for (size_t u = 0; u < URLS; u++)
		for (size_t i = 0; i < OCTETS; i++)
			for (int spelling = 0; spelling < SPELLINGS; spelling++)
				add_url(q, &used, urls[u], octets[i], spelling);
	for (size_t i = 0; i < q->n; i++)
		robotsc_url_path((enum robotsc_dialect)dialect, q->url[i].at, q->url[i].len, &q->path[i]);
}

static void report(enum oracle_dialect dialect, enum robotsc_form form, const char *call, const char *robots, size_t len)
{
	for (size_t i = 0; i < questions.n; i++)
		if (questions.got[i] != questions.want[i]) {
			CHECK_MSG(0, "dialect %d, form %s, %s: library says %d", (int)dialect, product_forms[form], call,
			          questions.got[i]);
			if (check_failed < CHECK_SHOWN) {
				printf("    robots \"");
				product_show(robots, len);
				printf("\"\n    url \"");
				product_show(questions.url[i].at, questions.url[i].len);
				printf("\"\n");
			}
			return;
		}
}

/* Compare each call that gives verdicts with the oracle. */
static void compare(enum oracle_dialect dialect, enum robotsc_form form, const struct robotsc_group *group, const char *robots,
                    size_t len)
{
	struct questions *const q = &questions;

	for (size_t i = 0; i < q->n; i++)
		q->got[i] = (uint8_t)robotsc_check_url(group, q->url[i].at, q->url[i].len);
	if (!CHECK(memcmp(q->got, q->want, q->n) == 0))
		report(dialect, form, "URL", robots, len);
	for (size_t i = 0; i < q->n; i++)
		q->query[i] = (struct robotsc_query){group, q->path[i]};
	robotsc_check_paths(group, q->path, q->n, q->got);
	if (!CHECK(memcmp(q->got, q->want, q->n) == 0))
		report(dialect, form, "paths", robots, len);
	robotsc_check_batch(q->query, q->n, q->got);
	if (!CHECK(memcmp(q->got, q->want, q->n) == 0))
		report(dialect, form, "batch", robots, len);
	robotsc_check_urls(group, q->url, q->n, q->got);
	if (!CHECK(memcmp(q->got, q->want, q->n) == 0))
		report(dialect, form, "URLs", robots, len);
	for (size_t i = 0; i < q->n; i++)
		q->query[i].path = q->url[i];
	robotsc_check_url_batch(q->query, q->n, q->got);
	if (!CHECK(memcmp(q->got, q->want, q->n) == 0))
		report(dialect, form, "batch of URLs", robots, len);
}

static void check_rules(enum oracle_dialect dialect, const char *robots, size_t len)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *file = oracle_parse(&options, robots, len);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);

	for (size_t i = 0; i < questions.n; i++)
		questions.want[i] = (uint8_t)oracle_check(policy, questions.url[i].at, questions.url[i].len, NULL);
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++) {
		struct product p;
		struct robotsc_group group;

		if (CHECK(product_open(&p, dialect, (enum robotsc_form)form, robots, len, NULL, 0) == ROBOTSC_OK) &&
		    CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK))
			compare(dialect, (enum robotsc_form)form, &group, robots, len);
		product_close(&p);
	}
	oracle_free_policy(policy);
	oracle_free_file(file);
}

int main(int argc, char **argv)
{
	static const char *const names[ORACLE_DIALECTS] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};
	const unsigned every = argc > 1 && atoi(argv[1]) > 0 ? (unsigned)atoi(argv[1]) : 1;
	const char *only = argc > 1 && atoi(argv[1]) == 0 ? argv[1] : NULL;
	char robots[TEXT];

	for (int dialect = 0; dialect < ORACLE_DIALECTS; dialect++) {
		if ((only && strcmp(only, names[dialect]) != 0) || !check_case(names[dialect]))
			continue;
		for (unsigned octet = 0; octet < 256; octet++) {
			if (octet % every != (unsigned)dialect % every && !ispunct((int)octet))
				continue;
			ask_about(&questions, (enum oracle_dialect)dialect, octet);
			for (size_t layout = 0; layout < LAYOUTS; layout++)
				for (int spelling = 0; spelling < SPELLINGS; spelling++)
					check_rules((enum oracle_dialect)dialect, robots,
					            fill(layouts[layout], octet, spelling, robots));
		}
	}
	return check_done();
}
