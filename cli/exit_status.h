/* exit_status.h - exit statuses, the same for every command.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXIT_STATUS_H
#define ROBOTSC_EXIT_STATUS_H

#define CLI_OK 0
#define CLI_DISALLOWED 1
#define CLI_NOT_FRESH 1
#define CLI_FOUND 1
#define CLI_TROUBLE 2

#endif
