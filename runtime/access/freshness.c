/* freshness.c - see freshness.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "freshness.h"

#include "match/attributes.h"
#include "text.h"

/* is_word, out of line: it is called for many words. */
NOT_INLINE static bool is(struct robotsc_text t, const char *word)
{
	return is_word(t, word);
}

static int is_number(struct robotsc_text t)
{
	for (size_t i = 0; i < t.len; i++)
		if (!is_digit(t.at[i]))
			return 0;
	return t.len > 0;
}

/* Parses a number of seconds, capped at DELTA_MAX.  Returns `otherwise` if t is no number. */
static uint64_t delta(struct robotsc_text t, uint64_t otherwise)
{
	uint64_t n = 0;
	if (!is_number(t))
		return otherwise;
	for (size_t i = 0; i < t.len; i++) {
		n = 10 * n + (uint64_t)(t.at[i] - '0');
		if (n > DELTA_MAX)
			n = DELTA_MAX;
	}
	return n;
}

/* Seconds between two times, 0 to DELTA_MAX. */
static uint64_t from_to(int64_t from, int64_t to)
{
	const uint64_t n = (uint64_t)to - (uint64_t)from;
	return to <= from ? 0 : n < DELTA_MAX ? n : DELTA_MAX;
}

/* ---- Cache-Control --------------------------------------------------------------- */

/* How many octets stand before the next comma outside quotes. */
static size_t member_size(const char *at, size_t len)
{
	int quoted = 0;
	size_t i = 0;
	for (; i < len && (quoted || at[i] != ','); i++) {
		if (at[i] == '"')
			quoted = !quoted;
		else if (quoted && at[i] == '\\' && i + 1 < len)
			i++;
	}
	return i;
}

/* Removes quotes, if there are any. */
static struct robotsc_text unquote(struct robotsc_text t)
{
	if (t.len >= 2 && t.at[0] == '"' && t.at[t.len - 1] == '"') {
		t.at++;
		t.len -= 2;
	}
	return t;
}

/* name, or name=value. */
struct directive {
	struct robotsc_text name, value;
	int has_value;
};

/* Removes the first directive from a list.  Returns 0 if the list is empty. */
static int next_directive(struct robotsc_text *list, struct directive *d)
{
	if (list->len == 0)
		return 0;
	const struct robotsc_text t = {list->at, member_size(list->at, list->len)};
	const size_t skip = t.len < list->len ? t.len + 1 : t.len;
	size_t n = 0;
	while (n < t.len && t.at[n] != '=')
		n++;
	d->has_value = n < t.len;
	d->name = trim((struct robotsc_text){t.at, n});
	d->value = trim((struct robotsc_text){t.at + n + (size_t)d->has_value, t.len - n - (size_t)d->has_value});
	list->at += skip;
	list->len -= skip;
	return 1;
}

static void read_cache_control(struct robotsc_text list, struct freshness *out)
{
	struct directive d;
	while (next_directive(&list, &d)) {
		if (is(d.name, "max-age") && out->max_age == DELTA_NONE)
			out->max_age = delta(unquote(d.value), 0);
		/* no-cache with a value names single header fields: RFC 9111 §5.2.2.4. */
		if (is(d.name, "no-store") || (is(d.name, "no-cache") && !d.has_value))
			out->revalidate = 1;
	}
}

/* ---- fields ---------------------------------------------------------------------- */

/* Returns the first field with a name, or NULL. */
static const struct robotsc_header_field *find(const struct robotsc_fetch *fetch, const char *name)
{
	for (size_t i = 0; i < fetch->nfields; i++)
		if (is(trim(fetch->fields[i].name), name))
			return &fetch->fields[i];
	return NULL;
}

static int date_of(const struct robotsc_fetch *fetch, const struct robotsc_header_field *field, int64_t *seconds)
{
	const struct robotsc_text value = field ? trim(field->value) : (struct robotsc_text){"", 0};
	return robotsc_http_date(value.at, value.len, fetch->at, seconds);
}

void robotsc__freshness_read(const struct robotsc_fetch *fetch, struct freshness *out)
{
	const struct robotsc_header_field *expires = find(fetch, "expires"), *age = find(fetch, "age"),
					  *retry = find(fetch, "retry-after");
	int64_t from = fetch->at, to;
	*out = (struct freshness){.max_age = DELTA_NONE, .until = DELTA_NONE, .retry_after = DELTA_NONE};
	for (size_t i = 0; i < fetch->nfields; i++)
		if (is(trim(fetch->fields[i].name), "cache-control"))
			read_cache_control(fetch->fields[i].value, out);
	if (expires) {
		(void)date_of(fetch, find(fetch, "date"), &from);
		out->until = date_of(fetch, expires, &to) ? from_to(from, to) : 0;
	}
	if (age)
		out->age = delta(trim(age->value), 0);
	if (retry)
		out->retry_after = date_of(fetch, retry, &to) ? from_to(fetch->at, to) : delta(trim(retry->value), DELTA_NONE);
}

/* ---- unreadable values ------------------------------------------------------------- */

/* Returns the unreadable part of a field that should hold a number or a date.  It is empty where
 * the value is missing.  at is NULL if all is readable, or for another field. */
static struct robotsc_text unreadable(const struct robotsc_fetch *fetch, const struct robotsc_header_field *field)
{
	const struct robotsc_text name = trim(field->name), value = trim(field->value), none = {NULL, 0};
	struct robotsc_text list = field->value;
	struct directive d;
	int64_t seconds;
	if (is(name, "cache-control")) {
		while (next_directive(&list, &d))
			if (is(d.name, "max-age") && !is_number(unquote(d.value)))
				return d.value;
		return none;
	}
	if (is(name, "age"))
		return is_number(value) ? none : value;
	if (is(name, "expires") || is(name, "date"))
		return date_of(fetch, field, &seconds) ? none : value;
	if (is(name, "retry-after"))
		return is_number(value) || date_of(fetch, field, &seconds) ? none : value;
	return none;
}

size_t robotsc_unreadable_field(const struct robotsc_fetch *fetch, size_t from, struct robotsc_text *value)
{
	for (; from < fetch->nfields; from++) {
		*value = unreadable(fetch, &fetch->fields[from]);
		if (value->at)
			return from;
	}
	return from;
}

/* ---- redirects ------------------------------------------------------------------- */

int robotsc_leads_nowhere(const struct robotsc_fetch *fetch)
{
	const struct robotsc_header_field *location;
	const int has_status = fetch->end == ROBOTSC_END_RESPONSE || fetch->end == ROBOTSC_END_TRUNCATED;
	if (!has_status || fetch->status / 100 != 3 || fetch->status == 304)
		return 0;
	location = find(fetch, "location");
	return !location || trim(location->value).len == 0;
}
