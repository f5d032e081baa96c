# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `proxies`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncProxiesApi(AsyncGroup):
    async def create(
        self,
        name: str,
        url: p.ProxyUrl,
        *,
        country: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ProxyIntegration:
        """Store a proxy of your own, to be used with advanced.use_own_proxy.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        Takes an `Idempotency-Key`.

        `POST /proxies`

        Args:
            name: What you call it: one line of at most 100 characters.
            country: Where it comes out: ISO 3166-1 alpha-2, such as `DE`. For you to know.
        """
        reply: m.ProxyIntegration = await self._transport.call(o.CREATE_PROXY, request_options, body={"name": name, "url": url, "country": country})
        return reply

    async def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ProxyList:
        """List the account's own proxies.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /proxies`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.ProxyList = await self._transport.call(o.LIST_PROXIES, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.ProxyIntegration]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_PROXIES, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="proxies")

    async def get(
        self,
        proxy_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ProxyIntegration:
        """Read one of your proxies.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /proxies/{proxy_id}`
        """
        reply: m.ProxyIntegration = await self._transport.call(o.GET_PROXY, request_options, path=[("proxy_id", proxy_id)])
        return reply

    async def update(
        self,
        proxy_id: str,
        *,
        name: Optional[str] = OMIT,
        url: Optional[p.ProxyUrl] = OMIT,
        country: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ProxyIntegration:
        """Change the named fields of a proxy.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PATCH /proxies/{proxy_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            url: Replaces the address and the login.
            country: Where it comes out: ISO 3166-1 alpha-2; null: unknown.
        """
        reply: m.ProxyIntegration = await self._transport.call(o.UPDATE_PROXY, request_options, path=[("proxy_id", proxy_id)], body={"name": name, "url": url, "country": country})
        return reply

    async def delete(
        self,
        proxy_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a proxy, and its login with it.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /proxies/{proxy_id}`
        """
        await self._transport.call(o.DELETE_PROXY, request_options, path=[("proxy_id", proxy_id)])

    async def test(
        self,
        proxy_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ProxyTestResult:
        """Fetch a page through the proxy and tell how it went.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        `POST /proxies/{proxy_id}/test`
        """
        reply: m.ProxyTestResult = await self._transport.call(o.TEST_PROXY, request_options, path=[("proxy_id", proxy_id)])
        return reply

    async def certificate(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """Download the certificate that clients of the proxy port trust.

        Any HTTP client scrapes through the proxy port (`http://KEY:max_tier=3&render_js=true@host:8900`):
        the key is the user name, options of `GET /scrape` are the password. Each request is a scrape,
        charged and limited like any other, and its reply is the page as it came (`format` gives another
        form) with the headers of `GET /scrape`. For https the client trusts this certificate. 404 where
        the operator has no proxy port.

        `GET /proxy/ca.pem`
        """
        reply: httpx.Response = await self._transport.call(o.GET_PROXY_CERTIFICATE, request_options)
        return reply
