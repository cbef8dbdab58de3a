/* audit_hosts.c - requests to many hosts, each judged by the policy of its origin.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "audit_parts.h"

#define HEADER_TOKENS 8 /* tokens of a header to look at: the longest ones */

enum robotsc_status robotsc__audit_open_hosts(struct robotsc_audit *audit)
{
	const struct robotsc_audit_hosts *const h = audit->question.hosts;
	if (h->scheme && strcmp(h->scheme, "http") != 0 && strcmp(h->scheme, "https") != 0)
		return ROBOTSC_ERR_ARGUMENT;
	if (!robotsc_dialect_name(h->dialect) || h->dialect >= AUDIT_DIALECTS)
		return ROBOTSC_ERR_DIALECT;
	audit->options.dialect = h->dialect;
	return ROBOTSC_OK;
}

/* ---- URLs ---------------------------------------------------------------------------------- */

/* True if a field is a host, with or without port, and has no octet that ends a host in a URL.
 * The sender of a request can write any octet. */
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
	scheme = find_scheme(asked, audit->question.hosts->scheme, port);
	/* The server's own port, behind a proxy, is not the one that the client asked for. */
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

/* For the row of all others: the token in the header that the host's robots.txt names; empty: it
 * names none. */
static struct robotsc_text find_token(const struct robotsc_blob *blob, struct robotsc_text header)
{
	struct robotsc_text tokens[HEADER_TOKENS];
	const size_t n = robotsc_header_tokens(blob, header.at, header.len, tokens, HEADER_TOKENS);
	return n ? tokens[n > 1 && is_word(tokens[0], "mozilla")] : (struct robotsc_text){NULL, 0};
}

static enum robotsc_status select_group(const struct robotsc_audit *audit, const struct robotsc_blob *blob,
                                        const struct audit_asked *asked, const struct audit_event *event,
                                        struct robotsc_group *group)
{
	const struct audit_name *const name = &audit->names.at[event->name];
	const bool is_other = event->name + 1 == audit->names.n;
	enum robotsc_status status;
	if (is_other) {
		const struct robotsc_text token = find_token(blob, asked->header);
		/* The policy was made for some agents only; another group may name this robot. */
		if (!token.len && audit->question.hosts->nagents)
			return ROBOTSC_ERR_AGENT;
		return robotsc_select(blob, &token, token.len > 0, group);
	}
	status = robotsc_select(blob, name->tokens, name->ntokens, group);
	if (status == ROBOTSC_OK && name->crawler && name->crawler->ignores_star && group->selected == ROBOTSC_SELECTED_STAR)
		return robotsc__audit_allow_all(audit->options.dialect, group);
	return status;
}

static enum robotsc_status ask(const struct robotsc_audit *audit, const struct robotsc_blob *blob, bool allows_all,
                               const struct audit_asked *asked, struct audit_event *event)
{
	struct robotsc_group group;
	const enum robotsc_status status =
		allows_all ? robotsc_select(blob, NULL, 0, &group) : select_group(audit, blob, asked, event, &group);
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

enum robotsc_status robotsc__audit_judge_host(const struct robotsc_audit *audit, const struct audit_asked *asked,
                                              struct audit_event *event)
{
	const struct robotsc_audit_hosts *const h = audit->question.hosts;
	struct robotsc_decision decision;
	struct robotsc_blob blob;
	struct robotsc_text url;
	enum robotsc_status status;
	event->verdict = ROBOTSC_AUDIT_UNKNOWN;
	event->reason = ROBOTSC_AUDIT_NO_HOST;
	if (!make_url(audit, asked, event->is_path, &url))
		return ROBOTSC_OK;
	status = h->find(h->ctx, url.at, url.len, &event->origin, &decision, &blob);
	if (status == ROBOTSC_ERR_SCHEME || status == ROBOTSC_ERR_HOST || status == ROBOTSC_ERR_PORT)
		return ROBOTSC_OK;
	event->reason = ROBOTSC_AUDIT_ABSENT;
	if (status == ROBOTSC_ERR_UNKNOWN || status == ROBOTSC_ERR_SHARD)
		return ROBOTSC_OK;
	if (status != ROBOTSC_OK)
		return status;
	/* The host's file was not to be had by the fetcher; the crawler may have got it. */
	event->reason = ROBOTSC_AUDIT_UNREACHED;
	if (decision.outcome == ROBOTSC_OUTCOME_DENY || decision.outcome == ROBOTSC_OUTCOME_DEFER)
		return ROBOTSC_OK;
	return ask(audit, &blob, decision.outcome == ROBOTSC_OUTCOME_ALLOW, asked, event);
}
