"""What the tests share. Those that need a service are skipped without GLEANER_URL; the jest test beside them starts one."""

from __future__ import annotations

import inspect
import os
from contextlib import contextmanager
from itertools import islice
from typing import Any, Callable, Iterator, List, NamedTuple

import pytest
from anyio.from_thread import start_blocking_portal

import gleaner
from gleaner import retry
from scripted_server import ScriptedServer


class Driven:
    """An asynchronous client, driven so that a test of the synchronous one tries it as well."""

    def __init__(self, target: Any, portal: Any) -> None:
        self._target = target
        self._portal = portal

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if not callable(value):
            return Driven(value, self._portal)

        async def call(args: Any, kwargs: Any) -> Any:
            made = value(*args, **kwargs)
            if inspect.isawaitable(made):
                return await made
            return [one async for one in made] if hasattr(made, "__aiter__") else made

        return lambda *args, **kwargs: self._portal.call(call, args, kwargs)

    def _take(self, count: int, name: str, kwargs: Any) -> List[Any]:
        async def call() -> List[Any]:
            found: List[Any] = []
            made = getattr(self._target, name)(**kwargs)
            async for one in made:
                found.append(one)
                if len(found) == count:
                    break
            await made.aclose()
            return found

        taken: List[Any] = self._portal.call(call)
        return taken

    def __repr__(self) -> str:
        return repr(self._target)


def take(count: int, target: Any, name: str, **kwargs: Any) -> List[Any]:
    """The first entries of what does not end by itself."""
    if isinstance(target, Driven):
        return target._take(count, name, kwargs)
    made = getattr(target, name)(**kwargs)
    found = list(islice(made, count))
    made.close()
    return found


@contextmanager
def clients(half: str) -> Iterator[Callable[..., Any]]:
    """Makes clients of one half, and closes them."""
    made: List[Any] = []
    if half == "sync":

        def make(*args: Any, **kwargs: Any) -> Any:
            made.append(gleaner.Gleaner(*args, **kwargs))
            return made[-1]

        yield make
        for client in made:
            client.close()
        return
    with start_blocking_portal() as portal:

        def make_driven(*args: Any, **kwargs: Any) -> Any:
            made.append(Driven(gleaner.AsyncGleaner(*args, **kwargs), portal))
            return made[-1]

        yield make_driven
        for client in made:
            client.close()


@pytest.fixture(params=["sync", "async"])
def connect(request: Any) -> Iterator[Callable[..., Any]]:
    with clients(request.param) as make:
        yield make


@pytest.fixture
def server(monkeypatch: Any) -> Iterator[ScriptedServer]:
    monkeypatch.setattr(retry, "FIRST_PAUSE", 0.01)
    with ScriptedServer() as one:
        yield one


class Service(NamedTuple):
    url: str
    key: str
    site: str
    """A website that the service may fetch."""


@pytest.fixture(scope="session")
def service() -> Service:
    if "GLEANER_URL" not in os.environ:
        pytest.skip("GLEANER_URL names no service")
    return Service(os.environ["GLEANER_URL"], os.environ["GLEANER_API_KEY"], os.environ["GLEANER_TEST_SITE"])


@pytest.fixture(scope="session")
def person(service: Service) -> Iterator[gleaner.Gleaner]:
    """Whose account the service's key is of: for what keys may not do."""
    who = {"email": os.environ["GLEANER_TEST_EMAIL"], "password": os.environ["GLEANER_TEST_PASSWORD"]}
    with gleaner.Gleaner(service.key, base_url=service.url) as anybody:
        token = anybody.auth.login(**who).access_token
    with gleaner.Gleaner(access_token=token, base_url=service.url) as signed_in:
        yield signed_in


@pytest.fixture(scope="session", params=["sync", "async"])
def client(request: Any, service: Service) -> Iterator[Any]:
    with clients(request.param) as make:
        yield make(service.key, base_url=service.url)
