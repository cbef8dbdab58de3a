/* sitemaps.h - the URLs of the site's own sitemaps, and which of them a robots.txt closes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SITEMAPS_H
#define ROBOTSC_SITEMAPS_H

#include "cli/cli_settings.h"
#include "cli/read_file.h"
#include "robotsc/summary.h"

/* What sitemaps list. */
struct cli_sitemaps {
	const struct robotsc_text *urls; /* URLs of the site: of the host that most URLs have */
	size_t nurls;
	const struct robotsc_text *others; /* URLs of other hosts: they have their own robots.txt */
	size_t nothers;
	bool trouble;             /* after a message: something was not read, or is no URL */
	struct robotsc_text *all; /* urls, then others; they borrow the texts */
	char **texts;
	size_t nall, all_room, ntexts;
};

/* Read the files of --sitemap, and files beside an index that it names.  Returns 0, or -1 after a
 * message; free sitemaps in any case. */
int cli_read_sitemaps(const struct cli_settings *s, struct cli_sitemaps *sitemaps);
void cli_free_sitemaps(struct cli_sitemaps *sitemaps);

/* True if a word is a purpose or a token of the list; and true if a User-agent line of the file
 * names the robot. */
bool cli_is_listed(struct robotsc_text word);
bool cli_is_named(const struct cli_settings *s, const struct cli_file *file, struct robotsc_text word);

/* The robots whose access is judged: words of --crawlers and TOKENs; without any, search. */
struct cli_asked {
	struct robotsc_text *names;
	size_t n;
};

/* Take the names.  file: a robots.txt, whose groups may name robots that no list has.  Returns 0,
 * or -1 after a message; free names in any case. */
int cli_take_asked(const struct cli_settings *s, const struct cli_file *file, struct cli_asked *asked);

/* Call robotsc_closed_urls for the site's URLs.  Returns 0, or -1 after a message. */
int cli_closed_urls(const struct cli_settings *s, const struct cli_file *file, const struct cli_asked *asked,
                    const struct cli_sitemaps *sitemaps, void (*closed)(void *ctx, const struct robotsc_closed *closed), void *ctx);

#endif
