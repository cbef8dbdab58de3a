/* line_filter.h - the type LineFilter of both modules: lines in, those with a verdict out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINE_FILTER_H
#define ROBOTSC_LINE_FILTER_H

#include "py_texts.h"
#include "robotsc/filter.h"

#include <stdatomic.h>

/* What a filter asks its owner, the store or the snapshot that answers. */
struct filter_owner {
	/* Returns why the owner cannot be used, or NULL. */
	const char *(*why_not)(PyObject *owner);
	/* Raise the exception of a status, or the module's with a sentence. */
	void (*raise_status)(PyObject *owner, enum robotsc_store_status status);
	void (*raise_sentence)(PyObject *owner, const char *sentence);
};

struct line_filter {
	PyObject_HEAD const struct filter_owner *of;
	PyObject *owner;
	struct robotsc_filter *filter; /* NULL until its maker has opened it */
	PyObject *tokens;              /* NULL, as texts is then: the owner has them */
	struct robotsc_text *texts;    /* of the tokens; for PyMem_Free */
	PyObject *verdicts[3];
	char *lines; /* buffer of select */
	size_t room;
	struct robotsc_filter_report report;
	int reason;
	atomic_flag running;
};

/* Read what the methods named filter take: the tokens and the options beside them. */
int read_filter_options(PyObject *args, struct robotsc_filter_options *o, PyObject **tokens);

/* Make a filter that is not open.  texts: taken over, may be NULL. */
struct line_filter *new_line_filter(PyTypeObject *type, const struct filter_owner *of, PyObject *owner, PyObject *tokens,
                                    struct robotsc_text *texts, int reason);

/* Make the type.  name: "robotsc.MODULE.LineFilter".  NULL: raised. */
PyTypeObject *add_line_filter(PyObject *module, const char *name);

#endif
