/* machine.h - the common form of DFAs and filters before they are encoded: an automaton with
 * default edges; and the passes that make it.
 *
 * A state has edges, and a default for all other octets: stop with a verdict, continue at another
 * state as if from there (a default edge), stay, or go to a state.  A state may continue the run of
 * its only predecessor.  Such states form a run of literal octets.  If an octet of a run does not
 * match, the walk takes the default edge of the run's first state and reads the run's octets again.
 * docs/formats/blob.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_H
#define ROBOTSC_MACHINE_H

#include <stdbool.h>

#include "automaton/dfa.h"
#include "match/blob_layout.h"
#include "pattern/pattern.h"
#include "support/arena.h"

enum state_flag {
	STATE_SETTLED = 1,   /* the verdict is settled: no node; STATE_E is the verdict */
	STATE_E = 2,         /* DFA: the verdict if the path ends here */
	STATE_CONTINUES = 4, /* continues the run of its predecessor */
	STATE_PREFIX = 8     /* a prefix of the prefix table leads to it */
};

/* A glob of a filter.  The first `known` octets of its text are known to begin the path, and are
 * left out. */
struct machine_glob {
	const uint8_t *text;
	uint32_t len, rank;
	uint8_t known;
};

/* A prefix table: see radix.h. */
#define PREFIXES_MAX 256 /* most prefixes of a prefix table */

struct prefix { /* its octets stand for themselves in every form */
	uint8_t text[PREFIX_MAX], len;
	uint32_t to;   /* the state that it leads to */
	uint32_t back; /* the state that its octets lead to from the prefix table's `back` */
	uint32_t next; /* next prefix of the same bucket, or NO_STATE */
	uint32_t at;   /* while the table is made: octets of the run `to` that the prefix has */
};

struct prefix_table {
	uint32_t n;     /* number of prefixes; 0: there is no prefix table */
	uint32_t state; /* the state whose edges the table replaces: the start */
	/* the state to continue at if no prefix follows; filter: NO_STATE, the walk stops */
	uint32_t back;
	struct prefix *prefixes;
	uint64_t *key;    /* of each prefix: its first octets, which are hashed */
	uint32_t *bucket; /* of each hash value: its first prefix, or NO_STATE */
	/* the hash: how many octets it reads, by slot (0: no prefix); its width and multiplier */
	uint8_t keys[PREFIX_SLOTS];
	unsigned bits, seed;
};

struct machine {
	/* start: after the first '/'.  NO_STATE: a filter without literals that begin the path */
	uint32_t n, start;
	/* DFA: target of the default edges that need no operand; filter: root of the floating
	 * literals; or NO_STATE */
	uint32_t root;
	uint32_t *first;       /* of each state: edges from first.. */
	uint16_t *count;       /* ..their number; in octet order */
	uint8_t *octet;        /* of each edge */
	uint32_t *target;      /* of each edge */
	uint8_t *otherwise;    /* of each state: ELSE_..., but never ELSE_ROOT */
	uint32_t *else_target; /* of each state: for ELSE_DEFAULT and ELSE_GOTO */
	uint8_t *flags;        /* enum state_flag */
	/* of each state that is a whole run: its count[] octets; NULL: no state is a run */
	const uint8_t **run;
	struct prefix_table prefix_table; /* its prefixes, if any, replace the edges of the start */
	uint32_t fallback;                /* the low bit is the verdict where nothing matches */
	/* For filters only, else 0: */
	/* of each state: docs/formats/blob.md, "Marks"; 0: none.  NULL: the machine is a DFA */
	uint32_t *mark;
	uint32_t stop[2], top, alone, first_mark; /* MACHINE_... */
	struct machine_glob *globs;
	uint32_t *literals; /* of each literal: its first glob */
	uint32_t nglobs, nliterals;
	const uint8_t *starts; /* the start table of the floating literals */
};

/* True if a state is a whole run: machine->run. */
static inline bool machine_is_run(const struct machine *m, uint32_t s)
{
	return m->run && m->run[s];
}

/* The number of edges of a state. */
static inline uint32_t machine_edges(const struct machine *m, uint32_t s)
{
	return machine_is_run(m, s) ? 1 : m->count[s];
}

static inline bool machine_is_settled(const struct machine *m, uint32_t s)
{
	return m->flags[s] & STATE_SETTLED;
}

static inline bool machine_is_marked(const struct machine *m, uint32_t s)
{
	return m->mark && m->mark[s];
}

/* True if the prefix table replaces the state. */
static inline bool machine_is_prefix_table(const struct machine *m, uint32_t s)
{
	return m->prefix_table.n && s == m->start;
}

/* The tables by which a walk passes over octets that keep a DFA in its root.
 * docs/formats/blob.md, "Machines"
 *
 * The scan table holds the octets that leave the root by themselves, the pair table those that
 * leave it only in pairs.
 *
 * In    a machine with a root that stays where it is for all octets but those of its edges.
 * Out   the tables.
 * Cost  O(edges of the root and of the states that they lead to).  Takes no memory. */

/* True if some octets leave the root only in pairs. */
bool robotsc__skip_tables_pairs(const struct machine *m, uint32_t root);

/* Write SCAN_SIZE octets, and PAIR_SIZE more if pairs is set.  slow: the class of octets at which a
 * walk always stops. */
void robotsc__skip_tables_write(const struct machine *m, uint32_t root, uint8_t slow, bool pairs, uint8_t *out);

/* Compress a DFA to a machine by default edges.
 *
 * In    a minimal DFA.
 * Out   a machine with the same states and state numbers.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges * log 256). */
enum robotsc_status robotsc__default_edges_run(struct arena *a, const struct dfa *dfa, struct machine *out);

/* Make a filter of rules that have no small DFA: tries of literals that select globs to try.
 *
 * In    the patterns of a rule set, or some of them.
 * Out   a machine: a trie of the literals that begin the path, a trie of those that float, both
 *       with equal states merged; a table of where a floating literal may begin; the globs.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(octets * log patterns).
 *
 * patterns: those of the rules that this filter holds.  listed: its policy has other machines too,
 * and ranks must compare with theirs. */
enum robotsc_status robotsc__filter_run(struct arena *a, const struct rules *rules, const struct pattern *patterns, uint32_t n,
                                        bool listed, struct machine *out);

/* A machine as the octets that the runtime walks. */
struct octets {
	uint8_t *at;
	uint32_t len;
	uint32_t top; /* highest rank of a filter */
};

/* Encode a machine.  docs/formats/blob.md, "Machines"
 *
 * In    a machine.
 * Out   its header, tables and code, ready for the machines section.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(states + edges).
 *
 * keep: arena of the octets.  form: path form (FORM_...) of the octets on the edges. */
enum robotsc_status robotsc__encode_run(struct arena *a, struct arena *keep, const struct machine *m, uint8_t form,
                                        struct octets *out);

#endif
