/* parse.c - see parse.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parse.h"

#include "dialect/fnmatch.h"
#include "match/percent.h"
#include "text/content_diag.h"
#include "text/usage_labels.h"
#include "version.h"

struct parser {
	struct arena *arena;
	const struct robotsc_options *options;
	const struct robotsc__dialect *dialect;
	struct document *doc;
	size_t agents_room, rules_room, groups_room, records_room, runs_room;
	size_t first_agent, first_record; /* of the open group, in doc */
	uint32_t closes;                  /* from robotsc__parse_closes */
	bool open;                        /* a group is open */
	/* the open group has a line of closes: the next User-agent line begins a group */
	bool ruled;
	bool run_closed;      /* the next User-agent line begins a run */
	bool starred;         /* a record has named "*" */
	bool no_robots;       /* the text looks like something else */
	bool hosted;          /* a Host line has been read */
	bool visited;         /* the open run has a Visit-time line */
	enum version version; /* of the open record */
	size_t first_rule;    /* of the open group */
};

static void tell(const struct parser *p, const struct line *line, enum robotsc_diag_kind kind, const uint8_t *at, size_t length)
{
	if (!p->options->diag)
		return;
	const struct robotsc_diag diag = {kind, line->number, line_column(line, at), (uint32_t)length};
	p->options->diag(p->options->diag_ctx, &diag);
}

static void tell_span(const struct parser *p, const struct line *line, enum robotsc_diag_kind kind, struct span span)
{
	tell(p, line, kind, span.at, span.len);
}

/* Begin a run in the last group. */
static enum robotsc_status open_run(struct parser *p)
{
	struct document *doc = p->doc;
	p->run_closed = p->visited = false;
	if (!p->options->extensions)
		return ROBOTSC_OK;
	if (doc->nruns == p->runs_room &&
	    !robotsc__arena_grow(p->arena, (void **)&doc->run_groups, &p->runs_room, sizeof *doc->run_groups))
		return ROBOTSC_ERR_NOMEM;
	doc->run_groups[doc->nruns++] = doc->ngroups - 1;
	return ROBOTSC_OK;
}

static enum robotsc_status open_group(struct parser *p)
{
	struct document *doc = p->doc;
	if (doc->ngroups == p->groups_room &&
	    !robotsc__arena_grow(p->arena, (void **)&doc->groups, &p->groups_room, sizeof *doc->groups))
		return ROBOTSC_ERR_NOMEM;
	doc->groups[doc->ngroups++] = (struct group){.fallback = ROBOTSC_ALLOW};
	p->first_agent = doc->nagents;
	p->first_record = doc->nrecords;
	p->first_rule = doc->nrules;
	p->version = VERSION_1;
	p->open = true;
	p->ruled = false;
	return open_run(p);
}

/* Drop the run of the open group and its records.  Records of the whole file stay. */
static void drop_records(struct parser *p)
{
	struct document *doc = p->doc;
	size_t kept = p->first_record;
	for (size_t i = kept; i < doc->nrecords; i++)
		if (doc->records[i].group == NO_GROUP)
			doc->records[kept++] = doc->records[i];
	doc->nrecords = kept;
	doc->nruns -= doc->nruns > 0;
}

void robotsc__parse_count(const struct rule *rule, struct census *n)
{
	const bool allow = rule->verdict == ROBOTSC_ALLOW;
	n->allows += (size_t)allow;
	n->disallows += (size_t)!allow;
	n->globs += allow && robotsc__fnmatch_active(&rule->value);
	n->closed += !allow && rule->value.len == 1 && *rule->value.at == '*';
}

enum robotsc_verdict robotsc__parse_rest(const struct robotsc_options *options, const struct census *n)
{
	const bool open = n->allows == 0 || (n->globs == 0 && n->disallows > 0 && !options->conner2_rest_deny);
	return open ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW;
}

static void close_version_2(struct parser *p, const struct line *line)
{
	struct census n = {0};
	for (size_t i = p->first_rule; i < p->doc->nrules; i++)
		robotsc__parse_count(&p->doc->rules[i], &n);
	p->doc->groups[p->doc->ngroups - 1].fallback = robotsc__parse_rest(p->options, &n);
	if (n.globs && n.closed)
		tell(p, line, ROBOTSC_DIAG_ALLOW_SHADOWED, line->at, 0);
}

/* End the open record at a line.  A record without a line of p->closes is dropped. */
static void close_record(struct parser *p, const struct line *line)
{
	if (p->open && !p->ruled) {
		tell(p, line, ROBOTSC_DIAG_RECORD_EMPTY, line->at, 0);
		p->doc->nagents = p->first_agent;
		p->doc->ngroups--;
		drop_records(p);
	} else if (p->open && p->version == VERSION_2) {
		close_version_2(p, line);
	}
	p->open = false;
}

/* Take the version of a Robot-version line, unless rules of its record stand before it. */
static void set_version(struct parser *p, const struct line *line)
{
	if (!p->open || p->ruled) {
		tell_span(p, line, ROBOTSC_DIAG_VERSION_LATE, line->name);
		return;
	}
	p->version = robotsc__version_of(line->value);
	if (p->version == VERSION_OTHER)
		tell_span(p, line, ROBOTSC_DIAG_VERSION_OTHER, line->value);
	p->doc->groups[p->doc->ngroups - 1].skipped = p->version == VERSION_OTHER;
	p->doc->groups[p->doc->ngroups - 1].globs = p->version == VERSION_2;
}

/* Report the part of a User-agent value that is not compared. */
static void tell_agent(const struct parser *p, const struct line *line, const struct agent *agent)
{
	const uint8_t *rest = agent->token.at + agent->token.len;
	if (agent->token.len == 0)
		tell_span(p, line, ROBOTSC_DIAG_AGENT_EMPTY, line->value);
	else if (agent->token.len < line->value.len)
		tell(p, line, ROBOTSC_DIAG_AGENT_CUT, rest, (size_t)(line->value.at + line->value.len - rest));
	if (p->dialect->records && agent->star && p->starred)
		tell_span(p, line, ROBOTSC_DIAG_STAR_AGAIN, agent->token);
}

static enum robotsc_status keep_record(struct parser *p, const struct record *record)
{
	struct document *doc = p->doc;
	if (!p->options->extensions)
		return ROBOTSC_OK;
	if (doc->nrecords == p->records_room &&
	    !robotsc__arena_grow(p->arena, (void **)&doc->records, &p->records_room, sizeof *record))
		return ROBOTSC_ERR_NOMEM;
	doc->records[doc->nrecords++] = *record;
	return ROBOTSC_OK;
}

/* If a token is a label of use, it is for all robots: keep its line as a record of the file. */
static enum robotsc_status keep_label_token(struct parser *p, const struct line *line, struct span token)
{
	for (uint32_t i = 0; i < LABELS; i++)
		if (label_token(&labels[i], token))
			return keep_record(p, &(struct record){.field = ROBOTSC_FIELD_UNKNOWN,
			                                       .line = line->number,
			                                       .group = NO_GROUP,
			                                       .name = line->name,
			                                       .value = token});
	return ROBOTSC_OK;
}

static enum robotsc_status add_agent(struct parser *p, const struct line *line)
{
	struct document *doc = p->doc;
	if (p->ruled && p->dialect->records)
		close_record(p, line);
	if (!p->open || p->ruled ? open_group(p) != ROBOTSC_OK : p->run_closed && open_run(p) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	struct agent agent = {.token = p->dialect->agent(&line->value),
	                      .group = doc->ngroups - 1,
	                      .run = (uint32_t)doc->nruns - 1,
	                      .line = line->number};
	agent.star = agent.token.len == 1 && *agent.token.at == '*';
	tell_agent(p, line, &agent);
	p->starred |= agent.star;
	if (agent.token.len == 0 && !p->dialect->empty_agent)
		return ROBOTSC_OK;
	if (doc->nagents == p->agents_room && !robotsc__arena_grow(p->arena, (void **)&doc->agents, &p->agents_room, sizeof agent))
		return ROBOTSC_ERR_NOMEM;
	doc->agents[doc->nagents++] = agent;
	return keep_label_token(p, line, agent.token);
}

static enum robotsc_status add_rule(struct parser *p, const struct line *line)
{
	struct document *doc = p->doc;
	enum robotsc_verdict verdict = line->field == FIELD_ALLOW ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW;
	if (!p->open) {
		tell_span(p, line, ROBOTSC_DIAG_NO_GROUP, line->name);
		return ROBOTSC_OK;
	}
	if (verdict == ROBOTSC_ALLOW && p->dialect->versions && p->version != VERSION_2) {
		tell_span(p, line, ROBOTSC_DIAG_ALLOW_IGNORED, line->name);
		return ROBOTSC_OK;
	}
	if (line->value.len == 0) {
		if (verdict == ROBOTSC_ALLOW || !p->dialect->empty_disallow)
			return ROBOTSC_OK; /* an empty rule has no effect */
		verdict = ROBOTSC_ALLOW;
	}
	if (doc->nrules == p->rules_room &&
	    !robotsc__arena_grow(p->arena, (void **)&doc->rules, &p->rules_room, sizeof *doc->rules))
		return ROBOTSC_ERR_NOMEM;
	doc->rules[doc->nrules++] = (struct rule){.value = line->value,
	                                          .text = line->at,
	                                          .line = line->number,
	                                          .group = doc->ngroups - 1,
	                                          .verdict = verdict,
	                                          .glob = p->version == VERSION_2};
	return ROBOTSC_OK;
}

/* Report the first control octet of a value. */
static void tell_value(const struct parser *p, const struct line *line)
{
	for (size_t i = 0; i < line->value.len; i++)
		if (line->value.at[i] < 0x20 || line->value.at[i] == 0x7F) {
			tell(p, line, ROBOTSC_DIAG_CONTROL_OCTET, line->value.at + i, 1);
			return;
		}
}

/* True if rules of the open record are globs. */
static bool is_glob(const struct parser *p)
{
	return p->open && p->version == VERSION_2;
}

/* Report what the author of a pattern may not have intended. */
static void tell_pattern(const struct parser *p, const struct line *line, struct span pattern, bool operators)
{
	const uint8_t *at = pattern.at, *const end = at + pattern.len, *stray = NULL, *dollar = NULL, *star = NULL, *space = NULL;
	const bool glob = is_glob(p);
	if (at < end && *at != '/' && !(*at == '*' && operators) && !(glob && fnmatch_is_special(*at)))
		tell_span(p, line, ROBOTSC_DIAG_NEVER_MATCHES, pattern);
	for (; at < end; at++) {
		if (*at == '%' && !stray && !(end - at > 2 && octet_hex(at[1]) < 16 && octet_hex(at[2]) < 16))
			stray = at;
		if (*at == '$' && !dollar && at + 1 < end)
			dollar = at;
		if (*at == '*' && !star)
			star = at;
		if (is_blank(*at) && !space)
			space = at;
	}
	if (stray)
		tell(p, line, ROBOTSC_DIAG_STRAY_PERCENT, stray, 1);
	if (dollar && p->dialect->wildcards)
		tell(p, line, ROBOTSC_DIAG_DOLLAR_INSIDE, dollar, 1);
	if (star && !operators)
		tell(p, line, ROBOTSC_DIAG_STAR_LITERAL, star, 1);
	if (space && p->dialect->records)
		tell(p, line, ROBOTSC_DIAG_SPACE_INSIDE, space, 1);
}

/* True for a Host line after the first of the file, and a Visit-time line after the first of its
 * run. */
static bool is_repeated(struct parser *p, const struct record *record)
{
	bool *seen = record->field == ROBOTSC_FIELD_HOST         ? &p->hosted
	             : record->field == ROBOTSC_FIELD_VISIT_TIME ? &p->visited
	                                                         : NULL;
	const bool repeated = seen && *seen;
	if (seen)
		*seen = true;
	return repeated;
}

/* Report on the pattern in a record's path. */
static void tell_path(const struct parser *p, const struct line *line, const struct record *record)
{
	struct span path, rest;
	if (!p->options->diag)
		return;
	robotsc__record_split(record->value, &path, &rest);
	if (record->field == ROBOTSC_FIELD_NOINDEX)
		tell_pattern(p, line, record->value, p->dialect->wildcards || is_glob(p));
	else if (robotsc__record_of_path(record->field))
		tell_pattern(p, line, path, true);
}

/* Add an extension record. */
static enum robotsc_status add_record(struct parser *p, const struct line *line)
{
	struct document *doc = p->doc;
	struct record record;
	const uint8_t *bad;
	if (!p->options->diag && !p->options->extensions)
		return ROBOTSC_OK;
	const bool good = robotsc__record_read(line, &record, &bad);
	const bool of_file = robotsc__record_of_file(record.field) || (record.field == ROBOTSC_FIELD_UNKNOWN && !p->open);
	if (!of_file && !p->open) {
		tell_span(p, line, ROBOTSC_DIAG_NO_GROUP, line->name);
		return ROBOTSC_OK;
	}
	if (bad)
		tell(p, line, ROBOTSC_DIAG_BAD_VALUE, bad, (size_t)(line->value.at + line->value.len - bad));
	if (!good && !robotsc__record_of_path(record.field))
		return ROBOTSC_OK;
	tell_path(p, line, &record);
	if (is_repeated(p, &record)) {
		tell_span(p, line, ROBOTSC_DIAG_REPEATED, line->name);
		return ROBOTSC_OK;
	}
	record.group = of_file ? NO_GROUP : doc->ngroups - 1;
	record.run = (uint32_t)doc->nruns - 1;
	return keep_record(p, &record);
}

static void tell_line(const struct parser *p, const struct line *line)
{
	if (!p->options->diag || (p->no_robots && line->field == FIELD_UNKNOWN))
		return;
	if (line->cut)
		tell(p, line, ROBOTSC_DIAG_LINE_CUT, line->cut, 0);
	if (line->kind == LINE_JUNK)
		tell(p, line, ROBOTSC_DIAG_JUNK, line->at, 0);
	if (line->kind != LINE_DIRECTIVE)
		return;
	if (line->field == FIELD_UNKNOWN)
		tell_span(p, line, ROBOTSC_DIAG_UNKNOWN_FIELD, line->name);
	if (line->misspelt)
		tell_span(p, line, ROBOTSC_DIAG_MISSPELT_FIELD, line->name);
	if (line->colonless)
		tell(p, line, ROBOTSC_DIAG_MISSING_COLON, line->name.at + line->name.len, 0);
	tell_value(p, line);
	if (line->field == FIELD_ALLOW || line->field == FIELD_DISALLOW)
		tell_pattern(p, line, line->value, p->dialect->wildcards || is_glob(p));
}

/* True for a record of a group, which closes a run whatever its value.  A rule closes the group. */
static bool closes_run(enum field field)
{
	return field >= FIELD_SITEMAP && !robotsc__record_of_file(robotsc__record_field(field));
}

static enum robotsc_status add_line(struct parser *p, const struct line *line)
{
	enum robotsc_status status = ROBOTSC_OK;
	tell_line(p, line);
	if (line->kind == LINE_BLANK && p->dialect->records)
		close_record(p, line);
	if (line->kind != LINE_DIRECTIVE)
		return ROBOTSC_OK;
	if (line->field == FIELD_AGENT)
		return add_agent(p, line);
	if (line->field == FIELD_ROBOT_VERSION && p->dialect->versions)
		set_version(p, line);
	if (line->field == FIELD_ALLOW || line->field == FIELD_DISALLOW)
		status = add_rule(p, line);
	else
		status = add_record(p, line);
	p->ruled |= p->closes >> line->field & 1;
	p->run_closed |= !p->dialect->records && closes_run(line->field);
	return status;
}

enum robotsc_content robotsc__parse_content(const struct robotsc__dialect *dialect, const uint8_t *text, size_t len)
{
	const enum robotsc_content content = robotsc_content_kind(text, len);
	struct lexer lexer;
	struct line line = {.at = text};
	if (robotsc__content_diag(content) != ROBOTSC_DIAG_COMPRESSED)
		return content;
	robotsc__lex_begin(&lexer, dialect, text, len, false);
	while (robotsc__lex_next(&lexer, &line))
		if (line.field == FIELD_AGENT && line.kind == LINE_DIRECTIVE)
			return ROBOTSC_CONTENT_TEXT;
	return content;
}

/* If the text is no robots.txt, report what it looks like.  Then lines without a known field are
 * not reported. */
static void tell_content(struct parser *p, const struct line *first, const uint8_t *text, size_t len)
{
	const enum robotsc_diag_kind kind = robotsc__content_diag(robotsc__parse_content(p->dialect, text, len));
	p->no_robots = kind != ROBOTSC_DIAG_KINDS;
	if (p->no_robots)
		tell(p, first, kind, text, 0);
}

const struct agent *robotsc__parse_record(const struct document *doc, const struct span *robot)
{
	for (size_t i = 0; i < doc->nagents; i++)
		if (!doc->agents[i].star && doc->dialect->means(&doc->agents[i].token, robot))
			return &doc->agents[i];
	return NULL;
}

uint32_t robotsc__parse_closes(const struct robotsc__dialect *dialect, const struct robotsc_options *options)
{
	const bool usage = dialect->usage_rules && options->aipref_rule;
	return dialect->closes_agents | (usage ? 1u << FIELD_CONTENT_USAGE : 0);
}

static bool is_line_end(uint8_t octet)
{
	return octet == '\n' || octet == '\r';
}

size_t robotsc__parse_limit(const struct robotsc__dialect *dialect, const uint8_t *text, size_t len, size_t limit)
{
	if (len <= limit)
		return len;
	if (dialect->cut_line_kept)
		return limit;
	if (is_line_end(text[limit]))
		return limit;
	while (limit && !is_line_end(text[limit - 1]))
		limit--;
	return limit;
}

/* Report where the limit ends the text: before a line, or inside one, which counts up to there. */
static void tell_limit(const struct parser *p, const uint8_t *text, size_t read, size_t len, uint32_t last)
{
	struct line line = {.at = text + read, .number = last + 1};
	if (read && !is_line_end(text[read - 1]) && !is_line_end(text[read])) {
		while (line.at > text && !is_line_end(line.at[-1]))
			line.at--;
		line.number = last;
		tell(p, &line, ROBOTSC_DIAG_SIZE_CUT, text + read, len - read);
	} else {
		tell(p, &line, ROBOTSC_DIAG_SIZE_LIMIT, text + read, len - read);
	}
}

enum robotsc_status robotsc__parse_run(struct arena *a, const struct robotsc_options *options,
                                       const struct robotsc__dialect *dialect, const uint8_t *text, size_t len,
                                       struct document *out)
{
	const size_t read = robotsc__parse_limit(dialect, text, len, options->limit);
	struct parser p = {
		.arena = a, .options = options, .dialect = dialect, .doc = out, .closes = robotsc__parse_closes(dialect, options)};
	struct lexer lexer;
	struct line line = {.at = text, .number = 1};
	*out = (struct document){.dialect = dialect};
	const uint32_t bom = robotsc__lex_begin(&lexer, dialect, text, read, options->strict_fields);
	if (bom)
		tell(&p, &line, ROBOTSC_DIAG_BOM, text, bom);
	if (options->diag)
		tell_content(&p, &line, text, read);
	while (robotsc__lex_next(&lexer, &line)) {
		const enum robotsc_status status = add_line(&p, &line);
		if (status != ROBOTSC_OK)
			return status;
	}
	if (dialect->records) {
		const struct line last = {.at = text, .number = lexer.number};
		close_record(&p, &last);
	}
	if (read < len)
		tell_limit(&p, text, read, len, lexer.number);
	return ROBOTSC_OK;
}
