/* cmd_next.c - robotsc next: when may an agent fetch next?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "cli.h"
#include "policy.h"

/* A time that gmtime is asked for: between the years 0 and 9999. */
#define FIRST_SECOND (-62167219200)
#define LAST_SECOND 253402300799

static int64_t time_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Milliseconds as seconds. */
static void print_seconds(int64_t ms)
{
	const uint64_t n = ms < 0 ? 0 - (uint64_t)ms : (uint64_t)ms;

	printf("%s%llu.%03llu", ms < 0 ? "-" : "", (unsigned long long)(n / 1000), (unsigned long long)(n % 1000));
}

static void print_date(int64_t ms)
{
	const int64_t seconds = (ms - (ms < 0 ? 999 : 0)) / 1000;
	const time_t t = (time_t)seconds;
	struct tm tm;
	char text[32];

	if (seconds < FIRST_SECOND || seconds > LAST_SECOND || !gmtime_r(&t, &tm) ||
	    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		text[0] = '-', text[1] = '\0';
	fputs(text, stdout);
}

static void answer(const struct cli_settings *s, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	static const char *const reasons[] = {"no-record", "crawl-delay", "request-rate"};
	const int64_t now = s->now == INT64_MIN ? time_now() : s->now, last = s->last_given ? s->last : ROBOTSC_NEVER;
	struct robotsc_pace pace;
	const int64_t at = robotsc_next_fetch(ext, group, now, last, s->took, &pace);

	print_seconds(at);
	putchar('\t');
	print_date(at);
	putchar('\t');
	print_seconds(pace.pause);
	printf("\t%s%s\n", reasons[pace.reason], pace.shut ? ",visit-time" : "");
}

static int run(struct cli_settings *s)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct cli_policy policy;
	int result = CLI_TROUBLE;

	s->options.extensions = 1;
	if (cli_open_policy(s, s->operands[0], &policy) == 0 && cli_open_extensions(&policy, &ext) == 0 &&
	    cli_select(s, &policy, s->operands[1], &group) == 0) {
		result = CLI_OK;
		answer(s, &ext, &group);
	}
	cli_close_policy(&policy);
	return result;
}

static const unsigned char options[] = {CLI_OPT_NOW,   CLI_OPT_LAST,          CLI_OPT_TOOK, CLI_OPT_FALLBACK, CLI_OPT_DIALECT,
                                        CLI_OPT_LIMIT, CLI_OPT_STRICT_FIELDS, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_next = {
	.name = "next",
	.operands = "FILE AGENT",
	.summary = "say when an agent may fetch next",
	.text = "FILE is a robots.txt ('-': standard input), or a blob that was compiled with --extensions.\n"
		"Prints the earliest time that Crawl-delay, Request-rate and Visit-time leave to AGENT: in\n"
		"seconds since 1970 and as a date, then the pause in seconds, and what asks for it:\n"
		"crawl-delay, request-rate, or no-record, where 10 seconds or twice what the last fetch took are\n"
		"kept; with visit-time where that made it wait.  The columns are separated by tabs.\n",
	.options = options,
	.min_operands = 2,
	.max_operands = 2,
	.run = run,
};
