#!/bin/sh
# import.sh - folders with entries that are no regular files, and responses that are long only
# because of their chunks.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

need_store import --store=x y

hosts=$tmp/hosts
rules='User-agent: *\nDisallow: /x\n'

# import ARGUMENT...: import into a new store; leaves messages in $tmp/err, the status in $status,
# the origins in $tmp/list.
import() {
	rm -rf "$tmp/policies"
	timeout 200 "$robotsc" import -q --store="$tmp/policies" "$@" 2>"$tmp/err" </dev/null
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

# Only regular files are opened: opening a FIFO without a writer would wait.
only_files() {
	import "$hosts"
	[ $status -eq 1 ] || return 1
	[ "$(cat "$tmp/list")" = 'http://inner.example https://inner.example http://plain.example ' ] || return 1
	[ "$(grep -c 'not a regular file; skipped$' "$tmp/err")" -eq 3 ] || return 1
	[ "$(grep -c 'a symbolic link; --follow follows it; skipped$' "$tmp/err")" -eq 6 ]
}

# Links are followed when --follow asks for it, but still only to regular files.
followed() {
	import --follow "$hosts"
	[ $status -eq 1 ] || return 1
	origins='http://folder.example https://folder.example http://inner.example https://inner.example http://link.example'
	origins="$origins http://linked.example https://linked.example http://plain.example "
	[ "$(cat "$tmp/list")" = "$origins" ] || return 1
	[ "$(grep -c 'not a regular file; skipped$' "$tmp/err")" -eq 5 ] && grep -q 'broken.example: No such file' "$tmp/err"
}

# A folder that is named as an operand may be a link.  A file that a list names may be a link, too,
# but only to a regular file.
named() {
	ln -s "$tmp/elsewhere" "$tmp/link"
	mkdir "$tmp/elsewhere/h.example" && cp "$tmp/one" "$tmp/elsewhere/h.example/robots.txt"
	rm "$tmp/elsewhere/robots.txt"
	import "$tmp/link"
	[ $status -eq 0 ] && [ "$(cat "$tmp/list")" = 'http://h.example https://h.example ' ] || return 1
	printf 'http://a\t%s\nhttp://b\t%s\nhttp://c\t%s\n' "$hosts/http:link.example" "$tmp/named" "$hosts/zero.example" \
		>"$tmp/origins"
	import "$tmp/origins"
	[ $status -eq 1 ] && [ "$(cat "$tmp/list")" = 'http://a ' ] && [ "$(grep -c 'not a regular file' "$tmp/err")" -eq 2 ]
}

# A FIFO that is named as an operand is read: a shell's <(...) is one.
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

# chunks TEXT SIZE EXTENSION: the text in chunks of SIZE octets.
chunks() {
	LC_ALL=C awk -v size="$2" -v extension="$3" '
		BEGIN { RS = "\001" } # all of it
		{
			for (i = 1; i <= length($0); i += size) {
				part = substr($0, i, size)
				printf "%x%s\r\n%s\r\n", length(part), extension, part
			}
			printf "0\r\nTrailer: 1\r\n\r\n"
		}' <"$1"
}

# response HOST FIELDS BODY: a record with a response.
response() {
	{ printf 'HTTP/1.1 200 OK\r\n%s\r\n\r\n' "$2" && cat "$3"; } >"$tmp/message"
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n'
	printf 'WARC-Target-URI: http://%s/robots.txt\r\n' "$1"
	printf 'Content-Length: %d\r\n\r\n' "$(wc -c <"$tmp/message")"
	cat "$tmp/message"
	printf '\r\n\r\n'
}

# Texts in many chunks, and in chunks with long extensions: the policy is that of the plain text,
# within the limit and beyond it.
many_chunks() {
	ext=";$(awk 'BEGIN { while (n++ < 40) printf "x=y;" }')"
	for size in 30000 600000; do
		awk -v size=$size 'BEGIN {
			print "User-agent: *"
			for (n = 14; n < size - 70; n += 60) printf "# %057d\n", n
			print "Disallow: /last"
		}' >"$tmp/text.$size"
		response "plain$size" 'X: y' "$tmp/text.$size"
		chunks "$tmp/text.$size" 1 '' >"$tmp/chunks.$size"
		response "one$size" 'Transfer-Encoding: chunked' "$tmp/chunks.$size"
		if [ $size -eq 30000 ]; then chunks "$tmp/text.$size" 1 "$ext"; else chunks "$tmp/text.$size" 7 ' ; a=b'; fi \
			>"$tmp/chunks"
		response "extended$size" 'transfer-encoding: Chunked' "$tmp/chunks"
	done >"$tmp/archive"
	import "$tmp/archive"
	[ $status -eq 0 ] || return 1
	for size in 30000 600000; do
		for name in plain one extended; do
			"$robotsc" store get --store="$tmp/policies" -o "$tmp/blob.$name" "http://$name$size" || return 1
			"$robotsc" store get --store="$tmp/policies" "http://$name$size" |
				grep -E '^(outcome|source)' >"$tmp/said.$name"
			cmp "$tmp/blob.plain" "$tmp/blob.$name" && [ -s "$tmp/said.$name" ] || return 1
			if [ $size -eq 30000 ]; then diff "$tmp/said.plain" "$tmp/said.$name" || return 1; fi
		done
	done
	"$robotsc" store check --store="$tmp/policies" --agent=x http://one30000/last >"$tmp/verdict"
	grep -q '^disallow' "$tmp/verdict"
}

# If a late chunk has no size, the fetch failed; if the file ends in the body, a message says so.
broken_chunks() {
	{ head -c 3300000 "$tmp/chunks.600000" && echo 'no size' && tail -c 100000 "$tmp/chunks.600000"; } >"$tmp/broken"
	{ response broken 'Transfer-Encoding: chunked' "$tmp/broken" && response next 'X: y' "$tmp/one"; } >"$tmp/archive"
	import "$tmp/archive"
	[ $status -eq 0 ] && [ "$(cat "$tmp/list")" = 'http://broken http://next ' ] || return 1
	"$robotsc" store get --store="$tmp/policies" http://broken | grep 'outcome' | grep -q deny || return 1
	response short 'Transfer-Encoding: chunked' "$tmp/chunks.600000" | head -c 3000000 >"$tmp/archive"
	import "$tmp/archive"
	[ $status -eq 1 ] && grep -q 'the file ends inside a record; skipped' "$tmp/err"
}

# endless CHUNK: import a body that begins with CHUNK and goes on with 400 MB.
endless() {
	rm -rf "$tmp/bounded"
	{
		printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n'
		printf 'WARC-Target-URI: http://h/robots.txt\r\nContent-Length: 400000000\r\n\r\n'
		# shellcheck disable=SC2059 # chunks are a format
		printf 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'"$1"
		head -c 400000000 /dev/zero
	} | (ulimit -v 400000 && timeout 200 "$robotsc" import -q -j 1 --store="$tmp/bounded" 2>"$tmp/err")
	cat "$tmp/err"
	! grep -q memory "$tmp/err" && "$robotsc" store get --store="$tmp/bounded" http://h >"$tmp/said"
}

# A chunk whose extension or data does not end takes no more memory than others.
memory_is_bounded() {
	endless 'ffff;' && grep -q deny "$tmp/said" && endless 'fffffff0\r\n' && grep -q '^outcome' "$tmp/said"
}

# text KIND PLACE: import --text into a folder where something of this kind has the temporary names
# (PLACE: part) or the name of a text (PLACE: file).
text() {
	rm -rf "$tmp/texts" && mkdir "$tmp/texts" && rm -f "$tmp/mine" && echo mine >"$tmp/mine" &&
		touch -d 2020-01-01T00:00:00Z "$tmp/mine" || return 1
	# the shell keeps its process number when exec runs the command
	timeout 200 sh -c '
		cd "$1" || exit
		if [ "$3" = part ]; then names=".$$.part .$$.0.part .$$.1.part"; else names=http:plain.example; fi
		for name in $names; do
			case $2 in
			fifo) mkfifo "$name" ;;
			hard) ln ../mine "$name" ;;
			soft) ln -s ../mine "$name" ;;
			nowhere) ln -s ../made "$name" ;;
			folder) mkdir "$name" ;;
			locked) echo old >"$name" && touch -d 2020-01-01T00:00:00Z "$name" && chmod 400 "$name" ;;
			esac || exit
		done
		exec "$4" import -q --text=. "$5"' sh "$tmp/texts" "$1" "$2" "$robotsc" "$hosts" 2>"$tmp/err" </dev/null
	status=$?
	cat "$tmp/err"
	[ "$(cat "$tmp/mine")" = mine ] && [ ! -e "$tmp/made" ]
}

# Things with temporary names stay as they are, and texts are written beside them.
parts_are_left() {
	for kind in fifo hard soft nowhere folder locked; do
		text $kind part || return 1
		[ $status -eq 1 ] && [ "$(find "$tmp/texts" -name '.*.part' | wc -l)" -eq 3 ] || return 1
		cmp "$tmp/one" "$tmp/texts/http:plain.example" || return 1
	done
}

# A thing with the name of a text is replaced, never written into; only a folder is refused.
files_are_replaced() {
	for kind in fifo hard soft nowhere locked; do
		text $kind file && [ $status -eq 1 ] && cmp "$tmp/one" "$tmp/texts/http:plain.example" || return 1
		[ "$(find "$tmp/texts" -type f -links 1 | wc -l)" -eq 3 ] || return 1
	done
	text folder file
	[ $status -eq 2 ] && grep -q 'http:plain.example: cannot write: Is a directory$' "$tmp/err" || return 1
	[ -z "$(find "$tmp/texts" -name '.*.part')" ]
}

# A folder that cannot be written to gives a message.  Only a file system refuses root.
folder_is_locked() {
	rm -rf "$tmp/texts" && mkdir "$tmp/texts" && chmod 500 "$tmp/texts" || return 1
	if [ -w "$tmp/texts" ] && ! mount -t tmpfs -o ro tmpfs "$tmp/texts" 2>"$tmp/err"; then
		skip 'a folder that cannot be written to: none can be made here'
		return 0
	fi
	timeout 200 "$robotsc" import -q --text="$tmp/texts" "$hosts" 2>"$tmp/err"
	status=$?
	umount "$tmp/texts" 2>"$tmp/umount"
	cat "$tmp/err"
	[ $status -eq 2 ] && grep -qE 'cannot write: (Permission denied|Read-only file system)$' "$tmp/err"
}

check 'a folder of all kinds of files' make_folder
check 'only regular files of a folder are opened' only_files
check 'symbolic links are followed when they are to be' followed
check 'what is named itself, and in lists' named
check 'a FIFO that is named itself' input_fifo
check 'what has the name of a temporary file is left alone' parts_are_left
check 'what has the name of a text is replaced, not written into' files_are_replaced
check 'texts for a folder that cannot be written to' folder_is_locked
check 'backslashes in an authority, and two targets' refused
check 'a body of many chunks' many_chunks
check 'a body of many chunks that are broken' broken_chunks
check 'chunks without end' memory_is_bounded
finish
