/* ngx_http_robots_module.c - a module of nginx that holds robots to a robots.txt: its directives,
 * and the place where a request is judged.  docs/enforce.md
 *
 * A request is judged once its first location is found, before that location's "rewrite" and
 * "return".  Modules loaded later come first in a phase: this is before nginx' own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ngx_http_robots.h"

/* Data of a whole configuration. */
struct robots_main {
	ngx_array_t files; /* of struct robots_file * */
};

static char *set_file(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
	struct robots_main *all = ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module);
	struct robots_settings *settings = conf;
	ngx_str_t *value = cf->args->elts;
	(void)command;
	if (settings->file != NGX_CONF_UNSET_PTR)
		return "is duplicate";
	if (ngx_conf_full_name(cf->cycle, &value[1], 1) != NGX_OK)
		return NGX_CONF_ERROR;
	settings->file = ngx_http_robots_load(cf, &all->files, &value[1]);
	return settings->file ? NGX_CONF_OK : NGX_CONF_ERROR;
}

static char *set_enforce(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
	struct robots_settings *settings = conf;
	settings->path = cf->conf_file->file.name.data;
	settings->line = cf->conf_file->line;
	settings->is_common = cf->cmd_type == NGX_HTTP_MAIN_CONF;
	return ngx_conf_set_enum_slot(cf, command, conf);
}

static ngx_conf_enum_t enforces[] = {
	{ngx_string("off"), ROBOTS_OFF}, {ngx_string("log"), ROBOTS_LOG}, {ngx_string("deny"), ROBOTS_DENY}, {ngx_null_string, 0}};

static ngx_conf_enum_t scopes[] = {{ngx_string("named"), ROBOTS_NAMED},
                                   {ngx_string("listed"), ROBOTS_LISTED},
                                   {ngx_string("all"), ROBOTS_ALL},
                                   {ngx_null_string, 0}};

static ngx_conf_num_bounds_t statuses = {ngx_conf_check_num_bounds, 400, 599};

#define EVERYWHERE NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF | NGX_CONF_TAKE1

static ngx_command_t commands[] = {{ngx_string("robots_file"), EVERYWHERE, set_file, NGX_HTTP_LOC_CONF_OFFSET, 0, NULL},
                                   {ngx_string("robots_enforce"), EVERYWHERE, set_enforce, NGX_HTTP_LOC_CONF_OFFSET,
                                    offsetof(struct robots_settings, enforce), enforces},
                                   {ngx_string("robots_scope"), EVERYWHERE, ngx_conf_set_enum_slot, NGX_HTTP_LOC_CONF_OFFSET,
                                    offsetof(struct robots_settings, scope), scopes},
                                   {ngx_string("robots_status"), EVERYWHERE, ngx_conf_set_num_slot, NGX_HTTP_LOC_CONF_OFFSET,
                                    offsetof(struct robots_settings, status), &statuses},
                                   ngx_null_command};

static void *create_main(ngx_conf_t *cf)
{
	struct robots_main *all = ngx_pcalloc(cf->pool, sizeof *all);
	if (!all || ngx_array_init(&all->files, cf->pool, 4, sizeof(struct robots_file *)) != NGX_OK)
		return NULL;
	return all;
}

static void *create_settings(ngx_conf_t *cf)
{
	struct robots_settings *settings = ngx_pcalloc(cf->pool, sizeof *settings);
	if (!settings)
		return NULL;
	settings->file = NGX_CONF_UNSET_PTR;
	settings->enforce = NGX_CONF_UNSET_UINT;
	settings->scope = NGX_CONF_UNSET_UINT;
	settings->status = NGX_CONF_UNSET_UINT;
	return settings;
}

/* Tells whether locations of a level take all its requests: its own settings then judge none. */
static int is_covered(const ngx_http_core_loc_conf_t *level)
{
	ngx_queue_t *locations = level->locations;
	if (!locations)
		return 0;
	for (ngx_queue_t *q = ngx_queue_head(locations); q != ngx_queue_sentinel(locations); q = ngx_queue_next(q)) {
		const ngx_http_core_loc_conf_t *inner = ((ngx_http_location_queue_t *)q)->inclusive;
		if (inner && inner->name.len == 1 && inner->name.data[0] == '/')
			return 1;
	}
	return 0;
}

/* Tells whether requests are judged by a level's own settings.  An "if" has those of the level
 * around it, and no request begins in a named or an internal location. */
static int judges(const ngx_http_core_loc_conf_t *level)
{
	return !level->noname && !level->named && !level->internal && !is_covered(level);
}

/* Logs once that requests of a level are not held.  Returns NGX_CONF_ERROR for an error. */
static char *tell(ngx_conf_t *cf, struct robots_settings *settings, ngx_uint_t severity, const char *what, const ngx_str_t *file)
{
	const ngx_http_core_srv_conf_t *server = ngx_http_conf_get_module_srv_conf(cf, ngx_http_core_module);
	const ngx_http_core_loc_conf_t *level = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);
	int is_location = level->name.len != 0;
	if (settings->is_reported || !judges(level))
		return NGX_CONF_OK;
	settings->is_reported = 1;
	ngx_log_error(severity, cf->log, 0, "\"robots_enforce\" in %s:%ui %s%V for %s%V%sthe server in %s:%ui", settings->path,
	              settings->line, what, file, is_location ? "location \"" : "", &level->name, is_location ? "\" of " : "",
	              server->file_name, server->line);
	return severity == NGX_LOG_WARN ? NGX_CONF_OK : NGX_CONF_ERROR;
}

/* No file is set: a warning if robots_enforce stands in http and others have one; else an error. */
static char *tell_no_file(ngx_conf_t *cf, struct robots_settings *settings, int others_have)
{
	static const ngx_str_t none = ngx_string("");
	return tell(cf, settings, settings->is_common && others_have ? NGX_LOG_WARN : NGX_LOG_EMERG, "needs a \"robots_file\"",
	            &none);
}

/* A warning if the file holds nobody; no error, since a file without groups is valid. */
static char *tell_no_group(ngx_conf_t *cf, struct robots_settings *settings)
{
	const struct robots_file *file = settings->file;
	if (file->has_named || (file->has_star && settings->scope != ROBOTS_NAMED))
		return NGX_CONF_OK;
	return tell(cf, settings, NGX_LOG_WARN,
	            file->has_star ? "holds nobody, since \"robots_scope\" is named, by "
	                           : "holds nobody, since there is no group, by ",
	            &file->name);
}

static char *merge_settings(ngx_conf_t *cf, void *parent, void *child)
{
	struct robots_main *all = ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module);
	struct robots_settings *outer = parent, *settings = child;
	if (settings->enforce == NGX_CONF_UNSET_UINT) {
		settings->path = outer->path;
		settings->line = outer->line;
		settings->is_common = outer->is_common;
		settings->is_reported = outer->is_reported;
	}
	ngx_conf_merge_ptr_value(settings->file, outer->file, NULL);
	ngx_conf_merge_uint_value(settings->enforce, outer->enforce, ROBOTS_OFF);
	ngx_conf_merge_uint_value(settings->scope, outer->scope, ROBOTS_NAMED);
	ngx_conf_merge_uint_value(settings->status, outer->status, NGX_HTTP_FORBIDDEN);
	if (settings->enforce == ROBOTS_OFF)
		return NGX_CONF_OK;
	return settings->file ? tell_no_group(cf, settings) : tell_no_file(cf, settings, all->files.nelts > 0);
}

/* Logs that a request is disallowed, and returns its status, or NGX_DECLINED if it goes on. */
static ngx_int_t hold(ngx_http_request_t *r, const struct robots_judgement *judgement)
{
	const struct robots_settings *settings = judgement->settings;
	int denies = settings->enforce == ROBOTS_DENY;
	ngx_uint_t level = denies ? NGX_LOG_INFO : NGX_LOG_ERR;
	ngx_str_t token;
	if (r->connection->log->log_level >= level && ngx_http_robots_token(r->pool, judgement, &token) == NGX_OK)
		ngx_log_error(level, r->connection->log, 0, "\"%V\" disallows it for \"%V\"%s", &settings->file->name, &token,
		              denies ? "" : ", which is not enforced");
	return denies ? (ngx_int_t)settings->status : NGX_DECLINED;
}

static ngx_int_t judge(ngx_http_request_t *r)
{
	const struct robots_settings *settings = ngx_http_get_module_loc_conf(r, ngx_http_robots_module);
	/* An error page, nginx's or this module's, is the owner's answer and is not judged. */
	if (r != r->main || r->error_page || ngx_http_robots_find(r))
		return NGX_DECLINED;
	struct robots_judgement *judgement = ngx_http_robots_begin(r, settings);
	if (!judgement)
		return NGX_HTTP_INTERNAL_SERVER_ERROR;
	if (settings->enforce == ROBOTS_OFF || !settings->file || ngx_http_robots_is_robots_txt(&r->unparsed_uri))
		return NGX_DECLINED;
	ngx_http_robots_ask(r, judgement);
	return judgement->held && judgement->verdict == ROBOTSC_DISALLOW ? hold(r, judgement) : NGX_DECLINED;
}

/* Adds the judge to a phase, unless no file is configured: then requests cost nothing more. */
static ngx_int_t add_judge(ngx_conf_t *cf)
{
	struct robots_main *all = ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module);
	ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
	ngx_http_robots_forget();
	if (all->files.nelts == 0)
		return NGX_OK;
	ngx_http_handler_pt *handler = ngx_array_push(&core->phases[NGX_HTTP_REWRITE_PHASE].handlers);
	if (!handler)
		return NGX_ERROR;
	*handler = judge;
	return NGX_OK;
}

static ngx_http_module_t context = {.preconfiguration = ngx_http_robots_add_variables,
                                    .postconfiguration = add_judge,
                                    .create_main_conf = create_main,
                                    .create_loc_conf = create_settings,
                                    .merge_loc_conf = merge_settings};

ngx_module_t ngx_http_robots_module = {NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE,      NULL, NULL, NULL, NULL,
                                       NULL,          NULL,     NULL,     NGX_MODULE_V1_PADDING};
