/* py_policy.c - the type Policy: a buffer with a blob, opened.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <string.h>

#include "module.h"
#include <structmember.h>

#define TOKENS_MAX 64 /* product tokens of one agent */

/* Opens all parts of a policy's blob, so that no call finds a damaged one later. */
static enum robotsc_status open_parts(struct policy *p, bool is_compiled)
{
	const size_t len = (size_t)p->bytes.len;
	enum robotsc_status status =
		is_compiled ? robotsc_open_intact(&p->blob, p->bytes.buf, len) : robotsc_open(&p->blob, p->bytes.buf, len);
	struct robotsc_decision decision;
	if (status != ROBOTSC_OK)
		return status;
	p->extended = robotsc_open_extensions(&p->blob, &p->extensions);
	if (p->extended != ROBOTSC_OK && p->extended != ROBOTSC_ERR_ABSENT)
		return p->extended;
	status = robotsc_stamp_read(&p->blob, &decision);
	return status == ROBOTSC_ERR_ABSENT ? ROBOTSC_OK : status;
}

/* Makes a policy of a buffer, which it takes over. */
static PyObject *make_policy(const struct state *s, Py_buffer *bytes, bool is_compiled)
{
	struct policy *p = PyObject_GC_New(struct policy, s->policy);
	enum robotsc_status status;
	if (!p) {
		PyBuffer_Release(bytes);
		return NULL;
	}
	p->bytes = *bytes;
	p->weak_references = NULL;
	status = open_parts(p, is_compiled);
	PyObject_GC_Track(p);
	if (status != ROBOTSC_OK) {
		raise_status(s, status);
		Py_CLEAR(p);
	}
	return (PyObject *)p;
}

PyObject *open_bytes(const struct state *s, PyObject *bytes, bool is_compiled)
{
	Py_buffer view;
	return hold_octets(bytes, &view) < 0 ? NULL : make_policy(s, &view, is_compiled);
}

static int policy_traverse(PyObject *self, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(((struct policy *)self)->bytes.obj);
	return 0;
}

static void policy_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);
	PyObject_GC_UnTrack(self);
	if (((struct policy *)self)->weak_references)
		PyObject_ClearWeakRefs(self);
	PyBuffer_Release(&((struct policy *)self)->bytes);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

static int policy_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
	const struct policy *p = (struct policy *)self;
	return PyBuffer_FillInfo(view, self, p->bytes.buf, p->bytes.len, 1, flags);
}

static PyObject *policy_blob(PyObject *self, void *unused)
{
	const struct policy *p = (struct policy *)self;
	(void)unused;
	if (p->bytes.obj && PyBytes_CheckExact(p->bytes.obj))
		return Py_NewRef(p->bytes.obj);
	return PyBytes_FromStringAndSize(p->bytes.buf, p->bytes.len);
}

static PyObject *policy_agents(PyObject *self, void *unused)
{
	const struct policy *p = (struct policy *)self;
	struct robotsc_agent_info agent;
	PyObject *list = PyList_New(0), *tuple;
	(void)unused;
	for (uint32_t i = 0; list && robotsc_agent_at(&p->blob, i, &agent); i++) {
		PyObject *token = to_str(agent.token);
		if (!token || PyList_Append(list, token) < 0)
			Py_CLEAR(list);
		Py_XDECREF(token);
	}
	tuple = list ? PyList_AsTuple(list) : NULL;
	Py_XDECREF(list);
	return tuple;
}

static PyObject *policy_dialect(PyObject *self, void *unused)
{
	struct robotsc_info info;
	(void)unused;
	robotsc_blob_info(&((struct policy *)self)->blob, &info);
	return PyUnicode_FromString(robotsc_dialect_name(info.dialect));
}

static PyObject *policy_sitemaps(PyObject *self, void *unused)
{
	(void)unused;
	return list_records((struct policy *)self, NULL, ROBOTSC_FIELD_SITEMAP);
}

static PyObject *policy_licenses(PyObject *self, void *unused)
{
	(void)unused;
	return list_records((struct policy *)self, NULL, ROBOTSC_FIELD_LICENSE);
}

static PyObject *policy_records(PyObject *self, PyObject *unused)
{
	(void)unused;
	return list_records((struct policy *)self, NULL, ROBOTSC_FIELD_UNKNOWN);
}

static PyObject *policy_repr(PyObject *self)
{
	struct robotsc_info info;
	robotsc_blob_info(&((struct policy *)self)->blob, &info);
	return PyUnicode_FromFormat("<robotsc.Policy %s, %u agent%s, %u octets>", robotsc_dialect_name(info.dialect),
	                            (unsigned)info.agents, info.agents == 1 ? "" : "s", (unsigned)info.size);
}

static Py_hash_t policy_hash(PyObject *self)
{
	PyObject *bytes = policy_blob(self, NULL);
	Py_hash_t hash;
	if (!bytes)
		return -1;
	hash = PyObject_Hash(bytes);
	Py_DECREF(bytes);
	return hash;
}

static PyObject *policy_compare(PyObject *self, PyObject *other, int op)
{
	const Py_buffer *a = &((struct policy *)self)->bytes, *b;
	int same;
	if (Py_TYPE(other) != Py_TYPE(self) || (op != Py_EQ && op != Py_NE))
		return Py_NewRef(Py_NotImplemented);
	b = &((struct policy *)other)->bytes;
	same = a->len == b->len && memcmp(a->buf, b->buf, (size_t)a->len) == 0;
	return PyBool_FromLong(same == (op == Py_EQ));
}

/* A Policy is copied and pickled as its blob, which open verifies. */
static PyObject *policy_reduce(PyObject *self, PyObject *unused)
{
	PyObject *open = get_attribute(PyType_GetModule(Py_TYPE(self)), "open");
	PyObject *bytes = policy_blob(self, NULL), *result = NULL;
	(void)unused;
	if (open && bytes)
		result = Py_BuildValue("O(O)", open, bytes);
	Py_XDECREF(open);
	Py_XDECREF(bytes);
	return result;
}

static int read_tokens(PyObject *const *args, Py_ssize_t n, struct robotsc_text tokens[TOKENS_MAX])
{
	if (n > TOKENS_MAX) {
		PyErr_Format(PyExc_ValueError, "agent takes at most %d product tokens, not %zd", TOKENS_MAX, n);
		return -1;
	}
	for (Py_ssize_t i = 0; i < n; i++)
		if (read_text(args[i], "a product token", &tokens[i]) < 0)
			return -1;
	return 0;
}

/* Makes an Agent for any names: each is cut to its product token. */
static PyObject *policy_select(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
	struct robotsc_text tokens[TOKENS_MAX];
	PyObject *tuple = read_tokens(args, nargs, tokens) < 0 ? NULL : PyTuple_New(nargs);
	for (Py_ssize_t i = 0; tuple && i < nargs; i++)
		PyTuple_SetItem(tuple, i, Py_NewRef(args[i]));
	return make_agent(self, tuple, tokens);
}

static PyObject *policy_agent(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
	const struct state *s = PyType_GetModuleState(Py_TYPE(self));
	struct robotsc_text token;
	struct robotsc_info info;
	robotsc_blob_info(&((struct policy *)self)->blob, &info);
	for (Py_ssize_t i = 0; i < nargs; i++)
		if (read_token(args[i], (int)info.dialect, s->agent_error, &token) < 0)
			return NULL;
	return policy_select(self, args, nargs);
}

/* A part of a header: a str, or bytes if it is no UTF-8. */
static PyObject *token_of(struct robotsc_text text)
{
	PyObject *token = PyUnicode_DecodeUTF8(text.at, (Py_ssize_t)text.len, NULL);
	if (token || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
		return token;
	PyErr_Clear();
	return PyBytes_FromStringAndSize(text.at, (Py_ssize_t)text.len);
}

static PyObject *policy_agent_for_header(PyObject *self, PyObject *header)
{
	const struct robotsc_blob *blob = &((struct policy *)self)->blob;
	struct robotsc_text text, tokens[TOKENS_MAX];
	struct robotsc_info info;
	PyObject *tuple;
	size_t n;
	if (read_text(header, "a User-Agent header", &text) < 0)
		return NULL;
	n = robotsc_header_tokens(blob, text.at, text.len, tokens, TOKENS_MAX);
	robotsc_blob_info(blob, &info);
	if (n == 0 && info.partial)
		return raise_status(PyType_GetModuleState(Py_TYPE(self)), ROBOTSC_ERR_AGENT);
	tuple = PyTuple_New((Py_ssize_t)n);
	for (size_t i = 0; tuple && i < n; i++) {
		PyObject *token = token_of(tokens[i]);
		if (!token || PyTuple_SetItem(tuple, (Py_ssize_t)i, token) < 0)
			Py_CLEAR(tuple);
	}
	return make_agent(self, tuple, tokens);
}

PyDoc_STRVAR(agent_doc, "agent($self, /, *tokens)\n--\n\n"
                        "Return the rules for one robot: an Agent.  RFC 9309 section 2.2.1\n\n"
                        "tokens  product tokens, str or bytes; the first that the file names decides.  With none\n"
                        "        of them in it, or without tokens, the groups of \"*\" do.\n\n"
                        "Raises AgentError if the policy was compiled for other tokens, and for what is no token of\n"
                        "the dialect: a whole User-Agent header belongs to agent_for_header.");

PyDoc_STRVAR(select_doc, "_select($self, /, *tokens)\n--\n\nFor pickles: as agent, of any names.");

PyDoc_STRVAR(agent_for_header_doc, "agent_for_header($self, header, /)\n--\n\n"
                                   "Return the rules for the robot that sends a User-Agent header: an Agent.\n"
                                   "RFC 9309 section 2.2.1; docs/dialects.md, \"Whole User-Agent headers\"\n\n"
                                   "header  the field's value, str or bytes.  Its tokens are the products in it that the file\n"
                                   "        names, the longest first; with none of them, the groups of \"*\" decide.\n\n"
                                   "Raises AgentError if the policy was compiled for tokens and the header has none of them.");

PyDoc_STRVAR(policy_records_doc, "records($self, /)\n--\n\n"
                                 "Return the lines that hold for the file as a whole, a tuple of Record.\n"
                                 "docs/extensions.md\n\n"
                                 "Raises AbsentError if the policy was compiled without extensions.");

const char reduce_doc[] = "__reduce__($self, /)\n--\n\nCopies and pickles hold the blob.";

static PyMethodDef policy_methods[] = {
	{"agent", METHOD(policy_agent), METH_FASTCALL, agent_doc},
	{"agent_for_header", policy_agent_for_header, METH_O, agent_for_header_doc},
	{"_select", METHOD(policy_select), METH_FASTCALL, select_doc},
	{"records", policy_records, METH_NOARGS, policy_records_doc},
	{"stamp", METHOD(policy_stamp), METH_VARARGS | METH_KEYWORDS, policy_stamp_doc},
	{"__reduce__", policy_reduce, METH_NOARGS, reduce_doc},
	{0},
};

static PyGetSetDef policy_members[] = {
	{"blob", policy_blob, NULL, "The octets of the policy, as bytes.", NULL},
	{"agents", policy_agents, NULL, "The product tokens that have rules, in lower case: a tuple of str.", NULL},
	{"dialect", policy_dialect, NULL, "The name of the dialect, such as 'rfc9309'.", NULL},
	{"sitemaps", policy_sitemaps, NULL, "The values of Sitemap lines: a tuple of str.  Raises AbsentError.", NULL},
	{"licenses", policy_licenses, NULL, "The values of License lines of the whole file: a tuple of str.  Raises AbsentError.",
         NULL},
	{"decision", policy_decision, NULL, "The Decision that it was stamped with, or None.", NULL},
	{0},
};

static PyMemberDef policy_fields[] = {
	{"__weaklistoffset__", T_PYSSIZET, offsetof(struct policy, weak_references), READONLY, NULL},
	{0},
};

static PyType_Slot policy_slots[] = {
	{Py_tp_doc, "What a robots.txt says, as a blob.  Immutable; threads may share it.  See compile and open.\n\n"
                    "It is a buffer of its octets; policies with the same octets are equal."},
	{Py_tp_traverse, policy_traverse},
	{Py_tp_dealloc, policy_dealloc},
	{Py_tp_repr, policy_repr},
	{Py_tp_hash, policy_hash},
	{Py_tp_richcompare, policy_compare},
	{Py_tp_methods, policy_methods},
	{Py_tp_members, policy_fields},
	{Py_tp_getset, policy_members},
	{Py_bf_getbuffer, policy_getbuffer},
	{0},
};

static PyType_Spec policy_spec = {"robotsc.Policy", (int)sizeof(struct policy), 0, TYPE_FLAGS, policy_slots};

int add_policy(PyObject *module, struct state *s)
{
	s->policy = add_type(module, PyType_FromModuleAndSpec(module, &policy_spec, NULL));
	return s->policy ? 0 : -1;
}
