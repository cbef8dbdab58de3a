"""robotsc - robots.txt compiled into blobs, and checks of URLs in nanoseconds.

    policy = robotsc.compile(text)          # once for a robots.txt
    robot = policy.agent("ExampleBot")      # once for a crawler
    if robot.allowed(url): ...              # for every URL

policy.blob is the policy as bytes, robotsc.open(blob) the policy again.  docs/python.md

SPDX-License-Identifier: Apache-2.0
"""
from ._robotsc import (AbsentError, Agent, AgentError, BlobError, Decision, Error, NextFetch, OriginError, Policy, Record,
                       RequestRate, Usage, __version__, access, compile, fresh, open, origin, redirect_in_scope,
                       unreadable_fields)

__all__ = ["AbsentError", "Agent", "AgentError", "BlobError", "Decision", "Error", "NextFetch", "OriginError", "Policy",
           "Record", "RequestRate", "Usage", "__version__", "access", "compile", "fresh", "open", "origin",
           "redirect_in_scope", "unreadable_fields"]

# Pickles name the package, not the module inside it.
for _function in (access, compile, fresh, open, origin, redirect_in_scope, unreadable_fields):
    _function.__module__ = __name__
del _function
