#!/usr/bin/env python3
"""corpus.py - makes a folder for ROBOTSC_CORPUS, of real files and URLs.

    bench/corpus.py PROTEGO DATASETS FOLDER

PROTEGO is a checkout of github.com/scrapy/protego, whose tests/test_data has 4,231 robots.txt, and
DATASETS one of github.com/ada-url/url-various-datasets, whose others/kasztp.txt has 48,009 URLs.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import pathlib
import sys


def record(url, content):
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <{url}>\r\n" \
           f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n" \
           f"Content-Length: {len(content)}\r\n\r\n"
    return head.encode() + content + b"\r\n\r\n"


def main(protego, datasets, folder):
    to = pathlib.Path(folder)
    to.mkdir(parents=True, exist_ok=True)
    with gzip.open(to / "robots.warc.gz", "wb") as warc:
        for file in sorted(pathlib.Path(protego, "tests", "test_data").iterdir()):
            text = file.read_bytes()
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n\r\n".encode()
            warc.write(record(f"https://{file.name.replace('_443', ':443')}/robots.txt", head + text))
    with gzip.open(to / "urls.txt.gz", "wb") as urls:
        urls.write(pathlib.Path(datasets, "others", "kasztp.txt").read_text(encoding="utf-8-sig").encode())


if len(sys.argv) != 4:
    sys.exit(__doc__.split("\n\n")[1].strip())
main(*sys.argv[1:])
