#!/bin/sh
# crawlers.sh - the cases for crawlers: a crawler that does what the standard says passes them, and
# each of them notices one that does not.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

python=$(config python)
fetch() { "$python" conformance/fetch.py --patience=100 --jobs=4 "$@"; }

# The model passes every case that is not disputed.
model() {
	fetch --crawler=model -o "$tmp/model.json" "$python" tests/conformance/model_crawler.py '{state}' '{url}' >"$tmp/out"
	tail -n 1 "$tmp/out"
	grep -q '^[0-9]* passed, 0 failed, ' "$tmp/out"
}

faults() { "$python" tests/conformance/fetch_faults.py; }

# says WHAT COMMAND...: the suite fails this crawler, and prints WHAT.
says() {
	what=$1
	shift
	fetch --crawler=wrong --only=fetch-503 "$@" >"$tmp/out" && return 1
	cat "$tmp/out"
	grep -q "$what" "$tmp/out"
}

silent() { says 'asked nothing: its last words: no such crawler' sh -c 'echo no such crawler; exit 3' '{url}'; }
# cannot WORDS ARGUMENT...: the suite ends with 2; it prints WORDS, and no traceback.
cannot() {
	words=$1
	shift
	fetch --crawler=none "$@" >"$tmp/out" 2>&1
	status=$?
	cat "$tmp/out"
	[ $status -eq 2 ] && grep -q "$words" "$tmp/out" && ! grep -q Traceback "$tmp/out"
}

bad_commands() {
	cannot 'does not have {url}' true && cannot 'no COMMAND' &&
		cannot '^/no-such: No such file or directory$' /no-such '{url}' &&
		cannot 'no case has the name fetch-nowhere' --only=fetch-200 --only=fetch-nowhere true '{url}'
}

# A crawler that never ends is stopped, with all that it started.  If it has not yet begun by then,
# it gets more time.
endless() {
	printf 'while echo >>"%s"; do sleep 0.1; done &\nwait\n' "$tmp/lives" >"$tmp/endless.sh"
	for seconds in 1 5 25; do
		fetch --crawler=endless --patience=$seconds --only=fetch-200 sh "$tmp/endless.sh" '{url}' >"$tmp/out" && return 1
		[ ! -s "$tmp/lives" ] || break
	done
	cat "$tmp/out"
	grep -q 'timeout: did not fetch /open/page' "$tmp/out" && lived=$(wc -l <"$tmp/lives") && sleep 0.5 &&
		[ "$lived" -gt 0 ] && [ "$lived" -eq "$(wc -l <"$tmp/lives")" ]
}

# passes RESULT: if no case that counts has failed, prints how many have passed.
passes() {
	"$python" conformance/report.py "$1" >"$tmp/report" && sed -n 's/^| model  | \([0-9]*\) | 0 | 0 | 0 |$/\1/p' "$tmp/report"
}

# A skipped case does not count as failed.
report() {
	[ -e "$tmp/model.json" ] || model >/dev/null
	all=$(passes "$tmp/model.json")
	sed 's/"fetch-404": \[\]/"fetch-404": null/' "$tmp/model.json" >"$tmp/less.json"
	[ "$all" -gt 30 ] && [ "$(passes "$tmp/less.json")" -eq $((all - 1)) ] &&
		grep -q '^| fetch-404 | 2.3.1.3 | skipped |$' "$tmp/report" &&
		"$python" conformance/report.py --html "$tmp/model.json" >"$tmp/report.html" &&
		[ "$(grep -c '<details>' "$tmp/report.html")" -eq "$(grep -c '^fetch ' conformance/cases/access.fetches)" ]
}

# A line that is no line of a case is refused, with its file and its number.
bad_cases() {
	for bad in 'fetch fetch-nowhere' 'answer robots.txt 200' 'answer /robots.txt 200 slowly' 'next 3 weeks' 'allow /page'; do
		{ cat conformance/cases/access.fetches && printf '%s\n' "$bad"; } >"$tmp/bad.fetches"
		fetch --crawler=x --cases="$tmp/bad.fetches" true '{url}' >/dev/null 2>"$tmp/err" && echo "$bad" && return 1
		grep -q '^/.*bad.fetches:[0-9]*: ' "$tmp/err" || { echo "$bad" && cat "$tmp/err" && return 1; }
	done
}

check 'a crawler that is right passes' model
[ ! -e "$tmp/out" ] || grep '^skipped: ' "$tmp/out"
check 'each case notices a fault, and each fault is noticed' faults
check 'a crawler that asks nothing' silent
check 'a command that cannot be run' bad_commands
check 'a crawler that never ends' endless
check 'a report of it' report
check 'cases that are wrong are refused by file and line' bad_cases
finish
