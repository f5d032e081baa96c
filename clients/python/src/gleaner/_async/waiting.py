"""Waits for work that goes on."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Optional, TypeVar

import anyio

from gleaner.errors import GleanerError, TimeoutError
from gleaner.events import StreamEvent
from gleaner.progress import Teller
from gleaner.request import RequestOptions
from gleaner.retry import Deadline

#: Seconds that a wait lasts at most, where nothing else is said.
WAIT_TIMEOUT = 600.0
#: Seconds between two looks: at first, and at most. Each look takes a token of the rate limit.
FIRST_LOOK = 0.25
LONGEST_LOOK = 3.0

Found = TypeVar("Found")


async def look_until(
    read: Callable[[RequestOptions], Awaitable[Found]],
    is_over: Callable[[Found], bool],
    deadline: Deadline,
    options: Optional[RequestOptions] = None,
) -> Found:
    """What `read` finds when it is over; looks less often the longer it takes."""
    teller = Teller((options or {}).get("on_progress"))
    pause = FIRST_LOOK
    while True:
        found = await _read_within(read, deadline, options)
        teller.see(found, "")
        if is_over(found):
            return found
        deadline.check()
        await anyio.sleep(max(0.0, min(pause, deadline.left())))
        pause = min(pause * 1.5, LONGEST_LOOK)


async def follow_until(
    read: Callable[[RequestOptions], Awaitable[Found]],
    follow: Callable[[RequestOptions], AsyncIterator[StreamEvent[Any]]],
    is_over: Callable[[Found], bool],
    deadline: Deadline,
    options: Optional[RequestOptions] = None,
) -> Found:
    """As `look_until`, but is told of the end by a stream. Where there is none, because too many are open or something
    between does not let it through, it looks by itself."""
    teller = Teller((options or {}).get("on_progress"))
    found = await _read_within(read, deadline, options)
    teller.see(found, "")
    if is_over(found):
        return found
    try:
        async for event in follow(within(deadline, options)):
            teller.see(event.data, "running")
            deadline.check()
    except TimeoutError:
        raise deadline.error() from None
    except GleanerError:
        pass
    return await look_until(read, is_over, deadline, options)


async def _read_within(
    read: Callable[[RequestOptions], Awaitable[Found]], deadline: Deadline, options: Optional[RequestOptions]
) -> Found:
    try:
        return await read(within(deadline, options))
    except TimeoutError:
        raise deadline.error() from None


def within(deadline: Deadline, options: Optional[RequestOptions] = None) -> RequestOptions:
    """The options of a call that may not take longer than the wait that it is part of."""
    limited = options.copy() if options else RequestOptions()
    limited["timeout"] = max(0.001, deadline.left())
    return limited
