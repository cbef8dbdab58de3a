/* decode.h - a second reader of blobs, written from docs/formats/blob.md alone.
 *
 * It includes nothing of the library, unpacks every part of a blob, and is plain rather than fast.
 * Where it differs from the runtime, one of them or the page is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DECODE_H
#define ROBOTSC_DECODE_H

#include <stddef.h>
#include <stdint.h>

/* What is wrong with a blob, in the words of the page's "Opening". */
enum decode_status {
	DECODE_OK,
	DECODE_TRUNCATED,
	DECODE_MAGIC,
	DECODE_VERSION,
	DECODE_CORRUPT,
	DECODE_CHECKSUM
};

/* A target is a verdict, or a node's number plus DECODE_NODE. */
#define DECODE_NODE 2u
#define DECODE_NONE UINT32_MAX

enum decode_else {
	DECODE_ELSE_DISALLOW,
	DECODE_ELSE_ALLOW,
	DECODE_ELSE_ROOT,
	DECODE_ELSE_DEFAULT,
	DECODE_ELSE_SELF,
	DECODE_ELSE_GOTO
};

struct decode_node {
	/* Nodes of the code come first, then the prefix table, as a branch whose targets stand for
	 * hashes, then its prefixes, as runs. */
	uint32_t at, size; /* in octets, in the code; of a prefix, in the prefix table */
	uint8_t head;
	int branch, e, careful;
	int prefix_table, prefix;
	int more;           /* of a prefix: the next one is tried, too */
	unsigned next;      /* of a run: 0 falls, 1 goes, 2 and 3 are verdicts */
	unsigned otherwise; /* enum decode_else */
	int marked;
	uint32_t mark;  /* as in the code */
	uint32_t other; /* target of another octet, or DECODE_NONE; a prefix has its table's */
	uint32_t to;    /* of a run: where it leads */
	uint32_t count;
	const uint8_t *octets;
	uint32_t *targets; /* of a branch */
	uint8_t keys[16];  /* of a prefix table: octets hashed */
	unsigned seed, unit;
	uint32_t state; /* number of the node's first state */
};

/* A glob of a filter. */
struct decode_glob {
	uint32_t at, rank, size; /* at: offset of its fields in the globs */
	const uint8_t *text;
};

struct decode_machine {
	uint32_t at, size; /* in the machines section */
	uint8_t flags;
	int filter, fallback;
	unsigned unit, width;                /* octets of a field, of an int7 */
	const uint8_t *pairs;                /* 48 octets, or NULL */
	const uint8_t *scan;                 /* 16 octets, or NULL */
	const uint8_t *starts;               /* 72 octets, or NULL */
	uint32_t prefix_table_size;          /* octets; 0: there is none */
	uint32_t code;                       /* octets */
	const uint8_t *text;                 /* the code */
	uint32_t root;                       /* node, or DECODE_NONE */
	uint32_t first;                      /* node where the walk begins, or DECODE_NONE */
	uint32_t prefix_table;               /* node, or DECODE_NONE */
	uint32_t stop[2], top, alone, every; /* every: the mark of all paths */
	uint32_t *literals;                  /* first glob of each literal; then nglobs */
	uint32_t nliterals, nglobs, globs_size;
	struct decode_glob *globs;
	struct decode_node *nodes;
	uint32_t ncode, nnodes; /* how many nodes: of the code; with the prefix table, too */
	uint32_t nstates;       /* see decode_step */
	uint32_t *node_of;      /* of each state */
};

struct decode_policy {
	unsigned kind;      /* 0 machine, 1 list, 2 constant */
	uint32_t value;     /* as in the entry */
	uint32_t *machines; /* of a machine or a list: indices */
	uint32_t nmachines;
};

struct decode_name {
	const uint8_t *at;
	uint32_t len;
	uint32_t policy; /* the field */
};

struct decode_section {
	uint32_t type, at, end;
};

struct decode_blob {
	const uint8_t *bytes;
	uint32_t size;
	unsigned major, minor, dialect, form, match, flags;
	struct decode_section *sections;
	uint32_t nsections;
	struct decode_section machines_at, policies_at, agents_at;
	struct decode_machine *machines;
	struct decode_policy *policies;
	struct decode_name *names;
	uint32_t nmachines, npolicies, nnames;
	unsigned agents_unit;
	uint32_t star; /* the field */
};

/* Read a blob, which stays borrowed.  Call decode_close after a refusal, too. */
enum decode_status decode_open(struct decode_blob *b, const uint8_t *bytes, size_t len);
void decode_close(struct decode_blob *b);

/* The page's "Fetch".  Returns 1; 0 if there is none; -1 if it must be refused. */
struct decode_fetch {
	int64_t fetched, expires, since;
	uint64_t length, digest;
	unsigned status, end, profile, outcome, row, revalidate;
};
int decode_fetch(const struct decode_blob *b, struct decode_fetch *f);

uint64_t decode_checksum(const uint8_t *bytes, size_t len);

/* The policy of a robot, plus 1; 0: everything is allowed.  Returns 0 if the blob does not
 * answer. */
struct decode_text {
	const char *at;
	size_t len;
};
int decode_select(const struct decode_blob *b, const struct decode_text *names, size_t n, uint32_t *policy);

/* The entry of the agent index that decides, plus 1; 0: that of "*".  Returns as decode_select. */
int decode_entry(const struct decode_blob *b, const struct decode_text *names, size_t n, uint32_t *entry);

/* Where the path of a URL begins; len if there is none. */
size_t decode_cut(const struct decode_blob *b, const char *url, size_t len);

/* The canonical octets of a path.  out: room for 3 * len + 1.  Returns their number. */
size_t decode_canonical(const struct decode_blob *b, const char *path, size_t len, uint8_t *out);

/* The verdict for a path.  policy: from decode_select. */
int decode_check(const struct decode_blob *b, uint32_t policy, const char *path, size_t len);

/* As decode_check.  steps: out: counts each node that a DFA is in, and of filters the octets of
 * nodes and the instructions of globs that were looked at. */
int decode_check_steps(const struct decode_blob *b, uint32_t policy, const char *path, size_t len, uint64_t *steps);

/* A DFA as an explicit automaton, after the first "/".  States 0 and 1 are verdicts.  Then each
 * branch has a state, and each run one for each of its octets that may be read next.  The walk
 * begins in decode_start. */
#define DECODE_STATES 2u
uint32_t decode_start(const struct decode_machine *m);
uint32_t decode_step(const struct decode_machine *m, uint32_t state, uint8_t octet);

/* True if a glob matches a canonical path of a form. */
int decode_match(const struct decode_glob *glob, unsigned form, const uint8_t *path, size_t len);

/* True if the start table lets a floating literal begin at a place of the path. */
int decode_may_start(const struct decode_machine *m, const uint8_t *path, size_t len, size_t place);

/* The index of the target that a prefix table has for the n octets that follow. */
uint32_t decode_hash(const struct decode_node *prefix_table, const uint8_t *octets, size_t n);

/* The verdict of a DFA if the path ends in a state. */
int decode_end(const struct decode_machine *m, uint32_t state);

/* The node of a state.  position: octets of a run that were read before. */
const struct decode_node *decode_place(const struct decode_machine *m, uint32_t state, uint32_t *position);

#endif
