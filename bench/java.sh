#!/bin/sh
# java.sh - the Java package over the hosts of a corpus, and beside crawler-commons, if Maven has it
# (./configure --install-deps=java).  It prints a table in Markdown.
#
#	bench/java.sh BUILDDIR [ARGUMENT...]    arguments: --corpus FOLDER, --hosts N, --quick
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
builddir=$1
shift
out=$builddir/bench/java made=$builddir/java rounds=7
mkdir -p "$out"
for argument; do if [ "$argument" = --quick ]; then rounds=1; fi; done

"$builddir/bench/by_url" --write "$out/hosts" "$@" >"$out/by_url.lines"
path=$made/robotsc.jar commons=''
if [ -f "$made/robotsc-crawler-commons.jar" ]; then
	commons=commons path=$path:$made/robotsc-crawler-commons.jar
	for name in crawler-commons-1.6 slf4j-api-2.0.17 commons-io-2.21.0; do
		path=$path:$(sed -n "s|^[0-9a-f]* \(.*/$name.jar\)$|$HOME/.m2/repository/\1|p" bindings/java/jars)
	done
fi
if [ -z "$commons" ]; then sed '/Commons\.rows/d' bench/java/Bench.java >"$out/Bench.java"; else cp bench/java/*.java "$out"; fi
javac --release 11 -cp "$path" -d "$out/classes" "$out"/*.java
java -cp "$path:$out/classes" Bench "$out/hosts" $rounds $commons
