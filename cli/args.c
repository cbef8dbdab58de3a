/* args.c - reads the command line, by the table of option_table.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "args.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "messages.h"
#include "option_table.h"
#include "robotsc/lint.h"
#include "robotsc/prove.h"
#include "text_print.h"

#define LISTS 5        /* most lists in the settings of a command */
#define WORDS_ROOM 256 /* for a list of words */

/* ---- values -------------------------------------------------------------------- */

static int set_number(uint64_t *number, const char *value, const struct cli_option_row *o)
{
	const size_t digits = strspn(value, "0123456789");
	const bool is_number = digits > 0 && value[digits] == '\0';
	unsigned long long n;
	errno = 0;
	n = is_number ? strtoull(value, NULL, 10) : 0;
	if (is_number && (errno == ERANGE || n > o->most)) {
		cli_complain("--%s takes a number of at most %llu, not '%s'", o->name, (unsigned long long)o->most, value);
		return -1;
	}
	if (!is_number || n < o->least) {
		cli_complain("--%s takes a number of at least %llu, not '%s'", o->name, (unsigned long long)o->least, value);
		return -1;
	}
	*number = n;
	return 0;
}

/* The word of index i; NULL: there are no more. */
static const char *word_of(const struct cli_option_row *o, int i)
{
	return o->name_of ? o->name_of(i) : o->words[i];
}

/* Write "a, b or c", with `last` for the last comma.  The first dialect is the default. */
static void join_words(char *out, size_t room, const struct cli_option_row *o, const char *last)
{
	size_t n = 0;
	out[0] = '\0';
	for (int i = 0; word_of(o, i) && n < room; i++)
		n += (size_t)snprintf(out + n, room - n, "%s%s%s",
		                      i == 0              ? ""
		                      : word_of(o, i + 1) ? ", "
		                                          : last,
		                      word_of(o, i), i == 0 && o->kind != KIND_WORD ? " (default)" : "");
}

static int set_word(int *word, const char *value, const struct cli_option_row *o)
{
	char words[WORDS_ROOM];
	for (int i = 0; word_of(o, i); i++)
		if (strcmp(word_of(o, i), value) == 0 || (o->former && strcmp(o->former[i], value) == 0)) {
			*word = i;
			return 0;
		}
	join_words(words, sizeof words, o, " or ");
	cli_complain("'%s' is not a value of --%s: %s", value, o->name, words);
	return -1;
}

/* Put a value in its place.  The row says which kind of value it is. */
static int set_value(struct cli_settings *s, void *place, const struct cli_option_row *o, const char *value)
{
	struct cli_list *list;
	switch (o->kind) {
	case KIND_ON:
		*(bool *)place = true;
		return 0;
	case KIND_NAME:
		*(const char **)place = o->name;
		return 0;
	case KIND_TEXT:
		*(const char **)place = value;
		return 0;
	case KIND_NUMBER:
		return set_number(place, value, o);
	case KIND_WORD:
		return set_word(place, value, o);
	case KIND_LIST:
		list = place;
		if (!list->at)
			list->at = s->texts + s->room * s->nlists++;
		list->at[list->n++] = cli_text(value);
		return 0;
	case KIND_DIALECT:
		return cli_set_dialect(value, place);
	case KIND_SETTER:
		return o->set(s, value);
	}
	return -1;
}

/* ---- options -------------------------------------------------------------------- */

/* The options of a command, from a place in its list on. */
struct walk {
	const unsigned char *at;
	const struct cli_option_row *own;
};

/* The next option, and its row; CLI_OPT_END after the last. */
static enum cli_option next_option(struct walk *w, const struct cli_option_row **row)
{
	const enum cli_option id = (enum cli_option)w->at[0];
	*row = id == CLI_OPT_OWN ? w->own++ : &cli_options[id];
	w->at += id != CLI_OPT_END;
	return id;
}

/* The option that arg spells, or CLI_OPT_END; *value: the text after '=' or the letter, or NULL. */
static enum cli_option look_up(const struct cli_command *c, const char *arg, const struct cli_option_row **row, const char **value)
{
	const size_t len = strcspn(arg + 2, "=");
	struct walk w = {c->options, c->own.rows};
	enum cli_option id;
	while ((id = next_option(&w, row)) != CLI_OPT_END) {
		if (arg[1] == '-' && strlen((*row)->name) == len && memcmp(arg + 2, (*row)->name, len) == 0) {
			*value = arg[2 + len] ? arg + 3 + len : NULL;
			return id;
		}
		if (arg[1] != '-' && arg[1] == (*row)->letter) {
			*value = arg[2] ? arg + 2 : NULL;
			return id;
		}
	}
	return CLI_OPT_END;
}

static bool has(const struct cli_command *c, const char *name)
{
	const struct cli_option_row *o;
	struct walk w = {c->options, c->own.rows};
	while (next_option(&w, &o) != CLI_OPT_END)
		if (strcmp(o->name, name) == 0)
			return true;
	return false;
}

/* What to do without an option that only other commands have; NULL: no command has it. */
static const char *advice(const struct cli_command *c, const struct cli_command *const *all, const char *name)
{
	bool known = strcmp(name, cli_options[CLI_OPT_VERSION].name) == 0;
	for (; *all; all++)
		known |= has(*all, name);
	if (!known)
		return NULL;
	if (strcmp(name, "agent") == 0 && has(c, "fallback"))
		return "the crawler is the operand AGENT, after FILE, and --fallback=TOKEN names its fallbacks";
	if (strcmp(name, "one-robot") == 0)
		return "check, compile, explain, records, diff and verify have it";
	if (strcmp(name, "fallback") == 0 && has(c, "agent"))
		return "repeat --agent for each product token";
	return "it is one of other commands";
}

static void complain_of_option(const struct cli_command *c, const struct cli_command *const *all, const char *arg)
{
	char whose[32], name[32], room[CLI_GUESS_ROOM];
	struct cli_guess guess = {name, NULL, 0};
	const struct cli_option_row *o;
	struct walk w = {c->options, c->own.rows};
	const char *instead;
	snprintf(whose, sizeof whose, "robotsc%s%s", c->name ? " " : "", c->name ? c->name : "");
	snprintf(name, sizeof name, "%.*s", arg[1] == '-' ? (int)strcspn(arg + 2, "=") : 0, arg + 2);
	instead = advice(c, all, name);
	if (instead) {
		cli_complain("'%s' has no option --%s: %s; '%s --help' lists what it has", whose, name, instead, whose);
		return;
	}
	while (next_option(&w, &o) != CLI_OPT_END)
		cli_guess(&guess, o->name);
	cli_complain("there is no option '%s'%s '%s --help' lists them", arg, cli_guessed(&guess, "--", room), whose);
}

/* Read one option, whose value may be the next argument.  Returns how many arguments it took, or -1
 * after a message. */
static int parse_option(const struct cli_command *c, const struct cli_command *const *all, char **arg, struct cli_settings *s)
{
	const char *value;
	const struct cli_option_row *o;
	const enum cli_option id = look_up(c, arg[0], &o, &value);
	const bool may_lack = id != CLI_OPT_END && o->value && o->value[0] == '[';
	int taken = 1;
	if (id == CLI_OPT_END) {
		complain_of_option(c, all, arg[0]);
		return -1;
	}
	if (o->value && !value && !may_lack) {
		value = arg[1];
		taken = 2;
	}
	if (o->value && !value && !may_lack) {
		cli_complain("'%s' needs a value: %s", arg[0], o->value);
		return -1;
	}
	if (!o->value && value) {
		cli_complain("'--%s' takes no value", o->name);
		return -1;
	}
	s->given[id] = true;
	return set_value(s, (char *)(id == CLI_OPT_OWN ? s->own : s) + o->place, o, value ? value : "") < 0 ? -1 : taken;
}

static int parse_all(const struct cli_command *c, const struct cli_command *const *all, int argc, char **argv,
                     struct cli_settings *s)
{
	bool literal = false;
	for (int i = 0; i < argc;) {
		int taken = 1;
		if (literal || argv[i][0] != '-' || argv[i][1] == '\0')
			s->operands[s->noperands++] = argv[i];
		else if (strcmp(argv[i], "--") == 0)
			literal = true;
		else
			taken = parse_option(c, all, argv + i, s);
		if (taken < 0)
			return -1;
		i += taken;
	}
	return 0;
}

static void set_defaults(struct cli_settings *s)
{
	memset(s, 0, sizeof *s);
	robotsc_options_init(&s->options);
	s->compile.limit = s->options.limit;
	s->budget = ROBOTSC_BUDGET;
	s->steps = ROBOTSC_LINT_BUDGET;
	s->tokens.n = 1; /* the first is the operand AGENT */
}

unsigned cli_jobs(const struct cli_settings *s)
{
	return s->jobs < UINT_MAX ? (unsigned)s->jobs : UINT_MAX;
}

struct robotsc_report cli_report(const struct cli_settings *s)
{
	return (struct robotsc_report){
		.write = cli_put, .ctx = stdout, .format = (enum robotsc_report_format)s->format, .color = cli_has_color()};
}

size_t cli_size(uint64_t n)
{
	return n < SIZE_MAX / 16 ? (size_t)n : SIZE_MAX / 16;
}

/* Pass the settings of the compiler on to the library's options. */
static void fill_options(struct cli_settings *s)
{
	struct robotsc_options *const o = &s->options;
	o->agents = s->agents.n ? s->agents.at : NULL;
	o->nagents = s->agents.n;
	/* A limit above the library's own must stay above it, so that it is refused. */
	o->limit = s->compile.limit < SIZE_MAX ? (size_t)s->compile.limit : SIZE_MAX;
	o->form = (enum robotsc_form)(ROBOTSC_FORM_AUTO + s->compile.form);
	o->strict_fields = s->compile.strict_fields;
	o->conner2_rest_deny = s->compile.conner2_rest == 1;
	o->extensions = s->compile.extensions;
	o->aipref_rule = s->compile.aipref_rule;
	o->public_site = s->compile.public_site;
}

/* Let the header of --header-agent take the place of the operand AGENT, after FILE. */
static void place_header(struct cli_settings *s)
{
	if (!s->header_agent || s->noperands == 0)
		return;
	memmove(s->operands + 2, s->operands + 1, (s->noperands - 1) * sizeof *s->operands);
	s->operands[1] = (char *)s->header_agent;
	s->noperands++;
}

int cli_parse(const struct cli_command *c, const struct cli_command *const *all, int argc, char **argv, struct cli_settings *s)
{
	set_defaults(s);
	s->room = (size_t)argc + 2;
	for (int i = 0; i < argc; i++)
		for (const char *at = argv[i]; (at = strchr(at, ',')) != NULL; at++)
			s->room++;
	s->texts = calloc(LISTS * s->room, sizeof *s->texts);
	s->operands = calloc((size_t)argc + 2, sizeof *s->operands);
	s->own = calloc(1, c->own.size + 1);
	if (!s->texts || !s->operands || !s->own) {
		cli_complain("out of memory");
		return -1;
	}
	if (c->own.defaults)
		memcpy(s->own, c->own.defaults, c->own.size);
	s->agents.at = s->texts + s->room * s->nlists++;
	s->tokens.at = s->texts + s->room * s->nlists++;
	if (parse_all(c, all, argc, argv, s) < 0)
		return -1;
	place_header(s);
	fill_options(s);
	return 0;
}

void cli_settings_free(struct cli_settings *s)
{
	free(s->texts);
	free(s->operands);
	free(s->own);
}

/* Print the help of an option, with the names that it takes. */
static void print_help(const struct cli_option_row *o)
{
	const char *const mark = o->name_of ? strpbrk(o->help, "@&") : NULL;
	char words[WORDS_ROOM];
	if (!mark) {
		puts(o->help);
		return;
	}
	join_words(words, sizeof words, o, *mark == '@' ? " or " : ", ");
	printf("%.*s%s%s\n", (int)(mark - o->help), o->help, words, mark + 1);
}

/* Write the formats of a command: "text (default), json or jsonl". */
static void join_formats(char *out, size_t room, unsigned formats)
{
	size_t n = 0;
	out[0] = '\0';
	for (unsigned i = 0; cli_formats[i] && n < room; i++) {
		const char *const comma = n == 0 ? "" : formats >> i == 1 ? " or " : ", ";
		if (formats >> i & 1)
			n += (size_t)snprintf(out + n, room - n, "%s%s%s", comma, cli_formats[i],
			                      i == ROBOTSC_REPORT_TEXT ? " (default)" : "");
	}
}

int cli_choose_format(const struct cli_command *c, struct cli_settings *s)
{
	const char *const word = s->format_word;
	char words[WORDS_ROOM];
	if (!word && s->json)
		s->format = c->json ? c->json : ROBOTSC_REPORT_JSON;
	if (!word)
		return 0;
	for (int i = 0; cli_formats[i]; i++)
		if (c->formats >> i & 1 && strcmp(cli_formats[i], word) == 0) {
			s->format = i;
			return 0;
		}
	if (strcmp(word, "human") == 0) /* the name of text in version 0.1 */
		return 0;
	join_formats(words, sizeof words, c->formats);
	cli_complain("'%s' is not a format of 'robotsc %s': %s", word, c->name, words);
	return -1;
}

void cli_print_options(const struct cli_command *c)
{
	char words[WORDS_ROOM];
	const struct cli_option_row *o;
	struct walk w = {c->options, c->own.rows};
	enum cli_option id;
	join_formats(words, sizeof words, c->formats);
	while ((id = next_option(&w, &o)) != CLI_OPT_END) {
		char letter[] = "   ", left[40];
		if (o->letter)
			snprintf(letter, sizeof letter, "-%c,", o->letter);
		snprintf(left, sizeof left, "%s --%s%s%s", letter, o->name, o->value && o->value[0] != '[' ? "=" : "",
		         o->value ? o->value : "");
		printf("  %-22s  ", left);
		if (id == CLI_OPT_FORMAT)
			printf("%s%s\n", o->help, words);
		else
			print_help(o);
	}
}
