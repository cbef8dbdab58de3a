/* py_snapshot.c - snapshots: files that are mapped, their entries, in order or by URL.
 * docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <io.h>
#include <windows.h>
#define munmap(at, len) UnmapViewOfFile(at)
#else
#include <sys/mman.h>
#endif

#include "line_filter.h"
#include "py_snapshot.h"

/* A shard that is read in order. */
struct scanned_shard {
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry; /* the next one */
	int has_entry;
};

struct snapshot_scan {
	PyObject_HEAD struct snapshot_files *files;
	PyObject *domain;             /* bytes, or NULL */
	struct scanned_shard *shards; /* NULL: it has not begun */
	struct scanned_shard *given;  /* whose entry was given last */
	int names;
};

const struct state *snapshot_state(const void *object)
{
	return PyType_GetModuleState(Py_TYPE((PyObject *)object));
}

/* ---- errors ------------------------------------------------------------------ */

static const char *sentence_of(enum robotsc_status status)
{
	switch (status) {
	case ROBOTSC_ERR_TRUNCATED:
		return "the snapshot is cut off; copy it, or make it, again";
	case ROBOTSC_ERR_MAGIC:
		return "not a snapshot; 'robotsc snapshot make' makes one";
	case ROBOTSC_ERR_VERSION:
		return "a snapshot of another format version; make it again, or use the robotsc that made it";
	case ROBOTSC_ERR_AGENT:
		return "the snapshot was made for other product tokens; settings.agents has those";
	case ROBOTSC_ERR_SHARD:
		return "the origin belongs to another shard; open that one, or the folder of all shards";
	case ROBOTSC_ERR_ARGUMENT:
		return "another snapshot: it has another root; name the new root, and pickle it again";
	default:
		return "the snapshot is damaged; 'robotsc snapshot verify' lists what is wrong";
	}
}

void raise_snapshot(const struct state *s, PyObject *path, enum robotsc_status status)
{
	PyObject *type = s->damaged_error;
	if (status == ROBOTSC_ERR_NOMEM) {
		PyErr_NoMemory();
		return;
	}
	if (status == ROBOTSC_ERR_MAGIC || status == ROBOTSC_ERR_SHARD)
		type = s->snapshot_error;
	else if (status == ROBOTSC_ERR_VERSION)
		type = s->version_error;
	else if (status == ROBOTSC_ERR_AGENT)
		type = s->agent_error;
	else if (status == ROBOTSC_ERR_ARGUMENT)
		type = s->root_error;
	PyErr_Format(type, "%U: %s", path, sentence_of(status));
}

/* ---- files ------------------------------------------------------------------- */

/* Map a file that is open.  -1: errno. */
static int map_descriptor(struct mapped_file *m, int fd)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return -1;
	if (!S_ISREG(st.st_mode) || (uint64_t)st.st_size > SIZE_MAX / 2) {
		errno = S_ISREG(st.st_mode) ? ENOMEM : EINVAL;
		return -1;
	}
	m->len = (size_t)st.st_size;
	if (m->len == 0)
		return 0;
#ifdef _WIN32
	const HANDLE mapping = CreateFileMappingW((HANDLE)_get_osfhandle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
	m->bytes = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
	if (mapping)
		CloseHandle(mapping);
	errno = ENOMEM;
#else
	m->bytes = mmap(NULL, m->len, PROT_READ, MAP_SHARED, fd, 0);
	if (m->bytes == MAP_FAILED)
		m->bytes = NULL;
#endif
	return m->bytes ? 0 : -1;
}

/* Map a file.  Python opens it, since it knows each system's names.  -1: an exception. */
static int map_file(struct mapped_file *m, PyObject *name)
{
	PyObject *io = PyImport_ImportModule("io"), *file = io ? PyObject_CallMethod(io, "FileIO", "O", name) : NULL;
	int result = -1, error;
	if (file) {
		result = map_descriptor(m, PyObject_AsFileDescriptor(file));
		error = errno;
		Py_XDECREF(PyObject_CallMethod(file, "close", NULL));
		errno = error;
		if (result < 0)
			PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
	}
	Py_XDECREF(file);
	Py_XDECREF(io);
	return result;
}

enum robotsc_status open_mapped(const struct snapshot_files *f, size_t i, const uint8_t *root, const struct robotsc_text *tokens,
                                size_t ntokens, struct robotsc_snapshot *shard)
{
	const struct mapped_file *m = &f->files[i];
	const struct robotsc_snapshot_options options = {
		.tokens = tokens, .ntokens = ntokens, .trust = f->trust, .root = root, .used = m->used};
	struct robotsc_snapshot other;
	enum robotsc_status status = robotsc_snapshot_open(shard, m->bytes, m->len, &options);
	/* With an intact head it is another snapshot. */
	if (status == ROBOTSC_ERR_CHECKSUM && root && robotsc_snapshot_open(&other, m->bytes, m->len, NULL) == ROBOTSC_OK)
		return ROBOTSC_ERR_ARGUMENT;
	return status;
}

/* Map and open a file.  root: bytes or None. */
static int add_file(struct snapshot_files *f, const struct state *s, PyObject *name, PyObject *root)
{
	struct mapped_file *m = &f->files[f->n];
	enum robotsc_status status = ROBOTSC_ERR_TRUNCATED;
	if (root != Py_None && (!PyBytes_Check(root) || PyBytes_Size(root) != ROBOTSC_SNAPSHOT_ROOT)) {
		PyErr_SetString(PyExc_ValueError, "a root must be bytes, 32 of them");
		return -1;
	}
	if (map_file(m, name) < 0)
		return -1;
	f->n++; /* it is mapped */
	if (m->len) {
		m->used = PyMem_Calloc((size_t)(robotsc_snapshot_used_size(m->bytes, m->len) / 8 + 1), 8);
		status = m->used ? open_mapped(f, f->n - 1, root == Py_None ? NULL : (const uint8_t *)PyBytes_AsString(root), NULL,
		                               0, &f->shards[f->n - 1])
		                 : ROBOTSC_ERR_NOMEM;
	}
	if (status != ROBOTSC_OK)
		raise_snapshot(s, f->path, status);
	return status == ROBOTSC_OK ? 0 : -1;
}

static PyObject *map_snapshot(PyObject *module, PyObject *args)
{
	const struct state *s = PyModule_GetState(module);
	PyObject *path, *names, *roots;
	struct snapshot_files *f;
	Py_ssize_t n;
	int trust;
	if (!PyArg_ParseTuple(args, "UO!O!i:_map_snapshot", &path, &PyTuple_Type, &names, &PyTuple_Type, &roots, &trust))
		return NULL;
	n = PyTuple_Size(names);
	if (n == 0 || PyTuple_Size(roots) != n || trust < 0 || trust > ROBOTSC_TRUST_KNOWN)
		return PyErr_Format(PyExc_ValueError, "a snapshot has files, a root for each, and a trust");
	f = PyObject_New(struct snapshot_files, s->files);
	if (!f)
		return NULL;
	f->path = Py_NewRef(path);
	f->names = Py_NewRef(names);
	f->n = 0;
	f->trust = (enum robotsc_trust)trust;
	f->files = PyMem_Calloc((size_t)n, sizeof *f->files);
	f->shards = PyMem_Calloc((size_t)n, sizeof *f->shards);
	if (!f->files || !f->shards) {
		PyErr_NoMemory();
		Py_CLEAR(f);
	}
	for (Py_ssize_t i = 0; f && i < n; i++)
		if (add_file(f, s, PyTuple_GetItem(names, i), PyTuple_GetItem(roots, i)) < 0)
			Py_CLEAR(f);
	return (PyObject *)f;
}

static void files_dealloc(PyObject *self)
{
	struct snapshot_files *f = (struct snapshot_files *)self;
	PyTypeObject *type = Py_TYPE(self);
	for (size_t i = 0; i < f->n; i++) {
		PyMem_Free(f->files[i].used);
		if (f->files[i].bytes)
			munmap(f->files[i].bytes, f->files[i].len);
	}
	PyMem_Free(f->files);
	PyMem_Free(f->shards);
	Py_DECREF(f->path);
	Py_DECREF(f->names);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* What a shard says of itself: (shard, shards, time, origins, policies, octets, root). */
static PyObject *make_info(const struct robotsc_snapshot *shard)
{
	struct robotsc_snapshot_info i;
	robotsc_snapshot_info(shard, &i);
	return Py_BuildValue("(IILKKKy#)", (unsigned)i.shard, (unsigned)i.shards, (long long)i.time, (unsigned long long)i.entries,
	                     (unsigned long long)i.policies, (unsigned long long)i.size, (const char *)i.root,
	                     (Py_ssize_t)sizeof i.root);
}

static PyObject *files_infos(PyObject *self, void *unused)
{
	const struct snapshot_files *f = (struct snapshot_files *)self;
	PyObject *tuple = PyTuple_New((Py_ssize_t)f->n);
	(void)unused;
	for (size_t i = 0; tuple && i < f->n; i++) {
		PyObject *info = make_info(&f->shards[i]);
		if (!info || PyTuple_SetItem(tuple, (Py_ssize_t)i, info) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

/* The product tokens of a snapshot, as str. */
static PyObject *make_agents(const struct robotsc_snapshot *shard, uint32_t n)
{
	struct robotsc_text *texts = PyMem_Calloc((size_t)n + 1, sizeof *texts);
	PyObject *tuple;
	if (!texts)
		return PyErr_NoMemory();
	for (uint32_t i = 0; i < n; i++)
		texts[i] = robotsc_snapshot_agent(shard, i);
	tuple = make_tokens(texts, n);
	PyMem_Free(texts);
	return tuple;
}

static PyObject *files_names(PyObject *self, void *unused)
{
	(void)unused;
	return Py_NewRef(((struct snapshot_files *)self)->names);
}

/* As StoreSettings. */
static PyObject *files_settings(PyObject *self, void *unused)
{
	const struct robotsc_snapshot *shard = ((struct snapshot_files *)self)->shards;
	struct robotsc_snapshot_info i;
	PyObject *agents;
	(void)unused;
	robotsc_snapshot_info(shard, &i);
	agents = make_agents(shard, i.agents);
	if (!agents)
		return NULL;
	return Py_BuildValue("(sNNKNNNss)", robotsc_dialect_name(i.dialect), agents, PyBool_FromLong(i.extensions),
	                     (unsigned long long)i.limit, PyBool_FromLong(i.strict_fields), PyBool_FromLong(i.conner2_rest_deny),
	                     PyBool_FromLong(i.aipref_rule), robotsc_redirect_scope_name(i.redirect_scope),
	                     robotsc_challenge_name(i.challenge));
}

/* ---- entries ------------------------------------------------------------------ */

/* An entry: (origin, Decision, blob). */
static PyObject *make_entry(const struct snapshot_files *f, const struct robotsc_snapshot *shard,
                            const struct robotsc_snapshot_entry *entry)
{
	const struct state *s = snapshot_state(f);
	struct robotsc_blob blob;
	const enum robotsc_status status = robotsc_snapshot_blob(shard, entry, &blob);
	PyObject *decision;
	if (status != ROBOTSC_OK) {
		raise_snapshot(s, f->path, status == ROBOTSC_ERR_NOMEM ? status : ROBOTSC_ERR_CORRUPT);
		return NULL;
	}
	decision = make_decision(s, &entry->decision);
	if (!decision)
		return NULL;
	return Py_BuildValue("(NNy#)", to_str(entry->origin), decision, (const char *)blob.bytes, (Py_ssize_t)blob.size);
}

static PyObject *files_find(PyObject *self, PyObject *url)
{
	const struct snapshot_files *f = (struct snapshot_files *)self;
	enum robotsc_status status = ROBOTSC_OK;
	struct robotsc_snapshot_entry entry = {.policy = 0};
	struct robotsc_text text;
	uint32_t i = 0;
	if (read_text(url, "a URL", &text) < 0)
		return NULL;
	if (f->n > 1)
		i = robotsc_shard(text.at, text.len, (uint32_t)f->n, &status);
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_find(&f->shards[i], text.at, text.len, &entry);
	if (status == ROBOTSC_OK)
		return make_entry(f, &f->shards[i], &entry);
	if (status == ROBOTSC_ERR_UNKNOWN)
		return Py_NewRef(Py_None);
	if (status >= ROBOTSC_ERR_SCHEME && status <= ROBOTSC_ERR_PORT)
		return raise_status(snapshot_state(f), status);
	raise_snapshot(snapshot_state(f), f->path, status);
	return NULL;
}

/* ---- in order ----------------------------------------------------------------- */

static PyObject *files_scan(PyObject *self, PyObject *args)
{
	PyObject *domain;
	struct snapshot_scan *scan;
	int names;
	if (!PyArg_ParseTuple(args, "Op:scan", &domain, &names))
		return NULL;
	if (domain != Py_None && !PyBytes_Check(domain))
		return PyErr_Format(PyExc_TypeError, "a domain must be bytes, not %R", Py_TYPE(domain));
	scan = PyObject_New(struct snapshot_scan, snapshot_state(self)->cursor);
	if (!scan)
		return NULL;
	scan->files = (struct snapshot_files *)Py_NewRef(self);
	scan->domain = domain == Py_None ? NULL : Py_NewRef(domain);
	scan->shards = scan->given = NULL;
	scan->names = names;
	return (PyObject *)scan;
}

static void scan_dealloc(PyObject *self)
{
	struct snapshot_scan *scan = (struct snapshot_scan *)self;
	PyTypeObject *type = Py_TYPE(self);
	Py_DECREF((PyObject *)scan->files);
	Py_XDECREF(scan->domain);
	PyMem_Free(scan->shards);
	PyObject_Free(self);
	Py_DECREF(type);
}

static enum robotsc_status read_entry(struct scanned_shard *s)
{
	const enum robotsc_status status = robotsc_snapshot_next(&s->cursor, &s->entry);
	s->has_entry = status == ROBOTSC_OK;
	return status == ROBOTSC_ERR_UNKNOWN ? ROBOTSC_OK : status;
}

/* Read the first entry of each shard. */
static enum robotsc_status begin_scan(struct snapshot_scan *scan)
{
	const struct snapshot_files *f = scan->files;
	enum robotsc_status status = ROBOTSC_OK;
	scan->shards = PyMem_Calloc(f->n, sizeof *scan->shards);
	if (!scan->shards)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < f->n && status == ROBOTSC_OK; i++) {
		struct scanned_shard *s = &scan->shards[i];
		if (scan->domain)
			status = robotsc_snapshot_domain(&f->shards[i], PyBytes_AsString(scan->domain),
			                                 (size_t)PyBytes_Size(scan->domain), &s->cursor);
		else
			robotsc_snapshot_begin(&f->shards[i], &s->cursor);
		if (status == ROBOTSC_OK)
			status = read_entry(s);
	}
	return status;
}

/* The shard whose entry comes first, or NULL. */
static struct scanned_shard *first_of(const struct snapshot_scan *scan)
{
	struct scanned_shard *first = NULL;
	for (struct scanned_shard *s = scan->shards; s < scan->shards + scan->files->n; s++)
		if (s->has_entry && (!first || robotsc_origin_order(&s->entry.origin, &first->entry.origin) < 0))
			first = s;
	return first;
}

static PyObject *scan_next(PyObject *self)
{
	struct snapshot_scan *scan = (struct snapshot_scan *)self;
	const struct snapshot_files *f = scan->files;
	enum robotsc_status status = ROBOTSC_OK;
	if (!scan->shards)
		status = begin_scan(scan);
	else if (scan->given)
		status = read_entry(scan->given);
	if (status != ROBOTSC_OK) {
		for (size_t i = 0; scan->shards && i < f->n; i++)
			scan->shards[i].has_entry = 0; /* the scan ends */
		scan->given = NULL;
		raise_snapshot(snapshot_state(f), f->path, status);
		return NULL;
	}
	scan->given = first_of(scan);
	if (!scan->given)
		return NULL;
	return scan->names ? to_str(scan->given->entry.origin) : make_entry(f, scan->given->cursor.snapshot, &scan->given->entry);
}

/* ---- shards --------------------------------------------------------------------- */

/* ---- the types ------------------------------------------------------------------- */

static PyMethodDef files_methods[] = {
	{"find", files_find, METH_O, "find($self, url, /)\n--\n\nReturn the entry of a URL's origin, or None."},
	{"scan", files_scan, METH_VARARGS, "Iterate over entries, or their origins."},
	{"robot", files_robot, METH_O, "robot($self, tokens, /)\n--\n\nPrepare to check URLs: a SnapshotRobot."},
	{"filter", files_filter, METH_VARARGS, "Prepare to answer lines: a LineFilter."},
	{0},
};

static PyGetSetDef files_members[] = {
	{"infos", files_infos, NULL, "What each shard says of itself.", NULL},
	{"names", files_names, NULL, "The paths of the files.", NULL},
	{"settings", files_settings, NULL, "The settings of the snapshot.", NULL},
	{0},
};

static PyType_Slot files_slots[] = {
	{Py_tp_doc, "A snapshot that is mapped."},
	{Py_tp_dealloc, files_dealloc},
	{Py_tp_methods, files_methods},
	{Py_tp_getset, files_members},
	{0},
};

static PyType_Spec files_spec = {"robotsc._robotsc.SnapshotFiles", (int)sizeof(struct snapshot_files), 0, SNAPSHOT_FLAGS,
                                 files_slots};

static PyType_Slot scan_slots[] = {
	{Py_tp_doc, "Entries in order."},
	{Py_tp_dealloc, scan_dealloc},
	{Py_tp_iter, PyObject_SelfIter},
	{Py_tp_iternext, scan_next},
	{0},
};

static PyType_Spec scan_spec = {"robotsc._robotsc.SnapshotScan", (int)sizeof(struct snapshot_scan), 0, SNAPSHOT_FLAGS, scan_slots};

static PyMethodDef functions[] = {
	{"_map_snapshot", map_snapshot, METH_VARARGS, NULL},
	{"_read_manifest", read_manifest, METH_VARARGS, NULL},
	{"shard", shard_of, METH_VARARGS,
         "shard($module, url, shards, /)\n--\n\nReturn the shard of a URL's host among shards, from 0.\n"
         "docs/snapshot.md, \"Shards\"\n\nRaises OriginError if the URL has no robots.txt."},
	{0},
};

int add_snapshots(PyObject *module, struct state *s)
{
	s->files = add_type(module, PyType_FromModuleAndSpec(module, &files_spec, NULL));
	if (s->files)
		s->cursor = add_type(module, PyType_FromModuleAndSpec(module, &scan_spec, NULL));
	if (s->cursor)
		s->robot = add_type(module, PyType_FromModuleAndSpec(module, &robot_spec, NULL));
	if (s->robot)
		s->filter = add_line_filter(module, "robotsc._robotsc.LineFilter");
	return s->filter ? PyModule_AddFunctions(module, functions) : -1;
}
