#!/bin/sh
# snapshot_texts.sh - robotsc snapshot make --texts, and what reads the texts.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

need_store snapshot make -o "$builddir/none" tests

cc=$(config cc)
python=$(config python)
make="$robotsc snapshot make -q --texts"
archive=examples/crawl.warc.gz
one=$tmp/one.snapshot

# Texts of many hosts, enough for a dictionary; every fifth has that of another one.
many_hosts() {
	mkdir "$tmp/many" && awk -v folder="$tmp/many" 'BEGIN {
		for (i = 0; i < 500; i++) {
			file = folder "/h" i ".example"
			for (k = 0; k < 80; k++) printf "User-agent: Bot%d\nDisallow: /private/%d/\n", k, (i - i % 5) * 7 + k >file
			close(file)
		}
	}' && find "$tmp/many" -type f -exec touch -d '2026-11-20 12:00 UTC' {} +
}

# The texts are those that import writes, and the snapshot is the one without them.
same_texts() {
	$make -o "$one" "$archive" "$tmp/many" && "$robotsc" snapshot make -q -o "$tmp/bare.snapshot" "$archive" "$tmp/many" &&
		cmp "$one" "$tmp/bare.snapshot" && "$robotsc" import -q --text="$tmp/texts" "$archive" "$tmp/many" || return 1
	"$robotsc" snapshot list "$one" | awk -F'\t' '$4 == "parse" { print $1 }' >"$tmp/parsed"
	[ "$(wc -l <"$tmp/parsed")" -gt 500 ] || return 1
	while read -r origin; do
		"$robotsc" snapshot get --texts "$one" "$origin" >"$tmp/out" || return 1
		cmp "$tmp/out" "$tmp/texts/$(echo "$origin" | sed 's|://|:|')" || return 1
	done <"$tmp/parsed"
	[ "$(od -An -tu4 -j12 -N4 "$one.texts")" -gt 1000 ] && "$robotsc" snapshot verify "$one" | grep -qx good
}

# Equal texts stand once, and a report counts them.
counts() {
	"$robotsc" snapshot make --texts --format=json -o "$tmp/counted" "$tmp/many" >"$tmp/out" &&
		grep -q '"texts": 100, ' "$tmp/out" && grep -q '"without-text": 0, ' "$tmp/out" &&
		"$robotsc" snapshot make --texts -o "$tmp/counted" "$tmp/bare.snapshot" 2>"$tmp/err" &&
		grep -q "^robotsc: 0 texts of 0 octets .* $(wc -l <"$tmp/parsed") origins are without" "$tmp/err"
}

same_as_one() { $make -o "$tmp/other" "$@" && cmp "$one.texts" "$tmp/other.texts"; }

# The same octets whatever the order of inputs and the threads; also by way of snapshots and shards.
same_octets() {
	$make --shards=3 -o "$tmp/shards" "$one" && $make -o "$tmp/part" "$tmp/many" &&
		same_as_one -j 1 "$tmp/many" "$archive" && same_as_one -j 3 "$one" && same_as_one "$tmp/shards" &&
		same_as_one "$tmp/part" "$archive" &&
		"$robotsc" snapshot verify "$tmp/shards" | grep -qx good
}

has_two() { [ "$(find "$tmp/fewer" -name '*.texts' | wc -l)" -eq 2 ]; }

# A folder keeps no texts of shards that are gone.
old_shards() {
	cp -R "$tmp/shards" "$tmp/fewer" && $make --shards=2 -o "$tmp/fewer" "$one" && has_two &&
		"$robotsc" snapshot verify "$tmp/fewer" | grep -qx good &&
		"$robotsc" snapshot make -q --shards=2 -o "$tmp/fewer" "$one" && has_two
}

# Explanations and findings are those of the text alone.
same_answers() {
	for from in "$one" "$tmp/shards"; do
		for origin in https://h7.example http://h7.example http://shop.example http://news.example; do
			grep -qx "$origin" "$tmp/parsed" || continue
			text=$tmp/texts/$(echo "$origin" | sed 's|://|:|')
			"$robotsc" explain "$text" Bot7 "$origin/private/12/" >"$tmp/expected"
			expected=$?
			"$robotsc" explain --snapshot="$from" Bot7 "$origin/private/12/" >"$tmp/out"
			[ $? -eq $expected ] && diff "$tmp/expected" "$tmp/out" || return 1
			"$robotsc" lint --format=json "$text" | sed "s|$text|FILE|" >"$tmp/expected"
			"$robotsc" lint --format=json --snapshot="$from" "$origin" | sed "s|$origin/robots.txt|FILE|" >"$tmp/out"
			diff "$tmp/expected" "$tmp/out" || return 1
			"$robotsc" summary "$text" | sed "s|$text|FILE|" >"$tmp/expected"
			"$robotsc" summary --snapshot="$from" "$origin" | sed "s|$origin/robots.txt|FILE|" >"$tmp/out"
			diff "$tmp/expected" "$tmp/out" || return 1
			"$robotsc" diff --snapshot="$from" "$origin" "$text" >"$tmp/out" &&
				! grep -v ': same for every URL$' "$tmp/out" || return 1
		done
	done
}

forged() {
	forge="$python tests/snapshot/forge_texts.py $robotsc"
	$make -o "$tmp/small" "$archive" && $forge "$tmp/small" http://shop.example || return 1
	cp "$one" "$tmp/large" && cp "$one.texts" "$tmp/large.texts" &&
		$forge "$tmp/large" "$(grep -m 1 h7.example "$tmp/parsed")"
}

# Two texts of one digest and one length, which anybody can make: it is not known whose is whose.
collide() {
	mkdir "$tmp/two" "$tmp/first" && "$python" - "$tmp/two" <<'END' || return 1
import sys
sys.path.insert(0, 'tests/match')
from assemble import CHECKSUM_SEED, checksum, mix
first = b'User-agent: *\n# ' + b'aaaaaaaa' + b'-' * 24 + b'\nDisallow: /\n'
words = [int.from_bytes(first[at:at + 8], 'little') for at in (0, 16, 32)]
before = mix(CHECKSUM_SEED, words[0])
other = int.from_bytes(b'bbbbbbbb', 'little')
fits = mix(before, words[1]) ^ words[2] ^ mix(before, other)
second = first[:16] + b'bbbbbbbb' + first[24:32] + fits.to_bytes(8, 'little') + first[40:]
assert first != second and len(first) == len(second) and checksum(first) == checksum(second)
for name, text in ('a', first), ('b', second):
    with open(f'{sys.argv[1]}/{name}.example', 'wb') as file:
        file.write(text)
END
	cp "$tmp/two/a.example" "$tmp/first" && "$robotsc" snapshot make --texts -o "$tmp/pair" "$tmp/two" 2>"$tmp/err" &&
		grep -q '^robotsc: 0 texts of 0 octets in 128; 4 origins are without' "$tmp/err" &&
		"$robotsc" snapshot make --texts -o "$tmp/pair" "$tmp/first" 2>"$tmp/err" &&
		grep -q '^robotsc: 1 texts of' "$tmp/err"
}

# What is no texts stays, and inputs that cannot be read twice are refused.
not_replaced() {
	cp "$one" "$tmp/mine" && echo mine >"$tmp/mine.texts" && ! $make -o "$tmp/mine" "$archive" 2>"$tmp/err" &&
		grep -q 'not replaced' "$tmp/err" && cmp "$one" "$tmp/mine" && [ "$(cat "$tmp/mine.texts")" = mine ] &&
		! $make -o "$tmp/mine" - <"$archive" 2>"$tmp/err" && grep -q 'standard input' "$tmp/err" &&
		$make --force -o "$tmp/mine" "$archive" && cmp "$tmp/mine.texts" "$tmp/small.texts" || return 1
	find "$tmp" -maxdepth 1 -name 'mine*' | wc -l | grep -qx 2
}

# The same command, built without zstd.
no_zstd() {
	objects=
	for name in texts_file make_texts log_input; do
		# shellcheck disable=SC2046,SC2086 # flags are words
		$cc -std=c11 -D_POSIX_C_SOURCE=200809L $(config cflags) $(config pie) -Iinclude -I. -c -o "$tmp/$name.o" \
			cli/$name.c || return 1
		objects="$objects $tmp/$name.o"
	done
	# shellcheck disable=SC2046,SC2086 # flags are words
	$cc $(config cflags) $(config pie_ld) -o "$tmp/without" $objects "$builddir/cli/commands.a" "$builddir/cli/cli.a" \
		"$builddir/lsp/lsp.a" "$builddir/cli/commands.a" "$builddir/librobotsc_store.a" "$builddir/librobotsc.a" \
		$(config ldflags) $(config lmdb_libs) $(config codings_libs) $(config xxhash_libs) -pthread || return 1
	"$tmp/without" snapshot make -q --texts -o "$tmp/none" "$archive" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q 'built without zstd' "$tmp/err" && [ ! -e "$tmp/none" ] || return 1
	"$tmp/without" explain --snapshot="$one" Bot http://shop.example/ >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q 'built without zstd' "$tmp/err" || return 1
	"$tmp/without" snapshot make -q -o "$tmp/none" "$archive" && "$tmp/without" snapshot verify "$tmp/none" | grep -qx good
}

if [ -n "$(config zstd_libs)" ]; then
	check 'hosts are there' many_hosts
	check 'the texts are those of the archive' same_texts
	check 'equal texts stand once, and are counted' counts
	check 'the same octets, whatever the inputs' same_octets
	check 'no texts of old shards stay' old_shards
	check 'explain, lint, summary and diff answer as of the text' same_answers
	check 'forged texts are refused' forged
	check 'texts of one digest are left out' collide
	check 'other files are not replaced' not_replaced
	check 'a build without zstd says so' no_zstd
else
	skip 'texts: this build has no zstd'
fi
finish
