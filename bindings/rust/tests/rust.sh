#!/bin/sh
# rust.sh - tests the Rust crate as it is published: its own tests, the table of cases, a package
# that cargo verifies, and a program of a user.
#
# Cargo.lock has the oldest cc that Cargo.toml allows; with ROBOTSC_RUST_NEWEST=yes the newest is
# tried, too, and the tests run for Windows under wine, with Debian's rustc and zig.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/tests/cases_lib.sh

if [ "$(config rust)" != yes ]; then
	skip 'Rust crate: configure has not found cargo, rustc 1.63 and python3'
	check 'its source is there' test -f bindings/rust/src/lib.rs
	finish
fi
crate=$builddir/rust/robotsc
export CARGO_TARGET_DIR="$builddir/rust/target" CARGO_TERM_COLOR=never

prepare 'ninja rust' ninja rust
of_crate() { (cd "$crate" && cargo "$@"); }
if ! of_crate fetch --locked >"$tmp/fetched" 2>&1; then
	skip "Rust crate: cargo cannot get the crate cc: $(grep -m 1 '^error' "$tmp/fetched")"
	finish
fi

formatted() { (cd bindings/rust && cargo fmt --check); }

# The package has the version of the library, and only files that a user needs.
package() {
	of_crate package --locked --allow-dirty || return
	version=$(sed -n 's/^#define ROBOTSC_VERSION_STRING "\(.*\)"/\1/p' include/robotsc/common.h)
	made=$CARGO_TARGET_DIR/package/robotsc-$version.crate
	tar -tzf "$made" | sed 's|^[^/]*/||' | grep -vxE 'Cargo\.toml\.orig|\.cargo_vcs_info\.json' | LC_ALL=C sort >"$tmp/files"
	printf '%s\n' Cargo.lock Cargo.toml LICENSE README.md build.rs c/robotsc.c c/robotsc.h c/robotsc_bind.c c/rust_layout.c \
		src/compile.rs src/error.rs src/lib.rs src/packed.rs src/questions.rs src/records.rs src/robot.rs src/sys.rs \
		src/url.rs | diff - "$tmp/files" && [ "$(wc -c <"$made")" -lt 600000 ]
}

# README.md's program runs with only the package, as cargo has unpacked it.
program() {
	mkdir "$tmp/user" && cargo new -q --vcs none "$tmp/user/mine" || return
	awk '/^```/ { inside = $0 == "```rust"; next } inside' bindings/rust/README.md >"$tmp/user/mine/src/main.rs"
	echo "robotsc = { path = \"${made%.crate}\" }" >>"$tmp/user/mine/Cargo.toml"
	(cd "$tmp/user/mine" && cargo run)
}

# without_c COMMAND...: runs cargo as docs.rs makes pages: without linking, no C is needed.
without_c() { (cd "$crate" && DOCS_RS=1 RUSTDOCFLAGS='-D warnings' CARGO_TARGET_DIR="$tmp/pages" cargo "$@"); }

newest() { (cp -R "$crate" "$tmp/newest" && cd "$tmp/newest" && cargo update && cargo test --test policies); }

# of_windows ARGUMENT...: runs cargo test.  Debian's cargo would fetch a registry of Git.
windows=x86_64-pc-windows-gnu
of_windows() {
	(cd "$crate" && CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER="$zig" CC_x86_64_pc_windows_gnu="$zig" RUSTC=/usr/bin/rustc \
		CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine /usr/bin/cargo --config 'source.crates-io.replace-with = "folder"' \
		--config "source.folder.directory = '$tmp/crates'" test --locked --offline --target $windows "$@")
}
zig=$PWD/packaging/zig_for_rust
export WINEPREFIX="$builddir/platforms/wine-rust" WINEDEBUG=-all

if cargo fmt --version >"$tmp/version" 2>&1; then check 'cargo fmt' formatted; else skip 'there is no rustfmt'; fi
check 'its own tests, and those in its pages' of_crate test --locked
answers of_crate test --locked --test cases -- --nocapture
clippy() { without_c clippy --locked --all-targets -- -D warnings; }
if cargo clippy --version >"$tmp/version" 2>&1; then check 'clippy' clippy; else skip 'there is no clippy'; fi
check 'cargo doc' without_c doc --locked --no-deps
check 'cargo package, and what is in it' package
check "README.md's program" program
if [ -z "${ROBOTSC_RUST_NEWEST-}" ]; then
	skip 'the newest cc, and Windows: ROBOTSC_RUST_NEWEST is not set'
	finish
fi
check 'the newest cc' newest
for file in "$(config zig_env)/bin/python" "$(command -v wine)" /usr/bin/cargo /usr/bin/rustc /usr/lib/rustlib/$windows; do
	if [ ! -e "$file" ]; then
		skip "$windows: it takes zig, wine, Debian's cargo, rustc and libstd-rust-dev-windows"
		finish
	fi
done
mkdir -p "$WINEPREFIX" && trap 'wineserver -k; rm -rf "$tmp"' EXIT
prepare 'the crate cc in a folder' of_crate vendor -q --locked "$tmp/crates"
check "$windows: its own tests" of_windows --lib --test policies
answers of_windows --test cases -- --nocapture
finish
