"""robotsc.scrapy - parts for Scrapy.  In the settings of a project:

    ROBOTSTXT_PARSER = "robotsc.scrapy.RobotParser"

RobotParser takes the place of Scrapy's parser; the middleware stays Scrapy's.  docs/python.md

SPDX-License-Identifier: Apache-2.0
"""
from .parser import RobotParser

__all__ = ["RobotParser"]
