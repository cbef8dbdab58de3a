//! Measures readers of robots.txt in Rust.
//!
//!     peers HOSTS [--quick]
//!
//! HOSTS is a file that bench/by_url.c writes, and this prints lines of the same form.  The readers
//! take turns host by host.  "url" only takes URLs apart, for readers that are given a path.
//!
//! SPDX-License-Identifier: Apache-2.0
use std::hint::black_box;

const AGENT: &str = "ExampleBot";
const PATHS: usize = 50;
const SLICE: f64 = 50e3; // nanoseconds

struct Host<'a> {
    text: &'a [u8],
    urls: Vec<String>,
    paths: Vec<String>,
    verdicts: Vec<bool>,
}

type Ask<'a> = &'a dyn Fn(&str) -> bool;
/// Reads a text, and calls the callback with a closure that asks; no call means a refused text.
type Read = Box<dyn Fn(&[u8], &mut dyn FnMut(Ask))>;

struct Reader {
    name: &'static str,
    of_a_path: bool,
    read: Read,
}

fn readers() -> Vec<Reader> {
    let mut options = robotsc::Options::default();
    options.agents = vec![AGENT.to_string()];
    let compiler = std::cell::RefCell::new(robotsc::Compiler::new().unwrap());
    let robotsc: Read = Box::new(move |text, with| {
        let policy = compiler.borrow_mut().compile(text, &options).unwrap();
        let robot = policy.agent(&[AGENT]).unwrap();
        with(&|url| robot.allowed(url));
    });
    let fast_robots: Read = Box::new(|text, with| {
        let text = String::from_utf8_lossy(text);
        let robots = fast_robots::RobotsTxt::parse(&text);
        with(&|path| robots.is_allowed(AGENT, path));
    });
    let matcher: Read = Box::new(|text, with| {
        let text = String::from_utf8_lossy(text);
        let robots = fast_robots::RobotsTxt::parse(&text);
        let matcher = robots.matcher();
        with(&|path| matcher.is_allowed(AGENT, path));
    });
    let robotxt: Read = Box::new(|text, with| {
        let robots = robotxt::Robots::parse(text, AGENT);
        with(&|path| robots.is_allowed(path));
    });
    let texting_robots: Read = Box::new(|text, with| {
        if let Ok(robot) = texting_robots::Robot::new(AGENT, text) {
            with(&|url| robot.allowed(url));
        }
    });
    let robotstxt: Read = Box::new(|text, with| {
        let text = String::from_utf8_lossy(text);
        let new = robotstxt::DefaultMatcher::default;
        with(&|url| new().one_agent_allowed_by_robots(&text, AGENT, url));
    });
    let url: Read = Box::new(|_, with| with(&|url| url::Url::parse(url).is_ok()));
    let url_readers = [("robotsc", robotsc), ("texting_robots", texting_robots), ("robotstxt", robotstxt), ("url", url)];
    let path_readers = [("fast-robots", fast_robots), ("fast-robots-matcher", matcher), ("robotxt", robotxt)];
    let of = |of_a_path| move |(name, read)| Reader { name, of_a_path, read };
    url_readers.into_iter().map(of(false)).chain(path_readers.into_iter().map(of(true))).collect()
}

/// Nanoseconds of the thread.
fn cpu() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to t.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

/// Nanoseconds of a call, repeated while a slice lasts.
fn timed(quick: bool, mut call: impl FnMut()) -> f64 {
    let mut turns = 1;
    loop {
        let start = cpu();
        (0..turns).for_each(|_| call());
        let took = cpu() - start;
        if took >= SLICE || quick {
            return took / turns as f64;
        }
        turns *= 2;
    }
}

fn ask_all(ask: Ask, places: &[String], n: usize) {
    for place in places.iter().cycle().take(n) {
        black_box(ask(place));
    }
}

fn measure(reader: &Reader, host: &Host, quick: bool) {
    let places = if reader.of_a_path { &host.paths } else { &host.urls };
    let (mut check, mut different) = (0.0, None);
    (reader.read)(host.text, &mut |ask| {
        different = Some(places.iter().zip(&host.verdicts).filter(|(place, verdict)| ask(place) != **verdict).count());
        check = timed(quick, || ask_all(ask, places, PATHS)) / PATHS as f64;
    });
    let all = |n| timed(quick, || (reader.read)(host.text, &mut |ask| ask_all(ask, places, n)));
    let (ready, some, many) = (all(0), all(58), all(350));
    let different = different.map_or("-".to_string(), |n| n.to_string());
    println!("{} {ready:.0} {check:.1} {some:.0} {many:.0} {different}", reader.name);
}

/// The path and the query of a URL, without the fragment.
fn path_of(url: &str) -> String {
    let from = url.find("://").map_or(0, |at| at + 3);
    let path = url[from..].find(['/', '?']).map_or("/", |at| &url[from + at..]);
    path.split('#').next().unwrap_or("/").to_string()
}

fn line<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let end = rest.iter().position(|&c| c == b'\n').unwrap();
    let found = &rest[..end];
    *rest = &rest[end + 1..];
    found
}

fn host<'a>(rest: &mut &'a [u8]) -> Host<'a> {
    let head = std::str::from_utf8(line(rest)).unwrap();
    let size: usize = head.rsplit(' ').next().unwrap().parse().unwrap();
    let text = &rest[..size];
    *rest = &rest[size + 1..];
    let lines: Vec<&[u8]> = (0..PATHS).map(|_| line(rest)).collect();
    let urls: Vec<String> = lines.iter().map(|l| String::from_utf8_lossy(&l[3..]).into_owned()).collect();
    let paths = urls.iter().map(|url| path_of(url)).collect();
    Host { text, urls, paths, verdicts: lines.iter().map(|l| l[0] == b'a').collect() }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (file, quick) = (std::fs::read(&arguments[1]).unwrap(), arguments.len() > 2);
    let readers = readers();
    let mut rest = &file[..];
    while !rest.is_empty() {
        let host = host(&mut rest);
        for reader in &readers {
            measure(reader, &host, quick);
        }
    }
}
