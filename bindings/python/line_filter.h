/* line_filter.h - the type LineFilter of both modules: it selects lines with a verdict.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINE_FILTER_H
#define ROBOTSC_LINE_FILTER_H

#include "py_texts.h"
#include "robotsc/filter.h"

#include <stdatomic.h>

/* Calls to the owner of a filter, the store or the snapshot that answers. */
struct filter_owner {
	/* Returns why the owner cannot be used, or NULL. */
	const char *(*why_not)(PyObject *owner);
	/* Raise the exception of a status; raise one of the owner's module with a sentence. */
	void (*raise_status)(PyObject *owner, enum robotsc_store_status status);
	void (*raise_sentence)(PyObject *owner, const char *sentence);
};

struct line_filter {
	PyObject_HEAD const struct filter_owner *of;
	PyObject *owner;
	struct robotsc_filter *filter; /* NULL until its maker has opened it */
	PyObject *tokens;              /* NULL: the owner has the tokens, and texts is NULL, too */
	struct robotsc_text *texts;    /* of the tokens; for PyMem_Free */
	PyObject *verdicts[3];
	char *lines; /* buffer of select */
	size_t room;
	struct robotsc_filter_report report;
	int reason;
	atomic_flag running;
};

/* Read the arguments of the methods named filter: the tokens, and the other options. */
int read_filter_options(PyObject *args, struct robotsc_filter_options *o, PyObject **tokens);

/* Make a filter that is not open.  It owns texts, which may be NULL. */
struct line_filter *new_line_filter(PyTypeObject *type, const struct filter_owner *of, PyObject *owner, PyObject *tokens,
                                    struct robotsc_text *texts, int reason);

/* Make the type.  name: "robotsc.MODULE.LineFilter".  NULL: an exception is set. */
PyTypeObject *add_line_filter(PyObject *module, const char *name);

#endif
