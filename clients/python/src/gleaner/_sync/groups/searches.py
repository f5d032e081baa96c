# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Searches, and waiting for them."""

from __future__ import annotations

from typing import Optional

from gleaner._sync.waiting import WAIT_TIMEOUT, look_until
from gleaner.generated import models as m
from gleaner.generated._sync.searches import SearchesApi
from gleaner.request import RequestOptions
from gleaner.retry import Deadline


class Searches(SearchesApi):
    def wait(
        self, search_id: str, *, timeout: float = WAIT_TIMEOUT, request_options: Optional[RequestOptions] = None
    ) -> m.Search:
        """The search as soon as all its results are scraped, or have failed.

        Args:
            timeout: Most seconds to wait; then `TimeoutError`, and the search goes on.
        """
        return look_until(
            lambda options: self.get(search_id, request_options=options),
            _is_over,
            Deadline(timeout, f"Search {search_id}"),
            request_options,
        )


def _is_over(search: m.Search) -> bool:
    return search.status == "completed"
