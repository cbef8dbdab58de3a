/* ngx_http_robots_clock_module.c - times the place where the module for nginx judges a request:
 * "robots_clock;" in a location answers with the nanoseconds of a call, without its denial.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#include <time.h>

/* Each call takes some memory of the request's pool. */
#define CALLS 20000

static ngx_int_t answer(ngx_http_request_t *r);

static char *set_clock(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
	ngx_http_core_loc_conf_t *location = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);
	(void)command;
	(void)conf;
	location->handler = answer;
	return NGX_CONF_OK;
}

static ngx_command_t commands[] = {{ngx_string("robots_clock"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_clock, 0, 0, NULL},
                                   ngx_null_command};

static ngx_http_module_t context;

ngx_module_t ngx_http_robots_clock_module = {NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE,      NULL, NULL, NULL, NULL,
                                             NULL,          NULL,     NULL,     NGX_MODULE_V1_PADDING};

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static ngx_int_t answer(ngx_http_request_t *r)
{
	ngx_http_core_main_conf_t *core = ngx_http_get_module_main_conf(r, ngx_http_core_module);
	ngx_array_t *handlers = &core->phases[NGX_HTTP_REWRITE_PHASE].handlers;
	/* The one that was added last is called first: that of the module, which is loaded last. */
	ngx_http_handler_pt judge = ((ngx_http_handler_pt *)handlers->elts)[handlers->nelts - 1];
	u_char text[64];
	double began = now();
	for (ngx_uint_t i = 0; i < CALLS; i++) {
		ngx_memzero(r->ctx, sizeof(void *) * ngx_http_max_module);
		if (judge(r) != NGX_DECLINED)
			return NGX_HTTP_INTERNAL_SERVER_ERROR;
	}
	ngx_uint_t picoseconds = (ngx_uint_t)((now() - began) * 1e3 / CALLS);
	ngx_str_t type = ngx_string("text/plain");
	ngx_http_complex_value_t value;
	ngx_memzero(&value, sizeof value);
	value.value.data = text;
	value.value.len = (size_t)(ngx_sprintf(text, "%ui.%ui\n", picoseconds / 1000, picoseconds % 1000 / 100) - text);
	return ngx_http_send_response(r, NGX_HTTP_OK, &type, &value);
}
