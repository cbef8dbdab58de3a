#!/bin/sh
# jobs.sh - lint and diff over many files: for any number of threads the output is the same, even if
# some files are wrong; and the command ends as other commands do.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

python=$(config python)
files=$tmp/files
others=$tmp/others

# Files, each smaller than the one before, so that later answers wait for earlier ones.  The first
# ones have no findings; between the others some cannot be read, and some are no robots.txt.
make_files() {
	mkdir "$files" "$others" || return 1
	for i in 100 101 102; do printf 'User-agent: *\nDisallow: /%s\n' $i >"$files/$i" || return 1; done
	for i in 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129; do
		awk -v n=$i 'BEGIN {
			print "User-agent: *"
			for (k = 0; k < 2 * (130 - n); k++) printf "%s: /%d*%d/*.%d\n", k % 3 ? "Disallow" : "Allow", k, n, k % 7
			print "Disalow: /x" n
		}' >"$files/$i" || return 1
	done
	cp "$files"/* "$others" || return 1
	for i in 100 112 117 125; do echo "Disallow: /new/$i" >>"$others/$i"; done
	rm "$others/101" "$others/121" && echo 'User-agent: *' >"$others/1001" || return 1
	"$robotsc" compile -q -o "$files/1000" examples/small.txt && ln -s nothing "$files/1121" && : >"$files/1122" || return 1
	{ yes 'Disallow: /huge' | head -c 60000 && yes '# huge' | head -c 1200000; } >"$files/1123"
	printf '<html>User-agent: *\n' >"$files/1124"
	printf '\215RBC' >"$files/1125"
	ln -s nothing "$others/1121" && cp examples/small.txt "$others/1000" && cp "$files/1122" "$others" || return 1
	mkdir "$tmp/few" && cp "$files/110" "$files/111" "$tmp/few"
}

# prints JOBS ARGUMENT...: all output of the command, and its exit status.
prints() {
	jobs=$1
	shift
	"$robotsc" "$@" --jobs="$jobs" >"$tmp/out.$jobs" 2>"$tmp/err.$jobs"
	echo "exit $?" >>"$tmp/err.$jobs"
}

# alike WORD ARGUMENT...: the output is the same for all --jobs; WORD is among the messages.
alike() {
	word=$1
	shift
	prints 1 "$@"
	grep -q -e "$word" "$tmp/err.1" && [ -s "$tmp/out.1" ] || return 1
	for other in 2 3 7 64; do
		prints $other "$@"
		cmp "$tmp/out.1" "$tmp/out.$other" && diff "$tmp/err.1" "$tmp/err.$other" || return 1
	done
	"$robotsc" "$@" 2>/dev/null | cmp - "$tmp/out.1"
}

# Standard input is read once, in its place among the operands.
with_stdin() {
	for jobs in 1 4; do
		printf 'User-agent: *\nDisallow: /a*\n' |
			"$robotsc" lint --jobs=$jobs "$files/110" - "$files/111" - >"$tmp/in.$jobs" 2>&1
	done
	grep -q '^<stdin>:2:' "$tmp/in.1" && cmp "$tmp/in.1" "$tmp/in.4"
}

# The command is interrupted while it waits for a FIFO without a writer, with answers to print.
interrupted() {
	mkfifo "$tmp/fifo" || return 1
	timeout -s INT -k 20 1 "$robotsc" lint --jobs=3 "$files/110" "$files/111" "$tmp/fifo" >/dev/null
	[ $? -eq 124 ]
}

# A reader that closes the pipe ends the command without a message.  If SIGPIPE is ignored, the
# command says why it ends, and does not go on.
closed_pipe() {
	"$robotsc" lint --format=json --jobs=3 "$files" 2>"$tmp/err" | head -n 1 >"$tmp/one"
	! grep -q 'cannot write' "$tmp/err" && [ "$(wc -l <"$tmp/one")" -eq 1 ] || return 1
	(trap '' PIPE; "$robotsc" lint --format=json --jobs=3 "$files" 2>"$tmp/err"; echo $? >"$tmp/status") | head -n 1 >"$tmp/one"
	grep -q 'cannot write' "$tmp/err" && [ "$(cat "$tmp/status")" -eq 2 ]
}

full_disk() {
	[ -w /dev/full ] || return 0
	"$robotsc" lint --format=json --jobs=3 "$files" >/dev/full 2>"$tmp/err"
	[ $? -eq 2 ] && [ "$(grep -c 'cannot write' "$tmp/err")" -eq 1 ]
}

# The progress line, on a terminal that is not dumb; it vanishes before the command ends.  A pause
# makes it appear.
terminal() {
	rm -f "$tmp/slow" && mkfifo "$tmp/slow" || return 1
	for how in '1 xterm' '3 xterm' '2 dumb'; do
		TERM=${how#* } "$python" - "$robotsc" lint --jobs="${how% *}" \
			"$files/110" "$tmp/slow" "$files/111" <<'END' >"$tmp/shown" || return 1
import os, pty, subprocess, sys, time
ours, theirs = pty.openpty()
command = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=theirs)
os.close(theirs)
with open(sys.argv[5], 'w') as slow:
    time.sleep(1)
    slow.write('User-agent: *\nDisallow: /a*\n')
print(len(command.stdout.read()))
command.wait()
said = b''
try:
    while piece := os.read(ours, 4096):
        said += piece
except OSError:
    pass
print(said.decode())
END
		if [ "${how#* }" = dumb ]; then
			! grep -q 'to go' "$tmp/shown" && [ "$(head -n 1 "$tmp/shown")" -gt 1000 ]
			return
		fi
		grep -q '\] 0:[0-9][0-9]:[0-9][0-9] to go, 2 of 3 files, ' "$tmp/shown" &&
			[ "$(head -n 1 "$tmp/shown")" -gt 1000 ] &&
			tail -n 1 "$tmp/shown" | grep -q "$(printf '\r\033\\[K')\$" || return 1
	done
}

check 'files can be made' make_files
for format in human json sarif github; do
	check "lint --format=$format" alike 'cannot open' lint --format=$format "$files"
done
check 'lint of clean files' alike 'exit 0' lint --format=sarif --error-on=never "$files/100" "$files/101" "$files/110"
check 'lint of two files, the first of which is none' alike 'this is a blob' lint --format=json "$files/1000" "$files/110"
for format in text json jsonl github; do
	check "diff --format=$format" alike 'cannot open' diff --format=$format "$files" "$others"
done
check 'diff for an agent' alike 'cannot open' diff --format=json --agent=shop "$files" "$others"
check 'diff of folders without trouble' alike 'exit 1' diff --format=json "$others" "$tmp/few"
check 'standard input' with_stdin
check 'a closed pipe' closed_pipe
check 'a full disk' full_disk
if command -v timeout >/dev/null; then check 'SIGINT' interrupted; else skip 'SIGINT: there is no timeout'; fi
if [ -n "$python" ] && "$python" -c 'import pty; pty.openpty()' 2>/dev/null; then
	check 'how far it is' terminal
else
	skip 'how far it is: there is no python3, or no terminal can be made'
fi
finish
