/* stamp.c - store a decision in a blob and read it.  docs/formats/blob.md, "Fetch"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/blob_layout.h"
#include "match/checksum.h"
#include "match/nodes.h"
#include "robotsc/access.h"

_Static_assert(ROBOTSC_STAMP_SIZE == FETCH_SIZE + SECTION_ENTRY, "a section and its entry");

static int is_decision(const struct robotsc_decision *d)
{
	return d->expires >= d->fetched && d->since <= d->fetched && d->end <= ROBOTSC_END_NO_LOCATION &&
	       d->profile <= ROBOTSC_PROFILE_DRAFT2019 && d->outcome <= ROBOTSC_OUTCOME_FOLLOW && d->row <= ROBOTSC_ROW_MALFORMED &&
	       d->revalidate <= 1;
}

/* ---- sections -------------------------------------------------------------------- */

struct section {
	uint32_t type, size;
	const uint8_t *at;
};

static struct section section_at(const struct robotsc_blob *blob, uint32_t i)
{
	const uint8_t *entry = blob->bytes + BLOB_HEADER + (size_t)i * SECTION_ENTRY;
	const uint32_t at = ld32(entry + SECTION_AT_OFFSET);
	const uint32_t end =
		i + 1 < section_count(blob->bytes) ? ld32(entry + SECTION_ENTRY + SECTION_AT_OFFSET) : blob->size - BLOB_TRAILER;
	return (struct section){entry[SECTION_AT_TYPE], end - at, blob->bytes + at};
}

/* ---- writing --------------------------------------------------------------------- */

static uint8_t *put(uint8_t *p, uint64_t value, unsigned width)
{
	for (unsigned i = 0; i < width; i++, value >>= 8)
		p[i] = (uint8_t)value;
	return p + width;
}

struct stamp_writer {
	uint8_t *begin, *entry, *at; /* the blob; its next section entry; its next section */
};

static void put_section(struct stamp_writer *w, const struct section *s)
{
	w->entry = put(w->entry, s->type, 1);
	w->entry = put(w->entry, (uint64_t)(w->at - w->begin), 4);
	for (uint32_t i = 0; i < s->size; i++)
		w->at[i] = s->at[i];
	w->at += s->size;
}

static void put_decision(struct stamp_writer *w, const struct robotsc_decision *d)
{
	uint8_t octets[FETCH_SIZE] = {0};
	const struct section s = {SECTION_FETCH, FETCH_SIZE, octets};
	put(octets + FETCH_AT_FETCHED, (uint64_t)d->fetched, 8);
	put(octets + FETCH_AT_EXPIRES, (uint64_t)d->expires, 8);
	put(octets + FETCH_AT_LENGTH, d->length, 8);
	put(octets + FETCH_AT_DIGEST, d->digest, 8);
	put(octets + FETCH_AT_SINCE, (uint64_t)d->since, 8);
	put(octets + FETCH_AT_STATUS, d->status, 2);
	octets[FETCH_AT_END] = d->end;
	octets[FETCH_AT_PROFILE] = d->profile;
	octets[FETCH_AT_OUTCOME] = d->outcome;
	octets[FETCH_AT_ROW] = d->row;
	octets[FETCH_AT_FLAGS] = d->revalidate ? FETCH_REVALIDATE : 0;
	put_section(w, &s);
}

/* The sections of the blob that the copy keeps. */
struct plan {
	uint32_t kept, before; /* number of sections; how many precede the decision */
	uint64_t total;        /* octets of the copy */
};

static struct plan make_plan(const struct robotsc_blob *blob, int stamped)
{
	struct plan p = {.total = BLOB_HEADER + BLOB_TRAILER + (stamped ? ROBOTSC_STAMP_SIZE : 0)};
	for (uint32_t i = 0; i < section_count(blob->bytes); i++) {
		const struct section s = section_at(blob, i);
		if (s.type == SECTION_FETCH)
			continue;
		p.kept++;
		p.total += SECTION_ENTRY + s.size;
		if (s.type < SECTION_FETCH)
			p.before = p.kept;
	}
	return p;
}

enum robotsc_status robotsc_stamp(const struct robotsc_blob *blob, const struct robotsc_decision *decision, void *out, size_t room,
                                  size_t *out_len)
{
	const struct plan plan = make_plan(blob, decision != NULL);
	const uint32_t sections = plan.kept + (decision != NULL);
	if (decision && !is_decision(decision))
		return ROBOTSC_ERR_ARGUMENT;
	if (plan.total > UINT32_MAX)
		return ROBOTSC_ERR_TOO_LARGE;
	*out_len = (size_t)plan.total;
	if (plan.total > room)
		return ROBOTSC_ERR_ROOM;
	uint8_t *const begin = out;
	struct stamp_writer w = {begin, begin + BLOB_HEADER, begin + BLOB_HEADER + (size_t)sections * SECTION_ENTRY};
	for (uint32_t i = 0; i < BLOB_HEADER; i++)
		begin[i] = blob->bytes[i];
	begin[BLOB_AT_MINOR] = begin[BLOB_AT_MINOR] > BLOB_MINOR ? begin[BLOB_AT_MINOR] : BLOB_MINOR;
	put(begin + BLOB_AT_SIZE, plan.total, 4);
	for (uint32_t i = 0, n = 0; i < section_count(blob->bytes); i++) {
		const struct section s = section_at(blob, i);
		if (s.type != SECTION_FETCH) {
			put_section(&w, &s);
			n++;
		}
		if (s.type != SECTION_FETCH && n == plan.before && decision)
			put_decision(&w, decision);
	}
	put(w.at, robotsc_checksum(begin, (size_t)plan.total - BLOB_TRAILER), 8);
	return ROBOTSC_OK;
}

/* ---- reading --------------------------------------------------------------------- */

enum robotsc_status robotsc_stamp_read(const struct robotsc_blob *blob, struct robotsc_decision *decision)
{
	struct section found = {0};
	for (uint32_t i = 0; i < section_count(blob->bytes); i++) {
		const struct section s = section_at(blob, i);
		if (s.type == SECTION_FETCH && found.type)
			return ROBOTSC_ERR_CORRUPT;
		if (s.type == SECTION_FETCH)
			found = s;
	}
	if (!found.type)
		return ROBOTSC_ERR_ABSENT;
	if (found.size != FETCH_SIZE || found.at[FETCH_AT_FLAGS] & ~FETCH_REVALIDATE || found.at[FETCH_AT_RESERVED])
		return ROBOTSC_ERR_CORRUPT;
	const struct robotsc_decision d = {.fetched = (int64_t)ld64(found.at + FETCH_AT_FETCHED),
	                                   .expires = (int64_t)ld64(found.at + FETCH_AT_EXPIRES),
	                                   .since = (int64_t)ld64(found.at + FETCH_AT_SINCE),
	                                   .status = (uint16_t)ld16(found.at + FETCH_AT_STATUS),
	                                   .end = found.at[FETCH_AT_END],
	                                   .profile = found.at[FETCH_AT_PROFILE],
	                                   .outcome = found.at[FETCH_AT_OUTCOME],
	                                   .row = found.at[FETCH_AT_ROW],
	                                   .revalidate = found.at[FETCH_AT_FLAGS] & FETCH_REVALIDATE,
	                                   .length = ld64(found.at + FETCH_AT_LENGTH),
	                                   .digest = ld64(found.at + FETCH_AT_DIGEST)};
	if (!is_decision(&d))
		return ROBOTSC_ERR_CORRUPT;
	*decision = d;
	return ROBOTSC_OK;
}

uint64_t robotsc_digest(const void *text, size_t len)
{
	return robotsc_checksum(text, len);
}
