/* records.h - records and preferences of a blob as packed answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RECORDS_H
#define ROBOTSC_RECORDS_H

#include "answer.h"
#include "robotsc/extensions.h"

/* The records of a group, or of the file where group is NULL: their number, then, for each, the
 * numbers field, line, group, delay, documents, seconds, from, to, resolved, and the texts name,
 * value, path, rest.  name: the usual spelling of a known field, else that of the file. */
void robotsc__pack_records(struct call *c, const struct robotsc_extensions *ext, const struct robotsc_group *group);

/* The verdict about a URL, then the preferences for its content: the number of labels, and for each
 * label the texts field, label, value. */
void robotsc__pack_usage(struct call *c, const struct robotsc_extensions *ext, const struct robotsc_group *group,
                         struct robotsc_text url);

#endif
