/* module.h - what the C sources of the Python module share.
 *
 * Limited API of CPython 3.11: one binary serves that version and all later ones.  What
 * a module needs is in its state; static are only tables that nothing writes to.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MODULE_H
#define ROBOTSC_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "py_texts.h"
#include "robotsc.h"

struct state {
	PyTypeObject *policy, *agent, *record, *usage, *rate, *decision, *next;
	PyObject *error, *blob_error, *agent_error, *absent_error, *origin_error;
};

struct policy {
	PyObject_HEAD Py_buffer bytes; /* the blob, held and read-only */
	struct robotsc_blob blob;
	struct robotsc_extensions extensions;
	enum robotsc_status extended; /* ROBOTSC_OK: extensions is filled */
};

struct agent {
	PyObject_HEAD struct robotsc_group group;
	struct policy *policy;
	PyObject *tokens; /* a tuple */
};

/* Get the read-only octets of a buffer.  Those that others may write to are copied. */
int hold_octets(PyObject *object, Py_buffer *view);

/* Raise the exception of a status, with a sentence.  Returns NULL. */
PyObject *raise_status(const struct state *s, enum robotsc_status status);

/* As PyObject_GetAttrString, without a new str in Python's cache of attributes for each call. */
PyObject *get_attribute(PyObject *object, const char *name);

/* Get an attribute that need not be there.  Returns 1, 0 without it, or -1 with an exception. */
int find_attribute(PyObject *object, const char *name, PyObject **found);

/* Fill an entry of a named tuple; the value is taken over.  Returns -1 if there is none. */
int fill(PyObject *tuple, Py_ssize_t at, PyObject *value);

/* Add a type to the module; NULL passes an error on. */
PyTypeObject *add_type(PyObject *module, PyObject *type);

/* Make a policy of bytes that hold a blob. */
PyObject *open_bytes(const struct state *s, PyObject *bytes);

/* ---- answers.c: what a fetch means, and when to fetch next ------------------------ */

int add_answers(PyObject *module, struct state *s);
PyObject *policy_decision(PyObject *self, void *unused);
PyObject *policy_stamp(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *agent_next_fetch(PyObject *self, PyObject *args, PyObject *keywords);
extern const char policy_stamp_doc[], next_fetch_doc[];

/* ---- insight.c: functions for the Python part of the package, methods of Agent ----- */

PyObject *insight_explain(PyObject *module, PyObject *args);
PyObject *insight_lint(PyObject *module, PyObject *args);
PyObject *insight_lint_rules(PyObject *module, PyObject *unused);
PyObject *insight_compare(PyObject *module, PyObject *args);
PyObject *insight_page(PyObject *module, PyObject *args);
PyObject *insight_dot(PyObject *agent, PyObject *unused);
PyObject *insight_html(PyObject *agent, PyObject *unused);

#endif
