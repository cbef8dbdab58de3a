"""_texts.py - converts texts for the library, and prints them as the command does.

Octets that are no UTF-8 are surrogates in every str, as os.fsdecode makes them.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import warnings
from collections.abc import Iterable
from mmap import mmap
from operator import index
from typing import NamedTuple, TypeAlias

from ._robotsc import AgentError, ContentWarning, Policy, _need_token, content_kind

Text: TypeAlias = str | bytes | bytearray | memoryview | mmap
Name: TypeAlias = str | os.PathLike[str]

STEPS = 2**63 - 1  # the highest budget
LIMIT = 512000  # octets of a robots.txt that are read
MAGIC = b"\x8dRBC"  # what every blob begins with
REST = ("allow", "deny")
STRICT_FIELDS, CONNER2_REST_DENY, AIPREF_RULE, ONE_ROBOT = 1, 2, 8, 524288  # as bindings/c has them


class Options(NamedTuple):
    """The options for reading a robots.txt."""

    dialect: str
    limit: int
    flags: int


# Characters that control a terminal or the direction of text, and the backslash before xHH.
CONTROLS = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff]"
                      r"|\\(?=x[0-9A-Fa-f]{2})")


def octets(text: str) -> bytes:
    """The octets of a str that this package made, or of a str without lone surrogates."""
    return text.encode("utf-8", "surrogateescape")


def decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def take_text(text: Text | Policy, what: str) -> bytes:
    """The octets of a text that a caller passes."""
    if hasattr(text, "read_bytes"):
        raise TypeError(f"{what} must be its text, not a path: give {text!r}.read_bytes()")
    if isinstance(text, Policy) or not isinstance(text, str | bytes | bytearray | memoryview | mmap):
        raise TypeError(f"{what} must be str or bytes, not {type(text)}")
    return octets(text) if isinstance(text, str) else bytes(text)


def need_utf8(text: Text) -> Text:
    """The text.  Raises UnicodeEncodeError for a str with lone surrogates, as compile does."""
    try:
        if isinstance(text, str):
            text.encode()
    except UnicodeEncodeError as error:
        error.reason = "surrogates not allowed; give the bytes"
        raise
    return text


def take_robots(text: Text | Policy) -> bytes:
    """The octets of a robots.txt that a caller passes."""
    if isinstance(text, Policy):
        raise TypeError("a Policy has no lines; give its robots.txt")
    robots = take_text(text, "a robots.txt")
    if robots.startswith(MAGIC):
        raise ValueError("a blob has no lines; give its robots.txt")
    return robots


def tell_content(text: Text, limit: int = LIMIT) -> None:
    """Warn the caller of a public function if a text looks like no robots.txt, or is cut."""
    kind = content_kind(text)
    if kind not in ("text", "empty"):
        warnings.warn(f"this looks like {kind}, not like a robots.txt", ContentWarning, stacklevel=3)
    if (len(octets(text)) if isinstance(text, str) else memoryview(text).nbytes) > limit:
        warnings.warn(f"only the first {limit} octets of this robots.txt were read", ContentWarning, stacklevel=3)


def tell_page(html: bytes) -> None:
    """Warn the caller of a public function if a text looks like no web page."""
    kind = content_kind(html)
    if not (kind == "html" or kind.startswith("utf16") or (kind == "text" and b"<" in html)):
        warnings.warn(f"this looks like {kind}, not like a web page", ContentWarning, stacklevel=3)


def take_token(token: Text, *dialects: str) -> bytes:
    """The octets of a product token; it must be one in all these dialects.  Raises AgentError."""
    name = take_text(token, "a product token")
    for dialect in dialects:
        _need_token(name, dialect, token)
    return name


def take_tokens(tokens: Iterable[str | bytes], what: str, *dialects: str) -> tuple[bytes, ...]:
    if isinstance(tokens, str | bytes):
        raise TypeError(f"{what} must be a list of product tokens, not one {type(tokens)}")
    return tuple(take_token(token, *dialects) for token in tokens)


def take_names(tokens: Iterable[str | bytes], what: str, one_robot: bool, *dialects: str) -> tuple[bytes, ...]:
    """As take_tokens; if one_robot, they are names of one robot, and "*" is no such name."""
    names = take_tokens(tokens, what, *dialects)
    if one_robot and b"*" in names:
        raise AgentError("'*' is no name of a robot")
    return names


def take_options(dialect: str, limit: int, strict_fields: bool, aipref_rule: bool, conner2_rest: str,
                 one_robot: bool = False) -> Options:
    _need_token(b"*", dialect, dialect)  # which all dialects have
    if conner2_rest not in REST:
        raise ValueError(f"conner2_rest must be 'allow' or 'deny', not {conner2_rest!r}")
    if index(limit) < LIMIT:
        raise ValueError(f"limit must be {LIMIT} or more, not {limit}")
    if one_robot and dialect not in ("rfc9309", "google"):
        raise ValueError(f"one_robot is for rfc9309 and google, not {dialect}")
    flags = (ONE_ROBOT * bool(one_robot) | STRICT_FIELDS * bool(strict_fields) | AIPREF_RULE * bool(aipref_rule)
             | CONNER2_REST_DENY * (conner2_rest == "deny"))
    return Options(dialect, limit, flags)


def take_number(number: int, what: str, most: int) -> int:
    if not isinstance(number, int):
        raise TypeError(f"{what} must be int, not {type(number)}")
    if not 1 <= number <= most:
        raise ValueError(f"{what} must be 1 to {most}, not {number}")
    return number


def escape(match: re.Match[str]) -> str:
    return "".join(f"\\x{octet:02X}" for octet in octets(match[0]))


def shown(text: str) -> str:
    """The text, with the characters that control a terminal as \\xHH."""
    return CONTROLS.sub(escape, text)
