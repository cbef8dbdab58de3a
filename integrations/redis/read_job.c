/* read_job.c - see read_job.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "read_job.h"

#include <string.h>

#include "commands.h"
#include "policy_key.h"

static struct shared_blob *no_lines; /* the empty file, compiled with extensions */

int redis_lines_start(void)
{
	struct robotsc_options options;
	void *blob = NULL;
	size_t len = 0;
	enum robotsc_status status;
	robotsc_options_init(&options);
	options.extensions = 1;
	status = robotsc_compile(&options, "", 0, &blob, &len);
	if (status == ROBOTSC_OK)
		status = redis_blob_take(&no_lines, blob, len, REDIS_FORGED);
	robotsc_free_blob(NULL, blob, len);
	return status == ROBOTSC_OK ? MODULE_OK : MODULE_ERR;
}

/* ---- views ------------------------------------------------------------------------------ */

enum view_found redis_view_open(struct module_ctx *ctx, struct module_string *name, struct policy_view *view,
                                struct module_key **key, int64_t *expires)
{
	struct policy_value *value;
	const void *bytes;
	size_t len;
	if (redis_key_open(ctx, name, MODULE_READ, key, &value) != MODULE_OK)
		return VIEW_REPLIED;
	if (!value || !redis_value_fresh(value, redis.Milliseconds()))
		return VIEW_NONE;
	*expires = value->expires;
	bytes = redis_value_blob(value, &len);
	if (!bytes || robotsc_reopen(&view->blob, bytes, len) != ROBOTSC_OK) {
		redis.CloseKey(*key);
		redis.ReplyWithError(ctx, "FORMAT the blob of the key has a format that this module cannot read");
		return VIEW_REPLIED;
	}
	view->bytes = bytes;
	view->len = len;
	view->dialect = (enum robotsc_dialect)value->dialect;
	view->rules = value->rules && bytes == value->rules->bytes ? value->rules : NULL;
	view->origin = value->origin;
	view->origin_len = value->origin_len;
	return VIEW_FOUND;
}

bool redis_view_or_null(struct module_ctx *ctx, struct module_string *name, struct policy_view *view, struct module_key **key,
                        int64_t *expires)
{
	const enum view_found found = redis_view_open(ctx, name, view, key, expires);
	if (found == VIEW_NONE) {
		redis.CloseKey(*key);
		redis.ReplyWithNull(ctx);
	}
	return found == VIEW_FOUND;
}

bool redis_view_has(const struct policy_view *view, struct robotsc_text url)
{
	const size_t n = view->origin_len;
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t len;
	/* Most URLs begin with the origin in the same spelling. */
	if (url.len > n && memcmp(url.at, view->origin, n) == 0 && (url.at[n] == '/' || url.at[n] == '?' || url.at[n] == '#'))
		return true;
	return robotsc_origin(url.at, url.len, origin, sizeof origin, &len) == ROBOTSC_OK && len == n &&
	       memcmp(origin, view->origin, n) == 0;
}

/* ---- jobs ------------------------------------------------------------------------------- */

struct read_job *redis_read_new(struct module_string **argv, int argc, const struct policy_view *view)
{
	struct read_job *const r = redis.Alloc(sizeof *r);
	memset(r, 0, sizeof *r);
	r->job.release = redis_read_free;
	r->held = redis_args_hold(argv, argc);
	r->nheld = argc;
	r->view = *view;
	redis_blob_hold(r->view.rules);
	memcpy(r->origin, view->origin, view->origin_len);
	r->view.origin = r->origin;
	return r;
}

void redis_read_free(struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	redis_blob_drop(r->view.rules);
	redis_args_drop(r->held, r->nheld);
	redis.Free(r->answers);
	redis.Free(r);
}

bool redis_read_select(struct read_job *r, bool lines)
{
	struct robotsc_blob blob = r->view.blob;
	if (lines && !r->view.rules && robotsc_reopen(&blob, no_lines->bytes, no_lines->len) != ROBOTSC_OK)
		r->error = "FORMAT the lines of the empty file cannot be read";
	if (!r->error && lines && robotsc_open_extensions(&blob, &r->ext) != ROBOTSC_OK)
		r->error = "ABSENT the policy was compiled without EXTENSIONS";
	if (!r->error)
		r->error = redis_select(&r->robot, &blob, r->view.dialect, &r->group);
	return !r->error;
}

int redis_read_start(struct module_ctx *ctx, struct read_job *r, uint64_t cost)
{
	if (cost > COST_BUDGET && redis_may_wait(ctx)) {
		redis_jobs_add(ctx, &r->job);
		return MODULE_OK;
	}
	if (cost > COST_BUDGET) {
		redis.ReplyWithError(ctx, "BUSY the answer takes longer than the server may wait in MULTI or a script");
	} else {
		r->job.run(&r->job);
		r->job.answer(ctx, &r->job);
	}
	redis_read_free(&r->job);
	return MODULE_OK;
}
