# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Crawls, waiting for them, and their pages."""

from __future__ import annotations

from typing import Iterator, Optional

from gleaner._sync.read_lines import read_lines
from gleaner._sync.waiting import WAIT_TIMEOUT, follow_until
from gleaner.generated import models as m, operations as o
from gleaner.generated._sync.crawls import CrawlsApi
from gleaner.request import OMIT, RequestOptions
from gleaner.retry import Deadline

_GOING_ON = ("discovering", "running")


def _is_over(crawl: m.Crawl) -> bool:
    return crawl.status not in _GOING_ON


class Crawls(CrawlsApi):
    def wait(
        self, crawl_id: str, *, timeout: float = WAIT_TIMEOUT, request_options: Optional[RequestOptions] = None
    ) -> m.Crawl:
        """The crawl as soon as it has ended, in whichever way; without its pages.

        Args:
            timeout: Most seconds to wait; then `TimeoutError`, and the crawl goes on.
        """
        return follow_until(
            lambda options: self.get(crawl_id, include_results=False, request_options=options),
            lambda options: self.stream(crawl_id, request_options=options),
            _is_over,
            Deadline(timeout, f"Crawl {crawl_id}"),
            request_options,
        )

    def read(
        self,
        crawl_id: str,
        *,
        offset: int = OMIT,
        limit: int = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.CrawlPage]:
        """The pages of a crawl as they are now, in the order in which they were taken on, with the results of those that
        have ended. They are read one by one, however many there are.

        Args:
            offset: Pages that are passed over.
            limit: Most pages. Default: all.
        """
        return read_lines(
            self._transport,
            o.GET_CRAWL,
            request_options,
            line=m.CrawlPage,
            path=[("crawl_id", crawl_id)],
            query={"include_results": True, "offset": offset, "limit": limit},
        )

    def pages(
        self, crawl_id: str, *, timeout: float = WAIT_TIMEOUT, request_options: Optional[RequestOptions] = None
    ) -> Iterator[m.CrawlPage]:
        """Waits for the end of the crawl, then gives its pages in the order in which they were taken on. They are read
        one by one, however many there are.

        Args:
            timeout: Most seconds to wait for the end.
        """
        self.wait(crawl_id, timeout=timeout, request_options=request_options)
        for page in self.read(crawl_id, request_options=request_options):
            yield page
