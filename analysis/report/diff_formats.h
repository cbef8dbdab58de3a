/* diff_formats.h - the results of comparisons, in each format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DIFF_FORMATS_H
#define ROBOTSC_DIFF_FORMATS_H

#include <stdbool.h>

#include "robotsc/extensions.h"
#include "robotsc/report.h"
#include "spelling.h"
#include "writer.h"

/* A path on which the sides differ. */
struct diff_example {
	size_t path, len; /* in diff_page.paths */
	struct robotsc_reason reason[2];
};

/* Memory that grows. */
struct diff_kept {
	char *at;
	size_t len, room;
};

/* What is needed while the results of a pair are written. */
struct diff_page {
	const struct robotsc_report *report;
	const struct robotsc_report_pair *pair;
	const struct robotsc_question *question; /* as it was asked */
	const struct robotsc_diff_total *total;  /* counts of the pairs before this one */
	struct report_writer writer;
	uint64_t results[3]; /* so far, by enum robotsc_answer */
	/* Differences of the current robots, each a struct diff_example, by the verdict of the
	 * second side.  They are kept until all of them are known. */
	struct diff_kept examples[2], paths;
	int first;  /* the verdict of the example that was found first */
	bool named; /* text: the name of the pair was written */
	/* Fields that differ and are not compared, as bits. */
	uint32_t records;
	enum robotsc_status status;
};

/* A format: what it writes at the beginning of all; for a pair at its beginning, for each result,
 * at its end; for a file that only one side has; at the end of all.  NULL: nothing. */
struct diff_format {
	void (*start)(struct report_writer *w);
	void (*begin)(struct diff_page *page);
	void (*result)(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c);
	void (*end)(struct diff_page *page);
	void (*only)(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
	             struct robotsc_text file);
	void (*finish)(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_diff_total *total);
};

extern const struct diff_format robotsc__diff_text, robotsc__diff_github, robotsc__diff_json, robotsc__diff_jsonl;
extern const struct diff_format robotsc__verify_text, robotsc__verify_json, robotsc__verify_jsonl;

/* As robotsc_diff_report_pair, in any format.  records: fields whose records differ, as bits. */
enum robotsc_status robotsc__diff_pair(const struct robotsc_report *report, const struct robotsc_report_pair *pair,
                                       const struct robotsc_question *question, const struct diff_format *format,
                                       void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                     const struct robotsc_comparison *comparison),
                                       uint32_t records, struct robotsc_diff_total *total);

/* The example number `index` of a direction; NULL after the last one. */
const struct diff_example *robotsc__diff_example(const struct diff_page *page, int to, size_t index);
struct robotsc_text robotsc__diff_path(const struct diff_page *page, const struct diff_example *e);

/* The example of the current robots that was found first, or NULL. */
const struct diff_example *robotsc__diff_first(const struct diff_page *page);

/* How many results the pair has so far, and its answer: different if a result is, else unknown if a
 * result is. */
uint64_t robotsc__diff_results(const struct diff_page *page);
enum robotsc_answer robotsc__diff_answer(const struct diff_page *page);

/* The fields whose records differ, for a compared robot or for the file, as bits.  0 if a side has
 * no records, or the sides have different dialects. */
uint32_t robotsc__diff_records(const struct robotsc_report_pair *pair);
/* Write the names of these fields: in words, or as a member that is a list. */
void robotsc__diff_fields(struct report_writer *w, uint32_t fields);
void robotsc__diff_put_fields(struct report_writer *w, const char *name, uint32_t fields);

/* Write the names of robots, for people. */
void robotsc__diff_robots(struct report_writer *w, const struct robotsc_robots *robots);

/* The names of the directions, by the second side's verdict; and write ": " and the answer in
 * words. explored: false: the budget was used up before. */
extern const char *const robotsc__diff_directions[2];
void robotsc__diff_say(struct report_writer *w, enum robotsc_answer answer, bool explored);

/* Write the name of a direction.  True if as many examples were found as the question wanted. */
bool robotsc__diff_direction(struct diff_page *page, int to, bool color, const struct robotsc_comparison *c);

/* Write the members of JSON that each result begins with. */
void robotsc__diff_put_robots(struct report_writer *w, const struct robotsc_robots *robots, enum robotsc_answer answer);

enum robotsc_dialect robotsc__diff_dialect(const struct robotsc_side *side);

#define CHANGE_FIELDS 16 /* enum robotsc_line_field */

/* A hash of the records of each field, in their order. */
struct field_hashes {
	uint64_t of[CHANGE_FIELDS];
};

void robotsc__records_begin(struct field_hashes *h);
/* Add the records of a group, or of the file if it is NULL. */
void robotsc__records_add(struct field_hashes *h, const struct robotsc_extensions *ext, const struct robotsc_group *group);
/* Add a robot's name, so that equal records of different robots have different hashes. */
void robotsc__records_name(struct field_hashes *h, struct robotsc_text name);
/* The fields whose hashes differ, as bits. */
uint32_t robotsc__records_differ(const struct field_hashes hashes[2]);

#endif
