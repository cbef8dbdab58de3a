/* py_records.c - records: lines of a robots.txt other than rules.  docs/extensions.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

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
	if (fill(tuple, 9, number_or_none(timed, r->from)) < 0 || fill(tuple, 10, number_or_none(timed, r->to)) < 0)
		return -1;
	return fill(tuple, 11, Py_NewRef(Py_False));
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

/* Appends a record, or only its value. */
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

PyObject *list_records(const struct policy *p, const struct robotsc_group *group, enum robotsc_line_field only)
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
	/* An attribute, but no item of the tuple, whose length stays the same. */
	{"resolved", "True: robotsc.records made the URL of a relative one, which is rest"},
	{0},
};

static PyStructSequence_Desc record_desc = {"robotsc.Record", "A line of a robots.txt beside rules.", record_fields, 11};

int add_records(PyObject *module, struct state *s)
{
	s->record = add_type(module, (PyObject *)PyStructSequence_NewType(&record_desc));
	return s->record ? 0 : -1;
}
