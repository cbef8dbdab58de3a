/* extensions_test.c - records, preferences and pauses: the library against the oracle.
 *
 *     extensions_test [SEED [COUNT [FIRST]]]
 *
 * Each of COUNT worlds is a random robots.txt, robots, URLs and times, in all dialects and forms, in a blob for
 * all agents and in one for some.  "extensions_test SEED 1 N" repeats world N.  Verdicts must be those of a
 * blob without extensions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "extensions_trial.h"
#include "product.h"

#include <robotsc/extensions.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX 4096
#define URLS 12
#define TIMES 6
#define REPORTS 6

struct world {
	char file[FILE_MAX];
	size_t len;
	char url[URLS][40];
	struct robotsc_text token;
	enum oracle_dialect dialect;
	enum robotsc_form form;
	int partial;
	uint64_t state;
	unsigned long number;
};

static unsigned long reports, stated, waited, records_seen;

static void report(const struct world *w, const char *what, const char *detail)
{
	CHECK_MSG(0, "world %lu: %s %s", w->number, what, detail);
	if (reports++ >= REPORTS)
		return;
	printf("dialect %d, form %s, %s, robot \"", (int)w->dialect, product_forms[w->form], w->partial ? "partial" : "all agents");
	product_show(w->token.at, w->token.len);
	printf("\", file:\n");
	for (size_t i = 0, from = 0; i <= w->len; i++)
		if (i == w->len || w->file[i] == '\n') {
			printf("    ");
			product_show(w->file + from, i - from);
			printf("\n");
			from = i + 1;
		}
}

/* ---- random files ---- */

#define PICK(w, array) array[product_below(&(w)->state, sizeof(array) / sizeof *(array))]

static void put(struct world *w, const char *text)
{
	const size_t n = strlen(text);

	if (w->len + n < FILE_MAX) {
		memcpy(w->file + w->len, text, n);
		w->len += n;
	}
}

static void put_path(struct world *w, int rule)
{
	static const char *const pieces[] = {"a", "b", "/", "*", "$", "%2F", "%61", "?", "ab", "*b", "\xC3\xA9", "%2A", "%c3%A9"};

	put(w, product_below(&w->state, rule ? 8 : 1000) == 0 ? "*" : "/");
	for (size_t n = product_below(&w->state, 4); n > 0; n--)
		put(w, PICK(w, pieces));
}

static void put_times(struct world *w)
{
	static const char *const times[] = {"0000-2400",   "0600-0845", "1300-1659", "1700-0459",  "0500-1259",
	                                    "23:00 01:00", "2400 0000", "0000-0000", "1159-1158",  "12:30\t12:29",
	                                    "0600",        "2460-0000", "0000-0060", "0600 - 0845"};

	put(w, PICK(w, times));
}

static void put_rate(struct world *w)
{
	static const char *const rates[] = {"1/10", "1/10m", "1/20m", "5/1m",           "10/60", "20/1h",          "1/3d",
	                                    "7/1s", "0/1",   "1/0",   "3/100000000000", "1 / 2", "99999999999/3s", "2/5H"};

	put(w, PICK(w, rates));
	if (product_below(&w->state, 2)) {
		put(w, " ");
		put_times(w);
	}
}

static void put_usage(struct world *w)
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

static void put_signal(struct world *w)
{
	static const char *const values[] = {"search=yes",
	                                     "search=no",
	                                     "ai-input=no, search=yes",
	                                     "AI-Train = NO",
	                                     "use=full",
	                                     "ai-train=yes,use=x",
	                                     "search",
	                                     "search=maybe",
	                                     "search=yes,search=no",
	                                     "ai-input=yes,ai-train=no"};

	if (product_below(&w->state, 3)) {
		put_path(w, 0);
		put(w, "\t");
	}
	put(w, PICK(w, values));
}

static void put_extension(struct world *w)
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
	                                     "Sitemap: a:///b"};
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

static void make_file(struct world *w)
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

static void make_urls(struct world *w)
{
	static const char *const pieces[] = {"a", "b", "/", "?", "%2F", "%2f", "ab", "\xC3\xA9", "%C3%A9", "*", "%61", "forum"};

	for (size_t i = 0; i < URLS; i++) {
		strcpy(w->url[i], product_below(&w->state, 4) ? "/" : "https://h/");
		for (size_t n = product_below(&w->state, 5); n > 0; n--)
			strcat(w->url[i], PICK(w, pieces));
	}
	strcpy(w->url[0], "/robots.txt");
}

/* ---- comparing ---- */

static void check_times(struct world *w, const struct robotsc_extensions *ext, const struct robotsc_group *group,
                        const struct oracle_record *records, size_t n)
{
	static const int64_t spans[] = {0, 1, 999, 59999, 60000, 600000, 3600000, 86400000, -5000, 400000000};

	for (size_t i = 0; i < n; i++) /* a minute at a time is too slow for those */
		if (records[i].ms > 400000000 || (records[i].documents && records[i].seconds / records[i].documents > 400000))
			return;
	for (int i = 0; i < TIMES; i++) {
		const int64_t day = (int64_t)product_below(&w->state, 86400000) + (i & 1 ? 0 : 1700006400000);
		const int64_t now = i == 0 ? -day : day, last = now - PICK(w, spans), took = PICK(w, spans) / 1000;
		const int has_last = product_below(&w->state, 5) != 0;
		struct robotsc_pace pace;
		const int64_t got = robotsc_next_fetch(ext, group, now, has_last ? last : ROBOTSC_NEVER, took, &pace);
		const int64_t want = oracle_next_fetch(records, n, now, has_last, last, took);

		waited += got > now;
		if (got == want && got == robotsc_next_fetch(ext, group, now, has_last ? last : ROBOTSC_NEVER, took, NULL))
			check_passed++;
		else
			report(w, "time to fetch", got < want ? "too early" : "too late");
		if (has_last && got - last < pace.pause)
			report(w, "a pause that is not kept", "");
	}
}

static void check_robot(struct world *w, const struct product *p, const struct robotsc_extensions *ext,
                        const struct oracle_file *file)
{
	const struct oracle_text token = {w->token.at, w->token.len};
	struct oracle_policy *policy = oracle_select(file, &token, 1);
	struct oracle_record *records;
	struct robotsc_group group;
	struct extensions_trial t = {.ext = ext, .group = &group, .file = file, .policy = policy};
	const size_t n = oracle_records(file, policy, &records);

	if (CHECK(robotsc_select(&p->blob, &w->token, 1, &group) == ROBOTSC_OK)) {
		if (extensions_trial_lines(&t))
			check_passed++;
		else
			report(w, t.what, "");
		for (size_t i = 0; i < URLS; i++)
			if (extensions_trial_url(&t, w->url[i], strlen(w->url[i])))
				check_passed++;
			else
				report(w, t.what, "");
		check_times(w, ext, &group, records, n);
	}
	stated += t.stated;
	records_seen += t.records;
	free(records);
	oracle_free_policy(policy);
}

/* What is in the core of a blob is there without extensions too: verdicts cannot differ. */
static void check_plain(const struct world *w, const struct robotsc_options *options, const struct product *with)
{
	struct robotsc_options plain = *options;
	struct robotsc_extensions ext;
	struct product p;

	plain.extensions = 0;
	if (CHECK(product_open_with(&p, &plain, w->file, w->len) == ROBOTSC_OK)) {
		CHECK(robotsc_open_extensions(&p.blob, &ext) == ROBOTSC_ERR_ABSENT);
		for (size_t u = 0; u < URLS; u++) {
			struct robotsc_group one, other;
			const size_t len = strlen(w->url[u]);

			CHECK(robotsc_select(&p.blob, &w->token, 1, &one) == ROBOTSC_OK);
			CHECK(robotsc_select(&with->blob, &w->token, 1, &other) == ROBOTSC_OK);
			CHECK(one.selected == other.selected && one.token == other.token);
			CHECK(robotsc_check_url(&one, w->url[u], len) == robotsc_check_url(&other, w->url[u], len));
		}
	}
	product_close(&p);
}

static void check_blob(struct world *w)
{
	static const struct robotsc_text tokens[] = {{"a", 1}, {"bot", 3}, {"nobody", 6}, {"", 0}};
	const struct oracle_options how = {.dialect = w->dialect};
	struct oracle_file *file = oracle_parse(&how, w->file, w->len);
	struct robotsc_options options;
	struct robotsc_extensions ext;
	struct product p;

	robotsc_options_init(&options);
	options.dialect = product_dialect(w->dialect);
	options.form = w->form;
	options.extensions = 1;
	options.agents = tokens;
	options.nagents = w->partial ? 4 : 0;
	w->token = tokens[0];
	if (CHECK(product_open_with(&p, &options, w->file, w->len) == ROBOTSC_OK) &&
	    CHECK(robotsc_open_extensions(&p.blob, &ext) == ROBOTSC_OK)) {
		check_plain(w, &options, &p);
		for (size_t i = 0; i < 4; i++) {
			w->token = tokens[i];
			check_robot(w, &p, &ext, file);
		}
	}
	product_close(&p);
	oracle_free_file(file);
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 5;
	const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : 500, first = argc > 3 ? strtoul(argv[3], NULL, 0) : 0;
	static struct world w;

	for (w.number = first; w.number < first + count; w.number++) {
		w.state = seed * 1000003 + w.number;
		make_file(&w);
		make_urls(&w);
		for (int d = 0; d < ORACLE_DIALECTS; d++) {
			w.dialect = (enum oracle_dialect)d;
			for (int k = 0; k < 6 && product_knows(w.dialect); k++) {
				w.form = (enum robotsc_form)(k / 2);
				w.partial = k % 2;
				check_blob(&w);
			}
		}
	}
	printf("%lu records, %lu preferences stated, %lu times waited\n", records_seen, stated, waited);
	CHECK(count < 100 || (records_seen > count && stated > count && waited > count));
	return check_done();
}
