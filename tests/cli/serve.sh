#!/bin/sh
# serve.sh - robotsc compile --serve does what docs/formats/serve.md says, for a client written from
# that page (serve_client.py), and for the client on the page itself.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

python=$(config python)

# refuses MESSAGE ARGUMENT...: refuses arguments that are for one text only, and arguments with
# which no text compiles.
refuses() {
	message=$1
	shift
	"$robotsc" compile --serve "$@" </dev/null >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] && [ ! -s "$tmp/out" ] && grep -F -e "$message" "$tmp/err"
}

check 'a file beside --serve' refuses "leave out 'examples/robots.txt'" examples/robots.txt
check '-o beside --serve' refuses "leave out '-o'" -o "$tmp/blob"
check '--deny-all beside --serve' refuses "leave out '--allow-all and --deny-all'" --deny-all
check '--status beside --serve' refuses "leave out '--status and its like'" --status=200
check 'an agent that is no product token' refuses 'is no product token' --agent='Mozilla/5.0 (x)'
check 'a limit that is too high' refuses '--limit is higher than this version can take' --limit=9000000000000000000
if [ -z "$python" ]; then
	skip 'clients: there is no python3'
	finish
fi

# The client of the page gets the blobs of the examples, and says why it gets none.
of_the_page() {
	awk '/^```/ { inside = $0 == "```python"; next } inside' docs/formats/serve.md >"$tmp/compiler.py"
	cat >>"$tmp/compiler.py" <<'END'

import glob, sys
compiler = Compiler('--dialect=google', command=sys.argv[1])
for name in sorted(glob.glob('examples/*.txt')):
    blob = subprocess.run([sys.argv[1], 'compile', '-q', '--dialect=google', name], stdout=subprocess.PIPE, check=True).stdout
    assert compiler.compile(open(name, 'rb').read()) == blob, name
try:
    sys.exit(compiler.compile(blob))
except ValueError as error:
    assert str(error).startswith('1:1: this is a blob already'), error
assert compiler.close() == 0
END
	[ "$(wc -l <"$tmp/compiler.py")" -gt 30 ] && "$python" "$tmp/compiler.py" "$robotsc"
}

check 'the client of docs/formats/serve.md' of_the_page
cases='texts large waits refused warnings borders random nobody_reads'
case $(config cflags) in
*-fsanitize*) skip 'memory: sanitizers need more' ;;
*) if [ -r /proc/self/status ]; then cases="$cases memory no_memory"; else skip 'memory: there is no /proc'; fi ;;
esac
for case in $cases; do
	check "a client: $case" "$python" tests/cli/serve_client.py "$case" "$robotsc"
done
finish
