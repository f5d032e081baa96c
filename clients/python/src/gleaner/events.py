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


class Lines:
    """Lines of a text as it comes, without their ends. By line feeds alone: text in JSON may hold other signs that Python
    takes for ends of lines."""

    def __init__(self) -> None:
        # Pieces of a long line are joined once, when it ends.
        self._pieces: List[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        *lines, last = chunk.split(b"\n")
        for line in lines:
            self._pieces.append(line)
            yield self.rest()
        self._pieces.append(last)

    def rest(self) -> bytes:
        """What stands behind the last line feed."""
        whole = b"".join(self._pieces)
        self._pieces = []
        return whole


class EventParser:
    """Makes events of the bytes of a stream, as the HTML standard says; there a carriage return ends a line too."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._after_return = False
        self._id = ""
        self._event = ""
        self._data: List[str] = []

    def feed(self, chunk: bytes) -> Iterator[RawEvent]:
        if self._after_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        if chunk:
            self._after_return = chunk.endswith(b"\r")
        for line in self._lines.feed(chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")):
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
