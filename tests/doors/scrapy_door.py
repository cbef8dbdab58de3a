"""scrapy_door.py FOLDER - what the middleware for Scrapy says to the inputs of inputs.sh.

Its engine is made up: the server answers every robots.txt with the same octets.

SPDX-License-Identifier: Apache-2.0
"""
import types
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager
from scrapy.statscollectors import MemoryStatsCollector
from twisted.internet.defer import ensureDeferred

from door import folder, rows, say
from robotsc.scrapy import RobotsTxtMiddleware

URL = 'https://shop.example/private/'
GOOD = (folder / 'robots.txt').read_bytes()


class Crawl:
    """A crawler with a middleware, and a server."""

    def __init__(self, body, agent='ExampleBot'):
        self.body = body
        self.engine, self.spider = types.SimpleNamespace(download_async=self.fetch), types.SimpleNamespace()
        self.engine.downloader = types.SimpleNamespace(slots={})
        self.settings = Settings({'ROBOTSTXT_OBEY': True, 'USER_AGENT': agent})
        self.signals = SignalManager(self)
        self.stats = MemoryStatsCollector(types.SimpleNamespace(settings=Settings()))
        self.middleware = RobotsTxtMiddleware.from_crawler(self)

    async def fetch(self, request):
        return Response(request.url, status=200, body=self.body, request=request)

    async def judge(self, url):
        later = self.middleware.process_request(Request(url))
        if later is not None:
            await later

    def allows(self, url=URL):
        """Whether the page would be fetched."""
        outcome = []
        ensureDeferred(self.judge(url)).addCallbacks(outcome.append, outcome.append)
        if outcome[0] is not None:
            outcome[0].trap(IgnoreRequest)
        return outcome[0] is None


for _, row, agent in rows('agent'):
    # Without a User-Agent the crawl is one of the robots that have no name: "*" decides.
    say(row, 'USER_AGENT', lambda: Crawl(GOOD, agent).allows(), lambda allowed: allowed == (not agent))
for _, row, text in rows('text'):
    say(row, 'robots.txt', lambda: Crawl(text).allows(), lambda allowed: not allowed or not text)
for _, row, url in rows('url'):
    # Scrapy itself refuses what has no scheme, and downloads nothing of others, such as "%22https".
    say(row, 'Request', lambda: Crawl(GOOD).allows(url),
        lambda allowed: not allowed or urlsplit(Request(url).url).scheme not in ('http', 'https', 'ftp'))
