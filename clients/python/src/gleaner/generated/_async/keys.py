# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `keys`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncKeysApi(AsyncGroup):
    async def create(
        self,
        name: str,
        *,
        scopes: Optional[List[Literal["scrape", "read", "write"]]] = OMIT,
        expires_at: Optional[Union[str, DateTime]] = OMIT,
        allowed_ips: Optional[List[str]] = OMIT,
        test: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKey:
        """Make an API key. It is shown in this reply only.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 20 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /api-keys`

        Args:
            name: What you call it: one line of at most 100 characters.
            scopes: What it may do: `scrape`: everything that a key may do; `read`: what only reads;
                `write`: the rest.
            expires_at: Until when it is taken; null: for ever. ISO 8601. Default: null.
            allowed_ips: Addresses and networks (CIDR) that it is taken from. Null: from anywhere.
            test: A test key answers from built-in sample pages and costs nothing. Default: false.
        """
        reply: m.ApiKey = await self._transport.call(o.CREATE_API_KEY, request_options, body={"name": name, "scopes": scopes, "expires_at": expires_at, "allowed_ips": allowed_ips, "test": test})
        return reply

    async def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKeyList:
        """List the account's API keys.

        Takes 1 rate-limit token.

        `GET /api-keys`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.ApiKeyList = await self._transport.call(o.LIST_API_KEYS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.ApiKey]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_API_KEYS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="items")

    async def get(
        self,
        key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKey:
        """Read what is known of an API key.

        Takes 1 rate-limit token.

        `GET /api-keys/{key_id}`
        """
        reply: m.ApiKey = await self._transport.call(o.GET_API_KEY, request_options, path=[("key_id", key_id)])
        return reply

    async def update(
        self,
        key_id: str,
        *,
        name: Optional[str] = OMIT,
        scopes: Optional[List[Literal["scrape", "read", "write"]]] = OMIT,
        expires_at: Optional[Union[str, DateTime]] = OMIT,
        allowed_ips: Optional[List[str]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKey:
        """Change an API key's name, scopes, expiry or addresses.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PATCH /api-keys/{key_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            scopes: What it may do: `scrape`: everything that a key may do; `read`: what only reads;
                `write`: the rest.
            expires_at: Until when it is taken; null: for ever. ISO 8601.
            allowed_ips: Addresses and networks (CIDR) that it is taken from; null: from anywhere.
        """
        reply: m.ApiKey = await self._transport.call(o.UPDATE_API_KEY, request_options, path=[("key_id", key_id)], body={"name": name, "scopes": scopes, "expires_at": expires_at, "allowed_ips": allowed_ips})
        return reply

    async def delete(
        self,
        key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Revoke an API key. Within a second no gateway accepts it any more.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /api-keys/{key_id}`
        """
        await self._transport.call(o.DELETE_API_KEY, request_options, path=[("key_id", key_id)])

    async def rotate(
        self,
        key_id: str,
        *,
        overlap_seconds: Optional[int] = OMIT,
        end_previous: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKey:
        """Give an API key another text. It is shown in this reply only.

        Its id, name, scopes, limits and counts stay, and so does what runs with it. The text before is
        taken until the overlap ends. While it is, another rotation is refused (409) without
        `end_previous`: two texts are taken at most.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 20 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /api-keys/{key_id}/rotate`

        Args:
            overlap_seconds: Seconds that the key is still taken which this one replaces; 0 ends it at
            once.
                Default: 86400.
            end_previous: Whether to end the key that an earlier rotation has replaced and that is still
                taken. Else there is a 409 until then. Default: false.
        """
        reply: m.ApiKey = await self._transport.call(o.ROTATE_API_KEY, request_options, path=[("key_id", key_id)], body={"overlap_seconds": overlap_seconds, "end_previous": end_previous})
        return reply

    async def end_overlap(
        self,
        key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """End the text of an API key that a rotation has replaced, before its overlap does.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /api-keys/{key_id}/previous`
        """
        await self._transport.call(o.END_API_KEY_OVERLAP, request_options, path=[("key_id", key_id)])

    async def limits(
        self,
        key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKeyLimits:
        """Read the spend limit of an API key and what is used of it.

        Takes 1 rate-limit token.

        `GET /api-keys/{key_id}/limits`
        """
        reply: m.ApiKeyLimits = await self._transport.call(o.GET_API_KEY_LIMITS, request_options, path=[("key_id", key_id)])
        return reply

    async def set_limits(
        self,
        key_id: str,
        *,
        budget_limit_credits: Optional[float] = OMIT,
        budget_limit_microcents: Optional[int] = OMIT,
        request_limit: Optional[int] = OMIT,
        reset_period: Optional[Literal["daily", "weekly", "monthly"]] = OMIT,
        enabled: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKeyLimits:
        """Limit what an API key may spend in a day, a week or a month.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PUT /api-keys/{key_id}/limits`

        Args:
            budget_limit_credits: Most credits of a period.
            budget_limit_microcents: The same in millionths of a dollar.
            request_limit: Most requests of a period.
            reset_period: When it counts anew, in UTC: at midnight, on Monday, or on the first of the
            month.
                Default: "monthly".
            enabled: Whether the limit holds. Default: true.
        """
        reply: m.ApiKeyLimits = await self._transport.call(o.SET_API_KEY_LIMITS, request_options, path=[("key_id", key_id)], body={"budget_limit_credits": budget_limit_credits, "budget_limit_microcents": budget_limit_microcents, "request_limit": request_limit, "reset_period": reset_period, "enabled": enabled})
        return reply

    async def delete_limits(
        self,
        key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove the spend limit of an API key.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /api-keys/{key_id}/limits`
        """
        await self._transport.call(o.DELETE_API_KEY_LIMITS, request_options, path=[("key_id", key_id)])
