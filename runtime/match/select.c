/* select.c - find the rules for a robot.  RFC 9309 §2.2.1; docs/formats/blob.md, "Agents"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "select.h"

#include "ask_index.h"

/* Callers allocate both structs, so their sizes are ABI. */
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_group) == 80, "the size of a group");
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_blob) == 56, "the size of a blob");

void robotsc__select_policy(const struct robotsc_blob *blob, uint32_t policy, uint8_t form, struct robotsc_group *group)
{
	attach(blob, (policy + 1) << 1, form, 0, group);
}

enum robotsc_status robotsc_select(const struct robotsc_blob *blob, const struct robotsc_text *tokens, size_t n,
                                   struct robotsc_group *group)
{
	struct index_answer answer;
	const enum robotsc_status status = ask_index(blob, tokens, n, &answer);
	if (status != ROBOTSC_OK)
		return status;
	attach(blob, answer.field, blob->form, 0, group);
	group->name = answer.name;
	group->token = answer.token;
	group->selected = answer.selected;
	return ROBOTSC_OK;
}
