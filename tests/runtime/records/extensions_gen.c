/* extensions_gen.c - see extensions_gen.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "extensions_gen.h"

#include "tests/support/product.h"

#include <string.h>

#define PICK(w, array) array[product_below(&(w)->state, sizeof(array) / sizeof *(array))]

static void put(struct extensions_gen *w, const char *text)
{
	const size_t n = strlen(text);

	if (w->len + n < EXTENSIONS_GEN_FILE) {
		memcpy(w->file + w->len, text, n);
		w->len += n;
	}
}

static void put_path(struct extensions_gen *w, int rule)
{
	static const char *const pieces[] = {"a", "b", "/", "*", "$", "%2F", "%61", "?", "ab", "*b", "\xC3\xA9", "%2A", "%c3%A9"};

	put(w, product_below(&w->state, rule ? 8 : 1000) == 0 ? "*" : "/");
	for (size_t n = product_below(&w->state, 4); n > 0; n--)
		put(w, PICK(w, pieces));
}

static void put_times(struct extensions_gen *w)
{
	static const char *const times[] = {"0000-2400",   "0600-0845", "1300-1659", "1700-0459",  "0500-1259",
	                                    "23:00 01:00", "2400 0000", "0000-0000", "1159-1158",  "12:30\t12:29",
	                                    "0600",        "2460-0000", "0000-0060", "0600 - 0845"};

	put(w, PICK(w, times));
}

static void put_rate(struct extensions_gen *w)
{
	static const char *const rates[] = {"1/10", "1/10m", "1/20m", "5/1m",           "10/60", "20/1h",          "1/3d",
	                                    "7/1s", "0/1",   "1/0",   "3/100000000000", "1 / 2", "99999999999/3s", "2/5H"};

	put(w, PICK(w, rates));
	if (product_below(&w->state, 2)) {
		put(w, " ");
		put_times(w);
	}
}

static void put_usage(struct extensions_gen *w)
{
	static const char *const values[] = {"train-ai=n",
	                                     "train-ai=y",
	                                     "train-ai=n, search=y",
	                                     "search=n",
	                                     "search=y,train-ai=y;q=1",
	                                     "train-ai",
	                                     "",
	                                     "other=n",
	                                     "train-ai=n,",
	                                     "search=(n y), train-ai=n",
	                                     "train-ai=y, train-ai=n"};

	if (product_below(&w->state, 3)) {
		put_path(w, 0);
		put(w, " ");
	}
	put(w, PICK(w, values));
}

static void put_signal(struct extensions_gen *w)
{
	static const char *const values[] = {"search=yes",
	                                     "search=no",
	                                     "ai-input=no, search=yes",
	                                     "AI-Train = NO",
	                                     "use=full",
	                                     "use=reference",
	                                     "search=yes,ai-train=no,use=reference",
	                                     "use=full, Use=Immediate",
	                                     "use=yes",
	                                     "search=full",
	                                     "ai-train=yes,use=x",
	                                     "search",
	                                     "search=maybe",
	                                     "search=yes,search=no",
	                                     "ai-input=yes,ai-train=no",
	                                     "search=yes ai-input=no"};

	if (product_below(&w->state, 3)) {
		put_path(w, 0);
		put(w, "\t");
	}
	put(w, PICK(w, values));
}

static void put_extension(struct extensions_gen *w)
{
	static const char *const others[] = {"Sitemap: http://h/1.xml", "sitemap: http://h/2.xml",
	                                     "SITEMAP: /relative",      "Site-map: x://y",
	                                     "Sitemaps: x://z",         "Host: a.example",
	                                     "host: b.example:80",      "Host: http://a",
	                                     "Host: [::1]:99999",       "Host: []",
	                                     "Clean-param: a&b /forum", "Clean-param: s",
	                                     "Clean-param: a&&b",       "Clean-param: a forum",
	                                     "Comment: hello",          "Comment:",
	                                     "Robot-version: 2.0",      "Robot-version: 1.",
	                                     "Robot-version: 2.0.0.",   "Fnord: 1",
	                                     "fnord: # empty",          "X\x01:\x02",
	                                     "Crawl-delay 10",          "fnord 10",
	                                     "Host: a.example:0080",    "Host: a_b.\xC3\xA9xample",
	                                     "Sitemap: a b://c",        "Sitemap: 1http://x",
	                                     "Sitemap: a:///b",         "Host: a.example/",
	                                     "Robot-version: 0.1",      "Robot-version: 01.3",
	                                     "License: http://h/1.xml", "LICENSE: x://y",
	                                     "License: none",           "Agentmap: http://h/1.xml",
	                                     "Schemamap: http://h/s",   "Agentmap: /a",
	                                     "LLM-Policy: /llms.txt",   "LLM-Policy: http://h/l",
	                                     "llm-policy: llms.txt",    "Licenses: http://h/1.xml"};
	static const char *const delays[] = {"0",  "1",   "2.5", "10.0001",     "0.0009",      ".5",           "5.",   ".",
	                                     "-1", "1,5", "10s", "99999999999", "4294967.295", "4294967.2951", "86400"};

	switch (product_below(&w->state, 9)) {
	case 0:
		put(w, "Crawl-delay: ");
		put(w, PICK(w, delays));
		break;
	case 1:
		put(w, "Request-rate: ");
		put_rate(w);
		break;
	case 2:
		put(w, "Visit-time: ");
		put_times(w);
		break;
	case 3:
	case 4:
		put(w, "Content-Usage: ");
		put_usage(w);
		break;
	case 5:
		put(w, "Content-Signal: ");
		put_signal(w);
		break;
	case 6:
		put(w, "Noindex: ");
		put_path(w, 1);
		break;
	default:
		put(w, PICK(w, others));
	}
	put(w, "\n");
}

static void make_file(struct extensions_gen *w)
{
	static const char *const agents[] = {"a", "b", "bot", "*", "abot/2.0", ""};

	w->len = 0;
	for (size_t lines = 2 + product_below(&w->state, 26); lines > 0; lines--) {
		switch (product_below(&w->state, 8)) {
		case 0:
		case 1:
			put(w, "User-agent: ");
			put(w, PICK(w, agents));
			put(w, "\n");
			if (product_below(&w->state, 6) == 0)
				put(w, "Robot-version: 2.0\n");
			break;
		case 2:
			put(w, product_below(&w->state, 3) ? "Disallow: " : "Allow: ");
			if (product_below(&w->state, 4))
				put_path(w, 1);
			put(w, "\n");
			break;
		case 3:
			put(w, product_below(&w->state, 2) ? "\n" : "# comment\n");
			break;
		default:
			put_extension(w);
		}
	}
}

static void make_urls(struct extensions_gen *w)
{
	static const char *const pieces[] = {"a", "b", "/", "?", "%2F", "%2f", "ab", "\xC3\xA9", "%C3%A9", "*", "%61", "forum"};

	for (size_t i = 0; i < EXTENSIONS_GEN_URLS; i++) {
		strcpy(w->url[i], product_below(&w->state, 4) ? "/" : "https://h/");
		for (size_t n = product_below(&w->state, 5); n > 0; n--)
			strcat(w->url[i], PICK(w, pieces));
	}
	strcpy(w->url[0], "/robots.txt");
}

void extensions_gen(struct extensions_gen *w)
{
	make_file(w);
	make_urls(w);
}
