/* status.c - the library's version, and texts for statuses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/common.h"

const char *robotsc_version(void)
{
	return ROBOTSC_VERSION_STRING;
}

/* Without a default case, -Wswitch reports a status that is missing here. */
const char *robotsc_strerror(enum robotsc_status status)
{
	switch (status) {
	case ROBOTSC_OK:
		return "no error";
	case ROBOTSC_ERR_NOMEM:
		return "out of memory";
	case ROBOTSC_ERR_TOO_LARGE:
		return "too large for 32-bit offsets";
	case ROBOTSC_ERR_ARGUMENT:
		return "an option is out of range";
	case ROBOTSC_ERR_ROOM:
		return "not enough room for the result";
	case ROBOTSC_ERR_TRUNCATED:
		return "the blob is truncated";
	case ROBOTSC_ERR_MAGIC:
		return "not a robotsc blob";
	case ROBOTSC_ERR_VERSION:
		return "the blob has an unknown format version";
	case ROBOTSC_ERR_CORRUPT:
		return "the blob is corrupt";
	case ROBOTSC_ERR_CHECKSUM:
		return "the blob's checksum does not match its content";
	case ROBOTSC_ERR_AGENT:
		return "the blob was not compiled for this product token";
	case ROBOTSC_ERR_ABSENT:
		return "the blob was compiled without it";
	case ROBOTSC_ERR_UNKNOWN:
		return "the origin is not there";
	case ROBOTSC_ERR_SHARD:
		return "the origin belongs to another shard";
	case ROBOTSC_ERR_DIALECT:
		return "unknown dialect";
	case ROBOTSC_ERR_SCHEME:
		return "the URL does not begin with http://, https:// or ftp://";
	case ROBOTSC_ERR_HOST:
		return "the URL has no host, or one that no robots.txt can be asked of";
	case ROBOTSC_ERR_PORT:
		return "the URL's port is not a number up to 65535";
	}
	return "unknown status";
}
