/* html_text.h - text inside a page of HTML.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HTML_TEXT_H
#define ROBOTSC_HTML_TEXT_H

#include "writer.h"

/* Receives text that controls nothing, as robotsc_spell writes it, and writes it so that it is text
 * in an element and in an attribute.  writer: a struct report_writer. */
void robotsc__html_escape(void *writer, const char *text, size_t len);

#endif
