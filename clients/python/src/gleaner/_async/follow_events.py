"""Follows a stream of events over breaks of the connection."""

from __future__ import annotations

import json
from typing import Any, AsyncIterator, Dict, Mapping, Optional, Sequence, Tuple

import anyio
import httpx

from gleaner._async.transport import CONNECT_TIMEOUT, AsyncTransport
from gleaner.errors import ConnectionError, GleanerError
from gleaner.events import EventParser, StreamEvent
from gleaner.model import read_as
from gleaner.request import Operation, RequestOptions, prepare
from gleaner.retry import Deadline, pause_before_repeat

#: The event after which there is none.
LAST_EVENT = "complete"
#: Seconds without a byte after which a connection is given up: a comment line comes every 15.
SILENCE = 45.0


async def follow_events(
    transport: AsyncTransport,
    operation: Operation,
    options: Optional[RequestOptions] = None,
    *,
    events: Mapping[str, Any],
    path: Sequence[Tuple[str, Any]] = (),
    query: Optional[Mapping[str, Any]] = None,
) -> AsyncIterator[StreamEvent[Any]]:
    """Each event once, in its order, until the last one. A stream that breaks off is gone on with; `timeout` of the
    options bounds the whole."""
    options = options or {}
    seconds = options.get("timeout")
    deadline = Deadline(float("inf") if seconds is None else seconds, f"GET {operation.path}")
    max_retries = options.get("max_retries", transport.settings.max_retries)
    last_id = ""
    failures = 0
    while True:
        headers: Dict[str, str] = {"Last-Event-ID": last_id} if last_id else {}
        request = prepare(operation, transport.settings, options, path=path, query=query)
        request.headers.update(headers)
        try:
            deadline.check()
            silence = min(SILENCE, deadline.left())
            response = await transport.open(
                operation, request, httpx.Timeout(silence, connect=min(silence, CONNECT_TIMEOUT))
            )
            try:
                # 204: there is nothing after that event.
                if response.status_code == 204:
                    return
                parser = EventParser()
                async for chunk in response.aiter_bytes():
                    deadline.check()
                    for event in parser.feed(chunk):
                        failures = 0
                        last_id = event.id or last_id
                        if event.event in events:
                            data = read_as(events[event.event], json.loads(event.data))
                            yield StreamEvent(event.id, event.event, data)
                        if event.event == LAST_EVENT:
                            return
            except httpx.HTTPError as error:
                raise transport.no_answer(error) from None
            finally:
                await response.aclose()
            raise ConnectionError("The stream ended before its last event.")
        except GleanerError as error:
            if isinstance(error, ConnectionError):
                deadline.check()
            failures += 1
            pause = pause_before_repeat(
                error, failures, max_retries=max_retries, repeatable=True, deadline=deadline
            )
            if pause is None:
                raise
        await anyio.sleep(pause)
