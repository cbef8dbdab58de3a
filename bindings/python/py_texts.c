/* py_texts.c - see py_texts.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "py_texts.h"

#include "robotsc.h"

/* Add to the exception what to do about a str that has no UTF-8. */
static void advise(void)
{
	PyObject *type, *value, *trace;
	PyErr_Fetch(&type, &value, &trace);
	PyErr_NormalizeException(&type, &value, &trace);
	if (value && PyErr_GivenExceptionMatches(value, PyExc_UnicodeEncodeError))
		(void)PyUnicodeEncodeError_SetReason(value, "surrogates not allowed; give the bytes");
	PyErr_Restore(type, value, trace);
}

int read_text(PyObject *object, const char *what, struct robotsc_text *text)
{
	Py_ssize_t len;
	if (PyUnicode_Check(object)) {
		text->at = PyUnicode_AsUTF8AndSize(object, &len);
		if (!text->at) {
			advise();
			return -1;
		}
	} else if (PyBytes_Check(object)) {
		text->at = PyBytes_AsString(object);
		len = PyBytes_Size(object);
	} else {
		PyErr_Format(PyExc_TypeError, "%s must be str or bytes, not %R", what, Py_TYPE(object));
		return -1;
	}
	text->len = (size_t)len;
	return 0;
}

int need_token(struct robotsc_text text, int dialect, PyObject *object, PyObject *agent_error)
{
	const enum robotsc_dialect in = (enum robotsc_dialect)dialect;
	if (robotsc_is_token(in, text.at, text.len) || (text.len == 1 && text.at[0] == '*'))
		return 0;
	PyErr_Format(agent_error, "%R is no product token of %s; agent_for_header takes a whole header", object,
	             robotsc_dialect_name(in));
	return -1;
}

int read_token(PyObject *object, int dialect, PyObject *agent_error, struct robotsc_text *text)
{
	return read_text(object, "a product token", text) < 0 ? -1 : need_token(*text, dialect, object, agent_error);
}

struct robotsc_text *hold_tokens(PyObject *tuple, int dialect, PyObject *agent_error)
{
	const Py_ssize_t n = PyTuple_Size(tuple);
	struct robotsc_text *tokens = PyMem_Calloc((size_t)n + 1, sizeof *tokens);
	if (!tokens)
		PyErr_NoMemory();
	for (Py_ssize_t i = 0; tokens && i < n; i++)
		if (read_token(PyTuple_GetItem(tuple, i), dialect, agent_error, &tokens[i]) < 0) {
			PyMem_Free(tokens);
			return NULL;
		}
	return tokens;
}

PyObject *make_tokens(const struct robotsc_text *tokens, size_t n)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)n);
	for (size_t i = 0; tuple && i < n; i++) {
		PyObject *token = to_str(tokens[i]);
		if (!token || PyTuple_SetItem(tuple, (Py_ssize_t)i, token) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

/* The names of the dialects, as "a, b or c". */
static PyObject *list_dialects(void)
{
	PyObject *list = PyUnicode_FromString(robotsc_dialect_name(0)), *longer;
	const char *name, *next;
	for (int d = 1; list && (name = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		next = robotsc_dialect_name((enum robotsc_dialect)(d + 1));
		longer = PyUnicode_FromFormat("%U%s%s", list, next ? ", " : " or ", name);
		Py_DECREF(list);
		list = longer;
	}
	return list;
}

int read_dialect(const char *name)
{
	enum robotsc_dialect dialect;
	PyObject *list;
	if (robotsc_dialect_by_name(name, &dialect) == ROBOTSC_OK)
		return (int)dialect;
	list = list_dialects();
	if (list)
		PyErr_Format(PyExc_ValueError, "unknown dialect '%s'; take %U", name, list);
	Py_XDECREF(list);
	return -1;
}

PyObject *to_str(struct robotsc_text text)
{
	return PyUnicode_DecodeUTF8(text.len ? text.at : "", (Py_ssize_t)text.len, "surrogateescape");
}
