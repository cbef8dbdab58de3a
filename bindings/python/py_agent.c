/* py_agent.c - the type Agent: the rules for one robot, and its answers about URLs.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bind.h"
#include "module.h"

PyObject *make_agent(PyObject *policy, PyObject *tuple, const struct robotsc_text *tokens)
{
	const struct state *s = PyType_GetModuleState(Py_TYPE(policy));
	enum robotsc_status status;
	struct agent *agent;
	if (!tuple)
		return NULL;
	agent = PyObject_GC_New(struct agent, s->agent);
	if (!agent) {
		Py_DECREF(tuple);
		return NULL;
	}
	agent->policy = (struct policy *)Py_NewRef(policy);
	agent->tokens = tuple;
	status = robotsc_select(&agent->policy->blob, tokens, (size_t)PyTuple_Size(tuple), &agent->group);
	PyObject_GC_Track(agent);
	if (status != ROBOTSC_OK) {
		raise_status(s, status);
		Py_CLEAR(agent);
	}
	return (PyObject *)agent;
}

static int agent_traverse(PyObject *self, visitproc visit, void *arg)
{
	const struct agent *g = (struct agent *)self;
	Py_VISIT(Py_TYPE(self));
	Py_VISIT((PyObject *)g->policy);
	Py_VISIT(g->tokens);
	return 0;
}

static void agent_dealloc(PyObject *self)
{
	struct agent *g = (struct agent *)self;
	PyTypeObject *type = Py_TYPE(self);
	PyObject_GC_UnTrack(self);
	Py_DECREF((PyObject *)g->policy);
	Py_XDECREF(g->tokens);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

/* Reads a URL, and warns if it is none. */
static int read_url(const struct agent *g, PyObject *url, struct robotsc_text *text)
{
	if (read_text(url, "a URL", text) < 0)
		return -1;
	return is_url(g, *text) ? 0 : warn_of_url(g->group.dialect, url, -1, 0);
}

static PyObject *agent_allowed(PyObject *self, PyObject *url)
{
	const struct agent *g = (struct agent *)self;
	struct robotsc_text text;
	if (read_url(g, url, &text) < 0)
		return NULL;
	return PyBool_FromLong(robotsc_check_url(&g->group, text.at, text.len) == ROBOTSC_ALLOW);
}

/* Agent.allowed without a warning, as in the readers that this package can replace. */
static PyObject *agent_allowed_quietly(PyObject *self, PyObject *url)
{
	struct robotsc_text text;
	if (read_text(url, "a URL", &text) < 0)
		return NULL;
	return PyBool_FromLong(robotsc_check_url(&((struct agent *)self)->group, text.at, text.len) == ROBOTSC_ALLOW);
}

/* Adds the preference for one label to {(field, label): value}. */
static int add_preference(PyObject *dict, const struct robotsc_extensions *ext, uint32_t i, uint8_t preference)
{
	struct robotsc_label label;
	PyObject *key, *value;
	int result = -1;
	robotsc_label_at(ext, i, &label);
	key = Py_BuildValue("(sN)", robotsc_field_name(label.field), to_str(label.name));
	value = to_str(robotsc_label_value(ext, i, preference));
	if (key && value)
		result = PyDict_SetItem(dict, key, value);
	Py_XDECREF(key);
	Py_XDECREF(value);
	return result;
}

static PyObject *agent_usage(PyObject *self, PyObject *url)
{
	const struct agent *g = (struct agent *)self;
	const struct state *s = PyType_GetModuleState(Py_TYPE(self));
	const struct robotsc_extensions *ext = &g->policy->extensions;
	struct robotsc_label label;
	struct robotsc_usage usage;
	struct robotsc_text text;
	PyObject *result, *dict;
	if (read_url(g, url, &text) < 0)
		return NULL;
	if (g->policy->extended != ROBOTSC_OK)
		return raise_status(s, g->policy->extended);
	robotsc_check_usage(ext, &g->group, text.at, text.len, &usage);
	dict = PyDict_New();
	for (uint32_t i = 0; dict && robotsc_label_at(ext, i, &label); i++)
		if (usage.preferences[i] != ROBOTSC_UNSTATED && add_preference(dict, ext, i, usage.preferences[i]) < 0)
			Py_CLEAR(dict);
	result = dict ? PyStructSequence_New(s->usage) : NULL;
	if (!result) {
		Py_XDECREF(dict);
		return NULL;
	}
	PyStructSequence_SetItem(result, 0, PyBool_FromLong(usage.verdict == ROBOTSC_ALLOW));
	PyStructSequence_SetItem(result, 1, dict);
	return result;
}

/* Finds the longest Crawl-delay, and the slowest Request-rate for all day.  -1: it has raised. */
static int find_pace(const struct agent *g, struct robotsc_line *delay, struct robotsc_line *rate)
{
	struct robotsc_lines lines;
	struct robotsc_line r;
	delay->line = rate->line = 0;
	if (g->policy->extended != ROBOTSC_OK) {
		raise_status(PyType_GetModuleState(Py_TYPE((PyObject *)g)), g->policy->extended);
		return -1;
	}
	robotsc_begin_lines(&g->policy->extensions, &g->group, &lines);
	while (robotsc_next_line(&lines, &r)) {
		if (r.field == ROBOTSC_FIELD_CRAWL_DELAY && (!delay->line || r.delay > delay->delay))
			*delay = r;
		if (r.field == ROBOTSC_FIELD_REQUEST_RATE && r.from == ROBOTSC_UNTIMED &&
		    (!rate->line || (uint64_t)r.seconds * rate->documents > (uint64_t)rate->seconds * r.documents))
			*rate = r;
	}
	return 0;
}

static PyObject *agent_crawl_delay(PyObject *self, void *unused)
{
	struct robotsc_line delay, rate;
	(void)unused;
	if (find_pace((struct agent *)self, &delay, &rate) < 0)
		return NULL;
	return delay.line ? PyFloat_FromDouble(delay.delay / 1000.0) : Py_NewRef(Py_None);
}

static PyObject *agent_request_rate(PyObject *self, void *unused)
{
	const struct state *s = PyType_GetModuleState(Py_TYPE(self));
	struct robotsc_line delay, rate;
	PyObject *result;
	(void)unused;
	if (find_pace((struct agent *)self, &delay, &rate) < 0)
		return NULL;
	if (!rate.line)
		return Py_NewRef(Py_None);
	result = PyStructSequence_New(s->rate);
	if (!result || fill(result, 0, PyLong_FromUnsignedLong(rate.documents)) < 0 ||
	    fill(result, 1, PyLong_FromUnsignedLong(rate.seconds)) < 0)
		Py_CLEAR(result);
	return result;
}

static PyObject *agent_records(PyObject *self, PyObject *unused)
{
	const struct agent *g = (struct agent *)self;
	(void)unused;
	return list_records(g->policy, &g->group, ROBOTSC_FIELD_UNKNOWN);
}

static PyObject *agent_policy(PyObject *self, void *unused)
{
	(void)unused;
	return Py_NewRef((PyObject *)((struct agent *)self)->policy);
}

static PyObject *agent_tokens(PyObject *self, void *unused)
{
	(void)unused;
	return Py_NewRef(((struct agent *)self)->tokens);
}

static PyObject *agent_token(PyObject *self, void *unused)
{
	const struct agent *g = (struct agent *)self;
	(void)unused;
	if (g->group.selected == ROBOTSC_SELECTED_TOKEN)
		return Py_NewRef(PyTuple_GetItem(g->tokens, (Py_ssize_t)g->group.token));
	return g->group.selected == ROBOTSC_SELECTED_STAR ? PyUnicode_FromString("*") : Py_NewRef(Py_None);
}

static PyObject *agent_repr(PyObject *self)
{
	return PyUnicode_FromFormat("<robotsc.Agent %R>", ((struct agent *)self)->tokens);
}

/* An Agent is copied and pickled as a call of policy._select with the tokens. */
static PyObject *agent_reduce(PyObject *self, PyObject *unused)
{
	const struct agent *g = (struct agent *)self;
	PyObject *method = get_attribute((PyObject *)g->policy, "_select");
	(void)unused;
	return method ? Py_BuildValue("NO", method, g->tokens) : NULL;
}

static PyObject *make_next(const struct state *s, int64_t at, int64_t now, const struct robotsc_pace *pace)
{
	static const char *const reasons[] = {"no-record", "crawl-delay", "request-rate"}, *const cuts[] = {NULL, "at-least",
	                                                                                                    "at-most"};
	PyObject *tuple = PyStructSequence_New(s->next);
	if (!tuple)
		return NULL;
	if (fill(tuple, 0, PyFloat_FromDouble((double)at / 1000)) < 0 ||
	    fill(tuple, 1, PyFloat_FromDouble((double)(at - now) / 1000)) < 0 ||
	    fill(tuple, 2, PyFloat_FromDouble((double)pace->pause / 1000)) < 0 ||
	    fill(tuple, 3, PyUnicode_FromString(reasons[pace->reason])) < 0 || fill(tuple, 4, PyBool_FromLong(pace->shut)) < 0 ||
	    fill(tuple, 5, pace->cut ? PyUnicode_FromString(cuts[pace->cut]) : Py_NewRef(Py_None)) < 0)
		Py_CLEAR(tuple);
	return tuple;
}

/* The times for next_fetch, in milliseconds. */
struct times {
	int64_t now, last, took, at_least, at_most;
};

/* The answer of robotsc_next_fetch_within if no line applies. */
static enum robotsc_status next_without_lines(const struct times *t, struct robotsc_pace *pace, int64_t *at)
{
	const struct robotsc_texts none = {"", NULL, 0};
	struct robotsc_policy *policy;
	struct robotsc_group group;
	enum robotsc_status status =
		robotsc_policy_compile(NULL, ROBOTSC_RFC9309, ROBOTSC_POLICY_EXTENSIONS, "", 0, &none, &policy);
	if (status != ROBOTSC_OK)
		return status;
	status = robotsc_policy_agent(policy, &none, &group);
	if (status == ROBOTSC_OK)
		*at = robotsc_next_fetch_within(robotsc_policy_extensions(policy), &group, t->now, t->last, t->took, t->at_least,
		                                t->at_most, pace);
	robotsc_policy_free(policy);
	return status;
}

static PyObject *agent_next_fetch(PyObject *self, PyObject *args, PyObject *keywords)
{
	char *names[] = {"last", "took", "now", "at_least", "at_most", NULL};
	const struct agent *g = (struct agent *)self;
	const struct state *s = PyType_GetModuleState(Py_TYPE(self));
	PyObject *last = Py_None, *took = NULL, *now = Py_None, *at_least = NULL, *at_most = Py_None;
	struct times t = {.last = ROBOTSC_NEVER, .at_most = INT64_MAX};
	int64_t at = 0;
	enum robotsc_status status = g->policy->extended;
	struct robotsc_pace pace;
	if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O$OOOO:next_fetch", names, &last, &took, &now, &at_least, &at_most) ||
	    (last != Py_None && read_time(last, "last", &t.last) < 0) ||
	    (took && read_seconds(took, "total_seconds", "took", &t.took) < 0) || read_time(now, "now", &t.now) < 0 ||
	    (at_least && read_seconds(at_least, "total_seconds", "at_least", &t.at_least) < 0) ||
	    (at_most != Py_None && read_seconds(at_most, "total_seconds", "at_most", &t.at_most) < 0))
		return NULL;
	if (t.at_least < 0 || t.at_most < t.at_least) {
		PyErr_SetString(PyExc_ValueError, "at_least must be 0 or more, and at_most no less than that");
		return NULL;
	}
	if (status == ROBOTSC_OK)
		at = robotsc_next_fetch_within(&g->policy->extensions, &g->group, t.now, t.last, t.took, t.at_least, t.at_most,
		                               &pace);
	else if (robotsc_is_constant(&g->policy->blob))
		status = next_without_lines(&t, &pace, &at);
	return status == ROBOTSC_OK ? make_next(s, at, t.now, &pace) : raise_status(s, status);
}

PyDoc_STRVAR(next_fetch_doc, "next_fetch($self, /, last=None, *, took=0, now=None, at_least=0, at_most=None)\n--\n\n"
                             "Compute when this robot may fetch next: a NextFetch.  docs/extensions.md\n\n"
                             "last  when the last fetch from this site began: seconds since 1970, or a datetime with a\n"
                             "      zone; None: there was none.\n"
                             "took  how long it took: seconds, or a timedelta.\n"
                             "now   the present; None: the clock's.\n"
                             "at_least, at_most  a floor and a ceiling for the pause, whatever it comes from: seconds, or\n"
                             "      timedeltas; None: there is no ceiling.\n\n"
                             "Crawl-delay, Request-rate and Visit-time count; without them 10 seconds, or twice took.\n"
                             "Raises AbsentError if the policy was compiled without extensions, but for one that allows or\n"
                             "disallows everything since there was no file.");

PyDoc_STRVAR(allowed_doc, "allowed($self, url, /)\n--\n\n"
                          "Return True if the URL may be fetched.  RFC 9309 section 2.2.2\n\n"
                          "url  an absolute URL of the policy's origin, or a path with its query.  A str is read as\n"
                          "     UTF-8; one with lone surrogates raises UnicodeEncodeError, so give its bytes.\n"
                          "     Any other is read as a path, with a UrlWarning: url_problem says what is wrong with it.");

PyDoc_STRVAR(usage_doc, "usage($self, url, /)\n--\n\n"
                        "Return a Usage: the verdict, and how the content of a URL may be used.\n"
                        "docs/extensions.md\n\n"
                        "Raises AbsentError if the policy was compiled without extensions.");

PyDoc_STRVAR(agent_records_doc, "records($self, /)\n--\n\n"
                                "Return the lines of this robot's groups beside rules, a tuple of Record.\n"
                                "docs/extensions.md\n\n"
                                "Raises AbsentError if the policy was compiled without extensions.");

PyDoc_STRVAR(dot_doc, "dot($self, /)\n--\n\n"
                      "Return the automaton of this robot in the language of Graphviz, as str.\n"
                      "robotsc.draw makes a picture of it.");

PyDoc_STRVAR(html_doc, "_repr_html_($self, /)\n--\n\nFor notebooks: what robotsc.draw makes.");

static PyMethodDef agent_methods[] = {
	{"allowed", agent_allowed, METH_O, allowed_doc},
	{"_allowed", agent_allowed_quietly, METH_O, "_allowed($self, url, /)\n--\n\nAs allowed, without a warning."},
	{"allowed_many", agent_allowed_many, METH_O, allowed_many_doc},
	{"usage", agent_usage, METH_O, usage_doc},
	{"records", agent_records, METH_NOARGS, agent_records_doc},
	{"next_fetch", METHOD(agent_next_fetch), METH_VARARGS | METH_KEYWORDS, next_fetch_doc},
	{"dot", agent_dot, METH_NOARGS, dot_doc},
	{"_repr_html_", agent_html, METH_NOARGS, html_doc},
	{"__reduce__", agent_reduce, METH_NOARGS, reduce_doc},
	{0},
};

static PyGetSetDef agent_members[] = {
	{"policy", agent_policy, NULL, "The Policy that it belongs to.", NULL},
	{"tokens", agent_tokens, NULL, "The product tokens that were asked for: a tuple.", NULL},
	{"token", agent_token, NULL, "The token that has rules, '*', or None: everything is allowed.", NULL},
	{"crawl_delay", agent_crawl_delay, NULL, "The longest Crawl-delay in seconds, or None.  Raises AbsentError.", NULL},
	{"request_rate", agent_request_rate, NULL,
         "The slowest Request-rate that holds at any time of day: a RequestRate, or None.  Raises AbsentError.", NULL},
	{0},
};

static PyType_Slot agent_slots[] = {
	{Py_tp_doc, "The rules for one robot.  Immutable; threads may share it.  See Policy.agent."},
	{Py_tp_traverse, agent_traverse},
	{Py_tp_dealloc, agent_dealloc},
	{Py_tp_repr, agent_repr},
	{Py_tp_methods, agent_methods},
	{Py_tp_getset, agent_members},
	{0},
};

static PyType_Spec agent_spec = {"robotsc.Agent", (int)sizeof(struct agent), 0, TYPE_FLAGS, agent_slots};

static PyStructSequence_Field usage_fields[] = {
	{"allowed", "True if the URL may be fetched"},
	{"preferences", "{(field, label): value}; labels that no line states a preference for are missing"},
	{0},
};

static PyStructSequence_Desc usage_desc = {"robotsc.Usage", "The verdict and the preferences for a URL.", usage_fields, 2};

static PyStructSequence_Field rate_fields[] = {
	{"documents", "how many may be fetched in that time"},
	{"seconds", "the time, in seconds"},
	{0},
};

static PyStructSequence_Desc rate_desc = {"robotsc.RequestRate", "Documents per seconds.", rate_fields, 2};

static PyStructSequence_Field next_fields[] = {
	{"at", "the earliest time: seconds since 1970, a float"},
	{"wait", "seconds from now until then"},
	{"pause", "seconds between fetches at that time"},
	{"reason", "crawl-delay, request-rate, or no-record: 10 seconds, or twice the time of the last fetch"},
	{"visit_time", "True: Visit-time made it later"},
	{"cut", "at-least or at-most, which made the pause; None: neither did"},
	{0},
};

static PyStructSequence_Desc next_desc = {"robotsc.NextFetch", "When a robot may fetch next, and why.", next_fields, 5};

int add_agent(PyObject *module, struct state *s)
{
	s->agent = add_type(module, PyType_FromModuleAndSpec(module, &agent_spec, NULL));
	if (s->agent)
		s->usage = add_type(module, (PyObject *)PyStructSequence_NewType(&usage_desc));
	if (s->usage)
		s->rate = add_type(module, (PyObject *)PyStructSequence_NewType(&rate_desc));
	if (s->rate)
		s->next = add_type(module, (PyObject *)PyStructSequence_NewType(&next_desc));
	return s->next ? 0 : -1;
}
