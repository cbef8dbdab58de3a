/* passes.c - see passes.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "passes.h"

#include <string.h>
#include <time.h>

#include "compiler/code/blob_writer.h"
#include "compiler/policy/choose_engine.h"
#include "compiler/pattern/segments.h"
#include "compiler/automaton/determinize.h"
#include "compiler/front/group.h"
#include "compiler/front/lex.h"
#include "compiler/code/machine.h"
#include "compiler/automaton/dfa.h"
#include "compiler/front/parse.h"
#include "compiler/pattern/pattern.h"
#include "compiler/code/radix.h"

size_t passes_lex(struct robotsc_text text)
{
	struct lexer lexer;
	struct line line;
	size_t lines = 0;

	robotsc__lex_begin(&lexer, robotsc__dialect_find(ROBOTSC_RFC9309), (const uint8_t *)text.at, text.len, 0);
	while (robotsc__lex_next(&lexer, &line))
		lines++;
	return lines;
}

#ifdef HAVE_WRAP
static int running, inside; /* passes are being timed; one is, and its parts are no others */
static double spent[PASSES];
static unsigned long called[PASSES];

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int passes_begin(void)
{
	memset(spent, 0, sizeof spent);
	memset(called, 0, sizeof called);
	running = 1;
	return 1;
}

void passes_end(double seconds[PASSES], unsigned long calls[PASSES])
{
	running = 0;
	memcpy(seconds, spent, sizeof spent);
	memcpy(calls, called, sizeof called);
}

/* Define a wrapper.  Parameters and arguments come in parentheses.  The compiler checks that the
 * parameters are those of the wrapped function. */
#define WRAP(pass, name, parameters, arguments)                  \
	__typeof__(robotsc__##name) __real_robotsc__##name;      \
	__typeof__(robotsc__##name) __wrap_robotsc__##name;      \
	enum robotsc_status __wrap_robotsc__##name parameters    \
	{                                                        \
		enum robotsc_status status;                      \
		double start;                                    \
                                                                 \
		if (!running || inside)                          \
			return __real_robotsc__##name arguments; \
		inside = 1;                                      \
		start = now();                                   \
		status = __real_robotsc__##name arguments;       \
		spent[pass] += now() - start;                    \
		called[pass]++;                                  \
		inside = 0;                                      \
		return status;                                   \
	}

WRAP(PASS_PARSE, parse_run,
     (struct arena * a, const struct robotsc_options *options, const struct robotsc__dialect *dialect, const uint8_t *text,
      size_t len, struct document *out),
     (a, options, dialect, text, len, out))
WRAP(PASS_GROUP, group_run,
     (struct arena * a, const struct robotsc_options *options, const struct document *doc, struct grouping *out),
     (a, options, doc, out))
WRAP(PASS_NORMALIZE, pattern_document,
     (struct arena * a, const struct document *doc, const struct grouping *grouping, struct patterns *out), (a, doc, grouping, out))
WRAP(PASS_NORMALIZE, pattern_share, (struct arena * a, const struct document *doc, struct patterns *all), (a, doc, all))
WRAP(PASS_NORMALIZE, pattern_select,
     (struct arena * a, const struct document *doc, const struct patterns *all, const struct ruleset *set, struct rules *out),
     (a, doc, all, set, out))
WRAP(PASS_SEGMENTS, segments_run, (struct arena * a, const struct pattern *patterns, uint32_t n, struct segments *out),
     (a, patterns, n, out))
WRAP(PASS_DETERMINIZE, determinize_run,
     (struct arena * a, const struct segments *segments, uint32_t fallback, uint64_t budget, struct dfa *out),
     (a, segments, fallback, budget, out))
WRAP(PASS_MINIMIZE, minimize_run, (struct arena * a, const struct dfa *in, uint64_t budget, struct dfa *out), (a, in, budget, out))
WRAP(PASS_LINK, default_edges_run, (struct arena * a, const struct dfa *dfa, struct machine *out), (a, dfa, out))
WRAP(PASS_RADIX, radix_add, (struct radix * r, const struct radix_word *words, uint32_t n, uint32_t fallback, uint32_t *first),
     (r, words, n, fallback, first))
WRAP(PASS_RADIX, radix_share, (struct radix * r), (r))
WRAP(PASS_RADIX, radix_machine, (struct radix * r, struct machine *m), (r, m))
WRAP(PASS_FILTER, filter_run,
     (struct arena * a, const struct rules *rules, const struct pattern *patterns, uint32_t n, bool listed, struct machine *out),
     (a, rules, patterns, n, listed, out))
WRAP(PASS_ENCODE, encode_run, (struct arena * a, struct arena *keep, const struct machine *m, uint8_t form, struct octets *out),
     (a, keep, m, form, out))
WRAP(PASS_BLOB, blob_writer_run, (const struct robotsc_alloc *alloc, const struct content *content, void **blob, size_t *len),
     (alloc, content, blob, len))
#else
int passes_begin(void)
{
	return 0;
}

void passes_end(double seconds[PASSES], unsigned long calls[PASSES])
{
	memset(seconds, 0, PASSES * sizeof *seconds);
	memset(calls, 0, PASSES * sizeof *calls);
}
#endif
