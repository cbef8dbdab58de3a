/* url_messages.c - says which texts are no URLs and no paths, and what to write instead.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "url_messages.h"

#include <stdio.h>

#include "exit_status.h"
#include "messages.h"
#include "robotsc/access.h"
#include "text_print.h"

#define SHOWN 100 /* octets of a line that a message shows at most */

/* What to write where paths are not taken, unless it is the same. */
static const char *const hints[ROBOTSC_URL_KINDS] = {
	[ROBOTSC_URL_EMPTY] = "leave it out",
	[ROBOTSC_URL_SLASHES] = "write 'https:' before it",
	[ROBOTSC_URL_HOST] = "write 'https://' before it",
	[ROBOTSC_URL_RELATIVE] = "write the whole URL",
};

static bool is_path(struct robotsc_text url)
{
	return url.len && url.at[0] == '/' && !(url.len > 1 && url.at[1] == '/');
}

static void print_url(struct robotsc_text url)
{
	putc('\'', stderr);
	cli_print_text(stderr, (struct robotsc_text){url.at, url.len < SHOWN ? url.len : SHOWN});
	fputs(url.len > SHOWN ? "...'" : "'", stderr);
}

bool cli_take_url(struct cli_urls *u, struct robotsc_text url)
{
	const enum robotsc_url_kind kind = robotsc_url_kind(u->hosts ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, url.at, url.len);
	const bool path = u->only_urls && is_path(url);
	const char *const hint = u->only_urls && hints[kind] ? hints[kind] : robotsc_url_kind_hint(kind);
	u->seen++;
	if (kind == ROBOTSC_URL_GOOD && !path)
		return true;
	u->wrong++;
	if (u->said & 1u << kind && !u->each)
		return false;
	u->said |= 1u << kind;
	u->told++;
	fputs("robotsc: ", stderr);
	if (u->lines)
		fprintf(stderr, "<stdin>:%llu: ", (unsigned long long)u->seen);
	print_url(url);
	fprintf(stderr, " is no URL%s: %s; %s\n", u->only_urls ? "" : " and no path",
	        path ? "it names no host" : robotsc_url_kind_text(kind), path ? "write the whole URL" : hint);
	return false;
}

int cli_end_urls(const struct cli_urls *u)
{
	if (u->wrong > u->told)
		cli_complain("%llu %s are no URLs%s, and have no verdict", (unsigned long long)u->wrong,
		             u->lines ? "lines" : "operands", u->only_urls ? "" : " and no paths");
	return u->wrong ? CLI_TROUBLE : CLI_OK;
}
