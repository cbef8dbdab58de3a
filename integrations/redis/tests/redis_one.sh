#!/bin/sh
# redis_one.sh - the module for Redis in one server: commands, outcomes, threads, files.
#
# With ROBOTSC_CORPUS=FOLDER, all texts of its robots.warc.gz are used; else texts of the tree.
# With ROBOTSC_REDIS_ALL, hostile texts are asked in two dialects.  ROBOTSC_REDIS_PREFIX has words
# before redis-server, such as "valgrind -q".
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/texts_lib.sh

if [ "$(config redis)" != yes ]; then
	skip 'module for Redis: configure has not found redis-server 7.0'
	check 'its source is there' test -f integrations/redis/redis_module.c
	finish
fi

only_one_name() { [ "$(nm -D --defined-only "$builddir/redis/robotsc.so" | awk '{ print $3 }')" = RedisModule_OnLoad ]; }

# The declared functions of the interface are those that the module calls.
all_used() {
	sed -n 's/^\tF([^,]*, \([A-Za-z]*\),.*/\1/p' integrations/redis/module_api.h | sort >"$tmp/declared"
	cat integrations/redis/*.c | grep -o 'redis\.[A-Z][A-Za-z]*' | sed 's/redis\.//' | sort -u >"$tmp/called"
	[ "$(wc -l <"$tmp/declared")" -gt 40 ] && diff "$tmp/declared" "$tmp/called"
}

check 'the module shows one name' only_one_name
check 'what is declared of the interface is used' all_used
# A server without sanitizers loads a module with them: their libraries are loaded first.  They
# write their reports, also of leaks at the end, into files.
reports="$tmp/reports"
mkdir "$reports"
case $(config cflags) in
*-fsanitize=*)
	cc=$(config cc)
	libraries="$($cc -print-file-name=libasan.so):$($cc -print-file-name=libubsan.so)"
	ROBOTSC_REDIS_PREFIX="env LD_PRELOAD=$libraries ASAN_OPTIONS=detect_leaks=1:exitcode=0:log_path=$reports/asan"
	export ROBOTSC_REDIS_PREFIX="$ROBOTSC_REDIS_PREFIX UBSAN_OPTIONS=print_stacktrace=1:log_path=$reports/ubsan"
	;;
esac
no_reports() { [ -z "$(cat "$reports"/* 2>/dev/null | tee /dev/stderr)" ]; }

texts
export ROBOTSC_TEXTS="$tmp/texts"
for file in integrations/redis/tests/one_*.py; do
	[ "$file" != integrations/redis/tests/one_server.py ] || continue
	name=${file##*/one_} name=${name%.py}
	if [ "$name" = hostile ] && [ -n "${ROBOTSC_REDIS_PREFIX-}" ]; then
		skip 'one server: hostile: what a command takes is no figure with sanitizers'
		continue
	fi
	check "one server: $name" python3 "$file" "$builddir"
	if [ "$name" = corpus ]; then grep ' differ' "$tmp/check.log"; fi
	if [ "$name" = hostile ]; then grep ' longest ' "$tmp/check.log"; fi
done
check 'sanitizers have found nothing' no_reports
finish
