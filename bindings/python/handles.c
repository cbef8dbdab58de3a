/* handles.c - stores that this process has open: opening, compiling, writing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "robotsc/compile.h"
#include "store_module.h"

/* All open stores: one list for the process, as LMDB opens a file once; the GIL guards it. */
static struct opened *all_opened;

/* ---- open stores ------------------------------------------------------------- */

int is_of_this_process(const struct opened *o)
{
	return o->process == getpid();
}

/* Finds the file of a store.  0, or -1 when there is none. */
static int find_file(const char *path, struct stat *st)
{
	char name[4096];
	if (PyOS_snprintf(name, sizeof name, "%s/data.mdb", path) >= (int)sizeof name)
		return -1;
	return stat(name, st);
}

static struct opened *find_opened(const char *path)
{
	struct stat st;
	if (find_file(path, &st) < 0)
		return NULL;
	for (struct opened *o = all_opened; o; o = o->next)
		if (is_of_this_process(o) && o->device == st.st_dev && o->inode == st.st_ino)
			return o;
	return NULL;
}

/* Open a file, for changes if that is allowed, even for mode "r": a later handle of this process
 * may change the store, and LMDB would not let it open the file again. */
static enum robotsc_store_status open_file(struct opened *o, const char *path, const char *mode,
                                           const struct robotsc_store_settings *settings)
{
	enum robotsc_store_status status = robotsc_store_open(&o->store, path, ROBOTSC_STORE_WRITE, NULL);
	o->writable = 1;
	if (status == ROBOTSC_STORE_ABSENT && *mode == 'c')
		return robotsc_store_open(&o->store, path, ROBOTSC_STORE_CREATE, settings);
	if (*mode == 'r' && (status == ROBOTSC_STORE_READONLY || (status == ROBOTSC_STORE_SYSTEM && errno == EACCES))) {
		o->writable = 0;
		return robotsc_store_open(&o->store, path, ROBOTSC_STORE_READ, NULL);
	}
	return status;
}

static struct opened *open_new(const char *path, const char *mode, const struct robotsc_store_settings *settings,
                               enum robotsc_store_status *status)
{
	struct opened *o = PyMem_Calloc(1, sizeof *o);
	struct stat st;
	*status = o ? open_file(o, path, mode, settings) : ROBOTSC_STORE_NOMEM;
	if (*status != ROBOTSC_STORE_OK) {
		PyMem_Free(o);
		return NULL;
	}
	memset(&st, 0, sizeof st);
	find_file(path, &st);
	o->device = st.st_dev;
	o->inode = st.st_ino;
	o->process = getpid();
	o->next = all_opened;
	all_opened = o;
	return o;
}

/* Give up one handle of an open store.  The last handle closes it. */
static void release(struct opened *o)
{
	struct opened **link = &all_opened;
	if (!is_of_this_process(o) || --o->handles > 0)
		return;
	while (*link != o)
		link = &(*link)->next;
	*link = o->next;
	robotsc_store_close(o->store);
	PyMem_Free(o);
}

PyObject *open_store(PyObject *module, PyObject *args)
{
	const struct state *s = PyModule_GetState(module);
	struct robotsc_store_settings given;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	PyObject *path, *settings;
	struct handle *h = NULL;
	struct opened *o;
	const char *mode, *at;
	if (!PyArg_ParseTuple(args, "SsO:open", &path, &mode, &settings))
		return NULL;
	if (settings != Py_None && read_settings(s, settings, &given) < 0)
		return NULL;
	at = PyBytes_AsString(path);
	o = find_opened(at);
	if (!o)
		o = open_new(at, mode, settings == Py_None ? NULL : &given, &status);
	else if (*mode != 'r' && !o->writable)
		status = ROBOTSC_STORE_READONLY;
	if (settings != Py_None)
		PyMem_Free((void *)given.agents);
	if (status != ROBOTSC_STORE_OK)
		return raise_status(s, path, status);
	o->handles++;
	h = PyObject_New(struct handle, s->handle);
	if (!h) {
		release(o);
		return NULL;
	}
	h->opened = o;
	h->path = Py_NewRef(path);
	h->writable = *mode != 'r';
	return (PyObject *)h;
}

/* ---- handles ----------------------------------------------------------------- */

static void handle_dealloc(PyObject *self)
{
	struct handle *h = (struct handle *)self;
	PyTypeObject *type = Py_TYPE(self);
	release(h->opened);
	Py_DECREF(h->path);
	PyObject_Free(self);
	Py_DECREF(type);
}

struct robotsc_store *store_of(const struct handle *h)
{
	if (!is_of_this_process(h->opened))
		raise_sentence(state_of(h), h->path, "it was opened before a fork; open it again in this process");
	else
		return h->opened->store;
	return NULL;
}

struct robotsc_store *writable_store_of(const struct handle *h)
{
	if (!h->writable) {
		raise_status(state_of(h), h->path, ROBOTSC_STORE_READONLY);
		return NULL;
	}
	return store_of(h);
}

static PyObject *handle_inherited(PyObject *self, void *unused)
{
	(void)unused;
	return PyBool_FromLong(!is_of_this_process(((struct handle *)self)->opened));
}

static PyObject *handle_reading(PyObject *self, void *unused)
{
	const struct opened *o = ((struct handle *)self)->opened;
	const unsigned long thread = PyThread_get_thread_ident();
	(void)unused;
	for (const struct reader *r = is_of_this_process(o) ? o->readers : NULL; r; r = r->next)
		if (r->thread == thread)
			return Py_NewRef(Py_True);
	return Py_NewRef(Py_False);
}

static PyObject *handle_settings(PyObject *self, void *unused)
{
	struct robotsc_store *store = store_of((struct handle *)self);
	(void)unused;
	return store ? make_settings(robotsc_store_settings(store)) : NULL;
}

static PyObject *handle_compile(PyObject *self, PyObject *text)
{
	struct handle *h = (struct handle *)self;
	struct robotsc_store *store = store_of(h);
	const struct robotsc_store_settings *made_for;
	struct robotsc_options options;
	enum robotsc_status status;
	struct robotsc_text octets;
	PyObject *bytes;
	void *blob = NULL;
	size_t len = 0;
	if (!store || read_text(text, "the text", &octets) < 0)
		return NULL;
	made_for = robotsc_store_settings(store);
	robotsc_options_init(&options);
	options.dialect = made_for->dialect;
	options.strict_fields = made_for->strict_fields != 0;
	options.conner2_rest_deny = made_for->conner2_rest_deny != 0;
	options.aipref_rule = made_for->aipref_rule != 0;
	options.extensions = made_for->extensions != 0;
	options.limit = (size_t)made_for->limit;
	options.agents = made_for->nagents ? made_for->agents : NULL;
	options.nagents = made_for->nagents;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_compile(&options, octets.at, octets.len, &blob, &len);
	Py_END_ALLOW_THREADS;
	if (status == ROBOTSC_ERR_NOMEM)
		return PyErr_NoMemory();
	if (status != ROBOTSC_OK)
		return PyErr_Format(state_of(h)->error, "%s", robotsc_strerror(status));
	bytes = PyBytes_FromStringAndSize(blob, (Py_ssize_t)len);
	robotsc_free_blob(NULL, blob, len);
	return bytes;
}

/* ---- writing ----------------------------------------------------------------- */

/* Reads (origin, blob or None, decision or None, keep).  The tuple keeps the octets. */
static int read_change(PyObject *tuple, const struct robotsc_fetch *usual, struct robotsc_store_change *c)
{
	PyObject *origin, *blob, *decision;
	memset(c, 0, sizeof *c);
	if (!PyArg_ParseTuple(tuple, "OOOp:change", &origin, &blob, &decision, &c->keep) ||
	    read_text(origin, "an origin", &c->origin) < 0)
		return -1;
	if (blob != Py_None) {
		if (!PyBytes_Check(blob)) {
			PyErr_Format(PyExc_TypeError, "a blob must be bytes, not %R", Py_TYPE(blob));
			return -1;
		}
		c->blob = PyBytes_AsString(blob);
		c->blob_len = (size_t)PyBytes_Size(blob);
	}
	if (decision != Py_None)
		return read_decision(decision, &c->entry.decision);
	robotsc_access(usual, &c->entry.decision);
	return 0;
}

static PyObject *write_changes(struct handle *h, struct robotsc_store *store, const struct robotsc_store_change *changes, size_t n)
{
	struct robotsc_store_report report;
	enum robotsc_store_status status;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_store_write(store, changes, n, &report);
	Py_END_ALLOW_THREADS;
	if (status != ROBOTSC_STORE_OK)
		return raise_status(state_of(h), h->path, status);
	return Py_BuildValue("(KKKKKK)", (unsigned long long)report.added, (unsigned long long)report.replaced,
	                     (unsigned long long)report.removed, (unsigned long long)report.kept, (unsigned long long)report.blobs,
	                     (unsigned long long)report.refused);
}

static PyObject *handle_write(PyObject *self, PyObject *tuple)
{
	struct handle *h = (struct handle *)self;
	struct robotsc_store *store = writable_store_of(h);
	struct robotsc_store_change *changes;
	struct robotsc_fetch usual;
	PyObject *report = NULL;
	Py_ssize_t n, i = 0;
	if (!store)
		return NULL;
	if (!PyTuple_Check(tuple))
		return PyErr_Format(PyExc_TypeError, "changes must be a tuple, not %R", Py_TYPE(tuple));
	n = PyTuple_Size(tuple);
	changes = PyMem_Calloc((size_t)n + 1, sizeof *changes);
	if (!changes)
		return PyErr_NoMemory();
	memset(&usual, 0, sizeof usual);
	usual.profile = robotsc_profile_of(robotsc_store_settings(store)->dialect);
	usual.status = 200;
	usual.at = (int64_t)time(NULL);
	while (i < n && read_change(PyTuple_GetItem(tuple, i), &usual, &changes[i]) == 0)
		i++;
	if (i == n)
		report = write_changes(h, store, changes, (size_t)n);
	PyMem_Free(changes);
	return report;
}

/* ---- the type -------------------------------------------------------------- */

static PyMethodDef handle_methods[] = {
	{"session", handle_session, METH_NOARGS, "session($self, /)\n--\n\nBegin a session: a Reader."},
	{"compile", handle_compile, METH_O, "compile($self, text, /)\n--\n\nCompile a text as the settings say; its blob."},
	{"write", handle_write, METH_O, "write($self, changes, /)\n--\n\nApply changes in one transaction."},
	{"filter", handle_filter, METH_VARARGS, "Prepare to answer lines: a LineFilter."},
	{"import_files", handle_import, METH_VARARGS, "Import archives, lists and folders."},
	{0},
};

static PyGetSetDef handle_members[] = {
	{"inherited", handle_inherited, NULL, "True after a fork, in the child: it cannot be used.", NULL},
	{"reading", handle_reading, NULL, "True if this thread has begun a session that has not ended.", NULL},
	{"settings", handle_settings, NULL, "The settings of the store.", NULL},
	{0},
};

static PyType_Slot handle_slots[] = {
	{Py_tp_doc, "A store that this process has open."},
	{Py_tp_dealloc, handle_dealloc},
	{Py_tp_methods, handle_methods},
	{Py_tp_getset, handle_members},
	{0},
};

PyType_Spec handle_spec = {"robotsc._store.Handle", (int)sizeof(struct handle), 0, TYPE_FLAGS, handle_slots};
