/* py_urls.c - texts that are no URLs: url_problem, and the warning of checks.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

/* A phrase that says what is wrong, and what to write; None for a URL or a path. */
static PyObject *problem_of(enum robotsc_dialect dialect, struct robotsc_text url)
{
	const enum robotsc_url_kind kind = robotsc_url_kind(dialect, url.at, url.len);
	if (kind == ROBOTSC_URL_GOOD)
		return Py_NewRef(Py_None);
	return PyUnicode_FromFormat("%s; %s", robotsc_url_kind_text(kind), robotsc_url_kind_hint(kind));
}

int is_url(const struct agent *agent, struct robotsc_text url)
{
	return robotsc_url_kind((enum robotsc_dialect)agent->group.dialect, url.at, url.len) == ROBOTSC_URL_GOOD;
}

int warn_of_url(int dialect, PyObject *url, Py_ssize_t index, Py_ssize_t others)
{
	PyObject *module, *problem, *result = NULL;
	struct robotsc_text text;
	if (read_text(url, "a URL", &text) < 0)
		return -1;
	module = PyImport_ImportModule("robotsc._urls");
	problem = module ? problem_of((enum robotsc_dialect)dialect, text) : NULL;
	if (problem)
		result = PyObject_CallMethod(module, "warn", "OOnn", url, problem, index, others);
	Py_XDECREF(module);
	Py_XDECREF(problem);
	Py_XDECREF(result);
	return result ? 0 : -1;
}

static PyObject *url_problem(PyObject *module, PyObject *args, PyObject *keywords)
{
	char *names[] = {"", "dialect", NULL};
	const char *dialect = "rfc9309";
	struct robotsc_text text;
	PyObject *url;
	int number;
	(void)module;
	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|s:url_problem", names, &url, &dialect) ||
	    read_text(url, "a URL", &text) < 0)
		return NULL;
	number = read_dialect(dialect);
	return number < 0 ? NULL : problem_of((enum robotsc_dialect)number, text);
}

PyDoc_STRVAR(url_problem_doc, "url_problem($module, url, /, dialect='rfc9309')\n--\n\n"
                              "Return what is wrong with a URL, as str, or None.  docs/access.md, \"What is no URL\"\n\n"
                              "None is for URLs that have a robots.txt, and for paths from '/' on.  Checks read others as\n"
                              "paths, with a UrlWarning.");

static PyMethodDef functions[] = {
	{"url_problem", METHOD(url_problem), METH_VARARGS | METH_KEYWORDS, url_problem_doc},
	{0},
};

int add_urls(PyObject *module)
{
	return PyModule_AddFunctions(module, functions);
}
