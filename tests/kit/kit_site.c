/* kit_site.c - see kit_site.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_site.h"

#include <stdlib.h>
#include <string.h>

/* A text of groups for some robots, with rules that the URLs of tests/hosts/snapshot/ meet. */
static size_t write_text(char text[KIT_SITE_TEXT], uint64_t *state)
{
	static const char *const robots[] = {"*", "*", "ExampleBot", "a-bot", "bot", "c-bot"};
	static const char *const rules[] = {"/",      "/a",       "/x?y", "/private", "/private/open$",
	                                    "/b%2Fc", "/*.html$", "/*?",  "/info",    ""};
	size_t n = 0;
	for (size_t groups = product_below(state, 4); groups > 0; groups--) {
		n += (size_t)sprintf(text + n, "User-agent: %s\n", robots[product_below(state, 6)]);
		for (size_t lines = product_below(state, 4); lines > 0; lines--)
			n += (size_t)sprintf(text + n, "%s: %s\n", product_below(state, 3) ? "Disallow" : "Allow",
			                     rules[product_below(state, 10)]);
	}
	return n;
}

static void compile(struct kit_site *site, size_t i, const char *text, size_t len)
{
	const struct snapshot_plan *plan = &site->plan;
	struct robotsc_options options;
	robotsc_options_init(&options);
	options.dialect = plan->dialect;
	options.strict_fields = (plan->settings & 1) != 0;
	options.conner2_rest_deny = (plan->settings & 2) != 0;
	options.extensions = (plan->settings & 4) != 0;
	options.aipref_rule = (plan->settings & 8) != 0;
	options.agents = plan->agents;
	options.nagents = plan->nagents;
	if (product_open_with(&site->blobs[i], &options, text, len) != ROBOTSC_OK)
		exit(1);
	site->files[i] = oracle_parse(&(struct oracle_options){.dialect = (enum oracle_dialect)plan->dialect,
	                                                       .strict_fields = options.strict_fields,
	                                                       .rest_deny = options.conner2_rest_deny,
	                                                       .usage_rules = options.aipref_rule},
	                              text, len);
}

void kit_site_make(struct kit_site *site, uint64_t *state)
{
	for (size_t i = 0; i < site->plan.nblobs; i++) {
		char text[KIT_SITE_TEXT];
		const size_t len = write_text(text, state);
		compile(site, i, text, len);
		site->plan.blobs[i] = (struct maker_blob){site->blobs[i].bytes, site->blobs[i].len};
	}
	kit_site_write(site);
}

void kit_site_write(struct kit_site *site)
{
	site->len = snapshot_write(&site->plan, site->bytes, &site->map);
}

void kit_site_free(struct kit_site *site)
{
	for (size_t i = 0; i < site->plan.nblobs; i++) {
		product_close(&site->blobs[i]);
		oracle_free_file(site->files[i]);
	}
}

/* ---- lines ----------------------------------------------------------------------- */

void kit_put_snapshot(struct kit *k, const char *name, const uint8_t *bytes, size_t len)
{
	kit_word(k, "snapshot");
	kit_name(k, name);
	kit_base64(k, bytes, len);
	kit_end(k);
}

static void put_root(struct kit *k, const uint8_t *root)
{
	char digits[2 * SECOND_DIGEST + 1];
	for (size_t i = 0; i < SECOND_DIGEST; i++)
		sprintf(digits + 2 * i, "%02x", root[i]);
	kit_name(k, digits);
}

void kit_put_open(struct kit *k, const char *status, enum second_trust trust, const uint8_t *root, const struct decode_text *tokens,
                  size_t n)
{
	static const char *const levels[] = {"known", "intact", "forged"};
	kit_word(k, "open");
	kit_name(k, status);
	kit_name(k, levels[trust]);
	if (root)
		put_root(k, root);
	else
		kit_none(k);
	for (size_t i = 0; i < n; i++)
		kit_text(k, tokens[i].at, tokens[i].len);
	kit_end(k);
}

void kit_put_find(struct kit *k, const char *status, const char *url, size_t len, const struct second_entry *e)
{
	kit_word(k, "find");
	kit_name(k, status);
	kit_text(k, url, len);
	if (strcmp(status, "ok") == 0) {
		kit_text(k, e->origin, e->origin_len);
		const uint64_t numbers[] = {e->fetched, e->expires, e->since,   e->length, e->digest,    e->status,
		                            e->end,     e->profile, e->outcome, e->row,    e->flags & 1, e->flags >> 1 & 1};
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
			kit_unsigned(k, numbers[i]);
	}
	kit_end(k);
}

void kit_put_check(struct kit *k, const char *status, int verdict, const char *selected, const char *url, size_t len)
{
	kit_word(k, "check");
	kit_name(k, status);
	if (strcmp(status, "ok") == 0) {
		kit_number(k, verdict);
		kit_name(k, selected);
	} else {
		kit_none(k);
		kit_none(k);
	}
	kit_text(k, url, len);
	kit_end(k);
}

void kit_put_domain(struct kit *k, const struct kit_second *second, const char *domain, size_t len)
{
	static struct second_entry found[MAKER_ENTRIES];
	uint8_t key[SECOND_KEY_MAX], of[SECOND_KEY_MAX];
	struct second_entry e;
	enum second_answer answer;
	const size_t of_len = second_domain_key(domain, len, of);
	uint64_t at = 0;
	size_t n = 0;
	while ((answer = second_next(&second->s, &at, &e)) == SECOND_OK)
		if (len == 0 || second_in_domain(key, second_key(e.origin, e.origin_len, key), of, of_len))
			found[n++] = e;
	kit_word(k, "domain");
	kit_name(k, answer == SECOND_UNKNOWN ? "ok" : "damaged");
	kit_text(k, domain, len);
	kit_unsigned(k, n);
	for (size_t i = 0; i < n; i++)
		kit_text(k, found[i].origin, found[i].origin_len);
	kit_end(k);
}
