"""middleware.py - the downloader middleware that takes the place of Scrapy's own.  docs/scrapy.md

For Scrapy 2.8 to 2.19: where these differ, it looks for their names.

SPDX-License-Identifier: Apache-2.0
"""
import codecs
import logging
import re
import time
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest, NotConfigured, StopDownload
from scrapy.http import Headers, Response
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.python import to_unicode
from twisted.internet.defer import Deferred

from .. import Decision, OriginError, Policy, access, content_kind, origin, redirect_in_scope
from .._robotsc import _compile as compile
from .sites import Copy, Site, Sites, check, is_failure, pause

if TYPE_CHECKING:
    from .mapped import Mapped
    from .shared import Shared

logger = logging.getLogger(__name__)

# Sent after each fetch of a robots.txt, and when a store or a snapshot had its rules.
# docs/scrapy.md, "Signal"
robots_parsed = object()

LIMIT = 512_000  # octets that are read of a robots.txt: RFC 9309 section 2.5 wants 500 KiB
UNPACKED_MAX = 64 * LIMIT  # and after decompression; Scrapy 2.8 has no such bound
MARK = "robotsc_fetch"  # in the meta of requests for a robots.txt
PACKED = "robotsc_packed"  # there, too: the body as it came, if the server has compressed it
PAUSE = "robots_delay"  # in the meta of requests for pages: seconds
USAGE = "robots_usage"  # usage preferences of a page, if there are any
SUFFIXES = "/usr/share/publicsuffix/public_suffix_list.dat"

COMPRESSED = "gzip", "zstd", "xz", "bzip2", "zip"  # of content_kind

# robotsc's names for failed downloads, by the class names of exceptions of Twisted and Scrapy.
FAILURES = {
    "CannotResolveHostError": "dns",
    "DNSLookupError": "dns",
    "DownloadTimeoutError": "timeout",
    "ParseError": "malformed",
    "TCPTimedOutError": "timeout",
    "TimeoutError": "timeout",
}


class RobotsTxtMiddleware:
    """Lets requests pass that the robots.txt of their origin allows.

    Obeys Scrapy's settings ROBOTSTXT_OBEY and ROBOTSTXT_USER_AGENT, and dont_obey_robotstxt of
    Request.meta.  docs/scrapy.md has its own settings, signal and statistics.
    """

    DOWNLOAD_PRIORITY = 1000

    def __init__(self, crawler: Any) -> None:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        self.crawler = crawler
        self._header: str | None = settings.get("ROBOTSTXT_USER_AGENT")
        self._default_header = find_header(crawler)
        self._scope: str = settings.get("ROBOTSC_REDIRECT_SCOPE", "any")
        self._suffixes = read_suffixes(self._scope)
        redirect_in_scope("http://h/", "http://h/", self._scope, self._suffixes)  # or ValueError
        self._challenge: Any = settings.get("ROBOTSC_CHALLENGE", "parse")
        check_challenge(self._challenge)
        self._delay_max: float = settings.getfloat("ROBOTSC_DELAY_MAX", 60.0)
        self._least: float = settings.getfloat("ROBOTSC_LIFETIME_MIN", 60.0)
        self._sites = Sites(settings.getint("ROBOTSC_MEMORY", 64 << 20))
        self._shared = open_shared(settings.get("ROBOTSC_STORE"), settings.getbool("ROBOTSC_STORE_WRITE"))
        mapped = open_mapped(settings.get("ROBOTSC_SNAPSHOT"))
        known: list[tuple[str, Shared | Mapped | None]] = [("store", self._shared), ("snapshot", mapped)]
        self._sources = [(name, source) for name, source in known if source is not None]
        self._fetching: dict[str, list[Deferred[Site | None]]] = {}
        self._received: WeakKeyDictionary[Request, int] = WeakKeyDictionary()
        self._delays: dict[str, float] = {}
        self._clock = time.time
        self._all = compile(b"")
        self._none = compile(b"User-agent: *\nDisallow: /")

    @classmethod
    def from_crawler(cls, crawler: Any) -> "RobotsTxtMiddleware":
        middleware = cls(crawler)
        connect = crawler.signals.connect
        connect(middleware._begin, signal=signals.headers_received)
        connect(middleware._limit, signal=signals.bytes_received)
        connect(middleware._keep_packed, signal=signals.response_downloaded)
        # AutoThrottle sets the delay of a slot after a response: _slow_down comes later.
        connect(middleware._slow_down, signal=signals.request_reached_downloader)
        connect(middleware._slow_down, signal=signals.response_downloaded)
        connect(middleware._close, signal=signals.spider_closed)
        return middleware

    # ---- pages ----

    def process_request(self, request: Request, spider: Any = None) -> Coroutine[Any, Any, None] | None:
        """Raise IgnoreRequest for a page that its robots.txt disallows.

        Waits for the robots.txt if it is not known: Scrapy awaits the result.
        """
        request.meta.pop(PAUSE, None)  # of the request that this one continues
        request.meta.pop(USAGE, None)
        if request.meta.get("dont_obey_robotstxt"):
            return None
        if urlparse_cached(request).scheme not in ("http", "https", "ftp"):
            return None
        try:
            key = origin(request.url)
        except OriginError as error:
            self._count("forbidden")
            raise IgnoreRequest(f"No robots.txt can be found: {error}") from error
        site = self._known(key, request)
        if site is None:
            return self._judge_later(key, request)
        self._judge(site, request)
        return None

    async def _judge_later(self, key: str, request: Request) -> None:
        site = None
        while site is None:  # None: the request that fetched has been cancelled
            site = await self._wait(key, request)
        self._judge(site, request)

    def _judge(self, site: Site, request: Request) -> None:
        header = self._header or request.headers.get(b"User-Agent", self._default_header)
        robot = site.robot(header or b"")  # None: the request is sent without this field
        allowed, preferences = check(robot, request.url)
        if not allowed:
            logger.debug("Forbidden by robots.txt: %s", request, extra=self._extra())
            self._count("forbidden")
            raise IgnoreRequest("Forbidden by robots.txt")
        delay = min(pause(robot, self._clock()), self._delay_max)
        if delay > 0:
            request.meta[PAUSE] = delay
        if preferences:
            request.meta[USAGE] = preferences

    # ---- delays ----

    def _slow_down(self, request: Request) -> None:
        """Keep the slot of a request as slow as the robots.txt files of its pages want it."""
        key = request.meta.get("download_slot")
        slots = self.crawler.engine.downloader.slots
        slot = slots.get(key)
        if slot is None:
            return
        delay = request.meta.get(PAUSE, 0.0)
        if delay > self._delays.get(key, 0.0):
            self._delays[key] = delay
            for gone in [name for name in self._delays if name not in slots]:
                del self._delays[gone]
        least = self._delays.get(key, 0.0)
        # A random delay is at least half of the slot's delay.  Scrapy 2.19 names its random part.
        name = "jitter" if hasattr(slot, "jitter") else "randomize_delay"
        jitter = getattr(slot, name) * (1.0 if name == "jitter" else 0.5)
        if slot.delay * (1 - jitter) < least:
            slot.delay = max(slot.delay, least)
            setattr(slot, name, 0)

    # ---- sites ----

    def _known(self, key: str, request: Request) -> Site | None:
        """Return the rules and the decision for an origin, if they still hold."""
        site = self._sites.get(key)
        if site is not None and site.usable(self._clock(), self._least):
            return site
        for name, source in self._sources:
            site = source.find(key)
            if site is not None and site.usable(self._clock(), self._least):
                self._count(f"{name}_count")
                self._keep(key, site, request)
                return site
        return None

    async def _wait(self, key: str, request: Request) -> Site | None:
        """Fetch a robots.txt, or wait for a fetch of it that is running."""
        waiting = self._fetching.get(key)
        if waiting is not None:
            later: Deferred[Site | None] = Deferred()
            waiting.append(later)
            found: Site | None = await maybe_deferred_to_future(later)
            return found
        waiting = self._fetching[key] = []
        site = None
        try:
            site = await self._update(key, request)
            return site
        finally:
            del self._fetching[key]
            for later in waiting:
                later.callback(site)

    async def _update(self, key: str, request: Request) -> Site:
        old = self._sites.get(key)
        for _, source in self._sources:
            old = old or source.find(key)
        decision, response = await self._fetch(key, old)
        body = response.body if response is not None else b""
        copy = find_copy(response) if decision.outcome == "parse" else None
        self._tell(key, decision, body)
        if decision.outcome == "cached" and old is not None:
            copy = old.copy
        site = Site(self._policy(decision, body, old), decision, self._failing(decision, old), copy)
        self._keep(key, site, request)
        if self._shared is not None:
            self._shared.add(key, site)
        logger.debug("robots.txt of %s: %s (%s)", key, decision.outcome, decision.reason, extra=self._extra())
        return site

    def _tell(self, key: str, decision: Decision, body: bytes) -> None:
        """Log a text that does not look like a robots.txt."""
        if decision.challenge:
            self._count("challenge_count")
            logger.warning("robots.txt of %s: status %s, which may be a challenge; ROBOTSC_CHALLENGE=%s: %s", key, decision.status,
                           self._challenge, decision.outcome, extra=self._extra())
        kind = content_kind(body)
        if decision.outcome == "parse" and kind not in ("text", "empty", "html"):
            logger.warning("robots.txt of %s: this looks like %s", key, kind, extra=self._extra())
        if len(body) > LIMIT:
            logger.warning("robots.txt of %s: only its first %d octets are read", key, LIMIT, extra=self._extra())

    def _keep(self, key: str, site: Site, request: Request) -> None:
        gone = self._sites.put(key, site)
        if gone:
            self._count("evicted_count", gone)
        self.crawler.stats.set_value("robotstxt/memory", self._sites.octets)
        self.crawler.signals.send_catch_log(
            signal=robots_parsed,
            origin=key,
            policy=site.policy,
            decision=site.decision,
            request=request,
            spider=self.crawler.spider,
        )

    def _policy(self, decision: Decision, body: bytes, old: Site | None) -> Policy:
        if decision.outcome == "parse":
            return compile(body) if self._shared is None else self._shared.compile(body)
        if decision.outcome == "cached" and old is not None:
            return old.policy
        return self._all if decision.outcome == "allow" else self._none

    @staticmethod
    def _failing(decision: Decision, old: Site | None) -> int:
        if not is_failure(decision):
            return 0
        return old.failing if old is not None and old.failing else decision.fetched

    # ---- fetches ----

    async def _fetch(self, key: str, old: Site | None) -> tuple[Decision, Response | None]:
        """Fetch an origin's robots.txt, through redirects; return decision and response."""
        url = key + "/robots.txt"
        seen: list[str] = []
        self._count("request_count")
        while True:
            response, failure = await self._download(url, old.copy if old is not None else None)
            seen.append(url)
            target = find_target(response) if response is not None else None
            refused = target is not None and not redirect_in_scope(url, target, self._scope, self._suffixes)
            if failure is None and target in seen and not refused:
                failure = "loop"
            decision = self._decide(response, failure, len(seen) - 1, refused, old)
            if decision.outcome == "follow" and target is None:
                decision = self._decide(response, "no-location", len(seen) - 1, refused, old)
            if decision.outcome != "follow" or target is None:
                break
            url = target
        self._count(f"outcome_count/{decision.outcome}")
        if response is not None:
            self._count("response_count")
            self._count(f"response_status_count/{response.status}")
        return decision, response

    async def _download(self, url: str, copy: Copy | None) -> tuple[Response | None, str | None]:
        """Fetch a URL, if its text is newer than our copy.

        Returns the response, or None; and how the fetch failed, or None.
        """
        meta = {
            MARK: True,
            "dont_obey_robotstxt": True,
            "dont_redirect": True,
            "download_fail_on_dataloss": False,
            "download_maxsize": UNPACKED_MAX,
            "download_warnsize": 0,
        }
        request = Request(
            url,
            headers={"Accept-Encoding": "identity"} | (copy.conditions if copy is not None and copy.url == url else {}),
            priority=self.DOWNLOAD_PRIORITY,
            meta=meta,
            callback=NO_CALLBACK,
            dont_filter=True,  # so that Scrapy's offsite middleware lets redirects pass
        )
        engine = self.crawler.engine
        try:
            if hasattr(engine, "download_async"):  # Scrapy 2.14
                response = await engine.download_async(request)
            else:
                response = await maybe_deferred_to_future(engine.download(request))
        except Exception as error:  # of any part of Scrapy: there is no robots.txt
            failure = name_failure(error)
            self._count(f"exception_count/{type(error)}")
            logger.warning("robots.txt of %s: %s (%s)", url, failure, error, extra=self._extra())
            return None, failure
        if "dataloss" in response.flags:
            return response, "truncated"
        return response, "malformed" if 200 <= response.status < 300 and is_packed(response) else None

    def _decide(
        self, response: Response | None, failure: str | None, redirects: int, refused: bool, old: Site | None
    ) -> Decision:
        now = int(self._clock())
        return access(
            response.status if response is not None else None,
            response.headers if response is not None else None,
            failure=failure,
            page=response is not None and content_kind(response.body) == "html",
            challenge=self._challenge,
            fetched=now,
            redirects=redirects,
            refused=refused,
            unreachable=now - old.failing if old is not None and old.failing else 0,
            cached_age=now - old.decision.since if old is not None and old.has_rules else None,
        )

    def _begin(self, request: Request) -> None:
        """Let Scrapy download a robots.txt of any Content-Length: _limit ends the download."""
        if MARK in request.meta:
            request.meta["download_maxsize"] = 0

    def _limit(self, data: bytes, request: Request) -> None:
        """End the download of a robots.txt when enough octets have come."""
        if MARK not in request.meta:
            return
        request.meta["download_maxsize"] = UNPACKED_MAX  # for what decompresses it
        received = self._received.get(request, 0) + len(data)
        self._received[request] = received
        if received >= LIMIT:
            raise StopDownload(fail=False)

    def _keep_packed(self, request: Request, response: Response) -> None:
        """Keep the body of a robots.txt that came compressed, before Scrapy decompresses it."""
        if MARK in request.meta and response.headers.get("Content-Encoding", b"").strip().lower() not in (b"", b"identity"):
            request.meta[PACKED] = response.body

    # ---- the rest ----

    def _close(self) -> None:
        """Write all rules that the store does not have yet."""
        if self._shared is not None:
            self._shared.close()

    def _count(self, name: str, n: int = 1) -> None:
        self.crawler.stats.inc_value(f"robotstxt/{name}", n)

    def _extra(self) -> dict[str, Any]:
        return {"spider": self.crawler.spider}


def find_header(crawler: Any) -> bytes | str:
    """Return the User-Agent of requests without one.  Scrapy sets it after this middleware."""
    settings = crawler.settings
    header: bytes | str | None = Headers(settings.getdict("DEFAULT_REQUEST_HEADERS")).get("User-Agent")
    return header or getattr(crawler.spider, "user_agent", None) or settings.get("USER_AGENT") or "Scrapy"


def find_copy(response: Response | None) -> Copy | None:
    """Return the header fields that ask for a newer version; None: the server named no version."""
    fields = ("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")
    if response is None:
        return None
    conditions = {name: response.headers[source] for name, source in fields if response.headers.get(source)}
    return Copy(response.url, conditions) if conditions else None


def is_packed(response: Response) -> bool:
    """Return True for a compressed body that Scrapy has not decompressed: no text.

    Most are known by their first octets, whether the server has named a coding or not.
    """
    if content_kind(response.body) in COMPRESSED:
        return True
    if response.request is None or response.request.meta.get(PACKED) != response.body:
        return False
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(response.body)
    except UnicodeDecodeError:
        return True
    return re.search("[\0-\x08\x0e-\x1f]", text) is not None


def find_target(response: Response) -> str | None:
    """Return the absolute URL to which a redirect leads; None if it leads to no robots.txt."""
    location = response.headers.get("Location")
    if not 300 <= response.status < 400 or location is None:
        return None
    try:
        target = Request(urljoin(response.url, to_unicode(location, errors="replace").strip())).url.partition("#")[0]
        origin(target)
    except ValueError:  # OriginError is one, too
        return None
    return target if target.startswith("http") else None


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception, and the exceptions that caused it."""
    while error is not None:
        yield error
        for reason in getattr(error, "reasons", None) or ():
            yield from causes(getattr(reason, "value", None))
        error = error.__cause__


def name_failure(error: Exception) -> str:
    """Return robotsc's name for a download that failed."""
    for cause in causes(error):
        if type(cause).__module__ == "OpenSSL.SSL":
            return "tls"
        if type(cause).__name__ in FAILURES:
            return FAILURES[type(cause).__name__]
    return "connect"


def check_challenge(name: Any) -> None:
    """Raise ValueError for a setting that names no treatment of challenges."""
    try:
        access(200, challenge=name)
    except ValueError as error:
        raise ValueError(f"ROBOTSC_CHALLENGE: {error}") from None


def open_shared(path: str | None, writes: bool) -> "Shared | None":
    """Open the store, if one is set.  Raises ImportError if its library is missing."""
    if not path:
        return None
    from .shared import Shared

    return Shared(path, writes)


def open_mapped(path: str | None) -> "Mapped | None":
    """Map the snapshot, if one is set."""
    if not path:
        return None
    from .mapped import Mapped

    return Mapped(path)


def read_suffixes(scope: str) -> bytes | None:
    """Return the public suffix list if the scope of redirects needs it."""
    if scope != "site":
        return None
    with open(SUFFIXES, "rb") as file:
        return file.read()
