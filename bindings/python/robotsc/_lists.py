"""_lists.py - robotsc.rules: a text as data; robotsc.sitemap: the URLs of a sitemap that a text
closes; and robotsc.edit: a text in which crawlers are shut out or let in.

SPDX-License-Identifier: Apache-2.0
"""
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._ask import EDIT, RULES, SITEMAP, Question
from ._texts import LIMIT, Text, take_options, take_robots, take_text, take_tokens, tell_content


@dataclass(frozen=True)
class Rule:
    """A rule of a text.

    group      from 0, in file order
    agents     its group's User-agent lines, in the compared form
    line       from 1
    kind       "allow" or "disallow"
    pattern    the pattern as written
    canonical  the compared form of the pattern: the same for equal patterns
    """

    group: int
    agents: tuple[str, ...]
    line: int
    kind: str
    pattern: str
    canonical: str


def rules(text: Text, *, dialect: str = "rfc9309", strict_fields: bool = False, aipref_rule: bool = False,
          conner2_rest: str = "allow", limit: int = LIMIT) -> tuple[Rule, ...]:
    """List the rules of a robots.txt as data, in its order: lines that say something about paths.

    The arguments are those of explain.  Releases the GIL.
    """
    robots = take_robots(text)
    tell_content(robots, limit)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    found: Any = Question(RULES, options.flags, (0, 0, 0, 0, limit), (dialect.encode(), robots)).find()
    return tuple(Rule(rule["group"], tuple(rule["agents"]), rule["line"], rule["kind"], rule["pattern"], rule["canonical"])
                 for rule in found)


def sitemap(text: Text, sitemap: Text, *, names: Iterable[str | bytes] = (), dialect: str = "rfc9309", strict_fields: bool = False,
            aipref_rule: bool = False, conner2_rest: str = "allow", limit: int = LIMIT) -> dict[str, Any]:
    """Say which URLs of a sitemap a robots.txt closes, to which robots, by which line.

    text     the robots.txt: str, or octets of any content.
    sitemap  its octets: XML, or a URL a line; not compressed.
    names    purposes of crawlers that 'robotsc crawlers' lists, and product tokens; none: search.

    The other arguments are those of explain; a crawler of the list is asked for in its own dialect.
    Returns a dict: "answers" as 'robotsc check --sitemap --format=json' prints them, and parts of
    an index; how many "urls" were judged, of these "closed"; "other_hosts", "parts" and "wrong",
    which were not; "fault", why it was not read to its end.  Releases the GIL.  docs/site-owners.md
    """
    robots, octets = take_robots(text), take_text(sitemap, "a sitemap")
    tell_content(robots, limit)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    texts = (dialect.encode(), robots, octets, *take_tokens(names, "names", dialect))
    return Question(SITEMAP, options.flags, (0, 0, 0, 0, limit), texts).find()


def edit(text: Text, *, shut_out: Iterable[str | bytes] = (), let_in: Iterable[str | bytes] = (), dialect: str = "rfc9309",
         strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow", limit: int = LIMIT,
         budget: int = 40_000_000) -> dict[str, Any]:
    """Shut crawlers out of a robots.txt, or let them in, while its other lines stay.

    shut_out  robots that may fetch nothing: purposes of 'robotsc crawlers', and product tokens.
    let_in    robots that may fetch everything; a token overrules a purpose.
    budget    steps for all proofs.

    The other arguments are those of explain.  Returns a dict: "outcome", "proved" or why not;
    "text", the new one, or None; "robots", "token" and "effect" of each that was named or kept;
    for other outcomes "robot" and "path", which may be empty.  Releases the GIL.
    docs/site-owners.md
    """
    robots = take_robots(text)
    tell_content(robots, limit)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    names = [take_tokens(given, name, dialect) for given, name in ((shut_out, "shut_out"), (let_in, "let_in"))]
    texts = (dialect.encode(), robots, b"", *names[0], *names[1])
    return Question(EDIT, options.flags, (budget, len(names[0]), 0, 0, limit), texts).find()
