"""test_wrong_inputs.py - the rows of tests/support/wrong_inputs.tsv: no answer misleads in silence.

SPDX-License-Identifier: Apache-2.0
"""
import re
import warnings

import pytest
import robotsc
from conftest import TREE

ROBOTS = "User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n"
URL = "https://shop.example/private/"
ROWS = [line.split("\t") for line in (TREE / "tests/support/wrong_inputs.tsv").read_text("ascii").splitlines()
        if not line.startswith("#")]
policy = robotsc.compile(ROBOTS)
partial = robotsc.compile(ROBOTS, agents=["ExampleBot", "SomeBot"])


def octets(text):
    return re.sub(rb"\\(\d{3})", lambda found: bytes([int(found[1], 8)]), text.encode("ascii"))


# Each call of a kind: "right", or what is no answer that misleads.
CALLS = {
    "agent": [lambda given: policy.agent(given.decode()), lambda given: robotsc.explain(ROBOTS, given.decode(), URL),
              lambda given: robotsc.compile(ROBOTS, agents=[given.decode()]),
              lambda given: robotsc.diff(ROBOTS, ROBOTS, agents=[given.decode()]),
              lambda given: robotsc.verify(policy, ROBOTS, agents=[given.decode()])],
    "header": [lambda given: {"*": "told", "ExampleBot": "right"}[policy.agent_for_header(given.decode()).token]],
    "partial": [lambda given: partial.agent_for_header(given.decode()).token == "ExampleBot" and "right"],
    "compile": [lambda given: robotsc.compile(given).agent("ExampleBot").allowed(URL) and "right",
                lambda given: robotsc.explain(given, "ExampleBot", URL).allowed and "right",
                lambda given: robotsc.lint(given).findings and "told" or "right"],
    "open": [lambda given: robotsc.open(given).agent("ExampleBot").allowed(URL) or "right"],
    "fresh": [lambda given: robotsc.fresh(robotsc.open(given)) or "told"],
    "url": [lambda given: policy.agent("ExampleBot").allowed(given.decode()) or "right",
            lambda given: policy.agent("ExampleBot").allowed_many([given.decode()])[0] or "right",
            lambda given: robotsc.origin(given.decode()) and "right"],
}


@pytest.mark.parametrize("call, answer, name, given", ROWS, ids=lambda text: text[:20])
def test_row(call, answer, name, given):
    for ask in CALLS[call]:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                found = ask(octets(given))
            except (TypeError, ValueError, robotsc.Error):
                found = "told"
        assert ("told" if said else found) == answer, name
