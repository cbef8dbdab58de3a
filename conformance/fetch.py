#!/usr/bin/env python3
"""fetch.py - runs a crawler on sites of its own, and judges it from their log: RFC 9309, 2.3-2.5.

    conformance/fetch.py --crawler=NAME [--version=V] [-o FILE] COMMAND ARGUMENT...

In the arguments {url} is the page that the crawler shall start from, and {state} a folder where it
may keep what it likes; a case may run it twice with one folder.  The command is run for each case:
it follows links within the host, and should give up on a silent server before --patience ends.

Prints the cases that fail, and a last line "N passed, N failed, N disputed, N skipped"; ends with 1
if one fails that is not disputed, and with 2 if the command cannot be run.  What needs another time
of the day is skipped where there is no faketime, and what needs another host where localhost has no
address.  README.md describes a case.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import collections
import concurrent.futures
import functools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import web_server
from fetch_cases import PATH, body_of, read_fetches
from run import end_with, read_options, start_command, write_result

NEXT = "site/next.html"  # leads to the pages of a part "next"
CLOCK_SECONDS = 1.5  # the crawler's clock is set again by then


class Clock:
    """The time that a crawler believes: it stands in a file that libfaketime reads."""

    def __init__(self, path):
        self.path = path
        self.set(0)

    def set(self, seconds):
        with open(self.path + ".new", "w", encoding="ascii") as file:
            file.write(f"+{seconds}\n")
        os.replace(self.path + ".new", self.path)

    def environment(self):
        return {"LD_PRELOAD": fake_library(), "FAKETIME_TIMESTAMP_FILE": self.path, "FAKETIME_NO_CACHE": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}


@functools.cache
def fake_library():
    """The path of the library of faketime; empty if there is none."""
    if not shutil.which("faketime"):
        return ""
    told = subprocess.run(["faketime", "-m", "-f", "+0", "printenv", "LD_PRELOAD"], capture_output=True, text=True, check=False)
    return told.stdout.strip()


def needs_clock(case):
    return any(part["after"] >= 3600 for part in case["parts"])


def needs_other(case):
    return any(place.startswith("other/") for part in case["parts"] for place in (*part["answers"], *part["left"]))


@functools.cache
def has_localhost():
    try:
        return bool(socket.getaddrinfo("localhost", None, socket.AF_INET))
    except socket.gaierror:
        return False


def lacks(case):
    """What this machine lacks for a case, as text; empty if it lacks nothing."""
    if needs_clock(case) and not fake_library():
        return "set the crawler's clock, and there is no faketime"
    if needs_other(case) and not has_localhost():
        return "need another host, and localhost has no address"
    return ""


class Site(web_server.Server):
    """The site of a case, and the other host that the case names, each on its own port."""

    def __init__(self, case, clock):
        self.asked, self.clock, self.jumps = [], clock, {}
        super().__init__({}, log=lambda method, url, status: None)
        ports = {host: self.listen(host) for host in ("site", "other")}
        self.origins = {"site": f"http://127.0.0.1:{ports['site']}", "other": f"http://localhost:{ports['other']}"}
        self.parts = case["parts"]

    def url(self, place):
        host, slash, path = place.partition("/")
        return self.origins[host] + slash + path

    def serve(self, number):
        """Serve the answers of the part with this number, and of the parts after it in its run."""
        self.asked, self.table, end = [], {}, number + 1
        self.counts.clear()
        while end < len(self.parts) and self.parts[end]["kind"] == "next":
            end += 1
        parts = self.parts[number:end]
        for part in parts:
            for place, answers in part["answers"].items():
                first, *later = map(self.as_answer, answers)
                if place in self.table:  # a part "next" says what is answered from then on
                    self.table[place].setdefault("then", []).extend([first, *later])
                else:
                    self.table[place] = first | {"then": later}
        self.table["site/"] = page(self, parts[0], NEXT if len(parts) > 1 else None)
        self.table["site"] = self.table["other"] = {"body": "<p>A page.</p>", "fields": {"Content-Type": "text/html"}}
        for part in parts[1:]:
            self.table[NEXT] = page(self, part, None)
            self.jumps[NEXT] = part["after"]
        return parts

    def as_answer(self, answer):
        fields = {"Content-Type": answer["type"]}
        if "to" in answer:
            fields["Location"] = self.url(answer["to"])
        if "max-age" in answer:
            fields["Cache-Control"] = f"max-age={answer['max-age']}"
        keys = {key: answer[key] for key in ("status", "wait", "stall", "length", "close", "chunked") if key in answer}
        return keys | {"fields": fields, "octets": body_of(answer)}

    def body(self, answer):
        return answer["octets"] if "octets" in answer else super().body(answer)

    def answer(self, host, target):
        place = host + target
        self.asked.append(place)
        after = self.jumps.pop(place, 0)  # once: a crawler whose timers follow the clock asks again
        if after >= 3600:
            self.clock.set(after)
        if after:
            time.sleep(CLOCK_SECONDS if after >= 3600 else after)
        return super().answer(host, target)


def page(site, part, after):
    """A page with links to all places that a part asks about, and to `after`."""
    places = [place for place in part["fetched"] + part["left"] if not place.endswith("/robots.txt")]
    links = "".join(f'<p><a href="{site.url(place)}">{place}</a></p>\n' for place in places + ([after] if after else []))
    return {"body": f"<!DOCTYPE html><title>Pages</title>\n{links}", "fields": {"Content-Type": "text/html"}}


def crawl(command, url, state, extra, patience):
    """Run the crawler; False if it had to be stopped."""
    env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")} | extra
    words = [word.replace("{url}", url).replace("{state}", state) for word in command]
    with open(os.path.join(state, "crawler.log"), "ab") as log, \
            start_command(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=env, start_new_session=True) as process:
        try:
            process.wait(patience)
            return True
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def last_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return ([""] + file.read().split("\n"))[-2:][0].strip()


def judge(case, command, patience):
    """What the crawler did wrong, each as [kind, place]; None if the case cannot be run."""
    if lacks(case):
        return None
    faults, number = [], 0
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state")
        os.mkdir(state)
        clock = Clock(os.path.join(folder, "clock")) if needs_clock(case) else None
        with Site(case, clock) as site:
            while number < len(case["parts"]):
                parts = site.serve(number)
                number += len(parts)
                if clock:
                    clock.set(parts[0]["after"])
                ended = crawl(command, site.url("site/"), state, clock.environment() if clock else {}, patience)
                asked = set(site.asked)
                if not asked and number == len(parts):
                    faults.append(["asked nothing", last_line(os.path.join(state, "crawler.log"))])
                for part in parts:
                    faults += [["too open", place] for place in part["left"] if place in asked]
                    faults += [["too closed" if ended else "timeout", place] for place in part["fetched"] if place not in asked]
    return faults


def show(case, faults):
    for kind, place in faults:
        what = {"too open": "fetched", "asked nothing": "its last words:"}.get(kind, "did not fetch")
        print(f"{'DISPUTED' if case['disputed'] else 'FAILED'}  {case['name']}: {kind}: {what} {place.removeprefix('site')}")
    if faults and not case["disputed"]:
        print(f"    RFC 9309, {case['section']}: {case['sentence']}\n    {case['fails']}\n    {case['fix']}")


def main():
    take = argparse.ArgumentParser(description="Judge a crawler by what it fetches.")
    take.add_argument("--patience", type=float, default=20, help="seconds for a run of the crawler [20]")
    take.add_argument("--jobs", type=int, default=2, help="crawlers at a time [2]")
    take.add_argument("--only", action="append", default=[], help="a case, by name")
    take.add_argument("--cases", default=PATH)
    options = read_options(take, "crawler")
    if not any("{url}" in word for word in options.command):
        take.error("the command does not have {url}, the page that the crawler starts from")
    cases = read_fetches(options.cases)
    unknown = set(options.only) - {case["name"] for case in cases}
    if unknown:
        take.error(f"--only: no case has the name {min(unknown)}")
    cases = [case for case in cases if not options.only or case["name"] in options.only]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = dict(zip([case["name"] for case in cases],
                           pool.map(lambda case: judge(case, options.command, options.patience), cases)))
    counts = {"passed": 0, "failed": 0, "disputed": 0, "skipped": 0}
    for case in cases:
        faults = results[case["name"]]
        kind = "skipped" if faults is None else "disputed" if case["disputed"] else "failed" if faults else "passed"
        counts[kind] += 1
        show(case, faults or [])
    write_result(options, fetches=results)
    for what, count in collections.Counter(filter(None, map(lacks, cases))).items():
        print(f"skipped: {count} cases {what}")
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    end_with(main)
