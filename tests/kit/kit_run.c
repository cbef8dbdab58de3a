/* kit_run.c - see kit_run.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include "kit_run.h"

#include "support/fence.h"
#include "support/test.h"

#define ROOM (1u << 20) /* for any blob, snapshot or text */

struct run {
	const struct kit_reader *reader;
	struct kit_lines lines;
	struct fence blobs, texts;
	const char *file;
	char blob[128]; /* its name */
	int first;      /* a failure ends the program */
	int opened, has_group, whole, nlabels;
	const uint8_t *bytes, *last; /* a snapshot; the octets of a blob */
	size_t len, last_len;
	unsigned long asked;
};

static struct run run;

/* ---- fields ---------------------------------------------------------------------- */

static int ok(int condition, const char *what)
{
	run.asked++;
	if (!condition && run.first)
		exit(1);
	return CHECK_MSG(condition, "%s, line %lu, of %s: %s", run.file, run.lines.number, run.blob, what);
}

static int says(const char *word, size_t field)
{
	return ok(word != NULL && kit_is(&run.lines, field, word), word ? word : "no answer");
}

/* A text of the line, at the end of readable memory. */
static struct kit_octets text(size_t i)
{
	const struct kit_octets t = kit_decode_text(&run.lines, i);
	return (struct kit_octets){at_end(&run.texts, t.at, t.len), t.len};
}

static int same(struct kit_octets a, struct kit_octets b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static int same_text(struct kit_octets answer, size_t i)
{
	return same(answer, kit_decode_text(&run.lines, i));
}

/* A number, or "-" for -1. */
static int same_number(int64_t answer, size_t i)
{
	return kit_is(&run.lines, i, "-") ? answer == -1 : answer == kit_integer(&run.lines, i);
}

static size_t texts(size_t from, struct kit_octets *to)
{
	size_t n = 0;
	for (size_t i = from; i < run.lines.n; i++)
		to[n++] = kit_decode_text(&run.lines, i);
	return n;
}

/* ---- blobs ----------------------------------------------------------------------- */

static void name(void)
{
	snprintf(run.blob, sizeof run.blob, "%s", run.lines.n > 1 ? run.lines.field[1].at : "");
}

static void blob(void)
{
	const struct kit_octets bytes = kit_decode_base64(&run.lines, 3);
	name();
	run.has_group = run.nlabels = 0;
	const char *status = run.reader->open((const uint8_t *)at_end(&run.blobs, bytes.at, bytes.len), bytes.len);
	run.opened = says(status, 2) && strcmp(status, "ok") == 0;
	run.last = (const uint8_t *)bytes.at;
	run.last_len = bytes.len;
}

static void decision(const struct kit_decision *d, size_t from)
{
	for (size_t i = 0; i < 12 && ok(from + i < run.lines.n, "too few numbers"); i++)
		ok(i == 3 || i == 4 ? (uint64_t)d->number[i] == kit_natural(&run.lines, from + i)
		                    : same_number(d->number[i], from + i),
		   "a number");
}

/* "Checksum" of docs/format.md. */
static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0xD6E8FEB86659FD93u;
	return h ^ h >> 32;
}

static uint64_t load(const uint8_t *at, size_t n)
{
	uint64_t value = 0;
	for (size_t i = 0; i < n && i < 8; i++)
		value |= (uint64_t)at[i] << 8 * i;
	return value;
}

static void put_checksum(uint8_t *bytes, size_t len)
{
	const size_t n = len - 8;
	uint64_t a = 0x9E3779B97F4A7C15u, b = ~a;
	for (size_t at = 0; at <= n; at += 16) {
		a = mix(a, load(bytes + at, n - at));
		b = mix(b, at + 8 < n ? load(bytes + at + 8, n - at - 8) : 0);
	}
	const uint64_t sum = mix(mix(a, b), n);
	for (size_t i = 0; i < 8; i++)
		bytes[n + i] = (uint8_t)(sum >> 8 * i);
}

/* The last blob with one octet changed. */
static void change(void)
{
	const size_t at = (size_t)kit_natural(&run.lines, 2);
	struct kit_decision d;
	uint8_t *bytes = (uint8_t *)at_end(&run.blobs, run.last, run.last_len);
	bytes[at] = (uint8_t)kit_natural(&run.lines, 3);
	put_checksum(bytes, run.last_len);
	const char *status = run.reader->open(bytes, run.last_len);
	if (says(status, 1) && strcmp(status, "ok") == 0) {
		says(run.reader->fetch(&d), 4);
		says(run.reader->extensions(), 5);
	}
}

static void fetch(void)
{
	struct kit_decision d;
	if (says(run.reader->fetch(&d), 1) && kit_is(&run.lines, 1, "ok"))
		decision(&d, 2);
}

static void extensions(void)
{
	says(run.reader->extensions(), 1);
}

static void label(void)
{
	static struct kit_octets values[KIT_FIELDS];
	const struct kit_octets own = kit_decode_text(&run.lines, 2);
	const size_t n = texts(3, values);
	ok(run.reader->label((uint32_t)run.nlabels++, (unsigned)kit_natural(&run.lines, 1), own, values, n), "label");
}

static void ask_group(const char *(*select)(const struct kit_octets *tokens, size_t n, int64_t *token))
{
	static struct kit_octets tokens[KIT_FIELDS];
	const size_t n = texts(3, tokens);
	int64_t token = -1;
	const char *selected = select(tokens, n, &token);
	run.has_group = says(selected, 1) && strcmp(selected, "unanswered") != 0;
	ok(same_number(token, 2), "which token");
}

static void group(void)
{
	ask_group(run.reader->group);
}

static void names(void)
{
	ask_group(run.reader->names);
}

static void header(void)
{
	struct kit_octets token = {"", 0};
	run.has_group = run.reader->header != NULL && says(run.reader->header(text(3), &token), 1);
	if (run.has_group)
		ok(same_text(token, 2), "which token");
}

static void verdict(int answer, size_t field)
{
	ok(answer == (int)kit_integer(&run.lines, field), "verdict");
}

static void url(void)
{
	if (run.has_group)
		verdict(run.reader->url(text(2)), 1);
}

static void path(void)
{
	if (run.has_group)
		verdict(run.reader->path(text(2)), 1);
}

static void steps(void)
{
	if (run.has_group)
		verdict(run.reader->path(text(3)), 2);
}

static void usage(void)
{
	int is = -1;
	const struct kit_octets own = kit_decode_text(&run.lines, 3);
	verdict(run.reader->usage((unsigned)kit_natural(&run.lines, 2), own, text(5), &is), 1);
	ok(is == (int)kit_integer(&run.lines, 4), "usage");
}

static void no_more_records(void)
{
	struct kit_record r;
	if (run.whole >= 0 && run.reader->record)
		ok(!run.reader->record(&r), "more records");
	run.whole = -1;
}

static void records(void)
{
	run.whole = kit_is(&run.lines, 1, "whole");
	run.reader->records(run.whole);
}

static void record(void)
{
	struct kit_record r;
	if (!ok(run.reader->record(&r), "no record"))
		return;
	ok(r.field == kit_natural(&run.lines, 1) && r.line == kit_natural(&run.lines, 2) && r.group == kit_natural(&run.lines, 3) &&
	           same_text(r.name, 4) && same_text(r.value, 5),
	   "record");
	ok(same_number(r.delay, 6) && same_number(r.documents, 7) && same_number(r.seconds, 8) && same_number(r.from, 9) &&
	           same_number(r.to, 10),
	   "numbers of a record");
}

static void next(void)
{
	const int64_t last = kit_integer(&run.lines, 3);
	ok(run.reader->next(kit_integer(&run.lines, 2), kit_is(&run.lines, 3, "-") ? NULL : &last, kit_integer(&run.lines, 4)) ==
	           kit_integer(&run.lines, 1),
	   "next");
}

/* ---- snapshots ------------------------------------------------------------------- */

/* What a snapshot is, by its name: a folder of shards names them. */
static struct kept {
	char name[128];
	uint8_t *bytes;
	size_t len;
} * kept;
static size_t nkept;

static void keep(struct kit_octets bytes)
{
	kept = realloc(kept, (nkept + 1) * sizeof *kept);
	uint8_t *copy = malloc(bytes.len + 1);
	if (kept == NULL || copy == NULL)
		abort();
	memcpy(copy, bytes.at, bytes.len);
	kept[nkept] = (struct kept){.bytes = copy, .len = bytes.len};
	snprintf(kept[nkept++].name, sizeof kept->name, "%s", run.blob);
}

static void snapshot(void)
{
	const struct kit_octets bytes = kit_decode_base64(&run.lines, 2);
	name();
	keep(bytes);
	run.bytes = (const uint8_t *)at_end(&run.blobs, bytes.at, bytes.len);
	run.len = bytes.len;
}

static void root_of(size_t i, uint8_t root[32])
{
	for (size_t k = 0; k < 32; k++) {
		const char digits[3] = {run.lines.field[i].at[2 * k], run.lines.field[i].at[2 * k + 1], 0};
		root[k] = (uint8_t)strtoul(digits, NULL, 16);
	}
}

static void open(void)
{
	static struct kit_octets tokens[KIT_FIELDS];
	uint8_t root[32] = {0};
	const int has_root = !kit_is(&run.lines, 3, "-");
	const size_t n = texts(4, tokens);
	if (has_root)
		root_of(3, root);
	const char *status = run.reader->snapshot(run.bytes, run.len, run.lines.field[2].at, has_root ? root : NULL, tokens, n);
	run.opened = says(status, 1) && strcmp(status, "ok") == 0;
}

/* The head alone is asked: any level will do. */
static void info(void)
{
	int64_t number[12] = {0};
	uint8_t own[32] = {0}, root[32];
	root_of(13, root);
	if (!ok(strcmp(run.reader->snapshot(run.bytes, run.len, "intact", NULL, NULL, 0), "ok") == 0, "open"))
		return;
	run.reader->info(number, own);
	for (size_t i = 0; i < 12; i++)
		ok((uint64_t)number[i] == kit_natural(&run.lines, i + 1), "a number of the head");
	ok(memcmp(own, root, 32) == 0, "root");
	for (size_t i = 14; i < run.lines.n; i++)
		ok(same_text(run.reader->agent((uint32_t)(i - 14)), i), "agent");
}

static void origin(void)
{
	struct kit_octets own = {"", 0};
	if (says(run.reader->origin(text(3), &own), 1) && kit_is(&run.lines, 1, "ok"))
		ok(same_text(own, 2), "origin");
}

static void shard(void)
{
	uint32_t number = 0;
	says(run.reader->shard(text(4), (uint32_t)kit_natural(&run.lines, 3), &number), 1);
	ok(number == kit_natural(&run.lines, 2), "shard");
}

static void find(void)
{
	struct kit_octets own = {"", 0};
	struct kit_decision d;
	if (run.opened && says(run.reader->find(text(2), &own, &d), 1) && kit_is(&run.lines, 1, "ok")) {
		ok(same_text(own, 3), "origin");
		decision(&d, 4);
	}
}

static void check(void)
{
	struct kit_answer answer = {0};
	if (run.opened && says(run.reader->check(text(4), &answer), 1) && kit_is(&run.lines, 1, "ok")) {
		verdict(answer.verdict, 2);
		says(answer.selected, 3);
	}
}

static void domain(void)
{
	const size_t n = (size_t)kit_natural(&run.lines, 3);
	struct kit_octets own = {"", 0};
	const char *status = run.opened ? run.reader->domain(text(2)) : NULL;
	for (size_t i = 0; i <= n && status != NULL && strcmp(status, "ok") == 0; i++) {
		status = run.reader->next_origin(&own);
		if (strcmp(status, "ok") == 0)
			ok(i < n && same_text(own, 4 + i), "origin of a domain");
		else if (strcmp(status, "unknown") == 0)
			ok(i == n, "origins of a domain");
	}
	if (run.opened)
		ok(strcmp(status, kit_is(&run.lines, 1, "ok") ? "unknown" : "damaged") == 0, "end of a domain");
}

/* ---- a folder of shards ---------------------------------------------------------- */

static struct {
	char path[64]; /* empty: there is none */
	int good;
	char *files[8];
	size_t nfiles;
} shards;

static void write_file(const char *named, const uint8_t *bytes, size_t len)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", shards.path, named);
	FILE *f = fopen(path, "wb");
	ok(f != NULL && fwrite(bytes, 1, len, f) == len && fclose(f) == 0 && shards.nfiles < 8, "a file is not written");
	shards.files[shards.nfiles++] = strdup(path);
}

/* All members are known: ask, and remove the folder. */
static void end_folder(void)
{
	if (shards.path[0] == '\0')
		return;
	const char *status = run.reader->manifest(shards.path);
	ok(status != NULL && (strcmp(status, "ok") == 0) == shards.good, "folder");
	while (shards.nfiles > 0) {
		remove(shards.files[--shards.nfiles]);
		free(shards.files[shards.nfiles]);
	}
	rmdir(shards.path);
	shards.path[0] = '\0';
}

static void manifest(void)
{
	const struct kit_octets bytes = kit_decode_base64(&run.lines, 3);
	name();
	snprintf(shards.path, sizeof shards.path, "/tmp/robotsc-kit-XXXXXX");
	if (mkdtemp(shards.path) == NULL)
		abort();
	shards.good = kit_is(&run.lines, 2, "ok");
	write_file("manifest", (const uint8_t *)bytes.at, bytes.len);
}

static void member(void)
{
	for (size_t i = 0; i < nkept; i++)
		if (kit_is(&run.lines, 2, kept[i].name))
			write_file(run.lines.field[1].at, kept[i].bytes, kept[i].len);
}

/* ---- words ----------------------------------------------------------------------- */

static const struct {
	const char *word;
	void (*ask)(void);
	size_t member; /* of struct kit_reader: it answers this */
} words[] = {
#define WORD(word)                                             \
	{                                                      \
#word, word, offsetof(struct kit_reader, word) \
	}
	{"blob", blob, offsetof(struct kit_reader, open)},
	{"change", change, offsetof(struct kit_reader, open)},
	WORD(fetch),
	WORD(extensions),
	WORD(label),
	WORD(group),
	WORD(names),
	WORD(header),
	WORD(url),
	WORD(path),
	{"steps", steps, offsetof(struct kit_reader, path)},
	WORD(snapshot),
	{"open", open, offsetof(struct kit_reader, snapshot)},
	WORD(info),
	WORD(origin),
	WORD(shard),
	WORD(find),
	WORD(check),
	WORD(domain),
	WORD(manifest),
	{"member", member, offsetof(struct kit_reader, manifest)},
	WORD(usage),
	WORD(records),
	WORD(record),
	WORD(next),
#undef WORD
};
#define WORDS (sizeof words / sizeof *words)

static int answers(size_t word)
{
	void (*call)(void);
	memcpy(&call, (const char *)run.reader + words[word].member, sizeof call);
	return call != NULL;
}

static void line(unsigned long seen[WORDS])
{
	if (!kit_is(&run.lines, 0, "record"))
		no_more_records();
	if (!kit_is(&run.lines, 0, "member"))
		end_folder();
	for (size_t i = 0; i < WORDS; i++) {
		if (!kit_is(&run.lines, 0, words[i].word))
			continue;
		seen[i]++;
		if (answers(i))
			words[i].ask();
		else if (strcmp(words[i].word, "header") == 0 || strcmp(words[i].word, "names") == 0)
			run.has_group = 0;
	}
}

static void file(const char *folder, const char *named, unsigned long seen[WORDS])
{
	unsigned long last = 0;
	run.file = named;
	if (!CHECK_MSG(kit_lines_open(&run.lines, folder, named), "%s", named))
		return;
	run.whole = -1;
	ok(kit_lines_next(&run.lines) && kit_is(&run.lines, 0, "kit") && kit_is(&run.lines, 1, "1"), "no kit");
	while (kit_lines_next(&run.lines)) {
		line(seen);
		last = kit_is(&run.lines, 0, "end") ? (unsigned long)kit_natural(&run.lines, 1) : 0;
	}
	ok(last == run.lines.number - 1, "the end is missing");
	kit_lines_close(&run.lines);
	while (nkept > 0)
		free(kept[--nkept].bytes);
}

/* The folder of the kit beside that of the program: BUILD/tests/NAME. */
static const char *beside(const char *program)
{
	static char folder[4096];
	const char *slash = strrchr(program, '/');
	snprintf(folder, sizeof folder, "%.*s/../kit", slash ? (int)(slash - program) : 1, slash ? program : ".");
	return folder;
}

int kit_run(const struct kit_reader *reader, int argc, char **argv)
{
	const char *folder = argc > 1 ? argv[1] : beside(argv[0]);
	static const char *const files[] = {"bad-blobs.kit", "layout.kit",    "edges.kit",
	                                    "blobs.kit",     "snapshots.kit", "bad-snapshots.kit"};
	unsigned long seen[WORDS] = {0};
	run = (struct run){.reader = reader, .first = argc > 2, .blobs = fence_make(ROOM), .texts = fence_make(ROOM)};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (argc < 4 || strstr(argv[3], files[i]))
			file(folder, files[i], seen);
	for (size_t i = 0; i < WORDS && argc < 4; i++)
		CHECK_MSG(seen[i] > 0, "no line of the kit says %s", words[i].word);
	printf("%lu answers\n", run.asked);
	return check_done();
}
