/* pack.c - see pack.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "pack.h"

int robotsc__pack_open(struct pack *p, const void *octets, size_t len)
{
	p->at = octets;
	p->size = len;
	p->count = len >= PACK_HEAD ? (unsigned)get_little(p->at, 2) : 0;
	return p->count > 0 && (len - PACK_HEAD) / PACK_END >= p->count ? 0 : -1;
}

const uint8_t *robotsc__pack_blob(const struct pack *p, unsigned place, size_t *len)
{
	const uint8_t *ends = p->at + PACK_HEAD, *blobs = ends + (size_t)p->count * PACK_END;
	const size_t room = p->size - PACK_HEAD - (size_t)p->count * PACK_END;
	uint64_t begin, end;
	if (place >= p->count)
		return NULL;
	begin = place ? get_little(ends + (size_t)(place - 1) * PACK_END, PACK_END) : 0;
	end = get_little(ends + (size_t)place * PACK_END, PACK_END);
	if (begin > end || end > room)
		return NULL;
	*len = (size_t)(end - begin);
	return blobs + begin;
}

int robotsc__packer_init(struct packer *p, uint32_t number)
{
	memset(p, 0, sizeof *p);
	p->number = number;
	p->ends = malloc(PACK_BLOBS * sizeof *p->ends);
	return p->ends ? 0 : -1;
}

void robotsc__packer_free(struct packer *p)
{
	free(p->ends);
	free(p->octets);
}

bool robotsc__packer_full(const struct packer *p, size_t len)
{
	const size_t used = robotsc__packer_size(p) + PACK_END;
	return p->count > 0 && (p->count == PACK_BLOBS || used > PACK_ROOM || len > PACK_ROOM - used);
}

int robotsc__packer_add(struct packer *p, const void *blob, size_t len)
{
	if (len > p->room - p->len) {
		const size_t room = p->len + (len > PACK_ROOM ? len : PACK_ROOM);
		uint8_t *octets = realloc(p->octets, room);
		if (!octets)
			return -1;
		p->octets = octets;
		p->room = room;
	}
	if (len)
		memcpy(p->octets + p->len, blob, len);
	p->len += len;
	/* The sum fits: a blob is below 4 GiB, and a blob above PACK_ROOM is alone in its pack. */
	p->ends[p->count++] = (uint32_t)p->len;
	return 0;
}

size_t robotsc__packer_size(const struct packer *p)
{
	return PACK_HEAD + (size_t)p->count * PACK_END + p->len;
}

void robotsc__packer_write(const struct packer *p, uint8_t *out)
{
	put_little(out, 2, p->count);
	put_little(out + 2, 2, 0);
	out += PACK_HEAD;
	for (unsigned i = 0; i < p->count; i++, out += PACK_END)
		put_little(out, PACK_END, p->ends[i]);
	if (p->len)
		memcpy(out, p->octets, p->len);
}

void robotsc__packer_next(struct packer *p)
{
	p->number++;
	p->count = 0;
	p->len = 0;
}
