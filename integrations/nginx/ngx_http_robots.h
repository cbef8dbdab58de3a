/* ngx_http_robots.h - what the files of the module for nginx share.  docs/enforce.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_NGX_HTTP_ROBOTS_H
#define ROBOTSC_NGX_HTTP_ROBOTS_H

#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#include "robotsc/check.h"
#include "robotsc/compile.h"

/* A robots.txt or a blob that the configuration names.  Lives as long as the configuration. */
struct robots_file {
	ngx_str_t name; /* the full path */
	ngx_str_t text; /* of a blob: empty */
	unsigned is_blob : 1;
	unsigned has_named : 1;   /* groups name robots */
	unsigned has_star : 1;    /* there is a group of "*" */
	struct robotsc_blob blob; /* borrows octets of the configuration's pool */
};

enum robots_enforce {
	ROBOTS_OFF,
	ROBOTS_LOG,
	ROBOTS_DENY
};

enum robots_scope {
	ROBOTS_NAMED,  /* robots that a group names */
	ROBOTS_LISTED, /* and crawlers of the library's list, by the group that they obey */
	ROBOTS_ALL     /* the groups of "*" hold for all others */
};

/* The settings of a location. */
struct robots_settings {
	struct robots_file *file; /* NULL: none */
	ngx_uint_t enforce;       /* enum robots_enforce */
	ngx_uint_t scope;         /* enum robots_scope */
	ngx_uint_t status;
	const u_char *path;       /* the file of the configuration where robots_enforce stands */
	ngx_uint_t line;          /* its line there */
	unsigned is_common : 1;   /* it stands in http */
	unsigned is_reported : 1; /* a message says that this or an outer level holds nobody */
};

/* What is known of a request, by the settings of the first location that nginx finds for it. */
struct robots_judgement {
	const struct robots_settings *settings;
	unsigned asked : 1; /* the members below are known */
	unsigned held : 1;  /* the file says something about this robot, and the scope has it */
	enum robotsc_verdict verdict;
	unsigned by_star : 1;
	struct robotsc_text token; /* as the header has it; empty if no group names the robot */
};

/* What a header selects in a file. */
struct robots_selection {
	struct robotsc_group group; /* if it holds */
	int holds;                  /* 0: the scope is another, or the blob for other robots */
	const char *other;          /* the token, if from the list, not the header; else NULL */
	size_t at, len;             /* the token in the header, if a group names one */
};

extern ngx_module_t ngx_http_robots_module;

/* Reads and compiles a file of the configuration, or finds it among those that were read before.
 * Errors are logged as those of the configuration; NULL: it is refused. */
struct robots_file *ngx_http_robots_load(ngx_conf_t *cf, ngx_array_t *files, ngx_str_t *name);

/* Returns the judgement of a request, which internal redirects and subrequests keep; NULL: there is
 * none yet. */
struct robots_judgement *ngx_http_robots_find(ngx_http_request_t *r);

/* Makes the judgement of a main request.  NULL: out of memory. */
struct robots_judgement *ngx_http_robots_begin(ngx_http_request_t *r, const struct robots_settings *settings);

/* Asks the file about a request, once. */
void ngx_http_robots_ask(ngx_http_request_t *r, struct robots_judgement *judgement);

/* Puts the token of a judgement, without control octets, and in lower case, so that a key does not
 * depend on the case in the header; "*" if its groups hold.  NGX_ERROR: out of memory. */
ngx_int_t ngx_http_robots_token(ngx_pool_t *pool, const struct robots_judgement *judgement, ngx_str_t *token);

/* The most product tokens of one header that are looked at. */
#define ROBOTS_TOKENS 8

/* Finds what a header selects in a file.  Valid until the next call. */
const struct robots_selection *ngx_http_robots_select(const struct robots_settings *settings, const ngx_str_t *header);

/* Finds the product tokens of a header that a file names; where it names none and the scope is
 * listed, those whose groups a crawler of the list obeys. */
size_t ngx_http_robots_tokens(const struct robots_settings *settings, const ngx_str_t *header,
                              struct robotsc_text tokens[ROBOTS_TOKENS]);

/* Forgets what headers select: the files are those of another configuration. */
void ngx_http_robots_forget(void);

/* Tells whether the request line asks for /robots.txt, however that is percent-encoded. */
int ngx_http_robots_is_robots_txt(const ngx_str_t *uri);

/* Adds the variables to a configuration. */
ngx_int_t ngx_http_robots_add_variables(ngx_conf_t *cf);

#endif
