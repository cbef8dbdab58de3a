/* sample.h - a small robots.txt, and texts compiled and opened, for tests of the interface.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SAMPLE_H
#define ROBOTSC_SAMPLE_H

#include "test.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"

#define TEXT(s) ((struct robotsc_text){s, sizeof(s) - 1})

static const char groups[] = "User-agent: a-bot\nDisallow: /a\n\n"                  /* 1 to 3 */
			     "User-agent: b-bot\nUser-agent: c-bot\nDisallow: /b\n" /* 4 to 6 */
			     "User-agent: *\nDisallow: /star\n"                     /* 7, 8 */
			     "User-agent: a-bot\nAllow: /a/open\nDisallow:\n"       /* 9 to 11 */
			     "User-agent: empty\n";                                 /* 12 */

struct compiled {
	void *bytes;
	size_t size;
	struct robotsc_blob blob;
};

static int open_text(struct compiled *c, const struct robotsc_options *options, const char *text, size_t len)
{
	const enum robotsc_status status = robotsc_compile(options, text, len, &c->bytes, &c->size);

	if (!CHECK_MSG(status == ROBOTSC_OK, "%s", robotsc_strerror(status)))
		return 0;
	return CHECK(robotsc_open(&c->blob, c->bytes, c->size) == ROBOTSC_OK);
}

static void close_text(struct compiled *c)
{
	robotsc_free_blob(NULL, c->bytes, c->size);
}

#endif
