"""Policies through RDB files, AOFs, DUMP and RESTORE, replicas and copies; and their memory.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import shutil
import signal
import socket
import struct
import tempfile

from one_server import KEY, SITE, ReplyError, Server, blob_of, equal, free_port, run, text, until

ROBOTS = 'User-agent: *\nDisallow: /private/\nDisallow: /*.pdf$\n'
AGENT = ('AGENTS', 1, 'AnyBot')
OWN = 'robots:{https://own.example}'


def fill(c):
    """A key of each kind."""
    names = []
    for i, (command, words) in enumerate((
            ('SET', (ROBOTS,)), ('SET', (ROBOTS, 'EXTENSIONS', 'EX', 5000)), ('SET', (ROBOTS, 'DIALECT', 'google')),
            ('LOAD', (blob_of(ROBOTS, '--agent=bot'),)), ('OUTCOME', ('STATUS', 404)), ('OUTCOME', ('STATUS', 503)),
            ('OUTCOME', ('STATUS', 503, 'PROFILE', '1996')), ('SET', (ROBOTS, 'ORIGIN', 'https://x.example')))):
        names.append(f'robots:{{https://h{i}.example}}')
        c('ROBOTS.' + command, names[-1], *words)
    names.append('robots:{https://copy.example}')
    c('ROBOTS.SET', names[-1], ROBOTS)
    c('ROBOTS.OUTCOME', names[-1], 'STATUS', 429)
    return names


def state(c, names):
    """All facts about the keys that commands show."""
    seen = {}
    for name in names:
        site = name[name.index('{') + 1:name.index('}')]
        agent = ('AGENTS', 1, 'bot')
        seen[name] = (c.map('ROBOTS.STAT', name), c('ROBOTS.BLOB', name), c('PEXPIRETIME', name),
                      c('ROBOTS.CHECK', name, *agent, 'URLS', site + '/', site + '/private/', site + '/a.pdf',
                        'https://x.example/'),
                      c('DEBUG', 'DIGEST-VALUE', name))
        seen[name][0].pop('shared')
    return seen


def untrusted(seen):
    """The same facts, except whether a blob is trusted."""
    for stat, *_ in seen.values():
        stat.pop('compiled')
    return seen


def test_rdb_and_aof():
    with Server('--appendonly', 'yes', '--appendfsync', 'always', '--aof-use-rdb-preamble', 'no') as server:
        c = server.client()
        names = fill(c)
        before = state(c, names)
        c('DEBUG', 'RELOAD')
        equal(state(c, names), before)
        # From the AOF as it was appended; further below, as it was rewritten.
        c = server.again(signal.SIGKILL)
        equal(state(c, names), before)
        c('CONFIG', 'SET', 'auto-aof-rewrite-percentage', 0)
        c('BGREWRITEAOF')
        for word in (b'in_progress', b'scheduled'):
            until(lambda word=word: b'aof_rewrite_%s:0' % word in c('INFO', 'persistence'))
        assert b'aof_last_bgrewrite_status:ok' in c('INFO', 'persistence')
        c = server.again(signal.SIGKILL)
        equal(state(c, names), before)
    with Server('--dbfilename', 'd.rdb') as server:
        c = server.client()
        names = fill(c)
        before = state(c, names)
        c('SAVE')
        c = server.again(signal.SIGKILL)
        equal(state(c, names), before)


def test_text_is_not_written():
    """Replication and AOF carry the blob and absolute times."""
    with Server('--appendonly', 'yes') as server:
        c = server.client()
        c('ROBOTS.SET', KEY, 'User-agent: *\n# a remark that no blob has\nDisallow: /x', 'EX', 100)
        c('ROBOTS.OUTCOME', 'robots:{https://b.example}', 'STATUS', 404)
        server.end()
        with open(f'{server.folder}/appendonlydir/appendonly.aof.1.incr.aof', 'rb') as file:
            aof = file.read()
        assert b'remark' not in aof and b'ROBOTS.SET' not in aof and b'\r\nEX\r\n' not in aof
        equal(aof.count(b'ROBOTS.STATE'), 2)
        server.start()


def test_restored_stays_untrusted():
    """Blobs from RESTORE and ROBOTS.STATE count as not compiled here, also after a restart."""
    with Server('--appendonly', 'yes', '--appendfsync', 'always', '--rdbcompression', 'no') as server:
        c = server.client()
        c('ROBOTS.SET', OWN, 'User-agent: *\nDisallow: /own\n')
        c('ROBOTS.SET', KEY, ROBOTS)
        dump = c('DUMP', KEY)
        head = dump.index(b'https://') - 64
        octets = dump[head:head + 64 + sum(int.from_bytes(dump[head + at:head + at + n], 'little') for at, n in ((10, 2), (12, 4)))]
        c('DEL', KEY)
        for command in (('RESTORE', KEY, 0, dump), ('ROBOTS.STATE', KEY, octets)):
            c(*command)
            for _ in range(2):
                equal([c.map('ROBOTS.STAT', key)['compiled'] for key in (KEY, OWN)], [0, 1])
                server.end()
                server.start()
                c = server.client()
            equal([c.map('ROBOTS.STAT', key)['compiled'] for key in (KEY, OWN)], [0, 1])
            c('DEL', KEY)


def test_dump_copy_move():
    with Server() as server:
        c = server.client()
        names = fill(c)
        before = state(c, names)
        for name in names:
            dump, expires = c('DUMP', name), c('PEXPIRETIME', name)
            c('DEL', name)
            c('RESTORE', name, expires, dump, 'ABSTTL')
        equal(untrusted(state(c, names)), untrusted(before))
        name = names[0]
        for words, there in ((('COPY', name, 'b'), 'b'), (('RENAME', 'b', 'c'), 'c')):
            c(*words)
            equal(c('ROBOTS.CHECK', there, *AGENT, 'URLS', 'https://h0.example/private/', 'https://h0.example/'), [0, 1])
        equal(c('DEBUG', 'DIGEST-VALUE', 'c'), c('DEBUG', 'DIGEST-VALUE', name))
        c('MOVE', 'c', 1)
        c('SELECT', 1)
        equal(c('ROBOTS.CHECK', 'c', *AGENT, 'URLS', 'https://h0.example/private/'), [0])


def test_sharing():
    with Server() as server:
        c = server.client()
        base = c.info('blobs')
        text = 'User-agent: *\n' + ''.join(f'Disallow: /{i * 7919}/\n' for i in range(500))
        names = [f'robots:{{https://h{i}.example}}' for i in range(100)]
        c('ROBOTS.SET', names[0], text)
        alone = c('MEMORY', 'USAGE', names[0])
        octets = c.map('ROBOTS.STAT', names[0])['octets']
        assert octets < alone < 1.3 * octets + 500, (alone, octets)
        for name in names[1:]:
            c('ROBOTS.SET', name, text)
        equal(c.info('blobs'), base + 1)
        equal(c.map('ROBOTS.STAT', names[0])['shared'], 100)
        shared = sum(c('MEMORY', 'USAGE', name) for name in names)
        assert shared < alone + 100 * 400, (shared, alone)
        assert c.info('blob_octets_unshared') >= 100 * octets
        for way in ('DEL', 'UNLINK'):
            for name in names[:49]:
                c(way, name)
            names = names[49:]
        equal(c.info('blob_references'), base + 2)
        c('FLUSHALL', 'ASYNC')
        until(lambda: c.info('blobs') == base)
        equal((c.info('blobs'), c.info('blob_references')), (base, base))


def test_no_leak():
    """After many sets, deletions and expiries the server uses no more memory than before."""
    with Server() as server:
        c = server.client()
        def work(rounds):
            for i in range(rounds):
                name = f'robots:{{https://h{i % 50}.example}}'
                c('ROBOTS.SET', name, f'User-agent: *\nDisallow: /{i}\n' * 20)
                c('ROBOTS.CHECK', name, *AGENT, 'URLS', f'https://h{i % 50}.example/{i}')
                c('ROBOTS.OUTCOME', name, 'STATUS', 503)
                c('DUMP', name)
                c('COPY', name, 'copy', 'REPLACE')
            c('FLUSHALL')
            return int([x for x in c('INFO', 'memory').split(b'\r\n') if x.startswith(b'used_memory:')][0].split(b':')[1])
        work(500)
        first = work(500)
        assert work(3000) < first + 100000


def test_replica():
    with Server('--port', '0') as server, Server('--replicaof', '127.0.0.1 1') as other:
        # The link uses TCP, since a replica needs a port.
        server.end()
        port = free_port()
        server.options = ('--port', str(port))
        server.start()
        c, r = server.client(), other.client()
        r('REPLICAOF', '127.0.0.1', port)
        names = fill(c)
        before = state(c, names)
        until(lambda: c('PING') and c('WAIT', 1, 100) == 1 and sorted(r('KEYS', '*')) == sorted(n.encode() for n in names))
        equal(state(r, names), before)
        equal(r.error('ROBOTS.SET', KEY, '').word, 'READONLY')
        # WAIT also counts a write that a thread has prepared.
        os.kill(other.process.pid, signal.SIGSTOP)
        c('ROBOTS.SET', KEY, ROBOTS)
        equal(c('WAIT', 1, 300), 0)
        os.kill(other.process.pid, signal.SIGCONT)
        equal(c('WAIT', 1, 5000), 1)
        equal(r('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/'), [0])


def test_migrate():
    port = free_port()
    with Server() as server, Server('--port', str(port)) as other:
        c, o = server.client(), other.client()
        names = fill(c)
        before = state(c, names)
        for name in names:
            equal(c('MIGRATE', '127.0.0.1', port, name, 0, 5000), 'OK')
        equal((c('DBSIZE'), c.info('blobs')), (0, 1))
        after = untrusted(state(o, names))
        # MIGRATE sends the rest of a key's life, so a key may live some milliseconds longer.
        for name, seen in untrusted(before).items():
            assert 0 <= after[name][2] - seen[2] < 5000, name
            equal(after[name][:2] + after[name][3:], seen[:2] + seen[3:])


def test_memory_limit():
    """At the limit sets fail and checks go on; with eviction, sets go on and blobs are freed."""
    with Server() as server:
        c = server.client()
        c('ROBOTS.SET', KEY, ROBOTS)
        blob = blob_of(ROBOTS)
        c('CONFIG', 'SET', 'maxmemory', 1)
        for words in (('SET', KEY, ''), ('LOAD', KEY, blob), ('OUTCOME', KEY, 'STATUS', 404), ('STATE', 'x', 'y')):
            equal(c.error('ROBOTS.' + words[0], *words[1:]).word, 'OOM')
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/'), [0])
        used = int(c('INFO', 'memory').split(b'used_memory:')[1].split(b'\r')[0])
        c('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
        c('CONFIG', 'SET', 'maxmemory', used + 1000000)
        for i in range(3000):
            c('ROBOTS.SET', f'robots:{{https://h{i}.example}}', ROBOTS + ''.join(f'Disallow: /{i}/{j}\n' for j in range(100)))
        keys = c('DBSIZE')
        assert 10 < keys < 2900, keys
        assert c.info('blobs') <= keys + 1


def value(blob=b'', origin=SITE.encode(), flags=1, outcome=0, times=(2 ** 50, 1, 1, 0), claim=(0, 0), head=None):
    """The octets of a value, in the layout of policy_value.c."""
    head = head or bytes([1, flags, outcome, 0, 0, 0, 0, 0])
    return head + struct.pack('<HHIqqqqQq', 200, len(origin), len(blob), *times, *claim) + origin + blob


def test_values():
    """For each rule of the octets of a value: octets that keep it, and octets that break it."""
    with Server() as server:
        c = server.client()
        blob = blob_of(ROBOTS)
        good = value(blob)
        equal(c('ROBOTS.STATE', KEY, good), 'OK')
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/'), [0])
        # Values of 0.1 may have claims.
        equal(c('ROBOTS.STATE', KEY, value(b'', flags=9, outcome=1, claim=(5, 2 ** 52))), 'OK')
        equal(c('ROBOTS.STATE', KEY, value(b'', b'', flags=8, claim=(5, 5))), 'OK')
        bad = [good[:i] for i in (0, 1, 63, 64, len(good) - 1)] + [good + b'x']
        bad += [value(blob, head=bytes(h)) for h in ((0, 1, 0, 0, 0, 0, 0, 0), (2, 1, 0, 0, 0, 0, 0, 0), (1, 17, 0, 0, 0, 0, 0, 0),
                                                     (1, 1, 5, 0, 0, 0, 0, 0), (1, 1, 0, 11, 0, 0, 0, 0), (1, 1, 0, 0, 9, 0, 0, 0),
                                                     (1, 1, 0, 0, 0, 4, 0, 0), (1, 1, 0, 0, 0, 0, 5, 0), (1, 1, 0, 0, 0, 0, 0, 1))]
        bad += [value(blob, o) for o in (b'', b'HTTPS://example.com', b'https://example.com/', b'x', b'https://example.com:443')]
        bad += [value(blob, times=t) for t in ((-1, 1, 1, 0), (1, 2 ** 53 + 1, 1, 0), (1, 1, -2 ** 63, 0), (1, 1, 1, 2 ** 62))]
        bad += [value(blob, claim=(1, 0)), value(blob, claim=(0, 1)), value(blob, flags=9, claim=(1, -1))]
        bad += [value(b''), value(b'', outcome=4), value(blob, flags=8), value(blob[:-1]), value(bytes([blob[0] ^ 1]) + blob[1:]),
                value(blob[:50] + bytes([blob[50] ^ 1]) + blob[51:]), value(b'', flags=0), value(b'', flags=8, outcome=1)]
        for octets in bad:
            assert 'no policy' in str(c.error('ROBOTS.STATE', KEY, octets)), octets
        equal(c('EXISTS', KEY), 1)
        return good


def left_of_claims(c):
    """Check the policies of the keys that 0.1 wrote; their claims are dropped."""
    for prefix in ('', 'rdb-'):
        for name, outcome, answer in (('alone', 'none', None), ('beside', 'parse', 0), ('later', 'parse', None),
                                      ('ended', 'parse', 0)):
            site = f'https://{prefix}{name}.example'
            stat = c.map('ROBOTS.STAT', f'robots:{{{site}}}')
            equal((site, text(stat['outcome']), stat['stale']), (site, outcome, int(answer is None)))
            assert 'claim' not in stat
            equal((site, c('ROBOTS.CHECK', f'robots:{{{site}}}', *AGENT, 'URLS', site + '/private/')), (site, [answer]))


def test_file_of_0_1():
    """An AOF of 0.1, which begins as an RDB file.

    Both parts have four claims: alone, beside a policy, of a stale policy that was claimed later
    (in the second part by ROBOTS.CLAIM), and ended by a token.  The keys do not expire, or in
    4000000000 seconds."""
    folder = tempfile.mkdtemp(prefix='one-redis-')
    shutil.copy(os.path.join(os.path.dirname(__file__), 'claims_0.1.aof'), os.path.join(folder, 'appendonly.aof'))
    with Server('--appendonly', 'yes', '--appendfsync', 'always', folder=folder) as server:
        c = server.client()
        equal(c('GET', 'end'), b'here')
        left_of_claims(c)
        keys = c('KEYS', 'robots:*')
        for key in keys:
            equal(c('RESTORE', key, c('PEXPIRETIME', key) if c('PTTL', key) > 0 else 0, c('DUMP', key), 'ABSTTL', 'REPLACE'), 'OK')
            equal(c('COPY', key, b'copy of ' + key), 1)
        equal(c('DEBUG', 'DIGEST-VALUE', *keys), c('DEBUG', 'DIGEST-VALUE', *[b'copy of ' + key for key in keys]))
        left_of_claims(c)
        c('DEBUG', 'RELOAD')
        left_of_claims(c)
        for again in range(2):
            c = server.again(signal.SIGKILL)
            left_of_claims(c)
            if not again:
                c('BGREWRITEAOF')
                for word in (b'in_progress', b'scheduled'):
                    until(lambda word=word: b'aof_rewrite_%s:0' % word in c('INFO', 'persistence'))
        # A key that was claimed is set like any other.
        c('ROBOTS.SET', 'robots:{https://alone.example}', ROBOTS)
        equal(c('ROBOTS.CHECK', 'robots:{https://alone.example}', *AGENT, 'URLS', 'https://alone.example/private/'), [0])


def test_primary_of_0_1():
    """A primary sends claims: the replica replies to nobody, and runs the commands that follow."""
    def words(*some):
        some = [one if isinstance(one, bytes) else str(one).encode() for one in some]
        return b'*%d\r\n' % len(some) + b''.join(b'$%d\r\n%s\r\n' % (len(one), one) for one in some)

    with socket.create_server(('127.0.0.1', 0)) as listener, Server() as server:
        c = server.client()
        listener.settimeout(60)
        c('REPLICAOF', '127.0.0.1', listener.getsockname()[1])
        link = listener.accept()[0]
        link.settimeout(60)
        with link, link.makefile('rb') as told:
            command = b''
            while command != b'PSYNC':
                command, *_ = [told.read(int(told.readline()[1:]) + 2)[:-2] for _ in range(int(told.readline()[1:]))]
                link.sendall({b'PING': b'+PONG\r\n', b'PSYNC': b'+FULLRESYNC %s 0\r\n' % (b'a' * 40)}.get(command, b'+OK\r\n'))
            empty = b'REDIS0010\xff' + bytes(8)
            link.sendall(b'$%d\r\n%s' % (len(empty), empty) + words('SELECT', 0))
            link.sendall(words('ROBOTS.STATE', KEY, value(blob_of(ROBOTS), flags=9, claim=(5, 2 ** 52)), 'PXAT', 2 ** 52))
            link.sendall(words('ROBOTS.CLAIM', KEY, 'PXAT', 2 ** 52, -5) + words('SET', 'end', 'here'))
            until(lambda: c('GET', 'end') == b'here')
            equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/', SITE + '/'), [0, 1])
            assert 'SET key NX PX' in str(c.error('ROBOTS.CLAIM', KEY, 'PXAT', 2 ** 52, -5))
    assert 'CRITICAL' not in server.final and 'error to its master' not in server.final, server.final


def newer(blob):
    """The blob with another major version in its header: 3."""
    equal(blob[4], 2)
    return blob[:4] + b'\x03' + blob[5:]


def test_newer_blob():
    """A key whose blob has a later version keeps no server from starting; answers are errors."""
    with Server('--appendonly', 'yes', '--appendfsync', 'always') as server:
        c = server.client()
        blob = newer(blob_of(ROBOTS))
        assert 'refused' in str(c.error('ROBOTS.LOAD', KEY, blob))
        c('ROBOTS.STATE', KEY, value(blob))
        for again in range(3):
            for words in (('CHECK', *AGENT, 'URLS', SITE + '/'), ('DELAY', *AGENT), ('BLOB',)):
                equal(c.error('ROBOTS.' + words[0], KEY, *words[1:]).word, 'FORMAT')
            stat = c.map('ROBOTS.STAT', KEY)
            equal((stat['format'], stat['octets'], c.info('blobs_opaque')), ('unknown', len(blob), 1))
            dump = c('DUMP', KEY)
            equal(c('RESTORE', KEY, 0, dump, 'REPLACE'), 'OK')
            if again == 0:
                c('DEBUG', 'RELOAD')
            elif again == 1:
                c = server.again(signal.SIGKILL)
        # When a fetch fails, the blob is a copy, even if it cannot be read; a new text replaces it.
        equal(c.map('ROBOTS.OUTCOME', KEY, 'STATUS', 500)['outcome'], 'cached')
        equal(c.error('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/').word, 'FORMAT')
        c('ROBOTS.SET', KEY, ROBOTS)
        equal(c('ROBOTS.CHECK', KEY, *AGENT, 'URLS', SITE + '/private/'), [0])
        equal(c.info('blobs_opaque'), 0)


def test_forged_payloads():
    """RESTORE of changed payloads, whose checksum is not compared: an error, or a policy."""
    with Server('--sanitize-dump-payload', 'yes') as server:
        c = server.client()
        c('ROBOTS.SET', KEY, ROBOTS, 'EXTENSIONS')
        dump = c('DUMP', KEY)
        c('DEBUG', 'SET-SKIP-CHECKSUM-VALIDATION', 1)
        rng = random.Random(5)
        restored = 0
        for _ in range(5000):
            forged = bytearray(dump)
            for _ in range(rng.choice((1, 1, 1, 2, 8))):
                forged[rng.randrange(len(forged) - 10)] = rng.randrange(256)
            if rng.random() < 0.1:
                del forged[rng.randrange(len(forged) - 10):-10]
            try:
                c('RESTORE', 'forged', 0, bytes(forged), 'REPLACE')
            except ReplyError:
                continue
            restored += 1
            try:
                if c('TYPE', 'forged') == 'robotscp1':
                    c('ROBOTS.CHECK', 'forged', *AGENT, 'URLS', SITE + '/private/', SITE + '/a.pdf')
                    c('ROBOTS.STAT', 'forged')
            except ReplyError as error:
                assert error.word in ('FORMAT', 'ERR'), error
        assert 0 < restored < 2500, restored
        equal(c('PING'), 'PONG')


if __name__ == '__main__':
    run(globals())
