#!/usr/bin/env python3
"""lsp_client.py CASE ROBOTSC - a client of 'robotsc lsp', with cases for messages and places.

It knows nothing of the server but the protocol.  Texts are lists of characters, each with its
octets and its units of UTF-16, so that places are counted here in another way.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import random
import select
import subprocess
import sys

URI = 'file:///srv/robots.txt'
WAIT = 120  # seconds


class Server:
    """A server, and the messages that it has sent."""

    def __init__(self, *options):
        self.process = subprocess.Popen([ROBOTSC, 'lsp', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.left = b''
        self.number = 0
        self.notes = []  # notifications that nobody has waited for
        self.errors = []  # errors without an id

    def write(self, octets):
        # Read while sending: otherwise both sides would wait for each other.
        os.set_blocking(self.process.stdin.fileno(), False)
        while octets:
            readable, writable, _ = select.select([self.process.stdout], [self.process.stdin], [], WAIT)
            if writable:
                octets = octets[os.write(self.process.stdin.fileno(), octets[:65536]):]
            elif readable:
                self.left += os.read(self.process.stdout.fileno(), 1 << 16)
            else:
                sys.exit('the server takes nothing')

    def send(self, message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.write(b'Content-Length: %d\r\n\r\n%s' % (len(body), body))

    def more(self):
        readable, _, _ = select.select([self.process.stdout], [], [], WAIT)
        octets = os.read(self.process.stdout.fileno(), 1 << 16) if readable else b''
        if not octets:
            sys.exit(f'no answer; the status is {self.process.poll()}, the last octets are {self.left[-200:]}')
        self.left += octets

    def receive(self):
        while b'\r\n\r\n' not in self.left:
            self.more()
        header, rest = self.left.split(b'\r\n\r\n', 1)
        assert header.startswith(b'Content-Length: '), header
        length = int(header[16:])
        while len(rest) < length:
            self.more()
            rest = self.left.split(b'\r\n\r\n', 1)[1]
        self.left = rest[length:]
        return json.loads(rest[:length])

    def take(self):
        """Receive a message; its notes and errors without an id are kept."""
        message = self.receive()
        if 'method' in message:
            self.notes.append(message)
        elif message.get('id') is None:
            self.errors.append(message['error']['code'])
        return message

    def ask(self, method, params=None, number=None):
        if number is None:
            self.number += 1
            number = self.number
        self.send({'jsonrpc': '2.0', 'id': number, 'method': method, 'params': params})
        return self.answer(number)

    def answer(self, number):
        while True:
            message = self.take()
            if 'method' not in message and message['id'] == number and type(message['id']) is type(number):
                return message

    def notify(self, method, params):
        self.send({'jsonrpc': '2.0', 'method': method, 'params': params})

    def start(self, encodings=('utf-16',)):
        shown = {'publishDiagnostics': {'relatedInformation': True}}
        return self.ask('initialize', {'capabilities': {'general': {'positionEncodings': list(encodings)},
                                                        'textDocument': shown}})['result']

    def open(self, text, uri=URI, version=1):
        """Open a text, which is a string or a literal of JSON."""
        literal = text if isinstance(text, bytes) else json.dumps(text).encode()
        self.send(b'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"%s","version":%d,'
                  b'"text":%s}}}' % (uri.encode(), version, literal))

    def diagnostics(self, uri=URI, version=1):
        """Wait for the diagnostics of a version."""
        while True:
            for note in self.notes:
                if note['params']['uri'] == uri and note['params'].get('version') == version:
                    self.notes.remove(note)
                    return note['params']['diagnostics']
            self.take()

    def end(self, status=0):
        assert self.ask('shutdown')['result'] is None
        self.send({'jsonrpc': '2.0', 'method': 'exit'})
        assert self.process.wait(WAIT) == status, self.process.returncode


def place(line, character):
    return {'line': line, 'character': character}


def span(first, begin, last, end):
    return {'start': place(first, begin), 'end': place(last, end)}


def short(diagnostics):
    """Diagnostics as lines: place, severity, code."""
    return ['{start[line]}:{start[character]}-{end[line]}:{end[character]} '.format(**d['range']) + f"{d['severity']} {d['code']}"
            for d in diagnostics]


def document(uri=URI):
    return {'textDocument': {'uri': uri}}


def hover(server, line, character=0, uri=URI):
    result = server.ask('textDocument/hover', {**document(uri), 'position': place(line, character)})['result']
    return result and result['contents']['value'].split('\n')


def actions(server, first, last, uri=URI, **context):
    return server.ask('textDocument/codeAction', {**document(uri), 'range': span(first, 0, last, 0),
                                                  'context': {'diagnostics': [], **context}})['result']


# ---- places ----------------------------------------------------------------------------

CHARACTERS = [('a', b'a', 1), (' ', b' ', 1), ('é', 'é'.encode(), 1), ('€', '€'.encode(), 1), ('😀', '😀'.encode(), 2),
              ('\\uDC00', b'\xed\xb0\x80', 1), ('\\t', b'\t', 1), (b'\xff', b'\xff', 1), (b'\xe2\x82', b'\xe2', 1), ('/', b'/', 1)]
ENDS = [('\\n', b'\n'), ('\\r', b'\r'), ('\\r\\n', b'\r\n')]


class Character:
    """A character: what is sent for it, its octets, its units in UTF-16 and in UTF-8."""

    def __init__(self, sent, octets, units):
        self.sent = sent.encode() if isinstance(sent, str) else sent
        self.octets, self.units = octets, (units, len(octets))
        if self.sent == b'\xe2\x82':  # a character that is cut: two octets, each for itself
            self.octets, self.units = b'\xe2\x82', (2, 2)


def literal(characters):
    return b'"' + b''.join(c.sent for c in characters) + b'"'


def lines_of(characters):
    """The lines of a text, each a list of characters without its line end."""
    lines, last = [[]], None
    for c in characters:
        if c.octets in (b'\n', b'\r', b'\r\n'):
            if not (last == b'\r' and c.octets == b'\n'):
                lines.append([])
            last = c.octets
        else:
            lines[-1].append(c)
            last = None
    return lines


def ascii_characters(text):
    return [Character(c if c != '"' else '\\"', c.encode(), 1) for c in text]


def random_text(r, lines):
    """Lines with characters of all kinds, and in some of them a '%' that lint remarks."""
    text = ascii_characters('User-agent: *') + [Character(*ENDS[r.randrange(3)], 1)]
    for _ in range(lines):
        text += ascii_characters(r.choice(['Disallow: /', 'Disallow: /', 'Allow: /', '', '#']))
        text += [Character(*r.choice(CHARACTERS)) for _ in range(r.randrange(12))]
        text += ascii_characters(r.choice(['%zz', '', '']))
        text += [Character(*r.choice(CHARACTERS)) for _ in range(r.randrange(4))]
        text.append(Character(*ENDS[r.randrange(3)], 1))
    return text


def percents(characters, units):
    """The places of '%' in rules: line and character."""
    found = []
    for number, line in enumerate(lines_of(characters)):
        octets = b''.join(c.octets for c in line)
        if octets.startswith((b'Disallow: ', b'Allow: ')):
            at = 0
            for c in line:
                if c.octets == b'%':
                    found.append(f'{number}:{at}')
                at += c.units[units]
    return found


def case_places():
    """Remarks are at the places of the characters, in both units and after all ends of lines."""
    r = random.Random(7)
    for units, encodings in enumerate((['utf-16'], ['utf-8'])):
        s = Server()
        s.start(encodings)
        seen = 0
        for version in range(150):
            text = random_text(r, 12)
            s.open(literal(text), version=version)
            found = [d for d in s.diagnostics(version=version) if d['code'] == 'stray-percent']
            starts = ['{line}:{character}'.format(**d['range']['start']) for d in found]
            assert starts == percents(text, units), (units, starts, percents(text, units), literal(text))
            seen += len(starts)
        assert seen > 200, seen
        s.end()


# ---- edits -----------------------------------------------------------------------------

def position(r, characters, units):
    """A random place in a text, not inside CR LF: its index, and its line and character."""
    while True:
        at = r.randrange(len(characters) + 1)
        if not (0 < at < len(characters) and characters[at - 1].octets == b'\r' and characters[at].octets == b'\n'):
            break
    lines = lines_of(characters[:at])
    said = place(len(lines) - 1, sum(c.units[units] for c in lines[-1]))
    is_end = at == len(characters) or characters[at].octets in (b'\n', b'\r', b'\r\n')
    if is_end and r.random() < 0.3:
        said['character'] += r.randrange(1, 1 << 31)
    elif not is_end and characters[at].units[0] == 2 and units == 0 and r.random() < 0.5 and len(characters[at].octets) == 4:
        said['character'] += 1  # inside the pair: that is where it begins
    return at, said


def random_edit(r, text, units):
    begin, end = sorted((position(r, text, units) for _ in range(2)), key=lambda p: p[0])
    new = [Character(*r.choice(CHARACTERS[:6] + CHARACTERS[9:])) for _ in range(r.randrange(4))]
    if r.random() < 0.4:
        new.append(Character(*ENDS[r.randrange(3)], 1))
    if r.random() < 0.5 and len(text) > 40:
        end = begin
    event = {'range': {'start': begin[1], 'end': end[1]}, 'text': None}
    changed = json.dumps(event).encode().replace(b'null', literal(new))
    return text[:begin[0]] + new + text[end[0]:], changed


def case_edits():
    """After random edits, all answers are as if the text had been opened in that state."""
    r = random.Random(11)
    other = 'file:///other'
    for units, encodings in enumerate((['utf-16'], ['utf-8'])):
        s = Server()
        s.start(encodings)
        for trial in range(12):
            text = random_text(r, 20)
            s.open(literal(text), version=1000 * trial)
            for version in range(1000 * trial + 1, 1000 * trial + 20):
                events = []
                for _ in range(r.randrange(1, 5)):
                    text, event = random_edit(r, text, units)
                    events.append(event)
                s.send(b'{"method":"textDocument/didChange","params":{"textDocument":{"uri":"%s","version":%d},'
                       b'"contentChanges":[%s]}}' % (URI.encode(), version, b','.join(events)))
                s.open(literal(text), uri=other, version=version)
                same = [s.diagnostics(version=version), s.diagnostics(uri=other, version=version)]
                texts = [json.dumps(d).replace(other, URI) for d in same]
                assert texts[0] == texts[1], (trial, version, literal(text), same)
                assert hover(s, 0) == hover(s, 0, uri=other), (trial, version, literal(text))
        s.end()


# ---- garbage ---------------------------------------------------------------------------

def ping(s):
    """The session goes on: a request gets its answer."""
    assert hover(s, 0)[0] == 'Partly open; the front page is open: from line 1 to 2 (*)'


def start_garbage():
    s = Server()
    s.start()
    s.open('User-agent: *\nDisallow: /x\n')
    s.diagnostics()
    return s


def framed(body, length=None):
    return b'Content-Length: %d\r\n\r\n%s' % (len(body) if length is None else length, body)


def case_garbage():
    """Whatever octets are between messages, the next message is answered."""
    s = start_garbage()
    body = json.dumps({'jsonrpc': '2.0', 'id': 'p', 'method': 'shutdown?', 'params': {}}).encode()
    junk = [b'\x00\xff\n', b'GET / HTTP/1.1\r\nHost: x\r\n\r\n', b'\r\n\r\n\r\n', b'Content-Length: \r\n\r\n',
            b'Content-Length: -5\r\n\r\n', b'Content-Length: 1e3\r\n\r\n', b'Content-Length: 99999999999999999999999999\r\n\r\n',
            b'content-length:4\n\n nul', b'Content-Length: 0\r\n\r\n', b'x' * 100000, b'{"jsonrpc": "2.0"}',
            framed(body, len(body) - 3), framed(body[:-4], len(body) - 4), framed(b'{"a":\xff}'), framed(b'[' * 1000),
            framed(b'{"id":1,"id":2'), framed(b'"\\u12"'), framed(b'01'), framed(b'{"method":"exit"} {}'), framed(b'nul'),
            framed(b'\xef\xbb\xbf{}'), b'Content-Type: x\r\nContent-Length: 3\r\nMore: 1\r\n\r\n{]}']
    for octets in junk:
        s.errors.clear()
        s.write(octets)
        ping(s)
        assert all(code in (-32700, -32600) for code in s.errors), (octets[:40], s.errors)
    s.errors.clear()
    s.write(b'Content-Length: 70000000\r\n\r\n')
    ping(s)
    assert s.errors == [-32600], s.errors
    # A length that includes the next messages: when all its octets have come, they are answered.
    s.errors.clear()
    request = json.dumps({'id': 7, 'method': 'textDocument/hover', 'params': {**document(), 'position': place(0, 0)}}).encode()
    s.write(framed(request[:-1], len(request) + 2 * len(framed(request)) - 1))
    for _ in range(4):
        s.send(request)
    for _ in range(4):
        assert s.answer(7)['result']
    assert s.errors[0] == -32700
    s.end()


def case_random_garbage():
    """Random octets, and messages with octets changed at random."""
    r = random.Random(3)
    s = start_garbage()
    message = json.dumps({'jsonrpc': '2.0', 'id': 5, 'method': 'textDocument/codeAction',
                          'params': {**document('file:///q'), 'range': span(0, 0, 9, 9),
                                     'context': {'only': ['quickfix']}}}).encode()
    change = json.dumps({'method': 'textDocument/didChange', 'params': {
        'textDocument': {'uri': 'file:///q', 'version': 2},
        'contentChanges': [{'range': span(0, 0, 1, 1), 'text': '\n%zz'}]}}).encode()
    for n in range(600):
        if n % 20 == 0:
            s.open('User-agent: x\nDisallow: %zz\n\nfoo', uri='file:///q')
        octets = bytearray(r.choice([message, change]))
        for _ in range(r.randrange(1, 4)):
            at = r.randrange(len(octets))
            octets[at:at + r.randrange(3)] = bytes(r.choice(b'{}[]",:\\0-9etu\xff\x00\n ') for _ in range(r.randrange(3)))
        if r.random() < 0.2:
            s.write(bytes(r.randrange(256) for _ in range(r.randrange(60))).replace(b'\n', b'\n\n') + b'\n')
        s.write(framed(bytes(octets)))
        if n % 5 == 0:
            ping(s)
    ping(s)
    s.end()


def case_json():
    """Texts that are JSON here are JSON for another reader, too."""
    r = random.Random(13)
    s = start_garbage()
    whole = [b'{"a":[1,-0.5e+3,"x\\u00e9\\n"],"b":{"c":null,"d":[true,false,{}]},"e":[]}',
             b'[[],{},[[0]],"",-1,10,0.0]', b'"\\"\\\\"']
    seen = [0, 0]
    for _ in range(3000):
        octets = bytearray(r.choice(whole))
        for _ in range(r.randrange(3)):
            at = r.randrange(len(octets))
            octets[at:at + r.randrange(3)] = bytes(r.choice(b'{}[]",:\\-+.0123eEtfnul \t\n\x01') for _ in range(r.randrange(3)))
        message = b'{"id":1,"method":"x/y","params":[%s]}' % octets
        try:
            is_json = isinstance(json.loads(message), dict)
        except ValueError:
            is_json = False
        s.send(message)
        assert s.take()['error']['code'] == (-32601 if is_json else -32700), message
        seen[is_json] += 1
    assert min(seen) > 500, seen
    s.end()


ODD = [b'null', b'true', b'5', b'-1', b'1.5', b'1e999', b'"x"', b'[]', b'{}', b'[[[]]]', b'{"line":0}', b'99999999999999999999',
       b'{"uri":5}', b'{"uri":"%s"}' % URI.encode(), b'"\\ud800"']


def case_types():
    """Whatever the types, a request gets one answer with its id, and the session goes on."""
    s = start_garbage()
    for number in (b'1', b'-7', b'0', b'1.5', b'1e3', b'"a"', b'"\\u00e9"', b'null'):
        s.send(b'{"jsonrpc":"2.0","id":%s,"method":"x/y"}' % number)
        message = s.take()
        assert message['error']['code'] == -32601 and message['id'] == json.loads(number), message
    for number in (b'[1]', b'{}', b'true'):
        s.send(b'{"jsonrpc":"2.0","id":%s,"method":"x/y"}' % number)
        message = s.take()
        assert message['error']['code'] == -32600 and message['id'] is None, message
    for whole in (b'[{"jsonrpc":"2.0","id":1,"method":"x"}]', b'[]', b'5', b'"x"', b'null', b'{}', b'{"method":5}',
                  b'{"id":3,"method":[]}'):
        s.send(whole)
        assert s.take()['error']['code'] == -32600
    for quiet in (b'{"id":3,"result":{}}', b'{"id":3,"error":{}}', b'{"method":"x"}',
                  b'{"method":"$/cancelRequest","params":{"id":5}}'):
        s.send(quiet)
    ping(s)
    assert not s.notes, s.notes
    for method in ('hover', 'codeAction'):
        for odd in ODD:
            for params in (b'%s', b'{"textDocument":%s}', b'{"textDocument":{"uri":"file:///srv/robots.txt"},"position":%s}',
                           b'{"textDocument":{"uri":"file:///srv/robots.txt"},"range":%s}',
                           b'{"textDocument":{"uri":"file:///srv/robots.txt"},"range":{"start":{"line":0,"character":0},"end":%s},'
                           b'"position":{"line":0,"character":0}}'):
                s.number += 1
                s.send(b'{"id":%d,"method":"textDocument/%s","params":%s}' % (s.number, method.encode(), params % odd))
                answer = s.take()
                assert answer['id'] == s.number and ('result' in answer or answer['error']['code'] == -32602), answer
    for method in ('didOpen', 'didChange', 'didClose', 'didSave'):
        for odd in ODD:
            for params in (b'%s', b'{"textDocument":%s,"contentChanges":[]}', b'{"contentChanges":%s}',
                           b'{"textDocument":{"uri":"file:///t","version":%s,"text":"x"}}',
                           b'{"textDocument":{"uri":"file:///t","text":%s},"contentChanges":[{"text":5},{"range":{},"text":""}]}'):
                s.send(b'{"method":"textDocument/%s","params":%s}' % (method.encode(), params % odd))
    s.open('User-agent: *\nDisallow: /x\n', version=9)
    s.diagnostics(version=9)
    ping(s)
    s.end()


ROBOTSC = sys.argv[2]
if __name__ == '__main__':
    globals()['case_' + sys.argv[1]]()
