#!/bin/sh
# release.sh - 'packaging/release' names what a release lacks, and tags what lacks nothing;
# 'packaging/sign' writes checksums, and signs them where a key is given.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

if [ ! -e .git ] || ! command -v git >/dev/null || [ -z "$(config python)" ]; then
	skip 'releases: they need git, a git checkout and python3'
	check 'the steps are there' grep -q 'packaging/release' docs/dev/release.md
	finish
fi

clone=$tmp/clone
version=$("$robotsc" --version | sed 's/robotsc //')
commit() { git -C "$clone" -c user.name=a -c user.email=a@b.test commit -qam "tests: $1"; }

# Makes a clone of this tree, with addresses and a set of today's headers.  Until the set of this
# version is made, one of another version stands for it.
cloned() {
	git clone -q . "$clone" || return 1
	# Files that are not yet committed are tested, too.
	cp --parents -t "$clone" packaging/release CHANGELOG.md include/robotsc/*.h tests/compat/*.tar tests/compat/*.answers ||
		return 1
	for end in tar answers; do
		set -- "$clone"/tests/compat/*.$end
		[ -f "$clone/tests/compat/${version%.*}.$end" ] || cp "$1" "$clone/tests/compat/${version%.*}.$end" || return 1
	done
	(cd "$clone" && python3 packaging/project.py contact=a@b.test homepage=https://b.test/ maven=test.b \
		repository=https://c.test/d/e && python3 - <<'END'
import sys
sys.path.insert(0, 'tests/support')
import archive, glob
for path in glob.glob('tests/compat/*.tar'):
    members = archive.read(path)
    members.update((name, open(name, 'rb').read()) for name in glob.glob('include/robotsc/*.h'))
    archive.write(path, members)
END
	) && git -C "$clone" add -A && commit 'a release'
}

released() { (cd "$clone" && sh packaging/release "$@"); }

# refused FILE SCRIPT WHY: after this change of a file, the release is refused for WHY alone.
refused() {
	sed -i "$2" "$clone/$1" && commit 'change a file' || return 1
	! released 2>"$tmp/err" && grep -e "$3" "$tmp/err" && [ "$(wc -l <"$tmp/err")" -eq 1 ] || return 1
	git -C "$clone" reset -q --hard HEAD~
}

not_committed() {
	touch "$clone/new" && ! released 2>"$tmp/err" && grep 'not committed' "$tmp/err" && rm "$clone/new"
}

no_set() {
	git -C "$clone" rm -q 'tests/compat/*.tar' && commit 'remove the sets' && ! released 2>"$tmp/err" &&
		grep 'there is no tests/compat/.*\.tar' "$tmp/err" && git -C "$clone" reset -q --hard HEAD~
}

with_key() {
	export GNUPGHOME="$tmp/keys"
	mkdir -m 700 "$GNUPGHOME" &&
		gpg --batch --quiet --passphrase '' --quick-generate-key 'Release <a@b.test>' default default never
}

tagged() {
	git -C "$clone" config user.signingkey a@b.test && git -C "$clone" config user.name a &&
		git -C "$clone" config user.email a@b.test && released --tag &&
		git -C "$clone" verify-tag "$(git -C "$clone" tag -l 'v*')"
}

tagged_once() { ! released --tag 2>"$tmp/err" && grep 'there is a tag' "$tmp/err"; }

sums() {
	mkdir -p "$tmp/out/python" && touch "$tmp/out/SHA256SUMS.asc" || return 1
	for end in .tar.xz .spdx; do echo $end >"$tmp/out/robotsc-$version$end"; done
	! sh packaging/sign "$tmp/out" && [ ! -e "$tmp/out/SHA256SUMS" ] || return 1
	echo python >"$tmp/out/python/robotsc-$version.tar.gz"
	sh packaging/sign "$tmp/out" && (cd "$tmp/out" && sha256sum -c SHA256SUMS) && [ ! -e "$tmp/out/SHA256SUMS.asc" ] &&
		[ "$(wc -l <"$tmp/out/SHA256SUMS")" -eq 3 ]
}

signed() {
	ROBOTSC_GPG_KEY=a@b.test sh packaging/sign "$tmp/out" &&
		gpg --verify "$tmp/out/SHA256SUMS.asc" "$tmp/out/SHA256SUMS" || return 1
	echo >>"$tmp/out/SHA256SUMS" && ! gpg --verify "$tmp/out/SHA256SUMS.asc" "$tmp/out/SHA256SUMS"
}

# minisign asks for a password unless the key has none.
minisigned() {
	minisign -G -W -f -p "$tmp/key.pub" -s "$tmp/key" >"$tmp/log" &&
		ROBOTSC_MINISIGN_KEY=$tmp/key sh packaging/sign "$tmp/out" &&
		minisign -V -p "$tmp/key.pub" -m "$tmp/out/SHA256SUMS" | grep "robotsc $version" || return 1
	# A user does what docs/dev/release.md says; then a file, then the sums, come from others.
	sed -n '/^minisign -V/,/^sha256sum/p' docs/dev/release.md | sed 's/ *#.*//; 1s/$/ \&\&/' >"$tmp/check.sh" &&
		cp "$tmp/key.pub" "$tmp/out/robotsc.pub" && checks || return 1
	echo >>"$tmp/out/robotsc-$version.spdx" && ! checks || return 1
	(cd "$tmp/out" && sha256sum robotsc-* >SHA256SUMS) && ! checks
}

checks() { (cd "$tmp/out" && sh "$tmp/check.sh"); }

last_of_dist() { ninja -t query dist | grep -F "$(config builddir)/run/checksums"; }

check 'a clone that could be released' cloned
check 'it can be' released
check 'a file that is not committed' not_committed
check 'a version that CHANGELOG.md lacks' refused CHANGELOG.md "s/^## $version$/## 0.0.9/" 'does not begin with'
check 'a version without a change' refused CHANGELOG.md '/^## /,$ { /^## /!d; }' 'no line for'
check 'a version that debian/changelog lacks' refused packaging/debian/changelog "s/($version/(0.0.9/" debian/changelog
check 'placeholders' refused packaging/project 's|https://c.test/d/e|https://github.com/OWNER/robotsc|' 'placeholders'
check 'a set of other headers' refused include/robotsc/dot.h '1s/dot.h/dot.h /' 'has another dot.h'
check 'no set' no_set
check 'checksums of what is released' sums
check 'ninja dist writes them last' last_of_dist
if command -v gpg >/dev/null && with_key; then
	check 'checksums signed by gpg' signed
	check 'a signed tag' tagged
	check 'a version is tagged once' tagged_once
	gpgconf --kill all
else
	skip 'signatures: there is no gpg'
fi
if command -v minisign >/dev/null; then check 'checksums signed by minisign' minisigned; else skip 'there is no minisign'; fi
finish
