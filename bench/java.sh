#!/bin/sh
# java.sh - the Java package beside C, a plain loop and java.util.regex, and a snapshot at random.
#
#	bench/java.sh BUILDDIR [ARGUMENT...]    arguments: --corpus FOLDER, --hosts N, --quick
#
# It prints tables in Markdown.  With SNAPSHOT and URLS, which bench/origins.c and `robotsc snapshot
# make --agent=ExampleBot` make, it also asks a snapshot about the URLs of a list.  With
# ROBOTSC_CRAWLER_COMMONS, it compares verdicts and speed with crawler-commons.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
builddir=$1
shift
out=$builddir/bench/java
mkdir -p "$out"
quick=false
for argument; do if [ "$argument" = --quick ]; then quick=true; fi; done

"$builddir/bench/by_url" --write "$out/hosts" "$@" >"$out/by_url.lines"
javac --release 11 -cp "$builddir/java/robotsc.jar" -d "$out/classes" bench/java/*.java
java -Dquick=$quick -cp "$builddir/java/robotsc.jar:$out/classes" robotsc.Bench "$out/hosts" "$out/by_url.lines" \
	"$builddir/robotsc" ${SNAPSHOT:+"$SNAPSHOT" "$URLS"}

# crawler-commons, where ROBOTSC_CRAWLER_COMMONS is a class path that has it and what it needs.
commons=${ROBOTSC_CRAWLER_COMMONS-}
if [ -n "$commons" ]; then
	javac --release 11 -cp "$builddir/java/robotsc.jar:$out/classes:$commons" -d "$out/classes" bench/java_commons/*.java
	java -Dquick=$quick -cp "$builddir/java/robotsc.jar:$out/classes:$commons" robotsc.CommonsBench "$out/hosts" \
		"$builddir/robotsc"
fi
