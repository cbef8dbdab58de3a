/* audit_formats.h - the answer of an audit, in each format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUDIT_FORMATS_H
#define ROBOTSC_AUDIT_FORMATS_H

#include <stdbool.h>

#include "robotsc/audit.h"
#include "spelling.h"
#include "writer.h"

/* What every report says of its names. */
#define AUDIT_PROVES "A User-Agent header proves nothing: whoever sends a request writes it."

/* What the row of all others is called in words: a robot might be named "others". */
#define AUDIT_OTHERS "(all that no list and no robots.txt names; browsers, too)"

/* lines: each row is an object on its line; else there is one document. */
void robotsc__audit_json(struct report_writer *w, const struct robotsc_audit_answer *answer, bool lines);
void robotsc__audit_csv(struct report_writer *w, const struct robotsc_audit_answer *answer);

/* The token of a row; "others" for the row of all others. */
struct robotsc_text robotsc__audit_token(const struct robotsc_audit_row *row);

/* How many requests of all rows are older than a request before them in the log. */
uint64_t robotsc__audit_unordered(const struct robotsc_audit_answer *answer);

/* Write that requests are older, and their number, which is not 0.  The line is not ended. */
void robotsc__audit_put_unordered(struct report_writer *w, uint64_t unordered);

/* Why verdicts are unknown, to be written after their number: "have no host: ..." */
const char *robotsc__audit_why(size_t reason);

/* A time as robotsc_write_time has it; "-": there is none. */
const char *robotsc__audit_time(int64_t time, char room[ROBOTSC_TIME_ROOM]);

#endif
