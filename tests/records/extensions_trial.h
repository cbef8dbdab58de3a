/* extensions_trial.h - what the library and the oracle say of a robot's records and of a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTENSIONS_TRIAL_H
#define ROBOTSC_EXTENSIONS_TRIAL_H

#include "oracle/oracle_records.h"

#include <robotsc/extensions.h>

struct extensions_trial {
	const struct robotsc_extensions *ext;
	const struct robotsc_group *group;
	const struct oracle_file *file;
	const struct oracle_policy *policy;
	unsigned long records, stated; /* counted: records compared, labels that say something */
	char what[128];                /* of the last difference */
};

/* Are the records of the file as a whole, and those of the robot, the same?  0 if not. */
int extensions_trial_lines(struct extensions_trial *t);

/* Are verdict and preferences of a URL the same? */
int extensions_trial_url(struct extensions_trial *t, const char *url, size_t len);

#endif
