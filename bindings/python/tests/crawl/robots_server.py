"""robots_server.py LOG CERTIFICATE - serves sites to test crawlers, each with another robots.txt.

Prints {name: "address:port"} as a line of JSON, and serves until its input ends.  Each site has its
own address, because Scrapy's downloader has slots by host, and speaks http and https on one port.
Each request is a line of LOG: the time, scheme, name and path, separated by tabs.  The file
CERTIFICATE also has the key.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import json
import socket
import ssl
import struct
import sys
import threading
import time

PRIVATE = b"User-agent: *\nDisallow: /private\n"
NOTHING = b"User-agent: *\nDisallow: /\n"
LIMIT = 512_000
# No pattern matches a page of the test, and each pattern must look at the whole path.
WILDCARDS = b"".join(b"Disallow: /*a*e*i*%d*u$\n" % n for n in range(LIMIT // 24 + 500))[:LIMIT - 40]
BINARY = bytes(range(256)) * 40

addresses = {}


def answer(body, status="200 OK", *fields, length=None):
    """An HTTP response."""
    lines = [f"HTTP/1.1 {status}", "Connection: close", f"Content-Length: {len(body) if length is None else length}", *fields]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def moved(name, path, status="301 Moved Permanently"):
    return answer(b"", status, f"Location: http://{addresses[name]}{path}")


def text(body, *fields):
    """Returns the function of a site whose robots.txt never fails."""
    return lambda scheme, path: answer(body, "200 OK", "Content-Type: text/plain", *fields)


def status(line, body=b"", *fields):
    return lambda scheme, path: answer(body, line, *fields)


def schemes(scheme, path):
    return answer(b"User-agent: *\nDisallow: /" + scheme.encode() + b"-private\n")


def chain(length):
    """A number of redirects, and then rules."""
    def at(scheme, path):
        number = int(path.rpartition("-")[2]) if "-" in path else 0
        return moved(f"chain{length}", f"/robots-{number + 1}") if number < length else answer(PRIVATE)
    return at


def endless(scheme, path):
    """A head without a length, and the beginning of a body; then comments, 4 MB in each second."""
    yield b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + PRIVATE
    while True:
        yield b"# more\n" * 5714
        time.sleep(0.01)


def slow(scheme, path):
    time.sleep(1)
    return answer(PRIVATE)


def vast(scheme, path):
    """A head that announces 2 GB of body, then rules and comments."""
    yield answer(PRIVATE, length=2_000_000_000)
    while True:
        yield b"# more\n" * 5714


def silent(scheme, path):
    time.sleep(60)
    return b""


SITES = {
    "plain": text(b"User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\n"),
    "absent": status("404 Not Found"),
    "forbidden": status("403 Forbidden", b"<html>no</html>"),
    "absent-rules": status("404 Not Found", NOTHING),
    "error": status("500 Internal Server Error", b"<html>oops</html>"),
    "busy": status("503 Service Unavailable", b"", "Retry-After: 120"),
    "too-many": status("429 Too Many Requests", b""),
    "reset": lambda scheme, path: None,
    "garbage": lambda scheme, path: b"robots?\r\nno\r\n\r\n",
    "truncated": lambda scheme, path: answer(b"User-agent: *\nDisallow: /priv", length=1000),
    "truncated-absent": lambda scheme, path: answer(b"<html>", "404 Not Found", length=1000),
    "silent": silent,
    "slow": slow,
    "moved": lambda scheme, path: moved("plain", "/robots.txt"),
    "chain5": chain(5),
    "chain6": chain(6),
    "loop": lambda scheme, path: moved("loop", "/other" if path == "/robots.txt" else "/robots.txt"),
    "nowhere": status("302 Found", NOTHING),
    "file": status("302 Found", b"", "Location: file:///etc/hosts"),
    "refresh": lambda scheme, path: answer(
        b'<html><head><meta http-equiv="refresh" content="0; url=/all"></head></html>' if path == "/robots.txt" else NOTHING,
        "200 OK", "Content-Type: text/html"),
    "bom": text(b"\xef\xbb\xbf" + PRIVATE),
    "latin1": text(b"# caf\xe9\n" + PRIVATE),
    "binary": text(BINARY),
    "wildcards": text(b"User-agent: *\n" + WILDCARDS + b"\nDisallow: /private\n"),
    "long": text(PRIVATE + b"#" * LIMIT + b"\nDisallow: /beyond\n"),
    "endless": endless,
    "gzip": text(gzip.compress(PRIVATE), "Content-Encoding: gzip"),
    "vast": vast,
    "packed": text(gzip.compress(PRIVATE), "Content-Encoding: br"),  # which it is not
    "bare-gzip": text(gzip.compress(PRIVATE)),
    "odd-coding": text(PRIVATE, "Content-Encoding: none"),
    "versioned": text(PRIVATE, 'ETag: "1"', "Cache-Control: max-age=0"),
    "prefix": text(b"User-agent: Example\nDisallow: /\n"),
    "escapes": text(b"User-agent: *\nDisallow: /caf%C3%A9\nDisallow: /a%2Fb\n"),
    "schemes": schemes,
    "delay": text(b"User-agent: *\nCrawl-delay: 0.6\nDisallow: /private\n"),
    "rate": text(b"User-agent: *\nRequest-rate: 2/1\n"),
    "endless-delay": text(b"User-agent: *\nCrawl-delay: 3600\n"),
    "fleeting": text(PRIVATE, "Cache-Control: no-store"),
    "usage": text(b"User-agent: *\nContent-Usage: train-ai=n\nDisallow: /private\n"),
}


def respond(connection, site, scheme, path, head):
    if path.partition("?")[0] in ("/robots.txt", "/other", "/all") or path.startswith("/robots-"):
        made = SITES[site](scheme, path)
        if b'If-None-Match: "1"' in head:
            made = answer(b"", "304 Not Modified", "Cache-Control: max-age=0")
        if made is None:  # no response at all
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif isinstance(made, bytes):
            connection.sendall(made)
        else:
            for part in made:
                connection.sendall(part)
    else:
        connection.sendall(answer(b'<html><a href="/private">a page</a>', "200 OK", "Content-Type: text/html"))


def serve(connection, site, log, context):
    scheme = "http"
    try:
        if connection.recv(1, socket.MSG_PEEK) == b"\x16":  # the first octet of a TLS handshake
            scheme, connection = "https", context.wrap_socket(connection, server_side=True)
        head = b""
        while b"\r\n\r\n" not in head:
            part = connection.recv(65536)
            if not part:
                return
            head += part
        path = head.split(b" ")[1].decode()
        log.write(f"{time.time():.3f}\t{scheme}\t{site}\t{path}\n")
        respond(connection, site, scheme, path, head)
    except OSError:
        pass  # the crawler has gone
    finally:
        connection.close()


def listen(number, site, log, context):
    server = socket.create_server((f"127.0.1.{number}", 0))
    addresses[site] = "{}:{}".format(*server.getsockname())

    def accept():
        while True:
            connection, _ = server.accept()
            threading.Thread(target=serve, args=(connection, site, log, context), daemon=True).start()
    return accept


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    with open(sys.argv[1], "w", encoding="utf-8", buffering=1) as log:
        for accept in [listen(n, site, log, context) for n, site in enumerate(SITES, 1)]:
            threading.Thread(target=accept, daemon=True).start()
        with socket.create_server(("127.0.1.250", 0)) as closed:  # a port where nobody listens
            addresses["refused"] = "{}:{}".format(*closed.getsockname())
        print(json.dumps(addresses), flush=True)
        sys.stdin.read()


main()
