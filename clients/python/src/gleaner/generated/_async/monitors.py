# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `monitors`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncMonitorsApi(AsyncGroup):
    async def create(
        self,
        name: p.MonitorName,
        *,
        group_id: Optional[str] = OMIT,
        url: Optional[str] = OMIT,
        urls: Optional[List[p.BatchEntry]] = OMIT,
        crawl: Optional[p.CrawlEstimateRequest] = OMIT,
        map: Optional[p.MapRequest] = OMIT,
        search: Optional[p.SearchRequest] = OMIT,
        session_id: Optional[str] = OMIT,
        screenshots: Optional[bool] = OMIT,
        check_interval: Optional[str] = OMIT,
        timezone: Optional[str] = OMIT,
        diff_mode: Optional[Literal["semantic", "exact", "selector", "fields"]] = OMIT,
        monitor_selectors: Optional[Union[List[str], Dict[str, str]]] = OMIT,
        monitor_fields: Optional[Dict[str, p.MonitorFieldInput]] = OMIT,
        filters: Optional[p.MonitorFiltersInput] = OMIT,
        notify_on: Optional[Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        options: Optional[Dict[str, Any]] = OMIT,
        schedule: Optional[Union[str, p.MonitorCreateSchedule]] = OMIT,
        cron: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Monitor:
        """Have pages watched.

        Name what is watched by `url`, `urls`, `crawl`, `map` or `search`. Each check fetches the pages,
        and is paid like a request of its own. Pages that are new or changed are fetched once more: what
        differs between the two is noise, is kept as such, and is never told. The first check tells
        nothing.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /monitors`

        Args:
            group_id: A group (`/monitor-groups`), whose settings hold where the monitor sets none itself.
            A
                UUID.
            url: The page that is watched.
            urls: Pages that are watched, in place of `url`.
            crawl: Or those that this crawl finds.
            map: Or which addresses this map has: those that come and go.
            search: Or which addresses this search finds: those that come and go, and with `scrape_results`
                what changes on them.
            session_id: Of a batch or a crawl. A UUID.
            screenshots: Pages are fetched by a browser, at the price of tier 4 and of a screenshot, and
                each change gets a picture: before and after beside each other, what differs outlined
                (`picture_url`). Not with `map`.
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
            schedule: The same as check_interval.
            cron: The same as check_interval.
        """
        reply: m.Monitor = await self._transport.call(o.CREATE_MONITOR, request_options, body={"name": name, "group_id": group_id, "url": url, "urls": urls, "crawl": crawl, "map": map, "search": search, "session_id": session_id, "screenshots": screenshots, "check_interval": check_interval, "timezone": timezone, "diff_mode": diff_mode, "monitor_selectors": monitor_selectors, "monitor_fields": monitor_fields, "filters": filters, "notify_on": notify_on, "webhook_url": webhook_url, "options": options, "schedule": schedule, "cron": cron})
        return reply

    async def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        active_only: Optional[bool] = OMIT,
        group_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorList:
        """List the account's monitors, the oldest first.

        Takes 1 rate-limit token.

        `GET /monitors`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            active_only: Whether schedules that are paused are left out.
            group_id: Only those of this group. A UUID.
        """
        reply: m.MonitorList = await self._transport.call(o.LIST_MONITORS, request_options, query={"limit": limit, "offset": offset, "active_only": active_only, "group_id": group_id})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        active_only: Optional[bool] = OMIT,
        group_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.Monitor]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_MONITORS, request_options, query={"limit": limit, "offset": offset, "active_only": active_only, "group_id": group_id}, by="offset", entries="monitors")

    async def get(
        self,
        monitor_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Monitor:
        """Read one of your monitors.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}`
        """
        reply: m.Monitor = await self._transport.call(o.GET_MONITOR, request_options, path=[("monitor_id", monitor_id)])
        return reply

    async def update(
        self,
        monitor_id: str,
        *,
        name: Optional[p.MonitorName] = OMIT,
        group_id: Optional[str] = OMIT,
        url: Optional[str] = OMIT,
        urls: Optional[List[p.BatchEntry]] = OMIT,
        crawl: Optional[p.CrawlEstimateRequest] = OMIT,
        map: Optional[p.MapRequest] = OMIT,
        search: Optional[p.SearchRequest] = OMIT,
        session_id: Optional[str] = OMIT,
        screenshots: Optional[bool] = OMIT,
        check_interval: Optional[str] = OMIT,
        timezone: Optional[str] = OMIT,
        diff_mode: Optional[Literal["semantic", "exact", "selector", "fields"]] = OMIT,
        monitor_selectors: Optional[Union[List[str], Dict[str, str]]] = OMIT,
        monitor_fields: Optional[Dict[str, p.MonitorFieldInput]] = OMIT,
        filters: Optional[p.MonitorFiltersInput] = OMIT,
        notify_on: Optional[Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        options: Optional[Dict[str, Any]] = OMIT,
        schedule: Optional[Union[str, p.MonitorUpdateSchedule]] = OMIT,
        cron: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Monitor:
        """Change the named fields of a monitor. It then acts for you.

        Who changes `diff_mode`, `monitor_selectors`, `monitor_fields`, or which site or query is watched,
        begins anew: the next check tells nothing, and versions from before are gone.

        Takes 2 rate-limit tokens.

        `PATCH /monitors/{monitor_id}`

        Args:
            group_id: A group (`/monitor-groups`), whose settings hold where the monitor sets none itself.
            A
                UUID.
            url: The page that is watched.
            urls: Pages that are watched, in place of `url`.
            crawl: Or those that this crawl finds.
            map: Or which addresses this map has: those that come and go.
            search: Or which addresses this search finds: those that come and go, and with `scrape_results`
                what changes on them.
            session_id: Of a batch or a crawl. A UUID.
            screenshots: Pages are fetched by a browser, at the price of tier 4 and of a screenshot, and
                each change gets a picture: before and after beside each other, what differs outlined
                (`picture_url`). Not with `map`.
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
            schedule: The same as check_interval.
            cron: The same as check_interval.
        """
        reply: m.Monitor = await self._transport.call(o.UPDATE_MONITOR, request_options, path=[("monitor_id", monitor_id)], body={"name": name, "group_id": group_id, "url": url, "urls": urls, "crawl": crawl, "map": map, "search": search, "session_id": session_id, "screenshots": screenshots, "check_interval": check_interval, "timezone": timezone, "diff_mode": diff_mode, "monitor_selectors": monitor_selectors, "monitor_fields": monitor_fields, "filters": filters, "notify_on": notify_on, "webhook_url": webhook_url, "options": options, "schedule": schedule, "cron": cron})
        return reply

    async def delete(
        self,
        monitor_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a monitor with all that it knows.

        Takes 2 rate-limit tokens.

        `DELETE /monitors/{monitor_id}`
        """
        await self._transport.call(o.DELETE_MONITOR, request_options, path=[("monitor_id", monitor_id)])

    async def pause(
        self,
        monitor_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Monitor:
        """Pause a monitor. A check that waits is cancelled, one that goes on is not.

        Takes 2 rate-limit tokens.

        `POST /monitors/{monitor_id}/pause`
        """
        reply: m.Monitor = await self._transport.call(o.PAUSE_MONITOR, request_options, path=[("monitor_id", monitor_id)])
        return reply

    async def resume(
        self,
        monitor_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Monitor:
        """Let a paused monitor go on with its next time. It then acts for you.

        Takes 2 rate-limit tokens.

        `POST /monitors/{monitor_id}/resume`
        """
        reply: m.Monitor = await self._transport.call(o.RESUME_MONITOR, request_options, path=[("monitor_id", monitor_id)])
        return reply

    async def check(
        self,
        monitor_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorCheck:
        """Check now, also one that is paused. Its next time stays.

        409 while a check of it waits or fetches.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /monitors/{monitor_id}/check`
        """
        reply: m.MonitorCheck = await self._transport.call(o.CHECK_MONITOR, request_options, path=[("monitor_id", monitor_id)])
        return reply

    async def checks(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorCheckList:
        """List the checks of a monitor of the last 31 days, the newest first.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/checks`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.MonitorCheckList = await self._transport.call(o.LIST_MONITOR_CHECKS, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset})
        return reply

    def all_checks(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.MonitorCheck]:
        """Every entry of `checks`, page by page as they are asked for."""
        return self._every(o.LIST_MONITOR_CHECKS, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset}, by="offset", entries="checks")

    async def changes(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        url: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorChangeList:
        """List what a monitor has found in the last 90 days, the newest first.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/changes`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            url: Only those of this page.
        """
        reply: m.MonitorChangeList = await self._transport.call(o.LIST_MONITOR_CHANGES, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset, "url": url})
        return reply

    def all_changes(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        url: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.MonitorChange]:
        """Every entry of `changes`, page by page as they are asked for."""
        return self._every(o.LIST_MONITOR_CHANGES, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset, "url": url}, by="offset", entries="changes")

    async def change_picture(
        self,
        monitor_id: str,
        change_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """See a change: the page before and after beside each other, what differs outlined.

        Of monitors with `screenshots`. Large pages are made smaller. For programs that cannot send a
        header the key may stand in `?api_key=`.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/changes/{change_id}/picture.png`
        """
        reply: httpx.Response = await self._transport.call(o.GET_MONITOR_CHANGE_PICTURE, request_options, path=[("monitor_id", monitor_id), ("change_id", change_id)])
        return reply

    async def feed(
        self,
        monitor_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """What a monitor has found, as an Atom feed.

        For programs that cannot send a header the key may stand in `?api_key=`.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/feed.atom`
        """
        reply: httpx.Response = await self._transport.call(o.GET_MONITOR_FEED, request_options, path=[("monitor_id", monitor_id)])
        return reply

    async def field_chart(
        self,
        monitor_id: str,
        field: str,
        *,
        url: Optional[str] = OMIT,
        days: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """See the values of a field as a chart (SVG), for an `<img>`.

        It runs no script, and is dark where its viewer is. The key may stand in `?api_key=`.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/fields/{field}/chart.svg`

        Args:
            url: The page; needed where the monitor watches several.
            days: How many days it goes back.
        """
        reply: httpx.Response = await self._transport.call(o.GET_MONITOR_FIELD_CHART, request_options, path=[("monitor_id", monitor_id), ("field", field)], query={"url": url, "days": days})
        return reply

    async def field_history(
        self,
        monitor_id: str,
        field: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        url: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorFieldHistory:
        """List the values that a field has had, the newest first.

        Of monitors with `diff_mode` "fields": every value that a check has found, also where nothing was
        told. The latest stays, others for 90 days.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/fields/{field}/history`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            url: Only those of this page.
        """
        reply: m.MonitorFieldHistory = await self._transport.call(o.LIST_MONITOR_FIELD_HISTORY, request_options, path=[("monitor_id", monitor_id), ("field", field)], query={"limit": limit, "offset": offset, "url": url})
        return reply

    def all_field_history(
        self,
        monitor_id: str,
        field: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        url: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.MonitorFieldHistoryValue]:
        """Every entry of `field_history`, page by page as they are asked for."""
        return self._every(o.LIST_MONITOR_FIELD_HISTORY, request_options, path=[("monitor_id", monitor_id), ("field", field)], query={"limit": limit, "offset": offset, "url": url}, by="offset", entries="values")

    async def reset_noise(
        self,
        monitor_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Forget what of the pages is noise. It is learned anew.

        Takes 2 rate-limit tokens.

        `DELETE /monitors/{monitor_id}/noise`
        """
        await self._transport.call(o.RESET_MONITOR_NOISE, request_options, path=[("monitor_id", monitor_id)])

    async def pages(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorPageList:
        """List the pages that a monitor knows, by address, with what of them is noise.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/pages`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.MonitorPageList = await self._transport.call(o.LIST_MONITOR_PAGES, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset})
        return reply

    def all_pages(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.MonitorPage]:
        """Every entry of `pages`, page by page as they are asked for."""
        return self._every(o.LIST_MONITOR_PAGES, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset}, by="offset", entries="pages")

    async def snapshots(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        url: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorSnapshotList:
        """List the versions of pages that are kept, the newest first.

        A version is kept when it differs. The latest stays, others for 90 days.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/snapshots`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            url: Only those of this page.
        """
        reply: m.MonitorSnapshotList = await self._transport.call(o.LIST_MONITOR_SNAPSHOTS, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset, "url": url})
        return reply

    def all_snapshots(
        self,
        monitor_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        url: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.MonitorSnapshotListSnapshot]:
        """Every entry of `snapshots`, page by page as they are asked for."""
        return self._every(o.LIST_MONITOR_SNAPSHOTS, request_options, path=[("monitor_id", monitor_id)], query={"limit": limit, "offset": offset, "url": url}, by="offset", entries="snapshots")

    async def get_snapshot(
        self,
        monitor_id: str,
        snapshot_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MonitorSnapshot:
        """Read one version of a page.

        Takes 1 rate-limit token.

        `GET /monitors/{monitor_id}/snapshots/{snapshot_id}`
        """
        reply: m.MonitorSnapshot = await self._transport.call(o.GET_MONITOR_SNAPSHOT, request_options, path=[("monitor_id", monitor_id), ("snapshot_id", snapshot_id)])
        return reply
