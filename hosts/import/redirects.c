/* redirects.c - a hash table by key: redirects of robots.txt, and the responses to which they lead.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/match/half_sip_hash.h"
#include "hosts/table_key.h"
#include "items.h"

/* The index of a key, or of the empty slot for it. */
static size_t look_up(const struct redirects *c, const void *name, size_t len)
{
	size_t i = half_sip_hash(c->key, name, len) & (c->room - 1);
	while (c->hops[i] && (c->hops[i]->name_len != len || memcmp(c->hops[i]->octets, name, len) != 0))
		i = (i + 1) & (c->room - 1);
	return i;
}

static int grow(struct redirects *c)
{
	struct redirects larger = {NULL, c->room ? 2 * c->room : 1024, c->n, c->room ? c->key : table_key(c)};
	if (c->room && c->n < c->room / 2)
		return 0;
	larger.hops = calloc(larger.room, sizeof *larger.hops);
	if (!larger.hops)
		return -1;
	for (size_t i = 0; i < c->room; i++)
		if (c->hops[i])
			larger.hops[look_up(&larger, c->hops[i]->octets, c->hops[i]->name_len)] = c->hops[i];
	free(c->hops);
	*c = larger;
	return 0;
}

/* Insert a hop; it replaces one with the same key. */
static int put(struct redirects *c, const struct hop *head, const void *name, const void *value)
{
	struct hop *l = malloc(sizeof *l + head->name_len + head->value_len);
	size_t i;
	if (!l || grow(c) < 0) {
		free(l);
		return -1;
	}
	*l = *head;
	memcpy(l->octets, name, l->name_len);
	if (l->value_len)
		memcpy(l->octets + l->name_len, value, l->value_len);
	i = look_up(c, l->octets, l->name_len);
	c->n += !c->hops[i];
	free(c->hops[i]);
	c->hops[i] = l;
	return 0;
}

int robotsc__redirects_add(struct redirects *c, const struct outcome *o, const uint8_t *octets)
{
	const struct hop *old = robotsc__redirects_find(c, octets + o->name, o->name_len);
	const struct hop link = {.kind = o->kind == OUTCOME_REDIRECT ? HOP_REDIRECT : HOP_PAGE,
	                         .robots = o->robots,
	                         .decision = o->entry.decision,
	                         .name_len = o->name_len,
	                         .value_len = o->value_len};
	const struct hop wanted = {.kind = HOP_ASKED, .name_len = o->value_len};
	if (!old && !o->robots)
		return 0;
	if (old && old->kind != HOP_ASKED && old->decision.fetched > o->entry.decision.fetched)
		return 0;
	if (put(c, &link, octets + o->name, octets + o->value) < 0)
		return -1;
	if (link.kind == HOP_REDIRECT && !robotsc__redirects_find(c, octets + o->value, o->value_len))
		return put(c, &wanted, octets + o->value, NULL);
	return 0;
}

const struct hop *robotsc__redirects_find(const struct redirects *c, const void *name, size_t len)
{
	return c->room ? c->hops[look_up(c, name, len)] : NULL;
}

void robotsc__redirects_free(struct redirects *c)
{
	for (size_t i = 0; i < c->room; i++)
		free(c->hops[i]);
	free(c->hops);
}
