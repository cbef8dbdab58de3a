/* operands.c - refuses operands in the wrong place, and says what may be meant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "args.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "messages.h"
#include "robotsc/access.h"
#include "read_file.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* How many operands a command takes at least. */
static size_t least_operands(const struct cli_command *c)
{
	const char *at = c->operands;
	size_t n = *at && *at != '[';
	for (; *at && *at != '['; at++)
		n += at[0] == ' ' && at[1] != '[';
	return n - c->fewer_operands;
}

/* How many operands a command takes at most; SIZE_MAX: any number. */
static size_t most_operands(const struct cli_command *c)
{
	size_t n = c->operands[0] != '\0';
	for (const char *at = c->operands; (at = strchr(at, ' ')) != NULL; at++)
		n++;
	return strstr(c->operands, "...") ? SIZE_MAX : n;
}

static bool begins_with(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_file(const char *operand)
{
	struct stat st;
	return strcmp(operand, "-") == 0 || (stat(operand, &st) == 0 && !S_ISDIR(st.st_mode));
}

/* True for http://..., https://... if it is no file. */
static bool is_web(const char *operand)
{
	return (strncasecmp(operand, "http://", 7) == 0 || strncasecmp(operand, "https://", 8) == 0) && !is_file(operand);
}

/* True for a URL or a path, which cannot be a product token.  A whole User-Agent may hold a URL. */
static bool is_url(const char *operand)
{
	return operand[0] == '/' || strncmp(operand + strspn(operand, LETTERS), "://", 3) == 0;
}

/* Refuse a URL in the place of a file.  Only 'page' reads other files than a robots.txt.  The
 * message advises no pipe: after a failed fetch, empty standard input would allow everything. */
static int refuse_url(const struct cli_command *c, const char *url)
{
	char robots[ROBOTSC_ROBOTS_URL_MAX + 1];
	const char *from;
	size_t n = 0;
	if (strcmp(c->name, "page") != 0 && robotsc_robots_url(url, strlen(url), robots, sizeof robots - 1, &n) == ROBOTSC_OK)
		robots[n] = '\0';
	from = n ? robots : url;
	cli_complain("'%s' is a URL, and robotsc fetches nothing; write: curl -fsSL --compressed -o fetched.txt '%s' && "
	             "robotsc %s fetched.txt ...",
	             url, strchr(from, '\'') ? "URL" : from, c->name);
	return -1;
}

/* Refuse the operands FILE AGENT [URL...] in another order. */
static int check_order(const struct cli_command *c, const struct cli_settings *s)
{
	char **const at = s->operands;
	const bool more = s->noperands > 2;
	const char *agent = "AGENT";
	if (s->noperands > 1 && !is_file(at[0]) && is_file(at[1])) {
		cli_complain("FILE comes before AGENT; write 'robotsc %s %s %s%s'", c->name, at[1], is_url(at[0]) ? agent : at[0],
		             is_url(at[0]) || more ? " ..." : "");
		return -1;
	}
	if (s->noperands < 2 || !is_url(at[1]))
		return 0;
	for (size_t i = s->noperands - 1; i > 1; i--)
		if (!is_url(at[i]))
			agent = at[i];
	cli_complain("'%s' is in the place of AGENT; write 'robotsc %s %s %s%s%s'", at[1], c->name, at[0], agent,
	             most_operands(c) > 2 ? " " : "", most_operands(c) > 2 ? at[1] : "");
	return -1;
}

/* Refuse a token in the place of a URL: after --header-agent, AGENT is no operand. */
static int check_urls(const struct cli_settings *s)
{
	if (s->noperands < 3 || s->operands[2][strcspn(s->operands[2], "/.?*:")])
		return 0;
	cli_complain("'%s' is in the place of a URL; --header-agent takes the place of AGENT", s->operands[2]);
	return -1;
}

static int check_places(const struct cli_command *c, const struct cli_settings *s)
{
	static const char *const files[] = {"FILE", "[FILE", "ROBOTS", "[ROBOTS", "BLOB", "A B"};
	/* Only "FILE AGENT ..." has operands that are no files. */
	const size_t sides = strstr(c->operands, "AGENT") ? 1 : most_operands(c);
	bool takes_file = false;
	if (s->noperands == 0)
		return 0;
	if (strcmp(c->name, "filter") == 0 && cli_folder_has(s->operands[0], "data.mdb")) {
		cli_complain("the store and the crawler are options: 'robotsc filter --store=%s --agent=%s <LINES'", s->operands[0],
		             s->noperands > 1 ? s->operands[1] : "AGENT");
		return -1;
	}
	if (strcmp(c->name, "filter") == 0) {
		cli_complain("lines come from standard input; write '%s%s | robotsc filter ...'",
		             is_url(s->operands[0]) ? "echo " : "cat ", s->operands[0]);
		return -1;
	}
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		takes_file |= begins_with(c->operands, files[i]);
	takes_file &= !s->given[CLI_OPT_SNAPSHOT]; /* they are origins */
	for (size_t i = 0; takes_file && i < sides && i < s->noperands; i++)
		if (is_web(s->operands[i]) && !(i + 1 < s->noperands && sides == 1 && is_file(s->operands[i + 1])))
			return refuse_url(c, s->operands[i]);
	if (s->header_agent)
		return check_urls(s);
	return begins_with(c->operands, "FILE AGENT") ? check_order(c, s) : 0;
}

static int check_count(const struct cli_command *c, const struct cli_settings *s)
{
	const size_t least = least_operands(c);
	/* With --sitemap the TOKENs may be left out. */
	const bool too_few = s->noperands < (least > 1 && s->sitemaps.n ? 1 : least);
	if (c->absent || (!too_few && s->noperands <= most_operands(c)))
		return 0;
	cli_complain("%s; usage: robotsc %s [OPTION]...%s%s%s", too_few ? "an operand is missing" : "there is an operand too many",
	             c->name, c->operands[0] ? " " : "", c->operands, s->header_agent ? "; --header-agent stands for AGENT" : "");
	return -1;
}

int cli_check_operands(const struct cli_command *c, const struct cli_settings *s)
{
	return check_places(c, s) < 0 ? -1 : check_count(c, s);
}
