/* _store.c - the Python module of stores: sessions, filters, imports.  docs/python.md
 *
 * robotsc/store.py makes of this what programs use.  What stands there as a named tuple is a plain
 * tuple here, in the order of that file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "robotsc/compile.h"
#include "robotsc/filter.h"
#include "robotsc/import.h"
#include "robotsc/store.h"

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
	PyObject *verdicts[3];
};

/* A store that this process has open.  LMDB allows one open of a file in a process, so all handles
 * of a file share it.  In a child process it must not even be closed: it stays as it is. */
struct opened {
	struct opened *next;
	struct robotsc_store *store; /* NULL: it could not be opened again */
	struct reader *readers;      /* in a session */
	size_t handles, users;       /* users: readers, filters and calls that run */
	dev_t device;
	ino_t inode;
	pid_t process;
	int writable;
};

/* All of them.  A process has one list, as LMDB sees it; the GIL guards it. */
static struct opened *all_opened;

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

struct filter {
	PyObject_HEAD struct handle *handle;
	struct robotsc_filter *filter;
	PyObject *tokens;
	struct robotsc_text *texts; /* of the tokens */
	char *lines;                /* buffer of select */
	size_t room;
	struct robotsc_filter_report report;
	int reason, running;
};

/* ---- texts ------------------------------------------------------------------- */

static int read_text(PyObject *object, const char *what, struct robotsc_text *text)
{
	Py_ssize_t len;

	if (PyUnicode_Check(object)) {
		text->at = PyUnicode_AsUTF8AndSize(object, &len);
		if (!text->at)
			return -1;
	} else if (PyBytes_Check(object)) {
		text->at = PyBytes_AsString(object);
		len = PyBytes_Size(object);
	} else {
		PyErr_Format(PyExc_TypeError, "%s must be str or bytes, not %R", what, Py_TYPE(object));
		return -1;
	}
	text->len = (size_t)len;
	return 0;
}

static PyObject *to_str(struct robotsc_text text)
{
	return PyUnicode_DecodeUTF8(text.len ? text.at : "", (Py_ssize_t)text.len, "surrogateescape");
}

/* Reads the product tokens of a tuple, which keeps them, into an array for PyMem_Free. */
static struct robotsc_text *read_tokens(PyObject *tuple)
{
	const Py_ssize_t n = PyTuple_Size(tuple);
	struct robotsc_text *tokens = PyMem_Calloc((size_t)n + 1, sizeof *tokens);

	if (!tokens)
		PyErr_NoMemory();
	for (Py_ssize_t i = 0; tokens && i < n; i++)
		if (read_text(PyTuple_GetItem(tuple, i), "a product token", &tokens[i]) < 0) {
			PyMem_Free(tokens);
			return NULL;
		}
	return tokens;
}

/* ---- errors ------------------------------------------------------------------ */

static const char *advice(enum robotsc_store_status status)
{
	switch (status) {
	case ROBOTSC_STORE_ABSENT:
		return "; mode 'c' makes one";
	case ROBOTSC_STORE_VERSION:
	case ROBOTSC_STORE_BLOBS:
		return "; import into a new store, or use the robotsc that made it";
	case ROBOTSC_STORE_SETTINGS:
		return "; leave the settings out, or take another folder";
	case ROBOTSC_STORE_EXISTS:
		return "; name a folder that does not exist";
	case ROBOTSC_STORE_READONLY:
		return "; open it with mode 'w'";
	case ROBOTSC_STORE_SPACE:
		return "; the last batch was not stored";
	case ROBOTSC_STORE_ADDRESSES:
		return "; raise the limit on virtual memory (ulimit -v)";
	case ROBOTSC_STORE_READERS:
		return "; end some";
	case ROBOTSC_STORE_DAMAGED:
		return "; verify() lists what is wrong";
	case ROBOTSC_STORE_AGENT:
		return "; settings.agents has those";
	default:
		return "";
	}
}

static PyObject *type_of(const struct state *s, enum robotsc_store_status status)
{
	switch (status) {
	case ROBOTSC_STORE_ABSENT:
		return s->errors[KIND_NOT_FOUND];
	case ROBOTSC_STORE_VERSION:
	case ROBOTSC_STORE_BLOBS:
		return s->errors[KIND_VERSION];
	case ROBOTSC_STORE_SETTINGS:
		return s->errors[KIND_SETTINGS];
	case ROBOTSC_STORE_EXISTS:
		return s->errors[KIND_EXISTS];
	case ROBOTSC_STORE_READONLY:
		return s->errors[KIND_READONLY];
	case ROBOTSC_STORE_SPACE:
	case ROBOTSC_STORE_ADDRESSES:
	case ROBOTSC_STORE_READERS:
		return s->errors[KIND_FULL];
	case ROBOTSC_STORE_DAMAGED:
		return s->errors[KIND_DAMAGED];
	case ROBOTSC_STORE_INPUT:
		return s->errors[KIND_INPUT];
	case ROBOTSC_STORE_ORIGIN:
		return s->origin_error;
	case ROBOTSC_STORE_BLOB:
		return s->blob_error;
	case ROBOTSC_STORE_AGENT:
		return s->agent_error;
	case ROBOTSC_STORE_ARGUMENT:
		return PyExc_ValueError;
	default:
		return s->errors[KIND_STORE];
	}
}

/* Raise the exception of a status, with a sentence.  path: bytes, its subject.  Returns NULL. */
static PyObject *raise_status(const struct state *s, PyObject *path, enum robotsc_store_status status)
{
	PyObject *name;

	if (status == ROBOTSC_STORE_NOMEM)
		return PyErr_NoMemory();
	name = PyUnicode_DecodeFSDefault(PyBytes_AsString(path));
	if (name && status == ROBOTSC_STORE_SYSTEM)
		PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
	else if (name)
		PyErr_Format(type_of(s, status), "%U: %s%s", name, robotsc_store_strerror(status), advice(status));
	Py_XDECREF(name);
	return NULL;
}

/* Raise StoreError with the path and a sentence.  Returns NULL. */
static PyObject *raise_sentence(const struct state *s, PyObject *path, const char *sentence)
{
	PyObject *name = PyUnicode_DecodeFSDefault(PyBytes_AsString(path));

	if (name)
		PyErr_Format(s->errors[KIND_STORE], "%U: %s", name, sentence);
	Py_XDECREF(name);
	return NULL;
}

static const struct state *state_of(const void *object)
{
	return PyType_GetModuleState(Py_TYPE((PyObject *)object));
}

/* ---- settings ---------------------------------------------------------------- */

static int read_scope(const char *name, enum robotsc_redirect_scope *scope)
{
	const char *known;

	for (int i = 0; (known = robotsc_redirect_scope_name((enum robotsc_redirect_scope)i)) != NULL; i++)
		if (strcmp(known, name) == 0) {
			*scope = (enum robotsc_redirect_scope)i;
			return 0;
		}
	PyErr_Format(PyExc_ValueError, "unknown redirect_scope '%s'; take any, site or origin", name);
	return -1;
}

/* Reads the tuple of settings; the tokens are for PyMem_Free. */
static int read_settings(PyObject *tuple, struct robotsc_store_settings *settings)
{
	const char *dialect, *scope;
	unsigned long long limit;
	PyObject *agents;

	memset(settings, 0, sizeof *settings);
	if (!PyArg_ParseTuple(tuple, "sO!pKppps:settings", &dialect, &PyTuple_Type, &agents, &settings->extensions, &limit,
	                      &settings->strict_fields, &settings->conner2_rest_deny, &settings->aipref_rule, &scope))
		return -1;
	if (robotsc_dialect_by_name(dialect, &settings->dialect) != ROBOTSC_OK) {
		PyErr_Format(PyExc_ValueError, "unknown dialect '%s'; take rfc9309, google, nexor1994, koster1996 or conner2",
		             dialect);
		return -1;
	}
	if (limit < ROBOTSC_MIN_LIMIT || limit > UINT32_MAX) {
		PyErr_Format(PyExc_ValueError, "limit is %llu, but must be from %u to 4294967295 octets", limit,
		             (unsigned)ROBOTSC_MIN_LIMIT);
		return -1;
	}
	settings->limit = limit;
	if (read_scope(scope, &settings->redirect_scope) < 0)
		return -1;
	settings->nagents = (size_t)PyTuple_Size(agents);
	settings->agents = read_tokens(agents);
	return settings->agents ? 0 : -1;
}

static PyObject *make_tokens(const struct robotsc_text *tokens, size_t n)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)n);

	for (size_t i = 0; tuple && i < n; i++) {
		PyObject *token = to_str(tokens[i]);

		if (!token || PyTuple_SetItem(tuple, (Py_ssize_t)i, token) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static PyObject *make_settings(const struct robotsc_store_settings *s)
{
	PyObject *agents = make_tokens(s->agents, s->nagents);

	if (!agents)
		return NULL;
	return Py_BuildValue("(sNNKNNNs)", robotsc_dialect_name(s->dialect), agents, PyBool_FromLong(s->extensions),
	                     (unsigned long long)s->limit, PyBool_FromLong(s->strict_fields), PyBool_FromLong(s->conner2_rest_deny),
	                     PyBool_FromLong(s->aipref_rule), robotsc_redirect_scope_name(s->redirect_scope));
}

/* ---- decisions --------------------------------------------------------------- */

static PyObject *make_decision(const struct robotsc_decision *d)
{
	return Py_BuildValue("(ssHzzLLLNKK)", robotsc_outcome_name((enum robotsc_outcome)d->outcome),
	                     robotsc_row_text((enum robotsc_row)d->row), (unsigned short)d->status,
	                     robotsc_end_name((enum robotsc_end)d->end), robotsc_profile_name((enum robotsc_profile)d->profile),
	                     (long long)d->fetched, (long long)d->expires, (long long)d->since, PyBool_FromLong(d->revalidate),
	                     (unsigned long long)d->length, (unsigned long long)d->digest);
}

static const char *outcome_name(int i)
{
	return i <= ROBOTSC_OUTCOME_FOLLOW ? robotsc_outcome_name((enum robotsc_outcome)i) : NULL;
}

static const char *row_name(int i)
{
	return i <= ROBOTSC_ROW_MALFORMED ? robotsc_row_text((enum robotsc_row)i) : NULL;
}

static const char *end_name(int i)
{
	return robotsc_end_name((enum robotsc_end)i);
}

static const char *profile_name(int i)
{
	return robotsc_profile_name((enum robotsc_profile)i);
}

/* The number of a name, or -1 with an exception. */
static int number_of(const char *what, const char *name, const char *(*name_of)(int i))
{
	const char *known;

	for (int i = 0; (known = name_of(i)) != NULL; i++)
		if (strcmp(known, name) == 0)
			return i;
	PyErr_Format(PyExc_ValueError, "unknown %s '%s' of a decision", what, name);
	return -1;
}

static int read_decision(PyObject *tuple, struct robotsc_decision *d)
{
	const char *outcome, *reason, *end, *profile;
	long long fetched, expires, since;
	unsigned long long length, digest;
	int numbers[4], status, revalidate;

	memset(d, 0, sizeof *d);
	if (!PyArg_ParseTuple(tuple, "ssissLLLpKK:decision", &outcome, &reason, &status, &end, &profile, &fetched, &expires, &since,
	                      &revalidate, &length, &digest))
		return -1;
	if (status < 0 || status > UINT16_MAX) {
		PyErr_Format(PyExc_ValueError, "status of a decision is %d, but must be from 0 to 65535", status);
		return -1;
	}
	numbers[0] = number_of("outcome", outcome, outcome_name);
	numbers[1] = numbers[0] < 0 ? -1 : number_of("end", end, end_name);
	numbers[2] = numbers[1] < 0 ? -1 : number_of("profile", profile, profile_name);
	numbers[3] = numbers[2] < 0 ? -1 : number_of("reason", reason, row_name);
	if (numbers[3] < 0)
		return -1;
	*d = (struct robotsc_decision){
		.fetched = fetched,
		.expires = expires,
		.since = since,
		.status = (uint16_t)status,
		.outcome = (uint8_t)numbers[0],
		.end = (uint8_t)numbers[1],
		.profile = (uint8_t)numbers[2],
		.row = (uint8_t)numbers[3],
		.revalidate = (uint8_t)revalidate,
		.length = length,
		.digest = digest,
	};
	return 0;
}

/* ---- open stores ------------------------------------------------------------- */

static int is_of_this_process(const struct opened *o)
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
		if (is_of_this_process(o) && o->store && o->device == st.st_dev && o->inode == st.st_ino)
			return o;
	return NULL;
}

static enum robotsc_store_status open_file(const char *path, const char *mode, const struct robotsc_store_settings *settings,
                                           struct robotsc_store **store)
{
	const enum robotsc_store_mode wanted = *mode == 'r' ? ROBOTSC_STORE_READ : ROBOTSC_STORE_WRITE;
	enum robotsc_store_status status = robotsc_store_open(store, path, wanted, NULL);

	if (status == ROBOTSC_STORE_ABSENT && *mode == 'c')
		status = robotsc_store_open(store, path, ROBOTSC_STORE_CREATE, settings);
	return status;
}

/* Open a store that is open for reading again, for writing. */
static enum robotsc_store_status widen(struct opened *o, const char *path)
{
	enum robotsc_store_status status;

	robotsc_store_close(o->store);
	o->store = NULL;
	status = robotsc_store_open(&o->store, path, ROBOTSC_STORE_WRITE, NULL);
	if (status == ROBOTSC_STORE_OK)
		o->writable = 1;
	else if (robotsc_store_open(&o->store, path, ROBOTSC_STORE_READ, NULL) != ROBOTSC_STORE_OK)
		o->store = NULL;
	return status;
}

static struct opened *open_new(const char *path, const char *mode, const struct robotsc_store_settings *settings,
                               enum robotsc_store_status *status)
{
	struct opened *o = PyMem_Calloc(1, sizeof *o);
	struct stat st;

	*status = o ? open_file(path, mode, settings, &o->store) : ROBOTSC_STORE_NOMEM;
	if (*status != ROBOTSC_STORE_OK) {
		PyMem_Free(o);
		return NULL;
	}
	memset(&st, 0, sizeof st);
	find_file(path, &st);
	o->device = st.st_dev;
	o->inode = st.st_ino;
	o->process = getpid();
	o->writable = *mode != 'r';
	o->next = all_opened;
	all_opened = o;
	return o;
}

/* Give up a handle's part of an open store.  The last one closes it. */
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

static PyObject *open_store(PyObject *module, PyObject *args)
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
	if (settings != Py_None && read_settings(settings, &given) < 0)
		return NULL;
	at = PyBytes_AsString(path);
	o = find_opened(at);
	if (!o)
		o = open_new(at, mode, settings == Py_None ? NULL : &given, &status);
	else if (*mode != 'r' && !o->writable && o->users > 0)
		raise_sentence(s, path, "it is open for reading in this process; end its sessions and filters first");
	else if (*mode != 'r' && !o->writable)
		status = widen(o, at);
	if (settings != Py_None)
		PyMem_Free((void *)given.agents);
	if (PyErr_Occurred())
		return NULL;
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

/* The store, or NULL with an exception. */
static struct robotsc_store *store_of(const struct handle *h)
{
	if (!is_of_this_process(h->opened))
		raise_sentence(state_of(h), h->path, "it was opened before a fork; open it again in this process");
	else if (!h->opened->store)
		raise_sentence(state_of(h), h->path, "it could not be opened again for writing, and is closed");
	else
		return h->opened->store;
	return NULL;
}

/* As store_of, for changes. */
static struct robotsc_store *writable_store_of(const struct handle *h)
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
	h->opened->users++;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_compile(&options, octets.at, octets.len, &blob, &len);
	Py_END_ALLOW_THREADS;
	h->opened->users--;
	if (status == ROBOTSC_ERR_NOMEM)
		return PyErr_NoMemory();
	if (status != ROBOTSC_OK)
		return PyErr_Format(state_of(h)->error, "%s", robotsc_strerror(status));
	bytes = PyBytes_FromStringAndSize(blob, (Py_ssize_t)len);
	robotsc_free_blob(NULL, blob, len);
	return bytes;
}

/* ---- writing ----------------------------------------------------------------- */

/* Reads (origin, blob or None, decision or None, keep), which keeps its octets. */
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

	h->opened->users++;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_store_write(store, changes, n, &report);
	Py_END_ALLOW_THREADS;
	h->opened->users--;
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

/* ---- sessions ---------------------------------------------------------------- */

static PyObject *handle_session(PyObject *self, PyObject *unused)
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
	h->opened->users++;
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

/* End the session.  In a child process the reader stays as it is: it is the parent's. */
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
	o->users--;
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

/* The reader of a session that may be used, or NULL with an exception. */
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

/* An entry: (origin, decision, blob). */
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

/* The next entry, or with names its origin; None at the end. */
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

/* ---- filters ----------------------------------------------------------------- */

/* Reads the options beside tokens. */
static int read_filter_options(PyObject *args, struct robotsc_filter_options *o, PyObject **tokens)
{
	unsigned long long field, max_line;
	int print, stale;
	PyObject *now;
	char delimiter;

	robotsc_filter_options_init(o);
	if (!PyArg_ParseTuple(args, "O!iiipKcOK:filter", &PyTuple_Type, tokens, &print, &stale, &o->unknown, &o->reason, &field,
	                      &delimiter, &now, &max_line))
		return -1;
	o->print = (enum robotsc_filter_print)print;
	o->stale = (enum robotsc_filter_stale)stale;
	o->field = (size_t)field;
	o->delimiter = delimiter;
	o->max_line = (size_t)max_line;
	o->timed = now != Py_None;
	if (o->timed)
		o->now = PyLong_AsLongLong(now);
	return PyErr_Occurred() ? -1 : 0;
}

static PyObject *handle_filter(PyObject *self, PyObject *args)
{
	struct handle *h = (struct handle *)self;
	struct robotsc_store *store = store_of(h);
	const struct state *s = state_of(h);
	struct robotsc_filter_options options;
	enum robotsc_store_status status;
	struct robotsc_text *tokens;
	PyObject *tuple;
	struct filter *f;

	if (!store || read_filter_options(args, &options, &tuple) < 0)
		return NULL;
	tokens = read_tokens(tuple);
	if (!tokens)
		return NULL;
	options.tokens = tokens;
	options.ntokens = (size_t)PyTuple_Size(tuple);
	f = PyObject_New(struct filter, s->filter);
	if (!f) {
		PyMem_Free(tokens);
		return NULL;
	}
	f->handle = (struct handle *)Py_NewRef(self);
	f->tokens = Py_NewRef(tuple);
	f->texts = tokens;
	f->filter = NULL;
	f->lines = NULL;
	f->room = 0;
	f->reason = options.reason;
	f->running = 0;
	memset(&f->report, 0, sizeof f->report);
	h->opened->users++;
	status = robotsc_filter_open(&f->filter, store, &options);
	if (status != ROBOTSC_STORE_OK) {
		f->filter = NULL;
		raise_status(s, h->path, status);
		Py_CLEAR(f);
	}
	return (PyObject *)f;
}

static void filter_dealloc(PyObject *self)
{
	struct filter *f = (struct filter *)self;
	PyTypeObject *type = Py_TYPE(self);

	if (is_of_this_process(f->handle->opened)) {
		robotsc_filter_close(f->filter);
		f->handle->opened->users--;
	}
	PyMem_Free(f->texts);
	PyMem_Free(f->lines);
	Py_DECREF(f->tokens);
	Py_DECREF((PyObject *)f->handle);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* True when the filter may be used; else there is an exception. */
static int may_filter(const struct filter *f)
{
	const char *why = NULL;

	if (!is_of_this_process(f->handle->opened))
		why = "the filter was made before a fork; make another";
	else if (f->running)
		why = "another thread uses this filter; make one for each thread";
	if (why)
		raise_sentence(state_of(f), f->handle->path, why);
	return !why;
}

static int answer(struct filter *f, const char *lines, size_t len, struct robotsc_filter_answers *answers)
{
	enum robotsc_store_status status;

	f->running = 1;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_filter_lines(f->filter, lines, len, answers);
	Py_END_ALLOW_THREADS;
	f->running = 0;
	if (status != ROBOTSC_STORE_OK) {
		raise_status(state_of(f), f->handle->path, status);
		return -1;
	}
	f->report.lines += answers->report.lines;
	f->report.unknown += answers->report.unknown;
	f->report.stale += answers->report.stale;
	f->report.skipped += answers->report.skipped;
	return 0;
}

static PyObject *filter_lines(PyObject *self, PyObject *octets)
{
	struct filter *f = (struct filter *)self;
	struct robotsc_filter_answers answers;
	PyObject *result = NULL;
	Py_buffer view;

	if (!may_filter(f) || PyObject_GetBuffer(octets, &view, PyBUF_SIMPLE) < 0)
		return NULL;
	if (answer(f, view.buf, (size_t)view.len, &answers) == 0)
		result = PyBytes_FromStringAndSize(answers.at, (Py_ssize_t)answers.len);
	PyBuffer_Release(&view);
	return result;
}

/* Makes room for more octets after len. */
static int reserve(struct filter *f, size_t len, size_t more)
{
	size_t room = f->room ? f->room : 65536;
	char *lines;

	if (more <= f->room - len)
		return 0;
	while (room - len < more)
		room *= 2;
	lines = PyMem_Realloc(f->lines, room);
	if (!lines) {
		PyErr_NoMemory();
		return -1;
	}
	f->lines = lines;
	f->room = room;
	return 0;
}

/* Puts the lines of a list into the buffer.  A line may have its end. */
static int join(struct filter *f, PyObject *list, size_t *len)
{
	const Py_ssize_t n = PyList_Size(list);
	struct robotsc_text text;

	*len = 0;
	for (Py_ssize_t i = 0; i < n; i++) {
		if (read_text(PyList_GetItem(list, i), "a line", &text) < 0)
			return -1;
		if (text.len > 0 && text.at[text.len - 1] == '\n')
			text.len--;
		if (memchr(text.at, '\n', text.len)) {
			PyErr_Format(PyExc_ValueError, "line %zd of this chunk has a line end inside", i + 1);
			return -1;
		}
		if (reserve(f, *len, text.len + 1) < 0)
			return -1;
		memcpy(f->lines + *len, text.at, text.len);
		*len += text.len;
		f->lines[(*len)++] = '\n';
	}
	return 0;
}

/* The verdict at the beginning of an answer. */
static int verdict_at(const char *at)
{
	return *at == 'a' ? ROBOTSC_ALLOW : *at == 'd' ? ROBOTSC_DISALLOW : ROBOTSC_VERDICT_UNKNOWN;
}

/* What is given for a line: itself, or with its verdict, or with verdict and reason. */
static PyObject *make_answer(const struct filter *f, int verdict, const char *tab, PyObject *line, int all)
{
	PyObject *name = state_of(f)->verdicts[verdict];
	const char *end;

	if (!all)
		return Py_NewRef(line);
	if (!f->reason)
		return PyTuple_Pack(2, name, line);
	end = strchr(tab + 1, '\t');
	return Py_BuildValue("(Os#O)", name, tab + 1, (Py_ssize_t)(end - tab - 1), line);
}

/* Collects the lines with the wanted verdict, or with all of them and print=all their answers. */
static PyObject *collect(const struct filter *f, PyObject *list, const struct robotsc_filter_answers *answers, int wanted)
{
	const char *at = answers->at, *end = at + answers->len;
	const int all = wanted > ROBOTSC_VERDICT_UNKNOWN;
	PyObject *result = PyList_New(0);

	for (Py_ssize_t i = 0; result && at < end; i++) {
		const int verdict = verdict_at(at);

		if (all || verdict == wanted) {
			PyObject *item = make_answer(f, verdict, strchr(at, '\t'), PyList_GetItem(list, i), all);

			if (!item || PyList_Append(result, item) < 0)
				Py_CLEAR(result);
			Py_XDECREF(item);
		}
		at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
	}
	return result;
}

static PyObject *filter_select(PyObject *self, PyObject *args)
{
	struct filter *f = (struct filter *)self;
	struct robotsc_filter_answers answers;
	PyObject *list;
	size_t len;
	int wanted;

	if (!PyArg_ParseTuple(args, "O!i:select", &PyList_Type, &list, &wanted) || !may_filter(f) || join(f, list, &len) < 0 ||
	    answer(f, f->lines, len, &answers) < 0)
		return NULL;
	return collect(f, list, &answers, wanted);
}

static PyObject *filter_report(PyObject *self, void *unused)
{
	const struct robotsc_filter_report *r = &((struct filter *)self)->report;

	(void)unused;
	return Py_BuildValue("(KKKK)", (unsigned long long)r->lines, (unsigned long long)r->unknown, (unsigned long long)r->stale,
	                     (unsigned long long)r->skipped);
}

/* ---- imports ----------------------------------------------------------------- */

/* The callbacks, and the exception that one has raised. */
struct importer {
	PyObject *progress, *fault;
	PyObject *type, *value, *traceback;
};

/* Call a callback with a tuple, which is taken over.  The GIL is held.  1: it has raised. */
static int call_back(struct importer *im, PyObject *callback, PyObject *tuple)
{
	PyObject *result = tuple ? PyObject_CallFunctionObjArgs(callback, tuple, NULL) : NULL;

	Py_XDECREF(tuple);
	Py_XDECREF(result);
	if (result)
		return 0;
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

/* Adds the inputs; a refused one raises. */
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

	h->opened->users++;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_import_run(import, store, &report);
	Py_END_ALLOW_THREADS;
	h->opened->users--;
	if (im->type) {
		PyErr_Restore(im->type, im->value, im->traceback);
		return NULL;
	}
	return status == ROBOTSC_STORE_OK ? make_import_report(&report) : raise_status(state_of(h), h->path, status);
}

static PyObject *handle_import(PyObject *self, PyObject *args)
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

/* ---- the module -------------------------------------------------------------- */

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

#define TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)

static PyType_Spec handle_spec = {"robotsc._store.Handle", (int)sizeof(struct handle), 0, TYPE_FLAGS, handle_slots};

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

static PyType_Spec reader_spec = {"robotsc._store.Reader", (int)sizeof(struct reader), 0, TYPE_FLAGS, reader_slots};

static PyMethodDef filter_methods[] = {
	{"lines", filter_lines, METH_O, "lines($self, octets, /)\n--\n\nAnswer lines."},
	{"select", filter_select, METH_VARARGS, "Return the lines of a list that have a verdict, of print=all."},
	{0},
};

static PyGetSetDef filter_members[] = {
	{"report", filter_report, NULL, "What was answered so far.", NULL},
	{0},
};

static PyType_Slot filter_slots[] = {
	{Py_tp_doc, "Answers lines."},
	{Py_tp_dealloc, filter_dealloc},
	{Py_tp_methods, filter_methods},
	{Py_tp_getset, filter_members},
	{0},
};

static PyType_Spec filter_spec = {"robotsc._store.LineFilter", (int)sizeof(struct filter), 0, TYPE_FLAGS, filter_slots};

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

/* Takes the exceptions of the other module. */
static int import_errors(struct state *s)
{
	PyObject *core = PyImport_ImportModule("robotsc._robotsc");

	if (!core)
		return -1;
	s->error = PyObject_GetAttrString(core, "Error");
	s->agent_error = PyObject_GetAttrString(core, "AgentError");
	s->origin_error = PyObject_GetAttrString(core, "OriginError");
	s->blob_error = PyObject_GetAttrString(core, "BlobError");
	Py_DECREF(core);
	return s->error && s->agent_error && s->origin_error && s->blob_error ? 0 : -1;
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
	static const char *const names[] = {"disallow", "allow", "unknown"};
	struct state *s = PyModule_GetState(module);

	for (int i = 0; i < 3; i++) {
		s->verdicts[i] = PyUnicode_InternFromString(names[i]);
		if (!s->verdicts[i])
			return -1;
	}
	if (import_errors(s) < 0 || add_errors(module, s) < 0)
		return -1;
	s->handle = add_type(module, &handle_spec);
	s->reader = add_type(module, &reader_spec);
	s->filter = add_type(module, &filter_spec);
	return s->handle && s->reader && s->filter ? 0 : -1;
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
	for (int i = 0; i < 3; i++)
		Py_CLEAR(s->verdicts[i]);
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
