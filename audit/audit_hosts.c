/* audit_hosts.c - requests to many hosts, each judged by the policy of its origin in a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "audit_parts.h"

#define HEADER_TOKENS 8 /* of a header: the longest */

static bool is_word(struct robotsc_text text, const char *word)
{
	return compare_folded(text, (struct robotsc_text){word, strlen(word)}) == 0;
}

enum robotsc_status robotsc__audit_open_hosts(struct robotsc_audit *audit)
{
	const struct robotsc_audit_snapshot *const s = audit->question.snapshot;
	struct robotsc_snapshot_info info;
	if (s->scheme && strcmp(s->scheme, "http") != 0 && strcmp(s->scheme, "https") != 0)
		return ROBOTSC_ERR_ARGUMENT;
	robotsc_snapshot_info(s->shards, &info);
	if (info.dialect >= AUDIT_DIALECTS)
		return ROBOTSC_ERR_DIALECT;
	audit->options.dialect = info.dialect;
	audit->options.strict_fields = info.strict_fields != 0;
	audit->options.conner2_rest_deny = info.conner2_rest_deny != 0;
	audit->options.aipref_rule = info.aipref_rule != 0;
	audit->options.limit = info.limit > SIZE_MAX ? SIZE_MAX : (size_t)info.limit;
	audit->nagents = info.agents;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__audit_find_host(const struct robotsc_audit *audit, struct robotsc_text url, uint32_t *shard,
                                             struct robotsc_snapshot_entry *entry)
{
	const struct robotsc_audit_snapshot *const s = audit->question.snapshot;
	enum robotsc_status status = ROBOTSC_OK;
	*shard = s->nshards > 1 ? robotsc_shard(url.at, url.len, s->nshards, &status) : 0;
	return status == ROBOTSC_OK ? robotsc_snapshot_find(&s->shards[*shard], url.at, url.len, entry) : status;
}

/* ---- URLs ---------------------------------------------------------------------------------- */

/* True if a field is a host, with a port or without, and nothing that ends one in a URL: whoever
 * sends a request writes it. */
static bool is_host(struct robotsc_text host)
{
	for (size_t i = 0; i < host.len; i++)
		if ((uint8_t)host.at[i] <= ' ' || strchr("/\\?#@", host.at[i]))
			return false;
	return host.len > 0;
}

static bool has_port(struct robotsc_text host)
{
	return memchr(host.at, ':', host.len) && host.at[host.len - 1] != ']';
}

static struct robotsc_text find_scheme(const struct audit_asked *asked, const char *usual, struct robotsc_text port)
{
	if (asked->scheme.len)
		return asked->scheme;
	if (usual)
		return (struct robotsc_text){usual, strlen(usual)};
	return (struct robotsc_text){"https", is_word(port, "80") ? 4 : 5};
}

/* Make the URL of a request. */
static bool make_url(const struct robotsc_audit *audit, const struct audit_asked *asked, bool is_path, struct robotsc_text *url)
{
	struct robotsc_text host = asked->host, port = asked->port, scheme;
	char *to = asked->url;
	*url = asked->target;
	if (!is_path)
		return true;
	if (!is_host(host))
		return false;
	if (has_port(host)) {
		const char *at = host.at + host.len;
		while (at[-1] != ':')
			at--;
		port = (struct robotsc_text){at, (size_t)(host.at + host.len - at)};
		host.len -= port.len + 1;
	}
	scheme = find_scheme(asked, audit->question.snapshot->scheme, port);
	/* The server's own port behind a proxy is not what was asked for. */
	if (port.at == asked->port.at && (is_word(port, "80") || is_word(port, "443")))
		port.len = 0;
	to = put_octets(put_octets(to, scheme.at, scheme.len), "://", 3);
	to = put_octets(to, host.at, host.len);
	if (port.len)
		to = put_octets(put_octets(to, ":", 1), port.at, port.len);
	*url = (struct robotsc_text){asked->url, (size_t)(to - asked->url)};
	return true;
}

/* ---- verdicts ------------------------------------------------------------------------------ */

/* Of all others: the name of the host's robots.txt that the header has, as with a file. */
static void find_token(const struct robotsc_blob *blob, struct audit_asked *asked)
{
	struct robotsc_text tokens[HEADER_TOKENS];
	const size_t n = robotsc_header_tokens(blob, asked->header.at, asked->header.len, tokens, HEADER_TOKENS);
	if (n)
		asked->token = tokens[n > 1 && is_word(tokens[0], "Mozilla")];
}

static enum robotsc_status select_group(const struct robotsc_audit *audit, const struct robotsc_blob *blob,
                                        struct audit_asked *asked, const struct audit_event *event, struct robotsc_group *group)
{
	const struct audit_name *const name = &audit->names.at[event->name];
	const bool is_other = event->name + 1 == audit->names.n;
	enum robotsc_status status;
	if (is_other) {
		find_token(blob, asked);
		/* A group that the snapshot lacks may name it. */
		if (!asked->token.len && audit->nagents)
			return ROBOTSC_ERR_AGENT;
		return robotsc_select(blob, &asked->token, asked->token.len > 0, group);
	}
	status = robotsc_select(blob, name->tokens, name->ntokens, group);
	if (status == ROBOTSC_OK && name->crawler && name->crawler->ignores_star && group->selected == ROBOTSC_SELECTED_STAR)
		return robotsc__audit_allow_all(audit->options.dialect, group);
	return status;
}

static enum robotsc_status ask(const struct robotsc_audit *audit, const struct robotsc_snapshot *shard,
                               const struct robotsc_snapshot_entry *entry, struct audit_asked *asked, struct audit_event *event)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	enum robotsc_status status = robotsc_snapshot_blob(shard, entry, &blob);
	if (status != ROBOTSC_OK)
		return status;
	status = entry->decision.outcome == ROBOTSC_OUTCOME_ALLOW ? robotsc_select(&blob, NULL, 0, &group)
	                                                          : select_group(audit, &blob, asked, event, &group);
	if (status == ROBOTSC_ERR_AGENT) {
		event->reason = ROBOTSC_AUDIT_AGENT;
		return ROBOTSC_OK;
	}
	if (status != ROBOTSC_OK)
		return status;
	event->verdict = (event->is_path ? robotsc_check_path(&group, asked->target.at, asked->target.len)
	                                 : robotsc_check_url(&group, asked->target.at, asked->target.len)) == ROBOTSC_ALLOW
	                         ? ROBOTSC_AUDIT_ALLOWED
	                         : ROBOTSC_AUDIT_DISALLOWED;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__audit_judge_host(const struct robotsc_audit *audit, struct audit_asked *asked,
                                              struct audit_event *event)
{
	struct robotsc_snapshot_entry entry;
	struct robotsc_text url;
	enum robotsc_status status;
	uint32_t shard;
	event->verdict = ROBOTSC_AUDIT_UNKNOWN;
	event->reason = ROBOTSC_AUDIT_NO_HOST;
	if (!make_url(audit, asked, event->is_path, &url))
		return ROBOTSC_OK;
	status = robotsc__audit_find_host(audit, url, &shard, &entry);
	if (status == ROBOTSC_ERR_SCHEME || status == ROBOTSC_ERR_HOST || status == ROBOTSC_ERR_PORT)
		return ROBOTSC_OK;
	event->reason = ROBOTSC_AUDIT_ABSENT;
	if (status == ROBOTSC_ERR_UNKNOWN || status == ROBOTSC_ERR_SHARD)
		return ROBOTSC_OK;
	if (status != ROBOTSC_OK)
		return status;
	event->origin = entry.origin;
	/* That the maker of the snapshot got no answer is not what a crawler was told. */
	event->reason = ROBOTSC_AUDIT_UNREACHED;
	if (entry.decision.outcome == ROBOTSC_OUTCOME_DENY || entry.decision.outcome == ROBOTSC_OUTCOME_DEFER)
		return ROBOTSC_OK;
	return ask(audit, &audit->question.snapshot->shards[shard], &entry, asked, event);
}
