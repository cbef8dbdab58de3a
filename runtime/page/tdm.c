/* tdm.c - the reservation of text and data mining: TDMRep, final report of 10 May 2024.
 *
 * tdm-reservation and tdm-policy are two properties.  A META tag supersedes a header field; of two
 * of a kind, the more restrictive reservation counts, and the first policy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_parts.h"

void robotsc__tdm_begin(const struct robotsc_page *page, struct robotsc_page_tdm *tdm)
{
	tdm->at = page->at;
	tdm->size = 0;
	tdm->bad = tdm->gap = 0;
}

/* Octets in the room after the policy that counts.  A value is read there until its name is
 * known. */
static uint32_t left(const struct robotsc_page_tdm *tdm)
{
	return tdm->kept < tdm->room ? tdm->room - tdm->kept : 0;
}

void robotsc__tdm_read(const struct robotsc_page *page, struct robotsc_page_tdm *tdm, const uint8_t *at, const uint8_t *end)
{
	for (const uint8_t *const begin = at; at < end; at++) {
		if (robotsc__page_is_space(*at)) {
			tdm->gap = tdm->size > 0;
			continue;
		}
		if (tdm->size == 0) {
			tdm->first = *at;
			tdm->at = page->at + (uint64_t)(at - begin);
		}
		/* FF replaces characters that only a reference or UTF-16 has. */
		tdm->bad |= tdm->gap || *at < ' ' || *at == 0x7F || *at == 0xFF;
		if (tdm->size < left(tdm))
			tdm->policy[tdm->kept + tdm->size] = (char)*at;
		tdm->size += tdm->size < UINT32_MAX;
	}
}

static int take_reservation(struct robotsc_page_tdm *tdm, enum page_source source)
{
	const uint8_t value = tdm->first == '1' ? ROBOTSC_TDM_RESERVED : ROBOTSC_TDM_FREE;
	if (tdm->bad || tdm->size != 1 || (tdm->first != '0' && tdm->first != '1'))
		return 0;
	if (source > tdm->reservation_from || (source == tdm->reservation_from && value > tdm->reservation)) {
		tdm->reservation = value;
		tdm->reservation_from = (uint8_t)source;
	}
	return 1;
}

static int take_policy(struct robotsc_page_tdm *tdm, enum page_source source)
{
	if (tdm->bad || tdm->size == 0 || (tdm->room > 0 && tdm->size > left(tdm)))
		return 0;
	if (source <= tdm->policy_from)
		return 1;
	for (uint32_t i = 0; i < tdm->size && tdm->room > 0 && tdm->kept > 0; i++)
		tdm->policy[i] = tdm->policy[tdm->kept + i];
	tdm->kept = tdm->size;
	tdm->policy_from = (uint8_t)source;
	return 1;
}

int robotsc__tdm_take(struct robotsc_page_tdm *tdm, enum page_name name, enum page_source source)
{
	return name == NAME_RESERVATION ? take_reservation(tdm, source) : take_policy(tdm, source);
}

void robotsc__tdm_end(const struct robotsc_page_tdm *tdm, struct robotsc_directives *d)
{
	d->tdm_reservation = tdm->reservation;
	d->tdm_policy_len = tdm->reservation == ROBOTSC_TDM_FREE ? 0 : tdm->kept;
}
