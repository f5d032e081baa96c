# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `limits`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncLimitsApi(AsyncGroup):
    async def get(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AccountLimits:
        """Read the spend limit of the account and what is used of it.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /account/limits`
        """
        reply: m.AccountLimits = await self._transport.call(o.GET_ACCOUNT_LIMITS, request_options)
        return reply

    async def set(
        self,
        *,
        budget_limit_credits: Optional[float] = OMIT,
        budget_limit_microcents: Optional[int] = OMIT,
        request_limit: Optional[int] = OMIT,
        reset_period: Optional[Literal["daily", "weekly", "monthly"]] = OMIT,
        enabled: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AccountLimits:
        """Limit what the account may spend in a day, a week or a month.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PUT /account/limits`

        Args:
            budget_limit_credits: Most credits of a period.
            budget_limit_microcents: The same in millionths of a dollar.
            request_limit: Most requests of a period.
            reset_period: When it counts anew, in UTC: at midnight, on Monday, or on the first of the
            month.
                Default: "monthly".
            enabled: Whether the limit holds. Default: true.
        """
        reply: m.AccountLimits = await self._transport.call(o.SET_ACCOUNT_LIMITS, request_options, body={"budget_limit_credits": budget_limit_credits, "budget_limit_microcents": budget_limit_microcents, "request_limit": request_limit, "reset_period": reset_period, "enabled": enabled})
        return reply

    async def delete(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove the spend limit of the account.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /account/limits`
        """
        await self._transport.call(o.DELETE_ACCOUNT_LIMITS, request_options)
