/* args.c - the command line: one table of options for all commands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "lint_print.h"
#include "robotsc/prove.h"

static const struct option {
	const char *name;
	char letter;
	const char *value; /* what its value is called, or NULL for none */
	const char *help;
} options[] = {
	[CLI_OPT_AFTER] = {"after", 0, "PASS", "print what a pass made: lex parse group norm chain determ minim filter"},
	[CLI_OPT_AGENT] = {"agent", 0, "TOKEN", "for this product token; repeat for several"},
	[CLI_OPT_AIPREF_RULE] = {"aipref-rule", 0, NULL, "rfc9309: a Content-Usage line ends a list of User-agent lines"},
	[CLI_OPT_ALL] = {"all", 0, NULL, "for all agents; the default"},
	[CLI_OPT_USUAL] = {"usual", 0, NULL, "only URLs as crawlers write them: nothing escaped that need not be, no '*'"},
	[CLI_OPT_ALLOW_429] = {"allow-429", 0, NULL, "rfc9309, draft2019: 429 is like any other 4xx"},
	[CLI_OPT_ALLOW_ALL] = {"allow-all", 0, NULL, "a blob that allows everything; no robots.txt is read"},
	[CLI_OPT_AT] = {"at", 0, "TIME", "as of TIME, such as 2026-01-31T12:00:00Z; default: now"},
	[CLI_OPT_BODY] = {"body", 0, NULL, "META tags behind the head count too"},
	[CLI_OPT_CACHED_AGE] = {"cached-age", 0, "SECS", "there is a copy of an earlier robots.txt, fetched so long ago"},
	[CLI_OPT_CONNER2_REST] = {"conner2-rest", 0, "VERDICT",
                                  "conner2: beside Allow without wildcards, and Disallow, all else: allow (default) or deny"},
	[CLI_OPT_DENY_ALL] = {"deny-all", 0, NULL, "a blob that disallows everything; no robots.txt is read"},
	[CLI_OPT_BUDGET] = {"budget", 0, "STEPS",
                            "explore so much for all agents together; 100000000 (default) is one to two seconds"},
	[CLI_OPT_DIALECT] = {"dialect", 0, "NAME", "rfc9309 (default), google, nexor1994, koster1996 or conner2"},
	[CLI_OPT_EMPTY] = {"empty", 0, NULL, "the body is empty"},
	[CLI_OPT_FAILURE] = {"failure", 0, "KIND", "dns connect tls timeout truncated malformed loop no-location"},
	[CLI_OPT_EXTENSIONS] = {"extensions", 0, NULL, "keep what is said beside Allow and Disallow"},
	[CLI_OPT_DIALECT_A] = {"dialect-a", 0, "NAME", "the dialect of A"},
	[CLI_OPT_DIALECT_B] = {"dialect-b", 0, "NAME", "the dialect of B"},
	[CLI_OPT_FALLBACK] = {"fallback", 0, "TOKEN", "if no group names AGENT, try this one; repeat for several"},
	[CLI_OPT_FETCHED] = {"fetched", 0, "TIME", "when: now (default), 2026-01-31T12:00:00Z, a date of HTTP, seconds since 1970"},
	[CLI_OPT_FOLLOW] = {"follow", 0, NULL, "follow symbolic links in folders"},
	[CLI_OPT_FORM] = {"form", 0, "FORM", "automata: auto (default), dfa or filter"},
	[CLI_OPT_HEADER] = {"header", 0, "FIELD", "a field of the response, 'NAME: VALUE'; repeat for several"},
	[CLI_OPT_HELP] = {"help", 'h', NULL, "print this text"},
	[CLI_OPT_JSON] = {"json", 0, NULL, "print JSON"},
	[CLI_OPT_LAST] = {"last", 0, "TIME", "when the last fetch was; default: there was none"},
	[CLI_OPT_LIMIT] = {"limit", 0, "OCTETS", "read so much of a robots.txt; 512000 (default) or more"},
	[CLI_OPT_OUTPUT] = {"output", 'o', "FILE", "write the blob to FILE, all of it or nothing; '-' is standard output"},
	[CLI_OPT_PROFILE] = {"profile", 0, "NAME", "whose rules: rfc9309, google, 1996 or draft2019; default: as the dialect"},
	[CLI_OPT_QUIET] = {"quiet", 'q', NULL, "print no diagnostics"},
	[CLI_OPT_REDIRECTS] = {"redirects", 0, "NUMBER", "how many redirects were followed"},
	[CLI_OPT_ROBOTS_TAG] = {"robots-tag", 0, NULL, "Robots-Tag fields count too (draft-illyes-repext-00)"},
	[CLI_OPT_SITE_UP] = {"site-up", 0, NULL, "google: the site's other pages can be fetched"},
	[CLI_OPT_STATUS] = {"status", 0, "NUMBER", "the status of the last response"},
	[CLI_OPT_STRICT_FIELDS] = {"strict-fields", 0, NULL, "rfc9309: accept no misspelt fields, no missing colons"},
	[CLI_OPT_TOOK] = {"took", 0, "SECONDS", "how long the last fetch took; default 0"},
	[CLI_OPT_USAGE] = {"usage", 0, NULL, "print what may be done with what the URL gives, too"},
	[CLI_OPT_UNREACHABLE] = {"unreachable", 0, "SECS", "how long the server has failed already"},
	[CLI_OPT_COUNT] = {"count", 0, "NUMBER", "print so many at most; 1000 by default"},
	[CLI_OPT_DOT] = {"dot", 0, NULL, "print what Graphviz reads; the default"},
	[CLI_OPT_ONLY] = {"only", 0, "VERDICT", "only those with this verdict: allow or disallow"},
	[CLI_OPT_SEED] = {"seed", 0, "NUMBER", "random paths; the same number gives the same"},
	[CLI_OPT_SVG] = {"svg", 0, NULL, "print a picture; needs Graphviz"},
	[CLI_OPT_TSV] = {"tsv", 0, NULL, "the verdict and a tab before each"},
	[CLI_OPT_VERIFY] = {"verify", 0, NULL, "prove that the blob decides as the text does"},
	[CLI_OPT_VERSION] = {"version", 0, NULL, "print the version"},
	[CLI_OPT_AGENTS] = {"agent", 0, "TOKENS", "the crawler's product token; behind commas, what it falls back to"},
	[CLI_OPT_COPY] = {"output", 'o', "PATH", "get: write the blob to this file; compact: the new folder"},
	[CLI_OPT_DELETE] = {"delete", 0, NULL, "expire: remove these origins"},
	[CLI_OPT_DIALECTS] = {"dialect", 0, "NAME",
                              "rfc9309 (default), google, nexor1994, koster1996, conner2; or all of them: 'all'"},
	[CLI_OPT_DELIMITER] = {"delimiter", 0, "C", "what stands between fields; a tab (default)"},
	[CLI_OPT_FIELD] = {"field", 0, "N", "the URL is the Nth field of a line; without it the whole line"},
	[CLI_OPT_NULL] = {"null", '0', NULL, "lines end with NUL, not LF; those that are printed too"},
	[CLI_OPT_PRINT] = {"print", 0, "WHICH", "allowed (default), disallowed, unknown or all"},
	[CLI_OPT_REASON] = {"reason", 0, NULL, "say why, in a column of its own"},
	[CLI_OPT_UNKNOWN] = {"unknown", 0, "VERDICT",
                             "what origins that are not in the store get: disallow, allow, or report (default)"},
	[CLI_OPT_JOBS] = {"jobs", 'j', "N", "work with N threads; as many as there are processors (default)"},
	[CLI_OPT_STORE] = {"store", 0, "FOLDER", "the store"},
	[CLI_OPT_MAX_LINE] = {"max-line", 0, "OCTETS", "report and skip longer lines; 1048576 (default)"},
	[CLI_OPT_MOST] = {"most", 0, "NUMBER", "show people so many findings of a kind; 10 by default, 0: all"},
	[CLI_OPT_ERROR_ON] = {"error-on", 0, "LEVEL", "exit with 1 on: error (default), warning, note or never"},
	[CLI_OPT_FORMAT] = {"format", 0, "FORMAT", "human (default), json, sarif or github"},
	[CLI_OPT_STEPS] = {"budget", 0, "STEPS", "work so much for the whole file; 40000000 (default) is below a second"},
};

static int set_dialect(const char *value, enum robotsc_dialect *dialect, int *given)
{
	*given = 1;
	if (robotsc_dialect_by_name(value, dialect) == ROBOTSC_OK)
		return 0;
	cli_complain("'%s' is not a dialect that is known here: %s", value, options[CLI_OPT_DIALECT].help);
	return -1;
}

static int set_dialects(struct cli_settings *s, const char *value)
{
	s->all_dialects = strcmp(value, "all") == 0;
	return s->all_dialects ? 0 : set_dialect(value, &s->options.dialect, &s->dialect_given);
}

/* The index of value in names, or -1 after a message. */
static int index_of(const char *value, const char *const *names, enum cli_option id)
{
	for (int i = 0; names[i]; i++)
		if (strcmp(names[i], value) == 0)
			return i;
	cli_complain("'%s' is not a value of --%s: %s", value, options[id].name, options[id].help);
	return -1;
}

static int set_form(struct cli_settings *s, const char *value)
{
	static const char *const names[] = {"auto", "dfa", "filter", NULL};
	const int i = index_of(value, names, CLI_OPT_FORM);

	if (i < 0)
		return -1;
	s->options.form = (enum robotsc_form)(ROBOTSC_FORM_AUTO + i);
	return 0;
}

static int set_rest(struct cli_settings *s, const char *value)
{
	static const char *const names[] = {"allow", "deny", NULL};
	const int i = index_of(value, names, CLI_OPT_CONNER2_REST);

	if (i < 0)
		return -1;
	s->options.conner2_rest_deny = i == 1;
	return 0;
}

static int set_pass(struct cli_settings *s, const char *value)
{
	static const char *const names[] = {"lex", "parse", "group", "norm", "chain", "determ", "minim", "filter", NULL};
	const int i = index_of(value, names, CLI_OPT_AFTER);

	if (i < 0)
		return -1;
	s->options.dump_after = (enum robotsc_pass)(ROBOTSC_PASS_LEX + i);
	return 0;
}

static int set_lint_format(struct cli_settings *s, const char *value)
{
	s->format = value;
	if (cli_lint_format(value))
		return 0;
	cli_complain("'%s' is not a value of --format: %s", value, options[CLI_OPT_FORMAT].help);
	return -1;
}

static int set_error_on(struct cli_settings *s, const char *value)
{
	static const char *const names[] = {"note", "warning", "error", "never", NULL};
	const int i = index_of(value, names, CLI_OPT_ERROR_ON);

	if (i < 0)
		return -1;
	s->error_on = ROBOTSC_NOTE + i;
	return 0;
}

/* Read a number of at least least, far below overflow.  Returns -1 when it is none. */
static int read_number(const char *value, size_t least, size_t *out)
{
	size_t n = 0;

	for (const char *p = value; *p >= '0' && *p <= '9' && n < SIZE_MAX / 16; p++) {
		n = 10 * n + (size_t)(*p - '0');
		if (p[1] == '\0' && n >= least) {
			*out = n;
			return 0;
		}
	}
	return -1;
}

static int set_limit(struct cli_settings *s, const char *value)
{
	if (read_number(value, ROBOTSC_MIN_LIMIT, &s->options.limit) == 0)
		return 0;
	cli_complain("--limit takes a number of octets, %u or more, not '%s'", ROBOTSC_MIN_LIMIT, value);
	return -1;
}

static int set_number(const char *value, enum cli_option id, size_t least, uint64_t *out)
{
	size_t n;

	if (read_number(value, least, &n) < 0) {
		if (strlen(value) > 9 && value[strspn(value, "0123456789")] == '\0')
			cli_complain("--%s takes no number as large as '%s'", options[id].name, value);
		else
			cli_complain("--%s takes a number of at least %zu, not '%s'", options[id].name, least, value);
		return -1;
	}
	*out = n;
	return 0;
}

static int set_only(struct cli_settings *s, const char *value)
{
	static const char *const names[] = {"disallow", "allow", NULL};
	const int i = index_of(value, names, CLI_OPT_ONLY);

	if (i < 0)
		return -1;
	s->only_given = 1;
	s->only = (enum robotsc_verdict)i;
	return 0;
}

static int set_word(int *to, const char *value, const char *const *words, enum cli_option id)
{
	*to = index_of(value, words, id);
	return *to < 0 ? -1 : 0;
}

static int set_delimiter(struct cli_settings *s, const char *value)
{
	s->delimiter = value[0];
	if (value[0] && !value[1])
		return 0;
	cli_complain("--delimiter takes one octet, such as ' ', not '%s'", value);
	return -1;
}

/* In the order of enum print, and of verdicts. */
static const char *const print_words[] = {"allowed", "disallowed", "unknown", "all", NULL};
static const char *const unknown_words[] = {"disallow", "allow", "report", NULL};

static int apply(struct cli_settings *s, enum cli_option id, const char *value)
{
	switch (id) {
	case CLI_OPT_AFTER:
		return set_pass(s, value);
	case CLI_OPT_AGENT:
	case CLI_OPT_AGENTS:
		s->agents[s->options.nagents++] = cli_text(value);
		s->options.agents = s->agents;
		return 0;
	case CLI_OPT_ALLOW_ALL:
		s->constant = "";
		return 0;
	case CLI_OPT_AT:
		s->at = value;
		return 0;
	case CLI_OPT_BODY:
		s->body = 1;
		return 0;
	case CLI_OPT_CONNER2_REST:
		return set_rest(s, value);
	case CLI_OPT_DENY_ALL:
		s->constant = CLI_DENY_ALL;
		return 0;
	case CLI_OPT_BUDGET:
		return set_number(value, id, 1, &s->budget);
	case CLI_OPT_STEPS:
		return set_number(value, id, 1, &s->steps);
	case CLI_OPT_FORMAT:
		return set_lint_format(s, value);
	case CLI_OPT_ERROR_ON:
		return set_error_on(s, value);
	case CLI_OPT_DIALECT:
		return set_dialect(value, &s->options.dialect, &s->dialect_given);
	case CLI_OPT_DIALECTS:
		return set_dialects(s, value);
	case CLI_OPT_EXTENSIONS:
		s->options.extensions = 1;
		return 0;
	case CLI_OPT_DIALECT_A:
	case CLI_OPT_DIALECT_B:
		return set_dialect(value, &s->dialect_of[id - CLI_OPT_DIALECT_A], &s->dialect_of_given[id - CLI_OPT_DIALECT_A]);
	case CLI_OPT_FALLBACK:
		s->fallbacks[1 + s->nfallbacks++] = cli_text(value);
		return 0;
	case CLI_OPT_FOLLOW:
		s->follow = 1;
		return 0;
	case CLI_OPT_MAX_LINE:
		return set_number(value, id, 1, &s->max_line);
	case CLI_OPT_FORM:
		return set_form(s, value);
	case CLI_OPT_HEADER:
		s->headers[s->nheaders++] = cli_text(value);
		return 0;
	case CLI_OPT_LAST:
		s->last = value;
		return 0;
	case CLI_OPT_TOOK:
		s->took = value;
		return 0;
	case CLI_OPT_USAGE:
		s->usage = 1;
		return 0;
	case CLI_OPT_LIMIT:
		return set_limit(s, value);
	case CLI_OPT_OUTPUT:
	case CLI_OPT_COPY:
		s->output = value;
		return 0;
	case CLI_OPT_HELP:
		s->help = 1;
		return 0;
	case CLI_OPT_JSON:
		s->json = 1;
		return 0;
	case CLI_OPT_QUIET:
		s->quiet = 1;
		return 0;
	case CLI_OPT_ROBOTS_TAG:
		s->robots_tag = 1;
		return 0;
	case CLI_OPT_STRICT_FIELDS:
		s->options.strict_fields = 1;
		return 0;
	case CLI_OPT_AIPREF_RULE:
		s->options.aipref_rule = 1;
		return 0;
	case CLI_OPT_MOST:
		return set_number(value, id, 0, &s->most);
	case CLI_OPT_COUNT:
		return set_number(value, id, 1, &s->count);
	case CLI_OPT_ONLY:
		return set_only(s, value);
	case CLI_OPT_SEED:
		s->seed_given = 1;
		return set_number(value, id, 0, &s->seed);
	case CLI_OPT_ALL:
		s->options.nagents = 0;
		s->options.agents = NULL;
		return 0;
	case CLI_OPT_USUAL:
		s->usual = 1;
		return 0;
	case CLI_OPT_DOT:
		s->svg = 0;
		return 0;
	case CLI_OPT_SVG:
		s->svg = 1;
		return 0;
	case CLI_OPT_TSV:
		s->tsv = 1;
		return 0;
	case CLI_OPT_VERIFY:
		s->verify = 1;
		return 0;
	case CLI_OPT_VERSION:
		s->version = 1;
		return 0;
	case CLI_OPT_DELETE:
		s->remove = 1;
		return 0;
	case CLI_OPT_DELIMITER:
		return set_delimiter(s, value);
	case CLI_OPT_FIELD:
		return set_number(value, id, 1, &s->field);
	case CLI_OPT_NULL:
		s->null = 1;
		return 0;
	case CLI_OPT_PRINT:
		return set_word(&s->print, value, print_words, id);
	case CLI_OPT_REASON:
		s->reason = 1;
		return 0;
	case CLI_OPT_UNKNOWN:
		return set_word(&s->unknown, value, unknown_words, id);
	case CLI_OPT_JOBS:
		return set_number(value, id, 1, &s->jobs);
	case CLI_OPT_STORE:
		s->store = value;
		return 0;
	case CLI_OPT_ALLOW_429:
	case CLI_OPT_CACHED_AGE:
	case CLI_OPT_EMPTY:
	case CLI_OPT_FAILURE:
	case CLI_OPT_FETCHED:
	case CLI_OPT_PROFILE:
	case CLI_OPT_REDIRECTS:
	case CLI_OPT_SITE_UP:
	case CLI_OPT_STATUS:
	case CLI_OPT_UNREACHABLE:
		return cli_set_fetch(s, id, value);
	case CLI_OPT_END:
		break;
	}
	return 0;
}

/* The option that arg spells, or CLI_OPT_END; *value is what follows '=' or the letter, or NULL. */
static enum cli_option look_up(const unsigned char *allowed, const char *arg, const char **value)
{
	const size_t len = strcspn(arg + 2, "=");

	for (; *allowed != CLI_OPT_END; allowed++) {
		const struct option *o = &options[*allowed];

		if (arg[1] == '-' && strlen(o->name) == len && memcmp(arg + 2, o->name, len) == 0) {
			*value = arg[2 + len] ? arg + 3 + len : NULL;
			return (enum cli_option) * allowed;
		}
		if (arg[1] != '-' && arg[1] == o->letter) {
			*value = arg[2] ? arg + 2 : NULL;
			return (enum cli_option) * allowed;
		}
	}
	return CLI_OPT_END;
}

/* One option, whose value may be the argument after it.  Returns how many arguments it took, or
 * -1 after a message. */
static int parse_option(const unsigned char *allowed, const char *whose, char **arg, struct cli_settings *s)
{
	const char *value;
	const enum cli_option id = look_up(allowed, arg[0], &value);
	int taken = 1;

	if (id == CLI_OPT_END) {
		cli_complain("there is no option '%s'; '%s --help' lists them", arg[0], whose);
		return -1;
	}
	if (options[id].value && !value) {
		value = arg[1];
		taken = 2;
	}
	if (options[id].value && !value) {
		cli_complain("'%s' needs a value: %s", arg[0], options[id].value);
		return -1;
	}
	if (!options[id].value && value) {
		cli_complain("'--%s' takes no value", options[id].name);
		return -1;
	}
	return apply(s, id, value ? value : "") < 0 ? -1 : taken;
}

int cli_parse(const unsigned char *allowed, const char *whose, int argc, char **argv, struct cli_settings *s)
{
	const size_t room = (size_t)argc + 2;
	int literal = 0;

	memset(s, 0, sizeof *s);
	robotsc_options_init(&s->options);
	s->budget = ROBOTSC_BUDGET;
	s->steps = ROBOTSC_LINT_BUDGET;
	s->format = "human";
	s->error_on = ROBOTSC_ERROR;
	s->count = 1000;
	s->most = 10;
	s->max_line = 1u << 20;
	s->unknown = 2; /* report */
	s->agents = calloc(room, sizeof *s->agents);
	s->fallbacks = calloc(room, sizeof *s->fallbacks);
	s->headers = calloc(room, sizeof *s->headers);
	s->operands = calloc(room, sizeof *s->operands);
	if (!s->agents || !s->fallbacks || !s->headers || !s->operands) {
		cli_complain("out of memory");
		return -1;
	}
	for (int i = 0; i < argc;) {
		int taken = 1;

		if (literal || argv[i][0] != '-' || argv[i][1] == '\0')
			s->operands[s->noperands++] = argv[i];
		else if (strcmp(argv[i], "--") == 0)
			literal = 1;
		else
			taken = parse_option(allowed, whose, argv + i, s);
		if (taken < 0)
			return -1;
		i += taken;
	}
	return 0;
}

void cli_settings_free(struct cli_settings *s)
{
	free(s->agents);
	free(s->fallbacks);
	free(s->headers);
	free(s->operands);
}

void cli_print_options(const unsigned char *allowed)
{
	for (; *allowed != CLI_OPT_END; allowed++) {
		const struct option *o = &options[*allowed];
		char letter[] = "   ", left[40];

		if (o->letter)
			snprintf(letter, sizeof letter, "-%c,", o->letter);
		snprintf(left, sizeof left, "%s --%s%s%s", letter, o->name, o->value ? "=" : "", o->value ? o->value : "");
		printf("  %-22s  %s\n", left, o->help);
	}
}
