/* main.c - the robotsc command: finds the command, gives help.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent.h"
#include "args.h"
#include "command.h"
#include "messages.h"
#include "text_print.h"

static const struct cli_command *const commands[] = {&cli_summary, &cli_check,         &cli_explain,  &cli_lint,    &cli_edit,
                                                     &cli_diff,    &cli_list_crawlers, &cli_web,      &cli_lsp,     &cli_url,
                                                     &cli_access,  &cli_fresh,         &cli_next,     &cli_records, &cli_page,
                                                     &cli_compile, &cli_inspect,       &cli_verify,   &cli_gen,     &cli_import,
                                                     &cli_filter,  &cli_store,         &cli_snapshot, &cli_audit,   NULL};
#define NCOMMANDS (sizeof commands / sizeof commands[0] - 1)

/* Headings of the help, each before the first command of its group. */
static const struct {
	const struct cli_command *first;
	const char *heading;
} groups[] = {{&cli_summary, "A file"},
              {&cli_url, "A crawler"},
              {&cli_compile, "Blobs"},
              {&cli_import, "Many hosts"},
              {&cli_audit, "Logs"}};
#define NGROUPS (sizeof groups / sizeof groups[0])

/* Options that may stand in the place of a command. */
static const unsigned char global_options[] = {CLI_OPT_HELP, CLI_OPT_VERSION, CLI_OPT_END};
static const struct cli_command no_command = {.options = global_options};

static const struct cli_command *command_named(const char *name)
{
	for (size_t i = 0; i < NCOMMANDS; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

/* The commands that this build lacks. */
static void print_absent(void)
{
	const struct cli_command *first = NULL;
	for (size_t i = 0; i < NCOMMANDS; i++)
		if (commands[i]->absent) {
			printf("%s %s", first ? "," : "Not in this build:", commands[i]->name);
			first = first ? first : commands[i];
		}
	if (first)
		printf("; 'robotsc %s --help' says how to get them\n\n", first->name);
}

/* Say what to write if a URL or a file stands in the place of the command; false: it is neither. */
static bool complain_of_operand(const char *word)
{
	if (strstr(word, "://"))
		cli_complain("'%s' is no command; 'robotsc url URL' says where its robots.txt is, "
		             "and 'robotsc check FILE AGENT URL' whether it may be fetched",
		             word);
	else if (strpbrk(word, "./") || access(word, F_OK) == 0)
		cli_complain("'%s' is no command; 'robotsc check %s AGENT URL' asks a robots.txt about a URL, "
		             "'robotsc lint %s' finds its mistakes, and 'robotsc help' lists the commands",
		             word, word, word);
	else
		return false;
	return true;
}

static int complain_of_command(const char *name)
{
	struct cli_guess guess = {name, NULL, 0};
	char room[CLI_GUESS_ROOM];
	if (strcmp(name, "dump") == 0)
		return cli_complain("'robotsc dump' is called 'robotsc inspect' now");
	if (complain_of_operand(name))
		return CLI_TROUBLE;
	for (size_t i = 0; i < NCOMMANDS; i++)
		cli_guess(&guess, commands[i]->name);
	cli_guess(&guess, "help");
	cli_guess(&guess, "version");
	return cli_complain("there is no command '%s'%s 'robotsc help' lists them", name,
	                    cli_guessed(&guess, guess.best && strcmp(guess.best, "version") == 0 ? "robotsc --" : "", room));
}

static void print_help(void)
{
	printf("Usage: robotsc COMMAND [OPTION]... [OPERAND]...\n\n%s", cli_help_robotsc);
	for (size_t i = 0; i < NCOMMANDS; i++) {
		for (size_t g = 0; g < NGROUPS; g++)
			if (groups[g].first == commands[i])
				printf("\n%s:\n", groups[g].heading);
		if (!commands[i]->absent)
			printf("  %-8s  %s\n", commands[i]->name, commands[i]->summary);
	}
	puts("\nHelp:\n"
	     "  help      print this text, or that of a command: robotsc help COMMAND\n");
	print_absent();
	puts("Options:");
	cli_print_options(&no_command);
	puts("\n"
	     "Example:\n"
	     "  robotsc compile -o site.robots robots.txt\n"
	     "  robotsc check site.robots ExampleBot https://example.com/a /b?c=d");
}

static void print_command_help(const struct cli_command *c)
{
	printf("Usage: robotsc %s [OPTION]...%s%s\n\n%c%s.\n\n%s", c->name, c->operands[0] ? " " : "", c->operands,
	       c->summary[0] - 'a' + 'A', c->summary + 1, c->text);
	if (!c->absent) {
		puts("\nOptions:");
		cli_print_options(c);
	}
}

static int help(int argc, char **argv)
{
	const struct cli_command *c = NULL;
	if (argc > 1)
		return cli_complain("help takes one command, not %d", argc);
	if (argc == 1 && strcmp(argv[0], "--help") != 0 && strcmp(argv[0], "help") != 0) {
		c = command_named(argv[0]);
		if (!c)
			return complain_of_command(argv[0]);
	}
	if (c)
		print_command_help(c);
	else
		print_help();
	return CLI_OK;
}

static int run_command(const struct cli_command *c, int argc, char **argv)
{
	struct cli_settings s;
	int result = CLI_TROUBLE;
	if (cli_parse(c, commands, argc, argv, &s) == 0) {
		if (s.help) {
			print_command_help(c);
			result = CLI_OK;
		} else if (cli_choose_format(c, &s) == 0 && cli_check_operands(c, &s) == 0 &&
		           (!s.one_robot || cli_take_robot(&s, strstr(c->operands, "AGENT")) == 0)) {
			cli_color_choose(s.color);
			result = c->run(&s);
		}
	}
	cli_settings_free(&s);
	return result;
}

static int run_global(int argc, char **argv)
{
	struct cli_settings s;
	int result = CLI_OK;
	if (cli_parse(&no_command, commands, argc, argv, &s) < 0)
		result = CLI_TROUBLE;
	else if (s.help)
		print_help();
	else if (s.version)
		printf("robotsc %s\n", robotsc_version());
	else
		result = cli_complain("the command is missing; 'robotsc help' lists them");
	cli_settings_free(&s);
	return result;
}

/* No file that is opened later may get a standard descriptor that the caller closed.  So closed
 * ones are opened here, in the wrong direction, so that using them fails. */
static void hold_standard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* Write to files and pipes in large pieces.  Some C libraries begin with a single line, and lose
 * the errno when that fails. */
static void buffer_output(void)
{
	static char room[1 << 16];
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, room, _IOFBF, sizeof room);
}

int main(int argc, char **argv)
{
	const struct cli_command *c;
	hold_standard_descriptors();
	buffer_output();
	if (argc < 2 || argv[1][0] == '-')
		return cli_finish(run_global(argc - (argc > 0), argv + (argc > 0)));
	if (strcmp(argv[1], "help") == 0)
		return cli_finish(help(argc - 2, argv + 2));
	c = command_named(argv[1]);
	if (!c)
		return complain_of_command(argv[1]);
	return cli_finish(run_command(c, argc - 2, argv + 2));
}
