"""test_insight.py - explain, lint, diff, verify, page and draw: attributes, types, errors, threads.

SPDX-License-Identifier: Apache-2.0
"""
import dataclasses
import email.message
import functools
import gc
import mmap
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest
import robotsc
from robotsc._ask import B_IS_BLOB, BODY, CHANGES, COMPARE, EXPLAIN, LINT, OBJECT, PAGE, Question

TEXT = "User-agent: ExampleBot\nDisallow: /private/\nAllow: /private/press$\n\nUser-agent: *\nDisallow: /\n"
URL = "https://h.example/private/a"
CALLS = {
    "explain": lambda text, **more: robotsc.explain(text, "ExampleBot", URL, **more),
    "lint": robotsc.lint,
    "summary": robotsc.summary,
    "diff": lambda text, **more: robotsc.diff(text, "", **more),
    "verify": lambda text, **more: robotsc.verify(robotsc.compile(""), text, **more),
}
each_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


def hard_text(n=60):
    """A text whose lint and diff take some time."""
    return "User-agent: *\n" + "".join(f"Disallow: /*{i * 7919 % 997:x}*{i * 104729 % 991:x}\n" for i in range(n))


def test_explain():
    e = robotsc.explain(TEXT, "ExampleBot", URL)
    assert not e and not e.allowed and e.verdict == "disallow" and e.url == URL and e.dialect == "rfc9309"
    assert (e.agent, e.agent_line, e.rules, e.implied) == ("ExampleBot", 1, 2, False)
    assert (e.deciding.line, e.deciding.text, e.deciding.verdict, e.deciding.octets) == (2, "Disallow: /private/", "disallow", 9)
    assert e.matches == (e.deciding,)
    added, removed, shortest = e.changes
    assert (added.kind, added.lines, added.text, added.then) == ("add", (2,), "Allow: /private/a$", None)
    assert (removed.kind, removed.lines, removed.text, removed.also) == ("remove", (2,), "Disallow: /private/", "/private/")
    assert (shortest.kind, shortest.text) == ("shortest", "Allow: /private/")
    assert added.robots == TEXT.replace("Disallow: /private/", "Allow: /private/a$\nDisallow: /private/")
    for change in e.changes:
        assert robotsc.explain(change.robots, "ExampleBot", URL)


def test_explain_groups():
    e = robotsc.explain(TEXT, "other", "/")
    assert (e.agent, e.agent_line, e.deciding.line) == ("*", 5, 6)
    assert robotsc.explain(TEXT, "other", "/", fallback=["none", b"examplebot"]).agent == "examplebot"
    none = robotsc.explain("", "a", "/")
    assert none and (none.agent, none.agent_line, none.deciding, none.matches) == (None, None, None, ())
    assert [change.kind for change in none.changes] == ["add-group"] and none.changes[0].lines == ()
    robots_txt = robotsc.explain(TEXT, "other", "/robots.txt")
    assert robots_txt and robots_txt.implied and robots_txt.deciding is None and robots_txt.changes == ()


def test_explain_several_matches():
    e = robotsc.explain("User-agent: *\nDisallow: /a\nAllow: /ab\nDisallow: /*b\n", "x", "/ab")
    assert e and [match.line for match in e.matches] == [2, 3, 4] and e.deciding.line == 3
    removed, = [change for change in e.changes if change.kind == "remove"]
    assert removed.lines == (3,) and removed.then == 4 and removed.also is not None and not removed.only
    only = robotsc.explain("User-agent: *\nDisallow: /a$\n", "x", "/a").changes
    assert [change.only for change in only if change.kind == "remove"] == [True]


def test_lint():
    text = "Disallow: /x\nUser-agent: *\nDisalow: /a\nAllow: /é\nDisallow: /a/b\n"
    findings = robotsc.lint(text)
    assert findings and len(findings) == len(findings.findings) and list(findings) == list(findings.findings)
    misspelt = next(finding for finding in findings if finding.id == "misspelt-field")
    assert (misspelt.severity, misspelt.line, misspelt.column, misspelt.length) == ("warning", 3, 1, 7)
    assert (misspelt.text, misspelt.said, misspelt.hint) == ("Disalow: /a", "Disallow", "correct the spelling")
    assert str(misspelt).startswith("3:1: warning: misspelt field") and str(misspelt).endswith("(Disallow) [misspelt-field]")
    effect = "opens nothing, closes nothing as robots are read here; robots that skip the line now then read it"
    assert misspelt.fix == robotsc.Fix("Write 'Disallow'", effect, (robotsc.Edit(27, 34, "Disallow"),))
    assert misspelt.fix.apply(text) == text.replace("Disalow", "Disallow").encode()
    assert findings.findings[0].id == "no-group" and findings.findings[0].fix is None
    assert findings.of("error")[0].line == 1 and {finding.severity for finding in findings.of("note")} <= {"note"}
    assert sum(len(findings.of(severity)) for severity in ("error", "warning", "note")) == len(findings)
    assert any(finding.lines == (3,) and finding.all_lines == 1 for finding in findings)
    assert robotsc.lint(text, name=pathlib.Path("a/robots.txt")).name == "a/robots.txt"
    clean = robotsc.lint("User-agent: *\nDisallow: /a\n")
    assert not clean and str(clean) == "" and len(clean) == 0 and clean.undecided == 0 and clean.steps > 0
    assert robotsc.lint(hard_text(200), budget=1000).undecided
    closed = "User-agent: *\nDisallow: /\n"
    assert [robotsc.lint(closed, public=public).findings[0].id for public in (False, True)] == ["star-closed", "site-closed"]
    with pytest.raises(ValueError, match="'error', 'warning' or 'note'"):
        findings.of("errors")


def test_summary():
    text = TEXT + "Crawl-delay: 3\nSitemap: https://h.example/s.xml\n\nUser-agent: GPTBot\nDisallow: /gpt/\n"
    found = robotsc.summary(text)
    of = {robot["token"]: (robot, found["answers"][robot["answer"]]) for robot in found["robots"]}
    example, answer = of["ExampleBot"]
    assert (example["known"], example["obeys"], answer["extent"], answer["front_page"]) == (False, "ExampleBot", "partly", "open")
    assert [(part["prefix"], part["extent"]) for part in answer["parts"]] == [("/private/", "partly"), ("", "open")]
    gptbot, answer = of["GPTBot"]
    assert (gptbot["purpose"], gptbot["known"], [group["first"] for group in answer["groups"]]) == ("ai-training", True, [10])
    assert of["*"][1]["extent"] == of["CCBot"][1]["extent"] == found["answers"][0]["extent"] == "closed"
    assert of["*"][1]["delays"] == [{"line": 7, "field": "Crawl-delay", "value": "3", "milliseconds": 3000}]
    assert [record["value"] for record in found["records"]] == ["https://h.example/s.xml"] and "against" not in found
    changed = robotsc.summary(text, against=TEXT)["against"]
    assert [record["field"] for record in changed["new"]] == ["Sitemap"] and changed["gone"] == []
    gptbot, = [change for change in changed["changes"] if "GPTBot" in change["robots"]]
    assert (gptbot["before"]["extent"], gptbot["now"]["extent"], gptbot["newly_allowed"]) == ("closed", "partly", "/")
    assert robotsc.summary(TEXT, against=TEXT)["against"]["changes"] == []
    assert robotsc.summary(hard_text(200), budget=1000)["undecided"]
    odd = robotsc.summary(b"User-agent: *\nDisallow: /\xff/\n", dialect="conner2")
    assert [part["prefix"] for part in odd["answers"][0]["parts"]] == ["/%FF/", ""]
    with pytest.raises(TypeError, match="a robots.txt must be str or bytes"):
        robotsc.summary(TEXT, against=1)


def test_diff_says_what_it_did_not_compare():
    same = robotsc.diff("User-agent: *\nContent-Usage: train-ai=y\n", "User-agent: *\nContent-Usage: train-ai=n\n")
    assert not same and "not compared, but different: Content-Usage lines" in str(same)
    assert "Content-Usage" in same._repr_html_() and "not compared" not in str(robotsc.diff(TEXT, TEXT))


def test_diff():
    changed = TEXT.replace("/private/press$", "/private/news")
    d = robotsc.diff(TEXT, changed)
    assert d and d.answer == "different" and len(d) == 2 and list(d) == list(d.results)
    named, others = d
    assert (named.agents, named.others, named.robots, named.complete) == (("examplebot",), False, "examplebot", True)
    lost, = named.newly_disallowed
    assert (lost.path, lost.allowed, lost.a.line, lost.a.text) == ("/private/press", False, 3, "Allow: /private/press$")
    assert (lost.b.kind, lost.b.line, str(lost.b)) == ("line", 2, "line 2: Disallow: /private/")
    assert [won.path for won in named.newly_allowed] == ["/private/news"] and named.newly_allowed[0].allowed
    assert (others.agents, others.others, others.answer, others.newly_allowed) == ((), True, "same", ())
    same = robotsc.diff(TEXT, "# The same\n" + TEXT)
    assert not same and same.answer == "same" and all(one.complete for one in same)


def test_diff_policies():
    policy = robotsc.compile(TEXT)
    for side in policy, policy.blob, bytearray(policy.blob), TEXT.encode():
        assert not robotsc.diff(side, TEXT) and robotsc.diff(side, "")
    reason = robotsc.diff(policy, "").results[0].newly_allowed[0].a
    assert (reason.kind, reason.line, reason.text, str(reason)) == ("blob", None, "", "a blob, without lines")
    google = robotsc.compile(TEXT, dialect="google")
    assert robotsc.diff(google, TEXT).dialects == ("google", "rfc9309")
    some = robotsc.compile(TEXT, agents=["ExampleBot"])
    assert [one.agents for one in robotsc.diff(some, TEXT)] == [("examplebot",)]
    with pytest.raises(robotsc.AgentError):
        robotsc.diff(some, TEXT, agents=["other"])
    with pytest.raises(robotsc.AgentError, match="old and new have no agent in common"):
        robotsc.diff(some, robotsc.compile(TEXT, agents=["other"]), names=("old", "new"))


def test_diff_limits():
    many = "User-agent: *\n" + "".join(f"Disallow: /{i}\nAllow: /{i}/{i}\n" for i in range(1, 10))
    assert len(robotsc.diff("", many, most=5).results[0].newly_disallowed) == 5
    assert "newly disallowed, among others\n" in str(robotsc.diff("", many, most=5))
    assert len(robotsc.diff("", many, most=20).results[0].newly_disallowed) == 9
    assert "newly disallowed\n" in str(robotsc.diff("", many, most=20))
    unknown = robotsc.diff(hard_text(200), hard_text(201), budget=50)
    assert unknown and unknown.answer == "unknown" and not unknown.results[0].complete
    chosen = robotsc.diff(TEXT, "", agents=["a", b"ExampleBot"])
    assert [one.agents for one in chosen] == [("a",), ("ExampleBot",)] and not any(one.others for one in chosen)
    star = "User-agent: *\nDisallow: /%2A\n"
    assert robotsc.diff(star, "") and not robotsc.diff(star, "", usual=True)


def test_verify():
    policy = robotsc.compile(TEXT)
    v = robotsc.verify(policy, TEXT)
    assert v and len(v) == 2 and all(proof.proved and proof.difference is None and proof.states for proof in v)
    assert v.proofs[0].agents == ("examplebot",) and v.proofs[1].others and v.proofs[1].robots == "all others"
    wrong = robotsc.verify(policy.blob, "User-agent: *\nDisallow: /\n")
    assert not wrong and not wrong.proofs[0].proved and wrong.proofs[0].answer == "different"
    assert wrong.proofs[0].difference.a.line == 2 and wrong.proofs[0].difference.allowed
    assert wrong.proofs[1].proved
    google = robotsc.compile(TEXT, dialect="google")
    assert robotsc.verify(google, TEXT).dialects == ("google", "google")
    assert robotsc.verify(google, TEXT, dialect="rfc9309").dialects == ("rfc9309", "google")
    with pytest.raises(robotsc.BlobError):
        robotsc.verify(TEXT, TEXT)


def test_page():
    p = robotsc.page("<title>x</title>\n <meta name=robots content='noindex, x, noarchive, max-snippet:9'>",
                     headers={"Content-Type": "text/html", "X-Robots-Tag": "max-image-preview: large"})
    assert (p.noindex, p.index, p.follow, p.noarchive, p.noai, p.max_snippet) == (True, False, True, True, False, 9)
    assert (p.max_image_preview, p.max_video_preview, p.unavailable_after, p.tdm_reservation) == ("large", None, None, None)
    assert (p.ignored, p.ignored_at) == (1, (2, 38))
    assert p.directives == ("noindex", "follow", "noarchive", "max-snippet: 9", "max-image-preview: large")
    plain = robotsc.page()
    assert plain.index and plain.follow and plain.ignored == 0 and plain.ignored_at is None and plain.tdm_policy is None
    forms = [["X-Robots-Tag: noai"], [b"x-robots-tag:noai\r\n"], [("X-Robots-Tag", "noai")], {"X-Robots-Tag": "noai"},
             iter([(b"X-Robots-Tag", b"noai")])]
    assert all(robotsc.page(headers=form).noai for form in forms)
    tdm = robotsc.page(headers=["tdm-reservation: 1", "tdm-policy: https://h/p", "X-Robots-Tag: unavailable_after: 1970-01-02"])
    assert (tdm.tdm_reservation, tdm.tdm_policy, tdm.unavailable_after) == (True, "https://h/p", 86400)
    assert robotsc.page(headers=["tdm-reservation: 0"]).tdm_reservation is False
    named = "<meta name=examplebot content=noindex>"
    assert robotsc.page(named).index and not robotsc.page(named, agents=[b"ExampleBot"]).index


def test_page_answer():
    closed = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n"
    noindex = "<meta name=robots content=noindex>"
    a = robotsc.page_answer(closed, "https://h.example/private/a", noindex)
    assert (a.verdict, a.line, a.text, a.implied) == ("disallow", 2, "Disallow: /private/", False)
    assert not a and not a.allowed and a.never_read and a.page == robotsc.page(noindex) and a.page.noindex
    assert "this noindex is never read: line 2 closes the page" in str(a) and a.page.directives == ("noindex", "follow")
    a = robotsc.page_answer(closed, "/private/open", headers={"X-Robots-Tag": "other: noindex"}, agents=["a"])
    assert a and a.indexed and a.allowed and (a.line, a.never_read) == (3, False)
    a = robotsc.page_answer(closed, "/private/open", headers={"X-Robots-Tag": "other: noindex"}, agents=["other"])
    assert a.allowed and not a
    assert robotsc.page_answer(b"User-agent: *\nDisallow: /\n", "/robots.txt").implied
    assert robotsc.page_answer("", "/x").line is None and robotsc.page_answer("", "/x").text is None
    assert robotsc.page_answer(b"User-agent: *\nDisallow: /\xe9\n", "/%E9").text == "Disallow: /\udce9"
    with pytest.raises(robotsc.AgentError):
        robotsc.page_answer("", "/x", agents=["a b"])
    with pytest.warns(robotsc.UrlWarning):
        robotsc.page_answer("", "x")


def test_headers_of_libraries():
    """email's Message is no Mapping, and iterates over names only; Scrapy has lists of values."""
    message = email.message.Message()
    message["X-Robots-Tag"] = "noindex"
    message["x-robots-tag"] = "ExampleBot: noai"
    lists = {b"X-Robots-Tag": [b"noindex", "ExampleBot: noai"]}
    for headers in message, lists, [("X-Robots-Tag", ("noindex", "ExampleBot: noai"))]:
        found = robotsc.page(headers=headers, agents=["ExampleBot"])
        assert found.noindex and found.noai and not robotsc.page(headers=headers).noai
    for nothing in None, {}, (), email.message.Message(), {"X-Robots-Tag": []}:
        assert robotsc.page(headers=nothing) == robotsc.page()


def test_report():
    findings = robotsc.lint("User-agent: *\nDisalow: /a\nDisalow: /b\n")
    assert findings.report(1).count("misspelt") < findings.report().count("misspelt") == findings.report(0).count("misspelt")
    with pytest.raises(ValueError, match="most must be 0 or more, not -1"):
        findings.report(-1)


def test_page_errors():
    for wrong in "X-Robots-Tag: noindex", b"X-Robots-Tag: noindex":
        with pytest.raises(TypeError, match="headers must be a list of fields, not one"):
            robotsc.page(headers=wrong)
    with pytest.raises(TypeError, match="a field of the header must be str or bytes, not <class 'int'>"):
        robotsc.page(headers=[1])
    with pytest.raises(TypeError, match="the value of a field must be str or bytes"):
        robotsc.page(headers={"X-Robots-Tag": None})
    with pytest.raises(TypeError, match="a page must be str or bytes"):
        robotsc.page(None)
    with pytest.raises(TypeError, match="agents must be a list"):
        robotsc.page("", agents="a")


def test_draw(monkeypatch, tmp_path):
    robot = robotsc.compile(TEXT).agent("ExampleBot")
    assert robot.dot().startswith("digraph") and robotsc.draw(robot).dot == robot.dot() == str(robotsc.draw(robot)) + "\n"
    assert '"*"' in robotsc.compile(TEXT).agent().dot()
    for wrong in TEXT, robot.policy, None:
        with pytest.raises(TypeError, match="draw takes an Agent"):
            robotsc.draw(wrong)
    monkeypatch.setenv("PATH", str(tmp_path))
    drawing = robotsc.draw(robot)
    assert drawing.svg is None and "There is no program dot" in drawing.why and "graphviz" in drawing.why
    assert "There is no program dot" in robot._repr_html_() and "<svg" not in robot._repr_html_()
    assert "&quot;" in robot._repr_html_()
    for script in "exit 1", "echo '<svg></svg>'; exit 1", "echo text":
        (tmp_path / "dot").write_text("#!/bin/sh\n" + script + "\n")
        (tmp_path / "dot").chmod(0o755)
        assert robotsc.draw(robot).why == "The program dot failed; this is its input."
    monkeypatch.setattr(sys.modules["robotsc._draw"], "SECONDS", 0.2)
    (tmp_path / "dot").write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    assert "took more than 0.2 seconds" in robotsc.draw(robot).why
    monkeypatch.setattr(sys.modules["robotsc._draw"], "LARGEST", 10)
    assert "too large to draw" in robotsc.draw(robot).why and len(robot._repr_html_()) < 200


@pytest.mark.skipif(not shutil.which("dot"), reason="there is no program dot")
def test_svg():
    robot = robotsc.compile(TEXT).agent("ExampleBot")
    assert robotsc.draw(robot).why is None
    assert robot._repr_html_().startswith("<svg") and robot._repr_html_().rstrip().endswith("</svg>")


@each_call
def test_texts(call):
    expected = str(call(TEXT))
    with mmap.mmap(-1, len(TEXT)) as mapped:
        mapped[:] = TEXT.encode()
        for text in TEXT.encode(), bytearray(TEXT.encode()), memoryview(TEXT.encode()), mapped:
            assert str(call(text)) == expected


@each_call
def test_errors(call):
    for wrong in 1, None, [TEXT]:
        with pytest.raises(TypeError, match="a robots.txt must be str or bytes, not <class"):
            call(wrong)
    with pytest.raises(ValueError, match="unknown dialect 'rfc'; take rfc9309"):
        call(TEXT, dialect="rfc")
    with pytest.raises(TypeError):
        call(TEXT, dialect=1)
    with pytest.raises(ValueError, match="limit must be 512000 or more, not 7"):
        call(TEXT, limit=7)
    with pytest.raises(ValueError, match="conner2_rest must be 'allow' or 'deny'"):
        call(TEXT, conner2_rest="no")
    with pytest.raises(UnicodeEncodeError):
        call("\ud800")


@pytest.mark.parametrize("name", ["explain", "lint", "summary", "verify"])
def test_a_blob_is_no_text(name):
    policy = robotsc.compile(TEXT)
    with pytest.raises(TypeError, match="a Policy has no lines; give its robots.txt"):
        CALLS[name](policy)
    with pytest.raises(ValueError, match="a blob has no lines; give its robots.txt"):
        CALLS[name](policy.blob)


def test_other_errors():
    for agent, url in (1, "/"), ("a", None), (["a"], "/"):
        with pytest.raises(TypeError, match="must be str or bytes"):
            robotsc.explain(TEXT, agent, url)
    for call in (lambda: robotsc.explain(TEXT, "a", "/", fallback="b"), lambda: robotsc.diff(TEXT, "", agents="b"),
                 lambda: robotsc.verify(robotsc.compile(TEXT), TEXT, agents=b"b")):
        with pytest.raises(TypeError, match="must be a list of product tokens, not one"):
            call()
    for most in 0, 1001, 2**32:
        with pytest.raises(ValueError, match="most must be 1 to 1000, not"):
            robotsc.diff(TEXT, "", most=most)
    for names in "ab", ("a",), 1:
        with pytest.raises(TypeError):
            robotsc.diff(TEXT, "", names=names)
    for call in CALLS["lint"], CALLS["summary"], CALLS["diff"], CALLS["verify"]:
        for budget in 0, -1, 2**64:
            with pytest.raises(ValueError, match="budget must be 1 to 9223372036854775807, not"):
                call(TEXT, budget=budget)
        with pytest.raises(TypeError, match="budget must be int, not <class 'str'>"):
            call(TEXT, budget="1")
    for call in CALLS["diff"], CALLS["verify"]:
        with pytest.raises(ValueError, match="agents is empty; leave it out"):
            call(TEXT, agents=[])
    with pytest.raises(TypeError):
        robotsc.lint(TEXT, name=1)
    with pytest.raises(robotsc.BlobError):
        robotsc.diff(robotsc.compile(TEXT).blob[:-1], "")
    with pytest.raises(TypeError):
        robotsc.explain(TEXT, "a", "/", "google")


def test_octets_that_are_no_utf8():
    text = b"User-agent: *\nDisallow: /\xff\xe2\x80\n"
    e = robotsc.explain(text, "a", b"/\xff\xe2\x80")
    assert e.deciding.text == "Disallow: /\udcff\udce2\udc80" and e.url == "/\udcff\udce2\udc80"
    assert str(e).isascii() and "Disallow: /\\xFF\\xE2\\x80" in str(e)
    again = robotsc.explain(e.changes[0].robots, "a", e.url)
    assert again and again.url == e.url
    assert robotsc.lint(text).findings[0].text.encode("utf-8", "surrogateescape") == text.splitlines()[1]


def results():
    policy = robotsc.compile(TEXT)
    return [robotsc.explain(TEXT, "ExampleBot", URL), robotsc.lint("Disallow: /"), robotsc.diff(TEXT, ""),
            robotsc.verify(policy, TEXT), robotsc.page("<meta name=robots content=noai>"), robotsc.draw(policy.agent("a"))]


def test_results_are_values():
    for one, other in zip(results(), results()):
        assert one == other and hash(one) == hash(other) and pickle.loads(pickle.dumps(one)) == one
        assert len(repr(one)) < 200 and str(one) == str(other)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, dataclasses.fields(one)[0].name, None)
        assert type(one).__doc__


def test_help_without_the_library_of_stores():
    """help() reads all names that dir() lists."""
    page = run_python("-c", "import sys; sys.modules['robotsc._store'] = None; import robotsc; help(robotsc)")
    assert b"newly_disallowed" in page and b"allowed_many" in page
    names = run_python("-c", "import sys; sys.modules['robotsc._store'] = None; import robotsc; print(*dir(robotsc))").split()
    assert b"explain" in names and b"Store" not in names


def test_help():
    import pydoc
    page = pydoc.plain(pydoc.render_doc(robotsc))
    for name in "explain", "lint", "diff", "verify", "page", "draw":
        assert getattr(robotsc, name).__doc__.split("\n")[0] in page
    assert "newly_disallowed" in page and "_robotsc._ask" not in page
    assert "robotsc - robots.txt compiled into blobs" in page and "robotsc - robotsc" not in page


def test_all_names():
    """All of __all__ can be imported, and help() shows it: stores, too, with their module."""
    code = "import robotsc, pydoc; from robotsc import *; [globals()[name] for name in robotsc.__all__]; {}"
    show = "print(*robotsc.__all__); print(pydoc.plain(pydoc.render_doc(robotsc)))"
    without = run_python("-c", "import sys; sys.modules['robotsc._store'] = None; " + code.format(show))
    assert b"allowed_many" in without and b"StoreChange" not in without.split(b"\n")[0]
    pytest.importorskip("robotsc._store", reason="a package without stores")
    names, page = run_python("-c", code.format(show)).split(b"\n", 1)
    for name in b"Store", b"StoreChange", b"StoreNotFoundError", b"Session":
        assert name in names.split() and b"class %s(" % name in page
    assert b"import_warc(" in page


def seen_inside(call):
    """True if another thread ran between a tenth and nine tenths of a call's processor time."""
    clock = time.pthread_getcpuclockid(threading.get_ident())
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.clock_gettime(clock))
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.clock_gettime(clock)
    call()
    end = time.clock_gettime(clock)
    done.set()
    thread.join()
    return any(0.1 < (tick - begin) / (end - begin) < 0.9 for tick in ticks)


@pytest.mark.parametrize("name", ["lint", "diff", "explain", "verify", "page"])
def test_others_run_meanwhile(name):
    """If a call is too short, or the machine is too busy, a longer call is made."""
    for times in 1, 4, 16:
        text, budget = hard_text(700 * times), 20000000 * times
        policy = robotsc.compile(text)
        robots, dialect, url = text.encode(), b"rfc9309", b"/" + b"a" * 2000
        questions = {"lint": (LINT, 0, (budget, 0, 0, 0, 0), (dialect, robots, b"")),
                     "diff": (COMPARE, B_IS_BLOB, (budget, 1, 0, 0, 0), (dialect, robots, b"", dialect, policy.blob, b"")),
                     "explain": (EXPLAIN, CHANGES, (0, 0, 0, 0, 0), (dialect, robots * 200, url, b"a")),
                     "page": (PAGE, BODY, (0, 0, 0, 0, 0), (b"<title>" + b"x" * 60000000 * times,))}
        if name == "verify":
            call = functools.partial(robotsc.verify, policy, text, budget=budget)
        else:
            call = functools.partial(Question(*questions[name]).ask, OBJECT)
        if seen_inside(call):
            return
    pytest.fail("no other thread ran")


NUMBERS = (1, 0, 0, 0, 0)


def everything():
    inner = robotsc._robotsc
    for result in results():
        result._repr_html_(), str(result), repr(result)
    robotsc.compile(TEXT).agent("ExampleBot").dot()
    for call in (lambda: robotsc.explain(TEXT, "a", "/", dialect="x"), lambda: robotsc.lint("", limit=1),
                 lambda: inner._ask(LINT, 0, NUMBERS, [b""]), lambda: inner._ask(LINT, 0, NUMBERS, (b"rfc9309", "")),
                 lambda: inner._ask(LINT, 0, NUMBERS[1:], ()), lambda: inner._ask(LINT, 0, (*NUMBERS[1:], "1"), ()),
                 lambda: inner._ask(99, 0, NUMBERS, ()), lambda: inner._ask(LINT, 2**31, NUMBERS, ()), lambda: inner._ask(LINT),
                 lambda: inner._ask(LINT, 0, NUMBERS, (b"rfc",)),
                 lambda: inner._ask(EXPLAIN, 0, NUMBERS, (b"google", b"", b"", b"a b")),
                 lambda: robotsc.diff(robotsc.compile("", agents=["a"]), "", agents=["b"])):
        with pytest.raises((TypeError, ValueError, robotsc.Error)):
            call()


def test_no_leaks(monkeypatch):
    """After 30 calls, when caches are full, 60 more calls leave less than an object each."""
    monkeypatch.setenv("PATH", "")  # no program dot

    def count(calls):
        for _ in range(calls):
            everything()
        gc.collect()
        references = [sys.getrefcount(thing) for thing in (None, True, False, robotsc.Policy, robotsc.Agent)]
        return [sys.getallocatedblocks(), len(gc.get_objects()), *references]

    before, after = count(30), count(60)
    assert all(b - a < 30 for a, b in zip(before, after)), (before, after)


def run_python(*arguments):
    done = subprocess.run([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


KINDS = {"EXPLAIN": EXPLAIN, "LINT": LINT, "COMPARE": COMPARE, "PAGE": PAGE, "CHANGES": CHANGES, "B_IS_BLOB": B_IS_BLOB}
FAIL = """
import _testcapi, robotsc, robotsc._robotsc as c
text, rfc = {text!r}.encode(), b"rfc9309"
agent = robotsc.compile(text).agent("ExampleBot")
calls = [lambda: c._ask({EXPLAIN}, {CHANGES}, (1, 0, 0, 0, 0), (rfc, text, b"/private/a", b"ExampleBot")),
         lambda: c._ask({EXPLAIN}, {CHANGES}, (0, 0, 0, 0, 0), (rfc, text, b"/private/a", b"a")),
         lambda: c._ask({LINT}, 0, (1000, 1, 0, 0, 0), (rfc, text + b"Disallow: /", b"")),
         lambda: c._ask({COMPARE}, 0, (1000, 3, 1, 0, 0), (rfc, text, b"a", rfc, b"", b"b")),
         lambda: c._ask({COMPARE}, {B_IS_BLOB}, (1000, 3, 0, 0, 0), (rfc, text, b"", rfc, agent.policy.blob, b"", b"a")),
         lambda: c._ask({PAGE}, 0, (1, 1, 0, 0, 0), (b"<meta name=robots content=noai>", b"x-robots-tag: noai", b"a")), agent.dot]
refused = 0
for call in calls:
    expected = call()
    for n in range(1000):
        try:
            _testcapi.set_nomemory(n, n + 1)
            result = call()
        except MemoryError:
            refused += 1
            continue
        finally:
            _testcapi.remove_mem_hooks()
        assert result == expected
        break
    else:
        raise AssertionError("it never succeeds")
print(refused)
"""


def test_no_memory_for_python():
    """Each allocation of Python fails once: MemoryError, and nothing else."""
    pytest.importorskip("_testcapi")
    assert int(run_python("-c", FAIL.format(text=TEXT, **KINDS))) >= 14


LIMITED = """
import resource, robotsc
text = ("User-agent: *\\n" + "".join("Disallow: /%d*\\n" % i for i in range(30000))).encode()
robotsc.lint("x")
refused = 0
with open("/proc/self/statm") as file:
    pages = int(file.read().split()[0])
for room in range(0, 60, 4):
    resource.setrlimit(resource.RLIMIT_AS, ((pages * 4096 + (room << 20)), -1))
    for call in (lambda: robotsc.lint(text, budget=10000), lambda: robotsc.explain(text, "a", "/1"),
                 lambda: robotsc.diff(text, b"", budget=10000), lambda: robotsc.compile(text).agent().dot()):
        try:
            call()
        except MemoryError:
            refused += 1
print(refused)
"""


@pytest.mark.skipif(sys.platform != "linux" or "ASAN_OPTIONS" in os.environ, reason="limits of memory are Linux's")
def test_no_memory_for_the_library():
    assert int(run_python("-c", LIMITED)) > 3


def test_python_m_in_a_pipe(tmp_path):
    """The command ends by SIGPIPE as it does without Python, which ignores that signal."""
    command = tmp_path / "robotsc"
    command.write_text('#!/bin/sh\nkill -PIPE $$\n')
    command.chmod(0o755)
    assert python_m(PATH=f"{tmp_path}:{os.environ['PATH']}").returncode == -signal.SIGPIPE
    command.write_text('#!/bin/sh\nulimit -c 0\nkill -XFSZ $$\n')
    assert python_m(PATH=f"{tmp_path}:{os.environ['PATH']}").returncode == -signal.SIGXFSZ


def python_m(*arguments, **environment):
    return subprocess.run([sys.executable, "-m", "robotsc", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, env=dict(os.environ, **environment))


def test_python_m(tmp_path):
    """The command in PATH is run; if there is none, a message names the package."""
    command = tmp_path / "robotsc"
    command.write_text('#!/bin/sh\nprintf "%s\\n" "$0" "$@"\nexit 3\n')
    command.chmod(0o755)
    done = python_m("lint", "a b", PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (3, f"{command}\nlint\na b\n".encode())
    command.unlink()
    if os.path.exists(os.path.join(os.path.dirname(sys.executable), "robotsc")):
        return
    done = python_m("lint", PATH=str(tmp_path))
    assert done.returncode == 2 and b"no command robotsc" in done.stderr and b"Debian's package robotsc" in done.stderr
