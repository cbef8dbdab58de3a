/* oracle_parts.h - what the oracle's own files share.
 *
 *     oracle_lines.c   text -> statements (field: value)
 *     oracle_groups.c  statements -> groups of agents and rules
 *     oracle_forms.c   percent-canonical forms: rule text -> items, URL -> symbols
 *     oracle.c         the calls of oracle.h: selecting, matching, ranking
 *     oracle_fields.c  values of extension fields
 *     oracle_records.c the calls of oracle_records.h
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORACLE_PARTS_H
#define ROBOTSC_ORACLE_PARTS_H

#include "oracle.h"

#include <stddef.h>
#include <stdint.h>

/* What a line says.  AGENT to OTHER are directives. */
enum oracle_kind {
	ORACLE_BLANK,   /* white space only */
	ORACLE_COMMENT, /* nothing but a comment */
	ORACLE_JUNK,
	ORACLE_AGENT,
	ORACLE_ALLOW,
	ORACLE_DISALLOW,
	ORACLE_VERSION, /* conner2: Robot-version */
	ORACLE_HEADER,  /* conner2: Visit-time, Request-rate, Comment */
	ORACLE_OTHER    /* a field without meaning here */
};

struct oracle_statement {
	enum oracle_kind kind;
	struct oracle_text field, value;
	int colon;   /* 0: white space parts field and value */
	size_t line; /* from 1 */
};

/* Canonical text is a row of symbols: octets, and the two triplets that form K keeps as units.
 * Form K never yields the octet '%', so units stay apart. */
#define ORACLE_SYM_SLASH 256u   /* K: %2F */
#define ORACLE_SYM_PERCENT 257u /* K: %25 */

enum oracle_item_kind {
	ORACLE_IS,         /* this symbol */
	ORACLE_RUN,        /* '*': any symbols, also none */
	ORACLE_OPEN_SLASH, /* rfc9309, %2F after a '*': "%2F" in the path, "/" in the query */
	ORACLE_OPEN_MARK,  /* rfc9309, %3F after a '*': "%3F" in the path, "?" in the query */
	ORACLE_ONE,        /* conner2 '?': any one symbol */
	ORACLE_SET         /* conner2 '[...]': any one octet of the set */
};

struct oracle_item {
	enum oracle_item_kind kind;
	unsigned symbol;
	unsigned char set[32]; /* one bit an octet */
};

struct oracle_rule {
	struct oracle_text value; /* as written */
	size_t line;
	int allow;
	uint64_t rank; /* of matching rules the greatest decides; its low bit is the verdict */
	struct oracle_item *item;
	size_t items;
	int whole; /* must match to the end of the URL, not only its beginning */
	int glob;  /* conner2: has an active metacharacter */
};

struct oracle_group {
	struct oracle_text *agent; /* cut to what is compared; "*" for the default */
	size_t *run;               /* of each agent: its list of User-agent lines */
	size_t agents;
	struct oracle_rule *rule;
	size_t rules;
	int fallback; /* verdict where no rule matches */
	int usable;   /* conner2: of a version we know */
	int globs;    /* conner2: its rules are globs */
};

/* A directive other than User-agent, Allow and Disallow. */
struct oracle_note {
	struct oracle_text field, value;
	size_t line;
	size_t group, run; /* from 1; 0: outside groups */
	int colon;
};

struct oracle_file {
	enum oracle_dialect dialect;
	char *text;
	struct oracle_group *group;
	size_t groups;
	struct oracle_note *note;
	size_t notes;
	int strict_fields;
};

/* The rules for a robot. */
struct oracle_policy {
	enum oracle_dialect dialect;
	enum oracle_selected selected;
	size_t token;
	int fallback;
	const struct oracle_rule **rule; /* borrowed from the file */
	size_t rules;
	size_t *run; /* lists of User-agent lines whose records hold */
	size_t runs;
};

/* A URL's canonical path and query. */
struct oracle_symbols {
	unsigned *symbol;
	size_t n;
	size_t query; /* index of the first '?', n if there is none */
};

/* The known field of a note, as the dialect spells it; -1 if the line is junk. */
int oracle__fields_known(const struct oracle_file *file, const struct oracle_note *note);

/* True if a field concerns the whole file. */
int oracle__fields_of_file(int field);

/* True if a value has the form of its field. */
int oracle__fields_valid(int field, struct oracle_text value);

/* Where the path of a Content-Signal or Content-Usage value ends, and where the rest begins. */
void oracle__fields_path(struct oracle_text value, struct oracle_text *path, struct oracle_text *rest);

/* What a well-formed Content-Signal says of a label: an enum oracle_preference. */
int oracle__fields_signal(struct oracle_text signal, const char *label);

/* Memory for count elements, or the end of the program. */
void *oracle__alloc(void *old, size_t count, size_t size);
/* As oracle__alloc, for an array of count elements that is to hold one more. */
void *oracle__grow(void *old, size_t count, size_t size);

/* Read the next line at *offset of text; 0 when there is none. */
int oracle__lines_next(const struct oracle_options *options, struct oracle_text text, size_t *offset, size_t *line,
                       struct oracle_statement *statement);
/* The part of a file that is read, as the dialect has it. */
struct oracle_text oracle__lines_cut(const struct oracle_options *options, const char *robots, size_t len);

/* Fill file->group. */
void oracle__groups_build(struct oracle_file *file, const struct oracle_options *options, struct oracle_text text);

/* A rule's text -> item, items, whole, glob.  Versions: conner2's sets are globs only from 2.0
 * on. */
void oracle__forms_rule(struct oracle_rule *rule, enum oracle_dialect dialect, int conner_glob);
/* Octets that the canonical pattern has, operators included: rfc9309's and google's measure. */
size_t oracle__forms_length(const struct oracle_rule *rule);
void oracle__forms_url(struct oracle_symbols *out, enum oracle_dialect dialect, struct oracle_text url);

/* True if a rule matches a URL. */
int oracle__matches(const struct oracle_rule *rule, const struct oracle_symbols *url);

char oracle__lower(char c);
int oracle__is_token(char c); /* rfc9309: may be part of a product token */
int oracle__same(struct oracle_text a, struct oracle_text b);
int oracle__same_as(struct oracle_text a, const char *b);
struct oracle_text oracle__slice(struct oracle_text t, size_t from, size_t to);

#endif
