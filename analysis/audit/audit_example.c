/* audit_example.c - disallowed requests that are shown, with the line that decides.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "audit_parts.h"
#include "../deciding_lines.h"

#define SHOWN 1024 /* octets of a target, and of a rule */

static struct robotsc_text copy(struct robotsc_audit *audit, struct robotsc_text text)
{
	char *const to = robotsc__arena_take(&audit->arena, text.len + 1);
	if (to && text.len)
		memcpy(to, text.at, text.len);
	return (struct robotsc_text){to, text.len};
}

/* ---- addresses ----------------------------------------------------------------------------- */

/* An address without its last part: three numbers of IPv4, three groups of IPv6 stay.  A
 * host name gives an empty text. */
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

#define PENDING ((size_t)1 << 20) /* octets of URLs that wait to be explained */

/* Let an example wait.  A path gets "http://h": a dialect may take "//host/path" for a URL. */
static enum robotsc_status explain_later(struct robotsc_audit *audit, const struct audit_event *event, struct robotsc_text target,
                                         struct robotsc_audit_example *example)
{
	static const char before[] = "http://h";
	const size_t n = event->is_path ? sizeof before - 1 : 0;
	struct audit_waiting *const w = &audit->waiting;
	char *const to = robotsc__arena_take(&w->arena, n + target.len + 1);
	if (!to || !robotsc__arena_reserve(&w->arena, (void **)&w->at, &w->room, sizeof *w->at, w->n + 1))
		return ROBOTSC_ERR_NOMEM;
	put_octets(put_octets(to, before, n), target.at, target.len);
	w->at[w->n++] = (struct audit_unexplained){example, event->name, {to, n + target.len}};
	w->octets += n + target.len;
	return w->octets < PENDING ? ROBOTSC_OK : robotsc__audit_explain(audit);
}

static bool is_of(const struct robotsc_audit *audit, const struct audit_unexplained *u, size_t file, enum robotsc_dialect dialect)
{
	return u->example->file == file && audit->names.at[u->name].dialect == dialect;
}

/* Explain the waiting examples of a file in one dialect. */
static enum robotsc_status explain_file(struct robotsc_audit *audit, struct asked_line *asked, size_t file,
                                        enum robotsc_dialect dialect)
{
	const struct robotsc_audit_file *const from = &audit->question.files[file];
	const struct audit_waiting *const w = &audit->waiting;
	struct robotsc_options options = audit->options;
	enum robotsc_status status;
	size_t n = 0;
	options.dialect = dialect;
	for (size_t i = 0; i < w->n; i++) {
		const struct audit_name *const name = &audit->names.at[w->at[i].name];
		if (is_of(audit, &w->at[i], file, dialect))
			asked[n++] = (struct asked_line){.tokens = name->tokens, .ntokens = name->ntokens, .url = w->at[i].url};
	}
	if (n == 0)
		return ROBOTSC_OK;
	status = robotsc__deciding_lines(&options, (struct robotsc_text){from->robots, from->len}, asked, n, &audit->work);
	for (size_t i = w->n; i-- > 0 && status == ROBOTSC_OK;)
		if (is_of(audit, &w->at[i], file, dialect)) {
			struct robotsc_audit_example *const example = w->at[i].example;
			example->line = asked[--n].line;
			example->rule = asked[n].text;
			example->rule.len = example->rule.len < SHOWN ? example->rule.len : SHOWN;
		}
	return status;
}

enum robotsc_status robotsc__audit_explain(struct robotsc_audit *audit)
{
	struct audit_waiting *const w = &audit->waiting;
	struct asked_line *const asked = robotsc__arena_zeroed(&w->arena, w->n + 1, sizeof *asked);
	enum robotsc_status status = asked ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	for (size_t f = 0; f < audit->question.nfiles; f++)
		for (unsigned d = 0; d < AUDIT_DIALECTS && status == ROBOTSC_OK; d++)
			status = explain_file(audit, asked, f, (enum robotsc_dialect)d);
	robotsc__arena_free(&w->arena);
	*w = (struct audit_waiting){.arena = w->arena};
	return status;
}

/* ---- examples ------------------------------------------------------------------------------ */

/* The shown part of a target.  The scheme of a path is empty. */
struct masked_target {
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

static struct masked_target mask_target(const struct robotsc_audit *audit, const struct audit_event *event,
                                        struct robotsc_text target)
{
	struct masked_target s = {{target.at, 0}, target, false};
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

static struct robotsc_text join(struct robotsc_audit *audit, const struct masked_target *s)
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

/* True if a target equals the shown part of another. */
static bool is_masked(struct robotsc_text target, const struct masked_target *s)
{
	const size_t n = s->scheme.len;
	return target.len >= n && same((struct robotsc_text){target.at, n}, s->scheme) &&
	       same((struct robotsc_text){target.at + n, target.len - n}, s->rest);
}

static bool is_kept(const struct audit_row *row, const struct robotsc_audit_example *example, const struct masked_target *shown)
{
	for (size_t i = 0; i < row->row.nexamples; i++) {
		const struct robotsc_audit_example *const e = &row->examples[i];
		if (e->file == example->file && same(e->origin, example->origin) && is_masked(e->target, shown))
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
	struct masked_target shown;
	if (row->row.nexamples == audit->question.examples)
		return ROBOTSC_OK;
	shown = mask_target(audit, event, target);
	if (is_kept(row, &example, &shown))
		return ROBOTSC_OK;
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
	return audit->question.hosts ? ROBOTSC_OK : explain_later(audit, event, target, &row->examples[row->row.nexamples - 1]);
}
