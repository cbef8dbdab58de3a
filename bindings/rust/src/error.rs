//! The errors of calls.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::sys;
use std::ffi::CStr;
use std::fmt;
use std::os::raw::{c_char, c_int};

/// Why a call has no answer.  A check always has an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no memory.
    NoMemory,
    /// The blob, or the texts of a question, would have 4 GB.
    TooLarge,
    /// The text is no product token of the dialect: pass a whole header to
    /// [`Policy::agent_for_header`](crate::Policy::agent_for_header).
    Token(String),
    /// An argument is out of range, such as the name of an end in [`Fetch`](crate::Fetch).
    Argument,
    /// The octets are no blob.
    Magic,
    /// The blob lacks its last octets.
    Truncated,
    /// A blob of a format that this version does not know.
    Version,
    /// A blob whose content breaks a rule of the format.
    Corrupt,
    /// A blob that was changed.
    Checksum,
    /// The blob was compiled for other robots.
    Agent,
    /// The policy was compiled without records.
    Absent,
    /// The URL is not `http`, `https` or `ftp`.
    Scheme,
    /// The URL has no host, or an invalid one.
    Host,
    /// The URL's port is no number up to 65535.
    Port,
    /// Another status of C.
    Other(i32),
}

const STATUSES: [(c_int, Error); 13] = [
    (1, Error::NoMemory),
    (2, Error::TooLarge),
    (3, Error::Argument),
    (16, Error::Truncated),
    (17, Error::Magic),
    (18, Error::Version),
    (19, Error::Corrupt),
    (20, Error::Checksum),
    (24, Error::Agent),
    (25, Error::Absent),
    (48, Error::Scheme),
    (49, Error::Host),
    (50, Error::Port),
];

impl Error {
    pub(crate) fn check(status: c_int) -> Result<(), Error> {
        if status == 0 {
            return Ok(());
        }
        let known = STATUSES.iter().find(|(number, _)| *number == status);
        Err(known.map_or(Error::Other(status), |(_, error)| error.clone()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = match self {
            Error::Token(token) => return write!(f, "{token:?} is no product token; a header is for agent_for_header"),
            Error::Other(status) => *status,
            known => STATUSES.iter().find(|(_, error)| error == known).map_or(-1, |(n, _)| *n),
        };
        // SAFETY: any number is allowed.
        f.write_str(text_of(unsafe { sys::robotsc_strerror(status) }).unwrap_or("unknown status"))
    }
}

impl std::error::Error for Error {}

/// A text of C, which exists as long as the program.
pub(crate) fn text_of(at: *const c_char) -> Option<&'static str> {
    if at.is_null() {
        return None;
    }
    // SAFETY: C has these texts in static storage, and they end with NUL.
    unsafe { CStr::from_ptr(at) }.to_str().ok()
}
