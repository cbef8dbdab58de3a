# web_lib.sh - starts conformance/web_server.py; to be sourced after lib.sh.
#
#	start_web TABLE [HOST...]    serve a table; then
#	web CURL...                  runs a command that finds all hosts of the table by its proxy
#	$web_log                     what was asked
#
# SPDX-License-Identifier: Apache-2.0
python=$(config python)
web_log=$tmp/web.log

start_web() {
	table=$1
	shift
	rm -f "$tmp/web.port"
	"$python" conformance/web_server.py "$table" "$tmp/web.port" "$web_log" "$@" >"$tmp/web.err" 2>&1 &
	web_server=$!
	trap 'kill $web_server; rm -rf "$tmp"' EXIT
	until [ -s "$tmp/web.port" ] || ! kill -0 $web_server 2>/dev/null; do sleep 0.1; done
	cat "$tmp/web.err"
	web_port=$(head -n 1 "$tmp/web.port")
}

web() {
	env -u https_proxy -u HTTPS_PROXY -u all_proxy -u ALL_PROXY -u NO_PROXY no_proxy=127.0.0.1 \
		http_proxy="http://127.0.0.1:$web_port" "$@"
}

# The URLs that were asked since the log was emptied.
asked() { cut -f 3 "$web_log"; }
