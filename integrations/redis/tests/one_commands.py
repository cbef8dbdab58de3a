"""Each command of the module: its answers in RESP2 and RESP3, and each of its errors.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import signal
import time

from one_server import KEY, SITE, ReplyError, Server, blob_of, equal, run, text, until

ROBOTS = '''User-agent: *
Disallow: /private/
Crawl-delay: 3
Content-Usage: train-ai=n

User-agent: GoodBot
Disallow: /*.pdf$

Sitemap: https://example.com/s.xml
'''
HALVES = '''User-agent: *
Disallow:
Request-rate: 1/1m 0000-1159
Request-rate: 1/2m 1200-2359
'''
AGENT = ('AGENTS', 1, 'AnyBot')
WRONG_INPUTS = os.path.join(os.path.dirname(__file__), '../../../tests/support/wrong_inputs.tsv')


def test_check():
    with Server() as server:
        c = server.client()
        equal(c('ROBOTS.SET', KEY, ROBOTS), 'OK')
        urls = [SITE + '/', SITE + '/private/x', SITE + '/a.pdf', 'https://other.example/', '/private/', '', 'mailto:a@b.c',
                'http://example.com/', SITE + ':443/private/y', 'HTTPS://EXAMPLE.COM/private/', SITE, SITE + '?q',
                SITE + '.evil/private/', 'https://user@example.com/private/', SITE + ':8443/']
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', *urls), [1, 0, 1, -1, -1, -1, -1, -1, 0, 0, 1, 1, -1, 0, -1])
        equal(c('robots.check', KEY, 'agents', 2, 'Nobody', 'goodbot', 'urls', urls[1], urls[2]), [1, 0])
        header = 'Mozilla/5.0 (compatible; GoodBot/2.1; +https://good.example/bot)'
        equal(c('ROBOTS.CHECK', KEY, 'HEADER', header, 'URLS', urls[1], urls[2]), [1, 0])
        equal(c('ROBOTS.CHECK', KEY, 'HEADER', 'AnyBot/1.0', 'URLS', urls[1], urls[2]), [0, 1])
        equal(c('ROBOTS.CHECK', 'none{https://a.example}', *AGENT, 'URLS', 'https://a.example/', 'x'), [None, None])
        for agent in ('Good Bot', 'GoodBot/2.1', '', '*'):
            error = c.error('ROBOTS.CHECK', KEY, 'AGENTS', 2, 'x', agent, 'URLS', SITE + '/')
            assert 'HEADER' in str(error), error
        equal(len(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', *[SITE + '/'] * 4096)), 4096)


def test_errors_of_arguments():
    with Server() as server:
        c = server.client()
        c('ROBOTS.SET', KEY, ROBOTS)
        c('SET', 'text', 'x')
        for words, part in (
                (('ROBOTS.CHECK', KEY, *AGENT, 'URL', 'x'), 'URLS'),
                (('ROBOTS.CHECK', KEY, 'ROBOT', 'a', 'URLS', 'x'), 'AGENTS or HEADER'),
                (('ROBOTS.CHECK', KEY, 'AGENTS', 5, 'a', 'URLS', 'x'), 'fewer'),
                (('ROBOTS.CHECK', KEY, 'AGENTS', 0, 'a', 'URLS', 'x'), 'AGENTS'),
                (('ROBOTS.CHECK', KEY, 'AGENTS', 65, 'a', 'URLS', 'x'), 'AGENTS'),
                (('ROBOTS.CHECK', KEY, 'AGENTS', 1, 'a' * 1025, 'URLS', 'x'), '1024'),
                (('ROBOTS.CHECK', KEY, 'HEADER', 'a' * 8193, 'URLS', 'x'), '8192'),
                (('ROBOTS.CHECK', KEY, *AGENT, 'URLS', *['x'] * 4097), '4096'),
                (('ROBOTS.SET', KEY, '', 'EX', 0), 'EX'), (('ROBOTS.SET', KEY, '', 'EX'), 'EX'),
                (('ROBOTS.SET', KEY, '', 'PXAT', 'x'), 'PXAT'), (('ROBOTS.SET', KEY, '', 'DIALECT', 'html'), 'rfc9309'),
                (('ROBOTS.SET', KEY, '', 'EX', 5, 'PXAT', 10**13), 'once'), (('ROBOTS.SET', KEY, '', 'EX', 5, 'EX', 5), 'once'),
                (('ROBOTS.SET', KEY, '', 'DIALECT', 'google\0x'), 'rfc9309'), (('ROBOTS.SET', KEY, '', 'ORIGIN', ''), 'ORIGIN'),
                (('ROBOTS.OUTCOME', KEY, 'STATUS', 404, 'ORIGIN', ''), 'ORIGIN'),
                (('ROBOTS.SET', KEY, '', 'DIALECT'), 'rfc9309'), (('ROBOTS.SET', KEY, '', 'ORIGIN', 'x'), 'ORIGIN'),
                (('ROBOTS.SET', KEY, '', 'AGENTS', 1, 'a b'), 'product token'),
                (('ROBOTS.SET', KEY, '', 'FRESH'), 'EXTENSIONS'),
                (('ROBOTS.SET', 'untagged', ''), 'ORIGIN'), (('ROBOTS.SET', '{mailto:a}', ''), 'ORIGIN'),
                (('ROBOTS.LOAD', KEY, 'x'), 'refused'), (('ROBOTS.LOAD', KEY, blob_of(''), 'EXTENSIONS'), 'PXAT'),
                (('ROBOTS.LOAD', KEY, blob_of(ROBOTS)[:-1]), 'refused'),
                (('ROBOTS.OUTCOME', KEY, 'EMPTY', 'STATUS'), 'STATUS'),
                (('ROBOTS.OUTCOME', KEY, 'REDIRECTS', 1), 'STATUS or FAILURE'),
                (('ROBOTS.OUTCOME', KEY, 'FAILURE', 'boredom'), 'no-location'),
                (('ROBOTS.OUTCOME', KEY, 'STATUS', 200, 'FIELD', 'a'), 'FIELD'),
                (('ROBOTS.OUTCOME', KEY, 'STATUS', 200, 'PROFILE', 'x'), 'draft2019'),
                (('ROBOTS.OUTCOME', KEY, 'STATUS', 200, 'CHALLENGE', 'x'), 'unreachable'),
                (('ROBOTS.OUTCOME', KEY, 'STATUS', 200, 'MAYBE'), 'OUTCOME'),
                (('ROBOTS.OUTCOME', KEY, 'STATUS', 200, *['FIELD', 'a', 'b'] * 65), '64'),
                (('ROBOTS.OUTCOME', 'untagged', 'STATUS', 404), 'ORIGIN'),
                (('ROBOTS.STATE', KEY, 'x'), 'no policy'), (('ROBOTS.STATE', KEY, 'x', 'EX', 5), 'PXAT'),
                (('ROBOTS.DELAY', KEY, *AGENT, 'AT', 1), 'ATLEAST and then ATMOST'),
                (('ROBOTS.DELAY', KEY, *AGENT, 'ATLEAST', 2, 'ATMOST', 1), 'ATMOST may not be less'),
                (('ROBOTS.DELAY', KEY, *AGENT, 'ATLEAST'), 'milliseconds'),
                (('ROBOTS.DELAY', KEY, 'ROBOT', 'a'), 'AGENTS or HEADER')):
            error = c.error(*words)
            assert error.word == 'ERR' and part in str(error), (words[:5], error)
        for words in (('SET',), ('SET', 'k'), ('CHECK', 'k', 'AGENTS', 1, 'a'), ('STAT',), ('STAT', 'k', 'x'), ('BLOB',),
                      ('DELAY', 'k', 'HEADER'), ('STATE', 'k', 'x', 'PXAT')):
            assert 'number of arguments' in str(c.error('ROBOTS.' + words[0], *words[1:])), words
        for words in (('SET', 'text', '', 'ORIGIN', SITE), ('LOAD', 'text', blob_of(''), 'ORIGIN', SITE),
                      ('OUTCOME', 'text', 'STATUS', 404), ('CHECK', 'text', *AGENT, 'URLS', 'x'),
                      ('STAT', 'text'), ('BLOB', 'text'), ('DELAY', 'text', *AGENT), ('STATE', 'text', 'x')):
            equal(c.error('ROBOTS.' + words[0], *words[1:]).word, 'WRONGTYPE')
        equal(c('GET', 'text'), b'x')
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/'), [0])


def test_set_and_load():
    with Server() as server:
        c = server.client()
        now = int(time.time() * 1000)
        c('ROBOTS.SET', 'plain', ROBOTS, 'ORIGIN', 'HTTP://Other.Example:80/robots.txt', 'EX', 100)
        stat = c.map('ROBOTS.STAT', 'plain')
        equal(text(stat['origin']), 'http://other.example')
        assert now + 100000 <= stat['expires'] <= now + 160000, stat
        equal(c('ROBOTS.CHECK', 'plain', *AGENT, 'URLS', 'http://other.example/private/', SITE + '/'), [0, -1])
        c('ROBOTS.SET', 'plain', '', 'PXAT', now + 5000000)  # the origin of before
        equal(c.map('ROBOTS.STAT', 'plain')['expires'], now + 5000000)
        c('ROBOTS.SET', KEY, 'User-agent: a\nDisallow: /x', 'AGENTS', 2, 'a', 'b')
        equal(c('ROBOTS.CHECK', KEY, 'AGENTS', 1, 'a', 'URLS', SITE + '/x'), [0])
        assert 'list of agents' in str(c.error('ROBOTS.CHECK', KEY, 'AGENTS', 1, 'z', 'URLS', SITE + '/x'))
        equal(c('ROBOTS.CHECK', KEY, 'HEADER', 'x a/1', 'URLS', SITE + '/x'), [0])
        assert 'names none' in str(c.error('ROBOTS.CHECK', KEY, 'HEADER', 'z/1', 'URLS', SITE + '/x'))
        # In koster1996 '$' is no wildcard, and the lifetime is 7 days.
        c('ROBOTS.SET', KEY, 'User-agent: *\nDisallow: /a$', 'DIALECT', 'koster1996')
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/a', SITE + '/a$b'), [1, 0])
        stat = c.map('ROBOTS.STAT', KEY)
        equal((stat['dialect'], round((stat['expires'] - now) / 86400000)), ('koster1996', 7))
        c('ROBOTS.SET', KEY, ROBOTS)
        assert 86399000 <= c.map('ROBOTS.STAT', KEY)['expires'] - now <= 86460000
        # ROBOTS.BLOB answers with the same octets that ROBOTS.LOAD got.
        for options in ((), ('--extensions',), ('--dialect=conner2',)):
            blob = blob_of(ROBOTS, *options)
            equal(c('ROBOTS.LOAD', KEY, blob, 'EX', 50), 'OK')
            equal(c('ROBOTS.BLOB', KEY)[0], blob)
        c('ROBOTS.SET', KEY, ROBOTS, 'EXTENSIONS')
        equal(c('ROBOTS.BLOB', KEY)[0], blob_of(ROBOTS, '--extensions'))
        equal(c('ROBOTS.BLOB', 'none'), None)


def test_remarks():
    """A text that is no robots.txt is compiled, and the reply says so."""
    with Server() as server:
        c = server.client()
        for text_, part in (('<html><body>', 'web page'), ('{"a": 1}', 'JSON'), ('\x1f\x8b\x08', 'compressed'),
                            ('User-agent: *\nDisallow: /\n' * 30000, 'ignored')):
            reply = c('ROBOTS.SET', KEY, text_.encode('latin-1'))
            assert reply.startswith('OK: ') and part in reply, reply
            equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/x'), [int(part != 'ignored')])
        for text_ in ('', 'Disalow: /x\n', 'no line of a robots.txt'):
            equal(c('ROBOTS.SET', KEY, text_), 'OK')
        assert 'stale' in c('ROBOTS.SET', KEY, '', 'PXAT', 5)
        for header in ('', ' \t'):
            assert 'empty' in str(c.error('ROBOTS.CHECK', KEY, 'HEADER', header, 'URLS', SITE + '/x'))


def test_wrong_inputs():
    """For each row of wrong_inputs.tsv the reply is an error, or a remark, or right."""
    rules = 'User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n'
    site = 'https://shop.example'
    key, url = f'robots:{{{site}}}', site + '/private/'
    calls = {
        'agent': lambda given: c('ROBOTS.CHECK', key, 'AGENTS', 1, given, 'URLS', url) == [1],
        'header': lambda given: c('ROBOTS.CHECK', key, 'HEADER', given, 'URLS', url) == [0],
        'partial': lambda given: c('ROBOTS.CHECK', 'p' + key, 'HEADER', given, 'URLS', url) == [0],
        'compile': lambda given: c('ROBOTS.SET', 'x' + key, given) == 'OK',
        'open': lambda given: c('ROBOTS.LOAD', 'x' + key, given) == 'OK',
        'fresh': lambda given: c('ROBOTS.LOAD', 'x' + key, given) == 'OK',
        'url': lambda given: c('ROBOTS.CHECK', key, 'AGENTS', 1, 'ExampleBot', 'URLS', given) == [0],
    }
    with open(WRONG_INPUTS, encoding='ascii') as lines, Server() as server:
        c = server.client()
        c('ROBOTS.SET', key, rules)
        c('ROBOTS.LOAD', 'p' + key, blob_of(rules, '--agent=ExampleBot', '--agent=SomeBot'))
        for call, answer, name, given in (line.rstrip('\n').split('\t') for line in lines if line[0] != '#'):
            try:
                right = calls[call](re.sub(rb'\\(\d{3})', lambda octal: bytes([int(octal[1], 8)]), given.encode()))
            except ReplyError:
                right = False
            equal((call, name, 'right' if right else 'told'), (call, name, answer))


def test_decision_of_a_blob():
    with Server() as server:
        c = server.client()
        now = int(time.time())
        at = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(now))
        for options, outcome, reply in ((('--status=200', '--header=Cache-Control: max-age=600'), 'parse', 0),
                                        (('--status=404', '--header=Cache-Control: max-age=600'), 'allow', 1),
                                        (('--status=503', '--header=Retry-After: 600'), 'deny', 0)):
            c('ROBOTS.LOAD', KEY, blob_of(ROBOTS, f'--fetched={at}', *options))
            stat = c.map('ROBOTS.STAT', KEY)
            equal((stat['outcome'], stat['expires'], stat['fetched']), (outcome, (now + 600) * 1000, now * 1000))
            equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/'), [reply])
        c('ROBOTS.LOAD', KEY, blob_of(ROBOTS, '--status=200', '--fetched=2020-01-01T00:00:00Z'))
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/'), [None])
        c('ROBOTS.LOAD', KEY, blob_of(ROBOTS, '--status=200', '--fetched=2020-01-01T00:00:00Z'), 'EX', 9)
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/'), [1])


def test_delay():
    with Server() as server:
        for c in (server.client(), server.client()):
            if server.clients[-1] is c:
                c('HELLO', 3)
            c('ROBOTS.SET', KEY, ROBOTS)
            equal(c.error('ROBOTS.DELAY', KEY, *AGENT).word, 'ABSENT')
            # A policy that has one verdict for all paths does not know the lines of its file.
            for rules in ('Disallow: /', 'Disallow:'):
                c('ROBOTS.SET', KEY, f'User-agent: *\n{rules}\nCrawl-delay: 30\nSitemap: {SITE}/s.xml\n')
                equal(c.error('ROBOTS.DELAY', KEY, *AGENT).word, 'ABSENT')
                c('ROBOTS.LOAD', KEY, blob_of(f'User-agent: *\n{rules}\n'))
                equal(c.error('ROBOTS.DELAY', KEY, *AGENT).word, 'ABSENT')
            c('ROBOTS.SET', KEY, ROBOTS, 'EXTENSIONS')
            equal(c.map('ROBOTS.DELAY', KEY, *AGENT), {'pause': 3000, 'reason': 'crawl-delay'})
            for bounds, pause, cut in ((('ATLEAST', 3001), 3001, 'at-least'), (('ATMOST', 2999), 2999, 'at-most'),
                                       (('ATLEAST', 1, 'ATMOST', 3000), 3000, 'none'), (('atleast', 5, 'atmost', 5), 5, 'at-most')):
                equal(c.map('ROBOTS.DELAY', KEY, *AGENT, *bounds), {'pause': pause, 'reason': 'crawl-delay', 'cut': cut})
            equal(c.map('ROBOTS.DELAY', KEY, 'AGENTS', 1, 'GoodBot'), {'pause': 10000, 'reason': 'none'})
            equal(c.map('ROBOTS.DELAY', KEY, 'HEADER', 'x GoodBot/1'), {'pause': 10000, 'reason': 'none'})
            # A pause for the morning and another for the afternoon; noon may have just passed.
            halves = 'robots:{https://halves.example}'
            c('ROBOTS.SET', halves, HALVES, 'EXTENSIONS')
            hours = [time.gmtime().tm_hour]
            pace = c.map('ROBOTS.DELAY', halves, *AGENT)
            hours.append(time.gmtime().tm_hour)
            assert pace in [{'pause': 60000 if hour < 12 else 120000, 'reason': 'request-rate'} for hour in hours], (hours, pace)
            equal(c('ROBOTS.DELAY', 'none', *AGENT), None)
            # If the site has no file, there are no lines beside rules.
            c('ROBOTS.OUTCOME', KEY, 'STATUS', 404)
            equal(c.map('ROBOTS.DELAY', KEY, *AGENT), {'pause': 10000, 'reason': 'none'})


def test_claim():
    """A client that claims a key is told to take a lock."""
    with Server() as server:
        c = server.client()
        for words in ((), (5,), ('PXAT', 2 ** 50, 1)):
            assert 'SET key NX PX' in str(c.error('ROBOTS.CLAIM', KEY, *words))
        assert 'SET key NX PX' in str(c.error('EVAL', "return redis.call('ROBOTS.CLAIM', KEYS[1], 5)", 1, KEY))
        equal(c('EXISTS', KEY), 0)
        for words in (('SET', KEY, ''), ('LOAD', KEY, blob_of('')), ('OUTCOME', KEY, 'STATUS', 404)):
            equal(c.error('ROBOTS.' + words[0], *words[1:], 'TOKEN', '0' * 16).word, 'ERR')


def test_stale():
    with Server('--appendonly', 'yes', '--appendfsync', 'always', module=('KEEP', 0)) as server:
        c = server.client()
        c('ROBOTS.OUTCOME', KEY, 'STATUS', 404, 'AT', 1, 'FIELD', 'Cache-Control', 'max-age=0')
        equal(c('EXISTS', KEY), 0)
        c('ROBOTS.SET', KEY, ROBOTS)
        c = server.again(signal.SIGKILL)
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/'), [0])
    with Server(module=('KEEP', 1)) as server:
        c = server.client()
        c('ROBOTS.SET', KEY, ROBOTS, 'EX', 1000)
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/'), [1])
        equal(c('PEXPIRETIME', KEY), c.map('ROBOTS.STAT', KEY)['expires'] + 1000)
        c('ROBOTS.SET', KEY, ROBOTS, 'EX', 1)
        until(lambda: not c('EXISTS', KEY))
        equal(c('ROBOTS.STAT', KEY), None)
    with Server() as server:
        c = server.client()
        c('ROBOTS.SET', KEY, ROBOTS, 'EX', 1)
        until(lambda: c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/') == [None])
        equal((c('ROBOTS.BLOB', KEY), c('ROBOTS.DELAY', KEY, *AGENT)), (None, None))
        equal(c.map('ROBOTS.STAT', KEY)['stale'], 1)
        c('DEL', KEY)
        equal((c.info('blobs'), c.info('blob_references')), (1, 1))  # the lines of the empty file


def test_documents():
    with Server() as server:
        c = server.client()
        c('HELLO', 3)
        names = ('set', 'load', 'state', 'outcome', 'check', 'delay', 'blob', 'claim', 'stat')
        fast = {'check', 'blob', 'claim', 'stat'}
        writes = {'set', 'load', 'state', 'outcome'}
        for name in names:
            docs = c('COMMAND', 'DOCS', 'robots.' + name)['robots.' + name]
            assert docs['summary'].endswith(b'.') and docs['complexity'].startswith(b'O('), docs
            equal(docs['arguments'][0]['type'], b'key' if isinstance(docs['arguments'][0]['type'], bytes) else 'key')
            info = c('COMMAND', 'INFO', 'robots.' + name)[0]
            flags = set(info[2])
            equal(flags & {'fast', 'write', 'readonly', 'denyoom'},
                  ({'fast'} if name in fast else set()) | ({'write', 'denyoom'} if name in writes else {'readonly'}))
            equal(info[3:6], [1, 1, 1])
            equal(info[8][0]['begin_search']['spec']['index'], 1)
            arity = abs(info[1])
            equal(c('COMMAND', 'GETKEYS', 'robots.' + name, KEY, *['x'] * (arity - 2)), [KEY.encode()])
        c('ACL', 'SETUSER', 'crawler', 'on', 'nopass', '~robots:*', '-@all', '+robots.check')
        other = server.client()
        other('AUTH', 'crawler', 'x')
        equal(other('ROBOTS.CHECK', KEY, *AGENT, 'URLS', 'x'), [None])
        equal(other.error('ROBOTS.CHECK', 'k', *AGENT, 'URLS', 'x').word, 'NOPERM')
        equal(other.error('ROBOTS.SET', KEY, '').word, 'NOPERM')


def test_arguments_of_the_module():
    for module, part in ((('THREADS', 0), 'THREADS'), (('SPEED', 9), 'KEEP'), (('QUEUE',), 'QUEUE')):
        try:
            with Server(module=module):
                raise AssertionError(f'{module} was taken')
        except AssertionError as error:
            assert f'robotsc: ' in str(error) and part in str(error), error


def test_scripts():
    with Server() as server:
        c = server.client()
        for words in (('EVAL', "return redis.call('ROBOTS.SET', KEYS[1], '')", 1, KEY),):
            assert 'ROBOTS.LOAD' in str(c.error(*words))
        c('MULTI')
        c('ROBOTS.SET', KEY, '')
        c('ROBOTS.LOAD', KEY, blob_of(ROBOTS))
        c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/', SITE + '/')
        first, second, third = c('EXEC')
        assert isinstance(first, ReplyError) and 'ROBOTS.LOAD' in str(first), first
        equal((second, third), ('OK', [0, 1]))
        script = "return redis.call('ROBOTS.CHECK', KEYS[1], 'AGENTS', 1, 'x', 'URLS', ARGV[1], ARGV[2], 'none')"
        equal(c('EVAL', script, 1, KEY, SITE + '/private/', SITE + '/'), [0, 1, -1])
        equal(c('EVAL_RO', script, 1, KEY, SITE + '/private/', SITE + '/'), [0, 1, -1])
        assert 'BUSY' in str(c.error('EVAL', "return redis.call('ROBOTS.LOAD', KEYS[1], ARGV[1])", 1, KEY, 'x' * 262145))


def test_tracking():
    with Server() as server:
        c, watch = server.client(), server.client()
        watch('HELLO', 3)
        watch('CLIENT', 'TRACKING', 'ON')
        c('ROBOTS.SET', KEY, ROBOTS)
        watch('ROBOTS.BLOB', KEY)
        c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/')
        c('ROBOTS.SET', KEY, '')
        equal(watch.read(), [b'invalidate', [KEY.encode()]])


if __name__ == '__main__':
    run(globals())
