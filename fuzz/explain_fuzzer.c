/* explain_fuzzer.c - Whatever the bytes, the deciding rule of a URL is the oracle's, every matching
 * rule stands in the line that is named, and every suggested change reverses the verdict; also for
 * two names of one robot, except for the changes.
 *
 * The bytes are a file that robotsc explain accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/explain.h"
#include "tests/support/random_gen.h"

#define URLS 4

/* A question about a file. */
struct asked {
	struct robotsc_options options;
	const char *text;
	size_t len;
	struct robotsc_text robot, url;
};

/* The beginning of a line.  Lines end with LF, CR, or CR and LF. */
static size_t begin_of(const struct asked *a, uint32_t line)
{
	size_t at = 0;

	for (uint32_t n = 1; n < line && at < a->len; at++)
		n += a->text[at] == '\n' || (a->text[at] == '\r' && (at + 1 == a->len || a->text[at + 1] != '\n'));
	return at;
}

/* ---- the deciding rule ---- */

struct matches {
	const struct asked *asked;
	uint32_t n, line, deciding;
};

static void see(void *ctx, const struct robotsc_match *match)
{
	struct matches *m = ctx;
	const struct asked *a = m->asked;

	must(match->line > m->line && match->text.at == a->text + begin_of(a, match->line));
	must(match->text.at + match->text.len <= a->text + a->len);
	must(memchr(match->text.at, '\n', match->text.len) == NULL && memchr(match->text.at, '\r', match->text.len) == NULL);
	must(!match->deciding || m->deciding == 0);
	if (match->deciding)
		m->deciding = match->line;
	m->line = match->line;
	m->n++;
}

static void explain(const struct asked *a, const struct oracle_policy *policy)
{
	struct matches m = {.asked = a};
	struct robotsc_explanation e;
	struct oracle_reason reason;
	const int verdict = oracle_check(policy, a->url.at, a->url.len, &reason);

	must(robotsc_explain(&a->options, a->text, a->len, &a->robot, 1, a->url, see, &m, &e) == ROBOTSC_OK);
	must((int)e.verdict == verdict && (int)e.selected == (int)oracle_selected_by(policy, NULL));
	must(e.implied || (e.deciding == reason.line && e.deciding == m.deciding));
	must(e.matches == m.n && e.rules <= oracle_policy_rules(policy));
	/* google: the oracle counts an Allow line that names an index page twice */
	must(a->options.dialect == ROBOTSC_GOOGLE || e.rules == oracle_policy_rules(policy));
	must((e.agent_line != 0) == (e.selected != ROBOTSC_SELECTED_NONE));
}

/* ---- changes that reverse the verdict ---- */

/* The file without the lines to remove, and with the line to add. */
struct changed {
	const struct asked *asked;
	struct draft without, with, shortest;
	size_t kept; /* octets of the file so far: copied to the member without, or skipped */
	int removals;
};

static void put(struct draft *to, const char *at, size_t len)
{
	to->at = product_alloc(to->at, to->len + len + 1);
	if (len > 0)
		memcpy(to->at + to->len, at, len);
	to->len += len;
}

static void change(void *ctx, const struct robotsc_change *change)
{
	struct changed *c = ctx;
	const struct asked *a = c->asked;
	const size_t at = change->line ? begin_of(a, change->line) : a->len;

	struct draft *with = change->kind == ROBOTSC_CHANGE_SHORTEST ? &c->shortest : &c->with;

	must(with->len == 0);
	if (change->kind == ROBOTSC_CHANGE_REMOVE) {
		must(at >= c->kept && memcmp(a->text + at, change->text.at, change->text.len) == 0);
		put(&c->without, a->text + c->kept, at - c->kept);
		c->kept = begin_of(a, change->line + 1);
		c->removals++;
		return;
	}
	must((change->kind == ROBOTSC_CHANGE_ADD_GROUP) == (change->line == 0));
	put(with, a->text, at);
	put(with, "\n", at > 0 && a->text[at - 1] != '\n' && a->text[at - 1] != '\r');
	put(with, "\n", change->line == 0);
	put(with, change->text.at, change->text.len);
	put(with, "\n", 1);
	put(with, a->text + at, a->len - at);
}

static int oracle_verdict(const struct asked *a, const struct draft *text)
{
	const struct oracle_text robot = {a->robot.at, a->robot.len};

	return oracle_allowed((enum oracle_dialect)a->options.dialect, text->at, text->len, &robot, 1, a->url.at, a->url.len);
}

static void turn_around(const struct asked *a, int verdict)
{
	struct changed c = {.asked = a};

	must(robotsc_changes(&a->options, a->text, a->len, &a->robot, 1, a->url, change, &c) == ROBOTSC_OK);
	put(&c.without, a->text + c.kept, a->len - c.kept);
	if (c.removals > 0)
		must(oracle_verdict(a, &c.without) == !verdict);
	if (c.with.len > 0)
		must(oracle_verdict(a, &c.with) == !verdict);
	if (c.shortest.len > 0)
		must(oracle_verdict(a, &c.shortest) == !verdict);
	free(c.without.at);
	free(c.with.at);
	free(c.shortest.at);
}

/* ---- a robot with several names ---- */

/* For two names of one robot, blob and explanations are as the oracle has them for both
 * together. */
static void explain_names(const struct asked *asked, const struct oracle_file *file, const struct robotsc_text names[2])
{
	struct asked a = *asked;
	struct oracle_text theirs[2];
	struct product p;
	for (int i = 0; i < 2; i++) {
		theirs[i] = (struct oracle_text){names[i].at, names[i].len};
		if (!robotsc_is_token(a.options.dialect, names[i].at, names[i].len))
			return;
	}
	struct oracle_policy *const policy = oracle_select_robot(file, theirs, 2);
	a.options.one_robot = 1;
	a.options.agents = names;
	a.options.nagents = 2;
	must(product_open_with(&p, &a.options, a.text, a.len) == ROBOTSC_OK);
	for (int i = 0; i < 2; i++) {
		struct robotsc_group group;
		a.robot = names[i];
		explain(&a, policy);
		must(robotsc_select(&p.blob, &names[i], 1, &group) == ROBOTSC_OK);
		must((int)robotsc_check_url(&group, a.url.at, a.url.len) == oracle_check(policy, a.url.at, a.url.len, NULL));
	}
	product_close(&p);
	oracle_free_policy(policy);
}

static void explain_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	const struct oracle_options how = {.dialect = (enum oracle_dialect)nth};
	char *text = harness_copy(bytes, len);
	struct oracle_file *file = oracle_parse(&how, text, len);
	struct asked asked = {.text = text, .len = len};
	struct draft url = {NULL, 0, 0}, robot = {NULL, 0, 0}, other = {NULL, 0, 0};

	robotsc_options_init(&asked.options);
	asked.options.dialect = product_dialect(how.dialect);
	for (int i = 0; i < URLS; i++) {
		random_gen_url(&url, state, file);
		random_gen_robot(&robot, state, file);
		random_gen_robot(&other, state, file);
		const struct oracle_text theirs = {robot.at, robot.len};
		struct oracle_policy *policy = oracle_select(file, &theirs, 1);

		asked.url = (struct robotsc_text){url.at, url.len};
		asked.robot = (struct robotsc_text){robot.at, robot.len};
		explain(&asked, policy);
		turn_around(&asked, oracle_check(policy, url.at, url.len, NULL));
		if (nth <= ORACLE_GOOGLE)
			explain_names(&asked, file, (struct robotsc_text[]){asked.robot, {other.at, other.len}});
		oracle_free_policy(policy);
	}
	oracle_free_file(file);
	free(url.at);
	free(robot.at);
	free(other.at);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, ORACLE_DIALECTS, explain_case);
	return 0;
}
