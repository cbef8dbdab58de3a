/* hostile_search.c - searches for the most expensive robots.txt and path.
 *
 *     hostile_search OBJECTIVE [-d DIALECT] [-n TRIES] [-p OCTETS] [-r SEED] [-t OCTETS] [-o FILE]
 *
 * Objectives:
 *     check    steps of one check
 *     octet    steps of one check for each octet of the path; its length and spelling vary, too
 *     compile  steps of a compilation
 *     blob     octets of the blob for each octet of the text; small texts do not count
 *     memory   octets that a compilation needs
 *     verify   octets that a proof needs
 *
 * -n is the number of texts to try; -t and -p are the octets of a text and of a path.  -o writes
 * the worst text to FILE and its path to FILE.path.  The same arguments give the same search.
 *
 * A text is made from a few settings: the number of stars, the length and overlap of literals, what
 * rules share.  Their values lie around the constants of docs/limits.md.  The search changes
 * settings at random, keeps a change if the cost does not fall, and then changes the path in the
 * same way. After VAIN tries without a new maximum it starts again.  At the end the worst text is
 * made with 512,000 octets, if its settings allow that.
 *
 * Steps are executed basic blocks if bench/hostile_search.sh built the library, otherwise
 * nanoseconds. Only public calls are used, so any version can be searched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/prove.h"
#include "tests/compiler/hostile.h"

#define VAIN 60         /* tries without a more expensive text until the search starts again */
#define PATH_TRIES 8    /* changes of a path for each text .. */
#define PATH_LAST 400   /* .. and for the most expensive text at the end */
#define PATH_MOST 65536 /* octets */
#define LINE_MOST 4096  /* most octets of a rule */
#define VALUES 20       /* most values of a setting */
#define LEAST (-1e300)
#define FREE 16384 /* a blob's octets are divided by those of its text plus this */

/* ---- steps ---- */

static uint64_t steps;

/* The compiler calls it in each basic block with -fsanitize-coverage=trace-pc. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
	steps++;
}

static uint64_t nanoseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct meter {
	uint64_t steps, time;
};

static struct meter meter_begin(void)
{
	return (struct meter){steps, nanoseconds()};
}

/* Steps since the start; nanoseconds, if the library does not count steps. */
static double meter_end(struct meter m)
{
	return steps > m.steps ? (double)(steps - m.steps) : (double)(nanoseconds() - m.time);
}

/* Octets in use: now, and the maximum. */
struct memory {
	size_t live, peak;
};

static void *resize(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct memory *memory = ctx;

	memory->live += new_size - old_size;
	if (memory->live > memory->peak)
		memory->peak = memory->live;
	if (new_size)
		return realloc(p, new_size);
	free(p);
	return NULL;
}

/* ---- texts ---- */

enum setting {
	STARS,   /* of a rule */
	FIRST,   /* octets of a rule's first literal */
	REST,    /* octets of its other literals */
	KIND,    /* what the first literal is: see put_literal */
	OTHERS,  /* what the others are */
	OWN,     /* which literals have the rule's number: none, the first, the last, all */
	BEFORE,  /* 1: the number stands before the literal */
	FAMILY,  /* rules that share their first literals; 0: all */
	SHARED,  /* how many literals they share */
	SPICE,   /* what is added to literals: see spices */
	SPICED,  /* how many of the first literals get the spice */
	HEAD,    /* the beginning of a rule: see heads */
	TAIL,    /* whether a rule ends with "$": never, always, every second rule */
	VERDICT, /* disallow alone; both in turn; one allow, then three disallow */
	RULES,   /* the most rules */
	GROUP,   /* rules of a group; 0: there is one group */
	ROBOTS,  /* 1: each group has a robot of its own; more: it names about half of the robots */
	SETTINGS
};

/* clang-format off */
static const struct {
	const char *name;
	uint32_t n, values[VALUES];
} settings[SETTINGS] = {
	[STARS] = {"stars", 18, {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 16, 20, 30, 64, 128, 499, 512}},
	[FIRST] = {"first", 20, {0, 1, 2, 3, 4, 7, 8, 9, 12, 15, 16, 17, 18, 31, 64, 126, 127, 128, 500, 2000}},
	[REST] = {"rest", 16, {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 18, 31, 64, 127, 128, 500}},
	[KIND] = {"kind", 7, {0, 1, 2, 3, 4, 5, 6}},
	[OTHERS] = {"others", 7, {0, 1, 2, 3, 4, 5, 6}},
	[OWN] = {"own", 4, {0, 1, 2, 3}},
	[BEFORE] = {"before", 2, {0, 1}},
	[FAMILY] = {"family", 9, {0, 1, 2, 8, 16, 17, 64, 512, 4096}},
	[SHARED] = {"shared", 8, {0, 1, 2, 3, 7, 8, 9, 500}},
	[SPICE] = {"spice", 11, {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8}},
	[SPICED] = {"spiced", 6, {1, 2, 4, 5, 8, 500}},
	[HEAD] = {"head", 4, {0, 1, 2, 3}},
	[TAIL] = {"tail", 3, {0, 1, 2}},
	[VERDICT] = {"verdict", 3, {0, 1, 2}},
	[RULES] = {"rules", 10, {1, 2, 4, 8, 19, 20, 21, 100, 513, UINT32_MAX}},
	[GROUP] = {"group", 8, {0, 0, 1, 4, 19, 21, 100, 1000}},
	[ROBOTS] = {"robots", 5, {1, 2, 16, 17, 40}},
};
/* clang-format on */

struct recipe {
	uint32_t value[SETTINGS];
};

/* One rule under construction. */
struct rule {
	char at[LINE_MOST];
	size_t len;
};

static void put(struct rule *r, const char *at, size_t len)
{
	if (len > sizeof r->at - r->len)
		len = sizeof r->at - r->len;
	memcpy(r->at + r->len, at, len);
	r->len += len;
}

static void put_word(struct rule *r, const char *word)
{
	put(r, word, strlen(word));
}

static void put_number(struct rule *r, uint32_t n)
{
	char c[4] = {(char)('a' + n % 26), (char)('a' + n / 26 % 26), (char)('a' + n / 676 % 26), (char)('a' + n / 17576 % 26)};

	put(r, c, sizeof c);
}

/* Kinds: 0: one letter; 1: two letters in turn; 2: one letter, but another at the end; 3: a letter
 * for each literal; 4: random, of two letters; 5: random letters; 6: an octet that is escaped. */
static void put_literal(struct rule *r, uint32_t kind, uint32_t n, uint32_t nth, uint64_t seed)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		char c = 'a';

		switch (kind) {
		case 1:
			c = (char)('a' + i % 2);
			break;
		case 2:
			c = i + 1 < n ? 'a' : 'b';
			break;
		case 3:
			c = (char)('a' + nth % 26);
			break;
		case 4:
			c = (char)('a' + hostile_random(&seed, 2));
			break;
		case 5:
			c = (char)('a' + hostile_random(&seed, 26));
			break;
		case 6:
			c = (char)0xAA;
			break;
		default:
			break;
		}
		put(r, &c, 1);
	}
}

static void put_segment(struct rule *r, const struct recipe *c, uint32_t nth, uint32_t number)
{
	static const char *const spices[] = {
		"", "%2F", "?", "%3F", "\xC3\xA9", "%", "[ab]", "/", "\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA"};
	const uint32_t *v = c->value, last = v[STARS];
	const uint32_t member = nth < v[SHARED] ? (v[FAMILY] ? number / v[FAMILY] : 0) : number;
	const int own = v[OWN] == 3 || (v[OWN] == 1 && nth == 0) || (v[OWN] == 2 && nth == last);

	if (own && v[BEFORE])
		put_number(r, member);
	put_literal(r, nth ? v[OTHERS] : v[KIND], nth ? v[REST] : v[FIRST], nth, (uint64_t)member << 10 | nth);
	if (own && !v[BEFORE])
		put_number(r, member);
	if (nth < v[SPICED])
		put_word(r, spices[v[SPICE]]);
}

static void put_rule(struct rule *r, const struct recipe *c, uint32_t number)
{
	static const char *const heads[] = {"/", "*", "/*", "/ab*"};
	const uint32_t *v = c->value;
	const int allow = v[VERDICT] && number % (2 * v[VERDICT]) == 0;
	uint32_t nth;

	r->len = 0;
	put_word(r, allow ? "Allow:" : "Disallow:");
	put_word(r, heads[v[HEAD]]);
	for (nth = 0; nth <= v[STARS]; nth++) {
		if (nth)
			put_word(r, "*");
		put_segment(r, c, nth, number);
	}
	if (v[TAIL] == 1 || (v[TAIL] == 2 && number % 2))
		put_word(r, "$");
	r->len -= r->len == sizeof r->at;
	put_word(r, "\n");
}

static void put_robots(struct rule *r, const struct recipe *c, uint32_t group, enum robotsc_dialect dialect)
{
	const uint32_t n = c->value[ROBOTS];
	uint64_t seed = group;
	uint32_t i;

	r->len = 0;
	if (group)
		put_word(r, "\n");
	for (i = 0; i < n || i == 0; i++)
		if (n == 1 || i == group % n || hostile_random(&seed, 2)) {
			put_word(r, "User-agent: ");
			if (c->value[GROUP])
				put_number(r, n == 1 ? group : i);
			else
				put_word(r, "*");
			put_word(r, "\n");
			if (!c->value[GROUP])
				break;
		}
	if (dialect == ROBOTSC_CONNER2)
		put_word(r, "Robot-version: 2.0.0\n");
}

/* Returns its length. */
static size_t write_text(const struct recipe *c, enum robotsc_dialect dialect, char *text, size_t room)
{
	const uint32_t group = c->value[GROUP];
	struct rule r;
	size_t len = 0;
	uint32_t i;

	for (i = 0; i < c->value[RULES]; i++) {
		if (i == 0 || (group && i % group == 0)) {
			put_robots(&r, c, group ? i / group : 0, dialect);
			if (r.len > room - len)
				break;
			memcpy(text + len, r.at, r.len);
			len += r.len;
		}
		put_rule(&r, c, i);
		if (r.len > room - len)
			break;
		memcpy(text + len, r.at, r.len);
		len += r.len;
	}
	return len;
}

/* ---- what a text costs ---- */

enum objective {
	CHECK_STEPS,
	OCTET_STEPS,
	COMPILE_STEPS,
	BLOB,
	MEMORY,
	VERIFY,
	OBJECTIVES
};

static const char *const objective_names[OBJECTIVES] = {"check", "octet", "compile", "blob", "memory", "verify"};

struct search {
	enum objective objective;
	int dialect; /* -1: each */
	size_t text_room, path_len;
	uint64_t seed;
	uint32_t tries;
};

/* A recipe, its text, and the most expensive path. */
struct trial {
	struct recipe recipe;
	enum robotsc_dialect dialect;
	char *text, *path;
	size_t len, path_len;
	double cost;
};

static void die(const char *what)
{
	fprintf(stderr, "hostile_search: %s\n", what);
	exit(2);
}

static double check_cost(const struct search *s, const struct robotsc_group *group, const char *path, size_t len)
{
	const struct meter m = meter_begin();

	robotsc_check_path(group, path, len);
	return meter_end(m) / (s->objective == OCTET_STEPS ? (double)len : 1);
}

/* Give a path another length by repeating it, near lengths at which the walks change.  Half of the
 * time, spell it in another way from some place on.  Return the length, 1 to PATH_MOST. */
static size_t stretch(char *path, size_t n, uint64_t *seed)
{
	static const uint32_t lengths[] = {2000, 2040, 2060, 4090, 6130, 6144, 6160, 12280, 20000, PATH_MOST - 40};
	static char old[PATH_MOST];
	const size_t len = lengths[hostile_random(seed, sizeof lengths / sizeof *lengths)] + hostile_random(seed, 20);
	const uint32_t spelling = hostile_random(seed, 6);
	size_t at, from;

	for (at = n; at < len; at++)
		path[at] = path[at - n];
	memcpy(old, path, len);
	at = from = 1 + hostile_random(seed, (uint32_t)len - 1);
	for (; spelling < 3 && at + 3 <= len; from++)
		if (spelling == 0 || (spelling == 1 && from % 2))
			at += (size_t)snprintf(path + at, 4, "%%%02x", (unsigned char)old[from]);
		else
			path[at] = spelling == 2 ? "\xC3\xA9"[at % 2] : old[from], at++;
	return len;
}

/* Find the most expensive path.  Try the present one, those made for the text, then changes of the
 * best one so far. */
static void search_path(const struct search *s, const struct robotsc_group *group, struct trial *t, uint32_t changes,
                        uint64_t *seed)
{
	static char path[PATH_MOST], best[PATH_MOST];
	size_t len = t->path_len, n, from, to;
	double cost;
	uint32_t i;

	memcpy(best, t->path, len);
	t->cost = len ? check_cost(s, group, best, len) : -1;
	for (i = 0; i < HOSTILE_PATH_KINDS + changes; i++) {
		if (i < HOSTILE_PATH_KINDS) {
			n = hostile_path((enum hostile_path)i, t->text, t->len, *seed, path, s->path_len);
		} else {
			size_t k, turns = 1 + hostile_random(seed, 3);

			memcpy(path, best, n = len);
			while (turns-- && n > 1) {
				const uint32_t size = 1 + hostile_random(seed, hostile_random(seed, 2) ? 8 : (uint32_t)n / 2);

				to = 1 + hostile_random(seed, (uint32_t)n - 1);
				from = hostile_random(seed, (uint32_t)t->len);
				/* a piece of the text, an octet repeated, or a piece of the path */
				for (k = 0; k < size && to + k < n; k++)
					if (i % 3 == 0)
						path[to + k] = t->text[(from + k) % t->len];
					else if (i % 3 == 1)
						path[to + k] = t->text[from];
					else
						path[to + k] = best[1 + (from + k) % (n - 1)];
			}
		}
		if (s->objective == OCTET_STEPS)
			n = stretch(path, n, seed);
		cost = check_cost(s, group, path, n);
		if (cost >= t->cost) {
			t->cost = cost;
			memcpy(best, path, len = n);
		}
	}
	memcpy(t->path, best, len);
	t->path_len = len;
}

static double verify_cost(const struct trial *t, const struct robotsc_options *options, const struct robotsc_blob *blob,
                          const struct robotsc_text *token)
{
	struct memory memory = {0, 0};
	const struct robotsc_alloc alloc = {resize, &memory};
	const struct robotsc_question question = {.budget = ROBOTSC_BUDGET, .most = 1, .alloc = &alloc};
	const struct robotsc_side text = {NULL, options, t->text, t->len}, compiled = {blob, NULL, NULL, 0};
	struct robotsc_comparison comparison;

	if (robotsc_compare(&text, &compiled, token, 1, &question, &comparison) != ROBOTSC_OK)
		die("a comparison failed");
	return (double)memory.peak;
}

/* Measure a trial whose recipe and dialect are set. */
static void measure(const struct search *s, struct trial *t, size_t room, uint32_t changes, uint64_t *seed)
{
	const struct robotsc_text token = {"aaaa", 4};
	struct memory memory = {0, 0};
	const struct robotsc_alloc alloc = {resize, &memory};
	struct robotsc_options options;
	struct robotsc_blob blob;
	struct robotsc_group group;
	struct meter m;
	size_t size;
	void *bytes;

	t->len = write_text(&t->recipe, t->dialect, t->text, room);
	robotsc_options_init(&options);
	options.dialect = t->dialect;
	options.alloc = &alloc;
	m = meter_begin();
	if (robotsc_compile(&options, t->text, t->len, &bytes, &size) != ROBOTSC_OK)
		die("a text does not compile");
	t->cost = meter_end(m);
	if (robotsc_open(&blob, bytes, size) != ROBOTSC_OK || robotsc_select(&blob, &token, 1, &group) != ROBOTSC_OK)
		die("a blob does not open");
	if (s->objective <= OCTET_STEPS)
		search_path(s, &group, t, changes, seed);
	else if (s->objective == BLOB)
		t->cost = (double)size / (FREE + (double)t->len);
	else if (s->objective == MEMORY)
		t->cost = (double)memory.peak;
	else if (s->objective == VERIFY)
		t->cost = verify_cost(t, &options, &blob, &token);
	robotsc_free_blob(&alloc, bytes, size);
}

/* ---- the search ---- */

static void pick(struct recipe *c, uint32_t setting, uint64_t *seed)
{
	c->value[setting] = settings[setting].values[hostile_random(seed, settings[setting].n)];
}

static void begin_anew(const struct search *s, struct trial *t, uint64_t *seed)
{
	uint32_t i;

	for (i = 0; i < SETTINGS; i++)
		pick(&t->recipe, i, seed);
	if (hostile_random(seed, 4))
		t->recipe.value[RULES] = UINT32_MAX;
	t->dialect = (enum robotsc_dialect)(s->dialect < 0 ? (int)hostile_random(seed, 5) : s->dialect);
	t->path_len = 0;
}

static void change(struct trial *t, uint64_t *seed)
{
	uint32_t turns = 1 + hostile_random(seed, 3);

	while (turns--)
		pick(&t->recipe, hostile_random(seed, SETTINGS), seed);
}

static void copy_trial(struct trial *to, const struct trial *from)
{
	memcpy(to->text, from->text, from->len);
	memcpy(to->path, from->path, from->path_len);
	to->recipe = from->recipe;
	to->dialect = from->dialect;
	to->len = from->len;
	to->path_len = from->path_len;
	to->cost = from->cost;
}

static void print_trial(uint32_t try, const struct trial *t)
{
	uint32_t i;

	printf("%6" PRIu32 " %14.2f %8zu %-10s", try, t->cost, t->len, robotsc_dialect_name(t->dialect));
	for (i = 0; i < SETTINGS; i++)
		printf(" %s=%" PRId32, settings[i].name, (int32_t)t->recipe.value[i]);
	putchar('\n');
	fflush(stdout);
}

static struct trial new_trial(const struct search *s)
{
	const size_t room = s->text_room > HOSTILE_SIZE ? s->text_room : HOSTILE_SIZE;
	struct trial t = {.cost = LEAST, .text = malloc(room), .path = malloc(PATH_MOST)};

	if (!t.text || !t.path)
		die("out of memory");
	return t;
}

static struct trial run(const struct search *s)
{
	struct trial best = new_trial(s), here = new_trial(s), next = new_trial(s);
	uint64_t seed = s->seed;
	uint32_t i, vain = VAIN;

	for (i = 0; i < s->tries; i++) {
		if (vain >= VAIN) {
			begin_anew(s, &next, &seed);
			here.cost = LEAST;
			vain = 0;
		} else {
			copy_trial(&next, &here);
			change(&next, &seed);
		}
		measure(s, &next, s->text_room, PATH_TRIES, &seed);
		vain = next.cost > here.cost ? 0 : vain + 1;
		if (next.cost >= here.cost)
			copy_trial(&here, &next);
		if (here.cost > best.cost) {
			copy_trial(&best, &here);
			print_trial(i, &best);
		}
	}
	measure(s, &best, s->text_room, PATH_LAST, &seed);
	print_trial(i, &best);
	if (s->text_room < HOSTILE_SIZE && best.recipe.value[RULES] == UINT32_MAX) {
		measure(s, &best, HOSTILE_SIZE, 0, &seed);
		print_trial(i, &best);
	}
	free(here.text);
	free(here.path);
	free(next.text);
	free(next.path);
	return best;
}

static void save(const char *name, const char *suffix, const char *at, size_t len)
{
	char path[1024];
	FILE *f;

	snprintf(path, sizeof path, "%s%s", name, suffix);
	f = fopen(path, "wb");
	if (!f || fwrite(at, 1, len, f) != len || fclose(f) != 0)
		die("a file cannot be written");
}

static int usage(void)
{
	fputs("usage: hostile_search check|octet|compile|blob|memory|verify [-d DIALECT] [-n TRIES] [-o FILE] [-p OCTETS] [-r "
	      "SEED]\n"
	      "       [-t OCTETS]\n",
	      stderr);
	return 2;
}

static int dialect_of(const char *name)
{
	int d = 0;

	while (robotsc_dialect_name((enum robotsc_dialect)d) && strcmp(robotsc_dialect_name((enum robotsc_dialect)d), name) != 0)
		d++;
	return robotsc_dialect_name((enum robotsc_dialect)d) ? d : -1;
}

int main(int argc, char **argv)
{
	struct search s = {OBJECTIVES, -1, 64000, 2000, 1, 300};
	const char *out = NULL;
	struct trial worst;
	int c;

	for (c = 0; argc > 1 && c < OBJECTIVES; c++)
		if (strcmp(argv[1], objective_names[c]) == 0)
			s.objective = (enum objective)c;
	if (s.objective == OBJECTIVES)
		return usage();
	while ((c = getopt(argc - 1, argv + 1, "d:n:o:p:r:t:")) != -1) {
		const unsigned long n = c == 'd' || c == 'o' || c == '?' ? 0 : strtoul(optarg, NULL, 10);

		if (c == 'd' && (s.dialect = dialect_of(optarg)) < 0)
			return usage();
		if (c == 'n')
			s.tries = (uint32_t)n;
		else if (c == 'o')
			out = optarg;
		else if (c == 'p')
			s.path_len = n < PATH_MOST ? n : PATH_MOST;
		else if (c == 'r')
			s.seed = n;
		else if (c == 't')
			s.text_room = n;
		else if (c == '?')
			return usage();
	}
	if (s.path_len < 2 || s.text_room < 100)
		return usage();
	printf("%6s %14s %8s\n", "try", "cost", "octets");
	worst = run(&s);
	printf("counted in %s\n", s.objective > BLOB    ? "octets"
	                          : s.objective == BLOB ? "times"
	                          : steps               ? "basic blocks"
	                                                : "nanoseconds");
	if (out) {
		save(out, "", worst.text, worst.len);
		save(out, ".path", worst.path, worst.path_len);
	}
	free(worst.text);
	free(worst.path);
	return 0;
}
