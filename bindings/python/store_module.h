/* store_module.h - shared by the C sources of the module of stores.
 *
 * A named tuple of robotsc/store.py is a plain tuple here, with its items in the same order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_MODULE_H
#define ROBOTSC_STORE_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <sys/types.h>

#include "line_filter.h"
#include "robotsc/store.h"

/* Exceptions. */
enum kind {
	KIND_STORE,
	KIND_NOT_FOUND,
	KIND_VERSION,
	KIND_SETTINGS,
	KIND_EXISTS,
	KIND_READONLY,
	KIND_FULL,
	KIND_DAMAGED,
	KIND_INPUT,
	KINDS
};

struct state {
	PyTypeObject *handle, *reader, *filter;
	PyObject *errors[KINDS];
	PyObject *error, *agent_error, *origin_error, *blob_error; /* of robotsc._robotsc */
};

/* A store that this process has open.  LMDB allows one open of a file in a process, so all handles
 * of a file share it.  A child process must not use or close it. */
struct opened {
	struct opened *next;
	struct robotsc_store *store;
	struct reader *readers; /* readers in a session */
	size_t handles;
	dev_t device;
	ino_t inode;
	pid_t process;
	int writable;
};

struct handle {
	PyObject_HEAD struct opened *opened;
	PyObject *path; /* bytes */
	int writable;
};

struct reader {
	PyObject_HEAD struct handle *handle;
	struct robotsc_reader *reader; /* NULL: the session has ended */
	struct reader *next;
	unsigned long thread;
	int running; /* a call has released the GIL */
};

/* ---- values.c: what calls take and return ---- */

/* Raise the exception of a status, with a sentence about path (bytes).  Returns NULL. */
PyObject *raise_status(const struct state *s, PyObject *path, enum robotsc_store_status status);

/* Raise StoreError with the path and a sentence.  Returns NULL. */
PyObject *raise_sentence(const struct state *s, PyObject *path, const char *sentence);

/* Tuples of settings and decisions.  Free the tokens from read_settings with PyMem_Free. */
int read_settings(const struct state *s, PyObject *tuple, struct robotsc_store_settings *settings);
PyObject *make_settings(const struct robotsc_store_settings *s);
int read_decision(PyObject *tuple, struct robotsc_decision *d);
PyObject *make_decision(const struct robotsc_decision *d);

/* The state of the module that made an object. */
const struct state *state_of(const void *object);

/* ---- handles.c: open stores ---- */

PyObject *open_store(PyObject *module, PyObject *args);

/* False in a child process that was forked after the store was opened. */
int is_of_this_process(const struct opened *o);

/* The store of a handle, for reading or for changes.  NULL: an exception is set. */
struct robotsc_store *store_of(const struct handle *h);
struct robotsc_store *writable_store_of(const struct handle *h);

/* ---- methods of a handle: sessions.c, filters.c, imports.c ---- */

PyObject *handle_session(PyObject *self, PyObject *unused);
PyObject *handle_filter(PyObject *self, PyObject *args);
PyObject *handle_import(PyObject *self, PyObject *args);

/* ---- the types ---- */
#define TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)

extern PyType_Spec handle_spec, reader_spec;

#endif
