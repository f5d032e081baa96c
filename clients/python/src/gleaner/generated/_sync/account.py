# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `account`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AccountApi(Group):
    def export(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """Download all that is stored of the account, as JSON lines.

        Each line is `{"table", "row"}`; the last one, `{"table": "end", "rows"}`, says that nothing is
        missing. Secrets that you have entrusted to the service are left out, as are passwords and keys.
        Files are named by the links in results.

        Takes 10 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        At most 5 requests per hour for one account.

        `GET /account/export`
        """
        reply: httpx.Response = self._transport.call(o.EXPORT_ACCOUNT, request_options)
        return reply
