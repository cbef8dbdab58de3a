/* ngx_http_robots_judge.c - judges requests by a file; variables tell the judgement.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ngx_http_robots.h"

#include "robotsc/explain.h"

enum variable {
	TOKEN,
	VERDICT,
	LINE
};

/* Marks a judgement in the request's pool: internal redirects clear the modules' contexts. */
static void keep(void *judgement)
{
	(void)judgement;
}

struct robots_judgement *ngx_http_robots_find(ngx_http_request_t *r)
{
	ngx_http_request_t *main = r->main;
	struct robots_judgement *judgement = ngx_http_get_module_ctx(main, ngx_http_robots_module);
	if (judgement || !(main->internal || main->filter_finalize))
		return judgement;
	for (ngx_pool_cleanup_t *c = main->pool->cleanup; c; c = c->next)
		if (c->handler == keep) {
			ngx_http_set_ctx(main, c->data, ngx_http_robots_module);
			return c->data;
		}
	return NULL;
}

struct robots_judgement *ngx_http_robots_begin(ngx_http_request_t *r, const struct robots_settings *settings)
{
	ngx_pool_cleanup_t *cleanup = ngx_pool_cleanup_add(r->pool, sizeof(struct robots_judgement));
	if (!cleanup)
		return NULL;
	struct robots_judgement *judgement = cleanup->data;
	ngx_memzero(judgement, sizeof *judgement);
	judgement->settings = settings;
	cleanup->handler = keep;
	ngx_http_set_ctx(r, judgement, ngx_http_robots_module);
	return judgement;
}

static ngx_str_t header_of(const ngx_http_request_t *r)
{
	/* memcpy takes no NULL, even for a length of 0. */
	static const ngx_str_t none = ngx_string("");
	const ngx_table_elt_t *header = r->main->headers_in.user_agent;
	return header ? header->value : none;
}

void ngx_http_robots_ask(ngx_http_request_t *r, struct robots_judgement *judgement)
{
	const struct robots_settings *settings = judgement->settings;
	const ngx_str_t header = header_of(r), *path = &r->main->unparsed_uri;
	if (judgement->asked)
		return;
	judgement->asked = 1;
	const struct robots_selection *selection = ngx_http_robots_select(settings, &header);
	if (!selection->holds)
		return;
	judgement->held = 1;
	judgement->by_star = selection->group.selected == ROBOTSC_SELECTED_STAR;
	judgement->token.at = selection->other ? selection->other : (const char *)header.data + selection->at;
	judgement->token.len = selection->len;
	/* /robots.txt is always allowed, with any query. */
	judgement->verdict = ngx_http_robots_is_robots_txt(path)
	                             ? ROBOTSC_ALLOW
	                             : robotsc_check_path(&selection->group, (const char *)path->data, path->len);
}

ngx_int_t ngx_http_robots_token(ngx_pool_t *pool, const struct robots_judgement *judgement, ngx_str_t *token)
{
	const struct robotsc_text from = judgement->token;
	ngx_str_set(token, "*");
	if (from.len == 0 && !judgement->by_star)
		token->len = 0;
	if (from.len == 0)
		return NGX_OK;
	token->len = from.len;
	token->data = ngx_pnalloc(pool, from.len);
	if (!token->data)
		return NGX_ERROR;
	for (size_t i = 0; i < from.len; i++) {
		u_char c = ngx_tolower((u_char)from.at[i]);
		token->data[i] = c <= ' ' || c > '~' || c == '"' || c == '\\' ? '?' : c;
	}
	return NGX_OK;
}

static int hex(u_char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = ngx_tolower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int ngx_http_robots_is_robots_txt(const ngx_str_t *uri)
{
	static const char wanted[] = "/robots.txt";
	size_t at = 0;
	for (size_t i = 0; i < sizeof wanted - 1; i++, at++) {
		if (at == uri->len)
			return 0;
		int c = uri->data[at];
		if (c == '%' && uri->len - at > 2) {
			c = hex(uri->data[at + 1]) * 16 + hex(uri->data[at + 2]);
			at += 2;
		}
		if (c != wanted[i])
			return 0;
	}
	return at == uri->len || uri->data[at] == '?' || uri->data[at] == '#';
}

/* Number of the line that decides; 0: none, or the file is a blob.  Reads the whole text. */
static uint32_t find_line(const ngx_http_request_t *r, const struct robots_settings *settings)
{
	const struct robots_file *file = settings->file;
	struct robotsc_text tokens[ROBOTS_TOKENS];
	struct robotsc_text path = {(const char *)r->main->unparsed_uri.data, r->main->unparsed_uri.len};
	uint32_t line = 0;
	if (file->is_blob || ngx_http_robots_is_robots_txt(&r->main->unparsed_uri))
		return 0;
	ngx_str_t header = header_of(r);
	size_t n = ngx_http_robots_tokens(settings, &header, tokens);
	if (robotsc_deciding_lines(NULL, file->text.data, file->text.len, tokens, n, &path, 1, &line) != ROBOTSC_OK)
		return 0;
	return line == ROBOTSC_LINE_IMPLIED ? 0 : line;
}

static ngx_int_t give_line(ngx_http_request_t *r, const struct robots_settings *settings, ngx_str_t *value)
{
	uint32_t line = find_line(r, settings);
	ngx_str_set(value, "-");
	if (line == 0)
		return NGX_OK;
	value->data = ngx_pnalloc(r->pool, NGX_INT32_LEN);
	if (!value->data)
		return NGX_ERROR;
	value->len = (size_t)(ngx_sprintf(value->data, "%uD", line) - value->data);
	return NGX_OK;
}

/* Before a location is found a request has no judgement: then the server's settings are used. */
static ngx_int_t get_variable(ngx_http_request_t *r, ngx_http_variable_value_t *v, uintptr_t which)
{
	struct robots_judgement *judgement = ngx_http_robots_find(r), passing;
	if (!judgement) {
		ngx_memzero(&passing, sizeof passing);
		passing.settings = ngx_http_get_module_loc_conf(r->main, ngx_http_robots_module);
		judgement = &passing;
	}
	v->not_found = 1;
	if (!judgement->settings->file)
		return NGX_OK;
	ngx_http_robots_ask(r, judgement);
	if (!judgement->held)
		return NGX_OK;
	static ngx_str_t words[] = {[ROBOTSC_DISALLOW] = ngx_string("disallow"), [ROBOTSC_ALLOW] = ngx_string("allow")};
	ngx_str_t value = words[judgement->verdict];
	if (which == TOKEN && ngx_http_robots_token(r->pool, judgement, &value) != NGX_OK)
		return NGX_ERROR;
	if (which == LINE && give_line(r, judgement->settings, &value) != NGX_OK)
		return NGX_ERROR;
	v->not_found = 0;
	v->valid = 1;
	v->no_cacheable = 0;
	v->data = value.data;
	v->len = (unsigned)value.len & 0xFFFFFFF;
	return NGX_OK;
}

ngx_int_t ngx_http_robots_add_variables(ngx_conf_t *cf)
{
	static ngx_str_t names[] = {
		[TOKEN] = ngx_string("robots_token"), [VERDICT] = ngx_string("robots_verdict"), [LINE] = ngx_string("robots_line")};
	for (uintptr_t i = 0; i < sizeof names / sizeof *names; i++) {
		ngx_http_variable_t *v = ngx_http_add_variable(cf, &names[i], NGX_HTTP_VAR_NOCACHEABLE);
		if (!v)
			return NGX_ERROR;
		v->get_handler = get_variable;
		v->data = i;
	}
	return NGX_OK;
}
