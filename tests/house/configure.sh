#!/bin/sh
# configure.sh - what --install-deps installs; configure goes on without what it cannot get; what
# --debug builds stops at a fault.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# The caller's variables must not change what these tests do.
unset CC CFLAGS LDFLAGS AR

# A system that has the packages in $tmp/installed: apt-get notes what it should install, and fails
# for packages in $tmp/gone.
mkdir -p "$tmp/tree/packaging" "$tmp/fake" "$tmp/here"
cp configure "$tmp/tree" && cp packaging/edges "$tmp/tree/packaging"
printf '#!/bin/sh\ngrep -qx "$3" %s && echo install ok installed\n' "$tmp/installed" >"$tmp/fake/dpkg-query"
cat >"$tmp/fake/apt-get" <<END
#!/bin/sh
for word; do
	case \$word in
	-* | install | update) ;;
	*) if grep -qx "\$word" "$tmp/gone"; then exit 100; fi && asked="\${asked-} \$word" ;;
	esac
done
printf '%s\\n' \${asked-} >>"$tmp/asked"
END
printf '#!/bin/sh\ncat %s\n' "$tmp/user" >"$tmp/fake/id"
chmod +x "$tmp/fake"/*

# system USER GONE...: nothing is installed; USER is 0 for root; GONE cannot be installed.
system() {
	echo "$1" >"$tmp/user"
	shift
	printf '%s\n' "$@" >"$tmp/gone"
	: >"$tmp/asked" >"$tmp/installed"
}

run() { PATH=$tmp/fake:$PATH "$tmp/tree/configure" "$@" >"$tmp/said" 2>&1; }

# asked ARGUMENT...: what configure would install.  Without a compiler it ends after that.
asked() {
	: >"$tmp/asked"
	! run CC=/nowhere/cc "$@" && grep "cannot make a program" "$tmp/said" >"$tmp/why" && grep . "$tmp/asked" | sort
}

# The packages of the build and no others: no interpreter, no second compiler, nothing for tests.
build_only() {
	system 0
	asked --install-deps >"$tmp/build"
	printf '%s\n' binutils gcc libbrotli-dev libc6-dev libdeflate-dev liblmdb-dev libxxhash-dev libzstd-dev \
		ninja-build pkg-config zlib1g-dev | diff - "$tmp/build"
}

# Each level installs the packages of the levels before it, too.
levels() {
	asked --install-deps=build | diff - "$tmp/build" &&
		asked --install-deps=test >"$tmp/test" && asked --install-deps=all >"$tmp/all" &&
		[ -z "$(comm -23 "$tmp/build" "$tmp/test")" ] && [ -z "$(comm -23 "$tmp/test" "$tmp/all")" ] &&
		grep -qx python3 "$tmp/test" && ! grep -qx clang "$tmp/test" && grep -qx clang "$tmp/all"
}

# Makes a PATH without Node, npm and cargo.
no_node() {
	mkdir "$tmp/plain" || return 1
	for tool in basename cat cut diff dirname env chmod grep id mktemp rm sed sh sort uname; do
		ln -s "$(command -v $tool)" "$tmp/plain/$tool" || return 1
	done
}

# language NAME PACKAGE...: for this language, these packages are installed and no others.
language() {
	asked --install-deps="$1" >"$tmp/door"
	shift
	printf '%s\n' "$@" | LC_ALL=C sort | diff - "$tmp/door"
}

# Each language gets the packages that it needs, and no more.
doors() {
	system 0
	language python gcc libc6-dev ninja-build python3-dev python3-pip python3-setuptools python3-venv python3-wheel || return 1
	arm64=''
	if [ "$(uname -m)" = x86_64 ]; then arm64='gcc-aarch64-linux-gnu libc6-dev-arm64-cross'; fi
	# shellcheck disable=SC2086 # names are words
	language java default-jdk-headless gcc $arm64 junit5 libc6-dev maven ninja-build python3 || return 1
	language redis gcc libc6-dev ninja-build python3 python3-redis redis-server || return 1
	wasm='clang libc6-dev libclang-rt-14-dev-wasm32 lld ninja-build python3 wasi-libc'
	# shellcheck disable=SC2086 # names are words
	language go $wasm golang-go python3-venv || return 1
	language nginx curl gcc libc6-dev make nginx-dev ninja-build python3 wrk || return 1
	# Without Node, npm and cargo, and with Node and cargo.
	# shellcheck disable=SC2046,SC2086 # names are words
	no_node && (PATH=$tmp/plain && language js $wasm nodejs && language web $wasm zopfli nodejs npm &&
		language rust cargo gcc libc6-dev ninja-build python3 &&
		language platforms $(cat "$tmp/build") cargo clang libstd-rust-dev-windows llvm python3 python3-venv \
			qemu-user rustc wine wine64 &&
		: >"$tmp/plain/node" && chmod +x "$tmp/plain/node" && language js $wasm && language web $wasm zopfli npm &&
		: >"$tmp/plain/cargo" && chmod +x "$tmp/plain/cargo" && language rust gcc libc6-dev ninja-build python3)
}

missing() {
	system 0
	grep -v '^ninja-build$' "$tmp/build" >"$tmp/installed"
	[ "$(asked --install-deps)" = ninja-build ] && cp "$tmp/build" "$tmp/installed" && [ -z "$(asked --install-deps)" ] &&
		grep -x 'packages: all installed' "$tmp/said"
}

none_without() {
	system 0
	[ -z "$(asked)" ]
}

unknown() { ! run --install-deps=more && grep "unknown argument '--install-deps=more'" "$tmp/said"; }

# One package that cannot be had keeps no other from being installed.
one_gone() {
	system 0 mandoc
	run --install-deps=test && grep -x 'packages: cannot install mandoc, going on without' "$tmp/said" &&
		grep -qx python3 "$tmp/asked" && grep -qx gcc "$tmp/asked" && ! grep -qx mandoc "$tmp/asked" && written
}

# Makes a PATH with all programs of this machine but sudo.
without_sudo() {
	echo "$PATH" | tr : '\n' | while read -r folder; do ln -s "$folder"/* "$tmp/here" 2>/dev/null; done
	for name in "$tmp/fake"/*; do ln -sf "$name" "$tmp/here"; done
	rm -f "$tmp/here/sudo"
}

written() { [ -s "$tmp/tree/config.ninja" ] && rm "$tmp/tree/config.ninja"; }

not_root() {
	system 1000
	without_sudo
	(PATH=$tmp/here && run --install-deps) && grep '^packages: only root can install' "$tmp/said" &&
		grep '^  apt-get install --no-install-recommends gcc .* libzstd-dev$' "$tmp/said" &&
		[ ! -s "$tmp/asked" ] && written
}

with_sudo() {
	system 1000
	printf '#!/bin/sh\necho sudo >>%s\n"$@"\n' "$tmp/sudo" >"$tmp/fake/sudo" && chmod +x "$tmp/fake/sudo"
	asked --install-deps | diff - "$tmp/build" && grep -q sudo "$tmp/sudo"
}

# has SETTING VALUE: config.ninja of the last run has this value.
has() { grep -x "$1 = $2" "$tmp/tree/config.ninja"; }

debug='-fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'

folders() {
	system 0
	run --debug && has builddir build-debug && has cflags "-O1 -g $debug" && [ -d "$tmp/tree/build-debug" ] &&
		run && has builddir build && has cflags '-O2 -g' &&
		run --debug --builddir=mine CFLAGS=-O0 && has builddir mine && has cflags "-O0 $debug" && written
}

# ends STATEMENTS: they end the program with the flags of config.ninja, and not without them.
ends() {
	echo "int main(int argc, char **argv) { int a[4] = {argc}; (void)argv; $1 }" >"$tmp/fault.c"
	flags=$(sed -n 's/^cflags = //p' "$tmp/tree/config.ninja")
	cc=$(sed -n 's/^cc = //p' "$tmp/tree/config.ninja")
	# shellcheck disable=SC2086 # words
	$cc $flags -o "$tmp/fault" "$tmp/fault.c" && ! "$tmp/fault" && $cc -O1 -o "$tmp/fault" "$tmp/fault.c" && "$tmp/fault"
}

faults() {
	run --debug && ends 'volatile int i = 4; return a[i] == 5;' && ends 'a[0] += 2147483647; return a[0] == 5;' && written
}

check '--install-deps installs what the build needs, and no more' build_only
check 'a level of --install-deps has the packages of those before it' levels
check 'python, go, java, redis, nginx, platforms, js, web and rust have what they need, and no more' doors
check 'only what is missing is installed' missing
check 'without --install-deps nothing is installed' none_without
check 'an unknown level is refused' unknown
check 'a package that cannot be installed stops nothing' one_gone
check 'a user without sudo is told what root would run, and configure goes on' not_root
check 'others install through sudo' with_sudo
check '--debug has a build folder and flags of its own' folders
check 'a program that --debug builds ends at a fault' faults
finish
