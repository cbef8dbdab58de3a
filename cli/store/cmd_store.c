/* cmd_store.c - robotsc store: what a store holds, and its upkeep.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/usage_print.h"
#include "import/iso8601.h"
#include "store_common.h"

/* An action's state: the store, and a session of its reader. */
struct job {
	struct cli_settings *s;
	const struct action *action;
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	int64_t now;     /* the present time, or --at */
	char **operands; /* after the action */
	size_t noperands;
};

/* Called by a scan for each entry; a result other than CLI_OK ends the scan. */
typedef int visit(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx);

static int scan(struct job *j, const char *from, visit *on_entry, void *ctx)
{
	char origin[ROBOTSC_ORIGIN_MAX];
	struct robotsc_store_entry entry;
	size_t len;
	int result = CLI_OK;
	enum robotsc_store_status status = robotsc_reader_seek(j->reader, from, from ? strlen(from) : 0);

	if (from && status == ROBOTSC_STORE_ORIGIN)
		return cli_complain("'%s': %s; write it as https://example.com", from, robotsc_store_strerror(status));
	while (status == ROBOTSC_STORE_OK && result == CLI_OK) {
		status = robotsc_reader_next(j->reader, origin, &len, &entry);
		if (status == ROBOTSC_STORE_OK)
			result = on_entry(j, (struct robotsc_text){origin, len}, &entry, ctx);
	}
	if (status != ROBOTSC_STORE_OK && status != ROBOTSC_STORE_NOT_FOUND)
		return cli_store_trouble(j->s, status);
	return result;
}

/* ---- stat ---------------------------------------------------------------------- */

/* Classes of ages, by their upper bound in seconds. */
static const struct {
	const char *name;
	uint64_t below;
} ages[] = {{"under an hour", 3600},       {"under a day", 86400},        {"under a week", 7 * 86400},
            {"under 30 days", 30 * 86400}, {"under a year", 365 * 86400}, {"older", UINT64_MAX}};

#define NAGES (sizeof ages / sizeof ages[0])

struct tally {
	int64_t now;
	uint64_t stale;
	uint64_t by_age[NAGES];
	uint64_t by_outcome[8];
};

static int count(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx)
{
	struct tally *t = ctx;
	const uint64_t age = t->now > entry->decision.fetched ? (uint64_t)(t->now - entry->decision.fetched) : 0;
	size_t i = 0;

	(void)j;
	(void)origin;
	while (i + 1 < NAGES && age >= ages[i].below)
		i++;
	t->by_age[i]++;
	t->by_outcome[entry->decision.outcome < 7 ? entry->decision.outcome : 7]++;
	t->stale += entry->decision.expires <= t->now;
	return CLI_OK;
}

static void print_settings(const struct robotsc_store_settings *settings)
{
	const char *dialect = robotsc_dialect_name(settings->dialect);

	printf("format %u, dialect %s, agents:", ROBOTSC_STORE_FORMAT, dialect ? dialect : "of another version");
	for (size_t i = 0; i < settings->nagents; i++) {
		putchar(' ');
		cli_print_text(stdout, settings->agents[i]);
	}
	fputs(settings->nagents ? "" : " all", stdout);
	puts("");
	if (settings->strict_fields)
		puts("fields must be spelt exactly");
	if (settings->conner2_rest_deny)
		puts("conner2: beside Allow without wildcards, and Disallow, all else is disallowed");
	if (settings->aipref_rule)
		puts("a Content-Usage line ends a list of User-agent lines");
	if (settings->redirect_scope == ROBOTSC_REDIRECT_SITE)
		puts("redirects of a robots.txt to another site were not followed");
	if (settings->redirect_scope == ROBOTSC_REDIRECT_ORIGIN)
		puts("redirects of a robots.txt to another origin were not followed");
	if (settings->extensions)
		puts("with the lines beside Allow and Disallow");
}

static double ratio(uint64_t a, uint64_t b)
{
	return b ? (double)a / (double)b : 0;
}

static int stat_store(struct job *j)
{
	struct tally t = {.now = j->now};
	struct robotsc_store_stats st;
	const enum robotsc_store_status status = robotsc_reader_stats(j->reader, &st);
	int result;

	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(j->s, status);
	result = scan(j, NULL, count, &t);
	if (result != CLI_OK)
		return result;
	print_settings(robotsc_store_settings(j->store));
	printf("origins       %12llu\n", (unsigned long long)st.origins);
	printf("policies      %12llu  %.2f origins each\n", (unsigned long long)st.policies, ratio(st.origins, st.policies));
	printf("policy octets %12llu  %.1f an origin\n", (unsigned long long)st.policy_bytes, ratio(st.policy_bytes, st.origins));
	printf("unused blobs  %12llu  %llu octets\n", (unsigned long long)(st.blobs - st.policies),
	       (unsigned long long)(st.blob_bytes - st.policy_bytes));
	printf("file octets   %12llu  %.1f an origin\n", (unsigned long long)st.file_bytes, ratio(st.file_bytes, st.origins));
	printf("free octets   %12llu\n", (unsigned long long)st.free_bytes);
	printf("stale         %12llu\n", (unsigned long long)t.stale);
	for (size_t i = 0; i < NAGES; i++)
		if (t.by_age[i])
			printf("age   %-14s %6llu\n", ages[i].name, (unsigned long long)t.by_age[i]);
	for (unsigned i = 0; i < 8; i++)
		if (t.by_outcome[i])
			printf("fetch %-14s %6llu\n", robotsc_outcome_name((enum robotsc_outcome)i),
			       (unsigned long long)t.by_outcome[i]);
	return CLI_OK;
}

/* ---- get, check, list ------------------------------------------------------------ */

static int get(struct job *j)
{
	const char *url = j->operands[0];
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	char time[ISO8601_ROOM];
	enum robotsc_store_status status = robotsc_reader_find(j->reader, url, strlen(url), &entry);

	if (status == ROBOTSC_STORE_NOT_FOUND || status == ROBOTSC_STORE_ORIGIN)
		return cli_complain("'%s': %s; %s", url, robotsc_store_strerror(status),
		                    status == ROBOTSC_STORE_ORIGIN ? "write it as https://example.com"
		                                                   : "'robotsc store list' lists those that are");
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(j->reader, entry.policy, &blob);
	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(j->s, status);
	if (j->s->output)
		return cli_check_output(j->s) < 0 ? CLI_TROUBLE : cli_write_blob(j->s, NULL, blob.bytes, blob.size);
	printf("policy   %llu, %lu octets\n", (unsigned long long)entry.policy, (unsigned long)blob.size);
	robotsc__iso8601_write(entry.decision.fetched, time);
	printf("fetched  %s\n", time);
	robotsc__iso8601_write(entry.decision.expires, time);
	printf("fresh to %s\n", time);
	printf("outcome  %s: %s, status %u\n", robotsc_outcome_name(entry.decision.outcome), robotsc_row_text(entry.decision.row),
	       entry.decision.status);
	if (entry.decision.since != entry.decision.fetched) {
		robotsc__iso8601_write(entry.decision.since, time);
		printf("rules of %s\n", time);
	}
	printf("source   %llu octets, digest %016llx\n", (unsigned long long)entry.decision.length,
	       (unsigned long long)entry.decision.digest);
	return CLI_OK;
}

/* Open the extensions of a blob.  A blob that came from no text has none, which is no damage.
 * Returns false for damage. */
static bool open_uses(const struct robotsc_blob *blob, struct robotsc_extensions *ext, bool *found)
{
	const enum robotsc_status status = robotsc_open_extensions(blob, ext);

	*found = status == ROBOTSC_OK;
	return *found || status == ROBOTSC_ERR_ABSENT;
}

/* Print what may be done with a URL, and a tab.  ext NULL: nothing is said. */
static void print_uses(const struct robotsc_extensions *ext, const struct robotsc_group *group, const char *url)
{
	struct robotsc_usage usage;

	if (ext) {
		robotsc_check_usage(ext, group, url, strlen(url), &usage);
		cli_print_usage(ext, &usage);
	} else {
		putchar('-');
	}
	putchar('\t');
}

/* Print what may be done with a URL, as its blob says. */
static int print_uses_of(struct job *j, struct cli_list tokens, const char *url)
{
	struct robotsc_store_entry entry;
	struct robotsc_extensions ext;
	struct robotsc_blob blob;
	struct robotsc_group group;
	bool found = false;
	enum robotsc_store_status status = robotsc_reader_find(j->reader, url, strlen(url), &entry);

	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(j->reader, entry.policy, &blob);
	if (status == ROBOTSC_STORE_OK &&
	    (robotsc_select(&blob, tokens.at, tokens.n, &group) != ROBOTSC_OK || !open_uses(&blob, &ext, &found)))
		status = ROBOTSC_STORE_DAMAGED;
	if (status != ROBOTSC_STORE_OK && status != ROBOTSC_STORE_NOT_FOUND && status != ROBOTSC_STORE_ORIGIN)
		return cli_store_trouble(j->s, status);
	print_uses(found ? &ext : NULL, &group, url);
	return CLI_OK;
}

/* What 'store check' has seen. */
struct checking {
	struct cli_list tokens;
	struct cli_urls urls;
	struct robotsc_filter *filter;
	struct robotsc_filter_report counts;
};

/* A URL is a line here, which ends with NUL. */
static int check_one(struct job *j, struct checking *c, const char *url)
{
	struct robotsc_filter_answers a;
	const char *word = "unknown\t";
	enum robotsc_store_status status;

	if (!cli_take_url(&c->urls, cli_text(url))) {
		fputs(j->s->usage ? "unknown\t-\t" : "unknown\t", stdout);
		cli_print_string(stdout, url);
		putchar('\n');
		return CLI_OK; /* cli_end_urls knows */
	}
	status = robotsc_filter_lines(c->filter, url, strlen(url), &a);
	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(j->s, status);
	c->counts.stale += a.report.stale;
	c->counts.unknown += a.report.unknown;
	word = a.len ? a.at : word;
	printf("%.*s\t", (int)strcspn(word, "\t"), word);
	if (j->s->usage && print_uses_of(j, c->tokens, url) != CLI_OK)
		return CLI_TROUBLE;
	cli_print_string(stdout, url);
	putchar('\n');
	return strncmp(word, "allow\t", 6) == 0 ? CLI_OK : CLI_DISALLOWED;
}

static int check_all(struct job *j, struct cli_list tokens)
{
	struct checking c = {.tokens = tokens, .urls = {.only_urls = true}};
	struct robotsc_filter_options o;
	enum robotsc_store_status status;
	int result = CLI_OK;

	robotsc_filter_options_init(&o);
	o.tokens = tokens.at;
	o.ntokens = tokens.n;
	o.print = ROBOTSC_PRINT_ALL;
	o.stale = (enum robotsc_filter_stale)j->s->stale;
	o.end = '\0';
	o.max_line = SIZE_MAX;
	o.timed = true;
	o.now = j->now;
	status = robotsc_filter_open(&c.filter, j->store, &o);
	if (status != ROBOTSC_STORE_OK)
		return status == ROBOTSC_STORE_AGENT ? cli_refuse_agent(j->s, j->store) : cli_store_trouble(j->s, status);
	for (size_t i = 0; i < j->noperands && result != CLI_TROUBLE; i++) {
		const int one = check_one(j, &c, j->operands[i]);

		result = one > result ? one : result;
	}
	robotsc_filter_close(c.filter);
	if (!j->s->quiet)
		cli_print_counts(&c.counts, o.stale);
	return cli_end_urls(&c.urls) == CLI_OK ? result : CLI_TROUBLE;
}

static int check(struct job *j)
{
	struct cli_list tokens;
	int result;

	if (j->s->usage && !robotsc_store_settings(j->store)->extensions)
		return cli_complain("%s: this store was made without --extensions; import into a new store, with it", j->s->store);
	if (cli_cut_tokens(j->s, j->store, &tokens) != 0)
		return CLI_TROUBLE;
	result = check_all(j, tokens);
	free(tokens.at);
	return result;
}

static int print_entry(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx)
{
	char fetched[ISO8601_ROOM], expiry[ISO8601_ROOM];

	(void)j;
	(void)ctx;
	robotsc__iso8601_write(entry->decision.fetched, fetched);
	robotsc__iso8601_write(entry->decision.expires, expiry);
	cli_print_text(stdout, origin);
	printf("\t%s\t%s\t%s\t%u\t%llu\n", fetched, expiry, robotsc_outcome_name(entry->decision.outcome), entry->decision.status,
	       (unsigned long long)entry->policy);
	return cli_output_failed() ? CLI_TROUBLE : CLI_OK;
}

static int list(struct job *j)
{
	return scan(j, j->noperands ? j->operands[0] : NULL, print_entry, NULL);
}

/* ---- expire ---------------------------------------------------------------------- */

/* Origins that are removed in a batch. */
#define FORGET 4096u

struct stale {
	struct robotsc_store_change *changes;
	char (*origins)[ROBOTSC_ORIGIN_MAX + 1];
	size_t n;
};

static int expire_entry(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx)
{
	struct stale *stale = ctx;

	if (entry->decision.expires > j->now)
		return CLI_OK;
	if (!stale)
		return print_entry(j, origin, entry, NULL);
	memcpy(stale->origins[stale->n], origin.at, origin.len);
	stale->origins[stale->n][origin.len] = '\0';
	stale->changes[stale->n] = (struct robotsc_store_change){.origin = {stale->origins[stale->n], origin.len}, .entry = *entry};
	return ++stale->n < FORGET ? CLI_OK : CLI_DISALLOWED;
}

/* Scan until a batch is full, write it between sessions, and go on from its last origin.  Origins
 * that were fetched again in the meantime stay. */
static int forget(struct job *j, struct stale *stale)
{
	struct robotsc_store_report report;
	char from[ROBOTSC_ORIGIN_MAX + 1] = "";
	size_t removed = 0;
	int result;

	do {
		enum robotsc_store_status status;

		stale->n = 0;
		result = scan(j, from[0] ? from : NULL, expire_entry, stale);
		if (result == CLI_TROUBLE)
			return result;
		if (stale->n)
			memcpy(from, stale->origins[stale->n - 1], sizeof from);
		robotsc_reader_end(j->reader);
		status = robotsc_store_write(j->store, stale->changes, stale->n, &report);
		if (status == ROBOTSC_STORE_OK) {
			removed += report.removed;
			status = robotsc_reader_begin(j->reader, NULL);
		}
		if (status != ROBOTSC_STORE_OK)
			return cli_store_trouble(j->s, status);
	} while (result != CLI_OK);
	if (!j->s->quiet)
		fprintf(stderr, "robotsc: %zu origins removed; 'robotsc store compact' frees the room of their policies\n",
		        removed);
	return CLI_OK;
}

static int expire(struct job *j)
{
	struct stale stale = {NULL, NULL, 0};
	int result;

	if (!j->s->remove)
		return scan(j, NULL, expire_entry, NULL);
	stale.changes = calloc(FORGET, sizeof *stale.changes);
	stale.origins = calloc(FORGET, sizeof *stale.origins);
	result = stale.changes && stale.origins ? forget(j, &stale) : cli_complain("out of memory");
	free(stale.changes);
	free(stale.origins);
	return result;
}

/* ---- compact, verify ------------------------------------------------------------- */

static int compact(struct job *j)
{
	enum robotsc_store_status status;

	if (!j->s->output)
		return cli_complain("--output=FOLDER is missing: the folder of the compact store");
	status = robotsc_reader_copy(j->reader, j->s->output);
	if (status == ROBOTSC_STORE_OK)
		return CLI_OK;
	j->s->store = j->s->output;
	return cli_store_trouble(j->s, status);
}

static void print_fault(void *ctx, const char *line)
{
	(void)ctx;
	cli_print_string(stdout, line);
	putchar('\n');
	fflush(stdout); /* the next step may crash */
}

static int verify(struct job *j)
{
	const enum robotsc_store_status status = robotsc_reader_verify(j->reader, print_fault, NULL);

	if (status == ROBOTSC_STORE_OK) {
		if (!j->s->quiet)
			puts("good");
		return CLI_OK;
	}
	if (status != ROBOTSC_STORE_DAMAGED)
		return cli_store_trouble(j->s, status);
	return cli_complain("%s: %s; import again into a new store", j->s->store, robotsc_store_strerror(status));
}

/* ---- the command ------------------------------------------------------------------ */

static const struct action {
	const char *name;
	size_t min, max; /* operands after the name */
	int (*run)(struct job *j);
} actions[] = {
	{"stat", 0, 0, stat_store}, {"get", 1, 1, get},         {"check", 1, SIZE_MAX, check}, {"list", 0, 1, list},
	{"expire", 0, 0, expire},   {"compact", 0, 0, compact}, {"verify", 0, 0, verify},
};

static bool writes(const struct job *j)
{
	return j->action->run == expire && j->s->remove;
}

static int perform(void *ctx)
{
	struct job *j = ctx;
	int result = CLI_TROUBLE;

	j->store = cli_open_store(j->s, writes(j) ? ROBOTSC_STORE_WRITE : ROBOTSC_STORE_READ, NULL);
	if (j->store)
		j->reader = cli_open_reader(j->s, j->store);
	if (j->reader)
		result = j->action->run(j);
	robotsc_reader_close(j->reader);
	robotsc_store_close(j->store);
	return result;
}

/* A store that may be damaged is read in a child process only. */
static int perform_apart(struct job *j)
{
	return writes(j) || j->action->run == compact ? perform(j) : cli_in_child(j->s->store, perform, j);
}

static int run(struct cli_settings *s)
{
	struct job j = {.s = s, .now = cli_now(), .operands = s->operands + 1, .noperands = s->noperands - 1};

	if (s->at && cli_take_time("at", s->at, &j.now) < 0)
		return CLI_TROUBLE;
	for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
		const struct action *a = &actions[i];

		if (strcmp(s->operands[0], a->name) != 0)
			continue;
		if (j.noperands < a->min || j.noperands > a->max)
			return cli_complain("store %s: %s; see 'robotsc help store'", a->name,
			                    j.noperands < a->min ? "an operand is missing" : "there is an operand too many");
		j.action = a;
		return perform_apart(&j);
	}
	return cli_complain("store has no action '%s'; 'robotsc help store' lists them", s->operands[0]);
}

static const unsigned char options[] = {CLI_OPT_STORE, CLI_OPT_AGENTS, CLI_OPT_FALLBACK, CLI_OPT_AT,
                                        CLI_OPT_USAGE, CLI_OPT_STALE,  CLI_OPT_DELETE,   CLI_OPT_COPY,
                                        CLI_OPT_FORCE, CLI_OPT_QUIET,  CLI_OPT_HELP,     CLI_OPT_END};

const struct cli_command cli_store = {
	.name = "store",
	.operands = "ACTION [OPERAND...]",
	.summary = "show and maintain a store",
	.text = "ACTION is one of\n"
		"  stat            origins, policies, octets, ages\n"
		"  get ORIGIN      the entry of an origin; with -o its blob\n"
		"  check URL...    whether --agent may fetch the URLs: allow, disallow or unknown, a tab, the URL;\n"
		"                  with --usage, the permitted uses and a tab before the URL, as of 'check';\n"
		"                  --stale is as of 'filter', and a line at the end says how many were stale\n"
		"  list [ORIGIN]   all origins in order, or those from ORIGIN on: origin, fetched, fresh to,\n"
		"                  outcome, HTTP status, policy; a tab between them\n"
		"  expire          list the origins that are not fresh any more; with --delete, remove them\n"
		"  compact         write a copy without unused room to the new folder --output\n"
		"  verify          open every blob, compare every digest, checksum and count\n"
		"\n"
		"A damaged store is reported, even when reading it crashes.\n"
		"\n"
		"Exit status: 0 done, and all allowed; 1 a URL is disallowed or unknown; 2 trouble, or what is no URL.\n",
	.options = options,
	.min_operands = 1,
	.max_operands = SIZE_MAX,
	.run = run,
};
