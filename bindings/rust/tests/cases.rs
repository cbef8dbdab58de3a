//! The vectors of files that `ROBOTSC_CASES` names: a robots.txt, a robot, a URL, and the verdict.
//!
//! SPDX-License-Identifier: Apache-2.0
use robotsc::{robots_url, Dialect, Error, Options, Policy};

/// The text of a member of a line of JSON.  In a string a quote has a backslash before it, so no
/// string has the key in it.
fn text_of(line: &str, name: &str) -> Option<String> {
    let key = format!("\"{name}\": \"");
    let (mut rest, mut text) = (line[line.find(&key)? + key.len()..].chars(), Vec::new());
    loop {
        let unit = match rest.next()? {
            '"' => return String::from_utf16(&text).ok(),
            '\\' => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'b' => '\x08',
                'f' => '\x0C',
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    text.push(u16::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                other => other,
            },
            other => other,
        };
        text.extend_from_slice(unit.encode_utf16(&mut [0; 2]));
    }
}

/// True for what RFC 9309 or docs/dialects.md have for a token.
fn is_token(dialect: Dialect, name: &str) -> bool {
    let of = |more: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c));
    match dialect {
        Dialect::Rfc9309 => !name.is_empty() && of("._-"),
        Dialect::Google => of("_-") && !name.contains(|c: char| c.is_ascii_digit()),
        _ => !name.is_empty() && !name.contains('/') && name.trim() == name,
    }
}

/// The verdict, where all ways to ask agree.
fn verdict(dialect: Dialect, robots: &str, agent: &str, url: &str) -> Result<bool, Error> {
    let mut options = Options::default();
    options.dialect = dialect;
    let all = Policy::compile_with(robots, &options)?;
    let robot = all.agent(&[agent])?;
    options.agents.push(agent.to_string());
    let one = Policy::compile_with(robots, &options)?;
    options.quick = true;
    let quick = Policy::compile_with(robots, &options)?;
    let mut found = vec![robot.allowed(url), Policy::open(all.blob())?.agent(&[agent])?.allowed(url)];
    found.extend(robot.allowed_many(&[url, url]));
    found.extend(robotsc::check_many(&[(&robot, url)]));
    for policy in [one, quick] {
        assert_eq!(policy.dialect(), dialect);
        found.push(policy.into_agent(&[agent])?.allowed(url));
    }
    assert!(found.iter().all(|allowed| *allowed == found[0]), "{found:?}");
    Ok(found[0])
}

/// True or false where the line is a question that this asks.
fn holds(dialect: Dialect, line: &str) -> Option<bool> {
    if let (Some(url), Some(robots)) = (text_of(line, "url"), text_of(line, "robots_url")) {
        return Some(robots_url(url).as_deref() == Ok(&robots[..]));
    }
    let (robots, agent) = (text_of(line, "robots")?, text_of(line, "agent")?);
    let (url, allowed) = (text_of(line, "url")?, line.contains("\"allowed\": true"));
    let found = verdict(dialect, &robots, &agent, &url);
    Some(if is_token(dialect, &agent) { found == Ok(allowed) } else { found == Err(Error::Token(agent)) })
}

#[test]
fn cases() {
    let files = match std::env::var_os("ROBOTSC_CASES") {
        Some(files) => files,
        None => return,
    };
    let (mut passed, mut failed) = (0, 0);
    for file in std::env::split_paths(&files) {
        let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
        let dialect = name.parse().unwrap_or_default();
        for line in std::fs::read_to_string(&file).expect("a file of cases").lines() {
            match holds(dialect, line) {
                Some(true) => passed += 1,
                Some(false) => {
                    println!("FAILED: {line}");
                    failed += 1;
                }
                None => {}
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    assert!(passed > 0 && failed == 0);
}
