//! Questions about texts; most answers are JSON.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::compile::List;
use crate::packed::{answer, Packed};
use crate::records::Records;
use crate::{sys, Dialect, Error, Options, Policy};
use std::os::raw::c_int;

/// The numbers of enum robotsc_question_kind in bind.h.
#[derive(Clone, Copy)]
enum Kind {
    Lint = 1,
    Dot,
    Explain,
    Summary,
    Compare,
    Generate,
    Page,
    Records = 10,
    Decision,
    Rules = 13,
    Sitemap,
    Edit,
}

// The bits of enum flag in flags.h.
const CHANGES: u32 = 16;
const EMPTY: u32 = 256;
const SITE_UP: u32 = 512;
const ALLOW_429: u32 = 1024;
const CACHED: u32 = 2048;
const REFUSED: u32 = 4096;
const B_IS_BLOB: u32 = 16384;
const PROVE: u32 = 32768;
const PAGE: u32 = 65536;
const PUBLIC_SITE: u32 = 262_144;

/// Limits of the work for an answer, in steps of the library, as in the command.
const STEPS: f64 = 40e6;
const BUDGET: f64 = 100e6;
const JSON_LINES: f64 = 5.0;

fn octets(kind: Kind, flags: u32, numbers: [f64; 5], texts: &List) -> Result<Vec<u8>, Error> {
    // SAFETY: the texts are those of the list, and there are five numbers.
    answer(|at, len| unsafe { sys::robotsc_ask(kind as c_int, flags, numbers.as_ptr(), &texts.texts(), at, len) })
}

fn ask(kind: Kind, flags: u32, numbers: [f64; 5], texts: &List) -> Result<String, Error> {
    let said = octets(kind, flags, numbers, texts)?;
    Ok(String::from_utf8(said).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The dialect of options, and texts after it.
fn list(options: &Options, texts: &[&[u8]]) -> Result<List, Error> {
    let mut list = List::default();
    list.add(options.dialect.name())?;
    for text in texts {
        list.add(text)?;
    }
    Ok(list)
}

/// Which lines decide about a URL, and what would change the verdict: an object of JSON, as
/// `robotsc explain` prints it.
///
/// ```
/// let text = "User-agent: *\nDisallow: /private/";
/// let said = robotsc::explain(text, "/private/x", &["ExampleBot"], &Default::default())?;
/// assert!(said.contains(r#""verdict":"disallow""#));
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn explain(text: impl AsRef<[u8]>, url: impl AsRef<[u8]>, tokens: &[&str], options: &Options) -> Result<String, Error> {
    let mut texts = list(options, &[text.as_ref(), url.as_ref()])?;
    texts.add_tokens(options.dialect, tokens)?;
    ask(Kind::Explain, options.reading() | CHANGES, [1.0, 0.0, 0.0, 0.0, 0.0], &texts)
}

/// Mistakes and surprises in a robots.txt: the document of `robotsc lint --format=json`.
pub fn lint(text: impl AsRef<[u8]>, options: &Options) -> Result<String, Error> {
    let texts = list(options, &[text.as_ref(), b"robots.txt"])?;
    let public = if options.public_site { PUBLIC_SITE } else { 0 };
    ask(Kind::Lint, options.reading() | public, [STEPS, 1.0, 0.0, 0.0, 0.0], &texts)
}

/// What a robots.txt means for known crawlers, and for those that it names: an object of JSON, as
/// `robotsc summary` prints it.
pub fn summary(text: impl AsRef<[u8]>, options: &Options) -> Result<String, Error> {
    let texts = list(options, &[text.as_ref(), b"robots.txt", b""])?;
    ask(Kind::Summary, options.reading(), [STEPS, 1.0, 0.0, 0.0, 0.0], &texts)
}

/// What robots may fetch by `new` and not by `old`, and the other way round, proved over all paths:
/// an object of JSON in a line for each token; without tokens, for each robot that the texts name,
/// and for all others.
///
/// ```
/// let (old, new) = ("User-agent: *\nDisallow: /a", "User-agent: *\nDisallow: /b");
/// let said = robotsc::diff(old, new, &["ExampleBot"], &Default::default())?;
/// assert!(said.contains(r#""answer":"different""#));
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn diff(old: impl AsRef<[u8]>, new: impl AsRef<[u8]>, tokens: &[&str], options: &Options) -> Result<String, Error> {
    let name = options.dialect.name().as_bytes();
    let mut texts = list(options, &[old.as_ref(), b"old", name, new.as_ref(), b"new"])?;
    texts.add_tokens(options.dialect, tokens)?;
    ask(Kind::Compare, options.reading(), [BUDGET, 3.0, JSON_LINES, 0.0, 0.0], &texts)
}

/// Up to `count` paths that show what a robot may fetch, each with its verdict, as JSON.
pub fn generate(text: impl AsRef<[u8]>, tokens: &[&str], count: u32, options: &Options) -> Result<String, Error> {
    let mut texts = list(options, &[text.as_ref()])?;
    texts.add_tokens(options.dialect, tokens)?;
    // 3: paths with both verdicts; below 0: not random.
    let numbers = [BUDGET, f64::from(count), 3.0, -1.0, 0.0];
    ask(Kind::Generate, options.reading(), numbers, &texts)
}

/// The rules of a text: a list of objects of JSON with group, agents, line, kind, pattern and
/// canonical; equal patterns have the same canonical.
///
/// ```
/// let said = robotsc::rules("User-agent: *\nDisallow: /%7Ea", &Default::default())?;
/// assert!(said.contains(r#""pattern":"/%7Ea","canonical":"/~a""#));
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn rules(text: impl AsRef<[u8]>, options: &Options) -> Result<String, Error> {
    ask(Kind::Rules, options.reading(), [0.0; 5], &list(options, &[text.as_ref()])?)
}

/// Which URLs of a sitemap (XML or a list) a text closes, to which robots, by which line: an object
/// of JSON, which also has counts, and the parts of an index, which are not judged.
///
/// names: purposes of known crawlers, and product tokens; none: search.
///
/// ```
/// let text = "User-agent: *\nDisallow: /a";
/// let said = robotsc::sitemap(text, "https://h.example/a", &["ExampleBot"], &Default::default())?;
/// assert!(said.contains(r#""line":2"#) && said.contains(r#""closed":1"#));
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn sitemap(text: impl AsRef<[u8]>, map: impl AsRef<[u8]>, names: &[&str], options: &Options) -> Result<String, Error> {
    let mut texts = list(options, &[text.as_ref(), map.as_ref()])?;
    texts.add_tokens(options.dialect, names)?;
    ask(Kind::Sitemap, options.reading(), [0.0; 5], &texts)
}

/// A text in which crawlers are shut out or let in, while its other lines stay: an object of JSON.
/// It is proved that nothing changes for other crawlers; if the proof fails, the text is null.
/// Names are as for `sitemap`.
///
/// ```
/// let text = "User-agent: *\nDisallow: /a\n";
/// let said = robotsc::edit(text, &["ai-training"], &["CCBot"], &Default::default())?;
/// assert!(said.contains(r#""outcome":"proved""#));
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn edit(text: impl AsRef<[u8]>, shut_out: &[&str], let_in: &[&str], options: &Options) -> Result<String, Error> {
    let mut texts = list(options, &[text.as_ref(), b""])?;
    texts.add_tokens(options.dialect, shut_out)?;
    texts.add_tokens(options.dialect, let_in)?;
    ask(Kind::Edit, options.reading(), [STEPS, shut_out.len() as f64, 0.0, 0.0, 0.0], &texts)
}

/// What a page and the header fields of its response (`Name: value`) say to a robot, as JSON.
///
/// ```
/// let said = robotsc::page("<p>", &["X-Robots-Tag: noindex"], &["ExampleBot"])?;
/// assert!(said.contains(r#""index":false"#));
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn page(html: impl AsRef<[u8]>, headers: &[&str], tokens: &[&str]) -> Result<String, Error> {
    let mut texts = List::default();
    texts.add(html)?;
    for header in headers {
        texts.add(header)?;
    }
    texts.add_tokens(Dialect::Rfc9309, tokens)?;
    // A list in memory has fewer than 2^53 texts.
    ask(Kind::Page, 0, [headers.len() as f64, 1.0, 0.0, 0.0, 0.0], &texts)
}

/// The lines of a text other than rules: those of the file, or of the robot with these tokens.
///
/// url: the URL of the text, or empty.  With it, the file's Sitemap lines that are relative to it
/// are included, as whole URLs; a [`Policy`] leaves them out.
///
/// ```
/// let url = "https://shop.example/robots.txt";
/// let records = robotsc::text_records("Sitemap: /map.xml", url, None, &Default::default())?;
/// let sitemap = records.iter().next().unwrap();
/// assert_eq!((sitemap.value, sitemap.resolved), (&b"https://shop.example/map.xml"[..], true));
/// # Ok::<(), robotsc::Error>(())
/// ```
pub fn text_records(text: impl AsRef<[u8]>, url: &str, tokens: Option<&[&str]>, options: &Options) -> Result<Records, Error> {
    let mut texts = list(options, &[text.as_ref(), url.as_bytes()])?;
    texts.add_tokens(options.dialect, tokens.unwrap_or(&[]))?;
    let of_robot = if tokens.is_some() { 1.0 } else { 0.0 };
    octets(Kind::Records, options.reading(), [of_robot, 0.0, 0.0, 0.0, 0.0], &texts).map(Records)
}

/// How a fetch of a robots.txt ended, for [`access`].
///
/// ```
/// let decision = robotsc::access(&robotsc::Fetch::response(503, 1_790_000_000))?;
/// assert_eq!(decision.outcome, "deny");
/// let mut fetch = robotsc::Fetch::failure("timeout", 1_790_000_000);
/// fetch.cached_age = Some(3600);
/// assert!(robotsc::access(&fetch)?.expires > 1_790_000_000);
/// # Ok::<(), robotsc::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fetch {
    /// The status of the response; 0 without a response.
    pub status: u16,
    /// How the fetch ended, in a word of `robotsc access --end`: `response`, `timeout`, `dns`.
    pub end: String,
    /// When it ended, in seconds since 1970.
    pub at: i64,
    /// Names and values of the response's header fields.
    pub headers: Vec<(String, String)>,
    /// How many redirects were followed.
    pub redirects: u32,
    /// For how many seconds the host was unreachable before.
    pub unreachable: u64,
    /// How many seconds ago the crawler's copy was fetched, if it has a copy.
    pub cached_age: Option<u64>,
    /// The name of the profile; empty: the profile of the dialect.
    pub profile: String,
    /// How the robots.txt is read.
    pub dialect: Dialect,
    /// What a challenge counts as: `parse`, `unavailable`.
    pub challenge: String,
    /// The body is empty.
    pub empty: bool,
    /// The body is a web page.
    pub page: bool,
    /// Other pages of the host answer.
    pub site_up: bool,
    /// 429 counts as a missing file.
    pub allow_429: bool,
    /// The redirect led to a place where the crawler does not follow.
    pub refused: bool,
}

impl Fetch {
    /// A response with this status, at a time in seconds since 1970.
    pub fn response(status: u16, at: i64) -> Fetch {
        Fetch {
            status,
            end: "response".to_string(),
            at,
            headers: Vec::new(),
            redirects: 0,
            unreachable: 0,
            cached_age: None,
            profile: String::new(),
            dialect: Dialect::default(),
            challenge: "parse".to_string(),
            empty: false,
            page: false,
            site_up: false,
            allow_429: false,
            refused: false,
        }
    }

    /// A fetch without response: `dns`, `connect`, `timeout` and other words of `robotsc access`.
    pub fn failure(end: &str, at: i64) -> Fetch {
        Fetch { end: end.to_string(), ..Fetch::response(0, at) }
    }

    fn flags(&self) -> u32 {
        let flags = [
            (self.empty, EMPTY),
            (self.page, PAGE),
            (self.site_up, SITE_UP),
            (self.allow_429, ALLOW_429),
            (self.refused, REFUSED),
            (self.cached_age.is_some(), CACHED),
        ];
        flags.iter().filter(|(is, _)| *is).fold(0, |all, (_, flag)| all | flag)
    }
}

/// What the end of a fetch means for the crawler, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// What to do: `parse`, `allow`, `deny`, `defer`, `cached`, `follow`.
    pub outcome: String,
    /// The profile that decided: `rfc9309`.
    pub profile: String,
    /// Why, in words.
    pub reason: String,
    /// How the fetch ended: `response`.
    pub end: String,
    /// The status of the response; 0 without a response.
    pub status: u16,
    /// When the file was fetched, in seconds since 1970.
    pub fetched: i64,
    /// Since when the decision holds.
    pub since: i64,
    /// Until when the decision holds.
    pub expires: i64,
    /// The decision holds only if the server says that nothing changed.
    pub revalidate: bool,
    /// The response may be a challenge for browsers.
    pub challenge: bool,
}

/// What the end of a fetch means, and for how long.
pub fn access(fetch: &Fetch) -> Result<Decision, Error> {
    let mut texts = List::default();
    for text in [&fetch.profile, fetch.dialect.name(), &fetch.end, &fetch.challenge] {
        texts.add(text)?;
    }
    for (name, value) in &fetch.headers {
        texts.add(name)?;
        texts.add(value)?;
    }
    // Seconds below 2^53 are exact.
    let numbers = [
        f64::from(fetch.status),
        f64::from(fetch.redirects),
        fetch.at as f64,
        fetch.unreachable as f64,
        fetch.cached_age.unwrap_or(0) as f64,
    ];
    let said = octets(Kind::Decision, fetch.flags(), numbers, &texts)?;
    let mut packed = Packed(&said);
    Ok(Decision {
        status: packed.number() as u16,
        fetched: packed.number(),
        since: packed.number(),
        expires: packed.number(),
        revalidate: packed.number() != 0,
        challenge: packed.number() != 0,
        outcome: packed.string(),
        profile: packed.string(),
        reason: packed.string(),
        end: packed.string(),
    })
}

impl Policy {
    /// The automaton of a robot as a graph, in the language of Graphviz.
    pub fn dot(&self, tokens: &[&str]) -> Result<String, Error> {
        let mut texts = List::default();
        texts.add(self.blob())?;
        texts.add(tokens.first().unwrap_or(&"*"))?;
        texts.add_tokens(self.dialect(), tokens)?;
        ask(Kind::Dot, 0, [0.0; 5], &texts)
    }

    /// Proves that the policy gives every path the verdict of its text, for the agents of the
    /// options, or else for all robots: JSON, an object in each line.  The dialect is the policy's.
    ///
    /// ```
    /// let text = "User-agent: *\nDisallow: /a*b$";
    /// let policy = robotsc::Policy::compile(text)?;
    /// assert!(policy.verify(text, &Default::default())?.contains(r#""answer":"same""#));
    /// # Ok::<(), robotsc::Error>(())
    /// ```
    pub fn verify(&self, text: impl AsRef<[u8]>, options: &Options) -> Result<String, Error> {
        let of = Options { dialect: self.dialect(), ..options.clone() };
        let name = of.dialect.name().as_bytes();
        let mut texts = list(&of, &[text.as_ref(), b"", name, self.blob(), b""])?;
        texts.add_tokens(of.dialect, &of.agents)?;
        let flags = of.reading() | B_IS_BLOB | PROVE;
        ask(Kind::Compare, flags, [BUDGET, 1.0, JSON_LINES, 0.0, 0.0], &texts)
    }
}
