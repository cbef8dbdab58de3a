/* lint_signal_test.c - lint takes the token __usage_ai-training for a label of all robots, not for
 * a robot that fetches.  No fix that promises to change nothing changes the label's values, and
 * each fix changes the text.
 *
 *     lint_signal_test [SEED [COUNT]]
 *
 * Random texts are linted in every dialect.  What the label says of all short paths is compared
 * before and after each fix.  training_signal_test compares that with the oracle.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/support/product.h"

#include <robotsc/compile.h>
#include <robotsc/extensions.h>
#include <robotsc/lint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOKEN "__usage_ai-training"
#define SIGNAL "User-agent: " TOKEN "\n"
#define TEXT 2048
#define DEPTH 3 /* most units of a path after the first '/' */

/* ---- single texts --------------------------------------------------------------------- */

static const struct accident {
	const char *id, *lines, *text;
	enum robotsc_dialect dialect;
} accidents[] = {
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a\n" SIGNAL "Disallow: /c\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "4", "User-agent: *\nDisallow: /a\n" SIGNAL "User-agent: b\nDisallow: /c\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "3", "User-agent: *\nDisallow: /a\nUser-agent: b\n" SIGNAL "Disallow: /c\n", ROBOTSC_RFC9309},
	{"order-matters", "", "User-agent: *\nDisallow: /x\n\n" SIGNAL "Disallow: /\nAllow: /a\n", ROBOTSC_RFC9309},
	{"order-matters", "3", "User-agent: b\nDisallow: /\nAllow: /a\n", ROBOTSC_RFC9309},
	{"order-matters", "4", SIGNAL "User-agent: b\nDisallow: /\nAllow: /a\n", ROBOTSC_RFC9309},
	{"dialect-differs", "", SIGNAL "Disallow: /?%3Fq=\n", ROBOTSC_RFC9309},
	{"dialect-differs", "3", SIGNAL "User-agent: b\nDisallow: /?%3Fq=\n", ROBOTSC_RFC9309},
	/* A path that no rule matches has no preference, so an Allow alone may say something. */
	{"redundant-rule", "", SIGNAL "Disallow: /a\nAllow: /b\n", ROBOTSC_RFC9309},
	{"redundant-rule", "", "User-agent: b\n" SIGNAL "Disallow: /a\nAllow: /b\n", ROBOTSC_RFC9309},
	{"redundant-rule", "3", "User-agent: b\nDisallow: /a\nAllow: /b\n", ROBOTSC_RFC9309},
	{"redundant-rule", "3", SIGNAL "Disallow: /a\nDisallow: /a/b\n", ROBOTSC_RFC9309},
	{"dead-rule", "", SIGNAL "Disallow: /\nAllow: /a\n", ROBOTSC_KOSTER1996},
	{"dead-rule", "3", "User-agent: b\nDisallow: /\nAllow: /a\n", ROBOTSC_KOSTER1996},
	{"record-hidden", "", SIGNAL "Disallow: /a\n\n" SIGNAL "Disallow: /b\n", ROBOTSC_KOSTER1996},
	{"record-hidden", "4", "User-agent: b\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n", ROBOTSC_KOSTER1996},
	{"group-empty", "", "User-agent: *\nDisallow: /x\n" SIGNAL, ROBOTSC_RFC9309},
	{"group-empty", "4", "User-agent: *\nDisallow: /x\n" SIGNAL "User-agent: b\n", ROBOTSC_RFC9309},
	{"site-closed", "2", "User-agent: *\nDisallow: /\n\n" SIGNAL "Allow: /\n", ROBOTSC_RFC9309},
	{"site-closed", "", "User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nAllow: /\n", ROBOTSC_RFC9309},
};

struct told {
	const char *id;
	char lines[64];
};

static void take_line(void *ctx, const struct robotsc_finding *f)
{
	struct told *const t = ctx;
	const size_t n = strlen(t->lines);

	if (strcmp(f->rule->id, t->id) == 0)
		snprintf(t->lines + n, sizeof t->lines - n, "%s%lu", n ? " " : "", (unsigned long)f->line);
}

static void known_accidents(void)
{
	for (size_t i = 0; i < sizeof accidents / sizeof accidents[0]; i++) {
		const struct accident *const a = &accidents[i];
		struct told told = {.id = a->id};
		struct robotsc_options options;

		robotsc_options_init(&options);
		options.dialect = a->dialect;
		options.public_site = 1;
		CHECK(robotsc_lint(&options, a->text, strlen(a->text), ROBOTSC_LINT_BUDGET, take_line, &told, NULL) == ROBOTSC_OK);
		CHECK_MSG(strcmp(told.lines, a->lines) == 0, "%s: '%s', not '%s' of\n%s", a->id, told.lines, a->lines, a->text);
	}
}

/* ---- fixes ------------------------------------------------------------------------------ */

static const char *const lines[] = {"User-agent: __usage_ai-training",
                                    "User-agent: __usage_ai-training",
                                    "User-agent: *",
                                    "User-agent: Bot",
                                    "Disallow: /",
                                    "Disallow: /a",
                                    "Allow: /a",
                                    "Allow: /a/b",
                                    "Disallow: /*b",
                                    "Allow: /*b",
                                    "Allow: /b$",
                                    "Disallow: /b",
                                    "Disallow: /%61/",
                                    "Allow: /a*",
                                    "Disallow: /a**b",
                                    "Disallow: /ab",
                                    "Allow: /ab",
                                    "Disallow:",
                                    "Allow:",
                                    ""};
static const char *const units[] = {"a", "b", "/", "%2F", "$"};
#define UNITS (sizeof units / sizeof units[0])

/* Of these, the fix says that nothing changes, or that robots alone are meant. */
static const char *const kinds[] = {"duplicate-rule",     "conflicting-rules",  "dead-rule",   "redundant-rule",
                                    "redundant-together", "star-not-inherited", "star-at-end", "allow-empty"};

struct text {
	char at[TEXT];
	size_t len;
};

/* The values of the label for all short paths. */
struct says {
	char of[1024];
	size_t n;
};

struct fixing {
	enum robotsc_dialect dialect;
	struct text text;
	struct says before;
	unsigned long *fixes;
};

static void ask_paths(const struct robotsc_extensions *ext, const struct robotsc_group *group, uint32_t label, char *path,
                      size_t len, int left, struct says *out)
{
	struct robotsc_usage usage;

	robotsc_check_usage(ext, group, path, len, &usage);
	out->of[out->n++] = (char)('0' + (label < ROBOTSC_LABELS_MAX ? usage.preferences[label] : ROBOTSC_UNSTATED));
	for (size_t i = 0; i < UNITS && left; i++) {
		memcpy(path + len, units[i], strlen(units[i]));
		ask_paths(ext, group, label, path, len + strlen(units[i]), left - 1, out);
	}
}

static void ask(enum robotsc_dialect dialect, const struct text *text, struct says *out)
{
	char path[16] = "/";
	struct robotsc_options options;
	struct robotsc_blob opened;
	struct robotsc_extensions ext;
	struct robotsc_group none;
	void *blob;
	size_t len;

	robotsc_options_init(&options);
	options.dialect = dialect;
	options.extensions = 1;
	out->n = 0;
	CHECK(robotsc_compile(&options, text->at, text->len, &blob, &len) == ROBOTSC_OK);
	CHECK(robotsc_open(&opened, blob, len) == ROBOTSC_OK);
	CHECK(robotsc_open_extensions(&opened, &ext) == ROBOTSC_OK);
	robotsc_select_none(&opened, &none);
	ask_paths(&ext, &none, robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_USAGE, (struct robotsc_text){TOKEN, strlen(TOKEN)}),
	          path, 1, DEPTH, out);
	robotsc_free_blob(NULL, blob, len);
}

static void edit(const struct text *text, const struct robotsc_fix *fix, struct text *out)
{
	size_t at = 0;

	out->len = 0;
	for (size_t i = 0; i <= fix->nedits; i++) {
		const size_t to = i < fix->nedits ? fix->edits[i].from : text->len;

		memcpy(out->at + out->len, text->at + at, to - at);
		out->len += to - at;
		if (i == fix->nedits)
			break;
		memcpy(out->at + out->len, fix->edits[i].text.at, fix->edits[i].text.len);
		out->len += fix->edits[i].text.len;
		at = fix->edits[i].to;
	}
}

static void try_fix(void *ctx, const struct robotsc_finding *f)
{
	struct fixing *const x = ctx;
	struct text after;
	struct says says;
	size_t kind = 0;

	while (kind < sizeof kinds / sizeof kinds[0] && strcmp(kinds[kind], f->rule->id) != 0)
		kind++;
	if (!f->fix)
		return;
	edit(&x->text, f->fix, &after);
	CHECK_MSG(after.len != x->text.len || memcmp(after.at, x->text.at, after.len) != 0, "%s, line %u, in %s of\n%.*s",
	          f->rule->id, (unsigned)f->line, robotsc_dialect_name(x->dialect), (int)x->text.len, x->text.at);
	if (kind == sizeof kinds / sizeof kinds[0])
		return;
	ask(x->dialect, &after, &says);
	x->fixes[kind]++;
	CHECK_MSG(says.n == x->before.n && memcmp(says.of, x->before.of, says.n) == 0, "%s, line %u, in %s of\n%.*sto\n%.*s",
	          f->rule->id, (unsigned)f->line, robotsc_dialect_name(x->dialect), (int)x->text.len, x->text.at, (int)after.len,
	          after.at);
}

static void random_fixes(uint64_t state, unsigned long count)
{
	unsigned long fixes[sizeof kinds / sizeof kinds[0]] = {0};
	struct fixing x = {.fixes = fixes};

	for (unsigned long i = 0; i < count; i++) {
		struct robotsc_options options;

		robotsc_options_init(&options);
		x.dialect = options.dialect = (enum robotsc_dialect)(i % 5);
		x.text.len = 0;
		for (uint64_t n = 4 + product_below(&state, 12); n > 0; n--)
			x.text.len += (size_t)sprintf(x.text.at + x.text.len, "%s\n",
			                              lines[product_below(&state, sizeof lines / sizeof *lines)]);
		ask(x.dialect, &x.text, &x.before);
		CHECK(robotsc_lint(&options, x.text.at, x.text.len, ROBOTSC_LINT_BUDGET, try_fix, &x, NULL) == ROBOTSC_OK);
	}
	for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
		CHECK_MSG(fixes[k] > 0, "%s: no fix in %lu texts", kinds[k], count);
}

int main(int argc, char **argv)
{
	if (check_case("accidents"))
		known_accidents();
	if (check_case("fixes"))
		random_fixes(argc > 1 ? strtoull(argv[1], NULL, 10) : 3, argc > 2 ? strtoul(argv[2], NULL, 10) : 5000);
	return check_done();
}
