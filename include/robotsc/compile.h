/* robotsc/compile.h - the compiler: turns a robots.txt into a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPILE_H
#define ROBOTSC_COMPILE_H

#include "robotsc/common.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_MIN_LIMIT 512000u /* RFC 9309 §2.5: at least 500 KiB */

/* An allocator.  It receives old sizes, too, so that it can count and limit memory. */
struct robotsc_alloc {
	/* realloc with sizes: p may be NULL (with old_size 0); new_size 0 frees p and returns NULL;
	 * NULL for a new_size above 0 means out of memory, and p stays valid. */
	void *(*resize)(void *ctx, void *p, size_t old_size, size_t new_size);
	void *ctx;
};

/* Kinds of diagnostics.  None is an error: every octet string is a valid robots.txt. */
enum robotsc_diag_kind {
	ROBOTSC_DIAG_JUNK = 0,       /* not "field: value"; the line is skipped */
	ROBOTSC_DIAG_UNKNOWN_FIELD,  /* a field without a meaning in the dialect */
	ROBOTSC_DIAG_MISSPELT_FIELD, /* accepted as the correct spelling */
	ROBOTSC_DIAG_MISSING_COLON,  /* accepted as "field: value" */
	ROBOTSC_DIAG_NO_GROUP,       /* a line of a group before any User-agent line; ignored */
	ROBOTSC_DIAG_AGENT_EMPTY,    /* User-agent without a product token; names no robot */
	ROBOTSC_DIAG_AGENT_CUT,      /* only the beginning of the value is a product token */
	ROBOTSC_DIAG_NEVER_MATCHES,  /* a pattern that does not begin with '/' or a wildcard */
	ROBOTSC_DIAG_DOLLAR_INSIDE,  /* '$' before the end of a pattern; an ordinary octet */
	ROBOTSC_DIAG_CONTROL_OCTET,  /* NUL or another control octet in a value */
	ROBOTSC_DIAG_STRAY_PERCENT,  /* '%' without two hexadecimal digits after it */
	ROBOTSC_DIAG_LINE_CUT,       /* google: octets beyond the maximum line length are ignored */
	ROBOTSC_DIAG_SIZE_LIMIT,     /* from this line on, the file is ignored */
	ROBOTSC_DIAG_BOM,            /* byte order mark skipped */
	ROBOTSC_DIAG_HTML,           /* looks like HTML, not like a robots.txt */
	ROBOTSC_DIAG_RECORD_EMPTY,   /* record dialects: a record without rules ends here */
	ROBOTSC_DIAG_STAR_AGAIN,     /* record dialects: only the first record of "*" counts */
	ROBOTSC_DIAG_STAR_LITERAL,   /* '*' where the dialect has no wildcards */
	ROBOTSC_DIAG_SPACE_INSIDE,   /* record dialects: white space is part of the pattern */
	ROBOTSC_DIAG_BAD_VALUE,      /* a value that its field does not allow; it says nothing */
	ROBOTSC_DIAG_REPEATED,       /* only the first line of this field counts */
	ROBOTSC_DIAG_VERSION_LATE,   /* conner2: Robot-version not first in its record; ignored */
	ROBOTSC_DIAG_VERSION_OTHER,  /* conner2: unknown version; "*" applies instead */
	ROBOTSC_DIAG_ALLOW_IGNORED,  /* conner2: Allow in a record of version 1.0.0 */
	ROBOTSC_DIAG_ALLOW_SHADOWED, /* conner2: Allow with wildcards beside "Disallow: *" */
	ROBOTSC_DIAG_SIZE_CUT,       /* google: from here on, in a line, the file is ignored */
	ROBOTSC_DIAG_JSON,           /* looks like JSON: robotsc_content_kind, access.h */
	ROBOTSC_DIAG_PDF,            /* looks like a PDF document */
	ROBOTSC_DIAG_WARC,           /* looks like a WARC archive */
	ROBOTSC_DIAG_UTF16,          /* looks like UTF-16; no line can be read */
	ROBOTSC_DIAG_COMPRESSED,     /* looks like compressed data; no line can be read */
	ROBOTSC_DIAG_BINARY,         /* looks like other binary data, or a blob */
	ROBOTSC_DIAG_KINDS           /* number of kinds */
};

/* A diagnostic: a remark on a place in the text. */
struct robotsc_diag {
	enum robotsc_diag_kind kind;
	uint32_t line;   /* from 1 */
	uint32_t column; /* from 1, in octets */
	uint32_t length; /* octets that it is about; 0: a position */
};

/* Return the stable identifier ("missing-colon") and the English text ("no ':' after the field;
 * read as one") of a diagnostic.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_diag_id(enum robotsc_diag_kind kind);
ROBOTSC_API const char *robotsc_diag_text(enum robotsc_diag_kind kind);

/* Which automaton a policy becomes.  docs/formats/blob.md, "Machines" */
enum robotsc_form {
	ROBOTSC_FORM_AUTO = 0,   /* a DFA if rules have no stars or are few, otherwise a filter */
	ROBOTSC_FORM_DFA = 1,    /* a DFA of any size up to a hard limit; for tests */
	ROBOTSC_FORM_FILTER = 2, /* a filter, even for few rules; for tests */
	/* A DFA if rules have no stars, otherwise a filter: for a policy that is asked some hundred
	 * times and then forgotten.  Made sooner, slower to ask.  Since 0.2. */
	ROBOTSC_FORM_QUICK = 3
};

/* The pass after which robotsc_options.dump is called. */
enum robotsc_pass {
	ROBOTSC_PASS_LEX = 1,
	ROBOTSC_PASS_PARSE,
	ROBOTSC_PASS_GROUP,
	ROBOTSC_PASS_NORMALIZE,
	ROBOTSC_PASS_SEGMENTS,
	ROBOTSC_PASS_DETERMINIZE,
	ROBOTSC_PASS_MINIMIZE,
	ROBOTSC_PASS_FILTER,
	/* Former names of four passes. */
	ROBOTSC_PASS_NORM = ROBOTSC_PASS_NORMALIZE,
	ROBOTSC_PASS_CHAIN = ROBOTSC_PASS_SEGMENTS,
	ROBOTSC_PASS_DETERM = ROBOTSC_PASS_DETERMINIZE,
	ROBOTSC_PASS_MINIM = ROBOTSC_PASS_MINIMIZE
};

/* How to compile.  Call robotsc_options_init first, then change members. */
struct robotsc_options {
	/* sizeof (struct robotsc_options); robotsc_options_init sets it. */
	size_t size;
	/* Default ROBOTSC_RFC9309. */
	enum robotsc_dialect dialect;
	/* Default ROBOTSC_FORM_AUTO. */
	enum robotsc_form form;
	/* Product tokens to compile for; NULL or nagents 0: all of the file.  Ask robotsc_is_token
	 * whether all of a name is compared. */
	const struct robotsc_text *agents;
	size_t nagents;
	/* Octets to read: at least ROBOTSC_MIN_LIMIT, which is the default. */
	size_t limit;
	/* NULL: malloc. */
	const struct robotsc_alloc *alloc;
	/* Receives each diagnostic, in line order; may be NULL. */
	void (*diag)(void *ctx, const struct robotsc_diag *diag);
	void *diag_ctx;
	/* rfc9309: accept only exact field spellings with colons. */
	unsigned strict_fields : 1;
	/* conner2: a record with Disallow and plain Allow lines disallows what no rule matches. */
	unsigned conner2_rest_deny : 1;
	/* Keep the fields that extensions.h reads: Sitemap, Crawl-delay, ... */
	unsigned extensions : 1;
	/* rfc9309: Content-Usage ends a list of User-agent lines.  docs/extensions.md */
	unsigned aipref_rule : 1;
	/* lint.h: the site is meant to be found, so a file that closes it is an error. */
	unsigned public_site : 1;
	/* rfc9309, google: agents are names of one robot.  If the file names any of them, each has
	 * the rules and records of all their groups, and counts as named; else each has those of
	 * "*".  Their order and repetition change nothing.  It is for reading texts: a blob does
	 * not say that it was made so.  docs/dialects.md.  Since 0.2. */
	unsigned one_robot : 1;
	/* Call dump with this pass's result as text.  0: no dump. */
	enum robotsc_pass dump_after;
	void (*dump)(void *ctx, const char *text, size_t len);
	void *dump_ctx;
	uintptr_t reserved[6]; /* zero */
};

/* Fill options with the defaults.  Since 0.1. */
ROBOTSC_API void robotsc_options_init(struct robotsc_options *options);

/* Compile a robots.txt.  RFC 9309; docs/dialects.md
 *
 * options   NULL: the defaults.  With agents, the blob has the rules of these tokens only: each
 *           token's own groups, or those of "*" if it has none.  robotsc_select refuses others.
 * robots    the file's octets, not terminated, any content.  Not kept.
 * len       octets.  Octets from options->limit on are ignored, as is the line that this cuts; but
 *           google reads that line as far as the limit: "Disallow: /private" may become
 *           "Disallow: /".  ROBOTSC_DIAG_SIZE_LIMIT or _SIZE_CUT says so.
 * blob      out: the blob; release it with robotsc_free_blob.  Untouched on error.
 * blob_len  out: its size in octets.
 *
 * The same input, options and version give the same octets on every platform.  Time and memory
 * are linear in len (docs/limits.md).  Any thread; calls share nothing.
 * Errors: ROBOTSC_ERR_NOMEM, _TOO_LARGE, _ARGUMENT, _DIALECT.  Invalid text is no error.  With
 * one_robot _ARGUMENT also: another dialect, no agents, one that robotsc_is_token refuses.
 * Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_compile(const struct robotsc_options *options, const void *robots, size_t len, void **blob,
                                                size_t *blob_len);

/* Release a blob of robotsc_compile.  alloc: as in the options of that call; NULL: free.
 * blob: may be NULL.  Since 0.1. */
ROBOTSC_API void robotsc_free_blob(const struct robotsc_alloc *alloc, void *blob, size_t blob_len);

/* A compiler that keeps its memory from one text to the next: for large texts, getting new memory
 * takes most of the time.  For one thread at a time. */
struct robotsc_compiler;

/* Make a compiler.  alloc: copied; NULL: malloc.  Returns NULL if it refuses.  Any thread.
 * Since 0.2. */
ROBOTSC_API struct robotsc_compiler *robotsc_compiler_new(const struct robotsc_alloc *alloc);

/* Compile as robotsc_compile does, into the same octets.
 *
 * compiler  after any error it is as new.  It keeps at most 8 MB between calls, and gives the rest
 *           back.  NULL: this is robotsc_compile.
 * options   as there; alloc is NULL or what robotsc_compiler_new received.
 * blob      out: from that allocator, not from what is kept: it outlives the compiler.
 *
 * Errors: as there; ROBOTSC_ERR_ARGUMENT for another alloc too, and for a call from diag or dump
 * of a compilation of this compiler.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_compiler_compile(struct robotsc_compiler *compiler, const struct robotsc_options *options,
                                                         const void *robots, size_t len, void **blob, size_t *blob_len);

/* Return an allocator over the memory that is kept, for robotsc_options.alloc of other calls, such
 * as robotsc_lint.  Give back what they return before the compiler is freed.  It lives as long as
 * the compiler, and is for its thread only.  NULL, which is malloc, for NULL.  Since 0.2. */
ROBOTSC_API const struct robotsc_alloc *robotsc_compiler_alloc(const struct robotsc_compiler *compiler);

/* Free a compiler, and what it keeps.  compiler: may be NULL; not from its diag or dump.
 * Since 0.2. */
ROBOTSC_API void robotsc_compiler_free(struct robotsc_compiler *compiler);

#ifdef __cplusplus
}
#endif
#endif
