"""fetch_cases.py - reads the cases for crawlers, as people typed them.  README.md says how.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import sys

from cases import HERE, LEVEL, Fault, add_text, read_names

PATH = os.path.join(HERE, "cases", "access.fetches")
NUMBERS = ("wait", "stall", "length", "max-age")
WORDS = ("close", "chunked")
SHOWN = ("answer", "redirect", "run", "next", "fetched", "left")  # on the page of a report
SECONDS = {"s": 1, "h": 3600, "d": 86400}


def place_of(text):
    """A path, or a path of the other host, in the form of the server's log."""
    if not re.fullmatch(r"(other)?/\S*", text):
        raise Fault(f"{text!r} is no path, and none of the other host")
    return text if text[0] == "o" else "site" + text


def seconds(text):
    if not re.fullmatch(r"\d+[shd]", text):
        raise Fault(f"{text!r} is no time, such as 3s, 25h or 31d")
    return int(text[:-1]) * SECONDS[text[-1]]


def answer_of(status, words):
    """An answer of the server: a status, and words such as close, wait=60, type=text/html."""
    answer = {"status": int(status), "type": "text/plain", "robots": []}
    for word in words:
        name, _, value = word.partition("=")
        if name == "type":
            answer["type"] = value
        elif name in NUMBERS:
            answer[name] = int(value)
        elif word in WORDS:
            answer[word] = True
        else:
            raise Fault(f"{word!r} says nothing of an answer")
    return answer


def body_of(answer):
    return b"".join(octets * count for count, octets in answer["robots"])


def new_part(kind, after):
    """A part of a case: "run", which starts after some seconds of the crawler's clock; or "next",
    which it finds behind a page that takes so long."""
    return {"kind": kind, "after": after, "answers": {}, "fetched": [], "left": []}


def typed(case, line, state):
    """Take a line of a case.  state["answer"] is the answer whose body may follow."""
    word, *rest = line.split()
    part = case["parts"][-1]
    if word == "requirement":
        case["section"], case["level"] = rest[0], " ".join(rest[1:])
        if not re.fullmatch(LEVEL, case["level"]):
            raise Fault(f"{case['level']!r} is no level of a requirement")
    elif word in ("sentence", "fails", "fix", "disputed"):
        case[word] = line.partition(" ")[2]
    elif word == "answer":
        state["answer"] = answer_of(rest[1], rest[2:])
        part["answers"].setdefault(place_of(rest[0]), []).append(state["answer"])
    elif word == "redirect":
        answer = answer_of(rest[0], rest[3:])
        answer["to"] = place_of(rest[2])
        part["answers"].setdefault(place_of(rest[1]), []).append(answer)
    elif word in ("run", "next"):
        case["parts"].append(new_part(word, seconds(rest[0])))
    elif word in ("fetched", "left"):
        part[word].append(place_of(rest[0]))
    else:
        raise Fault(f"{word!r} begins no line")


def check(case, names):
    """Raises Fault if a part of the case is missing."""
    if not re.fullmatch(r"fetch(-[a-z0-9]+)+", case["name"]) or not re.fullmatch(r"[0-9.]+", names.get(case["name"], "")):
        raise Fault(f"{case['name']!r} is no name of a fetch that names.txt has")
    missing = [word for word in ("section", "sentence", "fails", "fix") if word not in case]
    if missing or not all(part["fetched"] or part["left"] for part in case["parts"]):
        raise Fault(f"{case['name']}: without {missing[0] if missing else 'a page'}")


def read_fetches(path=PATH):
    """The cases, as dictionaries; ends the program if one is wrong."""
    cases, last, state, names, number = [], None, {}, read_names(), 0
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(file, 1):
                line = line.rstrip("\n")
                if line.startswith("fetch "):
                    cases.append({"name": line[6:], "disputed": None, "parts": [new_part("run", 0)], "typed": []})
                    state = {}
                elif line.startswith("|"):
                    add_text(state["answer"]["robots"], line)
                elif line.startswith("  ") and last in ("sentence", "fails", "fix", "disputed"):
                    cases[-1][last] += " " + line.strip()
                elif line and line[0] != "#":
                    typed(cases[-1], line, state)
                last = last if line.startswith("  ") else line.partition(" ")[0]
                if last in SHOWN or line.startswith("|"):
                    cases[-1]["typed"].append(line)
        for case in cases:
            check(case, names)
        gone = {name for name, since in names.items() if name.startswith("fetch-") and not since.startswith("gone ")}
        gone -= {case["name"] for case in cases}
        if gone or len({case["name"] for case in cases}) < len(cases):
            raise Fault(f"a name stands twice, or names.txt has one that no case has: {' '.join(sorted(gone))}")
    except (Fault, LookupError, ValueError) as fault:
        sys.exit(f"{path}:{number}: {fault or type(fault).__name__}")
    return cases
