/* oracle_page.h - what docs/page.md says, in the plainest C: whole texts, strings that are copied.
 *
 * Shares no code, no table and no header with the product.  For tests: it stops the program when
 * memory runs out.
 *
 *     oracle_html.c   a page -> its META tags that count
 *     oracle_said.c   lists of directives, and what they add up to
 *     oracle_date.c   dates
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORACLE_PAGE_H
#define ROBOTSC_ORACLE_PAGE_H

#include "oracle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Words that forbid; bits in this order. */
enum oracle_word {
	ORACLE_NOINDEX = 1,
	ORACLE_NOFOLLOW = 2,
	ORACLE_NOARCHIVE = 4,
	ORACLE_NOSNIPPET = 8,
	ORACLE_NOTRANSLATE = 16,
	ORACLE_NOIMAGEINDEX = 32,
	ORACLE_INDEXIFEMBEDDED = 64,
	ORACLE_NOAI = 128,
	ORACLE_NOIMAGEAI = 256,
	ORACLE_NOCACHE = 1024, /* 512 is the product's flag of a date */
	ORACLE_NOML = 2048
};

#define ORACLE_POLICY 80 /* octets of a tdm-policy that are kept */

struct oracle_said {
	unsigned words;
	long long snippet, video; /* -1: no limit */
	int image;                /* 0 none, 1 standard, 2 large, 3 nothing said */
	int has_date;
	long long date;
	unsigned long ignored; /* items that say nothing known */
	/* TDMRep, as fields and as tags say it: the tags come second. */
	struct {
		int reservation; /* 0 nothing, 1 "0", 2 "1" */
		char policy[ORACLE_POLICY];
		size_t policy_len;
	} tdm[2];
};

/* Begin with nothing said; then add pages and fields; the end settles what depends on all of
 * them. */
void oracle_said_begin(struct oracle_said *said);
void oracle_said_end(struct oracle_said *said);

/* robot: the names that count beside "robots"; robots: how many.  in_body: META tags behind the
 * head count. */
void oracle_said_html(struct oracle_said *said, const struct oracle_text *robot, size_t robots, const void *html, size_t len,
                      int in_body);
/* The value of an X-Robots-Tag field, or of a Robots-Tag field. */
void oracle_said_x_robots_tag(struct oracle_said *said, const struct oracle_text *robot, size_t robots, const char *value,
                              size_t len);
void oracle_said_robots_tag(struct oracle_said *said, const struct oracle_text *robot, size_t robots, const char *value,
                            size_t len);

/* True if the part of a page that counts has ended. */
int oracle_html_ended(const void *html, size_t len, int in_body);

/* A value of tdm-reservation or, with is_policy, of tdm-policy. */
void oracle_said_tdm(struct oracle_said *said, int in_tag, int is_policy, const char *value, size_t len);
/* What fields and tags say together: the reservation, and the octets of the policy. */
int oracle_said_reservation(const struct oracle_said *said);
struct oracle_text oracle_said_policy(const struct oracle_said *said);

int oracle_date(const char *text, size_t len, long long *seconds);

/* Between the files: a tag's list, and whether a name is one of a robot's. */
void oracle__said_content(struct oracle_said *said, const char *content, size_t len);
int oracle__said_is_for(const struct oracle_text *robot, size_t robots, struct oracle_text name);

#ifdef __cplusplus
}
#endif
#endif
