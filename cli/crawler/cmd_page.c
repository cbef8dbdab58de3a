/* cmd_page.c - robotsc page: what a page and its HTTP header say to a robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/agent.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/policy.h"
#include "cli/read_file.h"
#include "cli/text_print.h"

/* Options that no other command has. */
struct page_own {
	bool body, robots_tag;
	const char *robots, *url; /* or NULL */
};

#define CHUNK 65536u
#define POLICY_ROOM 16384u /* most octets of the tdm-policy of a field or a tag */

/* The HTML, kept so that messages can name lines and columns. */
struct html {
	const char *name;
	char *at;
	size_t len, room;
};

/* ---- reading --------------------------------------------------------------- */

static int make_room(struct html *h)
{
	const size_t room = h->room > SIZE_MAX / 2 ? 0 : 2 * h->room + CHUNK;
	char *p = room ? realloc(h->at, room) : NULL;
	if (!p)
		return -1;
	h->at = p;
	h->room = room;
	return 0;
}

/* Read until the page needs no more.  0, or -1 after a message. */
static int read_html(int fd, struct html *h, struct robotsc_page *page)
{
	int more = 1;
	while (more) {
		ssize_t n;
		if (h->len == h->room && make_room(h) < 0) {
			cli_complain("%s: out of memory", h->name);
			return -1;
		}
		n = cli_read(fd, h->at + h->len, h->room - h->len < CHUNK ? h->room - h->len : CHUNK);
		if (n < 0) {
			cli_complain("%s: cannot read: %s", h->name, strerror(errno));
			return -1;
		}
		more = n > 0 && robotsc_page_html(page, h->at + h->len, (size_t)n);
		h->len += (size_t)n;
	}
	return 0;
}

/* Print file:line:column of an offset, both from 1. */
static void print_place(const struct html *h, uint64_t offset)
{
	size_t line = 1, column = 1;
	for (size_t i = 0; i < offset && i < h->len; i++) {
		column = h->at[i] == '\n' ? 1 : column + 1;
		line += h->at[i] == '\n';
	}
	cli_print_string(stderr, h->name);
	fprintf(stderr, ":%zu:%zu: ", line, column);
}

static struct robotsc_text rest_of(struct robotsc_text text, uint64_t from)
{
	const size_t at = from < text.len ? (size_t)from : text.len;
	return (struct robotsc_text){text.at + at, text.len - at};
}

/* Warn of directives that are ignored.  n: how many; rest: the text from the first on. */
static void print_ignored(uint64_t n, struct robotsc_text rest)
{
	size_t word = 0, gap;
	while (word < rest.len && !strchr(" \t,;\"'>", rest.at[word]))
		word++;
	for (gap = word; gap < rest.len && strchr(" \t", rest.at[gap]);)
		gap++;
	const bool two = gap > word && gap < rest.len && !strchr(",;\"'>=", rest.at[gap]);
	const char *others = n > 2 ? ", as others after it are" : n > 1 ? ", as another after it is" : "";
	fprintf(stderr, "warning: not a known directive, or not with this value; ignored%s%s [page-directive]\n", others,
	        two ? "; commas part directives" : "");
}

/* Read every --header.  Messages name columns, from 1.  A field with another name is refused: a
 * misspelt X-Robots-Tag would silently allow all. */
static int read_headers(const struct cli_settings *s, struct robotsc_page *page)
{
	struct robotsc_directives d;
	uint64_t before = 0;
	for (size_t i = 0; i < s->headers.n; i++, before = d.ignored) {
		if (!robotsc_page_header(page, s->headers.at[i].at, s->headers.at[i].len))
			return cli_complain("--header '%s' is no field for robots; write it as 'X-Robots-Tag: noindex', "
			                    "'tdm-reservation: 1', 'tdm-policy: URL', or%s 'Robots-Tag: *=noindex;'",
			                    s->headers.at[i].at,
			                    ((const struct page_own *)s->own)->robots_tag ? "" : " with --robots-tag");
		robotsc_page_end(page, &d);
		if (d.ignored > before && !s->quiet) {
			fputs("--header '", stderr);
			cli_print_text(stderr, s->headers.at[i]);
			fprintf(stderr, "':%llu: ", (unsigned long long)d.ignored_in_field + 1);
			print_ignored(d.ignored - before, rest_of(s->headers.at[i], d.ignored_in_field));
		}
	}
	return CLI_OK;
}

static int read_file(const struct cli_settings *s, const char *path, struct robotsc_page *page)
{
	const int is_stdin = strcmp(path, "-") == 0;
	struct html h = {is_stdin ? "<stdin>" : path, NULL, 0, 0};
	const int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY);
	struct robotsc_directives before, d;
	int result;
	if (fd < 0)
		return cli_complain("%s: cannot open: %s", path, strerror(errno));
	robotsc_page_end(page, &before);
	result = read_html(fd, &h, page);
	robotsc_page_end(page, &d);
	if (result == 0)
		cli_warn_no_page(h.name, h.at, h.len);
	if (result == 0 && d.ignored > before.ignored && !s->quiet) {
		print_place(&h, d.ignored_at);
		print_ignored(d.ignored - before.ignored, rest_of((struct robotsc_text){h.at, h.len}, d.ignored_at));
	}
	free(h.at);
	if (!is_stdin)
		close(fd);
	return result < 0 ? CLI_TROUBLE : CLI_OK;
}

/* ---- one answer ------------------------------------------------------------ */

/* Refuse options that exclude each other. */
static int check_answer(const struct cli_settings *s, const struct page_own *own, const char *path)
{
	struct cli_urls urls = {0};
	if (!own->robots != !own->url)
		return cli_complain("--robots=FILE and --url=URL go together");
	if (!own->robots)
		return s->given[CLI_OPT_DIALECT] || s->given[CLI_OPT_LIMIT] || s->as_text
		               ? cli_complain("--dialect, --limit and --as-text are for --robots=FILE")
		               : CLI_OK;
	if (path && strcmp(path, "-") == 0 && strcmp(own->robots, "-") == 0)
		return cli_complain("only one of --robots and FILE can be standard input");
	return cli_take_url(&urls, cli_text(own->url)) ? CLI_OK : CLI_TROUBLE;
}

/* Print what the page says, and what its robots.txt says about it.  Returns the exit status. */
static int print_answer(const struct cli_settings *s, const struct page_own *own, const struct robotsc_directives *d,
                        const char *policy)
{
	const struct robotsc_report report = cli_report(s);
	struct cli_file file = {.bytes = NULL};
	struct robotsc_page_answer answer;
	enum robotsc_status status = ROBOTSC_OK;
	int result = CLI_TROUBLE;
	if (cli_read_robots(s, own->robots, s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	if (!file.is_blob)
		status = robotsc_answer_page(&s->options, file.bytes, file.len, s->agents.at, s->options.nagents,
		                             cli_text(own->url), d, &answer);
	if (file.is_blob) {
		cli_complain("%s: this is a blob, which has no lines; --robots needs the robots.txt", file.name);
	} else if (status != ROBOTSC_OK) {
		cli_complain("%s: %s", file.name, cli_why(status));
	} else {
		robotsc_page_answer_report(&report, d, policy, &answer);
		result = answer.indexed ? CLI_OK : CLI_DISALLOWED;
	}
	free(file.bytes);
	return result;
}

static int run(struct cli_settings *s)
{
	const struct page_own *const own = s->own;
	const unsigned options = (own->body ? ROBOTSC_PAGE_BODY : 0) | (own->robots_tag ? ROBOTSC_PAGE_ROBOTS_TAG : 0);
	const char *path = s->noperands ? s->operands[0] : s->headers.n ? NULL : "-";
	char policy[POLICY_ROOM];
	const struct robotsc_report report = cli_report(s);
	struct robotsc_page page;
	struct robotsc_directives d;
	for (size_t i = 0; i < s->options.nagents; i++)
		if (cli_check_agent(own->robots ? s->options.dialect : ROBOTSC_RFC9309, s->agents.at[i]) < 0)
			return CLI_TROUBLE;
	if (check_answer(s, own, path) != CLI_OK)
		return CLI_TROUBLE;
	robotsc_page_begin(&page, s->agents.at, s->options.nagents, options);
	robotsc_page_policy(&page, policy, sizeof policy);
	if (read_headers(s, &page) != CLI_OK || (path && read_file(s, path, &page) != CLI_OK))
		return CLI_TROUBLE;
	robotsc_page_end(&page, &d);
	if (own->robots)
		return print_answer(s, own, &d, policy);
	robotsc_page_report(&report, &d, policy);
	return d.flags & ROBOTSC_NOINDEX ? CLI_DISALLOWED : CLI_OK;
}

#define CLI_OWNER struct page_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"body", 0, NULL, "META tags after the head count too", CLI_SETS_ON(body)},
	{"robots", 0, "FILE", "answer by this robots.txt, too: may URL be fetched and indexed", CLI_SETS_TEXT(robots)},
	{"url", 0, "URL", "the URL of the page", CLI_SETS_TEXT(url)},
	{"robots-tag", 0, NULL, "Robots-Tag fields count too (draft-illyes-repext-00)", CLI_SETS_ON(robots_tag)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_AGENT, CLI_OPT_HEADER,  CLI_OPT_OWN,   CLI_OPT_OWN,     CLI_OPT_OWN,
                                        CLI_OPT_OWN,   CLI_OPT_DIALECT, CLI_OPT_LIMIT, CLI_OPT_AS_TEXT, CLI_OPT_FORMAT,
                                        CLI_OPT_JSON,  CLI_OPT_QUIET,   CLI_OPT_HELP,  CLI_OPT_END};

const struct cli_command cli_page = {
	.name = "page",
	.operands = "[FILE]",
	.summary = "say what a page tells robots: META tags, X-Robots-Tag, TDM reservation",
	.text = cli_help_page,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
