/* options.c - see options.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "robotsc/check.h"

#define LIMIT_MAX (UINT32_MAX / 16) /* so that 32 bits count all that is made from the text */

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

enum robotsc_status robotsc__options_check_robot(const struct robotsc_options **given, struct robotsc_options *defaults,
                                                 const struct robotsc__dialect **dialect)
{
	enum robotsc_status status = robotsc__options_check(given, defaults, dialect);
	const struct robotsc_options *options = *given;
	if (status != ROBOTSC_OK || !options->one_robot)
		return status;
	/* In record dialects the first record that matches decides, so no groups are merged. */
	if ((*dialect)->records || !options->nagents)
		status = ROBOTSC_ERR_ARGUMENT;
	for (size_t i = 0; i < options->nagents && status == ROBOTSC_OK; i++)
		if (!robotsc_is_token(options->dialect, options->agents[i].at, options->agents[i].len))
			status = ROBOTSC_ERR_ARGUMENT;
	return status;
}

struct robotsc_options robotsc__options_of_all(const struct robotsc_options *options)
{
	struct robotsc_options all;
	robotsc_options_init(&all);
	if (options)
		all = *options;
	all.nagents = 0;
	all.one_robot = 0;
	all.form = ROBOTSC_FORM_AUTO;
	all.diag = NULL;
	all.dump_after = (enum robotsc_pass)0;
	return all;
}
