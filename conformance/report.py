#!/usr/bin/env python3
"""report.py - makes a table of what run.py -o wrote of several readers, or fetch.py -o of several
crawlers: a row a case, a column a reader.

    conformance/report.py RESULT.json...                 Markdown
    conformance/report.py --into=PAGE:NAME RESULT.json...   Markdown, between the marks of a page:
                                                         <!-- conformance/report.py NAME -->
    conformance/report.py --html RESULT.json...          a page with all of it, without scripts

SPDX-License-Identifier: Apache-2.0
"""
import base64
import html
import json
import os
import re
import sys

from fetch_cases import read_fetches
from run import shown, text_of, wrong

HERE = os.path.dirname(os.path.abspath(__file__))
WORST = ("crash", "timeout", "asked nothing", "nonsense", "refuses", "too open", "too closed", "skipped")
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } summary { white-space: nowrap } td { max-width: 16em; overflow-wrap: anywhere }
th, td { border: 1px solid #bbb; padding: .2em .6em; text-align: left; vertical-align: top }
thead th { position: sticky; top: 0; background: #eee } .open { background: #fbd5d5 } .closed { background: #fdebc8 }
.other { background: #e4dcf5 } .disputed th, .disputed td { color: #666 } pre { background: #f4f4f4; padding: .5em; overflow: auto }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } thead th, pre { background: #2a2a2a }
.open { background: #5c1f1f } .closed { background: #5a4314 } .other { background: #3b2f5c } }
"""


def word_of(answer):
    """A wrong answer, in words."""
    return {"allow": "too open", "disallow": "too closed", "refuse": "refuses"}.get(answer, answer)


def faults_of(case, result):
    """What a reader answered wrongly, the worst first: (word, an example, more about it)."""
    found = result.get("fetches", result.get("answers")).get(case["name"])
    if found is None:
        return [("skipped", "", "")]
    if "fetches" in result:
        faults = [(kind, place.removeprefix("site"), "") for kind, place in found]
    else:
        faults = []
        for url, expected, answer in sorted(wrong(case, found), key=lambda fault: len(fault[0])):
            url = shown(url).removeprefix("https://example.com") or shown(url)
            url = url if len(url) < 80 else url[:60] + "..." + url[-10:]
            faults.append((word_of(answer), url, f"expected {expected}, answered {answer}"))
    return sorted(faults, key=lambda fault: WORST.index(fault[0]))


def load(paths):
    results = []
    for path in paths:
        with open(path, encoding="ascii") as file:
            results.append(json.load(file))
    kinds = {"fetches" in result for result in results}
    if len(kinds) != 1:
        sys.exit("report.py: results of readers and of crawlers do not go into one table")
    if kinds == {True}:
        return read_fetches(), results
    with open(os.path.join(HERE, "cases.jsonl"), encoding="ascii") as file:
        return [json.loads(line) for line in file], results


def totals(cases, result):
    """How many cases that count pass, and how many fail too open, too closed, or in another way."""
    words = [(faults_of(case, result) or [("",)])[0][0] for case in cases if case["disputed"] is None]
    opens, closes = words.count("too open"), words.count("too closed")
    return words.count(""), opens, closes, len(words) - words.count("") - opens - closes - words.count("skipped")


def code(text):
    """Text as code within a table."""
    text = text.replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def markdown(cases, results):
    rows = ["| case | section | " + " | ".join(result["reader"] for result in results) + " |",
            "| --- | --- |" + " --- |" * len(results)]
    whys = ["| case | sentence | what mends it |", "| --- | --- | --- |"]
    for case in cases:
        faults = [faults_of(case, result) for result in results]
        if any(faults):
            name = f"*{case['name']}*" if case["disputed"] else case["name"]
            cells = [f"{of[0][0]}: {code(of[0][1])}" if of and of[0][1] else of[0][0] if of else "" for of in faults]
            rows.append(f"| {name} | {case['section']} | " + " | ".join(cells) + " |")
            whys.append(f"| {name} | {case['sentence']} | {case['fix']} |")
    sums = ["| reader | pass | too open | too closed | refuse, crash, time out |", "| --- | --- | --- | --- | --- |"]
    for result in results:
        sums.append(f"| {result['reader']} {result['version']} | " + " | ".join(map(str, totals(cases, result))) + " |")
    notes = [f"* {result['reader']} {result['version']}, {result['date']}: {result['note'] or 'its newest version'}."
             for result in results]
    return "\n\n".join("\n".join(part) for part in (sums, notes, rows, whys)) + "\n"


def cell(case, result):
    """A cell of the page: how the reader fails, and the shortest URL that shows it."""
    faults = faults_of(case, result)
    if not faults:
        return "<td></td>"
    word, example, more = faults[0]
    kind = {"too open": "open", "too closed": "closed"}.get(word, "other")
    return f"<td class={kind}>{word}<br><code>{html.escape(example)}</code><br><small>{more}</small></td>"


def text_shown(case):
    """The file of a case, or the lines that say what its site answers."""
    if "typed" in case:
        return "\n".join(case["typed"])
    text = shown(base64.b64decode(text_of(case))).replace("\\n", "\n")
    return text if len(text) < 1000 else text[:400] + f"\n... {len(text)} octets ...\n" + text[-200:]


def row(case, results):
    disputed = f"<p>Disputed, so it counts for nobody: {html.escape(case['disputed'])}</p>" if case["disputed"] else ""
    about = (f"<details><summary>{case['name']}</summary><p>RFC 9309, {case['section']}, {case['level']}: "
             f"<q>{html.escape(case['sentence'])}</q></p>{disputed}<pre>{html.escape(text_shown(case))}</pre>"
             f"<p>{html.escape(case['fails'])}</p><p>{html.escape(case['fix'])}</p></details>")
    return (f"<tr{' class=disputed' if case['disputed'] else ''}><th scope=row>{about}</th>" +
            "".join(cell(case, result) for result in results) + "</tr>")


def page(cases, results):
    heads = "".join(f"<th scope=col>{html.escape(result['reader'])}<br><small>{html.escape(result['version'])}<br>"
                    f"{result['date']}</small></th>" for result in results)
    sums = "".join("<tr><th scope=row>" + html.escape(f"{result['reader']} {result['version']}") + "</th>" +
                   "".join(f"<td>{n}</td>" for n in totals(cases, result)) +
                   f"<td>{html.escape(result['note'])}</td><td><code>{html.escape(' '.join(result['command']))}</code></td></tr>"
                   for result in results)
    return (f"<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><title>Readers of robots.txt</title><style>{STYLE}</style>"
            f"<h1>Readers of robots.txt, and RFC 9309</h1><p>Each row is a case: open it for the sentence of the standard, "
            f"the file, and what would mend it. An empty cell is the standard's answer.</p>"
            f"<table><thead><tr><th>reader<th>pass<th>too open<th>too closed<th>refuse, crash, time out<th>note<th>"
            f"how it was run</tr></thead><tbody>{sums}</tbody></table>"
            f"<table><thead><tr><th>case</th>{heads}</tr></thead><tbody>" +
            "\n".join(row(case, results) for case in cases) + "</tbody></table></html>\n")


def put_into(path, name, text):
    """Replace what stands between two marks of a page."""
    with open(path, encoding="utf-8") as file:
        before = file.read()
    marks = re.compile(rf"(<!-- conformance/report.py {name} -->\n).*?(<!-- end -->)", re.S)
    after, count = marks.subn(lambda match: match[1] + text + match[2], before)
    if count != 1:
        sys.exit(f"{path}: the marks of {name} stand there {count} times")
    with open(path, "w", encoding="utf-8") as file:
        file.write(after)


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    paths = sys.argv[1 + len(options):]
    if not paths or len(options) > 1:
        sys.exit(__doc__)
    if options == ["--html"]:
        sys.stdout.write(page(*load(paths)))
    elif options and options[0].startswith("--into="):
        put_into(*options[0][len("--into="):].rsplit(":", 1), markdown(*load(paths)))
    elif options:
        sys.exit(__doc__)
    else:
        sys.stdout.write(markdown(*load(paths)))


if __name__ == "__main__":
    main()
