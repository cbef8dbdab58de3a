#!/bin/sh
# peers.sh - robotsc beside other libraries that read robots.txt: the same hosts and URLs for each,
# in one run, in processor time.
#
#	bench/peers.sh BUILDDIR [ARGUMENT...]    arguments: --corpus FOLDER, --hosts N, --quick
#
# It prints a table in Markdown and says what it left out.  Peers come from their registries, as
# the lock files in bench/peers/ and bindings/java/jars pin them, or from checkouts:
#
#	GOOGLE_ROBOTSTXT   of github.com/google/robotstxt; needs libabsl-dev
#	NZRSKY_ROBOTSTXT   of github.com/nzrsky/robotstxt, built as by Bazel: without ada
#
# Each language has robotsc, too, in the package of this build.  All programs are run three times,
# one after the other; the readers of a program take turns host by host.  PEERS names programs, if
# not all are to be run: google nzrsky rust python java go node.  BUILDDIR/bench/peers keeps all
# lines.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
builddir=$(cd "$1" && pwd) || exit
shift
out=$builddir/bench/peers peers=$PWD/bench/peers quick='' passes='1 2 3'
mkdir -p "$out"
rm -f "$out"/*.lines "$out"/*.version "$out/left_out"
config() { sed -n "s/^$1 = //p" config.ninja | sed 's/\$\$/$/g'; }
for argument; do if [ "$argument" = --quick ]; then quick=--quick passes=1; fi; done

# prepare NAME: runs make_NAME, which gets what run_NAME needs.
prepare() {
	echo "preparing $1" >&2
	if (make_"$1") >"$out/$1.log" 2>&1; then
		ready="$ready $1"
	else
		echo "$1: $out/$1.log says why" >>"$out/left_out"
	fi
}

# ---- C++ -----------------------------------------------------------------------------

# compile NAME CHECKOUT FLAG...: builds the program of a reader with the calls of google/robotstxt.
# shellcheck disable=SC2046 # flags are words
compile() {
	name=$1 checkout=$2
	shift 2
	git -C "$checkout" log -1 --format='%h, %cs' >"$out/$name.version" &&
		$(config cxx) $(config cflags) -Iinclude -Ibench -I"$checkout" -o "$out/$name" bench/by_url_google.cc \
			"$checkout/robots.cc" "$@" "$builddir/bench/bench.a" "$builddir/librobotsc.a" \
			$(config zlib_libs) -lm $(config ldflags)
}

# shellcheck disable=SC2046
make_google() {
	compile google "${GOOGLE_ROBOTSTXT:?names no checkout}" -std=c++17 $($(config pkg_config) --cflags --libs absl_strings)
}

make_nzrsky() { compile nzrsky "${NZRSKY_ROBOTSTXT:?names no checkout}" -std=c++20; }

run_c() { "$builddir/bench/by_url" "$@"; }
run_google() { "$out/google" --name google "$@"; }
run_nzrsky() { "$out/nzrsky" --name nzrsky "$@"; }

# ---- languages -----------------------------------------------------------------------

for python in "$(config python)" /usr/bin/python3; do
	if "$python" -c 'import pip, setuptools, wheel' 2>/dev/null; then break; fi
done
make_python() {
	set -- "$python" -m pip install -q --no-deps --upgrade --target "$out/site"
	"$@" --require-hashes -r "$peers/requirements.txt" &&
		PKG_CONFIG=false "$@" --no-index --no-build-isolation "$builddir"/python/robotsc-*.tar.gz &&
		"$python" --version >"$out/python.version"
}
run_python() { PYTHONPATH=$out/site "$python" "$peers/peers.py" "$out/hosts" $quick robotsc protego urllib; }

make_node() {
	mkdir -p "$out/node" && cp "$peers"/package*.json "$out/node" && npm ci --no-audit --no-fund --prefix "$out/node" &&
		echo "Node $(node -p process.versions.node)" >"$out/node.version"
}
run_node() {
	node "$peers/peers.mjs" "$out/hosts" $quick "robotsc=$builddir/js/robotsc/cjs/index.cjs" \
		"drop-in=$builddir/js/robotsc/cjs/robots-parser.cjs" "robots-parser=$out/node/node_modules/robots-parser"
}

make_rust() {
	mkdir -p "$out/rust" && cp "$peers"/Cargo.* "$peers/peers.rs" "$out/rust" && ln -sfn "$builddir/rust/robotsc" "$out/rust" &&
		cd "$out/rust" && cargo build --release && rustc --version | sed 's/rustc \([^ ]*\).*/Rust \1/' >"$out/rust.version"
}
run_rust() { "$out/rust/target/release/peers" "$out/hosts" $quick; }

go=$(config go_new)
make_go() {
	mkdir -p "$out/go" && cp "$peers/peers.go" "$peers"/go.* "$out/go" && cd "$out/go" &&
		sed -i "s|=> .*|=> $builddir/go/robotsc-go|" go.mod &&
		GOFLAGS=-mod=readonly GOTOOLCHAIN=local CGO_ENABLED=0 GOCACHE=$builddir/go/cache "$go" build -o peers . &&
		"$go" env GOVERSION | sed 's/^go/Go /' >"$out/go.version"
}
run_go() { "$out/go/peers" "$out/hosts" $quick; }

# The class path of the files that bindings/java/jars pins.
jars() {
	printf %s "$builddir/java/robotsc.jar"
	for name in crawler-commons-1.6 slf4j-api-2.0.17 commons-io-2.21.0; do
		printf %s ":$HOME/.m2/repository/$(sed -n "s|^[0-9a-f]* \(.*/$name.jar\)$|\1|p" bindings/java/jars)"
	done
}
make_java() {
	sh bindings/java/get_jars crawler-commons/1.6 slf4j commons-io && javac -cp "$(jars)" -d "$out/java" "$peers/Peers.java" &&
		echo "Java $(java --version | awk '{ print $2; exit }')" >"$out/java.version"
}
run_java() { java -cp "$(jars):$out/java" Peers "$out/hosts" $quick; }

# ---- all -----------------------------------------------------------------------------

"$builddir/bench/by_url" --write "$out/hosts" "$@" --quick >/dev/null || exit
ready=c
for name in ${PEERS-google nzrsky rust python java go node}; do prepare $name; done
for pass in $passes; do
	for name in $ready; do
		echo "measuring $name, pass $pass" >&2
		if ! (run_$name "$@") >"$out/$name.$pass.lines" 2>"$out/$name.log"; then
			echo "$name: $out/$name.log says why" >>"$out/left_out"
			rm "$out/$name.$pass.lines"
		fi
	done
done
python3 "$peers/peers_table.py" "$out" | tee "$out/peers.md"
