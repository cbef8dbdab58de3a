"""py_robotsc.py - the Python package robotsc.

SPDX-License-Identifier: CC0-1.0
"""
import base64
import json
import sys

import robotsc

policy = None
for line in sys.stdin:
    question = json.loads(line)
    token, url = (base64.b64decode(question[key]) for key in ("token", "url"))
    if question["robots"] != "=":
        policy = robotsc.compile(base64.b64decode(question["robots"]))
    allowed = policy.agent(token.decode()).allowed(url)
    print(json.dumps({"verdict": "allow" if allowed else "disallow"}), flush=True)
