/* cmd_web.c - robotsc web: opens the web page with a robots.txt in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/output.h"
#include "cli/read_file.h"

/* Options that no other command has. */
struct web_own {
	const char *page; /* an address or a file, or NULL */
	bool print;
};

#ifndef WEB_PAGE /* the build sets the place below the prefix */
#define WEB_PAGE "/usr/local/share/robotsc/web/index.html"
#endif

#ifdef __APPLE__
#define WEB_OPENER "open"
#else
#define WEB_OPENER "xdg-open"
#endif

#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:"

/* Write octets with percent signs, except plain ones and those in more. */
static void escape(FILE *f, const void *bytes, size_t len, const char *more)
{
	const unsigned char *p = bytes;
	for (size_t i = 0; i < len; i++)
		if (p[i] && (strchr(PLAIN, p[i]) || strchr(more, p[i])))
			putc(p[i], f);
		else
			fprintf(f, "%%%02X", p[i]);
}

/* Write the address of the page.  Returns 0, or -1 after a message. */
static int write_page(FILE *f, const char *page)
{
	const char *name = page ? page : WEB_PAGE;
	struct stat st;
	if (strstr(name, "://")) {
		escape(f, name, strlen(name), "!$&'()*+,;=?@[]%");
		return 0;
	}
	char *path = realpath(name, NULL);
	const bool folder = path && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
	if (path) {
		fputs("file://", f);
		escape(f, path, strlen(path), "");
		fputs(folder ? "/index.html" : "", f);
	} else if (page) {
		cli_complain("%s: %s", page, strerror(errno));
	} else {
		cli_complain("the page is not installed: there is no %s; 'ninja web' makes it, and --page names another", name);
	}
	free(path);
	return path ? 0 : -1;
}

static void write_member(FILE *f, const char *name, const char *value)
{
	fputs(name, f);
	escape(f, value, strlen(value), "");
}

/* The address of the page with the text and the questions in it; the caller frees it.  NULL after a
 * message. */
static char *address_of(const struct cli_settings *s, const struct cli_file *file)
{
	char *address = NULL;
	size_t len;
	FILE *f = open_memstream(&address, &len);
	int result = f ? write_page(f, ((const struct web_own *)s->own)->page) : -1;
	if (f) {
		fputs("#text=", f);
		escape(f, file->bytes, file->len, "");
		if (s->noperands > 1)
			write_member(f, "&agent=", s->operands[1]);
		for (size_t i = 2; i < s->noperands; i++)
			write_member(f, "&url=", s->operands[i]);
		if (fclose(f) != 0)
			result = -1;
	}
	if (result == 0)
		return address;
	free(address);
	return NULL;
}

/* Make a file that leads to an address, in a folder that other users may not enter.  An address as
 * a program's argument would be seen by all.  Returns 0, or -1 after a message. */
static int make_way(char *name, size_t room, const char *address)
{
	const char *folder = getenv("TMPDIR");
	int fd = -1;
	FILE *f = NULL;
	if (snprintf(name, room, "%s/robotsc-web-XXXXXX", folder && *folder ? folder : "/tmp") < (int)room - 16)
		fd = mkdtemp(name) ? 0 : -1;
	if (fd == 0)
		f = fopen(strcat(name, "/robots.html"), "wx");
	if (!f)
		return cli_complain("%s: %s", name, strerror(errno)), -1;
	fputs("<!doctype html><meta charset=\"utf-8\"><title>robots.txt</title>\n<a href=\"", f);
	for (const char *at = address; *at; at++)
		fputs(*at == '&' ? "&amp;" : (const char[]){*at, 0}, f);
	fputs("\">robots.txt</a>\n<script>location.replace(document.links[0].href)</script>\n", f);
	return fclose(f) == 0 ? 0 : (cli_complain("%s: %s", name, strerror(errno)), -1);
}

/* Tries the programs of BROWSER, one after the other: %s in their words becomes the file; without
 * %s it is the last argument. */
static const char try_browsers[] = "file=$1; set -f; IFS=:\n"
				   "for browser in ${BROWSER:-" WEB_OPENER "}; do\n"
				   "	unset IFS; set --; given=\n"
				   "	for word in $browser; do\n"
				   "		case $word in *%s*) word=${word%%%s*}$file${word#*%s} given=yes ;; esac\n"
				   "		set -- \"$@\" \"$word\"\n"
				   "	done\n"
				   "	[ $# -gt 0 ] || continue\n"
				   "	[ -n \"$given\" ] || set -- \"$@\" \"$file\"\n"
				   "	\"$@\" && exit\n"
				   "done\n"
				   "exit 1\n";

/* Open a file in a browser.  Returns the exit status. */
static int open_browser(const char *file)
{
	int status = 0;
	fflush(NULL);
	const pid_t child = fork();
	if (child == 0) {
		execl("/bin/sh", "sh", "-c", try_browsers, "sh", file, (char *)NULL);
		_exit(127);
	}
	if (child > 0)
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
	if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return CLI_OK;
	return cli_complain("no browser was opened; name one in BROWSER, or open what --print prints");
}

static int show(const struct cli_settings *s, const char *address)
{
	char way[512];
	if (((const struct web_own *)s->own)->print) {
		puts(address);
		return CLI_OK;
	}
	return make_way(way, sizeof way, address) == 0 ? open_browser(way) : CLI_TROUBLE;
}

static int run(struct cli_settings *s)
{
	struct cli_file file;
	int result = CLI_TROUBLE;
	if (cli_read_file(s->operands[0], (size_t)s->compile.limit, &file) < 0)
		return CLI_TROUBLE;
	if (file.is_blob) {
		cli_complain("%s is a blob; the page reads texts", file.name);
	} else {
		char *address = address_of(s, &file);
		if (address)
			result = show(s, address);
		free(address);
	}
	free(file.bytes);
	return result;
}

#define CLI_OWNER struct web_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"page", 0, "ADDRESS", "the page: an address, a file or a folder; default: the installed one", CLI_SETS_TEXT(page)},
	{"print", 0, NULL, "print the address, and open nothing", CLI_SETS_ON(print)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_OWN, CLI_OPT_OWN, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_web = {
	.name = "web",
	.operands = "FILE [AGENT [URL...]]",
	.summary = "open the page that explains a robots.txt, with this one in it",
	.text = cli_help_web,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.run = run,
};
