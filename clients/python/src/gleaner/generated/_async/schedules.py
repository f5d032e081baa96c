# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `schedules`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncSchedulesApi(AsyncGroup):
    async def create(
        self,
        name: str,
        *,
        schedule: Optional[Union[str, p.ScheduleCreateSchedule]] = OMIT,
        cron: Optional[str] = OMIT,
        timezone: Optional[str] = OMIT,
        urls: Optional[List[p.BatchEntry]] = OMIT,
        crawl: Optional[p.CrawlEstimateRequest] = OMIT,
        map: Optional[p.MapRequest] = OMIT,
        search: Optional[p.SearchRequest] = OMIT,
        options: Optional[Dict[str, Any]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        session_id: Optional[str] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        export: Optional[p.ExportRequestInput] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Schedule:
        """Have a batch, a crawl, a map or a search made again and again.

        Name what runs by `urls`, `crawl`, `map` or `search`, and when by `schedule`. Each run is checked
        and paid as if it were sent then, on behalf of who made, changed or resumed the schedule last. A
        run that is due while the one before goes on is skipped. After a standstill of the service one late
        run is made.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /schedules`

        Args:
            name: What you call it: one line of at most 255 characters.
            schedule: When it runs: five fields of cron (`0 9 * * 1-5`), English (`every weekday at 9am`,
                `every 30 minutes`), or `{"every": "30 minutes"}`. At most every 5 minutes.
            cron: The same as schedule.
            timezone: IANA name, such as `Europe/Berlin`: whose clock times of day are read from. Default:
                "UTC".
            urls: Each run is a batch of these, as in `POST /batch`.
            crawl: Each run is this crawl.
            map: Each run is this map.
            search: Each run is this search.
            options: With `urls`: what holds for each, any field that `POST /batch` takes beside `urls`.
            formats: Of a batch or a crawl, or of what a search scrapes.
            session_id: Of a batch or a crawl. A UUID.
            webhook_url: Receives `schedule.completed`, and before it what `webhook_url` of a batch or
            crawl
                receives; https.
            export: Exports each batch or crawl once it has ended, as `POST /batch/{batch_id}/export` does.
        """
        reply: m.Schedule = await self._transport.call(o.CREATE_SCHEDULE, request_options, body={"name": name, "schedule": schedule, "cron": cron, "timezone": timezone, "urls": urls, "crawl": crawl, "map": map, "search": search, "options": options, "formats": formats, "session_id": session_id, "webhook_url": webhook_url, "export": export})
        return reply

    async def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        active_only: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ScheduleList:
        """List the account's schedules, the oldest first.

        Takes 1 rate-limit token.

        `GET /schedules`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            active_only: Whether schedules that are paused are left out.
        """
        reply: m.ScheduleList = await self._transport.call(o.LIST_SCHEDULES, request_options, query={"limit": limit, "offset": offset, "active_only": active_only})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        active_only: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.Schedule]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_SCHEDULES, request_options, query={"limit": limit, "offset": offset, "active_only": active_only}, by="offset", entries="schedules")

    async def get(
        self,
        schedule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Schedule:
        """Read one of your schedules.

        Takes 1 rate-limit token.

        `GET /schedules/{schedule_id}`
        """
        reply: m.Schedule = await self._transport.call(o.GET_SCHEDULE, request_options, path=[("schedule_id", schedule_id)])
        return reply

    async def update(
        self,
        schedule_id: str,
        *,
        name: Optional[str] = OMIT,
        schedule: Optional[Union[str, p.ScheduleUpdateSchedule]] = OMIT,
        cron: Optional[str] = OMIT,
        timezone: Optional[str] = OMIT,
        urls: Optional[List[p.BatchEntry]] = OMIT,
        crawl: Optional[p.CrawlEstimateRequest] = OMIT,
        map: Optional[p.MapRequest] = OMIT,
        search: Optional[p.SearchRequest] = OMIT,
        options: Optional[Dict[str, Any]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        session_id: Optional[str] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        export: Optional[p.ExportRequestInput] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Schedule:
        """Change the named fields of a schedule. It then acts for you.

        `crawl`, `map`, `search` or `urls` replace what ran before. A run that goes on is not changed.

        Takes 2 rate-limit tokens.

        `PATCH /schedules/{schedule_id}`

        Args:
            name: What you call it: one line of at most 255 characters.
            schedule: When it runs: five fields of cron (`0 9 * * 1-5`), English (`every weekday at 9am`,
                `every 30 minutes`), or `{"every": "30 minutes"}`. At most every 5 minutes.
            cron: The same as schedule.
            timezone: IANA name, such as `Europe/Berlin`: whose clock times of day are read from.
            urls: Each run is a batch of these, as in `POST /batch`.
            crawl: Each run is this crawl.
            map: Each run is this map.
            search: Each run is this search.
            options: With `urls`: what holds for each, any field that `POST /batch` takes beside `urls`.
            formats: Of a batch or a crawl, or of what a search scrapes.
            session_id: Of a batch or a crawl. A UUID.
            webhook_url: Receives `schedule.completed`, as when it was made; null: nobody.
            export: Exports each batch or crawl once it has ended; null: no longer.
        """
        reply: m.Schedule = await self._transport.call(o.UPDATE_SCHEDULE, request_options, path=[("schedule_id", schedule_id)], body={"name": name, "schedule": schedule, "cron": cron, "timezone": timezone, "urls": urls, "crawl": crawl, "map": map, "search": search, "options": options, "formats": formats, "session_id": session_id, "webhook_url": webhook_url, "export": export})
        return reply

    async def delete(
        self,
        schedule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a schedule and the list of its runs. What a run has begun goes on.

        Takes 2 rate-limit tokens.

        `DELETE /schedules/{schedule_id}`
        """
        await self._transport.call(o.DELETE_SCHEDULE, request_options, path=[("schedule_id", schedule_id)])

    async def pause(
        self,
        schedule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Schedule:
        """Pause a schedule. A run that waits is cancelled, one that goes on is not.

        Takes 2 rate-limit tokens.

        `POST /schedules/{schedule_id}/pause`
        """
        reply: m.Schedule = await self._transport.call(o.PAUSE_SCHEDULE, request_options, path=[("schedule_id", schedule_id)])
        return reply

    async def resume(
        self,
        schedule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Schedule:
        """Let a paused schedule go on with its next time. It then acts for you.

        Takes 2 rate-limit tokens.

        `POST /schedules/{schedule_id}/resume`
        """
        reply: m.Schedule = await self._transport.call(o.RESUME_SCHEDULE, request_options, path=[("schedule_id", schedule_id)])
        return reply

    async def run(
        self,
        schedule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ScheduleRun:
        """Run a schedule now, also one that is paused. Its next time stays.

        409 while a run of it waits or goes on.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /schedules/{schedule_id}/run`
        """
        reply: m.ScheduleRun = await self._transport.call(o.RUN_SCHEDULE, request_options, path=[("schedule_id", schedule_id)])
        return reply

    async def runs(
        self,
        schedule_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ScheduleRunList:
        """List the runs of a schedule of the last 31 days, the newest first.

        Takes 1 rate-limit token.

        `GET /schedules/{schedule_id}/runs`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.ScheduleRunList = await self._transport.call(o.LIST_SCHEDULE_RUNS, request_options, path=[("schedule_id", schedule_id)], query={"limit": limit, "offset": offset})
        return reply

    def all_runs(
        self,
        schedule_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.ScheduleRun]:
        """Every entry of `runs`, page by page as they are asked for."""
        return self._every(o.LIST_SCHEDULE_RUNS, request_options, path=[("schedule_id", schedule_id)], query={"limit": limit, "offset": offset}, by="offset", entries="runs")
