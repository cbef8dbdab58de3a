/* status_word.h - the words for statuses in tests/runtime/match/bad-blobs/.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STATUS_WORD_H
#define ROBOTSC_STATUS_WORD_H

#include "robotsc/common.h"

static inline const char *status_word(enum robotsc_status status)
{
	switch (status) {
	case ROBOTSC_OK:
		return "ok";
	case ROBOTSC_ERR_TRUNCATED:
		return "truncated";
	case ROBOTSC_ERR_MAGIC:
		return "magic";
	case ROBOTSC_ERR_VERSION:
		return "version";
	case ROBOTSC_ERR_CORRUPT:
		return "corrupt";
	case ROBOTSC_ERR_CHECKSUM:
		return "checksum";
	case ROBOTSC_ERR_ABSENT:
		return "absent";
	default:
		return "a status without a word";
	}
}

#endif
