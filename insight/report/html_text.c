/* html_text.c - see html_text.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "html_text.h"

void robotsc__html_escape(void *writer, const char *text, size_t len)
{
	struct report_writer *w = writer;
	for (size_t i = 0; i < len; i++) {
		switch (text[i]) {
		case '&':
			robotsc__writer_string(w, "&amp;");
			break;
		case '<':
			robotsc__writer_string(w, "&lt;");
			break;
		case '>':
			robotsc__writer_string(w, "&gt;");
			break;
		case '"':
			robotsc__writer_string(w, "&quot;");
			break;
		case '\'':
			robotsc__writer_string(w, "&#39;");
			break;
		default:
			robotsc__writer_put(w, &text[i], 1);
		}
	}
}
