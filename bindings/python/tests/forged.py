#!/usr/bin/env python3
"""forged.py - forges blobs and pickles: the module refuses them, or all its calls answer.

    forged.py LIBRARY SECONDS [SEED]

LIBRARY is fuzz/forge.c as a shared library: it changes a blob with knowledge of the format, and
makes the checksum right again.  Without LIBRARY ('-'), octets change at random.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import ctypes
import io
import os
import pickle
import pickletools
import random
import sys
import time

import robotsc  # noqa: E402
from every_call import every_call  # noqa: E402

FORGE_KINDS = 30
ROOM = 8192
FILES = ["robots.txt", "extensions.txt"]
TEXTS = ["", "User-agent: *\nDisallow: /",
         "User-agent: *\nDisallow: /*a*b$\nAllow: /a/*.php\nCrawl-delay: 3\n" + "Disallow: /%s*x\n" * 9,
         "\n".join("User-agent: %s\nDisallow: /%s/\nAllow: /*%s$" % (a, a, a) for a in "abc ExampleBot other".split())]
URLS = ["/", "/private/a", b"/a/b.php", "https://h.example/robots.txt", "/" + "ab" * 300, b"/\xff%2f%c3", "", "é", "/a/xxb",
        "/*$?#"]


class Forge(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("len", ctypes.c_size_t), ("room", ctypes.c_size_t), ("chance", ctypes.c_uint64)]


def seeds(folder):
    texts = [text.encode() for text in TEXTS]
    for name in FILES:
        with open(os.path.join(folder, name), "rb") as file:
            texts.append(file.read())
    decision = robotsc.access(200, {"Cache-Control": "max-age=60"}, fetched=1800000000)
    for text in texts:
        for dialect in "rfc9309", "google", "conner2":
            policy = robotsc.compile(text, dialect=dialect)
            yield policy.blob
            yield policy.stamp(decision, text).blob
        yield robotsc.compile(text, agents=["ExampleBot", "b"], extensions=False).blob


def forge(library, blob, r):
    """Changes a blob once or more; the checksum is right."""
    buffer = ctypes.create_string_buffer(blob, ROOM)
    f = Forge(ctypes.addressof(buffer), len(blob), ROOM, r.getrandbits(64))
    for _ in range(r.choice([1, 1, 2, 5])):
        library.forge_change(ctypes.byref(f), r.randrange(FORGE_KINDS))
    library.forge_repair(ctypes.byref(f))
    return buffer.raw[:f.len]


def scratch(blob, r):
    """Changes octets, or cuts the blob; the checksum is wrong."""
    octets = bytearray(blob)
    for _ in range(r.randrange(1, 5)):
        octets[r.randrange(len(octets))] = r.randrange(256)
    return bytes(octets[:r.choice([len(octets)] * 9 + [r.randrange(len(octets))])])


class OfThePackage(pickle.Unpickler):
    """Loads only our names: pickles with others can run any program, which is not our fault."""

    def find_class(self, module, name):
        ours = module == "robotsc" and name in set(robotsc.__all__) - {"__version__", "Store", "import_warc"}
        if ours or (module, name) == ("builtins", "getattr"):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(name)


def is_tame(data):
    """False for what Python itself reads badly: a memo of 4e9 entries, a cut bytearray."""
    if pickle.BYTEARRAY8 in data:
        return False
    try:
        return not any(opcode.name in ("PUT", "LONG_BINPUT") for opcode, _, _ in pickletools.genops(data))
    except Exception:  # pylint: disable=broad-except
        return True


def unpickle(data):
    """The object in a pickle, or None: every exception is allowed, a crash is not."""
    try:
        return OfThePackage(io.BytesIO(data)).load() if is_tame(data) else None
    except Exception:  # pylint: disable=broad-except
        return None


class Opens:
    """An object whose pickle is that of a policy, with these octets as the blob."""

    def __init__(self, blob):
        self.blob = blob

    def __reduce__(self):
        return robotsc.open, (self.blob,)


def forge_decision(r):
    """A Decision with any members."""
    usual = robotsc.access(r.choice([200, 404, 503]), fetched=r.randrange(1 << 33))
    strange = [None, "", "x", -1, 1 << 15, 1 << 16, 1 << 63, -1 << 63, 1 << 64, 1.5, b"", True, usual]
    return robotsc.Decision([r.choice(strange) if r.random() < 0.2 else value for value in usual])


def try_decision(decision, policy):
    try:
        stamped = policy.stamp(decision)
        assert stamped.decision.expires == decision.expires and stamped.decision.outcome == decision.outcome
    except (TypeError, ValueError, OverflowError):
        pass
    try:
        robotsc.fresh(decision)
    except (TypeError, ValueError, OverflowError):
        pass


def try_object(thing):
    """Checks that an object from a pickle is what its type promises."""
    if isinstance(thing, robotsc.Policy):
        every_call(thing, URLS)
    elif isinstance(thing, robotsc.Agent):
        every_call(thing.policy, URLS, thing.tokens)
        thing.allowed_many(URLS)
    elif thing is not None:
        assert repr(thing)


def run(library, seconds, seed):
    r = random.Random(seed)
    blobs = list(seeds(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "examples")))
    fields = robotsc.open(blobs[-1]).agent(b"ExampleBot")
    pickles = [pickle.dumps(thing, protocol) for protocol in range(2, 6)
               for thing in (robotsc.open(blobs[0]), fields, robotsc.access(404), robotsc.open(blobs[-3]).records())]
    counts = collections.Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        blob = r.choice(blobs)
        forged = forge(library, blob, r) if library and r.random() < 0.9 else scratch(blob, r)
        counts["blobs"] += 1
        try:
            policy = robotsc.open(forged)
        except robotsc.BlobError:
            policy = None
        try:
            assert pickle.loads(pickle.dumps(Opens(forged))) == policy
        except robotsc.BlobError:
            assert policy is None
        if policy is not None:
            counts["accepted"] += 1
            every_call(policy, URLS)
        if policy is not None and len(forged) < ROOM // 2 and len(blobs) < 2000:
            blobs.append(forged)  # so that changes come together
        try_object(unpickle(scratch(r.choice(pickles), r)))
        try_decision(forge_decision(r), robotsc.open(blobs[0]))
        counts["pickles"] += 1
    return counts


def main():
    path, seconds = sys.argv[1], float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    library = None
    if path != "-":
        library = ctypes.CDLL(path)
        library.forge_change.argtypes = [ctypes.POINTER(Forge), ctypes.c_int]
        library.forge_repair.argtypes = [ctypes.POINTER(Forge)]
    print("seed", seed, flush=True)
    counts = run(library, seconds, seed)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    assert counts["accepted"] > counts["blobs"] // 100, "hardly a blob was accepted"


if __name__ == "__main__":
    main()
