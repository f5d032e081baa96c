"""Files of results."""

from __future__ import annotations

from typing import Optional
from urllib.parse import parse_qsl, unquote, urlsplit

import httpx

from gleaner.errors import InvalidRequestError
from gleaner.generated import operations as o
from gleaner.generated._async.files import AsyncFilesApi
from gleaner.request import RequestOptions


class AsyncFiles(AsyncFilesApi):
    async def download(self, link: str, *, request_options: Optional[RequestOptions] = None) -> httpx.Response:
        """The file behind a link of a result: `screenshot_url`, `pdf_url`, `document_url`. The link is signed, and
        lasts for 24 hours; no key is sent with it."""
        parts = urlsplit(link)
        _, found, key = parts.path.partition("/files/")
        if not found:
            raise InvalidRequestError(f"{link} is no link to a file of a result.")
        reply: httpx.Response = await self._transport.call(
            o.DOWNLOAD_FILE, request_options, path=[("key", unquote(key))], query=dict(parse_qsl(parts.query))
        )
        return reply
