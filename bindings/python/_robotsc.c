/* _robotsc.c - the Python module: policies, agents and what they answer.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "module.h"

#define TOKENS_MAX 64 /* product tokens of one agent */
#define CHUNK 8192    /* URLs that are checked between two looks at the GIL */
#define FEW 64        /* so short a batch keeps the GIL: releasing it would cost more */

/* ---- texts ------------------------------------------------------------------- */

PyObject *get_attribute(PyObject *object, const char *name)
{
	PyObject *text = PyUnicode_InternFromString(name);
	PyObject *found = text ? PyObject_GetAttr(object, text) : NULL;

	Py_XDECREF(text);
	return found;
}

int find_attribute(PyObject *object, const char *name, PyObject **found)
{
	*found = get_attribute(object, name);
	if (*found)
		return 1;
	if (!PyErr_ExceptionMatches(PyExc_AttributeError))
		return -1;
	PyErr_Clear();
	return 0;
}

int hold_octets(PyObject *object, Py_buffer *view)
{
	PyObject *copy;
	int result;

	if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE) < 0)
		return -1;
	if (view->readonly)
		return 0;
	PyBuffer_Release(view);
	copy = PyBytes_FromObject(object);
	if (!copy)
		return -1;
	result = PyObject_GetBuffer(copy, view, PyBUF_SIMPLE);
	Py_DECREF(copy);
	return result;
}

/* Reads the texts of a tuple. */
static int read_tokens(PyObject *tuple, struct robotsc_text *tokens)
{
	const Py_ssize_t n = PyTuple_Size(tuple);

	for (Py_ssize_t i = 0; i < n; i++)
		if (read_text(PyTuple_GetItem(tuple, i), "a product token", &tokens[i]) < 0)
			return -1;
	return 0;
}

/* ---- errors ------------------------------------------------------------------ */

PyObject *raise_status(const struct state *s, enum robotsc_status status)
{
	PyObject *type = s->error;
	const char *hint = "";

	if (status == ROBOTSC_ERR_NOMEM)
		return PyErr_NoMemory();
	if (status >= ROBOTSC_ERR_TRUNCATED && status <= ROBOTSC_ERR_CHECKSUM) {
		type = s->blob_error;
		hint = "; compile the robots.txt again";
	} else if (status == ROBOTSC_ERR_AGENT) {
		type = s->agent_error;
		hint = "; name this one in compile's agents";
	} else if (status == ROBOTSC_ERR_ABSENT) {
		type = s->absent_error;
		hint = "; compile with extensions=True";
	} else if (status >= ROBOTSC_ERR_SCHEME && status <= ROBOTSC_ERR_PORT) {
		type = s->origin_error;
		hint = "; such a URL has no robots.txt";
	}
	PyErr_Format(type, "%s%s", robotsc_strerror(status), hint);
	return NULL;
}

/* ---- records ----------------------------------------------------------------- */

int fill(PyObject *tuple, Py_ssize_t at, PyObject *value)
{
	if (!value)
		return -1;
	PyStructSequence_SetItem(tuple, at, value);
	return 0;
}

static PyObject *number_or_none(int there, uint32_t number)
{
	return there ? PyLong_FromUnsignedLong(number) : Py_NewRef(Py_None);
}

static PyObject *field_of(const struct robotsc_line *r)
{
	return r->field == ROBOTSC_FIELD_UNKNOWN ? to_str(r->name) : PyUnicode_FromString(robotsc_field_name(r->field));
}

static int fill_numbers(PyObject *tuple, const struct robotsc_line *r)
{
	const int timed = r->from != ROBOTSC_UNTIMED, rate = r->field == ROBOTSC_FIELD_REQUEST_RATE;
	const int delayed = r->field == ROBOTSC_FIELD_CRAWL_DELAY;

	if (fill(tuple, 6, delayed ? PyFloat_FromDouble(r->delay / 1000.0) : Py_NewRef(Py_None)) < 0)
		return -1;
	if (fill(tuple, 7, number_or_none(rate, r->documents)) < 0 || fill(tuple, 8, number_or_none(rate, r->seconds)) < 0)
		return -1;
	return fill(tuple, 9, number_or_none(timed, r->from)) < 0 || fill(tuple, 10, number_or_none(timed, r->to)) < 0 ? -1 : 0;
}

static PyObject *make_record(const struct state *s, const struct robotsc_line *r)
{
	PyObject *tuple = PyStructSequence_New(s->record);

	if (!tuple)
		return NULL;
	if (fill(tuple, 0, field_of(r)) < 0 || fill(tuple, 1, to_str(r->value)) < 0 ||
	    fill(tuple, 2, PyLong_FromUnsignedLong(r->line)) < 0 || fill(tuple, 3, PyLong_FromUnsignedLong(r->group)) < 0 ||
	    fill(tuple, 4, to_str(r->path)) < 0 || fill(tuple, 5, to_str(r->rest)) < 0 || fill_numbers(tuple, r) < 0) {
		Py_DECREF(tuple);
		return NULL;
	}
	return tuple;
}

/* Appends a record, or its value. */
static int append_record(PyObject *list, const struct state *s, const struct robotsc_line *r, int value_only)
{
	PyObject *item = value_only ? to_str(r->value) : make_record(s, r);
	int result;

	if (!item)
		return -1;
	result = PyList_Append(list, item);
	Py_DECREF(item);
	return result;
}

/* The records of a group, or of the file: all of them, or the values of one field. */
static PyObject *list_records(const struct policy *p, const struct robotsc_group *group, enum robotsc_line_field only)
{
	const struct state *s = PyType_GetModuleState(Py_TYPE((PyObject *)p));
	const int value_only = only != ROBOTSC_FIELD_UNKNOWN;
	struct robotsc_lines lines;
	struct robotsc_line r;
	PyObject *list, *tuple;

	if (p->extended != ROBOTSC_OK)
		return raise_status(s, p->extended);
	list = PyList_New(0);
	if (!list)
		return NULL;
	robotsc_begin_lines(&p->extensions, group, &lines);
	while (robotsc_next_line(&lines, &r))
		if ((!value_only || r.field == only) && append_record(list, s, &r, value_only) < 0) {
			Py_DECREF(list);
			return NULL;
		}
	tuple = PyList_AsTuple(list);
	Py_DECREF(list);
	return tuple;
}

/* ---- policies ---------------------------------------------------------------- */

/* Opens all parts of a policy's blob, so that no call finds a damaged one later. */
static enum robotsc_status open_parts(struct policy *p)
{
	enum robotsc_status status = robotsc_open(&p->blob, p->bytes.buf, (size_t)p->bytes.len);
	struct robotsc_decision decision;

	if (status != ROBOTSC_OK)
		return status;
	p->extended = robotsc_open_extensions(&p->blob, &p->extensions);
	if (p->extended != ROBOTSC_OK && p->extended != ROBOTSC_ERR_ABSENT)
		return p->extended;
	status = robotsc_stamp_read(&p->blob, &decision);
	return status == ROBOTSC_ERR_ABSENT ? ROBOTSC_OK : status;
}

/* A policy of a held buffer, which it takes over. */
static PyObject *make_policy(const struct state *s, Py_buffer *bytes)
{
	struct policy *p = PyObject_GC_New(struct policy, s->policy);
	enum robotsc_status status;

	if (!p) {
		PyBuffer_Release(bytes);
		return NULL;
	}
	p->bytes = *bytes;
	status = open_parts(p);
	PyObject_GC_Track(p);
	if (status != ROBOTSC_OK) {
		raise_status(s, status);
		Py_CLEAR(p);
	}
	return (PyObject *)p;
}

static int policy_traverse(PyObject *self, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(((struct policy *)self)->bytes.obj);
	return 0;
}

static void policy_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	PyBuffer_Release(&((struct policy *)self)->bytes);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

static int policy_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
	const struct policy *p = (struct policy *)self;

	return PyBuffer_FillInfo(view, self, p->bytes.buf, p->bytes.len, 1, flags);
}

static PyObject *policy_blob(PyObject *self, void *unused)
{
	const struct policy *p = (struct policy *)self;

	(void)unused;
	if (p->bytes.obj && PyBytes_CheckExact(p->bytes.obj))
		return Py_NewRef(p->bytes.obj);
	return PyBytes_FromStringAndSize(p->bytes.buf, p->bytes.len);
}

static PyObject *policy_agents(PyObject *self, void *unused)
{
	const struct policy *p = (struct policy *)self;
	struct robotsc_agent_info agent;
	PyObject *list = PyList_New(0), *tuple;

	(void)unused;
	for (uint32_t i = 0; list && robotsc_agent_at(&p->blob, i, &agent); i++) {
		PyObject *token = to_str(agent.token);

		if (!token || PyList_Append(list, token) < 0)
			Py_CLEAR(list);
		Py_XDECREF(token);
	}
	tuple = list ? PyList_AsTuple(list) : NULL;
	Py_XDECREF(list);
	return tuple;
}

static PyObject *policy_dialect(PyObject *self, void *unused)
{
	struct robotsc_info info;

	(void)unused;
	robotsc_blob_info(&((struct policy *)self)->blob, &info);
	return PyUnicode_FromString(robotsc_dialect_name(info.dialect));
}

static PyObject *policy_sitemaps(PyObject *self, void *unused)
{
	(void)unused;
	return list_records((struct policy *)self, NULL, ROBOTSC_FIELD_SITEMAP);
}

static PyObject *policy_licenses(PyObject *self, void *unused)
{
	(void)unused;
	return list_records((struct policy *)self, NULL, ROBOTSC_FIELD_LICENSE);
}

static PyObject *policy_records(PyObject *self, PyObject *unused)
{
	(void)unused;
	return list_records((struct policy *)self, NULL, ROBOTSC_FIELD_UNKNOWN);
}

static PyObject *policy_repr(PyObject *self)
{
	struct robotsc_info info;

	robotsc_blob_info(&((struct policy *)self)->blob, &info);
	return PyUnicode_FromFormat("<robotsc.Policy %s, %u agents, %u octets>", robotsc_dialect_name(info.dialect),
	                            (unsigned)info.agents, (unsigned)info.size);
}

static Py_hash_t policy_hash(PyObject *self)
{
	PyObject *bytes = policy_blob(self, NULL);
	Py_hash_t hash;

	if (!bytes)
		return -1;
	hash = PyObject_Hash(bytes);
	Py_DECREF(bytes);
	return hash;
}

static PyObject *policy_compare(PyObject *self, PyObject *other, int op)
{
	const Py_buffer *a = &((struct policy *)self)->bytes, *b;
	int same;

	if (Py_TYPE(other) != Py_TYPE(self) || (op != Py_EQ && op != Py_NE))
		return Py_NewRef(Py_NotImplemented);
	b = &((struct policy *)other)->bytes;
	same = a->len == b->len && memcmp(a->buf, b->buf, (size_t)a->len) == 0;
	return PyBool_FromLong(same == (op == Py_EQ));
}

/* Copies and pickles are the blob, and open verifies it. */
static PyObject *policy_reduce(PyObject *self, PyObject *unused)
{
	PyObject *open = get_attribute(PyType_GetModule(Py_TYPE(self)), "open");
	PyObject *bytes = policy_blob(self, NULL), *result = NULL;

	(void)unused;
	if (open && bytes)
		result = Py_BuildValue("O(O)", open, bytes);
	Py_XDECREF(open);
	Py_XDECREF(bytes);
	return result;
}

/* An Agent of the texts in a tuple, which it takes over. */
static PyObject *make_agent(PyObject *policy, PyObject *tuple, const struct robotsc_text *tokens)
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

static PyObject *policy_agent(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
	struct robotsc_text tokens[TOKENS_MAX];
	PyObject *tuple;

	if (nargs > TOKENS_MAX)
		return PyErr_Format(PyExc_ValueError, "agent takes at most %d product tokens, not %zd", TOKENS_MAX, nargs);
	for (Py_ssize_t i = 0; i < nargs; i++)
		if (read_text(args[i], "a product token", &tokens[i]) < 0)
			return NULL;
	tuple = PyTuple_New(nargs);
	for (Py_ssize_t i = 0; tuple && i < nargs; i++)
		PyTuple_SetItem(tuple, i, Py_NewRef(args[i]));
	return make_agent(self, tuple, tokens);
}

/* A part of a header: str, or bytes where it is no UTF-8. */
static PyObject *token_of(struct robotsc_text text)
{
	PyObject *token = PyUnicode_DecodeUTF8(text.at, (Py_ssize_t)text.len, NULL);

	if (token || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
		return token;
	PyErr_Clear();
	return PyBytes_FromStringAndSize(text.at, (Py_ssize_t)text.len);
}

static PyObject *policy_agent_for_header(PyObject *self, PyObject *header)
{
	const struct robotsc_blob *blob = &((struct policy *)self)->blob;
	struct robotsc_text text, tokens[TOKENS_MAX];
	struct robotsc_info info;
	PyObject *tuple;
	size_t n;

	if (read_text(header, "a User-Agent header", &text) < 0)
		return NULL;
	n = robotsc_header_tokens(blob, text.at, text.len, tokens, TOKENS_MAX);
	robotsc_blob_info(blob, &info);
	if (n == 0 && info.partial)
		return raise_status(PyType_GetModuleState(Py_TYPE(self)), ROBOTSC_ERR_AGENT);
	tuple = PyTuple_New((Py_ssize_t)n);
	for (size_t i = 0; tuple && i < n; i++) {
		PyObject *token = token_of(tokens[i]);

		if (!token || PyTuple_SetItem(tuple, (Py_ssize_t)i, token) < 0)
			Py_CLEAR(tuple);
	}
	return make_agent(self, tuple, tokens);
}

/* ---- agents ------------------------------------------------------------------ */

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

static PyObject *agent_allowed(PyObject *self, PyObject *url)
{
	struct robotsc_text text;

	if (read_text(url, "a URL", &text) < 0)
		return NULL;
	return PyBool_FromLong(robotsc_check_url(&((struct agent *)self)->group, text.at, text.len) == ROBOTSC_ALLOW);
}

static void check_chunk(const struct robotsc_group *group, const struct robotsc_text *texts, Py_ssize_t n, char *mask)
{
	for (Py_ssize_t i = 0; i < n; i++)
		mask[i] = (char)robotsc_check_url(group, texts[i].at, texts[i].len);
}

/* Fills the mask of a tuple of URLs.  The tuple keeps their octets while others have the GIL. */
static int check_tuple(const struct robotsc_group *group, PyObject *urls, struct robotsc_text *texts, char *mask)
{
	const Py_ssize_t n = PyTuple_Size(urls);

	for (Py_ssize_t from = 0; from < n; from += CHUNK) {
		const Py_ssize_t count = n - from < CHUNK ? n - from : CHUNK;

		for (Py_ssize_t i = 0; i < count; i++)
			if (read_text(PyTuple_GetItem(urls, from + i), "a URL", &texts[i]) < 0)
				return -1;
		if (count < FEW) {
			check_chunk(group, texts, count, mask + from);
		} else {
			Py_BEGIN_ALLOW_THREADS;
			check_chunk(group, texts, count, mask + from);
			Py_END_ALLOW_THREADS;
		}
	}
	return 0;
}

static PyObject *check_all(const struct robotsc_group *group, PyObject *urls)
{
	const Py_ssize_t n = PyTuple_Size(urls);
	PyObject *mask = PyBytes_FromStringAndSize(NULL, n);
	struct robotsc_text *texts = PyMem_Malloc((size_t)(n < CHUNK ? n : CHUNK) * sizeof *texts);

	if (!texts)
		PyErr_NoMemory();
	if (mask && (!texts || check_tuple(group, urls, texts, PyBytes_AsString(mask)) < 0))
		Py_CLEAR(mask);
	PyMem_Free(texts);
	return mask;
}

/* A mask as a memoryview of bools; takes the mask over, which may be NULL. */
static PyObject *view_mask(PyObject *mask)
{
	PyObject *octets = mask ? PyMemoryView_FromObject(mask) : NULL;
	PyObject *cast = octets ? get_attribute(octets, "cast") : NULL;
	PyObject *bools = cast ? PyObject_CallFunction(cast, "s", "?") : NULL;

	Py_XDECREF(mask);
	Py_XDECREF(octets);
	Py_XDECREF(cast);
	return bools;
}

/* The same memory as a NumPy array; takes the view over. */
static PyObject *to_array(PyObject *view)
{
	PyObject *numpy = PyImport_ImportModule("numpy");
	PyObject *asarray = numpy ? get_attribute(numpy, "asarray") : NULL;
	PyObject *array = asarray ? PyObject_CallFunctionObjArgs(asarray, view, NULL) : NULL;

	Py_DECREF(view);
	Py_XDECREF(numpy);
	Py_XDECREF(asarray);
	return array;
}

/* pandas takes an array as a mask, but no memoryview.  1 for what has __array__, -1: raised. */
static int is_array(PyObject *urls)
{
	PyObject *method = NULL;
	const int found = PyList_CheckExact(urls) || PyTuple_CheckExact(urls) ? 0 : find_attribute(urls, "__array__", &method);

	Py_XDECREF(method);
	return found;
}

static PyObject *agent_allowed_many(PyObject *self, PyObject *urls)
{
	PyObject *tuple, *view;
	int array;

	if (PyUnicode_Check(urls) || PyBytes_Check(urls)) {
		PyErr_Format(PyExc_TypeError, "allowed_many takes an iterable of URLs, not one %R; call allowed", Py_TYPE(urls));
		return NULL;
	}
	tuple = PySequence_Tuple(urls);
	if (!tuple)
		return NULL;
	view = view_mask(check_all(&((struct agent *)self)->group, tuple));
	Py_DECREF(tuple);
	array = view ? is_array(urls) : 0;
	if (array < 0)
		Py_CLEAR(view);
	return array > 0 ? to_array(view) : view;
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

	if (read_text(url, "a URL", &text) < 0)
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

/* Finds the longest Crawl-delay, and the slowest Request-rate that always holds.  -1: raised. */
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

/* A copy or pickle is policy.agent and the tokens. */
static PyObject *agent_reduce(PyObject *self, PyObject *unused)
{
	const struct agent *g = (struct agent *)self;
	PyObject *method = get_attribute((PyObject *)g->policy, "agent");

	(void)unused;
	return method ? Py_BuildValue("NO", method, g->tokens) : NULL;
}

/* ---- functions --------------------------------------------------------------- */

/* Reads the keyword arguments of compile into options.  *agents: a tuple of tokens, or NULL. */
static int read_options(const char *dialect, PyObject *agents, int extensions, struct robotsc_options *options, PyObject **tuple)
{
	const int number = read_dialect(dialect);

	robotsc_options_init(options);
	options->extensions = extensions != 0;
	if (number < 0)
		return -1;
	options->dialect = (enum robotsc_dialect)number;
	if (agents == Py_None)
		return 0;
	if (PyUnicode_Check(agents) || PyBytes_Check(agents)) {
		PyErr_Format(PyExc_TypeError, "agents must be a list of product tokens, not one %R", Py_TYPE(agents));
		return -1;
	}
	*tuple = PySequence_Tuple(agents);
	if (*tuple && PyTuple_Size(*tuple) == 0)
		PyErr_SetString(PyExc_ValueError, "agents is empty; leave it out to compile for all robots");
	return PyErr_Occurred() ? -1 : 0;
}

/* Compiles into bytes; the text and the tokens are held by the caller. */
static PyObject *compile_octets(const struct state *s, const struct robotsc_options *options, const void *text, size_t len)
{
	enum robotsc_status status;
	PyObject *bytes;
	void *blob = NULL;
	size_t blob_len = 0;

	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_compile(options, text, len, &blob, &blob_len);
	Py_END_ALLOW_THREADS;
	if (status != ROBOTSC_OK)
		return raise_status(s, status);
	bytes = PyBytes_FromStringAndSize(blob, (Py_ssize_t)blob_len);
	robotsc_free_blob(NULL, blob, blob_len);
	return bytes;
}

/* As compile_octets, with the tokens of a tuple or NULL. */
static PyObject *compile_for(const struct state *s, struct robotsc_options *options, PyObject *tuple, const void *text, size_t len)
{
	const size_t n = tuple ? (size_t)PyTuple_Size(tuple) : 0;
	struct robotsc_text *tokens = PyMem_Malloc((n + 1) * sizeof *tokens);
	PyObject *bytes = NULL;

	if (!tokens)
		return PyErr_NoMemory();
	options->agents = tokens;
	options->nagents = n;
	if (!tuple || read_tokens(tuple, tokens) == 0)
		bytes = compile_octets(s, options, text, len);
	PyMem_Free(tokens);
	return bytes;
}

/* As compile_for, of a str or a buffer. */
static PyObject *compile_text(const struct state *s, struct robotsc_options *options, PyObject *tuple, PyObject *text)
{
	struct robotsc_text octets;
	PyObject *bytes;
	Py_buffer view;

	if (PyUnicode_Check(text))
		return read_text(text, "the text", &octets) < 0 ? NULL : compile_for(s, options, tuple, octets.at, octets.len);
	if (hold_octets(text, &view) < 0)
		return NULL;
	bytes = compile_for(s, options, tuple, view.buf, (size_t)view.len);
	PyBuffer_Release(&view);
	return bytes;
}

PyObject *open_bytes(const struct state *s, PyObject *bytes)
{
	Py_buffer view;

	return hold_octets(bytes, &view) < 0 ? NULL : make_policy(s, &view);
}

static PyObject *open_buffer(PyObject *module, PyObject *buffer)
{
	return open_bytes(PyModule_GetState(module), buffer);
}

static PyObject *compile(PyObject *module, PyObject *args, PyObject *keywords)
{
	char *names[] = {"text", "agents", "dialect", "extensions", NULL};
	PyObject *text, *agents = Py_None, *tuple = NULL, *bytes = NULL, *policy;
	const char *dialect = "rfc9309";
	struct robotsc_options options;
	int extensions = 1;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|Osp:compile", names, &text, &agents, &dialect, &extensions))
		return NULL;
	if (read_options(dialect, agents, extensions, &options, &tuple) == 0)
		bytes = compile_text(PyModule_GetState(module), &options, tuple, text);
	Py_XDECREF(tuple);
	if (!bytes)
		return NULL;
	policy = open_buffer(module, bytes);
	Py_DECREF(bytes);
	return policy;
}

static PyObject *origin(PyObject *module, PyObject *url)
{
	char octets[ROBOTSC_ORIGIN_MAX];
	enum robotsc_status status;
	struct robotsc_text text;
	size_t len;

	if (read_text(url, "a URL", &text) < 0)
		return NULL;
	status = robotsc_origin(text.at, text.len, octets, sizeof octets, &len);
	if (status != ROBOTSC_OK)
		return raise_status(PyModule_GetState(module), status);
	return PyUnicode_DecodeUTF8(octets, (Py_ssize_t)len, NULL);
}

/* ---- documentation ----------------------------------------------------------- */

PyDoc_STRVAR(compile_doc, "compile($module, /, text, agents=None, dialect='rfc9309', extensions=True)\n--\n\n"
                          "Compile a robots.txt into a Policy.  RFC 9309; docs/dialects.md\n\n"
                          "text        the file: str, or octets of any content; 512,000 of them are read.\n"
                          "agents      product tokens to compile for; None: all robots.\n"
                          "dialect     the name of one; the error for an unknown name lists them.\n"
                          "extensions  keep Sitemap, Crawl-delay and the like.\n\n"
                          "No text is invalid.  The same text gives the same blob.  Releases the GIL.\n"
                          "Raises ValueError for an unknown dialect, TypeError for other types.");

PyDoc_STRVAR(open_doc, "open($module, buffer, /)\n--\n\n"
                       "Verify a blob and return its Policy, without a copy.\n\n"
                       "buffer  bytes, mmap, memoryview: anything that has the octets.  The Policy keeps it\n"
                       "        alive, and its octets must not change.  A writable one is copied.\n\n"
                       "Raises BlobError if it is no blob, is damaged, or was forged.");

PyDoc_STRVAR(origin_doc, "origin($module, url, /)\n--\n\n"
                         "Return \"scheme://host\" or \"scheme://host:port\": the origin whose robots.txt applies.\n"
                         "RFC 9309 section 2.3; docs/access.md\n\n"
                         "Raises OriginError for a URL that has no robots.txt.");

PyDoc_STRVAR(agent_doc, "agent($self, /, *tokens)\n--\n\n"
                        "Return the rules for one robot: an Agent.  RFC 9309 section 2.2.1\n\n"
                        "tokens  product tokens, str or bytes; the first that the file names decides.  With none\n"
                        "        of them in it, or without tokens, the groups of \"*\" do.\n\n"
                        "Raises AgentError if the policy was compiled for other tokens.");

PyDoc_STRVAR(agent_for_header_doc, "agent_for_header($self, header, /)\n--\n\n"
                                   "Return the rules for the robot that sends a User-Agent header: an Agent.\n"
                                   "RFC 9309 section 2.2.1; docs/dialects.md, \"Whole User-Agent headers\"\n\n"
                                   "header  the field's value, str or bytes.  Its tokens are the products in it that the file\n"
                                   "        names, the longest first; with none of them, the groups of \"*\" decide.\n\n"
                                   "Raises AgentError if the policy was compiled for tokens and the header has none of them.");

PyDoc_STRVAR(allowed_doc, "allowed($self, url, /)\n--\n\n"
                          "Return True if the URL may be fetched.  RFC 9309 section 2.2.2\n\n"
                          "url  an absolute URL of the policy's origin, or a path with its query.  A str is read as\n"
                          "     UTF-8; one with lone surrogates raises UnicodeEncodeError, so give its bytes.");

PyDoc_STRVAR(allowed_many_doc, "allowed_many($self, urls, /)\n--\n\n"
                               "Check each URL of an iterable, as allowed does.\n\n"
                               "Returns a memoryview of format '?', one octet (0 or 1) for a URL, in order.\n"
                               "numpy.asarray takes it without a copy.  For an array or a Series it is a NumPy\n"
                               "array of the same memory: frame[robot.allowed_many(frame.url)] selects rows.\n"
                               "Releases the GIL for 64 URLs or more.");

PyDoc_STRVAR(usage_doc, "usage($self, url, /)\n--\n\n"
                        "Return a Usage: the verdict, and how the content of a URL may be used.\n"
                        "docs/extensions.md\n\n"
                        "Raises AbsentError if the policy was compiled without extensions.");

PyDoc_STRVAR(policy_records_doc, "records($self, /)\n--\n\n"
                                 "Return the lines that hold for the file as a whole, a tuple of Record.\n"
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

PyDoc_STRVAR(reduce_doc, "__reduce__($self, /)\n--\n\nCopies and pickles hold the blob.");

PyDoc_STRVAR(module_doc, "The C module of the package robotsc.");

/* ---- the module -------------------------------------------------------------- */

/* A call with positional arguments in an array.  PyCFunction has another type. */
#define FASTCALL(f) ((PyCFunction)(void (*)(void))(f))

static PyMethodDef policy_methods[] = {
	{"agent", FASTCALL(policy_agent), METH_FASTCALL, agent_doc},
	{"agent_for_header", policy_agent_for_header, METH_O, agent_for_header_doc},
	{"records", policy_records, METH_NOARGS, policy_records_doc},
	{"stamp", FASTCALL(policy_stamp), METH_VARARGS | METH_KEYWORDS, policy_stamp_doc},
	{"__reduce__", policy_reduce, METH_NOARGS, reduce_doc},
	{0},
};

static PyGetSetDef policy_members[] = {
	{"blob", policy_blob, NULL, "The octets of the policy, as bytes.", NULL},
	{"agents", policy_agents, NULL, "The product tokens that have rules, in lower case: a tuple of str.", NULL},
	{"dialect", policy_dialect, NULL, "The name of the dialect, such as 'rfc9309'.", NULL},
	{"sitemaps", policy_sitemaps, NULL, "The values of Sitemap lines: a tuple of str.  Raises AbsentError.", NULL},
	{"licenses", policy_licenses, NULL, "The values of License lines of the whole file: a tuple of str.  Raises AbsentError.",
         NULL},
	{"decision", policy_decision, NULL, "The Decision that it was stamped with, or None.", NULL},
	{0},
};

static PyType_Slot policy_slots[] = {
	{Py_tp_doc, "What a robots.txt says, as a blob.  Immutable; threads may share it.  See compile and open.\n\n"
                    "It is a buffer of its octets; policies with the same octets are equal."},
	{Py_tp_traverse, policy_traverse},
	{Py_tp_dealloc, policy_dealloc},
	{Py_tp_repr, policy_repr},
	{Py_tp_hash, policy_hash},
	{Py_tp_richcompare, policy_compare},
	{Py_tp_methods, policy_methods},
	{Py_tp_getset, policy_members},
	{Py_bf_getbuffer, policy_getbuffer},
	{0},
};

#define TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)

static PyType_Spec policy_spec = {"robotsc.Policy", (int)sizeof(struct policy), 0, TYPE_FLAGS, policy_slots};

static PyMethodDef agent_methods[] = {
	{"allowed", agent_allowed, METH_O, allowed_doc},
	{"allowed_many", agent_allowed_many, METH_O, allowed_many_doc},
	{"usage", agent_usage, METH_O, usage_doc},
	{"records", agent_records, METH_NOARGS, agent_records_doc},
	{"next_fetch", FASTCALL(agent_next_fetch), METH_VARARGS | METH_KEYWORDS, next_fetch_doc},
	{"dot", insight_dot, METH_NOARGS, dot_doc},
	{"_repr_html_", insight_html, METH_NOARGS, html_doc},
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

static PyStructSequence_Field record_fields[] = {
	{"field", "its usual spelling, such as 'Crawl-delay'; of an unknown field, as written"},
	{"value", "the value; octets that are no UTF-8 are surrogates"},
	{"line", "from 1"},
	{"group", "its group, from 1 in file order; 0: of no group"},
	{"path", "the pattern of paths that it is about; empty: all"},
	{"rest", "the value without the path"},
	{"delay", "Crawl-delay: seconds, a float; else None"},
	{"documents", "Request-rate: documents in so long; else None"},
	{"seconds", "Request-rate: seconds; else None"},
	{"start", "Request-rate, Visit-time: first minute of the day in UTC, 0 to 1439; None: always"},
	{"end", "the last minute, inclusive; None: always"},
	{0},
};

static PyStructSequence_Desc record_desc = {"robotsc.Record", "A line of a robots.txt beside rules.", record_fields, 11};

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

static PyMethodDef functions[] = {
	{"compile", FASTCALL(compile), METH_VARARGS | METH_KEYWORDS, compile_doc},
	{"open", open_buffer, METH_O, open_doc},
	{"origin", origin, METH_O, origin_doc},
	{"_explain", insight_explain, METH_VARARGS, NULL},
	{"_lint", insight_lint, METH_VARARGS, NULL},
	{"_lint_rules", insight_lint_rules, METH_NOARGS, NULL},
	{"_compare", insight_compare, METH_VARARGS, NULL},
	{"_page", insight_page, METH_VARARGS, NULL},
	{0},
};

PyTypeObject *add_type(PyObject *module, PyObject *type)
{
	if (type && PyModule_AddType(module, (PyTypeObject *)type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}

/* Adds an exception robotsc.NAME with one or two bases. */
static PyObject *add_error(PyObject *module, const char *name, const char *doc, PyObject *base, PyObject *other)
{
	PyObject *bases = other ? PyTuple_Pack(2, base, other) : PyTuple_Pack(1, base);
	PyObject *type = bases ? PyErr_NewExceptionWithDoc(name, doc, bases, NULL) : NULL;

	Py_XDECREF(bases);
	if (type && PyModule_AddObjectRef(module, strchr(name, '.') + 1, type) < 0)
		Py_CLEAR(type);
	return type;
}

/* Python may not be called while an exception is set, so the first failure ends it. */
static int add_errors(PyObject *module, struct state *s)
{
	s->error = add_error(module, "robotsc.Error", "What all exceptions of robotsc are.", PyExc_Exception, NULL);
	if (s->error)
		s->blob_error =
			add_error(module, "robotsc.BlobError", "These octets are no intact blob.", s->error, PyExc_ValueError);
	if (s->blob_error)
		s->agent_error = add_error(module, "robotsc.AgentError", "The policy was compiled for other product tokens.",
		                           s->error, PyExc_LookupError);
	if (s->agent_error)
		s->absent_error = add_error(module, "robotsc.AbsentError", "The policy was compiled without this part.", s->error,
		                            PyExc_LookupError);
	if (s->absent_error)
		s->origin_error =
			add_error(module, "robotsc.OriginError", "The URL has no robots.txt.", s->error, PyExc_ValueError);
	return s->origin_error ? 0 : -1;
}

static int add_types(PyObject *module, struct state *s)
{
	s->policy = add_type(module, PyType_FromModuleAndSpec(module, &policy_spec, NULL));
	if (s->policy)
		s->agent = add_type(module, PyType_FromModuleAndSpec(module, &agent_spec, NULL));
	if (s->agent)
		s->record = add_type(module, (PyObject *)PyStructSequence_NewType(&record_desc));
	if (s->record)
		s->usage = add_type(module, (PyObject *)PyStructSequence_NewType(&usage_desc));
	if (s->usage)
		s->rate = add_type(module, (PyObject *)PyStructSequence_NewType(&rate_desc));
	return s->rate ? 0 : -1;
}

static int module_exec(PyObject *module)
{
	struct state *s = PyModule_GetState(module);

	if (add_types(module, s) < 0 || add_errors(module, s) < 0 || add_answers(module, s) < 0)
		return -1;
	return PyModule_AddStringConstant(module, "__version__", robotsc_version());
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
	const struct state *s = PyModule_GetState(module);

	Py_VISIT((PyObject *)s->policy);
	Py_VISIT((PyObject *)s->agent);
	Py_VISIT((PyObject *)s->record);
	Py_VISIT((PyObject *)s->usage);
	Py_VISIT((PyObject *)s->rate);
	Py_VISIT((PyObject *)s->decision);
	Py_VISIT((PyObject *)s->next);
	Py_VISIT(s->error);
	Py_VISIT(s->blob_error);
	Py_VISIT(s->agent_error);
	Py_VISIT(s->absent_error);
	Py_VISIT(s->origin_error);
	return 0;
}

static int module_clear(PyObject *module)
{
	struct state *s = PyModule_GetState(module);

	Py_CLEAR(s->policy);
	Py_CLEAR(s->agent);
	Py_CLEAR(s->record);
	Py_CLEAR(s->usage);
	Py_CLEAR(s->rate);
	Py_CLEAR(s->decision);
	Py_CLEAR(s->next);
	Py_CLEAR(s->error);
	Py_CLEAR(s->blob_error);
	Py_CLEAR(s->agent_error);
	Py_CLEAR(s->absent_error);
	Py_CLEAR(s->origin_error);
	return 0;
}

static void module_free(void *module)
{
	module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {
	{Py_mod_exec, module_exec},
#ifdef Py_mod_multiple_interpreters
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
	{Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
	{0},
};

static struct PyModuleDef module_def = {
	PyModuleDef_HEAD_INIT, "_robotsc",      module_doc,   sizeof(struct state), functions,
	module_slots,          module_traverse, module_clear, module_free,
};

PyMODINIT_FUNC PyInit__robotsc(void)
{
	return PyModuleDef_Init(&module_def);
}
