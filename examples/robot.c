/* robot.c - from a URL to a verdict: the work of a crawler for one host.
 *
 *     cc $(pkg-config --cflags robotsc) -o robot examples/robot.c $(pkg-config --libs robotsc)
 *     robot STATUS ROBOTS.TXT URL...
 *
 * A crawler fetches by its own means.  Here STATUS and the file stand for the server's response.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"

static const struct robotsc_text me = {"ExampleBot", sizeof "ExampleBot" - 1};

/* The data that a crawler keeps for an origin. */
struct host {
	struct robotsc_decision decision;
	struct robotsc_blob blob;
	struct robotsc_group group;
	void *compiled; /* to be freed; NULL if the blob is constant */
	size_t compiled_len;
};

/* After each fetch: make the policy.  ROBOTSC_ERR_ABSENT if this fetch brings no rules. */
static enum robotsc_status update(struct host *host, const struct robotsc_fetch *fetch, const char *text, size_t text_len)
{
	enum robotsc_status status = ROBOTSC_OK;
	struct robotsc_options options;
	const void *bytes;
	void *made = NULL;
	size_t len;

	robotsc_access(fetch, &host->decision);
	switch (host->decision.outcome) {
	case ROBOTSC_OUTCOME_PARSE:
		robotsc_options_init(&options);
		options.agents = &me;
		options.nagents = 1;
		status = robotsc_compile(&options, text, text_len, &made, &len);
		bytes = made;
		break;
	case ROBOTSC_OUTCOME_ALLOW:
		bytes = robotsc_constant_blob(ROBOTSC_RFC9309, ROBOTSC_ALLOW, &len);
		break;
	case ROBOTSC_OUTCOME_DENY:
		bytes = robotsc_constant_blob(ROBOTSC_RFC9309, ROBOTSC_DISALLOW, &len);
		break;
	default: /* follow: fetch the Location; cached: keep the policy; defer: visit nothing yet */
		return ROBOTSC_ERR_ABSENT;
	}
	if (status == ROBOTSC_OK)
		status = robotsc_open(&host->blob, bytes, len);
	if (status == ROBOTSC_OK)
		status = robotsc_select(&host->blob, &me, 1, &host->group);
	if (status == ROBOTSC_OK) {
		robotsc_free_blob(NULL, host->compiled, host->compiled_len);
		host->compiled = made;
		host->compiled_len = len;
	}
	return status;
}

/* Before each URL: "fetch" or "leave", or the reason why there is no verdict. */
static const char *ask(const struct host *host, const char *origin, const char *url)
{
	char own[ROBOTSC_ORIGIN_MAX];
	size_t len;

	if (robotsc_origin(url, strlen(url), own, sizeof own, &len) != ROBOTSC_OK)
		return "no origin";
	if (len != strlen(origin) || memcmp(own, origin, len) != 0)
		return "another origin";
	if (!robotsc_fresh(&host->decision, (int64_t)time(NULL)))
		return "fetch robots.txt again";
	if (host->decision.outcome == ROBOTSC_OUTCOME_DEFER)
		return "later";
	return robotsc_check_url(&host->group, url, strlen(url)) == ROBOTSC_ALLOW ? "fetch" : "leave";
}

int main(int argc, char **argv)
{
	static char text[ROBOTSC_MIN_LIMIT];
	char origin[ROBOTSC_ORIGIN_MAX + 1], robots[ROBOTSC_ROBOTS_URL_MAX];
	struct robotsc_fetch fetch = {0};
	struct host host = {0};
	enum robotsc_content kind;
	enum robotsc_status status;
	size_t len, text_len;
	FILE *f;

	if (argc < 4) {
		fputs("usage: robot STATUS ROBOTS.TXT URL...\n", stderr);
		return 2;
	}
	status = robotsc_origin(argv[3], strlen(argv[3]), origin, sizeof origin - 1, &len);
	if (status != ROBOTSC_OK) {
		fprintf(stderr, "robot: %s: %s\n", argv[3], robotsc_strerror(status));
		return 2;
	}
	origin[len] = '\0';
	robotsc_robots_url(argv[3], strlen(argv[3]), robots, sizeof robots, &len);
	printf("get %.*s\n", (int)len, robots);

	f = fopen(argv[2], "rb");
	if (!f) {
		perror(argv[2]);
		return 2;
	}
	text_len = fread(text, 1, sizeof text, f);
	fclose(f);
	/* Any text compiles: say so if it looks like something else, or is cut. */
	kind = robotsc_content_kind(text, text_len);
	if (kind > ROBOTSC_CONTENT_EMPTY)
		fprintf(stderr, "robot: %s: this looks like %s\n", argv[2], robotsc_content_text(kind));
	if (text_len == sizeof text)
		fprintf(stderr, "robot: %s: only %zu octets are read\n", argv[2], text_len);
	fetch.status = (unsigned)strtoul(argv[1], NULL, 10);
	fetch.at = (int64_t)time(NULL);
	status = update(&host, &fetch, text, text_len);
	printf("%s, for %ld s\n", robotsc_outcome_name(host.decision.outcome),
	       (long)(host.decision.expires - host.decision.fetched));
	if (status == ROBOTSC_OK) {
		for (int i = 3; i < argc; i++)
			printf("%s: %s\n", ask(&host, origin, argv[i]), argv[i]);
	} else if (status != ROBOTSC_ERR_ABSENT) {
		fprintf(stderr, "robot: %s\n", robotsc_strerror(status));
	}
	robotsc_free_blob(NULL, host.compiled, host.compiled_len);
	return status != ROBOTSC_OK;
}
