/* extensions_reader_test.c - the second reader and the runtime agree about the extensions section.
 *
 *     extensions_reader_test [SEED [COUNT]]
 *
 * The blobs are those of random files in all dialects and forms, and forged ones made from them.
 * Both readers must refuse a forged blob, or give the same answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "decode_extensions.h"
#include "extensions_gen.h"
#include "tests/support/product.h"

#include <robotsc/extensions.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/match/blob_layout.h"
#include "runtime/match/checksum.h"

static unsigned long lines, said, accepted;

static int same_text(struct robotsc_text a, struct decode_text b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static int same_line(const struct robotsc_line *a, const struct decode_record *b, uint32_t group)
{
	const uint32_t from = b->from == 65535 ? ROBOTSC_UNTIMED : b->from, to = b->to == 65535 ? ROBOTSC_UNTIMED : b->to;

	return (uint32_t)a->field == b->field && a->line == b->line && a->group == group && same_text(a->name, b->name) &&
	       same_text(a->value, b->value) && a->from == from && a->to == to && a->seconds == (b->field == 3 ? b->seconds : 0) &&
	       a->delay == (b->field == 2 ? b->count : 0) && a->documents == (b->field == 3 ? b->count : 0);
}

/* True if both readers find the same lines of a group. */
static int same_group(const struct decode_extensions *e, uint32_t number, struct robotsc_lines *walk)
{
	const struct decode_group *group = &e->groups[number];
	struct robotsc_line line;

	for (uint32_t i = group->records_begin; i < group->records_end; i++, lines++)
		if (!robotsc_next_line(walk, &line) || !same_line(&line, &e->records[i], group->number))
			return 0;
	return 1;
}

static void same_labels(const struct decode_extensions *e, const struct robotsc_extensions *ext)
{
	for (uint32_t i = 0; i < e->nlabels; i++) {
		const struct decode_prefix *second = &e->labels[i];
		struct robotsc_label l;

		CHECK(robotsc_label_at(ext, i, &l) && l.field == (enum robotsc_line_field)second->field &&
		      l.values == second->values && same_text(l.name, second->name));
		/* Of labels that are alike in a forged blob, the first is found. */
		const uint32_t found = robotsc_find_label(ext, l.field, l.name);
		CHECK(found <= i && e->labels[found].field == second->field && same_text(l.name, e->labels[found].name));
		for (uint32_t v = 1; second->values > 2 && v <= second->values; v++)
			CHECK(same_text(robotsc_label_value(ext, i, v), second->value[v - 1]));
	}
}

static void compare(const struct decode_extensions *e, const struct robotsc_extensions *ext, const struct decode_set *set,
                    const struct robotsc_group *group, const struct extensions_gen *gen)
{
	struct robotsc_lines walk;
	struct robotsc_line line;
	int same;

	same_labels(e, ext);
	robotsc_begin_lines(ext, NULL, &walk);
	same = same_group(e, 0, &walk) && !robotsc_next_line(&walk, &line);
	robotsc_begin_lines(ext, group, &walk);
	for (uint32_t i = set ? set->members_begin : 0; set && i < set->members_end; i++)
		same &= same_group(e, e->members[i], &walk);
	CHECK(same && !robotsc_next_line(&walk, &line));
	for (size_t u = 0; u < EXTENSIONS_GEN_URLS; u++) {
		const char *path = gen->url[u];
		struct robotsc_usage usage;

		if (path[0] != '/' || path[1] == '/') /* the second reader cuts no URLs */
			continue;
		const int verdict = (int)robotsc_check_usage(ext, group, path, strlen(path), &usage);
		for (uint32_t i = 0; i < e->nlabels; i++) {
			const int says = set && (verdict || e->labels[i].field != 11)
			                         ? decode_extensions_says(e, set, i, path, strlen(path))
			                         : 0;

			CHECK(usage.preferences[i] == says);
			said += says != 0;
		}
	}
}

/* Open a blob with both readers.  They must agree.  Returns 1 if they accept it. */
static int check_both(const void *bytes, size_t len, const struct extensions_gen *gen)
{
	static const char *const robots[] = {"a", "bot", "nobody"};
	struct robotsc_extensions ext;
	struct decode_extensions e;
	struct robotsc_blob blob;
	struct decode_blob b;
	const int opened = robotsc_open(&blob, bytes, len) == ROBOTSC_OK && decode_open(&b, bytes, len) == DECODE_OK;

	if (!opened)
		return 0;
	const enum robotsc_status status = robotsc_open_extensions(&blob, &ext);
	const int second = decode_extensions_open(&e, &b);
	CHECK((status == ROBOTSC_OK) == (second == 1) && (status == ROBOTSC_ERR_ABSENT) == (second == 0));
	for (size_t i = 0; i < 3 && status == ROBOTSC_OK && second == 1; i++) {
		const struct robotsc_text token = {robots[i], strlen(robots[i])};
		const struct decode_text name = {robots[i], strlen(robots[i])};
		struct robotsc_group group;
		uint32_t entry;

		if (robotsc_select(&blob, &token, 1, &group) == ROBOTSC_OK && CHECK(decode_entry(&b, &name, 1, &entry)))
			compare(&e, &ext, decode_extensions_set(&e, entry), &group, gen);
	}
	decode_extensions_close(&e);
	decode_close(&b);
	return status == ROBOTSC_OK;
}

/* Change octets of the section. */
static void check_forged(const struct product *p, struct extensions_gen *gen)
{
	struct robotsc_extensions ext;
	uint8_t *copy = product_alloc(NULL, p->len);

	if (CHECK(robotsc_open_extensions(&p->blob, &ext) == ROBOTSC_OK))
		for (int i = 0; i < 40; i++) {
			const size_t from = ext.names - EXT_HEADER, n = ext.data + ext.size - from;

			memcpy(copy, p->bytes, p->len);
			for (size_t k = 1 + product_below(&gen->state, 2); k > 0; k--)
				copy[from + product_below(&gen->state, n)] =
					(uint8_t)product_below(&gen->state, product_below(&gen->state, 2) ? 8 : 256);
			const uint64_t sum = robotsc_checksum(copy, p->len - BLOB_TRAILER);
			for (int k = 0; k < 8; k++)
				copy[p->len - 8 + (size_t)k] = (uint8_t)(sum >> 8 * k);
			accepted += (unsigned long)check_both(copy, p->len, gen);
		}
	free(copy);
}

int main(int argc, char **argv)
{
	static struct extensions_gen gen;
	const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : 300;

	gen.state = argc > 1 ? strtoull(argv[1], NULL, 0) : 2;
	for (unsigned long i = 0; i < count; i++) {
		const struct robotsc_text token = {"bot", 3};
		struct robotsc_options options;
		struct product p;

		extensions_gen(&gen);
		robotsc_options_init(&options);
		options.dialect = product_dialect((enum oracle_dialect)(i % ORACLE_DIALECTS));
		options.form = (enum robotsc_form)(i % 3);
		options.extensions = 1;
		options.agents = &token;
		options.nagents = i % 7 == 0;
		if (CHECK(product_open_with(&p, &options, gen.file, gen.len) == ROBOTSC_OK)) {
			CHECK(check_both(p.bytes, p.len, &gen));
			check_forged(&p, &gen);
		}
		product_close(&p);
	}
	printf("%lu lines and %lu preferences alike, %lu forgeries accepted\n", lines, said, accepted);
	CHECK(count < 100 || (lines > count && said > count && accepted > count));
	return check_done();
}
