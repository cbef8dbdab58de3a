/* crawler_table.c - see crawler_table.h.  data/crawlers.py made it of data/crawlers.json.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "crawler_table.h"

/* clang-format off */
static const struct cli_source google_common = {
		"https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "2026-11-23"};
static const struct cli_source bing = {
		"https://blogs.bing.com/webmaster/June-2010/Bing-crawler-bingbot-on-the-horizon", "2026-11-23"};
static const struct cli_source duckduckgo = {
		"https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", "2026-11"};
static const struct cli_source yandex = {
		"https://yandex.com/support/webmaster/en/robot-workings/user-agent", "2026-11-23"};
static const struct cli_source apple = {"https://support.apple.com/en-us/119829", "2026-11-23"};
static const struct cli_source openai = {
		"https://developers.openai.com/api/docs/bots", "2026-11"};
static const struct cli_source anthropic = {
		"https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-si"
		"te-owners-block-the-crawler", "2026-11"};
static const struct cli_source perplexity = {"https://docs.perplexity.ai/guides/bots", "2026-11"};
static const struct cli_source amazon = {"https://developer.amazon.com/amazonbot", "2026-11"};
static const struct cli_source meta = {
		"https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/", "2026-11"};
static const struct cli_source common_crawl = {"https://commoncrawl.org/ccbot", "2026-11"};
static const struct cli_source google_special = {
		"https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "2026-11-23"};

const struct cli_crawler cli_crawlers[] = {
	{"Googlebot", "Google", "search", NULL, false, "google", &google_common, NULL},
	{"Googlebot-Image", "Google", "search", "Googlebot", false, "google", &google_common, NULL},
	{"Googlebot-News", "Google", "search", "Googlebot", false, "google", &google_common, NULL},
	{"Googlebot-Video", "Google", "search", "Googlebot", false, "google", &google_common, NULL},
	{"Storebot-Google", "Google", "search", NULL, false, "google", &google_common, NULL},
	{"bingbot", "Microsoft", "search", "msnbot", false, NULL, &bing, NULL},
	{"DuckDuckBot", "DuckDuckGo", "search", NULL, false, NULL, &duckduckgo, NULL},
	{"YandexBot", "Yandex", "search", "Yandex", false, NULL, &yandex, NULL},
	{"Applebot", "Apple", "search", "Googlebot", false, NULL, &apple, NULL},
	{"OAI-SearchBot", "OpenAI", "ai-search", NULL, false, NULL, &openai, NULL},
	{"Claude-SearchBot", "Anthropic", "ai-search", NULL, false, NULL, &anthropic, NULL},
	{"PerplexityBot", "Perplexity", "ai-search", NULL, false, NULL, &perplexity, NULL},
	{"Amzn-SearchBot", "Amazon", "ai-search", NULL, false, NULL, &amazon, NULL},
	{"meta-webindexer", "Meta", "ai-search", NULL, false, NULL, &meta, NULL},
	{"GPTBot", "OpenAI", "ai-training", NULL, false, NULL, &openai, NULL},
	{"ClaudeBot", "Anthropic", "ai-training", NULL, false, NULL, &anthropic, NULL},
	{"Google-Extended", "Google", "ai-training", NULL, false, "google", &google_common,
		"fetches nothing: a name for what may be done with pages that Google fetches"},
	{"Applebot-Extended", "Apple", "ai-training", NULL, false, NULL, &apple,
		"fetches nothing: a name for what may be done with pages that Applebot fetches"},
	{"meta-externalagent", "Meta", "ai-training", NULL, false, NULL, &meta, NULL},
	{"Amazonbot", "Amazon", "ai-training", NULL, false, NULL, &amazon, NULL},
	{"CCBot", "Common Crawl", "ai-training", NULL, false, NULL, &common_crawl,
		"a public archive; many train models with it"},
	{"ChatGPT-User", "OpenAI", "request", NULL, false, NULL, &openai,
		"robots.txt may not apply, says its maker"},
	{"Claude-User", "Anthropic", "request", NULL, false, NULL, &anthropic, NULL},
	{"Perplexity-User", "Perplexity", "request", NULL, false, NULL, &perplexity,
		"generally ignores robots.txt, says its maker"},
	{"meta-externalfetcher", "Meta", "request", NULL, false, NULL, &meta,
		"may pass over robots.txt, says its maker"},
	{"Amzn-User", "Amazon", "request", NULL, false, NULL, &amazon, NULL},
	{"AdsBot-Google", "Google", "ads", NULL, true, "google", &google_special, NULL},
	{"AdsBot-Google-Mobile", "Google", "ads", NULL, true, "google", &google_special, NULL},
	{"AdsBot-Google-Mobile-Apps", "Google", "ads", "AdsBot-Google", true, "google", &google_special, NULL},
	{"APIs-Google", "Google", "request", NULL, true, "google", &google_special, NULL},
	{"Mediapartners-Google", "Google", "ads", NULL, true, "google", &google_special, NULL},
	{"facebookexternalhit", "Meta", "preview", NULL, false, NULL, &meta, NULL},
};
/* clang-format on */

const size_t cli_ncrawlers = sizeof cli_crawlers / sizeof cli_crawlers[0];
