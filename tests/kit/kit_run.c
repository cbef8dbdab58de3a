/* kit_run.c - see kit_run.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include "kit_asked.h"

#include "tests/support/fence.h"
#include "tests/support/test.h"

#define ROOM (1u << 20) /* for any blob, snapshot or text */

struct kit_asked kit_asked;
static struct fence blobs, texts;

/* ---- fields ---------------------------------------------------------------------- */

int kit_ok(int condition, const char *what)
{
	kit_asked.asked++;
	if (!condition && kit_asked.first)
		exit(1);
	return CHECK_MSG(condition, "%s, line %lu, of %s: %s", kit_asked.file, kit_asked.lines.number, kit_asked.blob, what);
}

int kit_says(const char *word, size_t field)
{
	return kit_ok(word != NULL && kit_is(&kit_asked.lines, field, word), word ? word : "no answer");
}

/* A text of the line, at the end of readable memory. */
struct kit_octets kit_text_at(size_t i)
{
	const struct kit_octets t = kit_decode_text(&kit_asked.lines, i);
	return (struct kit_octets){at_end(&texts, t.at, t.len), t.len};
}

static int same(struct kit_octets a, struct kit_octets b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

int kit_same_text(struct kit_octets answer, size_t i)
{
	return same(answer, kit_decode_text(&kit_asked.lines, i));
}

/* A number, or "-" for -1. */
int kit_same_number(int64_t answer, size_t i)
{
	return kit_is(&kit_asked.lines, i, "-") ? answer == -1 : answer == kit_integer(&kit_asked.lines, i);
}

uint8_t *kit_blob_at(struct kit_octets bytes)
{
	return (uint8_t *)at_end(&blobs, bytes.at, bytes.len);
}

size_t kit_texts(size_t from, struct kit_octets *to)
{
	size_t n = 0;
	for (size_t i = from; i < kit_asked.lines.n; i++)
		to[n++] = kit_decode_text(&kit_asked.lines, i);
	return n;
}

void kit_name_blob(void)
{
	snprintf(kit_asked.blob, sizeof kit_asked.blob, "%s", kit_asked.lines.n > 1 ? kit_asked.lines.field[1].at : "");
}

void kit_same_decision(const struct kit_decision *d, size_t from)
{
	for (size_t i = 0; i < 12 && kit_ok(from + i < kit_asked.lines.n, "too few numbers"); i++)
		kit_ok(i == 3 || i == 4 ? (uint64_t)d->number[i] == kit_natural(&kit_asked.lines, from + i)
		                        : kit_same_number(d->number[i], from + i),
		       "a number");
}

void kit_same_verdict(int answer, size_t field)
{
	kit_ok(answer == (int)kit_integer(&kit_asked.lines, field), "verdict");
}

/* ---- words ----------------------------------------------------------------------- */

static const struct {
	const char *word;
	void (*ask)(void);
	size_t member; /* of struct kit_reader: it answers this */
} words[] = {
#define WORD(word)                                                       \
	{                                                                \
#word, kit_ask_##word, offsetof(struct kit_reader, word) \
	}
	{"blob", kit_ask_blob, offsetof(struct kit_reader, open)},
	{"change", kit_ask_change, offsetof(struct kit_reader, open)},
	WORD(fetch),
	WORD(extensions),
	WORD(label),
	WORD(group),
	WORD(names),
	WORD(header),
	WORD(url),
	WORD(path),
	{"steps", kit_ask_steps, offsetof(struct kit_reader, path)},
	WORD(snapshot),
	{"open", kit_ask_open, offsetof(struct kit_reader, snapshot)},
	WORD(info),
	WORD(origin),
	WORD(shard),
	WORD(find),
	WORD(check),
	WORD(domain),
	WORD(manifest),
	{"member", kit_ask_member, offsetof(struct kit_reader, manifest)},
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
	memcpy(&call, (const char *)kit_asked.reader + words[word].member, sizeof call);
	return call != NULL;
}

static void line(unsigned long seen[WORDS])
{
	if (!kit_is(&kit_asked.lines, 0, "record"))
		kit_no_more_records();
	if (!kit_is(&kit_asked.lines, 0, "member"))
		kit_end_folder();
	for (size_t i = 0; i < WORDS; i++) {
		if (!kit_is(&kit_asked.lines, 0, words[i].word))
			continue;
		seen[i]++;
		if (answers(i))
			words[i].ask();
		else if (strcmp(words[i].word, "header") == 0 || strcmp(words[i].word, "names") == 0)
			kit_asked.has_group = 0;
	}
}

static void file(const char *folder, const char *named, unsigned long seen[WORDS])
{
	unsigned long last = 0;
	kit_asked.file = named;
	if (!CHECK_MSG(kit_lines_open(&kit_asked.lines, folder, named), "%s", named))
		return;
	kit_asked.whole = -1;
	kit_ok(kit_lines_next(&kit_asked.lines) && kit_is(&kit_asked.lines, 0, "kit") && kit_is(&kit_asked.lines, 1, "1"),
	       "no kit");
	while (kit_lines_next(&kit_asked.lines)) {
		line(seen);
		last = kit_is(&kit_asked.lines, 0, "end") ? (unsigned long)kit_natural(&kit_asked.lines, 1) : 0;
	}
	kit_ok(last == kit_asked.lines.number - 1, "the end is missing");
	kit_lines_close(&kit_asked.lines);
	kit_forget_snapshots();
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
	kit_asked = (struct kit_asked){.reader = reader, .first = argc > 2};
	blobs = fence_make(ROOM);
	texts = fence_make(ROOM);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (argc < 4 || strstr(argv[3], files[i]))
			file(folder, files[i], seen);
	for (size_t i = 0; i < WORDS && argc < 4; i++)
		CHECK_MSG(seen[i] > 0, "no line of the kit says %s", words[i].word);
	printf("%lu answers\n", kit_asked.asked);
	return check_done();
}
