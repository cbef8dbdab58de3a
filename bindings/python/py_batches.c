/* py_batches.c - allowed_many: many URLs in one call, as a mask.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#define CHUNK 8192 /* URLs that are checked between two looks at the GIL */
#define FEW 64     /* so short a batch keeps the GIL: releasing it would cost more */

static void check_chunk(const struct robotsc_group *group, const struct robotsc_text *texts, Py_ssize_t n, char *mask)
{
	for (Py_ssize_t i = 0; i < n; i++)
		mask[i] = (char)robotsc_check_url(group, texts[i].at, texts[i].len);
}

/* The URLs of a batch that are none: how many, and the index of the first. */
struct wrong {
	Py_ssize_t count, index;
};

/* Reads the texts of n URLs of a tuple. */
static int read_chunk(const struct agent *agent, PyObject *urls, Py_ssize_t from, Py_ssize_t n, struct robotsc_text *texts,
                      struct wrong *wrong)
{
	for (Py_ssize_t i = 0; i < n; i++) {
		if (read_text(PyTuple_GetItem(urls, from + i), "a URL", &texts[i]) < 0)
			return -1;
		if (!is_url(agent, texts[i]) && wrong->count++ == 0)
			wrong->index = from + i;
	}
	return 0;
}

/* The tuple keeps its URLs, and so their octets, while other threads have the GIL. */
static int check_tuple(const struct agent *agent, PyObject *urls, struct robotsc_text *texts, char *mask)
{
	const struct robotsc_group *const group = &agent->group;
	const Py_ssize_t n = PyTuple_Size(urls);
	struct wrong wrong = {0, 0};
	for (Py_ssize_t from = 0; from < n; from += CHUNK) {
		const Py_ssize_t count = n - from < CHUNK ? n - from : CHUNK;
		if (read_chunk(agent, urls, from, count, texts, &wrong) < 0)
			return -1;
		if (count < FEW) {
			check_chunk(group, texts, count, mask + from);
		} else {
			Py_BEGIN_ALLOW_THREADS;
			check_chunk(group, texts, count, mask + from);
			Py_END_ALLOW_THREADS;
		}
	}
	return wrong.count ? warn_of_url(group->dialect, PyTuple_GetItem(urls, wrong.index), wrong.index, wrong.count - 1) : 0;
}

static int check_all(const void *agent, PyObject *urls, char *mask)
{
	const Py_ssize_t n = PyTuple_Size(urls);
	struct robotsc_text *texts = PyMem_Malloc((size_t)(n < CHUNK ? n : CHUNK) * sizeof *texts);
	int result;
	if (!texts) {
		PyErr_NoMemory();
		return -1;
	}
	result = check_tuple(agent, urls, texts, mask);
	PyMem_Free(texts);
	return result;
}

/* A mask as a memoryview of bools; takes the mask over, which may be NULL. */
static PyObject *view_mask(PyObject *mask)
{
	PyObject *octets = mask ? PyMemoryView_FromObject(mask) : NULL;
	PyObject *cast = octets ? get_attribute(octets, "cast") : NULL;
	PyObject *bools = cast ? PyObject_CallFunction(cast, "s", "?") : NULL;
	Py_XDECREF(mask);
	Py_XDECREF(octets);
	Py_XDECREF(cast);
	return bools;
}

/* The same memory as a NumPy array; takes the view over. */
static PyObject *to_array(PyObject *view)
{
	PyObject *numpy = PyImport_ImportModule("numpy");
	PyObject *asarray = numpy ? get_attribute(numpy, "asarray") : NULL;
	PyObject *array = asarray ? PyObject_CallFunctionObjArgs(asarray, view, NULL) : NULL;
	Py_DECREF(view);
	Py_XDECREF(numpy);
	Py_XDECREF(asarray);
	return array;
}

/* pandas takes an array as a mask, but no memoryview.  1 for what has __array__, -1: raised. */
static int is_array(PyObject *urls)
{
	PyObject *method = NULL;
	const int found = PyList_CheckExact(urls) || PyTuple_CheckExact(urls) ? 0 : find_attribute(urls, "__array__", &method);
	Py_XDECREF(method);
	return found;
}

PyObject *answer_many(PyObject *urls, int (*fill_mask)(const void *ctx, PyObject *tuple, char *mask), const void *ctx)
{
	PyObject *tuple, *mask, *view;
	int array;
	if (PyUnicode_Check(urls) || PyBytes_Check(urls)) {
		PyErr_Format(PyExc_TypeError, "allowed_many takes an iterable of URLs, not one %R; call allowed", Py_TYPE(urls));
		return NULL;
	}
	tuple = PySequence_Tuple(urls);
	if (!tuple)
		return NULL;
	mask = PyBytes_FromStringAndSize(NULL, PyTuple_Size(tuple));
	if (mask && fill_mask(ctx, tuple, PyBytes_AsString(mask)) < 0)
		Py_CLEAR(mask);
	Py_DECREF(tuple);
	view = view_mask(mask);
	array = view ? is_array(urls) : 0;
	if (array < 0)
		Py_CLEAR(view);
	return array > 0 ? to_array(view) : view;
}

PyObject *agent_allowed_many(PyObject *self, PyObject *urls)
{
	return answer_many(urls, check_all, self);
}

const char allowed_many_doc[] = "allowed_many($self, urls, /)\n--\n\n"
				"Check each URL of an iterable, as allowed does.\n\n"
				"Returns a memoryview of format '?', one octet (0 or 1) for a URL, in order.\n"
				"numpy.asarray takes it without a copy.  For an array or a Series it is a NumPy\n"
				"array of the same memory: frame[robot.allowed_many(frame.url)] selects rows.\n"
				"A UrlWarning names the first that is no URL, by its index, and counts the others.\n"
				"Releases the GIL for 64 URLs or more.";
