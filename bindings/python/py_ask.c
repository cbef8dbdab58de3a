/* py_ask.c - questions about texts, for the Python part of the package, and the graph of an Agent.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bind.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* ---- questions ------------------------------------------------------------------------------- */

/* Find where each text of a tuple of bytes ends, in all texts joined.  -1: it has raised. */
static int find_ends(PyObject *tuple, uint32_t *ends)
{
	const Py_ssize_t n = PyTuple_Size(tuple);
	uint64_t end = 0;
	for (Py_ssize_t i = 0; i < n; i++) {
		const Py_ssize_t len = PyBytes_Size(PyTuple_GetItem(tuple, i));
		if (len < 0)
			return -1;
		end += (uint64_t)len;
		ends[i] = (uint32_t)end;
		if (end > UINT32_MAX) {
			PyErr_SetString(PyExc_OverflowError, "the texts have more than 4 GiB");
			return -1;
		}
	}
	return 0;
}

/* Put the texts one after the other into memory of PyMem.  NULL: an exception is set. */
static char *join(PyObject *tuple, uint32_t *ends)
{
	const Py_ssize_t n = PyTuple_Size(tuple);
	char *joined;
	if (find_ends(tuple, ends) < 0)
		return NULL;
	joined = PyMem_Malloc(n ? (size_t)ends[n - 1] + 1 : 1);
	if (!joined)
		return (char *)PyErr_NoMemory();
	for (Py_ssize_t i = 0; i < n; i++) {
		PyObject *const text = PyTuple_GetItem(tuple, i);
		memcpy(joined + (i ? ends[i - 1] : 0), PyBytes_AsString(text), (size_t)PyBytes_Size(text));
	}
	return joined;
}

/* Ask the question without holding the GIL. */
static PyObject *ask_about(const struct state *s, int kind, unsigned flags, const double *numbers,
                           const struct robotsc_texts *texts)
{
	enum robotsc_status status;
	PyObject *result;
	char *answer;
	size_t len;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_ask((enum robotsc_question_kind)kind, flags, numbers, texts, &answer, &len);
	Py_END_ALLOW_THREADS;
	if (status != ROBOTSC_OK)
		return raise_status(s, status);
	result = PyBytes_FromStringAndSize(answer, (Py_ssize_t)len);
	robotsc_answer_free(answer);
	return result;
}

/* (kind, flags, five numbers, texts): returns the answer as bytes */
PyObject *ask(PyObject *module, PyObject *args)
{
	double v[ROBOTSC_ASK_NUMBERS];
	PyObject *tuple, *result = NULL;
	unsigned flags;
	int kind;
	if (!PyArg_ParseTuple(args, "iI(ddddd)O!:_ask", &kind, &flags, &v[0], &v[1], &v[2], &v[3], &v[4], &PyTuple_Type, &tuple))
		return NULL;
	const size_t n = (size_t)PyTuple_Size(tuple);
	uint32_t *const ends = PyMem_Calloc(n + 1, sizeof *ends);
	char *const joined = ends ? join(tuple, ends) : (char *)PyErr_NoMemory();
	if (joined)
		result = ask_about(PyModule_GetState(module), kind, flags, v, &(struct robotsc_texts){joined, ends, n});
	PyMem_Free(joined);
	PyMem_Free(ends);
	return result;
}

/* ---- pictures -------------------------------------------------------------------------------- */

void collect_report(void *ctx, const char *text, size_t len)
{
	struct collected *const j = ctx;
	if (!j->failed && len > j->room - j->len) {
		const size_t room = 2 * (j->room + len);
		char *const at = realloc(j->at, room);
		if (at) {
			j->at = at;
			j->room = room;
		}
		j->failed = !at;
	}
	if (j->failed)
		return;
	memcpy(j->at + j->len, text, len);
	j->len += len;
}

PyObject *agent_dot(PyObject *self, PyObject *unused)
{
	const struct agent *const agent = (struct agent *)self;
	struct robotsc_text name = {"*", 1};
	struct collected dot = {.at = NULL};
	PyObject *result = NULL;
	enum robotsc_status status;
	(void)unused;
	if (PyTuple_Size(agent->tokens) && read_text(PyTuple_GetItem(agent->tokens, 0), "a product token", &name) < 0)
		return NULL;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_dot(&agent->group, name, collect_report, &dot, NULL);
	Py_END_ALLOW_THREADS;
	if (status != ROBOTSC_OK || dot.failed)
		raise_status(PyType_GetModuleState(Py_TYPE(self)), dot.failed ? ROBOTSC_ERR_NOMEM : status);
	else
		result = to_str((struct robotsc_text){dot.at, dot.len});
	free(dot.at);
	return result;
}

PyObject *agent_html(PyObject *self, PyObject *unused)
{
	PyObject *const package = PyImport_ImportModule("robotsc");
	PyObject *const drawing = package ? PyObject_CallMethod(package, "draw", "O", self) : NULL;
	PyObject *const html = drawing ? PyObject_CallMethod(drawing, "_repr_html_", NULL) : NULL;
	(void)unused;
	Py_XDECREF(package);
	Py_XDECREF(drawing);
	return html;
}
