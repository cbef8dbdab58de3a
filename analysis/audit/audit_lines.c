/* audit_lines.c - reads lines of a log, in any thread: what is asked, by whom, and the verdict.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "audit_parts.h"
#include "log_format.h"

#define CACHE 1024     /* User-Agent fields whose names are remembered */
#define CACHED_MAX 256 /* octets of one */
#define TIME_MAX 40    /* octets of a time that is remembered */

/* A User-Agent field as the log spells it, the index of its name, and the product in it. */
struct cached_agent {
	uint32_t name, len, product_len;
	char product[AUDIT_PRODUCT];
	char text[CACHED_MAX];
};

struct robotsc_audit_lines {
	const struct robotsc_audit *audit;
	struct arena arena; /* up to mark: memory that stays; after it: memory for the lines */
	struct arena_mark mark;
	struct cached_agent *cache;
	char time_text[TIME_MAX]; /* the last time that was read */
	size_t time_len;
	int64_t time;
	struct audit_event *events;
	size_t nevents, room;
	char *text;    /* products, and targets and addresses of disallowed requests */
	char *scratch; /* fields without escapes; text and scratch have room for all lines */
	char *url;     /* the URL of a request; only for an audit of hosts */
	size_t used, scratched;
	enum robotsc_status status; /* of hosts */
	uint64_t lines, unread, first_unread;
};

enum robotsc_status robotsc_audit_lines_new(const struct robotsc_audit *audit, struct robotsc_audit_lines **lines)
{
	struct arena arena;
	struct robotsc_audit_lines *l;
	robotsc__arena_init(&arena, audit->options.alloc);
	l = robotsc__arena_zeroed(&arena, 1, sizeof *l);
	if (l)
		l->cache = robotsc__arena_zeroed(&arena, CACHE, sizeof *l->cache);
	if (!l || !l->cache) {
		robotsc__arena_free(&arena);
		return ROBOTSC_ERR_NOMEM;
	}
	l->audit = audit;
	l->arena = arena;
	l->mark = robotsc__arena_mark(&l->arena);
	*lines = l;
	return ROBOTSC_OK;
}

void robotsc_audit_lines_free(struct robotsc_audit_lines *lines)
{
	if (lines) {
		struct arena arena = lines->arena;
		robotsc__arena_free(&arena);
	}
}

/* ---- fields -------------------------------------------------------------------------------- */

/* A field without its escapes.  If it had escapes, the text is in scratch, behind other fields of
 * the same line. */
static struct robotsc_text field_text(struct robotsc_audit_lines *l, const struct log_line *line, enum log_field field)
{
	const enum log_escape escape = l->audit->format.escape;
	const struct robotsc_text text = line->has & 1u << field ? line->fields[field] : (struct robotsc_text){NULL, 0};
	if (text.len == 0 || escape == LOG_ESCAPE_NONE || !memchr(text.at, '\\', text.len))
		return text;
	char *const to = l->scratch + l->scratched;
	const size_t len = robotsc__log_unescape(escape, text, to);
	l->scratched += len;
	return (struct robotsc_text){to, len};
}

/* Copy octets into l->text.  Returns their offset there. */
static uint32_t keep(struct robotsc_audit_lines *l, struct robotsc_text text)
{
	const size_t at = l->used;
	if (text.len)
		memcpy(l->text + at, text.at, text.len);
	l->used += text.len;
	return (uint32_t)at;
}

static size_t cache_place(struct robotsc_text text)
{
	uint64_t h = text.len, word = 0;
	for (size_t i = 0; i + sizeof word <= text.len; i += sizeof word) {
		memcpy(&word, text.at + i, sizeof word);
		h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
		h ^= h >> 32;
	}
	for (size_t i = text.len & ~(size_t)7; i < text.len; i++)
		h = (h ^ (uint8_t)text.at[i]) * UINT64_C(0x100000001B3);
	return (size_t)(h ^ h >> 29) % CACHE;
}

/* Find the name that a header has.  Without a name the robot counts as one of all others, and the
 * product in the header is kept. */
static void read_agent(struct robotsc_audit_lines *l, struct robotsc_text header, struct cached_agent *agent)
{
	struct robotsc_text product = {NULL, 0};
	agent->name = robotsc__audit_name_in(&l->audit->names, header);
	if (agent->name + 1 == l->audit->names.n)
		product = robotsc__audit_product(header);
	agent->product_len = (uint32_t)product.len;
	if (product.len)
		memcpy(agent->product, product.at, product.len);
}

static void find_name(struct robotsc_audit_lines *l, const struct log_line *line, struct audit_event *event)
{
	const struct robotsc_text text = line->has & 1u << LOG_AGENT ? line->fields[LOG_AGENT] : (struct robotsc_text){NULL, 0};
	struct cached_agent other, *agent = text.len > CACHED_MAX ? &other : &l->cache[cache_place(text)];
	event->name = (uint32_t)l->audit->names.n - 1;
	if (text.len == 0)
		return;
	if (agent == &other || agent->len != text.len || memcmp(agent->text, text.at, text.len) != 0) {
		l->scratched = 0;
		read_agent(l, field_text(l, line, LOG_AGENT), agent);
		if (agent != &other) {
			agent->len = (uint32_t)text.len;
			memcpy(agent->text, text.at, text.len);
		}
	}
	event->name = agent->name;
	event->product_len = agent->product_len;
	event->product = keep(l, (struct robotsc_text){agent->product, agent->product_len});
}

static int64_t find_time(struct robotsc_audit_lines *l, const struct log_line *line)
{
	const struct robotsc_text text = line->fields[LOG_TIME];
	int64_t time;
	if (!(line->has & 1u << LOG_TIME))
		return ROBOTSC_AUDIT_NO_TIME;
	if (text.len == l->time_len && memcmp(text.at, l->time_text, text.len) == 0)
		return l->time;
	l->scratched = 0;
	if (!robotsc__log_time(field_text(l, line, LOG_TIME), &time))
		return ROBOTSC_AUDIT_NO_TIME;
	if (text.len <= TIME_MAX) {
		memcpy(l->time_text, text.at, text.len);
		l->time_len = text.len;
		l->time = time;
	}
	return time;
}

static uint64_t find_number(const struct log_line *line, enum log_field field)
{
	uint64_t number = 0;
	return line->has & 1u << field && robotsc__log_number(line->fields[field], &number) ? number : 0;
}

/* ---- a request ----------------------------------------------------------------------------- */

/* The method and the target of a line.  They may be in scratch. */
static struct log_request find_request(struct robotsc_audit_lines *l, const struct log_line *line)
{
	struct log_request request = {{NULL, 0}, {NULL, 0}};
	if (!(line->has & 1u << LOG_TARGET))
		return robotsc__log_request(field_text(l, line, LOG_REQUEST));
	request.target = field_text(l, line, LOG_TARGET);
	if (line->has & 1u << LOG_METHOD)
		request.method = line->fields[LOG_METHOD];
	else if (line->has & 1u << LOG_REQUEST) /* a method has no escapes */
		request.method = robotsc__log_request(line->fields[LOG_REQUEST]).method;
	return request;
}

static bool is_robots(const struct robotsc_audit_lines *l, const struct log_request *request, bool is_path)
{
	struct robotsc_text path = request->target;
	if (!is_path)
		robotsc_url_path(l->audit->options.dialect, path.at, path.len, &path);
	return equal(path, "/robots.txt");
}

/* Judge by the policy of the host. */
static void judge_host(struct robotsc_audit_lines *l, const struct log_line *line, struct robotsc_text target,
                       struct audit_event *event)
{
	const bool is_other = event->name + 1 == l->audit->names.n;
	struct audit_asked asked = {.target = target,
	                            .scheme = field_text(l, line, LOG_SCHEME),
	                            .host = field_text(l, line, LOG_HOST),
	                            .port = field_text(l, line, LOG_PORT),
	                            .url = l->url};
	enum robotsc_status status;
	if (is_other)
		asked.header = field_text(l, line, LOG_AGENT);
	status = robotsc__audit_judge_host(l->audit, &asked, event);
	l->status = l->status == ROBOTSC_OK ? status : l->status;
}

/* Note that there is no target to judge, and why. */
static void judge_none(const struct log_line *line, struct audit_event *event)
{
	event->verdict = ROBOTSC_AUDIT_UNKNOWN;
	event->reason = ROBOTSC_AUDIT_NO_TARGET;
	if (line->has & 1u << LOG_URI && !(line->has & (1u << LOG_REQUEST | 1u << LOG_TARGET)))
		event->reason = ROBOTSC_AUDIT_DECODED;
}

static void judge(struct robotsc_audit_lines *l, const struct log_line *line, struct audit_event *event)
{
	struct log_request request;
	enum log_target kind;
	l->scratched = 0;
	request = find_request(l, line);
	kind = robotsc__log_target(&request);
	if (!l->audit->question.hosts)
		robotsc__audit_date(l->audit, event);
	if (kind == LOG_TARGET_NONE) {
		judge_none(line, event);
		return;
	}
	event->is_path = kind == LOG_TARGET_PATH;
	if (is_robots(l, &request, event->is_path)) {
		event->flags |= AUDIT_ROBOTS;
		/* If the format has no method, the request is taken for a fetch. */
		if (request.method.len == 0 || equal(request.method, "GET"))
			event->flags |= AUDIT_FETCH;
	}
	if (l->audit->question.hosts)
		judge_host(l, line, request.target, event);
	else
		robotsc__audit_judge(l->audit, request.target, event);
	if (event->verdict == ROBOTSC_AUDIT_DISALLOWED) {
		event->target_len = (uint32_t)request.target.len;
		event->target = keep(l, request.target);
	}
}

static void take_address(struct robotsc_audit_lines *l, struct audit_event *event, struct robotsc_text address)
{
	if (l->audit->question.nranges)
		event->from = (uint8_t)robotsc__audit_address(&l->audit->names.at[event->name], address);
	if (event->verdict == ROBOTSC_AUDIT_DISALLOWED) {
		event->address_len = (uint32_t)address.len;
		event->address = keep(l, address);
	}
}

/* Read a line, without its end.  False: there is no memory. */
static bool read_line(struct robotsc_audit_lines *l, struct robotsc_text text)
{
	struct log_line line;
	struct audit_event *event;
	l->lines++;
	if (!robotsc__log_line_read(&l->audit->format, text, &line)) {
		l->first_unread = l->unread++ ? l->first_unread : l->lines;
		return true;
	}
	if (l->nevents == l->room && !robotsc__arena_grow(&l->arena, (void **)&l->events, &l->room, sizeof *l->events))
		return false;
	event = &l->events[l->nevents++];
	memset(event, 0, sizeof *event);
	event->time = find_time(l, &line);
	event->octets = find_number(&line, LOG_OCTETS);
	event->status = (uint16_t)(find_number(&line, LOG_STATUS) <= 999 ? find_number(&line, LOG_STATUS) : 0);
	find_name(l, &line, event);
	event->from = ROBOTSC_AUDIT_UNVERIFIED;
	judge(l, &line, event);
	if (l->audit->question.nranges || event->verdict == ROBOTSC_AUDIT_DISALLOWED) {
		l->scratched = 0;
		take_address(l, event, robotsc__log_address(field_text(l, &line, LOG_ADDRESS)));
	}
	return true;
}

/* The next line of a text, without its end. */
static bool next_line(struct robotsc_text *left, struct robotsc_text *line)
{
	const char *end;
	if (left->len == 0)
		return false;
	end = memchr(left->at, '\n', left->len);
	*line = (struct robotsc_text){left->at, end ? (size_t)(end - left->at) : left->len};
	left->at += line->len + (end != NULL);
	left->len -= line->len + (end != NULL);
	if (line->len && line->at[line->len - 1] == '\r')
		line->len--;
	return true;
}

enum robotsc_status robotsc_audit_read(struct robotsc_audit_lines *lines, const char *text, size_t len)
{
	struct robotsc_text left = {text, len}, line;
	if (len > UINT32_MAX)
		return ROBOTSC_ERR_TOO_LARGE;
	robotsc__arena_reset(&lines->arena, lines->mark);
	lines->nevents = lines->used = lines->room = 0;
	lines->lines = lines->unread = lines->first_unread = 0;
	lines->events = NULL;
	lines->text = robotsc__arena_take(&lines->arena, len + 1);
	lines->scratch = robotsc__arena_take(&lines->arena, len + 1);
	lines->url = robotsc__arena_take(&lines->arena, lines->audit->question.hosts ? len + AUDIT_URL_ROOM : 1);
	lines->status = ROBOTSC_OK;
	if (!lines->text || !lines->scratch || !lines->url)
		return ROBOTSC_ERR_NOMEM;
	while (lines->status == ROBOTSC_OK && next_line(&left, &line))
		if (!read_line(lines, line))
			return ROBOTSC_ERR_NOMEM;
	return lines->status;
}

static bool is_time(enum log_escape escape, const struct log_line *line, int64_t *time)
{
	const struct robotsc_text text = line->fields[LOG_TIME];
	char room[2 * TIME_MAX] = "";
	return line->has & 1u << LOG_TIME && text.len <= sizeof room &&
	       robotsc__log_time((struct robotsc_text){room, robotsc__log_unescape(escape, text, room)}, time);
}

int robotsc_audit_time(const struct robotsc_audit *audit, const char *text, size_t len, int64_t *time)
{
	struct robotsc_text left = {text, len}, line;
	struct log_line read;
	while (next_line(&left, &line))
		if (robotsc__log_line_read(&audit->format, line, &read) && is_time(audit->format.escape, &read, time))
			return 1;
	return 0;
}

const struct audit_event *robotsc__audit_events(const struct robotsc_audit_lines *lines, size_t *n, const char **text)
{
	*n = lines->nevents;
	*text = lines->text;
	return lines->events;
}

void robotsc__audit_add_lines(struct robotsc_audit *audit, const struct robotsc_audit_lines *lines)
{
	if (lines->first_unread && !audit->first_unread)
		audit->first_unread = audit->lines + lines->first_unread;
	audit->lines += lines->lines;
	audit->unread += lines->unread;
}
