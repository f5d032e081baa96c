"""Where the service is, and who calls it."""

from __future__ import annotations

import os
import re
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional, Union
from urllib.parse import urlsplit

import httpx

from .errors import GleanerError
from .version import VERSION

#: Of a person who has signed in. A function is called at each request: an access token lives for minutes.
AccessToken = Union[str, Callable[[], Union[str, Awaitable[str]]]]

API_ROOT = "/api/v1"
DEFAULT_URL = "http://localhost:8080"
DEFAULT_RETRIES = 3


class Settings:
    """What the arguments of a client and the environment come to. Credentials show in no text of it."""

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        access_token: Optional[AccessToken] = None,
        base_url: Optional[str] = None,
        organization_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        user_agent: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        on_response: Optional[Callable[[httpx.Response], Any]] = None,
    ) -> None:
        if api_key is None and access_token is None:
            api_key = os.environ.get("GLEANER_API_KEY") or None
        if api_key is not None:
            check_secret(api_key, "api_key")
        self.auth = Credentials(api_key, access_token)
        self.root = _root_of(base_url or os.environ.get("GLEANER_URL") or DEFAULT_URL)
        self.organization_id = organization_id
        self.timeout = timeout
        self.max_retries = DEFAULT_RETRIES if max_retries is None else max_retries
        own = f"gleaner-sdk-python/{VERSION}"
        self.headers: Dict[str, str] = {
            # What httpx reads without other packages, in whichever version of them.
            "Accept-Encoding": "gzip, deflate",
            "User-Agent": own if user_agent is None else f"{user_agent} {own}",
            **(headers or {}),
        }
        self.on_response = on_response

    def __repr__(self) -> str:
        return f"<Settings of {self.root}>"


class Credentials:
    """A key, or a person's access token. They are put into requests as these are sent, and stand nowhere before."""

    def __init__(self, api_key: Optional[str], access_token: Optional[AccessToken]) -> None:
        self._api_key = api_key
        self._access_token = access_token

    def of(self, auth: str) -> Optional[httpx.Auth]:
        """What a person alone may do takes their token; else the key goes first. Both at once are refused."""
        if auth == "none":
            return None
        if self._access_token is not None and (auth == "person" or self._api_key is None):
            return _BearerAuth(self._access_token)
        return None if self._api_key is None else _KeyAuth(self._api_key)

    def __repr__(self) -> str:
        return "<Credentials>"


class _KeyAuth(httpx.Auth):
    def __init__(self, key: str) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Any:
        request.headers["X-API-Key"] = self._key
        yield request


class _BearerAuth(httpx.Auth):
    def __init__(self, token: AccessToken) -> None:
        self._token = token

    def sync_auth_flow(self, request: httpx.Request) -> Any:
        token = self._token() if callable(self._token) else self._token
        if not isinstance(token, str):
            raise GleanerError("access_token has to give a text; a coroutine is for AsyncGleaner.")
        yield _with_bearer(request, token)

    async def async_auth_flow(self, request: httpx.Request) -> Any:
        token = self._token() if callable(self._token) else self._token
        yield _with_bearer(request, token if isinstance(token, str) else await token)


def _with_bearer(request: httpx.Request, token: str) -> httpx.Request:
    check_secret(token, "access_token")
    request.headers["Authorization"] = f"Bearer {token}"
    return request


def check_secret(secret: Any, name: str) -> None:
    """A credential that cannot be a header is refused here: the error of the HTTP library would show it."""
    if isinstance(secret, str) and re.fullmatch(r"[\x21-\x7e]+", secret):
        return
    raise GleanerError(
        f"{name} has to be one word of printable ASCII characters; look for blanks, quotes and line ends around it."
    )


def _root_of(base_url: str) -> str:
    """The address with the API's root, which may be there already; a prefix stays."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise GleanerError("base_url has to be an http or https address, such as http://localhost:8080.")
    path = parts.path.rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path if path.endswith(API_ROOT) else path + API_ROOT}"
