#!/bin/sh
# symbols.sh - the names that the libraries define and need.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cc=$(config cc)
nm=$(config nm)
ar=$(config ar)
cflags=$(config cflags)
core=$builddir/librobotsc_runtime.a

defined() { "$nm" -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | sort -u; }

defined_ours() { ! defined "$1" | grep -v '^robotsc_'; }

# Compilers may add memmove and memset on their own.
needs_nothing() {
	defined "$core" >"$tmp/defined"
	! "$nm" -u "$core" | awk '$1 == "U" { print $2 }' | sort -u |
		grep -vxF -f "$tmp/defined" | grep -vxE 'memcpy|memcmp|memchr|memmove|memset|_GLOBAL_OFFSET_TABLE_'
}

# Names that a stack protector and _FORTIFY_SOURCE put in the place of others.
hardened='__stack_chk_(fail|fail_local|guard)|__(mem(cpy|move|set)|v?snprintf)_chk'

# The library needs of the C library only memory, and functions for octets, texts and addresses: it
# prints nothing, opens nothing, starts and ends nothing.
needs_memory() {
	defined "$1" >"$tmp/defined"
	! "$nm" -u "$1" | awk '$1 == "U" { print $2 }' | sort -u | grep -vxF -f "$tmp/defined" |
		grep -vxE 'mem(cpy|cmp|chr|move|set)|str(chr|cmp|len)|v?snprintf|realloc|free|inet_(pton|ntop)' |
		grep -vxF _GLOBAL_OFFSET_TABLE_ |
		grep -vxE "$hardened"
}

# The library keeps one octet alone, the same for the whole run: what the processor can do
# (runtime/match/vector.h).
keeps_nothing() {
	! ${nm%nm}objdump -t "$1" | grep -E '[[:space:]](\.t?(data|bss)[^[:space:]]*|\*COM\*)[[:space:]]' | grep -vF .data.rel.ro |
		awk '$NF !~ /^\.t?(data|bss)/' | grep -vE '[[:space:]]0+1 ([a-z_]*\.)?known(\.[0-9]+)?$'
}

# A program links with no library but the core archive.
links_alone() {
	cat >"$tmp/alone.c" <<'END'
#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/page.h"
#include "robotsc/sitemap.h"
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *at, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *at, int c, size_t n);
void *memcpy(void *restrict to, const void *restrict from, size_t n) { (void)from; (void)n; return to; }
void *memmove(void *to, const void *from, size_t n) { (void)from; (void)n; return to; }
void *memset(void *at, int c, size_t n) { (void)c; (void)n; return at; }
int memcmp(const void *a, const void *b, size_t n) { (void)n; return a == b; }
void *memchr(const void *at, int c, size_t n) { (void)c; (void)n; return (void *)at; }
int entry(const void *bytes, size_t n);
int entry(const void *bytes, size_t n)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	struct robotsc_query query;
	struct robotsc_page page;
	struct robotsc_directives said;
	struct robotsc_text text = {"", 0};
	struct robotsc_fetch fetch = {.status = 200};
	struct robotsc_decision decision;
	int64_t seconds = 0;
	uint8_t verdict;
	char out[64];

	if (robotsc_open(&blob, bytes, n) != ROBOTSC_OK || robotsc_select(&blob, &text, 1, &group) != ROBOTSC_OK)
		return 2;
	robotsc_url_path(ROBOTSC_GOOGLE, "", 0, &query.path);
	robotsc_header_tokens(&blob, "", 0, &text, 1);
	query.group = &group;
	robotsc_check_paths(&group, &text, 1, &verdict);
	robotsc_check_batch(&query, 1, &verdict);
	robotsc_check_urls(&group, &text, robotsc_is_token(ROBOTSC_GOOGLE, "", 0) != 0, &verdict);
	robotsc_check_url_batch(&query, 1, &verdict);
	robotsc_access(&fetch, &decision);
	if ((!robotsc_http_date("", 0, 0, &seconds) && robotsc_fresh(&decision, seconds)) ||
	    robotsc_stamp(&blob, &decision, out, sizeof out, &n) != robotsc_stamp_read(&blob, &decision))
		return (int)robotsc_digest(robotsc_constant_blob(ROBOTSC_CONNER2, ROBOTSC_ALLOW, &n), n);
	robotsc_page_begin(&page, &text, 1, 0);
	if (robotsc_page_html(&page, bytes, n) && robotsc_page_header(&page, "", 0))
		robotsc_page_end(&page, &said);
	return verdict + (int)robotsc_check_path(&group, "", 0) + (int)robotsc_check_url(&group, "", 0) +
	       (int)robotsc_robots_url("", 0, out, sizeof out, &n) + robotsc_version()[0] + robotsc_strerror(ROBOTSC_OK)[0];
}
END
	# shellcheck disable=SC2086 # flags are words
	$cc -std=c11 $cflags -fno-stack-protector -ffreestanding -Iinclude -nostdlib -nostartfiles -static -Wl,-e,entry \
		-o "$tmp/alone" "$tmp/alone.c" "$core"
}

# exports NAME HEADER...: the shared library exports each function that these headers declare, in
# the version that its comment names, and no other function.
exports() {
	library=$builddir/$1.so
	shift
	cat "$@" | tr '\n' ' ' | sed 's/ROBOTSC_API/\
&/g' | sed -n 's/^ROBOTSC_API [^(]*[ *]\(robotsc_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$tmp/declared"
	"$nm" -D --defined-only "$library" | awk 'NF == 3 && $2 == "T" { print $3 }' | sort -u >"$tmp/versioned"
	sed 's/@@ROBOTSC_[0-9]*\.[0-9]*$//' "$tmp/versioned" >"$tmp/exported"
	[ -s "$tmp/declared" ] && diff -u "$tmp/declared" "$tmp/exported"
}

headers=$(find include/robotsc -name '*.h' ! -name store.h ! -name filter.h ! -name import.h \
	! -name snapshot_make.h)

# A function gets the version that its comment names; one without a version is refused.
versions() {
	printf '%s\n' '/* A.  Since 0.1. */' 'ROBOTSC_API int robotsc_a(void);' '/* B.  Since' ' * 0.10. */' \
		'ROBOTSC_API const char *robotsc_b(int x,' '    int y);' '/* C.  Since 0.2. */' 'ROBOTSC_API int robotsc_c(void);' \
		'ROBOTSC_API int robotsc_d(void);' >"$tmp/some.h"
	sh packaging/symbol_versions "$tmp/some.h" | tr -d '\n\t' >"$tmp/script"
	printf '%s' 'ROBOTSC_0.1 {global:robotsc_a;};' 'ROBOTSC_0.2 {global:robotsc_c;robotsc_d;};' \
		'ROBOTSC_0.10 {global:robotsc_b;local:*;};' | diff - "$tmp/script" || return 1
	printf '%s\n' '/* E. */' 'ROBOTSC_API int robotsc_e(void);' >>"$tmp/some.h"
	! sh packaging/symbol_versions "$tmp/some.h" 2>"$tmp/why" && grep 'some.h:11: write "Since VERSION."' "$tmp/why"
}

# The store is a library of its own.
store_defines() {
	exports librobotsc_store include/robotsc/store.h include/robotsc/filter.h include/robotsc/import.h \
		include/robotsc/snapshot_make.h || return 1
	defined "$builddir/librobotsc_store.a" | grep -v '^robotsc__' | diff -u "$tmp/declared" -
}

soname() { ${nm%nm}objdump -p "$builddir/$1.so" | grep -q "SONAME *$1\\.so\\.1\$"; }

# needs LIBRARY NAME: the loader looks for NAME.
needs() { ${nm%nm}objdump -p "$builddir/$1" | grep "NEEDED *$2"; }

# No algorithm depends on the level of optimization: only ROBOTSC_SMALL brings the small walk.
same_walks() {
	! git grep -n '__OPTIMIZE' -- '*.[ch]' '*.re' || return 1
	for flags in -Os -O2 '-Os -DROBOTSC_SMALL'; do
		# shellcheck disable=SC2086 # flags are words
		$cc -std=c11 $flags -ffreestanding -Iinclude -Iruntime -c -o "$tmp/walk.o" runtime/match/walk_small.c || return 1
		$nm "$tmp/walk.o" | grep -c 'T robotsc__walk_small'
	done >"$tmp/walks"
	printf '%s\n' 0 0 1 | diff - "$tmp/walks"
}

# The part that a small build links to open blobs and check URLs must stay small;
# docs/performance.md says how small.
small() {
	mkdir "$tmp/small" || return 1
	for source in runtime/match/*.c; do
		# shellcheck disable=SC2086
		$cc -std=c11 -Os -DROBOTSC_SMALL -ffreestanding -fno-asynchronous-unwind-tables -Iinclude -Iruntime -c \
			-o "$tmp/small/$(basename "$source" .c).o" "$source" || return 1
	done
	"$ar" rcs "$tmp/small.a" "$tmp/small"/*.o || return 1
	# shellcheck disable=SC2086
	$cc $cflags -nostdlib -r -o "$tmp/linked" -Wl,-u,robotsc_open,-u,robotsc_select,-u,robotsc_check_path,-u,robotsc_check_url \
		-Wl,-u,robotsc_check_paths,-u,robotsc_check_batch "$tmp/small.a" || return 1
	total=$(${nm%nm}size "$tmp/linked" | awk 'NR == 2 { print $1 }')
	echo "runtime with -Os -DROBOTSC_SMALL: $total octets of text and constants"
	[ "$total" -lt 9600 ]
}

# shellcheck disable=SC2086 # names are words
check 'the shared library exports what the headers declare' exports librobotsc $headers
check 'versions of symbols' versions
check 'soname' soname librobotsc
if [ "$store" = yes ]; then
	check 'the store exports and defines what its header declares' store_defines
	check 'soname of the store' soname librobotsc_store
	check 'the store needs the library' needs librobotsc_store.so librobotsc.so.1
fi
case $cflags in
*-fsanitize* | *-fprofile* | *--coverage*)
	skip 'names and size of the runtime: instrumented code needs more'
	;;
*)
	check 'names that the core archive defines' defined_ours "$core"
	check 'names that the library defines' defined_ours "$builddir/librobotsc.a"
	check 'names that the core archive needs' needs_nothing
	check 'names that the library needs' needs_memory "$builddir/librobotsc.a"
	check 'the library keeps nothing that can be written' keeps_nothing "$builddir/librobotsc.a"
	check 'a program of the core archive alone' links_alone
	check 'size of the runtime' small
	check 'the small walk where it is asked for' same_walks
	;;
esac
finish
