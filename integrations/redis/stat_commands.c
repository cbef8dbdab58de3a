/* stat_commands.c - ROBOTS.STAT and ROBOTS.BLOB, and the section of INFO.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "pending_writes.h"
#include "policy_key.h"
#include "read_job.h"
#include "robotsc/inspect.h"

void redis_reply_text(struct module_ctx *ctx, const char *name, const char *text)
{
	redis.ReplyWithCString(ctx, name);
	redis.ReplyWithCString(ctx, text);
}

void redis_reply_number(struct module_ctx *ctx, const char *name, long long number)
{
	redis.ReplyWithCString(ctx, name);
	redis.ReplyWithLongLong(ctx, number);
}

static void reply_blob_facts(struct module_ctx *ctx, struct shared_blob *rules)
{
	struct robotsc_blob blob;
	struct robotsc_info info;
	char format[16] = "";
	uint32_t refs = 0;
	const bool opened = rules && !rules->opaque && robotsc_reopen(&blob, rules->bytes, rules->len) == ROBOTSC_OK;
	if (rules)
		(void)redis_blob_share(rules, &refs);
	if (opened) {
		robotsc_blob_info(&blob, &info);
		snprintf(format, sizeof format, "%u.%u", info.format_major, info.format_minor);
	} else if (rules) {
		snprintf(format, sizeof format, "unknown");
	}
	redis_reply_text(ctx, "format", format);
	redis_reply_number(ctx, "octets", rules ? rules->len : 0);
	redis_reply_number(ctx, "shared", refs);
	redis_reply_number(ctx, "extensions", rules ? rules->lines : 0);
	redis_reply_number(ctx, "compiled", rules ? rules->compiled : 0);
}

static void reply_stat(struct module_ctx *ctx, const struct policy_value *value, int64_t now)
{
	const char *const profile = robotsc_profile_name((enum robotsc_profile)value->profile);
	const char *const dialect = robotsc_dialect_name((enum robotsc_dialect)value->dialect);
	redis.ReplyWithMap(ctx, 18);
	redis.ReplyWithCString(ctx, "origin");
	redis.ReplyWithStringBuffer(ctx, value->origin, value->origin_len);
	redis_reply_text(ctx, "dialect", dialect ? dialect : "");
	redis_reply_text(ctx, "outcome", value->known ? robotsc_outcome_name((enum robotsc_outcome)value->outcome) : "none");
	redis_reply_text(ctx, "reason", value->known ? robotsc_row_text((enum robotsc_row)value->row) : "none");
	redis_reply_number(ctx, "status", value->status);
	redis_reply_text(ctx, "end", robotsc_end_name((enum robotsc_end)value->end));
	redis_reply_text(ctx, "profile", profile ? profile : "");
	redis_reply_number(ctx, "fetched", 1000 * value->fetched);
	redis_reply_number(ctx, "since", 1000 * value->since);
	redis_reply_number(ctx, "expires", value->expires);
	redis_reply_number(ctx, "stale", !redis_value_fresh(value, now));
	redis_reply_number(ctx, "revalidate", value->revalidate);
	redis_reply_number(ctx, "failed", 1000 * value->failed);
	reply_blob_facts(ctx, value->rules);
}

int redis_cmd_stat(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct policy_value *value;
	struct module_key *key;
	if (argc != 2)
		return redis.WrongArity(ctx);
	if (redis_key_open(ctx, argv[1], MODULE_READ, &key, &value) != MODULE_OK)
		return MODULE_OK;
	if (value)
		reply_stat(ctx, value, redis.Milliseconds());
	else
		redis.ReplyWithNull(ctx);
	redis.CloseKey(key);
	return MODULE_OK;
}

int redis_cmd_blob(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct policy_view view;
	struct module_key *key;
	int64_t expires;
	if (argc != 2)
		return redis.WrongArity(ctx);
	if (!redis_view_or_null(ctx, argv[1], &view, &key, &expires))
		return MODULE_OK;
	redis.ReplyWithArray(ctx, 2);
	redis.ReplyWithStringBuffer(ctx, view.bytes, view.len);
	redis.ReplyWithLongLong(ctx, expires);
	redis.CloseKey(key);
	return MODULE_OK;
}

/* ---- INFO -------------------------------------------------------------------------------- */

static void info(struct module_info *out, int crash)
{
	struct redis_blob_sums blobs;
	struct redis_job_sums jobs;
	/* In the report of a crash take no lock: the crashed thread may hold it. */
	if (crash)
		return;
	redis_blob_sums(&blobs);
	redis_job_sums(&jobs);
	redis.InfoAddSection(out, "policies");
	redis.InfoAddFieldULongLong(out, "blobs", blobs.blobs);
	redis.InfoAddFieldULongLong(out, "blob_references", blobs.refs);
	redis.InfoAddFieldULongLong(out, "blob_octets", blobs.octets);
	redis.InfoAddFieldULongLong(out, "blob_octets_unshared", blobs.octets_unshared);
	redis.InfoAddFieldULongLong(out, "blobs_opaque", blobs.opaque);
	redis.InfoAddSection(out, "jobs");
	redis.InfoAddFieldULongLong(out, "done", jobs.done);
	redis.InfoAddFieldULongLong(out, "waiting", jobs.waiting);
	redis.InfoAddFieldULongLong(out, "running", jobs.running);
	redis.InfoAddFieldULongLong(out, "busy", jobs.refused);
	redis.InfoAddFieldULongLong(out, "timeouts", jobs.timeouts);
	redis.InfoAddFieldULongLong(out, "not_run", jobs.not_run);
	redis.InfoAddFieldULongLong(out, "not_written", redis_pending_lost());
}

int redis_info_start(struct module_ctx *ctx)
{
	return redis.RegisterInfoFunc(ctx, info);
}
