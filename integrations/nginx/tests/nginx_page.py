# nginx_page.py - nginx takes the configurations of docs/enforce.md, and the last limits a rate.
#
#	nginx_page.py FOLDER PAGE
#
# SPDX-License-Identifier: Apache-2.0
import re
import sys

import nginx_server

ROBOTS = 'User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: OtherBot\nDisallow:\n'


def blocks(page, server):
    """The page's configurations, with folders and a port of this machine in place of the page's."""
    with open(page) as f:
        found = re.findall(r'```nginx\n(.*?)```', f.read(), re.S)
    assert len(found) == 3, found
    places = {'/srv/www': server.folder, '/var/log/nginx': server.folder}
    for old, new in places.items():
        found = [block.replace(old, new) for block in found]
    found[0] = re.search(r'(?s)http \{(.*)\}', found[0]).group(1)
    return [re.sub(r'server \{', 'server { listen 127.0.0.1:PORT;', block) for block in found]


def statuses(server, agent, count):
    return [nginx_server.ask(server.port, nginx_server.request(b'/', agent))[0] for _ in range(count)]


def main():
    server = nginx_server.Server(sys.argv[1])
    server.write('robots.txt', ROBOTS)
    server.write('www/index.html', 'index')
    use, logs, rates = blocks(sys.argv[2], server)
    server.configure(use + logs)
    assert server.test()[0], server.test()[1]
    server.configure('robots_file FOLDER/robots.txt;\nrobots_enforce deny;\n' + logs + rates.replace('burst=5', 'burst=5 nodelay'))
    # "access_log off" would cancel the page's access_log, which stands in the same block.
    server.write('nginx.conf', server.read('nginx.conf').replace('access_log off;', ''))
    with server:
        assert nginx_server.ask(server.port, nginx_server.request(b'/private/', b'ExampleBot'))[0] == 403
        # Each robot, in any case of its name, gets one and a burst of five; browsers have no rate.
        assert statuses(server, b'ExampleBot', 4) + statuses(server, b'EXAMPLEBOT', 4) == [200] * 6 + [429] * 2
        assert statuses(server, b'OtherBot', 1) == [200]
        assert statuses(server, b'Browser', 10) == [200] * 10
    lines = server.read('robots.log').splitlines()
    assert lines == ['127.0.0.1 examplebot disallow 2 "GET /private/ HTTP/1.1"'], lines


main()
