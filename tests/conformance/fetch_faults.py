"""fetch_faults.py - the cases for crawlers notice each fault of model_crawler.py, and no other case
does; each case that is not disputed notices one.

Prints what differs.  SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../conformance"))
import fetch  # noqa: E402
import fetch_cases  # noqa: E402
import model_crawler  # noqa: E402

REDIRECTS = ("redirect-five", "redirect-five-hosts")
CONTROL = ("200", "404")  # which hold whatever the fault, but for the first two
EXPECTED = {
    "only-200": ("203",),
    "only-text": ("200-text-html",),
    "no-chunks": ("200-chunked",),
    "junk-ends": ("200-junk-first",),
    "empty-closes": ("200-empty",),
    "four-hops": REDIRECTS,
    "own-host": ("redirect-other-host", "redirect-five-hosts"),
    "not-301": ("redirect-301", "redirect-other-host", "redirect-to-503", *REDIRECTS),
    "not-302": ("redirect-302", "redirect-five"),
    "not-307": ("redirect-307",),
    "not-308": ("redirect-308",),
    "hop-404-closes": ("redirect-to-404",),
    "reads-404": ("404-with-rules",),
    "closes-4xx": ("404", "404-with-rules", "410", "400", "451", "redirect-to-404"),
    "knows-404": ("410", "400", "451"),
    "opens-5xx": ("500", "500-with-rules", "502", "503", "504", "520", "challenge-503", "redirect-to-503", "500-then-back"),
    "knows-503": ("520",),
    "reads-5xx": ("500", "500-with-rules", "502", "503", "504", "520", "challenge-503", "redirect-to-503", "500-copy",
                  "500-then-back"),
    "no-answer-opens": ("no-answer",),
    "timeout-opens": ("hang",),
    "takes-half": ("hang-inside",),
    "takes-cut": ("cut",),
    "drops-copy": ("500-copy",),
    "never-again": ("24-hours", "24-hours-kept", "24-hours-max-age", "500-then-back"),
    "long-crawl": ("24-hours",),
    "keeps-copy": ("24-hours-kept", "24-hours-max-age", "500-then-back"),
    "long-max-age": ("24-hours-max-age",),
    "short-limit": ("500-kib",),
    "drops-long": ("2-mib",),
    "one-file": ("other-authority",),
}
CRAWLER = [sys.executable, os.path.join(HERE, "model_crawler.py")]


def failing(cases, fault):
    """The names of the cases that fail with this fault, without their prefix."""
    found = set()
    for case in cases:
        faults = fetch.judge(case, CRAWLER + [f"--fault={fault}", "{state}", "{url}"], 100)
        if faults:
            found.add(case["name"].removeprefix("fetch-"))
    return found


def main():
    cases = {case["name"].removeprefix("fetch-"): case for case in fetch_cases.read_fetches() if not case["disputed"]}
    noticed, wrong = set(), []
    if set(EXPECTED) | {"ignores", "visits-nothing"} != set(model_crawler.FAULTS):
        wrong.append("a fault stands in one of the lists alone")
    wanted = {fault: {name for name in expected if not fetch.lacks(cases[name])}
              for fault, expected in EXPECTED.items()}
    with concurrent.futures.ThreadPoolExecutor(3) as pool:  # they wait more than they work
        asked = [[cases[name] for name in sorted(expected.union(CONTROL))] for expected in wanted.values()]
        founds = pool.map(failing, asked, wanted)
    for (fault, expected), found in zip(wanted.items(), founds):
        noticed |= found
        if found != expected:
            wrong.append(f"{fault}: {' '.join(sorted(found ^ expected))}")
    for fault, name in (("ignores", "200"), ("ignores", "200-all-closed"), ("visits-nothing", "200")):
        noticed |= (found := failing([cases[name]], fault))
        if not found:
            wrong.append(f"{fault}: {name}")
    never = {name for name, case in cases.items() if not fetch.lacks(case)} - noticed
    if never:
        wrong.append(f"no fault fails {' '.join(sorted(never))}")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
