"""one_crawl.py - one crawl by real Scrapy, in its own process.

Its input is JSON: settings; requests, as [URL, meta]; result, the name of a file.  This gets JSON:
statistics; url, delay and usage of each page; and the arguments of the signal.

SPDX-License-Identifier: Apache-2.0
"""
import json
import sys

import scrapy
from scrapy.crawler import CrawlerProcess


class Pages(scrapy.Spider):
    name = "pages"

    def __init__(self, job, pages, signalled):
        super().__init__()
        self.job, self.pages, self.signalled = job, pages, signalled

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        try:
            from robotsc.scrapy import robots_parsed
            crawler.signals.connect(spider.parsed, signal=robots_parsed)
        except ImportError:
            pass
        return spider

    def parsed(self, origin, policy, decision, request, spider):
        assert spider is self and len(policy.blob) > 0
        self.signalled.append([origin, decision.outcome, request.url])

    def start_requests(self):
        for url, meta in self.job["requests"]:
            yield scrapy.Request(url, meta=meta, dont_filter=True, errback=self.failed)

    async def start(self):  # Scrapy 2.13 and later
        for request in self.start_requests():
            yield request

    def parse(self, response):
        usage = response.meta.get("robots_usage")
        self.pages.append([response.request.url, response.meta.get("robots_delay"), [[*k, v] for k, v in (usage or {}).items()]])

    def failed(self, failure):
        pass


def main():
    job = json.load(sys.stdin)
    pages, signalled, stats = [], [], {}
    process = CrawlerProcess(settings=job["settings"])
    crawler = process.create_crawler(Pages)
    process.crawl(crawler, job=job, pages=pages, signalled=signalled)
    process.start()
    stats = {name: value for name, value in crawler.stats.get_stats().items() if isinstance(value, (int, str))}
    with open(job["result"], "w", encoding="utf-8") as file:
        json.dump({"stats": stats, "pages": pages, "signalled": signalled}, file)


main()
