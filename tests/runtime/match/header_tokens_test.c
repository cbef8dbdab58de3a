/* header_tokens_test.c - the product tokens of whole User-Agent headers: known ones, and random
 * ones against the oracle.
 *
 *     header_tokens_test [SEED [COUNT]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"

#include <stdlib.h>
#include <string.h>

#define ROOM 64

/* For any room, the call must find the tokens that are wanted, or as many of the first as fit. */
static void compare(const struct robotsc_blob *blob, enum oracle_dialect dialect, struct oracle_text h,
                    const struct oracle_text *want, size_t n)
{
	struct robotsc_text got[ROOM];

	for (size_t room = 0; room <= ROOM; room += room < 4 ? 1 : 20) {
		const size_t m = robotsc_header_tokens(blob, h.at, h.len, got, room);
		size_t i = 0;

		while (i < m && i < n && got[i].at == want[i].at && got[i].len == want[i].len)
			i++;
		if (!CHECK_MSG(m == (n < room ? n : room) && i == m, "dialect %d, room %zu: %zu of %zu, differs at %zu: ", dialect,
		               room, m, n, i)) {
			product_show(h.at, h.len);
			putchar('\n');
		}
	}
}

/* The tokens that were found select the same groups as by the oracle. */
static void selects(const struct robotsc_blob *blob, const struct oracle_file *file, const struct oracle_text *found, size_t n)
{
	struct robotsc_text tokens[ROOM];
	struct robotsc_group group;
	struct oracle_policy *policy = oracle_select(file, found, n);
	size_t token = 0;
	const enum oracle_selected by = oracle_selected_by(policy, &token);

	for (size_t i = 0; i < n; i++)
		tokens[i] = (struct robotsc_text){found[i].at, found[i].len};
	CHECK(robotsc_select(blob, tokens, n, &group) == ROBOTSC_OK);
	CHECK((int)group.selected == (int)by && (by != ORACLE_SELECTED_TOKEN || group.token == token));
	CHECK(n == 0 || by == ORACLE_SELECTED_TOKEN || blob->dialect == ROBOTSC_CONNER2);
	oracle_free_policy(policy);
}

/* A blob for some tokens answers for each that it finds. */
static void partial(enum oracle_dialect dialect, const struct draft *text, struct oracle_text h, const struct oracle_text *found,
                    size_t n)
{
	struct robotsc_text agents[ROOM], got[ROOM];
	struct robotsc_group group;
	struct product p;

	for (size_t i = 0; i < n; i++)
		agents[i] = (struct robotsc_text){found[i].at, found[i].len};
	if (n == 0)
		return;
	CHECK(product_open(&p, dialect, ROBOTSC_FORM_AUTO, text->at, text->len, agents, n) == ROBOTSC_OK);
	const size_t m = robotsc_header_tokens(&p.blob, h.at, h.len, got, ROOM);

	CHECK(m > 0 && robotsc_select(&p.blob, got, m, &group) == ROBOTSC_OK);
	product_close(&p);
}

static void random_headers(uint64_t state, unsigned long count)
{
	struct draft text = {NULL, 0, 0}, header = {NULL, 0, 0};
	unsigned long tokens = 0;

	for (unsigned long world = 0; world < count; world++) {
		random_gen_file(&text, &state);
		for (int d = 0; d < ORACLE_DIALECTS; d++) {
			const struct oracle_options options = {.dialect = (enum oracle_dialect)d};
			struct oracle_file *file = oracle_parse(&options, text.at, text.len);
			struct oracle_text found[ROOM];
			struct product p;

			CHECK(product_open(&p, options.dialect, ROBOTSC_FORM_AUTO, text.at, text.len, NULL, 0) == ROBOTSC_OK);
			for (int i = 0; i < 6; i++) {
				random_gen_header(&header, &state, file);
				/* memory of its exact size, for sanitizers */
				char *at = memcpy(product_alloc(NULL, header.len ? header.len : 1), header.len ? header.at : "",
				                  header.len);
				const struct oracle_text h = {at, header.len};
				const size_t n = oracle_header_tokens(file, h, found, ROOM);

				tokens += n;
				compare(&p.blob, options.dialect, h, found, n);
				selects(&p.blob, file, found, n);
				partial(options.dialect, &text, h, found, n);
				free(at);
			}
			product_close(&p);
			oracle_free_file(file);
		}
	}
	CHECK_MSG(count < 100 || tokens > count, "%lu tokens", tokens);
	free(text.at);
	free(header.at);
}

/* ---- headers as they are sent ---------------------------------------------------------- */

static const char file[] = "User-agent: Googlebot\nUser-agent: Googlebot-Image/1.0\nUser-agent: bot\nUser-agent: Baidu\n"
			   "User-agent: Sogou web spider\nUser-agent: crawler\nUser-agent: Mail.RU_Bot\nUser-agent: Mozilla\n"
			   "User-agent: example.com\nUser-agent: MJ12bot\nUser-agent: Spaced Bot /2\n"
			   "Disallow: /\n";

struct known {
	const char *header;
	const char *tokens[ORACLE_DIALECTS]; /* with a '|' after each */
};

static const struct known knowns[] = {
	{"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
         {"Googlebot|Mozilla|", "Googlebot|Mozilla|", "Googlebot|Mozilla|", "Googlebot|Mozilla|", "Googlebot|Mozilla|"}},
	/* a longer token is another one, but not in nexor1994 and conner2 */
	{"googlebot-IMAGE/1.0",
         {"googlebot-IMAGE|", "googlebot-IMAGE|", "googlebot-IMAGE|", "googlebot-IMAGE|", "googlebot-IMAGE|"}},
	{"Googlebot-Video/1.0", {"", "", "Googlebot-Video|", "", "Googlebot-Video|"}},
	{"Baiduspider+(+http://www.baidu.com/search/spider.htm)", {"", "", "Baiduspider|", "", "Baiduspider|"}},
	{"MyGooglebot/2", {"", "", "MyGooglebot|", "", ""}},
	/* a name of several words */
	{"Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
         {"Sogou|", "Sogou|", "Sogou web spider|", "Sogou web spider|", "Sogou web spider|"}},
	{"Spaced Bot/3", {"Spaced|Bot|", "Spaced|Bot|", "Spaced Bot|Bot|", "Spaced Bot|Bot|", "Spaced Bot|Bot|"}},
	/* URLs, addresses and versions name no product */
	{"X/1.0 (https://example.com/bot; crawler@example.com; http://crawler/) Y/bot", {"", "", "", "", ""}},
	{"X/1.0 (+bot; bot:1)", {"", "", "", "", ""}},
	{"bot", {"bot|", "bot|", "bot|", "bot|", "bot|"}},
	{"", {"", "", "", "", ""}},
	{"Mozilla/5.0 (compatible; Linux x86_64; Mail.RU_Bot/2.0; +http://go.mail.ru/help/robots)",
         {"Mail.RU_Bot|Mozilla|", "Mozilla|", "Mail.RU_Bot|Mozilla|", "Mail.RU_Bot|Mozilla|", "Mail.RU_Bot|Mozilla|"}},
	/* google reads User-agent: MJ12bot as MJ, which is another word */
	{"Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)",
         {"Mozilla|MJ12bot|", "Mozilla|", "Mozilla|MJ12bot|", "Mozilla|MJ12bot|", "Mozilla|MJ12bot|"}},
	/* each once, of equal lengths the first one first */
	{"Bot crawler [GOOGLEBOT] bot Mozilla googlebot \"Crawler\"",
         {"GOOGLEBOT|crawler|Mozilla|Bot|", "GOOGLEBOT|crawler|Mozilla|Bot|", "GOOGLEBOT|crawler|Mozilla|Bot|",
          "GOOGLEBOT|crawler|Mozilla|Bot|", "GOOGLEBOT|crawler|Mozilla|Bot|"}},
};

static void known_headers(enum oracle_dialect dialect)
{
	struct product p;

	CHECK(product_open(&p, dialect, ROBOTSC_FORM_AUTO, file, sizeof file - 1, NULL, 0) == ROBOTSC_OK);
	for (size_t i = 0; i < sizeof knowns / sizeof knowns[0]; i++) {
		struct robotsc_text got[ROOM];
		char list[512] = "";
		const size_t n = robotsc_header_tokens(&p.blob, knowns[i].header, strlen(knowns[i].header), got, ROOM);

		for (size_t k = 0; k < n; k++)
			snprintf(list + strlen(list), sizeof list - strlen(list), "%.*s|", (int)got[k].len, got[k].at);
		CHECK_MSG(strcmp(list, knowns[i].tokens[dialect]) == 0, "dialect %d, %s: %s, not %s", dialect, knowns[i].header,
		          list, knowns[i].tokens[dialect]);
	}
	product_close(&p);
}

int main(int argc, char **argv)
{
	for (int d = 0; d < ORACLE_DIALECTS; d++)
		known_headers((enum oracle_dialect)d);
	random_headers(argc > 1 ? strtoull(argv[1], NULL, 0) : 1, argc > 2 ? strtoul(argv[2], NULL, 0) : 2000);
	return check_done();
}
