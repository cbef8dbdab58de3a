/* option_table.c - see option_table.h.  The help, the completions in packaging/ and the test of the
 * manual read this table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "option_table.h"

#include <stddef.h>
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

static int set_allow_all(struct cli_settings *s, const char *value)
{
	(void)value;
	s->constant = "";
	return 0;
}

static int set_deny_all(struct cli_settings *s, const char *value)
{
	(void)value;
	s->constant = CLI_DENY_ALL;
	return 0;
}

static int set_dialects(struct cli_settings *s, const char *value)
{
	s->all_dialects = strcasecmp(value, "all") == 0;
	return s->all_dialects ? 0 : cli_set_dialect(value, &s->options.dialect);
}

/* ---- words, in the order of the numbers that they stand for -------------------- */

static const char *const pass_words[] = {"lex",         "parse",    "group",  "normalize", "segments",
                                         "determinize", "minimize", "filter", NULL};
static const char *const former_passes[] = {"lex", "parse", "group", "norm", "chain", "determ", "minim", "filter", NULL};
static const char *const form_words[] = {"auto", "dfa", "filter", NULL};
static const char *const rest_words[] = {"allow", "deny", NULL};
static const char *const only_words[] = {"disallow", "allow", NULL};
static const char *const print_words[] = {"allowed", "disallowed", "unknown", "all", NULL};
static const char *const stale_words[] = {"use", "unknown", "deny", NULL};
static const char *const unknown_words[] = {"disallow", "allow", "report", NULL};
static const char *const severity_words[] = {"note", "warning", "error", "never", NULL};
const char *const cli_formats[] = {"text", "json", "sarif", "github", "jsonl", "", "csv", "html", NULL};
static const char *const fail_words[] = {"any", "disallowed", "allowed", "never", NULL};
static const char *const color_words[] = {"auto", "always", "never", NULL};
static const char *const trust_words[] = {"intact", "forged", "known", NULL};
static const char *const scheme_words[] = {"http", "https", NULL};
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

/* The ends of a fetch but for the first, a response. */
static const char *failure_name(int i)
{
	return robotsc_end_name((enum robotsc_end)(ROBOTSC_END_RESPONSE + 1 + i));
}

/* ---- the table ------------------------------------------------------------------ */

/* The offset of a member.  A member of another type does not compile without a warning. */
#define AT(type, member) offsetof(struct cli_settings, member) + 0 * sizeof((type *)0 == &((struct cli_settings *)0)->member)
#define ON(member) .kind = KIND_ON, .place = AT(bool, member)
#define OFF(member) .kind = KIND_OFF, .place = AT(bool, member)
#define TEXT(member) .kind = KIND_TEXT, .place = AT(const char *, member)
#define NUMBER(member, from, to) .kind = KIND_NUMBER, .place = AT(uint64_t, member), .least = (from), .most = (to)
#define WORD(member, list) .kind = KIND_WORD, .place = AT(int, member), .words = list
#define WORD_OR(member, list, others) .kind = KIND_WORD, .place = AT(int, member), .words = (list), .former = (others)
#define NAMED(member, call) .kind = KIND_WORD, .place = AT(int, member), .name_of = call
#define LIST(member) .kind = KIND_LIST, .place = AT(struct cli_list, member)
#define DIALECT(member) .kind = KIND_DIALECT, .place = AT(enum robotsc_dialect, member), .name_of = dialect_name
#define SETTER(call) .kind = KIND_SETTER, .set = call

#define MOST INT64_MAX

/* clang-format off */
const struct cli_option_row cli_options[CLI_OPT_COUNT_OF] = {
	[CLI_OPT_AFTER] = {"after", 0, "PASS", "print what a pass made: "
		"lex parse group normalize segments determinize minimize filter",
		WORD_OR(compile.after, pass_words, former_passes)},
	[CLI_OPT_AGENT] = {"agent", 0, "TOKENS", "for these product tokens, parted by commas or repeated", SETTER(add_agents)},
	[CLI_OPT_AIPREF_RULE] = {"aipref-rule", 0, NULL, "rfc9309: a Content-Usage line ends a list of User-agent lines",
		ON(compile.aipref_rule)},
	[CLI_OPT_ALL] = {"all", 0, NULL, "for all agents; the default", SETTER(set_all)},
	[CLI_OPT_USUAL] = {"usual", 0, NULL, "only URLs as crawlers write them: without '*' and needless escapes", ON(usual)},
	[CLI_OPT_ALLOW_429] = {"allow-429", 0, NULL, "rfc9309, draft2019: 429 is like any other 4xx", ON(fetch.allow_429)},
	[CLI_OPT_ALLOW_ALL] = {"allow-all", 0, NULL, "a blob that allows everything; no robots.txt is read", SETTER(set_allow_all)},
	[CLI_OPT_AS_TEXT] = {"as-text", 0, NULL, "read FILE as a robots.txt, whatever it looks like", ON(as_text)},
	[CLI_OPT_AT] = {"at", 0, "TIME", "as of TIME, such as 2026-01-31T12:00:00Z; default: now; make: the latest fetch",
		TEXT(at)},
	[CLI_OPT_AT_LEAST] = {"at-least", 0, "SECONDS", "the pause is no shorter, whatever the file asks for", TEXT(at_least)},
	[CLI_OPT_AT_MOST] = {"at-most", 0, "SECONDS", "the pause is no longer", TEXT(at_most)},
	[CLI_OPT_BODY] = {"body", 0, NULL, "META tags after the head count too", ON(body)},
	[CLI_OPT_CACHED_AGE] = {"cached-age", 0, "SECS", "there is a copy of an earlier robots.txt, of this age",
		NUMBER(fetch.cached_age, 0, INT64_MAX)},
	[CLI_OPT_CHALLENGE] = {"challenge", 0, "HOW", "a 202, or a web page for a robots.txt, counts as one to parse (default), "
		"unavailable or unreachable",
		WORD(fetch.challenge, challenge_words)},
	[CLI_OPT_CONNER2_REST] = {"conner2-rest", 0, "VERDICT",
		"conner2: where no rule matches, beside Allow without wildcards: allow (default) or deny",
		WORD(compile.conner2_rest, rest_words)},
	[CLI_OPT_CRAWLERS] = {"crawlers", 0, "WORDS", "for crawlers of these purposes, such as search, or tokens; commas part them",
		TEXT(crawlers)},
	[CLI_OPT_DENY_ALL] = {"deny-all", 0, NULL, "a blob that disallows everything; no robots.txt is read", SETTER(set_deny_all)},
	[CLI_OPT_BUDGET] = {"budget", 0, "STEPS", "stop after STEPS for all agents together; "
		"100000000 (default) take one to two seconds",
		NUMBER(budget, 1, MOST)},
	[CLI_OPT_DIALECT] = {"dialect", 0, "NAME", "@",
		DIALECT(options.dialect)},
	[CLI_OPT_EMPTY] = {"empty", 0, NULL, "the body is empty", ON(fetch.empty)},
	[CLI_OPT_FAILURE] = {"failure", 0, "KIND", "dns connect tls timeout truncated malformed loop no-location",
		NAMED(fetch.failure, failure_name)},
	[CLI_OPT_EXTENSIONS] = {"extensions", 0, NULL, "keep the lines beside Allow and Disallow", ON(compile.extensions)},
	[CLI_OPT_DIALECT_A] = {"dialect-a", 0, "NAME", "the dialect of A", DIALECT(dialect_of[0])},
	[CLI_OPT_DIALECT_B] = {"dialect-b", 0, "NAME", "the dialect of B", DIALECT(dialect_of[1])},
	[CLI_OPT_FALLBACK] = {"fallback", 0, "TOKEN", "if no group names the crawler, try this one; repeat for several",
		LIST(tokens)},
	[CLI_OPT_FETCHED] = {"fetched", 0, "TIME", "when: now (default), 2026-01-31T12:00:00Z, an HTTP date, seconds since 1970",
		TEXT(fetch.fetched)},
	[CLI_OPT_FOLLOW] = {"follow", 0, NULL, "follow symbolic links in folders", ON(follow)},
	[CLI_OPT_FORCE] = {"force", 0, NULL, "let -o replace any file, even the input", ON(force)},
	[CLI_OPT_FORM] = {"form", 0, "FORM", "automata: auto (default), dfa or filter", WORD(compile.form, form_words)},
	[CLI_OPT_HEADER] = {"header", 0, "FIELD", "a field of the response, 'NAME: VALUE'; repeat for several", LIST(headers)},
	[CLI_OPT_HELP] = {"help", 'h', NULL, "print this text", ON(help)},
	[CLI_OPT_JSON] = {"json", 0, NULL, "the same as --format=json, in explain as --format=jsonl", ON(json)},
	[CLI_OPT_LAST] = {"last", 0, "TIME", "when the last fetch was; default: there was none", TEXT(last)},
	[CLI_OPT_LIMIT] = {"limit", 0, "OCTETS", "read this much of a robots.txt; 512000 (default) or more",
		NUMBER(compile.limit, ROBOTSC_MIN_LIMIT, MOST)},
	[CLI_OPT_ONE_ROBOT] = {"one-robot", 0, NULL, "rfc9309, google: the tokens, parted by commas, are names of one robot",
		ON(one_robot)},
	[CLI_OPT_OUTPUT] = {"output", 'o', "PATH", "write to PATH, all of it or nothing; a blob also to '-', standard output",
		TEXT(output)},
	[CLI_OPT_PAGE] = {"page", 0, NULL, "the body is a web page", ON(fetch.page)},
	[CLI_OPT_PROFILE] = {"profile", 0, "NAME", "whose rules: @; default: as the dialect",
		NAMED(fetch.profile, profile_name)},
	[CLI_OPT_PUBLIC] = {"public", 0, NULL, "the site is meant to be found: that it is closed to all robots is an error",
		ON(compile.public_site)},
	[CLI_OPT_QUIET] = {"quiet", 'q', NULL, "print no diagnostics", ON(quiet)},
	[CLI_OPT_REDIRECTS] = {"redirects", 0, "NUMBER", "how many redirects were followed",
		NUMBER(fetch.redirects, 0, UINT16_MAX)},
	[CLI_OPT_REDIRECT_SCOPE] = {"redirect-scope", 0, "SCOPE", "follow redirects of a robots.txt to any origin (default), "
		"within the site, or the origin",
		WORD(fetch.redirect_scope, scope_words)},
	[CLI_OPT_ROBOTS_TAG] = {"robots-tag", 0, NULL, "Robots-Tag fields count too (draft-illyes-repext-00)", ON(robots_tag)},
	[CLI_OPT_SITE_UP] = {"site-up", 0, NULL, "google: the site's other pages can be fetched", ON(fetch.site_up)},
	[CLI_OPT_STATUS] = {"status", 0, "NUMBER", "the status of the last response", NUMBER(fetch.status, 0, UINT16_MAX)},
	[CLI_OPT_STRICT_FIELDS] = {"strict-fields", 0, NULL, "rfc9309: accept no misspelt fields, no missing colons",
		ON(compile.strict_fields)},
	[CLI_OPT_SUFFIXES] = {"suffixes", 0, "FILE", "the public suffix list, for --redirect-scope=site; default: that of Debian",
		TEXT(fetch.suffixes)},
	[CLI_OPT_TOOK] = {"took", 0, "SECONDS", "how long the last fetch took; default 0", TEXT(took)},
	[CLI_OPT_UNREACHABLE] = {"unreachable", 0, "SECS", "for how long the server has failed already",
		NUMBER(fetch.unreachable, 0, INT64_MAX)},
	[CLI_OPT_URL] = {"url", 0, "URL", "the URL that redirects, for --redirect-scope", TEXT(fetch.url)},
	[CLI_OPT_USAGE] = {"usage", 0, NULL, "print the permitted uses of the page, too", ON(usage)},
	[CLI_OPT_COUNT] = {"count", 0, "NUMBER", "print NUMBER paths at most; 1000 by default", NUMBER(count, 1, MOST)},
	[CLI_OPT_DOT] = {"dot", 0, NULL, "draw the automaton of AGENT, as the input of Graphviz", OFF(svg)},
	[CLI_OPT_ONLY] = {"only", 0, "VERDICT", "only those with this verdict: allow or disallow", WORD(only, only_words)},
	[CLI_OPT_SEED] = {"seed", 0, "NUMBER", "random paths; the same number gives the same paths", NUMBER(seed, 0, MOST)},
	[CLI_OPT_SERVE] = {"serve", 0, NULL, "compile many: frames of texts in, of blobs out", ON(serve)},
	[CLI_OPT_SVG] = {"svg", 0, NULL, "draw it as a picture; needs Graphviz", ON(svg)},
	[CLI_OPT_TSV] = {"tsv", 0, NULL, "print the verdict and a tab before each path", ON(tsv)},
	[CLI_OPT_VERIFY] = {"verify", 0, NULL, "prove that the blob gives the verdicts of the text", ON(verify)},
	[CLI_OPT_VERSION] = {"version", 'V', NULL, "print the version", ON(version)},
	/* of the commands that use a store */
	[CLI_OPT_DELETE] = {"delete", 0, NULL, "expire: remove these origins", ON(remove)},
	[CLI_OPT_DELIMITER] = {"delimiter", 0, "C", "the octet between fields; a tab (default)", TEXT(filter.delimiter)},
	[CLI_OPT_FIELD] = {"field", 0, "N", "the URL is the Nth field of a line; without it the whole line",
		NUMBER(filter.field, 1, MOST)},
	[CLI_OPT_JOBS] = {"jobs", 'j', "N", "work with N threads; one for each processor (default)", NUMBER(jobs, 1, MOST)},
	[CLI_OPT_NULL] = {"null", '0', NULL, "lines end with NUL, not LF, in input and output", ON(filter.null)},
	[CLI_OPT_PRINT] = {"print", 0, "WHICH", "allowed (default), disallowed, unknown or all", WORD(filter.print, print_words)},
	[CLI_OPT_REASON] = {"reason", 0, NULL, "print the reason, in its own column", ON(filter.reason)},
	[CLI_OPT_STALE] = {"stale", 0, "HOW", "what stale policies count for: use (default), unknown or deny",
		WORD(stale, stale_words)},
	[CLI_OPT_STORE] = {"store", 0, "FOLDER", "the store", TEXT(store)},
	[CLI_OPT_TEXT] = {"text", 0, "FOLDER", "write the texts into this folder; there is no store", TEXT(text)},
	[CLI_OPT_UNKNOWN] = {"unknown", 0, "VERDICT", "for origins that are not in the store: disallow, allow, or report (default)",
		WORD(filter.unknown, unknown_words)},
	[CLI_OPT_VERIFY_FIRST] = {"verify", 0, NULL, "verify the store first, in a child process: damage cannot crash the filter",
		ON(verify)},
	/* of snapshots */
	[CLI_OPT_DOMAIN] = {"domain", 0, "HOST", "list, table: this host and those below it", TEXT(snapshot.domain)},
	[CLI_OPT_MEMORY] = {"memory", 0, "SIZE", "make: sort in so much memory, such as 64M or 2G; 512M (default)",
		TEXT(snapshot.memory)},
	[CLI_OPT_PRELOAD] = {"preload", 0, NULL, "read the snapshot into memory, on large pages where there are some",
		ON(snapshot.preload)},
	[CLI_OPT_ROOT] = {"root", 0, "HEX", "the digest that 'snapshot stat' calls root; refuse another snapshot",
		TEXT(snapshot.root)},
	[CLI_OPT_SHARDS] = {"shards", 0, "N", "make: write a folder of N files, by host", NUMBER(snapshot.shards, 1, 1024)},
	[CLI_OPT_SHARD_OF] = {"shards", 0, "N", "print the number of each URL's shard, of N shards of a snapshot, and a tab first",
		NUMBER(snapshot.shard_of, 1, 1024)},
	[CLI_OPT_SNAPSHOT] = {"snapshot", 0, "PATH", "in place of files or of the store: a snapshot, a file or a folder of shards",
		TEXT(snapshot.name)},
	[CLI_OPT_SNAPSHOT_B] = {"snapshot-b", 0, "PATH", "the snapshot of B, or of the same origin in both",
		TEXT(snapshot.other)},
	[CLI_OPT_TRUST] = {"trust", 0, "LEVEL", "what is verified of a snapshot: intact (default), forged or known, with --root",
		WORD(snapshot.trust, trust_words)},
	/* of the commands that compare dialects */
	[CLI_OPT_DIALECTS] = {"dialect", 0, "NAME", "&; or all of them: 'all'",
		SETTER(set_dialects), .name_of = dialect_name},
	/* of lint */
	[CLI_OPT_MAX_LINE] = {"max-line", 0, "OCTETS", "report and skip longer lines; 1048576 (default)",
		NUMBER(filter.max_line, 1, MOST)},
	[CLI_OPT_MOST] = {"most", 0, "NUMBER", "text: show NUMBER findings of a kind at most; 10 by default, 0: all",
		NUMBER(most, 0, MOST)},
	[CLI_OPT_ERROR_ON] = {"error-on", 0, "LEVEL", "exit with 1 on: error (default), warning, note or never",
		WORD(error_on, severity_words)},
	[CLI_OPT_FORMAT] = {"format", 0, "FORMAT", "how to print: ", TEXT(format_word)},
	[CLI_OPT_STEPS] = {"budget", 0, "STEPS", "stop after STEPS for the whole file; 40000000 (default) take less than a second",
		NUMBER(steps, 1, MOST)},
	/* of summary */
	[CLI_OPT_AGAINST] = {"against", 0, "OLD", "also say what changed since this robots.txt, and for whom", TEXT(against)},
	/* of diff */
	[CLI_OPT_FAIL_ON] = {"fail-on", 0, "WHICH", "exit with 1 on: any (default), disallowed (newly), allowed (newly) or never",
		WORD(fail_on, fail_words)},
	/* of check */
	[CLI_OPT_NO_VERDICTS] = {"quiet", 'q', NULL, "print no verdicts; the exit status says whether all are allowed", ON(quiet)},
	[CLI_OPT_SITEMAP] = {"sitemap", 0, "FILE", "say which URLs of this sitemap are closed; repeat for several",
		LIST(sitemaps)},
	[CLI_OPT_TABLE] = {"table", 0, NULL, "a line for each URL, a column for each dialect; FILE may be a folder", ON(table)},
	/* of the commands about any crawler */
	[CLI_OPT_FAMILY] = {"family", 0, NULL, "a crawler such as Googlebot-Image reads the file as its maker says", ON(family)},
	[CLI_OPT_HEADER_AGENT] = {"header-agent", 0, "HEADER",
		"in place of AGENT: a User-Agent header; the longest product token that FILE names counts",
		TEXT(header_agent)},
	/* of the commands that take many files */
	[CLI_OPT_WARC] = {"warc", 0, NULL, "read WARC files: of each origin in them the latest robots.txt", ON(warc)},
	/* of the commands about many hosts */
	[CLI_OPT_METRICS] = {"metrics", 0, "FILE", "write the counts to FILE, as Prometheus reads them", TEXT(metrics)},
	/* of audit */
	[CLI_OPT_ADDRESS] = {"address", 0, "FIELD", "the field of the client behind a proxy, such as http_x_forwarded_for",
		TEXT(audit.address)},
	[CLI_OPT_ANONYMIZE] = {"anonymize", 0, NULL, "of addresses show the network alone", ON(audit.anonymize)},
	[CLI_OPT_EXAMPLES] = {"examples", 0, "NUMBER", "disallowed requests that are shown of each crawler; 10 by default",
		NUMBER(audit.examples, 0, 10000)},
	[CLI_OPT_LOG_FORMAT] = {"log-format", 0, "FORMAT", "a name, such as json, or a string; default: combined",
		TEXT(audit.log_format)},
	[CLI_OPT_QUERIES] = {"queries", 0, NULL, "show queries, too: they may hold what is private", ON(audit.queries)},
	[CLI_OPT_RANGES] = {"ranges", 0, "TOKEN=FILE", "JSON of the addresses that a crawler comes from; repeat for several",
		LIST(audit.ranges)},
	[CLI_OPT_ROBOTS] = {"robots", 0, "FILE", "the robots.txt; repeat as FILE@TIME for each from when on it was served",
		LIST(audit.robots)},
	[CLI_OPT_SCHEME] = {"scheme", 0, "WORD", "http or https, where the log does not say; default: http at port 80",
		WORD(audit.scheme, scheme_words)},
	/* of web */
	[CLI_OPT_WEB_PAGE] = {"page", 0, "ADDRESS", "the page: an address, a file or a folder; default: the installed one",
		TEXT(web_page)},
	[CLI_OPT_PRINT_ADDRESS] = {"print", 0, NULL, "print the address, and open nothing", ON(print_address)},
	/* of the commands with colors */
	[CLI_OPT_COLOR] = {"color", 0, "WHEN", "auto (default: on a terminal, without NO_COLOR), always or never",
		WORD(color, color_words)},
};

/* ---- the name of a dialect, as an option has it ---- */

#define NAMES_ROOM 128

/* "rfc9309 (default), google or conner2", with all names. */
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
