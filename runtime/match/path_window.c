/* path_window.c - see path_window.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "path_window.h"

#if !ROBOTSC_SMALL

void *memmove(void *to, const void *from, size_t n); /* <string.h> need not exist */

RARE void robotsc__path_window_put(struct window *w, struct mark mark)
{
	w->from = mark.from;
	w->offset = mark.offset;
	w->end = w->text;
	for (size_t i = 0; w->escaped && i < w->room / 64 + 2; i++)
		w->escaped[i] = 0;
	if (mark.offset == 0 && path_start(w->path).pending)
		*w->end++ = '/';
	pad(w->end);
}

RARE void robotsc__path_window_drop(struct window *w, size_t drop)
{
	const size_t words = drop / 64, all = w->room / 64 + 2;
	drop = words * 64;
	memmove(w->text, w->text + drop, window_size(w) - drop);
	for (size_t i = 0; w->escaped && i < all; i++)
		w->escaped[i] = i + words < all ? w->escaped[i + words] : 0;
	w->end -= drop;
	w->offset += drop;
	pad(w->end);
}

RARE static void add_pairs(struct window *w)
{
	uint8_t octets[WINDOW_STEP + 16 + 16];
	const uint8_t *const end = robotsc__canonical_make(w->path, &w->from, octets, octets + WINDOW_STEP);
	w->end = w->text + add_units(octets, end, w->text, window_size(w), w->escaped);
}

RARE void robotsc__path_window_add(struct window *w)
{
	if (w->escaped)
		add_pairs(w);
	else
		w->end = robotsc__canonical_make(w->path, &w->from, w->end, w->end + WINDOW_STEP);
	pad(w->end);
}

RARE void robotsc__path_window_fill(struct window *w)
{
	while (!window_last(w) && window_size(w) + WINDOW_STEP <= w->room)
		robotsc__path_window_add(w);
}

RARE void robotsc__path_window_reach(struct window *w, size_t offset, size_t n, size_t place, struct mark *mark)
{
	while (!window_last(w) && offset + n > window_end(w)) {
		const size_t before = offset - w->offset;
		if (window_size(w) + WINDOW_STEP > w->room)
			robotsc__path_window_drop(w, before < window_size(w) ? before : window_size(w));
		if (window_end(w) <= place)
			*mark = (struct mark){w->from, window_end(w)};
		robotsc__path_window_add(w);
	}
}

#endif
