/* py_arguments.c - arguments: points in time, durations, and header fields of a response.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "module.h"

#define SECONDS_MAX 9e12 /* with three decimals, a double holds them exactly */

/* Raises an exception for a datetime without a zone.  -1: it has raised. */
static int need_zone(PyObject *object, const char *what)
{
	PyObject *zone;
	const int found = find_attribute(object, "tzinfo", &zone);
	const int naive = found > 0 && zone == Py_None;
	Py_XDECREF(zone);
	if (naive)
		PyErr_Format(PyExc_ValueError, "%s must have a time zone, such as tzinfo=datetime.timezone.utc", what);
	return found < 0 || naive ? -1 : 0;
}

/* Gets the number that an object is, or the number that its method returns. */
static PyObject *find_number(PyObject *object, const char *method, const char *what)
{
	PyObject *call, *number;
	int found;
	if (PyFloat_Check(object) || PyLong_Check(object))
		return Py_NewRef(object);
	found = find_attribute(object, method, &call);
	if (found <= 0)
		return found < 0 ? NULL : Py_NewRef(object);
	number = need_zone(object, what) < 0 ? NULL : PyObject_CallNoArgs(call);
	Py_DECREF(call);
	return number;
}

int read_seconds(PyObject *object, const char *method, const char *what, int64_t *milliseconds)
{
	PyObject *number = find_number(object, method, what);
	double seconds;
	if (!number)
		return -1;
	seconds = PyFloat_AsDouble(number);
	Py_DECREF(number);
	if (PyErr_Occurred()) {
		if (PyErr_ExceptionMatches(PyExc_TypeError))
			PyErr_Format(PyExc_TypeError, "%s must be seconds, or an object with %s(), not %R", what, method,
			             Py_TYPE(object));
		if (PyErr_ExceptionMatches(PyExc_OverflowError)) /* an int of any length */
			PyErr_Format(PyExc_ValueError, "%s must be within 9e12 seconds", what);
		return -1;
	}
	if (!(seconds >= -SECONDS_MAX && seconds <= SECONDS_MAX)) {
		PyErr_Format(PyExc_ValueError, "%s must be within 9e12 seconds, not %R", what, object);
		return -1;
	}
	*milliseconds = (int64_t)(seconds * 1000 + (seconds < 0 ? -0.5 : 0.5));
	return 0;
}

int read_time(PyObject *object, const char *what, int64_t *milliseconds)
{
	struct timespec now;
	if (object != Py_None)
		return read_seconds(object, "timestamp", what, milliseconds);
	timespec_get(&now, TIME_UTC);
	*milliseconds = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
	return 0;
}

int read_whole_time(PyObject *object, const char *what, int64_t *seconds)
{
	int64_t ms;
	if (read_time(object, what, &ms) < 0)
		return -1;
	*seconds = ms / 1000 - (ms % 1000 < 0);
	return 0;
}

int read_duration(PyObject *object, const char *what, uint64_t *seconds)
{
	int64_t ms;
	if (read_seconds(object, "total_seconds", what, &ms) < 0)
		return -1;
	*seconds = ms < 0 ? 0 : (uint64_t)ms / 1000;
	return 0;
}

/* Appends a text.  A str that has no UTF-8 is appended as octets: a server may send anything. */
static int hold_text(PyObject *held, PyObject *object, const char *what)
{
	struct robotsc_text text;
	PyObject *octets;
	int result;
	if (read_text(object, what, &text) == 0)
		return PyList_Append(held, object);
	if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
		return -1;
	PyErr_Clear();
	octets = PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass");
	result = octets ? PyList_Append(held, octets) : -1;
	Py_XDECREF(octets);
	return result;
}

/* Appends a field for each value of a tuple. */
static int hold_values(PyObject *held, PyObject *name, PyObject *values)
{
	const Py_ssize_t n = PyTuple_Size(values);
	for (Py_ssize_t i = 0; i < n; i++)
		if (hold_text(held, name, "the name of a header field") < 0 ||
		    hold_text(held, PyTuple_GetItem(values, i), "the value of a header field") < 0)
			return -1;
	return 0;
}

/* Appends the fields of a pair: a name, with a value or a list of values. */
static int hold_pair(PyObject *held, PyObject *item)
{
	PyObject *pair = PyUnicode_Check(item) || PyBytes_Check(item) ? NULL : PySequence_Tuple(item);
	PyObject *value, *values;
	int result = -1;
	if (!pair || PyTuple_Size(pair) != 2) {
		if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError))
			PyErr_Format(PyExc_TypeError, "a header field must be a name and a value, not %R", item);
	} else {
		value = PyTuple_GetItem(pair, 1);
		values = PyList_Check(value) || PyTuple_Check(value) ? PySequence_Tuple(value) : PyTuple_Pack(1, value);
		result = values ? hold_values(held, PyTuple_GetItem(pair, 0), values) : -1;
		Py_XDECREF(values);
	}
	Py_XDECREF(pair);
	return result;
}

PyObject *hold_headers(PyObject *headers)
{
	PyObject *method, *pairs, *items, *held;
	int found;
	if (headers == Py_None)
		return PyList_New(0);
	found = find_attribute(headers, "items", &method);
	if (found < 0)
		return NULL;
	pairs = found ? PyObject_CallNoArgs(method) : Py_NewRef(headers);
	Py_XDECREF(method);
	items = pairs ? PySequence_Tuple(pairs) : NULL;
	Py_XDECREF(pairs);
	held = items ? PyList_New(0) : NULL;
	for (Py_ssize_t i = 0; held && i < PyTuple_Size(items); i++)
		if (hold_pair(held, PyTuple_GetItem(items, i)) < 0)
			Py_CLEAR(held);
	Py_XDECREF(items);
	return held;
}

struct robotsc_header_field *read_fields(PyObject *held, size_t *n)
{
	struct robotsc_header_field *fields;
	*n = (size_t)PyList_Size(held) / 2;
	fields = PyMem_Calloc(*n + 1, sizeof *fields);
	if (!fields)
		PyErr_NoMemory();
	for (size_t i = 0; fields && i < *n; i++)
		if (read_text(PyList_GetItem(held, (Py_ssize_t)(2 * i)), "a name", &fields[i].name) < 0 ||
		    read_text(PyList_GetItem(held, (Py_ssize_t)(2 * i + 1)), "a value", &fields[i].value) < 0) {
			PyMem_Free(fields);
			return NULL;
		}
	return fields;
}
