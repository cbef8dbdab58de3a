/* tools.h - the questions that bindings ask about texts, and how their texts are read.
 *
 * A tool_ function takes the texts of a call, flags and numbers, and puts the answer into the call.
 * The comment at its definition says which texts.  Errors: those of the functions that it calls.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TOOLS_H
#define ROBOTSC_TOOLS_H

#include "answer.h"
#include "flags.h"
#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"
#include "robotsc/summary.h"

/* Set the members of options for which there are flags. */
void robotsc__options_of_flags(uint32_t flags, struct robotsc_options *options);

/* Fill options from the limit of a call, its flags, and the name of a dialect. */
enum robotsc_status robotsc__read_options(const struct call *c, struct robotsc_text dialect, uint32_t flags,
                                          struct robotsc_options *options);

/* If options have the flag for one robot, make its tokens the agents of options. */
void robotsc__name_robot(struct robotsc_options *options, const struct robotsc_text *tokens, size_t n);

/* A side of a comparison, with the memory that it borrows. */
struct side {
	struct robotsc_side side;
	struct robotsc_options options;
	struct robotsc_blob blob;
};

/* Fill a side from text i, a robots.txt or a blob.  name: number of the text with the dialect. */
enum robotsc_status robotsc__read_side(const struct call *c, uint32_t i, uint32_t name, uint32_t flags, bool is_blob,
                                       struct side *side);

/* Read crawlers, as bindings/js/src/tools.js writes them: each member of a crawler ends with NUL.
 * The caller frees the array; it borrows the text.  An unknown dialect counts as RFC 9309.
 * Errors: ROBOTSC_ERR_NOMEM; ROBOTSC_ERR_ARGUMENT for a text that does not end with NUL. */
enum robotsc_status robotsc__read_crawlers(struct robotsc_text text, struct robotsc_crawler **crawlers, size_t *n);

/* Append a piece to the answer of the call ctx. */
void robotsc__put_piece(void *ctx, const char *text, size_t len);

/* A report that is appended to the answer. */
struct robotsc_report robotsc__answer_report(struct call *c, enum robotsc_report_format format);

/* NOMEM if the answer did not fit into memory; else the status. */
enum robotsc_status robotsc__ended(const struct call *c, enum robotsc_status status);

/* The same for an answer that is JSON; it becomes UTF-8.  The member NAME of a text that is no
 * UTF-8 has its spelling by ROBOTSC_SPELL_JSON, and a member NAME_base64 follows with its octets.
 * For a list of texts, NAME_base64 is a list with null for each text that is UTF-8. */
enum robotsc_status robotsc__ended_json(struct call *c, enum robotsc_status status);

enum robotsc_status robotsc__tool_content(struct call *c);
enum robotsc_status robotsc__tool_compile(struct call *c, uint32_t flags);
enum robotsc_status robotsc__tool_lint(struct call *c, uint32_t flags, double steps, int is_json, double most);
enum robotsc_status robotsc__tool_dot(struct call *c);
enum robotsc_status robotsc__tool_explain(struct call *c, uint32_t flags, int is_object);
enum robotsc_status robotsc__tool_summary(struct call *c, uint32_t flags, double steps, int is_object);
enum robotsc_status robotsc__tool_edit(struct call *c, uint32_t flags, double steps, uint32_t nshut_out);
enum robotsc_status robotsc__tool_compare(struct call *c, uint32_t flags, double budget, uint32_t most,
                                          enum robotsc_report_format format);
enum robotsc_status robotsc__tool_generate(struct call *c, uint32_t flags, double budget, uint32_t count, uint32_t verdicts,
                                           double seed);
enum robotsc_status robotsc__tool_page(struct call *c, uint32_t flags, uint32_t fields, int is_object);
enum robotsc_status robotsc__tool_page_answer(struct call *c, uint32_t flags, uint32_t fields, int is_object);
enum robotsc_status robotsc__tool_rules(struct call *c, uint32_t flags);
enum robotsc_status robotsc__tool_sitemap(struct call *c, uint32_t flags);
enum robotsc_status robotsc__tool_access(struct call *c, uint32_t flags, uint32_t status, uint32_t redirects, double at,
                                         double unreachable, double cached_age, bool packed);
enum robotsc_status robotsc__tool_records(struct call *c, uint32_t flags, bool of_robot);

#endif
