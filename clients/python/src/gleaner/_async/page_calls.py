"""Calls that are answered with a page, whether it comes at once or later."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from gleaner._async.group import AsyncGroup
from gleaner._async.groups.jobs import AsyncJobs
from gleaner._async.waiting import WAIT_TIMEOUT
from gleaner.generated import models as m
from gleaner.pages import with_data, with_schema
from gleaner.request import OMIT, File, Operation, RequestOptions


class AsyncPageCalls(AsyncGroup):
    async def _page(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        body: Mapping[str, Any],
        schema: Any = OMIT,
        file: Optional[File] = None,
    ) -> Any:
        """The whole result, also of a page that takes longer than a reply may."""
        reply = await self._transport.call(operation, options, body=with_schema(body, schema), file=file)
        if isinstance(reply, m.JobAccepted):
            timeout = (options or {}).get("timeout", WAIT_TIMEOUT)
            job = await AsyncJobs(self._transport).wait(reply.job_id, timeout=timeout)
            reply = job.result
        return with_data(reply, schema)
