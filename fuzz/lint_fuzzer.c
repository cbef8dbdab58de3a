/* lint_fuzzer.c - Whatever the bytes, findings lie in the file, in order and within the budget, and
 * so do the edits of their fixes, which put in UTF-8; the oracle finds no URL for a line that never
 * decides, verdicts stay the same if useless lines are replaced, all of them or those of one
 * finding, and a site that is proved open or closed is so.
 *
 * The bytes are a file that robotsc lint accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/summary.h"
#include "tests/support/random_gen.h"

#define BUDGET 20000 /* steps */
#define URLS 24
#define ROBOTS 3
#define LINES 512 /* most lines of a file whose lines are replaced */
#define ALONE 4   /* findings that are tried one by one */

struct findings {
	size_t len;
	uint32_t lines, line, column, n;
	int budget;
	int dead[LINES + 2], useless[LINES + 2]; /* by line from 1 */
	int alone[ALONE][LINES + 2];             /* the useless lines of each of some findings */
	uint32_t nalone;
};

static int is_one_of(const char *id, const char *const *ids)
{
	while (*ids != NULL && strcmp(id, *ids) != 0)
		ids++;
	return *ids != NULL;
}

/* Keep the useless lines of a finding: its own, or all that it names. */
static void keep_alone(struct findings *h, const struct robotsc_finding *f)
{
	const int together = strcmp(f->rule->id, "redundant-together") == 0;

	must(!together || (f->nlines >= 1 && f->nlines <= ROBOTSC_LINT_LINES));
	if (h->nalone == ALONE || (together && (f->lines[0] > LINES || f->lines[f->nlines - 1] > LINES)))
		return;
	h->alone[h->nalone][f->line] = 1;
	for (uint32_t i = 0; together && i < f->nlines; i++)
		h->alone[h->nalone][f->lines[i]] = 1;
	h->nalone++;
}

/* True for UTF-8, RFC 3629 §4: no stray octet, no overlong form, no surrogate. */
static int is_utf8(const unsigned char *at, size_t len)
{
	static const unsigned long least[] = {0, 0x80, 0x800, 0x10000};
	size_t more = 0;

	for (size_t i = 0; i < len; i += more + 1) {
		unsigned long point = at[i];

		more = at[i] < 0x80 ? 0 : at[i] < 0xE0 ? 1 : at[i] < 0xF0 ? 2 : 3;
		if ((at[i] >= 0x80 && at[i] < 0xC0) || at[i] >= 0xF8 || more >= len - i)
			return 0;
		point = more == 0 ? point : point & (0x3Fu >> more);
		for (size_t k = 1; k <= more; k++) {
			if (at[i + k] >> 6 != 2)
				return 0;
			point = point << 6 | (at[i + k] & 0x3F);
		}
		if (point < least[more] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
			return 0;
	}
	return 1;
}

/* A fix changes something, at places that are in order. */
static void check_fix(const struct robotsc_fix *fix, size_t len)
{
	size_t from = 0;

	must(fix->label[0] != '\0' && fix->nedits >= 1 && (fix->effect == NULL || fix->effect[0] != '\0'));
	for (uint32_t i = 0; i < fix->nedits; i++) {
		const struct robotsc_edit *const edit = &fix->edits[i];

		must(edit->from >= from && edit->to >= edit->from && edit->to <= len);
		must(i == 0 || edit->from > from || edit->to > edit->from);
		must(edit->to > edit->from || edit->text.len > 0);
		must(is_utf8((const unsigned char *)edit->text.at, edit->text.len));
		from = edit->to;
	}
}

static void take_finding(void *ctx, const struct robotsc_finding *f)
{
	static const char *const dead[] = {"dead-rule", "duplicate-rule", "conflicting-rules", "matches-no-path", NULL};
	static const char *const redundant[] = {"redundant-rule", "redundant-together", NULL};
	struct findings *h = ctx;

	must(f->line > h->line || (f->line == h->line && f->column >= h->column));
	must(f->line >= 1 && f->line <= h->lines && f->column >= 1 && f->column - 1 + f->length <= h->len);
	for (uint32_t i = 0; i < f->nlines && i < ROBOTSC_LINT_LINES; i++)
		must(f->lines[i] >= 1 && f->lines[i] <= h->lines && (i == 0 || f->lines[i - 1] <= f->lines[i]));
	if (f->fix)
		check_fix(f->fix, h->len);
	h->line = f->line;
	h->column = f->column;
	h->n++;
	h->budget |= strcmp(f->rule->id, "budget") == 0;
	if (f->line <= LINES) {
		h->dead[f->line] |= is_one_of(f->rule->id, dead);
		h->useless[f->line] |= h->dead[f->line] || is_one_of(f->rule->id, redundant);
		if (is_one_of(f->rule->id, dead) || is_one_of(f->rule->id, redundant))
			keep_alone(h, f);
	}
}

static unsigned ends_line(const char *text, size_t len, size_t at)
{
	return text[at] == '\n' || (text[at] == '\r' && (at + 1 == len || text[at + 1] != '\n'));
}

static uint32_t count_lines(const char *text, size_t len)
{
	uint32_t lines = 1;

	for (size_t i = 0; i < len; i++)
		lines += ends_line(text, len, i);
	return lines;
}

/* The file with the line `nothing` in place of the lines that are gone. */
static char *replace(const int *gone, const char *text, size_t len, const char *nothing, size_t *size)
{
	char *out = product_alloc(NULL, len + (LINES + 1) * strlen(nothing));
	uint32_t line = 1;
	unsigned begins = 1;

	*size = 0;
	for (size_t i = 0; i < len; i++) {
		const int useless = line <= LINES && gone[line];

		if (useless && begins) {
			memcpy(out + *size, nothing, strlen(nothing));
			*size += strlen(nothing);
		}
		begins = ends_line(text, len, i);
		if (!useless || text[i] == '\n' || text[i] == '\r')
			out[(*size)++] = text[i];
		line += begins;
	}
	return out;
}

static void ask(const struct findings *h, enum oracle_dialect dialect, const struct oracle_file *before,
                const struct oracle_file *after, uint64_t *state)
{
	struct draft url = {NULL, 0, 0}, robot = {NULL, 0, 0};

	for (int i = 0; i < ROBOTS; i++) {
		random_gen_robot(&robot, state, before);
		const struct oracle_text token = {robot.at, robot.len};
		struct oracle_policy *old = oracle_select(before, &token, 1), *new = oracle_select(after, &token, 1);

		for (int k = 0; k < URLS; k++) {
			struct oracle_reason reason;

			random_gen_url(&url, state, before);
			const int was = oracle_check(old, url.at, url.len, &reason);
			/* In conner2, the verdict without a match depends on the other rules. */
			must(dialect == ORACLE_CONNER2 || was == oracle_check(new, url.at, url.len, NULL));
			must(reason.line > LINES || !h->dead[reason.line]);
		}
		oracle_free_policy(old);
		oracle_free_policy(new);
	}
	free(url.at);
	free(robot.at);
}

/* URLs that may be /robots.txt are passed over. */
static void hold_extent(const struct oracle_policy *policy, const struct oracle_file *file, enum robotsc_extent extent,
                        uint64_t *state)
{
	struct draft url = {NULL, 0, 0};

	for (int k = 0; k < URLS; k++) {
		random_gen_url(&url, state, file);
		if (memchr(url.at, '%', url.len) || memchr(url.at, 't', url.len))
			continue;
		const int allowed = oracle_check(policy, url.at, url.len, NULL);
		must(extent != ROBOTSC_EXTENT_OPEN || allowed);
		must(extent != ROBOTSC_EXTENT_CLOSED || !allowed);
	}
	free(url.at);
}

/* Check what a summary says of all other robots, and that its lines are in the file. */
static void summarize(const struct robotsc_options *options, const struct oracle_file *file, const char *text, size_t len,
                      uint32_t lines, uint64_t *state)
{
	static const struct robotsc_crawler crawler = {
		.token = "bot", .purpose = "search", .obeys = "other", .dialect = ROBOTSC_GOOGLE};
	const struct robotsc_summary_question question = {
		.options = options, .crawlers = &crawler, .ncrawlers = 1, .budget = BUDGET};
	const struct robotsc_summary *s;
	struct oracle_policy *const policy = oracle_select(file, NULL, 0);

	must(robotsc_summarize(&question, text, len, &s) == ROBOTSC_OK);
	must(s->nrobots >= 2 && s->nanswers >= 1 && s->steps <= BUDGET && s->octets == len);
	for (size_t i = 0; i < s->nrobots; i++) {
		must(s->robots[i].answer < s->nanswers);
		if (!s->robots[i].token.len)
			hold_extent(policy, file, s->answers[s->robots[i].answer].extent, state);
	}
	for (size_t i = 0; i < s->nanswers; i++)
		for (size_t k = 0; k < s->answers[i].nlines; k++)
			must(s->answers[i].lines[k].first >= 1 && s->answers[i].lines[k].last <= lines &&
			     s->answers[i].lines[k].nagents >= 1);
	robotsc_free_summary(s);
	oracle_free_policy(policy);
}

static void lint(enum oracle_dialect dialect, const char *text, size_t len, uint64_t *state)
{
	const struct oracle_options how = {.dialect = dialect};
	struct findings h = {.len = len, .lines = count_lines(text, len)};
	struct robotsc_lint_summary summary;
	static struct robotsc_compiler *kept;
	struct robotsc_options options;
	size_t size;

	if (kept == NULL)
		kept = robotsc_compiler_new(NULL);
	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.alloc = robotsc_compiler_alloc(kept); /* memory that other files have used before */
	must(robotsc_lint(&options, text, len, BUDGET, take_finding, &h, &summary) == ROBOTSC_OK);
	must(summary.findings == h.n && (summary.undecided != 0) == h.budget && summary.steps <= 2 * BUDGET + 64 * (uint64_t)len);
	const char *nothing = dialect == ORACLE_KOSTER1996 ? "Comment: none" : "Disallow:";
	struct oracle_file *before = oracle_parse(&how, text, len);

	for (uint32_t i = 0; i <= h.nalone; i++) {
		char *less = replace(i < h.nalone ? h.alone[i] : h.useless, text, len, nothing, &size);
		struct oracle_file *after = oracle_parse(&how, less, size);

		ask(&h, dialect, before, after, state);
		oracle_free_file(after);
		free(less);
	}
	summarize(&options, before, text, len, h.lines, state);
	oracle_free_file(before);
}

static void lint_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	char *text = harness_copy(bytes, len);

	lint((enum oracle_dialect)nth, text, len, state);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, ORACLE_DIALECTS, lint_case);
	return 0;
}
