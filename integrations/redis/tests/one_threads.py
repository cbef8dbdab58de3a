"""Commands between the beginning and the end of a compile, and clients that may not wait.

Texts that take long keep the threads of the server busy, so that commands which are sent after a
SET run before its end.

SPDX-License-Identifier: Apache-2.0
"""
import signal
import time

from one_server import KEY, SITE, Server, blob_of, equal, free_port, run, slow, text, until

ROBOTS = 'User-agent: *\nDisallow: /private/\n'
OTHER = 'User-agent: *\nDisallow: /other/\n'
AGENT = ('AGENTS', 1, 'AnyBot')
SLOW = [slow(name) for name in 'abcd']


ALL = ('running', 'waiting', 'done', 'not_run')  # jobs that were not refused


def hold(server, count=3):
    """Keep the server's only thread busy.  Returns the clients, whose replies have not come yet."""
    c = server.clients[0]
    while True:
        # Jobs may still run after their clients have answers.
        until(lambda: c.info('running', 'waiting') == 0)
        before, busy = c.info(*ALL), []
        for i in range(count):
            busy.append(server.client())
            busy[i].send('ROBOTS.SET', f'robots:{{https://busy{i}.example}}', SLOW[i])
            if i == 0:  # a queue has room for the others once the thread has it
                until(lambda: c.info(*ALL) == before + 1 and c.info('waiting') == 0)
        until(lambda: c.info(*ALL) == before + count)
        if c.info('running', 'waiting') == count:
            return busy
        # On a busy machine a job may end before all are sent: try again.
        for client in busy:
            client.read()


def between(server, key, words, *commands):
    """Send words (a SET) and, while that waits, other commands.  Returns the reply to words."""
    c = server.clients[0]
    busy = hold(server)
    jobs = c.info(*ALL)
    setter = server.client()
    setter.send(*words)
    until(lambda: c.info(*ALL) == jobs + 1)
    for command in commands:
        command(c, setter) if callable(command) else c(*command)
    assert c.info('waiting') > 0, 'the texts were compiled too soon'
    for client in busy:
        client.read()  # of a server that was emptied, an error
    reply = setter.read()
    return reply if isinstance(reply, str) else str(reply)


def one_thread(*options):
    server = Server(*options, module=('THREADS', 1))
    server.client()
    return server


def checks(server, key=KEY):
    return server.clients[0]('ROBOTS.CHECK', key, *AGENT, 'URLS', SITE + '/private/', SITE + '/other/')


SET = ('ROBOTS.SET', KEY, ROBOTS)


def test_nothing_between():
    with one_thread() as server:
        equal(between(server, KEY, SET, ('PING',), ('ROBOTS.STAT', KEY), ('EXISTS', KEY)), 'OK')
        equal(checks(server), [0, 1])
        # A change of another key is no change of the policy.
        equal(between(server, KEY, SET, ('SET', KEY + 'x', 'y'), ('DEL', KEY + 'x')), 'OK')
        equal(checks(server), [0, 1])


def test_deleted_between():
    for there in (False, True):
        for command in (('DEL', KEY), ('UNLINK', 'x', KEY), ('FLUSHALL',), ('FLUSHDB', 'ASYNC'), ('SWAPDB', 0, 1),
                        ('EVAL', "return redis.call('DEL', KEYS[1])", 1, KEY)):
            with one_thread() as server:
                c = server.clients[0]
                if there:
                    c('ROBOTS.SET', KEY, OTHER)
                reply = between(server, KEY, SET, command)
                assert reply.startswith('NOTWRITTEN '), (command, reply)
                equal((command, c('EXISTS', KEY)), (command, 0))
                # FLUSHALL, FLUSHDB and SWAPDB also touch the writes of the three clients of hold().
                equal((command, c.info('not_written')), (command, 4 if command[0] in ('FLUSHALL', 'FLUSHDB', 'SWAPDB') else 1))


def test_flush_of_another_database():
    with one_thread() as server:
        equal(between(server, KEY, SET, ('SELECT', 1), ('FLUSHDB',), ('SELECT', 0)), 'OK')
        equal(checks(server), [0, 1])


def test_changed_between():
    state = "return redis.call('ROBOTS.LOAD', KEYS[1], ARGV[1])"
    for command, left in ((('ROBOTS.LOAD', KEY, blob_of(OTHER)), [1, 0]), (('ROBOTS.OUTCOME', KEY, 'STATUS', 404), [1, 1]),
                          (('ROBOTS.OUTCOME', KEY, 'STATUS', 503), [0, 0]), (('EVAL', state, 1, KEY, blob_of(OTHER)), [1, 0])):
        with one_thread() as server:
            reply = between(server, KEY, SET, command)
            assert reply.startswith('NOTWRITTEN '), (command, reply)
            equal((command[0], checks(server)), (command[0], left))
    for command in (('SET', KEY, 'x'), ('LPUSH', KEY, 'x')):
        with one_thread() as server:
            reply = between(server, KEY, SET, command)
            assert reply.startswith('NOTWRITTEN '), (command, reply)
            assert server.clients[0]('TYPE', KEY) != 'robotscp1'
    with one_thread() as server:
        server.clients[0]('ROBOTS.SET', 'from', OTHER, 'ORIGIN', SITE)
        reply = between(server, KEY, SET, ('RENAME', 'from', KEY))
        assert reply.startswith('NOTWRITTEN '), reply
        equal(checks(server), [1, 0])


def test_newer_set():
    with one_thread() as server:
        newer = server.client()
        reply = between(server, KEY, SET, lambda c, setter: newer.send('ROBOTS.SET', KEY, OTHER))
        assert 'NOTWRITTEN a newer command' in reply, reply
        equal((newer.result(), checks(server)), ('OK', [1, 0]))


def test_role():
    with one_thread() as server:
        reply = between(server, KEY, SET, ('REPLICAOF', '127.0.0.1', 1))
        assert 'NOTWRITTEN' in reply and 'primary' in reply or 'UNBLOCKED' in reply, reply
        server.clients[0]('REPLICAOF', 'NO', 'ONE')
        equal(server.clients[0]('EXISTS', KEY), 0)
        reply = between(server, KEY, SET, ('REPLICAOF', '127.0.0.1', 1), ('REPLICAOF', 'NO', 'ONE'))
        assert 'NOTWRITTEN' in reply or 'UNBLOCKED' in reply, reply
        equal(server.clients[0]('EXISTS', KEY), 0)


def test_pause():
    """While clients are paused, as in a failover, no policy may be written."""
    with one_thread() as server:
        c = server.clients[0]
        reply = between(server, KEY, SET, ('CLIENT', 'PAUSE', 100000, 'WRITE'))
        assert 'NOTWRITTEN' in reply and 'paused' in reply, reply
        c('CLIENT', 'UNPAUSE')
        equal((c('EXISTS', KEY), c('ROBOTS.SET', KEY, ROBOTS)), (0, 'OK'))


def test_slot():
    """A node of a cluster gives away another slot, and then the slot of the key."""
    with one_thread('--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no', '--port', str(free_port())) as server:
        c = server.clients[0]
        c('CLUSTER', 'ADDSLOTSRANGE', 0, 16383)
        until(lambda: b'cluster_state:ok' in c('CLUSTER', 'INFO'))
        slot = c('CLUSTER', 'KEYSLOT', KEY)
        equal(between(server, KEY, SET, ('CLUSTER', 'DELSLOTS', slot + 1)), 'OK')
        c('CLUSTER', 'ADDSLOTS', slot + 1)
        for there in (True, False):
            reply = between(server, KEY, SET, *([] if there else [('DEL', KEY)]), ('CLUSTER', 'DELSLOTS', slot))
            assert reply.startswith('NOTWRITTEN '), reply
            assert not there or 'slot' in reply, reply
            c('CLUSTER', 'ADDSLOTS', slot)
            until(lambda: b'cluster_state:ok' in c('CLUSTER', 'INFO'))
        equal(c('EXISTS', KEY), 0)


def test_killed():
    with one_thread() as server:
        c = server.clients[0]
        busy = hold(server)
        jobs = c.info(*ALL)
        setter = server.client()
        number = setter('CLIENT', 'ID')
        setter.send(*SET)
        until(lambda: c.info(*ALL) == jobs + 1)
        equal(c('CLIENT', 'KILL', 'ID', number), 1)
        for client in busy:
            client.result()
        until(lambda: c.info('done') == jobs + 1)
        equal(c('EXISTS', KEY), 0)
        # All clients are killed during their compiles.
        c('FLUSHALL')
        hold(server)
        jobs = c.info(*ALL)
        c('CLIENT', 'KILL', 'TYPE', 'normal')
        until(lambda: c.info('done') == jobs)
        equal((c('DBSIZE'), c.info('blobs')), (0, 1))


def test_queue():
    with Server(module=('THREADS', 1, 'QUEUE', 2)) as server:
        c = server.client()
        c('ROBOTS.SET', KEY, OTHER)
        busy = hold(server)
        error = c.error(*SET)
        equal(error.word, 'BUSY')
        equal(c.info('busy'), 1)
        equal(checks(server), [1, 0])
        for client in busy:
            equal(client.result(), 'OK')
        # A refused write does not touch a write that waits.
        busy = hold(server, 2)
        setter = server.client()
        setter.send(*SET)
        until(lambda: c.info('waiting') == 2)
        equal(c.error('ROBOTS.SET', KEY, OTHER).word, 'BUSY')
        equal([client.result() for client in [*busy, setter]], ['OK'] * 3)
        equal(checks(server), [0, 1])


def test_timeout():
    with Server(module=('THREADS', 1, 'TIMEOUT', 1)) as server:
        clients = [server.client() for _ in SLOW]
        for client, words in zip(clients, SLOW):
            client.send('ROBOTS.SET', KEY, words)
        equal([client.read().word for client in clients], ['BUSY'] * len(SLOW))
        # A job that has not begun never runs; a running job ends, and nobody gets its answer.
        c = clients[0]
        until(lambda: c.info('waiting', 'running') == 0)
        equal((c.info('timeouts'), c.info('done') + c.info('not_run'), c('DBSIZE')), (4, 4, 0))
        assert c.info('not_run') >= 2, c.info('not_run')


def test_ends_as_time_ends():
    """Jobs that take about as long as clients may wait, again and again: one answer for each."""
    with Server(module=('THREADS', 2, 'TIMEOUT', 1)) as server:
        clients = [server.client() for _ in range(8)]
        texts = [''.join(f'Disallow: /{i}/*x{j}\n' for j in range(150 << i * 2 // 3)) for i in range(8)]
        said = {}
        for turn in range(200):
            for i, client in enumerate(clients):
                client.send('ROBOTS.SET', f'robots:{{https://{i}.example}}', 'User-agent: *\n' + texts[(i + turn) % 8])
                client.send('PING')
            for client in clients:
                client.socket.settimeout(60)
                reply = client.read()
                word = reply if isinstance(reply, str) else reply.word
                said[word] = said.get(word, 0) + 1
                equal(client.read(), 'PONG')
        equal(sum(said.values()), 1600)
        assert said.get('OK', 0) > 20 and said.get('BUSY', 0) > 20, said
        until(lambda: clients[0].info('waiting', 'running') == 0)


def test_shutdown():
    """The server ends at once and without an error while texts are compiled."""
    for by in (signal.SIGTERM, signal.SIGKILL):
        with one_thread() as server:
            hold(server)
            started = time.monotonic()
            code = server.end(by)
            assert time.monotonic() - started < 5
            equal(code, 0 if by == signal.SIGTERM else -signal.SIGKILL)
            assert 'crashed' not in server.said()
            server.start()


def test_no_waiting_client():
    """In MULTI and scripts a client gets the short answers, and BUSY in place of long ones."""
    with Server() as server:
        c = server.client()
        c('ROBOTS.SET', KEY, slow('x'))
        short, long = SITE + '/x', SITE + '/' + 'x' * 100000
        agent = ('AGENTS', 1, 'x')
        answers = c('ROBOTS.CHECK', KEY, *agent, 'URLS', short, long, short)
        equal(answers, [1, 1, 1])
        done = c.info('done')
        equal(c('ROBOTS.CHECK', KEY, *agent, 'URLS', short), [1])
        equal(c.info('done'), done)
        script = "return redis.call('ROBOTS.CHECK', KEYS[1], 'AGENTS', 1, 'x', 'URLS', ARGV[1], ARGV[2], ARGV[1])"
        c('MULTI')
        c('ROBOTS.CHECK', KEY, *agent, 'URLS', short, long, short)
        answers = c('EXEC')[0]
        equal((answers[0], answers[1].word, answers[2]), (1, 'BUSY', 1))
        assert 'BUSY' in text(c('EVAL', script + "[2]['err']", 1, KEY, short, long))
        # A URL that would take a thread seconds is refused, too.
        answers = c('ROBOTS.CHECK', KEY, *agent, 'URLS', SITE + '/' + 'x' * 100000000, short)
        equal((answers[0].word, answers[1]), ('BUSY', 1))


if __name__ == '__main__':
    run(globals())
