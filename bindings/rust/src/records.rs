//! The lines beside rules: records, preferences for content, times of visits.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::compile::Raw;
use crate::error::text_of;
use crate::sys::{self, Group, Line};
use crate::{Agent, Error, Policy};
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::raw::c_int;
use std::ptr;

// enum robotsc_line_field of extensions.h.
const REQUEST_RATE: c_int = 3;
const VISIT_TIME: c_int = 4;
const UNTIMED: u32 = u32::MAX;

/// A line of the file other than a rule.  Octets are those of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<'a> {
    /// The usual spelling of a field that is known (`Sitemap`); of others the file's own.
    pub field: &'a [u8],
    /// The value as it is written.
    pub value: &'a [u8],
    /// From 1.
    pub line: u32,
    /// The group that it stands in, from 1; 0: in none.
    pub group: u32,
    /// Of Noindex, Content-Signal, Content-Usage and Clean-param: the paths that it is about, or
    /// nothing for all; and the value without them.
    pub path: &'a [u8],
    /// See `path`.
    pub rest: &'a [u8],
    /// Of Crawl-delay: in milliseconds.
    pub delay: u32,
    /// Of Request-rate: how many documents in how many seconds.
    pub rate: (u32, u32),
    /// Of Request-rate and Visit-time: from and to which minute of the day in UTC, both included;
    /// from may be larger.
    pub times: Option<(u32, u32)>,
}

/// Records in the order of the file.
#[derive(Clone)]
pub struct Records<'a> {
    lines: sys::Lines,
    of: PhantomData<&'a Raw>,
}

// SAFETY: the records that it borrows do not change.
unsafe impl Send for Records<'_> {}
unsafe impl Sync for Records<'_> {}

impl fmt::Debug for Records<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<'a> Records<'a> {
    fn of(raw: &'a Raw, group: *const Group) -> Result<Records<'a>, Error> {
        let (extensions, mut lines) = (raw.extensions()?, MaybeUninit::uninit());
        // SAFETY: the group is NULL, or one of this policy; C fills all of the iterator.
        unsafe {
            sys::robotsc_begin_lines(extensions, group, lines.as_mut_ptr());
            Ok(Records { lines: lines.assume_init(), of: PhantomData })
        }
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let mut line = MaybeUninit::<Line>::uninit();
        // SAFETY: C fills the line where it returns 1; its texts are the policy's, or static.
        unsafe {
            if sys::robotsc_next_line(&mut self.lines, line.as_mut_ptr()) == 0 {
                return None;
            }
            let line = line.assume_init();
            let name = text_of(sys::robotsc_field_name(line.field));
            let timed = matches!(line.field, REQUEST_RATE | VISIT_TIME) && line.from != UNTIMED;
            Some(Record {
                field: name.map_or_else(|| line.name.octets(), str::as_bytes),
                value: line.value.octets(),
                line: line.line,
                group: line.group,
                path: line.path.octets(),
                rest: line.rest.octets(),
                delay: line.delay,
                rate: (line.documents, line.seconds),
                times: if timed { Some((line.from, line.to)) } else { None },
            })
        }
    }
}

/// What a line says about one use of content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preference<'a> {
    /// The field: `Content-Usage`, `Content-Signal` or `Noindex`.
    pub field: &'a str,
    /// The use: `train-ai`, `search`, `index`.
    pub label: &'a [u8],
    /// The value: `n`, `yes`.
    pub value: &'a [u8],
}

/// The verdict about a URL, and what is said about its content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage<'a> {
    /// As of [`Agent::allowed`].
    pub allowed: bool,
    /// What is stated; what is not stated is missing.
    pub preferences: Vec<Preference<'a>>,
}

/// Which line says how long to wait between fetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// No line: ten seconds, or twice the last fetch.
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
    /// Which line says so.
    pub pace: Pace,
    /// True if Visit-time puts it off.
    pub shut: bool,
}

impl Policy {
    /// The lines of the file as a whole: Sitemap and other links, Host, unknown lines before the
    /// first group.  [`Error::Absent`] if the policy was compiled without records.
    ///
    /// ```
    /// let text = "Sitemap: https://shop.example/map.xml\nUser-agent: *\nCrawl-delay: 2.5";
    /// let policy = robotsc::Policy::compile(text)?;
    /// let sitemap = policy.records()?.next().unwrap();
    /// assert_eq!(sitemap.field, b"Sitemap");
    /// assert_eq!(sitemap.value, b"https://shop.example/map.xml");
    /// assert_eq!(policy.agent(&["ExampleBot"])?.records()?.next().unwrap().delay, 2500);
    /// # Ok::<(), robotsc::Error>(())
    /// ```
    pub fn records(&self) -> Result<Records<'_>, Error> {
        Records::of(&self.raw, ptr::null())
    }
}

impl<'a> Agent<'a> {
    /// The lines in the robot's groups.  [`Error::Absent`] as of [`Policy::records`].
    pub fn records(&self) -> Result<Records<'a>, Error> {
        Records::of(self.raw, &self.group)
    }

    /// The verdict about a URL, and what its content may be used for.
    ///
    /// ```
    /// let policy = robotsc::Policy::compile("User-agent: *\nContent-Usage: /art/ train-ai=n")?;
    /// let usage = policy.agent(&["ExampleBot"])?.usage("/art/1.jpg")?;
    /// assert!(usage.allowed);
    /// assert_eq!(usage.preferences[0].label, b"train-ai");
    /// assert_eq!(usage.preferences[0].value, b"n");
    /// # Ok::<(), robotsc::Error>(())
    /// ```
    pub fn usage(&self, url: impl AsRef<[u8]>) -> Result<Usage<'a>, Error> {
        let (url, extensions) = (url.as_ref(), self.raw.extensions()?);
        let mut usage = MaybeUninit::<sys::Usage>::uninit();
        // SAFETY: the group is of this policy; C fills all of the usage.
        let usage = unsafe {
            let (at, to) = (url.as_ptr().cast(), usage.as_mut_ptr());
            sys::robotsc_check_usage(extensions, &self.group, at, url.len(), to);
            usage.assume_init()
        };
        let stated = (0..).zip(usage.preferences).filter(|(_, value)| *value != 0);
        let preference = |(index, value)| {
            let mut label = MaybeUninit::<sys::Label>::uninit();
            // SAFETY: C fills the label where it returns 1; its texts are the policy's, or static.
            unsafe {
                if sys::robotsc_label_at(extensions, index, label.as_mut_ptr()) == 0 {
                    return None;
                }
                let label = label.assume_init();
                Some(Preference {
                    field: text_of(sys::robotsc_field_name(label.field)).unwrap_or(""),
                    label: label.name.octets(),
                    value: sys::robotsc_label_value(extensions, index, u32::from(value)).octets(),
                })
            }
        };
        let preferences = stated.filter_map(preference).collect();
        Ok(Usage { allowed: usage.verdict != 0, preferences })
    }

    /// When the robot may fetch next, by Crawl-delay, Request-rate and Visit-time.
    ///
    /// Times are milliseconds: since 1970 of now and the last fetch, and how long that one took.
    pub fn next_fetch(&self, now: i64, last: Option<i64>, took: i64) -> Result<Next, Error> {
        let (extensions, mut pace) = (self.raw.extensions()?, MaybeUninit::<sys::Pace>::uninit());
        let last = last.unwrap_or(i64::MIN);
        // SAFETY: the group is of this policy; C fills all of the pace.
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
