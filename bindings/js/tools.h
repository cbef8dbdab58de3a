/* tools.h - how exports of tools.wasm read a robots.txt, and options, from the texts of a call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TOOLS_H
#define ROBOTSC_TOOLS_H

#include "answer.h"
#include "robotsc/check.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"
#include "robotsc/summary.h"

/* Flags of most exports; src/tools.js has the same numbers. */
enum flag {
	FLAG_STRICT_FIELDS = 1,
	FLAG_CONNER2_REST_DENY = 2,
	FLAG_EXTENSIONS = 4,
	FLAG_AIPREF_RULE = 8,
	FLAG_CHANGES = 16,
	FLAG_USUAL = 32,
	FLAG_BODY = 64,
	FLAG_ROBOTS_TAG = 128,
	FLAG_EMPTY = 256,
	FLAG_SITE_UP = 512,
	FLAG_ALLOW_429 = 1024,
	FLAG_CACHED = 2048,
	FLAG_REFUSED = 4096,
	FLAG_A_IS_BLOB = 8192,
	FLAG_B_IS_BLOB = 16384,
	FLAG_PROVE = 32768,
	FLAG_PAGE = 65536,
	FLAG_SOON = 131072,
	FLAG_PUBLIC_SITE = 262144
};

/* Fill options from flags and the name of a dialect. */
enum robotsc_status read_options(struct robotsc_text dialect, uint32_t flags, struct robotsc_options *options);

/* A side of a comparison, with room for what it borrows. */
struct side {
	struct robotsc_side side;
	struct robotsc_options options;
	struct robotsc_blob blob;
};

/* Fill a side of a text, in a dialect, or of a blob. */
enum robotsc_status read_side(struct robotsc_text text, struct robotsc_text dialect, uint32_t flags, int is_blob,
                              struct side *side);

/* The crawlers that src/tools.js wrote, *n of them: free them; NULL: no memory.  They borrow the
 * text.  Those of a dialect that is unknown are read as the standard says. */
struct robotsc_crawler *read_crawlers(struct robotsc_text text, size_t *n);

/* Appends to the answer; ctx is not used. */
void put_piece(void *ctx, const char *text, size_t len);

/* A report that goes into the answer. */
struct robotsc_report answer_report(enum robotsc_report_format format);

/* NOMEM if the answer did not fit into memory; else the status. */
enum robotsc_status ended(enum robotsc_status status);

#endif
