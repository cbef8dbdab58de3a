/* url_reader.h - a reader of robots.txt that is asked about whole URLs, as crawlers do.
 *
 * by_url.c measures one of them.  by_url_robotsc.c and by_url_google.cc each define one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_URL_READER_H
#define ROBOTSC_URL_READER_H

#include "robotsc/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepare the rules of a robots.txt for a robot. */
void *by_url_build(struct robotsc_text robots, struct robotsc_text agent);
void by_url_drop(void *policy);

/* Ask about n URLs.  Returns the number of verdicts "allow". */
uint64_t by_url_ask(const void *policy, const struct robotsc_text *url, size_t n);

#ifdef __cplusplus
}
#endif
#endif
