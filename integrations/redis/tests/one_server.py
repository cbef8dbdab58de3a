"""One redis-server with the module, and a client for it: for tests that need no cluster.

A server lives in a new folder, listens on a socket there, and ends with the test.

SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

BUILD = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else 'build')
MODULE = os.path.join(BUILD, 'redis', 'robotsc.so')
KEY = 'robots:{https://example.com}'
SITE = 'https://example.com'


class ReplyError(Exception):
    """An error reply of the server; .word is its first word."""

    @property
    def word(self):
        return str(self).split(' ', 1)[0]


class Octets(bytes):
    """A bulk string.  It is equal to its text, too, since words in replies are bulk strings."""

    def __eq__(self, other):
        return bytes.__eq__(self, other.encode() if isinstance(other, str) else other)

    def __ne__(self, other):
        return not self == other

    __hash__ = bytes.__hash__


class Client:
    """A client of RESP2, or of RESP3 after hello(); errors inside arrays are values."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile('rb')

    def send(self, *words):
        words = [w if isinstance(w, bytes) else str(w).encode() for w in words]
        self.socket.sendall(b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%s\r\n' % (len(w), w) for w in words))

    def read(self):
        line = self.file.readline()
        if not line.endswith(b'\r\n'):
            raise ConnectionError('the server has closed the connection')
        kind, rest = line[:1], line[1:-2]
        if kind == b'+':
            return rest.decode()
        if kind == b'-':
            return ReplyError(rest.decode())
        if kind == b':':
            return int(rest)
        if kind == b'$' and rest == b'-1' or kind == b'*' and rest == b'-1' or kind == b'_':
            return None
        if kind == b'$':
            return Octets(self.file.read(int(rest) + 2)[:-2])
        if kind in b'*~>':
            return [self.read() for _ in range(int(rest))]
        if kind == b'%':
            return {text(self.read()): self.read() for _ in range(int(rest))}
        raise ValueError(line)

    def result(self):
        reply = self.read()
        if isinstance(reply, ReplyError):
            raise reply
        return reply

    def __call__(self, *words):
        self.send(*words)
        return self.result()

    def map(self, *words):
        """The reply as a dict: RESP2 has an array in place of a map."""
        reply = self(*words)
        if isinstance(reply, list):
            return {text(reply[i]): reply[i + 1] for i in range(0, len(reply), 2)}
        return reply

    def error(self, *words):
        """The error of a command that must fail."""
        try:
            reply = self(*words)
        except ReplyError as error:
            return error
        raise AssertionError(f'{words[:3]} was answered with {reply!r}')

    def info(self, *names):
        """The sum of some numbers of the module in INFO, all of one moment."""
        numbers = dict(line.split(':', 1) for line in self('INFO', 'everything').decode().split('\r\n') if ':' in line)
        return sum(int(numbers[f'robotsc_{name}']) for name in names)

    def close(self):
        self.file.close()
        self.socket.close()


def free_port():
    """A free port whose bus port for a cluster, 10,000 higher, is free, too."""
    while True:
        port = random.randrange(20000, 30000)
        with socket.socket() as one, socket.socket() as other, contextlib.suppress(OSError):
            one.bind(('127.0.0.1', port))
            other.bind(('127.0.0.1', port + 10000))
            return port


def text(value):
    return value.decode() if isinstance(value, bytes) else value


class Server:
    """A server.  options: of its command line; module: arguments of the module."""

    def __init__(self, *options, module=(), folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix='one-redis-')
        self.path = os.path.join(self.folder, 's')
        self.options, self.module, self.clients = options, module, []
        try:
            self.start()
        except AssertionError:
            self.end(signal.SIGKILL)
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def start(self):
        self.log = open(os.path.join(self.folder, 'log'), 'ab')
        self.process = subprocess.Popen(
            os.environ.get('ROBOTSC_REDIS_PREFIX', '').split() +
            ['redis-server', '--port', '0', '--unixsocket', self.path, '--dir', self.folder, '--save', '',
             '--enable-debug-command', 'yes', *self.options, '--loadmodule', MODULE, *map(str, self.module)],
            stdout=self.log, stderr=self.log)
        for _ in range(600):
            with contextlib.suppress(OSError, ReplyError):
                self.client()('PING')
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError('the server did not start:\n' + self.said())

    def said(self):
        with open(os.path.join(self.folder, 'log'), encoding='utf-8', errors='replace') as file:
            return file.read()

    def client(self):
        client = Client(self.path)
        self.clients.append(client)
        return client

    def end(self, by=signal.SIGTERM):
        for client in self.clients:
            client.close()
        self.clients = []
        if self.process.poll() is None:
            self.process.send_signal(by)
        self.process.wait(60)
        self.log.close()
        return self.process.returncode

    def again(self, by=signal.SIGTERM):
        """End the server and start it again.  Returns a new client."""
        self.end(by)
        self.start()
        return self.client()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.end(signal.SIGKILL if kind else signal.SIGTERM)
        self.final = self.said()
        shutil.rmtree(self.folder, ignore_errors=True)


def blob_of(robots, *options):
    """The blob that the command compiles."""
    robots = robots if isinstance(robots, bytes) else robots.encode()
    return subprocess.run([os.path.join(BUILD, 'robotsc'), 'compile', '-q', *options], input=robots, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def slow(name):
    """A text that takes long to compile; each name gives another text."""
    lines = [f'User-agent: {name}']
    size = 0
    i = 0
    while size < 500000:
        lines.append(f'Disallow: /*{name}{i:x}*aaaaaaa{i * 7919 % 65537:x}*b{i}$')
        size += len(lines[-1]) + 1
        i += 1
    return '\n'.join(lines)


def equal(found, wanted):
    if isinstance(found, dict) and isinstance(wanted, dict) and len(found) > 5 and found.keys() == wanted.keys():
        for key in found:
            assert found[key] == wanted[key], f'{key}: {found[key]!r}, not {wanted[key]!r}'
    assert found == wanted, f'{found!r}, not {wanted!r}'


def until(what):
    """Wait until what() is true."""
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end, 'it did not happen'
        time.sleep(0.002)


def run(functions):
    """Run the functions named test_...: all, or those named after the build folder in argv."""
    chosen = sys.argv[2:]
    failed = 0
    for name, function in list(functions.items()):
        if name.startswith('test_') and (not chosen or name in chosen):
            started = time.monotonic()
            try:
                function()
                print(f'{name} ({time.monotonic() - started:.1f} s)')
            except (AssertionError, ReplyError, OSError, ValueError, LookupError):
                failed += 1
                print(f'FAILED: {name}')
                traceback.print_exc(file=sys.stdout)
    sys.exit(failed > 0)
