/* _robotsc.c - the Python module: its state, its exceptions, and what the other files add to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "module.h"

PyDoc_STRVAR(module_doc, "The C module of the package robotsc.");

static PyMethodDef functions[] = {
	{"_ask", ask, METH_VARARGS, NULL},
	{"_audit", audit_logs, METH_VARARGS, NULL},
	{0},
};

/* Adds an exception robotsc.NAME with the bases of a tuple, which it takes over. */
static PyObject *add_error(PyObject *module, const char *name, const char *doc, PyObject *bases)
{
	PyObject *type = bases ? PyErr_NewExceptionWithDoc(name, doc, bases, NULL) : NULL;
	Py_XDECREF(bases);
	if (type && PyModule_AddObjectRef(module, strchr(name, '.') + 1, type) < 0)
		Py_CLEAR(type);
	return type;
}

/* Python may not be called while an exception is set, so the first failure ends it. */
static int add_types(PyObject *module, struct state *s)
{
	int (*const adders[])(PyObject *, struct state *) = {add_policy, add_agent, add_records, add_decisions, add_snapshots};
	for (size_t i = 0; i < sizeof adders / sizeof adders[0]; i++)
		if (adders[i](module, s) < 0)
			return -1;
	return 0;
}

static int add_errors(PyObject *module, struct state *s)
{
	s->error = add_error(module, "robotsc.Error", "What all exceptions of robotsc are.", PyTuple_Pack(1, PyExc_Exception));
	if (s->error)
		s->blob_error = add_error(module, "robotsc.BlobError", "These octets are no intact blob.",
		                          PyTuple_Pack(2, s->error, PyExc_ValueError));
	if (s->blob_error)
		s->agent_error =
			add_error(module, "robotsc.AgentError", "This is no product token, or the policy was compiled for others.",
		                  PyTuple_Pack(3, s->error, PyExc_LookupError, PyExc_ValueError));
	if (s->agent_error)
		s->absent_error = add_error(module, "robotsc.AbsentError", "The policy was compiled without this part.",
		                            PyTuple_Pack(2, s->error, PyExc_LookupError));
	if (s->absent_error)
		s->origin_error = add_error(module, "robotsc.OriginError", "The URL has no robots.txt.",
		                            PyTuple_Pack(2, s->error, PyExc_ValueError));
	if (s->origin_error)
		s->content_warning = add_error(module, "robotsc.ContentWarning", "This does not look like a robots.txt.",
		                               PyTuple_Pack(1, PyExc_UserWarning));
	return s->content_warning ? 0 : -1;
}

static int add_snapshot_errors(PyObject *module, struct state *s)
{
	s->snapshot_error = add_error(module, "robotsc.SnapshotError", "A snapshot cannot be used.", PyTuple_Pack(1, s->error));
	if (s->snapshot_error)
		s->damaged_error = add_error(module, "robotsc.SnapshotDamagedError", "The snapshot is cut off or damaged.",
		                             PyTuple_Pack(1, s->snapshot_error));
	if (s->damaged_error)
		s->version_error = add_error(module, "robotsc.SnapshotVersionError", "A snapshot of another format version.",
		                             PyTuple_Pack(1, s->snapshot_error));
	if (s->version_error)
		s->root_error = add_error(module, "robotsc.SnapshotRootError", "The snapshot is another one: it has another root.",
		                          PyTuple_Pack(2, s->snapshot_error, PyExc_ValueError));
	return s->root_error ? 0 : -1;
}

static int module_exec(PyObject *module)
{
	struct state *s = PyModule_GetState(module);
	if (add_types(module, s) < 0 || add_errors(module, s) < 0 || add_snapshot_errors(module, s) < 0 ||
	    add_compile(module) < 0 || add_access(module) < 0 || add_urls(module) < 0)
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
	Py_VISIT((PyObject *)s->files);
	Py_VISIT((PyObject *)s->robot);
	Py_VISIT((PyObject *)s->cursor);
	Py_VISIT((PyObject *)s->filter);
	Py_VISIT(s->error);
	Py_VISIT(s->blob_error);
	Py_VISIT(s->agent_error);
	Py_VISIT(s->absent_error);
	Py_VISIT(s->origin_error);
	Py_VISIT(s->content_warning);
	Py_VISIT(s->snapshot_error);
	Py_VISIT(s->damaged_error);
	Py_VISIT(s->version_error);
	Py_VISIT(s->root_error);
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
	Py_CLEAR(s->files);
	Py_CLEAR(s->robot);
	Py_CLEAR(s->cursor);
	Py_CLEAR(s->filter);
	Py_CLEAR(s->error);
	Py_CLEAR(s->blob_error);
	Py_CLEAR(s->agent_error);
	Py_CLEAR(s->absent_error);
	Py_CLEAR(s->origin_error);
	Py_CLEAR(s->content_warning);
	Py_CLEAR(s->snapshot_error);
	Py_CLEAR(s->damaged_error);
	Py_CLEAR(s->version_error);
	Py_CLEAR(s->root_error);
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
