/* lint_words.h - what the words, the characters and the values of a line say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_WORDS_H
#define ROBOTSC_LINT_WORDS_H

#include "linter.h"

/* ---- lint_agents.c: names of robots ---- */

/* True for the name of a known crawler. */
bool robotsc__lint_is_name(struct span token);

/* True if names of known crawlers stand in the rest of a User-agent line, parted by white space or
 * one of ",;|/&".  alone: out, true if there is nothing else; may be NULL.  Cost O(length). */
bool robotsc__lint_names(struct span rest, bool *alone);

/* The robots of a maker whose name is no robot's, or NULL. */
const char *robotsc__lint_of_maker(struct span token);

/* The crawler whose name a product token is like, although no robot has that token; or NULL. */
const char *robotsc__lint_near_name(struct span token);

/* True for a crawler for whom the groups of "*" do not hold. */
bool robotsc__lint_ignores_star(struct span token);

/* ---- lint_hidden.c: characters that nobody sees, or takes for others ---- */

#define HIDDEN_LOOKS 16 /* for one line: each takes the line's whole length */

struct hidden {
	const uint8_t *at;
	size_t len;
	uint32_t code;
	const char *name; /* "no-break space" */
	const char *put;  /* what is meant in its place; NULL: it is not known */
};

/* Find the first such character of a line, from an octet on.  Not in comments; in a path, only one
 * that a URL is hardly to have; in a line without a field, only if there would be one without such
 * characters.  end: of the text.  Cost O(length). */
bool robotsc__lint_hidden(const struct line *line, const uint8_t *end, const uint8_t *from, struct hidden *out);

/* True if a value begins with such a character. */
bool robotsc__lint_begins_hidden(struct span value);

/* ---- lint_inside.c: a field in the value of another, as "Disallow: /a Allow: /b" has it ---- */

/* Where a line should break before a field. */
struct inside {
	const uint8_t *from;  /* what parts it from the value before, as " ", ";", "\\n", "<br>" */
	const uint8_t *field; /* where it begins */
	const uint8_t *value; /* after its ':' */
	const char *name;     /* the field */
};

/* Find the first field in a text from an octet on.  Cost O(len). */
bool robotsc__lint_inside(struct span text, const uint8_t *at, struct inside *out);

/* The part of a line in which another field is an accident, if there is one.  False for Comment
 * and for fields that are not known. */
bool robotsc__lint_inside_part(const struct line *line, struct span *part);

/* The end of a text, without what parts it from the next field. */
const uint8_t *robotsc__lint_before_parting(struct span text);

/* ---- lint_rootless.c: what a pattern that does not begin with '/' was meant to be ---- */

/* What to say of such a pattern, and what to write: octets at both ends are removed, and a text
 * takes the place of the first ones. */
struct rootless {
	const char *said;        /* or NULL */
	const char *label, *put; /* of the fix; NULL: it is not known */
	size_t begin, end;       /* octets that go */
	bool slashes;            /* each '\' becomes '/' */
};

/* Cost O(length).  The hosts are those that the text names for itself. */
struct rootless robotsc__lint_rootless(const struct linter *l, struct span value);

/* Find the hosts that Sitemap and Host lines name.  Cost O(len). */
void robotsc__lint_learn_hosts(struct linter *l);

/* ---- lint_text.c: words and octets that authors get wrong ---- */

/* The field that a word may have been meant to be, at most two letters away, or NULL. */
const char *robotsc__lint_meant(struct span word);

/* True if URLs have this octet of a pattern only as an escape.  Control octets do not count. */
bool robotsc__lint_is_unescaped(uint8_t octet);

/* Where a pattern holds what only regular expressions have: '^' in front, '\d', '[0-9]', '(a|b)'.
 * Returns its length if it holds none. */
size_t robotsc__lint_regex(struct span pattern);

/* ---- lint_values.c: what stands in values, and what should ---- */

/* An entity of HTML, and what it means in a URL; NULL: that is not known. */
struct entity {
	const uint8_t *at;
	size_t len;
	const char *meant;
};

/* Find the first entity of a value from an octet on.  Cost O(length). */
bool robotsc__lint_entity(struct span value, const uint8_t *from, struct entity *out);

/* Report what robots do not read so.  No memory: failed is set. */
void robotsc__lint_values(struct linter *l, const struct line *line);

/* What to write in the place of a value that says nothing, or NULL. */
const char *robotsc__lint_example(const struct line *line);

#endif
