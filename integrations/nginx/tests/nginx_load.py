# nginx_load.py - under load no reload loses a request, each answer is by the old or the new file,
# and memory does not grow.
#
#	nginx_load.py FOLDER [SECONDS]
#
# SPDX-License-Identifier: Apache-2.0
import os
import sys
import threading
import time

import nginx_server

HTTP = '''
robots_enforce deny;
robots_file FOLDER/robots.txt;
server {
	listen 127.0.0.1:PORT backlog=2048;
	location / { return 200 "$robots_token $robots_verdict $robots_line"; }
	location /other { robots_file FOLDER/other.txt; return 200 other; }
}
'''


def text(which):
    rules = ''.join('Disallow: /%d*/x%d$\n' % (i, i) for i in range(500))
    return 'User-agent: ExampleBot\nDisallow: /always/\nDisallow: /%s/\n' % which + rules


class Client(threading.Thread):
    """Asks again and again, on new connections: nginx may close a connection that is kept."""

    def __init__(self, port):
        super().__init__()
        self.port, self.over = port, False
        self.asked, self.wrong = 0, []

    def run(self):
        while not self.over:
            for path, agent, statuses in ((b'/always/x', b'ExampleBot/1.0', (403,)), (b'/always/x', b'Browser', (200,)),
                                          (b'/one/x', b'ExampleBot/1.0', (200, 403)), (b'/other/page', b'ExampleBot', (200,)),
                                          (b'/7a/x7', b'ExampleBot/1.0', (403,))):
                try:
                    answer = nginx_server.ask(self.port, nginx_server.request(path, agent))
                except OSError as error:
                    answer = None, error
                self.asked += 1
                if not answer or answer[0] not in statuses:
                    self.wrong.append((path, answer))


def resident(pids):
    pages = 0
    for pid in pids:
        with open('/proc/%d/statm' % pid) as f:
            pages += int(f.read().split()[1])
    return pages * os.sysconf('SC_PAGE_SIZE') >> 10


def work(server, seconds):
    clients = [Client(server.port) for _ in range(3)]
    for client in clients:
        client.start()
    reloads, sizes = 0, []
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            new = server.path('new.txt')
            server.write('new.txt', text('one' if reloads % 2 else 'two'))
            os.rename(new, server.path('robots.txt'))
            server.reload()
            reloads += 1
            time.sleep(0.2)
            sizes.append(resident([server.process.pid]))
    finally:
        for client in clients:
            client.over = True
        for client in clients:
            client.join()
    wrong = [w for client in clients for w in client.wrong]
    assert not wrong, (len(wrong), wrong[:5])
    return sum(client.asked for client in clients), reloads, sizes


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 5
    server = nginx_server.Server(sys.argv[1], workers=2, level='notice')
    server.write('robots.txt', text('one'))
    server.write('other.txt', text('other/none'))
    server.configure(HTTP)
    with server:
        asked, reloads, sizes = work(server, seconds)
    # Each reload frees the memory of the reload before it.  AddressSanitizer keeps it for a while.
    half = len(sizes) // 2
    assert os.environ.get('SANITIZER') or sizes[-1] < max(sizes[1:half + 1]) + 2048, sizes
    assert reloads >= 5 and asked > 500, (asked, reloads)
    print('%d requests, %d reloads, none lost; the master has %d KiB, at first %d' % (asked, reloads, sizes[-1], sizes[0]))


main()
