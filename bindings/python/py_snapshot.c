/* py_snapshot.c - snapshots: mapped files, and their entries, in order or by URL.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>

#include "line_filter.h"
#include "module.h"

/* A shard whose entries are read in order. */
struct scanned_shard {
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry; /* the next entry */
	int has_entry;
};

struct snapshot_scan {
	PyObject_HEAD struct snapshot_files *files;
	PyObject *domain;             /* bytes, or NULL */
	struct scanned_shard *shards; /* NULL: the scan has not begun */
	struct scanned_shard *given;  /* the shard whose entry was returned last */
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

/* Raise the OSError of a file. */
static void raise_system(int error, const char *path)
{
	PyObject *name = PyUnicode_DecodeFSDefault(path);
	errno = error;
	if (name)
		PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
	Py_XDECREF(name);
}

/* Raise the exception for a fault.  Not all sentences name the file. */
static void raise_fault(const struct state *s, PyObject *path, enum robotsc_files_fault fault,
                        const struct robotsc_files_trouble *trouble)
{
	char hex[2 * ROBOTSC_SNAPSHOT_ROOT + 1];
	PyObject *object;
	switch (fault) {
	case ROBOTSC_FILES_UNREAD:
	case ROBOTSC_FILES_NO_SHARD:
		raise_system(trouble->error, trouble->path);
		break;
	case ROBOTSC_FILES_IRREGULAR:
	case ROBOTSC_FILES_NAME:
		raise_system(fault == ROBOTSC_FILES_NAME ? ENAMETOOLONG : EINVAL, trouble->path);
		break;
	case ROBOTSC_FILES_NO_MANIFEST:
		object = Py_BuildValue("(isO)", ENOENT, "no manifest of a snapshot; robotsc.Store opens stores", path);
		if (object)
			PyErr_SetObject(PyExc_FileNotFoundError, object);
		Py_XDECREF(object);
		break;
	case ROBOTSC_FILES_MANIFEST:
		object = PyUnicode_DecodeFSDefault(trouble->path);
		if (object)
			raise_snapshot(s, object, trouble->status == ROBOTSC_ERR_MAGIC ? ROBOTSC_ERR_CORRUPT : trouble->status);
		Py_XDECREF(object);
		break;
	case ROBOTSC_FILES_MANIFEST_ROOT:
		for (size_t i = 0; i < sizeof trouble->root; i++)
			PyOS_snprintf(hex + 2 * i, 3, "%02x", trouble->root[i]);
		PyErr_Format(s->root_error, "%U: another snapshot: its root is %s; name that, and pickle it again", path, hex);
		break;
	case ROBOTSC_FILES_SHARD:
		PyErr_Format(s->damaged_error, "%U: shard %u is not the one of the manifest; make the snapshot again", path,
		             (unsigned)trouble->shard);
		break;
	case ROBOTSC_FILES_SETTINGS:
		PyErr_Format(s->damaged_error, "%U: shards 0 and %u differ in their %s; make the snapshot again", path,
		             (unsigned)trouble->shard, trouble->setting);
		break;
	case ROBOTSC_FILES_NOMEM:
		PyErr_NoMemory();
		break;
	default:
		raise_snapshot(s, path, fault == ROBOTSC_FILES_ROOT ? ROBOTSC_ERR_ARGUMENT : trouble->status);
	}
}

static PyObject *map_snapshot(PyObject *module, PyObject *args)
{
	const struct state *s = PyModule_GetState(module);
	struct robotsc_files_options options = {.preload = 0};
	struct robotsc_files_trouble trouble;
	enum robotsc_files_fault fault;
	struct snapshot_files *f;
	PyObject *path, *octets;
	const char *root;
	Py_ssize_t len;
	int trust;
	if (!PyArg_ParseTuple(args, "Uiz#:_map_snapshot", &path, &trust, &root, &len))
		return NULL;
	if (trust < 0 || trust > ROBOTSC_TRUST_KNOWN || (root && len != ROBOTSC_SNAPSHOT_ROOT))
		return PyErr_Format(PyExc_ValueError, "a snapshot has a trust, and a root of 32 octets or None");
	options.trust = (enum robotsc_trust)trust;
	options.root = (const uint8_t *)root;
	octets = PyUnicode_EncodeFSDefault(path);
	f = octets ? PyObject_New(struct snapshot_files, s->files) : NULL;
	if (!f) {
		Py_XDECREF(octets);
		return NULL;
	}
	f->path = Py_NewRef(path);
	f->octets = octets;
	fault = robotsc_snapshot_files_open(&f->all, PyBytes_AsString(octets), &options, &trouble);
	if (fault != ROBOTSC_FILES_OPEN) {
		raise_fault(s, path, fault, &trouble);
		Py_CLEAR(f);
	}
	return (PyObject *)f;
}

static void files_dealloc(PyObject *self)
{
	struct snapshot_files *f = (struct snapshot_files *)self;
	PyTypeObject *type = Py_TYPE(self);
	robotsc_snapshot_files_close(&f->all);
	Py_DECREF(f->path);
	Py_DECREF(f->octets);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* The numbers of a shard: (shard, shards, time, origins, policies, octets, root). */
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
	PyObject *tuple = PyTuple_New((Py_ssize_t)f->all.n);
	(void)unused;
	for (size_t i = 0; tuple && i < f->all.n; i++) {
		PyObject *info = make_info(&f->all.shards[i]);
		if (!info || PyTuple_SetItem(tuple, (Py_ssize_t)i, info) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static PyObject *files_root(PyObject *self, void *unused)
{
	(void)unused;
	return PyBytes_FromStringAndSize((const char *)((struct snapshot_files *)self)->all.root, ROBOTSC_SNAPSHOT_ROOT);
}

/* The names of the shards in their folder; an empty tuple for a snapshot of one file. */
static PyObject *files_names(PyObject *self, void *unused)
{
	const struct robotsc_snapshot_files *f = &((struct snapshot_files *)self)->all;
	const size_t n = f->is_folder ? f->n : 0;
	PyObject *tuple = PyTuple_New((Py_ssize_t)n);
	(void)unused;
	for (size_t i = 0; tuple && i < n; i++) {
		struct robotsc_snapshot_info info;
		char name[ROBOTSC_SHARD_NAME];
		PyObject *text;
		robotsc_snapshot_info(&f->shards[i], &info);
		robotsc_shard_name(name, (uint32_t)i, info.root);
		text = PyUnicode_FromString(name);
		if (!text || PyTuple_SetItem(tuple, (Py_ssize_t)i, text) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

/* As StoreSettings. */
static PyObject *files_settings(PyObject *self, void *unused)
{
	const struct robotsc_store_settings *s = &((struct snapshot_files *)self)->all.settings;
	PyObject *agents = make_tokens(s->agents, s->nagents);
	(void)unused;
	if (!agents)
		return NULL;
	return Py_BuildValue("(sNNKNNNss)", robotsc_dialect_name(s->dialect), agents, PyBool_FromLong(s->extensions),
	                     (unsigned long long)s->limit, PyBool_FromLong(s->strict_fields), PyBool_FromLong(s->conner2_rest_deny),
	                     PyBool_FromLong(s->aipref_rule), robotsc_redirect_scope_name(s->redirect_scope),
	                     robotsc_challenge_name(s->challenge));
}

/* ---- entries ------------------------------------------------------------------ */

/* Make the tuple of an entry: (origin, Decision, blob). */
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
	if (f->all.n > 1)
		i = robotsc_shard(text.at, text.len, (uint32_t)f->all.n, &status);
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_find(&f->all.shards[i], text.at, text.len, &entry);
	if (status == ROBOTSC_OK)
		return make_entry(f, &f->all.shards[i], &entry);
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
	scan->shards = PyMem_Calloc(f->all.n, sizeof *scan->shards);
	if (!scan->shards)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < f->all.n && status == ROBOTSC_OK; i++) {
		struct scanned_shard *s = &scan->shards[i];
		if (scan->domain)
			status = robotsc_snapshot_domain(&f->all.shards[i], PyBytes_AsString(scan->domain),
			                                 (size_t)PyBytes_Size(scan->domain), &s->cursor);
		else
			robotsc_snapshot_begin(&f->all.shards[i], &s->cursor);
		if (status == ROBOTSC_OK)
			status = read_entry(s);
	}
	return status;
}

/* The shard whose next entry comes first, or NULL. */
static struct scanned_shard *first_of(const struct snapshot_scan *scan)
{
	struct scanned_shard *first = NULL;
	for (struct scanned_shard *s = scan->shards; s < scan->shards + scan->files->all.n; s++)
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
		for (size_t i = 0; scan->shards && i < f->all.n; i++)
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

static PyObject *shard_of(PyObject *module, PyObject *args)
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
	{"names", files_names, NULL, "The names of the shards in their folder.", NULL},
	{"root", files_root, NULL, "The root: of the file, or of the manifest.", NULL},
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
	{"shard", shard_of, METH_VARARGS,
         "shard($module, url, shards, /)\n--\n\nReturn the shard of a URL's host among shards, from 0.\n"
         "docs/formats/snapshot.md, \"Shards\"\n\nRaises OriginError if the URL has no robots.txt."},
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
