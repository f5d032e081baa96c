"""Streams and lines that break off."""

from __future__ import annotations

import json
from typing import Any

import pytest

import gleaner
from gleaner.events import EventParser
from conftest import take
from scripted_server import DROP, Reply

PROGRESS = {
    "completed": 1,
    "failed": 0,
    "total": 2,
    "pending": 1,
    "latest_url": "https://example.com/\u2028",
    "latest_status": "succeeded",
    "job_id": "1",
}
COMPLETE = {"status": "completed", "total": 2, "completed": 2, "failed": 0, "cancelled": 0}

CRAWL = {
    **{name: 0 for name in ("total", "completed", "failed", "cancelled", "pending", "pages_scraped", "pages_failed")},
    **{name: 0 for name in ("pages_total", "max_pages", "discovered", "estimated_credits", "credits_used")},
    **{name: None for name in ("end_reason", "paused_reason", "completed_at", "cancelled_at", "webhook_url")},
    **{"crawl_id": "1", "url": "https://example.com/", "status": "completed", "created_at": "2026-01-01T00:00:00Z"},
    **{"skipped": {}, "traps": [], "site": {}},
}


def event(at: int, name: str, data: Any) -> bytes:
    return f"id: {at}\nevent: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def stream(content: bytes, **more: Any) -> Reply:
    return Reply(200, content, {"Content-Type": "text/event-stream"}, **more)


def test_a_stream_goes_on_where_it_broke_off_and_gives_each_event_once(server: Any, connect: Any) -> None:
    first, second = event(1, "progress", PROGRESS), event(2, "progress", PROGRESS)
    server.replies = [
        stream(first + second, cut_after=len(first) + 20),
        DROP,
        Reply(503, b""),
        stream(second + b": still here\n\n" + event(3, "later_news", {}) + event(4, "complete", COMPLETE)),
    ]
    events = list(connect("sk_test_1", base_url=server.url).batches.stream("batch_1"))
    assert [one.id for one in events] == ["1", "2", "4"]
    assert events[0].data.latest_url == "https://example.com/\u2028"
    assert isinstance(events[-1].data, gleaner.models.BatchCompleteEvent)
    assert [one.headers["Last-Event-ID"] for one in server.received] == [None, "1", "1", "1"]


def test_a_stream_of_which_nothing_is_left_ends(server: Any, connect: Any) -> None:
    server.replies = [stream(event(1, "progress", PROGRESS)), Reply(204)]
    assert len(list(connect("sk_test_1", base_url=server.url).batches.stream("batch_1"))) == 1


def test_a_stream_that_is_refused_raises(server: Any, connect: Any) -> None:
    server.replies = [Reply(401, {"error": "UNAUTHENTICATED", "message": "no", "request_id": "1"})]
    with pytest.raises(gleaner.AuthenticationError):
        list(connect("sk_test_1", base_url=server.url).batches.stream("batch_1"))


def test_the_feed_goes_on_where_it_broke_off_however_often_and_ends_with_its_key(server: Any, connect: Any) -> None:
    def message(at: int, kind: str, **more: Any) -> bytes:
        data = {"cursor": f"{at}_x", "type": kind, "ts": at, **more}
        return f"id: {at}_x\nevent: {kind}\ndata: {json.dumps(data)}\n\n".encode()

    def job(at: int) -> bytes:
        return message(at, "job_update", job_id=str(at), status="completed", error=None, result=None)

    begins = message(0, "subscribed", feed="account")
    server.replies = [
        stream(begins, cut_after=len(begins)),
        *[DROP] * 5,
        Reply(503, b""),
        stream(begins + job(1) + job(2), cut_after=len(begins) + len(job(1)) + 9),
        stream(job(2) + message(3, "later_news")),
        Reply(401, {"error": "UNAUTHENTICATED", "message": "The key was revoked.", "request_id": "1"}),
    ]
    client = connect("sk_test_1", base_url=server.url)
    first = take(2, client, "events", kinds=["job", "batch"], results=True)
    assert [(one.type, one.job_id, one.cursor) for one in first] == [("job_update", "1", "1_x"), ("job_update", "2", "2_x")]
    assert {one.path for one in server.received} == {"/api/v1/events?kinds=job%2Cbatch&results=true"}
    assert [one.headers["Last-Event-ID"] for one in server.received] == [None, *["0_x"] * 7, "1_x"]
    server.replies = [stream(job(4)), *server.replies]
    with pytest.raises(gleaner.AuthenticationError, match="revoked"):
        list(client.events(cursor=first[-1].cursor))
    assert server.received[-1].headers["Last-Event-ID"] == "4_x"


def test_lines_go_on_behind_those_that_were_read(server: Any, connect: Any) -> None:
    job = {"id": "1", "status": "completed", "url": "https://example.com/", "mode": "auto", "created_at": "2026-01-01T00:00:00Z"}
    lines = [json.dumps({**job, "id": str(at)}).encode() + b"\n" for at in range(4)]
    batch = {
        **{name: 0 for name in ("total", "completed", "failed", "cancelled", "pending", "total_urls", "credits_used")},
        **{name: None for name in ("completed_at", "cancelled_at", "webhook_url", "webhook_status")},
        **{"batch_id": "batch_1", "status": "completed", "created_at": "2026-01-01T00:00:00Z"},
        **{"estimated_credits": 1, "webhook_attempts": 0, "items": []},
    }
    server.replies = [
        Reply(200, batch),
        Reply(200, b"".join(lines), {"Content-Type": "application/x-ndjson"}, cut_after=len(lines[0]) * 2 + 9),
        Reply(200, b"".join(lines[2:]), {"Content-Type": "application/x-ndjson"}),
    ]
    results = list(connect("sk_test_1", base_url=server.url).batches.results("batch_1", status="succeeded"))
    assert [one.id for one in results] == ["0", "1", "2", "3"]
    assert [one.path.split("?")[-1] for one in server.received[1:]] == [
        "status=succeeded&offset=0&format=jsonl",
        "status=succeeded&offset=2&format=jsonl",
    ]


def test_ten_thousand_lines_and_ten_megabytes_are_read_one_by_one(server: Any, connect: Any) -> None:
    page = {"url": "https://example.com/", "job_id": "1", "status": "pending", "depth": 0, "source": "link"}
    lines = [json.dumps({**page, "padding": "x" * 1000, "depth": at}).encode() for at in range(10_000)]
    server.replies = [
        Reply(200, CRAWL),
        Reply(200, b"\n".join(lines) + b"\n", {"Content-Type": "application/x-ndjson"}),
    ]
    depths = [one.depth for one in connect("sk_test_1", base_url=server.url).crawls.pages("1")]
    assert depths == list(range(10_000))


@pytest.mark.parametrize("ends", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_events_are_read_however_they_are_cut_and_end(ends: str, size: int) -> None:
    text = ":hello\nid: 7\nevent: progress\ndata: {\ndata: }\n\nid:8\ndata\n\nevent: none\n\ndata:\u2028x\n\nid: 9\ndata: cut"
    content = text.replace("\n", ends).encode()
    parser = EventParser()
    events = [one for at in range(0, len(content), size) for one in parser.feed(content[at : at + size])]
    assert events == [("7", "progress", "{\n}"), ("8", "message", ""), ("8", "message", "\u2028x")]
