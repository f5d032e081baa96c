# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `files`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncFilesApi(AsyncGroup):
    async def get(
        self,
        key: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """Download a file by the signed link that a result names.

        `GET /files/{key}`
        """
        reply: httpx.Response = await self._transport.call(o.DOWNLOAD_FILE, request_options, path=[("key", key)])
        return reply
