/* crawler_names.c - see crawler_names.h.  analysis/crawlers/crawlers.py made it of crawlers.json.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "crawler_names.h"

/* clang-format off */
const char robotsc__crawler_names[] =
	"Googlebot\0"
	"Googlebot-Image\0"
	"Googlebot-News\0"
	"Googlebot-Video\0"
	"Storebot-Google\0"
	"bingbot\0"
	"DuckDuckBot\0"
	"YandexBot\0"
	"Applebot\0"
	"OAI-SearchBot\0"
	"Claude-SearchBot\0"
	"PerplexityBot\0"
	"Amzn-SearchBot\0"
	"meta-webindexer\0"
	"GPTBot\0"
	"ClaudeBot\0"
	"Google-Extended\0"
	"Applebot-Extended\0"
	"meta-externalagent\0"
	"Amazonbot\0"
	"ChatGPT-User\0"
	"Claude-User\0"
	"Perplexity-User\0"
	"meta-externalfetcher\0"
	"Amzn-User\0"
	"AdsBot-Google\0"
	"AdsBot-Google-Mobile\0"
	"AdsBot-Google-Mobile-Apps\0"
	"APIs-Google\0"
	"Mediapartners-Google\0"
	"facebookexternalhit\0"
	"Baiduspider\0"
	"PetalBot\0"
	"msnbot\0"
	"DuckAssistBot\0"
	"Bytespider\0"
	"Diffbot\0"
	"MistralAI-User\0"
	"AdIdxBot\0"
	"Twitterbot\0"
	"ia_archiver\0"
	"AhrefsBot\0"
	"SemrushBot\0"
	"MJ12bot\0"
	"rogerbot\0"
	"dotbot\0"
	"BLEXBot\0"
	"TurnitinBot\0";
const char robotsc__crawler_others[] =
	"CCBot\0"
	"Slurp\0"
	"Wget\0";
const char robotsc__crawler_no_star[] =
	"AdsBot-Google\0"
	"AdsBot-Google-Mobile\0"
	"AdsBot-Google-Mobile-Apps\0"
	"APIs-Google\0"
	"Mediapartners-Google\0";
const struct robotsc_crawler robotsc__crawlers_of_search[] = {
	{"Googlebot", "Google", "search", NULL, NULL, ROBOTSC_GOOGLE, 0, 0, {0}},
	{"Googlebot-Image", "Google", "search", "Googlebot", NULL, ROBOTSC_GOOGLE, 0, 0, {0}},
	{"Googlebot-News", "Google", "search", "Googlebot", NULL, ROBOTSC_GOOGLE, 0, 0, {0}},
	{"Googlebot-Video", "Google", "search", "Googlebot", NULL, ROBOTSC_GOOGLE, 0, 0, {0}},
	{"Storebot-Google", "Google", "search", NULL, NULL, ROBOTSC_GOOGLE, 0, 0, {0}},
	{"bingbot", "Microsoft", "search", "msnbot", NULL, ROBOTSC_RFC9309, 0, 0, {0}},
	{"DuckDuckBot", "DuckDuckGo", "search", NULL, NULL, ROBOTSC_RFC9309, 0, 0, {0}},
	{"YandexBot", "Yandex", "search", "Yandex", NULL, ROBOTSC_RFC9309, 0, 0, {0}},
	{"Applebot", "Apple", "search", "Googlebot", NULL, ROBOTSC_RFC9309, 0, 0, {0}},
	{"Slurp", "Yahoo", "search", NULL, NULL, ROBOTSC_RFC9309, 0, 0, {0}},
	{"Baiduspider", "Baidu", "search", NULL, NULL, ROBOTSC_RFC9309, 0, 0, {0}},
	{"PetalBot", "Huawei", "search", NULL, NULL, ROBOTSC_RFC9309, 0, 0, {0}},
	{"msnbot", "Microsoft", "search", NULL,
		"bingbot took its place in 2010, and obeys its groups", ROBOTSC_RFC9309, 0, 0, {0}},
};
const size_t robotsc__ncrawlers_of_search = 13;
/* clang-format on */
