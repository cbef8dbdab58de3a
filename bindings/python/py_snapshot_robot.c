/* py_snapshot_robot.c - asks a snapshot for a robot: masks for URLs, filters of lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "line_filter.h"
#include "module.h"

#define CHUNK ((size_t)4096) /* URLs that are checked between two looks at the GIL */
#define FEW 64u              /* a batch with fewer URLs keeps the GIL */

struct snapshot_robot {
	PyObject_HEAD struct snapshot_files *files;
	PyObject *tokens;
	struct robotsc_text *texts;      /* texts of the tokens */
	struct robotsc_snapshot *shards; /* shards opened for the tokens */
	int dialect;
};

static PyObject *fail_robot(struct snapshot_robot *r, enum robotsc_status status)
{
	if (status == ROBOTSC_ERR_NOMEM)
		PyErr_NoMemory();
	else
		raise_snapshot(snapshot_state(r), r->files->path, status);
	Py_DECREF((PyObject *)r);
	return NULL;
}

PyObject *files_robot(PyObject *self, PyObject *tokens)
{
	struct snapshot_files *f = (struct snapshot_files *)self;
	const struct state *s = snapshot_state(f);
	enum robotsc_status status;
	struct robotsc_text *texts;
	struct snapshot_robot *r;
	if (!PyTuple_Check(tokens))
		return PyErr_Format(PyExc_TypeError, "tokens must be a tuple, not %R", Py_TYPE(tokens));
	texts = hold_tokens(tokens, (int)f->all.settings.dialect, s->agent_error);
	r = texts ? PyObject_New(struct snapshot_robot, s->robot) : NULL;
	if (!r) {
		PyMem_Free(texts);
		return NULL;
	}
	r->files = (struct snapshot_files *)Py_NewRef(self);
	r->tokens = Py_NewRef(tokens);
	r->texts = texts;
	r->dialect = (int)f->all.settings.dialect;
	r->shards = PyMem_Calloc(f->all.n, sizeof *r->shards);
	if (!r->shards)
		return fail_robot(r, ROBOTSC_ERR_NOMEM);
	status = robotsc_snapshot_files_choose(&f->all, texts, (size_t)PyTuple_Size(tokens), r->shards);
	if (status != ROBOTSC_OK)
		return fail_robot(r, status);
	return (PyObject *)r;
}

static void robot_dealloc(PyObject *self)
{
	struct snapshot_robot *r = (struct snapshot_robot *)self;
	PyTypeObject *type = Py_TYPE(self);
	PyMem_Free(r->shards);
	PyMem_Free(r->texts);
	Py_DECREF(r->tokens);
	Py_DECREF((PyObject *)r->files);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* ---- many URLs ------------------------------------------------------------------ */

/* URLs and their answers; with several shards, both also in the order of shards. */
struct batch {
	struct robotsc_snapshot_answer *answers, *sorted_answers;
	struct robotsc_text *urls, *sorted_urls;
	size_t *ends;    /* for each shard, the index after its URLs */
	uint32_t *shard; /* of each URL; the number of shards, if it has no origin */
	uint32_t *place; /* of each URL in the order of shards */
};

static int make_batch(struct batch *b, size_t room, size_t shards)
{
	const size_t one = sizeof *b->answers + sizeof *b->urls;
	char *at = PyMem_Malloc(shards > 1 ? room * (2 * one + 2 * sizeof *b->shard) + (shards + 1) * sizeof *b->ends : room * one);
	if (!at) {
		PyErr_NoMemory();
		return -1;
	}
	b->answers = (void *)at;
	b->urls = (void *)(b->answers + room);
	b->sorted_answers = (void *)(b->urls + room);
	b->sorted_urls = (void *)(b->sorted_answers + room);
	b->ends = (void *)(b->sorted_urls + room);
	b->shard = (void *)(b->ends + shards + 1);
	b->place = b->shard + room;
	return 0;
}

/* Sort URLs by shard.  URLs without an origin come last. */
static void sort_by_shard(struct batch *b, size_t n, size_t shards)
{
	size_t before = 0;
	memset(b->ends, 0, (shards + 1) * sizeof *b->ends);
	for (size_t i = 0; i < n; i++) {
		enum robotsc_status status;
		b->shard[i] = robotsc_shard(b->urls[i].at, b->urls[i].len, (uint32_t)shards, &status);
		if (status != ROBOTSC_OK)
			b->shard[i] = (uint32_t)shards;
		b->ends[b->shard[i]]++;
	}
	for (size_t i = 0; i <= shards; i++) {
		const size_t count = b->ends[i];
		b->ends[i] = before;
		before += count;
	}
	for (size_t i = 0; i < n; i++) {
		b->place[i] = (uint32_t)b->ends[b->shard[i]]++;
		b->sorted_urls[b->place[i]] = b->urls[i];
	}
}

static void check_urls(const struct snapshot_robot *r, struct batch *b, size_t n)
{
	const size_t shards = r->files->all.n;
	size_t at = 0;
	if (shards == 1) {
		robotsc_snapshot_check_urls(r->shards, b->urls, n, b->answers);
		return;
	}
	sort_by_shard(b, n, shards);
	for (size_t i = 0; i < shards; at = b->ends[i++])
		robotsc_snapshot_check_urls(&r->shards[i], b->sorted_urls + at, b->ends[i] - at, b->sorted_answers + at);
	for (; at < n; at++)
		b->sorted_answers[at] = (struct robotsc_snapshot_answer){.status = ROBOTSC_ERR_HOST};
	for (size_t i = 0; i < n; i++)
		b->answers[i] = b->sorted_answers[b->place[i]];
}

/* A question about URLs. */
struct question {
	const struct snapshot_robot *robot;
	int stale, unknown; /* enum robotsc_filter_stale; the verdict if no policy answers */
	int64_t now;
};

/* URLs without an origin: their number, and the index of the first. */
struct no_origins {
	Py_ssize_t count, index;
};

/* Turn answers into octets 0 and 1 of the mask.  -1: an exception is set. */
static int take_answers(const struct question *q, const struct batch *b, size_t from, size_t n, char *mask, struct no_origins *none)
{
	for (size_t i = 0; i < n; i++) {
		const struct robotsc_snapshot_answer *a = &b->answers[i];
		const int late = a->status == ROBOTSC_OK && a->expires <= q->now;
		if (a->status == ROBOTSC_OK && (!late || q->stale == ROBOTSC_STALE_USE)) {
			mask[from + i] = (char)a->verdict;
			continue;
		}
		mask[from + i] = (char)(late && q->stale == ROBOTSC_STALE_DENY ? ROBOTSC_DISALLOW : q->unknown);
		if (a->status >= ROBOTSC_ERR_SCHEME && a->status <= ROBOTSC_ERR_PORT) {
			if (none->count++ == 0)
				none->index = (Py_ssize_t)(from + i);
		} else if (a->status != ROBOTSC_OK && a->status != ROBOTSC_ERR_UNKNOWN && a->status != ROBOTSC_ERR_SHARD) {
			PyErr_Format(snapshot_state(q->robot)->damaged_error,
			             "%U: the snapshot is damaged where the URL at index %zd is answered; "
			             "'robotsc snapshot verify' lists what is wrong",
			             q->robot->files->path, (Py_ssize_t)(from + i));
			return -1;
		}
	}
	return 0;
}

/* Check all URLs of a tuple.  It keeps their octets while other threads have the GIL. */
static int fill_batch(const struct question *q, struct batch *b, PyObject *urls, char *mask, struct no_origins *none)
{
	const size_t total = (size_t)PyTuple_Size(urls);
	for (size_t from = 0; from < total; from += CHUNK) {
		const size_t n = total - from < CHUNK ? total - from : CHUNK;
		for (size_t i = 0; i < n; i++)
			if (read_text(PyTuple_GetItem(urls, (Py_ssize_t)(from + i)), "a URL", &b->urls[i]) < 0)
				return -1;
		if (n < FEW) {
			check_urls(q->robot, b, n);
		} else {
			Py_BEGIN_ALLOW_THREADS;
			check_urls(q->robot, b, n);
			Py_END_ALLOW_THREADS;
		}
		if (take_answers(q, b, from, n, mask, none) < 0)
			return -1;
	}
	return 0;
}

static int fill_mask(const void *ctx, PyObject *urls, char *mask)
{
	const struct question *q = ctx;
	const size_t total = (size_t)PyTuple_Size(urls);
	struct no_origins none = {0, 0};
	struct batch b;
	int result;
	if (make_batch(&b, total < CHUNK ? total : CHUNK, q->robot->files->all.n) < 0)
		return -1;
	result = fill_batch(q, &b, urls, mask, &none);
	PyMem_Free(b.answers);
	if (result < 0 || none.count == 0)
		return result;
	return warn_of_url(q->robot->dialect, PyTuple_GetItem(urls, none.index), none.index, none.count - 1);
}

static PyObject *robot_allowed_many(PyObject *self, PyObject *args)
{
	struct question q = {.robot = (struct snapshot_robot *)self};
	long long now;
	PyObject *urls;
	if (!PyArg_ParseTuple(args, "OipL:allowed_many", &urls, &q.stale, &q.unknown, &now))
		return NULL;
	q.now = now;
	return answer_many(urls, fill_mask, &q);
}

/* ---- filters --------------------------------------------------------------------- */

static const char *why_not(PyObject *owner)
{
	(void)owner;
	return NULL;
}

static void raise_filter_status(PyObject *owner, enum robotsc_store_status status)
{
	const struct snapshot_robot *r = (struct snapshot_robot *)owner;
	if (status == ROBOTSC_STORE_NOMEM)
		PyErr_NoMemory();
	else if (status == ROBOTSC_STORE_DAMAGED)
		raise_snapshot(snapshot_state(r), r->files->path, ROBOTSC_ERR_CORRUPT);
	else
		PyErr_Format(PyExc_ValueError, "%U: %s", r->files->path, robotsc_store_strerror(status));
}

static void raise_filter_sentence(PyObject *owner, const char *sentence)
{
	const struct snapshot_robot *r = (struct snapshot_robot *)owner;
	PyErr_Format(snapshot_state(r)->snapshot_error, "%U: %s", r->files->path, sentence);
}

static const struct filter_owner by_snapshot = {why_not, raise_filter_status, raise_filter_sentence};

PyObject *files_filter(PyObject *self, PyObject *args)
{
	struct robotsc_filter_options options;
	enum robotsc_store_status status;
	PyObject *tokens, *robot;
	struct line_filter *f;
	if (read_filter_options(args, &options, &tokens) < 0)
		return NULL;
	robot = files_robot(self, tokens);
	if (!robot)
		return NULL;
	f = new_line_filter(snapshot_state(self)->filter, &by_snapshot, robot, NULL, NULL, options.reason);
	if (f) {
		const struct snapshot_robot *r = (struct snapshot_robot *)robot;
		status = robotsc_filter_open_snapshot(&f->filter, r->shards, r->files->all.n, &options);
		if (status != ROBOTSC_STORE_OK) {
			f->filter = NULL;
			raise_filter_status(robot, status);
			Py_CLEAR(f);
		}
	}
	Py_DECREF(robot);
	return (PyObject *)f;
}

/* ---- the type -------------------------------------------------------------------- */

static PyMethodDef robot_methods[] = {
	{"allowed_many", robot_allowed_many, METH_VARARGS, "Return a mask for URLs."},
	{0},
};

static PyType_Slot robot_slots[] = {
	{Py_tp_doc, "A snapshot asked by a robot."},
	{Py_tp_dealloc, robot_dealloc},
	{Py_tp_methods, robot_methods},
	{0},
};

PyType_Spec robot_spec = {"robotsc._robotsc.SnapshotRobot", (int)sizeof(struct snapshot_robot), 0, SNAPSHOT_FLAGS, robot_slots};
