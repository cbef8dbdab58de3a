#!/bin/sh
# filter.sh - import and filter as parts of pipelines: order, pauses, closed pipes, and the
# protocols of those who run filters for others.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

need_store filter --store=x --agent=y

python=$(config python)
policies=$tmp/policies
many=$tmp/many
filter="$robotsc filter --store=$policies --agent=ExampleBot"

# Make URLs of 300 hosts, half of them in the store, in runs and in random order; and lines that are
# long or empty.
make_inputs() {
	"$robotsc" import -q --store="$policies" --agent=ExampleBot examples/crawl.warc.gz || return 1
	mkdir "$many"
	i=0
	while [ $i -lt 150 ]; do
		printf 'User-agent: *\nDisallow: /%d\nDisallow: /*x%d$\n' $((i % 40)) $((i % 7)) >"$many/h$i.example"
		i=$((i + 1))
	done
	"$robotsc" import -q --store="$policies" "$many" || return 1
	awk 'BEGIN {
		srand(7)
		for (i = 0; i < 60000; i++) {
			if (i % 13 == 0 || i < 20000) host = int(rand() * 300)
			printf "http%s://h%d.example/%d/%s%d", rand() < .5 ? "" : "s", host, rand() * 50, \
				rand() < .5 ? "x" : "y", rand() * 8
			if (rand() < .001) for (k = 0; k < 3000; k++) printf "0123456789"
			printf rand() < .01 ? "\n\n" : "\n"
		}
		for (k = 0; k < 60000; k++) printf "0123456789"
		print ""
	}' >"$tmp/urls"
	"$robotsc" filter -q --store="$policies" --agent=ExampleBot --print=all <"$tmp/urls" >"$tmp/all"
	[ "$(wc -l <"$tmp/urls")" -eq "$(wc -l <"$tmp/all")" ] && cut -f 2- "$tmp/all" | cmp - "$tmp/urls"
}

# Each verdict is that of check for the host's own file.
agrees() {
	i=0
	while [ $i -lt 150 ]; do
		grep -E "^http[s]?://h$i\.example/" "$tmp/urls" >"$tmp/some"
		"$robotsc" check "$many/h$i.example" ExampleBot <"$tmp/some" >"$tmp/expected" || [ $? -eq 1 ] || return 1
		grep -E "^[a-z]*	http[s]?://h$i\.example/" "$tmp/all" | cmp - "$tmp/expected" || return 1
		i=$((i + 37))
	done
	grep -cE '^unknown	(https?://h(1[5-9]|2[0-9])[0-9]\.|$|[0-9])' "$tmp/all" >"$tmp/n"
	[ "$(cat "$tmp/n")" -eq "$(grep -c '^unknown' "$tmp/all")" ] && [ "$(cat "$tmp/n")" -gt 10000 ]
}

# The output is the same for any number of threads, and for input in any pieces.
same_for_all() {
	for jobs in 1 2 7; do
		$filter -q --print=all --jobs=$jobs <"$tmp/urls" | cmp - "$tmp/all" || return 1
	done
	dd if="$tmp/urls" bs=1013 2>"$tmp/dd" | $filter -q --print=all | cmp - "$tmp/all" || return 1
	$filter -q <"$tmp/urls" >"$tmp/allowed"
	grep '^allow	' "$tmp/all" | cut -f 2- | cmp - "$tmp/allowed"
}

# More hosts than are remembered, each with its own policy or with one of a few in turn, in runs
# that end at the end of a window or block, or elsewhere.
hosts_forgotten() {
	mkdir "$tmp/hosts" || return 1
	awk -v folder="$tmp/hosts" 'BEGIN {
		for (i = 0; i < 9000; i++) {
			file = folder "/h" i ".example"
			rule = i < 1000 ? i : i % 7
			printf "User-agent: *\nDisallow: /%d\n", rule >file
			close(file)
			for (k = 0; k < 7 + i % 5; k++)
				printf "%s\thttp://h%d.example/%s\n", k % 2 ? "disallow" : "allow", i, k % 2 ? rule : "x"
		}
	}' >"$tmp/hosts.expected"
	"$robotsc" import -q --store="$tmp/hosts.store" "$tmp/hosts" || return 1
	for jobs in 1 2; do
		cut -f 2 "$tmp/hosts.expected" |
			"$robotsc" filter -q --store="$tmp/hosts.store" --agent=ExampleBot --print=all --jobs=$jobs |
			cmp - "$tmp/hosts.expected" || return 1
	done
}

# Lines of the greatest length, of one octet more, and of many more: in one piece and in small ones,
# with and without an end, with the default greatest length and with --max-line.
long_lines() {
	awk 'function line(n) { print "http://h1.example/" substr(x, 1, n - 18) }
		BEGIN { x = "x"; while (length(x) < 3000000) x = x x
			line(100); line(101); line(20); line(102); line(600000); line(99)
			line(1048576); line(1048577); line(3000000); line(30); printf "http://h1.example/y" }' >"$tmp/long"
	for max in 100 600000 1048576; do
		awk -v max="$max" '
			length($0) <= max { print "allow\tparse\t" $0; next }
			{ print "unknown\ttoo-long\t"; print NR >"/dev/stderr" }' \
			<"$tmp/long" >"$tmp/expected" 2>"$tmp/numbers"
		option=--max-line=$max
		if [ $max -eq 1048576 ]; then option=-q; fi
		for cut in 7 4096 2000000; do
			if [ $cut$max = 7600000 ] || [ $cut$max = 71048576 ]; then continue; fi
			dd if="$tmp/long" obs=$cut 2>"$tmp/dd" | $filter --print=all --reason $option >"$tmp/out" 2>"$tmp/err"
			[ $? -eq 1 ] || return 1
			cmp "$tmp/out" "$tmp/expected" || return 1
			sed -n "s/^robotsc: <stdin>:\([0-9]*\): longer than $max octets; skipped$/\1/p" "$tmp/err" |
				cmp - "$tmp/numbers" || return 1
		done
		grep '^allow' "$tmp/expected" | cut -f 3 >"$tmp/allowed"
		for print in allowed unknown; do
			$filter --print=$print --unknown=allow --max-line=$max <"$tmp/long" >"$tmp/out" 2>"$tmp/err"
			[ $? -eq 1 ] || return 1
			if [ $print = allowed ]; then cmp "$tmp/out" "$tmp/allowed"; else [ ! -s "$tmp/out" ]; fi || return 1
		done
	done
	! $filter --max-line=0 </dev/null 2>"$tmp/err" && grep -q 'at least 1' "$tmp/err"
}

# A line without end takes no memory, and the lines before it are answered at once.
endless_line() {
	(
		ulimit -v 700000
		head -c 800000000 /dev/zero | $filter --jobs=1 --print=all
	) >"$tmp/out" 2>"$tmp/err"
	cat "$tmp/err"
	[ "$(cat "$tmp/out")" = 'unknown	' ] && grep -q '<stdin>:1: longer than 1048576 octets' "$tmp/err" || return 1
	mkfifo "$tmp/endless"
	{ echo http://h1.example/y && cat /dev/zero; } 2>"$tmp/cat" | $filter -q >"$tmp/endless" 2>"$tmp/err" &
	read -r line <"$tmp/endless"
	kill $!
	[ "$line" = http://h1.example/y ]
}

# An answer comes as soon as input pauses; then more input.
answers_at_pauses() {
	mkfifo "$tmp/questions" "$tmp/answers"
	$filter -q --print=all <"$tmp/questions" >"$tmp/answers" &
	exec 3>"$tmp/questions" 4<"$tmp/answers"
	for n in 1 2 3; do
		printf 'http://shop.example/private/%s\nhttp://sh' $n >&3
		read -r line <&4
		[ "$line" = "disallow	http://shop.example/private/$n" ] || return 1
		printf 'op.example/%s\n' $n >&3
		read -r line <&4
		[ "$line" = "allow	http://shop.example/$n" ] || return 1
	done
	exec 3>&- 4<&-
	wait $!
}

# A reader that closes the pipe ends the filter without a message, also if SIGPIPE is ignored.
dies_quietly() {
	(trap '' PIPE; $filter -q --print=all <"$tmp/urls" 2>"$tmp/err"; echo $? >"$tmp/status") | head -n 1 >"$tmp/one"
	[ ! -s "$tmp/err" ] && [ "$(wc -l <"$tmp/one")" -eq 1 ] && cat "$tmp/status" &&
		{ $filter -q --print=all <"$tmp/urls" 2>"$tmp/err" | head -n 1 >"$tmp/one"; } && [ ! -s "$tmp/err" ]
}

# A full disk causes a message.
full_disk() {
	[ -w /dev/full ] || return 0
	! $filter -q --print=all <"$tmp/urls" >/dev/full 2>"$tmp/err" && grep -q 'cannot write' "$tmp/err"
}

# GNU parallel cuts input into blocks at line ends, and with -k puts the outputs in order.
with_parallel() { parallel --will-cite -k --pipe --block 200k "$filter -q --print=all" <"$tmp/urls" | cmp - "$tmp/all"; }

# xargs splits names of files.
with_xargs() {
	split -l 9000 "$tmp/urls" "$tmp/part."
	printf '%s\n' "$tmp"/part.* | xargs -P 2 -I % sh -c "$filter -q --print=all <% >%.out" &&
		cat "$tmp"/part.*.out | cmp - "$tmp/all"
}

# Hadoop Streaming: a mapper gets lines, each ended by LF, on standard input while its output is
# read, in an environment of its own; it must take all input and exit with 0; standard error is a
# log.  A key may stand in front.  Spark's pipe: the same, lines from one thread, output by another.
like_hadoop() {
	cat >"$tmp/streaming.py" <<'END'
import subprocess, sys, threading
command, urls, keyed = sys.argv[1], open(sys.argv[2], 'rb').read().splitlines(), sys.argv[3] == 'keyed'
child = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         env={'mapreduce_task_partition': '3'}, cwd='/')
def feed():
    for n, url in enumerate(urls):
        child.stdin.write((b'%d\t' % n if keyed else b'') + url + b'\n')
    child.stdin.close()
thread = threading.Thread(target=feed)
thread.start()
lines = child.stdout.read().splitlines()
thread.join()
errors = child.stderr.read()
if child.wait() != 0:
    sys.exit('exit status %d: %s' % (child.returncode, errors))
sys.stdout.buffer.write(b''.join(line + b'\n' for line in lines))
END
	"$python" "$tmp/streaming.py" "$filter --print=all" "$tmp/urls" plain >"$tmp/out" && cmp "$tmp/out" "$tmp/all" &&
		"$python" "$tmp/streaming.py" "$filter --print=all --field=2" "$tmp/urls" keyed |
		awk -F'\t' '{ print $1 "\t" $3 }' | cmp - "$tmp/all"
}

# A capture of the example's hosts by wget gives the policies that the example's archive gives.
captured() {
	sh examples/crawl/capture.sh "$tmp/crawl" &&
		"$robotsc" import -q --store="$tmp/captured" "$tmp/crawl.warc.gz" &&
		"$robotsc" import -q --store="$tmp/shipped" examples/crawl.warc.gz &&
		"$robotsc" store --store="$tmp/captured" list | cut -f 1,4- >"$tmp/a" &&
		"$robotsc" store --store="$tmp/shipped" list | cut -f 1,4- >"$tmp/b" && diff -u "$tmp/b" "$tmp/a"
}

# An import that is killed leaves a good store, and can be run again.
killed_import() {
	"$robotsc" import -q --store="$tmp/whole" "$many"
	for wait in 0 0.002 0.004 0.006 0.01 0.02 0.05; do
		"$robotsc" import -q --store="$tmp/killed" "$many" 2>"$tmp/err" &
		sleep $wait
		kill -9 $! 2>"$tmp/err"
		wait $! 2>"$tmp/err"
		if [ -s "$tmp/killed/data.mdb" ] && "$robotsc" store --store="$tmp/killed" stat >"$tmp/out" 2>&1; then
			"$robotsc" store --store="$tmp/killed" verify || return 1
		fi
	done
	"$robotsc" import -q --store="$tmp/killed" "$many" && "$robotsc" store --store="$tmp/killed" verify &&
		"$robotsc" store --store="$tmp/killed" list | cut -f 1-5 >"$tmp/a" &&
		"$robotsc" store --store="$tmp/whole" list | cut -f 1-5 | cmp - "$tmp/a"
}

# Two imports at the same time make one new store: it has the policies of both.
two_imports() {
	"$robotsc" import -q --store="$tmp/both" "$many" &
	"$robotsc" import -q --store="$tmp/both" examples/crawl.warc.gz || return 1
	wait $! && "$robotsc" store --store="$tmp/both" verify && [ "$("$robotsc" store --store="$tmp/both" list | wc -l)" -eq 311 ]
}

# A file system of a few hundred kilobytes, if one may be made here; then the same, read-only.
small_disk() {
	mkdir "$tmp/disk"
	if ! mount -t tmpfs -o size=300k tmpfs "$tmp/disk" 2>"$tmp/err"; then
		skip 'a full and a read-only file system: they cannot be mounted here'
		return 0
	fi
	"$robotsc" import -q --store="$tmp/disk/s" examples/crawl.warc.gz && good=yes || good=no
	awk 'BEGIN { for (i = 0; i < 4000; i++) printf "http://g%d.example\t%s\n", i, "examples/robots.txt" }' >"$tmp/list"
	"$robotsc" import -q --store="$tmp/disk/s" "$tmp/list" 2>"$tmp/full" && good=no
	grep -q 'no space left on the disk' "$tmp/full" || good=no
	"$robotsc" store --store="$tmp/disk/s" verify || good=no
	[ "$("$robotsc" store --store="$tmp/disk/s" list | wc -l)" -eq 11 ] || good=no
	mount -o remount,ro "$tmp/disk" || good=no
	"$robotsc" store --store="$tmp/disk/s" verify || good=no
	echo http://shop.example/x | "$robotsc" filter --store="$tmp/disk/s" --agent=ExampleBot || good=no
	"$robotsc" import -q --store="$tmp/disk/s" examples/crawl.warc.gz 2>"$tmp/readonly" && good=no
	grep -q 'cannot be changed here' "$tmp/readonly" || good=no
	cat "$tmp/full" "$tmp/readonly"
	umount "$tmp/disk"
	[ $good = yes ]
}

check 'inputs, and one line out for each line in' make_inputs
check 'verdicts are those of robotsc check' agrees
check 'any number of threads, any cut of the input' same_for_all
check 'more hosts than are remembered' hosts_forgotten
check 'lines that are too long' long_lines
check 'a line without end' endless_line
check 'answers when input pauses' answers_at_pauses
check 'dies quietly on a closed pipe' dies_quietly
check 'says when output cannot be written' full_disk
check 'an import that is killed' killed_import
check 'two imports at a time' two_imports
check 'a full disk, and one that is read-only' small_disk
check 'with xargs' with_xargs
if command -v parallel >/dev/null 2>&1; then check 'with GNU parallel' with_parallel; else skip 'no GNU parallel'; fi
if [ -n "$python" ]; then
	check 'as Hadoop Streaming and Spark run it' like_hadoop
	if command -v wget >/dev/null 2>&1; then check 'an archive that wget writes' captured; else skip 'no wget'; fi
else
	skip 'no python3: no mapper, no web server'
fi
finish
