/* insight.c - explain, lint, compare, page and dot for the package, which makes objects of these
 * tuples.  docs/python.md
 *
 * The library runs without the GIL.  Its callbacks write what they get into a log in memory of
 * malloc; afterwards the log is read into tuples.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

#define POLICY_ROOM 16384u /* octets of a field's and a tag's tdm-policy */

/* ---- the log ----------------------------------------------------------------- */

struct log {
	char *at; /* malloc'd */
	size_t len, room, read;
	int failed; /* there was no memory */
};

static void put(struct log *log, const void *octets, size_t len)
{
	if (!log->failed && len > log->room - log->len) {
		const size_t room = 2 * (log->room + len) + 4096;
		char *const at = room > len ? realloc(log->at, room) : NULL;
		if (at) {
			log->at = at;
			log->room = room;
		}
		log->failed = !at;
	}
	if (log->failed || !len)
		return;
	memcpy(log->at + log->len, octets, len);
	log->len += len;
}

/* Put a text that is valid during the call only.  Its length is known to the reader. */
static void put_text(struct log *log, struct robotsc_text text)
{
	put(log, text.at, text.len);
}

static void log_piece(void *log, const char *text, size_t len)
{
	put(log, text, len);
}

static void get(struct log *log, void *octets, size_t len)
{
	memcpy(octets, log->at + log->read, len);
	log->read += len;
}

/* Make a str of the next len octets. */
static PyObject *get_str(struct log *log, size_t len)
{
	const struct robotsc_text text = {len ? log->at + log->read : NULL, len};
	log->read += len;
	return to_str(text);
}

/* Read the whole log, item by item, into a list, and release it.  Whatever happened before is
 * raised. */
static PyObject *read_log(PyObject *module, struct log *log, enum robotsc_status status, PyObject *(*item)(struct log *))
{
	PyObject *list = NULL;
	if (status != ROBOTSC_OK)
		raise_status(PyModule_GetState(module), status);
	else if (log->failed)
		PyErr_NoMemory();
	else
		list = PyList_New(0);
	while (list && log->read < log->len) {
		PyObject *const one = item(log);
		if (!one || PyList_Append(list, one) < 0)
			Py_CLEAR(list);
		Py_XDECREF(one);
	}
	free(log->at);
	return list;
}

/* A report as text that goes into a log. */
static struct robotsc_report log_report(struct log *log)
{
	return (struct robotsc_report){.write = log_piece, .ctx = log};
}

/* Make a str of the whole log, and release it.  Whatever happened before is raised. */
static PyObject *read_report(const struct state *s, struct log *log, enum robotsc_status status)
{
	PyObject *result = NULL;
	if (status != ROBOTSC_OK)
		raise_status(s, status);
	else if (log->failed)
		PyErr_NoMemory();
	else
		result = get_str(log, log->len);
	free(log->at);
	return result;
}

/* The same, and what another log holds as a str. */
static PyObject *read_both(PyObject *module, struct log *log, struct log *other, enum robotsc_status status,
                           PyObject *(*item)(struct log *), PyObject **text)
{
	PyObject *list;
	log->failed |= other->failed;
	list = read_log(module, log, status, item);
	*text = list ? get_str(other, other->len) : NULL;
	free(other->at);
	return list;
}

/* ---- arguments --------------------------------------------------------------- */

/* Take (dialect, limit, strict_fields, aipref_rule, conner2_rest_deny). */
int read_insight_options(PyObject *tuple, struct robotsc_options *options)
{
	const char *dialect;
	Py_ssize_t limit;
	int strict_fields, aipref_rule, rest_deny, number;
	robotsc_options_init(options);
	if (!PyArg_ParseTuple(tuple, "snppp", &dialect, &limit, &strict_fields, &aipref_rule, &rest_deny))
		return -1;
	if (limit < (Py_ssize_t)ROBOTSC_MIN_LIMIT) {
		PyErr_Format(PyExc_ValueError, "limit must be %u or more, not %zd", ROBOTSC_MIN_LIMIT, limit);
		return -1;
	}
	options->limit = (size_t)limit;
	options->strict_fields = strict_fields != 0;
	options->aipref_rule = aipref_rule != 0;
	options->conner2_rest_deny = rest_deny != 0;
	number = read_dialect(dialect);
	if (number < 0)
		return -1;
	options->dialect = (enum robotsc_dialect)number;
	return 0;
}

/* Make an array of the texts of a tuple of bytes.  Free it with PyMem_Free. */
static struct robotsc_text *read_texts(PyObject *tuple, size_t *n)
{
	struct robotsc_text *texts;
	if (!PyTuple_Check(tuple)) {
		PyErr_SetString(PyExc_TypeError, "texts must be a tuple");
		return NULL;
	}
	*n = (size_t)PyTuple_Size(tuple);
	texts = PyMem_Malloc((*n + 1) * sizeof *texts);
	if (!texts)
		PyErr_NoMemory();
	for (size_t i = 0; texts && i < *n; i++)
		if (read_text(PyTuple_GetItem(tuple, (Py_ssize_t)i), "a product token", &texts[i]) < 0) {
			PyMem_Free(texts);
			texts = NULL;
		}
	return texts;
}

/* ---- explain ----------------------------------------------------------------- */

struct asked {
	struct robotsc_options options;
	struct robotsc_text robots, url, *tokens; /* tokens: PyMem */
	size_t n;
};

static int read_asked(PyObject *args, struct asked *asked, int *is_object)
{
	PyObject *options, *tokens;
	Py_ssize_t len, url_len;
	if (!PyArg_ParseTuple(args, "y#O!y#O!p", &asked->robots.at, &len, &PyTuple_Type, &tokens, &asked->url.at, &url_len,
	                      &PyTuple_Type, &options, is_object))
		return -1;
	asked->robots.len = (size_t)len;
	asked->url.len = (size_t)url_len;
	if (read_insight_options(options, &asked->options) < 0)
		return -1;
	asked->tokens = read_texts(tokens, &asked->n);
	return asked->tokens ? 0 : -1;
}

/* A str of the report: an object as JSON, or what the command prints. */
PyObject *insight_explain(PyObject *module, PyObject *args)
{
	struct log log = {.at = NULL};
	struct robotsc_report report = log_report(&log);
	struct robotsc_explain_total total = {.allowed = 0};
	struct robotsc_report_url url = {.flags = 0};
	enum robotsc_status status;
	struct asked q;
	int is_object;
	if (read_asked(args, &q, &is_object) < 0)
		return NULL;
	if (is_object)
		report.format = ROBOTSC_REPORT_OBJECT;
	url.url = q.url;
	url.options = &q.options;
	url.robots = q.robots.at;
	url.len = q.robots.len;
	url.tokens = q.tokens;
	url.n = q.n;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_explain_report_url(&report, &url, &total);
	Py_END_ALLOW_THREADS;
	PyMem_Free(q.tokens);
	return read_report(PyModule_GetState(module), &log, status);
}

/* ---- lint -------------------------------------------------------------------- */

static void log_string(struct log *log, const char *text)
{
	const size_t len = text ? strlen(text) : 0;
	put(log, &len, sizeof len);
	put(log, text, len);
}

static PyObject *get_string(struct log *log)
{
	size_t len;
	get(log, &len, sizeof len);
	return get_str(log, len);
}

static void log_fix(struct log *log, const struct robotsc_fix *fix)
{
	put(log, fix, sizeof *fix);
	log_string(log, fix->label);
	log_string(log, fix->effect);
	for (uint32_t i = 0; i < fix->nedits; i++) {
		put(log, &fix->edits[i], sizeof fix->edits[i]);
		put_text(log, fix->edits[i].text);
	}
}

static void log_finding(void *log, const struct robotsc_finding *f)
{
	put(log, f, sizeof *f);
	log_string(log, f->said);
	put_text(log, f->path);
	if (f->fix)
		log_fix(log, f->fix);
}

static PyObject *get_lines(const struct robotsc_finding *f)
{
	const uint32_t n = f->nlines < ROBOTSC_LINT_LINES ? f->nlines : ROBOTSC_LINT_LINES;
	PyObject *const tuple = PyTuple_New((Py_ssize_t)n);
	for (uint32_t i = 0; tuple && i < n; i++) {
		PyObject *const line = PyLong_FromUnsignedLong(f->lines[i]);
		if (!line) {
			Py_DECREF(tuple);
			return NULL;
		}
		PyTuple_SetItem(tuple, (Py_ssize_t)i, line);
	}
	return tuple;
}

/* (from, to, text) */
static PyObject *get_edit(struct log *log)
{
	struct robotsc_edit edit;
	get(log, &edit, sizeof edit);
	return Py_BuildValue("(nnN)", (Py_ssize_t)edit.from, (Py_ssize_t)edit.to, get_str(log, edit.text.len));
}

/* (label, effect, (edit, ...)) */
static PyObject *get_fix(struct log *log)
{
	struct robotsc_fix fix;
	PyObject *label, *effect, *edits;
	get(log, &fix, sizeof fix);
	label = get_string(log);
	effect = get_string(log);
	edits = PyTuple_New((Py_ssize_t)fix.nedits);
	for (uint32_t i = 0; edits && i < fix.nedits; i++) {
		PyObject *const edit = get_edit(log);
		if (!edit || PyTuple_SetItem(edits, (Py_ssize_t)i, edit) < 0)
			Py_CLEAR(edits);
	}
	return Py_BuildValue("(NNN)", label, effect, edits);
}

/* (id, line, column, length, said, path, lines, nlines, fix or None) */
static PyObject *get_finding(struct log *log)
{
	struct robotsc_finding f;
	PyObject *said, *path, *fix = Py_None;
	get(log, &f, sizeof f);
	said = get_string(log);
	path = get_str(log, f.path.len);
	if (f.fix)
		fix = get_fix(log);
	else
		Py_INCREF(fix);
	return Py_BuildValue("(sIIINNNIN)", f.rule->id, (unsigned)f.line, (unsigned)f.column, (unsigned)f.length, said, path,
	                     get_lines(&f), (unsigned)f.nlines, fix);
}

/* Lint a text without a name, and write what is printed about it. */
static enum robotsc_status lint(struct log *log, struct log *text, const struct robotsc_options *options,
                                struct robotsc_text robots, uint64_t budget, struct robotsc_lint_total *total)
{
	const struct robotsc_report report = {.write = log_piece, .ctx = text};
	const struct robotsc_report_file file = {.robots = robots.at, .len = robots.len, .finding = log_finding, .ctx = log};
	return robotsc_lint_report_file(&report, options, &file, budget, total);
}

/* (findings, undecided, steps, what is printed) */
PyObject *insight_lint(PyObject *module, PyObject *args)
{
	struct robotsc_lint_total total = {.files = 0};
	struct log log = {.at = NULL}, text = {.at = NULL};
	struct robotsc_options options;
	struct robotsc_text robots;
	unsigned long long budget;
	enum robotsc_status status;
	PyObject *tuple, *findings, *printed;
	Py_ssize_t len;
	int public_site = 0;
	if (!PyArg_ParseTuple(args, "y#KO!|p", &robots.at, &len, &budget, &PyTuple_Type, &tuple, &public_site) ||
	    read_insight_options(tuple, &options) < 0)
		return NULL;
	robots.len = (size_t)len;
	options.public_site = public_site != 0;
	Py_BEGIN_ALLOW_THREADS;
	status = lint(&log, &text, &options, robots, budget, &total);
	Py_END_ALLOW_THREADS;
	findings = read_both(module, &log, &text, status, get_finding, &printed);
	return findings ? Py_BuildValue("(NKKN)", findings, (unsigned long long)total.undecided, (unsigned long long)total.steps,
	                                printed)
	                : NULL;
}

PyObject *insight_lint_rules(PyObject *module, PyObject *unused)
{
	static const char *const severities[] = {"", "note", "warning", "error"};
	PyObject *list = PyList_New(0);
	const struct robotsc_lint_rule *rule;
	(void)module;
	(void)unused;
	for (size_t i = 0; list && (rule = robotsc_lint_rule(i)) != NULL; i++) {
		PyObject *const one = Py_BuildValue("(ssss)", rule->id, severities[rule->severity], rule->text, rule->hint);
		if (!one || PyList_Append(list, one) < 0)
			Py_CLEAR(list);
		Py_XDECREF(one);
	}
	return list;
}

/* ---- comparisons ------------------------------------------------------------- */

struct comparing {
	struct log log, text; /* text: what is printed */
	struct robotsc_options options[2];
	struct robotsc_report_pair pair;
	struct robotsc_question question;
};

/* A record of the log is a difference of the robots after it, or ends them. */
enum record {
	DIFFERENCE,
	ROBOTS
};

static void log_difference(void *ctx, const struct robotsc_difference *d)
{
	struct log *const log = &((struct comparing *)ctx)->log;
	const enum record record = DIFFERENCE;
	put(log, &record, sizeof record);
	put(log, d, sizeof *d);
	put_text(log, d->path);
}

/* The names of robots, after their length. */
static void log_names(struct log *log, const struct robotsc_robots *robots)
{
	const size_t at = log->len;
	size_t len = 0;
	put(log, &len, sizeof len);
	robotsc_spell_robots(robots, log_piece, log);
	len = log->len - at - sizeof len;
	if (!log->failed)
		memcpy(log->at + at, &len, sizeof len);
}

static void log_robots(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct log *const log = &((struct comparing *)ctx)->log;
	const enum record record = ROBOTS;
	put(log, &record, sizeof record);
	put(log, c, sizeof *c);
	put(log, robots, sizeof *robots);
	for (size_t i = 0; i < robots->n; i++) {
		put(log, &robots->tokens[i].len, sizeof robots->tokens[i].len);
		put_text(log, robots->tokens[i]);
	}
	log_names(log, robots);
}

/* (kind, line, text, in words unless it is a line) */
static PyObject *get_reason(const struct robotsc_reason *reason)
{
	return Py_BuildValue("(sINz)", robotsc_reason_name(reason->kind), (unsigned)reason->line, to_str(reason->text),
	                     robotsc_reason_text(reason->kind));
}

/* (path, allowed by the second side, reason of the first, reason of the second) */
static PyObject *get_difference(struct log *log)
{
	struct robotsc_difference d;
	get(log, &d, sizeof d);
	return Py_BuildValue("(NNNN)", get_str(log, d.path.len), PyBool_FromLong(d.verdict[1] == ROBOTSC_ALLOW),
	                     get_reason(&d.reason[0]), get_reason(&d.reason[1]));
}

/* A str after its length. */
static PyObject *get_name(struct log *log)
{
	size_t len;
	get(log, &len, sizeof len);
	return get_str(log, len);
}

/* (tokens, others, answer, complete, states, steps, names) */
static PyObject *get_robots(struct log *log)
{
	struct robotsc_comparison c;
	struct robotsc_robots robots;
	PyObject *tokens;
	get(log, &c, sizeof c);
	get(log, &robots, sizeof robots);
	tokens = PyList_New(0);
	for (size_t i = 0; tokens && i < robots.n; i++) {
		PyObject *const token = get_name(log);
		if (!token || PyList_Append(tokens, token) < 0)
			Py_CLEAR(tokens);
		Py_XDECREF(token);
	}
	return Py_BuildValue("(NNsNIKN)", tokens, PyBool_FromLong(robots.others), robotsc_answer_name(c.answer),
	                     PyBool_FromLong(c.complete), (unsigned)c.states, (unsigned long long)c.steps,
	                     tokens ? get_name(log) : NULL);
}

static PyObject *get_result(struct log *log)
{
	enum record record;
	get(log, &record, sizeof record);
	return record == DIFFERENCE ? get_difference(log) : get_robots(log);
}

/* Take a Policy, or (bytes, options). */
static int read_side(const struct state *s, PyObject *object, struct robotsc_options *options, struct robotsc_side *side)
{
	PyObject *tuple;
	const char *robots;
	Py_ssize_t len;
	memset(side, 0, sizeof *side);
	if (Py_TYPE(object) == s->policy) {
		side->blob = &((struct policy *)object)->blob;
		return 0;
	}
	if (!PyTuple_Check(object)) {
		PyErr_SetString(PyExc_TypeError, "a side must be a Policy or a tuple");
		return -1;
	}
	if (!PyArg_ParseTuple(object, "y#O!", &robots, &len, &PyTuple_Type, &tuple) || read_insight_options(tuple, options) < 0)
		return -1;
	side->options = options;
	side->robots = robots;
	side->len = (size_t)len;
	return 0;
}

/* Compare, and write the text of diff for sides with names, else that of verify. */
static enum robotsc_status compare(struct comparing *c, bool named)
{
	const struct robotsc_report report = {.write = log_piece, .ctx = &c->text};
	struct robotsc_diff_total total = {.written = 0};
	c->question.difference = log_difference;
	c->question.ctx = c;
	if (named)
		return robotsc_diff_report_pair(&report, &c->pair, &c->question, log_robots, &total);
	return robotsc_verify_report(&report, &c->pair, &c->question, log_robots, &total);
}

/* Take the names of the sides, or none.  Returns -1 with an exception. */
static int read_names(PyObject *names, struct robotsc_text labels[2])
{
	if (names == Py_None)
		return 0;
	if (!PyTuple_Check(names) || PyTuple_Size(names) != 2) {
		PyErr_SetString(PyExc_TypeError, "names must be a tuple of two");
		return -1;
	}
	for (Py_ssize_t i = 0; i < 2; i++)
		if (read_text(PyTuple_GetItem(names, i), "a name", &labels[i]) < 0)
			return -1;
	return 0;
}

PyObject *insight_compare(PyObject *module, PyObject *args)
{
	const struct state *s = PyModule_GetState(module);
	struct comparing c = {.log = {.at = NULL}};
	PyObject *sides[2], *agents, *names = Py_None;
	struct robotsc_text *tokens = NULL;
	PyObject *list, *text, *result = NULL;
	enum robotsc_status status;
	unsigned long long budget;
	if (!PyArg_ParseTuple(args, "OOOIKp|O", &sides[0], &sides[1], &agents, &c.question.most, &budget, &c.question.usual,
	                      &names))
		return NULL;
	c.question.budget = budget;
	for (int i = 0; i < 2; i++)
		if (read_side(s, sides[i], &c.options[i], &c.pair.sides[i]) < 0)
			return NULL;
	if (read_names(names, c.pair.labels) == 0 &&
	    (agents == Py_None || (tokens = read_texts(agents, &c.pair.nagents)) != NULL)) {
		c.pair.agents = tokens;
		Py_BEGIN_ALLOW_THREADS;
		status = compare(&c, names != Py_None);
		Py_END_ALLOW_THREADS;
		list = read_both(module, &c.log, &c.text, status, get_result, &text);
		result = list ? Py_BuildValue("(NN)", list, text) : NULL;
	}
	PyMem_Free(tokens);
	return result;
}

/* ---- page -------------------------------------------------------------------- */

/* A robot that reads a page, and what it writes. */
struct visit {
	struct robotsc_page page;
	struct log object, text;
	char policy[POLICY_ROOM];
};

static void read_page(struct visit *v, const struct robotsc_text *agents, size_t n, const struct robotsc_text *fields,
                      size_t nfields, struct robotsc_text html, unsigned options)
{
	struct robotsc_report object = log_report(&v->object), text = log_report(&v->text);
	struct robotsc_directives found;
	object.format = ROBOTSC_REPORT_OBJECT;
	robotsc_page_begin(&v->page, agents, n, options);
	robotsc_page_policy(&v->page, v->policy, sizeof v->policy);
	for (size_t i = 0; i < nfields; i++)
		robotsc_page_header(&v->page, fields[i].at, fields[i].len);
	robotsc_page_html(&v->page, html.at, html.len);
	robotsc_page_end(&v->page, &found);
	robotsc_page_report(&object, &found, v->policy);
	robotsc_page_report(&text, &found, v->policy);
}

/* (an object as JSON, what the command prints) */
static PyObject *make_page(const struct state *s, struct visit *v)
{
	PyObject *const object = read_report(s, &v->object, ROBOTSC_OK), *const text = read_report(s, &v->text, ROBOTSC_OK);
	if (object && text)
		return Py_BuildValue("(NN)", object, text);
	Py_XDECREF(object);
	Py_XDECREF(text);
	return NULL;
}

PyObject *insight_page(PyObject *module, PyObject *args)
{
	struct robotsc_text html, *agents, *fields;
	PyObject *agents_tuple, *fields_tuple, *result = NULL;
	int body, robots_tag;
	size_t n, nfields;
	struct visit *visit;
	Py_ssize_t len;
	if (!PyArg_ParseTuple(args, "y#O!O!pp", &html.at, &len, &PyTuple_Type, &agents_tuple, &PyTuple_Type, &fields_tuple, &body,
	                      &robots_tag))
		return NULL;
	html.len = (size_t)len;
	agents = read_texts(agents_tuple, &n);
	fields = agents ? read_texts(fields_tuple, &nfields) : NULL;
	visit = fields ? PyMem_Calloc(1, sizeof *visit) : NULL;
	if (visit) {
		Py_BEGIN_ALLOW_THREADS;
		read_page(visit, agents, n, fields, nfields, html,
		          (body ? ROBOTSC_PAGE_BODY : 0) | (robots_tag ? ROBOTSC_PAGE_ROBOTS_TAG : 0));
		Py_END_ALLOW_THREADS;
		result = make_page(PyModule_GetState(module), visit);
	} else if (fields) {
		PyErr_NoMemory();
	}
	PyMem_Free(visit);
	PyMem_Free(fields);
	PyMem_Free(agents);
	return result;
}

/* ---- pictures ---------------------------------------------------------------- */

PyObject *insight_dot(PyObject *self, PyObject *unused)
{
	const struct agent *const agent = (struct agent *)self;
	struct robotsc_text name = {"*", 1};
	struct log log = {.at = NULL};
	enum robotsc_status status;
	(void)unused;
	if (PyTuple_Size(agent->tokens) && read_text(PyTuple_GetItem(agent->tokens, 0), "a product token", &name) < 0)
		return NULL;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_dot(&agent->group, name, log_piece, &log, NULL);
	Py_END_ALLOW_THREADS;
	return read_report(PyType_GetModuleState(Py_TYPE(self)), &log, status);
}

PyObject *insight_html(PyObject *self, PyObject *unused)
{
	PyObject *const package = PyImport_ImportModule("robotsc");
	PyObject *const drawing = package ? PyObject_CallMethod(package, "draw", "O", self) : NULL;
	PyObject *const html = drawing ? PyObject_CallMethod(drawing, "_repr_html_", NULL) : NULL;
	(void)unused;
	Py_XDECREF(package);
	Py_XDECREF(drawing);
	return html;
}
