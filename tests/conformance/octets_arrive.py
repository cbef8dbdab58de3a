"""octets_arrive.py - checks what an adapter was asked: octets that a pipe, a locale or JSON could
change are those of their case.

SPDX-License-Identifier: Apache-2.0
"""
import base64
import json
import sys

asked = [json.loads(line) for line in sys.stdin]
texts = [base64.b64decode(question["robots"]) for question in asked if question["robots"] != "="]
urls = {base64.b64decode(question["url"]) for question in asked}

assert b"User-agent: *\r\nDisallow: /first/\r\nDisallow: /second\r\n" in texts
assert b"User-agent: *\rDisallow: /first/\rDisallow: /second/\r" in texts
assert b"\xef\xbb\xbfUser-agent: *\nDisallow: /closed/\n" in texts
assert b"" in texts
assert any(b"# zero: \x00\n" in text for text in texts)
assert any(b"# caf\xe9\n" in text for text in texts)
assert max(map(len, texts)) == 510049
assert b"https://example.com/foo/bar/\xe3\x83\x84" in urls
assert b"https://example.com" in urls
assert base64.b64decode(asked[0]["header"]) == b"Mozilla/5.0 (compatible; ExampleBot/1.0; +https://example.com/bot)"
assert len(texts) < len(asked)
