# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `usage`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class UsageApi(Group):
    def get(
        self,
        *,
        start_date: Optional[str] = OMIT,
        end_date: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Usage:
        """Balance, request counts and rate-limit state of the account.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /usage`

        Args:
            start_date: A day in UTC, or a time.
            end_date: The last day, included, or a time.
        """
        reply: m.Usage = self._transport.call(o.GET_USAGE, request_options, query={"start_date": start_date, "end_date": end_date})
        return reply

    @overload
    def report(
        self,
        *,
        group_by: Optional[str] = OMIT,
        start_date: Optional[str] = OMIT,
        end_date: Optional[str] = OMIT,
        format: Literal["csv"],
        limit: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response: ...

    @overload
    def report(
        self,
        *,
        group_by: Optional[str] = OMIT,
        start_date: Optional[str] = OMIT,
        end_date: Optional[str] = OMIT,
        format: Optional[Literal["json"]] = OMIT,
        limit: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.UsageReport: ...

    def report(
        self,
        *,
        group_by: Optional[str] = OMIT,
        start_date: Optional[str] = OMIT,
        end_date: Optional[str] = OMIT,
        format: Optional[Literal["json", "csv"]] = OMIT,
        limit: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.UsageReport, httpx.Response]:
        """Requests and credits by day, hour, key, tier, domain or kind, as JSON or CSV.

        With `Accept: text/csv` or `format=csv` a row a line; cells that a spreadsheet would take for a
        formula begin with an apostrophe. A request counts when it ends. Jobs of test keys are not counted.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /usage/report`

        Args:
            group_by: One to three of day, hour, key, tier, domain, kind, with commas. domain and kind go
                with each other and with day, and are kept for 100 days; hour, key and tier with each other
                and
                with day.
            start_date: A day in UTC, or a time. Default: the first of this month.
            end_date: The last day, included, or a time.
            format: `csv`: as for `Accept: text/csv`. Default: what `Accept` asks for.
            limit: Most rows of the reply.
        """
        reply: Union[m.UsageReport, httpx.Response] = self._transport.call(o.GET_USAGE_REPORT, request_options, query={"group_by": group_by, "start_date": start_date, "end_date": end_date, "format": format, "limit": limit})
        return reply

    def caps(
        self,
        *,
        start_date: Optional[str] = OMIT,
        end_date: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.UsageCaps:
        """What other caps would have cost: the attempts of jobs replayed under each `max_tier`.

        Only what was tried is known: a page that a dear tier delivered at once may come by a cheaper one.
        Such requests are `unknown`.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        At most 30 requests per minute for one account.

        `GET /usage/caps`

        Args:
            start_date: A day in UTC, or a time. Default: the first of this month.
            end_date: The last day, included, or a time.
            max_credits: Most credits of one request, beside each `max_tier`. Default: as many as the tier
                takes.
        """
        reply: m.UsageCaps = self._transport.call(o.GET_USAGE_CAPS, request_options, query={"start_date": start_date, "end_date": end_date, "max_credits": max_credits})
        return reply
