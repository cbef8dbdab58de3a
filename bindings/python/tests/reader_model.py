"""reader_model.py - a slow reader of robots.txt whose habits can be turned on one by one.

Without habits it reads as RFC 9309 says, and as robotsc does.  rival_models.py has the habits of
others.  The habits that turn our answer into theirs cause a difference: Explainer finds them.

SPDX-License-Identifier: Apache-2.0
"""
import datetime
import math
import re

LIMIT = 512000
AGENT = {"user-agent", "useragent", "user agent"}
ALLOW = {"allow"}
DISALLOW = {"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}
STAR, END, SLASH, MARK = range(4)  # items of a pattern that are no text
NAME = re.compile(r'(?:^|(?<=[\0- "(),;<>\[\]{}]))[A-Za-z0-9._-]+(?![:@])(?![A-Za-z0-9._-])')
PLAIN = re.compile(rb"[A-Za-z0-9._~/:@!'(),\[\]&+;=-]+")  # octets that stay what they are
ESCAPE = re.compile(rb"%[0-9A-Fa-f]{2}")
RECORDS = {"crawl-delay", "request-rate", "visit-time", "comment", "robot-version", "noindex", "content-signal",
           "content-usage"}  # what belongs to a group, beside its rules
ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*", re.S)


class Run:
    """User-agent lines without a group's records between them, and the records below them."""

    def __init__(self):
        self.agents, self.lines = [], []


class Group:
    def __init__(self):
        self.agents, self.rules, self.runs = [], [], []


def token(value):
    """The product token of a User-agent line."""
    if re.match(r"\*([ \t]|$)", value):
        return "*"
    return re.match(r"[A-Za-z0-9._-]*", value)[0].lower()


def unit(octets, at, place):
    """The item for the octets at an offset, and how many octets it takes.  RFC 9309 §2.2.2"""
    plain = PLAIN.match(octets, at)
    if plain:
        return plain[0].decode(), plain.end() - at
    escape = ESCAPE.match(octets, at)
    octet = int(octets[at + 1:at + 3], 16) if escape else octets[at]
    if not escape:
        plain = 0x20 < octet < 0x7F and chr(octet) not in '"<>\\^{|}`'
        return chr(octet) if plain else f"%{octet:02X}", 1
    if chr(octet) in "/?" and place != "path":
        return chr(octet) if place == "query" else SLASH if chr(octet) == "/" else MARK, 3
    if re.match(rb"[A-Za-z0-9._~:@!'(),\[\]*$-]", bytes([octet])):
        return chr(octet), 3
    return f"%{octet:02X}", 3


def matches(items, path):
    """True if a path begins with what the items match."""
    query, at = path.find("?"), {0}
    for item in items:
        if item == STAR:
            at = set(range(min(at), len(path) + 1))
        elif item == END:
            return len(path) in at
        elif item in (SLASH, MARK):
            plain, escaped = ("/", "%2F") if item == SLASH else ("?", "%3F")
            said = [(i, plain if 0 <= query < i else escaped) for i in at]
            at = {i + len(text) for i, text in said if path.startswith(text, i)}
        else:
            at = {i + len(item) for i in at if path.startswith(item, i)}
        if not at:
            return False
    return True


def plain_items(text):
    """The items of a text in which only '*' and a '$' at the end are special."""
    parts = text.removesuffix("$").split("*")
    return [item for part in parts for item in (STAR, part)][1:] + [END] * text.endswith("$")


class Reader:
    HABITS: dict[str, str] = {}  # what a rival does, by name
    FIELDS = {"crawl-delay": "crawl-delay", "request-rate": "request-rate", "host": "host", "sitemap": "sitemap",
              "site-map": "sitemap"}
    SPELT: dict[str, str] = {}  # further spellings of fields
    ENDING: set[str] | None = None  # fields that end a list of agents by habit; None: all

    def __init__(self, text, habits=frozenset()):
        self.habits, self.groups, self.file, self.parsed = habits, [], [], {}
        self.read(text)

    # ---- lines ----

    def lines(self, text):
        octets = text.encode()
        if "size" not in self.habits and len(octets) > LIMIT:
            cut = octets[:LIMIT]
            if octets[LIMIT] not in b"\r\n":
                cut = cut[:max(cut.rfind(b"\r"), cut.rfind(b"\n")) + 1]
            text = cut.decode(errors="ignore")
        if "byte order mark" not in self.habits and text.startswith("\ufeff"):
            text = text[1:]
        return text.splitlines() if "line ends" in self.habits else re.split(r"\r\n|\r|\n", text)

    def strip(self, text):
        return text.strip() if "white space" in self.habits else text.strip(" \t")

    def without_colon(self, line):
        words = re.split(r"[ \t]+", line)
        return words if len(words) == 2 else None

    def statement(self, line):
        """The field of a line in lower case, and its value; or None."""
        line = self.strip(line.split("#", 1)[0])
        said = line.split(":", 1) if ":" in line else self.without_colon(line)
        if not said or not self.strip(said[0]):
            return None
        field, value = self.strip(said[0]).lower(), self.strip(said[1])
        if "spelling of fields" in self.habits:
            field = self.SPELT.get(field, field)
        return field, value

    def read(self, text):
        group, ended, parted, last = None, True, True, None
        for line in self.lines(text):
            if "blank lines" in self.habits and line == "":
                if group and not ended:
                    self.groups.remove(group)
                group = None
            said = self.statement(line)
            if not said:
                continue
            field, value = said
            if field in AGENT:
                if not value and "empty agent" in self.habits:
                    ended = False
                    continue
                if not group or ended:
                    group = last = Group()
                    self.groups.append(group)
                    parted = True
                if parted:
                    group.runs.append(Run())
                for named in group, group.runs[-1]:
                    named.agents.append(value)
                ended = parted = False
            elif self.FIELDS.get(field) in ("sitemap", "host"):
                self.file.append((self.FIELDS[field], value, group is not None))
            elif group and field in ALLOW | DISALLOW:
                group.rules.append((field in ALLOW, value))
                ended = True
            elif group and field in RECORDS:
                parted = "other lines" not in self.habits
                if field in self.FIELDS and value:
                    group.runs[-1].lines.append((self.FIELDS[field], value))
            if group and field not in AGENT and "other lines" in self.habits:
                ended = ended or self.ENDING is None or field in self.ENDING
        if "no rules" in self.habits and last is group is not None and not ended:
            self.groups.remove(group)

    # ---- groups ----

    def select(self, header, groups):
        """The groups, or runs of lines, that apply to a User-Agent header."""
        names = {token(agent) for group in groups for agent in group.agents} - {"*"}
        found = [name.lower() for name in NAME.findall(header) if name.lower() in names]
        chosen = max(found, key=len) if found else "*"
        return [group for group in groups if chosen in map(token, group.agents)]

    # ---- rules ----

    def canonical(self, text):
        items, at, octets, place = [], 0, text.encode(), "path"
        while at < len(octets):
            if octets[at:at + 1] == b"?":
                place = "query"
            made, taken = unit(octets, at, place)
            items.append(made)
            at += taken
        return "".join(items)

    def items(self, pattern):
        items, at, octets, place = [], 0, pattern.encode(), "path"
        while at < len(octets):
            if octets[at:at + 1] == b"*":
                items.append(STAR)
                place = "past" if place == "path" else place
                at += 1
            elif octets[at:] == b"$":
                items.append(END)
                at += 1
            else:
                if octets[at:at + 1] == b"?":
                    place = "query"
                made, taken = unit(octets, at, place)
                items.append(made)
                at += taken
        return items

    def length(self, pattern):
        items = Reader.items(self, pattern)
        return sum(len(item) if isinstance(item, str) else 3 if item in (SLASH, MARK) else 1 for item in items)

    def variants(self, allow, pattern):
        """The patterns for which a line stands."""
        return [pattern] if pattern else []

    def cut(self, url):
        return url if "fragment" in self.habits else url.split("#", 1)[0]

    def rooted(self, path):
        if "no path" in self.habits:
            return path or "/"
        return path if path.startswith("/") else "/" + path

    def path(self, url):
        return self.canonical(self.rooted(ORIGIN.sub("", self.cut(url), count=1)))

    def ranked(self, allow, pattern):
        """The meaning of a line: (items, rank) for each of its patterns."""
        key = allow, pattern
        if key not in self.parsed:
            self.parsed[key] = [(self.items(p), self.length(p)) for p in self.variants(allow, pattern)]
        return self.parsed[key]

    def allowed(self, url, header):
        path, best = self.path(url), (-1, True)
        if "/robots.txt" not in self.habits and path == "/robots.txt":
            return True
        for group in self.select(header, self.groups):
            for allow, pattern in group.rules:
                for items, rank in self.ranked(allow, pattern):
                    if (rank, allow) > best and matches(items, path):
                        best = rank, allow
        return best[1]

    # ---- other lines ----

    def values(self, header, field):
        runs = [run for group in self.groups for run in group.runs]
        return [value for run in self.select(header, runs) for name, value in run.lines if name == field]

    def read_delay(self, value):
        if not re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", value):
            return None
        return min(math.ceil(round(float(value) * 1000, 6)) / 1000, 4294967.295)

    def crawl_delay(self, header):
        read = [self.read_delay(value) for value in self.values(header, "crawl-delay")]
        read = [delay for delay in read if delay is not None]
        if "last line" in self.habits:
            return read[-1] if read else None
        return max(read, default=None)

    def read_rate(self, value):
        clock = r"([0-9]{2}):?([0-9]{2})"
        rate = re.fullmatch(r"([0-9]+)[ \t]*/[ \t]*([0-9]+)[ \t]*([smhd]?)(?:[ \t]+" + clock + r"[ \t]*[- \t][ \t]*" + clock + ")?",
                            value, re.I)
        if not rate or not int(rate[1]) or not int(rate[2]):
            return None
        times = [datetime.time(int(rate[i]) % 24, int(rate[i + 1])) if rate[i] else None for i in (4, 6)]
        return (int(rate[1]), int(rate[2]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[rate[3].lower()], *times)

    def request_rate(self, header):
        read = [self.read_rate(value) for value in self.values(header, "request-rate")]
        read = [rate for rate in read if rate]
        if "last line" in self.habits:
            return read[-1] if read else None
        return max(read, key=lambda rate: (rate[2] is None, rate[1] / rate[0] if rate[0] else math.inf), default=None)

    def sitemaps(self):
        values = [value for field, value, _ in self.file if field == "sitemap"]
        if "any value" not in self.habits:
            values = [value for value in values if re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*://[^ \t]+", value)]
        return values if "repeated" in self.habits else list(dict.fromkeys(values))

    def host(self):
        hosts = [value for field, value, grouped in self.file
                 if field == "host" and value and (grouped or "in a group" not in self.habits)]
        if "any value" not in self.habits:
            hosts = [value for value in hosts if re.fullmatch(r"[^\s/:]+(:[0-9]+)?", value)]
        return hosts[-1 if "last line" in self.habits else 0] if hosts else None


class Explainer:
    """Finds the causes of the differences about one file."""

    def __init__(self, kind, text):
        self.kind, self.text, self.readers, self.known = kind, text, {}, []

    def ask(self, habits, call):
        habits = frozenset(habits)
        if habits not in self.readers:
            if len(self.readers) > 64:
                self.readers.clear()
            self.readers[habits] = self.kind(self.text, habits)
        return call(self.readers[habits])

    def explain(self, call, ours, theirs):
        """Habits that turn our answer into theirs: one, else a set that needs all its members.

        None: there are no such habits, or our answer is not that of RFC 9309.
        """
        if self.ask((), call) != ours:
            return None
        single = [(habit,) for habit in self.kind.HABITS]
        for habits in sorted(self.known, key=len) if self.known else ():
            if len(habits) == 1 and self.ask(habits, call) == theirs:
                return habits
        for habits in single + [habits for habits in self.known if len(habits) > 1]:
            if self.ask(habits, call) == theirs:
                return self.keep(habits)
        habits = list(self.kind.HABITS)
        if self.ask(habits, call) != theirs:
            return None
        for habit in self.kind.HABITS:
            fewer = [one for one in habits if one != habit]
            if self.ask(fewer, call) == theirs:
                habits = fewer
        return self.keep(tuple(habits))

    def keep(self, habits):
        if habits not in self.known:
            self.known.append(habits)
        return habits
