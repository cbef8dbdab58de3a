/* fields.h - the fields of lines beside User-agent, Allow and Disallow: each stands here once.
 *
 * A row is FIELD(NAME, spelling), in the order of enum robotsc_line_field, from 1.
 * docs/extensions.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIELDS_H
#define ROBOTSC_FIELDS_H

#include "match/blob_layout.h"
#include "robotsc/extensions.h"

/* clang-format off */
#define RECORD_FIELD_LIST(FIELD) \
	FIELD(SITEMAP,        "Sitemap") \
	FIELD(CRAWL_DELAY,    "Crawl-delay") \
	FIELD(REQUEST_RATE,   "Request-rate") \
	FIELD(VISIT_TIME,     "Visit-time") \
	FIELD(COMMENT,        "Comment") \
	FIELD(ROBOT_VERSION,  "Robot-version") \
	FIELD(HOST,           "Host") \
	FIELD(CLEAN_PARAM,    "Clean-param") \
	FIELD(NOINDEX,        "Noindex") \
	FIELD(CONTENT_SIGNAL, "Content-Signal") \
	FIELD(CONTENT_USAGE,  "Content-Usage") \
	FIELD(LICENSE,        "License") \
	FIELD(AGENTMAP,       "Agentmap") \
	FIELD(SCHEMAMAP,      "Schemamap") \
	FIELD(LLM_POLICY,     "LLM-Policy")
/* clang-format on */

#define RECORD_FIELD_NUMBER(name, spelling) RECORD_FIELD_##name,
enum {
	RECORD_FIELD_NONE,
	RECORD_FIELD_LIST(RECORD_FIELD_NUMBER) RECORD_FIELD_COUNT
};
#undef RECORD_FIELD_NUMBER
_Static_assert((int)RECORD_FIELDS == (int)RECORD_FIELD_COUNT, "blob_layout.h counts them, and 0");

#endif
