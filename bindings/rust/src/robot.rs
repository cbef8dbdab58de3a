//! Robots: the rules that hold for one, and checks.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::compile::Raw;
use crate::sys::{self, Group, Query, Text};
use std::fmt;
use std::sync::Arc;

/// Which groups of the file apply to a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// No group: everything is allowed.
    None,
    /// The groups of `*`.
    Star,
    /// The groups of a token: its index in the list that was given; for a header, its index among
    /// the tokens that were found, the longest first.
    Token(usize),
}

/// The rules for a robot; they borrow the policy.
#[derive(Clone, Copy)]
pub struct Agent<'a> {
    pub(crate) group: Group,
    pub(crate) raw: &'a Raw,
}

/// A robot's rules with the policy: threads share them, and a clone shares the policy.
#[derive(Clone)]
pub struct OwnedAgent {
    pub(crate) group: Group,
    pub(crate) raw: Arc<Raw>,
}

#[inline]
fn allowed(group: &Group, url: &[u8]) -> bool {
    // SAFETY: the owner of the group has its policy; the octets and their length are given.
    unsafe { sys::robotsc_check_url(group, url.as_ptr().cast(), url.len()) != 0 }
}

fn allowed_many<U: AsRef<[u8]>>(group: &Group, urls: &[U]) -> Vec<bool> {
    let texts: Vec<Text> = urls.iter().map(|url| Text::of(url.as_ref())).collect();
    let mut verdicts = vec![false; texts.len()];
    // SAFETY: there are as many verdicts as texts; C writes 0 or 1, which are bools.
    unsafe {
        let to = verdicts.as_mut_ptr().cast();
        sys::robotsc_check_urls(group, texts.as_ptr(), texts.len(), to);
    }
    verdicts
}

fn selected(group: &Group) -> Selected {
    match group.selected {
        0 => Selected::None,
        1 => Selected::Star,
        _ => Selected::Token(group.token as usize),
    }
}

impl Agent<'_> {
    /// True if the robot may fetch a URL of this host.  A URL without scheme is a path.
    #[inline]
    pub fn allowed(&self, url: impl AsRef<[u8]>) -> bool {
        allowed(&self.group, url.as_ref())
    }

    /// Checks many URLs in one call of C.
    pub fn allowed_many<U: AsRef<[u8]>>(&self, urls: &[U]) -> Vec<bool> {
        allowed_many(&self.group, urls)
    }

    /// Which groups apply.
    pub fn selected(&self) -> Selected {
        selected(&self.group)
    }
}

impl OwnedAgent {
    /// As [`Agent::allowed`].
    #[inline]
    pub fn allowed(&self, url: impl AsRef<[u8]>) -> bool {
        allowed(&self.group, url.as_ref())
    }

    /// As [`Agent::allowed_many`].
    pub fn allowed_many<U: AsRef<[u8]>>(&self, urls: &[U]) -> Vec<bool> {
        allowed_many(&self.group, urls)
    }

    /// The same rules as an [`Agent`], for its other calls and for [`check_many`].
    pub fn as_agent(&self) -> Agent<'_> {
        Agent { group: self.group, raw: &self.raw }
    }
}

/// Checks URLs of many hosts, each with its robot, like calls of [`Agent::allowed`], but faster if
/// the policies are in no cache.
///
/// ```
/// use robotsc::{check_many, Policy};
/// let (a, b) = (Policy::compile("User-agent: *\nDisallow: /")?, Policy::compile("")?);
/// let (a, b) = (a.agent(&[])?, b.agent(&[])?);
/// assert_eq!(check_many(&[(&a, "/x"), (&b, "/x")]), [false, true]);
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn check_many<U: AsRef<[u8]>>(queries: &[(&Agent<'_>, U)]) -> Vec<bool> {
    let ask = |(agent, url): &(&Agent<'_>, U)| Query { group: &agent.group, url: Text::of(url.as_ref()) };
    let list: Vec<Query> = queries.iter().map(ask).collect();
    let mut verdicts = vec![false; list.len()];
    // SAFETY: as in allowed_many.
    unsafe { sys::robotsc_check_url_batch(list.as_ptr(), list.len(), verdicts.as_mut_ptr().cast()) }
    verdicts
}

impl fmt::Debug for Agent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent").field("selected", &self.selected()).finish()
    }
}

impl fmt::Debug for OwnedAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedAgent").field("selected", &selected(&self.group)).finish()
    }
}
