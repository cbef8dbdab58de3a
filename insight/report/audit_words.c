/* audit_words.c - what the formats of an audit share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_formats.h"

struct robotsc_text robotsc__audit_token(const struct robotsc_audit_row *row)
{
	return row->token.len ? row->token : robotsc__writer_text("others");
}

const char *robotsc__audit_time(int64_t time, char room[ROBOTSC_TIME_ROOM])
{
	if (time == ROBOTSC_AUDIT_NO_TIME)
		return "-";
	robotsc_write_time(time, room);
	return room;
}
