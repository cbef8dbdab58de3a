"""outcomes.py ARCHIVE - writes a WARC archive of five fetches, now, each with another end.

SPDX-License-Identifier: Apache-2.0
"""
import sys
import time

RULES = "User-agent: *\nDisallow: /private/\n"
FETCHES = {"found": "200 OK", "gone": "404 Not Found", "down": "503 Service Unavailable", "busy": "429 Too Many Requests",
           "asks": "200 OK\r\nCache-Control: no-cache"}


def main(path):
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    with open(path, "wb") as file:
        for host, status in FETCHES.items():
            block = f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\n\r\n{RULES}".encode()
            head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://{host}.example/robots.txt\r\n"
                    f"WARC-Date: {now}\r\nWARC-Record-ID: <urn:x:{host}>\r\n"
                    f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n")
            file.write(head.encode() + block + b"\r\n\r\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
