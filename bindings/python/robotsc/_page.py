"""_page.py - robotsc.page: what a page and its HTTP header say to a robot.

SPDX-License-Identifier: Apache-2.0
"""
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from ._ask import BODY, PAGE, PAGE_ANSWER, ROBOTS_TAG, Question
from ._html import code, element, table, verdict
from ._texts import LIMIT, Text, decoded, take_options, take_robots, take_text, take_tokens, tell_content, tell_page
from ._urls import check

Field: TypeAlias = str | bytes | tuple[str | bytes, str | bytes | list[Any] | tuple[Any, ...]]
Headers: TypeAlias = Mapping[Any, Any] | Iterable[Field] | None


@dataclass(frozen=True)
class Page:
    """What a page says to a robot.  It prints as 'robotsc page' does.  docs/page.md

    noindex, nofollow, noarchive, nocache, nosnippet, notranslate, noimageindex, indexifembedded,
    noai, noimageai, noml
                       True: the page says so; indexifembedded lifts noindex for embedded pages
    max_snippet        characters; None: no limit
    max_image_preview  "none", "standard", "large"; None: no limit
    max_video_preview  seconds; 0: a still image; None: no limit
    unavailable_after  seconds since 1970, UTC
    tdm_reservation    rights to text and data mining are reserved; None: not said
    tdm_policy         the URL of tdm-policy
    ignored            unknown directives and values for this robot
    ignored_at         line and column of the first in the HTML, from 1
    """

    noindex: bool
    nofollow: bool
    noarchive: bool
    nocache: bool
    nosnippet: bool
    notranslate: bool
    noimageindex: bool
    indexifembedded: bool
    noai: bool
    noimageai: bool
    noml: bool
    max_snippet: int | None
    max_image_preview: str | None
    max_video_preview: int | None
    unavailable_after: int | None
    tdm_reservation: bool | None
    tdm_policy: str | None
    ignored: int
    ignored_at: tuple[int, int] | None
    _text: str = field(repr=False, compare=False)

    @property
    def index(self) -> bool:
        """True unless noindex."""
        return not self.noindex

    @property
    def follow(self) -> bool:
        """True unless nofollow."""
        return not self.nofollow

    @property
    def directives(self) -> tuple[str, ...]:
        """The printed lines: index or noindex, follow or nofollow, then restrictions."""
        return tuple(self._text.splitlines())

    def __repr__(self) -> str:
        return f"<robotsc.Page {', '.join(self.directives)}>"

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        lines = [line.partition(": ") for line in self.directives]
        rows = [(name, code(value) if value else "yes") for name, _, value in lines]
        rows += [("ignored", str(self.ignored))] if self.ignored else []
        return element("div", table(("directive", "value"), rows))


@dataclass(frozen=True)
class PageAnswer:
    """Whether a page may be fetched and is to be indexed.  It is true if both.

    It prints as 'robotsc page --robots' does.

    url         the page's URL as given
    verdict     "allow" or "disallow": whether the page may be fetched
    line        the line that decides; None: no line does
    text        the text of that line, or None
    implied     no line decides because /robots.txt may always be fetched
    indexed     the page may be fetched, and nothing forbids indexing it
    never_read  robots never read what the page forbids, since they may not fetch it
    page        a Page: what the page says itself
    """

    url: str
    verdict: str
    line: int | None
    text: str | None
    implied: bool
    indexed: bool
    never_read: bool
    page: Page
    _text: str = field(repr=False, compare=False)

    @property
    def allowed(self) -> bool:
        """True if the page may be fetched."""
        return self.verdict == "allow"

    def __bool__(self) -> bool:
        return self.indexed

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        said, _, _ = self._text.partition("the page says:\n")
        return element("div", element("p", verdict(self.allowed), " ", code(self.url)),
                       *(element("p", line) for line in said.splitlines()), self.page._repr_html_())


def fields_of(field: Field) -> Iterator[bytes]:
    """A field of the HTTP header as lines, a line for each of its values."""
    if not isinstance(field, tuple):
        yield take_text(field, "a field of the header")
        return
    name, values = field
    for value in values if isinstance(values, list | tuple) else (values,):
        yield take_text(name, "the name of a field") + b": " + take_text(value, "the value of a field")


def take_fields(headers: Headers) -> tuple[bytes, ...]:
    if isinstance(headers, str | bytes):
        raise TypeError(f"headers must be a list of fields, not one {type(headers)}")
    items = getattr(headers, "items", None)  # email.message.Message is no Mapping
    return tuple(chain.from_iterable(map(fields_of, items() if items else headers or ())))


def place_of(html: bytes, offset: int) -> tuple[int, int]:
    return html.count(b"\n", 0, offset) + 1, offset - html.rfind(b"\n", 0, offset)


def page(html: Text = b"", *, agents: Iterable[str | bytes] = (), headers: Headers = (),
         body: bool = False, robots_tag: bool = False) -> Page:
    """Read what a page says to a robot: META tags, X-Robots-Tag and TDMRep's fields.  docs/page.md

    html        the page or its beginning: str, or octets.
    agents      product tokens of the robot; directives for them count, and those for all robots.
    headers     fields of the response: "name: value", (name, value), or a mapping, such as those of
                http.client, httpx and Scrapy; a value may be a list of values.  Fields that are not
                for robots say nothing, so all of a response can be given.
    body        META tags after the head count, too.
    robots_tag  Robots-Tag fields count, too.

    print() shows what 'robotsc page' does.  Releases the GIL.
    Raises AgentError for what is no product token.  Warns of what looks like no web page.
    """
    octets = take_text(html, "a page")
    if octets:
        tell_page(octets)
    fields = take_fields(headers)
    question = Question(PAGE, BODY * bool(body) | ROBOTS_TAG * bool(robots_tag), (len(fields), 0, 0, 0, 0),
                        (octets, *fields, *take_tokens(agents, "agents", "rfc9309")))
    return read_page(octets, question.find(), question.text())


def read_page(html: bytes, found: dict[str, Any], text: str) -> Page:
    members = {name.replace("-", "_"): value for name, value in found.items()}
    reserved, at = members.pop("tdm_reservation"), members.pop("ignored_at")
    return Page(noindex=not members.pop("index"), nofollow=not members.pop("follow"), **members,
                tdm_reservation=None if reserved is None else bool(reserved),
                ignored_at=None if at is None else place_of(html, at), _text=text)


def page_answer(robots: Text, url: str | bytes, html: Text = b"", *, agents: Iterable[str | bytes] = (), headers: Headers = (),
                body: bool = False, robots_tag: bool = False, dialect: str = "rfc9309", strict_fields: bool = False,
                aipref_rule: bool = False, conner2_rest: str = "allow", limit: int = LIMIT) -> PageAnswer:
    """Answer whether a page may be fetched and is to be indexed.  docs/page.md

    robots      the robots.txt: str, or octets of any content.
    url         the page's URL, or its path with the query.
    agents      product tokens of the robot, in order of preference; none: robots without a group.
    dialect     the name of a dialect, as for compile; this, strict_fields, aipref_rule,
                conner2_rest and limit are about robots.

    The others are as for page().  If a page may not be fetched, nothing on it is read: its noindex
    keeps nothing out, and results may show its URL.  print() shows what 'robotsc page --robots'
    does.  Releases the GIL.
    Raises AgentError for a text that is no product token.  Warns as page() and explain() do.
    """
    octets, text, place = take_text(html, "a page"), take_robots(robots), take_text(url, "a URL")
    if octets:
        tell_page(octets)
    tell_content(robots, limit)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    check(place, dialect, url)
    fields = take_fields(headers)
    question = Question(PAGE_ANSWER, options.flags | BODY * bool(body) | ROBOTS_TAG * bool(robots_tag),
                        (len(fields), 0, 0, 0, options.limit),
                        (dialect.encode(), text, place, octets, *fields, *take_tokens(agents, "agents", dialect)))
    found, printed = question.find(), question.text()
    members = {name: found.pop(name) for name in ("verdict", "implied", "line", "text", "indexed", "never_read")}
    members["line"] = members["line"] or None
    return PageAnswer(decoded(place), **members, page=read_page(octets, found, printed.partition("the page says:\n")[2]),
                      _text=printed)
