/* py_compile.c - the functions compile, open and origin.  docs/python.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

/* Reads the product tokens of a tuple. */
static int read_tokens(const struct state *s, const struct robotsc_options *options, PyObject *tuple, struct robotsc_text *tokens)
{
	const Py_ssize_t n = PyTuple_Size(tuple);
	for (Py_ssize_t i = 0; i < n; i++) {
		if (read_token(PyTuple_GetItem(tuple, i), (int)options->dialect, s->agent_error, &tokens[i]) < 0)
			return -1;
		if (options->one_robot && tokens[i].at[0] == '*') {
			PyErr_SetString(s->agent_error, "'*' is no name of a robot");
			return -1;
		}
	}
	return 0;
}

/* Reads the keyword arguments of compile into options.  *agents: a tuple of tokens, or NULL. */
static int read_options(const char *dialect, PyObject *agents, int extensions, int one_robot, struct robotsc_options *options,
                        PyObject **tuple)
{
	const int number = read_dialect(dialect);
	robotsc_options_init(options);
	options->extensions = extensions != 0;
	options->one_robot = one_robot != 0;
	if (number < 0)
		return -1;
	options->dialect = (enum robotsc_dialect)number;
	if (one_robot && (number != ROBOTSC_RFC9309 && number != ROBOTSC_GOOGLE)) {
		PyErr_Format(PyExc_ValueError, "one_robot is for rfc9309 and google, not %s", dialect);
		return -1;
	}
	if (one_robot && agents == Py_None) {
		PyErr_SetString(PyExc_ValueError, "one_robot needs agents: the names of the robot");
		return -1;
	}
	if (agents == Py_None)
		return 0;
	if (PyUnicode_Check(agents) || PyBytes_Check(agents)) {
		PyErr_Format(PyExc_TypeError, "agents must be a list of product tokens, not one %R", Py_TYPE(agents));
		return -1;
	}
	*tuple = PySequence_Tuple(agents);
	if (*tuple && PyTuple_Size(*tuple) == 0)
		PyErr_SetString(PyExc_ValueError, "agents is empty; leave it out to compile for all robots");
	return PyErr_Occurred() ? -1 : 0;
}

#define IDLE (sizeof((struct state *)0)->idle / sizeof((struct state *)0)->idle[0])

/* Takes an idle compiler, or a new one: for one thread, with or without a GIL. */
static struct robotsc_compiler *take_compiler(struct state *s)
{
	struct robotsc_compiler *compiler = NULL;
	for (size_t i = 0; i < IDLE && !compiler; i++)
		compiler = atomic_exchange(&s->idle[i], NULL);
	return compiler ? compiler : robotsc_compiler_new(NULL);
}

static void give_compiler(struct state *s, struct robotsc_compiler *compiler)
{
	for (size_t i = 0; i < IDLE && compiler; i++) {
		struct robotsc_compiler *none = NULL;
		if (atomic_compare_exchange_strong(&s->idle[i], &none, compiler))
			return;
	}
	robotsc_compiler_free(compiler);
}

void drop_compilers(struct state *s)
{
	for (size_t i = 0; i < IDLE; i++)
		robotsc_compiler_free(atomic_exchange(&s->idle[i], NULL));
}

/* Compiles into bytes; the caller keeps the text and the tokens. */
static PyObject *compile_octets(struct state *s, const struct robotsc_options *options, const void *text, size_t len)
{
	struct robotsc_compiler *const compiler = take_compiler(s);
	enum robotsc_status status;
	PyObject *bytes;
	void *blob = NULL;
	size_t blob_len = 0;
	Py_BEGIN_ALLOW_THREADS;
	status = robotsc_compiler_compile(compiler, options, text, len, &blob, &blob_len);
	Py_END_ALLOW_THREADS;
	give_compiler(s, compiler);
	if (status != ROBOTSC_OK)
		return raise_status(s, status);
	bytes = PyBytes_FromStringAndSize(blob, (Py_ssize_t)blob_len);
	robotsc_free_blob(NULL, blob, blob_len);
	return bytes;
}

/* As compile_octets, for the tokens of a tuple, or for all robots if it is NULL. */
static PyObject *compile_for(struct state *s, struct robotsc_options *options, PyObject *tuple, const void *text, size_t len)
{
	const size_t n = tuple ? (size_t)PyTuple_Size(tuple) : 0;
	struct robotsc_text *tokens = PyMem_Malloc((n + 1) * sizeof *tokens);
	PyObject *bytes = NULL;
	if (!tokens)
		return PyErr_NoMemory();
	options->agents = tokens;
	options->nagents = n;
	if (!tuple || read_tokens(s, options, tuple, tokens) == 0)
		bytes = compile_octets(s, options, text, len);
	PyMem_Free(tokens);
	return bytes;
}

/* Raises for a path, and names the method that reads its file. */
static int refuse_path(PyObject *text)
{
	PyObject *method;
	const int found = find_attribute(text, "read_bytes", &method);
	Py_XDECREF(method);
	if (found > 0)
		PyErr_Format(PyExc_TypeError, "the text is due, not a path: give it %R.read_bytes()", text);
	return found == 0 ? 0 : -1;
}

/* The kind of a text's content. */
struct look {
	enum robotsc_content kind;
	size_t cut; /* octets that were read, if there are more; else 0 */
};

/* As compile_for, from a str or a buffer; look: the kind of its content. */
static PyObject *compile_text(struct state *s, struct robotsc_options *options, PyObject *tuple, PyObject *text, struct look *look)
{
	struct robotsc_text octets;
	Py_buffer view = {0};
	PyObject *bytes;
	if (PyUnicode_Check(text)) {
		if (read_text(text, "the text", &octets) < 0)
			return NULL;
	} else {
		if (refuse_path(text) < 0 || hold_octets(text, &view) < 0)
			return NULL;
		octets = (struct robotsc_text){view.buf, (size_t)view.len};
	}
	bytes = compile_for(s, options, tuple, octets.at, octets.len);
	*look = (struct look){robotsc_content_kind(octets.at, octets.len), octets.len > options->limit ? options->limit : 0};
	PyBuffer_Release(&view);
	return bytes;
}

static PyObject *open_buffer(PyObject *module, PyObject *buffer)
{
	return open_bytes(PyModule_GetState(module), buffer, false);
}

/* As compile, but the caller must warn: it gets look for this. */
static PyObject *compile_silently(PyObject *module, PyObject *args, PyObject *keywords, struct look *look)
{
	char *names[] = {"text", "agents", "dialect", "extensions", "one_robot", NULL};
	PyObject *text, *agents = Py_None, *tuple = NULL, *bytes = NULL, *policy;
	const char *dialect = "rfc9309";
	struct robotsc_options options;
	int extensions = 1, one_robot = 0;
	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|Ospp:compile", names, &text, &agents, &dialect, &extensions,
	                                 &one_robot))
		return NULL;
	if (read_options(dialect, agents, extensions, one_robot, &options, &tuple) == 0)
		bytes = compile_text(PyModule_GetState(module), &options, tuple, text, look);
	Py_XDECREF(tuple);
	if (!bytes)
		return NULL;
	policy = open_bytes(PyModule_GetState(module), bytes, true);
	Py_DECREF(bytes);
	return policy;
}

static PyObject *compile(PyObject *module, PyObject *args, PyObject *keywords)
{
	const struct state *s = PyModule_GetState(module);
	struct look look = {ROBOTSC_CONTENT_TEXT, 0};
	PyObject *policy = compile_silently(module, args, keywords, &look);
	if (policy && look.kind > ROBOTSC_CONTENT_EMPTY &&
	    PyErr_WarnFormat(s->content_warning, 1, "this looks like %s, not like a robots.txt", robotsc_content_text(look.kind)) <
	            0)
		Py_CLEAR(policy);
	if (policy && look.cut &&
	    PyErr_WarnFormat(s->content_warning, 1, "only the first %zu octets of this robots.txt were read", look.cut) < 0)
		Py_CLEAR(policy);
	return policy;
}

static PyObject *compile_quietly(PyObject *module, PyObject *args, PyObject *keywords)
{
	struct look look;
	return compile_silently(module, args, keywords, &look);
}

static PyObject *content_kind(PyObject *module, PyObject *text)
{
	struct robotsc_text octets;
	Py_buffer view = {0};
	enum robotsc_content kind;
	(void)module;
	if (!PyUnicode_Check(text) && (refuse_path(text) < 0 || hold_octets(text, &view) < 0))
		return NULL;
	octets = (struct robotsc_text){view.buf, (size_t)view.len};
	if (PyUnicode_Check(text) && read_text(text, "the text", &octets) < 0)
		return NULL;
	kind = robotsc_content_kind(octets.at, octets.len);
	PyBuffer_Release(&view);
	return PyUnicode_FromString(robotsc_content_name(kind));
}

/* need_token for the Python code: takes octets, the dialect's name, and the object as given. */
static PyObject *check_token(PyObject *module, PyObject *args)
{
	const struct state *s = PyModule_GetState(module);
	struct robotsc_text text;
	const char *dialect;
	PyObject *object;
	Py_ssize_t len;
	int number;
	if (!PyArg_ParseTuple(args, "y#sO:_need_token", &text.at, &len, &dialect, &object))
		return NULL;
	text.len = (size_t)len;
	number = read_dialect(dialect);
	if (number < 0 || need_token(text, number, object, s->agent_error) < 0)
		return NULL;
	return Py_NewRef(Py_None);
}

static PyObject *origin(PyObject *module, PyObject *url)
{
	char octets[ROBOTSC_ORIGIN_MAX];
	enum robotsc_status status;
	struct robotsc_text text;
	size_t len;
	if (read_text(url, "a URL", &text) < 0)
		return NULL;
	status = robotsc_origin(text.at, text.len, octets, sizeof octets, &len);
	if (status != ROBOTSC_OK)
		return raise_status(PyModule_GetState(module), status);
	return PyUnicode_DecodeUTF8(octets, (Py_ssize_t)len, NULL);
}

PyDoc_STRVAR(compile_doc, "compile($module, /, text, agents=None, dialect='rfc9309', extensions=True, one_robot=False)\n--\n\n"
                          "Compile a robots.txt into a Policy.  RFC 9309; docs/dialects.md\n\n"
                          "text        the file: str, or octets of any content; 512,000 of them are read.\n"
                          "agents      product tokens to compile for; None: all robots.\n"
                          "dialect     the name of one; the error for an unknown name lists them.\n"
                          "extensions  keep Sitemap, Crawl-delay and the like.\n"
                          "one_robot   rfc9309, google: agents are names of one robot, which has the groups of all that\n"
                          "            the file names.\n\n"
                          "No text is invalid; for what looks like none, such as HTML and what is compressed, there\n"
                          "is a ContentWarning.  The same text gives the same blob.  Releases the GIL.\n"
                          "Raises AgentError for what is no product token, ValueError for an unknown dialect, TypeError for\n"
                          "other types.");

PyDoc_STRVAR(quietly_doc, "_compile($module, /, text, agents=None, dialect='rfc9309', extensions=True, one_robot=False)\n--\n\n"
                          "As compile, without a warning.");

PyDoc_STRVAR(open_doc, "open($module, buffer, /)\n--\n\n"
                       "Verify a blob and return its Policy, without a copy.\n\n"
                       "buffer  bytes, mmap, memoryview: anything that has the octets.  The Policy keeps it\n"
                       "        alive, and its octets must not change.  A writable one is copied.\n\n"
                       "Raises BlobError if it is no blob, is damaged, or was forged.");

PyDoc_STRVAR(origin_doc, "origin($module, url, /)\n--\n\n"
                         "Return \"scheme://host\" or \"scheme://host:port\": the origin whose robots.txt applies.\n"
                         "RFC 9309 section 2.3; docs/access.md\n\n"
                         "Raises OriginError for a URL that has no robots.txt.");

PyDoc_STRVAR(kind_doc, "content_kind($module, text, /)\n--\n\n"
                       "Return what a text looks like, by its first octets: 'text', 'empty', 'html', 'gzip', ...\n"
                       "docs/access.md, \"Content\"\n\n"
                       "text  as for compile, which warns of all kinds but 'text' and 'empty'.");

static PyMethodDef functions[] = {
	{"content_kind", content_kind, METH_O, kind_doc},
	{"compile", METHOD(compile), METH_VARARGS | METH_KEYWORDS, compile_doc},
	{"_compile", METHOD(compile_quietly), METH_VARARGS | METH_KEYWORDS, quietly_doc},
	{"_need_token", check_token, METH_VARARGS, NULL},
	{"open", open_buffer, METH_O, open_doc},
	{"origin", origin, METH_O, origin_doc},
	{0},
};

int add_compile(PyObject *module)
{
	return PyModule_AddFunctions(module, functions);
}
