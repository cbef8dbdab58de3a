/* audit_verdicts_test.c - 100,000 lines of made-up logs: each row counts what the oracle says of
 * its requests.
 *
 *     audit_verdicts_test [SEED [ROUNDS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

#include <robotsc/audit.h>

#include <ctype.h>
#include <strings.h>

#define LINES 500
#define ROUNDS 200
#define CHANGE 1790000000 /* time from which the second file was served */
#define ROWS 64
#define ROOM 65536

static const struct robotsc_crawler crawlers[] = {
	{.token = "Known", .obeys = "Family", .dialect = ROBOTSC_GOOGLE},
	{.token = "Family", .dialect = ROBOTSC_RFC9309},
	{.token = "Stubborn", .ignores_star = 1},
	{.token = "Mozilla", .only_named = 1},
};
#define NCRAWLERS (sizeof crawlers / sizeof crawlers[0])

/* The expected counts of a row. */
struct expected {
	char token[256];
	uint64_t requests, octets, verdicts[4], newly[2];
};

struct round {
	enum oracle_dialect dialect;
	struct draft texts[2], names;
	struct oracle_file *files[2][ORACLE_DIALECTS];
	struct oracle_file *named; /* a file that names all robots with rows */
	struct expected rows[ROWS];
	size_t nrows;
	struct draft log, header, target;
	int way; /* how the log is written: 0, 1: as text, 2: as JSON */
};

/* ---- a log --------------------------------------------------------------------------------- */

static void put(struct draft *d, const char *at, size_t len)
{
	if (len > d->room - d->len) {
		d->room = 2 * (d->room + len);
		d->at = realloc(d->at, d->room);
		if (!d->at)
			abort();
	}
	memcpy(d->at + d->len, at, len);
	d->len += len;
}

static void put_string(struct draft *d, const char *string)
{
	put(d, string, strlen(string));
}

/* Spell octets as nginx does (0), Apache (1), or nginx in JSON (2). */
static void put_spelled(struct draft *d, int way, const char *at, size_t len)
{
	char room[16];

	for (size_t i = 0; i < len; i++) {
		const unsigned char c = (unsigned char)at[i];
		const int odd = c < 0x20 || c == '"' || c == '\\' || (way < 2 && c > 0x7E);

		if (!odd)
			snprintf(room, sizeof room, "%c", c);
		else if (way > 0 && (c == '"' || c == '\\'))
			snprintf(room, sizeof room, "\\%c", c);
		else if (way > 0 && c == '\n')
			snprintf(room, sizeof room, "\\n");
		else if (way > 0 && c == '\t')
			snprintf(room, sizeof room, "\\t");
		else
			snprintf(room, sizeof room, way == 0 ? "\\x%02X" : way == 1 ? "\\x%02x" : "\\u%04X", c);
		put(d, room, odd ? strlen(room) : 1);
	}
}

static void put_line(struct round *r, int64_t time, unsigned octets)
{
	char room[128];

	if (r->way < 2) {
		/* The log writes the time of a zone one hour ahead, so its day may be the next
		 * one. */
		const int64_t second = time + 3600, day = second / 86400;
		int64_t days = day - 20454; /* since 2026-01-01 */
		static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
		static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
		                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
		int month = 0;

		for (; days >= lengths[month]; month++)
			days -= lengths[month];
		snprintf(room, sizeof room, "1.2.3.4 - - [%02d/%s/2026:%02d:%02d:%02d +0100] \"GET ", (int)days + 1, months[month],
		         (int)(second / 3600 % 24), (int)(second / 60 % 60), (int)(second % 60));
		put_string(&r->log, room);
		put_spelled(&r->log, r->way, r->target.at, r->target.len);
		snprintf(room, sizeof room, " HTTP/1.1\" 200 %u \"-\" \"", octets);
		put_string(&r->log, room);
		put_spelled(&r->log, r->way, r->header.at, r->header.len);
		put_string(&r->log, "\"\n");
		return;
	}
	snprintf(room, sizeof room, "{\"msec\": %lld.250, \"bytes_sent\":%u, \"request\" : \"GET ", (long long)time, octets);
	put_string(&r->log, room);
	put_spelled(&r->log, r->way, r->target.at, r->target.len);
	put_string(&r->log, " HTTP/1.1\",\"x\":[{\"request\":1}],\"http_user_agent\":\"");
	put_spelled(&r->log, r->way, r->header.at, r->header.len);
	put_string(&r->log, "\"}\n");
}

/* ---- what the oracle says ------------------------------------------------------------------ */

static const struct robotsc_crawler *crawler_of(const char *token)
{
	for (size_t i = 0; i < NCRAWLERS; i++)
		if (strcasecmp(crawlers[i].token, token) == 0)
			return &crawlers[i];
	return NULL;
}

static int importance(const char *token)
{
	const struct robotsc_crawler *const crawler = crawler_of(token);

	return strcasecmp(token, "Mozilla") == 0 ? 1 : crawler && !crawler->only_named ? 3 : 2;
}

/* The row of a header: its token, in lower case; empty: all others. */
static void row_of(struct round *r, char token[256])
{
	struct oracle_text found[8];
	const struct oracle_text header = {r->header.at, r->header.len};
	const size_t n = oracle_header_tokens(r->named, header, found, 8);
	int best = 0;

	token[0] = '\0';
	if (r->header.len == 1 && r->header.at[0] == '-')
		return;
	for (size_t i = 0; i < n; i++) {
		char word[256];

		snprintf(word, sizeof word, "%.*s", (int)found[i].len, found[i].at);
		if (importance(word) <= best)
			continue;
		best = importance(word);
		for (size_t k = 0; k < sizeof word; k++)
			token[k] = (char)tolower((unsigned char)word[k]);
	}
}

static int oracle_says(struct round *r, int file, const char *token)
{
	const struct robotsc_crawler *crawler = crawler_of(token);
	const enum oracle_dialect dialect = crawler ? (enum oracle_dialect)crawler->dialect : r->dialect;
	struct oracle_text tokens[2] = {{token, strlen(token)}, {NULL, 0}};
	struct oracle_policy *policy;
	struct draft url = {NULL, 0, 0};
	size_t n = token[0] != '\0';
	int allowed;

	if (crawler && crawler->obeys)
		tokens[n++] = (struct oracle_text){crawler->obeys, strlen(crawler->obeys)};
	policy = oracle_select(r->files[file][dialect], tokens, n);
	if (r->target.at[0] == '/')
		put_string(&url, "http://host");
	put(&url, r->target.at, r->target.len);
	allowed = oracle_check(policy, url.at, url.len, NULL);
	if (crawler && crawler->ignores_star && oracle_selected_by(policy, NULL) == ORACLE_SELECTED_STAR)
		allowed = 1;
	free(url.at);
	oracle_free_policy(policy);
	return allowed;
}

static int has_target(const struct draft *t)
{
	return t->len > 0 && (t->at[0] == '/' || (t->len >= 7 && strncasecmp(t->at, "http://", 7) == 0) ||
	                      (t->len >= 8 && strncasecmp(t->at, "https://", 8) == 0));
}

static void expect(struct round *r, int64_t time, unsigned octets)
{
	char token[256];
	struct expected *row;
	size_t i = 0;
	int verdict = ROBOTSC_AUDIT_UNKNOWN;

	row_of(r, token);
	while (i < r->nrows && strcmp(r->rows[i].token, token) != 0)
		i++;
	if (i == r->nrows) {
		if (i == ROWS)
			abort();
		snprintf(r->rows[r->nrows++].token, sizeof token, "%s", token);
	}
	row = &r->rows[i];
	row->requests++;
	row->octets += octets;
	if (has_target(&r->target)) {
		const int before = oracle_says(r, 0, token), after = oracle_says(r, 1, token);
		const int early = time < CHANGE + 86400;

		verdict = time < CHANGE ? !before : after ? 0 : early && before ? ROBOTSC_AUDIT_IN_GRACE : 1;
		if (time >= CHANGE && !after && before)
			row->newly[early ? 0 : 1]++;
	}
	row->verdicts[verdict]++;
}

/* ---- a round ------------------------------------------------------------------------------- */

/* Make a target that may be in a request line.  Most are paths; some are in the absolute form, and
 * some are odd. */
static void make_target(struct round *r, uint64_t *random)
{
	const struct oracle_file *const file = r->files[splitmix_below(random, 2)][r->dialect];
	const char *slash;

	random_gen_url(&r->target, random, file);
	if (splitmix_below(random, 8) == 0)
		return;
	slash = r->target.len ? memchr(r->target.at, '/', r->target.len) : NULL;
	if (slash && r->target.at + r->target.len - slash > 2 && slash[1] == '/' && slash > r->target.at && slash[-1] == ':')
		slash = memchr(slash + 2, '/', r->target.len - (size_t)(slash + 2 - r->target.at));
	if (!slash)
		return;
	r->target.len -= (size_t)(slash - r->target.at);
	memmove(r->target.at, slash, r->target.len);
}

static void make_header(struct round *r, uint64_t *random)
{
	static const char *const fixed[] = {
		"Known/1.0 (+http://h)",          "Mozilla/5.0 (compatible; Stubborn/2)", "-", "Mozilla/5.0 (X11) Gecko", "Family",
		"Mozilla/5.0 (compatible; known)"};

	if (splitmix_below(random, 2)) {
		random_gen_header(&r->header, random, r->files[splitmix_below(random, 2)][r->dialect]);
		return;
	}
	r->header.len = 0;
	put_string(&r->header, fixed[splitmix_below(random, sizeof fixed / sizeof fixed[0])]);
}

/* True if a request line can have this target: it is not empty, has no CR at its end, and no text
 * after a space in it looks like the version. */
static int can_stand(const struct draft *t)
{
	return t->len > 0 && !(t->len >= 6 && memchr(t->at, ' ', t->len)) && t->at[t->len - 1] != '\r';
}

static void name_all(struct round *r)
{
	struct oracle_text agent;

	r->names.len = 0;
	for (int f = 0; f < 2; f++)
		for (size_t i = 0; oracle_agent_at(r->files[f][r->dialect], i, &agent); i++) {
			size_t k = 0;

			while (k < agent.len && (isalnum((unsigned char)agent.at[k]) || strchr("._-", agent.at[k])) && agent.at[k])
				k++;
			if (k != agent.len || k == 0)
				continue;
			put_string(&r->names, "User-agent: ");
			put(&r->names, agent.at, agent.len);
			put_string(&r->names, "\n");
		}
	put_string(&r->names, "User-agent: Known\nUser-agent: Family\nUser-agent: Stubborn\nDisallow:\n");
	r->named = oracle_parse(&(struct oracle_options){.dialect = ORACLE_RFC9309, .limit = SIZE_MAX}, r->names.at, r->names.len);
}

static void compare(struct round *r, const struct robotsc_audit_answer *answer)
{
	CHECK_MSG(answer->nrows == r->nrows, "%zu rows, not %zu", answer->nrows, r->nrows);
	CHECK_MSG(answer->lines == LINES && answer->unread == 0, "%lu unread", (unsigned long)answer->unread);
	for (size_t i = 0; i < answer->nrows; i++) {
		const struct robotsc_audit_row *const row = &answer->rows[i];
		const struct expected *e = NULL;

		for (size_t k = 0; k < r->nrows; k++)
			if (strlen(r->rows[k].token) == row->token.len &&
			    (row->token.len == 0 || strncasecmp(r->rows[k].token, row->token.at, row->token.len) == 0))
				e = &r->rows[k];
		CHECK_MSG(e != NULL, "no row %.*s", (int)row->token.len, row->token.at);
		if (!e)
			continue;
		CHECK(row->requests == e->requests && row->octets == e->octets);
		for (int v = 0; v < 4; v++)
			CHECK_MSG(row->verdicts[v] == e->verdicts[v], "%s: %s %lu, not %lu", e->token,
			          robotsc_audit_verdict_name((enum robotsc_audit_verdict)v), (unsigned long)row->verdicts[v],
			          (unsigned long)e->verdicts[v]);
		CHECK(row->nchanges == 1 && row->changes[0].in_grace == e->newly[0] && row->changes[0].after_grace == e->newly[1]);
	}
}

static void audit(struct round *r)
{
	const struct robotsc_audit_file files[2] = {
		{{"old", 3}, r->texts[0].at, r->texts[0].len, ROBOTSC_AUDIT_ALWAYS},
		{{"new", 3}, r->texts[1].at, r->texts[1].len, CHANGE},
	};
	struct robotsc_options options;
	struct robotsc_audit_question question = {.options = &options,
	                                          .files = files,
	                                          .nfiles = 2,
	                                          .crawlers = crawlers,
	                                          .ncrawlers = NCRAWLERS,
	                                          .format = r->way == 2 ? "json" : "combined",
	                                          .examples = 3};
	struct robotsc_audit *a = NULL;
	struct robotsc_audit_lines *lines = NULL;
	const struct robotsc_audit_answer *answer;

	robotsc_options_init(&options);
	options.dialect = product_dialect(r->dialect);
	CHECK(robotsc_audit_open(&a, &question, NULL) == ROBOTSC_OK);
	CHECK(robotsc_audit_lines_new(a, &lines) == ROBOTSC_OK);
	CHECK(robotsc_audit_read(lines, r->log.at, r->log.len) == ROBOTSC_OK);
	CHECK(robotsc_audit_count(a, lines) == ROBOTSC_OK);
	CHECK(robotsc_audit_answer(a, &answer) == ROBOTSC_OK);
	compare(r, answer);
	robotsc_audit_lines_free(lines);
	robotsc_audit_close(a);
}

static void one_round(struct round *r, uint64_t *random)
{
	static const char *const more[] = {"\n\nUser-agent: Family\nDisallow: /*a\nDisallow: /*%\n",
	                                   "\n\nUser-agent: Mozilla\nDisallow: /*b\nDisallow: /a\n",
	                                   "\n\nUser-agent: *\nDisallow: /*c\n"};

	r->dialect = (enum oracle_dialect)splitmix_below(random, 2);
	r->way = (int)splitmix_below(random, 3);
	for (int f = 0; f < 2; f++) {
		random_gen_file(&r->texts[f], random);
		for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
			if (splitmix_below(random, 2))
				put_string(&r->texts[f], more[i]);
		for (int d = 0; d < ORACLE_DIALECTS; d++)
			r->files[f][d] = oracle_parse(&(struct oracle_options){.dialect = (enum oracle_dialect)d}, r->texts[f].at,
			                              r->texts[f].len);
	}
	name_all(r);
	memset(r->rows, 0, sizeof r->rows);
	r->nrows = r->log.len = 0;
	for (int i = 0; i < LINES; i++) {
		static const int64_t edges[] = {CHANGE - 1, CHANGE, CHANGE + 86399, CHANGE + 86400};
		const int64_t time = splitmix_below(random, 8) ? CHANGE - 200000 + (int64_t)splitmix_below(random, 400000)
		                                               : edges[splitmix_below(random, 4)];
		const unsigned octets = splitmix_below(random, 100000);

		do {
			make_target(r, random);
		} while (!can_stand(&r->target));
		make_header(r, random);
		put_line(r, time, octets);
		expect(r, time, octets);
	}
	audit(r);
	for (int f = 0; f < 2; f++)
		for (int d = 0; d < ORACLE_DIALECTS; d++)
			oracle_free_file(r->files[f][d]);
	oracle_free_file(r->named);
}

int main(int argc, char **argv)
{
	static struct round r;
	uint64_t random = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : ROUNDS;

	for (long i = 0; i < rounds; i++)
		one_round(&r, &random);
	free(r.texts[0].at);
	free(r.texts[1].at);
	free(r.names.at);
	free(r.log.at);
	free(r.header.at);
	free(r.target.at);
	return check_done();
}
