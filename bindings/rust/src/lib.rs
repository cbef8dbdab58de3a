#![doc = include_str!("../README.md")]
#![warn(missing_docs, missing_debug_implementations)]
// SPDX-License-Identifier: Apache-2.0

mod compile;
mod error;
mod packed;
mod questions;
mod records;
mod robot;
mod sys;
mod url;

pub use compile::{Compiler, Dialect, Options, Policy};
pub use error::Error;
pub use questions::{access, diff, edit, explain, generate, lint, page, rules, sitemap, summary, text_records, Decision, Fetch};
pub use records::{Next, Pace, Preference, Record, RecordIter, Records, Usage};
pub use robot::{check_many, Agent, OwnedAgent, Selected};
pub use url::{content_kind, origin, robots_url, url_problem};

/// The version of the C library inside.
pub fn version() -> &'static str {
    // SAFETY: the call takes no argument.
    error::text_of(unsafe { sys::robotsc_version() }).unwrap_or("")
}
