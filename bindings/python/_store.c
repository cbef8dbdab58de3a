/* _store.c - the Python module of stores; programs use robotsc/store.py.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "store_module.h"

static PyMethodDef functions[] = {
	{"open", open_store, METH_VARARGS, "Open a store: a Handle."},
	{0},
};

/* Adds an exception, with one or two bases. */
static PyObject *add_error(PyObject *module, const char *name, const char *doc, PyObject *base, PyObject *other)
{
	PyObject *bases = other ? PyTuple_Pack(2, base, other) : PyTuple_Pack(1, base);
	PyObject *type = bases ? PyErr_NewExceptionWithDoc(name, doc, bases, NULL) : NULL;
	Py_XDECREF(bases);
	if (type && PyModule_AddObjectRef(module, strchr(name, '.') + 1, type) < 0)
		Py_CLEAR(type);
	return type;
}

static int add_errors(PyObject *module, struct state *s)
{
	const struct {
		const char *name, *doc;
		PyObject *other;
	} kinds[KINDS] = {
		[KIND_STORE] = {"robotsc.StoreError", "A store cannot be used.", NULL},
		[KIND_NOT_FOUND] = {"robotsc.StoreNotFoundError", "There is no store in this folder.", PyExc_FileNotFoundError},
		[KIND_VERSION] = {"robotsc.StoreVersionError", "Another version of robotsc made the store.", NULL},
		[KIND_SETTINGS] = {"robotsc.StoreSettingsError", "The store was made with other settings.", PyExc_ValueError},
		[KIND_EXISTS] = {"robotsc.StoreExistsError", "The folder of the copy exists.", PyExc_FileExistsError},
		[KIND_READONLY] = {"robotsc.StoreReadonlyError", "The store is open for reading only.", PyExc_PermissionError},
		[KIND_FULL] = {"robotsc.StoreFullError", "No room: on the disk, in memory, or for sessions.", NULL},
		[KIND_DAMAGED] = {"robotsc.StoreDamagedError", "The content of the store is inconsistent.", NULL},
		[KIND_INPUT] = {"robotsc.InputError", "No WARC file, and no list of origins and files.", PyExc_ValueError},
	};
	for (int i = 0; i < KINDS; i++) {
		PyObject *base = i == KIND_STORE || i == KIND_INPUT ? s->error : s->errors[KIND_STORE];
		s->errors[i] = add_error(module, kinds[i].name, kinds[i].doc, base, kinds[i].other);
		if (!s->errors[i])
			return -1;
	}
	return 0;
}

/* Takes the exceptions from the module _robotsc. */
static int import_errors(struct state *s)
{
	PyObject *core = PyImport_ImportModule("robotsc._robotsc");
	if (!core)
		return -1;
	s->error = PyObject_GetAttrString(core, "Error");
	if (s->error)
		s->agent_error = PyObject_GetAttrString(core, "AgentError");
	if (s->agent_error)
		s->origin_error = PyObject_GetAttrString(core, "OriginError");
	if (s->origin_error)
		s->blob_error = PyObject_GetAttrString(core, "BlobError");
	Py_DECREF(core);
	return s->blob_error ? 0 : -1;
}

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec)
{
	PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
	if (type && PyModule_AddType(module, (PyTypeObject *)type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}

static int module_exec(PyObject *module)
{
	struct state *s = PyModule_GetState(module);
	if (import_errors(s) < 0 || add_errors(module, s) < 0)
		return -1;
	s->handle = add_type(module, &handle_spec);
	if (s->handle)
		s->reader = add_type(module, &reader_spec);
	if (s->reader)
		s->filter = add_line_filter(module, "robotsc._store.LineFilter");
	return s->filter ? 0 : -1;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
	const struct state *s = PyModule_GetState(module);
	Py_VISIT((PyObject *)s->handle);
	Py_VISIT((PyObject *)s->reader);
	Py_VISIT((PyObject *)s->filter);
	for (int i = 0; i < KINDS; i++)
		Py_VISIT(s->errors[i]);
	Py_VISIT(s->error);
	Py_VISIT(s->agent_error);
	Py_VISIT(s->origin_error);
	Py_VISIT(s->blob_error);
	return 0;
}

static int module_clear(PyObject *module)
{
	struct state *s = PyModule_GetState(module);
	Py_CLEAR(s->handle);
	Py_CLEAR(s->reader);
	Py_CLEAR(s->filter);
	for (int i = 0; i < KINDS; i++)
		Py_CLEAR(s->errors[i]);
	Py_CLEAR(s->error);
	Py_CLEAR(s->agent_error);
	Py_CLEAR(s->origin_error);
	Py_CLEAR(s->blob_error);
	return 0;
}

static void module_free(void *module)
{
	module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {
	{Py_mod_exec, module_exec},
	{0},
};

PyDoc_STRVAR(module_doc, "The C module of robotsc.store.");

static struct PyModuleDef module_def = {
	PyModuleDef_HEAD_INIT, "_store",        module_doc,   sizeof(struct state), functions,
	module_slots,          module_traverse, module_clear, module_free,
};

PyMODINIT_FUNC PyInit__store(void)
{
	return PyModuleDef_Init(&module_def);
}
