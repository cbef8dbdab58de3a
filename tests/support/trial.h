/* trial.h - one question put to the library and to the oracle; a question they differ on, made
 * small.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TRIAL_H
#define ROBOTSC_TRIAL_H

#include "product.h"

#include <stddef.h>

#define TRIAL_TOKENS 4

struct trial {
	enum oracle_dialect dialect;
	enum robotsc_form form;
	int partial; /* compiled for the tokens only */
	const char *robots;
	size_t robots_len;
	struct robotsc_text token[TRIAL_TOKENS];
	size_t tokens;
	const char *url;
	size_t url_len;
};

/* 1 if the library says otherwise than the oracle, of the verdict or of how the rules were found,
 * or fails. */
int trial_differs(const struct trial *t);

/* Print the trial, after removing from the file and the URL whatever the difference does not
 * need. */
void trial_report(const struct trial *t);

#endif
