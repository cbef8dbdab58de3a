/* family.c - see family.h.  tests/cli/family.sh compares the table with docs/site-owners.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "family.h"

#include <string.h>
#include <strings.h>

#include "robotsc/check.h"

#define GOOGLE "https://developers.google.com/crawling/docs/crawlers-fetchers/"
#define COMMON GOOGLE "google-common-crawlers"
#define SPECIAL GOOGLE "google-special-case-crawlers"

/* Only what the page of the source says.  docs/site-owners.md has the date when it was read. */
/* clang-format off */
static const struct cli_family rows[] = {
	{"Googlebot-Image",           "Googlebot",     false, COMMON},
	{"Googlebot-News",            "Googlebot",     false, COMMON},
	{"Googlebot-Video",           "Googlebot",     false, COMMON},
	{"AdsBot-Google",             NULL,            true,  SPECIAL},
	{"AdsBot-Google-Mobile",      NULL,            true,  SPECIAL},
	{"AdsBot-Google-Mobile-Apps", "AdsBot-Google", true,  SPECIAL},
	{"APIs-Google",               NULL,            true,  SPECIAL},
	{"Mediapartners-Google",      NULL,            true,  SPECIAL},
	{"Applebot",                  "Googlebot",     false, "https://support.apple.com/en-us/119829"},
	{"bingbot",                   "msnbot",        false,
		"https://blogs.bing.com/webmaster/June-2010/Bing-crawler-bingbot-on-the-horizon"},
	{"YandexBot",                 "Yandex",        false,
		"https://yandex.com/support/webmaster/en/robot-workings/user-agent"},
};
/* clang-format on */
#define NROWS (sizeof rows / sizeof rows[0])

const struct cli_family *cli_family_row(const char *token)
{
	for (size_t i = 0; token && i < NROWS; i++)
		if (strcmp(rows[i].token, token) == 0)
			return &rows[i];
	return NULL;
}

/* The longest product token of the agent that a robots.txt with all rows names. */
static enum robotsc_status find_token(struct robotsc_text agent, struct robotsc_text *token)
{
	char text[1024];
	size_t n = 0, len;
	struct robotsc_blob blob;
	void *bytes;
	enum robotsc_status status;

	for (size_t i = 0; i < NROWS; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "User-agent: %s\n", rows[i].token);
	n += (size_t)snprintf(text + n, sizeof text - n, "Disallow:\n");
	token->len = 0;
	status = robotsc_compile(NULL, text, n, &bytes, &len);
	if (status != ROBOTSC_OK)
		return status;
	status = robotsc_open(&blob, bytes, len);
	if (status == ROBOTSC_OK)
		robotsc_header_tokens(&blob, agent.at, agent.len, token, 1);
	robotsc_free_blob(NULL, bytes, len);
	return status;
}

int cli_family_of(struct robotsc_text agent, const struct cli_family **row)
{
	struct robotsc_text token;
	const enum robotsc_status status = find_token(agent, &token);

	*row = NULL;
	if (status != ROBOTSC_OK) {
		cli_complain("cannot look up the crawler's family: %s", cli_why(status));
		return -1;
	}
	for (size_t i = 0; i < NROWS; i++)
		if (strlen(rows[i].token) == token.len && strncasecmp(rows[i].token, token.at, token.len) == 0)
			*row = &rows[i];
	return 0;
}
