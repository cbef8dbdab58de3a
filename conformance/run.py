#!/usr/bin/env python3
"""run.py - asks a reader the questions of the cases, by way of its adapter.

    conformance/run.py --reader=NAME [--version=V] [-o FILE] COMMAND ARGUMENT...

Prints the cases that fail, and a last line "N passed, N failed, N disputed"; ends with 1 if one
fails that is not disputed.  -o writes what was answered, as JSON.  README.md
describes the lines between this program and an adapter.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import base64
import datetime
import json
import os
import selectors
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ANSWERS = ("allow", "disallow", "refuse")
LINE_MAX = 1 << 20  # octets of an answer


class Adapter:
    """A process that answers, started again after a crash or a timeout."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process, self.text, self.answered = command, timeout, None, None, False

    def start(self):
        # pylint: disable-next=consider-using-with  # stop() ends it
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.text = None

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None

    def read_line(self):
        """The next line, b"" at the end, or None after the timeout."""
        line = b""
        with selectors.DefaultSelector() as wait:
            wait.register(self.process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not wait.select(self.timeout):
                    return None
                piece = os.read(self.process.stdout.fileno(), 65536)
                line += piece
                if not piece or len(line) > LINE_MAX:
                    return b""
        return line

    def ask(self, text, question):
        """What it answers: allow, disallow or refuse; crash, timeout, or nonsense."""
        if not self.process:
            self.start()
        robots = "=" if text == self.text else text
        line = json.dumps({"robots": robots, **question}, separators=(",", ":"))
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.stop()
            return "crash"
        self.text = text
        answer = self.read_line()
        if not answer:
            self.stop()
            if answer is not None and not self.answered:
                sys.exit(f"{' '.join(self.command)}: the adapter ends before its first answer; look at what it prints")
            return "timeout" if answer is None else "crash"
        try:
            verdict = json.loads(answer)["verdict"]
        except (ValueError, KeyError, TypeError):
            verdict = None
        if verdict not in ANSWERS:
            self.stop()
            return "nonsense"
        self.answered = True
        return verdict


def text_of(case):
    return base64.b64encode(b"".join(base64.b64decode(data) * count for count, data in case["robots"])).decode()


def run(cases, adapter):
    """The answers of each case, by name."""
    answers = {}
    for case in cases:
        text = text_of(case)
        answers[case["name"]] = [adapter.ask(text, {key: q[key] for key in ("token", "header", "url")})
                                 for q in case["questions"]]
    adapter.stop()
    return answers


def wrong(case, answers):
    """The questions of a case that were answered otherwise: (URL, expected, answered)."""
    return [(base64.b64decode(q["url"]), "allow" if q["allowed"] else "disallow", answer)
            for q, answer in zip(case["questions"], answers) if answer != ("allow" if q["allowed"] else "disallow")]


def shown(octets):
    return octets.decode("ascii", "backslashreplace")


def main():
    take = argparse.ArgumentParser(description="Ask a reader of robots.txt the questions of the cases.")
    take.add_argument("--reader", required=True, help="its name")
    take.add_argument("--version", default="", help="its version")
    take.add_argument("--note", default="", help="what a report says of it")
    take.add_argument("--timeout", type=float, default=10, help="seconds for an answer [10]")
    take.add_argument("--cases", default=os.path.join(HERE, "cases.jsonl"))
    take.add_argument("-o", "--output", help="a file for the answers, as JSON")
    take.add_argument("command", nargs=argparse.REMAINDER)
    options = take.parse_args()
    with open(options.cases, encoding="ascii") as file:
        cases = [json.loads(line) for line in file]
    answers = run(cases, Adapter(options.command, options.timeout))
    failed = disputed = 0
    for case in cases:
        faults = wrong(case, answers[case["name"]])
        disputed += case["disputed"] is not None
        failed += bool(faults) and case["disputed"] is None
        for url, expected, answer in faults:
            print(f"{'DISPUTED' if case['disputed'] else 'FAILED'}  {case['name']}: {shown(url)}: {expected}, not {answer}")
    if options.output:
        result = {"reader": options.reader, "version": options.version, "note": options.note,
                  "date": datetime.date.today().isoformat(), "command": options.command, "answers": answers}
        with open(options.output, "w", encoding="ascii") as file:
            json.dump(result, file, indent=1)
            file.write("\n")
    print(f"{len(cases) - disputed - failed} passed, {failed} failed, {disputed} disputed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
