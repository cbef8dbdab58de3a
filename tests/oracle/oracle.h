/* oracle.h - what docs/dialects.md says, in the plainest C: one rule at a time, no automata.
 *
 * The oracle is what the compiler and the runtime are held against, so it shares no code, no table
 * and no header with them.  It is for tests: it stops the program when memory runs out.
 *
 *     oracle_allowed            one question
 *     oracle_parse, _select     the same in steps, for many URLs against one file:
 *     oracle_check              parse a file, select the rules of a robot, check URLs
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORACLE_H
#define ROBOTSC_ORACLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ORACLE_LIMIT 512000u /* octets of a file that are read by default */

/* Numbered as the library's, so that a test may cast. */
enum oracle_dialect {
	ORACLE_RFC9309,
	ORACLE_GOOGLE,
	ORACLE_NEXOR1994,
	ORACLE_KOSTER1996,
	ORACLE_CONNER2,
	ORACLE_DIALECTS /* how many */
};

/* Octets that somebody else owns; not terminated, any content. */
struct oracle_text {
	const char *at;
	size_t len;
};

struct oracle_options {
	enum oracle_dialect dialect;
	size_t limit;       /* octets read; 0: ORACLE_LIMIT */
	int strict_fields;  /* rfc9309: no misspelt fields, no missing colons */
	int rest_deny;      /* conner2: explicit Allow beside Disallow denies what neither names */
	int usage_rules;    /* rfc9309: a User-agent after Content-Usage starts a new group */
	int records_joined; /* rfc9309, google: records hold for all of a group, as in 0.1 */
};

/* How the rules of a robot were found; numbered as the library's. */
enum oracle_selected {
	ORACLE_SELECTED_NONE,
	ORACLE_SELECTED_STAR,
	ORACLE_SELECTED_TOKEN
};

struct oracle_file;
struct oracle_policy;

/* 1 allowed, 0 disallowed.  The first token that the file names decides; if it names none, the
 * rules of "*" do; without these everything is allowed.  All borrowed for the call only. */
int oracle_allowed(enum oracle_dialect dialect, const char *robots, size_t robots_len, const struct oracle_text *tokens,
                   size_t ntokens, const char *url, size_t url_len);

/* A parsed file; keeps a copy of the text. */
struct oracle_file *oracle_parse(const struct oracle_options *options, const char *robots, size_t len);
void oracle_free_file(struct oracle_file *file);

/* How many groups or records the file has; and the nth agent named in it, as the file spells it
 * but cut to what is compared, in file order and with repetitions.  0 past the last. */
size_t oracle_groups(const struct oracle_file *file);
int oracle_agent_at(const struct oracle_file *file, size_t nth, struct oracle_text *agent);

/* The product tokens of a User-Agent header that the file names, the longest first, each once: room
 * of them at most.  Returns how many. */
size_t oracle_header_tokens(const struct oracle_file *file, struct oracle_text header, struct oracle_text *tokens, size_t room);

/* How many rules the file has; and the value of the nth as written.  0 past the last. */
size_t oracle_rules(const struct oracle_file *file);
int oracle_rule_at(const struct oracle_file *file, size_t nth, struct oracle_text *value);

/* The rules for a robot; borrows the file. */
struct oracle_policy *oracle_select(const struct oracle_file *file, const struct oracle_text *tokens, size_t ntokens);
void oracle_free_policy(struct oracle_policy *policy);

/* The rules of a robot with several names, in rfc9309 and google: those of all groups that have any
 * of the names; if none has, those of "*". */
struct oracle_policy *oracle_select_robot(const struct oracle_file *file, const struct oracle_text *robot_names, size_t n);
enum oracle_selected oracle_selected_by(const struct oracle_policy *policy, size_t *token);
size_t oracle_policy_rules(const struct oracle_policy *policy);

/* The rule that decides: of rules with equal rank, the first. */
struct oracle_reason {
	size_t line;   /* 0 for none */
	uint64_t rank; /* of matching rules the greatest decides; the low bit is the verdict */
};

/* 1 allowed, 0 disallowed.  reason may be NULL. */
int oracle_check(const struct oracle_policy *policy, const char *url, size_t len, struct oracle_reason *reason);

#ifdef __cplusplus
}
#endif
#endif
