#!/bin/sh
# lexer.sh - every committed lexer, compiler/front/lex.c and its like, is what re2c makes of its .re
# file.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

re2c=$(config re2c)
regenerated() { $re2c --no-generation-date -i -W -c -o "$tmp/lex.c" "${1%.c}.re" && diff -u "$1" "$tmp/lex.c"; }
for lexer in compiler/front/lex.c runtime/page/html.c runtime/page/words.c runtime/page/list.c runtime/page/sitemap.c; do
	if [ -z "$re2c" ]; then
		skip 'no re2c'
	elif [ "$(sed -n '1s/.*re2c \([0-9.]*\).*/\1/p' $lexer)" != "$($re2c --version | awk '{ print $2 }')" ]; then
		skip "$lexer comes from another version of re2c"
	else
		check "$lexer is up to date" regenerated $lexer
	fi
	check "$lexer holds no line marks" sh -c "! grep -n '^#line' $lexer"
done
all_named() { [ "$(find . -name '*.re' -not -path './build*' | wc -l)" -eq 5 ]; }
check 'all lexers are looked at' all_named
finish
