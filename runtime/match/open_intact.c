/* open_intact.c - open a blob that robotsc_open accepted elsewhere, by checksum only.
 *
 * Blobs of another minor version are verified in full: the rules for them may have been weaker.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "checksum.h"
#include "robotsc/check.h"

enum robotsc_status robotsc_open_intact(struct robotsc_blob *blob, const void *bytes, size_t len)
{
	const uint8_t *b = bytes;
	struct robotsc_blob found;
	const enum robotsc_status status = robotsc_reopen(&found, bytes, len);
	if (status != ROBOTSC_OK)
		return status;
	if (b[BLOB_AT_MINOR] != BLOB_MINOR)
		return robotsc_open(blob, bytes, len);
	const size_t checked = found.size - BLOB_TRAILER;
	if (robotsc_checksum(b, checked) != ld64(b + checked))
		return ROBOTSC_ERR_CHECKSUM;
	*blob = found;
	return ROBOTSC_OK;
}
