/* sorter.h - sorts more records than fit into memory.
 *
 * A record is a string of octets; memcmp gives the order, and a record stands before longer ones
 * that begin with it.
 *
 *     while (... (at = robotsc__sorter_add(s, len)) != NULL)
 *             fill len octets at at
 *     for (status = robotsc__sorter_sort(s); status == ROBOTSC_STORE_OK; ...)
 *             status = robotsc__sorter_next(s, &record);
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SORTER_H
#define ROBOTSC_SORTER_H

#include "robotsc/store.h"

struct sorter;

struct sorted_record {
	const uint8_t *at;
	size_t len;
};

/* Make a sorter that takes about memory octets while it is filled, and while it is read.  Sorted
 * runs go into files without names in the folder.  workers: threads that sort. */
enum robotsc_store_status robotsc__sorter_open(struct sorter **sorter, const char *folder, uint64_t memory, unsigned workers);
void robotsc__sorter_close(struct sorter *s);

/* Add a record of len octets, which the caller fills before the next call.  NULL:
 * robotsc__sorter_sort says why. */
uint8_t *robotsc__sorter_add(struct sorter *s, size_t len);

/* Sort: no record is added after it.  Errors: SPACE, NOMEM, READONLY, SYSTEM. */
enum robotsc_store_status robotsc__sorter_sort(struct sorter *s);

/* Return the next record, valid until the next call.  NOT_FOUND: there is none left. */
enum robotsc_store_status robotsc__sorter_next(struct sorter *s, struct sorted_record *record);

#endif
