#!/usr/bin/env python3
"""web_server.py TABLE PORTFILE [LOG [HOST...]] - stands for the web hosts of a table, on 127.0.0.1.

It is an HTTP proxy: with http_proxy=http://127.0.0.1:PORT a client finds all hosts.  Asked
directly, it goes by the Host field; "localhost" and addresses of 127.0.0.0/8 are the host
"localhost".  Each HOST that is named also has a port of its own, where it is asked whatever the
Host field says.

TABLE     lines of JSON, an answer each; empty lines and those that begin with "#" are skipped.
          It is read again for each request, so that a test may add lines.  For one place the last
          line counts:
    at       "HOST/PATH?QUERY", "HOST" for its other paths, or "*" for all other hosts
    status   200 if it is left out
    fields   {NAME: VALUE} of the response
    body     text, sent as UTF-8
    file     in place of body: a file whose octets are sent, relative to the folder of TABLE
    gzip     true: the body is compressed, and Content-Encoding says so
    chunked  true: the body is sent in chunks
    length   the Content-Length, if another than that of the body
    wait     seconds before the answer
    stall    seconds of silence in the middle of the body
    close    true: there is no answer; the connection is closed
    then     a list of answers to the second request and later ones; the last of them stays
          What is not in the table is answered with 404.
PORTFILE  gets a line with the port, and one for each HOST, when connections are accepted.
LOG       gets a line for each request: the time in seconds since 1970, the method, the URL and the
          status (0: none), with tabs between.

Programs of Python use the class Server.  SPDX-License-Identifier: Apache-2.0
"""
import collections
import gzip
import http.server
import json
import os
import sys
import threading
import time
import urllib.parse

NOT_FOUND = {"status": 404, "body": "not here\n"}


def read_table(path):
    """The answers of a file, by place."""
    with open(path, encoding="utf-8") as lines:
        answers = [json.loads(line) for line in lines if line.strip() and not line.startswith("#")]
    return {answer["at"]: answer for answer in answers}


class Server:
    """Serves a table from other threads, as a context manager.

    table   {place: answer}, or the path of a file of answers.  Paths of other files are relative to
            folder, which is by default that of the table.
    log     is called with the method, URL and status of each request
    """

    def __init__(self, table, folder=".", log=lambda method, url, status: None):
        self.table = table
        self.folder = folder if isinstance(table, dict) else os.path.dirname(os.path.abspath(table))
        self.log = log
        self.counts = collections.Counter()  # requests for each URL
        self.lock = threading.Lock()
        self.listening = []
        self.port = self.listen()

    def listen(self, host=None):
        """Open a port for a host, or one for all hosts.  Returns the port."""
        handler = type("HostHandler", (Handler,), {"site": self, "host": host})
        made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        made.daemon_threads = True
        threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        self.listening.append(made)
        return made.server_port

    def answer(self, host, target):
        """The answer to the next request for a path of a host."""
        table = self.table if isinstance(self.table, dict) else read_table(self.table)
        place = next((at for at in (host + target, host, "*") if at in table), None)
        with self.lock:
            number = self.counts[host + target]
            self.counts[host + target] += 1
        answer = table.get(place, NOT_FOUND)
        later = answer.get("then", [])
        return later[min(number, len(later)) - 1] if number and later else answer

    def body(self, answer):
        if "file" not in answer:
            return answer.get("body", "").encode()
        with open(os.path.join(self.folder, answer["file"]), "rb") as file:
            return file.read()

    def close(self):
        for made in self.listening:
            made.shutdown()
            made.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers from the table of its site.  host: the host of its port, or None."""

    protocol_version = "HTTP/1.1"
    site = host = None

    def url(self):
        """The host that is asked, and the path with the query."""
        parts = urllib.parse.urlsplit(self.path)
        host = self.host or parts.netloc or self.headers.get("Host", "")
        if not self.host and not parts.netloc:
            host = host.partition(":")[0]
            host = "localhost" if host.startswith("127.") else host
        return host, urllib.parse.urlunsplit(("", "", parts.path, parts.query, "")) or "/"

    def do_GET(self):
        host, target = self.url()
        answer = self.site.answer(host, target)
        time.sleep(answer.get("wait", 0))
        status = 0 if answer.get("close") else answer.get("status", 200)
        self.site.log(self.command, f"http://{host}{target}", status)
        self.close_connection = True
        if status:
            try:
                self.send(status, answer)
            except ConnectionError:
                pass  # the client has gone

    do_HEAD = do_POST = do_GET

    def send(self, status, answer):
        body = self.site.body(answer)
        if answer.get("gzip"):
            body = gzip.compress(body, mtime=0)
        self.send_response(status)
        for name, value in answer.get("fields", {}).items():
            self.send_header(name, value)
        if answer.get("gzip"):
            self.send_header("Content-Encoding", "gzip")
        if answer.get("chunked"):
            self.send_header("Transfer-Encoding", "chunked")
            body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:7], body[7:]) if part) + b"0\r\n\r\n"
        else:
            self.send_header("Content-Length", str(answer.get("length", len(body))))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD" and "stall" in answer:
            self.wfile.write(body[:len(body) // 2])
            time.sleep(answer["stall"])
            body = body[len(body) // 2:]
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def main(table, portfile, log=os.devnull, *hosts):
    with open(log, "a", encoding="utf-8", buffering=1) as lines:

        def write(method, url, status):
            lines.write(f"{time.time():.3f}\t{method}\t{url}\t{status}\n")

        with Server(table, log=write) as server:
            ports = [server.port] + [server.listen(host) for host in hosts]
            with open(portfile + ".new", "x", encoding="ascii") as file:
                file.writelines(f"{port}\n" for port in ports)
            os.rename(portfile + ".new", portfile)
            threading.Event().wait()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
