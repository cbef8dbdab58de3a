#!/bin/sh
# instructions.sh - ten compilations and 1,000 checks take no more instructions than in the commit
# of instructions.txt, which is built once more by the same compiler; 5 % are allowed.
#
# A commit that moves the file to a newer commit says why.  'instructions.sh --write COMMIT' does.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

list=tests/house/instructions.txt
if [ "${1-}" = --write ]; then base=$(git rev-parse "$2"); else base=$(sed -n 's/^commit //p' "$list"); fi
cc=$(config cc)

if ! command -v valgrind >/dev/null; then
	skip 'not counted: there is no valgrind'
	finish
elif ! git cat-file -e "$base^{commit}" 2>/dev/null; then
	skip "not counted: commit $base is not in this clone"
	finish
fi

# Texts of all kinds: prefixes and stars, few and many, for one robot and for several.
cat >"$tmp/counted.c" <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "robotsc/check.h"
#include "robotsc/compile.h"

static char text[1 << 18];
static size_t len;

static void make(unsigned rules, unsigned star_of, unsigned groups)
{
	unsigned long state = rules * 31 + star_of;
	len = 0;
	for (unsigned g = 0; g < groups; g++) {
		len += (size_t)sprintf(text + len, "User-agent: %s\n", g ? "b" : "*");
		for (unsigned i = 0; i < rules; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			const unsigned a = state >> 40 & 31, b = state >> 50 & 511;
			const char *form = star_of && i % star_of == 0 ? "%s: /*part%u/x%u$\n" : "%s: /folder%u/file%u\n";
			len += (size_t)sprintf(text + len, form, b % 5 ? "Disallow" : "Allow", a, b);
		}
	}
}

/* What is counted. */
__attribute__((noinline)) void counted_compile(const struct robotsc_options *options, void **blob, size_t *size)
{
	if (robotsc_compile(options, text, len, blob, size) != ROBOTSC_OK)
		exit(1);
}

__attribute__((noinline)) unsigned counted_check(const struct robotsc_group *group, char path[100][40])
{
	unsigned allowed = 0;
	for (int i = 0; i < 100; i++)
		allowed += robotsc_check_path(group, path[i], strlen(path[i])) == ROBOTSC_ALLOW;
	return allowed;
}

int main(void)
{
	static const unsigned kinds[10][3] = {{1, 0, 1},  {8, 0, 1},  {30, 0, 1},  {2000, 0, 1}, {8, 4, 1},
	                                      {30, 3, 1}, {90, 3, 1}, {200, 9, 1}, {20, 0, 2},   {40, 5, 2}};
	static char path[100][40];
	unsigned allowed = 0;
	for (unsigned i = 0; i < 100; i++)
		sprintf(path[i], i % 3 ? "/folder%u/file%u" : "/a/part%u/x%u", i % 32, i * 5);
	for (int k = 0; k < 10; k++) {
		const struct robotsc_text agent = {"b", 1};
		struct robotsc_options options;
		struct robotsc_blob opened;
		struct robotsc_group group;
		void *blob;
		size_t size;
		robotsc_options_init(&options);
		options.agents = &agent;
		options.nagents = k % 2;
		make(kinds[k][0], kinds[k][1], kinds[k][2]);
		counted_compile(&options, &blob, &size);
		if (robotsc_open(&opened, blob, size) != ROBOTSC_OK || robotsc_select(&opened, &agent, 1, &group) != ROBOTSC_OK)
			exit(1);
		allowed += counted_check(&group, path);
		robotsc_free_blob(NULL, blob, size);
	}
	printf("%u\n", allowed);
	return 0;
}
EOF

# count FOLDER NAME: builds the program with the library of a tree; writes two counts to $tmp/NAME.
count() {
	# shellcheck disable=SC2086 # a command and its flags
	$cc -O2 -g -I"$1/include" -o "$tmp/$2.run" "$tmp/counted.c" "$1/build/librobotsc.a" -lm || return 1
	for call in compile check; do
		valgrind --tool=callgrind --collect-atstart=no --toggle-collect="counted_$call" --callgrind-out-file=/dev/null \
			"$tmp/$2.run" 2>&1 >"$tmp/$2.said" | sed -n "s/.*Collected : /$call /p"
	done >"$tmp/$2"
	[ "$(wc -l <"$tmp/$2")" -eq 2 ]
}

# build_library FOLDER: builds the library there, with flags that are the same for both trees.
# Standard input has the sources, as tar.
build_library() { tar -x -C "$1" && (cd "$1" && ./configure CC="$cc" CFLAGS=-O2 && ninja build/librobotsc.a); }

of_commit() { git archive "$base" | build_library "$tmp/before"; }

# The library of the tree with what is not yet committed.
of_tree() { git ls-files -z | tar --null --ignore-failed-read -cf - -T - | build_library "$tmp/now"; }


mkdir "$tmp/before" "$tmp/now"
prepare "the library of $base is built" of_commit
prepare 'its instructions are counted' count "$tmp/before" old
if [ "${1-}" = --write ]; then
	{ echo "commit $base" && cat "$tmp/old"; } >"$list"
	finish
fi
prepare 'the library is built' of_tree
prepare 'its instructions are counted' count "$tmp/now" new

# not_more CALL: it takes at most 5 % more than in that commit.
not_more() {
	join "$tmp/old" "$tmp/new" | awk -v call="$1" '$1 == call { print $2 " before, " $3 " now"; exit !($3 <= 1.05 * $2) }'
}
sort -o "$tmp/old" "$tmp/old" && sort -o "$tmp/new" "$tmp/new"
join "$tmp/old" "$tmp/new" | sed 's/ / instructions: /; s/ \([0-9]*\)$/ before, \1 now/'
check 'compilations take no more instructions' not_more compile
check 'checks take no more instructions' not_more check
finish
