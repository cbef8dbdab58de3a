#!/bin/sh
# compat.sh - what earlier versions left: old programs run with today's libraries, the command reads
# old files, and a set of old files is made once.
#
# tests/compat/compat_set.py makes the sets; compat_test and store_compat_test read them.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cc=$(config cc)
cflags=$(config cflags)
python=$(config python)

# Today's oracle gives the same answers.
by_oracle() { "$builddir/tests/compat_oracle" "tests/compat/$1.tar" | cmp - "tests/compat/$1.answers"; }

unpacked() { mkdir "$tmp/$1" && tar -C "$tmp/$1" -xf "tests/compat/$1.tar"; }

# old SET PROGRAM OPTION...: compiled with the headers of the set, linked with today's library.
# shellcheck disable=SC2086 # flags are words
old() {
	of=$tmp/$1 program=$2
	shift 2
	[ -f "$of/include/robotsc/common.h" ] &&
		$cc $cflags -std=c11 -I"$of/include" -o "$of/$program" "$of/programs/$program.c" "$@"
}

# The loader looks for the name that a program was linked with.
mkdir "$tmp/lib" && ln -s "$builddir/librobotsc.so" "$tmp/lib/librobotsc.so.1"
today() { LD_LIBRARY_PATH=$tmp/lib "$@"; }

old_program() {
	old "$1" old_program "$builddir/librobotsc.so" && today "$tmp/$1/old_program" "$tmp/$1/snapshot" | grep -x 'all hold'
}

old_examples() {
	old "$1" embed "$builddir/librobotsc.so" && old "$1" reader "$builddir/librobotsc_runtime.a" || return 1
	today "$tmp/$1/embed" examples/robots.txt | diff -u examples/embed.out - || return 1
	"$robotsc" check "$tmp/$1/blobs/rfc9309-plain-shop" ExampleBot <examples/urls.txt >"$tmp/verdicts"
	"$tmp/$1/reader" "$tmp/$1/blobs/rfc9309-plain-shop" ExampleBot <examples/urls.txt | diff -u "$tmp/verdicts" -
}

# The guards find a library that fills a struct beyond the size that it has in the program.
guards_hold() {
	sed 's/uint32_t reserved\[6\];/uint32_t reserved[1];/' "$tmp/$1/include/robotsc/check.h" >"$tmp/check.h" &&
		! cmp -s "$tmp/check.h" "$tmp/$1/include/robotsc/check.h" || return 1
	cp -R "$tmp/$1" "$tmp/smaller" && cp "$tmp/check.h" "$tmp/smaller/include/robotsc/check.h"
	old smaller old_program "$builddir/librobotsc.so" || return 1
	! today "$tmp/smaller/old_program" >"$tmp/smaller/said" && grep 'whole(blob' "$tmp/smaller/said"
}

old_files() {
	"$robotsc" snapshot verify -q "$tmp/$1/snapshot" && "$robotsc" snapshot verify -q "$tmp/$1/shards" || return 1
	"$robotsc" snapshot check --agent=ExampleBot "$tmp/$1/shards" http://a.example/private/press/ || return 1
	mkdir "$tmp/$1/store" && cp "$tmp/$1/store.mdb" "$tmp/$1/store/data.mdb" &&
		"$robotsc" store verify -q --store="$tmp/$1/store"
}

# changed SET SUFFIX FROM TO: compat_test notices changed octets of a set.
changed() {
	rm -rf "$tmp/changed" && mkdir -p "$tmp/changed/tests/compat" || return 1
	cp "tests/compat/$1".* "$tmp/changed/tests/compat"
	LC_ALL=C sed "s/$3/$4/" "tests/compat/$1.$2" >"$tmp/changed/tests/compat/$1.$2"
	! cmp -s "tests/compat/$1.$2" "$tmp/changed/tests/compat/$1.$2" &&
		! (cd "$tmp/changed" && "$builddir/tests/compat_test")
}

made_once() {
	cp "tests/compat/$1".* "$tmp" || return 1
	! python3 tests/compat/compat_set.py "$1" 2>"$tmp/err" && grep 'is made once' "$tmp/err" &&
		cmp "$tmp/$1.tar" "tests/compat/$1.tar" && cmp "$tmp/$1.answers" "tests/compat/$1.answers"
}

# The script that will make the next version's set still works, and this version gives its answers.
made_today() {
	mkdir -p "$tmp/next/tests/compat" && python3 tests/compat/compat_set.py next "$tmp/next/tests/compat" || return 1
	(
		cd "$tmp/next/tests/compat" && tar -tf next.tar >names && grep -x 'blobs/conner2-rest-records' names &&
			[ "$(wc -l <next.answers)" -gt 300 ] && cd ../.. && "$builddir/tests/compat_test"
	)
}

# A store can be read only on machines like the one that made it.
case "$store $cc $cflags $(getconf LONG_BIT) $(printf '\1\0' | od -An -tu2 | tr -d ' ')" in
no* | *-m32*) reason='there is no store in this build, or it has 32 bits' ;;
*' 64 1') reason= ;;
*) reason='this machine has 32 bits or another order of octets' ;;
esac

sets=0
for archive in tests/compat/*.tar; do
	set=${archive##*/} set=${set%.tar} sets=$((sets + 1))
	check "answers of $set are the oracle's" by_oracle "$set"
	check "$set is an archive" unpacked "$set"
	case "$cc $cflags" in
	*-fsanitize*) skip 'old programs: this build has sanitizers, whose library the program would need first' ;;
	*)
		check "a program of $set runs with today's library" old_program "$set"
		check "examples of $set do" old_examples "$set"
		;;
	esac
	if [ -z "$reason" ]; then
		check "the command reads a store, a snapshot and shards of $set" old_files "$set"
	else
		skip "the command and a store of $set: $reason"
	fi
done
check 'there is a set' test $sets -gt 0
check 'another answer would be found' changed 0.1 answers 'verdict	1' 'verdict	0'
check 'another octet of a blob would be found' changed 0.1 tar 'oldbot' 'oldbox'
case "$cc $cflags" in
*-fsanitize*) ;;
*) check 'a struct that is larger than the program knows would be found' guards_hold 0.1 ;;
esac
if [ -z "$python" ]; then
	skip 'what makes a set: there is no python3'
elif [ "$store" = no ]; then
	skip 'what makes a set: there is no store in this build'
else
	check 'a set that is there stays' made_once 0.1
	check 'a set can be made today' made_today
fi
finish
