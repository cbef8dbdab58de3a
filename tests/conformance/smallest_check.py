"""smallest_check.py - no part of what conformance/smallest.py leaves can go; its causes are right.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../conformance"))
from smallest import cause, fewest, smallest  # noqa: E402

# The needed parts stay, in their order, and no others, whichever they are.
random.seed(1)
for _ in range(300):
    parts = list(range(random.randrange(1, 40)))
    needed = sorted(random.sample(parts, random.randrange(len(parts) + 1)))
    assert fewest(parts, lambda some, needed=needed: set(needed) <= set(some)) == needed

# Either of two pairs is needed: one pair is left.
left = fewest(list(range(20)), lambda some: {3, 4} <= set(some) or {7, 15} <= set(some))
assert left in ([3, 4], [7, 15]), left

REAL = (b"# robots.txt of a shop\r\nUser-agent: SomeBot\r\nDisallow: /\r\n\r\nUser-agent: *\r\n\r\nDisallow: /cart/\r\n"
        b"Disallow: /search/%E3%81%82*\r\nAllow: /cart/help\r\nDisallow: /a$\r\nSitemap: https://shop.example/map.xml\r\n")


def reader(text, path, fault=""):
    """The verdict of the group "*": rules are prefixes, the longest decides.  The reader has
    `fault`."""
    inside, best = False, (-1, "allow")
    for line in text.replace(b"\r\n", b"\n").split(b"\n"):
        name, _, value = line.partition(b":")
        name, value = name.strip().lower(), value.strip()
        if name == b"user-agent":
            inside = value == b"*"
        elif not name and fault == "empty line":
            inside = False
        elif name in (b"allow", b"disallow") and inside and value:
            kind = name.decode()
            if fault == "case":
                value, path = value.lower(), path.lower()
            if fault == "escapes":
                value, path = (re.sub(rb"%[0-9A-F]{2}", b"", word) for word in (value, path))
            if path.startswith(value.rstrip(b"*")) and not (fault == "allow" and kind == "allow"):
                best = max(best, (len(value), kind))
    return best[1]


# A fault and a path; then what is left of the text, what is left of the path, and the cause.
for fault, path, *expected in [
        ("empty line", b"/cart/page", b"User-agent: *\n\nDisallow: /", b"/", "empty line"),
        ("case", b"/CART/page", b"User-agent: *\nDisallow: /c", b"/C", "a rule and a path"),
        ("escapes", b"/search/page", b"User-agent: *\nDisallow: /%82", b"/", "escape in a rule"),
        ("allow", b"/cart/help/me", b"User-agent: *\nDisallow: /\nAllow: /a", b"/a", "two rules, Allow and Disallow")]:
    text, path = smallest(REAL, path, lambda text, path, fault=fault: reader(text, path) != reader(text, path, fault))
    found = [text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\n"), path, cause(text, path)]
    assert found == expected, (fault, found)

CAUSES = {
    (b"User-agent: *\nDisallow: /", b"/"): "a rule and a path",
    (b"\xef\xbb\xbfUser-agent: *\nDisallow: /", b"/"): "BOM",
    (b"User-agent: *\rDisallow: /", b"/"): "CR",
    (b"User-agent: *\n\nDisallow: /", b"/"): "empty line",
    (b"User-agent: *\nUser-agent: a\nDisallow: /", b"/"): "two names, a name but *",
    (b"User-agent: *\nDisallow: /a\nAllow: /", b"/a"): "two rules, Allow and Disallow",
    (b"User-agent: *\nDisallow:", b"/"): "empty rule",
    (b"User-agent: *\nDisallow: a", b"/"): "rule without /",
    (b"User-agent: *\nDisallow: /*a$", b"/a"): "*, $ at the end",
    (b"User-agent: *\nDisallow: /a$b", b"/a"): "$ inside",
    (b"User-agent: *\nDisallow: /%41", b"/%2f"): "escape in a rule, escape in the URL",
    (b"User-agent: *\nDisallow: /\xc3\xa9", b"/%"): "octets above 7F, stray %",
    (b"User-agent: *\nDisallow: /?", b"/?"): "? in a rule, ? in the URL",
    (b"User-agent: *\nCrawl-delay: 3\nDisallow: / # a", b"/robots.txt"): "comment, /robots.txt, crawl-delay",
    (b"a\nDisallow: /a b", b"/;//."): "no name, space in a rule, //, ; in the URL, . in the URL, junk",
}
for (text, path), name in CAUSES.items():
    found = cause(text, path)
    assert set(found.split(", ")) == set(name.split(", ")), (text, path, found)
