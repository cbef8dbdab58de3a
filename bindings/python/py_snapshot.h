/* py_snapshot.h - what the C sources of snapshots share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PY_SNAPSHOT_H
#define ROBOTSC_PY_SNAPSHOT_H

#include "module.h"
#include "robotsc/snapshot_make.h"

/* A snapshot: a file, or all shards in their order. */
struct snapshot_files {
	PyObject_HEAD PyObject *path; /* str */
	PyObject *octets;             /* of path */
	struct robotsc_snapshot_files all;
};

/* Raise the exception of a status, with a sentence that says what to do.  path: str. */
void raise_snapshot(const struct state *s, PyObject *path, enum robotsc_status status);

/* The module's state, of an object of its types. */
const struct state *snapshot_state(const void *object);

/* ---- py_snapshot_robot.c ---- */

PyObject *files_robot(PyObject *self, PyObject *tokens);
PyObject *files_filter(PyObject *self, PyObject *args);

extern PyType_Spec robot_spec;

#define SNAPSHOT_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)

#endif
