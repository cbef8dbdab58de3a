/* summary_change.h - what changed between two texts, for each robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_CHANGE_H
#define ROBOTSC_SUMMARY_CHANGE_H

#include "summary_formats.h"
#include "summary_pairs.h"

/* Find the changes; out->s and out->arena are given.  Fails as robotsc_compare. */
enum robotsc_status robotsc__summary_changes(const struct robotsc_summary_question *question,
                                             const struct robotsc_report_file *before, const struct robotsc_report_file *now,
                                             struct summary_changes *out);

/* True if the other summary has a record of the file too. */
bool robotsc__summary_has(const struct robotsc_summary *s, const struct robotsc_summary_record *record);

void robotsc__summary_changes_text(struct report_writer *w, const struct summary_changes *changes, struct robotsc_text name);
void robotsc__summary_changes_json(struct summary_page *page, const struct summary_changes *changes, struct robotsc_text name);

#endif
