"""_summary.py - robotsc.summary: what a robots.txt means, for all crawlers at once.

SPDX-License-Identifier: Apache-2.0
"""
from typing import Any

from ._ask import SUMMARY, Question
from ._texts import LIMIT, STEPS, Text, need_utf8, take_number, take_options, take_robots

BUDGET = 40000000


def summary(text: Text, *, against: Text | None = None, dialect: str = "rfc9309", budget: int = BUDGET, strict_fields: bool = False,
            aipref_rule: bool = False, conner2_rest: str = "allow", limit: int = LIMIT) -> dict[str, Any]:
    """Say what a robots.txt means for each crawler, each robot that it names, and all others.

    text     the robots.txt: str, or octets of any content.
    against  the text before; the member "against" then says what changed, and for whom.
    budget   steps for the file; 40,000,000 take less than a second.

    The other arguments are those of explain.  Returns what 'robotsc summary --format=json' prints,
    as a dict; "extent" is proved over all paths.  Releases the GIL.
    """
    robots = take_robots(need_utf8(text))
    before = () if against is None else (take_robots(need_utf8(against)), b"")
    budget = take_number(budget, "budget", STEPS)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    texts = (dialect.encode(), robots, b"", b"", *before)
    return Question(SUMMARY, options.flags, (budget, 0, 0, 0, limit), texts).find()
