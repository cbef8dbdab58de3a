/* options.c - see options.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#define LIMIT_MAX (UINT32_MAX / 16) /* then 32 bits count whatever is made from the text */

void robotsc_options_init(struct robotsc_options *options)
{
	*options = (struct robotsc_options){.size = sizeof *options, .limit = ROBOTSC_MIN_LIMIT};
}

enum robotsc_status robotsc__options_check(const struct robotsc_options **given, struct robotsc_options *defaults,
                                           const struct robotsc__dialect **dialect)
{
	if (!*given) {
		robotsc_options_init(defaults);
		*given = defaults;
	}
	const struct robotsc_options *options = *given;
	if (options->size != sizeof *options || options->limit < ROBOTSC_MIN_LIMIT || options->limit > LIMIT_MAX ||
	    options->nagents > LIMIT_MAX || (unsigned)options->form > ROBOTSC_FORM_QUICK)
		return ROBOTSC_ERR_ARGUMENT;
	*dialect = robotsc__dialect_find(options->dialect);
	return *dialect ? ROBOTSC_OK : ROBOTSC_ERR_DIALECT;
}
