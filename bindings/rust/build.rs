//! Compiles the C that is in this crate.
//!
//! SPDX-License-Identifier: Apache-2.0

const SOURCES: [&str; 3] = ["c/robotsc.c", "c/robotsc_bind.c", "c/rust_layout.c"];

fn main() {
    for file in SOURCES.iter().chain(&["c/robotsc.h", "build.rs"]) {
        println!("cargo:rerun-if-changed={file}");
    }
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    // Building documentation needs no C.
    if std::env::var_os("DOCS_RS").is_some() {
        return;
    }
    // Optimized even in a debug build: nearly all of a check is C.
    cc::Build::new()
        .files(SOURCES)
        .include("c")
        .std("c11")
        .opt_level(2)
        .warnings(false)
        .flag_if_supported("-fvisibility=hidden")
        .define("ROBOTSC_API", "")
        .compile("robotsc");
}
