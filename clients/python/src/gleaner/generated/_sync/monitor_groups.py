# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `monitor_groups`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class MonitorGroupsApi(Group):
    def create(
        self,
        name: p.MonitorName,
        *,
        check_interval: Optional[str] = OMIT,
        timezone: Optional[str] = OMIT,
        diff_mode: Optional[Literal["semantic", "exact", "selector", "fields"]] = OMIT,
        monitor_selectors: Optional[Union[List[str], Dict[str, str]]] = OMIT,
        monitor_fields: Optional[Dict[str, p.MonitorFieldInput]] = OMIT,
        filters: Optional[p.MonitorFiltersInput] = OMIT,
        notify_on: Optional[Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        options: Optional[Dict[str, Any]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorGroup:
        """Make settings that monitors share by `group_id`.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /monitor-groups`

        Args:
            check_interval: When it is checked: cron or English, as `schedule` of a schedule. Default: `0
                */6 * * *`.
            timezone: IANA name, whose clock times of day are read from. Default: `UTC`.
            diff_mode: `semantic`: what a page says, without layout, order, dates, counters,
            advertisements.
                `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the
                letter.
                `fields`: the values of `monitor_fields`. Default: `semantic`.
            monitor_selectors: CSS selectors, or such by names; with `diff_mode` `selector`.
            monitor_fields: Values that are watched, by names of yours; with `diff_mode` `fields`.
            filters: Which differences are told. Default: all.
            notify_on: When `monitor.changed` is sent: for changes, for pages that could not be judged, for
                each check. Default: `change`.
            webhook_url: Receives `monitor.changed`, beside your endpoints; https. Default: nobody.
            options: With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual.
        """
        reply: m.MonitorGroup = self._transport.call(o.CREATE_MONITOR_GROUP, request_options, body={"name": name, "check_interval": check_interval, "timezone": timezone, "diff_mode": diff_mode, "monitor_selectors": monitor_selectors, "monitor_fields": monitor_fields, "filters": filters, "notify_on": notify_on, "webhook_url": webhook_url, "options": options})
        return reply

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorGroupList:
        """List the account's groups of monitors, the oldest first.

        Takes 1 rate-limit token.

        `GET /monitor-groups`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.MonitorGroupList = self._transport.call(o.LIST_MONITOR_GROUPS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.MonitorGroup]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_MONITOR_GROUPS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="groups")

    def get(
        self,
        group_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorGroup:
        """Read one of your groups.

        Takes 1 rate-limit token.

        `GET /monitor-groups/{group_id}`
        """
        reply: m.MonitorGroup = self._transport.call(o.GET_MONITOR_GROUP, request_options, path=[("group_id", group_id)])
        return reply

    def update(
        self,
        group_id: str,
        *,
        name: Optional[p.MonitorName] = OMIT,
        check_interval: Optional[str] = OMIT,
        timezone: Optional[str] = OMIT,
        diff_mode: Optional[Literal["semantic", "exact", "selector", "fields"]] = OMIT,
        monitor_selectors: Optional[Union[List[str], Dict[str, str]]] = OMIT,
        monitor_fields: Optional[Dict[str, p.MonitorFieldInput]] = OMIT,
        filters: Optional[p.MonitorFiltersInput] = OMIT,
        notify_on: Optional[Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        options: Optional[Dict[str, Any]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorGroup:
        """Change the named settings of a group, for all its monitors or none.

        Monitors that this changes have it from their next check on, at their new times, and act for you.
        One that it does not fit refuses it, and is named.

        Takes 2 rate-limit tokens.

        `PATCH /monitor-groups/{group_id}`

        Args:
            check_interval: When it is checked: cron or English, as `schedule` of a schedule. Default: `0
                */6 * * *`.
            timezone: IANA name, whose clock times of day are read from. Default: `UTC`.
            diff_mode: `semantic`: what a page says, without layout, order, dates, counters,
            advertisements.
                `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the
                letter.
                `fields`: the values of `monitor_fields`. Default: `semantic`.
            monitor_selectors: CSS selectors, or such by names; with `diff_mode` `selector`.
            monitor_fields: Values that are watched, by names of yours; with `diff_mode` `fields`.
            filters: Which differences are told. Default: all.
            notify_on: When `monitor.changed` is sent: for changes, for pages that could not be judged, for
                each check. Default: `change`.
            webhook_url: Receives `monitor.changed`, beside your endpoints; https. Default: nobody.
            options: With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual.
        """
        reply: m.MonitorGroup = self._transport.call(o.UPDATE_MONITOR_GROUP, request_options, path=[("group_id", group_id)], body={"name": name, "check_interval": check_interval, "timezone": timezone, "diff_mode": diff_mode, "monitor_selectors": monitor_selectors, "monitor_fields": monitor_fields, "filters": filters, "notify_on": notify_on, "webhook_url": webhook_url, "options": options})
        return reply

    def delete(
        self,
        group_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a group that no monitor is in.

        Takes 2 rate-limit tokens.

        `DELETE /monitor-groups/{group_id}`
        """
        self._transport.call(o.DELETE_MONITOR_GROUP, request_options, path=[("group_id", group_id)])
