/* oracle_groups.c - the oracle's groups: which rules speak to which agents, with which rank.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"

#include <stdlib.h>
#include <string.h>

/* How a conner2 set is read, by its Robot-version. */
enum version {
	VERSION_OTHER, /* above 2, or with an odd x, an experiment: the set is skipped */
	VERSION_1,     /* 1.x.y with an even x, and sets without a version */
	VERSION_2      /* 2.x.y with an even x */
};

/* The groups as they grow. */
struct builder {
	struct oracle_file *file;
	const struct oracle_options *options;
	struct oracle_group *open; /* the file's last group, or NULL between records */
	int ruled;                 /* open has a line that closes its list of agents */
	size_t run;                /* the last list of User-agent lines, from 1 */
	int said;                  /* a rule or a record stands below that list */
	enum version version;
};

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int is_google(char c)
{
	return (oracle__lower(c) >= 'a' && oracle__lower(c) <= 'z') || c == '_' || c == '-';
}

int oracle__is_token(char c)
{
	return is_google(c) || is_digit(c) || c == '.';
}

/* The agent that a User-agent value names: cut to what is compared with the robot's name. */
static struct oracle_text agent_of(enum oracle_dialect dialect, struct oracle_text value)
{
	size_t n = 0;

	if (dialect > ORACLE_GOOGLE) {
		const int whole = dialect == ORACLE_KOSTER1996 || oracle__same_as(value, "*");

		while (n < value.len && (unsigned char)value.at[n] >= 0x20 && value.at[n] != 0x7F && (whole || value.at[n] != '/'))
			n++;
		while (n > 0 && (value.at[n - 1] == ' ' || value.at[n - 1] == '\t'))
			n--;
		return oracle__slice(value, 0, n);
	}
	if (value.len >= 1 && value.at[0] == '*') {
		if (value.len == 1 || value.at[1] == ' ' || value.at[1] == '\t')
			return oracle__slice(value, 0, 1);
		if (dialect == ORACLE_GOOGLE && (value.at[1] == '\v' || value.at[1] == '\f'))
			return oracle__slice(value, 0, 1);
	}
	while (n < value.len && (dialect == ORACLE_GOOGLE ? is_google(value.at[n]) : oracle__is_token(value.at[n])))
		n++;
	return oracle__slice(value, 0, n);
}

/* Read 1*DIGIT at *i.  Only whether the number is 0, 1, 2 or more, and whether it is odd, will
 * matter.  Returns 0 if there is no digit. */
static int number(struct oracle_text t, size_t *i, unsigned *small, int *odd)
{
	const size_t from = *i;

	*small = 0;
	for (; *i < t.len && is_digit(t.at[*i]); ++*i)
		if (*small < 10) /* 10 stands for all that is larger */
			*small = *small * 10 + (unsigned)(t.at[*i] - '0') > 10 ? 10 : *small * 10 + (unsigned)(t.at[*i] - '0');
	if (*i == from)
		return 0;
	*odd = (t.at[*i - 1] - '0') % 2;
	return 1;
}

/* 1*DIGIT ["." 1*DIGIT ["." 1*DIGIT]] */
static enum version version_of(struct oracle_text t)
{
	unsigned major, ignored;
	int odd = 0, odd_minor = 0;
	size_t i = 0;

	if (!number(t, &i, &major, &odd))
		return VERSION_1;
	if (i < t.len && t.at[i] == '.') {
		i++;
		if (!number(t, &i, &ignored, &odd_minor))
			return VERSION_1;
		if (i < t.len && t.at[i] == '.') {
			i++;
			if (!number(t, &i, &ignored, &odd))
				return VERSION_1;
		}
	}
	if (i < t.len || major == 0)
		return VERSION_1; /* no version: as if the line were missing */
	if (major > 2 || odd_minor)
		return VERSION_OTHER;
	return major == 1 ? VERSION_1 : VERSION_2;
}

static void open_group(struct builder *b)
{
	struct oracle_file *file = b->file;

	file->group = oracle__grow(file->group, file->groups, sizeof *file->group);
	b->open = &file->group[file->groups++];
	memset(b->open, 0, sizeof *b->open);
	b->open->fallback = 1;
	b->open->usable = 1;
	b->ruled = 0;
	b->version = VERSION_1;
	b->run++;
	b->said = 0;
}

static void add_agent(struct builder *b, struct oracle_text value)
{
	struct oracle_group *g = b->open;

	g->agent = oracle__grow(g->agent, g->agents, sizeof *g->agent);
	g->run = oracle__grow(g->run, g->agents, sizeof *g->run);
	g->run[g->agents] = b->run;
	g->agent[g->agents++] = agent_of(b->file->dialect, value);
}

static struct oracle_rule *add_rule(struct builder *b, const struct oracle_statement *s)
{
	struct oracle_group *g = b->open;
	struct oracle_rule *r;

	g->rule = oracle__grow(g->rule, g->rules, sizeof *g->rule);
	r = &g->rule[g->rules++];
	memset(r, 0, sizeof *r);
	r->value = s->value;
	r->line = s->line;
	r->allow = s->kind == ORACLE_ALLOW;
	oracle__forms_rule(r, b->file->dialect, b->version == VERSION_2);
	return r;
}

/* google: "Allow: /d/index.html" also allows /d/ itself. */
static void add_index(struct builder *b, const struct oracle_statement *s)
{
	static const char index[] = "/index.htm";
	struct oracle_rule *r;
	size_t slash = s->value.len;

	while (slash > 0 && s->value.at[slash - 1] != '/')
		slash--;
	if (slash == 0 || s->value.len - (slash - 1) < sizeof index - 1)
		return;
	if (memcmp(s->value.at + slash - 1, index, sizeof index - 1) != 0)
		return;
	r = add_rule(b, s);
	/* The rule of the text up to the slash, with '$' behind it. */
	r->value = oracle__slice(s->value, 0, slash);
	oracle__forms_rule(r, b->file->dialect, 0);
	r->whole = 1;
	r->rank = 2 * oracle__forms_length(r) + 1;
}

static void rule(struct builder *b, const struct oracle_statement *s)
{
	const enum oracle_dialect d = b->file->dialect;
	struct oracle_rule *r;

	/* An empty value says nothing, but koster1996's Disallow opens the rest of the site. */
	if (s->value.len == 0) {
		if (d == ORACLE_KOSTER1996 && s->kind == ORACLE_DISALLOW)
			add_rule(b, s)->allow = 1;
		return;
	}
	if (d == ORACLE_CONNER2 && b->version == VERSION_1 && s->kind == ORACLE_ALLOW)
		return;
	r = add_rule(b, s);
	if (d == ORACLE_RFC9309 || d == ORACLE_GOOGLE)
		r->rank = 2 * oracle__forms_length(r) + (unsigned)r->allow;
	else if (d == ORACLE_CONNER2 && r->allow)
		r->rank = r->glob ? 3 : 7;
	else
		r->rank = 4; /* any Disallow; koster1996 is ranked when its record ends */
	if (d == ORACLE_GOOGLE && r->allow)
		add_index(b, s);
}

/* rfc9309, google: a User-agent after a rule starts a new group; on demand, so does a User-agent
 * after Content-Usage. */
static void read_group(struct builder *b, const struct oracle_statement *s)
{
	if (s->kind == ORACLE_AGENT) {
		if (b->open == NULL || b->ruled) {
			open_group(b);
		} else if (b->said && !b->options->records_joined) {
			b->run++;
			b->said = 0;
		}
		add_agent(b, s->value);
	} else if (b->open != NULL && (s->kind == ORACLE_ALLOW || s->kind == ORACLE_DISALLOW)) {
		b->ruled = b->said = 1;
		rule(b, s);
	} else if (b->options->usage_rules && b->file->dialect == ORACLE_RFC9309 && s->kind == ORACLE_OTHER &&
	           oracle__same_as(s->field, "content-usage")) {
		b->ruled = 1;
	}
}

static void rank_by_order(struct oracle_group *g)
{
	for (size_t i = 0; i < g->rules; i++)
		g->rule[i].rank = 2 * (g->rules - i) + (unsigned)g->rule[i].allow;
}

/* conner2: the verdict where no rule of a 2.0 set matches. */
static int conner_fallback(const struct oracle_group *g, int rest_deny)
{
	int allows = 0, globs = 0, disallows = 0;

	for (size_t i = 0; i < g->rules; i++) {
		allows += g->rule[i].allow;
		globs += g->rule[i].allow && g->rule[i].glob;
		disallows += !g->rule[i].allow;
	}
	return allows == 0 || (globs == 0 && disallows > 0 && !rest_deny);
}

/* What the file says beside its rules belongs to the group that is open. */
static void add_note(struct builder *b, const struct oracle_statement *s)
{
	struct oracle_file *file = b->file;
	struct oracle_note *n;
	int field;

	file->note = oracle__grow(file->note, file->notes, sizeof *file->note);
	n = &file->note[file->notes++];
	n->field = s->field;
	n->value = s->value;
	n->line = s->line;
	n->group = b->open != NULL ? file->groups : 0;
	n->run = b->open != NULL ? b->run : 0;
	n->colon = s->colon;
	field = oracle__fields_known(file, n);
	b->said |= field > 0 && !oracle__fields_of_file(field);
}

/* The last group is no record: drop its notes. */
static void drop_notes(struct oracle_file *file)
{
	for (size_t i = 0; i < file->notes; i++)
		if (file->note[i].group == file->groups)
			file->note[i].group = file->note[i].run = SIZE_MAX;
}

static void end_record(struct builder *b)
{
	struct oracle_group *g = b->open;

	b->open = NULL;
	if (g == NULL)
		return;
	if (!b->ruled) { /* names agents but says nothing: no record */
		free(g->agent);
		free(g->run);
		drop_notes(b->file);
		b->file->groups--;
		return;
	}
	if (b->file->dialect == ORACLE_KOSTER1996)
		rank_by_order(g);
	if (b->file->dialect == ORACLE_CONNER2 && b->version == VERSION_2)
		g->fallback = conner_fallback(g, b->options->rest_deny);
	g->usable = b->version != VERSION_OTHER;
	g->globs = b->version == VERSION_2;
}

/* True if a line of this kind, after User-agent lines, makes them a record. */
static int makes_record(enum oracle_dialect dialect, enum oracle_kind kind)
{
	switch (dialect) {
	case ORACLE_NEXOR1994:
		return kind == ORACLE_DISALLOW;
	case ORACLE_KOSTER1996:
		return kind == ORACLE_ALLOW || kind == ORACLE_DISALLOW || kind == ORACLE_OTHER;
	default:
		return kind == ORACLE_ALLOW || kind == ORACLE_DISALLOW || kind == ORACLE_VERSION || kind == ORACLE_HEADER;
	}
}

/* nexor1994, koster1996, conner2: a blank line ends a record, and so does a User-agent after a line
 * of another kind. */
static void read_record(struct builder *b, const struct oracle_statement *s)
{
	if (s->kind == ORACLE_BLANK || (s->kind == ORACLE_AGENT && b->open != NULL && b->ruled))
		end_record(b);
	if (s->kind == ORACLE_AGENT) {
		if (b->open == NULL)
			open_group(b);
		add_agent(b, s->value);
	}
	if (b->open == NULL || !makes_record(b->file->dialect, s->kind))
		return;
	if (!b->ruled && s->kind == ORACLE_VERSION)
		b->version = version_of(s->value);
	b->ruled = 1;
	if (s->kind == ORACLE_ALLOW || s->kind == ORACLE_DISALLOW)
		rule(b, s);
}

void oracle__groups_build(struct oracle_file *file, const struct oracle_options *options, struct oracle_text text)
{
	struct builder b = {.file = file, .options = options, .version = VERSION_1};
	struct oracle_statement statement;
	size_t offset = 0, line = 0;

	while (oracle__lines_next(options, text, &offset, &line, &statement)) {
		if (file->dialect > ORACLE_GOOGLE)
			read_record(&b, &statement);
		else
			read_group(&b, &statement);
		if (statement.kind >= ORACLE_VERSION)
			add_note(&b, &statement);
	}
	if (file->dialect > ORACLE_GOOGLE)
		end_record(&b);
}
