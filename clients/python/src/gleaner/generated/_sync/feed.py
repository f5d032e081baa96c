# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `feed`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class FeedApi(Group):
    def stream(
        self,
        *,
        cursor: Optional[str] = OMIT,
        kinds: Optional[List[Literal["job", "batch", "crawl"]]] = OMIT,
        statuses: Optional[List[Literal["completed", "partially_failed", "failed", "cancelled"]]] = OMIT,
        results: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[StreamEvent[Union[m.FeedSubscribedEvent, m.FeedJobEvent, m.FeedBatchEvent, m.FeedCrawlEvent]]]:
        """Follow all that ends in your account by server-sent events.

        `subscribed` comes first, then one event for each job, batch and crawl as it ends, in this order:
        the data is the message of the WebSocket's feed. The stream ends when its caller does. A client
        that comes back with `Last-Event-ID`, or with `cursor`, misses nothing and gets nothing twice. An
        account may have 10 open at each server, its WebSockets' feeds counted (429 `CONCURRENCY_LIMITED`).
        Otherwise as for a batch (`GET /batch/{batch_id}/stream`).

        Takes 1 rate-limit token.

        `GET /events`

        Args:
            cursor: Go on after the event that had it as its `id`; without it the stream begins now.
                `Last-Event-ID` goes first.
            kinds: What is told: some of job, batch, crawl, with commas. Default: all.
            statuses: How it has to have ended: some of completed, partially_failed, failed, cancelled,
            with
                commas. Default: in any way.
            results: Whether jobs come with their results.
        """
        return self._follow(o.STREAM_EVENTS, request_options, query={"cursor": cursor, "kinds": kinds, "statuses": statuses, "results": results}, events={"subscribed": m.FeedSubscribedEvent, "job_update": m.FeedJobEvent, "batch_update": m.FeedBatchEvent, "crawl_update": m.FeedCrawlEvent})
