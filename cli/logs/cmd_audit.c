/* cmd_audit.c - robotsc audit: finds in access logs which robots obey a robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "hosts/import/iso8601.h"
#include "cli/args.h"
#include "audit_logs.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/read_file.h"
#include "robotsc/audit.h"
#include "cli/hosts/snapshot_files.h"
#include "cli/crawler_sources.h"
#include "cli/text_print.h"

static const char *const scheme_words[] = {"http", "https", NULL};

/* Options that no other command has. */
struct audit_own {
	struct cli_list ranges; /* TOKEN=FILE, in order */
	struct cli_list robots; /* FILE or FILE@TIME, in order */
	const char *log_format; /* or NULL */
	const char *address;    /* the field with the address, or NULL */
	int scheme;             /* 0: http, 1: https, below 0: not given */
	uint64_t examples;
	bool queries, anonymize;
};

/* The files of an audit. */
struct robots_files {
	struct robotsc_audit_file *at;
	struct cli_file *read;
	char **names;
	size_t n;
};

/* ---- the files ----------------------------------------------------------------------------- */

/* Read two digits.  Returns their number; -1: it is none, or not below limit. */
static int read_two(const char *at, int limit)
{
	int number = 0;
	for (int i = 0; i < 2; i++) {
		if (at[i] < '0' || at[i] > '9')
			return -1;
		number = 10 * number + at[i] - '0';
	}
	return number < limit ? number : -1;
}

/* How many octets a zone such as "Z" or "+01:00" at the end of a time has, 0: there is none; *east:
 * its seconds. */
static size_t read_zone(const char *at, size_t len, int64_t *east)
{
	int hours, minutes;
	*east = 0;
	if (len > 0 && (at[len - 1] == 'Z' || at[len - 1] == 'z'))
		return 1;
	if (len < 6 || (at[len - 6] != '+' && at[len - 6] != '-'))
		return 0;
	hours = read_two(at + len - 5, 24);
	minutes = read_two(at + len - 2, 60);
	if (hours < 0 || minutes < 0 || at[len - 3] != ':')
		return 0;
	*east = (at[len - 6] == '-' ? -60 : 60) * (int64_t)(60 * hours + minutes);
	return 6;
}

/* Read a time as in RFC 3339, also without seconds; or a date.  False: it is none. */
static bool read_time(const char *at, size_t len, int64_t *time)
{
	char whole[64];
	int64_t east;
	size_t zone = read_zone(at, len, &east), n = len - zone;
	if (zone == 0 || n > sizeof whole - 8)
		return robotsc__iso8601_read(at, len, time);
	memcpy(whole, at, n);
	if (n > 10 && (whole[10] == 't' || whole[10] == ' '))
		whole[10] = 'T';
	if (n == 16) {
		memcpy(whole + n, ":00", 3);
		n += 3;
	}
	whole[n++] = 'Z';
	if (!robotsc__iso8601_read(whole, n, time))
		return false;
	*time -= east;
	return true;
}

/* Take FILE@TIME apart: a copy of FILE, malloc'd; *from: the time after the last '@', if any. */
static char *split(struct robotsc_text word, int64_t *from)
{
	const char *at = word.at + word.len;
	size_t len = word.len;
	char *name;
	*from = ROBOTSC_AUDIT_ALWAYS;
	while (at > word.at && *at != '@')
		at--;
	if (*at == '@' && read_time(at + 1, word.len - (size_t)(at - word.at) - 1, from))
		len = (size_t)(at - word.at);
	name = malloc(len + 1);
	if (name) {
		memcpy(name, word.at, len);
		name[len] = '\0';
	}
	return name;
}

static int read_robots(const struct cli_settings *s, struct robots_files *f, struct robotsc_text word)
{
	struct robotsc_audit_file *const file = &f->at[f->n];
	struct cli_file *const read = &f->read[f->n];
	f->names[f->n] = split(word, &file->from);
	if (!f->names[f->n])
		return cli_complain("out of memory");
	if (cli_read_file(f->names[f->n++], s->options.limit, read) != 0)
		return CLI_TROUBLE;
	if (read->is_blob)
		return cli_complain("%s: this is a blob; name its robots.txt", read->name);
	cli_warn_cut(read, s->options.limit);
	file->name = cli_text(read->name);
	file->robots = read->bytes;
	file->len = read->len;
	return 0;
}

static int by_time(const void *a, const void *b)
{
	const struct robotsc_audit_file *const x = a, *const y = b;
	return (x->from > y->from) - (x->from < y->from);
}

/* Read the files that --robots names, in the order of time.  Returns 0, or CLI_TROUBLE after a
 * message; free them in any case. */
static int read_all_robots(const struct cli_settings *s, struct robots_files *f)
{
	const struct cli_list robots = ((const struct audit_own *)s->own)->robots;
	const size_t n = robots.n;
	int result = 0;
	if (s->snapshot.name)
		return n ? cli_complain("--robots and --snapshot exclude each other") : 0;
	if (n == 0)
		return cli_complain("--robots=FILE is missing: the robots.txt that was served");
	f->at = calloc(n, sizeof *f->at);
	f->read = calloc(n, sizeof *f->read);
	f->names = calloc(n, sizeof *f->names);
	if (!f->at || !f->read || !f->names)
		return cli_complain("out of memory");
	for (size_t i = 0; i < n && result == 0; i++)
		result = read_robots(s, f, robots.at[i]);
	if (result != 0)
		return result;
	qsort(f->at, n, sizeof *f->at, by_time);
	for (size_t i = 1; i < n; i++)
		if (f->at[i].from == f->at[i - 1].from)
			return cli_complain("--robots: two files of the same time; write FILE@2026-01-31T12:00:00Z from when on "
			                    "each was served");
	return 0;
}

static void free_robots(struct robots_files *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->read[i].bytes);
		free(f->names[i]);
	}
	free(f->at);
	free(f->read);
	free(f->names);
}

/* ---- addresses ----------------------------------------------------------------------------- */

#define RANGES_MAX ((size_t)64 << 20) /* most octets of a file that are read */

struct range_files {
	struct robotsc_audit_ranges *at;
	struct cli_file *read;
	size_t n;
};

/* The crawler whose token is the name of a file, such as "gptbot.json"; or NULL. */
static const struct robotsc_crawler *crawler_of_file(const char *path, const struct robotsc_crawler *crawlers, size_t n)
{
	const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path, *const dot = strrchr(name, '.');
	const size_t len = dot ? (size_t)(dot - name) : strlen(name);
	for (size_t i = 0; i < n; i++)
		if (strncasecmp(crawlers[i].token, name, len) == 0 && crawlers[i].token[len] == '\0')
			return &crawlers[i];
	return NULL;
}

/* Read the files that --ranges names.  Returns 0, or CLI_TROUBLE after a message; free them in any
 * case. */
static int read_ranges(const struct cli_settings *s, struct range_files *f, const struct robotsc_crawler *crawlers,
                       size_t ncrawlers)
{
	const struct cli_list ranges = ((const struct audit_own *)s->own)->ranges;
	const size_t n = ranges.n;
	f->at = calloc(n + 1, sizeof *f->at);
	f->read = calloc(n + 1, sizeof *f->read);
	if (!f->at || !f->read)
		return cli_complain("out of memory");
	for (size_t i = 0; i < n; i++) {
		const struct robotsc_text word = ranges.at[i];
		const char *const equals = strchr(word.at, '=');
		const struct robotsc_crawler *const crawler = equals ? NULL : crawler_of_file(word.at, crawlers, ncrawlers);
		if (!equals && !crawler)
			return cli_complain("--ranges takes TOKEN=FILE, such as GPTBot=gptbot.json, not '%s'", word.at);
		f->n = i + 1;
		if (cli_read_file(equals ? equals + 1 : word.at, RANGES_MAX, &f->read[i]) != 0)
			return CLI_TROUBLE;
		f->at[i].token = equals ? (struct robotsc_text){word.at, (size_t)(equals - word.at)} : cli_text(crawler->token);
		f->at[i].json = (struct robotsc_text){(const char *)f->read[i].bytes, f->read[i].len};
	}
	return 0;
}

static void free_ranges(struct range_files *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->read[i].bytes);
	free(f->at);
	free(f->read);
}

/* ---- many hosts ---------------------------------------------------------------------------- */

/* A snapshot, and how the audit asks it.  All 0 at the beginning. */
struct hosts {
	struct robotsc_snapshot_files files;
	struct robotsc_shards shards;
	struct robotsc_audit_hosts of_question;
};

/* Open what --snapshot names.  Returns 0, or CLI_TROUBLE after a message; close it in any case. */
static int open_hosts(struct hosts *h, const struct cli_settings *s)
{
	const struct audit_own *const own = s->own;
	struct robotsc_options options = s->options;
	if (cli_snapshot_open(&h->files, s, s->snapshot.name) != 0 || cli_snapshot_options(&h->files, s, &options) != 0)
		return CLI_TROUBLE;
	h->shards = (struct robotsc_shards){h->files.shards, (uint32_t)h->files.n};
	h->of_question = (struct robotsc_audit_hosts){.name = cli_text(h->files.name),
	                                              .find = robotsc_snapshot_policy,
	                                              .ctx = &h->shards,
	                                              .dialect = h->files.settings.dialect,
	                                              .agents = h->files.settings.agents,
	                                              .nagents = h->files.settings.nagents,
	                                              .scheme = own->scheme < 0 ? NULL : scheme_words[own->scheme]};
	return 0;
}

/* ---- the audit ----------------------------------------------------------------------------- */

/* Complain if lines were read and none was counted.  Returns 0, or CLI_TROUBLE. */
static int none_counted(const struct robotsc_audit_answer *a)
{
	if (a->lines == 0 || a->unread + a->too_long < a->lines)
		return 0;
	if (a->unread == 0)
		return cli_complain("every line is too long: more than 4 MiB");
	if (a->too_long)
		return cli_complain("no line is of the format; name it with --log-format; %" PRIu64 " %s too long", a->too_long,
		                    a->too_long == 1 ? "is" : "are");
	return cli_complain("no line is of the format; name it with --log-format");
}

/* Print the keys of a JSON log, if none of its lines has the keys of a request. */
static void say_keys(const struct robotsc_audit_answer *a, const struct cli_log_keys *keys)
{
	uint64_t requests = 0, unknown = 0;
	for (size_t i = 0; i < a->nrows; i++) {
		requests += a->rows[i].requests;
		unknown += a->rows[i].verdicts[ROBOTSC_AUDIT_UNKNOWN];
	}
	if (requests && requests == unknown && keys->text[0])
		cli_complain("no line says what was asked for, by a key that is known; the first has %s; name them: "
		             "--log-format=json:target=KEY,agent=KEY",
		             keys->text);
}

/* Print which lines were not counted, if the format of the answer does not say it. */
static void say_uncounted(const struct cli_settings *s, const struct robotsc_audit_answer *a, enum robotsc_report_format format)
{
	if (s->quiet || (format != ROBOTSC_REPORT_CSV && format != ROBOTSC_REPORT_JSONL))
		return;
	if (a->unread)
		cli_complain("%" PRIu64 " line%s not of the format, the first is line %" PRIu64, a->unread,
		             a->unread == 1 ? " is" : "s are", a->first_unread);
	if (a->too_long)
		cli_complain("%" PRIu64 " line%s too long", a->too_long, a->too_long == 1 ? " is" : "s are");
}

static int report(const struct cli_settings *s, struct robotsc_audit *audit, const struct cli_log_keys *keys, bool trouble)
{
	const struct robotsc_report report = cli_report(s);
	const struct robotsc_audit_answer *answer;
	const enum robotsc_status status = robotsc_audit_answer(audit, &answer);
	if (status != ROBOTSC_OK)
		return cli_complain("%s", cli_why(status));
	robotsc_audit_report(&report, answer);
	if (none_counted(answer) != 0)
		return CLI_TROUBLE;
	say_uncounted(s, answer, report.format);
	say_keys(answer, keys);
	if (trouble)
		return CLI_TROUBLE;
	for (size_t i = 0; i < answer->nrows; i++)
		if (answer->rows[i].token.len && answer->rows[i].verdicts[ROBOTSC_AUDIT_DISALLOWED])
			return CLI_FOUND;
	return CLI_OK;
}

static int audit_with(const struct cli_settings *s, const struct robotsc_audit_question *question)
{
	struct robotsc_audit *audit = NULL;
	const char *wrong = NULL;
	struct cli_log_keys keys = {.known = false};
	bool trouble = false;
	int result;
	const enum robotsc_status status = robotsc_audit_open(&audit, question, &wrong);
	if (wrong)
		return cli_complain("%s: %s", strncmp(wrong, "ranges", 6) == 0 ? "--ranges" : "--log-format", wrong);
	if (status != ROBOTSC_OK)
		return cli_complain("%s", cli_why(status));
	result = cli_audit_logs(s, audit, &keys, &trouble) < 0 ? CLI_TROUBLE : report(s, audit, &keys, trouble);
	robotsc_audit_close(audit);
	return result;
}

static int run(struct cli_settings *s)
{
	struct robots_files files = {.n = 0};
	const struct audit_own *const own = s->own;
	struct range_files ranges = {.n = 0};
	struct hosts hosts = {.files = {.name = NULL}};
	int result = read_all_robots(s, &files);
	if (result == 0)
		result = read_ranges(s, &ranges, cli_crawlers(), cli_nnames());
	if (result == 0 && s->snapshot.name)
		result = open_hosts(&hosts, s);
	if (result == 0) {
		const struct robotsc_audit_question question = {.options = &s->options,
		                                                .files = files.at,
		                                                .nfiles = files.n,
		                                                .crawlers = cli_crawlers(),
		                                                .ncrawlers = cli_nnames(),
		                                                .format = own->log_format,
		                                                .address = own->address,
		                                                .examples = (uint32_t)own->examples,
		                                                .queries = own->queries,
		                                                .anonymize = own->anonymize,
		                                                .ranges = ranges.at,
		                                                .nranges = own->ranges.n,
		                                                .hosts = s->snapshot.name ? &hosts.of_question : NULL};
		result = audit_with(s, &question);
	}
	robotsc_snapshot_files_close(&hosts.files);
	free_robots(&files);
	free_ranges(&ranges);
	return result;
}

#define CLI_OWNER struct audit_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"robots", 0, "FILE", "the robots.txt; repeat as FILE@TIME for each from when on it was served", CLI_SETS_LIST(robots)},
	{"ranges", 0, "TOKEN=FILE", "JSON of the addresses that a crawler comes from; repeat for several", CLI_SETS_LIST(ranges)},
	{"log-format", 0, "FORMAT", "a name, such as json, or a string; default: combined", CLI_SETS_TEXT(log_format)},
	{"scheme", 0, "WORD", "http or https, where the log does not say; default: http at port 80",
		CLI_SETS_WORD(scheme, scheme_words)},
	{"address", 0, "FIELD", "the field of the client behind a proxy, such as http_x_forwarded_for", CLI_SETS_TEXT(address)},
	{"examples", 0, "NUMBER", "disallowed requests that are shown of each crawler; 10 by default",
		CLI_SETS_NUMBER(examples, 0, 10000)},
	{"queries", 0, NULL, "show queries, too: they may hold what is private", CLI_SETS_ON(queries)},
	{"anonymize", 0, NULL, "of addresses show the network alone", CLI_SETS_ON(anonymize)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_OWN,     CLI_OPT_SNAPSHOT, CLI_OPT_OWN,    CLI_OPT_OWN,    CLI_OPT_OWN,
                                        CLI_OPT_OWN,     CLI_OPT_OWN,      CLI_OPT_OWN,    CLI_OPT_OWN,    CLI_OPT_JOBS,
                                        CLI_OPT_DIALECT, CLI_OPT_LIMIT,    CLI_OPTS_RULES, CLI_OPTS_TRUST, CLI_OPT_QUIET,
                                        CLI_OPT_FORMAT,  CLI_OPT_COLOR,    CLI_OPT_HELP,   CLI_OPT_END};

const struct cli_command cli_audit = {
	.name = "audit",
	.operands = "LOG...",
	.summary = "say which crawlers obey a robots.txt, by access logs",
	.text = cli_help_audit,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), &(const CLI_OWNER){.scheme = -1, .examples = 10}},
	.formats = CLI_FORMATS_CSV | CLI_FORMAT(HTML),
	.run = run,
};
