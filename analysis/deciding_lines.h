/* deciding_lines.h - which lines of a text decide about many URLs of many robots, from one reading.
 *
 * In    a text; URLs, each with the tokens that ask for it, and with 0 as its line.
 * Out   each URL's deciding line, as robotsc_deciding_lines gives it; also 0 where *work ran out.
 * Fails ROBOTSC_ERR_NOMEM, _DIALECT, _ARGUMENT.
 * Cost  the text and the rules of each policy, once; for each URL the rules whose octets it has.
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
	struct robotsc_text text; /* out: the text of the line; it borrows the robots.txt */
	uint32_t policy;          /* for robotsc__deciding_lines alone */
};

enum robotsc_status robotsc__deciding_lines(const struct robotsc_options *options, struct robotsc_text robots,
                                            struct asked_line *of, size_t n, uint64_t *work);

#endif
