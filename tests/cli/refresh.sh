#!/bin/sh
# refresh.sh - examples/refresh.sh against a local server: stale origins are fetched, origins that
# failed keep their policy.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/web_lib.sh

need_store import --store=x y

policies=$tmp/policies

# answer HOST BODY [MEMBER...]: the server's answer for http://HOST/robots.txt from now on.
answer() {
	printf '{"at": "%s/robots.txt", "body": "%s"' "$1" "$2"
	shift 2
	if [ $# -gt 0 ]; then printf ', %s' "$@"; fi
	echo '}'
} >>"$tmp/table"

rules() { printf '%s' "User-agent: *\nDisallow: /$1\n"; }

# refresh [URLS]: runs the example through the proxy.  $tmp/said has its output.
refresh() {
	: >"$web_log"
	web env PATH="$tmp/bin:$PATH" sh examples/refresh.sh "$policies" "$@" >"$tmp/said" 2>&1
	status=$?
	cat "$tmp/said"
	return $status
}

# A store whose policies are all stale.
prepare() {
	mkdir "$tmp/bin" "$tmp/old" || return 1
	ln -s "$robotsc" "$tmp/bin/robotsc"
	for host in changed same gone busy moved dead; do printf '%b' "$(rules old)" >"$tmp/old/http:$host.example"; done
	touch -d 2026-01-01T00:00:00Z "$tmp/old"/*
	"$robotsc" import -q --store="$policies" --agent=ExampleBot "$tmp/old" || return 1
	answer changed.example "$(rules new)"
	answer same.example "$(rules old)"
	answer gone.example none '"status": 404'
	answer busy.example later '"status": 503'
	answer moved.example '' '"status": 301' '"fields": {"Location": "http://target.example/robots.txt"}'
	answer target.example "$(rules target)"
	answer new.example "$(rules new)"
	printf 'http://%s.example/any\n' new new lost same >"$tmp/urls"
	printf 'mailto:x\n\n' >>"$tmp/urls"
	echo '{"at": "*", "close": true}' >>"$tmp/table"
	start_web "$tmp/table"
}

# verdicts HOST PATH...: the verdicts of a filter that refuses stale policies.
verdicts() {
	while [ $# -gt 0 ]; do
		printf 'http://%s.example/%s\n' "$1" "$2"
		shift 2
	done | "$robotsc" filter -q --store="$policies" --agent=ExampleBot --stale=deny --print=all --reason | tr '\t\n' '  '
}

failed() { [ "$(tr '\n' ' ' <"$policies.failed")" = "$1" ]; }

# Only the store and the list of failures are left.
tidy() { [ "$(cd "$tmp" && echo policies*)" = 'policies policies.failed' ]; }

first() {
	refresh "$tmp/urls" && [ "$(tail -n 1 "$tmp/said")" = '8 origins, 3 failed' ] && tidy || return 1
	failed 'http://busy.example http://dead.example http://lost.example ' || return 1
	[ "$(verdicts changed old changed new same old gone old moved old moved target new new)" = \
		"allow parse http://changed.example/old disallow parse http://changed.example/new \
disallow parse http://same.example/old allow allow http://gone.example/old \
allow parse http://moved.example/old disallow parse http://moved.example/target \
disallow parse http://new.example/new " ] || return 1
	[ "$(verdicts busy new dead new lost new)" = "disallow stale http://busy.example/new \
disallow stale http://dead.example/new unknown unknown http://lost.example/new " ] || return 1
	printf 'http://%s.example/old\n' busy dead |
		"$robotsc" filter -q --store="$policies" --agent=ExampleBot --print=disallowed | wc -l | grep -qx '2'
}

# The next run asks only for the origins that failed.
second() {
	answer busy.example "$(rules back)"
	refresh "$tmp/urls" && [ "$(tail -n 1 "$tmp/said")" = '3 origins, 2 failed' ] && tidy || return 1
	failed 'http://dead.example http://lost.example ' || return 1
	[ "$(verdicts busy back)" = 'disallow parse http://busy.example/back ' ] || return 1
	[ "$(asked | sort -u | tr '\n' ' ')" = \
		'http://busy.example/robots.txt http://dead.example/robots.txt http://lost.example/robots.txt ' ]
}

# When nothing is stale, nothing is asked.
nothing() {
	answer dead.example "$(rules back)"
	refresh && refresh && [ ! -s "$tmp/said" ] && [ ! -s "$web_log" ] && tidy &&
		"$robotsc" store verify --store="$policies"
}

# Without a store, one is made.
from_nothing() {
	policies=$tmp/another
	refresh "$tmp/urls" && [ "$(tail -n 1 "$tmp/said")" = '3 origins, 1 failed' ] &&
		"$robotsc" store stat --store="$policies" | grep -q 'agents: ExampleBot$' && failed 'http://lost.example '
}

# If an import fails, the archives are kept, so that it can be repeated.
kept() {
	policies=$tmp/third
	rm "$tmp/bin/robotsc"
	printf '#!/bin/sh\ncase "$*" in *warc.gz) exit 2 ;; esac\nexec %s "$@"\n' "$robotsc" >"$tmp/bin/robotsc"
	chmod +x "$tmp/bin/robotsc"
	refresh "$tmp/urls" && return 1
	grep "^refresh.sh: failed; what was fetched is in $policies.refresh" "$tmp/said" || return 1
	"$robotsc" import -q --store="$policies" "$policies".refresh.*/part.*.warc.gz && [ ! -e "$policies.failed" ] &&
		"$robotsc" store list --store="$policies" | cut -f 1 >"$tmp/list" &&
		[ "$(tr '\n' ' ' <"$tmp/list")" = 'http://new.example http://same.example ' ]
}

if [ -z "$python" ] || ! command -v wget >/dev/null 2>&1; then
	skip 'no python3 or no wget: nothing is fetched'
	finish
fi
check 'a store whose policies are stale, and a server' prepare
check 'what is stale and what is new is fetched; what failed stays' first
check 'the next run asks what failed' second
check 'what is fresh is not asked' nothing
check 'a store that is not there' from_nothing
check 'an import that fails' kept
finish
