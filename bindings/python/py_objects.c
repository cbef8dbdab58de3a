/* py_objects.c - attributes, buffers, named tuples and exceptions of Python.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

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

int fill(PyObject *tuple, Py_ssize_t at, PyObject *value)
{
	if (!value)
		return -1;
	PyStructSequence_SetItem(tuple, at, value);
	return 0;
}

PyTypeObject *add_type(PyObject *module, PyObject *type)
{
	if (type && PyModule_AddType(module, (PyTypeObject *)type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}
