"""The download handler."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional

from gleaner import Gleaner, GleanerError
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.exceptions import NotConfigured
from scrapy.http import Request, Response
from twisted.internet import defer, threads
from twisted.python.threadpool import ThreadPool

from .failures import failure_of
from .scrape_of_request import scrape_of_request
from .response_of_page import response_of_page

#: Seconds that a reply may come after the page's own time is over.
MARGIN = 15.0


class GleanerDownloadHandler:
    """Each request is a scrape. `meta["gleaner"]` has its options, or is False for a request that goes as ever.

    Settings: GLEANER_URL, GLEANER_API_KEY (or the environment), GLEANER_OPTIONS (of every scrape).
    """

    lazy = True

    def __init__(self, settings: Any, crawler: Any = None) -> None:
        from twisted.internet import reactor

        self._settings = settings
        self._options: Dict[str, Any] = settings.getdict("GLEANER_OPTIONS")
        self._plain: Optional[HTTP11DownloadHandler] = None
        self._crawler = crawler
        try:
            self._client = Gleaner(
                settings.get("GLEANER_API_KEY"), base_url=settings.get("GLEANER_URL"), user_agent="gleaner-scrapy"
            )
        except GleanerError as error:
            raise NotConfigured(str(error)) from None
        # Threads of its own: those of the reactor resolve names, and are few.
        most = max(1, settings.getint("CONCURRENT_REQUESTS"))
        self._pool = ThreadPool(0, most, "gleaner")
        self._pool.start()
        self._lock = threading.Lock()
        self._reactor: Any = reactor

    @classmethod
    def from_crawler(cls, crawler: Any) -> "GleanerDownloadHandler":
        return cls(crawler.settings, crawler)

    def download_request(self, request: Request, spider: Any = None) -> Any:
        asked = request.meta.get("gleaner")
        if asked is False:
            return self._plain_handler().download_request(request, spider)
        return threads.deferToThreadPool(self._reactor, self._pool, self._download, request, asked)

    def _download(self, request: Request, asked: Any) -> Response:
        fields = scrape_of_request(request, {**self._options, **(asked or {})})
        seconds = float(request.meta.get("download_timeout") or self._settings.getfloat("DOWNLOAD_TIMEOUT"))
        try:
            # The service knows its options, and says which one was meant.
            page = self._client.scrape(
                request.url, request_options={"timeout": seconds + MARGIN, "extra": fields}
            )
        except GleanerError as error:
            raise failure_of(error) from None
        return response_of_page(request, page)

    def _plain_handler(self) -> HTTP11DownloadHandler:
        if self._plain is None:
            self._plain = HTTP11DownloadHandler(self._settings, self._crawler)
        return self._plain

    def close(self) -> Any:
        self._client.close()
        self._pool.stop()
        return self._plain.close() if self._plain else defer.succeed(None)
