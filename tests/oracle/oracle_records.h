/* oracle_records.h - what docs/extensions.md says, in the plainest C: every line tried, no
 * automata.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORACLE_RECORDS_H
#define ROBOTSC_ORACLE_RECORDS_H

#include "oracle.h"

/* Numbered as the library's. */
enum oracle_field {
	ORACLE_FIELD_UNKNOWN,
	ORACLE_FIELD_SITEMAP,
	ORACLE_FIELD_CRAWL_DELAY,
	ORACLE_FIELD_REQUEST_RATE,
	ORACLE_FIELD_VISIT_TIME,
	ORACLE_FIELD_COMMENT,
	ORACLE_FIELD_ROBOT_VERSION,
	ORACLE_FIELD_HOST,
	ORACLE_FIELD_CLEAN_PARAM,
	ORACLE_FIELD_NOINDEX,
	ORACLE_FIELD_CONTENT_SIGNAL,
	ORACLE_FIELD_CONTENT_USAGE,
	ORACLE_FIELD_LICENSE,
	ORACLE_FIELD_AGENTMAP,
	ORACLE_FIELD_SCHEMAMAP,
	ORACLE_FIELD_LLM_POLICY
};

/* Of a label with levels: ORACLE_NO is the most restrictive, and those after it are numbers. */
enum oracle_preference {
	ORACLE_UNSTATED,
	ORACLE_NO,
	ORACLE_YES
};

#define ORACLE_UNTIMED (-1)

struct oracle_record {
	enum oracle_field field;
	size_t line, group, run;     /* from 1; 0: none */
	struct oracle_text name;     /* of an unknown field */
	struct oracle_text value;    /* borrows the file */
	uint32_t ms;                 /* Crawl-delay */
	uint32_t documents, seconds; /* Request-rate */
	int from, to;                /* minutes, or ORACLE_UNTIMED */
};

/* The records of the file as a whole (policy NULL) or of a robot, in an array to be freed. */
size_t oracle_records(const struct oracle_file *file, const struct oracle_policy *policy, struct oracle_record **records);

/* What a label says of a URL; "index" for Noindex. */
enum oracle_preference oracle_usage(const struct oracle_file *file, const struct oracle_policy *policy, enum oracle_field field,
                                    const char *label, const char *url, size_t len);

/* What a Content-Usage dictionary says of a label. */
enum oracle_preference oracle_dictionary(struct oracle_text dictionary, const char *label);
int oracle_is_dictionary(struct oracle_text dictionary);

/* A floor and a ceiling for pauses. */
struct oracle_bounds {
	int64_t at_least, at_most;
};

/* When to fetch next, minute by minute; last is used if there was a last fetch; bounds may be
 * NULL. */
int64_t oracle_next_fetch(const struct oracle_record *records, size_t n, int64_t now, int has_last, int64_t last, int64_t took,
                          const struct oracle_bounds *bounds);

#endif
