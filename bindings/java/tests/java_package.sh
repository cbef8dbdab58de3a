#!/bin/sh
# java_package.sh - the archives of the Java package: a module of release 11, the same octets each
# time; forged blobs and snapshots; and, with Maven, its pom.xml offline.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/conformance_lib.sh
. bindings/java/tests/java_lib.sh
need_junit

describe() { java --module-path "$jar" --describe-module robotsc; }

is_module() { describe | grep -x 'exports robotsc' && ! describe | grep '^requires' | grep -v 'java\.base'; }

# Classes of release 11 have the major version 55.
is_release_11() { unzip -p "$jar" robotsc/Blob.class | od -An -tu1 -j7 -N1 | grep -qw 55; }

same_octets() {
	mkdir -p "$tmp/again" && python3 packaging/java.py "$tmp/again" &&
		for name in robotsc robotsc-sources robotsc-javadoc; do
			cmp "$builddir/java/$name.jar" "$tmp/again/java/$name.jar" || return 1
		done
}

# The package shows its public types only: nothing of the reader's inside.
public_types() {
	unzip -l "$jar" | awk '/robotsc\/[A-Za-z]*\.class$/ { print $4 }' | sed 's/\.class$//; s|/|.|g' | while read -r name; do
		javap -public -cp "$jar" "$name" | grep -qE '^public .*class' && echo "$name"
	done | sort | tr '\n' ' ' | diff - "$tmp/public"
}

forged() { java_test ForgedTest -Drobotsc.command="$robotsc"; }

# Snapshots of the forger in C, and changed policies.
forger=$builddir/tests/snapshot_forge_test
forged_snapshots() {
	mkdir "$tmp/forged" || return 1
	for number in $(seq 0 1199); do "$forger" -w "$tmp/forged/$number" "$number" || return 1; done
	java_test ForgedSnapshotTest -Drobotsc.command="$robotsc" -Drobotsc.forged="$tmp/forged"
}

# Debian's repository, as links, so that Maven writes beside them.
maven() {
	cp -rs /usr/share/maven-repo "$tmp/repo" && cp -r bindings/java "$tmp/maven" &&
		(cd "$tmp/maven" && mvn -o -q -B -Dmaven.repo.local="$tmp/repo" package) && [ -s "$tmp"/maven/target/robotsc-*.jar ]
}

check 'it is a module that needs java.base alone' is_module
check 'its classes are of release 11' is_release_11
check 'the same sources give the same octets' same_octets
printf '%s ' robotsc.Blob robotsc.Compiler robotsc.Fetch robotsc.Group robotsc.Line robotsc.RobotRules robotsc.RobotscException \
	robotsc.Snapshot robotsc.Usage >"$tmp/public"
check 'its public types' public_types
check 'forged blobs: only its own exception' forged
check 'the conformance suite' conforms java -cp "$jar" conformance/adapters/JavaRobotsc.java
if [ -x "$forger" ]; then
	check 'forged snapshots: only its own exception, at every level' forged_snapshots
else
	skip 'forged snapshots: the forger is not built'
fi
if command -v mvn >/dev/null && [ -d /usr/share/maven-repo/org/junit/jupiter/junit-jupiter ]; then
	check 'pom.xml, offline' maven
else
	skip "Maven, or Debian's archives of JUnit for it, are not there"
fi
finish
