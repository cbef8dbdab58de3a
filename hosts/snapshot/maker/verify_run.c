/* verify_run.c - runs a step of a verification: pieces, threads, and faults in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosts/pipeline.h"
#include "verify_steps.h"

#define FAULTS_MOST 1000u
#define PIECES_EACH 4u /* pieces at a time for each worker */

static void put_line(struct verify_faults *f, const char *line, size_t len)
{
	if (f->n >= FAULTS_MOST)
		return;
	if (len > f->room - f->len) {
		const size_t room = 2 * f->room + len + 4096;
		char *const lines = realloc(f->lines, room);
		if (!lines) {
			f->nomem = true;
			return;
		}
		f->lines = lines;
		f->room = room;
	}
	memcpy(f->lines + f->len, line, len);
	f->len += len;
	f->n++;
}

void robotsc__verify_fault(struct verify_faults *f, const char *format, ...)
{
	char line[ROBOTSC_ORIGIN_MAX + 128];
	va_list ap;
	if (!f)
		return;
	va_start(ap, format);
	vsnprintf(line, sizeof line, format, ap);
	va_end(ap);
	put_line(f, line, strlen(line) + 1);
}

/* Add the faults and counts of a piece to those of all.  Not 0: no other piece is wanted. */
static int keep(void *ctx, unsigned slot)
{
	struct verifying *const v = ctx;
	struct verify_piece *const piece = &v->pieces[slot];
	struct verify_faults *const f = &piece->faults;
	for (size_t at = 0; at < f->len; at += strlen(f->lines + at) + 1)
		put_line(&v->faults, f->lines + at, strlen(f->lines + at) + 1);
	v->faults.nomem |= f->nomem;
	v->slots += piece->slots;
	v->probes = piece->probes > v->probes ? piece->probes : v->probes;
	return piece->last;
}

static void check_slot(void *ctx, unsigned worker, unsigned slot)
{
	struct verifying *const v = ctx;
	(void)worker;
	v->check(v, &v->pieces[slot]);
}

static bool take_slot(struct verifying *v, unsigned slot)
{
	struct verify_piece *const piece = &v->pieces[slot];
	const struct verify_faults room = {piece->faults.lines, 0, piece->faults.room, 0, false};
	*piece = (struct verify_piece){.faults = room};
	return v->take(v, piece);
}

static bool run_pieces(struct verifying *v)
{
	const struct pipeline_stages stages = {v->workers, v->npieces, check_slot, keep, v};
	struct pipeline *p;
	int slot;
	if (v->workers == 1) {
		while (take_slot(v, 0)) {
			v->check(v, v->pieces);
			if (keep(v, 0))
				break;
		}
		return true;
	}
	if (robotsc__pipeline_start(&p, &stages) != 0)
		return false;
	while ((slot = robotsc__pipeline_free(p)) >= 0 && take_slot(v, (unsigned)slot))
		robotsc__pipeline_submit(p);
	robotsc__pipeline_finish(p);
	return true;
}

bool robotsc__verify_step(struct verifying *v, bool (*take)(struct verifying *v, struct verify_piece *piece),
                          void (*check)(const struct verifying *v, struct verify_piece *piece))
{
	bool done;
	v->npieces = v->workers == 1 ? 1 : PIECES_EACH * v->workers;
	v->pieces = calloc(v->npieces, sizeof *v->pieces);
	v->take = take;
	v->check = check;
	done = v->pieces && run_pieces(v);
	for (unsigned i = 0; v->pieces && i < v->npieces; i++)
		free(v->pieces[i].faults.lines);
	free(v->pieces);
	v->pieces = NULL;
	return done && !v->faults.nomem;
}
