# nginx.py - what the module for nginx costs a request, in processor time of the worker.
#
#	bench/nginx.py BUILDDIR [ROUNDS [SECONDS]]
#
# Five servers with one worker each serve the same small file: plain nginx, plain nginx again, a
# list of regular expressions as people copy, and the module with a text of some rules and with one
# of ten thousand groups.  In each round wrk asks one after the other; the ratio to plain nginx is
# that of the same round.  No request is denied, since a denial costs less than the file.
#
# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 11
SECONDS = sys.argv[3] if len(sys.argv) > 3 else '1'

os.environ['BUILD'] = BUILD
sys.path.insert(0, os.path.join(ROOT, 'integrations/nginx/tests'))
import nginx_server  # noqa: E402 # pylint: disable=wrong-import-position

AGENTS = ('Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
          'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
          'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)')

# wrk's script: it sends the headers in turn.
SCRIPT = 'local agents, n = {%s}, 0\nrequest = function()\n\tn = n %% #agents + 1\n' \
         '\treturn wrk.format("GET", "/products/list.html?page=3", {["User-Agent"] = agents[n]})\nend\n'

# All servers have the same locations.
LOCATION = 'location / { try_files /page.html =404; }\n'


def crawlers():
    """The crawlers of the data file, as a list of regular expressions would name them."""
    with open(os.path.join(ROOT, 'analysis/crawlers/crawlers.json')) as f:
        return sorted({re.escape(token) for token in re.findall(r'"token": *"([A-Za-z0-9._-]+)"', f.read())})


def configurations():
    held = 'robots_file FOLDER/robots.txt;\nrobots_enforce deny;\n'
    regexes = ''.join('"~*%s" 1;\n' % name for name in crawlers() if name not in ('Googlebot', 'GPTBot'))
    server = 'server { listen 127.0.0.1:PORT; %s }\n'
    plain, module = server % LOCATION, held + server % LOCATION
    return {
        'plain': plain,
        'plain again': plain,
        'regular expressions': 'map $http_user_agent $bad {\ndefault 0;\n%s}\n' % regexes +
                               server % ('if ($bad) { return 403; }\n' + LOCATION),
        'module': module,
        'module, 10,000 groups': module,
    }


def text(name):
    some = ''.join('User-agent: %s\n' % token for token in crawlers()[:60]) + 'Disallow: /private/\nDisallow: /*?sort=\nAllow: /a\n'
    many = ''.join('User-agent:r%d\nDisallow:/%d/\n' % (i, i) for i in range(10000)) if '10,000' in name else ''
    return 'User-agent: Googlebot\nUser-agent: GPTBot\nDisallow: /cart\nDisallow: /*.pdf$\n\n' + some + many


def make(folder, name, http):
    server = nginx_server.Server(os.path.join(folder, name.replace(' ', '-')), level='error')
    server.write('www/page.html', 'x' * 1000)
    server.write('robots.txt', text(name))
    server.configure(http)
    if 'module' not in name:
        with open(server.path('nginx.conf')) as f:
            plain = f.read().split('\n', 1)[1]
        server.write('nginx.conf', plain)
    return server


def run_time(server):
    """Nanoseconds that the only worker has run on a processor."""
    with open('/proc/%d/schedstat' % server.workers_now()[0]) as f:
        return int(f.read().split()[0])


def one_round(server, script):
    before = run_time(server)
    said = subprocess.run(['wrk', '-t1', '-c16', '-d', SECONDS + 's', '-s', script, 'http://127.0.0.1:%d/' % server.port],
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    assert 'Non-2xx' not in said, said
    return (run_time(server) - before) / int(re.search(r'(\d+) requests in', said).group(1))


def measure(servers, script):
    times = {name: [] for name in servers}
    names = list(servers)
    for n in range(ROUNDS):
        # In each round, another server is the first.
        for name in names[n % len(names):] + names[:n % len(names)]:
            times[name].append(one_round(servers[name], script))
    result = {'rounds': ROUNDS, 'load': os.getloadavg()[0], 'regular expressions': len(crawlers()) - 2}
    print('%-24s %12s %10s %s' % ('', 'ns a request', 'x plain', 'lowest and highest of %d rounds' % ROUNDS))
    for name, taken in times.items():
        ratios = sorted(t / plain for t, plain in zip(taken, times['plain']))
        print('%-24s %12.0f %10.3f %.3f to %.3f' %
              (name, statistics.median(taken), statistics.median(ratios), ratios[0], ratios[-1]))
        result[name] = {'ns': statistics.median(taken), 'ratio': statistics.median(ratios)}
    print('load of the machine: %.1f' % result['load'])
    return result


def main():
    if subprocess.run(['sh', '-c', 'command -v wrk'], stdout=subprocess.DEVNULL, check=False).returncode:
        sys.exit('bench/nginx.py needs wrk: ./configure --install-deps=nginx')
    subprocess.run(['sh', os.path.join(ROOT, 'packaging/nginx'), BUILD], check=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        script = os.path.join(folder, 'agents.lua')
        with open(script, 'w') as f:
            f.write(SCRIPT % ', '.join(json.dumps(agent) for agent in AGENTS))
        servers = {name: make(folder, name, http) for name, http in configurations().items()}
        try:
            for server in servers.values():
                server.__enter__()
            result = measure(servers, script)
        finally:
            for server in servers.values():
                if server.process:
                    server.__exit__(None)
    os.makedirs(os.path.join(BUILD, 'bench'), exist_ok=True)
    with open(os.path.join(BUILD, 'bench/nginx.json'), 'w') as f:
        json.dump(result, f, indent=1)


main()
