# nginx_frames.py - a client of HTTP/2 that writes its frames octet by octet: fields of any octets,
# cuts and paddings that the protocol allows, and frames that it does not allow.  RFC 9113, RFC 7541
#
# SPDX-License-Identifier: Apache-2.0
import socket
import struct

DATA, HEADERS, RST_STREAM, SETTINGS, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 7, 8, 9
END_STREAM, END_HEADERS, PADDED, PRIORITY, ACK = 1, 4, 8, 0x20, 1
STATUSES = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}
SIZE_MAX = 16384


def integer(value, bits, first=0):
    """RFC 7541 §5.1: an integer with a prefix of some bits.  first: the octet's other bits."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([first | value])
    octets, value = [first | most], value - most
    while value >= 128:
        octets.append(value & 127 | 128)
        value >>= 7
    return bytes(octets + [value])


def field(name, value, first=0):
    """A literal field with a new name.  first: 0x40: keep it in the table; 0x10: never keep it."""
    return bytes([first]) + integer(len(name), 7) + name + integer(len(value), 7) + value


def frame(kind, flags, stream, payload=b''):
    return struct.pack('>I', len(payload))[1:] + bytes([kind, flags]) + struct.pack('>I', stream) + payload


class Frames:
    """A connection that sends one request after another."""

    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port), 20)
        self.socket.sendall(b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + frame(SETTINGS, 0, 0) +
                            frame(WINDOW_UPDATE, 0, 0, b'\x7f\0\0\0'))
        self.buffer = b''
        self.stream = -1

    def close(self):
        self.socket.close()

    def read(self, count):
        while len(self.buffer) < count:
            octets = self.socket.recv(1 << 16)
            if not octets:
                raise EOFError
            self.buffer += octets
        octets, self.buffer = self.buffer[:count], self.buffer[count:]
        return octets

    def read_frame(self):
        head = self.read(9)
        return head[3], head[4], struct.unpack('>I', head[5:])[0], self.read(int.from_bytes(head[:3], 'big'))

    def answer(self):
        """Status and body of the answer; status 0: the server has reset the stream."""
        status, body = None, b''
        while True:
            kind, flags, stream, payload = self.read_frame()
            if kind == SETTINGS and not flags & ACK:
                self.socket.sendall(frame(SETTINGS, ACK, 0))
            elif kind == GOAWAY:
                raise EOFError
            elif stream == self.stream and kind == RST_STREAM:
                return 0, b''
            elif stream == self.stream and kind == HEADERS:
                payload = payload.lstrip(b'\x20\x3f\xe1\x1f') if payload[0] & 0xE0 == 0x20 else payload
                status = STATUSES.get(payload[0]) or int(payload[2:5])
            elif stream == self.stream and kind == DATA:
                body += payload
            if stream == self.stream and kind in (HEADERS, DATA) and flags & END_STREAM:
                return status, body

    def ask(self, fields, cuts=(), padding=0, priority=False):
        """Send a header block, cut into frames at the offsets of cuts, and return the answer."""
        self.stream += 2
        pieces, at = [], 0
        for cut in sorted([*cuts, *range(SIZE_MAX - 300, len(fields), SIZE_MAX - 300), len(fields)]):
            if cut > at or not pieces:
                pieces.append(fields[at:cut])
                at = max(at, cut)
        first = (b'\0\0\0\0\x10' if priority else b'') + pieces[0]
        flags = END_STREAM | (PRIORITY if priority else 0) | (0 if pieces[1:] else END_HEADERS)
        if padding:
            first, flags = bytes([padding]) + first + bytes(padding), flags | PADDED
        out = frame(HEADERS, flags, self.stream, first)
        for i, piece in enumerate(pieces[1:], 2):
            out += frame(CONTINUATION, END_HEADERS if i == len(pieces) else 0, self.stream, piece)
        self.socket.sendall(out)
        return self.answer()


def request(target, agent, keep=0):
    """The header block of a request.  keep: as first of field()."""
    return (field(b':method', b'GET') + field(b':scheme', b'http') + field(b':path', target, keep) + field(b':authority', b'h') +
            field(b'user-agent', agent, keep))
