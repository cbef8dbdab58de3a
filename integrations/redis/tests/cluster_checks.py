"""cluster_checks.py - counts checks of test scripts: the last line of each is "N passed, N failed".

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
counts = {"passed": 0, "failed": 0}
only = os.environ.get("TEST_CASE", "")


def check(what, run, *arguments):
    """Run a function as a check; an exception is a failure.  Prints its result, such as a count."""
    if only not in what:
        return
    begun = time.monotonic()
    try:
        said = run(*arguments)
    except Exception:
        counts["failed"] += 1
        print(f"FAILED: {what}")
        traceback.print_exc(limit=8, file=sys.stdout)
    else:
        counts["passed"] += 1
        print(f"ok      {what}: {said} ({time.monotonic() - begun:.1f} s)" if said is not None else f"ok      {what}")
    sys.stdout.flush()


def same(got, wanted, what=""):
    if got != wanted:
        raise AssertionError(f"{what}: {got!r} in place of {wanted!r}")


def finish():
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    sys.exit(counts["failed"] > 0)
