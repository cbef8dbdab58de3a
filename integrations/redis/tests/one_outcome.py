"""ROBOTS.OUTCOME, for each row of the table "Outcome" of docs/access.md, which is read here.

For each profile and row: a key without rules, a key with rules; then the answers of CHECK.

SPDX-License-Identifier: Apache-2.0
"""
import os
import time

from one_server import KEY, SITE, Server, equal, run

ROBOTS = 'User-agent: *\nDisallow: /private/\n'
PROFILES = ('rfc9309', 'google', '1996', 'draft2019')
DIALECTS = {'rfc9309': 'rfc9309', 'google': 'google', '1996': 'koster1996', 'draft2019': 'rfc9309'}
DAY = 86400

# For each row of the table: words of OUTCOME for a fetch that ends so.
ENDS = {
    'FOUND': [('STATUS', 200), ('STATUS', 206)],
    'NOT_MODIFIED': [('STATUS', 304)],
    'REDIRECT': [('STATUS', 301, 'FIELD', 'Location', '/a'), ('STATUS', 308, 'FIELD', 'location', '/a')],
    'NOWHERE': [('STATUS', 301, 'REDIRECTS', 10), ('FAILURE', 'loop'), ('FAILURE', 'no-location'),
                ('STATUS', 302, 'FIELD', 'Server', 'x'), ('STATUS', 302)],
    'FORBIDDEN': [('STATUS', 401), ('STATUS', 403)],
    'GONE': [('STATUS', 404), ('STATUS', 410)],
    'TOO_MANY': [('STATUS', 429)],
    'CLIENT_ERROR': [('STATUS', 400), ('STATUS', 451)],
    'UNREACHABLE': [('STATUS', 500), ('STATUS', 503), ('FAILURE', 'dns'), ('FAILURE', 'connect'), ('FAILURE', 'tls'),
                    ('FAILURE', 'timeout'), ('FAILURE', 'truncated', 'STATUS', 200)],
    'LONG_UNREACHABLE': [('STATUS', 500), ('FAILURE', 'timeout')],
    'MALFORMED': [('STATUS', 999), ('STATUS', 99), ('FAILURE', 'malformed')],
}


def table():
    """The table of docs/access.md: {row: {profile: cell}}."""
    rows = {}
    path = os.path.join(os.path.dirname(__file__), '..', '..', '..', 'docs', 'access.md')
    with open(path, encoding='utf-8') as page:
        for line in page:
            cells = [cell.strip() for cell in line.strip().strip('|').split(' | ')]
            if cells[0].startswith('| `ROBOTSC_ROW_') or cells[0].startswith('`ROBOTSC_ROW_'):
                rows[cells[0].strip('|` ')[len('ROBOTSC_ROW_'):]] = dict(zip(PROFILES, cells[2:]))
    equal(sorted(rows), sorted(ENDS))
    return rows


def outcome_of(cell, words, copy, down):
    """The outcome that a cell of the table means: parse, allow, deny, defer, cached or follow."""
    if cell == 'down':
        cell = down
    first, _, rest = cell.partition(', ')
    condition, _, other = rest.rpartition(' ')
    if condition == 'if refused' and 'REFUSED' in words or condition == 'if empty' and 'EMPTY' in words:
        first = other
    elif condition == 'if asked' and 'ALLOW429' in words:
        first = other
    elif condition == 'else' and not copy:
        first = other
    return {'copy': 'cached'}.get(first, first)


def answers(c):
    return c('ROBOTS.CHECK', KEY, 'AGENTS', 1, 'bot', 'URLS', SITE + '/', SITE + '/private/', SITE + '/robots.txt')


def wanted_answers(outcome, dialect, before):
    if outcome in ('parse', 'follow'):
        return before
    return {'allow': [1, 1, 1], 'deny': [0, 0, 0 if dialect == 'google' else 1], 'defer': [None] * 3,
            'cached': [1, 0, 1]}[outcome]


def prepare(c, profile, copy, now, words):
    """Make the key as before the fetch.  LONG: the first failure was 31 days ago."""
    c('DEL', KEY)
    if copy:
        c('ROBOTS.SET', KEY, ROBOTS, 'DIALECT', DIALECTS[profile])
    if 'LONG' in words:
        c('ROBOTS.OUTCOME', KEY, 'FAILURE', 'timeout', 'PROFILE', profile, 'AT', (now - 31 * DAY) * 1000, 'DIALECT',
          DIALECTS[profile])


def try_row(c, row, profile, cell, words, copy):
    now = int(time.time())
    dialect = DIALECTS[profile]
    long = row == 'LONG_UNREACHABLE'
    if row == 'NOT_MODIFIED' and not copy:
        row, cell = 'MALFORMED', TABLE['MALFORMED'][profile]
    if row == 'NOWHERE' and words[:1] == ('STATUS',) and 'REDIRECTS' in words and profile == '1996':
        words = words[:3] + (11,)
    prepare(c, profile, copy, now, ('LONG',) if long else ())
    before = answers(c)
    down = ('allow' if 'SITEUP' in words else 'defer') if long else 'defer'
    wanted = outcome_of(cell, words, copy, down)
    reply = c.map('ROBOTS.OUTCOME', KEY, *words, 'PROFILE', profile, 'DIALECT', dialect)
    equal((row, profile, words, copy, reply['outcome']), (row, profile, words, copy, wanted))
    equal(reply['written'], int(wanted not in ('parse', 'follow')))
    equal((words, copy, answers(c)), (words, copy, wanted_answers(wanted, dialect, before)))
    if not reply['written']:
        return
    assert now * 1000 < reply['expires'] <= (now + 8 * DAY) * 1000, reply
    # A later failure of the server shows whether the key still has a copy.
    keeps = copy and wanted != 'allow' and row != 'FORBIDDEN'
    later = c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 500, 'PROFILE', 'rfc9309')
    equal((row, profile, words, copy, later['outcome'] == 'cached'), (row, profile, words, copy, bool(keeps)))


TABLE = table()


def test_rows():
    tried = 0
    with Server() as server:
        c = server.client()
        for row, cells in TABLE.items():
            for profile, cell in cells.items():
                for words in ENDS[row]:
                    more = {'REDIRECT': [('REFUSED',)], 'FOUND': [('EMPTY',)], 'TOO_MANY': [('ALLOW429',)],
                            'LONG_UNREACHABLE': [('SITEUP',)]}.get(row, [])
                    for extra in [()] + more:
                        for copy in (False, True):
                            try_row(c, row, profile, cell, words + extra, copy)
                            tried += 1
    assert tried > 200, tried
    print(f'{tried} cases')


def test_times():
    """Lifetimes by Retry-After, Cache-Control and no-cache, and the 30 days of failures."""
    with Server() as server:
        c = server.client()
        now = int(time.time())
        at = ('AT', now * 1000)
        reply = c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 503, 'FIELD', 'Retry-After', 600, *at)
        equal((reply['outcome'], reply['expires']), ('deny', (now + 600) * 1000))
        equal(c.map('ROBOTS.STAT', KEY)['failed'], now * 1000)
        reply = c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 404, 'field', 'cache-control', 'max-age=60', *at)
        equal((reply['expires'], c.map('ROBOTS.STAT', KEY)['failed']), ((now + 60) * 1000, 0))
        reply = c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 404, 'FIELD', 'Cache-Control', 'no-cache', *at)
        equal((reply['revalidate'], answers(c)), (1, [None] * 3))
        # The time of the first failure is kept, not that of the last.
        c('DEL', KEY)
        for day in (31, 20, 1):
            reply = c.map('ROBOTS.OUTCOME', KEY, 'FAILURE', 'dns', 'AT', (now - day * DAY) * 1000)
            equal((day, reply['outcome']), (day, 'allow' if day == 0 else 'deny'))
        equal(c.map('ROBOTS.STAT', KEY)['failed'], (now - 31 * DAY) * 1000)
        equal(c.map('ROBOTS.OUTCOME', KEY, 'FAILURE', 'dns')['outcome'], 'allow')
        # A 429 begins Google's 12 hours, too; then a copy is used, or all is allowed without one.
        for copy, outcome in ((False, 'allow'), (True, 'cached')):
            c('DEL', KEY)
            if copy:
                c('ROBOTS.SET', KEY, ROBOTS, 'DIALECT', 'google')
            for hours, wanted in ((13, 'defer'), (0, outcome)):
                reply = c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 429, 'PROFILE', 'google', 'AT', (now - hours * 3600) * 1000)
                equal((copy, hours, reply['outcome']), (copy, hours, wanted))
        # A time that is later than the server's clock counts as the clock's.
        reply = c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 404, 'AT', (now + 1000 * DAY) * 1000)
        assert reply['expires'] <= (now + 2 * DAY) * 1000
        # The age of a copy: a failure leaves it, and a 304 makes the copy new.
        c('ROBOTS.SET', KEY, ROBOTS)
        since = c.map('ROBOTS.STAT', KEY)['since']
        time.sleep(1.1)
        c('ROBOTS.OUTCOME', KEY, 'STATUS', 500)
        equal(c.map('ROBOTS.STAT', KEY)['since'], since)
        c('ROBOTS.OUTCOME', KEY, 'STATUS', 304)
        assert c.map('ROBOTS.STAT', KEY)['since'] > since


def test_origins():
    """A fetch from one origin tells nothing about another origin."""
    with Server() as server:
        c = server.client()

        def check(key, *urls):
            return c('ROBOTS.CHECK', key, 'AGENTS', 1, 'AnyBot', 'URLS', *urls)

        a, b = 'https://a.example/private/', 'https://b.example/private/'
        c('ROBOTS.SET', 'key', ROBOTS, 'ORIGIN', a)
        equal(c.map('ROBOTS.OUTCOME', 'key', 'STATUS', 503)['outcome'], 'cached')
        equal(check('key', a, b), [0, -1])
        # The other origin has no copy and no earlier failures, as if the key had not existed.
        told = c.map('ROBOTS.OUTCOME', 'key', 'STATUS', 503, 'ORIGIN', b)
        equal((told['outcome'], check('key', a, b, 'https://b.example/')), ('deny', [-1, 0, 0]))
        equal(c.map('ROBOTS.STAT', 'key')['failed'] > time.time() * 1000 - 60000, True)
        equal(c.map('ROBOTS.OUTCOME', 'key', 'STATUS', 304)['outcome'], 'deny')
        # The policy's origin counts, not the origin in the braces of the key.
        http, https = 'http://example.com/private/', 'https://example.com/private/'
        c('ROBOTS.SET', KEY, ROBOTS, 'ORIGIN', http)
        equal(c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 304)['outcome'], 'cached')
        equal(check(KEY, http, https), [0, -1])


def test_challenges():
    with Server() as server:
        c = server.client()
        for words, outcome in ((('STATUS', 202), 'parse'), (('STATUS', 202, 'CHALLENGE', 'unavailable'), 'allow'),
                               (('STATUS', 200, 'PAGE', 'CHALLENGE', 'unreachable'), 'deny'),
                               (('STATUS', 200, 'CHALLENGE', 'unreachable'), 'parse')):
            equal(c.map('ROBOTS.OUTCOME', KEY, *words)['outcome'], outcome)


if __name__ == '__main__':
    run(globals())
