#!/bin/sh
# refresh.sh - examples/refresh.sh against a local server: what is stale is fetched, what failed
# keeps its policy, and docs/store.md shows the script.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

need_store import --store=x y

python=$(config python)
policies=$tmp/policies

# answer HOST STATUS [BODY [FIELD]]: what the server says to http://HOST/robots.txt.
answer() {
	printf 'HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n%s' "$2" "${4-}" "${#3}" "${3-}" >"$tmp/hosts/$1"
}

rules() { printf 'User-agent: *\nDisallow: /%s\n' "$1"; }

# A proxy that stands for all hosts: it sends the file of the host's name, or closes.
start() {
	cat >"$tmp/server.py" <<'END'
import http.server, os, sys, urllib.parse
folder = sys.argv[1]
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = urllib.parse.urlsplit(self.path).netloc
        with open(os.path.join(folder, 'log'), 'a') as log:
            log.write(self.path + '\n')
        if os.path.exists(os.path.join(folder, name)):
            self.wfile.write(open(os.path.join(folder, name), 'rb').read())
    def log_message(self, *args):
        pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
with open(os.path.join(folder, 'port'), 'w') as f:
    f.write('%d\n' % server.server_port)
server.serve_forever()
END
	"$python" "$tmp/server.py" "$tmp/hosts" >"$tmp/server.log" 2>&1 &
	server=$!
	trap 'kill $server; rm -rf "$tmp"' EXIT
	tries=0
	until [ -s "$tmp/hosts/port" ] || [ $tries -eq 100 ]; do sleep 0.1 && tries=$((tries + 1)); done
	[ -s "$tmp/hosts/port" ]
}

# refresh [URLS]: the example, through the proxy.  Its output in $tmp/said.
refresh() {
	: >"$tmp/hosts/log"
	env -u no_proxy -u NO_PROXY PATH="$tmp/bin:$PATH" http_proxy="http://127.0.0.1:$(cat "$tmp/hosts/port")" \
		sh examples/refresh.sh "$policies" "$@" >"$tmp/said" 2>&1
	status=$?
	cat "$tmp/said"
	return $status
}

# A store whose policies are all stale.
prepare() {
	mkdir "$tmp/bin" "$tmp/hosts" "$tmp/old" || return 1
	ln -s "$robotsc" "$tmp/bin/robotsc"
	for host in changed same gone busy moved dead; do rules old >"$tmp/old/http:$host.example"; done
	touch -d 2026-01-01T00:00:00Z "$tmp/old"/*
	"$robotsc" import -q --store="$policies" --agent=ExampleBot "$tmp/old" || return 1
	answer changed.example '200 OK' "$(rules new)"
	answer same.example '200 OK' "$(rules old)"
	answer gone.example '404 Not Found' none
	answer busy.example '503 Service Unavailable' later
	answer moved.example '301 Moved' '' 'Location: http://target.example/robots.txt
'
	answer target.example '200 OK' "$(rules target)"
	answer new.example '200 OK' "$(rules new)"
	printf 'http://%s.example/any\n' new new lost same >"$tmp/urls"
	printf 'mailto:x\n\n' >>"$tmp/urls"
	start
}

# verdicts HOST PATH...: what a filter that refuses stale policies says.
verdicts() {
	while [ $# -gt 0 ]; do
		printf 'http://%s.example/%s\n' "$1" "$2"
		shift 2
	done | "$robotsc" filter -q --store="$policies" --agent=ExampleBot --stale=deny --print=all --reason | tr '\t\n' '  '
}

failed() { [ "$(tr '\n' ' ' <"$policies.failed")" = "$1" ]; }

# Nothing beside the store and the list of failures is left.
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

# The next run asks only for what failed.
second() {
	answer busy.example '200 OK' "$(rules back)"
	refresh "$tmp/urls" && [ "$(tail -n 1 "$tmp/said")" = '3 origins, 2 failed' ] && tidy || return 1
	failed 'http://dead.example http://lost.example ' || return 1
	[ "$(verdicts busy back)" = 'disallow parse http://busy.example/back ' ] || return 1
	[ "$(sort -u "$tmp/hosts/log" | tr '\n' ' ')" = \
		'http://busy.example/robots.txt http://dead.example/robots.txt http://lost.example/robots.txt ' ]
}

# When nothing is stale, nothing is asked.
nothing() {
	answer dead.example '200 OK' "$(rules back)"
	refresh && refresh && [ ! -s "$tmp/said" ] && [ ! -s "$tmp/hosts/log" ] && tidy &&
		"$robotsc" store verify --store="$policies"
}

# Without a store there will be one.
from_nothing() {
	policies=$tmp/another
	refresh "$tmp/urls" && [ "$(tail -n 1 "$tmp/said")" = '3 origins, 1 failed' ] &&
		"$robotsc" store stat --store="$policies" | grep -q 'agents: ExampleBot$' && failed 'http://lost.example '
}

# An import that fails leaves the archives, from which it can be made up for.
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

shown() {
	awk '/^```/ { inside = 0 } inside; /^```sh$/ { inside = 1 }' docs/store.md >"$tmp/blocks"
	sed -n '/^set -eu/,$p' examples/refresh.sh >"$tmp/script"
	[ -s "$tmp/script" ] && sed -n '/^set -eu/,/origins, .* failed"$/p' "$tmp/blocks" | diff -u "$tmp/script" -
}

check 'docs/store.md shows examples/refresh.sh' shown
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
