/* wrong_inputs_test.c - the rows of tests/support/wrong_inputs.tsv: where a call in C answers every
 * text, another call tells what the text is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"

#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/lint.h"

static const char robots[] = "User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n";
static const char url[] = "https://shop.example/private/";
static struct robotsc_blob policy;

static const char *ask_agent(struct robotsc_text agent)
{
	struct robotsc_group group;

	CHECK(robotsc_select(&policy, &agent, 1, &group) == ROBOTSC_OK && group.selected != ROBOTSC_SELECTED_TOKEN);
	return robotsc_is_token(ROBOTSC_RFC9309, agent.at, agent.len) ? "right" : "told";
}

static const char *ask_header(struct robotsc_text header)
{
	struct robotsc_text found[8];
	struct robotsc_group group;
	const size_t n = robotsc_header_tokens(&policy, header.at, header.len, found, 8);

	CHECK(robotsc_select(&policy, found, n, &group) == ROBOTSC_OK);
	return robotsc_check_url(&group, url, sizeof url - 1) == ROBOTSC_DISALLOW ? "right" : "told";
}

static const char *ask_partial(struct robotsc_text header)
{
	static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"SomeBot", 7}};
	const struct robotsc_blob whole = policy;
	const char *said = "told";
	struct robotsc_options options;
	struct robotsc_text found[8];
	void *made = NULL;
	size_t len;

	robotsc_options_init(&options);
	options.agents = agents;
	options.nagents = 2;
	if (CHECK(robotsc_compile(&options, robots, sizeof robots - 1, &made, &len) == ROBOTSC_OK &&
	          robotsc_open(&policy, made, len) == ROBOTSC_OK) &&
	    robotsc_header_tokens(&policy, header.at, header.len, found, 8) > 0)
		said = ask_header(header);
	robotsc_free_blob(NULL, made, len);
	policy = whole;
	return said;
}

static void count_diag(void *ctx, const struct robotsc_diag *diag)
{
	(void)diag;
	++*(int *)ctx;
}

static void count_finding(void *ctx, const struct robotsc_finding *finding)
{
	(void)finding;
	++*(int *)ctx;
}

static const char *ask_compile(struct robotsc_text text)
{
	const int told = text.len > 0 && robotsc_content_kind(text.at, text.len) != ROBOTSC_CONTENT_TEXT;
	int diags = 0, findings = 0;
	struct robotsc_options options;
	void *made = NULL;
	size_t len = 0;

	robotsc_options_init(&options);
	options.diag = count_diag;
	options.diag_ctx = &diags;
	CHECK(robotsc_compile(&options, text.at, text.len, &made, &len) == ROBOTSC_OK);
	robotsc_free_blob(NULL, made, len);
	CHECK(robotsc_lint(NULL, text.at, text.len, 1000000, count_finding, &findings, NULL) == ROBOTSC_OK);
	CHECK((diags > 0) == told && (findings > 0) == told);
	return told ? "told" : "right";
}

static const char *ask_open(struct robotsc_text octets)
{
	struct robotsc_blob blob;

	return robotsc_open(&blob, octets.at, octets.len) == ROBOTSC_OK ? "right" : "told";
}

static const char *ask_fresh(struct robotsc_text octets)
{
	struct robotsc_decision decision;
	struct robotsc_blob blob;

	CHECK(robotsc_open(&blob, octets.at, octets.len) == ROBOTSC_OK && robotsc_stamp_read(&blob, &decision) == ROBOTSC_OK);
	return robotsc_fresh(&decision, decision.expires) ? "right" : "told";
}

static const char *ask_url(struct robotsc_text text)
{
	const int good = robotsc_url_kind(ROBOTSC_RFC9309, text.at, text.len) == ROBOTSC_URL_GOOD;
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t len;

	CHECK((robotsc_origin(text.at, text.len, origin, sizeof origin, &len) == ROBOTSC_OK) == good);
	return good ? "right" : "told";
}

/* Decode the octets of a row in place: an octet stands for itself, or is written "\ooo". */
static struct robotsc_text octets_of(char *text)
{
	struct robotsc_text octets = {text, 0};
	char *to = text;

	for (; *text; text++)
		if (*text == '\\') {
			*to++ = (char)((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0');
			text += 3;
		} else {
			*to++ = *text;
		}
	octets.len = (size_t)(to - octets.at);
	return octets;
}

static void try_row(char *line)
{
	static const struct {
		const char *name;
		const char *(*ask)(struct robotsc_text given);
	} calls[] = {{"agent", ask_agent}, {"header", ask_header}, {"partial", ask_partial}, {"compile", ask_compile},
	             {"open", ask_open},   {"fresh", ask_fresh},   {"url", ask_url}};
	char *const answer = strchr(line, '\t') + 1, *const name = strchr(answer, '\t') + 1, *const given = strchr(name, '\t') + 1;

	answer[-1] = name[-1] = given[-1] = 0;
	given[strcspn(given, "\n")] = 0;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (check_case(name) && strcmp(line, calls[i].name) == 0) {
			const char *const found = calls[i].ask(octets_of(given));

			CHECK_MSG(strcmp(found, answer) == 0, "%s: %s: it is %s", line, name, found);
			return;
		}
	CHECK_MSG(!check_case(name), "%s: there is no such call", line);
}

int main(void)
{
	FILE *const rows = fopen("tests/support/wrong_inputs.tsv", "r");
	char line[4096];
	void *made = NULL;
	size_t len;

	if (!CHECK(rows != NULL && robotsc_compile(NULL, robots, sizeof robots - 1, &made, &len) == ROBOTSC_OK &&
	           robotsc_open(&policy, made, len) == ROBOTSC_OK))
		return check_done();
	while (fgets(line, sizeof line, rows))
		if (*line != '#')
			try_row(line);
	fclose(rows);
	robotsc_free_blob(NULL, made, len);
	return check_done();
}
