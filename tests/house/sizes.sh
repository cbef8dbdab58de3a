#!/bin/sh
# sizes.sh - functions fit a screen and files do one thing, in every language: tests/house/sizes.py.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# lines COUNT TEXT
lines() { yes "$2" | head -n "$1"; }

# A tree with a function of 61 lines and one of 60 in each language, and files of 501 and 500.
small_tree() {
	mkdir -p "$tmp/tree/tests/house" && cd "$tmp/tree" || return 1
	for size in 61 60; do
		inside=$((size - 2))
		{ printf 'int f(int a,\n      int b)\n{\n' && lines $((size - 4)) '	a++;' && echo '}'; } >c$size.c
		{ echo 'def f():' && lines $((size - 1)) '    f()'; } >p$size.py
		{ echo 'f() {' && lines $inside '	f' && echo '}'; } >s$size.sh
		{ echo 'export function f(a) {' && lines $inside '	f();' && echo '}'; } >j$size.js
		{ echo '	static int f(int a) {' && lines $inside '		f();' && echo '	}'; } >n$size.java
		{ printf 'class C {\n\tf(a) {\n' && lines $inside '		f();' && printf '\t}\n}\n'; } >m$size.mjs
		{ echo 'func (g *G) f(a int) (b bool) {' && lines $inside '	f()' && echo '}'; } >g$size.go
	done
	lines 501 'int x;' >more.c
	lines 500 'int x;' >most.c
	cat >tests/house/sizes.txt
}

each_language() {
	(small_tree) </dev/null
	python3 tests/house/sizes.py "$tmp/tree" >"$tmp/found"
	printf '%s\n' 'c61.c f 61' 'g61.go f 61' 'j61.js f 61' 'm61.mjs f 61' 'more.c * 501' 'n61.java f 61' 'p61.py f 61' \
		's61.sh f 61' | diff -u - "$tmp/found"
}

exceptions() {
	printf '# why\n%s\n' 'c61.c f 61 a table' 'more.c * 500 too few' 'c60.c f 70 not needed' 'gone.c * 900 no such file' |
		(small_tree)
	python3 tests/house/sizes.py "$tmp/tree" | grep -v '^[gjmnps].*61' >"$tmp/found"
	printf '%s\n' 'more.c * 501' 'tests/house/sizes.txt: c60.c f is needed no more' \
		'tests/house/sizes.txt: gone.c * is needed no more' | diff -u - "$tmp/found"
}

if [ -z "$(config python)" ]; then
	skip 'sizes: there is no python3'
	check 'the list of exceptions is there' test -s tests/house/sizes.txt
	finish
fi
check 'a long function is found in each language, and a long file' each_language
check 'exceptions hold up to their lines, and only where they are needed' exceptions
check 'functions and files of the tree' python3 tests/house/sizes.py

# The weight of the whole tree, only to be read.
if git rev-parse --git-dir >/dev/null 2>&1; then check 'its weight' python3 tests/house/weigh.py && cat "$tmp/check.log"; fi
finish
