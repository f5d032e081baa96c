"""From an operation and its fields to what is sent, but for the credential."""

from __future__ import annotations

import json
import os
import re
import uuid
from datetime import date, datetime
from typing import IO, Any, Callable, Dict, Mapping, NamedTuple, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlencode

import pydantic
from typing_extensions import Literal, TypedDict

from .errors import InvalidRequestError
from .model import json_schema_of
from .progress import Progress
from .settings import Settings


class _Omitted:
    def __repr__(self) -> str:
        return "..."

    def __bool__(self) -> bool:
        return False


#: What was not given. `None` is sent as `null`, which the API takes for "not given" unless a field says otherwise.
OMIT: Any = _Omitted()


#: Bytes or an open file, with a name or without one.
File = Union[bytes, IO[bytes], Tuple[str, Union[bytes, IO[bytes]]]]


class RequestOptions(TypedDict, total=False):
    """What holds for one call alone."""

    timeout: float
    """Most seconds that the call takes, its retries and waits included."""
    idempotency_key: str
    """Of a POST that creates or charges: the same key gives the first reply again for 24 hours. One is made where
    none is given."""
    headers: Mapping[str, str]
    """Sent as well; go before those of the client."""
    max_retries: int
    """How often the call is repeated after a passing fault."""
    organization_id: str
    """Acts for this organization."""
    on_progress: Callable[[Progress], Any]
    """Of what waits: is told how far it is, at each change that is noticed."""
    extra: Mapping[str, Any]
    """Fields that are newer than this client; of the body where there is one, else of the query."""


class Operation(NamedTuple):
    """What this client has to know of an operation to call it."""

    method: str
    path: str
    """Below the API's root. The slashes of a `{+value}` stay."""
    auth: Literal["none", "key", "person"]
    """Who calls: nobody in particular, a key, or a person who has signed in."""
    replies: Mapping[int, Any] = {}
    """What a reply holds by its status; None: nothing. A reply that is not JSON is handed out as it is."""
    takes_key: bool = False
    """Whether it takes an `Idempotency-Key`."""
    accept: str = "application/json"
    may_answer: Tuple[int, ...] = ()
    """Statuses that are no errors although they are no successes."""


class PreparedRequest(NamedTuple):
    method: str
    url: str
    headers: Dict[str, str]
    sent: Dict[str, Any]
    """The body, as arguments of httpx."""
    repeatable: bool
    """Whether it may be sent again although the first one may have arrived."""


def prepare(
    operation: Operation,
    settings: Settings,
    options: Optional[RequestOptions] = None,
    *,
    path: Sequence[Tuple[str, Any]] = (),
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    file: Optional[File] = None,
) -> PreparedRequest:
    """`file` is sent beside the body, as a form."""
    options = options or {}
    extra = options.get("extra") or {}
    query = {**(query or {}), **(extra if body is None else {})}
    idempotency_key = options.get("idempotency_key") or (str(uuid.uuid4()) if operation.takes_key else None)
    organization = options.get("organization_id") or settings.organization_id
    headers = {"Accept": operation.accept, **settings.headers}
    if organization is not None and operation.auth != "none":
        headers["X-Organization-Id"] = organization
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    sent: Dict[str, Any] = {}
    if body is not None:
        text = json_text({**body, **extra})
        if file is None or file is OMIT:
            sent["content"] = text
            headers["Content-Type"] = "application/json"
        else:
            sent.update(data={"options": text}, files={"file": _named(file, body.get("filename"))})
    return PreparedRequest(
        operation.method,
        f"{settings.root}{fill_path(operation.path, path)}{query_text(query)}",
        {**headers, **(options.get("headers") or {})},
        sent,
        operation.method != "POST" or idempotency_key is not None,
    )


def _named(file: File, filename: Any) -> Tuple[str, bytes]:
    """A file's name and its bytes: a file that is open could be read but once, and a request may be repeated."""
    name, content = file if isinstance(file, tuple) else (getattr(file, "name", None), file)
    told = filename if isinstance(filename, str) else name
    return os.path.basename(str(told or "file")), content if isinstance(content, bytes) else content.read()


def fill_path(path: str, values: Sequence[Tuple[str, Any]]) -> str:
    """`{name}` is one value; the slashes of `{+name}` stay."""
    given = dict(values)

    def fill(brace: "re.Match[str]") -> str:
        name = brace[2]
        value = str(given[name])
        if value in ("", ".", ".."):
            raise InvalidRequestError(f"{name} is {value!r}, which names nothing.")
        return quote(value, safe="/" if brace[1] else "")

    return re.sub(r"\{(\+?)(\w+)\}", fill, path)


def query_text(query: Mapping[str, Any]) -> str:
    """Lists have commas; objects are JSON."""
    given = [(name, _query_value(value)) for name, value in query.items() if value is not OMIT and value is not None]
    return f"?{urlencode(given)}" if given else ""


def _query_value(value: Any) -> str:
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_query_value(item) for item in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (Mapping, pydantic.BaseModel)):
        return json_text(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def json_text(value: Any) -> str:
    return json.dumps(_given(value), default=_plain, allow_nan=False)


def _given(value: Any) -> Any:
    """Without what was not given."""
    if isinstance(value, Mapping):
        return {key: _given(item) for key, item in value.items() if item is not OMIT}
    return [_given(item) for item in value] if isinstance(value, (list, tuple)) else value


def _plain(value: Any) -> Any:
    """What JSON has no form for: a time, a model, the class of a model as its schema."""
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, pydantic.BaseModel):
        return _given(value.dict(by_alias=True, exclude_unset=True))
    if isinstance(value, type) and issubclass(value, pydantic.BaseModel):
        return json_schema_of(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value) if isinstance(value, uuid.UUID) else _refuse(value)


def _refuse(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON.")
