/* blob_layout.h - the layout of a blob: sizes, offsets and bits.  docs/formats/blob.md explains
 * them.
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
#define BLOB_AT_SIZE 8    /* 4: octets of the blob */
#define BLOB_AT_MATCH 12  /* 1: agent match kind, below */
#define BLOB_AT_FLAGS 13  /* 1: below */
#define BLOB_HEADER 14    /* the section table follows */

/* Section table: entries of 5 octets, with ascending offsets.  The first section begins where the
 * table ends; each section ends where the next one begins. */
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

/* Path forms (docs/formats/blob.md, "Path forms") */
#define FORM_RAW 0 /* octets as they stand */
#define FORM_R 1   /* RFC 9309 */
#define FORM_K 2   /* record dialects */
#define FORMS 3    /* number of forms */

/* Form K writes some octets c as a pair: LEAD | c >> 4, then TRAIL | (c & 15).  All other canonical
 * octets are LIMIT or above, so a pair cannot be confused with them. */
#define FORM_K_LEAD 0x00
#define FORM_K_TRAIL 0x10
#define FORM_K_LIMIT 0x20

/* Agent match kinds: how a robot's name selects an entry of the agent index.  Case does not matter
 * in ASCII.  From MATCH_NAME on, the name is cut before its first '/' and trimmed; from
 * MATCH_WITHIN on, the first entry that fits is taken. */
#define MATCH_TOKEN 0  /* entry equals the leading [A-Za-z0-9._-]* of the name */
#define MATCH_WHOLE 1  /* entry equals the name */
#define MATCH_NAME 2   /* entry equals the cut name */
#define MATCH_WITHIN 3 /* entry is a part of the cut name */
#define MATCH_HOLDS 4  /* the cut name is a part of the entry */
#define MATCH_PREFIX 5 /* the cut name begins with the entry */
#define MATCHES 6      /* number of kinds */

/* Blob flags */
#define BLOB_PARTIAL 1 /* compiled for a list of tokens: others are not answered */

/* Agents: width (1, 2 or 4); then integers of that width: count, star; offsets[count],
 * policies[count]; then the tokens, lower case, sorted, end to end. */
#define AGENTS_AT_WIDTH 0
#define AGENTS_AT_COUNT 1

/* A policy field is twice (policy + 1), or 0 for no policy, plus AGENT_NAMED if a group names the
 * token (in star: if the blob answers for robots that no token names). */
#define AGENT_NAMED 1u
/* A policy field: a record names the robot but is passed over.  "*" holds, later names are not
 * tried. */
#define AGENT_PASSED 1u

/* Fetch: how robots.txt was fetched, and what follows from it.  Times are in seconds since
 * 1970-01-01 00:00 UTC. */
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

/* Policies: a count (4), then an entry of 4 octets each.  Its two highest bits are its kind. */
#define POLICIES_AT_COUNT 0
#define POLICIES_AT_ENTRIES 4
#define POLICY_ENTRY 4
#define POLICY_KIND 0xC0000000u
#define POLICY_MACHINE 0x00000000u  /* offset of a machine in the machines section; ascending */
#define POLICY_LIST 0x40000000u     /* offset here of a list: count (4), indices (4 each) */
#define POLICY_CONSTANT 0x80000000u /* low bit: the verdict for every path */

/* Machine: one octet of flags, then fields of 2 octets each, or of 4 with MACHINE_WIDE.  These
 * parts follow, if there are any: prefix table, skip tables, literals of a filter, code, globs of a
 * filter. */
#define MACHINE_IS_FILTER 1 /* else a DFA */
#define MACHINE_WIDTH 6     /* bits 1-2: octets of a target in the code, minus 2 */
#define MACHINE_WIDTH_SHIFT 1
#define MACHINE_FALLBACK 8 /* verdict where no rule matches */
#define MACHINE_WIDE 16
#define MACHINE_SCAN 32      /* DFA: a scan table; filter: a start table */
#define MACHINE_PAIRS 64     /* DFA with MACHINE_SCAN: a pair table follows the scan table */
#define MACHINE_PREFIXES 128 /* there is a prefix table */

/* Fields, by number */
#define MACHINE_CODE 0 /* octets of code */
#define MACHINE_ROOT 1 /* 0, or the offset in the code, plus 1, of the root */
#define MACHINE_DFA_FIELDS 2
#define MACHINE_STOP 2     /* two fields, see below */
#define MACHINE_TOP 4      /* the highest rank of the filter */
#define MACHINE_ALONE 5    /* the highest rank of a floating literal that needs no glob, or 0 */
#define MACHINE_FIRST 6    /* the mark that every path completes; 0: none */
#define MACHINE_LITERALS 7 /* number of literals that have globs */
#define MACHINE_GLOBS 8    /* octets of globs */
#define MACHINE_FILTER_FIELDS 9
/* With MACHINE_PREFIXES, a last field follows: octets of the prefix table.
 *
 * The root of a filter is that of its floating literals.  stop[v] ends the search for them once the
 * best rank is above it and of verdict v. */

#define LITERALS_MAX 16384

/* A mark, in the code and in MACHINE_FIRST, is twice a rank, or 1 plus twice a literal's number. */
#define MARK_LITERAL 1u

/* Literals of a filter: a field each, the offset of the literal's first glob.  The ranks of these
 * globs descend. */

/* Start table of a filter: where a literal of bucket b has octet c at place j, or ends before it,
 * bit b is set in START_LOW[16 j + (c & 15)] and START_HIGH[8 j + (c >> 4 & 7)].  A literal may
 * begin where some bit is set in all six octets. */
#define START_LOW 0   /* 3 x 16 octets */
#define START_HIGH 48 /* 3 x 8 octets */
#define START_SIZE 72
#define START_PLACES 3

/* Scan table: bit c >> 4 of octet c & 15 is set for each octet c below 80 where the search must
 * stop: octets that the path form does not read as they stand, and ways out of the root that the
 * pair table does not have.  It stops at all octets above 7F. */
#define SCAN_SIZE 16

/* Pair table: ways c out of the root that lead back to it unless one of a few octets d follows.
 * Each way has one of 8 bits, set in FIRST_LOW[c & 15], FIRST_HIGH[c >> 4], SECOND_LOW[d & 15] and
 * SECOND_HIGH[d >> 4].  The search skips c where no bit is set in all four, d is not in the scan
 * table, and c is not the last octet. */
#define PAIR_FIRST_LOW 0
#define PAIR_SECOND_LOW 16
#define PAIR_FIRST_HIGH 32  /* 8 octets */
#define PAIR_SECOND_HIGH 40 /* 8 octets */
#define PAIR_SIZE 48

/* Code: nodes.  Only the first octet of a node has bit 7 set, so each octet shows whether a node
 * begins there.  Integers in the code are groups of 7 bits, lowest first. */
#define NODE_BIT 0x80
#define NODE_BRANCH 0x40 /* else a run */
#define NODE_E 0x20      /* DFA: verdict if the path ends in this node; filter: a mark follows */

#define RUN_NEXT 0x18 /* where a completed run leads */
#define RUN_NEXT_SHIFT 3
#define NEXT_FALL 0     /* to the node that follows */
#define NEXT_GOTO 1     /* to a target */
#define NEXT_DISALLOW 2 /* to a verdict */
#define NEXT_ALLOW 3
#define RUN_ELSE 0x06 /* what another octet does: ELSE_DISALLOW to ELSE_DEFAULT, below */
#define RUN_ELSE_SHIFT 1
#define RUN_CAREFUL 0x01 /* has an octet that is slow in the path form */

#define BRANCH_ELSE 0x07
#define BRANCH_RESERVED 0x18
#define ELSE_DISALLOW 0 /* filter: stop, as no literal goes on; a filter has no other else */
#define ELSE_ALLOW 1
#define ELSE_ROOT 2    /* read the octets of this node again from the root */
#define ELSE_DEFAULT 3 /* read the octets of this node again from the target of its default edge */
#define ELSE_SELF 4    /* consume it and stay */
#define ELSE_GOTO 5    /* consume it and go to a target */

#define RUN_MAX 127        /* octets of a run */
#define RUN_MAX_DEFAULT 16 /* octets of a run whose else is ELSE_ROOT or ELSE_DEFAULT */
#define BRANCH_MAX 127     /* ways out of a branch */
#define DEFAULT_LEVELS 4   /* default edges in a row, with that of ELSE_ROOT */

/* Prefix table: a hash of the octets after the first '/' selects the prefixes that the path may
 * have.  It consists of these fields, the entries from the highest hash down, and the prefixes. */
#define PREFIX_AT_ELSE 0  /* 1: ELSE_DISALLOW, ELSE_ALLOW or ELSE_ROOT, if no prefix fits */
#define PREFIX_E 0x20     /* in PREFIX_AT_ELSE of a DFA: verdict of the path "/" */
#define PREFIX_AT_SHAPE 1 /* 1: PREFIX_BITS and PREFIX_UNIT */
#define PREFIX_AT_SEED 2  /* 1: selects the hash's multiplier */
#define PREFIX_AT_KEYS 3  /* 8: 4 bits for each slot: octets of PREFIX_KEYS not hashed */
#define PREFIX_AT_ENTRIES 11
#define PREFIX_BITS 0x0F /* shape: bits of the hash */
#define PREFIX_UNIT 0x70 /* shape: unit of the offsets in the entries */
#define PREFIX_UNIT_SHIFT 4
#define PREFIX_UNIT_MAX 3 /* up to this unit, an entry is one octet, which counts 2^unit octets */
#define PREFIX_WIDE 4     /* an entry is two groups of 7 bits, which count octets */
#define PREFIX_BITS_MAX 14
#define PREFIX_SLOTS 16 /* the octet after a path's '/' modulo this is its slot */
#define PREFIX_KEYS 8   /* most octets that are hashed */
#define PREFIX_MAX 16   /* most octets of a prefix */
#define PREFIX_SEEDS 128
#define PREFIX_PRIME 0x9E3779B97F4A7C15u

/* Prefixes: a head, the octets, and with NEXT_GOTO a target. */
#define PREFIX_COUNT 0x0F /* octets, less 1 */
#define PREFIX_NEXT 0x30  /* NEXT_GOTO, NEXT_DISALLOW, NEXT_ALLOW */
#define PREFIX_NEXT_SHIFT 4
#define PREFIX_MORE 0x40 /* where the path does not have this prefix, try the next one */

#define TARGET_DISALLOW 0u /* targets: a verdict, or a node's offset in the code plus 2 */
#define TARGET_ALLOW 1u
#define TARGET_NODE 2u

/* Globs: patterns that are tried one by one.  Each is two fields, then its instructions. */
#define GLOB_RANK 0   /* of a match */
#define GLOB_SIZE 1   /* octets of its instructions */
#define GLOB_FIELDS 2 /* before the instructions */

/* Instructions: an octet below 80 reads itself; these are the others. */
#define GLOB_KNOWN 0xF9 /* first: skip octets that the literal has matched; their number (1) */
#define GLOB_SET 0xFA   /* form K: read an octet of a set: number of ranges (1), ranges (2 each) */
#define GLOB_ONE 0xFB   /* form K: read an octet, or a pair */
#define GLOB_END 0xFC   /* last: the path ends */
#define GLOB_STAR 0xFD  /* read any octets, also none */
#define GLOB_SLASH 0xFE /* forms R and raw: read "%2F", or "/" after the path's first '?' */
#define GLOB_QUERY 0xFF /* forms R and raw: read "%3F", or "?" after the path's first '?' */

/* Extensions: counts, of 4 octets if nothing else is said; then the tables they count, then data to
 * the end of the section. */
#define EXT_AT_NAMES 0    /* entries of the agent index, and one for "*" */
#define EXT_AT_SETS 4     /* sets; robots with the same records and policies share one */
#define EXT_AT_MEMBERS 8  /* groups of all sets */
#define EXT_AT_GROUPS 12  /* groups that have records; the first is the file as a whole */
#define EXT_AT_LABELS 16  /* 2: labels */
#define EXT_AT_MORE 18    /* 2: values beyond two of each label, added up */
#define EXT_AT_RECORDS 20 /* records */
#define EXT_HEADER 24

#define EXT_NAME 4   /* octets: a set, plus 1; 0: none */
#define EXT_MEMBER 4 /* octets: a group */

/* A set: the end of its members, then a policy for each value of each label: for which paths this
 * value or one before it is said.  Policies of Noindex disallow these paths, all others allow
 * them. */
#define SET_AT_MEMBERS 0
#define SET_AT_POLICIES 4
#define SET_ANSWER 4    /* octets of an answer; a label has one for each value */
#define ANSWER_NO 0     /* for no path */
#define ANSWER_YES 1    /* for every path */
#define ANSWER_POLICY 2 /* plus the index of a policy, which decides */

#define EXT_GROUP 8
#define GROUP_AT_RECORDS 0 /* the end of its records */
#define GROUP_AT_NUMBER 4  /* in the file, from 1; 0: the file as a whole */

#define EXT_LABEL 12
#define LABEL_AT_FIELD 0 /* 2: enum robotsc_line_field */
#define LABEL_AT_MORE 2  /* 2: values beyond two; if any, all follow the name, a size before each */
#define LABEL_AT_NAME 4  /* offset in the data */
#define LABEL_AT_SIZE 8  /* octets of the name */
#define LABEL_VALUES 8   /* most values */

#define EXT_RECORD 16
#define RECORD_AT_FIELD 0 /* enum robotsc_line_field, below RECORD_FIELDS */
#define RECORD_AT_LINE 4
#define RECORD_AT_DATA 8  /* offset in the data; ends where the next record's data begin */
#define RECORD_AT_NAME 12 /* octets of the name */
#define RECORD_FIELDS 16

/* Data of a record: numbers (only of Crawl-delay, Request-rate and Visit-time), the name, the
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
