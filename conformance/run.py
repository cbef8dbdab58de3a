#!/usr/bin/env python3
"""run.py - asks a reader the questions of the cases, by way of its adapter.

    conformance/run.py --reader=NAME [--version=V] [-o FILE] COMMAND ARGUMENT...

Prints the cases that fail, and a last line "N passed, N failed, N disputed"; ends with 1 if one
fails that is not disputed, and with 2 if the command cannot be run.  -o writes what was answered,
as JSON.  README.md describes the lines between this program and an adapter.

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
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ANSWERS = ("allow", "disallow", "refuse")
LINE_MAX = 1 << 20  # octets of an answer


class BadCommand(Exception):
    """A command that cannot be run."""


def start_command(command, **options):
    try:
        return subprocess.Popen(command, **options)
    except OSError as error:
        raise BadCommand(f"{command[0]}: {error.strerror}") from error


def outcome_of(line):
    """The verdict of an answer, or "nonsense"."""
    try:
        verdict = json.loads(line)["verdict"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "nonsense"
    return verdict if verdict in ANSWERS else "nonsense"


class Adapter:
    """A process that answers; it is started again after a crash or a timeout."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process, self.text, self.was_alive = command, timeout, None, None, False

    def start(self):
        self.process = start_command(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        os.set_blocking(self.process.stdin.fileno(), False)
        self.text = None

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None

    def write(self, line):
        """Writes what the pipe takes; returns the rest, which is empty if nobody reads."""
        try:
            return line[os.write(self.process.stdin.fileno(), line):]
        except BrokenPipeError:
            return b""

    def exchange(self, line):
        """Writes a question while it reads the answer: some begin before they have read all."""
        answer, end = b"", time.monotonic() + self.timeout
        with selectors.DefaultSelector() as wait:
            wait.register(self.process.stdin, selectors.EVENT_WRITE)
            wait.register(self.process.stdout, selectors.EVENT_READ)
            while line or not answer.endswith(b"\n"):
                ready = [key.fileobj for key, _ in wait.select(max(0, end - time.monotonic()))]
                if not ready:
                    return "timeout"
                if self.process.stdin in ready:
                    line = self.write(line)
                    if not line:
                        wait.unregister(self.process.stdin)
                if self.process.stdout in ready:
                    piece = os.read(self.process.stdout.fileno(), 65536)
                    answer += piece
                    if len(answer) > LINE_MAX:
                        return "nonsense"
                    if not piece:  # it ended, and may have answered
                        break
        return outcome_of(answer) if answer.endswith(b"\n") else "crash"

    def ask(self, text, question):
        """The answer of the adapter: allow, disallow, refuse; or crash, timeout, nonsense."""
        if not self.process:
            self.start()
        robots = "=" if text == self.text else text
        self.text = text
        outcome = self.exchange(json.dumps({"robots": robots, **question}, separators=(",", ":")).encode() + b"\n")
        if outcome not in ANSWERS:
            self.stop()
        if outcome == "crash" and not self.was_alive:
            raise BadCommand(f"{' '.join(self.command)}: the adapter ends before its first answer; look at what it prints")
        self.was_alive = True
        return outcome


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
    """The questions of a case that were answered wrongly: (URL, expected, answered)."""
    return [(base64.b64decode(q["url"]), "allow" if q["allowed"] else "disallow", answer)
            for q, answer in zip(case["questions"], answers) if answer != ("allow" if q["allowed"] else "disallow")]


def shown(octets):
    return octets.decode("ascii", "backslashreplace")


def read_options(take, kind):
    """The options of the command line that the programs for readers and for crawlers share."""
    take.add_argument(f"--{kind}", dest="reader", required=True, help="its name")
    take.add_argument("--version", default="", help="its version")
    take.add_argument("--note", default="", help="what a report says of it")
    take.add_argument("-o", "--output", help="a file for what was found, as JSON")
    take.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND")
    options = take.parse_args()
    if not options.command:
        take.error(f"there is no COMMAND that runs the {kind}")
    return options


def write_result(options, **found):
    if options.output:
        result = {"reader": options.reader, "version": options.version, "note": options.note,
                  "date": datetime.date.today().isoformat(), "command": options.command, **found}
        with open(options.output, "w", encoding="ascii") as file:
            json.dump(result, file, indent=1)
            file.write("\n")


def end_with(main):
    """Ends the program with what main() returns, or with 2 for a bad command."""
    try:
        sys.exit(main())
    except BadCommand as error:
        print(error, file=sys.stderr)
        sys.exit(2)


def main():
    take = argparse.ArgumentParser(description="Ask a reader of robots.txt the questions of the cases.")
    take.add_argument("--timeout", type=float, default=10, help="seconds for an answer [10]")
    take.add_argument("--cases", default=os.path.join(HERE, "cases.jsonl"))
    options = read_options(take, "reader")
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
    write_result(options, answers=answers)
    print(f"{len(cases) - disputed - failed} passed, {failed} failed, {disputed} disputed")
    return 1 if failed else 0


if __name__ == "__main__":
    end_with(main)
