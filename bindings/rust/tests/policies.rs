//! What policies and robots are: owners, threads, lists, wrong arguments, answers.
//!
//! SPDX-License-Identifier: Apache-2.0
use robotsc::*;
use std::thread;

const TEXT: &str = "User-agent: a\nDisallow: /x\nCrawl-delay: 3\nRequest-rate: 1/5s 0600-0700\n\n\
    User-agent: *\nDisallow: /\nSitemap: https://a.example/s.xml\n";

fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
fn sent<T: Send>(_: &T) {}

fn with(set: impl Fn(&mut Options)) -> Options {
    let mut options = Options::default();
    set(&mut options);
    options
}

#[test]
fn robots_outlive_the_policy_and_threads_share_them() -> Result<(), Error> {
    let policy = Policy::compile(TEXT)?;
    shared(&policy);
    let robot = policy.clone().into_agent(&["a"])?;
    shared(&robot);
    let blob = policy.blob().to_vec();
    drop(policy);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let robot = robot.clone();
            thread::spawn(move || (0..2000).all(|i| robot.allowed(format!("/{i}")) && !robot.allowed("/x")))
        })
        .collect();
    drop(robot);
    assert!(threads.into_iter().all(|t| t.join().unwrap()));
    assert!(!Policy::open(blob)?.into_agent(&["b"])?.allowed("/"));
    Ok(())
}

#[test]
fn a_compiler_makes_the_same_octets() -> Result<(), Error> {
    let mut compiler = Compiler::new()?;
    sent(&compiler);
    let mut kept = Vec::new();
    for n in 0..50 {
        let text = format!("User-agent: *\nDisallow: /{n}/*/x\n").repeat(n);
        for options in [Options::default(), with(|o| o.records = false), with(|o| o.quick = true)] {
            let policy = compiler.compile(&text, &options)?;
            assert_eq!(policy.blob(), Policy::compile_with(&text, &options)?.blob());
            kept.push((policy, options));
        }
        let wrong = with(|o| o.agents = vec!["a b".to_string()]);
        assert_eq!(compiler.compile("", &wrong).unwrap_err(), Error::Token("a b".to_string()));
    }
    drop(compiler);
    assert!(kept.iter().all(|(policy, _)| policy.agent(&["a"]).unwrap().allowed("/y")));
    Ok(())
}

#[test]
fn lists_are_single_checks() -> Result<(), Error> {
    let (one, other) = (Policy::compile(TEXT)?, Policy::compile("")?);
    let (one, other) = (one.agent(&["a"])?, other.agent(&[])?);
    let urls: Vec<Vec<u8>> =
        (0..1000u32).map(|n| [b"/xy\xE9\0"[..n as usize % 6].to_vec(), n.to_le_bytes().to_vec()].concat()).collect();
    for n in [0, 1, 2, 127, 128, 129, 1000] {
        let single: Vec<bool> = urls[..n].iter().map(|url| one.allowed(url)).collect();
        assert_eq!(one.allowed_many(&urls[..n]), single);
        let queries: Vec<_> = urls[..n].iter().enumerate().map(|(i, url)| (if i % 3 == 0 { &other } else { &one }, url)).collect();
        let single: Vec<bool> = queries.iter().map(|(agent, url)| agent.allowed(url)).collect();
        assert_eq!(check_many(&queries), single);
    }
    assert!(one.allowed("") && other.allowed(b"\0"));
    Ok(())
}

#[test]
fn what_is_no_token_or_blob_is_refused() -> Result<(), Error> {
    let policy = Policy::compile(TEXT)?;
    for token in ["", "a b", "a\0b", "*", "\u{e9}", "Mozilla/5.0 (compatible; a/1.0)"] {
        let refused = Error::Token(token.to_string());
        assert_eq!(policy.agent(&["a", token]).unwrap_err(), refused);
        assert_eq!(policy.clone().into_agent(&[token]).unwrap_err(), refused);
        assert_eq!(policy.dot(&[token]).unwrap_err(), refused);
        assert_eq!(explain(TEXT, "/", &[token], &Options::default()).unwrap_err(), refused);
    }
    assert_eq!(policy.agent(&["a b"]).unwrap_err().to_string(), r#""a b" is no product token; a header is for agent_for_header"#);
    let blob = policy.blob();
    for len in 0..blob.len() {
        assert!(Policy::open(&blob[..len]).is_err());
    }
    let mut other = blob.to_vec();
    other[blob.len() / 2] ^= 1;
    assert_eq!(Policy::open(other).unwrap_err(), Error::Checksum);
    assert_eq!(Policy::open("text of some other kind, long enough").unwrap_err(), Error::Magic);
    let some = Policy::compile_with(TEXT, &with(|o| o.agents = vec!["a".to_string()]))?;
    assert_eq!(some.agent(&["b"]).unwrap_err(), Error::Agent);
    assert_eq!(some.agent_for_header("Mozilla/5.0").unwrap_err(), Error::Agent);
    assert_eq!(some.agent_for_header("Mozilla/5.0 (a/1.0)")?.selected(), Selected::Token(0));
    assert_eq!(policy.agent(&["b", "A"])?.selected(), Selected::Token(1));
    assert_eq!(policy.agent(&[])?.selected(), Selected::Star);
    assert_eq!(origin("mailto:a").unwrap_err(), Error::Scheme);
    assert_eq!(origin("https://a.example:99999/").unwrap_err(), Error::Port);
    assert!(!Error::Magic.to_string().is_empty() && Error::Magic.to_string() != Error::Host.to_string());
    Ok(())
}

#[test]
fn dialects_have_the_names_of_c() {
    for dialect in Dialect::ALL {
        assert_eq!(format!("{dialect:?}").to_lowercase(), dialect.name());
        assert_eq!(dialect.name().parse(), Ok(dialect));
        let policy = Policy::compile_with("", &with(|o| o.dialect = dialect)).unwrap();
        assert_eq!(policy.dialect(), dialect);
    }
    assert_eq!("rfc".parse::<Dialect>(), Err(Error::Argument));
}

#[test]
fn lines_beside_rules() -> Result<(), Error> {
    let policy = Policy::compile(TEXT)?;
    let records = policy.records()?;
    let of_file = records.iter().next().unwrap();
    assert_eq!((of_file.field, of_file.line, of_file.group, of_file.times), (&b"Sitemap"[..], 8, 0, None));
    let robot = policy.agent(&["a"])?;
    let records = robot.records()?;
    let lines: Vec<Record> = records.iter().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0].delay, lines[0].group, lines[0].times), (3000, 1, None));
    assert_eq!((lines[1].rate, lines[1].times), ((1, 5), Some((360, 420))));
    let next = robot.next_fetch(0, Some(0), 0)?;
    assert_eq!((next.at, next.pause, next.pace, next.shut), (3000, 3000, Pace::CrawlDelay, false));
    assert_eq!(policy.agent(&["b"])?.next_fetch(7, None, 0)?.at, 7);
    let bare = Policy::compile_with(TEXT, &with(|o| o.records = false))?;
    assert_eq!(bare.records().unwrap_err(), Error::Absent);
    assert_eq!(bare.agent(&[])?.usage("/").unwrap_err(), Error::Absent);
    Ok(())
}

/// The names and lines of a text may have any octets.
#[test]
fn answers_are_strings_whatever_the_octets() -> Result<(), Error> {
    let text = b"User-agent: \xE9\"\\\nDisallow: /\xFF\0\x01\nSitemap: \xC3\nUser-agent: a\nDisallow: /\xF0\x9F\n";
    let options = Options::default();
    let policy = Policy::compile(text)?;
    let said = [
        explain(text, b"/\xFF\xE9\"", &["a"], &options)?,
        lint(text, &options)?,
        summary(text, &options)?,
        diff(text, "", &[], &options)?,
        generate(text, &["a"], 5, &options)?,
        page(text, &["X-Robots-Tag: noindex", "Link: \u{e9}"], &["a"])?,
        policy.verify(text, &options)?,
    ];
    for answer in &said {
        assert!(answer.starts_with('{') && answer.trim_end().ends_with('}'), "{answer}");
        assert!(!answer.chars().any(|c| c < ' ' && c != '\n'));
    }
    assert!(summary(TEXT, &options)?.contains("GPTBot"));
    assert!(policy.dot(&["a"])?.starts_with("digraph"));
    assert_eq!(access(&Fetch::failure("no end", 0)).unwrap_err(), Error::Argument);
    Ok(())
}
