/* py_snapshot.h - what the C sources of snapshots share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PY_SNAPSHOT_H
#define ROBOTSC_PY_SNAPSHOT_H

#include "module.h"

/* A file in memory, and which of its policies were used. */
struct mapped_file {
	void *bytes;
	size_t len;
	uint64_t *used;
};

/* A snapshot: a file, or all shards in their order.  Nothing of it changes but used. */
struct snapshot_files {
	PyObject_HEAD PyObject *path; /* str */
	PyObject *names;              /* of the files, a tuple */
	struct mapped_file *files;
	struct robotsc_snapshot *shards; /* opened for robots without a token */
	size_t n;
	enum robotsc_trust trust;
};

/* Open a file that is mapped, for a robot.  root: NULL, or what it must have. */
enum robotsc_status open_mapped(const struct snapshot_files *f, size_t i, const uint8_t *root, const struct robotsc_text *tokens,
                                size_t ntokens, struct robotsc_snapshot *shard);

/* Raise the exception of a status, with a sentence that says what to do.  path: str. */
void raise_snapshot(const struct state *s, PyObject *path, enum robotsc_status status);

/* The module's state, of an object of its types. */
const struct state *snapshot_state(const void *object);

/* ---- py_shards.c ---- */

PyObject *shard_of(PyObject *module, PyObject *args);
PyObject *read_manifest(PyObject *module, PyObject *args);

/* ---- py_snapshot_robot.c ---- */

PyObject *files_robot(PyObject *self, PyObject *tokens);
PyObject *files_filter(PyObject *self, PyObject *args);

extern PyType_Spec robot_spec;

#define SNAPSHOT_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)

#endif
