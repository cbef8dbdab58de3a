/* format_test.c - docs/formats/blob.md agrees with runtime/match/blob_layout.h and the rows of
 * tests/runtime/match/layout.h, and its example with the compiler.  docs/limits.md has the
 * constants of the code.
 *
 * With BLESS=yes in the environment, the example's octets are written anew.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <glob.h>
#include <robotsc/check.h>
#include <robotsc/compile.h>
#include <stdlib.h>
#include <string.h>

#include "annotate.h"
#include "tests/support/test.h"
#include "layout.h"
#include "match/percent.h"
#include "tests/support/doc_page.h"

#define PAGE "docs/formats/blob.md"
#define LIMITS "docs/limits.md"

/* Constants that the page must name, each once. */
static struct page_constant *constants;
static size_t nconstants;

static struct page_constant *find_constant(const char *name)
{
	for (size_t i = 0; i < nconstants; i++)
		if (strcmp(constants[i].name, name) == 0)
			return &constants[i];
	return NULL;
}

static uint64_t value_of(const char *name)
{
	const struct page_constant *c = find_constant(name);
	return c ? c->value : UINT64_MAX;
}

static void read_constants(void)
{
	static const char *const values[] = {"ROBOTSC_DISALLOW",  "ROBOTSC_ALLOW",      "ROBOTSC_RFC9309", "ROBOTSC_GOOGLE",
	                                     "ROBOTSC_NEXOR1994", "ROBOTSC_KOSTER1996", "ROBOTSC_CONNER2"};
	static const char *const fetches[] = {"ROBOTSC_END_", "ROBOTSC_PROFILE_", "ROBOTSC_OUTCOME_", "ROBOTSC_ROW_"};
	nconstants = page_constants("runtime/match/blob_layout.h", "", &constants, 0);
	CHECK_MSG(nconstants > 80, "%zu constants", nconstants);
	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
		nconstants = page_constants("include/robotsc/common.h", values[i], &constants, nconstants);
	for (size_t i = 0; i < sizeof fetches / sizeof fetches[0]; i++)
		nconstants = page_constants("include/robotsc/access.h", fetches[i], &constants, nconstants);
}

/* ---- tables that name constants ---------------------------------------------- */

/* Compare the first column of a row with the value that the header gives its name. */
static void check_value(const struct page_row *row, const char *cell)
{
	char *name = page_code(cell);
	uint64_t value = 0;
	struct page_constant *c = name ? find_constant(name) : NULL;
	CHECK_MSG(c != NULL, "%s:%u: %s is in no header", PAGE, row->line, cell);
	CHECK_MSG(page_number(row->cell[0], &value), "%s:%u: '%s' is no number", PAGE, row->line, row->cell[0]);
	if (c) {
		CHECK_MSG(c->value == value, "%s:%u: %s is %llu", PAGE, row->line, name, (unsigned long long)c->value);
		c->seen++;
	}
	free(name);
}

/* Check that fields with an offset, and a size or a type, follow each other without gaps. */
static uint64_t check_place(const struct page_row *row, uint64_t expected)
{
	static const struct {
		const char *type;
		uint64_t size;
	} types[] = {{"u8", 1}, {"8 u8", 8}, {"u16", 2}, {"u32", 4}, {"u64", 8}};
	uint64_t offset = 0, size = 0;
	if (!page_number(row->cell[0], &offset))
		return 0; /* check_value has failed */
	CHECK_MSG(offset == expected, "%s:%u: offset %s, but %llu is next", PAGE, row->line, row->cell[0],
	          (unsigned long long)expected);
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strcmp(row->cell[1], types[i].type) == 0)
			return offset + types[i].size;
	page_number(row->cell[1], &size); /* a row of any other size is the last */
	return offset + size;
}

static void check_tables(const struct page *p)
{
	uint64_t next = 0;
	unsigned named = 0, placed = 0;
	for (size_t i = 0; i < p->nrows; i++) {
		const struct page_row *row = &p->rows[i];
		const unsigned name = page_column(row, "name");
		const int first = i == 0 || p->rows[i - 1].table != row->table;
		const int last = i + 1 == p->nrows || p->rows[i + 1].table != row->table;
		if (name == PAGE_CELLS)
			continue;
		check_value(row, row->cell[name]);
		named++;
		if (page_column(row, "offset") != 0 || (page_column(row, "size") != 1 && page_column(row, "type") != 1))
			continue;
		next = check_place(row, first ? 0 : next);
		placed++;
		if (last && strstr(row->cell[name], "BLOB_AT_"))
			CHECK_MSG(next == value_of("BLOB_HEADER"), "the header ends at %llu", (unsigned long long)next);
		if (last && strstr(row->cell[name], "FETCH_AT_"))
			CHECK_MSG(next == value_of("FETCH_SIZE"), "the fetch section ends at %llu", (unsigned long long)next);
		if (last && strstr(row->cell[name], "SECTION_AT_"))
			CHECK_MSG(next == value_of("SECTION_ENTRY"), "an entry ends at %llu", (unsigned long long)next);
	}
	CHECK_MSG(named > 80 && placed > 15, "%u rows with names, %u with places", named, placed);
	for (size_t i = 0; i < nconstants; i++)
		CHECK_MSG(constants[i].seen == 1, "%s is in %u rows of %s", constants[i].name, constants[i].seen, PAGE);
}

/* ---- the rows of layout.h ---------------------------------------------------- */

static const struct layout_row *find_row(const char *name)
{
	for (size_t i = 0; name && i < LAYOUT_COUNT; i++)
		if (strcmp(layout[i].name, name) == 0)
			return &layout[i];
	return NULL;
}

/* The kinds of nodes where a value may stand, in the words of the page. */
static void where_words(const struct layout_row *row, char words[100])
{
	static const struct {
		unsigned in;
		const char *words;
	} kinds[] = {{IN_RUNS, "runs"}, {IN_BRANCHES, "branches"}, {IN_PREFIX_TABLES, "prefix tables"}};
	words[0] = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (row->in & kinds[i].in) {
			strcat(words, words[0] ? ", " : "");
			strcat(words, row->part == PART_NEXT && kinds[i].in == IN_PREFIX_TABLES ? "prefixes" : kinds[i].words);
		}
	if (!(row->in & IN_FILTER) || !(row->in & IN_DFA))
		strcat(words, row->in & IN_FILTER ? "; filters" : "; DFAs");
}

/* Compare "`NAME` and above" or "more than NAME" with the range of a row. */
static void check_limit(const struct page_row *at, const struct layout_row *row, const char *refused)
{
	const char *above = strstr(refused, " and above"), *more = strstr(refused, "more than ");
	const char *begin = above ? strchr(refused, '`') : more ? more + strlen("more than ") : NULL;
	char name[PAGE_NAME] = "";
	uint64_t value = 0;
	if (!begin || row->rule != RULE_RANGE)
		return;
	begin += *begin == '`';
	snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, "` "), begin);
	if (!page_number(name, &value))
		value = value_of(name);
	CHECK_MSG(value == row->high + (above != NULL), "%s:%u: %s is refused above %llu", PAGE, at->line, row->name,
	          (unsigned long long)row->high);
}

/* Compare a row of the page with one of the layout: type, place, kinds of nodes, and whether a
 * reader refuses anything. */
static void check_row(const struct page_row *at, const struct layout_row *row)
{
	static const struct {
		const char *type;
		enum layout_type is, or ;
	} types[] = {
		{"u8", TYPE_U8, TYPE_BITS}, {"u16", TYPE_U16, TYPE_U16}, {"u32", TYPE_U32, TYPE_U32}, {"u64", TYPE_U64, TYPE_S64}};
	const unsigned type = page_column(at, "type"), in = page_column(at, "in"), refused = page_column(at, "refused");
	uint64_t place = 0;
	char words[100];
	for (size_t i = 0; type < PAGE_CELLS && i < sizeof types / sizeof types[0]; i++)
		if (strcmp(at->cell[type], types[i].type) == 0)
			CHECK_MSG(row->type == types[i].is || row->type == types[i].or, "%s:%u: %s is no %s", PAGE, at->line,
			          row->name, at->cell[type]);
	if (row->type != TYPE_BITS && page_number(at->cell[0], &place))
		CHECK_MSG(place == row->at, "%s:%u: %s is at %u", PAGE, at->line, row->name, row->at);
	where_words(row, words);
	if (in < PAGE_CELLS)
		CHECK_MSG(strcmp(at->cell[in], words) == 0, "%s:%u: %s is in %s", PAGE, at->line, row->name, words);
	else
		CHECK_MSG(row->part != PART_ELSE && row->part != PART_NEXT, "%s:%u: %s is in %s", PAGE, at->line, row->name, words);
	if (refused == PAGE_CELLS)
		return;
	CHECK_MSG((*at->cell[refused] != 0) == (row->status != ROBOTSC_OK),
	          "%s:%u: page and layout.h differ on whether %s is refused", PAGE, at->line, row->name);
	check_limit(at, row, at->cell[refused]);
}

/* Compare a part of a node with the layout: its place, and the values that have a target. */
static void check_part(const struct page_row *at, unsigned number)
{
	unsigned found = 0;
	for (size_t i = 0; i < LAYOUT_COUNT; i++) {
		const struct layout_row *row = &layout[i];
		const enum layout_part values = number == 3 ? PART_ELSE : number == 4 ? PART_NEXT : PART_NODE;
		if (row->part == PART_NODE && strcmp(row->name, at->cell[0]) == 0)
			found += (unsigned)CHECK_MSG(row->at == number, "%s:%u: %s is part %u", PAGE, at->line, row->name, row->at);
		if (row->part == values && row->type == TYPE_VALUE)
			CHECK_MSG((strstr(at->cell[2], row->name) != NULL) == layout_has_target(values, row->at),
			          "%s:%u: page and layout.h differ on the target of %s", PAGE, at->line, row->name);
	}
	if (number > 0) /* the head has many rows */
		CHECK_MSG(found, "%s:%u: %s has no row in layout.h", PAGE, at->line, at->cell[0]);
}

/* Compare all rows of the page with the rows of the layout.  Only a row that the layout has, too,
 * may say that something is refused. */
static void check_layout(const struct page *p)
{
	static const char several[] = "PREFIX_AT_SHAPE POLICIES_AT_ENTRIES"; /* as parts */
	unsigned fields = 0, parts = 0;
	for (size_t i = 0; i < p->nrows; i++) {
		const struct page_row *at = &p->rows[i];
		const unsigned column = page_column(at, "name"), refused = page_column(at, "refused");
		char *name = column < PAGE_CELLS ? page_code(at->cell[column]) : NULL;
		const struct layout_row *row = find_row(name);
		if (row)
			check_row(at, row);
		else if (name && refused < PAGE_CELLS && *at->cell[refused])
			CHECK_MSG(strstr(several, name) != NULL, "%s:%u: %s has no row in layout.h", PAGE, at->line, name);
		fields += row != NULL;
		free(name);
		if (page_column(at, "part") != 0)
			continue;
		check_part(at, parts++);
	}
	CHECK_MSG(fields > 100 && parts == 7, "%u rows with names of layout.h, %u parts of a node", fields, parts);
}

/* ---- other things that are named --------------------------------------------- */

/* Check that each name in the page's text that looks like a constant is one. */
static void check_mentions(const struct page *p)
{
	unsigned mentions = 0;
	for (const char *at = p->text; *at;) {
		const size_t n = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
		char name[PAGE_NAME];
		if (n > 3 && n < sizeof name && memchr(at, '_', n) && at[n] != '.') {
			memcpy(name, at, n);
			name[n] = 0;
			CHECK_MSG(find_constant(name) != NULL, "%s mentions %s, which is in no header", PAGE, name);
			mentions++;
		}
		at += n ? n : 1;
	}
	CHECK(mentions > 100);
}

/* Check that each section of the page to which the sources refer exists. */
static void check_references(const struct page *p)
{
	static const char *const folders[] = {"runtime/match/*.[ch]", "compiler/*/*.[ch]", "include/robotsc/*.h"};
	static const char mark[] = "docs/formats/blob.md, \"";
	unsigned references = 0;
	for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
		glob_t files;
		if (!CHECK(glob(folders[f], 0, NULL, &files) == 0))
			continue;
		for (size_t i = 0; i < files.gl_pathc; i++) {
			size_t len;
			char *text = page_file(files.gl_pathv[i], &len);
			for (const char *at = text; (at = strstr(at, mark)) != NULL; references++) {
				char heading[PAGE_NAME];
				at += strlen(mark);
				snprintf(heading, sizeof heading, "# %.*s\n", (int)strcspn(at, "\"\n"), at);
				CHECK_MSG(strstr(p->text, heading) != NULL, "%s refers to a section%s", files.gl_pathv[i],
				          heading + 1);
			}
			free(text);
		}
		globfree(&files);
	}
	CHECK_MSG(references > 4, "%u references", references);
}

/* ---- "Path forms" ------------------------------------------------------------ */

/* The bits of octet_class that a row's words mean. */
static unsigned class_of(const struct page_row *row, uint8_t octet)
{
	unsigned class = 0;
	class |= strcmp(row->cell[1], "itself") != 0 ? OCTET_RAW_SLOW : 0u;
	class |= strcmp(row->cell[2], "escaped") == 0 ? OCTET_R_ENCODE : 0u;
	class |= strcmp(row->cell[2], "itself") != 0 || octet == '%' ? OCTET_R_SLOW : 0u;
	class |= strcmp(row->cell[3], "decoded") == 0 ? OCTET_R_DECODE : 0u;
	class |= strcmp(row->cell[3], "by part") == 0 ? OCTET_R_QUERY : 0u;
	class |= strcmp(row->cell[4], "itself") != 0 || octet == '%' ? OCTET_K_SLOW : 0u;
	class |= strcmp(row->cell[5], "paired") == 0 ? OCTET_K_PAIR : 0u;
	return class;
}

/* Compare the table of the path forms with percent.h.  Each octet is in one row. */
static void check_forms(const struct page *p)
{
	unsigned seen[256] = {0};
	for (size_t i = 0; i < p->nrows; i++) {
		const struct page_row *row = &p->rows[i];
		if (row->ncells < 6 || page_column(row, "octets") != 0 || page_column(row, "raw") != 1)
			continue;
		for (const char *at = row->cell[0]; *at;) {
			char *end;
			const unsigned long from = strtoul(at, &end, 16), to = *end == '-' ? strtoul(end + 1, &end, 16) : from;
			if (!CHECK_MSG(end > at && from <= to && to < 256, "%s:%u", PAGE, row->line))
				break;
			for (unsigned long c = from; c <= to; c++) {
				seen[c]++;
				CHECK_MSG(class_of(row, (uint8_t)c) == octet_class[c], "%s:%u: octet %02lX", PAGE, row->line, c);
			}
			at = end + strspn(end, " ");
		}
	}
	for (unsigned c = 0; c < 256; c++)
		CHECK_MSG(seen[c] == 1, "octet %02X is in %u rows", c, seen[c]);
	for (unsigned c = 0; c < 128; c++)
		for (unsigned form = 0; form < FORMS; form++)
			CHECK_MSG((octet_scan[form][c & 15] >> (c >> 4) & 1) == ((octet_class[c] & octet_slow[form]) != 0),
			          "octet_scan: octet %02X in form %u", c, form);
}

/* ---- the example ------------------------------------------------------------- */

/* Read the octets of lines "OFFSET  XX XX ... XX  words".  Offsets must be right. */
static size_t parse_octets(const char *block, size_t len, uint8_t *out)
{
	size_t n = 0;
	for (const char *line = block, *next; line < block + len; line = next) {
		char *at;
		next = memchr(line, '\n', (size_t)(block + len - line));
		next = next ? next + 1 : block + len;
		if (!CHECK_MSG(strtoul(line, &at, 16) == n && at == line + 4, "%.*s", (int)(next - line - 1), line))
			return 0;
		/* One space before each octet. */
		for (at++; at[0] == ' ' && at[1] != ' ' && at[1] != '\n';)
			out[n++] = (uint8_t)strtoul(at + 1, &at, 16);
	}
	return n;
}

/* Print the example's octets in the form of the page. */
static char *make_listing(const uint8_t *bytes, size_t len)
{
	struct decode_blob b;
	char *text = NULL;
	size_t size = 0;
	const enum decode_status status = decode_open(&b, bytes, len);
	FILE *to = open_memstream(&text, &size);
	if (CHECK_MSG(status == DECODE_OK, "decode_open says %d", (int)status) && to)
		annotate(to, &b);
	decode_close(&b);
	if (!to || fclose(to) != 0)
		abort();
	return text;
}

/* Check that a listing has all octets of a blob, and the given words in this order. */
static void check_listing(enum robotsc_dialect dialect, int extensions, const char *robots, const char *words)
{
	struct robotsc_options options;
	void *made;
	size_t len;
	robotsc_options_init(&options);
	options.dialect = dialect;
	options.extensions = extensions != 0;
	if (!CHECK(robotsc_compile(&options, robots, strlen(robots), &made, &len) == ROBOTSC_OK))
		return;
	char *listing = make_listing(made, len), *at = listing;
	uint8_t *octets = malloc(strlen(listing) + 1);
	if (!octets)
		abort();
	CHECK_MSG(parse_octets(listing, strlen(listing), octets) == len && memcmp(octets, made, len) == 0, "%s", listing);
	for (const char *word = words, *end; *word; word = end + 1) {
		end = strchr(word, '\n');
		char *line = strndup(word, (size_t)(end - word) + 1);
		at = at ? strstr(at, line) : NULL;
		CHECK_MSG(at != NULL, "%sis not where it should be in\n%s", line, listing);
		free(line);
	}
	free(octets);
	free(listing);
	robotsc_free_blob(NULL, made, len);
}

static void check_listings(void)
{
	check_listing(
		ROBOTSC_CONNER2, 0,
		"User-agent: *\nRobot-version: 2.0\nDisallow: /x[a-z]?[0-9]*[!q]?foo\nAllow: /?????????????????????????[ab]*c?d\n",
		": filter, narrow fields, int7s of 2 octets, fallback disallow, prefix table, start table\n"
		" literals: 3\n prefix table; else stop\n  2 entries of 1 octet\n  prefix 1 of 10\n    \"robots.txt\"\n    then "
		"@0\n"
		" start table: octet 0, low\n start table: octet 2, high\n literal 0: globs from 0\n"
		" glob at 0: rank 3\n  known octets: 11\n  the path ends\n"
		" rank 2\n  octets: 23\n  known octets: 2\n  a unit of a set, ranges: 1\n    a to z\n  any unit\n"
		"  a unit of a set, ranges: 1\n    0 to 9\n  any octets\n  a unit of a set, ranges: 2\n    00 to p\n    r to FF\n"
		"  any unit\n  \"foo\"\n  the path ends\n glob at 34: rank 1\n  the path ends\n 1 policies\n");
	check_listing(ROBOTSC_RFC9309, 1, "User-agent: *\nDisallow: /\xC3\xA9\nCrawl-delay: 2\n",
	              "sections that a reader may do without\nchecksum\n");
	check_listing(ROBOTSC_NEXOR1994, 0, "User-agent: *\nDisallow: /a%2Fb\n", "\"\\x02\\x1Fb\"\n");
}

static void bless(const struct page *p, const char *block, size_t len, const char *listing)
{
	FILE *f = fopen(PAGE, "wb");
	if (!CHECK(f != NULL))
		return;
	fwrite(p->text, 1, (size_t)(block - p->text), f);
	fputs(listing, f);
	fwrite(block + len, 1, p->len - (size_t)(block + len - p->text), f);
	CHECK(fclose(f) == 0);
}

/* Check one row of the example's verdicts, with the second reader and the runtime. */
static void check_verdict(const struct page_row *row, const struct decode_blob *b, const struct robotsc_blob *blob)
{
	char *path = page_code(row->cell[1]);
	const char *robot = row->cell[0];
	const struct decode_text name = {robot, strlen(robot)};
	const struct robotsc_text token = {robot, strlen(robot)};
	const int expected = strcmp(row->cell[2], "allow") == 0;
	struct robotsc_group group;
	uint32_t policy;
	CHECK_MSG(expected || strcmp(row->cell[2], "disallow") == 0, "%s:%u", PAGE, row->line);
	if (!CHECK_MSG(path != NULL, "%s:%u", PAGE, row->line))
		return;
	CHECK(decode_select(b, &name, 1, &policy));
	CHECK_MSG(decode_check(b, policy, path, strlen(path)) == expected, "%s:%u: second reader", PAGE, row->line);
	CHECK(robotsc_select(blob, &token, 1, &group) == ROBOTSC_OK);
	CHECK_MSG((int)robotsc_check_path(&group, path, strlen(path)) == expected, "%s:%u: runtime", PAGE, row->line);
	free(path);
}

static void check_verdicts(const struct page *p, const uint8_t *bytes, size_t len)
{
	struct decode_blob b;
	struct robotsc_blob blob;
	unsigned verdicts = 0;
	if (CHECK(decode_open(&b, bytes, len) == DECODE_OK) && CHECK(robotsc_open(&blob, bytes, len) == ROBOTSC_OK))
		for (size_t i = 0; i < p->nrows; i++)
			if (page_column(&p->rows[i], "robot") == 0 && page_column(&p->rows[i], "verdict") == 2) {
				check_verdict(&p->rows[i], &b, &blob);
				verdicts++;
			}
	CHECK_MSG(verdicts > 5, "%u verdicts", verdicts);
	decode_close(&b);
}

static void check_example(const struct page *p)
{
	size_t robots_len, len, made_len;
	const char *robots = page_block(p, "robots", &robots_len), *block = page_block(p, "blob", &len);
	const char *mode = getenv("BLESS");
	void *made;
	if (!CHECK(robots && block) || !CHECK(robotsc_compile(NULL, robots, robots_len, &made, &made_len) == ROBOTSC_OK))
		return;
	char *listing = make_listing(made, made_len);
	if (mode && strcmp(mode, "yes") == 0) {
		bless(p, block, len, listing);
	} else {
		uint8_t *octets = malloc(len + 1);
		if (!octets)
			abort();
		const size_t n = parse_octets(block, len, octets);
		CHECK_MSG(n == made_len && memcmp(octets, made, n) == 0, "the compiler makes other octets of the example");
		CHECK_MSG(strlen(listing) == len && memcmp(listing, block, len) == 0, "the words beside the octets are others");
		check_verdicts(p, octets, n);
		free(octets);
	}
	free(listing);
	robotsc_free_blob(NULL, made, made_len);
}

/* ---- docs/limits.md ------------------------------------------------------------ */

/* The value that a text gives a name: a number, a shifted 1, or a fraction of UINT32_MAX. */
static uint64_t defined_value(const char *text, const char *name)
{
	char define[2 * PAGE_NAME];
	snprintf(define, sizeof define, "#define %s ", name);
	const char *at = strstr(text, define);
	if (!at)
		return UINT64_MAX;
	at += strlen(define);
	const size_t line = strcspn(at, "\n");
	const char *shift = memchr(at, '<', line), *slash = strncmp(at, "(UINT32_MAX / ", 14) == 0 ? at + 14 : NULL;
	return shift   ? UINT64_C(1) << strtoul(shift + 2, NULL, 10)
	       : slash ? UINT32_MAX / strtoul(slash, NULL, 10)
	               : strtoull(at, NULL, 0);
}

/* Whether sources give a name this value, and no other value.  LONG is that of walk_long.c. */
static int is_defined(const char *name, uint64_t value)
{
	static const char *const folders[] = {"include/robotsc/*.h", "runtime/*/*.[ch]", "compiler/*/*.[ch]"};
	const char *const only = strcmp(name, "LONG") == 0 ? "walk_long.c" : "";
	int found = 0, other = 0;
	for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
		glob_t files;
		if (!CHECK(glob(folders[f], 0, NULL, &files) == 0))
			continue;
		for (size_t i = 0; i < files.gl_pathc; i++) {
			size_t len;
			char *text = page_file(files.gl_pathv[i], &len);
			const uint64_t defined = strstr(files.gl_pathv[i], only) ? defined_value(text, name) : UINT64_MAX;
			found |= defined == value;
			other |= defined != value && defined != UINT64_MAX;
			free(text);
		}
		globfree(&files);
	}
	return found && !other;
}

static void check_limits(void)
{
	struct page p;
	unsigned limits = 0;
	page_open(&p, LIMITS);
	for (size_t i = 0; i < p.nrows; i++) {
		const struct page_row *row = &p.rows[i];
		uint64_t value;
		if (page_column(row, "value") != 0 || page_column(row, "name") != 1)
			continue;
		char *name = page_code(row->cell[1]);
		if (CHECK_MSG(name && page_number(row->cell[0], &value), "%s:%u", LIMITS, row->line))
			CHECK_MSG(is_defined(name, value), "%s:%u: %s is another", LIMITS, row->line, name);
		limits++;
		free(name);
	}
	CHECK_MSG(limits > 10, "%u limits", limits);
	page_close(&p);
}

int main(void)
{
	struct page p;
	page_open(&p, PAGE);
	read_constants();
	if (check_case("check_tables"))
		check_tables(&p);
	if (check_case("check_layout"))
		check_layout(&p);
	if (check_case("check_mentions"))
		check_mentions(&p);
	if (check_case("check_references"))
		check_references(&p);
	if (check_case("check_forms"))
		check_forms(&p);
	if (check_case("check_example"))
		check_example(&p);
	CHECK_PART(check_listings);
	CHECK_PART(check_limits);
	page_close(&p);
	free(constants);
	return check_done();
}
