//! Answers the table of cases, which `CASES` names: bindings/tests/cases.py says what its lines are.
//!
//! SPDX-License-Identifier: Apache-2.0
use robotsc::*;

type Case<'a> = &'a [Vec<u8>];

fn decoded(field: &str) -> Vec<u8> {
    let mut parts = field.split('%');
    let mut octets = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        octets.push(u8::from_str_radix(&part[..2], 16).expect("two hexadecimal digits"));
        octets.extend_from_slice(&part.as_bytes()[2..]);
    }
    octets
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = text.chars().filter_map(|c| DIGITS.find(c)).map(|digit| format!("{digit:06b}")).collect::<String>();
    bits.as_bytes().chunks_exact(8).map(|octet| octet.iter().fold(0, |all, bit| all << 1 | (bit - b'0'))).collect()
}

/// The JSON value at this place; of a string its octets, from NAME_base64 if this follows.
fn value(json: &str) -> Vec<u8> {
    if !json.starts_with('"') {
        return json.split([',', '}']).next().unwrap_or("").into();
    }
    let (mut text, mut rest) = (String::new(), json[1..].chars());
    while let Some(c) = rest.next().filter(|c| *c != '"') {
        text.push(if c == '\\' { rest.next().unwrap() } else { c });
    }
    let mut after = rest.as_str().splitn(4, '"');
    match (after.next(), after.next(), after.next(), after.next()) {
        (Some(","), Some(name), Some(":"), Some(whole)) if name.ends_with("_base64") => base64(whole.split('"').next().unwrap()),
        _ => text.into_bytes(),
    }
}

/// The values of a key, separated by spaces.
fn values(json: &str, key: &str) -> Vec<u8> {
    json.split(key).skip(1).map(value).collect::<Vec<_>>().join(&b' ')
}

const OF_EDIT: [&str; 2] = ["\"outcome\":", "\"effect\":"];
const OF_SITEMAP: [&str; 3] = ["\"url\":", "\"line\":", "\"closed\":"];

/// The values of each key, a line for each key.
fn listed(json: &str, keys: &[&str]) -> Vec<u8> {
    keys.iter().map(|key| values(json, key)).collect::<Vec<_>>().join(&b'\n')
}

fn word(allowed: bool) -> Vec<u8> {
    if allowed { "allow" } else { "disallow" }.into()
}

fn options(dialect: &[u8], set: impl Fn(&mut Options)) -> Result<Options, Error> {
    let mut options = Options::default();
    options.dialect = std::str::from_utf8(dialect).map_err(|_| Error::Argument)?.parse()?;
    set(&mut options);
    Ok(options)
}

fn tokens(list: &[u8]) -> Result<Vec<&str>, Error> {
    Ok(std::str::from_utf8(list).map_err(|_| Error::Argument)?.split('\n').collect())
}

/// The verdict, if all ways to ask agree; else all verdicts.
fn check(f: Case) -> Result<Vec<u8>, Error> {
    let (names, mut all) = (tokens(&f[2])?, Vec::new());
    let agents: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    for (agents, quick) in [(Vec::new(), false), (agents.clone(), false), (agents, true)] {
        let options = options(&f[0], |o| (o.agents, o.quick) = (agents.clone(), quick))?;
        let policy = Policy::compile_with(&f[1], &options)?;
        let again = Policy::open(policy.blob())?;
        let robot = again.agent(&names)?;
        all.push(robot.allowed(&f[3]));
        all.extend(robot.allowed_many(&[&f[3], &f[3]]));
        all.extend(check_many(&[(&robot, &f[3])]));
        all.push(policy.into_agent(&names)?.allowed(&f[3]));
    }
    assert!(all.iter().all(|verdict| *verdict == all[0]), "{all:?}");
    Ok(word(all[0]))
}

fn policy(f: Case, set: impl Fn(&mut Options)) -> Result<Policy, Error> {
    Policy::compile_with(&f[1], &options(&f[0], set)?)
}

fn lines(records: &Records) -> Vec<u8> {
    records.iter().map(|line| [line.field, b": ", line.value].concat()).collect::<Vec<_>>().join(&b" | "[..])
}

fn explained(f: Case) -> Result<Vec<u8>, Error> {
    let json = explain(&f[1], &f[3], &tokens(&f[2])?, &options(&f[0], |_| {})?)?;
    let line = values(&json, "\"deciding\":");
    let key = format!("{{\"line\":{},\"verdict\":", String::from_utf8_lossy(&line));
    let decides = json.split(&key).nth(1).and_then(|rest| rest.split("\"text\":").nth(1)).map_or(Vec::new(), value);
    let verdict = values(json.split("\"matches\"").next().unwrap(), "\"verdict\":");
    Ok([verdict, b" ".to_vec(), line, b"\n".to_vec(), value(&json["{\"url\":".len()..]), b"\n".to_vec(), decides].concat())
}

fn answer(kind: &str, f: Case) -> Result<Vec<u8>, Error> {
    let text = |i: usize| std::str::from_utf8(&f[i]).unwrap_or("");
    Ok(match kind {
        "check" => check(f)?,
        "names" => {
            let names = tokens(&f[2])?;
            let agents: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            word(policy(f, |o| (o.agents, o.one_robot) = (agents.clone(), true))?.agent(&names[..1])?.allowed(&f[3]))
        }
        "header" => word(policy(f, |_| {})?.agent_for_header(&f[2])?.allowed(&f[3])),
        "partial" => {
            let some = policy(f, |o| o.agents = vec!["ExampleBot".to_string(), "SomeBot".to_string()])?;
            let allowed = some.agent_for_header(&f[2])?.allowed(&f[3]);
            word(allowed)
        }
        "open" => Policy::open(&f[0]).map(|_| b"opened".to_vec())?,
        "content" => content_kind(&f[0]).into(),
        "url" => if url_problem(&f[1], options(&f[0], |_| {})?.dialect).is_none() { "good" } else { "bad" }.into(),
        "origin" => robots_url(&f[0])?.into_bytes(),
        "usage" => {
            let usage = policy(f, |_| {})?.agent(&tokens(&f[2])?)?.usage(&f[3])?;
            let is = |p: &&Preference| p.field == text(4) && p.label == text(5);
            let value = usage.preferences.iter().find(is).map_or("", |p| &p.value);
            [word(usage.allowed), format!(" {} {value}", usage.preferences.len()).into()].concat()
        }
        "lines" if f[2].is_empty() => lines(&policy(f, |_| {})?.records()?),
        "lines" => lines(&policy(f, |_| {})?.agent(&tokens(&f[2])?)?.records()?),
        "links" => lines(&text_records(&f[1], text(2), None, &options(&f[0], |_| {})?)?),
        "access" => {
            let mut fetch = Fetch::response(text(0).parse().unwrap(), text(1).parse().unwrap());
            fetch.headers.extend(text(2).split_once(": ").map(|(name, value)| (name.to_string(), value.to_string())));
            let decision = access(&fetch)?;
            format!("{} {}", decision.outcome, decision.expires).into_bytes()
        }
        "explain" => explained(f)?,
        "lint" => values(&lint(&f[1], &options(&f[0], |_| {})?)?, "{\"id\":"),
        "summary" => {
            let json = summary(&f[1], &options(&f[0], |_| {})?)?;
            let front = json.match_indices(",\"front_page\"").map(|(at, _)| &json[json[..at].rfind(':').unwrap() + 1..]);
            front.map(value).collect::<Vec<_>>().join(&b' ')
        }
        "diff" => values(&diff(&f[1], &f[2], &tokens(&f[3])?, &options(&f[0], |_| {})?)?, "\"answer\":"),
        "verify" => {
            let of = options(&f[0], |o| o.agents = vec![text(2).to_string()])?;
            values(&policy(f, |_| {})?.verify(&f[1], &of)?, "\"answer\":")
        }
        "rules" => listed(&rules(&f[1], &options(&f[0], |_| {})?)?, &["\"pattern\":", "\"canonical\":"]),
        "sitemap" => listed(&sitemap(&f[1], &f[2], &tokens(&f[3])?, &options(&f[0], |_| {})?)?, &OF_SITEMAP),
        "edit" => listed(&edit(&f[1], &tokens(&f[2])?, &tokens(&f[3])?, &options(&f[0], |_| {})?)?, &OF_EDIT),
        "page" => {
            let headers = [text(1)];
            let json = page(&f[0], &headers[f[1].is_empty() as usize..], &tokens(&f[2])?)?;
            let index = if json.contains("\"index\":true") { "index" } else { "noindex" };
            let follow = if json.contains("\"follow\":true") { "follow" } else { "nofollow" };
            format!("{index} {follow}").into_bytes()
        }
        _ => b"no such kind".to_vec(),
    })
}

#[test]
fn cases() {
    let table = match std::env::var_os("CASES") {
        Some(path) => std::fs::read_to_string(path).expect("a table of cases"),
        None => return,
    };
    let (mut passed, mut failed) = (0, 0);
    for line in table.lines() {
        let fields: Vec<Vec<u8>> = line.split('\t').map(decoded).collect();
        let (kind, given, expected) = (&fields[0], &fields[1..fields.len() - 1], &fields[fields.len() - 1]);
        let said = answer(&String::from_utf8_lossy(kind), given).unwrap_or_else(|_| b"error".to_vec());
        if said == *expected {
            passed += 1;
        } else {
            println!("FAILED: {line}\n    said: {}", String::from_utf8_lossy(&said));
            failed += 1;
        }
    }
    println!("{passed} passed, {failed} failed");
    assert!(passed > 0 && failed == 0);
}
