/* option_table.c - see option_table.h.  The help, the completions in packaging/ and the test of the
 * manual read this table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "option_table.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "messages.h"
#include "robotsc/access.h"
#include "text_print.h"

/* ---- values ---- */

void cli_add_tokens(struct cli_list *tokens, char *value)
{
	const size_t before = tokens->n;
	char *const end = value + strlen(value);
	for (char *at = value, *stop; at < end; at = stop + 1) {
		stop = at + strcspn(at, ",");
		if (stop > at)
			tokens->at[tokens->n++] = (struct robotsc_text){at, (size_t)(stop - at)};
	}
	if (tokens->n == before)
		tokens->at[tokens->n++] = cli_text(value);
	for (size_t i = before; i < tokens->n; i++)
		value[tokens->at[i].at + tokens->at[i].len - value] = '\0';
}

/* ---- options that set several things ------------------------------------------- */

static int add_agents(struct cli_settings *s, const char *value)
{
	s->agent_times++;
	cli_add_tokens(&s->agents, (char *)value);
	return 0;
}

static int set_all(struct cli_settings *s, const char *value)
{
	(void)value;
	s->agents.n = 0;
	return 0;
}

static int set_dialects(struct cli_settings *s, const char *value)
{
	s->all_dialects = strcasecmp(value, "all") == 0;
	return s->all_dialects ? 0 : cli_set_dialect(value, &s->options.dialect);
}

/* ---- words, in the order of the numbers that they stand for -------------------- */

static const char *const form_words[] = {"auto", "dfa", "filter", NULL};
static const char *const rest_words[] = {"allow", "deny", NULL};
static const char *const stale_words[] = {"use", "unknown", "deny", NULL};
const char *const cli_formats[] = {"text", "json", "sarif", "github", "jsonl", "", "csv", "html", NULL};
static const char *const fail_words[] = {"any", "disallowed", "allowed", "never", NULL};
static const char *const color_words[] = {"auto", "always", "never", NULL};
static const char *const trust_words[] = {"intact", "forged", "known", NULL};
static const char *const scope_words[] = {"any", "site", "origin", NULL};
static const char *const challenge_words[] = {"parse", "unavailable", "unreachable", NULL};

/* ---- names that the library has -------------------------------------------------- */

static const char *dialect_name(int i)
{
	return robotsc_dialect_name((enum robotsc_dialect)i);
}

static const char *profile_name(int i)
{
	return robotsc_profile_name((enum robotsc_profile)i);
}

/* The name of the end of a fetch, by index; a response, which is the first end, is left out. */
static const char *failure_name(int i)
{
	return robotsc_end_name((enum robotsc_end)(ROBOTSC_END_RESPONSE + 1 + i));
}

/* ---- the table ------------------------------------------------------------------ */

#define CLI_OWNER struct cli_settings

/* clang-format off */
const struct cli_option_row cli_options[CLI_OPT_COUNT_OF] = {
	[CLI_OPT_AGENT] = {"agent", 0, "TOKENS", "for these product tokens, parted by commas or repeated", CLI_SETTER(add_agents)},
	[CLI_OPT_AIPREF_RULE] = {"aipref-rule", 0, NULL, "rfc9309: a Content-Usage line ends a list of User-agent lines",
		CLI_SETS_ON(compile.aipref_rule)},
	[CLI_OPT_ALL] = {"all", 0, NULL, "for all agents; the default", CLI_SETTER(set_all)},
	[CLI_OPT_USUAL] = {"usual", 0, NULL, "only URLs as crawlers write them: without '*' and needless escapes",
		CLI_SETS_ON(usual)},
	[CLI_OPT_ALLOW_429] = {"allow-429", 0, NULL, "rfc9309, draft2019: 429 is like any other 4xx", CLI_SETS_ON(fetch.allow_429)},
	[CLI_OPT_AS_TEXT] = {"as-text", 0, NULL, "read FILE as a robots.txt, whatever it looks like", CLI_SETS_ON(as_text)},
	[CLI_OPT_AT] = {"at", 0, "TIME", "as of TIME, such as 2026-01-31T12:00:00Z; default: now; make: the latest fetch",
		CLI_SETS_TEXT(at)},
	[CLI_OPT_CACHED_AGE] = {"cached-age", 0, "SECS", "there is a copy of an earlier robots.txt, of this age",
		CLI_SETS_NUMBER(fetch.cached_age, 0, INT64_MAX)},
	[CLI_OPT_CHALLENGE] = {"challenge", 0, "HOW", "a 202, or a web page for a robots.txt, counts as one to parse (default), "
		"unavailable or unreachable", CLI_SETS_WORD(fetch.challenge, challenge_words)},
	[CLI_OPT_CONNER2_REST] = {"conner2-rest", 0, "VERDICT",
		"conner2: where no rule matches, beside Allow without wildcards: allow (default) or deny",
		CLI_SETS_WORD(compile.conner2_rest, rest_words)},
	[CLI_OPT_CRAWLERS] = {"crawlers", 0, "WORDS", "for crawlers of these purposes, such as search, or tokens; commas part them",
		CLI_SETS_TEXT(crawlers)},
	[CLI_OPT_BUDGET] = {"budget", 0, "STEPS", "stop after STEPS for all agents together; "
		"100000000 (default) take one to two seconds", CLI_SETS_NUMBER(budget, 1, CLI_MOST)},
	[CLI_OPT_DIALECT] = {"dialect", 0, "NAME", "@", CLI_SETS_DIALECT(options.dialect)},
	[CLI_OPT_EMPTY] = {"empty", 0, NULL, "the body is empty", CLI_SETS_ON(fetch.empty)},
	[CLI_OPT_FAILURE] = {"failure", 0, "KIND", "dns connect tls timeout truncated malformed loop no-location",
		CLI_SETS_NAMED(fetch.failure, failure_name)},
	[CLI_OPT_EXTENSIONS] = {"extensions", 0, NULL, "keep the lines beside Allow and Disallow", CLI_SETS_ON(compile.extensions)},
	[CLI_OPT_DIALECT_A] = {"dialect-a", 0, "NAME", "the dialect of A", CLI_SETS_DIALECT(dialect_of[0])},
	[CLI_OPT_DIALECT_B] = {"dialect-b", 0, "NAME", "the dialect of B", CLI_SETS_DIALECT(dialect_of[1])},
	[CLI_OPT_FALLBACK] = {"fallback", 0, "TOKEN", "if no group names the crawler, try this one; repeat for several",
		CLI_SETS_LIST(tokens)},
	[CLI_OPT_FETCHED] = {"fetched", 0, "TIME", "when: now (default), 2026-01-31T12:00:00Z, an HTTP date, seconds since 1970",
		CLI_SETS_TEXT(fetch.fetched)},
	[CLI_OPT_FOLLOW] = {"follow", 0, NULL, "follow symbolic links in folders", CLI_SETS_ON(follow)},
	[CLI_OPT_FORCE] = {"force", 0, NULL, "let -o replace any file, even the input", CLI_SETS_ON(force)},
	[CLI_OPT_FORM] = {"form", 0, "FORM", "automata: auto (default), dfa or filter", CLI_SETS_WORD(compile.form, form_words)},
	[CLI_OPT_HEADER] = {"header", 0, "FIELD", "a field of the response, 'NAME: VALUE'; repeat for several",
		CLI_SETS_LIST(headers)},
	[CLI_OPT_HELP] = {"help", 'h', NULL, "print this text", CLI_SETS_ON(help)},
	[CLI_OPT_JSON] = {"json", 0, NULL, "the same as --format=json, in explain as --format=jsonl", CLI_SETS_ON(json)},
	[CLI_OPT_LIMIT] = {"limit", 0, "OCTETS", "read this much of a robots.txt; 512000 (default) or more",
		CLI_SETS_NUMBER(compile.limit, ROBOTSC_MIN_LIMIT, CLI_MOST)},
	[CLI_OPT_ONE_ROBOT] = {"one-robot", 0, NULL, "rfc9309, google: the tokens, parted by commas, are names of one robot",
		CLI_SETS_ON(one_robot)},
	[CLI_OPT_OUTPUT] = {"output", 'o', "PATH", "write to PATH, all of it or nothing; a blob also to '-', standard output",
		CLI_SETS_TEXT(output)},
	[CLI_OPT_PAGE] = {"page", 0, NULL, "the body is a web page", CLI_SETS_ON(fetch.page)},
	[CLI_OPT_PROFILE] = {"profile", 0, "NAME", "whose rules: @; default: as the dialect",
		CLI_SETS_NAMED(fetch.profile, profile_name)},
	[CLI_OPT_PUBLIC] = {"public", 0, NULL, "the site is meant to be found: that it is closed to all robots is an error",
		CLI_SETS_ON(compile.public_site)},
	[CLI_OPT_QUIET] = {"quiet", 'q', NULL, "print no diagnostics", CLI_SETS_ON(quiet)},
	[CLI_OPT_REDIRECTS] = {"redirects", 0, "NUMBER", "how many redirects were followed",
		CLI_SETS_NUMBER(fetch.redirects, 0, UINT16_MAX)},
	[CLI_OPT_REDIRECT_SCOPE] = {"redirect-scope", 0, "SCOPE", "follow redirects of a robots.txt to any origin (default), "
		"within the site, or the origin", CLI_SETS_WORD(fetch.redirect_scope, scope_words)},
	[CLI_OPT_SITE_UP] = {"site-up", 0, NULL, "google: the site's other pages can be fetched", CLI_SETS_ON(fetch.site_up)},
	[CLI_OPT_STATUS] = {"status", 0, "NUMBER", "the status of the last response", CLI_SETS_NUMBER(fetch.status, 0, UINT16_MAX)},
	[CLI_OPT_STRICT_FIELDS] = {"strict-fields", 0, NULL, "rfc9309: accept no misspelt fields, no missing colons",
		CLI_SETS_ON(compile.strict_fields)},
	[CLI_OPT_SUFFIXES] = {"suffixes", 0, "FILE", "the public suffix list, for --redirect-scope=site; default: that of Debian",
		CLI_SETS_TEXT(fetch.suffixes)},
	[CLI_OPT_UNREACHABLE] = {"unreachable", 0, "SECS", "for how long the server has failed already",
		CLI_SETS_NUMBER(fetch.unreachable, 0, INT64_MAX)},
	[CLI_OPT_URL] = {"url", 0, "URL", "the URL that redirects, for --redirect-scope", CLI_SETS_TEXT(fetch.url)},
	[CLI_OPT_USAGE] = {"usage", 0, NULL, "print the permitted uses of the page, too", CLI_SETS_ON(usage)},
	[CLI_OPT_VERSION] = {"version", 'V', NULL, "print the version", CLI_SETS_ON(version)},
	/* options of the commands that use a store */
	[CLI_OPT_DELETE] = {"delete", 0, NULL, "expire: remove these origins", CLI_SETS_ON(remove)},
	[CLI_OPT_JOBS] = {"jobs", 'j', "N", "work with N threads; one for each processor (default)",
		CLI_SETS_NUMBER(jobs, 1, CLI_MOST)},
	[CLI_OPT_STALE] = {"stale", 0, "HOW", "what stale policies count for: use (default), unknown or deny",
		CLI_SETS_WORD(stale, stale_words)},
	[CLI_OPT_STORE] = {"store", 0, "FOLDER", "the store", CLI_SETS_TEXT(store)},
	[CLI_OPT_TEXT] = {"text", 0, "FOLDER", "write the texts into this folder; there is no store", CLI_SETS_TEXT(text)},
	/* options of snapshots */
	[CLI_OPT_DOMAIN] = {"domain", 0, "HOST", "list, table: this host and those below it", CLI_SETS_TEXT(snapshot.domain)},
	[CLI_OPT_PRELOAD] = {"preload", 0, NULL, "read the snapshot into memory, on large pages where there are some",
		CLI_SETS_ON(snapshot.preload)},
	[CLI_OPT_ROOT] = {"root", 0, "HEX", "the digest that 'snapshot stat' calls root; refuse another snapshot",
		CLI_SETS_TEXT(snapshot.root)},
	[CLI_OPT_SNAPSHOT] = {"snapshot", 0, "PATH", "in place of files or of the store: a snapshot, a file or a folder of shards",
		CLI_SETS_TEXT(snapshot.name)},
	[CLI_OPT_SNAPSHOT_B] = {"snapshot-b", 0, "PATH", "the snapshot of B, or of the same origin in both",
		CLI_SETS_TEXT(snapshot.other)},
	[CLI_OPT_TRUST] = {"trust", 0, "LEVEL", "what is verified of a snapshot: intact (default), forged or known, with --root",
		CLI_SETS_WORD(snapshot.trust, trust_words)},
	/* options of the commands that compare dialects */
	[CLI_OPT_DIALECTS] = {"dialect", 0, "NAME", "&; or all of them: 'all'", CLI_SETTER(set_dialects), .name_of = dialect_name},
	/* options of the commands that answer programs, too */
	[CLI_OPT_FORMAT] = {"format", 0, "FORMAT", "how to print: ", CLI_SETS_TEXT(format_word)},
	/* options of summary, lint and lsp */
	[CLI_OPT_STEPS] = {"budget", 0, "STEPS", "stop after STEPS for the whole file; 40000000 (default) take less than a second",
		CLI_SETS_NUMBER(steps, 1, CLI_MOST)},
	/* options of diff */
	[CLI_OPT_FAIL_ON] = {"fail-on", 0, "WHICH", "exit with 1 on: any (default), disallowed (newly), allowed (newly) or never",
		CLI_SETS_WORD(fail_on, fail_words)},
	/* options of check */
	[CLI_OPT_NO_VERDICTS] = {"quiet", 'q', NULL, "print no verdicts; the exit status says whether all are allowed",
		CLI_SETS_ON(quiet)},
	[CLI_OPT_SITEMAP] = {"sitemap", 0, "FILE", "say which URLs of this sitemap are closed; repeat for several",
		CLI_SETS_LIST(sitemaps)},
	[CLI_OPT_TABLE] = {"table", 0, NULL, "a line for each URL, a column for each dialect; FILE may be a folder",
		CLI_SETS_ON(table)},
	/* options of the commands about any crawler */
	[CLI_OPT_FAMILY] = {"family", 0, NULL, "a crawler such as Googlebot-Image reads the file as its maker says",
		CLI_SETS_ON(family)},
	[CLI_OPT_HEADER_AGENT] = {"header-agent", 0, "HEADER",
		"in place of AGENT: a User-Agent header; the longest product token that FILE names counts",
		CLI_SETS_TEXT(header_agent)},
	/* options of the commands that take many files */
	[CLI_OPT_WARC] = {"warc", 0, NULL, "read WARC files: of each origin in them the latest robots.txt", CLI_SETS_ON(warc)},
	/* options of the commands about many hosts */
	[CLI_OPT_METRICS] = {"metrics", 0, "FILE", "write the counts to FILE, as Prometheus reads them", CLI_SETS_TEXT(metrics)},
	/* options of the commands with colors */
	[CLI_OPT_COLOR] = {"color", 0, "WHEN", "auto (default: on a terminal, without NO_COLOR), always or never",
		CLI_SETS_WORD(color, color_words)},
};

/* ---- the name of a dialect, as an option has it ---- */

#define NAMES_ROOM 128

/* Write the dialects with all their names: "rfc9309 (default), google or conner2". */
static const char *list_dialects(char room[NAMES_ROOM])
{
	const char *name;
	room[0] = '\0';
	for (int d = 0; (name = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		const size_t len = strlen(room);
		const char *const before = d == 0 ? "" : robotsc_dialect_name((enum robotsc_dialect)(d + 1)) ? ", " : " or ";
		snprintf(room + len, NAMES_ROOM - len, "%s%s%s", before, name, d == 0 ? " (default)" : "");
	}
	return room;
}

int cli_set_dialect(const char *value, enum robotsc_dialect *dialect)
{
	struct cli_guess guess = {value, NULL, 0};
	char room[CLI_GUESS_ROOM];
	char names[NAMES_ROOM];
	const char *name;
	for (int d = 0; (name = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		if (strcasecmp(value, name) == 0) {
			*dialect = (enum robotsc_dialect)d;
			return 0;
		}
		cli_guess(&guess, name);
	}
	cli_complain("'%s' is not a dialect that is known here%s the dialects are %s", value, cli_guessed(&guess, "", room),
	             list_dialects(names));
	return -1;
}
