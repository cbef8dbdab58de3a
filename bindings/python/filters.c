/* filters.c - filters: lines in, those with a verdict out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "store_module.h"

/* Reads the options beside tokens. */
static int read_filter_options(PyObject *args, struct robotsc_filter_options *o, PyObject **tokens)
{
	unsigned long long field, max_line;
	int print, stale;
	PyObject *now;
	char delimiter;
	robotsc_filter_options_init(o);
	if (!PyArg_ParseTuple(args, "O!iiipKcOK:filter", &PyTuple_Type, tokens, &print, &stale, &o->unknown, &o->reason, &field,
	                      &delimiter, &now, &max_line))
		return -1;
	o->print = (enum robotsc_filter_print)print;
	o->stale = (enum robotsc_filter_stale)stale;
	o->field = (size_t)field;
	o->delimiter = delimiter;
	o->max_line = (size_t)max_line;
	o->timed = now != Py_None;
	if (o->timed)
		o->now = PyLong_AsLongLong(now);
	return PyErr_Occurred() ? -1 : 0;
}

PyObject *handle_filter(PyObject *self, PyObject *args)
{
	struct handle *h = (struct handle *)self;
	struct robotsc_store *store = store_of(h);
	const struct state *s = state_of(h);
	struct robotsc_filter_options options;
	enum robotsc_store_status status;
	struct robotsc_text *tokens;
	PyObject *tuple;
	struct filter *f;
	if (!store || read_filter_options(args, &options, &tuple) < 0)
		return NULL;
	tokens = read_tokens(s, robotsc_store_settings(store)->dialect, tuple);
	if (!tokens)
		return NULL;
	options.tokens = tokens;
	options.ntokens = (size_t)PyTuple_Size(tuple);
	f = PyObject_New(struct filter, s->filter);
	if (!f) {
		PyMem_Free(tokens);
		return NULL;
	}
	f->handle = (struct handle *)Py_NewRef(self);
	f->tokens = Py_NewRef(tuple);
	f->texts = tokens;
	f->filter = NULL;
	f->lines = NULL;
	f->room = 0;
	f->reason = options.reason;
	f->running = 0;
	memset(&f->report, 0, sizeof f->report);
	status = robotsc_filter_open(&f->filter, store, &options);
	if (status != ROBOTSC_STORE_OK) {
		f->filter = NULL;
		raise_status(s, h->path, status);
		Py_CLEAR(f);
	}
	return (PyObject *)f;
}

static void filter_dealloc(PyObject *self)
{
	struct filter *f = (struct filter *)self;
	PyTypeObject *type = Py_TYPE(self);
	if (is_of_this_process(f->handle->opened))
		robotsc_filter_close(f->filter);
	PyMem_Free(f->texts);
	PyMem_Free(f->lines);
	Py_DECREF(f->tokens);
	Py_DECREF((PyObject *)f->handle);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* True when the filter may be used; else there is an exception. */
static int may_filter(const struct filter *f)
{
	const char *why = NULL;
	if (!is_of_this_process(f->handle->opened))
		why = "the filter was made before a fork; make another";
	else if (f->running)
		why = "another thread uses this filter; make one for each thread";
	if (why)
		raise_sentence(state_of(f), f->handle->path, why);
	return !why;
}

static int answer(struct filter *f, const char *lines, size_t len, struct robotsc_filter_answers *answers)
{
	enum robotsc_store_status status;
	f->running = 1;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_filter_lines(f->filter, lines, len, answers);
	Py_END_ALLOW_THREADS;
	f->running = 0;
	if (status != ROBOTSC_STORE_OK) {
		raise_status(state_of(f), f->handle->path, status);
		return -1;
	}
	f->report.lines += answers->report.lines;
	f->report.unknown += answers->report.unknown;
	f->report.no_origin += answers->report.no_origin;
	f->report.stale += answers->report.stale;
	f->report.skipped += answers->report.skipped;
	return 0;
}

static PyObject *filter_lines(PyObject *self, PyObject *octets)
{
	struct filter *f = (struct filter *)self;
	struct robotsc_filter_answers answers;
	PyObject *result = NULL;
	Py_buffer view;
	if (!may_filter(f) || PyObject_GetBuffer(octets, &view, PyBUF_SIMPLE) < 0)
		return NULL;
	if (answer(f, view.buf, (size_t)view.len, &answers) == 0)
		result = PyBytes_FromStringAndSize(answers.at, (Py_ssize_t)answers.len);
	PyBuffer_Release(&view);
	return result;
}

/* Makes room for more octets after len. */
static int reserve(struct filter *f, size_t len, size_t more)
{
	size_t room = f->room ? f->room : 65536;
	char *lines;
	if (more <= f->room - len)
		return 0;
	while (room - len < more)
		room *= 2;
	lines = PyMem_Realloc(f->lines, room);
	if (!lines) {
		PyErr_NoMemory();
		return -1;
	}
	f->lines = lines;
	f->room = room;
	return 0;
}

/* Puts the lines of a list into the buffer.  A line may have its end. */
static int join(struct filter *f, PyObject *list, size_t *len)
{
	const Py_ssize_t n = PyList_Size(list);
	struct robotsc_text text;
	*len = 0;
	for (Py_ssize_t i = 0; i < n; i++) {
		if (read_text(PyList_GetItem(list, i), "a line", &text) < 0)
			return -1;
		if (text.len > 0 && text.at[text.len - 1] == '\n')
			text.len--;
		if (memchr(text.at, '\n', text.len)) {
			PyErr_Format(PyExc_ValueError, "line %zd of this chunk has a line end inside", i + 1);
			return -1;
		}
		if (reserve(f, *len, text.len + 1) < 0)
			return -1;
		memcpy(f->lines + *len, text.at, text.len);
		*len += text.len;
		f->lines[(*len)++] = '\n';
	}
	return 0;
}

/* The verdict at the beginning of an answer. */
static int verdict_at(const char *at)
{
	return *at == 'a' ? ROBOTSC_ALLOW : *at == 'd' ? ROBOTSC_DISALLOW : ROBOTSC_VERDICT_UNKNOWN;
}

/* What is given for a line: itself, or with its verdict, or with verdict and reason. */
static PyObject *make_answer(const struct filter *f, int verdict, const char *tab, PyObject *line, int all)
{
	PyObject *name = state_of(f)->verdicts[verdict];
	const char *end;
	if (!all)
		return Py_NewRef(line);
	if (!f->reason)
		return PyTuple_Pack(2, name, line);
	end = strchr(tab + 1, '\t');
	return Py_BuildValue("(Os#O)", name, tab + 1, (Py_ssize_t)(end - tab - 1), line);
}

/* Collects the lines with the wanted verdict, or with all of them and print=all their answers. */
static PyObject *collect(const struct filter *f, PyObject *list, const struct robotsc_filter_answers *answers, int wanted)
{
	const char *at = answers->at, *end = at + answers->len;
	const int all = wanted > ROBOTSC_VERDICT_UNKNOWN;
	PyObject *result = PyList_New(0);
	for (Py_ssize_t i = 0; result && at < end; i++) {
		const int verdict = verdict_at(at);
		if (all || verdict == wanted) {
			PyObject *item = make_answer(f, verdict, strchr(at, '\t'), PyList_GetItem(list, i), all);
			if (!item || PyList_Append(result, item) < 0)
				Py_CLEAR(result);
			Py_XDECREF(item);
		}
		at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
	}
	return result;
}

static PyObject *filter_select(PyObject *self, PyObject *args)
{
	struct filter *f = (struct filter *)self;
	struct robotsc_filter_answers answers;
	PyObject *list;
	size_t len;
	int wanted;
	if (!PyArg_ParseTuple(args, "O!i:select", &PyList_Type, &list, &wanted) || !may_filter(f) || join(f, list, &len) < 0 ||
	    answer(f, f->lines, len, &answers) < 0)
		return NULL;
	return collect(f, list, &answers, wanted);
}

static PyObject *filter_report(PyObject *self, void *unused)
{
	const struct robotsc_filter_report *r = &((struct filter *)self)->report;
	(void)unused;
	return Py_BuildValue("(KKKK)", (unsigned long long)r->lines, (unsigned long long)r->unknown, (unsigned long long)r->stale,
	                     (unsigned long long)r->skipped);
}

/* ---- the type -------------------------------------------------------------- */

static PyMethodDef filter_methods[] = {
	{"lines", filter_lines, METH_O, "lines($self, octets, /)\n--\n\nAnswer lines."},
	{"select", filter_select, METH_VARARGS, "Return the lines of a list that have a verdict, of print=all."},
	{0},
};

static PyGetSetDef filter_members[] = {
	{"report", filter_report, NULL, "What was answered so far.", NULL},
	{0},
};

static PyType_Slot filter_slots[] = {
	{Py_tp_doc, "Answers lines."},
	{Py_tp_dealloc, filter_dealloc},
	{Py_tp_methods, filter_methods},
	{Py_tp_getset, filter_members},
	{0},
};

PyType_Spec filter_spec = {"robotsc._store.LineFilter", (int)sizeof(struct filter), 0, TYPE_FLAGS, filter_slots};
