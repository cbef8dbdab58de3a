/* hostile_test.c - hostile robots.txt: bounded time, memory and size, and still exact.
 *
 * Every case is compiled for rfc9309 and google; verdicts are compared with the oracle and with
 * the rules tried one by one.  The table shows what was wanted (docs/limits.md); only bounds far
 * above noise are asserted for time.
 *
 *     hostile_test [EVERY | CASE...]    each case in every EVERYth dialect, or some cases
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/sorted.h"
#include "tests/support/test.h"
#include "tests/support/counting.h"
#include "hostile.h"
#include "tests/oracle/oracle.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"

#define PEAK_MOST ((size_t)64 << 20)
#define FORCED_MOST ((size_t)4 << 20)
#define BLOB_TIMES 4 /* octets of blob for an octet of file, if the file has BLOB_FROM */
#define BLOB_FROM 65536
#define COMPILE_MOST 5.0 /* seconds; 0.5 is wanted */
#define CHECK_MOST 0.1   /* seconds for a path of 2,000 octets; 0.04 is wanted */
#define PATH_MOST 2000
#define LONG_MOST 20000 /* octets of a longer path, which may take longer in proportion */
#define SORTED_MOST 6200

/* Instrumented builds are slower by an unknown factor, so they assert no times. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TIMED 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define TIMED 0
#endif
#endif
#ifndef TIMED
#define TIMED 1
#endif

/* Seconds that the oracle, which tries rules one by one, may take for a case and dialect. */
static double oracle_time = 0.08;

/* Seconds of processor time: what else the machine does must not count. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A compiled case. */
struct subject {
	const struct hostile_case *c;
	enum robotsc_dialect dialect;
	char *text;
	size_t len;
	struct counting memory;
	struct robotsc_alloc alloc;
	void *bytes;
	size_t size;
	struct robotsc_blob blob;
	double seconds;
};

static int compile(struct subject *s)
{
	struct robotsc_options options;
	enum robotsc_status status;
	double start;

	s->alloc = (struct robotsc_alloc){counting_resize, &s->memory};
	robotsc_options_init(&options);
	options.dialect = s->dialect;
	options.alloc = &s->alloc;
	start = now();
	status = robotsc_compile(&options, s->text, s->len, &s->bytes, &s->size);
	s->seconds = now() - start;
	if (!CHECK_MSG(status == ROBOTSC_OK, "%s: %s", s->c->name, robotsc_strerror(status)))
		return 0;
	CHECK_MSG(s->memory.peak < PEAK_MOST, "%s, dialect %d: peak of %zu octets", s->c->name, s->dialect, s->memory.peak);
	CHECK_MSG(s->len < BLOB_FROM || s->size <= BLOB_TIMES * s->len, "%s, dialect %d: %zu octets of blob for %zu", s->c->name,
	          s->dialect, s->size, s->len);
	CHECK_MSG(s->memory.wrong == 0, "%s: %zu wrong old sizes", s->c->name, s->memory.wrong);
	status = robotsc_open(&s->blob, s->bytes, s->size);
	return CHECK_MSG(status == ROBOTSC_OK, "%s: open: %s", s->c->name, robotsc_strerror(status));
}

static void release(struct subject *s)
{
	robotsc_free_blob(&s->alloc, s->bytes, s->size);
	CHECK_MSG(s->memory.live == 0, "%s: %zu octets leak", s->c->name, s->memory.live);
}

/* The robot that the nth round asks for: mostly one that the file names. */
static struct robotsc_text robot(const struct oracle_file *file, size_t nth, size_t nagents, uint64_t *seed)
{
	struct robotsc_text token = {"ExampleBot", 10};
	struct oracle_text agent;

	if (nth > 0 && nagents > 0 && oracle_agent_at(file, hostile_random(seed, (uint32_t)nagents), &agent) && agent.len < 200000)
		token = (struct robotsc_text){agent.at, agent.len};
	return token;
}

static size_t count_agents(const struct oracle_file *file)
{
	struct oracle_text agent;
	size_t low = 0, high = 1;

	while (oracle_agent_at(file, high - 1, &agent))
		high *= 2;
	while (high - low > 1) { /* agent low - 1 exists, agent high - 1 does not */
		const size_t middle = low + (high - low) / 2;

		if (oracle_agent_at(file, middle - 1, &agent))
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Compare one robot's verdicts on paths of several lengths until the time is up. */
static unsigned compare_robot(const struct subject *s, const struct oracle_policy *policy, const struct robotsc_group *group,
                              uint64_t seed, double until)
{
	static const size_t lengths[] = {12, 40, 150, 600};
	char url[8 + 600] = "http://h";
	unsigned n = 0, k;

	for (k = 0; k < 4 * HOSTILE_PATH_KINDS && (n == 0 || now() < until); k++) {
		const size_t len = hostile_path((enum hostile_path)(k % HOSTILE_PATH_KINDS), s->text, s->len, seed + k, url + 8,
		                                lengths[k / HOSTILE_PATH_KINDS]);
		const int want = oracle_check(policy, url, 8 + len, NULL);

		CHECK_MSG((int)robotsc_check_path(group, url + 8, len) == want, "%s, dialect %d: wanted %d for %.*s", s->c->name,
		          s->dialect, want, (int)len, url + 8);
		CHECK_MSG((int)robotsc_check_url(group, url, 8 + len) == want, "%s, dialect %d: wanted %d for URL %.*s", s->c->name,
		          s->dialect, want, (int)(8 + len), url);
		n++;
	}
	return n;
}

static unsigned compare_oracle(const struct subject *s)
{
	const struct oracle_options options = {.dialect = (enum oracle_dialect)s->dialect};
	struct oracle_file *file = oracle_parse(&options, s->text, s->len);
	const size_t nagents = count_agents(file);
	const double until = now() + oracle_time;
	uint64_t seed = 1994;
	unsigned n = 0;
	size_t nth;

	for (nth = 0; nth < 12 && (nth < 2 || now() < until); nth++) {
		const struct robotsc_text token = robot(file, nth, nagents, &seed);
		const struct oracle_text same_token = {token.at, token.len};
		struct oracle_policy *policy = oracle_select(file, &same_token, 1);
		struct robotsc_group group;

		if (CHECK(robotsc_select(&s->blob, &token, 1, &group) == ROBOTSC_OK)) {
			CHECK_MSG((int)group.selected == (int)oracle_selected_by(policy, NULL),
			          "%s, dialect %d: selected %d for %.*s", s->c->name, s->dialect, group.selected,
			          (int)(token.len < 40 ? token.len : 40), token.at);
			n += compare_robot(s, policy, &group, seed, until);
		}
		oracle_free_policy(policy);
	}
	oracle_free_file(file);
	return n;
}

/* ---- against the rules tried one by one: rfc9309 ---- */

struct versus {
	double check, one_by_one; /* seconds, for the path that our check takes longest for */
	double ratio;             /* worst ratio of all paths */
	enum hostile_path check_kind, ratio_kind;
};

/* Seconds of one call, the least of a few rounds. */
static double time_of(int (*check)(const void *, const char *, size_t), const void *policy, const char *path, size_t len)
{
	double best = 1e9, start, took;
	unsigned round, i, n = 1;

	for (round = 0; round < 4; round++) {
		start = now();
		for (i = 0; i < n; i++)
			check(policy, path, len);
		took = now() - start;
		best = took / n < best ? took / n : best;
		if (took < 50e-6)
			n *= 8;
		if (took > 5e-3)
			break;
	}
	return best;
}

static int check_group(const void *group, const char *path, size_t len)
{
	return (int)robotsc_check_path(group, path, len);
}

static void one_path(const struct subject *s, const struct robotsc_group *group, const void *sorted, enum hostile_path kind,
                     struct versus *v)
{
	char path[PATH_MOST], canonical[3 * PATH_MOST + 1];
	const size_t len = hostile_path(kind, s->text, s->len, 42, path, sizeof path);
	const size_t clen = rules_path(path, len, canonical);
	const int want = sorted_verdict(sorted, canonical, clen);
	const double ours = time_of(check_group, group, path, len);
	const double theirs = time_of(sorted_verdict, sorted, canonical, clen);

	CHECK_MSG(check_group(group, path, len) == want, "%s: wanted %d for path %s", s->c->name, want, hostile_path_name(kind));
	CHECK_MSG(!TIMED || ours < CHECK_MOST, "%s: path %s takes %.0f ms", s->c->name, hostile_path_name(kind), ours * 1e3);
	if (ours > v->check) {
		v->check = ours;
		v->one_by_one = theirs;
		v->check_kind = kind;
	}
	if (ours / theirs > v->ratio) {
		v->ratio = ours / theirs;
		v->ratio_kind = kind;
	}
}

/* Compare more verdicts than the oracle has time for, on short paths, with those of sorted. */
static void compare_sorted(const struct subject *s, const struct robotsc_group *group, const void *sorted)
{
	const double until = now() + oracle_time;
	char path[200], canonical[601];
	uint64_t seed;

	for (seed = 0; seed < 500 && now() < until; seed++) {
		const size_t room = 1 + hostile_random(&(uint64_t){seed}, sizeof path);
		const size_t len = hostile_path((enum hostile_path)(seed % HOSTILE_PATH_KINDS), s->text, s->len, seed, path, room);
		const int want = sorted_verdict(sorted, canonical, rules_path(path, len, canonical));

		CHECK_MSG(check_group(group, path, len) == want, "%s: wanted %d for %.*s", s->c->name, want, (int)len, path);
	}
}

/* Ask about the longest rule as a path, and about it with another last octet. */
static void compare_longest(const struct subject *s, const struct robotsc_group *group, const void *sorted,
                            const struct rules *rules)
{
	char *path = malloc(s->len + 1), *canonical = malloc(3 * s->len + 4);
	size_t i, len, clen;

	for (i = 0; i < rules->n && !rules->rule[i].open; i++) /* too slow one by one */
		continue;
	if (i == rules->n && CHECK(path != NULL && canonical != NULL)) {
		len = hostile_path(HOSTILE_PATH_LONGEST, s->text, s->len, 1996, path, s->len + 1);
		for (i = 0; i < 2; i++, path[len - 1] ^= 1) {
			clen = rules_path(path, len, canonical);
			CHECK_MSG(check_group(group, path, len) == sorted_verdict(sorted, canonical, clen),
			          "%s: the longest rule%s", s->c->name, i ? "" : ", last octet spoilt");
		}
	}
	free(path);
	free(canonical);
}

/* Spells a path again from a third of it on, in the same number of octets: with escapes, with
 * octets that are not ASCII, or with both in turn. */
static void respell(char *path, size_t len, unsigned spelling)
{
	static char old[LONG_MOST];
	size_t at = len / 3, from = at;

	memcpy(old, path, len);
	for (unsigned turn = spelling; spelling && at + 3 <= len; turn += spelling == 3) {
		if (turn % 2) {
			static const char digits[] = "0123456789aBcDeF";

			path[at++] = '%';
			path[at++] = digits[(unsigned char)old[from] >> 4];
			path[at++] = digits[(unsigned char)old[from++] & 15];
		} else {
			path[at++] = (char)0xC3;
			path[at++] = (char)0xA9;
		}
	}
}

/* Paths around the lengths at which the walks change, and longer ones.  Each case has other lengths
 * and spellings for the same kind of path. */
static void check_long(const struct subject *s, const void *sorted, const char *token)
{
	static const size_t lengths[] = {2047, 2049, 2060, 6143, 6144, 6145, 6146, 12288, LONG_MOST};
	static char path[LONG_MOST], canonical[3 * LONG_MOST + 1];
	const struct robotsc_text robot = {token, strlen(token)};
	const double until = now() + oracle_time;
	const size_t nth = (size_t)(s->c - hostile_cases);
	struct robotsc_group group;

	if (!CHECK(robotsc_select(&s->blob, &robot, 1, &group) == ROBOTSC_OK))
		return;
	for (unsigned kind = 0; kind < HOSTILE_PATH_KINDS; kind++) {
		const size_t room = lengths[(kind + nth) % (sizeof lengths / sizeof *lengths)];
		const size_t len = hostile_path((enum hostile_path)kind, s->text, s->len, 42, path, room);
		double start, most = CHECK_MOST;
		int verdict;

		respell(path, len, (unsigned)((kind + nth / 4) % 4));
		most = len > PATH_MOST ? most * (double)len / PATH_MOST : most;
		start = now();
		verdict = check_group(&group, path, len);
		CHECK_MSG(!TIMED || now() - start < most, "%s, dialect %d: path %s of %zu octets takes %.0f ms", s->c->name,
		          s->dialect, hostile_path_name((enum hostile_path)kind), len, (now() - start) * 1e3);
		if (sorted && len < SORTED_MOST && now() < until)
			CHECK_MSG(verdict == sorted_verdict(sorted, canonical, rules_path(path, len, canonical)),
			          "%s: path %s of %zu octets", s->c->name, hostile_path_name((enum hostile_path)kind), len);
	}
}

static void against_rules(const struct subject *s, struct versus *v)
{
	/* The token is named in the cases with many agents. */
	const struct robotsc_text all = {s->text, s->len}, token = {"0", 1};
	struct robotsc_group group;
	struct rules rules;
	void *sorted;
	size_t bytes;
	unsigned kind;

	if (!CHECK(rules_of(all, token, &rules)) || !CHECK(robotsc_select(&s->blob, &token, 1, &group) == ROBOTSC_OK))
		return;
	sorted = sorted_build(&rules, &bytes);
	if (CHECK(sorted != NULL)) {
		for (kind = 0; kind < HOSTILE_PATH_KINDS; kind++)
			one_path(s, &group, sorted, (enum hostile_path)kind, v);
		compare_sorted(s, &group, sorted);
		compare_longest(s, &group, sorted, &rules);
		check_long(s, sorted, "0");
	}
	free(sorted);
	rules_free(&rules);
}

/* conner2: a check takes time for patterns with '?' and sets. */
static void time_globs(const struct subject *s)
{
	double most = 0;
	char path[PATH_MOST];
	struct robotsc_group group;
	unsigned kind;

	if (!CHECK(robotsc_select(&s->blob, NULL, 0, &group) == ROBOTSC_OK))
		return;
	for (kind = 0; kind < HOSTILE_PATH_KINDS; kind++) {
		const size_t len = hostile_path((enum hostile_path)kind, s->text, s->len, 42, path, sizeof path);
		const double took = time_of(check_group, &group, path, len);

		most = took > most ? took : most;
	}
	printf(" %10.2f", most * 1e6);
	CHECK_MSG(!TIMED || most < CHECK_MOST, "%s: a check takes %.0f ms", s->c->name, most * 1e3);
}

static void run(const struct hostile_case *c, enum robotsc_dialect dialect)
{
	struct subject s = {.c = c, .dialect = dialect};
	struct versus v = {0};
	unsigned compared = 0;

	s.text = hostile_make(c, &s.len);
	if (CHECK(s.text != NULL) && compile(&s)) {
		compared = compare_oracle(&s);
		printf("%-22s %-10s %8zu %8.1f %8.2f %9zu %6.2f %5u", c->name, robotsc_dialect_name(dialect), s.len,
		       s.seconds * 1e3, (double)s.memory.peak / (1 << 20), s.size, (double)s.size / (double)s.len, compared);
		if (dialect == ROBOTSC_RFC9309) {
			against_rules(&s, &v);
			printf(" %10.2f %10.2f %-8s %7.2f %s", v.check * 1e6, v.one_by_one * 1e6, hostile_path_name(v.check_kind),
			       v.ratio, hostile_path_name(v.ratio_kind));
		}
		if (dialect == ROBOTSC_CONNER2)
			time_globs(&s);
		if (dialect != ROBOTSC_RFC9309)
			check_long(&s, NULL, "0");
		printf("\n");
		fflush(stdout);
		release(&s);
	}
	free(s.text);
}

/* The DFA of these rules is large, and a caller that asks for a DFA by name must not wait for it
 * either: with a bound sixteen times as wide its memory is 13 and 19 MB. */
static void forced(void)
{
	char text[2048];
	size_t len = 0;
	uint64_t seed = 1;

	for (int n = 0; len < 1900; n++) {
		if (n % 4 == 0)
			len += (size_t)sprintf(text + len, "User-agent: robot%d\n", n);
		len += (size_t)sprintf(text + len, n % 2 ? "Allow: /" : "Disallow: /");
		for (int star = 0; star < 10; star++) {
			text[len++] = '*';
			text[len++] = (char)('a' + hostile_random(&seed, 10));
		}
		text[len++] = '\n';
	}
	for (int d = 0; robotsc_dialect_name((enum robotsc_dialect)d); d++) {
		struct counting memory = {0};
		const struct robotsc_alloc alloc = {counting_resize, &memory};
		struct robotsc_options options;
		void *bytes;
		size_t size;

		robotsc_options_init(&options);
		options.dialect = (enum robotsc_dialect)d;
		options.form = ROBOTSC_FORM_DFA;
		options.alloc = &alloc;
		if (!CHECK(robotsc_compile(&options, text, len, &bytes, &size) == ROBOTSC_OK))
			continue;
		CHECK_MSG(memory.peak < FORCED_MOST, "dialect %d, DFA: peak of %zu octets", d, memory.peak);
		robotsc_free_blob(&alloc, bytes, size);
	}
}

int main(int argc, char **argv)
{
	const size_t every = argc == 2 && atoi(argv[1]) > 0 ? strtoul(argv[1], NULL, 10) : 1;
	const int all = argc == 1 || every > 1;
	size_t i;
	int k;

	if (every > 2)
		oracle_time = 0.03;
	printf("compile: 500 ms and 64 MiB are wanted at most, a blob of at most %d times the file\n", BLOB_TIMES);
	printf("check: the slowest path of 2,000 octets, ours and the rules one by one; ratio: the worst of all paths\n");
	printf("%-22s %-10s %8s %8s %8s %9s %6s %5s %10s %10s %-8s %7s\n", "case", "dialect", "octets", "ms", "peak MiB", "blob",
	       "times", "paths", "check us", "1-by-1 us", "path", "ratio");
	for (i = 0; i < hostile_ncases; i++) {
		int wanted = all;

		for (k = 1; k < argc; k++)
			wanted |= strcmp(argv[k], hostile_cases[i].name) == 0;
		wanted = wanted && check_case(hostile_cases[i].name);
		for (k = 0; wanted && robotsc_dialect_name((enum robotsc_dialect)k); k++)
			if ((i + (size_t)k) % every == 0)
				run(&hostile_cases[i], (enum robotsc_dialect)k);
	}
	if (all)
		CHECK_PART(forced);
	return check_done();
}
