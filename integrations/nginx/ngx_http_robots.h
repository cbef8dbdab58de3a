/* ngx_http_robots.h - shared by the files of the module for nginx.  docs/enforce.md
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
	ngx_str_t text; /* of a robots.txt; empty for a blob */
	unsigned is_blob : 1;
	unsigned has_named : 1;   /* groups name robots */
	unsigned has_star : 1;    /* there is a group for "*" */
	struct robotsc_blob blob; /* its octets are in the configuration's pool */
};

enum robots_enforce {
	ROBOTS_OFF,
	ROBOTS_LOG,
	ROBOTS_DENY
};

enum robots_scope {
	ROBOTS_NAMED,  /* only robots that a group names */
	ROBOTS_LISTED, /* also crawlers of the library's list, by the group that they obey */
	ROBOTS_ALL     /* all robots: the groups for "*" hold for the others */
};

/* The settings of a location. */
struct robots_settings {
	struct robots_file *file; /* NULL: none */
	ngx_uint_t enforce;       /* enum robots_enforce */
	ngx_uint_t scope;         /* enum robots_scope */
	ngx_uint_t status;
	const u_char *path;       /* configuration file where robots_enforce stands */
	ngx_uint_t line;          /* its line in path */
	unsigned is_common : 1;   /* robots_enforce stands in http */
	unsigned is_reported : 1; /* this level or an outer one has logged that none is held */
};

/* The judgement of a request, by the settings of the first location that nginx finds for it. */
struct robots_judgement {
	const struct robots_settings *settings;
	unsigned asked : 1; /* the file was asked: the members below are set */
	unsigned held : 1;  /* the file has rules for this robot, and the scope includes it */
	enum robotsc_verdict verdict;
	unsigned by_star : 1;
	struct robotsc_text token; /* as the header spells it; empty if no group names the robot */
};

/* What a User-Agent header selects in a file. */
struct robots_selection {
	struct robotsc_group group; /* set if holds is 1 */
	int holds;                  /* 0: outside the scope, or the blob is for other robots */
	const char *other;          /* the token, if the list has it, not the header; else NULL */
	size_t at, len;             /* where the token is in the header, if a group names it */
};

extern ngx_module_t ngx_http_robots_module;

/* Reads and compiles a file that the configuration names, or finds it in files if it was read
 * before.  Logs errors as errors of the configuration and returns NULL. */
struct robots_file *ngx_http_robots_load(ngx_conf_t *cf, ngx_array_t *files, ngx_str_t *name);

/* Returns the judgement of a request, which internal redirects and subrequests keep; NULL: there is
 * none yet. */
struct robots_judgement *ngx_http_robots_find(ngx_http_request_t *r);

/* Makes the judgement of a main request.  NULL: out of memory. */
struct robots_judgement *ngx_http_robots_begin(ngx_http_request_t *r, const struct robots_settings *settings);

/* Asks the file about a request, unless that was done before. */
void ngx_http_robots_ask(ngx_http_request_t *r, struct robots_judgement *judgement);

/* Sets *token to the token of a judgement, in lower case since it serves as a key, with "?" for
 * octets that logs must not have; or to "*" if the groups for "*" hold.  NGX_ERROR: no memory. */
ngx_int_t ngx_http_robots_token(ngx_pool_t *pool, const struct robots_judgement *judgement, ngx_str_t *token);

/* How many product tokens of a header are looked at. */
#define ROBOTS_TOKENS 8

/* Finds what a header selects in a file.  Valid until the next call. */
const struct robots_selection *ngx_http_robots_select(const struct robots_settings *settings, const ngx_str_t *header);

/* Finds the product tokens of a header that a file names.  If it names none and the scope is
 * listed: those tokens whose groups the header's crawler obeys. */
size_t ngx_http_robots_tokens(const struct robots_settings *settings, const ngx_str_t *header,
                              struct robotsc_text tokens[ROBOTS_TOKENS]);

/* Forgets what headers select, since a new configuration has other files. */
void ngx_http_robots_forget(void);

/* Tells whether the request line asks for /robots.txt, in any percent-encoding. */
int ngx_http_robots_is_robots_txt(const ngx_str_t *uri);

/* Adds the module's variables to a configuration. */
ngx_int_t ngx_http_robots_add_variables(ngx_conf_t *cf);

#endif
