"""Reads what is answered as JSON lines, over breaks of the connection."""

from __future__ import annotations

import json
from typing import Any, AsyncGenerator, AsyncIterator, Mapping, Optional, Sequence, Tuple

from gleaner._async.reopen import read_answer, reopened
from gleaner._async.transport import AsyncTransport
from gleaner.events import Lines
from gleaner.model import read_as
from gleaner.request import Operation, RequestOptions, prepare
from gleaner.retry import Deadline


def read_lines(
    transport: AsyncTransport,
    operation: Operation,
    options: Optional[RequestOptions] = None,
    *,
    line: Any,
    path: Sequence[Tuple[str, Any]],
    query: Mapping[str, Any],
) -> AsyncIterator[Any]:
    """Each line as the model `line`, one at a time, however many there are. After a break the next request passes over
    those that were read."""
    first = int(query.get("offset") or 0)
    most = query.get("limit") or None
    read = 0

    async def connect(deadline: Deadline) -> AsyncGenerator[Any, None]:
        nonlocal read
        if most is not None and read >= most:
            return
        more = {**query, "format": "jsonl", "offset": first + read}
        if most is not None:
            more["limit"] = most - read
        request = prepare(operation, transport.settings, options, path=path, query=more)
        lines = Lines()
        chunks = read_answer(transport, operation, request, deadline)
        try:
            async for chunk in chunks:
                for text in lines.feed(chunk):
                    if text.strip():
                        entry = read_as(line, json.loads(text))
                        read += 1
                        yield entry
            rest = lines.rest()
            if rest.strip():
                entry = read_as(line, json.loads(rest))
                read += 1
                yield entry
        finally:
            await chunks.aclose()

    return reopened(transport, operation, options, connect)
