/* compiler_test.c - what a compiler that keeps its memory refuses, keeps and lends.
 *
 * alloc_test.c compares its blobs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "robotsc/lint.h"
#include "tests/support/counting.h"
#include "tests/support/test.h"

static const char text[] = "User-agent: a\nDisallow: /x\nDisallow: /x/y\nAllow: /*.html$\n\nUser-agent: *\nDisallow /\n";

struct nested {
	struct robotsc_compiler *kept;
	unsigned calls, refused;
};

static void compile_nested(void *ctx)
{
	struct nested *n = ctx;
	size_t size = 4711;
	void *bytes = &size;

	n->calls++;
	n->refused += robotsc_compiler_compile(n->kept, NULL, "", 0, &bytes, &size) == ROBOTSC_ERR_ARGUMENT && bytes == &size &&
	              size == 4711;
}

static void nested_diag(void *ctx, const struct robotsc_diag *diag)
{
	(void)diag;
	compile_nested(ctx);
}

static void nested_dump(void *ctx, const char *dumped, size_t len)
{
	(void)dumped;
	(void)len;
	compile_nested(ctx);
}

static enum robotsc_status kept_status(struct robotsc_compiler *kept, const struct robotsc_options *options)
{
	size_t size = 4711;
	void *bytes = &size;
	const enum robotsc_status status = robotsc_compiler_compile(kept, options, text, sizeof text - 1, &bytes, &size);

	if (status == ROBOTSC_OK)
		robotsc_free_blob(options == NULL ? NULL : options->alloc, bytes, size);
	else
		CHECK(bytes == &size && size == 4711);
	return status;
}

static void arguments(void)
{
	struct counting memory = {0}, others = {0};
	const struct robotsc_alloc alloc = {counting_resize, &memory}, other = {counting_resize, &others};
	struct robotsc_alloc same = alloc;
	struct robotsc_compiler *kept = robotsc_compiler_new(&same);
	struct nested nested = {kept, 0, 0};
	struct robotsc_options options;

	same.resize = NULL; /* it was copied */
	robotsc_options_init(&options);
	options.alloc = &alloc;
	CHECK(kept_status(kept, &options) == ROBOTSC_OK);
	options.alloc = &other;
	CHECK(kept_status(kept, &options) == ROBOTSC_ERR_ARGUMENT && others.calls == 0);
	options.alloc = robotsc_compiler_alloc(kept);
	CHECK(kept_status(kept, &options) == ROBOTSC_ERR_ARGUMENT);
	options.alloc = &alloc;
	options.dialect = (enum robotsc_dialect)99;
	CHECK(kept_status(kept, &options) == ROBOTSC_ERR_DIALECT);
	robotsc_options_init(&options);
	options.alloc = &alloc;
	options.diag = nested_diag;
	options.dump = nested_dump;
	options.dump_after = ROBOTSC_PASS_GROUP;
	options.diag_ctx = options.dump_ctx = &nested;
	CHECK(kept_status(kept, &options) == ROBOTSC_OK && nested.calls > 0 && nested.refused == nested.calls);
	options.diag = NULL;
	options.dump_after = (enum robotsc_pass)0;
	CHECK(kept_status(kept, &options) == ROBOTSC_OK);
	robotsc_compiler_free(kept);
	CHECK(memory.live == 0 && memory.wrong == 0);
	CHECK(kept_status(NULL, NULL) == ROBOTSC_OK && robotsc_compiler_alloc(NULL) == NULL);
	kept = robotsc_compiler_new(NULL);
	CHECK(kept_status(kept, NULL) == ROBOTSC_OK && kept_status(kept, NULL) == ROBOTSC_OK);
	robotsc_compiler_free(kept);
}

/* The memory that a compiler keeps has a bound, and serves requests that fit. */
static void bounded(void)
{
	enum {
		PIECES = 5,
		PIECE = 2 << 20
	};
	struct counting memory = {0};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	struct robotsc_compiler *const kept = robotsc_compiler_new(&alloc);
	const struct robotsc_alloc over = *robotsc_compiler_alloc(kept);
	char *p[PIECES];

	for (int i = 0; i < PIECES; i++) {
		p[i] = over.resize(over.ctx, NULL, 0, PIECE + (size_t)i);
		CHECK(p[i] != NULL);
	}
	for (int i = 0; i < PIECES; i++)
		over.resize(over.ctx, p[i], PIECE + (size_t)i, 0);
	CHECK(memory.live > 3 * PIECE && memory.live <= 4 * PIECE + 1000);
	const size_t calls = memory.calls;
	p[0] = over.resize(over.ctx, NULL, 0, 5);
	CHECK(p[0] != NULL && memory.calls == calls);
	memcpy(p[0], "kept", 5);
	memory.refuse = calls + 1;
	CHECK(over.resize(over.ctx, p[0], 5, 2 * PIECE) == NULL && strcmp(p[0], "kept") == 0);
	CHECK(over.resize(over.ctx, p[0], 5, SIZE_MAX) == NULL && strcmp(p[0], "kept") == 0);
	p[0] = over.resize(over.ctx, p[0], 5, 2 * PIECE);
	CHECK(p[0] != NULL && strcmp(p[0], "kept") == 0);
	p[0] = over.resize(over.ctx, p[0], 2 * PIECE, 5);
	CHECK(p[0] != NULL && strcmp(p[0], "kept") == 0);
	CHECK(over.resize(over.ctx, p[0], 5, 0) == NULL);
	robotsc_compiler_free(kept);
	robotsc_compiler_free(NULL);
	CHECK(memory.live == 0 && memory.wrong == 0);
}

static void count(void *ctx, const struct robotsc_finding *finding)
{
	unsigned *const findings = ctx;

	*findings += finding->line > 0;
}

static enum robotsc_status lint(const struct robotsc_alloc *alloc, unsigned *findings)
{
	struct robotsc_lint_summary summary;
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.alloc = alloc;
	*findings = 0;
	return robotsc_lint(&options, text, sizeof text - 1, 100000, count, findings, &summary);
}

/* Another call takes its memory from a compiler, too, and asks for none the second time. */
static void lent(void)
{
	struct counting memory = {0};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	struct robotsc_compiler *const kept = robotsc_compiler_new(&alloc);
	unsigned want, findings;
	size_t calls;

	CHECK(lint(NULL, &want) == ROBOTSC_OK && want > 0);
	CHECK(lint(robotsc_compiler_alloc(kept), &findings) == ROBOTSC_OK && findings == want);
	calls = memory.calls;
	CHECK(lint(robotsc_compiler_alloc(kept), &findings) == ROBOTSC_OK && findings == want && memory.calls == calls);
	robotsc_compiler_free(kept);
	CHECK(memory.live == 0 && memory.wrong == 0);
}

int main(void)
{
	CHECK_PART(arguments);
	CHECK_PART(bounded);
	CHECK_PART(lent);
	return check_done();
}
