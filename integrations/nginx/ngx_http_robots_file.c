/* ngx_http_robots_file.c - reads and compiles the files that a configuration names.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ngx_http_robots.h"

#include "robotsc/access.h"
#include "robotsc/inspect.h"

/* How many remarks on a file are logged one by one. */
#define REMARKS 10

/* The file that is compiled, for the function that logs remarks. */
struct compilation {
	ngx_conf_t *cf;
	const struct robots_file *file;
	ngx_uint_t remarks;
	int refused;
};

/* Compiles all files of a configuration.  Freed before workers are forked. */
static struct robotsc_compiler *compiler;

static void drop_compiler(void *unused)
{
	(void)unused;
	robotsc_compiler_free(compiler);
	compiler = NULL;
}

/* Makes the compiler, in a pool that nginx frees when the configuration is read. */
static void make_compiler(ngx_conf_t *cf)
{
	ngx_pool_cleanup_t *end = compiler ? NULL : ngx_pool_cleanup_add(cf->temp_pool, 0);
	if (!end)
		return;
	compiler = robotsc_compiler_new(NULL);
	end->handler = drop_compiler;
}

/* True for a remark that the file is no robots.txt at all: no site wants such a file enforced. */
static int is_refused(enum robotsc_diag_kind kind)
{
	switch ((int)kind) {
	case ROBOTSC_DIAG_HTML:
	case ROBOTSC_DIAG_JSON:
	case ROBOTSC_DIAG_PDF:
	case ROBOTSC_DIAG_WARC:
	case ROBOTSC_DIAG_UTF16:
	case ROBOTSC_DIAG_COMPRESSED:
	case ROBOTSC_DIAG_BINARY:
		return 1;
	default:
		return 0;
	}
}

static void remark(void *ctx, const struct robotsc_diag *diag)
{
	struct compilation *c = ctx;
	ngx_uint_t level = NGX_LOG_WARN;
	if (is_refused(diag->kind)) {
		c->refused = 1;
		level = NGX_LOG_EMERG;
	} else if (c->refused || c->remarks++ >= REMARKS) {
		return;
	}
	ngx_conf_log_error(level, c->cf, 0, "%V:%uD:%uD: %s", &c->file->name, diag->line, diag->column,
	                   robotsc_diag_text(diag->kind));
}

/* Reads a whole file into the pool of the configuration. */
static ngx_int_t read_octets(ngx_conf_t *cf, ngx_str_t *name, ngx_fd_t fd, ngx_str_t *octets)
{
	ngx_file_info_t info;
	if (ngx_fd_info(fd, &info) == NGX_FILE_ERROR) {
		ngx_conf_log_error(NGX_LOG_EMERG, cf, ngx_errno, ngx_fd_info_n " \"%V\" failed", name);
		return NGX_ERROR;
	}
	if (!ngx_is_file(&info)) {
		ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "\"%V\" is not a regular file", name);
		return NGX_ERROR;
	}
	size_t size = (size_t)ngx_file_size(&info);
	octets->len = 0;
	octets->data = ngx_pnalloc(cf->pool, size + 1);
	if (!octets->data)
		return NGX_ERROR;
	while (octets->len < size) {
		ssize_t n = ngx_read_fd(fd, octets->data + octets->len, size - octets->len);
		if (n < 0) {
			ngx_conf_log_error(NGX_LOG_EMERG, cf, ngx_errno, ngx_read_fd_n " \"%V\" failed", name);
			return NGX_ERROR;
		}
		if (n == 0)
			break;
		octets->len += (size_t)n;
	}
	return NGX_OK;
}

static ngx_int_t read_file(ngx_conf_t *cf, ngx_str_t *name, ngx_str_t *octets)
{
	/* Nonblocking, since opening a pipe that has no writer would block the master process. */
	ngx_fd_t fd = ngx_open_file(name->data, NGX_FILE_RDONLY | NGX_FILE_NONBLOCK, NGX_FILE_OPEN, 0);
	if (fd == NGX_INVALID_FILE) {
		ngx_conf_log_error(NGX_LOG_EMERG, cf, ngx_errno, ngx_open_file_n " \"%V\" failed", name);
		return NGX_ERROR;
	}
	ngx_int_t rc = read_octets(cf, name, fd, octets);
	if (ngx_close_file(fd) == NGX_FILE_ERROR)
		ngx_conf_log_error(NGX_LOG_ALERT, cf, ngx_errno, ngx_close_file_n " \"%V\" failed", name);
	return rc;
}

/* Compiles a text.  The blob is freed with the configuration's pool. */
static ngx_int_t compile(ngx_conf_t *cf, struct robots_file *file, ngx_str_t *octets)
{
	struct compilation c = {cf, file, 0, 0};
	struct robotsc_options options;
	void *blob = NULL;
	size_t len = 0;
	robotsc_options_init(&options);
	options.diag = remark;
	options.diag_ctx = &c;
	file->text = *octets;
	make_compiler(cf);
	enum robotsc_status status = robotsc_compiler_compile(compiler, &options, file->text.data, file->text.len, &blob, &len);
	if (status != ROBOTSC_OK) {
		ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V: %s", &file->name, robotsc_strerror(status));
		return NGX_ERROR;
	}
	if (c.remarks > REMARKS)
		ngx_conf_log_error(NGX_LOG_WARN, cf, 0, "%V: %ui more remarks; \"robotsc lint\" has all", &file->name,
		                   c.remarks - REMARKS);
	octets->data = c.refused ? NULL : ngx_pnalloc(cf->pool, len);
	octets->len = len;
	if (octets->data)
		ngx_memcpy(octets->data, blob, len);
	robotsc_free_blob(NULL, blob, len);
	return octets->data ? NGX_OK : NGX_ERROR;
}

/* Sets whether the file has groups that name robots, and groups for "*". */
static void find_groups(struct robots_file *file)
{
	struct robotsc_group group;
	struct robotsc_agent_info agent;
	for (uint32_t i = 0; !file->has_named && robotsc_agent_at(&file->blob, i, &agent); i++)
		file->has_named = agent.named != 0;
	file->has_star = robotsc_select(&file->blob, NULL, 0, &group) == ROBOTSC_OK && group.selected == ROBOTSC_SELECTED_STAR;
}

static ngx_int_t fill(ngx_conf_t *cf, struct robots_file *file)
{
	ngx_str_t octets;
	if (read_file(cf, &file->name, &octets) != NGX_OK)
		return NGX_ERROR;
	file->is_blob = robotsc_content_kind(octets.data, octets.len) == ROBOTSC_CONTENT_BLOB;
	if (!file->is_blob && compile(cf, file, &octets) != NGX_OK)
		return NGX_ERROR;
	enum robotsc_status status = robotsc_open(&file->blob, octets.data, octets.len);
	if (status != ROBOTSC_OK) {
		ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V: %s", &file->name, robotsc_strerror(status));
		return NGX_ERROR;
	}
	find_groups(file);
	return NGX_OK;
}

struct robots_file *ngx_http_robots_load(ngx_conf_t *cf, ngx_array_t *files, ngx_str_t *name)
{
	struct robots_file **all = files->elts;
	for (ngx_uint_t i = 0; i < files->nelts; i++)
		if (all[i]->name.len == name->len && ngx_memcmp(all[i]->name.data, name->data, name->len) == 0)
			return all[i];
	struct robots_file *file = ngx_pcalloc(cf->pool, sizeof *file);
	if (!file)
		return NULL;
	file->name = *name;
	if (fill(cf, file) != NGX_OK)
		return NULL;
	struct robots_file **slot = ngx_array_push(files);
	if (!slot)
		return NULL;
	*slot = file;
	return file;
}
