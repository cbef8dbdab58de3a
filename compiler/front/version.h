/* version.h - the version that a Robot-version line asks for.  docs/dialects.md, "conner2"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_VERSION_H
#define ROBOTSC_VERSION_H

#include "lex.h"

enum version {
	VERSION_NONE, /* no version number; the record is read as version 1 */
	VERSION_1,    /* 1 with an even minor number */
	VERSION_2,    /* 2 with an even minor number */
	VERSION_OTHER /* experimental, or of the future */
};

/* Accepts one to three numbers with dots between them. */
enum version robotsc__version_of(struct span value);

#endif
