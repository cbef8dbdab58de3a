"""robotsc.scrapy - parts for Scrapy.

    ROBOTSTXT_PARSER = "robotsc.scrapy.RobotParser"    # a setting

RobotParser takes the place of Scrapy's parser; the middleware stays Scrapy's.  docs/python.md
RobotsTxtMiddleware takes the place of the middleware, and no parser is named.  docs/scrapy.md

SPDX-License-Identifier: Apache-2.0
"""
from typing import TYPE_CHECKING, Any

from .parser import RobotParser

if TYPE_CHECKING:
    from .middleware import RobotsTxtMiddleware, robots_parsed

__all__ = ["RobotParser", "RobotsTxtMiddleware", "robots_parsed"]


def __getattr__(name: str) -> Any:
    """Import the middleware when it is used: it needs Scrapy, and the parser does not."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import middleware

    return getattr(middleware, name)
