/* robotsc/extensions.h - the lines of a robots.txt other than Allow and Disallow: records,
 * preferences for the use of content, and times for visits.  docs/extensions.md
 *
 * The compiler keeps them on request (robotsc_options.extensions).  Freestanding, as check.h, and
 * part of librobotsc_runtime.a.
 *
 *     struct robotsc_extensions ext;
 *     if (robotsc_open_extensions(&blob, &ext) == ROBOTSC_OK) {
 *             verdict = robotsc_check_usage(&ext, &group, url, url_len, &usage);
 *             when = robotsc_next_fetch(&ext, &group, now, last, took, NULL);
 *     }
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTENSIONS_H
#define ROBOTSC_EXTENSIONS_H

#include "robotsc/check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Known fields.  Blobs contain these values: they are never renumbered. */
enum robotsc_line_field {
	ROBOTSC_FIELD_UNKNOWN = 0, /* any other field: kept as written */
	ROBOTSC_FIELD_SITEMAP = 1,
	ROBOTSC_FIELD_CRAWL_DELAY = 2,
	ROBOTSC_FIELD_REQUEST_RATE = 3,
	ROBOTSC_FIELD_VISIT_TIME = 4,
	ROBOTSC_FIELD_COMMENT = 5,
	ROBOTSC_FIELD_ROBOT_VERSION = 6,
	ROBOTSC_FIELD_HOST = 7,
	ROBOTSC_FIELD_CLEAN_PARAM = 8,
	ROBOTSC_FIELD_NOINDEX = 9,
	ROBOTSC_FIELD_CONTENT_SIGNAL = 10,
	ROBOTSC_FIELD_CONTENT_USAGE = 11,
	ROBOTSC_FIELD_LICENSE = 12,
	ROBOTSC_FIELD_AGENTMAP = 13,
	ROBOTSC_FIELD_SCHEMAMAP = 14,
	ROBOTSC_FIELD_LLM_POLICY = 15
};

/* Return the usual spelling of a field ("Crawl-delay"); NULL for ROBOTSC_FIELD_UNKNOWN and for
 * unknown values.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_field_name(enum robotsc_line_field field);

/* The records of an opened blob.  The caller allocates it; robotsc_open_extensions fills it;
 * read-only afterwards.  The members are not part of the interface. */
struct robotsc_extensions {
	struct robotsc_blob blob;
	/* Offsets of the tables; their counts, and the octets of data. */
	uint32_t names, sets, members, groups, labels, records, data;
	uint32_t nsets, nmembers, ngroups, nlabels, nanswers, nrecords, nnames, size;
	uint32_t reserved[3];
};

/* Find and verify the extensions of a blob.  docs/formats/blob.md, "Extensions"
 *
 * blob  opened; its octets are borrowed while ext is in use.
 * ext   out: filled on ROBOTSC_OK, untouched otherwise.  Nothing to free.
 *
 * After ROBOTSC_OK no call below can fail or read outside the blob, even if it was forged.
 * Cost O(octets of the section), once.  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_ABSENT if the blob was compiled without extensions; _CORRUPT.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_open_extensions(const struct robotsc_blob *blob, struct robotsc_extensions *ext);

#define ROBOTSC_UNTIMED UINT32_MAX

/* A record: one line of the robots.txt.  Texts borrow the blob. */
struct robotsc_line {
	enum robotsc_line_field field;
	uint32_t line;            /* from 1 */
	uint32_t group;           /* its group, from 1 in file order; may repeat; 0: of no group */
	struct robotsc_text name; /* of an unknown field, as written; otherwise empty */
	struct robotsc_text value;
	/* Noindex, Content-Signal, Content-Usage: the pattern of paths; empty: all paths.
	 * Clean-param: the prefix of paths; empty: all paths.  rest: the value without it. */
	struct robotsc_text path, rest;
	uint32_t delay;              /* Crawl-delay: in milliseconds */
	uint32_t documents, seconds; /* Request-rate: documents per seconds */
	/* Request-rate, Visit-time: minutes of the day in UTC, 0 to 1439.  The end is inclusive;
	 * from > to spans midnight.  ROBOTSC_UNTIMED: always. */
	uint32_t from, to;
};

/* An iterator over records.  The caller allocates it. */
struct robotsc_lines {
	const struct robotsc_extensions *ext;
	uint32_t member, members_end, record, records_end, group;
};

/* Iterate over records, in file order.
 *
 * ext      opened.
 * group    selected from the same blob: the records below the robot's own name, or below "*" if the
 *          file does not name it.  NULL: the records of the file as a whole: Sitemap and other
 *          links, Host, Clean-param, and unknown lines before the first group.
 * records  robotsc_begin_lines fills it; robotsc_next_line advances it.
 * record   out: the next record.
 *
 * robotsc_next_line returns 1 for a record; 0 at the end, where *record is untouched.  Lines that a
 * diagnostic of the compiler rejected are missing.  Malformed ones of Content-Signal and
 * Content-Usage are not: they count by their path.  No allocation.  Cannot
 * fail.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_begin_lines(const struct robotsc_extensions *ext, const struct robotsc_group *group,
                                     struct robotsc_lines *records);
ROBOTSC_API int robotsc_next_line(struct robotsc_lines *records, struct robotsc_line *record);

/* The preference for a label: 0, or the number of one of its values, from 1, the most restrictive.
 * These are the numbers for labels that take no and yes; others have levels. */
enum robotsc_preference {
	ROBOTSC_UNSTATED = 0,
	ROBOTSC_NO = 1,
	ROBOTSC_YES = 2
};

#define ROBOTSC_LABELS_MAX 16

/* A label: a kind of use that lines of a field state a preference for.  The labels are stored in
 * the blob, so a runtime supports those of newer compilers, too. */
struct robotsc_label {
	enum robotsc_line_field field; /* ROBOTSC_FIELD_CONTENT_USAGE, _CONTENT_SIGNAL, _NOINDEX */
	struct robotsc_text name;      /* "train-ai"; for Noindex "index" */
	uint32_t values;               /* how many values it takes: 2 for no and yes */
};

/* The labels of a blob, at most ROBOTSC_LABELS_MAX.  robotsc_label_at returns 1, or 0 if index is
 * too large.  robotsc_find_label returns the index, or ROBOTSC_LABELS_MAX: no line of the file
 * states a preference for it.  Any thread.  Since 0.1. */
ROBOTSC_API int robotsc_label_at(const struct robotsc_extensions *ext, uint32_t index, struct robotsc_label *label);
ROBOTSC_API uint32_t robotsc_find_label(const struct robotsc_extensions *ext, enum robotsc_line_field field,
                                        struct robotsc_text name);

/* Return the text of a label's value: "n", "yes", "reference".  Empty if there is no such label or
 * value.
 *
 * value  from 1, the most restrictive, to robotsc_label.values: a preference.
 *
 * Borrows the blob, or is static.  Any thread.  Since 0.1. */
ROBOTSC_API struct robotsc_text robotsc_label_value(const struct robotsc_extensions *ext, uint32_t index, uint32_t value);

/* The verdict and the preferences for a URL. */
struct robotsc_usage {
	enum robotsc_verdict verdict;
	uint8_t preferences[ROBOTSC_LABELS_MAX]; /* by label: 0 unstated, else a value's number */
};

/* Check whether a URL may be fetched, and how its content may be used.  docs/extensions.md
 *
 * group  selected from the same blob.
 * url    as for robotsc_check_url.
 * usage  out: for each label, the preference of the longest matching line.  Among equally long
 *        ones, the most restrictive value takes precedence, and any over unstated.  A malformed
 *        line states nothing for its path, and outweighs shorter ones there.  If fetching is not
 *        allowed, preferences of Content-Usage are unstated.
 *
 * Returns the verdict.  Cannot fail.  Cost: a few calls of robotsc_check_url.  Any thread.
 * Since 0.1. */
ROBOTSC_API enum robotsc_verdict robotsc_check_usage(const struct robotsc_extensions *ext, const struct robotsc_group *group,
                                                     const char *url, size_t len, struct robotsc_usage *usage);

/* Select for a crawler that ignores "*", where robotsc_select finds no group of its tokens.
 *
 * group  out: everything is allowed, and no record applies.  Only labels that speak to all
 *        robots are stated.  docs/extensions.md, "A token for all robots".
 *
 * No allocation.  Cannot fail.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_select_none(const struct robotsc_blob *blob, struct robotsc_group *group);

/* Read the preference for a label from a Content-Usage dictionary, such as the value of an HTTP
 * field.  RFC 9651 §3.2, draft-ietf-aipref-vocab-07.  ROBOTSC_UNSTATED if the dictionary is
 * invalid.
 * Cost O(len).  Any thread.  Since 0.1. */
ROBOTSC_API enum robotsc_preference robotsc_read_usage(struct robotsc_text dictionary, struct robotsc_text label);

/* Check whether a text is a dictionary of RFC 9651.  Returns 1 if it is.  Otherwise returns 0,
 * and *at is the offset of the first error.  Cost O(len).  Any thread.  Since 0.1. */
ROBOTSC_API int robotsc_usage_parses(struct robotsc_text dictionary, size_t *at);

/* Combine preferences for a label of two sources: the most restrictive takes precedence, any over
 * unstated.  Any thread.  Since 0.1. */
ROBOTSC_API enum robotsc_preference robotsc_combine(enum robotsc_preference one, enum robotsc_preference other);

/* Times are milliseconds since 1970-01-01 00:00 UTC, without leap seconds.  They are clamped to
 * -ROBOTSC_TIME_MAX .. ROBOTSC_TIME_MAX. */
#define ROBOTSC_TIME_MAX ((int64_t)1 << 60)
#define ROBOTSC_NEVER INT64_MIN /* as last: there was no fetch */

/* What determines the pause. */
enum robotsc_pace_reason {
	ROBOTSC_PACE_NONE = 0, /* no line gives a pause: 10 s, or twice the last fetch */
	ROBOTSC_PACE_CRAWL_DELAY = 1,
	ROBOTSC_PACE_REQUEST_RATE = 2
};

/* What robotsc_next_fetch_within made of the pause. */
enum robotsc_pace_cut {
	ROBOTSC_PACE_KEPT = 0,
	ROBOTSC_PACE_AT_LEAST = 1, /* it was shorter */
	ROBOTSC_PACE_AT_MOST = 2   /* it was longer */
};

struct robotsc_pace {
	int64_t pause;  /* milliseconds between fetches, at the returned time */
	uint8_t reason; /* enum robotsc_pace_reason */
	uint8_t shut;   /* 1: Visit-time delays the fetch */
	uint8_t cut;    /* enum robotsc_pace_cut */
};

/* Compute when a robot may fetch next.  docs/extensions.md
 *
 * group  selected from the same blob.
 * now    the present time.
 * last   time of the last fetch from this site, or ROBOTSC_NEVER.  Give the time when it began:
 *        Request-rate counts from there.  With the time of its end, pauses get longer.
 * took   duration of the last fetch in milliseconds; negative values count as 0.
 * pace   out, or NULL.
 *
 * Returns the earliest time from now on that Visit-time allows and that keeps the pause after
 * last.  The pause is the longer one of Crawl-delay and Request-rate.  Request-rate lines with a
 * time of day take precedence over those without.  Cannot fail.
 * Cost O(records of the robot), and 1440 steps for each line with a time of day.  About 6 KiB of
 * stack.  Any thread.  Since 0.1. */
ROBOTSC_API int64_t robotsc_next_fetch(const struct robotsc_extensions *ext, const struct robotsc_group *group, int64_t now,
                                       int64_t last, int64_t took, struct robotsc_pace *pace);

/* As robotsc_next_fetch, with a floor and a ceiling for any pause, in milliseconds: at_least counts
 * as 0 if it is negative, and at_most as at_least if it is smaller.  Visit-time is kept.
 * Since 0.2. */
ROBOTSC_API int64_t robotsc_next_fetch_within(const struct robotsc_extensions *ext, const struct robotsc_group *group, int64_t now,
                                              int64_t last, int64_t took, int64_t at_least, int64_t at_most,
                                              struct robotsc_pace *pace);

#ifdef __cplusplus
}
#endif
#endif
