/* py_texts.c - see py_texts.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "py_texts.h"

#include "robotsc.h"

int read_text(PyObject *object, const char *what, struct robotsc_text *text)
{
	Py_ssize_t len;

	if (PyUnicode_Check(object)) {
		text->at = PyUnicode_AsUTF8AndSize(object, &len);
		if (!text->at)
			return -1;
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

PyObject *to_str(struct robotsc_text text)
{
	return PyUnicode_DecodeUTF8(text.len ? text.at : "", (Py_ssize_t)text.len, "surrogateescape");
}
