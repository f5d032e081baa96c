# Written by `npm run docs` from the asynchronous client. Do not edit.
"""What every group of calls can do."""

from __future__ import annotations

from typing import Any, Iterator, Dict, Mapping, Optional, Sequence, Tuple

from gleaner._sync.follow_events import follow_events
from gleaner._sync.transport import Transport
from gleaner.events import StreamEvent
from gleaner.request import Operation, RequestOptions


class Group:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _every(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        by: str,
        entries: str,
        path: Sequence[Tuple[str, Any]] = (),
        query: Optional[Mapping[str, Any]] = None,
    ) -> Iterator[Any]:
        """Every entry of a list that comes in pages: of each page the field `entries`."""
        offset = int((query or {}).get("offset") or 0)
        more: Dict[str, Any] = {}
        while True:
            page = self._transport.call(operation, options, path=path, query={**(query or {}), **more})
            items = getattr(page, entries) or []
            for item in items:
                yield item
            offset += len(items)
            if by == "cursor":
                cursor = getattr(page, "next_cursor", None)
                if cursor is None:
                    return
                more = {"cursor": cursor}
            else:
                total = getattr(page, "total", None)
                if not items or (total is not None and offset >= total):
                    return
                more = {"offset": offset}

    def _follow(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        events: Mapping[str, Any],
        path: Sequence[Tuple[str, Any]] = (),
        query: Optional[Mapping[str, Any]] = None,
    ) -> Iterator[StreamEvent[Any]]:
        """The events of a stream until the last one: of each its data, as the model that `events` says."""
        return follow_events(self._transport, operation, options, events=events, path=path, query=query)
