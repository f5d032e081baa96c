"""Server-sent events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Iterator, List, NamedTuple, TypeVar

Data = TypeVar("Data")


@dataclass(frozen=True)
class StreamEvent(Generic[Data]):
    """One event of a stream."""

    id: str
    """Its place in the log."""
    event: str
    """What it tells: `progress`, or `complete`, which is the last one."""
    data: Data


class RawEvent(NamedTuple):
    id: str
    event: str
    data: str


class EventParser:
    """Makes events of the bytes of a stream, as the HTML standard says. Lines end in it at line ends alone, while
    text in JSON may hold signs that Python takes for such."""

    def __init__(self) -> None:
        self._rest = b""
        self._after_return = False
        self._id = ""
        self._event = ""
        self._data: List[str] = []

    def feed(self, chunk: bytes) -> Iterator[RawEvent]:
        if self._after_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        if chunk:
            self._after_return = chunk.endswith(b"\r")
        text = (self._rest + chunk).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *lines, self._rest = text.split(b"\n")
        for line in lines:
            if line:
                self._read(line.decode("utf-8", "replace"))
                continue
            data, event = "\n".join(self._data), self._event
            has_data, self._data, self._event = bool(self._data), [], ""
            if has_data:
                yield RawEvent(self._id, event or "message", data)

    def _read(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
