/* sessions.c - sessions: each is a snapshot of a store, with look-ups and scans.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "store_module.h"

PyObject *handle_session(PyObject *self, PyObject *unused)
{
	struct handle *h = (struct handle *)self;
	struct robotsc_store *store = store_of(h);
	const struct state *s = state_of(h);
	enum robotsc_store_status status;
	struct robotsc_reader *reader;
	struct reader *r;
	(void)unused;
	if (!store)
		return NULL;
	status = robotsc_reader_open(&reader, store);
	if (status != ROBOTSC_STORE_OK)
		return raise_status(s, h->path, status);
	r = PyObject_New(struct reader, s->reader);
	if (!r) {
		robotsc_reader_close(reader);
		return NULL;
	}
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_reader_begin(reader, NULL);
	Py_END_ALLOW_THREADS;
	r->handle = (struct handle *)Py_NewRef(self);
	r->reader = reader;
	r->thread = PyThread_get_thread_ident();
	r->running = 0;
	r->next = h->opened->readers;
	h->opened->readers = r;
	if (status != ROBOTSC_STORE_OK) {
		raise_status(s, h->path, status);
		Py_CLEAR(r);
	}
	return (PyObject *)r;
}

/* End the session.  In a child process the reader is not touched: it belongs to the parent. */
static void end_session(struct reader *r)
{
	struct opened *o = r->handle->opened;
	struct reader **link = &o->readers;
	if (!r->reader || !is_of_this_process(o))
		return;
	while (*link != r)
		link = &(*link)->next;
	*link = r->next;
	robotsc_reader_close(r->reader);
	r->reader = NULL;
}

static void reader_dealloc(PyObject *self)
{
	struct reader *r = (struct reader *)self;
	PyTypeObject *type = Py_TYPE(self);
	end_session(r);
	Py_DECREF((PyObject *)r->handle);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* The reader of a session if it can be used, or NULL with an exception. */
static struct robotsc_reader *reader_of(const struct reader *r)
{
	const char *why = NULL;
	if (!is_of_this_process(r->handle->opened))
		why = "the session was begun before a fork; begin another";
	else if (!r->reader)
		why = "the session has ended";
	else if (r->running)
		why = "another thread uses this session; begin one for each thread";
	if (why)
		return (void *)raise_sentence(state_of(r), r->handle->path, why);
	return r->reader;
}

static PyObject *reader_end(PyObject *self, PyObject *unused)
{
	struct reader *r = (struct reader *)self;
	(void)unused;
	if (r->running) {
		reader_of(r);
		return NULL;
	}
	end_session(r);
	return Py_NewRef(Py_None);
}

/* Make the tuple of an entry: (origin, decision, blob). */
static PyObject *make_entry(struct reader *r, const char *origin, size_t len, const struct robotsc_store_entry *entry)
{
	struct robotsc_blob blob;
	const enum robotsc_store_status status = robotsc_reader_blob(r->reader, entry->policy, &blob);
	PyObject *decision;
	if (status != ROBOTSC_STORE_OK)
		return raise_status(state_of(r), r->handle->path, status);
	decision = make_decision(&entry->decision);
	if (!decision)
		return NULL;
	return Py_BuildValue("(s#Ny#)", origin, (Py_ssize_t)len, decision, blob.bytes, (Py_ssize_t)blob.size);
}

static PyObject *reader_find(PyObject *self, PyObject *url)
{
	struct reader *r = (struct reader *)self;
	struct robotsc_reader *reader = reader_of(r);
	struct robotsc_store_entry entry;
	enum robotsc_store_status status;
	char origin[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text text;
	size_t len;
	if (!reader || read_text(url, "a URL", &text) < 0)
		return NULL;
	status = robotsc_reader_find(reader, text.at, text.len, &entry);
	if (status == ROBOTSC_STORE_NOT_FOUND)
		return Py_NewRef(Py_None);
	if (status == ROBOTSC_STORE_OK && robotsc_origin(text.at, text.len, origin, sizeof origin, &len) != ROBOTSC_OK)
		status = ROBOTSC_STORE_ORIGIN;
	if (status == ROBOTSC_STORE_ORIGIN)
		return PyErr_Format(state_of(r)->origin_error, "%s", robotsc_store_strerror(status));
	if (status != ROBOTSC_STORE_OK)
		return raise_status(state_of(r), r->handle->path, status);
	return make_entry(r, origin, len, &entry);
}

static PyObject *reader_seek(PyObject *self, PyObject *url)
{
	struct reader *r = (struct reader *)self;
	struct robotsc_reader *reader = reader_of(r);
	struct robotsc_text text = {NULL, 0};
	enum robotsc_store_status status;
	if (!reader || (url != Py_None && read_text(url, "a URL", &text) < 0))
		return NULL;
	status = robotsc_reader_seek(reader, text.at, text.len);
	if (status == ROBOTSC_STORE_ORIGIN)
		return PyErr_Format(state_of(r)->origin_error, "%s", robotsc_store_strerror(status));
	return status == ROBOTSC_STORE_OK ? Py_NewRef(Py_None) : raise_status(state_of(r), r->handle->path, status);
}

/* The next entry, or, if names, only its origin; None at the end. */
static PyObject *next_of(struct reader *r, int names)
{
	struct robotsc_reader *reader = reader_of(r);
	struct robotsc_store_entry entry;
	enum robotsc_store_status status;
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t len;
	if (!reader)
		return NULL;
	status = robotsc_reader_next(reader, origin, &len, &entry);
	if (status == ROBOTSC_STORE_NOT_FOUND)
		return Py_NewRef(Py_None);
	if (status != ROBOTSC_STORE_OK)
		return raise_status(state_of(r), r->handle->path, status);
	return names ? PyUnicode_FromStringAndSize(origin, (Py_ssize_t)len) : make_entry(r, origin, len, &entry);
}

static PyObject *reader_next(PyObject *self, PyObject *unused)
{
	(void)unused;
	return next_of((struct reader *)self, 0);
}

static PyObject *reader_next_origin(PyObject *self, PyObject *unused)
{
	(void)unused;
	return next_of((struct reader *)self, 1);
}

static PyObject *reader_stats(PyObject *self, PyObject *unused)
{
	struct reader *r = (struct reader *)self;
	struct robotsc_reader *reader = reader_of(r);
	struct robotsc_store_stats stats;
	enum robotsc_store_status status;
	(void)unused;
	if (!reader)
		return NULL;
	r->running = 1;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_reader_stats(reader, &stats);
	Py_END_ALLOW_THREADS;
	r->running = 0;
	if (status != ROBOTSC_STORE_OK)
		return raise_status(state_of(r), r->handle->path, status);
	return Py_BuildValue("(KKKKKKK)", (unsigned long long)stats.origins, (unsigned long long)stats.policies,
	                     (unsigned long long)stats.blobs, (unsigned long long)stats.policy_bytes,
	                     (unsigned long long)stats.blob_bytes, (unsigned long long)stats.file_bytes,
	                     (unsigned long long)stats.free_bytes);
}

static PyObject *reader_copy(PyObject *self, PyObject *folder)
{
	struct reader *r = (struct reader *)self;
	struct robotsc_reader *reader = reader_of(r);
	enum robotsc_store_status status;
	const char *path;
	if (!reader)
		return NULL;
	path = PyBytes_AsString(folder);
	if (!path)
		return NULL;
	r->running = 1;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_reader_copy(reader, path);
	Py_END_ALLOW_THREADS;
	r->running = 0;
	return status == ROBOTSC_STORE_OK ? Py_NewRef(Py_None) : raise_status(state_of(r), folder, status);
}

static void keep_fault(void *ctx, const char *line)
{
	PyObject *text = to_str((struct robotsc_text){line, strlen(line)});
	if (text)
		PyList_Append(ctx, text);
	Py_XDECREF(text);
}

static PyObject *reader_verify(PyObject *self, PyObject *unused)
{
	struct reader *r = (struct reader *)self;
	struct robotsc_reader *reader = reader_of(r);
	enum robotsc_store_status status;
	PyObject *faults;
	(void)unused;
	if (!reader)
		return NULL;
	faults = PyList_New(0);
	if (!faults)
		return NULL;
	status = robotsc_reader_verify(reader, keep_fault, faults);
	if (!PyErr_Occurred() && status != ROBOTSC_STORE_OK && status != ROBOTSC_STORE_DAMAGED)
		raise_status(state_of(r), r->handle->path, status);
	if (PyErr_Occurred())
		Py_CLEAR(faults);
	return faults;
}

/* ---- the type -------------------------------------------------------------- */

static PyMethodDef reader_methods[] = {
	{"find", reader_find, METH_O, "find($self, url, /)\n--\n\nReturn the entry of a URL's origin, or None."},
	{"seek", reader_seek, METH_O, "seek($self, url, /)\n--\n\nMove before an origin; None: before all."},
	{"next", reader_next, METH_NOARGS, "next($self, /)\n--\n\nReturn the next entry, or None."},
	{"next_origin", reader_next_origin, METH_NOARGS, "next_origin($self, /)\n--\n\nReturn the next origin, or None."},
	{"stats", reader_stats, METH_NOARGS, "stats($self, /)\n--\n\nCount what is in the store."},
	{"copy", reader_copy, METH_O, "copy($self, folder, /)\n--\n\nCopy the snapshot to a new store."},
	{"verify", reader_verify, METH_NOARGS, "verify($self, /)\n--\n\nReturn what is wrong, a list of str."},
	{"end", reader_end, METH_NOARGS, "end($self, /)\n--\n\nEnd the session."},
	{0},
};

static PyType_Slot reader_slots[] = {
	{Py_tp_doc, "A session."},
	{Py_tp_dealloc, reader_dealloc},
	{Py_tp_methods, reader_methods},
	{0},
};

PyType_Spec reader_spec = {"robotsc._store.Reader", (int)sizeof(struct reader), 0, TYPE_FLAGS, reader_slots};
