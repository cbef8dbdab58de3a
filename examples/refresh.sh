#!/bin/sh
# refresh.sh STORE [URLS] - fetch each stale robots.txt of STORE again, and each robots.txt that
# STORE lacks for the URLs in URLS.
#
# STORE.failed lists the origins whose fetch failed: they keep their old policies.  The next run
# asks them again.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
export LC_ALL=C
store=$1 urls=${2-/dev/null} agent=${AGENT-ExampleBot}
work=$(mktemp -d "$store.refresh.XXXXXX")
trap 'test $? -eq 0 && rm -rf "$work" || echo "refresh.sh: failed; what was fetched is in $work" >&2' EXIT
trap 'exit 1' HUP INT TERM

stale() {
	robotsc store expire --store="$store" >"$work/out"
	sort "$work/out"
}
lacking() { # URLS
	robotsc filter -q --print=unknown --reason --store="$store" --agent="$agent" <"$1" >"$work/out"
	sed -n 's/^unknown	//p' "$work/out" | robotsc url | cut -f 1 | sort -u
}

# 1. List the robots.txt to fetch.
test -d "$store" || robotsc import -q --store="$store" --agent="$agent" /dev/null
stale >"$work/stale"
lacking "$urls" >"$work/new"
cut -f 1 "$work/stale" | sed 's|$|/robots.txt|' - "$work/new" >"$work/wanted"
test -s "$work/wanted" || exit 0

# 2. Fetch: eight processes at a time, each with 100 URLs in an archive of its own.
split -l 100 -a 5 "$work/wanted" "$work/part."
printf '%s\n' "$work"/part.* | xargs -P 8 -I % timeout 3600 \
	wget -q -i % --warc-file=% -O /dev/null -U "$agent" --tries=1 --timeout=30 --max-redirect=5 \
	--no-http-keep-alive --no-hsts --no-cookies --no-warc-keep-log ||
	test $? -eq 123 # some servers have failed

# 3. Import.  A batch is one transaction: readers see all of it or nothing.
robotsc import -q --store="$store" "$work"/part.*.warc.gz ||
	test $? -eq 1 # some records were reported

# 4. Origins that are as stale as before, or still missing, have failed.
stale | comm -12 "$work/stale" - | cut -f 1 >"$work/failed"
sed 's|$|/|' "$work/new" >"$work/again"
lacking "$work/again" >>"$work/failed"
mv "$work/failed" "$store.failed"
echo "$(wc -l <"$work/wanted") origins, $(wc -l <"$store.failed") failed"
