# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `webhooks`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class WebhooksApi(Group):
    def create(
        self,
        url: p.WebhookUrl,
        *,
        name: Optional[str] = OMIT,
        events: Optional[List[Literal["job.completed", "job.failed", "batch.completed", "crawl.completed", "monitor.changed", "schedule.completed", "alert.fired", "alert.resolved"]]] = OMIT,
        headers: Optional[p.WebhookHeaders] = OMIT,
        is_active: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookCreated:
        """Register an address that receives events of the account as signed POST requests.

        Events of jobs of test keys are sent too. One whose deliveries have all failed for 5 days is
        switched off, and the owner of the account gets a mail.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        Takes an `Idempotency-Key`.

        `POST /webhooks`

        Args:
            url: Receives the events by POST: https, public, without a login in it. Plain http works in
                development only.
            name: What you call it: one line of at most 100 characters. Null: nothing.
            events: Which events are sent. Default: all.
            is_active: Whether anything is sent. Default: true.
        """
        reply: m.WebhookCreated = self._transport.call(o.CREATE_WEBHOOK, request_options, body={"url": url, "name": name, "events": events, "headers": headers, "is_active": is_active})
        return reply

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookList:
        """List the account's webhook endpoints.

        Takes 1 rate-limit token.

        `GET /webhooks`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.WebhookList = self._transport.call(o.LIST_WEBHOOKS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Webhook]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_WEBHOOKS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="webhooks")

    def get(
        self,
        webhook_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookDetail:
        """Read a webhook endpoint, its last 20 deliveries, and figures about the last 1,000.

        Takes 1 rate-limit token.

        `GET /webhooks/{webhook_id}`
        """
        reply: m.WebhookDetail = self._transport.call(o.GET_WEBHOOK, request_options, path=[("webhook_id", webhook_id)])
        return reply

    def update(
        self,
        webhook_id: str,
        *,
        url: Optional[p.WebhookUrl] = OMIT,
        name: Optional[str] = OMIT,
        events: Optional[List[Literal["job.completed", "job.failed", "batch.completed", "crawl.completed", "monitor.changed", "schedule.completed", "alert.fired", "alert.resolved"]]] = OMIT,
        headers: Optional[p.WebhookHeaders] = OMIT,
        is_active: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Webhook:
        """Change the named fields of a webhook endpoint.

        What is still to be delivered goes to the new `url`. Switching off drops it; switching on forgets
        earlier failures.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PATCH /webhooks/{webhook_id}`

        Args:
            url: What is still to be delivered goes to the new address.
            name: What you call it: one line of at most 100 characters. Null: nothing.
            events: Which events are sent, in place of those before.
            headers: Headers of your own, in place of all before; null: none. Needed with a `url` at
            another
                origin where there are any: they are not taken along.
            is_active: Switching off drops what is still to be delivered; switching on forgets earlier
                failures.
        """
        reply: m.Webhook = self._transport.call(o.UPDATE_WEBHOOK, request_options, path=[("webhook_id", webhook_id)], body={"url": url, "name": name, "events": events, "headers": headers, "is_active": is_active})
        return reply

    def delete(
        self,
        webhook_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a webhook endpoint. What is still to be delivered to it is dropped.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /webhooks/{webhook_id}`
        """
        self._transport.call(o.DELETE_WEBHOOK, request_options, path=[("webhook_id", webhook_id)])

    def test(
        self,
        webhook_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookTestResult:
        """Send a signed `webhook.test` once, and report how that went.

        Works while the endpoint is switched off, too. 202: the receiver has not answered yet; `GET
        /webhooks/{webhook_id}` shows the end.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 20 requests per minute for one account.

        `POST /webhooks/{webhook_id}/test`
        """
        reply: m.WebhookTestResult = self._transport.call(o.TEST_WEBHOOK, request_options, path=[("webhook_id", webhook_id)])
        return reply

    def secret(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookSecret:
        """Read the secret that signs all webhooks of the account.

        It is made when it is first read. Whoever has the secret can forge what receivers trust.

        Takes 1 rate-limit token.

        In an organization: for admins and the owner.

        A key needs the scope `write` or `scrape`.

        `GET /webhooks/secret`
        """
        reply: m.WebhookSecret = self._transport.call(o.GET_WEBHOOK_SECRET, request_options)
        return reply

    def rotate_secret(
        self,
        *,
        end_previous: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookSecret:
        """Replace the secret that signs webhooks.

        A replaced secret signs as well for 24 hours; `end_previous` ends all replaced ones at once. At
        most 8 sign at a time.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 20 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /webhooks/secret/rotate`

        Args:
            end_previous: Whether the secrets before stop to sign at once, as after a leak. Else each signs
                for 24 hours more. Default: false.
        """
        reply: m.WebhookSecret = self._transport.call(o.ROTATE_WEBHOOK_SECRET, request_options, body={"end_previous": end_previous})
        return reply
