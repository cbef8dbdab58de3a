#!/usr/bin/env python3
"""lsp_answers.py CASE ROBOTSC - what 'robotsc lsp' answers, as docs/editors.md says.

SPDX-License-Identifier: Apache-2.0
"""
import json
import random
import subprocess
import sys

from lsp_client import ROBOTSC, URI, WAIT, Server, actions, document, hover, ping, place, short, span, start_garbage

OTHER = 'file:///other'
SIGNAL = '__usage_ai-training'

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
    """The expected answers, in order."""
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
    assert star[0] == 'Partly open; the front page is open: from line 1 to 6 (*)' and star == hover(s, 5), star
    assert star[1].startswith('  search       Googlebot, Googlebot-Image, ') and '  not named    all other robots' in star, star
    assert star[-3:] == ['  closed       /x', '  partly open  /a, /a/', '  the rest     open'], star
    assert hover(s, 7)[:2] == ['Partly open; the front page is open: from line 8 to 10 (Googlbot)', '  also named   Googlbot']
    assert hover(s, 6) is None and hover(s, 70) is None
    titles = [a['title'] for a in actions(s, 0, 9)]
    assert titles == ["Write 'Disallow'" + NOTHING + READ, 'Remove this line' + SAME,
                      "Write 'Googlebot': closes /%E2%82%AC/%F0%9F%98%80, opens /a for googlebot; "
                      'closes /a, opens /%E2%82%AC/%F0%9F%98%80 for googlbot' + HOLDS,
                      "Begin it with '/': closes /tmp for googlbot",
                      'Write it in escaped form' + NOTHING,
                      'Write it in escaped form: opens /%E2%82%AC/%F0%9F%98%80 for googlbot'], titles
    fix = actions(s, 9, 9)[0]
    assert fix['kind'] == 'quickfix' and short(fix['diagnostics']) == ['9:11-9:14 3 unescaped']
    assert fix['edit'] == {'changes': {URI: [{'range': span(9, 11, 9, 14), 'newText': '%E2%82%AC'}]}}, fix
    assert actions(s, 0, 9, only=['refactor']) == [] and len(actions(s, 0, 9, only=['quickfix'])) == 6
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


def summary(text, *options):
    """The summary of a text, by 'robotsc summary'."""
    run = subprocess.run([ROBOTSC, 'summary', '--format=json', *options, '-'], input=text.encode(), check=True, capture_output=True)
    return json.loads(run.stdout)


def case_obeys():
    """Hover shows the words of 'summary', on each line of a group that some robot obeys."""
    r = random.Random(3)
    tried = set()
    for dialect in ('rfc9309', 'nexor1994', 'conner2'):
        s = Server(f'--dialect={dialect}')
        s.start()
        for version in range(20):
            lines = [r.choice(['User-agent: Googlebot', 'User-agent: *', 'User-agent: x', f'User-agent: {SIGNAL}', 'Disallow: /a',
                               'Allow: /', 'Disallow: /', '', '# us', 'Sitemap: http://a/s']) for _ in range(12)]
            text = '\n'.join(lines)
            s.open(text, version=version)
            told = summary(text, f'--dialect={dialect}')
            for line in range(len(lines)):
                groups = [a for a in told['answers'] if any(g['first'] <= line + 1 <= g['last'] for g in a['groups'])]
                got = hover(s, line) or []
                headings = [x for x in got if x and not x.startswith(' ')]
                assert len(headings) == len(groups), (text, line, got, groups)
                for heading, answer in zip(headings, groups):
                    expected = 'closed, but' if answer['closed_but'] else answer['extent']
                    assert heading.lower().startswith(expected), (text, line, got)
                    tried.add(answer['extent'])
                names = {robot['token'] for robot in told['robots'] if told['answers'][robot['answer']] in groups}
                assert ('x' in names) == ('  also named   x' in got), (text, line, got)
        s.end()
    assert len(tried) == 3, tried


def big_text(octets=500000):
    r = random.Random(1)
    lines, n = ['User-agent: *'], 0
    while n < octets:
        lines.append(r.choice(['Disallow: /x', 'Allow: /x']) + ''.join(r.choice('abcdef/') for _ in range(30)))
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
    assert hover(s, 1)[0].startswith('Partly open; '), 'a rule of a large file'
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
    """A text of more than 32 MiB is not kept, and a message says so, until a shorter one comes."""
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


def case_many_changes():
    """Changes of a long text in one message stop before they take long, and a message says so."""
    s = Server()
    s.start()
    s.open('# ' + 'x' * (20 << 20))
    s.diagnostics()
    changes = [{'range': span(0, 2, 0, 3), 'text': 'y'}] * 2000
    for version, n in ((2, 100), (3, 2000)):
        s.notify('textDocument/didChange', {'textDocument': {'uri': URI, 'version': version}, 'contentChanges': changes[:n]})
    [remark] = s.diagnostics(version=3)
    assert remark['message'].startswith('one message has too many changes of so long a text'), remark
    ping_after_reopen(s)
    s.end()


def ping_after_reopen(s):
    s.open('User-agent: *\nDisallow: /x\n', version=5)
    assert s.diagnostics(version=5) == []
    ping(s)


def case_many():
    """Of very many remarks the most severe are sent, and how many more there are."""
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


# Of each kind: a text, a line number from 0, the text after the change, words of its title.
STAR = 'User-agent: *\n'
NOTHING = ': opens nothing, closes nothing as robots are read here'
SAME = ': nothing changes as robots are read here'
READ = '; robots that skip the line now then read it'
HOLDS = '; this group then holds for it, not for the name that stands here'
FIXES = {
    'dead-rule': (STAR + 'Disallow: /*/trackback/\nAllow: /a/trackback/\nDisallow: /a/*track*back/', 2,
                  STAR + 'Disallow: /*/trackback/\nDisallow: /a/*track*back/', 'Remove this line' + SAME),
    'duplicate-rule': (STAR + 'Disallow: /a\nDisallow: /a\n', 2, STAR + 'Disallow: /a\n', 'Remove this line' + SAME),
    'conflicting-rules': (STAR + 'Disallow: /x\nAllow: /x\n', 1, STAR + 'Disallow:\nAllow: /x\n',
                          "Write 'Disallow:' in its place" + SAME),
    'redundant-rule': ('User-agent: *\r\nDisallow: /a\r\nDisallow: /a/b', 2, 'User-agent: *\r\nDisallow: /a',
                       'Remove this line' + SAME),
    'redundant-together': (STAR + 'Allow: /shop\nDisallow: /z\nAllow: /\nDisallow: /', 3, STAR + 'Allow: /shop\nDisallow: /z\n',
                           'Remove this line and those that the remark names' + SAME),
    'repeated': (STAR + 'Disallow: /x\nVisit-time: 0600-0845\nVisit-time: 1200-1300\n', 3,
                 STAR + 'Disallow: /x\nVisit-time: 0600-0845\n', 'Remove this line' + NOTHING),
    'missing-colon': ('User-agent *\nDisallow: /a\n', 0, STAR + 'Disallow: /a\n', "Write the ':'" + NOTHING + READ),
    'misspelt-field': (STAR + 'Disalow: /a\n', 1, STAR + 'Disallow: /a\n', "Write 'Disallow'" + NOTHING + READ),
    'field-typo': (STAR + 'Disallop: /x\nDisallow: /y\n', 1, STAR + 'Disallow: /x\nDisallow: /y\n',
                   "Write 'Disallow': closes /x for all others"),
    'other-label': (STAR + 'Content-Usage: ai-train=n\nDisallow: /x\n', 1, STAR + 'Content-Usage: train-ai=n\nDisallow: /x\n',
                    "Write 'train-ai'" + NOTHING),
    'no-group': ('\ufeffDisallow: /a\n', 0, '\ufeff' + STAR + 'Disallow: /a\n',
                 "Write 'User-agent: *' before it: closes /a for all others; "
                 'lines up to the next User-agent hold for all that no group names'),
    'never-matches': (STAR + 'Disallow: a\n', 1, STAR + 'Disallow: /a\n', "Begin it with '/': closes /a for all others"),
    'stray-percent': (STAR + 'Disallow: /%zz\n', 1, STAR + 'Disallow: /%25zz\n',
                      'Write it in escaped form: closes /%25zz, opens /%zz for all others'),
    'hash-cuts': (STAR + 'Disallow: /a#b\n', 1, STAR + 'Disallow: /a%23b\n', 'Write it in escaped form: opens /a for all others'),
    'unescaped': (STAR + 'Disallow: /é/x\n', 1, STAR + 'Disallow: /%C3%A9/x\n', 'Write it in escaped form' + NOTHING),
    'star-at-end': (STAR + 'Disallow: /a*\n', 1, STAR + 'Disallow: /a\n',
                    "Remove the '*'" + SAME + ", and those that know no '*' obey the line"),
    'star-repeated': (STAR + 'Disallow: /**a\n', 1, STAR + 'Disallow: /*a\n', "Write one '*'" + NOTHING),
    'usage-value': (STAR + 'Content-Usage: train-ai=no\nAllow: /\n', 1, STAR + 'Content-Usage: train-ai=n\nAllow: /\n',
                    "Write 'n'" + NOTHING),
    'signal-case': (STAR + 'Content-Signal: use=Reference\nDisallow: /x\n', 1,
                    STAR + 'Content-Signal: use=reference\nDisallow: /x\n', 'Write it in lower case' + NOTHING),
    'group-empty': ('User-agent: a\r\nAllow: /\r\nUser-agent: *', 2,
                    'User-agent: a\r\nAllow: /\r\n\r\nUser-agent: *\r\nDisallow:', "Write 'Disallow:' after it" + NOTHING +
                    '; its robots may fetch everything, for all who read'),
    'allow-empty': (STAR + 'Disallow: /x\r\nAllow:\r\n', 2, STAR + 'Disallow: /x\r\n', 'Remove this line' + NOTHING),
    'blank-ends-record': (STAR + 'Disallow: /x\n\nDisallow: /y\n', 3, STAR + 'Disallow: /x\nDisallow: /y\n',
                          'Remove the blank line' + NOTHING +
                          '; for all who read, its robots then obey this whole group, and no other'),
    'agents-joined': (STAR + 'Crawl-delay: 5\n\nUser-agent: BadBot\nDisallow: /\n', 3,
                      STAR + 'Disallow:\nCrawl-delay: 5\n\nUser-agent: BadBot\nDisallow: /\n',
                      "Write 'Disallow:' after the User-agent lines before: opens / for all others; "
                      'the robots named there may then fetch everything'),
    'agent-typo': ('User-agent: Googlbot\nDisallow: /a\n', 0, 'User-agent: Googlebot\nDisallow: /a\n',
                   "Write 'Googlebot': opens /a for googlbot; closes /a for googlebot" + HOLDS),
    'star-not-inherited': (STAR + 'Disallow: /a\r\nDisallow: /b\r\n\r\nUser-agent: x\r\nDisallow: /c\r\n'.replace('\r', ''), 4,
                           STAR + 'Disallow: /a\nDisallow: /b\n\nUser-agent: x\nDisallow: /c\nDisallow: /a\nDisallow: /b\n',
                           "Copy the lines of '*' that the remark names into this group: closes /a for x"),
    'license-in-group': ('User-agent: GPTBot\nLicense: https://a.example/l\nDisallow: /x\n', 1,
                         'License: https://a.example/l\n\nUser-agent: GPTBot\nDisallow: /x\n', 'Move it to the top' + NOTHING),
    'bom': ('\ufeff' + STAR + 'Disallow: /a\n', 0, STAR + 'Disallow: /a\n', 'Remove the byte order mark' + NOTHING +
            '; all robots then read this line'),
    'bom-inside': (STAR + '\ufeffDisallow: /a\n', 1, STAR + 'Disallow: /a\n',
                   'Remove the byte order mark: closes /a for all others; all robots then read this line'),
}


def case_fixes():
    """Each change makes the expected text, says what it does, and its remark is gone."""
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
