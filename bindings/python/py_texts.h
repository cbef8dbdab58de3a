/* py_texts.h - converts texts and names between Python and the library, for both modules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PY_TEXTS_H
#define ROBOTSC_PY_TEXTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stddef.h>

struct robotsc_text;

/* Read the octets of a str, as UTF-8, or of bytes.  They live as long as the object. Returns -1
 * with an exception, which calls the object "what". */
int read_text(PyObject *object, const char *what, struct robotsc_text *text);

/* Raise agent_error for an empty name, or one that a dialect (enum robotsc_dialect) would cut. "*"
 * is accepted.  object: the name as it was given.  Returns -1 with the exception. */
int need_token(struct robotsc_text text, int dialect, PyObject *object, PyObject *agent_error);

/* Read a product token: read_text, then need_token. */
int read_token(PyObject *object, int dialect, PyObject *agent_error, struct robotsc_text *text);

/* Read the product tokens of a tuple, which keeps them, into an array for PyMem_Free. */
struct robotsc_text *hold_tokens(PyObject *tuple, int dialect, PyObject *agent_error);

/* Make a tuple of str. */
PyObject *make_tokens(const struct robotsc_text *tokens, size_t n);

/* The number (enum robotsc_dialect) of the dialect with a name.  Returns -1 with an exception that
 * lists all names. */
int read_dialect(const char *name);

/* Make a str; octets that are no UTF-8 become surrogates, as in os.fsdecode. */
PyObject *to_str(struct robotsc_text text);

#endif
