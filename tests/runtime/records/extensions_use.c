/* extensions_use.c - see extensions_use.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "extensions_use.h"

#include <string.h>

static unsigned read_text(struct robotsc_text text)
{
	unsigned sum = (unsigned)text.len;

	for (size_t i = 0; i < text.len; i++)
		sum = sum * 31 + (unsigned char)text.at[i];
	return sum;
}

static unsigned read_lines(const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	unsigned sum = 0;

	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line)) {
		const char *name = robotsc_field_name(line.field);

		sum += read_text(line.name) + read_text(line.value) + read_text(line.path) + read_text(line.rest) + line.line;
		sum += name ? (unsigned)strlen(name) : 0;
		sum += line.from + line.to + line.delay + line.documents + line.seconds;
	}
	return sum;
}

unsigned extensions_use(const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	static const char *const urls[] = {"", "/", "/private/open?x", "http://h/a%2fb#c", "/\xC3\xA9*", "/xxyyxy.html"};
	static const int64_t times[] = {0, -1, 1700006400000, INT64_MAX, INT64_MIN + 1};
	unsigned sum = read_lines(ext, NULL) + read_lines(ext, group);
	struct robotsc_label label;
	struct robotsc_usage usage;
	struct robotsc_pace pace;

	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++)
		for (uint32_t value = 0; value <= label.values + 1; value++)
			sum += read_text(label.name) + robotsc_find_label(ext, label.field, label.name) +
			       read_text(robotsc_label_value(ext, i, value));
	for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
		sum += (unsigned)robotsc_check_usage(ext, group, urls[i], strlen(urls[i]), &usage);
		for (size_t k = 0; k < ROBOTSC_LABELS_MAX; k++)
			sum += usage.preferences[k];
	}
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		sum += (unsigned)robotsc_next_fetch(ext, group, times[i], times[(i + 1) % 5], times[(i + 2) % 5], &pace);
		sum += (unsigned)robotsc_next_fetch_within(ext, group, times[i], times[(i + 1) % 5], times[(i + 2) % 5],
		                                           times[(i + 3) % 5], times[(i + 4) % 5], &pace);
	}
	return sum;
}
