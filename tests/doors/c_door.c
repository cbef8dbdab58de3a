/* c_door.c FOLDER - what the libraries in C say to the inputs of inputs.sh.
 *
 * Checks answer every text, so each row has the calls that tell what it is, and the calls whose
 * status or diagnostic says so.  silent: neither does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/explain.h"
#include "robotsc/lint.h"
#include "robotsc/page.h"
#include "robotsc/prove.h"

static const char *row;

static void say(const char *call, const char *class)
{
	printf("%s\t%s\t%s\n", row, call, class);
}

static struct robotsc_text read_file(const char *folder, const char *name)
{
	char path[4096];
	struct robotsc_text text = {NULL, 0};
	size_t n;
	char *octets = malloc(1 << 20);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "rb");
	if (!octets || !file)
		exit(2);
	while ((n = fread(octets + text.len, 1, (1 << 20) - text.len, file)) > 0)
		text.len += n;
	fclose(file);
	text.at = octets;
	return text;
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

static void ask_agent(const struct robotsc_blob *blob, const char *agent)
{
	const struct robotsc_text token = {agent, strlen(agent)}, url = {"/private/", 9};
	struct robotsc_text found[8];
	struct robotsc_group group;
	say("robotsc_is_token", robotsc_is_token(ROBOTSC_RFC9309, token.at, token.len) ? "silent" : "answer");
	/* Which groups hold, and for which token, is part of the answer. */
	if (robotsc_select(blob, &token, 1, &group) == ROBOTSC_OK)
		say("robotsc_select", group.selected == ROBOTSC_SELECTED_TOKEN ? "silent" : "answer");
	const size_t n = robotsc_header_tokens(blob, token.at, token.len, found, 8);
	if (robotsc_select(blob, found, n, &group) != ROBOTSC_OK)
		say("robotsc_header_tokens", "error");
	else
		say("robotsc_header_tokens", robotsc_check_path(&group, url.at, url.len) == ROBOTSC_DISALLOW ? "right" : "answer");
}

static void ask_text(struct robotsc_text text)
{
	struct robotsc_options options;
	struct robotsc_blob blob;
	void *made = NULL;
	size_t len;
	int diags = 0, findings = 0;
	const enum robotsc_content kind = robotsc_content_kind(text.at, text.len);
	if (text.len <= ROBOTSC_MIN_LIMIT)
		say("robotsc_content_kind", kind == ROBOTSC_CONTENT_TEXT ? "silent" : "answer");
	robotsc_options_init(&options);
	options.diag = count_diag;
	options.diag_ctx = &diags;
	/* An empty text allows everything: that is what its blob says. */
	if (robotsc_compile(&options, text.at, text.len, &made, &len) == ROBOTSC_OK)
		say("robotsc_compile", diags ? "warning" : text.len == 0 ? "right" : "silent");
	robotsc_free_blob(NULL, made, len);
	robotsc_lint(NULL, text.at, text.len, 1000000, count_finding, &findings, NULL);
	say("robotsc_lint", findings ? "answer" : text.len == 0 ? "right" : "silent");
	const enum robotsc_status status = robotsc_open(&blob, text.at, text.len);
	say("robotsc_open", status != ROBOTSC_OK ? "error" : kind == ROBOTSC_CONTENT_BLOB ? "right" : "silent");
}

static void ask_page(struct robotsc_text text)
{
	const enum robotsc_content kind = robotsc_content_kind(text.at, text.len);
	say("robotsc_content_kind", kind == ROBOTSC_CONTENT_HTML ? "silent" : "answer");
}

static void ask_policy(struct robotsc_text bytes)
{
	struct robotsc_decision decision;
	struct robotsc_blob blob;
	if (robotsc_open(&blob, bytes.at, bytes.len) == ROBOTSC_OK && robotsc_stamp_read(&blob, &decision) == ROBOTSC_OK)
		say("robotsc_fresh", robotsc_fresh(&decision, decision.expires) ? "silent" : "answer");
}

static void ask_url(const struct robotsc_blob *blob, const char *url)
{
	const struct robotsc_text agent = {"ExampleBot", 10};
	const size_t len = strlen(url);
	struct robotsc_group group;
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t n;
	const int good = robotsc_url_kind(ROBOTSC_RFC9309, url, len) == ROBOTSC_URL_GOOD;
	robotsc_select(blob, &agent, 1, &group);
	say("robotsc_url_kind", good ? "right" : "answer");
	if (robotsc_check_url(&group, url, len) == ROBOTSC_DISALLOW)
		say("robotsc_check_url", "right");
	say("robotsc_origin", good                                                                ? "right"
	                      : robotsc_origin(url, len, origin, sizeof origin, &n) != ROBOTSC_OK ? "error"
	                                                                                          : "silent");
}

int main(int argc, char **argv)
{
	char line[4096];
	struct robotsc_blob blob;
	void *made;
	size_t len;
	if (argc != 2)
		return 2;
	const struct robotsc_text good = read_file(argv[1], "robots.txt");
	if (robotsc_compile(NULL, good.at, good.len, &made, &len) != ROBOTSC_OK || robotsc_open(&blob, made, len) != ROBOTSC_OK)
		return 2;
	snprintf(line, sizeof line, "%s/rows", argv[1]);
	FILE *rows = fopen(line, "r");
	while (rows && fgets(line, sizeof line, rows)) {
		char *const name = strchr(line, '\t'), *const input = name ? strchr(name + 1, '\t') : NULL;
		if (!input)
			return 2;
		*name = *input = 0;
		input[strcspn(input + 1, "\n") + 1] = 0;
		row = name + 1;
		if (strcmp(line, "agent") == 0)
			ask_agent(&blob, input + 1);
		else if (strcmp(line, "url") == 0 || strcmp(line, "path") == 0)
			ask_url(&blob, input + 1);
		else {
			const struct robotsc_text text = read_file(argv[1], input + 1);
			(*line == 't' ? ask_text : strcmp(line, "page") == 0 ? ask_page : ask_policy)(text);
			free((void *)text.at);
		}
	}
	return rows ? 0 : 2;
}
