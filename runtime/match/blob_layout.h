/* blob_layout.h - where things stand in a blob.  docs/format.md says what they mean.
 *
 * Constants only, shared by the writer (compiler/) and the readers (runtime/): no struct is ever
 * laid over the octets.  All integers are little-endian, at any alignment.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BLOB_LAYOUT_H
#define ROBOTSC_BLOB_LAYOUT_H

/* Header */
#define BLOB_MAGIC 0x4342528Du /* 8D 52 42 43: an octet no text begins with, then "RBC" */
#define BLOB_MAJOR 2
#define BLOB_MINOR 0
#define BLOB_AT_MAGIC 0   /* 4 */
#define BLOB_AT_MAJOR 4   /* 1 */
#define BLOB_AT_MINOR 5   /* 1 */
#define BLOB_AT_DIALECT 6 /* 1: enum robotsc_dialect */
#define BLOB_AT_FORM 7    /* 1: path form, below */
#define BLOB_AT_SIZE 8    /* 4: octets of the whole blob */
#define BLOB_AT_MATCH 12  /* 1: how product tokens compare, below */
#define BLOB_AT_FLAGS 13  /* 1: below */
#define BLOB_HEADER 14    /* the section table follows */

/* Section table: entries of 5 octets, ascending offsets; the first section begins where the table
 * ends, each ends where the next begins */
#define SECTION_ENTRY 5
#define SECTION_AT_TYPE 0   /* 1 */
#define SECTION_AT_OFFSET 1 /* 4: from the blob's start */
#define SECTION_MACHINES 1
#define SECTION_POLICIES 2 /* optional */
#define SECTION_AGENTS 3
#define SECTION_FETCH 4      /* optional */
#define SECTION_EXTENSIONS 5 /* optional */

#define BLOB_TRAILER 8   /* checksum of all octets before it */
#define BLOB_OVERREAD 16 /* octets that must follow the machines inside the blob */

/* Path forms (docs/format.md, "Path forms") */
#define FORM_RAW 0 /* octets as they stand */
#define FORM_R 1   /* RFC 9309 */
#define FORM_K 2   /* record dialects */
#define FORMS 3

/* Form K: two octets may stand for one, c: LEAD | c >> 4, then TRAIL | (c & 15).  No other
 * canonical octet is below LIMIT, so a pair is never taken for a part of anything else. */
#define FORM_K_LEAD 0x00
#define FORM_K_TRAIL 0x10
#define FORM_K_LIMIT 0x20

/* Agent match kinds */
#define MATCH_TOKEN 0  /* the leading [A-Za-z0-9._-]* of the name, ASCII case-insensitive */
#define MATCH_WHOLE 1  /* the whole name, ASCII case-insensitive */
#define MATCH_NAME 2   /* the name up to the first '/', trimmed, ASCII case-insensitive */
#define MATCH_WITHIN 3 /* the first entry, in their order, that the name, cut as for MATCH_NAME, holds */
#define MATCH_HOLDS 4  /* the first entry, in their order, that holds the name, cut as for MATCH_NAME */
#define MATCH_PREFIX 5 /* the first entry, in their order, that the name, cut as for MATCH_NAME, begins with */
#define MATCHES 6

/* Blob flags */
#define BLOB_PARTIAL 1 /* compiled for a list of tokens: others are not answered */

/* Agents: width (1, 2 or 4); then integers of that width: count, star; offsets[count],
 * policies[count]; then the tokens, lower case, sorted, end to end. */
#define AGENTS_AT_WIDTH 0
#define AGENTS_AT_COUNT 1
#define AGENT_NAMED \
	1u /* low bit of a policy field: a group names the token (star: answered); the rest is policy + 1, or 0 for none */
#define AGENT_PASSED 1u /* a policy field: a record names the robot but is passed over: "*" holds, no further name counts */

/* Fetch: what was decided when the robots.txt was fetched.  Times in seconds since 1970-01-01 00:00
 * UTC */
#define FETCH_AT_FETCHED 0   /* 8: signed */
#define FETCH_AT_EXPIRES 8   /* 8: signed */
#define FETCH_AT_LENGTH 16   /* 8: octets of the text */
#define FETCH_AT_DIGEST 24   /* 8: of the text */
#define FETCH_AT_STATUS 32   /* 2: of the response */
#define FETCH_AT_END 34      /* 1: enum robotsc_end */
#define FETCH_AT_PROFILE 35  /* 1: enum robotsc_profile */
#define FETCH_AT_OUTCOME 36  /* 1: enum robotsc_outcome */
#define FETCH_AT_ROW 37      /* 1: enum robotsc_row */
#define FETCH_AT_FLAGS 38    /* 1: below */
#define FETCH_AT_RESERVED 39 /* 1: zero */
#define FETCH_AT_SINCE 40    /* 8: signed */
#define FETCH_SIZE 48
#define FETCH_REVALIDATE 1 /* flag: ask before each use */

/* Policies: count (4), then an entry of 4 octets each: kind in the two highest bits */
#define POLICIES_AT_COUNT 0
#define POLICIES_AT_ENTRIES 4
#define POLICY_ENTRY 4
#define POLICY_KIND 0xC0000000u
#define POLICY_MACHINE 0x00000000u  /* offset of a machine in the machines section; ascending */
#define POLICY_LIST 0x40000000u     /* offset, in this section, of a list: count (4), policies of the first kind (4 each) */
#define POLICY_CONSTANT 0x80000000u /* low bit: the verdict for every path */

/* Machine: one octet of flags, then fields of 2 octets each, or of 4 with MACHINE_WIDE.  Behind
 * them stand the prefix table, the skip tables, the literals of a filter, the code, the globs of a
 * filter; all but the code only where there are any. */
#define MACHINE_IS_FILTER 1 /* else a DFA */
#define MACHINE_WIDTH 6     /* bits 1-2: octets of a target in the code, minus 2 */
#define MACHINE_WIDTH_SHIFT 1
#define MACHINE_FALLBACK 8 /* verdict where no rule matches */
#define MACHINE_WIDE 16
#define MACHINE_SCAN 32      /* DFA: the root stays on most octets, there is a scan table; filter: a start table */
#define MACHINE_PAIRS 64     /* DFA with MACHINE_SCAN: a pair table follows the scan table */
#define MACHINE_PREFIXES 128 /* there is a prefix table */

/* Fields, by number */
#define MACHINE_CODE 0       /* octets of code */
#define MACHINE_ROOT 1       /* offset in the code, plus 1, of the root, or of the root of a filter's floating literals; 0: none */
#define MACHINE_DFA_FIELDS 2 /* a DFA has no more; with MACHINE_PREFIXES one follows: octets of the prefix table */
#define MACHINE_STOP 2       /* two fields: a best of verdict v above stop[v] makes the search for floating literals needless */
#define MACHINE_TOP 4        /* the highest rank of the filter */
#define MACHINE_ALONE 5      /* the highest rank that a floating literal gives without a glob; 0: none does */
#define MACHINE_FIRST 6      /* a mark: what every path completes; 0: nothing */
#define MACHINE_LITERALS 7   /* how many literals have globs */
#define MACHINE_GLOBS 8      /* octets of globs */
#define MACHINE_FILTER_FIELDS 9 /* with MACHINE_PREFIXES one more follows */

#define LITERALS_MAX 16384

/* Marks, integers in the code and MACHINE_FIRST: twice a rank, or 1 plus twice the number of a
 * literal. */
#define MARK_LITERAL 1u

/* Literals of a filter: a field each, the offset of its first glob.  They stand by descending rank
 * of that. */

/* Start table of a filter: bit b of octet c & 15 of START_LOW + 16 j and of octet c >> 4 & 7 of
 * START_HIGH + 8 j is set where a literal of bucket b has octet c at place j, or ends before it.  A
 * literal may begin where all six have a bit. */
#define START_LOW 0   /* 3 x 16 octets */
#define START_HIGH 48 /* 3 x 8 octets */
#define START_SIZE 72
#define START_PLACES 3

/* Scan table: bit c >> 4 of octet c & 15 is set for octets c below 80 that must be looked at:
 * octets that the path form does not read as they stand, and ways out of the root, or, with a pair
 * table, those of them that it does not have.  Octets above 7F always must. */
#define SCAN_SIZE 16

/* Pair table: ways out of the root that lead back to it at once unless one of a few octets
 * follows.  Each has one of 8 bits, in FIRST_LOW[c & 15] and FIRST_HIGH[c >> 4] for the way c, and
 * in SECOND_LOW[d & 15] and SECOND_HIGH[d >> 4] for the octets d that may follow.  A pair need not
 * be looked at when no bit is set in all four, d is not in the scan table, and c is not the last
 * octet. */
#define PAIR_FIRST_LOW 0
#define PAIR_SECOND_LOW 16
#define PAIR_FIRST_HIGH 32  /* 8 octets */
#define PAIR_SECOND_HIGH 40 /* 8 octets */
#define PAIR_SIZE 48

/* Code: nodes.  The first octet of a node has bit 7 set, all others have it clear, so any offset
 * can be seen to be a node or not.  Integers in the code are groups of 7 bits, lowest first. */
#define NODE_BIT 0x80
#define NODE_BRANCH 0x40 /* else a run */
#define NODE_E 0x20      /* DFA: verdict if the path ends in this node; filter: a mark follows */

#define RUN_NEXT 0x18 /* where a completed run leads */
#define RUN_NEXT_SHIFT 3
#define NEXT_FALL 0     /* to the node that follows */
#define NEXT_GOTO 1     /* to a target */
#define NEXT_DISALLOW 2 /* to a verdict */
#define NEXT_ALLOW 3
#define RUN_ELSE 0x06 /* what another octet does; values below, up to ELSE_DEFAULT */
#define RUN_ELSE_SHIFT 1
#define RUN_CAREFUL 0x01 /* holds an octet that a raw path octet may only seem to equal */

#define BRANCH_ELSE 0x07
#define BRANCH_RESERVED 0x18
#define ELSE_DISALLOW 0 /* filter: stop, no more literals begin so; it has no other else */
#define ELSE_ALLOW 1
#define ELSE_ROOT 2    /* try the root with the octets of this node */
#define ELSE_DEFAULT 3 /* try the linked node with the octets of this node */
#define ELSE_SELF 4    /* consume it and stay */
#define ELSE_GOTO 5    /* consume it and go to a target */

#define RUN_MAX 127        /* octets of a run */
#define RUN_MAX_DEFAULT 16 /* of a run that may be walked again from a root or link */
#define BRANCH_MAX 127     /* ways out of a branch */
#define DEFAULT_LEVELS 4   /* links that may follow each other; one to the root counts */

/* Prefix table: a hash of several octets behind the first '/' tells which label may follow.  These
 * fields, entries from the highest value of the hash down, then the labels. */
#define PREFIX_AT_ELSE 0  /* 1: where no label follows: ELSE_DISALLOW, ELSE_ALLOW or ELSE_ROOT, as a node there would do */
#define PREFIX_E 0x20     /* in it, DFA: verdict of the path "/" */
#define PREFIX_AT_SHAPE 1 /* 1: below */
#define PREFIX_AT_SEED 2  /* 1: by what the hash multiplies */
#define PREFIX_AT_KEYS 3  /* 8: for each slot, 4 bits: how many of PREFIX_KEYS octets are not hashed */
#define PREFIX_AT_ENTRIES 11
#define PREFIX_BITS 0x0F /* shape: bits of the hash */
#define PREFIX_UNIT 0x70 /* shape: what an entry counts */
#define PREFIX_UNIT_SHIFT 4
#define PREFIX_UNIT_MAX 3 /* up to this, an entry is an octet that counts 2^unit octets */
#define PREFIX_WIDE 4     /* an entry is two groups of 7 bits, and counts octets */
#define PREFIX_BITS_MAX 14
#define PREFIX_SLOTS 16 /* the first octet modulo this is its slot */
#define PREFIX_KEYS 8   /* most octets that the hash is made of */
#define PREFIX_MAX 16   /* most octets of a label */
#define PREFIX_SEEDS 128
#define PREFIX_PRIME 0x9E3779B97F4A7C15u

/* Labels: a head, the octets, with NEXT_GOTO a target. */
#define PREFIX_COUNT 0x0F /* octets, less 1 */
#define PREFIX_NEXT 0x30  /* NEXT_GOTO, NEXT_DISALLOW, NEXT_ALLOW */
#define PREFIX_NEXT_SHIFT 4
#define PREFIX_MORE 0x40 /* where it does not follow, try the label behind it */

#define TARGET_DISALLOW 0u /* targets: a verdict, or a node's offset in the code plus 2 */
#define TARGET_ALLOW 1u
#define TARGET_NODE 2u

/* Globs: patterns that are tried one by one.  Two fields each, then so many octets of
 * instructions. */
#define GLOB_RANK 0   /* of a match */
#define GLOB_SIZE 1   /* octets of its instructions */
#define GLOB_FIELDS 2 /* before the instructions */

/* Instructions: an octet below 80 is to be read itself, or one of these */
#define GLOB_KNOWN 0xF9 /* so many octets (1, which follows) stand there, as the literal has shown; only the first instruction */
#define GLOB_SET 0xFA   /* form K: read an octet of a set: how many ranges (1), then the first and last octet of each (2 each) */
#define GLOB_ONE 0xFB   /* form K: read an octet, or a pair */
#define GLOB_END 0xFC   /* the path ends; only as the last instruction */
#define GLOB_STAR 0xFD  /* read any octets, also none */
#define GLOB_SLASH 0xFE /* forms R and raw: read "%2F" in the path, "/" behind its first '?' */
#define GLOB_QUERY 0xFF /* forms R and raw: read "%3F" in the path, "?" behind its first '?' */

/* Extensions: six counts of 4 octets; then the tables they count, then data to the end of the
 * section. */
#define EXT_AT_NAMES 0    /* entries of the agent index, and one for "*" */
#define EXT_AT_SETS 4     /* what different robots get */
#define EXT_AT_MEMBERS 8  /* groups of all sets */
#define EXT_AT_GROUPS 12  /* groups that have records; the first is the file as a whole */
#define EXT_AT_LABELS 16  /* labels */
#define EXT_AT_RECORDS 20 /* records */
#define EXT_HEADER 24

#define EXT_NAME 4   /* octets: a set, plus 1; 0: none */
#define EXT_MEMBER 4 /* octets: a group */

/* A set: where its members end, then for each label two policies: is "no" said; is anything said?
 * Those of Noindex say so by disallowing, all others by allowing. */
#define SET_AT_MEMBERS 0
#define SET_AT_POLICIES 4
#define SET_LABEL 8     /* octets for each label */
#define ANSWER_NO 0     /* instead of a policy: for no path */
#define ANSWER_YES 1    /* for every path */
#define ANSWER_POLICY 2 /* plus the index of a policy */

#define EXT_GROUP 8
#define GROUP_AT_RECORDS 0 /* where its records end */
#define GROUP_AT_NUMBER 4  /* in the file, from 1; 0: the file as a whole */

#define EXT_LABEL 12
#define LABEL_AT_FIELD 0 /* enum robotsc_line_field */
#define LABEL_AT_NAME 4  /* offset in the data */
#define LABEL_AT_SIZE 8  /* octets of the name */

#define EXT_RECORD 16
#define RECORD_AT_FIELD 0 /* enum robotsc_line_field */
#define RECORD_AT_LINE 4
#define RECORD_AT_DATA 8  /* offset in the data; it ends where that of the next record begins */
#define RECORD_AT_NAME 12 /* octets of the name */

/* Data of a record: for Crawl-delay, Request-rate and Visit-time numbers; then the name, then the
 * value. */
#define NUMBERS 12
#define NUMBERS_AT_COUNT 0   /* Crawl-delay: milliseconds; Request-rate: documents, not 0 */
#define NUMBERS_AT_SECONDS 4 /* Request-rate */
#define NUMBERS_AT_FROM 8    /* 2: minute of the day, or MINUTE_NONE */
#define NUMBERS_AT_TO 10     /* 2: the last minute, or MINUTE_NONE */
#define MINUTES 1440
#define MINUTE_NONE 65535

/* Checksum */
#define CHECKSUM_SEED 0x9E3779B97F4A7C15u
#define CHECKSUM_PRIME 0xD6E8FEB86659FD93u

#endif
