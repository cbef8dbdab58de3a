#!/usr/bin/env python3
"""scrapy_crawl.py - a crawl that obeys robots.txt, by the middleware for Scrapy.  docs/scrapy.md

    scrapy_crawl.py [--store=FOLDER] [--depth=N] USER_AGENT URL...

Follows N links from each URL, 1 if there is no --depth, within the hosts of the URLs.  Prints lines
with tabs between: "robots", an origin, the outcome and its reason; "page", a URL and its status;
"left", a URL and why.  FOLDER is a store, which several crawls can share.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess

from robotsc.scrapy import robots_parsed


class Pages(scrapy.Spider):
    name = "pages"

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.parsed, signal=robots_parsed)
        return spider

    def parsed(self, origin, decision):
        print("robots", origin, decision.outcome, decision.reason, sep="\t")

    def start_requests(self):
        for url in self.start_urls:
            yield scrapy.Request(url, errback=self.left)

    async def start(self):  # Scrapy 2.13 and later
        for request in self.start_requests():
            yield request

    def parse(self, response):
        print("page", response.url, response.status, sep="\t")
        if isinstance(response, scrapy.http.HtmlResponse):
            yield from response.follow_all(css="a", errback=self.left)

    def left(self, failure):
        print("left", failure.request.url, failure.value, sep="\t")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--store")
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("agent", metavar="USER_AGENT")
    parser.add_argument("urls", metavar="URL", nargs="+")
    given = parser.parse_args()
    process = CrawlerProcess({
        "DEPTH_LIMIT": given.depth or -1,
        "DOWNLOADER_MIDDLEWARES": {
            "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
            "robotsc.scrapy.RobotsTxtMiddleware": 100,
        },
        "LOG_LEVEL": "ERROR",
        "ROBOTSC_STORE": given.store,
        "ROBOTSC_STORE_WRITE": True,
        "ROBOTSTXT_OBEY": True,
        "USER_AGENT": given.agent,
    })
    process.crawl(Pages, start_urls=given.urls, allowed_domains=[urlsplit(url).hostname for url in given.urls])
    process.start()


if __name__ == "__main__":
    main()
