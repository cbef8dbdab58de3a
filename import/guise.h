/* guise.h - does a body begin as a text, where its header says that it is in a coding?  An archive may have undone that.
 *
 * Looked at are 64 octets, or all of fewer; a body has one at least. Control characters are all below 32 but TAB, LF, FF and CR,
 * and DEL. Deflate and Brotli have no mark of their own, so these are chances, given here for octets at random.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_GUISE_H
#define IMPORT_GUISE_H

#include "robotsc/common.h"

/* Has deflate zlib's header, as it should?  Often it has none.  RFC 1950 §2.2 */
int robotsc__guise_zlib(struct robotsc_text body);

/* Is it a text though it may begin as a stream of deflate or Brotli does?  No control characters, and UTF-8, or an eighth at
 * most of 64 octets above 127, and none of the first two; of fewer than 8 octets only ASCII that ends with LF. Of 8 octets
 * one in 500 is, of 64 none. */
int robotsc__guise_text(struct robotsc_text body);

/* And when the decoder has refused it?  No control characters, no zlib header, and ASCII, or 64 octets of which the first two
 * are. Of 64 octets one in 11,000 is. */
int robotsc__guise_refused(struct robotsc_text body);

/* Is what does not begin as gzip does in no other coding?  No control characters; or these, as ISO 2022 has ESC and UTF-16 NUL,
 * and 8 octets or more that are UTF-8 or ASCII but for them, not all of them, or UTF-16's byte order mark. */
int robotsc__guise_plain(struct robotsc_text body);

#endif
