/* py_shards.c - the shards of a snapshot: which one has a host, and what their manifest says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "py_snapshot.h"

PyObject *shard_of(PyObject *module, PyObject *args)
{
	enum robotsc_status status;
	struct robotsc_text text;
	unsigned shards;
	PyObject *url;
	uint32_t shard;
	if (!PyArg_ParseTuple(args, "OI:shard", &url, &shards) || read_text(url, "a URL", &text) < 0)
		return NULL;
	if (shards == 0 || shards > ROBOTSC_SNAPSHOT_SHARDS_MAX)
		return PyErr_Format(PyExc_ValueError, "shards is %u, but must be from 1 to %u", shards,
		                    ROBOTSC_SNAPSHOT_SHARDS_MAX);
	shard = robotsc_shard(text.at, text.len, shards, &status);
	return status == ROBOTSC_OK ? PyLong_FromUnsignedLong(shard) : raise_status(PyModule_GetState(module), status);
}

/* The rows of a manifest: [(name, octets, origins, root), ...]. */
static PyObject *list_shards(const struct robotsc_manifest *m)
{
	PyObject *list = PyList_New((Py_ssize_t)m->shards);
	for (uint32_t i = 0; list && i < m->shards; i++) {
		const struct robotsc_manifest_row row = robotsc_manifest_row(m, i);
		char name[ROBOTSC_SHARD_NAME];
		robotsc_shard_name(name, i, row.root);
		PyObject *shard = Py_BuildValue("(sKKy#)", name, (unsigned long long)row.size, (unsigned long long)row.entries,
		                                (const char *)row.root, (Py_ssize_t)ROBOTSC_SNAPSHOT_ROOT);
		if (!shard || PyList_SetItem(list, (Py_ssize_t)i, shard) < 0)
			Py_CLEAR(list);
	}
	return list;
}

/* Read the octets of a manifest: its digest, and its shards. */
PyObject *read_manifest(PyObject *module, PyObject *args)
{
	PyObject *path;
	struct robotsc_manifest m;
	const char *octets;
	Py_ssize_t len;
	if (!PyArg_ParseTuple(args, "Uy#:_read_manifest", &path, &octets, &len))
		return NULL;
	const enum robotsc_status status = robotsc_manifest_open(&m, octets, (size_t)len);
	if (status != ROBOTSC_OK) {
		raise_snapshot(PyModule_GetState(module), path, status == ROBOTSC_ERR_MAGIC ? ROBOTSC_ERR_CORRUPT : status);
		return NULL;
	}
	PyObject *shards = list_shards(&m);
	return shards ? Py_BuildValue("(y#N)", (const char *)m.root, (Py_ssize_t)ROBOTSC_SNAPSHOT_ROOT, shards) : NULL;
}
