/* audit_words.c - what the formats of an audit share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_formats.h"

struct robotsc_text robotsc__audit_token(const struct robotsc_audit_row *row)
{
	return row->token.len ? row->token : robotsc__writer_text("others");
}

const char *robotsc__audit_why(size_t reason)
{
	static const char *const why[ROBOTSC_AUDIT_REASONS] = {"have no path that was asked for",
	                                                       "have a path that the server decoded: log the request line",
	                                                       "are older than the first robots.txt",
	                                                       "have no time, and there are several robots.txt",
	                                                       "have no host: log it, such as $host or %v",
	                                                       "went to origins that the snapshot lacks",
	                                                       "went to origins that gave the snapshot no robots.txt to go by",
	                                                       "are of robots that the snapshot was not made for"};
	return why[reason];
}

const char *robotsc__audit_time(int64_t time, char room[ROBOTSC_TIME_ROOM])
{
	if (time == ROBOTSC_AUDIT_NO_TIME)
		return "-";
	robotsc_write_time(time, room);
	return room;
}
