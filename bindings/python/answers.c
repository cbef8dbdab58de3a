/* answers.c - what a fetch means, how long that holds, and when to fetch next.  docs/access.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>

#include "module.h"

#define SECONDS_MAX 9e12 /* with three decimals, a double holds them exactly */

/* ---- times ------------------------------------------------------------------- */

/* Raises an exception for a datetime without a zone.  -1: raised. */
static int need_zone(PyObject *object, const char *what)
{
	PyObject *zone;
	const int found = find_attribute(object, "tzinfo", &zone);
	const int naive = found > 0 && zone == Py_None;

	Py_XDECREF(zone);
	if (naive)
		PyErr_Format(PyExc_ValueError, "%s must have a time zone, such as tzinfo=datetime.timezone.utc", what);
	return found < 0 || naive ? -1 : 0;
}

/* Gets the number of seconds that an object is, or that its method returns. */
static PyObject *find_number(PyObject *object, const char *method, const char *what)
{
	PyObject *call, *number;
	int found;

	if (PyFloat_Check(object) || PyLong_Check(object))
		return Py_NewRef(object);
	found = find_attribute(object, method, &call);
	if (found <= 0)
		return found < 0 ? NULL : Py_NewRef(object);
	number = need_zone(object, what) < 0 ? NULL : PyObject_CallNoArgs(call);
	Py_DECREF(call);
	return number;
}

/* Reads seconds: a number, or an object with a method that returns one.  Raises and returns -1. */
static int read_seconds(PyObject *object, const char *method, const char *what, int64_t *milliseconds)
{
	PyObject *number = find_number(object, method, what);
	double seconds;

	if (!number)
		return -1;
	seconds = PyFloat_AsDouble(number);
	Py_DECREF(number);
	if (PyErr_Occurred()) {
		if (PyErr_ExceptionMatches(PyExc_TypeError))
			PyErr_Format(PyExc_TypeError, "%s must be seconds, or an object with %s(), not %R", what, method,
			             Py_TYPE(object));
		if (PyErr_ExceptionMatches(PyExc_OverflowError)) /* an int of any length */
			PyErr_Format(PyExc_ValueError, "%s must be within 9e12 seconds", what);
		return -1;
	}
	if (!(seconds >= -SECONDS_MAX && seconds <= SECONDS_MAX)) {
		PyErr_Format(PyExc_ValueError, "%s must be within 9e12 seconds, not %R", what, object);
		return -1;
	}
	*milliseconds = (int64_t)(seconds * 1000 + (seconds < 0 ? -0.5 : 0.5));
	return 0;
}

/* Reads a point in time; None is the present. */
static int read_time(PyObject *object, const char *what, int64_t *milliseconds)
{
	struct timespec now;

	if (object != Py_None)
		return read_seconds(object, "timestamp", what, milliseconds);
	timespec_get(&now, TIME_UTC);
	*milliseconds = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
	return 0;
}

/* The same in whole seconds, rounded down. */
static int read_whole_time(PyObject *object, const char *what, int64_t *seconds)
{
	int64_t ms;

	if (read_time(object, what, &ms) < 0)
		return -1;
	*seconds = ms / 1000 - (ms % 1000 < 0);
	return 0;
}

/* Reads a duration in whole seconds; a negative one counts as 0. */
static int read_duration(PyObject *object, const char *what, uint64_t *seconds)
{
	int64_t ms;

	if (read_seconds(object, "total_seconds", what, &ms) < 0)
		return -1;
	*seconds = ms < 0 ? 0 : (uint64_t)ms / 1000;
	return 0;
}

/* ---- header fields ----------------------------------------------------------- */

/* Appends a text.  A str that has no UTF-8 becomes octets: a server may send anything. */
static int hold_text(PyObject *held, PyObject *object, const char *what)
{
	struct robotsc_text text;
	PyObject *octets;
	int result;

	if (read_text(object, what, &text) == 0)
		return PyList_Append(held, object);
	if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
		return -1;
	PyErr_Clear();
	octets = PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass");
	result = octets ? PyList_Append(held, octets) : -1;
	Py_XDECREF(octets);
	return result;
}

static int hold_field(PyObject *held, PyObject *name, PyObject *value)
{
	return hold_text(held, name, "the name of a header field") < 0 || hold_text(held, value, "the value of a header field") < 0
	               ? -1
	               : 0;
}

/* Appends a field for each value of a tuple. */
static int hold_values(PyObject *held, PyObject *name, PyObject *values)
{
	const Py_ssize_t n = PyTuple_Size(values);

	for (Py_ssize_t i = 0; i < n; i++)
		if (hold_field(held, name, PyTuple_GetItem(values, i)) < 0)
			return -1;
	return 0;
}

/* Appends the fields of a pair: a name, and a value or a list of values. */
static int hold_pair(PyObject *held, PyObject *item)
{
	PyObject *pair = PyUnicode_Check(item) || PyBytes_Check(item) ? NULL : PySequence_Tuple(item);
	PyObject *value, *values;
	int result = -1;

	if (!pair || PyTuple_Size(pair) != 2) {
		if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError))
			PyErr_Format(PyExc_TypeError, "a header field must be a name and a value, not %R", item);
	} else {
		value = PyTuple_GetItem(pair, 1);
		if (PyList_Check(value) || PyTuple_Check(value)) {
			values = PySequence_Tuple(value);
			result = values ? hold_values(held, PyTuple_GetItem(pair, 0), values) : -1;
			Py_XDECREF(values);
		} else {
			result = hold_field(held, PyTuple_GetItem(pair, 0), value);
		}
	}
	Py_XDECREF(pair);
	return result;
}

/* Makes a list of names and values, in turn, of a mapping or of pairs. */
static PyObject *hold_headers(PyObject *headers)
{
	PyObject *method, *pairs, *items, *held;
	int found;

	if (headers == Py_None)
		return PyList_New(0);
	found = find_attribute(headers, "items", &method);
	if (found < 0)
		return NULL;
	pairs = found ? PyObject_CallNoArgs(method) : Py_NewRef(headers);
	Py_XDECREF(method);
	items = pairs ? PySequence_Tuple(pairs) : NULL;
	Py_XDECREF(pairs);
	held = items ? PyList_New(0) : NULL;
	for (Py_ssize_t i = 0; held && i < PyTuple_Size(items); i++)
		if (hold_pair(held, PyTuple_GetItem(items, i)) < 0)
			Py_CLEAR(held);
	Py_XDECREF(items);
	return held;
}

/* Makes the array of fields; free it with PyMem_Free.  It borrows the list. */
static struct robotsc_header_field *read_fields(PyObject *held, size_t *n)
{
	struct robotsc_header_field *fields;

	*n = (size_t)PyList_Size(held) / 2;
	fields = PyMem_Calloc(*n + 1, sizeof *fields);
	if (!fields)
		PyErr_NoMemory();
	for (size_t i = 0; fields && i < *n; i++)
		if (read_text(PyList_GetItem(held, (Py_ssize_t)(2 * i)), "a name", &fields[i].name) < 0 ||
		    read_text(PyList_GetItem(held, (Py_ssize_t)(2 * i + 1)), "a value", &fields[i].value) < 0) {
			PyMem_Free(fields);
			return NULL;
		}
	return fields;
}

/* ---- decisions --------------------------------------------------------------- */

static const char *outcome_at(unsigned i)
{
	return i <= ROBOTSC_OUTCOME_FOLLOW ? robotsc_outcome_name((enum robotsc_outcome)i) : NULL;
}

static const char *row_at(unsigned i)
{
	return i <= ROBOTSC_ROW_MALFORMED ? robotsc_row_text((enum robotsc_row)i) : NULL;
}

static const char *end_at(unsigned i)
{
	return robotsc_end_name((enum robotsc_end)i);
}

static const char *failure_at(unsigned i)
{
	return robotsc_end_name((enum robotsc_end)(ROBOTSC_END_RESPONSE + 1 + i));
}

static const char *dialect_at(unsigned i)
{
	return robotsc_dialect_name((enum robotsc_dialect)i);
}

static const char *profile_at(unsigned i)
{
	return robotsc_profile_name((enum robotsc_profile)i);
}

static const char *scope_at(unsigned i)
{
	return robotsc_redirect_scope_name((enum robotsc_redirect_scope)i);
}

/* Finds a str among names.  -1: it is none of them. */
static int find_name(PyObject *text, const char *(*name_at)(unsigned))
{
	for (unsigned i = 0; PyUnicode_Check(text) && name_at(i); i++)
		if (PyUnicode_CompareWithASCIIString(text, name_at(i)) == 0)
			return (int)i;
	return -1;
}

/* Appends a name and returns the end of the text. */
static char *append_name(char *at, const char *separator, const char *name)
{
	const size_t skip = strlen(separator), len = strlen(name);

	memcpy(at, separator, skip);
	memcpy(at + skip, name, len + 1);
	return at + skip + len;
}

/* As find_name, and raises an exception with all names. */
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

static PyObject *make_decision(const struct state *s, const struct robotsc_decision *d)
{
	PyObject *tuple = PyStructSequence_New(s->decision);

	if (!tuple)
		return NULL;
	if (fill(tuple, 0, PyUnicode_FromString(outcome_at(d->outcome))) < 0 ||
	    fill(tuple, 1, PyUnicode_FromString(row_at(d->row))) < 0 || fill(tuple, 2, PyLong_FromLong(d->status)) < 0 ||
	    fill(tuple, 3, PyUnicode_FromString(end_at(d->end))) < 0 ||
	    fill(tuple, 4, PyUnicode_FromString(profile_at(d->profile))) < 0 ||
	    fill(tuple, 5, PyLong_FromLongLong(d->fetched)) < 0 || fill(tuple, 6, PyLong_FromLongLong(d->expires)) < 0 ||
	    fill(tuple, 7, PyLong_FromLongLong(d->since)) < 0 || fill(tuple, 8, PyBool_FromLong(d->revalidate)) < 0 ||
	    fill(tuple, 9, PyLong_FromUnsignedLongLong(d->length)) < 0 ||
	    fill(tuple, 10, PyLong_FromUnsignedLongLong(d->digest)) < 0)
		Py_CLEAR(tuple);
	return tuple;
}

/* Reads the names of a Decision.  -1: one is unknown, without an exception. */
static int read_names(PyObject *tuple, struct robotsc_decision *d)
{
	const int outcome = find_name(PyStructSequence_GetItem(tuple, 0), outcome_at);
	const int row = find_name(PyStructSequence_GetItem(tuple, 1), row_at);
	const int end = find_name(PyStructSequence_GetItem(tuple, 3), end_at);
	const int profile = find_name(PyStructSequence_GetItem(tuple, 4), profile_at);

	d->outcome = (uint8_t)outcome;
	d->row = (uint8_t)row;
	d->end = (uint8_t)end;
	d->profile = (uint8_t)profile;
	return outcome < 0 || row < 0 || end < 0 || profile < 0 ? -1 : 0;
}

static PyObject *refuse_decision(PyObject *tuple)
{
	return PyErr_Format(PyExc_ValueError, "access makes no such Decision: %R", tuple);
}

/* Reads a Decision.  Anyone can make one of anything, so all is checked. */
static int read_decision(PyObject *tuple, struct robotsc_decision *d)
{
	const long status = PyLong_AsLong(PyStructSequence_GetItem(tuple, 2));
	int revalidate;

	memset(d, 0, sizeof *d);
	if (status == -1 && PyErr_Occurred())
		return -1;
	d->status = (uint16_t)status;
	d->fetched = PyLong_AsLongLong(PyStructSequence_GetItem(tuple, 5));
	d->expires = PyErr_Occurred() ? 0 : PyLong_AsLongLong(PyStructSequence_GetItem(tuple, 6));
	d->since = PyErr_Occurred() ? 0 : PyLong_AsLongLong(PyStructSequence_GetItem(tuple, 7));
	d->length = PyErr_Occurred() ? 0 : PyLong_AsUnsignedLongLong(PyStructSequence_GetItem(tuple, 9));
	d->digest = PyErr_Occurred() ? 0 : PyLong_AsUnsignedLongLong(PyStructSequence_GetItem(tuple, 10));
	revalidate = PyErr_Occurred() ? -1 : PyObject_IsTrue(PyStructSequence_GetItem(tuple, 8));
	if (revalidate < 0)
		return -1;
	d->revalidate = revalidate != 0;
	if (read_names(tuple, d) < 0 || status != d->status) {
		refuse_decision(tuple);
		return -1;
	}
	return 0;
}

/* ---- access ------------------------------------------------------------------ */

/* The arguments of access, as they come. */
struct access_arguments {
	PyObject *status, *headers, *failure, *fetched, *profile, *unreachable, *cached_age;
	Py_ssize_t redirects;
	int refused, empty, site_up, allow_429;
};

/* Reads a profile by its name, or by that of a dialect. */
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

/* Reads all but the header fields. */
static int read_fetch(const struct access_arguments *a, struct robotsc_fetch *fetch)
{
	memset(fetch, 0, sizeof *fetch);
	if (read_end(a, fetch) < 0 || read_profile(a->profile, &fetch->profile) < 0 ||
	    read_whole_time(a->fetched, "fetched", &fetch->at) < 0 ||
	    read_duration(a->unreachable, "unreachable", &fetch->unreachable) < 0)
		return -1;
	fetch->cached = a->cached_age != Py_None;
	fetch->refused = a->refused != 0;
	fetch->empty = a->empty != 0;
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
	char *names[] = {"status",      "headers",    "failure", "fetched", "profile",   "redirects", "refused",
	                 "unreachable", "cached_age", "empty",   "site_up", "allow_429", NULL};
	PyObject *zero = PyLong_FromLong(0), *profile = PyUnicode_FromString("rfc9309"), *result = NULL;
	struct access_arguments a = {Py_None, Py_None, Py_None, Py_None, profile, zero, Py_None, 0, 0, 0, 0, 0};
	struct robotsc_fetch fetch;

	if (zero && profile &&
	    PyArg_ParseTupleAndKeywords(args, keywords, "|OO$OOOnpOOppp:access", names, &a.status, &a.headers, &a.failure,
	                                &a.fetched, &a.profile, &a.redirects, &a.refused, &a.unreachable, &a.cached_age, &a.empty,
	                                &a.site_up, &a.allow_429) &&
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

/* ---- redirects --------------------------------------------------------------- */

/* True if a text has the line that marks the public suffix list. */
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

/* ---- freshness --------------------------------------------------------------- */

/* Reads the decision of a Decision or a Policy.  0 if the policy has none, -1 with an exception. */
static int find_decision(const struct state *s, PyObject *object, struct robotsc_decision *d)
{
	if (Py_TYPE(object) == s->decision)
		return read_decision(object, d) < 0 ? -1 : 1;
	if (Py_TYPE(object) == s->policy)
		return robotsc_stamp_read(&((struct policy *)object)->blob, d) == ROBOTSC_OK;
	PyErr_Format(PyExc_TypeError, "fresh takes a Decision or a Policy, not %R", Py_TYPE(object));
	return -1;
}

static PyObject *fresh(PyObject *module, PyObject *args, PyObject *keywords)
{
	char *names[] = {"", "now", NULL};
	PyObject *object, *now = Py_None;
	struct robotsc_decision decision;
	int64_t at;
	int found;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:fresh", names, &object, &now))
		return NULL;
	found = find_decision(PyModule_GetState(module), object, &decision);
	if (found < 0 || read_whole_time(now, "now", &at) < 0)
		return NULL;
	return PyBool_FromLong(found && robotsc_fresh(&decision, at));
}

PyObject *policy_decision(PyObject *self, void *unused)
{
	struct robotsc_decision decision;

	(void)unused;
	if (robotsc_stamp_read(&((struct policy *)self)->blob, &decision) != ROBOTSC_OK)
		return Py_NewRef(Py_None);
	return make_decision(PyType_GetModuleState(Py_TYPE(self)), &decision);
}

/* Notes the length and the digest of a text, as far as the compiler reads it. */
static int describe_text(PyObject *text, struct robotsc_decision *d)
{
	struct robotsc_options options;
	struct robotsc_text octets;
	Py_buffer view = {0};

	if (!PyUnicode_Check(text) && hold_octets(text, &view) < 0)
		return -1;
	octets = (struct robotsc_text){view.buf, (size_t)view.len};
	if (PyUnicode_Check(text) && read_text(text, "the text", &octets) < 0)
		return -1;
	robotsc_options_init(&options);
	d->length = octets.len <= options.limit ? octets.len : (uint64_t)options.limit + 1;
	d->digest = robotsc_digest(octets.at, (size_t)d->length);
	PyBuffer_Release(&view);
	return 0;
}

/* Makes the bytes of a blob with a decision in it, which was read from a Decision. */
static PyObject *stamp_blob(const struct policy *p, const struct state *s, const struct robotsc_decision *d, PyObject *made)
{
	const size_t room = (size_t)p->bytes.len + ROBOTSC_STAMP_SIZE;
	void *out = PyMem_Malloc(room);
	enum robotsc_status status;
	PyObject *bytes = NULL;
	size_t len;

	if (!out)
		return PyErr_NoMemory();
	status = robotsc_stamp(&p->blob, d, out, room, &len);
	if (status == ROBOTSC_OK)
		bytes = PyBytes_FromStringAndSize(out, (Py_ssize_t)len);
	else if (status == ROBOTSC_ERR_ARGUMENT)
		refuse_decision(made);
	else
		raise_status(s, status);
	PyMem_Free(out);
	return bytes;
}

PyObject *policy_stamp(PyObject *self, PyObject *args, PyObject *keywords)
{
	char *names[] = {"", "text", NULL};
	const struct state *s = PyType_GetModuleState(Py_TYPE(self));
	struct robotsc_decision decision, before;
	PyObject *made, *text = Py_None, *bytes, *policy;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!|O:stamp", names, s->decision, &made, &text) ||
	    read_decision(made, &decision) < 0)
		return NULL;
	if (text != Py_None && describe_text(text, &decision) < 0)
		return NULL;
	if (text == Py_None && !decision.length && robotsc_stamp_read(&((struct policy *)self)->blob, &before) == ROBOTSC_OK) {
		decision.length = before.length;
		decision.digest = before.digest;
	}
	bytes = stamp_blob((struct policy *)self, s, &decision, made);
	if (!bytes)
		return NULL;
	policy = open_bytes(s, bytes);
	Py_DECREF(bytes);
	return policy;
}

/* ---- the next fetch ---------------------------------------------------------- */

static PyObject *make_next(const struct state *s, int64_t at, int64_t now, const struct robotsc_pace *pace)
{
	static const char *const reasons[] = {"no-record", "crawl-delay", "request-rate"};
	PyObject *tuple = PyStructSequence_New(s->next);

	if (!tuple)
		return NULL;
	if (fill(tuple, 0, PyFloat_FromDouble((double)at / 1000)) < 0 ||
	    fill(tuple, 1, PyFloat_FromDouble((double)(at - now) / 1000)) < 0 ||
	    fill(tuple, 2, PyFloat_FromDouble((double)pace->pause / 1000)) < 0 ||
	    fill(tuple, 3, PyUnicode_FromString(reasons[pace->reason])) < 0 || fill(tuple, 4, PyBool_FromLong(pace->shut)) < 0)
		Py_CLEAR(tuple);
	return tuple;
}

PyObject *agent_next_fetch(PyObject *self, PyObject *args, PyObject *keywords)
{
	char *names[] = {"last", "took", "now", NULL};
	const struct agent *g = (struct agent *)self;
	const struct state *s = PyType_GetModuleState(Py_TYPE(self));
	PyObject *last_object = Py_None, *took_object = NULL, *now_object = Py_None;
	int64_t last = ROBOTSC_NEVER, took = 0, now, at;
	struct robotsc_pace pace;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O$OO:next_fetch", names, &last_object, &took_object, &now_object) ||
	    (last_object != Py_None && read_time(last_object, "last", &last) < 0) ||
	    (took_object && read_seconds(took_object, "total_seconds", "took", &took) < 0) ||
	    read_time(now_object, "now", &now) < 0)
		return NULL;
	if (g->policy->extended != ROBOTSC_OK)
		return raise_status(s, g->policy->extended);
	at = robotsc_next_fetch(&g->policy->extensions, &g->group, now, last, took, &pace);
	return make_next(s, at, now, &pace);
}

/* ---- documentation ----------------------------------------------------------- */

PyDoc_STRVAR(access_doc, "access($module, /, status=None, headers=None, *, failure=None, fetched=None,\n"
                         "       profile='rfc9309', redirects=0, refused=False, unreachable=0, cached_age=None,\n"
                         "       empty=False, site_up=False, allow_429=False)\n--\n\n"
                         "Decide what a fetch of a robots.txt means and for how long: a Decision.\n"
                         "RFC 9309 section 2.3.1 and 2.4, RFC 9111; docs/access.md\n\n"
                         "status       of the last response, an int.\n"
                         "headers      of the last response: a mapping, or pairs of name and value; a value\n"
                         "             may be a list of values.  str or bytes; only fields on caching are read.\n"
                         "failure      dns, connect, tls, timeout, truncated, malformed, loop or no-location.\n"
                         "fetched      when it ended: seconds since 1970, or a datetime with a zone; None: now.\n"
                         "profile      rfc9309, google, 1996 or draft2019, or the name of a dialect.\n"
                         "redirects    how many were followed.\n"
                         "refused      the crawler does not follow this redirect; see redirect_in_scope.\n"
                         "unreachable  seconds, or a timedelta, since the first failure in a row.\n"
                         "cached_age   the same since the copy was fetched; None: there is no copy.\n"
                         "empty        the body is empty.\n"
                         "site_up      google: other pages of the site can be fetched.\n"
                         "allow_429    treat 429 like other 4xx.\n\n"
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

PyDoc_STRVAR(fresh_doc, "fresh($module, decision, /, now=None)\n--\n\n"
                        "Return True if a decision may be used without asking the server.\n"
                        "RFC 9309 section 2.4; docs/access.md\n\n"
                        "decision  a Decision, or a Policy that was stamped with one.\n"
                        "now       seconds since 1970, or a datetime with a zone; None: now.\n\n"
                        "False for a Policy without a decision.");

const char policy_stamp_doc[] = "stamp($self, decision, /, text=None)\n--\n\n"
				"Return a copy of the policy that holds a Decision.  docs/access.md, \"In a blob\"\n\n"
				"text  the robots.txt: its length and digest are kept, too.  None: the decision's own\n"
				"      hold, or those that this policy has.\n\n"
				"Its verdicts are the same.  Raises ValueError for a Decision that access cannot make.";

const char next_fetch_doc[] = "next_fetch($self, /, last=None, *, took=0, now=None)\n--\n\n"
			      "Compute when this robot may fetch next: a NextFetch.  docs/extensions.md\n\n"
			      "last  when the last fetch from this site began: seconds since 1970, or a datetime with a\n"
			      "      zone; None: there was none.\n"
			      "took  how long it took: seconds, or a timedelta.\n"
			      "now   the present; None: the clock's.\n\n"
			      "Crawl-delay, Request-rate and Visit-time count; without them 10 seconds, or twice took.\n"
			      "Raises AbsentError if the policy was compiled without extensions.";

/* A call with keywords.  PyCFunction has another type. */
#define KEYWORDS(f) ((PyCFunction)(void (*)(void))(f))

static PyMethodDef functions[] = {
	{"access", KEYWORDS(access_call), METH_VARARGS | METH_KEYWORDS, access_doc},
	{"fresh", KEYWORDS(fresh), METH_VARARGS | METH_KEYWORDS, fresh_doc},
	{"redirect_in_scope", KEYWORDS(redirect_in_scope), METH_VARARGS | METH_KEYWORDS, redirect_doc},
	{"unreadable_fields", unreadable_fields, METH_O, unreadable_doc},
	{0},
};

static PyStructSequence_Field decision_fields[] = {
	{"outcome", "parse: compile the body; allow, deny: everything; cached: the copy's rules hold; defer: visit nothing, "
                    "fetch again later; follow: fetch the Location"},
	{"reason", "a sentence's part, such as 'forbidden (401, 403)'"},
	{"status", "of the response; 0: none"},
	{"end", "'response', or the failure"},
	{"profile", "the rules that were applied"},
	{"fetched", "when the fetch ended: seconds since 1970"},
	{"expires", "until when it holds: seconds since 1970"},
	{"since", "cached: when the copy was fetched or confirmed; otherwise as fetched"},
	{"revalidate", "True: ask the server before each use"},
	{"length", "octets of the text, if the policy was stamped with it; otherwise 0"},
	{"digest", "of the text, a number; otherwise 0"},
	{0},
};

static PyStructSequence_Desc decision_desc = {"robotsc.Decision", "What a fetch means, and for how long.", decision_fields, 11};

static PyStructSequence_Field next_fields[] = {
	{"at", "the earliest time: seconds since 1970, a float"},
	{"wait", "seconds from now until then"},
	{"pause", "seconds between fetches at that time"},
	{"reason", "crawl-delay, request-rate, or no-record: 10 seconds, or twice the time of the last fetch"},
	{"visit_time", "True: Visit-time made it later"},
	{0},
};

static PyStructSequence_Desc next_desc = {"robotsc.NextFetch", "When a robot may fetch next, and why.", next_fields, 5};

int add_answers(PyObject *module, struct state *s)
{
	s->decision = add_type(module, (PyObject *)PyStructSequence_NewType(&decision_desc));
	if (s->decision)
		s->next = add_type(module, (PyObject *)PyStructSequence_NewType(&next_desc));
	return s->next ? PyModule_AddFunctions(module, functions) : -1;
}
