#!/bin/sh
# java.sh - tests the Java package: the table of cases, its other calls, the conformance suite, the
# files of the archive.  .ci/run all runs the other scripts here.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/conformance_lib.sh
. bindings/tests/cases_lib.sh
. bindings/java/tests/java_lib.sh

snapshots() {
	mkdir "$tmp/hosts" && printf 'User-agent: *\nDisallow: /private/\n' >"$tmp/hosts/https:shop.example" &&
		printf 'User-agent: ExampleBot\nDisallow: /*.pdf$\n' >"$tmp/hosts/https:news.example" &&
		"$robotsc" snapshot make -q -o "$tmp/snapshot" "$tmp/hosts" && program Snapshots.java "$tmp/snapshot"
}

# Classes of release 11 have the major version 55.
is_release_11() { unzip -p "$jar" robotsc/Policy.class | od -An -tu1 -j7 -N1 | grep -qw 55; }

# Every file of the archive, except the classes inside others.
holds() {
	unzip -Z1 "$jar" | grep -vE '[$]|^native/(linux-aarch64|mac-|windows-)' | LC_ALL=C sort >"$tmp/files"
	{
		printf '%s\n' META-INF/LICENSE META-INF/MANIFEST.MF "native/linux-$(uname -m)/librobotsc_jni.so"
		for source in bindings/java/src/robotsc/*.java; do echo "robotsc/$(basename "$source" .java).class"; done
	} | grep -v package-info | LC_ALL=C sort | diff - "$tmp/files"
}

# The symbols that a C library needs: glibc and musl have all of them.
needs() {
	for library in "$made"/natives/native/*/*.so; do
		nm -D --undefined-only "$library" | awk '{ print $2 }' | diff bindings/java/tests/symbols.txt - || return 1
		! readelf -d "$library" | grep NEEDED || return 1
	done
}

in_repository() {
	[ "$(wc -l <"$made/COORDINATES")" -ge 1 ] || return 1
	while IFS=: read -r group name version; do
		folder=$made/repository/$(echo "$group" | tr . /)/$name/$version
		for end in .pom .jar -sources.jar -javadoc.jar; do
			file=$folder/$name-$version$end
			[ "$(cat "$file.sha1")" = "$(sha1sum <"$file" | cut -d ' ' -f 1)" ] || return 1
		done
		grep -q "<version>$version</version>" "$folder/$name-$version.pom" || return 1
	done <"$made/COORDINATES"
}

check 'what its calls say' program Policies.java
check 'a snapshot' snapshots
answers program Cases.java "$CASES"
check 'the conformance suite' conforms java -cp "$jar" conformance/adapters/JavaRobotsc.java
check 'its classes are of release 11' is_release_11
check 'what is in the archive' holds
check 'what it needs of a C library' needs
check 'the repository for Maven' in_repository
finish
