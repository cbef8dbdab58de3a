/* filters.c - filters with answers from a store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "store_module.h"

static const char *why_not(PyObject *owner)
{
	return is_of_this_process(((struct handle *)owner)->opened) ? NULL : "the filter was made before a fork; make another";
}

static void raise_filter_status(PyObject *owner, enum robotsc_store_status status)
{
	raise_status(state_of(owner), ((struct handle *)owner)->path, status);
}

static void raise_filter_sentence(PyObject *owner, const char *sentence)
{
	raise_sentence(state_of(owner), ((struct handle *)owner)->path, sentence);
}

static const struct filter_owner by_store = {why_not, raise_filter_status, raise_filter_sentence};

PyObject *handle_filter(PyObject *self, PyObject *args)
{
	struct robotsc_store *store = store_of((struct handle *)self);
	const struct state *s = state_of(self);
	struct robotsc_filter_options options;
	enum robotsc_store_status status;
	struct robotsc_text *tokens;
	struct line_filter *f;
	PyObject *tuple;
	if (!store || read_filter_options(args, &options, &tuple) < 0)
		return NULL;
	tokens = hold_tokens(tuple, (int)robotsc_store_settings(store)->dialect, s->agent_error);
	if (!tokens)
		return NULL;
	options.tokens = tokens;
	options.ntokens = (size_t)PyTuple_Size(tuple);
	f = new_line_filter(s->filter, &by_store, self, tuple, tokens, options.reason);
	if (!f)
		return NULL;
	status = robotsc_filter_open(&f->filter, store, &options);
	if (status != ROBOTSC_STORE_OK) {
		f->filter = NULL;
		raise_filter_status(self, status);
		Py_CLEAR(f);
	}
	return (PyObject *)f;
}
