"""_html.py - markup for notebooks.  Text that is not Html already is escaped.

SPDX-License-Identifier: Apache-2.0
"""
import html
from collections.abc import Iterable

from ._texts import CONTROLS, escape

COLORS = {"allow": "#1a7f37", "disallow": "#cf222e", "error": "#cf222e", "warning": "#9a6700", "note": "#0969da"}


class Html(str):
    """Markup.  A str that is not of this class is text."""


def markup(content: str) -> str:
    """The content as markup.  A text keeps its ends of lines, and any \\xHH that it already has."""
    if isinstance(content, Html):
        return content
    return html.escape(CONTROLS.sub(lambda match: match[0] if match[0] in "\\\n" else escape(match), content))


def element(name: str, *content: str, style: str = "") -> Html:
    attribute = f' style="{style}"' if style else ""
    return Html(f"<{name}{attribute}>{''.join(map(markup, content))}</{name}>")


def joined(*content: str) -> Html:
    return Html("".join(map(markup, content)))


def code(text: str) -> Html:
    return element("code", text, style="white-space:pre-wrap;overflow-wrap:anywhere")


def word(text: str) -> Html:
    """A verdict or a severity, in its color."""
    return element("b", text, style=f"color:{COLORS.get(text, 'inherit')}")


def verdict(allowed: bool) -> Html:
    return word("allow" if allowed else "disallow")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Html:
    left = "text-align:left;vertical-align:top"
    lines = [element("tr", *(element("th", cell, style=left) for cell in head))]
    lines += [element("tr", *(element("td", cell, style=left) for cell in row)) for row in rows]
    return element("table", *lines)
