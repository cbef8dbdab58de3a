#!/bin/sh
# readme.sh - what README.md and the pages in docs/ show of a terminal is what happens.
#
# In a block that begins with ```console a line "$ COMMAND" is run, in order, and what it prints
# must be the lines that follow.  The commands of a page run in one folder, which holds a copy of
# examples/ and the build as build/, with robotsc and the robot of examples/ on their PATH.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

tree=$PWD
cc=$(config cc)
cflags=$(config cflags)
mkdir "$tmp/bin"
ln -s "$robotsc" "$tmp/bin/robotsc"

# The program of docs/crawlers.md compiles, and is on the PATH of all pages.
example() {
	# shellcheck disable=SC2086 # flags are words
	$cc -std=c11 $cflags -Iinclude -o "$tmp/bin/robot" examples/robot.c "$builddir/librobotsc.a"
}

check 'examples/robot.c compiles' example

# Prints a page again, with what its commands print now.
rerun() {
	here=$1
	block=no
	while IFS= read -r line; do
		case $block,$line in
		no,'```console') block=yes && printf '%s\n' "$line" ;;
		no,*) printf '%s\n' "$line" ;;
		yes,'```') block=no && printf '%s\n' "$line" ;;
		yes,'$ '*)
			printf '%s\n' "$line"
			(cd "$here" && PATH=$tmp/bin:$PATH sh -c "${line#??}" </dev/null 2>&1)
			;;
		esac
	done
}

page() {
	rm -rf "$tmp/here"
	mkdir "$tmp/here"
	cp -r "$tree/examples" "$tmp/here/examples"
	ln -s "$builddir" "$tmp/here/build"
	rerun "$tmp/here" <"$1" >"$tmp/page"
	same "$1" "$tmp/page"
}

for doc in README.md docs/*.md docs/*/*.md; do
	if [ "$store" = no ] && grep -q '^\$ robotsc \(import\|filter\|store\) ' "$doc"; then
		skip "$doc: there is no store in this build"
	elif grep -q '^```console$' "$doc"; then
		check "$doc" page "$doc"
	fi
done

# Pages and examples exist if any file names them.
named_pages() {
	missing=0
	page='\b(docs|examples)/([a-z]+/)?[A-Za-z0-9_-]+\.[a-z]+(\.gz)?'
	folders='docs include runtime compiler cli packaging bench'
	# shellcheck disable=SC2086 # names are words
	for named in $(grep -rhoE "$page" ./*.md $folders examples | sort -u
		find tests -name '*.[ch]' -exec grep -hoE "$page" '{}' + | grep -v '^docs/help/'); do
		[ -f "$named" ] || { echo "$named is named in:" && grep -rlF "$named" ./*.md $folders tests && missing=1; }
	done
	[ $missing -eq 0 ]
}

# README.md has some rows and columns of the table that bench/peers.sh printed into
# docs/performance.md: the reader, the means of four columns, and other verdicts.
same_readers() {
	sed -n '/^| reader/,/^$/p' README.md | sed '1,2d; $d' >"$tmp/readers"
	[ "$(wc -l <"$tmp/readers")" -eq 4 ] &&
		sed -n '/^| reader, release /,/^$/p' docs/performance.md | sed 1,2d | awk -F ' *[|] *' '{
			for (i = 3; i < 7; i++) sub(/.* \/ /, "", $i)
			print "| " $2 " | " $3 " | " $4 " | " $5 " | " $6 " | " $8 " |"
		}' >"$tmp/all" && ! grep -vxF -f "$tmp/all" "$tmp/readers"
}

check 'pages that are named are there' named_pages
check 'the readers of README.md are those of docs/performance.md, with their figures' same_readers
finish
