"""_page.py - robotsc.page: what a page and its HTTP header say to a robot.

SPDX-License-Identifier: Apache-2.0
"""
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, TypeAlias

from . import _robotsc
from ._html import code, element, table
from ._texts import Text, shown, take_text, take_tokens

Field: TypeAlias = str | bytes | tuple[str | bytes, str | bytes | list[Any] | tuple[Any, ...]]
Headers: TypeAlias = Mapping[Any, Any] | Iterable[Field] | None

#: enum robotsc_directive
FLAGS = {"noindex": 0, "nofollow": 1, "noarchive": 2, "nocache": 10, "nosnippet": 3, "notranslate": 4, "noimageindex": 5,
         "indexifembedded": 6, "noai": 7, "noimageai": 8, "noml": 11}
PREVIEWS = ("none", "standard", "large", None)  # enum robotsc_preview
RESERVATIONS = (None, False, True)  # enum robotsc_tdm
YEARS = 400  # then the calendar repeats
DAYS = 146097


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
        """The lines that are printed: index or noindex, follow or nofollow, then restrictions."""
        lines = ["noindex" if self.noindex else "index", "nofollow" if self.nofollow else "follow"]
        lines += [name for name in list(FLAGS)[2:] if getattr(self, name)]
        if self.max_snippet:
            lines.append(f"max-snippet: {self.max_snippet}")
        if self.max_image_preview is not None:
            lines.append(f"max-image-preview: {self.max_image_preview}")
        if self.max_video_preview is not None:
            lines.append(f"max-video-preview: {self.max_video_preview}")
        if self.unavailable_after is not None:
            lines.append(f"unavailable_after: {iso8601(self.unavailable_after)}")
        if self.tdm_reservation is not None:
            lines.append(f"tdm-reservation: {int(self.tdm_reservation)}")
        if self.tdm_policy is not None:
            lines.append(f"tdm-policy: {shown(self.tdm_policy)}")
        return tuple(lines)

    def __repr__(self) -> str:
        return f"<robotsc.Page {', '.join(self.directives)}>"

    def __str__(self) -> str:
        return "\n".join(self.directives)

    def _repr_html_(self) -> str:
        lines = [line.partition(": ") for line in self.directives]
        rows = [(name, code(value) if value else "yes") for name, _, value in lines]
        rows += [("ignored", str(self.ignored))] if self.ignored else []
        return element("div", table(("directive", "value"), rows))


def iso8601(seconds: int) -> str:
    """A time such as 2026-01-31T12:00:00Z, of the years 0 to 10000."""
    shift = YEARS if seconds < 0 else -YEARS
    time = datetime(1970, 1, 1) + timedelta(days=DAYS if seconds < 0 else -DAYS, seconds=seconds)
    return f"{time.year - shift:04}-{time:%m-%dT%H:%M:%SZ}"


def fields_of(field: Field) -> Iterator[bytes]:
    """A field of the HTTP header as lines, one for each of its values."""
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
    """
    octets = take_text(html, "a page")
    found = _robotsc._page(octets, take_tokens(agents, "agents"), take_fields(headers), body, robots_tag)
    flags, snippet, image, video, time, reservation, policy, ignored, at = found
    return Page(**{name: bool(flags >> bit & 1) for name, bit in FLAGS.items()}, max_snippet=snippet,
                max_image_preview=PREVIEWS[image], max_video_preview=video, unavailable_after=time,
                tdm_reservation=RESERVATIONS[reservation], tdm_policy=policy or None, ignored=ignored,
                ignored_at=None if at is None else place_of(octets, at))
