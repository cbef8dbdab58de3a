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
	struct robotsc_blob blob; /* borrows octets of the configuration's pool */
};

enum robots_enforce {
	ROBOTS_OFF,
	ROBOTS_LOG,
	ROBOTS_DENY
};

enum robots_scope {
	ROBOTS_NAMED, /* robots that a group names */
	ROBOTS_ALL    /* the groups of "*" hold for all others */
};

/* The settings of a location. */
struct robots_settings {
	struct robots_file *file; /* NULL: none */
	ngx_uint_t enforce;       /* enum robots_enforce */
	ngx_uint_t scope;         /* enum robots_scope */
	ngx_uint_t status;
};

/* What is known of a request.  One of the first location that nginx finds for it. */
struct robots_judgement {
	const struct robots_settings *settings;
	unsigned asked : 1; /* the members below are known */
	unsigned held : 1;  /* the file says something about this robot, and the scope has it */
	enum robotsc_verdict verdict;
	ngx_str_t token; /* lower case, no control octet; "*" by the groups of "*" */
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

/* Asks the file about a request, once.  NGX_ERROR: out of memory. */
ngx_int_t ngx_http_robots_ask(ngx_http_request_t *r, struct robots_judgement *judgement);

/* Tells whether the request line asks for /robots.txt, however that is percent-encoded. */
int ngx_http_robots_is_robots_txt(const ngx_str_t *uri);

/* Adds the variables to a configuration. */
ngx_int_t ngx_http_robots_add_variables(ngx_conf_t *cf);

#endif
