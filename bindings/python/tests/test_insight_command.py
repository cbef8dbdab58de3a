"""test_insight_command.py - results print octet for octet as the command does.

The texts are those of the tree (examples, goldens, vectors) and random ones.  With ROBOTSC_CORPUS
also those of its robots.warc.gz.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import pathlib
import random
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
import robotsc
from conftest import COMMAND, TREE

DIALECTS = ["rfc9309", "google", "nexor1994", "koster1996", "conner2"]
CORPUS = os.environ.get("ROBOTSC_CORPUS")
PIECES = [b"/", b"a", b"*", b"$", b"'", b"%2F", b"%zz", "é".encode(), b"\xff", b"\xe2\x80", b"\\x41", b"\\", b"\0", b"\x1b[1m",
          "\u202e".encode(), "\x85".encode(), b"::", b" ", b"<b>&", b"//", b"?q=", b"x" * 150]
FIELDS = [b"Allow: ", b"Disallow: ", b"Disallow /", b"Disalow: ", b"User-agent: ", b"Sitemap: ", b"Content-Usage: ", b"junk ",
          b"::", b"Crawl-delay: "]


def run(*arguments, stdin=b""):
    """The output of the command."""
    done = subprocess.run([COMMAND, *arguments], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def printed(result):
    text = str(result)
    return text.encode() + b"\n" * bool(text)


def tree_texts():
    """Distinct texts of the tree, in a fixed order."""
    texts = [path.read_bytes() for path in sorted((TREE / "examples").glob("*.txt"))]
    for path in sorted((TREE / "tests/goldens").rglob("*.golden")):
        texts += re.split(rb"(?m)^(?:=== .*|---)\n", path.read_bytes())
    for path in sorted((TREE / "tests/vectors").glob("*.jsonl")):
        lines = path.read_text().splitlines()
        texts += [json.loads(line)["robots"].encode("utf-8", "surrogateescape") for line in lines if '"robots"' in line]
    return list(dict.fromkeys(texts))


def random_text(r):
    lines = [b"User-agent: " + r.choice([b"*", b"ExampleBot", b"::a"])]
    for _ in range(r.randrange(1, 30)):
        lines.append(r.choice(FIELDS) + b"".join(r.choice(PIECES) for _ in range(r.randrange(5))))
    return r.choice([b"", b"\xef\xbb\xbf", b"\xef"]) + r.choice([b"\n", b"\r\n", b"\r"]).join(lines)


def urls_of(text, r):
    """URLs that rules of a text match, and others.  No argument can contain NUL or be empty."""
    rules = [line.partition(b":")[2].strip() for line in text.splitlines() if b"allow" in line.lower()]
    some = [rule.replace(b"*", b"x").rstrip(b"$") for rule in r.sample(rules, min(len(rules), 2))]
    paths = [path for path in some if path.startswith(b"/") and b"\0" not in path]
    return [b"/", b"/robots.txt", b"http://h/a%20b?c"] + [b"http://h" * path.startswith(b"//") + path for path in paths]


def check_explain(path, text, dialect, r):
    agent = r.choice(["ExampleBot", "Googlebot", "other"])
    urls = urls_of(text, r)
    results = [robotsc.explain(text, agent, url, fallback=["barbot"], dialect=dialect) for url in urls]
    assert b"".join(map(printed, results)) == run("explain", "--dialect=" + dialect, "--fallback=barbot", path, agent, *urls)
    for result in results:
        for change in result.changes:
            assert bool(robotsc.explain(change.robots, agent, result.url, fallback=["barbot"], dialect=dialect)) != bool(result)


def check_lint(path, text, dialect):
    result = robotsc.lint(text, dialect=dialect, name=str(path))
    assert printed(result) == run("lint", "--error-on=never", "--dialect=" + dialect, path)
    assert (result.report(0) + "\n" * bool(result)).encode() == run("lint", "--most=0", "--dialect=" + dialect, path)


def check_diff(path, text, before, dialect):
    """A text compared with another text, and with itself in another dialect."""
    names = str(before), str(path)
    assert printed(robotsc.diff(before.read_bytes(), text, dialect=dialect, names=names)) == run("diff", "--dialect=" + dialect,
                                                                                                before, path)
    twice = robotsc.diff(text, text, dialect_a="rfc9309", dialect_b="google", usual=True, agents=["ExampleBot", "other"],
                         names=(str(path), str(path)))
    assert printed(twice) == run("diff", "--dialect-a=rfc9309", "--dialect-b=google", "--usual", "--agent=ExampleBot",
                                 "--agent=other", path, path)


def check_verify(path, text, before, dialect, blob):
    """A text verified with its own policy, and with the policy of another text."""
    policy = robotsc.compile(text, dialect=dialect)
    blob.write_bytes(policy)
    proved = robotsc.verify(policy, text)
    assert printed(proved) == run("verify", blob, path)
    assert printed(robotsc.verify(policy, before.read_bytes())) == run("verify", blob, before)
    names = str(blob), str(before)
    assert printed(robotsc.diff(policy, before.read_bytes(), names=names)) == run("diff", *names)
    assert policy.agent("ExampleBot").dot().encode("utf-8", "surrogateescape") == run("inspect", "--dot", blob, "ExampleBot")


def check_all(folder, number, text, before):
    """Compares every result for a text with the command's; before is the file of another text."""
    r = random.Random(number)
    dialect = DIALECTS[number % len(DIALECTS)]
    path = folder / f"{number}.txt"
    path.write_bytes(text)
    check_explain(path, text, dialect, r)
    check_lint(path, text, dialect)
    check_diff(path, text, before, dialect)
    check_verify(path, text, before, dialect, folder / f"{number}.robots")


def check_texts(folder, texts):
    small = TREE / "examples/small.txt"
    with ThreadPoolExecutor(2) as pool:
        pending = [pool.submit(check_all, folder, number, text, small) for number, text in enumerate(texts)]
        assert len([one.result() for one in pending]) == len(texts)


def test_texts_of_the_tree(tmp_path):
    texts = tree_texts()
    assert len(texts) > 200
    check_texts(tmp_path, texts)


def test_random_texts(tmp_path):
    check_texts(tmp_path, [random_text(random.Random(seed)) for seed in range(60)])


PATHS = [b"/a b", b"/a'b", b"/a'\\b", b"/a\\b", b"/(a)", b"//a", b"//a'b", "/éa".encode(), b"/\xffg'", b"/\x1b[1m", b"/%2A%3b",
         b"/a;b&c"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("dialect", ["rfc9309", "google"])
def test_paths_can_be_pasted(tmp_path, path, dialect):
    """Paths with characters that shells interpret, and other characters."""
    texts = b"User-agent: *\nDisallow: " + path + b"$\n", b""
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file, text in zip(files, texts):
        file.write_bytes(text)
    names = str(files[0]), str(files[1])
    assert printed(robotsc.diff(*texts, dialect=dialect, names=names)) == run("diff", "--dialect=" + dialect, *files)
    whole = b"http://h" + path if path.startswith(b"//") else path
    rule = robotsc.explain(texts[1], "a", whole, dialect=dialect)
    assert printed(rule) == run("explain", "--dialect=" + dialect, files[1], "a", whole)
    url = whole + b"/x"
    text = b"User-agent: *\nDisallow: " + path + b"\n"
    files[0].write_bytes(text)
    assert printed(robotsc.explain(text, "a", url, dialect=dialect)) == run("explain", "--dialect=" + dialect, files[0], "a", url)


@pytest.mark.skipif(not CORPUS, reason="ROBOTSC_CORPUS is not set")
def test_corpus(tmp_path):
    (tmp_path / "texts").mkdir()
    run("import", "-q", "--text", tmp_path / "texts", pathlib.Path(CORPUS) / "robots.warc.gz")
    texts = [path.read_bytes() for path in sorted((tmp_path / "texts").iterdir())]
    # The texts without those that the command refuses, such as UTF-16.
    texts = [text for text in texts
             if subprocess.run([COMMAND, "records", "-"], input=text, capture_output=True, check=False).returncode < 2]
    assert len(texts) > 1000
    check_texts(tmp_path, texts)


def test_many_findings(tmp_path):
    """More findings of a kind than are printed, and lines that are too long to be printed."""
    text = b"User-agent: *\n" + b"".join(b"Disalow: /%d\n" % i for i in range(30)) + b"Disallow: /" + "é".encode() * 400 + b"\0$a\n"
    path = tmp_path / "many.txt"
    path.write_bytes(text)
    check_lint(path, text, "rfc9309")
    assert "robots.txt: 20 more of misspelt-field, 10 more of redundant-rule; --most=0 shows them" in str(robotsc.lint(text))


OPTIONS = [{"strict_fields": True}, {"aipref_rule": True}, {"conner2_rest": "deny", "dialect": "conner2"}, {"limit": 600000}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options(tmp_path, options):
    """The options of the compiler.  The last group stands after 512,000 octets."""
    texts = [b"User-agent: *\nRobot-version: 2.0.0\nDisalow: /a\nAllow: /b\nDisallow: /c*\n",
             b"User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nDisallow: /\n",
             b"#" * 520000 + b"\nUser-agent: *\nDisallow: /d\n"]
    words = ["--" + name.replace("_", "-") + ("" if value is True else f"={value}") for name, value in options.items()]
    dialect, differ = options.get("dialect", "rfc9309"), 0
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.txt"
        path.write_bytes(text)
        small = TREE / "examples/small.txt"
        for url in "/a", "/x", "/d":
            assert printed(robotsc.explain(text, "a", url, **options)) == run("explain", *words, path, "a", url)
            differ += bool(robotsc.explain(text, "a", url, **options)) != bool(robotsc.explain(text, "a", url, dialect=dialect))
        assert printed(robotsc.lint(text, name=str(path), **options)) == run("lint", *words, path)
        names = str(path), str(small)
        assert printed(robotsc.diff(text, small.read_bytes(), names=names, **options)) == run("diff", *words, path, small)
        policy = robotsc.compile(text, dialect=dialect)
        (tmp_path / "blob").write_bytes(policy)
        assert printed(robotsc.verify(policy, text, **options)) == run("verify", *words, tmp_path / "blob", path)
    assert differ


def test_one_robot(tmp_path):
    texts = [b"User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n",
             b"User-agent: b\nDisallow: /y\nUser-agent: *\nDisallow: /\n"]
    names, blob, both = (str(tmp_path / "old.txt"), str(tmp_path / "new.txt")), tmp_path / "blob", ["a", "b"]
    for name, text in zip(names, texts):
        pathlib.Path(name).write_bytes(text)
    for dialect in "rfc9309", "google":
        words = ["--one-robot", "--dialect=" + dialect]
        options = {"dialect": dialect, "one_robot": True}
        explained = robotsc.explain(texts[0], "a", "/y", fallback=["b"], **options)
        assert printed(explained) == run("explain", *words, names[0], "a,b", "/y")
        assert printed(robotsc.diff(*texts, agents=both, names=names, **options)) == run("diff", *words, "--agent=a,b", *names)
        policy = robotsc.compile(texts[0], agents=both, dialect=dialect, one_robot=True)
        run("compile", *words, "--extensions", "--agent=a,b", "-o", blob, names[0])
        assert policy.blob == blob.read_bytes()
        verified = robotsc.verify(policy, texts[1], agents=both, **options)
        assert printed(verified) == run("verify", *words, "--agent=a,b", blob, names[1])


def test_budget(tmp_path):
    """Questions for which the budget was too small are reported."""
    r = random.Random(5)
    rules = [[b"Disallow: /*%x*%x\n" % (r.getrandbits(16), r.getrandbits(16)) for _ in range(60)] for _ in range(8)]
    text = b"".join(b"User-agent: bot%d\n" % i + b"".join(of_one) for i, of_one in enumerate(rules))
    other = text.replace(b"a", b"b")
    for name, content in ("a.txt", text), ("b.txt", other):
        (tmp_path / name).write_bytes(content)
    names = str(tmp_path / "a.txt"), str(tmp_path / "b.txt")
    answers = set()
    for budget in 10, 1000, 30000:
        result = robotsc.diff(text, other, names=names, budget=budget)
        answers |= {one.answer for one in result}
        assert printed(result) == run("diff", f"--budget={budget}", *names)
        chosen = robotsc.diff(text, other, names=names, budget=budget, agents=["bot1", "bot2"])
        assert printed(chosen) == run("diff", f"--budget={budget}", "--agent=bot1", "--agent=bot2", *names)
        policy = robotsc.compile(text)
        (tmp_path / "blob").write_bytes(policy)
        proved = robotsc.verify(policy, text, budget=budget)
        assert printed(proved) == run("verify", f"--budget={budget}", tmp_path / "blob", names[0])
    assert "unknown" in answers


PAGES = [b"", b'<meta name=robots content="noindex, nofollow">',
         b'<meta name=robots content="none,noarchive,nocache,noai,noimageai,noml">',
         b'<meta name=examplebot content="max-snippet:0,notranslate,noimageindex">\n <meta name=robots content="a,b">',
         b'<meta name=robots content="noindex,indexifembedded,max-video-preview:3,max-image-preview:large,nosnippet">',
         b'<meta name="tdm-reservation" content="1"><meta name="tdm-policy" content="https://h/\xff\x1b&lt;">',
         b"<body><meta name=robots content=none>"]
TIMES = ["2010-06-25T23:00:00Z", "0000-01-01", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00", "1969-12-31",
         "2000-02-29"]


@pytest.mark.parametrize("html", [*PAGES, (TREE / "examples/page.html").read_bytes()])
def test_pages(tmp_path, html):
    path = tmp_path / "page.html"
    path.write_bytes(html)
    for agents in [], ["ExampleBot"]:
        for headers in [], ["X-Robots-Tag: noindex", "Tdm-Reservation: 0"], ["Robots-Tag: *=noai;"]:
            for body in False, True:
                words = ["--agent=" + agent for agent in agents] + ["--header=" + header for header in headers] + ["--body"] * body
                result = robotsc.page(html, agents=agents, headers=headers, body=body, robots_tag=True)
                assert printed(result) == run("page", "-q", "--robots-tag", *words, path)


@pytest.mark.parametrize("time", TIMES)
def test_times(time):
    header = "X-Robots-Tag: unavailable_after: " + time
    assert printed(robotsc.page(headers=[header])) == run("page", "--header=" + header)
