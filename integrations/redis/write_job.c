/* write_job.c - see write_job.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "write_job.h"

#include <stdio.h>
#include <string.h>

#include "policy_key.h"
#include "robotsc/access.h"

/* Keep the compiler's first remark on the text as a whole: it is cut, or no robots.txt. */
static void remark(void *ctx, const struct robotsc_diag *diag)
{
	struct write_job *const w = ctx;
	switch (diag->kind) {
	case ROBOTSC_DIAG_HTML:
	case ROBOTSC_DIAG_JSON:
	case ROBOTSC_DIAG_PDF:
	case ROBOTSC_DIAG_WARC:
	case ROBOTSC_DIAG_UTF16:
	case ROBOTSC_DIAG_COMPRESSED:
	case ROBOTSC_DIAG_BINARY:
	case ROBOTSC_DIAG_SIZE_LIMIT:
	case ROBOTSC_DIAG_SIZE_CUT:
		if (!w->remark)
			w->remark = robotsc_diag_text(diag->kind);
		break;
	default:
		break;
	}
}

struct write_job *redis_write_new(struct module_string **argv, int argc)
{
	struct write_job *const w = redis.Alloc(sizeof *w);
	memset(w, 0, sizeof *w);
	w->job.run = redis_write_run;
	w->job.answer = redis_write_finish;
	w->job.release = redis_write_free;
	w->held = redis_args_hold(argv, argc);
	w->nheld = argc;
	robotsc_options_init(&w->options);
	w->options.agents = w->agents;
	w->options.diag = remark;
	w->options.diag_ctx = w;
	w->now = redis.Milliseconds();
	return w;
}

void redis_write_free(struct job *job)
{
	struct write_job *const w = (struct write_job *)job;
	redis_pending_end(&w->pending);
	redis_blob_drop(w->rules);
	redis_args_drop(w->held, w->nheld);
	redis.Free(w);
}

void redis_write_run(struct job *job)
{
	struct write_job *const w = (struct write_job *)job;
	void *blob = NULL;
	size_t len = 0;
	if (w->is_blob) {
		w->status = redis_blob_take(&w->rules, w->source.at, w->source.len, REDIS_FORGED);
		return;
	}
	w->status = robotsc_compiler_compile(job->compiler, &w->options, w->source.at, w->source.len, &blob, &len);
	/* Compressed data with lines that can be read is taken as a text, with a remark. */
	const enum robotsc_content kind = robotsc_content_kind(w->source.at, w->source.len);
	if (!w->remark && kind >= ROBOTSC_CONTENT_GZIP && kind <= ROBOTSC_CONTENT_ZIP)
		w->remark = "this begins as compressed data does, and is read as a text";
	if (w->status == ROBOTSC_OK)
		w->status = redis_blob_take(&w->rules, blob, len, REDIS_FORGED | REDIS_COMPILED);
	robotsc_free_blob(NULL, blob, len);
}

/* ---- the value ------------------------------------------------------------------------ */

/* True for a constant blob with this decision stamped on it; it stands for a missing file. */
static bool is_constant(const struct robotsc_blob *blob, enum robotsc_dialect dialect, const struct robotsc_decision *d)
{
	const enum robotsc_verdict verdict = d->outcome == ROBOTSC_OUTCOME_ALLOW ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW;
	uint8_t bare[1024];
	size_t len, constant_len;
	const void *const constant = robotsc_constant_blob(dialect, verdict, &constant_len);
	return d->outcome >= ROBOTSC_OUTCOME_ALLOW && d->outcome <= ROBOTSC_OUTCOME_DEFER &&
	       robotsc_stamp(blob, NULL, bare, sizeof bare, &len) == ROBOTSC_OK && len == constant_len &&
	       memcmp(bare, constant, len) == 0;
}

/* Decide as for a 200 without header fields, or by the decision in the blob, if it has one. */
static void decide(struct write_job *w, struct policy_value *value)
{
	struct robotsc_fetch fetch = {
		.profile = robotsc_profile_of((enum robotsc_dialect)value->dialect), .status = 200, .at = w->now / 1000};
	struct robotsc_decision decision;
	struct robotsc_blob blob;
	bool constant = false;
	robotsc_access(&fetch, &decision);
	if (w->is_blob && robotsc_reopen(&blob, w->rules->bytes, w->rules->len) == ROBOTSC_OK &&
	    robotsc_stamp_read(&blob, &decision) == ROBOTSC_OK)
		constant = is_constant(&blob, (enum robotsc_dialect)value->dialect, &decision);
	redis_value_decide(value, &decision);
	value->since = redis_value_seconds(decision.since);
	if (!constant) {
		value->outcome = ROBOTSC_OUTCOME_PARSE;
		value->rules = redis_blob_hold(w->rules);
	}
	if (w->expires) {
		value->expires = w->expires;
		value->revalidate = 0;
	}
}

static struct policy_value *make_value(struct write_job *w)
{
	struct policy_value *const value = redis_value_new(w->origin, w->origin_len);
	value->dialect = w->rules->dialect;
	decide(w, value);
	return value;
}

/* ---- the end ---------------------------------------------------------------------------- */

static const char *compile_error(const struct write_job *w, char line[160])
{
	if (!w->is_blob)
		snprintf(line, 160, "ERR the text cannot be compiled: %s", robotsc_strerror(w->status));
	else
		snprintf(line, 160, "ERR the blob is refused: %s", robotsc_strerror(w->status));
	return line;
}

/* True if this node has the key's slot.  In a cluster, commands fail for keys of other nodes. */
static bool owns(struct module_ctx *ctx, struct module_string *key)
{
	struct module_reply *reply;
	if (!(redis.GetContextFlags(ctx) & MODULE_CTX_CLUSTER))
		return true;
	reply = redis.Call(ctx, "EXISTS", "s", key);
	if (reply)
		redis.FreeCallReply(reply);
	return reply != NULL;
}

/* Says why the policy must not be written; NULL: it may be. */
static const char *obstacle(struct module_ctx *ctx, const struct write_job *w)
{
	if (w->pending.touched)
		return w->pending.touched;
	if (redis.GetContextFlags(ctx) & MODULE_CTX_SLAVE)
		return "the server has another role now; ask the primary";
	if (redis.AvoidReplicaTraffic())
		return "the clients of the server are paused";
	if (!owns(ctx, w->held[1]))
		return "the slot of the key has moved";
	return NULL;
}

int redis_write_finish(struct module_ctx *ctx, struct job *job)
{
	struct write_job *const w = (struct write_job *)job;
	struct module_string *const name = w->held[1];
	const char *why;
	struct module_key *key;
	struct policy_value *old, *value;
	char line[160];
	/* A job without a thread was never pending: nothing can have happened between. */
	why = w->pending.listed || w->pending.touched ? obstacle(ctx, w) : NULL;
	redis_pending_end(&w->pending);
	if (why) {
		snprintf(line, sizeof line, "NOTWRITTEN %s", why);
		return redis.ReplyWithError(ctx, line);
	}
	if (w->status != ROBOTSC_OK)
		return redis.ReplyWithError(ctx, compile_error(w, line));
	if (redis_key_open(ctx, name, MODULE_READ | MODULE_WRITE, &key, &old) != MODULE_OK)
		return MODULE_OK;
	value = make_value(w);
	if (!w->remark && !redis_value_fresh(value, w->now))
		w->remark = "the policy is stale already";
	redis_key_set(ctx, key, name, value, w->is_blob ? "robots.load" : "robots.set");
	if (!w->remark)
		return redis.ReplyWithSimpleString(ctx, "OK");
	snprintf(line, sizeof line, "OK: %s", w->remark);
	return redis.ReplyWithSimpleString(ctx, line);
}
