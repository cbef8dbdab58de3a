/* audit_row.h - a row that is counted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUDIT_ROW_H
#define ROBOTSC_AUDIT_ROW_H

#include "audit_parts.h"

/* What the last answer to a fetch of robots.txt means. */
enum audit_access {
	AUDIT_RULES, /* those of the file; also before the first fetch */
	AUDIT_OPEN,
	AUDIT_CLOSED
};

struct audit_row {
	struct robotsc_audit_row row; /* changes and examples are below */
	struct robotsc_audit_change *changes;
	struct robotsc_audit_example *examples; /* room for all */
	uint64_t *gaps;                         /* by whole seconds; the last: those and longer */
	int64_t latest;                         /* of the times so far, or ROBOTSC_AUDIT_NO_TIME */
	enum audit_access access;
	int64_t answered; /* when that answer was given; or ROBOTSC_AUDIT_NO_TIME */
	bool copied;      /* robots.txt was fetched with success */
	int64_t copy;     /* when that was */
	bool failing;     /* it could not be fetched */
	int64_t since;    /* when that began */
};

/* Keep a disallowed request, unless there are enough or one with its target is kept.  Errors:
 * NOMEM. */
enum robotsc_status robotsc__audit_keep_example(struct robotsc_audit *audit, struct audit_row *row, const struct audit_event *event,
                                                const char *text);

/* Find the lines that decide about the examples that wait, as long as there is work left for it.
 * Errors: NOMEM. */
#define AUDIT_WORK ((uint64_t)100000000) /* a second or two for all of them */
enum robotsc_status robotsc__audit_explain(struct robotsc_audit *audit);

#endif
