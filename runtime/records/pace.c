/* pace.c - compute when a robot may fetch next.  docs/extensions.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "section.h"

#define MINUTE 60000 /* in milliseconds */
#define THUMB 10000  /* default pause, in milliseconds */
#define NO_PAUSE (-1)

/* The combined records of a robot.  Pauses are in milliseconds. */
struct wish {
	int64_t delay;           /* the largest Crawl-delay, or NO_PAUSE */
	int64_t rate;            /* the slowest Request-rate without a time of day, or NO_PAUSE */
	int64_t thumb;           /* the pause if neither is given */
	int64_t least, most;     /* floor and ceiling of pauses */
	uint32_t from, to;       /* Visit-time; ROBOTSC_UNTIMED */
	int timed;               /* 1: rates is filled */
	uint32_t rates[MINUTES]; /* of each minute: slowest timed Request-rate + 1, or 0 */
};

/* Milliseconds per document, rounded up; at most 49 days. */
static uint32_t pause_of(uint32_t documents, uint32_t seconds)
{
	const uint64_t pause = ((uint64_t)seconds * 1000 + documents - 1) / documents;
	return pause < UINT32_MAX ? (uint32_t)pause : UINT32_MAX - 1;
}

static void paint(struct wish *w, uint32_t from, uint32_t to, uint32_t rate)
{
	for (uint32_t m = from; m <= to; m++)
		if (w->rates[m] < rate)
			w->rates[m] = rate;
}

static void take_rate(struct wish *w, const struct robotsc_line *record)
{
	const uint32_t pause = pause_of(record->documents, record->seconds);
	if (record->from == ROBOTSC_UNTIMED) {
		w->rate = pause > w->rate ? pause : w->rate;
		return;
	}
	if (!w->timed)
		for (uint32_t m = 0; m < MINUTES; m++)
			w->rates[m] = 0;
	w->timed = 1;
	if (record->from <= record->to) {
		paint(w, record->from, record->to, pause + 1);
	} else {
		paint(w, record->from, MINUTES - 1, pause + 1);
		paint(w, 0, record->to, pause + 1);
	}
}

static void read_wish(struct wish *w, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line record;
	w->delay = w->rate = NO_PAUSE;
	w->from = w->to = ROBOTSC_UNTIMED;
	w->timed = 0;
	robotsc_begin_lines(ext, group, &records);
	while (robotsc_next_line(&records, &record)) {
		if (record.field == ROBOTSC_FIELD_CRAWL_DELAY && record.delay > w->delay)
			w->delay = record.delay;
		if (record.field == ROBOTSC_FIELD_REQUEST_RATE)
			take_rate(w, &record);
		if (record.field == ROBOTSC_FIELD_VISIT_TIME && w->from == ROBOTSC_UNTIMED) {
			w->from = record.from;
			w->to = record.to;
		}
	}
}

/* True if Visit-time allows minute m of the day. */
static int is_open(const struct wish *w, uint32_t m)
{
	if (w->from == ROBOTSC_UNTIMED)
		return 1;
	return w->from <= w->to ? w->from <= m && m <= w->to : m >= w->from || m <= w->to;
}

/* The pause that is asked for in minute m of the day. */
static struct robotsc_pace wished_at(const struct wish *w, uint32_t m)
{
	const int64_t rate = w->timed && w->rates[m] ? (int64_t)w->rates[m] - 1 : w->rate;
	if (rate == NO_PAUSE && w->delay == NO_PAUSE)
		return (struct robotsc_pace){.pause = w->thumb, .reason = ROBOTSC_PACE_NONE};
	if (rate > w->delay)
		return (struct robotsc_pace){.pause = rate, .reason = ROBOTSC_PACE_REQUEST_RATE};
	return (struct robotsc_pace){.pause = w->delay, .reason = ROBOTSC_PACE_CRAWL_DELAY};
}

/* The pause in minute m of the day. */
static struct robotsc_pace pace_at(const struct wish *w, uint32_t m)
{
	struct robotsc_pace pace = wished_at(w, m);
	if (pace.pause < w->least) {
		pace.pause = w->least;
		pace.cut = ROBOTSC_PACE_AT_LEAST;
	} else if (pace.pause > w->most) {
		pace.pause = w->most;
		pace.cut = ROBOTSC_PACE_AT_MOST;
	}
	return pace;
}

static uint32_t minute_of(int64_t t)
{
	const int64_t day = (int64_t)MINUTES * MINUTE, rest = t % day;
	return (uint32_t)((rest < 0 ? rest + day : rest) / MINUTE);
}

/* The beginning of the next minute. */
static int64_t next_minute(int64_t t)
{
	const int64_t rest = t % MINUTE;
	return t - (rest < 0 ? rest + MINUTE : rest) + MINUTE;
}

/* The shortest pause of the minutes in which visits are allowed. */
static int64_t least_pause(const struct wish *w)
{
	int64_t least = INT64_MAX;
	for (uint32_t m = 0; m < MINUTES; m++)
		if (is_open(w, m) && pace_at(w, m).pause < least)
			least = pace_at(w, m).pause;
	return least;
}

static int64_t clamp(int64_t t)
{
	return t > ROBOTSC_TIME_MAX ? ROBOTSC_TIME_MAX : t < -ROBOTSC_TIME_MAX ? -ROBOTSC_TIME_MAX : t;
}

/* The earliest allowed time from now on that keeps the pause after the last fetch.  never: there
 * was no last fetch. */
static int64_t earliest(const struct wish *w, int64_t now, int64_t last, int never)
{
	const int64_t least = w->timed || w->from != ROBOTSC_UNTIMED ? least_pause(w) : pace_at(w, 0).pause;
	int64_t t = !never && last + least > now ? last + least : now;
	/* Terminates: each day has a minute with the least pause, which is over by t. */
	for (;; t = next_minute(t)) {
		const int64_t pause = pace_at(w, minute_of(t)).pause, ready = never || last + pause <= t ? t : last + pause;
		if (is_open(w, minute_of(t)) && ready < next_minute(t))
			return ready;
	}
}

int64_t robotsc_next_fetch_within(const struct robotsc_extensions *ext, const struct robotsc_group *group, int64_t now,
                                  int64_t last, int64_t took, int64_t at_least, int64_t at_most, struct robotsc_pace *pace)
{
	struct wish w;
	read_wish(&w, ext, group);
	w.least = clamp(at_least < 0 ? 0 : at_least);
	w.most = at_most < w.least ? w.least : at_most;
	const int never = last == ROBOTSC_NEVER;
	took = clamp(took);
	w.thumb = 2 * took > THUMB ? 2 * took : THUMB;
	now = clamp(now);
	last = clamp(last);
	const int64_t t = earliest(&w, now, last, never);
	if (pace) {
		*pace = pace_at(&w, minute_of(t));
		w.from = w.to = ROBOTSC_UNTIMED;
		pace->shut = t > earliest(&w, now, last, never);
	}
	return t;
}

int64_t robotsc_next_fetch(const struct robotsc_extensions *ext, const struct robotsc_group *group, int64_t now, int64_t last,
                           int64_t took, struct robotsc_pace *pace)
{
	return robotsc_next_fetch_within(ext, group, now, last, took, 0, INT64_MAX, pace);
}
