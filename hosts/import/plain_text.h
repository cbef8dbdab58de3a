/* plain_text.h - finds out whether a body is plain text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLAIN_TEXT_H
#define ROBOTSC_PLAIN_TEXT_H

#include <stdbool.h>

#include "robotsc/common.h"

/* True for UTF-8 without control characters: none below 32 but TAB, LF and CR, and no DEL.  The
 * last character may be cut, as the body may be. */
bool robotsc__is_plain_text(struct robotsc_text body);

#endif
