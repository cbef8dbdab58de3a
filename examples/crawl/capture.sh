#!/bin/sh
# capture.sh FILE - write FILE.warc.gz: the robots.txt of the hosts of hosts.jsonl, captured by
# wget.
#
# examples/crawl.warc.gz was made by this script.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
python3 "$here/../../conformance/web_server.py" "$here/hosts.jsonl" "$work/port" &
server=$!
trap 'kill $server; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
while [ ! -f "$work/port" ]; do sleep 0.05; done
for host in shop outlet forum bank club news old round wiki blog; do
	echo "http://$host.example/robots.txt"
done >"$work/urls"
# Names are relative, since wget writes its arguments into the file.
(
	cd "$work"
	http_proxy=http://127.0.0.1:$(cat port) \
		wget -q --tries=1 --max-redirect=6 --no-warc-keep-log --warc-file=crawl -O out -i urls ||
		[ $? -eq 8 ] # some hosts answer with errors
)
mv "$work/crawl.warc.gz" "$1.warc.gz"
