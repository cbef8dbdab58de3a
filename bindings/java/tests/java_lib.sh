# java_lib.sh - what the tests of the Java package share; to be sourced after lib.sh.
#
# If configure has not found Java, or the archive is not built, says so and finishes.
#
#	java_test CLASS [-DNAME=VALUE]...   run the tests of bindings/java/src/test with JUnit
#	compiled SOURCE...                compile programs against the archive, into $tmp/programs
#
# SPDX-License-Identifier: Apache-2.0
if [ "$(config java)" != yes ]; then
	skip 'Java package: configure has not found javac, java and python3'
	check 'its source is there' test -f bindings/java/src/main/java/robotsc/Blob.java
	finish
fi
jar=$builddir/java/robotsc.jar
if [ ! -f "$jar" ]; then
	skip 'Java package: it is not built; ninja java makes it'
	check 'its source is there' test -f bindings/java/src/main/java/robotsc/Blob.java
	finish
fi

# Debian's folder of archives, or another one.
jars=${ROBOTSC_JARS-/usr/share/java}
junit=
for name in junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons junit-platform-engine \
	junit-platform-launcher junit-platform-console junit-platform-reporting opentest4j apiguardian-api picocli \
	univocity-parsers; do
	junit=$junit:$jars/$name.jar
done

need_junit() {
	if [ ! -f "$jars/junit-platform-console.jar" ] || [ ! -f "$jars/junit-jupiter-params.jar" ]; then
		skip 'Java package: there is no JUnit 5'
		check 'it was built' test -f "$jar"
		finish
	fi
	# The tests are of the package, so they stand beside its classes, outside a module.
	mkdir -p "$tmp/tests"
	prepare 'the tests are compiled' javac --release 11 -Xlint:all,-path -cp "$jar$junit" -d "$tmp/tests" \
		bindings/java/src/test/java/robotsc/*.java
}

java_test() {
	class=$1
	shift
	java -ea "$@" -cp "$jar:$tmp/tests$junit" org.junit.platform.console.ConsoleLauncher --disable-banner \
		--disable-ansi-colors --details=tree --fail-if-no-tests -c "robotsc.$class"
}

compiled() {
	mkdir -p "$tmp/programs"
	javac --release 11 -Xlint:all -Werror -cp "$jar" -d "$tmp/programs" "$@"
}
