"""Reads all that a service has, in a process of its own, and prints what came of it: how much it took shows in that alone."""

from __future__ import annotations

import json
import resource
import sys
from typing import Any, Dict, Optional

import anyio

import gleaner

SITE = "https://example.com/"
count = 0
is_in_order = True


def reads(client: Any) -> Dict[str, Any]:
    return {
        "crawl": lambda: client.crawl(SITE),
        "batch": lambda: client.batch([SITE]),
        "list": lambda: client.jobs.all(limit=1),
        "stream": lambda: client.batches.stream("batch_1"),
    }


def see(item: Any) -> None:
    global count, is_in_order
    if getattr(item, "event", None) == "complete":
        return
    url = item.data.latest_url if hasattr(item, "event") else item.url
    is_in_order = is_in_order and url == f"{SITE}{count}"
    count += 1


async def read_async(url: str, what: str) -> None:
    async with gleaner.AsyncGleaner("sk_test_1", base_url=url) as client:
        async for item in reads(client)[what]():
            see(item)


def read_sync(url: str, what: str) -> None:
    with gleaner.Gleaner("sk_test_1", base_url=url) as client:
        for item in reads(client)[what]():
            see(item)


error: Optional[Dict[str, str]] = None
half, url, what = sys.argv[1:]
try:
    read_sync(url, what) if half == "sync" else anyio.run(read_async, url, what)
except gleaner.GleanerError as raised:
    error = {"name": type(raised).__name__, "message": raised.message}
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"count": count, "isInOrder": is_in_order, "error": error, "peakMb": peak}))
