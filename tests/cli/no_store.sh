#!/bin/sh
# no_store.sh - a robotsc without a store lists its commands, and says how to get the others.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cc=$(config cc)
cflags=$(config cflags)
ldflags=$(config ldflags)
lone=$tmp/robotsc

# The command as cli/cli.ninja links it without a store, whatever configure found.
linked() {
	# shellcheck disable=SC2046,SC2086 # flags are words
	for part in no_store log_plain; do
		# shellcheck disable=SC2046,SC2086 # flags are words
		$cc -std=c11 -D_POSIX_C_SOURCE=200809L $cflags $(config pie) -Iinclude -I. -c -o "$tmp/$part.o" \
			cli/no_store/$part.c || return 1
	done
	# shellcheck disable=SC2046,SC2086 # flags are words
	$cc $cflags $(config pie_ld) -o "$lone" "$tmp/no_store.o" "$tmp/log_plain.o" \
			"$builddir/cli/cli.a" "$builddir/cli/lsp/lsp.a" "$builddir/snapshot.a" "$builddir/librobotsc.a" \
			$ldflags $(config zstd_libs) -pthread
}

listed() {
	"$lone" help >"$tmp/help" &&
		! grep -E '^  (import|store) ' "$tmp/help" &&
		grep -E '^  check ' "$tmp/help" &&
		grep -x "Not in this build: import, store; 'robotsc import --help' says how to get them" "$tmp/help"
}

# says_how COMMAND: its help has the commands that build a robotsc with a store.
says_how() {
	"$lone" "$1" --help >"$tmp/help" && "$lone" help "$1" | diff "$tmp/help" - &&
		grep -x '  ./configure --install-deps && ninja' "$tmp/help" && ! grep '^Options' "$tmp/help"
}

# refused COMMAND: with any options it fails and says why.
refused() {
	"$lone" "$1" --store=x --agent=y z >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] && [ ! -s "$tmp/out" ] && grep 'built without a store' "$tmp/err"
}

# The command filter is there, for snapshots.
no_filter() { ! "$lone" filter --store=x --agent=y </dev/null 2>"$tmp/err" && grep 'built without a store' "$tmp/err"; }

# Archives need zlib, which comes with the store.
no_archives() {
	"$lone" lint --warc x.warc >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] && [ ! -s "$tmp/out" ] && grep "x.warc: .* reads no archives; 'robotsc import --help' says how" "$tmp/err"
}

# Logs are read, except logs in gzip.
no_gzip() {
	"$lone" audit --robots=examples/robots.txt examples/access.log | grep -q '^GPTBot' || return 1
	gzip -c examples/access.log >"$tmp/log.gz"
	"$lone" audit --robots=examples/robots.txt "$tmp/log.gz" >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] && grep 'reads no gzip' "$tmp/err"
}

# Threads do not need the store.
on_all_processors() {
	for command in "lint --format=json examples" "diff --format=json examples tests"; do
		# shellcheck disable=SC2086 # words
		"$lone" $command --jobs=3 >"$tmp/many" 2>&1
		# shellcheck disable=SC2086 # words
		"$lone" $command --jobs=1 >"$tmp/one" 2>&1
		[ -s "$tmp/one" ] && cmp "$tmp/one" "$tmp/many" || return 1
	done
	"$lone" lint --help | grep -e '--jobs'
}

# A robotsc without a store reads the snapshot that another one made of a store.
by_snapshot() {
	if [ "$store" = no ]; then return 0; fi
	"$robotsc" import -q --store="$tmp/policies" --agent=ExampleBot examples/crawl.warc.gz &&
		"$robotsc" snapshot make -q -o "$tmp/a.snapshot" "$tmp/policies" || return 1
	options='-q --agent=ExampleBot --print=all'
	# shellcheck disable=SC2086 # options are words
	"$robotsc" filter $options --store="$tmp/policies" <examples/frontier.txt >"$tmp/expected" &&
		"$lone" filter $options --snapshot="$tmp/a.snapshot" <examples/frontier.txt | diff "$tmp/expected" - &&
		"$lone" snapshot make -q -o "$tmp/b.snapshot" "$tmp/a.snapshot" && cmp "$tmp/a.snapshot" "$tmp/b.snapshot" &&
		"$lone" snapshot verify "$tmp/b.snapshot" || return 1
	! "$lone" snapshot make -q -o "$tmp/b.snapshot" "$tmp/policies" 2>"$tmp/err" && grep 'built without a store' "$tmp/err"
}

check 'it can be linked' linked
check 'help lists what there is' listed
check '--warc says how to get it' no_archives
check 'it reads logs, but no gzip' no_gzip
check 'it works on all processors' on_all_processors
check 'it reads and makes snapshots' by_snapshot
for command in import store; do
	check "$command --help says how to get it" says_how "$command"
	check "$command is refused" refused "$command"
done
check 'filter by a store is refused' no_filter
finish
