/* hover.c - what a line does: of a User-agent line, who obeys its group; of a rule, what it decides
 * and which lines outrank it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "front/options.h"
#include "overlap.h"
#include "pattern/rule_match.h"
#include "report/spelling.h"
#include "robotsc/explain.h"
#include "rule_needed.h"
#include "lsp_parts.h"
#include "text_rules.h"
#include "whose.h"

#define DIALECTS 8    /* more than there are */
#define POLICIES 3    /* sets of robots for which a rule is told */
#define NAMES 8       /* of the robots that have one */
#define OUTRANKING 12 /* lines that are shown */
#define TRIED 2000    /* lines that are looked at to find those */
#define STEPS 500000u /* for what a rule decides, and for what outranks it: some 10 ms each */

/* A text that is asked about, and where the answer goes. */
struct hovering {
	struct lsp_server *s;
	struct lsp_document *d;
	struct report_writer *w;
	struct arena arena;
	struct text text;
	uint32_t line; /* from 1 */
	uint64_t steps;
};

/* ---- who obeys a group ------------------------------------------------------------- */

/* The text in the dialects of crawlers. */
struct readings {
	struct document docs[DIALECTS];
	bool read[DIALECTS];
};

static const struct document *read_in(struct hovering *h, struct readings *all, enum robotsc_dialect dialect)
{
	const struct robotsc__dialect *const row = robotsc__dialect_find(dialect);
	struct robotsc_options options = *h->s->settings->options;
	if (!row || (unsigned)dialect >= DIALECTS)
		return NULL;
	options.dialect = dialect;
	if (!all->read[dialect] &&
	    robotsc__parse_run(&h->arena, &options, row, h->d->text.at, h->d->text.len, &all->docs[dialect]) != ROBOTSC_OK)
		return NULL;
	all->read[dialect] = true;
	return &all->docs[dialect];
}

static const struct agent *agent_at(const struct document *doc, uint32_t line)
{
	for (size_t i = 0; i < doc->nagents; i++)
		if (doc->agents[i].line == line)
			return &doc->agents[i];
	return NULL;
}

/* True if a group is one of those that "*" gets, or that a robot gets whose first group is this. */
static bool is_in(const struct document *doc, uint32_t group, const struct agent *first, const struct span *robot)
{
	if (doc->dialect->records)
		return first->group == group;
	for (const struct agent *a = first; a < doc->agents + doc->nagents; a++)
		if (a->group == group && a->star == !robot && (!robot || doc->dialect->means(&a->token, robot)))
			return true;
	return false;
}

static const struct agent *first_star(const struct document *doc)
{
	for (size_t i = 0; i < doc->nagents; i++)
		if (doc->agents[i].star && !doc->groups[doc->agents[i].group].passed)
			return &doc->agents[i];
	return NULL;
}

static const struct robotsc_crawler *crawler_named(const struct lsp_settings *all, const char *token)
{
	for (size_t i = 0; i < all->ncrawlers; i++)
		if (compare_folded(robotsc__writer_text(all->crawlers[i].token), robotsc__writer_text(token)) == 0)
			return &all->crawlers[i];
	return NULL;
}

/* True if a crawler obeys a group.  *by: whose name that is for; NULL: "*". */
static bool obeys(const struct lsp_settings *all, const struct document *doc, uint32_t group, const struct robotsc_crawler *crawler,
                  const char **by)
{
	const struct agent *star;
	const char *token = crawler->token;
	for (size_t i = 0; token && i < all->ncrawlers; i++) {
		const struct span name = {(const uint8_t *)token, strlen(token)}, robot = doc->dialect->robot(&name);
		const struct agent *const agent = robotsc__parse_record(doc, &robot);
		const struct robotsc_crawler *next;
		*by = token;
		if (agent && doc->groups[agent->group].passed)
			break;
		if (agent)
			return is_in(doc, group, agent, &robot);
		next = crawler_named(all, token);
		token = next ? next->obeys : NULL;
	}
	star = first_star(doc);
	*by = NULL;
	return star && !crawler->ignores_star && !crawler->only_named && is_in(doc, group, star, NULL);
}

static bool is_first_of(const struct lsp_settings *all, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (strcmp(all->crawlers[k].purpose, all->crawlers[i].purpose) == 0)
			return false;
	return true;
}

static void put_crawler(struct report_writer *w, const struct robotsc_crawler *c, const char *by, bool first)
{
	robotsc__writer_string(w, first ? "\\n" : ", ");
	if (first) {
		robotsc__writer_string(w, c->purpose);
		robotsc__writer_string(w, ": ");
	}
	robotsc__writer_string(w, c->token);
	if (by && by != c->token) {
		robotsc__writer_string(w, " (as ");
		robotsc__writer_string(w, by);
		robotsc__writer_string(w, ")");
	}
}

/* Write the crawlers that obey the group of a line, purpose by purpose.  Returns how many. */
static size_t put_crawlers(struct hovering *h)
{
	const struct lsp_settings *const all = h->s->settings;
	struct readings *const readings = robotsc__arena_zeroed(&h->arena, 1, sizeof *readings);
	size_t n = 0;
	for (size_t i = 0; readings && i < all->ncrawlers; i++) {
		bool first = true;
		for (size_t k = i; is_first_of(all, i) && k < all->ncrawlers; k++) {
			const struct robotsc_crawler *const c = &all->crawlers[k];
			const struct document *const doc = read_in(h, readings, c->dialect);
			const struct agent *const agent = doc ? agent_at(doc, h->line) : NULL;
			const char *by;
			if (!agent || strcmp(c->purpose, all->crawlers[i].purpose) != 0 || !obeys(all, doc, agent->group, c, &by))
				continue;
			put_crawler(h->w, c, by, first);
			first = false;
			n++;
		}
	}
	return n;
}

static void put_text(struct hovering *h, const struct span *octets)
{
	robotsc__spelling_put(h->w, (struct robotsc_text){(const char *)octets->at, octets->len}, ROBOTSC_SPELL_JSON);
}

/* Which robots that are not known get a group. */
static void put_unknown(struct hovering *h, const struct agent *agent)
{
	const struct document *const doc = &h->text.doc;
	const struct span robot = doc->dialect->robot(&agent->token);
	const struct agent *const first = agent->star ? first_star(doc) : robotsc__parse_record(doc, &robot);
	if (!first || !is_in(doc, agent->group, first, agent->star ? NULL : &robot)) {
		robotsc__writer_string(h->w, "\\nan earlier group holds for every robot that this line names");
		return;
	}
	if (agent->star) {
		robotsc__writer_string(h->w, "\\nand every other robot that no group names");
		return;
	}
	robotsc__writer_string(h->w, "\\nand every other robot called ");
	put_text(h, &agent->token);
}

static void put_agent(struct hovering *h, const struct agent *agent)
{
	const struct label *const label = label_of_token(agent->token);
	if (label) {
		robotsc__writer_string(h->w, "This group is " LSP_LABEL);
		robotsc__writer_string(h->w, label->token);
		return;
	}
	robotsc__writer_string(h->w, "This group is obeyed by");
	if (put_crawlers(h) == 0)
		robotsc__writer_string(h->w, "\\nno crawler that is known");
	put_unknown(h, agent);
}

/* ---- what a rule decides ------------------------------------------------------------ */

/* A rule among those that some robots have. */
struct hovered_rule {
	const struct rule *line;
	uint32_t policy, rule; /* an index */
	struct overlap rules;
	uint32_t *room;
	uint32_t nhigher, nlower;
	struct whose whose;
};

static enum needed_answer ask(struct hovering *h, struct rule_needed *t)
{
	t->budget = h->steps;
	if (!t->budget || robotsc__rule_needed_run(&h->arena, t) != ROBOTSC_OK)
		return NEEDED_UNKNOWN;
	h->steps -= t->steps < h->steps ? t->steps : h->steps;
	return t->answer;
}

/* Whether a rule decides about a path; with lower ones: otherwise than these.  In a label, what no
 * rule matches is unstated. */
static enum needed_answer decides(struct hovering *h, const struct hovered_rule *r, bool against)
{
	const struct glob *const rules = r->rules.policy.rules;
	struct rule_needed t = {.rules = rules,
	                        .form = r->rules.policy.dfa.form,
	                        .rule = r->rule,
	                        .higher = r->room,
	                        .nhigher = r->nhigher,
	                        .lower = r->room + (r->rules.policy.n - r->nlower),
	                        .nlower = against ? r->nlower : 0,
	                        .fallback = against && !r->whose.label ? r->rules.policy.fallback : !(rules[r->rule].rank & 1)};
	return ask(h, &t);
}

/* Whether a path exists that both rules match. */
static enum needed_answer share_path(struct hovering *h, const struct hovered_rule *r, uint32_t other)
{
	static const uint32_t second = 1;
	struct glob both[2] = {r->rules.policy.rules[r->rule], r->rules.policy.rules[other]};
	const int verdict = (int)(both[0].rank & 1);
	struct rule_needed t = {
		.rules = both, .form = r->rules.policy.dfa.form, .rule = 0, .lower = &second, .nlower = 1, .fallback = verdict};
	both[1].rank = (both[1].rank & ~1u) | !verdict;
	return ask(h, &t);
}

static void put_line(struct hovering *h, uint32_t line)
{
	const struct robotsc_text text = robotsc__document_line(&h->d->text, line - 1);
	robotsc__writer_format(h->w, "\\n  line %lu: ", (unsigned long)line);
	robotsc__spelling_put(h->w, trim(text), ROBOTSC_SPELL_JSON);
}

/* Write the lines of higher rank that share a path with a rule: first those that say otherwise. */
static void put_higher(struct hovering *h, const struct hovered_rule *r)
{
	const struct glob *const rules = r->rules.policy.rules;
	uint32_t shown = 0, tried = 0, left = 0;
	for (uint32_t same = 0; same < 2; same++)
		for (uint32_t i = 0; i < r->nhigher; i++) {
			const struct glob *const other = &rules[r->room[i]];
			if (((other->rank ^ rules[r->rule].rank) & 1) == same || other->line == h->line)
				continue;
			if (shown == OUTRANKING || tried == TRIED || !h->steps) {
				left++;
				continue;
			}
			tried++;
			if (share_path(h, r, r->room[i]) != NEEDED_YES)
				continue;
			if (shown++ == 0)
				robotsc__writer_string(h->w, "\\noutranked, where these match too, by");
			if (other->line)
				put_line(h, other->line);
			else
				robotsc__writer_string(h->w, "\\n  the rule that /robots.txt may always be fetched");
		}
	if (left)
		robotsc__writer_format(h->w, "\\n  and perhaps by %lu more", (unsigned long)left);
	else if (!shown)
		robotsc__writer_string(h->w, "\\noutranked by no line");
}

static void put_label(struct hovering *h, const struct label *label)
{
	robotsc__writer_string(h->w, " the label ");
	robotsc__writer_string(h->w, label->name);
	robotsc__writer_string(h->w, " (");
	robotsc__writer_string(h->w, label->token);
	robotsc__writer_string(h->w, ")");
}

/* Write whom a policy is for. */
static void put_robots(struct hovering *h, const struct hovered_rule *r)
{
	const struct grouping *const g = &h->text.grouping;
	const uint32_t policy = r->policy;
	uint32_t n = 0;
	for (uint32_t i = 0; i < g->nnames; i++) {
		if (g->names[i].policy != policy || whose_label(&g->names[i]) || n++ >= NAMES)
			continue;
		robotsc__writer_string(h->w, n > 1 ? ", " : " to ");
		robotsc__spelling_put(h->w, (struct robotsc_text){(const char *)g->names[i].token, g->names[i].len},
		                      ROBOTSC_SPELL_JSON);
	}
	if (n > NAMES)
		robotsc__writer_format(h->w, ", %lu more", (unsigned long)(n - NAMES));
	if (policy == g->star)
		robotsc__writer_string(h->w, n ? ", all others" : " to all that no group names");
	if (r->whose.label) {
		robotsc__writer_string(h->w, r->whose.robots ? ", and in" : " in");
		put_label(h, r->whose.label);
	}
}

/* Write a path that the rule decides: its own text, if that is one. */
static void put_example(struct hovering *h, const struct hovered_rule *r)
{
	const struct span value = r->line->value;
	char *const path = robotsc__arena_take(&h->arena, value.len + 1);
	const struct glob *best = NULL;
	struct canonical_path canonical;
	uint64_t work = h->steps;
	size_t n = 0;
	for (size_t i = 0; path && i < value.len; i++)
		if (value.at[i] != '*' && !(value.at[i] == '$' && i + 1 == value.len))
			path[n++] = (char)value.at[i];
	if (n == 0 || path[0] != '/' || !robotsc__rule_match_path(&h->arena, h->text.dialect, (const uint8_t *)path, n, &canonical))
		return;
	for (uint32_t i = 0; i < r->rules.policy.n; i++) {
		const struct glob *const rule = &r->rules.policy.rules[i];
		const int matches = robotsc__rule_match_run(rule->text, rule->len, &canonical, &work);
		if (matches == RULE_MATCH_UNKNOWN)
			return;
		if (matches && (!best || rule->rank > best->rank))
			best = rule;
	}
	if (!best || best->line != h->line)
		return;
	robotsc__writer_string(h->w, " such as ");
	robotsc__spelling_put(h->w, (struct robotsc_text){path, n}, ROBOTSC_SPELL_JSON);
}

static void put_decision(struct hovering *h, const struct hovered_rule *r)
{
	const bool allows = r->rules.policy.rules[r->rule].rank & 1;
	const enum needed_answer answer = decides(h, r, false);
	if (answer == NEEDED_NO) {
		robotsc__writer_string(h->w, "decides nothing");
		put_robots(h, r);
		robotsc__writer_string(h->w, ": wherever it matches, a line that outranks it matches too");
		return;
	}
	robotsc__writer_string(h->w, allows ? "opens" : "closes");
	robotsc__writer_string(h->w, answer == NEEDED_YES ? " paths" : ", unless lines that outrank it leave it nothing, paths");
	put_example(h, r);
	put_robots(h, r);
	if (decides(h, r, true) == NEEDED_NO)
		robotsc__writer_string(h->w,
		                       allows ? "; without it they would be open, too" : "; without it they would be closed, too");
}

/* Find the rule of a line among those of a policy.  False: it is not there, or there is no
 * memory. */
static bool find_rule(struct hovering *h, struct hovered_rule *out)
{
	if (robotsc__text_rules_of(&h->arena, &h->text, out->policy, &out->rules.policy) != ROBOTSC_OK)
		return false;
	while (out->rule < out->rules.policy.n && out->rules.policy.rules[out->rule].line != h->line)
		out->rule++;
	if (out->rule == out->rules.policy.n || robotsc__overlap_make(&h->arena, &out->rules) != ROBOTSC_OK)
		return false;
	out->room = robotsc__arena_take(&h->arena, out->rules.policy.n * sizeof *out->room);
	if (out->room)
		robotsc__overlap_find(&out->rules, out->rule, out->room, &out->nhigher, &out->nlower);
	return out->room != NULL;
}

/* True if a policy has the rules of a group. */
static bool has_group(struct hovering *h, uint32_t policy, uint32_t group)
{
	struct selection groups;
	if (robotsc__text_rules_select(&h->arena, &h->text, policy, &groups) != ROBOTSC_OK)
		return false;
	for (uint32_t i = 0; i < groups.n; i++)
		if (groups.groups[i] == group)
			return true;
	return false;
}

static void put_rule(struct hovering *h, const struct rule *rule)
{
	const struct label *const label = robotsc__whose_other(&h->text.doc, rule->group);
	const struct whose *const whose = robotsc__whose_find(&h->arena, &h->text);
	uint32_t found = 0;
	for (uint32_t p = 0; whose && p < h->text.grouping.npolicies; p++) {
		const struct arena_mark mark = robotsc__arena_mark(&h->arena);
		struct hovered_rule r = {.line = rule, .policy = p, .whose = whose[p]};
		if ((r.whose.robots || r.whose.label) && has_group(h, p, rule->group) && found++ < POLICIES && find_rule(h, &r)) {
			robotsc__writer_string(h->w, found > 1 ? "\\nThis rule " : "This rule ");
			h->steps = STEPS;
			put_decision(h, &r);
			h->steps = STEPS;
			put_higher(h, &r);
		}
		robotsc__arena_reset(&h->arena, mark);
	}
	if (found > POLICIES)
		robotsc__writer_format(h->w, "\\nand so on, for %lu other sets of robots", (unsigned long)(found - POLICIES));
	if (label) {
		robotsc__writer_string(h->w, found ? "\\nThis rule is also in" : "This rule is in");
		put_label(h, label);
		robotsc__writer_string(h->w, ", whose rules are compared as in rfc9309");
	} else if (found == 0) {
		robotsc__writer_string(h->w, "No robot obeys the group of this rule");
	}
	robotsc__writer_string(h->w, "\\nOf lines that match: ");
	robotsc__writer_string(h->w, robotsc_precedence(label && !found ? ROBOTSC_RFC9309 : h->text.dialect->id));
}

/* ---- the request ---------------------------------------------------------------------- */

/* Write what is to be said of a line, or nothing. */
static void put_hover(struct hovering *h)
{
	const struct document *const doc = &h->text.doc;
	const struct agent *const agent = agent_at(doc, h->line);
	const struct rule *const rule = doc->nrules ? robotsc__text_rules_line(doc, h->line) : NULL;
	if (!agent && !(rule && rule->line == h->line)) {
		robotsc__writer_string(h->w, "null");
		return;
	}
	robotsc__writer_string(h->w, "{\"contents\":{\"kind\":\"plaintext\",\"value\":\"");
	if (agent)
		put_agent(h, agent);
	else
		put_rule(h, rule);
	robotsc__writer_string(h->w, "\"}}");
}

void robotsc__lsp_hover(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct hovering h = {.s = s};
	struct lsp_place place;
	h.d = robotsc__lsp_document(s, id, params);
	if (!h.d)
		return;
	if (!robotsc__lsp_place(robotsc__json_member(params, "position"), &place)) {
		robotsc__lsp_refuse(s, id, LSP_PARAMS, "position is missing");
		return;
	}
	h.line = place.line < UINT32_MAX ? place.line + 1 : UINT32_MAX;
	robotsc__arena_init(&h.arena, NULL);
	if (robotsc__text_rules_read(&h.arena, s->settings->options, h.d->text.at, h.d->text.len, &h.text) == ROBOTSC_OK) {
		h.w = robotsc__lsp_result(s, id);
		put_hover(&h);
		robotsc__lsp_send(s);
	} else {
		robotsc__lsp_refuse(s, id, LSP_INTERNAL, "out of memory");
	}
	robotsc__arena_free(&h.arena);
}
