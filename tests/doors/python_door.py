"""python_door.py FOLDER - what the Python package says to the inputs of inputs.sh, by public call.

SPDX-License-Identifier: Apache-2.0
"""
import operator
import os
import subprocess
import tempfile

import robotsc
from door import folder, rows, say
from robotsc.compat.protego import Protego
from robotsc.compat.urllib import RobotFileParser
from robotsc.scrapy.parser import RobotParser

URL = 'https://shop.example/private/'
GOOD = (folder / 'robots.txt').read_bytes()
HTML = (folder / 'html').read_bytes()
policy = robotsc.compile(GOOD)
robot = policy.agent('ExampleBot')
refused = operator.not_


def urllib_of(text):
    """The drop-in for urllib, after a fetch of this text."""
    parser = RobotFileParser()
    parser.parse(text.decode('utf-8', 'replace').splitlines())
    return parser


def store_of(text):
    """A store, with the policy of this text for the origin of URL."""
    store = robotsc.Store(tempfile.mkdtemp(), 'c')
    store.write([robotsc.StoreChange(URL, store.compile(text), robotsc.access(200))])
    return store


def snapshot_of(store):
    """A snapshot of a store."""
    path = os.path.join(tempfile.mkdtemp(), 'snapshot')
    subprocess.run([os.environ['ROBOTSC'], 'snapshot', 'make', '-q', '-o', path, store.path], check=True)
    return robotsc.Snapshot(path)


def agents():
    store = store_of(GOOD)
    snapshot = snapshot_of(store)
    for _, row, agent in rows('agent'):
        say(row, 'agent', lambda: policy.agent(agent))
        say(row, 'agent_for_header', lambda: policy.agent_for_header(agent).allowed(URL), refused,
            lambda _: policy.agent_for_header(agent).token == '*')
        say(row, 'compile(agents)', lambda: robotsc.compile(GOOD, agents=[agent]))
        say(row, 'explain', lambda: robotsc.explain(GOOD, agent, URL))
        say(row, 'diff(agents)', lambda: robotsc.diff(GOOD, GOOD, agents=[agent]))
        say(row, 'verify(agents)', lambda: robotsc.verify(policy, GOOD, agents=[agent]))
        say(row, 'page(agents)', lambda: robotsc.page(HTML, agents=[agent]))
        say(row, 'compat.urllib', lambda: urllib_of(GOOD).can_fetch(agent, URL), refused, contract=True)
        say(row, 'compat.protego', lambda: Protego.parse(GOOD.decode()).can_fetch(URL, agent), refused, contract=True)
        say(row, 'scrapy.RobotParser', lambda: RobotParser(GOOD).allowed(URL, agent), refused, contract=True)
        say(row, 'Store(agents)', lambda: robotsc.Store(tempfile.mkdtemp(), 'c', agents=[agent]))
        say(row, 'Store.filter', lambda: list(store.filter([URL], agent)))
        say(row, 'Store.prepare', lambda: store.prepare(agent))
        say(row, 'Snapshot.allowed_many', lambda: snapshot.allowed_many([URL], agent))
        say(row, 'Snapshot.filter', lambda: list(snapshot.filter([URL], agent)))


def texts():
    for _, row, text in rows('text'):
        blob = text == policy.blob or row == 'a blob'

        def right(_, fits=not text):  # an empty text allows everything
            return fits

        def of_blob(_, fits=not text or blob):
            return fits

        say(row, 'compile', lambda: robotsc.compile(text), right)
        say(row, 'open', lambda: robotsc.open(text), of_blob)
        say(row, 'explain', lambda: robotsc.explain(text, 'ExampleBot', URL), right)
        say(row, 'lint', lambda: robotsc.lint(text), right, lambda found: found.findings)
        say(row, 'diff', lambda: robotsc.diff(text, GOOD), of_blob)
        say(row, 'verify', lambda: robotsc.verify(policy, text), right)
        say(row, 'compat.urllib', lambda: urllib_of(text), right, contract=True)
        say(row, 'compat.protego', lambda: Protego.parse(text.decode('utf-8', 'replace')), right, contract=True)
        say(row, 'scrapy.RobotParser', lambda: RobotParser(text), right, contract=True)
        say(row, 'Store.compile', lambda: store_of(text), right)


def urls():
    store = store_of(GOOD)
    snapshot = snapshot_of(store)
    for kind, row, url in rows('url', 'path'):
        say(row, 'allowed', lambda: robot.allowed(url), refused)
        say(row, 'allowed_many', lambda: robot.allowed_many([url])[0], refused)
        say(row, 'usage', lambda: robot.usage(url).allowed, refused)
        say(row, 'explain', lambda: robotsc.explain(GOOD, 'ExampleBot', url).allowed, refused)
        say(row, 'compat.urllib', lambda: urllib_of(GOOD).can_fetch('ExampleBot', url), refused, contract=True)
        say(row, 'compat.protego', lambda: Protego.parse(GOOD.decode()).can_fetch(url, 'ExampleBot'), refused, contract=True)
        say(row, 'scrapy.RobotParser', lambda: RobotParser(GOOD).allowed(url, 'ExampleBot'), refused, contract=True)
        if kind == 'path':
            continue
        say(row, 'origin', lambda: robotsc.origin(url))
        say(row, 'redirect_in_scope', lambda: robotsc.redirect_in_scope(url, URL, 'origin'), refused)
        say(row, 'Store.find', lambda: store.find(url))
        say(row, 'Store.filter', lambda: list(store.filter([url], 'ExampleBot', print='all', reason=True)), None,
            lambda found: found[0][0] == 'unknown')
        say(row, 'Snapshot.find', lambda: snapshot.find(url))
        say(row, 'Snapshot.allowed_many', lambda: snapshot.allowed_many([url], 'ExampleBot')[0])
        say(row, 'Snapshot.filter', lambda: list(snapshot.filter([url], 'ExampleBot', print='all', reason=True)), None,
            lambda found: found[0][0] == 'unknown')
        say(row, 'Store.write', lambda: store.write([robotsc.StoreChange(url, policy)]), None,
            lambda report: report.refused)


def others():
    for _, row, text in rows('page'):
        say(row, 'page', lambda: robotsc.page(text))
    for _, row, blob in rows('policy'):
        stale = robotsc.open(blob)
        say(row, 'fresh', lambda: robotsc.fresh(stale), None, refused)
        say(row, 'Policy.decision', lambda: stale.decision, None, lambda decision: not robotsc.fresh(decision))
        say(row, 'allowed', lambda: stale.agent('ExampleBot').allowed(URL), contract=True)


agents()
texts()
urls()
others()
