/* metrics.h - counts in a file, in the text format of Prometheus.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_METRICS_H
#define ROBOTSC_METRICS_H

#include <stdint.h>
#include <stdio.h>

/* A metrics file.  It gets its name when it is complete, so no collector reads half of it. */
struct cli_metrics {
	FILE *file;
	const char *path, *metric;
	char part[4096];
};

/* Begin a file.  0, or -1 after a message; then there is nothing to end. */
int cli_metrics_begin(struct cli_metrics *m, const char *path);
/* Begin a metric: its name, and the text of its HELP line.  Its counts come next. */
void cli_metrics_of(struct cli_metrics *m, const char *metric, const char *help);
/* Add a count of the metric.  label and value are words of the program: they need no escape. */
void cli_metrics_count(struct cli_metrics *m, const char *label, const char *value, uint64_t count);
/* End the file.  0, or -1 after a message. */
int cli_metrics_end(struct cli_metrics *m);

#endif
