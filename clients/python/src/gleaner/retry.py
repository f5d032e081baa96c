"""Which faults pass by themselves, and how long to wait for it."""

from __future__ import annotations

import random
import time
from typing import Optional

from .errors import ConnectionError, GleanerError, TimeoutError

#: Seconds of the first pause; each further one is twice as long.
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
#: Nobody waits longer for a limit without being asked.
LONGEST_RETRY_AFTER = 60.0

#: Statuses that pass by themselves. Of 409 and 429 those do that come with `Retry-After`.
_PASSING = (408, 502, 503, 504)
_PASSING_LATER = (409, 429)


class Deadline:
    """The moment at which a call has to be over."""

    def __init__(self, seconds: float, of: str) -> None:
        self._seconds = seconds
        self._of = of
        self._ends_at = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds."""
        return self._ends_at - time.monotonic()

    def check(self) -> None:
        if self.left() <= 0:
            raise self.error()

    def error(self) -> TimeoutError:
        return TimeoutError(f"{self._of} took longer than {self._seconds:g} s.")


def is_at_work(error: GleanerError) -> bool:
    """The first request is still at work: this is no failure, and it is waited for."""
    return error.code == "IDEMPOTENCY_IN_PROGRESS"


def pause_before_repeat(
    error: GleanerError, failures: int, *, max_retries: int, repeatable: bool, deadline: Deadline
) -> Optional[float]:
    """Seconds to wait before another attempt; None where it would mend nothing, or come too late."""
    if failures > max_retries or not _may_repeat(error, repeatable):
        return None
    seconds = pause_before(error, failures)
    return seconds if seconds <= deadline.left() else None


def pause_before(error: GleanerError, failures: int) -> float:
    """As long as the service asks, or longer from time to time; by chance, so that many clients do not come back
    together."""
    longest = min(FIRST_PAUSE * 2.0 ** min(max(0, failures - 1), 10), LONGEST_PAUSE)
    asked = error.retry_after or 0.0
    return asked + longest * (random.random() / 2 if asked > 0 else 0.5 + random.random() / 2)


def _may_repeat(error: GleanerError, repeatable: bool) -> bool:
    if isinstance(error, ConnectionError):
        return repeatable or not error.was_sent
    if error.code == "SPEND_LIMIT_EXCEEDED" or error.status is None:
        return False
    if error.status in _PASSING_LATER:
        return error.retry_after is not None and error.retry_after <= LONGEST_RETRY_AFTER
    # With a code it is the service that answers, which has then done nothing; without one it may be a proxy that
    # gave up waiting.
    return error.status in _PASSING and (repeatable or error.code is not None)
