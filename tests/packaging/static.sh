#!/bin/sh
# static.sh - 'ninja static': a command that needs no other file of the system.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cflags=$(config cflags)
nm=$(config nm)
static=$builddir/static/robotsc

case $cflags in
*-fsanitize*)
	skip 'ninja static: sanitizers are shared libraries'
	check 'there is a rule for it' grep -q '^rule static_program' build.ninja
	finish
	;;
esac

# The static command needs no loader and no library.
alone() { ! ${nm%nm}objdump -p "$static" | grep -E 'NEEDED|INTERP'; }

# same_output ARGUMENT...: the static command prints what the command linked to libraries prints.
same_output() {
	"$robotsc" "$@" >"$tmp/expected" 2>&1 </dev/null
	expected=$?
	"$static" "$@" >"$tmp/found" 2>&1 </dev/null
	[ $? -eq $expected ] && [ -s "$tmp/expected" ] && diff "$tmp/expected" "$tmp/found"
}

# The static command imports an archive into a store, and filters URLs by it.
stores() {
	for program in "$robotsc" "$static"; do
		"$program" import --quiet --store="$tmp/store" --agent=ExampleBot examples/crawl.warc.gz &&
			"$program" store list --store="$tmp/store" &&
			"$program" filter --store="$tmp/store" --agent=ExampleBot <examples/frontier.txt || return 1
		rm -rf "$tmp/store"
	done >"$tmp/both"
	half=$(($(wc -l <"$tmp/both") / 2))
	head -n $half "$tmp/both" >"$tmp/first"
	[ $half -gt 5 ] && tail -n $half "$tmp/both" | diff "$tmp/first" -
}

# The static command runs in a root folder that holds nothing else.
in_empty_root() {
	mkdir "$tmp/root" && cp "$static" examples/robots.txt "$tmp/root" || return 1
	chroot "$tmp/root" /robotsc check /robots.txt ExampleBot /private/press/a | grep -x 'allow	/private/press/a'
}

check 'ninja static' ninja static
check 'it needs no library' alone
check 'its version' same_output --version
check 'it checks URLs' same_output check examples/robots.txt ExampleBot /private/a /
check 'it lints' same_output lint examples/robots.txt
if [ "$store" = yes ]; then check 'it imports and filters' stores; else check 'it has no store, either' same_output import; fi
if [ "$(id -u)" = 0 ]; then check 'it runs in an empty root' in_empty_root; else skip 'an empty root: only root has one'; fi
finish
