#!/bin/sh
# nginx.sh - the module for nginx, in the server that is installed (docs/enforce.md).
#
# The module has the sanitizers that configure chose.  ROBOTSC_NGINX_SECONDS: how long the server
# works while its files change.  ROBOTSC_CORPUS=FOLDER: it has a robots.warc.gz with texts.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/texts_lib.sh

if [ "$(config nginx)" != yes ]; then
	skip 'module for nginx: configure has not found nginx with nginx-dev'
	check 'its source is there' test -f integrations/nginx/ngx_http_robots_module.c
	finish
fi
export BUILD="$builddir" PYTHONDONTWRITEBYTECODE=1

# If the module has AddressSanitizer, the server that loads it must load AddressSanitizer first.
case $(config cflags) in
*-fsanitize=*)
	SANITIZER=$($(config cc) -print-file-name=libasan.so)
	export SANITIZER
	;;
esac

# The module exports no name of the library, since another module might contain the library, too.
keeps_names() { ! nm -D --defined-only "$builddir/nginx/ngx_http_robots_module.so" | grep ' robotsc_'; }

# run NAME ARGUMENT...: runs a script of this folder, with a folder of its own for its files.
run() {
	name=$1
	shift
	mkdir "$tmp/$name" &&
		timeout 1200 python3 "integrations/nginx/tests/nginx_$name.py" "$tmp/$name" "$@" >"$tmp/$name.said" 2>&1
	status=$?
	cat "$tmp/$name.said"
	return $status
}

# said NAME: prints what a script has printed.
said() { cat "$tmp/$1.said" 2>/dev/null; }

prepare 'packaging/nginx builds it' sh packaging/nginx "$builddir"
check 'it exports nothing of the library' keeps_names
check 'what is denied, and where' run rules
check 'the configurations of docs/enforce.md' run page docs/enforce.md
check 'configurations and files that are refused' run wrong
texts
check 'verdicts and lines beside the command' run verdicts "$tmp/texts"
said verdicts
check 'hostile headers and URLs' run hostile
check 'reloads under load' run load "${ROBOTSC_NGINX_SECONDS-5}"
said load
finish
