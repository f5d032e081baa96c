"""What is called on the client itself: it waits for the whole result."""

from __future__ import annotations

from typing import Any, AsyncIterator, Mapping, Optional, Union

from gleaner._async.follow_events import follow_events
from gleaner._async.group import AsyncGroup
from gleaner._async.groups.batches import AsyncBatches
from gleaner._async.groups.crawls import AsyncCrawls
from gleaner._async.groups.jobs import AsyncJobs
from gleaner._async.groups.searches import AsyncSearches
from gleaner._async.waiting import WAIT_TIMEOUT, within
from gleaner.generated import models as m, operations as o
from gleaner.jobs_end import CompletedJob
from gleaner.request import OMIT, File, Operation, RequestOptions
from gleaner.retry import Deadline
from gleaner.typed_data import Extracted, Scraped, data_of, has_schema, with_schema

#: What the feed of an account tells.
FeedMessage = Union[m.FeedJobEvent, m.FeedBatchEvent, m.FeedCrawlEvent]
FEED_EVENTS = {"job_update": m.FeedJobEvent, "batch_update": m.FeedBatchEvent, "crawl_update": m.FeedCrawlEvent}

#: Most addresses of one batch.
BATCH_SIZE = 1_000


class AsyncVerbs(AsyncGroup):
    async def _scrape(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        body: Mapping[str, Any],
        file: Optional[File] = None,
        schema: Any = OMIT,
    ) -> Any:
        deadline = _deadline(options, "The scrape")
        fields = with_schema(body, schema)
        reply = await self._transport.call(operation, within(deadline, options), body=fields, file=file)
        if isinstance(reply, m.JobAccepted):
            reply = (await self._job(reply.job_id, deadline, options)).result
        return Scraped(data_of(reply, schema), reply) if has_schema(schema) else reply

    async def _parse(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        body: Mapping[str, Any],
        schema: Any = OMIT,
    ) -> Any:
        fields = dict(body)
        file: Union[str, File] = fields.pop("file")
        if isinstance(file, str):
            return await self._scrape(operation, options, body={**fields, "content": file}, schema=schema)
        return await self._scrape(operation, options, body=fields, file=file, schema=schema)

    async def _extract(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        body: Mapping[str, Any],
        schema: Any = OMIT,
    ) -> Any:
        deadline = _deadline(options, "The extraction")
        reply = await self._transport.call(operation, within(deadline, options), body=with_schema(body, schema))
        if not isinstance(reply, m.ExtractResult):
            # What made it fail is raised here.
            await self._job(reply.job_id, deadline, options)
            reply = await self._transport.call(
                o.GET_EXTRACT, within(deadline, options), path=[("extract_id", reply.extract_id)]
            )
        return Extracted(data_of(reply, schema), reply)

    async def _map(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> m.SiteMap:
        reply: m.SiteMap = await self._transport.call(operation, options, body=body)
        return reply

    async def _search(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> m.Search:
        deadline = _deadline(options, "The search")
        reply: m.Search = await self._transport.call(operation, within(deadline, options), body=body)
        if reply.status == "completed":
            return reply
        searches = AsyncSearches(self._transport)
        return await searches.wait(reply.search_id, timeout=deadline.left(), request_options=options)

    async def _batch(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> AsyncIterator[m.Job]:
        batches = AsyncBatches(self._transport)
        urls = list(body["urls"])
        for at in range(0, len(urls), BATCH_SIZE):
            part = {**body, "urls": urls[at : at + BATCH_SIZE]}
            batch = await self._transport.call(operation, _part_only(options, at), body=part)
            async for job in batches.results(
                batch.batch_id, timeout=_timeout(options), request_options=_call_only(options)
            ):
                yield job

    async def _crawl(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> AsyncIterator[m.CrawlPage]:
        crawl = await self._transport.call(operation, _call_only(options), body=body)
        async for page in AsyncCrawls(self._transport).pages(
            crawl.crawl_id, timeout=_timeout(options), request_options=_call_only(options)
        ):
            yield page

    async def _events(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, query: Mapping[str, Any]
    ) -> AsyncIterator[FeedMessage]:
        # It is listened to for as long as the caller likes, however often the connection breaks.
        patient: Any = {"max_retries": float("inf"), **(options or {})}
        async for event in follow_events(self._transport, operation, patient, events=FEED_EVENTS, query=query):
            yield event.data

    async def _job(self, job_id: str, deadline: Deadline, options: Optional[RequestOptions]) -> CompletedJob:
        jobs = AsyncJobs(self._transport)
        return await jobs.wait(job_id, timeout=deadline.left(), request_options=options)


def _timeout(options: Optional[RequestOptions]) -> float:
    return (options or {}).get("timeout", WAIT_TIMEOUT)


def _deadline(options: Optional[RequestOptions], of: str) -> Deadline:
    return Deadline(_timeout(options), of)


def _part_only(options: Optional[RequestOptions], at: int) -> RequestOptions:
    """Each part is a request of its own: the caller's key is that of the first one."""
    others = _call_only(options)
    if at > 0 and "idempotency_key" in others:
        others["idempotency_key"] = f"{others['idempotency_key']}-{at}"
    return others


def _call_only(options: Optional[RequestOptions]) -> RequestOptions:
    """The time of a wait is not that of each call within."""
    others = options.copy() if options else RequestOptions()
    others.pop("timeout", None)
    return others
