# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Reads what is answered as JSON lines, over breaks of the connection."""

from __future__ import annotations

import json
from typing import Any, Generator, Iterator, Mapping, Optional, Sequence, Tuple

from gleaner._sync.reopen import read_answer, reopened
from gleaner._sync.transport import Transport
from gleaner.events import Lines
from gleaner.model import read_as
from gleaner.request import Operation, RequestOptions, prepare
from gleaner.retry import Deadline


def read_lines(
    transport: Transport,
    operation: Operation,
    options: Optional[RequestOptions] = None,
    *,
    line: Any,
    path: Sequence[Tuple[str, Any]],
    query: Mapping[str, Any],
) -> Iterator[Any]:
    """Each line as the model `line`, one at a time, however many there are. After a break the next request passes over
    those that were read."""
    first = int(query.get("offset") or 0)
    most = query.get("limit") or None
    read = 0

    def connect(deadline: Deadline) -> Generator[Any, None, None]:
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
            for chunk in chunks:
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
            chunks.close()

    return reopened(transport, operation, options, connect)
