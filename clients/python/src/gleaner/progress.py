"""How far work is."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional


class Progress(NamedTuple):
    """How far work is. Of a batch or crawl with counts of its items or pages."""

    status: str
    progress: Optional[float] = None
    """Of a job: percent."""
    total: Optional[int] = None
    completed: Optional[int] = None
    failed: Optional[int] = None
    cancelled: Optional[int] = None
    pending: Optional[int] = None


class Teller:
    """Tells of each change once."""

    def __init__(self, tell: Optional[Callable[[Progress], Any]]) -> None:
        self._tell = tell
        self._last: Optional[Progress] = None

    def see(self, state: Any, status: str) -> None:
        """`state` is a job, batch or crawl, or an event of one."""
        if self._tell is None:
            return
        told: Any = {name: getattr(state, name, None) for name in Progress._fields}
        told["status"] = told["status"] or status
        now = Progress(**told)
        if now != self._last:
            self._last = now
            self._tell(now)
