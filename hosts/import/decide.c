/* decide.c - what a fetch means: the access rules, and the compiler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "url_key.h"

struct fetch_decider {
	struct robotsc_options options;
	struct http http;
	struct compile_cache *texts; /* NULL: nothing is compiled */
	enum robotsc_challenge challenge;
	enum robotsc_redirect_scope scope; /* the redirects that are followed */
	struct robotsc_text suffixes;
	char name[URL_ROOM], target[URL_ROOM];
};

struct fetch_decider *robotsc__decider_new(const struct robotsc_options *options, bool texts)
{
	struct fetch_decider *d = calloc(1, sizeof *d);
	if (!d)
		return NULL;
	d->options = *options;
	d->texts = texts ? NULL : robotsc__compile_cache_new(options);
	if (d->texts || texts)
		return d;
	free(d);
	return NULL;
}

void robotsc__decider_scope(struct fetch_decider *d, enum robotsc_redirect_scope scope, struct robotsc_text suffixes)
{
	d->scope = scope;
	d->suffixes = suffixes;
}

void robotsc__decider_challenge(struct fetch_decider *d, enum robotsc_challenge challenge)
{
	d->challenge = challenge;
}

void robotsc__decider_free(struct fetch_decider *d)
{
	if (!d)
		return;
	robotsc__compile_cache_free(d->texts);
	robotsc__http_free(&d->http);
	free(d);
}

size_t robotsc__buffer_add(struct buffer *h, const void *octets, size_t len)
{
	const size_t at = h->len;
	if (len > h->room - h->len) {
		const size_t room = 2 * h->room + len + 4096;
		uint8_t *p = room > len ? realloc(h->at, room) : NULL;
		if (!p)
			return SIZE_MAX;
		h->at = p;
		h->room = room;
	}
	if (len)
		memcpy(h->at + at, octets, len);
	h->len += len;
	return at;
}

int robotsc__decide_constant(struct fetch_decider *d, const struct robotsc_decision *decision, const void **blob, size_t *len)
{
	static const char deny[] = "User-agent: *\nDisallow: /\n";
	const struct robotsc_text text = {deny, decision->outcome == ROBOTSC_OUTCOME_ALLOW ? 0 : sizeof deny - 1};
	return robotsc__compile_cache_blob(d->texts, text, blob, len);
}

/* ---- responses ---------------------------------------------------------------------- */

/* The whole lines of a text whose end the archive dropped. */
static struct robotsc_text whole_lines(struct robotsc_text text)
{
	while (text.len > 0 && text.at[text.len - 1] != '\n' && text.at[text.len - 1] != '\r')
		text.len--;
	return text;
}

bool robotsc__is_failure(const struct robotsc_decision *d)
{
	return d->row == ROBOTSC_ROW_UNREACHABLE || d->row == ROBOTSC_ROW_LONG_UNREACHABLE || d->row == ROBOTSC_ROW_MALFORMED;
}

/* Add the text of the outcome, if there is one.  0, or -1 without memory. */
static int put_text(struct job *job, struct outcome *o, struct robotsc_text text)
{
	o->kind = o->entry.decision.outcome == ROBOTSC_OUTCOME_PARSE ? OUTCOME_POLICY : OUTCOME_NO_TEXT;
	o->value_len = text.len;
	o->value = robotsc__buffer_add(&job->output, text.at, text.len);
	return o->value == SIZE_MAX ? -1 : 0;
}

/* Add the blob of the outcome, from the text or from a decision without text.  With texts wanted,
 * add the text.  0, or -1 without memory. */
static int put_policy(struct fetch_decider *d, struct job *job, struct outcome *o, struct robotsc_text text)
{
	struct robotsc_decision *decision = &o->entry.decision;
	const void *blob;
	int failed;
	if (!d->texts)
		return put_text(job, o, text);
	if (decision->outcome == ROBOTSC_OUTCOME_PARSE) {
		decision->length = text.len;
		decision->digest = robotsc_digest(text.at, text.len);
		failed = robotsc__compile_cache_blob(d->texts, text, &blob, &o->value_len);
	} else {
		failed = robotsc__decide_constant(d, decision, &blob, &o->value_len);
	}
	o->kind = OUTCOME_POLICY;
	o->keep = robotsc__is_failure(decision);
	if (failed < 0)
		return -1;
	o->value = robotsc__buffer_add(&job->output, blob, o->value_len);
	return o->value == SIZE_MAX ? -1 : 0;
}

static int put_redirect(struct fetch_decider *d, struct job *job, struct outcome *o, size_t target_len)
{
	o->kind = OUTCOME_REDIRECT;
	o->value_len = target_len;
	o->value = robotsc__buffer_add(&job->output, d->target, target_len);
	return o->value == SIZE_MAX ? -1 : 0;
}

/* Tell the access rules what challenges count as, and whether the body is a page of HTML. */
static void set_challenge(const struct fetch_decider *d, const void *body, size_t len, struct robotsc_fetch *fetch)
{
	fetch->challenge = (unsigned)d->challenge & 3;
	fetch->page = fetch->status / 100 == 2 && robotsc_content_kind(body, len) == ROBOTSC_CONTENT_HTML;
}

/* Put the key of the URL in the field Location into target.  Returns its length, 0 when there is
 * none. */
static size_t follow(struct fetch_decider *d, struct robotsc_text url)
{
	char absolute[URL_ROOM];
	bool robots;
	const size_t len = d->http.location.len ? robotsc_resolve_url(url, d->http.location, absolute, sizeof absolute) : 0;
	return len ? robotsc__url_key((struct robotsc_text){absolute, len}, d->target, &robots) : 0;
}

/* Decide a fetch.  Returns the length of the key in d->target when the redirect there is followed,
 * else 0. */
static size_t decide_fetch(struct fetch_decider *d, struct robotsc_text url, struct robotsc_fetch *fetch,
                           struct robotsc_decision *decision)
{
	struct robotsc_text target = {d->target, 0};
	if (d->http.cut && robotsc_leads_nowhere(fetch))
		fetch->end = ROBOTSC_END_MALFORMED;
	robotsc_access(fetch, decision);
	if (decision->outcome != ROBOTSC_OUTCOME_FOLLOW)
		return 0;
	target.len = follow(d, url);
	if (!target.len)
		fetch->end = d->http.cut ? ROBOTSC_END_MALFORMED : ROBOTSC_END_NO_LOCATION;
	else if (robotsc_redirect_in_scope(d->scope, &url, &target, &d->suffixes))
		return target.len;
	else
		fetch->refused = 1;
	robotsc_access(fetch, decision);
	return 0;
}

static int decide_response(struct fetch_decider *d, struct job *job, const struct item *item, struct outcome *o)
{
	const struct robotsc_text url = {(const char *)job->input.at + item->url, item->url_len};
	const struct robotsc_text block = {(const char *)job->input.at + item->block, item->block_len};
	struct robotsc_fetch fetch = {.profile = robotsc_profile_of(d->options.dialect), .at = item->date};
	size_t target;
	if (robotsc__http_read(&d->http, block, d->options.limit + 65536) < 0) {
		o->kind = OUTCOME_FAULT;
		o->why = d->http.why;
		return 0;
	}
	if (item->cut == WARC_CUT_LENGTH && d->http.body.len <= d->options.limit)
		d->http.body = whole_lines(d->http.body);
	fetch.status = d->http.status;
	fetch.fields = d->http.fields;
	fetch.nfields = d->http.nfields;
	fetch.empty = d->http.body.len == 0;
	if (item->cut == WARC_CUT_FAILED || (item->cut == WARC_WHOLE && d->http.truncated) ||
	    (item->cut == WARC_CUT_LENGTH && fetch.empty))
		fetch.end = ROBOTSC_END_TRUNCATED;
	set_challenge(d, d->http.body.at, d->http.body.len, &fetch);
	target = decide_fetch(d, url, &fetch, &o->entry.decision);
	return target ? put_redirect(d, job, o, target) : put_policy(d, job, o, d->http.body);
}

static int decide_text(struct fetch_decider *d, struct job *job, const struct item *item, struct outcome *o)
{
	struct robotsc_fetch fetch = {
		.profile = robotsc_profile_of(d->options.dialect), .status = 200, .at = item->date, .empty = item->block_len == 0};
	set_challenge(d, job->input.at + item->block, item->block_len, &fetch);
	robotsc_access(&fetch, &o->entry.decision);
	return put_policy(d, job, o, (struct robotsc_text){(const char *)job->input.at + item->block, item->block_len});
}

static int decide_item(struct fetch_decider *d, struct job *job, const struct item *item, struct outcome *o)
{
	/* The input may be NULL: a job of faults without URLs has no octets. */
	const struct robotsc_text url = {item->url_len ? (const char *)job->input.at + item->url : "", item->url_len};
	int failed = 0;
	*o = (struct outcome){
		.kind = OUTCOME_FAULT, .place = item->place, .why = item->why, .error = item->error, .lost = item->lost};
	if (item->kind != ITEM_FAULT)
		o->name_len = robotsc__url_key(url, d->name, &o->robots);
	o->name = robotsc__buffer_add(&job->output, d->name, o->name_len);
	if (o->name == SIZE_MAX)
		return -1;
	if (item->kind != ITEM_FAULT && o->name_len == 0)
		o->why = "not a URL that has a robots.txt";
	else if (item->kind == ITEM_TEXT)
		failed = decide_text(d, job, item, o);
	else if (item->kind == ITEM_RESPONSE)
		failed = decide_response(d, job, item, o);
	if (o->kind == OUTCOME_FAULT && !failed) {
		o->name_len = url.len;
		o->name = robotsc__buffer_add(&job->output, url.at, url.len);
	}
	return failed || o->name == SIZE_MAX ? -1 : 0;
}

void robotsc__decide_job(struct fetch_decider *d, struct job *job)
{
	job->output.len = 0;
	job->failed = 0;
	for (size_t i = 0; i < job->n && !job->failed; i++)
		job->failed = decide_item(d, job, &job->items[i], &job->outcomes[i]) < 0;
}
