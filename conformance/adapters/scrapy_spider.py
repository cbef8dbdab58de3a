"""scrapy_spider.py - follows links within a host, by Scrapy and its own middleware for robots.txt:

    scrapy runspider scrapy_spider.py -a url=URL -s ROBOTSTXT_OBEY=1 -s LOG_LEVEL=ERROR

SPDX-License-Identifier: CC0-1.0
"""
from urllib.parse import urlsplit

import scrapy


class Pages(scrapy.Spider):
    name = "pages"

    def __init__(self, url):
        super().__init__(start_urls=[url], allowed_domains=[urlsplit(url).hostname])

    def parse(self, response):
        yield from response.follow_all(css="a")
