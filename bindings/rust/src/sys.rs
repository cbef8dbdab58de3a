//! What C exports, by hand: `c/robotsc.h`, and `bind.h` in `c/robotsc_bind.c`.
//!
//! SPDX-License-Identifier: Apache-2.0
use std::os::raw::{c_char, c_int, c_void};

/// A policy of C, whose members are its own.
#[repr(C)]
pub struct Policy {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct Compiler {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct Extensions {
    _opaque: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct PrefixTable {
    prefixes: *const u8,
    keys: u64,
    multiplier: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union Of {
    prefix_table: PrefixTable,
    list: [*const u8; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Group {
    machine: *const u8,
    of: Of,
    words: [u32; 4],
    octets: [u8; 7],
    pub selected: u8,
    pub token: u32,
    name: u32,
    reserved: [u32; 2],
    reserved_word: u64,
}

// SAFETY: the addresses in a group are those of a blob, which nothing changes.
unsafe impl Send for Group {}
unsafe impl Sync for Group {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub at: *const c_char,
    pub len: usize,
}

impl Text {
    pub fn of(octets: &[u8]) -> Text {
        Text { at: octets.as_ptr().cast(), len: octets.len() }
    }
}

#[repr(C)]
pub struct Texts {
    pub octets: *const c_char,
    pub ends: *const u32,
    pub n: usize,
}

#[repr(C)]
pub struct Query {
    pub group: *const Group,
    pub url: Text,
}

#[repr(C)]
pub struct Pace {
    pub pause: i64,
    pub reason: u8,
    pub shut: u8,
}

extern "C" {
    pub fn robotsc_strerror(status: c_int) -> *const c_char;
    pub fn robotsc_version() -> *const c_char;
    pub fn robotsc_dialect_name(dialect: c_int) -> *const c_char;
    pub fn robotsc_is_token(dialect: c_int, text: *const c_char, len: usize) -> c_int;
    pub fn robotsc_origin(url: *const c_char, len: usize, out: *mut c_char, room: usize, out_len: *mut usize) -> c_int;
    pub fn robotsc_robots_url(url: *const c_char, len: usize, out: *mut c_char, room: usize, out_len: *mut usize) -> c_int;
    pub fn robotsc_url_kind(dialect: c_int, url: *const c_char, len: usize) -> c_int;
    pub fn robotsc_url_kind_text(kind: c_int) -> *const c_char;
    pub fn robotsc_content_kind(text: *const c_void, len: usize) -> c_int;
    pub fn robotsc_content_name(kind: c_int) -> *const c_char;

    pub fn robotsc_check_url(group: *const Group, url: *const c_char, len: usize) -> c_int;
    pub fn robotsc_check_urls(group: *const Group, urls: *const Text, n: usize, verdicts: *mut u8);
    pub fn robotsc_check_url_batch(queries: *const Query, n: usize, verdicts: *mut u8);

    pub fn robotsc_compiler_new(alloc: *const c_void) -> *mut Compiler;
    pub fn robotsc_compiler_free(compiler: *mut Compiler);

    pub fn robotsc_next_fetch(ext: *const Extensions, group: *const Group, now: i64, last: i64, took: i64, pace: *mut Pace) -> i64;

    pub fn robotsc_policy_compile(
        compiler: *mut Compiler,
        dialect: c_int,
        flags: u32,
        robots: *const c_void,
        len: usize,
        tokens: *const Texts,
        policy: *mut *mut Policy,
    ) -> c_int;
    pub fn robotsc_policy_open(octets: *const c_void, len: usize, policy: *mut *mut Policy) -> c_int;
    pub fn robotsc_policy_free(policy: *mut Policy);
    pub fn robotsc_policy_octets(policy: *const Policy, len: *mut usize) -> *const c_void;
    pub fn robotsc_policy_dialect(policy: *const Policy) -> c_int;
    pub fn robotsc_policy_agent(policy: *const Policy, tokens: *const Texts, group: *mut Group) -> c_int;
    pub fn robotsc_policy_header(policy: *const Policy, header: *const c_char, len: usize, group: *mut Group) -> c_int;
    pub fn robotsc_policy_extensions(policy: *const Policy) -> *const Extensions;
    pub fn robotsc_policy_records(policy: *const Policy, group: *const Group, answer: *mut *mut c_char, len: *mut usize) -> c_int;
    pub fn robotsc_policy_usage(
        policy: *const Policy,
        group: *const Group,
        url: Text,
        answer: *mut *mut c_char,
        len: *mut usize,
    ) -> c_int;
    pub fn robotsc_ask(
        kind: c_int,
        flags: u32,
        numbers: *const f64,
        texts: *const Texts,
        answer: *mut *mut c_char,
        len: *mut usize,
    ) -> c_int;
    pub fn robotsc_answer_free(answer: *mut c_char);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{size_of, MaybeUninit};

    extern "C" {
        static robotsc_rust_layout: [usize; 7];
    }

    /// The offset of a member.
    macro_rules! offset {
        ($of:ty, $member:ident) => {{
            let whole = MaybeUninit::<$of>::uninit();
            // SAFETY: only the address is taken, nothing is read.
            let member = unsafe { std::ptr::addr_of!((*whole.as_ptr()).$member) };
            member as usize - whole.as_ptr() as usize
        }};
    }

    #[test]
    fn structs_are_those_of_c() {
        let here = [
            size_of::<Group>(),
            offset!(Group, selected),
            offset!(Group, token),
            size_of::<Query>(),
            offset!(Query, url),
            size_of::<Pace>(),
            offset!(Pace, shut),
        ];
        // SAFETY: the other side is a constant of this length.
        assert_eq!(here, unsafe { robotsc_rust_layout });
    }
}
