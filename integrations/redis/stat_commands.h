/* stat_commands.h - the section of INFO.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STAT_COMMANDS_H
#define ROBOTSC_STAT_COMMANDS_H

#include "job_queue.h"
#include "pending_writes.h"

/* MODULE_OK or MODULE_ERR. */
int redis_info_start(struct module_ctx *ctx);

#endif
