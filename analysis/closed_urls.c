/* closed_urls.c - which URLs a text closes to which robots.
 *
 * Robots of one dialect and policy form a class.  Its blob gives the verdict of each URL, once for
 * the class; then the lines are found that close URLs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "crawler_table.h"
#include "front/options.h"
#include "deciding_lines.h"
#include "robotsc/summary.h"
#include "support/arena.h"
#include "text_rules.h"

#define DIALECTS 5

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_closed) == 56, "robotsc_closed is ABI");

/* The text, read in a dialect. */
struct closed_reading {
	struct text text;
	struct robotsc_blob blob;
	void *bytes; /* octets of the blob; NULL: the text was not read yet */
	size_t len;
};

struct closed_url {
	size_t url;
	struct robotsc_text text; /* of the line */
	uint32_t line;
};

/* Robots with the same rules. */
struct robot_class {
	struct closed_reading *reading;
	uint32_t policy;
	struct robotsc_group group;
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS]; /* those of the class's first robot */
	size_t ntokens;
	struct closed_url *closed; /* in the order of the URLs */
	size_t nclosed, next;
	bool taken; /* its line was reported for the current URL */
};

struct asked_robot {
	struct robotsc_text token;
	size_t class;
};

struct closed_question {
	const struct robotsc_summary_question *of;
	struct robotsc_options options;
	struct robotsc_text text;
	struct arena arena;
	struct closed_reading readings[DIALECTS];
	struct robot_class *classes;
	size_t nclasses, classes_room;
	struct asked_robot *robots;
	size_t nrobots, robots_room;
	const struct robotsc_text *urls;
	size_t nurls;
};

/* Read the text in a dialect, once. */
static enum robotsc_status read_text(struct closed_question *q, enum robotsc_dialect dialect, struct closed_reading **out)
{
	struct closed_reading *r;
	enum robotsc_status status;
	if ((unsigned)dialect >= DIALECTS)
		return ROBOTSC_ERR_DIALECT;
	*out = r = &q->readings[dialect];
	if (r->bytes)
		return ROBOTSC_OK;
	q->options.dialect = dialect;
	status = robotsc__text_rules_read(&q->arena, &q->options, q->text.at, q->text.len, &r->text);
	if (status == ROBOTSC_OK)
		status = robotsc_compile(&q->options, q->text.at, q->text.len, &r->bytes, &r->len);
	return status == ROBOTSC_OK ? robotsc_open(&r->blob, r->bytes, r->len) : status;
}

/* Find the class of a robot, or make it. */
static enum robotsc_status find_class(struct closed_question *q, struct robot_class *wanted, size_t *found)
{
	for (*found = 0; *found < q->nclasses; ++*found)
		if (q->classes[*found].reading == wanted->reading && q->classes[*found].policy == wanted->policy)
			return ROBOTSC_OK;
	if (q->nclasses == q->classes_room &&
	    !robotsc__arena_grow(&q->arena, (void **)&q->classes, &q->classes_room, sizeof *q->classes))
		return ROBOTSC_ERR_NOMEM;
	q->classes[q->nclasses++] = *wanted;
	return ROBOTSC_OK;
}

/* Add a robot.  crawler: NULL: it is none of the list. */
static enum robotsc_status add_robot(struct closed_question *q, struct robotsc_text token, const struct robotsc_crawler *crawler)
{
	struct robot_class class = {.ntokens = 0};
	enum robotsc_status status = read_text(q,
	                                       crawler          ? crawler->dialect
	                                       : q->of->options ? q->of->options->dialect
	                                                        : ROBOTSC_RFC9309,
	                                       &class.reading);
	for (size_t i = 0; i < q->nrobots; i++)
		if (compare_folded(q->robots[i].token, token) == 0)
			return status;
	if (status != ROBOTSC_OK)
		return status;
	class.ntokens = robotsc_crawler_tokens(q->of->crawlers, q->of->ncrawlers, token, class.tokens);
	status = robotsc_select(&class.reading->blob, class.tokens, class.ntokens, &class.group);
	if (status != ROBOTSC_OK)
		return status;
	class.policy = robotsc__text_rules_find(&class.reading->text, class.tokens, class.ntokens);
	if (crawler && crawler->ignores_star && class.group.selected != ROBOTSC_SELECTED_TOKEN) {
		robotsc_select_none(&class.reading->blob, &class.group);
		class.policy = NO_POLICY;
	}
	if (q->nrobots == q->robots_room &&
	    !robotsc__arena_grow(&q->arena, (void **)&q->robots, &q->robots_room, sizeof *q->robots))
		return ROBOTSC_ERR_NOMEM;
	q->robots[q->nrobots] = (struct asked_robot){.token = token};
	return find_class(q, &class, &q->robots[q->nrobots++].class);
}

/* Add what a name means: the crawlers of a purpose, or a robot. */
static enum robotsc_status add_name(struct closed_question *q, struct robotsc_text name)
{
	const struct robotsc_crawler *crawler = NULL;
	enum robotsc_status status = ROBOTSC_OK;
	bool is_purpose = false;
	for (size_t i = 0; i < q->of->ncrawlers && status == ROBOTSC_OK; i++) {
		const struct robotsc_crawler *const c = &q->of->crawlers[i];
		if (compare_folded(text_of_string(c->token), name) == 0)
			crawler = c;
		if (c->only_named || compare_folded(text_of_string(c->purpose), name) != 0)
			continue;
		is_purpose = true;
		status = add_robot(q, text_of_string(c->token), c);
	}
	return is_purpose || status != ROBOTSC_OK ? status : add_robot(q, name, crawler);
}

/* Find the URLs that are closed to a class. */
static enum robotsc_status find_closed(struct closed_question *q, struct robot_class *class)
{
	size_t room = 0;
	for (size_t i = 0; i < q->nurls; i++) {
		if (robotsc_check_url(&class->group, q->urls[i].at, q->urls[i].len) == ROBOTSC_ALLOW)
			continue;
		if (class->nclosed == room &&
		    !robotsc__arena_grow(&q->arena, (void **)&class->closed, &room, sizeof *class->closed))
			return ROBOTSC_ERR_NOMEM;
		class->closed[class->nclosed++] = (struct closed_url){.url = i};
	}
	return ROBOTSC_OK;
}

/* Find the lines that close these URLs. */
static enum robotsc_status find_lines(struct closed_question *q, struct robot_class *class)
{
	const struct arena_mark mark = robotsc__arena_mark(&q->arena);
	struct asked_line *const asked = robotsc__arena_zeroed(&q->arena, class->nclosed, sizeof *asked);
	enum robotsc_status status = asked ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	uint64_t work = UINT64_MAX;
	for (size_t i = 0; asked && i < class->nclosed; i++) {
		asked[i].tokens = class->tokens;
		asked[i].ntokens = class->ntokens;
		asked[i].url = q->urls[class->closed[i].url];
	}
	q->options.dialect = class->reading->text.dialect->id;
	if (status == ROBOTSC_OK)
		status = robotsc__deciding_lines(&q->options, q->text, asked, class->nclosed, &work);
	for (size_t i = 0; i < class->nclosed && status == ROBOTSC_OK; i++) {
		class->closed[i].line = asked[i].line;
		class->closed[i].text = asked[i].text;
	}
	robotsc__arena_reset(&q->arena, mark);
	return status;
}

/* The line that closes a URL to a class; NULL: none does, or it was reported already. */
static const struct closed_url *line_of(struct robot_class *class, size_t url)
{
	while (class->next < class->nclosed && class->closed[class->next].url < url)
		class->next++;
	const bool found = class->next < class->nclosed && class->closed[class->next].url == url;
	return found && !class->taken ? &class->closed[class->next] : NULL;
}

/* Report a URL: the lines that close it, each with its robots. */
static void report(struct closed_question *q, size_t url, struct robotsc_text *robots,
                   void (*closed)(void *ctx, const struct robotsc_closed *closed), void *ctx)
{
	for (size_t i = 0; i < q->nclasses; i++)
		q->classes[i].taken = false;
	for (size_t i = 0; i < q->nclasses; i++) {
		const struct closed_url *const line = line_of(&q->classes[i], url);
		if (!line)
			continue;
		struct robotsc_closed c = {.url = url, .line = line->line, .text = line->text, .robots = robots};
		for (size_t k = 0; k < q->nrobots; k++) {
			const struct closed_url *const other = line_of(&q->classes[q->robots[k].class], url);
			if (other && other->line == line->line)
				robots[c.nrobots++] = q->robots[k].token;
		}
		for (size_t k = i; k < q->nclasses; k++) {
			const struct closed_url *const other = line_of(&q->classes[k], url);
			q->classes[k].taken |= other && other->line == line->line;
		}
		closed(ctx, &c);
	}
}

enum robotsc_status robotsc_closed_urls(const struct robotsc_summary_question *question, const void *robots, size_t len,
                                        const struct robotsc_text *names, size_t nnames, const struct robotsc_text *urls,
                                        size_t nurls, void (*closed)(void *ctx, const struct robotsc_closed *closed), void *ctx)
{
	struct closed_question q = {.of = question, .text = {robots, len}, .urls = urls, .nurls = nurls};
	enum robotsc_status status = ROBOTSC_OK;
	struct robotsc_text *list;
	q.options = robotsc__options_of_all(question->options);
	robotsc__arena_init(&q.arena, q.options.alloc);
	for (size_t i = 0; i < nnames && status == ROBOTSC_OK; i++)
		status = add_name(&q, names[i]);
	for (size_t i = 0; i < q.nclasses && status == ROBOTSC_OK; i++)
		status = find_closed(&q, &q.classes[i]);
	for (size_t i = 0; i < q.nclasses && status == ROBOTSC_OK; i++)
		if (q.classes[i].nclosed && q.classes[i].policy != NO_POLICY)
			status = find_lines(&q, &q.classes[i]);
	list = robotsc__arena_take(&q.arena, (q.nrobots + 1) * sizeof *list);
	if (status == ROBOTSC_OK && !list)
		status = ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < nurls && status == ROBOTSC_OK; i++)
		report(&q, i, list, closed, ctx);
	for (size_t i = 0; i < DIALECTS; i++)
		if (q.readings[i].bytes)
			robotsc_free_blob(q.options.alloc, q.readings[i].bytes, q.readings[i].len);
	robotsc__arena_free(&q.arena);
	return status;
}
