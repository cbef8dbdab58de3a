/* tools.h - the questions that bindings ask about texts, and how their texts are read.
 *
 * A tool_ function takes the texts of a call, flags and numbers, and puts the answer into the call.
 * The comment of its definition says which texts.  Errors: those of the functions it calls.
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

/* Set the members of options that flags are for. */
void robotsc__options_of_flags(uint32_t flags, struct robotsc_options *options);

/* Fill options from the limit of a call, flags and the name of a dialect. */
enum robotsc_status robotsc__read_options(const struct call *c, struct robotsc_text dialect, uint32_t flags,
                                          struct robotsc_options *options);

/* If options say that tokens name one robot, make these tokens the agents of options. */
void robotsc__name_robot(struct robotsc_options *options, const struct robotsc_text *tokens, size_t n);

/* A side of a comparison, with room for what it borrows. */
struct side {
	struct robotsc_side side;
	struct robotsc_options options;
	struct robotsc_blob blob;
};

/* Fill a side from text i, a robots.txt or a blob.  name: which text is the name of the dialect. */
enum robotsc_status robotsc__read_side(const struct call *c, uint32_t i, uint32_t name, uint32_t flags, bool is_blob,
                                       struct side *side);

/* Read crawlers, as bindings/js/src/tools.js writes them: each member of each ends with NUL.  Free
 * them; they borrow the text.  A crawler of an unknown dialect reads as the standard says.
 * Errors: ROBOTSC_ERR_NOMEM; ROBOTSC_ERR_ARGUMENT for a text that does not end with NUL. */
enum robotsc_status robotsc__read_crawlers(struct robotsc_text text, struct robotsc_crawler **crawlers, size_t *n);

/* Appends to the answer of a call, ctx. */
void robotsc__put_piece(void *ctx, const char *text, size_t len);

/* A report that goes into the answer. */
struct robotsc_report robotsc__answer_report(struct call *c, enum robotsc_report_format format);

/* NOMEM if the answer did not fit into memory; else the status. */
enum robotsc_status robotsc__ended(const struct call *c, enum robotsc_status status);

/* The same for an answer that is JSON, which becomes UTF-8: a text that is no UTF-8 is spelled by
 * ROBOTSC_SPELL_JSON in its member NAME, and a member NAME_base64 follows with its octets.  After a
 * list of texts, that is a list with null for each text that is UTF-8. */
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
