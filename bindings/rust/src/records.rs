//! The lines beside rules: records, preferences for content, times of visits.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::packed::{answer, Packed};
use crate::sys::{self, Text};
use crate::{Agent, Error, Policy};
use std::mem::MaybeUninit;
use std::ptr;

// Numbers of enum robotsc_line_field in extensions.h.
const REQUEST_RATE: i64 = 3;
const VISIT_TIME: i64 = 4;
const UNTIMED: u32 = u32::MAX;

/// A line of the file other than a rule.  Its texts are octets as in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<'a> {
    /// The usual spelling of a known field (`Sitemap`); of an unknown one the file's spelling.
    pub field: &'a [u8],
    /// The value as it is written; of a resolved Sitemap the whole URL.
    pub value: &'a [u8],
    /// From 1.
    pub line: u32,
    /// The number of its group, from 1; 0: it is in no group.
    pub group: u32,
    /// Of Noindex, Content-Signal, Content-Usage and Clean-param: the paths to which the line
    /// applies, or empty for all; and the value without these.
    pub path: &'a [u8],
    /// See `path`; of a resolved Sitemap the value as it is written.
    pub rest: &'a [u8],
    /// Of Crawl-delay: in milliseconds.
    pub delay: u32,
    /// Of Request-rate: a number of documents, in a number of seconds.
    pub rate: (u32, u32),
    /// Of Request-rate and Visit-time: the first and the last minute of the day in UTC; the first
    /// may be greater.
    pub times: Option<(u32, u32)>,
    /// A Sitemap relative to the URL of the file: see [`text_records`](crate::text_records).
    pub resolved: bool,
}

/// Records in the order of the file.
#[derive(Clone, Debug)]
pub struct Records(pub(crate) Vec<u8>);

impl Records {
    /// Iterates over the records, one after the other.
    pub fn iter(&self) -> RecordIter<'_> {
        let mut packed = Packed(&self.0);
        RecordIter { left: packed.number(), packed }
    }
}

impl<'a> IntoIterator for &'a Records {
    type Item = Record<'a>;
    type IntoIter = RecordIter<'a>;

    fn into_iter(self) -> RecordIter<'a> {
        self.iter()
    }
}

/// See [`Records::iter`].
#[derive(Clone, Debug)]
pub struct RecordIter<'a> {
    left: i64,
    packed: Packed<'a>,
}

impl<'a> Iterator for RecordIter<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let packed = &mut self.packed;
        let kind = packed.number();
        // Each number has 32 bits.
        let mut number = || packed.number() as u32;
        let (line, group, delay) = (number(), number(), number());
        let (rate, (from, to)) = ((number(), number()), (number(), number()));
        let resolved = number() != 0;
        let timed = matches!(kind, REQUEST_RATE | VISIT_TIME) && from != UNTIMED;
        let times = if timed { Some((from, to)) } else { None };
        let (field, value, path, rest) = (packed.text(), packed.text(), packed.text(), packed.text());
        Some(Record { field, value, line, group, path, rest, delay, rate, times, resolved })
    }
}

/// What a line says about one use of content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preference {
    /// The field: `Content-Usage`, `Content-Signal` or `Noindex`.
    pub field: String,
    /// The use: `train-ai`, `search`, `index`.
    pub label: String,
    /// The value: `n`, `yes`.
    pub value: String,
}

/// The verdict about a URL, and the preferences for its content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// The verdict, as of [`Agent::allowed`].
    pub allowed: bool,
    /// The stated preferences.
    pub preferences: Vec<Preference>,
}

/// The line that determines the pause between fetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// No line: the pause is ten seconds, or twice as long as the last fetch took.
    Unstated,
    /// Crawl-delay.
    CrawlDelay,
    /// Request-rate.
    RequestRate,
}

/// When a robot may fetch next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Next {
    /// Milliseconds since 1970.
    pub at: i64,
    /// Milliseconds between fetches.
    pub pause: i64,
    /// The line that determines the pause.
    pub pace: Pace,
    /// True if Visit-time delays the fetch.
    pub shut: bool,
}

impl Policy {
    /// The lines of the file as a whole: Sitemap and other links, Host, unknown lines before the
    /// first group.  [`Error::Absent`] if the policy was compiled without records.
    ///
    /// ```
    /// let text = "Sitemap: https://shop.example/map.xml\nUser-agent: *\nCrawl-delay: 2.5";
    /// let policy = robotsc::Policy::compile(text)?;
    /// let records = policy.records()?;
    /// let sitemap = records.iter().next().unwrap();
    /// assert_eq!(sitemap.field, b"Sitemap");
    /// assert_eq!(sitemap.value, b"https://shop.example/map.xml");
    /// assert_eq!(policy.agent(&["ExampleBot"])?.records()?.iter().next().unwrap().delay, 2500);
    /// # Ok::<(), robotsc::Error>(())
    /// ```
    pub fn records(&self) -> Result<Records, Error> {
        // SAFETY: NULL stands for the file.
        answer(|at, len| unsafe { sys::robotsc_policy_records(self.raw.pointer(), ptr::null(), at, len) }).map(Records)
    }
}

impl Agent<'_> {
    /// The lines in the robot's groups.  [`Error::Absent`] as of [`Policy::records`].
    pub fn records(&self) -> Result<Records, Error> {
        // SAFETY: the group belongs to this policy.
        answer(|at, len| unsafe { sys::robotsc_policy_records(self.raw.pointer(), &self.group, at, len) }).map(Records)
    }

    /// The verdict about a URL, and the preferences for its content.
    ///
    /// ```
    /// let policy = robotsc::Policy::compile("User-agent: *\nContent-Usage: /art/ train-ai=n")?;
    /// let usage = policy.agent(&["ExampleBot"])?.usage("/art/1.jpg")?;
    /// assert!(usage.allowed);
    /// assert_eq!(usage.preferences[0].label, "train-ai");
    /// assert_eq!(usage.preferences[0].value, "n");
    /// # Ok::<(), robotsc::Error>(())
    /// ```
    pub fn usage(&self, url: impl AsRef<[u8]>) -> Result<Usage, Error> {
        let url = Text::of(url.as_ref());
        // SAFETY: the group belongs to this policy.
        let said = answer(|at, len| unsafe { sys::robotsc_policy_usage(self.raw.pointer(), &self.group, url, at, len) })?;
        let mut packed = Packed(&said);
        let allowed = packed.number() != 0;
        let count = packed.number();
        let preference = |_| Preference { field: packed.string(), label: packed.string(), value: packed.string() };
        Ok(Usage { allowed, preferences: (0..count).map(preference).collect() })
    }

    /// When the robot may fetch next, by Crawl-delay, Request-rate and Visit-time.
    ///
    /// Times are milliseconds: now and last since 1970, and how long the last fetch took.
    pub fn next_fetch(&self, now: i64, last: Option<i64>, took: i64) -> Result<Next, Error> {
        let (extensions, mut pace) = (self.raw.extensions()?, MaybeUninit::<sys::Pace>::uninit());
        let last = last.unwrap_or(i64::MIN);
        // SAFETY: the group belongs to this policy; C fills the whole pace.
        let (at, pace) = unsafe {
            let to = pace.as_mut_ptr();
            let at = sys::robotsc_next_fetch(extensions, &self.group, now, last, took, to);
            (at, pace.assume_init())
        };
        let reason = match pace.reason {
            1 => Pace::CrawlDelay,
            2 => Pace::RequestRate,
            _ => Pace::Unstated,
        };
        Ok(Next { at, pause: pace.pause, pace: reason, shut: pace.shut != 0 })
    }
}
