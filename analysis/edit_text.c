/* edit_text.c - a text in which crawlers are shut out or let in, while its other lines stay.
 *
 * A group that is for these crawlers alone gets one rule in the place of its own.  Otherwise their
 * names leave the groups that have them, and stand in another.  Crawlers that would begin to obey
 * that group, too, get a name in the group that they obeyed.  The result is proved to be what was
 * asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arena_text.h"
#include "crawler_table.h"
#include "front/options.h"
#include "edit_proof.h"
#include "front/parse.h"
#include "text/usage_labels.h"
#include "text_rules.h"

#define NONE UINT32_MAX

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_access_edit) == 88, "robotsc_access_edit is ABI");

/* A line of the text. */
struct edit_line {
	size_t start, end, next; /* next: behind its terminator */
	enum field field;        /* FIELDS: none */
	struct span value;       /* of a User-agent line: the name as it is compared */
	uint32_t group;          /* NONE before the first User-agent line */
	uint32_t robot;          /* index of a robot named here that gets a group; or NONE */
	bool is_star, gone;
	bool is_added; /* lines are added after it */
};

/* A group, and what becomes of it. */
struct edit_group {
	uint32_t agents, taken; /* User-agent lines; those of robots that get a new group */
	uint32_t added;         /* names that it gets */
	uint32_t rules, records;
	uint32_t last_agent; /* index of a line */
	enum edit_aim aim;   /* of all taken names; AIM_NONE: they differ */
	enum edit_aim says;  /* its last rule */
	bool is_special;     /* it is for "*", or states a label */
	bool in_place;       /* it gets one rule in the place of its own */
};

struct added_line {
	uint32_t after; /* index of a line; NONE: at the end */
	const char *words;
	struct robotsc_text name;
};

struct editing {
	struct edit_proof proof;
	struct robotsc_options options;
	struct arena arena;
	struct document doc; /* of the text, as the dialect of the options reads it */
	struct edit_line *lines;
	size_t nlines;
	struct edit_group *groups;
	struct added_line *added;
	size_t nadded, added_room;
	struct arena_text out; /* failed: no memory for this or the rest */
	struct robotsc_access_edit result;
};

static const char *const rule_words[] = {[AIM_SHUT] = "Disallow: /", [AIM_OPEN] = "Disallow:"};

/* ---- the lines ----------------------------------------------------------------------- */

static enum robotsc_status read_lines(struct editing *e)
{
	const uint8_t *const at = (const uint8_t *)e->proof.texts[0].at;
	const size_t len = e->proof.texts[0].len;
	const struct robotsc__dialect *const dialect = robotsc__dialect_find(e->options.dialect);
	struct lexer lexer;
	struct line line;
	size_t room = 0;
	(void)robotsc__lex_begin(&lexer, dialect, at, len, e->options.strict_fields);
	while (robotsc__lex_next(&lexer, &line)) {
		const size_t start = (size_t)(line.at - at);
		if (e->nlines == room && !robotsc__arena_grow(&e->arena, (void **)&e->lines, &room, sizeof *e->lines))
			return ROBOTSC_ERR_NOMEM;
		if (e->nlines)
			e->lines[e->nlines - 1].next = start;
		e->lines[e->nlines++] = (struct edit_line){.start = start,
		                                           .end = start + text_line(line.at, at + len).len,
		                                           .next = len,
		                                           .field = line.kind == LINE_DIRECTIVE ? line.field : FIELDS,
		                                           .value = line.value,
		                                           .robot = NONE};
	}
	return robotsc__parse_run(&e->arena, &e->options, dialect, at, len, &e->doc);
}

static bool is_rule(const struct edit_line *line)
{
	return line->field == FIELD_ALLOW || line->field == FIELD_DISALLOW;
}

static bool is_record(const struct edit_line *line)
{
	return line->field == FIELD_UNKNOWN || (line->field >= FIELD_SITEMAP && line->field < FIELDS &&
	                                        !robotsc__record_of_file(robotsc__record_field(line->field)));
}

static enum edit_aim aim_of(const struct edit_line *line)
{
	if (line->field != FIELD_DISALLOW)
		return AIM_NONE;
	return line->value.len == 0 ? AIM_OPEN : line->value.len == 1 && *line->value.at == '/' ? AIM_SHUT : AIM_NONE;
}

/* Count the lines of each group.  A User-agent line that names nobody does not count. */
static enum robotsc_status read_groups(struct editing *e)
{
	uint32_t group = NONE;
	size_t agent = 0;
	e->groups = robotsc__arena_zeroed(&e->arena, (size_t)e->doc.ngroups + 1, sizeof *e->groups);
	for (uint32_t i = 0; e->groups && i < e->nlines; i++) {
		struct edit_line *const line = &e->lines[i];
		const bool is_agent = agent < e->doc.nagents && e->doc.agents[agent].line == i + 1;
		if (is_agent)
			group = e->doc.agents[agent].group;
		else if (line->field == FIELD_AGENT)
			line->field = FIELDS;
		line->group = group;
		if (group == NONE)
			continue;
		struct edit_group *const g = &e->groups[group];
		g->rules += is_rule(line);
		g->records += is_record(line);
		g->says = is_rule(line) ? aim_of(line) : g->says;
		for (; agent < e->doc.nagents && e->doc.agents[agent].line == i + 1; agent++) {
			line->value = e->doc.agents[agent].token;
			line->is_star = e->doc.agents[agent].star;
			g->agents++;
			g->last_agent = i;
			g->is_special |= line->is_star || label_of_token(line->value);
		}
	}
	return e->groups ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* ---- who is written ------------------------------------------------------------------ */

/* True if a line names a robot. */
static bool names(const struct editing *e, const struct edit_line *line, struct robotsc_text token)
{
	const struct span given = {(const uint8_t *)token.at, token.len};
	const struct span name = e->doc.dialect->robot(&given);
	return line->field == FIELD_AGENT && !line->is_star &&
	       compare_folded((struct robotsc_text){(const char *)line->value.at, line->value.len},
	                      (struct robotsc_text){(const char *)name.at, name.len}) == 0;
}

static bool is_named(const struct editing *e, struct robotsc_text token)
{
	for (size_t i = 0; i < e->nlines; i++)
		if (names(e, &e->lines[i], token))
			return true;
	return false;
}

/* The robot whose new group this robot would obey; NULL: it obeys its own group, or the same one as
 * before. */
static const struct edit_robot *leader_of(struct editing *e, const struct edit_robot *robot)
{
	for (size_t k = 0; k < robot->ntokens && !is_named(e, robot->tokens[k]); k++) {
		const struct edit_robot *const next =
			k + 1 < robot->ntokens ? robotsc__edit_robot(&e->proof, robot->tokens[k + 1]) : NULL;
		if (next && next->written)
			return next;
	}
	return NULL;
}

/* A robot that would obey the new group of another one with the same aim needs no line. */
static void choose_written(struct editing *e)
{
	for (size_t i = 0; i < e->proof.nrobots; i++)
		e->proof.robots[i].written = e->proof.robots[i].aim != AIM_NONE && !e->proof.robots[i].reached;
	for (size_t i = 0; i < e->proof.nrobots; i++) {
		const struct edit_robot *const leader = e->proof.robots[i].written ? leader_of(e, &e->proof.robots[i]) : NULL;
		e->proof.robots[i].written &= !leader || leader->aim != e->proof.robots[i].aim;
	}
	for (size_t i = 0; i < e->proof.nrobots; i++) {
		const struct edit_robot *const leader = e->proof.robots[i].written ? NULL : leader_of(e, &e->proof.robots[i]);
		e->proof.robots[i].kept = leader && leader->aim != e->proof.robots[i].aim;
	}
}

static void add_line(struct editing *e, uint32_t after, const char *words, struct robotsc_text name)
{
	if (e->nadded == e->added_room && !robotsc__arena_grow(&e->arena, (void **)&e->added, &e->added_room, sizeof *e->added)) {
		e->out.failed = true;
		return;
	}
	e->added[e->nadded++] = (struct added_line){after, words, name};
	if (after != NONE)
		e->lines[after].is_added = true;
}

/* Add a robot's name after each User-agent line of the name that it obeyed. */
static void keep_robot(struct editing *e, struct edit_robot *robot)
{
	const struct robotsc_text *old = NULL;
	for (size_t k = 1; k < robot->ntokens && !old; k++)
		old = is_named(e, robot->tokens[k]) ? &robot->tokens[k] : NULL;
	if (!old && robot->crawler && robot->crawler->ignores_star)
		return;
	for (uint32_t i = 0; i < e->nlines; i++) {
		const struct edit_line *const line = &e->lines[i];
		if (old ? !names(e, line, *old) : line->field != FIELD_AGENT || !line->is_star)
			continue;
		add_line(e, i, "User-agent: ", robot->token);
		e->groups[line->group].added++;
		robot->placed = true;
	}
}

/* Find the User-agent lines of robots that get a new group. */
static void take_names(struct editing *e)
{
	for (uint32_t i = 0; i < e->nlines; i++)
		for (uint32_t k = 0; k < e->proof.nrobots && e->lines[i].field == FIELD_AGENT; k++) {
			struct edit_group *const g = &e->groups[e->lines[i].group];
			if (!e->proof.robots[k].written || !names(e, &e->lines[i], e->proof.robots[k].token))
				continue;
			e->lines[i].robot = k;
			g->aim = g->taken == 0 || g->aim == e->proof.robots[k].aim ? e->proof.robots[k].aim : AIM_NONE;
			g->taken++;
			break;
		}
}

/* ---- what is done to the lines ------------------------------------------------------- */

/* Leave a group one rule: one that it has already, or a new one in place of them all. */
static void set_rule(struct editing *e, uint32_t group)
{
	const struct edit_group *const g = &e->groups[group];
	uint32_t first = NONE, same = NONE;
	for (uint32_t i = 0; i < e->nlines; i++) {
		struct edit_line *const line = &e->lines[i];
		if (line->group != group || !is_rule(line))
			continue;
		first = first == NONE ? i : first;
		same = same == NONE && aim_of(line) == g->aim ? i : same;
		line->gone = i != same;
	}
	if (same == NONE)
		add_line(e, first == NONE ? g->last_agent : first, rule_words[g->aim], (struct robotsc_text){"", 0});
}

/* Delete lines that have no name left.  Records are for the names just before them, rules for all
 * names of their group. */
static void change_groups(struct editing *e)
{
	bool has_name = false, in_list = false;
	for (uint32_t group = 0; group < e->doc.ngroups; group++) {
		struct edit_group *const g = &e->groups[group];
		g->in_place = g->taken && g->taken == g->agents && !g->added && g->aim != AIM_NONE;
		if (g->in_place)
			set_rule(e, group);
	}
	for (size_t i = 0; i < e->nlines; i++) {
		struct edit_line *const line = &e->lines[i];
		const struct edit_group *const g = line->group == NONE ? NULL : &e->groups[line->group];
		const bool is_agent = line->field == FIELD_AGENT;
		const bool is_shared = g && g->taken && !g->in_place;
		if (g && g->in_place && line->robot != NONE)
			e->proof.robots[line->robot].placed = true;
		if (is_agent) {
			line->gone = is_shared && line->robot != NONE;
			has_name = (in_list && has_name) || !line->gone || line->is_added;
		} else if (is_shared) {
			line->gone = (is_record(line) && !has_name) || (is_rule(line) && g->taken == g->agents && !g->added);
		}
		in_list = is_agent || (in_list && !is_rule(line) && !is_record(line));
	}
}

/* The last User-agent line of a group whose only rule says this; NONE: there is no such group. */
static uint32_t find_room(const struct editing *e, enum edit_aim aim)
{
	for (uint32_t i = 0; i < e->doc.ngroups; i++) {
		const struct edit_group *const g = &e->groups[i];
		const bool is_kept = !g->taken && !g->added && g->agents && g->rules == 1 && g->says == aim;
		if (!g->is_special && !g->records && (is_kept || (g->in_place && g->aim == aim)))
			return g->last_agent;
	}
	return NONE;
}

/* True if User-agent lines added at the end would join a group that has no rule. */
static bool ends_in_names(const struct editing *e)
{
	for (size_t i = e->nlines; i-- > 0;) {
		const struct edit_line *const line = &e->lines[i];
		const bool is_there = !line->gone || line->is_added;
		if (is_there && (is_rule(line) || line->field == FIELD_AGENT))
			return !is_rule(line) && !e->groups[line->group].in_place;
	}
	return false;
}

/* Write the names that have no place in a group yet. */
static void add_group(struct editing *e, enum edit_aim aim)
{
	const struct robotsc_text none = {"", 0};
	const uint32_t room = find_room(e, aim);
	bool any = false;
	for (size_t i = 0; i < e->proof.nrobots; i++) {
		const struct edit_robot *const robot = &e->proof.robots[i];
		if (robot->placed || !(robot->written ? robot->aim == aim : robot->kept && aim == AIM_OPEN))
			continue;
		if (!any && room == NONE) {
			if (aim == AIM_SHUT || !e->nadded || e->added[e->nadded - 1].after != NONE)
				if (ends_in_names(e))
					add_line(e, NONE, rule_words[AIM_OPEN], none);
			add_line(e, NONE, "", none);
		}
		any = true;
		add_line(e, room, "User-agent: ", robot->token);
	}
	if (any && room == NONE)
		add_line(e, NONE, rule_words[aim], none);
}

/* ---- the new text -------------------------------------------------------------------- */

static void put(struct editing *e, struct robotsc_text text)
{
	put_text(&e->out, text.at, text.len);
}

static bool ends_blank(const struct editing *e, size_t mark, struct robotsc_text end)
{
	const char *const last = e->out.at + e->out.len - end.len;
	return e->out.len - mark >= 2 * end.len && memcmp(last, end.at, end.len) == 0 &&
	       memcmp(last - end.len, end.at, end.len) == 0;
}

/* Write the lines that are added after line `after`.  A blank line is left out at the beginning of
 * the text, and after another blank line. */
static void put_lines(struct editing *e, uint32_t after)
{
	const struct edit_line *const line = e->lines;
	const bool has_end = e->nlines && line->next > line->end;
	const struct robotsc_text end = has_end ? (struct robotsc_text){e->proof.texts[0].at + line->end, line->next - line->end}
	                                        : (struct robotsc_text){"\n", 1};
	const size_t mark = e->nlines ? line->start : e->proof.texts[0].len;
	for (size_t i = 0; i < e->nadded && !e->out.failed; i++) {
		const struct added_line *const added = &e->added[i];
		if (added->after != after)
			continue;
		if (e->out.len > mark && e->out.at[e->out.len - 1] != '\n' && e->out.at[e->out.len - 1] != '\r')
			put(e, end);
		if (!added->words[0] && (e->out.len == mark || ends_blank(e, mark, end)))
			continue;
		put(e, text_of_string(added->words));
		put(e, added->name);
		put(e, end);
	}
}

static void write_text(struct editing *e)
{
	const char *const from = e->proof.texts[0].at;
	put(e, (struct robotsc_text){from, e->nlines ? e->lines[0].start : e->proof.texts[0].len});
	for (uint32_t i = 0; i < e->nlines; i++) {
		const struct edit_line *const line = &e->lines[i];
		if (!line->gone)
			put(e, (struct robotsc_text){from + line->start, line->next - line->start});
		if (line->is_added)
			put_lines(e, i);
	}
	put_lines(e, NONE);
	e->proof.texts[1] = e->result.text = (struct robotsc_text){e->out.at, e->out.len};
}

/* List the robots, and what the edit does for each. */
static void list_robots(struct editing *e)
{
	struct robotsc_edited_robot *const out = robotsc__arena_zeroed(&e->arena, e->proof.nrobots + 1, sizeof *out);
	e->out.failed |= !out;
	e->result.robots = out;
	for (size_t i = 0; out && i < e->proof.nrobots; i++) {
		const struct edit_robot *const r = &e->proof.robots[i];
		if (r->aim == AIM_NONE && !r->kept)
			continue;
		out[e->result.nrobots].token = r->token;
		out[e->result.nrobots++].effect = r->aim == AIM_NONE ? ROBOTSC_EDIT_KEPT
		                                  : r->aim == AIM_SHUT
		                                          ? (r->reached ? ROBOTSC_EDIT_WAS_CLOSED : ROBOTSC_EDIT_CLOSED)
		                                          : (r->reached ? ROBOTSC_EDIT_WAS_OPEN : ROBOTSC_EDIT_OPEN);
	}
}

static enum robotsc_status edit(struct editing *e, const struct robotsc_crawler *list, const struct robotsc_text *const names_of[2],
                                const size_t n[2])
{
	enum robotsc_status status = robotsc__edit_aim(&e->proof, list, names_of, n);
	if (status == ROBOTSC_OK)
		status = read_lines(e);
	if (status == ROBOTSC_OK)
		status = read_groups(e);
	if (status != ROBOTSC_OK)
		return status;
	choose_written(e);
	for (size_t i = 0; i < e->proof.nrobots; i++)
		if (e->proof.robots[i].kept)
			keep_robot(e, &e->proof.robots[i]);
	take_names(e);
	change_groups(e);
	add_group(e, AIM_SHUT);
	add_group(e, AIM_OPEN);
	write_text(e);
	list_robots(e);
	return e->out.failed ? ROBOTSC_ERR_NOMEM : robotsc__edit_prove(&e->proof, &e->result);
}

enum robotsc_status robotsc_edit_access(const struct robotsc_summary_question *question, const void *robots, size_t len,
                                        const struct robotsc_text *shut_out, size_t nshut_out, const struct robotsc_text *let_in,
                                        size_t nlet_in, void (*edited)(void *ctx, const struct robotsc_access_edit *edit),
                                        void *ctx)
{
	struct editing e = {.proof = {.question = *question, .texts = {{len ? robots : "", len}}}};
	const struct robotsc_text *const names_of[2] = {shut_out, let_in};
	const size_t n[2] = {nshut_out, nlet_in};
	struct robotsc_crawler *crawlers;
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	e.options = robotsc__options_of_all(question->options);
	e.proof.question.options = &e.options;
	e.proof.arena = e.out.arena = &e.arena;
	robotsc__arena_init(&e.arena, e.options.alloc);
	crawlers = robotsc__arena_take(&e.arena, (question->ncrawlers + 1) * sizeof *crawlers);
	e.proof.question.crawlers = crawlers;
	for (size_t i = 0; crawlers && i < question->ncrawlers; i++) {
		crawlers[i] = question->crawlers[i];
		crawlers[i].only_named = 0;
	}
	if (crawlers)
		status = edit(&e, question->crawlers, names_of, n);
	if (status == ROBOTSC_OK)
		edited(ctx, &e.result);
	robotsc_free_summary(e.proof.sums[0]);
	robotsc_free_summary(e.proof.sums[1]);
	robotsc__arena_free(&e.arena);
	return status;
}
