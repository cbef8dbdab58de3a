/* parse_fuzzer.c - Whatever the bytes, every dialect makes a blob that opens, the same for lines
 * that end with LF, CR or CRLF, and for a compiler that has compiled all files before; and
 * diagnostics lie in the file, in order.
 *
 * The bytes are a file that robotsc compile accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

/* A file whose line ends have been replaced. */
struct ended {
	char *at;
	size_t len;
};

static struct ended with_ends(const uint8_t *bytes, size_t len, const char *end)
{
	struct ended e = {product_alloc(NULL, 2 * len), 0};

	for (size_t i = 0; i < len; i++) {
		if (bytes[i] != '\r' && bytes[i] != '\n') {
			e.at[e.len++] = (char)bytes[i];
			continue;
		}
		if (bytes[i] == '\r' && i + 1 < len && bytes[i + 1] == '\n')
			i++;
		for (const char *p = end; *p != '\0'; p++)
			e.at[e.len++] = *p;
	}
	e.at = product_alloc(e.at, e.len);
	return e;
}

/* Diagnostics come in the order of lines, and lie in the file. */
struct diagnostics {
	uint32_t line, lines;
	size_t len;
	unsigned long remarks;
};

static void count_diagnostic(void *ctx, const struct robotsc_diag *diag)
{
	struct diagnostics *h = ctx;

	must(diag->line >= h->line && diag->line >= 1 && diag->line <= h->lines);
	must(diag->column >= 1 && diag->column - 1 + diag->length <= h->len);
	must(robotsc_diag_id(diag->kind) != NULL && robotsc_diag_text(diag->kind) != NULL);
	h->line = diag->line;
	h->remarks++;
}

static uint32_t count_lines(const char *at, size_t len)
{
	uint32_t lines = 1;

	for (size_t i = 0; i < len; i++)
		lines += at[i] == '\n' || (at[i] == '\r' && (i + 1 == len || at[i + 1] != '\n'));
	return lines;
}

static unsigned long compile(struct product *p, struct robotsc_options *options, const char *at, size_t len)
{
	struct diagnostics h = {.lines = count_lines(at, len), .len = len};

	options->diag = count_diagnostic;
	options->diag_ctx = &h; /* cppcheck-suppress autoVariables ; set again for each call */
	must(product_open_with(p, options, at, len) == ROBOTSC_OK);
	return h.remarks;
}

/* A compiler that has compiled all files before makes the same blob. */
static void compare_kept(const struct robotsc_options *options, const uint8_t *bytes, size_t len, const struct product *p)
{
	static struct robotsc_compiler *kept;
	void *blob;
	size_t size;

	if (kept == NULL)
		kept = robotsc_compiler_new(NULL);
	must(robotsc_compiler_compile(kept, options, bytes, len, &blob, &size) == ROBOTSC_OK);
	must(size == p->len && memcmp(blob, p->bytes, size) == 0);
	robotsc_free_blob(NULL, blob, size);
}

static void compare(struct robotsc_options *options, const uint8_t *bytes, size_t len, const struct ended *ended)
{
	struct product p, other;
	const unsigned long remarks = compile(&p, options, (const char *)bytes, len);

	for (int i = 0; i < 3; i++) {
		must(compile(&other, options, ended[i].at, ended[i].len) == remarks);
		must(p.len == other.len && memcmp(p.bytes, other.bytes, p.len) == 0);
		product_close(&other);
	}
	options->diag = NULL;
	compare_kept(options, bytes, len, &p);
	product_close(&p);
}

static void compare_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	const unsigned extras = nth % 2;
	const struct ended ended[3] = {with_ends(bytes, len, "\n"), with_ends(bytes, len, "\r"), with_ends(bytes, len, "\r\n")};
	struct robotsc_options options;

	(void)state;
	robotsc_options_init(&options);
	options.dialect = product_dialect((enum oracle_dialect)(nth / 2));
	options.extensions = extras & 1U;
	options.strict_fields = extras & 1U;
	options.conner2_rest_deny = extras & 1U;
	options.aipref_rule = extras & 1U;
	compare(&options, bytes, len, ended);
	for (int i = 0; i < 3; i++)
		free(ended[i].at);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, 2 * (size_t)ORACLE_DIALECTS, compare_case);
	return 0;
}
