/* engines.c - the list of engines: the library, the sorted loop, rivals that configure found,
 * floors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

const struct engine *const engines[] = {
	&engine_library,   &engine_batch, &engine_sorted,
#ifdef HAVE_HYPERSCAN
	&engine_hyperscan,
#endif
#ifdef HAVE_RE2
	&engine_re2,
#endif
#ifdef HAVE_WGET
	&engine_libwget,
#endif
	&engine_dense,     &engine_walk,
#ifdef HAVE_XXHASH
	&engine_hash,
#endif
};
const size_t nengines = sizeof engines / sizeof *engines;
