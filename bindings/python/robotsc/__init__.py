"""robots.txt compiled into blobs, and checks of URLs in nanoseconds.

    policy = robotsc.compile(text)          # once for a robots.txt
    robot = policy.agent("ExampleBot")      # once for a crawler
    if robot.allowed(url): ...              # for every URL

policy.blob is the policy as bytes, robotsc.open(blob) the policy again.

    explain(text, agent, url)               # which line decides, and what would change it
    lint(text)                              # mistakes, each with a line, a column and a hint
    diff(old, new), verify(policy, text)    # proofs over all URLs, or examples
    page(html, headers=...)                 # what a page itself says
    page_answer(text, url, html)            # may it be fetched, and is it to be indexed
    records(text, url=...)                  # sitemaps, delays, preferences
    rules(text), sitemap(text, octets)      # its rules as data; what it closes of a sitemap
    edit(text, shut_out=["ai-training"])    # crawlers shut out or let in, proved
    audit("access.log", text)               # which crawlers obey it, by the logs of a server
    draw(robot)                             # its automaton

    Snapshot(path)                          # the policies of many hosts in a file
    Store(path), import_warc(files, store)  # in a folder, where they change

What these return prints as the command robotsc does, and notebooks show it.  docs/python.md

SPDX-License-Identifier: Apache-2.0
"""
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ._audit import Audit, audit
from ._compare import Comparison, Diff, Difference, Proof, Reason, Verification, diff, verify
from ._draw import Drawing, draw
from ._explain import Change, Explanation, Match, explain
from ._lint import Edit, Finding, Fix, Lint, lint
from ._page import Page, PageAnswer, page, page_answer
from ._filters import Filter
from ._lists import Rule, edit, rules, sitemap
from ._robotsc import (AbsentError, Agent, AgentError, BlobError, ContentWarning, Decision, Error, NextFetch, OriginError,
                       Policy, Record, RequestRate, Usage, __version__, access, compile, content_kind, fresh, open,
                       origin, redirect_in_scope, shard, unreadable_fields, url_problem)
from ._store_types import Entry, FilterReport, StoreSettings
from ._records import records
from ._summary import summary
from ._urls import UrlWarning
from .snapshot import (Snapshot, SnapshotDamagedError, SnapshotError, SnapshotInfo, SnapshotRootError,
                       SnapshotVersionError)

if TYPE_CHECKING:
    from .store import (ImportFault, ImportReport, InputError, Session, Store, StoreChange, StoreDamagedError, StoreError,
                        StoreExistsError, StoreFullError, StoreNotFoundError, StoreReadonlyError, StoreSettingsError,
                        StoreStats, StoreVersionError, WriteReport, import_warc)

__all__ = ["AbsentError", "Agent", "AgentError", "Audit", "BlobError", "Change", "Comparison", "ContentWarning", "Decision",
           "Diff", "Difference", "Drawing", "Edit", "Entry", "Error", "Explanation", "Filter", "FilterReport", "Finding", "Fix",
           "Lint", "Match", "NextFetch", "OriginError", "Page", "PageAnswer", "Policy", "Proof", "Reason", "Record", "RequestRate",
           "Rule", "Snapshot", "SnapshotDamagedError", "SnapshotError", "SnapshotInfo", "SnapshotRootError",
           "SnapshotVersionError", "StoreSettings", "UrlWarning", "Usage", "Verification", "__version__", "access", "audit",
           "compile", "content_kind", "diff", "draw", "edit", "explain", "fresh", "lint", "open", "origin", "page", "page_answer",
           "records", "redirect_in_scope", "rules", "shard", "sitemap", "summary", "unreadable_fields", "url_problem", "verify"]
_N = len(__all__)
__all__ += ["ImportFault", "ImportReport", "InputError", "Session", "Store", "StoreChange", "StoreDamagedError", "StoreError",
            "StoreExistsError", "StoreFullError", "StoreNotFoundError", "StoreReadonlyError", "StoreSettingsError",
            "StoreStats", "StoreVersionError", "WriteReport", "import_warc"]

# The names of the store module, loaded when one is used, since its library may be missing.
_OF_STORE = __all__[_N:]
if find_spec(__name__ + "._store") is None:
    del __all__[_N:]
del _N, find_spec

# Pickles name the package, not the module inside it.
for _function in (access, compile, content_kind, fresh, open, origin, redirect_in_scope, shard, unreadable_fields, url_problem):
    _function.__module__ = __name__
del _function


def __getattr__(name: str) -> Any:
    if name not in _OF_STORE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import store
    globals().update((each, getattr(store, each)) for each in _OF_STORE)
    return globals()[name]


def __dir__() -> list[str]:
    """All names that getattr finds.  help() asks for each, so a missing library's are left out."""
    try:
        from . import store
    except ImportError:
        return sorted(globals())
    return sorted({*globals(), *_OF_STORE})
