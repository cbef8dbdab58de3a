/* py_audit.c - robotsc.audit for the package: JSON, which the package reads, and the command's
 * text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bind.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* A question, and the memory that it borrows. */
struct asked {
	struct robotsc_options options;
	struct robotsc_audit_question question;
	struct robotsc_audit_file *files;    /* PyMem */
	struct robotsc_audit_ranges *ranges; /* PyMem */
	struct robotsc_audit_hosts hosts;
	struct robotsc_shards shards; /* of these */
};

/* ---- arguments ------------------------------------------------------------------------------- */

/* Read (dialect, limit, enum robotsc_policy_flags). */
static int read_options(PyObject *tuple, struct robotsc_options *options)
{
	const char *dialect;
	Py_ssize_t limit;
	unsigned flags;
	robotsc_options_init(options);
	if (!PyArg_ParseTuple(tuple, "snI", &dialect, &limit, &flags))
		return -1;
	options->limit = (size_t)limit;
	options->strict_fields = (flags & ROBOTSC_POLICY_STRICT_FIELDS) != 0;
	options->aipref_rule = (flags & ROBOTSC_POLICY_AIPREF_RULE) != 0;
	options->conner2_rest_deny = (flags & ROBOTSC_POLICY_CONNER2_REST_DENY) != 0;
	const int number = read_dialect(dialect);
	options->dialect = (enum robotsc_dialect)number;
	return number < 0 ? -1 : 0;
}

/* Make an array with room for each item of a tuple. */
static void *allocate(PyObject *tuple, size_t size, size_t *n)
{
	void *array;
	*n = (size_t)PyTuple_Size(tuple);
	array = PyMem_Calloc(*n + 1, size);
	if (!array)
		PyErr_NoMemory();
	return array;
}

static PyObject *tuple_at(PyObject *tuple, size_t i)
{
	PyObject *const item = PyTuple_GetItem(tuple, (Py_ssize_t)i);
	if (item && PyTuple_Check(item))
		return item;
	PyErr_SetString(PyExc_TypeError, "files and ranges must be tuples");
	return NULL;
}

/* Read a tuple of files, each (text, seconds since 1970, name). */
static int read_files(PyObject *tuple, struct asked *a)
{
	a->files = allocate(tuple, sizeof *a->files, &a->question.nfiles);
	for (size_t i = 0; a->files && i < a->question.nfiles; i++) {
		struct robotsc_audit_file *const file = &a->files[i];
		PyObject *const item = tuple_at(tuple, i);
		const char *robots;
		Py_ssize_t len, name;
		long long from;
		if (!item || !PyArg_ParseTuple(item, "y#Ly#", &robots, &len, &from, &file->name.at, &name))
			return -1;
		file->robots = robots;
		file->len = (size_t)len;
		file->from = from;
		file->name.len = (size_t)name;
	}
	a->question.files = a->files;
	return a->files ? 0 : -1;
}

/* Read a tuple of crawlers, each (token, JSON). */
static int read_ranges(PyObject *tuple, struct asked *a)
{
	a->ranges = allocate(tuple, sizeof *a->ranges, &a->question.nranges);
	for (size_t i = 0; a->ranges && i < a->question.nranges; i++) {
		struct robotsc_audit_ranges *const ranges = &a->ranges[i];
		PyObject *const item = tuple_at(tuple, i);
		Py_ssize_t token, json;
		if (!item || !PyArg_ParseTuple(item, "y#y#", &ranges->token.at, &token, &ranges->json.at, &json))
			return -1;
		ranges->token.len = (size_t)token;
		ranges->json.len = (size_t)json;
	}
	a->question.ranges = a->ranges;
	return a->ranges ? 0 : -1;
}

/* Read the files of a Snapshot, or None. */
static int read_snapshot(const struct state *s, PyObject *files, const char *scheme, struct asked *a)
{
	const struct snapshot_files *const f = (void *)files;
	Py_ssize_t len;
	if (files == Py_None)
		return 0;
	if (!PyObject_TypeCheck(files, s->files)) {
		PyErr_Format(PyExc_TypeError, "snapshot must be a robotsc.Snapshot, not %R", Py_TYPE(files));
		return -1;
	}
	a->shards = (struct robotsc_shards){f->all.shards, (uint32_t)f->all.n};
	a->hosts = (struct robotsc_audit_hosts){.find = robotsc_snapshot_policy,
	                                        .ctx = &a->shards,
	                                        .dialect = f->all.settings.dialect,
	                                        .agents = f->all.settings.agents,
	                                        .nagents = f->all.settings.nagents,
	                                        .scheme = scheme};
	a->hosts.name.at = PyUnicode_AsUTF8AndSize(f->path, &len);
	if (!a->hosts.name.at) { /* the path has octets that are no UTF-8 */
		PyErr_Clear();
		a->hosts.name.at = "-";
		len = 1;
	}
	a->hosts.name.len = (size_t)len;
	a->question.hosts = &a->hosts;
	return 0;
}

static int read_asked(const struct state *s, PyObject *args, struct asked *a, PyObject **blocks, PyObject **snapshot)
{
	PyObject *files, *ranges, *options;
	const char *scheme;
	unsigned examples;
	if (!PyArg_ParseTuple(args, "OO!OzzzIppO!O!", blocks, &PyTuple_Type, &files, snapshot, &a->question.format,
	                      &a->question.address, &scheme, &examples, &a->question.queries, &a->question.anonymize, &PyTuple_Type,
	                      &ranges, &PyTuple_Type, &options) ||
	    read_options(options, &a->options) < 0 || read_files(files, a) < 0 || read_ranges(ranges, a) < 0 ||
	    read_snapshot(s, *snapshot, scheme, a) < 0)
		return -1;
	a->question.examples = examples;
	a->question.options = &a->options;
	a->question.crawlers = robotsc_crawlers(&a->question.ncrawlers);
	return 0;
}

static void free_asked(struct asked *a)
{
	PyMem_Free(a->files);
	PyMem_Free(a->ranges);
}

/* ---- the audit ------------------------------------------------------------------------------- */

static void raise_audit(const struct state *s, PyObject *snapshot, enum robotsc_status status, const char *wrong)
{
	if (wrong)
		PyErr_Format(PyExc_ValueError, "%s: %s", strncmp(wrong, "ranges", 6) == 0 ? "ranges" : "log_format", wrong);
	else if (status == ROBOTSC_ERR_ARGUMENT)
		PyErr_SetString(PyExc_ValueError, "robots must be a text, or texts of different times; scheme http or https");
	else if (snapshot != Py_None && status != ROBOTSC_ERR_NOMEM)
		raise_snapshot(s, ((struct snapshot_files *)(void *)snapshot)->path, status);
	else
		raise_status(s, status);
}

/* Read and count a block: bytes with whole lines, or None for a line that is too long.  -1: an
 * exception is set. */
static int count_block(const struct state *s, PyObject *block, PyObject *snapshot, struct robotsc_audit *audit,
                       struct robotsc_audit_lines *lines)
{
	enum robotsc_status status;
	char *at;
	Py_ssize_t len;
	if (block == Py_None) {
		robotsc_audit_skip(audit);
		return 0;
	}
	if (PyBytes_AsStringAndSize(block, &at, &len) < 0)
		return -1;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_audit_read(lines, at, (size_t)len);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_count(audit, lines);
	Py_END_ALLOW_THREADS;
	if (status == ROBOTSC_OK)
		return 0;
	raise_audit(s, snapshot, status, NULL);
	return -1;
}

/* Count the blocks of an iterator. */
static int count_blocks(const struct state *s, PyObject *blocks, PyObject *snapshot, struct robotsc_audit *audit,
                        struct robotsc_audit_lines *lines)
{
	PyObject *block;
	while ((block = PyIter_Next(blocks)) != NULL) {
		const int result = count_block(s, block, snapshot, audit, lines);
		Py_DECREF(block);
		if (result < 0)
			return -1;
	}
	return PyErr_Occurred() ? -1 : 0;
}

/* Returns JSON, and the text of the command. */
static PyObject *report(const struct state *s, struct robotsc_audit *audit)
{
	static const enum robotsc_report_format formats[2] = {ROBOTSC_REPORT_JSON, ROBOTSC_REPORT_TEXT};
	struct collected w[2] = {{.at = NULL}, {.at = NULL}};
	const struct robotsc_audit_answer *answer;
	const enum robotsc_status status = robotsc_audit_answer(audit, &answer);
	PyObject *result = NULL;
	if (status != ROBOTSC_OK)
		return raise_status(s, status);
	for (int i = 0; i < 2; i++) {
		const struct robotsc_report to = {.write = collect_report, .ctx = &w[i], .format = formats[i]};
		robotsc_audit_report(&to, answer);
	}
	if (w[0].failed || w[1].failed)
		PyErr_NoMemory();
	else
		result = Py_BuildValue("y#y#", w[0].at, (Py_ssize_t)w[0].len, w[1].at, (Py_ssize_t)w[1].len);
	free(w[0].at);
	free(w[1].at);
	return result;
}

static PyObject *audit_blocks(const struct state *s, const struct asked *a, PyObject *blocks, PyObject *snapshot)
{
	struct robotsc_audit *audit = NULL;
	struct robotsc_audit_lines *lines = NULL;
	const char *wrong = NULL;
	PyObject *result = NULL;
	enum robotsc_status status = robotsc_audit_open(&audit, &a->question, &wrong);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_lines_new(audit, &lines);
	if (status != ROBOTSC_OK)
		raise_audit(s, snapshot, status, wrong);
	else if (count_blocks(s, blocks, snapshot, audit, lines) == 0)
		result = report(s, audit);
	robotsc_audit_lines_free(lines);
	robotsc_audit_close(audit);
	return result;
}

/* (blocks, files, snapshot, format, address, scheme, examples, queries, anonymize, ranges,
 * options): returns JSON and text, as bytes */
PyObject *audit_logs(PyObject *module, PyObject *args)
{
	const struct state *const s = PyModule_GetState(module);
	struct asked a = {.files = NULL};
	PyObject *blocks, *snapshot, *iterator = NULL, *result = NULL;
	if (read_asked(s, args, &a, &blocks, &snapshot) == 0)
		iterator = PyObject_GetIter(blocks);
	if (iterator)
		result = audit_blocks(s, &a, iterator, snapshot);
	Py_XDECREF(iterator);
	free_asked(&a);
	return result;
}
