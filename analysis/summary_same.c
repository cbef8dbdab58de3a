/* summary_same.c - see summary_same.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "summary_same.h"

#include <string.h>

bool robotsc__summary_same_text(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && (!a.len || memcmp(a.at, b.at, a.len) == 0);
}

bool robotsc__summary_same_preferences(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	if (a->npreferences != b->npreferences || a->preferences_below != b->preferences_below)
		return false;
	for (size_t i = 0; i < a->npreferences; i++)
		if (a->preferences[i].field != b->preferences[i].field ||
		    !robotsc__summary_same_text(a->preferences[i].label, b->preferences[i].label) ||
		    !robotsc__summary_same_text(a->preferences[i].value, b->preferences[i].value))
			return false;
	return true;
}
