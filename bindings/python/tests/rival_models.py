"""rival_models.py - the reader of reader_model.py with the habits of others.

With all of them it answers as Protego 0.2, or as urllib.robotparser of CPython 3.11.

SPDX-License-Identifier: Apache-2.0
"""
import datetime
import math
import re
from urllib.parse import quote, unquote, urlparse, urlunparse

from reader_model import AGENT, ALLOW, DISALLOW, ORIGIN, Reader, matches, plain_items


class LikeProtego(Reader):
    HABITS = {
        "line ends": "ends lines at form feeds, U+0085, U+2028 and the like, too",
        "white space": "strips all white space of Unicode, not blanks and tabs alone",
        "byte order mark": "takes a byte order mark for a part of the first field",
        "size": "reads all of a file, however large",
        "no colon": "knows fields without a colon in lower case alone, and with values of several words",
        "empty agent": "passes over a User-agent line without a value: the group before it goes on",
        "other lines": "ends a list of User-agent lines at any other line",
        "names": "takes the whole value for a name, and looks for it anywhere in the header",
        "leading slash": "puts a slash before a pattern that begins with none",
        "dollar": "takes a $ for an ordinary character as well",
        "$ before the query": "moves a $ at the end of a pattern with a query to before the query",
        "two slashes": "takes what follows // at the beginning of a pattern for a host, and drops it",
        "spelling": "decodes all escapes of the path but %2F and %25, and none of the query",
        "length": "counts octets of a pattern that it has escaped three times",
        "index.html": "reads Allow: /d/index.html as Allow: /d/$, too",
        "empty query": "drops a ? with nothing after it, of URLs and of patterns that end with $",
        "fragment": "compares the fragment of a URL, too",
        "no path": "puts no slash before the query of a URL without a path",
        "/robots.txt": "has rules for /robots.txt itself",
        "spelling of fields": "knows Sitemaps, Crawl delay and Request rate, too",
        "any value": "takes values that are no number, URL or host",
        "last line": "takes the last of several lines, not the slowest, or the first Host",
        "in a group": "counts no Host line before the first group",
        "repeated": "lists equal Sitemap lines each time",
    }
    SPELT = {"sitemaps": "sitemap", "crawl delay": "crawl-delay", "request rate": "request-rate"}

    def without_colon(self, line):
        if "no colon" not in self.habits:
            return super().without_colon(line)
        words = line.split(" ")
        known = AGENT | ALLOW | DISALLOW | set(self.FIELDS) | set(self.SPELT)
        cuts = [i for i in range(1, len(words)) if " ".join(words[:i]) in known]
        return (" ".join(words[:cuts[0]]), " ".join(words[cuts[0]:])) if cuts else None

    @staticmethod
    def names(group):
        for agent in group.agents:
            yield agent.lower()
            if "*" in agent and agent != "*":
                yield agent.lower().replace("*", "")

    def select(self, header, groups):
        if "names" not in self.habits:
            return super().select(header, groups)
        header = header.strip().lower()
        names = [name for name in dict.fromkeys(n for group in groups for n in self.names(group)) if name]
        score = {name: 1 if name == "*" else len(name) for name in names if name == "*" or name in header}
        best = max(score, key=score.__getitem__, default=None)
        return [group for group in groups if best in self.names(group)]

    def variants(self, allow, pattern):
        if not pattern:
            return []
        if "leading slash" in self.habits and not pattern.startswith("/"):
            pattern = "/" + pattern
        made = [pattern]
        if "dollar" in self.habits and "$" in pattern:
            made.append(pattern.replace("$", "%24"))
        if "index.html" in self.habits and allow:
            made += [end for one in list(made) if self.spelt(one).endswith("/index.html")
                     for end in self.variants(True, one[:-10] + "$")]
        return [one for one in made if self.spelt(one)]

    def parts(self, pattern):
        """The path of a pattern, the rest, and a last character that is put between the two."""
        last = pattern[-1] if pattern[-1] in "?;$" else ""
        if "two slashes" in self.habits:
            pattern = re.sub(r"^//[^/?]*", "", pattern)
        pattern = pattern[:len(pattern) - len(last)]
        path, mark, query = pattern.partition("?")
        at = path.find(";", path.rfind("/") + 1)
        path, rest = (path[:at], path[at:]) if at >= 0 else (path, "")
        rest += mark + query
        if "empty query" in self.habits:
            rest = re.sub(r"^;(?=\?|$)|\?$", "", rest)
        return (path, rest, last) if "$ before the query" in self.habits else (path, rest + last, "")

    @staticmethod
    def respell(path, kept, safe):
        def decode(escape):
            octet = bytes([int(escape[1], 16)])
            return escape[0].upper() if octet in kept else octet
        decoded = re.sub(rb"%([0-9A-Fa-f]{2})", decode, path.encode())
        return quote(decoded.decode(errors="replace"), safe=safe)

    def spelt(self, pattern):
        """A pattern in the form in which Protego writes it; its length is the rank."""
        path, rest, last = self.parts(pattern)
        return self.respell(path, b"/*$%", "/*%") + last + re.sub(r"[\t\r\n]", "", rest)

    def items(self, pattern):
        if "spelling" in self.habits:
            return plain_items(self.spelt(pattern))
        path, rest, last = self.parts(pattern)
        return super().items(path + ("%24" if last == "$" and rest else last) + rest)

    def length(self, pattern):
        return len(self.spelt(pattern)) if "length" in self.habits else super().length(pattern)

    def path(self, url):
        text = ORIGIN.sub("", self.cut(url), count=1)
        if "empty query" in self.habits:
            text = re.sub(r";?\??(#|$)", r"\1", text, count=1).removesuffix("#")
        text = self.rooted(text)
        if "spelling" not in self.habits:
            return self.canonical(text)
        path = re.match(r"[^?#]*", text)[0]
        at = path.find(";", path.rfind("/") + 1)
        path = path[:at] if at >= 0 else path
        return self.respell(path, b"/%", "/%") + re.sub(r"[\t\r\n]", "", text[len(path):])

    def sitemaps(self):
        return [url for url in super().sitemaps() if url]

    def read_delay(self, value):
        if "any value" not in self.habits:
            return super().read_delay(value)
        try:
            return float(value)
        except ValueError:
            return None

    def read_rate(self, value):
        if "any value" not in self.habits:
            return super().read_rate(value)
        try:
            words = value.split()
            rate, times = words if len(words) == 2 else (words[0], "")
            documents, seconds = rate.split("/")
            scale = {"m": 60, "h": 3600, "d": 86400}.get(seconds[-1].lower(), 1)
            clock = [datetime.time(int(t[:2]), int(t[-2:])) for t in times.split("-")] if times else [None, None]
            return (int(documents), int(seconds[:-1]) * scale, clock[0], clock[1])
        except (ValueError, IndexError):
            return None


class LikeUrllib(Reader):
    HABITS = {
        "white space": LikeProtego.HABITS["white space"],
        "byte order mark": LikeProtego.HABITS["byte order mark"],
        "size": LikeProtego.HABITS["size"],
        "no colon": "passes over lines without a colon",
        "misspelt fields": "knows User-agent and Disallow in this spelling alone",
        "blank lines": "ends a group at a blank line, and passes over rules after it",
        "no rules": "passes over a group at the end of the file that has no rules",
        "other lines": "ends a list of User-agent lines at Crawl-delay and Request-rate",
        "names": "takes the whole value for a name, and looks for it anywhere in the header before its first /",
        "first group": "takes the first group for a robot alone",
        "wildcards": "takes * and $ for ordinary characters",
        "order": "takes the first rule that matches, not the longest; an empty one allows everything",
        "spelling": "decodes all escapes, %2F and %3F too",
        "rebuilt": "takes patterns and URLs apart and rebuilds them, without an empty query or //",
        "fragment": LikeProtego.HABITS["fragment"],
        "no path": LikeProtego.HABITS["no path"],
        "/robots.txt": LikeProtego.HABITS["/robots.txt"],
        "any value": "takes Sitemap lines that are no URL, and no delay with a fraction or rate with a unit",
        "last line": "takes the last of several lines, not the slowest",
        "repeated": LikeProtego.HABITS["repeated"],
    }
    ENDING = {"crawl-delay", "request-rate"}

    def without_colon(self, line):
        return None if "no colon" in self.habits else super().without_colon(line)

    def statement(self, line):
        said = super().statement(line)
        known = said and (said[0] not in AGENT | DISALLOW or said[0] in ("user-agent", "disallow")) and said[0] != "site-map"
        return said if known or "misspelt fields" not in self.habits else None

    def select(self, header, groups):
        if "names" in self.habits:
            robot = header.split("/")[0].lower()
            names = [[unquote(agent) for agent in group.agents] for group in groups]
            named = [group for group, said in zip(groups, names)
                     if "*" not in said and any(name.lower() in robot for name in said)]
            groups = named or [group for group, said in zip(groups, names) if "*" in said]
        else:
            groups = super().select(header, groups)
        return groups[:1] if "first group" in self.habits else groups

    def rebuild(self, text):
        return urlunparse(urlparse(text)) if "rebuilt" in self.habits else text

    def items(self, pattern):
        if "spelling" in self.habits and "wildcards" in self.habits:
            return [quote(self.rebuild(unquote(pattern)))]
        pattern = self.rebuild(pattern)
        if "spelling" in self.habits:
            parts = [quote(unquote(part)) for part in pattern.removesuffix("$").split("*")]
            return plain_items("*".join(parts) + "$" * pattern.endswith("$"))
        if "wildcards" in self.habits:
            return [self.canonical(pattern)]
        return super().items(pattern)

    def path(self, url):
        text = self.cut(url)
        if "spelling" in self.habits:
            text = unquote(text)
        text = ORIGIN.sub("", text, count=1)
        if "rebuilt" in self.habits:
            text = urlunparse(("", "", *urlparse("x://h" + text)[2:]))
        text = self.rooted(text)
        return quote(text) if "spelling" in self.habits else self.canonical(text).replace("#", "%23")

    def allowed(self, url, header):
        if "order" not in self.habits:
            return super().allowed(url, header)
        path = self.path(url)
        if "/robots.txt" not in self.habits and path == "/robots.txt":
            return True
        for group in self.select(header, self.groups):
            for allow, pattern in group.rules:
                if not pattern or matches(self.ranked(allow, pattern)[0][0], path):
                    return allow or not pattern
        return True

    def crawl_delay(self, header):
        delay = super().crawl_delay(header)
        return None if delay is None else math.ceil(delay)

    def read_delay(self, value):
        if "any value" not in self.habits:
            return super().read_delay(value)
        return int(unquote(value)) if unquote(value).strip().isdigit() else None

    def read_rate(self, value):
        if "any value" not in self.habits:
            rate = super().read_rate(value)
            return rate if rate and rate[2] is None else None
        numbers = unquote(value).split("/")
        whole = len(numbers) == 2 and all(number.strip().isdigit() for number in numbers)
        return (int(numbers[0]), int(numbers[1]), None, None) if whole else None

    def request_rate(self, header):
        rate = super().request_rate(header)
        return rate and rate[:2]

    def sitemaps(self):
        said = super().sitemaps()
        return ([unquote(url) for url in said] if "spelling" in self.habits else said) or None
