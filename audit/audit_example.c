/* audit_example.c - disallowed requests that are shown, with the line that decides.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>
#include <string.h>

#include "access/text.h"
#include "audit_count.h"

#define SHOWN 1024 /* octets of a target, and of a rule */

static struct robotsc_text copy(struct robotsc_audit *audit, struct robotsc_text text)
{
	char *const to = robotsc__arena_take(&audit->arena, text.len + 1);
	if (to && text.len)
		memcpy(to, text.at, text.len);
	return (struct robotsc_text){to, text.len};
}

/* ---- addresses ----------------------------------------------------------------------------- */

/* The network of an address, as it is anonymized: of IPv4 three numbers, of IPv6 three groups.  A
 * name of a host has none. */
static struct robotsc_text network(struct robotsc_text address, char room[INET6_ADDRSTRLEN])
{
	uint8_t octets[AUDIT_ADDRESS];
	const int before = robotsc__audit_read_address(address, octets);
	room[0] = '\0';
	if (before >= 0) {
		memset(octets + 6, 0, before ? 0 : 10);
		octets[AUDIT_ADDRESS - 1] = 0;
		inet_ntop(before ? AF_INET : AF_INET6, octets + before / 8, room, INET6_ADDRSTRLEN);
	}
	return (struct robotsc_text){room, strlen(room)};
}

/* ---- the line that decides ----------------------------------------------------------------- */

static void take_deciding(void *ctx, const struct robotsc_match *match)
{
	struct robotsc_match *const deciding = ctx;
	if (match->deciding)
		*deciding = *match;
}

static enum robotsc_status explain(const struct robotsc_audit *audit, const struct audit_event *event, struct robotsc_text url,
                                   struct robotsc_audit_example *example)
{
	const struct robotsc_audit_file *const file = &audit->question.files[event->file];
	const struct audit_name *const name = &audit->names.at[event->name];
	struct robotsc_options options = audit->options;
	struct robotsc_explanation explanation;
	struct robotsc_match deciding = {.line = 0};
	enum robotsc_status status;
	options.dialect = name->dialect;
	status = robotsc_explain(&options, file->robots, file->len, name->tokens, name->ntokens, url, take_deciding, &deciding,
	                         &explanation);
	example->line = deciding.line;
	example->rule = deciding.text;
	if (example->rule.len > SHOWN)
		example->rule.len = SHOWN;
	return status;
}

/* A path is explained as that of a URL, since a dialect may take "//host/path" for one. */
static enum robotsc_status explain_target(struct robotsc_audit *audit, const struct audit_event *event, struct robotsc_text target,
                                          struct robotsc_audit_example *example)
{
	static const char before[] = "http://h";
	const struct arena_mark mark = robotsc__arena_mark(&audit->arena);
	char *const to = robotsc__arena_take(&audit->arena, sizeof before + target.len);
	struct robotsc_text url = {to, sizeof before - 1 + target.len};
	enum robotsc_status status;
	if (!to)
		return ROBOTSC_ERR_NOMEM;
	memcpy(put_octets(to, before, sizeof before - 1), target.at, target.len);
	if (!event->is_path)
		url = target;
	status = explain(audit, event, url, example);
	robotsc__arena_reset(&audit->arena, mark);
	return status;
}

/* ---- examples ------------------------------------------------------------------------------ */

/* What is shown of a target: of a path, scheme is empty. */
struct shown_target {
	struct robotsc_text scheme, rest;
	bool cut;
};

/* Leave out the name and the password of a user, which stand before a host. */
static struct robotsc_text without_user(struct robotsc_text authority_on)
{
	size_t host = 0;
	for (size_t i = 0; i < authority_on.len && !memchr("/?#", authority_on.at[i], 3); i++)
		if (authority_on.at[i] == '@')
			host = i + 1;
	return (struct robotsc_text){authority_on.at + host, authority_on.len - host};
}

static struct shown_target what_is_shown(const struct robotsc_audit *audit, const struct audit_event *event,
                                         struct robotsc_text target)
{
	struct shown_target s = {{target.at, 0}, target, false};
	const char *query;
	if (!event->is_path) {
		s.scheme.len = target.at[4] == ':' ? 7 : 8; /* "http://", "https://" */
		s.rest = without_user((struct robotsc_text){target.at + s.scheme.len, target.len - s.scheme.len});
	}
	query = audit->question.queries || !s.rest.len ? NULL : memchr(s.rest.at, '?', s.rest.len);
	if (query)
		s.rest.len = (size_t)(query - s.rest.at);
	s.cut = s.rest.len > SHOWN - s.scheme.len;
	if (s.cut)
		s.rest.len = SHOWN - s.scheme.len;
	return s;
}

static struct robotsc_text join(struct robotsc_audit *audit, const struct shown_target *s)
{
	char *const to = robotsc__arena_take(&audit->arena, s->scheme.len + s->rest.len + 1);
	if (to)
		put_octets(put_octets(to, s->scheme.at, s->scheme.len), s->rest.at, s->rest.len);
	return (struct robotsc_text){to, s->scheme.len + s->rest.len};
}

static bool same(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

/* True if a target is what is shown of another. */
static bool is_shown(struct robotsc_text target, const struct shown_target *s)
{
	const size_t n = s->scheme.len;
	return target.len >= n && same((struct robotsc_text){target.at, n}, s->scheme) &&
	       same((struct robotsc_text){target.at + n, target.len - n}, s->rest);
}

static bool is_kept(const struct audit_row *row, const struct robotsc_audit_example *example, const struct shown_target *shown)
{
	for (size_t i = 0; i < row->row.nexamples; i++) {
		const struct robotsc_audit_example *const e = &row->examples[i];
		if (e->file == example->file && same(e->origin, example->origin) && is_shown(e->target, shown))
			return true;
	}
	return false;
}

enum robotsc_status robotsc__audit_keep_example(struct robotsc_audit *audit, struct audit_row *row, const struct audit_event *event,
                                                const char *text)
{
	const struct robotsc_text target = {text + event->target, event->target_len};
	struct robotsc_audit_example example = {
		.origin = event->origin, .time = event->time, .file = event->file, .status = event->status};
	struct robotsc_text address = {text + event->address, event->address_len};
	char room[INET6_ADDRSTRLEN];
	struct shown_target shown;
	enum robotsc_status status = ROBOTSC_OK;
	if (row->row.nexamples == audit->question.examples)
		return ROBOTSC_OK;
	shown = what_is_shown(audit, event, target);
	if (is_kept(row, &example, &shown))
		return ROBOTSC_OK;
	if (!audit->question.hosts)
		status = explain_target(audit, event, target, &example);
	if (status != ROBOTSC_OK)
		return status;
	if (audit->question.anonymize)
		address = network(address, room);
	if (address.len > SHOWN)
		address.len = SHOWN;
	example.address = copy(audit, address);
	example.target = join(audit, &shown);
	example.cut = shown.cut;
	if (!example.address.at || !example.target.at)
		return ROBOTSC_ERR_NOMEM;
	row->examples[row->row.nexamples++] = example;
	return ROBOTSC_OK;
}
