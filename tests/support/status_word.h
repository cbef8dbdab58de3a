/* status_word.h - the words for statuses in the files of tests: bad blobs, and the kit.
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
	case ROBOTSC_ERR_AGENT:
		return "agent";
	case ROBOTSC_ERR_ABSENT:
		return "absent";
	case ROBOTSC_ERR_UNKNOWN:
		return "unknown";
	case ROBOTSC_ERR_SHARD:
		return "shard";
	case ROBOTSC_ERR_SCHEME:
		return "scheme";
	case ROBOTSC_ERR_HOST:
		return "host";
	case ROBOTSC_ERR_PORT:
		return "port";
	default:
		return "a status without a word";
	}
}

#endif
