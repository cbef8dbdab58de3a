#!/bin/sh
# kit.sh - the kit has the octets that tests/kit/kit.sha256 names, on every machine, and the page
# names its words.
#
# With BLESS=yes in the environment, the sums are written again.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

sums() { (cd "$1" && sha256sum ./*.kit | sed 's|\./||'); }

same_again() {
	mkdir "$tmp/kit" && "$builddir/tests/make_kit" "$tmp/kit" && sums "$tmp/kit" >"$tmp/sums" || return 1
	if [ "${BLESS-no}" = yes ]; then cp "$tmp/sums" tests/kit/kit.sha256; fi
	diff tests/kit/kit.sha256 "$tmp/sums"
}

words() {
	cut -f 1 "$tmp"/kit/*.kit | LC_ALL=C sort -u >"$tmp/words"
	{ echo end && echo kit && sed -n '/below/,/^$/s/^| `\([a-z]*\)` |.*/\1/p' tests/kit/README.md; } | LC_ALL=C sort -u |
		diff - "$tmp/words"
}

small() { [ "$(cat "$tmp"/kit/*.kit | gzip -9 | wc -c)" -lt 4000000 ]; }

# The command opens the folders that it has to open, and refuses the others.
folders() {
	n=0 folder=
	mkdir "$tmp/snapshots" && grep -E '^(snapshot|manifest|member|end)	' "$tmp/kit/snapshots.kit" >"$tmp/folders" ||
		return 1
	while IFS='	' read -r word name status rest; do
		if [ "$word" != member ] && [ -n "$folder" ]; then
			if "$robotsc" snapshot stat "$folder" >/dev/null 2>&1; then is=ok; else is=refused; fi
			[ $is = "$wanted" ] || { echo "${folder##*/}: $is" && return 1; }
			folder=
		fi
		case $word in
		snapshot) echo "$status" | base64 -d >"$tmp/snapshots/$name" ;;
		member) cp "$tmp/snapshots/$status" "$folder/$name" ;;
		manifest)
			n=$((n + 1)) folder=$tmp/$n-$name wanted=$status
			mkdir "$folder" && echo "$rest" | base64 -d >"$folder/manifest" || return 1
			;;
		esac
	done <"$tmp/folders"
	echo "$n folders"
	[ $n -gt 40 ]
}

check 'the kit has the octets of tests/kit/kit.sha256' same_again
check 'tests/kit/README.md has the words of the kit' words
if [ "$store" = yes ]; then check 'the command opens the folders of the kit, and refuses those that it must' folders; fi
check 'the kit has less than 4 MB, compressed' small
finish
