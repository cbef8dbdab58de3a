#!/bin/sh
# first_blocks.sh - the first block of a page, from nothing to a verdict, on a new Debian 12 without
# other packages, and what the page says that it takes.  Needs root, debootstrap and the network.
#
# Such a block begins with './configure --install-deps' and ends in a comment: its last output.
# With arguments, only those of these pages.  CONTRIBUTING.md begins with one that runs tests.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/packaging/system_lib.sh

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >"$tmp/found"; then skip 'it takes root and debootstrap' && finish; fi

new=$tmp/new
new_system() {
	system --include=ca-certificates bookworm "$new" && copied "$new/robotsc" || return 1
	# The certificates of this machine, for pip, go and cargo.
	if [ -d /usr/local/share/ca-certificates ]; then cp -R /usr/local/share/ca-certificates "$new/usr/local/share"; fi
	cp /etc/resolv.conf "$new/etc" && chroot "$new" update-ca-certificates
}

# block PAGE: writes its first block to $tmp/block, and the next line with "packages" to $tmp/said.
block() {
	awk -v said="$tmp/said" '/^```/ {
			found = inside && block ~ /^\.\/configure --install-deps/ && last ~ /(^| )# /
			if (found) { print block }
			inside = $0 == "```sh" && !found; block = ""; next
		}
		inside { block = block (block == "" ? "" : "\n") $0; last = $0 }
		found && /packages/ { print >said; exit }' "$1" >"$tmp/block"
	[ -s "$tmp/block" ]
}

# megabytes FOLDER: the MB of a system, without what apt can fetch again.
megabytes() {
	chroot "$1" apt-get clean && rm -rf "$1/var/lib/apt/lists"
	du -smx "$1" | cut -f 1
}

# The block works in a copy of the new system, which stops with all that it started.
works() {
	rm -rf "$tmp/one" && cp -a "$new" "$tmp/one" && cp "$tmp/block" "$tmp/one/robotsc/block" || return 1
	before=$(megabytes "$new") packages=$(chroot "$tmp/one" dpkg-query -W | wc -l)
	cat >"$tmp/one/start" <<-'END'
		mount -t proc proc /proc
		mount -t tmpfs tmpfs /dev/shm
		cd /robotsc && sh -e block
	END
	(
		env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
			unshare --pid --fork --mount chroot "$tmp/one" sh start >"$tmp/out" 2>&1
		status=$?
		times >"$tmp/times" && exit $status
	) || { tail -n 30 "$tmp/out" && return 1; }
	seconds=$(processor_seconds "$tmp/times") expected=$(sed -n '$s/^\(.* \)*# //p' "$tmp/block")
	got=$(sed -n '$p' "$tmp/out")
	packages=$(($(chroot "$tmp/one" dpkg-query -W | wc -l) - packages))
	megabytes=$(($(megabytes "$tmp/one") - before))
	[ "$got" = "$expected" ] || { tail -n 30 "$tmp/out" && return 1; }
}

# The page says within a tenth how many packages and MB the block takes, with what it builds; else
# prints the right numbers, with the processor seconds.
takes() {
	awk -v packages="$packages" -v megabytes="$megabytes" '{
		for (i = 2; i <= NF; i++) {
			if ($i ~ /^packages/) { a = $(i - 1) / packages }
			if ($i ~ /^MB/) { b = $(i - 1) / megabytes }
		}
	}
	END { exit !(a > 0.9 && a < 1.1 && b > 0.9 && b < 1.1) }' "$tmp/said" && return
	cat "$tmp/said" && echo "$packages packages, $megabytes MB, $seconds s of processor" && return 1
}

check 'a new system' new_system
pages=${*:-$(find . -name '*.md' ! -path './build*' ! -name CONTRIBUTING.md | sort)}
for page in $pages; do
	block "$page" || continue
	check "$page" works
	check "$page says what it takes" takes
done
finish
