/* outcome_command.c - ROBOTS.OUTCOME: sets a key by how a fetch ended.  docs/access.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <strings.h>

#include "command_args.h"
#include "commands.h"
#include "policy_key.h"

#define FIELDS_MAX 64u

struct outcome_args {
	struct robotsc_fetch fetch;
	struct robotsc_header_field fields[FIELDS_MAX];
	struct robotsc_text origin;
	enum robotsc_dialect dialect;
	bool has_dialect, has_profile, has_end;
};

typedef const char *name_of(int value);

static const char *end_name(int value)
{
	return robotsc_end_name((enum robotsc_end)value);
}

static const char *profile_name(int value)
{
	return robotsc_profile_name((enum robotsc_profile)value);
}

static const char *challenge_name(int value)
{
	return robotsc_challenge_name((enum robotsc_challenge)value);
}

/* The next argument as one of the library's names: its number, at least from. */
static int named(struct command_args *args, name_of *name, int from, const char *error)
{
	const struct robotsc_text text = redis_arg(args, error);
	for (int i = from; !args->error && name(i); i++)
		if (text.len == strlen(name(i)) && strncasecmp(text.at, name(i), text.len) == 0)
			return i;
	args->error = error;
	return 0;
}

/* Read how the fetch ended.  True if the next argument was STATUS or FAILURE. */
static bool read_end(struct command_args *args, struct outcome_args *o)
{
	if (redis_arg_is(args, "STATUS"))
		o->fetch.status = (unsigned)redis_arg_number(args, 0, 65535, "after STATUS that of the response is due");
	else if (redis_arg_is(args, "FAILURE"))
		o->fetch.end =
			(enum robotsc_end)named(args, end_name, ROBOTSC_END_DNS,
		                                "after FAILURE one of dns, connect, tls, timeout, truncated, malformed, loop "
		                                "and no-location is due");
	else
		return false;
	o->has_end = true;
	return true;
}

static void read_field(struct command_args *args, struct outcome_args *o)
{
	struct robotsc_header_field *const field = &o->fields[o->fetch.nfields];
	if (o->fetch.nfields == FIELDS_MAX) {
		args->error = "there are more than 64 fields";
		return;
	}
	field->name = redis_arg(args, "after FIELD a name and a value are due");
	field->value = redis_arg(args, "after FIELD a name and a value are due");
	o->fetch.nfields++;
}

/* Read another fact of the fetch.  True if the next argument was one of these words. */
static bool read_flag(struct command_args *args, struct robotsc_fetch *fetch)
{
	if (redis_arg_is(args, "REFUSED"))
		fetch->refused = 1;
	else if (redis_arg_is(args, "EMPTY"))
		fetch->empty = 1;
	else if (redis_arg_is(args, "PAGE"))
		fetch->page = 1;
	else if (redis_arg_is(args, "SITEUP"))
		fetch->site_up = 1;
	else if (redis_arg_is(args, "ALLOW429"))
		fetch->allow_429 = 1;
	else if (redis_arg_is(args, "REDIRECTS"))
		fetch->redirects = (unsigned)redis_arg_number(args, 0, 1000, "after REDIRECTS the number of those followed is due");
	else if (redis_arg_is(args, "CHALLENGE"))
		fetch->challenge = (unsigned)named(args, challenge_name, 0,
		                                   "after CHALLENGE one of parse, unavailable and unreachable is due") &
		                   3;
	else
		return false;
	return true;
}

static void read_args(struct command_args *args, struct outcome_args *o, int64_t now)
{
	o->fetch.at = now / 1000;
	while (!args->error && args->at < args->argc) {
		if (redis_arg_is(args, "FIELD"))
			read_field(args, o);
		else if (redis_arg_is(args, "AT"))
			o->fetch.at = redis_arg_number(args, 1, VALUE_TIME_MAX, "after AT a time in milliseconds is due") / 1000;
		else if (redis_arg_is(args, "ORIGIN"))
			o->origin = redis_arg(args, "after ORIGIN a URL of http, https or ftp is due");
		else if (redis_arg_is(args, "PROFILE"))
			o->fetch.profile = (enum robotsc_profile)named(
				args, profile_name, 0, "after PROFILE one of rfc9309, google, 1996 and draft2019 is due"),
			o->has_profile = true;
		else if (redis_arg_dialect(args, &o->dialect))
			o->has_dialect = true;
		else if (!read_end(args, o) && !read_flag(args, &o->fetch) && !args->error)
			args->error = "there is a word that ROBOTS.OUTCOME does not know";
	}
	if (!args->error && !o->has_end)
		args->error = "say how the fetch ended, with STATUS or FAILURE";
	/* A crawler's clock may be ahead of the server's. */
	if (o->fetch.at > now / 1000)
		o->fetch.at = now / 1000;
	o->fetch.fields = o->fields;
}

/* The key's value if it is about this origin; NULL if it is about another, or there is none. */
static const struct policy_value *earlier(const struct policy_value *old, const char *origin, size_t len)
{
	return old && old->origin_len == len && memcmp(old->origin, origin, len) == 0 ? old : NULL;
}

/* Find the fetched origin: from ORIGIN, else the key's policy or name.  NULL, or a sentence. */
static const char *find_origin(const struct outcome_args *o, struct robotsc_text key, const struct policy_value *old,
                               char out[ROBOTSC_ORIGIN_MAX], size_t *len)
{
	struct robotsc_text origin = o->origin;
	if (!origin.at && old && old->origin_len)
		origin = (struct robotsc_text){old->origin, old->origin_len};
	return redis_find_origin(origin, key, old, out, len);
}

/* Complete the fetch by what the key has of earlier fetches, and decide. */
static void decide(struct outcome_args *o, const struct policy_value *old, struct robotsc_decision *decision)
{
	struct robotsc_fetch *const fetch = &o->fetch;
	if (!o->has_dialect)
		o->dialect = old ? (enum robotsc_dialect)old->dialect : ROBOTSC_RFC9309;
	if (!o->has_profile)
		fetch->profile = robotsc_profile_of(o->dialect);
	if (old && old->rules) {
		fetch->cached = 1;
		fetch->cached_age = fetch->at > old->since ? (uint64_t)(fetch->at - old->since) : 0;
	}
	if (old && old->failed && fetch->at > old->failed)
		fetch->unreachable = (uint64_t)(fetch->at - old->failed);
	robotsc_access(fetch, decision);
}

static bool is_failure(const struct robotsc_decision *d)
{
	return d->row == ROBOTSC_ROW_UNREACHABLE || d->row == ROBOTSC_ROW_LONG_UNREACHABLE || d->row == ROBOTSC_ROW_MALFORMED ||
	       (d->row == ROBOTSC_ROW_TOO_MANY && d->profile == ROBOTSC_PROFILE_GOOGLE);
}

/* True if the server says that there are no rules, or that nobody may see them. */
static bool ends_rules(const struct robotsc_decision *d)
{
	return d->outcome == ROBOTSC_OUTCOME_ALLOW || d->row == ROBOTSC_ROW_FORBIDDEN;
}

static struct policy_value *make_value(const struct outcome_args *o, const struct policy_value *held,
                                       const struct robotsc_decision *d, const char *origin, size_t len)
{
	const struct policy_value *const old = earlier(held, origin, len);
	struct policy_value *const value = old ? redis_value_copy(old, origin, len) : redis_value_new(origin, len);
	if (ends_rules(d)) {
		redis_blob_drop(value->rules);
		value->rules = NULL;
	}
	value->dialect = value->rules && !value->rules->opaque ? value->rules->dialect : (uint8_t)o->dialect;
	value->failed = !is_failure(d) ? 0 : old && old->failed ? old->failed : d->fetched;
	if (d->outcome == ROBOTSC_OUTCOME_CACHED || !value->rules)
		value->since = redis_value_seconds(d->since);
	redis_value_decide(value, d);
	return value;
}

static int reply(struct module_ctx *ctx, const struct robotsc_decision *d, bool written)
{
	redis.ReplyWithMap(ctx, 5);
	redis_reply_text(ctx, "outcome", robotsc_outcome_name((enum robotsc_outcome)d->outcome));
	redis_reply_text(ctx, "reason", robotsc_row_text((enum robotsc_row)d->row));
	redis_reply_number(ctx, "expires", 1000 * d->expires);
	redis_reply_number(ctx, "revalidate", d->revalidate);
	redis_reply_number(ctx, "written", written);
	return MODULE_OK;
}

int redis_cmd_outcome(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct outcome_args o = {.dialect = ROBOTSC_RFC9309};
	struct robotsc_decision decision;
	char origin[ROBOTSC_ORIGIN_MAX];
	struct policy_value *old;
	struct module_key *key;
	bool written;
	size_t len;
	if (argc < 4)
		return redis.WrongArity(ctx);
	read_args(&args, &o, redis.Milliseconds());
	if (args.error)
		return redis_argument_error(ctx, args.error);
	if (redis_key_open(ctx, argv[1], MODULE_READ, &key, &old) != MODULE_OK)
		return MODULE_OK;
	args.error = find_origin(&o, redis_text(argv[1]), old, origin, &len);
	if (!args.error)
		decide(&o, earlier(old, origin, len), &decision);
	redis.CloseKey(key);
	if (args.error)
		return redis_argument_error(ctx, args.error);
	written = decision.outcome != ROBOTSC_OUTCOME_PARSE && decision.outcome != ROBOTSC_OUTCOME_FOLLOW;
	if (written && redis_key_open(ctx, argv[1], MODULE_READ | MODULE_WRITE, &key, &old) == MODULE_OK)
		redis_key_set(ctx, key, argv[1], make_value(&o, old, &decision, origin, len), "robots.outcome");
	return reply(ctx, &decision, written);
}
