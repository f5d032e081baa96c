# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Reads what goes on, over breaks of the connection."""

from __future__ import annotations

from typing import Any, Generator, Iterator, Callable, Optional

import time
import httpx

from gleaner._sync.transport import CONNECT_TIMEOUT, Transport
from gleaner.errors import ConnectionError, GleanerError
from gleaner.request import Operation, PreparedRequest, RequestOptions
from gleaner.retry import Deadline, pause_before_repeat

#: Seconds without a byte after which a connection is given up: the service sends something at least every 15.
SILENCE = 45.0


def reopened(
    transport: Transport,
    operation: Operation,
    options: Optional[RequestOptions],
    connect: Callable[[Deadline], Generator[Any, None, None]],
) -> Iterator[Any]:
    """What connections bring, one after the other: `connect` opens one that goes on behind what was brought. It ends
    with a connection that ends by itself, and gives up after `max_retries` that broke in a row; `timeout` of the options
    bounds the whole."""
    options = options or {}
    seconds = options.get("timeout")
    deadline = Deadline(float("inf") if seconds is None else seconds, f"GET {operation.path}")
    max_retries = options.get("max_retries", transport.settings.max_retries)
    failures = 0
    while True:
        items = connect(deadline)
        try:
            deadline.check()
            for item in items:
                failures = 0
                yield item
            return
        except GleanerError as error:
            if isinstance(error, ConnectionError):
                deadline.check()
            failures += 1
            pause = pause_before_repeat(
                error, failures, max_retries=max_retries, repeatable=True, deadline=deadline
            )
            if pause is None:
                raise
        finally:
            items.close()
        time.sleep(pause)


def read_answer(
    transport: Transport,
    operation: Operation,
    request: PreparedRequest,
    deadline: Deadline,
    at_end: Callable[[], Any] = lambda: None,
) -> Generator[bytes, None, None]:
    """The bytes of an answer as they come, then `at_end`; a connection that falls silent breaks. Nothing where the
    answer has no body."""
    silence = min(SILENCE, deadline.left())
    timeout = httpx.Timeout(silence, connect=min(silence, CONNECT_TIMEOUT))
    response = transport.open(operation, request, timeout)
    try:
        if response.status_code == 204:
            return
        for chunk in response.iter_bytes():
            deadline.check()
            yield chunk
        at_end()
    except httpx.HTTPError as error:
        raise transport.no_answer(error) from None
    finally:
        response.close()
