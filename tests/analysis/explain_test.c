/* explain_test.c - single checks, check_paths, batches, explain and the oracle agree; two compiles
 * of the same text give the same octets.
 *
 *     explain_test [EVERY]    every such case of those with large texts
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/deciding_lines.h"
#include "tests/compiler/hostile.h"
#include "tests/oracle/oracle.h"
#include "robotsc/explain.h"
#include "tests/support/sample.h"

static unsigned every = 1;

struct lines {
	const char *text;
	size_t len;
	uint32_t last, deciding, seen; /* last matching line, deciding line, number of matches */
	uint32_t best;                 /* rank of the deciding match */
};

static void see(void *ctx, const struct robotsc_match *match)
{
	struct lines *l = ctx;
	const char *p = l->text, *end = l->text + l->len;
	uint32_t line;

	for (line = 1; line < match->line; line++)
		p = (const char *)memchr(p, '\n', (size_t)(end - p)) + 1;
	CHECK_MSG(match->text.at == p && (p + match->text.len == end || p[match->text.len] == '\n'), "text of line %u",
	          match->line);
	CHECK_MSG(match->line > l->last, "line %u after %u", match->line, l->last);
	l->last = match->line;
	l->seen++;
	if (match->deciding) {
		CHECK_MSG(l->deciding == 0, "lines %u and %u decide", l->deciding, match->line);
		l->deciding = match->line;
		l->best = match->rank;
	}
}

#define MOST_GONE 64

/* A text with the changes that explain proposes: without some lines, or with one rule more. */
struct changed {
	const char *text;
	size_t len, kept, with_len; /* octets of text that are in `without`, or left out */
	char *without, *with;
	size_t without_len;
	char *short_with;              /* the text with the shortest rule */
	size_t short_len, pattern, at; /* pattern: octets of its pattern; at: offset of its line */
	uint32_t removals, additions, shortest, then, gone[MOST_GONE];
};

static size_t start_of(const char *text, size_t len, uint32_t line)
{
	const char *p = text, *end = text + len;

	while (--line && p < end) {
		const char *lf = memchr(p, '\n', (size_t)(end - p));
		p = lf ? lf + 1 : end;
	}
	return (size_t)(p - text);
}

/* Copy a text with a line put in before an offset. */
static char *put_before(const char *text, size_t len, size_t at, int blank, struct robotsc_text line, size_t *out_len)
{
	char *out = malloc(len + line.len + 3);
	size_t n = at;

	if (!CHECK(out != NULL))
		abort();
	memcpy(out, text, at);
	if (at && text[at - 1] != '\n')
		out[n++] = '\n';
	if (blank)
		out[n++] = '\n';
	memcpy(out + n, line.at, line.len);
	n += line.len;
	out[n++] = '\n';
	memcpy(out + n, text + at, len - at);
	*out_len = n + len - at;
	return out;
}

static void apply_change(void *ctx, const struct robotsc_change *change)
{
	struct changed *c = ctx;
	const size_t at = change->line ? start_of(c->text, c->len, change->line) : c->len;
	const size_t end = change->line ? start_of(c->text, c->len, change->line + 1) : c->len;

	if (change->kind == ROBOTSC_CHANGE_REMOVE) {
		CHECK(end - at >= change->text.len && memcmp(c->text + at, change->text.at, change->text.len) == 0);
		CHECK(at >= c->kept && c->additions == 0);
		memcpy(c->without + c->without_len, c->text + c->kept, at - c->kept);
		c->without_len += at - c->kept;
		c->kept = end;
		CHECK(!c->removals || c->then == change->then);
		c->then = change->then;
		c->gone[c->removals++ % MOST_GONE] = change->line;
		return;
	}
	c->additions += change->kind != ROBOTSC_CHANGE_SHORTEST;
	c->shortest += change->kind == ROBOTSC_CHANGE_SHORTEST;
	CHECK(c->additions <= 1 && c->shortest <= 1);
	CHECK((change->kind == ROBOTSC_CHANGE_ADD_GROUP) == (change->line == 0));
	char **to = change->kind == ROBOTSC_CHANGE_SHORTEST ? &c->short_with : &c->with;
	size_t *len = change->kind == ROBOTSC_CHANGE_SHORTEST ? &c->short_len : &c->with_len;

	*to = put_before(c->text, c->len, at, change->line == 0, change->text, len);
	if (change->kind == ROBOTSC_CHANGE_SHORTEST)
		c->pattern = change->text.len -
		             (size_t)((const char *)memchr(change->text.at, ' ', change->text.len) + 1 - change->text.at);
	c->at = at;
}

static int oracle_says(enum robotsc_dialect dialect, const char *text, size_t len, const struct robotsc_text *token,
                       struct robotsc_text url, uint32_t *line)
{
	struct oracle_reason reason;
	const struct oracle_options how = {.dialect = (enum oracle_dialect)dialect};
	const struct oracle_text same_token = {token->at, token->len};
	struct oracle_file *file = oracle_parse(&how, text, len);
	struct oracle_policy *policy = oracle_select(file, &same_token, 1);
	const int verdict = oracle_check(policy, url.at, url.len, &reason);

	*line = (uint32_t)reason.line;
	oracle_free_policy(policy);
	oracle_free_file(file);
	return verdict;
}

/* Counters: proposed changes that were tried; shortest rules for which shorter ones were tried. */
static unsigned long told, shortest;

/* The number in the whole text of a line of the text without the removed lines. */
static uint32_t before_removal(const struct changed *c, uint32_t line)
{
	for (uint32_t i = 0; line && i < c->removals; i++)
		line += c->gone[i] <= line;
	return line;
}

/* No shorter pattern of the octets in letters reverses the verdict. */
static void no_shorter(const struct changed *c, enum robotsc_dialect dialect, const struct robotsc_text *token,
                       struct robotsc_text url, int verdict)
{
	static const char letters[] = "/ab*$";
	char line[32];

	for (size_t n = 1; n < c->pattern; n++)
		for (unsigned k = 0, all = 1; k < all; k++) {
			unsigned rest = k;
			size_t at = (size_t)snprintf(line, sizeof line, "%s: ", verdict ? "Disallow" : "Allow"), len;

			all = 1;
			for (size_t i = 0; i < n; i++, all *= 5, rest /= 5)
				line[at++] = letters[rest % 5];
			uint32_t by;
			char *with = put_before(c->text, c->len, c->at, 0, (struct robotsc_text){line, at}, &len);

			CHECK_MSG(oracle_says(dialect, with, len, token, url, &by) == verdict, "%.*s is shorter: %.*s\n%.*s",
			          (int)at, line, (int)url.len, url.at, (int)c->len, c->text);
			free(with);
		}
}

/* Every change that explain proposes reverses the oracle's verdict. */
static void change_one(const struct robotsc_options *options, const char *text, size_t len, const struct robotsc_text *token,
                       struct robotsc_text url, int verdict, size_t brute)
{
	struct changed c = {.text = text, .len = len, .without = malloc(len + 1)};
	uint32_t line;

	if (CHECK(c.without != NULL) && CHECK(robotsc_changes(options, text, len, token, 1, url, apply_change, &c) == ROBOTSC_OK)) {
		memcpy(c.without + c.without_len, text + c.kept, len - c.kept);
		c.without_len += len - c.kept;
		if (c.removals) {
			CHECK_MSG(oracle_says(options->dialect, c.without, c.without_len, token, url, &line) == !verdict,
			          "without %u lines: %.*s", c.removals, (int)url.len, url.at);
			CHECK_MSG(c.removals > MOST_GONE || c.then == before_removal(&c, line),
			          "line %u, not %u, decides then: %.*s", before_removal(&c, line), c.then, (int)url.len, url.at);
		}
		if (c.additions)
			CHECK_MSG(oracle_says(options->dialect, c.with, c.with_len, token, url, &line) == !verdict,
			          "with a rule: %.*s", (int)url.len, url.at);
		if (c.shortest)
			CHECK_MSG(oracle_says(options->dialect, c.short_with, c.short_len, token, url, &line) == !verdict,
			          "with the shortest rule: %.*s", (int)url.len, url.at);
		CHECK_MSG(!c.shortest || !c.additions || c.pattern > 1, "'/' beside a narrower rule: %.*s", (int)url.len, url.at);
		if (c.shortest && c.pattern <= brute) {
			no_shorter(&c, options->dialect, token, url, verdict);
			shortest++;
		}
		told += (c.removals != 0) + c.additions + c.shortest;
	}
	free(c.without);
	free(c.with);
	free(c.short_with);
}

/* A pseudo-random number below a bound. */
static size_t below(uint64_t *state, size_t bound)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(*state >> 33) % bound;
}

/* Small random texts and paths: answers are exact, and the shortest rule is the shortest. */
static void small_worlds(void)
{
	static const char *const pieces[] = {"a", "b", "/", "*", "a", "b", "$", "ab"};
	static const char *const units[] = {"a", "b", "/", "a", "%61", "%2A", "?", "%2F"};
	const struct robotsc_text token = TEXT("x");
	uint64_t state = 7;

	for (int i = 0; i < 4000; i++) {
		struct robotsc_options options;
		char text[400], url[40];
		size_t len = (size_t)snprintf(text, sizeof text, "User-agent: %s\n", below(&state, 5) ? "*" : "x"), n;
		uint32_t line;

		robotsc_options_init(&options);
		options.dialect = (enum robotsc_dialect)(i % 5);
		for (size_t rules = below(&state, 5); rules; rules--) {
			len += (size_t)snprintf(text + len, sizeof text - len, "%s: %s", below(&state, 2) ? "Allow" : "Disallow",
			                        below(&state, 6) ? "/" : "*");
			for (size_t k = below(&state, 4); k; k--)
				len += (size_t)snprintf(text + len, sizeof text - len, "%s", pieces[below(&state, 8)]);
			text[len++] = '\n';
		}
		n = (size_t)snprintf(url, sizeof url, "http://h/");
		for (size_t k = below(&state, 5); k; k--)
			n += (size_t)snprintf(url + n, sizeof url - n, "%s", units[below(&state, 8)]);
		const struct robotsc_text asked = {url, n};

		change_one(&options, text, len, &token, asked, oracle_says(options.dialect, text, len, &token, asked, &line), 4);
	}
	CHECK_MSG(shortest > 500, "only %lu shortest rules", shortest);
}

/* robotsc_deciding_lines gives the line of explain, whatever URL was asked before, and also with
 * enough URLs for an index. */
static void same_line(const struct robotsc_options *options, const char *text, size_t len, const struct robotsc_text *token,
                      struct robotsc_text url, uint32_t line)
{
	const struct robotsc_text urls[] = {{"/robots.txt", 11}, url, url, url, url, url, url, url, url};
	uint32_t lines[9];

	for (size_t n = 3; n <= 9; n += 6) {
		CHECK(robotsc_deciding_lines(options, text, len, token, 1, urls, n, lines) == ROBOTSC_OK);
		CHECK_MSG(lines[1] == line && lines[n - 1] == line, "line %u, not %u, decides about %.*s", lines[1], line,
		          (int)url.len, url.at);
	}
}

/* If the budget of work ends first, no line is named; a wrong line never is. */
static void lines_of_little_work(void)
{
	static const char text[] = "User-agent: *\nDisallow: /*a*b$\nAllow: /*a*a*b\nDisallow: /*b*a*a*a*a*b\nAllow: /\n";
	const struct robotsc_text token = TEXT("0"), url = TEXT("http://h/aabaababaab"), robots = {text, sizeof text - 1};
	unsigned said = 0;

	for (uint64_t w = 1; w < 4000; w += 1 + w / 50) {
		struct asked_line of[9];
		uint64_t work = w;

		for (size_t i = 0; i < 9; i++)
			of[i] = (struct asked_line){.tokens = &token, .ntokens = 1, .url = url};
		CHECK(robotsc__deciding_lines(NULL, robots, of, 9, &work) == ROBOTSC_OK);
		for (size_t i = 0; i < 9; i++)
			CHECK_MSG(of[i].line == 0 || of[i].line == 4, "line %u, work %lu", of[i].line, (unsigned long)w);
		said += of[0].line == 4 && of[8].line == 0;
	}
	CHECK(said > 0);
}

static void explain_one(const struct robotsc_options *options, const char *text, size_t len, const struct oracle_policy *policy,
                        const struct robotsc_text *token, struct robotsc_text url, int verdict)
{
	struct lines l = {text, len, 0, 0, 0, 0};
	struct robotsc_explanation e;
	struct oracle_reason reason;

	if (!CHECK(robotsc_explain(options, text, len, token, 1, url, see, &l, &e) == ROBOTSC_OK))
		return;
	CHECK_MSG((int)e.verdict == verdict, "explain says %d about %.*s", (int)e.verdict, (int)url.len, url.at);
	CHECK_MSG(oracle_check(policy, url.at, url.len, &reason) == verdict, "%.*s", (int)url.len, url.at);
	CHECK_MSG(e.implied || e.deciding == reason.line, "line %u, not %zu, decides about %.*s", e.deciding, reason.line,
	          (int)url.len, url.at);
	CHECK((int)e.selected == (int)oracle_selected_by(policy, NULL));
	CHECK(e.rules == oracle_policy_rules(policy));
	CHECK(e.matches == l.seen && (e.implied || e.deciding == l.deciding));
	CHECK((e.agent_line != 0) == (e.selected != ROBOTSC_SELECTED_NONE));
	same_line(options, text, len, token, url, e.implied ? ROBOTSC_LINE_IMPLIED : e.deciding);
}

/* Single checks, check_paths, batches and explain agree with one another and with the oracle. */
static void agree(enum robotsc_dialect dialect, const char *text, size_t len, const struct robotsc_text *token)
{
	enum {
		N = 60
	};
	const struct oracle_options how = {.dialect = (enum oracle_dialect)dialect};
	const struct oracle_text same_token = {token->at, token->len};
	struct oracle_file *file = oracle_parse(&how, text, len);
	struct oracle_policy *policy = oracle_select(file, &same_token, 1);
	static char url[N][160];
	struct robotsc_text paths[N];
	struct robotsc_query queries[N];
	struct robotsc_options options;
	struct robotsc_group group;
	uint8_t one[N], many[N], batch[N];
	struct compiled c, again;
	size_t i;

	robotsc_options_init(&options);
	options.dialect = dialect;
	if (open_text(&c, &options, text, len) && CHECK(robotsc_select(&c.blob, token, 1, &group) == ROBOTSC_OK)) {
		for (i = 0; i < N; i++) {
			memcpy(url[i], "http://h", 8);
			paths[i].at = url[i] + 8;
			paths[i].len = hostile_path((enum hostile_path)(i % HOSTILE_PATH_KINDS), text, len, i, url[i] + 8,
			                            4 * (i % 30) + 1);
			queries[i] = (struct robotsc_query){&group, paths[i]};
			one[i] = (uint8_t)robotsc_check_path(&group, paths[i].at, paths[i].len);
			explain_one(&options, text, len, policy, token, (struct robotsc_text){url[i], 8 + paths[i].len}, one[i]);
			change_one(&options, text, len, token, (struct robotsc_text){url[i], 8 + paths[i].len}, one[i], 0);
		}
		robotsc_check_paths(&group, paths, N, many);
		robotsc_check_batch(queries, N, batch);
		CHECK(memcmp(one, many, N) == 0);
		CHECK(memcmp(one, batch, N) == 0);
		if (open_text(&again, &options, text, len)) {
			CHECK_MSG(c.size == again.size && memcmp(c.bytes, again.bytes, c.size) == 0, "two compiles differ");
			close_text(&again);
		}
		close_text(&c);
	}
	oracle_free_policy(policy);
	oracle_free_file(file);
}

static void agreement(void)
{
	static const char fixed[] = "User-agent: *\nDisallow: /\nAllow: /a\nAllow: /a$\nDisallow: /a\nDisallow: /*b*\n\nAllow: "
				    "/robots.txt\nAllow: /x\n";
	static const char *const names[] = {"everything",       "deep-trie",    "best-so-far-2",
	                                    "unknown-tokens-1", "nested-stars", "agents-pairs"};
	const struct robotsc_text token = TEXT("0"), robots = TEXT("http://h/robots.txt");
	struct robotsc_explanation e;
	struct robotsc_options options;
	size_t i, k, len, n;
	void *bytes;

	robotsc_options_init(&options);
	for (k = ROBOTSC_RFC9309; k <= ROBOTSC_CONNER2; k++) {
		options.dialect = (enum robotsc_dialect)k;
		if (robotsc_compile(&options, "", 0, &bytes, &len) == ROBOTSC_ERR_DIALECT) {
			printf("skipped: dialect %zu is not available\n", k);
			continue;
		}
		robotsc_free_blob(NULL, bytes, len);
		agree((enum robotsc_dialect)k, groups, sizeof groups - 1, &token);
		agree((enum robotsc_dialect)k, fixed, sizeof fixed - 1, &token);
		for (i = 0; i < sizeof names / sizeof *names; i++)
			for (n = 0; n < hostile_ncases; n++)
				if (strcmp(hostile_cases[n].name, names[i]) == 0) {
					struct hostile_case small = hostile_cases[n];
					char *text;

					small.room = 6000;
					text = hostile_make(&small, &len);
					if (CHECK(text != NULL))
						agree((enum robotsc_dialect)k, text, len, &token);
					free(text);
				}
	}
	CHECK(robotsc_explain(NULL, fixed, sizeof fixed - 1, &token, 1, robots, NULL, NULL, &e) == ROBOTSC_OK);
	/* Whatever the rules say. */
	CHECK(e.verdict == ROBOTSC_ALLOW && e.implied == 1 && e.deciding == 0 && e.matches > 0);
	same_line(NULL, fixed, sizeof fixed - 1, &token, robots, ROBOTSC_LINE_IMPLIED);
	CHECK(robotsc_explain(NULL, fixed, 25, &token, 1, robots, NULL, NULL, &e) == ROBOTSC_OK);
	CHECK(e.verdict == ROBOTSC_ALLOW && e.implied == 1 && e.deciding == 0);
}

/* Rules with '?' and sets, in small worlds: the same verdict and deciding line as the oracle. */
static void units(void)
{
	static const char *const pieces[] = {"a", "?", "[ab]", "[!a]", "[a/]", "[%C0-%FF]", "[!b-z]", "*", "%2F", "b"};
	static const char *const parts[] = {"a", "b", "/", "%2F", "%25", "%C3", "c", "?", "%"};
	const struct robotsc_text token = TEXT("x");
	const struct oracle_text same_token = {token.at, token.len};
	const struct oracle_options how = {.dialect = ORACLE_CONNER2};
	struct robotsc_options options;
	uint64_t state = 9;
	unsigned allowed = 0;

	robotsc_options_init(&options);
	options.dialect = ROBOTSC_CONNER2;
	for (int i = 0; i < 2000; i++) {
		char text[400] = "User-agent: *\nRobot-version: 2.0\n", url[40] = "http://h/";
		size_t len = strlen(text), n = strlen(url);

		for (size_t rules = 1 + below(&state, 4); rules; rules--) {
			len += (size_t)snprintf(text + len, sizeof text - len, "%s: %s", below(&state, 2) ? "Allow" : "Disallow",
			                        below(&state, 4) ? "/" : "*");
			for (size_t k = below(&state, 5); k; k--)
				len += (size_t)snprintf(text + len, sizeof text - len, "%s", pieces[below(&state, 10)]);
			text[len++] = '\n';
		}
		for (size_t k = below(&state, 5); k; k--)
			n += (size_t)snprintf(url + n, sizeof url - n, "%s", parts[below(&state, 9)]);
		struct oracle_file *file = oracle_parse(&how, text, len);
		struct oracle_policy *policy = oracle_select(file, &same_token, 1);
		const struct robotsc_text asked = {url, n};
		const int verdict = oracle_check(policy, url, n, NULL);

		explain_one(&options, text, len, policy, &token, asked, verdict);
		change_one(&options, text, len, &token, asked, verdict, 0);
		allowed += verdict != 0;
		oracle_free_policy(policy);
		oracle_free_file(file);
	}
	CHECK_MSG(allowed > 500 && allowed < 1500, "%u allowed", allowed);
}

/* Rules that differ in their last letters only.  A path of their other letters nearly matches each
 * rule at every place. */
static char *alike(enum robotsc_dialect dialect, int kind, size_t room, size_t *len)
{
	static const char *const kinds[] = {"Disallow: /*aaaaaaaaaaaaa%c%c%c*\n", "Disallow: /*\xE9\xE9\xE9\xE9\xE9\xE9%c%c%c\n",
	                                    "Disallow: /*%%2Faaaa*?aa%%2Faa%c%c%c*\n", "Disallow: /*[!%c][a-%c]?aaaaaaaaa%c*\n"};
	char *const text = malloc(room + 1);

	if (!CHECK(text != NULL))
		abort();
	*len = (size_t)snprintf(text, room, "User-agent: *\n%s", dialect == ROBOTSC_CONNER2 ? "Robot-version: 2.0\n" : "");
	for (unsigned i = 0; *len + 40 < room; i++)
		*len += (size_t)snprintf(text + *len, room - *len, kinds[kind], 'b' + i % 25, 'b' + i / 25 % 25,
		                         'b' + i / 625 % 25);
	return text;
}

/* A path of the octet that those rules begin with, and the last rule's end.  Returns its length. */
static size_t alike_path(int kind, const char *text, size_t len, size_t room, char *url)
{
	size_t n = (size_t)sprintf(url, "/%s", kind == 2 ? "%2F" : "");

	memset(url + n, kind == 1 ? 0xE9 : 'a', room - n);
	if (kind == 2)
		memcpy(url + room / 2, "?aa/aa", 6);
	memcpy(url + room - 3, text + len - (kind == 1 ? 4 : 5), 3);
	return room;
}

/* Long paths: the answer is that of the oracle. */
static void long_paths(void)
{
	static const size_t lengths[] = {63, 64, 65, 127, 128, 129, 2000, 2049, 2060, 6143, 6146, 6200, 20000};
	static char url[20001];
	const struct robotsc_text token = TEXT("x");
	const struct oracle_text same_token = {token.at, token.len};
	unsigned decided = 0;
	size_t len;

	for (unsigned k = 0; k < 5 * 4; k++) {
		const enum robotsc_dialect dialect = (enum robotsc_dialect)(k % 5);
		const struct oracle_options how = {.dialect = (enum oracle_dialect)dialect};
		char *const text = alike(dialect, (int)(k / 5), 400, &len);
		struct oracle_file *file = oracle_parse(&how, text, len);
		struct oracle_policy *policy = oracle_select(file, &same_token, 1);
		struct robotsc_options options;
		struct oracle_reason reason;

		robotsc_options_init(&options);
		options.dialect = dialect;
		for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
			const struct robotsc_text asked = {url, alike_path((int)(k / 5), text, len, lengths[i], url)};

			explain_one(&options, text, len, policy, &token, asked, oracle_check(policy, url, asked.len, &reason));
			decided += reason.line != 0;
		}
		oracle_free_policy(policy);
		oracle_free_file(file);
		free(text);
	}
	CHECK_MSG(decided > 50, "only %u decided", decided);
}

struct shown {
	struct robotsc_text text, removed;
};

static void keep_match(void *ctx, const struct robotsc_match *match)
{
	((struct shown *)ctx)->text = match->text;
}

static void keep_removed(void *ctx, const struct robotsc_change *change)
{
	struct shown *const shown = ctx;

	if (change->kind == ROBOTSC_CHANGE_REMOVE)
		shown->removed = change->text;
}

/* google: the part before the size limit decides and is shown; the whole line is removed. */
static void cut_line(void)
{
	static const char rule[] = "Disallow: /private/place\n";
	static char text[ROBOTSC_MIN_LIMIT + 100];
	const struct robotsc_text token = TEXT("x"), url = TEXT("/privy");
	struct robotsc_options options;
	struct robotsc_explanation e;
	uint32_t line;

	robotsc_options_init(&options);
	options.dialect = ROBOTSC_GOOGLE;
	for (size_t kept = 0; kept < sizeof rule - 1; kept += every) {
		const size_t at = ROBOTSC_MIN_LIMIT - kept, len = at + sizeof rule - 1;
		struct shown shown = {{NULL, 0}, {NULL, 0}};

		memset(text, '\n', sizeof text);
		memcpy(text, "User-agent: *", 13);
		memcpy(text + at, rule, sizeof rule - 1);
		const int verdict = oracle_says(ROBOTSC_GOOGLE, text, len, &token, url, &line);
		CHECK(robotsc_explain(&options, text, len, &token, 1, url, keep_match, &shown, &e) == ROBOTSC_OK);
		CHECK((int)e.verdict == verdict && e.deciding == line && verdict == !(kept > 10 && kept < 16));
		CHECK_MSG(verdict || (shown.text.at == text + at && shown.text.len == kept), "%zu of %zu octets", shown.text.len,
		          kept);
		CHECK(robotsc_changes(&options, text, len, &token, 1, url, keep_removed, &shown) == ROBOTSC_OK);
		CHECK(verdict || (shown.removed.at == text + at && shown.removed.len == sizeof rule - 2));
	}
}

static double processor_time(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

/* Half a megabyte of such rules takes some 10 times as long to explain as to compile; at most 60.
 * A step for each octet of a rule at each octet of the path would take some 100 times as long. */
static void hostile_time(void)
{
	static char url[2060];
	const struct robotsc_text token = TEXT("x");
	size_t len;

	for (unsigned k = 0; k < 5 * 4; k += every) {
		const enum robotsc_dialect dialect = (enum robotsc_dialect)(k % 5);
		char *const text = alike(dialect, (int)(k / 5), 512000, &len);
		const struct robotsc_text asked = {url, alike_path((int)(k / 5), text, len, sizeof url, url)};
		struct robotsc_explanation e;
		struct robotsc_options options;
		struct compiled c;

		robotsc_options_init(&options);
		options.dialect = dialect;
		const double start = processor_time();
		CHECK(robotsc_explain(&options, text, len, &token, 1, asked, NULL, NULL, &e) == ROBOTSC_OK && e.rules > 10000);
		const double explained = processor_time();
		if (open_text(&c, &options, text, len)) {
			const double compiled = processor_time();

			CHECK_MSG(explained - start < 60 * (compiled - explained),
			          "dialect %d, rules %u: %.3f s, compiled in %.3f s", (int)dialect, k / 5, explained - start,
			          compiled - explained);
			close_text(&c);
		}
		free(text);
	}
}

static void never(void *ctx, const struct robotsc_change *change)
{
	(void)ctx;
	(void)change;
	CHECK(0);
}

/* What robotsc_compile refuses. */
static void wrong_options(void)
{
	static const char text[] = "User-agent: *\nDisallow: /\n";
	const struct robotsc_text token = TEXT("0"), url = TEXT("http://h/");
	struct robotsc_explanation e;
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = (enum robotsc_dialect)99;
	CHECK(robotsc_explain(&options, text, sizeof text - 1, &token, 1, url, NULL, NULL, &e) == ROBOTSC_ERR_DIALECT);
	CHECK(robotsc_changes(&options, text, sizeof text - 1, &token, 1, url, never, NULL) == ROBOTSC_ERR_DIALECT);
	robotsc_options_init(&options);
	options.limit = ROBOTSC_MIN_LIMIT - 1;
	CHECK(robotsc_explain(&options, text, sizeof text - 1, &token, 1, url, NULL, NULL, &e) == ROBOTSC_ERR_ARGUMENT);
	CHECK(robotsc_changes(&options, text, sizeof text - 1, &token, 1, url, never, NULL) == ROBOTSC_ERR_ARGUMENT);
}

int main(int argc, char **argv)
{
	if (argc > 1 && atoi(argv[1]) > 0)
		every = (unsigned)atoi(argv[1]);
	CHECK_PART(wrong_options);
	CHECK_PART(agreement);
	CHECK_PART(small_worlds);
	CHECK_PART(units);
	CHECK_PART(lines_of_little_work);
	CHECK_PART(long_paths);
	CHECK_PART(cut_line);
	CHECK_PART(hostile_time);
	if (check_all_cases())
		CHECK_MSG(told > 1000, "only %lu changes", told);
	return check_done();
}
