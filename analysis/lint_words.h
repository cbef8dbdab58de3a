/* lint_words.h - checks of the words, the characters and the values of a line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_WORDS_H
#define ROBOTSC_LINT_WORDS_H

#include "linter.h"

/* ---- lint_agents.c: names of robots ---- */

/* True for the name of a known crawler. */
bool robotsc__lint_is_name(struct span token);

/* True if names of known crawlers stand in the rest of a User-agent line, separated by white space
 * or one of ",;|/&".  *alone: there is nothing but names; alone may be NULL.  Cost O(length). */
bool robotsc__lint_names(struct span rest, bool *alone);

/* If a name is only that of a maker: its robots, as a text; else NULL. */
const char *robotsc__lint_of_maker(struct span token);

/* The crawler whose name is like a token; NULL: there is none, or a robot has the token. */
const char *robotsc__lint_near_name(struct span token);

/* True for a crawler for whom the groups of "*" do not hold. */
bool robotsc__lint_ignores_star(struct span token);

/* ---- lint_hidden.c: characters that nobody sees, or takes for others ---- */

#define HIDDEN_LOOKS 16 /* most looks at a line: each may read the whole line */

struct hidden {
	const uint8_t *at;
	size_t len;
	uint32_t code;
	const char *name; /* "no-break space" */
	const char *put;  /* what to write in its place; NULL: that is not known */
};

/* Find the first hidden character of a line, from an octet on; not in comments.  In a path, only
 * one that URLs hardly have; in a line without a field, only if it would have one without such
 * characters.  end: of the text.  Cost O(length). */
bool robotsc__lint_hidden(const struct line *line, const uint8_t *end, const uint8_t *from, struct hidden *out);

/* True if a value begins with a hidden character. */
bool robotsc__lint_begins_hidden(struct span value);

/* ---- lint_inside.c: a field in the value of another, as "Disallow: /a Allow: /b" has it ---- */

/* A field inside a value, where the line should break. */
struct inside {
	const uint8_t *from;  /* the separator before it, as " ", ";", "\\n", "<br>" */
	const uint8_t *field; /* where it begins */
	const uint8_t *value; /* after its ':' */
	const char *name;     /* the field */
};

/* Find the first field in a text from an octet on.  Cost O(len). */
bool robotsc__lint_inside(struct span text, const uint8_t *at, struct inside *out);

/* The part of a line in which another field is an accident, mostly the value.  False: there is no
 * such part, as in Comment and in most unknown fields. */
bool robotsc__lint_inside_part(const struct line *line, struct span *part);

/* The end of a text, without the separators that end it. */
const uint8_t *robotsc__lint_before_parting(struct span text);

/* ---- lint_rootless.c: what a pattern that does not begin with '/' was meant to be ---- */

/* What to say of such a pattern, and its fix: `put` replaces the first `begin` octets, and the last
 * `end` octets are removed. */
struct rootless {
	const char *said;        /* or NULL */
	const char *label, *put; /* of the fix; NULL: no fix is known */
	size_t begin, end;       /* octets that go */
	bool slashes;            /* each '\' becomes '/' */
};

/* What to say of a value that does not begin with '/'.  It uses l->hosts.  Cost O(length). */
struct rootless robotsc__lint_rootless(const struct linter *l, struct span value);

/* Find the hosts that Sitemap and Host lines name.  Cost O(len). */
void robotsc__lint_learn_hosts(struct linter *l);

/* ---- lint_text.c: words and octets that authors get wrong ---- */

/* The field that a word may be misspelt for, with at most two wrong letters; or NULL. */
const char *robotsc__lint_meant(struct span word);

/* True if URLs have this octet of a pattern only as an escape.  Control octets do not count. */
bool robotsc__lint_is_unescaped(uint8_t octet);

/* The offset of the first thing in a pattern that only regular expressions have: '^' at the
 * beginning, '\d', '[0-9]', '(a|b)'.  Returns the pattern's length if there is none. */
size_t robotsc__lint_regex(struct span pattern);

/* ---- lint_values.c: what stands in values, and what should ---- */

/* An entity of HTML; meant: its character as a URL has it, or NULL: that is not known. */
struct entity {
	const uint8_t *at;
	size_t len;
	const char *meant;
};

/* Find the first entity of a value from an octet on.  Cost O(length). */
bool robotsc__lint_entity(struct span value, const uint8_t *from, struct entity *out);

/* Report parts of a value that robots do not read as they are meant.  No memory: failed is set. */
void robotsc__lint_values(struct linter *l, const struct line *line);

/* What to write in place of a value that says nothing; NULL: nothing is known. */
const char *robotsc__lint_example(const struct line *line);

#endif
