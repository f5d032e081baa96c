# Written by `npm run docs` from the asynchronous client. Do not edit.
"""The client."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Callable, Mapping, Optional, Type

import httpx

from gleaner._sync.transport import Transport
from gleaner.generated._sync.client_api import ClientApi
from gleaner.settings import AccessToken, Settings


class Gleaner(ClientApi):
    """A client of Gleaner. Use it with `with`, or call `close()`, so that its connections are closed."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        base_url: Optional[str] = None,
        access_token: Optional[AccessToken] = None,
        organization_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        user_agent: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        on_response: Optional[Callable[[httpx.Response], Any]] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        """
        Args:
            api_key: `sk_live_…` or `sk_test_…`. Default: `GLEANER_API_KEY` of the environment, where there is one and
                no `access_token` is given.
            base_url: Where the service is, without `/api/v1`. Default: `GLEANER_URL` of the environment, or
                `http://localhost:8080`.
            access_token: Of a person who has signed in; for what keys may not do. A function is called at each
                request.
            organization_id: Acts for this organization.
            timeout: Most seconds that a call takes, its retries included. Default: 150. Waiting for jobs has 600.
            max_retries: How often a call is repeated after a passing fault. Default: 3.
            user_agent: Names your program in the operator's logs.
            headers: Sent with every request.
            on_response: Is shown every response, before its body is read: its headers tell of limits and the balance.
            http_client: In place of a client of httpx with its defaults; whoever made it closes it.
        """
        settings = Settings(
            api_key=api_key,
            access_token=access_token,
            base_url=base_url,
            organization_id=organization_id,
            timeout=timeout,
            max_retries=max_retries,
            user_agent=user_agent,
            headers=headers,
            on_response=on_response,
        )
        super().__init__(Transport(settings, http_client))

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> "Gleaner":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._transport.settings.root}>"
