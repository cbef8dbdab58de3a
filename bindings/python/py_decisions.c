/* py_decisions.c - the type Decision: to make, read, keep in a blob, and test for freshness.
 * docs/access.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "module.h"

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

const char *profile_at(unsigned i)
{
	return robotsc_profile_name((enum robotsc_profile)i);
}

int find_name(PyObject *text, const char *(*name_at)(unsigned))
{
	for (unsigned i = 0; PyUnicode_Check(text) && name_at(i); i++)
		if (PyUnicode_CompareWithASCIIString(text, name_at(i)) == 0)
			return (int)i;
	return -1;
}

PyObject *make_decision(const struct state *s, const struct robotsc_decision *d)
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
	    fill(tuple, 10, PyLong_FromUnsignedLongLong(d->digest)) < 0 || fill(tuple, 11, PyBool_FromLong(d->challenge)) < 0)
		Py_CLEAR(tuple);
	return tuple;
}

/* Reads the names of a Decision.  -1: a name is unknown, and no exception is set. */
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

/* Reads a Decision.  Anyone can make a Decision with any members, so all are checked. */
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

/* Reads the decision of a Decision or a Policy.  0: the policy has none; -1: it has raised. */
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

/* Notes the length and the digest of the part of a text that the compiler reads. */
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

/* Makes the bytes of a blob that is stamped with d.  made: the Decision of d, for an error. */
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
	policy = open_bytes(s, bytes, false);
	Py_DECREF(bytes);
	return policy;
}

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
	/* An attribute, but no item of the tuple, whose length stays the same. */
	{"challenge", "True: the response may be a challenge; None where that is not known, as in a stamp"},
	{0},
};

static PyStructSequence_Desc decision_desc = {"robotsc.Decision", "What a fetch means, and for how long.", decision_fields, 11};

static PyMethodDef functions[] = {
	{"fresh", METHOD(fresh), METH_VARARGS | METH_KEYWORDS, fresh_doc},
	{0},
};

int add_decisions(PyObject *module, struct state *s)
{
	s->decision = add_type(module, (PyObject *)PyStructSequence_NewType(&decision_desc));
	return s->decision ? PyModule_AddFunctions(module, functions) : -1;
}
