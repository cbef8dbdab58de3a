/* commands.h - the commands, and functions that they share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMMANDS_H
#define ROBOTSC_COMMANDS_H

#include "module_api.h"

module_command_fn redis_cmd_set, redis_cmd_load, redis_cmd_state, redis_cmd_outcome, redis_cmd_check, redis_cmd_delay,
	redis_cmd_blob, redis_cmd_claim, redis_cmd_stat;

/* Compile the empty file, which has the lines of a policy without a file.  MODULE_OK or _ERR. */
int redis_lines_start(void);

/* Register all commands with their descriptions for COMMAND DOCS.  MODULE_OK or MODULE_ERR. */
int redis_commands_start(struct module_ctx *ctx);

/* Reply with a name of a map and its value. */
void redis_reply_text(struct module_ctx *ctx, const char *name, const char *text);
void redis_reply_number(struct module_ctx *ctx, const char *name, long long number);

/* Add the module's section to INFO.  MODULE_OK or MODULE_ERR. */
int redis_info_start(struct module_ctx *ctx);

#endif
