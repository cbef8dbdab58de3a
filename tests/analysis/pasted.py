#!/usr/bin/env python3
"""pasted.py - paths that diff, gen, verify and lint print can be pasted into check, and rules that
explain prints into the file.  check confirms the verdicts.

    pasted.py ROBOTSC FOLDER [N]

N random files of few lines, with octets that URLs do not have, are tested in all pairs of dialects,
and some as blobs.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import re
import shutil
import subprocess
import sys

DIALECTS = ["rfc9309", "google", "nexor1994", "koster1996", "conner2"]
PIECES = [b"a", b"b", b"/", b"//", b"*", b"*", b"$", b"?", b"%2F", b"%aa", b"\xaa", b" b", b"\x01", b"\x1b[2J", b"\\", b"'", b"%20",
          b"%", b"\xc3\xa9", b"\x7f", b"\\x41", b"a1", b'"', b"%23", b"://", b"&b", b";b", b"$(a)", b"`a`", b"$?",
          b"{a,b}", b"[a-b]", b"<a", b"|a", b"!", b"~"]


def text(random):
    lines = [b"User-agent: *"]
    if random.random() < 0.3:
        lines.append(b"Robot-version: 2.0")
    for _ in range(random.randint(1, 3)):
        path = b"/" + b"".join(random.choice(PIECES) for _ in range(random.randint(0, 3)))
        lines.append(random.choice([b"Disallow: ", b"Disallow: ", b"Allow: "]) + path)
    return b"\n".join(lines) + b"\n"


def pasted(printed, shell):
    """Returns the argument that a shell makes of a printed path.  Outside quotes, all octets must
    be printable, and none may be special to a shell."""
    if printed.startswith(b"$'"):
        assert re.fullmatch(rb"\$'([ -&(-\[\]-~]|\\x[0-9A-F]{2}|\\['\\])*'", printed), printed
        # Shells differ in how many digits they read.
        assert not re.search(rb"\\x[0-9A-F]{2}[0-9A-Fa-f]", printed), printed
        escape = lambda m: bytes([int(m[1], 16)]) if m[1] else m[2]
        return re.sub(rb"\\(?:x([0-9A-F]{2})|(.))", escape, printed[2:-1])
    if shell and printed.startswith(b"'"):
        assert re.fullmatch(rb"'[ -&(-~]*'", printed), printed
        return printed[1:-1]
    assert re.fullmatch(rb"[A-Za-z0-9/%._~:@=+,-]+" if shell else rb"[!-~]+", printed), printed
    return printed


def read_by_bash(printed):
    return subprocess.run(["bash", "-c", b"printf %s " + printed], stdout=subprocess.PIPE, env={"LC_ALL": "C"}).stdout


class Pasting:
    def __init__(self, robotsc, folder):
        self.robotsc, self.folder = robotsc, folder
        self.wrong = self.confirmed = self.quoted = self.changed = 0
        self.dialects = []

    def run(self, *arguments):
        return subprocess.run([self.robotsc, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout

    def write(self, name, octets):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(octets)

    def confirm(self, command, printed, name, dialect, verdict):
        option = [] if name.endswith(".blob") else ["--dialect=" + dialect]
        shell = command in ("diff", "verify")
        path = pasted(printed, shell)
        says = self.run("check", *option, name, "x", path).split(b"\t")[0].decode()
        if not re.fullmatch(rb"[!-~]+", path):
            assert "google" in self.dialects, printed  # all others read escapes
        if printed[:1] in b"$'" or shell:
            self.quoted += printed[:1] in b"$'"
            assert not shutil.which("bash") or read_by_bash(printed) == path, printed
        if says == verdict:
            self.confirmed += 1
            return
        self.wrong += 1
        print(f"{command}: {printed!r} is {says}, not {verdict}, by {name} in {dialect}")
        with open(os.path.join(self.folder, name), "rb") as file:
            print(file.read())

    def diff(self, names, dialects):
        out = self.run("diff", "--agent=x", "--dialect-a=" + dialects[0], "--dialect-b=" + dialects[1], *names)
        verdicts = None
        for line in out.split(b"\n"):
            if line.startswith(b"  newly"):
                verdicts = ("allow", "disallow") if b"disallowed" in line else ("disallow", "allow")
            elif line.startswith(b"    ") and not line.startswith(b"     "):
                for i in range(2):
                    self.confirm("diff", line[4:], names[i], dialects[i], verdicts[i])

    def gen(self, name, dialect, *how):
        option = [] if name.endswith(".blob") else ["--dialect=" + dialect]
        for line in self.run("gen", "--tsv", "--count=12", *how, *option, name, "x").split(b"\n")[:-1]:
            verdict, path = line.split(b"\t")
            self.confirm("gen", path, name, dialect, verdict.decode())

    def verify(self, names, dialect):
        out = self.run("verify", "--dialect=" + dialect, *names)
        found = re.match(rb"differs   on (.*): (\w+) by the text, (\w+) by the blob", out)
        for i in range(2 if found else 0):
            self.confirm("verify", found[1], names[1 - i], dialect, found[2 + i].decode())

    def lint(self, name, dialect):
        out = self.run("lint", "--dialect=" + dialect, name)
        for said in re.findall(rb"\((\w+): (dis)?allowed(?: for (\S+))?; path (.*?)(?:; lines? [^;]*)?\) \[", out):
            self.confirm("lint", said[3], name, said[0].decode(), "disallow" if said[1] else "allow")

    def explain(self, name, dialect, url):
        out = self.run("explain", "--dialect=" + dialect, name, "x", url)
        with open(os.path.join(self.folder, name), "rb") as file:
            lines = file.read().split(b"\n")[:-1]
        changes = []
        for line in out.split(b"\n"):
            change = re.fullmatch(rb"  to (?:dis)?allow it, (?:(remove) lines? ([0-9, ]*);.*|"
                                  rb"add before line (\d+): (.*?)(?: \((?:also|and|changes|may) .*\))?)", line)
            if change and change[1]:
                gone = [int(n) for n in change[2].split(b",")]
                changes.append([l for i, l in enumerate(lines) if i + 1 not in gone])
            elif change:
                at = int(change[3]) - 1
                changes.append(lines[:at] + [change[4]] + lines[at:])
        for changed in changes:
            self.write("changed", b"\n".join(changed) + b"\n")
            says = self.run("check", "--dialect=" + dialect, "changed", "x", url).split(b"\t")[0]
            self.changed += 1
            if says == out.split(b"\t")[0]:
                self.wrong += 1
                print(f"explain: {url!r} is {says} in {dialect} still:", b"\n".join(changed), out)


def main():
    state = random.Random(16)
    p = Pasting(sys.argv[1], sys.argv[2])
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 20):
        dialects = [state.choice(DIALECTS), state.choice(DIALECTS)]
        for name in ("a", "b"):
            p.write(name, text(state))
        p.run("compile", "-q", "--dialect=" + dialects[0], "-o", "a.blob", "a")
        p.dialects = dialects
        for dialect in DIALECTS:
            p.lint("a", dialect)
            p.explain("a", dialect, b"/" + b"".join(state.choice(PIECES) for _ in range(state.randint(0, 4))))
        names = ["a.blob" if state.random() < 0.3 else "a", "b"]
        p.diff(names, dialects)
        p.gen(names[0], dialects[0])
        p.gen("b", dialects[1], "--seed=%d" % state.randint(0, 99))
        p.verify(["a.blob", "b"], dialects[0])
    # "//~a" alone is a host to google.
    p.write("host", b"User-agent: *\nDisallow: //%7Ea\nDisallow: /$\n")
    p.lint("host", "rfc9309")
    print(f"{p.confirmed} verdicts confirmed, {p.quoted} of them of paths in quotes; {p.changed} changes made; {p.wrong} wrong")
    return p.wrong > 0 or p.confirmed < 170 or p.quoted < 4 or p.changed < 30


sys.exit(main())
