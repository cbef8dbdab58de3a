"""py_urllib.py - urllib.robotparser of Python.

SPDX-License-Identifier: CC0-1.0
"""
import base64
import json
import sys
import urllib.robotparser

parser = None
for line in sys.stdin:
    question = json.loads(line)
    token, url = (base64.b64decode(question[key]).decode("utf-8", "surrogateescape") for key in ("token", "url"))
    try:
        if question["robots"] != "=":
            parser = urllib.robotparser.RobotFileParser()
            # as read() of urllib does
            parser.parse(base64.b64decode(question["robots"]).decode("utf-8", "surrogateescape").splitlines())
        verdict = "allow" if parser.can_fetch(token, url) else "disallow"
    except ValueError:  # it says no more than that it cannot
        verdict = "refuse"
    print(json.dumps({"verdict": verdict}), flush=True)
