#!/bin/sh
# dist.sh - 'ninja dist': the same octets every time, and a C compiler and ninja build what is in
# it; versions agree; each file has a licence.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

python=$(config python)
version=$("$robotsc" --version | sed 's/robotsc //')
name=robotsc-$version

versions() {
	string=$(sed -nE 's/^#define ROBOTSC_VERSION_(MAJOR|MINOR|PATCH) //p' include/robotsc/common.h | paste -s -d .)
	[ "$string" = "$version" ] && [ "$(sed -n '/^## /{s/## //p;q;}' CHANGELOG.md)" = "$version" ]
}

# A release sets packaging/project; no file keeps a placeholder.
filled_in() {
	mkdir "$tmp/filled" &&
		git ls-files -z bindings/go bench/peers bindings/java/robotsc.pom \
			bindings/java/robotsc-crawler-commons.pom bindings/js/package.json \
			bindings/python/pyproject.toml bindings/rust/Cargo.toml \
			conformance/adapters/go_robotsc.go packaging/project packaging/project.py packaging/debian \
			docs/java.md docs/site-owners.md fuzz/oss-fuzz |
		xargs -0 cp --parents -t "$tmp/filled" &&
		(cd "$tmp/filled" && python3 packaging/project.py contact=a@b.test homepage=https://b.test/ maven=test.b \
			repository=https://c.test/d/e) &&
		! grep -rE 'OWNER/|github-owner|robotsc@example|robotsc\.example/|example\.robotsc' "$tmp/filled" &&
		grep -q '<groupId>test\.b<' "$tmp/filled/bindings/java/robotsc.pom" &&
		[ "$(grep -rlE 'a@b\.test|https://b\.test/|c\.test/d/e|-c-d-e-|d/e@v' "$tmp/filled" | wc -l)" -eq 21 ] || return 1
	git grep -lE 'OWNER/robotsc|github-owner|robotsc@example|robotsc\.example/' -- ':!tests' | LC_ALL=C sort >"$tmp/spell"
	(cd "$tmp/filled" && grep -rlE 'a@b\.test|b\.test/|c\.test/|-c-d-e-|d/e@v' .) | sed 's|^./||' | LC_ALL=C sort |
		diff - "$tmp/spell"
}

if command -v git >/dev/null && [ -e .git ] && command -v python3 >/dev/null; then
	check 'addresses stand in packaging/project, and where it writes them' filled_in
fi
check 'the version of the header, the command and CHANGELOG.md' versions
if command -v reuse >/dev/null; then check 'reuse lint' reuse lint; else skip 'there is no reuse'; fi

# A tree without git is refused, even in a folder with git.
elsewhere() {
	git init -q "$tmp/other" && mkdir -p "$tmp/other/tree/packaging" "$tmp/other/out" &&
		cp packaging/dist "$tmp/other/tree/packaging" || return 1
	! sh "$tmp/other/tree/packaging/dist" "$tmp/other/out" 2>"$tmp/err" && grep 'no git checkout' "$tmp/err" &&
		rmdir "$tmp/other/out"
}

if command -v git >/dev/null; then check 'a tree that is no checkout' elsewhere; else skip 'there is no git'; fi
if [ ! -e .git ] || ! command -v git >/dev/null || ! command -v xz >/dev/null; then
	skip 'the archive: it needs git, xz and a git checkout'
	finish
fi

page='LICENSES.txt graph.js index.html late.js more.js page.css page.js'
sources='robotsc.h robotsc.c robotsc_runtime.h robotsc_runtime.c'

# The same octets come from another folder, with other rights and another time zone.
made() {
	for part in $sources; do
		[ -z "$python" ] || "$python" packaging/amalgamate.py "$(config builddir)/lib${part%.*}.a" "$tmp/$part" \
			"$tmp/depends" || return 1
	done
	for folder in "$tmp/once" "$tmp/again"; do
		mkdir -p "$folder/go" "$folder/java/repository" "$folder/amalgamation"
		mkdir "$folder/web" || return 1
		for part in $sources; do
			[ -z "$python" ] || cp "$tmp/$part" "$folder/amalgamation" || return 1
		done
		for part in $page; do echo "$part" >"$folder/web/$part"; done
		echo made | tee "$folder/go/m.zip" >"$folder/java/repository/m.jar"
	done
	sh packaging/dist "$tmp/once" && git clone -q . "$tmp/clone" &&
		(umask 077 && TZ=Asia/Tokyo sh "$tmp/clone/packaging/dist" "$tmp/again")
}

same_octets() {
	(
		cd "$tmp/once" && cmp "$name.tar.xz" "../again/$name.tar.xz" && cmp "$name.spdx" "../again/$name.spdx" &&
			{ [ -z "$python" ] || cmp "robotsc-small-$version.tar.xz" "../again/robotsc-small-$version.tar.xz"; }
	)
}

# The archive has all files of git and all made files, and no others, with the time of the commit.
complete() {
	mkdir "$tmp/unpacked" && tar -C "$tmp/unpacked" -xf "$tmp/once/$name.tar.xz" || return 1
	# shellcheck disable=SC2086 # names
	{ git ls-tree -r --name-only HEAD && printf 'made/%s\n' m.zip m.jar && printf 'made/web/%s\n' $page; } >"$tmp/names"
	LC_ALL=C sort "$tmp/names" >"$tmp/expected"
	(cd "$tmp/unpacked/$name" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) | diff "$tmp/expected" - &&
		[ "$(stat -c %Y "$tmp/unpacked/$name/configure")" = "$(git log -1 --format=%ct)" ]
}

bill() {
	digest=$(sha256sum "$tmp/once/$name.tar.xz" | cut -d ' ' -f 1)
	for line in "PackageChecksum: SHA256: $digest" "PackageVersion: $version" 'Created: [0-9-]+T[0-9:]+Z'; do
		grep -xE "$line" "$tmp/once/$name.spdx" || return 1
	done
	# Each package has a supplier and a version.
	for field in 'PackageSupplier: (Organization|Person): .+' 'PackageVersion: [0-9A-Z].*'; do
		[ "$(grep -cE "^$field" "$tmp/once/$name.spdx")" = "$(grep -c ^PackageName "$tmp/once/$name.spdx")" ] || return 1
	done
}

# Makes the PATH of a system with a C compiler and ninja alone.
few_tools() {
	mkdir "$tmp/few" || return 1
	for tool in sh gcc cc as ld ar nm ninja awk basename cat chmod cmp cp cut date dirname env expr find grep head id mkdir \
		mktemp mv nproc printf rm sed sleep sort tail touch tr true uname wc xargs; do
		at=$(command -v "$tool") && ln -s "$(readlink -f "$at")" "$tmp/few/$tool"
	done
}

in_archive() { (cd "$tmp/unpacked/$name" && env -i PATH="$tmp/few" "$@"); }

builds() {
	few_tools
	in_archive ./configure CFLAGS=-O0 && in_archive ninja all build/tests/vectors_test build/tests/api_test &&
		in_archive sh tests/run.sh vectors_test api_test && in_archive build/robotsc --version | grep -x "robotsc $version"
}

with_python() { ninja -t query dist | grep -x '    python'; }

# The archive for programs that vendor the library: under a megabyte, and its test passes.
small() {
	cc=$(config cc) archive=$tmp/once/robotsc-small-$version.tar.xz
	[ "$(stat -c %s "$archive")" -lt 1000000 ] && tar -C "$tmp" -xf "$archive" || return 1
	(
		cd "$tmp/robotsc-small-$version" && [ "$(wc -l <README.md)" -le 31 ] &&
			$cc -std=c11 -o test test.c robotsc.c && ./test | grep '^[0-9]* passed, 0 failed$'
	)
}

check 'ninja dist' made
if [ -n "$python" ]; then check 'the small archive is under 1 MB, and passes its test' small; fi
check 'it makes the Python package, too' with_python
check 'the same octets every time' same_octets
check 'the archive has what git has' complete
check 'the SBOM names the archive' bill
schema=${ROBOTSC_SPDX_SCHEMA-}
if [ -z "$python" ]; then
	skip 'what SPDX demands of the SBOM: there is no python3'
else
	check 'the SBOM has what SPDX demands' "$python" tests/packaging/spdx.py "$tmp/once/$name.spdx"
	if [ -z "$schema" ]; then
		skip "the SBOM against SPDX' own schema: ROBOTSC_SPDX_SCHEMA names no spdx-schema.json of version 2.3"
	elif ! "$python" -c 'import jsonschema' 2>/dev/null; then
		skip "the SBOM against SPDX' own schema: there is no python3-jsonschema"
	else
		check "the SBOM against SPDX' own schema" "$python" tests/packaging/spdx.py "$tmp/once/$name.spdx" "$schema"
	fi
fi
check 'a C compiler and ninja build what is in it' builds
finish
