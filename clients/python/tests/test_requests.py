"""What is sent, and what is not."""

from __future__ import annotations

import io
import logging
import pickle
from datetime import datetime, timezone
from typing import Any, List, Optional

import httpx
import pydantic
import pytest

import gleaner
from gleaner.model import json_schema_of
from gleaner.request import fill_path, json_text, query_text
from gleaner.settings import Settings
from scripted_server import Reply

KEY = "sk_live_0123456789"
JOBS = {"jobs": [], "next_cursor": None, "counts": None}


class Offer(pydantic.BaseModel):
    price: float


class Product(pydantic.BaseModel):
    name: str
    offers: List[Offer]
    best: Optional[Offer] = None


def test_paths_keep_to_the_operation() -> None:
    assert fill_path("/jobs/{job_id}", [("job_id", "a/b?c#d")]) == "/jobs/a%2Fb%3Fc%23d"
    assert fill_path("/files/{+key}", [("key", "2026/a b.png")]) == "/files/2026/a%20b.png"
    for name in ("", ".", ".."):
        with pytest.raises(gleaner.InvalidRequestError, match="job_id"):
            fill_path("/jobs/{job_id}", [("job_id", name)])


def test_queries_have_lists_with_commas_and_objects_as_json() -> None:
    query = {"a": ["x", 1], "b": True, "c": None, "d": gleaner.OMIT, "e": {"f": [1]}, "g": datetime(2026, 1, 1)}
    assert query_text(query) == "?a=x%2C1&b=true&e=%7B%22f%22%3A+%5B1%5D%7D&g=2026-01-01T00%3A00%3A00"
    assert query_text({}) == ""


def test_bodies_have_what_was_given_and_null_where_it_was_said() -> None:
    body = {"a": gleaner.OMIT, "b": None, "c": {"d": gleaner.OMIT}, "e": [{"f": gleaner.OMIT}], "g": (1,)}
    assert json_text(body) == '{"b": null, "c": {}, "e": [{}], "g": [1]}'
    assert json_text(datetime(2026, 1, 1, tzinfo=timezone.utc)) == '"2026-01-01T00:00:00+00:00"'
    with pytest.raises(TypeError, match="object cannot be sent"):
        json_text({"a": object()})


def test_a_model_is_its_schema_without_references() -> None:
    schema = json_schema_of(Product)
    assert "$ref" not in str(schema) and "$defs" not in schema and "definitions" not in schema
    assert schema["properties"]["offers"]["items"]["properties"]["price"]["type"] == "number"
    assert json_text(Product) == json_text(schema)


def test_what_the_client_was_told_is_sent(server: Any, connect: Any) -> None:
    server.replies = [Reply(200, JOBS)] * 2
    client = connect(
        KEY, base_url=f"{server.url}/prefix/", organization_id="org", user_agent="mine/1", headers={"X-Mine": "1"}
    )
    client.jobs.list(limit=3, request_options={"headers": {"X-Mine": "2"}, "extra": {"later": True}})
    client.jobs.list(request_options={"organization_id": "other"})
    first, second = server.received
    assert first.path == "/prefix/api/v1/jobs?limit=3&later=true"
    assert (first.headers["X-API-Key"], first.headers["X-Organization-Id"], first.headers["X-Mine"]) == (KEY, "org", "2")
    assert first.headers["User-Agent"].startswith("mine/1 gleaner-sdk-python/")
    assert second.headers["X-Organization-Id"] == "other"


def test_the_environment_says_where_and_who(server: Any, connect: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("GLEANER_URL", server.url)
    monkeypatch.setenv("GLEANER_API_KEY", KEY)
    server.replies = [Reply(200, JOBS)]
    connect().jobs.list()
    assert server.received[0].headers["X-API-Key"] == KEY


def test_a_persons_token_goes_where_keys_may_not(server: Any, connect: Any) -> None:
    tokens = iter(["one", "two"])
    server.replies = [Reply(401, {"error": "UNAUTHENTICATED", "message": "no", "request_id": "1"})] * 3
    client = connect(KEY, base_url=server.url, access_token=lambda: next(tokens))
    for call in (client.keys.list, client.keys.list, client.jobs.list):
        with pytest.raises(gleaner.AuthenticationError):
            call()
    sent = [(one.headers["Authorization"], one.headers["X-API-Key"]) for one in server.received]
    assert sent == [("Bearer one", None), ("Bearer two", None), (None, KEY)]


def test_no_key_goes_to_what_asks_for_none_or_elsewhere(server: Any, connect: Any) -> None:
    elsewhere = {"Location": f"{server.url}/elsewhere"}
    server.replies = [Reply(200, {"status": "sent"}), Reply(307, b"", elsewhere)]
    client = connect(KEY, base_url=server.url)
    with pytest.raises(gleaner.GleanerError):
        client.demo("https://example.com/")
    with pytest.raises(gleaner.GleanerError, match="base_url"):
        client.jobs.list()
    assert server.received[0].headers["X-API-Key"] is None
    assert len(server.received) == 2


@pytest.mark.parametrize("file", [b"<h1>x</h1>", ("a.html", b"<h1>x</h1>"), io.BytesIO(b"<h1>x</h1>")])
def test_a_file_is_sent_as_it_is_at_each_attempt(server: Any, connect: Any, file: Any) -> None:
    server.replies = [Reply(503, b""), Reply(400, {"error": "INVALID_REQUEST", "message": "no", "request_id": "1"})]
    if not isinstance(file, tuple) and not isinstance(file, bytes):
        file.seek(0)
    with pytest.raises(gleaner.InvalidRequestError):
        connect(KEY, base_url=server.url).parse(file=file, formats=["text"], filename="b.html")
    for one in server.received:
        assert b"<h1>x</h1>" in one.body and b'filename="b.html"' in one.body
        assert b'{"filename": "b.html", "formats": ["text"]}' in one.body
    assert len(server.received) == 2


@pytest.mark.parametrize("key", ["", "sk_live_x\n", " sk_live_x", "sk_live_\u00e9", "sk live"])
def test_a_key_that_cannot_be_a_header_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(gleaner.GleanerError, match="api_key has to be") as raised:
        gleaner.Gleaner(key)
    assert "sk_live" not in repr(raised.value)


@pytest.mark.parametrize("url", ["localhost:8080", "ftp://x", "", "http://"])
def test_an_address_that_is_none_is_refused(url: str, monkeypatch: Any) -> None:
    monkeypatch.delenv("GLEANER_URL", raising=False)
    if url == "":
        assert Settings(base_url=url).root == "http://localhost:8080/api/v1"
        return
    with pytest.raises(gleaner.GleanerError, match="base_url"):
        Settings(base_url=url)


def test_a_key_is_in_no_text_log_or_error(server: Any, connect: Any, caplog: Any) -> None:
    caplog.set_level(logging.DEBUG)
    server.replies = [Reply(200, JOBS), Reply(401, {"error": "UNAUTHENTICATED", "message": "no", "request_id": "1"})]
    client = connect(KEY, base_url=server.url, max_retries=0)
    client.jobs.list()
    errors: List[BaseException] = []
    for _ in range(2):
        with pytest.raises(gleaner.GleanerError) as raised:
            client.jobs.list()
        errors.append(raised.value)
        server.replies = ["drop"]
    shown = [repr(client), str(vars(client)), caplog.text]
    for error in errors:
        assert error.__cause__ is None
        shown += [repr(error), str(error), repr(vars(error)), repr(pickle.dumps(error))]
        trace = error.__traceback__
        while trace:
            if "gleaner" in trace.tb_frame.f_code.co_filename and "tests" not in trace.tb_frame.f_code.co_filename:
                shown.append(repr(trace.tb_frame.f_locals))
            trace = trace.tb_next
    assert all(KEY not in text for text in shown)


def test_errors_travel_between_processes() -> None:
    error = gleaner.RateLimitError("slowly", status=429, code="RATE_LIMITED", retry_after=3.0, details={"a": 1})
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.retry_after, again.details) == (gleaner.RateLimitError, "slowly", 3.0, {"a": 1})


def test_secrets_of_replies_are_not_shown() -> None:
    secret = gleaner.models.WebhookSecret(
        secret="whsec_1", created_at=datetime(2026, 1, 1), previous_expires_at=None
    )
    assert secret.secret == "whsec_1" and "whsec_1" not in repr(secret) and "whsec_1" not in str(secret)


def test_a_client_that_was_handed_in_stays_open(server: Any) -> None:
    server.replies = [Reply(200, JOBS)] * 2
    with httpx.Client() as http:
        with gleaner.Gleaner(KEY, base_url=server.url, http_client=http) as client:
            client.jobs.list()
        assert not http.is_closed
