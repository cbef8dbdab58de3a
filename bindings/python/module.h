/* module.h - shared by the C sources of the Python module.
 *
 * Limited API of CPython 3.11: one binary works with that version and all later ones.  The objects
 * of a module are in its state; only constant tables are static.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MODULE_H
#define ROBOTSC_MODULE_H

#include "robotsc/snapshot_make.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "py_texts.h"
#include "robotsc.h"

#define STATE_OBJECTS 21

struct state {
	union {
		PyObject *objects[STATE_OBJECTS]; /* all objects below */
		struct {
			PyTypeObject *policy, *agent, *record, *usage, *rate, *decision, *next, *files, *robot, *cursor, *filter;
			PyObject *error, *blob_error, *agent_error, *absent_error, *origin_error, *content_warning;
			/* of snapshots */
			PyObject *snapshot_error, *damaged_error, *version_error, *root_error;
		};
	};
	/* Compilers that no thread uses. */
	_Atomic(struct robotsc_compiler *) idle[4];
};

struct policy {
	PyObject_HEAD Py_buffer bytes; /* the blob, held and read-only */
	struct robotsc_blob blob;
	struct robotsc_extensions extensions;
	enum robotsc_status extended; /* ROBOTSC_OK: extensions is filled */
	PyObject *weak_references;
};

struct agent {
	PyObject_HEAD struct robotsc_group group;
	struct policy *policy;
	PyObject *tokens; /* a tuple */
};

/* A function of another type than PyCFunction, for a method table. */
#define METHOD(f) ((PyCFunction)(void (*)(void))(f))

#define TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)

/* Free the idle compilers. */
void drop_compilers(struct state *s);

/* Get read-only octets of a buffer; octets that others may write to are copied. */
int hold_octets(PyObject *object, Py_buffer *view);

/* Raise the exception of a status, with a sentence.  Returns NULL. */
PyObject *raise_status(const struct state *s, enum robotsc_status status);

/* As PyObject_GetAttrString, but adds no new str to Python's cache of attributes each time. */
PyObject *get_attribute(PyObject *object, const char *name);

/* Get an optional attribute.  Returns 1; 0: it is not there; -1: an exception is set. */
int find_attribute(PyObject *object, const char *name, PyObject **found);

/* Fill an item of a named tuple; takes ownership of the value.  Returns -1 if it is NULL. */
int fill(PyObject *tuple, Py_ssize_t at, PyObject *value);

/* Add a type to the module; if type is NULL, an error before, returns NULL. */
PyTypeObject *add_type(PyObject *module, PyObject *type);

/* Make a policy of bytes that hold a blob. */
PyObject *open_bytes(const struct state *s, PyObject *bytes, bool is_compiled);

/* ---- py_records.c, py_policy.c, py_agent.c, py_batches.c ----------------------------- */

/* The records of a group, or of the file: all of them, or the values of one field. */
PyObject *list_records(const struct policy *p, const struct robotsc_group *group, enum robotsc_line_field only);

/* Make an Agent for the texts of a tuple, which it takes over. */
PyObject *make_agent(PyObject *policy, PyObject *tuple, const struct robotsc_text *tokens);

PyObject *agent_allowed_many(PyObject *self, PyObject *urls);

/* Return a mask for an iterable of URLs, as allowed_many does.  fill_mask gets the URLs as a tuple,
 * and an octet for each; it returns -1 if it has raised. */
PyObject *answer_many(PyObject *urls, int (*fill_mask)(const void *ctx, PyObject *tuple, char *mask), const void *ctx);

extern const char allowed_many_doc[], reduce_doc[];

int add_policy(PyObject *module, struct state *s);
int add_agent(PyObject *module, struct state *s);
int add_records(PyObject *module, struct state *s);
int add_compile(PyObject *module); /* py_compile.c */

/* ---- py_urls.c ---------------------------------------------------------------------- */

int is_url(const struct agent *agent, struct robotsc_text url);

/* Warn about a text that is no URL.  dialect: enum robotsc_dialect; index: its place in a list, or
 * -1; others: how many more are no URLs.  -1: an exception is set. */
int warn_of_url(int dialect, PyObject *url, Py_ssize_t index, Py_ssize_t others);

int add_urls(PyObject *module);

/* ---- py_arguments.c ----------------------------------------------------------------- */

/* Read seconds: a number, or an object with a method that returns one.  -1: an exception is set. */
int read_seconds(PyObject *object, const char *method, const char *what, int64_t *milliseconds);

/* Read a point in time; None is the present. */
int read_time(PyObject *object, const char *what, int64_t *milliseconds);

/* Read a point in time in whole seconds, rounded down. */
int read_whole_time(PyObject *object, const char *what, int64_t *seconds);

/* Read a duration in whole seconds; a negative one counts as 0. */
int read_duration(PyObject *object, const char *what, uint64_t *seconds);

/* Make a list of names and values, in turn, from a mapping or from pairs. */
PyObject *hold_headers(PyObject *headers);

/* Make the array of fields, to be freed with PyMem_Free.  It borrows the list. */
struct robotsc_header_field *read_fields(PyObject *held, size_t *n);

/* ---- py_decisions.c, py_access.c ---------------------------------------------------- */

/* The index of a str among names, or -1. */
int find_name(PyObject *text, const char *(*name_at)(unsigned));

const char *profile_at(unsigned i);
PyObject *make_decision(const struct state *s, const struct robotsc_decision *d);

int add_decisions(PyObject *module, struct state *s);
int add_access(PyObject *module);
PyObject *policy_decision(PyObject *self, void *unused);
PyObject *policy_stamp(PyObject *self, PyObject *args, PyObject *keywords);
extern const char policy_stamp_doc[];

/* ---- py_snapshot.c, py_snapshot_robot.c ---------------------------------------------- */

int add_snapshots(PyObject *module, struct state *s);

/* A snapshot: a file, or all shards in their order. */
struct snapshot_files {
	PyObject_HEAD PyObject *path; /* str */
	PyObject *octets;             /* of path */
	struct robotsc_snapshot_files all;
};

/* Raise the exception of a status, with a sentence that says what to do.  path: str. */
void raise_snapshot(const struct state *s, PyObject *path, enum robotsc_status status);

/* The module's state, from an object of a type of the module. */
const struct state *snapshot_state(const void *object);

PyObject *files_robot(PyObject *self, PyObject *tokens);
PyObject *files_filter(PyObject *self, PyObject *args);

extern PyType_Spec robot_spec;

#define SNAPSHOT_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE)

/* ---- py_ask.c, py_audit.c: for the Python part of the package, and methods of Agent ---- */

PyObject *ask(PyObject *module, PyObject *args);
PyObject *agent_dot(PyObject *self, PyObject *unused);
PyObject *agent_html(PyObject *self, PyObject *unused);
PyObject *audit_logs(PyObject *module, PyObject *args);

/* A report that is being made; free `at`.  collect_report is for write of struct robotsc_report. */
struct collected {
	char *at;
	size_t len, room;
	int failed; /* there was no memory */
};
void collect_report(void *ctx, const char *text, size_t len);

#endif
