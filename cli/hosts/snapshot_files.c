/* snapshot_files.c - see snapshot_files.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_files.h"

#include <errno.h>
#include <string.h>

#include "cli/agent.h"
#include "cli/messages.h"

/* ---- messages ------------------------------------------------------------------------- */

static const char *why_not(enum robotsc_status status)
{
	switch (status) {
	case ROBOTSC_ERR_TRUNCATED:
		return "the snapshot is cut off";
	case ROBOTSC_ERR_MAGIC:
		return "not a snapshot; 'robotsc snapshot make' makes one";
	case ROBOTSC_ERR_VERSION:
		return "a snapshot of another format version";
	case ROBOTSC_ERR_CHECKSUM:
		return "the snapshot is damaged, or has another root";
	case ROBOTSC_ERR_ARGUMENT:
		return "--trust=known needs --root=HEX";
	case ROBOTSC_ERR_NOMEM:
		return "out of memory";
	default:
		return "the snapshot is damaged; 'robotsc snapshot verify' lists what is wrong";
	}
}

int cli_snapshot_trouble(const char *name, enum robotsc_status status)
{
	return cli_complain("%s: %s", name, why_not(status));
}

int cli_maker_trouble(const char *name, enum robotsc_store_status status)
{
	const int error = errno;
	switch (status) {
	case ROBOTSC_STORE_DAMAGED:
		return cli_complain("%s: %s", name, why_not(ROBOTSC_ERR_CORRUPT));
	case ROBOTSC_STORE_SYSTEM:
		return cli_complain("%s: cannot write: %s", name, strerror(error));
	case ROBOTSC_STORE_READONLY:
		return cli_complain("%s: cannot write: the file system is read-only", name);
	case ROBOTSC_STORE_BLOB:
		return cli_complain("%s: a policy of the input is no valid blob for these settings", name);
	case ROBOTSC_STORE_SPACE:
		return cli_complain("%s: no space left on the disk; what was there before is still there", name);
	case ROBOTSC_STORE_ARGUMENT:
		return cli_complain("%s: too many agents, or too many origins for one file", name);
	default:
		return cli_complain("%s: %s", name, robotsc_store_strerror(status));
	}
}

/* Print why a file cannot be loaded: 32-bit programs map 2 GB, and users may have a limit. */
static int load_trouble(const char *path, int error)
{
	if (error == ENOMEM || error == EOVERFLOW)
		return cli_complain("%s: too large to map or read as a whole here; 'snapshot make --shards=N' makes it of parts",
		                    path);
	return cli_complain("%s: cannot read: %s", path, strerror(error));
}

/* Print why a snapshot cannot be opened. */
static int files_trouble(const char *name, enum robotsc_files_fault fault, const struct robotsc_files_trouble *trouble)
{
	switch (fault) {
	case ROBOTSC_FILES_UNREAD:
		return load_trouble(strlen(name) < sizeof trouble->path ? trouble->path : name, trouble->error);
	case ROBOTSC_FILES_IRREGULAR:
		return cli_snapshot_trouble(trouble->path, ROBOTSC_ERR_TRUNCATED);
	case ROBOTSC_FILES_REFUSED:
	case ROBOTSC_FILES_ROOT:
		return cli_snapshot_trouble(trouble->path, trouble->status);
	case ROBOTSC_FILES_NAME:
		return cli_complain("%s: the name is too long", name);
	case ROBOTSC_FILES_NO_MANIFEST:
		return cli_complain("%s: no manifest of a snapshot; a store is read with --store", name);
	case ROBOTSC_FILES_MANIFEST:
		return cli_complain("%s: %s", trouble->path,
		                    trouble->status == ROBOTSC_ERR_VERSION ? "of another format version; make the snapshot again"
		                                                           : "damaged; copy the snapshot, or make it, again");
	case ROBOTSC_FILES_MANIFEST_ROOT:
		return cli_snapshot_trouble(name, ROBOTSC_ERR_CHECKSUM);
	case ROBOTSC_FILES_NO_SHARD:
		return cli_complain("%s: a shard that the manifest names is not there", name);
	case ROBOTSC_FILES_SHARD:
		return cli_snapshot_trouble(trouble->path, ROBOTSC_ERR_CORRUPT);
	case ROBOTSC_FILES_SETTINGS:
		return cli_complain("%s: damaged: shards 0 and %lu differ in their %s", name, (unsigned long)trouble->shard,
		                    trouble->setting);
	default:
		return cli_complain("out of memory");
	}
}

/* ---- roots ------------------------------------------------------------------------------- */

/* Read the digits of --root.  0, or CLI_TROUBLE after a message. */
static int take_root(const struct cli_settings *s, uint8_t root[ROBOTSC_SNAPSHOT_ROOT])
{
	static const char digits[] = "0123456789abcdef";
	const char *const hex = s->snapshot.root;
	if (strlen(hex) == 2 * ROBOTSC_SNAPSHOT_ROOT && strspn(hex, digits) == 2 * ROBOTSC_SNAPSHOT_ROOT) {
		for (size_t i = 0; i < ROBOTSC_SNAPSHOT_ROOT; i++)
			root[i] = (uint8_t)((strchr(digits, hex[2 * i]) - digits) * 16 + (strchr(digits, hex[2 * i + 1]) - digits));
		return 0;
	}
	return cli_complain("--root takes 64 hexadecimal digits, as 'robotsc snapshot stat' prints them");
}

/* ---- all of it ---------------------------------------------------------------------------- */

int cli_snapshot_open(struct robotsc_snapshot_files *f, const struct cli_settings *s, const char *name)
{
	struct robotsc_files_options options = {.trust = (enum robotsc_trust)s->snapshot.trust, .preload = s->snapshot.preload};
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
	struct robotsc_files_trouble trouble;
	enum robotsc_files_fault fault;
	if (options.trust == ROBOTSC_TRUST_KNOWN && !s->snapshot.root)
		return cli_complain("%s", why_not(ROBOTSC_ERR_ARGUMENT));
	if (s->snapshot.root && take_root(s, root) != 0)
		return CLI_TROUBLE;
	if (s->snapshot.root)
		options.root = root;
	fault = robotsc_snapshot_files_open(f, name, &options, &trouble);
	return fault == ROBOTSC_FILES_OPEN ? 0 : files_trouble(name, fault, &trouble);
}

int cli_snapshot_choose(struct robotsc_snapshot_files *f, const struct cli_list *tokens)
{
	const enum robotsc_status status = robotsc_snapshot_files_choose(f, tokens->at, tokens->n, f->shards);
	if (status == ROBOTSC_ERR_AGENT)
		return cli_refuse_agent(f->name, &f->settings, "make it again from a store that has others");
	return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(f->name, status);
}

int cli_snapshot_options(const struct robotsc_snapshot_files *f, const struct cli_settings *s, struct robotsc_options *options)
{
	const struct robotsc_store_settings *const made = &f->settings;
	if (s->given[CLI_OPT_DIALECT] || s->given[CLI_OPT_DIALECT_A] || s->given[CLI_OPT_DIALECT_B] || s->given[CLI_OPT_LIMIT] ||
	    s->given[CLI_OPT_STRICT_FIELDS] || s->given[CLI_OPT_AIPREF_RULE] || s->given[CLI_OPT_CONNER2_REST])
		return cli_complain("--dialect, --limit and their like are for files; a snapshot has its own");
	options->dialect = made->dialect;
	options->strict_fields = made->strict_fields != 0;
	options->conner2_rest_deny = made->conner2_rest_deny != 0;
	options->aipref_rule = made->aipref_rule != 0;
	options->limit = made->limit > SIZE_MAX ? SIZE_MAX : (size_t)made->limit;
	return 0;
}

int cli_take_domain(const char *domain, char host[ROBOTSC_ORIGIN_MAX], size_t *len)
{
	char url[ROBOTSC_ORIGIN_MAX];
	const int n = snprintf(url, sizeof url, "ftp://%s", domain);
	if (n >= (int)sizeof url || strcspn(domain, "/?#@") != strlen(domain) || (domain[0] != '[' && strchr(domain, ':')) ||
	    robotsc_origin(url, (size_t)n, host, ROBOTSC_ORIGIN_MAX, len) != ROBOTSC_OK)
		return cli_complain("--domain=%s: not a host; name one as example.com, without scheme, port and path", domain);
	*len -= 6;
	memmove(host, host + 6, *len);
	return 0;
}
