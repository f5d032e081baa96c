# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `export_destinations`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncExportDestinationsApi(AsyncGroup):
    async def create(
        self,
        name: str,
        type: Literal["s3", "folder", "webhook"],
        *,
        endpoint: Optional[p.HttpUrl] = OMIT,
        bucket: Optional[str] = OMIT,
        region: Optional[str] = OMIT,
        prefix: Optional[str] = OMIT,
        addressing: Optional[Literal["path", "virtual_host"]] = OMIT,
        access_key_id: Optional[str] = OMIT,
        secret_access_key: Optional[str] = OMIT,
        path: Optional[str] = OMIT,
        url: Optional[p.WebhookUrl] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportDestination:
        """Register a bucket, a folder or a webhook that exports can be written to.

        Credentials are stored sealed. A bucket needs the rights to put objects, to read their heads, and
        to list and abort uploads. Folders are those of the operator.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        Takes an `Idempotency-Key`.

        `POST /exports`

        Args:
            name: What you call it: one line of at most 100 characters.
            type: `s3`: an S3-compatible store; `folder`: a folder of the server; `webhook`: an address of
                yours.
            endpoint: Address of an S3-compatible store, without the bucket.
            bucket: The bucket of the store.
            region: The region of the store. Default: `us-east-1`, which stores without regions take.
            prefix: Put before the name of every object.
            addressing: Whether the bucket stands in the path (default) or before the host name.
            access_key_id: Names the credentials of the store.
            secret_access_key: Write-only: stored sealed, and never shown.
            path: A folder at or below one of the operator’s EXPORT_FOLDERS.
            url: Receives the rows in signed requests of up to 1 MB.
        """
        reply: m.ExportDestination = await self._transport.call(o.CREATE_EXPORT_DESTINATION, request_options, body={"name": name, "type": type, "endpoint": endpoint, "bucket": bucket, "region": region, "prefix": prefix, "addressing": addressing, "access_key_id": access_key_id, "secret_access_key": secret_access_key, "path": path, "url": url})
        return reply

    async def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportDestinationList:
        """List the places that exports of the account can be written to.

        Takes 1 rate-limit token.

        `GET /exports`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.ExportDestinationList = await self._transport.call(o.LIST_EXPORT_DESTINATIONS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.ExportDestination]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_EXPORT_DESTINATIONS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="destinations")

    async def get(
        self,
        destination_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportDestination:
        """Read an export destination; its secret is not shown.

        Takes 1 rate-limit token.

        `GET /exports/{destination_id}`
        """
        reply: m.ExportDestination = await self._transport.call(o.GET_EXPORT_DESTINATION, request_options, path=[("destination_id", destination_id)])
        return reply

    async def update(
        self,
        destination_id: str,
        *,
        name: Optional[str] = OMIT,
        endpoint: Optional[p.HttpUrl] = OMIT,
        bucket: Optional[str] = OMIT,
        region: Optional[str] = OMIT,
        prefix: Optional[str] = OMIT,
        addressing: Optional[Literal["path", "virtual_host"]] = OMIT,
        access_key_id: Optional[str] = OMIT,
        secret_access_key: Optional[str] = OMIT,
        path: Optional[str] = OMIT,
        url: Optional[p.WebhookUrl] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportDestination:
        """Change the named fields of an export destination.

        Where it is can be changed only while no export is being written to it.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PATCH /exports/{destination_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            endpoint: Address of an S3-compatible store, without the bucket.
            bucket: The bucket of the store.
            region: The region of the store. Default: `us-east-1`, which stores without regions take.
            prefix: Put before the name of every object.
            addressing: Whether the bucket stands in the path (default) or before the host name.
            access_key_id: Names the credentials of the store.
            secret_access_key: Write-only: stored sealed, and never shown.
            path: A folder at or below one of the operator’s EXPORT_FOLDERS.
            url: Receives the rows in signed requests of up to 1 MB.
        """
        reply: m.ExportDestination = await self._transport.call(o.UPDATE_EXPORT_DESTINATION, request_options, path=[("destination_id", destination_id)], body={"name": name, "endpoint": endpoint, "bucket": bucket, "region": region, "prefix": prefix, "addressing": addressing, "access_key_id": access_key_id, "secret_access_key": secret_access_key, "path": path, "url": url})
        return reply

    async def delete(
        self,
        destination_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an export destination that no export is being written to. What was written stays.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /exports/{destination_id}`
        """
        await self._transport.call(o.DELETE_EXPORT_DESTINATION, request_options, path=[("destination_id", destination_id)])

    async def test(
        self,
        destination_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportTestResult:
        """Write a small object, delete it again, and tell how that went.

        A webhook is sent a signed `export.test`. With a test key nothing is written.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 20 requests per minute for one account.

        `POST /exports/{destination_id}/test`
        """
        reply: m.ExportTestResult = await self._transport.call(o.TEST_EXPORT_DESTINATION, request_options, path=[("destination_id", destination_id)])
        return reply
