#!/bin/sh
# lexer.sh - the committed compiler/lex.c is what re2c makes of compiler/lex.re.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

re2c=$(config re2c)
if [ -z "$re2c" ]; then
	skip 'no re2c'
elif [ "$(sed -n '1s/.*re2c \([0-9.]*\).*/\1/p' compiler/lex.c)" != "$($re2c --version | awk '{ print $2 }')" ]; then
	skip 'compiler/lex.c comes from another version of re2c'
else
	regenerated() { $re2c --no-generation-date -i -o "$tmp/lex.c" compiler/lex.re && diff -u compiler/lex.c "$tmp/lex.c"; }
	check 'compiler/lex.c is up to date' regenerated
fi
check 'compiler/lex.c holds no line marks' sh -c '! grep -n "^#line" compiler/lex.c'
finish
