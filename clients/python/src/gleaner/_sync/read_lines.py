# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Reads what is answered as JSON lines, over breaks of the connection."""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping, Optional, Sequence, Tuple

import time
import httpx

from gleaner._sync.transport import CONNECT_TIMEOUT, Transport
from gleaner.errors import ConnectionError, GleanerError
from gleaner.model import read_as
from gleaner.request import Operation, RequestOptions, prepare
from gleaner.retry import Deadline, pause_before_repeat

#: Seconds without a byte after which a connection is given up.
SILENCE = 60.0


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
    options = options or {}
    deadline = Deadline(options.get("timeout", float("inf")), f"GET {operation.path}")
    max_retries = options.get("max_retries", transport.settings.max_retries)
    offset = int(query.get("offset") or 0)
    failures = 0
    while True:
        more = {**query, "format": "jsonl", "offset": offset}
        request = prepare(operation, transport.settings, options, path=path, query=more)
        try:
            deadline.check()
            silence = min(SILENCE, deadline.left())
            timeout = httpx.Timeout(silence, connect=min(silence, CONNECT_TIMEOUT))
            response = transport.open(operation, request, timeout)
            try:
                rest = b""
                for chunk in response.iter_bytes():
                    deadline.check()
                    # By line ends alone: text in JSON may hold other signs that Python takes for such.
                    *lines, rest = (rest + chunk).split(b"\n")
                    for text in lines:
                        if text.strip():
                            failures = 0
                            offset += 1
                            yield read_as(line, json.loads(text))
                if rest.strip():
                    yield read_as(line, json.loads(rest))
                return
            except httpx.HTTPError as error:
                raise transport.no_answer(error) from None
            finally:
                response.close()
        except GleanerError as error:
            if isinstance(error, ConnectionError):
                deadline.check()
            failures += 1
            pause = pause_before_repeat(
                error, failures, max_retries=max_retries, repeatable=True, deadline=deadline
            )
            if pause is None:
                raise
        time.sleep(pause)
