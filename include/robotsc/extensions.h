/* robotsc/extensions.h - what a robots.txt says beside Allow and Disallow: records, preferences for
 * the use of content, and when a site wants to be visited.  docs/extensions.md
 *
 * The compiler keeps these on request (robotsc_options.extensions).  Freestanding like check.h; part
 * of librobotsc_runtime.a.
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

#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fields that are known.  Values are those of the blob: never renumbered. */
enum robotsc_line_field {
	ROBOTSC_FIELD_UNKNOWN = 0, /* any other: kept as it stands */
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
	ROBOTSC_FIELD_CONTENT_USAGE = 11
};

/* A field as it is usually written ("Crawl-delay"); NULL for ROBOTSC_FIELD_UNKNOWN and for a number
 * that is no field.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_field_name(enum robotsc_line_field field);

/* The records of an opened blob.  Caller's storage, filled by robotsc_open_extensions, read-only
 * afterwards.  The members are not part of the interface. */
struct robotsc_extensions {
	struct robotsc_blob blob;
	uint32_t names, sets, members, groups, labels, records, data;       /* where the tables begin in the blob */
	uint32_t nsets, nmembers, ngroups, nlabels, nrecords, nnames, size; /* how many; octets of data */
	uint32_t reserved[4];
};

/* Find and verify what a blob keeps beside its rules.
 *
 * blob  opened; its octets are borrowed while ext is in use.
 * ext   out: filled on ROBOTSC_OK, untouched otherwise.  Nothing to free.
 *
 * Afterwards none of the calls below can fail or read outside the blob, whoever made it.
 * Cost O(octets of the section), once.  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_ABSENT when the blob was compiled without extensions, _CORRUPT.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_open_extensions(const struct robotsc_blob *blob, struct robotsc_extensions *ext);

#define ROBOTSC_UNTIMED UINT32_MAX

/* One line.  Texts borrow the blob. */
struct robotsc_line {
	enum robotsc_line_field field;
	uint32_t line;            /* from 1 */
	uint32_t group;           /* its group, counted from 1 in the order of the file; 0: none, or of the file as a whole */
	struct robotsc_text name; /* of an unknown field, as written; else empty */
	struct robotsc_text value;
	/* Noindex, Content-Signal, Content-Usage: the pattern of the paths that it speaks of, empty for all;
	 * Clean-param: the beginning of such a path, empty for all.  And the value without it. */
	struct robotsc_text path, rest;
	uint32_t delay;              /* Crawl-delay: milliseconds */
	uint32_t documents, seconds; /* Request-rate: so many documents in so many seconds */
	uint32_t from, to;           /* Request-rate, Visit-time: minutes of the day in UTC, 0-1439, to included; from > to: over
	                              * midnight; ROBOTSC_UNTIMED: always */
};

/* A walk over records.  Caller's storage. */
struct robotsc_lines {
	const struct robotsc_extensions *ext;
	uint32_t member, members_end, record, records_end, group;
};

/* Begin a walk: over the records of the file as a whole (group NULL: Sitemap, Host, Clean-param, and
 * unknown lines before the first group), or over those of the groups that hold for a robot, a robot's
 * own groups or else those of "*", as for rules.  group must be selected from the same blob.
 * robotsc_next_line gives them in the order of the file; 0 at the end, and *record is untouched.
 * Lines that the compiler refused with a diagnostic are not there.  No allocation, cannot fail.
 * Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_begin_lines(const struct robotsc_extensions *ext, const struct robotsc_group *group,
                                     struct robotsc_lines *records);
ROBOTSC_API int robotsc_next_line(struct robotsc_lines *records, struct robotsc_line *record);

/* What a label says. */
enum robotsc_preference {
	ROBOTSC_UNSTATED = 0,
	ROBOTSC_NO = 1,
	ROBOTSC_YES = 2
};

#define ROBOTSC_LABELS_MAX 16

/* A label: a kind of use that lines of a field speak of.  Which there are is said by the blob, so a
 * runtime knows those of a newer compiler too. */
struct robotsc_label {
	enum robotsc_line_field field; /* ROBOTSC_FIELD_CONTENT_USAGE, _CONTENT_SIGNAL, _NOINDEX */
	struct robotsc_text name;      /* "train-ai"; for Noindex "index" */
};

/* The labels of a blob, at most ROBOTSC_LABELS_MAX.  robotsc_label_at returns 0 when there is no such
 * label, else 1; robotsc_find_label the index, or ROBOTSC_LABELS_MAX for none.  Any thread.  Since 0.1. */
ROBOTSC_API int robotsc_label_at(const struct robotsc_extensions *ext, uint32_t index, struct robotsc_label *label);
ROBOTSC_API uint32_t robotsc_find_label(const struct robotsc_extensions *ext, enum robotsc_line_field field,
                                        struct robotsc_text name);

/* What holds for a URL. */
struct robotsc_usage {
	enum robotsc_verdict verdict;
	uint8_t preferences[ROBOTSC_LABELS_MAX]; /* enum robotsc_preference of each label */
};

/* May this URL be fetched, and what may be done with it?
 *
 * group  selected from the same blob.
 * url    as for robotsc_check_url.
 * usage  out: of each label what the longest matching line says; of equally long ones no before yes
 *        before nothing.  Where fetching is not allowed, Content-Usage says nothing.
 *
 * Returns the verdict.  Cannot fail.  Cost as a few calls of robotsc_check_url.  Any thread.  Since 0.1. */
ROBOTSC_API enum robotsc_verdict robotsc_check_usage(const struct robotsc_extensions *ext, const struct robotsc_group *group,
                                                     const char *url, size_t len, struct robotsc_usage *usage);

/* What a Content-Usage dictionary says of a label: the value of an HTTP field, for one.  RFC 9651 §3.2,
 * draft-ietf-aipref-vocab-07.  A dictionary that does not parse says nothing.  O(len).  Any thread.
 * Since 0.1. */
ROBOTSC_API enum robotsc_preference robotsc_read_usage(struct robotsc_text dictionary, struct robotsc_text label);

/* Is a text a dictionary of RFC 9651?  If not, returns 0, and *at receives the octet at which a reader
 * gives up.  O(len).  Any thread.  Since 0.1. */
ROBOTSC_API int robotsc_usage_parses(struct robotsc_text dictionary, size_t *at);

/* Preferences from two places: no before yes before nothing.  Any thread.  Since 0.1. */
ROBOTSC_API enum robotsc_preference robotsc_combine(enum robotsc_preference one, enum robotsc_preference other);

/* Times are milliseconds since 1970-01-01 00:00 UTC, without leap seconds; values beyond
 * ROBOTSC_TIME_MAX, either way, count as that. */
#define ROBOTSC_TIME_MAX ((int64_t)1 << 60)
#define ROBOTSC_NEVER INT64_MIN /* there was no last fetch */

/* Why a fetch has to wait so long. */
enum robotsc_pace_reason {
	ROBOTSC_PACE_NONE = 0, /* neither Crawl-delay nor Request-rate: 10 seconds, or twice what the last fetch took */
	ROBOTSC_PACE_CRAWL_DELAY = 1,
	ROBOTSC_PACE_REQUEST_RATE = 2
};

struct robotsc_pace {
	int64_t pause;  /* milliseconds between fetches that hold at the time that was answered */
	uint8_t reason; /* enum robotsc_pace_reason */
	uint8_t shut;   /* 1: Visit-time makes it later */
};

/* When may a robot fetch next?
 *
 * group  selected from the same blob.
 * now    time.
 * last   time of the last fetch from this site, or ROBOTSC_NEVER.  Its beginning, if pauses are to be
 *        counted as Request-rate does; its end is gentler.
 * took   milliseconds that it took; below 0 counts as 0.
 * pace   out, or NULL.
 *
 * The earliest time from now on that Visit-time allows and that is a pause away from last: the longer
 * one of Crawl-delay and of Request-rate, whose lines with a time of day go before those without.
 * Cannot fail.  Cost O(records of the robot), and 1440 steps for each line with a time of day.  About
 * 6 KiB of stack.  Any thread.  Since 0.1. */
ROBOTSC_API int64_t robotsc_next_fetch(const struct robotsc_extensions *ext, const struct robotsc_group *group, int64_t now,
                                       int64_t last, int64_t took, struct robotsc_pace *pace);

#ifdef __cplusplus
}
#endif
#endif
