#!/bin/sh
# import.sh - folders with files that are none, and responses that are long only because of how they are written.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

if [ "$store" = no ]; then
	skip 'there is no store in this build'
	check 'a command of a build without a store says so' sh -c "! $robotsc import --store=x y 2>$tmp/err && grep -q 'built without a store' $tmp/err"
	finish
fi

hosts=$tmp/hosts
rules='User-agent: *\nDisallow: /x\n'

# import ARGUMENT...: into a new store; what it says in $tmp/err, its status in $status, the origins in $tmp/list.
import() {
	rm -rf "$tmp/policies"
	timeout 20 "$robotsc" import -q --store="$tmp/policies" "$@" 2>"$tmp/err" </dev/null
	status=$?
	"$robotsc" store list --store="$tmp/policies" | cut -f 1 | tr '\n' ' ' >"$tmp/list"
	cat "$tmp/err" "$tmp/list"
}

make_folder() {
	mkdir "$hosts" "$hosts/inner.example" "$hosts/pipe.example" "$hosts/dir.example" "$hosts/dir.example/robots.txt" \
		"$hosts/empty.example" "$hosts/linked.example" "$tmp/elsewhere" || return 1
	# shellcheck disable=SC2059 # rules are a format
	printf "$rules" | tee "$hosts/http:plain.example" "$hosts/inner.example/robots.txt" "$tmp/elsewhere/robots.txt" >"$tmp/one"
	mkfifo "$hosts/fifo.example" "$hosts/pipe.example/robots.txt" "$tmp/named"
	ln -s "$tmp/one" "$hosts/http:link.example"
	ln -s "$tmp/elsewhere" "$hosts/folder.example"
	ln -s "$tmp/one" "$hosts/linked.example/robots.txt"
	ln -s "$tmp/named" "$hosts/waits.example"
	ln -s nowhere "$hosts/broken.example"
	ln -s /dev/zero "$hosts/zero.example"
}

# Nothing but regular files is opened: a FIFO without a writer would be waited for.
only_files() {
	import "$hosts"
	[ $status -eq 1 ] || return 1
	[ "$(cat "$tmp/list")" = 'http://inner.example https://inner.example http://plain.example ' ] || return 1
	[ "$(grep -c 'not a regular file; skipped$' "$tmp/err")" -eq 3 ] || return 1
	[ "$(grep -c 'a symbolic link; --follow follows it; skipped$' "$tmp/err")" -eq 6 ]
}

# Links count when they are asked for, and still nothing but files.
followed() {
	import --follow "$hosts"
	[ $status -eq 1 ] || return 1
	[ "$(cat "$tmp/list")" = 'http://folder.example https://folder.example http://inner.example https://inner.example http://link.example http://linked.example https://linked.example http://plain.example ' ] ||
		return 1
	[ "$(grep -c 'not a regular file; skipped$' "$tmp/err")" -eq 5 ] && grep -q 'broken.example: No such file' "$tmp/err"
}

# A folder that is named itself may be a link; so may a file that a list names, but nothing but a file.
named() {
	ln -s "$tmp/elsewhere" "$tmp/link"
	mkdir "$tmp/elsewhere/h.example" && cp "$tmp/one" "$tmp/elsewhere/h.example/robots.txt"
	rm "$tmp/elsewhere/robots.txt"
	import "$tmp/link"
	[ $status -eq 0 ] && [ "$(cat "$tmp/list")" = 'http://h.example https://h.example ' ] || return 1
	printf 'http://a\t%s\nhttp://b\t%s\nhttp://c\t%s\n' "$hosts/http:link.example" "$tmp/named" "$hosts/zero.example" >"$tmp/origins"
	import "$tmp/origins"
	[ $status -eq 1 ] && [ "$(cat "$tmp/list")" = 'http://a ' ] && [ "$(grep -c 'not a regular file' "$tmp/err")" -eq 2 ]
}

# A FIFO that is named itself is read, as a shell's <(...) makes one.
input_fifo() {
	(printf 'http://a\t%s\n' "$tmp/one" >"$tmp/named") &
	import "$tmp/named"
	wait
	[ $status -eq 0 ] && [ "$(cat "$tmp/list")" = 'http://a ' ]
}

# Authorities with backslashes, and a record with two targets, are reported.
refused() {
	record() {
		printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n'
		for uri; do printf 'WARC-Target-URI: %s\r\n' "$uri"; done
		printf 'Content-Length: %d\r\n\r\nHTTP/1.1 200 OK\r\n\r\nUser-agent: *\n\r\n\r\n' 33
	}
	{
		record 'http://a\b/robots.txt'
		record 'http://a\@b/robots.txt'
		record 'http://two.example/robots.txt' 'http://other.example/robots.txt'
		record 'http://one.example/robots.txt' 'http://one.example/robots.txt'
	} >"$tmp/archive"
	printf '%s\t%s\n' 'http://a\@b' "$tmp/one" >"$tmp/origins"
	import "$tmp/archive" "$tmp/origins"
	[ $status -eq 1 ] && [ "$(cat "$tmp/list")" = 'http://one.example ' ] || return 1
	[ "$(grep -c 'not a URL that has a robots.txt; skipped$' "$tmp/err")" -eq 3 ] || return 1
	[ "$(grep -c 'two different WARC-Target-URIs; skipped$' "$tmp/err")" -eq 1 ]
}

check 'a folder of all kinds of files' make_folder
check 'only regular files of a folder are opened' only_files
check 'symbolic links are followed when they are to be' followed
check 'what is named itself, and in lists' named
check 'a FIFO that is named itself' input_fifo
check 'backslashes in an authority, and two targets' refused
finish
