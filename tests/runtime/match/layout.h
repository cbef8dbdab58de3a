/* layout.h - the layout of a blob as one table: every field, its place and type, and which values a
 * reader refuses.
 *
 * docs/formats/blob.md says the same in words, runtime/match/open.c in code.
 * tests/runtime/match/format_test.c compares the page with the table.
 * tests/runtime/match/layout_test.c makes blobs from the table and compares robotsc_open with it.
 * The forger (fuzz/) takes its changes from it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_H
#define ROBOTSC_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "robotsc/access.h"
#include "robotsc/extensions.h"
#include "runtime/match/blob_layout.h"

/* Where a row holds: in a kind of node of a kind of machine, in a prefix table with its prefixes,
 * or elsewhere.  Only the root of a DFA with a scan table is in IN_DFA_ROOT. */
#define IN_DFA_RUN 0x001u
#define IN_DFA_BRANCH 0x002u
#define IN_DFA_ROOT 0x004u
#define IN_DFA_PREFIXES 0x008u
#define IN_FILTER_RUN 0x010u
#define IN_FILTER_BRANCH 0x020u
#define IN_FILTER_PREFIXES 0x040u
#define IN_GLOBS 0x100u
#define IN_BLOB 0x200u /* outside machines */
#define IN_DFA 0x00Fu
#define IN_FILTER 0x070u
#define IN_MACHINES (IN_DFA | IN_FILTER)
#define IN_RUNS (IN_DFA_RUN | IN_FILTER_RUN)
#define IN_BRANCHES (IN_DFA_BRANCH | IN_FILTER_BRANCH)
#define IN_ROOTS IN_DFA_ROOT
#define IN_PREFIX_TABLES (IN_DFA_PREFIXES | IN_FILTER_PREFIXES)
#define IN_NODES (IN_RUNS | IN_BRANCHES | IN_ROOTS)

enum layout_part {
	PART_HEADER,       /* of the blob */
	PART_SECTION,      /* an entry of the section table */
	PART_TYPE,         /* a type of section; low, high: how often it may be there */
	PART_FLAGS,        /* a machine's first octet */
	PART_MACHINE,      /* the header of a machine */
	PART_LITERAL,      /* of a filter's literals */
	PART_TABLES,       /* skip tables and start table */
	PART_NODE,         /* of any kind */
	PART_KIND,         /* a kind of node */
	PART_ELSE,         /* an else; low: 1 if it has a target; high: most octets of its run */
	PART_NEXT,         /* a next; low: 1 if it has a target */
	PART_PREFIX_TABLE, /* of a prefix table */
	PART_PREFIX,       /* of a prefix */
	PART_GLOB,         /* of a glob */
	PART_CODE,         /* an instruction of a glob; low: the path form that has it, 0: all */
	PART_POLICIES,     /* of the policies */
	PART_AGENTS,       /* of the agent index */
	PART_FETCH,        /* of the fetch section; robotsc_stamp_read verifies it */
	PART_EXTENSIONS,   /* with the parts below; robotsc_open_extensions verifies them */
	PART_SET,
	PART_GROUP,
	PART_EXT_LABEL,
	PART_RECORD,
	PART_NUMBERS
};

enum layout_type {
	TYPE_BITS, /* bits of an octet; the place is their mask */
	TYPE_U8,
	TYPE_U16,
	TYPE_U32,
	TYPE_U64,
	TYPE_S64,
	TYPE_FIELD, /* a field of a machine or the agent index; the place is its number */
	TYPE_INT7,  /* an integer in the code */
	TYPE_SIZE,  /* no field: a number of octets or of other things */
	TYPE_VALUE  /* no field: a value of a field; the place is the value */
};

/* Which values a reader accepts. */
enum layout_rule {
	RULE_ANY,
	RULE_RANGE,    /* low to high */
	RULE_EITHER,   /* low, twice that or high */
	RULE_OTHERS,   /* low to high: numbers that depend on other fields, as the page says */
	RULE_FIRST,    /* 0, or a number that depends on other fields */
	RULE_FITS,     /* a count: from low to the number that there is room for */
	RULE_EXACT,    /* one number, which depends on other fields */
	RULE_LITERAL,  /* low to high, without '#', '%' and what form R escapes */
	RULE_NODE,     /* 0, or the offset of a node, plus 1 */
	RULE_TARGET,   /* a verdict, or a node plus TARGET_NODE; filters: only a node */
	RULE_LATER,    /* a node after this one, plus TARGET_NODE */
	RULE_EARLIER,  /* a node before this one, plus TARGET_NODE */
	RULE_MARK,     /* twice a rank, or 1 plus twice the number of a literal that exists */
	RULE_VALUES,   /* the values that the rows of a part allow; low is the part */
	RULE_NUMBER,   /* a policy that is a filter, in the order of lists */
	RULE_MINUTE,   /* a minute of the day, or MINUTE_NONE in both; low: 1: not MINUTE_NONE */
	RULE_ROOT,     /* of a value: there is a root, before this node */
	RULE_FOLLOWED, /* of a value: another node follows */
	RULE_BEGINS    /* of a value: nothing stands before it */
};

/* F(constant, part, type, rule, low, high, where, status): a field whose place is a constant of
 * blob_layout.h.  W(id, words, place, part, ...): a field without a constant, by the words of the
 * page.
 *
 * Outside its "where", a field must be 0, and a value is refused.  Rows stand in the order in which
 * a reader verifies them.  Some have a condition that their rule does not state:
 *
 * - BLOB_AT_SIZE: a blob that is longer has the status ROBOTSC_ERR_CORRUPT
 * - MACHINE_SCAN: only with a root
 * - MACHINE_PAIRS: only with MACHINE_SCAN
 * - MACHINE_CODE: from 1 in a DFA without a prefix table
 * - RUN: not the root of a DFA with a scan table
 * - NODE_E: not in the root of a filter
 * - WAY_OCTET: octets ascend
 * - PREFIX_UNIT: with bit 7 of its octet
 * - PREFIX_MORE: only before another prefix
 * - GLOB_END: only as the last instruction
 * - EXT_GROUP: members ascend */
#define LAYOUT_ROWS(F, W)                                                                                                          \
	W(LENGTH, "octets", 0, PART_HEADER, TYPE_SIZE, RULE_RANGE, 4, UINT32_MAX, IN_BLOB, ROBOTSC_ERR_TRUNCATED)                  \
	F(BLOB_AT_MAGIC, PART_HEADER, TYPE_U32, RULE_RANGE, BLOB_MAGIC, BLOB_MAGIC, IN_BLOB, ROBOTSC_ERR_MAGIC)                    \
	W(WHOLE, "header and checksum", 0, PART_HEADER, TYPE_SIZE, RULE_RANGE, BLOB_HEADER + BLOB_TRAILER, UINT32_MAX, IN_BLOB,    \
	  ROBOTSC_ERR_TRUNCATED)                                                                                                   \
	F(BLOB_AT_MAJOR, PART_HEADER, TYPE_U8, RULE_RANGE, BLOB_MAJOR, BLOB_MAJOR, IN_BLOB, ROBOTSC_ERR_VERSION)                   \
	F(BLOB_AT_MINOR, PART_HEADER, TYPE_U8, RULE_ANY, 0, 0, IN_BLOB, ROBOTSC_OK)                                                \
	F(BLOB_AT_SIZE, PART_HEADER, TYPE_U32, RULE_EXACT, 0, 0, IN_BLOB, ROBOTSC_ERR_TRUNCATED)                                   \
	F(BLOB_AT_DIALECT, PART_HEADER, TYPE_U8, RULE_RANGE, 0, ROBOTSC_CONNER2, IN_BLOB, ROBOTSC_ERR_CORRUPT)                     \
	F(BLOB_AT_FORM, PART_HEADER, TYPE_U8, RULE_RANGE, 0, FORMS - 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                              \
	F(BLOB_AT_MATCH, PART_HEADER, TYPE_U8, RULE_RANGE, 0, MATCHES - 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                           \
	F(BLOB_AT_FLAGS, PART_HEADER, TYPE_U8, RULE_RANGE, 0, BLOB_PARTIAL, IN_BLOB, ROBOTSC_ERR_CORRUPT)                          \
	W(CHECKSUM, "checksum", 0, PART_HEADER, TYPE_U64, RULE_EXACT, 0, 0, IN_BLOB, ROBOTSC_ERR_CHECKSUM)                         \
                                                                                                                                   \
	W(SECTIONS, "entries", 0, PART_SECTION, TYPE_SIZE, RULE_RANGE, 2, UINT32_MAX, IN_BLOB, ROBOTSC_ERR_CORRUPT)                \
	F(SECTION_AT_TYPE, PART_SECTION, TYPE_U8, RULE_RANGE, 1, UINT8_MAX, IN_BLOB, ROBOTSC_ERR_CORRUPT)                          \
	F(SECTION_AT_OFFSET, PART_SECTION, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                              \
	F(SECTION_MACHINES, PART_TYPE, TYPE_VALUE, RULE_RANGE, 1, 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                 \
	F(SECTION_POLICIES, PART_TYPE, TYPE_VALUE, RULE_RANGE, 0, 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                 \
	F(SECTION_AGENTS, PART_TYPE, TYPE_VALUE, RULE_RANGE, 1, 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                   \
	F(BLOB_OVERREAD, PART_TYPE, TYPE_SIZE, RULE_RANGE, BLOB_OVERREAD, UINT32_MAX, IN_BLOB, ROBOTSC_ERR_CORRUPT)                \
                                                                                                                                   \
	F(MACHINE_IS_FILTER, PART_FLAGS, TYPE_BITS, RULE_ANY, 0, 1, IN_MACHINES, ROBOTSC_OK)                                       \
	F(MACHINE_WIDTH, PART_FLAGS, TYPE_BITS, RULE_RANGE, 0, 2, IN_MACHINES, ROBOTSC_ERR_CORRUPT)                                \
	F(MACHINE_FALLBACK, PART_FLAGS, TYPE_BITS, RULE_ANY, 0, 1, IN_MACHINES, ROBOTSC_OK)                                        \
	F(MACHINE_WIDE, PART_FLAGS, TYPE_BITS, RULE_ANY, 0, 1, IN_MACHINES, ROBOTSC_OK)                                            \
	F(MACHINE_SCAN, PART_FLAGS, TYPE_BITS, RULE_OTHERS, 0, 1, IN_MACHINES, ROBOTSC_ERR_CORRUPT)                                \
	F(MACHINE_PAIRS, PART_FLAGS, TYPE_BITS, RULE_OTHERS, 0, 1, IN_DFA, ROBOTSC_ERR_CORRUPT)                                    \
	F(MACHINE_PREFIXES, PART_FLAGS, TYPE_BITS, RULE_ANY, 0, 1, IN_MACHINES, ROBOTSC_OK)                                        \
	F(MACHINE_CODE, PART_MACHINE, TYPE_FIELD, RULE_FITS, 0, 0, IN_MACHINES, ROBOTSC_ERR_CORRUPT)                               \
	F(MACHINE_ROOT, PART_MACHINE, TYPE_FIELD, RULE_NODE, 0, 0, IN_MACHINES, ROBOTSC_ERR_CORRUPT)                               \
	F(MACHINE_STOP, PART_MACHINE, TYPE_FIELD, RULE_ANY, 0, 0, IN_FILTER, ROBOTSC_OK)                                           \
	F(MACHINE_TOP, PART_MACHINE, TYPE_FIELD, RULE_ANY, 0, 0, IN_FILTER, ROBOTSC_OK)                                            \
	F(MACHINE_ALONE, PART_MACHINE, TYPE_FIELD, RULE_ANY, 0, 0, IN_FILTER, ROBOTSC_OK)                                          \
	F(MACHINE_FIRST, PART_MACHINE, TYPE_FIELD, RULE_MARK, 0, 0, IN_FILTER, ROBOTSC_ERR_CORRUPT)                                \
	F(MACHINE_LITERALS, PART_MACHINE, TYPE_FIELD, RULE_FITS, 0, LITERALS_MAX, IN_FILTER, ROBOTSC_ERR_CORRUPT)                  \
	F(MACHINE_GLOBS, PART_MACHINE, TYPE_FIELD, RULE_FITS, 0, 0, IN_FILTER, ROBOTSC_ERR_CORRUPT)                                \
	W(PREFIX_SIZE, "octets of the prefix table", 0, PART_MACHINE, TYPE_FIELD, RULE_EXACT, 0, 0, IN_MACHINES,                   \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	W(MACHINE_END, "end of a machine", 0, PART_MACHINE, TYPE_SIZE, RULE_EXACT, 0, 0, IN_MACHINES, ROBOTSC_ERR_CORRUPT)         \
	W(SCAN_TABLE, "scan table", 0, PART_TABLES, TYPE_U8, RULE_ANY, 0, 0, IN_DFA, ROBOTSC_OK)                                   \
	F(PAIR_FIRST_LOW, PART_TABLES, TYPE_U8, RULE_ANY, 0, 0, IN_DFA, ROBOTSC_OK)                                                \
	F(PAIR_SECOND_LOW, PART_TABLES, TYPE_U8, RULE_ANY, 0, 0, IN_DFA, ROBOTSC_OK)                                               \
	F(PAIR_FIRST_HIGH, PART_TABLES, TYPE_U8, RULE_ANY, 0, 0, IN_DFA, ROBOTSC_OK)                                               \
	F(PAIR_SECOND_HIGH, PART_TABLES, TYPE_U8, RULE_ANY, 0, 0, IN_DFA, ROBOTSC_OK)                                              \
	F(START_LOW, PART_TABLES, TYPE_U8, RULE_ANY, 0, 0, IN_FILTER, ROBOTSC_OK)                                                  \
	F(START_HIGH, PART_TABLES, TYPE_U8, RULE_ANY, 0, 0, IN_FILTER, ROBOTSC_OK)                                                 \
	W(LITERAL_OFFSET, "offset of its first glob", 0, PART_LITERAL, TYPE_FIELD, RULE_OTHERS, 0, 0, IN_FILTER,                   \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
                                                                                                                                   \
	W(RUN, "run", 0, PART_KIND, TYPE_VALUE, RULE_ANY, 0, 0, IN_RUNS, ROBOTSC_ERR_CORRUPT)                                      \
	W(BRANCH, "branch", NODE_BRANCH, PART_KIND, TYPE_VALUE, RULE_ANY, 0, 0, IN_BRANCHES | IN_ROOTS, ROBOTSC_OK)                \
	F(NODE_BIT, PART_NODE, TYPE_BITS, RULE_RANGE, 1, 1, IN_NODES, ROBOTSC_ERR_CORRUPT)                                         \
	F(NODE_E, PART_NODE, TYPE_BITS, RULE_OTHERS, 0, 1, IN_NODES, ROBOTSC_ERR_CORRUPT)                                          \
	F(RUN_NEXT, PART_NODE, TYPE_BITS, RULE_VALUES, PART_NEXT, 0, IN_RUNS, ROBOTSC_OK)                                          \
	F(RUN_ELSE, PART_NODE, TYPE_BITS, RULE_VALUES, PART_ELSE, 0, IN_RUNS, ROBOTSC_OK)                                          \
	F(RUN_CAREFUL, PART_NODE, TYPE_BITS, RULE_ANY, 0, 1, IN_DFA_RUN, ROBOTSC_ERR_CORRUPT)                                      \
	F(BRANCH_ELSE, PART_NODE, TYPE_BITS, RULE_VALUES, PART_ELSE, 0, IN_NODES, ROBOTSC_ERR_CORRUPT)                             \
	F(BRANCH_RESERVED, PART_NODE, TYPE_BITS, RULE_RANGE, 0, 0, IN_NODES, ROBOTSC_ERR_CORRUPT)                                  \
	F(NEXT_FALL, PART_NEXT, TYPE_VALUE, RULE_FOLLOWED, 0, 0, IN_RUNS, ROBOTSC_ERR_CORRUPT)                                     \
	F(NEXT_GOTO, PART_NEXT, TYPE_VALUE, RULE_ANY, 1, 0, IN_RUNS | IN_PREFIX_TABLES, ROBOTSC_OK)                                \
	F(NEXT_DISALLOW, PART_NEXT, TYPE_VALUE, RULE_ANY, 0, 0, IN_DFA_RUN | IN_DFA_PREFIXES, ROBOTSC_ERR_CORRUPT)                 \
	F(NEXT_ALLOW, PART_NEXT, TYPE_VALUE, RULE_ANY, 0, 0, IN_DFA_RUN | IN_DFA_PREFIXES, ROBOTSC_ERR_CORRUPT)                    \
	F(ELSE_DISALLOW, PART_ELSE, TYPE_VALUE, RULE_ANY, 0, RUN_MAX, IN_RUNS | IN_BRANCHES | IN_PREFIX_TABLES,                    \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	F(ELSE_ALLOW, PART_ELSE, TYPE_VALUE, RULE_ANY, 0, RUN_MAX, IN_DFA_RUN | IN_DFA_BRANCH | IN_DFA_PREFIXES,                   \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	F(ELSE_ROOT, PART_ELSE, TYPE_VALUE, RULE_ROOT, 0, RUN_MAX_DEFAULT, IN_DFA_RUN | IN_DFA_BRANCH | IN_DFA_PREFIXES,           \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	F(ELSE_DEFAULT, PART_ELSE, TYPE_VALUE, RULE_ANY, 1, RUN_MAX_DEFAULT, IN_DFA_RUN | IN_DFA_BRANCH, ROBOTSC_ERR_CORRUPT)      \
	F(ELSE_SELF, PART_ELSE, TYPE_VALUE, RULE_ANY, 0, 0, IN_DFA_BRANCH | IN_ROOTS, ROBOTSC_ERR_CORRUPT)                         \
	F(ELSE_GOTO, PART_ELSE, TYPE_VALUE, RULE_ANY, 1, 0, IN_DFA_BRANCH, ROBOTSC_ERR_CORRUPT)                                    \
	W(RUN_COUNT, "count", 1, PART_NODE, TYPE_U8, RULE_OTHERS, 1, RUN_MAX, IN_RUNS, ROBOTSC_ERR_CORRUPT)                        \
	W(BRANCH_COUNT, "count", 1, PART_NODE, TYPE_U8, RULE_RANGE, 0, BRANCH_MAX, IN_NODES, ROBOTSC_ERR_CORRUPT)                  \
	W(NODE_MARK, "mark", 2, PART_NODE, TYPE_INT7, RULE_MARK, 0, 0, IN_FILTER, ROBOTSC_ERR_CORRUPT)                             \
	W(DEFAULT_TARGET, "target of another octet", 3, PART_NODE, TYPE_INT7, RULE_EARLIER, 0, 0, IN_NODES, ROBOTSC_ERR_CORRUPT)   \
	F(DEFAULT_LEVELS, PART_NODE, TYPE_SIZE, RULE_RANGE, 0, DEFAULT_LEVELS, IN_DFA, ROBOTSC_ERR_CORRUPT)                        \
	W(ELSE_TARGET, "target of another octet", 3, PART_NODE, TYPE_INT7, RULE_TARGET, 0, 0, IN_NODES, ROBOTSC_ERR_CORRUPT)       \
	W(RUN_TARGET, "target of the run", 4, PART_NODE, TYPE_INT7, RULE_TARGET, 0, 0, IN_DFA, ROBOTSC_ERR_CORRUPT)                \
	W(RUN_OCTET, "octets", 5, PART_NODE, TYPE_U8, RULE_RANGE, 0, 0x7F, IN_NODES, ROBOTSC_ERR_CORRUPT)                          \
	W(WAY_OCTET, "octets", 5, PART_NODE, TYPE_U8, RULE_OTHERS, 0, 0x7F, IN_NODES, ROBOTSC_ERR_CORRUPT)                         \
	W(WAY_TARGET, "targets of the ways out", 6, PART_NODE, TYPE_INT7, RULE_TARGET, 0, 0, IN_DFA, ROBOTSC_ERR_CORRUPT)          \
	W(FILTER_TARGET, "targets of the ways out", 6, PART_NODE, TYPE_INT7, RULE_LATER, 0, 0, IN_FILTER, ROBOTSC_ERR_CORRUPT)     \
	W(NODE_END, "end of a node", 7, PART_NODE, TYPE_SIZE, RULE_EXACT, 0, 0, IN_NODES, ROBOTSC_ERR_CORRUPT)                     \
                                                                                                                                   \
	F(PREFIX_E, PART_PREFIX_TABLE, TYPE_BITS, RULE_ANY, 0, 1, IN_DFA_PREFIXES, ROBOTSC_ERR_CORRUPT)                            \
	W(PREFIX_RESERVED_LOW, "PREFIX_AT_ELSE", 0x1C, PART_PREFIX_TABLE, TYPE_BITS, RULE_RANGE, 0, 0, IN_PREFIX_TABLES,           \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	W(PREFIX_RESERVED_HIGH, "PREFIX_AT_ELSE", 0xC0, PART_PREFIX_TABLE, TYPE_BITS, RULE_RANGE, 0, 0, IN_PREFIX_TABLES,          \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	W(PREFIX_ELSE, "PREFIX_AT_ELSE", 0x03, PART_PREFIX_TABLE, TYPE_BITS, RULE_VALUES, PART_ELSE, 0, IN_PREFIX_TABLES,          \
	  ROBOTSC_OK)                                                                                                              \
	F(PREFIX_BITS, PART_PREFIX_TABLE, TYPE_BITS, RULE_RANGE, 1, PREFIX_BITS_MAX, IN_PREFIX_TABLES, ROBOTSC_ERR_CORRUPT)        \
	W(PREFIX_UNIT, "PREFIX_UNIT", 0xF0, PART_PREFIX_TABLE, TYPE_BITS, RULE_RANGE, 0, PREFIX_WIDE, IN_PREFIX_TABLES,            \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	F(PREFIX_AT_SEED, PART_PREFIX_TABLE, TYPE_U8, RULE_RANGE, 0, PREFIX_SEEDS - 1, IN_PREFIX_TABLES, ROBOTSC_ERR_CORRUPT)      \
	W(PREFIX_EVEN_KEY, "PREFIX_AT_KEYS", 0x0F, PART_PREFIX_TABLE, TYPE_BITS, RULE_RANGE, 0, PREFIX_KEYS - 1, IN_PREFIX_TABLES, \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	W(PREFIX_ODD_KEY, "PREFIX_AT_KEYS", 0xF0, PART_PREFIX_TABLE, TYPE_BITS, RULE_RANGE, 0, PREFIX_KEYS - 1, IN_PREFIX_TABLES,  \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	F(PREFIX_AT_ENTRIES, PART_PREFIX_TABLE, TYPE_SIZE, RULE_FIRST, 0, 0, IN_PREFIX_TABLES, ROBOTSC_ERR_CORRUPT)                \
	F(PREFIX_COUNT, PART_PREFIX, TYPE_BITS, RULE_ANY, 0, PREFIX_MAX - 1, IN_PREFIX_TABLES, ROBOTSC_OK)                         \
	F(PREFIX_NEXT, PART_PREFIX, TYPE_BITS, RULE_VALUES, PART_NEXT, 0, IN_PREFIX_TABLES, ROBOTSC_OK)                            \
	F(PREFIX_MORE, PART_PREFIX, TYPE_BITS, RULE_OTHERS, 0, 1, IN_PREFIX_TABLES, ROBOTSC_ERR_CORRUPT)                           \
	W(PREFIX_BIT, "bit 7 of a prefix", 0x80, PART_PREFIX, TYPE_BITS, RULE_RANGE, 0, 0, IN_PREFIX_TABLES, ROBOTSC_ERR_CORRUPT)  \
	W(PREFIX_OCTET, "octets of a prefix", 1, PART_PREFIX, TYPE_U8, RULE_LITERAL, 0x20, 0x7F, IN_PREFIX_TABLES,                 \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	W(PREFIX_TARGET, "target of a prefix", 2, PART_PREFIX, TYPE_INT7, RULE_TARGET, 0, 0, IN_PREFIX_TABLES,                     \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	W(PREFIX_ZEROS, "zeros", 3, PART_PREFIX, TYPE_U8, RULE_RANGE, 0, 0, IN_PREFIX_TABLES, ROBOTSC_ERR_CORRUPT)                 \
                                                                                                                                   \
	F(GLOB_RANK, PART_GLOB, TYPE_FIELD, RULE_ANY, 0, 0, IN_GLOBS, ROBOTSC_OK)                                                  \
	F(GLOB_SIZE, PART_GLOB, TYPE_FIELD, RULE_EXACT, 0, 0, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                                       \
	W(INSTRUCTION, "instruction", 0, PART_GLOB, TYPE_U8, RULE_VALUES, PART_CODE, 0x7F, IN_GLOBS, ROBOTSC_ERR_CORRUPT)          \
	F(FORM_K_LEAD, PART_GLOB, TYPE_U8, RULE_RANGE, FORM_K_LEAD, FORM_K_TRAIL - 1, IN_GLOBS, ROBOTSC_ERR_CORRUPT)               \
	F(FORM_K_TRAIL, PART_GLOB, TYPE_U8, RULE_RANGE, FORM_K_TRAIL, FORM_K_LIMIT - 1, IN_GLOBS, ROBOTSC_ERR_CORRUPT)             \
	F(GLOB_KNOWN, PART_CODE, TYPE_VALUE, RULE_BEGINS, 0, 0, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                                     \
	F(GLOB_SET, PART_CODE, TYPE_VALUE, RULE_ANY, FORM_K, 0, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                                     \
	F(GLOB_ONE, PART_CODE, TYPE_VALUE, RULE_ANY, FORM_K, 0, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                                     \
	F(GLOB_END, PART_CODE, TYPE_VALUE, RULE_EXACT, 0, 0, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                                        \
	F(GLOB_STAR, PART_CODE, TYPE_VALUE, RULE_ANY, 0, 0, IN_GLOBS, ROBOTSC_OK)                                                  \
	F(GLOB_SLASH, PART_CODE, TYPE_VALUE, RULE_ANY, 0, 0, IN_GLOBS, ROBOTSC_OK)                                                 \
	F(GLOB_QUERY, PART_CODE, TYPE_VALUE, RULE_ANY, 0, 0, IN_GLOBS, ROBOTSC_OK)                                                 \
	W(KNOWN_COUNT, "how many octets", 1, PART_GLOB, TYPE_U8, RULE_RANGE, 1, 0x7F, IN_GLOBS, ROBOTSC_ERR_CORRUPT)               \
	W(SET_RANGES, "how many ranges", 1, PART_GLOB, TYPE_U8, RULE_FITS, 0, 0, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                    \
	W(RANGE_FIRST, "first octet", 2, PART_GLOB, TYPE_U8, RULE_OTHERS, 0, 0xFF, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                  \
	W(RANGE_LAST, "last octet", 3, PART_GLOB, TYPE_U8, RULE_OTHERS, 0, 0xFF, IN_GLOBS, ROBOTSC_ERR_CORRUPT)                    \
                                                                                                                                   \
	F(POLICIES_AT_COUNT, PART_POLICIES, TYPE_U32, RULE_FITS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                               \
	F(POLICY_MACHINE, PART_POLICIES, TYPE_U32, RULE_EXACT, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                 \
	F(POLICY_LIST, PART_POLICIES, TYPE_U32, RULE_EXACT, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                    \
	F(POLICY_CONSTANT, PART_POLICIES, TYPE_U32, RULE_RANGE, POLICY_CONSTANT, POLICY_CONSTANT + 1, IN_BLOB,                     \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	W(LIST_COUNT, "how many", 0, PART_POLICIES, TYPE_U32, RULE_FITS, 1, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                       \
	W(LIST_INDEX, "index", 4, PART_POLICIES, TYPE_U32, RULE_NUMBER, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                        \
	W(POLICIES_END, "end of the policies", 0, PART_POLICIES, TYPE_SIZE, RULE_EXACT, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)        \
	F(AGENTS_AT_WIDTH, PART_AGENTS, TYPE_U8, RULE_EITHER, 1, 4, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                  \
	W(AGENT_COUNT, "n", 0, PART_AGENTS, TYPE_FIELD, RULE_FITS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                             \
	W(AGENT_STAR, "policy of *", 1, PART_AGENTS, TYPE_FIELD, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                  \
	W(AGENT_NAME, "offset of a name", 2, PART_AGENTS, TYPE_FIELD, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)             \
	W(AGENT_POLICY, "policy of a name", 2, PART_AGENTS, TYPE_FIELD, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)           \
	W(AGENTS_END, "end of the agents", 0, PART_AGENTS, TYPE_SIZE, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)             \
                                                                                                                                   \
	F(SECTION_FETCH, PART_FETCH, TYPE_VALUE, RULE_RANGE, 0, 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                   \
	F(FETCH_SIZE, PART_FETCH, TYPE_SIZE, RULE_RANGE, FETCH_SIZE, FETCH_SIZE, IN_BLOB, ROBOTSC_ERR_CORRUPT)                     \
	F(FETCH_AT_FETCHED, PART_FETCH, TYPE_S64, RULE_ANY, 0, 0, IN_BLOB, ROBOTSC_OK)                                             \
	F(FETCH_AT_EXPIRES, PART_FETCH, TYPE_S64, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                 \
	F(FETCH_AT_LENGTH, PART_FETCH, TYPE_U64, RULE_ANY, 0, 0, IN_BLOB, ROBOTSC_OK)                                              \
	F(FETCH_AT_DIGEST, PART_FETCH, TYPE_U64, RULE_ANY, 0, 0, IN_BLOB, ROBOTSC_OK)                                              \
	F(FETCH_AT_STATUS, PART_FETCH, TYPE_U16, RULE_ANY, 0, 0, IN_BLOB, ROBOTSC_OK)                                              \
	F(FETCH_AT_END, PART_FETCH, TYPE_U8, RULE_RANGE, 0, ROBOTSC_END_NO_LOCATION, IN_BLOB, ROBOTSC_ERR_CORRUPT)                 \
	F(FETCH_AT_PROFILE, PART_FETCH, TYPE_U8, RULE_RANGE, 0, ROBOTSC_PROFILE_DRAFT2019, IN_BLOB, ROBOTSC_ERR_CORRUPT)           \
	F(FETCH_AT_OUTCOME, PART_FETCH, TYPE_U8, RULE_RANGE, 0, ROBOTSC_OUTCOME_FOLLOW, IN_BLOB, ROBOTSC_ERR_CORRUPT)              \
	F(FETCH_AT_ROW, PART_FETCH, TYPE_U8, RULE_RANGE, 0, ROBOTSC_ROW_MALFORMED, IN_BLOB, ROBOTSC_ERR_CORRUPT)                   \
	F(FETCH_AT_FLAGS, PART_FETCH, TYPE_U8, RULE_RANGE, 0, FETCH_REVALIDATE, IN_BLOB, ROBOTSC_ERR_CORRUPT)                      \
	F(FETCH_AT_RESERVED, PART_FETCH, TYPE_U8, RULE_RANGE, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                  \
	F(FETCH_AT_SINCE, PART_FETCH, TYPE_S64, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                   \
                                                                                                                                   \
	F(SECTION_EXTENSIONS, PART_EXTENSIONS, TYPE_VALUE, RULE_RANGE, 0, 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                         \
	F(EXT_AT_NAMES, PART_EXTENSIONS, TYPE_U32, RULE_EXACT, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                 \
	F(EXT_AT_SETS, PART_EXTENSIONS, TYPE_U32, RULE_FITS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                   \
	F(EXT_AT_MEMBERS, PART_EXTENSIONS, TYPE_U32, RULE_FITS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                \
	F(EXT_AT_GROUPS, PART_EXTENSIONS, TYPE_U32, RULE_FITS, 1, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                 \
	F(EXT_AT_LABELS, PART_EXTENSIONS, TYPE_U16, RULE_RANGE, 0, ROBOTSC_LABELS_MAX, IN_BLOB, ROBOTSC_ERR_CORRUPT)               \
	F(EXT_AT_MORE, PART_EXTENSIONS, TYPE_U16, RULE_EXACT, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                  \
	F(EXT_AT_RECORDS, PART_EXTENSIONS, TYPE_U32, RULE_FITS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                \
	W(EXT_END, "end of the extensions", 0, PART_EXTENSIONS, TYPE_SIZE, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)        \
	W(EXT_SET, "set of a name", 0, PART_EXTENSIONS, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                 \
	F(SET_AT_MEMBERS, PART_SET, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                     \
	F(SET_AT_POLICIES, PART_SET, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                    \
	W(EXT_GROUP, "member", 0, PART_EXTENSIONS, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                      \
	F(GROUP_AT_RECORDS, PART_GROUP, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                 \
	F(GROUP_AT_NUMBER, PART_GROUP, TYPE_U32, RULE_ANY, 0, 0, IN_BLOB, ROBOTSC_OK)                                              \
	F(LABEL_AT_FIELD, PART_EXT_LABEL, TYPE_U16, RULE_RANGE, ROBOTSC_FIELD_NOINDEX, ROBOTSC_FIELD_CONTENT_USAGE, IN_BLOB,       \
	  ROBOTSC_ERR_CORRUPT)                                                                                                     \
	F(LABEL_AT_MORE, PART_EXT_LABEL, TYPE_U16, RULE_OTHERS, 0, LABEL_VALUES - 2, IN_BLOB, ROBOTSC_ERR_CORRUPT)                 \
	F(LABEL_AT_NAME, PART_EXT_LABEL, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                \
	F(LABEL_AT_SIZE, PART_EXT_LABEL, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                \
	W(EXT_VALUE, "octets of a value", 0, PART_EXT_LABEL, TYPE_U8, RULE_OTHERS, 0, UINT8_MAX, IN_BLOB, ROBOTSC_ERR_CORRUPT)     \
	F(RECORD_AT_FIELD, PART_RECORD, TYPE_U32, RULE_RANGE, 0, RECORD_FIELDS - 1, IN_BLOB, ROBOTSC_ERR_CORRUPT)                  \
	F(RECORD_AT_LINE, PART_RECORD, TYPE_U32, RULE_RANGE, 1, UINT32_MAX, IN_BLOB, ROBOTSC_ERR_CORRUPT)                          \
	F(RECORD_AT_DATA, PART_RECORD, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                  \
	F(RECORD_AT_NAME, PART_RECORD, TYPE_U32, RULE_OTHERS, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                  \
	F(NUMBERS_AT_COUNT, PART_NUMBERS, TYPE_U32, RULE_OTHERS, 0, UINT32_MAX, IN_BLOB, ROBOTSC_ERR_CORRUPT)                      \
	F(NUMBERS_AT_SECONDS, PART_NUMBERS, TYPE_U32, RULE_ANY, 0, 0, IN_BLOB, ROBOTSC_OK)                                         \
	F(NUMBERS_AT_FROM, PART_NUMBERS, TYPE_U16, RULE_MINUTE, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)                                \
	F(NUMBERS_AT_TO, PART_NUMBERS, TYPE_U16, RULE_MINUTE, 0, 0, IN_BLOB, ROBOTSC_ERR_CORRUPT)

/* The rows by number: LAYOUT_BLOB_AT_MAGIC and so on. */
#define LAYOUT_F(constant, ...) LAYOUT_##constant,
#define LAYOUT_W(id, ...) LAYOUT_##id,
enum layout_id {
	LAYOUT_ROWS(LAYOUT_F, LAYOUT_W) LAYOUT_COUNT
};
#undef LAYOUT_F
#undef LAYOUT_W

struct layout_row {
	const char *name; /* in docs/formats/blob.md */
	uint32_t at;      /* its place, as its type says */
	enum layout_part part;
	enum layout_type type;
	enum layout_rule rule;
	uint64_t low, high;
	unsigned in;
	int status; /* enum robotsc_status of a refusal */
};

#define LAYOUT_F(constant, part, type, rule, low, high, in, status) {#constant, constant, part, type, rule, low, high, in, status},
#define LAYOUT_W(id, words, at, part, type, rule, low, high, in, status) {words, at, part, type, rule, low, high, in, status},
static const struct layout_row layout[LAYOUT_COUNT] = {LAYOUT_ROWS(LAYOUT_F, LAYOUT_W)};
#undef LAYOUT_F
#undef LAYOUT_W

/* The row of a value of PART_ELSE, PART_NEXT or PART_CODE, or NULL. */
static inline const struct layout_row *layout_value(enum layout_part part, uint64_t value)
{
	for (size_t i = 0; i < LAYOUT_COUNT; i++)
		if (layout[i].part == part && layout[i].type == TYPE_VALUE && layout[i].at == value)
			return &layout[i];
	return NULL;
}

/* True if the row of a value allows it at one of these IN_ bits.  The row's rule may need more. */
static inline int layout_value_in(enum layout_part part, uint64_t value, unsigned in)
{
	const struct layout_row *row = layout_value(part, value);

	return row != NULL && row->in & in;
}

/* True if a node with this value of "else" or "next" has a target for it. */
static inline int layout_has_target(enum layout_part part, uint64_t value)
{
	const struct layout_row *row = layout_value(part, value);

	return row != NULL && row->low == 1;
}

/* The IN_ bit of a node with this head.  root: it is the root of a DFA with a scan table. */
static inline unsigned layout_in(unsigned filter, unsigned head, int root)
{
	const unsigned kind = root ? IN_ROOTS : head & NODE_BRANCH ? IN_BRANCHES : IN_RUNS;

	return kind & (filter ? IN_FILTER : IN_DFA);
}

#endif
