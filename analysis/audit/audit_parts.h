/* audit_parts.h - the parts of an audit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUDIT_PARTS_H
#define ROBOTSC_AUDIT_PARTS_H

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <sys/socket.h> /* FreeBSD defines AF_INET in it */
#endif
#include <stdbool.h>

#include "log_format.h"
#include "robotsc/audit.h"
#include "robotsc/extensions.h"
#include "support/arena.h"

#define AUDIT_DIALECTS 8 /* or fewer */
#define AUDIT_ADDRESS 16 /* octets */

/* Addresses of IPv6, from the first to the last; those of IPv4 are mapped into it. */
struct audit_range {
	uint8_t first[AUDIT_ADDRESS], last[AUDIT_ADDRESS];
};

/* A robot that has a row if the logs have requests of it. */
struct audit_name {
	struct robotsc_text token;
	const struct robotsc_crawler *crawler; /* or NULL */
	bool named;                            /* by a file, or by the agents of the hosts */
	bool spelled;                          /* the token is spelled as in a file */
	enum robotsc_dialect dialect;
	/* Whose groups it obeys: its own token, then those of its family. */
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	size_t ntokens;
	struct audit_range *ranges; /* sorted, with gaps between them */
	size_t nranges;
};

/* Finds an item by its token, in any case of letters.  The token is the item's first member. */
struct audit_index {
	uint32_t *table; /* by token: the index of its item plus 1, or 0 */
	size_t mask;     /* of the table */
	size_t size;     /* octets of an item */
	uint64_t key;    /* of the hash */
};

/* The names, and how to find them in a User-Agent header.  The last one stands for all others. */
struct audit_names {
	struct audit_name *at;
	size_t n, room; /* n: with that of all others */
	struct audit_index index;
	void *bytes; /* a blob with all names */
	size_t len;
	struct robotsc_blob blob;
};

/* What a file says to a robot. */
struct audit_rules {
	struct robotsc_group group;
	uint32_t delay; /* milliseconds */
};

/* A file, compiled in the dialects of the names. */
struct audit_policy {
	void *bytes[AUDIT_DIALECTS];
	size_t len[AUDIT_DIALECTS];
	struct robotsc_blob blobs[AUDIT_DIALECTS];
	struct robotsc_extensions extensions[AUDIT_DIALECTS];
	struct audit_rules *rules; /* by name */
};

/* An example that waits: the lines of many examples are found in one reading of their file. */
struct audit_unexplained {
	struct robotsc_audit_example *example;
	uint32_t name;
	struct robotsc_text url;
};

struct audit_waiting {
	struct arena arena; /* of all below */
	struct audit_unexplained *at;
	size_t n, room, octets; /* octets: of the URLs */
};

/* The products that robots counted as "all others" call themselves. */
struct audit_others {
	struct robotsc_audit_other *at;
	size_t n, room;
	struct audit_index index;
	uint64_t left_out;
};

struct audit_row;

struct robotsc_audit {
	struct robotsc_audit_question question;
	struct robotsc_options options;
	struct log_format format;
	struct arena arena;
	struct audit_names names;
	struct audit_policy *policies;
	struct audit_row **rows; /* by name; NULL: not seen */
	struct audit_others others;
	struct audit_waiting waiting;
	struct arena answering; /* memory of the answer, until the next answer */
	uint64_t work;          /* work that may still be spent on finding lines of examples */
	struct robotsc_audit_answer answer;
	uint64_t lines, unread, too_long, first_unread;
	int64_t first, last;
};

/* Of struct audit_event. */
enum audit_flag {
	AUDIT_FETCH = 1,  /* a GET request for robots.txt */
	AUDIT_ROBOTS = 2, /* any request for it */
	AUDIT_NEWLY = 4,  /* disallowed, but allowed by the file before */
	AUDIT_DATED = 8   /* it is known which file was served */
};

/* A request that was read. */
struct audit_event {
	int64_t time; /* or ROBOTSC_AUDIT_NO_TIME */
	uint64_t octets;
	uint32_t name; /* index */
	uint32_t file; /* that judged it */
	uint16_t status;
	uint8_t verdict, reason, flags;
	uint8_t from;                  /* enum robotsc_audit_address */
	bool is_path;                  /* the target is a path, not a URL */
	uint32_t target, target_len;   /* in the text of the lines; only if disallowed */
	uint32_t address, address_len; /* the same */
	uint32_t product, product_len; /* of all others: what the robot calls itself */
	struct robotsc_text origin;    /* of hosts */
};

/* A request to one of many hosts. */
struct audit_asked {
	struct robotsc_text target;             /* as it was asked for */
	struct robotsc_text scheme, host, port; /* as the log has them; may be empty */
	struct robotsc_text header;             /* the User-Agent field */
	char *url;                              /* room for all of these, and AUDIT_URL_ROOM more */
};
#define AUDIT_URL_ROOM 32

/* Find the names: those of the list and those of the files, which have been compiled. */
enum robotsc_status robotsc__audit_names(struct robotsc_audit *audit);
/* The place of a token in an index: where its item is, or where it would be. */
uint32_t *robotsc__audit_place(const struct audit_index *index, const void *items, struct robotsc_text token);
/* Make room for one more than n items of size octets.  False: there is no memory. */
bool robotsc__audit_enlarge(struct arena *arena, struct audit_index *index, const void *items, size_t n, size_t size);
/* The index of a name that a User-Agent header has. */
uint32_t robotsc__audit_name_in(const struct audit_names *names, struct robotsc_text header);

/* Read an address.  An address of IPv4 is mapped into IPv6, ::ffff:192.0.2.1.  Returns how many
 * bits the mapping puts before it (IPv6: 0); -1: the text is no address. */
int robotsc__audit_read_address(struct robotsc_text text, uint8_t out[AUDIT_ADDRESS]);
/* Add the addresses of a file to those of a name.  Errors: NOMEM; ARGUMENT: there are none. */
enum robotsc_status robotsc__audit_ranges(struct robotsc_audit *audit, struct audit_name *name, struct robotsc_text json);
/* Whether a name's ranges have an address. */
enum robotsc_audit_address robotsc__audit_address(const struct audit_name *name, struct robotsc_text address);

/* Compile the files in the dialect of the options, to find their names; then in all dialects that
 * the names have, and select their groups. */
enum robotsc_status robotsc__audit_compile(struct robotsc_audit *audit);
enum robotsc_status robotsc__audit_select(struct robotsc_audit *audit);
void robotsc__audit_free_policies(struct robotsc_audit *audit);

/* Find the file that was served at the time of a request: sets file and AUDIT_DATED, or verdict and
 * reason. */
void robotsc__audit_date(const struct robotsc_audit *audit, struct audit_event *event);
/* Judge a target by the event's file: sets verdict, reason and AUDIT_NEWLY. */
void robotsc__audit_judge(const struct robotsc_audit *audit, struct robotsc_text target, struct audit_event *event);

/* Select a group without rules: for a robot that ignores "*", and that no group names. */
enum robotsc_status robotsc__audit_allow_all(enum robotsc_dialect dialect, struct robotsc_group *group);

/* Look at the hosts of the question, and take their dialect. */
enum robotsc_status robotsc__audit_open_hosts(struct robotsc_audit *audit);
/* Judge a request by the policy of its origin.  Errors: those of the hosts. */
enum robotsc_status robotsc__audit_judge_host(const struct robotsc_audit *audit, const struct audit_asked *asked,
                                              struct audit_event *event);

/* The requests that were read from lines; *text: the octets that they refer to. */
const struct audit_event *robotsc__audit_events(const struct robotsc_audit_lines *lines, size_t *n, const char **text);
/* Add the counts of lines to the counts of audit. */
void robotsc__audit_add_lines(struct robotsc_audit *audit, const struct robotsc_audit_lines *lines);

/* ---- rows, and what is counted in them ---- */

/* What the last answer to a fetch of robots.txt means. */
enum audit_access {
	AUDIT_RULES, /* the rules of the file hold, as before the first fetch */
	AUDIT_OPEN,
	AUDIT_CLOSED
};

struct audit_row {
	struct robotsc_audit_row row; /* changes and examples are below */
	struct robotsc_audit_change *changes;
	struct robotsc_audit_example *examples; /* room for all */
	uint64_t *gaps;                         /* by whole seconds; the last: all longer ones */
	int64_t latest;                         /* latest time so far; or ROBOTSC_AUDIT_NO_TIME */
	enum audit_access access;
	int64_t answered; /* time of that last answer; or ROBOTSC_AUDIT_NO_TIME */
	bool copied;      /* robots.txt was fetched with success */
	int64_t copy;     /* when that was */
	bool failing;     /* robots.txt could not be fetched since then */
	int64_t since;    /* when that began */
};

/* Keep a disallowed request, unless there are enough examples, or one has its target.  Errors:
 * NOMEM. */
enum robotsc_status robotsc__audit_keep_example(struct robotsc_audit *audit, struct audit_row *row, const struct audit_event *event,
                                                const char *text);

/* The name that a robot gives itself in a header: the first product that no browser has, at most
 * AUDIT_PRODUCT octets; empty: there is none. */
#define AUDIT_PRODUCT ((size_t)64)
struct robotsc_text robotsc__audit_product(struct robotsc_text header);
/* Count a request of all others by its product, and list the most frequent products.  Errors:
 * NOMEM. */
enum robotsc_status robotsc__audit_count_other(struct robotsc_audit *audit, const struct audit_event *event, const char *text);
enum robotsc_status robotsc__audit_answer_others(struct robotsc_audit *audit, struct robotsc_audit_answer *answer);

/* Find the deciding lines of the examples that wait, until the audit's work is used up.  Errors:
 * NOMEM. */
#define AUDIT_WORK ((uint64_t)100000000) /* a second or two for all examples */
enum robotsc_status robotsc__audit_explain(struct robotsc_audit *audit);

#endif
