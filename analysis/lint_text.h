/* lint_text.h - words and octets that authors get wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_TEXT_H
#define ROBOTSC_LINT_TEXT_H

#include <stdbool.h>

#include "front/lex.h"

/* The field that a word may have been meant to be, at most two letters away, or NULL. */
const char *robotsc__lint_meant(struct span word);

/* True if no URL holds this octet of a pattern unescaped.  Control octets do not count. */
bool robotsc__lint_is_unescaped(uint8_t octet);

/* Where a pattern holds what only regular expressions have: '^' in front, '\d', '[0-9]', '(a|b)'.
 * Its length: nowhere. */
size_t robotsc__lint_regex(struct span pattern);

#endif
