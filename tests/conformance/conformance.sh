#!/bin/sh
# conformance.sh - robotsc passes every case of the conformance suite, the disputed ones too, by way
# of the C adapter; and the suite notices readers that do not.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/conformance_lib.sh

python=$(config python)
run() { "$python" conformance/run.py --timeout=60 "$@"; }

written() { "$python" conformance/cases.py --check; }

schema_holds() { "$python" tests/conformance/schema_holds.py; }

# reader WORD: prints an adapter that answers each question by this command.
reader() { printf 'while read -r line; do\n\t%s\ndone\n' "$1"; }

# notices WHAT READER: if READER answers all questions, the suite must fail and print WHAT.
notices() {
	reader "$2" >"$tmp/reader.sh"
	run --reader=wrong --cases="$tmp/some.jsonl" sh "$tmp/reader.sh" >"$tmp/out" && return 1
	tail -n 1 "$tmp/out"
	grep -q "$1" "$tmp/out"
}

# Two files: the case of three questions whose text does not fit into a pipe; a fifth of all cases.
awk -v t="$tmp" '/"name":"limit-500-kib"/ { print >(t "/long.jsonl") }
	NR % 5 == 1 { print >(t "/some.jsonl") }' conformance/cases.jsonl

# odd OUTCOMES COMMAND...: the three questions have these outcomes with this reader.  A reader that
# never answers has one second; others have enough for a busy machine.
odd() {
	outcomes=$1
	shift
	case $outcomes in
	timeout*) patience=1 ;;
	*) patience=60 ;;
	esac
	timeout 300 "$python" conformance/run.py --timeout=$patience --reader=odd --cases="$tmp/long.jsonl" \
		-o "$tmp/odd.json" "$@" >"$tmp/out" 2>&1
	status=$?
	cat "$tmp/out"
	[ $status -eq 1 ] && sed -n '/"limit-500-kib"/,$s/^ *"\([a-z]*\)",*$/\1/p' "$tmp/odd.json" >"$tmp/became" &&
		[ "$(paste -sd ' ' "$tmp/became")" = "$outcomes" ]
}

# The reader answers, but closes its end of the pipe in the middle of a text.
ends_inside() { odd 'allow crash allow' sh -c 'head -c 9 >/dev/null; echo "{\"verdict\":\"allow\"}"'; }

# A reader that answers before it reads gets the whole of each question.
answers_first() {
	cat >"$tmp/first.py" <<-'END'
		import json, sys, time
		for verdict in ("allow", "disallow", "allow"):
		    print(json.dumps({"verdict": verdict}), flush=True)
		    time.sleep(0.1)
		    assert json.loads(sys.stdin.readline())["robots"]
	END
	odd 'allow disallow allow' "$python" "$tmp/first.py"
}

# cannot WORDS COMMAND...: the suite ends with 2; it prints WORDS, and no traceback.
cannot() {
	words=$1
	shift
	run --reader=none "$@" >"$tmp/out" 2>&1
	status=$?
	cat "$tmp/out"
	[ $status -eq 2 ] && grep -q "$words" "$tmp/out" && ! grep -q Traceback "$tmp/out"
}

bad_commands() {
	cannot '^no-such-command: No such file or directory$' no-such-command x && cannot 'COMMAND' &&
		cannot '^sh -c exit 3: the adapter ends before its first answer' sh -c 'exit 3'
}

# The octets of texts and URLs reach the adapter unchanged.
octets_arrive() {
	cat >"$tmp/keep.sh" <<-'END'
		while read -r line; do
			printf '%s\n' "$line" >>"$1"
			echo '{"verdict":"allow"}'
		done
	END
	run --reader=keep sh "$tmp/keep.sh" "$tmp/asked" >"$tmp/out"
	"$python" tests/conformance/octets_arrive.py <"$tmp/asked"
}

adapters_are_short() {
	for adapter in conformance/adapters/*; do [ "$(wc -l <"$adapter")" -lt 40 ] || { echo "$adapter" && return 1; }; done
}

# A name that occurs twice, an answer without a file and a false escape are refused.
bad_cases() {
	cp -R conformance "$tmp/bad" || return 1
	for bad in 'case line-lf' 'allow /x' 'escape' 'word here'; do
		cp conformance/cases/lines.cases "$tmp/bad/cases/lines.cases"
		case $bad in
		escape) printf '| \\q\n' >>"$tmp/bad/cases/lines.cases" ;;
		allow*) printf 'case no-file\nallow /x\n' >>"$tmp/bad/cases/lines.cases" ;;
		*) printf '%s\n' "$bad" >>"$tmp/bad/cases/lines.cases" ;;
		esac
		"$python" "$tmp/bad/cases.py" >/dev/null 2>"$tmp/err" && echo "$bad" && return 1
		grep -q 'lines.cases' "$tmp/err" || return 1
	done
}

# A copy of the folder works where nothing else of this tree is beside it.
alone() (
	mkdir "$tmp/alone" && cp -R conformance "$tmp/alone/conformance" && cd "$tmp/alone" || exit
	printf 'User-agent: *\n\nDisallow: /a\n' >text && printf '/a\n/b\n' >paths
	unset PROTEGO
	export PATH=/usr/bin:/bin
	conformance/cases.py --check && conformance/fetch.py --crawler=none --only=fetch-503 true '{url}' >out
	grep -qx '0 passed, 1 failed, 0 disputed, 0 skipped' out || exit 1
	conformance/readers.sh out.d urllib >out && grep -q '^urllib .* passed' out && conformance/report.py out.d/*.json >out &&
		grep -q '^| urllib ' out && conformance/readers.sh --checkouts out.d Protego 2>out
	grep -q 'left out: .*names no checkout$' out || exit 1
	printf 'urllib\t1\tpython3 conformance/adapters/py_urllib.py\n' >list && sed 's/urllib/other/' list >>list
	conformance/find_differences.py --readers=list --reference=urllib --paths=paths text >out &&
		grep -q '^1 files, 2 paths' out &&
		! conformance/find_differences.py --readers=list --reference=urllib --gen=no-such-command text 2>out &&
		grep -q -- '--paths a file of paths' out
)

check 'cases.jsonl is what people typed' written
check 'it has the shape that the schema says' schema_holds
check 'robotsc passes' conforms "$builddir/conformance/c_robotsc"
check 'a reader that is too open' notices 'disallow, not allow' "echo '{\"verdict\":\"allow\"}'"
check 'a reader that is too closed' notices 'allow, not disallow' "echo '{\"verdict\":\"disallow\"}'"
check 'a reader that refuses' notices ', not refuse' "echo '{\"verdict\":\"refuse\"}'"
check 'a reader that crashes' notices ', not crash' "echo '{\"verdict\":\"allow\"}' && read -r line && exit 3"
check 'a reader that answers in other words' notices ', not nonsense' 'echo yes'
check 'a reader that ends in the middle of a question' ends_inside
check 'a reader that reads nothing' odd 'timeout timeout timeout' sleep 1000
check 'a reader that answers before it reads' answers_first
check 'a reader that is slow' odd 'timeout timeout timeout' sh -c 'while sleep 0.4; do printf " "; done & exec cat >/dev/null'
check 'an answer that is deep' odd 'nonsense nonsense nonsense' "$python" -c 'print("[" * 200000, flush=True); input(); input()'
check 'an answer without an end' odd 'nonsense nonsense nonsense' sh -c 'tr "\0" " " </dev/zero'
check 'a command that cannot be run' bad_commands
check 'octets arrive as they were typed' octets_arrive
check 'the folder is of use alone' alone
check 'adapters have less than 40 lines' adapters_are_short
check 'cases that are wrong are refused by file and line' bad_cases
finish
