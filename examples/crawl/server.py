#!/usr/bin/env python3
"""server.py PORTFILE - an HTTP proxy that stands for a few web hosts, so that wget can capture
their robots.txt.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import http.server
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SHOP = open(os.path.join(HERE, '..', 'robots.txt'), 'rb').read()
NEWS = b'User-agent: *\nDisallow: /archive/\nAllow: /archive/today\n'
WIKI = b'User-agent: *\nDisallow: /edit\nDisallow: /*?action=\n'

# What http://HOST/PATH is: status, fields, body.
PAGES = {
    'shop.example/robots.txt': (200, {'Cache-Control': 'max-age=3600'}, SHOP),
    'outlet.example/robots.txt': (200, {}, SHOP),
    'forum.example/robots.txt': (404, {}, b'<p>nothing here</p>'),
    'bank.example/robots.txt': (503, {'Retry-After': '600'}, b'later'),
    'club.example/robots.txt': (403, {}, b'members only'),
    'news.example/robots.txt': (301, {'Location': 'http://www.news.example/robots.txt'}, b''),
    'www.news.example/robots.txt': (200, {}, NEWS),
    'old.example/robots.txt': (302, {'Location': '/policies/robots'}, b''),
    'old.example/policies/robots': (200, {}, b'User-agent: *\nDisallow: /\n'),
    'round.example/robots.txt': (302, {'Location': '/robots.txt?again'}, b''),
    'round.example/robots.txt?again': (302, {'Location': '/robots.txt'}, b''),
    'wiki.example/robots.txt': (200, {'Content-Encoding': 'gzip'}, gzip.compress(WIKI, mtime=0)),
    'blog.example/robots.txt': (200, {'Transfer-Encoding': 'chunked'}, b'User-agent: *\nDisallow: /drafts/\n'),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        status, fields, body = PAGES.get(self.path.removeprefix('http://'), (404, {}, b''))
        chunked = 'Transfer-Encoding' in fields
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if not chunked:
            self.send_header('Content-Length', str(len(body)))
        self.send_header('Connection', 'close')
        self.end_headers()
        if chunked:
            for part in (body[:7], body[7:], b''):
                self.wfile.write(b'%x\r\n%s\r\n' % (len(part), part))
        else:
            self.wfile.write(body)
        self.close_connection = True

    def log_message(self, *args):
        pass


server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
with open(sys.argv[1] + '.new', 'w') as f:
    f.write(str(server.server_port))
os.rename(sys.argv[1] + '.new', sys.argv[1])
server.serve_forever()
