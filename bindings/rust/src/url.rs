//! URLs, and what came in place of a robots.txt.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::error::text_of;
use crate::{sys, Dialect, Error};
use std::os::raw::{c_char, c_int};

/// The octets of the longest URL of a robots.txt: `ROBOTSC_ROBOTS_URL_MAX`.
const ROOM: usize = 279;

type Write = unsafe extern "C" fn(*const c_char, usize, *mut c_char, usize, *mut usize) -> c_int;

fn written(url: &[u8], write: Write) -> Result<String, Error> {
    let (mut to, mut len) = ([0u8; ROOM], 0);
    let (at, room) = (url.as_ptr().cast(), to.len());
    // SAFETY: the octets and their lengths are given.
    Error::check(unsafe { write(at, url.len(), to.as_mut_ptr().cast(), room, &mut len) })?;
    let text = to.get(..len).ok_or(Error::TooLarge)?;
    String::from_utf8(text.to_vec()).map_err(|_| Error::Host)
}

/// Scheme, host and port of a URL, in one spelling: the key of a robots.txt.
///
/// ```
/// assert_eq!(robotsc::origin("HTTPS://Shop.example:443/x?y")?, "https://shop.example");
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn origin(url: impl AsRef<[u8]>) -> Result<String, Error> {
    written(url.as_ref(), sys::robotsc_origin)
}

/// The URL of the robots.txt that applies to a URL.
///
/// ```
/// assert_eq!(robotsc::robots_url("https://shop.example/x")?, "https://shop.example/robots.txt");
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn robots_url(url: impl AsRef<[u8]>) -> Result<String, Error> {
    written(url.as_ref(), sys::robotsc_robots_url)
}

/// What is wrong with a URL or a path, in words.  A check takes every text; one without scheme
/// counts as a path.
///
/// ```
/// use robotsc::{url_problem, Dialect};
/// assert!(url_problem("shop.example/private/", Dialect::Rfc9309).is_some());
/// assert!(url_problem("/private/", Dialect::Rfc9309).is_none());
/// ```
pub fn url_problem(url: impl AsRef<[u8]>, dialect: Dialect) -> Option<&'static str> {
    let url = url.as_ref();
    // SAFETY: the octets and their length are given; any number is allowed.
    unsafe {
        let kind = sys::robotsc_url_kind(dialect as c_int, url.as_ptr().cast(), url.len());
        if kind == 0 {
            None
        } else {
            text_of(sys::robotsc_url_kind_text(kind))
        }
    }
}

/// What the octets of a response to robots.txt look like: `text`, `html`, `gzip`.
///
/// ```
/// assert_eq!(robotsc::content_kind(b"<!doctype html><html>"), "html");
/// ```
pub fn content_kind(text: impl AsRef<[u8]>) -> &'static str {
    let text = text.as_ref();
    // SAFETY: the octets and their length are given; any number is allowed.
    let name = unsafe { sys::robotsc_content_name(sys::robotsc_content_kind(text.as_ptr().cast(), text.len())) };
    text_of(name).unwrap_or("text")
}
