/* store_status.c - what a status means.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/store.h"

const char *robotsc_store_strerror(enum robotsc_store_status status)
{
	switch (status) {
	case ROBOTSC_STORE_OK:
		return "success";
	case ROBOTSC_STORE_NOT_FOUND:
		return "not in the store";
	case ROBOTSC_STORE_ORIGIN:
		return "not a URL that has a robots.txt";
	case ROBOTSC_STORE_BLOB:
		return "not a blob that can be opened";
	case ROBOTSC_STORE_ABSENT:
		return "there is no store in this folder";
	case ROBOTSC_STORE_VERSION:
		return "a store of another format version";
	case ROBOTSC_STORE_BLOBS:
		return "its policies were compiled by another version, to a format that is not read here";
	case ROBOTSC_STORE_SETTINGS:
		return "the store was made with other settings";
	case ROBOTSC_STORE_EXISTS:
		return "it exists already";
	case ROBOTSC_STORE_READONLY:
		return "the store cannot be changed here";
	case ROBOTSC_STORE_SPACE:
		return "no space left on the disk";
	case ROBOTSC_STORE_ADDRESSES:
		return "the address space of this process is too small for the store";
	case ROBOTSC_STORE_READERS:
		return "too many sessions read the store";
	case ROBOTSC_STORE_DAMAGED:
		return "the store is damaged";
	case ROBOTSC_STORE_NOMEM:
		return "out of memory";
	case ROBOTSC_STORE_SYSTEM:
		return "the system refused";
	case ROBOTSC_STORE_INPUT:
		return "no WARC file, and no list of origins and files";
	case ROBOTSC_STORE_STOPPED:
		return "stopped by the caller";
	case ROBOTSC_STORE_AGENT:
		return "the store was made for other product tokens";
	case ROBOTSC_STORE_ARGUMENT:
		return "an option has no meaning";
	}
	return "unknown status";
}
