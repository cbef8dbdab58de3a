/* _robotsc.c - the Python module: its state and exceptions; the other files add types and
 * functions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <string.h>

#include "module.h"

_Static_assert(offsetof(struct state, idle) == STATE_OBJECTS * sizeof(PyObject *), "objects are all");

PyDoc_STRVAR(module_doc, "The C module of the package robotsc.");

static PyMethodDef functions[] = {
	{"_ask", ask, METH_VARARGS, NULL},
	{"_audit", audit_logs, METH_VARARGS, NULL},
	{0},
};

/* Add types until one fails: Python may not be called while an exception is set. */
static int add_types(PyObject *module, struct state *s)
{
	int (*const adders[])(PyObject *, struct state *) = {add_policy, add_agent, add_records, add_decisions, add_snapshots};
	for (size_t i = 0; i < sizeof adders / sizeof adders[0]; i++)
		if (adders[i](module, s) < 0)
			return -1;
	return 0;
}

/* An exception robotsc.NAME, with one to three bases. */
struct kind {
	PyObject **to;
	const char *name, *doc;
	PyObject *const *base;
	PyObject *second, *third;
};

static int add_error(PyObject *module, const struct kind *k)
{
	PyObject *bases = k->third    ? PyTuple_Pack(3, *k->base, k->second, k->third)
	                  : k->second ? PyTuple_Pack(2, *k->base, k->second)
	                              : PyTuple_Pack(1, *k->base);
	*k->to = bases ? PyErr_NewExceptionWithDoc(k->name, k->doc, bases, NULL) : NULL;
	Py_XDECREF(bases);
	return *k->to ? PyModule_AddObjectRef(module, strchr(k->name, '.') + 1, *k->to) : -1;
}

static int add_errors(PyObject *module, struct state *s)
{
	PyObject *const value = PyExc_ValueError, *const lookup = PyExc_LookupError;
	const struct kind kinds[] = {
		{&s->error, "robotsc.Error", "What all exceptions of robotsc are.", &PyExc_Exception, NULL, NULL},
		{&s->blob_error, "robotsc.BlobError", "These octets are no intact blob.", &s->error, value, NULL},
		{&s->agent_error, "robotsc.AgentError", "This is no product token, or the policy was compiled for others.",
	         &s->error, lookup, value},
		{&s->absent_error, "robotsc.AbsentError", "The policy was compiled without this part.", &s->error, lookup, NULL},
		{&s->origin_error, "robotsc.OriginError", "The URL has no robots.txt.", &s->error, value, NULL},
		{&s->content_warning, "robotsc.ContentWarning", "This does not look like a robots.txt.", &PyExc_UserWarning, NULL,
	         NULL},
		{&s->snapshot_error, "robotsc.SnapshotError", "A snapshot cannot be used.", &s->error, NULL, NULL},
		{&s->damaged_error, "robotsc.SnapshotDamagedError", "The snapshot is cut off or damaged.", &s->snapshot_error, NULL,
	         NULL},
		{&s->version_error, "robotsc.SnapshotVersionError", "A snapshot of another format version.", &s->snapshot_error,
	         NULL, NULL},
		{&s->root_error, "robotsc.SnapshotRootError", "The snapshot is another one: it has another root.",
	         &s->snapshot_error, value, NULL},
	};
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (add_error(module, &kinds[i]) < 0)
			return -1;
	return 0;
}

static int module_exec(PyObject *module)
{
	struct state *s = PyModule_GetState(module);
	if (add_types(module, s) < 0 || add_errors(module, s) < 0 || add_compile(module) < 0 || add_access(module) < 0 ||
	    add_urls(module) < 0)
		return -1;
	return PyModule_AddStringConstant(module, "__version__", robotsc_version());
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
	const struct state *s = PyModule_GetState(module);
	for (size_t i = 0; i < STATE_OBJECTS; i++)
		Py_VISIT(s->objects[i]);
	return 0;
}

static int module_clear(PyObject *module)
{
	struct state *s = PyModule_GetState(module);
	for (size_t i = 0; i < STATE_OBJECTS; i++)
		Py_CLEAR(s->objects[i]);
	return 0;
}

static void module_free(void *module)
{
	module_clear(module);
	drop_compilers(PyModule_GetState(module));
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
