/* extensions_trial.h - compares library and oracle on a robot's records and on a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTENSIONS_TRIAL_H
#define ROBOTSC_EXTENSIONS_TRIAL_H

#include "tests/oracle/oracle_records.h"

#include <robotsc/extensions.h>

struct extensions_trial {
	const struct robotsc_extensions *ext;
	const struct robotsc_group *group;
	const struct oracle_file *file;
	const struct oracle_policy *policy;
	unsigned long records, stated; /* records that were compared, labels with a preference */
	char what[128];                /* of the last difference */
};

/* True if the records of the file as a whole, and those of the robot, are the same. */
int extensions_trial_lines(struct extensions_trial *t);

/* True if verdict and preferences of a URL are the same. */
int extensions_trial_url(struct extensions_trial *t, const char *url, size_t len);

#endif
