/* audit_words.c - what the formats of an audit share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "audit_formats.h"

struct robotsc_text robotsc__audit_token(const struct robotsc_audit_row *row)
{
	return row->token.len ? row->token : robotsc__writer_text("others");
}

uint64_t robotsc__audit_unordered(const struct robotsc_audit_answer *answer)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < answer->nrows; i++)
		sum += answer->rows[i].unordered;
	return sum;
}

void robotsc__audit_put_unordered(struct report_writer *w, uint64_t unordered)
{
	robotsc__writer_format(w, "%" PRIu64 " request%s older than one before %s in the logs", unordered,
	                       unordered == 1 ? " is" : "s are", unordered == 1 ? "it" : "them");
}

const char *robotsc__audit_why(size_t reason)
{
	static const char *const why[ROBOTSC_AUDIT_REASONS] = {"without a path that was asked for",
	                                                       "with a path that the server decoded: log the request line",
	                                                       "older than the first robots.txt",
	                                                       "without a time, and there are several robots.txt",
	                                                       "without a host: log it, such as $host or %v",
	                                                       "to origins that the snapshot lacks",
	                                                       "to origins that gave the snapshot no robots.txt to go by",
	                                                       "of robots that the snapshot was not made for"};
	return why[reason];
}

const char *robotsc__audit_time(int64_t time, char room[ROBOTSC_TIME_ROOM])
{
	if (time == ROBOTSC_AUDIT_NO_TIME)
		return "-";
	robotsc_write_time(time, room);
	return room;
}
