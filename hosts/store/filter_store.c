/* filter_store.c - answers URLs by a store.
 *
 * A window of URLs goes through these steps: find the origins, and prefetch their hosts; find the
 * hosts, and open all new policies together; check all URLs together, so that the memory accesses
 * of many policies overlap.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "filter_source.h"
#include "robotsc/compile.h"

#define WINDOW 64u

/* A URL, and the host that it names. */
struct asked_url {
	struct robotsc_text prefix; /* "scheme://authority" */
	uint64_t number;
	struct host host;
	bool same; /* it has the host of the previous URL */
};

struct store_source {
	struct filter_source is;
	enum robotsc_dialect dialect;
	struct robotsc_reader *reader;
	struct host_cache *hosts;
	/* The first is the last URL of the previous window; its prefix is empty if there is
	 * none. */
	struct asked_url asked[1 + WINDOW];
	struct robotsc_query queries[WINDOW];
};

/* Find out whether the store's blobs answer for these tokens: compile a blob for the same agents,
 * and ask it. */
static enum robotsc_store_status check_tokens(const struct robotsc_store_settings *made_for, const struct robotsc_text *tokens,
                                              size_t n)
{
	struct robotsc_options options;
	struct robotsc_blob blob;
	struct robotsc_group group;
	enum robotsc_status status;
	void *bytes;
	size_t len;
	robotsc_options_init(&options);
	options.dialect = made_for->dialect;
	options.agents = made_for->agents;
	options.nagents = made_for->nagents;
	status = robotsc_compile(&options, "", 0, &bytes, &len);
	if (status == ROBOTSC_ERR_NOMEM)
		return ROBOTSC_STORE_NOMEM;
	if (status != ROBOTSC_OK)
		/* This version does not compile the dialect; each blob is asked instead. */
		return ROBOTSC_STORE_OK;
	status = robotsc_open(&blob, bytes, len);
	if (status == ROBOTSC_OK)
		status = robotsc_select(&blob, tokens, n, &group);
	robotsc_free_blob(NULL, bytes, len);
	return status == ROBOTSC_ERR_AGENT ? ROBOTSC_STORE_AGENT : ROBOTSC_STORE_OK;
}

/* ---- URLs to hosts -------------------------------------------------------------------- */

static bool ends_authority(char c)
{
	return c == '/' || c == '?' || c == '#';
}

/* The beginning of a URL up to the end of the authority. */
static struct robotsc_text prefix_of(struct robotsc_text url)
{
	const char *colon = url.len ? memchr(url.at, ':', url.len) : NULL;
	size_t n = colon ? (size_t)(colon - url.at) : url.len;
	if (url.len - n < 3 || url.at[n + 1] != '/' || url.at[n + 2] != '/')
		return (struct robotsc_text){url.at, 0};
	for (n += 3; n < url.len && !ends_authority(url.at[n]);)
		n++;
	return (struct robotsc_text){url.at, n};
}

static bool begins_with(struct robotsc_text url, struct robotsc_text prefix)
{
	return prefix.len > 0 && url.len >= prefix.len && memcmp(url.at, prefix.at, prefix.len) == 0 &&
	       (url.len == prefix.len || ends_authority(url.at[prefix.len]));
}

static void prepare(struct store_source *s, const struct robotsc_text *urls, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct asked_url *const a = &s->asked[1 + i];
		a->same = begins_with(urls[i], a[-1].prefix);
		if (a->same) {
			a->prefix = (struct robotsc_text){urls[i].at, a[-1].prefix.len};
			continue;
		}
		a->prefix = prefix_of(urls[i]);
		a->number = robotsc__host_cache_prepare(s->hosts, a->prefix);
	}
}

static enum robotsc_store_status find_hosts(struct store_source *s, size_t n)
{
	for (struct asked_url *a = s->asked + 1; a <= s->asked + n; a++) {
		enum robotsc_store_status status = ROBOTSC_STORE_OK;
		if (a->same)
			a->host = a[-1].host;
		else
			status = robotsc__host_cache_find(s->hosts, a->number, a->prefix, &a->host);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	return robotsc__host_cache_open(s->hosts);
}

/* ---- hosts to answers ------------------------------------------------------------------- */

/* The part of a URL that rules match: all after the authority.  The dialect google finds it by its
 * own rules. */
static struct robotsc_text path_of(const struct store_source *s, struct robotsc_text url, const struct asked_url *a)
{
	struct robotsc_text path = {url.at + a->prefix.len, url.len - a->prefix.len};
	if (s->dialect == ROBOTSC_GOOGLE)
		robotsc_url_path(ROBOTSC_GOOGLE, url.at, url.len, &path);
	else if (path.len > 0 && path.at[0] == '#')
		path.len = 0;
	return path;
}

static void ask(struct store_source *s, const struct robotsc_text *urls, size_t n, struct robotsc_snapshot_answer *answers)
{
	uint8_t verdicts[WINDOW];
	size_t asked = 0;
	for (size_t i = 0; i < n; i++) {
		const struct asked_url *const a = &s->asked[1 + i];
		const struct host *const host = &a->host;
		const enum robotsc_status status = host->policy == HOST_NONE      ? ROBOTSC_ERR_HOST
		                                   : host->policy == HOST_UNKNOWN ? ROBOTSC_ERR_UNKNOWN
		                                                                  : ROBOTSC_OK;
		answers[i] = (struct robotsc_snapshot_answer){.status = (uint8_t)status,
		                                              .outcome = host->outcome,
		                                              .challenge = host->challenge,
		                                              .expires = host->expires};
		if (status == ROBOTSC_OK)
			s->queries[asked++] =
				(struct robotsc_query){robotsc__host_cache_group(s->hosts, host->policy), path_of(s, urls[i], a)};
	}
	robotsc_check_batch(s->queries, asked, verdicts);
	asked = 0;
	for (size_t i = 0; i < n; i++)
		if (answers[i].status == ROBOTSC_OK)
			answers[i].verdict = verdicts[asked++];
}

/* ---- the source -------------------------------------------------------------------------- */

static enum robotsc_store_status begin(struct filter_source *source)
{
	struct store_source *const s = (struct store_source *)source;
	int changed;
	const enum robotsc_store_status status = robotsc_reader_begin(s->reader, &changed);
	if (status == ROBOTSC_STORE_OK && changed)
		robotsc__host_cache_clear(s->hosts);
	s->asked[0].prefix.len = 0;
	return status;
}

static void end(struct filter_source *source)
{
	robotsc_reader_end(((struct store_source *)source)->reader);
}

static enum robotsc_store_status check(struct filter_source *source, const struct robotsc_text *urls, size_t n,
                                       struct robotsc_snapshot_answer *answers)
{
	struct store_source *const s = (struct store_source *)source;
	const int forgotten = robotsc__host_cache_begin(s->hosts);
	enum robotsc_store_status status;
	if (forgotten < 0)
		return ROBOTSC_STORE_NOMEM;
	if (forgotten)
		s->asked[0].prefix.len = 0;
	prepare(s, urls, n);
	status = find_hosts(s, n);
	if (status != ROBOTSC_STORE_OK)
		return status;
	ask(s, urls, n, answers);
	s->asked[0] = s->asked[n];
	return ROBOTSC_STORE_OK;
}

static void close_source(struct filter_source *source)
{
	struct store_source *const s = (struct store_source *)source;
	robotsc__host_cache_free(s->hosts);
	robotsc_reader_close(s->reader);
	free(s);
}

enum robotsc_store_status robotsc_filter_open(struct robotsc_filter **filter, struct robotsc_store *store,
                                              const struct robotsc_filter_options *options)
{
	const struct robotsc_store_settings *settings = robotsc_store_settings(store);
	enum robotsc_store_status status = ROBOTSC_STORE_AGENT;
	struct store_source *s;
	if (!robotsc__filter_takes(options))
		return ROBOTSC_STORE_ARGUMENT;
	if (options->ntokens)
		status = check_tokens(settings, options->tokens, options->ntokens);
	if (status != ROBOTSC_STORE_OK)
		return status;
	s = calloc(1, sizeof *s);
	if (!s)
		return ROBOTSC_STORE_NOMEM;
	s->is = (struct filter_source){WINDOW, begin, end, check, close_source};
	s->dialect = settings->dialect;
	if (robotsc_reader_open(&s->reader, store) == ROBOTSC_STORE_OK)
		s->hosts = robotsc__host_cache_new(s->reader, options->tokens, options->ntokens);
	if (s->hosts)
		return robotsc__filter_new(filter, &s->is, options);
	close_source(&s->is);
	return ROBOTSC_STORE_NOMEM;
}

static enum robotsc_store_status open_filter(const struct filter_opener *o, struct robotsc_filter **filter)
{
	return robotsc_filter_open(filter, o->store, o->options);
}

enum robotsc_store_status robotsc_filter_run(struct robotsc_store *store, const struct robotsc_filter_options *options,
                                             const struct robotsc_filter_streams *streams, struct robotsc_filter_report *report)
{
	const struct filter_opener opener = {.open = open_filter, .options = options, .store = store};
	return robotsc__filter_run_lines(&opener, streams, report);
}
