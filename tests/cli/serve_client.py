#!/usr/bin/env python3
"""serve_client.py CASE ROBOTSC - a case of serve.sh: a client of 'robotsc compile --serve', written
from docs/formats/serve.md alone.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import io
import random
import resource
import signal
import struct
import subprocess
import sys
import threading

LENGTH_END = 1 << 27
LIMIT = 512000
ROBOTSC = sys.argv[2]
PIPE = subprocess.PIPE


def frame(text, version=1, kind=0, rest=0):
    return struct.pack('<IBBH', len(text), version, kind, rest) + text


def read_answer(file):
    """Reads a frame: (status, octets), or None at the end.  Fails if it is no frame."""
    header = file.read(8)
    if not header:
        return None
    length, version, status, rest = struct.unpack('<IBBH', header)
    assert version == 1 and status <= 2 and rest == 0, header
    octets = file.read(length)
    assert len(octets) == length
    return status, octets


def start(*options, **more):
    return subprocess.Popen([ROBOTSC, 'compile', '--serve', *options], stdin=PIPE, stdout=PIPE, stderr=PIPE, **more)


def exchange(stream, *options):
    """Sends octets, then the end.  Returns the answers, the exit status and standard error."""
    process = start(*options)
    out, err = process.communicate(stream)
    file = io.BytesIO(out)
    return list(iter(lambda: read_answer(file), None)), process.returncode, err


def compiled(text, *options):
    done = subprocess.run([ROBOTSC, 'compile', '-q', '--as-text', *options], input=text, stdout=PIPE, stderr=PIPE, check=True)
    return done.stdout


def random_text(rng):
    if rng.random() < .2:
        return rng.randbytes(rng.randrange(300)).replace(b'\x8dRBC', b'')
    words = [b'User-agent: *\n', b'User-agent: ExampleBot\n', b'Disallow: /', b'Allow: /a', b'*', b'$', b'\r\n', b'\n', b'/b',
             b'Sitemap: https://a.example/s.xml\n', b'Crawl-delay: 2\n', b'Disalow: /x\n', b'%41', b'#', b'\xff', b'\0', b' ']
    return b''.join(rng.choice(words) for _ in range(rng.randrange(60)))


def same(texts, *options):
    """The blobs are those of robotsc compile."""
    answers, status, err = exchange(b''.join(map(frame, texts)), '-q', *options)
    assert status == 0 and err == b'', (status, err)
    assert len(answers) == len(texts)
    for text, answer in zip(texts, answers):
        assert answer == (0, compiled(text, *options)), text[:200]


def case_texts():
    rng = random.Random(1)
    texts = [b''] + [open(name, 'rb').read() for name in sorted(glob.glob('examples/*.txt'))]
    same(texts + [random_text(rng) for _ in range(200)])
    for options in (['--dialect=google', '--extensions'], ['--agent=ExampleBot'], ['--dialect=koster1996', '--verify']):
        same(texts + [random_text(rng) for _ in range(40)], *options)


def case_large():
    """Texts around the limit, with the end of a line at each place beside the limit."""
    for dialect in ('rfc9309', 'google', 'nexor1994'):
        texts = [b'User-agent: *\n' + b'#' * LIMIT * 6]
        for length in range(LIMIT - 1, LIMIT + 4):
            for end in range(LIMIT - 2, LIMIT + 3):
                text = b'User-agent: *\nDisallow: /a\n#'.ljust(LIMIT - 30, b'#') + b'\nDisallow: /' + b'b' * 40
                text = bytearray(text[:length])
                if end < length:
                    text[end] = 10
                texts.append(bytes(text))
        same(texts, '--dialect=' + dialect)


def peak(process):
    """The most memory that a process has had, in octets."""
    for line in open(f'/proc/{process.pid}/status'):
        if line.startswith('VmHWM:'):
            return int(line.split()[1]) * 1024
    raise AssertionError('no VmHWM')


def case_memory():
    """The greatest frame, then many requests: the memory stays in its bound."""
    process = start('-q')

    def ask(text, times=1):
        sender = threading.Thread(target=lambda: (process.stdin.write(frame(text) * times), process.stdin.flush()))
        sender.start()
        answers = {read_answer(process.stdout) for _ in range(times)}
        sender.join()
        assert len(answers) == 1
        return answers.pop()

    cut = b'User-agent: *\nDisallow: /a\n' + b'#\n' * LIMIT
    assert ask(cut) == (0, compiled(cut))
    before = peak(process)
    longest = cut + b'x' * (LENGTH_END - 1 - len(cut))
    assert ask(longest) == ask(cut)
    assert peak(process) < before + (1 << 20), (before, peak(process))
    small = b'User-agent: *\nDisallow: /a\n'
    ask(small, 2000)
    before = peak(process)
    assert ask(small, 200000) == (0, compiled(small))
    assert peak(process) < before + (1 << 18), (before, peak(process))
    process.stdin.close()
    assert process.wait() == 0


def case_waits():
    """An answer comes at once, also if only a part of the next request was sent."""
    text = b'User-agent: *\nDisallow: /a\n'
    blob = compiled(text)
    process = start('-q')
    killer = threading.Timer(300, process.kill)
    killer.start()
    for part in (b'', frame(text)[:1], frame(text)[:8], frame(text)[:20]):
        process.stdin.write(frame(text) + part)
        process.stdin.flush()
        assert read_answer(process.stdout) == (0, blob)
        if part:
            process.stdin.write(frame(text)[len(part):])
            process.stdin.flush()
            assert read_answer(process.stdout) == (0, blob)
    process.stdin.close()
    assert process.wait() == 0 and process.stdout.read() == b''
    killer.cancel()


def case_refused():
    """A blob is refused, and the next text is not."""
    text = b'User-agent: *\nDisallow: /a\n'
    answers, status, err = exchange(frame(compiled(text)) + frame(text), '-q')
    assert answers == [(1, b'1:1: this is a blob already; send its robots.txt'), (0, compiled(text))], answers
    assert (status, err) == (0, b'')


def case_no_memory():
    """If there is no memory for a text, the next one is still answered."""
    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (32 << 20, 32 << 20))

    hostile = b'User-agent: *\n' + b''.join(b'Disallow: /*%d*%d*x%d\n' % (i, i * 7, i * 13) for i in range(100000))
    text = b'User-agent: *\nDisallow: /a\n'
    process = start('-q', '--limit=100000000', preexec_fn=bound)
    out, err = process.communicate(frame(hostile) + frame(text) + frame(b'#' * (40 << 20)) + frame(text))
    file = io.BytesIO(out)
    answers = list(iter(lambda: read_answer(file), None))
    assert [a[0] for a in answers] == [2, 0, 2, 0], [a[0] for a in answers]
    assert answers[1][1] == compiled(text) and b'memory' in answers[0][1]
    assert (process.returncode, err) == (0, b'')


def case_warnings():
    """Warnings have the number of the request; with -q there are none."""
    stream = frame(b'User-agent: *\nAllow: /\n') + frame(b'Allow: /\nDisalow: /a\n')
    answers, status, err = exchange(stream)
    assert len(answers) == 2 and status == 0
    assert err.startswith(b'<request 2>:1:1: warning: ') and err.count(b'<request 2>:') == err.count(b'\n') == 3, err
    assert exchange(stream, '-q') == (answers, 0, b'')


def case_borders():
    """Streams that are cut at each octet, and octets that begin no frame."""
    text = b'User-agent: *\nDisallow: /a\n'
    blob = (0, compiled(text))
    for end in range(len(frame(text)) + 1):
        whole = end in (0, len(frame(text)))
        answers, status, err = exchange(frame(text) + frame(text)[:end], '-q')
        assert answers == [blob] * (2 if end == len(frame(text)) else 1), end
        assert status == (0 if whole else 2), (end, status)
        assert err == b'' if whole else b'request 2' in err and b'standard input ends' in err, err
    for bad in (text, frame(text, version=0), frame(text, version=2), frame(text, kind=1), frame(text, rest=1),
                frame(text, rest=256), struct.pack('<IBBH', LENGTH_END, 1, 0, 0) + text,
                struct.pack('<IBBH', 0xffffffff, 1, 0, 0)):
        answers, status, err = exchange(frame(text) + bad + frame(text), '-q')
        assert answers == [blob] and status == 2 and b'<request 2>: no frame' in err, (bad, status, err)
    assert exchange(b'', '-q') == ([], 0, b'')


def model(stream, blobs):
    """The answers and the exit status that the page promises for a stream."""
    at, answers = 0, []
    while at < len(stream):
        if len(stream) - at < 8:
            return answers, 2
        length, *rest = struct.unpack_from('<IBBH', stream, at)
        if length >= LENGTH_END or rest != [1, 0, 0] or len(stream) - at - 8 < length:
            return answers, 2
        text = stream[at + 8:at + 8 + length]
        answers.append(blobs(text))
        at += 8 + length
    return answers, 0


def case_random():
    """Random streams of frames, some with octets changed, removed or added."""
    rng = random.Random(2)
    known = {}

    def blobs(text):
        if text not in known:
            known[text] = (0, compiled(text))
        return known[text]

    texts = [random_text(rng) for _ in range(20)]
    ended = {0: 0, 2: 0}
    for _ in range(250):
        stream = bytearray(b''.join(frame(rng.choice(texts)) for _ in range(rng.randrange(6))))
        for _ in range(rng.choice([0, 0, 1, 2])):
            at = rng.randrange(len(stream) + 1)
            stream[at:at + rng.choice([0, 1, 9])] = rng.randbytes(rng.choice([0, 1, 8]))
        answers, status, _ = exchange(bytes(stream), '-q')
        assert (answers, status) == model(bytes(stream), blobs), bytes(stream)
        ended[status] += 1
    assert min(ended.values()) > 40, ended


def case_nobody_reads():
    """SIGPIPE ends the command silently; if SIGPIPE is ignored, a message says that it cannot
    write."""
    for ignored in (False, True):
        process = start('-q', restore_signals=not ignored,
                        preexec_fn=lambda: ignored and signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        process.stdout.close()
        try:
            for _ in range(100000):
                process.stdin.write(frame(b'User-agent: *\nDisallow: /a\n'))
            process.stdin.close()
        except BrokenPipeError:
            pass
        err = process.stderr.read()
        if ignored:
            assert process.wait() == 2 and b'cannot write to standard output' in err, (process.returncode, err)
        else:
            assert process.wait() == -signal.SIGPIPE and err == b'', (process.returncode, err)


globals()['case_' + sys.argv[1]]()
