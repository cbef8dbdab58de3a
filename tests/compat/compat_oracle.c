/* compat_oracle.c - the oracle's answers about a set of old files, as VERSION.answers has them.
 *
 *     compat_oracle tests/compat/VERSION.tar
 *
 * It reads the texts of the archive and nothing that the library has made.  A line has a blob or an
 * origin, a product token, what is asked, and the answer: for "selected" how the rules are found,
 * for "verdict" a digit for each URL, for a label the preference of each URL.  An answer is "-"
 * where a blob is for other tokens.  Version 0.1 gave a record between User-agent lines to all
 * robots of the list.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/compat/compat_set.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_records.h"

#define LINES 256

static struct archive set;
static struct compat_text urls[COMPAT_URLS], tokens[16];
static size_t nurls, ntokens;

/* The labels that are asked for where a blob has records. */
static const struct {
	enum oracle_field field;
	const char *name;
} labels[] = {{ORACLE_FIELD_CONTENT_USAGE, "train-ai"}, {ORACLE_FIELD_CONTENT_SIGNAL, "ai-train"}, {ORACLE_FIELD_NOINDEX, "index"}};

static void print_name(struct compat_text what, struct compat_text token, const char *asked)
{
	printf("%.*s\t%.*s\t%s\t", (int)what.len, what.at, (int)token.len, token.at, asked);
}

/* What stands before a URL's path: an origin, for those that begin with '/'. */
static struct compat_text joined(struct compat_text origin, struct compat_text url, char *room, size_t size)
{
	if (url.at[0] != '/' || origin.len == 0)
		return url;
	snprintf(room, size, "%.*s%.*s", (int)origin.len, origin.at, (int)url.len, url.at);
	return (struct compat_text){room, strlen(room)};
}

static void answer_urls(struct compat_text what, struct compat_text token, struct compat_text origin,
                        const struct oracle_policy *policy)
{
	char room[512];

	print_name(what, token, "verdict");
	for (size_t i = 0; i < nurls; i++) {
		const struct compat_text url = joined(origin, urls[i], room, sizeof room);
		putchar('0' + oracle_check(policy, url.at, url.len, NULL));
	}
	putchar('\n');
}

static void answer_labels(struct compat_text what, struct compat_text token, const struct oracle_file *file,
                          const struct oracle_policy *policy)
{
	struct oracle_record *records;

	for (size_t k = 0; k < sizeof labels / sizeof labels[0]; k++) {
		print_name(what, token, labels[k].name);
		for (size_t i = 0; i < nurls; i++)
			putchar('0' + (int)oracle_usage(file, policy, labels[k].field, labels[k].name, urls[i].at, urls[i].len));
		putchar('\n');
	}
	print_name(what, token, "records");
	printf("%zu\n", oracle_records(file, policy, &records));
	free(records);
}

/* All tokens of a text. */
static void answer(struct compat_text what, struct compat_text text_name, const struct oracle_options *options, int partial,
                   struct compat_text origin, int has_records)
{
	const struct compat_text text = compat_member(&set, "texts/", text_name);
	struct oracle_file *file = oracle_parse(options, text.len ? text.at : "", text.len);

	for (size_t t = 0; t < ntokens; t++) {
		const struct oracle_text me = {tokens[t].at, tokens[t].len};
		struct oracle_policy *policy = oracle_select(file, &me, 1);

		print_name(what, tokens[t], "selected");
		if (partial && t > 0) {
			puts("-");
		} else {
			printf("%d\n", (int)oracle_selected_by(policy, NULL));
			answer_urls(what, tokens[t], origin, policy);
			if (has_records)
				answer_labels(what, tokens[t], file, policy);
		}
		oracle_free_policy(policy);
	}
	oracle_free_file(file);
}

static enum oracle_dialect dialect_of(struct compat_text name)
{
	static const char *const names[] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};

	for (unsigned i = 0; i < ORACLE_DIALECTS; i++)
		if (compat_is(name, names[i]))
			return (enum oracle_dialect)i;
	abort();
}

static int in(struct compat_text text, const char *word)
{
	char room[100];

	snprintf(room, sizeof room, "%.*s", (int)text.len, text.at);
	return strstr(room, word) != NULL;
}

int main(int argc, char **argv)
{
	const struct compat_text none = {"", 0};
	struct compat_text lines[LINES], f[4] = {{NULL, 0}};
	size_t n;
	const char *const file = argc == 2 && strrchr(argv[1], '/') ? strrchr(argv[1], '/') + 1 : "";

	if (argc != 2 || !archive_open(&set, argv[1])) {
		fputs("usage: compat_oracle ARCHIVE\n", stderr);
		return 2;
	}
	nurls = compat_lines(&set, "urls", urls, COMPAT_URLS);
	ntokens = compat_lines(&set, "tokens", tokens, 16);
	n = compat_lines(&set, "cases", lines, LINES);
	for (size_t i = 0; i < n && compat_fields(lines[i], f, 4); i++) {
		const struct oracle_options options = {.dialect = dialect_of(f[2]),
		                                       .strict_fields = in(f[3], "strict"),
		                                       .rest_deny = in(f[3], "rest"),
		                                       .usage_rules = in(f[3], "aipref"),
		                                       .records_joined = strcmp(file, "0.1.tar") == 0};

		answer(f[0], f[1], &options, in(f[3], "partial"), none, in(f[0], "-extensions-") || in(f[0], "-aipref-"));
	}
	n = compat_lines(&set, "hosts", lines, LINES);
	for (size_t i = 0; i < n && compat_fields(lines[i], f, 4); i++)
		answer(f[0], f[1], &(struct oracle_options){.dialect = ORACLE_RFC9309}, 0, f[0], 0);
	archive_close(&set);
	return 0;
}
