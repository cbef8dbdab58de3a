"""_store_types.py - arguments and results of store.py and snapshot.py.  docs/python.md

SPDX-License-Identifier: Apache-2.0
"""
import os
import typing
from typing import final

from ._robotsc import Decision, Policy, open as _open_policy

Text = str | bytes
Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]

MIN_LIMIT = 512000


class StoreSettings(typing.NamedTuple):
    """The settings that all policies of a store or a snapshot share.  docs/fleet.md"""

    dialect: str = "rfc9309"
    agents: tuple[Text, ...] = ()  # product tokens to compile for; none: all robots
    extensions: bool = False  # keep Sitemap, Crawl-delay and the like
    limit: int = MIN_LIMIT  # octets that are read of a robots.txt
    strict_fields: bool = False
    conner2_rest_deny: bool = False
    aipref_rule: bool = False
    redirect_scope: str = "any"  # which redirects an import follows: any, site, origin
    challenge: str = "parse"  # what these count as: parse, unavailable (4xx), unreachable (5xx)


@final
class Entry:
    """What a store or a snapshot knows of an origin.  It stays valid when that is closed."""

    def __init__(self, origin: str, decision: Decision, blob: bytes) -> None:
        self.origin = origin
        self.decision = decision
        self.blob = blob
        self._policy: Policy | None = None

    @property
    def policy(self) -> Policy:
        """The rules, as a Policy.  Raises BlobError for a blob that this version cannot read."""
        if self._policy is None:
            self._policy = _open_policy(self.blob)
        return self._policy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Entry):
            return NotImplemented
        return (self.origin, self.decision, self.blob) == (other.origin, other.decision, other.blob)

    def __hash__(self) -> int:
        return hash((self.origin, self.decision, self.blob))

    def __repr__(self) -> str:
        return f"<robotsc.Entry {self.origin}, {self.decision.outcome}, {len(self.blob)} octets>"


class StoreChange(typing.NamedTuple):
    """A change of a store.  See Store.write."""

    origin: Text  # any URL of it
    policy: Policy | bytes | None  # None: remove the origin
    decision: Decision | None = None  # None: the policy's, or else status 200, fetched now
    keep: bool = False  # True, for failed fetches: a policy that was read from a robots.txt stays


class WriteReport(typing.NamedTuple):
    """The effect of Store.write: numbers of origins, and of new blobs."""

    added: int
    replaced: int
    removed: int
    kept: int  # without effect: a later fetch is known, or keep
    blobs: int
    refused: int  # no origin, no blob, or one of another dialect or for other robots


class StoreStats(typing.NamedTuple):
    """The contents of a store: numbers, and octets."""

    origins: int
    policies: int  # different ones that origins have
    blobs: int  # different ones; compact drops those without an origin
    policy_bytes: int
    blob_bytes: int
    file_bytes: int
    free_bytes: int


class SnapshotInfo(typing.NamedTuple):
    """The facts of a snapshot; for a folder, of all shards together."""

    time: int  # the latest fetch, or what its maker was given: seconds since 1970
    shard: int | None  # None: all origins are here
    shards: int
    origins: int
    policies: int  # different ones, of each shard
    octets: int


class FilterReport(typing.NamedTuple):
    """The numbers of lines that a Filter has answered."""

    lines: int
    unknown: int  # the origin is not in the store, or there is none
    stale: int  # by a policy that is not fresh any more
    skipped: int  # too long
    allowed: int = 0
    disallowed: int = 0
    challenge: int = 0  # the origin gave a response that may be a challenge


class ImportReport(typing.NamedTuple):
    """The progress of an import, or its result."""

    total: int  # octets of all inputs; 0: not known
    read: int  # octets of inputs that were read
    records: int  # captures, files and lines
    policies: int
    faults: int
    lost: int  # inputs that were not read to their end
    redirects: int
    unresolved: int  # redirects to what was not captured and is not in the store
    added: int
    replaced: int
    kept: int
    blobs: int  # new in the store


class ImportFault(typing.NamedTuple):
    """A part of an input that an import skipped."""

    input: str
    at: int | None  # offset, or number of a line
    inner: int  # offset in the gzip member that begins there, or 0
    lost: bool  # True: the rest of the input was not read
    name: str  # URL or file; may be empty
    why: str
    error: int  # errno that says more, or 0
