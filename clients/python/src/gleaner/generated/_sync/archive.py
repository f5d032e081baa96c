# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `archive`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class ArchiveApi(Group):
    def get(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.PageArchive:
        """Read whether delivered pages are kept, and how many are.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /archive`
        """
        reply: m.PageArchive = self._transport.call(o.GET_ARCHIVE, request_options)
        return reply

    def set(
        self,
        enabled: bool,
        *,
        retention_days: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.PageArchive:
        """Keep delivered pages as they were fetched, or keep no more.

        Kept pages outlive their jobs. `POST /extract` with `job_id`, `batch_id` or `crawl_id` reads them
        anew, with another schema, template or format, without asking the site. Pages of a login session
        that you may only use are never kept.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PUT /archive`

        Args:
            enabled: Whether delivered pages are kept as they were fetched.
            retention_days: Days that pages are kept which come from now on. Default: 30, or what it was.
        """
        reply: m.PageArchive = self._transport.call(o.SET_ARCHIVE, request_options, body={"enabled": enabled, "retention_days": retention_days})
        return reply

    def empty(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete all pages that are kept.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /archive`
        """
        self._transport.call(o.EMPTY_ARCHIVE, request_options)
