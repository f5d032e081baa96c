"""Searches, and waiting for them."""

from __future__ import annotations

from typing import Optional

from gleaner._async.waiting import WAIT_TIMEOUT, look_until
from gleaner.generated import models as m
from gleaner.generated._async.searches import AsyncSearchesApi
from gleaner.request import RequestOptions
from gleaner.retry import Deadline


class AsyncSearches(AsyncSearchesApi):
    async def wait(
        self, search_id: str, *, timeout: float = WAIT_TIMEOUT, request_options: Optional[RequestOptions] = None
    ) -> m.Search:
        """The search as soon as all its results are scraped, or have failed.

        Args:
            timeout: Most seconds to wait; then `TimeoutError`, and the search goes on.
        """
        return await look_until(
            lambda options: self.get(search_id, request_options=options),
            _is_over,
            Deadline(timeout, f"Search {search_id}"),
            request_options,
        )


def _is_over(search: m.Search) -> bool:
    return search.status == "completed"
