/* collection.c - see collection.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* scandir */
#include "collection.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive_texts.h"
#include "messages.h"
#include "policy.h"

/* Add a member and take over its name.  folder: octets of the name before the key. */
static int add(struct cli_collection *c, struct cli_member member, size_t folder)
{
	if (c->n == c->room) {
		const size_t room = 2 * c->room + 64;
		struct cli_member *p = realloc(c->at, room * sizeof *p);
		if (p) {
			c->at = p;
			c->room = room;
		}
	}
	if (!member.name || c->n == c->room) {
		free(member.name);
		cli_complain("out of memory");
		return -1;
	}
	member.key = member.name + folder;
	c->at[c->n++] = member;
	return 0;
}

/* ---- files and folders ---------------------------------------------------------------- */

/* Cut slashes at the end of a folder's name, so that names of its files have one slash there. */
static void cut_slashes(char *folder)
{
	for (size_t n = strlen(folder); n > 1 && folder[n - 1] == '/'; n--)
		folder[n - 1] = '\0';
}

/* Make "FOLDER/NAME" and a text after it; NULL without memory. */
static char *join(const char *folder, const char *name, const char *more)
{
	const size_t room = strlen(folder) + strlen(name) + strlen(more) + 2;
	char *path = malloc(room);
	if (path)
		snprintf(path, room, "%s/%s%s", folder, name, more);
	return path;
}

/* Add a folder's file of this name; for a folder of this name its robots.txt, if it has one. */
static int add_entry(struct cli_collection *c, const char *folder, const char *name)
{
	struct cli_member m = {.name = join(folder, name, "")};
	struct stat st;
	if (m.name && stat(m.name, &st) == 0 && S_ISDIR(st.st_mode)) {
		free(m.name);
		m.name = join(folder, name, "/robots.txt");
		if (m.name && stat(m.name, &st) < 0 && errno == ENOENT) {
			free(m.name);
			return 0;
		}
	}
	/* Opening a FIFO would wait.  A missing or unreadable file is reported later. */
	if (m.name && stat(m.name, &st) == 0 && !S_ISREG(st.st_mode)) {
		cli_complain("%s: not a regular file; skipped", m.name);
		c->trouble = true;
		free(m.name);
		return 0;
	}
	return add(c, m, strlen(folder) + 1);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int by_octets(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int add_folder(struct cli_collection *c, const char *folder)
{
	struct dirent **entries;
	const int n = scandir(folder, &entries, is_visible, by_octets);
	const size_t before = c->n;
	int result = 0;
	if (n < 0) {
		cli_complain("%s: cannot read: %s", folder, strerror(errno));
		c->trouble = true;
		return 0;
	}
	for (int i = 0; i < n; i++) {
		result = result < 0 ? result : add_entry(c, folder, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	if (result == 0 && c->n == before) {
		cli_complain("%s: there is no file in this folder", folder);
		c->trouble = true;
	}
	return result;
}

static int add_files(struct cli_collection *c, char **operands, size_t n)
{
	int result = 0;
	c->many = n > 1;
	for (size_t i = 0; i < n && result == 0; i++) {
		struct stat st;
		if (strcmp(operands[i], "-") != 0 && stat(operands[i], &st) == 0 && S_ISDIR(st.st_mode)) {
			c->many = true;
			cut_slashes(operands[i]);
			result = add_folder(c, operands[i]);
		} else {
			result = add(c, (struct cli_member){.name = strdup(operands[i])}, 0);
		}
	}
	return result;
}

/* ---- texts ---------------------------------------------------------------------------- */

/* The order of members: by key, then by time, then by place. */
static int in_order(const void *a, const void *b)
{
	const struct cli_member *const x = a, *const y = b;
	const int keys = strcmp(x->key, y->key);
	if (keys)
		return keys;
	return x->date != y->date ? (x->date > y->date) - (x->date < y->date) : (x->at > y->at) - (x->at < y->at);
}

void cli_collection_sort(struct cli_collection *c)
{
	if (c->n)
		qsort(c->at, c->n, sizeof *c->at, in_order);
}

/* Keep of members with the same key only the last one. */
static void keep_latest(struct cli_collection *c)
{
	size_t kept = 0;
	for (size_t i = 0; i < c->n; i++)
		if (i + 1 < c->n && strcmp(c->at[i].key, c->at[i + 1].key) == 0)
			free(c->at[i].name);
		else
			c->at[kept++] = c->at[i];
	c->n = kept;
}

/* Open a temporary file that has no name. */
static FILE *open_temporary(void)
{
	const char *const given = getenv("TMPDIR"), *const folder = given && *given ? given : "/tmp";
	char name[4096];
	FILE *file = NULL;
	int fd;
	snprintf(name, sizeof name, "%s/robotsc.XXXXXX", folder);
	fd = mkstemp(name);
	if (fd >= 0) {
		unlink(name);
		file = fdopen(fd, "w+");
	}
	if (!file)
		cli_complain("cannot make a temporary file in %s: %s; set TMPDIR to another folder", folder, strerror(errno));
	return file;
}

/* Keep the text of a URL. */
static int keep_text(void *ctx, struct robotsc_text url, int64_t date, struct robotsc_text text)
{
	struct cli_collection *const c = ctx;
	const uint64_t at = c->n ? c->at[c->n - 1].at + c->at[c->n - 1].len : 0;
	if (fwrite(text.at, 1, text.len, c->texts) < text.len) {
		cli_complain("cannot write a temporary file: %s; set TMPDIR to a folder with more room", strerror(errno));
		return -1;
	}
	return add(c, (struct cli_member){.name = strndup(url.at, url.len), .date = date, .at = at, .len = text.len}, 0);
}

static int add_texts(struct cli_collection *c, const struct cli_settings *s, char **operands, size_t n)
{
	c->many = true;
	c->texts = open_temporary();
	if (!c->texts)
		return -1;
	if (cli_read_archives(s, operands, n, CLI_TEXTS_OWN, keep_text, c, &c->trouble) != 0)
		return -1;
	if (c->n == 0 && !c->trouble) {
		cli_complain("%s%s: there is no robots.txt in it", operands[0], n > 1 ? " and others" : "");
		c->trouble = true;
	}
	cli_collection_sort(c);
	keep_latest(c);
	return 0;
}

static int read_text(const struct cli_collection *c, const struct cli_member *m, struct cli_file *file)
{
	*file = (struct cli_file){.name = m->name, .bytes = malloc(m->len + 1)};
	if (!file->bytes) {
		cli_complain("%s: out of memory", m->name);
		return -1;
	}
	if (fseeko(c->texts, (off_t)m->at, SEEK_SET) == 0 && fread(file->bytes, 1, m->len, c->texts) == m->len) {
		file->len = m->len;
		return 0;
	}
	cli_complain("%s: cannot read the temporary file: %s", m->name, strerror(errno));
	free(file->bytes);
	file->bytes = NULL;
	return -1;
}

/* ---- both ----------------------------------------------------------------------------- */

int cli_collection_open(const struct cli_settings *s, char **operands, size_t n, struct cli_collection *c)
{
	*c = (struct cli_collection){.label = operands[0]};
	return s->warc ? add_texts(c, s, operands, n) : add_files(c, operands, n);
}

int cli_collection_read(const struct cli_collection *c, size_t i, size_t limit, struct cli_file *file)
{
	if (c->texts)
		return read_text(c, &c->at[i], file);
	if (cli_read_file(c->at[i].name, limit, file) < 0)
		return -1;
	cli_warn_empty(c->at[i].name, file);
	return 0;
}

int cli_collection_judge(const struct cli_settings *s, struct cli_collection *c, const struct cli_file *file, size_t limit)
{
	if (c->many) {
		c->strange += !file->is_blob && cli_content(file->bytes, file->len);
		c->cut += cli_is_cut(file, limit);
		return 0;
	}
	if (cli_refuse_content(s, file) < 0)
		return -1;
	cli_warn_cut(file, limit);
	return 0;
}

void cli_collection_close(struct cli_collection *c)
{
	if (c->cut)
		cli_complain("%s: warning: %lu of %zu files are longer than the limit; 'robotsc lint' says where they are cut, and "
		             "--limit raises that",
		             c->label, c->cut, c->n);
	if (c->strange)
		cli_complain("%s: warning: %lu of %zu files are no robots.txt; 'robotsc lint' says what they look like", c->label,
		             c->strange, c->n);
	for (size_t i = 0; i < c->n; i++)
		free(c->at[i].name);
	free(c->at);
	if (c->texts)
		fclose(c->texts);
}
