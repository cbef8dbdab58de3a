/* robotsc/compile.h - the compiler: robots.txt in, blob out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPILE_H
#define ROBOTSC_COMPILE_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_MIN_LIMIT 512000u /* RFC 9309 §2.5: 500 KiB at least */

/* Where memory comes from.  The old size is handed in, so that tests can count, limit and fail. */
struct robotsc_alloc {
	/* realloc with sizes: p may be NULL (old_size 0); new_size 0 frees and returns NULL;
	 * NULL for a new_size above 0 means refused, and p stays valid. */
	void *(*resize)(void *ctx, void *p, size_t old_size, size_t new_size);
	void *ctx;
};

/* What a diagnostic is about.  None changes the result: every octet string is a robots.txt. */
enum robotsc_diag_kind {
	ROBOTSC_DIAG_JUNK = 0,       /* not "field: value"; line skipped */
	ROBOTSC_DIAG_UNKNOWN_FIELD,  /* a field the dialect gives no meaning */
	ROBOTSC_DIAG_MISSPELT_FIELD, /* accepted in place of the right spelling */
	ROBOTSC_DIAG_MISSING_COLON,  /* accepted as "field: value" */
	ROBOTSC_DIAG_NO_GROUP,       /* a line of a group without User-agent line before it; ignored */
	ROBOTSC_DIAG_AGENT_EMPTY,    /* User-agent without a product token; names nobody */
	ROBOTSC_DIAG_AGENT_CUT,      /* only the beginning of the value is a product token */
	ROBOTSC_DIAG_NEVER_MATCHES,  /* a pattern that begins with neither '/' nor a wildcard */
	ROBOTSC_DIAG_DOLLAR_INSIDE,  /* '$' before the end is an ordinary octet */
	ROBOTSC_DIAG_CONTROL_OCTET,  /* NUL or another control octet in a value */
	ROBOTSC_DIAG_STRAY_PERCENT,  /* '%' without two hexadecimal digits after it */
	ROBOTSC_DIAG_LINE_CUT,       /* google: octets beyond the longest line are ignored */
	ROBOTSC_DIAG_SIZE_LIMIT,     /* the rest of the file, from this line on, is ignored */
	ROBOTSC_DIAG_BOM,            /* byte order mark skipped */
	ROBOTSC_DIAG_HTML,           /* looks like a web page, not a robots.txt */
	ROBOTSC_DIAG_RECORD_EMPTY,   /* record dialects: a record ends here that says nothing */
	ROBOTSC_DIAG_STAR_AGAIN,     /* record dialects: only the first record of "*" counts */
	ROBOTSC_DIAG_STAR_LITERAL,   /* '*' where the dialect has no wildcards */
	ROBOTSC_DIAG_SPACE_INSIDE,   /* record dialects: white space in a pattern is a part of it */
	ROBOTSC_DIAG_BAD_VALUE,      /* a value that its field does not allow, from here on; without effect */
	ROBOTSC_DIAG_REPEATED,       /* only the first line of this kind counts */
	ROBOTSC_DIAG_VERSION_LATE,   /* conner2: a Robot-version that is not the first line of its record; ignored */
	ROBOTSC_DIAG_VERSION_OTHER,  /* conner2: a version that is not read; "*" holds in place of the record */
	ROBOTSC_DIAG_ALLOW_IGNORED,  /* conner2: Allow in a record of version 1.0.0 */
	ROBOTSC_DIAG_ALLOW_SHADOWED, /* conner2: the record that ends here has "Disallow: *" and Allow with wildcards */
	ROBOTSC_DIAG_KINDS           /* how many */
};

/* One observation about the text. */
struct robotsc_diag {
	enum robotsc_diag_kind kind;
	uint32_t line;   /* from 1 */
	uint32_t column; /* from 1, in octets */
	uint32_t length; /* octets it is about; 0 for a place */
};

/* Stable identifier ("missing-colon") and English text ("no ':' after the field; read as one") of
 * a diagnostic.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_diag_id(enum robotsc_diag_kind kind);
ROBOTSC_API const char *robotsc_diag_text(enum robotsc_diag_kind kind);

/* Which automaton a group becomes.  docs/format.md, "Machines" */
enum robotsc_form {
	ROBOTSC_FORM_AUTO = 0,  /* a DFA where that is small, else a filter */
	ROBOTSC_FORM_DFA = 1,   /* a DFA, up to a hard bound on its size; for tests */
	ROBOTSC_FORM_FILTER = 2 /* a filter, however few the rules are; for tests */
};

/* After which pass robotsc_options.dump is called. */
enum robotsc_pass {
	ROBOTSC_PASS_LEX = 1,
	ROBOTSC_PASS_PARSE,
	ROBOTSC_PASS_GROUP,
	ROBOTSC_PASS_NORM,
	ROBOTSC_PASS_CHAIN,
	ROBOTSC_PASS_DETERM,
	ROBOTSC_PASS_MINIM,
	ROBOTSC_PASS_FILTER
};

/* How to compile.  Initialize with robotsc_options_init, then change what differs. */
struct robotsc_options {
	size_t size;                                              /* sizeof (struct robotsc_options), set by init */
	enum robotsc_dialect dialect;                             /* default ROBOTSC_RFC9309 */
	enum robotsc_form form;                                   /* default ROBOTSC_FORM_AUTO */
	const struct robotsc_text *agents;                        /* product tokens to compile for; NULL: every agent of the file */
	size_t nagents;                                           /* how many; 0: every agent of the file */
	size_t limit;                                             /* octets read; at least ROBOTSC_MIN_LIMIT, the default */
	const struct robotsc_alloc *alloc;                        /* NULL: malloc */
	void (*diag)(void *ctx, const struct robotsc_diag *diag); /* NULL: not called; in line order */
	void *diag_ctx;
	unsigned strict_fields : 1;     /* rfc9309: exact field spellings and colons only */
	unsigned conner2_rest_deny : 1; /* conner2: Allow without wildcards beside Disallow closes the rest */
	unsigned extensions : 1;        /* keep what extensions.h reads: Sitemap, Crawl-delay, ... */
	unsigned aipref_rule : 1;       /* rfc9309: Content-Usage ends a list of User-agent lines; docs/extensions.md */
	enum robotsc_pass dump_after;   /* 0: no dump */
	void (*dump)(void *ctx, const char *text, size_t len); /* receives the pass's result as text */
	void *dump_ctx;
	uintptr_t reserved[6]; /* zero */
};

/* Fill options with the defaults.  Since 0.1. */
ROBOTSC_API void robotsc_options_init(struct robotsc_options *options);

/* Compile a robots.txt.
 *
 * options   NULL for the defaults.  With agents, the blob answers for these tokens only, each with
 *           its own groups or else those of "*"; robotsc_select refuses others.
 * robots    the file's octets, not terminated, any content.  Not kept.
 * len       octets; beyond options->limit they are ignored, the line that is cut too.
 * blob      out: the blob, to be released with robotsc_free_blob; untouched on error.
 * blob_len  out: its size in octets.
 *
 * The same input, options and version give the same octets everywhere.  Time and memory are linear
 * in len (docs/limits.md).  Any thread; calls share nothing.
 * Errors: ROBOTSC_ERR_NOMEM, _TOO_LARGE, _ARGUMENT, _DIALECT.  Never the text's fault.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_compile(const struct robotsc_options *options, const void *robots, size_t len, void **blob,
                                                size_t *blob_len);

/* Release what robotsc_compile returned.  alloc as in the options it was compiled with (NULL:
 * free); blob may be NULL.  Since 0.1. */
ROBOTSC_API void robotsc_free_blob(const struct robotsc_alloc *alloc, void *blob, size_t blob_len);

/* The command-line name of a dialect ("rfc9309"), or NULL; and the way back, which returns
 * ROBOTSC_OK or ROBOTSC_ERR_DIALECT for a name that is none.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_dialect_name(enum robotsc_dialect dialect);
ROBOTSC_API enum robotsc_status robotsc_dialect_by_name(const char *name, enum robotsc_dialect *dialect);

#ifdef __cplusplus
}
#endif
#endif
