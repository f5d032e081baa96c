# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls the API, and repeats calls after passing faults."""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional, Sequence, Tuple

import time
import httpx

from gleaner.errors import ConnectionError, GleanerError, UnreadableReplyError
from gleaner.model import read_as
from gleaner.read_error import read_error
from gleaner.request import File, Operation, PreparedRequest, RequestOptions, prepare
from gleaner.retry import Deadline, is_at_work, pause_before_repeat
from gleaner.settings import Settings

#: Seconds. A scrape is waited for up to 120 seconds by the service itself.
CALL_TIMEOUT = 150.0
CONNECT_TIMEOUT = 15.0

#: What fails before anything was sent.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Transport:
    """Shows no settings, so that nobody logs a key by logging a client."""

    def __init__(self, settings: Settings, http_client: Optional[httpx.Client] = None) -> None:
        self.settings = settings
        self._is_own = http_client is None
        self._client = http_client or httpx.Client()

    def close(self) -> None:
        """Closes the connections; those of a client that was handed in are its owner's."""
        if self._is_own:
            self._client.close()

    def call(
        self,
        operation: Operation,
        options: Optional[RequestOptions] = None,
        *,
        path: Sequence[Tuple[str, Any]] = (),
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        file: Optional[File] = None,
    ) -> Any:
        """What the reply holds, as the operation declares it."""
        options = options or {}
        request = prepare(operation, self.settings, options, path=path, query=query, body=body, file=file)
        seconds = options.get("timeout") or self.settings.timeout or CALL_TIMEOUT
        max_retries = options.get("max_retries", self.settings.max_retries)
        deadline = Deadline(seconds, f"{request.method} {operation.path}")
        failures = 0
        while True:
            try:
                return self._attempt(operation, request, deadline)
            except GleanerError as error:
                if not is_at_work(error):
                    failures += 1
                pause = pause_before_repeat(
                    error, failures, max_retries=max_retries, repeatable=request.repeatable, deadline=deadline
                )
                if pause is None:
                    raise
            time.sleep(pause)

    def open(
        self, operation: Operation, request: PreparedRequest, timeout: httpx.Timeout
    ) -> httpx.Response:
        """One attempt, answered with a success whose body is not read yet."""
        try:
            sent = self._client.build_request(
                request.method, request.url, headers=request.headers, timeout=timeout, **request.sent
            )
            # A redirect would be sent the key.
            response = self._client.send(
                sent, auth=self.settings.auth.of(operation.auth), stream=True, follow_redirects=False
            )
        except httpx.HTTPError as error:
            raise self.no_answer(error) from None
        if self.settings.on_response is not None:
            self.settings.on_response(response)
        if response.is_success or response.status_code in operation.may_answer:
            return response
        try:
            content = response.read()
        except httpx.HTTPError as error:
            raise self.no_answer(error) from None
        finally:
            response.close()
        raise read_error(response.status_code, response.headers, content)

    def _attempt(self, operation: Operation, request: PreparedRequest, deadline: Deadline) -> Any:
        deadline.check()
        left = deadline.left()
        try:
            timeout = httpx.Timeout(left, connect=min(left, CONNECT_TIMEOUT))
            response = self.open(operation, request, timeout)
            try:
                return self._read(operation, response, deadline)
            except httpx.HTTPError as error:
                raise self.no_answer(error) from None
            finally:
                response.close()
        except ConnectionError:
            # What waited until the end of its time is over, whatever the reason was.
            deadline.check()
            raise

    def _read(self, operation: Operation, response: httpx.Response, deadline: Deadline) -> Any:
        status = response.status_code
        wanted = operation.replies.get(status, next(iter(operation.replies.values()), None))
        if "json" not in response.headers.get("Content-Type", "") or wanted is httpx.Response:
            # A file is read as long as it takes.
            response.read()
            return None if response.content == b"" and wanted is not httpx.Response else response
        chunks = []
        for chunk in response.iter_bytes():
            deadline.check()
            chunks.append(chunk)
        return reply_of(wanted, b"".join(chunks), response.headers)

    def no_answer(self, error: httpx.HTTPError) -> ConnectionError:
        """The library's own error is left behind: it holds the request, and that the key."""
        reason = str(error) or type(error).__name__
        made = ConnectionError(f"No answer from {_origin_of(self.settings.root)}: {reason}")
        made.was_sent = not isinstance(error, _NOT_SENT)
        return made


def reply_of(wanted: Any, content: bytes, headers: Mapping[str, str]) -> Any:
    """A reply's JSON as the model that it is."""
    try:
        value = json.loads(content)
    except ValueError:
        raise UnreadableReplyError(
            "The reply is no JSON.", request_id=headers.get("X-Request-Id"), body=content
        ) from None
    if wanted is None:
        return value
    try:
        return read_as(wanted, value)
    except ValueError as error:
        # The names of fields, not their values.
        raise UnreadableReplyError(
            f"The reply is not as this version of the client knows it; `body` has it. {_fields_of(error)}",
            request_id=headers.get("X-Request-Id"),
            body=value,
        ) from None


def _fields_of(error: Any) -> str:
    faults = error.errors() if hasattr(error, "errors") else []
    return "; ".join(f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in faults[:5])


def _origin_of(root: str) -> str:
    url = httpx.URL(root)
    return f"{url.scheme}://{url.netloc.decode('ascii')}"
