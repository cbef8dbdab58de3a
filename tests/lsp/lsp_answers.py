#!/usr/bin/env python3
"""lsp_answers.py CASE ROBOTSC - what 'robotsc lsp' answers, as docs/editors.md says.

SPDX-License-Identifier: Apache-2.0
"""
import itertools
import random
import re
import sys

from lsp_client import URI, WAIT, Server, actions, document, hover, labels, ping, place, short, span, start_garbage

OTHER = 'file:///other'

# ---- a session -------------------------------------------------------------------------

TEXT = '''User-agent: *
Disallow: /a
Allow: /a/b
Disallow: /a/b/c
Disalow: /x
Disallow: /a/q

User-agent: Googlbot
Disallow: tmp
Disallow: /€/\U0001F600#x
'''


def case_session():
    """What is expected, answer by answer."""
    s = Server()
    assert s.ask('textDocument/hover', {})['error']['code'] == -32002
    s.notify('textDocument/didOpen', {'textDocument': {'uri': URI, 'text': 'x'}})  # dropped
    offered = s.start(['utf-32', 'utf-8', 'utf-16'])
    assert offered['capabilities']['positionEncoding'] == 'utf-8' and offered['serverInfo']['name'] == 'robotsc'
    assert offered['capabilities']['textDocumentSync'] == {'openClose': True, 'change': 2, 'save': True}
    assert s.ask('initialize', {})['error']['code'] == -32600
    s.notify('initialized', {})
    s.open(TEXT)
    found = s.diagnostics()
    assert short(found) == ['2:0-2:0 3 order-matters', '4:0-4:7 2 misspelt-field', '5:10-5:14 3 redundant-rule',
                            '7:12-7:20 2 agent-typo', '7:12-7:20 3 star-not-inherited', '8:10-8:13 1 never-matches',
                            '9:11-9:14 3 unescaped', '9:19-9:20 2 hash-cuts'], short(found)
    assert found[1]['message'] == 'misspelt field, accepted; other robots may skip it (Disallow); hint: correct the spelling'
    assert found[1]['source'] == 'robotsc' and 'tags' not in found[1] and found[5]['tags'] == [1]
    assert found[2]['relatedInformation'] == [{'location': {'uri': URI, 'range': span(1, 0, 1, 12)}, 'message': 'line 2'}]
    session_requests(s)
    s.notify('textDocument/didChange', {'textDocument': {'uri': URI, 'version': 2}, 'contentChanges': [
        {'range': span(4, 0, 4, 7), 'text': 'Disallow'}, {'range': span(8, 10, 8, 10), 'rangeLength': 0, 'text': '/'}]})
    s.notify('textDocument/didSave', document())
    after = short(s.diagnostics(version=2))
    assert not any('misspelt' in line or 'never' in line for line in after) and len(after) == 6, after
    s.notify('textDocument/didChange', {'textDocument': {'uri': URI, 'version': 3},
                                        'contentChanges': [{'text': 'User-agent: *\nDisallow:\n'}]})
    assert s.diagnostics(version=3) == []
    s.notify('textDocument/didClose', document())
    assert s.diagnostics(version=None) == []
    assert s.ask('textDocument/hover', {**document(), 'position': place(0, 0)})['error']['code'] == -32602
    assert s.ask('shutdown')['result'] is None
    assert s.ask('textDocument/hover', {})['error']['code'] == -32600
    s.notify('exit', None)
    assert s.process.wait(WAIT) == 0


def session_requests(s):
    star = hover(s, 0)
    assert star[0] == 'This group is obeyed by' and star[1].startswith('search: Googlebot, Googlebot-Image, '), star
    assert star[-1] == 'and every other robot that no group names'
    assert hover(s, 7) == ['This group is obeyed by', 'no crawler that is known', 'and every other robot called Googlbot']
    assert hover(s, 1) == ['This rule closes paths such as /a to all that no group names', 'outranked, where these match too, by',
                           '  line 3: Allow: /a/b', '  line 4: Disallow: /a/b/c', '  line 6: Disallow: /a/q',
                           'Of lines that match: the longest pattern decides, of equally long ones Allow'], hover(s, 1)
    assert hover(s, 3)[:2] == ['This rule closes paths such as /a/b/c to all that no group names', 'outranked by no line']
    assert hover(s, 5)[0].endswith('; without it they would be closed, too')
    assert hover(s, 6) is None and hover(s, 70) is None
    titles = [a['title'] for a in actions(s, 0, 9)]
    assert titles == ["Write 'Disallow': opens nothing, closes nothing", 'Remove this line: opens nothing, closes nothing',
                      "Write 'Googlebot': closes /%E2%82%AC/%F0%9F%98%80, opens /a for googlebot; "
                      'closes /a, opens /%E2%82%AC/%F0%9F%98%80 for googlbot',
                      "Begin it with '/': closes /tmp for googlbot",
                      'Write it in escaped form: opens nothing, closes nothing',
                      'Write it in escaped form: opens /%E2%82%AC/%F0%9F%98%80 for googlbot'], titles
    fix = actions(s, 9, 9)[0]
    assert fix['kind'] == 'quickfix' and short(fix['diagnostics']) == ['9:11-9:14 3 unescaped']
    assert fix['edit'] == {'changes': {URI: [{'range': span(9, 11, 9, 14), 'newText': '%E2%82%AC'}]}}, fix
    assert actions(s, 0, 9, only=['refactor']) == [] and len(actions(s, 0, 9, only=['quickfix'])) == 6
    symbols = s.ask('textDocument/documentSymbol', document())['result']
    assert [(g['name'], g['range'], [r['name'] for r in g['children']]) for g in symbols] == [
        ('User-agent: *', span(0, 0, 5, 14),
         ['Disallow: /a', 'Allow: /a/b', 'Disallow: /a/b/c', 'Disallow: /x', 'Disallow: /a/q']),
        ('User-agent: Googlbot', span(7, 0, 9, 21), ['Disallow: tmp', 'Disallow: /€/\U0001F600'])], symbols
    assert labels(s, 6, 0)[:4] == ['User-agent', 'Disallow', 'Allow', 'Sitemap'] and labels(s, 7, 2) == ['User-agent']
    names = labels(s, 7, 16)
    assert names[0] == 'Googlebot' and 'Google-Extended' in names and all(n.lower().startswith('google') for n in names), names
    assert labels(s, 1, 11) == [] and labels(s, 9, 20) == [] and '*' in labels(s, 7, 12)
    assert s.ask('workspace/symbol', {'query': ''})['error']['code'] == -32601
    assert s.ask('$/odd', {})['error']['code'] == -32601


# ---- the rest --------------------------------------------------------------------------

def case_exit():
    """The exit status says whether shutdown came first."""
    s = Server()
    s.send({'method': 'exit'})
    assert s.process.wait(WAIT) == 1
    s = start_garbage()
    s.process.stdin.close()
    assert s.process.wait(WAIT) == 1
    s = start_garbage()
    s.ask('shutdown')
    s.process.stdin.close()
    assert s.process.wait(WAIT) == 0


def case_flat():
    """A client that knows no trees gets groups with their places."""
    s = Server('--dialect=koster1996')
    assert s.start(encodings=[], trees=False)['capabilities']['positionEncoding'] == 'utf-16'
    s.open('User-agent: a\nUser-agent: b\nDisallow: /\n\nUser-agent: A\nDisallow: /x\n')
    s.diagnostics()
    symbols = s.ask('textDocument/documentSymbol', document())['result']
    assert symbols == [
        {'name': 'User-agent: a, b', 'kind': 3, 'location': {'uri': URI, 'range': span(0, 0, 2, 11)}},
        {'name': 'User-agent: A', 'kind': 3, 'location': {'uri': URI, 'range': span(4, 0, 5, 12)}}], symbols
    assert hover(s, 4) == ['This group is obeyed by', 'no crawler that is known',
                           'an earlier group holds for every robot that this line names'], hover(s, 4)
    s.end()


def case_obeys():
    """Crawlers obey a group by the name of another crawler, and some not that of '*'."""
    s = Server()
    s.start()
    s.open('User-agent: Googlebot\nDisallow: /a\nUser-agent: *\nDisallow: /b\nUser-agent: GOOGLEBOT\nAllow: /c\n')
    s.diagnostics()
    named = hover(s, 0)
    assert named == ['This group is obeyed by',
                     'search: Googlebot, Googlebot-Image (as Googlebot), Googlebot-News (as Googlebot), '
                     'Googlebot-Video (as Googlebot), Applebot (as Googlebot)', 'and every other robot called Googlebot'], named
    assert hover(s, 4) == named[:-1] + ['and every other robot called GOOGLEBOT'], hover(s, 4)
    star = '\n'.join(hover(s, 2))
    assert 'Googlebot' not in star and 'bingbot' in star and 'AdsBot-Google' not in star, star
    assert star.endswith('that no group names'), star
    s.open('# Us\nus', version=2)
    assert labels(s, 0, 4) == [] and labels(s, 1, 2) == ['User-agent']
    s.open('User-agent: Googlebot\nUser-agent: *\nAllow: /c\n')
    assert hover(s, 2)[0] == 'This rule opens paths such as /c to googlebot, all others; ' \
        'without it they would be open, too', hover(s, 2)
    s.end()


SIGNAL = '__usage_ai-training'
WORDS = f'{SIGNAL} (what may be used to train models)'


def case_signal():
    """A token for all robots is a label, and no robot."""
    s = Server()
    s.start()
    s.open(f'User-agent: *\nDisallow: /private/\n\nUser-agent: {SIGNAL}\nDisallow: /train\nAllow: /train/a\nAllow: /b\n'
           f'\nUser-agent: c\nUser-agent: {SIGNAL}\nDisallow: /both\nUser-agent: ')
    assert not [f for f in short(s.diagnostics()) if 'star-not' in f and not f.startswith('8:')]
    assert hover(s, 3) == hover(s, 9) == ['This group is a label for all robots: what may be used to train models'], hover(s, 3)
    assert hover(s, 8)[-1] == 'and every other robot called c', hover(s, 8)
    assert hover(s, 4)[:3] == [f'This rule closes paths such as /train in the label {WORDS}',
                               'outranked, where these match too, by', '  line 6: Allow: /train/a'], hover(s, 4)
    # What no rule matches is unstated, not open.
    assert hover(s, 6)[0] == f'This rule opens paths such as /b in the label {WORDS}', hover(s, 6)
    assert hover(s, 10)[0] == 'This rule closes paths such as /both to c', hover(s, 10)
    assert hover(s, 10)[2] == f'This rule closes paths such as /both in the label {WORDS}', hover(s, 10)
    assert labels(s, 11, 12)[:2] == ['*', SIGNAL], labels(s, 11, 12)
    s.open(f'User-agent: c\nUser-agent: {SIGNAL}\nDisallow: /a\n', version=2)
    assert hover(s, 2)[0] == f'This rule closes paths such as /a to c, and in the label {WORDS}', hover(s, 2)
    s.end()
    s = Server('--dialect=koster1996')
    s.start()
    s.open(f'User-agent: {SIGNAL}\nDisallow: /\nAllow: /a\n\nUser-agent: b\nUser-agent: {SIGNAL}\nDisallow: /b\n')
    label = f'in the label {WORDS}, whose rules are compared as in rfc9309'
    assert hover(s, 2) == [f'This rule is {label}',
                           'Of lines that match: the longest pattern decides, of equally long ones Allow'], hover(s, 2)
    assert hover(s, 6)[0] == 'This rule closes paths such as /b to b', hover(s, 6)
    assert hover(s, 6)[-2:] == [f'This rule is also {label}', 'Of lines that match: the first line that matches decides']
    s.end()


def case_sets():
    """A rule is told for three of the sets of robots that have it, and only for those that do."""
    s = Server()
    s.start()
    own = ''.join(f'User-agent: r{n}\nDisallow: /own{n}\n' for n in range(6))
    s.open(own + ''.join(f'User-agent: r{n}\n' for n in range(5)) + 'Disallow: /all\n')
    s.diagnostics()
    assert hover(s, 11)[0] == 'This rule closes paths such as /own5 to r5', hover(s, 11)
    assert hover(s, 1)[0] == 'This rule closes paths such as /own0 to r0', hover(s, 1)
    told = hover(s, 17)
    assert [line for line in told if line.startswith('This rule')] == [
        f'This rule closes paths such as /all to r{n}' for n in range(3)], told
    assert told[-2] == 'and so on, for 2 other sets of robots', told
    s.end()


def matches(pattern, path):
    """RFC 9309, in the plainest way."""
    parts = [re.escape(part) for part in pattern.removesuffix('$').split('*')]
    return re.match('.*'.join(parts) + ('$' if pattern.endswith('$') else ''), path) is not None


def said_of(rules, i, paths):
    """Which rules outrank one, whether it decides, and whether a verdict depends on it."""
    def rank(k):
        return len(rules[k][1]), rules[k][0] == 'Allow', -k

    def best(path, without=None):
        return max((k for k in range(len(rules)) if k != without and matches(rules[k][1], path)), key=rank, default=None)

    own = [path for path in paths if matches(rules[i][1], path)]
    higher = {k for k in range(len(rules)) if rank(k) > rank(i) and any(matches(rules[k][1], path) for path in own)}
    decided = [path for path in own if best(path) == i]
    allows = [best(path, i) is None or rules[best(path, i)][0] == 'Allow' for path in decided]
    return higher, bool(decided), (rules[i][0] != 'Allow') in allows


def case_outranks():
    """Of random rules, hover says what trying all short paths says."""
    r = random.Random(5)
    paths = ['/' + ''.join(p) for n in range(6) for p in itertools.product('abc', repeat=n)]
    s = Server()
    s.start()
    tried = set()
    for version in range(80):
        rules = [(r.choice(['Allow', 'Disallow']), '/' + ''.join(r.choice('aabb*') for _ in range(r.randrange(4))) +
                  r.choice(['', '', '$']))
                 for _ in range(5)]
        s.open('User-agent: *\n' + ''.join(f'{verdict}: {pattern}\n' for verdict, pattern in rules), version=version)
        for i in range(len(rules)):
            higher, decides, matters = said_of(rules, i, paths)
            text = hover(s, i + 1)
            lines = {int(line.split()[1][:-1]) - 2 for line in text if line.startswith('  line ')}
            assert lines == higher, (rules, i, text)
            assert text[0].startswith('This rule decides nothing') == (not decides), (rules, i, text)
            assert ('; without it' in text[0]) == (decides and not matters), (rules, i, text)
            if ' such as ' in text[0]:
                example = text[0].split(' such as ')[1].split(' to all')[0]
                assert said_of([*rules[:i], rules[i], *rules[i + 1:]], i, [example])[1], (rules, i, text)
            tried.add((bool(higher), decides, matters))
    assert len(tried) == 5, tried
    s.end()


def big_text(octets=500000):
    r = random.Random(1)
    lines, n = ['User-agent: *'], 0
    while n < octets:
        lines.append(r.choice(['Disallow: /', 'Allow: /']) + ''.join(r.choice('abcdef/') for _ in range(30)))
        lines += lines[-1:] if len(lines) % 1000 == 7 else []
        n += len(lines[-1]) + 1
    return '\n'.join(lines) + '\n'


def case_large():
    """While half a megabyte is linted, requests are answered; old texts are dropped."""
    s = Server()
    s.start()
    s.open(big_text())
    s.diagnostics()  # those of single lines
    s.open('User-agent: *\nDisalow: /x\n', uri=OTHER)
    assert short(s.diagnostics(uri=OTHER)) == ['1:0-1:7 2 misspelt-field']
    assert hover(s, 1)[0].startswith('This rule '), 'a rule of a large file'
    assert not s.notes, 'the answer comes before the whole lint has ended'
    assert len(s.diagnostics()) == 1001 and not s.notes
    for version in range(2, 102):
        s.notify('textDocument/didChange', {'textDocument': {'uri': URI, 'version': version},
                                            'contentChanges': [{'range': span(5, 0, 5, 0), 'text': 'x'}]})
    first = s.diagnostics(version=101)
    second = s.diagnostics(version=101)
    assert short(first) == ['5:0-5:105 3 unknown-field'], short(first)
    assert len(second) == 1001, len(second)
    assert len(s.notes) < 60, len(s.notes)  # of a hundred texts
    s.end()


def case_too_large():
    """A text of more than 32 MiB is not kept, and that is said, until a shorter one comes."""
    s = Server()
    s.start()
    s.open('# ' + 'x' * (32 << 20))
    [remark] = s.diagnostics()
    assert remark['message'].startswith('this file is larger than 32 MiB'), remark
    assert hover(s, 0) is None and actions(s, 0, 0) == []
    s.notify('textDocument/didChange', {'textDocument': {'uri': URI, 'version': 2},
                                        'contentChanges': [{'range': span(0, 0, 0, 1), 'text': ''}]})
    assert len(s.diagnostics(version=2)) == 1
    s.notify('textDocument/didChange', {'textDocument': {'uri': URI, 'version': 3}, 'contentChanges': [{'text': 'x'}]})
    assert short(s.diagnostics(version=3)) == ['0:0-0:0 2 junk']
    s.notify('textDocument/didChange', {'textDocument': {'uri': URI, 'version': 4},
                                        'contentChanges': [{'range': 5, 'text': 'x'}]})
    [remark] = s.diagnostics(version=4)
    assert remark['message'].startswith('a change of this text was not understood'), remark
    ping_after_reopen(s)
    s.end()


def ping_after_reopen(s):
    s.open('User-agent: *\nDisallow: /x\n', version=5)
    assert s.diagnostics(version=5) == []
    ping(s)


def case_many():
    """Of very many remarks the most severe are sent, and how many are not."""
    s = Server()
    s.start()
    s.open('User-agent: *\n' + ''.join(f'Disallow: /{n}/é\n' for n in range(1500)) + 'Disallow: tmp\n')
    found = s.diagnostics()
    assert found[-2]['code'] == 'never-matches' and len(found) == 1001, (len(found), found[-2])
    assert found[-1]['message'] == "501 more findings are not shown; 'robotsc lint' lists all", found[-1]
    s.end()


def applied(text, edits):
    """A text of ASCII after the edits of an action."""
    lines = text.split('\n')
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines) + 1)]

    def offset(p):
        return min(starts[min(p['line'], len(lines))] + p['character'], len(text))

    for e in sorted(edits, key=lambda e: offset(e['range']['start']), reverse=True):
        text = text[:offset(e['range']['start'])] + e['newText'] + text[offset(e['range']['end']):]
    return text


# For each kind: a text, a line of it from 0, the text after the change, and what the title says.
STAR = 'User-agent: *\n'
NOTHING = ': opens nothing, closes nothing'
FIXES = {
    'dead-rule': (STAR + 'Disallow: /*/trackback/\nAllow: /a/trackback/\nDisallow: /a/*track*back/', 2,
                  STAR + 'Disallow: /*/trackback/\nDisallow: /a/*track*back/', 'Remove this line' + NOTHING),
    'duplicate-rule': (STAR + 'Disallow: /a\nDisallow: /a\n', 2, STAR + 'Disallow: /a\n', 'Remove this line' + NOTHING),
    'conflicting-rules': (STAR + 'Disallow: /x\nAllow: /x\n', 1, STAR + 'Disallow:\nAllow: /x\n',
                          "Write 'Disallow:' in its place" + NOTHING),
    'redundant-rule': ('User-agent: *\r\nDisallow: /a\r\nDisallow: /a/b', 2, 'User-agent: *\r\nDisallow: /a',
                       'Remove this line' + NOTHING),
    'redundant-together': (STAR + 'Allow: /shop\nDisallow: /z\nAllow: /\nDisallow: /', 3, STAR + 'Allow: /shop\nDisallow: /z\n',
                           'Remove this line and those that the remark names' + NOTHING),
    'repeated': (STAR + 'Disallow: /x\nVisit-time: 0600-0845\nVisit-time: 1200-1300\n', 3,
                 STAR + 'Disallow: /x\nVisit-time: 0600-0845\n', 'Remove this line' + NOTHING),
    'missing-colon': ('User-agent *\nDisallow: /a\n', 0, STAR + 'Disallow: /a\n', "Write the ':'" + NOTHING),
    'misspelt-field': (STAR + 'Disalow: /a\n', 1, STAR + 'Disallow: /a\n', "Write 'Disallow'" + NOTHING),
    'field-typo': (STAR + 'Disallop: /x\nDisallow: /y\n', 1, STAR + 'Disallow: /x\nDisallow: /y\n',
                   "Write 'Disallow': closes /x for all others"),
    'other-label': (STAR + 'Content-Usage: ai-train=n\nDisallow: /x\n', 1, STAR + 'Content-Usage: train-ai=n\nDisallow: /x\n',
                    "Write 'train-ai'" + NOTHING),
    'no-group': ('\ufeffDisallow: /a\n', 0, '\ufeff' + STAR + 'Disallow: /a\n',
                 "Write 'User-agent: *' before it: closes /a for all others"),
    'never-matches': (STAR + 'Disallow: a\n', 1, STAR + 'Disallow: /a\n', "Begin it with '/': closes /a for all others"),
    'stray-percent': (STAR + 'Disallow: /%zz\n', 1, STAR + 'Disallow: /%25zz\n',
                      'Write it in escaped form: closes /%25zz for all others'),
    'hash-cuts': (STAR + 'Disallow: /a#b\n', 1, STAR + 'Disallow: /a%23b\n', 'Write it in escaped form: opens /a for all others'),
    'unescaped': (STAR + 'Disallow: /é/x\n', 1, STAR + 'Disallow: /%C3%A9/x\n', 'Write it in escaped form' + NOTHING),
    'star-at-end': (STAR + 'Disallow: /a*\n', 1, STAR + 'Disallow: /a\n', "Remove the '*'" + NOTHING),
    'star-repeated': (STAR + 'Disallow: /**a\n', 1, STAR + 'Disallow: /*a\n', "Write one '*'" + NOTHING),
    'usage-value': (STAR + 'Content-Usage: train-ai=no\nAllow: /\n', 1, STAR + 'Content-Usage: train-ai=n\nAllow: /\n',
                    "Write 'n'" + NOTHING),
    'signal-case': (STAR + 'Content-Signal: use=Reference\nDisallow: /x\n', 1,
                    STAR + 'Content-Signal: use=reference\nDisallow: /x\n', 'Write it in lower case' + NOTHING),
    'group-empty': ('User-agent: a\r\nAllow: /\r\nUser-agent: *', 2,
                    'User-agent: a\r\nAllow: /\r\n\r\nUser-agent: *\r\nDisallow:', "Write 'Disallow:' after it" + NOTHING),
    'allow-empty': (STAR + 'Disallow: /x\r\nAllow:\r\n', 2, STAR + 'Disallow: /x\r\n', 'Remove this line' + NOTHING),
    'blank-ends-record': (STAR + 'Disallow: /x\n\nDisallow: /y\n', 3, STAR + 'Disallow: /x\nDisallow: /y\n',
                          'Remove the blank line' + NOTHING),
    'agents-joined': (STAR + 'Crawl-delay: 5\n\nUser-agent: BadBot\nDisallow: /\n', 3,
                      STAR + 'Disallow:\nCrawl-delay: 5\n\nUser-agent: BadBot\nDisallow: /\n',
                      "Write 'Disallow:' after the User-agent lines before: opens / for all others"),
    'agent-typo': ('User-agent: Googlbot\nDisallow: /a\n', 0, 'User-agent: Googlebot\nDisallow: /a\n',
                   "Write 'Googlebot': opens /a for googlbot; closes /a for googlebot"),
    'star-not-inherited': (STAR + 'Disallow: /a\r\nDisallow: /b\r\n\r\nUser-agent: x\r\nDisallow: /c\r\n'.replace('\r', ''), 4,
                           STAR + 'Disallow: /a\nDisallow: /b\n\nUser-agent: x\nDisallow: /c\nDisallow: /a\nDisallow: /b\n',
                           "Copy the lines of '*' that the remark names into this group: closes /a for x"),
    'license-in-group': ('User-agent: GPTBot\nLicense: https://a.example/l\nDisallow: /x\n', 1,
                         'License: https://a.example/l\n\nUser-agent: GPTBot\nDisallow: /x\n', 'Move it to the top' + NOTHING),
    'bom': ('\ufeff' + STAR + 'Disallow: /a\n', 0, STAR + 'Disallow: /a\n', 'Remove the byte order mark' + NOTHING),
    'bom-inside': (STAR + '\ufeffDisallow: /a\n', 1, STAR + 'Disallow: /a\n',
                   'Remove the byte order mark: closes /a for all others'),
}


def case_fixes():
    """Each change makes the text that it should, says what it does, and its remark goes."""
    s = Server()
    s.start()
    wrong = []
    for version, (code, (text, line, then, title)) in enumerate(FIXES.items(), 1):
        s.open(text, version=version)
        remarked = [d['code'] for d in s.diagnostics(version=version)]
        fixes = [a for a in actions(s, line, line) if a['diagnostics'][0]['code'] == code]
        got = [(applied(text, a['edit']['changes'][URI]), a['title']) for a in fixes]
        s.open(then, version=1000 + version)
        if got != [(then, title)] or code in [d['code'] for d in s.diagnostics(version=1000 + version)]:
            wrong.append((code, remarked, got))
    assert not wrong, '\n'.join(map(str, wrong))
    s.open(STAR + 'Disallop: /%2A\nDisallow: /x\n', version=2000)  # which crawlers do not write so
    s.diagnostics(version=2000)
    assert [a['title'] for a in actions(s, 1, 1)] == ["Write 'Disallow': closes /* for all others"], actions(s, 1, 1)
    s.end()


globals()['case_' + sys.argv[1]]()
