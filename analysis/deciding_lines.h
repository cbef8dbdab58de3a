/* deciding_lines.h - which lines of a text decide about many URLs of many robots, from one reading.
 *
 * In    a text; of each URL the tokens that ask for it, and 0 as its line.
 * Out   the line that decides, as robotsc_deciding_lines says it; 0 also where *work ran out.
 * Fails ROBOTSC_ERR_NOMEM, _DIALECT, _ARGUMENT.
 * Cost  the text and the rules of each policy, once; of a URL the rules whose octets it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DECIDING_LINES_H
#define ROBOTSC_DECIDING_LINES_H

#include "robotsc/compile.h"

struct asked_line {
	const struct robotsc_text *tokens;
	size_t ntokens;
	struct robotsc_text url;
	uint32_t line;            /* out */
	struct robotsc_text text; /* out: of the line; borrows the robots.txt */
	uint32_t policy;          /* for robotsc__deciding_lines alone */
};

enum robotsc_status robotsc__deciding_lines(const struct robotsc_options *options, struct robotsc_text robots,
                                            struct asked_line *of, size_t n, uint64_t *work);

#endif
