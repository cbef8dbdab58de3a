"""smallest.py - makes a difference between two readers small, and names what it is about.

A difference is a text and a path for which they answer otherwise.  smallest() takes octets away as
long as it stays (delta debugging: Zeller and Hildebrandt, 2002); cause() names what is left.

SPDX-License-Identifier: Apache-2.0
"""
import re

WORDS = re.compile(rb"[A-Za-z0-9]+")
# Only whole parts are taken away: part of a field would be misspelt, which is another difference.
PARTS = re.compile(rb"\xef\xbb\xbf|%[0-9A-Fa-f]{2}|(?i:user-?agent)[ \t]*:[^\r\n]*|[A-Za-z-]+[ \t]*:[ \t]*/?|\r\n|.", re.S)


def fewest(parts, holds):
    """The needed parts, in order: holds(parts) is true, and false without any one of them."""
    size = max(len(parts) // 2, 1)
    while True:
        at, smaller = 0, False
        while at < len(parts):
            rest = parts[:at] + parts[at + size:]
            if holds(rest):
                parts, smaller = rest, True
            else:
                at += size
        if size == 1 and not smaller:
            return parts
        size = max(size // 2, 1)


def plainer(text, path, holds):
    """If names and words do not matter, they become "*" and "a", in the text and in the path."""
    for star in (re.sub(rb"(?i)(user-agent:[ \t]*)[^\r\n#*]+", rb"\1*", text), text):
        if star != text and holds(star, path):
            text = star
    for word in sorted(set(WORDS.findall(path + b"\n" + text)), key=len, reverse=True):
        if word.lower() in (b"user", b"agent", b"allow", b"disallow", b"a"):
            continue
        whole = re.compile(rb"(?<![A-Za-z0-9%])" + re.escape(word) + rb"(?![A-Za-z0-9])")
        changed = whole.sub(b"a", text), whole.sub(b"a", path)
        if holds(*changed):
            text, path = changed
    return text, path


def shorter(text, path, holds):
    return b"/" + b"".join(fewest(PARTS.findall(path[1:]), lambda parts: holds(text, b"/" + b"".join(parts))))


def smallest(text, path, holds):
    """The text and path made small; holds(text, path) tells if they still show the difference."""
    lines = re.findall(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)", text)
    text = b"".join(fewest(lines, lambda parts: holds(b"".join(parts), path)))
    path = shorter(text, path, holds)
    if len(text) < 2000:
        text = b"".join(fewest(PARTS.findall(text), lambda parts: holds(b"".join(parts), path)))
        path = shorter(text, path, holds)
    return plainer(text, path, holds)


def field(line):
    name, colon, value = line.partition(b"#")[0].partition(b":")
    return name.strip().lower(), value.strip(), bool(colon)


def cause(text, path):
    """Names what the octets that are left have, in words whose order is always the same."""
    body = text[3:] if text.startswith(b"\xef\xbb\xbf") else text
    fields = [field(line) for line in re.split(rb"[\r\n]+", body) if line.strip()]
    names = [value for name, value, _ in fields if name == b"user-agent"]
    rules = [value for name, value, _ in fields if name in (b"allow", b"disallow")]
    kinds = {name for name, _, _ in fields if name in (b"allow", b"disallow")}
    others = {name.decode("latin-1") if colon and re.fullmatch(rb"[a-z-]{1,20}", name) else "junk"
              for name, _, colon in fields if name not in (b"user-agent", b"allow", b"disallow") and (colon or name)}
    found = {
        "BOM": body != text,
        "CR": b"\r" in text.replace(b"\r\n", b"\n"),
        "empty line": bool(re.search(rb"(\n\n|\r\r|\r\n\r\n)", body.rstrip())),
        "no name": not names,
        "two names": len(names) > 1,
        "a name but *": any(name != b"*" for name in names),
        "two rules": len(rules) > 1,
        "Allow and Disallow": len(kinds) > 1,
        "empty rule": b"" in rules,
        "rule without /": any(rule[:1] not in (b"/", b"*", b"") for rule in rules),
        "*": any(b"*" in rule for rule in rules),
        "$ at the end": any(rule.endswith(b"$") for rule in rules),
        "$ inside": any(b"$" in rule[:-1] for rule in rules),
        "space in a rule": any(re.search(rb"\s", rule) for rule in rules),
        "escape in a rule": any(b"%" in rule for rule in rules),
        "escape in the URL": bool(re.search(rb"%[0-9A-Fa-f]{2}", path)),
        "octets above 7F": any(octet > 127 for octet in body + path),
        "? in a rule": any(b"?" in rule for rule in rules),
        "? in the URL": b"?" in path,
        "//": b"//" in path,
        "; in the URL": b";" in path,
        ". in the URL": b"/." in path,
        "comment": b"#" in body,
        "/robots.txt": path == b"/robots.txt",
        "stray %": bool(re.search(rb"%(?![0-9A-Fa-f]{2})", path)),
        "long line": max(map(len, re.split(rb"[\r\n]", text))) > 1000,
        "long text": len(text) >= 2000,
    }
    return ", ".join([word for word, there in found.items() if there] + sorted(others)) or "a rule and a path"
