/* summaries.c - robotsc.summary for the package: JSON, which it reads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#include <stdlib.h>
#include <string.h>

void collect_report(void *ctx, const char *text, size_t len)
{
	struct collected *const j = ctx;
	if (!j->failed && len > j->room - j->len) {
		const size_t room = 2 * (j->room + len);
		char *const at = realloc(j->at, room);
		if (at) {
			j->at = at;
			j->room = room;
		}
		j->failed = !at;
	}
	if (j->failed)
		return;
	memcpy(j->at + j->len, text, len);
	j->len += len;
}

static enum robotsc_status write_json(struct collected *j, const struct robotsc_options *options, uint64_t budget,
                                      const struct robotsc_report_file files[2])
{
	const struct robotsc_report report = {.write = collect_report, .ctx = j, .format = ROBOTSC_REPORT_OBJECT};
	size_t n;
	const struct robotsc_crawler *const crawlers = robotsc_crawlers(&n);
	const struct robotsc_summary_question question = {
		.options = options, .crawlers = crawlers, .ncrawlers = n, .budget = budget};
	const enum robotsc_status status =
		robotsc_summary_report(&report, &question, &files[0], files[1].robots ? &files[1] : NULL);
	return j->failed ? ROBOTSC_ERR_NOMEM : status;
}

/* JSON of a text, and of what changed since another one, unless that is None: bytes */
PyObject *insight_summary(PyObject *module, PyObject *args)
{
	struct robotsc_report_file files[2] = {{.robots = NULL}, {.robots = NULL}};
	struct robotsc_options options;
	struct collected j = {.at = NULL};
	unsigned long long budget;
	const char *robots[2];
	Py_ssize_t len[2];
	enum robotsc_status status;
	PyObject *tuple, *result = NULL;
	if (!PyArg_ParseTuple(args, "y#z#KO!", &robots[0], &len[0], &robots[1], &len[1], &budget, &PyTuple_Type, &tuple) ||
	    read_insight_options(tuple, &options) < 0)
		return NULL;
	for (int i = 0; i < 2; i++) {
		files[i].robots = robots[i];
		files[i].len = (size_t)len[i];
	}
	Py_BEGIN_ALLOW_THREADS;
	status = write_json(&j, &options, budget, files);
	Py_END_ALLOW_THREADS;
	if (status != ROBOTSC_OK)
		raise_status(PyModule_GetState(module), status);
	else
		result = PyBytes_FromStringAndSize(j.at, (Py_ssize_t)j.len);
	free(j.at);
	return result;
}
