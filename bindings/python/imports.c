/* imports.c - imports, and the callbacks of their threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/import.h"
#include "store_module.h"

/* The callbacks, and the first exception that they raised. */
struct importer {
	PyObject *progress, *fault;
	PyObject *type, *value, *traceback;
};

/* Call a callback with a tuple, which it takes over.  The GIL is held.  1: a callback has
 * raised. */
static int call_back(struct importer *im, PyObject *callback, PyObject *tuple)
{
	PyObject *result = tuple && !im->type ? PyObject_CallFunctionObjArgs(callback, tuple, NULL) : NULL;
	Py_XDECREF(tuple);
	Py_XDECREF(result);
	if (result)
		return 0;
	if (!im->type)
		PyErr_Fetch(&im->type, &im->value, &im->traceback);
	return 1;
}

static PyObject *make_import_report(const struct robotsc_import_report *r)
{
	return Py_BuildValue("(KKKKKKKKKKKK)", (unsigned long long)r->total, (unsigned long long)r->read,
	                     (unsigned long long)r->records, (unsigned long long)r->policies, (unsigned long long)r->faults,
	                     (unsigned long long)r->lost, (unsigned long long)r->redirects, (unsigned long long)r->unresolved,
	                     (unsigned long long)r->added, (unsigned long long)r->replaced, (unsigned long long)r->kept,
	                     (unsigned long long)r->blobs);
}

static PyObject *make_fault(const struct robotsc_import_fault *f)
{
	PyObject *at = f->located ? PyLong_FromUnsignedLongLong(f->at) : Py_NewRef(Py_None);
	PyObject *input = PyUnicode_DecodeFSDefault(f->input), *name = to_str(f->name);
	return Py_BuildValue("(NNKNNsi)", input, at, (unsigned long long)f->inner, PyBool_FromLong(f->lost), name, f->why,
	                     f->error);
}

static int on_progress(void *ctx, const struct robotsc_import_report *so_far)
{
	const PyGILState_STATE gil = PyGILState_Ensure();
	struct importer *im = ctx;
	const int stop = call_back(im, im->progress, make_import_report(so_far));
	PyGILState_Release(gil);
	return stop;
}

static int on_fault(void *ctx, const struct robotsc_import_fault *fault)
{
	const PyGILState_STATE gil = PyGILState_Ensure();
	struct importer *im = ctx;
	const int stop = call_back(im, im->fault, make_fault(fault));
	PyGILState_Release(gil);
	return stop;
}

/* Adds the inputs; raises when one is refused. */
static int add_inputs(const struct state *s, struct robotsc_import *import, PyObject *paths)
{
	const Py_ssize_t n = PyTuple_Size(paths);
	for (Py_ssize_t i = 0; i < n; i++) {
		PyObject *path = PyTuple_GetItem(paths, i);
		const char *name = PyBytes_AsString(path);
		enum robotsc_store_status status;
		if (!name)
			return -1;
		status = robotsc_import_add(import, name, -1);
		if (status != ROBOTSC_STORE_OK) {
			raise_status(s, path, status);
			return -1;
		}
	}
	return 0;
}

static PyObject *run_import(struct handle *h, struct robotsc_store *store, struct robotsc_import *import, struct importer *im)
{
	struct robotsc_import_report report;
	enum robotsc_store_status status;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_import_run(import, store, &report);
	Py_END_ALLOW_THREADS;
	if (im->type) {
		PyErr_Restore(im->type, im->value, im->traceback);
		return NULL;
	}
	return status == ROBOTSC_STORE_OK ? make_import_report(&report) : raise_status(state_of(h), h->path, status);
}

PyObject *handle_import(PyObject *self, PyObject *args)
{
	struct handle *h = (struct handle *)self;
	struct robotsc_store *store = writable_store_of(h);
	struct importer im = {NULL, NULL, NULL, NULL, NULL};
	struct robotsc_import_options options = {.ctx = &im, .progress = on_progress};
	struct robotsc_import *import;
	struct robotsc_text suffixes;
	PyObject *paths, *list, *report = NULL;
	enum robotsc_store_status status;
	if (!store || !PyArg_ParseTuple(args, "O!IpSOO:import_files", &PyTuple_Type, &paths, &options.jobs, &options.follow, &list,
	                                &im.progress, &im.fault))
		return NULL;
	if (im.fault != Py_None)
		options.fault = on_fault;
	status = robotsc_import_open(&import, &options);
	if (status != ROBOTSC_STORE_OK)
		return raise_status(state_of(h), h->path, status);
	suffixes = (struct robotsc_text){PyBytes_AsString(list), (size_t)PyBytes_Size(list)};
	robotsc_import_suffixes(import, suffixes);
	if (add_inputs(state_of(h), import, paths) == 0)
		report = run_import(h, store, import, &im);
	robotsc_import_close(import);
	return report;
}
