# nginx_rules.py - requests that are denied: each case on the real server, in HTTP/1.1 and HTTP/2.
#
#	nginx_rules.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

import nginx_server

ROBOTS = '''User-agent: ExampleBot
Disallow: /private/
Disallow: /*?key=

User-agent: *
Disallow: /star/

User-agent: GreedyBot
Disallow: /
'''

HTTP = '''
robots_file FOLDER/robots.txt;
robots_enforce deny;
log_format robots escape=none "[$robots_token] [$robots_verdict] [$robots_line] $request_uri";
server {
	listen 127.0.0.1:PORT;
	listen 127.0.0.1:PORT2 http2;
	access_log FOLDER/robots.log robots;
	rewrite ^/private/rewritten$ /public last;
	rewrite ^/moved/(.*)$ /private/$1 last;
	if ($robots_verdict = unheard) { return 500; }
	if ($uri = /private/answered-by-server) { return 200 "by the server"; }
	error_page 403 /private/denied.html;
	error_page 404 = /private/page;
	client_max_body_size 1k;
	error_page 413 /private/large.html;
	location = /public { return 200 "public"; }
	location /private/returned { return 200 "returned"; }
	location = /private/redirected { return 301 http://h/; }
	location = /private/rewritten-there { rewrite ^ /public last; }
	location = /tried { try_files /nothing /private/page; }
	location = /private/tried { try_files /nothing /public; }
	location = /off { robots_enforce off; try_files /nothing @held; }
	location @held { robots_enforce deny; robots_file FOLDER/all.txt; return 200 "held"; }
	location = /here { try_files /nothing @elsewhere; }
	location @elsewhere { robots_enforce deny; robots_file FOLDER/all.txt; return 200 "elsewhere"; }
	location = /private/large.html { ssi on; }
	location = /included.html { ssi on; }
	location = /private/included.html { ssi on; }
	location = /checked { auth_request /private/auth; }
	location = /private/checked { auth_request /private/auth; }
	location = /private/auth { internal; return 204; }
	location = /private/satisfied { satisfy any; allow all; auth_basic x; auth_basic_user_file FOLDER/none; }
	location = /satisfied { satisfy any; allow all; auth_basic x; auth_basic_user_file FOLDER/none; }
	location = /private/refused { deny all; }
	location = /sent { proxy_pass http://127.0.0.1:PORT; proxy_set_header Host behind; proxy_set_header User-Agent ""; }
	location = /private/open { robots_enforce off; }
	location = /private/logged { robots_enforce log; }
	location = /private/teapot { robots_status 418; }
STATUSES
	location /star/ { location = /star/all { robots_scope all; return 200 "all"; } return 200 "star"; }
	location /other { robots_file other.txt; return 200 "other"; }
	location /blob { robots_file FOLDER/blob.robots; return 200 "$robots_token $robots_verdict $robots_line"; }
	location /told { robots_enforce off; return 200 "$robots_token $robots_verdict $robots_line"; }
	location /told/all { robots_scope all; return 200 "$robots_token $robots_verdict $robots_line"; }
	location /told/none/ {
		robots_file FOLDER/all.txt; robots_scope all; return 200 "$robots_token $robots_verdict $robots_line"; }
	location /listed/ {
		robots_file FOLDER/listed.txt; robots_scope listed; return 200 "$robots_token $robots_verdict $robots_line"; }
	location /family/ {
		robots_file FOLDER/family.robots; robots_scope listed; return 200 "$robots_token $robots_verdict"; }
	location /partial/ { robots_file FOLDER/partial.robots; robots_scope all; return 200 "$robots_token $robots_verdict"; }
}
server {
	listen 127.0.0.1:PORT;
	server_name behind;
	location = /sent { add_header X-Accel-Redirect /private/page; return 200 "not this"; }
}
server {
	listen 127.0.0.1:PORT;
	server_name unheld;
	robots_enforce off;
	location / { return 200 "$robots_token,$robots_verdict,$robots_line"; }
	location /private/again { robots_enforce deny; }
}
'''

CLOSED, ANSWERED_400 = (408, 444, 499), (494, 495, 496, 497)
STATUSES = ''.join('\tlocation = /private/%d { robots_status %d; }\n' % (code, code)
                   for code in (*CLOSED, *ANSWERED_400, 400, 429, 498, 599))
BOT = 'Mozilla/5.0 (compatible; ExampleBot/1.0; +http://example.com/bot)'
BROWSER = 'Mozilla/5.0 (X11; Linux x86_64)'
PAGE = 'the private page'
GPTBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'
LISTED = """User-agent: ExampleBot
Disallow: /listed/page

User-agent: Googlebot
User-agent: Slow
Disallow: /listed/image
Allow: /listed/image/open

User-agent: *
Disallow: /listed/star
Disallow: /family
"""

# Path, agent, status, and the body or None for any body; then options of curl.
CASES = [
    ('/private/page', BOT, 403, 'the owner says no'),
    ('/private/page', BROWSER, 200, PAGE),
    ('/private/page', '', 200, PAGE),
    ('/private/page', 'examplebot', 403, None),
    ('/private/page', 'NotExampleBot/1.0', 200, PAGE),
    ('/private/page', BOT + ' ' + 'x' * 300, 403, None),
    ('/public', BOT, 200, 'public'),
    ('/public?key=1', BOT, 403, None),
    ('/public?kez=1', BOT, 200, 'public'),
    # The request line's octets are judged, in the form in which robots.txt compares paths.
    ('/%70rivate/page', BOT, 403, None),
    ('/private%2Fpage', BOT, 200, PAGE),
    ('/./private/page', BOT, 200, PAGE),
    ('/public#/private/', BOT, 200, None),
    # /robots.txt is always served.
    ('/robots.txt', BOT, 200, 'rules'),
    ('/robots.txt', 'GreedyBot', 200, 'rules'),
    ('/robots.txt?again', 'GreedyBot', 200, 'rules'),
    ('/%72obots%2Etxt', 'GreedyBot', 200, 'rules'),
    ('/%72obots%2etxt?again', 'GreedyBot', 200, 'rules'),
    ('/robots.txt2', 'GreedyBot', 403, None),
    ('/public', 'GreedyBot', 403, None),
    # Paths that the server or a location rewrites, or answers with a return.
    ('/private/rewritten', BOT, 403, None),
    ('/private/rewritten', BROWSER, 200, 'public'),
    ('/moved/page', BOT, 200, PAGE),
    ('/private/returned', BOT, 403, None),
    ('/private/returned', BROWSER, 200, 'returned'),
    ('/private/redirected', BOT, 403, None),
    ('/private/redirected', BROWSER, 301, None),
    ('/private/rewritten-there', BOT, 403, None),
    ('/private/answered-by-server', BOT, 200, 'by the server'),
    # Internal redirects keep the verdict and the settings of the first location.
    ('/tried', BOT, 200, PAGE),
    ('/private/tried', BOT, 403, None),
    ('/off', BOT, 200, 'held'),
    ('/here', BOT, 200, 'elsewhere'),
    ('/sent', BOT, 200, PAGE),
    ('/folder/', BOT, 200, 'an index'),
    # Error pages, of nginx and of the module.
    ('/missing', BOT, 200, PAGE),
    ('/private/missing', BOT, 403, None),
    ('/private/missing', BROWSER, 200, PAGE),
    # Subrequests.
    ('/included.html', BOT, 200, '[' + PAGE + ']'),
    ('/private/included.html', BOT, 403, None),
    ('/checked', BOT, 200, 'checked'),
    ('/private/checked', BOT, 403, None),
    # Access.
    ('/private/satisfied', BOT, 403, None),
    ('/private/satisfied', BROWSER, 200, 'satisfied'),
    ('/satisfied', BOT, 200, 'satisfied'),
    ('/private/refused', BROWSER, 403, 'the owner says no'),
    # Settings.
    ('/private/open', BOT, 200, 'open'),
    ('/private/logged', BOT, 200, 'logged'),
    ('/private/teapot', BOT, 418, None),
    ('/star/page', BROWSER, 200, 'star'),
    ('/star/all', BROWSER, 403, None),
    ('/star/all', BOT, 200, 'all'),
    ('/other/private', BOT, 403, None),
    ('/other/public', BOT, 200, 'other'),
    ('/private/page', BOT, 403, None, '-X', 'POST'),
    ('/private/page', BOT, 403, None, '-X', 'ANYTHING'),
    # Variables.
    ('/told/private', BOT, 200, 'examplebot allow -'),
    ('/told/private?key=1', 'EXAMPLEBOT', 200, 'examplebot disallow 3'),
    ('/told/page', 'GreedyBot', 200, 'greedybot disallow 9'),
    ('/told/page', BROWSER, 200, '  '),
    ('/told/all/page', BROWSER, 200, '* allow -'),
    ('/told/all/page', BOT, 200, 'examplebot allow -'),
    # No group holds: there is none of "*".
    ('/told/none/page', BROWSER, 200, ' allow -'),
    # All robots of the list are held, by the group that they obey, and no browsers are.
    ('/listed/page', 'ExampleBot', 403, None),
    ('/listed/star', GPTBOT, 403, None),
    ('/listed/page', GPTBOT, 200, '* allow -'),
    ('/listed/star', BROWSER, 200, '  '),
    ('/listed/star', 'NotGPTBot/1.0', 200, '  '),
    ('/listed/star', 'curl/8.5', 200, '  '),
    # Googlebot-Image obeys the group of Googlebot; AdsBot-Google obeys no group for "*".
    ('/listed/image', 'Googlebot-Image/1.0', 403, None),
    ('/listed/star', 'Googlebot-Image/1.0', 200, 'googlebot allow -'),
    ('/listed/image/open', 'Googlebot-Image/1.0', 200, 'googlebot allow 7'),
    ('/listed/star', 'AdsBot-Google (+http://www.google.com/adsbot.html)', 200, '  '),
    ('/family/star', 'Googlebot-Image/1.0', 200, 'googlebot allow'),
    ('/blob', BOT, 200, 'examplebot allow -'),
    ('/blob?key=1', BOT, 403, None),
    ('/partial/x', BOT, 200, 'examplebot allow'),
    ('/partial/x', BROWSER, 200, ' '),
]

PAGES = {
    'private/page': PAGE, 'private/denied.html': 'the owner says no', 'robots.txt': 'rules', 'folder/index.html': 'an index',
    'private/large.html': 'too large: <!--#include virtual="/private/page" -->',
    'included.html': '[<!--#include virtual="/private/page" -->]',
    'private/included.html': '[<!--#include virtual="/public" -->]', 'checked': 'checked', 'private/checked': 'checked',
    'private/satisfied': 'satisfied', 'satisfied': 'satisfied', 'private/open': 'open', 'private/logged': 'logged',
    'private/teapot': 'tea', 'private/refused': 'refused',
}


def prepare(server):
    for name, text in PAGES.items():
        server.write('www/' + name, text)
    server.write('robots.txt', ROBOTS)
    server.write('all.txt', 'User-agent: ExampleBot\nDisalow: /\n')
    server.write('listed.txt', LISTED)
    server.write('other.txt', 'User-agent: ExampleBot\nDisallow: /other/private\n')
    for name, options in (('blob', ()), ('partial', ('--agent=ExampleBot',))):
        subprocess.run([nginx_server.ROBOTSC, 'compile', '-q', '-o', server.path(name + '.robots'), *options,
                        server.path('robots.txt')], check=True)
    subprocess.run([nginx_server.ROBOTSC, 'compile', '-q', '-o', server.path('family.robots'), '--agent=Googlebot-Image',
                    '--agent=Googlebot', server.path('listed.txt')], check=True)
    server.configure(HTTP.replace('STATUSES\n', STATUSES))


def curl(port, path, agent, *options):
    out = subprocess.run(['curl', '-s', '--path-as-is', '-A', agent, '-w', '\n%{http_code}', '--request-target', path, *options,
                          'http://127.0.0.1:%d/' % port], stdout=subprocess.PIPE, check=True).stdout.decode()
    body, _, status = out.rpartition('\n')
    return int(status), body


def try_cases(server):
    wrong = []
    for path, agent, status, body, *options in CASES:
        for port, version in ((server.port, '--http1.1'), (server.port2, '--http2-prior-knowledge')):
            got = curl(port, path, agent, version, *options)
            if got[0] != status or (body is not None and got[1] != body):
                wrong.append('%s %s %s: %d %r, not %d %r' % (version, path, agent, *got, status, body))
    assert not wrong, '\n'.join(wrong)


def try_statuses(server):
    """Statuses that nginx keeps for its own use, and others."""
    def get(code):
        return curl(server.port, '/private/%d' % code, BOT, '--http1.1')[0]
    for code in CLOSED:
        try:
            answer = get(code)
        except subprocess.CalledProcessError as e:
            answer = e.returncode
        assert answer == 52, (code, answer)  # curl: an empty reply
    assert [get(code) for code in ANSWERED_400] == [400] * 4
    assert [get(code) for code in (400, 429, 498, 599)] == [400, 429, 498, 599]


def try_octets(server):
    """Request lines that curl does not write."""
    def status(octets):
        return nginx_server.ask(server.port, octets)[0]
    bot = BOT.encode()
    assert status(nginx_server.request(b'http://h/private/page', bot)) == 403
    assert status(nginx_server.request(b'http://h?key=1', bot)) == 403
    assert status(nginx_server.request(b'http://h/public', bot)) == 200
    again = nginx_server.request(b'/private/page', bot).replace(b'\r\n\r\n', b'\r\nUser-Agent: Other\r\n\r\n')
    assert status(again) == 403
    # An error before a location is found is answered with the owner's page, though the file
    # disallows that page and the page that it includes.
    assert curl(server.port, '/private/page', BOT, '--http1.1', '--data', 'x' * 2000) == (413, 'too large: ' + PAGE)
    unheld = nginx_server.request(b'/private/x', bot, b'unheld')
    assert nginx_server.ask(server.port, unheld) == (200, b'examplebot,disallow,2')
    assert status(nginx_server.request(b'/private/again', bot, b'unheld')) == 403


def try_logs(server):
    log, error = server.read('robots.log'), server.read('error.log')
    assert '[examplebot] [disallow] [2] /private/page\n' in log, log
    assert '[] [] [] /private/page\n' in log, log
    # /robots.txt is allowed, so the log does not count it as disallowed.
    assert log.count('[greedybot] [allow] [-] /robots.txt?again\n') == 2, log
    # The verdict is kept in an internal redirect, and logged where it is not enforced.
    assert '[examplebot] [allow] [-] /tried\n' in log, log
    assert log.count('[examplebot] [disallow] [2] /private/logged\n') == 2, log
    logged = [line for line in error.splitlines() if 'which is not enforced' in line]
    assert len(logged) == 2 and all('[error]' in line and '/private/logged' in line for line in logged), logged
    assert 'robots.txt" disallows it for "examplebot", client' in error
    # Two locations name this file: it is compiled once, and its remark is logged once.
    said = server.read('stderr')
    assert said.count('[warn]') == 1 and 'all.txt:2:1: misspelt field' in said, said


def main():
    server = nginx_server.Server(sys.argv[1])
    prepare(server)
    with server:
        try_cases(server)
        try_statuses(server)
        try_octets(server)
    try_logs(server)
    print('%d cases, in HTTP/1.1 and HTTP/2' % len(CASES))


main()
