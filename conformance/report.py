#!/usr/bin/env python3
"""report.py - makes a table of what run.py -o wrote of several readers: a row a case, a column a
reader.

    conformance/report.py RESULT.json...                 Markdown
    conformance/report.py --into=PAGE RESULT.json...  Markdown, between the marks of a page
    conformance/report.py --html RESULT.json...          a page with all of it, without scripts

SPDX-License-Identifier: Apache-2.0
"""
import base64
import html
import json
import os
import re
import sys

from run import shown, text_of, wrong

HERE = os.path.dirname(os.path.abspath(__file__))
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } summary { white-space: nowrap } td { max-width: 16em; overflow-wrap: anywhere }
th, td { border: 1px solid #bbb; padding: .2em .6em; text-align: left; vertical-align: top }
thead th { position: sticky; top: 0; background: #eee } .open { background: #fbd5d5 } .closed { background: #fdebc8 }
.other { background: #e4dcf5 } .disputed th, .disputed td { color: #666 } pre { background: #f4f4f4; padding: .5em; overflow: auto }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } thead th, pre { background: #2a2a2a }
.open { background: #5c1f1f } .closed { background: #5a4314 } .other { background: #3b2f5c } }
"""


def word_of(faults):
    """How a reader fails a case: the worst of its answers."""
    kinds = {answer if answer not in ("allow", "disallow") else "too open" if answer == "allow" else "too closed"
             for _, _, answer in faults}
    for kind in "crash", "timeout", "nonsense", "refuse", "too open", "too closed":
        if kind in kinds:
            return {"refuse": "refuses"}.get(kind, kind)
    return ""


def load(paths):
    with open(os.path.join(HERE, "cases.jsonl"), encoding="ascii") as file:
        cases = [json.loads(line) for line in file]
    results = []
    for path in paths:
        with open(path, encoding="ascii") as file:
            results.append(json.load(file))
    return cases, results


def faults_of(case, result):
    return wrong(case, result["answers"][case["name"]])


def totals(cases, result):
    """How many cases that count pass, and how many fail too open, too closed, or in another way."""
    words = [word_of(faults_of(case, result)) for case in cases if case["disputed"] is None]
    opens, closes = words.count("too open"), words.count("too closed")
    return words.count(""), opens, closes, len(words) - words.count("") - opens - closes


def markdown(cases, results):
    rows = ["| case | section | " + " | ".join(result["reader"] for result in results) + " |",
            "| --- | --- |" + " --- |" * len(results)]
    for case in cases:
        words = [word_of(faults_of(case, result)) for result in results]
        if any(words):
            name = f"*{case['name']}*" if case["disputed"] else case["name"]
            rows.append(f"| {name} | {case['section']} | " + " | ".join(words) + " |")
    sums = ["| reader | pass | too open | too closed | refuse, crash, time out |", "| --- | --- | --- | --- | --- |"]
    for result in results:
        sums.append(f"| {result['reader']} {result['version']} | " + " | ".join(map(str, totals(cases, result))) + " |")
    return "\n".join(sums) + "\n\n" + "\n".join(rows) + "\n"


def cell(case, result):
    """A cell of the page: how the reader fails, and the shortest URL that shows it."""
    faults = faults_of(case, result)
    if not faults:
        return "<td></td>"
    url, expected, answer = min(faults, key=lambda fault: len(fault[0]))
    url = url if len(url) < 80 else url[:60] + b"..." + url[-10:]
    kind = {"too open": "open", "too closed": "closed"}.get(word_of(faults), "other")
    return (f"<td class={kind}>{word_of(faults)}<br><code>{html.escape(shown(url))}</code><br>"
            f"<small>expected {expected}, answered {answer}</small></td>")


def row(case, results):
    text = shown(base64.b64decode(text_of(case))).replace("\\n", "\n")
    text = text if len(text) < 1000 else text[:400] + f"\n... {len(text)} octets ...\n" + text[-200:]
    disputed = f"<p>Disputed, so it counts for nobody: {html.escape(case['disputed'])}</p>" if case["disputed"] else ""
    about = (f"<details><summary>{case['name']}</summary><p>RFC 9309, {case['section']}, {case['level']}: "
             f"<q>{html.escape(case['sentence'])}</q></p>{disputed}<pre>{html.escape(text)}</pre>"
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


def put_into(path, text):
    """Replace what stands between the marks of a page."""
    with open(path, encoding="utf-8") as file:
        before = file.read()
    after = re.sub(r"(<!-- conformance/report.py -->\n).*?(<!-- end -->)", lambda m: m[1] + text + m[2], before, flags=re.S)
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
        put_into(options[0][len("--into="):], markdown(*load(paths)))
    elif options:
        sys.exit(__doc__)
    else:
        sys.stdout.write(markdown(*load(paths)))


if __name__ == "__main__":
    main()
