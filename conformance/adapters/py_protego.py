"""py_protego.py - Protego, of Debian's python3-protego or of a checkout in PYTHONPATH.

SPDX-License-Identifier: CC0-1.0
"""
import base64
import json
import sys

from protego import Protego

parser = None
for line in sys.stdin:
    question = json.loads(line)
    token, url = (base64.b64decode(question[key]).decode("utf-8", "replace") for key in ("token", "url"))
    try:
        if question["robots"] != "=":
            # as Scrapy does
            parser = Protego.parse(base64.b64decode(question["robots"]).decode("utf-8", "ignore"))
        verdict = "allow" if parser.can_fetch(url, token) else "disallow"
    except ValueError:
        verdict = "refuse"
    print(json.dumps({"verdict": verdict}), flush=True)
