"""_shadow.py - robotsc.shadow: the answers of another reader of robots.txt beside these.

SPDX-License-Identifier: Apache-2.0
"""
from collections.abc import Iterable
from dataclasses import dataclass

from . import _robotsc
from ._texts import LIMIT, Text, decoded, take_options, take_robots, take_text, take_token, take_tokens, tell_content
from ._urls import check


@dataclass(frozen=True)
class Shadow:
    """An answer of another reader that is not that of robotsc.

    url         as it was given; octets that are no UTF-8 are surrogates
    allowed     what robotsc says; the other reader says the opposite
    kind        how the other answer comes about: "dialect", "star" (the groups of "*" give it,
                though others hold), or, however the text is read, "open" (it allows) and "closed"
    dialect     of "dialect": the first that gives the other answer; else None
    line        the line that decides here; None: no line does
    other_line  the line that gives the other answer; None: no line does
    """

    url: str
    allowed: bool
    kind: str
    dialect: str | None
    line: int | None
    other_line: int | None


def shadow(text: Text, agent: str | bytes, answers: Iterable[tuple[str | bytes, bool]], *,
           fallback: Iterable[str | bytes] = (), dialect: str = "rfc9309", strict_fields: bool = False,
           aipref_rule: bool = False, conner2_rest: str = "allow", limit: int = LIMIT) -> tuple[Shadow, ...]:
    """Compare the answers of another reader with those of robotsc.  docs/migrate.md

    answers  pairs: a URL or path, and whether the other reader allows it.

    The other arguments are those of explain.  Returns those that differ, in their order.  Releases
    the GIL.
    Warns with UrlWarning of what is no URL and no path.
    Raises AgentError for what is no product token of the dialect, TypeError and ValueError for what
    is none of these.
    """
    tokens = (take_token(agent, dialect), *take_tokens(fallback, "fallback", dialect))
    urls, others = [], bytearray()
    for url, allowed in answers:
        if not isinstance(allowed, bool):
            raise TypeError(f"an answer must be a bool, not {type(allowed)}")
        asked = take_text(url, "a URL")
        check(asked, dialect, url)
        urls.append(asked)
        others.append(allowed)
    robots = take_robots(text)
    tell_content(robots, limit)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    found = _robotsc._shadow(robots, tokens, tuple(urls), bytes(others), options)
    return tuple(Shadow(decoded(urls[i]), bool(verdict), kind, of, line or None, other_line or None)
                 for i, verdict, kind, of, line, other_line in found)
