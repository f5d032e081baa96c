# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Follows a stream of events over breaks of the connection."""

from __future__ import annotations

import json
from typing import Any, Generator, Iterator, Mapping, Optional, Sequence, Tuple

from gleaner._sync.reopen import read_answer, reopened
from gleaner._sync.transport import Transport
from gleaner.errors import ConnectionError
from gleaner.events import EventParser, StreamEvent
from gleaner.model import read_as
from gleaner.request import Operation, RequestOptions, prepare
from gleaner.retry import Deadline

#: The event after which there is none.
LAST_EVENT = "complete"


def follow_events(
    transport: Transport,
    operation: Operation,
    options: Optional[RequestOptions] = None,
    *,
    events: Mapping[str, Any],
    path: Sequence[Tuple[str, Any]] = (),
    query: Optional[Mapping[str, Any]] = None,
) -> Iterator[StreamEvent[Any]]:
    """Each event once, in its order, until the last one, or until there is nothing after the one that came last (204)."""
    last_id = ""

    def connect(deadline: Deadline) -> Generator[StreamEvent[Any], None, None]:
        nonlocal last_id
        request = prepare(operation, transport.settings, options, path=path, query=query)
        if last_id:
            request.headers["Last-Event-ID"] = last_id
        parser = EventParser()
        chunks = read_answer(transport, operation, request, deadline, _ended_early)
        try:
            for chunk in chunks:
                for event in parser.feed(chunk):
                    last_id = event.id or last_id
                    if event.event in events:
                        yield StreamEvent(event.id, event.event, read_as(events[event.event], json.loads(event.data)))
                    if event.event == LAST_EVENT:
                        return
        finally:
            chunks.close()

    return reopened(transport, operation, options, connect)


def _ended_early() -> None:
    raise ConnectionError("The stream ended before its last event.")
