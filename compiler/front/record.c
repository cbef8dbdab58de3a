/* record.c - see record.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include <string.h>

#include "access/text.h"
#include "text/file_links.h"
#include "match/blob_layout.h"
#include "text/usage_labels.h"

/* Skip white space.  Returns false if there is none. */
static bool skip(struct octets_left *r)
{
	const uint8_t *begin = r->at;
	while (is_blank(peek_octet(r)))
		r->at++;
	return r->at > begin;
}

/* 1*DIGIT.  A number that does not fit becomes UINT32_MAX. */
static bool read_number(struct octets_left *r, uint32_t *out)
{
	uint64_t n = 0;
	if (!is_digit(peek_octet(r)))
		return false;
	for (; is_digit(peek_octet(r)); r->at++)
		n = n > UINT32_MAX ? n : n * 10 + (uint64_t)(*r->at - '0');
	*out = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
	return true;
}

/* Read seconds as milliseconds, rounded up: digits, with a point before, between or after them. */
static bool read_delay(struct octets_left *r, struct record *record)
{
	uint64_t ms = 0;
	uint32_t unit = 1000;
	bool digits = false, rest = false;
	for (; is_digit(peek_octet(r)); r->at++, digits = true)
		ms = ms > UINT32_MAX ? ms : ms * 10 + (uint64_t)(*r->at - '0') * 1000;
	if (accept_octet(r, '.'))
		for (; is_digit(peek_octet(r)); r->at++, digits = true) {
			unit /= 10;
			ms += (uint64_t)(*r->at - '0') * unit;
			rest |= unit == 0 && *r->at != '0';
		}
	ms += (uint64_t)rest;
	record->count = ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
	return digits && r->at == r->end;
}

/* Read HHMM or HH:MM; 2400 is 0000 of the next day. */
static bool read_time(struct octets_left *r, uint32_t *minute, bool *next_day)
{
	unsigned digits[4];
	for (int i = 0; i < 4; i++) {
		if (i == 2)
			accept_octet(r, ':');
		if (!is_digit(peek_octet(r)))
			return false;
		digits[i] = *r->at - '0';
		const unsigned hours = digits[0] * 10 + (i ? digits[1] : 0);
		if (hours > 24 || (i == 2 && digits[2] > 5) || (hours == 24 && i > 1 && digits[i]))
			return false;
		r->at++;
	}
	*minute = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3];
	*next_day = *minute == MINUTES;
	*minute %= MINUTES;
	return true;
}

/* Read two times, with '-' or white space in between.  0000 to 2400 is the whole day. */
static bool read_times(struct octets_left *r, struct record *record)
{
	bool begins_late, ends_late;
	if (!read_time(r, &record->from, &begins_late))
		return false;
	const bool space = skip(r);
	if (!accept_octet(r, '-') && !space)
		return false;
	skip(r);
	if (!read_time(r, &record->to, &ends_late))
		return false;
	if (ends_late && record->from == 0)
		record->to = MINUTES - 1;
	return r->at == r->end;
}

/* docs "/" n [s|m|h|d] [WS times] */
static bool read_rate(struct octets_left *r, struct record *record)
{
	static const struct {
		char unit;
		uint32_t seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	const uint8_t *number = r->at;
	uint32_t n;
	uint64_t seconds;
	if (!read_number(r, &record->count))
		return false;
	if (record->count == 0) {
		r->at = number;
		return false;
	}
	if (!accept_octet(r, '/'))
		return false;
	number = r->at;
	if (!read_number(r, &n))
		return false;
	if (n == 0) {
		r->at = number;
		return false;
	}
	seconds = n;
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (accept_octet(r, units[i].unit) || accept_octet(r, units[i].unit - 'a' + 'A')) {
			seconds = (uint64_t)n * units[i].seconds;
			break;
		}
	record->seconds = seconds > UINT32_MAX ? UINT32_MAX : (uint32_t)seconds;
	if (r->at == r->end)
		return true;
	return skip(r) && read_times(r, record);
}

/* Read the rest: no white space and no control octets. */
static bool read_rest(struct octets_left *r)
{
	while (peek_octet(r) > 0x20 && peek_octet(r) != 0x7F)
		r->at++;
	return r->at == r->end;
}

/* scheme "://" and at least one octet, without white space and control octets. */
static bool read_url(struct octets_left *r)
{
	if (!is_alpha(peek_octet(r)))
		return false;
	while (is_alpha(peek_octet(r)) || is_digit(peek_octet(r)) || peek_octet(r) == '+' || peek_octet(r) == '-' ||
	       peek_octet(r) == '.')
		r->at++;
	return accept_octet(r, ':') && accept_octet(r, '/') && accept_octet(r, '/') && r->at < r->end && read_rest(r);
}

/* Read a URL or, if the link says so, a path. */
static bool read_link(struct octets_left *r, const struct file_link *link)
{
	return link && link->path && peek_octet(r) == '/' ? read_rest(r) : read_url(r);
}

/* Read host[:port].  The host may be an address in brackets. */
static bool read_host(struct octets_left *r)
{
	const uint8_t *begin = r->at;
	uint32_t port;
	const bool bracket = accept_octet(r, '[');
	begin += bracket;
	if (bracket) {
		while (is_digit(peek_octet(r)) || is_alpha(peek_octet(r)) || peek_octet(r) == ':' || peek_octet(r) == '.')
			r->at++;
	} else {
		while (is_digit(peek_octet(r)) || is_alpha(peek_octet(r)) || peek_octet(r) == '-' || peek_octet(r) == '.' ||
		       peek_octet(r) == '_' || peek_octet(r) > 0x7F)
			r->at++;
	}
	if (r->at == begin || (bracket && !accept_octet(r, ']')))
		return false;
	if (r->at == r->end)
		return true;
	if (!accept_octet(r, ':'))
		return false;
	begin = r->at;
	if (!read_number(r, &port) || r->at < r->end)
		return false;
	if (port > 0 && port <= UINT16_MAX)
		return true;
	r->at = begin;
	return false;
}

/* name *("&" name) [WS path] */
static bool read_params(struct octets_left *r)
{
	for (;;) {
		const uint8_t *begin = r->at;
		while (peek_octet(r) > 0x20 && peek_octet(r) != '&' && peek_octet(r) != 0x7F)
			r->at++;
		if (r->at == begin)
			return false;
		if (!accept_octet(r, '&'))
			break;
	}
	if (r->at == r->end)
		return true;
	return skip(r) && peek_octet(r) == '/' && read_rest(r);
}

/* 1*DIGIT ["." 1*DIGIT ["." 1*DIGIT]]; the first number is not 0. */
static bool read_version(struct octets_left *r)
{
	uint32_t part;
	struct octets_left major = *r;
	if (read_number(&major, &part) && part == 0)
		return false;
	for (int i = 0; i < 3; i++)
		if (!read_number(r, &part) || r->at == r->end || !accept_octet(r, '.'))
			break;
	return r->at == r->end && is_digit(r->end[-1]);
}

void robotsc__record_split(struct span value, struct span *path, struct span *rest)
{
	struct octets_left r = {value.at, value.at + value.len};
	*path = (struct span){value.at, 0};
	if (peek_octet(&r) == '/') {
		while (r.at < r.end && !is_blank(*r.at))
			r.at++;
		path->len = (size_t)(r.at - value.at);
		skip(&r);
	}
	*rest = (struct span){r.at, (size_t)(r.end - r.at)};
}

/* A key or value of a Content-Signal line. */
static struct span read_word(struct octets_left *r)
{
	const uint8_t *begin = r->at;
	while (r->at < r->end && !is_blank(*r->at) && *r->at != ',' && *r->at != '=')
		r->at++;
	return (struct span){begin, (size_t)(r->at - begin)};
}

/* The label that a key of Content-Signal names; NULL: none. */
static const struct label *find_label(struct span key)
{
	for (uint32_t i = 0; i < LABELS; i++)
		if (labels[i].field == ROBOTSC_FIELD_CONTENT_SIGNAL && is_span(key, labels[i].name))
			return &labels[i];
	return NULL;
}

/* The number, from 1, of the value of a label that is this word; 0: there is none. */
static uint32_t find_value(const struct label *label, struct span word)
{
	uint32_t n = 0;
	while (label->values[n] && !is_span(word, label->values[n]))
		n++;
	return label->values[n] ? n + 1 : 0;
}

/* key "=" value *("," key "=" value), with optional white space.  *preference receives the number
 * of the value of label, unless that is NULL.  *odd receives the first value that a known label
 * does not have. */
static bool read_signal(struct octets_left *r, const struct label *label, uint32_t *preference, const uint8_t **odd)
{
	for (;;) {
		const struct span key = read_word(r);
		const struct label *named = find_label(key);
		skip(r);
		if (key.len == 0 || !accept_octet(r, '='))
			return false;
		skip(r);
		const struct span value = read_word(r);
		if (value.len == 0)
			return false;
		const uint32_t number = named ? find_value(named, value) : 0;
		if (named && !number && !*odd)
			*odd = value.at;
		if (label && is_span(key, label->name))
			*preference = robotsc_combine((enum robotsc_preference) * preference, (enum robotsc_preference)number);
		skip(r);
		if (r->at == r->end)
			return true;
		if (!accept_octet(r, ','))
			return false;
		skip(r);
	}
}

uint32_t robotsc__record_preference(const struct record *record, const struct label *label)
{
	uint32_t preference = 0;
	const uint8_t *odd = NULL;
	struct span path, rest;
	if (record->field == ROBOTSC_FIELD_NOINDEX)
		return ROBOTSC_NO;
	robotsc__record_split(record->value, &path, &rest);
	if (record->field == ROBOTSC_FIELD_CONTENT_USAGE)
		return robotsc_read_usage((struct robotsc_text){(const char *)rest.at, rest.len},
		                          (struct robotsc_text){label->name, strlen(label->name)});
	struct octets_left r = {rest.at, rest.at + rest.len};
	return read_signal(&r, label, &preference, &odd) ? preference : 0;
}

/* Read a dictionary of RFC 9651. */
static bool read_usage(struct octets_left *r)
{
	size_t at;
	if (robotsc_usage_parses((struct robotsc_text){(const char *)r->at, (size_t)(r->end - r->at)}, &at))
		return true;
	r->at += at;
	return false;
}

bool robotsc__record_of_file(enum robotsc_line_field field)
{
	return file_link(field) || field == ROBOTSC_FIELD_HOST || field == ROBOTSC_FIELD_CLEAN_PARAM;
}

bool robotsc__record_of_path(enum robotsc_line_field field)
{
	return field == ROBOTSC_FIELD_CONTENT_SIGNAL || field == ROBOTSC_FIELD_CONTENT_USAGE;
}

bool robotsc__record_numbers(enum robotsc_line_field field)
{
	return field == ROBOTSC_FIELD_CRAWL_DELAY || field == ROBOTSC_FIELD_REQUEST_RATE || field == ROBOTSC_FIELD_VISIT_TIME;
}

/* A field without a row of records/fields.h, or without a case here, does not compile. */
#pragma GCC diagnostic error "-Wswitch"
#define FIELD(name, spelling)                                                                                            \
	_Static_assert((int)ROBOTSC_FIELD_##name - (int)ROBOTSC_FIELD_SITEMAP == (int)FIELD_##name - (int)FIELD_SITEMAP, \
	               "the order of enum robotsc_line_field");
RECORD_FIELD_LIST(FIELD)
#undef FIELD

enum robotsc_line_field robotsc__record_field(enum field field)
{
	return field < FIELD_SITEMAP ? ROBOTSC_FIELD_UNKNOWN
	                             : (enum robotsc_line_field)(field - FIELD_SITEMAP + ROBOTSC_FIELD_SITEMAP);
}

static bool has_row(enum robotsc_line_field field)
{
	switch (field) {
#define FIELD(name, spelling) case ROBOTSC_FIELD_##name:
		RECORD_FIELD_LIST(FIELD)
#undef FIELD
		return true;
	case ROBOTSC_FIELD_UNKNOWN:
		break;
	}
	return false;
}

static bool read_value(struct octets_left *r, struct record *record, const uint8_t **bad)
{
	struct span path, rest;
	switch (record->field) {
	case ROBOTSC_FIELD_SITEMAP:
	case ROBOTSC_FIELD_LICENSE:
	case ROBOTSC_FIELD_AGENTMAP:
	case ROBOTSC_FIELD_SCHEMAMAP:
	case ROBOTSC_FIELD_LLM_POLICY:
		return read_link(r, file_link(record->field));
	case ROBOTSC_FIELD_CRAWL_DELAY:
		return read_delay(r, record);
	case ROBOTSC_FIELD_REQUEST_RATE:
		return read_rate(r, record);
	case ROBOTSC_FIELD_VISIT_TIME:
		return read_times(r, record);
	case ROBOTSC_FIELD_ROBOT_VERSION:
		return read_version(r);
	case ROBOTSC_FIELD_HOST:
		return read_host(r);
	case ROBOTSC_FIELD_CLEAN_PARAM:
		return read_params(r);
	case ROBOTSC_FIELD_COMMENT:
	case ROBOTSC_FIELD_NOINDEX:
		return record->value.len > 0;
	case ROBOTSC_FIELD_CONTENT_SIGNAL:
	case ROBOTSC_FIELD_CONTENT_USAGE:
		robotsc__record_split(record->value, &path, &rest);
		r->at = rest.at;
		return record->field == ROBOTSC_FIELD_CONTENT_USAGE ? read_usage(r) : read_signal(r, NULL, NULL, bad);
	case ROBOTSC_FIELD_UNKNOWN:
		break;
	}
	return true;
}

bool robotsc__record_read(const struct line *line, struct record *record, const uint8_t **bad)
{
	struct octets_left r = {line->value.at, line->value.at + line->value.len};
	const enum robotsc_line_field field = robotsc__record_field(line->field);
	const bool known = has_row(field);
	*record = (struct record){.field = field,
	                          .line = line->number,
	                          .group = NO_GROUP,
	                          .name = known ? (struct span){line->name.at, 0} : line->name,
	                          .value = line->value,
	                          .from = MINUTE_NONE,
	                          .to = MINUTE_NONE};
	*bad = NULL;
	if (read_value(&r, record, bad))
		return true;
	*bad = r.at;
	return false;
}
