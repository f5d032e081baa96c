"""What is repeated, how, and what is not."""

from __future__ import annotations

from email.utils import formatdate
from typing import Any

import pytest

import gleaner
from gleaner import retry
from scripted_server import DROP, Reply

ESTIMATE = {"estimated_credits": 1}
BATCH = {
    "batch_id": "batch_1",
    "status": "pending",
    "total_jobs": 1,
    "total_urls": 1,
    "job_ids": [],
    "estimated_credits": 1,
    "webhook_url": None,
}
ME = {"error": "UNAUTHENTICATED", "message": "no", "detail": "no", "request_id": "req_1"}


def refusal(code: str, message: str = "no", **more: Any) -> Any:
    return {"error": code, "message": message, "detail": message, "request_id": "req_1", **more}


@pytest.mark.parametrize(
    "fault",
    [
        DROP,
        Reply(502, b"<html>bad gateway</html>"),
        Reply(503, b""),
        Reply(504, b""),
        Reply(408, refusal("REQUEST_TIMEOUT")),
        Reply(502, refusal("QUEUE_UNAVAILABLE")),
        Reply(429, refusal("RATE_LIMITED"), {"Retry-After": "0"}),
        Reply(409, refusal("IDEMPOTENCY_IN_PROGRESS"), {"Retry-After": "0"}),
        Reply(200, BATCH, cut_after=5),
    ],
)
def test_what_creates_is_repeated_after_a_passing_fault_under_one_key(server: Any, connect: Any, fault: Any) -> None:
    server.replies = [fault, fault, Reply(200, BATCH)]
    batch = connect("sk_test_1", base_url=server.url).batches.create(["https://example.com/"])
    assert batch.batch_id == "batch_1"
    keys = [one.headers["Idempotency-Key"] for one in server.received]
    assert len(keys) == 3 and keys[0] and len(set(keys)) == 1


def test_each_call_has_a_key_of_its_own_and_takes_the_callers(server: Any, connect: Any) -> None:
    server.replies = [Reply(200, BATCH)] * 3
    client = connect("sk_test_1", base_url=server.url)
    client.batches.create(["https://example.com/"])
    client.batches.create(["https://example.com/"])
    client.batches.create(["https://example.com/"], request_options={"idempotency_key": "mine"})
    keys = [one.headers["Idempotency-Key"] for one in server.received]
    assert len(set(keys)) == 3 and keys[2] == "mine"


@pytest.mark.parametrize(
    "fault, kind",
    [
        (Reply(400, refusal("INVALID_REQUEST")), gleaner.InvalidRequestError),
        (Reply(402, refusal("INSUFFICIENT_BALANCE")), gleaner.InsufficientCreditsError),
        (Reply(409, refusal("CONFLICT")), gleaner.ConflictError),
        (Reply(429, refusal("SESSION_LIMIT_REACHED")), gleaner.RateLimitError),
        (Reply(429, refusal("SPEND_LIMIT_EXCEEDED"), {"Retry-After": "1"}), gleaner.InsufficientCreditsError),
        (Reply(429, refusal("RATE_LIMITED"), {"Retry-After": "3600"}), gleaner.RateLimitError),
        (Reply(500, refusal("INTERNAL")), gleaner.ServerError),
        (Reply(302, b"", {"Location": "http://127.0.0.1:1/"}), gleaner.InvalidRequestError),
    ],
)
def test_what_would_not_pass_is_raised_at_once(server: Any, connect: Any, fault: Any, kind: Any) -> None:
    server.replies = [fault]
    with pytest.raises(kind) as raised:
        connect("sk_test_1", base_url=server.url).batches.create(["https://example.com/"])
    assert len(server.received) == 1
    assert raised.value.status == fault.status


def test_a_post_that_takes_no_key_is_not_repeated_when_it_may_have_arrived(server: Any, connect: Any) -> None:
    server.replies = [DROP]
    with pytest.raises(gleaner.ConnectionError):
        connect("sk_test_1", base_url=server.url).auth.logout()
    assert len(server.received) == 1
    server.replies = [Reply(503, refusal("SERVICE_UNAVAILABLE")), Reply(204)]
    assert connect("sk_test_1", base_url=server.url).auth.logout() is None
    assert len(server.received) == 3


def test_retries_end(server: Any, connect: Any) -> None:
    server.replies = [Reply(503, b"away")] * 9
    with pytest.raises(gleaner.ServerError, match="503: away"):
        connect("sk_test_1", base_url=server.url).jobs.list()
    assert len(server.received) == 4
    with pytest.raises(gleaner.ServerError):
        connect("sk_test_1", base_url=server.url, max_retries=0).jobs.list()
    assert len(server.received) == 5


def test_nobody_listening_is_a_connection_error_of_both_kinds(connect: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(retry, "FIRST_PAUSE", 0.01)
    client = connect("sk_test_1", base_url="http://127.0.0.1:1", max_retries=1)
    with pytest.raises(ConnectionError) as raised:
        client.jobs.list()
    assert isinstance(raised.value, gleaner.GleanerError)
    assert "http://127.0.0.1:1" in str(raised.value)


def test_a_call_ends_with_its_time(server: Any, connect: Any) -> None:
    server.replies = [Reply(429, refusal("RATE_LIMITED"), {"Retry-After": "30"})]
    with pytest.raises(gleaner.RateLimitError) as raised:
        connect("sk_test_1", base_url=server.url).jobs.list(request_options={"timeout": 5})
    assert raised.value.retry_after == 30


def test_retry_after_may_be_a_date(server: Any, connect: Any) -> None:
    server.replies = [Reply(429, refusal("RATE_LIMITED"), {"Retry-After": formatdate(0, usegmt=True)}), Reply(204)]
    assert connect("sk_test_1", base_url=server.url).auth.logout() is None


def test_a_reply_that_cannot_be_read_says_so_and_is_kept(server: Any, connect: Any) -> None:
    server.replies = [Reply(200, {"batch_id": 5, "new": True}, {"X-Request-Id": "req_9"})]
    with pytest.raises(gleaner.UnreadableReplyError, match="status") as raised:
        connect("sk_test_1", base_url=server.url).batches.create(["https://example.com/"])
    assert raised.value.body == {"batch_id": 5, "new": True}
    assert raised.value.request_id == "req_9"


def test_fields_and_words_of_a_later_service_are_kept(server: Any, connect: Any) -> None:
    server.replies = [Reply(200, {**BATCH, "status": "resting", "colour": "green"})]
    batch = connect("sk_test_1", base_url=server.url).batches.create(["https://example.com/"])
    assert (batch.status, batch.colour) == ("resting", "green")
    assert batch.to_dict()["colour"] == "green"


def test_what_an_older_service_does_not_say_is_none(server: Any, connect: Any) -> None:
    older = {name: value for name, value in BATCH.items() if value is not None}
    server.replies = [Reply(200, older)]
    assert connect("sk_test_1", base_url=server.url).batches.create(["https://example.com/"]).webhook_url is None
