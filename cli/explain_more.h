/* explain_more.h - which other URLs a change of a robots.txt changes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPLAIN_MORE_H
#define ROBOTSC_EXPLAIN_MORE_H

#include "cli.h"
#include "robotsc/prove.h"

/* Two texts, and the path whose verdict may differ. */
struct cli_texts {
	const struct robotsc_options *options;
	struct robotsc_text before, after, own;
};

/* Another path whose verdict differs. */
struct cli_more {
	enum robotsc_answer answer; /* ROBOTSC_SAME: there is none, which is proved */
	char *path;                 /* malloc'd, of len octets; NULL: none was found */
	size_t len;
};

/* Look for it with a budget of some 20 ms.  First over URLs as crawlers write them. */
void cli_more_find(const struct cli_settings *s, const struct cli_texts *texts, struct cli_more *more);

#endif
