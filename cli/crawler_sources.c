/* crawler_sources.c - see its header.  analysis/crawlers/crawlers.py made it of crawlers.json.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "crawler_sources.h"

/* clang-format off */
static const struct cli_source google_common = {
		"https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "2026-11-23", NULL};
static const struct cli_source bing = {
		"https://blogs.bing.com/webmaster/June-2010/Bing-crawler-bingbot-on-the-horizon", "2026-11-23", NULL};
static const struct cli_source duckduckgo = {
		"https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", "2026-11", NULL};
static const struct cli_source yandex = {
		"https://yandex.com/support/webmaster/en/robot-workings/user-agent", "2026-11-23", NULL};
static const struct cli_source apple = {"https://support.apple.com/en-us/119829", "2026-11-23", NULL};
static const struct cli_source openai = {
		"https://developers.openai.com/api/docs/bots", "2026-11", NULL};
static const struct cli_source anthropic = {
		"https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-si"
		"te-owners-block-the-crawler", "2026-11", NULL};
static const struct cli_source perplexity = {"https://docs.perplexity.ai/guides/bots", "2026-11", NULL};
static const struct cli_source amazon = {"https://developer.amazon.com/amazonbot", "2026-11", NULL};
static const struct cli_source meta = {
		"https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/", "2026-11", NULL};
static const struct cli_source common_crawl = {"https://commoncrawl.org/ccbot", "2026-11", NULL};
static const struct cli_source google_special = {
		"https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "2026-11-23", NULL};
static const struct cli_source yahoo = {
		"https://help.yahoo.com/kb/search-for-desktop/SLN22600.html", "2026-11-26", NULL};
static const struct cli_source baidu = {
		"https://www.baidu.com/search/robots_english.html", "2026-11-26", NULL};
static const struct cli_source petal = {"https://aspiegel.com/petalbot", "2026-11-26", NULL};
static const struct cli_source bing_crawlers = {
		"https://www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0", "2026-11-26", NULL};
static const struct cli_source duckassist = {
		"https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot/", "2026-11-26", NULL};
static const struct cli_source ai_robots_txt = {
		"https://github.com/ai-robots-txt/ai.robots.txt", "2026-11-26", "ai.robots.txt"};
static const struct cli_source twitter = {
		"https://www.webmasterworld.com/search_engine_spiders/4475928.htm", "2026-11-26", "a forum that quotes Twitter"};
static const struct cli_source alexa = {
		"https://blog.reputationx.com/block-wayback-machine", "2026-11-26", "ReputationX"};
static const struct cli_source ahrefs = {"https://ahrefs.com/robot/", "2026-11-26", NULL};
static const struct cli_source semrush = {"https://www.semrush.com/bot/", "2026-11-26", NULL};
static const struct cli_source majestic = {"https://mj12bot.com/", "2026-11-26", NULL};
static const struct cli_source moz = {
		"https://moz.com/help/moz-procedures/crawlers/rogerbot", "2026-11-26", NULL};
static const struct cli_source se_ranking = {
		"https://help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler", "2026-11-26", NULL};
static const struct cli_source wget = {
		"https://www.gnu.org/software/wget/manual/html_node/Robot-Exclusion.html", "2026-11-26", NULL};
static const struct cli_source turnitin = {
		"https://turnitin.com/robot/crawlerinfo.html", "2026-11-26", NULL};
static const struct cli_source robots_files = {"https://commoncrawl.org/", "2026-11-26", 
		"2,995 robots.txt files, which only name it"};
static const struct cli_source robot_list = {
		"https://clockwatchers.com/robots_list.html", "2026-11-26", "Clockwatchers"};
static const struct cli_source site_list = {
		"https://well-known.dev/resources/robots_txt/sites/tifaware.com", "2026-11-26", "tifaware.com"};
static const struct cli_source pinterest = {
		"https://help.pinterest.com/sv/business/article/pinterest-crawler", "2026-11-26", NULL};

const struct cli_source *const cli_crawler_sources[] = {
	&google_common, &google_common, &google_common, &google_common, &google_common,
	&bing, &duckduckgo, &yandex, &apple, &openai,
	&anthropic, &perplexity, &amazon, &meta, &openai,
	&anthropic, &google_common, &apple, &meta, &amazon,
	&common_crawl, &openai, &anthropic, &perplexity, &meta,
	&amazon, &google_special, &google_special, &google_special, &google_special,
	&google_special, &meta, &yahoo, &baidu, &petal,
	&bing, &duckassist, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&bing_crawlers, &twitter, &alexa, &ahrefs, &semrush,
	&majestic, &moz, &moz, &se_ranking, &wget,
	&turnitin, &yandex, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robot_list, &robot_list,
	&site_list, &site_list, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &pinterest, &semrush,
	&robots_files, &robots_files, &robots_files, &robots_files, &robot_list,
	&robot_list, &robot_list, &robot_list, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robot_list, &robot_list, &robot_list, &robot_list, &robot_list,
	&robot_list, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &robots_files,
	&robots_files, &robots_files, &robots_files, &robots_files, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
	&ai_robots_txt, &ai_robots_txt, &ai_robots_txt,
};
/* clang-format on */

const size_t cli_ncrawlers = 51;
