// rs_texting_robots.rs - texting_robots.
//
// SPDX-License-Identifier: CC0-1.0
use std::io::BufRead;
use texting_robots::Robot;

// The octets of a member; None for "=".
fn member(line: &str, name: &str) -> Option<Vec<u8>> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let from = line.find(&format!("\"{}\"", name))? + name.len() + 4;
    let text = line[from..].split('"').next()?;
    let (mut octets, mut bits, mut value) = (Vec::new(), 0, 0u32);
    for digit in text.chars().take_while(|c| *c != '=') {
        value = value << 6 | digits.find(digit)? as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            octets.push((value >> bits) as u8);
        }
    }
    if text == "=" { None } else { Some(octets) }
}

fn main() {
    let mut robots = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        robots = member(&line, "robots").unwrap_or(robots);
        let token = String::from_utf8_lossy(&member(&line, "token").unwrap()).into_owned();
        let url = String::from_utf8_lossy(&member(&line, "url").unwrap()).into_owned();
        let verdict = match Robot::new(&token, &robots) {
            Ok(robot) => if robot.allowed(&url) { "allow" } else { "disallow" },
            Err(_) => "refuse",
        };
        println!("{{\"verdict\":\"{}\"}}", verdict);
    }
}
