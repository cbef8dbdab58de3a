/* metrics.c - see metrics.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "metrics.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/messages.h"

int cli_metrics_begin(struct cli_metrics *m, const char *path)
{
	*m = (struct cli_metrics){.path = path};
	if (snprintf(m->part, sizeof m->part, "%s.part", path) < (int)sizeof m->part)
		m->file = fopen(m->part, "w");
	else
		errno = ENAMETOOLONG;
	if (m->file)
		return 0;
	cli_complain("%s: cannot write the metrics: %s", path, strerror(errno));
	return -1;
}

void cli_metrics_of(struct cli_metrics *m, const char *metric, const char *help)
{
	m->metric = metric;
	fprintf(m->file, "# HELP %s %s\n# TYPE %s counter\n", metric, help, metric);
}

void cli_metrics_count(struct cli_metrics *m, const char *label, const char *value, uint64_t count)
{
	fprintf(m->file, "%s{%s=\"%s\"} %" PRIu64 "\n", m->metric, label, value, count);
}

int cli_metrics_end(struct cli_metrics *m)
{
	const int failed = ferror(m->file);
	if (fclose(m->file) == 0 && !failed && rename(m->part, m->path) == 0)
		return 0;
	cli_complain("%s: cannot write the metrics: %s", m->path, strerror(errno));
	unlink(m->part);
	return -1;
}
