# Written by `npm run docs` from the asynchronous client. Do not edit.
"""What is called on the client itself: it waits for the whole result."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Optional, Union

from gleaner._sync.follow_events import follow_events
from gleaner._sync.group import Group
from gleaner._sync.groups.batches import Batches
from gleaner._sync.groups.crawls import Crawls
from gleaner._sync.groups.jobs import Jobs
from gleaner._sync.groups.searches import Searches
from gleaner._sync.waiting import WAIT_TIMEOUT, within
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


class Verbs(Group):
    def _scrape(
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
        reply = self._transport.call(operation, within(deadline, options), body=fields, file=file)
        if isinstance(reply, m.JobAccepted):
            reply = (self._job(reply.job_id, deadline, options)).result
        return Scraped(data_of(reply, schema), reply) if has_schema(schema) else reply

    def _parse(
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
            return self._scrape(operation, options, body={**fields, "content": file}, schema=schema)
        return self._scrape(operation, options, body=fields, file=file, schema=schema)

    def _extract(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        body: Mapping[str, Any],
        schema: Any = OMIT,
    ) -> Any:
        deadline = _deadline(options, "The extraction")
        reply = self._transport.call(operation, within(deadline, options), body=with_schema(body, schema))
        if not isinstance(reply, m.ExtractResult):
            # What made it fail is raised here.
            self._job(reply.job_id, deadline, options)
            reply = self._transport.call(
                o.GET_EXTRACT, within(deadline, options), path=[("extract_id", reply.extract_id)]
            )
        return Extracted(data_of(reply, schema), reply)

    def _map(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> m.SiteMap:
        reply: m.SiteMap = self._transport.call(operation, options, body=body)
        return reply

    def _search(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> m.Search:
        deadline = _deadline(options, "The search")
        reply: m.Search = self._transport.call(operation, within(deadline, options), body=body)
        if reply.status == "completed":
            return reply
        searches = Searches(self._transport)
        return searches.wait(reply.search_id, timeout=deadline.left(), request_options=options)

    def _batch(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> Iterator[m.Job]:
        batches = Batches(self._transport)
        urls = list(body["urls"])
        for at in range(0, len(urls), BATCH_SIZE):
            part = {**body, "urls": urls[at : at + BATCH_SIZE]}
            batch = self._transport.call(operation, _part_only(options, at), body=part)
            for job in batches.results(
                batch.batch_id, timeout=_timeout(options), request_options=_call_only(options)
            ):
                yield job

    def _crawl(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, body: Mapping[str, Any]
    ) -> Iterator[m.CrawlPage]:
        crawl = self._transport.call(operation, _call_only(options), body=body)
        for page in Crawls(self._transport).pages(
            crawl.crawl_id, timeout=_timeout(options), request_options=_call_only(options)
        ):
            yield page

    def _events(
        self, operation: Operation, options: Optional[RequestOptions] = None, *, query: Mapping[str, Any]
    ) -> Iterator[FeedMessage]:
        # It is listened to for as long as the caller likes, however often the connection breaks.
        patient: Any = {"max_retries": float("inf"), **(options or {})}
        for event in follow_events(self._transport, operation, patient, events=FEED_EVENTS, query=query):
            yield event.data

    def _job(self, job_id: str, deadline: Deadline, options: Optional[RequestOptions]) -> CompletedJob:
        jobs = Jobs(self._transport)
        return jobs.wait(job_id, timeout=deadline.left(), request_options=options)


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
