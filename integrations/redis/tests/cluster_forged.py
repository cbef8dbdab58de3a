"""cluster_forged.py MODULE FORGE [COUNT] [SEED] - RESTORE of payloads of any octets.

A payload is refused, or all commands answer about its key.

FORGE is fuzz/forge.c as a shared library: it changes a blob with knowledge of the format, and
makes the checksum right again.  Payloads go through pipelines, and their footers are not compared
(DEBUG SET-SKIP-CHECKSUM-VALIDATION), so what refuses them is the module.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import ctypes
import random
import sys

import redis

from cluster_checks import check, finish, same
from cluster_corpus import ask
from cluster_storm import text_of
from servers import Servers, until

FORGE_KINDS = 30
ROOM = 1 << 16
BATCH = 500
NAMED = 10  # octets of the type and the name of the module
KEY = "robots:{https://forged.example}"
URLS = ["https://forged.example" + path for path in ("/", "/b0", "/private/a?b=c", "/" + "ab" * 300, "/%ff%2f%c3")] + ["/", "x"]
ROBOT = ("AGENTS", 2, "ExampleBot", "b")


class Forge(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("len", ctypes.c_size_t), ("room", ctypes.c_size_t), ("chance", ctypes.c_uint64)]


def texts():
    yield ""
    yield text_of(77)
    yield "User-agent: *\nDisallow: /*a*b$\nAllow: /a/*.php\nCrawl-delay: 3\nSitemap: https://a.example/\n"
    yield "\n".join(f"User-agent: {name}\nDisallow: /{name}/\nAllow: /*{name}$\nContent-Usage: train-ai=n"
                    for name in ("abc", "ExampleBot", "other"))


def payloads(client):
    """The DUMP and blob of a key of each kind: of texts, and of outcomes."""
    made = []
    for text in texts():
        for more in ((), ("EXTENSIONS",), ("AGENTS", 2, "ExampleBot", "b"), ("DIALECT", "google", "EX", 60)):
            client.execute_command("ROBOTS.SET", KEY, text, *more)
            made.append((client.dump(KEY), client.execute_command("ROBOTS.BLOB", KEY)[0]))
            if not more:
                client.execute_command("ROBOTS.OUTCOME", KEY, "STATUS", 503)
                made.append((client.dump(KEY), client.execute_command("ROBOTS.BLOB", KEY)[0]))
    return made


def forged_blob(library, blob, chance):
    buffer = ctypes.create_string_buffer(blob, ROOM)
    forge = Forge(ctypes.addressof(buffer), len(blob), ROOM, chance.getrandbits(64))
    for _ in range(chance.choice((1, 1, 2, 5))):
        library.forge_change(ctypes.byref(forge), chance.randrange(FORGE_KINDS))
    library.forge_repair(ctypes.byref(forge))
    return buffer.raw[:forge.len]


def string(octets):
    """A string of a module's value as in RDB: 5, its length in 1, 2 or 5 octets, its octets."""
    size = len(octets)
    if size < 64:
        return b"\5" + bytes([size]) + octets
    return b"\5" + (bytes([0x40 | size >> 8, size & 255]) if size < 1 << 14 else b"\x80" + size.to_bytes(4, "big")) + octets


def held(written):
    """The octets of a string as RDB writes it."""
    for begin in (2, 3, 6):
        if string(written[begin:]) == written:
            return written[begin:]
    raise AssertionError(f"DUMP has changed: {written[:40]}")


def changed(octets, first, chance):
    """Octets with random changes, cuts and insertions from offset first on."""
    body = bytearray(octets)
    for _ in range(chance.choice((1, 1, 2, 4))):
        if len(body) <= first:
            break
        place = chance.randrange(first, min(len(body), first + chance.choice((16, 64, 1 << 20))))
        how = chance.randrange(12)
        if how < 4:
            body[place] ^= 1 << chance.randrange(8)
        elif how < 8:
            body[place] = chance.choice((0, 1, 2, 5, 0x3F, 0x40, 0x7F, 0x80, 0x81, 0xC0, 0xC3, 0xFF))
        elif how == 8:
            del body[place:place + chance.choice((1, 2, 8, 1 << 20))]
        elif how == 9:
            body[place:place] = chance.randbytes(chance.choice((1, 2, 8, 9)))
        elif how == 10:
            body[place:place + 8] = chance.getrandbits(chance.choice((8, 31, 41, 50, 64))).to_bytes(8, "little")
        else:
            body[place:place] = b"\x02\x81" + chance.randbytes(8)
    return bytes(body)


def forged(library, payload, blob, chance):
    """A payload with another blob in it, or with random changes of its octets or numbers.

    Also returns whether RESTORE must take it, as robotsc_open takes the blob; None: unknown."""
    body, footer = payload[:-10], payload[-10:]
    state = held(body[NAMED:-1])
    how = chance.random()
    if blob and how < 0.6:
        other = forged_blob(library, blob, chance)
        made = state[:12] + len(other).to_bytes(4, "little") + state[16:len(state) - len(blob)] + other
        return body[:NAMED] + string(made) + b"\0" + footer, is_blob(library, other)
    if how < 0.9:
        return body[:NAMED] + string(changed(state, 0, chance)) + b"\0" + footer, None
    return changed(body, NAMED, chance) + footer, None


def is_blob(library, octets):
    """Whether robotsc_open takes it; None: another major version, which is kept, but never read."""
    if octets[:4] == b"\x8dRBC" and octets[4] != 2:
        return None
    opened = ctypes.create_string_buffer(1 << 12)
    return library.robotsc_open(opened, octets, ctypes.c_size_t(len(octets))) == 0


QUESTIONS = (
    ("ROBOTS.CHECK", KEY, *ROBOT, "URLS", *URLS),
    ("ROBOTS.CHECK", KEY, "HEADER", "Mozilla/5.0 (compatible; ExampleBot/1.0)", "URLS", *URLS),
    ("ROBOTS.DELAY", KEY, *ROBOT), ("ROBOTS.BLOB", KEY), ("ROBOTS.STAT", KEY),
    ("DEBUG", "DIGEST-VALUE", KEY), ("MEMORY", "USAGE", KEY), ("COPY", KEY, KEY + "copy", "REPLACE"), ("TYPE", KEY))


def restore(client, library, count, seed):
    """Restore forged payloads.  Taken keys answer questions, and their DUMP can be restored."""
    chance, made, counted = random.Random(seed), payloads(client), collections.Counter()
    client.execute_command("DEBUG", "SET-SKIP-CHECKSUM-VALIDATION", 1)
    for begin in range(0, count, BATCH):
        batch = [forged(library, *chance.choice(made), chance) for _ in range(min(BATCH, count - begin))]
        replies = ask(client, [("RESTORE", KEY + str(number), 0, payload, "REPLACE") for number, (payload, _) in enumerate(batch)])
        for (payload, wanted), reply in zip(batch, replies):
            if wanted is not None:
                same(reply == b"OK", wanted, f"{reply} of {payload}")
                counted["compared"] += 1
        taken = [number for number, reply in enumerate(replies) if reply == b"OK"]
        counted.update("taken" if reply == b"OK" else f"refused: {str(reply)[:40]}" for reply in replies)
        asked = [tuple(part.replace(KEY, KEY + str(number)) if isinstance(part, str) and part.startswith(KEY) else part
                       for part in question) for number in taken for question in QUESTIONS]
        for question, reply in zip(asked, ask(client, asked)):
            counted["error" if isinstance(reply, Exception) else "answer"] += 1
            if question[0] == "ROBOTS.BLOB" and isinstance(reply, list) and reply[0]:
                same(is_blob(library, reply[0]) in (True, None), True, "a blob that was taken opens")
        again = ask(client, [("DUMP", KEY + str(number)) for number in taken])
        back = ask(client, [("RESTORE", KEY + str(number), 0, payload, "REPLACE") for number, payload in zip(taken, again)])
        same(set(back) <= {b"OK"}, True, f"a payload of DUMP is refused: {[one for one in back if one != b'OK'][:3]}")
    same(counted["taken"] > count // 50 and counted["answer"] > 0, True, f"too few are taken: {counted}")
    return f"{count}: {dict(counted)}"


def survives(servers):
    """All restored keys survive a save, a start from the file, and a rewrite of the AOF."""
    server = servers.all[0]
    client = server.client()
    before = client.dbsize()
    client.save()
    client.execute_command("DEBUG", "RELOAD")
    client.bgrewriteaof()  # with the RESTORE commands, whose footers are wrong, out of it
    until(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "AOF is rewritten", 300)
    same(client.dbsize(), before, "keys")
    server.shutdown("NOSAVE")
    server.start()
    same(client.dbsize(), before, "keys after a restart")
    return f"{before} keys"


def main(module, forge, count="100000", seed="38", *under):
    with Servers(module, under=under, options={"rdbcompression": "no"}) as servers:
        client = servers.client(single_connection_client=True, socket_timeout=600)
        try:
            check("forged payloads", restore, client, ctypes.CDLL(forge), int(count), int(seed))
        except redis.ConnectionError:
            pass
        check("what was taken is saved and loaded", survives, servers)
        check("the server has not said that it is broken", servers.sound)
    finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
