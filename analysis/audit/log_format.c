/* log_format.c - reads the description of a format: a name, a log_format of nginx, a LogFormat of
 * Apache, or keys of JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "log_format.h"

#include "access/text.h"

#define COMMON "%h %l %u %t \"%r\" %>s %b"
#define COMBINED COMMON " \"%{Referer}i\" \"%{User-Agent}i\""

static const struct {
	const char *name, *format;
} named_formats[] = {{"common", COMMON}, {"combined", COMBINED}, {"vhost_combined", "%v:%p " COMBINED}};

/* Variables of nginx, and keys that logs in JSON often have. */
static const struct {
	const char *name;
	enum log_field field;
} names[] = {
	{"remote_addr", LOG_ADDRESS},
	{"remote_ip", LOG_ADDRESS},
	{"client_ip", LOG_ADDRESS},
	{"time_local", LOG_TIME},
	{"time_iso8601", LOG_TIME},
	{"msec", LOG_TIME},
	{"time", LOG_TIME},
	{"timestamp", LOG_TIME},
	{"@timestamp", LOG_TIME},
	{"ts", LOG_TIME},
	{"request", LOG_REQUEST},
	{"request_method", LOG_METHOD},
	{"method", LOG_METHOD},
	{"request.method", LOG_METHOD},
	{"request_uri", LOG_TARGET},
	{"request.uri", LOG_TARGET},
	{"uri", LOG_URI},
	{"document_uri", LOG_URI},
	{"status", LOG_STATUS},
	{"body_bytes_sent", LOG_OCTETS},
	{"bytes_sent", LOG_OCTETS},
	{"bytes", LOG_OCTETS},
	{"size", LOG_OCTETS},
	{"http_user_agent", LOG_AGENT},
	{"user_agent", LOG_AGENT},
	{"agent", LOG_AGENT},
	{"host", LOG_HOST},
	{"http_host", LOG_HOST},
	{"request.host", LOG_HOST},
	{"server_name", LOG_HOST},
	{"scheme", LOG_SCHEME},
	{"server_port", LOG_PORT},
	{"port", LOG_PORT},
	{"octets", LOG_OCTETS},
	{"address", LOG_ADDRESS},
	{"request.remote_ip", LOG_ADDRESS},
	{"request.headers.User-Agent", LOG_AGENT},
	/* Logpush of Cloudflare */
	{"ClientIP", LOG_ADDRESS},
	{"EdgeStartTimestamp", LOG_TIME},
	{"ClientRequestMethod", LOG_METHOD},
	{"ClientRequestURI", LOG_TARGET},
	{"EdgeResponseStatus", LOG_STATUS},
	{"EdgeResponseBytes", LOG_OCTETS},
	{"ClientRequestUserAgent", LOG_AGENT},
	{"ClientRequestHost", LOG_HOST},
	{"ClientRequestScheme", LOG_SCHEME},
};

/* The names by which the user maps keys. */
static const char *const field_names[LOG_FIELDS] = {"",       "address", "time",  "request", "method", "target", "uri",
                                                    "status", "octets",  "agent", "host",    "scheme", "port"};

/* A description that is read. */
struct description {
	const char *at;
	struct log_format *format;
	size_t used;                 /* octets of format->text */
	struct robotsc_text address; /* name of the field with the address, if the user gave it */
};

static bool starts(const char *at, const char *word)
{
	while (*word && *at == *word)
		at++, word++;
	return !*word;
}

enum log_field robotsc__log_field_named(struct robotsc_text name)
{
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (equal(name, names[i].name))
			return names[i].field;
	return LOG_NONE;
}

/* The field that a variable or a directive stands for.  If the user has named the field of the
 * address, no other field is one. */
static enum log_field named_field(const struct description *d, struct robotsc_text text, enum log_field usual)
{
	if (d->address.len == 0)
		return usual;
	if (compare_folded(text, d->address) == 0)
		return LOG_ADDRESS;
	return usual == LOG_ADDRESS ? LOG_NONE : usual;
}

/* ---- variables of nginx, directives of Apache ---------------------------------------------- */

/* Pass over "$name" or "${name}". */
static const char *read_variable(struct description *d, enum log_field *field)
{
	const bool braces = d->at[1] == '{';
	const char *const from = d->at + 1 + braces, *end = from;
	while (is_alpha(*end) || is_digit(*end) || *end == '_')
		end++;
	if (end == from || (braces && *end != '}'))
		return "a '$' without the name of a variable";
	const struct robotsc_text name = {from, (size_t)(end - from)};
	*field = named_field(d, name, robotsc__log_field_named(name));
	d->at = end + braces;
	return NULL;
}

static enum log_field directive_field(char letter, struct robotsc_text argument)
{
	switch (letter) {
	case 'h':
	case 'a':
		return argument.len == 0 || equal(argument, "c") ? LOG_ADDRESS : LOG_NONE;
	case 't':
		return LOG_TIME;
	case 'r':
		return LOG_REQUEST;
	case 'm':
		return LOG_METHOD;
	case 'U':
		return LOG_URI;
	case 's':
		return LOG_STATUS;
	case 'b':
	case 'B':
	case 'O':
		return LOG_OCTETS;
	case 'v':
	case 'V':
		return LOG_HOST;
	case 'p':
		return argument.len == 0 || equal(argument, "canonical") ? LOG_PORT : LOG_NONE;
	case 'i':
		return is_word(argument, "user-agent") ? LOG_AGENT : is_word(argument, "host") ? LOG_HOST : LOG_NONE;
	default:
		return LOG_NONE;
	}
}

/* Pass over "%>s", "%!200,304{Referer}i" and such. */
static const char *read_directive(struct description *d, enum log_field *field)
{
	struct robotsc_text argument = {NULL, 0};
	const char *at = d->at + 1, *from;
	while (is_digit(*at) || *at == ',' || *at == '!' || *at == '<' || *at == '>')
		at++;
	from = at;
	if (*at == '{') {
		const char *const end = strchr(at, '}');
		if (!end)
			return "a '{' without '}'";
		argument = (struct robotsc_text){at + 1, (size_t)(end - at) - 1};
		at = end + 1;
	}
	if (!is_alpha(*at))
		return "a '%' without the letter of a directive";
	*field = named_field(d, (struct robotsc_text){from, (size_t)(at - from) + 1}, directive_field(*at, argument));
	d->at = at + 1;
	return NULL;
}

/* ---- formats ------------------------------------------------------------------------------- */

/* The octet that a backslash before c stands for in a configuration file.  Apache ('%'): a tab for
 * 't', else c.  nginx ('$'): one of octets[], or '\0' if the backslash stays. */
static char unescaped(char c, char mark)
{
	static const char letters[] = "trn\"'\\", octets[] = "\t\r\n\"'\\";
	const char *const letter = c ? strchr(letters, c) : NULL;
	if (mark == '%')
		return c == 't' ? '\t' : c;
	return letter ? octets[letter - letters] : '\0';
}

/* Copy the octets up to the next field.  The escapes of the configuration file are undone. */
static struct robotsc_text read_literal(struct description *d, char mark)
{
	char *const from = d->format->text + d->used;
	size_t n = 0;
	while (*d->at && (*d->at != mark || (mark == '%' && d->at[1] == '%'))) {
		char c = *d->at++;
		const char meant = c == '\\' ? unescaped(*d->at, mark) : '\0';
		if (meant)
			c = meant;
		if (meant || c == mark)
			d->at++;
		from[n++] = c;
	}
	d->used += n;
	return (struct robotsc_text){from, n};
}

/* Check two fields with nothing between them.  NULL: the second begins with '/', or the first takes
 * it in (*joined); else a message. */
static const char *join(struct log_format *f, enum log_field field, bool *joined)
{
	struct log_item *const last = &f->items[f->nitems - 1];
	*joined = field == LOG_NONE && (last->field == LOG_NONE || last->field == LOG_URI);
	last->until_slash = field == LOG_TARGET || field == LOG_URI;
	return *joined || last->until_slash ? NULL : "two fields with nothing between them";
}

static const char *read_fields(struct description *d, char mark)
{
	struct log_format *const f = d->format;
	f->before = read_literal(d, mark);
	while (*d->at) {
		enum log_field field = LOG_NONE;
		bool joined = false;
		const char *wrong = mark == '$' ? read_variable(d, &field) : read_directive(d, &field);
		if (!wrong && f->nitems && f->items[f->nitems - 1].after.len == 0)
			wrong = join(f, field, &joined);
		if (!wrong && !joined && f->nitems == LOG_ITEMS)
			wrong = "too many fields";
		if (wrong)
			return wrong;
		if (!joined)
			f->items[f->nitems++] = (struct log_item){.field = field};
		f->items[f->nitems - 1].after = read_literal(d, mark);
	}
	return NULL;
}

static enum log_field field_of(struct robotsc_text word)
{
	for (enum log_field i = LOG_ADDRESS; i < LOG_FIELDS; i++)
		if (equal(word, field_names[i]))
			return i;
	return LOG_NONE;
}

static void add_key(struct description *d, enum log_field field, struct robotsc_text key)
{
	struct log_format *const f = d->format;
	char *const to = f->text + d->used;
	memcpy(to, key.at, key.len);
	d->used += key.len;
	f->keys[f->nkeys++] = (struct log_key){{to, key.len}, field};
}

/* Read "FIELD=KEY,FIELD=KEY". */
static const char *read_keys(struct description *d)
{
	struct log_format *const f = d->format;
	while (*d->at) {
		const char *const equals = strchr(d->at, '='), *end = strchr(d->at, ',');
		enum log_field field;
		end = end ? end : d->at + strlen(d->at);
		if (!equals || equals >= end - 1)
			return "after 'json:' there should be FIELD=KEY";
		field = field_of((struct robotsc_text){d->at, (size_t)(equals - d->at)});
		if (field == LOG_NONE)
			return "the fields are address time request method target uri status octets agent host scheme port";
		if (f->nkeys == LOG_FIELDS)
			return "too many fields";
		if (field != LOG_ADDRESS || !d->address.len)
			add_key(d, field, (struct robotsc_text){equals + 1, (size_t)(end - equals) - 1});
		d->at = *end ? end + 1 : end;
	}
	return NULL;
}

static bool has_field(const struct log_format *f, enum log_field field)
{
	for (size_t i = 0; i < f->nitems; i++)
		if (f->items[i].field == field)
			return true;
	return false;
}

static const char *read_string(struct description *d)
{
	struct log_format *const f = d->format;
	const char mark = strchr(d->at, '$') ? '$' : '%';
	const char *wrong;
	if (starts(d->at, "escape=json "))
		f->escape = LOG_ESCAPE_JSON, d->at += 12;
	else if (starts(d->at, "escape=none "))
		f->escape = LOG_ESCAPE_NONE, d->at += 12;
	else if (starts(d->at, "escape=default "))
		d->at += 15;
	wrong = read_fields(d, mark);
	if (!wrong && !has_field(f, LOG_REQUEST) && !has_field(f, LOG_TARGET) && !has_field(f, LOG_URI))
		wrong = "it has no request";
	return wrong;
}

/* The name of a field, without a '$' or '%' before it. */
static struct robotsc_text without_mark(const char *address)
{
	address = address ? address : "";
	address += *address == '$' || *address == '%';
	return (struct robotsc_text){address, strlen(address)};
}

static const char *read_any(struct description *d)
{
	struct log_format *const format = d->format;
	for (size_t i = 0; i < sizeof named_formats / sizeof named_formats[0]; i++)
		if (strcmp(d->at, named_formats[i].name) == 0) {
			format->open_end = true;
			d->at = named_formats[i].format;
			return read_fields(d, '%');
		}
	format->json = strcmp(d->at, "json") == 0 || starts(d->at, "json:");
	if (!format->json)
		return read_string(d);
	format->escape = LOG_ESCAPE_JSON;
	if (d->address.len)
		add_key(d, LOG_ADDRESS, d->address);
	d->at += d->at[4] ? 5 : 4;
	return read_keys(d);
}

const char *robotsc__log_format_read(struct log_format *format, const char *description, const char *address)
{
	struct description d = {.at = description ? description : "combined", .format = format, .address = without_mark(address)};
	const char *wrong;
	memset(format, 0, sizeof *format);
	if (strlen(d.at) >= LOG_TEXT || d.address.len >= LOG_TEXT - strlen(d.at))
		return "it is too long";
	wrong = read_any(&d);
	if (!wrong && d.address.len && !format->json && !has_field(format, LOG_ADDRESS))
		wrong = "it lacks the field of the address";
	return wrong;
}
