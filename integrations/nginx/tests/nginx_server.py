# nginx_server.py - nginx with the module, in a folder of its own, for the tests.
#
# SPDX-License-Identifier: Apache-2.0
import os
import signal
import socket
import subprocess
import time

BUILD = os.environ['BUILD']
MODULE = os.environ.get('MODULE', os.path.join(BUILD, 'nginx/ngx_http_robots_module.so'))
NGINX = '/usr/sbin/nginx'
ROBOTSC = os.path.join(BUILD, 'robotsc')

# If the module is built with AddressSanitizer, nginx must load AddressSanitizer first.
ENVIRONMENT = dict(os.environ, LD_PRELOAD=os.environ.get('SANITIZER', ''),
                   ASAN_OPTIONS='detect_leaks=0:abort_on_error=1')

CONFIGURATION = '''load_module {module};
{user}
pid {folder}/pid;
error_log {folder}/error.log {level};
worker_processes {workers};
worker_shutdown_timeout 20s;
events {{ worker_connections 4000; }}
http {{
access_log off;
keepalive_requests 1000000;
root {folder}/www;
client_body_temp_path {folder}/temp;
proxy_temp_path {folder}/temp;
fastcgi_temp_path {folder}/temp;
uwsgi_temp_path {folder}/temp;
scgi_temp_path {folder}/temp;
{http}
}}
'''


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def wait_for(true, what, seconds=100):
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise AssertionError('not within %d seconds: %s' % (seconds, what))
        time.sleep(0.02)


class Server:
    """nginx with a configuration; PORT and PORT2 stand for its ports of HTTP/1.1 and HTTP/2."""

    def __init__(self, folder, workers=1, level='info'):
        self.folder = folder
        self.workers = workers
        self.level = level
        self.port, self.port2 = free_port(), free_port()
        self.process = None
        for name in ('www', 'temp'):
            os.makedirs(os.path.join(folder, name), exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, octets):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(octets if isinstance(octets, bytes) else octets.encode())
        return path

    def configure(self, http):
        for name, value in (('PORT2', self.port2), ('PORT', self.port), ('FOLDER', self.folder)):
            http = http.replace(name, str(value))
        self.write('nginx.conf', CONFIGURATION.format(
            module=MODULE, level=self.level, folder=self.folder, workers=self.workers, http=http,
            user='user root;' if os.getuid() == 0 else ''))

    def command(self, *arguments):
        return [NGINX, '-p', self.folder, '-c', self.path('nginx.conf'), *arguments]

    def test(self):
        """Whether nginx -t accepts the configuration, and its messages."""
        done = subprocess.run(self.command('-t'), stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
        return done.returncode == 0, done.stderr.decode(errors='replace')

    def __enter__(self):
        with open(self.path('stderr'), 'wb') as err:
            self.process = subprocess.Popen(self.command('-g', 'daemon off;'), stderr=err, env=ENVIRONMENT)
        wait_for(self.is_up, 'nginx answers: ' + self.read('stderr'))
        return self

    def is_up(self):
        if self.process.poll() is not None:
            raise AssertionError('nginx ended: ' + self.read('stderr'))
        # nginx listens before it can take signals; it starts its workers after that.
        return len(self.workers_now()) == self.workers

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        if not kind:
            self.is_sound()

    def workers_now(self):
        with open('/proc/%d/task/%d/children' % (self.process.pid, self.process.pid)) as f:
            return [int(word) for word in f.read().split()]

    def reload(self):
        """Sends SIGHUP; returns when nginx has begun to read its configuration again."""
        before = self.read('error.log').count('reconfiguring')
        self.process.send_signal(signal.SIGHUP)
        wait_for(lambda: self.read('error.log').count('reconfiguring') > before, 'a reload')

    def read(self, name):
        try:
            with open(self.path(name), errors='replace') as f:
                return f.read()
        except FileNotFoundError:
            return ''

    def is_sound(self):
        """Fails if a worker was ended by a fault or a sanitizer."""
        log, said = self.read('error.log'), self.read('stderr')
        for word in ('exited on signal', 'exited with fatal', '[alert]'):
            assert word not in log, [line for line in log.splitlines() if word in line]
        assert 'Sanitizer' not in said and 'runtime error' not in said, said


class Connection:
    """A connection of HTTP/1.1, for requests whose exact octets matter."""

    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port), 100)
        self.buffer = b''

    def close(self):
        self.socket.close()

    def send(self, octets):
        self.socket.sendall(octets)

    def more(self):
        octets = self.socket.recv(1 << 16)
        if not octets:
            raise EOFError
        self.buffer += octets

    def receive(self):
        """The next answer: its status and body."""
        while b'\r\n\r\n' not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b'\r\n\r\n', 1)
        length = 0
        for line in head.split(b'\r\n'):
            if line.lower().startswith(b'content-length:'):
                length = int(line.split(b':')[1])
        while len(self.buffer) < length:
            self.more()
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return int(head.split()[1]), body


def request(target, agent, host=b'h', method=b'GET'):
    return b'%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: %s\r\n\r\n' % (method, target, host, agent)


def ask(port, octets):
    """The answer to a request on a new connection; None: the server closed it without an answer."""
    connection = Connection(port)
    try:
        connection.send(octets)
        return connection.receive()
    except (EOFError, ConnectionError):
        return None
    finally:
        connection.close()
