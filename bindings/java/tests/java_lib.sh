# java_lib.sh - shared by the tests of the Java package; to be sourced after lib.sh.
#
# If configure has not found Java, or the archive is not built, says so and finishes.
#
#	program FILE ARGUMENT...  a program of bindings/java/tests with the classes of $jars maven
#	NAME  path of an archive of bindings/java/jars in Maven's folder; or nothing
#
# SPDX-License-Identifier: Apache-2.0
made=$builddir/java
jar=$made/robotsc.jar commons=$made/robotsc-crawler-commons.jar
if [ "$(config java)" != yes ] || [ ! -f "$jar" ]; then
	skip 'Java package: it is not built; ninja java makes it, or says what it lacks'
	check 'its source is there' test -f bindings/java/src/robotsc/Policy.java
	finish
fi
jars=$jar options=''

program() {
	file=$1
	shift
	# shellcheck disable=SC2086 # options are words
	java -Xmx256m $options -cp "$jars" "bindings/java/tests/$file" "$@"
}

maven() {
	path=$(sed -n "s|^[0-9a-f]* \(.*/$1\)\$|$HOME/.m2/repository/\1|p" bindings/java/jars)
	if [ -f "$path" ]; then echo "$path"; fi
}
