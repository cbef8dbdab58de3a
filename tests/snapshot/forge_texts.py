#!/usr/bin/env python3
"""forge_texts.py - changes the texts of a snapshot.  A text stays what it is, or is refused.

    forge_texts.py ROBOTSC SNAPSHOT ORIGIN

SNAPSHOT.texts is written many times, and restored.  docs/snapshot-texts.md

SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'match'))
from assemble import checksum  # noqa: E402

HEAD, ROW = 128, 32
robotsc, snapshot, origin = sys.argv[1:]
path = snapshot + '.texts'
with open(path, 'rb') as file:
    good = file.read()
passed = failed = 0


def number(data, at, size):
    return int.from_bytes(data[at:at + size], 'little')


def with_number(data, at, size, value):
    return data[:at] + value.to_bytes(size, 'little') + data[at + size:]


def mended(data, size=None):
    """With the digests that a forger computes."""
    data = with_number(data, 16, 8, len(data) if size is None else size)
    index = HEAD + number(data, 12, 4) + ROW * number(data, 24, 8)
    data = data[:64] + hashlib.sha256(data[HEAD:index]).digest() + data[96:]
    return data[:96] + hashlib.sha256(data[:96]).digest() + data[HEAD:]


def write(data):
    # A file that may be mapped is replaced.
    with open(path + '.new', 'wb') as out:
        out.write(data)
    os.rename(path + '.new', path)


def run(action, *operands):
    done = subprocess.run([robotsc, 'snapshot', action, *operands], capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout


def get():
    return run('get', '--texts', snapshot, origin)


def verify():
    return run('verify', snapshot)[0]


def expect(what, good_answer):
    global passed, failed
    if good_answer:
        passed += 1
    else:
        failed += 1
        print('FAILED:', what)


def refused(what, data):
    """Both see it."""
    write(data)
    expect(what + ': get', get() == (2, b''))
    expect(what + ': verify', verify() == 2)


def noticed(what, data):
    """verify sees it, and get answers as before or refuses."""
    write(data)
    expect(what + ': get', get() in ((2, b''), (0, text)))
    expect(what + ': verify', verify() == 2)


def frame(length, blocks, field=4):
    """A frame that says its length, with blocks of one octet repeated."""
    parts = [b'\x28\xB5\x2F\xFD', bytes([{4: 0xA0, 8: 0xE0}[field]]), length.to_bytes(field, 'little')]
    for i, size in enumerate(blocks):
        parts.append((size << 3 | 1 << 1 | (i == len(blocks) - 1)).to_bytes(3, 'little') + b'A')
    return b''.join(parts)


status, text = get()
expect('the text', status == 0 and len(text) > 0)
expect('verify', verify() == 0)
dictionary, count = number(good, 12, 4), number(good, 24, 8)
rows = HEAD + dictionary
wanted = checksum(text) & (1 << 64) - 1
mine = next((at for at in range(rows, rows + ROW * count, ROW)
             if number(good, at, 8) == wanted and number(good, at + 8, 8) == len(text)), None)
expect('the row of the text', mine is not None)
start, size = number(good, mine + 16, 8), number(good, mine + 24, 4)


def with_frame(octets, length=None):
    """The frame of the text replaced by another one, at the end of the file."""
    data = with_number(good + octets, mine + 16, 8, len(good))
    data = with_number(data, mine + 24, 4, len(octets))
    data = with_number(data, mine + 28, 4, checksum(octets) & 0xFFFFFFFF)
    return mended(data if length is None else with_number(data, mine + 8, 8, length))


step = max(1, len(good) // 150)
for at in [*range(HEAD + 64), *range(HEAD + 64, len(good), step)]:
    write(good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1:])
    result = get()
    expect(f'flip at {at}: get', result in ((2, b''), (0, text)))
    expect(f'flip at {at}: verify', verify() == 2)
for n in [*range(0, HEAD + 2), *range(HEAD + 2, len(good), step), len(good) - 1]:
    refused(f'the first {n} octets', good[:n])
refused('an octet more', good + b'\0')
noticed('an octet more, mended', mended(good + b'\0'))
for at in range(start, start + size):
    refused(f'flip of the frame at {at}', good[:at] + bytes([good[at] ^ 16]) + good[at + 1:])
for what, at, field, value in (('start 0', 16, 8, 0), ('start before the frames', 16, 8, rows),
                               ('start after all', 16, 8, len(good)),
                               ('greatest start', 16, 8, (1 << 64) - 1), ('size 0', 24, 4, 0),
                               ('greatest size', 24, 4, (1 << 32) - 1), ('another checksum', 28, 4, 1)):
    refused(what, mended(with_number(good, mine + at, field, value)))
for what, length in (('length 2^40', 1 << 40), ('greatest length', (1 << 64) - 1), ('length 2^26 + 1', (1 << 26) + 1)):
    noticed(what, mended(with_number(good, mine + 8, 8, length)))
    noticed(what + ', in the frame', with_frame(frame(length, [1 << 17], 8), length))
refused('a frame that says more', with_frame(frame(len(text) + 1, [len(text) + 1])))
refused('a bomb', with_frame(frame(len(text), [1 << 17] * 2000)))
refused('a frame that gives less', with_frame(frame(len(text), [len(text) - 1])))
refused('another text', with_frame(frame(len(text), [len(text)])))
refused('no frame', with_frame(b'A' * 40))
refused('an empty frame', with_frame(b''))
for what, at, field, value in (('count', 24, 8, count + (len(good) // ROW)), ('greatest count', 24, 8, (1 << 64) - 1),
                               ('dictionary', 12, 4, (1 << 32) - 1), ('dictionary of 1 MiB', 12, 4, (1 << 20) + 1)):
    data = with_number(good, at, field, value)
    refused(what, data[:96] + hashlib.sha256(data[:96]).digest() + data[HEAD:])
refused('another major version', mended(with_number(good, 8, 2, 2)))
write(mended(with_number(good, 10, 2, 7)))
expect('another minor version', get() == (0, text))
write(mended(good[:32] + bytes(32) + good[64:]))
expect('another root', get() == (2, b'') and verify() == 0)
if dictionary:
    noticed('another dictionary', mended(good[:HEAD] + bytes(dictionary) + good[rows:]))
if count > 1:
    swapped = good[:rows] + good[rows + ROW:rows + 2 * ROW] + good[rows:rows + ROW] + good[rows + 2 * ROW:]
    noticed('rows in another order', mended(swapped))
write(good)
expect('all is as before', get() == (0, text) and verify() == 0)
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
