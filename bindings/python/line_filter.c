/* line_filter.c - see line_filter.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "line_filter.h"

int read_filter_options(PyObject *args, struct robotsc_filter_options *o, PyObject **tokens)
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

struct line_filter *new_line_filter(PyTypeObject *type, const struct filter_owner *of, PyObject *owner, PyObject *tokens,
                                    struct robotsc_text *texts, int reason)
{
	static const char *const names[] = {"disallow", "allow", "unknown"};
	struct line_filter *f = PyObject_New(struct line_filter, type);
	if (!f) {
		PyMem_Free(texts);
		return NULL;
	}
	f->of = of;
	f->owner = Py_NewRef(owner);
	f->filter = NULL;
	f->tokens = Py_XNewRef(tokens);
	f->texts = texts;
	f->lines = NULL;
	f->room = 0;
	f->reason = reason;
	atomic_flag_clear(&f->running);
	memset(&f->report, 0, sizeof f->report);
	memset(f->verdicts, 0, sizeof f->verdicts);
	for (int i = 0; f && i < 3; i++) {
		f->verdicts[i] = PyUnicode_InternFromString(names[i]);
		if (!f->verdicts[i])
			Py_CLEAR(f);
	}
	return f;
}

static void filter_dealloc(PyObject *self)
{
	struct line_filter *f = (struct line_filter *)self;
	PyTypeObject *type = Py_TYPE(self);
	if (!f->of->why_not(f->owner))
		robotsc_filter_close(f->filter);
	PyMem_Free(f->texts);
	PyMem_Free(f->lines);
	for (int i = 0; i < 3; i++)
		Py_XDECREF(f->verdicts[i]);
	Py_XDECREF(f->tokens);
	Py_DECREF(f->owner);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* Begin a call, which leave ends.  False: an exception is set. */
static int enter(struct line_filter *f)
{
	const char *why = f->of->why_not(f->owner);
	if (!why && atomic_flag_test_and_set(&f->running))
		why = "another thread uses this filter; make one for each thread";
	if (why)
		f->of->raise_sentence(f->owner, why);
	return !why;
}

static void leave(struct line_filter *f)
{
	atomic_flag_clear(&f->running);
}

static int answer(struct line_filter *f, const char *lines, size_t len, struct robotsc_filter_answers *answers)
{
	enum robotsc_store_status status;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_filter_lines(f->filter, lines, len, answers);
	Py_END_ALLOW_THREADS;
	if (status != ROBOTSC_STORE_OK) {
		f->of->raise_status(f->owner, status);
		return -1;
	}
	f->report.lines += answers->report.lines;
	f->report.unknown += answers->report.unknown;
	f->report.no_origin += answers->report.no_origin;
	f->report.stale += answers->report.stale;
	f->report.skipped += answers->report.skipped;
	f->report.allowed += answers->report.allowed;
	f->report.disallowed += answers->report.disallowed;
	f->report.challenges += answers->report.challenges;
	return 0;
}

static PyObject *filter_lines(PyObject *self, PyObject *octets)
{
	struct line_filter *f = (struct line_filter *)self;
	struct robotsc_filter_answers answers;
	PyObject *result = NULL;
	Py_buffer view;
	if (PyObject_GetBuffer(octets, &view, PyBUF_SIMPLE) < 0)
		return NULL;
	if (enter(f)) {
		if (answer(f, view.buf, (size_t)view.len, &answers) == 0)
			result = PyBytes_FromStringAndSize(answers.at, (Py_ssize_t)answers.len);
		leave(f);
	}
	PyBuffer_Release(&view);
	return result;
}

/* Makes room for more octets after len. */
static int reserve(struct line_filter *f, size_t len, size_t more)
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

/* Puts the lines of a list into the buffer.  A line may have its line end. */
static int join(struct line_filter *f, PyObject *list, size_t *len)
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

/* The answer for a line: itself, or a tuple with its verdict, or with verdict and reason. */
static PyObject *make_answer(const struct line_filter *f, int verdict, const char *tab, PyObject *line, int all)
{
	PyObject *name = f->verdicts[verdict];
	const char *end;
	if (!all)
		return Py_NewRef(line);
	if (!f->reason)
		return PyTuple_Pack(2, name, line);
	end = strchr(tab + 1, '\t');
	return Py_BuildValue("(Os#O)", name, tab + 1, (Py_ssize_t)(end - tab - 1), line);
}

/* Collects the lines with the wanted verdict or, with print=all, the answers to all lines. */
static PyObject *collect(const struct line_filter *f, PyObject *list, const struct robotsc_filter_answers *answers, int wanted)
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
	struct line_filter *f = (struct line_filter *)self;
	struct robotsc_filter_answers answers;
	PyObject *list, *result = NULL;
	size_t len;
	int wanted;
	if (!PyArg_ParseTuple(args, "O!i:select", &PyList_Type, &list, &wanted) || !enter(f))
		return NULL;
	if (join(f, list, &len) == 0 && answer(f, f->lines, len, &answers) == 0)
		result = collect(f, list, &answers, wanted);
	leave(f);
	return result;
}

static PyObject *filter_report(PyObject *self, void *unused)
{
	const struct robotsc_filter_report *r = &((struct line_filter *)self)->report;
	(void)unused;
	return Py_BuildValue("(KKKKKKK)", (unsigned long long)r->lines, (unsigned long long)r->unknown,
	                     (unsigned long long)r->stale, (unsigned long long)r->skipped, (unsigned long long)r->allowed,
	                     (unsigned long long)r->disallowed, (unsigned long long)r->challenges);
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

PyTypeObject *add_line_filter(PyObject *module, const char *name)
{
	PyType_Spec spec = {name, (int)sizeof(struct line_filter), 0,
	                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, filter_slots};
	PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
	if (type && PyModule_AddType(module, (PyTypeObject *)type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}
