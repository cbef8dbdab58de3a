"""shown.py PAGE - runs the examples for Scrapy on a page: settings, and a spider with a signal.

The spider starts on an address without a server, so it gets the signal for a failed fetch.

SPDX-License-Identifier: Apache-2.0
"""
import re
import socket
import sys

from scrapy.crawler import CrawlerProcess


def main():
    with open(sys.argv[1], encoding="utf-8") as page:
        parser, settings, spider = re.findall(r"```python\n(.*?)```", page.read(), re.S)
    names = {}
    for block in parser, settings:
        exec(block, names)
    settings = {name: value for name, value in names.items() if name.isupper()}
    exec(spider, names)
    got = []
    names["Sitemaps"].parsed = lambda self, origin, policy, decision: got.append((origin, decision.outcome, policy.sitemaps))
    with socket.create_server(("127.0.0.1", 0)) as closed:
        origin = "http://127.0.0.1:{}".format(closed.getsockname()[1])
    process = CrawlerProcess(settings | {"LOG_LEVEL": "CRITICAL", "RETRY_ENABLED": False, "TELNETCONSOLE_ENABLED": False})
    process.crawl(names["Sitemaps"], start_urls=[origin + "/page"])
    process.start()
    assert got == [(origin, "deny", ())], got


main()
