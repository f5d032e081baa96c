# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `webhook_deliveries`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class WebhookDeliveriesApi(Group):
    def list(
        self,
        *,
        webhook_id: Optional[str] = OMIT,
        status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = OMIT,
        event: Optional[str] = OMIT,
        job_id: Optional[str] = OMIT,
        batch_id: Optional[str] = OMIT,
        crawl_id: Optional[str] = OMIT,
        created_after: Optional[str] = OMIT,
        created_before: Optional[str] = OMIT,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookDeliveryList:
        """List what receivers were told in the last 31 days, the newest first.

        To endpoints, and to addresses that requests named, by any of the filters together. `next_cursor`
        goes on from where a page ended.

        Takes 1 rate-limit token.

        `GET /webhooks/deliveries`

        Args:
            webhook_id: Only deliveries to this endpoint. A UUID.
            status: Only deliveries of this status.
            event: Only deliveries of this event, such as `job.failed`.
            job_id: Only deliveries about this job. A UUID.
            batch_id: Only deliveries about this batch and its items.
            crawl_id: Only deliveries about this crawl and its pages. A UUID.
            created_after: A day in UTC, or a time; included.
            created_before: A day in UTC, or a time; not included.
            limit: Most entries of the reply.
            cursor: `next_cursor` of the reply before.
        """
        reply: m.WebhookDeliveryList = self._transport.call(o.LIST_WEBHOOK_DELIVERIES, request_options, query={"webhook_id": webhook_id, "status": status, "event": event, "job_id": job_id, "batch_id": batch_id, "crawl_id": crawl_id, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor})
        return reply

    def all(
        self,
        *,
        webhook_id: Optional[str] = OMIT,
        status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = OMIT,
        event: Optional[str] = OMIT,
        job_id: Optional[str] = OMIT,
        batch_id: Optional[str] = OMIT,
        crawl_id: Optional[str] = OMIT,
        created_after: Optional[str] = OMIT,
        created_before: Optional[str] = OMIT,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.WebhookDelivery]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_WEBHOOK_DELIVERIES, request_options, query={"webhook_id": webhook_id, "status": status, "event": event, "job_id": job_id, "batch_id": batch_id, "crawl_id": crawl_id, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor}, by="cursor", entries="deliveries")

    def get(
        self,
        delivery_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookDeliveryDetail:
        """Read a delivery: the body, and each attempt with its headers, signature and answer.

        Takes 1 rate-limit token.

        `GET /webhooks/deliveries/{delivery_id}`
        """
        reply: m.WebhookDeliveryDetail = self._transport.call(o.GET_WEBHOOK_DELIVERY, request_options, path=[("delivery_id", delivery_id)])
        return reply

    def body(
        self,
        delivery_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """Read the body of a delivery as it was sent, byte for byte.

        404 also once it cannot be made as it was, as the result is not kept any more.

        Takes 1 rate-limit token.

        `GET /webhooks/deliveries/{delivery_id}/body`
        """
        reply: httpx.Response = self._transport.call(o.GET_WEBHOOK_DELIVERY_BODY, request_options, path=[("delivery_id", delivery_id)])
        return reply

    def replay(
        self,
        delivery_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookReplayed:
        """Send a delivery that has ended again.

        A new delivery of the same `webhook-id` and body, signed anew, to where its endpoint is now. 409
        while it is still tried, when its endpoint is gone or switched off, and when its body or address is
        not kept any more.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 60 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /webhooks/deliveries/{delivery_id}/replay`
        """
        reply: m.WebhookReplayed = self._transport.call(o.REPLAY_WEBHOOK_DELIVERY, request_options, path=[("delivery_id", delivery_id)])
        return reply

    def replay_all(
        self,
        from_: p.Moment,
        to: p.Moment,
        *,
        status: Optional[Literal["delivered", "failed", "cancelled"]] = OMIT,
        event: Optional[str] = OMIT,
        webhook_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookReplayResult:
        """Send the deliveries of a span of time again.

        As `POST /webhooks/deliveries/{delivery_id}/replay` does each, without those that were replays.
        More than 1,000 are refused: name a shorter span.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 10 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /webhooks/deliveries/replay`

        Args:
            from_: A day in UTC, or a time: deliveries that were made then, or later.
            to: A day in UTC, or a time, not included.
            status: How they have ended. Of those that were not delivered the ones are left out that a
                replay has delivered since, or still tries to. Default: "failed".
            event: Only of this event.
            webhook_id: Only to this endpoint. A UUID.
        """
        reply: m.WebhookReplayResult = self._transport.call(o.REPLAY_WEBHOOK_DELIVERIES, request_options, body={"from": from_, "to": to, "status": status, "event": event, "webhook_id": webhook_id})
        return reply
