#!/usr/bin/env python3
"""cases.py - writes the cases as JSON lines: what people typed, with its octets as base64.

    conformance/cases.py >cases.jsonl     all of cases/*.cases, in the order of their names
    conformance/cases.py --check          compares cases.jsonl beside it with them

It knows nothing of robots.txt: each answer is the word that stands before its URL.  README.md
describes what people type, schema.json what comes out.

SPDX-License-Identifier: Apache-2.0
"""
import base64
import glob
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LEVEL = r"MUST|SHOULD|MAY|ABNF|definition|example|practice|figure \d|erratum \d+"
HEADER = "Mozilla/5.0 (compatible; %s/1.0; +https://example.com/bot)"


class Fault(Exception):
    """A line that is wrong; the message says why."""


def octets(text):
    """The octets of a text with the escapes \\n, \\r, \\t, \\xHH and \\\\."""
    def one(match):
        if match[1][0] == "x":
            return bytes([int(match[1][1:], 16)])
        if match[1] not in "nrt\\":
            raise Fault(f"\\{match[1]} is no escape: \\n, \\r, \\t, \\xHH and \\\\ are")
        return {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\"}[match[1]]

    parts = re.split(r"(\\(?:x[0-9a-f]{2}|.))", text)
    return b"".join(one(re.match(r"\\(.*)", part)) if part[:1] == "\\" else part.encode() for part in parts)


def b64(data):
    return base64.b64encode(data).decode()


def add_text(robots, line):
    """Take a line of a robots.txt: "| text"; "|-text" without a line end; "|*N text", N times."""
    count, data = 1, b""
    if line.startswith("|*"):
        number, data = line[2:].split(" ", 1)
        count, data = int(number), octets(data)
    elif line.startswith("|-"):
        data = octets(line[2:])
    else:
        data = octets(line[2:] if line[1:2] == " " else line[1:]) + b"\n"
    if robots and robots[-1][0] == count == 1:
        robots[-1][1] += data
    else:
        robots.append([count, data])


def read_cases(path):
    """The cases of a file, as dictionaries of octets and texts."""
    cases, last = [], None
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            word, _, rest = line.partition(" ")
            try:
                if line.startswith("|"):
                    add_text(cases[-1]["robots"], line)
                elif line.startswith("  ") and last in ("sentence", "fails", "fix", "disputed"):
                    cases[-1][last] += " " + line.strip()
                elif word == "case":
                    cases.append({"name": rest, "disputed": None, "robots": None, "questions": []})
                elif word == "requirement":
                    section, _, level = rest.partition(" ")
                    if not re.fullmatch(LEVEL, level):
                        raise Fault(f"{level!r} is no level of a requirement")
                    cases[-1].update(section=section, level=level)
                elif word in ("sentence", "fails", "fix", "disputed"):
                    cases[-1][word] = rest
                elif word == "robots":
                    cases[-1]["robots"] = []
                elif word == "token":
                    token, header = rest, HEADER % rest
                elif word == "header":
                    header = rest
                elif word in ("allow", "disallow"):
                    url = octets(rest if rest[0] != "/" else "https://example.com" + rest)
                    cases[-1]["questions"].append((token.encode(), octets(header), url, word == "allow"))
                elif line and word != "#":
                    raise Fault(f"{word!r} begins no line")
                last = word if not line.startswith("  ") else last
            except (Fault, LookupError, ValueError, TypeError, UnboundLocalError) as fault:
                sys.exit(f"{path}:{number}: {fault or type(fault).__name__}")
    return cases


def read_names():
    """The version that brought each name; or "gone" with the version that removed it."""
    with open(os.path.join(HERE, "names.txt"), encoding="ascii") as file:
        return dict(line.split(maxsplit=1) for line in file.read().splitlines() if line and line[0] != "#")


def as_json(case, since):
    return {"name": case["name"], "since": since, "section": case["section"], "level": case["level"],
            "sentence": case["sentence"], "fails": case["fails"], "fix": case["fix"],
            "disputed": case["disputed"],
            "robots": [[count, b64(data)] for count, data in case["robots"]],
            "questions": [{"token": b64(token), "header": b64(header), "url": b64(url), "allowed": allowed}
                          for token, header, url, allowed in case["questions"]]}


def all_cases():
    """All cases as JSON, a line each; ends the program if a name is wrong."""
    names, seen, lines = read_names(), set(), []
    for path in sorted(glob.glob(os.path.join(HERE, "cases", "*.cases"))):
        for case in read_cases(path):
            name = case["name"]
            if name in seen or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
                sys.exit(f"{path}: {name!r}: the name is there before, or is no name")
            if not re.fullmatch(r"[0-9.]+", names.get(name, "")):
                sys.exit(f"{path}: {name}: names.txt does not have the name, or says that it has gone")
            if not case["questions"] or case["robots"] is None:
                sys.exit(f"{path}: {name}: without a file or a question")
            seen.add(name)
            lines.append(json.dumps(as_json(case, names[name]), separators=(",", ":")))
    gone = {name for name, since in names.items() if not since.startswith("gone ") and name not in seen}
    gone = {name for name in gone if not name.startswith("fetch-")}  # those are of fetch_cases.py
    if gone:
        sys.exit(f"names.txt: no case has the name {min(gone)}; write 'gone VERSION' after it")
    return "\n".join(lines) + "\n"


def main():
    text = all_cases()
    if sys.argv[1:] != ["--check"]:
        sys.stdout.write(text)
        return
    with open(os.path.join(HERE, "cases.jsonl"), encoding="ascii") as file:
        if file.read() != text:
            sys.exit("cases.jsonl is not what cases/ says: conformance/cases.py >conformance/cases.jsonl")


if __name__ == "__main__":
    main()
