/* page_gen.h - random pages, fields and dates, made to meet in the odd corners.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PAGE_GEN_H
#define ROBOTSC_PAGE_GEN_H

#include <stddef.h>
#include <stdint.h>

#define PAGE_GEN_MAX 8192 /* octets that one of them has at most */

/* Fill text from the random state; how many octets. */
size_t page_gen_html(char *text, uint64_t *state);
size_t page_gen_field(char *text, uint64_t *state);
size_t page_gen_date(char *text, uint64_t *state);

#endif
