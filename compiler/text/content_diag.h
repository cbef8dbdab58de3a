/* content_diag.h - the diagnostic of a file that is no robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CONTENT_DIAG_H
#define ROBOTSC_CONTENT_DIAG_H

#include "robotsc/access.h"
#include "robotsc/compile.h"

/* The diagnostic for a kind of content; ROBOTSC_DIAG_KINDS: there is none. */
static inline enum robotsc_diag_kind robotsc__content_diag(enum robotsc_content content)
{
	switch (content) {
	case ROBOTSC_CONTENT_HTML:
		return ROBOTSC_DIAG_HTML;
	case ROBOTSC_CONTENT_JSON:
		return ROBOTSC_DIAG_JSON;
	case ROBOTSC_CONTENT_PDF:
		return ROBOTSC_DIAG_PDF;
	case ROBOTSC_CONTENT_WARC:
		return ROBOTSC_DIAG_WARC;
	case ROBOTSC_CONTENT_UTF16_LE:
	case ROBOTSC_CONTENT_UTF16_BE:
		return ROBOTSC_DIAG_UTF16;
	case ROBOTSC_CONTENT_GZIP:
	case ROBOTSC_CONTENT_ZSTD:
	case ROBOTSC_CONTENT_XZ:
	case ROBOTSC_CONTENT_BZIP2:
	case ROBOTSC_CONTENT_ZIP:
		return ROBOTSC_DIAG_COMPRESSED;
	case ROBOTSC_CONTENT_BLOB:
	case ROBOTSC_CONTENT_BINARY:
	case ROBOTSC_CONTENT_SNAPSHOT:
	case ROBOTSC_CONTENT_MANIFEST:
	case ROBOTSC_CONTENT_STORE:
		return ROBOTSC_DIAG_BINARY;
	case ROBOTSC_CONTENT_TEXT:
	case ROBOTSC_CONTENT_EMPTY:
	case ROBOTSC_CONTENT_KINDS:
		break;
	}
	return ROBOTSC_DIAG_KINDS;
}

#endif
