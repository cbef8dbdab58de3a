/* snapshot_files.h - snapshots on the command line: a file, or a folder of shards.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_FILES_H
#define ROBOTSC_SNAPSHOT_FILES_H

#include "cli/cli_settings.h"
#include "robotsc/snapshot_make.h"

/* A snapshot.  All 0 at the beginning. */
struct cli_snapshot_files {
	const char *name;
	struct robotsc_snapshot *shards; /* opened; a file has one */
	size_t n;
	bool is_folder;
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];    /* of the file, or the digest of the manifest */
	uint64_t manifest_time, manifest_spare; /* of a folder; docs/snapshot.md, "Shards" */
	struct robotsc_store_settings settings;
	struct robotsc_text *agents; /* of these */
	struct cli_mapped {
		void *bytes;
		size_t len;
		bool preloaded;
		uint64_t *used;
	} * files;
};

/* Open a file or a folder, with the --trust, --root and --preload of the settings.  0, or
 * CLI_TROUBLE after a message. */
int cli_snapshot_open(struct cli_snapshot_files *f, const struct cli_settings *s, const char *name);
void cli_snapshot_close(struct cli_snapshot_files *f);

/* Compile texts as the snapshot says.  0, or CLI_TROUBLE after a message: options say it too. */
int cli_snapshot_options(const struct cli_snapshot_files *f, const struct cli_settings *s, struct robotsc_options *options);

/* Tell the system that it may take back the memory that mapped files had so far. */
void cli_snapshot_rest(const struct cli_snapshot_files *f);

/* The host of a domain as origins have it, in host.  0, or CLI_TROUBLE after a message. */
int cli_take_domain(const char *domain, char host[ROBOTSC_ORIGIN_MAX], size_t *len);

/* Choose the robot that is asked about; the tokens are borrowed.  0, or CLI_TROUBLE after a
 * message. */
int cli_snapshot_choose(struct cli_snapshot_files *f, const struct cli_settings *s, const struct cli_list *tokens);

/* Print why a snapshot cannot be read or made.  Returns CLI_TROUBLE. */
int cli_snapshot_trouble(const char *name, enum robotsc_status status);
int cli_maker_trouble(const char *name, enum robotsc_store_status status);

#endif
