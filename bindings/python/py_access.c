/* py_access.c - the meaning of a fetch: the functions access, unreadable_fields and
 * redirect_in_scope.  docs/access.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "module.h"

static const char *failure_at(unsigned i)
{
	return robotsc_end_name((enum robotsc_end)(ROBOTSC_END_RESPONSE + 1 + i));
}

static const char *dialect_at(unsigned i)
{
	return robotsc_dialect_name((enum robotsc_dialect)i);
}

static const char *challenge_at(unsigned i)
{
	return robotsc_challenge_name((enum robotsc_challenge)i);
}

static const char *scope_at(unsigned i)
{
	return robotsc_redirect_scope_name((enum robotsc_redirect_scope)i);
}

/* Appends a name and returns the end of the text. */
static char *append_name(char *at, const char *separator, const char *name)
{
	const size_t skip = strlen(separator), len = strlen(name);
	memcpy(at, separator, skip);
	memcpy(at + skip, name, len + 1);
	return at + skip + len;
}

/* As find_name, but raises an exception with all names instead of returning -1. */
static int need_name(PyObject *text, const char *what, const char *(*name_at)(unsigned))
{
	const int found = find_name(text, name_at);
	char names[256], *at = names;
	if (found >= 0)
		return found;
	for (unsigned i = 0; name_at(i); i++)
		at = append_name(at, i ? ", " : "", name_at(i));
	PyErr_Format(PyExc_ValueError, "unknown %s %R; take one of %s", what, text, names);
	return -1;
}

/* The arguments of access, not checked. */
struct access_arguments {
	PyObject *status, *headers, *failure, *fetched, *profile, *unreachable, *cached_age, *challenge;
	Py_ssize_t redirects;
	int refused, empty, page, site_up, allow_429;
};

/* Reads a profile by its own name, or by the name of its dialect. */
static int read_profile(PyObject *text, enum robotsc_profile *profile)
{
	const int dialect = find_name(text, dialect_at);
	const int found =
		dialect >= 0 ? (int)robotsc_profile_of((enum robotsc_dialect)dialect) : need_name(text, "profile", profile_at);
	*profile = (enum robotsc_profile)found;
	return found < 0 ? -1 : 0;
}

/* Reads how the fetch ended. */
static int read_end(const struct access_arguments *a, struct robotsc_fetch *fetch)
{
	int overflow = 0;
	const long status = a->status == Py_None ? 0 : PyLong_AsLongAndOverflow(a->status, &overflow);
	const int failure = a->failure == Py_None ? -1 : need_name(a->failure, "failure", failure_at);
	if (PyErr_Occurred())
		return -1;
	if (a->status == Py_None && a->failure == Py_None) {
		PyErr_SetString(PyExc_TypeError, "access needs the status of the response, or failure='...'");
		return -1;
	}
	if (overflow || status < 0 || status > 65535 || a->redirects < 0 || a->redirects > 65535) {
		PyErr_SetString(PyExc_ValueError, "status and redirects must be 0 to 65535");
		return -1;
	}
	fetch->status = (unsigned)status;
	fetch->end = (enum robotsc_end)(ROBOTSC_END_RESPONSE + 1 + failure);
	fetch->redirects = (unsigned)a->redirects;
	return 0;
}

/* Reads all arguments except the header fields. */
static int read_fetch(const struct access_arguments *a, struct robotsc_fetch *fetch)
{
	const int challenge = a->challenge ? need_name(a->challenge, "challenge", challenge_at) : ROBOTSC_CHALLENGE_PARSE;
	memset(fetch, 0, sizeof *fetch);
	if (challenge < 0 || read_end(a, fetch) < 0 || read_profile(a->profile, &fetch->profile) < 0 ||
	    read_whole_time(a->fetched, "fetched", &fetch->at) < 0 ||
	    read_duration(a->unreachable, "unreachable", &fetch->unreachable) < 0)
		return -1;
	fetch->cached = a->cached_age != Py_None;
	fetch->refused = a->refused != 0;
	fetch->empty = a->empty != 0;
	fetch->page = a->page != 0;
	fetch->challenge = (unsigned)challenge & 3;
	fetch->site_up = a->site_up != 0;
	fetch->allow_429 = a->allow_429 != 0;
	return fetch->cached ? read_duration(a->cached_age, "cached_age", &fetch->cached_age) : 0;
}

static PyObject *decide(const struct state *s, struct robotsc_fetch *fetch, PyObject *headers)
{
	PyObject *held = hold_headers(headers);
	struct robotsc_header_field *fields = held ? read_fields(held, &fetch->nfields) : NULL;
	struct robotsc_decision decision;
	if (fields) {
		fetch->fields = fields;
		robotsc_access(fetch, &decision);
	}
	PyMem_Free(fields);
	Py_XDECREF(held);
	return fields ? make_decision(s, &decision) : NULL;
}

static PyObject *access_call(PyObject *module, PyObject *args, PyObject *keywords)
{
	char *names[] = {"status",     "headers", "failure", "fetched",   "profile", "redirects", "refused", "unreachable",
	                 "cached_age", "empty",   "site_up", "allow_429", "page",    "challenge", NULL};
	PyObject *zero = PyLong_FromLong(0), *profile = PyUnicode_FromString("rfc9309"), *result = NULL;
	struct access_arguments a = {.status = Py_None,
	                             .headers = Py_None,
	                             .failure = Py_None,
	                             .fetched = Py_None,
	                             .profile = profile,
	                             .unreachable = zero,
	                             .cached_age = Py_None};
	struct robotsc_fetch fetch;
	if (zero && profile &&
	    PyArg_ParseTupleAndKeywords(args, keywords, "|OO$OOOnpOOppppO:access", names, &a.status, &a.headers, &a.failure,
	                                &a.fetched, &a.profile, &a.redirects, &a.refused, &a.unreachable, &a.cached_age, &a.empty,
	                                &a.site_up, &a.allow_429, &a.page, &a.challenge) &&
	    read_fetch(&a, &fetch) == 0)
		result = decide(PyModule_GetState(module), &fetch, a.headers);
	Py_XDECREF(zero);
	Py_XDECREF(profile);
	return result;
}

/* Lists the fields that robotsc_access cannot read. */
static PyObject *list_unreadable(PyObject *held, const struct robotsc_fetch *fetch)
{
	PyObject *list = PyList_New(0), *tuple;
	struct robotsc_text value;
	for (size_t i = 0; list && (i = robotsc_unreadable_field(fetch, i, &value)) < fetch->nfields; i++) {
		PyObject *pair =
			PyTuple_Pack(2, PyList_GetItem(held, (Py_ssize_t)(2 * i)), PyList_GetItem(held, (Py_ssize_t)(2 * i + 1)));
		if (!pair || PyList_Append(list, pair) < 0)
			Py_CLEAR(list);
		Py_XDECREF(pair);
	}
	tuple = list ? PyList_AsTuple(list) : NULL;
	Py_XDECREF(list);
	return tuple;
}

static PyObject *unreadable_fields(PyObject *module, PyObject *headers)
{
	PyObject *held = hold_headers(headers), *result = NULL;
	struct robotsc_fetch fetch;
	struct robotsc_header_field *fields;
	(void)module;
	memset(&fetch, 0, sizeof fetch);
	fields = held ? read_fields(held, &fetch.nfields) : NULL;
	if (fields) {
		fetch.fields = fields;
		result = list_unreadable(held, &fetch);
	}
	PyMem_Free(fields);
	Py_XDECREF(held);
	return result;
}

/* True if a text has the line by which the public suffix list is known. */
static int is_suffix_list(struct robotsc_text text)
{
	static const char mark[] = "// ===BEGIN ICANN DOMAINS===";
	for (size_t i = 0; i + sizeof mark - 1 <= text.len; i++)
		if (text.at[i] == '/' && memcmp(text.at + i, mark, sizeof mark - 1) == 0)
			return 1;
	return 0;
}

static int read_suffixes(PyObject *object, int scope, struct robotsc_text *text)
{
	if (object != Py_None && read_text(object, "suffixes", text) < 0)
		return -1;
	if (scope != ROBOTSC_REDIRECT_SITE || (object != Py_None && is_suffix_list(*text)))
		return 0;
	PyErr_SetString(PyExc_ValueError,
	                "scope='site' needs suffixes: the text of the public suffix list, https://publicsuffix.org");
	return -1;
}

static PyObject *redirect_in_scope(PyObject *module, PyObject *args, PyObject *keywords)
{
	char *names[] = {"url", "target", "scope", "suffixes", NULL};
	PyObject *url, *target, *scope, *suffixes = Py_None;
	struct robotsc_text from, to, list = {"", 0};
	int found;
	(void)module;
	if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|O:redirect_in_scope", names, &url, &target, &scope, &suffixes) ||
	    read_text(url, "url", &from) < 0 || read_text(target, "target", &to) < 0)
		return NULL;
	found = need_name(scope, "scope", scope_at);
	if (found < 0 || read_suffixes(suffixes, found, &list) < 0)
		return NULL;
	return PyBool_FromLong(robotsc_redirect_in_scope((enum robotsc_redirect_scope)found, &from, &to, &list));
}

PyDoc_STRVAR(access_doc, "access($module, /, status=None, headers=None, *, failure=None, fetched=None,\n"
                         "       profile='rfc9309', redirects=0, refused=False, unreachable=0, cached_age=None,\n"
                         "       empty=False, site_up=False, allow_429=False, page=False, challenge='parse')\n--\n\n"
                         "Decide what a fetch of a robots.txt means and for how long: a Decision.\n"
                         "RFC 9309 section 2.3.1 and 2.4, RFC 9111; docs/access.md\n\n"
                         "status       of the last response, an int.\n"
                         "headers      of the last response: a mapping, or pairs of name and value; a value\n"
                         "             may be a list of values.  str or bytes; of a 3xx all of them or none,\n"
                         "             since one without Location leads nowhere.\n"
                         "failure      dns, connect, tls, timeout, truncated, malformed, loop or no-location.\n"
                         "fetched      when it ended: seconds since 1970, or a datetime with a zone; None: now.\n"
                         "profile      rfc9309, google, 1996 or draft2019, or the name of a dialect.\n"
                         "redirects    how many were followed.\n"
                         "refused      the crawler does not follow this redirect; see redirect_in_scope.\n"
                         "unreachable  seconds, or a timedelta, since the first failure in a row.\n"
                         "cached_age   the same since the copy was fetched; None: there is no copy.\n"
                         "empty        the body is empty.\n"
                         "site_up      google: other pages of the site can be fetched.\n"
                         "allow_429    treat 429 like other 4xx.\n"
                         "page         the body is a web page.\n"
                         "challenge    what a 202 and a page count as: parse, unavailable (as a 4xx) or\n"
                         "             unreachable (as a 5xx).\n\n"
                         "A negative duration counts as 0.  No header field is invalid.  Raises TypeError without\n"
                         "status and failure, ValueError for an unknown name and a naive datetime.");

PyDoc_STRVAR(unreadable_doc, "unreadable_fields($module, headers, /)\n--\n\n"
                             "Return the header fields whose number or date access cannot read.\n"
                             "RFC 9111 section 4.2.1; docs/access.md\n\n"
                             "headers  as for access.\n\n"
                             "Returns a tuple of pairs (name, value).  A str that has no UTF-8 is returned as bytes.");

PyDoc_STRVAR(redirect_doc, "redirect_in_scope($module, /, url, target, scope, suffixes=None)\n--\n\n"
                           "Return True if a redirect stays within a scope.  docs/access.md, \"Redirects\"\n\n"
                           "url       the URL that answered with the redirect.\n"
                           "target    the absolute URL of its Location: urllib.parse.urljoin(url, location).\n"
                           "scope     any; site: one label and a public suffix; origin: also from http to https.\n"
                           "suffixes  for site: the text of the public suffix list, str or bytes.\n\n"
                           "Otherwise do not follow it, and give access refused=True.\n"
                           "Raises ValueError for an unknown scope, and for site without the list.");

static PyMethodDef functions[] = {
	{"access", METHOD(access_call), METH_VARARGS | METH_KEYWORDS, access_doc},
	{"redirect_in_scope", METHOD(redirect_in_scope), METH_VARARGS | METH_KEYWORDS, redirect_doc},
	{"unreadable_fields", unreadable_fields, METH_O, unreadable_doc},
	{0},
};

int add_access(PyObject *module)
{
	return PyModule_AddFunctions(module, functions);
}
