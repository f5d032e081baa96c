# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Batches, waiting for them, and their results."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from gleaner._sync.read_lines import read_lines
from gleaner._sync.waiting import WAIT_TIMEOUT, follow_until
from gleaner.generated import models as m, operations as o
from gleaner.generated._sync.batches import BatchesApi
from gleaner.request import OMIT, RequestOptions
from gleaner.retry import Deadline

_GOING_ON = ("pending", "processing")


def _is_over(batch: m.Batch) -> bool:
    return batch.status not in _GOING_ON


class Batches(BatchesApi):
    def wait(
        self, batch_id: str, *, timeout: float = WAIT_TIMEOUT, request_options: Optional[RequestOptions] = None
    ) -> m.Batch:
        """The batch as soon as all its items have ended, in whichever way.

        Args:
            timeout: Most seconds to wait; then `TimeoutError`, and the batch goes on.
        """
        return follow_until(
            lambda options: self.get(batch_id, include_results=False, request_options=options),
            lambda options: self.stream(batch_id, request_options=options),
            _is_over,
            Deadline(timeout, f"Batch {batch_id}"),
            request_options,
        )

    def read(
        self,
        batch_id: str,
        *,
        status: Any = OMIT,
        offset: int = OMIT,
        limit: int = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Job]:
        """The jobs of a batch as they are now, in the order of `urls`, with the results of those that have ended. They
        are read one by one, however many there are.

        Args:
            status: Only items of this status, such as `succeeded`.
            offset: Items that are passed over.
            limit: Most items. Default: all.
        """
        return read_lines(
            self._transport,
            o.GET_BATCH_RESULTS,
            request_options,
            line=m.Job,
            path=[("batch_id", batch_id)],
            query={"status": status, "offset": offset, "limit": limit},
        )

    def results(
        self,
        batch_id: str,
        *,
        status: Any = OMIT,
        timeout: float = WAIT_TIMEOUT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Job]:
        """Waits for the end of the batch, then gives the job of each item in the order of `urls`, with its result or
        its error. They are read one by one, however many there are.

        Args:
            status: Only items of this status, such as `succeeded`.
            timeout: Most seconds to wait for the end.
        """
        self.wait(batch_id, timeout=timeout, request_options=request_options)
        for job in self.read(batch_id, status=status, request_options=request_options):
            yield job
