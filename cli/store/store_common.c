/* store_common.c - see store_common.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "store_common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/agent.h"
#include "cli/messages.h"
#include "cli/hosts/ask_urls.h"
#include "cli/text_print.h"

/* ---- stores -------------------------------------------------------------------- */

static const char *advice(enum robotsc_store_status status)
{
	switch (status) {
	case ROBOTSC_STORE_ABSENT:
		return "; 'robotsc import' makes one";
	case ROBOTSC_STORE_VERSION:
	case ROBOTSC_STORE_BLOBS:
		return "; import into a new store, or use the robotsc that made it";
	case ROBOTSC_STORE_SETTINGS:
		return "; leave out the options that say how to compile, or import into another store";
	case ROBOTSC_STORE_SPACE:
		return "; the last batch was not stored; what was stored before it is";
	case ROBOTSC_STORE_ADDRESSES:
		return "; raise the limit on virtual memory (ulimit -v)";
	case ROBOTSC_STORE_DAMAGED:
		return "; 'robotsc store verify' lists what is wrong";
	case ROBOTSC_STORE_EXISTS:
		return "; name a folder that does not exist, and remove what a killed run left beside it (NAME.part)";
	default:
		return "";
	}
}

int cli_store_trouble(const struct cli_settings *s, enum robotsc_store_status status)
{
	const char *const name = s->store ? s->store : s->text;
	const int error = errno;
	if (status == ROBOTSC_STORE_SYSTEM && error == EACCES)
		return cli_complain("%s: permission denied; a reader too must be able to write lock.mdb", name);
	return cli_complain("%s: %s%s%s%s", name, robotsc_store_strerror(status), status == ROBOTSC_STORE_SYSTEM ? ": " : "",
	                    status == ROBOTSC_STORE_SYSTEM ? strerror(error) : "", advice(status));
}

/* Print a setting of the store if it differs from the given one. */
static void print_other(bool other, const char *option, const char *has, const char *given)
{
	if (other)
		fprintf(stderr, "  it has %s=%s, not %s\n", option, has, given);
}

static void print_agents(const struct robotsc_store_settings *settings)
{
	for (size_t i = 0; i < settings->nagents; i++) {
		fputs(i ? ", " : "", stderr);
		cli_print_text(stderr, settings->agents[i]);
	}
	fputs(settings->nagents ? "" : "every agent", stderr);
}

static bool same_agents(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	size_t n = 0;
	while (n < a->nagents && n < b->nagents && a->agents[n].len == b->agents[n].len &&
	       memcmp(a->agents[n].at, b->agents[n].at, a->agents[n].len) == 0)
		n++;
	return n == a->nagents && n == b->nagents;
}

/* Print the settings of the store that differ from the given ones, one on each line. */
static void print_settings(const struct cli_settings *s, const struct robotsc_store_settings *given)
{
	static const char *const on[] = {"no", "yes"}, *const rest[] = {"allow", "deny"};
	struct robotsc_store *store = NULL;
	const struct robotsc_store_settings *has;
	if (robotsc_store_open(&store, s->store, ROBOTSC_STORE_READ, NULL) != ROBOTSC_STORE_OK)
		return;
	has = robotsc_store_settings(store);
	print_other(has->dialect != given->dialect, "--dialect", robotsc_dialect_name(has->dialect),
	            robotsc_dialect_name(given->dialect));
	print_other(!has->strict_fields != !given->strict_fields, "--strict-fields", on[!given->strict_fields],
	            on[!!given->strict_fields]);
	print_other(!has->aipref_rule != !given->aipref_rule, "--aipref-rule", on[!given->aipref_rule], on[!!given->aipref_rule]);
	print_other(!has->extensions != !given->extensions, "--extensions", on[!given->extensions], on[!!given->extensions]);
	print_other(!has->conner2_rest_deny != !given->conner2_rest_deny, "--conner2-rest", rest[!given->conner2_rest_deny],
	            rest[!!given->conner2_rest_deny]);
	print_other(has->redirect_scope != given->redirect_scope, "--redirect-scope",
	            robotsc_redirect_scope_name(has->redirect_scope), robotsc_redirect_scope_name(given->redirect_scope));
	print_other(has->challenge != given->challenge, "--challenge", robotsc_challenge_name(has->challenge),
	            robotsc_challenge_name(given->challenge));
	if (has->limit != given->limit)
		fprintf(stderr, "  it has --limit=%llu, not %llu\n", (unsigned long long)has->limit,
		        (unsigned long long)given->limit);
	if (!same_agents(has, given)) {
		fputs("  it has --agent: ", stderr);
		print_agents(has);
		fputs("; given: ", stderr);
		print_agents(given);
		putc('\n', stderr);
	}
	robotsc_store_close(store);
}

struct robotsc_store *cli_open_store(const struct cli_settings *s, enum robotsc_store_mode mode,
                                     const struct robotsc_store_settings *settings)
{
	struct robotsc_store *store = NULL;
	enum robotsc_store_status status;
	if (!s->store) {
		cli_complain("--store=FOLDER is missing");
		return NULL;
	}
	status = robotsc_store_open(&store, s->store, mode, settings);
	if (status == ROBOTSC_STORE_OK)
		return store;
	cli_store_trouble(s, status);
	if (status == ROBOTSC_STORE_SETTINGS)
		print_settings(s, settings);
	return NULL;
}

struct robotsc_reader *cli_open_reader(const struct cli_settings *s, struct robotsc_store *store)
{
	struct robotsc_reader *reader = NULL;
	enum robotsc_store_status status = robotsc_reader_open(&reader, store);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_begin(reader, NULL);
	if (status == ROBOTSC_STORE_OK)
		return reader;
	cli_store_trouble(s, status);
	robotsc_reader_close(reader);
	return NULL;
}

/* ---- imports ------------------------------------------------------------------- */

void cli_print_fault(const struct robotsc_import_fault *fault)
{
	fputs("robotsc: ", stderr);
	cli_print_string(stderr, fault->input);
	if (fault->located)
		fprintf(stderr, ":%llu", (unsigned long long)fault->at);
	if (fault->inner)
		fprintf(stderr, "+%llu", (unsigned long long)fault->inner);
	fputs(": ", stderr);
	if (fault->name.len) {
		cli_print_text(stderr, fault->name);
		fputs(": ", stderr);
	}
	fprintf(stderr, "%s%s%s%s\n", fault->why, fault->error ? ": " : "", fault->error ? strerror(fault->error) : "",
	        fault->lost ? "" : "; skipped");
}

static int refuse_input(const char *name, bool standard, enum robotsc_store_status status)
{
	if (status == ROBOTSC_STORE_SYSTEM)
		return cli_complain("%s: cannot %s: %s", name, standard ? "read" : "open", strerror(errno));
	return cli_complain("%s: %s%s", name, robotsc_store_strerror(status),
	                    status == ROBOTSC_STORE_INPUT ? "; 'robotsc help import' says what is read" : "");
}

size_t cli_add_inputs(struct robotsc_import *import, char **names, size_t n)
{
	size_t refused = 0;
	for (size_t i = 0; i < n; i++) {
		const bool standard = strcmp(names[i], "-") == 0;
		const char *name = standard ? "<stdin>" : names[i];
		const enum robotsc_store_status status = robotsc_import_add(import, name, standard ? STDIN_FILENO : -1);
		if (status != ROBOTSC_STORE_OK) {
			refuse_input(name, standard, status);
			refused++;
		}
	}
	return refused;
}

/* ---- visits the entries of a store ---- */

int cli_store_scan(struct job *j, const char *from, visit *on_entry, void *ctx)
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

/* ---- URLs, answered by a store ---- */

static int trouble(void *ctx, enum robotsc_store_status status)
{
	const struct job *const j = ctx;
	return cli_store_trouble(j->s, status);
}

static int find_blob(void *ctx, const char *url, struct robotsc_blob *blob, bool *found)
{
	const struct job *const j = ctx;
	struct robotsc_store_entry entry;
	enum robotsc_store_status status = robotsc_reader_find(j->reader, url, strlen(url), &entry);
	if (status == ROBOTSC_STORE_NOT_FOUND || status == ROBOTSC_STORE_ORIGIN)
		return CLI_OK;
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(j->reader, entry.policy, blob);
	*found = status == ROBOTSC_STORE_OK;
	return *found ? CLI_OK : trouble(ctx, status);
}

static int check_all(struct job *j, struct cli_list tokens)
{
	struct cli_asking a = {j->s, &j->json, tokens, NULL, "store", j, find_blob, trouble};
	struct robotsc_filter_options o;
	enum robotsc_store_status status;
	int result;
	cli_asking_options(&o, j->s, tokens, j->now);
	status = robotsc_filter_open(&a.filter, j->store, &o);
	if (status != ROBOTSC_STORE_OK)
		return status == ROBOTSC_STORE_AGENT
		               ? cli_refuse_agent(j->s->store, robotsc_store_settings(j->store), "import again")
		               : cli_store_trouble(j->s, status);
	result = cli_ask_urls(&a, j->operands, j->noperands);
	robotsc_filter_close(a.filter);
	return result;
}

int cli_store_check(struct job *j)
{
	struct cli_list tokens;
	if (j->s->usage && !robotsc_store_settings(j->store)->extensions)
		return cli_complain("%s: this store was made without --extensions; import into a new store, with it", j->s->store);
	if (cli_cut_tokens(j->s, robotsc_store_settings(j->store)->dialect, &tokens) != 0)
		return CLI_TROUBLE;
	return check_all(j, tokens);
}
